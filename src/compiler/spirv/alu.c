// Arithmetic, comparison, conversion: component by component on LLVM scalars.
//
// Floats follow Vulkan's rules: division may use the reciprocal (arcp), a*b+c may be one instruction
// (contract) unless the result is NoContraction; NaN, infinity and signed zeros are kept (but see
// llvm/fold_zero.c).
#include <string.h>

#include "compiler/spirv/spv.h"

// ---- LLVM helpers ----

LLVMValueRef spv_intrinsic(struct spv *c, const char *name, LLVMValueRef *args, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMTypeRef t = LLVMTypeOf(args[0]);
    spv_check(c, id, "LLVM has no %s", name);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(c->module, id, &t, 1);
    return LLVMBuildCall2(c->b, LLVMGlobalGetValueType(fn), fn, args, count, "");
}

LLVMValueRef spv_call(struct spv *c, enum intrinsic id, LLVMValueRef *args, unsigned count)
{
    return intrinsic_call(c->b, c->module, id, args, count);
}

LLVMValueRef spv_fop(struct spv *c, LLVMValueRef v)
{
    if (!c->no_contraction && LLVMCanValueUseFastMathFlags(v)) {
        LLVMFastMathFlags f = LLVMFastMathAllowContract;
        bool division = LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMFDiv;
        if (division && LLVMTypeOf(v) != c->f64) // doubles: correctly rounded
            f |= LLVMFastMathAllowReciprocal;
        LLVMSetFastMathFlags(v, f);
    }
    return v;
}

LLVMValueRef spv_fadd(struct spv *c, LLVMValueRef a, LLVMValueRef b)
{
    return spv_fop(c, LLVMBuildFAdd(c->b, a, b, ""));
}

LLVMValueRef spv_fsub(struct spv *c, LLVMValueRef a, LLVMValueRef b)
{
    return spv_fop(c, LLVMBuildFSub(c->b, a, b, ""));
}

LLVMValueRef spv_fmul(struct spv *c, LLVMValueRef a, LLVMValueRef b)
{
    return spv_fop(c, LLVMBuildFMul(c->b, a, b, ""));
}

// The reciprocal and the product each lose up to a place when they are rounded toward zero, and the first
// one's may be two of the second's: more than is allowed. What is left of the division makes it good, unless
// the quotient is infinite or not a number.
static LLVMValueRef corrected(struct spv *c, LLVMValueRef a, LLVMValueRef b, LLVMValueRef q)
{
    LLVMValueRef one = spv_fconst(c, LLVMTypeOf(b), 1), r = spv_fop(c, LLVMBuildFDiv(c->b, one, b, ""));
    LLVMValueRef left[] = {LLVMBuildFNeg(c->b, q, ""), b, a};
    LLVMValueRef more[] = {spv_intrinsic(c, "llvm.fma", left, 3), r, q};
    LLVMValueRef better = spv_intrinsic(c, "llvm.fma", more, 3);
    LLVMValueRef number = LLVMBuildFCmp(c->b, LLVMRealOEQ, better, better, "");
    return LLVMBuildSelect(c->b, number, better, q, "");
}

LLVMValueRef spv_fdiv(struct spv *c, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef q = spv_fop(c, LLVMBuildFDiv(c->b, a, b, ""));
    return c->float_modes.rtz && LLVMTypeOf(a) == c->f32 ? corrected(c, a, b, q) : q;
}

// ---- operands ----

static void check_class(struct spv *c, const struct spv_type *t, int cls)
{
    const struct spv_type *e = spv_component(t);
    enum spv_kind want = cls == SPV_INTS ? SPV_INT : cls == SPV_FLOATS ? SPV_FLOAT : SPV_BOOL;
    if (cls == SPV_ANY)
        spv_check(c, spv_is_scalar(e), "an operand is neither scalar nor vector");
    else
        spv_check(c, e->kind == want, "an operand is not %s",
                  cls == SPV_INTS     ? "an integer"
                  : cls == SPV_FLOATS ? "a float"
                                      : "a boolean");
}

