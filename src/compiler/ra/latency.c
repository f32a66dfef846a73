// Which of the registers that small values share lets instructions wait for what they do not need: the EU
// knows of registers, not of their bytes, whether a result is still under way, so that neither what lies
// beside it can be read, nor written. See ra/latency.h.
#include "compiler/ra/latency.h"

#include "compiler/mir/analysis/cost.h"
#include "hw/budget.h"
#include "hw/cost.h"
#include "util/bitset.h"

enum {
    MAX_DEPTH = 3, // of loops that count
};

struct access {
    uint32_t ip;
    bool write;
    struct access *next;
};

struct accessed { // a register's small values are, at these instructions
    uint64_t *at, *written;
};

struct instruction {
    uint32_t clock, done; // when it starts, if it waits only for what it needs; when its result is there
    uint32_t weight;
};

struct ra_latency {
    struct arena *a;
    const struct mir_shader *s;
    const struct mir_live *l;
    struct instruction *insts;
    struct access **accesses; // per vreg
    struct accessed *regs;
    // for the walk
    uint32_t *ready; // per unit
    uint32_t clock;
};

static bool is_small(const struct mir_shader *s, uint32_t vreg)
{
    return s->vregs[vreg].file == MIR_GRF && s->vregs[vreg].size < s->reg_bytes;
}

static void note(struct ra_latency *p, uint32_t vreg, uint32_t ip, bool write)
{
    if (!is_small(p->s, vreg))
        return;
    struct access *x = arena_new(p->a, struct access);
    *x = (struct access){ip, write, p->accesses[vreg]};
    p->accesses[vreg] = x;
}

static void note_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                     struct mir_range r)
{
    struct ra_latency *p = ctx;
    note(p, vreg, i->ip, false);
    for (uint32_t k = r.lo / p->s->reg_bytes; k * p->s->reg_bytes < r.hi; k++)
        if (p->ready[p->l->first_unit[vreg] + k] > p->clock)
            p->clock = p->ready[p->l->first_unit[vreg] + k];
}

static void set_ready(struct ra_latency *p, uint32_t vreg, struct mir_range r, uint32_t done)
{
    for (uint32_t k = r.lo / p->s->reg_bytes; k * p->s->reg_bytes < r.hi; k++)
        p->ready[p->l->first_unit[vreg] + k] = done;
}

static void note_inst(struct ra_latency *p, const struct kiln_costs *costs, const struct mir_inst *i,
                      uint32_t weight)
{
    mir_foreach_use(p->s, i, note_use, p);
    uint32_t done = p->clock + mir_latency(costs, i);
    p->insts[i->ip] = (struct instruction){p->clock, done, weight};
    if (mir_has_dst(i)) {
        note(p, i->dst.vreg, i->ip, true);
        set_ready(p, i->dst.vreg, mir_dst_range(i), done);
    }
    if (i->flag.kind == MIR_OPK_VREG)
        set_ready(p, i->flag.vreg, (struct mir_range){0, 1}, done);
    p->clock += mir_issue_clocks(costs, i);
}

struct ra_latency *ra_latency_begin(const struct mir_shader *s, const struct mir_live *l)
{
    struct ra_latency *p = arena_new(l->a, struct ra_latency);
    *p = (struct ra_latency){.a = l->a, .s = s, .l = l};
    p->insts = arena_array(p->a, struct instruction, l->inst_count + 1);
    p->accesses = arena_array(p->a, struct access *, s->vreg_count + 1);
    p->regs = arena_array(p->a, struct accessed, s->target->grf_count);
    p->ready = arena_array(p->a, uint32_t, l->unit_count + 1);
    const struct kiln_costs *costs = kiln_costs(s->target->isa);
    for (uint32_t b = 0; b < s->block_count; b++) {
        uint32_t weight = 1;
        for (uint32_t d = 0; d < s->blocks[b]->loop_depth && d < MAX_DEPTH; d++)
            weight *= BUDGET_LOOP_ROUNDS;
        mir_foreach_inst(i, s->blocks[b]) note_inst(p, costs, i, weight);
    }
    return p;
}

uint64_t ra_latency_waits(const struct ra_latency *p, unsigned reg, uint32_t vreg)
{
    const struct accessed *r = &p->regs[reg];
    const struct instruction *insts = p->insts;
    uint64_t waits = 0;
    if (!r->at)
        return 0;
    for (const struct access *x = p->accesses[vreg]; x; x = x->next) {
        for (uint32_t k = x->ip; k-- && insts[k].clock + BUDGET_RESULT_LATENCY > insts[x->ip].clock;)
            if (bitset_test(r->written, k) && insts[k].done > insts[x->ip].clock)
                waits += (uint64_t)insts[x->ip].weight * (insts[k].done - insts[x->ip].clock);
        for (uint32_t k = x->ip + 1; x->write && k < p->l->inst_count && insts[k].clock < insts[x->ip].done;
             k++)
            if (bitset_test(r->at, k))
                waits += (uint64_t)insts[k].weight * (insts[x->ip].done - insts[k].clock);
    }
    return waits;
}

void ra_latency_place(struct ra_latency *p, unsigned reg, uint32_t vreg)
{
    struct accessed *r = &p->regs[reg];
    if (!r->at) {
        r->at = arena_array(p->a, uint64_t, BITSET_WORDS(p->l->inst_count));
        r->written = arena_array(p->a, uint64_t, BITSET_WORDS(p->l->inst_count));
    }
    for (const struct access *x = p->accesses[vreg]; x; x = x->next) {
        bitset_set(r->at, x->ip);
        if (x->write)
            bitset_set(r->written, x->ip);
    }
}
