// Distances and tokens, by a walk over the blocks until what is outstanding at the start of each no longer
// grows.
//
// What is outstanding is kept twice: for instructions that run whatever the channels are (sure), and for the
// others. A block may be entered with all channels off; then an instruction with a mask does not even wait
// there, so that what it waits for is over for its like only. And it never waits itself for what a sure
// instruction did: a `sync` in front does.
#include "compiler/mir/emit/scoreboard.h"
#include "compiler/mir/ir/query.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "util/math.h"
#include "util/mutant.h"

enum { MAX_TOKENS = CHAR_BIT * sizeof(uint32_t), NO_TOKEN = MAX_TOKENS }; // as masks have room for
enum { MASKED, SURE, LEVELS };                                            // of the instructions that wait
static const enum eu_pipe pipe_names[SCOREBOARD_PIPES] = {EU_PIPE_FLOAT, EU_PIPE_INT, EU_PIPE_LONG,
                                                          EU_PIPE_MATH};

struct unit {
    uint32_t dst[LEVELS], src[LEVELS]; // tokens that may be outstanding
    // When the last instruction of a pipe that wrote the unit, or read it, began: by the pipe's clock. Of
    // those that wrote: the last one with a mask, and the last sure one, if they came by other ways.
    int32_t written[LEVELS][SCOREBOARD_PIPES], read[SCOREBOARD_PIPES];
};

struct state {
    // Of each pipe: in-order instructions since the block's start, and the last one that is over, as all
    // before it are.
    int32_t clock[SCOREBOARD_PIPES], over[SCOREBOARD_PIPES];
    uint32_t sure; // tokens that a sure instruction set
    bool alone;    // what was last is over before the next begins
    bool reached;
    struct unit *units;
};

struct board {
    struct kiln_waits w;
    uint32_t units; // up to the last that the program touches
    struct scoreboard_step *steps;
    struct state *in, now; // at the start of each block, where clocks are 0; at a step
    uint8_t *token;        // of each step
    uint32_t blocks;
    // For choosing tokens, in the order of the code: which are free, and when each was set last.
    uint32_t set[MAX_TOKENS];
    uint32_t taken;
};

// ---- what is outstanding

// Instructions of the pipe since that one began, 1 for the last one; `over` at most.
static unsigned distance_of(const struct board *b, const struct state *s, unsigned p, int32_t began)
{
    const int32_t d = s->clock[p] - began;
    return began <= s->over[p] || d > b->w.over ? b->w.over : (unsigned)d;
}

static void nothing_outstanding(const struct board *b, struct state *s)
{
    for (struct unit *u = s->units; u < s->units + b->units; u++)
        for (unsigned p = 0; p < b->w.pipes; p++) {
            u->read[p] = -b->w.over;
            for (unsigned l = 0; l < LEVELS; l++)
                u->written[l][p] = -b->w.over;
        }
    s->reached = true;
}

static void begin_block(const struct board *b, struct state *to, const struct state *in)
{
    struct unit *units = to->units;
    memcpy(units, in->units, b->units * sizeof(*units));
    *to = *in;
    to->units = units;
    for (unsigned p = 0; p < b->w.pipes; p++)
        to->over[p] = -b->w.over;
}

// The later of two times is outstanding for longer.
static bool join_time(const struct board *b, const struct state *s, unsigned p, int32_t *to, int32_t from)
{
    const int32_t at = -(int32_t)distance_of(b, s, p, from);
    const bool later = at > *to;
    *to = later ? at : *to;
    return later;
}

static bool add_tokens(uint32_t *to, uint32_t from)
{
    const bool adds = from & ~*to;
    *to |= from;
    return adds;
}

// May it be? Most units are not.
static bool is_outstanding(const struct board *b, const struct state *s, const struct unit *u)
{
    bool any = u->dst[MASKED] | u->dst[SURE] | u->src[MASKED] | u->src[SURE];
    for (unsigned p = 0; p < b->w.pipes; p++) {
        const int32_t last = KILN_MAX(u->read[p], KILN_MAX(u->written[MASKED][p], u->written[SURE][p]));
        any |= last > s->over[p];
    }
    return any;
}

