// Spilling, between its files: ra/spill.c chooses what goes, ra/split_ranges.c finds where it stays in
// registers all the same, ra/rewrite.c rewrites the instructions, ra/flag.c those of flags.
#ifndef KILN_COMPILER_RA_SPILL_H
#define KILN_COMPILER_RA_SPILL_H

#include "compiler/ra/ra.h"

enum { RA_NO_MEMORY = -2 }; // mir_vreg.home of a split vreg that is computed again

struct ra_candidate { // per vreg
    uint32_t vreg;
    double cost, benefit;
    bool chosen, forbidden, remat;
    bool resides;         // has residents (ra/split_ranges.c)
    struct mir_inst *def; // the only definition
    uint32_t def_count;
    uint32_t in_crowd; // slots of instructions that touch it where it is crowded
    uint32_t home;     // scratch offset, or the general register that holds a flag
    // While a block is rewritten, in `block`: the temporary that last held bytes [lo, hi) of it, at position
    // `at`: reused by instructions close after.
    const struct mir_block *block;
    uint32_t temp, lo, hi, at;
    // The register that it resides in, if anything is valid there: a mask of units, since a slot.
    uint32_t resident, valid, since, split;
};

// A vreg that goes to memory, and a block that it is live into or touched in.
struct ra_resident {
    uint32_t vreg, block;
    uint32_t live;    // units that are needed at the block's start,
    uint32_t in;      // and those that are in a register there
    uint32_t touched; // in this block
    uint32_t gen;     // in a register at its end because of this block
    uint32_t fill;    // the same, by a fill at the end
    bool glued;       // all of its stretches are one
};

struct ra_residency {
    struct ra_resident *r; // by vreg, then by block
    uint32_t count;
    uint32_t *of_block, *first_of_block; // indices by block
    // Stretches 2k and 2k + 1 are those at the start and at the end of resident k's block: a forest of the
    // ones that are connected, and the register of each root.
    uint32_t *parent, *split;
};

struct ra_spiller {
    struct mir_shader *s;
    const struct mir_live *l;
    struct ra_candidate *c; // per vreg
    uint32_t vreg_count;    // before spilling
    uint32_t window;        // instructions for which a temporary is reused
    int32_t *press;         // bytes live at each slot
    uint32_t *crowded;      // slots before each one where what goes to memory does not stay in a register
    struct ra_residency res;
};

// Is the slot range [from, to) free of those?
static inline bool ra_has_low_pressure(const struct ra_spiller *p, uint32_t from, uint32_t to)
{
    return p->crowded[to] == p->crowded[from];
}

static inline bool ra_inst_has_low_pressure(const struct ra_spiller *p, const struct mir_inst *i)
{
    return ra_has_low_pressure(p, i->ip * LIVE_SLOTS, (i->ip + 1) * LIVE_SLOTS);
}

struct ra_spiller ra_spiller_start(struct mir_shader *s, const struct mir_live *l, enum mir_file file,
                                   uint32_t limit);
unsigned ra_choose(struct ra_spiller *p, enum mir_file file, uint32_t limit);
// From the first to the last position where any of it is live.
void ra_hull(const struct ra_spiller *p, uint32_t vreg, uint32_t *start, uint32_t *end);
static inline bool ra_is_spilled(const struct ra_spiller *p, const struct mir_operand *o)
{
    return o->kind == MIR_OPK_VREG && o->vreg < p->vreg_count && p->c[o->vreg].chosen;
}

// A message of ours that reads (or writes) the copy of vreg `v` in memory.
bool ra_is_fill(const struct ra_spiller *p, const struct mir_inst *i);
bool ra_is_store(const struct ra_spiller *p, const struct mir_inst *i);
bool ra_is_far(const struct mir_shader *s, uint32_t home,
               uint32_t regs); // beyond the reach of plain messages
void ra_mark_undef(struct mir_shader *s, struct mir_inst *at, uint32_t vreg);
// Branches come last in their block, up to two of them: what is put in front goes before both.
struct mir_inst *ra_insertion_point(struct mir_inst *i);

void ra_rewrite(struct ra_spiller *p);
void ra_reside(struct ra_spiller *p);
// The register for what begins to reside at this slot of resident k's block.
uint32_t ra_begin_stretch(struct ra_spiller *p, uint32_t k, uint32_t slot);
uint32_t ra_entry_stretch(struct ra_spiller *p, uint32_t k);

#endif
