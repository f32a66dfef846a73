// The rules of src/hw/rules.def as a batch may break them: what is executed anyhow and would go wrong on a
// chip now and then is reported by the rule's name, and ends the batch as a hang does.
//
// The kernel has flushed everything and invalidated everything when a batch begins (i915
// gen8_emit_flush_rcs, gen8_emit_fini_breadcrumb_rcs): a new struct sim_cs_order is all zeros.
#include "sim/cs/cs_rules.h"

#include <stdarg.h>
#include <stdio.h>

#include "sim/cs/cs.h"
#include "sim/memory/caches.h"

bool sim_cs_broken(struct sim_cs *cs, enum kiln_rule rule, const char *fmt, ...)
{
    const struct kiln_rule_info *info = kiln_rule_info(rule);
    if (!kiln_has_rule(cs->job->rules, rule) || sim_cs_is_privileged(cs)) // the kernel knows
        return true;
    char text[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "rule %s: %s", info->name, text);
}

// ---- the host's caches

// Without a last-level cache that both share, what the host writes stays in its own caches, and it does not
// see what the GPU writes, unless the object is snooped or the kernel told to flush. That a client flushes
// lines itself (clflush, as ANV does) nobody here can see.
bool sim_cs_rules_begin(struct sim_cs *cs)
{
    uint32_t bo = cs->job->devinfo->has_llc ? 0 : cs->job->batch->owner->unsnooped(cs->job->batch->of);
    return !bo || sim_cs_broken(cs, KILN_RULE_CPU_SNOOP,
                                "bo %u is mapped write-back, neither snooped nor moved by SET_DOMAIN", bo);
}

// ---- MI_SET_PREDICATE

static bool may_be_predicated(enum gen_cmd_id id)
{
    switch (id) {
    case GEN_CMD_MI_SET_PREDICATE:
    case GEN_CMD_MI_NOOP:
    case GEN_CMD_MI_LOAD_REGISTER_IMM:
    case GEN_CMD_MI_STORE_DATA_IMM:
    case GEN_CMD_3DSTATE_URB_VS:
    case GEN_CMD_3DSTATE_URB_HS:
    case GEN_CMD_3DSTATE_URB_DS:
    case GEN_CMD_3DSTATE_URB_GS:
    case GEN_CMD_3DSTATE_PUSH_CONSTANT_ALLOC_VS:
    case GEN_CMD_3DSTATE_PUSH_CONSTANT_ALLOC_HS:
    case GEN_CMD_3DSTATE_PUSH_CONSTANT_ALLOC_DS:
    case GEN_CMD_3DSTATE_PUSH_CONSTANT_ALLOC_GS:
    case GEN_CMD_3DSTATE_PUSH_CONSTANT_ALLOC_PS:
    case GEN_CMD_3DSTATE_WM_HZ_OP:
    case GEN_CMD_MEDIA_VFE_STATE:
    case GEN_CMD_MEDIA_OBJECT:
    case GEN_CMD_MEDIA_OBJECT_WALKER:
    case GEN_CMD_MEDIA_INTERFACE_DESCRIPTOR_LOAD:
        return true;
    default:
        return false;
    }
}

bool sim_cs_rules_command(struct sim_cs *cs)
{
    enum gen_cmd_id id = cs->desc->id;
    if (cs->predicated && !may_be_predicated(id) &&
        !sim_cs_broken(cs, KILN_RULE_SET_PREDICATE_SCOPE, "%s between MI_SET_PREDICATE and its end",
                       cs->desc->name))
        return false;
    // Where the next command lies is nothing to those that execute them.
    if (id == GEN_CMD_MI_NOOP || id == GEN_CMD_MI_BATCH_BUFFER_START || id == GEN_CMD_MI_BATCH_BUFFER_END)
        return true;
    if (id != GEN_CMD_PIPE_CONTROL)
        cs->order.null_before = cs->order.stall_before = false;
    cs->order.wrote = false;
    return true;
}

// ---- jumps

bool sim_cs_rules_jump(struct sim_cs *cs, uint64_t address)
{
    if (!cs->job->caches || cs->order.pre_parser_off || !kiln_has_rule(cs->job->rules, KILN_RULE_PRE_PARSER))
        return true;
    const uint8_t *p = sim_tlb_ptr(&cs->tlb, address, SIM_READ);
    return !p || !sim_caches_wrote(cs->job->caches, p) ||
           sim_cs_broken(cs, KILN_RULE_PRE_PARSER,
                         "a jump to 0x%llx, which a shader wrote, and the pre-parser is on",
                         (unsigned long long)address);
}

