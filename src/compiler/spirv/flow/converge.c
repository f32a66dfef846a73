// Reconvergence: lanes that SPIR-V's structure brings together run subgroup operations together, and no
// others do.
//
// The thread executes blocks in layout order and channels wait ahead of it (mir/lower/cf.c), so within one
// iteration of a loop all lanes that reach a block meet there, whatever the branches between look like. What
// remains is to keep every subgroup operation in its loop. LLVM knows natural loops only: a block that a loop
// executes just before it is left
// ("if (c) { ballot(); break; }") lies outside of them, and lanes that come there from different iterations
// would meet. It may also make such blocks, when it learns that a block always leads to the exit. So, while
// LLVM and the layout look at it:
// - a block with a subgroup operation that not every iteration executes gets an edge back to its loop's
//   header, under a condition that is always true but that LLVM does not know (kiln.convergence.stay). A
//   loop within a loop is treated as such a block, at its merge block.
// - the header of each loop with a subgroup operation holds a call (kiln.convergence.loop), so that it is
//   neither merged with another header nor threaded through.
// Both cost nothing: selection drops them. Source: SPV_KHR_maximal_reconvergence.
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

#define NONE UINT32_MAX

struct loop {
    uint32_t header, merge; // block numbers; merge NONE: not reachable
    uint32_t parent;
    uint32_t back; // a block that goes back to the header, NONE: there is none
    bool leads_to_merge;
    bool converges;
};

struct graph {
    struct spv *c;
    struct spv_function *f;
    uint32_t *order, count; // reachable blocks in reverse post-order
    uint32_t *place;        // by block: position in `order`
    uint32_t *idom;         // by position
    struct loop *loops;
    uint32_t loop_count;
    uint32_t *loop_of; // by block: innermost loop construct
};

// ---- blocks ----

struct targets {
    uint32_t *at, count, capacity;
    const struct graph *g;
};

static void add_block(struct spv *c, struct targets *t, uint32_t block)
{
    if (t->count == t->capacity) {
        uint32_t n = t->capacity ? t->capacity * 2 : 8;
        t->at = arena_grow(c->arena, t->at, t->count * sizeof(uint32_t), n * sizeof(uint32_t));
        t->capacity = n;
    }
    t->at[t->count++] = block;
}

static void add_target(struct spv *c, void *data, uint32_t label)
{
    struct targets *t = data;
    add_block(c, t, (uint32_t)(c->ids[label].block - t->g->f->blocks)); // spv_scan_functions has checked it
}

static void successors(const struct graph *g, uint32_t block, struct targets *t)
{
    t->g = g;
    t->count = 0;
    spv_for_targets(g->c, &g->c->insts[g->f->blocks[block].end - 1], add_target, t);
}

static void number_blocks(struct graph *g)
{
    struct frame {
        uint32_t block, next;
        struct targets t;
    };
    uint32_t n = g->f->block_count, depth = 0, left = n;
    struct frame *stack = arena_array(g->c->arena, struct frame, n + 1);
    uint32_t *post = arena_array(g->c->arena, uint32_t, n + 1);
    for (uint32_t b = 0; b < n; b++)
        g->place[b] = NONE;
    g->place[0] = 0;
    successors(g, 0, &stack[depth++].t);
    while (depth) {
        struct frame *s = &stack[depth - 1];
        if (s->next == s->t.count) {
            post[--left] = s->block;
            depth--;
            continue;
        }
        uint32_t to = s->t.at[s->next++];
        if (g->place[to] != NONE)
            continue;
        g->place[to] = 0;
        stack[depth].block = to;
        stack[depth].next = 0;
        successors(g, to, &stack[depth].t);
        depth++;
    }
    g->order = post + left;
    g->count = n - left;
    for (uint32_t k = 0; k < g->count; k++)
        g->place[g->order[k]] = k;
}

static uint32_t intersect(const struct graph *g, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (a > b)
            a = g->idom[a];
        while (b > a)
            b = g->idom[b];
    }
    return a;
}

