// A request: a batch in the queue's ring, handed to the kernel when there is room for it.
#include "launch/queue/queue.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "util/log.h"
#include "util/math.h"
#include "util/mutant.h"

// ---- the ring

// Blocks whose last submission is done go back to the cache. A retired block keeps that number in its first
// qword.
static void retire(struct launch_queue *queue)
{
    uint64_t done = launch_queue_completed(queue);
    while (queue->retired && *(uint64_t *)queue->retired->map <= done) {
        struct launch_bo *bo = queue->retired;
        queue->retired = bo->next;
        if (!queue->retired)
            queue->retired_tail = &queue->retired;
        launch_batch_bo_put(queue->device, bo);
    }
}

static enum launch_result reserve(struct launch_queue *queue, uint32_t bytes, uint32_t **out)
{
    struct launch_bo *ring = queue->ring;
    if (!ring || queue->ring_used + bytes > ring->size) {
        retire(queue);
        unsigned size_class = 0;
        while (size_class < LAUNCH_BATCH_CLASSES && bytes + 64 > 16384u << size_class)
            size_class++;
        if (size_class == LAUNCH_BATCH_CLASSES)
            return launch_error(LAUNCH_NO_DEVICE_MEMORY, "too many command buffers in one submission");
        struct launch_bo *next;
        enum launch_result result = launch_batch_bo_get(queue->device, size_class, &next);
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
    return LAUNCH_OK;
}

// ---- bounding what is queued

bool launch_queue_has_room(struct launch_queue *queue, uint64_t cost)
{
    uint64_t done = launch_queue_completed(queue), last = queue->seqno;
    uint64_t queued = queue->spent[last % LAUNCH_BREADCRUMBS] - queue->spent[done % LAUNCH_BREADCRUMBS];
    return last - done < LAUNCH_BREADCRUMBS - 1 &&
           (done == last || queued + cost <= queue->device->limits.queued_ns || KILN_DEBUG(NOSLICE));
}

static enum launch_result make_room(struct launch_queue *queue, uint64_t cost)
{
    enum launch_result result = LAUNCH_OK;
    while (!result && !launch_queue_has_room(queue, cost))
        result = launch_queue_wait(queue, launch_queue_completed(queue) + 1);
    return result;
}

// ---- submission

static int submit_batch(struct launch_queue *queue, uint32_t bytes, const struct ws_sync_point *signals,
                        unsigned signal_count, const struct ws_sync_point *waits, unsigned wait_count)
{
    struct launch_device *device = queue->device;
    struct launch_listing listing;
    launch_residency_begin_submit(&device->residency, &listing);
    struct ws_submit submit = {.bos = device->residency.bos,
                               .bo_count = device->residency.count,
                               .bos_version = device->residency.version,
                               .batch = queue->ring->ws,
                               .batch_offset = queue->ring_used,
                               .batch_size = bytes,
                               .waits = waits,
                               .wait_count = wait_count,
                               .signals = signals,
                               .signal_count = signal_count,
                               .listed = launch_residency_listed,
                               .listed_arg = &listing};
    int err = ws_submit(queue->context, &submit);
    launch_residency_end_submit(&listing);
    return err;
}

static enum launch_result submit(struct launch_queue *queue, const struct launch_request *r, uint64_t seqno,
                                 uint32_t bytes)
{
    struct launch_device *device = queue->device;
    const struct launch_points *p = r->points;
    const bool exclusive = r->job->scratch && device->scratch_fence;
    struct ws_sync_point on_stack[12], *signals = on_stack, *waits;
    unsigned n = 0, wait_count = 0, most = 1 + p->signal_count + p->wait_count + 2 * exclusive;
    if (most > KILN_ARRAY_LEN(on_stack)) {
        signals = launch_zalloc(&device->alloc, most * sizeof(signals[0]));
        if (!signals)
            return launch_error(LAUNCH_NO_HOST_MEMORY);
    }
    signals[n++] = (struct ws_sync_point){.syncobj = queue->syncobjs[seqno % LAUNCH_QUEUE_SYNCOBJS]};
    for (unsigned i = 0; r->signals && i < p->signal_count; i++)
        signals[n++] = p->signals[i];
    if (exclusive)
        signals[n++] = (struct ws_sync_point){.syncobj = device->scratch_fence};
    waits = signals + n;
    for (unsigned i = 0; r->waits && i < p->wait_count; i++)
        waits[wait_count++] = p->waits[i];
    if (exclusive && MUTABLE("scratch-fence", true))
        waits[wait_count++] = (struct ws_sync_point){.syncobj = device->scratch_fence};
    if (r->signals && p->signaling)
        p->signaling(p->user, seqno);
    if (exclusive)
        kiln_lock(&device->scratch_lock);
    int err = submit_batch(queue, bytes, signals, n, waits, wait_count);
    if (exclusive)
        kiln_unlock(&device->scratch_lock);
    if (signals != on_stack)
        launch_free(&device->alloc, signals);
    if (err == -EIO)
        return launch_lost(device, "the kernel refused request %llu", (unsigned long long)seqno);
    return err ? launch_error(launch_result_from_errno(err), "ws_submit: %d", err) : LAUNCH_OK;
}

enum launch_result launch_queue_request(struct launch_queue *queue, const struct launch_request *r)
{
    uint32_t *start = NULL;
    uint64_t seqno = queue->seqno + 1;
    enum launch_result result = make_room(queue, r->cost);
    if (!result)
        result = reserve(queue, launch_request_dwords(queue, r) * 4, &start);
    if (result)
        return result;
    uint32_t *dw = launch_write_request(queue, r, seqno, start, queue->ring->address + queue->ring_used);
    uint32_t bytes = (uint32_t)kiln_align((uint64_t)((uint8_t *)dw - (uint8_t *)start), 8);
    result = submit(queue, r, seqno, bytes);
    if (result)
        return result;
    queue->spent[seqno % LAUNCH_BREADCRUMBS] = queue->spent[(seqno - 1) % LAUNCH_BREADCRUMBS] + r->cost;
    __atomic_store_n(&queue->seqno, seqno, __ATOMIC_RELEASE);
    queue->ring_used += (uint32_t)kiln_align(bytes, 64);
    queue->context_ready = true;
    return LAUNCH_OK;
}

enum launch_result launch_queue_request_patiently(struct launch_queue *queue, const struct launch_request *r)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    enum launch_result result = launch_queue_request(queue, r);
    for (unsigned tries = 0;
         tries < 100 && (result == LAUNCH_NO_HOST_MEMORY || result == LAUNCH_NO_DEVICE_MEMORY); tries++) {
        nanosleep(&pause, NULL);
        result = launch_queue_request(queue, r);
    }
    return result;
}

bool launch_request_has_room(const struct launch_queue *queue, const struct launch_job *job, uint32_t segment,
                             uint32_t *dwords)
{
    enum { MOST = 24 * 1024 }; // of the largest batch, which has 32 Ki
    if (!queue->device->flat)
        return true;
    const uint32_t more = launch_segment_dwords(&job->segments[segment]);
    const bool fits = !*dwords || *dwords + more <= MOST;
    *dwords += more;
    return fits;
}
