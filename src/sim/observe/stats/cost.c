// See cost.h.
#include "sim/observe/stats/cost.h"

#include <limits.h>
#include <stdlib.h>

enum cost_class {
#define CLASS(name, ...) CLASS_##name,
#include "hw/cost.def"
};

static const struct {
    enum sim_pipe pipe;
    size_t times; // in struct kiln_costs
} classes[] = {
#define CLASS(name, pipe, ...) {SIM_PIPE_##pipe, offsetof(struct kiln_costs, name)},
#include "hw/cost.def"
};

// ---- instructions

static enum cost_class math_class(unsigned function)
{
    switch (function) {
    case EU_MATH_INT_DIV_QUOTIENT:
    case EU_MATH_INT_DIV_REMAINDER:
    case EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER:
        return CLASS_INT_DIV;
    case EU_MATH_POW:
    case EU_MATH_FDIV:
    case EU_MATH_INVM:
    case EU_MATH_RSQRTM:
        return CLASS_MATH2;
    default:
        return CLASS_MATH;
    }
}

static enum cost_class class_of(const struct sim_uop *u)
{
    switch (u->op) {
    case EU_OP_MATH:
        return math_class(u->math);
    case EU_OP_NOP:
    case EU_OP_WAIT:
    case EU_OP_ILLEGAL:
        return CLASS_NOTHING;
    case EU_OP_LRP:
    case EU_OP_LINE:
    case EU_OP_PLN:
        return CLASS_BLEND;
    case EU_OP_DP2:
    case EU_OP_DP3:
    case EU_OP_DP4:
    case EU_OP_DPH:
        return CLASS_DOT;
    case EU_OP_DPAS:
        return CLASS_SYSTOLIC;
    default:
        if (eu_op_is_send(u->op))
            return CLASS_SEND;
        if (eu_op_is_branch(u->op))
            return CLASS_BRANCH;
        return u->exec == SIM_EXEC_DF ? CLASS_DOUBLE : u->wide ? CLASS_WIDE : CLASS_SIMPLE;
    }
}

static unsigned flops_of(const struct sim_uop *u)
{
    if (u->exec == SIM_EXEC_INT)
        return 0;
    switch (u->op) {
    case EU_OP_ADD:
    case EU_OP_MUL:
    case EU_OP_MATH:
        return 1;
    case EU_OP_MAD:
    case EU_OP_MAC:
    case EU_OP_MADM:
    case EU_OP_LINE:
        return 2;
    case EU_OP_LRP:
    case EU_OP_DP2:
        return 3;
    case EU_OP_PLN:
        return 4;
    case EU_OP_DP3:
        return 5;
    case EU_OP_DP4:
    case EU_OP_DPH:
        return 7;
    case EU_OP_DPAS:
        return 4u * u->info->inst->depth * u->info->inst->count; // two products a step and row
    default:
        return 0;
    }
}

// The dependencies that bytes first..last of the register file stand for.
static void set_range(uint16_t dep[2], unsigned first, unsigned last)
{
    if (last < SIM_RF_GRF_END) {
        dep[0] = (uint16_t)(first / SIM_GRF_BYTES);
        dep[1] = (uint16_t)(last / SIM_GRF_BYTES);
    } else if (first >= SIM_RF_ACC && first < SIM_RF_FLAG) {
        dep[0] = dep[1] = SIM_DEP_ACC;
    } else if (first >= SIM_RF_FLAG && first < SIM_RF_CE) {
        dep[0] = SIM_DEP_FLAG;
        dep[1] = SIM_DEP_FLAG + 1;
    } else if (first >= SIM_RF_ADDR && first < SIM_RF_ACC) {
        dep[0] = dep[1] = SIM_DEP_ADDR;
    }
}

static void source_range(struct sim_cost *c, const struct sim_uop *u, unsigned k)
{
    const struct sim_src *s = &u->src[k];
    if (s->kind == SIM_SRC_A0 || s->kind == SIM_SRC_A0_VXH)
        c->addr = true; // which registers is not known before
    if (s->kind != SIM_SRC_REG)
        return;
    unsigned i = u->n - 1u;
    unsigned last = s->swizzled ? s->base + (i >> 2) * s->vs + 3u * s->size
                                : s->base + (i >> s->wshift) * s->vs + (i & ((1u << s->wshift) - 1)) * s->hs;
    set_range(c->src[k], s->base, last + s->size - 1u);
}

