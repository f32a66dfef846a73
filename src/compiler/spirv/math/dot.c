// Integer dot products (SPV_KHR_integer_dot_product), and the integer functions of
// SPV_INTEL_shader_integer_functions2.
//
// Components are extended to the result's width, multiplied and added; what does not fit is lost. The AccSat
// forms add a number at the end and saturate; their operands are such that nothing before overflows.
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "hw/target.h"

// ---- dot products ----

static LLVMValueRef extend(struct spv *c, LLVMValueRef v, LLVMTypeRef t, bool is_signed)
{
    return LLVMBuildIntCast2(c->b, v, t, is_signed, "");
}

// Byte k of a packed vector.
static LLVMValueRef packed(struct spv *c, LLVMValueRef v, uint32_t k)
{
    return LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, v, spv_i32(c, 8 * k), ""), c->i8, "");
}

struct factor {
    const struct spv_value *v;
    bool is_signed;
};

static LLVMValueRef component(struct spv *c, const struct factor *f, uint32_t k, LLVMTypeRef t)
{
    LLVMValueRef v = f->v->type->kind == SPV_VECTOR ? spv_comp(f->v, k) : packed(c, f->v->v, k);
    return extend(c, v, t, f->is_signed);
}

static LLVMValueRef int_const(LLVMValueRef like, uint64_t v)
{
    return LLVMConstInt(LLVMTypeOf(like), v, false);
}

static LLVMValueRef add_saturated(struct spv *c, LLVMValueRef a, LLVMValueRef b, bool is_signed)
{
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(a));
    LLVMValueRef args[] = {a, b};
    if (bits == 32)
        return spv_intrinsic(c, is_signed ? "llvm.sadd.sat" : "llvm.uadd.sat", args, 2);
    if (bits < 32) {
        LLVMValueRef sum =
            LLVMBuildAdd(c->b, extend(c, a, c->i32, is_signed), extend(c, b, c->i32, is_signed), "");
        uint32_t top = (1u << (bits - is_signed)) - 1;
        LLVMValueRef low[] = {sum, spv_i32(c, top)};
        sum = spv_intrinsic(c, is_signed ? "llvm.smin" : "llvm.umin", low, 2);
        LLVMValueRef high[] = {sum, spv_i32(c, ~top)};
        if (is_signed)
            sum = spv_intrinsic(c, "llvm.smax", high, 2);
        return LLVMBuildTrunc(c->b, sum, LLVMTypeOf(a), "");
    }
    LLVMValueRef sum = LLVMBuildAdd(c->b, a, b, "");
    if (!is_signed)
        return LLVMBuildSelect(c->b, LLVMBuildICmp(c->b, LLVMIntULT, sum, a, ""), int_const(a, UINT64_MAX),
                               sum, "");
    // Overflow: both have the sign that the sum has not. Then the limit on their side.
    LLVMValueRef crossed =
        LLVMBuildAnd(c->b, LLVMBuildXor(c->b, sum, a, ""), LLVMBuildXor(c->b, sum, b, ""), "");
    LLVMValueRef over = LLVMBuildICmp(c->b, LLVMIntSLT, crossed, int_const(a, 0), "");
    LLVMValueRef sign = LLVMBuildAShr(c->b, a, int_const(a, bits - 1), "");
    LLVMValueRef limit = LLVMBuildXor(c->b, sign, int_const(a, (UINT64_C(1) << (bits - 1)) - 1), "");
    return LLVMBuildSelect(c->b, over, limit, sum, "");
}

static bool is_int_vector(const struct spv_type *t)
{
    return t->kind == SPV_VECTOR && t->elem->kind == SPV_INT;
}

// Of bytes in words, where there is an instruction for it.
static LLVMValueRef packed_dot(struct spv *c, const struct factor *a, const struct factor *b)
{
    LLVMValueRef args[] = {spv_i32(c, 0), a->v->v, b->v->v,
                           spv_i32(c, (uint32_t)(a->is_signed | b->is_signed << 1))};
    return spv_call(c, INTRINSIC_DOT_BYTES, args, 4);
}

