// List scheduling within blocks: top down, by critical path while registers are plenty, by pressure when they
// are not. Large blocks through a window that moves over them.
//
// mir/opt/sched_deps.c finds what depends on what.
//
// Pressure is counted in bytes from the block's live-in set. A block whose new order needs more registers
// than both the old one and the budget, or more flags than there are, keeps its old order: scheduling never
// makes spills. Before that, and where the new order waits for what it reads, others are tried: the old one,
// but for reads that go ahead of where they were by some instructions, or pressure decides earlier or later;
// of those that fit, the fastest is taken. Where all of them spill, computations that have nothing in common
// (the components of vectors) are done one after the other, so that only one has its values between in
// registers.
#include "compiler/mir/ir/query.h"
#include "compiler/mir/analysis/cost.h"
#include "compiler/mir/opt/sched.h"
#include "compiler/support/variant.h"
#include "hw/budget.h"
#include "util/log.h"

#include <string.h>

// Limits of compile time.
enum {
    LARGE = 1000, // a block of more instructions is scheduled in a window
    WINDOW = 160,
    LARGE_APART = 2000, // likewise where groups are kept apart, all at once
    MAX_AHEAD = 6000,   // instructions of a block whose reads are moved ahead
};

// Bytes of all registers but so many of the budget's.
static int32_t all_but(const struct sched *c, unsigned registers)
{
    const struct kiln_target *t = c->s->target;
    return (int32_t)((t->grf_count - kiln_budget_registers(t, registers)) * c->s->reg_bytes);
}

static void reset_unit(struct sched *c, uint32_t unit)
{
    struct pressure *u = &c->pressure[unit];
    c->last_def[unit] = 0;
    c->readers[unit] = NULL;
    u->reads_left = u->first_left = 0;
    u->live = u->live_out = u->replaced = false;
}

// ---- pressure

static bool is_last_use(const struct pressure *u)
{
    return u->live && (u->replaced ? u->first_left == 1 : u->reads_left == 1 && !u->live_out);
}

// What reads a value for the last time and puts another into its place takes back what the use gives.
static bool is_placed_anew(const struct pressure *u)
{
    return !u->live || (u->replaced && u->first_left);
}

static void find_gain(const struct sched *c, uint32_t node)
{
    struct node *n = &c->nodes[node];
    const struct touched *t = &c->touched[node];
    memset(n->gain, 0, sizeof(n->gain));
    n->known = c->known;
    for_uses(k, t)
    {
        const struct pressure *u = &c->pressure[c->units.data[k]];
        n->gain[u->file] -= is_last_use(u) ? u->bytes : 0;
    }
    if (n->inst->op == MIR_OP_UNDEF)
        return;
    for_defs(k, t)
    {
        const struct pressure *u = &c->pressure[c->units.data[k]];
        n->gain[u->file] += is_placed_anew(u) ? u->bytes : 0;
    }
}

// What the nodes that touch a unit gain is not known any more, where the unit's state changed.
static void note_change(struct sched *c, const struct pressure *u, bool last, bool anew)
{
    if (!c->known || (last == is_last_use(u) && anew == is_placed_anew(u)))
        return;
    for (uint32_t k = u->touch; k; k = c->touches[k - 1].next)
        c->nodes[c->touches[k - 1].node].known = false;
}

static void do_use(struct sched *c, uint32_t unit)
{
    struct pressure *u = &c->pressure[unit];
    bool last = is_last_use(u), anew = is_placed_anew(u);
    u->reads_left -= u->reads_left != 0;
    u->first_left -= u->replaced && u->first_left;
    if (last) {
        u->live = false;
        c->bytes[u->file] -= u->bytes;
    }
    note_change(c, u, last, anew);
}

static void do_def(struct sched *c, uint32_t unit)
{
    struct pressure *u = &c->pressure[unit];
    bool last = is_last_use(u), anew = is_placed_anew(u);
    u->replaced = false;
    if (!u->live && (u->reads_left || u->live_out)) { // else nobody reads it
        u->live = true;
        c->bytes[u->file] += u->bytes;
    }
    note_change(c, u, last, anew);
}

static void apply(struct sched *c, const struct mir_inst *i, const struct touched *t)
{
    if (i->op == MIR_OP_UNDEF)
        return;
    for_defs(u, t) do_def(c, c->units.data[u]);
    for (unsigned f = 0; f < 3; f++)
        if (c->bytes[f] > c->peak[f])
            c->peak[f] = c->bytes[f];
    for_uses(u, t) do_use(c, c->units.data[u]);
}

