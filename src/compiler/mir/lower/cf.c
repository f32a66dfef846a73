// Control flow: BR becomes the EU's branches, once, as mir/analysis/branches.h plans them. After this pass
// the IP of the thread runs in layout order, and blocks stay as they are but for mir_opt_rotate.
//
// Up to Gen9 a forward GOTO sends the channels whose predicate is *false* to UIP, so an unconditional one
// needs a flag of zeros (kiln_target_goes_on_true).
//
// Where a GOTO around an else part pairs with the unconditional GOTO that ends the then part, the two are IF
// and ELSE, and the JOIN behind both an ENDIF: two instructions and a flag less. The same channels wait at
// the same places.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/analysis/branches.h"
#include "compiler/mir/lower/structured.h"

struct cf {
    struct mir_shader *s;
    struct mir_branches r;
    uint32_t *endifs;        // per block: how many ENDIFs instead of the JOIN
    struct mir_operand zero; // a flag of zeros that lives throughout, if any
};

// The only step of a block, if it is a forward GOTO of that sort.
static struct mir_step *only_goto(struct cf *c, uint32_t b, bool conditional)
{
    struct mir_plan *p = &c->r.plans[b];
    if (p->count != 1 || p->steps[0].kind != MIR_STEP_GOTO ||
        (p->steps[0].pred.kind != MIR_OPK_NONE) != conditional)
        return NULL;
    return &p->steps[0];
}

// Does block d end in an IF whose ELSE ends block e = E - 1?
static bool is_if_else(struct cf *c, uint32_t d, struct mir_step **test, struct mir_step **skip)
{
    struct mir_shader *s = c->s;
    *test = only_goto(c, d, true);
    if (!*test || (*test)->target < d + 2 || c->r.next_wait[d] != (*test)->target)
        return false; // channels from before wait inside the then part: an IF that nobody takes would pass
                      // them by
    uint32_t other = (*test)->target;
    *skip = only_goto(c, other - 1, false);
    if (!*skip || (*skip)->target <= other || s->blocks[other]->pred_count != 1)
        return false;
    uint32_t loop = s->blocks[d]->loop_header, end = (*skip)->target;
    return s->blocks[other - 1]->loop_header == loop && s->blocks[other]->loop_header == loop &&
           s->blocks[end]->loop_header == loop && !s->blocks[other]->loop_end && !s->blocks[end]->loop_end;
}

struct pair {
    uint32_t head, other, end; // blocks: the IF's, the else part's first, the one behind it
    bool dropped;
};

// Pairs must nest: inside a then part an inner one ends before the ELSE, inside an else part not behind the
// ENDIF.
static bool drop_crossing(struct pair *p, uint32_t n, struct pair **around)
{
    bool any = false;
    uint32_t depth = 0; // of those around the pair; it nests in all of them if it does in the innermost one
    for (uint32_t q = 0; q < n; q++) {
        if (p[q].dropped)
            continue;
        while (depth && around[depth - 1]->end <= p[q].head)
            depth--;
        const struct pair *in = depth ? around[depth - 1] : NULL;
        if (in && (p[q].head < in->other ? p[q].end >= in->other : p[q].end > in->end))
            any = p[q].dropped = true;
        else
            around[depth++] = &p[q];
    }
    return any;
}

// All that wait at the end of an else part must come from ELSEs.
static bool drop_mixed(struct pair *p, uint32_t n, const uint32_t *waits, uint32_t *ends)
{
    bool any = false;
    for (uint32_t k = 0; k < n; k++)
        ends[p[k].end] = 0;
    for (uint32_t k = 0; k < n; k++)
        ends[p[k].end] += !p[k].dropped;
    for (uint32_t k = 0; k < n; k++)
        if (!p[k].dropped && ends[p[k].end] != waits[p[k].end])
            any = p[k].dropped = true;
    return any;
}

static void pair_if_else(struct cf *c)
{
    uint32_t n = c->s->block_count, count = 0;
    uint32_t *waits = arena_array(c->s->arena, uint32_t, n), *ends = arena_array(c->s->arena, uint32_t, n);
    struct pair *pairs = arena_array(c->s->arena, struct pair, n);
    struct pair **around = arena_array(c->s->arena, struct pair *, n);
    c->endifs = ends;
    struct mir_step *test, *skip;
    for (uint32_t b = 0; b < n; b++) {
        for (unsigned k = 0; k < c->r.plans[b].count; k++)
            if (c->r.plans[b].steps[k].kind != MIR_STEP_JMPI)
                waits[mir_step_wait(c->s->blocks[b], &c->r.plans[b].steps[k])]++;
        if (is_if_else(c, b, &test, &skip))
            pairs[count++] = (struct pair){b, test->target, skip->target, false};
    }
    while (drop_crossing(pairs, count, around) | drop_mixed(pairs, count, waits, ends))
        continue;
    for (uint32_t k = 0; k < count; k++)
        if (!pairs[k].dropped && is_if_else(c, pairs[k].head, &test, &skip)) {
            c->r.join[test->target] = false;
            test->kind = MIR_STEP_IF;
            skip->kind = MIR_STEP_ELSE;
        }
}

