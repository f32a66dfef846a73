// What selection needs after LLVM's passes: no phis of nothing, no critical edges, and loop-closed SSA form,
// in which a value of a loop is used outside only by phis at the loop's exits. And shifts whose counts are
// masked by the EU, and one block for edges that bring the same values.
//
// LLVM's break-crit-edges and lcssa give the same, but look at every predecessor for each edge and at every
// exit for each value. Here phis are made on demand. A use outside asks for the value at the end of its
// block: that is a phi where the chain of dominators leaves the outermost loop around the definition that the
// use is not in, and what comes into the phi is asked for in turn. Dominators in and out of a loop are
// contiguous in such a chain, so the place is found by bisection among the loop's places of that kind. A phi
// is made only where different ways out of a loop begin or meet, so there are no more than the form needs.
#include <llvm-c/DebugInfo.h>

#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/facts/lanes.h"
#include "compiler/llvm/facts/ranges.h"
#include "compiler/llvm/ir/cfg.h"
#include "compiler/llvm/ir/uses.h"
#include "compiler/llvm/lower/prepare.h"
#include "compiler/llvm/opt/opt.h"

// ---- phis of nothing

static bool is_undefined(LLVMValueRef phi)
{
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, k);
        if (!LLVMIsUndef(v) && v != phi) // poison is a kind of undef
            return false;
    }
    return true;
}

// A phi that is undefined whichever way it is reached would be a register that is read and never written.
// Blocks before loops have such phis. Those that hang together want as many rounds as they stand against the
// order of the blocks.
static void drop_undefined_phis(LLVMValueRef fn)
{
    for (bool again = true; again;) {
        again = false;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i && LLVMIsAPHINode(i); i = next) {
                next = LLVMGetNextInstruction(i);
                if (!is_undefined(i))
                    continue;
                LLVMReplaceAllUsesWith(i, LLVMGetUndef(LLVMTypeOf(i)));
                LLVMInstructionEraseFromParent(i);
                again = true;
            }
    }
}

// ---- critical edges

struct split {
    LLVMBasicBlockRef by[2]; // blocks on the edges from one predecessor, or NULL
    uint32_t to;             // block + 1 that they lead to
    unsigned next;
};

// An empty one in front of it, which is to take its place.
static LLVMValueRef phi_before(LLVMBuilderRef b, LLVMValueRef phi)
{
    LLVMPositionBuilderBefore(b, phi);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(phi));
    return LLVMBuildPhi(b, LLVMTypeOf(phi), "");
}

static void replace_phi(LLVMValueRef phi, LLVMValueRef by)
{
    LLVMReplaceAllUsesWith(phi, by);
    LLVMInstructionEraseFromParent(phi);
}

struct splitter {
    const struct llvm_graph *graph;
    struct split *from; // by predecessor
    LLVMContextRef ctx;
    LLVMBuilderRef b;
};

static void split_edge(struct splitter *s, uint32_t from, unsigned k, uint32_t to)
{
    LLVMBasicBlockRef pred = s->graph->nodes[from].llvm, next = LLVMGetNextBasicBlock(pred);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(pred);
    LLVMBasicBlockRef by = next ? LLVMInsertBasicBlockInContext(s->ctx, next, "")
                                : LLVMAppendBasicBlockInContext(s->ctx, LLVMGetBasicBlockParent(pred), "");
    LLVMPositionBuilderAtEnd(s->b, by);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(end));
    LLVMBuildBr(s->b, s->graph->nodes[to].llvm);
    LLVMSetSuccessor(end, k, by);
    struct split *f = &s->from[from];
    if (f->to != to + 1)
        *f = (struct split){.to = to + 1};
    f->by[f->by[0] != NULL] = by;
}

// The block from which the predecessor's edge comes now. Two edges of one predecessor take turns; their
// values are the same.
static LLVMBasicBlockRef edge_block(struct splitter *s, LLVMBasicBlockRef pred, uint32_t to)
{
    uint32_t from = llvm_map_get(&s->graph->index, pred);
    if (from == LLVM_NONE || s->from[from].to != to + 1)
        return pred;
    struct split *f = &s->from[from];
    unsigned k = f->next;
    f->next = !k && f->by[1];
    return f->by[k];
}

static void redirect_phi(struct splitter *s, uint32_t to, LLVMValueRef phi)
{
    LLVMValueRef renewed = phi_before(s->b, phi);
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, k);
        LLVMBasicBlockRef from = edge_block(s, LLVMGetIncomingBlock(phi, k), to);
        LLVMAddIncoming(renewed, &v, &from, 1);
    }
    replace_phi(phi, renewed);
}

