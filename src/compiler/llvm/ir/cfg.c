// The function's control flow: blocks, dominators, loops and the layout order.
//
// Out: blocks numbered in an order in which a block follows all its predecessors but those of back edges, and
// in which every natural loop is contiguous (mir.h wants this). Linear but for dominators (llvm/ir/graph.h)
// and a heap per loop.
#include <string.h>

#include "compiler/llvm/ir/cfg.h"
#include "compiler/llvm/ir/graph.h"
#include "compiler/llvm/ir/intrinsics.h"

// ---- blocks and loops

struct builder {
    struct arena *arena;
    struct cfg_block *b; // in reverse post-order
    uint32_t count;
    struct cfg_loop *loops;
    uint32_t loop_count;
    uint32_t *header_loop; // by block: the loop that it heads
};

static void take_loops(struct builder *w, const struct llvm_graph *g)
{
    w->loops = arena_array(w->arena, struct cfg_loop, g->loop_count + 1);
    w->header_loop = arena_array(w->arena, uint32_t, g->count);
    w->loop_count = g->loop_count;
    for (uint32_t i = 0; i < g->count; i++)
        w->header_loop[i] = LLVM_NONE;
    for (uint32_t l = 0; l < g->loop_count; l++) {
        w->loops[l] = (struct cfg_loop){
            .header = g->loops[l].header, .parent = g->loops[l].parent, .depth = g->loops[l].depth};
        w->header_loop[g->loops[l].header] = l;
    }
}

// False: a switch, which lower-switch takes apart, or irreducible.
static bool find_blocks(struct builder *w, const struct llvm_graph *g)
{
    if (!g->reducible)
        return false;
    take_loops(w, g);
    w->count = g->count;
    w->b = arena_array(w->arena, struct cfg_block, g->count);
    for (uint32_t i = 0; i < g->count; i++) {
        const struct llvm_node *n = &g->nodes[i];
        struct cfg_block *b = &w->b[i];
        *b = (struct cfg_block){.llvm = n->llvm,
                                .pred = arena_array(w->arena, uint32_t, n->pred_count),
                                .pred_count = n->pred_count,
                                .idom = n->idom,
                                .dom_in = n->dom_in,
                                .dom_out = n->dom_out,
                                .loop = n->loop};
        if (n->pred_count) // (none: not even an array)
            memcpy(b->pred, n->pred, n->pred_count * sizeof(*b->pred));
        b->succ_count = n->succ_count;
        if (b->succ_count > 2)
            return false;
        memcpy(b->succ, n->succ, n->succ_count * sizeof(*b->succ));
    }
    return true;
}

// ---- layout: topological, loops contiguous

// Min-heaps of ready blocks, one per loop and one (the last) for what is in no loop.
struct heap {
    uint32_t *at, count, capacity;
};

static void heap_push(struct arena *a, struct heap *h, uint32_t x)
{
    if (h->count == h->capacity) {
        uint32_t n = h->capacity ? h->capacity * 2 : 4;
        h->at = arena_grow(a, h->at, h->count * sizeof(uint32_t), n * sizeof(uint32_t));
        h->capacity = n;
    }
    uint32_t i = h->count++;
    for (; i && h->at[(i - 1) / 2] > x; i = (i - 1) / 2)
        h->at[i] = h->at[(i - 1) / 2];
    h->at[i] = x;
}

static uint32_t heap_pop(struct heap *h)
{
    uint32_t top = h->at[0], x = h->at[--h->count], i = 0;
    for (uint32_t c; (c = 2 * i + 1) < h->count; i = c) {
        c += c + 1 < h->count && h->at[c + 1] < h->at[c];
        if (h->at[c] >= x)
            break;
        h->at[i] = h->at[c];
    }
    if (h->count)
        h->at[i] = x;
    return top;
}

static void count_loop_blocks(struct builder *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (w->b[i].loop != LLVM_NONE)
            w->loops[w->b[i].loop].block_count++;
    for (uint32_t l = 0; l < w->loop_count; l++) // inner ones first
        if (w->loops[l].parent != LLVM_NONE)
            w->loops[w->loops[l].parent].block_count += w->loops[l].block_count;
}

