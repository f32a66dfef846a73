// Integers of 64 bits on targets without them.
#ifndef KILN_COMPILER_MIR_INT64_H
#define KILN_COMPILER_MIR_INT64_H

#include "compiler/mir/ir/mir.h"

// Behind instruction selection: 64-bit integers by halves, but for moves; products of dwords by words where
// the target has none. False with *error: an instruction that it does not know.
bool mir_int64(struct mir_shader *s, const char **error);
// After it values of which only the halves are read become two. True if there are any.
bool mir_split_qwords(struct mir_shader *s);
// Behind ra_coalesce: the moves that are left. False with *error: what is no move.
bool mir_qword_moves(struct mir_shader *s, const char **error);

#endif
