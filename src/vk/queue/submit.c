// vkQueueSubmit, vkQueueSubmit2 and vkQueueBindSparse: each of their batches as a struct kiln_submission.
#include "entrypoints.h"
#include "vk/command/buffer.h"
#include "vk/image/image.h"
#include "vk/memory/buffer.h"
#include "vk/memory/sparse.h"
#include "vk/object/device.h"
#include "vk/queue/queue.h"
#include "vk/object/sync.h"

// The arrays of one submission, built from either form of VkSubmitInfo.
struct builder {
    struct kiln_device *device;
    void *memory;
    struct kiln_queue_point *waits, *signals;
    struct launch_segment *segments;
    VkResult result; // of what is found wrong on the way
    struct kiln_submission s;
    uint64_t small[48];
};

static VkResult builder_init(struct builder *b, struct kiln_queue *queue, uint32_t waits, uint32_t segments,
                             uint32_t signals)
{
    struct kiln_device *device = queue->device;
    size_t bytes = ((size_t)waits + signals) * sizeof(struct kiln_queue_point) +
                   segments * sizeof(struct launch_segment);
    b->device = device;
    b->memory = NULL;
    b->result = VK_SUCCESS;
    void *p = b->small;
    if (bytes > sizeof(b->small)) {
        p = b->memory = kiln_zalloc(&device->alloc, NULL, bytes, VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!p)
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    b->waits = p;
    b->signals = b->waits + waits;
    b->segments = (struct launch_segment *)(b->signals + signals);
    b->s = (struct kiln_submission){
        .waits = b->waits, .signals = b->signals, .job.segments = b->segments, .queue = queue};
    return VK_SUCCESS;
}

static void add_wait(struct builder *b, VkSemaphore handle, uint64_t value)
{
    KILN_FROM_HANDLE(kiln_semaphore, semaphore, handle);
    struct kiln_queue_point *p = &b->waits[b->s.wait_count];
    if (semaphore->timeline)
        *p = (struct kiln_queue_point){.semaphore = semaphore, .value = value};
    else if (semaphore->temporary)
        *p =
            (struct kiln_queue_point){.semaphore = semaphore, .syncobj = semaphore->temporary, .owned = true};
    else if (semaphore->syncobj)
        *p = (struct kiln_queue_point){.semaphore = semaphore, .syncobj = semaphore->syncobj};
    else
        return;
    semaphore->temporary = 0;
    b->s.wait_count++;
}

static void add_signal(struct builder *b, VkSemaphore handle, uint64_t value)
{
    KILN_FROM_HANDLE(kiln_semaphore, semaphore, handle);
    if (semaphore->timeline)
        b->signals[b->s.signal_count++] = (struct kiln_queue_point){.semaphore = semaphore, .value = value};
    else if (semaphore->temporary || semaphore->syncobj)
        b->signals[b->s.signal_count++] = (struct kiln_queue_point){
            .semaphore = semaphore,
            .syncobj = semaphore->temporary ? semaphore->temporary : semaphore->syncobj};
}

// Of VkSubmitInfo and VkBindSparseInfo, whose `next` may have values. Who has failed takes no payload.
static void add_points(struct builder *b, const void *next, const VkSemaphore *waits, uint32_t wait_count,
                       const VkSemaphore *signals, uint32_t signal_count)
{
    const VkTimelineSemaphoreSubmitInfo *t =
        kiln_find_const(next, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    if (b->result)
        return;
    for (uint32_t i = 0; i < wait_count; i++)
        add_wait(b, waits[i], t && i < t->waitSemaphoreValueCount ? t->pWaitSemaphoreValues[i] : 0);
    for (uint32_t i = 0; i < signal_count; i++)
        add_signal(b, signals[i], t && i < t->signalSemaphoreValueCount ? t->pSignalSemaphoreValues[i] : 0);
}

static uint32_t segments_of(VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    return cmd->stream.segment_count;
}

static void add_segments(struct builder *b, VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    if (cmd->generated && !b->result)
        b->result = kiln_cmd_follow_sets(cmd);
    b->s.job.scratch |= cmd->stream.scratch;
    for (uint32_t i = 0; i < cmd->stream.segment_count; i++) {
        const struct launch_segment *segment = &cmd->stream.segments[i];
        b->segments[b->s.job.segment_count++] = *segment;
        b->s.job.cost += segment->cost;
        if (segment->walk && segment->walk->counts_address)
            b->s.job.indirects++;
        else if (segment->walk || segment->called || segment->event)
            b->s.job.sliced = true;
    }
}

static VkResult builder_submit(struct builder *b, VkFence fence)
{
    b->s.fence = (struct kiln_fence *)(uintptr_t)fence;
    VkResult result = b->result ? b->result : kiln_queue_submit(b->s.queue, &b->s);
    kiln_free(&b->device->alloc, NULL, b->memory);
    return result;
}

static VkResult submit_fence(struct kiln_queue *queue, VkFence fence)
{
    struct builder b;
    VkResult result = builder_init(&b, queue, 0, 0, 0);
    return result ? result : builder_submit(&b, fence);
}

static VkResult submit_one(struct kiln_queue *queue, const void *one, VkFence fence)
{
    const VkSubmitInfo *info = one;
    struct builder b;
    uint32_t segments = 0;
    for (uint32_t i = 0; i < info->commandBufferCount; i++)
        segments += segments_of(info->pCommandBuffers[i]);
    VkResult result = builder_init(&b, queue, info->waitSemaphoreCount, segments, info->signalSemaphoreCount);
    if (result)
        return result;
    for (uint32_t i = 0; i < info->commandBufferCount; i++)
        add_segments(&b, info->pCommandBuffers[i]);
    add_points(&b, info->pNext, info->pWaitSemaphores, info->waitSemaphoreCount, info->pSignalSemaphores,
               info->signalSemaphoreCount);
    return builder_submit(&b, fence);
}

// One thread at a time submits to an internally synchronized queue; otherwise the application sees to that.
static void enter(struct kiln_queue *queue)
{
    if (queue->flags & VK_DEVICE_QUEUE_CREATE_INTERNALLY_SYNCHRONIZED_BIT_KHR)
        kiln_lock(&queue->entry_lock);
}

static void leave(struct kiln_queue *queue)
{
    if (queue->flags & VK_DEVICE_QUEUE_CREATE_INTERNALLY_SYNCHRONIZED_BIT_KHR)
        kiln_unlock(&queue->entry_lock);
}

// All of an array, each a submission of its own: the last one signals the fence.
static VkResult submit_all(VkQueue handle, uint32_t count, const void *infos, size_t size,
                           VkResult (*one)(struct kiln_queue *queue, const void *info, VkFence fence),
                           VkFence fence)
{
    KILN_FROM_HANDLE(kiln_queue, queue, handle);
    VkResult result = VK_SUCCESS;
    enter(queue);
    if (!count && fence)
        result = submit_fence(queue, fence);
    for (uint32_t i = 0; i < count && !result; i++)
        result = one(queue, (const uint8_t *)infos + i * size, i + 1 == count ? fence : VK_NULL_HANDLE);
    leave(queue);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *infos,
                                                VkFence fence)
{
    return submit_all(queue, count, infos, sizeof(*infos), submit_one, fence);
}

static VkResult submit_one2(struct kiln_queue *queue, const void *one, VkFence fence)
{
    const VkSubmitInfo2 *info = one;
    struct builder b;
    uint32_t segments = 0;
    for (uint32_t i = 0; i < info->commandBufferInfoCount; i++)
        segments += segments_of(info->pCommandBufferInfos[i].commandBuffer);
    VkResult result =
        builder_init(&b, queue, info->waitSemaphoreInfoCount, segments, info->signalSemaphoreInfoCount);
    if (result)
        return result;
    for (uint32_t i = 0; i < info->commandBufferInfoCount; i++)
        add_segments(&b, info->pCommandBufferInfos[i].commandBuffer);
    for (uint32_t i = 0; i < info->waitSemaphoreInfoCount && !b.result; i++)
        add_wait(&b, info->pWaitSemaphoreInfos[i].semaphore, info->pWaitSemaphoreInfos[i].value);
    for (uint32_t i = 0; i < info->signalSemaphoreInfoCount && !b.result; i++)
        add_signal(&b, info->pSignalSemaphoreInfos[i].semaphore, info->pSignalSemaphoreInfos[i].value);
    return builder_submit(&b, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_QueueSubmit2(VkQueue queue, uint32_t count, const VkSubmitInfo2 *infos,
                                                 VkFence fence)
{
    return submit_all(queue, count, infos, sizeof(*infos), submit_one2, fence);
}

// ---- vkQueueBindSparse: a submission of binds instead of command buffers

static void add_binds(struct kiln_binds *b, const VkBindSparseInfo *info)
{
    for (uint32_t i = 0; i < info->bufferBindCount; i++) {
        const VkSparseBufferMemoryBindInfo *of = &info->pBufferBinds[i];
        KILN_FROM_HANDLE(kiln_buffer, buffer, of->buffer);
        for (uint32_t k = 0; k < of->bindCount; k++)
            kiln_binds_add(b, buffer->sparse, of->pBinds[k].resourceOffset, of->pBinds[k].size,
                           of->pBinds[k].memory, of->pBinds[k].memoryOffset);
    }
    for (uint32_t i = 0; i < info->imageOpaqueBindCount; i++) {
        const VkSparseImageOpaqueMemoryBindInfo *of = &info->pImageOpaqueBinds[i];
        for (uint32_t k = 0; k < of->bindCount; k++)
            kiln_image_bind_opaque(b, (const struct kiln_image *)(uintptr_t)of->image, &of->pBinds[k]);
    }
    for (uint32_t i = 0; i < info->imageBindCount; i++) {
        const VkSparseImageMemoryBindInfo *of = &info->pImageBinds[i];
        for (uint32_t k = 0; k < of->bindCount; k++)
            kiln_image_bind_blocks(b, (const struct kiln_image *)(uintptr_t)of->image, &of->pBinds[k]);
    }
}

// How many from the first on are carried out in one step, since nobody waits or is told in between. Each
// step is an execution that lists whatever is resident, and there may be one for each page.
static uint32_t count_together(const VkBindSparseInfo *infos, uint32_t count)
{
    uint32_t n = 1;
    while (n < count && !infos[n - 1].signalSemaphoreCount && !infos[n].waitSemaphoreCount)
        n++;
    return n;
}

// `count` of them, of which the first may wait and the last may signal.
static VkResult bind_together(struct kiln_queue *queue, const VkBindSparseInfo *infos, uint32_t count,
                              VkFence fence)
{
    const VkBindSparseInfo *first = infos, *last = infos + count - 1;
    struct kiln_binds binds = {.device = queue->device};
    struct builder b;
    VkResult result = builder_init(&b, queue, first->waitSemaphoreCount, 0, last->signalSemaphoreCount);
    if (result)
        return result;
    for (uint32_t i = 0; i < count; i++)
        add_binds(&binds, &infos[i]);
    b.s.binds = binds.bind;
    b.s.bind_count = binds.count;
    b.result = binds.failed ? kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY) : VK_SUCCESS;
    add_points(&b, first->pNext, first->pWaitSemaphores, first->waitSemaphoreCount, NULL, 0);
    add_points(&b, last->pNext, NULL, 0, last->pSignalSemaphores, last->signalSemaphoreCount);
    result = builder_submit(&b, fence);
    kiln_binds_finish(&binds);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_QueueBindSparse(VkQueue handle, uint32_t count,
                                                    const VkBindSparseInfo *infos, VkFence fence)
{
    KILN_FROM_HANDLE(kiln_queue, queue, handle);
    VkResult result = VK_SUCCESS;
    enter(queue);
    if (!count && fence)
        result = submit_fence(queue, fence);
    for (uint32_t i = 0, n = 0; i < count && !result; i += n) {
        n = count_together(infos + i, count - i);
        result = bind_together(queue, infos + i, n, i + n == count ? fence : VK_NULL_HANDLE);
    }
    leave(queue);
    return result;
}
