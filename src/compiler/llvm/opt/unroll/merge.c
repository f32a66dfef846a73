// Reads of neighbours, or of one place, in rounds that follow each other: unrolled, they are one message (the
// load-store-vectorizer joins them, or value numbering). Where lanes lie apart, each message costs the data
// port a cache line for each lane, however little it takes of it: half of the messages is half of the time.
//
// Neighbours need not be so from every round to the next. Blocked layouts are indexed by parts of the
// counter, as (i / 4) * stride + (i / 2 % 2) * pitch + i % 2: there, rounds 2n and 2n + 1 are neighbours. So
// places are followed through the rounds 0 to n - 1 of n (a power of two) that begin at a multiple of n:
// shifts and masks of the counter have values of their own in each, beside what they all have in common.
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
    unsigned n;
    const struct llvm_map *fixed; // counters that have one value in all of them; NULL: none
};

// How much more a value is in each round than in the first one.
struct ahead {
    int64_t at[LLVM_MERGED_ROUNDS];
};

static bool follow(const struct rounds *r, LLVMValueRef v, unsigned depth, struct ahead *out);

static bool is_same(const struct rounds *r, const struct ahead *a)
{
    for (unsigned k = 0; k < r->n; k++)
        if (a->at[k])
            return false;
    return true;
}

static bool add(const struct rounds *r, struct ahead *to, const struct ahead *a, int64_t factor)
{
    for (unsigned k = 0; k < r->n; k++) {
        int64_t v;
        if (__builtin_mul_overflow(a->at[k], factor, &v) || __builtin_add_overflow(to->at[k], v, &to->at[k]))
            return false;
    }
    return true;
}

static bool constant_of(LLVMValueRef v, int64_t *out)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *out = LLVMConstIntGetSExtValue(v);
    return *out >= INT32_MIN && *out <= INT32_MAX;
}

static bool is_power(int64_t v)
{
    return v > 0 && !(v & (v - 1));
}

// The counter, or bits of it: shifted, masked, quotients and remainders of powers of two (it is not negative
// there). It begins at a multiple of n, so that what a round is further shows in bits that the first one has
// not, wherever they go.
static bool follow_bits(const struct rounds *r, LLVMValueRef v, unsigned depth, struct ahead *out)
{
    int64_t c;
    if (v == r->l->phi) {
        for (unsigned k = 0; k < r->n; k++)
            out->at[k] = (int64_t)k * r->l->step;
        return true;
    }
    if (!depth || !LLVMIsABinaryOperator(v) || !constant_of(LLVMGetOperand(v, 1), &c) ||
        !follow_bits(r, LLVMGetOperand(v, 0), depth - 1, out))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    bool shift = op == LLVMLShr || op == LLVMShl, parts = op == LLVMUDiv || op == LLVMURem;
    if ((!shift && !parts && op != LLVMAnd) || (shift && (c < 0 || c > 31)) || (parts && !is_power(c)))
        return false;
    for (unsigned k = 0; k < r->n; k++) {
        uint32_t at = (uint32_t)out->at[k];
        at = op == LLVMLShr   ? at >> c
             : op == LLVMShl  ? at << c
             : op == LLVMUDiv ? at / (uint32_t)c
             : op == LLVMURem ? at % (uint32_t)c
                              : at & (uint32_t)c;
        out->at[k] = at;
    }
    return true;
}

// Another counter: phi [anything], [phi + constant].
static bool follow_phi(const struct rounds *r, LLVMValueRef phi, struct ahead *out)
{
    int64_t step;
    if (LLVMGetInstructionParent(phi) != r->l->header || LLVMCountIncoming(phi) != 2)
        return false;
    LLVMValueRef next = LLVMGetIncomingValue(phi, LLVMGetIncomingBlock(phi, 1) == r->l->latch);
    if (!LLVMIsABinaryOperator(next) || LLVMGetInstructionOpcode(next) != LLVMAdd ||
        LLVMGetOperand(next, 0) != phi || !constant_of(LLVMGetOperand(next, 1), &step))
        return false;
    for (unsigned k = 0; k < r->n; k++)
        out->at[k] = (int64_t)k * step;
    return true;
}

static bool follow_sum(const struct rounds *r, LLVMValueRef v, int64_t sign, unsigned depth,
                       struct ahead *out)
{
    struct ahead b;
    return follow(r, LLVMGetOperand(v, 0), depth, out) && follow(r, LLVMGetOperand(v, 1), depth, &b) &&
           add(r, out, &b, sign);
}

