// Random programs through legalization, control flow, register allocation (with little room too) and
// emission, executed on the simulated EU, against the reference of mir_random.h.
#include "../sim/eu_rig.h"
#include "compiler/mir/analysis/branches.h"
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/lower/int64.h"
#include "compiler/ra/ra.h"
#include "util/math.h"
#include "assemble.h"
#include "mir_random.h"

static struct arena arena;

static unsigned rotated; // programs

struct outcome {
    unsigned runs, spills, blocks, insts;
};

static bool pass(const char *name, struct mir_shader *s, uint64_t seed)
{
    const char *why = mir_validate(&arena, s);
    mir_facts_keep(s, MIR_KEEPS_NOTHING);
    return kt_ok(!why, "seed %" PRIu64 " after %s: %s", seed, name, why ? why : "");
}

static void optimize(struct mir_shader *s)
{
    static bool (*const passes[])(struct mir_shader *s) = {mir_opt_propagate, mir_opt_dce, mir_opt_retarget};
    for (unsigned k = 0; k < sizeof(passes) / sizeof(passes[0]); k++) {
        passes[k](s);
        mir_facts_keep(s, MIR_KEEPS_NOTHING);
    }
}

// ---- where channels go, whatever the layout

struct choice { // of a block: by a predicate as it is, not inverted; without one both are the same
    unsigned op, pred_ctrl;
    uint32_t flag;
    const struct mir_block *holds, *not;
};

struct flow {
    const struct mir_block *block;
    struct choice choices[2];
};

// A forward GOTO sends those channels to UIP for which the predicate does not hold, or does, by the target; a
// backward one those for which it does (mir/lower/cf.c).
static struct choice choice_of(const struct mir_shader *s, const struct mir_inst *i,
                               const struct mir_block *on)
{
    bool jumps = i->op == EU_OP_JMPI, back = !jumps && i->uip->index <= i->block->index;
    bool if_holds = jumps || back || kiln_target_goes_on_true(s->target);
    const struct mir_block *to = jumps ? i->jip : i->uip;
    struct choice c = {i->op, i->pred_ctrl, i->pred.vreg, to, to};
    if (i->pred.kind == MIR_OPK_NONE)
        return (struct choice){EU_OP_JMPI, .holds = to, .not= to};
    *(if_holds != i->pred_inv ? &c.not : &c.holds) = on;
    return c;
}

static struct flow *flows(const struct mir_shader *s)
{
    struct flow *f = arena_array(&arena, struct flow, s->block_count);
    for (uint32_t k = 0; k < s->block_count; k++) {
        const struct mir_block *b = f[k].block = s->blocks[k],
                               *on = s->blocks[k + 1 < s->block_count ? k + 1 : k];
        unsigned n = 0;
        f[k].choices[0] = (struct choice){EU_OP_JMPI, .holds = on, .not= on};
        for (const struct mir_inst *i = b->last; i && n < 2; i = i->prev) {
            if (i->op != EU_OP_JMPI && i->op != EU_OP_GOTO)
                break;
            f[k].choices[n] = choice_of(s, i, on);
            if (i->op == EU_OP_JMPI && i->pred.kind == MIR_OPK_NONE)
                on = i->jip;
            else
                n++;
        }
    }
    return f;
}

static bool same_choices(const struct flow *a, const struct flow *b)
{
    bool same = true;
    for (unsigned k = 0; k < 2; k++) {
        const struct choice *x = &a->choices[k], *y = &b->choices[k];
        same &= x->op == y->op && x->pred_ctrl == y->pred_ctrl && x->flag == y->flag &&
                x->holds == y->holds && x->not == y->not;
    }
    return same;
}

// Rotation is layout: each block leads where it led before, on the same conditions.
static bool rotate(struct mir_shader *s, uint64_t seed)
{
    uint32_t n = s->block_count;
    const struct flow *before = flows(s);
    bool any = mir_opt_rotate(s);
    const struct flow *after = flows(s);
    if (!kt_ok(s->block_count == n, "seed %" PRIu64 ": %u blocks of %u", seed, s->block_count, n))
        return false;
    rotated += any;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t at = before[k].block->index;
        if (!kt_ok(after[at].block == before[k].block && same_choices(&after[at], &before[k]),
                   "seed %" PRIu64 ": B%u, now B%u, leads elsewhere", seed, k, at))
            return false;
    }
    return true;
}

