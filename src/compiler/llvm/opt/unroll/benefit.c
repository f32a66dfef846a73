// What a round of a loop saves where the loop is unrolled in full: the counter and its test, what is computed
// of the counter alone, and messages: of accesses that follow each other from round to round the
// load-store-vectorizer makes one of up to four.
//
// In instructions, roughly. A message is counted as several: it costs its payload, a place in the data port
// and its latency.
#include "compiler/llvm/ir/graph.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/opt/unroll/unroll.h"
#include "hw/cost.h"
#include "hw/devinfo.h"

enum {
    DEPTH = 6,          // of expressions
    SAMPLE_STEPS = 400, // instructions of those that make a place in an image
    FRAME = 4,          // counter, test, jump, and that nothing moves across it
    MERGED = 12,        // most of a message; of one whose lanes lie apart it is much more
    LANES = 16,         // of a thread, as a rule
    TABLE = 6,          // a look-up in a constant table becomes a constant
    PLACED = 1,         // an address that differs from the last round's by a constant
    JUMP = 3,           // and what is not reached
    // What selection makes of one instruction:
    WIDE_QUOTIENT = 60, // of 64 bits, and of doubles
    QUOTIENT = 10,
    CONSTANT_QUOTIENT = 4,
    WIDE_PRODUCT = 6,
    INDIRECT = 8, // a place in a private array that is computed
    CALL = 4,
};

struct benefit {
    const struct llvm_counted_loop *l;
    LLVMTargetDataRef dl;
    const struct llvm_map *copies; // counters of loops within that are marked are in it, too
    const struct kiln_target *target;
};

// Instructions of a thread that fit into what the other threads of its EU leave of the sampler's latency.
static unsigned instructions_of_sample(const struct kiln_target *t)
{
    const struct kiln_costs *c = kiln_costs(t->isa);
    return c->SAMPLER_LATENCY * c->FPUS_PER_EU * kiln_target_native_width(t) /
           (t->dev->threads_per_eu * c->SIMPLE.clocks * LANES);
}

// Is it computed of constants and the counter, or those of loops that will be unrolled as well?
static bool folds(const struct benefit *g, LLVMValueRef v, unsigned depth)
{
    if (v == g->l->phi || LLVMIsAConstant(v) || llvm_map_get(g->copies, v) != LLVM_NONE)
        return true;
    if (!depth || !LLVMIsAInstruction(v) || LLVMIsAPHINode(v) || LLVMIsACallInst(v) || LLVMIsAAllocaInst(v) ||
        LLVMIsALoadInst(v))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (!folds(g, LLVMGetOperand(v, (unsigned)k), depth - 1))
            return false;
    return true;
}

// Is it known without what the round before computed, but for the counter?
static bool is_free(const struct benefit *g, LLVMValueRef v, unsigned *steps)
{
    if (v == g->l->phi || !LLVMIsAInstruction(v) || llvm_map_get(g->copies, v) != LLVM_NONE ||
        !llvm_counted_contains(g->l, LLVMGetInstructionParent(v)))
        return true;
    if (!*steps || LLVMIsAPHINode(v))
        return false;
    --*steps;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (!is_free(g, LLVMGetOperand(v, (unsigned)k), steps))
            return false;
    return true;
}

// Does each round come to its end, but for those that the header leaves?
static bool is_left_by_header(const struct benefit *g)
{
    for (unsigned b = 0; b < g->l->block_count; b++)
        for (unsigned k = 0; k < llvm_successor_count(g->l->blocks[b]); k++)
            if (g->l->blocks[b] != g->l->header &&
                !llvm_counted_contains(g->l, llvm_successor(g->l->blocks[b], k)))
                return false;
    return true;
}

// Samples of several rounds are under way at once, where no round waits for the result of another. (Reads of
// buffers take less time, which other threads fill.)
static unsigned benefit_of_sample(const struct benefit *g, LLVMValueRef call)
{
    unsigned steps = SAMPLE_STEPS;
    return is_free(g, call, &steps) && is_left_by_header(g) ? instructions_of_sample(g->target) : 0;
}

static unsigned benefit_of_access(const struct benefit *g, LLVMValueRef i, LLVMValueRef pointer,
                                  LLVMTypeRef t)
{
    int64_t slope;
    if (LLVMIsALoadInst(i) && LLVMIsAGetElementPtrInst(pointer) && folds(g, pointer, DEPTH))
        return TABLE;
    if (!llvm_rounds_slope(g->l, g->dl, g->copies, pointer, &slope) || !slope)
        return 0;
    uint64_t bytes = LLVMABISizeOfType(g->dl, t);
    return (slope < 0 ? 0 - (uint64_t)slope : (uint64_t)slope) == bytes && bytes <= 8 ? MERGED : PLACED;
}

