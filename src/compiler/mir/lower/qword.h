// 64-bit data by its halves, and products of dwords by words: what mir/lower/lowpower.c and mir/lower/int64.c
// share.
#ifndef KILN_COMPILER_MIR_QWORD_H
#define KILN_COMPILER_MIR_QWORD_H

#include "compiler/mir/ir/query.h"

// A MOV on i's channels, under its mask but not its predicate; not in a block yet.
struct mir_inst *mir_mov_like(struct mir_shader *s, const struct mir_inst *i);
// Makes of source `o` of i, a region of qwords, that of their low (0) or high (1) dwords; false if there is
// no encoding.
bool mir_halve_src(const struct mir_inst *i, struct mir_operand *o, unsigned half);
// i, a MOV of qwords that changes nothing, becomes MOVs of their halves; false, and nothing is done, if it is
// no such MOV or there is no encoding.
bool mir_split_move(struct mir_shader *s, struct mir_inst *i);

bool mir_is_dword(enum eu_type t);
// A MUL whose factors are both dwords.
bool mir_is_product(const struct mir_inst *i);
// a * b = a * low(b) + (a * high(b) << 16), of which only the high words are added: i, a product of dwords
// that is a dword, becomes a MOV of that. `spread`: bytes from one channel's partial product to the next, 4
// or 8. False, and nothing is done, if i is something else.
bool mir_split_product(struct mir_shader *s, struct mir_inst *i, unsigned spread);

#endif
