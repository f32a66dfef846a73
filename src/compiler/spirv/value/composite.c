// The composite instructions, which only rearrange trees.
#include <string.h>

#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

void spv_op_composite_construct(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    spv_check(c, spv_is_composite(t), "the result type is not a composite");
    struct spv_value *v = spv_new_value(c, t);
    uint32_t n = 0;
    for (uint32_t w = 3; w < i->count; w++) {
        const struct spv_value *e = spv_arg(c, i, w);
        spv_check(c, !op->arg || e->v || e->elems, "a constituent is not a constant");
        bool spread = t->kind == SPV_VECTOR && e->type->kind == SPV_VECTOR;
        for (uint32_t k = 0; k < (spread ? e->type->count : 1); k++, n++) {
            const struct spv_value *part = spread ? e->elems[k] : e;
            spv_check(c, n < t->count, "too many constituents");
            spv_check(c, spv_same_type(part->type, spv_elem_type(t, n)), "constituent %u has another type",
                      n);
            v->elems[n] = part;
        }
    }
    while (t->cooperative.rows && i->count == 4 && n && n < t->count) // one scalar for the whole matrix
        v->elems[n++] = v->elems[0];
    spv_check(c, n == t->count, "%u constituents for a composite of %u", n, t->count);
    spv_set(c, i, v);
}

// One constituent for all: a scalar of a vector, a column of a matrix, an element of an array.
void spv_op_composite_replicate(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *e = spv_arg(c, i, 3);
    spv_check(c, spv_is_composite(t), "the result type is not a composite");
    spv_check(c, !op->arg || e->v || e->elems, "the constituent is not a constant");
    struct spv_value *v = spv_new_value(c, t);
    for (uint32_t n = 0; n < t->count; n++) {
        spv_check(c, spv_same_type(e->type, spv_elem_type(t, n)), "constituent %u has another type", n);
        v->elems[n] = e;
    }
    spv_set(c, i, v);
}

void spv_op_composite_extract(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *v = spv_arg(c, i, 3);
    for (uint32_t w = 4; w < i->count; w++) {
        spv_check(c, spv_is_composite(v->type) && i->words[w] < v->type->count, "index %u is out of range",
                  i->words[w]);
        v = v->elems[i->words[w]];
    }
    spv_set(c, i, v);
}

static const struct spv_value *insert(struct spv *c, const struct spv_value *into,
                                      const struct spv_value *part, const uint32_t *path, uint32_t depth)
{
    if (!depth) {
        spv_check(c, spv_same_type(into->type, part->type), "the object has another type than its place");
        return part;
    }
    spv_check(c, spv_is_composite(into->type) && path[0] < into->type->count, "index %u is out of range",
              path[0]);
    struct spv_value *v = spv_new_value(c, into->type);
    memcpy(v->elems, into->elems, into->type->count * sizeof(*v->elems));
    v->elems[path[0]] = insert(c, into->elems[path[0]], part, path + 1, depth - 1);
    return v;
}

void spv_op_composite_insert(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *part = spv_arg(c, i, 3);
    spv_set(c, i, insert(c, spv_arg(c, i, 4), part, i->words + 5, i->count - 5));
}

static const struct spv_value *vector_arg(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, v->type->kind == SPV_VECTOR, "operand %u is not a vector", n);
    return v;
}

static LLVMValueRef index_arg(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    const struct spv_value *v = spv_arg(c, i, n);
    spv_check(c, v->type->kind == SPV_INT, "the index is not an integer");
    return v->v;
}

// Vectors are short, nearly always: a few selects beat a detour through memory.
void spv_op_vector_extract_dynamic(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *v = vector_arg(c, i, 3);
    LLVMValueRef index = index_arg(c, i, 4), r = v->elems[0]->v;
    for (uint32_t n = 1; n < v->type->count; n++) {
        LLVMValueRef is =
            LLVMBuildICmp(c->b, LLVMIntEQ, index, LLVMConstInt(LLVMTypeOf(index), n, false), "");
        r = LLVMBuildSelect(c->b, is, v->elems[n]->v, r, "");
    }
    spv_set(c, i, spv_scalar(c, v->type->elem, r));
}

void spv_op_vector_insert_dynamic(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *v = vector_arg(c, i, 3), *part = spv_arg(c, i, 4);
    spv_check(c, spv_same_type(part->type, v->type->elem), "the component has another type");
    LLVMValueRef index = index_arg(c, i, 5), *comps = spv_new_comps(c, v->type);
    for (uint32_t n = 0; n < v->type->count; n++) {
        LLVMValueRef is =
            LLVMBuildICmp(c->b, LLVMIntEQ, index, LLVMConstInt(LLVMTypeOf(index), n, false), "");
        comps[n] = LLVMBuildSelect(c->b, is, part->v, v->elems[n]->v, "");
    }
    spv_set(c, i, spv_from_comps(c, v->type, comps));
}

void spv_op_vector_shuffle(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *a = vector_arg(c, i, 3), *b = vector_arg(c, i, 4);
    spv_check(c, t->kind == SPV_VECTOR && i->count - 5 == t->count, "the result has another length");
    spv_check(c, spv_same_type(a->type->elem, t->elem) && spv_same_type(b->type->elem, t->elem),
              "the component types differ");
    struct spv_value *v = spv_new_value(c, t);
    for (uint32_t n = 0; n < t->count; n++) {
        uint32_t k = i->words[5 + n];
        spv_check(c, k == UINT32_MAX || k < a->type->count + b->type->count, "component %u is out of range",
                  k);
        v->elems[n] = k == UINT32_MAX      ? spv_undef(c, t->elem)
                      : k < a->type->count ? a->elems[k]
                                           : b->elems[k - a->type->count];
    }
    spv_set(c, i, v);
}

void spv_op_copy_object(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    spv_set(c, i,
            spv_arg(c, i, 3)); // OpCopyLogical: types that match in shape, which is all that spv_set asks
}

void spv_op_transpose(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    const struct spv_value *m = spv_arg(c, i, 3);
    spv_check(c,
              t->kind == SPV_MATRIX && m->type->kind == SPV_MATRIX && t->count == m->type->elem->count &&
                  t->elem->count == m->type->count,
              "not a matrix and its transpose");
    struct spv_value *v = spv_new_value(c, t);
    for (uint32_t col = 0; col < t->count; col++) {
        struct spv_value *e = spv_new_value(c, t->elem);
        for (uint32_t row = 0; row < t->elem->count; row++)
            e->elems[row] = m->elems[row]->elems[col];
        v->elems[col] = e;
    }
    spv_set(c, i, v);
}
