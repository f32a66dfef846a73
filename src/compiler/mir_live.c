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

#include "compiler/mir_live_events.h"

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

struct segment_list { // of each unit from the last to the first, neighbours that touch joined
    VEC(struct pending) list;
    uint32_t *last; // per unit: where its newest is in the list, plus 1
};

struct pending_def {
    uint32_t unit, slot;
};

struct builder {
    struct mir_live *l;
    struct mir_shader *s;
    uint32_t *owner; // per unit: its vreg
    uint32_t *valid; // per unit: bytes that may be needed at all: those that some instruction reads
    struct live_events events;
    // One block, backward:
    uint32_t *need;    // per unit: bytes needed below
    uint32_t *open;    // per unit: end of the segment that is open, 0 if none
    uint32_t *touched; // units with open or need set
    uint32_t touched_count;
    uint8_t *is_touched; // TOUCHED, and DEFINED
    VEC(struct block_fact) facts;
    VEC(struct pair) in, out;           // by unit, then in the order found
    struct segment_list whole, logical; // the latter as each channel sees it, if that is asked for
    VEC(struct pending_def) defs;       // of each unit from the last to the first
    bool any_wait;                      // do the two differ?
    uint32_t *event_mark;               // per unit: block + 1 that does something to it
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
    vec_free(&b->whole.list);
    vec_free(&b->logical.list);
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
static void find_fact(struct builder *b, const struct live_event *e)
{
    uint32_t u = e->unit;
    if (!b->is_touched[u])
        b->open[u] = UINT32_MAX;
    touch(b, u);
    if (e->kind == LIVE_USE) {
        b->need[u] |= e->mask;
        b->open[u] |= e->mask;
        return;
    }
    b->need[u] &= ~e->mask;
    b->open[u] &= ~e->mask;
    if (e->kind == LIVE_DEF)
        b->is_touched[u] |= DEFINED;
}

static void find_facts(struct builder *b, const struct mir_block *block)
{
    uint32_t first = b->events.first[block->index];
    for (uint32_t n = b->events.first[block->index + 1]; n-- > first;)
        find_fact(b, &b->events.list.data[n]);
    for (uint32_t k = 0; k < b->touched_count; k++) {
        uint32_t u = b->touched[k], valid = b->valid[u];
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

static void add_to(struct builder *b, struct segment_list *l, uint32_t unit, uint32_t start, uint32_t end)
{
    if (l->last[unit]) {
        struct live_segment *s = &l->list.data[l->last[unit] - 1].seg;
        if (s->start <= end) {
            s->start = start;
            s->end = end > s->end ? end : s->end;
            return;
        }
    }
    if (!vec_push(&l->list, ((struct pending){{start, end}, unit})))
        out_of_memory(b);
    l->last[unit] = (uint32_t)l->list.count;
}

// No segment of the unit that was added before starts before this one.
static void add_segment(struct builder *b, uint32_t unit, uint32_t start, uint32_t end)
{
    add_to(b, &b->whole, unit, start, end);
    if (b->logical.last)
        add_to(b, &b->logical, unit, start, end);
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

static void block_segments(struct builder *b, const struct mir_block *block)
{
    struct mir_live *l = b->l;
    uint32_t k = block->index, start = l->block_start[k], end = l->block_end[k];
    for (uint32_t n = 0; n < l->in[k].count; n++)
        b->in_mark[l->in[k].units[n]] = k + 1;
    for (uint32_t n = b->events.first[k]; n < b->events.first[k + 1]; n++)
        b->event_mark[b->events.list.data[n].unit] = k + 1;
    for (uint32_t n = 0; n < l->out[k].count; n++) {
        uint32_t u = l->out[k].units[n];
        if (b->event_mark[u] != k + 1 && b->in_mark[u] == k + 1) {
            add_segment(b, u, start, end);
            continue;
        }
        touch(b, u);
        b->open[u] = end;
        b->need[u] = b->valid[u];
    }
    for (uint32_t n = b->events.first[k + 1]; n-- > b->events.first[k];)
        segment_event(b, &b->events.list.data[n]);
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

// Per block: the first of those that wait for each (the block itself: none does).
static uint32_t *find_waits(struct builder *b)
{
    uint32_t n = b->s->block_count, *first = arena_array(b->l->a, uint32_t, n + 1);
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
    return first;
}

// From block x to behind block j - 1, for what is live into j.
static void wait_range(struct builder *b, uint32_t x, uint32_t j)
{
    struct mir_live *l = b->l;
    for (uint32_t u = 0; u < l->in[j].count; u++)
        add_to(b, &b->whole, l->in[j].units[u], l->block_start[x], l->block_end[j - 1]);
    b->any_wait |= l->in[j].count > 0;
}

// From the last block to the first, so that the segments of each unit come in the order of their starts.
static void all_segments(struct builder *b)
{
    uint32_t n = b->s->block_count, *first = find_waits(b);
    uint32_t *head = arena_array(b->l->a, uint32_t, n + 1), *next = arena_array(b->l->a, uint32_t, n + 1);
    for (uint32_t j = 0; j < n; j++)
        if (first[j] < j) {
            next[j] = head[first[j]];
            head[first[j]] = j;
        }
    for (uint32_t k = n; k--;) {
        block_segments(b, b->s->blocks[k]);
        for (uint32_t j = head[k]; j; j = next[j])
            wait_range(b, k, j);
    }
}

// A range of channels that wait may span several that were added before.
static void join_segments(struct live_unit *u)
{
    uint32_t kept = 0;
    for (uint32_t k = 1; k < u->count; k++)
        if (u->segments[k].start > u->segments[kept].end)
            u->segments[++kept] = u->segments[k];
        else if (u->segments[k].end > u->segments[kept].end)
            u->segments[kept].end = u->segments[k].end;
    u->count = kept + 1;
}

static void collect_segments(struct mir_live *l, const struct segment_list *from)
{
    struct live_segment *segs = arena_array(l->a, struct live_segment, from->list.count + 1);
    for (size_t k = 0; k < from->list.count; k++)
        l->units[from->list.data[k].unit].count++;
    for (uint32_t u = 0; u < l->unit_count; u++) {
        segs += l->units[u].count;
        l->units[u].segments = segs;
    }
    for (size_t k = 0; k < from->list.count; k++)
        *--l->units[from->list.data[k].unit].segments = from->list.data[k].seg;
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
// ----------------------------------------------------------------------------------------------------

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
        l->first_unit[v + 1] = l->first_unit[v] + (s->vregs[v].size + 31) / 32;
    l->unit_count = l->first_unit[s->vreg_count];
    b->owner = arena_array(l->a, uint32_t, l->unit_count + 1);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        for (uint32_t u = l->first_unit[v]; u < l->first_unit[v + 1]; u++)
            b->owner[u] = v;
    l->units = arena_array(l->a, struct live_unit, l->unit_count + 1);
}

static void find_valid(struct builder *b)
{
    for (size_t k = 0; k < b->events.list.count; k++)
        if (b->events.list.data[k].kind == LIVE_USE)
            b->valid[b->events.list.data[k].unit] |= b->events.list.data[k].mask;
    for (uint32_t v = 0; v < b->s->vreg_count; v++) { // messages read whole registers
        uint32_t last = b->l->first_unit[v + 1] - 1, size = b->s->vregs[v].size;
        if (size % 32)
            b->valid[last] &= (UINT32_C(1) << size % 32) - 1;
    }
}

struct mir_live *mir_live_compute(struct arena *a, struct mir_shader *s, struct mir_live **logical)
{
    struct mir_live *l = arena_new(a, struct mir_live);
    struct builder b = {.l = l, .s = s};
    l->a = a;
    l->s = s;
    mir_find_loops(s);
    number(l, s);
    number_units(&b);
    uint32_t **arrays[] = {&b.need,    &b.open,  &b.touched,    &b.first_def,
                           &b.in_mark, &b.valid, &b.event_mark, &b.whole.last};
    for (unsigned k = 0; k < sizeof(arrays) / sizeof(arrays[0]); k++)
        *arrays[k] = arena_array(a, uint32_t, l->unit_count + 1);
    memset(b.first_def, 0xff, l->unit_count * sizeof(uint32_t));
    if (logical)
        b.logical.last = arena_array(a, uint32_t, l->unit_count + 1);
    b.is_touched = arena_array(a, uint8_t, l->unit_count + 1);
    if (!live_events_gather(l, s, &b.events))
        out_of_memory(&b);
    find_valid(&b);
    for (uint32_t k = 0; k < s->block_count; k++)
        find_facts(&b, s->blocks[k]);
    solve(&b);
    all_segments(&b);
    collect_defs(&b, l);
    if (logical)
        *logical = l;
    if (logical && b.any_wait) {
        *logical = arena_new(a, struct mir_live);
        **logical = *l;
        (*logical)->units = arena_array(a, struct live_unit, l->unit_count + 1);
        collect_defs(&b, *logical);
        collect_segments(*logical, &b.logical);
    }
    collect_segments(l, &b.whole);
    free_lists(&b);
    return l;
}