// A branch within a round that goes one way in each copy.
static bool is_decided(const struct benefit *g, LLVMValueRef t)
{
    bool asks = LLVMIsASwitchInst(t) || (LLVMIsABranchInst(t) && LLVMIsConditional(t));
    return asks && folds(g, LLVMGetOperand(t, 0), DEPTH);
}

static unsigned benefit_of(const struct benefit *g, LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
        return benefit_of_access(g, i, LLVMGetOperand(i, 0), LLVMTypeOf(i));
    case LLVMStore:
        return benefit_of_access(g, i, LLVMGetOperand(i, 1), LLVMTypeOf(LLVMGetOperand(i, 0)));
    case LLVMCall:
        if (intrinsic_of(i) == INTRINSIC_SAMPLE)
            return benefit_of_sample(g, i);
        return LLVMGetNumOperands(i) && folds(g, i, DEPTH);
    case LLVMBr:
        return LLVMGetInstructionParent(i) != g->l->header && is_decided(g, i) ? JUMP : 0;
    case LLVMSwitch: // a comparison and a jump for each case; one of the header's is in the frame
        return is_decided(g, i) ? (JUMP + 1) * (LLVMGetNumSuccessors(i) - 1 -
                                                (LLVMGetInstructionParent(i) == g->l->header))
                                : 0;
    default: // addresses are counted with their accesses
        return !LLVMIsAGetElementPtrInst(i) && LLVMGetNumOperands(i) && folds(g, i, DEPTH);
    }
}

static unsigned bits_of(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind  ? LLVMGetIntTypeWidth(t)
           : LLVMGetTypeKind(t) == LLVMDoubleTypeKind ? 64
                                                      : 32;
}

// Instructions that selection will make of it, where they are many.
static unsigned cost_of(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return bits_of(i) == 64                        ? WIDE_QUOTIENT
               : LLVMIsAConstant(LLVMGetOperand(i, 1)) ? CONSTANT_QUOTIENT
                                                       : QUOTIENT;
    case LLVMFDiv:
        return bits_of(i) == 64 ? WIDE_QUOTIENT : 1;
    case LLVMMul:
        return bits_of(i) == 64 ? WIDE_PRODUCT : 1;
    case LLVMCall:
        return CALL;
    case LLVMExtractElement:
        return LLVMIsAConstant(LLVMGetOperand(i, 1)) ? 1 : INDIRECT;
    case LLVMInsertElement:
        return LLVMIsAConstant(LLVMGetOperand(i, 2)) ? 1 : INDIRECT;
    case LLVMLoad:
        return LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 0))) ? 1 : INDIRECT;
    case LLVMStore:
        return LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 1))) ? 1 : INDIRECT;
    default:
        return 1;
    }
}

unsigned llvm_unroll_block_size(LLVMBasicBlockRef bb)
{
    unsigned sum = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i && sum < LLVM_LOOP_LARGE;
         i = LLVMGetNextInstruction(i))
        sum += cost_of(i);
    return sum;
}

unsigned llvm_unroll_size(const struct llvm_counted_loop *l, const struct llvm_map *copies)
{
    unsigned sum = 0;
    for (unsigned k = 0; k < l->block_count; k++) {
        unsigned n = llvm_counted_copies(copies, l->blocks[k]);
        for (LLVMValueRef i = LLVMGetFirstInstruction(l->blocks[k]); i && sum < LLVM_LOOP_LARGE;
             i = LLVMGetNextInstruction(i))
            sum += n * cost_of(i);
    }
    return sum;
}

unsigned llvm_unroll_benefit(const struct llvm_counted_loop *l, const struct llvm_shader *s,
                             const struct llvm_map *copies)
{
    struct benefit g = {l, LLVMGetModuleDataLayout(s->module), copies, s->target};
    unsigned sum = FRAME;
    for (unsigned k = 0; k < l->block_count; k++) {
        unsigned n = llvm_counted_copies(copies, l->blocks[k]);
        for (LLVMValueRef i = LLVMGetFirstInstruction(l->blocks[k]); i; i = LLVMGetNextInstruction(i))
            sum += n * benefit_of(&g, i);
    }
    return sum;
}
