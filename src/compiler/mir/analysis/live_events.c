// Each instruction is looked at once; the passes of mir/analysis/live_compute.c go over the list.
#include "compiler/mir/analysis/live_events.h"

#include "compiler/mir/analysis/live.h"

struct gatherer {
    const struct mir_live *l;
    const struct mir_shader *s;
    struct live_events *out;
    bool *cross_lane; // per vreg
    bool failed;
};

static void put(struct gatherer *g, uint32_t unit, mir_bytes mask, uint32_t slot, enum live_event_kind kind)
{
    if (!vec_push(&g->out->list, ((struct live_event){mask, unit, slot, kind})))
        g->failed = true;
}

// Bytes [lo, hi) of a vreg, in elements of `size` that are `step` apart.
struct elements {
    uint32_t lo, hi, size, step;
};

// Those in the unit that begins at byte `at`.
static mir_bytes element_mask(struct elements r, uint32_t at, uint32_t unit)
{
    if (r.step <= r.size)
        return mir_bytes_in(r.lo > at ? r.lo - at : 0, r.hi < at + unit ? r.hi - at : unit);
    mir_bytes mask = 0;
    uint32_t e = r.lo;
    if (e + r.size <= at)
        e += (at - e - r.size) / r.step * r.step;
    for (; e < r.hi && e < at + unit; e += r.step)
        if (e + r.size > at)
            mask |= mir_bytes_in(e > at ? e - at : 0, e + r.size < at + unit ? e + r.size - at : unit);
    return mask;
}

static void put_uses(struct gatherer *g, uint32_t vreg, struct elements e, uint32_t slot)
{
    const uint32_t unit = g->s->reg_bytes;
    for (uint32_t k = e.lo / unit; k * unit < e.hi; k++)
        put(g, g->l->first_unit[vreg] + k, element_mask(e, k * unit, unit), slot, LIVE_USE);
}

// All of a register, and no more: what is read and never written would be needed for ever.
static mir_bytes all_bytes(const struct gatherer *g)
{
    return mir_bytes_in(0, g->s->reg_bytes);
}

static void put_whole(struct gatherer *g, uint32_t vreg, mir_bytes mask, uint32_t slot,
                      enum live_event_kind kind)
{
    for (uint32_t u = g->l->first_unit[vreg]; u < g->l->first_unit[vreg + 1]; u++)
        put(g, u, mask, slot, kind);
}

// What an instruction touches, looked up once.
struct extent {
    struct mir_range dst, src[MIR_MAX_SRCS];
    bool has_dst, halves;
};

// The hardware runs an instruction whose operands span two registers as two halves of its channels, one after
// the other: the first half's result is written before the second half's sources are read.
static struct extent extent(const struct mir_inst *i)
{
    struct extent x = {.has_dst = mir_has_dst(i)};
    bool may = i->exec_size >= 2 && !mir_takes_registers(i->op);
    if (i->dst.kind == MIR_OPK_VREG) {
        x.dst = mir_dst_range(i);
        x.halves = may && x.dst.hi - x.dst.lo > i->reg_bytes;
    }
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_VREG) {
            x.src[k] = mir_src_range(i, k);
            x.halves |= may && x.src[k].hi - x.src[k].lo > i->reg_bytes;
        }
    return x;
}

// Source k: which bytes the first half reads, and which the second.
static void put_src(struct gatherer *g, const struct mir_inst *i, unsigned k, const struct extent *x)
{
    const struct mir_operand *o = &i->src[k];
    uint32_t at = i->ip * LIVE_SLOTS, size = eu_type_size(o->type);
    struct elements all = {x->src[k].lo, x->src[k].hi, 1, 1};
    int stride = mir_src_stride(o, i->exec_size);
    if (stride > 1 && !mir_takes_registers(i->op)) {
        all.size = size;
        all.step = (uint32_t)stride * size;
    }
    if (!x->halves) { // the factors of a product of matrices are still read while rows of it are written
        put_uses(g, o->vreg, all, at + (mir_is_systolic(i->op) && k ? LIVE_READ_LATE : LIVE_READ));
        return;
    }
    struct elements part = all;
    part.hi = mir_region_range(o, i->exec_size / 2u).hi;
    put_uses(g, o->vreg, part, at + LIVE_READ);
    if (stride > 0)
        all.lo += (uint32_t)stride * (i->exec_size / 2u) * size;
    put_uses(g, o->vreg, all, at + LIVE_READ_LATE);
}

// The bytes of a flag that the instruction's channels have a bit in: a wide flag is written and read in
// parts.
static mir_bytes flag_bytes_used(const struct mir_inst *i)
{
    return mir_bytes_in(i->chan_offset / 8u, (i->chan_offset + i->exec_size + 7u) / 8u);
}

// Those that are theirs alone.
static mir_bytes flag_bytes_written(const struct mir_inst *i)
{
    return mir_bytes_in((i->chan_offset + 7u) / 8u, (i->chan_offset + i->exec_size) / 8u);
}

