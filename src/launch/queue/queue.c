// See queue.h.
#include "launch/queue/queue.h"

#include <errno.h>

#include "util/math.h"

static void destroy_syncobjs(struct launch_queue *queue)
{
    for (unsigned i = 0; i < LAUNCH_QUEUE_SYNCOBJS; i++)
        if (queue->syncobjs[i])
            ws_syncobj_destroy(queue->device->ws, queue->syncobjs[i]);
}

static enum launch_result create_syncobjs(struct launch_queue *queue)
{
    for (unsigned i = 0; i < LAUNCH_QUEUE_SYNCOBJS; i++) {
        int err = ws_syncobj_create(queue->device->ws, true, &queue->syncobjs[i]);
        if (err) {
            queue->syncobjs[i] = 0;
            destroy_syncobjs(queue);
            return launch_error(launch_result_from_errno(err), "ws_syncobj_create: %d", err);
        }
    }
    return LAUNCH_OK;
}

enum launch_result launch_queue_init(struct launch_queue *queue, struct launch_device *device,
                                     struct ws_context *context)
{
    queue->device = device;
    queue->context = context;
    queue->retired_tail = &queue->retired;
    queue->bound_ns = LAUNCH_FIRST_BOUND_NS;
    struct ws_bo_desc desc = {.size = sizeof(struct launch_breadcrumbs),
                              .zone = WS_ZONE_HIGH,
                              .flags = WS_BO_COHERENT | WS_BO_CAPTURE,
                              .name = "breadcrumbs"};
    enum launch_result result = launch_bo_init(device, &queue->breadcrumbs, &desc, true);
    if (result)
        return result;
    result = create_syncobjs(queue);
    if (result) {
        launch_bo_finish(device, &queue->breadcrumbs);
        return result;
    }
    kiln_lock_init(&queue->lock, KILN_LOCK_REQUESTS);
    return LAUNCH_OK;
}

void launch_queue_finish(struct launch_queue *queue)
{
    struct launch_device *device = queue->device;
    while (queue->retired) {
        struct launch_bo *bo = queue->retired;
        queue->retired = bo->next;
        launch_batch_bo_put(device, bo);
    }
    if (queue->ring)
        launch_batch_bo_put(device, queue->ring);
    if (queue->product)
        launch_batch_bo_put(device, queue->product);
    destroy_syncobjs(queue);
    launch_bo_finish(device, &queue->breadcrumbs);
    kiln_lock_destroy(&queue->lock);
}

static bool written(const struct launch_queue *queue, uint64_t seqno)
{
    const struct launch_breadcrumbs *m = queue->breadcrumbs.map;
    return __atomic_load_n(&m->breadcrumbs[seqno % LAUNCH_BREADCRUMBS], __ATOMIC_ACQUIRE) == seqno;
}

uint64_t launch_queue_completed(struct launch_queue *queue)
{
    uint64_t old = __atomic_load_n(&queue->verified, __ATOMIC_ACQUIRE), done = old;
    while (written(queue, done + 1))
        done++;
    while (old < done && !__atomic_compare_exchange_n(&queue->verified, &old, done, true, __ATOMIC_RELEASE,
                                                      __ATOMIC_ACQUIRE)) {}
    return KILN_MAX(old, done);
}

static enum launch_result lost(struct launch_queue *queue, uint64_t seqno)
{
    return launch_lost(queue->device, "request %llu ended without its breadcrumb (context: %d)",
                       (unsigned long long)seqno, ws_context_check(queue->context));
}

enum launch_result launch_queue_check(struct launch_queue *queue, uint64_t seqno)
{
    if (launch_is_lost(queue->device))
        return LAUNCH_LOST;
    uint64_t done = launch_queue_completed(queue);
    return done >= seqno ? LAUNCH_OK : lost(queue, done + 1);
}

enum launch_result launch_queue_poll(struct launch_queue *queue)
{
    if (launch_is_lost(queue->device))
        return LAUNCH_LOST;
    uint64_t last = __atomic_load_n(&queue->seqno, __ATOMIC_ACQUIRE), done = launch_queue_completed(queue);
    for (uint64_t i = done + 2; i <= last; i++)
        if (written(queue, i) && launch_queue_completed(queue) < i) // the one before may have come meanwhile
            return lost(queue, done + 1);
    if (done < last && ws_context_check(queue->context))
        return lost(queue, done + 1);
    return LAUNCH_OK;
}

enum launch_result launch_queue_wait(struct launch_queue *queue, uint64_t seqno)
{
    // A later request may have its syncobj by now: that only waits longer.
    struct ws_sync_point p = {.syncobj = queue->syncobjs[seqno % LAUNCH_QUEUE_SYNCOBJS]};
    int err = ws_syncobj_wait(queue->device->ws, &p, 1, true, INT64_MAX, NULL);
    if (err == -ENOMEM)
        return launch_error(LAUNCH_NO_HOST_MEMORY, "waiting for the queue");
    if (err)
        return launch_lost(queue->device, "waiting for the queue: %d", err);
    return launch_queue_check(queue, seqno);
}

enum launch_result launch_queue_stop(struct launch_queue *queue)
{
    enum launch_result result = launch_queue_wait(queue, queue->seqno);
    return result ? result : LAUNCH_LOST;
}
