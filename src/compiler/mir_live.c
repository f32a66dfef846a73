// Liveness of vregs in units of one register (32 bytes), as segments of program positions in layout order.
//
// Each channel runs along the logical CFG, so ordinary backward dataflow answers what a channel still needs.
// A masked write ends the range above it for the channels that execute it. But the channels share registers:
// while some run block x, others may wait at a join J ahead (mir_cf.c), and what they need at J must survive
// x although no logical path leads through x. THE INVARIANT: for every edge d -> J on which channels may wait
// (a GOTO's), everything that is live into J is live, whole, in all blocks that others may execute meanwhile:
// from mir_wait_first(d, J) to J - 1. That covers the else part while the then part runs, and what channels
// that have left a loop hold while others iterate. A register with such a range is never given to another
// vreg there, so writes without mask are harmless too.
//
// A write ends a range only for the bytes it covers: no predicate, not the gaps between strided elements. So
// that a vector that is built in parts does not seem live from the top of the program, need is tracked byte
// by byte within a block; bytes that no instruction reads are never needed (of halves that are two words
// apart, the odd words); ranges are cut to where some definition reaches (forward "may be defined"); and
// UNDEF ends a range by itself. A masked write does not end the range of a vreg that some instruction reads
// across channels without mask (a reduction over an identity, a flag under ANY).
#include "compiler/mir_live.h"

#include <stdlib.h>
#include <string.h>

#include "util/vec.h"

struct block_fact { // what one block does to one unit
    uint32_t unit, block;
    bool needs;   // something of it before it is written
    bool kills;   // nothing of it from above is needed below
    bool defines; // some of it, perhaps
};

struct pair {
    uint32_t block, unit;
};

struct pending {
    struct live_segment seg;
    uint32_t unit;
};

struct pending_def {
    uint32_t unit, slot;
};

struct builder {
    struct mir_live *l;
    struct mir_shader *s;
    bool *cross_lane; // per vreg
    uint32_t *owner;  // per unit: its vreg
    uint32_t *read;   // per unit: bytes that some instruction reads
    // One block, backward:
    uint32_t *need;    // per unit: bytes needed below
    uint32_t *open;    // per unit: end of the segment that is open, 0 if none
    uint32_t *touched; // units with open or need set
    uint32_t touched_count;
    uint8_t *is_touched; // TOUCHED, and DEFINED
    VEC(struct block_fact) facts;
    VEC(struct pair) in, out; // by unit, then in the order found
    // Segments and definitions are gathered in these, and sorted into the units at the end.
    VEC(struct pending) pending;
    VEC(struct pending_def) defs;
    uint32_t *first_def; // per unit: lowest slot in this block, for ranges that nothing reaches from above
    uint32_t *in_mark;   // per unit: block + 1 that it is live into
};

enum { TOUCHED = 1, DEFINED = 2 };

#define PUSH(b, list, ...)                                                                                   \
    do {                                                                                                     \
        if (!vec_push(&(b)->list, (__VA_ARGS__)))                                                            \
            out_of_memory(b);                                                                                \
    } while (0)

static void free_lists(struct builder *b)
{
    vec_free(&b->facts);
    vec_free(&b->in);
    vec_free(&b->out);
    vec_free(&b->pending);
    vec_free(&b->defs);
}

static void out_of_memory(struct builder *b)
{
    free_lists(b);
    arena_alloc(b->l->a, SIZE_MAX / 2); // leaves through the arena's handler
}

static uint32_t unit_bytes(const struct mir_live *l, uint32_t vreg, uint32_t index)
{
    uint32_t left = l->s->vregs[vreg].size - index * 32;
    return left > 32 ? 32 : left;
}

static uint32_t byte_mask(uint32_t lo, uint32_t hi)
{
    if (lo >= hi)
        return 0;
    uint64_t m = (UINT64_C(1) << hi) - (UINT64_C(1) << lo);
    return (uint32_t)m;
}

