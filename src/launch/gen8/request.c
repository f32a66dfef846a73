// A request's batch: see launch/stream/request.h. PRM SKL vol2a MI_BATCH_BUFFER_START (second level),
// PIPE_CONTROL (post-sync operation), PIPELINE_SELECT, L3CNTLREG; what they want around them is in
// src/hw/rules.def.
#include "launch/gen8/guard.h"
#include "launch/gen8/walker.h"
#include "util/log.h"
#include "util/math.h"

#define CALL_DWORDS gen_MI_BATCH_BUFFER_START_LENGTH
#define SLICE_DWORDS (gen_MI_NOOP_LENGTH + GEN8_CONDITION_DWORDS + GEN8_WALKER_DWORDS)
#define WALK_MASK GEN_MASK(GEN_HIGH(MI_NOOP, identification_number), 0)
#define SETUP_DWORDS 64
#define END_DWORDS (2 * gen_PIPE_CONTROL_LENGTH + 2)

// The write caches, and a stall; as if others had run before in this context.
static uint32_t *emit_flush(const struct launch_device *device, uint32_t *dw)
{
    return gen8_pipe_control_pack(device, dw,
                                  (struct gen_PIPE_CONTROL){
                                      .dc_flush_enable = true,
                                      .render_target_cache_flush_enable = true,
                                      .depth_cache_flush_enable = true,
                                      .command_streamer_stall_enable = true,
                                  });
}

static uint32_t *emit_invalidation(const struct launch_device *device, uint32_t *dw)
{
    return gen8_pipe_control_pack(device, dw,
                                  (struct gen_PIPE_CONTROL){
                                      .texture_cache_invalidation_enable = true,
                                      .constant_cache_invalidation_enable = true,
                                      .instruction_cache_invalidate_enable = true,
                                      .state_cache_invalidation_enable = true,
                                  });
}

static uint32_t *emit_pipeline(const struct launch_device *device, uint32_t *dw)
{
    if (launch_keeps(device, PIPELINE_SELECT_CC))
        GEN8_PUT(dw, 3DSTATE_CC_STATE_POINTERS, .color_calc_state_pointer_valid = false);
    if (launch_keeps(device, PIPELINE_SELECT_FLUSH))
        dw = emit_invalidation(device, emit_flush(device, dw));
    GEN8_PUT(dw, PIPELINE_SELECT, .pipeline_selection = GEN_PIPELINE_GPGPU, .mask_bits = 3);
    if (launch_keeps(device, GLK_BARRIER_MODE)) {
        const struct gen_SLICE_COMMON_ECO_CHICKEN1 mode = {.glk_barrier_mode = GEN_GLK_BARRIER_GPGPU,
                                                           .glk_barrier_mode_mask = true};
        uint32_t value;
        gen_SLICE_COMMON_ECO_CHICKEN1_pack(&value, &mode);
        GEN8_PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = GEN_REG_SLICE_COMMON_ECO_CHICKEN1,
                 .data_dword = value);
    }
    return dw;
}

// Gen8 has none: i915 does not preempt there (intel_execlists_submission.c, engine_supports_preemption: from
// Gen9).
static bool has_group_preemption(const struct launch_device *device)
{
    return kiln_target_of(device->info->devinfo)->isa >= KILN_ISA_GEN9;
}

// What a new context needs once: the GPGPU pipeline, and an L3 partition with shared local memory, which
// serves every kernel.
static uint32_t *emit_setup(const struct launch_device *device, uint32_t *dw)
{
    dw = emit_pipeline(device, dw);
    if (launch_keeps(device, L3_CONFIG_DRAIN))
        dw = emit_flush(device, emit_invalidation(device, emit_flush(device, dw)));
    GEN8_PUT(dw, MI_LOAD_REGISTER_IMM, .register_offset = GEN_REG_L3CNTLREG,
             .data_dword = device->info->devinfo->l3cntlreg_slm);
    if (KILN_DEBUG(NOSLICE) || !has_group_preemption(device))
        return dw;
    // A walker whose size only the GPU knows cannot be sliced: let it be preempted between groups.
    // On Gen11 i915 sets it so itself (icl_ctx_workarounds_init) and drops our write; the simulated kernel
    // has Gen9's default.
    struct gen_CS_CHICKEN1 groups = {.gpgpu_preemption = GEN_GPGPU_PREEMPTION_THREAD_GROUP,
                                     .gpgpu_preemption_mask = 3};
    struct gen_MI_LOAD_REGISTER_IMM preemption = {.register_offset = GEN_REG_CS_CHICKEN1};
    gen_CS_CHICKEN1_pack(&preemption.data_dword, &groups);
    gen_MI_LOAD_REGISTER_IMM_pack(dw, &preemption);
    return dw + gen_MI_LOAD_REGISTER_IMM_LENGTH;
}

