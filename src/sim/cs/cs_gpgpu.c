// The render engine's GPGPU pipeline as the command streamer drives it: PIPE_CONTROL, base addresses, the
// VFE's state, CURBE, interface descriptors, and the walker, which the EU side executes
// (sim_dispatch_walker). PRM SKL vol2a (commands), KBL vol2d (structures).
#include <stdlib.h>
#include <string.h>

#include "sim/cs/cs.h"
#include "sim/sync/fence.h"
#include "sim/dispatch/pool.h"
#include "util/log.h"

static bool nothing(struct sim_cs *cs)
{
    return true;
}

static bool postpone(struct sim_cs *cs, const struct sim_cs_pending *p);

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
        return postpone(cs, &p);
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
    if ((c.mask_bits & 3) != 3)
        return true;
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

// Mesa's drivers write a state that gives threads neither CURBE nor scratch before they turn to the 3D
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
        if (!sim_cs_try_read(cs, at + i * SIZE, dw, SIZE)) {
            if (!i)
                return sim_cs_read(cs, at, dw, SIZE);
            continue;
        }
        gen_INTERFACE_DESCRIPTOR_DATA_unpack(dw, &cs->st->descriptors[i].idd);
        cs->st->descriptors[i].loaded = true;
    }
    return true;
}

// ---- the walker

// The payload that a walker brings itself ("indirect data") takes the place of the CURBE.
static bool indirect_data(struct sim_cs *cs, struct sim_walker *w, uint8_t **owned)
{
    size_t size = w->walker.indirect_data_length;
    uint8_t *p = *owned = grow_buffer(cs, NULL, size);
    if (!p)
        return sim_cs_fault(cs, SIM_FAULT_HANG, cs->ip, "the host is out of memory");
    w->curbe = p;
    w->curbe_size = size;
    return sim_cs_read(cs, cs->st->sba.indirect_object_base_address + w->walker.indirect_data_start_address,
                       p, size);
}

static bool check_state(struct sim_cs *cs, uint32_t descriptor)
{
    if (cs->st->pipeline != GEN_PIPELINE_GPGPU)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                            "GPGPU_WALKER, and PIPELINE_SELECT has the %s pipeline",
                            cs->st->pipeline == GEN_PIPELINE_3D ? "3D" : "media");
    if (!cs->st->has_vfe)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip, "GPGPU_WALKER without MEDIA_VFE_STATE");
    if (descriptor >= SIM_CS_DESCRIPTORS || !cs->st->descriptors[descriptor].loaded)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                            "GPGPU_WALKER: interface descriptor %u is not loaded", descriptor);
    return true;
}

// GPGPU_THREADS_DISPATCHED counts the active channels of what is dispatched, not threads: other drivers
// report it as compute shader invocations.
static void add_threads_dispatched(struct sim_cs *cs, const struct gen_GPGPU_WALKER *w, uint64_t groups)
{
    unsigned width = 8u << w->simd_size;
    uint32_t full = width >= 32 ? UINT32_MAX : (1u << width) - 1;
    uint64_t channels = 0;
    for (unsigned y = 0; y <= w->thread_height_counter_maximum; y++)
        for (unsigned x = 0; x <= w->thread_width_counter_maximum; x++) {
            uint32_t mask = full;
            if (x == w->thread_width_counter_maximum)
                mask &= w->right_execution_mask;
            if (y == w->thread_height_counter_maximum)
                mask &= w->bottom_execution_mask;
            channels += (unsigned)__builtin_popcount(mask);
        }
    uint32_t *r = &cs->st->mmio[GEN_REG_GPGPU_THREADS_DISPATCHED / 4];
    uint64_t v = (r[0] | (uint64_t)r[1] << 32) + channels * (w->thread_depth_counter_maximum + 1) * groups;
    r[0] = (uint32_t)v;
    r[1] = (uint32_t)(v >> 32);
}

// ---- preemption

// A walker in execution.
struct running {
    struct sim_cs *cs;
    const struct sim_walker *walker;
};

// How many groups of so many threads the chip executes at once; 0: the walker yields only at its end.
static uint64_t groups_at_once(struct sim_cs *cs, uint64_t threads)
{
    struct gen_CS_CHICKEN1 preemption;
    gen_CS_CHICKEN1_unpack(&cs->st->mmio[GEN_REG_CS_CHICKEN1 / 4], &preemption);
    uint64_t slots = cs->job->devinfo->max_threads;
    if (preemption.gpgpu_preemption != GEN_GPGPU_PREEMPTION_THREAD_GROUP)
        return 0;
    return threads && threads < slots ? slots / threads : 1;
}

static bool never(void *of, const struct sim_progress *so_far)
{
    return false;
}

