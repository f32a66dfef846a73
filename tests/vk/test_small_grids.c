// Pipelines with two kernels: which of them a dispatch gets, and that nothing else of it changes.
#include <unistd.h>

#include "vk/vkt.h"
#include "vkt_small_grids.h"
#include "vkt_subgroup.h"

#define SHADER(name) ((struct vkt_shader){vkt_##name, sizeof(vkt_##name)})
#define DYNAMIC VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC

enum { LOCAL = 64, MANY = 2000, ROUNDS = 40, REGION = MANY * LOCAL * 4 };

static struct vkt v;

struct push {
    uint32_t rounds, seed;
};

// A dispatch of so many groups, from `base` on, into a region of its own.
struct part {
    uint32_t groups, base, seed;
    bool indirect, small;
};

static const struct part parts[] = {
    {2, 0, 1, .small = true}, {MANY, 0, 1}, // the same constants, but for the number of groups
    {2, 0, 2, .small = true}, {2, 0, 3, .small = true},
    {1, 7, 3, .small = true}, {2, 0, 3, .indirect = true}, // nobody knows how many
    {2, 0, 3, .small = true}, {MANY, 0, 4},
};
enum { PARTS = sizeof(parts) / sizeof(parts[0]) };

static uint32_t expected(const struct part *p, uint32_t i)
{
    uint32_t x = i ^ p->seed;
    for (uint32_t r = 0; r < ROUNDS; r++)
        x = (x * 1664525u + 1013904223u) ^ (x >> 13);
    return x + p->groups;
}

static void record(VkCommandBuffer cmd, const struct vkt_pipeline *p, const struct vkt_buffer *counts)
{
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->pipeline);
    for (uint32_t n = 0; n < PARTS; n++) {
        const struct push push = {ROUNDS, parts[n].seed};
        const uint32_t offset = n * REGION;
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p->layout, 0, 1, &p->set, 1, &offset);
        vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
        if (parts[n].indirect)
            vkCmdDispatchIndirect(cmd, counts->buffer, 12 * n);
        else if (parts[n].base)
            vkCmdDispatchBase(cmd, parts[n].base, 0, 0, parts[n].groups, 1, 1);
        else
            vkCmdDispatch(cmd, parts[n].groups, 1, 1);
        vkt_barrier(cmd); // one after the other, in the statistics too
    }
}

static void check_part(const struct vkt_buffer *b, uint32_t n)
{
    const struct part *p = &parts[n];
    const uint32_t *a = (const uint32_t *)((const uint8_t *)b->map + (size_t)n * REGION);
    for (uint32_t i = 0; i < MANY * LOCAL; i++) {
        bool in = i >= p->base * LOCAL && i < (p->base + p->groups) * LOCAL;
        if (!kt_ok(a[i] == (in ? expected(p, i) : 0), "part %u: a[%u] is %u", n, i, a[i]))
            return;
    }
}

// The widths of the dispatches in a file of KILN_SIM_STATS.
static unsigned read_widths(const char *path, uint32_t out[PARTS])
{
    static char text[1 << 20];
    FILE *f = fopen(path, "r");
    size_t size = f ? fread(text, 1, sizeof(text) - 1, f) : 0;
    unsigned n = 0;
    text[size] = 0;
    for (const char *at = strstr(text, "\"dispatches\": [");
         at && (at = strstr(at, "\"simd\": ")) && n < PARTS;)
        out[n++] = (uint32_t)strtoul(at += 8, NULL, 10);
    if (f)
        fclose(f);
    return n;
}

static void run_parts(uint32_t widths[2])
{
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, SHADER(small_grids), 1, (const VkDescriptorType[]){DYNAMIC}, sizeof(struct push),
                      NULL, &p))
        return;
    vkDestroyPipeline(v.device, p.pipeline, NULL);
    VkComputePipelineCreateInfo info = vkt_compute_info(p.module, p.layout);
    info.flags = VK_PIPELINE_CREATE_DISPATCH_BASE;
    vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &p.pipeline));
    VkPipelineInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = p.pipeline};
    VkPipelineExecutablePropertiesKHR all[2];
    for (unsigned i = 0; i < 2; i++)
        all[i] = (VkPipelineExecutablePropertiesKHR){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR};
    uint32_t n = 1;
    kt_eq(vkt_proc(&v, vkGetPipelineExecutablePropertiesKHR)(v.device, &which, &n, all), VK_INCOMPLETE);
    vkt_ok(vkt_proc(&v, vkGetPipelineExecutablePropertiesKHR)(v.device, &which, &n, NULL));
    kt_eq(n, 2);
    vkt_ok(vkt_proc(&v, vkGetPipelineExecutablePropertiesKHR)(v.device, &which, &n, all));
    kt_ok(strstr(all[1].description, "up to ") != NULL, "%s", all[1].description);
    for (unsigned i = 0; i < 2; i++)
        widths[i] = all[i].subgroupSize;
    struct vkt_buffer b = vkt_buffer(&v, (VkDeviceSize)PARTS * REGION), counts = vkt_buffer(&v, 12 * PARTS);
    for (uint32_t i = 0; i < PARTS; i++)
        memcpy((uint32_t *)counts.map + (size_t)3 * i, (const uint32_t[]){parts[i].groups, 1, 1}, 12);
    vkt_bind_buffer(&v, &p, 0, DYNAMIC, &b, 0, REGION);
    VkCommandBuffer cmd = vkt_begin(&v);
    record(cmd, &p, &counts);
    vkt_run(&v, cmd);
    for (uint32_t i = 0; i < PARTS; i++)
        check_part(&b, i);
    vkt_buffer_free(&v, &b);
    vkt_buffer_free(&v, &counts);
    vkt_pipeline_free(&v, &p);
}

KT_TEST(small_and_large)
{
    char path[] = "/tmp/kiln-small-XXXXXX";
    uint32_t widths[2] = {0}, of[PARTS] = {0};
    int fd = mkstemp(path);
    setenv("KILN_SIM_STATS", path, 1);
    if (fd >= 0 && vkt_init(&v, NULL))
        run_parts(widths);
    unsetenv("KILN_SIM_STATS");
    vkt_finish(&v);
    kt_ok(widths[1] < widths[0], "SIMD%u for small grids, SIMD%u", widths[1], widths[0]);
    unsigned count = read_widths(path, of);
    if (!vkt_gpu_assisted()) // the layer has dispatches of its own
        kt_eq(count, PARTS);
    for (uint32_t n = 0; n < PARTS && !vkt_gpu_assisted(); n++)
        kt_ok(of[n] == widths[parts[n].small], "part %u: SIMD%u", n, of[n]);
    close(fd);
    unlink(path);
}

// What can tell how wide it is has one width.
KT_TEST(sees_its_width)
{
    struct vkt_pipeline p;
    uint32_t n = 0;
    if (!vkt_init(&v, NULL))
        return;
    if (vkt_pipeline(&v, SHADER(subgroup), 1, NULL, 0, NULL, &p)) {
        VkPipelineInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = p.pipeline};
        vkt_ok(vkt_proc(&v, vkGetPipelineExecutablePropertiesKHR)(v.device, &which, &n, NULL));
        kt_eq(n, 1);
        vkt_pipeline_free(&v, &p);
    }
    vkt_finish(&v);
}

KT_MAIN()
