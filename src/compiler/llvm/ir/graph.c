// See llvm/ir/graph.h.
#include <string.h>

#include "compiler/llvm/ir/graph.h"

LLVMBasicBlockRef llvm_successor(LLVMBasicBlockRef bb, unsigned k)
{
    return LLVMGetSuccessor(LLVMGetBasicBlockTerminator(bb), k);
}

unsigned llvm_successor_count(LLVMBasicBlockRef bb)
{
    return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(bb));
}

static void find_nodes(struct llvm_graph *g, struct arena *a, LLVMValueRef function)
{
    struct frame {
        LLVMBasicBlockRef bb;
        unsigned left; // successors not visited yet
    };
    uint32_t total = LLVMCountBasicBlocks(function), depth = 0, n = 0;
    struct frame *stack = arena_array(a, struct frame, total + 1);
    LLVMBasicBlockRef *post = arena_array(a, LLVMBasicBlockRef, total + 1);
    struct llvm_map seen;
    llvm_map_init(&seen, a, total);

    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    stack[depth++] = (struct frame){entry, llvm_successor_count(entry)};
    llvm_map_set(&seen, entry, 0);
    while (depth) {
        struct frame *f = &stack[depth - 1];
        if (!f->left) {
            post[n++] = f->bb;
            depth--;
            continue;
        }
        // The last successor first, so that the first one comes first in reverse post-order.
        LLVMBasicBlockRef to = llvm_successor(f->bb, --f->left);
        if (llvm_map_get(&seen, to) == LLVM_NONE) {
            llvm_map_set(&seen, to, 0);
            stack[depth++] = (struct frame){to, llvm_successor_count(to)};
        }
    }
    g->count = n;
    g->nodes = arena_array(a, struct llvm_node, n + 1);
    llvm_map_init(&g->index, a, n);
    for (uint32_t i = 0; i < n; i++) {
        g->nodes[i].llvm = post[n - 1 - i];
        llvm_map_set(&g->index, g->nodes[i].llvm, i);
    }
}

static void find_successors(struct llvm_graph *g, struct arena *a)
{
    for (uint32_t i = 0; i < g->count; i++) {
        struct llvm_node *n = &g->nodes[i];
        LLVMValueRef end = LLVMGetBasicBlockTerminator(n->llvm);
        n->succ_count = LLVMGetNumSuccessors(end);
        n->succ = arena_array(a, uint32_t, n->succ_count);
        for (uint32_t k = 0; k < n->succ_count; k++) {
            n->succ[k] = llvm_map_get(&g->index, LLVMGetSuccessor(end, k));
            g->nodes[n->succ[k]].pred_count++;
        }
    }
}

static void find_predecessors(struct llvm_graph *g, struct arena *a)
{
    for (uint32_t i = 0; i < g->count; i++)
        for (uint32_t k = 0; k < g->nodes[i].succ_count; k++) {
            struct llvm_node *to = &g->nodes[g->nodes[i].succ[k]];
            if (!to->pred) {
                to->pred = arena_array(a, uint32_t, to->pred_count);
                to->pred_count = 0;
            }
            to->pred[to->pred_count++] = i;
        }
}

static uint32_t meet(const struct llvm_graph *g, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (a > b)
            a = g->nodes[a].idom;
        while (b > a)
            b = g->nodes[b].idom;
    }
    return a;
}

// One sweep of Cooper, Harvey and Kennedy. The last predecessor first: of n that leave one chain, each then
// is a step from what is known.
static bool improve_dominators(struct llvm_graph *g, bool first)
{
    bool changed = false;
    for (uint32_t i = 1; i < g->count; i++) {
        struct llvm_node *b = &g->nodes[i];
        uint32_t d = LLVM_NONE;
        for (uint32_t k = b->pred_count; k--;)
            if (first ? b->pred[k] < i : g->nodes[b->pred[k]].idom != LLVM_NONE)
                d = d == LLVM_NONE ? b->pred[k] : meet(g, d, b->pred[k]);
        changed |= d != b->idom;
        b->idom = d;
    }
    return changed;
}

