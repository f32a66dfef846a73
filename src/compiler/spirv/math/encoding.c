// Floats in encodings that the EU has not (SPV_KHR_bfloat16, SPV_EXT_float8), kept as integers of their bits.
// They are converted by integer arithmetic, which neither flushes denormals nor depends on the rounding mode.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

// ---- to 32 bits, exactly ----

static LLVMValueRef bfloat_to_f32(struct spv *c, LLVMValueRef v)
{
    LLVMValueRef bits = LLVMBuildShl(c->b, LLVMBuildZExt(c->b, v, c->i32, ""), spv_i32(c, 16), "");
    return LLVMBuildBitCast(c->b, bits, c->f32, "");
}

// Of eight bits: the exponent is moved to the other bias. Denormals are read as if they had the lowest
// exponent and a leading one, which is then taken off; those of eight bits are normal in 32.
static LLVMValueRef float8_to_f32(struct spv *c, const struct spv_encoding *e, LLVMValueRef v)
{
    const uint32_t shift = 23 - e->mantissa, lowest = (128 - e->bias) << 23;
    LLVMValueRef bits = LLVMBuildZExt(c->b, v, c->i32, ""),
                 size = LLVMBuildAnd(c->b, bits, spv_i32(c, 0x7f), "");
    LLVMValueRef sign =
        LLVMBuildShl(c->b, LLVMBuildAnd(c->b, bits, spv_i32(c, 0x80), ""), spv_i32(c, 24), "");
    LLVMValueRef moved = LLVMBuildShl(c->b, size, spv_i32(c, shift), "");
    LLVMValueRef normal = LLVMBuildAdd(c->b, moved, spv_i32(c, (127 - e->bias) << 23), "");
    LLVMValueRef led = LLVMBuildBitCast(c->b, LLVMBuildOr(c->b, moved, spv_i32(c, lowest), ""), c->f32, "");
    LLVMValueRef one = LLVMBuildBitCast(c->b, spv_i32(c, lowest), c->f32, "");
    LLVMValueRef small = LLVMBuildBitCast(c->b, LLVMBuildFSub(c->b, led, one, ""), c->i32, "");
    LLVMValueRef is_small = LLVMBuildICmp(c->b, LLVMIntULT, size, spv_i32(c, 1u << e->mantissa), "");
    LLVMValueRef no_number = LLVMBuildICmp(c->b, LLVMIntUGT, size, spv_i32(c, e->largest), "");
    LLVMValueRef special = LLVMBuildOr(c->b, normal, spv_i32(c, 0x7f800000), "");
    LLVMValueRef r =
        LLVMBuildSelect(c->b, is_small, small, LLVMBuildSelect(c->b, no_number, special, normal, ""), "");
    return LLVMBuildBitCast(c->b, LLVMBuildOr(c->b, r, sign, ""), c->f32, "");
}

static LLVMValueRef to_f32(struct spv *c, const struct spv_encoding *e, LLVMValueRef v)
{
    return e->bits == 16 ? bfloat_to_f32(c, v) : float8_to_f32(c, e, v);
}

// ---- from 32 bits ----

struct rounding {
    bool toward_zero; // or to nearest, ties to even
    bool saturated;   // what is too large is the largest number
};

// A NaN keeps its upper bits and is made quiet.
static LLVMValueRef bfloat_from_f32(struct spv *c, LLVMValueRef v, bool toward_zero)
{
    LLVMValueRef bits = LLVMBuildBitCast(c->b, v, c->i32, ""), half = spv_i32(c, 16);
    LLVMValueRef nan = LLVMBuildFCmp(c->b, LLVMRealUNO, v, v, "");
    LLVMValueRef up = LLVMBuildLShr(c->b, bits, half, ""),
                 quiet = LLVMBuildOr(c->b, up, spv_i32(c, 0x40), "");
    if (!toward_zero) { // plus a half of the last place, less a bit of it if that would make a tie odd
        LLVMValueRef odd = LLVMBuildAnd(c->b, up, spv_i32(c, 1), "");
        LLVMValueRef more = LLVMBuildAdd(c->b, odd, spv_i32(c, 0x7fff), "");
        up = LLVMBuildLShr(c->b, LLVMBuildAdd(c->b, bits, more, ""), half, "");
    }
    return LLVMBuildTrunc(c->b, LLVMBuildSelect(c->b, nan, quiet, up, ""), c->i16, "");
}