static bool merge_unit(const struct board *b, struct unit *to, const struct state *s, const struct unit *from)
{
    bool grew = false;
    for (unsigned p = 0; p < b->w.pipes; p++) {
        grew |= join_time(b, s, p, &to->read[p], from->read[p]);
        for (unsigned l = 0; l < LEVELS; l++)
            grew |= join_time(b, s, p, &to->written[l][p], from->written[l][p]);
    }
    for (unsigned l = 0; l < LEVELS; l++) {
        grew |= add_tokens(&to->dst[l], from->dst[l]);
        grew |= add_tokens(&to->src[l], from->src[l]);
    }
    return grew;
}

// What is outstanding at the start of a block, on one more way to it. True if it grew.
static bool merge(const struct board *b, struct state *to, const struct state *from)
{
    bool grew = !to->reached;
    if (!to->reached)
        nothing_outstanding(b, to);
    grew |= add_tokens(&to->sure, from->sure) | (from->alone && !to->alone);
    to->alone |= from->alone;
    for (uint32_t k = 0; k < b->units; k++)
        if (is_outstanding(b, from, &from->units[k]))
            grew |= merge_unit(b, &to->units[k], from, &from->units[k]);
    return grew;
}

// Tokens of results are over, for those who ask at these levels; with the result the payload is read.
static void over(const struct board *b, struct state *s, unsigned lowest_level, unsigned highest_level,
                 uint32_t dst, uint32_t src)
{
    for (unsigned l = lowest_level; l <= highest_level && (dst | src); l++)
        for (struct unit *u = s->units; u < s->units + b->units; u++) {
            u->dst[l] &= ~dst;
            u->src[l] &= ~(dst | src);
        }
}

static void note_read(struct state *s, struct scoreboard_range r, const struct scoreboard_step *step,
                      unsigned token)
{
    for (struct unit *u = s->units + r.first; u < s->units + r.first + r.count; u++)
        if (!step->unordered)
            u->read[step->pipe] = s->clock[step->pipe];
        else if (token != NO_TOKEN && u >= s->units + SCOREBOARD_GRF)
            for (unsigned l = 0; l < LEVELS; l++)
                u->src[l] |= 1U << token;
}

// It has waited for what wrote the unit before: for sure instructions by a `sync`, and for others only where
// it has channels itself. Of its own pipe those end before it does.
static void note_write(const struct board *b, struct state *s, struct scoreboard_range r,
                       const struct scoreboard_step *step, unsigned token)
{
    for (struct unit *u = s->units + r.first; u < s->units + r.first + r.count; u++)
        if (!step->unordered) {
            for (unsigned p = 0; p < b->w.pipes; p++) {
                u->written[SURE][p] = s->over[p];
                u->written[MASKED][p] = step->sure ? s->over[p] : u->written[MASKED][p];
            }
            u->written[step->sure ? SURE : MASKED][step->pipe] = s->clock[step->pipe];
        } else if (token != NO_TOKEN) {
            for (unsigned l = 0; l < LEVELS; l++)
                u->dst[l] |= 1U << token;
        }
}

// After a step, once all that it waits for is taken off.
static void note_step(const struct board *b, struct state *s, const struct scoreboard_step *step,
                      unsigned token)
{
    if (step->unordered && token != NO_TOKEN) {
        over(b, s, MASKED, step->sure ? SURE : MASKED, 1U << token, 0);
        s->sure &= ~((uint32_t)step->sure << token);
        s->sure |= (uint32_t)step->sure << token;
    }
    for (unsigned i = 0; i < SCOREBOARD_READS; i++)
        note_read(s, step->reads[i], step, token);
    note_write(b, s, step->write, step, token);
    if (step->writes_acc)
        note_write(b, s, (struct scoreboard_range){SCOREBOARD_ACC, 1}, step, token);
    if (step->inst->op != EU_OP_SYNC)
        s->alone = step->alone;
    // Jumps may count in the hardware, or not: a smaller distance waits for more.
    if (!step->unordered && !eu_op_is_branch(step->inst->op) && step->inst->op != EU_OP_SYNC)
        s->clock[step->pipe]++;
}