static void split_edges_to(struct splitter *s, uint32_t to)
{
    const struct llvm_node *n = &s->graph->nodes[to];
    bool any = false;
    for (uint32_t k = 0; k < n->pred_count && n->pred_count > 1; k++) {
        LLVMBasicBlockRef pred = s->graph->nodes[n->pred[k]].llvm;
        unsigned ways = llvm_successor_count(pred);
        for (unsigned e = 0; e < ways && ways > 1; e++)
            if (llvm_successor(pred, e) == n->llvm) {
                split_edge(s, n->pred[k], e, to);
                any = true;
            }
    }
    for (LLVMValueRef i = LLVMGetFirstInstruction(n->llvm), next; any && LLVMIsAPHINode(i); i = next) {
        next = LLVMGetNextInstruction(i);
        redirect_phi(s, to, i);
    }
}

static void split_critical_edges(struct llvm_facts *f)
{
    LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f->kernel));
    struct splitter s = {.ctx = ctx, .b = LLVMCreateBuilderInContext(ctx), .graph = llvm_facts_graph(f)};
    s.from = arena_array(f->arena, struct split, s.graph->count);
    for (uint32_t i = 0; i < s.graph->count; i++)
        split_edges_to(&s, i);
    llvm_facts_doubt(f);
    LLVMDisposeBuilder(s.b);
}

// ---- edges that bring the same

// Branches of several places may go to one block with the same values (what is left over, in the default of
// each switch): one block in front of it moves them.
enum { MIN_VALUES = 2, MAX_ENDS = 16, CONDITION_DEPTH = 8 };

struct joiner {
    const struct llvm_graph *g;
    LLVMContextRef ctx;
    LLVMBuilderRef b;
    uint32_t to; // the block that is looked at
    LLVMValueRef
        end[MAX_ENDS]; // of its predecessors, those that go there by one of two ways, as all lanes do
    unsigned count;
};

static LLVMValueRef value_from(LLVMValueRef phi, LLVMBasicBlockRef from)
{
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++)
        if (LLVMGetIncomingBlock(phi, k) == from)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

static LLVMValueRef next_phi(LLVMValueRef i)
{
    return i && LLVMIsAPHINode(i) ? i : NULL;
}

static bool bring_the_same(LLVMBasicBlockRef to, LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
    unsigned n = 0;
    for (LLVMValueRef i = next_phi(LLVMGetFirstInstruction(to)); i;
         i = next_phi(LLVMGetNextInstruction(i)), n++)
        if (value_from(i, a) != value_from(i, b))
            return false;
    return n >= MIN_VALUES;
}

static void find_ends(struct joiner *j)
{
    const struct llvm_node *n = &j->g->nodes[j->to];
    j->count = 0;
    for (uint32_t k = 0; k < n->pred_count && j->count < MAX_ENDS; k++) {
        const struct llvm_node *from = &j->g->nodes[n->pred[k]];
        LLVMValueRef end = LLVMGetBasicBlockTerminator(from->llvm);
        bool one_of_two = LLVMIsABranchInst(end) && LLVMIsConditional(end) &&
                          LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1);
        if (one_of_two && from->loop == n->loop && !llvm_graph_dominates(j->g, j->to, n->pred[k]) &&
            llvm_looks_uniform(LLVMGetCondition(end), CONDITION_DEPTH))
            j->end[j->count++] = end;
    }
}

// The phi without what comes from those blocks, but once from `by`.
static void renew_phi(struct joiner *j, LLVMValueRef phi, const LLVMBasicBlockRef *from, unsigned count,
                      LLVMBasicBlockRef by)
{
    LLVMValueRef renewed = phi_before(j->b, phi), same = value_from(phi, from[0]);
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, k);
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, k);
        bool joined = false;
        for (unsigned m = 0; m < count; m++)
            joined |= from[m] == block;
        if (!joined)
            LLVMAddIncoming(renewed, &v, &block, 1);
    }
    LLVMAddIncoming(renewed, &same, &by, 1);
    replace_phi(phi, renewed);
}

static void join_edges(struct joiner *j, const LLVMValueRef *end, unsigned count)
{
    LLVMBasicBlockRef to = j->g->nodes[j->to].llvm, by = LLVMInsertBasicBlockInContext(j->ctx, to, ""),
                      from[MAX_ENDS];
    LLVMPositionBuilderAtEnd(j->b, by);
    LLVMSetCurrentDebugLocation2(j->b, LLVMInstructionGetDebugLoc(end[0]));
    LLVMBuildBr(j->b, to);
    for (unsigned k = 0; k < count; k++) {
        from[k] = LLVMGetInstructionParent(end[k]);
        LLVMSetSuccessor(end[k], LLVMGetSuccessor(end[k], 1) == to, by);
    }
    for (LLVMValueRef i = next_phi(LLVMGetFirstInstruction(to)), next; i; i = next) {
        next = next_phi(LLVMGetNextInstruction(i));
        renew_phi(j, i, from, count, by);
    }
}

