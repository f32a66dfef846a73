// Products of vectors and matrices. A matrix is a tree of columns.
#include "compiler/spirv/math/math.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

static const struct spv_value *floats(struct spv *c, const struct spv_inst *i, uint32_t n, enum spv_kind kind)
{
    const struct spv_value *v = spv_arg(c, i, n);
    const struct spv_type *t = v->type;
    spv_check(c, t->kind == kind, "operand %u is of the wrong kind", n);
    while (t->kind == SPV_VECTOR || t->kind == SPV_MATRIX)
        t = t->elem;
    spv_check(c, t->kind == SPV_FLOAT, "operand %u is not of floats", n);
    return v;
}

LLVMValueRef spv_dot(struct spv *c, const struct spv_value *a, const struct spv_value *b)
{
    LLVMValueRef r = spv_fmul(c, spv_comp(a, 0), spv_comp(b, 0));
    for (uint32_t n = 1; n < spv_components(a->type); n++)
        r = spv_fadd(c, r, spv_fmul(c, spv_comp(a, n), spv_comp(b, n)));
    return r;
}

void spv_op_dot(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *a = spv_arg(c, i, 3), *b = spv_arg(c, i, 4);
    spv_check(c, spv_same_type(a->type, b->type), "the vectors' types differ");
    if (a->type->kind == SPV_VECTOR && a->type->elem->kind == SPV_ENCODED) {
        spv_set(c, i, spv_bfloat16_dot(c, a, b));
        return;
    }
    a = floats(c, i, 3, SPV_VECTOR);
    b = floats(c, i, 4, SPV_VECTOR);
    spv_set(c, i, spv_scalar(c, a->type->elem, spv_dot(c, a, b)));
}

static const struct spv_value *scale(struct spv *c, const struct spv_value *v, LLVMValueRef s)
{
    struct spv_value *r = spv_new_value(c, v->type);
    if (!spv_is_composite(v->type))
        r->v = spv_fmul(c, v->v, s);
    for (uint32_t n = 0; spv_is_composite(v->type) && n < v->type->count; n++)
        r->elems[n] = scale(c, v->elems[n], s);
    return r;
}

void spv_op_times_scalar(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    if (op->arg && spv_arg(c, i, 3)->type->cooperative.rows) {
        spv_cooperative_scale(c, i);
        return;
    }
    const struct spv_value *v = floats(c, i, 3, op->arg ? SPV_MATRIX : SPV_VECTOR),
                           *s = floats(c, i, 4, SPV_FLOAT);
    const struct spv_type *e = op->arg ? v->type->elem->elem : v->type->elem;
    spv_check(c, spv_same_type(e, s->type), "the scalar has another type");
    spv_set(c, i, scale(c, v, s->v));
}

// The column vectors of m, weighted by the components of v.
static const struct spv_value *combine(struct spv *c, const struct spv_value *m, const struct spv_value *v)
{
    spv_check(c, v->type->count == m->type->count, "the dimensions do not fit");
    LLVMValueRef r[4];
    for (uint32_t row = 0; row < m->type->elem->count; row++) {
        r[row] = spv_fmul(c, m->elems[0]->elems[row]->v, v->elems[0]->v);
        for (uint32_t col = 1; col < m->type->count; col++)
            r[row] = spv_fadd(c, r[row], spv_fmul(c, m->elems[col]->elems[row]->v, v->elems[col]->v));
    }
    return spv_from_comps(c, m->type->elem, r);
}

static const struct spv_value *vector_times_matrix(struct spv *c, const struct spv_inst *i,
                                                   const struct spv_type *t)
{
    const struct spv_value *v = floats(c, i, 3, SPV_VECTOR), *m = floats(c, i, 4, SPV_MATRIX);
    spv_check(c, t->kind == SPV_VECTOR && t->count == m->type->count && spv_same_type(m->type->elem, v->type),
              "the dimensions do not fit");
    LLVMValueRef r[4];
    for (uint32_t col = 0; col < t->count; col++)
        r[col] = spv_dot(c, v, m->elems[col]);
    return spv_from_comps(c, t, r);
}

static const struct spv_value *matrix_times_matrix(struct spv *c, const struct spv_inst *i,
                                                   const struct spv_type *t)
{
    const struct spv_value *a = floats(c, i, 3, SPV_MATRIX), *b = floats(c, i, 4, SPV_MATRIX);
    spv_check(c,
              t->kind == SPV_MATRIX && t->count == b->type->count && spv_same_type(t->elem, a->type->elem) &&
                  spv_same_type(a->type->elem->elem, b->type->elem->elem),
              "the dimensions do not fit");
    struct spv_value *v = spv_new_value(c, t);
    for (uint32_t col = 0; col < t->count; col++)
        v->elems[col] = combine(c, a, b->elems[col]);
    return v;
}

void spv_op_matrix_product(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    if (op->arg == SpvOpVectorTimesMatrix) {
        spv_set(c, i, vector_times_matrix(c, i, t));
    } else if (op->arg == SpvOpMatrixTimesMatrix) {
        spv_set(c, i, matrix_times_matrix(c, i, t));
    } else {
        const struct spv_value *m = floats(c, i, 3, SPV_MATRIX), *v = floats(c, i, 4, SPV_VECTOR);
        spv_check(c, spv_same_type(m->type->elem->elem, v->type->elem), "the component types differ");
        spv_set(c, i, combine(c, m, v));
    }
}

void spv_op_outer_product(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *a = floats(c, i, 3, SPV_VECTOR), *b = floats(c, i, 4, SPV_VECTOR);
    spv_check(c,
              t->kind == SPV_MATRIX && spv_same_type(t->elem, a->type) && t->count == b->type->count &&
                  spv_same_type(a->type->elem, b->type->elem),
              "the dimensions do not fit");
    struct spv_value *v = spv_new_value(c, t);
    for (uint32_t col = 0; col < t->count; col++)
        v->elems[col] = scale(c, a, b->elems[col]->v);
    spv_set(c, i, v);
}
