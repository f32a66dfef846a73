// Liveness over blocks, one unit at a time: a walk backward from where it is needed, and one forward, within
// what was found, from where it is written.
//
// The cost is the number of blocks that are looked at. A loop that does nothing to the unit is live as a
// whole or not at all, so the walks go past it: in loops n deep, each with its counter, that is a few steps
// for each counter instead of n. (Blocks that stand in the loop but only lead out of it count as live with
// it.) The result comes in runs of blocks that follow each other in the layout.
#include "compiler/mir_live_flow.h"

#include <stdlib.h>

struct way_out { // of a loop that is live as a whole
    uint32_t to, next;
};

struct walker { // per block: the unit (plus one) for which something was found last
    struct mir_live *l;
    const struct mir_shader *s;
    uint32_t *kills, *in, *out, *reached_in, *reached_out;
    uint32_t *whole;    // of a header: its loop is live as a whole
    uint32_t *way_out;  // of a header: index into ways_out
    uint32_t *lowest;   // per block: no block before this one can be reached from it
    bool *single_entry; // of a header: no jump leads into its loop past it
    VEC(struct way_out) ways_out;
    VEC(struct live_run) found, runs;
    uint32_t *stack, stack_count;
    const struct live_fact *facts; // of the current unit
    uint32_t fact_count, mark, first;
    bool failed;
};

// ---- loops
// ----------------------------------------------------------------------------------------------------

static bool contains(const struct mir_shader *s, uint32_t header, uint32_t block)
{
    return block >= header && block < s->blocks[header]->loop_end;
}

// Loops that overlap without one being in the other have no single entry either.
static void find_entries(struct walker *w)
{
    const struct mir_shader *s = w->s;
    for (uint32_t k = 0; k < s->block_count; k++) {
        uint32_t up = s->blocks[k]->loop_end ? s->blocks[k]->loop_parent : UINT32_MAX;
        w->single_entry[k] = s->blocks[k]->loop_end != 0;
        if (up != UINT32_MAX && s->blocks[k]->loop_end > s->blocks[up]->loop_end)
            w->single_entry[k] = w->single_entry[up] = false;
    }
    for (uint32_t k = 0; k < s->block_count; k++)
        for (unsigned e = 0; e < 2; e++) {
            uint32_t to = s->blocks[k]->succ[e] ? s->blocks[k]->succ[e]->index : k;
            for (uint32_t h = s->blocks[to]->loop_header; h != UINT32_MAX && !contains(s, h, k);
                 h = s->blocks[h]->loop_parent)
                w->single_entry[h] &= h == to;
        }
}

// Jumps back come in intervals of the layout; from within overlapping ones all of them can be reached.
static void find_lowest(struct walker *w)
{
    for (uint32_t k = 0; k < w->s->block_count; k++)
        w->lowest[k] = k;
    for (uint32_t k = w->s->block_count; k--;) {
        const struct mir_block *block = w->s->blocks[k];
        for (unsigned e = 0; e < 2; e++)
            if (block->succ[e] && block->succ[e]->index < w->lowest[k])
                w->lowest[k] = block->succ[e]->index;
        if (k && w->lowest[k] < k && w->lowest[k] < w->lowest[k - 1])
            w->lowest[k - 1] = w->lowest[k];
    }
    for (uint32_t k = 1; k < w->s->block_count; k++)
        if (w->lowest[k] < k)
            w->lowest[k] = w->lowest[w->lowest[k]];
}

static bool has_fact(const struct walker *w, uint32_t header)
{
    uint32_t low = 0, high = w->fact_count;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (w->facts[mid].block < header)
            low = mid + 1;
        else
            high = mid;
    }
    return low < w->fact_count && contains(w->s, header, w->facts[low].block);
}

// The outermost loop that the edge leaves, and that does nothing to the unit: its header, or UINT32_MAX.
static uint32_t passed_loop(const struct walker *w, uint32_t from, uint32_t to)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t h = w->s->blocks[from]->loop_header;
         h != UINT32_MAX && !contains(w->s, h, to) && !has_fact(w, h); h = w->s->blocks[h]->loop_parent)
        found = w->single_entry[h] ? h : found;
    return found;
}

// ---- the walks
// ------------------------------------------------------------------------------------------------

static void note_block(struct walker *w, uint32_t first, uint32_t end)
{
    if (!vec_push(&w->found, ((struct live_run){first, end})))
        w->failed = true;
}

static void live_into(struct walker *w, uint32_t block)
{
    if (w->in[block] == w->mark)
        return;
    w->in[block] = w->mark;
    note_block(w, block, block + 1);
    w->stack[w->stack_count++] = block;
}

static void live_through(struct walker *w, uint32_t header, uint32_t to)
{
    if (w->whole[header] != w->mark) {
        w->in[header] = w->whole[header] = w->mark;
        w->way_out[header] = UINT32_MAX;
        note_block(w, header, w->s->blocks[header]->loop_end);
        w->stack[w->stack_count++] = header;
    }
    struct way_out way = {to, w->way_out[header]};
    w->way_out[header] = (uint32_t)w->ways_out.count;
    if (!vec_push(&w->ways_out, way))
        w->failed = true;
}

// Not to where no definition can reach: a write that never ends a range (one under a predicate) would take
// each walk to the top of the program.
static void live_before(struct walker *w, uint32_t from, uint32_t to)
{
    if (from < w->first || w->out[from] == w->mark)
        return;
    uint32_t loop = passed_loop(w, from, to);
    if (loop != UINT32_MAX) {
        if (loop >= w->first)
            live_through(w, loop, to);
        return;
    }
    w->out[from] = w->mark;
    if (w->kills[from] != w->mark)
        live_into(w, from);
}

