// Pipeline caches: data round trips, merges, and rubbish in the data; pipelines that cannot be made.
#include <unistd.h>

#include "vk/vkt.h"
#include "vkt_count.h"
#include "vkt_crowd.h"
#include "vkt_crowd_near.h"

#define SHADER(name) ((struct vkt_shader){vkt_##name, sizeof(vkt_##name)})

static struct vkt v;

static VkPipelineCache cache(size_t size, const void *data)
{
    VkPipelineCacheCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, .initialDataSize = size, .pInitialData = data};
    VkPipelineCache c = VK_NULL_HANDLE;
    vkt_ok(vkCreatePipelineCache(v.device, &info, NULL, &c));
    return c;
}

static size_t size_of(VkPipelineCache c)
{
    size_t size = 0;
    vkt_ok(vkGetPipelineCacheData(v.device, c, &size, NULL));
    return size;
}

static VkResult build(VkPipelineCache c, const struct vkt_pipeline *like, VkPipeline *out)
{
    VkComputePipelineCreateInfo info = vkt_compute_info(like->module, like->layout);
    info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    return vkCreateComputePipelines(v.device, c, 1, &info, NULL, out);
}

// Runs the pipeline: what comes from a cache must work.
static void check_runs(struct vkt_pipeline *p, VkPipeline pipeline)
{
    struct vkt_buffer b = vkt_buffer(&v, 256);
    const uint32_t add = 11;
    vkt_bind_buffer(&v, p, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &b, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, p);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &add);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_run(&v, cmd);
    kt_eq(((uint32_t *)b.map)[63], 11);
    vkt_buffer_free(&v, &b);
}

KT_TEST(round_trip)
{
    if (vkt_gpu_assisted())
        kt_skip(
            "the layer (of Debian sid) makes another shader for each pipeline, and dispatches of its own");
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_pipeline p;
    VkPipeline pipeline;
    if (vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &p)) {
        VkPipelineCache first = cache(0, NULL);
        size_t empty = size_of(first);
        kt_eq(empty, 32);
        vkt_ok(build(first, &p, &pipeline));
        vkDestroyPipeline(v.device, pipeline, NULL);
        size_t size = size_of(first);
        kt_ok(size > empty + 64, "%zu bytes", size);
        vkt_ok(build(first, &p, &pipeline)); // a hit
        vkDestroyPipeline(v.device, pipeline, NULL);
        kt_eq(size_of(first), size);

        uint8_t *data = malloc(size + 64);
        vkt_ok(vkGetPipelineCacheData(v.device, first, &size, data));
        VkPipelineCache second = cache(size, data);
        kt_eq(size_of(second), size);
        vkt_ok(build(second, &p, &pipeline));
        check_runs(&p, pipeline);
        vkDestroyPipeline(v.device, pipeline, NULL);

        // Too little room: whole entries or none, and VK_INCOMPLETE.
        size_t less = size - 1;
        kt_eq(vkGetPipelineCacheData(v.device, first, &less, data), VK_INCOMPLETE);
        kt_eq(less, 32);
        less = 16;
        kt_eq(vkGetPipelineCacheData(v.device, first, &less, data), VK_INCOMPLETE);
        kt_eq(less, 0);

        VkPipelineCache merged = cache(0, NULL);
        VkPipelineCache both[2] = {first, second};
        vkt_ok(vkMergePipelineCaches(v.device, merged, 2, both));
        kt_eq(size_of(merged), size);
        vkDestroyPipelineCache(v.device, merged, NULL);
        vkDestroyPipelineCache(v.device, second, NULL);
        vkDestroyPipelineCache(v.device, first, NULL);
        free(data);
    }
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

KT_TEST(corrupt_data_is_ignored)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_pipeline p;
    VkPipeline pipeline;
    if (vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &p)) {
        VkPipelineCache good = cache(0, NULL);
        vkt_ok(build(good, &p, &pipeline));
        vkDestroyPipeline(v.device, pipeline, NULL);
        size_t size = size_of(good);
        uint8_t *data = malloc(size), *bad = malloc(size);
        vkt_ok(vkGetPipelineCacheData(v.device, good, &size, data));
        for (size_t at = 0; at < size; at += at < 64 ? 1 : 37) { // one byte wrong
            memcpy(bad, data, size);
            bad[at] ^= 0x41;
            VkPipelineCache c = cache(size, bad);
            kt_ok(size_of(c) == 32 || (at >= size - 8 && size_of(c) == size),
                  "byte %zu: %zu bytes were taken", at, size_of(c));
            vkDestroyPipelineCache(v.device, c, NULL);
        }
        for (size_t n = 0; n < size; n += n < 64 ? 1 : 41) { // cut short
            uint8_t *cut = malloc(n ? n : 1);
            memcpy(cut, data, n);
            VkPipelineCache c = cache(n, cut);
            kt_ok(size_of(c) == 32 || (n + 8 > size && size_of(c) == size), // without some of the padding
                  "%zu bytes of %zu: %zu were taken", n, size, size_of(c));
            vkDestroyPipelineCache(v.device, c, NULL);
            free(cut);
        }
        free(data);
        free(bad);
        vkDestroyPipelineCache(v.device, good, NULL);
    }
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

