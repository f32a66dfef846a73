// See queue.h. PRM SKL vol2a MI_BATCH_BUFFER_START (second level), PIPE_CONTROL (post-sync operation),
// PIPELINE_SELECT; L3CNTLREG may change only while the pipeline is drained and its caches are flushed.
#include "vk/queue.h"

#include <errno.h>

#include "cmd/gen_pack.h"
#include "entrypoints.h"
#include "vk/cmd_buffer.h"
#include "vk/device.h"
#include "vk/sync.h"

#define CALL_DWORDS gen_MI_BATCH_BUFFER_START_LENGTH
#define SETUP_DWORDS 32
#define END_DWORDS (gen_PIPE_CONTROL_LENGTH + 2)

VkResult kiln_queue_init(struct kiln_queue *queue, struct kiln_device *device)
{
    kiln_dispatchable_init(&queue->base);
    queue->device = device;
    queue->retired_tail = &queue->retired;
    queue->deferred_tail = &queue->deferred;
    struct ws_bo_desc desc = {
        .size = 4096, .zone = WS_ZONE_HIGH, .flags = WS_BO_COHERENT | WS_BO_CAPTURE, .name = "breadcrumb"};
    VkResult result = kiln_bo_init(device, &queue->breadcrumb, &desc, true);
    if (result)
        return result;
    int err = ws_syncobj_create(device->ws, true, &queue->syncobj);
    if (err) {
        kiln_bo_finish(device, &queue->breadcrumb);
        return kiln_error(kiln_result_from_errno(err));
    }
    pthread_mutex_init(&queue->submit_lock, NULL);
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
    queue->ready = true;
    return VK_SUCCESS;
}

void kiln_queue_finish(struct kiln_queue *queue)
{
    if (!queue->ready)
        return;
    if (queue->thread_running) {
        pthread_mutex_lock(&queue->lock);
        queue->stop = true;
        pthread_cond_broadcast(&queue->changed);
        pthread_mutex_unlock(&queue->lock);
        pthread_join(queue->thread, NULL);
    }
    struct kiln_device *device = queue->device;
    while (queue->deferred) {
        struct kiln_submission *s = queue->deferred;
        queue->deferred = s->next;
        kiln_free(&device->alloc, NULL, s);
    }
    while (queue->retired) {
        struct kiln_bo *bo = queue->retired;
        queue->retired = bo->next;
        kiln_batch_bo_put(device, bo);
    }
    if (queue->ring)
        kiln_batch_bo_put(device, queue->ring);
    ws_syncobj_destroy(device->ws, queue->syncobj);
    kiln_bo_finish(device, &queue->breadcrumb);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    pthread_mutex_destroy(&queue->submit_lock);
}

static uint64_t completed(const struct kiln_queue *queue)
{
    return __atomic_load_n((const uint64_t *)queue->breadcrumb.map, __ATOMIC_ACQUIRE);
}

VkResult kiln_queue_check(struct kiln_queue *queue, uint64_t seqno)
{
    struct kiln_device *device = queue->device;
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    if (completed(queue) >= seqno)
        return VK_SUCCESS;
    return kiln_device_set_lost(device, "submission %llu ended without its breadcrumb (context: %d)",
                                (unsigned long long)seqno, ws_context_check(device->context));
}

// ---- the submission batch
// ------------------------------------------------------------------------------------

// What a new context needs once: the GPGPU pipeline, and an L3 partition with shared local memory, which
// serves every kernel.
static uint32_t *emit_setup(struct kiln_device *device, uint32_t *dw)
{
    struct gen_PIPE_CONTROL flush = {.dc_flush_enable = true,
                                     .render_target_cache_flush_enable = true,
                                     .command_streamer_stall_enable = true};
    struct gen_PIPE_CONTROL invalidate = {.texture_cache_invalidation_enable = true,
                                          .constant_cache_invalidation_enable = true,
                                          .instruction_cache_invalidate_enable = true,
                                          .state_cache_invalidation_enable = true};
    struct gen_PIPELINE_SELECT select = {.pipeline_selection = GEN_PIPELINE_GPGPU, .mask_bits = 3};
    struct gen_MI_LOAD_REGISTER_IMM l3 = {.register_offset = GEN_REG_L3CNTLREG,
                                          .data_dword = device->physical->info.devinfo->l3cntlreg_slm};
    gen_PIPE_CONTROL_pack(dw, &flush);
    dw += gen_PIPE_CONTROL_LENGTH;
    gen_PIPE_CONTROL_pack(dw, &invalidate);
    dw += gen_PIPE_CONTROL_LENGTH;
    gen_PIPELINE_SELECT_pack(dw, &select);
    dw += gen_PIPELINE_SELECT_LENGTH;
    gen_PIPE_CONTROL_pack(dw, &flush);
    dw += gen_PIPE_CONTROL_LENGTH;
    gen_MI_LOAD_REGISTER_IMM_pack(dw, &l3);
    return dw + gen_MI_LOAD_REGISTER_IMM_LENGTH;
}

