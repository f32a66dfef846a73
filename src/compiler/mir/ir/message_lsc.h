// Messages that only Gen12.5 has: those of the load-store units, and the end of a thread by the gateway.
#ifndef KILN_COMPILER_MIR_MESSAGE_LSC_H
#define KILN_COMPILER_MIR_MESSAGE_LSC_H

#include "compiler/mir/ir/mir.h"

// Makes the message of a logical send; false: it is none of these.
bool mir_lsc_message(const struct kiln_target *t, struct mir_inst *i);

#endif
