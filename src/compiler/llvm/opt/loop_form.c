// Brings loops into the form that LLVM's loop passes and instruction selection want: one way in (from a block
// that leads nowhere else), one latch, and exits that only the loop leads to. As LLVM's loop-simplify does,
// but that keeps its dominator tree up to date for each block that it adds: with thousands of loops one
// behind the other, each time for all that follow.
#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/opt/opt.h"

enum { DIRECT = 0, FORWARD, BACK, EXIT }; // EXIT + n: out of loop n

struct group {
    uint32_t to; // node + 1 that its block leads to
    LLVMBasicBlockRef bb;
    LLVMValueRef phi; // of the phi that is being divided
};

struct router {
    const struct llvm_graph *g;
    struct llvm_facts *facts;
    LLVMContextRef ctx;
    LLVMBuilderRef b;
    struct group *groups;       // by kind
    uint32_t *used, used_count; // kinds, of the node that is looked at
    bool any;
};

typedef uint32_t kind_fn(const struct router *r, uint32_t from, uint32_t to);

static uint32_t header_kind(const struct router *r, uint32_t from, uint32_t to)
{
    return from >= to ? BACK : FORWARD;
}

static bool is_header(const struct router *r, uint32_t node)
{
    uint32_t l = r->g->nodes[node].loop;
    return l != LLVM_NONE && r->g->loops[l].header == node;
}

// Jumps into an inner loop lead to its header.
static uint32_t exit_kind(const struct router *r, uint32_t from, uint32_t to)
{
    uint32_t in = r->g->nodes[from].loop, at = r->g->nodes[to].loop;
    if (in == LLVM_NONE || in == at || (is_header(r, to) && r->g->loops[at].parent == in))
        return DIRECT;
    return EXIT + in;
}

// Puts a block where edges of this kind to the node come together.
static void add_group(struct router *r, uint32_t kind, uint32_t to)
{
    struct group *n = &r->groups[kind];
    if (n->to == to + 1)
        return;
    LLVMBasicBlockRef bb = r->g->nodes[to].llvm;
    *n = (struct group){.to = to + 1, .bb = LLVMInsertBasicBlockInContext(r->ctx, bb, "")};
    LLVMPositionBuilderAtEnd(r->b, n->bb);
    LLVMBuildBr(r->b, bb);
    r->used[r->used_count++] = kind;
}

static void divide_phi(struct router *r, uint32_t to, LLVMValueRef phi, kind_fn *kind)
{
    LLVMTypeRef t = LLVMTypeOf(phi);
    LLVMPositionBuilderBefore(r->b, phi);
    LLVMValueRef rest = LLVMBuildPhi(r->b, t, "");
    for (uint32_t k = 0; k < r->used_count; k++) {
        struct group *n = &r->groups[r->used[k]];
        LLVMPositionBuilderBefore(r->b, LLVMGetBasicBlockTerminator(n->bb));
        n->phi = LLVMBuildPhi(r->b, t, "");
        LLVMAddIncoming(rest, &n->phi, &n->bb, 1);
    }
    for (unsigned k = 0, count = LLVMCountIncoming(phi); k < count; k++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, k);
        LLVMBasicBlockRef bb = LLVMGetIncomingBlock(phi, k);
        uint32_t from = llvm_map_get(&r->g->index, bb);
        const struct group *n = from == LLVM_NONE ? NULL : &r->groups[kind(r, from, to)];
        LLVMAddIncoming(n && n->to == to + 1 ? n->phi : rest, &v, &bb, 1);
    }
    LLVMReplaceAllUsesWith(phi, rest);
    LLVMInstructionEraseFromParent(phi);
}

static void route(struct router *r, uint32_t to, kind_fn *kind)
{
    const struct llvm_node *node = &r->g->nodes[to];
    for (uint32_t e = 0; e < node->pred_count; e++) {
        uint32_t k = kind(r, node->pred[e], to);
        if (r->groups[k].to != to + 1)
            continue;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(r->g->nodes[node->pred[e]].llvm);
        for (unsigned s = 0, n = LLVMGetNumSuccessors(end); s < n; s++)
            if (LLVMGetSuccessor(end, s) == node->llvm)
                LLVMSetSuccessor(end, s, r->groups[k].bb);
    }
    for (LLVMValueRef i = LLVMGetFirstInstruction(node->llvm), next; LLVMIsAPHINode(i); i = next) {
        next = LLVMGetNextInstruction(i);
        divide_phi(r, to, i, kind);
    }
    r->any = true;
    llvm_facts_doubt(r->facts);
}

// One way in and one latch.
static void route_header(struct router *r, uint32_t to)
{
    const struct llvm_node *node = &r->g->nodes[to];
    uint32_t count[EXIT] = {0};
    r->used_count = 0;
    for (uint32_t e = 0; e < node->pred_count; e++)
        count[header_kind(r, node->pred[e], to)]++;
    for (uint32_t e = 0; e < node->pred_count; e++) {
        uint32_t from = node->pred[e], kind = header_kind(r, from, to);
        bool alone = kind == BACK || llvm_successor_count(r->g->nodes[from].llvm) == 1;
        if (count[kind] > 1 || !alone)
            add_group(r, kind, to);
    }
    if (r->used_count)
        route(r, to, header_kind);
}

static void route_exits(struct router *r, uint32_t to)
{
    const struct llvm_node *node = &r->g->nodes[to];
    r->used_count = 0;
    bool same = true;
    for (uint32_t e = 1; e < node->pred_count; e++)
        same &= exit_kind(r, node->pred[e], to) == exit_kind(r, node->pred[0], to);
    for (uint32_t e = 0; e < node->pred_count && !same; e++)
        if (exit_kind(r, node->pred[e], to) != DIRECT)
            add_group(r, exit_kind(r, node->pred[e], to), to);
    if (r->used_count)
        route(r, to, exit_kind);
}

static bool look(struct router *r)
{
    struct arena *a = r->facts->arena;
    r->g = llvm_facts_graph(r->facts);
    if (!r->g->reducible)
        return false;
    r->groups = arena_array(a, struct group, r->g->loop_count + EXIT + 1);
    r->used = arena_array(a, uint32_t, r->g->loop_count + EXIT + 1);
    r->any = false;
    return r->g->loop_count != 0;
}

void llvm_simplify_loops(struct llvm_facts *f)
{
    struct router r = {.facts = f, .ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f->kernel))};
    if (!look(&r))
        return; // irreducible, or without loops
    r.b = LLVMCreateBuilderInContext(r.ctx);
    for (uint32_t i = 0; i < r.g->count; i++)
        if (is_header(&r, i))
            route_header(&r, i);
    if (!r.any || look(&r))
        for (uint32_t i = 0; i < r.g->count; i++)
            route_exits(&r, i);
    LLVMDisposeBuilder(r.b);
}
