// Marks the loops that the shader asks to unroll (OpLoopMerge's Unroll) for full unrolling, whatever that
// saves: where they run a known number of rounds, and what the kernel grows by stays within bounds.
//
// LLVM unrolls what is marked so without a limit, so the rounds are counted here, by running what decides
// about the end on constants: values that a loop carries, of which the conditions of its exits are made. Any
// exit that each round comes to bounds the rounds; others may leave before. What is counted wrongly costs
// size only, since LLVM counts again. A loop that is not counted, or too large, is left to what unrolls
// others (full.c, part.c).
#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/ir/loop_option.h"
#include "compiler/llvm/opt/unroll/unroll.h"

#include <llvm/Config/llvm-config.h>

enum {
    MAX_ROUNDS = 1024,
    MAX_CARRIED = 16,   // values of a loop that are followed
    DEPTH = 12,         // of expressions
    STEPS = 1 << 16,    // instructions that are run for a loop
    MAX_GROWTH = 12000, // instructions of all copies in a kernel
};

struct run {
    const struct llvm_graph *g;
    uint32_t loop;
    LLVMBuilderRef b;
    struct carried {
        LLVMValueRef phi, now, next; // constants; NULL: unknown
    } carried[MAX_CARRIED];
    unsigned count, steps;
};

static bool is_inside(const struct run *r, LLVMValueRef i)
{
    uint32_t node = llvm_map_get(&r->g->index, LLVMGetInstructionParent(i));
    return node != LLVM_NONE && llvm_loop_contains(r->g, r->loop, node);
}

// ---- values: constants, or NULL: unknown

static LLVMValueRef value_of(struct run *r, LLVMValueRef v, unsigned depth);

static LLVMValueRef value_of_carried(const struct run *r, LLVMValueRef phi)
{
    for (unsigned k = 0; k < r->count; k++)
        if (r->carried[k].phi == phi)
            return r->carried[k].now;
    return NULL;
}

// What LLVM's builder makes of an operation on constants is one.
static LLVMValueRef value_of_operation(struct run *r, LLVMValueRef i, unsigned depth)
{
    const LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef a = LLVMGetNumOperands(i) ? value_of(r, LLVMGetOperand(i, 0), depth) : NULL;
    if (!a || op == LLVMFreeze)
        return a;
    if (op == LLVMSelect)
        return value_of(r, LLVMGetOperand(i, LLVMConstIntGetZExtValue(a) ? 1 : 2), depth);
    if (op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc)
        return LLVMBuildCast(r->b, op, a, LLVMTypeOf(i), "");
    if (op != LLVMICmp && !LLVMIsABinaryOperator(i))
        return NULL;
    LLVMValueRef b = value_of(r, LLVMGetOperand(i, 1), depth);
    if (!b)
        return NULL;
    return op == LLVMICmp ? LLVMBuildICmp(r->b, LLVMGetICmpPredicate(i), a, b, "")
                          : LLVMBuildBinOp(r->b, op, a, b, "");
}

// In this round; NULL: it is no integer of constants and of what the loop carries.
static LLVMValueRef value_of(struct run *r, LLVMValueRef v, unsigned depth)
{
    if (LLVMIsAConstantInt(v))
        return v;
    if (!depth || !r->steps || !LLVMIsAInstruction(v))
        return NULL;
    r->steps--;
    if (LLVMIsAPHINode(v))
        return value_of_carried(r, v);
    v = value_of_operation(r, v, depth - 1);
    return v && LLVMIsAConstantInt(v) ? v : NULL; // or poison
}

// ---- rounds

// What a phi gets on all ways into the loop, or on all that go back (`back`); NULL: several values.
static LLVMValueRef incoming(const struct run *r, LLVMValueRef phi, bool back)
{
    LLVMValueRef found = NULL;
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, k);
        if (is_inside(r, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, k))) != back)
            continue;
        if (found && found != v)
            return NULL;
        found = v;
    }
    return found;
}

// What the loop carries and begins at one constant.
static void begin(struct run *r)
{
    LLVMBasicBlockRef header = r->g->nodes[r->g->loops[r->loop].header].llvm;
    r->count = 0;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(header);
         phi && LLVMIsAPHINode(phi) && r->count < MAX_CARRIED; phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef first = incoming(r, phi, false);
        if (first && LLVMIsAConstantInt(first))
            r->carried[r->count++] = (struct carried){.phi = phi, .now = first};
    }
}

// All at once, since they may be made of each other.
static void step(struct run *r)
{
    for (unsigned n = 0; n < r->count; n++) {
        LLVMValueRef next = incoming(r, r->carried[n].phi, true);
        r->carried[n].next = next ? value_of(r, next, DEPTH) : NULL;
    }
    for (unsigned n = 0; n < r->count; n++)
        r->carried[n].now = r->carried[n].next;
}

// Of a switch; k: of its successors, whose first is the default. LLVM 22 keeps the values beside the operands.
static LLVMValueRef case_value(LLVMValueRef t, unsigned k)
{
#if LLVM_VERSION_MAJOR >= 22
    return LLVMGetSwitchCaseValue(t, k);
#else
    return LLVMGetOperand(t, 2 * k);
#endif
}

