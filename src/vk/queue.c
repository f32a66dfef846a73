// See queue.h. PRM SKL vol2a MI_BATCH_BUFFER_START (second level), PIPE_CONTROL (post-sync operation),
// PIPELINE_SELECT; L3CNTLREG may change only while the pipeline is drained and its caches are flushed.
#include "vk/queue.h"

#include <errno.h>

#include "cmd/gen_pack.h"
#include "entrypoints.h"
#include "util/log.h"
#include "vk/buffer.h"
#include "vk/cmd_buffer.h"
#include "vk/device.h"
#include "vk/sync.h"

#define CALL_DWORDS gen_MI_BATCH_BUFFER_START_LENGTH
#define SETUP_DWORDS 40
#define MOST_CALLS 256 // segments a request calls
#define END_DWORDS (gen_PIPE_CONTROL_LENGTH + 2)

static void destroy_syncobjs(struct kiln_queue *queue)
{
    const uint32_t all[] = {queue->syncobj, queue->markers[0], queue->markers[1]};
    for (unsigned i = 0; i < KILN_ARRAY_LEN(all); i++)
        if (all[i])
            ws_syncobj_destroy(queue->device->ws, all[i]);
}

static VkResult create_syncobjs(struct kiln_queue *queue)
{
    uint32_t *all[] = {&queue->syncobj, &queue->markers[0], &queue->markers[1]};
    for (unsigned i = 0; i < KILN_ARRAY_LEN(all); i++) {
        int err = ws_syncobj_create(queue->device->ws, true, all[i]);
        if (err) {
            *all[i] = 0;
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
    queue->deferred_tail = &queue->deferred;
    struct ws_bo_desc desc = {.size = (KILN_BREADCRUMBS + 1) * 8,
                              .zone = WS_ZONE_HIGH,
                              .flags = WS_BO_COHERENT | WS_BO_CAPTURE,
                              .name = "breadcrumbs"};
    VkResult result = kiln_bo_init(device, &queue->breadcrumbs, &desc, true);
    if (result)
        return result;
    result = create_syncobjs(queue);
    if (result) {
        kiln_bo_finish(device, &queue->breadcrumbs);
        return result;
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
    destroy_syncobjs(queue);
    kiln_bo_finish(device, &queue->breadcrumbs);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    pthread_mutex_destroy(&queue->submit_lock);
}

static bool written(const struct kiln_queue *queue, uint64_t seqno)
{
    const uint64_t *slots = queue->breadcrumbs.map;
    return __atomic_load_n(&slots[seqno % KILN_BREADCRUMBS], __ATOMIC_ACQUIRE) == seqno;
}

// The last request such that it and all before it are done.
static uint64_t completed(struct kiln_queue *queue)
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
                                (unsigned long long)seqno, ws_context_check(queue->device->context));
}

VkResult kiln_queue_check(struct kiln_queue *queue, uint64_t seqno)
{
    if (kiln_device_is_lost(queue->device))
        return VK_ERROR_DEVICE_LOST;
    uint64_t done = completed(queue);
    return done >= seqno ? VK_SUCCESS : lost(queue, done + 1);
}

VkResult kiln_queue_poll(struct kiln_queue *queue)
{
    if (kiln_device_is_lost(queue->device))
        return VK_ERROR_DEVICE_LOST;
    uint64_t last = __atomic_load_n(&queue->seqno, __ATOMIC_ACQUIRE), done = completed(queue);
    for (uint64_t i = done + 2; i <= last; i++)
        if (written(queue, i) && completed(queue) < i) // the one before may have come meanwhile
            return lost(queue, done + 1);
    if (done < last && ws_context_check(queue->device->context))
        return lost(queue, done + 1);
    return VK_SUCCESS;
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
    dw += gen_MI_LOAD_REGISTER_IMM_LENGTH;
    if (KILN_DEBUG(NOSLICE))
        return dw;
    // A walker whose size only the GPU knows cannot be sliced: let it be preempted between groups.
    struct gen_CS_CHICKEN1 groups = {.gpgpu_preemption = GEN_GPGPU_PREEMPTION_THREAD_GROUP,
                                     .gpgpu_preemption_mask = 3};
    struct gen_MI_LOAD_REGISTER_IMM preemption = {.register_offset = GEN_REG_CS_CHICKEN1};
    gen_CS_CHICKEN1_pack(&preemption.data_dword, &groups);
    gen_MI_LOAD_REGISTER_IMM_pack(dw, &preemption);
    return dw + gen_MI_LOAD_REGISTER_IMM_LENGTH;
}

static uint32_t *emit_end(struct kiln_queue *queue, uint32_t *dw, uint64_t seqno)
{
    struct gen_PIPE_CONTROL done = {.command_streamer_stall_enable = true,
                                    .dc_flush_enable = true,
                                    .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE,
                                    .address = queue->breadcrumbs.address + seqno % KILN_BREADCRUMBS * 8,
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

// ---- bounding what is queued
// Markers cut the requests into periods of at most KILN_SEGMENT_NS of cost (a request may have more by
// itself). A period begins only when the one before the last is over, so that at most two are queued: real
// work may be ten times as long as its cost says before the first request of a period gets near the kernel's
// 20 s.

static bool begins_period(const struct kiln_queue *queue, uint64_t cost)
{
    return queue->load && queue->load + cost > KILN_SEGMENT_NS && !KILN_DEBUG(NOSLICE);
}

static int wait_marker(struct kiln_queue *queue, int64_t deadline)
{
    struct ws_sync_point p = {.syncobj = queue->markers[queue->marker_count % 2]};
    return ws_syncobj_wait(queue->device->ws, &p, 1, true, deadline, NULL);
}

static VkResult wait_for_all(struct kiln_queue *queue)
{
    struct ws_sync_point p = {.syncobj = queue->syncobj};
    int err = ws_syncobj_wait(queue->device->ws, &p, 1, true, INT64_MAX, NULL);
    if (err)
        return kiln_wait_failed(queue->device, err, "the queue");
    return kiln_queue_check(queue, queue->seqno);
}

// The ring of breadcrumbs has room for the next request.
static VkResult wait_breadcrumb(struct kiln_queue *queue)
{
    if (queue->seqno < completed(queue) + KILN_BREADCRUMBS - 1)
        return VK_SUCCESS;
    return wait_for_all(queue);
}

// ---- requests

// Part of a submission as one request: the first has its waits, the last its signals.
struct request {
    const struct kiln_submission *s;
    uint32_t first, count; // segments
    uint64_t cost;
    bool waits, signals;
    // Slices of an indirect dispatch, after the segments.
    const struct kiln_indirect *indirect;
    const struct slice *slices;
    uint32_t slice_count;
};

struct slice {
    uint32_t start[3], count[3];
};

static uint32_t *emit_calls(uint32_t *dw, const struct request *r)
{
    for (uint32_t i = 0; i < r->count; i++) {
        struct gen_MI_BATCH_BUFFER_START call = {.second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
                                                 .address_space_indicator = GEN_ASI_PPGTT,
                                                 .batch_buffer_start_address =
                                                     r->s->segments[r->first + i].address};
        gen_MI_BATCH_BUFFER_START_pack(dw, &call);
        dw += CALL_DWORDS;
    }
    for (uint32_t i = 0; i < r->slice_count; i++, dw += KILN_WALKER_DWORDS)
        kiln_write_walker(dw, r->indirect->walker, r->slices[i].start, r->slices[i].count);
    return dw;
}

// The syncobjs of a request, waits after signals; returns the number of signals.
static unsigned sync_points(struct kiln_queue *queue, const struct request *r, bool marker, uint64_t seqno,
                            struct ws_sync_point *out, unsigned *wait_count)
{
    const struct kiln_submission *s = r->s;
    unsigned n = 0;
    out[n++] = (struct ws_sync_point){.syncobj = queue->syncobj};
    if (marker)
        out[n++] = (struct ws_sync_point){.syncobj = queue->markers[queue->marker_count % 2]};
    if (r->signals && s->fence) {
        out[n++] = (struct ws_sync_point){.syncobj = kiln_fence_syncobj(s->fence)};
        __atomic_store_n(&s->fence->seqno, seqno, __ATOMIC_RELEASE);
    }
    for (uint32_t i = 0; r->signals && i < s->signal_count; i++)
        out[n++] = sync_point(&s->signals[i]);
    // Timeline values are covered by now (see submit): what is left for the kernel are semaphores of others.
    *wait_count = 0;
    for (uint32_t i = 0; r->waits && i < s->wait_count; i++)
        if (s->waits[i].syncobj)
            out[n + (*wait_count)++] = sync_point(&s->waits[i]);
    return n;
}

static int submit_batch(struct kiln_queue *queue, uint32_t bytes, const struct ws_sync_point *points,
                        unsigned signal_count, unsigned wait_count)
{
    struct kiln_device *device = queue->device;
    pthread_mutex_lock(&device->residency.lock);
    struct ws_submit submit = {.bos = device->residency.bos,
                               .bo_count = device->residency.count,
                               .batch = queue->ring->ws,
                               .batch_offset = queue->ring_used,
                               .batch_size = bytes,
                               .waits = points + signal_count,
                               .wait_count = wait_count,
                               .signals = points,
                               .signal_count = signal_count};
    int err = ws_submit(device->context, &submit);
    pthread_mutex_unlock(&device->residency.lock);
    return err;
}

static VkResult request_locked(struct kiln_queue *queue, const struct request *r)
{
    struct kiln_device *device = queue->device;
    uint32_t *dw, *start = NULL;
    VkResult result = wait_breadcrumb(queue);
    if (!result)
        result = reserve(
            queue,
            (r->count * CALL_DWORDS + r->slice_count * KILN_WALKER_DWORDS + SETUP_DWORDS + END_DWORDS) * 4,
            &start);
    if (result)
        return result;
    uint64_t seqno = queue->seqno + 1;
    dw = start;
    if (!queue->context_ready)
        dw = emit_setup(device, dw);
    dw = emit_end(queue, emit_calls(dw, r), seqno);
    uint32_t bytes = (uint32_t)kiln_align((uint64_t)((uint8_t *)dw - (uint8_t *)start), 8);

    struct ws_sync_point on_stack[12], *points = on_stack;
    if (r->s->signal_count + r->s->wait_count + 3 > KILN_ARRAY_LEN(on_stack)) {
        points =
            kiln_zalloc(&device->alloc, NULL, (r->s->signal_count + r->s->wait_count + 3) * sizeof(points[0]),
                        VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!points)
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    bool marker = begins_period(queue, r->cost);
    if (marker)
        wait_marker(queue, INT64_MAX);
    unsigned waits, signals = sync_points(queue, r, marker, seqno, points, &waits);
    int err = submit_batch(queue, bytes, points, signals, waits);
    if (points != on_stack)
        kiln_free(&device->alloc, NULL, points);
    if (err == -EIO)
        return kiln_device_set_lost(device, "the kernel refused request %llu", (unsigned long long)seqno);
    if (err)
        return kiln_error(kiln_result_from_errno(err), "ws_submit: %d", err);
    queue->load = (marker ? 0 : queue->load) + r->cost;
    queue->marker_count += marker;
    __atomic_store_n(&queue->seqno, seqno, __ATOMIC_RELEASE);
    queue->ring_used += (uint32_t)kiln_align(bytes, 64);
    queue->context_ready = true;
    return VK_SUCCESS;
}

// ---- long indirect dispatches
// Only the GPU knows how many groups an indirect dispatch has when its turn comes. But the host sees what the
// counts are now, which nearly always says whether the dispatch is long; a long one waits until the GPU is
// done with all that comes before, and then runs in slices of the counts that are there. If a submission
// makes a short dispatch long by itself, it is one walker, which may be preempted between groups, but not
// outlive 20 s: then the device is lost.

// The host looks at what the GPU may be writing. False if it cannot.
static bool __attribute__((no_sanitize("thread"))) read_counts(const struct kiln_indirect *i,
                                                               uint32_t count[3])
{
    void *map;
    if (kiln_memory_map(i->memory, i->offset, &map))
        return false;
    const volatile uint32_t *words = map;
    for (unsigned n = 0; n < 3; n++)
        count[n] = words[n];
    return true;
}

static bool legal_counts(const uint32_t n[3])
{
    return n[0] <= KILN_MAX_GROUPS && n[1] <= KILN_MAX_GROUPS && n[2] <= KILN_MAX_GROUPS;
}

static bool is_long(const struct kiln_segment *s)
{
    uint32_t n[3];
    return s->indirect && read_counts(s->indirect, n) && legal_counts(n) &&
           (double)n[0] * n[1] * n[2] * s->indirect->group_ns > (double)KILN_SEGMENT_NS;
}

// The walkers of one request after the other.
struct slicer {
    struct kiln_queue *queue;
    struct request r;
    struct slice slices[64];
};

static VkResult add_slice(struct slicer *l, const struct slice *slice)
{
    struct request *r = &l->r;
    uint64_t cost = (uint64_t)slice->count[0] * slice->count[1] * slice->count[2] * r->indirect->group_ns;
    VkResult result = VK_SUCCESS;
    if (r->slice_count && (r->cost + cost > KILN_SEGMENT_NS || r->slice_count == KILN_ARRAY_LEN(l->slices))) {
        result = request_locked(l->queue, r);
        r->slice_count = 0;
        r->cost = 0;
    }
    l->slices[r->slice_count++] = *slice;
    r->cost += cost;
    return result;
}

static VkResult run_slices(struct kiln_queue *queue, const struct kiln_submission *s,
                           const struct kiln_indirect *indirect)
{
    uint32_t n[3], step[3];
    struct slicer l = {.queue = queue, .r = {.s = s, .indirect = indirect, .slices = l.slices}};
    VkResult result = VK_SUCCESS;
    if (!read_counts(indirect, n) || !legal_counts(n))
        return kiln_device_set_lost(queue->device, "an indirect dispatch without legal group counts");
    if (!n[0] || !n[1] || !n[2])
        return VK_SUCCESS;
    kiln_slice_dispatch(n, indirect->slice_groups, step);
    for (uint32_t z = 0; z < n[2]; z += KILN_MIN(step[2], n[2] - z))
        for (uint32_t y = 0; y < n[1]; y += KILN_MIN(step[1], n[1] - y))
            for (uint32_t x = 0; x < n[0] && !result; x += KILN_MIN(step[0], n[0] - x))
                result = add_slice(
                    &l, &(struct slice){.start = {x, y, z},
                                        .count = {KILN_MIN(step[0], n[0] - x), KILN_MIN(step[1], n[1] - y),
                                                  KILN_MIN(step[2], n[2] - z)}});
    return result ? result : request_locked(queue, &l.r);
}

static VkResult run_long(struct kiln_queue *queue, const struct kiln_submission *s, uint32_t index)
{
    VkResult result = VK_SUCCESS;
    if (!index)
        result = request_locked(queue, &(struct request){.s = s, .waits = true});
    if (!result)
        result = wait_for_all(queue);
    if (!result)
        result = run_slices(queue, s, s->segments[index].indirect);
    if (!result && index + 1 == s->segment_count)
        result = request_locked(queue, &(struct request){.s = s, .signals = true});
    return result;
}

// As many segments from r->first on as cost KILN_SEGMENT_NS together.
static void gather(struct request *r)
{
    const struct kiln_submission *s = r->s;
    while (r->first + r->count < s->segment_count && r->count < MOST_CALLS) {
        const struct kiln_segment *next = &s->segments[r->first + r->count];
        if (r->count && (r->cost + next->cost > KILN_SEGMENT_NS || is_long(next)) && !KILN_DEBUG(NOSLICE))
            break;
        r->cost += next->cost;
        r->count++;
    }
}

// At least one request.
static VkResult run_locked(struct kiln_queue *queue, const struct kiln_submission *s)
{
    uint64_t before = queue->seqno;
    uint32_t next = 0;
    VkResult result;
    do {
        struct request r = {.s = s, .first = next, .waits = !next};
        if (next < s->segment_count && is_long(&s->segments[next])) {
            result = run_long(queue, s, next++);
            continue;
        }
        gather(&r);
        next += r.count;
        r.signals = next == s->segment_count;
        result = request_locked(queue, &r);
    } while (!result && next < s->segment_count);
    // Half a submission cannot be taken back.
    if (result && queue->seqno != before && result != VK_ERROR_DEVICE_LOST)
        result = kiln_device_set_lost(queue->device, "the rest of a submission failed: VkResult %d", result);
    return result;
}

static VkResult run(struct kiln_queue *queue, const struct kiln_submission *s)
{
    if (kiln_device_is_lost(queue->device))
        return VK_ERROR_DEVICE_LOST;
    pthread_mutex_lock(&queue->submit_lock);
    VkResult result = run_locked(queue, s);
    uint64_t seqno = queue->seqno;
    pthread_mutex_unlock(&queue->submit_lock);
    consume_waits(queue->device, s);
    for (uint32_t i = 0; i < s->signal_count && !result; i++)
        if (!s->signals[i].syncobj)
            kiln_semaphore_note_submitted(s->signals[i].semaphore, s->signals[i].value, seqno);
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

// Wakes those who wait for a submission that will never be: they find the device lost.
static void abandon(struct kiln_device *device, const struct kiln_submission *s)
{
    struct ws_sync_point p = {.syncobj = s->fence ? kiln_fence_syncobj(s->fence) : 0};
    if (s->fence)
        ws_syncobj_signal(device->ws, &p, 1);
    for (uint32_t i = 0; i < s->signal_count; i++) {
        p = sync_point(&s->signals[i]);
        ws_syncobj_signal(device->ws, &p, 1);
    }
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
            if (result)
                abandon(device, s);
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
    size_t segments = s->segment_count * sizeof(s->segments[0]);
    struct kiln_submission *copy = kiln_zalloc(&device->alloc, NULL, sizeof(*copy) + points + segments,
                                               VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!copy)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    struct kiln_queue_point *p = (struct kiln_queue_point *)(copy + 1);
    struct kiln_segment *b = (struct kiln_segment *)(p + s->wait_count + s->signal_count);
    *copy = *s;
    copy->next = NULL;
    copy->waits = p;
    copy->signals = p + s->wait_count;
    copy->segments = b;
    if (s->wait_count)
        memcpy(p, s->waits, s->wait_count * sizeof(*p));
    if (s->signal_count)
        memcpy(p + s->wait_count, s->signals, s->signal_count * sizeof(*p));
    if (segments)
        memcpy(b, s->segments, segments);
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

// True if vkQueueSubmit would have to wait for the throttle.
static bool heavy(struct kiln_queue *queue, const struct kiln_submission *s)
{
    if (s->cost > KILN_SEGMENT_NS && s->segment_count > 1)
        return true;
    for (uint32_t i = 0; i < s->segment_count; i++)
        if (is_long(&s->segments[i]))
            return true;
    return begins_period(queue, s->cost) && wait_marker(queue, 0);
}

static VkResult submit(struct kiln_queue *queue, const struct kiln_submission *s)
{
    bool wait = false;
    for (uint32_t i = 0; i < s->wait_count && !wait; i++)
        wait = !covered(queue, &s->waits[i]);
    pthread_mutex_lock(&queue->lock);
    wait = wait || queue->deferred || heavy(queue, s);
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
    struct kiln_segment *segments;
    struct kiln_submission s;
    uint64_t small[48];
};

static VkResult builder_init(struct builder *b, struct kiln_device *device, uint32_t waits, uint32_t segments,
                             uint32_t signals)
{
    size_t bytes =
        ((size_t)waits + signals) * sizeof(struct kiln_queue_point) + segments * sizeof(struct kiln_segment);
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
    b->segments = (struct kiln_segment *)(b->signals + signals);
    b->s = (struct kiln_submission){.waits = b->waits, .signals = b->signals, .segments = b->segments};
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

static uint32_t segments_of(VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    return cmd->segment_count;
}

static void add_segments(struct builder *b, VkCommandBuffer handle)
{
    KILN_FROM_HANDLE(kiln_cmd_buffer, cmd, handle);
    for (uint32_t i = 0; i < cmd->segment_count; i++) {
        b->segments[b->s.segment_count++] = cmd->segments[i];
        b->s.cost += cmd->segments[i].cost;
    }
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
    uint32_t segments = 0;
    for (uint32_t i = 0; i < info->commandBufferCount; i++)
        segments += segments_of(info->pCommandBuffers[i]);
    VkResult result =
        builder_init(&b, device, info->waitSemaphoreCount, segments, info->signalSemaphoreCount);
    if (result)
        return result;
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++)
        add_wait(&b, info->pWaitSemaphores[i],
                 t && i < t->waitSemaphoreValueCount ? t->pWaitSemaphoreValues[i] : 0);
    for (uint32_t i = 0; i < info->signalSemaphoreCount; i++)
        add_signal(&b, info->pSignalSemaphores[i],
                   t && i < t->signalSemaphoreValueCount ? t->pSignalSemaphoreValues[i] : 0);
    for (uint32_t i = 0; i < info->commandBufferCount; i++)
        add_segments(&b, info->pCommandBuffers[i]);
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
    uint32_t segments = 0;
    for (uint32_t i = 0; i < info->commandBufferInfoCount; i++)
        segments += segments_of(info->pCommandBufferInfos[i].commandBuffer);
    VkResult result =
        builder_init(&b, device, info->waitSemaphoreInfoCount, segments, info->signalSemaphoreInfoCount);
    if (result)
        return result;
    for (uint32_t i = 0; i < info->waitSemaphoreInfoCount; i++)
        add_wait(&b, info->pWaitSemaphoreInfos[i].semaphore, info->pWaitSemaphoreInfos[i].value);
    for (uint32_t i = 0; i < info->signalSemaphoreInfoCount; i++)
        add_signal(&b, info->pSignalSemaphoreInfos[i].semaphore, info->pSignalSemaphoreInfos[i].value);
    for (uint32_t i = 0; i < info->commandBufferInfoCount; i++)
        add_segments(&b, info->pCommandBufferInfos[i].commandBuffer);
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
        return kiln_wait_failed(device, err, "the queue");
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