static bool follow_product(const struct rounds *r, LLVMValueRef v, bool shift, unsigned depth,
                           struct ahead *out)
{
    struct ahead a;
    int64_t c;
    *out = (struct ahead){0};
    return constant_of(LLVMGetOperand(v, 1), &c) && (!shift || (c >= 0 && c <= 31)) &&
           follow(r, LLVMGetOperand(v, 0), depth, &a) && add(r, out, &a, shift ? INT64_C(1) << c : c);
}

static bool follow_address(const struct rounds *r, LLVMValueRef gep, unsigned depth, struct ahead *out)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    int64_t member = 0;
    if (!follow(r, LLVMGetOperand(gep, 0), depth, out))
        return false;
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
        struct ahead a;
        uint64_t step = llvm_gep_step(r->dl, gep, k, &t, &member);
        if (step && (!follow(r, LLVMGetOperand(gep, k), depth, &a) || !add(r, out, &a, (int64_t)step)))
            return false;
    }
    return true;
}

// Of things that are the same in all rounds.
static bool follow_same(const struct rounds *r, LLVMValueRef v, unsigned depth, struct ahead *out)
{
    *out = (struct ahead){0};
    if (LLVMIsALoadInst(v) || LLVMIsACallInst(v) || LLVMIsAAllocaInst(v) || LLVMIsAAtomicRMWInst(v) ||
        LLVMIsAAtomicCmpXchgInst(v))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++) {
        struct ahead a;
        if (!follow(r, LLVMGetOperand(v, (unsigned)k), depth, &a) || !is_same(r, &a))
            return false;
    }
    return true;
}

static bool follow(const struct rounds *r, LLVMValueRef v, unsigned depth, struct ahead *out)
{
    *out = (struct ahead){0};
    if (follow_bits(r, v, DEPTH, out))
        return true;
    *out = (struct ahead){0};
    if (!LLVMIsAInstruction(v) || !llvm_counted_contains(r->l, LLVMGetInstructionParent(v)) ||
        (r->fixed && llvm_map_get(r->fixed, v) != LLVM_NONE))
        return true;
    if (!depth)
        return false;
    if (LLVMIsAPHINode(v))
        return follow_phi(r, v, out);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
        return follow_sum(r, v, 1, depth - 1, out);
    case LLVMSub:
        return follow_sum(r, v, -1, depth - 1, out);
    case LLVMOr:
        return LLVMGetIsDisjoint(v) ? follow_sum(r, v, 1, depth - 1, out) : follow_same(r, v, depth - 1, out);
    case LLVMShl:
        return follow_product(r, v, true, depth - 1, out) || follow_same(r, v, depth - 1, out);
    case LLVMMul:
        return follow_product(r, v, false, depth - 1, out) || follow_same(r, v, depth - 1, out);
    case LLVMGetElementPtr:
        return follow_address(r, v, depth - 1, out);
    default:
        return follow_same(r, v, depth - 1, out);
    }
}

// How much further each round reads, where that is the same from each of them to the next; 0: it is not.
static uint64_t stride_of(const struct rounds *r, LLVMValueRef load)
{
    struct ahead a;
    if (!follow(r, LLVMGetOperand(load, 0), DEPTH, &a) || a.at[1] <= 0)
        return 0;
    for (unsigned k = 2; k < r->n; k++)
        if (a.at[k] != (int64_t)k * a.at[1])
            return 0;
    return (uint64_t)a.at[1];
}

static LLVMValueRef base_of(LLVMValueRef load)
{
    return llvm_gep_base(LLVMGetOperand(load, 0));
}

bool llvm_rounds_slope(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, const struct llvm_map *fixed,
                       LLVMValueRef v, int64_t *slope)
{
    struct rounds r = {l, dl, 2, fixed};
    struct ahead a;
    bool known = follow(&r, v, DEPTH, &a);
    *slope = known ? a.at[1] : 0;
    return known;
}

bool llvm_rounds_share(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, LLVMValueRef load, unsigned n)
{
    struct rounds r = {l, dl, n, NULL};
    struct ahead a;
    return l->step == 1 && follow(&r, LLVMGetOperand(load, 0), DEPTH, &a) && is_same(&r, &a);
}

// Components of a vector are loads of their own: together with the others from there that are as far apart
// from round to round, does it read all that lies between?
bool llvm_rounds_merge(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, LLVMValueRef load, unsigned n,
                       bool uniform)
{
    struct rounds r = {l, dl, n, NULL};
    uint64_t stride = l->step == 1 ? stride_of(&r, load) : 0, bytes = 0;
    if (!stride || stride * n > (uniform ? MAX_BLOCK : MAX_BYTES))
        return false;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(load);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsALoadInst(i) && base_of(i) == base_of(load) && stride_of(&r, i) == stride)
            bytes += LLVMABISizeOfType(dl, LLVMTypeOf(i));
    return bytes && bytes % stride == 0;
}
