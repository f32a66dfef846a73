// The observation unit's counters, as the driver that the environment names shows them by
// VK_KHR_performance_query: Mesa's ANV or Kiln, each on the simulated device's node (libkiln_node.so), which
// counts a dispatch that we know. Two drivers that read the same reports by tables of their own must say the
// same.
#include <string.h>
#include <vulkan/vulkan.h>

#include "common/vkc.h"
#include "kt.h"
#include "shared_spv.h"

enum { GROUP = 256, GROUPS = 24, MOST = 1024 };

// What each of the two calls it; what a dispatch of GROUPS groups makes of it; and what it makes of the
// counter before it in the report (is_haswell). ANY: see check.
enum { THREADS, BARRIERS, SLM_READ, SLM_WRITTEN, ACCESSES, ATOMICS, COUNTERS };
enum { ANY = -1, SLM = GROUPS * GROUP * 4 };
static const struct {
    const char *anv, *kiln;
    int64_t want, before;
} counters[COUNTERS] = {
    [THREADS] = {"CS Threads Dispatched", "OA: compute threads", ANY, 0},    // A4; A3: of another stage
    [BARRIERS] = {"Shader Barrier Messages", "OA: shader barriers", ANY, 0}, // A35; A34: atomics
    [SLM_READ] = {"SLM Bytes Read", "OA: shared memory read", SLM, 0},       // A30; A29: no sampler misses
    [SLM_WRITTEN] = {"SLM Bytes Written", "OA: shared memory written", SLM, SLM},                  // A31; A30
    [ACCESSES] = {"Shader Memory Accesses", "OA: shader memory accesses", 2 * SLM / 64, SLM / 64}, // A32; A31
    [ATOMICS] = {"Shader Atomic Memory Accesses", "OA: shader atomics", 0, 0},                     // A34; A33
};

#define PROC(device, name) PFN_##name name = (PFN_##name)vkGetDeviceProcAddr(device, #name)

static struct vkc_device d;
static VkQueryPool pool;
static const struct vkc_pipeline *pipeline;
static VkDescriptorSet set;

static bool find_counters(uint32_t which[COUNTERS])
{
    static VkPerformanceCounterKHR counter[MOST];
    static VkPerformanceCounterDescriptionKHR text[MOST];
    PFN_vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR ask =
        (PFN_vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR)vkGetInstanceProcAddr(
            d.instance, "vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR");
    uint32_t n = MOST, found = 0;
    for (uint32_t i = 0; i < n; i++) {
        counter[i].sType = VK_STRUCTURE_TYPE_PERFORMANCE_COUNTER_KHR;
        text[i].sType = VK_STRUCTURE_TYPE_PERFORMANCE_COUNTER_DESCRIPTION_KHR;
    }
    if (!ask || ask(d.physical, d.family, &n, counter, text) < 0)
        return kt_ok(false, "the driver has counters");
    for (unsigned c = 0; c < COUNTERS; c++)
        for (uint32_t i = 0; i < n; i++)
            if ((!strcmp(text[i].name, counters[c].anv) || !strcmp(text[i].name, counters[c].kiln)) &&
                kt_eq(counter[i].storage, VK_PERFORMANCE_COUNTER_STORAGE_UINT64_KHR)) {
                which[c] = i;
                found++;
                break;
            }
    return kt_ok(found == COUNTERS, "%u of its %u counters are known", found, n);
}

// How often the commands are submitted for these counters: a driver has sets of them, of which the unit
// counts one at a time.
static uint32_t passes_of(const VkQueryPoolPerformanceCreateInfoKHR *what)
{
    PFN_vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR ask =
        (PFN_vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR)vkGetInstanceProcAddr(
            d.instance, "vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR");
    uint32_t n = 0;
    ask(d.physical, what, &n);
    return n;
}

static VkResult submit(VkCommandBuffer cmd, uint32_t index)
{
    VkPerformanceQuerySubmitInfoKHR pass = {.sType = VK_STRUCTURE_TYPE_PERFORMANCE_QUERY_SUBMIT_INFO_KHR,
                                            .counterPassIndex = index};
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .pNext = &pass,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &cmd};
    VkResult r = vkQueueSubmit(d.queue, 1, &info, VK_NULL_HANDLE);
    return r ? r : vkQueueWaitIdle(d.queue);
}

static void record(VkCommandBuffer cmd)
{
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_SHADER_READ_BIT};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    vkBeginCommandBuffer(cmd, &begin);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline->layout, 0, 1, &set, 0, NULL);
    vkCmdDispatch(cmd, 5, 1, 1); // counts for none
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0,
                         1, &barrier, 0, NULL, 0, NULL);
    vkCmdBeginQuery(cmd, pool, 0, 0);
    vkCmdDispatch(cmd, GROUPS, 1, 1);
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0,
                         1, &barrier, 0, NULL, 0, NULL);
    vkCmdEndQuery(cmd, pool, 0);
    vkEndCommandBuffer(cmd);
}

