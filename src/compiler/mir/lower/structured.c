// Control flow where the EU has no GOTO and JOIN (before Gen8): IF, ELSE, ENDIF, BREAK and WHILE, for any
// reducible graph. Called by mir_cf.
//
// The branches are those of mir/analysis/branches.h: a forward one that channels take apart goes from block b
// to block K, and they wait at K while others execute what is between. In structured form that is a *region*
// of the layout, [b + 1, K), between an IF that those enter who stay, and an ENDIF at K. Regions nest: a loop
// is one (its channels leave by BREAK, and come back after its WHILE), and so are the two sides of an if with
// an else, whose ends are the ELSE and the ENDIF.
//
// A branch that leaves the region around it cannot be a region of its own. It goes to the end of that region
// first. That it has further to go is noted in a vector, *gone*, one for each K: 1 in the channels that are
// on their way there. At the region's end the channels branch again, on that, from a block of its own in
// front of the one that begins there (its *landing*). So a branch across n ends is n + 1 branches, each of
// which nests, and the same channels wait while the same blocks are executed as where there are GOTOs: what
// liveness has assumed before holds.
//
// Regions are found by walking the layout with a stack. A jump of all channels stays a JMPI where it leaves
// no region; otherwise it becomes a branch like those above, and the loop that it leaves one of BREAKs. That
// changes what comes before, so the walk is repeated until nothing changes, and then emits.
//
// Source: PRM IVB vol4 part 3 "Flow Control Instructions" as Mesa 22.3.6 brw_eu_emit.c has it
// (brw_set_uip_jip: JIP is the end of the innermost region; UIP of BREAK is the WHILE).
#include "compiler/mir/analysis/branches.h"
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/lower/structured.h"
#include "compiler/mir/lower/structured_walk.h"

static struct mir_region *top(struct mir_walk *w)
{
    return w->depth ? &w->stack[w->depth - 1] : NULL;
}

static void push(struct mir_walk *w, struct mir_region r)
{
    w->stack[w->depth++] = r;
}

static struct mir_region *innermost_loop(struct mir_walk *w)
{
    for (uint32_t k = w->depth; k--;)
        if (w->stack[k].kind == MIR_REGION_LOOP)
            return &w->stack[k];
    return NULL;
}

// Where channels that come to block k from earlier blocks arrive.
static struct mir_block *entry(const struct mir_walk *w, uint32_t k)
{
    return w->landing[k] ? w->landing[k] : w->s->blocks[k];
}

// Where execution goes on if no channel of the region is left: its ENDIF, its ELSE, its WHILE.
static struct mir_block *end_of(const struct mir_walk *w, const struct mir_region *r)
{
    if (r->kind == MIR_REGION_LOOP)
        return w->loop_end[r->header];
    if (!r->at_else)
        return entry(w, r->end);
    // mir_encode leads to the ELSE that the block before ends in
    return w->then_block[r->end] ? w->then_block[r->end] : w->s->blocks[r->end];
}

static bool is_within(const struct mir_region *r, uint32_t target)
{
    return !r || (r->at_else || r->kind == MIR_REGION_LOOP ? target < r->end : target <= r->end);
}

// ---- instructions

// What is computed at a block's end comes before its branches.
static void compute(struct mir_block *b, struct mir_inst *i)
{
    struct mir_inst *at = NULL;
    for (struct mir_inst *t = b->last; t && mir_op_is_terminator(t->op); t = t->prev)
        at = t;
    if (at)
        mir_insert_before(at, i);
    else
        mir_append(b, i);
}

static struct mir_inst *branch(struct mir_walk *w, struct mir_block *b, unsigned op,
                               const struct mir_step *st)
{
    struct mir_inst *i = mir_inst_new(w->s, op, w->s->simd);
    if (st && st->pred.kind != MIR_OPK_NONE) {
        i->pred = st->pred;
        i->pred_inv = st->inv;
        i->pred_ctrl = st->pred_ctrl ? st->pred_ctrl : EU_PRED_NORMAL;
    }
    mir_append(b, i);
    return i;
}

// All channels that are here.
static void jump(struct mir_walk *w, struct mir_block *b, const struct mir_step *st, struct mir_block *to)
{
    struct mir_inst *i = branch(w, b, EU_OP_JMPI, st);
    i->exec_size = 1;
    i->nomask = true;
    i->jip = to;
}

