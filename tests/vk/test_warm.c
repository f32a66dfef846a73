// What a process needs that finds its kernels, the driver's own and their translations on disk: neither LLVM
// nor much memory. Each is a child: a library that was loaded once stays.
#include "vk/vkt.h"
#include "vkt_saxpy.h"

#include <link.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 1024, SIDE = 32, MOST_KIB = 40 << 10 };
#define SSBO VK_DESCRIPTOR_TYPE_STORAGE_BUFFER

static struct vkt v;

static int find_llvm(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    *(bool *)data |= strstr(info->dlpi_name, "libLLVM") || strstr(info->dlpi_name, "libkiln_compiler") ||
                     strstr(info->dlpi_name, "libkiln_simjit");
    return 0;
}

static bool has_llvm(void)
{
    bool found = false;
    dl_iterate_phdr(find_llvm, &found);
    return found;
}

// The most that was resident, in KiB.
static long peak(void)
{
    long kib = 0;
    char line[256];
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof(line), f))
        if (!strncmp(line, "VmHWM:", 6))
            kib = atol(line + 6);
    if (f)
        fclose(f);
    return kib;
}

// To an image and back, by kernels of the driver's: as many bytes as a buffer of N has.
static void through_image(VkCommandBuffer cmd, VkImage image, VkBuffer from, VkBuffer to)
{
    const VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                      .imageExtent = {SIDE, SIDE, 1}};
    vkCmdCopyBufferToImage(cmd, from, image, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    vkt_barrier(cmd);
    vkCmdCopyImageToBuffer(cmd, image, VK_IMAGE_LAYOUT_GENERAL, to, 1, &region);
    vkt_barrier(cmd);
}

static void use_device(void)
{
    const struct {
        uint32_t local;
        float bias;
    } data = {64, 0.5f};
    const VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}};
    const VkSpecializationInfo spec = {2, entries, sizeof(data), &data};
    const struct {
        float a;
        uint32_t n;
    } push = {2, N};
    const VkImageCreateInfo info =
        vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, SIDE, SIDE, 1, 1,
                     VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct vkt_buffer from = vkt_buffer(&v, N * 4), x = vkt_buffer(&v, N * 4), y = vkt_buffer(&v, N * 4);
    struct vkt_image image = vkt_image(&v, &info);
    struct vkt_pipeline p;
    for (unsigned i = 0; i < N; i++)
        ((float *)from.map)[i] = (float)i;
    kt_true(vkt_pipeline(&v, (struct vkt_shader){vkt_saxpy, sizeof(vkt_saxpy)}, 2, NULL, 8, &spec, &p));
    vkt_bind_buffer(&v, &p, 0, SSBO, &x, 0, VK_WHOLE_SIZE);
    vkt_bind_buffer(&v, &p, 1, SSBO, &y, 0, VK_WHOLE_SIZE);
    vkt_general(&v, image.image);
    VkCommandBuffer cmd = vkt_begin(&v);
    through_image(cmd, image.image, from.buffer, x.buffer);
    vkCmdFillBuffer(cmd, y.buffer, 0, VK_WHOLE_SIZE, 0);
    vkt_barrier(cmd);
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
    vkCmdDispatch(cmd, N / 64, 1, 1);
    vkt_run(&v, cmd);
    for (unsigned i = 0; i < N; i++)
        if (!kt_ok(((float *)y.map)[i] == 2 * (float)i + 0.5f, "y[%u]: %g", i, (double)((float *)y.map)[i]))
            break;
    vkt_pipeline_free(&v, &p);
    vkt_image_free(&v, &image);
    vkt_buffer_free(&v, &from);
    vkt_buffer_free(&v, &x);
    vkt_buffer_free(&v, &y);
}

struct seen {
    bool ok, llvm;
    long peak;
};

static struct seen use_in_child(const char *jit)
{
    struct seen s = {0};
    int fd[2], status = -1;
    if (!kt_eq(pipe(fd), 0))
        return s;
    fflush(stdout);
    pid_t pid = fork();
    if (!pid) {
        setenv("KILN_SIM_JIT", jit, 1);
        kt_failures = 0;
        if (vkt_init(&v, &(struct vkt_options){.no_validation = true})) {
            use_device();
            s = (struct seen){!kt_failures, has_llvm(), peak()};
            vkt_finish(&v);
        }
        _exit(write(fd[1], &s, sizeof(s)) != sizeof(s));
    }
    close(fd[1]);
    kt_ok(pid > 0 && read(fd[0], &s, sizeof(s)) == sizeof(s), "a child");
    close(fd[0]);
    waitpid(pid, &status, 0);
    kt_ok(status == 0 && s.ok, "a child: status %#x, %s", (unsigned)status, s.ok ? "right" : "wrong");
    return s;
}

static void expect_small(const char *what, struct seen s)
{
    kt_ok(!s.llvm, "%s: LLVM, or what needs it, is loaded", what);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    kt_ok(s.peak && s.peak < MOST_KIB, "%s: %ld KiB were resident", what, s.peak);
#endif
}

KT_TEST(warm_start_without_llvm)
{
    char root[] = "/tmp/kiln-warm-XXXXXX", rm[64];
    if (!kt_true(mkdtemp(root) != NULL))
        return;
    setenv("KILN_CACHE", "on", 1);
    setenv("KILN_CACHE_DIR", root, 1);
    kt_ok(use_in_child("2").llvm, "kernels are compiled the first time"); // and all of them translated
    expect_small("translated", use_in_child("2"));
    expect_small("by default", use_in_child("1"));
    expect_small("interpreted", use_in_child("0"));
    snprintf(rm, sizeof(rm), "rm -rf %s", root);
    kt_eq(system(rm), 0);
}
KT_MAIN()
