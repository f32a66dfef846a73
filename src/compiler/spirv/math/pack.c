// GLSL.std.450's packing: small numbers in the parts of a word.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/value/build.h"

static LLVMValueRef masked(struct spv *c, LLVMValueRef v, uint64_t mask)
{
    return LLVMBuildAnd(c->b, v, spv_int_like(v, mask), "");
}

static const struct pack {
    uint32_t op;
    uint8_t count, width;
    enum { UNORM, SNORM, HALF } kind;
    bool unpack;
} packs[] = {
    {GLSLstd450PackSnorm4x8, 4, 8, SNORM, false},    {GLSLstd450PackUnorm4x8, 4, 8, UNORM, false},
    {GLSLstd450PackSnorm2x16, 2, 16, SNORM, false},  {GLSLstd450PackUnorm2x16, 2, 16, UNORM, false},
    {GLSLstd450PackHalf2x16, 2, 16, HALF, false},    {GLSLstd450UnpackSnorm2x16, 2, 16, SNORM, true},
    {GLSLstd450UnpackUnorm2x16, 2, 16, UNORM, true}, {GLSLstd450UnpackHalf2x16, 2, 16, HALF, true},
    {GLSLstd450UnpackSnorm4x8, 4, 8, SNORM, true},   {GLSLstd450UnpackUnorm4x8, 4, 8, UNORM, true},
};

static LLVMValueRef pack_one(struct spv *c, const struct pack *p, LLVMValueRef v)
{
    if (p->kind == HALF) {
        LLVMValueRef h = LLVMBuildBitCast(c->b, LLVMBuildFPTrunc(c->b, v, c->f16, ""), c->i16, "");
        return LLVMBuildZExt(c->b, h, c->i32, "");
    }
    double max = (double)((1u << (p->width - (p->kind == SNORM))) - 1);
    v = spv_clamp(c, v, spv_f32(c, p->kind == SNORM ? -1.0f : 0.0f), spv_f32(c, 1.0f));
    v = spv_intrinsic1(c, "llvm.roundeven", LLVMBuildFMul(c->b, v, spv_fconst_like(c, v, max), ""));
    return masked(c, LLVMBuildFPToSI(c->b, v, c->i32, ""), (1u << p->width) - 1);
}

static LLVMValueRef unpack_one(struct spv *c, const struct pack *p, LLVMValueRef word, uint32_t n)
{
    LLVMValueRef v = LLVMBuildLShr(c->b, word, spv_i32(c, n * p->width), "");
    if (p->kind == HALF) {
        LLVMValueRef h = LLVMBuildBitCast(c->b, LLVMBuildTrunc(c->b, v, c->i16, ""), c->f16, "");
        return LLVMBuildFPExt(c->b, spv_hide(c, h), c->f32, "");
    }
    double max = (double)((1u << (p->width - (p->kind == SNORM))) - 1);
    if (p->kind == UNORM) {
        v = LLVMBuildUIToFP(c->b, masked(c, v, (1u << p->width) - 1), c->f32, "");
        return spv_fdiv(c, v, spv_fconst_like(c, v, max));
    }
    v = LLVMBuildShl(c->b, word, spv_i32(c, 32 - (n + 1) * p->width), "");
    v = LLVMBuildSIToFP(c->b, LLVMBuildAShr(c->b, v, spv_i32(c, 32u - p->width), ""), c->f32, "");
    return spv_clamp(c, spv_fdiv(c, v, spv_fconst_like(c, v, max)), spv_f32(c, -1.0f), spv_f32(c, 1.0f));
}

static bool is_vector_of(const struct spv_type *t, enum spv_kind kind, uint32_t count)
{
    const struct spv_type *e = spv_component(t);
    return e->kind == kind && e->bits == 32 && spv_components(t) == count;
}

// PackDouble2x32 and UnpackDouble2x32: the first component is the low half.
void spv_glsl_pack_double(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *x = spv_arg(c, i, 5);
    bool unpack = op == GLSLstd450UnpackDouble2x32;
    const struct spv_type *d = unpack ? x->type : t;
    spv_check(c, d->kind == SPV_FLOAT && d->bits == 64 && is_vector_of(unpack ? t : x->type, SPV_INT, 2),
              "the types do not fit");
    LLVMTypeRef pair = LLVMVectorType(c->i32, 2);
    LLVMValueRef r[2];
    if (unpack) {
        LLVMValueRef v = LLVMBuildBitCast(c->b, x->v, pair, "");
        for (uint32_t n = 0; n < 2; n++)
            r[n] = LLVMBuildExtractElement(c->b, v, spv_i32(c, n), "");
    } else {
        LLVMValueRef v = LLVMGetUndef(pair);
        for (uint32_t n = 0; n < 2; n++)
            v = LLVMBuildInsertElement(c->b, v, spv_comp(x, n), spv_i32(c, n), "");
        r[0] = LLVMBuildBitCast(c->b, v, c->f64, "");
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}

void spv_glsl_pack(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct pack *p = packs;
    while (p->op != op)
        p++;
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *x = spv_arg(c, i, 5);
    spv_check(c,
              is_vector_of(p->unpack ? t : x->type, SPV_FLOAT, p->count) &&
                  is_vector_of(p->unpack ? x->type : t, SPV_INT, 1),
              "the types do not fit");
    LLVMValueRef r[4];
    if (p->unpack) {
        for (uint32_t n = 0; n < p->count; n++)
            r[n] = unpack_one(c, p, x->v, n);
    } else {
        r[0] = pack_one(c, p, spv_comp(x, 0));
        for (uint32_t n = 1; n < p->count; n++) {
            LLVMValueRef v = LLVMBuildShl(c->b, pack_one(c, p, spv_comp(x, n)), spv_i32(c, n * p->width), "");
            r[0] = LLVMBuildOr(c->b, r[0], v, "");
        }
    }
    spv_set(c, i, spv_from_comps(c, t, r));
}
