// Which submission runs when. One that waits for nothing that nobody has submitted yet, for which there is
// room in the kernel's queue, and which need not run in bounded requests (launch/queue/job.c), is run by who
// submits it, if none is in line. Others join the line, and a thread hands them to the kernel, in order.
//
// scheduler.lock guards the line, and is held neither while a submission runs nor while it waits for others:
// the first in line stays there until it has run, so that whoever submits meanwhile joins the line. Who
// submits holds the entry (submit.c, or the application's own lock), so that none runs while another is run.
#include <unistd.h>

#include "util/clock.h"
#include "vk/object/device.h"
#include "vk/queue/queue.h"

// True if a value is reached, or will be by what is already submitted before.
static bool covered(struct kiln_queue *queue, const struct kiln_queue_point *p)
{
    uint64_t value;
    struct ws_sync_point point = kiln_queue_sync_point(p);
    if (p->syncobj) // the kernel needs its fence
        return !ws_syncobj_wait_submitted(queue->device->launch.ws, &point, 1, 0);
    if (__atomic_load_n(&p->semaphore->submitted, __ATOMIC_ACQUIRE) >= p->value)
        return true;
    return !ws_syncobj_query(queue->device->launch.ws, p->semaphore->syncobj, &value) && value >= p->value;
}

static bool stopping(struct kiln_scheduler *sched)
{
    kiln_lock(&sched->lock);
    bool stop = sched->stop;
    kiln_unlock(&sched->lock);
    return stop;
}

// All that it waits for is there. False: not any more.
static bool begin(struct kiln_scheduler *sched, const struct kiln_submission *s)
{
    kiln_lock(&sched->lock);
    bool stop = sched->stop;
    sched->running = s;
    kiln_unlock(&sched->lock);
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
    return s == queue->scheduler.running || kiln_device_is_lost(queue->device);
}

// After fork() the thread, and what it had before it, are the parent's.
static void forget_parents_thread(struct kiln_scheduler *sched)
{
    if (!sched->thread_running || sched->thread_process == getpid())
        return;
    sched->thread_running = false;
    sched->running = NULL;
    sched->line = NULL;
    sched->line_end = &sched->line;
    pthread_cond_init(&sched->changed, NULL); // the parent's thread would be waited for
}

static void release(struct kiln_queue *queue, const void *object)
{
    struct kiln_scheduler *sched = &queue->scheduler;
    kiln_lock(&sched->lock);
    forget_parents_thread(sched);
    for (const struct kiln_submission *s = sched->line; s;)
        if (refers(s, object) && at_its_end(queue, s)) {
            kiln_lock_wait(&sched->changed, &sched->lock);
            s = sched->line;
        } else {
            s = s->next;
        }
    kiln_unlock(&sched->lock);
}

void kiln_queues_release(struct kiln_device *device, const void *object)
{
    for (uint32_t i = 0; i < device->queue_count; i++)
        release(&device->queues[i], object);
}

// ---- the thread

static void *run_line(void *arg)
{
    struct kiln_queue *queue = arg;
    struct kiln_scheduler *sched = &queue->scheduler;
    struct kiln_device *device = queue->device;
    kiln_lock(&sched->lock);
    while (!sched->stop) {
        struct kiln_submission *s = sched->line;
        if (!s) {
            kiln_lock_wait(&sched->changed, &sched->lock);
            continue;
        }
        kiln_unlock(&sched->lock);
        for (uint32_t i = 0; i < s->wait_count; i++) {
            struct ws_sync_point p = kiln_queue_sync_point(&s->waits[i]);
            // In slices, so that a device may go while nobody signals.
            while (!covered(queue, &s->waits[i]) && !kiln_queues_poll(device) && !stopping(sched))
                (s->waits[i].syncobj ? wait_submitted : wait_reached)(device, &p);
        }
        if (begin(sched, s)) {
            VkResult result = kiln_queue_run(queue, s);
            if (result && result != VK_ERROR_DEVICE_LOST)
                kiln_device_set_lost(device, "a deferred submission failed: VkResult %d", result);
            if (result)
                abandon(device, s);
        }
        kiln_lock(&sched->lock);
        sched->running = NULL;
        sched->line = s->next;
        if (!sched->line)
            sched->line_end = &sched->line;
        kiln_free(&device->alloc, NULL, s);
        pthread_cond_broadcast(&sched->changed);
    }
    kiln_unlock(&sched->lock);
    return NULL;
}

// The line has copies: the application's arrays are gone when they run.
static struct kiln_submission *copy_of(struct kiln_device *device, const struct kiln_submission *s)
{
    size_t points = (s->wait_count + s->signal_count) * sizeof(s->waits[0]);
    size_t segments = s->job.segment_count * sizeof(s->job.segments[0]);
    size_t binds = s->bind_count * sizeof(s->binds[0]);
    struct kiln_submission *copy = kiln_zalloc(
        &device->alloc, NULL, sizeof(*copy) + points + segments + binds, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!copy)
        return NULL;
    struct kiln_queue_point *p = (struct kiln_queue_point *)(copy + 1);
    struct launch_segment *b = (struct launch_segment *)(p + s->wait_count + s->signal_count);
    *copy = *s;
    copy->next = NULL;
    copy->waits = p;
    copy->signals = p + s->wait_count;
    copy->job.segments = b;
    copy->binds = (struct launch_bind *)(b + s->job.segment_count);
    if (s->wait_count)
        memcpy(p, s->waits, s->wait_count * sizeof(*p));
    if (s->signal_count)
        memcpy(p + s->wait_count, s->signals, s->signal_count * sizeof(*p));
    if (segments)
        memcpy(b, s->job.segments, segments);
    if (binds)
        memcpy(b + s->job.segment_count, s->binds, binds);
    return copy;
}

