// PIPE_CONTROL: what it does when it is fetched, and at the end of the pipe. When that is: cs_gpgpu.c. PRM
// SKL vol2a.
#include "sim/cs/cs.h"
#include "sim/memory/caches.h"

// Gen12's data port has a flush of its own, as far as L3, where all others look for what it wrote but the
// command streamer and the host. They are taken for one.
void sim_cs_unpack_pipe_control(const struct sim_cs *cs, struct gen_PIPE_CONTROL *c)
{
    struct gen_PIPE_CONTROL_GEN12 later;
    struct gen_PIPE_CONTROL_GEN125 untyped;
    gen_PIPE_CONTROL_unpack(cs->dw, c);
    if (!kiln_target_has_hdc_flush(cs->target))
        return;
    gen_PIPE_CONTROL_GEN12_unpack(cs->dw, &later);
    c->dc_flush_enable |= later.hdc_pipeline_flush_enable;
    if (!kiln_target_has_data_ports(cs->target)) {
        gen_PIPE_CONTROL_GEN125_unpack(cs->dw, &untyped);
        c->dc_flush_enable |= untyped.untyped_data_port_cache_flush_enable;
    }
}

// Invalidations happen at the top of the pipe: at once, whatever is still running.
void sim_cs_invalidate(struct sim_cs *cs, const struct gen_PIPE_CONTROL *c)
{
    unsigned what = 0;
    if (c->texture_cache_invalidation_enable)
        what |= SIM_INVALIDATE_SAMPLER;
    if (c->constant_cache_invalidation_enable)
        what |= SIM_INVALIDATE_CONSTANT;
    if (c->state_cache_invalidation_enable)
        what |= SIM_INVALIDATE_STATE;
    if (c->instruction_cache_invalidate_enable)
        what |= SIM_INVALIDATE_INSTRUCTION;
    if (what && cs->job->caches)
        sim_caches_maintain(cs->job->caches, what);
}

// What a PIPE_CONTROL does when all that was issued before it has ended.
bool sim_cs_end_of_pipe(struct sim_cs *cs, const struct gen_PIPE_CONTROL *c)
{
    uint64_t data = c->immediate_data;
    unsigned flush =
        (c->dc_flush_enable ? SIM_FLUSH_DATA : 0) |
        (c->render_target_cache_flush_enable || c->depth_cache_flush_enable ? SIM_FLUSH_RENDER : 0);
    uint64_t address = c->address & ~UINT64_C(7);
    if (flush && cs->job->caches)
        sim_caches_maintain(cs->job->caches, flush);
    if (c->notify_enable && sim_cs_is_privileged(cs))
        sim_cs_notify(cs, false);
    if (c->lri_post_sync_operation == GEN_LRI_POST_SYNC_MMIO_WRITE) {
        if (!sim_cs_rules_register(cs, (uint32_t)c->address & 0x7ffffc))
            return false;
        sim_cs_reg_write(cs, (uint32_t)c->address & 0x7ffffc, (uint32_t)data);
        return true;
    }
    switch (c->post_sync_operation) {
    case GEN_POST_SYNC_WRITE_IMMEDIATE:
        break;
    case GEN_POST_SYNC_WRITE_PS_DEPTH_COUNT:
        data = 0; // nothing is ever drawn
        break;
    case GEN_POST_SYNC_WRITE_TIMESTAMP:
        data = cs->job->timestamp(cs->job->chip);
        break;
    default:
        return true;
    }
    if (!sim_cs_choose_space(cs, c->destination_address_type == GEN_DAT_GGTT || c->store_data_index)) {
        sim_cs_dropped(cs, "its post-sync operation writes to the global GTT");
        return true;
    }
    if (c->store_data_index)
        address = cs->job->ring->status_page + (address & 0xff8);
    return sim_cs_write(cs, address, &data, 8); // a qword, at an address aligned to it
}
