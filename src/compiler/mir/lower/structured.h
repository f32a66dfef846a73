// Structured control flow, where the target has no GOTO: part of mir_cf.
#ifndef KILN_COMPILER_MIR_STRUCTURED_H
#define KILN_COMPILER_MIR_STRUCTURED_H

#include "compiler/mir/ir/mir.h"

// Every BR becomes branches of the EU. False with *error: the graph is one that no order of blocks makes
// reducible.
bool mir_structure(struct mir_shader *s, const char **error);
// A new flag that no channel has, set at the end of block b, or (NULL) at the program's start.
struct mir_operand mir_zero_flag(struct mir_shader *s, struct mir_block *b);

#endif