static void join_edges_to(struct joiner *j)
{
    LLVMBasicBlockRef to = j->g->nodes[j->to].llvm;
    find_ends(j);
    for (unsigned a = 0; a < j->count; a++) {
        LLVMValueRef same[MAX_ENDS] = {j->end[a]};
        unsigned n = 1;
        for (unsigned b = a + 1; b < j->count; b++)
            if (bring_the_same(to, LLVMGetInstructionParent(j->end[a]),
                               LLVMGetInstructionParent(j->end[b]))) {
                same[n++] = j->end[b];
                j->end[b--] = j->end[--j->count];
            }
        if (n > 1)
            join_edges(j, same, n);
    }
}

static void join_equal_edges(struct llvm_facts *f)
{
    LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f->kernel));
    struct joiner j = {.ctx = ctx, .b = LLVMCreateBuilderInContext(ctx), .g = llvm_facts_graph(f)};
    for (j.to = 0; j.g->reducible && j.to < j.g->count; j.to++)
        join_edges_to(&j);
    llvm_facts_doubt(f);
    LLVMDisposeBuilder(j.b);
}

// ---- loop-closed SSA form

struct closing_phi {
    LLVMValueRef phi, of;
    uint32_t at;
};

struct ways_out { // blocks outside of a loop whose dominators are inside, by dom_in
    uint32_t *at, count;
};

struct closer {
    struct arena *a;
    struct cfg cfg;
    struct ways_out *out;  // by loop
    struct llvm_map *phis; // by block: value -> phi, as an index into made
    struct closing_phi **made;
    uint32_t made_count, made_capacity;
    LLVMBuilderRef b;
};

static uint32_t *blocks_by_dominance(struct closer *c)
{
    uint32_t *order = arena_array(c->a, uint32_t, c->cfg.count);
    for (uint32_t i = 0; i < c->cfg.count; i++)
        order[c->cfg.blocks[i].dom_in] = i;
    return order;
}

static void find_ways_out(struct closer *c)
{
    const struct cfg *cfg = &c->cfg;
    const uint32_t *order = blocks_by_dominance(c);
    c->out = arena_array(c->a, struct ways_out, cfg->loop_count);
    for (unsigned fill = 0; fill < 2; fill++) {
        for (uint32_t l = 0; l < cfg->loop_count && fill; l++) {
            c->out[l].at = arena_array(c->a, uint32_t, c->out[l].count + 1);
            c->out[l].count = 0;
        }
        for (uint32_t i = 0; i < cfg->count; i++) {
            uint32_t l = cfg->blocks[cfg->blocks[order[i]].idom].loop;
            for (; l != LLVM_NONE && !cfg_loop_contains(cfg, l, order[i]); l = cfg->loops[l].parent) {
                if (fill)
                    c->out[l].at[c->out[l].count] = order[i];
                c->out[l].count++;
            }
        }
    }
}

// The dominator of the block that is the first outside the loop.
static uint32_t way_out(const struct closer *c, uint32_t loop, uint32_t block)
{
    const struct ways_out *w = &c->out[loop];
    uint32_t low = 0, high = w->count;
    while (high - low > 1) {
        uint32_t mid = low + (high - low) / 2;
        if (c->cfg.blocks[w->at[mid]].dom_in <= c->cfg.blocks[block].dom_in)
            low = mid;
        else
            high = mid;
    }
    return w->at[low];
}

static LLVMValueRef phi_at(struct closer *c, uint32_t at, LLVMValueRef v)
{
    struct llvm_map *phis = &c->phis[at];
    if (!phis->keys)
        llvm_map_init(phis, c->a, 0);
    uint32_t known = llvm_map_get(phis, v);
    if (known != LLVM_NONE)
        return c->made[known]->phi;
    if (c->made_count == c->made_capacity) {
        uint32_t n = c->made_capacity ? 2 * c->made_capacity : 64;
        c->made = arena_grow(c->a, c->made, c->made_count * sizeof(*c->made), n * sizeof(*c->made));
        c->made_capacity = n;
    }
    LLVMPositionBuilderBefore(c->b, LLVMGetFirstInstruction(c->cfg.blocks[at].llvm));
    struct closing_phi *p = arena_new(c->a, struct closing_phi);
    *p = (struct closing_phi){.phi = LLVMBuildPhi(c->b, LLVMTypeOf(v), ""), .of = v, .at = at};
    llvm_map_set(phis, v, c->made_count);
    c->made[c->made_count++] = p;
    return p->phi;
}

