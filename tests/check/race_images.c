// KILN_SIM_CHECK=race between a writer and a reader of one image or texel buffer, of every kind there is and
// in both orders: reported, with both places, without a pipeline barrier, and not with one. Each case has a
// process of its own, since a report is made once for two places.
//
// Two pipelines on Kiln, which tells the device what orders dispatches for the application. Other drivers
// stall between pipelines, so that theirs is one, and their copies do not race with it.
#include "vk/vkt.h"
#include "check_access.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 32, TEXELS = SIZE * SIZE };

enum way {
    STORE,
    LOAD,
    FETCH,
    SAMPLE,
    STORE_TEXELS,
    LOAD_TEXELS,
    FETCH_TEXELS,
    KERNELS,
    COPY_IN = KERNELS,
    COPY_OUT,
    COPY_IMAGE,
    CLEAR,
    FILL,
    UPDATE
};
static const char *const names[] = {"store",       "load",         "fetch",   "sample",   "store texels",
                                    "load texels", "fetch texels", "copy in", "copy out", "copy image",
                                    "clear",       "fill",         "update"};

struct kase {
    VkFormat format;
    VkImageTiling tiling;
    enum way first, second;
};

static char report_path[] = "/tmp/kiln-race-XXXXXX";

static bool is_texels(enum way w)
{
    return w == STORE_TEXELS || w == LOAD_TEXELS || w == FETCH_TEXELS || w == FILL || w == UPDATE;
}

static bool is_block(VkFormat f)
{
    return f >= VK_FORMAT_BC1_RGB_UNORM_BLOCK;
}

struct world {
    struct vkt v;
    struct vkt_image image, other;
    VkImageView view;
    VkSampler sampler;
    struct vkt_buffer texels, out;
    VkBufferView texel_view;
    struct vkt_pipeline p[2];
    bool one_pipeline;
};

static VkImageUsageFlags usage_of(enum way w)
{
    switch (w) {
    case STORE:
    case LOAD:
        return VK_IMAGE_USAGE_STORAGE_BIT;
    case FETCH:
    case SAMPLE:
        return VK_IMAGE_USAGE_SAMPLED_BIT;
    case COPY_OUT:
        return VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    default:
        return VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    }
}

// The features that the format needs for both; false: it has not.
static bool supported(struct vkt *v, const struct kase *k)
{
    VkFormatProperties props;
    VkFormatFeatureFlags need = 0;
    const enum way both[2] = {k->first, k->second};
    vkGetPhysicalDeviceFormatProperties(v->physical, k->format, &props);
    for (unsigned i = 0; i < 2; i++)
        need |= both[i] == STORE || both[i] == LOAD ? VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT
                : both[i] == FETCH                  ? VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT
                : both[i] == SAMPLE                 ? VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT
                : both[i] == COPY_OUT               ? VK_FORMAT_FEATURE_TRANSFER_SRC_BIT
                                                    : VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    VkFormatFeatureFlags has =
        k->tiling == VK_IMAGE_TILING_LINEAR ? props.linearTilingFeatures : props.optimalTilingFeatures;
    return (has & need) == need;
}

static VkImageView view_of(struct vkt *v, VkImage image, VkFormat format)
{
    VkImageView view = VK_NULL_HANDLE;
    const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = image,
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = format,
                                        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkt_ok(vkCreateImageView(v->device, &info, NULL, &view));
    return view;
}

