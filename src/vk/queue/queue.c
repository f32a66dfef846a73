// See queue.h. What is submitted becomes requests in queue/run.c and queue/request.c.
#include "vk/queue/queue.h"

#include "entrypoints.h"
#include "vk/object/device.h"

static void destroy_syncobjs(struct kiln_queue *queue)
{
    for (unsigned i = 0; i < KILN_QUEUE_SYNCOBJS; i++)
        if (queue->syncobjs[i])
            ws_syncobj_destroy(queue->device->launch.ws, queue->syncobjs[i]);
}

static VkResult create_syncobjs(struct kiln_queue *queue)
{
    for (unsigned i = 0; i < KILN_QUEUE_SYNCOBJS; i++) {
        int err = ws_syncobj_create(queue->device->launch.ws, true, &queue->syncobjs[i]);
        if (err) {
            queue->syncobjs[i] = 0;
            destroy_syncobjs(queue);
            return kiln_error(kiln_result_from_errno(err), "ws_syncobj_create: %d", err);
        }
    }
    return VK_SUCCESS;
}

VkResult kiln_queue_init(struct kiln_queue *queue, struct kiln_device *device)
{
    kiln_dispatchable_init(&queue->base);
    queue->device = device;
    queue->retired_tail = &queue->retired;
    queue->turn_ns = LAUNCH_FIRST_TURN_NS;
    queue->deferred_tail = &queue->deferred;
    struct ws_bo_desc desc = {.size = sizeof(struct launch_breadcrumbs),
                              .zone = WS_ZONE_HIGH,
                              .flags = WS_BO_COHERENT | WS_BO_CAPTURE,
                              .name = "breadcrumbs"};
    VkResult result =
        kiln_result(launch_bo_init(&device->launch, &queue->device->launch.breadcrumbs, &desc, true));
    if (result)
        return result;
    result = create_syncobjs(queue);
    if (result) {
        launch_bo_finish(&device->launch, &queue->device->launch.breadcrumbs);
        return result;
    }
    pthread_mutex_init(&queue->entry_lock, NULL);
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
    kiln_queue_stop_thread(queue);
    struct kiln_device *device = queue->device;
    while (queue->retired) {
        struct launch_bo *bo = queue->retired;
        queue->retired = bo->next;
        launch_batch_bo_put(&device->launch, bo);
    }
    if (queue->ring)
        launch_batch_bo_put(&device->launch, queue->ring);
    if (queue->product)
        launch_batch_bo_put(&device->launch, queue->product);
    destroy_syncobjs(queue);
    launch_bo_finish(&device->launch, &queue->device->launch.breadcrumbs);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    pthread_mutex_destroy(&queue->submit_lock);
    pthread_mutex_destroy(&queue->entry_lock);
}

static bool written(const struct kiln_queue *queue, uint64_t seqno)
{
    const struct launch_breadcrumbs *m = queue->device->launch.breadcrumbs.map;
    return __atomic_load_n(&m->breadcrumbs[seqno % LAUNCH_BREADCRUMBS], __ATOMIC_ACQUIRE) == seqno;
}

uint64_t kiln_queue_completed(struct kiln_queue *queue)
{
    uint64_t old = __atomic_load_n(&queue->verified, __ATOMIC_ACQUIRE), done = old;
    while (written(queue, done + 1))
        done++;
    while (old < done && !__atomic_compare_exchange_n(&queue->verified, &old, done, true, __ATOMIC_RELEASE,
                                                      __ATOMIC_ACQUIRE)) {}
    return KILN_MAX(old, done);
}

static VkResult lost(struct kiln_queue *queue, uint64_t seqno)
{
    return kiln_device_set_lost(queue->device, "request %llu ended without its breadcrumb (context: %d)",
                                (unsigned long long)seqno, ws_context_check(queue->device->launch.context));
}

VkResult kiln_queue_check(struct kiln_queue *queue, uint64_t seqno)
{
    if (kiln_device_is_lost(queue->device))
        return VK_ERROR_DEVICE_LOST;
    uint64_t done = kiln_queue_completed(queue);
    return done >= seqno ? VK_SUCCESS : lost(queue, done + 1);
}

VkResult kiln_queue_poll(struct kiln_queue *queue)
{
    if (kiln_device_is_lost(queue->device))
        return VK_ERROR_DEVICE_LOST;
    uint64_t last = __atomic_load_n(&queue->seqno, __ATOMIC_ACQUIRE), done = kiln_queue_completed(queue);
    for (uint64_t i = done + 2; i <= last; i++)
        if (written(queue, i) && kiln_queue_completed(queue) < i) // the one before may have come meanwhile
            return lost(queue, done + 1);
    if (done < last && ws_context_check(queue->device->launch.context))
        return lost(queue, done + 1);
    return VK_SUCCESS;
}

VkResult kiln_queue_wait(struct kiln_queue *queue, uint64_t seqno)
{
    // A later request may have its syncobj by now: that only waits longer.
    struct ws_sync_point p = {.syncobj = queue->syncobjs[seqno % KILN_QUEUE_SYNCOBJS]};
    int err = ws_syncobj_wait(queue->device->launch.ws, &p, 1, true, INT64_MAX, NULL);
    if (err)
        return kiln_wait_failed(queue->device, err, "the queue");
    return kiln_queue_check(queue, seqno);
}

int kiln_queue_wait_points(struct kiln_queue *queue, const struct ws_sync_point *points, unsigned count,
                           bool all, int64_t deadline, unsigned *first)
{
    const int64_t look_ns = 100000000;
    struct ws_device *ws = queue->device->launch.ws;
    int err;
    if (!deadline)
        return ws_syncobj_wait(ws, points, count, all, 0, first);
    do {
        err = ws_syncobj_wait(ws, points, count, all, KILN_MIN(deadline, kiln_now() + look_ns), first);
    } while (err == -ETIME && !kiln_queue_poll(queue) && kiln_now() < deadline);
    return err;
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
    return kiln_queue_wait(queue, __atomic_load_n(&queue->seqno, __ATOMIC_ACQUIRE));
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_QueueWaitIdle(VkQueue handle)
{
    KILN_FROM_HANDLE(kiln_queue, queue, handle);
    return kiln_queue_wait_idle(queue);
}