// The mantissa with its leading one is shifted to its place, further for denormals; its leading one adds
// itself to the exponent.
static LLVMValueRef float8_from_f32(struct spv *c, const struct spv_encoding *e, LLVMValueRef v,
                                    struct rounding how)
{
    LLVMValueRef bits = LLVMBuildBitCast(c->b, v, c->i32, ""), lowest = spv_i32(c, 128 - e->bias),
                 one = spv_i32(c, 1);
    LLVMValueRef size = LLVMBuildAnd(c->b, bits, spv_i32(c, 0x7fffffff), "");
    LLVMValueRef exponent = LLVMBuildLShr(c->b, size, spv_i32(c, 23), "");
    LLVMValueRef mantissa = LLVMBuildAnd(c->b, bits, spv_i32(c, 0x7fffff), "");
    mantissa = LLVMBuildOr(c->b, mantissa, spv_i32(c, 0x800000), "");
    LLVMValueRef base_args[] = {exponent, lowest};
    LLVMValueRef base = spv_intrinsic(c, "llvm.umax", base_args, 2);
    LLVMValueRef shift_args[] = {
        LLVMBuildAdd(c->b, LLVMBuildSub(c->b, base, exponent, ""), spv_i32(c, 23 - e->mantissa), ""),
        spv_i32(c, 31)};
    LLVMValueRef shift = spv_intrinsic(c, "llvm.umin", shift_args, 2);
    if (!how.toward_zero) { // as above
        LLVMValueRef odd = LLVMBuildAnd(c->b, LLVMBuildLShr(c->b, mantissa, shift, ""), one, "");
        LLVMValueRef half = LLVMBuildShl(c->b, one, LLVMBuildSub(c->b, shift, one, ""), "");
        LLVMValueRef more = LLVMBuildSub(c->b, LLVMBuildAdd(c->b, half, odd, ""), one, "");
        mantissa = LLVMBuildAdd(c->b, mantissa, more, "");
    }
    LLVMValueRef r = LLVMBuildLShr(c->b, mantissa, shift, "");
    LLVMValueRef above = LLVMBuildSub(c->b, base, lowest, "");
    r = LLVMBuildAdd(c->b, r, LLVMBuildShl(c->b, above, spv_i32(c, e->mantissa), ""), "");
    LLVMValueRef beyond = LLVMBuildICmp(c->b, LLVMIntUGT, r, spv_i32(c, e->largest), "");
    r = LLVMBuildSelect(c->b, beyond, spv_i32(c, how.saturated ? e->largest : e->beyond), r, "");
    r = LLVMBuildSelect(c->b, LLVMBuildFCmp(c->b, LLVMRealUNO, v, v, ""), spv_i32(c, e->nan), r, "");
    LLVMValueRef sign =
        LLVMBuildAnd(c->b, LLVMBuildLShr(c->b, bits, spv_i32(c, 24), ""), spv_i32(c, 0x80), "");
    return LLVMBuildTrunc(c->b, LLVMBuildOr(c->b, r, sign, ""), c->i8, "");
}

// A double as the nearest 32-bit float, with the last bit set where something was lost: what is rounded again
// then comes out as if rounded once.
static LLVMValueRef round_to_odd(struct spv *c, LLVMValueRef v)
{
    LLVMValueRef f = LLVMBuildFPTrunc(c->b, v, c->f32, ""), back = LLVMBuildFPExt(c->b, f, c->f64, "");
    LLVMValueRef sizes[] = {spv_intrinsic(c, "llvm.fabs", &back, 1), spv_intrinsic(c, "llvm.fabs", &v, 1)};
    LLVMValueRef too_far = LLVMBuildFCmp(c->b, LLVMRealOGT, sizes[0], sizes[1], "");
    LLVMValueRef lost = LLVMBuildFCmp(c->b, LLVMRealONE, back, v, "");
    LLVMValueRef bits = LLVMBuildBitCast(c->b, f, c->i32, "");
    bits = LLVMBuildSub(c->b, bits, LLVMBuildZExt(c->b, too_far, c->i32, ""), "");
    return LLVMBuildBitCast(c->b, LLVMBuildOr(c->b, bits, LLVMBuildZExt(c->b, lost, c->i32, ""), ""), c->f32,
                            "");
}

static LLVMValueRef from_float(struct spv *c, const struct spv_encoding *e, LLVMValueRef v,
                               struct rounding how)
{
    if (LLVMTypeOf(v) == c->f16)
        v = LLVMBuildFPExt(c->b, v, c->f32, "");
    else if (LLVMTypeOf(v) == c->f64)
        v = round_to_odd(c, v);
    return e->bits == 16 ? bfloat_from_f32(c, v, how.toward_zero) : float8_from_f32(c, e, v, how);
}

