// See queue/request.h. PRM SKL vol2a MI_BATCH_BUFFER_START (second level), PIPE_CONTROL (post-sync
// operation), PIPELINE_SELECT, L3CNTLREG; what they want around them is in src/hw/rules.def.
#include "vk/queue/request.h"

#include <errno.h>

#include "util/log.h"
#include "util/mutant.h"
#include "vk/object/rules.h"

#define CALL_DWORDS gen_MI_BATCH_BUFFER_START_LENGTH
#define SETUP_DWORDS 64
#define END_DWORDS (2 * gen_PIPE_CONTROL_LENGTH + 2)

// ---- the batch
// ------------------------------------------------------------------------------------------------

// The write caches, and a stall; as if others had run before in this context.
static uint32_t *emit_flush(const struct kiln_device *device, uint32_t *dw)
{
    return kiln_pipe_control_pack(device, dw,
                                  (struct gen_PIPE_CONTROL){
                                      .dc_flush_enable = true,
                                      .render_target_cache_flush_enable = true,
                                      .depth_cache_flush_enable = true,
                                      .command_streamer_stall_enable = true,
                                  });
}

static uint32_t *emit_invalidation(const struct kiln_device *device, uint32_t *dw)
{
    return kiln_pipe_control_pack(device, dw,
                                  (struct gen_PIPE_CONTROL){
                                      .texture_cache_invalidation_enable = true,
                                      .constant_cache_invalidation_enable = true,
                                      .instruction_cache_invalidate_enable = true,
                                      .state_cache_invalidation_enable = true,
                                  });
}

static uint32_t *emit_pipeline(const struct kiln_device *device, uint32_t *dw)
{
    if (kiln_keeps(device, PIPELINE_SELECT_CC))
        PUT(dw, 3DSTATE_CC_STATE_POINTERS, .color_calc_state_pointer_valid = false);
    if (kiln_keeps(device, PIPELINE_SELECT_FLUSH))
        dw = emit_invalidation(device, emit_flush(device, dw));
    PUT(dw, PIPELINE_SELECT, .pipeline_selection = GEN_PIPELINE_GPGPU, .mask_bits = 3);
    if (kiln_keeps(device, GLK_BARRIER_MODE)) {
        const struct gen_SLICE_COMMON_ECO_CHICKEN1 mode = {.glk_barrier_mode = GEN_GLK_BARRIER_GPGPU,
                                                           .glk_barrier_mode_mask = true};
        uint32_t value;
        gen_SLICE_COMMON_ECO_CHICKEN1_pack(&value, &mode);
        PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = GEN_REG_SLICE_COMMON_ECO_CHICKEN1,
            .data_dword = value);
    }
    return dw;
}

// What a new context needs once: the GPGPU pipeline, and an L3 partition with shared local memory, which
// serves every kernel.
static uint32_t *emit_setup(struct kiln_device *device, uint32_t *dw)
{
    dw = emit_pipeline(device, dw);
    if (kiln_keeps(device, L3_CONFIG_DRAIN))
        dw = emit_flush(device, emit_invalidation(device, emit_flush(device, dw)));
    PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = GEN_REG_L3CNTLREG,
        .data_dword = device->physical->info.devinfo->l3cntlreg_slm);
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
    bool flush = kiln_keeps(queue->device, END_FLUSH);
    struct gen_PIPE_CONTROL done = {.command_streamer_stall_enable = true,
                                    .dc_flush_enable = flush,
                                    .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE,
                                    .address = queue->device->launch.breadcrumbs.address +
                                               seqno % LAUNCH_BREADCRUMBS * 8,
                                    .immediate_data = seqno};
    if (kiln_keeps(queue->device, FLUSH_WRITE_SPLIT)) {
        dw = kiln_pipe_control_pack(queue->device, dw, (struct gen_PIPE_CONTROL){.dc_flush_enable = flush});
        done.dc_flush_enable = false;
        done.pipe_control_flush_enable = true;
    }
    dw = kiln_pipe_control_pack(queue->device, dw, done);
    struct gen_MI_BATCH_BUFFER_END end = {};
    gen_MI_BATCH_BUFFER_END_pack(dw, &end);
    dw[1] = 0; // MI_NOOP: a batch is a whole number of qwords
    return dw + 2;
}

static uint32_t *emit_item(uint32_t *dw, const struct kiln_request *r, const struct kiln_item *item)
{
    const struct kiln_segment *segment = &r->s->segments[item->segment];
    if (item->count[0]) {
        if (segment->walk->conditional) {
            kiln_write_conditional_walker(dw, segment->walk->walker, item->start, item->count);
            dw += KILN_CONDITION_DWORDS;
        } else {
            kiln_write_walker(dw, segment->walk->walker, item->start, item->count);
        }
        return dw + KILN_WALKER_DWORDS;
    }
    struct gen_MI_BATCH_BUFFER_START call = {.second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
                                             .address_space_indicator = GEN_ASI_PPGTT,
                                             .batch_buffer_start_address = segment->address};
    gen_MI_BATCH_BUFFER_START_pack(dw, &call);
    return dw + CALL_DWORDS;
}

