// Spilling: takes vregs out of the registers so that the pressure fits, for all points of the program at
// once.
//
// What goes: of the vregs that are live where the pressure is too high, those with the lowest cost (reads and
// writes, ten times for each loop around them, half where there is room) per register and position freed. A
// constant is made again where it is needed; all else goes to scratch memory: stored behind each instruction
// that writes it, and filled before instructions that read it, where it is not in a register still or again
// (ra/split_ranges.c). Where there is no room, it is read through temporaries that are never spilled again.
// So every round shortens ranges and the rounds end.
#include "compiler/ra/spill.h"

#include <stdlib.h>

enum {
    MAX_DEPTH = 4,
    MARGIN =
        8, // registers below the limit, above which nothing resides: room for what cannot lie side by side
};

// ---- pressure

// Bytes live at each slot.
static int32_t *pressure(const struct mir_shader *s, const struct mir_live *l, enum mir_file file)
{
    uint32_t n = l->inst_count * LIVE_SLOTS + 2;
    int32_t *p = arena_array(l->a, int32_t, n);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        for (uint32_t u = l->first_unit[v]; u < l->first_unit[v + 1] && s->vregs[v].file == file; u++)
            for (uint32_t k = 0; k < l->units[u].count; k++) {
                p[l->units[u].segments[k].start] += (int32_t)mir_unit_bytes(s, v);
                p[l->units[u].segments[k].end] -= (int32_t)mir_unit_bytes(s, v);
            }
    for (uint32_t k = 1; k < n; k++)
        p[k] += p[k - 1];
    return p;
}

static uint32_t max_of(const int32_t *p, uint32_t n)
{
    int32_t max = 0;
    for (uint32_t k = 0; k < n; k++)
        max = p[k] > max ? p[k] : max;
    return (uint32_t)max;
}

uint32_t ra_max_pressure(const struct mir_shader *s, const struct mir_live *l)
{
    return max_of(pressure(s, l, MIR_GRF), l->inst_count * LIVE_SLOTS + 2);
}

// ---- choice

static double weight(const struct ra_spiller *p, const struct mir_inst *i)
{
    double w = ra_inst_has_low_pressure(p, i) ? 0.5 : 1;
    for (uint32_t d = 0; d < i->block->loop_depth && d < MAX_DEPTH; d++)
        w *= 10;
    return w;
}

// Where it is touched it must be in a register in any case.
static void note_crowd(struct ra_spiller *p, const struct mir_inst *i, uint32_t vreg, struct mir_range r)
{
    if (!ra_inst_has_low_pressure(p, i))
        p->c[vreg].in_crowd += LIVE_SLOTS * (r.hi > r.lo ? mir_regs(p->s, r.hi) - r.lo / p->s->reg_bytes : 0);
}

static void cost_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                     struct mir_range r)
{
    struct ra_spiller *p = ctx;
    note_crowd(p, i, vreg, r);
    p->c[vreg].cost += weight(p, i) * (r.hi - r.lo > p->s->reg_bytes ? mir_regs(p->s, r.hi - r.lo) : 1);
    if (o->kind == MIR_OPK_INDIRECT)
        p->c[vreg].forbidden = true;
}

static void cost_def(struct ra_spiller *p, struct mir_inst *i, uint32_t vreg, uint32_t bytes)
{
    struct ra_candidate *c = &p->c[vreg];
    note_crowd(p, i, vreg, (struct mir_range){0, bytes});
    if (p->s->vregs[vreg].home < 0) // else it is stored already
        c->cost += weight(p, i) * 1.5 * (bytes > p->s->reg_bytes ? mir_regs(p->s, bytes) : 1);
    c->def = i;
    c->def_count++;
}

