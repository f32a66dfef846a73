// General registers get their places, with spilling in rounds. Each round lowers the pressure for all points
// at once, so that few rounds are needed; the limit sinks when fragmentation alone makes a round fail, by
// more and more, so that the loop ends soon.
#include "compiler/ra/ra.h"

enum {
    MAX_ROUNDS = 40,
    SLOW_ROUNDS = 4, // in which the limit sinks by STEP registers each; then the step doubles
    STEP = 4,
    MIN_LIMIT = 24,
    MAX_ATTEMPTS = 16,
    LARGE = 20000,  // vregs
    LARGE_VREG = 4, // registers
    MAX_APART = 16, // registers over which small values are spread, where there are more than
    LEFT_FOR_VECTORS = 16,
};

static void let_large_choose_first(const struct mir_shader *s, bool *first)
{
    for (uint32_t v = 0; v < s->vreg_count; v++)
        first[v] = s->vregs[v].file == MIR_GRF && s->vregs[v].size >= LARGE_VREG * s->reg_bytes;
}

// There are enough registers, but perhaps not side by side, or not for long enough: from the lowest on, then
// where it is tightest, in turns; large ones first, and then also each that found no place. Before all that,
// where some are left, small values apart from each other.
static uint32_t assign(struct mir_shader *s, const struct mir_live *l, unsigned grf_limit, const bool *fixed,
                       unsigned left)
{
    bool *first = arena_array(l->a, bool, s->vreg_count + 1);
    uint32_t failed = RA_NONE;
    if (left > LEFT_FOR_VECTORS && s->vreg_count < LARGE) {
        unsigned apart = left - LEFT_FOR_VECTORS;
        if (ra_assign_grf(s, l, grf_limit, first, false, apart < MAX_APART ? apart : MAX_APART) == RA_NONE)
            return RA_NONE;
        ra_forget(s, fixed);
    }
    unsigned attempts = s->vreg_count < LARGE ? MAX_ATTEMPTS : 2;
    for (unsigned n = 0; n < attempts; n++) {
        failed = ra_assign_grf(s, l, grf_limit, first, n % 2, 0);
        if (failed == RA_NONE)
            break;
        ra_forget(s, fixed);
        if (n == 1)
            let_large_choose_first(s, first);
        else if (n)
            first[failed] = true;
    }
    return failed;
}

enum ra_result ra_general(struct ra_work *w, struct mir_shader *s, unsigned grf_limit, bool may_spill,
                          const char **error)
{
    *error = NULL;
    if (grf_limit > s->target->grf_count)
        grf_limit = s->target->grf_count;
    uint32_t limit = grf_limit * s->reg_bytes, step = STEP * s->reg_bytes, before = UINT32_MAX;
    for (unsigned round = 0; round < MAX_ROUNDS; round++) {
        if (!w->live) {
            arena_reset(&w->a);
            w->live = mir_live_compute(&w->a, s, NULL);
        }
        struct mir_live *l = w->live;
        bool *fixed = arena_array(&w->a, bool, s->vreg_count + 1);
        for (uint32_t v = 0; v < s->vreg_count; v++)
            fixed[v] = s->vregs[v].phys >= 0;
        uint32_t pressure = ra_max_pressure(s, l), failed = RA_NONE;
        if (!round)
            s->max_live_bytes = pressure;
        if (pressure <= grf_limit * s->reg_bytes) {
            failed = assign(s, l, grf_limit, fixed, grf_limit - mir_regs(s, pressure));
            if (failed == RA_NONE)
                return RA_DONE;
        }
        bool to_memory = false;
        unsigned spilled = 0;
        // Spilling finds victims elsewhere, round after round, while what is read indirectly crowds the peak.
        bool stuck = pressure > grf_limit * s->reg_bytes && pressure >= before && s->r0 != UINT32_MAX;
        before = pressure;
        if (stuck)
            spilled = ra_detach(s, l);
        if (!spilled)
            spilled = ra_spill_grf(s, l, limit, failed, may_spill, &to_memory);
        if (to_memory && !may_spill)
            return RA_SPILLS;
        if (!spilled && !stuck && s->r0 != UINT32_MAX)
            spilled = ra_detach(s, l);
        w->live = NULL; // other instructions
        step = round < SLOW_ROUNDS ? step : step * 2;
        limit = limit > MIN_LIMIT * s->reg_bytes + step ? limit - step : MIN_LIMIT * s->reg_bytes;
        if (!spilled) {
            *error = arena_printf(s->arena,
                                  "register allocation: pressure of %u registers and nothing left to spill",
                                  mir_regs(s, pressure));
            return RA_FAILED;
        }
    }
    *error = arena_printf(s->arena, "register allocation: not finished after %u rounds", MAX_ROUNDS);
    return RA_FAILED;
}
