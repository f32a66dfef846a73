// The blocks of an LLVM function in layout order, with their dominators and loops (llvm/ir/cfg.c).
#ifndef KILN_COMPILER_LLVM_CFG_H
#define KILN_COMPILER_LLVM_CFG_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "compiler/llvm/ir/graph.h"

struct mir_block;

struct cfg_block {
    LLVMBasicBlockRef llvm;
    uint32_t succ[2], succ_count;
    uint32_t *pred, pred_count;
    uint32_t idom, dom_in, dom_out; // dominator, and an interval that holds those of the blocks dominated
    uint32_t loop;                  // innermost loop or LLVM_NONE
    struct llvm_map *incoming;      // of blocks with phis: predecessor -> index in their first phi
    struct mir_block *first, *last; // what it became
};

struct cfg_loop {
    uint32_t header, parent, depth;
    uint32_t block_count; // with inner loops: the blocks header .. header + block_count - 1
    bool divergent_exit;  // lanes leave in different iterations
};

// Blocks are numbered in layout order: topological but for back edges, every loop contiguous.
struct cfg {
    struct cfg_block *blocks;
    uint32_t count;
    struct cfg_loop *loops;
    uint32_t loop_count;
    struct llvm_map index; // LLVMBasicBlockRef -> number
};

// False if the control flow is irreducible, or a block has more than two ways out.
bool cfg_build(struct cfg *cfg, struct arena *a, const struct llvm_graph *g);
// Drops edges that only keep blocks in their loops (spirv/flow/converge.c), and what only they lead to.
void cfg_drop_never_taken(struct cfg *cfg, struct arena *a);
bool cfg_dominates(const struct cfg *cfg, uint32_t a, uint32_t b);
bool cfg_loop_contains(const struct cfg *cfg, uint32_t loop, uint32_t block);

#endif
