// saxpy through the Vulkan loader on Mesa's ANV, which runs on the simulated device (libkiln_node.so is
// preloaded by the test's environment). A compiler and a driver that are not ours must get the right answer
// from our GPU.
#include <math.h>
#include <vulkan/vulkan.h>

#include "kt.h"
#include "saxpy_spv.h"

#define CHECK(x)                                                                                             \
    do {                                                                                                     \
        VkResult check_result = (x);                                                                         \
        if (!kt_ok(check_result == VK_SUCCESS, "%s: %d", #x, check_result))                                  \
            return;                                                                                          \
    } while (0)

enum { COUNT = 1000 };

struct gpu {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
};

// The simulated device through Mesa; false with a skip reason if there is none.
static bool find_device(struct gpu *g)
{
    VkPhysicalDevice list[8];
    uint32_t count = 8;
    VkApplicationInfo app = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo ci = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app};
    if (vkCreateInstance(&ci, NULL, &g->instance) != VK_SUCCESS)
        return false;
    if (vkEnumeratePhysicalDevices(g->instance, &count, list) < 0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties p;
        vkGetPhysicalDeviceProperties(list[i], &p);
        printf("# %s\n", p.deviceName);
        if (p.vendorID == 0x8086 && strstr(p.deviceName, "Intel")) {
            g->physical = list[i];
            return true;
        }
    }
    return false;
}

static VkResult open_device(struct gpu *g)
{
    VkQueueFamilyProperties families[8];
    uint32_t count = 8;
    vkGetPhysicalDeviceQueueFamilyProperties(g->physical, &count, families);
    for (uint32_t i = 0; i < count; i++)
        if (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT)
            g->family = i;
    float priority = 1;
    VkDeviceQueueCreateInfo q = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = g->family,
                                 .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo ci = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &q};
    VkResult r = vkCreateDevice(g->physical, &ci, NULL, &g->device);
    if (r == VK_SUCCESS)
        vkGetDeviceQueue(g->device, g->family, 0, &g->queue);
    return r;
}

static VkResult make_buffer(struct gpu *g, VkBuffer *buffer, float **map)
{
    VkBufferCreateInfo ci = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = COUNT * sizeof(float),
                             .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkMemoryRequirements req;
    VkPhysicalDeviceMemoryProperties mp;
    VkDeviceMemory memory;
    VkResult r = vkCreateBuffer(g->device, &ci, NULL, buffer);
    if (r)
        return r;
    vkGetBufferMemoryRequirements(g->device, *buffer, &req);
    vkGetPhysicalDeviceMemoryProperties(g->physical, &mp);
    VkMemoryAllocateInfo ai = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = req.size};
    const VkMemoryPropertyFlags want =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    for (uint32_t i = 0; i < mp.memoryTypeCount; i++)
        if (req.memoryTypeBits >> i & 1 && (mp.memoryTypes[i].propertyFlags & want) == want)
            ai.memoryTypeIndex = i;
    if ((r = vkAllocateMemory(g->device, &ai, NULL, &memory)))
        return r;
    if ((r = vkBindBufferMemory(g->device, *buffer, memory, 0)))
        return r;
    return vkMapMemory(g->device, memory, 0, VK_WHOLE_SIZE, 0, (void **)map);
}

struct push {
    float a;
    uint32_t n;
};

struct work {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorSet set;
    VkCommandBuffer cmd;
    VkQueryPool invocations, times;
};

static VkResult make_pipeline(struct gpu *g, struct work *w)
{
    VkDescriptorSetLayoutBinding b[2];
    VkShaderModule module;
    VkResult r;
    for (uint32_t i = 0; i < 2; i++)
        b[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                              VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    VkDescriptorSetLayoutCreateInfo sl = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                          .bindingCount = 2, .pBindings = b};
    if ((r = vkCreateDescriptorSetLayout(g->device, &sl, NULL, &w->set_layout)))
        return r;
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(struct push)};
    VkPipelineLayoutCreateInfo pl = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1,
                                     .pSetLayouts = &w->set_layout, .pushConstantRangeCount = 1,
                                     .pPushConstantRanges = &range};
    if ((r = vkCreatePipelineLayout(g->device, &pl, NULL, &w->layout)))
        return r;
    VkShaderModuleCreateInfo sm = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof(saxpy_spv),
                                   .pCode = saxpy_spv};
    if ((r = vkCreateShaderModule(g->device, &sm, NULL, &module)))
        return r;
    VkComputePipelineCreateInfo ci = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                      .stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module,
                                                .pName = "main"},
                                      .layout = w->layout};
    return vkCreateComputePipelines(g->device, VK_NULL_HANDLE, 1, &ci, NULL, &w->pipeline);
}