struct mir_operand mir_zero_flag(struct mir_shader *s, struct mir_block *b)
{
    unsigned size = mir_flag_bytes(s);
    uint32_t f = mir_vreg_new(s, MIR_FLAG, size, size, true);
    struct mir_inst *mov = mir_inst_new(s, EU_OP_MOV, 1);
    enum eu_type type = size == 4 ? EU_TYPE_UD : EU_TYPE_UW;
    mov->nomask = true;
    mov->dst = mir_scalar(f, 0, type);
    mov->src[0] = mir_imm(type, 0);
    if (b || !s->blocks[0]->first)
        compute(b ? b : s->blocks[0], mov);
    else
        mir_insert_before(s->blocks[0]->first, mov);
    return mir_scalar(f, 0, type);
}

// IF for the channels that do not take the step.
static void emit_if(struct mir_walk *w, struct mir_block *b, const struct mir_step *st, struct mir_block *jip,
                    struct mir_block *uip)
{
    struct mir_step stays = *st;
    stays.inv = !stays.inv;
    if (st->pred.kind == MIR_OPK_NONE) {
        stays.pred = mir_zero_flag(w->s, b);
        stays.inv = false;
    }
    struct mir_inst *i = branch(w, b, EU_OP_IF, &stays);
    i->jip = jip;
    i->uip = uip;
}

static struct mir_operand gone_of(struct mir_walk *w, uint32_t target)
{
    struct mir_shader *s = w->s;
    if (w->gone[target] == UINT32_MAX) {
        uint32_t bytes = s->simd * 2, align = bytes < s->reg_bytes ? bytes : s->reg_bytes;
        w->gone[target] = mir_vreg_new(s, MIR_GRF, bytes, align, false);
        struct mir_inst *clear = mir_inst_new(s, EU_OP_MOV, s->simd);
        clear->nomask = true;
        clear->dst = mir_vec(w->gone[target], 0, EU_TYPE_UW);
        clear->src[0] = mir_imm_uw(0);
        s->blocks[0]->first ? mir_insert_before(s->blocks[0]->first, clear) : mir_append(s->blocks[0], clear);
    }
    return mir_vec(w->gone[target], 0, EU_TYPE_UW);
}

static void emit_gone(struct mir_walk *w, struct mir_block *b, const struct mir_step *st, uint32_t target)
{
    struct mir_inst *i = mir_inst_new(w->s, EU_OP_MOV, w->s->simd);
    i->dst = gone_of(w, target);
    i->src[0] = mir_imm_uw(1);
    if (st->pred.kind != MIR_OPK_NONE) {
        i->pred = st->pred;
        i->pred_inv = st->inv;
        i->pred_ctrl = st->pred_ctrl ? st->pred_ctrl : EU_PRED_NORMAL;
    }
    compute(b, i);
}

// ---- branches

static void branch_again(struct mir_walk *w, uint32_t landing, uint32_t target)
{
    struct mir_again **at = &w->again[landing];
    while (*at && (*at)->target > target)
        at = &(*at)->next;
    if (*at && (*at)->target == target)
        return;
    struct mir_again *a = arena_new(w->s->arena, struct mir_again);
    *a = (struct mir_again){target, *at};
    *at = a;
}

// Loops that the branch leaves, and that are not on the stack yet.
static void leave_loops(struct mir_walk *w, uint32_t k, uint32_t target)
{
    const struct mir_block *b = w->s->blocks[k];
    for (uint32_t h = b->loop_header; h != UINT32_MAX; h = w->s->blocks[h]->loop_parent)
        if (!w->masked[h] && w->s->blocks[h]->loop_end <= target)
            w->masked[h] = w->changed = true;
}

// Channels of block k (or of its landing) take the step. `those`: which they are, of all that come to the
// block's end; NULL: `gone` says so already. Returns where they arrive, by now.
static struct mir_block *leave(struct mir_walk *w, struct mir_block *b, uint32_t k, const struct mir_step *st,
                               const struct mir_step *those)
{
    const uint32_t target = st->target;
    struct mir_region *loop = innermost_loop(w), *t = top(w);
    if (loop && loop->end <= target) {
        if (target > loop->end)
            branch_again(w, loop->end, target);
        if (!w->emit)
            return NULL;
        if (target > loop->end && those)
            emit_gone(w, b, those, target);
        struct mir_inst *i = branch(w, b, EU_OP_BREAK, st);
        i->jip = end_of(w, t);
        i->uip = w->loop_end[loop->header];
        return entry(w, loop->end);
    }
    struct mir_region own = {.kind = MIR_REGION_IF, .end = target, .resume = target};
    if (!is_within(t, target)) {
        own = *t;
        own.kind = MIR_REGION_IF;
    }
    const bool further = target > own.resume, any = !b || b != w->s->blocks[k] || own.end > k + 1;
    if (further)
        branch_again(w, own.resume, target);
    if (w->emit && further && those)
        emit_gone(w, b, those, target);
    if (w->emit && any)
        emit_if(w, b, st, end_of(w, &own), end_of(w, &own));
    if (any)
        push(w, own);
    return w->emit ? end_of(w, &own) : NULL;
}

