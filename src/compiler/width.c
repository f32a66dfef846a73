// Chooses the SIMD width, and how many registers threads have: by what the group needs, what registers allow
// and how many clocks an item takes.
#include "compiler/compile.h"
#include "compiler/mir/analysis/cost.h"
#include "compiler/mir/ir/query.h"
#include "compiler/ra/ra.h"
#include "hw/cost.h"
#include "hw/devinfo.h"
#include "compiler/support/variant.h"
#include "hw/budget.h"
#include "util/log.h"
#include "util/math.h"

#include <math.h>

uint32_t compile_group_size(const struct compile *c)
{
    return c->shader.local_size[0] * c->shader.local_size[1] * c->shader.local_size[2];
}

static unsigned group_threads(const struct compile *c, unsigned simd)
{
    return (compile_group_size(c) + simd - 1) / simd;
}

// Threads are as wide as a register at least.
static bool is_wide_enough(const struct compile *c, unsigned simd)
{
    return simd >= kiln_target_native_width(c->target);
}

static bool is_narrow_enough(const struct compile *c, unsigned simd)
{
    return simd <= kiln_target_max_simd(c->target);
}

static unsigned max_threads(const struct compile *c)
{
    return kiln_target_is_large(c->target) ? KILN_MIN(c->max_threads, kiln_target_max_group(c->target))
                                           : c->max_threads;
}

static bool width_fits(const struct compile *c, unsigned simd)
{
    return is_wide_enough(c, simd) && is_narrow_enough(c, simd) && group_threads(c, simd) <= max_threads(c);
}

// Up to where registers are allocated.
static enum kiln_result compile_first(struct compile *c, unsigned simd, unsigned registers,
                                      struct candidate *out)
{
    enum kiln_result r = compile_machine(c, simd, registers, out);
    c->crowded |= r == KILN_OK && out->would_spill;
    if (r == KILN_OK)
        out->trips = mir_find_trips(out->shader->arena, out->shader);
    return r;
}

static enum kiln_result compile_with(struct compile *c, unsigned simd, unsigned registers,
                                     struct candidate *out)
{
    enum kiln_result r = compile_first(c, simd, registers, out);
    return r == KILN_OK ? compile_code(c, out) : r;
}

static unsigned all_registers(const struct compile *c)
{
    return c->target->grf_count;
}

// Once more, with orders that take fewer registers, where they may make the difference.
static enum kiln_result compile_for_pressure(struct compile *c, unsigned simd, unsigned registers,
                                             enum kiln_result r, struct candidate *out)
{
    if (r == KILN_OK && out->would_spill && out->shader->reads_ahead) {
        c->sched_mode = MIR_SCHED_LESS_AHEAD;
        r = compile_first(c, simd, registers, out);
        c->sched_mode = MIR_SCHED_LATENCY;
    }
    if (r != KILN_OK || !out->would_spill ||
        out->shader->max_live_bytes > BUDGET_SHARE(REORDER_LIVE) * registers * out->shader->reg_bytes)
        return r;
    c->sched_mode = MIR_SCHED_PRESSURE;
    r = compile_first(c, simd, registers, out);
    c->sched_mode = MIR_SCHED_LATENCY;
    return r;
}

// Once more, with private arrays in memory, if there is no room for them.
static enum kiln_result compile_arrays_in_memory(struct compile *c, unsigned simd, unsigned registers,
                                                 enum kiln_result r, struct candidate *out)
{
    if (r != KILN_OK || !out->would_spill || !out->shader->array_regs)
        return r;
    c->in_memory = true;
    r = compile_first(c, simd, registers, out);
    r = compile_for_pressure(c, simd, registers, r, out);
    c->in_memory = false;
    return r;
}

// With all registers, where those that tests leave are not enough.
static enum kiln_result begin_width(struct compile *c, unsigned simd, struct candidate *out)
{
    unsigned all = all_registers(c), registers = variant_registers(all);
    enum kiln_result r = compile_first(c, simd, registers, out);
    r = compile_for_pressure(c, simd, registers, r, out);
    r = compile_arrays_in_memory(c, simd, registers, r, out);
    return r != KILN_OK && registers < all ? compile_first(c, simd, all, out) : r;
}

