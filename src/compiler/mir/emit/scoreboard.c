// Distances and tokens, by a walk over the blocks until what is outstanding at the start of each no longer
// grows.
//
// What is outstanding is kept twice: for instructions that run whatever the channels are (sure), and for the
// others. A block may be entered with all channels off; then an instruction with a mask does not even wait
// there, so that what it waits for is over for its like only. And it never waits itself for what a sure
// instruction did: a `sync` in front does.
#include "compiler/mir/emit/scoreboard.h"

#include <assert.h>
#include <string.h>

#include "util/math.h"
#include "util/mutant.h"

enum {
    TOKENS = 16,
    OVER = 11,   // in-order instructions after which one is over
    FARTHEST = 7 // that a distance can say; those between are over when that one is
};

enum { MASKED, SURE, LEVELS }; // who asks

struct state {
    // In-order instructions since one that wrote the unit, or read it, began: 1 for the last one; OVER at
    // most. Of those that wrote: the last one with a mask, and the last sure one, if they came by other ways.
    uint8_t written[LEVELS][SCOREBOARD_UNITS], read[SCOREBOARD_UNITS];
    uint16_t dst[LEVELS][SCOREBOARD_UNITS], src[LEVELS][SCOREBOARD_UNITS]; // tokens that may be outstanding
    uint16_t sure; // those that a sure instruction set
    bool alone;    // what was last is over before the next begins
    bool reached;
};

struct board {
    struct scoreboard_step *steps;
    struct state *in; // of each block
    uint8_t *token;   // of each step
    uint32_t blocks;
    // For choosing tokens, in the order of the code: which are free, and when each was set last.
    uint32_t set[TOKENS];
    uint16_t taken;
};

// ---- what an instruction does

static struct scoreboard_range range_of(const struct scoreboard_step *step, uint32_t at, uint32_t bytes)
{
    uint32_t first = at / step->reg_bytes;
    uint32_t last = KILN_MIN((at + bytes - 1) / step->reg_bytes, SCOREBOARD_GRFS - 1U);
    return (struct scoreboard_range){(uint8_t)first, (uint8_t)(last - first + 1)};
}

static bool is_general(const struct eu_operand *o)
{
    return o->file == EU_FILE_GRF && !o->indirect;
}

// Architecture registers: those that have a unit get it; of those that the hardware keeps track of itself
// (flags, n0) or that never change there is nothing to say.
static struct scoreboard_range architecture(struct scoreboard_step *step, const struct eu_operand *o)
{
    switch (o->reg & 0xf0) {
    case EU_ARF_ACC:
        return (struct scoreboard_range){SCOREBOARD_ACC, 1};
    case EU_ARF_ADDR:
        return (struct scoreboard_range){SCOREBOARD_ADDR, 1};
    case EU_ARF_NULL & 0xf0:
    case EU_ARF_FLAG:
        break;
    default:
        step->alone = true;
    }
    return (struct scoreboard_range){0};
}

static struct scoreboard_range source_range(struct scoreboard_step *step, const struct eu_operand *o,
                                            unsigned n)
{
    if (o->file == EU_FILE_ARF)
        return architecture(step, o);
    if (!is_general(o))
        return (struct scoreboard_range){0};
    unsigned size = eu_type_size(o->type), width = KILN_MAX(o->width, 1U), rows = (n + width - 1) / width;
    unsigned columns = KILN_MIN(n, width);
    uint32_t last = (rows - 1) * o->vstride + (columns - 1) * o->hstride;
    return range_of(step, (uint32_t)o->reg * step->reg_bytes + o->subreg, (last + 1) * size);
}

static struct scoreboard_range destination_range(struct scoreboard_step *step, const struct eu_operand *o,
                                                 unsigned n)
{
    if (o->file == EU_FILE_ARF)
        return architecture(step, o);
    if (!is_general(o))
        return (struct scoreboard_range){0};
    return range_of(step, (uint32_t)o->reg * step->reg_bytes + o->subreg,
                    ((n - 1) * KILN_MAX(o->hstride, 1U) + 1) * eu_type_size(o->type));
}

static void add_read(struct scoreboard_step *step, struct scoreboard_range r)
{
    for (unsigned i = 0; i < SCOREBOARD_READS && r.count; i++)
        if (!step->reads[i].count) {
            step->reads[i] = r;
            return;
        }
}