// ---- what an instruction waits for

struct needs {
    uint32_t dst, src;
    // By pipe; `over`: none. The second: of what sure instructions wrote.
    unsigned distance[SCOREBOARD_PIPES], sure_distance[SCOREBOARD_PIPES];
};

static void need_distance(unsigned *of, unsigned distance)
{
    *of = KILN_MIN(*of, distance);
}

MUTABLE_CALLS static void need_for_read(const struct board *b, struct needs *n, const struct state *s,
                                        struct scoreboard_range r, unsigned level)
{
    for (struct unit *u = s->units + r.first; u < s->units + r.first + r.count; u++) {
        if (MUTABLE_CALL_BITS("token", u->dst[level] != 0))
            n->dst |= u->dst[level];
        for (unsigned p = 0; p < b->w.pipes; p++)
            for (unsigned l = 0; l < LEVELS; l++) {
                const unsigned d = distance_of(b, s, p, u->written[l][p]);
                if (MUTABLE_CALL_BITS("distance", d < b->w.over))
                    need_distance(l == SURE ? &n->sure_distance[p] : &n->distance[p], d);
            }
    }
}

// Instructions of one pipe read in order: only others may overtake those that still read.
static void need_for_write(const struct board *b, struct needs *n, const struct state *s,
                           struct scoreboard_range r, const struct scoreboard_step *step)
{
    const unsigned level = step->sure ? SURE : MASKED;
    need_for_read(b, n, s, r, level);
    for (struct unit *u = s->units + r.first; u < s->units + r.first + r.count; u++) {
        if (MUTABLE("token", u->src[level] != 0))
            n->src |= u->src[level];
        for (unsigned p = 0; p < b->w.pipes; p++) {
            const unsigned d = distance_of(b, s, p, u->read[p]);
            if (MUTABLE("distance", (step->unordered || p != step->pipe) && d < b->w.over))
                need_distance(&n->distance[p], d);
        }
    }
}

static struct needs needs_of(const struct board *b, const struct state *s, const struct scoreboard_step *step)
{
    struct needs n = {0};
    for (unsigned p = 0; p < b->w.pipes; p++) {
        n.distance[p] = n.sure_distance[p] = b->w.over;
        if (MUTABLE("alone", s->alone || step->alone))
            n.distance[p] = 1;
        if (step->drains)
            need_distance(&n.distance[p], 1);
    }
    for (unsigned i = 0; i < SCOREBOARD_READS; i++)
        need_for_read(b, &n, s, step->reads[i], step->sure ? SURE : MASKED);
    need_for_write(b, &n, s, step->write, step);
    if (step->writes_acc)
        need_for_write(b, &n, s, (struct scoreboard_range){SCOREBOARD_ACC, 1}, step);
    n.src &= ~n.dst;
    return n;
}

// One distance for those of several pipes: the least of them, in all.
struct wait {
    enum eu_pipe pipe;
    uint8_t distance; // 0: none
};

static struct wait wait_of(const struct board *b, const unsigned distance[SCOREBOARD_PIPES])
{
    struct wait w = {0};
    for (unsigned p = 0; p < b->w.pipes; p++) {
        if (distance[p] >= b->w.over)
            continue;
        const uint8_t d = (uint8_t)KILN_MIN(distance[p], (unsigned)b->w.farthest);
        w.pipe = b->w.pipes == 1 ? EU_PIPE_OWN : w.distance ? EU_PIPE_ALL : pipe_names[p];
        w.distance = w.distance ? KILN_MIN(w.distance, d) : d;
    }
    return w;
}