static enum kiln_result finish_width(struct compile *c, struct candidate *out)
{
    enum kiln_result r = compile_code(c, out);
    return r != KILN_OK && out->registers < all_registers(c)
               ? compile_with(c, out->shader->simd, all_registers(c), out)
               : r;
}

static enum kiln_result compile_width(struct compile *c, unsigned simd, struct candidate *out)
{
    enum kiln_result r = begin_width(c, simd, out);
    return r == KILN_OK ? finish_width(c, out) : r;
}

// The width that KILN_DEBUG asks for, where the group fits; else 0.
static unsigned debug_width(const struct compile *c)
{
    unsigned simd = kernel_debug_width();
    return simd && width_fits(c, simd) ? simd : 0;
}

// Threads that a subslice holds at once.
static unsigned resident_threads(const struct compile *c, const struct mir_shader *s)
{
    const struct kiln_devinfo *dev = s->target->dev;
    unsigned room = dev->eus_per_subslice * s->target->threads_per_eu;
    unsigned threads = group_threads(c, s->simd), groups = room / threads;
    if (c->shader.shared_size && dev->slm_per_subslice / c->shader.shared_size < groups)
        groups = dev->slm_per_subslice / c->shader.shared_size;
    if (s->uses_barrier && groups > kiln_costs(s->target->isa)->BARRIERS_PER_SUBSLICE)
        groups = kiln_costs(s->target->isa)->BARRIERS_PER_SUBSLICE;
    return (groups ? groups : 1) * threads;
}

// Clocks of a subslice for so many threads, no more than it holds: of the unit that has most to do, and of
// the threads that wait for each other, who do not always find others that have something to do meanwhile.
static double clocks_of(const struct compile *c, const struct mir_shader *s, const struct mir_work *w,
                        unsigned threads)
{
    const struct kiln_devinfo *dev = s->target->dev;
    const struct kiln_costs *costs = kiln_costs(s->target->isa);
    double most = costs->THREAD_DISPATCH * dev->subslices,
           pipes = w->pipes / (costs->FPUS_PER_EU * dev->eus_per_subslice),
           math = w->math / dev->eus_per_subslice;
    most = pipes > most ? pipes : most;
    most = math > most ? math : most;
    most = w->port > most ? w->port : most;
    return pow(pow(most * threads, BUDGET_OVERLAP) + pow(w->latency, BUDGET_OVERLAP), 1.0 / BUDGET_OVERLAP);
}

// Where there are threads enough.
static double clocks_an_item(const struct compile *c, const struct mir_shader *s, const struct mir_work *w)
{
    unsigned threads = resident_threads(c, s);
    return clocks_of(c, s, w, threads) / threads / s->simd;
}

static uint32_t count_instructions(const struct mir_shader *s)
{
    uint32_t n = 0;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) n++;
    return n;
}

// SIMD32 saves what is done once a thread: scalars, jumps, half of the threads' starts and ends; and twice as
// many items wait at once for messages and barriers. It is worth a try where all of its channels are used and
// it has the registers.
static bool may_widen(struct compile *c, const struct mir_shader *s)
{
    if (c->options->stop_after || compile_group_size(c) % 32 || s->private_bytes ||
        count_instructions(s) > BUDGET_WIDE_INSTRUCTIONS)
        return false;
    const bool has_room =
        s->max_live_bytes <= kiln_budget_registers(s->target, BUDGET_WIDE_REGISTERS) * s->reg_bytes;
    c->crowded |= !has_room;
    return has_room;
}

// What threads of twice the channels may take of the clocks where these leave loops one by one.
static double most_with_trips(enum mir_trips trips)
{
    return trips == MIR_TRIPS_BY_DATA ? BUDGET_SHARE(WIDE_DATA_GAIN) : BUDGET_SHARE(WIDE_TRIPS_GAIN);
}

