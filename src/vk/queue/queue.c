// See queue.h.
#include "util/clock.h"
#include "vk/queue/queue.h"

#include "entrypoints.h"
#include "util/mutant.h"
#include "vk/object/device.h"
#include "vk/object/sync.h"

VkResult kiln_queue_init(struct kiln_queue *queue, struct kiln_device *device, struct ws_context *context)
{
    kiln_dispatchable_init(&queue->base);
    queue->device = device;
    VkResult result = kiln_result(launch_queue_init(&queue->launch, &device->launch, context));
    if (result)
        return result;
    kiln_lock_init(&queue->entry_lock, KILN_LOCK_QUEUE_ENTRY);
    kiln_scheduler_init(queue);
    queue->ready = true;
    return VK_SUCCESS;
}

void kiln_queue_finish(struct kiln_queue *queue)
{
    if (!queue->ready)
        return;
    kiln_scheduler_finish(queue);
    launch_queue_finish(&queue->launch);
    kiln_lock_destroy(&queue->entry_lock);
}

// ---- submissions

static bool signals(const struct kiln_submission *s, uint32_t syncobj)
{
    for (uint32_t i = 0; i < s->signal_count; i++)
        if (s->signals[i].syncobj == syncobj)
            return true;
    return false;
}

// A wait takes a binary semaphore's payload, unless the submission has put the next one there.
static void consume_waits(struct kiln_device *device, const struct kiln_submission *s)
{
    for (uint32_t i = 0; i < s->wait_count; i++) {
        if (s->waits[i].owned)
            ws_syncobj_destroy(device->launch.ws, s->waits[i].syncobj);
        else if (s->waits[i].syncobj && !signals(s, s->waits[i].syncobj))
            ws_syncobj_reset(device->launch.ws, &s->waits[i].syncobj, 1);
    }
}

// Whoever finds the fence or semaphore signaled asks whether the request ran to its end.
static void note_request(void *submission, uint64_t seqno)
{
    const struct kiln_submission *s = submission;
    if (s->fence) {
        __atomic_store_n(&s->fence->queue, s->queue, __ATOMIC_RELAXED);
        __atomic_store_n(&s->fence->seqno, seqno, __ATOMIC_RELEASE);
    }
    for (uint32_t i = 0; i < s->signal_count; i++)
        if (!s->signals[i].syncobj)
            kiln_semaphore_note_signal(s->signals[i].semaphore, s->signals[i].value, s->queue, seqno);
}

// Whether the kernel has to wait: for a semaphore of others, or of another queue. (Timeline values are
// covered by now, and what the queue itself signals comes before. Every timeline has reached 0, of which
// there may be no fence: i915 refuses to wait for such a point.)
static bool kernel_waits(const struct kiln_submission *s, const struct kiln_queue_point *wait)
{
    return wait->syncobj || (wait->value && s->queue->device->queue_count > 1);
}

// Signals, then waits.
static struct launch_points collect_points(const struct kiln_submission *s, struct ws_sync_point *out)
{
    struct launch_points p = {.signals = out, .signaling = note_request, .user = (void *)(uintptr_t)s};
    if (s->fence)
        out[p.signal_count++] = (struct ws_sync_point){.syncobj = kiln_fence_syncobj(s->fence)};
    for (uint32_t i = 0; i < s->signal_count; i++)
        out[p.signal_count++] = kiln_queue_sync_point(&s->signals[i]);
    p.waits = out + p.signal_count;
    for (uint32_t i = 0; i < s->wait_count; i++)
        if (MUTABLE("wait", kernel_waits(s, &s->waits[i])))
            out[p.signal_count + p.wait_count++] = kiln_queue_sync_point(&s->waits[i]);
    return p;
}

bool kiln_queue_is_ready(struct kiln_queue *queue, const struct kiln_submission *s)
{
    bool waits = false;
    for (uint32_t i = 0; i < s->wait_count; i++)
        waits |= kernel_waits(s, &s->waits[i]);
    return launch_queue_is_ready(&queue->launch, &s->job, waits);
}

VkResult kiln_queue_run(struct kiln_queue *queue, const struct kiln_submission *s)
{
    struct kiln_device *device = queue->device;
    struct ws_sync_point on_stack[12], *points = on_stack;
    uint32_t most = s->signal_count + s->wait_count + 1;
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    VkResult result = kiln_result(launch_sparse_bind(&device->launch, s->binds, s->bind_count));
    if (result)
        return result;
    if (most > KILN_ARRAY_LEN(on_stack)) {
        points =
            kiln_zalloc(&device->alloc, NULL, most * sizeof(points[0]), VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!points)
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    const struct launch_points p = collect_points(s, points);
    result = kiln_result(launch_queue_run(&queue->launch, &s->job, &p));
    if (points != on_stack)
        kiln_free(&device->alloc, NULL, points);
    consume_waits(device, s);
    for (uint32_t i = 0; i < s->signal_count && !result; i++)
        if (!s->signals[i].syncobj)
            kiln_semaphore_note_submitted(s->signals[i].semaphore, s->signals[i].value);
    return result;
}

// ---- completion

VkResult kiln_queue_check(struct kiln_queue *queue, uint64_t seqno)
{
    return kiln_result(launch_queue_check(&queue->launch, seqno));
}

VkResult kiln_queues_poll(struct kiln_device *device)
{
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < device->queue_count && !result; i++)
        result = kiln_result(launch_queue_poll(&device->queues[i].launch));
    return result;
}

int kiln_queues_wait_points(struct kiln_device *device, const struct ws_sync_point *points, unsigned count,
                            bool all, int64_t deadline, unsigned *first)
{
    const int64_t look_ns = 100000000;
    struct ws_device *ws = device->launch.ws;
    int err;
    if (!deadline)
        return ws_syncobj_wait(ws, points, count, all, 0, first);
    do {
        err = ws_syncobj_wait(ws, points, count, all, KILN_MIN(deadline, kiln_now() + look_ns), first);
    } while (err == -ETIME && !kiln_queues_poll(device) && kiln_now() < deadline);
    return err;
}

VkResult kiln_queue_wait_idle(struct kiln_queue *queue)
{
    struct kiln_device *device = queue->device;
    kiln_queue_drain(queue);
    if (kiln_device_is_lost(device))
        return VK_ERROR_DEVICE_LOST;
    uint64_t last = __atomic_load_n(&queue->launch.seqno, __ATOMIC_ACQUIRE);
    return kiln_result(launch_queue_wait(&queue->launch, last));
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_QueueWaitIdle(VkQueue handle)
{
    KILN_FROM_HANDLE(kiln_queue, queue, handle);
    return kiln_queue_wait_idle(queue);
}