bool live_at(const struct live_unit *u, uint32_t slot)
{
    uint32_t lo = 0, hi = u->count;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (u->segments[mid].end <= slot)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < u->count && u->segments[lo].start <= slot;
}

bool live_overlap(const struct live_unit *a, const struct live_unit *b)
{
    if (live_end(a) <= live_start(b) || live_end(b) <= live_start(a))
        return false;
    for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
        if (a->segments[i].end <= b->segments[j].start)
            i++;
        else if (b->segments[j].end <= a->segments[i].start)
            j++;
        else
            return true;
    }
    return false;
}

// ---- what an instruction does, per unit
// -----------------------------------------------------------------------

static uint32_t src_bytes(const struct mir_inst *i, unsigned k)
{
    struct mir_range r = mir_src_range(i, k);
    return r.hi - r.lo;
}

// The hardware runs an instruction whose operands span two registers as two halves of its channels, one after
// the other: the first half's result is written before the second half's sources are read.
static bool runs_in_halves(const struct mir_inst *i)
{
    if (i->exec_size < 2 || mir_op_is_send(i->op))
        return false;
    struct mir_range d = mir_dst_range(i);
    bool wide = i->dst.kind == MIR_OPK_VREG && d.hi - d.lo > 32;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        wide |= i->src[k].kind == MIR_OPK_VREG && src_bytes(i, k) > 32;
    return wide;
}

typedef void unit_fn(struct builder *b, uint32_t unit, uint32_t mask, uint32_t slot);

// Elements of `size` bytes at [lo, hi), `step` bytes apart: those in the unit that begins at byte `at`.
static uint32_t element_mask(struct mir_range r, uint32_t size, uint32_t step, uint32_t at)
{
    if (step <= size)
        return byte_mask(r.lo > at ? r.lo - at : 0, r.hi < at + 32 ? r.hi - at : 32);
    uint32_t mask = 0, e = r.lo;
    if (e + size <= at)
        e += (at - e - size) / step * step;
    for (; e < r.hi && e < at + 32; e += step)
        if (e + size > at)
            mask |= byte_mask(e > at ? e - at : 0, e + size < at + 32 ? e + size - at : 32);
    return mask;
}

struct elements {
    struct mir_range r;
    uint32_t size, step;
};

static void each_unit(struct builder *b, uint32_t vreg, struct elements e, uint32_t slot, unit_fn *f)
{
    for (uint32_t k = e.r.lo / 32; k * 32 < e.r.hi; k++)
        f(b, b->l->first_unit[vreg] + k, element_mask(e.r, e.size, e.step, k * 32), slot);
}

// Source k: which bytes the first half reads, and which the second.
static void each_src(struct builder *b, const struct mir_inst *i, unsigned k, bool halves, unit_fn *f)
{
    struct elements all = {mir_src_range(i, k), 1, 1};
    uint32_t at = i->ip * LIVE_SLOTS, size = eu_type_size(i->src[k].type);
    int stride = mir_src_stride(&i->src[k], i->exec_size);
    if (stride > 1 && !mir_op_is_send(i->op)) {
        all.size = size;
        all.step = (uint32_t)stride * size;
    }
    if (!halves) {
        each_unit(b, i->src[k].vreg, all, at + LIVE_READ, f);
        return;
    }
    struct mir_inst half = *i;
    half.exec_size /= 2;
    struct elements part = all;
    part.r = mir_src_range(&half, k);
    each_unit(b, i->src[k].vreg, part, at + LIVE_READ, f);
    if (stride > 0)
        all.r.lo += (uint32_t)stride * half.exec_size * size;
    each_unit(b, i->src[k].vreg, all, at + LIVE_READ_LATE, f);
}

static void each_whole(struct builder *b, uint32_t vreg, uint32_t slot, unit_fn *f)
{
    each_unit(b, vreg, (struct elements){{0, b->s->vregs[vreg].size}, 1, 1}, slot, f);
}