static bool is_better(const struct compile *c, const struct mir_shader *wide, const struct mir_shader *s,
                      enum mir_trips trips)
{
    struct mir_work work = mir_work_of(s), wide_work = mir_work_of(wide);
    double gain = clocks_an_item(c, wide, &wide_work) / clocks_an_item(c, s, &work);
    if (KILN_DEBUG(STATS))
        kiln_log("SIMD32 takes %.2f of SIMD16's clocks%s", gain,
                 trips == MIR_TRIPS_BY_DATA ? ", with trip counts that differ by data"
                 : trips                    ? ", with trip counts that differ"
                                            : "");
    if (trips)
        return gain <= most_with_trips(trips);
    return gain <= BUDGET_SHARE(WIDE_GAIN) ||
           (gain <= 1 && wide_work.instructions <= 2 * BUDGET_SHARE(WIDE_GAIN) * work.instructions);
}

static void try_wide(struct compile *c, struct candidate *best)
{
    struct candidate wide = {0};
    if (may_widen(c, best->shader) && compile_width(c, 32, &wide) == KILN_OK && !wide.shader->spills &&
        !wide.shader->private_bytes && is_better(c, wide.shader, best->shader, best->trips))
        *best = wide;
}

// Once, whoever asks first.
static enum kiln_result compile_eight(struct compile *c, struct candidate *eight)
{
    if (eight->shader)
        return KILN_OK;
    enum kiln_result r = compile_width(c, 8, eight);
    if (r != KILN_OK)
        *eight = (struct candidate){0};
    return r;
}

// At SIMD8 private arrays may be registers that are memory at SIMD16. And where most of what the EU does is
// of 64 bits, which it does for eight channels at a time anyway, threads of eight are twice as many that fill
// each other's waits, in half of the registers.
static void try_narrow(struct compile *c, struct candidate *best, struct candidate *eight)
{
    struct mir_work work = mir_work_of(best->shader);
    bool arrays = best->shader->private_bytes, pairs = work.pairs > BUDGET_SHARE(NARROW_PAIRS) * work.pipes;
    if (c->options->stop_after || !(arrays || pairs) || !width_fits(c, 8) ||
        compile_eight(c, eight) != KILN_OK || eight->shader->spills)
        return;
    if (!pairs && eight->shader->private_bytes * best->shader->simd >= best->shader->private_bytes * 8)
        return;
    struct mir_work narrow_work = mir_work_of(eight->shader);
    double gain = clocks_an_item(c, eight->shader, &narrow_work) / clocks_an_item(c, best->shader, &work);
    if (KILN_DEBUG(STATS))
        kiln_log("SIMD8, for %s, takes %.2f of SIMD%u's clocks", arrays ? "arrays in registers" : "64 bits",
                 gain, best->shader->simd);
    if (gain < (pairs ? BUDGET_SHARE(NARROW_LOSS) : 1))
        *best = *eight;
}

// ---- small grids
//
// Where a device has more room than a dispatch has threads, what is split over more of them is done sooner,
// although they have more to do together. Nobody knows grids but who records dispatches: it is given both.

// Clocks of a subslice for so many workgroups.
static double clocks_of_groups(const struct compile *c, const struct mir_shader *s, const struct mir_work *w,
                               uint32_t groups)
{
    unsigned resident = resident_threads(c, s), threads = groups * group_threads(c, s->simd);
    return threads <= resident ? clocks_of(c, s, w, threads)
                               : clocks_of(c, s, w, resident) * threads / resident;
}

// The workgroups of a subslice up to which `small` is faster than `s`.
static uint32_t small_groups(const struct compile *c, const struct mir_shader *small,
                             const struct mir_shader *s, enum mir_trips trips)
{
    struct mir_work small_work = mir_work_of(small), work = mir_work_of(s);
    uint32_t groups = 0;
    if (trips == MIR_TRIPS_BY_DATA)
        small_work.latency *= BUDGET_SHARE(SMALL_TRIPS);
    while (groups < BUDGET_SMALL_GROUPS &&
           clocks_of_groups(c, small, &small_work, groups + 1) <=
               BUDGET_SHARE(SMALL_GAIN) * clocks_of_groups(c, s, &work, groups + 1))
        groups++;
    if (KILN_DEBUG(STATS))
        kiln_log("SIMD%u beside SIMD%u: alone %.2f of its clocks; for up to %u workgroups a subslice",
                 small->simd, s->simd, small_work.latency / work.latency, groups);
    return groups;
}

