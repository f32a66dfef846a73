// Random programs through legalization, control flow, register allocation (with little room too) and
// emission, executed on the simulated EU, against the reference of mir_random.h.
#include "../sim/eu_rig.h"
#include "mir_random.h"

static struct arena arena;

struct outcome {
    unsigned runs, spills, blocks, insts;
};

static bool pass(const char *name, struct mir_shader *s, uint64_t seed)
{
    const char *why = mir_validate(&arena, s);
    return kt_ok(!why, "seed %" PRIu64 " after %s: %s", seed, name, why ? why : "");
}

// Stopped before it spills and taken up again, or at once.
static bool allocate(struct mir_shader *s, uint64_t seed, unsigned grfs)
{
    const char *error = NULL;
    enum mir_ra_result r = mir_ra(s, grfs, seed % 2, &error);
    if (r == MIR_RA_SPILLS && kt_ok(!s->spills && !s->fills, "seed %" PRIu64 ": spilled", seed))
        r = mir_ra(s, grfs, true, &error);
    return kt_ok(r == MIR_RA_DONE, "seed %" PRIu64 ": %s", seed, error ? error : "stopped");
}

static bool compile(struct mir_shader *s, uint64_t seed, unsigned grfs, const uint8_t **code, size_t *size)
{
    const char *error = NULL;
    if (!pass("generate", s, seed))
        return false;
    if (seed % 3) {
        mir_opt_copy(s);
        mir_opt_cmod(s);
        mir_opt_dce(s);
    }
    if (!pass("opt", s, seed))
        return false;
    mir_legalize(s, &error);
    if (!kt_ok(!error, "seed %" PRIu64 ": %s", seed, error) || !pass("legalize", s, seed))
        return false;
    mir_sched(s);
    if (!pass("sched", s, seed))
        return false;
    mir_cf(s);
    if (!pass("cf", s, seed) || !allocate(s, seed, grfs) || !pass("ra", s, seed))
        return false;
    error = mir_ra_validate(&arena, NULL, s);
    if (error && getenv("SEED"))
        puts(mir_print(&arena, s));
    if (!kt_ok(!error, "seed %" PRIu64 ": %s", seed, error))
        return false;
    if (!kt_ok(mir_emit(s, EU_GEN9, code, size, &error), "seed %" PRIu64 ": %s", seed, error))
        return false;
    struct eu_error eu;
    return kt_ok(eu_validate_kernel(EU_GEN9, *code, *size, &eu), "seed %" PRIu64 ": %s", seed, eu.text);
}

static void run_one(unsigned simd, uint64_t seed, unsigned vars, unsigned budget, unsigned grfs,
                    struct outcome *o)
{
    struct gen g;
    struct rig r;
    arena_init(&arena);
    struct mir_shader *s = generate(&g, &arena, simd, seed, vars, budget);
    uint32_t *want = arena_array(&arena, uint32_t, simd *vars);
    reference(&arena, s, want);
    const uint8_t *code;
    size_t size;
    if (compile(s, seed, grfs, &code, &size)) {
        o->runs++;
        o->spills += s->spills != 0;
        o->blocks += s->block_count;
        o->insts += (unsigned)size / 12;
        rig_init(&r);
        rig_surface(&r, 0, 65536);
        rig_shape(&r, simd, 1, 0, 1);
        r.w.vfe.per_thread_scratch_space = 7;
        memcpy(r.vm.mem + RIG_CODE, code, size);
        if (kt_ok(rig_dispatch(&r), "seed %" PRIu64 ": %s", seed, r.fault.text)) {
            const uint32_t *got = rig_data(&r, 0);
            for (unsigned k = 0; k < simd * vars; k++)
                if (!kt_ok(got[k] == want[k],
                           "seed %" PRIu64 " simd %u: variable %u of channel %u is %d, not %d", seed, simd,
                           k / simd, k % simd, (int)got[k], (int)want[k]))
                    break;
        }
        rig_finish(&r);
    }
    arena_finish(&arena);
}

static unsigned first_seed = 1, seeds = 60;

static void run_many(unsigned simd, unsigned vars, unsigned budget, unsigned grfs, bool must_spill)
{
    struct outcome o = {0};
    for (unsigned k = 0; k < seeds && kt_failures < 3; k++)
        run_one(simd, first_seed + k, vars, budget, grfs, &o);
    printf("# %u programs, %u blocks, about %u instructions, %u with spills\n", o.runs, o.blocks, o.insts,
           o.spills);
    kt_ok(!must_spill || o.spills > o.runs / 2, "only %u programs spilled", o.spills);
}

KT_TEST(straight_simd8)
{
    run_many(8, 4, 0, 128, false);
}
KT_TEST(small_simd8)
{
    run_many(8, 6, 10, 128, false);
}
KT_TEST(small_simd16)
{
    run_many(16, 6, 20, 128, false);
}
KT_TEST(small_simd32)
{
    run_many(32, 5, 20, 128, false);
}
KT_TEST(large_simd16)
{
    run_many(16, 20, 60, 128, false);
}
KT_TEST(tight_simd8)
{
    run_many(8, 20, 40, 24, true);
}
KT_TEST(tight_simd16)
{
    run_many(16, 20, 40, 32, true);
}
KT_TEST(tight_simd32)
{
    run_many(32, 16, 30, 48, true);
}
KT_TEST(pressure_simd16)
{
    run_many(16, 70, 30, 128, true);
}

int main(int argc, char **argv)
{
    if (getenv("SEED"))
        first_seed = (unsigned)atoi(getenv("SEED")), seeds = 1;
    if (getenv("SEEDS"))
        seeds = (unsigned)atoi(getenv("SEEDS"));
    return kt_main(argc, argv);
}
