// The render engine's GPGPU pipeline as the command streamer drives it: PIPE_CONTROL, base addresses, the
// VFE's state, CURBE, interface descriptors, and the walker, of which
// gpgpu/media.h makes a launch. PRM SKL vol2a (commands), KBL vol2d (structures).
#include <stdlib.h>
#include <string.h>

#include "sim/cs/cs.h"
#include "sim/gpgpu/media.h"
#include "sim/thread/thread.h"

static bool nothing(struct sim_cs *cs)
{
    return true;
}

static bool pipe_control(struct sim_cs *cs)
{
    struct gen_PIPE_CONTROL c;
    sim_cs_unpack_pipe_control(cs, &c);
    if (!sim_cs_rules_pipe_control(cs, &c))
        return false;
    sim_cs_invalidate(cs, &c);
    // A post-sync operation comes after all that was issued before it, and holds up nothing that follows.
    bool late = c.post_sync_operation || c.lri_post_sync_operation;
    if (c.command_streamer_stall_enable || (late && !cs->job->config->strict)) {
        if (!sim_cs_stall(cs))
            return false;
    } else if (cs->pending_count || (late && cs->job->config->lazy)) {
        struct sim_cs_pending p = {.control = c, .desc = cs->desc, .ip = cs->ip};
        return sim_cs_postpone(cs, &p);
    }
    return sim_cs_end_of_pipe(cs, &c);
}

static bool pipeline_select(struct sim_cs *cs)
{
    struct gen_PIPELINE_SELECT c;
    gen_PIPELINE_SELECT_unpack(cs->dw, &c);
    if (!kiln_target_masks_pipeline_select(cs->target)) // which always selects
        c.mask_bits = 3;
    if (!sim_cs_needs_stall(cs, "PIPELINE_SELECT") || !sim_cs_rules_pipeline_select(cs, &c))
        return false;
    if (c.mask_bits & GEN_PIPELINE_MASK_SYSTOLIC && kiln_target_has_binding_table_pool(cs->target)) {
        struct gen_PIPELINE_SELECT_GEN125 own;
        gen_PIPELINE_SELECT_GEN125_unpack(cs->dw, &own);
        cs->st->systolic = own.systolic_mode_enable;
    }
    if ((c.mask_bits & 3) != 3)
        return true;
    if (c.pipeline_selection != GEN_PIPELINE_GPGPU && !sim_cs_draws(cs))
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                            "PIPELINE_SELECT of another pipeline than GPGPU, on a compute engine");
    if (c.pipeline_selection == GEN_PIPELINE_GPGPU && cs->st->pipeline != GEN_PIPELINE_GPGPU)
        cs->st->vfe_gone = cs->st->descriptor_gone = true;
    cs->st->pipeline = c.pipeline_selection;
    return true;
}