// All registers of the operands; the last row of the result comes a clock after the one before it.
static void systolic_cost(struct sim_cost *c, const struct sim_uop *u)
{
    const struct eu_inst *in = u->info->inst;
    const uint16_t *bytes = u->info->systolic;
    for (unsigned k = 0; k < 3; k++)
        if (in->src[k].file == EU_FILE_GRF)
            set_range(c->src[k], u->src[k].base, u->src[k].base + bytes[k] - 1u);
    set_range(c->dst, u->dst.base, u->dst.base + bytes[0] - 1u);
    c->clocks = (uint16_t)(c->clocks * in->count);
    c->latency = (uint16_t)(c->latency + in->count - 1);
}

static void cost_of(struct sim_cost *c, const struct sim_uop *u, const struct kiln_costs *n)
{
    enum cost_class class = class_of(u);
    struct kiln_cost_class times;
    memcpy(&times, (const char *)n + classes[class].times, sizeof(times));
    unsigned widest = u->dst.null ? 0 : u->dst.size, flag = u->flag_rf == SIM_RF_FLAG ? 1 : 2;
    *c = (struct sim_cost){.pipe = (uint8_t)classes[class].pipe,
                           .flops = (uint16_t)flops_of(u),
                           .latency = (uint16_t)times.latency,
                           .flag_latency = (uint16_t)times.flag_latency};
    memset(c->src, SIM_NO_DEP, sizeof(c->src));
    memset(c->dst, SIM_NO_DEP, sizeof(c->dst));
    if (u->pred)
        c->flag_read = (uint8_t)(u->pred == EU_PRED_ANYV || u->pred == EU_PRED_ALLV ? 3 : flag);
    c->clocks = (uint16_t)times.clocks;
    if (class == CLASS_SEND || class == CLASS_BRANCH || class == CLASS_NOTHING)
        return; // a message's registers are known when it is sent
    if (class == CLASS_SYSTOLIC) {
        systolic_cost(c, u);
        return;
    }
    for (unsigned k = 0; k < 3; k++) {
        source_range(c, u, k);
        if (u->src[k].kind && u->src[k].size > widest)
            widest = u->src[k].size;
    }
    if (u->dst.indirect)
        c->addr = true;
    else if (!u->dst.null)
        set_range(c->dst, u->dst.base, u->dst.base + (u->n - 1u) * u->dst.hs + u->dst.size - 1u);
    if (u->cmod && u->op != EU_OP_SEL && u->op != EU_OP_CSEL)
        c->flag_write = (uint8_t)flag;
    c->acc_write = u->acc_wr;
    unsigned steps = (u->n * widest + SIM_GRF_BYTES - 1) / SIM_GRF_BYTES;
    c->clocks = (uint16_t)(c->clocks * (steps ? steps : 1));
}

struct sim_cost *sim_costs(const struct sim_program *p)
{
    struct sim_cost *c = calloc(p->count ? p->count : 1, sizeof(*c));
    const struct kiln_costs *n = sim_cost_numbers(p->target->isa);
    for (uint32_t i = 0; c && i < p->count; i++)
        if (p->uops[i].info->pseudo != SIM_PSEUDO_ARRIVE)
            cost_of(&c[i], &p->uops[i], n);
    return c;
}

// ---- a thread

static void await(struct sim_timing *t, unsigned dep)
{
    if (t->ready[dep] > t->clock)
        t->clock = t->ready[dep];
}

static void await_range(struct sim_timing *t, const uint16_t dep[2])
{
    if (dep[0] != SIM_NO_DEP)
        for (unsigned d = dep[0]; d <= dep[1]; d++)
            await(t, d);
}

uint64_t sim_timing_issue(struct sim_timing *t, const struct sim_cost *c)
{
    for (unsigned k = 0; k < 3; k++)
        await_range(t, c->src[k]);
    await_range(t, c->dst); // results come in order
    if (c->addr)
        await(t, SIM_DEP_ADDR);
    for (unsigned f = 0; f < 2; f++)
        if ((c->flag_read | c->flag_write) >> f & 1)
            await(t, SIM_DEP_FLAG + f);
    uint64_t start = t->clock;
    if (c->dst[0] != SIM_NO_DEP)
        for (unsigned d = c->dst[0]; d <= c->dst[1]; d++)
            t->ready[d] = start + c->latency;
    for (unsigned f = 0; f < 2; f++)
        if (c->flag_write >> f & 1)
            t->ready[SIM_DEP_FLAG + f] = start + c->flag_latency;
    if (c->acc_write)
        t->ready[SIM_DEP_ACC] = start + c->latency;
    t->clock = start + c->clocks;
    return start;
}