static VkResult make_set(struct gpu *g, struct work *w, VkBuffer x, VkBuffer y)
{
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    VkDescriptorPoolCreateInfo pi = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1,
                                     .poolSizeCount = 1, .pPoolSizes = &size};
    VkDescriptorPool pool;
    VkResult r = vkCreateDescriptorPool(g->device, &pi, NULL, &pool);
    if (r)
        return r;
    VkDescriptorSetAllocateInfo ai = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = pool,
                                      .descriptorSetCount = 1, .pSetLayouts = &w->set_layout};
    if ((r = vkAllocateDescriptorSets(g->device, &ai, &w->set)))
        return r;
    VkDescriptorBufferInfo info[2] = {{x, 0, VK_WHOLE_SIZE}, {y, 0, VK_WHOLE_SIZE}};
    VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = w->set,
                                  .descriptorCount = 2, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                  .pBufferInfo = info};
    vkUpdateDescriptorSets(g->device, 1, &write, 0, NULL);
    return VK_SUCCESS;
}

static VkResult make_queries(struct gpu *g, struct work *w)
{
    VkQueryPoolCreateInfo ci = {
        VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_PIPELINE_STATISTICS,
        .queryCount = 1, .pipelineStatistics = VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT};
    VkResult r = vkCreateQueryPool(g->device, &ci, NULL, &w->invocations);
    if (r)
        return r;
    ci = (VkQueryPoolCreateInfo){VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                 .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2};
    return vkCreateQueryPool(g->device, &ci, NULL, &w->times);
}

static void check_queries(struct gpu *g, struct work *w)
{
    uint64_t count = 0, t[2] = {0};
    kt_eq(vkGetQueryPoolResults(g->device, w->invocations, 0, 1, sizeof(count), &count, 8,
                                VK_QUERY_RESULT_64_BIT),
          VK_SUCCESS);
    kt_eq(count, (COUNT + 63) / 64 * 64);
    kt_eq(vkGetQueryPoolResults(g->device, w->times, 0, 2, sizeof(t), t, 8, VK_QUERY_RESULT_64_BIT),
          VK_SUCCESS);
    kt_true(t[0] && t[0] <= t[1]);
}

static VkResult record(struct gpu *g, struct work *w, const struct push *p)
{
    VkCommandPoolCreateInfo pi = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = g->family};
    VkCommandPool pool;
    VkResult r = vkCreateCommandPool(g->device, &pi, NULL, &pool);
    if (r)
        return r;
    VkCommandBufferAllocateInfo ai = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool,
                                      .commandBufferCount = 1};
    if ((r = vkAllocateCommandBuffers(g->device, &ai, &w->cmd)))
        return r;
    VkCommandBufferBeginInfo bi = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    if ((r = vkBeginCommandBuffer(w->cmd, &bi)))
        return r;
    vkCmdResetQueryPool(w->cmd, w->invocations, 0, 1);
    vkCmdResetQueryPool(w->cmd, w->times, 0, 2);
    vkCmdWriteTimestamp(w->cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, w->times, 0);
    vkCmdBeginQuery(w->cmd, w->invocations, 0, 0);
    vkCmdBindPipeline(w->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, w->pipeline);
    vkCmdBindDescriptorSets(w->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, w->layout, 0, 1, &w->set, 0, NULL);
    vkCmdPushConstants(w->cmd, w->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(*p), p);
    vkCmdDispatch(w->cmd, (COUNT + 63) / 64, 1, 1);
    vkCmdEndQuery(w->cmd, w->invocations, 0);
    vkCmdWriteTimestamp(w->cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, w->times, 1);
    return vkEndCommandBuffer(w->cmd);
}

