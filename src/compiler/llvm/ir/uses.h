// Values: how often one is used, and which variable is the next.
#ifndef KILN_COMPILER_LLVM_IR_USES_H
#define KILN_COMPILER_LLVM_IR_USES_H

#include <llvm-c/Core.h>

// How many uses the value has; at most `max` are counted.
unsigned llvm_count_uses(LLVMValueRef v, unsigned max);

// The next alloca of the block from an instruction on, NULL: none. Who rewrites the accesses of one keeps the
// next alloca, and not the next instruction, which may be an access.
LLVMValueRef llvm_alloca_from(LLVMValueRef i);

#endif