static uint32_t *emit_end(const struct launch_queue *queue, uint32_t *dw, uint64_t seqno)
{
    bool flush = launch_keeps(queue->device, END_FLUSH);
    struct gen_PIPE_CONTROL done = {.command_streamer_stall_enable = true,
                                    .dc_flush_enable = flush,
                                    .post_sync_operation = GEN_POST_SYNC_WRITE_IMMEDIATE,
                                    .address =
                                        queue->device->breadcrumbs.address + seqno % LAUNCH_BREADCRUMBS * 8,
                                    .immediate_data = seqno};
    if (launch_keeps(queue->device, FLUSH_WRITE_SPLIT)) {
        dw = gen8_pipe_control_pack(queue->device, dw, (struct gen_PIPE_CONTROL){.dc_flush_enable = flush});
        done.dc_flush_enable = false;
        done.pipe_control_flush_enable = true;
    }
    dw = gen8_pipe_control_pack(queue->device, dw, done);
    struct gen_MI_BATCH_BUFFER_END end = {};
    gen_MI_BATCH_BUFFER_END_pack(dw, &end);
    dw[1] = 0; // MI_NOOP: a batch is a whole number of qwords
    return dw + 2;
}

static uint32_t *emit_item(uint32_t *dw, const struct launch_request *r, const struct launch_item *item)
{
    const struct launch_segment *segment = &r->job->segments[item->segment];
    if (item->count[0]) {
        const struct launch_walk *walk = segment->walk;
        GEN8_PUT(dw, MI_NOOP, .identification_number = 1 + item->walk % WALK_MASK,
                 .identification_number_register_write_enable = true);
        return walk->conditional ? gen8_conditional_walker(dw, walk->kernel, item->start, item->count)
                                 : gen8_walker(dw, walk->kernel, item->start, item->count);
    }
    struct gen_MI_BATCH_BUFFER_START call = {.second_level_batch_buffer = GEN_BATCH_LEVEL_SECOND,
                                             .address_space_indicator = GEN_ASI_PPGTT,
                                             .batch_buffer_start_address = segment->address};
    gen_MI_BATCH_BUFFER_START_pack(dw, &call);
    return dw + CALL_DWORDS;
}

static uint32_t *emit_bounded(const struct launch_queue *queue, const struct launch_request *r, uint32_t *dw,
                              uint64_t address)
{
    uint32_t *jumps[LAUNCH_MOST_ITEMS + 1], jump_count = 0, *start = dw;
    if (r->behind)
        dw = gen8_guard_behind(queue, r, dw, &jumps[jump_count++]);
    dw = gen8_guard_setup(queue, r, dw);
    for (uint32_t i = 0; i < r->count; i++) {
        if (launch_item_is_guarded(r, i))
            dw = gen8_guard(queue, r, i, dw, &jumps[jump_count++]);
        dw = emit_item(dw, r, &r->items[i]);
    }
    dw = gen8_guard_note_time(queue, r, r->count, true, dw);
    struct gen_MI_STORE_DATA_IMM all = {.address = gen8_turn_address(queue, r->slot) +
                                                   offsetof(struct launch_turn_memory, progress),
                                        .immediate_data = r->count};
    gen_MI_STORE_DATA_IMM_pack(dw, &all);
    dw += gen_MI_STORE_DATA_IMM_LENGTH;
    for (uint32_t i = 0; i < jump_count; i++)
        gen8_guard_jump(jumps[i], address + (uint64_t)(dw - start) * 4);
    return dw;
}

uint32_t launch_request_dwords(const struct launch_request *r)
{
    uint32_t item = KILN_MAX((uint32_t)CALL_DWORDS, (uint32_t)SLICE_DWORDS);
    uint32_t bounded = GEN8_GUARD_BEHIND_DWORDS + GEN8_GUARD_SETUP_DWORDS + GEN8_GUARD_TIME_DWORDS +
                       gen_MI_STORE_DATA_IMM_LENGTH;
    return SETUP_DWORDS + END_DWORDS + (r->bounded ? bounded : 0) +
           r->count * (item + (r->bounded ? GEN8_GUARD_DWORDS : 0));
}

uint32_t *launch_write_request(const struct launch_queue *queue, const struct launch_request *r,
                               uint64_t seqno, uint32_t *dw, uint64_t address)
{
    const uint32_t *start = dw;
    if (!queue->context_ready)
        dw = emit_setup(queue->device, dw);
    if (r->bounded)
        dw = emit_bounded(queue, r, dw, address + (uint64_t)(dw - start) * 4);
    else
        for (uint32_t i = 0; i < r->count; i++)
            dw = emit_item(dw, r, &r->items[i]);
    return emit_end(queue, dw, seqno);
}