// Operand n: a scalar or vector of the class, with as many components as the result.
static const struct spv_value *operand(struct spv *c, const struct spv_inst *i, uint32_t n, int cls)
{
    const struct spv_value *v = spv_arg(c, i, n);
    check_class(c, v->type, cls);
    spv_check(c, spv_components(v->type) == spv_components(spv_result_type(c, i)),
              "operand %u has another number of components than the result", n);
    return v;
}

// As above, and of the same component type as `like`.
static const struct spv_value *operand_like(struct spv *c, const struct spv_inst *i, uint32_t n, int cls,
                                            const struct spv_value *like)
{
    const struct spv_value *v = operand(c, i, n, cls);
    spv_check(c, spv_same_type(v->type, like->type), "the operands' types differ");
    return v;
}

static const struct spv_type *result(struct spv *c, const struct spv_inst *i, int cls)
{
    const struct spv_type *t = spv_result_type(c, i);
    check_class(c, t, cls);
    return t;
}

static LLVMValueRef int_const(LLVMValueRef like, uint64_t v)
{
    return LLVMConstInt(LLVMTypeOf(like), v, false);
}

static unsigned bits_of(LLVMValueRef v)
{
    return LLVMGetIntTypeWidth(LLVMTypeOf(v));
}

// ---- one and two operands ----

