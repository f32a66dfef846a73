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
// A write ends a range only for the bytes it covers: no predicate, no gaps. So that a vector that is built in
// parts does not seem live from the top of the program, need is tracked byte by byte within a block; ranges
// are cut to where some definition reaches (forward "may be defined"); and UNDEF ends a range by itself. A
// masked write does not end the range of a vreg that some instruction reads across channels without mask (a
// reduction over an identity, a flag under ANY).
#include "compiler/mir_live.h"

#include <stdlib.h>
#include <string.h>

#include "util/bitset.h"

struct builder {
    struct mir_live *l;
    struct mir_shader *s;
    uint64_t *gen, *pass, *maybe_out; // rows per block
    bool *cross_lane;                 // per vreg
    // One block, backward:
    uint32_t *need;    // per unit: bytes needed below
    uint32_t *open;    // per unit: end of the segment that is open, 0 if none
    uint32_t *touched; // units with open or need set
    uint32_t touched_count;
    bool *is_touched;
    // Segments and definitions are gathered in these, newest first, and sorted into the units at the end.
    struct pending {
        struct live_segment seg;
        uint32_t unit;
    } *pending;
    uint32_t pending_count, pending_capacity;
    struct pending_def {
        uint32_t unit, slot;
    } *defs;
    uint32_t def_count, def_capacity;
};

static uint64_t *row(const struct mir_live *l, uint64_t *sets, uint32_t block)
{
    return sets + (size_t)block * l->words;
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

static void each_unit(struct builder *b, uint32_t vreg, uint32_t lo, uint32_t hi, uint32_t slot, unit_fn *f)
{
    for (uint32_t k = lo / 32; k * 32 < hi; k++)
        f(b, b->l->first_unit[vreg] + k,
          byte_mask(lo > k * 32 ? lo - k * 32 : 0, hi < (k + 1) * 32 ? hi - k * 32 : 32), slot);
}

// Source k: which bytes the first half reads, and which the second.
static void each_src(struct builder *b, const struct mir_inst *i, unsigned k, unit_fn *f)
{
    struct mir_range r = mir_src_range(i, k);
    uint32_t at = i->ip * LIVE_SLOTS;
    if (!runs_in_halves(i)) {
        each_unit(b, i->src[k].vreg, r.lo, r.hi, at + LIVE_READ, f);
        return;
    }
    struct mir_inst half = *i;
    half.exec_size /= 2;
    struct mir_range h = mir_src_range(&half, k);
    each_unit(b, i->src[k].vreg, h.lo, h.hi, at + LIVE_READ, f);
    int stride = mir_src_stride(&i->src[k], i->exec_size);
    uint32_t second =
        stride < 0 ? r.lo : r.lo + (uint32_t)stride * half.exec_size * eu_type_size(i->src[k].type);
    each_unit(b, i->src[k].vreg, second, r.hi, at + LIVE_READ_LATE, f);
}

static void each_whole(struct builder *b, uint32_t vreg, uint32_t slot, unit_fn *f)
{
    each_unit(b, vreg, 0, b->s->vregs[vreg].size, slot, f);
}

static void each_use(struct builder *b, const struct mir_inst *i, unit_fn *f)
{
    uint32_t at = i->ip * LIVE_SLOTS;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind == MIR_OPK_VREG)
            each_src(b, i, k, f);
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
        bool whole =
            i->exec_size >= b->s->simd && !i->pred.kind && (i->nomask || !b->cross_lane[i->flag.vreg]);
        uint32_t unit = b->l->first_unit[i->flag.vreg];
        f(b, unit, whole ? UINT32_MAX : 0, at + LIVE_WRITE);
    }
    if (i->dst.kind == MIR_OPK_INDIRECT) // anywhere in base
        for (uint32_t u = b->l->first_unit[i->dst.base]; u < b->l->first_unit[i->dst.base + 1]; u++)
            f(b, u, 0, at + LIVE_WRITE);
    if (!mir_has_dst(i) || i->op == MIR_OP_UNDEF)
        return;
    struct mir_range r = mir_dst_range(i);
    bool full = mir_dst_is_full(i) && (i->nomask || !b->cross_lane[i->dst.vreg]);
    bool halves = runs_in_halves(i);
    uint32_t mid = halves ? r.lo + (r.hi - r.lo + 1) / 2 : r.hi;
    for (uint32_t k = r.lo / 32; k * 32 < r.hi; k++) {
        uint32_t mask =
            byte_mask(r.lo > k * 32 ? r.lo - k * 32 : 0, r.hi < (k + 1) * 32 ? r.hi - k * 32 : 32);
        uint32_t slot = mir_op_is_send(i->op) || k * 32 >= mid ? LIVE_WRITE_LATE : LIVE_WRITE;
        f(b, b->l->first_unit[i->dst.vreg] + k, full ? mask : 0, at + slot);
    }
}

