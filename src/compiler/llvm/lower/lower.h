// Late expansion, on LLVM IR, of operations that the EU has no instructions for: what llvm/lower/lower.c,
// llvm/lower/int.c and llvm/lower/float.c share. It is straight-line code on scalars, in front of the
// instruction that it replaces, but for what is seldom, which a branch goes around.
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
    bool has_int64, has_fp64, has_int_division; // of the target
};

// What takes i's place, or NULL if i stays.
LLVMValueRef lower_int(struct lower *l, LLVMValueRef i);
LLVMValueRef lower_float(struct lower *l, LLVMValueRef i);
// Conversions between floats and 64-bit integers, where the target has no such integers.
LLVMValueRef lower_convert64(struct lower *l, LLVMValueRef i);
// a / b and a % b, unsigned, with floats.
void lower_divide64(struct lower *l, LLVMValueRef a, LLVMValueRef b, LLVMValueRef *quotient,
                    LLVMValueRef *rest);

// a / b or a % b, of up to 32 bits, with floats: what i, an instruction, says.
LLVMValueRef lower_divide32(struct lower *l, LLVMValueRef i);

// ---- of 64-bit integers (llvm/lower/halves.c) ----

LLVMValueRef lower_low(struct lower *l, LLVMValueRef v);
LLVMValueRef lower_high(struct lower *l, LLVMValueRef v);
LLVMValueRef lower_join(struct lower *l, LLVMValueRef lo, LLVMValueRef hi);
// LLVM's intrinsic of one integer, which need not be poison of zero, on a dword.
LLVMValueRef lower_on32(struct lower *l, const char *name, LLVMValueRef v);
// The zeros from one end on, "llvm.ctlz" or "llvm.cttz": of `first`, and of `second` after it.
LLVMValueRef lower_zeros(struct lower *l, const char *name, LLVMValueRef first, LLVMValueRef second);
LLVMValueRef lower_leading_zeros(struct lower *l, LLVMValueRef v); // 64 of 0
// v if s is 0, -v if it is -1.
LLVMValueRef lower_negate_if(struct lower *l, LLVMValueRef v, LLVMValueRef s);

// ---- helpers (llvm/lower/build.c) ----

// LLVM's intrinsic `name` for the type of the first argument.
LLVMValueRef lower_intrinsic(struct lower *l, const char *name, const LLVMValueRef *args, unsigned count);
// One of ours, of one argument.
LLVMValueRef lower_call(struct lower *l, enum intrinsic id, LLVMValueRef x);
// The name of the function that i calls up to the type suffix is `name`.
bool lower_is_call(LLVMValueRef i, const char *name);
LLVMValueRef lower_k(LLVMTypeRef t, uint64_t v); // an integer constant
// Goes around what is built until lower_join_ways() where `usual` holds: what was in front of i in its block
// has a block of its own then. The way on which `usual` has been computed is *from.
void lower_go_around(struct lower *l, LLVMValueRef i, LLVMValueRef usual, LLVMBasicBlockRef *from);
LLVMValueRef lower_join_ways(struct lower *l, LLVMValueRef i, LLVMBasicBlockRef from, LLVMValueRef usual,
                             LLVMValueRef seldom);

#endif