static void find_bytes_in(struct sched *c, struct arena *a)
{
    c->bytes_in = arena_alloc(a, sizeof(*c->bytes_in) * (c->s->block_count + 1));
    for (uint32_t u = 0; u < c->l->unit_count; u++)
        for (uint32_t k = c->l->first_run[u]; k < c->l->first_run[u + 1]; k++) {
            c->bytes_in[c->l->runs[k].first][c->pressure[u].file] += c->pressure[u].bytes;
            c->bytes_in[c->l->runs[k].end][c->pressure[u].file] -= c->pressure[u].bytes;
        }
    for (uint32_t b = 1; b < c->s->block_count; b++)
        for (unsigned f = 0; f < 3; f++)
            c->bytes_in[b][f] += c->bytes_in[b - 1][f];
}

// Does the instruction leave nothing of what was in all its units?
static bool replaces(const struct sched *c, const struct mir_inst *i)
{
    uint32_t reg = c->s->reg_bytes;
    if (i->dst.kind != MIR_OPK_VREG || !mir_dst_is_full(i))
        return false;
    struct mir_range r = mir_dst_range(i);
    return r.lo % reg == 0 && (r.hi % reg == 0 || r.hi == c->s->vregs[i->dst.vreg].size);
}

// Values from before the block, in whose place it puts others (as the copies for a loop's next round do),
// take registers only until they are read for the last time.
static void find_replaced(struct sched *c, const struct mir_block *b)
{
    const struct touched *t = c->touched;
    mir_foreach_inst(i, b)
    {
        bool full = replaces(c, i);
        for_uses(u, t)
        {
            struct pressure *p = &c->pressure[c->units.data[u]];
            p->first_left += !p->defined;
        }
        for_defs(u, t)
        {
            uint32_t unit = c->units.data[u];
            struct pressure *p = &c->pressure[unit];
            if (!p->defined)
                p->replaced = full && c->owner[unit] == i->dst.vreg && p->live && p->first_left;
            p->defined = true;
        }
        t++;
    }
    for (size_t u = 0; u < c->units.count; u++)
        c->pressure[c->units.data[u]].defined = false;
}

static void start_pressure(struct sched *c, const struct mir_block *b)
{
    const struct live_touch *t = c->l->touched;
    memcpy(c->bytes, c->bytes_in[b->index], sizeof(c->bytes));
    memset(c->peak, 0, sizeof(c->peak));
    for (uint32_t k = c->l->first_touched[b->index]; k < c->l->first_touched[b->index + 1]; k++) {
        c->pressure[t[k].unit].live = t[k].in;
        c->pressure[t[k].unit].live_out = t[k].out;
    }
    for (uint32_t k = 0; k < c->touched_count; k++)
        for_uses(u, &c->touched[k]) c->pressure[c->units.data[u]].reads_left++;
    find_replaced(c, b);
}

static void end_pressure(struct sched *c)
{
    for (size_t k = 0; k < c->units.count; k++)
        reset_unit(c, c->units.data[k]);
}

// ---- the schedule

struct choice {
    const struct node *n; // of two that are as good, the first in the block
    bool crowded;         // needs a flag or address register that is not free
    bool waits;           // operands are not there yet
    int32_t growth;       // bytes of general registers
    uint32_t chance;
};

static struct choice rate(struct sched *c, uint32_t node, uint32_t now, bool tight)
{
    const struct node *n = &c->nodes[node];
    struct choice r = {
        .n = n, .waits = n->ready > now, .chance = c->shuffles ? variant_random(&c->chance) : 0};
    if (!tight && !n->scarce)
        return r;
    if (!n->known)
        find_gain(c, node);
    r.growth = n->gain[MIR_GRF];
    r.crowded = (n->gain[MIR_FLAG] > 0 && c->bytes[MIR_FLAG] + n->gain[MIR_FLAG] > BUDGET_SCHED_FLAG_BYTES) ||
                (n->gain[MIR_ADDR] > 0 && c->bytes[MIR_ADDR] + n->gain[MIR_ADDR] > c->address_bytes);
    return r;
}