static bool state_base_address(struct sim_cs *cs)
{
    struct gen_STATE_BASE_ADDRESS_GEN11 c, *s = &cs->st->sba;
    gen_STATE_BASE_ADDRESS_GEN11_unpack(cs->dw, &c);
#define MOVES(name) (c.name##_base_address_modify_enable && c.name##_base_address != s->name##_base_address)
    bool moves = MOVES(surface_state) || MOVES(dynamic_state) || MOVES(bindless_surface_state) ||
                 MOVES(bindless_sampler_state);
#undef MOVES
    if (!sim_cs_rules_base_address(cs, moves))
        return false;
#define BASE(name)                                                                                           \
    if (c.name##_base_address_modify_enable) {                                                               \
        s->name##_base_address = c.name##_base_address;                                                      \
        s->name##_mocs = c.name##_mocs;                                                                      \
    }
    BASE(general_state)
    BASE(surface_state)
    BASE(dynamic_state)
    BASE(indirect_object)
    BASE(instruction)
    BASE(bindless_surface_state)
    BASE(bindless_sampler_state)
#undef BASE
#define SIZE(name)                                                                                           \
    if (c.name##_buffer_size_modify_enable)                                                                  \
        s->name##_buffer_size = c.name##_buffer_size;
    SIZE(general_state)
    SIZE(dynamic_state)
    SIZE(indirect_object)
    SIZE(instruction)
#undef SIZE
    if (c.bindless_surface_state_base_address_modify_enable)
        s->bindless_surface_state_size = c.bindless_surface_state_size;
    s->stateless_data_port_access_mocs = c.stateless_data_port_access_mocs;
    return true;
}

// Mesa's drivers write a state that gives threads neither CURBE nor scratch before they switch to the 3D
// pipeline, and do not stall: behind MEDIA_STATE_FLUSH every thread has what it was dispatched with.
static bool vfe_state(struct sim_cs *cs)
{
    struct gen_MEDIA_VFE_STATE c;
    gen_MEDIA_VFE_STATE_unpack(cs->dw, &c);
    bool idle = !c.curbe_allocation_size && !c.per_thread_scratch_space && !c.scratch_space_base_pointer;
    if (!(idle && cs->flushed) &&
        ((cs->in_flight &&
          !sim_cs_broken(cs, KILN_RULE_VFE_STALL, "MEDIA_VFE_STATE while a walker may still run")) ||
         !sim_cs_rules_vfe(cs)))
        return false;
    cs->st->vfe = c;
    cs->st->has_vfe = true;
    cs->st->vfe_gone = false;
    return true;
}

// Every walker has ended when the next command is fetched, but those that are executed late.
static bool media_state_flush(struct sim_cs *cs)
{
    cs->flushed = true;
    return true;
}

static uint8_t *grow_buffer(struct sim_cs *cs, uint8_t *old, size_t size)
{
    // One 32-byte unit of slack is zero: the read lengths that follow count in such units.
    uint8_t *p = realloc(old, size + 32);
    if (p)
        memset(p + size, 0, 32);
    return p;
}

static bool curbe_load(struct sim_cs *cs)
{
    struct gen_MEDIA_CURBE_LOAD c;
    gen_MEDIA_CURBE_LOAD_unpack(cs->dw, &c);
    size_t size = c.curbe_total_data_length;
    if (!cs->st->has_vfe)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "MEDIA_CURBE_LOAD without MEDIA_VFE_STATE");
    if (!sim_cs_rules_media_load(cs, cs->st->sba.dynamic_state_base_address + c.curbe_data_start_address,
                                 c.curbe_data_start_address, size))
        return false;
    if (size > cs->st->vfe.curbe_allocation_size * (uint32_t)SIM_GRF_BYTES &&
        !sim_cs_broken(cs, KILN_RULE_CURBE_ALLOCATION,
                       "MEDIA_CURBE_LOAD of %zu bytes, and MEDIA_VFE_STATE allocates %u", size,
                       cs->st->vfe.curbe_allocation_size * (uint32_t)SIM_GRF_BYTES))
        return false;
    uint8_t *p = grow_buffer(cs, cs->st->curbe, size);
    if (!p)
        return sim_cs_fault(cs, SIM_FAULT_HANG, cs->ip, "the host is out of memory");
    cs->st->curbe = p;
    cs->st->curbe_size = size;
    return sim_cs_read(cs, cs->st->sba.dynamic_state_base_address + c.curbe_data_start_address, p, size);
}