static bool always_goes(const struct mir_step *st)
{
    return st->kind == MIR_STEP_GOTO && st->pred.kind == MIR_OPK_NONE;
}

static bool needs_zero(const struct cf *c, const struct mir_step *st)
{
    return always_goes(st) && !kiln_target_goes_on_true(c->s->target);
}

// Several unconditional GOTOs share a flag of zeros, where there are four flags.
static void share_zero(struct cf *c)
{
    unsigned n = 0;
    for (uint32_t b = 0; b < c->s->block_count; b++)
        for (unsigned k = 0; k < c->r.plans[b].count; k++)
            n += needs_zero(c, &c->r.plans[b].steps[k]);
    if (n > 1 && c->s->simd <= 16)
        c->zero = mir_zero_flag(c->s, NULL);
}

static void emit_step(struct cf *c, struct mir_block *b, const struct mir_step *st, struct mir_operand zero)
{
    struct mir_shader *s = c->s;
    struct mir_operand pred = st->pred;
    bool inv = st->inv;
    enum eu_pred ctrl = st->pred_ctrl;
    unsigned op = st->kind == MIR_STEP_JMPI   ? EU_OP_JMPI
                  : st->kind == MIR_STEP_IF   ? EU_OP_IF
                  : st->kind == MIR_STEP_ELSE ? EU_OP_ELSE
                                              : EU_OP_GOTO;
    if (st->kind == MIR_STEP_IF) {
        inv = !inv; // where it holds, the channel goes to the then part
    } else if (st->kind == MIR_STEP_GOTO && !kiln_target_goes_on_true(s->target)) {
        if (pred.kind == MIR_OPK_NONE) {
            pred = zero;
            ctrl = EU_PRED_NORMAL;
        } else
            inv = !inv;
    }
    struct mir_inst *i = mir_inst_new(s, op, st->kind == MIR_STEP_JMPI ? 1 : s->simd);
    i->pred = pred;
    i->pred_inv = inv;
    i->pred_ctrl = pred.kind ? ctrl : EU_PRED_NONE;
    i->nomask = st->kind == MIR_STEP_JMPI;
    if (st->kind == MIR_STEP_JMPI || st->kind == MIR_STEP_IF || st->kind == MIR_STEP_ELSE) {
        i->jip = s->blocks[st->kind == MIR_STEP_ELSE ? c->r.next_wait[b->index + 1] : st->target];
        if (st->kind == MIR_STEP_IF)
            i->uip = s->blocks[c->r.plans[st->target - 1].steps[0].target];
        if (st->kind == MIR_STEP_ELSE)
            i->uip = s->blocks[st->target];
    } else {
        i->jip = s->blocks[st->kind == MIR_STEP_GOTO ? c->r.next_wait[b->index] : b->index + 1];
        i->uip = s->blocks[st->target];
    }
    mir_append(b, i);
}

static void emit_steps(struct cf *c, struct mir_block *b, const struct mir_plan *p)
{
    struct mir_operand zero = c->zero;
    for (unsigned k = 0; k < p->count; k++)
        if (needs_zero(c, &p->steps[k]) && zero.kind == MIR_OPK_NONE)
            zero = mir_zero_flag(c->s, b);
    for (unsigned k = 0; k < p->count; k++)
        emit_step(c, b, &p->steps[k], zero);
}

// The JOIN or the ENDIFs. Where no channel arrives, the last goes on to the next place where some may.
static void emit_join(struct cf *c, struct mir_block *b)
{
    uint32_t next = c->r.next_wait[b->index], n = c->endifs[b->index] ? c->endifs[b->index] : 1;
    for (uint32_t k = 0; k < n; k++) {
        struct mir_inst *i = mir_inst_new(c->s, c->endifs[b->index] ? EU_OP_ENDIF : EU_OP_JOIN, c->s->simd);
        i->jip = k == 0 && next != UINT32_MAX ? c->s->blocks[next] : NULL; // NULL: the next instruction
        if (b->first)
            mir_insert_before(b->first, i);
        else
            mir_append(b, i);
    }
}

static void go_and_join(struct mir_shader *s)
{
    struct cf c = {.s = s, .r = mir_find_branches(s->arena, s)};
    pair_if_else(&c);
    share_zero(&c);
    for (uint32_t b = 0; b < s->block_count; b++) {
        struct mir_block *block = s->blocks[b];
        if (block->last && block->last->op == MIR_OP_BR)
            mir_remove(block->last);
        emit_steps(&c, block, &c.r.plans[b]);
        if (c.r.join[b])
            emit_join(&c, block);
    }
}

bool mir_cf(struct mir_shader *s, const char **error)
{
    mir_loops(s);
    if (kiln_target_has_goto(s->target))
        go_and_join(s);
    else if (!mir_structure(s, error))
        return false;
    s->has_cf = true;
    return true;
}
