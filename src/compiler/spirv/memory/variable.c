// Variables: where each storage class keeps its own. Module-scope variables get their storage before the
// first instruction of the kernel that names them.
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/module/ops.h"
#include "compiler/spirv/value/build.h"

#define MAX_PRIVATE (256 * 1024)
#define MAX_CHAIN 512     // of variables that have the one before as an initializer
#define MAX_SEEN 256      // scalars of a constant array that is a variable for a debugger
#define MAX_UNWRITTEN 256 // bytes of a variable whose state is followed in registers

static LLVMValueRef alloca_bytes(struct spv *c, uint32_t size)
{
    if (size > MAX_PRIVATE)
        spv_fail(c, KILN_ERROR_LIMIT, "a private variable of %u bytes", size);
    LLVMValueRef v = LLVMBuildAlloca(c->entry_b, LLVMArrayType2(c->i8, size ? size : 4), "");
    LLVMSetAlignment(v, 16);
    return v;
}

// Where a variable of an invocation lies.
static LLVMValueRef private_place(struct spv *c, const struct spv_type *t)
{
    LLVMValueRef frame = spv_frame_place(c, t);
    return frame ? frame : alloca_bytes(c, t->size);
}

// Fills a variable that has no initializer with values that the optimizer can make nothing of. Larger ones
// stay in memory, where nothing was written to begin with.
static void fill_unwritten(struct spv *c, LLVMValueRef v, const struct spv_type *t)
{
    uint32_t size = t->size;
    if (!c->options->keep_unwritten || size > MAX_UNWRITTEN || !spv_all_numbers(t))
        return;
    for (uint32_t at = 0; at < size; at += size - at >= 4 ? 4 : 1) {
        LLVMValueRef offset = spv_i32(c, at), place = LLVMBuildGEP2(c->b, c->i8, v, &offset, 1, "");
        LLVMValueRef value = spv_call(c, INTRINSIC_UNWRITTEN, NULL, 0);
        if (size - at < 4)
            value = LLVMBuildTrunc(c->b, value, c->i8, "");
        LLVMSetAlignment(LLVMBuildStore(c->b, value, place), size - at < 4 ? 1 : 4);
    }
}

static void push_variable(struct spv *c, struct spv_value *v)
{
    const struct spv_type *t = v->type->elem;
    spv_check(c, t->kind == SPV_STRUCT && t->block, "push constants are not a block");
    uint32_t size = spv_explicit_size(c, t, v->ptr);
    if (size > KILN_MAX_PUSH)
        spv_fail(c, KILN_ERROR_LIMIT, "%u bytes of push constants", size);
    c->push_size = size > c->push_size ? size : c->push_size;
    v->v = LLVMConstNull(LLVMPointerTypeInContext(c->ctx, KILN_AS_PUSH));
}

// An input is a built-in, or a block of which each member is one (CubeCL's are).
static const struct spv_value *builtin_value(struct spv *c, uint32_t id, const struct spv_type *t)
{
    const struct spv_decoration *d = spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationBuiltIn);
    if (d && d->count >= 1)
        return spv_builtin(c, t, d->literals[0]);
    spv_check(c, t->kind == SPV_STRUCT, "the input %%%u is not a built-in", id);
    struct spv_value *block = spv_new_value(c, t);
    for (uint32_t n = 0; n < t->count; n++) {
        d = spv_decoration(c, t->id, n, SpvDecorationBuiltIn);
        spv_check(c, d && d->count >= 1, "member %u of the input %%%u is not a built-in", n, id);
        block->elems[n] = spv_builtin(c, t->members[n].type, d->literals[0]);
    }
    return block;
}

static void builtin_variable(struct spv *c, uint32_t id, struct spv_value *v)
{
    const struct spv_value *value = builtin_value(c, id, v->type->elem);
    v->v = private_place(c, v->type->elem);
    spv_store(c, v, value, false);
}

