// What threads start with (payload.c).
#ifndef KILN_COMPILER_ISEL_PAYLOAD_H
#define KILN_COMPILER_ISEL_PAYLOAD_H

#include "compiler/isel/operand/ctx.h"

// In the first block, before anything else.
void isel_payload(struct isel_ctx *x);

#endif