static bool better(const struct sched *c, const struct choice *x, const struct choice *y, bool tight)
{
    const struct node *a = x->n, *b = y->n;
    if (x->crowded != y->crowded)
        return !x->crowded;
    if (x->chance != y->chance)
        return x->chance < y->chance;
    if (c->mode.apart && a->group != b->group)
        return a->group < b->group;
    if (tight && x->growth != y->growth)
        return x->growth < y->growth;
    if (tight && x->growth > 0 && c->mode.in_order)
        return a < b;
    if (c->mode.strict && (!a->leads || !b->leads))
        return a->leads != b->leads ? a->leads : a < b;
    if (x->waits != y->waits)
        return !x->waits;
    if (x->waits && a->ready != b->ready)
        return a->ready < b->ready;
    if (c->mode.reads_first)
        return a->leads != b->leads ? a->leads : a < b;
    if (a->path != b->path)
        return a->path > b->path;
    return a < b;
}

// Its place in the list. (Half of what scheduling takes: rate() and better() are inlined, called once each.)
static uint32_t find_best(struct sched *c, const uint32_t *ready, uint32_t count, uint32_t now, bool tight)
{
    struct choice best = {0};
    uint32_t at = 0;
    for (uint32_t k = 0; k < count; k++) {
        const struct choice r = rate(c, ready[k], now, tight);
        if (!k || better(c, &r, &best, tight))
            best = r, at = k;
    }
    return at;
}

static void schedule(struct sched *c, struct mir_inst **order)
{
    uint32_t *ready = arena_array(c->a, uint32_t, c->count + 1), ready_count = 0, now = 0, seen = 0;
    uint32_t window = c->mode.window                       ? c->mode.window
                      : c->count > LARGE && !c->mode.apart ? WINDOW
                                                           : c->count;
    c->known = c->touches != NULL;
    for (uint32_t done = 0; done < c->count; done++) {
        for (; seen < c->count && seen < done + window; seen++)
            if (!c->nodes[seen].blockers)
                ready[ready_count++] = seen;
        bool tight = !c->mode.window && c->bytes[MIR_GRF] > all_but(c, c->mode.spare);
        const uint32_t best = find_best(c, ready, ready_count, now, tight);
        struct node *n = &c->nodes[ready[best]];
        const struct touched *t = &c->touched[ready[best]];
        ready[best] = ready[--ready_count];
        if (n->ready > now)
            now = n->ready;
        order[done] = n->inst;
        apply(c, n->inst, t);
        for (struct edge *e = n->succs; e; e = e->next) {
            struct node *to = &c->nodes[e->to];
            if (now + e->latency > to->ready)
                to->ready = now + e->latency;
            if (!--to->blockers && e->to < seen)
                ready[ready_count++] = e->to;
        }
        now += n->issue;
    }
    c->cycles = now;
    c->known = false;
}

// Cycles and peaks of the block as it stands.
static void measure(struct sched *c, struct mir_block *b)
{
    const struct touched *t = c->touched;
    start_pressure(c, b);
    mir_foreach_inst(i, b) apply(c, i, t++);
    end_pressure(c);
}

static bool is_worse(const struct sched *c, const int32_t *peak, const int32_t *old)
{
    return (peak[MIR_GRF] > old[MIR_GRF] && peak[MIR_GRF] > all_but(c, BUDGET_SCHED_CROWDED) &&
            !KILN_DEBUG(SHUFFLE)) ||
           (peak[MIR_FLAG] > old[MIR_FLAG] && peak[MIR_FLAG] > BUDGET_SCHED_FLAG_BYTES) ||
           (peak[MIR_ADDR] > old[MIR_ADDR] && peak[MIR_ADDR] > c->address_bytes);
}

// What of the nodes a schedule changes, as it was before.
static void restart(struct sched *c, const uint32_t *blockers)
{
    for (uint32_t k = 0; k < c->count; k++) {
        c->nodes[k].blockers = blockers[k];
        c->nodes[k].ready = 0;
        c->nodes[k].known = false;
    }
}

static void try_order(struct sched *c, struct mir_block *b, struct mir_inst **order, struct mode mode)
{
    c->mode = mode;
    end_pressure(c);
    start_pressure(c, b);
    schedule(c, order);
    end_pressure(c);
}

// Clocks of a block that never waits.
static uint32_t issue_of(const struct sched *c)
{
    uint32_t issue = 0;
    for (uint32_t k = 0; k < c->count; k++)
        issue += c->nodes[k].issue;
    return issue;
}

// Is the first number of clocks worth more registers than the second takes?
static bool is_worth_registers(uint32_t cycles, uint32_t than)
{
    return (uint64_t)cycles * 100 < (uint64_t)than * BUDGET_SCHED_GAIN;
}

