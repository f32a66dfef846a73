// Control flow: BR and RET become the EU's branches. After this pass the IP of the thread runs in layout
// order.
//
// How channels wait. A forward branch that some channels take and others do not is a GOTO: channels that
// leave wait at the JOIN at the start of their target, the others run on. A waiting channel is always ahead
// of the IP. Whenever no channel is left, the IP goes on to the nearest join at which channels may wait: the
// JIP of each GOTO and JOIN. While the IP is in block b, channels wait at J if some GOTO d -> J has d <= b <
// J; or if d and b are in a loop that J is behind (a channel that left waits while others iterate):
// mir_wait_first() below b. `next_wait[b]` is the nearest.
//
// A branch that all active channels take together is a JMPI, unless it would jump over a join where channels
// wait. A backward branch never does: what waits is ahead. Backward and divergent: GOTO with BranchCtrl; the
// channels that stay wait at a JOIN in the next block.
//
// The Gen9 forward GOTO sends the channels whose predicate is *false* to UIP (IGC, FlowGraph::processGoto,
// "false channels are the ones that actually will take the jump"), so an unconditional one needs a flag of
// zeros.
//
// Where a GOTO around an else part pairs with the unconditional GOTO that ends the then part, the two are IF
// and ELSE, and the JOIN behind both an ENDIF: two instructions and a flag less. The same channels wait at
// the same places.
//
// End of thread: one block, last in layout, where every RET goes; it sends g0, copied to g127, to the thread
// spawner.
#include "isa/eu_msg.h"
#include "compiler/mir/query.h"

enum step_kind { STEP_JMPI, STEP_GOTO, STEP_BACK_GOTO, STEP_IF, STEP_ELSE };

struct step { // one branch instruction at the end of a block
    enum step_kind kind;
    struct mir_operand pred; // NONE: always
    bool inv;
    enum eu_pred pred_ctrl;
    uint32_t target;
};

struct plan {
    struct step steps[2];
    unsigned count;
};

struct cf {
    struct mir_shader *s;
    struct plan *plans;
    uint32_t *next_wait;         // per block: nearest block > b where channels may wait while the IP is in b
    uint32_t *first_wait, *left; // scratch of find_waits
    bool *join;
    uint32_t *endifs;        // per block: how many ENDIFs instead of the JOIN
    struct mir_operand zero; // a flag of zeros that lives throughout, if any
};

static void end_thread(struct mir_shader *s, struct mir_block *b)
{
    uint32_t v = mir_vreg_new(s, MIR_GRF, 32, 32, true);
    s->vregs[v].phys = 127 * 32;
    struct mir_inst *mov = mir_inst_new(s, EU_OP_MOV, 8);
    mov->nomask = true;
    mov->dst = mir_vec(v, 0, EU_TYPE_UD);
    mov->src[0] = mir_vec(s->r0, 0, EU_TYPE_UD);
    mir_append(b, mov);
    struct mir_inst *send = mir_inst_new(s, EU_OP_SEND, 8);
    send->nomask = true;
    send->dst = mir_null(EU_TYPE_UD);
    send->src[0] = mir_vec(v, 0, EU_TYPE_UD);
    send->send = (struct mir_send){.sfid = eu_msgs[EU_MSG_TS_DEREFERENCE].sfid,
                                   .mlen = 1,
                                   .desc = eu_msg_desc(EU_MSG_TS_DEREFERENCE) | EU_DESC_PUT(TS_RESOURCE, 1),
                                   .eot = true,
                                   .mem = MIR_MEM_BARRIER};
    mir_append(b, send);
}

// All RETs go to one last block.
static void unify_returns(struct mir_shader *s)
{
    struct mir_block *exit = NULL, *last = s->blocks[s->block_count - 1];
    unsigned returns = 0;
    for (uint32_t k = 0; k < s->block_count; k++)
        returns += s->blocks[k]->last && s->blocks[k]->last->op == MIR_OP_RET;
    if (s->has_cf)
        return;
    if (returns == 1 && last->last && last->last->op == MIR_OP_RET) {
        mir_remove(last->last);
        end_thread(s, last);
        return;
    }
    uint32_t n = s->block_count;
    exit = mir_block_new(s);
    end_thread(s, exit);
    for (uint32_t k = 0; k < n; k++) {
        struct mir_inst *t = s->blocks[k]->last;
        if (t && t->op == MIR_OP_RET) {
            t->op = MIR_OP_BR;
            t->pred = (struct mir_operand){0};
            mir_block_link(s, s->blocks[k], exit);
        }
    }
}