static void make_image(struct world *w, const struct kase *k)
{
    struct vkt *v = &w->v;
    const enum way both[2] = {k->first, k->second};
    VkImageCreateInfo info = vkt_image_2d(k->format, SIZE, SIZE, 1, 1, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.tiling = k->tiling;
    for (unsigned i = 0; i < 2; i++)
        info.usage |= usage_of(both[i]);
    w->image = vkt_image(v, &info);
    info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    w->other = vkt_image(v, &info);
    vkt_general(v, w->image.image);
    vkt_general(v, w->other.image);
    if (info.usage)
        w->view = view_of(v, w->image.image, k->format);
    const VkSamplerCreateInfo s = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                   .magFilter = VK_FILTER_LINEAR,
                                   .minFilter = VK_FILTER_LINEAR,
                                   .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                   .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
    vkt_ok(vkCreateSampler(v->device, &s, NULL, &w->sampler));
}

static void make_texels(struct world *w)
{
    struct vkt *v = &w->v;
    const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                     .size = 4 * TEXELS,
                                     .usage = VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT |
                                              VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                                              VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements need;
    w->texels.size = info.size;
    vkt_ok(vkCreateBuffer(v->device, &info, NULL, &w->texels.buffer));
    vkGetBufferMemoryRequirements(v->device, w->texels.buffer, &need);
    const VkMemoryAllocateInfo a = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                    .allocationSize = need.size,
                                    .memoryTypeIndex = (uint32_t)__builtin_ctz(need.memoryTypeBits)};
    vkt_ok(vkAllocateMemory(v->device, &a, NULL, &w->texels.memory));
    vkt_ok(vkBindBufferMemory(v->device, w->texels.buffer, w->texels.memory, 0));
    const VkBufferViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                         .buffer = w->texels.buffer,
                                         .format = VK_FORMAT_R32_SFLOAT,
                                         .range = VK_WHOLE_SIZE};
    vkt_ok(vkCreateBufferView(v->device, &view, NULL, &w->texel_view));
}

static void make_pipeline(struct world *w, enum way way, struct vkt_pipeline *p)
{
    static const VkDescriptorType types[8] = {
        VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,        VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
        VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,        VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
        VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
        VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    const int32_t value = w->one_pipeline ? -1 : (int32_t)way;
    const VkSpecializationMapEntry entry = {0, 0, sizeof(value)};
    const VkSpecializationInfo spec = {1, &entry, sizeof(value), &value};
    if (!kt_true(vkt_pipeline(&w->v, (struct vkt_shader){check_access, sizeof(check_access)}, 8, types, 0,
                              &spec, p)))
        return;
    const VkDescriptorImageInfo image = {w->sampler, w->view, VK_IMAGE_LAYOUT_GENERAL};
    const VkDescriptorBufferInfo out = {w->out.buffer, 0, VK_WHOLE_SIZE};
    for (uint32_t i = 0; i < 8; i++) {
        if (!w->one_pipeline && i != (uint32_t)way && i != 7)
            continue;
        const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                            .dstSet = p->set,
                                            .dstBinding = i,
                                            .descriptorCount = 1,
                                            .descriptorType = types[i],
                                            .pImageInfo = &image,
                                            .pTexelBufferView = &w->texel_view,
                                            .pBufferInfo = &out};
        vkUpdateDescriptorSets(w->v.device, 1, &write, 0, NULL);
    }
}

static void record(struct world *w, VkCommandBuffer cmd, enum way way, const struct vkt_pipeline *p)
{
    const VkImageSubresourceLayers all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    const VkBufferImageCopy copy = {.imageSubresource = all, .imageExtent = {SIZE, SIZE, 1}};
    const VkImageCopy between = {.srcSubresource = all, .dstSubresource = all, .extent = {SIZE, SIZE, 1}};
    const VkClearColorValue color = {.float32 = {1, 1, 1, 1}};
    static const uint32_t words[TEXELS];
    const int32_t pushed = (int32_t)way;
    switch (way) {
    case COPY_IN:
        vkCmdCopyBufferToImage(cmd, w->out.buffer, w->image.image, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
        break;
    case COPY_OUT:
        vkCmdCopyImageToBuffer(cmd, w->image.image, VK_IMAGE_LAYOUT_GENERAL, w->out.buffer, 1, &copy);
        break;
    case COPY_IMAGE:
        vkCmdCopyImage(cmd, w->other.image, VK_IMAGE_LAYOUT_GENERAL, w->image.image, VK_IMAGE_LAYOUT_GENERAL,
                       1, &between);
        break;
    case CLEAR:
        vkCmdClearColorImage(cmd, w->image.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range);
        break;
    case FILL:
        vkCmdFillBuffer(cmd, w->texels.buffer, 0, VK_WHOLE_SIZE, 5);
        break;
    case UPDATE:
        vkCmdUpdateBuffer(cmd, w->texels.buffer, 0, sizeof(words), words);
        break;
    default:
        vkt_bind(cmd, p);
        vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(pushed), &pushed);
        vkCmdDispatch(cmd, SIZE / 8, SIZE / 8, 1);
    }
}

