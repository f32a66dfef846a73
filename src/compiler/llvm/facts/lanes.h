// Which values are the same in all lanes of a thread, as far as so many instructions show. A guess, before
// selection, at what isel/analysis/divergence.c will find: to decide what is worth while, never what is
// right.
#ifndef KILN_COMPILER_LLVM_FACTS_LANES_H
#define KILN_COMPILER_LLVM_FACTS_LANES_H

#include <stdbool.h>

#include "compiler/llvm/ir/graph.h"

// So many values that are the same in all lanes take the room of one that is not.
enum { LLVM_SCALAR_SHARE = 8 };

bool llvm_looks_uniform(LLVMValueRef v, unsigned depth);

// In the lanes that run a round of the loop: they agree on its counter and on those of the loops around it.
bool llvm_looks_uniform_in(const struct llvm_graph *g, uint32_t loop, LLVMValueRef v, unsigned depth);

#endif