// The block will spill as it was, and in the order that was found: another that needs fewer registers.
static struct mir_inst **find_smaller(struct sched *c, struct mir_block *b, const uint32_t *blockers,
                                      const int32_t *old, struct mir_inst **order)
{
    static const struct mode modes[] = {{.in_order = true, .spare = BUDGET_SCHED_SPARE},
                                        {.apart = true, .in_order = true, .spare = BUDGET_SCHED_SPARE}};
    struct mir_inst **other = arena_array(c->a, struct mir_inst *, c->count);
    int32_t peak[3];
    uint32_t cycles = c->cycles;
    memcpy(peak, c->peak, sizeof(peak));
    for (unsigned k = 0; k < 2; k++) {
        bool apart = modes[k].apart;
        if (c->count > (apart ? LARGE_APART : LARGE) || (apart && !sched_group(c)))
            continue;
        restart(c, blockers);
        try_order(c, b, other, modes[k]);
        int32_t now = c->peak[MIR_GRF];
        bool smaller = now <= all_but(c, BUDGET_SCHED_NONE) ||
                       (apart && now < peak[MIR_GRF] * BUDGET_SCHED_MUCH_SMALLER / 100);
        if (smaller && !is_worse(c, c->peak, old))
            return other;
    }
    memcpy(c->peak, peak, sizeof(peak));
    c->cycles = cycles;
    return order;
}

// Does an order of so many clocks wait, although the longest path is shorter?
static bool waits(const struct sched *c, uint32_t cycles)
{
    uint32_t path = 0;
    if ((uint64_t)cycles * 100 <= (uint64_t)issue_of(c) * BUDGET_SCHED_WAITS)
        return false;
    for (uint32_t k = 0; k < c->count; k++)
        path = c->nodes[k].path > path ? c->nodes[k].path : path;
    return is_worth_registers(path, cycles);
}

// Are there registers for the order? More than should be left may be taken (`more`) in a shader that is
// compiled again with half as many if it spills then, and at last with none.
static bool fits(const struct sched *c, const int32_t *old, bool more)
{
    int32_t peak = c->peak[MIR_GRF], ahead = all_but(c, 0) - all_but(c, BUDGET_SCHED_AHEAD_REGS);
    if (c->peak[MIR_FLAG] > BUDGET_SCHED_FLAG_BYTES || c->peak[MIR_ADDR] > c->address_bytes)
        return !is_worse(c, c->peak, old);
    if (peak <= all_but(c, BUDGET_SCHED_SPARE) || peak <= old[MIR_GRF])
        return true;
    if (!more || c->s->sched_mode == MIR_SCHED_PRESSURE ||
        old[MIR_GRF] > all_but(c, 0) * BUDGET_SCHED_FULL / 100)
        return false;
    if (c->s->sched_mode == MIR_SCHED_LESS_AHEAD)
        return peak <= old[MIR_GRF] + ahead / 2;
    return peak <= all_but(c, BUDGET_SCHED_SPARE_LEFT) || peak <= old[MIR_GRF] + ahead;
}

// The order that was found waits in a block that may run often or has much else to do, or it takes more
// registers than there are (`worse`): then the block's own, with reads ahead of where they were by so many
// instructions as there are registers for. False: nothing is better than the order that was found or, where
// that is worse, than the block's.
static bool read_ahead(struct sched *c, struct mir_block *b, const uint32_t *blockers, const int32_t *old,
                       bool worse, struct mir_inst **order)
{
    static const struct mode own = {.window = 1},
                             modes[] = {{.reads_first = true, .strict = true, .spare = BUDGET_SCHED_SPARE},
                                        {.spare = BUDGET_SCHED_SPARE_SOON},
                                        {.reads_first = true, .window = BUDGET_SCHED_AHEAD / 8},
                                        {.reads_first = true, .window = BUDGET_SCHED_AHEAD / 4},
                                        {.reads_first = true, .window = BUDGET_SCHED_AHEAD / 2},
                                        {.reads_first = true, .window = BUDGET_SCHED_AHEAD},
                                        {.reads_first = true, .window = 2 * BUDGET_SCHED_AHEAD},
                                        {.spare = BUDGET_SCHED_SPARE_READ}};
    struct mir_inst **other = arena_array(c->a, struct mir_inst *, c->count);
    bool any = false;
    if (worse) {
        restart(c, blockers);
        try_order(c, b, other, own);
    } else if (!b->loop_depth && c->count <= BUDGET_SCHED_MUCH_CODE) {
        return false;
    }
    uint32_t cycles = c->cycles;
    for (unsigned k = 0; k < sizeof(modes) / sizeof(modes[0]) && waits(c, cycles); k++) {
        if (c->count > (modes[k].window ? MAX_AHEAD : LARGE))
            continue;
        restart(c, blockers);
        try_order(c, b, other, modes[k]);
        if (!fits(c, old, worse || b->loop_depth) || !is_worth_registers(c->cycles, cycles))
            continue;
        memcpy(order, other, c->count * sizeof(*order));
        cycles = c->cycles;
        c->s->reads_ahead |= c->peak[MIR_GRF] > all_but(c, BUDGET_SCHED_SPARE);
        any = true;
    }
    c->cycles = cycles;
    return any;
}