// ---- the end of a batch

// What a batch writes as its last deed tells the host of its end, before the kernel's own flush.
bool sim_cs_rules_end(struct sim_cs *cs)
{
    const struct sim_cs_order *o = &cs->order;
    if (!o->wrote)
        return true;
    if (o->unflushed & SIM_CACHE_DATA &&
        !sim_cs_broken(cs, KILN_RULE_END_FLUSH,
                       "the batch ends with a write, and the data cache is not flushed before"))
        return false;
    return !(o->wrote_flushing || !o->wrote_enabled) ||
           sim_cs_broken(cs, KILN_RULE_FLUSH_WRITE_SPLIT,
                         "the batch ends with a PIPE_CONTROL that writes and %s",
                         o->wrote_flushing ? "flushes in one" : "has no Flush Enable");
}

// ---- PIPE_CONTROL

// What is the 3D pipeline's.
static bool check_bits_compute(struct sim_cs *cs)
{
    struct gen_PIPE_CONTROL_GEN12 c;
    if (sim_cs_draws(cs))
        return true;
    gen_PIPE_CONTROL_GEN12_unpack(cs->dw, &c);
    const char *bit = c.render_target_cache_flush_enable ? "flushes the render cache"
                      : c.depth_cache_flush_enable       ? "flushes the depth cache"
                      : c.tile_cache_flush_enable        ? "flushes the tile cache"
                      : c.depth_stall_enable             ? "stalls for depth"
                      : c.stall_at_pixel_scoreboard      ? "stalls at the pixel scoreboard"
                      : c.vf_cache_invalidation_enable   ? "invalidates the vertex cache"
                      : c.psd_sync_enable                ? "synchronizes pixel shaders' dispatch"
                      : c.global_snapshot_count_reset    ? "resets the global snapshot"
                                                         : NULL;
    return !bit ||
           sim_cs_broken(cs, KILN_RULE_COMPUTE_ENGINE_BITS, "PIPE_CONTROL %s, on a compute engine", bit);
}

// What is Gen12's.
static bool check_bits_gen12(struct sim_cs *cs, const struct gen_PIPE_CONTROL *c, bool writes)
{
    struct gen_PIPE_CONTROL_GEN12 own;
    gen_PIPE_CONTROL_GEN12_unpack(cs->dw, &own);
    bool of_3d = c->render_target_cache_flush_enable || c->depth_cache_flush_enable ||
                 c->depth_stall_enable || c->stall_at_pixel_scoreboard;
    if (own.dc_flush_enable && !own.hdc_pipeline_flush_enable &&
        !sim_cs_broken(cs, KILN_RULE_HDC_FLUSH, "PIPE_CONTROL with DC flush, without HDC Pipeline Flush"))
        return false;
    if (cs->st->pipeline != GEN_PIPELINE_GPGPU)
        return true;
    struct gen_PIPE_CONTROL_GEN125 later;
    gen_PIPE_CONTROL_GEN125_unpack(cs->dw, &later);
    const bool untyped = later.untyped_data_port_cache_flush_enable && later.hdc_pipeline_flush_enable;
    if (own.dc_flush_enable && !untyped &&
        !sim_cs_broken(cs, KILN_RULE_LSC_FLUSH,
                       "PIPE_CONTROL with DC flush, and the load-store units' cache is not flushed"))
        return false;
    if (of_3d &&
        !sim_cs_broken(cs, KILN_RULE_GPGPU_FLUSH_BITS, "PIPE_CONTROL with a bit of 3D's in GPGPU mode"))
        return false;
    return !writes || cs->order.stall_before ||
           sim_cs_broken(cs, KILN_RULE_POST_SYNC_SPLIT,
                         "PIPE_CONTROL with a post-sync operation, and none that stalls right before");
}