// ---- per block
// ------------------------------------------------------------------------------------------------

static void touch(struct builder *b, uint32_t unit)
{
    if (!b->is_touched[unit]) {
        b->is_touched[unit] = true;
        b->touched[b->touched_count++] = unit;
    }
}

static void reset_touched(struct builder *b)
{
    for (uint32_t k = 0; k < b->touched_count; k++) {
        uint32_t u = b->touched[k];
        b->is_touched[u] = false;
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

static void gen_def(struct builder *b, uint32_t unit, uint32_t mask, uint32_t slot)
{
    if (!b->is_touched[unit])
        b->open[unit] = UINT32_MAX;
    touch(b, unit);
    b->need[unit] &= ~mask;
    b->open[unit] &= ~mask;
}

static uint32_t valid_mask(const struct builder *b, uint32_t vreg, uint32_t unit)
{
    uint32_t n = unit_bytes(b->l, vreg, unit - b->l->first_unit[vreg]);
    return byte_mask(0, n);
}

static void undef_units(struct builder *b, const struct mir_inst *i, unit_fn *f)
{
    uint32_t v = i->dst.vreg;
    for (uint32_t u = b->l->first_unit[v]; u < b->l->first_unit[v + 1]; u++)
        f(b, u, UINT32_MAX, i->ip * LIVE_SLOTS + LIVE_READ);
}

static void block_sets(struct builder *b, const struct mir_block *block, const uint32_t *owner)
{
    uint64_t *gen = row(b->l, b->gen, block->index), *pass = row(b->l, b->pass, block->index);
    memset(pass, 0xff, b->l->words * 8);
    for (struct mir_inst *i = block->last; i; i = i->prev) {
        if (i->op == MIR_OP_UNDEF)
            undef_units(b, i, gen_def);
        each_def(b, i, gen_def);
        each_use(b, i, gen_use);
    }
    for (uint32_t k = 0; k < b->touched_count; k++) {
        uint32_t u = b->touched[k], valid = valid_mask(b, owner[u], u);
        if (b->need[u] & valid)
            bitset_set(gen, u);
        if (!(b->open[u] & valid))
            bitset_clear(pass, u);
    }
    reset_touched(b);
}

static void or_row(uint64_t *to, const uint64_t *from, size_t words)
{
    for (size_t w = 0; w < words; w++)
        to[w] |= from[w];
}

static void note_written(struct builder *b, uint32_t unit, uint32_t mask, uint32_t slot)
{
    touch(b, unit);
}

static void may_be_defined(struct builder *b)
{
    struct mir_live *l = b->l;
    for (uint32_t k = 0; k < b->s->block_count; k++) {
        mir_foreach_inst(i, b->s->blocks[k]) each_def(b, i, note_written);
        for (uint32_t t = 0; t < b->touched_count; t++)
            bitset_set(row(l, b->maybe_out, k), b->touched[t]);
        reset_touched(b);
    }
    for (uint32_t v = 0; v < b->s->vreg_count; v++) // payload and other fixed places hold something at entry
        if (b->s->vregs[v].phys >= 0)
            for (uint32_t u = l->first_unit[v]; u < l->first_unit[v + 1]; u++)
                bitset_set(row(l, b->maybe_out, 0), u);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < b->s->block_count; k++) {
            const struct mir_block *block = b->s->blocks[k];
            uint64_t *out = row(l, b->maybe_out, k);
            for (uint32_t p = 0; p < block->pred_count; p++) {
                const uint64_t *from = row(l, b->maybe_out, block->preds[p]->index);
                for (size_t w = 0; w < l->words; w++)
                    if (from[w] & ~out[w]) {
                        out[w] |= from[w];
                        changed = true;
                    }
            }
        }
    }
}

