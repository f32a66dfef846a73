// Values: trees over LLVM scalars. Constants, specialization, and the composite instructions, which only
// rearrange trees.
#include <string.h>

#include "compiler/spirv/spv.h"

#define MAX_LEAVES (1u << 17) // scalars of one composite value: more are a sign of an attack

struct spv_value *spv_new_value(struct spv *c, const struct spv_type *t)
{
    struct spv_value *v = arena_new(c->arena, struct spv_value);
    v->type = t;
    if (spv_is_composite(t)) {
        if (t->leaves > MAX_LEAVES)
            spv_unsupported(c, "a value of %u scalars", t->leaves);
        c->emitted += t->kind != SPV_VECTOR ? t->count / 64 : t->count > 4 ? t->count : 0;
        v->elems = arena_array(c->arena, const struct spv_value *, t->count + 1);
    } else {
        spv_check(c, spv_is_scalar(t) || t->kind == SPV_POINTER || spv_is_handle(t),
                  "a value of type %%%u cannot exist", t->id);
    }
    return v;
}

const struct spv_value *spv_scalar(struct spv *c, const struct spv_type *t, LLVMValueRef llvm)
{
    struct spv_value *v = spv_new_value(c, t);
    v->v = llvm;
    return v;
}

LLVMValueRef spv_comp(const struct spv_value *v, uint32_t i)
{
    return v->type->kind == SPV_VECTOR ? v->elems[i]->v : v->v;
}

LLVMValueRef *spv_new_comps(struct spv *c, const struct spv_type *t)
{
    return arena_array(c->arena, LLVMValueRef, spv_components(t));
}

const struct spv_value *spv_from_comps(struct spv *c, const struct spv_type *t, const LLVMValueRef *comps)
{
    if (t->kind != SPV_VECTOR)
        return spv_scalar(c, t, comps[0]);
    struct spv_value *v = spv_new_value(c, t);
    for (uint32_t n = 0; n < t->count; n++)
        v->elems[n] = spv_scalar(c, t->elem, comps[n]);
    return v;
}

static const struct spv_value *fill(struct spv *c, const struct spv_type *t,
                                    LLVMValueRef (*leaf)(LLVMTypeRef))
{
    struct spv_value *v = spv_new_value(c, t);
    if (!spv_is_composite(t)) {
        if (t->kind == SPV_POINTER)
            v->ptr = spv_default_pointer(c, t);
        v->v = leaf(spv_llvm_scalar(c, t));
    }
    for (uint32_t n = 0; spv_is_composite(t) && n < t->count; n++) // elements of one type share a tree
        v->elems[n] = n && t->kind != SPV_STRUCT ? v->elems[0] : fill(c, spv_elem_type(t, n), leaf);
    return v;
}

// Offset 0 of shared memory and of the first buffer are where variables are: null there is the last byte of
// the address space, which no variable has.
static LLVMValueRef null_leaf(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) != LLVMPointerTypeKind)
        return LLVMConstNull(t);
    unsigned as = LLVMGetPointerAddressSpace(t);
    if (as != KILN_AS_SURFACE && as != KILN_AS_SHARED)
        return LLVMConstNull(t);
    LLVMContextRef ctx = LLVMGetTypeContext(t);
    LLVMTypeRef bits = as == KILN_AS_SURFACE ? LLVMInt64TypeInContext(ctx) : LLVMInt32TypeInContext(ctx);
    return LLVMConstIntToPtr(LLVMConstInt(bits, UINT32_MAX, false), t);
}

const struct spv_value *spv_zero(struct spv *c, const struct spv_type *t)
{
    return fill(c, t, null_leaf);
}

const struct spv_value *spv_undef(struct spv *c, const struct spv_type *t)
{
    return fill(c, t, LLVMGetUndef);
}

bool spv_is_null(const struct spv_value *pointer)
{
    return pointer->v && pointer->v == null_leaf(LLVMTypeOf(pointer->v));
}

bool spv_is_constant(const struct spv_value *v)
{
    if (!spv_is_composite(v->type))
        return v->v && LLVMIsAConstant(v->v) && !v->ptr;
    for (uint32_t n = 0; n < v->type->count; n++)
        if (!spv_is_constant(v->elems[n]))
            return false;
    return true;
}

bool spv_is_zero(const struct spv_value *v)
{
    if (!spv_is_composite(v->type))
        return v->v && LLVMIsNull(v->v);
    for (uint32_t n = 0; n < v->type->count; n++)
        if (!spv_is_zero(v->elems[n]))
            return false;
    return true;
}