static bool check_bits(struct sim_cs *cs, const struct gen_PIPE_CONTROL *c, bool writes)
{
    bool gpgpu = cs->st->pipeline == GEN_PIPELINE_GPGPU, stall = c->command_streamer_stall_enable;
    bool acts = c->render_target_cache_flush_enable || c->depth_cache_flush_enable || c->dc_flush_enable ||
                c->stall_at_pixel_scoreboard || c->depth_stall_enable || writes; // a companion of a stall
    if (stall && !acts &&
        !sim_cs_broken(cs, KILN_RULE_CS_STALL_COMPANION, "PIPE_CONTROL with a command streamer stall alone"))
        return false;
    if (gpgpu && acts && !stall &&
        !sim_cs_broken(cs, KILN_RULE_PIPE_CONTROL_STALL,
                       "PIPE_CONTROL does more than to invalidate read-only caches, without a stall"))
        return false;
    if (gpgpu && (cs->in_flight || cs->job->config->all_rules) && c->texture_cache_invalidation_enable &&
        !stall &&
        !sim_cs_broken(cs, KILN_RULE_TEXTURE_INVALIDATE_STALL,
                       "PIPE_CONTROL invalidates the texture cache%s, without a stall",
                       cs->in_flight ? " while a walker may still run" : ""))
        return false;
    if (gpgpu && cs->in_flight && writes && !stall &&
        !sim_cs_broken(
            cs, KILN_RULE_POST_SYNC_STALL,
            "PIPE_CONTROL with a post-sync operation while a walker may still run, without a stall"))
        return false;
    if (!c->vf_cache_invalidation_enable)
        return true;
    if (!writes && !sim_cs_broken(cs, KILN_RULE_VF_INVALIDATE_POST_SYNC,
                                  "PIPE_CONTROL invalidates the VF cache without a post-sync operation"))
        return false;
    return cs->order.null_before ||
           sim_cs_broken(cs, KILN_RULE_VF_INVALIDATE_NULL,
                         "PIPE_CONTROL invalidates the VF cache, and the one before is not empty");
}

static uint32_t flushes(const struct gen_PIPE_CONTROL *c)
{
    return (c->render_target_cache_flush_enable ? SIM_CACHE_RENDER : 0) |
           (c->depth_cache_flush_enable ? SIM_CACHE_DEPTH : 0) | (c->dc_flush_enable ? SIM_CACHE_DATA : 0);
}

static uint32_t invalidates(const struct gen_PIPE_CONTROL *c)
{
    return (c->state_cache_invalidation_enable ? SIM_CACHE_STATE : 0) |
           (c->constant_cache_invalidation_enable ? SIM_CACHE_CONSTANT : 0) |
           (c->texture_cache_invalidation_enable ? SIM_CACHE_TEXTURE : 0) |
           (c->instruction_cache_invalidate_enable ? SIM_CACHE_INSTRUCTION : 0);
}

bool sim_cs_rules_pipe_control(struct sim_cs *cs, const struct gen_PIPE_CONTROL *c)
{
    struct sim_cs_order *o = &cs->order;
    bool writes = c->post_sync_operation || c->lri_post_sync_operation;
    uint32_t invalidated = invalidates(c);
    if (!check_bits(cs, c, writes) || !check_bits_compute(cs) ||
        (kiln_target_has_hdc_flush(cs->target) && !check_bits_gen12(cs, c, writes)))
        return false;
    if (invalidated && o->unsynchronized &&
        !sim_cs_broken(cs, KILN_RULE_END_OF_PIPE,
                       "PIPE_CONTROL invalidates caches after a flush without a post-sync write"))
        return false;
    o->flushing |= flushes(c);
    if (o->invalidated && c->command_streamer_stall_enable && c->dc_flush_enable)
        o->drained_again = true;
    if (o->drained)
        o->invalidated |= invalidated;
    if (c->command_streamer_stall_enable)
        o->drained |= o->flushing;
    if (invalidated) {
        o->used &= ~invalidated;
        o->stale &= ~invalidated;
        o->stale_code &= !c->instruction_cache_invalidate_enable;
        o->unsettled = true;
    } else if (c->command_streamer_stall_enable) {
        o->unsettled = false;
    }
    if (o->flushing & o->unflushed)
        o->unsynchronized = true;
    if (c->command_streamer_stall_enable) {
        o->unflushed &= ~o->flushing;
        o->flushing = 0;
        o->write_count = 0;
        if (writes)
            o->unsynchronized = false;
    }
    o->null_before = !cs->dw[1];
    o->stall_before = c->command_streamer_stall_enable && !writes;
    o->wrote = writes;
    o->wrote_flushing = flushes(c) != 0;
    o->wrote_enabled = c->pipe_control_flush_enable;
    return true;
}

// ---- state

// What was flushed and invalidated before does not count any more.
static void begin_again(struct sim_cs_order *o)
{
    o->drained = o->invalidated = 0;
    o->drained_again = false;
}