static void describe_message(struct scoreboard_step *step, const struct eu_inst *inst,
                             const uint8_t lengths[3])
{
    for (unsigned i = 0; i < 2; i++)
        if (lengths[i] && is_general(&inst->src[i]))
            add_read(step, (struct scoreboard_range){inst->src[i].reg, lengths[i]});
    if (lengths[2] && is_general(&inst->dst))
        step->write = (struct scoreboard_range){inst->dst.reg, lengths[2]};
    if (inst->desc_in_reg || inst->ex_desc_in_reg)
        add_read(step, (struct scoreboard_range){SCOREBOARD_ADDR, 1});
}

void scoreboard_describe(struct scoreboard_step *step, const struct kiln_target *target, struct eu_inst *inst,
                         const uint8_t lengths[3])
{
    assert(target->grf_count <= SCOREBOARD_GRFS);
    *step = (struct scoreboard_step){
        .inst = inst, .reg_bytes = target->grf_bytes, .to = {SCOREBOARD_NOWHERE, SCOREBOARD_NOWHERE}};
    step->unordered = eu_op_is_send(inst->op) || inst->op == EU_OP_MATH;
    if (eu_op_is_send(inst->op)) {
        describe_message(step, inst, lengths);
        return;
    }
    if (eu_op_is_branch(inst->op) || inst->op == EU_OP_SYNC || inst->op == EU_OP_NOP)
        return;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++) {
        if (inst->src[i].indirect)
            add_read(step, (struct scoreboard_range){SCOREBOARD_ADDR, 1});
        add_read(step, source_range(step, &inst->src[i], inst->exec_size));
    }
    step->write = destination_range(step, &inst->dst, inst->exec_size);
    if (inst->op == EU_OP_MAC || inst->op == EU_OP_MACH)
        add_read(step, (struct scoreboard_range){SCOREBOARD_ACC, 1});
    step->writes_acc =
        inst->acc_wr || inst->op == EU_OP_ADDC || inst->op == EU_OP_SUBB || inst->op == EU_OP_MACH;
}

void scoreboard_add_indirect(struct scoreboard_step *step, uint32_t at, uint32_t bytes, bool written)
{
    if (written)
        step->write = range_of(step, at, bytes);
    else
        add_read(step, range_of(step, at, bytes));
}

// ---- what is outstanding

static void nothing_outstanding(struct state *s)
{
    memset(s, 0, sizeof(*s));
    memset(s->written, OVER, sizeof(s->written));
    memset(s->read, OVER, sizeof(s->read));
    s->reached = true;
}

// True if `to` grew.
static bool merge(struct state *to, const struct state *from)
{
    if (!to->reached) {
        *to = *from;
        return true;
    }
    struct state old = *to;
    for (unsigned u = 0; u < SCOREBOARD_UNITS; u++) {
        to->read[u] = KILN_MIN(to->read[u], from->read[u]);
        for (unsigned l = 0; l < LEVELS; l++) {
            to->written[l][u] = KILN_MIN(to->written[l][u], from->written[l][u]);
            to->dst[l][u] |= from->dst[l][u];
            to->src[l][u] |= from->src[l][u];
        }
    }
    to->sure |= from->sure;
    to->alone |= from->alone;
    return memcmp(&old, to, sizeof(old)) != 0;
}

// Tokens of results are over, for those who ask at these levels; with the result the payload is read.
static void over(struct state *s, unsigned lowest_level, unsigned highest_level, uint16_t dst, uint16_t src)
{
    for (unsigned l = lowest_level; l <= highest_level && (dst | src); l++)
        for (unsigned u = 0; u < SCOREBOARD_UNITS; u++) {
            s->dst[l][u] &= (uint16_t)~dst;
            s->src[l][u] &= (uint16_t)~(dst | src);
        }
}

static void note_read(struct state *s, struct scoreboard_range r, bool unordered, unsigned token)
{
    for (unsigned u = r.first; u < r.first + (unsigned)r.count; u++)
        if (!unordered)
            s->read[u] = 0;
        else if (token < TOKENS && u < SCOREBOARD_GRFS)
            for (unsigned l = 0; l < LEVELS; l++)
                s->src[l][u] |= (uint16_t)(1U << token);
}

static void note_write(struct state *s, struct scoreboard_range r, const struct scoreboard_step *step,
                       unsigned token)
{
    for (unsigned u = r.first; u < r.first + (unsigned)r.count; u++)
        if (!step->unordered) {
            s->written[step->sure ? SURE : MASKED][u] = 0;
            s->written[step->sure ? MASKED : SURE][u] = OVER;
        } else if (token < TOKENS) {
            for (unsigned l = 0; l < LEVELS; l++)
                s->dst[l][u] |= (uint16_t)(1U << token);
        }
}

