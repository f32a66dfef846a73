// Instructions that load, store and copy. A large value that is loaded to be stored elsewhere, and for
// nothing else, is copied in memory.
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

// How often an id is named in functions: once where it is made, and by its uses. 255: as often or more.
static void count_mentions(struct spv *c)
{
    c->mentions = arena_array(c->arena, uint8_t, c->bound);
    for (uint32_t n = 0; n < c->inst_count; n++)
        for (uint32_t w = 1; w < c->insts[n].count; w++) {
            uint32_t id = c->insts[n].words[w];
            if (id < c->bound && c->mentions[id] < UINT8_MAX)
                c->mentions[id]++;
        }
}

// What computes the address of a store: it writes no memory and is no end of a block.
static bool is_address_math(uint32_t op)
{
    switch (op) {
    case SpvOpLine:
    case SpvOpNoLine:
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
    case SpvOpLoad:
    case SpvOpIAdd:
    case SpvOpISub:
    case SpvOpIMul:
    case SpvOpUMod:
    case SpvOpBitwiseAnd:
    case SpvOpBitcast:
    case SpvOpCompositeExtract:
        return true;
    default:
        return false;
    }
}

// The store of a large value that is loaded for nothing else, with nothing between that writes; NULL: it is
// not so.
static const struct spv_inst *only_store(struct spv *c, const struct spv_inst *load)
{
    const struct spv_inst *end = c->insts + c->inst_count, *i = load + 1;
    if (c->copy_store || load->count != 4 || spv_result_type(c, load)->leaves <= SPV_COPY_LEAVES)
        return NULL;
    while (i < end && is_address_math(i->op))
        i++;
    if (i == end || i->op != SpvOpStore || i->count != 3 || i->words[2] != load->result_id)
        return NULL;
    if (!c->mentions)
        count_mentions(c);
    return c->mentions[load->result_id] == 2 ? i : NULL;
}

// ---- instructions ----

static bool volatile_access(const struct spv_inst *i, uint32_t n)
{
    return n < i->count && (i->words[n] & SpvMemoryAccessVolatileMask);
}

void spv_op_load(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_inst *store = only_store(c, i);
    const struct spv_value *from = spv_pointing_to(c, spv_arg(c, i, 3), spv_result_type(c, i));
    if (store && spv_is_memory(from)) {
        c->copy_store = store;
        c->copy_from = from;
        spv_define(c, i, SPV_ID_OTHER);
        return;
    }
    spv_set(c, i, spv_load(c, from, volatile_access(i, 4)));
}

void spv_op_store(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *to = spv_arg(c, i, 1);
    if (c->copy_store != i) {
        const struct spv_value *v = spv_arg(c, i, 2);
        spv_store(c, spv_pointing_to(c, to, v->type), v, volatile_access(i, 3));
        return;
    }
    c->copy_store = NULL;
    to = spv_pointing_to(c, to, c->copy_from->type->elem);
    spv_copy(c, to, c->copy_from, false);
}

void spv_op_copy_memory(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    const struct spv_value *to = spv_arg(c, i, 1), *from = spv_arg(c, i, 2);
    spv_check(c, to->type->kind == SPV_POINTER && from->type->kind == SPV_POINTER,
              "not a copy between pointers");
    to = spv_pointing_to(c, to, from->type->elem);
    from = spv_pointing_to(c, from, to->type->elem);
    spv_copy(c, to, from, volatile_access(i, 3));
}

// So many bytes: as an array of bytes, or of dwords if the instruction says that it may be.
static const struct spv_type *bytes_type(struct spv *c, const struct spv_inst *i, uint32_t bytes)
{
    uint32_t access = i->count > 4 ? i->words[4] : 0, align = 1;
    if ((access & SpvMemoryAccessAlignedMask) && i->count > 5)
        align = i->words[5];
    if (i->count > 6 || align % 4 || bytes % 4) // of each its own: as little as can be
        align = 1;
    struct spv_type *unit = arena_new(c->arena, struct spv_type),
                    *array = arena_new(c->arena, struct spv_type);
    unit->kind = SPV_INT;
    unit->size = unit->align = align < 4 ? 1 : 4;
    unit->bits = 8 * unit->size;
    unit->depth = unit->nodes = unit->leaves = 1;
    *array = (struct spv_type){.kind = SPV_ARRAY,
                               .elem = unit,
                               .count = bytes / unit->size,
                               .stride = unit->size,
                               .size = bytes,
                               .align = unit->align,
                               .depth = 2,
                               .nodes = 2,
                               .leaves = bytes / unit->size};
    return array;
}

// A pointer as one to those bytes. What has no layout of the module's has its own type alone.
static const struct spv_value *pointing_to_bytes(struct spv *c, const struct spv_value *p,
                                                 const struct spv_type *bytes)
{
    spv_check(c, p->type->kind == SPV_POINTER, "not a copy between pointers");
    if (p->type->untyped || !spv_is_memory(p) || !p->ptr->explicit_layout)
        return spv_pointing_to(c, p, bytes);
    return spv_retyped(c, p, bytes);
}

void spv_op_copy_memory_sized(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    uint32_t bytes = spv_const_u32(c, spv_word(c, i, 3));
    spv_check(c, bytes, "a copy of no bytes");
    const struct spv_type *array = bytes_type(c, i, bytes);
    const struct spv_value *to = pointing_to_bytes(c, spv_arg(c, i, 1), array),
                           *from = pointing_to_bytes(c, spv_arg(c, i, 2), array);
    // One of them may be a variable with a type of its own.
    if (from->type->elem == array && to->type->elem != array)
        from = spv_retyped(c, from, to->type->elem);
    else if (to->type->elem == array && from->type->elem != array)
        to = spv_retyped(c, to, from->type->elem);
    spv_copy(c, to, from, volatile_access(i, 4));
}
