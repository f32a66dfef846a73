// What an instruction is to memory, and what it may be moved past: the one place that determines it from LLVM
// IR, for passes that merge accesses. Machine IR's is mir/analysis/alias.h, by the same rules.
#ifndef KILN_COMPILER_LLVM_MEMORY_H
#define KILN_COMPILER_LLVM_MEMORY_H

#include <stdbool.h>

#include "compiler/llvm/ir/gep.h"

enum llvm_effect {
    LLVM_EFFECT_NONE,
    LLVM_EFFECT_READ,
    LLVM_EFFECT_WRITE,
    LLVM_EFFECT_ANY, // atomics, fences, volatile accesses, calls that are not memory(none): nothing moves
                     // past
};

enum llvm_effect llvm_effect_of(LLVMValueRef i);

// Could it change what memory of a space (KILN_AS_*) holds, or order accesses to it?
bool llvm_may_write(LLVMValueRef i, unsigned space);

struct llvm_access {
    LLVMValueRef inst;
    enum llvm_effect effect;
    // Of reads and writes:
    LLVMValueRef pointer, scope; // scope: the only one of its !alias.scope, or NULL
    struct llvm_place place;
    uint64_t bytes;
    unsigned space; // KILN_AS_*
};
struct llvm_access llvm_access_of(LLVMTargetDataRef dl, LLVMValueRef i);

// The scope, if it is the only one: accesses that LLVM merged may have several.
LLVMValueRef llvm_scope_of(LLVMValueRef access);

// May `access` not be moved past `i`: a read up, from after it, a write down, from before it? Declarations
// (scopes) tell apart only a read that moves up past a write (spirv/memory/alias.c).
bool llvm_may_disturb(const struct llvm_access *i, const struct llvm_access *access);

#endif