static void solve(struct builder *b)
{
    struct mir_live *l = b->l;
    uint32_t n = b->s->block_count;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = n; k--;) {
            const struct mir_block *block = b->s->blocks[k];
            uint64_t *out = row(l, l->live_out, k), *in = row(l, l->live_in, k);
            const uint64_t *gen = row(l, b->gen, k), *pass = row(l, b->pass, k),
                           *maybe = row(l, b->maybe_out, k);
            for (unsigned e = 0; e < 2; e++)
                if (block->succ[e])
                    or_row(out, row(l, l->live_in, block->succ[e]->index), l->words);
            for (size_t w = 0; w < l->words; w++) {
                out[w] &= maybe[w];
                uint64_t now = gen[w] | (out[w] & pass[w]);
                changed |= now != in[w];
                in[w] = now;
            }
        }
    }
}

// live_in was computed against definitions inside the block too: cut it to what some predecessor may have
// defined.
static void cut_to_defined(struct builder *b)
{
    struct mir_live *l = b->l;
    uint64_t *maybe = arena_array(l->a, uint64_t, l->words);
    for (uint32_t k = 0; k < b->s->block_count; k++) {
        const struct mir_block *block = b->s->blocks[k];
        memset(maybe, 0, l->words * 8);
        for (uint32_t p = 0; p < block->pred_count; p++)
            or_row(maybe, row(l, b->maybe_out, block->preds[p]->index), l->words);
        if (k == 0)
            for (uint32_t v = 0; v < b->s->vreg_count; v++)
                if (b->s->vregs[v].phys >= 0)
                    for (uint32_t u = l->first_unit[v]; u < l->first_unit[v + 1]; u++)
                        bitset_set(maybe, u);
        for (size_t w = 0; w < l->words; w++)
            row(l, l->live_in, k)[w] &= maybe[w];
    }
}

static void wait_edge(struct builder *b, uint32_t d, uint32_t j)
{
    struct mir_live *l = b->l;
    for (uint32_t x = mir_wait_first(b->s, d, j); x < j; x++)
        or_row(row(l, l->through, x), row(l, l->live_in, j), l->words);
}

static void wait_ranges(struct builder *b)
{
    for (uint32_t k = 0; k < b->s->block_count; k++)
        for (const struct mir_inst *i = b->s->blocks[k]->last; i && mir_op_is_terminator(i->op);
             i = i->prev) {
            if (i->op == EU_OP_GOTO)
                wait_edge(b, k, i->uip->index > k ? i->uip->index : k + 1);
            if (i->op == EU_OP_IF || i->op == EU_OP_ELSE)
                wait_edge(b, k, i->op == EU_OP_IF ? i->jip->index : i->uip->index);
        }
}

// ---- segments
// -------------------------------------------------------------------------------------------------

static void add_segment(struct builder *b, uint32_t unit, uint32_t start, uint32_t end)
{
    if (b->pending_count == b->pending_capacity) {
        uint32_t n = b->pending_capacity ? b->pending_capacity * 2 : 256;
        b->pending =
            arena_grow(b->l->a, b->pending, b->pending_count * sizeof(*b->pending), n * sizeof(*b->pending));
        b->pending_capacity = n;
    }
    b->pending[b->pending_count++] = (struct pending){{start, end}, unit};
}