static bool schedule_block(struct sched *c, struct mir_block *b)
{
    int32_t old[3];
    arena_reset(c->a);
    sched_note_touched(c, b);
    measure(c, b);
    memcpy(old, c->peak, sizeof(old));
    sched_build(c, b);
    if (!c->count)
        return false;
    struct mir_inst **order = arena_array(c->a, struct mir_inst *, c->count);
    uint32_t *blockers = arena_array(c->a, uint32_t, c->count);
    for (uint32_t k = 0; k < c->count; k++)
        blockers[k] = c->nodes[k].blockers;
    struct mir_inst **const found = order;
    try_order(c, b, order, (struct mode){.spare = BUDGET_SCHED_SPARE});
    if (c->peak[MIR_GRF] > all_but(c, BUDGET_SCHED_NONE) && old[MIR_GRF] > all_but(c, BUDGET_SCHED_NONE))
        order = find_smaller(c, b, blockers, old, order);
    bool worse = is_worse(c, c->peak, old);
    if (order == found && !read_ahead(c, b, blockers, old, worse, order) && worse)
        return false;
    struct mir_inst *tail[2] = {NULL, NULL};
    for (unsigned k = 0; b->last && mir_op_is_terminator(b->last->op) && k < 2; k++) {
        tail[k] = b->last;
        mir_remove(b->last);
    }
    b->first = b->last = NULL;
    for (uint32_t k = 0; k < c->count; k++)
        mir_append(b, order[k]);
    for (unsigned k = 2; k--;)
        if (tail[k])
            mir_append(b, tail[k]);
    return true;
}

enum { DESCRIPTOR_BYTES = 8 }; // of a0, for messages (ra/assign.c)

bool mir_sched(struct mir_shader *s)
{
    struct arena arena, of_block;
    arena_init(&arena);
    arena_init(&of_block);
    struct sched c = {
        .s = s, .a = &of_block, .l = mir_live_blocks(&arena, s), .shuffles = KILN_DEBUG(SHUFFLE)};
    const int32_t addresses = (int32_t)kiln_target_address_bytes(s->target) - DESCRIPTOR_BYTES;
    c.address_bytes = addresses < BUDGET_SCHED_ADDRESS_BYTES ? addresses : BUDGET_SCHED_ADDRESS_BYTES;
    uint32_t n = c.l->unit_count + 1, *owner = arena_array(&arena, uint32_t, n);
    c.pressure = arena_array(&arena, struct pressure, n); // the last, of the accumulator, has no bytes
    for (uint32_t v = 0; v < s->vreg_count; v++)
        for (uint32_t u = c.l->first_unit[v]; u < c.l->first_unit[v + 1]; u++) {
            owner[u] = v;
            c.pressure[u].file = (uint8_t)s->vregs[v].file;
            c.pressure[u].bytes = (uint8_t)mir_unit_bytes(s, v);
        }
    c.owner = owner;
    c.last_def = arena_array(&arena, uint32_t, n);
    c.readers = arena_array(&arena, struct unit_list *, n);
    find_bytes_in(&c, &arena);
    bool any = false;
    s->cycles = 0;
    for (uint32_t b = 0; b < s->block_count; b++) {
        uint32_t weight = 1;
        for (uint32_t d = 0; d < s->blocks[b]->loop_depth && d < 3; d++)
            weight *= BUDGET_LOOP_ROUNDS;
        c.cycles = 0;
        any |= schedule_block(&c, s->blocks[b]);
        s->cycles += c.cycles * weight;
    }
    vec_free(&c.units);
    arena_finish(&of_block);
    arena_finish(&arena);
    return any;
}