// Can the definition be repeated? Plain arithmetic on constants and on vregs that are written once.
static bool is_repeatable(const struct ra_spiller *p, const struct ra_candidate *c, uint32_t vreg)
{
    const struct mir_inst *i = c->def;
    if (c->def_count != 1 || i->pred.kind || i->cmod || i->saturate || i->acc_wr ||
        i->dst.kind != MIR_OPK_VREG || i->dst.offset || !mir_dst_is_full(i) ||
        mir_dst_range(i).hi != p->s->vregs[vreg].size)
        return false;
    switch (i->op) {
    case EU_OP_MOV:
    case EU_OP_ADD:
    case EU_OP_ADD3:
    case EU_OP_BFN:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_SHL:
    case EU_OP_SHR:
        break;
    default:
        return false;
    }
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind == MIR_OPK_NONE || o->kind == MIR_OPK_IMM)
            continue;
        if (o->kind != MIR_OPK_VREG || p->s->vregs[o->vreg].file != MIR_GRF || o->vreg == vreg ||
            p->c[o->vreg].def_count != (p->s->vregs[o->vreg].phys >= 0 ? 0u : 1u))
            return false;
    }
    return true;
}

static bool in_loop_of(const struct mir_shader *s, const struct mir_block *def, const struct mir_block *use)
{
    return def->loop_header == UINT32_MAX ||
           (use->index >= def->loop_header && use->index < s->blocks[def->loop_header]->loop_end);
}

// At this read, are the definition's sources still there, with the same values? They are written once, so it
// is enough that they are live; but a uniform one changes for channels that have left its loop
// (mir/opt/propagate.c), and what is read across channels must have been computed for all of them.
static void check_repeatable_here(void *ctx, const struct mir_inst *i, const struct mir_operand *o,
                                  uint32_t vreg, struct mir_range r)
{
    struct ra_spiller *p = ctx;
    struct ra_candidate *c = &p->c[vreg];
    if (!c->remat)
        return;
    const struct mir_inst *def = c->def;
    if (i->nomask && i->exec_size > 1 && !def->nomask)
        c->remat = false;
    for (unsigned k = 0; k < MIR_MAX_SRCS && c->remat; k++) {
        const struct mir_operand *from = &def->src[k];
        if (from->kind != MIR_OPK_VREG)
            continue;
        struct mir_range bytes = mir_src_range(def, k);
        for (uint32_t u = bytes.lo / p->s->reg_bytes; u * p->s->reg_bytes < bytes.hi; u++)
            c->remat &= live_at(&p->l->units[p->l->first_unit[from->vreg] + u], i->ip * LIVE_SLOTS);
        if (p->s->vregs[from->vreg].uniform && !p->s->vregs[vreg].uniform &&
            !in_loop_of(p->s, def->block, i->block))
            c->remat = false;
    }
}

static void find_costs(struct ra_spiller *p)
{
    struct mir_shader *s = p->s;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            if (i->op == MIR_OP_UNDEF || ra_is_store(p, i))
                continue;
            mir_foreach_use(s, i, cost_use, p);
            if (ra_is_fill(p, i))
                p->c[i->dst.vreg].def_count++;
            else if (mir_has_dst(i))
                cost_def(p, i, i->dst.vreg, mir_dst_range(i).hi - mir_dst_range(i).lo);
            if (i->dst.kind == MIR_OPK_INDIRECT)
                p->c[i->dst.base].forbidden = true;
            if (i->flag.kind == MIR_OPK_VREG)
                cost_def(p, i, i->flag.vreg, 2);
        }
    for (uint32_t v = 0; v < p->vreg_count; v++) {
        p->c[v].vreg = v;
        p->c[v].remat = p->c[v].def && s->vregs[v].file == MIR_GRF && is_repeatable(p, &p->c[v], v);
    }
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) mir_foreach_use(s, i, check_repeatable_here, p);
    for (uint32_t v = 0; v < p->vreg_count; v++)
        if (p->c[v].remat)
            p->c[v].cost *= 0.2;
}

// A definition is not repeated from what goes to memory itself.
static void settle_rematerialization(struct ra_spiller *p)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t v = 0; v < p->vreg_count; v++)
            for (unsigned k = 0; k < MIR_MAX_SRCS && p->c[v].chosen && p->c[v].remat; k++) {
                const struct mir_operand *o = &p->c[v].def->src[k];
                if (o->kind == MIR_OPK_VREG && p->c[o->vreg].chosen) {
                    p->c[v].remat = false;
                    changed = true;
                }
            }
    }
}