// kilnc --emit cache: the pipeline comes from it, which shows in the compile time (0: not compiled here).
static void offline_compiler_for(const char *kilnc, bool robust)
{
    if (!vkt_init(&v, &(struct vkt_options){.not_robust = !robust}))
        return;
    char spirv[64], out[64], command[512];
    snprintf(spirv, sizeof(spirv), "/tmp/kiln-test-%d.spv", (int)getpid());
    snprintf(out, sizeof(out), "/tmp/kiln-test-%d.cache", (int)getpid());
    FILE *f = fopen(spirv, "wb");
    fwrite(vkt_count, 1, sizeof(vkt_count), f);
    fclose(f);
    const char *device = getenv("KILN_DEVICE"); // sim:NAME
    device = device && strchr(device, ':') ? strchr(device, ':') + 1 : "skl";
    snprintf(command, sizeof(command), "'%s' -d %s %s --emit cache -o %s %s", kilnc, device,
             robust ? "--robust" : "", out, spirv);
    kt_eq(system(command), 0);
    static uint8_t data[1 << 16];
    f = fopen(out, "rb");
    size_t size = f ? fread(data, 1, sizeof(data), f) : 0;
    if (f)
        fclose(f);
    unlink(spirv);
    unlink(out);
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &p)) {
        VkPipelineCache c = cache(size, data);
        kt_eq(size_of(c), size);
        VkPipeline pipeline;
        vkt_ok(build(c, &p, &pipeline));
        kt_eq(size_of(c), size); // nothing was added
        VkPipelineExecutableInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                            .pipeline = pipeline};
        VkPipelineExecutableStatisticKHR stats[32];
        for (unsigned i = 0; i < 32; i++)
            stats[i] = (VkPipelineExecutableStatisticKHR){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
        uint32_t n = 32;
        vkt_ok(vkt_proc(&v, vkGetPipelineExecutableStatisticsKHR)(v.device, &info, &n, stats));
        uint64_t compile_ns = 1;
        for (uint32_t i = 0; i < n; i++)
            if (!strcmp(stats[i].name, "Compile time"))
                compile_ns = stats[i].value.u64;
        kt_eq(compile_ns, 0);
        check_runs(&p, pipeline);
        vkDestroyPipeline(v.device, pipeline, NULL);
        vkDestroyPipelineCache(v.device, c, NULL);
    }
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

KT_TEST(offline_compiler)
{
    if (vkt_gpu_assisted())
        kt_skip("the layer changes the shader");
    const char *kilnc = getenv("KILNC");
    if (!kilnc || access(kilnc, X_OK))
        kt_skip("KILNC does not name the offline compiler");
    offline_compiler_for(kilnc, true);
    offline_compiler_for(kilnc, false);
}

KT_TEST(pipelines_that_fail)
{
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &p)) {
        VkComputePipelineCreateInfo info[2] = {
            {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
             .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                       .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                       .module = p.module,
                       .pName = "no_such_entry"},
             .layout = p.layout},
        };
        info[1] = info[0];
        info[1].stage.pName = "main";
        VkPipeline made[2] = {(VkPipeline)(uintptr_t)1, VK_NULL_HANDLE};
        VkResult r = vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 2, info, NULL, made);
        kt_ok(r < 0, "VkResult %d", r);
        kt_true(made[0] == VK_NULL_HANDLE && made[1] != VK_NULL_HANDLE); // the other one was made
        check_runs(&p, made[1]);
        vkDestroyPipeline(v.device, made[1], NULL);

        uint32_t rubbish[64] = {0x07230203, 0x00010000, 0, 10, 0, 0xffff0011};
        VkShaderModuleCreateInfo minfo = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                          .codeSize = sizeof(rubbish),
                                          .pCode = rubbish};
        VkShaderModule module;
        vkt_ok(vkCreateShaderModule(v.device, &minfo, NULL, &module));
        info[0].stage.module = module;
        kt_true(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, info, NULL, made) < 0);
        kt_true(made[0] == VK_NULL_HANDLE);
        vkDestroyShaderModule(v.device, module, NULL);
    }
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