bool sim_cs_rules_pipeline_select(struct sim_cs *cs, const struct gen_PIPELINE_SELECT *c)
{
    struct sim_cs_order *o = &cs->order;
    if ((c->mask_bits & 3) != 3 || c->pipeline_selection == cs->st->pipeline)
        return true;
    if (c->pipeline_selection == GEN_PIPELINE_GPGPU && cs->st->cc_state_valid &&
        !sim_cs_broken(cs, KILN_RULE_PIPELINE_SELECT_CC,
                       "PIPELINE_SELECT switches to GPGPU, and 3DSTATE_CC_STATE_POINTERS are valid"))
        return false;
    cs->st->barriers_set = false;
    bool clock = c->media_sampler_dop_clock_gate_enable && c->mask_bits & GEN_PIPELINE_MASK_CLOCK;
    static const char no_clock[] = "PIPELINE_SELECT without Media Sampler DOP Clock Gate Enable";
    if (!clock && !(sim_cs_broken(cs, KILN_RULE_MEDIA_SAMPLER_CLOCK, "%s", no_clock) &&
                    sim_cs_broken(cs, KILN_RULE_MEDIA_SAMPLER_CLOCK_ARC, "%s", no_clock)))
        return false;
    uint32_t left =
        cs->st->pipeline == GEN_PIPELINE_GPGPU || !sim_cs_draws(cs) ? SIM_CACHE_DATA : SIM_CACHES_WRITTEN;
    if ((o->unflushed & left || (cs->job->config->all_rules && left & ~o->drained)) &&
        !sim_cs_broken(cs, KILN_RULE_PIPELINE_SELECT_DRAIN,
                       "PIPELINE_SELECT without a stalling flush of what the pipeline wrote"))
        return false;
    bool done = !(o->unflushed | (o->used & ~(uint32_t)SIM_CACHE_INSTRUCTION));
    if (cs->job->config->all_rules)
        done = !(SIM_CACHES_WRITTEN & ~o->drained) && !(SIM_CACHES_READ & ~o->invalidated);
    if (c->pipeline_selection == GEN_PIPELINE_GPGPU && !(o->invalidated & SIM_CACHE_STATE) &&
        !sim_cs_broken(cs, KILN_RULE_STATE_INVALIDATE_SELECT,
                       "PIPELINE_SELECT switches to GPGPU, and the state cache was not invalidated before"))
        return false;
    begin_again(o);
    return done || sim_cs_broken(cs, KILN_RULE_PIPELINE_SELECT_FLUSH,
                                 "PIPELINE_SELECT without a stalling flush, and then an invalidation, of all "
                                 "caches before");
}

bool sim_cs_rules_base_address(struct sim_cs *cs, bool moves)
{
    if (cs->order.unflushed & SIM_CACHE_DATA &&
        !sim_cs_broken(cs, KILN_RULE_STATE_BASE_ADDRESS_FLUSH,
                       "STATE_BASE_ADDRESS after work, without a stalling DC flush"))
        return false;
    if (cs->st->pipeline == GEN_PIPELINE_GPGPU &&
        !(sim_cs_broken(cs, KILN_RULE_STATE_BASE_ADDRESS_3D, "STATE_BASE_ADDRESS in GPGPU mode") &&
          sim_cs_broken(cs, KILN_RULE_STATE_BASE_ADDRESS_3D_ADL, "STATE_BASE_ADDRESS in GPGPU mode")))
        return false;
    if (moves || cs->job->config->all_rules)
        cs->order.stale = cs->order.used & ~(uint32_t)SIM_CACHE_INSTRUCTION;
    cs->order.stale_code = true;
    return true;
}

bool sim_cs_rules_vfe(struct sim_cs *cs)
{
    return !cs->order.unflushed || sim_cs_broken(cs, KILN_RULE_VFE_FLUSH,
                                                 "MEDIA_VFE_STATE after work, without a flush of its caches");
}

bool sim_cs_rules_register(struct sim_cs *cs, uint32_t offset)
{
    const struct sim_cs_order *o = &cs->order;
    if (offset == GEN_REG_SLICE_COMMON_ECO_CHICKEN1)
        cs->st->barriers_set = true;
    if (offset == sim_cs_own(cs, GEN_REG_CS_CHICKEN1))
        return sim_cs_broken(cs, KILN_RULE_KERNEL_PREEMPTION, "CS_CHICKEN1 is loaded, which is the kernel's");
    if (offset != GEN_REG_L3CNTLREG && offset != GEN_REG_L3SQCREG1 && offset != GEN_REG_L3CNTLREG2 &&
        offset != GEN_REG_L3CNTLREG3)
        return true;
    bool done = !(o->unflushed & SIM_CACHE_DATA || o->used || o->unsettled);
    if (cs->job->config->all_rules)
        done = o->drained & SIM_CACHE_DATA && !(SIM_CACHES_READ & ~o->invalidated) && o->drained_again;
    return done || sim_cs_broken(cs, KILN_RULE_L3_CONFIG_DRAIN,
                                 "L3's partition changes without DC flush, invalidation, and a stall before");
}