static void each_use(struct builder *b, const struct mir_inst *i, unit_fn *f)
{
    uint32_t at = i->ip * LIVE_SLOTS;
    bool halves = runs_in_halves(i);
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind == MIR_OPK_VREG)
            each_src(b, i, k, halves, f);
        if (o->kind == MIR_OPK_INDIRECT) {
            each_whole(b, o->vreg, at + LIVE_READ_LATE, f);
            each_whole(b, o->base, at + LIVE_READ_LATE, f);
        }
    }
    if (i->pred.kind == MIR_OPK_VREG)
        each_whole(b, i->pred.vreg, at + LIVE_READ, f);
    if (i->dst.kind == MIR_OPK_INDIRECT)
        each_whole(b, i->dst.vreg, at + LIVE_READ_LATE, f);
}

// Definitions: f gets the bytes that the write surely leaves without their old value.
static void each_def(struct builder *b, const struct mir_inst *i, unit_fn *f)
{
    uint32_t at = i->ip * LIVE_SLOTS;
    if (i->flag.kind == MIR_OPK_VREG) {
        bool scalar = i->nomask && i->exec_size == 1 && b->s->vregs[i->flag.vreg].uniform; // for a JMPI
        bool all = i->exec_size >= b->s->simd && (i->nomask || !b->cross_lane[i->flag.vreg]);
        bool whole = !i->pred.kind && (all || scalar);
        uint32_t unit = b->l->first_unit[i->flag.vreg];
        f(b, unit, whole ? UINT32_MAX : 0, at + LIVE_WRITE);
    }
    if (i->dst.kind == MIR_OPK_INDIRECT) // anywhere in base
        for (uint32_t u = b->l->first_unit[i->dst.base]; u < b->l->first_unit[i->dst.base + 1]; u++)
            f(b, u, 0, at + LIVE_WRITE);
    if (!mir_has_dst(i) || i->op == MIR_OP_UNDEF)
        return;
    struct mir_range r = mir_dst_range(i);
    bool all =
        (i->pred.kind == MIR_OPK_NONE || i->op == EU_OP_SEL) && (i->nomask || !b->cross_lane[i->dst.vreg]);
    bool halves = runs_in_halves(i);
    uint32_t mid = halves ? r.lo + (r.hi - r.lo + 1) / 2 : r.hi;
    uint32_t size = eu_type_size(i->dst.type), step = mir_dst_stride(&i->dst) * size;
    if (mir_op_is_send(i->op) || i->exec_size == 1)
        step = size;
    for (uint32_t k = r.lo / 32; k * 32 < r.hi; k++) {
        uint32_t mask = element_mask(r, size, step, k * 32);
        uint32_t slot = mir_op_is_send(i->op) || k * 32 >= mid ? LIVE_WRITE_LATE : LIVE_WRITE;
        f(b, b->l->first_unit[i->dst.vreg] + k, all ? mask : 0, at + slot);
    }
}

// ---- per block
// ------------------------------------------------------------------------------------------------

static void touch(struct builder *b, uint32_t unit)
{
    if (!b->is_touched[unit]) {
        b->is_touched[unit] = TOUCHED;
        b->touched[b->touched_count++] = unit;
    }
}

static void reset_touched(struct builder *b)
{
    for (uint32_t k = 0; k < b->touched_count; k++) {
        uint32_t u = b->touched[k];
        b->is_touched[u] = 0;
        b->need[u] = b->open[u] = 0;
    }
    b->touched_count = 0;
}

// Here `need` is what is needed above if nothing is below, `open` if everything is.
static void gen_use(struct builder *b, uint32_t unit, uint32_t mask, uint32_t slot)
{
    if (!b->is_touched[unit])
        b->open[unit] = UINT32_MAX;
    touch(b, unit);
    b->need[unit] |= mask;
    b->open[unit] |= mask;
}

