// Late expansion, on LLVM IR, of operations that the EU has no instructions for: what llvm/lower/lower.c,
// llvm/lower/int.c and llvm/lower/float.c share. Everything is straight-line code on scalars, in front of the
// instruction that it replaces.
#ifndef KILN_COMPILER_LLVM_LOWER_H
#define KILN_COMPILER_LLVM_LOWER_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "compiler/llvm/ir/intrinsics.h"

struct lower {
    LLVMBuilderRef b;
    LLVMContextRef ctx;
    LLVMModuleRef module;
    LLVMTypeRef i1, i16, i32, i64, f16, f32, f64;
};

// What takes i's place, or NULL if i stays.
LLVMValueRef lower_int(struct lower *l, LLVMValueRef i);
LLVMValueRef lower_float(struct lower *l, LLVMValueRef i);

// ---- helpers (llvm/lower/build.c) ----

// LLVM's intrinsic `name` for the type of the first argument.
LLVMValueRef lower_intrinsic(struct lower *l, const char *name, const LLVMValueRef *args, unsigned count);
// One of ours, of one argument.
LLVMValueRef lower_call(struct lower *l, enum intrinsic id, LLVMValueRef x);
// The name of the function that i calls up to the type suffix is `name`.
bool lower_is_call(LLVMValueRef i, const char *name);
LLVMValueRef lower_k(LLVMTypeRef t, uint64_t v); // an integer constant

#endif