static void gather_uses(struct gatherer *g, const struct mir_inst *i, const struct extent *x)
{
    uint32_t at = i->ip * LIVE_SLOTS;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind == MIR_OPK_VREG)
            put_src(g, i, k, x);
        if (o->kind == MIR_OPK_INDIRECT) {
            put_whole(g, o->vreg, all_bytes(g), at + LIVE_READ_LATE, LIVE_USE);
            put_whole(g, o->base, all_bytes(g), at + LIVE_READ_LATE, LIVE_USE);
        }
    }
    if (i->pred.kind == MIR_OPK_VREG) {
        bool own = i->pred_ctrl == EU_PRED_NORMAL && !i->nomask && !mir_op_is_terminator(i->op);
        put_whole(g, i->pred.vreg, own ? flag_bytes_used(i) : all_bytes(g), at + LIVE_READ, LIVE_USE);
    }
    if (i->dst.kind == MIR_OPK_INDIRECT) {
        put_whole(g, i->dst.vreg, all_bytes(g), at + LIVE_READ_LATE, LIVE_USE);
        // What it does not write stays, and nobody else may be where it might write, read later or not.
        put_whole(g, i->dst.base, all_bytes(g), at + LIVE_READ_LATE, LIVE_USE);
    }
}

static void gather_defs(struct gatherer *g, const struct mir_inst *i, const struct extent *x)
{
    const struct mir_shader *s = g->s;
    uint32_t at = i->ip * LIVE_SLOTS;
    if (i->flag.kind == MIR_OPK_VREG) {
        bool scalar = i->nomask && i->exec_size == 1 && s->vregs[i->flag.vreg].uniform; // for a JMPI
        bool all = i->nomask || !g->cross_lane[i->flag.vreg];
        mir_bytes mask = scalar || (all && i->exec_size >= s->simd) ? all_bytes(g)
                         : all                                      ? flag_bytes_written(i)
                                                                    : 0;
        put(g, g->l->first_unit[i->flag.vreg], i->pred.kind ? 0 : mask, at + LIVE_WRITE, LIVE_DEF);
    }
    if (i->dst.kind == MIR_OPK_INDIRECT) // anywhere in base
        put_whole(g, i->dst.base, 0, at + LIVE_WRITE, LIVE_DEF);
    if (!x->has_dst)
        return;
    bool all =
        (i->pred.kind == MIR_OPK_NONE || i->op == EU_OP_SEL) && (i->nomask || !g->cross_lane[i->dst.vreg]);
    bool send = mir_op_is_send(i->op);
    uint32_t mid = x->halves ? x->dst.lo + (x->dst.hi - x->dst.lo + 1) / 2 : x->dst.hi;
    uint32_t size = eu_type_size(i->dst.type), step = mir_dst_stride(&i->dst) * size;
    if (mir_takes_registers(i->op) || i->exec_size == 1)
        step = size;
    struct elements e = {x->dst.lo, x->dst.hi, size, step};
    const uint32_t unit = s->reg_bytes;
    for (uint32_t k = e.lo / unit; k * unit < e.hi; k++)
        put(g, g->l->first_unit[i->dst.vreg] + k, all ? element_mask(e, k * unit, unit) : 0,
            at + (send || k * unit >= mid ? LIVE_WRITE_LATE : LIVE_WRITE), LIVE_DEF);
}

static void gather(struct gatherer *g, const struct mir_inst *i)
{
    struct extent x = extent(i);
    if (i->op == MIR_OP_UNDEF)
        x.has_dst = false;
    gather_uses(g, i, &x);
    gather_defs(g, i, &x);
    if (i->op == MIR_OP_UNDEF)
        put_whole(g, i->dst.vreg, all_bytes(g), i->ip * LIVE_SLOTS + LIVE_READ, LIVE_UNDEF);
}

static void find_cross_lane(struct gatherer *g, const struct mir_inst *i)
{
    bool wide = i->nomask && i->exec_size > 1;
    const unsigned whole =
        i->nomask && mir_op_is_send(i->op) ? 2 : 0; // payloads: of one channel, too (LSC's blocks)
    for (unsigned n = 0; n < MIR_MAX_SRCS; n++) {
        const struct mir_operand *o = &i->src[n];
        if (o->kind == MIR_OPK_INDIRECT)
            g->cross_lane[o->base] = true;
        if (o->kind != MIR_OPK_VREG)
            continue;
        bool flag = g->s->vregs[o->vreg].file == MIR_FLAG;
        if (flag || n < whole || (wide && mir_src_stride(o, i->exec_size) != 0))
            g->cross_lane[o->vreg] = true;
    }
    if (i->pred.kind == MIR_OPK_VREG && (i->pred_ctrl > EU_PRED_NORMAL || i->nomask))
        g->cross_lane[i->pred.vreg] = true;
}

bool live_events_gather(const struct mir_live *l, const struct mir_shader *s, struct live_events *e)
{
    struct gatherer g = {.l = l, .s = s, .out = e};
    g.cross_lane = arena_array(l->a, bool, s->vreg_count + 1);
    e->first = arena_array(l->a, uint32_t, s->block_count + 1);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) find_cross_lane(&g, i);
    for (uint32_t b = 0; b < s->block_count; b++) {
        e->first[b] = (uint32_t)e->list.count;
        mir_foreach_inst(i, s->blocks[b]) gather(&g, i);
    }
    e->first[s->block_count] = (uint32_t)e->list.count;
    return !g.failed;
}
