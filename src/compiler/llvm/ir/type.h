// LLVM's types as numbers of bits and bytes.
#ifndef KILN_COMPILER_LLVM_IR_TYPE_H
#define KILN_COMPILER_LLVM_IR_TYPE_H

#include <llvm-c/Core.h>

// Bits of a number, or of each of a vector's; 0: it is something else.
static inline unsigned llvm_number_bits(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(t);
    case LLVMHalfTypeKind:
        return 16;
    case LLVMFloatTypeKind:
        return 32;
    case LLVMDoubleTypeKind:
        return 64;
    default:
        return 0;
    }
}

#endif