// Stopped before it spills and taken up again, or at once.
static bool allocate(struct ra_work *w, struct mir_shader *s, uint64_t seed, unsigned grfs)
{
    const char *error = NULL;
    enum ra_result r = ra_general(w, s, grfs, seed % 2, &error);
    if (r == RA_SPILLS && kt_ok(!s->spills && !s->fills, "seed %" PRIu64 ": spilled", seed))
        r = ra_general(w, s, grfs, true, &error);
    return kt_ok(r == RA_DONE, "seed %" PRIu64 ": %s", seed, error ? error : "stopped");
}

static bool compile(struct mir_shader *s, uint64_t seed, unsigned grfs, const uint8_t **code, size_t *size)
{
    const char *error = NULL;
    if (!pass("generate", s, seed))
        return false;
    if (!s->target->has_int64) {
        mir_int64(s, &error);
        if (!kt_ok(!error, "seed %" PRIu64 ": %s", seed, error) || !pass("int64", s, seed))
            return false;
        // Where no message has qwords none stay whole.
        if ((seed % 5 || !kiln_target_has_a64(s->target)) && mir_split_qwords(s) &&
            !pass("split_qwords", s, seed))
            return false;
    }
    if (seed % 3)
        optimize(s);
    if (!pass("opt", s, seed))
        return false;
    mir_legalize(s, &error);
    if (!kt_ok(!error, "seed %" PRIu64 ": %s", seed, error) || !pass("legalize", s, seed))
        return false;
    if (seed % 3 == 1) {
        optimize(s);
        if (!pass("opt of what is legal", s, seed))
            return false;
    }
    if (!kiln_target_has_split_sends(s->target) &&
        (!kt_ok(mir_payload(s, &error), "seed %" PRIu64 ": %s", seed, error) || !pass("payload", s, seed)))
        return false;
    mir_sched(s);
    if (!pass("sched", s, seed))
        return false;
    mir_end_thread(s);
    ra_coalesce(s);
    if (!pass("coalesce", s, seed))
        return false;
    if (!s->target->has_int64) {
        mir_qword_moves(s, &error);
        if (!kt_ok(!error, "seed %" PRIu64 ": %s", seed, error) || !pass("qword moves", s, seed))
            return false;
    }
    mir_opt_cfg(s);
    mir_opt_dce(s);
    if (!pass("cfg", s, seed))
        return false;
    const uint32_t *planned = mir_find_waits(&arena, s);
    if (!kt_ok(mir_cf(s, &error), "seed %" PRIu64 ": %s", seed, error))
        return false;
    const uint32_t *lowered = mir_find_waits(&arena, s);
    // Structured control flow has other blocks.
    for (uint32_t b = 0; b < s->block_count && kiln_target_has_goto(s->target); b++)
        if (!kt_ok(planned[b] == lowered[b], "seed %" PRIu64 ": channels wait for B%u from B%u on, not B%u",
                   seed, b, lowered[b], planned[b]))
            return false;
    mir_opt_jump(s);
    if (!pass("cf", s, seed))
        return false;
    struct ra_work w;
    ra_work_init(&w);
    bool placed =
        kt_ok(ra_small(&w, s, &error), "seed %" PRIu64 ": %s", seed, error) && allocate(&w, s, seed, grfs);
    ra_work_finish(&w);
    if (!placed || !pass("ra", s, seed))
        return false;
    error = ra_validate(&arena, s);
    if (error && getenv("SEED"))
        puts(mir_print(&arena, s));
    if (!kt_ok(!error, "seed %" PRIu64 ": %s", seed, error) ||
        (kiln_target_has_goto(s->target) && !rotate(s, seed)) || !pass("rotate", s, seed))
        return false;
    if (!kt_ok(mir_messages(s, kiln_target(rig_device), &error), "seed %" PRIu64 ": %s", seed, error) ||
        !pass("messages", s, seed))
        return false;
    if (!kt_ok(assemble(s, kiln_target(rig_device), code, size, &error), "seed %" PRIu64 ": %s", seed, error))
        return false;
    struct eu_error eu;
    return kt_ok(eu_validate_kernel(kiln_target(rig_device), *code, *size, &eu), "seed %" PRIu64 ": %s", seed,
                 eu.text);
}

struct kind {
    unsigned simd, vars, budget, grfs;
    bool bursts, must_spill;
};