bool sim_cs_rules_media_load(struct sim_cs *cs, uint64_t address, uint32_t start, uint64_t size)
{
    if (start % 64 && !sim_cs_broken(cs, KILN_RULE_CURBE_ALIGNMENT, "%s from 0x%x: not aligned to 64 bytes",
                                     cs->desc->name, start))
        return false;
    if (cs->in_flight && !cs->flushed &&
        !sim_cs_broken(cs, KILN_RULE_MEDIA_STATE_FLUSH, "%s after a walker without MEDIA_STATE_FLUSH",
                       cs->desc->name))
        return false;
    return sim_cs_rules_reads(cs, address, size);
}

static bool check_barriers(struct sim_cs *cs)
{
    struct gen_SLICE_COMMON_ECO_CHICKEN1 mode;
    gen_SLICE_COMMON_ECO_CHICKEN1_unpack(&cs->st->registers[KILN_PLACE(SLICE_COMMON_ECO_CHICKEN1)], &mode);
    bool gpgpu = cs->st->pipeline == GEN_PIPELINE_GPGPU;
    return (cs->st->barriers_set &&
            mode.glk_barrier_mode == (gpgpu ? GEN_GLK_BARRIER_GPGPU : GEN_GLK_BARRIER_3D_HULL)) ||
           sim_cs_broken(cs, KILN_RULE_GLK_BARRIER_MODE,
                         "%s, and SLICE_COMMON_ECO_CHICKEN1 was not set for the pipeline since "
                         "PIPELINE_SELECT",
                         cs->desc->name);
}

bool sim_cs_rules_work(struct sim_cs *cs)
{
    struct sim_cs_order *o = &cs->order;
    if (o->stale && !sim_cs_broken(cs, KILN_RULE_STATE_BASE_ADDRESS_INVALIDATE,
                                   "%s after STATE_BASE_ADDRESS, without invalidation of the caches for "
                                   "state, constants and textures",
                                   cs->desc->name))
        return false;
    if (o->stale_code &&
        !sim_cs_broken(cs, KILN_RULE_STATE_BASE_ADDRESS_INSTRUCTIONS,
                       "%s after STATE_BASE_ADDRESS, without invalidation of the instruction "
                       "cache",
                       cs->desc->name))
        return false;
    if (cs->st->pipeline == GEN_PIPELINE_GPGPU && (cs->st->vfe_gone || cs->st->descriptor_gone) &&
        !sim_cs_broken(cs, KILN_RULE_PIPELINE_RELOAD, "%s, and %s was not sent since PIPELINE_SELECT",
                       cs->desc->name,
                       cs->st->vfe_gone ? "MEDIA_VFE_STATE" : "MEDIA_INTERFACE_DESCRIPTOR_LOAD"))
        return false;
    // On Gen12 each pipeline is held to what it wrote itself.
    bool walker = kiln_target_has_hdc_flush(cs->target) &&
                  (cs->st->pipeline == GEN_PIPELINE_GPGPU || !sim_cs_draws(cs));
    o->unflushed |= walker ? SIM_CACHE_DATA : SIM_CACHES_WRITTEN;
    o->flushing = 0;
    begin_again(o);
    o->used = SIM_CACHES_READ;
    return check_barriers(cs);
}

// ---- MI commands and memory

void sim_cs_rules_wrote(struct sim_cs *cs, uint64_t address, uint64_t size)
{
    struct sim_cs_order *o = &cs->order;
    unsigned i = o->write_count++ % SIM_CS_WRITES;
    o->writes[i].address = address;
    o->writes[i].size = size;
}

bool sim_cs_rules_reads(struct sim_cs *cs, uint64_t address, uint64_t size)
{
    const struct sim_cs_order *o = &cs->order;
    unsigned n = o->write_count < SIM_CS_WRITES ? o->write_count : SIM_CS_WRITES;
    for (unsigned i = 0; i < n; i++)
        if (o->writes[i].address < address + size && address < o->writes[i].address + o->writes[i].size)
            return sim_cs_broken(cs, KILN_RULE_COPY_ORDER,
                                 "%s reads 0x%llx, which an MI command wrote with no stall since",
                                 cs->desc->name, (unsigned long long)o->writes[i].address);
    return true;
}
