// GLSL.std.450 on whole vectors and matrices: lengths and products, determinant and inverse.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/value/build.h"

static const struct spv_value *float_arg(struct spv *c, const struct spv_inst *i, uint32_t n,
                                         const struct spv_type *like)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, spv_component(v->type)->kind == SPV_FLOAT && (!like || spv_same_type(v->type, like)),
              "operand %u has the wrong type", n);
    return v;
}

// a + s * b, component by component; s for all.
static const struct spv_value *add_scaled(struct spv *c, const struct spv_value *a, LLVMValueRef s,
                                          const struct spv_value *b)
{
    LLVMValueRef *r = spv_new_comps(c, a->type);
    for (uint32_t n = 0; n < spv_components(a->type); n++)
        r[n] = spv_fadd(c, spv_comp(a, n), spv_fmul(c, s, spv_comp(b, n)));
    return spv_from_comps(c, a->type, r);
}

static const struct spv_value *times(struct spv *c, const struct spv_value *a, LLVMValueRef s)
{
    LLVMValueRef *r = spv_new_comps(c, a->type);
    for (uint32_t n = 0; n < spv_components(a->type); n++)
        r[n] = spv_fmul(c, spv_comp(a, n), s);
    return spv_from_comps(c, a->type, r);
}

static LLVMValueRef length(struct spv *c, const struct spv_value *v)
{
    if (v->type->kind != SPV_VECTOR)
        return spv_intrinsic1(c, "llvm.fabs", v->v);
    return spv_intrinsic1(c, "llvm.sqrt", spv_dot(c, v, v));
}

static const struct spv_value *cross(struct spv *c, const struct spv_value *a, const struct spv_value *b)
{
    LLVMValueRef r[4];
    spv_check(c, spv_components(a->type) == 3, "not vectors of three");
    for (uint32_t n = 0; n < 3; n++) {
        uint32_t p = (n + 1) % 3, q = (n + 2) % 3;
        r[n] = spv_fsub(c, spv_fmul(c, spv_comp(a, p), spv_comp(b, q)),
                        spv_fmul(c, spv_comp(a, q), spv_comp(b, p)));
    }
    return spv_from_comps(c, a->type, r);
}

static const struct spv_value *normalize(struct spv *c, const struct spv_value *v)
{
    LLVMValueRef x = v->v;
    if (v->type->kind != SPV_VECTOR) // NaN stays NaN
        return spv_scalar(c, v->type, spv_sign(c, x, LLVMBuildFMul(c->b, x, spv_fconst_like(c, x, 0), "")));
    return times(c, v, spv_math1(c, GLSLstd450InverseSqrt, spv_dot(c, v, v)));
}

static const struct spv_value *refract(struct spv *c, const struct spv_value *incident,
                                       const struct spv_value *normal, LLVMValueRef eta)
{
    LLVMValueRef d = spv_dot(c, normal, incident), one = spv_fconst_like(c, d, 1),
                 zero = spv_fconst_like(c, d, 0);
    LLVMValueRef *r = spv_new_comps(c, incident->type);
    LLVMValueRef rest = spv_fsub(c, one, spv_fmul(c, d, d));
    LLVMValueRef k = spv_fsub(c, one, spv_fmul(c, spv_fmul(c, eta, eta), rest));
    LLVMValueRef s = spv_fadd(c, spv_fmul(c, eta, d), spv_intrinsic1(c, "llvm.sqrt", k));
    LLVMValueRef none = spv_fcmp(c, LLVMRealOLT, k, zero);
    for (uint32_t n = 0; n < spv_components(incident->type); n++) {
        LLVMValueRef v =
            spv_fsub(c, spv_fmul(c, eta, spv_comp(incident, n)), spv_fmul(c, s, spv_comp(normal, n)));
        r[n] = spv_pick(c, none, zero, v);
    }
    return spv_from_comps(c, incident->type, r);
}

