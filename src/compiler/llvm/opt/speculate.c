// Speculates reads of constant places: of `if (c) x ^= table[3]`, where c differs between lanes, the read is
// made in front of the branch. Then
//
// - all reads of such a chain are under way at once, and neighbours are one message (load-store-vectorizer);
// - what is left of the side is short enough for a predicate (mir/opt/predicate.c) or a select.
//
// Lanes seldom agree not to go there, so that the read is made anyway as a rule. It is harmless where it is
// not: a surface ends where its buffer does, and the descriptor is valid (kiln_compile_options). The place is
// constant, since LLVM takes a read as proof that what its address is made of is not poison.
//
// Likewise a read after a branch, next to one that is made before it (a component of a
// vector that only one side wants): both are one message then, wherever the place is. The branch may be of
// any kind.
//
// What is merged with a read that was moved must not suffer by it. A message's address is a number of 32
// bits, and if its first dword is before the buffer, all of it is outside: a[i - 1] of item 0 would take a[0]
// with it. (After the buffer's end each dword is outside by itself.) The steps that merge reads cannot tell
// which were moved; so only those move whose place is not before the buffer, as what is read anyway shows.
//
// A read climbs on: past what surely happens before it, and out of a side that is in another side; over
// writes only where they are elsewhere (llvm/ir/memory.h).
#include <llvm-c/Target.h>

#include <string.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/facts/lanes.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/ir/memory.h"
#include "compiler/llvm/opt/opt.h"

enum {
    MAX_BLOCKS = 500,
    MAX_EFFECTS = 256,
    MAX_READS = 256,   // that may have neighbours
    VECTOR_BYTES = 16, // of one message
    MAX_FAR = 16,      // dominators that are looked at for one
    MAX_SIDE = 32,     // instructions that a side has besides
    MAX_BYTES = 512,   // that are read in one place: 16 registers
    MAX_OUT = 2,       // branches that a read is moved out of
    MAX_STEPS = 64,    // that it climbs
    DEPTH = 8,         // of what computes a condition
};

enum way { UNKNOWN, STUCK, SIDE, BEHIND }; // into what comes before: out of a side, or past a region

struct effect {
    uint32_t node;
    struct llvm_access access;
};

struct pass {
    LLVMTargetDataRef dl;
    LLVMBuilderRef b;
    unsigned invariant; // kind of metadata
    const struct llvm_graph *g;
    struct effect effect[MAX_EFFECTS], read[MAX_READS];
    unsigned effects, reads;
    enum way *way;   // per node: how it is left upwards
    unsigned *bytes; // per node: what is read at its end
    bool *met;       // per node: is it on a way
    uint32_t *stack;
};

// ---- the flow

static bool is_between(const struct pass *p, uint32_t b, uint32_t from, uint32_t to)
{
    return b != from && llvm_graph_dominates(p->g, from, b) && !llvm_graph_dominates(p->g, to, b);
}

// Do all ways from `from` come to `to`, without a loop?
static bool always_reaches(const struct pass *p, uint32_t from, uint32_t to)
{
    for (uint32_t b = 0; b < p->g->count; b++) {
        if (b != from && !is_between(p, b, from, to))
            continue;
        LLVMBasicBlockRef bb = p->g->nodes[b].llvm;
        unsigned n = llvm_successor_count(bb);
        if (!n || p->g->nodes[b].loop != p->g->nodes[to].loop)
            return false;
        for (unsigned k = 0; k < n; k++) {
            uint32_t s = llvm_map_get(&p->g->index, llvm_successor(bb, k));
            if (s != to && (s <= b || !is_between(p, s, from, to)))
                return false;
        }
    }
    return true;
}

static bool is_short(LLVMBasicBlockRef bb)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
        n += !LLVMIsALoadInst(i) && !LLVMIsAGetElementPtrInst(i);
    return n <= MAX_SIDE;
}

static enum way find_way(const struct pass *p, uint32_t node)
{
    const struct llvm_node *n = &p->g->nodes[node];
    if (n->idom == node || p->g->nodes[n->idom].loop != n->loop)
        return STUCK;
    if (n->pred_count > 1)
        return always_reaches(p, n->idom, node) ? BEHIND : STUCK;
    LLVMValueRef br = LLVMGetBasicBlockTerminator(p->g->nodes[n->idom].llvm);
    if (LLVMGetInstructionOpcode(br) != LLVMBr)
        return STUCK;
    if (!LLVMIsConditional(br))
        return BEHIND;
    return llvm_looks_uniform(LLVMGetCondition(br), DEPTH) || llvm_successor_count(n->llvm) != 1 ||
                   !is_short(n->llvm)
               ? STUCK
               : SIDE;
}