// Where a conditional branch or switch goes in this round; NULL: unknown.
static LLVMBasicBlockRef goes_to(struct run *r, LLVMValueRef t)
{
    const bool branch = LLVMIsABranchInst(t) != NULL;
    if (branch ? !LLVMIsConditional(t) : !LLVMIsASwitchInst(t))
        return NULL;
    LLVMValueRef v = value_of(r, branch ? LLVMGetCondition(t) : LLVMGetOperand(t, 0), DEPTH);
    if (!v || branch)
        return v ? LLVMGetSuccessor(t, LLVMConstIntGetZExtValue(v) ? 0 : 1) : NULL;
    for (unsigned k = 1; k < LLVMGetNumSuccessors(t); k++)
        if (case_value(t, k) == v)
            return LLVMGetSuccessor(t, k);
    return LLVMGetSwitchDefaultDest(t);
}

// A block that each round comes to, and that may leave the loop.
static bool is_exit(const struct run *r, uint32_t node)
{
    const struct llvm_graph *g = r->g;
    uint32_t header = g->loops[r->loop].header;
    LLVMBasicBlockRef bb = g->nodes[node].llvm;
    bool leaves = false;
    if (g->nodes[node].loop != r->loop)
        return false;
    for (unsigned k = 0; k < llvm_successor_count(bb); k++) {
        uint32_t to = llvm_map_get(&g->index, llvm_successor(bb, k));
        leaves |= to == LLVM_NONE || !llvm_loop_contains(g, r->loop, to);
    }
    for (uint32_t k = 0; k < g->nodes[header].pred_count && leaves; k++)
        if (llvm_loop_contains(g, r->loop, g->nodes[header].pred[k]))
            leaves = llvm_graph_dominates(g, node, g->nodes[header].pred[k]);
    return leaves;
}

static bool is_latch(const struct run *r, uint32_t node)
{
    const struct llvm_node *header = &r->g->nodes[r->g->loops[r->loop].header];
    for (uint32_t k = 0; k < header->pred_count; k++)
        if (header->pred[k] == node)
            return true;
    return false;
}

// The rounds until one of the exits is taken, as far as that is known; 0: unknown.
static unsigned count_rounds(struct run *r)
{
    enum { EXITS = 8 };
    uint32_t exit[EXITS], n = 0, header = r->g->loops[r->loop].header;
    for (uint32_t k = 0; k < r->g->count && n < EXITS; k++)
        if (is_exit(r, k))
            exit[n++] = k;
    // A loop of one block has come to its end when its test leaves.
    const bool whole = is_latch(r, header);
    r->steps = STEPS;
    begin(r);
    for (unsigned round = 0; n && round <= MAX_ROUNDS && r->steps; round++, step(r))
        for (uint32_t k = 0; k < n; k++) {
            LLVMBasicBlockRef to = goes_to(r, LLVMGetBasicBlockTerminator(r->g->nodes[exit[k]].llvm));
            uint32_t node = to ? llvm_map_get(&r->g->index, to) : header;
            if (node == LLVM_NONE || !llvm_loop_contains(r->g, r->loop, node))
                return round + (exit[k] != header || whole || round == 0);
        }
    return 0;
}

// ---- loops

// A branch back to the header that says what the shader asks for; NULL: there is none.
static LLVMValueRef find_hint(const struct llvm_graph *g, uint32_t loop)
{
    const struct llvm_node *header = &g->nodes[g->loops[loop].header];
    for (uint32_t k = 0; k < header->pred_count; k++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(g->nodes[header->pred[k]].llvm);
        if (llvm_loop_contains(g, loop, header->pred[k]) &&
            llvm_has_loop_option(t, LLVM_LOOP_ASKS_FULL, NULL))
            return t;
    }
    return NULL;
}

static void mark(const struct llvm_graph *g, uint32_t loop)
{
    const struct llvm_node *header = &g->nodes[g->loops[loop].header];
    LLVMMetadataRef node = llvm_loop_option_node(
        LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(header->llvm))), LLVM_LOOP_FULL, 0);
    for (uint32_t k = 0; k < header->pred_count; k++)
        if (llvm_loop_contains(g, loop, header->pred[k]))
            llvm_set_loop_node(LLVMGetBasicBlockTerminator(g->nodes[header->pred[k]].llvm), node);
}

static uint64_t size_of(const struct llvm_graph *g, uint32_t loop, const uint64_t *sizes)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < g->count; k++)
        if (llvm_loop_contains(g, loop, k))
            sum += sizes[k];
    return sum;
}

bool llvm_mark_hinted_loops(struct llvm_facts *f, unsigned *growth)
{
    const struct llvm_graph *g = llvm_facts_graph(f);
    struct arena *a = f->arena;
    bool any = false;
    if (!g->reducible)
        return false;
    uint64_t *sizes = arena_array(a, uint64_t, g->count + 1); // of a block, in all copies of inner loops
    struct run *r = arena_new(a, struct run);
    r->g = g;
    r->b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(f->kernel)));
    for (uint32_t k = 0; k < g->count; k++)
        sizes[k] = llvm_unroll_block_size(g->nodes[k].llvm);
    for (r->loop = 0; r->loop < g->loop_count; r->loop++) {
        if (!find_hint(g, r->loop))
            continue;
        const uint64_t rounds = count_rounds(r), size = size_of(g, r->loop, sizes);
        if (!rounds || (rounds - 1) * size > MAX_GROWTH - *growth)
            continue;
        *growth += (unsigned)((rounds - 1) * size);
        for (uint32_t k = 0; k < g->count; k++)
            if (llvm_loop_contains(g, r->loop, k))
                sizes[k] *= rounds;
        mark(g, r->loop);
        any = true;
    }
    LLVMDisposeBuilder(r->b);
    return any;
}
