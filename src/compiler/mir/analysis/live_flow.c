// Liveness over blocks, one unit at a time: a walk backward from where it is needed, and one forward, within
// what was found, from where it is written.
//
// The cost is the number of blocks that are looked at. A loop that does nothing to the unit is live as a
// whole or not at all, so the walks go past it: in loops n deep, each with its counter, that is a few steps
// for each counter instead of n. (Blocks that stand in the loop but only lead out of it count as live with
// it.) The result comes in runs of blocks that follow each other in the layout.
#include "compiler/mir/analysis/live_flow.h"

#include "compiler/mir/analysis/live.h"

#include <stdlib.h>

#define NO_BLOCK UINT32_MAX

struct way_out { // of a loop that is live as a whole
    uint32_t to, next;
};

// Of a block; the walks go over all blocks for each of many units, so it is all that they look at.
struct node {
    uint32_t kills, in, out, reached_in, reached_out; // the unit (plus one) for which it was found last
    uint32_t whole;                                   // the same, of a header: its loop is live as a whole
    uint32_t way_out;                                 // of a header: index into ways_out
    uint32_t lowest;                                  // no block before this one can be reached from it
    uint32_t first_pred;                              // index into preds; those of the next node end them
    uint32_t succ[2];                                 // or NO_BLOCK
    uint32_t loop;                                    // innermost header
    uint32_t end, parent;                             // of a header: of its loop
    bool single_entry;                                // of a header: no jump leads into its loop past it
};

struct walker {
    struct node *b;
    uint32_t *preds, block_count;
    VEC(struct way_out) ways_out;
    VEC(struct live_run) found, runs;
    uint32_t *stack, stack_count;
    const struct live_fact *facts; // of the current unit
    uint32_t fact_count, mark, first;
    bool failed;
};

// ---- loops

static bool contains(const struct walker *w, uint32_t header, uint32_t block)
{
    return block >= header && block < w->b[header].end;
}

// Loops that overlap without one being in the other have no single entry either.
static void find_entries(struct walker *w)
{
    for (uint32_t k = 0; k < w->block_count; k++) {
        uint32_t up = w->b[k].end ? w->b[k].parent : NO_BLOCK;
        w->b[k].single_entry = w->b[k].end != 0;
        if (up != NO_BLOCK && w->b[k].end > w->b[up].end)
            w->b[k].single_entry = w->b[up].single_entry = false;
    }
    for (uint32_t k = 0; k < w->block_count; k++)
        for (unsigned e = 0; e < 2; e++) {
            uint32_t to = w->b[k].succ[e] != NO_BLOCK ? w->b[k].succ[e] : k;
            for (uint32_t h = w->b[to].loop; h != NO_BLOCK && !contains(w, h, k); h = w->b[h].parent)
                w->b[h].single_entry &= h == to;
        }
}

// Jumps back come in intervals of the layout; from within overlapping ones all of them can be reached.
static void find_lowest(struct walker *w)
{
    for (uint32_t k = 0; k < w->block_count; k++)
        w->b[k].lowest = k;
    for (uint32_t k = w->block_count; k--;) {
        struct node *n = &w->b[k];
        for (unsigned e = 0; e < 2; e++)
            if (n->succ[e] < n->lowest)
                n->lowest = n->succ[e];
        if (k && n->lowest < k && n->lowest < n[-1].lowest)
            n[-1].lowest = n->lowest;
    }
    for (uint32_t k = 1; k < w->block_count; k++)
        if (w->b[k].lowest < k)
            w->b[k].lowest = w->b[w->b[k].lowest].lowest;
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
    return low < w->fact_count && contains(w, header, w->facts[low].block);
}

// The outermost loop that the edge leaves, and that does nothing to the unit: its header, or UINT32_MAX.
static uint32_t passed_loop(const struct walker *w, uint32_t from, uint32_t to)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t h = w->b[from].loop; h != UINT32_MAX && !contains(w, h, to) && !has_fact(w, h);
         h = w->b[h].parent)
        found = w->b[h].single_entry ? h : found;
    return found;
}