// All channels that are here may jump to the block.
static bool may_jump(struct mir_walk *w, uint32_t target)
{
    const struct mir_region *loop = innermost_loop(w);
    return (!loop || target < loop->end) && is_within(top(w), target);
}

// ---- if and else

static const struct mir_step *only_step(const struct mir_walk *w, uint32_t k)
{
    return w->r.plans[k].count == 1 ? &w->r.plans[k].steps[0] : NULL;
}

static bool leads_into(const struct mir_walk *w, uint32_t k, uint32_t from, uint32_t to)
{
    for (unsigned e = 0; e < w->r.plans[k].count; e++)
        if (w->r.plans[k].steps[e].target >= from && w->r.plans[k].steps[e].target < to)
            return true;
    return false;
}

// The two parts of a test's block d, if there are two.
static bool find_parts(const struct mir_walk *w, uint32_t d, uint32_t *other, uint32_t *after)
{
    const struct mir_shader *s = w->s;
    const struct mir_step *test = only_step(w, d);
    if (!test || test->kind != MIR_STEP_GOTO || test->pred.kind == MIR_OPK_NONE || test->target < d + 2)
        return false;
    const uint32_t loop = s->blocks[d]->loop_header;
    *other = test->target;
    const struct mir_block *last = s->blocks[*other - 1], *first = s->blocks[*other];
    const struct mir_step *skip = only_step(w, *other - 1);
    if (!skip || skip->pred.kind != MIR_OPK_NONE || skip->target <= *other)
        return false;
    *after = skip->target;
    return first->pred_count == 1 && !first->loop_end && last->loop_header == loop &&
           first->loop_header == loop && (loop == UINT32_MAX || *after < s->blocks[loop]->loop_end);
}

// Block d ends in an IF that has an ELSE, at *other. *els: the else part. Nothing leads into either part from
// outside, nor from the first into the second. One that ends a then part may go on where that does.
static bool is_if_else(struct mir_walk *w, uint32_t d, uint32_t *other, struct mir_region *els)
{
    const struct mir_region *t = top(w);
    uint32_t after;
    if (!find_parts(w, d, other, &after))
        return false;
    *els = (struct mir_region){.kind = MIR_REGION_IF, .end = after, .resume = after};
    if (t && t->at_else && after == t->resume) {
        *els = *t;
        els->kind = MIR_REGION_IF;
    } else if (!is_within(t, after)) {
        return false;
    }
    if (*other >= els->end)
        return false;
    for (uint32_t k = d + 1; k < els->end; k++)
        if (w->first_source[k] < d || (k < *other && leads_into(w, k, *other, els->end)))
            return false;
    return true;
}

// The then part's last block: what is in it and goes further waits at the ELSE, which all of it comes to.
static void end_then(struct mir_walk *w, uint32_t k)
{
    uint32_t count = 0;
    for (; top(w) && top(w)->kind == MIR_REGION_IF && top(w)->at_else && top(w)->end == k + 1; w->depth--)
        count++;
    const struct mir_region *then = top(w);
    if (!then || then->kind != MIR_REGION_THEN || then->end != k + 1) {
        w->error = "the parts of an if do not nest";
        return;
    }
    w->depth--;
    const struct mir_region *around = top(w);
    struct mir_region els = {.kind = MIR_REGION_IF, .end = then->resume, .resume = then->resume};
    if (around && around->at_else && then->resume == around->resume) {
        els = *around;
        els.kind = MIR_REGION_IF;
    }
    if (w->emit) {
        struct mir_block *b = w->s->blocks[k], *own = w->then_block[k + 1];
        for (uint32_t e = 0; e < count; e++)
            branch(w, own, EU_OP_ENDIF, NULL);
        struct mir_inst *i = branch(w, own ? own : b, EU_OP_ELSE, NULL);
        i->jip = i->uip = end_of(w, &els);
        b->succ[0] = own ? own : i->uip;
        if (own)
            own->succ[0] = i->uip;
    }
    w->then_ends[k + 1] = count;
    push(w, els);
}