static void gen_undef(struct builder *b, uint32_t unit, uint32_t mask, uint32_t slot)
{
    if (!b->is_touched[unit])
        b->open[unit] = UINT32_MAX;
    touch(b, unit);
    b->need[unit] &= ~mask;
    b->open[unit] &= ~mask;
}

static void gen_def(struct builder *b, uint32_t unit, uint32_t mask, uint32_t slot)
{
    gen_undef(b, unit, mask, slot);
    b->is_touched[unit] |= DEFINED;
}

// Bytes that may be needed at all.
static uint32_t valid_mask(const struct builder *b, uint32_t unit)
{
    uint32_t vreg = b->owner[unit];
    return b->read[unit] & byte_mask(0, unit_bytes(b->l, vreg, unit - b->l->first_unit[vreg]));
}

static void note_read(struct builder *b, uint32_t unit, uint32_t mask, uint32_t slot)
{
    b->read[unit] |= mask;
}

static void undef_units(struct builder *b, const struct mir_inst *i, unit_fn *f)
{
    uint32_t v = i->dst.vreg;
    for (uint32_t u = b->l->first_unit[v]; u < b->l->first_unit[v + 1]; u++)
        f(b, u, UINT32_MAX, i->ip * LIVE_SLOTS + LIVE_READ);
}

static void find_facts(struct builder *b, const struct mir_block *block)
{
    for (struct mir_inst *i = block->last; i; i = i->prev) {
        if (i->op == MIR_OP_UNDEF)
            undef_units(b, i, gen_undef);
        each_def(b, i, gen_def);
        each_use(b, i, gen_use);
    }
    for (uint32_t k = 0; k < b->touched_count; k++) {
        uint32_t u = b->touched[k], valid = valid_mask(b, u);
        PUSH(b, facts,
             (struct block_fact){.unit = u,
                                 .block = block->index,
                                 .needs = b->need[u] & valid,
                                 .kills = !(b->open[u] & valid),
                                 .defines = b->is_touched[u] & DEFINED});
    }
    reset_touched(b);
}

// ---- over blocks, one unit at a time
// ----------------------------------------------------------------------------
//
// The cost is the number of blocks that the unit is live in, so the whole is in proportion to the result.

struct walker { // per block: the unit (plus one) for which something was found last
    uint32_t *kills, *in, *out, *reached_in, *reached_out;
    uint32_t *lowest;             // per block: no block before this one can be reached from it
    uint32_t *stack, *ins, *outs; // blocks
    uint32_t stack_count, in_count, out_count;
};

static void live_into(struct walker *w, uint32_t block, uint32_t mark)
{
    if (w->in[block] == mark)
        return;
    w->in[block] = mark;
    w->ins[w->in_count++] = block;
    w->stack[w->stack_count++] = block;
}

// The first block in layout order that holds something of the unit.
static uint32_t first_reached(const struct builder *b, const struct walker *w, const struct block_fact *f,
                              uint32_t n, uint32_t mark)
{
    uint32_t first = b->s->block_count;
    if (b->s->vregs[b->owner[mark - 1]].phys >= 0)
        return 0;
    for (uint32_t k = 0; k < n; k++)
        if (f[k].defines && w->lowest[f[k].block] < first)
            first = w->lowest[f[k].block];
    return first;
}

// Backward: where the unit is needed. Not to where no definition can reach: a write that never ends a range
// (one under a predicate) would take each walk to the top of the program.
static void walk_back(struct builder *b, struct walker *w, const struct block_fact *f, uint32_t n,
                      uint32_t mark)
{
    uint32_t first = first_reached(b, w, f, n, mark);
    w->in_count = w->out_count = 0;
    for (uint32_t k = 0; k < n; k++)
        if (f[k].kills)
            w->kills[f[k].block] = mark;
    for (uint32_t k = 0; k < n; k++)
        if (f[k].needs && f[k].block >= first)
            live_into(w, f[k].block, mark);
    while (w->stack_count) {
        const struct mir_block *block = b->s->blocks[w->stack[--w->stack_count]];
        for (uint32_t p = 0; p < block->pred_count; p++) {
            uint32_t from = block->preds[p]->index;
            if (w->out[from] == mark || from < first)
                continue;
            w->out[from] = mark;
            w->outs[w->out_count++] = from;
            if (w->kills[from] != mark)
                live_into(w, from, mark);
        }
    }
}

