// Conditions, between the files that select them: compares (isel/alu/compare.c), what is made of them
// (isel/alu/cond.c).
#ifndef KILN_COMPILER_ISEL_COND_H
#define KILN_COMPILER_ISEL_COND_H

#include "compiler/isel/operand/ctx.h"

bool isel_is_i1(LLVMValueRef v);

enum isel_logic { ISEL_LOGIC_NONE, ISEL_LOGIC_AND, ISEL_LOGIC_OR, ISEL_LOGIC_NOT };

// Logic on two conditions, also in the form of a select: a ? b : false.
enum isel_logic isel_logic_of(LLVMValueRef v, LLVMValueRef *a, LLVMValueRef *b);

struct isel_test {
    enum eu_cmod cmod;
    bool inv;
    struct mir_operand a, b;
};

struct isel_test isel_test_of(struct isel_ctx *x, LLVMValueRef v, unsigned k); // of component k of a compare
enum eu_cmod isel_opposite_test(enum eu_cmod c);
// fcmp one, ueq, ord, uno need two compares.
bool isel_is_double_test(LLVMValueRef v, bool *is_and);
struct mir_inst *isel_emit_test(struct isel_ctx *x, const struct isel_test *t, struct mir_operand dst,
                                struct mir_operand flag);
// Where a compare's lanes go that only sets a flag: not narrower than what it compares.
struct mir_operand isel_no_lanes(enum eu_type t);
struct isel_flag isel_compare_to_flag(struct isel_ctx *x, LLVMValueRef v, unsigned k);
void isel_flag_to_lanes(struct isel_ctx *x, struct isel_flag f, struct mir_operand dst);

#endif