// ---- the walk

static void emit_ends(struct mir_walk *w, uint32_t k)
{
    struct mir_block *b = entry(w, k);
    struct mir_inst *at = b->first;
    for (uint32_t e = 0; e < w->ends[k]; e++) {
        struct mir_inst *i = mir_inst_new(w->s, EU_OP_ENDIF, w->s->simd);
        i->jip = !e && top(w) ? end_of(w, top(w)) : NULL; // NULL: the next instruction
        at ? mir_insert_before(at, i) : mir_append(b, i);
    }
    if (w->gone[k] == UINT32_MAX)
        return;
    struct mir_inst *here = mir_inst_new(w->s, EU_OP_MOV, w->s->simd);
    here->dst = mir_vec(w->gone[k], 0, EU_TYPE_UW);
    here->src[0] = mir_imm_uw(0);
    at ? mir_insert_before(at, here) : mir_append(b, here);
}

static void walk_landing(struct mir_walk *w, uint32_t k)
{
    uint32_t ends = 0;
    for (; top(w) && top(w)->kind == MIR_REGION_IF && !top(w)->at_else && top(w)->end == k; w->depth--)
        ends++;
    if (top(w) && top(w)->end <= k)
        w->error = "regions do not nest";
    if (w->emit)
        emit_ends(w, k);
    w->ends[k] = ends;
    struct mir_block *b = w->landing[k];
    for (struct mir_again *a = w->again[k]; a && !w->error; a = a->next) {
        struct mir_step st = {.kind = MIR_STEP_GOTO, .target = a->target};
        if (!w->emit) {
            leave(w, NULL, k, &st, NULL);
            continue;
        }
        struct mir_shader *s = w->s;
        uint32_t f = mir_vreg_new(s, MIR_FLAG, mir_flag_bytes(s), mir_flag_bytes(s), false);
        struct mir_inst *cmp = mir_inst_new(s, EU_OP_CMP, s->simd);
        cmp->dst = mir_null(EU_TYPE_UW);
        cmp->src[0] = gone_of(w, a->target);
        cmp->src[1] = mir_imm_uw(0);
        cmp->cmod = EU_CMOD_NZ;
        cmp->flag = st.pred = mir_scalar(f, 0, mir_flag_bytes(s) == 4 ? EU_TYPE_UD : EU_TYPE_UW);
        mir_append(b, cmp);
        struct mir_block *next = b->succ[0]; // as it was made
        b->succ[0] = leave(w, b, k, &st, NULL);
        b->succ[1] = next;
        b->divergent_branch = true;
        b = next;
    }
}

static struct mir_block **edge_to(struct mir_block *b, const struct mir_block *to)
{
    return b->succ[0] == to ? &b->succ[0] : b->succ[1] == to ? &b->succ[1] : NULL;
}

static void walk_step(struct mir_walk *w, uint32_t k, struct mir_step *st, const struct mir_step *those)
{
    struct mir_shader *s = w->s;
    struct mir_block *b = s->blocks[k];
    if (st->kind == MIR_STEP_JMPI) {
        if (!may_jump(w, st->target)) {
            st->kind = MIR_STEP_GOTO;
            w->changed = true;
        } else if (w->emit) {
            jump(w, b, st, entry(w, st->target));
            return;
        }
    }
    if (st->kind == MIR_STEP_JMPI)
        return;
    leave_loops(w, k, st->target);
    struct mir_step own = *those; // those of a first step may be here still, if their region is empty
    own.kind = st->kind;
    own.target = st->target;
    struct mir_block **edge = w->emit ? edge_to(b, entry(w, st->target)) : NULL,
                     *arrive = leave(w, b, k, &own, those);
    if (edge)
        *edge = arrive;
}

// A loop's last block goes back.
static void walk_back(struct mir_walk *w, uint32_t k, struct mir_step *st)
{
    struct mir_shader *s = w->s;
    struct mir_block *b = s->blocks[k], *header = s->blocks[st->target];
    if (header->loop_end != k + 1) {
        w->error = "a branch back from the middle of a loop";
        return;
    }
    if (st->kind == MIR_STEP_BACK_GOTO && !w->masked[st->target])
        w->masked[st->target] = w->changed = true;
    if (!w->emit)
        return;
    if (!w->masked[st->target]) {
        jump(w, b, st, header);
        return;
    }
    struct mir_block *end = w->loop_end[st->target];
    branch(w, end, EU_OP_WHILE, st)->jip = header;
    end->succ[0] = header;
    if (st->pred.kind != MIR_OPK_NONE) { // the others go on, and nowhere else
        end->succ[1] = entry(w, k + 1);
        end->divergent_branch = true;
        b->succ[0] = end;
        b->succ[1] = NULL;
    } else {
        *edge_to(b, header) = end;
    }
}

