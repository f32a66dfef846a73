// What the steps of llvm/passes.def know of a kernel as a whole. A fact is computed when a step asks for it
// and kept as long as it holds: rows say which facts they keep, and what other steps may have changed is
// looked at before it is used again.
//
// There is one fact so far that is worth keeping: the graph of blocks with its dominators and loops. It
// depends on nothing but which blocks lead where, in which order.
#ifndef KILN_COMPILER_LLVM_FACTS_H
#define KILN_COMPILER_LLVM_FACTS_H

#include "compiler/llvm/ir/graph.h"

struct llvm_facts {
    struct arena *arena; // which a step may also use
    LLVMValueRef kernel;
    const struct llvm_graph *graph; // NULL: not asked for yet
    bool in_doubt;                  // edges may have changed since
    bool check;                     // compute what was kept again, and compare
    const char *wrong;              // that found a difference: what a row claims to keep it does not
    unsigned asked, found;          // how often for the graph, and how often it was computed
};

struct llvm_facts llvm_facts_of(struct arena *a, LLVMValueRef kernel);

// The graph as it is now. It stays readable, and as it was, when the kernel changes.
const struct llvm_graph *llvm_facts_graph(struct llvm_facts *f);

// The last step may have changed which blocks lead where.
void llvm_facts_doubt(struct llvm_facts *f);
// The last step claims to have kept the graph: with `check`, is that so?
void llvm_facts_kept(struct llvm_facts *f);

#endif