void spv_glsl_geometry(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct spv_value *a = float_arg(c, i, 5, NULL), *b = NULL, *r, *third;
    if (op != GLSLstd450Length && op != GLSLstd450Normalize)
        b = float_arg(c, i, 6, a->type);
    LLVMValueRef d;
    switch (op) {
    case GLSLstd450Length:
        r = spv_scalar(c, spv_component(a->type), length(c, a));
        break;
    case GLSLstd450Distance:
        r = spv_scalar(c, spv_component(a->type),
                       length(c, add_scaled(c, a, spv_fconst_like(c, spv_comp(a, 0), -1), b)));
        break;
    case GLSLstd450Cross:
        r = cross(c, a, b);
        break;
    case GLSLstd450Normalize:
        r = normalize(c, a);
        break;
    case GLSLstd450FaceForward:
        third = float_arg(c, i, 7, a->type);
        d = spv_dot(c, third, b);
        d = spv_pick(c, spv_fcmp(c, LLVMRealOLT, d, spv_fconst_like(c, d, 0)), spv_fconst_like(c, d, 1),
                     spv_fconst_like(c, d, -1));
        r = times(c, a, d);
        break;
    case GLSLstd450Reflect:
        d = spv_dot(c, b, a);
        r = add_scaled(c, a, spv_fmul(c, spv_fconst_like(c, d, -2), d), b);
        break;
    default: // GLSLstd450Refract
        third = spv_arg(c, i, 7);
        spv_check(c, spv_same_type(third->type, spv_component(a->type)), "eta has the wrong type");
        r = refract(c, a, b, third->v);
    }
    spv_set(c, i, r);
}

// ---- matrices ----

struct minor { // a square part of a matrix: the rows and columns that are left
    uint8_t rows[4], cols[4], n;
};

static struct minor without(const struct minor *m, unsigned row, unsigned col)
{
    struct minor r = {.n = (uint8_t)(m->n - 1)};
    for (unsigned k = 0, a = 0, b = 0; k < m->n; k++) {
        if (k != row)
            r.rows[a++] = m->rows[k];
        if (k != col)
            r.cols[b++] = m->cols[k];
    }
    return r;
}

static LLVMValueRef determinant(struct spv *c, const struct spv_value *m, const struct minor *w)
{
    if (w->n == 1)
        return m->elems[w->cols[0]]->elems[w->rows[0]]->v;
    // Along the first column; of four, along the first row: the order in which Vulkan's precision is
    // understood.
    LLVMValueRef sum = NULL;
    bool by_row = w->n == 4;
    for (unsigned k = 0; k < w->n; k++) {
        unsigned row = by_row ? 0 : k, col = by_row ? k : 0;
        struct minor rest = without(w, row, col);
        LLVMValueRef e = m->elems[w->cols[col]]->elems[w->rows[row]]->v;
        LLVMValueRef p = spv_fmul(c, e, determinant(c, m, &rest));
        sum = !sum ? p : k % 2 ? spv_fsub(c, sum, p) : spv_fadd(c, sum, p);
    }
    return sum;
}

void spv_glsl_matrix(struct spv *c, const struct spv_inst *i, uint32_t op)
{
    const struct spv_value *m = spv_arg(c, i, 5);
    spv_check(c, m->type->kind == SPV_MATRIX && m->type->count == m->type->elem->count,
              "not a square matrix");
    struct minor all = {{0, 1, 2, 3}, {0, 1, 2, 3}, (uint8_t)m->type->count};
    LLVMValueRef det = determinant(c, m, &all);
    if (op == GLSLstd450Determinant) {
        spv_set(c, i, spv_scalar(c, m->type->elem->elem, det));
        return;
    }
    LLVMValueRef scale = spv_fdiv(c, spv_fconst_like(c, det, 1), det);
    struct spv_value *v = spv_new_value(c, m->type);
    for (uint32_t col = 0; col < m->type->count; col++) {
        LLVMValueRef r[4];
        for (uint32_t row = 0; row < m->type->count; row++) { // the transposed cofactors
            struct minor rest = without(&all, col, row);
            LLVMValueRef d = spv_fmul(c, determinant(c, m, &rest), scale);
            r[row] = (row + col) % 2 ? spv_fop(c, LLVMBuildFNeg(c->b, d, "")) : d;
        }
        v->elems[col] = spv_from_comps(c, m->type->elem, r);
    }
    spv_set(c, i, v);
}
