// Conversion from Y'CbCr where a combined image sampler of such an image is sampled: the planes' texels put
// together, widened to their range, and turned into red, green and blue. Vulkan, "Sampler Y'CbCr Conversion".
#include "compiler/spirv/image/image.h"
#include "compiler/spirv/value/build.h"

static LLVMValueRef scaled(struct spv *c, LLVMValueRef v, double by, double plus)
{
    v = by == 1 ? v : spv_fmul(c, v, spv_f32(c, (float)by));
    return plus == 0 ? v : spv_fadd(c, v, spv_f32(c, (float)plus));
}

// "Component swizzle".
static void swizzle(struct spv *c, const struct kiln_ycbcr *y, LLVMValueRef v[4])
{
    const LLVMValueRef all[6] = {v[0], v[1], v[2], v[3], spv_f32(c, 0), spv_f32(c, 1)};
    for (unsigned n = 0; n < 4; n++)
        v[n] = all[y->swizzle[n]];
}

// "Sampler Y'CbCr Range Expansion": green is Y', blue Cb, red Cr.
static void expand_range(struct spv *c, const struct kiln_ycbcr *y, LLVMValueRef v[4])
{
    const double top = (double)((UINT64_C(1) << y->bits) - 1), unit = (double)(UINT64_C(1) << (y->bits - 8));
    if (y->range == KILN_YCBCR_FULL) {
        v[2] = scaled(c, v[2], 1, -128 * unit / top);
        v[0] = scaled(c, v[0], 1, -128 * unit / top);
        return;
    }
    v[1] = scaled(c, v[1], top / (219 * unit), -16.0 / 219);
    v[2] = scaled(c, v[2], top / (224 * unit), -128.0 / 224);
    v[0] = scaled(c, v[0], top / (224 * unit), -128.0 / 224);
}

// "Sampler Y'CbCr Model Conversion", from the weights of red and blue in Y'.
static void convert_model(struct spv *c, const struct kiln_ycbcr *y, LLVMValueRef v[4])
{
    static const double weights[][2] = {[KILN_YCBCR_709] = {0.2126, 0.0722},
                                        [KILN_YCBCR_601] = {0.299, 0.114},
                                        [KILN_YCBCR_2020] = {0.2627, 0.0593}};
    const double kr = weights[y->model][0], kb = weights[y->model][1], kg = 1 - kr - kb;
    LLVMValueRef luma = v[1], cb = v[2], cr = v[0];
    v[0] = spv_fadd(c, luma, scaled(c, cr, 2 * (1 - kr), 0));
    v[1] = spv_fadd(
        c, luma,
        spv_fadd(c, scaled(c, cb, -2 * kb * (1 - kb) / kg, 0), scaled(c, cr, -2 * kr * (1 - kr) / kg, 0)));
    v[2] = spv_fadd(c, luma, scaled(c, cb, 2 * (1 - kb), 0));
}

void spv_ycbcr_convert(struct spv *c, const struct kiln_ycbcr *y, LLVMValueRef planes[3][4],
                       LLVMValueRef out[4])
{
    LLVMValueRef v[4] = {planes[y->planes - 1][0], planes[0][1], planes[1][2], NULL};
    // What lies in the uppermost bits of a texel is a little less than what its own bits say.
    const double low = (double)(UINT64_C(1) << (y->container - y->bits)),
                 top = (double)((UINT64_C(1) << y->bits) - 1),
                 all = (double)((UINT64_C(1) << y->container) - 1);
    for (unsigned n = 0; n < 3; n++)
        v[n] = scaled(c, LLVMBuildBitCast(c->b, v[n], c->f32, ""),
                      y->container == y->bits ? 1 : all / (low * top), 0);
    v[3] = spv_f32(c, 1);
    swizzle(c, y, v);
    if (y->model != KILN_YCBCR_RGB)
        expand_range(c, y, v);
    if (y->model > KILN_YCBCR_IDENTITY)
        convert_model(c, y, v);
    for (unsigned n = 0; n < 4; n++)
        out[n] = LLVMBuildBitCast(c->b, v[n], c->i32, "");
}
