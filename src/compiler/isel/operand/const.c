// LLVM constants as immediates. A constant is its bits, component by component, with the first in the lowest
// bits; expressions are evaluated: most are folded by LLVM, but not all by every pass.
#include "compiler/isel/operand/ctx.h"

bool isel_const_int(LLVMValueRef v, int64_t *out)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *out = LLVMConstIntGetSExtValue(v);
    return true;
}

uint32_t isel_immediate(struct isel_ctx *x, LLVMValueRef call, unsigned n)
{
    int64_t c = 0;
    if (!isel_const_int(LLVMGetOperand(call, n), &c))
        isel_fail(x, "operand %u is no constant: %s", n, isel_inst_text(x, call));
    return (uint32_t)c;
}

bool isel_const_float(LLVMValueRef v, double *out)
{
    LLVMBool loses;
    if (!LLVMIsAConstantFP(v))
        return false;
    *out = LLVMConstRealGetDouble(v, &loses);
    return true;
}

static uint64_t gep_bytes(struct isel_ctx *x, LLVMValueRef gep)
{
    int64_t at = 0;
    if (!llvm_gep_constant(x->dl, gep, &at))
        isel_fail(x, "constant address with a variable index: %s", isel_inst_text(x, gep));
    return (uint64_t)at;
}

// As LLVM has them, by no arithmetic of the host: that would lose the payload of a NaN.
static uint64_t float_bits(struct isel_ctx *x, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)), isel_elem_bits(LLVMTypeOf(v)));
    LLVMValueRef bits = LLVMConstBitCast(v, t);
    if (!LLVMIsAConstantInt(bits))
        isel_fail(x, "constant: %s", isel_inst_text(x, v));
    return LLVMConstIntGetZExtValue(bits);
}

static uint64_t bits_of(struct isel_ctx *x, LLVMValueRef v, unsigned k);

// Bits [at, at + count) of the whole of v; zeros behind its end.
static uint64_t slice(struct isel_ctx *x, LLVMValueRef v, unsigned at, unsigned count)
{
    unsigned each = isel_elem_bits(LLVMTypeOf(v)), n = isel_type_comps(LLVMTypeOf(v));
    uint64_t r = 0;
    for (unsigned got = 0; got < count && (at + got) / each < n;) {
        unsigned from = (at + got) % each;
        r |= bits_of(x, v, (at + got) / each) >> from << got;
        got += each - from;
    }
    return r;
}

static uint64_t element_bits(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    int64_t i = 0;
    unsigned each = isel_type_comps(LLVMTypeOf(v));
    if (!isel_const_int(LLVMGetOperand(v, 1), &i))
        isel_fail(x, "constant expression: %s", isel_inst_text(x, v));
    return bits_of(x, LLVMGetOperand(v, 0), (unsigned)i * each + k);
}

static uint64_t expression_bits(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    unsigned bits = isel_elem_bits(LLVMTypeOf(v));
    LLVMValueRef a = LLVMGetOperand(v, 0);
    switch (LLVMGetConstOpcode(v)) {
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMIntToPtr:
    case LLVMPtrToInt:
        return slice(x, a, k * bits, bits);
    case LLVMTrunc:
        return bits_of(x, a, k);
    case LLVMExtractElement:
        return element_bits(x, v, k);
    case LLVMGetElementPtr:
        return bits_of(x, a, k) + (k ? 0 : gep_bytes(x, v));
    case LLVMAdd:
        return bits_of(x, a, k) + bits_of(x, LLVMGetOperand(v, 1), k);
    case LLVMSub:
        return bits_of(x, a, k) - bits_of(x, LLVMGetOperand(v, 1), k);
    case LLVMMul:
        return bits_of(x, a, k) * bits_of(x, LLVMGetOperand(v, 1), k);
    case LLVMXor:
        return bits_of(x, a, k) ^ bits_of(x, LLVMGetOperand(v, 1), k);
    default:
        isel_fail(x, "constant expression: %s", isel_inst_text(x, v));
        return 0;
    }
}

static uint64_t known_bits(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMIsUndef(v) || LLVMIsPoison(v) || LLVMIsNull(v))
        return 0;
    if (LLVMIsAConstantExpr(v))
        return expression_bits(x, v, k);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind) {
        unsigned each = isel_type_comps(LLVMGetElementType(t));
        LLVMValueRef e = LLVMGetAggregateElement(v, k / each);
        if (e)
            return bits_of(x, e, k % each);
    }
    if (LLVMIsAConstantFP(v))
        return float_bits(x, v);
    if (LLVMIsAConstantInt(v))
        return LLVMConstIntGetZExtValue(v);
    isel_fail(x, "constant: %s", isel_inst_text(x, v));
    return 0;
}

static uint64_t bits_of(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    unsigned bits = isel_elem_bits(LLVMTypeOf(v));
    uint64_t r = known_bits(x, v, k);
    return bits < 64 ? r & ((UINT64_C(1) << bits) - 1) : r;
}

struct mir_operand isel_constant(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    uint64_t bits = bits_of(x, v, k);
    if (isel_elem_bits(t) == 1)
        return mir_imm_d(bits ? -1 : 0);
    return mir_imm(isel_elem_type(t), bits);
}
