// Liveness of vregs in units of one register, as segments of program positions in layout order.
//
// Each channel runs along the logical CFG, so ordinary backward dataflow answers what a channel still needs.
// A masked write ends the range above it for the channels that execute it. But the channels share registers:
// while some run block x, others may wait at a join J ahead (mir/analysis/branches.h), and what they need at
// J must survive x although no logical path leads through x. THE INVARIANT: for every edge d -> J on which
// channels may wait (a GOTO's), everything that is live into J is live, whole, in all blocks that others may
// execute meanwhile: from mir_wait_first(d, J) to J - 1. That covers the else part while the then part runs,
// and what channels that have left a loop hold while others iterate. A register with such a range is never
// given to another vreg there, so writes without mask are harmless too.
//
// A write ends a range only for the bytes it covers: no predicate, not the gaps between strided elements. So
// that a vector that is built in parts does not seem live from the top of the program, need is tracked byte
// by byte within a block; bytes that no instruction reads are never needed (of halves that are two words
// apart, the odd words); ranges are cut to where some definition reaches (forward "may be defined"); and
// UNDEF ends a range by itself. A masked write does not end the range of a vreg that some instruction reads
// across channels without mask (a reduction over an identity, a flag under ANY).
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/analysis/live.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/mir/analysis/branches.h"
#include "compiler/mir/analysis/live_events.h"
#include "compiler/mir/analysis/live_flow.h"

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
    mir_bytes *valid; // per unit: bytes that may be needed at all: those that some instruction reads
    struct live_events events;
    // One block, backward:
    mir_bytes *need;   // per unit: bytes needed below
    mir_bytes *all;    // per unit: bytes needed above if all are below
    uint32_t *open;    // per unit: end of the segment that is open, 0 if none
    uint32_t *touched; // units with open or need set
    uint32_t touched_count;
    uint8_t *state;      // per unit: TOUCHED and so on
    uint32_t *first_def; // per unit: lowest slot in this block, for ranges that nothing reaches from above
    VEC(struct live_fact) facts;
    struct live_fact *by_unit; // the same by unit, and where each unit's begin
    uint32_t *first_fact;
    VEC(struct pending) segments;
    VEC(struct pending_def) defs; // of each unit from the last to the first
};

enum { TOUCHED = 1, DEFINED = 2, LIVE_IN = 4 };

#define PUSH(b, list, ...)                                                                                   \
    do {                                                                                                     \
        if (!vec_push(&(b)->list, (__VA_ARGS__)))                                                            \
            out_of_memory(b);                                                                                \
    } while (0)

static void free_lists(struct builder *b)
{
    vec_free(&b->facts);
    vec_free(&b->segments);
    vec_free(&b->defs);
    vec_free(&b->events.list);
}

static void out_of_memory(struct builder *b)
{
    free_lists(b);
    arena_alloc(b->l->a, SIZE_MAX / 2); // leaves through the arena's handler
}

