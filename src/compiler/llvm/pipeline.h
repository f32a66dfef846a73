// LLVM's optimizer on the kernel: see llvm/pipeline.c.
#ifndef KILN_COMPILER_LLVM_PIPELINE_H
#define KILN_COMPILER_LLVM_PIPELINE_H

#include <llvm-c/Core.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/shader.h"
#include "util/arena.h"

// Optimizes the module in place and prepares it for isel_function. NULL, or what went wrong (in the arena).
const char *llvm_optimize(struct arena *a, const struct llvm_shader *s);

// What the optimized kernel still uses.
struct llvm_uses {
    bool num_workgroups, subgroup_id, barrier, atomics, global_memory;
    bool dynamic_push; // push constants at a run-time offset
    bool half, real64; // float types
};
struct llvm_uses llvm_find_uses(LLVMValueRef kernel);

char *llvm_text(struct arena *a, LLVMModuleRef module);

#endif