static bool run_on_eu(const struct mir_shader *s, const uint8_t *code, size_t size, const uint32_t *want,
                      uint64_t seed, unsigned count)
{
    struct rig r;
    bool ok = true;
    rig_init(&r);
    rig_surface(&r, 0, 65536);
    rig_shape(&r, s->simd, 1, 0, 1);
    r.m.vfe.per_thread_scratch_space = 7;
    r.w.seed = (uint32_t)seed + 1; // a strict machine
    memcpy(r.pages.mem + RIG_CODE, code, size);
    for (unsigned k = 0; k < TABLE_ENTRIES; k++)
        ((int32_t *)rig_data(&r, TABLE_AT))[k] = table_entry(k);
    if (kt_ok(rig_dispatch(&r), "seed %" PRIu64 ": %s", seed, r.fault.text)) {
        const uint32_t *got = rig_data(&r, 0);
        for (unsigned k = 0; k < count && ok; k++)
            ok = kt_ok(got[k] == want[k], "seed %" PRIu64 " simd %u: variable %u of channel %u is %d, not %d",
                       seed, s->simd, k / s->simd, k % s->simd, (int)got[k], (int)want[k]);
    }
    rig_finish(&r);
    return ok;
}

static void run_one(const struct kind *d, uint64_t seed, struct outcome *o)
{
    struct gen g;
    arena_init(&arena);
    struct mir_shader *s = generate(&g, &arena, d->simd, seed, d->vars, d->budget, d->bursts);
    uint32_t *want = arena_array(&arena, uint32_t, d->simd * d->vars);
    reference(&arena, s, want);
    const uint8_t *code;
    size_t size;
    if (compile(s, seed, d->grfs, &code, &size)) {
        o->runs++;
        o->spills += s->spills != 0;
        o->blocks += s->block_count;
        o->insts += (unsigned)size / 12;
        run_on_eu(s, code, size, want, seed, d->simd * d->vars);
    }
    arena_finish(&arena);
}

static unsigned first_seed = 1, seeds = 60;

static void run_many(struct kind d)
{
    struct outcome o = {0};
    rotated = 0;
    if (d.simd > kiln_target_max_simd(kiln_target(rig_device)))
        kt_skip("no threads are as wide");
    for (unsigned k = 0; k < seeds && kt_failures < 3; k++)
        run_one(&d, first_seed + k, &o);
    printf("# %u programs, %u blocks, about %u instructions, %u with spills, %u with rotated loops\n", o.runs,
           o.blocks, o.insts, o.spills, rotated);
    kt_ok(d.budget < 20 || rotated || !kiln_target_has_goto(kiln_target(rig_device)), "no loop was rotated");
    kt_ok(!d.must_spill || o.spills > o.runs / 2, "only %u programs spilled", o.spills);
}

KT_TEST(straight_simd8)
{
    run_many((struct kind){8, 4, 0, 128});
}
KT_TEST(small_simd8)
{
    run_many((struct kind){8, 6, 10, 128});
}
KT_TEST(small_simd16)
{
    run_many((struct kind){16, 6, 20, 128});
}
KT_TEST(small_simd32)
{
    run_many((struct kind){32, 5, 20, 128});
}
KT_TEST(large_simd16)
{
    run_many((struct kind){16, 20, 60, 128});
}
KT_TEST(tight_simd8)
{
    run_many((struct kind){8, 20, 40, 24, .must_spill = true});
}
KT_TEST(tight_simd16)
{
    run_many((struct kind){16, 20, 40, 32, .must_spill = true});
}
KT_TEST(tight_simd32)
{
    run_many((struct kind){32, 16, 30, 48, .must_spill = true});
}
KT_TEST(pressure_simd16)
{
    run_many((struct kind){16, 70, 30, 128, .must_spill = true});
}

// With room between crowded stretches, so that what is spilled resides in registers in parts.
KT_TEST(bursts_simd8)
{
    run_many((struct kind){8, 14, 40, 30, .bursts = true, .must_spill = true});
}
KT_TEST(bursts_simd16)
{
    run_many((struct kind){16, 14, 40, 48, .bursts = true, .must_spill = true});
}
KT_TEST(bursts_simd32)
{
    run_many((struct kind){32, 10, 30, 64, .bursts = true, .must_spill = true});
}

// ---- shaders for one thing each

