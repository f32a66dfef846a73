// Many threads that do all that may be done side by side on one device: objects made and destroyed, memory
// allocated and freed, caches merged and read while others compile into them, timelines waited for before
// they are signalled, sets updated, data and names attached. What must be one at a time has a lock.
#include <pthread.h>

#include "vk/vkt.h"
#include "vkt_count.h"

enum { THREADS = 8, ROUNDS = 25, WORDS = 64 };

static struct vkt v;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static struct vkt_pipeline common;
static VkPipelineCache caches[2]; // both are internally synchronized, but for the destination of a merge
static pthread_mutex_t merge_lock = PTHREAD_MUTEX_INITIALIZER;
static VkPrivateDataSlot slot;
static VkSemaphore turns; // a timeline: thread n signals n + 1
static unsigned failures;

#define CHECK(cond)                                                                                          \
    do {                                                                                                     \
        if (!(cond)) {                                                                                       \
            __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);                                              \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #cond);                                       \
        }                                                                                                    \
    } while (0)

struct job {
    uint32_t number;
    unsigned seed;
    VkCommandPool pool;
    VkDescriptorPool descriptors;
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint32_t *map;
    VkFence fence;
};

static void make_buffer(struct job *j)
{
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = WORDS * 4,
                               .usage =
                                   VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    CHECK(!vkCreateBuffer(v.device, &info, NULL, &j->buffer));
    VkMemoryRequirements req;
    vkGetBufferMemoryRequirements(v.device, j->buffer, &req);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = req.size + rand_r(&j->seed) % 100000};
    CHECK(!vkAllocateMemory(v.device, &alloc, NULL, &j->memory));
    CHECK(!vkBindBufferMemory(v.device, j->buffer, j->memory, 0));
    CHECK(!vkMapMemory(v.device, j->memory, 0, VK_WHOLE_SIZE, 0, (void **)&j->map));
    memset(j->map, 0, WORDS * 4);
}

static void free_buffer(struct job *j)
{
    vkDestroyBuffer(v.device, j->buffer, NULL);
    vkFreeMemory(v.device, j->memory, NULL);
}

static VkDescriptorSet make_set(struct job *j)
{
    VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorPool = j->descriptors,
                                        .descriptorSetCount = 1,
                                        .pSetLayouts = &common.set_layout};
    VkDescriptorSet set;
    CHECK(!vkAllocateDescriptorSets(v.device, &info, &set));
    VkDescriptorBufferInfo buffer = {j->buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = set,
                              .descriptorCount = 1,
                              .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                              .pBufferInfo = &buffer};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    return set;
}

static VkPipeline make_pipeline(VkPipelineCache cache)
{
    VkComputePipelineCreateInfo info = vkt_compute_info(common.module, common.layout);
    info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
    VkPipeline p = VK_NULL_HANDLE;
    CHECK(!vkCreateComputePipelines(v.device, cache, 1, &info, NULL, &p));
    return p;
}

static VkCommandBuffer begin(struct job *j)
{
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = j->pool,
                                        .commandBufferCount = 1};
    VkCommandBufferBeginInfo b = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer cmd;
    CHECK(!vkAllocateCommandBuffers(v.device, &info, &cmd));
    CHECK(!vkBeginCommandBuffer(cmd, &b));
    return cmd;
}

static void submit(VkCommandBuffer cmd, VkFence fence)
{
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    pthread_mutex_lock(&queue_lock);
    CHECK(!vkQueueSubmit(v.queue, 1, &info, fence));
    pthread_mutex_unlock(&queue_lock);
}

static void wait(struct job *j)
{
    CHECK(!vkWaitForFences(v.device, 1, &j->fence, VK_TRUE, UINT64_MAX));
    CHECK(!vkResetFences(v.device, 1, &j->fence));
}

// ---- what a thread does, in a random order

static void dispatches(struct job *j)
{
    VkPipeline p = make_pipeline(caches[rand_r(&j->seed) % 2]);
    make_buffer(j);
    VkDescriptorSet set = make_set(j);
    VkCommandBuffer cmd = begin(j);
    uint32_t value = 0, n = 1 + (uint32_t)rand_r(&j->seed) % 40;
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, common.layout, 0, 1, &set, 0, NULL);
    for (uint32_t i = 0; i < n; i++) {
        vkCmdPushConstants(cmd, common.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &i);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_barrier(cmd);
        value = value * 2 + i;
    }
    CHECK(!vkEndCommandBuffer(cmd));
    submit(cmd, j->fence);
    wait(j);
    for (uint32_t i = 0; i < WORDS; i++)
        CHECK(j->map[i] == value);
    vkDestroyPipeline(v.device, p, NULL);
    CHECK(!vkResetDescriptorPool(v.device, j->descriptors, 0));
    CHECK(!vkResetCommandPool(v.device, j->pool, VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT));
    vkFreeCommandBuffers(v.device, j->pool, 1, &cmd);
    free_buffer(j);
}

