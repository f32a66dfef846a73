// Definitions and uses of vregs in the whole program.
//
// Valid until instructions are added, removed or take other operands. Passes that rewrite as they go rely on
// less: a vreg keeps its only definition where they take none away, and counts of uses that only sink stay
// bounds.
#ifndef KILN_COMPILER_MIR_DEFS_H
#define KILN_COMPILER_MIR_DEFS_H

#include "compiler/mir/ir/query.h"

struct mir_def {
    struct mir_inst *inst; // the last definition: the only one if `count` is 1
    uint32_t count; // UNDEF is none; one through an address register, or of what is carried, counts twice: it
                    // is never the only one
    bool cut;       // they are one message, cut into the channels that it may have at once
};

struct mir_uses {
    uint32_t count;
    struct mir_inst *first; // in layout order
};

// All definitions of each vreg in layout order: list[first[v]] to list[first[v + 1] - 1]. Those through an
// address register stand for the whole vreg.
struct mir_def_lists {
    uint32_t *first;
    struct mir_inst **list;
};

// Likewise of uses, in layout order. `operand` is NULL where it is none of the sources (a flag, an address).
struct mir_use {
    struct mir_inst *inst;
    const struct mir_operand *operand;
    struct mir_range range;
};
struct mir_use_lists {
    uint32_t *first;
    struct mir_use *list;
};

// Each per vreg, in the arena.
struct mir_def *mir_find_defs(struct arena *a, const struct mir_shader *s);
struct mir_uses *mir_find_uses(struct arena *a, const struct mir_shader *s);
struct mir_def_lists mir_list_defs(struct arena *a, const struct mir_shader *s);
struct mir_use_lists mir_list_uses(struct arena *a, const struct mir_shader *s);

// Does it hold one value wherever it is read? Payload registers have theirs from before the program.
static inline bool mir_is_defined_once(const struct mir_shader *s, const struct mir_def *defs, uint32_t vreg)
{
    return s->vregs[vreg].phys >= 0 ? !defs[vreg].count : defs[vreg].count == 1 || defs[vreg].cut;
}

#endif