// The value of the variable's initializer, which may be the address of another one.
static const struct spv_value *initial_value(struct spv *c, const struct spv_value *v)
{
    spv_place_variable(c, v->ptr->initializer);
    return spv_value(c, v->ptr->initializer);
}

void spv_place_variable(struct spv *c, uint32_t id)
{
    const struct spv_id *d = spv_id(c, id);
    if (d->kind != SPV_ID_VALUE || !d->value->ptr || !(d->value->ptr->pending || d->value->ptr->placed_anew))
        return;
    struct spv_value *v = arena_new(c->arena, struct spv_value);
    *v = *c->ids[id].value;
    const bool again = v->ptr->placed_anew;
    v->ptr = arena_new(c->arena, struct spv_pointer);
    *v->ptr = *c->ids[id].value->ptr;
    v->ptr->pending = false;
    v->ptr->list = NULL;
    v->ptr->placed_anew = spv_is_mapped_indirectly(c, v, id);
    LLVMBuilderRef saved = c->b;
    if (!v->ptr->placed_anew)
        c->b = c->entry_b;
    switch (v->type->storage) {
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
        spv_resource_variable(c, id, v);
        break;
    case SpvStorageClassPushConstant:
        push_variable(c, v);
        break;
    case SpvStorageClassWorkgroup:
        spv_shared_variable(c, id, v);
        break;
    case SpvStorageClassInput:
        builtin_variable(c, id, v);
        break;
    case SpvStorageClassUniformConstant:
        if (spv_is_heap(c, id))
            spv_heap_variable(c, id, v);
        else
            spv_image_variable(c, id, v);
        break;
    case SpvStorageClassPhysicalStorageBuffer:
        spv_unsupported(c, "a variable of storage class %u", v->type->storage);
    default:
        v->v = private_place(c, v->type->elem);
        if (v->ptr->initializer)
            spv_store(c, v, initial_value(c, v), false);
        else if (v->type->storage == SpvStorageClassPrivate)
            fill_unwritten(c, v->v, v->type->elem);
    }
    c->b = saved;
    c->ids[id].value = v;
    if (!again)
        spv_frame_note(c, c->ids[id].name ? c->ids[id].name : "", v->type->elem, v, id, 0);
}

void spv_place_variables(struct spv *c, const struct spv_inst *i)
{
    // (Phis come before all else; they place by themselves what is placed where it is named.)
    bool more = i->variable_uses && !(i->op == SpvOpPhi && c->options->descriptor_heaps);
    for (uint32_t n = i->variable_uses - 1; more; n++) {
        more = !(c->variable_uses[n] & SPV_LAST_USE);
        spv_place_variable(c, c->variable_uses[n] & ~(uint32_t)SPV_LAST_USE);
    }
}

void spv_place_cleared_blocks(struct spv *c)
{
    const struct spv_inst *entry = c->entry_point;
    uint32_t n = 3; // behind the name, which ends with a zero byte
    while (n < entry->count && entry->words[n] >> 24)
        n++;
    for (n++; c->shared_aliased && n < entry->count; n++) {
        const struct spv_id *id = spv_id(c, entry->words[n]);
        if (id->kind == SPV_ID_VALUE && id->value->ptr && id->value->ptr->initializer &&
            id->value->type->storage == SpvStorageClassWorkgroup &&
            spv_decoration(c, entry->words[n], SPV_NO_MEMBER, SpvDecorationAliased))
            spv_place_variable(c, entry->words[n]);
    }
}

// Initializers are followed from variable to variable: each comes before what it initializes, so that there
// is no cycle, and there are not many in a chain.
static void check_initializer(struct spv *c, struct spv_value *v, uint32_t initializer)
{
    const struct spv_type *t = v->type;
    const struct spv_id *d = spv_id(c, initializer);
    spv_check(c, d->kind == SPV_ID_VALUE, "the initializer %%%u is not a value that is defined here",
              initializer);
    spv_check(c, t->elem && spv_same_type(t->elem, d->value->type),
              "the initializer has another type than the variable");
    v->ptr->chain = d->value->ptr ? d->value->ptr->chain + 1 : 0;
    if (v->ptr->chain > MAX_CHAIN)
        spv_fail(c, KILN_ERROR_LIMIT, "a chain of %u variables that are initializers", v->ptr->chain);
}

