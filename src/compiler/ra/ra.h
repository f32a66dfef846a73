// Register allocation: the passes of compile.c's list, in their order, and what their files ask of each
// other.
#ifndef KILN_COMPILER_RA_H
#define KILN_COMPILER_RA_H

#include "compiler/mir/analysis/live.h"

#define RA_NONE UINT32_MAX

// What the passes that give places share: liveness of the shader as it is, or NULL, in an arena of its own.
struct ra_work {
    struct arena a;
    struct mir_live *live;
    // After each step that changed the program, by its name in ra/passes.def; or NULL. What it returns is an
    // error, in an arena of its own, or NULL.
    const char *(*done)(void *user, struct mir_shader *s, const char *step);
    void *user;
};
static inline void ra_work_init(struct ra_work *w)
{
    *w = (struct ra_work){0};
    arena_init(&w->a);
}
static inline void ra_work_finish(struct ra_work *w) // and ready for another shader
{
    arena_finish(&w->a);
    arena_init(&w->a);
    w->live = NULL;
}
// What `done` says of a step.
static inline const char *ra_work_done(struct ra_work *w, struct mir_shader *s, const char *step)
{
    return w->done ? w->done(w->user, s, step) : NULL;
}

// ---- passes

// Merges the two sides of copies that do not interfere, also into parts of payloads (ra/coalesce.c). Branches
// are not lowered yet, so that blocks that are empty then can go.
bool ra_coalesce(struct mir_shader *s);
// Places for flags and address registers (ra/small.c). False with *error: there are too few.
bool ra_small(struct ra_work *w, struct mir_shader *s, const char **error);
// Places for general registers, with spilling (ra/general.c). RA_FAILED, with *error, if even spilling does
// not help (the width must fall back). Without may_spill it stops where something would have to go to memory,
// RA_SPILLS; called again with it, it goes on from there.
enum ra_result { RA_DONE, RA_SPILLS, RA_FAILED };
enum ra_result ra_general(struct ra_work *w, struct mir_shader *s, unsigned grf_limit, bool may_spill,
                          const char **error);
// Checks the result without trusting any of it (ra/validate.c): NULL, or what is wrong.
const char *ra_validate(struct arena *a, const struct mir_shader *s);

// ---- between the files

// ra/assign.c: gives every vreg of the file that is referenced its place (phys). RA_NONE, or the vreg that
// found none. Those in `first` (or NULL) choose first. `tight`: general registers not from the lowest on, but
// where the least is left free. `apart`: over how many registers small values are spread, so that fewer
// instructions wait; 0: they take as few as they can.
uint32_t ra_assign_grf(struct mir_shader *s, const struct mir_live *l, unsigned grf_limit, const bool *first,
                       bool tight, unsigned apart);
uint32_t ra_assign_small(struct mir_shader *s, const struct mir_live *l, enum mir_file file);
void ra_forget(struct mir_shader *s, const bool *fixed); // back to unplaced, all but the fixed ones

// ra/sink.c: shortens the ranges of address registers. True if it did anything.
bool ra_sink_addresses(struct arena *a, struct mir_shader *s);

// ra/split_indirect.c: copies what is read indirectly to next to where it is read, so that it may be spilled
// between. Number of copies. Liveness must be computed again.
unsigned ra_split_indirect(struct mir_shader *s, const struct mir_live *l);

// ra/spill.c, ra/flag.c: all of these rewrite instructions; liveness must be computed again afterwards.
// Spills until the pressure is at most `limit` bytes at every point, or nothing is left to spill. `must` (or
// RA_NONE) is a vreg at whose start something must go even if the pressure is low. Number of vregs spilled; 0
// with *to_memory, and nothing done, if not all of them can be computed again and !may_spill.
unsigned ra_spill_grf(struct mir_shader *s, const struct mir_live *l, uint32_t limit, uint32_t must,
                      bool may_spill, bool *to_memory);
// Moves one flag that is live where `failed` is to a general register. False if there is none that may.
bool ra_spill_flag(struct mir_shader *s, const struct mir_live *l, uint32_t failed);
uint32_t ra_max_pressure(const struct mir_shader *s, const struct mir_live *l); // bytes

#endif