static bool covers(struct wait a, struct wait b)
{
    return a.distance &&
           (!b.distance || (a.distance <= b.distance && (a.pipe == b.pipe || a.pipe == EU_PIPE_ALL)));
}

static struct wait both(struct wait a, struct wait b)
{
    if (!a.distance || !b.distance)
        return a.distance ? a : b;
    return (struct wait){a.pipe == b.pipe ? a.pipe : EU_PIPE_ALL, KILN_MIN(a.distance, b.distance)};
}

static unsigned lowest(uint32_t tokens)
{
    return (unsigned)__builtin_ctz(tokens);
}

// May the distance be in the instruction that sets a token? Of several pipes a message waits for all of them,
// and math only for one that the hardware finds out (isa/encoding/gen12.h).
static bool goes_with_token(const struct board *b, const struct scoreboard_step *step)
{
    return b->w.pipes == 1 || eu_op_is_send(step->inst->op);
}

// Can an in-order instruction carry a token of a result beside its distance?
static bool takes_both(const struct board *b, struct wait own)
{
    return b->w.pipes == 1 || !own.distance;
}

// What the instruction carries itself; the rest goes to `sync`s in front. An unordered one carries its own
// token, with which a distance may be; any other a token, or a distance and a token of a result.
static void share_out(const struct board *b, struct scoreboard_step *step, const struct state *s,
                      struct needs n, unsigned token)
{
    struct eu_inst *inst = step->inst;
    const uint32_t mine = step->sure ? UINT32_MAX : ~s->sure;
    struct wait own = wait_of(b, n.distance), sync = wait_of(b, n.sure_distance);
    if (step->sure) {
        own = both(own, sync);
        sync = (struct wait){0};
    }
    if (token != NO_TOKEN && !goes_with_token(b, step)) {
        sync = both(sync, own);
        own = (struct wait){0};
    }
    if (covers(sync, own))
        own = (struct wait){0};
    if (token != NO_TOKEN && own.distance && b->w.pipes > 1)
        own.pipe = EU_PIPE_ALL;
    step->distance = sync.distance;
    step->distance_pipe = sync.pipe;
    inst->swsb = (struct eu_swsb){.distance = own.distance, .pipe = own.pipe};
    if (token != NO_TOKEN) {
        inst->swsb.mode = EU_TOKEN_SET;
        inst->swsb.token = (uint8_t)token;
    } else if (!step->unordered && n.dst & mine && takes_both(b, own)) {
        inst->swsb.mode = EU_TOKEN_DST;
        inst->swsb.token = (uint8_t)lowest(n.dst & mine);
        n.dst &= ~(1U << inst->swsb.token);
    } else if (!step->unordered && !own.distance && n.src & mine) {
        inst->swsb.mode = EU_TOKEN_SRC;
        inst->swsb.token = (uint8_t)lowest(n.src & mine);
        n.src &= ~(1U << inst->swsb.token);
    }
    step->wait_dst = n.dst;
    step->wait_src = n.src;
}

static bool is_meant(const struct board *b, enum eu_pipe pipe, unsigned p)
{
    return b->w.pipes == 1 || pipe == EU_PIPE_ALL || pipe == pipe_names[p];
}

static void waited_distance(const struct board *b, struct state *s, unsigned distance, enum eu_pipe pipe)
{
    for (unsigned p = 0; p < b->w.pipes; p++)
        if (distance && is_meant(b, pipe, p))
            s->over[p] = KILN_MAX(s->over[p], s->clock[p] - (int32_t)distance);
}