static struct spv_value *variable(struct spv *c, const struct spv_inst *i, const struct spv_type *t,
                                  uint32_t initializer)
{
    spv_check(c, t->kind == SPV_POINTER && t->storage == spv_word(c, i, 3),
              "the storage class is not the type's");
    bool local = t->storage == SpvStorageClassFunction;
    spv_check(c, local == (c->now.number != 0), "a variable of storage class %u cannot be here", t->storage);
    struct spv_value *v = spv_new_value(c, t);
    v->ptr = arena_new(c->arena, struct spv_pointer);
    v->ptr->is_volatile = spv_decoration(c, i->result_id, SPV_NO_MEMBER, SpvDecorationVolatile);
    v->ptr->pending = true; // default_pointer would refuse storage classes that this entry point may not use
    v->ptr->explicit_layout = t->storage == SpvStorageClassUniform ||
                              t->storage == SpvStorageClassStorageBuffer ||
                              t->storage == SpvStorageClassPushConstant;
    v->ptr->initializer = initializer;
    if (initializer)
        check_initializer(c, v, initializer);
    if (t->storage == SpvStorageClassWorkgroup && t->elem->kind == SPV_STRUCT && t->elem->block)
        c->shared_explicit = true;
    if (v->ptr->initializer && t->storage != SpvStorageClassFunction &&
        t->storage != SpvStorageClassPrivate && t->storage != SpvStorageClassWorkgroup &&
        t->storage != SpvStorageClassOutput)
        spv_unsupported(c, "an initializer in storage class %u", t->storage);
    bool constant = local && (!c->debug || t->elem->leaves > MAX_SEEN); // or a debugger looks at it
    if (constant)
        v->ptr->table = spv_table_of(c, i->result_id, t->elem);
    if (local && v->ptr->table) {
        v->ptr->pending = false;
    } else if (constant && spv_data_variable(c, i->result_id, v)) {
        v->ptr->pending = false;
    } else if (local) {
        v->ptr->pending = false;
        v->v = private_place(c, t->elem);
        if (v->ptr->initializer)
            spv_store(c, v, initial_value(c, v), false);
        else
            fill_unwritten(c, v->v, t->elem);
    }
    return v;
}

void spv_op_variable(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    spv_set(c, i, variable(c, i, spv_result_type(c, i), i->count > 4 ? i->words[4] : 0));
}

// Its type says what it holds, for as long as it is named itself.
void spv_op_untyped_variable(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    struct spv_type *t = arena_new(c->arena, struct spv_type);
    *t = *spv_result_type(c, i);
    spv_check(c, t->kind == SPV_POINTER && t->untyped, "the type is not a pointer without a type");
    const bool heap = t->storage == SpvStorageClassUniformConstant && spv_is_heap(c, i->result_id);
    if (heap) {
        struct spv_value *v = variable(c, i, t, 0);
        spv_define(c, i, SPV_ID_VALUE);
        c->ids[i->result_id].value = v;
        return;
    }
    if (t->storage == SpvStorageClassFunction || t->storage == SpvStorageClassPrivate ||
        t->storage == SpvStorageClassInput || t->storage == SpvStorageClassUniformConstant || i->count < 5)
        spv_unsupported(c, "an untyped variable of storage class %u, or without a type of its data",
                        t->storage);
    t->elem = spv_type(c, i->words[4]);
    struct spv_value *v = variable(c, i, t, i->count > 5 ? i->words[5] : 0);
    spv_define(c, i, SPV_ID_VALUE);
    c->ids[i->result_id].value = v;
}
