// The names that a lowered program has, in place of those that it had (names.c).
#ifndef KILN_COMPILER_MIR_LOWER_NAMES_H
#define KILN_COMPILER_MIR_LOWER_NAMES_H

#include "compiler/mir/lower/message/lower.h"

struct name { // of a vreg of the program as it was
    uint32_t vreg, offset;
    bool renamed;
};

struct range { // of new vregs, for an access that was made when there were `born`
    uint32_t first, end, born;
};

struct lower_names {
    struct name *of; // by vreg
    uint32_t old_count;
    struct range *ranges;
    uint32_t range_count, range_capacity;
    struct mir_block **blocks; // the new layout
    uint32_t block_count, block_capacity;
};

void names_add_block(struct lower *l, struct mir_block *b);
// All vregs from `first` on are new, of an access that was made when there were `born`.
void names_add_range(struct lower *l, uint32_t first, uint32_t born);
// In all instructions.
void names_apply(struct lower *l);

#endif