KT_TEST(anv_saxpy)
{
    struct gpu g = {0};
    struct work w = {0};
    VkBuffer bx, by;
    float *x, *y;
    const struct push p = {2.5f, COUNT - 3};
    if (!find_device(&g))
        kt_skip("no Mesa ANV, or no libkiln_node.so");
    CHECK(open_device(&g));
    CHECK(make_buffer(&g, &bx, &x));
    CHECK(make_buffer(&g, &by, &y));
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = (float)(3 * i) - 7;
    }
    CHECK(make_pipeline(&g, &w));
    CHECK(make_set(&g, &w, bx, by));
    CHECK(make_queries(&g, &w));
    CHECK(record(&g, &w, &p));
    VkFence fence;
    VkFenceCreateInfo fi = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    CHECK(vkCreateFence(g.device, &fi, NULL, &fence));
    VkSubmitInfo si = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &w.cmd};
    CHECK(vkQueueSubmit(g.queue, 1, &si, fence));
    CHECK(vkWaitForFences(g.device, 1, &fence, VK_TRUE, UINT64_C(60000000000)));
    CHECK(vkQueueWaitIdle(g.queue));
    int wrong = 0;
    for (int i = 0; i < COUNT; i++) {
        // Exact in single precision: small multiples of a half.
        float expect = i < COUNT - 3 ? 2.5f * (float)i + (float)(3 * i) - 7 : (float)(3 * i) - 7;
        if (y[i] != expect && wrong++ < 4)
            kt_ok(false, "y[%d] = %g, not %g", i, (double)y[i], (double)expect);
    }
    kt_eq(wrong, 0);
    check_queries(&g, &w);
    vkDestroyDevice(g.device, NULL); // the rest goes with it
    vkDestroyInstance(g.instance, NULL);
}

// Two dispatches, the second of which uses the first one's result: y = a x + y, then x = a y + x.
static VkResult record_two(struct gpu *g, struct work *w, VkDescriptorSet second, const struct push *p,
                           bool barrier)
{
    VkCommandBufferBeginInfo bi = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandPoolCreateInfo pi = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = g->family};
    VkCommandPool pool;
    VkResult r = vkCreateCommandPool(g->device, &pi, NULL, &pool);
    VkCommandBufferAllocateInfo ai = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool,
                                      .commandBufferCount = 1};
    if (r || (r = vkAllocateCommandBuffers(g->device, &ai, &w->cmd)) ||
        (r = vkBeginCommandBuffer(w->cmd, &bi)))
        return r;
    vkCmdBindPipeline(w->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, w->pipeline);
    vkCmdPushConstants(w->cmd, w->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(*p), p);
    vkCmdBindDescriptorSets(w->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, w->layout, 0, 1, &w->set, 0, NULL);
    vkCmdDispatch(w->cmd, (COUNT + 63) / 64, 1, 1);
    VkMemoryBarrier mb = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                          .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    if (barrier)
        vkCmdPipelineBarrier(w->cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &mb, 0, NULL, 0, NULL);
    vkCmdBindDescriptorSets(w->cmd, VK_PIPELINE_BIND_POINT_COMPUTE, w->layout, 0, 1, &second, 0, NULL);
    vkCmdDispatch(w->cmd, (COUNT + 63) / 64, 1, 1);
    return vkEndCommandBuffer(w->cmd);
}

// On the strict machine only a barrier puts dispatches in order: without one, the second runs first.
KT_TEST(order_of_dispatches)
{
    struct gpu g = {0};
    struct work w = {0};
    VkBuffer bx, by;
    float *x, *y;
    const struct push p = {2, COUNT};
    bool lazy = !getenv("KILN_SIM_STRICT") || strcmp(getenv("KILN_SIM_STRICT"), "off") != 0;
    if (!find_device(&g))
        kt_skip("no Mesa ANV, or no libkiln_node.so");
    CHECK(open_device(&g));
    CHECK(make_buffer(&g, &bx, &x));
    CHECK(make_buffer(&g, &by, &y));
    CHECK(make_pipeline(&g, &w));
    CHECK(make_set(&g, &w, by, bx));
    VkDescriptorSet second = w.set;
    CHECK(make_set(&g, &w, bx, by));
    for (int barrier = 0; barrier < 2; barrier++) {
        for (int i = 0; i < COUNT; i++) {
            x[i] = (float)i;
            y[i] = 1;
        }
        CHECK(record_two(&g, &w, second, &p, barrier));
        VkSubmitInfo si = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &w.cmd};
        CHECK(vkQueueSubmit(g.queue, 1, &si, VK_NULL_HANDLE));
        CHECK(vkQueueWaitIdle(g.queue));
        bool forward = barrier || !lazy;
        int wrong = 0;
        for (int i = 0; i < COUNT; i++) {
            float ex = forward ? (float)(5 * i + 2) : (float)(i + 2),
                  ey = forward ? (float)(2 * i + 1) : 2 * ex + 1;
            if ((x[i] != ex || y[i] != ey) && wrong++ < 4)
                kt_ok(false, "%s a barrier: x[%d] = %g, y = %g, not %g, %g", barrier ? "with" : "without", i,
                      (double)x[i], (double)y[i], (double)ex, (double)ey);
        }
        kt_eq(wrong, 0);
    }
    vkDestroyDevice(g.device, NULL);
    vkDestroyInstance(g.instance, NULL);
}

KT_MAIN()