static void work_with_caches(struct job *j)
{
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    VkPipelineCache own;
    size_t size = 0;
    CHECK(!vkGetPipelineCacheData(v.device, caches[0], &size, NULL));
    void *data = malloc(size + 4096);
    size += 4096;
    CHECK(vkGetPipelineCacheData(v.device, caches[0], &size, data) >= 0);
    info.initialDataSize = size;
    info.pInitialData = data;
    CHECK(!vkCreatePipelineCache(v.device, &info, NULL, &own));
    VkPipeline p = make_pipeline(own);
    CHECK(!vkMergePipelineCaches(v.device, own, 2, caches));
    pthread_mutex_lock(&merge_lock);
    CHECK(!vkMergePipelineCaches(v.device, caches[1], 1, &own));
    pthread_mutex_unlock(&merge_lock);
    vkDestroyPipeline(v.device, p, NULL);
    vkDestroyPipelineCache(v.device, own, NULL);
    free(data);
}

static void objects(struct job *j)
{
    VkEventCreateInfo event_info = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkImageCreateInfo image_info = vkt_image_2d(VK_FORMAT_R8G8B8A8_UNORM, 33, 17, 2, 3,
                                                VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkSamplerCreateInfo sampler_info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                        .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                        .borderColor = (VkBorderColor)(rand_r(&j->seed) % 6)};
    VkQueryPoolCreateInfo query_info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                        .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                        .queryCount = 3};
    VkEvent event;
    VkImage image;
    VkSampler sampler;
    VkQueryPool queries;
    VkDeviceMemory memory;
    VkImageView view;
    CHECK(!vkCreateEvent(v.device, &event_info, NULL, &event));
    CHECK(!vkCreateImage(v.device, &image_info, NULL, &image));
    CHECK(!vkCreateSampler(v.device, &sampler_info, NULL, &sampler));
    CHECK(!vkCreateQueryPool(v.device, &query_info, NULL, &queries));
    VkMemoryRequirements req;
    vkGetImageMemoryRequirements(v.device, image, &req);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = req.size};
    CHECK(!vkAllocateMemory(v.device, &alloc, NULL, &memory));
    CHECK(!vkBindImageMemory(v.device, image, memory, 0));
    VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                       .image = image,
                                       .viewType = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                       .format = image_info.format,
                                       .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 2, 0, 3}};
    CHECK(!vkCreateImageView(v.device, &view_info, NULL, &view));
    CHECK(!vkSetPrivateData(v.device, VK_OBJECT_TYPE_EVENT, (uint64_t)event, slot, j->number + 1));
    VkCommandBuffer cmd = begin(j);
    vkCmdResetQueryPool(cmd, queries, 0, 3);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, queries, 1);
    vkCmdSetEvent(cmd, event, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    CHECK(!vkEndCommandBuffer(cmd));
    submit(cmd, j->fence);
    uint64_t time, data;
    CHECK(!vkGetQueryPoolResults(v.device, queries, 1, 1, 8, &time, 8,
                                 VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT));
    wait(j);
    CHECK(vkGetEventStatus(v.device, event) == VK_EVENT_SET);
    vkGetPrivateData(v.device, VK_OBJECT_TYPE_EVENT, (uint64_t)event, slot, &data);
    CHECK(data == j->number + 1);
    vkFreeCommandBuffers(v.device, j->pool, 1, &cmd);
    vkDestroyImageView(v.device, view, NULL);
    vkDestroyImage(v.device, image, NULL);
    vkFreeMemory(v.device, memory, NULL);
    vkDestroySampler(v.device, sampler, NULL);
    vkDestroyQueryPool(v.device, queries, NULL);
    vkDestroyEvent(v.device, event, NULL);
}

// A fill that waits for a value which the host signals after it was submitted.
static void waits_before_signals(struct job *j)
{
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    VkSemaphore own;
    CHECK(!vkCreateSemaphore(v.device, &info, NULL, &own));
    make_buffer(j);
    VkCommandBuffer cmd = begin(j);
    vkCmdFillBuffer(cmd, j->buffer, 0, VK_WHOLE_SIZE, j->number + 7);
    CHECK(!vkEndCommandBuffer(cmd));
    // The signal comes with the lock: what waits holds up the queue, so that others must not wait behind it.
    pthread_mutex_lock(&queue_lock);
    CHECK(!vkt_submit(
        v.queue,
        (struct vkt_submit){.cmd = cmd, .wait = own, .wait_value = 1, .signal = own, .signal_value = 2}));
    pthread_mutex_unlock(&queue_lock);
    CHECK(!vkt_signal(&v, own, 1));
    CHECK(!vkt_wait(&v, own, 2, UINT64_MAX));
    for (uint32_t i = 0; i < WORDS; i++)
        CHECK(j->map[i] == j->number + 7);
    vkFreeCommandBuffers(v.device, j->pool, 1, &cmd);
    free_buffer(j);
    vkDestroySemaphore(v.device, own, NULL);
}

