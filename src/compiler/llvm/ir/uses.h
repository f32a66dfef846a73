// How often a value is used.
#ifndef KILN_COMPILER_LLVM_IR_USES_H
#define KILN_COMPILER_LLVM_IR_USES_H

#include <llvm-c/Core.h>

// How many uses the value has; at most `max` are counted.
unsigned llvm_count_uses(LLVMValueRef v, unsigned max);

#endif