LLVMValueRef spv_i32(struct spv *c, uint32_t v)
{
    return LLVMConstInt(c->i32, v, false);
}

LLVMValueRef spv_f32(struct spv *c, float v)
{
    return LLVMConstReal(c->f32, (double)v);
}

LLVMValueRef spv_fconst(struct spv *c, LLVMTypeRef t, double v)
{
    return LLVMConstReal(t, v);
}

// ---- constants ----

static LLVMValueRef from_bits(struct spv *c, const struct spv_type *t, uint64_t bits)
{
    if (t->kind == SPV_BOOL)
        return LLVMConstInt(c->i1, bits != 0, false);
    LLVMTypeRef int_type = t->bits == 8 ? c->i8 : t->bits == 16 ? c->i16 : t->bits == 32 ? c->i32 : c->i64;
    LLVMValueRef n = LLVMConstInt(int_type, bits, false);
    return t->kind != SPV_FLOAT ? n : LLVMConstBitCast(n, spv_llvm_scalar(c, t));
}

// The value that the application gave for the constant's SpecId, if it gave one.
static bool specialized(struct spv *c, const struct spv_inst *i, uint64_t *bits)
{
    const struct spv_decoration *d = spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationSpecId);
    if (!d)
        return false;
    spv_check(c, d->count >= 1, "SpecId lacks its operand");
    for (unsigned n = 0; n < c->options->spec_constant_count; n++) {
        const struct kiln_spec_constant *s = &c->options->spec_constants[n];
        if (s->id != d->literals[0])
            continue;
        spv_check(c, s->data && (s->size == 1 || s->size == 2 || s->size == 4 || s->size == 8),
                  "specialization constant %u has %u bytes", s->id, s->size);
        *bits = 0;
        memcpy(bits, s->data, s->size);
        return true;
    }
    return false;
}

void spv_op_constant(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    uint64_t bits = 0;
    switch (i->op) {
    case SpvOpConstantNull:
        spv_set(c, i, spv_zero(c, t));
        return;
    case SpvOpConstantTrue:
    case SpvOpSpecConstantTrue:
        bits = 1;
        // fall through
    case SpvOpConstantFalse:
    case SpvOpSpecConstantFalse:
        spv_check(c, t->kind == SPV_BOOL, "the type is not bool");
        break;
    default:
        spv_check(c, t->kind == SPV_INT || t->kind == SPV_FLOAT || t->kind == SPV_BRAIN,
                  "the type is not a number");
        bits = spv_word(c, i, 3);
        if (t->bits > 32)
            bits |= (uint64_t)spv_word(c, i, 4) << 32;
    }
    if (i->op == SpvOpSpecConstantTrue || i->op == SpvOpSpecConstantFalse || i->op == SpvOpSpecConstant)
        specialized(c, i, &bits);
    spv_set(c, i, spv_scalar(c, t, from_bits(c, t, bits)));
}

void spv_op_undef(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_type *t = spv_result_type(c, i);
    bool data = spv_is_scalar(t) || spv_is_composite(t) || t->kind == SPV_POINTER;
    if (data)
        spv_set(c, i, spv_undef(c, t));
    else // an image, a run-time array, ...: nothing can be done with it
        spv_define(c, i, SPV_ID_OTHER);
}

// The operation runs on constants, and LLVM's builder folds it.
void spv_op_spec_constant_op(struct spv *c, const struct spv_inst *i, const struct spv_op *unused)
{
    uint32_t opcode = spv_word(c, i, 3);
    const struct spv_op *op = spv_find_op(opcode);
    bool memory = opcode == SpvOpLoad || opcode == SpvOpFunctionCall || opcode == SpvOpPhi ||
                  (opcode >= SpvOpAccessChain && opcode <= SpvOpInBoundsPtrAccessChain);
    if (!op || op->cls == SPV_MODULE || op->cls == SPV_BOTH || memory || opcode >= SpvOpControlBarrier)
        spv_unsupported(c, "opcode %u as a constant", opcode);
    uint32_t *words = arena_array(c->arena, uint32_t, i->count);
    memcpy(words, i->words, 3 * sizeof(uint32_t));
    memcpy(words + 3, i->words + 4, (i->count - 4) * sizeof(uint32_t));
    struct spv_inst *n = arena_new(c->arena, struct spv_inst);
    *n = *i;
    n->words = words;
    n->count = i->count - 1;
    n->op = (uint16_t)opcode;
    op->handler(c, n, op);
}

// ---- composites ----

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
