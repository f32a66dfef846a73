// What the passes on machine IR know of a program as a whole. A fact is computed when a pass asks for it, and
// kept until a pass changes what it depends on: one that changed nothing keeps all, another what its row in
// compile.c's list says (MIR_KEEPS). Where passes are validated what is kept is computed again and compared.
//
// Facts are read only. A pass that rewrites as it goes relies on less than they say: analysis/defs.h.
#ifndef KILN_COMPILER_MIR_FACTS_H
#define KILN_COMPILER_MIR_FACTS_H

#include "compiler/mir/analysis/defs.h"

enum mir_fact {
    MIR_LOOPS,     // in the blocks: loop_header, loop_end, loop_parent, loop_depth
    MIR_DEFS,      // the only definition of each vreg
    MIR_USES,      // the first use, and the number of them
    MIR_DEF_LISTS, // all definitions
    MIR_USE_LISTS, // all uses
    MIR_FACTS
};

// Of a pass that changed something: the facts that hold still.
#define MIR_KEEPS(fact) (1u << (fact))
enum {
    MIR_KEEPS_NOTHING = 0,
    MIR_KEEPS_LOOPS = MIR_KEEPS(MIR_LOOPS),
    MIR_KEEPS_ALL = MIR_KEEPS(MIR_FACTS) - 1
};

struct mir_facts {
    unsigned known;      // MIR_KEEPS of those that are,
    uint32_t vreg_count; // of a program with so many vregs
    unsigned asked[MIR_FACTS], found[MIR_FACTS];
    struct mir_def *defs;
    struct mir_uses *uses;
    struct mir_def_lists def_lists;
    struct mir_use_lists use_lists;
};

// As the program is now, in its arena.
void mir_loops(struct mir_shader *s);
const struct mir_def *mir_defs(struct mir_shader *s);
const struct mir_uses *mir_uses(struct mir_shader *s);
const struct mir_def_lists *mir_def_lists(struct mir_shader *s);
const struct mir_use_lists *mir_use_lists(struct mir_shader *s);

// A pass, or a part of one, changed the program.
void mir_facts_keep(struct mir_shader *s, unsigned keeps);
// Are those that are known right? NULL, or the name of one that is not. Leaves the program as it is.
const char *mir_facts_check(struct arena *a, struct mir_shader *s);

#endif
