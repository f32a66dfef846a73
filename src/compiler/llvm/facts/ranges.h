// Low bits of an integer of up to 64 bits that are surely zero, and the largest value that one of up to 32
// bits may have, unsigned: what addresses, quotients and indices of private arrays are simplified by.
#ifndef KILN_COMPILER_LLVM_FACTS_RANGES_H
#define KILN_COMPILER_LLVM_FACTS_RANGES_H

#include <stdbool.h>
#include <stdint.h>
#include <llvm-c/Core.h>

unsigned llvm_trailing_zeros(LLVMValueRef v);
uint64_t llvm_most(LLVMValueRef v);

#endif
