// Sampling by gradients. The sampler takes them, or, where it does not (sampler_takes), the
// program computes the level that they ask for: the binary logarithm of the longer of the two, in texels.
// Such a sample is not anisotropic.
//
// Source: Vulkan 1.4, "Scale Factor, Level of Detail and Layer Selection" and "Cube Map Derivative
// Transformation"; which are computed as Mesa 25.0.7 does (brw_nir.c).
#include "compiler/kernel/kernel.h"
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/image/image.h"
#include "compiler/spirv/value/build.h"
#include "hw/target.h"

#include <math.h>

enum { AXES = 3 };

struct gradients {
    LLVMValueRef d[2][AXES]; // along x and along y
    LLVMValueRef bias;       // or NULL
    uint32_t dims;
};

// Those of the quad are the coarse ones, so that the whole quad reads one level.
static void find_gradients(struct spv *c, const struct spv_image_operands *o, const struct spv_value *coord,
                           struct gradients *g)
{
    for (uint32_t n = 0; n < g->dims; n++)
        for (unsigned y = 0; y < 2; y++)
            g->d[y][n] = o->dx ? spv_image_component(c, y ? o->dy : o->dx, n)
                               : spv_derivative(c, spv_image_component(c, coord, n), y);
    g->bias = o->bias ? spv_image_component(c, o->bias, 0) : NULL;
}

void spv_image_level_size(struct spv *c, const struct spv_handle *h, LLVMValueRef out[4])
{
    struct spv_message m = {.op = KILN_SAMPLE_RESINFO};
    LLVMValueRef size[4];
    spv_message_set(c, &m, KILN_ARG_LOD, spv_i32(c, 0));
    spv_message_send(c, h, &m, size);
    for (unsigned n = 0; n < 4; n++)
        out[n] = LLVMBuildUIToFP(c->b, size[n], c->f32, "");
}

// From a direction to the place on its face: the quotient by the coordinate along the major axis, of which a
// face has 2. (That axis itself remains, as a gradient of 0.)
static void on_face(struct spv *c, const struct spv_value *coord, struct gradients *g)
{
    LLVMValueRef at[AXES], far[AXES], major = NULL, along[2] = {NULL};
    for (unsigned n = 0; n < AXES; n++) {
        at[n] = spv_image_component(c, coord, n);
        far[n] = spv_intrinsic1(c, "llvm.fabs", at[n]);
    }
    for (unsigned n = 0; n < AXES; n++) {
        LLVMValueRef others = spv_intrinsic2(c, "llvm.maxnum", far[(n + 1) % AXES], far[(n + 2) % AXES]),
                     is = LLVMBuildFCmp(c->b, LLVMRealOGE, far[n], others, "");
        major = n ? LLVMBuildSelect(c->b, is, at[n], major, "") : at[n];
        for (unsigned y = 0; y < 2; y++)
            along[y] = n ? LLVMBuildSelect(c->b, is, g->d[y][n], along[y], "") : g->d[y][n];
    }
    LLVMValueRef inverse = spv_fdiv(c, spv_f32(c, 1), major), half = spv_fmul(c, inverse, spv_f32(c, 0.5f));
    for (unsigned n = 0; n < AXES; n++) {
        LLVMValueRef place = spv_fmul(c, at[n], inverse);
        for (unsigned y = 0; y < 2; y++)
            g->d[y][n] = spv_fmul(c, spv_fsub(c, g->d[y][n], spv_fmul(c, place, along[y])), half);
    }
}

static LLVMValueRef level_of(struct spv *c, const struct spv_handle *h, const struct gradients *g, bool cube)
{
    LLVMValueRef size[4], longer = NULL;
    spv_image_level_size(c, h, size);
    for (unsigned y = 0; y < 2; y++) {
        LLVMValueRef square = NULL;
        for (uint32_t n = 0; n < g->dims; n++) {
            LLVMValueRef texels = spv_fmul(c, g->d[y][n], size[cube ? 0 : n]),
                         s = spv_fmul(c, texels, texels);
            square = square ? spv_fadd(c, square, s) : s;
        }
        longer = longer ? spv_intrinsic2(c, "llvm.maxnum", longer, square) : square;
    }
    return spv_fmul(c, spv_intrinsic1(c, "llvm.log2", longer), spv_f32(c, 0.5f));
}

static void send_level(struct spv *c, const struct spv_handle *h, struct spv_message *m,
                       const struct spv_image_operands *o, const struct gradients *g, bool cube, bool dref)
{
    const bool none = !o->dx && !spv_has_quads(c); // coordinates that do not change
    LLVMValueRef level = none ? spv_f32(c, -INFINITY) : level_of(c, h, g, cube);
    if (g->bias)
        level = spv_fadd(c, level, g->bias);
    if (o->min_lod)
        level = spv_intrinsic2(c, "llvm.maxnum", level, o->min_lod->v);
    m->op = dref ? KILN_SAMPLE_L_C : KILN_SAMPLE_L;
    spv_message_set(c, m, KILN_ARG_LOD, level);
}

// A bias scales gradients.
static void send_gradients(struct spv *c, struct spv_message *m, const struct gradients *g, bool dref)
{
    LLVMValueRef scale = g->bias ? spv_intrinsic1(c, "llvm.exp2", g->bias) : NULL;
    m->op = dref ? KILN_SAMPLE_D_C : KILN_SAMPLE_D;
    for (uint32_t n = 0; n < g->dims; n++)
        for (unsigned y = 0; y < 2; y++)
            spv_message_set(c, m, (y ? KILN_ARG_DUDY : KILN_ARG_DUDX) + 2 * n,
                            scale ? spv_fmul(c, g->d[y][n], scale) : g->d[y][n]);
}

// A least level is the eleventh parameter, and no message has more than eleven registers: with a comparison,
// or with a header, which offsets and some samplers need, there is no room for it.
static bool sampler_takes(struct spv *c, const struct spv_image_type *t, const struct spv_image_operands *o)
{
    if (t->dim == SpvDimCube || o->min_lod)
        return false;
    return kiln_target_has_deep_gradients(kernel_target(c->options)) || (t->dim != SpvDim3D && !t->arrayed);
}

void spv_message_gradients(struct spv *c, const struct spv_handle *h, struct spv_message *m,
                           const struct spv_image_type *t, const struct spv_image_operands *o,
                           const struct spv_value *coord, bool dref)
{
    const bool cube = t->dim == SpvDimCube;
    struct gradients g = {.dims = spv_image_dimensions(t)};
    find_gradients(c, o, coord, &g);
    if (sampler_takes(c, t, o)) {
        send_gradients(c, m, &g, dref);
        return;
    }
    if (cube)
        on_face(c, coord, &g);
    send_level(c, h, m, o, &g, cube, dref);
}