enum { VALUES = 16, CROWD = 14, GRFS = 32 };

static struct mir_shader *start_shader(struct gen *g)
{
    *g = (struct gen){.seed = 1, .vars = VALUES};
    arena_init(&arena);
    g->s = mir_shader_create(&arena, kiln_target(rig_device), 8);
    mir_shader_payload(g->s, 0, 0);
    g->at = mir_block_new(g->s);
    setup(g);
    return g->s;
}

static bool finish_shader(struct gen *g)
{
    const uint8_t *code;
    size_t size;
    write_results(g);
    mir_append(g->at, mir_inst_new(g->s, MIR_OP_RET, 8));
    mir_find_loops(g->s);
    uint32_t *want = arena_array(&arena, uint32_t, 8 * VALUES);
    reference(&arena, g->s, want);
    return compile(g->s, 3, GRFS, &code, &size) && run_on_eu(g->s, code, size, want, 3, 8 * VALUES) &&
           kt_ok(g->s->spills > 0, "nothing is spilled");
}

static void put2(struct gen *g, unsigned op, uint32_t dst, uint32_t a, uint32_t b)
{
    put(g, op, mir_vec(dst, 0, EU_TYPE_D), mir_vec(a, 0, EU_TYPE_D), mir_vec(b, 0, EU_TYPE_D));
}

static void start_crowd(struct gen *g, uint32_t *t)
{
    for (unsigned k = 0; k < CROWD; k++) {
        t[k] = vec_vreg(g, 4);
        put(g, EU_OP_ADD, mir_vec(t[k], 0, EU_TYPE_D), mir_vec(g->lane, 0, EU_TYPE_D), mir_imm_d((int32_t)k));
    }
}

static void end_crowd(struct gen *g, const uint32_t *t, uint32_t sum)
{
    for (unsigned k = 0; k < CROWD; k++)
        put2(g, EU_OP_ADD, sum, sum, t[k]);
}

static void use_values(struct gen *g, uint32_t sum)
{
    for (unsigned k = 0; k < VALUES; k++)
        put2(g, k % 2 ? EU_OP_ADD : EU_OP_XOR, sum, sum, g->var[k]);
}

// A loop of one block, around what is in it so far; goes on behind it.
static void loop_back(struct gen *g, struct mir_block *loop, uint32_t counter)
{
    uint32_t f = new_flag(g, false);
    put(g, EU_OP_ADD, mir_vec(counter, 0, EU_TYPE_D), mir_vec(counter, 0, EU_TYPE_D), mir_imm_d(1));
    struct mir_inst *c = put(g, EU_OP_CMP, mir_null(EU_TYPE_D), mir_vec(counter, 0, EU_TYPE_D),
                             mir_vec(g->lane, 0, EU_TYPE_D));
    c->cmod = EU_CMOD_LE;
    c->flag = flag_of(f);
    branch(g, f, false, false);
    g->at = mir_block_new(g->s);
    mir_block_link(g->s, loop, loop);
    mir_block_link(g->s, loop, g->at);
}

static struct mir_block *next_block(struct gen *g)
{
    struct mir_block *before = g->at;
    g->at = mir_block_new(g->s);
    mir_block_link(g->s, before, g->at);
    return g->at;
}

// All values live across it, and CROWD others in it, which end in `counter`.
static void crowded_loop(struct gen *g, uint32_t counter)
{
    uint32_t t[CROWD];
    start_crowd(g, t);
    put(g, EU_OP_MOV, mir_vec(counter, 0, EU_TYPE_D), mir_imm_d(0), none());
    struct mir_block *loop = next_block(g);
    for (unsigned k = 0; k < CROWD; k++)
        put2(g, EU_OP_XOR, t[k], t[(k + 5) % CROWD], t[(k + 3) % CROWD]);
    loop_back(g, loop, counter);
    end_crowd(g, t, counter);
}

// Values that are live across a loop with a crowd of others, and used again and again behind it: each goes to
// memory once and comes back once.
KT_TEST(resides_behind_a_crowded_loop)
{
    struct gen g;
    struct mir_shader *s = start_shader(&g);
    uint32_t sum = vec_vreg(&g, 4);
    crowded_loop(&g, sum);
    for (unsigned k = 0; k < 3; k++)
        use_values(&g, sum);
    put2(&g, EU_OP_ADD, g.var[0], g.var[0], sum);
    if (finish_shader(&g))
        kt_ok(s->fills <= 2 * s->spills, "%u fills of %u that are spilled", s->fills, s->spills);
    arena_finish(&arena);
}