// What waits in line has its payloads with it: the semaphore may be signaled and waited for again before it
// runs, by queues that are not held up. One that others see stays as it is.
static bool take_payloads(struct kiln_device *device, struct kiln_submission *s, struct kiln_queue_point *p)
{
    struct ws_device *ws = device->launch.ws;
    struct kiln_queue_point *signals = p + s->wait_count;
    for (uint32_t i = 0; i < s->wait_count; i++) {
        const struct kiln_semaphore *semaphore = p[i].semaphore;
        if (!p[i].syncobj || p[i].owned || semaphore->shared || semaphore->foreign)
            continue;
        if (ws_syncobj_create(ws, false, &p[i].fresh)) {
            while (i--)
                if (p[i].fresh)
                    ws_syncobj_destroy(ws, p[i].fresh);
            return false;
        }
    }
    for (uint32_t i = 0; i < s->wait_count; i++) {
        if (!p[i].fresh)
            continue;
        for (uint32_t k = 0; k < s->signal_count; k++)
            if (signals[k].syncobj == p[i].syncobj)
                signals[k].syncobj = p[i].fresh;
        p[i].semaphore->syncobj = p[i].fresh;
        p[i].owned = true;
    }
    return true;
}

static void forget(struct kiln_device *device, struct kiln_submission *s)
{
    for (uint32_t i = 0; i < s->wait_count; i++)
        if (s->waits[i].owned)
            ws_syncobj_destroy(device->launch.ws, s->waits[i].syncobj);
    kiln_free(&device->alloc, NULL, s);
}

// With the lock held: leaves a copy of a submission to the thread.
static VkResult defer(struct kiln_queue *queue, const struct kiln_submission *s)
{
    struct kiln_scheduler *sched = &queue->scheduler;
    struct kiln_device *device = queue->device;
    struct kiln_submission *copy = copy_of(device, s);
    if (!copy)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    forget_parents_thread(sched);
    if (!sched->thread_running) {
        if (pthread_create(&sched->thread, NULL, run_line, queue)) {
            kiln_free(&device->alloc, NULL, copy);
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY, "no thread for deferred submissions");
        }
        sched->thread_running = true;
        sched->thread_process = getpid();
    }
    if (!take_payloads(device, copy, (struct kiln_queue_point *)(copy + 1))) {
        kiln_free(&device->alloc, NULL, copy);
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "no syncobj for a deferred wait");
    }
    *sched->line_end = copy;
    sched->line_end = &copy->next;
    pthread_cond_broadcast(&sched->changed);
    return VK_SUCCESS;
}

// ---- the queue's side

VkResult kiln_queue_submit(struct kiln_queue *queue, const struct kiln_submission *s)
{
    struct kiln_scheduler *sched = &queue->scheduler;
    bool wait = false;
    if (kiln_device_is_lost(queue->device))
        return VK_ERROR_DEVICE_LOST;
    for (uint32_t i = 0; i < s->wait_count && !wait; i++)
        wait = !covered(queue, &s->waits[i]);
    kiln_lock(&sched->lock);
    wait = wait || sched->line || !kiln_queue_is_ready(queue, s);
    VkResult result = wait ? defer(queue, s) : VK_SUCCESS;
    kiln_unlock(&sched->lock);
    return wait ? result : kiln_queue_run(queue, s);
}

void kiln_queue_drain(struct kiln_queue *queue)
{
    struct kiln_scheduler *sched = &queue->scheduler;
    kiln_lock(&sched->lock);
    while (sched->line && !kiln_device_is_lost(queue->device))
        kiln_lock_wait(&sched->changed, &sched->lock);
    kiln_unlock(&sched->lock);
}

void kiln_scheduler_init(struct kiln_queue *queue)
{
    struct kiln_scheduler *sched = &queue->scheduler;
    sched->line_end = &sched->line;
    kiln_lock_init(&sched->lock, KILN_LOCK_QUEUE);
    pthread_cond_init(&sched->changed, NULL);
}

void kiln_scheduler_finish(struct kiln_queue *queue)
{
    struct kiln_scheduler *sched = &queue->scheduler;
    forget_parents_thread(sched);
    if (sched->thread_running) {
        __atomic_store_n(&queue->launch.stopping, true, __ATOMIC_RELAXED);
        kiln_lock(&sched->lock);
        sched->stop = true;
        pthread_cond_broadcast(&sched->changed);
        kiln_unlock(&sched->lock);
        pthread_join(sched->thread, NULL);
    }
    while (sched->line) {
        struct kiln_submission *s = sched->line;
        sched->line = s->next;
        forget(queue->device, s);
    }
    pthread_cond_destroy(&sched->changed);
    kiln_lock_destroy(&sched->lock);
}