static uint32_t *emit_end(struct kiln_queue *queue, uint32_t *dw, uint64_t seqno)
{
    struct gen_PIPE_CONTROL done = {.command_streamer_stall_enable = true,
                                    .dc_flush_enable = true,
                                    .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE,
                                    .address = queue->breadcrumb.address,
                                    .immediate_data = seqno};
    struct gen_MI_BATCH_BUFFER_END end = {};
    gen_PIPE_CONTROL_pack(dw, &done);
    dw += gen_PIPE_CONTROL_LENGTH;
    gen_MI_BATCH_BUFFER_END_pack(dw, &end);
    dw[1] = 0; // MI_NOOP: a batch is a whole number of qwords
    return dw + 2;
}

// Blocks whose last submission is done go back to the cache. A retired block keeps that number in its first
// qword.
static void retire(struct kiln_queue *queue)
{
    uint64_t done = completed(queue);
    while (queue->retired && *(uint64_t *)queue->retired->map <= done) {
        struct kiln_bo *bo = queue->retired;
        queue->retired = bo->next;
        if (!queue->retired)
            queue->retired_tail = &queue->retired;
        kiln_batch_bo_put(queue->device, bo);
    }
}

static VkResult reserve(struct kiln_queue *queue, uint32_t bytes, uint32_t **out)
{
    struct kiln_bo *ring = queue->ring;
    if (!ring || queue->ring_used + bytes > ring->size) {
        retire(queue);
        unsigned size_class = 0;
        while (size_class < KILN_BATCH_CLASSES && bytes + 64 > 16384u << size_class)
            size_class++;
        if (size_class == KILN_BATCH_CLASSES)
            return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "too many command buffers in one submission");
        struct kiln_bo *next;
        VkResult result = kiln_batch_bo_get(queue->device, size_class, &next);
        if (result)
            return result;
        if (ring) {
            *(uint64_t *)ring->map = queue->seqno; // the first 64 bytes of a block hold no commands
            ring->next = NULL;
            *queue->retired_tail = ring;
            queue->retired_tail = &ring->next;
        }
        queue->ring = next;
        queue->ring_used = 64;
    }
    *out = (uint32_t *)((uint8_t *)queue->ring->map + queue->ring_used);
    return VK_SUCCESS;
}

static struct ws_sync_point sync_point(const struct kiln_queue_point *p)
{
    return (struct ws_sync_point){.syncobj = p->syncobj ? p->syncobj : p->semaphore->syncobj,
                                  .value = p->value};
}

// A wait takes a binary semaphore's payload.
static void consume_waits(struct kiln_device *device, const struct kiln_submission *s)
{
    for (uint32_t i = 0; i < s->wait_count; i++) {
        if (s->waits[i].owned)
            ws_syncobj_destroy(device->ws, s->waits[i].syncobj);
        else if (s->waits[i].syncobj)
            ws_syncobj_reset(device->ws, &s->waits[i].syncobj, 1);
    }
}

