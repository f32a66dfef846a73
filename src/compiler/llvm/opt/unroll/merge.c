// Reads of neighbours, or of one place, in rounds that follow each other: unrolled, they are one message (the
// load-store-vectorizer joins them, or value numbering). Where lanes lie apart, each message costs the data
// port a cache line for each lane, however little it takes of it: half of the messages is half of the time.
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/opt/unroll/unroll.h"

enum {
    DEPTH = 12, // of expressions
    MAX_BYTES = 16,
    MAX_BLOCK = 128, // of what is the same in all lanes
};

struct rounds {
    const struct llvm_counted_loop *l;
    LLVMTargetDataRef dl;
    const struct llvm_map *fixed; // counters that have one value in all of them; NULL: none
};

// By how much a value grows from each round to the next. False: unknown, or by something else each time.
static bool slope_of(const struct rounds *r, LLVMValueRef v, unsigned depth, int64_t *slope);

static bool add(int64_t *to, int64_t slope, int64_t factor)
{
    int64_t v;
    return !__builtin_mul_overflow(slope, factor, &v) && !__builtin_add_overflow(*to, v, to);
}

static bool constant_of(LLVMValueRef v, int64_t *out)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *out = LLVMConstIntGetSExtValue(v);
    return *out >= INT32_MIN && *out <= INT32_MAX;
}

// Another counter: phi [anything], [phi + constant].
static bool slope_of_phi(const struct rounds *r, LLVMValueRef phi, int64_t *slope)
{
    if (LLVMGetInstructionParent(phi) != r->l->header || LLVMCountIncoming(phi) != 2)
        return false;
    LLVMValueRef next = LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 1) == r->l->latch);
    return LLVMIsABinaryOperator(next) && LLVMGetInstructionOpcode(next) == LLVMAdd &&
           LLVMGetOperand(next, 0) == phi && constant_of(LLVMGetOperand(next, 1), slope);
}

static bool slope_of_sum(const struct rounds *r, LLVMValueRef v, int64_t sign, unsigned depth, int64_t *slope)
{
    int64_t b;
    return slope_of(r, LLVMGetOperand(v, 0), depth, slope) && slope_of(r, LLVMGetOperand(v, 1), depth, &b) &&
           add(slope, b, sign);
}

static bool slope_of_product(const struct rounds *r, LLVMValueRef v, bool shift, unsigned depth,
                             int64_t *slope)
{
    int64_t a, c;
    *slope = 0;
    return constant_of(LLVMGetOperand(v, 1), &c) && (!shift || (c >= 0 && c <= 31)) &&
           slope_of(r, LLVMGetOperand(v, 0), depth, &a) && add(slope, a, shift ? INT64_C(1) << c : c);
}

static bool slope_of_address(const struct rounds *r, LLVMValueRef gep, unsigned depth, int64_t *slope)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    int64_t member = 0, a;
    if (!slope_of(r, LLVMGetOperand(gep, 0), depth, slope))
        return false;
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
        uint64_t step = llvm_gep_step(r->dl, gep, k, &t, &member);
        if (step && (!slope_of(r, LLVMGetOperand(gep, k), depth, &a) || !add(slope, a, (int64_t)step)))
            return false;
    }
    return true;
}

// Of things that are the same in all rounds.
static bool is_same(const struct rounds *r, LLVMValueRef v, unsigned depth, int64_t *slope)
{
    int64_t a;
    *slope = 0;
    if (LLVMIsALoadInst(v) || LLVMIsACallInst(v) || LLVMIsAAllocaInst(v) || LLVMIsAAtomicRMWInst(v) ||
        LLVMIsAAtomicCmpXchgInst(v))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (!slope_of(r, LLVMGetOperand(v, (unsigned)k), depth, &a) || a)
            return false;
    return true;
}

static bool slope_of(const struct rounds *r, LLVMValueRef v, unsigned depth, int64_t *slope)
{
    *slope = v == r->l->phi ? r->l->step : 0;
    if (v == r->l->phi || !LLVMIsAInstruction(v) ||
        !llvm_counted_contains(r->l, LLVMGetInstructionParent(v)) ||
        (r->fixed && llvm_map_get(r->fixed, v) != LLVM_NONE))
        return true;
    if (!depth)
        return false;
    if (LLVMIsAPHINode(v))
        return slope_of_phi(r, v, slope);
    const LLVMOpcode op = LLVMGetInstructionOpcode(v);
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
        return slope_of_sum(r, v, op == LLVMAdd ? 1 : -1, depth - 1, slope);
    case LLVMOr:
        return LLVMGetIsDisjoint(v) ? slope_of_sum(r, v, 1, depth - 1, slope)
                                    : is_same(r, v, depth - 1, slope);
    case LLVMShl:
    case LLVMMul:
        return slope_of_product(r, v, op == LLVMShl, depth - 1, slope) || is_same(r, v, depth - 1, slope);
    case LLVMGetElementPtr:
        return slope_of_address(r, v, depth - 1, slope);
    default:
        return is_same(r, v, depth - 1, slope);
    }
}

bool llvm_rounds_slope(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, const struct llvm_map *fixed,
                       LLVMValueRef v, int64_t *slope)
{
    struct rounds r = {l, dl, fixed};
    return slope_of(&r, v, DEPTH, slope);
}

// Of the place that a load reads; 0: none, or unknown.
static int64_t slope_of_load(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, LLVMValueRef load)
{
    int64_t slope;
    return llvm_rounds_slope(l, dl, NULL, LLVMGetOperand(load, 0), &slope) ? slope : 0;
}

static LLVMValueRef base_of(LLVMValueRef load)
{
    return llvm_gep_base(LLVMGetOperand(load, 0));
}

bool llvm_rounds_share(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, LLVMValueRef load)
{
    int64_t slope;
    return l->step == 1 && llvm_rounds_slope(l, dl, NULL, LLVMGetOperand(load, 0), &slope) && !slope;
}

// Components of a vector are loads of their own: together with the others from there that are as far apart
// from round to round, does it read all that lies between?
bool llvm_rounds_merge(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, LLVMValueRef load, unsigned n,
                       bool uniform)
{
    const int64_t slope = l->step == 1 ? slope_of_load(l, dl, load) : 0;
    uint64_t bytes = 0;
    if (slope <= 0 || slope > (uniform ? MAX_BLOCK : MAX_BYTES) / (int64_t)n)
        return false;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(load);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsALoadInst(i) && base_of(i) == base_of(load) && slope_of_load(l, dl, i) == slope)
            bytes += LLVMABISizeOfType(dl, LLVMTypeOf(i));
    return bytes && bytes % (uint64_t)slope == 0;
}