// Sizes of subtrees are summed from the leaves (a dominator comes first), then places are given from the
// root.
static void number_dominators(struct llvm_graph *g, uint32_t *size, uint32_t *next)
{
    for (uint32_t i = 0; i < g->count; i++)
        size[i] = 1;
    for (uint32_t i = g->count; i-- > 1;)
        size[g->nodes[i].idom] += size[i];
    for (uint32_t i = 0; i < g->count; i++) {
        struct llvm_node *n = &g->nodes[i];
        n->dom_in = i ? next[n->idom] : 0;
        n->dom_out = n->dom_in + size[i];
        next[i] = n->dom_in + 1;
        if (i)
            next[n->idom] += size[i];
    }
}

bool llvm_graph_dominates(const struct llvm_graph *g, uint32_t a, uint32_t b)
{
    return g->nodes[a].dom_in <= g->nodes[b].dom_in && g->nodes[b].dom_in < g->nodes[a].dom_out;
}

static bool is_reducible(const struct llvm_graph *g)
{
    for (uint32_t i = 0; i < g->count; i++)
        for (uint32_t k = 0; k < g->nodes[i].pred_count; k++)
            if (g->nodes[i].pred[k] >= i && !llvm_graph_dominates(g, i, g->nodes[i].pred[k]))
                return false;
    return true;
}

// Without the edges that lead back the first sweep finds all; where each leads to a dominator they change
// nothing. (To follow them takes n^2 for loops n deep that test at their ends.)
static void find_dominators(struct llvm_graph *g, struct arena *a)
{
    uint32_t *size = arena_array(a, uint32_t, g->count), *next = arena_array(a, uint32_t, g->count);
    for (uint32_t i = 0; i < g->count; i++)
        g->nodes[i].idom = i ? LLVM_NONE : 0;
    improve_dominators(g, true);
    number_dominators(g, size, next);
    if (is_reducible(g))
        return;
    while (improve_dominators(g, false))
        continue;
    number_dominators(g, size, next);
}

// Takes the node, or the outermost loop around it that is known, into the newest loop. Returns the node whose
// predecessors are in the loop too, or LLVM_NONE if it had been taken.
static uint32_t take_into_loop(struct llvm_graph *g, uint32_t node)
{
    uint32_t in = g->nodes[node].loop, newest = g->loop_count;
    if (in == LLVM_NONE) {
        g->nodes[node].loop = newest;
        return node;
    }
    while (in != newest && g->loops[in].parent != LLVM_NONE)
        in = g->loops[in].parent;
    if (in == newest)
        return LLVM_NONE;
    g->loops[in].parent = newest;
    return g->loops[in].header;
}

static void fill_loop(struct llvm_graph *g, uint32_t header, uint32_t latch, uint32_t *stack)
{
    uint32_t n = 0;
    stack[n++] = latch;
    while (n) {
        uint32_t at = stack[--n];
        if (at == header || (at = take_into_loop(g, at)) == LLVM_NONE)
            continue;
        for (uint32_t k = 0; k < g->nodes[at].pred_count; k++)
            if (g->nodes[at].pred[k] != at)
                stack[n++] = g->nodes[at].pred[k];
    }
}

