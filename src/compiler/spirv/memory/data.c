// Constant data: what spirv/memory/table.c found to be a constant that is only read, and is too large to be
// computed or to lie in registers. All such constants lie one behind the other in a buffer of their own,
// behind the kernel's code, and an invocation reads them instead of filling a copy in its private memory. The
// layout is that of private variables.
#include <string.h>

#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/value/build.h"

#define MIN_DATA 256         // bytes: isel/memory/table.c takes what is smaller
#define MAX_DATA (32u << 20) // of all constants
#define DATA_ALIGN 64        // a surface's start (KILN_SURFACE_ALIGN), and the constants' among themselves

static uint64_t leaf_bits(struct spv *c, const struct spv_value *v)
{
    LLVMValueRef x = v->v;
    if (LLVMIsUndef(x) || LLVMIsPoison(x))
        return 0;
    if (v->type->kind == SPV_FLOAT)
        x = LLVMConstBitCast(x, LLVMIntTypeInContext(c->ctx, v->type->bits));
    return LLVMIsAConstantInt(x) ? LLVMConstIntGetZExtValue(x) : 0;
}

static void write_value(struct spv *c, const struct spv_value *v, uint8_t *to)
{
    const struct spv_type *t = v->type;
    if (!spv_is_composite(t)) {
        uint64_t bits = leaf_bits(c, v);
        memcpy(to, &bits, t->size < 8 ? t->size : 8); // little-endian, as the kernel is
        return;
    }
    for (uint32_t n = 0; n < t->count; n++)
        write_value(c, v->elems[n],
                    to + (t->kind == SPV_STRUCT ? t->members[n].natural : n * spv_elem_type(t, n)->size));
}

static bool all_scalars(const struct spv_type *t)
{
    if (!spv_is_composite(t))
        return spv_is_scalar(t);
    for (uint32_t n = 0; n < t->count; n++) {
        if (!all_scalars(spv_elem_type(t, n)))
            return false;
        if (t->kind != SPV_STRUCT)
            break;
    }
    return true;
}

static void reserve(struct spv *c, uint32_t size)
{
    if (size <= c->data_capacity)
        return;
    c->data_capacity = size < 2 * c->data_capacity ? 2 * c->data_capacity : size;
    c->data = arena_grow(c->arena, c->data, c->data_size, c->data_capacity);
}

// Where the constant of id `value` lies in the data; puts it there at first.
static uint32_t place_value(struct spv *c, uint32_t value, uint32_t size)
{
    if (!c->data_place)
        c->data_place = arena_array(c->arena, uint32_t, c->bound);
    if (c->data_place[value])
        return c->data_place[value] - 1;
    uint32_t at = (c->data_size + DATA_ALIGN - 1) & ~(DATA_ALIGN - 1u);
    reserve(c, at + size);
    write_value(c, c->ids[value].value, c->data + at);
    c->data_size = at + size;
    c->data_place[value] = at + 1;
    return at;
}

bool spv_data_variable(struct spv *c, uint32_t id, struct spv_value *v)
{
    const struct spv_type *t = v->type->elem;
    const struct spv_value *k = spv_table_constant(c, id, t);
    if (!k || v->ptr->is_volatile || !all_scalars(t) || t->size <= MIN_DATA || t->size > MAX_DATA ||
        c->data_size + t->size > MAX_DATA - DATA_ALIGN)
        return false;
    if (c->data_bti == KILN_NO_OFFSET)
        c->data_bti = c->bti_count++;
    LLVMValueRef offset = spv_i32(c, place_value(c, c->table_value[id], t->size));
    v->v = LLVMBuildGEP2(c->b, c->i8, spv_surface(c, spv_i32(c, c->data_bti)), &offset, 1, "");
    v->ptr->is_data = v->ptr->is_const = true;
    return true;
}
