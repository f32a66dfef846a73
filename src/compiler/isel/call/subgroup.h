// Subgroup operations (isel/call/subgroup.c) and moves between lanes by a known pattern
// (isel/call/permute.c).
#ifndef KILN_COMPILER_ISEL_SUBGROUP_H
#define KILN_COMPILER_ISEL_SUBGROUP_H

#include "compiler/isel/memory/send.h"

// Where each lane of a shuffle reads if that is known now: `from` gets the index of every lane (out of range:
// anything will do).
bool isel_lane_pattern(struct isel_ctx *x, LLVMValueRef index, int from[32]);
// dst[k] = src[from[k]] by MOVs between regions, unmasked; lanes with an index out of range are left out.
// Both are packed vectors, and dst is a vreg of its own.
void isel_permute(struct isel_ctx *x, struct mir_operand dst, struct mir_operand src, const int from[32]);
unsigned isel_permute_cost(struct isel_ctx *x, struct mir_operand src, const int from[32]); // instructions

#endif