// Headers in falling order: inner loops come first, and a node that has a loop already passes it up to its
// outermost one.
static bool find_loops(struct llvm_graph *g, struct arena *a)
{
    uint32_t edges = 1;
    for (uint32_t i = 0; i < g->count; i++) {
        g->nodes[i].loop = LLVM_NONE;
        edges += g->nodes[i].pred_count;
    }
    uint32_t *stack = arena_array(a, uint32_t, 2 * edges); // each node pushes its predecessors once a loop
    g->loops = arena_array(a, struct llvm_loop, g->count + 1);
    g->loop_count = 0;
    for (uint32_t h = g->count; h-- > 0;) {
        const struct llvm_node *header = &g->nodes[h];
        bool any = false;
        for (uint32_t k = 0; k < header->pred_count; k++) {
            if (header->pred[k] < h)
                continue;
            if (!llvm_graph_dominates(g, h, header->pred[k]))
                return false;
            if (!any)
                g->loops[g->loop_count] = (struct llvm_loop){.header = h, .parent = LLVM_NONE};
            any = true;
            fill_loop(g, h, header->pred[k], stack);
        }
        if (any) // inner loops have set theirs on other nodes only
            g->nodes[h].loop = g->loop_count++;
    }
    return true;
}

void llvm_graph_find(struct llvm_graph *g, struct arena *a, LLVMValueRef function)
{
    *g = (struct llvm_graph){0};
    find_nodes(g, a, function);
    find_successors(g, a);
    find_predecessors(g, a);
    find_dominators(g, a);
    g->reducible = find_loops(g, a);
    for (uint32_t k = g->loop_count; k--;) {
        uint32_t parent = g->loops[k].parent;
        g->loops[k].depth = parent == LLVM_NONE ? 1 : g->loops[parent].depth + 1;
    }
}

// A node that follows the entry is led to by one before it: a block is looked at only once an edge to it has
// been seen, and so exists.
bool llvm_graph_holds(const struct llvm_graph *g, LLVMValueRef function)
{
    if (g->nodes[0].llvm != LLVMGetEntryBasicBlock(function))
        return false;
    for (uint32_t i = 0; i < g->count; i++) {
        const struct llvm_node *n = &g->nodes[i];
        LLVMValueRef end = LLVMGetBasicBlockTerminator(n->llvm);
        if (LLVMGetNumSuccessors(end) != n->succ_count)
            return false;
        for (uint32_t k = 0; k < n->succ_count; k++)
            if (LLVMGetSuccessor(end, k) != g->nodes[n->succ[k]].llvm)
                return false;
    }
    return true;
}

static bool same_list(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    return !count || !memcmp(a, b, count * sizeof(*a)); // (none is NULL, which memcmp does not take)
}

static bool same_node(const struct llvm_node *a, const struct llvm_node *b)
{
    return a->llvm == b->llvm && a->succ_count == b->succ_count && a->pred_count == b->pred_count &&
           same_list(a->succ, b->succ, a->succ_count) && same_list(a->pred, b->pred, a->pred_count) &&
           a->idom == b->idom && a->dom_in == b->dom_in && a->dom_out == b->dom_out && a->loop == b->loop;
}

const char *llvm_graph_difference(const struct llvm_graph *a, const struct llvm_graph *b)
{
    if (a->count != b->count)
        return "another number of blocks";
    if (a->loop_count != b->loop_count || a->reducible != b->reducible)
        return "another number of loops";
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_node(&a->nodes[i], &b->nodes[i]))
            return "a block with other neighbours, another dominator or in another loop";
    for (uint32_t k = 0; k < a->loop_count; k++)
        if (a->loops[k].header != b->loops[k].header || a->loops[k].parent != b->loops[k].parent ||
            a->loops[k].depth != b->loops[k].depth)
            return "another loop";
    return NULL;
}

uint32_t llvm_loop_of(const struct llvm_graph *g, LLVMBasicBlockRef bb)
{
    const uint32_t node = llvm_map_get(&g->index, bb);
    return node == LLVM_NONE ? LLVM_NONE : g->nodes[node].loop;
}

bool llvm_loop_contains(const struct llvm_graph *g, uint32_t loop, uint32_t node)
{
    uint32_t l = g->nodes[node].loop;
    while (l != LLVM_NONE && l < loop) // those around it come behind it
        l = g->loops[l].parent;
    return l == loop;
}
