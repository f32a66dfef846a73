// What the optimized kernel still uses of what a dispatch gives, and of the machine.
#ifndef KILN_COMPILER_LLVM_KERNEL_USES_H
#define KILN_COMPILER_LLVM_KERNEL_USES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct llvm_uses {
    bool num_workgroups, subgroup_id, barrier, atomics, global_memory;
    bool dynamic_push; // push constants at a run-time offset
    bool half, real64; // float types
};
struct llvm_uses llvm_find_uses(LLVMValueRef kernel);

#endif
