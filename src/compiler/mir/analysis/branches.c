// Plans branches, and where channels wait (mir/analysis/branches.h).
#include "compiler/mir/analysis/branches.h"

struct finder {
    const struct mir_shader *s;
    struct mir_branches r;
    uint32_t *first_wait, *left; // scratch of find_joins
};

static void add_step(struct mir_plan *p, const struct mir_inst *br, bool invert, const struct mir_block *to)
{
    struct mir_step *st = &p->steps[p->count++];
    st->target = to->index;
    if (br && br->pred.kind != MIR_OPK_NONE) {
        st->pred = br->pred;
        st->pred_ctrl = br->pred_ctrl ? br->pred_ctrl : EU_PRED_NORMAL;
        st->inv = br->pred_inv != invert;
    }
}

static void plan_block(const struct mir_block *b, struct mir_plan *p)
{
    const struct mir_inst *br = b->last && b->last->op == MIR_OP_BR ? b->last : NULL;
    const struct mir_block *yes = b->succ[0], *no = b->succ[1];
    uint32_t next = b->index + 1;
    if (!yes)
        return;
    if (!br || !no || yes == no || br->pred.kind == MIR_OPK_NONE) {
        if (yes->index != next)
            add_step(p, NULL, false, yes);
    } else if (no->index == next) {
        add_step(p, br, false, yes);
    } else if (yes->index == next) {
        add_step(p, br, true, no);
    } else if (yes->index > b->index) { // the second step may go back: then by JMPI, all that are left go
        add_step(p, br, false, yes);
        add_step(p, NULL, false, no);
    } else {
        add_step(p, br, true, no);
        add_step(p, NULL, false, yes);
    }
    for (unsigned k = 0; k < p->count; k++)
        if (p->steps[k].pred.kind && b->divergent_branch)
            p->steps[k].kind = p->steps[k].target > b->index ? MIR_STEP_GOTO : MIR_STEP_BACK_GOTO;
}

uint32_t mir_step_wait(const struct mir_block *b, const struct mir_step *st)
{
    return st->kind == MIR_STEP_BACK_GOTO ? b->index + 1 : st->target;
}

// Of the blocks from `first` to before `at`, the last that has no next_wait yet, or UINT32_MAX. `left` leads
// from block b + 1 to the last such block plus one, by steps that this shortens.
static uint32_t last_open(uint32_t *left, uint32_t first, uint32_t at)
{
    while (left[at] != at) {
        left[at] = left[left[at]];
        at = left[at];
    }
    return at > first ? at - 1 : UINT32_MAX;
}

// Rising joins: a block that has one keeps it.
static void find_joins(struct finder *c)
{
    const struct mir_shader *s = c->s;
    uint32_t *first = c->first_wait, *left = c->left;
    for (uint32_t b = 0; b <= s->block_count; b++)
        first[b] = left[b] = b;
    for (uint32_t b = 0; b < s->block_count; b++) {
        c->r.next_wait[b] = UINT32_MAX;
        c->r.join[b] = false;
    }
    for (uint32_t b = 0; b < s->block_count; b++)
        for (unsigned k = 0; k < c->r.plans[b].count; k++) {
            const struct mir_step *st = &c->r.plans[b].steps[k];
            if (st->kind == MIR_STEP_JMPI)
                continue;
            uint32_t j = mir_step_wait(s->blocks[b], st), x = mir_wait_first(s, b, j);
            c->r.join[j] = true;
            x = x < b ? x : b;
            first[j] = x < first[j] ? x : first[j];
        }
    for (uint32_t j = 0; j < s->block_count; j++)
        for (uint32_t x; (x = last_open(left, first[j], j)) != UINT32_MAX;) {
            c->r.next_wait[x] = j;
            left[x + 1] = x;
        }
}

// JMPIs that would jump over waiting channels become GOTOs; these make more channels wait; and so on.
static void settle_jumps(struct finder *c)
{
    for (bool changed = true; changed;) {
        changed = false;
        find_joins(c);
        for (uint32_t b = 0; b < c->s->block_count; b++)
            for (unsigned k = 0; k < c->r.plans[b].count; k++) {
                struct mir_step *st = &c->r.plans[b].steps[k];
                if (st->kind == MIR_STEP_JMPI && st->target > b && c->r.next_wait[b] < st->target) {
                    st->kind = MIR_STEP_GOTO;
                    changed = true;
                }
            }
    }
}

struct mir_branches mir_find_branches(struct arena *a, const struct mir_shader *s)
{
    uint32_t n = s->block_count;
    struct finder c = {.s = s,
                       .r = {.plans = arena_array(a, struct mir_plan, n + 1),
                             .next_wait = arena_array(a, uint32_t, n + 1),
                             .join = arena_array(a, bool, n + 1)},
                       .first_wait = arena_array(a, uint32_t, n + 1),
                       .left = arena_array(a, uint32_t, n + 1)};
    for (uint32_t b = 0; b < n; b++)
        plan_block(s->blocks[b], &c.r.plans[b]);
    settle_jumps(&c);
    return c.r;
}

// ---- where channels wait, lowered or not

static void wait_edge(const struct mir_shader *s, uint32_t *first, uint32_t d, uint32_t j)
{
    uint32_t x = mir_wait_first(s, d, j);
    if (x < first[j])
        first[j] = x;
}

static void find_lowered(const struct mir_shader *s, uint32_t *first)
{
    for (uint32_t k = 0; k < s->block_count; k++)
        for (const struct mir_inst *i = s->blocks[k]->last; i && mir_op_is_terminator(i->op); i = i->prev) {
            if (i->op == EU_OP_GOTO)
                wait_edge(s, first, k, i->uip->index > k ? i->uip->index : k + 1);
            if (i->op == EU_OP_IF || i->op == EU_OP_ELSE)
                wait_edge(s, first, k, i->op == EU_OP_IF ? i->jip->index : i->uip->index);
            if (i->op == EU_OP_BREAK || i->op == EU_OP_WHILE) // after the WHILE
                wait_edge(s, first, k, i->op == EU_OP_WHILE ? k + 1 : i->uip->index + 1);
        }
}

static void find_planned(struct arena *a, const struct mir_shader *s, uint32_t *first)
{
    struct mir_branches r = mir_find_branches(a, s);
    for (uint32_t k = 0; k < s->block_count; k++)
        for (unsigned n = 0; n < r.plans[k].count; n++)
            if (r.plans[k].steps[n].kind != MIR_STEP_JMPI)
                wait_edge(s, first, k, mir_step_wait(s->blocks[k], &r.plans[k].steps[n]));
}

uint32_t *mir_find_waits(struct arena *a, const struct mir_shader *s)
{
    uint32_t *first = arena_array(a, uint32_t, s->block_count + 1);
    for (uint32_t j = 0; j <= s->block_count; j++)
        first[j] = j;
    s->has_cf ? find_lowered(s, first) : find_planned(a, s, first);
    return first;
}