// SIMD8 halves what SIMD16 issues, and waits as long. What takes long to compile is not compiled twice.
static bool may_split(const struct compile *c, const struct candidate *best)
{
    struct mir_work work = mir_work_of(best->shader);
    return width_fits(c, 8) && count_instructions(best->shader) <= BUDGET_SPLIT_INSTRUCTIONS &&
           (best->trips == MIR_TRIPS_BY_DATA ||
            work.pipes / 2 >= (1 - BUDGET_SHARE(SPLIT_GAIN)) * work.latency);
}

// `sixteen`: SIMD16, which was compiled first.
static void choose_small(struct compile *c, const struct candidate *best, const struct candidate *sixteen,
                         struct candidate *eight, struct small_candidate *small)
{
    const struct candidate *narrow = best->shader->simd == 32 ? sixteen : eight;
    if (!c->options->small_grids || c->shader.sees_width || c->options->stop_after || c->options->debug ||
        best->shader->simd == 8)
        return;
    if (narrow == eight && (!may_split(c, best) || compile_eight(c, eight) != KILN_OK))
        return;
    if (narrow->shader->spills > best->shader->spills ||
        narrow->shader->private_bytes > best->shader->private_bytes)
        return;
    small->groups = small_groups(c, narrow->shader, best->shader, best->trips);
    if (small->groups)
        small->candidate = *narrow;
}

// SIMD16 would spill, or does not compile (`r`): SIMD8 if it spills less than half as much. The spills of
// SIMD16 are only made where those of SIMD8 do not settle it.
static enum kiln_result choose_narrow(struct compile *c, enum kiln_result r, struct candidate *best)
{
    struct candidate narrow = {0};
    bool spills_too =
        r == KILN_OK &&
        best->shader->max_live_bytes > BUDGET_SHARE(SPILL_BOTH) * all_registers(c) * best->shader->reg_bytes;
    if (spills_too) // but for the room to spill, which SIMD8 has when SIMD16 has not
        r = finish_width(c, best);
    if (!width_fits(c, 8) || (spills_too && r == KILN_OK))
        return r == KILN_OK && !spills_too ? finish_width(c, best) : r;
    if (KILN_DEBUG(STATS))
        kiln_log("falling back to SIMD8: %s", r == KILN_OK     ? "SIMD16 spills"
                                              : c->why.message ? c->why.message
                                                               : "");
    enum kiln_result r8 = compile_width(c, 8, &narrow);
    if (r8 == KILN_OK && narrow.shader->spills && r == KILN_OK)
        r = finish_width(c, best);
    else if (r8 != KILN_OK && r == KILN_OK)
        return finish_width(c, best);
    if (r8 == KILN_OK &&
        (r != KILN_OK || !narrow.shader->spills || narrow.shader->spills * 2 < best->shader->spills)) {
        *best = narrow;
        return KILN_OK;
    }
    return r == KILN_OK ? r : r8;
}