// The first item always runs, and what takes no time runs with the item before.
bool kiln_item_is_guarded(const struct kiln_request *r, uint32_t index)
{
    const struct kiln_item *item = &r->items[index];
    if (kiln_item_is_indirect(r, item))
        return true;
    return (index || r->behind) && (item->count[0] || r->s->segments[item->segment].cost);
}

static uint32_t *emit_bounded(struct kiln_queue *queue, const struct kiln_request *r, uint32_t *dw)
{
    uint32_t *jumps[LAUNCH_MOST_ITEMS + 1], jump_count = 0, *start = dw;
    uint64_t address = queue->ring->address + (uint64_t)((uint8_t *)dw - (uint8_t *)queue->ring->map);
    if (r->behind)
        dw = kiln_guard_behind(queue, r, dw, &jumps[jump_count++]);
    dw = kiln_guard_setup(queue, r, dw);
    for (uint32_t i = 0; i < r->count; i++) {
        if (kiln_item_is_guarded(r, i))
            dw = kiln_guard(queue, r, i, dw, &jumps[jump_count++]);
        dw = emit_item(dw, r, &r->items[i]);
    }
    dw = kiln_guard_note_time(queue, r, r->count, true, dw);
    struct gen_MI_STORE_DATA_IMM all = {.address = kiln_turn_address(queue, r->slot) +
                                                   offsetof(struct launch_turn_memory, progress),
                                        .immediate_data = r->count};
    gen_MI_STORE_DATA_IMM_pack(dw, &all);
    dw += gen_MI_STORE_DATA_IMM_LENGTH;
    for (uint32_t i = 0; i < jump_count; i++)
        kiln_guard_jump(jumps[i], address + (uint64_t)(dw - start) * 4);
    return dw;
}

static uint32_t most_dwords(const struct kiln_request *r)
{
    uint32_t item = KILN_MAX((uint32_t)CALL_DWORDS, (uint32_t)(KILN_CONDITION_DWORDS + KILN_WALKER_DWORDS));
    uint32_t bounded = KILN_GUARD_BEHIND_DWORDS + KILN_GUARD_SETUP_DWORDS + KILN_GUARD_TIME_DWORDS +
                       gen_MI_STORE_DATA_IMM_LENGTH;
    return SETUP_DWORDS + END_DWORDS + (r->bounded ? bounded : 0) +
           r->count * (item + (r->bounded ? KILN_GUARD_DWORDS : 0));
}

static uint32_t *emit(struct kiln_queue *queue, const struct kiln_request *r, uint32_t *dw, uint64_t seqno)
{
    if (!queue->context_ready)
        dw = emit_setup(queue->device, dw);
    if (r->bounded)
        dw = emit_bounded(queue, r, dw);
    else
        for (uint32_t i = 0; i < r->count; i++)
            dw = emit_item(dw, r, &r->items[i]);
    return emit_end(queue, dw, seqno);
}

// Blocks whose last submission is done go back to the cache. A retired block keeps that number in its first
// qword.
static void retire(struct kiln_queue *queue)
{
    uint64_t done = kiln_queue_completed(queue);
    while (queue->retired && *(uint64_t *)queue->retired->map <= done) {
        struct launch_bo *bo = queue->retired;
        queue->retired = bo->next;
        if (!queue->retired)
            queue->retired_tail = &queue->retired;
        launch_batch_bo_put(&queue->device->launch, bo);
    }
}