static void reach(struct walker *w, uint32_t block, uint32_t mark)
{
    if (w->out[block] != mark || w->reached_out[block] == mark)
        return;
    w->reached_out[block] = mark;
    w->stack[w->stack_count++] = block;
}

// Forward, where it is needed: what some definition reaches. Payload and other fixed places hold something at
// entry.
static void walk_forward(struct builder *b, struct walker *w, const struct block_fact *f, uint32_t n,
                         uint32_t mark)
{
    if (b->s->vregs[b->owner[mark - 1]].phys >= 0) {
        w->reached_in[0] = mark;
        reach(w, 0, mark);
    }
    for (uint32_t k = 0; k < n; k++)
        if (f[k].defines)
            reach(w, f[k].block, mark);
    while (w->stack_count) {
        const struct mir_block *block = b->s->blocks[w->stack[--w->stack_count]];
        for (unsigned e = 0; e < 2; e++) {
            const struct mir_block *to = block->succ[e];
            if (to && w->in[to->index] == mark) {
                w->reached_in[to->index] = mark;
                reach(w, to->index, mark);
            }
        }
    }
}

static void solve_unit(struct builder *b, struct walker *w, const struct block_fact *f, uint32_t n,
                       uint32_t unit)
{
    uint32_t mark = unit + 1;
    walk_back(b, w, f, n, mark);
    if (!w->in_count)
        return; // lives within blocks
    walk_forward(b, w, f, n, mark);
    for (uint32_t k = 0; k < w->in_count; k++)
        if (w->reached_in[w->ins[k]] == mark)
            PUSH(b, in, (struct pair){w->ins[k], unit});
    for (uint32_t k = 0; k < w->out_count; k++)
        if (w->reached_out[w->outs[k]] == mark)
            PUSH(b, out, (struct pair){w->outs[k], unit});
}

// Facts, which come by block, by unit.
static struct block_fact *facts_by_unit(struct builder *b, uint32_t *first)
{
    struct block_fact *sorted = arena_array(b->l->a, struct block_fact, b->facts.count + 1);
    for (size_t k = 0; k < b->facts.count; k++)
        first[b->facts.data[k].unit + 1]++;
    for (uint32_t u = 0; u < b->l->unit_count; u++)
        first[u + 1] += first[u];
    for (size_t k = b->facts.count; k--;)
        sorted[--first[b->facts.data[k].unit + 1]] = b->facts.data[k];
    return sorted; // first[u + 1] is where u begins
}

static struct live_set *sets_by_block(struct builder *b, const struct pair *p, size_t n)
{
    uint32_t blocks = b->s->block_count, *units = arena_array(b->l->a, uint32_t, n + 1), at = 0;
    struct live_set *sets = arena_array(b->l->a, struct live_set, blocks + 1);
    for (size_t k = 0; k < n; k++)
        sets[p[k].block].count++;
    for (uint32_t k = 0; k < blocks; k++) {
        sets[k].units = units + at;
        at += sets[k].count;
        sets[k].count = 0;
    }
    for (size_t k = 0; k < n; k++)
        sets[p[k].block].units[sets[p[k].block].count++] = p[k].unit;
    return sets;
}

