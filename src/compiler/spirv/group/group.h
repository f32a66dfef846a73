// What a thread knows of its group and its subgroup, and how they wait for each other.
#ifndef KILN_COMPILER_SPIRV_GROUP_GROUP_H
#define KILN_COMPILER_SPIRV_GROUP_GROUP_H

#include "compiler/spirv/value/value.h"

// ---- group/builtin.c ----

LLVMValueRef spv_local_index(struct spv *c);
const struct spv_value *spv_builtin(struct spv *c, const struct spv_type *t, uint32_t builtin);
LLVMValueRef spv_lane_id(struct spv *c); // SubgroupLocalInvocationId
LLVMValueRef spv_subgroup_size(struct spv *c);
// Once the kernel is there: the width that it must have, or 0 where any will do (options->simd_if_seen).
unsigned spv_settle_width(struct spv *c);

// ---- group/subgroup.c ----

enum { SPV_NEAR = 8 }; // lanes of the narrowest subgroup

bool spv_has_quads(const struct spv *c);                            // if not, derivatives are zero
LLVMValueRef spv_derivative(struct spv *c, LLVMValueRef v, bool y); // coarse, of a float
// A call that depends on which lanes are active: neither merged, moved nor removed.
LLVMValueRef spv_subgroup_call(struct spv *c, enum intrinsic id, LLVMValueRef *args, unsigned count);
LLVMValueRef spv_ballot(struct spv *c, LLVMValueRef cond); // a bit for each active lane where it is true
// A number or boolean from the lane `index`, which may differ between lanes; booleans are looked up in a
// vote.
LLVMValueRef spv_shuffle(struct spv *c, LLVMValueRef v, LLVMValueRef index);
LLVMValueRef spv_shuffle_narrow(struct spv *c, LLVMValueRef v, LLVMTypeRef t); // of 32 bits or as wide
LLVMValueRef spv_lanes_below(struct spv *c, bool inclusive);                   // a bit for each
// Operands of the instructions on subgroups, checked: word 3, a scope; the value that is mapped to the
// result's type; a ballot's word; the size of a cluster.
void spv_check_scope(struct spv *c, const struct spv_inst *i);
const struct spv_value *spv_group_value(struct spv *c, const struct spv_inst *i, uint32_t n);
LLVMValueRef spv_ballot_arg(struct spv *c, const struct spv_inst *i, uint32_t n);
uint32_t spv_cluster_size(struct spv *c, const struct spv_inst *i, uint32_t n);

// ---- group/partition.c ----

// A partitioned group operation (SpvGroupOperation) of the arithmetic `op`; `part`: which lanes belong
// together.
LLVMValueRef spv_partitioned(struct spv *c, uint32_t op, uint32_t group, LLVMValueRef part, LLVMValueRef v);

// ---- group/barrier.c ----

enum {
    SPV_RELEASE = SpvMemorySemanticsReleaseMask | SpvMemorySemanticsAcquireReleaseMask |
                  SpvMemorySemanticsSequentiallyConsistentMask,
    SPV_ACQUIRE = SpvMemorySemanticsAcquireMask | SpvMemorySemanticsAcquireReleaseMask |
                  SpvMemorySemanticsSequentiallyConsistentMask,
};
// The fence that memory semantics ask for if they have one of the bits `when`: before what releases, after
// what acquires.
void spv_fence(struct spv *c, uint32_t semantics, uint32_t when);
void spv_shared_fence(struct spv *c);
void spv_group_barrier(struct spv *c, uint32_t fences); // of kiln.fence, then of the workgroup

#endif
