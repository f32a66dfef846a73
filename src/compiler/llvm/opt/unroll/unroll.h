// Unrolls loops: in full, where the shader requests it (hint.c) and by what that saves (full.c, benefit.c),
// and in part (part.c, merge.c).
#ifndef KILN_COMPILER_LLVM_UNROLL_H
#define KILN_COMPILER_LLVM_UNROLL_H

#include <llvm-c/Target.h>

#include "compiler/llvm/ir/map.h"
#include "compiler/llvm/opt/opt.h"

enum { LLVM_LOOP_BLOCKS = 200, LLVM_LOOP_LARGE = 1 << 16 }; // what is larger is not counted out

// Marks loops that run a few times, and for ARRAYS longer ones that count through private arrays, for full
// unrolling (llvm/opt/unroll/full.c). AGAIN: only the latter, for arrays that registers have room for. True
// if there are some.
enum llvm_unroll_for { LLVM_UNROLL_SHORT, LLVM_UNROLL_ARRAYS, LLVM_UNROLL_AGAIN };
bool llvm_mark_short_loops(struct llvm_facts *f, const struct llvm_shader *s, enum llvm_unroll_for what);

// Marks loops with an unroll hint of the shader (llvm/opt/unroll/hint.c). `growth`: the instructions that the
// kernel grows by for all that have been marked so far, at most. True if there are some.
bool llvm_mark_hinted_loops(struct llvm_facts *f, unsigned *growth);

// Are there loops of many rounds to be unrolled in part (llvm/opt/unroll/part.c)? With `marks`, marks them:
// they must test last by then.
bool llvm_unroll_in_part(struct llvm_facts *f, bool marks);
void llvm_show_ends(LLVMValueRef kernel); // after the unrolling: what was hidden from it

// ---- between its files

struct llvm_counted_loop {
    LLVMBasicBlockRef header, latch, blocks[LLVM_LOOP_BLOCKS];
    unsigned block_count, size; // size: instructions
    LLVMValueRef phi;           // the counter
    int64_t begin, step;
    int shift; // where it is not 0, the next is phi << shift, or >> -shift, and step is 0
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
unsigned llvm_unroll_block_size(LLVMBasicBlockRef bb); // once
unsigned llvm_unroll_benefit(const struct llvm_counted_loop *l, const struct llvm_shader *s,
                             const struct llvm_map *copies);

// Does the load, in `n` rounds, read one place after the other, so that one message can read them all
// (llvm/opt/unroll/merge.c)? `uniform`: the same in all lanes, which a block of registers can take.
enum { LLVM_MERGED_ROUNDS = 4 }; // at most
bool llvm_rounds_merge(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, LLVMValueRef load, unsigned n,
                       bool uniform);
// By how much does the value grow from round to round, the counters in `fixed` (of loops within, that are
// marked) being constants? False: unknown.
bool llvm_rounds_slope(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, const struct llvm_map *fixed,
                       LLVMValueRef v, int64_t *slope);
// Does it read the same place in all of them?
bool llvm_rounds_share(const struct llvm_counted_loop *l, LLVMTargetDataRef dl, LLVMValueRef load);

#endif
