// Shifts, bit fields, and what else works on the bits of integers.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

static unsigned bits_of(LLVMValueRef v)
{
    return LLVMGetIntTypeWidth(LLVMTypeOf(v));
}

// A shift by the width or more is undefined in SPIR-V and poison in LLVM: keep the low bits, as the EU does.
void spv_op_shift(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_of(c, i, SPV_INTS);
    const struct spv_value *x = spv_operand(c, i, 3, SPV_INTS), *y = spv_operand(c, i, 4, SPV_INTS);
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++) {
        LLVMValueRef v = spv_comp(x, n);
        LLVMValueRef by = LLVMBuildIntCast2(c->b, spv_comp(y, n), LLVMTypeOf(v), false, "");
        by = LLVMBuildAnd(c->b, by, spv_int_like(by, bits_of(v) - 1), "");
        r[n] = LLVMBuildBinOp(c->b, (LLVMOpcode)op->arg, v, by, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

void spv_op_bit_intrinsic(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_of(c, i, SPV_INTS);
    const struct spv_value *x = spv_operand(c, i, 3, SPV_INTS);
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
    LLVMValueRef bits = spv_int_like(like, bits_of(like)), last = spv_int_like(like, bits_of(like) - 1);
    LLVMValueRef some = LLVMBuildShl(c->b, spv_int_like(like, 1), LLVMBuildAnd(c->b, count, last, ""), "");
    LLVMValueRef all = LLVMBuildICmp(c->b, LLVMIntUGE, count, bits, "");
    return LLVMBuildSelect(c->b, all, LLVMConstAllOnes(LLVMTypeOf(like)),
                           LLVMBuildSub(c->b, some, spv_int_like(like, 1), ""), "");
}

// The offset as a shift of `like`; an offset of the whole width goes with a count of 0.
static LLVMValueRef shift_by(struct spv *c, LLVMValueRef like, LLVMValueRef off)
{
    LLVMValueRef by = LLVMBuildIntCast2(c->b, off, LLVMTypeOf(like), false, "");
    return LLVMBuildAnd(c->b, by, spv_int_like(like, bits_of(like) - 1), "");
}

// For other widths than the EU's 32.
static LLVMValueRef extract_any(struct spv *c, LLVMValueRef v, LLVMValueRef off, LLVMValueRef width,
                                bool sign)
{
    LLVMValueRef mask = ones(c, v, width);
    LLVMValueRef r = LLVMBuildAnd(c->b, LLVMBuildLShr(c->b, v, shift_by(c, v, off), ""), mask, "");
    if (!sign)
        return r;
    LLVMValueRef top = LLVMBuildSub(c->b, mask, LLVMBuildLShr(c->b, mask, spv_int_like(v, 1), ""), "");
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
    const struct spv_type *t = spv_result_of(c, i, SPV_INTS);
    const struct spv_value *x = spv_operand(c, i, 3, SPV_INTS);
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
    const struct spv_type *t = spv_result_of(c, i, SPV_INTS);
    const struct spv_value *base = spv_operand(c, i, 3, SPV_INTS),
                           *ins = spv_operand_like(c, i, 4, SPV_INTS, base);
    LLVMValueRef off = as_i32(c, spv_arg(c, i, 5)), width = as_i32(c, spv_arg(c, i, 6));
    LLVMValueRef *r = spv_new_comps(c, t);
    bool native = spv_component(t)->bits == 32;
    for (uint32_t n = 0; n < spv_components(t); n++)
        r[n] = (native ? insert_bits : insert_any)(c, spv_comp(base, n), spv_comp(ins, n), off, width);
    spv_set(c, i, spv_from_comps(c, t, r));
}