static uint32_t over_in(const struct ra_spiller *p, uint32_t vreg, const uint32_t *over)
{
    uint32_t sum = 0;
    for (uint32_t u = p->l->first_unit[vreg]; u < p->l->first_unit[vreg + 1]; u++)
        for (uint32_t k = 0; k < p->l->units[u].count; k++)
            sum += over[p->l->units[u].segments[k].end] - over[p->l->units[u].segments[k].start];
    return sum;
}

// Is there anything to gain? A range that only spans its definition and one use right behind is what spilling
// makes.
static bool is_short(const struct ra_spiller *p, uint32_t vreg)
{
    uint32_t start, end;
    ra_hull(p, vreg, &start, &end);
    return start == UINT32_MAX || end - start <= 3 * LIVE_SLOTS;
}

static int by_value(const void *x, const void *y)
{
    const struct ra_candidate *a = *(struct ra_candidate *const *)x, *b = *(struct ra_candidate *const *)y;
    double va = a->cost / a->benefit, vb = b->cost / b->benefit;
    if (va != vb)
        return va < vb ? -1 : 1;
    return (a->vreg > b->vreg) - (a->vreg < b->vreg);
}

// The pressure where it is above the limit, as a tree of maxima, so that a range is asked and lowered in log
// n: node k stands for those of 2k and 2k + 1, and `max` has all of `add` in it that is not at nodes above.
struct excess {
    int32_t *max, *add;
    uint32_t leaves;
    const uint32_t *index; // of a slot: positions above the limit before it
};

static struct excess make_excess(struct arena *a, const int32_t *press, uint32_t n, const uint32_t *index,
                                 int32_t limit)
{
    struct excess e = {.leaves = 1, .index = index};
    while (e.leaves < index[n])
        e.leaves *= 2;
    e.max = arena_array(a, int32_t, 2 * e.leaves);
    e.add = arena_array(a, int32_t, 2 * e.leaves);
    for (uint32_t k = 0; k < n; k++)
        if (press[k] > limit)
            e.max[e.leaves + index[k]] = press[k] - limit;
    for (uint32_t k = e.leaves; --k;)
        e.max[k] = e.max[2 * k] > e.max[2 * k + 1] ? e.max[2 * k] : e.max[2 * k + 1];
    return e;
}

static bool exceeds(const struct excess *e, uint32_t node, uint32_t from, uint32_t to, uint32_t lo,
                    uint32_t hi, int32_t above)
{
    if (hi <= from || lo >= to || e->max[node] + above <= 0)
        return false;
    if (from >= lo && to <= hi)
        return true;
    uint32_t mid = (from + to) / 2;
    above += e->add[node];
    return exceeds(e, 2 * node, from, mid, lo, hi, above) || exceeds(e, 2 * node + 1, mid, to, lo, hi, above);
}

static void lower(struct excess *e, uint32_t node, uint32_t from, uint32_t to, uint32_t lo, uint32_t hi,
                  int32_t by)
{
    if (hi <= from || lo >= to)
        return;
    if (from >= lo && to <= hi) {
        e->max[node] -= by;
        e->add[node] -= by;
        return;
    }
    uint32_t mid = (from + to) / 2;
    lower(e, 2 * node, from, mid, lo, hi, by);
    lower(e, 2 * node + 1, mid, to, lo, hi, by);
    int32_t left = e->max[2 * node], right = e->max[2 * node + 1];
    e->max[node] = (left > right ? left : right) + e->add[node];
}

static bool still_helps(const struct ra_spiller *p, uint32_t vreg, const struct excess *e)
{
    for (uint32_t u = p->l->first_unit[vreg]; u < p->l->first_unit[vreg + 1]; u++)
        for (uint32_t k = 0; k < p->l->units[u].count; k++) {
            const struct live_segment *s = &p->l->units[u].segments[k];
            if (e->index[s->start] < e->index[s->end] &&
                exceeds(e, 1, 0, e->leaves, e->index[s->start], e->index[s->end], 0))
                return true;
        }
    return false;
}