static void add_def(struct builder *b, uint32_t unit, uint32_t slot)
{
    if (b->def_count == b->def_capacity) {
        uint32_t n = b->def_capacity ? b->def_capacity * 2 : 256;
        b->defs = arena_grow(b->l->a, b->defs, b->def_count * sizeof(*b->defs), n * sizeof(*b->defs));
        b->def_capacity = n;
    }
    b->defs[b->def_count++] = (struct pending_def){unit, slot};
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
    add_def(b, unit, slot);
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

// The lowest definition so far in the block, for ranges that nothing reaches from above.
static uint32_t first_def_in(const struct builder *b, uint32_t unit, uint32_t from)
{
    uint32_t first = UINT32_MAX;
    for (uint32_t k = from; k < b->def_count; k++)
        if (b->defs[k].unit == unit && b->defs[k].slot < first)
            first = b->defs[k].slot;
    return first;
}

static void block_segments(struct builder *b, const struct mir_block *block, const uint32_t *owner)
{
    struct mir_live *l = b->l;
    uint32_t k = block->index, start = l->block_start[k], end = l->block_end[k], defs = b->def_count;
    const uint64_t *out = row(l, l->live_out, k), *in = row(l, l->live_in, k),
                   *through = row(l, l->through, k);
    bitset_foreach(u, out, l->unit_count)
    {
        touch(b, (uint32_t)u);
        b->open[u] = end;
        b->need[u] = valid_mask(b, owner[u], (uint32_t)u);
    }
    for (struct mir_inst *i = block->last; i; i = i->prev) {
        if (i->op == MIR_OP_UNDEF)
            undef_units(b, i, seg_undef);
        each_def(b, i, seg_def);
        each_use(b, i, seg_use);
    }
    for (uint32_t t = 0; t < b->touched_count; t++) {
        uint32_t u = b->touched[t];
        if (!b->open[u])
            continue;
        uint32_t from = start;
        if (!bitset_test(in, u)) {
            from = first_def_in(b, u, defs);
            if (from >= b->open[u])
                from = b->open[u] - 1;
        }
        add_segment(b, u, from, b->open[u]);
    }
    reset_touched(b);
    bitset_foreach(u, through, l->unit_count) add_segment(b, (uint32_t)u, start, end);
}

static int by_unit_and_start(const void *x, const void *y)
{
    const struct pending *a = x, *b = y;
    if (a->unit != b->unit)
        return a->unit < b->unit ? -1 : 1;
    return (a->seg.start > b->seg.start) - (a->seg.start < b->seg.start);
}

static int by_unit_and_slot(const void *x, const void *y)
{
    const struct pending_def *a = x, *b = y;
    if (a->unit != b->unit)
        return a->unit < b->unit ? -1 : 1;
    return (a->slot > b->slot) - (a->slot < b->slot);
}

static void collect(struct builder *b)
{
    struct mir_live *l = b->l;
    if (b->pending_count)
        qsort(b->pending, b->pending_count, sizeof(*b->pending), by_unit_and_start);
    if (b->def_count)
        qsort(b->defs, b->def_count, sizeof(*b->defs), by_unit_and_slot);
    struct live_segment *segs = arena_array(l->a, struct live_segment, b->pending_count + 1);
    uint32_t *defs = arena_array(l->a, uint32_t, b->def_count + 1), n = 0;
    for (uint32_t k = 0; k < b->pending_count; k++) {
        struct live_unit *u = &l->units[b->pending[k].unit];
        struct live_segment s = b->pending[k].seg;
        if (!u->count)
            u->segments = &segs[n];
        if (u->count && u->segments[u->count - 1].end >= s.start) {
            if (s.end > u->segments[u->count - 1].end)
                u->segments[u->count - 1].end = s.end;
        } else {
            segs[n++] = s;
            u->count++;
        }
    }
    for (uint32_t k = 0; k < b->def_count; k++) {
        struct live_unit *u = &l->units[b->defs[k].unit];
        defs[k] = b->defs[k].slot;
        if (!u->def_count++)
            u->defs = &defs[k];
    }
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
    l->words = BITSET_WORDS(l->unit_count) + 1;
    uint32_t *owner = arena_array(a, uint32_t, l->unit_count + 1);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        for (uint32_t u = l->first_unit[v]; u < l->first_unit[v + 1]; u++)
            owner[u] = v;
    uint64_t **sets[] = {&b.gen, &b.pass, &b.maybe_out, &l->live_in, &l->live_out, &l->through};
    for (unsigned k = 0; k < 6; k++)
        *sets[k] = arena_array(a, uint64_t, l->words * s->block_count);
    l->units = arena_array(a, struct live_unit, l->unit_count + 1);
    b.need = arena_array(a, uint32_t, l->unit_count + 1);
    b.open = arena_array(a, uint32_t, l->unit_count + 1);
    b.touched = arena_array(a, uint32_t, l->unit_count + 1);
    b.is_touched = arena_array(a, bool, l->unit_count + 1);
    b.cross_lane = arena_array(a, bool, s->vreg_count + 1);
    find_cross_lane(&b);
    for (uint32_t k = 0; k < s->block_count; k++)
        block_sets(&b, s->blocks[k], owner);
    may_be_defined(&b);
    solve(&b);
    cut_to_defined(&b);
    if (waits)
        wait_ranges(&b);
    for (uint32_t k = 0; k < s->block_count; k++)
        block_segments(&b, s->blocks[k], owner);
    collect(&b);
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