static bool make_set(const struct vkc_buffer b[2])
{
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                            .maxSets = 1,
                                            .poolSizeCount = 1,
                                            .pPoolSizes = &size};
    VkDescriptorPool sets;
    if (!kt_eq(vkCreateDescriptorPool(d.device, &pool_info, NULL, &sets), VK_SUCCESS))
        return false;
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = sets,
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &pipeline->set_layout};
    if (!kt_eq(vkAllocateDescriptorSets(d.device, &info, &set), VK_SUCCESS))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        VkDescriptorBufferInfo range = {b[i].buffer, 0, VK_WHOLE_SIZE};
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = set,
                                      .dstBinding = i,
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      .pBufferInfo = &range};
        vkUpdateDescriptorSets(d.device, 1, &write, 0, NULL);
    }
    return true;
}

// Mesa 25.0.7 adds up reports of Gen8 to Gen11 as Haswell's, whose A0 is where theirs have the clock
// (intel_perf_query_result_accumulate, the last branch): each counter has the number of the one before it.
// Those before ours are of the same report, so that the machine is checked all the same.
static bool is_haswell(const VkPerformanceCounterResultKHR out[COUNTERS])
{
    bool all = strstr(d.driver, "Mesa") != NULL;
    for (unsigned c = 0; c < COUNTERS; c++)
        all = all && out[c].uint64 == (uint64_t)counters[c].before;
    return all;
}

static void check(const VkPerformanceCounterResultKHR out[COUNTERS])
{
    bool haswell = is_haswell(out);
    for (unsigned c = 0; c < COUNTERS; c++) {
        printf("# %s: %llu\n", counters[c].anv, (unsigned long long)out[c].uint64);
        if (!haswell && counters[c].want != ANY)
            kt_eq(out[c].uint64, counters[c].want);
    }
    if (haswell) {
        printf("# this driver takes the reports for Haswell's: each is the counter before it\n");
        return;
    }
    kt_eq(out[BARRIERS].uint64, out[THREADS].uint64); // each waits once
    uint64_t threads = out[THREADS].uint64;
    kt_ok(threads == GROUPS * GROUP / 8 || threads == GROUPS * GROUP / 16 || threads == GROUPS * GROUP / 32,
          "%llu threads: SIMD8, 16 or 32", (unsigned long long)threads);
}

static void count(const uint32_t which[COUNTERS])
{
    PROC(d.device, vkAcquireProfilingLockKHR);
    PROC(d.device, vkReleaseProfilingLockKHR);
    PROC(d.device, vkResetQueryPool);
    VkQueryPoolPerformanceCreateInfoKHR what = {.sType =
                                                    VK_STRUCTURE_TYPE_QUERY_POOL_PERFORMANCE_CREATE_INFO_KHR,
                                                .queueFamilyIndex = d.family,
                                                .counterIndexCount = COUNTERS,
                                                .pCounterIndices = which};
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .pNext = &what,
                                  .queryType = VK_QUERY_TYPE_PERFORMANCE_QUERY_KHR,
                                  .queryCount = 1};
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = d.pool,
                                         .commandBufferCount = 1};
    VkAcquireProfilingLockInfoKHR lock = {.sType = VK_STRUCTURE_TYPE_ACQUIRE_PROFILING_LOCK_INFO_KHR};
    VkCommandBuffer cmd;
    VkPerformanceCounterResultKHR out[COUNTERS] = {0};
    if (!kt_eq(vkCreateQueryPool(d.device, &info, NULL, &pool), VK_SUCCESS) ||
        !kt_eq(vkAllocateCommandBuffers(d.device, &alloc, &cmd), VK_SUCCESS) ||
        !kt_eq(vkAcquireProfilingLockKHR(d.device, &lock), VK_SUCCESS))
        return;
    vkResetQueryPool(d.device, pool, 0, 1);
    record(cmd);
    uint32_t passes = passes_of(&what);
    kt_ok(passes > 0, "%u passes", passes);
    for (uint32_t i = 0; i < passes; i++)
        kt_eq(submit(cmd, i), VK_SUCCESS);
    kt_eq(
        vkGetQueryPoolResults(d.device, pool, 0, 1, sizeof(out), out, sizeof(out), VK_QUERY_RESULT_WAIT_BIT),
        VK_SUCCESS);
    vkReleaseProfilingLockKHR(d.device);
    vkDestroyQueryPool(d.device, pool, NULL);
    check(out);
}

KT_TEST(of_a_dispatch)
{
    static const VkDescriptorType types[2] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                              VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    VkInstance instance;
    struct vkc_pipeline p;
    struct vkc_buffer b[2];
    uint32_t which[COUNTERS];
    if (!kt_eq(vkc_instance_create(&instance), VK_SUCCESS) ||
        !kt_eq(vkc_device_create(instance, NULL, &d), VK_SUCCESS))
        return;
    printf("# %s\n", d.props.deviceName);
    pipeline = &p;
    if (find_counters(which) &&
        kt_eq(vkc_pipeline_create(&d, shared_spv, sizeof(shared_spv), NULL, types, NULL, 2, 0, &p),
              VK_SUCCESS)) {
        for (unsigned i = 0; i < 2; i++)
            kt_eq(vkc_buffer_create(&d, GROUPS * GROUP * 4, &b[i]), VK_SUCCESS);
        if (make_set(b))
            count(which);
    }
}

KT_MAIN()