void spv_op_int_dot(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    uint32_t base = (uint32_t)op->arg, format = 5;
    bool saturates = base >= SpvOpSDotAccSatKHR;
    if (saturates) {
        base -= SpvOpSDotAccSatKHR - SpvOpSDotKHR;
        format = 6;
    }
    struct factor a = {spv_arg(c, i, 3), base != SpvOpUDotKHR}, b = {spv_arg(c, i, 4), base == SpvOpSDotKHR};
    spv_check(c, t->kind == SPV_INT, "the result is not an integer");
    bool vectors =
        is_int_vector(a.v->type) && is_int_vector(b.v->type) && a.v->type->count == b.v->type->count;
    bool words = a.v->type->kind == SPV_INT && b.v->type->kind == SPV_INT && a.v->type->bits == 32 &&
                 b.v->type->bits == 32;
    spv_check(c, vectors || words, "the operands are neither two vectors of integers nor two packed vectors");
    spv_check(c, !words || spv_word(c, i, format) == SpvPackedVectorFormatPackedVectorFormat4x8Bit,
              "the packed vector format is unknown");
    spv_check(c, t->bits >= (words ? 8 : spv_component(a.v->type)->bits),
              "the result is narrower than the components");
    // Sums of products of bytes have less than 32 bits.
    bool bytes = words || (spv_component(a.v->type)->bits == 8 && spv_component(b.v->type)->bits == 8);
    LLVMTypeRef type = bytes ? c->i32 : spv_llvm_scalar(c, t);
    bool at_once = words && kiln_target_has_dot_of_bytes(kernel_target(c->options));
    LLVMValueRef sum = at_once ? packed_dot(c, &a, &b) : NULL;
    for (uint32_t k = 0; !at_once && k < (words ? 4 : a.v->type->count); k++) {
        LLVMValueRef p = LLVMBuildMul(c->b, component(c, &a, k, type), component(c, &b, k, type), "");
        sum = sum ? LLVMBuildAdd(c->b, sum, p, "") : p;
    }
    sum = LLVMBuildIntCast2(c->b, sum, spv_llvm_scalar(c, t), base != SpvOpUDotKHR, "");
    if (saturates) {
        const struct spv_value *acc = spv_arg(c, i, 5);
        spv_check(c, spv_same_type(acc->type, t), "the accumulator is not of the result's type");
        sum = add_saturated(c, sum, acc->v, base != SpvOpUDotKHR);
    }
    spv_set(c, i, spv_scalar(c, t, sum));
}

// ---- integer functions ----

// (a + b) / 2 without the carry's loss, down or up.
static LLVMValueRef average(struct spv *c, LLVMValueRef a, LLVMValueRef b, bool is_signed, bool up)
{
    LLVMValueRef one = int_const(a, 1), differ = LLVMBuildXor(c->b, a, b, "");
    LLVMValueRef half =
        is_signed ? LLVMBuildAShr(c->b, differ, one, "") : LLVMBuildLShr(c->b, differ, one, "");
    if (up)
        return LLVMBuildSub(c->b, LLVMBuildOr(c->b, a, b, ""), half, "");
    return LLVMBuildAdd(c->b, LLVMBuildAnd(c->b, a, b, ""), half, "");
}

// |a - b|, which an unsigned number of the same width can hold.
static LLVMValueRef distance(struct spv *c, LLVMValueRef a, LLVMValueRef b, bool is_signed)
{
    LLVMValueRef less = LLVMBuildICmp(c->b, is_signed ? LLVMIntSLT : LLVMIntULT, a, b, "");
    return LLVMBuildSelect(c->b, less, LLVMBuildSub(c->b, b, a, ""), LLVMBuildSub(c->b, a, b, ""), "");
}