static bool descriptor_load(struct sim_cs *cs)
{
    struct gen_MEDIA_INTERFACE_DESCRIPTOR_LOAD c;
    enum { SIZE = gen_INTERFACE_DESCRIPTOR_DATA_LENGTH * 4 };
    gen_MEDIA_INTERFACE_DESCRIPTOR_LOAD_unpack(cs->dw, &c);
    unsigned count = c.interface_descriptor_total_length / SIZE;
    uint64_t at = cs->st->sba.dynamic_state_base_address + c.interface_descriptor_data_start_address;
    if (c.interface_descriptor_total_length % SIZE || !count || count > SIM_CS_DESCRIPTORS)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "MEDIA_INTERFACE_DESCRIPTOR_LOAD of %u bytes",
                            c.interface_descriptor_total_length);
    if (!sim_cs_rules_media_load(cs, at, c.interface_descriptor_data_start_address,
                                 c.interface_descriptor_total_length))
        return false;
    cs->st->descriptor_gone = false;
    for (unsigned i = 0; i < SIM_CS_DESCRIPTORS; i++) {
        uint32_t dw[gen_INTERFACE_DESCRIPTOR_DATA_LENGTH];
        cs->st->descriptors[i].loaded = false;
        if (i >= count)
            continue;
        // Of a heap that is declared larger than it is mapped, only what is there can be used.
        if (!sim_cs_peek(cs, at + i * SIZE, dw, SIZE)) {
            if (!i)
                return sim_cs_read(cs, at, dw, SIZE);
            continue;
        }
        uint32_t length = gen_INTERFACE_DESCRIPTOR_DATA_LENGTH;
        if (!kiln_target_has_long_addresses(cs->target))
            gen_to_gen9(&gen_cmd_table[GEN_CMD_INTERFACE_DESCRIPTOR_DATA], cs->target->isa, dw, &length);
        gen_INTERFACE_DESCRIPTOR_DATA_unpack(dw, &cs->st->descriptors[i].idd);
        cs->st->descriptors[i].loaded = true;
    }
    return true;
}

// ---- the walker

static bool check_state(struct sim_cs *cs, const char *what, unsigned pipeline, uint32_t descriptor)
{
    static const char *const pipelines[] = {"3D", "media", "GPGPU"};
    if (cs->st->pipeline != pipeline)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "%s, and PIPELINE_SELECT has the %s pipeline",
                            what, cs->st->pipeline < 3 ? pipelines[cs->st->pipeline] : "reserved");
    if (!cs->st->has_vfe)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "%s without MEDIA_VFE_STATE", what);
    if (descriptor >= SIM_CS_DESCRIPTORS || !cs->st->descriptors[descriptor].loaded)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "%s: interface descriptor %u is not loaded", what,
                            descriptor);
    return true;
}

// The workaround for kernels that flush the sampler's cache is to be in place before such a walker.
static const char *no_sampler_flush(const struct sim_cs *cs)
{
    enum kiln_rule rule = kiln_has_rule(cs->job->rules, KILN_RULE_SAMPLER_FLUSH_LSQC)
                              ? KILN_RULE_SAMPLER_FLUSH_LSQC
                              : KILN_RULE_SAMPLER_FLUSH_LSQC_KBL;
    struct gen_L3SQCREG4 l3;
    struct gen_CS_CHICKEN1 preemption;
    gen_L3SQCREG4_unpack(&cs->st->registers[KILN_PLACE(L3SQCREG4)], &l3);
    gen_CS_CHICKEN1_unpack(&cs->st->registers[KILN_PLACE(CS_CHICKEN1)], &preemption);
    bool kept = l3.lqsc_ro_perf_dis && preemption.gpgpu_preemption != GEN_GPGPU_PREEMPTION_THREAD_GROUP;
    return kept || !kiln_has_rule(cs->job->rules, rule) ? NULL : kiln_rule_info(rule)->name;
}

// Shared memory is a part of L3 that must be set apart before Gen11, and a memory of its own since.
static bool slm_enabled(const struct sim_cs *cs)
{
    struct gen_L3CNTLREG l3;
    struct gen_L3CNTLREG2 split;
    gen_L3CNTLREG_unpack(&cs->st->registers[KILN_PLACE(L3CNTLREG)], &l3);
    gen_L3CNTLREG2_unpack(&cs->st->registers[KILN_PLACE(L3CNTLREG2)], &split);
    return !kiln_target_has_slm_in_l3(cs->target) ||
           (kiln_target_has_split_l3_registers(cs->target) ? split.slm_enable : l3.slm_enable);
}

