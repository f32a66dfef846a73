// The control flow graph of an LLVM function.
#ifndef KILN_COMPILER_LLVM_GRAPH_H
#define KILN_COMPILER_LLVM_GRAPH_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "compiler/llvm/ir/map.h"

struct llvm_node {
    LLVMBasicBlockRef llvm;
    uint32_t *succ, succ_count; // of its terminator, in order
    uint32_t *pred, pred_count; // a predecessor is there once for each of its edges
    // The dominator (the entry's is itself), and an interval that holds those of the nodes that this one
    // dominates.
    uint32_t idom, dom_in, dom_out;
    uint32_t loop; // the innermost one around it, or LLVM_NONE
};

struct llvm_loop {
    uint32_t header, parent; // parent LLVM_NONE: in no other loop
    uint32_t depth;          // 1: likewise
};

// The blocks that the entry reaches, in depth-first reverse post-order.
struct llvm_graph {
    struct llvm_node *nodes;
    uint32_t count;
    struct llvm_map index;   // LLVM block -> position in nodes; LLVM_NONE: it is not reached
    struct llvm_loop *loops; // natural ones, inner ones before those around them
    uint32_t loop_count;
    bool reducible; // or else there are other loops
};

LLVMBasicBlockRef llvm_successor(LLVMBasicBlockRef bb, unsigned k);
unsigned llvm_successor_count(LLVMBasicBlockRef bb);

// llvm/facts/facts.h keeps it.
void llvm_graph_find(struct llvm_graph *g, struct arena *a, LLVMValueRef function);
// Do the function's blocks still lead to each other as they did? The rest depends on nothing else.
bool llvm_graph_holds(const struct llvm_graph *g, LLVMValueRef function);
// NULL: they are equal.
const char *llvm_graph_difference(const struct llvm_graph *a, const struct llvm_graph *b);

bool llvm_graph_dominates(const struct llvm_graph *g, uint32_t a, uint32_t b);

// The innermost loop around a block, or LLVM_NONE.
uint32_t llvm_loop_of(const struct llvm_graph *g, LLVMBasicBlockRef bb);
bool llvm_loop_contains(const struct llvm_graph *g, uint32_t loop, uint32_t node);

#define llvm_for_each_instruction(i, function)                                                               \
    for (LLVMBasicBlockRef i##_bb = LLVMGetFirstBasicBlock(function); i##_bb;                                \
         i##_bb = LLVMGetNextBasicBlock(i##_bb))                                                             \
        for (LLVMValueRef i = LLVMGetFirstInstruction(i##_bb); i; i = LLVMGetNextInstruction(i))

#endif