static LLVMValueRef sub_saturated(struct spv *c, LLVMValueRef a, LLVMValueRef b, bool is_signed)
{
    LLVMValueRef zero = int_const(a, 0), d = LLVMBuildSub(c->b, a, b, "");
    if (!is_signed)
        return LLVMBuildSelect(c->b, LLVMBuildICmp(c->b, LLVMIntULT, a, b, ""), zero, d, "");
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(a));
    LLVMValueRef crossed = LLVMBuildAnd(c->b, LLVMBuildXor(c->b, a, b, ""), LLVMBuildXor(c->b, a, d, ""), "");
    LLVMValueRef over = LLVMBuildICmp(c->b, LLVMIntSLT, crossed, zero, "");
    LLVMValueRef sign = LLVMBuildAShr(c->b, a, int_const(a, bits - 1), "");
    LLVMValueRef limit = LLVMBuildXor(c->b, sign, int_const(a, (UINT64_C(1) << (bits - 1)) - 1), "");
    return LLVMBuildSelect(c->b, over, limit, d, "");
}

// The low 16 bits of b.
static LLVMValueRef multiply_short(struct spv *c, LLVMValueRef a, LLVMValueRef b, bool is_signed)
{
    LLVMValueRef low = LLVMBuildTrunc(c->b, b, c->i16, "");
    return LLVMBuildMul(c->b, a, LLVMBuildIntCast2(c->b, low, LLVMTypeOf(a), is_signed, ""), "");
}

static LLVMValueRef function2(struct spv *c, uint32_t op, LLVMValueRef a, LLVMValueRef b)
{
    switch (op) {
    case SpvOpAbsISubINTEL:
    case SpvOpAbsUSubINTEL:
        return distance(c, a, b, op == SpvOpAbsISubINTEL);
    case SpvOpIAddSatINTEL:
    case SpvOpUAddSatINTEL:
        return add_saturated(c, a, b, op == SpvOpIAddSatINTEL);
    case SpvOpIAverageINTEL:
    case SpvOpUAverageINTEL:
        return average(c, a, b, op == SpvOpIAverageINTEL, false);
    case SpvOpIAverageRoundedINTEL:
    case SpvOpUAverageRoundedINTEL:
        return average(c, a, b, op == SpvOpIAverageRoundedINTEL, true);
    case SpvOpISubSatINTEL:
    case SpvOpUSubSatINTEL:
        return sub_saturated(c, a, b, op == SpvOpISubSatINTEL);
    default:
        return multiply_short(c, a, b, op == SpvOpIMul32x16INTEL);
    }
}

static LLVMValueRef function1(struct spv *c, uint32_t op, LLVMValueRef a)
{
    LLVMValueRef args[] = {a, LLVMConstInt(c->i1, 0, false)};
    return spv_intrinsic(c, op == SpvOpUCountLeadingZerosINTEL ? "llvm.ctlz" : "llvm.cttz", args, 2);
}

void spv_op_int_function(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i), *e = spv_component(t);
    const struct spv_value *a = spv_arg(c, i, 3), *b = op->cls == SPV_ANY ? NULL : spv_arg(c, i, 4);
    uint32_t n = spv_components(t);
    spv_check(c, e->kind == SPV_INT && (spv_is_scalar(t) || t->kind == SPV_VECTOR), "not integers");
    for (unsigned k = 0; k < 2; k++) {
        const struct spv_value *v = k ? b : a;
        spv_check(c,
                  !v || (spv_component(v->type)->kind == SPV_INT && spv_components(v->type) == n &&
                         spv_component(v->type)->bits == e->bits),
                  "an operand is not of the result's shape");
    }
    if ((op->arg == SpvOpIMul32x16INTEL || op->arg == SpvOpUMul32x16INTEL) && e->bits != 32)
        spv_invalid(c, "the factors do not have 32 bits");
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t k = 0; k < n; k++)
        r[k] = b ? function2(c, (uint32_t)op->arg, spv_comp(a, k), spv_comp(b, k))
                 : function1(c, (uint32_t)op->arg, spv_comp(a, k));
    spv_set(c, i, spv_from_comps(c, t, r));
}