static bool ends_then(struct mir_walk *w, uint32_t k)
{
    for (uint32_t d = w->depth; d-- && w->stack[d].end <= k + 1;)
        if (w->stack[d].kind == MIR_REGION_THEN)
            return true;
    return false;
}

static void walk_block(struct mir_walk *w, uint32_t k)
{
    struct mir_shader *s = w->s;
    struct mir_block *b = s->blocks[k];
    struct mir_plan *p = &w->r.plans[k];
    uint32_t other;
    struct mir_region els;
    if (b->loop_end && w->masked[k])
        push(w, (struct mir_region){MIR_REGION_LOOP, false, b->loop_end, b->loop_end, k});
    if (ends_then(w, k)) {
        end_then(w, k);
    } else if (is_if_else(w, k, &other, &els)) {
        if (w->emit)
            emit_if(w, b, &p->steps[0], s->blocks[other], s->blocks[other]);
        push(w, (struct mir_region){MIR_REGION_THEN, true, other, els.resume, 0});
    } else {
        struct mir_step rest = p->steps[0]; // of a second step: all that do not take the first
        rest.inv = !rest.inv;
        for (unsigned e = 0; e < p->count && !w->error; e++)
            if (p->steps[e].target > k)
                walk_step(w, k, &p->steps[e], e ? &rest : &p->steps[e]);
            else
                walk_back(w, k, &p->steps[e]);
    }
    while (!w->error && top(w) && top(w)->kind == MIR_REGION_LOOP && top(w)->end == k + 1)
        w->depth--;
}

static void walk(struct mir_walk *w)
{
    w->depth = 0;
    w->changed = false;
    for (uint32_t k = 0; k < w->n && !w->error; k++) {
        walk_landing(w, k);
        if (!w->error)
            walk_block(w, k);
    }
}

static struct mir_walk start(struct mir_shader *s)
{
    uint32_t n = s->block_count;
    struct mir_walk w = {.s = s,
                         .n = n,
                         .r = mir_find_branches(s->arena, s),
                         .masked = arena_array(s->arena, bool, n + 1),
                         .gone = arena_array(s->arena, uint32_t, n + 1),
                         .again = arena_array(s->arena, struct mir_again *, n + 1),
                         .ends = arena_array(s->arena, uint32_t, n + 1),
                         .then_ends = arena_array(s->arena, uint32_t, n + 1),
                         .first_source = arena_array(s->arena, uint32_t, n + 1),
                         .stack = arena_array(s->arena, struct mir_region, 4 * n + 4),
                         .landing = arena_array(s->arena, struct mir_block *, n + 1),
                         .landing_end = arena_array(s->arena, struct mir_block *, n + 1),
                         .then_block = arena_array(s->arena, struct mir_block *, n + 1),
                         .loop_end = arena_array(s->arena, struct mir_block *, n + 1)};
    for (uint32_t k = 0; k < n; k++)
        w.gone[k] = w.first_source[k] = UINT32_MAX;
    for (uint32_t k = n; k--;)
        for (unsigned e = 0; e < w.r.plans[k].count; e++)
            if (w.r.plans[k].steps[e].target > k)
                w.first_source[w.r.plans[k].steps[e].target] = k;
    return w;
}

static void remove_branches(struct mir_shader *s)
{
    for (uint32_t b = 0; b < s->block_count; b++)
        if (s->blocks[b]->last && s->blocks[b]->last->op == MIR_OP_BR)
            mir_remove(s->blocks[b]->last);
}

bool mir_structure(struct mir_shader *s, const char **error)
{
    struct mir_walk w = start(s);
    do
        walk(&w);
    while (w.changed && !w.error);
    *error = w.error;
    if (w.error)
        return false;
    remove_branches(s);
    // The vectors are there before the walk that emits, so that the blocks where they end clear them.
    for (uint32_t k = 0; k < w.n; k++)
        for (const struct mir_again *a = w.again[k]; a; a = a->next)
            gone_of(&w, a->target);
    mir_walk_make_blocks(&w);
    w.emit = true;
    walk(&w);
    *error = w.error;
    mir_walk_lay_out(&w);
    return !w.error;
}
