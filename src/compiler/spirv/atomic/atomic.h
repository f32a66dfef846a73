// Atomics that the hardware has not, or has elsewhere.
#ifndef KILN_COMPILER_SPIRV_ATOMIC_ATOMIC_H
#define KILN_COMPILER_SPIRV_ATOMIC_ATOMIC_H

#include "compiler/spirv/image/image.h"
#include "compiler/spirv/value/id.h"

// ---- atomic/texel.c ----

// An atomic instruction on an image's texel: true if it was one.
bool spv_image_atomic(struct spv *c, const struct spv_inst *i);

// ---- atomic/emulate.c ----

struct spv_place spv_wide_address(struct spv *c, const struct spv_value *buffer_pointer);
// On 64 bits of shared memory. With `expected`, value is written only if that is what is there.
LLVMValueRef spv_locked_access(struct spv *c, LLVMValueRef address, LLVMAtomicRMWBinOp op, LLVMValueRef value,
                               LLVMValueRef expected);
// {what was there, whether that was what was expected}; on 32 or 64 bits of the space `as`.
LLVMValueRef spv_compare_exchange(struct spv *c, LLVMValueRef address, unsigned as, LLVMValueRef expected,
                                  LLVMValueRef value);
// What was there before, as bits; the value is a float, or 16 bits to exchange.
LLVMValueRef spv_update_loop(struct spv *c, LLVMValueRef address, unsigned as, LLVMAtomicRMWBinOp op,
                             LLVMValueRef value);

#endif
