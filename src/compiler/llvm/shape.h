// What decides which steps of llvm/passes.def a kernel gets: how much there is of what costs more than its
// size, and what steps have found out for those after them. The conditions on it are in llvm/when.def.
#ifndef KILN_COMPILER_LLVM_SHAPE_H
#define KILN_COMPILER_LLVM_SHAPE_H

#include "compiler/llvm/facts/facts.h"
#include "util/arena.h"

struct llvm_shape {
    bool big, usual; // one of them, once it is measured
    // Measured:
    unsigned instructions, loads, stores, blocks, loops;
    uint64_t nesting;   // loops around a block, sum of all blocks
    unsigned jumps;     // to one block, at most
    unsigned phis;      // of one block, at most
    unsigned accesses;  // to one variable, at most; not counted beyond MANY_ACCESSES
    bool extends_to_64; // integers
    // Found by steps:
    bool arrays;          // private arrays were in memory when loops were marked
    unsigned array_count; // that are
    bool hinted;          // loops were marked that the shader asks to unroll
    unsigned growth;      // of the kernel, in instructions, for those
    bool paths;           // accesses of arrays were moved to the ways that lead to them
    bool dead_stores;     // that there may be
    unsigned store_count; // in all
    bool irreducible;     // a loop has two ways in
};

enum {
    MANY_PHIS = 500,      // of one block: instcombine compares each with all others
    MANY_ACCESSES = 1000, // to one variable: instcombine looks at all of them when one of them goes
};

// Measures the kernel, and decides whether it is big; what steps have found is forgotten.
void llvm_measure(struct llvm_shape *shape, struct llvm_facts *f);

// Does it deserve to be simplified twice? And gvn, which sees more than early-cse has?
bool llvm_may_repeat(const struct llvm_shape *e);
bool llvm_may_repeat_values(const struct llvm_shape *e);

bool llvm_few_reads(const struct llvm_shape *e);      // for gvn to look at memory
bool llvm_has_few_reads(LLVMValueRef kernel);         // likewise, now
bool llvm_is_joined(const struct llvm_shape *e);      // very many jump to one block
bool llvm_is_deep(const struct llvm_shape *e);        // very many loops in each other
bool llvm_has_few_loops(const struct llvm_shape *e);  // to be unrolled, where all is big
bool llvm_has_few_stores(const struct llvm_shape *e); // for dse

// Private arrays and other variables in memory, but for those that are to stay (llvm/opt/promote.c).
unsigned llvm_count_arrays(LLVMValueRef kernel);
// Blocks that end so.
unsigned llvm_count_ends(LLVMValueRef kernel, LLVMOpcode op);
// Are there two loads or two stores in some block?
bool llvm_has_neighbours(LLVMValueRef kernel);
// Of dead_stores and store_count.
void llvm_count_stores(struct llvm_shape *shape, LLVMValueRef kernel);

#endif
