// Flags and address registers get their places: there are few, and what holds a flag or an index too long
// goes to general registers, or to next to its use, first.
#include "compiler/ra/ra.h"

static void forget_small(struct mir_shader *s)
{
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (s->vregs[v].file != MIR_GRF)
            s->vregs[v].phys = -1;
}

struct small_row {
    enum mir_file file;
    const char *name;
    unsigned most;
};

static const struct small_row rows[] = {
#define SMALL(file, name, most, needed, call, why) {file, #name, most},
#include "compiler/ra/passes.def"
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

// Makes room by the row's call. False: there is no more.
static bool make_room(struct ra_work *w, struct mir_shader *s, struct mir_live *l, unsigned row,
                      uint32_t failed)
{
    unsigned k = 0;
#define SMALL(file, name, most, needed, call, why)                                                           \
    if (k++ == row)                                                                                          \
        return call;
#include "compiler/ra/passes.def"
    return false;
}

bool ra_small(struct ra_work *w, struct mir_shader *s, const char **error)
{
    unsigned tries[ROWS] = {0};
    for (unsigned k = 0; k < ROWS;) {
        if (!k) {
            arena_reset(&w->a);
            w->live = mir_live_compute(&w->a, s, NULL);
        }
        uint32_t failed = ra_assign_small(s, w->live, rows[k].file);
        if (failed == RA_NONE) {
            k++;
            continue;
        }
        forget_small(s);
        if (tries[k]++ == rows[k].most || !make_room(w, s, w->live, k, failed)) {
            *error = arena_printf(s->arena, "register allocation: no %s register for %%%u",
                                  rows[k].file == MIR_FLAG ? "flag" : "address", failed);
            return false;
        }
        if ((*error = ra_work_done(w, s, rows[k].name)))
            return false;
        k = 0;
    }
    return true;
}