// The value as it is known at the end of the block, which its definition dominates.
static LLVMValueRef at_end(struct closer *c, LLVMValueRef v, uint32_t block)
{
    const struct cfg *cfg = &c->cfg;
    uint32_t def = llvm_map_get(&cfg->index, LLVMGetInstructionParent(v));
    uint32_t loop = cfg->blocks[def].loop;
    if (loop == LLVM_NONE || cfg_loop_contains(cfg, loop, block))
        return v;
    for (uint32_t up; (up = cfg->loops[loop].parent) != LLVM_NONE && !cfg_loop_contains(cfg, up, block);)
        loop = up;
    return phi_at(c, way_out(c, loop, block), v);
}

static bool is_instruction(LLVMValueRef v)
{
    return LLVMIsAInstruction(v) != NULL;
}

static void close_operands(struct closer *c, uint32_t block, LLVMValueRef i)
{
    bool phi = LLVMIsAPHINode(i) != NULL;
    for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(i); k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(i, k);
        if (!is_instruction(v))
            continue;
        uint32_t at = phi ? llvm_map_get(&c->cfg.index, LLVMGetIncomingBlock(i, k)) : block;
        LLVMValueRef closed = at == LLVM_NONE ? v : at_end(c, v, at);
        if (closed != v)
            LLVMSetOperand(i, k, closed);
    }
}

static void close_loops(struct closer *c)
{
    const struct cfg *cfg = &c->cfg;
    c->phis = arena_array(c->a, struct llvm_map, cfg->count);
    find_ways_out(c);
    for (uint32_t k = 0; k < cfg->count; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(cfg->blocks[k].llvm); i; i = LLVMGetNextInstruction(i))
            close_operands(c, k, i);
    for (uint32_t k = 0; k < c->made_count; k++) { // grows
        struct closing_phi *p = c->made[k];
        const struct cfg_block *b = &cfg->blocks[p->at];
        for (uint32_t e = 0; e < b->pred_count; e++) {
            LLVMValueRef v = at_end(c, p->of, b->pred[e]);
            LLVMBasicBlockRef from = cfg->blocks[b->pred[e]].llvm;
            LLVMAddIncoming(p->phi, &v, &from, 1);
        }
    }
}

// ---- counts of shifts

// Bytes and words are regions of registers, which cost nothing.
static bool is_region(uint64_t mask)
{
    return mask == UINT8_MAX || mask == UINT16_MAX;
}

// The count without a mask that leaves the bits that the EU looks at: five, or six where it shifts 64.
static LLVMValueRef unmasked(LLVMValueRef count, unsigned bits)
{
    if (!LLVMIsABinaryOperator(count) || LLVMGetInstructionOpcode(count) != LLVMAnd ||
        !LLVMIsAConstantInt(LLVMGetOperand(count, 1)))
        return count;
    LLVMValueRef all = LLVMGetOperand(count, 0);
    uint64_t mask = LLVMConstIntGetZExtValue(LLVMGetOperand(count, 1)),
             kept = mask | ((UINT64_C(1) << (llvm_trailing_zeros(all) & 31)) - 1);
    return !is_region(mask) && (kept & (bits - 1)) == bits - 1 ? all : count;
}

static void unmask(LLVMValueRef user, unsigned operand, unsigned bits)
{
    LLVMValueRef count = LLVMGetOperand(user, operand), all = unmasked(count, bits);
    if (all == count)
        return;
    LLVMSetOperand(user, operand, all);
    if (!LLVMGetFirstUse(count))
        LLVMInstructionEraseFromParent(count);
}

// Larger counts are poison in LLVM: only behind its passes are they what the EU makes of them.
static void unmask_counts(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMOpcode op = LLVMGetInstructionOpcode(i);
            LLVMTypeRef t = LLVMTypeOf(i);
            unsigned bits = LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
            if ((op != LLVMShl && op != LLVMLShr && op != LLVMAShr) || (bits != 32 && bits != 64))
                continue;
            LLVMValueRef count = LLVMGetOperand(i, 1);
            if (LLVMIsAZExtInst(count) && llvm_count_uses(count, 2) == 1)
                unmask(count, 0, bits);
            else
                unmask(i, 1, bits);
        }
}

void llvm_prepare(struct llvm_facts *f)
{
    struct closer c = {.a = f->arena};
    llvm_simplify_loops(f);
    unmask_counts(f->kernel);
    drop_undefined_phis(f->kernel);
    join_equal_edges(f);
    split_critical_edges(f);
    if (!llvm_facts_graph(f)->loop_count || !cfg_build(&c.cfg, f->arena, llvm_facts_graph(f)))
        return; // irreducible: isel_function refuses it
    c.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(f->kernel)));
    close_loops(&c);
    LLVMDisposeBuilder(c.b);
}
