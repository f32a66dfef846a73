// Values of 64 bits by their halves, on targets whose EU computes none: what mir/lower/int64.c and
// mir/lower/product.c are written with. Everything new goes in front of the instruction that is replaced, on
// its channels.
#ifndef KILN_COMPILER_MIR_PAIR_H
#define KILN_COMPILER_MIR_PAIR_H

#include "compiler/mir/ir/query.h"

enum { HALF = 4 * 8 }; // bits of one

struct lowering {
    struct mir_shader *s;
    struct mir_inst *i; // what is being replaced: everything new goes in front of it
    const char *error;
};

struct pair {
    struct mir_operand lo, hi;
};

bool mir_is_wide(enum eu_type t); // 64 bits, an integer
// False; the first time, why the pass fails.
bool pair_fail(struct lowering *z, const char *why);

// ---- instructions

struct mir_operand pair_temp(struct lowering *z); // a dword for each channel, or one
struct mir_inst *pair_op1(struct lowering *z, unsigned op, struct mir_operand dst, struct mir_operand a);
struct mir_inst *pair_op2(struct lowering *z, unsigned op, struct mir_operand dst, struct mir_operand a,
                          struct mir_operand b);
struct mir_operand pair_new_op2(struct lowering *z, unsigned op, struct mir_operand a, struct mir_operand b);
struct mir_operand pair_flag(struct lowering *z, bool uniform); // a new one
struct mir_inst *pair_compare(struct lowering *z, enum eu_cmod c, struct mir_operand flag,
                              struct mir_operand dst, struct mir_operand a, struct mir_operand b);
// All ones where a c b holds, of unsigned dwords.
struct mir_operand pair_mask(struct lowering *z, enum eu_cmod c, struct mir_operand a, struct mir_operand b);
void pair_predicate(struct mir_inst *n, struct mir_operand flag, bool inv);
void pair_predicate_like(struct lowering *z, struct mir_inst *n); // what writes the destination

// ---- operands

struct mir_operand pair_retype(struct mir_operand o, enum eu_type t);
struct mir_operand pair_negated(struct mir_operand o);
bool pair_is_imm(struct mir_operand o, uint32_t v);
uint64_t pair_value_of(const struct mir_operand *o); // an immediate, extended as its type says
struct pair pair_constant(uint64_t v);
struct pair pair_in_registers(struct lowering *z, struct pair p);
struct pair pair_absolute(struct lowering *z, struct pair p);
// Source k by halves, extended; with its modifiers, or as if it had none.
struct pair pair_source(struct lowering *z, unsigned k);
struct pair pair_plain_source(struct lowering *z, unsigned k);
// Where the halves of the result go: `hi` is NONE if it is narrower.
struct pair pair_destination(struct lowering *z);
bool pair_dst_is_read(const struct mir_inst *i);
// Where to compute them: there, or in temporaries if that would be too early. pair_deliver moves what is
// elsewhere, under the predicate.
struct pair pair_result(struct lowering *z);
bool pair_deliver(struct lowering *z, struct pair r);

// ---- products (mir/lower/product.c)

// All 64 bits of a product of dwords. The instruction is to be removed then.
bool pair_product(struct lowering *z);
// A product of dwords that is a dword: the instruction becomes one that the target has.
bool pair_dword_product(struct lowering *z);

#endif
