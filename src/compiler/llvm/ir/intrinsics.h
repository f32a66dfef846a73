// Our intrinsics, by identifier: llvm/ir/intrinsics.def has their table.
#ifndef KILN_COMPILER_LLVM_INTRINSICS_H
#define KILN_COMPILER_LLVM_INTRINSICS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "util/arena.h"

enum intrinsic {
    INTRINSIC_NONE, // not one of ours
#define INTRINSIC(id, ...) INTRINSIC_##id,
#include "compiler/llvm/ir/intrinsics.def"
#undef INTRINSIC
    INTRINSIC_COUNT
};

// The rows of the operations on subgroups follow each other: REDUCE, INCLUSIVE and EXCLUSIVE of each.
enum { INTRINSIC_SCANS = 3 };

enum intrinsic_lanes {
    INTRINSIC_FOLLOWS,
    INTRINSIC_UNIFORM,
    INTRINSIC_DIVERGENT,
    INTRINSIC_INDEXED,
    INTRINSIC_CLUSTER,
    INTRINSIC_SHARED,
};

// Which one a value is a call to; INTRINSIC_NONE of everything else.
enum intrinsic intrinsic_of(LLVMValueRef v);
enum intrinsic_lanes intrinsic_lanes(enum intrinsic id);
bool intrinsic_is_convergent(enum intrinsic id);

// A call, declared on the way. Overloads are by the type of the first argument.
LLVMValueRef intrinsic_call(LLVMBuilderRef b, LLVMModuleRef m, enum intrinsic id, LLVMValueRef *args,
                            unsigned count);
// The function, or NULL if the module does not have it. Not for overloaded ones.
LLVMValueRef intrinsic_declared(LLVMModuleRef m, enum intrinsic id);

// Does the module keep to the table: all functions of ours known, of their types, with their attributes, and
// constants where constants must be? NULL, or what is wrong.
const char *intrinsic_validate(struct arena *a, LLVMModuleRef m);

#endif