// ---- the walks

static void note_block(struct walker *w, uint32_t first, uint32_t end)
{
    if (!vec_push(&w->found, ((struct live_run){first, end})))
        w->failed = true;
}

static void live_into(struct walker *w, uint32_t block)
{
    if (w->b[block].in == w->mark)
        return;
    w->b[block].in = w->mark;
    note_block(w, block, block + 1);
    w->stack[w->stack_count++] = block;
}

static void live_through(struct walker *w, uint32_t header, uint32_t to)
{
    if (w->b[header].whole != w->mark) {
        w->b[header].in = w->b[header].whole = w->mark;
        w->b[header].way_out = UINT32_MAX;
        note_block(w, header, w->b[header].end);
        w->stack[w->stack_count++] = header;
    }
    struct way_out way = {to, w->b[header].way_out};
    w->b[header].way_out = (uint32_t)w->ways_out.count;
    if (!vec_push(&w->ways_out, way))
        w->failed = true;
}

// Not to where no definition can reach: a write that never ends a range (one under a predicate) would take
// each walk to the top of the program.
static void live_before(struct walker *w, uint32_t from, uint32_t to)
{
    if (from < w->first || w->b[from].out == w->mark)
        return;
    uint32_t loop = passed_loop(w, from, to);
    if (loop != UINT32_MAX) {
        if (loop >= w->first)
            live_through(w, loop, to);
        return;
    }
    w->b[from].out = w->mark;
    if (w->b[from].kills != w->mark)
        live_into(w, from);
}

// Where the unit is needed.
static void walk_back(struct walker *w)
{
    for (uint32_t k = 0; k < w->fact_count; k++)
        if (w->facts[k].kills)
            w->b[w->facts[k].block].kills = w->mark;
    for (uint32_t k = 0; k < w->fact_count; k++)
        if (w->facts[k].needs && w->facts[k].block >= w->first)
            live_into(w, w->facts[k].block);
    while (w->stack_count && !w->failed) {
        uint32_t at = w->stack[--w->stack_count];
        bool whole = w->b[at].whole == w->mark;
        for (uint32_t p = w->b[at].first_pred; p < w->b[at + 1].first_pred; p++)
            if (!whole || !contains(w, at, w->preds[p]))
                live_before(w, w->preds[p], at);
    }
}

// Of a header of a loop that is live as a whole, this stands for the loop.
static void reach_end(struct walker *w, uint32_t block)
{
    if ((w->b[block].out != w->mark && w->b[block].whole != w->mark) || w->b[block].reached_out == w->mark)
        return;
    w->b[block].reached_out = w->mark;
    w->stack[w->stack_count++] = block;
}

static void reach(struct walker *w, uint32_t block)
{
    if (w->b[block].in != w->mark)
        return;
    w->b[block].reached_in = w->mark;
    reach_end(w, block);
}

// Where it is needed: what some definition reaches. Payload and other fixed places hold something at entry.
static void walk_forward(struct walker *w, bool fixed)
{
    if (fixed) {
        w->b[0].reached_in = w->mark;
        reach_end(w, 0);
    }
    for (uint32_t k = 0; k < w->fact_count; k++)
        if (w->facts[k].defines)
            reach_end(w, w->facts[k].block);
    while (w->stack_count) {
        const struct node *n = &w->b[w->stack[--w->stack_count]];
        if (n->whole == w->mark) {
            for (uint32_t k = n->way_out; k != UINT32_MAX; k = w->ways_out.data[k].next)
                reach(w, w->ways_out.data[k].to);
            continue;
        }
        for (unsigned e = 0; e < 2; e++)
            if (n->succ[e] != NO_BLOCK)
                reach(w, n->succ[e]);
    }
}

// ---- the result

