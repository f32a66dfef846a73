// Uniform loads by block messages (isel_block.c).
#ifndef KILN_COMPILER_ISEL_BLOCK_H
#define KILN_COMPILER_ISEL_BLOCK_H

#include "compiler/isel_send.h"

// The dwords of a load that is the same for all lanes, if a block message pays: read by one now, or with an
// earlier load. t: what the load reads.
bool isel_block_load(struct isel_ctx *x, struct isel_value *v, const struct isel_target *t,
                     const struct mir_operand **dw);

#endif