// Cooper, Harvey and Kennedy, pushing along successors.
static void find_dominators(struct graph *g)
{
    struct targets t = {0};
    g->idom = arena_array(g->c->arena, uint32_t, g->count + 1);
    uint32_t *next = arena_array(g->c->arena, uint32_t, g->count + 1);
    for (uint32_t k = 0; k < g->count; k++)
        g->idom[k] = k ? NONE : 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < g->count; k++)
            next[k] = k ? NONE : 0;
        for (uint32_t k = 0; k < g->count; k++) {
            if (k && next[k] != NONE && next[k] != g->idom[k]) {
                g->idom[k] = next[k];
                changed = true;
            }
            successors(g, g->order[k], &t);
            for (uint32_t e = 0; e < t.count; e++) {
                uint32_t to = g->place[t.at[e]];
                if (to > k)
                    next[to] = next[to] == NONE ? k : intersect(g, next[to], k);
            }
        }
    }
}

static bool dominates(const struct graph *g, uint32_t a, uint32_t b)
{
    uint32_t x = g->place[a], y = g->place[b];
    while (y > x)
        y = g->idom[y];
    return x == y;
}

// ---- loops ----

static const struct spv_inst *loop_merge(const struct graph *g, uint32_t block)
{
    const struct spv_block *b = &g->f->blocks[block];
    for (uint32_t n = b->end - 1; n-- > b->first;) {
        const struct spv_inst *i = &g->c->insts[n];
        if (i->op == SpvOpLoopMerge)
            return i;
        if (i->op != SpvOpLine && i->op != SpvOpNoLine)
            break;
    }
    return NULL;
}

static uint32_t block_number(const struct graph *g, uint32_t label)
{
    const struct spv_id *d = spv_id(g->c, label);
    spv_check(g->c, d->kind == SPV_ID_BLOCK && d->function == g->f, "%%%u is not a block of this function",
              label);
    return (uint32_t)(d->block - g->f->blocks);
}

// The outermost known loop around the block.
static uint32_t outermost_loop(const struct graph *g, uint32_t block)
{
    uint32_t l = g->loop_of[block];
    while (l != NONE && g->loops[l].parent != NONE)
        l = g->loops[l].parent;
    return l;
}

// The loop's construct: what its header reaches without its merge block. Inner loops are known: from one the
// walk goes on at its merge block.
static void fill_loop(struct graph *g, uint32_t l, uint32_t *stack, uint32_t *seen)
{
    struct loop *loop = &g->loops[l];
    struct targets t = {0};
    uint32_t n = 0;
    loop->parent = loop->back = NONE;
    stack[n++] = loop->header;
    seen[loop->header] = l + 1;
    while (n) {
        uint32_t b = stack[--n], inner = outermost_loop(g, b);
        if (inner == l) // entered past its header
            continue;
        if (inner != NONE && b != loop->header) {
            g->loops[inner].parent = l;
            t.count = 0;
            if (g->loops[inner].leads_to_merge)
                add_block(g->c, &t, g->loops[inner].merge);
        } else {
            g->loop_of[b] = l;
            successors(g, b, &t);
        }
        for (uint32_t e = 0; e < t.count; e++) {
            uint32_t to = t.at[e];
            if (to == loop->header)
                loop->back = b;
            loop->leads_to_merge |= to == loop->merge;
            if (to == loop->merge || seen[to] == l + 1)
                continue;
            seen[to] = l + 1;
            stack[n++] = to;
        }
    }
}

static void find_loops(struct graph *g)
{
    uint32_t n = g->f->block_count;
    g->loop_of = arena_array(g->c->arena, uint32_t, n + 1);
    for (uint32_t b = 0; b < n; b++)
        g->loop_of[b] = NONE;
    for (uint32_t k = 0; k < g->count; k++)
        g->loop_count += loop_merge(g, g->order[k]) != NULL;
    if (!g->loop_count)
        return;
    g->loops = arena_array(g->c->arena, struct loop, g->loop_count);
    uint32_t *stack = arena_array(g->c->arena, uint32_t, n + 1),
             *seen = arena_array(g->c->arena, uint32_t, n + 1);
    uint32_t l = g->loop_count;
    const struct spv_inst *at = g->c->at;
    for (uint32_t k = g->count; k--;) { // inner loops come later
        const struct spv_inst *i = loop_merge(g, g->order[k]);
        if (!i)
            continue;
        g->c->at = i;
        g->loops[--l] = (struct loop){.header = g->order[k], .merge = block_number(g, spv_word(g->c, i, 1))};
        fill_loop(g, l, stack, seen);
    }
    g->c->at = at;
    for (l = 0; l < g->loop_count; l++)
        if (g->place[g->loops[l].merge] == NONE)
            g->loops[l].merge = NONE;
}