// SIMD16 first: two register files' worth of latency hiding for one decode. SIMD8 for small groups, or when
// SIMD16 spills; SIMD32 when the group has too many threads otherwise, or where it takes fewer instructions.
static enum kiln_result choose_width(struct compile *c, struct candidate *best, struct small_candidate *small)
{
    unsigned try = c->options->try_simd, simd = c->shader.simd ? c->shader.simd : try;
    if (try && try != simd)
        return compile_fail(c, KILN_ERROR_LIMIT, "SIMD%u: the shader's subgroups have %u invocations", try,
                            simd);
    if (simd) {
        if (!is_wide_enough(c, simd))
            return compile_fail(c, KILN_ERROR_UNSUPPORTED, "SIMD%u: threads of %s are wider", simd,
                                c->target->dev->name);
        if (!is_narrow_enough(c, simd))
            return compile_fail(c, KILN_ERROR_UNSUPPORTED, "SIMD%u: threads of %s are narrower", simd,
                                c->target->dev->name);
        if (!width_fits(c, simd))
            return compile_fail(c, KILN_ERROR_LIMIT, "SIMD%u: %u invocations are more than %u threads", simd,
                                compile_group_size(c), max_threads(c));
        return compile_width(c, simd, best);
    }
    if (debug_width(c))
        return compile_width(c, debug_width(c), best);
    const unsigned widest = kiln_target_max_simd(c->target);
    if (!width_fits(c, 16) && width_fits(c, widest))
        return compile_width(c, widest, best);
    if (!width_fits(c, 16))
        return compile_fail(c, KILN_ERROR_LIMIT, "%u invocations are more than %u threads",
                            compile_group_size(c), max_threads(c));
    if (compile_group_size(c) <= 8 && width_fits(c, 8))
        return compile_width(c, 8, best);
    enum kiln_result r = begin_width(c, 16, best);
    if (r == KILN_OK && !best->would_spill) {
        r = finish_width(c, best);
        if (r == KILN_OK) {
            const struct candidate sixteen = *best;
            struct candidate eight = {0};
            try_wide(c, best);
            try_narrow(c, best, &eight);
            choose_small(c, best, &sixteen, &eight, small);
            return r;
        }
    }
    return r == KILN_ERROR_UNSUPPORTED ? r : choose_narrow(c, r, best);
}

// ---- how many registers threads have
//
// With twice the registers an EU has half as many threads to fill each other's waits.

static enum kiln_result choose_with(struct compile *c, const struct kiln_target *target,
                                    struct candidate *best, struct small_candidate *small)
{
    *best = (struct candidate){0};
    *small = (struct small_candidate){0};
    c->target = target;
    c->crowded = false;
    return choose_width(c, best, small);
}

// Worth a try where a candidate would have spilled: it spills, or is narrower, or what it waits for is less
// ahead, or arrays are in memory. And where SIMD32 was not tried for want of registers.
static void try_large(struct compile *c, const struct kiln_target *large, struct candidate *best,
                      struct small_candidate *small)
{
    const struct kiln_target *target = c->target;
    struct candidate other;
    struct small_candidate other_small;
    if (choose_with(c, large, &other, &other_small) != KILN_OK) {
        c->target = target;
        return;
    }
    struct mir_work work = mir_work_of(best->shader), large_work = mir_work_of(other.shader);
    double gain = clocks_an_item(c, other.shader, &large_work) / clocks_an_item(c, best->shader, &work);
    if (KILN_DEBUG(STATS))
        kiln_log("%u registers, SIMD%u, take %.2f of the clocks of %u, SIMD%u, with %u spills and %u fills",
                 large->grf_count, other.shader->simd, gain, target->grf_count, best->shader->simd,
                 best->shader->spills, best->shader->fills);
    const bool divergent = best->trips && other.shader->simd > best->shader->simd;
    if (gain > (divergent ? most_with_trips(best->trips) : BUDGET_SHARE(LARGE_GAIN))) {
        c->target = target;
        return;
    }
    *best = other;
    *small = other_small;
}

// 0: who compiles does not say.
static unsigned wanted_registers(const struct compile *c, const struct kiln_target *large)
{
    if (c->options->registers)
        return c->options->registers;
    if (!variant_has_registers())
        return 0;
    return large && variant_wants_more_registers(c->target->grf_count) ? large->grf_count
                                                                       : c->target->grf_count;
}

enum kiln_result compile_choose_width(struct compile *c, struct candidate *best,
                                      struct small_candidate *small)
{
    const struct kiln_target *target = c->target, *large = kiln_target_large(target);
    const unsigned wanted = wanted_registers(c, large);
    if (large && wanted == large->grf_count) {
        enum kiln_result r = choose_with(c, large, best, small);
        if (r == KILN_OK || c->options->registers)
            return r;
    }
    enum kiln_result r = choose_with(c, target, best, small);
    if (r == KILN_OK && large && !wanted && !c->options->stop_after && c->crowded)
        try_large(c, large, best, small);
    return r;
}
