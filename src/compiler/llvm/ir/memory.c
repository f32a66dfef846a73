// See memory.h.
#include "compiler/llvm/ir/memory.h"

#include <stddef.h>

#include "compiler/llvm/ir/abi.h"

LLVMValueRef llvm_scope_of(LLVMValueRef access)
{
    static const char name[] = "alias.scope";
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(access));
    LLVMValueRef scope = NULL,
                 list = LLVMGetMetadata(access, LLVMGetMDKindIDInContext(ctx, name, sizeof(name) - 1));
    if (list && LLVMGetMDNodeNumOperands(list) == 1)
        LLVMGetMDNodeOperands(list, &scope);
    return scope;
}

static bool touches_nothing(LLVMValueRef call)
{
    static const char attribute[] = "memory";
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(fn))
        return false;
    unsigned kind = LLVMGetEnumAttributeKindForName(attribute, sizeof(attribute) - 1);
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, kind);
    return a && LLVMGetEnumAttributeValue(a) == 0;
}

enum llvm_effect llvm_effect_of(LLVMValueRef i)
{
    bool plain;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMStore:
        plain = !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
        return !plain ? LLVM_EFFECT_ANY : LLVMIsALoadInst(i) ? LLVM_EFFECT_READ : LLVM_EFFECT_WRITE;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
        return LLVM_EFFECT_ANY;
    case LLVMCall:
        return touches_nothing(i) ? LLVM_EFFECT_NONE : LLVM_EFFECT_ANY;
    default:
        return LLVM_EFFECT_NONE;
    }
}

struct llvm_access llvm_access_of(LLVMTargetDataRef dl, LLVMValueRef i)
{
    struct llvm_access a = {.inst = i, .effect = llvm_effect_of(i)};
    if (a.effect != LLVM_EFFECT_READ && a.effect != LLVM_EFFECT_WRITE)
        return a;
    bool write = a.effect == LLVM_EFFECT_WRITE;
    a.pointer = LLVMGetOperand(i, write);
    a.space = LLVMGetPointerAddressSpace(LLVMTypeOf(a.pointer));
    a.scope = llvm_scope_of(i);
    a.place = llvm_place_of(dl, a.pointer);
    a.bytes = LLVMStoreSizeOfType(dl, LLVMTypeOf(write ? LLVMGetOperand(i, 0) : i));
    return a;
}

// Buffers are reached as surfaces, by address and as push constants; the others are memory of their own.
static bool same_space(unsigned a, unsigned b)
{
    bool own = a == KILN_AS_SHARED || a == KILN_AS_PRIVATE || b == KILN_AS_SHARED || b == KILN_AS_PRIVATE;
    return a == b || !own;
}

bool llvm_may_write(LLVMValueRef i, unsigned space)
{
    enum llvm_effect effect = llvm_effect_of(i);
    return effect == LLVM_EFFECT_ANY ||
           (effect == LLVM_EFFECT_WRITE &&
            same_space(LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 1))), space));
}

static bool is_apart(const struct llvm_access *a, const struct llvm_access *b)
{
    if (a->place.base != b->place.base || a->place.offset != b->place.offset)
        return false;
    uint64_t there = (uint64_t)(b->place.at - a->place.at), back = (uint64_t)(a->place.at - b->place.at);
    if (!kiln_has_long_offsets(a->space)) { // they wrap around
        there = (uint32_t)there;
        back = (uint32_t)back;
    }
    return there >= a->bytes && back >= b->bytes;
}

bool llvm_may_disturb(const struct llvm_access *i, const struct llvm_access *access)
{
    if (i->effect == LLVM_EFFECT_NONE)
        return false;
    if (i->effect == LLVM_EFFECT_ANY || access->effect == LLVM_EFFECT_ANY)
        return true;
    bool up = access->effect == LLVM_EFFECT_READ;
    if (up && i->effect == LLVM_EFFECT_READ)
        return false;
    bool declared = up && i->scope && access->scope && i->scope != access->scope;
    return same_space(i->space, access->space) && !declared && !is_apart(i, access);
}
