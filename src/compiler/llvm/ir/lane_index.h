// Numbers made of the index of an invocation in its group: which of their bits differ between which lanes.
//
// The index is the subgroup's number times its size, plus the lane (spirv/group/builtin.c): its low bits,
// log2 of the size, are the lane's, all others the thread's. Only shifts and masks by constants are followed.
#ifndef KILN_COMPILER_LLVM_LANE_INDEX_H
#define KILN_COMPILER_LLVM_LANE_INDEX_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

// Is it such an index? That of the thread's first lane then, else NULL.
LLVMValueRef llvm_first_index(LLVMValueRef v);

// An i32 that is shifted (LLVMShl, LLVMLShr) or masked (LLVMAnd) by a constant.
bool llvm_is_bit_step(LLVMValueRef v, LLVMOpcode *op, uint32_t *by);

// The bits that differ between lanes whose numbers differ in `lanes` only (below the size); UINT32_MAX:
// nothing is known.
uint32_t llvm_differing_bits(LLVMValueRef v, uint32_t lanes);

// Shifts and masks by constants of a lane's number, or of such an index.
enum { LLVM_BIT_STEPS = 6 };
struct llvm_lane_bits {
    struct llvm_bit_step {
        LLVMOpcode op;
        uint32_t by;
    } step[LLVM_BIT_STEPS]; // the last one first
    unsigned count;
    LLVMValueRef of;
};
bool llvm_find_lane_bits(struct llvm_lane_bits *b, LLVMValueRef v); // false: it is something else
uint32_t llvm_apply_step(const struct llvm_bit_step *step, uint32_t v);
uint32_t llvm_apply_steps(const struct llvm_lane_bits *b, uint32_t v);

#endif
