// What ids mean: types, values, decorations; the operands of an instruction, and its result.
#include "compiler/spirv/value/build.h"
#include "compiler/spirv/value/id.h"

struct spv_id *spv_id(struct spv *c, uint32_t id)
{
    spv_check(c, id > 0 && id < c->bound, "id %u is out of bounds", id);
    return &c->ids[id];
}

const struct spv_type *spv_type(struct spv *c, uint32_t id)
{
    struct spv_id *d = spv_id(c, id);
    spv_check(c, d->kind == SPV_ID_TYPE, "%%%u is not a type", id);
    return d->type;
}

const struct spv_type *spv_result_type(struct spv *c, const struct spv_inst *i)
{
    const struct spv_type *t = spv_type(c, i->type_id);
    spv_check(c, t->kind != SPV_POINTER || t->elem, "the pointer type %%%u is only declared", t->id);
    return t;
}

const struct spv_value *spv_value(struct spv *c, uint32_t id)
{
    struct spv_id *d = spv_id(c, id);
    spv_check(c, d->kind == SPV_ID_VALUE, "%%%u is not a value that is defined here", id);
    spv_check(c, d->instance == 0 || d->instance == c->now.number, "%%%u is used before it is defined", id);
    spv_check(c, !d->value->ptr || !d->value->ptr->pending, "the variable %%%u cannot be used here", id);
    return d->value;
}

LLVMValueRef spv_hide(struct spv *c, LLVMValueRef x)
{
    if (!LLVMIsAConstantFP(x) || !(c->float_modes.flush || c->float_modes.rtz))
        return x;
    LLVMBuilderRef saved = c->b;
    c->b = c->entry_b;
    x = spv_call(c, INTRINSIC_OPAQUE, &x, 1);
    c->b = saved;
    return x;
}

static const struct spv_value *hidden(struct spv *c, const struct spv_value *v)
{
    const struct spv_type *e = v->type->kind == SPV_MATRIX ? v->type->elem->elem : spv_component(v->type);
    if (e->kind != SPV_FLOAT)
        return v;
    if (v->type->kind == SPV_VECTOR || v->type->kind == SPV_MATRIX) {
        struct spv_value *all = spv_new_value(c, v->type);
        for (uint32_t n = 0; n < v->type->count; n++)
            all->elems[n] = hidden(c, v->elems[n]);
        return all;
    }
    return LLVMIsAConstantFP(v->v) ? spv_scalar(c, v->type, spv_hide(c, v->v)) : v;
}

const struct spv_value *spv_arg(struct spv *c, const struct spv_inst *i, uint32_t n)
{
    const struct spv_value *v = spv_value(c, spv_word(c, i, n));
    bool folds = c->now.number && (c->float_modes.flush || c->float_modes.rtz);
    return folds ? hidden(c, v) : v;
}

uint32_t spv_const_u32(struct spv *c, uint32_t id)
{
    const struct spv_value *v = spv_value(c, id);
    spv_check(c, v->type->kind == SPV_INT && v->type->bits <= 64 && LLVMIsAConstantInt(v->v),
              "%%%u is not an integer constant", id);
    unsigned long long n = LLVMConstIntGetZExtValue(v->v);
    spv_check(c, n <= UINT32_MAX, "the constant %%%u is too large", id);
    return (uint32_t)n;
}

// An id gets its meaning once; inside functions again for each instance of the function.
void spv_define(struct spv *c, const struct spv_inst *i, enum spv_id_kind kind)
{
    struct spv_id *d = spv_id(c, i->result_id);
    spv_check(c, d->kind == SPV_ID_NONE || (d->kind == kind && d->instance && d->instance != c->now.number),
              "%%%u is defined twice", i->result_id);
    d->kind = kind;
    d->instance = c->now.number;
}

void spv_set(struct spv *c, const struct spv_inst *i, const struct spv_value *v)
{
    const struct spv_type *t = spv_result_type(c, i);
    spv_check(c, spv_same_type(t, v->type), "the operands do not make a value of the result type");
    if (v->type != t) { // keep the declared type: it carries signedness and layout
        struct spv_value *n = arena_new(c->arena, struct spv_value);
        *n = *v;
        n->type = t;
        v = n;
    }
    spv_define(c, i, SPV_ID_VALUE);
    c->ids[i->result_id].value = v;
}

// ---- decorations ----

static struct spv_decoration **decoration_slot(struct spv_decoration **slots, uint32_t capacity, uint32_t id,
                                               uint32_t member, uint32_t decoration)
{
    uint64_t h = ((uint64_t)id << 32 | member) * UINT64_C(0x9e3779b97f4a7c15) + decoration;
    h = (h ^ h >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    for (uint32_t n = (uint32_t)(h >> 32);; n++) {
        struct spv_decoration **d = &slots[n & (capacity - 1)];
        if (!*d || ((*d)->id == id && (*d)->member == member && (*d)->decoration == decoration))
            return d;
    }
}

// A power of two, at least half of it empty.
static void grow_decorations(struct spv *c)
{
    uint32_t capacity = c->decoration_capacity ? 2 * c->decoration_capacity : 64;
    struct spv_decoration **slots = arena_array(c->arena, struct spv_decoration *, capacity);
    for (uint32_t n = 0; n < c->decoration_capacity; n++) {
        struct spv_decoration *d = c->decorations[n];
        if (d)
            *decoration_slot(slots, capacity, d->id, d->member, d->decoration) = d;
    }
    c->decorations = slots;
    c->decoration_capacity = capacity;
}

void spv_decorate(struct spv *c, struct spv_decoration *d)
{
    struct spv_id *id = spv_id(c, d->id);
    d->next = id->decorations;
    id->decorations = d;
    if (2 * c->decoration_count >= c->decoration_capacity)
        grow_decorations(c);
    struct spv_decoration **slot =
        decoration_slot(c->decorations, c->decoration_capacity, d->id, d->member, d->decoration);
    c->decoration_count += !*slot;
    *slot = d;
}

const struct spv_decoration *spv_decoration(struct spv *c, uint32_t id, uint32_t member, uint32_t decoration)
{
    spv_id(c, id);
    if (!c->decoration_count)
        return NULL;
    return *decoration_slot(c->decorations, c->decoration_capacity, id, member, decoration);
}