void spv_op_unary(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = result(c, i, op->cls);
    const struct spv_value *a = operand(c, i, 3, op->cls);
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
    const struct spv_type *t = result(c, i, op->cls);
    const struct spv_value *x = operand(c, i, 3, op->cls), *y = operand_like(c, i, 4, op->cls, x);
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
    const struct spv_type *t = result(c, i, op->cls);
    const struct spv_value *x = operand(c, i, 3, op->cls), *y = operand_like(c, i, 4, op->cls, x),
                           *z = operand_like(c, i, 5, op->cls, x);
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
    const struct spv_type *t = result(c, i, SPV_INTS);
    const struct spv_value *x = operand(c, i, 3, SPV_INTS), *y = operand_like(c, i, 4, SPV_INTS, x);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef d = spv_comp(y, n), rem = LLVMBuildSRem(c->b, spv_comp(x, n), d, ""),
                     zero = int_const(d, 0);
        LLVMValueRef signs = LLVMBuildICmp(c->b, LLVMIntSLT, LLVMBuildXor(c->b, rem, d, ""), zero, "");
        LLVMValueRef fix = LLVMBuildAnd(c->b, signs, LLVMBuildICmp(c->b, LLVMIntNE, rem, zero, ""), "");
        r[n] = LLVMBuildSelect(c->b, fix, LLVMBuildAdd(c->b, rem, d, ""), rem, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// x - y * trunc(x / y), or floor for OpFMod.
void spv_op_frem(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = result(c, i, SPV_FLOATS);
    const struct spv_value *x = operand(c, i, 3, SPV_FLOATS), *y = operand_like(c, i, 4, SPV_FLOATS, x);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef q = spv_fdiv(c, spv_comp(x, n), spv_comp(y, n));
        q = spv_intrinsic(c, op->arg ? "llvm.floor" : "llvm.trunc", &q, 1);
        r[n] = spv_fsub(c, spv_comp(x, n), spv_fmul(c, spv_comp(y, n), q));
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// A shift by the width or more is undefined in SPIR-V and poison in LLVM: keep the low bits, as the EU does.
void spv_op_shift(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = result(c, i, SPV_INTS);
    const struct spv_value *x = operand(c, i, 3, SPV_INTS), *y = operand(c, i, 4, SPV_INTS);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef v = spv_comp(x, n);
        LLVMValueRef by = LLVMBuildIntCast2(c->b, spv_comp(y, n), LLVMTypeOf(v), false, "");
        by = LLVMBuildAnd(c->b, by, int_const(by, bits_of(v) - 1), "");
        r[n] = LLVMBuildBinOp(c->b, (LLVMOpcode)op->arg, v, by, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

void spv_op_compare(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = result(c, i, SPV_BOOLS);
    const struct spv_value *x = operand(c, i, 3, op->cls), *y = operand_like(c, i, 4, op->cls, x);
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
    check_class(c, v->type, SPV_BOOLS);
    LLVMValueRef r = spv_comp(v, 0);
    for (uint32_t n = 1; n < spv_components(v->type); n++)
        r = LLVMBuildBinOp(c->b, (LLVMOpcode)op->arg, r, spv_comp(v, n), "");
    const struct spv_type *t = result(c, i, SPV_BOOLS);
    spv_check(c, t->kind == SPV_BOOL, "the result is not a boolean");
    spv_set(c, i, spv_scalar(c, t, r));
}

void spv_op_float_class(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = result(c, i, SPV_BOOLS);
    const struct spv_value *x = operand(c, i, 3, SPV_FLOATS);
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
    check_class(c, cond->type, SPV_BOOLS);
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

// The upper half of the product of two i64, from products of i32.
static LLVMValueRef multiply_high(struct spv *c, LLVMValueRef x, LLVMValueRef y, bool sign)
{
    LLVMValueRef half = int_const(x, 32), low = int_const(x, UINT32_MAX), top = int_const(x, 63);
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
        *hi = LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, p, int_const(p, bits_of(x)), ""), t, "");
    }
}

void spv_op_extended(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *x = spv_arg(c, i, 3), *y = spv_arg(c, i, 4);
    check_class(c, x->type, SPV_INTS);
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

// ---- bits ----

void spv_op_bit_intrinsic(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = result(c, i, SPV_INTS);
    const struct spv_value *x = operand(c, i, 3, SPV_INTS);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef v = spv_comp(x, n);
        v = spv_intrinsic(c, op->arg == SpvOpBitReverse ? "llvm.bitreverse" : "llvm.ctpop", &v, 1);
        r[n] = LLVMBuildIntCast2(c->b, v, spv_llvm_scalar(c, spv_component(t)), false, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

static LLVMValueRef as_i32(struct spv *c, const struct spv_value *v)
{
    spv_check(c, v->type->kind == SPV_INT, "offset or count is not an integer");
    return LLVMBuildIntCast2(c->b, v->v, c->i32, false, "");
}

static bool constant(LLVMValueRef v, uint64_t *value)
{
    if (!LLVMIsAConstantInt(v))
        return false;
    *value = LLVMConstIntGetZExtValue(v);
    return true;
}

// 2^n - 1 for n up to the width of `like`.
static LLVMValueRef ones(struct spv *c, LLVMValueRef like, LLVMValueRef n)
{
    LLVMValueRef count = LLVMBuildIntCast2(c->b, n, LLVMTypeOf(like), false, "");
    LLVMValueRef bits = int_const(like, bits_of(like)), last = int_const(like, bits_of(like) - 1);
    LLVMValueRef some = LLVMBuildShl(c->b, int_const(like, 1), LLVMBuildAnd(c->b, count, last, ""), "");
    LLVMValueRef all = LLVMBuildICmp(c->b, LLVMIntUGE, count, bits, "");
    return LLVMBuildSelect(c->b, all, LLVMConstAllOnes(LLVMTypeOf(like)),
                           LLVMBuildSub(c->b, some, int_const(like, 1), ""), "");
}

// The offset as a shift of `like`; an offset of the whole width goes with a count of 0.
static LLVMValueRef shift_by(struct spv *c, LLVMValueRef like, LLVMValueRef off)
{
    LLVMValueRef by = LLVMBuildIntCast2(c->b, off, LLVMTypeOf(like), false, "");
    return LLVMBuildAnd(c->b, by, int_const(like, bits_of(like) - 1), "");
}

// For other widths than the EU's 32.
static LLVMValueRef extract_any(struct spv *c, LLVMValueRef v, LLVMValueRef off, LLVMValueRef width,
                                bool sign)
{
    LLVMValueRef mask = ones(c, v, width);
    LLVMValueRef r = LLVMBuildAnd(c->b, LLVMBuildLShr(c->b, v, shift_by(c, v, off), ""), mask, "");
    if (!sign)
        return r;
    LLVMValueRef top = LLVMBuildSub(c->b, mask, LLVMBuildLShr(c->b, mask, int_const(v, 1), ""), "");
    return LLVMBuildSub(c->b, LLVMBuildXor(c->b, r, top, ""), top, "");
}

static LLVMValueRef insert_any(struct spv *c, LLVMValueRef base, LLVMValueRef ins, LLVMValueRef off,
                               LLVMValueRef width)
{
    LLVMValueRef by = shift_by(c, base, off), mask = LLVMBuildShl(c->b, ones(c, base, width), by, "");
    LLVMValueRef in = LLVMBuildAnd(c->b, LLVMBuildShl(c->b, ins, by, ""), mask, "");
    return LLVMBuildOr(c->b, LLVMBuildAnd(c->b, base, LLVMBuildNot(c->b, mask, ""), ""), in, "");
}

static LLVMValueRef extract_bits(struct spv *c, LLVMValueRef v, LLVMValueRef off, LLVMValueRef width,
                                 bool sign)
{
    uint64_t o, w;
    if (constant(off, &o) && constant(width, &w) && o < 32 && w <= 32 - o) {
        if (!w)
            return spv_i32(c, 0);
        LLVMValueRef up = LLVMBuildShl(c->b, v, spv_i32(c, (uint32_t)(32 - o - w)), "");
        return LLVMBuildBinOp(c->b, sign ? LLVMAShr : LLVMLShr, up, spv_i32(c, (uint32_t)(32 - w)), "");
    }
    // The hardware takes the width modulo 32: a width of 32 is the whole value (the offset can only be 0).
    LLVMValueRef args[] = {v, off, width};
    LLVMValueRef r = spv_call(c, sign ? INTRINSIC_SBFE : INTRINSIC_UBFE, args, 3);
    LLVMValueRef whole = LLVMBuildICmp(c->b, LLVMIntUGE, width, spv_i32(c, 32), "");
    return LLVMBuildSelect(c->b, whole, v, r, "");
}

void spv_op_bitfield_extract(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = result(c, i, SPV_INTS);
    const struct spv_value *x = operand(c, i, 3, SPV_INTS);
    LLVMValueRef off = as_i32(c, spv_arg(c, i, 4)), width = as_i32(c, spv_arg(c, i, 5));
    LLVMValueRef *r = spv_new_comps(c, t);
    bool native = spv_component(t)->bits == 32;
    for (uint32_t n = 0; n < spv_components(t); n++)
        r[n] = (native ? extract_bits : extract_any)(c, spv_comp(x, n), off, width, op->arg);
    spv_set(c, i, spv_from_comps(c, t, r));
}

static LLVMValueRef insert_bits(struct spv *c, LLVMValueRef base, LLVMValueRef ins, LLVMValueRef off,
                                LLVMValueRef width)
{
    uint64_t o, w;
    if (constant(off, &o) && constant(width, &w) && o < 32 && w <= 32 - o) {
        uint32_t mask = (uint32_t)(((UINT64_C(1) << w) - 1) << o);
        LLVMValueRef up = LLVMBuildShl(c->b, ins, spv_i32(c, (uint32_t)o), "");
        return LLVMBuildOr(c->b, LLVMBuildAnd(c->b, base, spv_i32(c, ~mask), ""),
                           LLVMBuildAnd(c->b, up, spv_i32(c, mask), ""), "");
    }
    LLVMValueRef args[] = {base, ins, off, width};
    LLVMValueRef r = spv_call(c, INTRINSIC_BFI, args, 4);
    LLVMValueRef whole = LLVMBuildICmp(c->b, LLVMIntUGE, width, spv_i32(c, 32), "");
    return LLVMBuildSelect(c->b, whole, ins, r, "");
}

void spv_op_bitfield_insert(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = result(c, i, SPV_INTS);
    const struct spv_value *base = operand(c, i, 3, SPV_INTS), *ins = operand_like(c, i, 4, SPV_INTS, base);
    LLVMValueRef off = as_i32(c, spv_arg(c, i, 5)), width = as_i32(c, spv_arg(c, i, 6));
    LLVMValueRef *r = spv_new_comps(c, t);
    bool native = spv_component(t)->bits == 32;
    for (uint32_t n = 0; n < spv_components(t); n++)
        r[n] = (native ? insert_bits : insert_any)(c, spv_comp(base, n), spv_comp(ins, n), off, width);
    spv_set(c, i, spv_from_comps(c, t, r));
}

// ---- conversions ----

// A constant that is converted toward zero while LLVM's own folding rounds to nearest.
static LLVMValueRef constant_toward_zero(struct spv *c, LLVMValueRef v, LLVMTypeRef t)
{
    LLVMBool loses;
    LLVMTypeRef bits = t == c->f16 ? c->i16 : c->i32;
    LLVMValueRef r = LLVMBuildFPCast(c->b, v, t, "");
    double from = LLVMConstRealGetDouble(v, &loses), to = LLVMConstRealGetDouble(r, &loses);
    if (!(__builtin_fabs(to) > __builtin_fabs(from)))
        return r;
    uint64_t n = LLVMConstIntGetZExtValue(LLVMConstBitCast(r, bits));
    return LLVMConstBitCast(LLVMConstInt(bits, n - 1, false), t);
}

static LLVMValueRef convert(struct spv *c, uint32_t op, LLVMValueRef v, LLVMTypeRef t)
{
    if (op == SpvOpFConvert && c->float_modes.rtz && LLVMIsAConstantFP(v) && t != c->f64)
        return constant_toward_zero(c, v, t);
    switch (op) {
    case SpvOpConvertFToU:
        return LLVMBuildFPToUI(c->b, v, t, "");
    case SpvOpConvertFToS:
        return LLVMBuildFPToSI(c->b, v, t, "");
    case SpvOpConvertSToF:
        return LLVMBuildSIToFP(c->b, v, t, "");
    case SpvOpConvertUToF:
        return LLVMBuildUIToFP(c->b, v, t, "");
    case SpvOpUConvert:
        return LLVMBuildIntCast2(c->b, v, t, false, "");
    case SpvOpSConvert:
        return LLVMBuildIntCast2(c->b, v, t, true, "");
    default:
        return LLVMBuildFPCast(c->b, v, t, "");
    }
}

static LLVMValueRef magnitude(struct spv *c, LLVMValueRef v)
{
    return spv_intrinsic(c, "llvm.fabs", &v, 1);
}

// v, which was rounded to r in the kernel's mode, rounded toward zero: one step back if that went too far.
// The step is one of the bits, from infinity to the largest number too.
static LLVMValueRef toward_zero(struct spv *c, LLVMValueRef v, LLVMValueRef r)
{
    LLVMTypeRef bits = LLVMTypeOf(r) == c->f16 ? c->i16 : c->i32;
    LLVMValueRef back = LLVMBuildFPExt(c->b, r, LLVMTypeOf(v), "");
    LLVMValueRef too_far = LLVMBuildFCmp(c->b, LLVMRealOGT, magnitude(c, back), magnitude(c, v), "");
    LLVMValueRef b = LLVMBuildBitCast(c->b, r, bits, "");
    b = LLVMBuildSub(c->b, b, LLVMBuildZExt(c->b, too_far, bits, ""), "");
    return LLVMBuildBitCast(c->b, b, LLVMTypeOf(r), "");
}

// v, which was rounded toward zero to r, rounded to nearest: a step on if that is nearer, or as near and
// even. Beyond the largest number the step's value is what it would be without a limit.
static LLVMValueRef to_nearest(struct spv *c, LLVMValueRef v, LLVMValueRef r)
{
    bool half = LLVMTypeOf(r) == c->f16;
    LLVMTypeRef bits = half ? c->i16 : c->i32, t = LLVMTypeOf(v);
    LLVMValueRef b = LLVMBuildBitCast(c->b, r, bits, ""), one = LLVMConstInt(bits, 1, false);
    LLVMValueRef next = LLVMBuildBitCast(c->b, LLVMBuildAdd(c->b, b, one, ""), LLVMTypeOf(r), "");
    LLVMValueRef here = magnitude(c, LLVMBuildFPExt(c->b, r, t, "")),
                 there = LLVMBuildFPExt(c->b, next, t, "");
    LLVMValueRef inf = spv_fconst(c, t, __builtin_inf()), limit = spv_fconst(c, t, half ? 0x1p16 : 0x1p128);
    there = magnitude(c, there);
    there = LLVMBuildSelect(c->b, LLVMBuildFCmp(c->b, LLVMRealOEQ, there, inf, ""), limit, there, "");
    LLVMValueRef below = LLVMBuildFSub(c->b, magnitude(c, v), here, ""),
                 above = LLVMBuildFSub(c->b, there, magnitude(c, v), "");
    LLVMValueRef tie = LLVMBuildFCmp(c->b, LLVMRealOEQ, below, above, "");
    LLVMValueRef odd = LLVMBuildTrunc(c->b, b, c->i1, "");
    LLVMValueRef real = LLVMBuildFCmp(c->b, LLVMRealOGT, there, here, ""); // not a denormal that is flushed
    LLVMValueRef up = LLVMBuildOr(c->b, LLVMBuildFCmp(c->b, LLVMRealOGT, below, above, ""),
                                  LLVMBuildAnd(c->b, tie, odd, ""), "");
    return LLVMBuildSelect(c->b, LLVMBuildAnd(c->b, up, real, ""), next, r, "");
}

// A narrowing conversion with its own rounding mode.
static LLVMValueRef convert_rounding(struct spv *c, LLVMValueRef v, LLVMTypeRef t, uint32_t mode)
{
    LLVMValueRef r = LLVMBuildFPCast(c->b, v, t, "");
    if (mode == SpvFPRoundingModeRTZ && !c->float_modes.rtz)
        return toward_zero(c, v, r);
    return mode == SpvFPRoundingModeRTE && c->float_modes.rtz ? to_nearest(c, v, r) : r;
}

static bool is_brain(const struct spv_type *t)
{
    return spv_component(t)->kind == SPV_BRAIN;
}

static void convert_brain(struct spv *c, const struct spv_inst *i)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *x = operand(c, i, 3, is_brain(spv_arg(c, i, 3)->type) ? SPV_ANY : SPV_FLOATS);
    const struct spv_decoration *d =
        spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationFPRoundingMode);
    bool toward_zero = d && d->count && d->literals[0] == SpvFPRoundingModeRTZ;
    check_class(c, t, is_brain(t) ? SPV_ANY : SPV_FLOATS);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++)
        r[n] = spv_bfloat16_convert(c, spv_comp(x, n), spv_component(x->type), spv_component(t), toward_zero);
    spv_set(c, i, spv_from_comps(c, t, r));
}

// Between integers and brain floats, through a float that has all bits of the integer.
static void convert_brain_int(struct spv *c, const struct spv_inst *i, uint32_t which)
{
    bool to_brain = which == SpvOpConvertSToF || which == SpvOpConvertUToF;
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *x = operand(c, i, 3, to_brain ? SPV_INTS : SPV_ANY);
    const struct spv_decoration *d =
        spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationFPRoundingMode);
    bool toward_zero = d && d->count && d->literals[0] == SpvFPRoundingModeRTZ;
    check_class(c, t, to_brain ? SPV_ANY : SPV_INTS);
    uint32_t bits = spv_component(x->type)->bits;
    if (to_brain && bits > 32)
        spv_unsupported(c, "brain floats of 64-bit integers");
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef v = spv_comp(x, n);
        if (to_brain)
            r[n] = spv_bfloat16_from_float(c, convert(c, which, v, bits > 16 ? c->f64 : c->f32), toward_zero);
        else
            r[n] = convert(c, which, spv_bfloat16_to_f32(c, v), spv_llvm_scalar(c, spv_component(t)));
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

void spv_op_convert(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    uint32_t which = (uint32_t)op->arg;
    if (is_brain(spv_result_type(c, i)) || is_brain(spv_arg(c, i, 3)->type)) {
        if (which == SpvOpFConvert)
            convert_brain(c, i);
        else
            convert_brain_int(c, i, which);
        return;
    }
    bool from_float = which == SpvOpConvertFToU || which == SpvOpConvertFToS || which == SpvOpFConvert;
    bool to_float = which == SpvOpConvertSToF || which == SpvOpConvertUToF || which == SpvOpFConvert;
    const struct spv_type *t = result(c, i, to_float ? SPV_FLOATS : SPV_INTS);
    const struct spv_value *x = operand(c, i, 3, from_float ? SPV_FLOATS : SPV_INTS);
    LLVMValueRef *r = spv_new_comps(c, t);
    const struct spv_decoration *d =
        spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationFPRoundingMode);
    bool narrows = which == SpvOpFConvert && spv_component(t)->bits < spv_component(x->type)->bits;
    if (d && d->count && d->literals[0] > SpvFPRoundingModeRTZ)
        spv_unsupported(c, "rounding mode %u", d->literals[0]);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMTypeRef to = spv_llvm_scalar(c, spv_component(t));
        r[n] = d && d->count && narrows ? convert_rounding(c, spv_comp(x, n), to, d->literals[0])
                                        : convert(c, which, spv_comp(x, n), to);
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// To half precision and back; results that are denormal in half precision become zero.
void spv_op_quantize(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = result(c, i, SPV_FLOATS);
    const struct spv_value *x = operand(c, i, 3, SPV_FLOATS);
    spv_check(c, spv_component(t)->bits == 32 && spv_component(x->type)->bits == 32, "not 32-bit floats");
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef v = LLVMBuildFPExt(c->b, LLVMBuildFPTrunc(c->b, spv_comp(x, n), c->f16, ""), c->f32, "");
        LLVMValueRef abs = spv_intrinsic(c, "llvm.fabs", &v, 1);
        LLVMValueRef zero_args[] = {spv_f32(c, 0), spv_comp(x, n)};
        LLVMValueRef tiny = LLVMBuildFCmp(c->b, LLVMRealOLT, abs, spv_f32(c, 6.103515625e-05f), "");
        r[n] = LLVMBuildSelect(c->b, tiny, spv_intrinsic(c, "llvm.copysign", zero_args, 2), v, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

// Components first to first + from of x as `to` components of another width: as many bits.
static void regroup(struct spv *c, const struct spv_value *x, uint32_t first, uint32_t from, LLVMTypeRef type,
                    LLVMValueRef *out, uint32_t to)
{
    LLVMValueRef v = spv_comp(x, first);
    if (from > 1) {
        v = LLVMGetUndef(LLVMVectorType(LLVMTypeOf(v), from));
        for (uint32_t n = 0; n < from; n++)
            v = LLVMBuildInsertElement(c->b, v, spv_comp(x, first + n), spv_i32(c, n), "");
    }
    v = LLVMBuildBitCast(c->b, v, to > 1 ? LLVMVectorType(type, to) : type, "");
    for (uint32_t n = 0; n < to; n++)
        out[n] = to > 1 ? LLVMBuildExtractElement(c->b, v, spv_i32(c, n), "") : v;
}

void spv_op_bitcast(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (spv_is_pointer_bitcast(c, i)) {
        spv_op_convert_pointer(c, i, op);
        return;
    }
    const struct spv_type *t = result(c, i, SPV_ANY);
    const struct spv_value *x = spv_arg(c, i, 3);
    check_class(c, x->type, SPV_ANY);
    const struct spv_type *from = spv_component(x->type), *to = spv_component(t);
    spv_check(c, from->kind != SPV_BOOL && to->kind != SPV_BOOL, "booleans have no bits");
    uint32_t whole = from->bits > to->bits ? from->bits : to->bits;
    uint32_t have = spv_components(x->type), want = spv_components(t);
    spv_check(c, have * from->bits == want * to->bits, "the operand has another size");
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n * whole < have * from->bits; n++)
        regroup(c, x, n * whole / from->bits, whole / from->bits, spv_llvm_scalar(c, to),
                r + n * whole / to->bits, whole / to->bits);
    spv_set(c, i, spv_from_comps(c, t, r));
}
