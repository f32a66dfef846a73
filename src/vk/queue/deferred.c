// Submissions that wait for a timeline value that nobody has submitted yet, or for room in the kernel's
// queue, or that run in turns (launch/turns/turns.c); and those behind them. A thread hands them to the
// kernel, in order.
#include <unistd.h>

#include "vk/object/device.h"
#include "vk/queue/queue.h"

bool kiln_queue_covered(struct kiln_queue *queue, const struct kiln_queue_point *p)
{
    uint64_t value;
    struct ws_sync_point point = kiln_queue_sync_point(p);
    if (p->syncobj) // the kernel needs its fence
        return !ws_syncobj_wait_submitted(queue->device->launch.ws, &point, 1, 0);
    if (__atomic_load_n(&p->semaphore->submitted, __ATOMIC_ACQUIRE) >= p->value)
        return true;
    return !ws_syncobj_query(queue->device->launch.ws, p->semaphore->syncobj, &value) && value >= p->value;
}

static bool stopping(struct kiln_queue *queue)
{
    kiln_lock(&queue->lock);
    bool stop = queue->stop;
    kiln_unlock(&queue->lock);
    return stop;
}

// All that it waits for is there. False: not any more.
static bool begin(struct kiln_queue *queue, const struct kiln_submission *s)
{
    kiln_lock(&queue->lock);
    bool stop = queue->stop;
    queue->running = s;
    kiln_unlock(&queue->lock);
    return !stop;
}

static void wait_submitted(struct kiln_device *device, const struct ws_sync_point *p)
{
    ws_syncobj_wait_submitted(device->launch.ws, p, 1, kiln_deadline(20000000));
}

static void wait_reached(struct kiln_device *device, const struct ws_sync_point *p)
{
    ws_syncobj_wait(device->launch.ws, p, 1, true, kiln_deadline(20000000), NULL);
}

// Wakes those who wait for a submission that will never be: they find the device lost.
static void abandon(struct kiln_device *device, const struct kiln_submission *s)
{
    struct ws_sync_point p = {.syncobj = s->fence ? kiln_fence_syncobj(s->fence) : 0};
    if (s->fence)
        ws_syncobj_signal(device->launch.ws, &p, 1);
    for (uint32_t i = 0; i < s->signal_count; i++) {
        p = kiln_queue_sync_point(&s->signals[i]);
        ws_syncobj_signal(device->launch.ws, &p, 1);
    }
}

// ---- what submissions refer to

static bool refers(const struct kiln_submission *s, const void *object)
{
    bool found = s->fence == object;
    for (uint32_t i = 0; i < s->wait_count; i++)
        found |= s->waits[i].semaphore == object;
    for (uint32_t i = 0; i < s->signal_count; i++)
        found |= s->signals[i].semaphore == object;
    return found;
}

// What the application has seen complete may still be on the thread's mind for a moment: the one that runs;
// of a lost device, all that were left.
static bool at_its_end(const struct kiln_queue *queue, const struct kiln_submission *s)
{
    return s == queue->running || kiln_device_is_lost(queue->device);
}

// After fork() the thread, and what it had before it, are the parent's.
static void forget_parents_thread(struct kiln_queue *queue)
{
    if (!queue->thread_running || queue->thread_process == getpid())
        return;
    queue->thread_running = false;
    queue->running = NULL;
    queue->deferred = NULL;
    queue->deferred_tail = &queue->deferred;
    pthread_cond_init(&queue->changed, NULL); // the parent's thread would be waited for
}

void kiln_queue_release(struct kiln_queue *queue, const void *object)
{
    kiln_lock(&queue->lock);
    forget_parents_thread(queue);
    for (const struct kiln_submission *s = queue->deferred; s;)
        if (refers(s, object) && at_its_end(queue, s)) {
            kiln_lock_wait(&queue->changed, &queue->lock);
            s = queue->deferred;
        } else {
            s = s->next;
        }
    kiln_unlock(&queue->lock);
}

// ---- the thread

static void *deferred_thread(void *arg)
{
    struct kiln_queue *queue = arg;
    struct kiln_device *device = queue->device;
    kiln_lock(&queue->lock);
    while (!queue->stop) {
        struct kiln_submission *s = queue->deferred;
        if (!s) {
            kiln_lock_wait(&queue->changed, &queue->lock);
            continue;
        }
        kiln_unlock(&queue->lock);
        for (uint32_t i = 0; i < s->wait_count; i++) {
            struct ws_sync_point p = kiln_queue_sync_point(&s->waits[i]);
            // In slices, so that a device may go while nobody signals.
            while (!kiln_queue_covered(queue, &s->waits[i]) && !kiln_queue_poll(queue) && !stopping(queue))
                (s->waits[i].syncobj ? wait_submitted : wait_reached)(device, &p);
        }
        if (begin(queue, s)) {
            VkResult result = kiln_queue_run(queue, s);
            if (result && result != VK_ERROR_DEVICE_LOST)
                kiln_device_set_lost(device, "a deferred submission failed: VkResult %d", result);
            if (result)
                abandon(device, s);
        }
        kiln_lock(&queue->lock);
        queue->running = NULL;
        queue->deferred = s->next;
        if (!queue->deferred)
            queue->deferred_tail = &queue->deferred;
        kiln_free(&device->alloc, NULL, s);
        pthread_cond_broadcast(&queue->changed);
    }
    kiln_unlock(&queue->lock);
    return NULL;
}

VkResult kiln_queue_defer(struct kiln_queue *queue, const struct kiln_submission *s)
{
    struct kiln_device *device = queue->device;
    size_t points = (s->wait_count + s->signal_count) * sizeof(s->waits[0]);
    size_t segments = s->job.segment_count * sizeof(s->job.segments[0]);
    struct kiln_submission *copy = kiln_zalloc(&device->alloc, NULL, sizeof(*copy) + points + segments,
                                               VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!copy)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    struct kiln_queue_point *p = (struct kiln_queue_point *)(copy + 1);
    struct launch_segment *b = (struct launch_segment *)(p + s->wait_count + s->signal_count);
    *copy = *s;
    copy->next = NULL;
    copy->waits = p;
    copy->signals = p + s->wait_count;
    copy->job.segments = b;
    if (s->wait_count)
        memcpy(p, s->waits, s->wait_count * sizeof(*p));
    if (s->signal_count)
        memcpy(p + s->wait_count, s->signals, s->signal_count * sizeof(*p));
    if (segments)
        memcpy(b, s->job.segments, segments);
    forget_parents_thread(queue);
    if (!queue->thread_running) {
        if (pthread_create(&queue->thread, NULL, deferred_thread, queue)) {
            kiln_free(&device->alloc, NULL, copy);
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY, "no thread for deferred submissions");
        }
        queue->thread_running = true;
        queue->thread_process = getpid();
    }
    *queue->deferred_tail = copy;
    queue->deferred_tail = &copy->next;
    pthread_cond_broadcast(&queue->changed);
    return VK_SUCCESS;
}

void kiln_queue_stop_thread(struct kiln_queue *queue)
{
    forget_parents_thread(queue);
    if (queue->thread_running) {
        kiln_lock(&queue->lock);
        queue->stop = true;
        pthread_cond_broadcast(&queue->changed);
        kiln_unlock(&queue->lock);
        pthread_join(queue->thread, NULL);
    }
    while (queue->deferred) {
        struct kiln_submission *s = queue->deferred;
        queue->deferred = s->next;
        kiln_free(&queue->device->alloc, NULL, s);
    }
}
