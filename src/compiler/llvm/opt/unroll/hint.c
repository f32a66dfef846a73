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
    struct carried {
        LLVMValueRef phi;
        uint64_t now, next;
        bool known;
    } carried[MAX_CARRIED];
    unsigned count, steps;
};

static bool is_inside(const struct run *r, LLVMValueRef i)
{
    uint32_t node = llvm_map_get(&r->g->index, LLVMGetInstructionParent(i));
    return node != LLVM_NONE && llvm_loop_contains(r->g, r->loop, node);
}

// ---- values

static unsigned bits_of(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned bits = LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
    return bits <= 64 ? bits : 0;
}

static uint64_t cut(uint64_t v, unsigned bits)
{
    return bits < 64 ? v & ((UINT64_C(1) << bits) - 1) : v;
}

static int64_t extended(uint64_t v, unsigned bits)
{
    return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static bool value_of_binary(LLVMOpcode op, uint64_t a, uint64_t b, unsigned bits, uint64_t *out)
{
    switch (op) {
    case LLVMAdd:
        *out = a + b;
        return true;
    case LLVMSub:
        *out = a - b;
        return true;
    case LLVMMul:
        *out = a * b;
        return true;
    case LLVMAnd:
        *out = a & b;
        return true;
    case LLVMOr:
        *out = a | b;
        return true;
    case LLVMXor:
        *out = a ^ b;
        return true;
    case LLVMShl:
        *out = a << (b & 63);
        return b < bits;
    case LLVMLShr:
        *out = a >> (b & 63);
        return b < bits;
    case LLVMAShr:
        *out = (uint64_t)(extended(a, bits) >> (b & 63));
        return b < bits;
    case LLVMUDiv:
        *out = b ? a / b : 0;
        return b;
    case LLVMURem:
        *out = b ? a % b : 0;
        return b;
    default:
        return false;
    }
}

static bool holds(LLVMIntPredicate p, uint64_t a, uint64_t b, unsigned bits)
{
    const int64_t sa = extended(a, bits), sb = extended(b, bits);
    switch (p) {
    case LLVMIntEQ:
        return a == b;
    case LLVMIntNE:
        return a != b;
    case LLVMIntUGT:
        return a > b;
    case LLVMIntUGE:
        return a >= b;
    case LLVMIntULT:
        return a < b;
    case LLVMIntULE:
        return a <= b;
    case LLVMIntSGT:
        return sa > sb;
    case LLVMIntSGE:
        return sa >= sb;
    case LLVMIntSLT:
        return sa < sb;
    default:
        return sa <= sb;
    }
}

static bool value_of(struct run *r, LLVMValueRef v, unsigned depth, uint64_t *out);

static bool value_of_carried(const struct run *r, LLVMValueRef phi, uint64_t *out)
{
    for (unsigned k = 0; k < r->count; k++)
        if (r->carried[k].phi == phi) {
            *out = r->carried[k].now;
            return r->carried[k].known;
        }
    return false;
}

static bool value_of_operation(struct run *r, LLVMValueRef i, unsigned depth, uint64_t *out)
{
    uint64_t a, b = 0;
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef first = LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
    if (!first || !value_of(r, first, depth, &a))
        return false;
    switch (op) {
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMFreeze:
        *out = a;
        return true;
    case LLVMSExt:
        *out = (uint64_t)extended(a, bits_of(first));
        return true;
    case LLVMSelect:
        return value_of(r, LLVMGetOperand(i, a ? 1 : 2), depth, out);
    case LLVMICmp:
        if (!value_of(r, LLVMGetOperand(i, 1), depth, &b))
            return false;
        *out = holds(LLVMGetICmpPredicate(i), a, b, bits_of(first));
        return true;
    default:
        return LLVMIsABinaryOperator(i) && value_of(r, LLVMGetOperand(i, 1), depth, &b) &&
               value_of_binary(op, a, b, bits_of(i), out);
    }
}

// In this round; false: it is no integer of constants and of what the loop carries.
static bool value_of(struct run *r, LLVMValueRef v, unsigned depth, uint64_t *out)
{
    unsigned bits = bits_of(v);
    if (bits && LLVMIsAConstantInt(v)) {
        *out = LLVMConstIntGetZExtValue(v);
        return true;
    }
    if (!bits || !depth || !r->steps || !LLVMIsAInstruction(v))
        return false;
    r->steps--;
    if (LLVMIsAPHINode(v))
        return value_of_carried(r, v, out);
    if (!value_of_operation(r, v, depth - 1, out))
        return false;
    *out = cut(*out, bits);
    return true;
}

// ---- rounds

// What the loop carries and begins at one constant.
static void begin(struct run *r)
{
    LLVMBasicBlockRef header = r->g->nodes[r->g->loops[r->loop].header].llvm;
    r->count = 0;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(header);
         phi && LLVMIsAPHINode(phi) && r->count < MAX_CARRIED; phi = LLVMGetNextInstruction(phi)) {
        struct carried c = {.phi = phi, .known = bits_of(phi)};
        LLVMValueRef first = NULL;
        for (unsigned k = 0; k < LLVMCountIncoming(phi) && c.known; k++) {
            LLVMValueRef v = LLVMGetIncomingValue(phi, k);
            if (is_inside(r, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, k))))
                continue;
            c.known = LLVMIsAConstantInt(v) && (!first || first == v);
            first = v;
        }
        if (!c.known || !first)
            continue;
        c.now = LLVMConstIntGetZExtValue(first);
        r->carried[r->count++] = c;
    }
}

// All at once, since they may be made of each other.
static void step(struct run *r)
{
    for (unsigned n = 0; n < r->count; n++) {
        struct carried *c = &r->carried[n];
        LLVMValueRef next = NULL;
        for (unsigned k = 0; k < LLVMCountIncoming(c->phi) && c->known; k++) {
            LLVMValueRef v = LLVMGetIncomingValue(c->phi, k);
            if (!is_inside(r, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(c->phi, k))))
                continue;
            c->known = !next || next == v;
            next = v;
        }
        c->known = c->known && next && value_of(r, next, DEPTH, &c->next);
    }
    for (unsigned n = 0; n < r->count; n++)
        r->carried[n].now = r->carried[n].next;
}

// Where a conditional branch or switch goes in this round; NULL: unknown.
static LLVMBasicBlockRef goes_to(struct run *r, LLVMValueRef t)
{
    uint64_t v;
    if (LLVMIsABranchInst(t))
        return LLVMIsConditional(t) && value_of(r, LLVMGetCondition(t), DEPTH, &v)
                   ? LLVMGetSuccessor(t, v ? 0 : 1)
                   : NULL;
    if (!LLVMIsASwitchInst(t) || !value_of(r, LLVMGetOperand(t, 0), DEPTH, &v))
        return NULL;
    for (unsigned k = 1; k < LLVMGetNumSuccessors(t); k++)
        if (LLVMConstIntGetZExtValue(LLVMGetOperand(t, 2 * k)) == v)
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
    return any;
}