// Of chips whose L3 does atomics, as a batch or the kernel has set it.
static bool l3_atomics_ok(struct sim_cs *cs)
{
    struct gen_L3CNTLREG2 l3;
    struct gen_L3SCRATCH1 scratch;
    struct gen_ROW_CHICKEN3 row;
    gen_L3CNTLREG2_unpack(&cs->st->registers[KILN_PLACE(L3CNTLREG2)], &l3);
    gen_L3SCRATCH1_unpack(&cs->st->registers[KILN_PLACE(L3SCRATCH1)], &scratch);
    gen_ROW_CHICKEN3_unpack(&cs->st->registers[KILN_PLACE(ROW_CHICKEN3)], &row);
    return l3.dc_allocation || (scratch.l3_atomic_disable && row.l3_atomic_disable) ||
           sim_cs_broken(cs, KILN_RULE_L3_ATOMICS,
                         "GPGPU_WALKER, and L3 does atomics without ways for the data cache");
}

static bool counts_threads(const struct sim_cs *cs, const struct gen_INTERFACE_DESCRIPTOR_DATA *idd,
                           uint32_t threads)
{
    const uint32_t said = idd->number_of_threads_in_gpgpu_thread_group;
    return said == threads || (!said && !idd->barrier_enable && kiln_target_may_count_no_threads(cs->target));
}

static bool walker(struct sim_cs *cs)
{
    struct sim_media m = {.sba = cs->st->sba,
                          .vfe = cs->st->vfe,
                          .curbe = cs->st->curbe,
                          .curbe_bytes = cs->st->curbe_size,
                          .slm_enabled = slm_enabled(cs)};
    struct gen_GPGPU_WALKER *g = &m.walker;
    struct sim_launch w = sim_cs_new_launch(cs);
    w.no_sampler_flush = no_sampler_flush(cs);
    sim_cs_tell_launch(cs, &w);
    gen_GPGPU_WALKER_unpack(cs->dw, g);
    if (g->predicate_enable && !sim_cs_predicate(cs))
        return true;
    if (!check_state(cs, "GPGPU_WALKER", GEN_PIPELINE_GPGPU, g->interface_descriptor_offset))
        return false;
    m.idd = cs->st->descriptors[g->interface_descriptor_offset].idd;
    if (m.idd.shared_local_memory_size && !m.slm_enabled &&
        !sim_cs_broken(cs, KILN_RULE_SLM_IN_L3,
                       "GPGPU_WALKER with shared memory, and L3CNTLREG has no ways for it"))
        return false;
    uint32_t threads = (g->thread_width_counter_maximum + 1) * (g->thread_height_counter_maximum + 1) *
                       (g->thread_depth_counter_maximum + 1);
    if (!counts_threads(cs, &m.idd, threads))
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                            "GPGPU_WALKER of %u threads a group, and its interface descriptor says %u",
                            threads, m.idd.number_of_threads_in_gpgpu_thread_group);
    if (g->indirect_parameter_enable) {
        g->thread_group_id_x_dimension = sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_GPGPU_DISPATCHDIMX));
        g->thread_group_id_y_dimension = sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_GPGPU_DISPATCHDIMY));
        g->thread_group_id_z_dimension = sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_GPGPU_DISPATCHDIMZ));
    }
    bool none =
        !g->thread_group_id_x_dimension || !g->thread_group_id_y_dimension || !g->thread_group_id_z_dimension;
    if ((none && !sim_cs_broken(cs, KILN_RULE_WALKER_GROUPS, "GPGPU_WALKER without a group")) ||
        !l3_atomics_ok(cs))
        return false;
    return sim_cs_rules_work(cs) && sim_media_launch(&m, &w, cs->fault) && sim_cs_launch(cs, &w, NULL);
}

