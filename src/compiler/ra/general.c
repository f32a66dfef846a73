// General registers get their places, with spilling in rounds. Each round lowers the pressure for all points
// at once, so that few rounds are needed; the limit sinks when fragmentation alone makes a round fail, by
// more and more, so that the loop ends soon.
#include "compiler/ra/ra.h"
#include "compiler/support/variant.h"
#include "hw/budget.h"

enum {
    MAX_ROUNDS = 40,
    SLOW_ROUNDS = 4, // in which the limit sinks by STEP registers each; then the step doubles
    STEP = 4,
    LARGE = 20000, // vregs
};

struct general {
    struct ra_work *w;
    struct mir_shader *s;
    unsigned grf_limit;
    unsigned left;       // of these, where the pressure is highest
    bool *fixed, *first; // by vreg: it had a place before; it chooses first
    unsigned turn;       // of ra_large_first
    uint32_t failed;     // a vreg that found no place, or RA_NONE
    uint32_t limit;      // bytes of pressure that spilling tries for
    bool may_spill, to_memory;
    bool stuck; // the pressure does not sink: what is read indirectly crowds the peak
};

static bool few_vregs(const struct mir_shader *s)
{
    return s->vreg_count < LARGE;
}

// ---- places

static bool has_room(const struct general *g)
{
    return g->left > kiln_budget_registers(g->s->target, BUDGET_RA_LEFT) && few_vregs(g->s);
}

static unsigned apart(const struct general *g)
{
    unsigned n = g->left - kiln_budget_registers(g->s->target, BUDGET_RA_LEFT);
    const unsigned most = kiln_budget_registers(g->s->target, BUDGET_RA_SPREAD);
    return n < most ? n : most;
}

static uint32_t place(struct general *g, bool tight, unsigned apart)
{
    return ra_assign_grf(g->s, g->w->live, g->grf_limit, g->first, tight, apart);
}

static uint32_t place_first(struct general *g)
{
    const struct mir_shader *s = g->s;
    for (uint32_t v = 0; v < s->vreg_count && !g->turn; v++)
        g->first[v] = s->vregs[v].file == MIR_GRF && s->vregs[v].size >= BUDGET_RA_LARGE * s->reg_bytes;
    if (g->turn)
        g->first[g->failed] = true;
    return place(g, g->turn++ % 2, 0);
}

// There are enough registers, but perhaps not side by side, or not for long enough.
static bool place_all(struct general *g)
{
    g->first = arena_array(g->w->live->a, bool, g->s->vreg_count + 1);
    g->turn = 0;
#define PLACE(name, most, needed, when, call, why)                                                           \
    for (unsigned n = 0; n < (most) && (when) && ((needed) || !variant_without(#name)); n++) {               \
        g->failed = call;                                                                                    \
        if (g->failed == RA_NONE)                                                                            \
            return true;                                                                                     \
        ra_forget(g->s, g->fixed);                                                                           \
    }
#include "compiler/ra/passes.def"
    return false;
}

// ---- room

static unsigned spill(struct general *g)
{
    return ra_spill_grf(g->s, g->w->live, g->limit, g->failed, g->may_spill, &g->to_memory);
}

static unsigned split_indirect(struct general *g)
{
    return g->s->r0 == UINT32_MAX ? 0 : ra_split_indirect(g->s, g->w->live);
}

// The step that made room, or NULL.
static const char *relieve(struct general *g)
{
#define RELIEVE(name, needed, when, call, why)                                                               \
    if ((when) && ((needed) || !variant_without(#name)) && (call))                                           \
        return #name;
#include "compiler/ra/passes.def"
    return NULL;
}

// Liveness, unless it is known, and what has its place already. The pressure.
static uint32_t begin_round(struct general *g)
{
    struct ra_work *w = g->w;
    struct mir_shader *s = g->s;
    if (!w->live) {
        arena_reset(&w->a);
        w->live = mir_live_compute(&w->a, s, NULL);
    }
    g->fixed = arena_array(&w->a, bool, s->vreg_count + 1);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        g->fixed[v] = s->vregs[v].phys >= 0;
    g->failed = RA_NONE;
    g->to_memory = false;
    return ra_max_pressure(s, w->live);
}

enum ra_result ra_general(struct ra_work *w, struct mir_shader *s, unsigned grf_limit, bool may_spill,
                          const char **error)
{
    *error = NULL;
    if (grf_limit > s->target->grf_count)
        grf_limit = s->target->grf_count;
    struct general g = {.w = w, .s = s, .grf_limit = grf_limit, .may_spill = may_spill};
    const uint32_t least = kiln_budget_registers(s->target, BUDGET_RA_LEAST) * s->reg_bytes;
    uint32_t all = grf_limit * s->reg_bytes, step = STEP * s->reg_bytes, before = UINT32_MAX;
    g.limit = all;
    for (unsigned round = 0; round < MAX_ROUNDS; round++) {
        uint32_t pressure = begin_round(&g);
        if (!round)
            s->max_live_bytes = pressure;
        g.left = pressure <= all ? grf_limit - mir_regs(s, pressure) : 0;
        if (pressure <= all && place_all(&g))
            return RA_DONE;
        g.stuck = pressure >= all && pressure >= before && s->r0 != UINT32_MAX;
        before = pressure;
        const char *by = relieve(&g);
        if (!by && g.to_memory && !may_spill)
            return RA_SPILLS;
        w->live = NULL; // other instructions
        step = round < SLOW_ROUNDS ? step : step * 2;
        g.limit = g.limit > least + step ? g.limit - step : least;
        if (!by) {
            *error = arena_printf(s->arena,
                                  "register allocation: pressure of %u registers and nothing left to spill",
                                  mir_regs(s, pressure));
            return RA_FAILED;
        }
        if ((*error = ra_work_done(w, s, by)))
            return RA_FAILED;
    }
    *error = arena_printf(s->arena, "register allocation: not finished after %u rounds", MAX_ROUNDS);
    return RA_FAILED;
}