// An integer of more bits than a float has, as a float of 24 bits that rounds to any fewer as the integer
// does: what does not fit stands for its being there in the lowest bit (rounding to odd). No encoding has
// more than eight.
static LLVMValueRef float_to_round(struct spv *c, LLVMValueRef v, uint32_t bits, bool is_signed)
{
    // From 2^from on so many bits go; what is left has 15 at least.
    static const struct {
        uint32_t from, bits;
    } steps[] = {{44, 20}, {34, 10}, {24, 10}};
    LLVMTypeRef t = LLVMTypeOf(v), i32 = LLVMInt32TypeInContext(c->ctx);
    LLVMValueRef zero = LLVMConstNull(t), scale = LLVMConstReal(c->f32, 1), negative = NULL;
    if (is_signed) {
        negative = LLVMBuildICmp(c->b, LLVMIntSLT, v, zero, "");
        v = LLVMBuildSelect(c->b, negative, LLVMBuildNeg(c->b, v, ""), v, "");
    }
    for (unsigned k = 0; k < sizeof(steps) / sizeof(steps[0]); k++) {
        if (steps[k].from >= bits)
            continue;
        const uint64_t lost = (UINT64_C(1) << steps[k].bits) - 1;
        LLVMValueRef large = LLVMBuildICmp(c->b, LLVMIntUGE, v,
                                           LLVMConstInt(t, UINT64_C(1) << steps[k].from, false), ""),
                     rest = LLVMBuildAnd(c->b, v, LLVMConstInt(t, lost, false), ""),
                     odd = LLVMBuildZExt(c->b, LLVMBuildICmp(c->b, LLVMIntNE, rest, zero, ""), t, ""),
                     high = LLVMBuildLShr(c->b, v, LLVMConstInt(t, steps[k].bits, false), "");
        v = LLVMBuildSelect(c->b, large, LLVMBuildOr(c->b, high, odd, ""), v, "");
        scale = LLVMBuildSelect(c->b, large,
                                LLVMBuildFMul(c->b, scale, LLVMConstReal(c->f32, (double)(lost + 1)), ""),
                                scale, "");
    }
    LLVMValueRef f = LLVMBuildUIToFP(c->b, LLVMBuildTrunc(c->b, v, i32, ""), c->f32, "");
    f = LLVMBuildFMul(c->b, f, scale, "");
    return negative ? LLVMBuildSelect(c->b, negative, LLVMBuildFNeg(c->b, f, ""), f, "") : f;
}

// ---- instructions ----

static LLVMValueRef from_int(struct spv *c, LLVMValueRef v, uint32_t bits, bool is_signed)
{
    if (bits > 16)
        return float_to_round(c, v, bits, is_signed);
    return is_signed ? LLVMBuildSIToFP(c->b, v, c->f32, "") : LLVMBuildUIToFP(c->b, v, c->f32, "");
}

// A component, of which one type at least is encoded.
static LLVMValueRef convert(struct spv *c, uint32_t op, LLVMValueRef v, const struct spv_type *from,
                            const struct spv_type *to, struct rounding how)
{
    if (from->kind == SPV_ENCODED && from->encoding == to->encoding)
        return v;
    if (op == SpvOpConvertSToF || op == SpvOpConvertUToF)
        v = from_int(c, v, from->bits, op == SpvOpConvertSToF);
    else if (from->kind == SPV_ENCODED)
        v = to_f32(c, from->encoding, v);
    if (to->kind == SPV_ENCODED)
        return from_float(c, to->encoding, v, how);
    LLVMTypeRef t = spv_llvm_scalar(c, to);
    return op == SpvOpConvertFToS   ? LLVMBuildFPToSI(c->b, v, t, "")
           : op == SpvOpConvertFToU ? LLVMBuildFPToUI(c->b, v, t, "")
                                    : LLVMBuildFPCast(c->b, v, t, "");
}

void spv_convert_encoded(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    bool from_int = op == SpvOpConvertSToF || op == SpvOpConvertUToF;
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *x = spv_operand(c, i, 3,
                                            from_int                                 ? SPV_INTS
                                            : spv_is_encoded(spv_arg(c, i, 3)->type) ? SPV_ANY
                                                                                     : SPV_FLOATS);
    spv_check_class(c, t,
                    op == SpvOpConvertFToS || op == SpvOpConvertFToU ? SPV_INTS
                    : spv_is_encoded(t)                              ? SPV_ANY
                                                                     : SPV_FLOATS);
    const struct spv_decoration *d =
        spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationFPRoundingMode);
    if (d && d->count && d->literals[0] > SpvFPRoundingModeRTZ)
        spv_unsupported(c, "rounding mode %u", d->literals[0]);
    struct rounding how = {
        .toward_zero = d && d->count && d->literals[0] == SpvFPRoundingModeRTZ,
        .saturated = spv_decoration(c, i->result_id, SPV_NO_MEMBER,
                                    SPV_DecorationSaturatedToLargestFloat8NormalConversionEXT),
    };
    LLVMValueRef *r = spv_new_comps(c, t);
    for (uint32_t n = 0; n < spv_components(t); n++)
        r[n] = convert(c, op, spv_comp(x, n), spv_component(x->type), spv_component(t), how);
    spv_set(c, i, spv_from_comps(c, t, r));
}

// The products are exact in 32 bits; the sum is rounded there, and once more at the end.
const struct spv_value *spv_bfloat16_dot(struct spv *c, const struct spv_value *a, const struct spv_value *b)
{
    LLVMValueRef r = NULL;
    spv_check(c, a->type->elem->bits == 16, "a dot product of floats of 8 bits");
    for (uint32_t n = 0; n < a->type->count; n++) {
        LLVMValueRef p = spv_fmul(c, bfloat_to_f32(c, spv_comp(a, n)), bfloat_to_f32(c, spv_comp(b, n)));
        r = r ? spv_fadd(c, r, p) : p;
    }
    return spv_scalar(c, a->type->elem, bfloat_from_f32(c, r, false));
}