// Jumps back come in intervals of the layout; from within overlapping ones all of them can be reached.
static void find_lowest(const struct builder *b, struct walker *w)
{
    for (uint32_t k = 0; k < b->s->block_count; k++)
        w->lowest[k] = k;
    for (uint32_t k = b->s->block_count; k--;) {
        const struct mir_block *block = b->s->blocks[k];
        for (unsigned e = 0; e < 2; e++)
            if (block->succ[e] && block->succ[e]->index < w->lowest[k])
                w->lowest[k] = block->succ[e]->index;
        if (k && w->lowest[k] < k && w->lowest[k] < w->lowest[k - 1])
            w->lowest[k - 1] = w->lowest[k];
    }
    for (uint32_t k = 1; k < b->s->block_count; k++)
        if (w->lowest[k] < k)
            w->lowest[k] = w->lowest[w->lowest[k]];
}

static void solve(struct builder *b)
{
    uint32_t n = b->s->block_count + 1, *first = arena_array(b->l->a, uint32_t, b->l->unit_count + 2);
    struct block_fact *f = facts_by_unit(b, first);
    struct walker w = {0};
    uint32_t **arrays[] = {&w.kills, &w.in,  &w.out,  &w.reached_in, &w.reached_out,
                           &w.stack, &w.ins, &w.outs, &w.lowest};
    for (unsigned k = 0; k < sizeof(arrays) / sizeof(arrays[0]); k++)
        *arrays[k] = arena_array(b->l->a, uint32_t, n);
    find_lowest(b, &w);
    for (uint32_t u = 0; u < b->l->unit_count; u++) {
        uint32_t end = u + 1 < b->l->unit_count ? first[u + 2] : (uint32_t)b->facts.count;
        if (first[u + 1] < end)
            solve_unit(b, &w, f + first[u + 1], end - first[u + 1], u);
    }
    b->l->in = sets_by_block(b, b->in.data, b->in.count);
    b->l->out = sets_by_block(b, b->out.data, b->out.count);
}

// ---- segments
// -------------------------------------------------------------------------------------------------

static void add_segment(struct builder *b, uint32_t unit, uint32_t start, uint32_t end)
{
    PUSH(b, pending, (struct pending){{start, end}, unit});
}

static void seg_use(struct builder *b, uint32_t unit, uint32_t mask, uint32_t slot)
{
    touch(b, unit);
    if (slot + 1 > b->open[unit])
        b->open[unit] = slot + 1;
    b->need[unit] |= mask;
}

static void seg_def(struct builder *b, uint32_t unit, uint32_t mask, uint32_t slot)
{
    touch(b, unit);
    PUSH(b, defs, (struct pending_def){unit, slot});
    if (slot < b->first_def[unit])
        b->first_def[unit] = slot;
    if (slot + 1 > b->open[unit])
        b->open[unit] = slot + 1; // a write that nobody reads still needs its register
    b->need[unit] &= ~mask;
    if (!b->need[unit]) {
        add_segment(b, unit, slot, b->open[unit]);
        b->open[unit] = 0;
    }
}

static void seg_undef(struct builder *b, uint32_t unit, uint32_t mask, uint32_t slot)
{
    if (b->open[unit])
        add_segment(b, unit, slot, b->open[unit]);
    b->open[unit] = b->need[unit] = 0;
}

static void block_segments(struct builder *b, const struct mir_block *block)
{
    struct mir_live *l = b->l;
    uint32_t k = block->index, start = l->block_start[k], end = l->block_end[k];
    for (uint32_t n = 0; n < l->in[k].count; n++)
        b->in_mark[l->in[k].units[n]] = k + 1;
    for (uint32_t n = 0; n < l->out[k].count; n++) {
        uint32_t u = l->out[k].units[n];
        touch(b, u);
        b->open[u] = end;
        b->need[u] = valid_mask(b, u);
    }
    for (struct mir_inst *i = block->last; i; i = i->prev) {
        if (i->op == MIR_OP_UNDEF)
            undef_units(b, i, seg_undef);
        each_def(b, i, seg_def);
        each_use(b, i, seg_use);
    }
    for (uint32_t t = 0; t < b->touched_count; t++) {
        uint32_t u = b->touched[t], from = start;
        if (b->open[u] && b->in_mark[u] != k + 1) {
            from = b->first_def[u];
            if (from >= b->open[u])
                from = b->open[u] - 1;
        }
        if (b->open[u])
            add_segment(b, u, from, b->open[u]);
        b->first_def[u] = UINT32_MAX;
    }
    reset_touched(b);
}

