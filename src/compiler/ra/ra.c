// Register allocation: copies are merged, then flags and address registers are assigned, then general
// registers, with spilling in rounds. Each round lowers the pressure for all points at once, so that few
// rounds are needed; the limit sinks when fragmentation alone makes a round fail, by more and more, so that
// the loop ends soon.
#include "compiler/ra/ra.h"
#include "compiler/support/variant.h"

enum {
    MAX_ROUNDS = 40,
    SLOW_ROUNDS = 4, // in which the limit sinks by STEP registers each; then the step doubles
    STEP = 4,
    MIN_LIMIT = 24,
    MAX_ATTEMPTS = 16,
    LARGE = 20000,       // vregs
    LARGE_VREG = 4 * 32, // bytes
};

static void forget_small(struct mir_shader *s)
{
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (s->vregs[v].file != MIR_GRF)
            s->vregs[v].phys = -1;
}

// Liveness as it is behind this, or NULL.
static struct mir_live *flags_and_addresses(struct arena *a, struct mir_shader *s, const char **error)
{
    bool sunk = false;
    for (unsigned round = 0;; round++) {
        arena_reset(a);
        struct mir_live *l = mir_live_compute(a, s, NULL);
        uint32_t failed = ra_assign_small(s, l, MIR_FLAG);
        if (failed != RA_NONE) {
            forget_small(s);
            if (round < 1000 && ra_spill_flag(s, l, failed))
                continue;
            *error = arena_printf(s->arena, "register allocation: no flag register for %%%u", failed);
            return NULL;
        }
        failed = ra_assign_small(s, l, MIR_ADDR);
        if (failed != RA_NONE && !sunk) {
            sunk = true;
            forget_small(s);
            if (ra_sink_addresses(a, s))
                continue;
        }
        if (failed != RA_NONE) {
            *error = arena_printf(s->arena, "register allocation: no address register for %%%u", failed);
            return NULL;
        }
        return l;
    }
}

// Without spills, private memory begins at the thread's base.
static void drop_private_offset(struct mir_shader *s)
{
    for (uint32_t b = 0; b < s->block_count && !s->spill_bytes; b++)
        mir_foreach_inst_safe(i, s->blocks[b]) if (i->op == EU_OP_ADD && i->src[1].kind == MIR_OPK_PRIVATE)
            mir_remove(i);
}

static void let_large_choose_first(const struct mir_shader *s, bool *first)
{
    for (uint32_t v = 0; v < s->vreg_count; v++)
        first[v] = s->vregs[v].file == MIR_GRF && s->vregs[v].size >= LARGE_VREG;
}

// There are enough registers, but perhaps not side by side, or not for long enough: from the lowest on, then
// where it is tightest, in turns; large ones first, and then also each that found no place.
static uint32_t assign(struct mir_shader *s, const struct mir_live *l, unsigned grf_limit, const bool *fixed)
{
    bool *first = arena_array(l->a, bool, s->vreg_count + 1);
    uint32_t failed = RA_NONE;
    unsigned attempts = s->vreg_count < LARGE ? MAX_ATTEMPTS : 2;
    for (unsigned n = 0; n < attempts; n++) {
        failed = ra_assign_grf(s, l, grf_limit, first, n % 2);
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

// `l` is of the shader as it stands.
static enum mir_ra_result general_registers(struct arena *a, struct mir_shader *s, struct mir_live *l,
                                            unsigned grf_limit, bool may_spill, const char **error)
{
    uint32_t limit = grf_limit * 32, step = STEP * 32;
    for (unsigned round = 0; round < MAX_ROUNDS; round++) {
        if (round) {
            arena_reset(a);
            l = mir_live_compute(a, s, NULL);
        }
        bool *fixed = arena_array(a, bool, s->vreg_count + 1);
        for (uint32_t v = 0; v < s->vreg_count; v++)
            fixed[v] = s->vregs[v].phys >= 0;
        uint32_t pressure = ra_max_pressure(s, l), failed = RA_NONE;
        if (!round)
            s->max_live_bytes = pressure;
        if (pressure <= grf_limit * 32) {
            failed = assign(s, l, grf_limit, fixed);
            if (failed == RA_NONE)
                return MIR_RA_DONE;
        }
        bool to_memory = false;
        unsigned spilled = ra_spill_grf(s, l, limit, failed, may_spill, &to_memory);
        if (to_memory && !may_spill)
            return MIR_RA_SPILLS;
        if (!spilled && s->r0 != UINT32_MAX)
            spilled = ra_detach(s, l);
        step = round < SLOW_ROUNDS ? step : step * 2;
        limit = limit > MIN_LIMIT * 32 + step ? limit - step : MIN_LIMIT * 32;
        if (!spilled) {
            *error = arena_printf(s->arena,
                                  "register allocation: pressure of %u registers and nothing left to spill",
                                  (pressure + 31) / 32);
            return MIR_RA_FAILED;
        }
    }
    *error = arena_printf(s->arena, "register allocation: not finished after %u rounds", MAX_ROUNDS);
    return MIR_RA_FAILED;
}

// What comes before general registers are given out. Liveness as it is behind this, or NULL.
static struct mir_live *begin(struct arena *a, struct mir_shader *s, const char **error)
{
    s->ra_begun = true;
    if (!variant_without("ra_coalesce"))
        ra_coalesce(a, s);
    if (!variant_without("opt_cfg"))
        mir_opt_cfg(s);
    if (!variant_without("opt_jump"))
        mir_opt_jump(s);
    return flags_and_addresses(a, s, error);
}

enum mir_ra_result mir_ra(struct mir_shader *s, unsigned grf_limit, bool may_spill, const char **error)
{
    *error = NULL;
    if (grf_limit > RA_GRF_COUNT)
        grf_limit = RA_GRF_COUNT;
    struct arena a; // of each round
    arena_init(&a);
    struct mir_live *l = s->ra_begun ? mir_live_compute(&a, s, NULL) : begin(&a, s, error);
    enum mir_ra_result r = l ? general_registers(&a, s, l, grf_limit, may_spill, error) : MIR_RA_FAILED;
    arena_finish(&a);
    if (r == MIR_RA_DONE)
        drop_private_offset(s);
    return r;
}
