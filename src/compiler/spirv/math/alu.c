// Arithmetic, comparison, selection: component by component on LLVM scalars.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

void spv_op_unary(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_of(c, i, op->cls);
    const struct spv_value *a = spv_operand(c, i, 3, op->cls);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef x = spv_comp(a, n);
        r[n] = op->arg == LLVMFNeg  ? spv_fop(c, LLVMBuildFNeg(c->b, x, ""))
               : op->arg == LLVMSub ? LLVMBuildNeg(c->b, x, "")
                                    : LLVMBuildNot(c->b, x, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

void spv_op_binary(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_of(c, i, op->cls);
    const struct spv_value *x = spv_operand(c, i, 3, op->cls), *y = spv_operand_like(c, i, 4, op->cls, x);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        if (op->arg == LLVMFDiv) {
            r[n] = spv_fdiv(c, spv_comp(x, n), spv_comp(y, n));
            continue;
        }
        r[n] = LLVMBuildBinOp(c->b, (LLVMOpcode)op->arg, spv_comp(x, n), spv_comp(y, n), "");
        if (op->cls == SPV_FLOATS)
            spv_fop(c, r[n]);
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// Rounded once, whatever may be contracted otherwise.
void spv_op_fma(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_of(c, i, op->cls);
    const struct spv_value *x = spv_operand(c, i, 3, op->cls), *y = spv_operand_like(c, i, 4, op->cls, x),
                           *z = spv_operand_like(c, i, 5, op->cls, x);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef args[] = {spv_comp(x, n), spv_comp(y, n), spv_comp(z, n)};
        r[n] = spv_intrinsic(c, "llvm.fma", args, 3);
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// The remainder with the sign of the divisor.
void spv_op_smod(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_of(c, i, SPV_INTS);
    const struct spv_value *x = spv_operand(c, i, 3, SPV_INTS), *y = spv_operand_like(c, i, 4, SPV_INTS, x);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef d = spv_comp(y, n), rem = LLVMBuildSRem(c->b, spv_comp(x, n), d, ""),
                     zero = spv_int_like(d, 0);
        LLVMValueRef signs = LLVMBuildICmp(c->b, LLVMIntSLT, LLVMBuildXor(c->b, rem, d, ""), zero, "");
        LLVMValueRef fix = LLVMBuildAnd(c->b, signs, LLVMBuildICmp(c->b, LLVMIntNE, rem, zero, ""), "");
        r[n] = LLVMBuildSelect(c->b, fix, LLVMBuildAdd(c->b, rem, d, ""), rem, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// x - y * trunc(x / y), or floor for OpFMod.
void spv_op_frem(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_of(c, i, SPV_FLOATS);
    const struct spv_value *x = spv_operand(c, i, 3, SPV_FLOATS),
                           *y = spv_operand_like(c, i, 4, SPV_FLOATS, x);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef q = spv_fdiv(c, spv_comp(x, n), spv_comp(y, n));
        q = spv_intrinsic(c, op->arg ? "llvm.floor" : "llvm.trunc", &q, 1);
        r[n] = spv_fsub(c, spv_comp(x, n), spv_fmul(c, spv_comp(y, n), q));
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

void spv_op_compare(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_of(c, i, SPV_BOOLS);
    const struct spv_value *x = spv_operand(c, i, 3, op->cls), *y = spv_operand_like(c, i, 4, op->cls, x);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++)
        r[n] = op->cls == SPV_FLOATS
                   ? LLVMBuildFCmp(c->b, (LLVMRealPredicate)op->arg, spv_comp(x, n), spv_comp(y, n), "")
                   : LLVMBuildICmp(c->b, (LLVMIntPredicate)op->arg, spv_comp(x, n), spv_comp(y, n), "");
    spv_set(c, i, spv_from_comps(c, t, r));
}

void spv_op_any_all(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *v = spv_arg(c, i, 3);
    spv_check_class(c, v->type, SPV_BOOLS);
    LLVMValueRef r = spv_comp(v, 0);
    for (uint32_t n = 1; n < spv_components(v->type); n++)
        r = LLVMBuildBinOp(c->b, (LLVMOpcode)op->arg, r, spv_comp(v, n), "");
    const struct spv_type *t = spv_result_of(c, i, SPV_BOOLS);
    spv_check(c, t->kind == SPV_BOOL, "the result is not a boolean");
    spv_set(c, i, spv_scalar(c, t, r));
}

void spv_op_float_class(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_of(c, i, SPV_BOOLS);
    const struct spv_value *x = spv_operand(c, i, 3, SPV_FLOATS);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef v = spv_comp(x, n);
        if (op->arg) {
            LLVMValueRef inf = spv_fconst(c, LLVMTypeOf(v), __builtin_inf());
            r[n] = LLVMBuildFCmp(c->b, LLVMRealOEQ, spv_intrinsic(c, "llvm.fabs", &v, 1), inf, "");
        } else {
            r[n] = LLVMBuildFCmp(c->b, LLVMRealUNO, v, v, "");
        }
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

static const struct spv_value *select_tree(struct spv *c, LLVMValueRef cond, const struct spv_value *a,
                                           const struct spv_value *b)
{
    struct spv_value *v = spv_new_value(c, a->type);
    if (!spv_is_composite(a->type)) {
        if (a->ptr)
            return spv_select_pointer(c, cond, a, b);
        v->v = LLVMBuildSelect(c->b, cond, a->v, b->v, "");
        return v;
    }
    for (uint32_t n = 0; n < a->type->count; n++)
        v->elems[n] = select_tree(c, cond, a->elems[n], b->elems[n]);
    return v;
}

void spv_op_select(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *cond = spv_arg(c, i, 3), *a = spv_arg(c, i, 4), *b = spv_arg(c, i, 5);
    spv_check(c, spv_same_type(a->type, t) && spv_same_type(b->type, t),
              "the objects are not of the result type");
    spv_check_class(c, cond->type, SPV_BOOLS);
    if (cond->type->kind == SPV_BOOL) {
        spv_set(c, i, select_tree(c, cond->v, a, b));
        return;
    }
    spv_check(c, t->kind == SPV_VECTOR && t->count == cond->type->count, "the condition has another length");
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < t->count; n++)
        r[n] = LLVMBuildSelect(c->b, spv_comp(cond, n), spv_comp(a, n), spv_comp(b, n), "");
    spv_set(c, i, spv_from_comps(c, t, r));
}

// ---- wide results ----

static unsigned bits_of(LLVMValueRef v)
{
    return LLVMGetIntTypeWidth(LLVMTypeOf(v));
}

// The upper half of the product of two i64, from products of i32.
static LLVMValueRef multiply_high(struct spv *c, LLVMValueRef x, LLVMValueRef y, bool sign)
{
    LLVMValueRef half = spv_int_like(x, 32), low = spv_int_like(x, UINT32_MAX), top = spv_int_like(x, 63);
    LLVMValueRef x0 = LLVMBuildAnd(c->b, x, low, ""), x1 = LLVMBuildLShr(c->b, x, half, "");
    LLVMValueRef y0 = LLVMBuildAnd(c->b, y, low, ""), y1 = LLVMBuildLShr(c->b, y, half, "");
    LLVMValueRef carry = LLVMBuildLShr(c->b, LLVMBuildMul(c->b, x0, y0, ""), half, "");
    LLVMValueRef m = LLVMBuildAdd(c->b, LLVMBuildMul(c->b, x1, y0, ""), carry, "");
    LLVMValueRef n = LLVMBuildAdd(c->b, LLVMBuildMul(c->b, x0, y1, ""), LLVMBuildAnd(c->b, m, low, ""), "");
    LLVMValueRef r = LLVMBuildAdd(c->b, LLVMBuildMul(c->b, x1, y1, ""), LLVMBuildLShr(c->b, m, half, ""), "");
    r = LLVMBuildAdd(c->b, r, LLVMBuildLShr(c->b, n, half, ""), "");
    if (sign) { // a negative factor is 2^64 too large when read without its sign
        r = LLVMBuildSub(c->b, r, LLVMBuildAnd(c->b, LLVMBuildAShr(c->b, x, top, ""), y, ""), "");
        r = LLVMBuildSub(c->b, r, LLVMBuildAnd(c->b, LLVMBuildAShr(c->b, y, top, ""), x, ""), "");
    }
    return r;
}

static void extended(struct spv *c, uint32_t op, LLVMValueRef x, LLVMValueRef y, LLVMValueRef *lo,
                     LLVMValueRef *hi)
{
    LLVMTypeRef t = LLVMTypeOf(x);
    if (op == SpvOpIAddCarry) {
        *lo = LLVMBuildAdd(c->b, x, y, "");
        *hi = LLVMBuildZExt(c->b, LLVMBuildICmp(c->b, LLVMIntULT, *lo, x, ""), t, "");
    } else if (op == SpvOpISubBorrow) {
        *lo = LLVMBuildSub(c->b, x, y, "");
        *hi = LLVMBuildZExt(c->b, LLVMBuildICmp(c->b, LLVMIntULT, x, y, ""), t, "");
    } else if (bits_of(x) == 64) {
        *lo = LLVMBuildMul(c->b, x, y, "");
        *hi = multiply_high(c, x, y, op == SpvOpSMulExtended);
    } else {
        bool sign = op == SpvOpSMulExtended;
        LLVMTypeRef wide = LLVMIntTypeInContext(c->ctx, bits_of(x) * 2);
        LLVMValueRef p = LLVMBuildMul(c->b, LLVMBuildIntCast2(c->b, x, wide, sign, ""),
                                      LLVMBuildIntCast2(c->b, y, wide, sign, ""), "");
        *lo = LLVMBuildMul(c->b, x, y, "");
        *hi = LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, p, spv_int_like(p, bits_of(x)), ""), t, "");
    }
}

void spv_op_extended(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *x = spv_arg(c, i, 3), *y = spv_arg(c, i, 4);
    spv_check_class(c, x->type, SPV_INTS);
    spv_check(c,
              t->kind == SPV_STRUCT && t->count == 2 && spv_same_type(t->members[0].type, x->type) &&
                  spv_same_type(t->members[1].type, x->type) && spv_same_type(x->type, y->type),
              "the result is not a pair of the operands' type");
    LLVMValueRef *lo = spv_new_comps(c, x->type), *hi = spv_new_comps(c, x->type);
    for (uint32_t n = 0; n < spv_components(x->type); n++)
        extended(c, (uint32_t)op->arg, spv_comp(x, n), spv_comp(y, n), &lo[n], &hi[n]);
    struct spv_value *v = spv_new_value(c, t);
    v->elems[0] = spv_from_comps(c, t->members[0].type, lo);
    v->elems[1] = spv_from_comps(c, t->members[1].type, hi);
    spv_set(c, i, v);
}