// What waiting takes off: by `sync`s for all, by the instruction itself for its like.
static void waited(const struct board *b, struct state *s, const struct scoreboard_step *step)
{
    const struct eu_swsb *w = &step->inst->swsb;
    const uint32_t bit = 1U << w->token;
    over(b, s, MASKED, SURE, step->wait_dst, step->wait_src);
    over(b, s, MASKED, step->sure ? SURE : MASKED, w->mode == EU_TOKEN_DST ? bit : 0,
         w->mode == EU_TOKEN_SRC ? bit : 0);
    waited_distance(b, s, step->distance, step->distance_pipe);
    if (step->sure)
        waited_distance(b, s, w->distance, w->pipe);
}

// ---- tokens

// The token of a step, once for all: one that no instruction needs any more as far as the order of the code
// says, or else the one that was set first, which is the likeliest to be over.
static unsigned choose_token(struct board *b, uint32_t k)
{
    const uint32_t all = b->w.tokens == MAX_TOKENS ? UINT32_MAX : (1U << b->w.tokens) - 1;
    uint32_t from = b->taken == all ? all : all & ~b->taken;
    unsigned best = lowest(from);
    for (unsigned t = 0; t < b->w.tokens; t++)
        if (from >> t & 1 && b->set[t] < b->set[best])
            best = t;
    b->set[best] = k + 1;
    b->taken |= 1U << best;
    return best;
}

static uint32_t outstanding(const struct board *b, const struct state *s)
{
    uint32_t all = 0;
    for (struct unit *u = s->units; u < s->units + b->units; u++)
        all |= u->dst[SURE] | u->src[SURE];
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
    struct state *s = &b->now;
    bool again = false;
    begin_block(b, s, &b->in[block]);
    for (uint32_t k = blocks[block].first; k < blocks[block + 1].first; k++) {
        struct scoreboard_step *step = &b->steps[k];
        step->sure = step->inst->nomask || !blocks[block].partial;
        struct needs n = needs_of(b, s, step);
        if (choose && sets_token(step)) {
            b->taken = outstanding(b, s) & ~n.dst;
            b->token[k] = (uint8_t)choose_token(b, k);
        }
        unsigned token = sets_token(step) ? b->token[k] : NO_TOKEN;
        share_out(b, step, s, n, token);
        waited(b, s, step);
        note_step(b, s, step, token);
        for (unsigned i = 0; i < 2; i++)
            if (step->to[i] < b->blocks && merge(b, &b->in[step->to[i]], s))
                again |= step->to[i] <= block;
    }
    if (block + 1 < b->blocks)
        merge(b, &b->in[block + 1], s);
    return again;
}

static uint32_t end_of(struct scoreboard_range r)
{
    return r.count ? r.first + (uint32_t)r.count : 0;
}

static uint32_t count_units(const struct scoreboard_step *steps, uint32_t count)
{
    uint32_t n = SCOREBOARD_GRF;
    for (uint32_t k = 0; k < count; k++) {
        n = KILN_MAX(n, end_of(steps[k].write));
        for (unsigned i = 0; i < SCOREBOARD_READS; i++)
            n = KILN_MAX(n, end_of(steps[k].reads[i]));
    }
    return n;
}

void scoreboard(struct arena *a, const struct kiln_waits *waits, struct scoreboard_step *steps,
                const struct scoreboard_block *blocks, uint32_t count)
{
    struct board b = {
        .w = *waits, .units = count_units(steps, blocks[count].first), .steps = steps, .blocks = count};
    assert(b.w.tokens <= MAX_TOKENS && b.w.pipes <= SCOREBOARD_PIPES);
    b.in = arena_array(a, struct state, count);
    for (uint32_t k = 0; k < count; k++)
        b.in[k].units = arena_array(a, struct unit, b.units);
    b.now.units = arena_array(a, struct unit, b.units);
    b.token = arena_array(a, uint8_t, blocks[count].first + 1);
    nothing_outstanding(&b, &b.in[0]);
    bool again = true;
    for (bool choose = true; again; choose = false) {
        again = false;
        for (uint32_t k = 0; k < count; k++)
            again |= walk_block(&b, k, blocks, choose);
    }
}
