// Threads: recording, allocation, pipelines and descriptor pools side by side on one device; the queue under
// a lock, as the application must, or one that locks itself.
#include "newer.h"

#include <pthread.h>

#include "vk/vkt.h"
#include "vkt_count.h"

enum { THREADS = 4, ROUNDS = 12 };

static struct vkt v;
static bool lock_queue;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static VkPipelineCache shared_cache;
static unsigned failures;

#define CHECK(cond)                                                                                          \
    do {                                                                                                     \
        if (!(cond))                                                                                         \
            __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);                                              \
    } while (0)

struct job {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint32_t *map;
    VkDescriptorPool descriptors;
    VkDescriptorSet set;
    VkCommandPool pool;
    VkFence fence;
    VkPipeline pipeline;
};

static VkDescriptorSetLayout set_layout;
static VkPipelineLayout layout;
static VkShaderModule module;

static void make(struct job *j)
{
    VkBufferCreateInfo binfo = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .size = 256,
                                .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkMemoryAllocateInfo minfo = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = 4096};
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    VkDescriptorPoolCreateInfo dinfo = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                        .maxSets = 1,
                                        .poolSizeCount = 1,
                                        .pPoolSizes = &size};
    VkCommandPoolCreateInfo pinfo = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkFenceCreateInfo finfo = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkComputePipelineCreateInfo cinfo = vkt_compute_info(module, layout);
    CHECK(!vkCreateBuffer(v.device, &binfo, NULL, &j->buffer));
    CHECK(!vkAllocateMemory(v.device, &minfo, NULL, &j->memory));
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(v.device, j->buffer, &requirements);
    CHECK(!vkBindBufferMemory(v.device, j->buffer, j->memory, 0));
    CHECK(!vkMapMemory(v.device, j->memory, 0, VK_WHOLE_SIZE, 0, (void **)&j->map));
    CHECK(!vkCreateDescriptorPool(v.device, &dinfo, NULL, &j->descriptors));
    VkDescriptorSetAllocateInfo ainfo = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = j->descriptors,
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &set_layout};
    CHECK(!vkAllocateDescriptorSets(v.device, &ainfo, &j->set));
    VkDescriptorBufferInfo info = {j->buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = j->set,
                              .descriptorCount = 1,
                              .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                              .pBufferInfo = &info};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    CHECK(!vkCreateCommandPool(v.device, &pinfo, NULL, &j->pool));
    CHECK(!vkCreateFence(v.device, &finfo, NULL, &j->fence));
    CHECK(!vkCreateComputePipelines(v.device, shared_cache, 1, &cinfo, NULL, &j->pipeline));
}

static void destroy(struct job *j)
{
    vkDestroyPipeline(v.device, j->pipeline, NULL);
    vkDestroyFence(v.device, j->fence, NULL);
    vkDestroyCommandPool(v.device, j->pool, NULL);
    vkDestroyDescriptorPool(v.device, j->descriptors, NULL);
    vkDestroyBuffer(v.device, j->buffer, NULL);
    vkFreeMemory(v.device, j->memory, NULL);
}

static void run(struct job *j, uint32_t add)
{
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = j->pool,
                                        .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer cmd;
    CHECK(!vkAllocateCommandBuffers(v.device, &info, &cmd));
    CHECK(!vkBeginCommandBuffer(cmd, &begin));
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, j->pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &j->set, 0, NULL);
    for (unsigned i = 0; i < 300; i++) {
        uint32_t value = i < 299 ? 0 : add;
        vkCmdPushConstants(cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &value);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_barrier(cmd);
    }
    CHECK(!vkEndCommandBuffer(cmd));
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    if (lock_queue)
        pthread_mutex_lock(&queue_lock);
    CHECK(!vkQueueSubmit(v.queue, 1, &submit, j->fence));
    if (lock_queue)
        pthread_mutex_unlock(&queue_lock);
    CHECK(!vkWaitForFences(v.device, 1, &j->fence, VK_TRUE, UINT64_MAX));
    for (unsigned i = 0; i < 64; i++)
        CHECK(j->map[i] == add);
}

static void *thread(void *arg)
{
    uint32_t number = (uint32_t)(uintptr_t)arg;
    for (uint32_t r = 0; r < ROUNDS; r++) {
        struct job j;
        memset(&j, 0, sizeof(j));
        make(&j);
        run(&j, number * 1000 + r);
        destroy(&j);
    }
    return NULL;
}

static void four_threads(void)
{
    struct vkt_pipeline p;
    if (vkt_pipeline(&v, (struct vkt_shader){vkt_count, sizeof(vkt_count)}, 1, NULL, 4, NULL, &p)) {
        VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
        vkt_ok(vkCreatePipelineCache(v.device, &info, NULL, &shared_cache));
        set_layout = p.set_layout;
        layout = p.layout;
        module = p.module;
        pthread_t threads[THREADS];
        for (uintptr_t i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, thread, (void *)i);
        for (unsigned i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
        kt_eq(failures, 0);
        vkDestroyPipelineCache(v.device, shared_cache, NULL);
    }
    vkt_pipeline_free(&v, &p);
}

KT_TEST(one_at_a_time)
{
    lock_queue = true;
    if (!vkt_init(&v, NULL))
        return;
    four_threads();
    vkt_finish(&v);
}

KT_TEST(a_queue_that_synchronizes_itself)
{
    lock_queue = false;
    if (!vkt_init(&v, &(struct vkt_options){.newer = true, .synchronized_queue = true}))
        return;
    VkQueue other = v.queue;
    VkDeviceQueueInfo2 plain = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2};
    vkGetDeviceQueue2(v.device, &plain, &other);
    kt_true(v.queue && !other); // a queue is found by the flags that it was made with
    four_threads();
    vkt_finish(&v);
}

KT_MAIN()
