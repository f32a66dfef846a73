// Instruction selection: optimized LLVM IR (llvm/ir/abi.h) to EU machine IR (mir.h), for one SIMD width.
#ifndef KILN_COMPILER_ISEL_H
#define KILN_COMPILER_ISEL_H

#include <llvm-c/Core.h>

#include "compiler/isel/operand/params.h"
#include "compiler/mir/ir/mir.h"

// NULL on failure, with `message` naming the LLVM instruction or intrinsic that is not handled. `kernel` has
// been through llvm_prepare already. Reads the function only: several widths may be selected from one
// function.
struct mir_shader *isel_function(struct arena *a, LLVMValueRef kernel, const struct isel_params *params,
                                 char *message, size_t message_size);

#endif