// Behind a step, once all that it waits for is taken off.
static void note_step(struct state *s, const struct scoreboard_step *step, unsigned token)
{
    if (step->unordered && token < TOKENS) {
        over(s, MASKED, step->sure ? SURE : MASKED, (uint16_t)(1U << token), 0);
        s->sure &= (uint16_t)~(step->sure << token);
        s->sure |= (uint16_t)(step->sure << token);
    }
    for (unsigned i = 0; i < SCOREBOARD_READS; i++)
        note_read(s, step->reads[i], step->unordered, token);
    note_write(s, step->write, step, token);
    if (step->writes_acc)
        note_write(s, (struct scoreboard_range){SCOREBOARD_ACC, 1}, step, token);
    if (step->inst->op != EU_OP_SYNC)
        s->alone = step->alone;
    // Jumps may count in the hardware, or not: a smaller distance waits for more.
    if (!step->unordered && !eu_op_is_branch(step->inst->op) && step->inst->op != EU_OP_SYNC)
        for (unsigned u = 0; u < SCOREBOARD_UNITS; u++) {
            for (unsigned l = 0; l < LEVELS; l++)
                s->written[l][u] = (uint8_t)KILN_MIN(s->written[l][u] + 1, OVER);
            s->read[u] = (uint8_t)KILN_MIN(s->read[u] + 1, OVER);
        }
}

// ---- what an instruction waits for

struct needs {
    uint16_t dst, src;
    unsigned distance, sure_distance; // OVER: none; of what sure instructions wrote
};

static void need_distance(struct needs *n, unsigned distance, bool surely)
{
    unsigned *d = surely ? &n->sure_distance : &n->distance;
    *d = KILN_MIN(*d, distance);
}

MUTABLE_CALLS static void need_for_read(struct needs *n, const struct state *s, struct scoreboard_range r,
                                        unsigned level)
{
    for (unsigned u = r.first; u < r.first + (unsigned)r.count; u++) {
        if (MUTABLE_CALL_BITS("token", s->dst[level][u] != 0))
            n->dst |= s->dst[level][u];
        for (unsigned l = 0; l < LEVELS; l++)
            if (MUTABLE_CALL_BITS("distance", s->written[l][u] < OVER))
                need_distance(n, s->written[l][u], l == SURE);
    }
}

// In-order instructions read in order: only others may overtake those that still read.
static void need_for_write(struct needs *n, const struct state *s, struct scoreboard_range r, unsigned level,
                           bool unordered)
{
    need_for_read(n, s, r, level);
    for (unsigned u = r.first; u < r.first + (unsigned)r.count; u++) {
        if (MUTABLE("token", s->src[level][u] != 0))
            n->src |= s->src[level][u];
        if (MUTABLE("distance", unordered && s->read[u] < OVER))
            need_distance(n, s->read[u], false);
    }
}

static struct needs needs_of(const struct state *s, const struct scoreboard_step *step)
{
    struct needs n = {.distance = OVER, .sure_distance = OVER};
    unsigned level = step->sure ? SURE : MASKED;
    if (MUTABLE("alone", s->alone || step->alone))
        n.distance = 1;
    if (step->drains)
        need_distance(&n, 1, false);
    for (unsigned i = 0; i < SCOREBOARD_READS; i++)
        need_for_read(&n, s, step->reads[i], level);
    need_for_write(&n, s, step->write, level, step->unordered);
    if (step->writes_acc)
        need_for_write(&n, s, (struct scoreboard_range){SCOREBOARD_ACC, 1}, level, step->unordered);
    n.src &= (uint16_t)~n.dst;
    return n;
}

static unsigned as_distance(unsigned d)
{
    return d >= OVER ? 0 : KILN_MIN(d, (unsigned)FARTHEST);
}

static unsigned lowest(uint16_t tokens)
{
    return (unsigned)__builtin_ctz(tokens);
}