// The first segment that ends behind `slot`, or the number of segments.
static uint32_t first_behind(const struct live_unit *u, uint32_t slot)
{
    uint32_t lo = 0, hi = u->count;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (u->segments[mid].end <= slot)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

bool live_at(const struct live_unit *u, uint32_t slot)
{
    uint32_t k = first_behind(u, slot);
    return k < u->count && u->segments[k].start <= slot;
}

bool live_overlap(const struct live_unit *a, const struct live_unit *b)
{
    if (live_end(a) <= live_start(b) || live_end(b) <= live_start(a))
        return false;
    for (uint32_t i = first_behind(a, live_start(b)), j = first_behind(b, live_start(a));
         i < a->count && j < b->count;) {
        if (a->segments[i].end <= b->segments[j].start)
            i++;
        else if (b->segments[j].end <= a->segments[i].start)
            j++;
        else
            return true;
    }
    return false;
}

// ---- per block

static void touch(struct builder *b, uint32_t unit)
{
    if (!b->state[unit]) {
        b->state[unit] = TOUCHED;
        b->touched[b->touched_count++] = unit;
    }
}

static void reset_touched(struct builder *b)
{
    for (uint32_t k = 0; k < b->touched_count; k++) {
        uint32_t u = b->touched[k];
        b->state[u] = 0;
        b->need[u] = b->open[u] = 0;
    }
    b->touched_count = 0;
}

// Here `need` is what is needed above if nothing is below.
static void find_fact(struct builder *b, const struct live_event *e)
{
    uint32_t u = e->unit;
    if (!b->state[u])
        b->all[u] = MIR_ALL_BYTES;
    touch(b, u);
    if (e->kind == LIVE_USE) {
        b->need[u] |= e->mask;
        b->all[u] |= e->mask;
        return;
    }
    b->need[u] &= ~e->mask;
    b->all[u] &= ~e->mask;
    if (e->kind == LIVE_DEF)
        b->state[u] |= DEFINED;
}

static void find_facts(struct builder *b, const struct mir_block *block)
{
    uint32_t first = b->events.first[block->index];
    for (uint32_t n = b->events.first[block->index + 1]; n-- > first;)
        find_fact(b, &b->events.list.data[n]);
    for (uint32_t k = 0; k < b->touched_count; k++) {
        const uint32_t u = b->touched[k];
        const mir_bytes valid = b->valid[u];
        PUSH(b, facts,
             (struct live_fact){.unit = u,
                                .block = block->index,
                                .needs = (b->need[u] & valid) != 0,
                                .kills = !(b->all[u] & valid),
                                .defines = b->state[u] & DEFINED});
    }
    reset_touched(b);
}

// Facts, which come by block, by unit.
static void sort_facts(struct builder *b)
{
    uint32_t n = b->l->unit_count, *at = arena_array(b->l->a, uint32_t, n + 2);
    b->by_unit = arena_array(b->l->a, struct live_fact, b->facts.count + 1);
    for (size_t k = 0; k < b->facts.count; k++)
        at[b->facts.data[k].unit + 2]++;
    for (uint32_t u = 0; u < n; u++)
        at[u + 2] += at[u + 1];
    for (size_t k = 0; k < b->facts.count; k++)
        b->by_unit[at[b->facts.data[k].unit + 1]++] = b->facts.data[k];
    b->first_fact = at;
}

static void take_touched(struct builder *b)
{
    struct mir_live *l = b->l;
    size_t count = b->facts.count;
    uint32_t n = b->s->block_count, *at = arena_array(l->a, uint32_t, n + 2);
    l->touched = arena_array(l->a, struct live_touch, count + 1);
    for (size_t k = 0; k < count; k++)
        at[b->by_unit[k].block + 2]++;
    for (uint32_t k = 0; k < n; k++)
        at[k + 2] += at[k + 1];
    for (size_t k = 0; k < count; k++) {
        const struct live_fact *f = &b->by_unit[k];
        l->touched[at[f->block + 1]++] = (struct live_touch){f->unit, f->in, f->out};
    }
    l->first_touched = at;
}

// ---- segments

static void add_segment(struct builder *b, uint32_t unit, uint32_t start, uint32_t end)
{
    PUSH(b, segments, (struct pending){{start, end}, unit});
}

static void add_blocks(struct builder *b, uint32_t unit, uint32_t first, uint32_t end)
{
    if (first < end)
        add_segment(b, unit, b->l->block_start[first], b->l->block_end[end - 1]);
}

static void segment_use(struct builder *b, const struct live_event *e)
{
    if (e->slot + 1 > b->open[e->unit])
        b->open[e->unit] = e->slot + 1;
    b->need[e->unit] |= e->mask;
}

static void segment_def(struct builder *b, const struct live_event *e)
{
    uint32_t u = e->unit;
    PUSH(b, defs, (struct pending_def){u, e->slot});
    if (e->slot < b->first_def[u])
        b->first_def[u] = e->slot;
    if (e->slot + 1 > b->open[u])
        b->open[u] = e->slot + 1; // a write that nobody reads still needs its register
    b->need[u] &= ~e->mask;
    if (!b->need[u]) {
        add_segment(b, u, e->slot, b->open[u]);
        b->open[u] = 0;
    }
}

static void segment_event(struct builder *b, const struct live_event *e)
{
    if (e->kind == LIVE_UNDEF) {
        if (b->open[e->unit])
            add_segment(b, e->unit, e->slot, b->open[e->unit]);
        b->open[e->unit] = b->need[e->unit] = 0;
        return;
    }
    touch(b, e->unit);
    e->kind == LIVE_USE ? segment_use(b, e) : segment_def(b, e);
}

// Of the units that the block touches.
static void block_segments(struct builder *b, const struct mir_block *block)
{
    struct mir_live *l = b->l;
    uint32_t k = block->index, start = l->block_start[k], end = l->block_end[k];
    for (uint32_t n = l->first_touched[k]; n < l->first_touched[k + 1]; n++) {
        const struct live_touch *t = &l->touched[n];
        touch(b, t->unit);
        b->state[t->unit] |= t->in ? LIVE_IN : 0;
        if (t->out) {
            b->open[t->unit] = end;
            b->need[t->unit] = b->valid[t->unit];
        }
    }
    for (uint32_t n = b->events.first[k + 1]; n-- > b->events.first[k];)
        segment_event(b, &b->events.list.data[n]);
    for (uint32_t t = 0; t < b->touched_count; t++) {
        uint32_t u = b->touched[t], from = start;
        if (b->open[u] && !(b->state[u] & LIVE_IN)) {
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

// The blocks that the unit is live in and that do not touch it.
static void through_segments(struct builder *b, uint32_t unit)
{
    const struct live_fact *f = b->by_unit + b->first_fact[unit], *end = b->by_unit + b->first_fact[unit + 1];
    for (uint32_t k = b->l->first_run[unit]; k < b->l->first_run[unit + 1]; k++) {
        const struct live_run *r = &b->l->runs[k];
        uint32_t from = r->first;
        for (; f < end && f->block < r->end; f++)
            if (f->block >= from) {
                add_blocks(b, unit, from, f->block);
                from = f->block + 1;
            }
        add_blocks(b, unit, from, r->end);
    }
}

// ---- waiting

// Per block: the first of those that wait for it (the block itself: none does); and the minimum of that over
// 2^n blocks from one on, for each n.
struct waits {
    uint32_t **first;
    bool any;
};

static unsigned log2_of(uint32_t n)
{
    return 31 - (unsigned)__builtin_clz(n);
}

static struct waits make_waits(struct builder *b)
{
    uint32_t n = b->s->block_count;
    struct waits w = {.first = arena_array(b->l->a, uint32_t *, 32)};
    w.first[0] = b->l->wait_first = mir_find_waits(b->l->a, b->s);
    for (uint32_t j = 0; j < n; j++)
        w.any |= w.first[0][j] < j;
    for (unsigned k = 1; w.any && 1u << k <= n; k++) {
        uint32_t half = 1u << (k - 1), *below = w.first[k - 1];
        w.first[k] = arena_array(b->l->a, uint32_t, n);
        for (uint32_t j = 0; j + 2 * half <= n; j++)
            w.first[k][j] = below[j] < below[j + half] ? below[j] : below[j + half];
    }
    return w;
}

// The first block that waits for one of [from, end).
static uint32_t first_wait(const struct waits *w, uint32_t from, uint32_t end)
{
    if (from >= end)
        return UINT32_MAX;
    unsigned k = log2_of(end - from);
    uint32_t a = w->first[k][from], b = w->first[k][end - (1u << k)];
    return a < b ? a : b;
}

// What is live into J, in the blocks from the first that waits for J up to J: those before the run, and those
// in it that end it for a while.
static void wait_segments(struct builder *b, const struct waits *w, uint32_t unit)
{
    const struct live_fact *f = b->by_unit + b->first_fact[unit], *end = b->by_unit + b->first_fact[unit + 1];
    for (uint32_t k = b->l->first_run[unit]; k < b->l->first_run[unit + 1]; k++) {
        const struct live_run *r = &b->l->runs[k];
        add_blocks(b, unit, first_wait(w, r->first, r->end), r->first);
        for (; f < end && f->block < r->end; f++)
            if (f->block >= r->first && first_wait(w, f->block + 1, r->end) <= f->block)
                add_blocks(b, unit, f->block, f->block + 1);
    }
}

// ---- the result

static int by_start(const void *x, const void *y)
{
    const struct live_segment *a = x, *b = y;
    return (a->start > b->start) - (a->start < b->start);
}

static void join_segments(struct live_unit *u)
{
    uint32_t kept = 0;
    bool sorted = true;
    for (uint32_t k = 1; k < u->count; k++)
        sorted &= u->segments[k - 1].start <= u->segments[k].start;
    if (!sorted)
        qsort(u->segments, u->count, sizeof(struct live_segment), by_start);
    for (uint32_t k = 1; k < u->count; k++)
        if (u->segments[k].start > u->segments[kept].end)
            u->segments[++kept] = u->segments[k];
        else if (u->segments[k].end > u->segments[kept].end)
            u->segments[kept].end = u->segments[k].end;
    u->count = kept + 1;
}

static void collect_segments(struct mir_live *l, const struct pending *from, size_t count)
{
    struct live_segment *segs = arena_array(l->a, struct live_segment, count + 1);
    for (size_t k = 0; k < count; k++)
        l->units[from[k].unit].count++;
    for (uint32_t u = 0; u < l->unit_count; u++) {
        segs += l->units[u].count;
        l->units[u].segments = segs;
    }
    for (size_t k = count; k--;)
        *--l->units[from[k].unit].segments = from[k].seg;
    for (uint32_t u = 0; u < l->unit_count; u++)
        if (l->units[u].count > 1)
            join_segments(&l->units[u]);
}

static void collect_defs(struct builder *b, struct mir_live *l)
{
    uint32_t *defs = arena_array(l->a, uint32_t, b->defs.count + 1);
    for (size_t k = 0; k < b->defs.count; k++)
        l->units[b->defs.data[k].unit].def_count++;
    for (uint32_t u = 0; u < l->unit_count; u++) {
        defs += l->units[u].def_count;
        l->units[u].defs = defs;
    }
    for (size_t k = 0; k < b->defs.count; k++)
        *--l->units[b->defs.data[k].unit].defs = b->defs.data[k].slot;
}

// ---- setup

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

static void number_units(struct builder *b)
{
    struct mir_live *l = b->l;
    const struct mir_shader *s = b->s;
    l->first_unit = arena_array(l->a, uint32_t, s->vreg_count + 1);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        l->first_unit[v + 1] = l->first_unit[v] + mir_regs(s, s->vregs[v].size);
    l->unit_count = l->first_unit[s->vreg_count];
    l->units = arena_array(l->a, struct live_unit, l->unit_count + 1);
}

static void find_valid(struct builder *b)
{
    for (size_t k = 0; k < b->events.list.count; k++)
        if (b->events.list.data[k].kind == LIVE_USE)
            b->valid[b->events.list.data[k].unit] |= b->events.list.data[k].mask;
    for (uint32_t v = 0; v < b->s->vreg_count; v++) { // messages read whole registers
        uint32_t last = b->l->first_unit[v + 1] - 1, size = b->s->vregs[v].size;
        if (size % b->s->reg_bytes)
            b->valid[last] &= ((mir_bytes)1 << size % b->s->reg_bytes) - 1;
    }
}

static void find_segments(struct builder *b, struct mir_live **logical)
{
    struct mir_live *l = b->l;
    for (uint32_t k = b->s->block_count; k--;)
        block_segments(b, b->s->blocks[k]);
    for (uint32_t u = 0; u < l->unit_count; u++)
        through_segments(b, u);
    size_t count = b->segments.count;
    struct waits w = make_waits(b);
    for (uint32_t u = 0; u < l->unit_count && w.any; u++)
        wait_segments(b, &w, u);
    collect_defs(b, l);
    if (logical)
        *logical = l;
    if (logical && b->segments.count > count) {
        *logical = arena_new(l->a, struct mir_live);
        **logical = *l;
        (*logical)->units = arena_array(l->a, struct live_unit, l->unit_count + 1);
        collect_defs(b, *logical);
        collect_segments(*logical, b->segments.data, count);
    }
    collect_segments(l, b->segments.data, b->segments.count);
}

static bool begin(struct builder *b, struct arena *a, struct mir_shader *s)
{
    struct mir_live *l = b->l = arena_new(a, struct mir_live);
    l->a = a;
    l->s = b->s = s;
    mir_loops(s);
    number(l, s);
    number_units(b);
    uint32_t **arrays[] = {&b->open, &b->touched, &b->first_def};
    mir_bytes **masks[] = {&b->need, &b->all, &b->valid};
    for (unsigned k = 0; k < sizeof(arrays) / sizeof(arrays[0]); k++)
        *arrays[k] = arena_array(a, uint32_t, l->unit_count + 1);
    for (unsigned k = 0; k < sizeof(masks) / sizeof(masks[0]); k++)
        *masks[k] = arena_array(a, mir_bytes, l->unit_count + 1);
    memset(b->first_def, 0xff, l->unit_count * sizeof(uint32_t));
    b->state = arena_array(a, uint8_t, l->unit_count + 1);
    if (!live_events_gather(l, s, &b->events))
        return false;
    find_valid(b);
    for (uint32_t k = 0; k < s->block_count; k++)
        find_facts(b, s->blocks[k]);
    sort_facts(b);
    if (!live_flow(l, b->by_unit, b->first_fact))
        return false;
    take_touched(b);
    return true;
}

struct mir_live *mir_live_blocks(struct arena *a, struct mir_shader *s)
{
    struct builder b = {0};
    if (!begin(&b, a, s))
        out_of_memory(&b);
    free_lists(&b);
    return b.l;
}

struct mir_live *mir_live_compute(struct arena *a, struct mir_shader *s, struct mir_live **logical)
{
    struct builder b = {0};
    if (!begin(&b, a, s))
        out_of_memory(&b);
    find_segments(&b, logical);
    free_lists(&b);
    return b.l;
}
