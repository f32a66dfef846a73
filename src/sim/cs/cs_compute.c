// The compute front end of Gen12.5 and later as the command streamer drives it: CFE_STATE, the pool of
// binding tables, and the walker, of which gpgpu/compute.h makes a launch. Source: Mesa 25.0.7 gen125.xml,
// gen200.xml.
#include "sim/cs/cs.h"
#include "sim/gpgpu/compute.h"

static bool cfe_state(struct sim_cs *cs)
{
    struct gen_CFE_STATE c;
    gen_CFE_STATE_unpack(cs->dw, &c);
    if (cs->in_flight && !sim_cs_broken(cs, KILN_RULE_CFE_STALL, "CFE_STATE while a walker may still run"))
        return false;
    cs->st->cfe = c;
    cs->st->has_vfe = true;
    return true;
}

static bool table_pool(struct sim_cs *cs)
{
    struct gen_3DSTATE_BINDING_TABLE_POOL_ALLOC_GEN125 c;
    if (!kiln_target_has_binding_table_pool(cs->target))
        return true; // tables count from the base of surface states
    gen_3DSTATE_BINDING_TABLE_POOL_ALLOC_GEN125_unpack(cs->dw, &c);
    cs->st->table_pool = c.binding_table_pool_base_address;
    return true;
}

// Of the fields the register files' is simulated. Coherence with the host, which others choose, L3 has here
// in any mode.
static bool compute_mode(struct sim_cs *cs)
{
    uint32_t dw[GEN_OWN_MAX];
    struct gen_STATE_COMPUTE_MODE c;
    gen_convert(gen_desc_for(cs->desc, cs->target->isa), cs->dw, cs->desc, dw);
    gen_STATE_COMPUTE_MODE_unpack(dw, &c);
    if (!c.large_grf_mode_mask || c.large_grf_mode == cs->st->large_registers ||
        !kiln_target_large(cs->target))
        return true;
    if (cs->in_flight && !kiln_target_has_mode_in_order(cs->target) &&
        !sim_cs_broken(cs, KILN_RULE_CFE_STALL,
                       "STATE_COMPUTE_MODE of other registers while a walker may still run"))
        return false;
    cs->st->large_registers = c.large_grf_mode;
    return true;
}

static bool check_state(struct sim_cs *cs)
{
    if (kiln_target_selects_pipeline(cs->target) && cs->st->pipeline != GEN_PIPELINE_GPGPU)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                            "COMPUTE_WALKER, and PIPELINE_SELECT has the %s pipeline",
                            cs->st->pipeline == GEN_PIPELINE_3D ? "3D" : "media");
    return cs->st->has_vfe || sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "COMPUTE_WALKER without CFE_STATE");
}

static bool post_sync(struct sim_cs *cs, const struct gen_COMPUTE_WALKER *g, struct sim_cs_post_sync *post)
{
    enum { NONE, IMMEDIATE, TIMESTAMP = 3 };
    post->address = g->post_sync_destination_address;
    post->data = g->post_sync_immediate_data;
    post->what = g->post_sync_operation == IMMEDIATE   ? SIM_CS_POST_IMMEDIATE
                 : g->post_sync_operation == TIMESTAMP ? SIM_CS_POST_TIMESTAMPS
                                                       : SIM_CS_POST_NONE;
    return g->post_sync_operation == NONE || post->what != SIM_CS_POST_NONE ||
           sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "COMPUTE_WALKER: reserved post-sync operation");
}

static bool walker(struct sim_cs *cs)
{
    struct sim_compute c = {.sba = cs->st->sba,
                            .cfe = cs->st->cfe,
                            .table_pool = cs->st->table_pool,
                            .systolic = cs->st->systolic,
                            .large_registers = cs->st->large_registers};
    struct gen_COMPUTE_WALKER *g = &c.walker;
    struct sim_launch w = sim_cs_new_launch(cs);
    struct sim_cs_post_sync post;
    sim_cs_tell_launch(cs, &w);
    uint32_t dw[gen_COMPUTE_WALKER_LENGTH]; // as Gen12.5 has it
    gen_convert(gen_desc_for(cs->desc, cs->target->isa), cs->dw, cs->desc, dw);
    gen_COMPUTE_WALKER_unpack(dw, g);
    if (g->predicate_enable && !sim_cs_predicate(cs))
        return true;
    if (g->indirect_parameter_enable) {
        g->thread_group_id_x_dimension = sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_GPGPU_DISPATCHDIMX));
        g->thread_group_id_y_dimension = sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_GPGPU_DISPATCHDIMY));
        g->thread_group_id_z_dimension = sim_cs_reg_read(cs, sim_cs_own(cs, GEN_REG_GPGPU_DISPATCHDIMZ));
    }
    return check_state(cs) && sim_cs_rules_work(cs) && post_sync(cs, g, &post) &&
           sim_compute_launch(&c, &w, cs->fault) && sim_cs_launch(cs, &w, &post);
}

// Where threads of ray tracing have their stacks: of any engine, and none are simulated.
static bool thread_stacks(struct sim_cs *cs)
{
    return true;
}

static const sim_cs_handler handlers[GEN_CMD_COUNT] = {
    [GEN_CMD_CFE_STATE] = cfe_state,
    [GEN_CMD_3DSTATE_BTD] = thread_stacks,
    [GEN_CMD_3DSTATE_BINDING_TABLE_POOL_ALLOC] = table_pool,
    [GEN_CMD_STATE_COMPUTE_MODE] = compute_mode,
    [GEN_CMD_COMPUTE_WALKER] = walker,
};

sim_cs_handler sim_cs_compute_handler(enum gen_cmd_id id)
{
    return handlers[id];
}
