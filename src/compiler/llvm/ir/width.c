// See llvm/ir/width.h. What goes around a loop is assumed to have 32 bits while it is looked at, and has if
// then all that comes into it has: each round makes no more of it than the round before.
#include "compiler/llvm/ir/width.h"

enum {
    DEPTH = 10, // of expressions
    STEPS = 120,
    MAX_PHIS = 8, // that are looked at at once
    MAX_USERS = 16,
};

struct search {
    LLVMValueRef phis[MAX_PHIS];
    unsigned phi_count, steps;
};

static unsigned bits_of(struct search *s, LLVMValueRef v, unsigned depth);

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static unsigned most(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

// The type's; 64 of what is no integer.
static unsigned width_of(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 64;
}

static unsigned bits_of_constant(LLVMValueRef v, unsigned width)
{
    if (!LLVMIsAConstantInt(v) || width > 64)
        return width;
    const uint64_t c = LLVMConstIntGetZExtValue(v);
    return c ? 64 - (unsigned)__builtin_clzll(c) : 0;
}

static unsigned bits_of_phi(struct search *s, LLVMValueRef phi, unsigned width, unsigned depth)
{
    for (unsigned k = 0; k < s->phi_count; k++)
        if (s->phis[k] == phi)
            return 32;
    if (width <= 32 || s->phi_count == MAX_PHIS)
        return width;
    s->phis[s->phi_count++] = phi;
    bool fits = true;
    for (unsigned k = 0; k < LLVMCountIncoming(phi) && fits; k++)
        fits = bits_of(s, LLVMGetIncomingValue(phi, k), depth) <= 32;
    s->phi_count--;
    return fits ? 32 : width;
}

static unsigned bits_of_shift(struct search *s, LLVMValueRef v, unsigned width, unsigned depth)
{
    LLVMValueRef by = LLVMGetOperand(v, 1);
    const unsigned bits = bits_of(s, LLVMGetOperand(v, 0), depth);
    const bool known = LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) < width;
    const unsigned n = known ? (unsigned)LLVMConstIntGetZExtValue(by) : 0;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMShl:
        return known ? least(bits + n, width) : width;
    case LLVMAShr:
        if (bits == width)
            return width;
        return bits > n ? bits - n : 0;
    default:
        return bits > n ? bits - n : 0;
    }
}

// x - (x < y ? 0 : y): no more than x, whatever y is.
static bool is_reduced(LLVMValueRef v)
{
    LLVMValueRef x = LLVMGetOperand(v, 0), s = LLVMGetOperand(v, 1), c, y;
    if (!LLVMIsASelectInst(s) || !LLVMIsAICmpInst(c = LLVMGetOperand(s, 0)) || LLVMGetOperand(c, 0) != x)
        return false;
    const LLVMIntPredicate p = LLVMGetICmpPredicate(c);
    const bool less = p == LLVMIntULT || p == LLVMIntULE, more = p == LLVMIntUGE || p == LLVMIntUGT;
    y = LLVMGetOperand(s, less ? 2 : 1);
    LLVMValueRef zero = LLVMGetOperand(s, less ? 1 : 2);
    return (less || more) && y == LLVMGetOperand(c, 1) && LLVMIsAConstantInt(zero) &&
           !LLVMConstIntGetZExtValue(zero);
}

static unsigned bits_of_binary(struct search *s, LLVMValueRef v, unsigned width, unsigned depth)
{
    LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAnd:
        return least(bits_of(s, x, depth), bits_of(s, y, depth));
    case LLVMURem:
        return least(bits_of(s, x, depth), bits_of(s, y, depth));
    case LLVMUDiv:
        return bits_of(s, x, depth);
    case LLVMOr:
    case LLVMXor:
        return most(bits_of(s, x, depth), bits_of(s, y, depth));
    case LLVMAdd:
        return least(most(bits_of(s, x, depth), bits_of(s, y, depth)) + 1, width);
    case LLVMSub:
        return is_reduced(v) ? bits_of(s, x, depth) : width;
    case LLVMMul:
        return least(bits_of(s, x, depth) + bits_of(s, y, depth), width);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return bits_of_shift(s, v, width, depth);
    default:
        return width;
    }
}

static unsigned bits_of(struct search *s, LLVMValueRef v, unsigned depth)
{
    const unsigned width = width_of(v);
    if (LLVMIsAConstant(v))
        return bits_of_constant(v, width);
    if (!depth || !s->steps || !LLVMIsAInstruction(v))
        return width;
    s->steps--;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMZExt:
    case LLVMFreeze:
        return bits_of(s, LLVMGetOperand(v, 0), depth - 1);
    case LLVMTrunc:
        return least(bits_of(s, LLVMGetOperand(v, 0), depth - 1), width);
    case LLVMSelect:
        return most(bits_of(s, LLVMGetOperand(v, 1), depth - 1), bits_of(s, LLVMGetOperand(v, 2), depth - 1));
    case LLVMPHI:
        return bits_of_phi(s, v, width, depth - 1);
    default:
        return LLVMIsABinaryOperator(v) ? bits_of_binary(s, v, width, depth - 1) : width;
    }
}

unsigned llvm_used_bits(LLVMValueRef v)
{
    struct search s = {.steps = STEPS};
    return bits_of(&s, v, DEPTH);
}

bool llvm_low_half_suffices(LLVMValueRef v)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        const bool cut = LLVMIsATruncInst(user) && width_of(user) <= 32;
        const bool masked = LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMAnd &&
                            (bits_of_constant(LLVMGetOperand(user, 0), 64) <= 32 ||
                             bits_of_constant(LLVMGetOperand(user, 1), 64) <= 32);
        if (!(cut || masked) || ++n > MAX_USERS)
            return false;
    }
    return n;
}
