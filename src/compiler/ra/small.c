// Flags and address registers get their places: there are few, and what holds a flag or an index too long
// goes to general registers, or to next to its use, first.
#include "compiler/ra/ra.h"

static void forget_small(struct mir_shader *s)
{
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (s->vregs[v].file != MIR_GRF)
            s->vregs[v].phys = -1;
}

bool ra_small(struct ra_work *w, struct mir_shader *s, const char **error)
{
    bool sunk = false;
    for (unsigned round = 0;; round++) {
        arena_reset(&w->a);
        struct mir_live *l = w->live = mir_live_compute(&w->a, s, NULL);
        uint32_t failed = ra_assign_small(s, l, MIR_FLAG);
        if (failed != RA_NONE) {
            forget_small(s);
            if (round < 1000 && ra_spill_flag(s, l, failed))
                continue;
            *error = arena_printf(s->arena, "register allocation: no flag register for %%%u", failed);
            return false;
        }
        failed = ra_assign_small(s, l, MIR_ADDR);
        if (failed != RA_NONE && !sunk) {
            sunk = true;
            forget_small(s);
            if (ra_sink_addresses(&w->a, s))
                continue;
        }
        if (failed != RA_NONE) {
            *error = arena_printf(s->arena, "register allocation: no address register for %%%u", failed);
            return false;
        }
        return true;
    }
}
