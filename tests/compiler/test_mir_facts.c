// What mir/analysis/facts.c keeps of a program, what it computes again, and what its check finds.
#include <string.h>

#include "compiler/mir/analysis/facts.h"
#include "kt.h"

// One loop of one block; r is read twice.
static struct mir_shader *program(struct arena *a)
{
    struct mir_shader *s = mir_shader_create(a, kiln_target("skl"), 8);
    struct mir_block *b[3];
    for (unsigned k = 0; k < 3; k++)
        b[k] = mir_block_new(s);
    mir_block_link(s, b[0], b[1]);
    mir_block_link(s, b[1], b[1]);
    mir_block_link(s, b[1], b[2]);
    uint32_t from = mir_vreg_new(s, MIR_GRF, 32, 32, false), to = mir_vreg_new(s, MIR_GRF, 32, 32, false);
    for (unsigned k = 0; k < 3; k++) {
        struct mir_inst *i = mir_inst_new(s, EU_OP_MOV, 8);
        i->dst = mir_vec(k ? to : from, 0, EU_TYPE_F);
        i->src[0] = k ? mir_vec(from, 0, EU_TYPE_F) : mir_imm_f(1);
        mir_append(b[k], i);
    }
    return s;
}

static void ask_all(struct mir_shader *s)
{
    mir_loops(s);
    mir_defs(s);
    mir_uses(s);
    mir_def_lists(s);
    mir_use_lists(s);
}

static unsigned found(const struct mir_shader *s)
{
    unsigned n = 0;
    for (unsigned k = 0; k < MIR_FACTS; k++)
        n += s->facts->found[k];
    return n;
}

KT_TEST(kept_and_computed_again)
{
    struct arena a;
    arena_init(&a);
    struct mir_shader *s = program(&a);
    ask_all(s);
    ask_all(s);
    kt_eq(found(s), MIR_FACTS);
    kt_eq(s->facts->asked[MIR_USES], 2);
    kt_eq(s->blocks[1]->loop_depth, 1);
    uint32_t from = s->blocks[0]->first->dst.vreg;
    kt_eq(mir_uses(s)[from].count, 2);
    kt_eq(mir_defs(s)[from].count, 1);

    mir_facts_keep(s, MIR_KEEPS_LOOPS);
    ask_all(s);
    kt_eq(found(s), 2 * MIR_FACTS - 1);
    mir_facts_keep(s, MIR_KEEPS_ALL);
    ask_all(s);
    kt_eq(found(s), 2 * MIR_FACTS - 1);
    mir_facts_keep(s, MIR_KEEPS_NOTHING);
    ask_all(s);
    kt_eq(found(s), 3 * MIR_FACTS - 1);

    // What is by vreg has no place for a new one; loops have nothing to do with it.
    uint32_t late = mir_vreg_new(s, MIR_GRF, 32, 32, false);
    kt_eq(mir_uses(s)[late].count, 0);
    kt_eq(mir_defs(s)[late].count, 0);
    ask_all(s);
    kt_eq(found(s), 4 * MIR_FACTS - 2);
    arena_finish(&a);
}

// ---- changes that a pass says nothing of

static void nothing(struct mir_shader *s)
{
}

static void read_other(struct mir_shader *s)
{
    s->blocks[2]->first->src[0] = mir_imm_f(2);
}

static void write_other(struct mir_shader *s)
{
    s->blocks[2]->first->dst.vreg = s->blocks[0]->first->dst.vreg;
}

static void leave_loop(struct mir_shader *s)
{
    s->blocks[1]->succ[0] = s->blocks[2];
}

static const struct {
    void (*change)(struct mir_shader *s);
    enum mir_fact ask;
    const char *wrong;
} cases[] = {
    {nothing, MIR_USES, NULL},
    {read_other, MIR_USES, "uses"},
    {read_other, MIR_USE_LISTS, "lists of uses"},
    {read_other, MIR_DEFS, NULL},
    {write_other, MIR_DEFS, "definitions"},
    {write_other, MIR_DEF_LISTS, "lists of definitions"},
    {write_other, MIR_LOOPS, NULL},
    {leave_loop, MIR_LOOPS, "loops"},
};

KT_TEST(what_is_stale_is_found)
{
    for (unsigned k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        struct arena a;
        arena_init(&a);
        struct mir_shader *s = program(&a);
        ask_all(s);
        s->facts->known = MIR_KEEPS(cases[k].ask);
        cases[k].change(s);
        const char *wrong = mir_facts_check(&a, s);
        kt_ok(wrong && cases[k].wrong ? !strcmp(wrong, cases[k].wrong) : wrong == cases[k].wrong,
              "case %u: %s", k, wrong ? wrong : "nothing");
        arena_finish(&a);
    }
}

KT_MAIN()
