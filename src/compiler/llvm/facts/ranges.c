// What bits say of an integer: how many low ones are zero, and how large it may be.
#include "compiler/llvm/facts/ranges.h"

enum { DEPTH = 8, CHOICE_DEPTH = 3, MAX_INCOMING = 4 }; // what choices take of the depth

static unsigned minimum(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned zeros_of(LLVMValueRef v, unsigned depth);

static unsigned zeros_of_phi(LLVMValueRef v, unsigned depth)
{
    unsigned n = LLVMGetIntTypeWidth(LLVMTypeOf(v)), count = LLVMCountIncoming(v);
    for (unsigned k = 0; k < count && n; k++)
        n = count <= MAX_INCOMING ? minimum(n, zeros_of(LLVMGetIncomingValue(v, k), depth)) : 0;
    return n;
}

// Low bits of an integer of up to 64 bits that are surely zero.
static unsigned zeros_of(LLVMValueRef v, unsigned depth)
{
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(v)), n;
    if (LLVMIsAConstantInt(v)) {
        uint64_t c = LLVMConstIntGetZExtValue(v);
        return c ? (unsigned)__builtin_ctzll(c) : width;
    }
    if (!depth || !LLVMIsAInstruction(v))
        return 0;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMShl:
        n = zeros_of(LLVMGetOperand(v, 0), depth - 1);
        if (LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
            n += (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
        return minimum(n, width);
    case LLVMMul:
        n = zeros_of(LLVMGetOperand(v, 0), depth - 1) + zeros_of(LLVMGetOperand(v, 1), depth - 1);
        return minimum(n, width);
    case LLVMAnd: {
        unsigned a = zeros_of(LLVMGetOperand(v, 0), depth - 1), b = zeros_of(LLVMGetOperand(v, 1), depth - 1);
        return a > b ? a : b;
    }
    case LLVMAdd:
    case LLVMSub:
    case LLVMOr:
    case LLVMXor:
        n = zeros_of(LLVMGetOperand(v, 1), depth - 1);
        return n ? minimum(n, zeros_of(LLVMGetOperand(v, 0), depth - 1)) : 0;
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFreeze:
        return zeros_of(LLVMGetOperand(v, 0), depth - 1);
    case LLVMSelect:
        depth = depth > CHOICE_DEPTH ? depth - CHOICE_DEPTH : 0;
        return minimum(zeros_of(LLVMGetOperand(v, 1), depth), zeros_of(LLVMGetOperand(v, 2), depth));
    case LLVMPHI:
        return zeros_of_phi(v, depth > CHOICE_DEPTH ? depth - CHOICE_DEPTH : 0);
    default:
        return 0;
    }
}

unsigned llvm_trailing_zeros(LLVMValueRef v)
{
    return zeros_of(v, DEPTH);
}

static uint64_t most_of(LLVMValueRef v, unsigned depth);

static uint64_t most_of_sum(LLVMValueRef v, uint64_t all, unsigned depth)
{
    const uint64_t a = most_of(LLVMGetOperand(v, 0), depth), b = most_of(LLVMGetOperand(v, 1), depth);
    const bool known = LLVMIsAConstantInt(LLVMGetOperand(v, 1));
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMURem:
        return known && b && b <= a ? b - 1 : a;
    case LLVMUDiv:
        return known && b ? a / b : a;
    case LLVMAnd:
        return a < b ? a : b;
    case LLVMAdd:
        return a + b;
    case LLVMMul:
        return a * b; // of 32 bits
    case LLVMShl:
        return known && b < 32 ? a << b : all;
    case LLVMLShr:
        return known && b < 32 ? a >> b : a;
    default:
        return all;
    }
}

// What a call says of its result by itself: !range.
static uint64_t most_of_call(LLVMValueRef call, uint64_t all)
{
    static const char range[] = "range";
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(call));
    LLVMValueRef md = LLVMGetMetadata(call, LLVMGetMDKindIDInContext(ctx, range, sizeof(range) - 1)),
                 bounds[2];
    if (!md || LLVMGetMDNodeNumOperands(md) != 2)
        return all;
    LLVMGetMDNodeOperands(md, bounds);
    const uint64_t first = LLVMConstIntGetZExtValue(bounds[0]), end = LLVMConstIntGetZExtValue(bounds[1]);
    return first < end ? end - 1 : all;
}

static uint64_t most_of(LLVMValueRef v, unsigned depth)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    const unsigned bits = LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
    if (!bits || bits > 32)
        return UINT64_MAX;
    const uint64_t all = (UINT64_C(1) << bits) - 1;
    if (LLVMIsAConstantInt(v))
        return LLVMConstIntGetZExtValue(v);
    if (!depth || !LLVMIsAInstruction(v))
        return all;
    uint64_t most = all;
    if (LLVMIsACallInst(v)) {
        most = most_of_call(v, all);
    } else if (LLVMIsAZExtInst(v)) {
        most = most_of(LLVMGetOperand(v, 0), depth - 1);
    } else if (LLVMIsASelectInst(v)) {
        const uint64_t yes = most_of(LLVMGetOperand(v, 1), depth - 1),
                       no = most_of(LLVMGetOperand(v, 2), depth - 1);
        most = yes > no ? yes : no;
    } else if (LLVMIsABinaryOperator(v)) {
        most = most_of_sum(v, all, depth - 1);
    }
    return most < all ? most : all;
}

uint64_t llvm_most(LLVMValueRef v)
{
    return most_of(v, DEPTH);
}