// What channels that wait at J need there lives in all blocks that others may execute meanwhile: of all edges
// to J, those from the first such block on.
static void wait_edge(struct builder *b, uint32_t *first, uint32_t d, uint32_t j)
{
    uint32_t x = mir_wait_first(b->s, d, j);
    if (x < first[j])
        first[j] = x;
}

static void wait_ranges(struct builder *b)
{
    struct mir_live *l = b->l;
    uint32_t n = b->s->block_count, *first = arena_array(l->a, uint32_t, n + 1);
    for (uint32_t j = 0; j <= n; j++)
        first[j] = j;
    for (uint32_t k = 0; k < n; k++)
        for (const struct mir_inst *i = b->s->blocks[k]->last; i && mir_op_is_terminator(i->op);
             i = i->prev) {
            if (i->op == EU_OP_GOTO)
                wait_edge(b, first, k, i->uip->index > k ? i->uip->index : k + 1);
            if (i->op == EU_OP_IF || i->op == EU_OP_ELSE)
                wait_edge(b, first, k, i->op == EU_OP_IF ? i->jip->index : i->uip->index);
        }
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t u = 0; first[j] < j && u < l->in[j].count; u++)
            add_segment(b, l->in[j].units[u], l->block_start[first[j]], l->block_end[j - 1]);
}

static int by_start(const void *x, const void *y)
{
    const struct live_segment *a = x, *b = y;
    return (a->start > b->start) - (a->start < b->start);
}

