// A walk backward from the reads. A loop without an access to the variable is live as a whole or not at all,
// so the walk goes past it, from what it leads to straight to what enters it: in n loops one in the other,
// each with its counter, each walk takes a few steps instead of n.
#include "compiler/llvm/opt/variable_live.h"

#include <stdlib.h>

enum { BUDGET = 4000000 };

static void number_nodes(struct llvm_live *l, struct arena *a, const struct llvm_graph *g)
{
    uint32_t *next = arena_array(a, uint32_t, g->loop_count + 1), *outside = &next[g->loop_count];
    for (uint32_t k = 0; k < g->count; k++)
        if (g->nodes[k].loop != LLVM_NONE)
            l->loops[g->nodes[k].loop].end++;
    for (uint32_t k = 0; k < g->loop_count; k++) // inner ones first
        if (g->loops[k].parent != LLVM_NONE)
            l->loops[g->loops[k].parent].end += l->loops[k].end;
    for (uint32_t k = g->loop_count; k--;) {
        uint32_t *from = g->loops[k].parent == LLVM_NONE ? outside : &next[g->loops[k].parent];
        next[k] = l->loops[k].first = *from;
        *from = l->loops[k].end += *from;
    }
    for (uint32_t k = 0; k < g->count; k++)
        l->number[k] = g->nodes[k].loop == LLVM_NONE ? (*outside)++ : next[g->nodes[k].loop]++;
}

// Irreducible: every block by itself.
static const struct llvm_graph *without_loops(struct arena *a, const struct llvm_graph *g)
{
    struct llvm_graph *w = arena_new(a, struct llvm_graph);
    *w = *g;
    w->loop_count = 0;
    w->nodes = arena_array(a, struct llvm_node, g->count);
    for (uint32_t k = 0; k < g->count; k++) {
        w->nodes[k] = g->nodes[k];
        w->nodes[k].loop = LLVM_NONE;
    }
    return w;
}

void llvm_live_init(struct llvm_live *l, struct arena *a, const struct llvm_graph *g)
{
    if (!g->reducible)
        g = without_loops(a, g);
    *l = (struct llvm_live){.g = g,
                            .number = arena_array(a, uint32_t, g->count),
                            .loops = arena_array(a, struct live_range, g->loop_count + 1),
                            .in = arena_array(a, uint32_t, g->count),
                            .whole = arena_array(a, uint32_t, g->loop_count + 1),
                            .writes = arena_array(a, uint32_t, g->count),
                            .touched = arena_array(a, uint32_t, 2 * g->count),
                            .stack = arena_array(a, uint32_t, g->count),
                            .budget = BUDGET};
    number_nodes(l, a, g);
}

void llvm_live_begin(struct llvm_live *l)
{
    l->variable++;
    l->touched_count = l->stack_count = 0;
}

static void make_live(struct llvm_live *l, uint32_t node)
{
    if (l->in[node] == l->variable)
        return;
    l->in[node] = l->variable;
    l->stack[l->stack_count++] = node;
}

void llvm_live_write(struct llvm_live *l, uint32_t node)
{
    l->writes[node] = l->variable;
    l->touched[l->touched_count++] = l->number[node];
}

void llvm_live_read(struct llvm_live *l, uint32_t node)
{
    make_live(l, node);
    l->touched[l->touched_count++] = l->number[node];
}

static int by_number(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

static bool contains(const struct llvm_live *l, uint32_t loop, uint32_t node)
{
    return l->number[node] >= l->loops[loop].first && l->number[node] < l->loops[loop].end;
}

static bool is_touched(const struct llvm_live *l, uint32_t loop)
{
    uint32_t low = 0, high = l->touched_count;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (l->touched[mid] < l->loops[loop].first)
            low = mid + 1;
        else
            high = mid;
    }
    return low < l->touched_count && l->touched[low] < l->loops[loop].end;
}

// The outermost loop without an access that the edge leaves, or LLVM_NONE.
static uint32_t passed_loop(const struct llvm_live *l, uint32_t from, uint32_t to)
{
    uint32_t found = LLVM_NONE;
    for (uint32_t k = l->g->nodes[from].loop; k != LLVM_NONE; k = l->g->loops[k].parent) {
        if (contains(l, k, to) || is_touched(l, k))
            break;
        found = k;
    }
    return found;
}

static void leave_node(struct llvm_live *l, uint32_t from, uint32_t to)
{
    uint32_t own = l->g->nodes[to].loop;
    if (l->writes[from] == l->variable)
        return;
    if (own != LLVM_NONE && l->whole[own] == l->variable && contains(l, own, from))
        return; // back to the header of a loop that was passed
    uint32_t loop = passed_loop(l, from, to);
    if (loop == LLVM_NONE) {
        make_live(l, from);
        return;
    }
    l->whole[loop] = l->variable;
    make_live(l, l->g->loops[loop].header);
}

bool llvm_live_solve(struct llvm_live *l)
{
    qsort(l->touched, l->touched_count, sizeof(uint32_t), by_number);
    for (; l->stack_count && l->budget; l->budget--) {
        uint32_t at = l->stack[--l->stack_count];
        for (uint32_t k = 0; k < l->g->nodes[at].pred_count; k++)
            leave_node(l, l->g->nodes[at].pred[k], at);
    }
    return l->stack_count == 0;
}

bool llvm_live_into(const struct llvm_live *l, uint32_t node)
{
    bool live = l->in[node] == l->variable;
    for (uint32_t k = l->g->nodes[node].loop; k != LLVM_NONE && !live; k = l->g->loops[k].parent)
        live = l->whole[k] == l->variable;
    return live;
}