static void take_out(const struct ra_spiller *p, uint32_t vreg, struct excess *e)
{
    for (uint32_t u = p->l->first_unit[vreg]; u < p->l->first_unit[vreg + 1]; u++)
        for (uint32_t k = 0; k < p->l->units[u].count; k++) {
            const struct live_segment *s = &p->l->units[u].segments[k];
            if (e->index[s->start] < e->index[s->end])
                lower(e, 1, 0, e->leaves, e->index[s->start], e->index[s->end],
                      (int32_t)mir_unit_bytes(p->s, vreg));
        }
}

unsigned ra_choose(struct ra_spiller *p, enum mir_file file, uint32_t limit)
{
    const struct mir_shader *s = p->s;
    uint32_t n = p->l->inst_count * LIVE_SLOTS + 2, count = 0;
    const int32_t *press = p->press;
    uint32_t *over = arena_array(p->l->a, uint32_t, n + 1);
    for (uint32_t k = 0; k < n; k++)
        over[k + 1] = over[k] + (press[k] > (int32_t)limit);
    struct ra_candidate **order = arena_array(p->l->a, struct ra_candidate *, p->vreg_count + 1);
    for (uint32_t v = 0; v < p->vreg_count; v++) {
        const struct mir_vreg *r = &s->vregs[v];
        if (r->file != file || r->phys >= 0 || r->spill_temp || p->c[v].forbidden || is_short(p, v))
            continue;
        uint32_t slots = over_in(p, v, over), kept = r->home != -1 ? p->c[v].in_crowd : 0;
        p->c[v].benefit = slots > kept ? (double)(slots - kept) * mir_unit_bytes(s, v) : 0;
        if (p->c[v].benefit > 0)
            order[count++] = &p->c[v];
    }
    qsort(order, count, sizeof(*order), by_value);
    struct excess excess = make_excess(p->l->a, press, n, over, (int32_t)limit);
    unsigned chosen = 0;
    for (uint32_t k = 0; k < count; k++)
        if (still_helps(p, order[k]->vreg, &excess)) {
            take_out(p, order[k]->vreg, &excess);
            order[k]->chosen = true;
            chosen++;
        }
    return chosen;
}

// ---- the whole

// Slots where nothing that goes to memory stays in a register.
static void find_crowded(struct ra_spiller *p, uint32_t limit)
{
    uint32_t n = p->l->inst_count * LIVE_SLOTS + 2;
    uint32_t margin = MARGIN * p->s->reg_bytes;
    int32_t most = limit > margin ? (int32_t)(limit - margin) : 0;
    for (uint32_t k = 0; k < n; k++)
        p->crowded[k + 1] = p->crowded[k] + (p->press[k] > most);
}

struct ra_spiller ra_spiller_start(struct mir_shader *s, const struct mir_live *l, enum mir_file file,
                                   uint32_t limit)
{
    struct ra_spiller p = {.s = s, .l = l, .vreg_count = s->vreg_count};
    p.c = arena_array(l->a, struct ra_candidate, s->vreg_count + 1);
    p.press = pressure(s, l, file);
    p.crowded = arena_array(l->a, uint32_t, l->inst_count *LIVE_SLOTS + 3);
    find_crowded(&p, limit);
    find_costs(&p);
    return p;
}

static bool needs_memory(const struct ra_spiller *p)
{
    for (uint32_t v = 0; v < p->vreg_count; v++)
        if (p->c[v].chosen && !p->c[v].remat)
            return true;
    return false;
}

unsigned ra_spill_grf(struct mir_shader *s, const struct mir_live *l, uint32_t limit, uint32_t must,
                      bool may_spill, bool *to_memory)
{
    struct ra_spiller p = ra_spiller_start(s, l, MIR_GRF, limit);
    unsigned chosen = 0;
    p.window = limit / (s->reg_bytes * 16);
    for (;;) {
        chosen = ra_choose(&p, MIR_GRF, limit);
        if (chosen || limit < s->reg_bytes)
            break;
        limit -= s->reg_bytes;
    }
    settle_rematerialization(&p);
    if (s->r0 == UINT32_MAX || !chosen)
        return 0;
    *to_memory = needs_memory(&p);
    if (*to_memory && !may_spill)
        return 0;
    find_crowded(&p, limit);
    ra_rewrite(&p);
    return chosen;
}