static bool slice_over(void *of, const struct sim_progress *so_far)
{
    const struct sim_batch *batch = ((const struct running *)of)->cs->job->batch;
    const struct sim_walker_time t = {.instructions = so_far->instructions};
    return batch->owner->walker_slice_over(batch->of, &t);
}

static bool yield(void *of, const struct sim_progress *so_far)
{
    const struct running *r = of;
    const struct sim_batch *batch = r->cs->job->batch;
    uint64_t threads = r->walker->draw ? 1 : r->walker->idd.number_of_threads_in_gpgpu_thread_group;
    uint64_t at_once = groups_at_once(r->cs, threads);
    const struct sim_walker_time t = {.instructions = so_far->instructions,
                                      .unit = at_once ? so_far->group * at_once : SIM_WALKER_WHOLE};
    return batch->owner->walker_yield(batch->of, &t);
}

static bool walker_over(struct sim_cs *cs, const struct sim_dispatch_stats *s)
{
    const struct sim_batch *batch = cs->job->batch;
    struct sim_walker_time t = {.instructions = s->eu_instructions, .unit = SIM_WALKER_WHOLE};
    uint64_t at_once = s->thread_groups ? groups_at_once(cs, s->eu_threads / s->thread_groups) : 0;
    if (at_once && at_once < s->thread_groups)
        t.unit = s->eu_instructions / s->thread_groups * at_once;
    const char *why = batch->owner->walker_over(batch->of, &t);
    return !why || sim_cs_fault(cs, SIM_FAULT_HANG, cs->ip, "%s", why);
}

static void log_walker(const struct sim_walker *w, const struct sim_dispatch_stats *s, int64_t spent, bool ok)
{
    if (w->draw)
        kiln_log("sim: rectangle (%d, %d) to (%d, %d), %u layers: %llu threads, %.3f ms%s", w->draw->x0,
                 w->draw->y0, w->draw->x1, w->draw->y1, w->draw->layers, (unsigned long long)s->eu_threads,
                 (double)spent / 1e6, ok ? "" : ", fault");
    else
        kiln_log("sim: walker %ux%ux%u: %llu groups, %llu threads, %llu instructions, %.3f ms%s",
                 w->walker.thread_group_id_x_dimension, w->walker.thread_group_id_y_dimension,
                 w->walker.thread_group_id_z_dimension, (unsigned long long)s->thread_groups,
                 (unsigned long long)s->eu_threads, (unsigned long long)s->eu_instructions,
                 (double)spent / 1e6, ok ? "" : ", fault");
}

bool sim_cs_run(struct sim_cs *cs, struct sim_walker *w)
{
    struct sim_dispatch_stats s = {0};
    struct running r = {.cs = cs, .walker = w};
    const struct sim_interrupt interrupt = {cs->no_preemption ? never : slice_over, yield, &r};
    int64_t away = *cs->job->batch->away_ns, start = sim_now_ns();
    w->interrupt = &interrupt;
    bool ok = sim_dispatch_walker(cs->job->pool, w, &s, cs->fault);
    int64_t spent = sim_now_ns() - start - (*cs->job->batch->away_ns - away);
    w->interrupt = NULL;
    cs->walker_ns += spent;
    cs->stats->walkers++;
    cs->stats->walker_ns += (uint64_t)spent;
    cs->stats->eu_instructions += s.eu_instructions;
    cs->stats->eu_threads += s.eu_threads;
    cs->stats->thread_groups += s.thread_groups;
    cs->stats->send_messages += s.send_messages;
    if (!w->draw)
        add_threads_dispatched(cs, &w->walker, s.thread_groups);
    if (KILN_DEBUG(SIM))
        log_walker(w, &s, spent, ok);
    return ok && walker_over(cs, &s);
}

// ---- walkers in flight

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

// Which of the walkers that have not ended runs next: all those in flight may overlap, so that whoever relies
// on an order without asking for it finds out. The last first, with a seed of one; another one with others.
static struct sim_cs_pending *next_walker(struct sim_cs *cs, uint64_t turn)
{
    unsigned n = 0;
    for (unsigned i = 0; i < cs->pending_count; i++)
        n += cs->pending[i].is_walker && !cs->pending[i].done;
    unsigned skip = !n                           ? 0
                    : cs->job->config->seed <= 1 ? n - 1
                                                 : (unsigned)(mix(cs->job->config->seed + turn) % n);
    for (unsigned i = 0; n && i < cs->pending_count; i++)
        if (cs->pending[i].is_walker && !cs->pending[i].done && !skip--)
            return &cs->pending[i];
    return NULL;
}

// PIPE_CONTROLs act as soon as all before them has ended.
static bool act_on_controls(struct sim_cs *cs)
{
    bool ok = true;
    for (unsigned i = 0; ok && i < cs->pending_count; i++) {
        struct sim_cs_pending *p = &cs->pending[i];
        if (p->done)
            continue;
        if (p->is_walker)
            break;
        p->done = true;
        cs->desc = p->desc;
        ok = sim_cs_end_of_pipe(cs, &p->control);
    }
    return ok;
}

