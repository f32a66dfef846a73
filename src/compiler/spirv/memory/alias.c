// Which buffers an access may meet: scopes for LLVM's alias analysis (!alias.scope, !noalias), one for each
// buffer that the module declares.
//
// A consumer may assume that memory object declarations do not alias unless they are decorated Aliased
// (SPIR-V 2.18.2 "Aliasing"; Restrict has no effect beside that). Programs bind a buffer twice without saying
// so: operations that work in place read one binding and write another one with the same bytes. What we
// assume for them:
//
// - Declarations with one DescriptorSet and Binding are one object: it is usual to declare views of a buffer
//   with other element types so.
// - Elements of an array of buffers are one object.
// - Aliased, volatile and atomic accesses, pointers whose declaration is not known (variable pointers that
//   meet in a phi) and physical addresses may meet anything; nothing moves past a barrier or a fence.
// - LLVM uses scopes to move reads up past writes, to merge and to drop accesses. It does not move a read
//   down past a write, so that what works in place reads its elements before it overwrites them. (The
//   scheduler of machine IR keeps reads before later writes too.)
//
// So a program sees a difference only where one invocation writes through one declaration and reads the same
// bytes back through another one without a barrier between them.
#include <stdio.h>

#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/memory/memory.h"

enum { MAX_OBJECTS = 64 }; // the lists grow with the square

void spv_note_access(struct spv *c, LLVMValueRef access, uint32_t object)
{
    if (!object || !LLVMIsAInstruction(access))
        return;
    if (c->access_count == c->access_capacity) {
        uint32_t n = c->access_capacity ? 2 * c->access_capacity : 64;
        c->accesses = arena_grow(c->arena, c->accesses, c->access_count * sizeof(*c->accesses),
                                 n * sizeof(*c->accesses));
        c->access_capacity = n;
    }
    c->accesses[c->access_count++] = (struct spv_access){.inst = access, .object = object};
}

// The objects that are told apart, as indices in their list + 1, by object; how many. 0: it would gain
// nothing.
static uint32_t number_objects(struct spv *c, uint32_t *number)
{
    uint32_t count = 0;
    bool written = false;
    for (uint32_t k = 0; k < c->access_count; k++) {
        const struct spv_access *a = &c->accesses[k];
        if (c->resources[a->object - 1].aliased)
            continue;
        written |= LLVMIsAStoreInst(a->inst) != NULL;
        if (!number[a->object] && count < MAX_OBJECTS)
            number[a->object] = ++count;
    }
    return written && count > 1 ? count : 0;
}

void spv_tell_buffers_apart(struct spv *c)
{
    uint32_t *number = arena_array(c->arena, uint32_t, c->resource_count + 1);
    uint32_t count = number_objects(c, number);
    if (!count)
        return;
    LLVMMetadataRef name = LLVMMDStringInContext2(c->ctx, "kiln.buffers", 12);
    LLVMMetadataRef domain = LLVMMDNodeInContext2(c->ctx, &name, 1), scope[MAX_OBJECTS], rest[MAX_OBJECTS];
    LLVMValueRef own[MAX_OBJECTS], others[MAX_OBJECTS];
    for (uint32_t k = 0; k < count; k++) {
        char text[24];
        int n = snprintf(text, sizeof(text), "kiln.buffer.%u", k);
        LLVMMetadataRef parts[] = {LLVMMDStringInContext2(c->ctx, text, (size_t)n), domain};
        scope[k] = LLVMMDNodeInContext2(c->ctx, parts, 2);
        own[k] = LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, &scope[k], 1));
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t n = 0;
        for (uint32_t o = 0; o < count; o++)
            if (o != k)
                rest[n++] = scope[o];
        others[k] = LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, rest, n));
    }
    unsigned in = LLVMGetMDKindIDInContext(c->ctx, "alias.scope", 11),
             out = LLVMGetMDKindIDInContext(c->ctx, "noalias", 7);
    for (uint32_t k = 0; k < c->access_count; k++) {
        uint32_t n = number[c->accesses[k].object];
        if (!n)
            continue;
        LLVMSetMetadata(c->accesses[k].inst, in, own[n - 1]);
        LLVMSetMetadata(c->accesses[k].inst, out, others[n - 1]);
    }
}