// Races that are reported, and the places of the first.
static unsigned races(unsigned *places)
{
    FILE *f = fopen(report_path, "r");
    char line[1024];
    unsigned n = 0;
    *places = 0;
    while (f && fgets(line, sizeof(line), f)) {
        n += !strncmp(line, "kiln-check: race: ", 18);
        *places += n == 1 && strstr(line, " by invocation ") != NULL;
    }
    if (f)
        fclose(f);
    return n;
}

static bool driver_is_kiln(struct vkt *v)
{
    VkPhysicalDeviceProperties props;
    vkGetPhysicalDeviceProperties(v->physical, &props);
    return strstr(props.deviceName, "Kiln");
}

enum { CANNOT = 90, FAILED = 91 };

// CANNOT: the driver or the format; else whether it ran.
static int run_here(const struct kase *k, bool barrier)
{
    static struct world none;
    struct world w = none;
    const enum way both[2] = {k->first, k->second};
    if (!vkt_init(&w.v, &(struct vkt_options){.no_validation = true}))
        return FAILED;
    w.one_pipeline = !driver_is_kiln(&w.v);
    const bool texels = is_texels(k->first) || is_texels(k->second),
               kernels = k->first < KERNELS && k->second < KERNELS,
               can = (texels || supported(&w.v, k)) && (kernels || !w.one_pipeline);
    if (can) {
        w.out = vkt_buffer(&w.v, 16 * TEXELS);
        make_texels(&w);
        make_image(&w, texels ? &(struct kase){k->format, k->tiling, LOAD, SAMPLE} : k);
        for (unsigned i = 0; i < 2; i++)
            if (both[i] < KERNELS && (!i || !w.one_pipeline))
                make_pipeline(&w, both[i], &w.p[i]);
        VkCommandBuffer cmd = vkt_begin(&w.v);
        record(&w, cmd, k->first, &w.p[0]);
        if (barrier)
            vkt_barrier(cmd);
        record(&w, cmd, k->second, &w.p[w.one_pipeline ? 0 : 1]);
        vkt_run(&w.v, cmd);
        for (unsigned i = 0; i < 2; i++)
            if (w.p[i].pipeline)
                vkt_pipeline_free(&w.v, &w.p[i]);
        vkDestroyImageView(w.v.device, w.view, NULL);
        vkDestroySampler(w.v.device, w.sampler, NULL);
        vkDestroyBufferView(w.v.device, w.texel_view, NULL);
        vkt_image_free(&w.v, &w.image);
        vkt_image_free(&w.v, &w.other);
        vkt_buffer_free(&w.v, &w.texels);
        vkt_buffer_free(&w.v, &w.out);
    }
    vkt_finish(&w.v);
    return !can ? CANNOT : kt_failures ? FAILED : 0;
}

// -1: it cannot; else how many races are reported. In a process of its own, with which its device goes: a
// preloaded node's stays otherwise.
static int run(const struct kase *k, bool barrier, unsigned *places)
{
    int status = -1;
    kt_eq(truncate(report_path, 0), 0);
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        kt_failures = 0;
        status = run_here(k, barrier);
        fflush(stdout);
        _exit(status);
    }
    kt_eq(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT)
        return -1;
    kt_eq(status, 0);
    return (int)races(places);
}

static void expect(const struct kase *k)
{
    unsigned places = 0;
    int without = run(k, false, &places);
    char what[128];
    snprintf(what, sizeof(what), "format %d, tiling %d: %s, %s", (int)k->format, (int)k->tiling,
             names[k->first], names[k->second]);
    if (without >= 0)
        kt_ok(without > 0 && places == 2, "%s: %d races, %u places", what, without, places);
    int with = run(k, true, &places);
    kt_ok(with <= 0, "%s: %d races with a barrier", what, with);
}