static enum way way_from(struct pass *p, uint32_t node)
{
    if (p->way[node] == UNKNOWN)
        p->way[node] = find_way(p, node);
    return p->way[node];
}

// ---- the reads

// Of a surface in the binding table, at a constant offset (of 2 GiB or more: negative). What it says of
// itself holds on other ways, too.
static bool may_speculate(const struct llvm_access *r)
{
    if (r->effect != LLVM_EFFECT_READ || r->place.offset || r->place.at < 0 || r->space != KILN_AS_SURFACE)
        return false;
    LLVMValueRef s = r->place.base;
    return LLVMIsACallInst(s) && intrinsic_of(s) == INTRINSIC_SURFACE &&
           LLVMIsAConstantInt(LLVMGetOperand(s, 0));
}

// All nodes on the ways from `from`, which dominates `to`, but for `from` itself.
static void find_ways(struct pass *p, uint32_t from, uint32_t to)
{
    unsigned n = 0;
    memset(p->met, 0, p->g->count * sizeof(*p->met));
    p->met[to] = true;
    for (p->stack[n++] = to; n;) {
        const struct llvm_node *b = &p->g->nodes[p->stack[--n]];
        for (uint32_t k = 0; k < b->pred_count; k++) {
            const uint32_t q = b->pred[k];
            if (q == from || p->met[q])
                continue;
            p->met[q] = true;
            p->stack[n++] = q;
        }
    }
}

// May the read at `home` move to the end of `to`, out of `node`, where it is or has come to by now?
static bool is_free(struct pass *p, const struct llvm_access *r, uint32_t home, uint32_t node, uint32_t to)
{
    if (LLVMGetMetadata(r->inst, p->invariant))
        return true;
    find_ways(p, to, node);
    for (unsigned k = 0; k < p->effects; k++) {
        const struct effect *e = &p->effect[k];
        LLVMValueRef i = e->access.inst;
        while (e->node == home && node == home && i && i != r->inst) // does it come after the read?
            i = LLVMGetNextInstruction(i);
        if (p->met[e->node] && i && llvm_may_disturb(&e->access, r))
            return false;
    }
    return true;
}

// Where the read may be made at the earliest, if that is out of a side: there it is beside the most others.
static uint32_t find_target(struct pass *p, const struct llvm_access *r, uint32_t home)
{
    uint32_t best = LLVM_NONE;
    unsigned out = 0;
    for (uint32_t node = home, steps = 0; steps < MAX_STEPS; steps++) {
        enum way way = way_from(p, node);
        uint32_t to = p->g->nodes[node].idom;
        out += way == SIDE;
        if (way == STUCK || out > MAX_OUT || !is_free(p, r, home, node, to))
            break;
        if (out && p->bytes[to] + r->bytes <= MAX_BYTES)
            best = to;
        node = to;
    }
    return best;
}

static void move(struct pass *p, LLVMValueRef i, LLVMBasicBlockRef to)
{
    if (!LLVMIsAInstruction(i) || LLVMIsAPHINode(i))
        return;
    uint32_t from = llvm_map_get(&p->g->index, LLVMGetInstructionParent(i));
    if (llvm_graph_dominates(p->g, from, llvm_map_get(&p->g->index, to)))
        return;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
        move(p, LLVMGetOperand(i, k), to);
    LLVMInstructionRemoveFromParent(i);
    LLVMPositionBuilderBefore(p->b, LLVMGetBasicBlockTerminator(to));
    LLVMInsertIntoBuilder(p->b, i);
}

// ---- neighbours

static bool is_same_vector(const struct llvm_access *a, const struct llvm_access *b)
{
    return a->place.base == b->place.base && a->place.offset == b->place.offset && a->space == b->space &&
           a->scope == b->scope;
}

// Is one read in the node, or before it in any case, that is not after this one? Then this one is not before
// the buffer if that one is not.
static bool follows_another(const struct pass *p, uint32_t node, const struct llvm_access *r)
{
    for (unsigned k = 0; k < p->reads; k++) {
        const struct llvm_access *q = &p->read[k].access;
        if (is_same_vector(q, r) && q->place.at <= r->place.at && q->place.at > r->place.at - VECTOR_BYTES &&
            llvm_graph_dominates(p->g, p->read[k].node, node))
            return true;
    }
    return false;
}