static void reads_what_there_is(struct job *j)
{
    uint32_t n = 0;
    VkPipelineInfoKHR which = {.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = common.pipeline};
    CHECK(!vkt_proc(&v, vkGetPipelineExecutablePropertiesKHR)(v.device, &which, &n, NULL));
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 memory = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, .pNext = &budget};
    vkGetPhysicalDeviceMemoryProperties2(v.physical, &memory);
    CHECK(budget.heapBudget[0] > 0);
    uint64_t value;
    CHECK(!vkGetSemaphoreCounterValue(v.device, turns, &value));
    pthread_mutex_lock(&queue_lock);
    CHECK(!vkQueueWaitIdle(v.queue));
    pthread_mutex_unlock(&queue_lock);
}

static void *thread(void *arg)
{
    static void (*const acts[])(struct job *) = {dispatches, work_with_caches, objects, waits_before_signals,
                                                 reads_what_there_is};
    struct job j = {.number = (uint32_t)(uintptr_t)arg, .seed = 7 + (unsigned)(uintptr_t)arg};
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4};
    VkDescriptorPoolCreateInfo descriptors = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                              .maxSets = 4,
                                              .poolSizeCount = 1,
                                              .pPoolSizes = &size};
    VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    CHECK(!vkCreateCommandPool(v.device, &pool, NULL, &j.pool));
    CHECK(!vkCreateDescriptorPool(v.device, &descriptors, NULL, &j.descriptors));
    CHECK(!vkCreateFence(v.device, &fence, NULL, &j.fence));
    for (unsigned r = 0; r < ROUNDS; r++)
        acts[(unsigned)rand_r(&j.seed) % 5](&j);
    vkDestroyFence(v.device, j.fence, NULL);
    vkDestroyDescriptorPool(v.device, j.descriptors, NULL);
    vkDestroyCommandPool(v.device, j.pool, NULL);
    return NULL;
}

static void make_common(void)
{
    VkPipelineCacheCreateInfo cache = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    vkt_ok(vkCreatePipelineCache(v.device, &cache, NULL, &caches[0]));
    vkt_ok(vkCreatePipelineCache(v.device, &cache, NULL, &caches[1]));
    VkPrivateDataSlotCreateInfo data = {.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO};
    vkt_ok(vkCreatePrivateDataSlot(v.device, &data, NULL, &slot));
    turns = vkt_timeline(&v, 0);
}

static void free_common(void)
{
    vkDestroySemaphore(v.device, turns, NULL);
    vkDestroyPrivateDataSlot(v.device, slot, NULL);
    vkDestroyPipelineCache(v.device, caches[0], NULL);
    vkDestroyPipelineCache(v.device, caches[1], NULL);
}

// (Without the layer, which crashes on it.)
KT_TEST(all_at_once)
{
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return;
    make_common();
    if (vkt_pipeline(&v, (struct vkt_shader){vkt_count, sizeof(vkt_count)}, 1, NULL, 4, NULL, &common)) {
        pthread_t threads[THREADS];
        for (uintptr_t i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, thread, (void *)i);
        for (unsigned i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
        kt_eq(failures, 0);
    }
    vkt_pipeline_free(&v, &common);
    free_common();
    vkt_finish(&v);
}

// Instances and devices come and go in every thread.
static void *devices(void *arg)
{
    for (unsigned r = 0; r < 4; r++) {
        struct vkt own;
        if (!vkt_init(&own, &(struct vkt_options){.no_validation = true}))
            return NULL;
        struct vkt_buffer b = vkt_buffer(&own, 256);
        VkCommandBuffer cmd = vkt_begin(&own);
        vkCmdFillBuffer(cmd, b.buffer, 0, 256, r + 1);
        vkt_run(&own, cmd);
        CHECK(*(uint32_t *)b.map == r + 1);
        vkt_buffer_free(&own, &b);
        vkt_finish(&own);
    }
    return NULL;
}

KT_TEST(devices_come_and_go)
{
    pthread_t threads[4];
    for (uintptr_t i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, devices, NULL);
    for (unsigned i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    kt_eq(failures, 0);
}

KT_MAIN()