bool sim_cs_drain(struct sim_cs *cs)
{
    const struct gen_desc *desc = cs->desc;
    struct sim_cs_pending *p;
    bool ok = true;
    while (ok && (p = next_walker(cs, cs->drains++))) {
        p->done = true;
        ok = sim_cs_run(cs, &p->walker);
        if (!ok) {
            cs->ip = p->ip;
            cs->desc = p->desc;
        }
        ok = ok && act_on_controls(cs);
    }
    ok = ok && act_on_controls(cs); // there may be no walker
    if (ok)
        cs->desc = desc;
    for (unsigned i = 0; i < cs->pending_count; i++)
        free(cs->pending[i].payload);
    cs->pending_count = 0;
    return ok;
}

bool sim_cs_stall(struct sim_cs *cs)
{
    bool ok = sim_cs_drain(cs);
    cs->in_flight = 0;
    if (!cs->st->order_told || cs->st->order_due)
        sim_eu_pool_ordered(cs->job->pool);
    cs->st->order_due = false;
    return ok;
}

bool sim_cs_needs_stall(struct sim_cs *cs, const char *what)
{
    return !cs->in_flight ||
           sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                        "%s while a walker may still run: a PIPE_CONTROL that stalls is missing", what);
}

// Takes over the payload of a walker.
static bool postpone(struct sim_cs *cs, const struct sim_cs_pending *p)
{
    if (!cs->pending)
        cs->pending = calloc(SIM_CS_PENDING, sizeof(*cs->pending));
    if (!cs->pending || (cs->pending_count == SIM_CS_PENDING && !sim_cs_drain(cs))) {
        free(p->payload);
        return cs->pending ? false : sim_cs_fault(cs, SIM_FAULT_HANG, cs->ip, "the host is out of memory");
    }
    cs->pending[cs->pending_count++] = *p;
    return true;
}

// Takes over `payload`, which w->curbe may point to.
static bool issue(struct sim_cs *cs, struct sim_walker *w, uint8_t *payload)
{
    cs->flushed = false;
    cs->in_flight++;
    if (!cs->job->config->lazy) {
        bool ok = sim_cs_run(cs, w);
        free(payload);
        return ok;
    }
    if (!payload && w->curbe_size) {
        payload = grow_buffer(cs, NULL, w->curbe_size);
        if (payload)
            memcpy(payload, w->curbe, w->curbe_size);
    }
    if (!payload && w->curbe_size)
        return sim_cs_fault(cs, SIM_FAULT_HANG, cs->ip, "the host is out of memory");
    w->curbe = payload;
    struct sim_cs_pending p = {
        .is_walker = true, .walker = *w, .payload = payload, .desc = cs->desc, .ip = cs->ip};
    return postpone(cs, &p);
}

// The workaround for kernels that flush the sampler's cache is to be in place before such a walker.
static const char *no_sampler_flush(const struct sim_cs *cs)
{
    enum kiln_rule rule = kiln_has_rule(cs->job->rules, KILN_RULE_SAMPLER_FLUSH_LSQC)
                              ? KILN_RULE_SAMPLER_FLUSH_LSQC
                              : KILN_RULE_SAMPLER_FLUSH_LSQC_KBL;
    struct gen_L3SQCREG4 l3;
    struct gen_CS_CHICKEN1 preemption;
    gen_L3SQCREG4_unpack(&cs->st->mmio[GEN_REG_L3SQCREG4 / 4], &l3);
    gen_CS_CHICKEN1_unpack(&cs->st->mmio[GEN_REG_CS_CHICKEN1 / 4], &preemption);
    bool kept = l3.lqsc_ro_perf_dis && preemption.gpgpu_preemption != GEN_GPGPU_PREEMPTION_THREAD_GROUP;
    return kept || !kiln_has_rule(cs->job->rules, rule) ? NULL : kiln_rule_info(rule)->name;
}

// Shared memory is a part of L3 that must be set apart before Gen11, and a memory of its own since.
static bool slm_enabled(const struct sim_cs *cs)
{
    struct gen_L3CNTLREG l3;
    gen_L3CNTLREG_unpack(&cs->st->mmio[GEN_REG_L3CNTLREG / 4], &l3);
    return l3.slm_enable || !kiln_target_has_slm_in_l3(kiln_target_of(cs->job->devinfo));
}

// The budget of a thread is what it issues in about a second, one instruction a clock. i915 cancels a request
// after 20 s, in which each EU issues no more than that.
uint64_t sim_cs_instruction_total(const struct sim_cs *cs)
{
    enum { SECONDS = 20 };
    const struct kiln_devinfo *info = cs->job->devinfo;
    uint64_t each = cs->job->config->instruction_budget, eus = info->subslices * info->eus_per_subslice;
    return each < UINT64_MAX / SECONDS / eus ? each * SECONDS * eus : 0;
}

