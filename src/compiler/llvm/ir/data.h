// Constant data: the buffer after the code where spirv/memory/data.c puts large constants, and tables of
// bytes (spirv/memory/table.c). Nobody writes them, and their bytes are known.
#ifndef KILN_COMPILER_LLVM_IR_DATA_H
#define KILN_COMPILER_LLVM_IR_DATA_H

#include "compiler/llvm/ir/shader.h"

// Is the pointer the start of one of them?
bool llvm_is_data(const struct llvm_shader *s, LLVMValueRef pointer);

// What is read of the buffer at constant places becomes a constant. True if there was any.
bool llvm_fold_data(const struct llvm_shader *s);

#endif