// Per loop: blocks and loops that it holds itself.
static uint32_t *count_members(const struct builder *w)
{
    uint32_t *n = arena_array(w->arena, uint32_t, w->loop_count + 1);
    for (uint32_t i = 0; i < w->count; i++)
        if (w->b[i].loop != LLVM_NONE)
            n[w->b[i].loop]++;
    for (uint32_t l = 0; l < w->loop_count; l++)
        if (w->loops[l].parent != LLVM_NONE)
            n[w->loops[l].parent]++;
    return n;
}

// place[old] = new; false if some block never becomes ready (irreducible).
static bool layout(struct builder *w, uint32_t *place)
{
    struct heap *ready = arena_array(w->arena, struct heap, w->loop_count + 1);
    uint32_t *left = count_members(w);
    uint32_t *waits = arena_array(w->arena, uint32_t, w->count + 1);
    for (uint32_t i = 0; i < w->count; i++)
        for (uint32_t k = 0; k < w->b[i].pred_count; k++)
            waits[i] += w->b[i].pred[k] < i;

    uint32_t cur = LLVM_NONE, outside = w->loop_count;
    heap_push(w->arena, &ready[outside], 0);
    for (uint32_t at = 0; at < w->count; at++) {
        struct heap *h = &ready[cur == LLVM_NONE ? outside : cur];
        if (!h->count)
            return false;
        uint32_t b = heap_pop(h);
        place[b] = at;
        if (w->header_loop[b] != LLVM_NONE)
            cur = w->header_loop[b];
        if (w->b[b].loop != LLVM_NONE)
            left[w->b[b].loop]--;
        for (unsigned k = 0; k < w->b[b].succ_count; k++) {
            uint32_t to = w->b[b].succ[k];
            if (to <= b || --waits[to])
                continue;
            uint32_t l = w->b[to].loop; // a loop's header is ready in the loop around it
            if (w->header_loop[to] != LLVM_NONE)
                l = w->loops[l].parent;
            heap_push(w->arena, &ready[l == LLVM_NONE ? outside : l], to);
        }
        while (cur != LLVM_NONE && !left[cur]) {
            cur = w->loops[cur].parent;
            if (cur != LLVM_NONE)
                left[cur]--;
        }
    }
    return true;
}

bool cfg_dominates(const struct cfg *cfg, uint32_t a, uint32_t b)
{
    return cfg->blocks[a].dom_in <= cfg->blocks[b].dom_in && cfg->blocks[b].dom_in < cfg->blocks[a].dom_out;
}

bool cfg_loop_contains(const struct cfg *cfg, uint32_t loop, uint32_t block)
{
    const struct cfg_loop *l = &cfg->loops[loop];
    return block >= l->header && block < l->header + l->block_count;
}

// ---- edges that are never taken ----

// Which successor a branch on kiln.convergence.stay, or on a constant, always takes; -1: another branch.
static int always_taken(LLVMBasicBlockRef bb)
{
    LLVMValueRef br = LLVMGetBasicBlockTerminator(bb);
    if (LLVMGetInstructionOpcode(br) != LLVMBr || !LLVMIsConditional(br))
        return -1;
    LLVMValueRef cond = LLVMGetCondition(br);
    int to = 0;
    if (LLVMIsAInstruction(cond) && LLVMGetInstructionOpcode(cond) == LLVMXor) {
        cond = LLVMGetOperand(cond, 0);
        to = 1;
    }
    if (LLVMIsAConstantInt(cond))
        return LLVMConstIntGetZExtValue(cond) ? 0 : 1;
    if (LLVMIsUndef(cond)) // or poison: never executed
        return 0;
    return intrinsic_of(cond) == INTRINSIC_CONVERGENCE_STAY ? to : -1;
}

static bool drop_edges(struct cfg *cfg)
{
    bool any = false;
    for (uint32_t i = 0; i < cfg->count; i++) {
        struct cfg_block *b = &cfg->blocks[i];
        int to = b->succ_count == 2 ? always_taken(b->llvm) : -1;
        if (to < 0)
            continue;
        b->succ[0] = b->succ[to];
        b->succ_count = 1;
        any = true;
    }
    return any;
}