void sim_timing_wait(struct sim_timing *t, unsigned reg, unsigned regs)
{
    for (unsigned i = 0; i < regs && reg + i < SIM_GRF_COUNT; i++)
        await(t, reg + i);
}

void sim_timing_respond(struct sim_timing *t, unsigned reg, unsigned regs, uint64_t clocks)
{
    for (unsigned i = 0; i < regs && reg + i < SIM_GRF_COUNT; i++)
        t->ready[reg + i] = t->clock + clocks;
}

// ---- a walker

const char *sim_bound_name(enum sim_bound b)
{
    static const char *const names[SIM_BOUNDS] = {
        [SIM_BOUND_EU] = "EU pipes",    [SIM_BOUND_LATENCY] = "latency",
        [SIM_BOUND_PORT] = "data port", [SIM_BOUND_SAMPLER] = "sampler",
        [SIM_BOUND_MEMORY] = "memory",  [SIM_BOUND_DISPATCH] = "thread dispatch"};
    return names[b];
}

void sim_room_of(const struct sim_demand *d, const struct kiln_target *target, struct sim_room *out)
{
    const struct kiln_costs *c = sim_cost_numbers(target->isa);
    const struct sim_cost_chip m = sim_cost_chip_of(target);
    unsigned threads = m.eus_per_subslice * m.threads_per_eu;
    *out = (struct sim_room){.threads = threads, .by_slm = UINT_MAX, .by_barriers = UINT_MAX};
    out->by_threads = threads / (d->group_threads ? d->group_threads : 1);
    if (d->slm_bytes)
        out->by_slm = m.slm_per_subslice / d->slm_bytes;
    if (d->barrier)
        out->by_barriers = c->BARRIERS_PER_SUBSLICE;
    unsigned n = out->by_threads < out->by_slm ? out->by_threads : out->by_slm;
    n = n < out->by_barriers ? n : out->by_barriers;
    out->groups = n ? n : 1;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

void sim_estimate(const struct sim_demand *d, const struct kiln_target *target, struct sim_estimate *out)
{
    memset(out, 0, sizeof(*out));
    if (!d->groups)
        return;
    const struct kiln_costs *c = sim_cost_numbers(target->isa);
    const struct sim_cost_chip m = sim_cost_chip_of(target);
    struct sim_room of_subslice;
    sim_room_of(d, target, &of_subslice);
    unsigned subslices = m.subslices;
    uint64_t room = (uint64_t)of_subslice.groups * subslices;
    out->groups_at_once = (unsigned)(d->groups < room ? d->groups : room);
    out->subslices = d->groups < subslices ? (unsigned)d->groups : subslices;
    out->threads_at_once = out->groups_at_once * d->group_threads;
    out->eus = out->subslices * m.eus_per_subslice;
    if (out->eus > out->threads_at_once)
        out->eus = out->threads_at_once;
    out->occupancy = (double)out->threads_at_once / (subslices * m.eus_per_subslice * m.threads_per_eu);
    if (out->occupancy > 1) // a draw's threads are not in groups
        out->occupancy = 1;
    double any = (double)d->pipe[SIM_PIPE_ANY], em = (double)d->pipe[SIM_PIPE_EM];
    double bytes_a_clock = (double)c->DRAM_MEGABYTES / c->MEGAHERTZ;
    double read = (double)d->lines_read * 64, written = (double)d->lines_written * 64;
    double *b = out->bound;
    b[SIM_BOUND_EU] = larger(em, (c->EM_IS_FPU ? any + em : any) / c->FPUS_PER_EU);
    b[SIM_BOUND_EU] = larger(b[SIM_BOUND_EU], (double)d->pipe[SIM_PIPE_SYSTOLIC]) / out->eus;
    b[SIM_BOUND_LATENCY] = larger((double)d->group_clocks / out->groups_at_once, (double)d->longest_group);
    b[SIM_BOUND_PORT] = (double)(d->port + d->slm) / out->subslices;
    b[SIM_BOUND_SAMPLER] = (double)d->sampler / out->subslices;
    b[SIM_BOUND_MEMORY] = larger(larger(read / c->GTI_READ_BYTES, written / c->GTI_WRITE_BYTES),
                                 (read + written) / bytes_a_clock);
    double payload = (double)d->payload_bytes / c->PAYLOAD_BYTES;
    b[SIM_BOUND_DISPATCH] = (double)d->groups * d->group_threads * larger(c->THREAD_DISPATCH, payload);
    for (unsigned i = 1; i < SIM_BOUNDS; i++)
        if (b[i] > b[out->largest])
            out->largest = i;
    out->clocks = c->WALKER + b[out->largest];
}