static bool walker(struct sim_cs *cs)
{
    struct sim_walker w = {
        .pages = cs->tlb.pages,
        .devinfo = cs->job->devinfo,
        .sba = cs->st->sba,
        .vfe = cs->st->vfe,
        .curbe = cs->st->curbe,
        .curbe_size = cs->st->curbe_size,
        .slm_enabled = slm_enabled(cs),
        .instruction_budget = cs->job->config->instruction_budget,
        .instruction_total = sim_cs_instruction_total(cs),
        .cancel = cs->job->batch->cancel,
        .caches = cs->job->caches,
        .seed = cs->job->config->strict ? cs->job->config->seed : 0,
        .fused = cs->job->config->fused,
        // Images that others see must have the caching of the page tables.
        .is_shared = cs->job->config->all_rules && kiln_has_rule(cs->job->rules, KILN_RULE_MOCS_SHARED)
                         ? cs->job->batch->owner->is_shared
                         : NULL,
        .name_of = cs->job->batch->owner->name_of,
        .job_of = cs->job->batch->of,
        .no_sampler_flush = no_sampler_flush(cs),
        .context = cs->st->serial,
        .mark = cs->mark,
        .label = cs->st->label,
        .barriers = cs->st->barriers,
        .barrier_kinds = cs->st->barrier_kinds,
    };
    w.counters = sim_cs_counters(cs, &w.counting);
    cs->mark = 0;
    cs->st->barriers = cs->st->barrier_kinds = 0;
    gen_GPGPU_WALKER_unpack(cs->dw, &w.walker);
    if (w.walker.predicate_enable && !sim_cs_predicate(cs))
        return true;
    if (!check_state(cs, w.walker.interface_descriptor_offset))
        return false;
    w.idd = cs->st->descriptors[w.walker.interface_descriptor_offset].idd;
    if (w.idd.shared_local_memory_size && !w.slm_enabled &&
        !sim_cs_broken(cs, KILN_RULE_SLM_IN_L3,
                       "GPGPU_WALKER with shared memory, and L3CNTLREG has no ways for it"))
        return false;
    uint32_t threads = (w.walker.thread_width_counter_maximum + 1) *
                       (w.walker.thread_height_counter_maximum + 1) *
                       (w.walker.thread_depth_counter_maximum + 1);
    if (w.idd.number_of_threads_in_gpgpu_thread_group != threads)
        return sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                            "GPGPU_WALKER of %u threads a group, and its interface descriptor says %u",
                            threads, w.idd.number_of_threads_in_gpgpu_thread_group);
    if (w.walker.indirect_parameter_enable) {
        w.walker.thread_group_id_x_dimension = sim_cs_reg_read(cs, GEN_REG_GPGPU_DISPATCHDIMX);
        w.walker.thread_group_id_y_dimension = sim_cs_reg_read(cs, GEN_REG_GPGPU_DISPATCHDIMY);
        w.walker.thread_group_id_z_dimension = sim_cs_reg_read(cs, GEN_REG_GPGPU_DISPATCHDIMZ);
    }
    uint8_t *owned = NULL;
    if (!sim_cs_rules_work(cs))
        return false;
    if (w.walker.indirect_data_length && !indirect_data(cs, &w, &owned)) {
        free(owned);
        return false;
    }
    return issue(cs, &w, owned);
}

// ---- the table

static const sim_cs_handler handlers[GEN_CMD_COUNT] = {
    [GEN_CMD_PIPE_CONTROL] = pipe_control,
    [GEN_CMD_PIPELINE_SELECT] = pipeline_select,
    [GEN_CMD_STATE_BASE_ADDRESS] = state_base_address,
    [GEN_CMD_STATE_SIP] = nothing, // exceptions of the EUs are a fault here
    [GEN_CMD_STATE_PREFETCH] = nothing,
    [GEN_CMD_STATE_COMPUTE_MODE] = nothing,     // coherence with the host, which L3 has here in any mode
    [GEN_CMD_GPGPU_CSR_BASE_ADDRESS] = nothing, // nothing is preempted
    [GEN_CMD_MEDIA_VFE_STATE] = vfe_state,
    [GEN_CMD_MEDIA_CURBE_LOAD] = curbe_load,
    [GEN_CMD_MEDIA_INTERFACE_DESCRIPTOR_LOAD] = descriptor_load,
    [GEN_CMD_MEDIA_STATE_FLUSH] = media_state_flush,
    [GEN_CMD_GPGPU_WALKER] = walker,
};

sim_cs_handler sim_cs_gpgpu_handler(enum gen_cmd_id id)
{
    return handlers[id];
}
