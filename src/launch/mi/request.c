// A request's batch: see launch/stream/request.h. PRM SKL vol2a MI_BATCH_BUFFER_START (second level),
// PIPE_CONTROL (post-sync operation), PIPELINE_SELECT, L3CNTLREG; what they want around them is in
// src/hw/rules.def.
#include "launch/mi/guard.h"
#include "launch/mi/walk.h"
#include "launch/stream/class.h"
#include "util/log.h"
#include "util/math.h"

#define CALL_DWORDS (2 * gen_MI_ARB_CHECK_GEN12_LENGTH + gen_MI_BATCH_BUFFER_START_LENGTH)
#define WALK_MASK GEN_MASK(GEN_HIGH(MI_NOOP, identification_number), 0)
#define END_DWORDS (2 * MI_PIPE_CONTROL_MOST + 2)

static uint32_t *emit_end(const struct launch_queue *queue, uint32_t *dw, uint64_t seqno)
{
    bool flush = launch_keeps(queue->device, END_FLUSH);
    struct gen_PIPE_CONTROL done = {.command_streamer_stall_enable = true,
                                    .dc_flush_enable = flush,
                                    .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE,
                                    .address = queue->breadcrumbs.address + seqno % LAUNCH_BREADCRUMBS * 8,
                                    .immediate_data = seqno};
    if (launch_keeps(queue->device, FLUSH_WRITE_SPLIT)) {
        dw = mi_pipe_control_pack(queue->device, dw, (struct gen_PIPE_CONTROL){.dc_flush_enable = flush});
        done.dc_flush_enable = false;
        done.pipe_control_flush_enable = true;
    }
    dw = mi_pipe_control_pack(queue->device, dw, done);
    struct gen_MI_BATCH_BUFFER_END end = {};
    gen_MI_BATCH_BUFFER_END_pack(dw, &end);
    dw[1] = 0; // MI_NOOP: a batch is a whole number of qwords
    return dw + 2;
}

// The pre-parser of Gen12 would have read commands before the device wrote them.
static uint32_t *keep_pre_parser(uint32_t *dw, bool off)
{
    MI_PUT(dw, MI_ARB_CHECK_GEN12, .pre_parser_disable = off, .pre_parser_disable_mask = true);
    return dw;
}

static uint32_t *emit_item(const struct launch_queue *queue, uint32_t *dw, const struct launch_request *r,
                           const struct launch_item *item)
{
    const struct launch_segment *segment = &r->job->segments[item->segment];
    if (item->count[0]) {
        const bool conditional = segment->walk ? segment->walk->conditional : segment->called->conditional;
        MI_PUT(dw, MI_NOOP, .identification_number = 1 + item->walk % WALK_MASK,
               .identification_number_register_write_enable = true);
        return conditional ? mi_conditional_walker(queue->device, dw, item->kernel, &item->bindings,
                                                   item->start, item->count)
                           : mi_walker(dw, item->kernel, &item->bindings, item->start, item->count);
    }
    if (item->part == LAUNCH_PART_REPORT)
        return dw;
    if (queue->device->flat)
        return mi_copy_segment(dw, segment);
    struct gen_MI_BATCH_BUFFER_START call = {.second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
                                             .address_space_indicator = GEN_ASI_PPGTT,
                                             .batch_buffer_start_address = segment->address};
    if (segment->called)
        call.batch_buffer_start_address += item->from * segment->called->slot;
    const bool alone = segment->called && launch_keeps(queue->device, PRE_PARSER);
    if (alone)
        dw = keep_pre_parser(dw, true);
    gen_MI_BATCH_BUFFER_START_pack(dw, &call);
    dw += gen_MI_BATCH_BUFFER_START_LENGTH;
    return alone ? keep_pre_parser(dw, false) : dw;
}

static uint32_t *emit_bounded(const struct launch_queue *queue, const struct launch_request *r, uint32_t *dw,
                              uint64_t address)
{
    uint32_t *jumps[LAUNCH_MOST_ITEMS + 1], jump_count = 0, *start = dw;
    if (r->behind)
        dw = mi_guard_behind(queue, r, dw, &jumps[jump_count++]);
    dw = mi_guard_setup(queue, r, dw);
    for (uint32_t i = 0; i < r->count; i++) {
        if (launch_item_is_guarded(r, i))
            dw = mi_guard(queue, r, i, dw, &jumps[jump_count++]);
        dw = emit_item(queue, dw, r, &r->items[i]);
    }
    dw = mi_guard_note_time(queue, r, r->count, true, dw);
    dw = mi_guard_progress(queue, r, r->count, dw);
    for (uint32_t i = 0; i < jump_count; i++)
        mi_guard_jump(jumps[i], address + (uint64_t)(dw - start) * 4);
    return dw;
}

// Without jumps nothing can be left out: what is run is little, and only measured.
static uint32_t *emit_measured(const struct launch_queue *queue, const struct launch_request *r, uint32_t *dw)
{
    for (uint32_t i = 0; i < r->count; i++) {
        dw = mi_guard_note_time(queue, r, i, i != 0, dw);
        dw = emit_item(queue, dw, r, &r->items[i]);
    }
    dw = mi_guard_note_time(queue, r, r->count, true, dw);
    return mi_guard_progress(queue, r, r->count, dw);
}

uint32_t launch_request_dwords(const struct launch_queue *queue, const struct launch_request *r)
{
    uint32_t slice = gen_MI_NOOP_LENGTH + MI_CONDITION_DWORDS + queue->device->class->walker_dwords;
    uint32_t item = KILN_MAX((uint32_t)CALL_DWORDS, slice), copied = 0;
    for (uint32_t i = 0; queue->device->flat && i < r->count; i++)
        copied += r->items[i].count[0] ? 0 : launch_segment_dwords(&r->job->segments[r->items[i].segment]);
    uint32_t bounded =
        MI_GUARD_BEHIND_DWORDS + MI_GUARD_SETUP_DWORDS + MI_GUARD_TIME_DWORDS + gen_MI_STORE_DATA_IMM_LENGTH;
    return LAUNCH_SETUP_DWORDS + END_DWORDS + copied + (r->bounded ? bounded : 0) +
           r->count * (item + (r->bounded ? MI_GUARD_DWORDS : 0));
}

uint32_t *launch_write_request(const struct launch_queue *queue, const struct launch_request *r,
                               uint64_t seqno, uint32_t *dw, uint64_t address)
{
    const uint32_t *start = dw;
    if (!queue->context_ready)
        dw = queue->device->class->setup(queue->device, dw);
    if (r->bounded && queue->device->flat)
        dw = emit_measured(queue, r, dw);
    else if (r->bounded)
        dw = emit_bounded(queue, r, dw, address + (uint64_t)(dw - start) * 4);
    else
        for (uint32_t i = 0; i < r->count; i++)
            dw = emit_item(queue, dw, r, &r->items[i]);
    return emit_end(queue, dw, seqno);
}
