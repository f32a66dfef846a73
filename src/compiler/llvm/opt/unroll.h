// Loops that could be unrolled in full (llvm/opt/unroll.c), and what that would save
// (llvm/opt/unroll_gain.c).
#ifndef KILN_COMPILER_LLVM_UNROLL_H
#define KILN_COMPILER_LLVM_UNROLL_H

#include <llvm-c/Target.h>

#include "compiler/llvm/ir/map.h"
#include "compiler/llvm/opt/opt.h"

enum { LLVM_LOOP_BLOCKS = 200, LLVM_LOOP_LARGE = 1 << 16 }; // what is larger is not counted out

struct llvm_graph;

struct llvm_counted_loop {
    LLVMBasicBlockRef header, latch, blocks[LLVM_LOOP_BLOCKS];
    unsigned block_count, size; // size: instructions
    LLVMValueRef phi;           // the counter
    int64_t begin, step;
};

static inline bool llvm_counted_contains(const struct llvm_counted_loop *l, LLVMBasicBlockRef bb)
{
    for (unsigned k = 0; k < l->block_count; k++)
        if (l->blocks[k] == bb)
            return true;
    return false;
}

// How many copies of a block the loops around it make that are marked already.
static inline unsigned llvm_counted_copies(const struct llvm_map *copies, LLVMBasicBlockRef bb)
{
    uint32_t n = llvm_map_get(copies, bb);
    return n == LLVM_NONE ? 1 : n;
}

// The instructions of a round, about, and those that unrolling saves in each round, in all copies that there
// will be of its blocks.
unsigned llvm_unroll_size(const struct llvm_counted_loop *l, const struct llvm_map *copies);
unsigned llvm_unroll_gain(const struct llvm_counted_loop *l, LLVMTargetDataRef dl,
                          const struct llvm_map *copies);
// What a round has no more, on average, where the counter decides which side of a branch it takes.
unsigned llvm_unroll_dead(const struct llvm_counted_loop *l, LLVMTargetDataRef dl,
                          const struct llvm_map *copies);

// Of a round, those reads that the loop around repeats in each of its rounds, once this one is unrolled
// (llvm/opt/unroll_reuse.c); 0 if registers have no room for them.
unsigned llvm_unroll_reused(const struct llvm_graph *g, const struct llvm_counted_loop *l, unsigned runs,
                            LLVMTargetDataRef dl, const struct llvm_map *copies);

// Does the load, in `n` rounds from a multiple of n on, n a power of two, read one place behind the other, so
// that one message can read them all (llvm/opt/unroll_merge.c)?
enum { LLVM_MERGED_ROUNDS = 4 }; // at most
bool llvm_rounds_merge(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, LLVMValueRef load,
                       unsigned n);
// Does it read the same place in all of them?
bool llvm_rounds_share(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, LLVMValueRef load,
                       unsigned n);

#endif