static VkResult run_locked(struct kiln_queue *queue, const struct kiln_submission *s)
{
    struct kiln_device *device = queue->device;
    uint32_t *dw, *start = NULL;
    VkResult result = reserve(queue, (s->batch_count * CALL_DWORDS + SETUP_DWORDS + END_DWORDS) * 4, &start);
    if (result)
        return result;
    dw = start;
    if (!queue->context_ready)
        dw = emit_setup(device, dw);
    for (uint32_t i = 0; i < s->batch_count; i++) {
        struct gen_MI_BATCH_BUFFER_START call = {.second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
                                                 .address_space_indicator = GEN_ASI_PPGTT,
                                                 .batch_buffer_start_address = s->batches[i]};
        gen_MI_BATCH_BUFFER_START_pack(dw, &call);
        dw += CALL_DWORDS;
    }
    uint64_t seqno = queue->seqno + 1;
    dw = emit_end(queue, dw, seqno);
    uint32_t bytes = (uint32_t)kiln_align((uint64_t)((uint8_t *)dw - (uint8_t *)start), 8);

    struct ws_sync_point on_stack[8], *signals = on_stack;
    if (s->signal_count + s->wait_count + 2 > KILN_ARRAY_LEN(on_stack)) {
        signals =
            kiln_zalloc(&device->alloc, NULL, (s->signal_count + s->wait_count + 2) * sizeof(signals[0]),
                        VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!signals)
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    unsigned n = 0;
    signals[n++] = (struct ws_sync_point){.syncobj = queue->syncobj};
    if (s->fence) {
        signals[n++] = (struct ws_sync_point){.syncobj = kiln_fence_syncobj(s->fence)};
        __atomic_store_n(&s->fence->seqno, seqno, __ATOMIC_RELEASE);
    }
    for (uint32_t i = 0; i < s->signal_count; i++)
        signals[n++] = sync_point(&s->signals[i]);
    // Timeline values are covered by now (see submit): what is left for the kernel are semaphores of others.
    struct ws_sync_point *waits = signals + n;
    unsigned wait_count = 0;
    for (uint32_t i = 0; i < s->wait_count; i++)
        if (s->waits[i].syncobj)
            waits[wait_count++] = sync_point(&s->waits[i]);
    pthread_mutex_lock(&device->residency.lock);
    struct ws_submit submit = {.bos = device->residency.bos,
                               .bo_count = device->residency.count,
                               .batch = queue->ring->ws,
                               .batch_offset = queue->ring_used,
                               .batch_size = bytes,
                               .waits = waits,
                               .wait_count = wait_count,
                               .signals = signals,
                               .signal_count = n};
    int err = ws_submit(device->context, &submit);
    pthread_mutex_unlock(&device->residency.lock);
    if (signals != on_stack)
        kiln_free(&device->alloc, NULL, signals);
    if (err == -EIO)
        return kiln_device_set_lost(device, "the kernel refused submission %llu", (unsigned long long)seqno);
    if (err)
        return kiln_error(kiln_result_from_errno(err), "ws_submit: %d", err);
    queue->seqno = seqno;
    queue->ring_used += (uint32_t)kiln_align(bytes, 64);
    queue->context_ready = true;
    return VK_SUCCESS;
}

static VkResult run(struct kiln_queue *queue, const struct kiln_submission *s)
{
    if (kiln_device_is_lost(queue->device))
        return VK_ERROR_DEVICE_LOST;
    pthread_mutex_lock(&queue->submit_lock);
    VkResult result = run_locked(queue, s);
    pthread_mutex_unlock(&queue->submit_lock);
    consume_waits(queue->device, s);
    for (uint32_t i = 0; i < s->signal_count && !result; i++)
        if (!s->signals[i].syncobj)
            kiln_semaphore_note_submitted(s->signals[i].semaphore, s->signals[i].value);
    return result;
}

// ---- deferred submissions
// ------------------------------------------------------------------------------------

// True if a value is reached, or will be by what is already submitted before.
static bool covered(struct kiln_queue *queue, const struct kiln_queue_point *p)
{
    uint64_t value;
    struct ws_sync_point point = sync_point(p);
    if (p->syncobj) // the kernel needs its fence
        return !ws_syncobj_wait_submitted(queue->device->ws, &point, 1, 0);
    if (__atomic_load_n(&p->semaphore->submitted, __ATOMIC_ACQUIRE) >= p->value)
        return true;
    return !ws_syncobj_query(queue->device->ws, p->semaphore->syncobj, &value) && value >= p->value;
}

static bool stopping(struct kiln_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    bool stop = queue->stop;
    pthread_mutex_unlock(&queue->lock);
    return stop;
}

static void wait_submitted(struct kiln_device *device, const struct ws_sync_point *p)
{
    ws_syncobj_wait_submitted(device->ws, p, 1, kiln_deadline(20000000));
}

static void wait_reached(struct kiln_device *device, const struct ws_sync_point *p)
{
    ws_syncobj_wait(device->ws, p, 1, true, kiln_deadline(20000000), NULL);
}

static void *deferred_thread(void *arg)
{
    struct kiln_queue *queue = arg;
    struct kiln_device *device = queue->device;
    pthread_mutex_lock(&queue->lock);
    while (!queue->stop) {
        struct kiln_submission *s = queue->deferred;
        if (!s) {
            pthread_cond_wait(&queue->changed, &queue->lock);
            continue;
        }
        queue->busy = true;
        pthread_mutex_unlock(&queue->lock);
        for (uint32_t i = 0; i < s->wait_count; i++) {
            struct ws_sync_point p = sync_point(&s->waits[i]);
            // In slices, so that a device may go while nobody signals.
            while (!covered(queue, &s->waits[i]) && !kiln_device_is_lost(device) && !stopping(queue))
                (s->waits[i].syncobj ? wait_submitted : wait_reached)(device, &p);
        }
        if (!stopping(queue)) {
            VkResult result = run(queue, s);
            if (result && result != VK_ERROR_DEVICE_LOST)
                kiln_device_set_lost(device, "a deferred submission failed: VkResult %d", result);
        }
        pthread_mutex_lock(&queue->lock);
        queue->deferred = s->next;
        if (!queue->deferred)
            queue->deferred_tail = &queue->deferred;
        queue->busy = false;
        kiln_free(&device->alloc, NULL, s);
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

static VkResult defer(struct kiln_queue *queue, const struct kiln_submission *s)
{
    struct kiln_device *device = queue->device;
    size_t points = (s->wait_count + s->signal_count) * sizeof(s->waits[0]);
    size_t batches = s->batch_count * sizeof(s->batches[0]);
    struct kiln_submission *copy = kiln_zalloc(&device->alloc, NULL, sizeof(*copy) + points + batches,
                                               VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!copy)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    struct kiln_queue_point *p = (struct kiln_queue_point *)(copy + 1);
    uint64_t *b = (uint64_t *)(p + s->wait_count + s->signal_count);
    *copy = *s;
    copy->next = NULL;
    copy->waits = p;
    copy->signals = p + s->wait_count;
    copy->batches = b;
    if (s->wait_count)
        memcpy(p, s->waits, s->wait_count * sizeof(*p));
    if (s->signal_count)
        memcpy(p + s->wait_count, s->signals, s->signal_count * sizeof(*p));
    if (batches)
        memcpy(b, s->batches, batches);
    if (!queue->thread_running) {
        if (pthread_create(&queue->thread, NULL, deferred_thread, queue)) {
            kiln_free(&device->alloc, NULL, copy);
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY, "no thread for deferred submissions");
        }
        queue->thread_running = true;
    }
    *queue->deferred_tail = copy;
    queue->deferred_tail = &copy->next;
    pthread_cond_broadcast(&queue->changed);
    return VK_SUCCESS;
}

static VkResult submit(struct kiln_queue *queue, const struct kiln_submission *s)
{
    bool wait = false;
    for (uint32_t i = 0; i < s->wait_count && !wait; i++)
        wait = !covered(queue, &s->waits[i]);
    pthread_mutex_lock(&queue->lock);
    wait |= queue->deferred != NULL;
    VkResult result = wait ? defer(queue, s) : VK_SUCCESS;
    pthread_mutex_unlock(&queue->lock);
    if (!wait)
        result = run(queue, s);
    return result;
}

// ---- entry points
// --------------------------------------------------------------------------------------------

// The arrays of one submission, built from either form of VkSubmitInfo.
struct builder {
    struct kiln_device *device;
    void *memory;
    struct kiln_queue_point *waits, *signals;
    uint64_t *batches;
    struct kiln_submission s;
    uint64_t small[48];
};

static VkResult builder_init(struct builder *b, struct kiln_device *device, uint32_t waits, uint32_t batches,
                             uint32_t signals)
{
    size_t bytes = ((size_t)waits + signals) * sizeof(struct kiln_queue_point) + batches * sizeof(uint64_t);
    b->device = device;
    b->memory = NULL;
    void *p = b->small;
    if (bytes > sizeof(b->small)) {
        p = b->memory = kiln_zalloc(&device->alloc, NULL, bytes, VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!p)
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    b->waits = p;
    b->signals = b->waits + waits;
    b->batches = (uint64_t *)(b->signals + signals);
    b->s = (struct kiln_submission){.waits = b->waits, .signals = b->signals, .batches = b->batches};
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
    else if (semaphore->syncobj)
        b->signals[b->s.signal_count++] =
            (struct kiln_queue_point){.semaphore = semaphore, .syncobj = semaphore->syncobj};
}

static void add_batch(struct builder *b, VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    uint64_t address = kiln_cmd_buffer_address(cmd);
    if (address)
        b->batches[b->s.batch_count++] = address;
}

static VkResult builder_submit(struct builder *b, VkFence fence)
{
    b->s.fence = (struct kiln_fence *)(uintptr_t)fence;
    VkResult result = submit(&b->device->queue, &b->s);
    kiln_free(&b->device->alloc, NULL, b->memory);
    return result;
}

static VkResult submit_fence(struct kiln_device *device, VkFence fence)
{
    struct builder b;
    VkResult result = builder_init(&b, device, 0, 0, 0);
    return result ? result : builder_submit(&b, fence);
}

static VkResult submit_one(struct kiln_device *device, const VkSubmitInfo *info, VkFence fence)
{
    const VkTimelineSemaphoreSubmitInfo *t =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    struct builder b;
    VkResult result = builder_init(&b, device, info->waitSemaphoreCount, info->commandBufferCount,
                                   info->signalSemaphoreCount);
    if (result)
        return result;
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++)
        add_wait(&b, info->pWaitSemaphores[i],
                 t && i < t->waitSemaphoreValueCount ? t->pWaitSemaphoreValues[i] : 0);
    for (uint32_t i = 0; i < info->signalSemaphoreCount; i++)
        add_signal(&b, info->pSignalSemaphores[i],
                   t && i < t->signalSemaphoreValueCount ? t->pSignalSemaphoreValues[i] : 0);
    for (uint32_t i = 0; i < info->commandBufferCount; i++)
        add_batch(&b, info->pCommandBuffers[i]);
    return builder_submit(&b, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_QueueSubmit(VkQueue handle, uint32_t count, const VkSubmitInfo *infos,
                                                VkFence fence)
{
    KILN_FROM_HANDLE(kiln_queue, queue, handle);
    VkResult result = VK_SUCCESS;
    if (!count)
        return fence ? submit_fence(queue->device, fence) : VK_SUCCESS;
    for (uint32_t i = 0; i < count && !result; i++)
        result = submit_one(queue->device, &infos[i], i + 1 == count ? fence : VK_NULL_HANDLE);
    return result;
}

static VkResult submit_one2(struct kiln_device *device, const VkSubmitInfo2 *info, VkFence fence)
{
    struct builder b;
    VkResult result = builder_init(&b, device, info->waitSemaphoreInfoCount, info->commandBufferInfoCount,
                                   info->signalSemaphoreInfoCount);
    if (result)
        return result;
    for (uint32_t i = 0; i < info->waitSemaphoreInfoCount; i++)
        add_wait(&b, info->pWaitSemaphoreInfos[i].semaphore, info->pWaitSemaphoreInfos[i].value);
    for (uint32_t i = 0; i < info->signalSemaphoreInfoCount; i++)
        add_signal(&b, info->pSignalSemaphoreInfos[i].semaphore, info->pSignalSemaphoreInfos[i].value);
    for (uint32_t i = 0; i < info->commandBufferInfoCount; i++)
        add_batch(&b, info->pCommandBufferInfos[i].commandBuffer);
    return builder_submit(&b, fence);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_QueueSubmit2(VkQueue handle, uint32_t count, const VkSubmitInfo2 *infos,
                                                 VkFence fence)
{
    KILN_FROM_HANDLE(kiln_queue, queue, handle);
    VkResult result = VK_SUCCESS;
    if (!count)
        return fence ? submit_fence(queue->device, fence) : VK_SUCCESS;
    for (uint32_t i = 0; i < count && !result; i++)
        result = submit_one2(queue->device, &infos[i], i + 1 == count ? fence : VK_NULL_HANDLE);
    return result;
}

VkResult kiln_queue_wait_idle(struct kiln_queue *queue)
{
    struct kiln_device *device = queue->device;
    pthread_mutex_lock(&queue->lock);
    while (queue->deferred && !kiln_device_is_lost(device))
        pthread_cond_wait(&queue->changed, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    pthread_mutex_lock(&queue->submit_lock);
    uint64_t seqno = queue->seqno;
    pthread_mutex_unlock(&queue->submit_lock);
    struct ws_sync_point p = {.syncobj = queue->syncobj};
    int err = ws_syncobj_wait(device->ws, &p, 1, true, INT64_MAX, NULL);
    if (err)
        return kiln_device_set_lost(device, "waiting for the queue: %d", err);
    return kiln_queue_check(queue, seqno);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_QueueWaitIdle(VkQueue handle)
{
    KILN_FROM_HANDLE(kiln_queue, queue, handle);
    return kiln_queue_wait_idle(queue);
}

// There is no sparse binding; without binds this is a submission of semaphores and a fence.
VKAPI_ATTR VkResult VKAPI_CALL kiln_QueueBindSparse(VkQueue handle, uint32_t count,
                                                    const VkBindSparseInfo *infos, VkFence fence)
{
    return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "the queue has no VK_QUEUE_SPARSE_BINDING_BIT");
}
