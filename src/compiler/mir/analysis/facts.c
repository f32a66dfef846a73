// See mir/analysis/facts.h.
#include <string.h>

#include "compiler/mir/analysis/facts.h"

static struct mir_facts *facts_of(struct mir_shader *s)
{
    if (!s->facts)
        s->facts = arena_new(s->arena, struct mir_facts);
    return s->facts;
}

// What is by vreg has no room for those that were made since, though none is in the program.
static unsigned known(const struct mir_shader *s)
{
    if (!s->facts)
        return 0;
    return s->facts->known & (s->facts->vreg_count == s->vreg_count ? MIR_KEEPS_ALL : MIR_KEEPS_LOOPS);
}

// True: it has to be computed.
static bool ask(struct mir_shader *s, enum mir_fact fact)
{
    struct mir_facts *f = facts_of(s);
    f->known = known(s);
    f->vreg_count = s->vreg_count;
    f->asked[fact]++;
    if (f->known & MIR_KEEPS(fact))
        return false;
    f->known |= MIR_KEEPS(fact);
    f->found[fact]++;
    return true;
}

void mir_loops(struct mir_shader *s)
{
    if (ask(s, MIR_LOOPS))
        mir_find_loops(s);
}

const struct mir_def *mir_defs(struct mir_shader *s)
{
    if (ask(s, MIR_DEFS))
        s->facts->defs = mir_find_defs(s->arena, s);
    return s->facts->defs;
}

const struct mir_uses *mir_uses(struct mir_shader *s)
{
    if (ask(s, MIR_USES))
        s->facts->uses = mir_find_uses(s->arena, s);
    return s->facts->uses;
}

const struct mir_def_lists *mir_def_lists(struct mir_shader *s)
{
    if (ask(s, MIR_DEF_LISTS))
        s->facts->def_lists = mir_list_defs(s->arena, s);
    return &s->facts->def_lists;
}

const struct mir_use_lists *mir_use_lists(struct mir_shader *s)
{
    if (ask(s, MIR_USE_LISTS))
        s->facts->use_lists = mir_list_uses(s->arena, s);
    return &s->facts->use_lists;
}

void mir_facts_keep(struct mir_shader *s, unsigned keeps)
{
    facts_of(s)->known &= keeps;
}

// ---- computed again

struct loop {
    uint32_t header, end, parent, depth;
};

static struct loop loop_of(const struct mir_block *b)
{
    return (struct loop){b->loop_header, b->loop_end, b->loop_parent, b->loop_depth};
}

static bool loops_hold(struct arena *a, struct mir_shader *s)
{
    struct loop *were = arena_array(a, struct loop, s->block_count + 1);
    bool same = true;
    for (uint32_t b = 0; b < s->block_count; b++)
        were[b] = loop_of(s->blocks[b]);
    mir_find_loops(s);
    for (uint32_t b = 0; b < s->block_count; b++) {
        struct loop is = loop_of(s->blocks[b]);
        same &= !memcmp(&is, &were[b], sizeof(is));
    }
    return same;
}

static bool defs_hold(struct arena *a, const struct mir_shader *s)
{
    const struct mir_def *is = mir_find_defs(a, s), *was = s->facts->defs;
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (is[v].inst != was[v].inst || is[v].count != was[v].count || is[v].cut != was[v].cut)
            return false;
    return true;
}

static bool uses_hold(struct arena *a, const struct mir_shader *s)
{
    const struct mir_uses *is = mir_find_uses(a, s), *was = s->facts->uses;
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (is[v].count != was[v].count || is[v].first != was[v].first)
            return false;
    return true;
}

static bool def_lists_hold(struct arena *a, const struct mir_shader *s)
{
    const struct mir_def_lists is = mir_list_defs(a, s), *was = &s->facts->def_lists;
    uint32_t n = s->vreg_count;
    return !memcmp(is.first, was->first, (n + 1) * sizeof(*is.first)) &&
           !memcmp(is.list, was->list, is.first[n] * sizeof(struct mir_inst *));
}

static bool use_lists_hold(struct arena *a, const struct mir_shader *s)
{
    const struct mir_use_lists is = mir_list_uses(a, s), *was = &s->facts->use_lists;
    uint32_t n = s->vreg_count;
    if (memcmp(is.first, was->first, (n + 1) * sizeof(*is.first)) != 0)
        return false;
    for (uint32_t k = 0; k < is.first[n]; k++)
        if (is.list[k].inst != was->list[k].inst || is.list[k].operand != was->list[k].operand)
            return false;
    return true;
}

const char *mir_facts_check(struct arena *a, struct mir_shader *s)
{
    const unsigned k = known(s);
    if (k & MIR_KEEPS(MIR_LOOPS) && !loops_hold(a, s))
        return "loops";
    if (k & MIR_KEEPS(MIR_DEFS) && !defs_hold(a, s))
        return "definitions";
    if (k & MIR_KEEPS(MIR_USES) && !uses_hold(a, s))
        return "uses";
    if (k & MIR_KEEPS(MIR_DEF_LISTS) && !def_lists_hold(a, s))
        return "lists of definitions";
    if (k & MIR_KEEPS(MIR_USE_LISTS) && !use_lists_hold(a, s))
        return "lists of uses";
    return NULL;
}