// One thread, of the media pipeline: what Linux clears residuals of other contexts with on Gen7.5.
static bool media_object(struct sim_cs *cs)
{
    struct gen_MEDIA_OBJECT c;
    struct sim_launch w = sim_cs_new_launch(cs);
    gen_MEDIA_OBJECT_unpack(cs->dw, &c);
    sim_cs_tell_launch(cs, &w);
    if (!check_state(cs, "MEDIA_OBJECT", GEN_PIPELINE_MEDIA, c.interface_descriptor_offset))
        return false;
    const struct sim_media m = {.sba = cs->st->sba,
                                .vfe = cs->st->vfe,
                                .curbe = cs->st->curbe,
                                .curbe_bytes = cs->st->curbe_size,
                                .idd = cs->st->descriptors[c.interface_descriptor_offset].idd};
    struct sim_media_object o = {.inline_data = cs->dw + gen_MEDIA_OBJECT_LENGTH,
                                 .inline_bytes = (cs->length - gen_MEDIA_OBJECT_LENGTH) * 4,
                                 .indirect = c.indirect_data_length != 0};
    return sim_media_object(&m, &o, &w, cs->fault) && sim_cs_launch(cs, &w, NULL);
}

// A barrier of its own address is signaled or awaited at stages of pipelines; an immediate one waits at once,
// for all stages here, and then cares for the caches of its wait stage.
static bool resource_barrier(struct sim_cs *cs)
{
    struct gen_RESOURCE_BARRIER c;
    gen_RESOURCE_BARRIER_unpack(cs->dw, &c);
    if (c.predicate_enable && !sim_cs_predicate(cs))
        return true;
    if (c.barrier_type == GEN_RESOURCE_BARRIER_SIGNAL || c.barrier_type == GEN_RESOURCE_BARRIER_WAIT)
        return sim_cs_fault(cs, SIM_FAULT_UNIMPLEMENTED, cs->ip,
                            "RESOURCE_BARRIER that is signaled or awaited");
    const struct gen_PIPE_CONTROL as = {.dc_flush_enable = c.l1_dataport_uav_flush,
                                        .render_target_cache_flush_enable = c.color_cache,
                                        .depth_cache_flush_enable = c.depth_cache,
                                        .texture_cache_invalidation_enable = c.texture_cache,
                                        .state_cache_invalidation_enable = c.state_cache,
                                        .constant_cache_invalidation_enable = c.constant_cache};
    if (!sim_cs_stall(cs) || !sim_cs_end_of_pipe(cs, &as))
        return false;
    sim_cs_invalidate(cs, &as);
    return true;
}

// ---- the table

static const sim_cs_handler handlers[GEN_CMD_COUNT] = {
    [GEN_CMD_PIPE_CONTROL] = pipe_control,
    [GEN_CMD_PIPELINE_SELECT] = pipeline_select,
    [GEN_CMD_STATE_BASE_ADDRESS] = state_base_address,
    [GEN_CMD_STATE_SIP] = nothing, // exceptions of the EUs are a fault here
    [GEN_CMD_STATE_PREFETCH] = nothing,
    [GEN_CMD_STATE_BYTE_STRIDE] = nothing,
    [GEN_CMD_RESOURCE_BARRIER] = resource_barrier,
    [GEN_CMD_GPGPU_CSR_BASE_ADDRESS] = nothing, // nothing is preempted
    [GEN_CMD_STATE_CONTEXT_DATA_BASE_ADDRESS] = nothing,
    [GEN_CMD_MEDIA_VFE_STATE] = vfe_state,
    [GEN_CMD_MEDIA_CURBE_LOAD] = curbe_load,
    [GEN_CMD_MEDIA_INTERFACE_DESCRIPTOR_LOAD] = descriptor_load,
    [GEN_CMD_MEDIA_STATE_FLUSH] = media_state_flush,
    [GEN_CMD_GPGPU_WALKER] = walker,
    [GEN_CMD_MEDIA_OBJECT] = media_object,
};

sim_cs_handler sim_cs_gpgpu_handler(enum gen_cmd_id id)
{
    return handlers[id];
}