static void add_step(struct plan *p, const struct mir_inst *br, bool invert, const struct mir_block *to)
{
    struct step *st = &p->steps[p->count++];
    st->target = to->index;
    if (br && br->pred.kind != MIR_OPK_NONE) {
        st->pred = br->pred;
        st->pred_ctrl = br->pred_ctrl ? br->pred_ctrl : EU_PRED_NORMAL;
        st->inv = br->pred_inv != invert;
    }
}

static void plan_block(const struct mir_block *b, struct plan *p)
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
            p->steps[k].kind = p->steps[k].target > b->index ? STEP_GOTO : STEP_BACK_GOTO;
}

static uint32_t wait_target(const struct mir_block *b, const struct step *st)
{
    return st->kind == STEP_BACK_GOTO ? b->index + 1 : st->target;
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
static void find_waits(struct cf *c)
{
    struct mir_shader *s = c->s;
    uint32_t *first = c->first_wait, *left = c->left;
    for (uint32_t b = 0; b <= s->block_count; b++)
        first[b] = left[b] = b;
    for (uint32_t b = 0; b < s->block_count; b++) {
        c->next_wait[b] = UINT32_MAX;
        c->join[b] = false;
    }
    for (uint32_t b = 0; b < s->block_count; b++)
        for (unsigned k = 0; k < c->plans[b].count; k++) {
            const struct step *st = &c->plans[b].steps[k];
            if (st->kind == STEP_JMPI)
                continue;
            uint32_t j = wait_target(s->blocks[b], st), x = mir_wait_first(s, b, j);
            c->join[j] = true;
            x = x < b ? x : b;
            first[j] = x < first[j] ? x : first[j];
        }
    for (uint32_t j = 0; j < s->block_count; j++)
        for (uint32_t x; (x = last_open(left, first[j], j)) != UINT32_MAX;) {
            c->next_wait[x] = j;
            left[x + 1] = x;
        }
}

// JMPIs that would jump over waiting channels become GOTOs; these make more channels wait; and so on.
static void settle_jumps(struct cf *c)
{
    for (bool changed = true; changed;) {
        changed = false;
        find_waits(c);
        for (uint32_t b = 0; b < c->s->block_count; b++)
            for (unsigned k = 0; k < c->plans[b].count; k++) {
                struct step *st = &c->plans[b].steps[k];
                if (st->kind == STEP_JMPI && st->target > b && c->next_wait[b] < st->target) {
                    st->kind = STEP_GOTO;
                    changed = true;
                }
            }
    }
}

// The only step of a block, if it is a forward GOTO of that sort.
static struct step *only_goto(struct cf *c, uint32_t b, bool conditional)
{
    struct plan *p = &c->plans[b];
    if (p->count != 1 || p->steps[0].kind != STEP_GOTO ||
        (p->steps[0].pred.kind != MIR_OPK_NONE) != conditional)
        return NULL;
    return &p->steps[0];
}

// Does block d end in an IF whose ELSE ends block e = E - 1?
static bool is_if_else(struct cf *c, uint32_t d, struct step **test, struct step **skip)
{
    struct mir_shader *s = c->s;
    *test = only_goto(c, d, true);
    if (!*test || (*test)->target < d + 2 || c->next_wait[d] != (*test)->target)
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
    struct step *test, *skip;
    for (uint32_t b = 0; b < n; b++) {
        for (unsigned k = 0; k < c->plans[b].count; k++)
            if (c->plans[b].steps[k].kind != STEP_JMPI)
                waits[wait_target(c->s->blocks[b], &c->plans[b].steps[k])]++;
        if (is_if_else(c, b, &test, &skip))
            pairs[count++] = (struct pair){b, test->target, skip->target, false};
    }
    while (drop_crossing(pairs, count, around) | drop_mixed(pairs, count, waits, ends))
        continue;
    for (uint32_t k = 0; k < count; k++)
        if (!pairs[k].dropped && is_if_else(c, pairs[k].head, &test, &skip)) {
            c->join[test->target] = false;
            test->kind = STEP_IF;
            skip->kind = STEP_ELSE;
        }
}

// At the end of block b, or (NULL) at the program's start.
static struct mir_operand zero_flag(struct mir_shader *s, struct mir_block *b)
{
    unsigned size = mir_flag_bytes(s);
    uint32_t f = mir_vreg_new(s, MIR_FLAG, size, size, true);
    struct mir_inst *mov = mir_inst_new(s, EU_OP_MOV, 1);
    enum eu_type type = size == 4 ? EU_TYPE_UD : EU_TYPE_UW;
    mov->nomask = true;
    mov->dst = mir_scalar(f, 0, type);
    mov->src[0] = mir_imm(type, 0);
    mov->cf = true;
    if (b || !s->blocks[0]->first)
        mir_append(b ? b : s->blocks[0], mov);
    else
        mir_insert_before(s->blocks[0]->first, mov);
    return mir_scalar(f, 0, type);
}

static bool always_goes(const struct step *st)
{
    return st->kind == STEP_GOTO && st->pred.kind == MIR_OPK_NONE;
}

// Several unconditional GOTOs share a flag of zeros, where there are four flags.
static void share_zero(struct cf *c)
{
    unsigned n = 0;
    for (uint32_t b = 0; b < c->s->block_count; b++)
        for (unsigned k = 0; k < c->plans[b].count; k++)
            n += always_goes(&c->plans[b].steps[k]);
    if (n > 1 && c->s->simd <= 16)
        c->zero = zero_flag(c->s, NULL);
}

static void emit_step(struct cf *c, struct mir_block *b, const struct step *st, struct mir_operand zero)
{
    struct mir_shader *s = c->s;
    struct mir_operand pred = st->pred;
    bool inv = st->inv;
    enum eu_pred ctrl = st->pred_ctrl;
    unsigned op = st->kind == STEP_JMPI   ? EU_OP_JMPI
                  : st->kind == STEP_IF   ? EU_OP_IF
                  : st->kind == STEP_ELSE ? EU_OP_ELSE
                                          : EU_OP_GOTO;
    if (st->kind == STEP_IF) {
        inv = !inv; // where it holds, the channel goes to the then part
    } else if (st->kind == STEP_GOTO) {
        if (pred.kind == MIR_OPK_NONE) {
            pred = zero;
            ctrl = EU_PRED_NORMAL;
        } else
            inv = !inv;
    }
    struct mir_inst *i = mir_inst_new(s, op, st->kind == STEP_JMPI ? 1 : s->simd);
    i->pred = pred;
    i->pred_inv = inv;
    i->pred_ctrl = pred.kind ? ctrl : EU_PRED_NONE;
    i->nomask = st->kind == STEP_JMPI;
    i->cf = true;
    if (st->kind == STEP_JMPI || st->kind == STEP_IF || st->kind == STEP_ELSE) {
        i->jip = s->blocks[st->kind == STEP_ELSE ? c->next_wait[b->index + 1] : st->target];
        if (st->kind == STEP_IF)
            i->uip = s->blocks[c->plans[st->target - 1].steps[0].target];
        if (st->kind == STEP_ELSE)
            i->uip = s->blocks[st->target];
    } else {
        i->jip = s->blocks[st->kind == STEP_GOTO ? c->next_wait[b->index] : b->index + 1];
        i->uip = s->blocks[st->target];
    }
    mir_append(b, i);
}

static void emit_steps(struct cf *c, struct mir_block *b, const struct plan *p)
{
    struct mir_operand zero = c->zero;
    for (unsigned k = 0; k < p->count; k++)
        if (always_goes(&p->steps[k]) && zero.kind == MIR_OPK_NONE)
            zero = zero_flag(c->s, b);
    for (unsigned k = 0; k < p->count; k++)
        emit_step(c, b, &p->steps[k], zero);
}

// The JOIN or the ENDIFs. Where no channel arrives, the last goes on to the next place where some may.
static void emit_join(struct cf *c, struct mir_block *b)
{
    uint32_t next = c->next_wait[b->index], n = c->endifs[b->index] ? c->endifs[b->index] : 1;
    for (uint32_t k = 0; k < n; k++) {
        struct mir_inst *i = mir_inst_new(c->s, c->endifs[b->index] ? EU_OP_ENDIF : EU_OP_JOIN, c->s->simd);
        i->cf = true;
        i->jip = k == 0 && next != UINT32_MAX ? c->s->blocks[next] : NULL; // NULL: the next instruction
        if (b->first)
            mir_insert_before(b->first, i);
        else
            mir_append(b, i);
    }
}

bool mir_cf(struct mir_shader *s)
{
    struct cf c = {.s = s};
    unify_returns(s);
    mir_find_loops(s);
    c.plans = arena_array(s->arena, struct plan, s->block_count);
    c.next_wait = arena_array(s->arena, uint32_t, s->block_count);
    c.first_wait = arena_array(s->arena, uint32_t, s->block_count + 1);
    c.left = arena_array(s->arena, uint32_t, s->block_count + 1);
    c.join = arena_array(s->arena, bool, s->block_count);
    for (uint32_t b = 0; b < s->block_count; b++)
        plan_block(s->blocks[b], &c.plans[b]);
    settle_jumps(&c);
    pair_if_else(&c);
    share_zero(&c);
    for (uint32_t b = 0; b < s->block_count; b++) {
        struct mir_block *block = s->blocks[b];
        block->branch = block->last && block->last->op == MIR_OP_BR ? block->last : NULL;
        if (block->branch)
            mir_remove(block->branch);
        emit_steps(&c, block, &c.plans[b]);
        if (c.join[b])
            emit_join(&c, block);
    }
    s->has_cf = true;
    return true;
}
