// Steps of getelementptr.
#ifndef KILN_COMPILER_LLVM_GEP_H
#define KILN_COMPILER_LLVM_GEP_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

// An instruction, or what it is of constants: places in shared memory that are known have no instruction.
bool llvm_is_gep(LLVMValueRef p);

// What a pointer's GEP instructions begin at.
LLVMValueRef llvm_gep_base(LLVMValueRef p);

// The bytes that one step of operand `k` (>= 1) of a GEP takes; 0 if it chooses a member, whose offset is
// added to *at. *t is what is indexed (at first the GEP's source type), and then what that leads to.
uint64_t llvm_gep_step(LLVMTargetDataRef dl, LLVMValueRef gep, unsigned k, LLVMTypeRef *t, int64_t *at);

// Adds the bytes that a GEP of constant indices adds, modulo 2^64 as addresses do; false, and *at as it was,
// if one is not constant.
bool llvm_gep_constant(LLVMTargetDataRef dl, LLVMValueRef gep, int64_t *at);

// A pointer as a base, one offset of bytes that is not constant (or NULL), and constant bytes. Offsets of
// surface and shared pointers wrap around at 32 bits; physical addresses have no such offset here. Addresses
// that are constants have the null pointer as base.
struct llvm_place {
    LLVMValueRef base, offset;
    int64_t at;
};
struct llvm_place llvm_place_of(LLVMTargetDataRef dl, LLVMValueRef p);

#endif