// ---- what converges ----

// Samples of an implicit LOD take derivatives.
static bool is_implicit_sample(uint32_t op)
{
    return op == SpvOpImageSampleImplicitLod || op == SpvOpImageSampleDrefImplicitLod ||
           op == SpvOpImageSampleProjImplicitLod || op == SpvOpImageSampleProjDrefImplicitLod;
}

bool spv_is_convergent(uint32_t op)
{
    return (op >= SpvOpGroupNonUniformElect && op <= SpvOpGroupNonUniformQuadSwap) ||
           op == SpvOpGroupNonUniformRotateKHR || op == SpvOpGroupNonUniformPartitionNV ||
           (op >= SpvOpSubgroupBallotKHR && op <= SpvOpSubgroupReadInvocationKHR) ||
           (op >= SpvOpDPdx && op <= SpvOpFwidthCoarse) || op == SpvOpImageQueryLod || is_implicit_sample(op);
}

static bool block_converges(struct spv *c, const struct spv_block *b)
{
    for (uint32_t n = b->first; n < b->end; n++) {
        const struct spv_inst *i = &c->insts[n]; // spv_follow_calls has checked its words
        if (i->op == SpvOpFunctionCall ? c->ids[i->words[3]].function->converges : spv_is_convergent(i->op))
            return true;
    }
    return false;
}

static void add_anchor(struct graph *g, uint32_t block, uint32_t header)
{
    struct spv_anchor *a = arena_new(g->c->arena, struct spv_anchor);
    *a = (struct spv_anchor){g->f->blocks[block].anchors, &g->f->blocks[header]};
    g->f->blocks[block].anchors = a;
}

static void anchor_blocks(struct graph *g)
{
    for (uint32_t k = 0; k < g->count; k++) {
        uint32_t b = g->order[k], l = g->loop_of[b];
        if (l == NONE || !block_converges(g->c, &g->f->blocks[b]))
            continue;
        for (uint32_t outer = l; outer != NONE && !g->loops[outer].converges; outer = g->loops[outer].parent)
            g->loops[outer].converges = true;
        if (g->loops[l].back != NONE && !dominates(g, b, g->loops[l].back))
            add_anchor(g, b, g->loops[l].header);
    }
}

static void anchor_loops(struct graph *g)
{
    for (uint32_t l = 0; l < g->loop_count; l++) {
        const struct loop *loop = &g->loops[l];
        if (!loop->converges)
            continue;
        g->f->blocks[loop->header].heart = true;
        for (uint32_t p = loop->parent; p != NONE && g->loops[p].back != NONE; p = NONE) {
            if (dominates(g, loop->header, g->loops[p].back))
                continue;
            bool merges = loop->merge != NONE && g->loop_of[loop->merge] == p;
            add_anchor(g, merges ? loop->merge : loop->header, g->loops[p].header);
        }
    }
}

void spv_find_convergence(struct spv *c, struct spv_function *f)
{
    if (f->anchored || !f->converges)
        return;
    f->anchored = true;
    struct graph g = {.c = c, .f = f, .place = arena_array(c->arena, uint32_t, f->block_count + 1)};
    number_blocks(&g);
    find_loops(&g);
    if (!g.loop_count)
        return;
    find_dominators(&g);
    anchor_blocks(&g);
    anchor_loops(&g);
}

// ---- emitting ----

void spv_emit_heart(struct spv *c)
{
    spv_call(c, INTRINSIC_CONVERGENCE_LOOP, NULL, 0);
}

// Behind what the block does, before it branches.
void spv_emit_anchors(struct spv *c, const struct spv_block *b)
{
    for (const struct spv_anchor *a = b->anchors; a; a = a->next) {
        LLVMValueRef stay = spv_call(c, INTRINSIC_CONVERGENCE_STAY, NULL, 0);
        LLVMBasicBlockRef from = LLVMGetInsertBlock(c->b);
        LLVMBasicBlockRef rest = LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "");
        LLVMBuildCondBr(c->b, stay, rest, a->header->head);
        LLVMPositionBuilderAtEnd(c->b, rest);
        struct spv_anchored *e = arena_new(c->arena, struct spv_anchored);
        *e = (struct spv_anchored){c->now.anchored, from, a->header->head};
        c->now.anchored = e;
    }
}