static void mark_live(const struct cfg *cfg, struct arena *a, bool *live)
{
    uint32_t *stack = arena_array(a, uint32_t, cfg->count + 1), n = 0;
    stack[n++] = 0;
    live[0] = true;
    while (n) {
        const struct cfg_block *b = &cfg->blocks[stack[--n]];
        for (unsigned k = 0; k < b->succ_count; k++)
            if (!live[b->succ[k]]) {
                live[b->succ[k]] = true;
                stack[n++] = b->succ[k];
            }
    }
}

static void move_loops(struct cfg *cfg, struct arena *a, const bool *live, const uint32_t *place)
{
    uint32_t *to = arena_array(a, uint32_t, cfg->loop_count + 1), n = 0;
    for (uint32_t l = 0; l < cfg->loop_count; l++)
        to[l] = live[cfg->loops[l].header] ? n++ : LLVM_NONE; // the header dominates all of it
    for (uint32_t l = 0; l < cfg->loop_count; l++) {
        struct cfg_loop loop = cfg->loops[l];
        if (to[l] == LLVM_NONE)
            continue;
        loop.block_count = place[loop.header + loop.block_count] - place[loop.header];
        loop.header = place[loop.header];
        loop.parent = loop.parent == LLVM_NONE ? LLVM_NONE : to[loop.parent];
        cfg->loops[to[l]] = loop;
    }
    cfg->loop_count = n;
    for (uint32_t i = 0; i < cfg->count; i++)
        if (cfg->blocks[i].loop != LLVM_NONE)
            cfg->blocks[i].loop = to[cfg->blocks[i].loop];
}

// Loops and layout have seen the edges that keep blocks in their loops (spirv/flow/converge.c). Now they go,
// and with them the blocks that only they led to. No block that is left was dominated by one of those.
static void drop_dead(struct cfg *cfg, struct arena *a)
{
    bool *live = arena_array(a, bool, cfg->count + 1);
    uint32_t *place = arena_array(a, uint32_t, cfg->count + 1), n = 0;
    mark_live(cfg, a, live);
    for (uint32_t i = 0; i <= cfg->count; i++) { // of a dead one: that of the next
        place[i] = n;
        n += live[i];
    }
    move_loops(cfg, a, live, place);
    llvm_map_init(&cfg->index, a, n);
    for (uint32_t i = 0; i < cfg->count; i++) {
        if (!live[i])
            continue;
        struct cfg_block b = cfg->blocks[i];
        b.idom = place[b.idom];
        b.pred_count = 0;
        for (unsigned k = 0; k < b.succ_count; k++)
            b.succ[k] = place[b.succ[k]];
        llvm_map_set(&cfg->index, b.llvm, place[i]);
        cfg->blocks[place[i]] = b;
    }
    cfg->count = n;
    for (uint32_t i = 0; i < n; i++)
        for (unsigned k = 0; k < cfg->blocks[i].succ_count; k++) {
            struct cfg_block *to = &cfg->blocks[cfg->blocks[i].succ[k]];
            to->pred[to->pred_count++] = i;
        }
}

bool cfg_build(struct cfg *cfg, struct arena *a, const struct llvm_graph *g)
{
    struct builder w = {.arena = a};
    if (!find_blocks(&w, g))
        return false;
    count_loop_blocks(&w);
    uint32_t *place = arena_array(a, uint32_t, w.count);
    if (!layout(&w, place))
        return false;

    cfg->count = w.count;
    cfg->loops = w.loops;
    cfg->loop_count = w.loop_count;
    cfg->blocks = arena_array(a, struct cfg_block, w.count);
    llvm_map_init(&cfg->index, a, w.count);
    for (uint32_t i = 0; i < w.count; i++) {
        struct cfg_block *b = &cfg->blocks[place[i]];
        *b = w.b[i];
        b->idom = place[b->idom];
        for (unsigned k = 0; k < b->succ_count; k++)
            b->succ[k] = place[b->succ[k]];
        for (uint32_t k = 0; k < b->pred_count; k++)
            b->pred[k] = place[b->pred[k]];
        llvm_map_set(&cfg->index, b->llvm, place[i]);
    }
    for (uint32_t l = 0; l < w.loop_count; l++)
        cfg->loops[l].header = place[w.loops[l].header];
    return true;
}

void cfg_drop_never_taken(struct cfg *cfg, struct arena *a)
{
    if (!drop_edges(cfg))
        return;
    drop_dead(cfg, a);
}