// Is there room for the read in the message of those in the node, which does not begin before the buffer by
// it? What is aligned to the message does not.
static bool has_room(const struct pass *p, uint32_t node, const struct llvm_access *r)
{
    int64_t low = r->place.at, high = low + (int64_t)r->bytes;
    bool touches = false;
    for (unsigned k = 0; k < p->reads; k++) {
        const struct llvm_access *q = &p->read[k].access;
        const int64_t end = q->place.at + (int64_t)q->bytes;
        if (p->read[k].node != node || !is_same_vector(q, r) || q->place.at >= r->place.at + VECTOR_BYTES ||
            end <= r->place.at - VECTOR_BYTES)
            continue;
        touches |= end == r->place.at || q->place.at == r->place.at + (int64_t)r->bytes;
        low = q->place.at < low ? q->place.at : low;
        high = end > high ? end : high;
    }
    return touches && high - low <= VECTOR_BYTES &&
           (follows_another(p, node, r) || LLVMGetAlignment(r->inst) >= high - low);
}

static bool join_neighbour(struct pass *p, struct effect *r)
{
    unsigned steps = 0;
    for (uint32_t node = r->node; p->g->nodes[node].idom != node && steps < MAX_FAR; steps++) {
        const uint32_t to = p->g->nodes[node].idom;
        if (p->g->nodes[to].loop != p->g->nodes[r->node].loop)
            return false;
        if (has_room(p, to, &r->access)) {
            if (!is_free(p, &r->access, r->node, r->node, to))
                return false;
            move(p, r->access.inst, p->g->nodes[to].llvm);
            r->node = to;
            return true;
        }
        node = to;
    }
    return false;
}

// Reads of surfaces: one that is outside of its buffer is harmless.
static void find_reads(struct pass *p)
{
    for (uint32_t n = 0; n < p->g->count; n++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(p->g->nodes[n].llvm); i && p->reads < MAX_READS;
             i = LLVMGetNextInstruction(i)) {
            struct llvm_access r = llvm_access_of(p->dl, i);
            if (r.effect == LLVM_EFFECT_READ && r.space == KILN_AS_SURFACE && r.place.offset &&
                LLVMIsALoadInst(i) && r.bytes % 4 == 0)
                p->read[p->reads++] = (struct effect){n, r};
        }
}

// ----

static bool find_effects(struct pass *p)
{
    for (uint32_t n = 0; n < p->g->count; n++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(p->g->nodes[n].llvm); i;
             i = LLVMGetNextInstruction(i)) {
            struct llvm_access access = llvm_access_of(p->dl, i);
            if (access.effect == LLVM_EFFECT_NONE || access.effect == LLVM_EFFECT_READ)
                continue;
            if (p->effects == MAX_EFFECTS)
                return false;
            p->effect[p->effects++] = (struct effect){n, access};
        }
    return true;
}

static bool visit(struct pass *p, uint32_t node)
{
    bool any = false;
    if (way_from(p, node) != SIDE)
        return false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(p->g->nodes[node].llvm), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        struct llvm_access r = llvm_access_of(p->dl, i);
        uint32_t to = may_speculate(&r) ? find_target(p, &r, node) : LLVM_NONE;
        if (to == LLVM_NONE)
            continue;
        move(p, i, p->g->nodes[to].llvm);
        p->bytes[to] += (unsigned)r.bytes;
        any = true;
    }
    return any;
}

bool llvm_speculate_reads(struct llvm_facts *f)
{
    struct arena *a = f->arena;
    LLVMModuleRef m = LLVMGetGlobalParent(f->kernel);
    LLVMContextRef ctx = LLVMGetModuleContext(m);
    struct pass *p = arena_array(a, struct pass, 1);
    p->dl = LLVMGetModuleDataLayout(m);
    p->invariant = LLVMGetMDKindIDInContext(ctx, "invariant.load", 14);
    p->g = llvm_facts_graph(f);
    if (!p->g->reducible || p->g->count > MAX_BLOCKS || !find_effects(p))
        return false;
    p->way = arena_array(a, enum way, p->g->count);
    p->bytes = arena_array(a, unsigned, p->g->count);
    p->met = arena_array(a, bool, p->g->count);
    p->stack = arena_array(a, uint32_t, p->g->count);
    p->b = LLVMCreateBuilderInContext(ctx);
    bool any = false;
    for (uint32_t n = 0; n < p->g->count; n++)
        any |= visit(p, n);
    find_reads(p);
    for (unsigned k = 0; k < p->reads; k++)
        any |= join_neighbour(p, &p->read[k]);
    LLVMDisposeBuilder(p->b);
    return any;
}