static VkResult reserve(struct kiln_queue *queue, uint32_t bytes, uint32_t **out)
{
    struct launch_bo *ring = queue->ring;
    if (!ring || queue->ring_used + bytes > ring->size) {
        retire(queue);
        unsigned size_class = 0;
        while (size_class < LAUNCH_BATCH_CLASSES && bytes + 64 > 16384u << size_class)
            size_class++;
        if (size_class == LAUNCH_BATCH_CLASSES)
            return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "too many command buffers in one submission");
        struct launch_bo *next;
        VkResult result = kiln_result(launch_batch_bo_get(&queue->device->launch, size_class, &next));
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

// ---- bounding what is queued
// ------------------------------------------------------------------------------------

bool kiln_queue_has_room(struct kiln_queue *queue, uint64_t cost)
{
    uint64_t done = kiln_queue_completed(queue), last = queue->seqno;
    uint64_t queued = queue->spent[last % LAUNCH_BREADCRUMBS] - queue->spent[done % LAUNCH_BREADCRUMBS];
    return last - done < LAUNCH_BREADCRUMBS - 1 &&
           (done == last || queued + cost <= LAUNCH_QUEUED_NS || KILN_DEBUG(NOSLICE));
}

static VkResult make_room(struct kiln_queue *queue, uint64_t cost)
{
    VkResult result = VK_SUCCESS;
    while (!result && !kiln_queue_has_room(queue, cost))
        result = kiln_queue_wait(queue, kiln_queue_completed(queue) + 1);
    return result;
}

// ---- syncobjs
// --------------------------------------------------------------------------------------------------

// The syncobjs of a request, waits after signals; returns the number of signals.
static unsigned sync_points(struct kiln_queue *queue, const struct kiln_request *r, uint64_t seqno,
                            struct ws_sync_point *out, unsigned *wait_count)
{
    const struct kiln_submission *s = r->s;
    unsigned n = 0;
    out[n++] = (struct ws_sync_point){.syncobj = queue->syncobjs[seqno % KILN_QUEUE_SYNCOBJS]};
    if (r->signals && s->fence) {
        out[n++] = (struct ws_sync_point){.syncobj = kiln_fence_syncobj(s->fence)};
        __atomic_store_n(&s->fence->seqno, seqno, __ATOMIC_RELEASE);
    }
    for (uint32_t i = 0; r->signals && i < s->signal_count; i++) {
        out[n++] = kiln_queue_sync_point(&s->signals[i]);
        if (!s->signals[i].syncobj)
            kiln_semaphore_note_signal(s->signals[i].semaphore, s->signals[i].value, seqno);
    }
    // Timeline values are covered by now: what is left for the kernel are semaphores of others.
    *wait_count = 0;
    for (uint32_t i = 0; r->waits && i < s->wait_count; i++)
        if (MUTABLE("wait", s->waits[i].syncobj))
            out[n + (*wait_count)++] = kiln_queue_sync_point(&s->waits[i]);
    return n;
}

static int submit_batch(struct kiln_queue *queue, uint32_t bytes, const struct ws_sync_point *points,
                        unsigned signal_count, unsigned wait_count)
{
    struct kiln_device *device = queue->device;
    launch_residency_begin_submit(&device->launch.residency);
    struct ws_submit submit = {.bos = device->launch.residency.bos,
                               .bo_count = device->launch.residency.count,
                               .bos_version = device->launch.residency.version,
                               .batch = queue->ring->ws,
                               .batch_offset = queue->ring_used,
                               .batch_size = bytes,
                               .waits = points + signal_count,
                               .wait_count = wait_count,
                               .signals = points,
                               .signal_count = signal_count,
                               .listed = launch_residency_listed,
                               .listed_arg = &device->launch.residency};
    int err = ws_submit(device->launch.context, &submit);
    launch_residency_end_submit(&device->launch);
    return err;
}

static VkResult submit(struct kiln_queue *queue, const struct kiln_request *r, uint64_t seqno, uint32_t bytes)
{
    struct kiln_device *device = queue->device;
    struct ws_sync_point on_stack[12], *points = on_stack;
    uint32_t most = r->s->signal_count + r->s->wait_count + 2;
    if (most > KILN_ARRAY_LEN(on_stack)) {
        points =
            kiln_zalloc(&device->alloc, NULL, most * sizeof(points[0]), VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
        if (!points)
            return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    unsigned waits, signals = sync_points(queue, r, seqno, points, &waits);
    int err = submit_batch(queue, bytes, points, signals, waits);
    if (points != on_stack)
        kiln_free(&device->alloc, NULL, points);
    if (err == -EIO)
        return kiln_device_set_lost(device, "the kernel refused request %llu", (unsigned long long)seqno);
    return err ? kiln_error(kiln_result_from_errno(err), "ws_submit: %d", err) : VK_SUCCESS;
}

VkResult kiln_queue_request(struct kiln_queue *queue, const struct kiln_request *r)
{
    uint32_t *start = NULL;
    uint64_t seqno = queue->seqno + 1;
    VkResult result = make_room(queue, r->cost);
    if (!result)
        result = reserve(queue, most_dwords(r) * 4, &start);
    if (result)
        return result;
    uint32_t *dw = emit(queue, r, start, seqno);
    uint32_t bytes = (uint32_t)kiln_align((uint64_t)((uint8_t *)dw - (uint8_t *)start), 8);
    result = submit(queue, r, seqno, bytes);
    if (result)
        return result;
    queue->spent[seqno % LAUNCH_BREADCRUMBS] = queue->spent[(seqno - 1) % LAUNCH_BREADCRUMBS] + r->cost;
    __atomic_store_n(&queue->seqno, seqno, __ATOMIC_RELEASE);
    queue->ring_used += (uint32_t)kiln_align(bytes, 64);
    queue->context_ready = true;
    return VK_SUCCESS;
}