// A pipeline that asks for subgroups of 32, whose kernel would spill at that width: where registers have no
// more than eight lanes.
static void expect_narrow(struct vkt_shader shader)
{
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, shader, 1, &type, 0, NULL, &p)) {
        VkPipelineShaderStageRequiredSubgroupSizeCreateInfo wish = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
            .requiredSubgroupSize = 32};
        VkComputePipelineCreateInfo info = vkt_compute_info(p.module, p.layout);
        info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
        info.stage.pNext = &wish;
        VkPipeline pipeline = VK_NULL_HANDLE;
        vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
        VkPipelineExecutableInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                             .pipeline = pipeline};
        VkPipelineExecutableStatisticKHR stats[32];
        for (unsigned i = 0; i < 32; i++)
            stats[i] = (VkPipelineExecutableStatisticKHR){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
        uint32_t n = 32, told = 0;
        vkt_ok(vkt_proc(&v, vkGetPipelineExecutableStatisticsKHR)(v.device, &which, &n, stats));
        for (uint32_t i = 0; i < n; i++) {
            bool width = !strcmp(stats[i].name, "SIMD width"), spills = !strcmp(stats[i].name, "Spill count");
            told += width || spills;
            if (width)
                kt_true(stats[i].value.u64 < 32 || vkt_min_subgroup(&v) > 8);
            if (spills)
                kt_eq(stats[i].value.u64, 0);
        }
        kt_eq(told, 2);
        vkDestroyPipeline(v.device, pipeline, NULL);
    }
    vkt_pipeline_free(&v, &p);
}

// A subgroup size that a library asks of all its kernels binds those only that can see it: what would spill
// is made narrower.
KT_TEST(required_size_that_nobody_sees)
{
    const char *layer = getenv("KILN_TEST_LAYER");
    if (layer && !strcmp(layer, "gpu"))
        kt_skip("the layer's own code spills");
    if (!vkt_init(&v, NULL))
        return;
    expect_narrow(SHADER(crowd));
    expect_narrow(SHADER(crowd_near));
    vkt_finish(&v);
}

KT_TEST(executable_properties)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, SHADER(count), 1, NULL, 4, NULL, &p)) {
        VkComputePipelineCreateInfo info = vkt_compute_info(p.module, p.layout);
        info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR |
                     VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
        VkPipeline pipeline;
        vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
        VkPipelineInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = pipeline};
        VkPipelineExecutablePropertiesKHR props = {.sType =
                                                       VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR};
        uint32_t n = 1;
        vkt_ok(vkt_proc(&v, vkGetPipelineExecutablePropertiesKHR)(v.device, &which, &n, &props));
        kt_eq(n, 1);
        kt_true(props.subgroupSize == 8 || props.subgroupSize == 16 || props.subgroupSize == 32);
        VkPipelineExecutableInfoKHR einfo = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                             .pipeline = pipeline};
        VkPipelineExecutableStatisticKHR stats[32];
        for (unsigned i = 0; i < 32; i++)
            stats[i] = (VkPipelineExecutableStatisticKHR){
                .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
        n = 32;
        vkt_ok(vkt_proc(&v, vkGetPipelineExecutableStatisticsKHR)(v.device, &einfo, &n, stats));
        bool found = false;
        for (uint32_t i = 0; i < n; i++)
            if (!strcmp(stats[i].name, "Instruction count"))
                found = stats[i].value.u64 > 3;
        kt_true(found);
        VkPipelineExecutableInternalRepresentationKHR reps[8] = {0};
        for (unsigned i = 0; i < 8; i++)
            reps[i].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR;
        n = 8;
        vkt_ok(vkt_proc(&v, vkGetPipelineExecutableInternalRepresentationsKHR)(v.device, &einfo, &n, reps));
        kt_eq(n, 4); // SPIR-V, LLVM IR, EU IR, EU assembly
        for (uint32_t i = 0; i < n; i++)
            reps[i].pData = malloc(reps[i].dataSize);
        vkt_ok(vkt_proc(&v, vkGetPipelineExecutableInternalRepresentationsKHR)(v.device, &einfo, &n, reps));
        if (n == 4)
            kt_true(!reps[0].isText && *(uint32_t *)reps[0].pData == 0x07230203 &&
                    strstr(reps[1].pData, "define") && strstr(reps[2].pData, "send") &&
                    strstr(reps[3].pData, "send"));
        for (uint32_t i = 0; i < n; i++)
            free(reps[i].pData);
        vkDestroyPipeline(v.device, pipeline, NULL);
    }
    vkt_pipeline_free(&v, &p);
    vkt_finish(&v);
}

KT_MAIN()
