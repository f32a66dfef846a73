// Steps of getelementptr.
#ifndef KILN_COMPILER_LLVM_GEP_H
#define KILN_COMPILER_LLVM_GEP_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

// The bytes that one step of operand `k` (>= 1) of a GEP takes; 0 if it chooses a member, whose offset is
// added to *at. *t is what is indexed (at first the GEP's source type), and then what that leads to.
uint64_t llvm_gep_step(LLVMTargetDataRef dl, LLVMValueRef gep, unsigned k, LLVMTypeRef *t, int64_t *at);

#endif
