// Atomics that the hardware has not, or has elsewhere.
#ifndef KILN_COMPILER_SPIRV_ATOMIC_ATOMIC_H
#define KILN_COMPILER_SPIRV_ATOMIC_ATOMIC_H

#include "compiler/spirv/value/id.h"

// Where a 64-bit atomic on a buffer goes.
struct spv_wide_atomic {
    LLVMValueRef address;
    LLVMValueRef fits; // NULL: no question
    LLVMBasicBlockRef before, after;
};

// ---- atomic/texel.c ----

// An atomic instruction on an image's texel: true if it was one.
bool spv_image_atomic(struct spv *c, const struct spv_inst *i);
// Where a texel is that a pointer of OpImageTexelPointer points to.
struct spv_wide_atomic spv_texel_address(struct spv *c, const struct spv_handle *h);

// ---- atomic/emulate.c ----

struct spv_wide_atomic spv_wide_address(struct spv *c, const struct spv_value *buffer_pointer);
// Around the access; the result is zero where it does not fit.
void spv_wide_begin(struct spv *c, struct spv_wide_atomic *w);
LLVMValueRef spv_wide_end(struct spv *c, struct spv_wide_atomic *w, LLVMValueRef result);
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