// What the instruction carries itself; the rest goes to `sync`s in front. An unordered one carries its own
// token, with which a distance may be; any other a token, or a distance and a token of a result.
static void share_out(struct scoreboard_step *step, const struct state *s, struct needs n, unsigned token)
{
    struct eu_inst *inst = step->inst;
    uint16_t mine = step->sure ? 0xffff : (uint16_t)~s->sure;
    unsigned own = as_distance(step->sure ? KILN_MIN(n.distance, n.sure_distance) : n.distance);
    inst->swsb = (struct eu_swsb){0};
    step->distance = (uint8_t)(step->sure ? 0 : as_distance(n.sure_distance));
    if (step->distance && (!own || step->distance <= own))
        own = 0; // who waits for the nearer one waits for both
    inst->swsb.distance = (uint8_t)own;
    if (token < TOKENS) {
        inst->swsb.mode = EU_TOKEN_SET;
        inst->swsb.token = (uint8_t)token;
    } else if (!step->unordered && n.dst & mine) {
        inst->swsb.mode = EU_TOKEN_DST;
        inst->swsb.token = (uint8_t)lowest(n.dst & mine);
        n.dst &= (uint16_t)~(1U << inst->swsb.token);
    } else if (!step->unordered && !own && n.src & mine) {
        inst->swsb.mode = EU_TOKEN_SRC;
        inst->swsb.token = (uint8_t)lowest(n.src & mine);
        n.src &= (uint16_t)~(1U << inst->swsb.token);
    }
    step->wait_dst = n.dst;
    step->wait_src = n.src;
}

// What waiting takes off: by `sync`s for all, by the instruction itself for its like.
static void waited(struct state *s, const struct scoreboard_step *step)
{
    unsigned distance = step->sure ? step->inst->swsb.distance : step->distance;
    const struct eu_swsb *w = &step->inst->swsb;
    uint16_t bit = (uint16_t)(1U << w->token);
    over(s, MASKED, SURE, step->wait_dst, step->wait_src);
    over(s, MASKED, step->sure ? SURE : MASKED, w->mode == EU_TOKEN_DST ? bit : 0,
         w->mode == EU_TOKEN_SRC ? bit : 0);
    for (unsigned u = 0; u < SCOREBOARD_UNITS && distance; u++) {
        for (unsigned l = 0; l < LEVELS; l++)
            s->written[l][u] = s->written[l][u] >= distance ? OVER : s->written[l][u];
        s->read[u] = s->read[u] >= distance ? OVER : s->read[u];
    }
}

// ---- tokens

// The token of a step, once for all: one that nobody needs any more as far as the order of the code says, or
// else the one that was set first, which is the likeliest to be over.
static unsigned choose_token(struct board *b, uint32_t k)
{
    uint16_t from = b->taken == 0xffff ? 0xffff : (uint16_t)~b->taken;
    unsigned best = lowest(from);
    for (unsigned t = 0; t < TOKENS; t++)
        if (from >> t & 1 && b->set[t] < b->set[best])
            best = t;
    b->set[best] = k + 1;
    b->taken |= (uint16_t)(1U << best);
    return best;
}

static uint16_t outstanding(const struct state *s)
{
    uint16_t all = 0;
    for (unsigned u = 0; u < SCOREBOARD_UNITS; u++)
        all |= s->dst[SURE][u] | s->src[SURE][u];
    return all;
}

static bool sets_token(const struct scoreboard_step *step)
{
    return step->unordered && !step->inst->eot;
}

// ---- blocks

// True if some block before the next has grown.
static bool walk_block(struct board *b, uint32_t block, const struct scoreboard_block *blocks, bool choose)
{
    struct state s = b->in[block];
    bool again = false;
    for (uint32_t k = blocks[block].first; k < blocks[block + 1].first; k++) {
        struct scoreboard_step *step = &b->steps[k];
        step->sure = step->inst->nomask || !blocks[block].partial;
        struct needs n = needs_of(&s, step);
        if (choose && sets_token(step)) {
            b->taken = outstanding(&s) & (uint16_t)~n.dst;
            b->token[k] = (uint8_t)choose_token(b, k);
        }
        unsigned token = sets_token(step) ? b->token[k] : TOKENS;
        share_out(step, &s, n, token);
        waited(&s, step);
        note_step(&s, step, token);
        for (unsigned i = 0; i < 2; i++)
            if (step->to[i] < b->blocks && merge(&b->in[step->to[i]], &s))
                again |= step->to[i] <= block;
    }
    if (block + 1 < b->blocks)
        merge(&b->in[block + 1], &s);
    return again;
}

void scoreboard(struct arena *a, struct scoreboard_step *steps, const struct scoreboard_block *blocks,
                uint32_t count)
{
    struct board b = {.steps = steps, .blocks = count};
    b.in = arena_array(a, struct state, count);
    b.token = arena_array(a, uint8_t, blocks[count].first + 1);
    nothing_outstanding(&b.in[0]);
    bool again = true;
    for (bool choose = true; again; choose = false) {
        again = false;
        for (uint32_t k = 0; k < count; k++)
            again |= walk_block(&b, k, blocks, choose);
    }
}
