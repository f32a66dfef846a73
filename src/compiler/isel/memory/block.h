// Loads by block messages (isel/memory/block.c).
#ifndef KILN_COMPILER_ISEL_BLOCK_H
#define KILN_COMPILER_ISEL_BLOCK_H

#include "compiler/isel/memory/send.h"

enum { ISEL_BLOCK_DWORDS = 32 }; // of the largest message

// The dwords of a load that is the same for all lanes, if a block message pays: read by one now, or with an
// earlier load. t: what the load reads.
bool isel_block_load(struct isel_ctx *x, struct isel_value *v, const struct isel_target *t,
                     const struct mir_operand **dw);

// Where the first lane's element of a load lies, if it is to be read by a block message: by isel_block_load,
// whose first result is the lanes' elements. Else NULL.
LLVMValueRef isel_run_of(struct isel_ctx *x, LLVMValueRef load);

// ISEL_BLOCK_DWORDS of a buffer that does not change, from byte `at` on.
struct mir_operand isel_read_constants(struct isel_ctx *x, uint32_t bti, uint32_t at);

#endif