// Where the unit is needed.
static void walk_back(struct walker *w)
{
    for (uint32_t k = 0; k < w->fact_count; k++)
        if (w->facts[k].kills)
            w->kills[w->facts[k].block] = w->mark;
    for (uint32_t k = 0; k < w->fact_count; k++)
        if (w->facts[k].needs && w->facts[k].block >= w->first)
            live_into(w, w->facts[k].block);
    while (w->stack_count && !w->failed) {
        const struct mir_block *block = w->s->blocks[w->stack[--w->stack_count]];
        bool whole = w->whole[block->index] == w->mark;
        for (uint32_t p = 0; p < block->pred_count; p++)
            if (!whole || !contains(w->s, block->index, block->preds[p]->index))
                live_before(w, block->preds[p]->index, block->index);
    }
}

// Of a header of a loop that is live as a whole, this stands for the loop.
static void reach_end(struct walker *w, uint32_t block)
{
    if ((w->out[block] != w->mark && w->whole[block] != w->mark) || w->reached_out[block] == w->mark)
        return;
    w->reached_out[block] = w->mark;
    w->stack[w->stack_count++] = block;
}

static void reach(struct walker *w, uint32_t block)
{
    if (w->in[block] != w->mark)
        return;
    w->reached_in[block] = w->mark;
    reach_end(w, block);
}

// Where it is needed: what some definition reaches. Payload and other fixed places hold something at entry.
static void walk_forward(struct walker *w, bool fixed)
{
    if (fixed) {
        w->reached_in[0] = w->mark;
        reach_end(w, 0);
    }
    for (uint32_t k = 0; k < w->fact_count; k++)
        if (w->facts[k].defines)
            reach_end(w, w->facts[k].block);
    while (w->stack_count) {
        const struct mir_block *block = w->s->blocks[w->stack[--w->stack_count]];
        if (w->whole[block->index] == w->mark) {
            for (uint32_t k = w->way_out[block->index]; k != UINT32_MAX; k = w->ways_out.data[k].next)
                reach(w, w->ways_out.data[k].to);
            continue;
        }
        for (unsigned e = 0; e < 2; e++)
            if (block->succ[e])
                reach(w, block->succ[e]->index);
    }
}

// ---- the result
// -----------------------------------------------------------------------------------------------

static int by_first(const void *x, const void *y)
{
    const struct live_run *a = x, *b = y;
    return (a->first > b->first) - (a->first < b->first);
}

// Joins what was found and is reached.
static void add_runs(struct walker *w, size_t from)
{
    qsort(w->found.data, w->found.count, sizeof(struct live_run), by_first);
    for (size_t k = 0; k < w->found.count; k++) {
        const struct live_run *r = &w->found.data[k];
        if (w->reached_in[r->first] != w->mark)
            continue;
        struct live_run *last = w->runs.count > from ? &w->runs.data[w->runs.count - 1] : NULL;
        if (last && last->end == r->first)
            last->end = r->end;
        else if (!vec_push(&w->runs, *r))
            w->failed = true;
    }
}

static void solve_unit(struct walker *w, struct live_fact *facts, uint32_t count, bool fixed)
{
    w->first = fixed ? 0 : w->s->block_count;
    for (uint32_t k = 0; k < count; k++)
        if (facts[k].defines && w->lowest[facts[k].block] < w->first)
            w->first = w->lowest[facts[k].block];
    w->facts = facts;
    w->fact_count = count;
    w->found.count = w->ways_out.count = 0;
    walk_back(w);
    if (!w->found.count || w->failed)
        return; // lives within blocks
    walk_forward(w, fixed);
    add_runs(w, w->runs.count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t b = facts[k].block;
        facts[k].in = w->in[b] == w->mark && w->reached_in[b] == w->mark;
        facts[k].out = w->out[b] == w->mark && w->reached_out[b] == w->mark;
    }
}

static void take_runs(struct mir_live *l, const struct walker *w)
{
    l->runs = arena_array(l->a, struct live_run, w->runs.count + 1);
    for (size_t k = 0; k < w->runs.count; k++)
        l->runs[k] = w->runs.data[k];
}

bool live_flow(struct mir_live *l, struct live_fact *facts, const uint32_t *first_fact)
{
    const struct mir_shader *s = l->s;
    struct walker w = {.l = l, .s = s};
    uint32_t **arrays[] = {&w.kills, &w.in,    &w.out,     &w.reached_in, &w.reached_out,
                           &w.stack, &w.whole, &w.way_out, &w.lowest};
    for (unsigned k = 0; k < sizeof(arrays) / sizeof(arrays[0]); k++)
        *arrays[k] = arena_array(l->a, uint32_t, 2 * s->block_count + 1);
    w.single_entry = arena_array(l->a, bool, s->block_count + 1);
    find_entries(&w);
    find_lowest(&w);
    l->first_run = arena_array(l->a, uint32_t, l->unit_count + 1);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        for (uint32_t u = l->first_unit[v]; u < l->first_unit[v + 1] && !w.failed; u++) {
            l->first_run[u] = (uint32_t)w.runs.count;
            w.mark = u + 1;
            if (first_fact[u] < first_fact[u + 1])
                solve_unit(&w, facts + first_fact[u], first_fact[u + 1] - first_fact[u],
                           s->vregs[v].phys >= 0);
        }
    l->first_run[l->unit_count] = (uint32_t)w.runs.count;
    take_runs(l, &w);
    vec_free(&w.ways_out);
    vec_free(&w.found);
    vec_free(&w.runs);
    return !w.failed;
}