static int by_slot(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

// Sorts the segments of each unit and joins those that touch.
static void collect_segments(struct builder *b)
{
    struct mir_live *l = b->l;
    struct live_segment *segs = arena_array(l->a, struct live_segment, b->pending.count + 1);
    for (size_t k = 0; k < b->pending.count; k++)
        l->units[b->pending.data[k].unit].count++;
    for (uint32_t u = 0; u < l->unit_count; u++) {
        l->units[u].segments = segs;
        segs += l->units[u].count;
        l->units[u].count = 0;
    }
    for (size_t k = 0; k < b->pending.count; k++) {
        struct live_unit *u = &l->units[b->pending.data[k].unit];
        u->segments[u->count++] = b->pending.data[k].seg;
    }
    for (uint32_t n = 0; n < l->unit_count; n++) {
        struct live_unit *u = &l->units[n];
        if (u->count < 2)
            continue;
        uint32_t kept = 0;
        qsort(u->segments, u->count, sizeof(*u->segments), by_start);
        for (uint32_t k = 1; k < u->count; k++)
            if (u->segments[k].start > u->segments[kept].end)
                u->segments[++kept] = u->segments[k];
            else if (u->segments[k].end > u->segments[kept].end)
                u->segments[kept].end = u->segments[k].end;
        u->count = kept + 1;
    }
}

static void collect_defs(struct builder *b)
{
    struct mir_live *l = b->l;
    uint32_t *defs = arena_array(l->a, uint32_t, b->defs.count + 1);
    for (size_t k = 0; k < b->defs.count; k++)
        l->units[b->defs.data[k].unit].def_count++;
    for (uint32_t u = 0; u < l->unit_count; u++) {
        l->units[u].defs = defs;
        defs += l->units[u].def_count;
        l->units[u].def_count = 0;
    }
    for (size_t k = 0; k < b->defs.count; k++) {
        struct live_unit *u = &l->units[b->defs.data[k].unit];
        u->defs[u->def_count++] = b->defs.data[k].slot;
    }
    for (uint32_t u = 0; u < l->unit_count; u++)
        if (l->units[u].def_count > 1)
            qsort(l->units[u].defs, l->units[u].def_count, sizeof(uint32_t), by_slot);
}

// ---- setup
// ----------------------------------------------------------------------------------------------------

static void find_cross_lane(struct builder *b)
{
    for (uint32_t k = 0; k < b->s->block_count; k++)
        mir_foreach_inst(i, b->s->blocks[k])
        {
            bool wide = i->nomask && i->exec_size > 1;
            for (unsigned n = 0; n < MIR_MAX_SRCS; n++) {
                const struct mir_operand *o = &i->src[n];
                if (o->kind == MIR_OPK_INDIRECT)
                    b->cross_lane[o->base] = true;
                if (o->kind != MIR_OPK_VREG)
                    continue;
                bool flag = b->s->vregs[o->vreg].file == MIR_FLAG;
                if (flag || (wide && mir_src_stride(o, i->exec_size) != 0))
                    b->cross_lane[o->vreg] = true;
            }
            if (i->pred.kind == MIR_OPK_VREG && (i->pred_ctrl > EU_PRED_NORMAL || i->nomask))
                b->cross_lane[i->pred.vreg] = true;
        }
}

static void number(struct mir_live *l, struct mir_shader *s)
{
    uint32_t ip = 0;
    l->block_start = arena_array(l->a, uint32_t, s->block_count);
    l->block_end = arena_array(l->a, uint32_t, s->block_count);
    for (uint32_t k = 0; k < s->block_count; k++) {
        l->block_start[k] = ip * LIVE_SLOTS;
        mir_foreach_inst(i, s->blocks[k]) i->ip = ip++;
        ip++; // an empty block has a position too
        l->block_end[k] = ip * LIVE_SLOTS;
    }
    l->inst_count = ip;
}

static struct mir_live *compute(struct arena *a, struct mir_shader *s, bool waits)
{
    struct mir_live *l = arena_new(a, struct mir_live);
    struct builder b = {.l = l, .s = s};
    l->a = a;
    l->s = s;
    mir_find_loops(s);
    number(l, s);
    l->first_unit = arena_array(a, uint32_t, s->vreg_count + 1);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        l->first_unit[v + 1] = l->first_unit[v] + (s->vregs[v].size + 31) / 32;
    l->unit_count = l->first_unit[s->vreg_count];
    b.owner = arena_array(a, uint32_t, l->unit_count + 1);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        for (uint32_t u = l->first_unit[v]; u < l->first_unit[v + 1]; u++)
            b.owner[u] = v;
    l->units = arena_array(a, struct live_unit, l->unit_count + 1);
    uint32_t **arrays[] = {&b.need, &b.open, &b.touched, &b.first_def, &b.in_mark, &b.read};
    for (unsigned k = 0; k < sizeof(arrays) / sizeof(arrays[0]); k++)
        *arrays[k] = arena_array(a, uint32_t, l->unit_count + 1);
    memset(b.first_def, 0xff, l->unit_count * sizeof(uint32_t));
    b.is_touched = arena_array(a, uint8_t, l->unit_count + 1);
    b.cross_lane = arena_array(a, bool, s->vreg_count + 1);
    find_cross_lane(&b);
    for (uint32_t k = 0; k < s->block_count; k++)
        mir_foreach_inst(i, s->blocks[k]) each_use(&b, i, note_read);
    for (uint32_t k = 0; k < s->block_count; k++)
        find_facts(&b, s->blocks[k]);
    solve(&b);
    for (uint32_t k = 0; k < s->block_count; k++)
        block_segments(&b, s->blocks[k]);
    if (waits)
        wait_ranges(&b);
    collect_segments(&b);
    collect_defs(&b);
    free_lists(&b);
    return l;
}

struct mir_live *mir_live_compute(struct arena *a, struct mir_shader *s)
{
    return compute(a, s, true);
}

struct mir_live *mir_live_logical(struct arena *a, struct mir_shader *s)
{
    return compute(a, s, false);
}