static void both_orders(VkFormat format, VkImageTiling tiling, enum way writer, enum way reader)
{
    expect(&(struct kase){format, tiling, writer, reader});
    expect(&(struct kase){format, tiling, reader, writer});
}

KT_TEST(formats)
{
    static const VkFormat formats[] = {VK_FORMAT_R8_UNORM,           VK_FORMAT_R8G8_UNORM,
                                       VK_FORMAT_R8G8B8A8_UNORM,     VK_FORMAT_R16_SFLOAT,
                                       VK_FORMAT_R32_SFLOAT,         VK_FORMAT_R16G16B16A16_SFLOAT,
                                       VK_FORMAT_R32G32B32A32_SFLOAT};
    for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
        for (int tiling = VK_IMAGE_TILING_OPTIMAL; tiling <= VK_IMAGE_TILING_LINEAR; tiling++) {
            expect(&(struct kase){formats[i], (VkImageTiling)tiling, STORE, FETCH});
            expect(&(struct kase){formats[i], (VkImageTiling)tiling, SAMPLE, STORE});
        }
}

KT_TEST(ways)
{
    static const enum way writers[] = {STORE, COPY_IN, COPY_IMAGE, CLEAR},
                          readers[] = {LOAD, FETCH, SAMPLE, COPY_OUT};
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++)
            both_orders(VK_FORMAT_R32_SFLOAT, VK_IMAGE_TILING_OPTIMAL, writers[i], readers[j]);
}

KT_TEST(compressed_blocks)
{
    static const VkFormat formats[] = {VK_FORMAT_BC1_RGBA_UNORM_BLOCK, VK_FORMAT_BC3_UNORM_BLOCK,
                                       VK_FORMAT_BC7_UNORM_BLOCK, VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK,
                                       VK_FORMAT_ASTC_4x4_UNORM_BLOCK};
    for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
        kt_true(is_block(formats[i]));
        both_orders(formats[i], VK_IMAGE_TILING_OPTIMAL, COPY_IN, FETCH);
        expect(&(struct kase){formats[i], VK_IMAGE_TILING_OPTIMAL, COPY_IMAGE, SAMPLE});
    }
}

KT_TEST(texel_buffers)
{
    static const enum way writers[] = {STORE_TEXELS, FILL, UPDATE}, readers[] = {LOAD_TEXELS, FETCH_TEXELS};
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 2; j++)
            both_orders(VK_FORMAT_R32_SFLOAT, VK_IMAGE_TILING_OPTIMAL, writers[i], readers[j]);
}

KT_TEST(two_writers)
{
    expect(&(struct kase){VK_FORMAT_R32_SFLOAT, VK_IMAGE_TILING_OPTIMAL, CLEAR, STORE});
    expect(&(struct kase){VK_FORMAT_R32_SFLOAT, VK_IMAGE_TILING_OPTIMAL, STORE, COPY_IN});
}

// The driver's libraries, LLVM with them, are loaded here once and not by each child; Kiln's compiler, which
// it loads at the first pipeline, lies beside its manifest.
static void load_libraries(void)
{
    const char *manifest = getenv("VK_DRIVER_FILES"), *slash = manifest ? strrchr(manifest, '/') : NULL;
    VkInstance kept;
    char path[4096];
    vkCreateInstance(&(VkInstanceCreateInfo){.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO}, NULL, &kept);
    snprintf(path, sizeof(path), "%.*s/libkiln_compiler.so.1", slash ? (int)(slash - manifest) : 0,
             slash ? manifest : "");
    dlopen(path, RTLD_NOW);
}

int main(int argc, char **argv)
{
    if (mkstemp(report_path) < 0)
        return 2;
    setenv("KILN_SIM_CHECK", "race", 1);
    setenv("KILN_SIM_CHECK_FILE", report_path, 1);
    load_libraries();
    int ret = kt_main(argc, argv);
    unlink(report_path);
    return ret;
}
