// Where private variables are live (llvm/opt/variable_live.c).
#ifndef KILN_COMPILER_LLVM_LIVE_H
#define KILN_COMPILER_LLVM_LIVE_H

#include "compiler/llvm/ir/graph.h"

struct live_range { // of numbers
    uint32_t first, end;
};

// One variable at a time: arrays hold the number of the variable for which something was found last.
struct llvm_live {
    const struct llvm_graph *g;
    uint32_t *number;         // by node: those of a loop follow each other
    struct live_range *loops; // by loop: its numbers
    uint32_t variable;
    uint32_t *in;                     // by node: live into it
    uint32_t *whole;                  // by loop: live in all of it
    uint32_t *writes;                 // by node: written in it
    uint32_t *touched, touched_count; // numbers of nodes with an access, rising
    uint32_t *stack, stack_count;
    uint32_t budget; // nodes that are still looked at, for all variables
};

// The graph must not change meanwhile.
void llvm_live_init(struct llvm_live *l, struct arena *a, const struct llvm_graph *g);

// The next variable; then each block that writes it, and each that reads it before it writes it, once.
void llvm_live_begin(struct llvm_live *l);
void llvm_live_write(struct llvm_live *l, uint32_t node);
void llvm_live_read(struct llvm_live *l, uint32_t node);
// False where that takes too long to find.
bool llvm_live_solve(struct llvm_live *l);
bool llvm_live_into(const struct llvm_live *l, uint32_t node);

#endif
