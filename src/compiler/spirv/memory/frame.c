// What a debugger wants to see (kiln_compile_options.debug): each variable of a function, and each value that
// has a name, has a place of its own in private memory, at a constant address from the kernel's start to its
// end. LLVM moves no access to it, since all are volatile (memory/memory.c), so that a variable holds what
// the statements up to here have put there. Instances of functions share nothing: a place is a variable.
//
// Pointers, images and samplers have no place: they must lead to their origins.
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/value/build.h"

enum {
    FRAME_START = 16,       // 0 is LLVM's null pointer
    FRAME_MAX = 48 * 1024,  // of a lane: 32 of them and 2 MB a thread are the hardware's
    NAMED_LEAVES = 64,      // scalars of a value that gets a place besides
    VARIABLES_MAX = 100000, // described
};

void spv_frame_create(struct spv *c)
{
    c->debug = arena_new(c->arena, struct spv_debug);
    c->debug->frame = FRAME_START;
}

LLVMValueRef spv_frame_place(struct spv *c, const struct spv_type *t)
{
    struct spv_debug *d = c->debug;
    if (!d || !spv_all_numbers(t) || !t->size || t->size > FRAME_MAX - d->frame)
        return NULL;
    uint32_t at = d->frame;
    d->frame += (t->size + 15) & ~15u;
    return LLVMConstIntToPtr(spv_i32(c, at), LLVMPointerTypeInContext(c->ctx, KILN_AS_PRIVATE));
}

void spv_frame_note(struct spv *c, const char *name, const struct spv_type *t, const struct spv_value *where,
                    uint32_t id, uint32_t line)
{
    struct spv_debug *d = c->debug;
    if (!d || !name || d->variable_count >= VARIABLES_MAX)
        return;
    if (d->variable_count == d->variable_capacity) {
        uint32_t n = d->variable_capacity ? d->variable_capacity * 2 : 64;
        d->variables = arena_grow(c->arena, d->variables, d->variable_count * sizeof(*d->variables),
                                  n * sizeof(*d->variables));
        d->variable_capacity = n;
    }
    d->variables[d->variable_count++] = (struct spv_debug_variable){
        .name = name, .type = t, .where = where, .id = id, .instance = c->now.number, .line = line};
}

const struct spv_value *spv_frame_keep(struct spv *c, const struct spv_value *v)
{
    struct spv_type *t = arena_new(c->arena, struct spv_type);
    struct spv_value *p = arena_new(c->arena, struct spv_value);
    LLVMValueRef place = v->type->leaves <= NAMED_LEAVES ? spv_frame_place(c, v->type) : NULL;
    if (!place)
        return NULL;
    *t = (struct spv_type){.kind = SPV_POINTER, .elem = v->type, .storage = SpvStorageClassFunction};
    *p = (struct spv_value){.type = t, .v = place, .ptr = arena_new(c->arena, struct spv_pointer)};
    spv_store(c, p, v, true);
    return p;
}

bool spv_frame_offset(const struct spv_value *pointer, uint32_t *out)
{
    LLVMValueRef v = pointer->v;
    uint64_t offset = 0;
    while (v && LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr &&
           LLVMGetNumOperands(v) == 2 && LLVMIsAConstantInt(LLVMGetOperand(v, 1))) {
        offset += LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)); // of bytes (memory.c)
        v = LLVMGetOperand(v, 0);
    }
    if (!v || !LLVMIsAConstantExpr(v) || LLVMGetConstOpcode(v) != LLVMIntToPtr ||
        LLVMGetPointerAddressSpace(LLVMTypeOf(v)) != KILN_AS_PRIVATE)
        return false;
    *out = (uint32_t)(offset + LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0)));
    return true;
}