// What is used in a loop with room is filled in front of it.
KT_TEST(fills_before_a_loop)
{
    struct gen g;
    struct mir_shader *s = start_shader(&g);
    uint32_t counter = vec_vreg(&g, 4), sum = vec_vreg(&g, 4);
    crowded_loop(&g, sum);
    put(&g, EU_OP_MOV, mir_vec(counter, 0, EU_TYPE_D), mir_imm_d(0), none());
    struct mir_block *loop = next_block(&g);
    use_values(&g, sum);
    loop_back(&g, loop, counter);
    put2(&g, EU_OP_ADD, g.var[0], g.var[0], sum);
    if (finish_shader(&g)) {
        unsigned fills = 0;
        uint32_t last = s->block_count - 1;
        while (last && s->blocks[last]->loop_header == UINT32_MAX)
            last--;
        mir_foreach_inst(i, s->blocks[last]) fills += i->send.space == MIR_SPACE_SCRATCH;
        kt_ok(last && !fills, "%u fills in the loop, block %u", fills, last);
    }
    arena_finish(&arena);
}

// Behind a branch that nobody takes, nothing of what it fills is there.
KT_TEST(fills_on_one_way_of_two)
{
    struct gen g;
    struct mir_shader *s = start_shader(&g);
    uint32_t sum = vec_vreg(&g, 4), f = new_flag(&g, true);
    crowded_loop(&g, sum);
    struct mir_inst *c =
        put(&g, EU_OP_CMP, mir_null(EU_TYPE_D), mir_scalar(g.uniforms[0], 0, EU_TYPE_D), mir_imm_d(1000));
    c->cmod = EU_CMOD_G;
    c->flag = flag_of(f);
    c->nomask = true;
    branch(&g, f, true, false);
    struct mir_block *head = g.at;
    next_block(&g);
    use_values(&g, sum);
    next_block(&g);
    mir_block_link(s, head, g.at);
    use_values(&g, sum);
    put2(&g, EU_OP_ADD, g.var[0], g.var[0], sum);
    finish_shader(&g);
    arena_finish(&arena);
}

// ---- the check itself

#define LOOP(begin, end)                                                                                     \
    "simd 8\n"                                                                                               \
    "payload r0=%0\n"                                                                                        \
    "%0 = grf 32 align 32 uniform at 0\n"                                                                    \
    "%1 = grf 32 align 32 at 32\n"                                                                           \
    "%2 = grf 32 align 32 at 32\n"                                                                           \
    "%3 = grf 32 align 32 at 64\n"                                                                           \
    "%4 = flag 2 align 2 at 0\n"                                                                             \
    "B0:\n"                                                                                                  \
    "  mov(8|M0) %3:ud, 0x0:ud\n"                                                                            \
    "  -> B1\n"                                                                                              \
    "B1: depth 1 loop 1\n" begin "  mov(8|M0) %2:ud, 0x1:ud\n"                                               \
    "  add(8|M0) %3:d, %3:d, %2:d\n" end "  cmp.l%4(8|M0) null:ud, %3:ud, 0x9:ud\n"                          \
    "  (+%4) goto(8|M0) jip B2 uip B1\n"                                                                     \
    "  -> B1 B2 divergent\n"                                                                                 \
    "B2:\n"                                                                                                  \
    "  ret(8|M0)\n"
#define WHOLE "  mov(8|M0) %1:ud, %3:ud\n"
#define HALF "  mov(8|M0) %1<2>:uw, %3:ud\n"
#define UNDEF "  undef(1|M0) %1:ud\n"
#define READ "  add(8|M0) %3:d, %3:d, %1:d\n"

