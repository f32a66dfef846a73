// What selection needs of a kernel: operations that the EU has, offsets of shared memory, a control flow of
// its form.
#ifndef KILN_COMPILER_LLVM_LOWER_PREPARE_H
#define KILN_COMPILER_LLVM_LOWER_PREPARE_H

#include <llvm-c/Core.h>

#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/ir/shader.h"
#include "util/arena.h"

// Replaces what the EU lacks (llvm/lower/lower.c).
void llvm_lower(LLVMValueRef kernel, const struct kiln_target *target);

// Puts the offsets of shared variables in, which are globals until then (llvm/lower/shared.c).
void llvm_place_shared(const struct llvm_shader *s);

// Makes private arrays of lookup tables of bytes (llvm/lower/tables.c).
void llvm_place_tables(const struct llvm_shader *s);

// What selection needs of a function (llvm/lower/prepare.c): critical edges split and loops closed. Wants
// branches with two ways at most, one end, and loops with one way in. Once per module, in place.
void llvm_prepare(struct llvm_facts *f);

#endif