static int by_first(const void *x, const void *y)
{
    const struct live_run *a = x, *b = y;
    return (a->first > b->first) - (a->first < b->first);
}

static void add_run(struct walker *w, size_t from, uint32_t first, uint32_t end)
{
    struct live_run *last = w->runs.count > from ? &w->runs.data[w->runs.count - 1] : NULL;
    if (w->b[first].reached_in != w->mark)
        return;
    if (last && last->end == first)
        last->end = end;
    else if (!vec_push(&w->runs, ((struct live_run){first, end})))
        w->failed = true;
}

// Joins what was found and is reached: in order, by looking at each block if most of them were found.
static void add_runs(struct walker *w, size_t from)
{
    uint32_t low = NO_BLOCK, high = 0;
    for (size_t k = 0; k < w->found.count; k++) {
        uint32_t first = w->found.data[k].first;
        low = first < low ? first : low;
        high = first > high ? first : high;
    }
    if (high - low < 2 * w->found.count) {
        for (uint32_t k = low; k <= high; k++)
            if (w->b[k].in == w->mark)
                add_run(w, from, k, w->b[k].whole == w->mark ? w->b[k].end : k + 1);
        return;
    }
    qsort(w->found.data, w->found.count, sizeof(struct live_run), by_first);
    for (size_t k = 0; k < w->found.count; k++)
        add_run(w, from, w->found.data[k].first, w->found.data[k].end);
}

static bool any_needs(const struct live_fact *facts, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (facts[k].needs)
            return true;
    return false;
}

static void solve_unit(struct walker *w, struct live_fact *facts, uint32_t count, bool fixed)
{
    if (!any_needs(facts, count))
        return; // lives within blocks
    w->first = fixed ? 0 : w->block_count;
    for (uint32_t k = 0; k < count; k++)
        if (facts[k].defines && w->b[facts[k].block].lowest < w->first)
            w->first = w->b[facts[k].block].lowest;
    w->facts = facts;
    w->fact_count = count;
    w->found.count = w->ways_out.count = 0;
    walk_back(w);
    if (!w->found.count || w->failed)
        return; // what is needed is written nowhere
    walk_forward(w, fixed);
    add_runs(w, w->runs.count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t b = facts[k].block;
        facts[k].in = w->b[b].in == w->mark && w->b[b].reached_in == w->mark;
        facts[k].out = w->b[b].out == w->mark && w->b[b].reached_out == w->mark;
    }
}

static void take_runs(struct mir_live *l, const struct walker *w)
{
    l->runs = arena_array(l->a, struct live_run, w->runs.count + 1);
    for (size_t k = 0; k < w->runs.count; k++)
        l->runs[k] = w->runs.data[k];
}

static void make_nodes(struct walker *w, struct arena *a, const struct mir_shader *s)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->block_count; k++)
        n += s->blocks[k]->pred_count;
    w->b = arena_array(a, struct node, s->block_count + 1);
    w->preds = arena_array(a, uint32_t, n + 1);
    w->stack = arena_array(a, uint32_t, 2 * s->block_count + 1);
    n = 0;
    for (uint32_t k = 0; k < s->block_count; k++) {
        const struct mir_block *b = s->blocks[k];
        struct node *to = &w->b[k];
        *to = (struct node){
            .first_pred = n, .loop = b->loop_header, .end = b->loop_end, .parent = b->loop_parent};
        for (unsigned e = 0; e < 2; e++)
            to->succ[e] = b->succ[e] ? b->succ[e]->index : NO_BLOCK;
        for (uint32_t p = 0; p < b->pred_count; p++)
            w->preds[n++] = b->preds[p]->index;
    }
    w->b[s->block_count].first_pred = n;
}

bool live_flow(struct mir_live *l, struct live_fact *facts, const uint32_t *first_fact)
{
    const struct mir_shader *s = l->s;
    struct walker w = {.block_count = s->block_count};
    make_nodes(&w, l->a, s);
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
