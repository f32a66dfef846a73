// How many of an integer's low bits may be ones.
#ifndef KILN_COMPILER_LLVM_IR_WIDTH_H
#define KILN_COMPILER_LLVM_IR_WIDTH_H

#include <llvm-c/Core.h>
#include <stdbool.h>

// The bits from some place on are surely zero: how many are below it, of an integer (or each component of a
// vector) of up to 64 bits. A phi has 32 or as many as its type.
unsigned llvm_used_bits(LLVMValueRef v);

// Do all who read this integer of 64 bits only look at its low 32 bits?
bool llvm_low_half_suffices(LLVMValueRef v);

#endif