// %1 and %2 share a place.
KT_TEST(finds_what_is_overwritten)
{
    static const struct {
        const char *what, *text;
        bool wrong;
    } rows[] = {
        {"one after the other", LOOP(WHOLE READ, ""), false},
        {"one within the other", LOOP(WHOLE, READ), true},
        {"from the round before", LOOP(READ WHOLE, ""), true},
        {"half of it new, half of the round before", LOOP(HALF READ WHOLE, ""), true},
        {"half of it new, the rest undefined", LOOP(UNDEF HALF READ WHOLE, ""), false},
        {"undefined, and then one within the other", LOOP(UNDEF HALF, READ), true},
    };
    for (unsigned n = 0; n < KILN_ARRAY_LEN(rows); n++) {
        char err[256] = "";
        arena_init(&arena);
        struct mir_shader *s = mir_parse(&arena, kiln_target(rig_device), rows[n].text, err, sizeof(err));
        if (kt_ok(s, "%s: %s", rows[n].what, err)) {
            mir_find_loops(s);
            const char *error = ra_validate(&arena, s);
            kt_ok(rows[n].wrong ? error && strstr(error, "of %1 may be overwritten") : !error, "%s: %s",
                  rows[n].what, error ? error : "nothing is found");
        }
        arena_finish(&arena);
    }
}

// ---- small values

#define BETWEEN                                                                                              \
    "  add(8|M0) %1:d, %0:d, 0x1:d\n"                                                                        \
    "  add(8|M0) %1:d, %0:d, 0x2:d\n"                                                                        \
    "  add(8|M0) %1:d, %0:d, 0x3:d\n"                                                                        \
    "  add(8|M0) %1:d, %0:d, 0x4:d\n"                                                                        \
    "  add(8|M0) %1:d, %0:d, 0x5:d\n"                                                                        \
    "  add(8|M0) %1:d, %0:d, 0x6:d\n"                                                                        \
    "  add(8|M0) %1:d, %0:d, 0x7:d\n"                                                                        \
    "  add(8|M0) %1:d, %0:d, 0x8:d\n"

// %2 and %3 are computed at once, %4 when both are there.
static const char small_values[] = "simd 8\n"
                                   "payload r0=%0\n"
                                   "%0 = grf 32 align 32 uniform at 0\n"
                                   "%1 = grf 32 align 32\n"
                                   "%2 = grf 4 align 4 uniform\n"
                                   "%3 = grf 4 align 4 uniform\n"
                                   "%4 = grf 4 align 4 uniform\n"
                                   "B0:\n"
                                   "  mov(1|M0) {nomask} %2:ud, %0+4<0;1,0>:ud\n"
                                   "  mov(1|M0) {nomask} %3:ud, %0+8<0;1,0>:ud\n" BETWEEN BETWEEN
                                   "  mov(1|M0) {nomask} %4:ud, %0+12<0;1,0>:ud\n" BETWEEN BETWEEN
                                   "  add(8|M0) %1:d, %2<0;1,0>:d, %3<0;1,0>:d\n"
                                   "  add(8|M0) %1:d, %1:d, %4<0;1,0>:d\n"
                                   "  ret(8|M0)\n";

static unsigned reg_of(const struct mir_shader *s, uint32_t vreg)
{
    return (unsigned)s->vregs[vreg].phys / s->reg_bytes;
}

// Small values whose neighbours others would wait for have registers of their own, where these are plenty,
// and only they.
KT_TEST(spreads_small_values_where_others_wait)
{
    for (unsigned plenty = 0; plenty < 2; plenty++) {
        char err[256] = "";
        const char *error;
        struct ra_work w;
        arena_init(&arena);
        ra_work_init(&w);
        struct mir_shader *s = mir_parse(&arena, kiln_target(rig_device), small_values, err, sizeof(err));
        if (kt_ok(s, "%s", err)) {
            mir_find_loops(s);
            kt_ok(ra_general(&w, s, plenty ? GRFS : 12, false, &error) == RA_DONE, "%s", error ? error : "");
            kt_ok((reg_of(s, 2) != reg_of(s, 3)) == plenty, "%u registers: %u and %u", plenty, reg_of(s, 2),
                  reg_of(s, 3));
            kt_ok(reg_of(s, 4) == reg_of(s, 2) || reg_of(s, 4) == reg_of(s, 3), "%u registers: also %u",
                  plenty, reg_of(s, 4));
        }
        ra_work_finish(&w);
        arena_finish(&arena);
    }
}

int main(int argc, char **argv)
{
    if (getenv("SEED"))
        first_seed = (unsigned)atoi(getenv("SEED")), seeds = 1;
    if (getenv("CHIP"))
        rig_device = getenv("CHIP");
    if (getenv("SEEDS"))
        seeds = (unsigned)atoi(getenv("SEEDS"));
    return kt_main(argc, argv);
}
