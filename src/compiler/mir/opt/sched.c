// List scheduling within blocks: top down, by critical path while registers are plenty, by pressure when they
// are not. Large blocks through a window that moves over them.
//
// Dependences are per register unit (mir/analysis/live.h): true, anti and output; accumulator users keep
// their order; memory accesses keep theirs where one may write what the other touches. Latencies are rough
// Gen9 figures: a message 200 cycles (shared memory and scratch less), MATH about 20, others about 10; a
// channel octet issues in 2 cycles.
//
// Pressure is counted in bytes from the block's live-in set. A block whose new order needs more registers
// than both the old one and the budget, or more flags than there are, keeps its old order: scheduling never
// makes spills. Where there are not enough either way, another order is tried.
#include "compiler/mir/ir/query.h"
#include "compiler/mir/analysis/cost.h"
#include "compiler/mir/analysis/live.h"
#include "compiler/mir/ir/message.h"
#include "compiler/support/variant.h"
#include "util/log.h"

#include <string.h>

enum {
    SPARE_DECIDES = 40, // registers that are free, less than which pressure decides
    SPARE_CROWDED = 24, // less than which little is left for where things cannot lie side by side
    SPARE_NONE = 2,     // less than which something will be spilled
    FLAG_BYTES = 8,
    ADDR_BYTES = 24,
    LARGE = 1000, // a block of more instructions is scheduled in a window, so that the time stays linear
    WINDOW = 160,
};

struct edge {
    uint32_t to, latency;
    struct edge *next;
};

struct touched { // what an instruction reads and writes, in sched.units: [first, defs) and [defs, end)
    uint32_t first, defs, end;
};

struct node {
    struct mir_inst *inst;
    struct edge *succs;
    uint32_t blockers; // predecessors not scheduled yet
    uint32_t ready;    // cycle at which operands are there
    uint32_t path;     // cycles to the end of the block along the longest path
    uint32_t issue, latency;
    bool scarce; // writes a flag or an address register
};

struct unit_list { // readers of a unit since its last definition
    uint32_t node;
    struct unit_list *next;
};

enum { SPACES = MIR_SPACE_SCRATCH + 1 };

struct sched {
    struct mir_shader *s;
    struct mir_live *l;
    struct arena *a; // of one block
    struct node *nodes;
    uint32_t count;
    struct touched *touched; // of the block's instructions, and how many
    uint32_t touched_count;
    VEC(uint32_t) units;
    const uint32_t *owner;
    // per unit, for building
    uint32_t *last_def; // node + 1
    struct unit_list **readers;
    uint32_t current;
    // memory
    uint32_t last_order, last_write[SPACES]; // node + 1
    struct unit_list *reads[SPACES];         // since the last write there that may touch the same
    // per unit, for pressure
    uint32_t *reads_left;
    bool *live;
    int32_t bytes[3], peak[3]; // per register file
    int32_t (*bytes_in)[3];    // live into each block
    bool in_order;             // under pressure, of what needs registers: the first, not the longest path
    bool *live_out;            // of the block
    int32_t gain[3];
    uint32_t cycles;
    uint32_t chance; // KILN_DEBUG=shuffle
};

static void out_of_memory(struct sched *c)
{
    vec_free(&c->units);
    arena_alloc(c->a, SIZE_MAX / 2); // leaves through the arena's handler
}

// Bytes of all registers but so many.
static int32_t all_but(const struct sched *c, unsigned registers)
{
    return (int32_t)((c->s->target->grf_count - registers) * c->s->reg_bytes);
}

// ---- what an instruction touches
// ------------------------------------------------------------------------------

static void note_units(struct sched *c, uint32_t vreg, struct mir_range r)
{
    for (uint32_t k = r.lo / c->s->reg_bytes; k * c->s->reg_bytes < r.hi; k++)
        if (!vec_push(&c->units, c->l->first_unit[vreg] + k))
            out_of_memory(c);
}

static void note_whole(struct sched *c, uint32_t vreg)
{
    note_units(c, vreg, (struct mir_range){0, c->s->vregs[vreg].size});
}

static void note_accumulator(struct sched *c, const struct mir_inst *i)
{
    if (mir_touches_acc(i) && !vec_push(&c->units, c->l->unit_count))
        out_of_memory(c);
}

static void note_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                     struct mir_range r)
{
    note_units(ctx, vreg, r);
}

static void note_defs(struct sched *c, const struct mir_inst *i)
{
    if (i->op == MIR_OP_UNDEF)
        note_whole(c, i->dst.vreg);
    else if (mir_has_dst(i))
        note_units(c, i->dst.vreg, mir_dst_range(i));
    if (i->dst.kind == MIR_OPK_INDIRECT)
        note_whole(c, i->dst.base);
    if (i->flag.kind == MIR_OPK_VREG)
        note_units(c, i->flag.vreg, (struct mir_range){0, 1});
}

static void note_touched(struct sched *c, const struct mir_block *b)
{
    uint32_t n = 0;
    mir_foreach_inst(i, b) n++;
    c->touched = arena_array(c->a, struct touched, n + 1);
    c->touched_count = n;
    c->units.count = n = 0;
    mir_foreach_inst(i, b)
    {
        struct touched *t = &c->touched[n++];
        t->first = (uint32_t)c->units.count;
        mir_foreach_use(c->s, i, note_use, c);
        note_accumulator(c, i);
        t->defs = (uint32_t)c->units.count;
        note_defs(c, i);
        note_accumulator(c, i);
        t->end = (uint32_t)c->units.count;
    }
}

#define for_uses(u, t) for (uint32_t u = (t)->first; u < (t)->defs; u++)
#define for_defs(u, t) for (uint32_t u = (t)->defs; u < (t)->end; u++)

// ---- dependences
// ----------------------------------------------------------------------------------------------

static void add_edge(struct sched *c, uint32_t from, uint32_t to, uint32_t cycles)
{
    if (from == to)
        return;
    struct edge *e = c->nodes[from].succs; // the newest is the likeliest to be the same
    if (e && e->to == to) {
        if (cycles > e->latency)
            e->latency = cycles;
        return;
    }
    e = arena_new(c->a, struct edge);
    *e = (struct edge){to, cycles, c->nodes[from].succs};
    c->nodes[from].succs = e;
    c->nodes[to].blockers++;
}

static void push(struct sched *c, struct unit_list **list, uint32_t node)
{
    struct unit_list *u = arena_new(c->a, struct unit_list);
    *u = (struct unit_list){node, *list};
    *list = u;
}

static void dep_use(struct sched *c, uint32_t unit)
{
    if (c->last_def[unit])
        add_edge(c, c->last_def[unit] - 1, c->current, c->nodes[c->last_def[unit] - 1].latency);
    push(c, &c->readers[unit], c->current);
}

static void dep_def(struct sched *c, uint32_t unit)
{
    for (struct unit_list *u = c->readers[unit]; u; u = u->next)
        add_edge(c, u->node, c->current, 1);
    if (c->last_def[unit])
        add_edge(c, c->last_def[unit] - 1, c->current, 1);
    c->readers[unit] = NULL;
    c->last_def[unit] = c->current + 1;
}

static void reset_unit(struct sched *c, uint32_t unit)
{
    c->last_def[unit] = 0;
    c->readers[unit] = NULL;
    c->reads_left[unit] = 0;
    c->live[unit] = c->live_out[unit] = false;
}

static bool reads_state(const struct mir_operand *o)
{
    return o->kind == MIR_OPK_ARF && o->arf != EU_ARF_NULL && (o->arf & 0xf0) != EU_ARF_ACC;
}

// Instructions that keep their place among all others of this kind and all memory accesses.
static bool is_ordered(const struct mir_inst *i)
{
    if (mir_op_is_send(i->op))
        return i->send.mem == MIR_MEM_ATOMIC || i->send.mem == MIR_MEM_FENCE ||
               i->send.mem == MIR_MEM_BARRIER;
    return i->op == EU_OP_WAIT || reads_state(&i->dst) || reads_state(&i->src[0]) || reads_state(&i->src[1]);
}

// Behind the last access that is ordered with everything, behind the last writes that may have touched the
// same, and for a write behind the reads since. Earlier ones come before these.
static void memory_deps(struct sched *c, const struct mir_inst *i)
{
    bool send = mir_op_is_send(i->op), ordered = is_ordered(i);
    bool order = i->op == MIR_OP_ORDER; // is like a write to shared memory
    bool write = order || (send && i->send.mem == MIR_MEM_WRITE), read = send && i->send.mem == MIR_MEM_READ;
    enum mir_space space = ordered ? MIR_SPACE_ANY : order ? MIR_SPACE_SHARED : i->send.space;
    if (!ordered && !write && !read)
        return;
    if (c->last_order)
        add_edge(c, c->last_order - 1, c->current, 1);
    for (unsigned s = 0; s < SPACES; s++)
        if (mir_may_alias((enum mir_space)s, space) && c->last_write[s])
            add_edge(c, c->last_write[s] - 1, c->current, 1);
    for (unsigned s = 0; s < SPACES; s++)
        if (read && mir_may_alias((enum mir_space)s, space))
            push(c, &c->reads[s], c->current);
    if (read)
        return;
    for (struct unit_list *u = c->reads[space]; u; u = u->next)
        add_edge(c, u->node, c->current, 1);
    c->reads[space] = NULL;
    c->last_write[space] = c->current + 1;
    if (ordered) {
        c->last_order = c->current + 1;
        memset(c->last_write, 0, sizeof(c->last_write));
        memset(c->reads, 0, sizeof(c->reads));
    }
}

static bool is_scarce(const struct sched *c, const struct mir_inst *i)
{
    return i->flag.kind == MIR_OPK_VREG ||
           (i->dst.kind == MIR_OPK_VREG && c->s->vregs[i->dst.vreg].file != MIR_GRF);
}

static void build(struct sched *c, struct mir_block *b)
{
    c->count = 0;
    c->last_order = 0;
    memset(c->last_write, 0, sizeof(c->last_write));
    memset(c->reads, 0, sizeof(c->reads));
    mir_foreach_inst(i, b) c->count += !mir_op_is_terminator(i->op);
    c->nodes = arena_array(c->a, struct node, c->count + 1);
    uint32_t n = 0;
    mir_foreach_inst(i, b)
    {
        if (mir_op_is_terminator(i->op))
            continue;
        c->nodes[n] = (struct node){
            .inst = i, .issue = mir_issue_clocks(i), .latency = mir_latency(i), .scarce = is_scarce(c, i)};
        c->current = n++;
        const struct touched *t = &c->touched[c->current];
        for_uses(u, t) dep_use(c, c->units.data[u]);
        for_defs(u, t) dep_def(c, c->units.data[u]);
        memory_deps(c, i);
    }
    for (uint32_t k = c->count; k--;) {
        c->nodes[k].path = c->nodes[k].issue;
        for (struct edge *e = c->nodes[k].succs; e; e = e->next)
            if (c->nodes[e->to].path + e->latency > c->nodes[k].path)
                c->nodes[k].path = c->nodes[e->to].path + e->latency;
    }
}

// ---- pressure
// -------------------------------------------------------------------------------------------------

static int32_t unit_bytes(const struct sched *c, uint32_t unit)
{
    uint32_t size = c->s->vregs[c->owner[unit]].size;
    return (int32_t)(size < c->s->reg_bytes ? size : c->s->reg_bytes);
}

static enum mir_file unit_file(const struct sched *c, uint32_t unit)
{
    return c->s->vregs[c->owner[unit]].file;
}

static void gain_use(struct sched *c, uint32_t unit)
{
    if (unit < c->l->unit_count && c->live[unit] && c->reads_left[unit] == 1 && !c->live_out[unit])
        c->gain[unit_file(c, unit)] -= unit_bytes(c, unit);
}

static void gain_def(struct sched *c, uint32_t unit)
{
    if (unit < c->l->unit_count && !c->live[unit])
        c->gain[unit_file(c, unit)] += unit_bytes(c, unit);
}

static void do_use(struct sched *c, uint32_t unit)
{
    if (unit == c->l->unit_count)
        return;
    if (c->reads_left[unit] && !--c->reads_left[unit] && c->live[unit] && !c->live_out[unit]) {
        c->live[unit] = false;
        c->bytes[unit_file(c, unit)] -= unit_bytes(c, unit);
    }
}

static void do_def(struct sched *c, uint32_t unit)
{
    if (unit == c->l->unit_count || c->live[unit])
        return;
    if (!c->reads_left[unit] && !c->live_out[unit])
        return; // nobody reads it
    c->live[unit] = true;
    c->bytes[unit_file(c, unit)] += unit_bytes(c, unit);
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
            c->bytes_in[c->l->runs[k].first][unit_file(c, u)] += unit_bytes(c, u);
            c->bytes_in[c->l->runs[k].end][unit_file(c, u)] -= unit_bytes(c, u);
        }
    for (uint32_t b = 1; b < c->s->block_count; b++)
        for (unsigned f = 0; f < 3; f++)
            c->bytes_in[b][f] += c->bytes_in[b - 1][f];
}

static void start_pressure(struct sched *c, const struct mir_block *b)
{
    const struct live_touch *t = c->l->touched;
    memcpy(c->bytes, c->bytes_in[b->index], sizeof(c->bytes));
    memset(c->peak, 0, sizeof(c->peak));
    for (uint32_t k = c->l->first_touched[b->index]; k < c->l->first_touched[b->index + 1]; k++) {
        c->live[t[k].unit] = t[k].in;
        c->live_out[t[k].unit] = t[k].out;
    }
    for (uint32_t k = 0; k < c->touched_count; k++)
        for_uses(u, &c->touched[k]) c->reads_left[c->units.data[u]]++;
}

static void end_pressure(struct sched *c)
{
    for (size_t k = 0; k < c->units.count; k++)
        reset_unit(c, c->units.data[k]);
}

// ---- the schedule
// ---------------------------------------------------------------------------------------------

struct choice {
    bool crowded;   // needs a flag or address register that is not free
    int32_t growth; // bytes of general registers
    bool waits;     // operands are not there yet
    uint32_t ready, path, order;
    uint32_t chance;
};

static struct choice rate(struct sched *c, uint32_t node, uint32_t now, bool tight)
{
    const struct node *n = &c->nodes[node];
    memset(c->gain, 0, sizeof(c->gain));
    if (tight || n->scarce) {
        const struct touched *t = &c->touched[node];
        for_uses(u, t) gain_use(c, c->units.data[u]);
        if (n->inst->op != MIR_OP_UNDEF)
            for_defs(u, t) gain_def(c, c->units.data[u]);
    }
    struct choice r = {.growth = c->gain[MIR_GRF], .ready = n->ready, .path = n->path, .order = node};
    r.waits = n->ready > now;
    r.chance = variant_random(&c->chance);
    r.crowded = (c->gain[MIR_FLAG] > 0 && c->bytes[MIR_FLAG] + c->gain[MIR_FLAG] > FLAG_BYTES) ||
                (c->gain[MIR_ADDR] > 0 && c->bytes[MIR_ADDR] + c->gain[MIR_ADDR] > ADDR_BYTES);
    return r;
}

static bool better(const struct sched *c, const struct choice *a, const struct choice *b, bool tight)
{
    if (a->crowded != b->crowded)
        return !a->crowded;
    if (a->chance != b->chance)
        return a->chance < b->chance;
    if (tight && a->growth != b->growth)
        return a->growth < b->growth;
    if (tight && a->growth > 0 && c->in_order)
        return a->order < b->order;
    if (a->waits != b->waits)
        return !a->waits;
    if (a->waits && a->ready != b->ready)
        return a->ready < b->ready;
    if (a->path != b->path)
        return a->path > b->path;
    return a->order < b->order;
}

static void schedule(struct sched *c, struct mir_inst **order)
{
    uint32_t *ready = arena_array(c->a, uint32_t, c->count + 1), ready_count = 0, now = 0, seen = 0;
    uint32_t window = c->count > LARGE ? WINDOW : c->count;
    for (uint32_t done = 0; done < c->count; done++) {
        for (; seen < c->count && seen < done + window; seen++)
            if (!c->nodes[seen].blockers)
                ready[ready_count++] = seen;
        bool tight = c->bytes[MIR_GRF] > all_but(c, SPARE_DECIDES);
        uint32_t best = 0;
        struct choice best_choice = rate(c, ready[0], now, tight);
        for (uint32_t k = 1; k < ready_count; k++) {
            struct choice r = rate(c, ready[k], now, tight);
            if (better(c, &r, &best_choice, tight)) {
                best = k;
                best_choice = r;
            }
        }
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
    return (peak[MIR_GRF] > old[MIR_GRF] && peak[MIR_GRF] > all_but(c, SPARE_CROWDED) &&
            !KILN_DEBUG(SHUFFLE)) ||
           (peak[MIR_FLAG] > old[MIR_FLAG] && peak[MIR_FLAG] > FLAG_BYTES) ||
           (peak[MIR_ADDR] > old[MIR_ADDR] && peak[MIR_ADDR] > ADDR_BYTES);
}

static void try_order(struct sched *c, struct mir_block *b, struct mir_inst **order, bool in_order)
{
    c->in_order = in_order;
    end_pressure(c);
    start_pressure(c, b);
    schedule(c, order);
    end_pressure(c);
}

static bool schedule_block(struct sched *c, struct mir_block *b)
{
    int32_t old[3];
    arena_reset(c->a);
    note_touched(c, b);
    measure(c, b);
    memcpy(old, c->peak, sizeof(old));
    build(c, b);
    if (!c->count)
        return false;
    struct mir_inst **order = arena_array(c->a, struct mir_inst *, c->count);
    uint32_t *blockers = arena_array(c->a, uint32_t, c->count);
    for (uint32_t k = 0; k < c->count; k++)
        blockers[k] = c->nodes[k].blockers;
    try_order(c, b, order, false);
    if (c->peak[MIR_GRF] > all_but(c, SPARE_NONE) && old[MIR_GRF] > all_but(c, SPARE_NONE) &&
        c->count <= LARGE) {
        int32_t first[3];
        uint32_t cycles = c->cycles;
        struct mir_inst **other = arena_array(c->a, struct mir_inst *, c->count);
        memcpy(first, c->peak, sizeof(first));
        for (uint32_t k = 0; k < c->count; k++) {
            c->nodes[k].blockers = blockers[k];
            c->nodes[k].ready = 0;
        }
        try_order(c, b, other, true);
        if (c->peak[MIR_GRF] <= all_but(c, SPARE_NONE) && !is_worse(c, c->peak, old)) {
            order = other;
        } else {
            memcpy(c->peak, first, sizeof(first));
            c->cycles = cycles;
        }
    }
    if (is_worse(c, c->peak, old))
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

bool mir_sched(struct mir_shader *s)
{
    struct arena arena, of_block;
    arena_init(&arena);
    arena_init(&of_block);
    struct sched c = {.s = s, .a = &of_block, .l = mir_live_blocks(&arena, s)};
    uint32_t n = c.l->unit_count + 1, *owner = arena_array(&arena, uint32_t, n);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        for (uint32_t u = c.l->first_unit[v]; u < c.l->first_unit[v + 1]; u++)
            owner[u] = v;
    c.owner = owner;
    c.last_def = arena_array(&arena, uint32_t, n);
    c.readers = arena_array(&arena, struct unit_list *, n);
    c.reads_left = arena_array(&arena, uint32_t, n);
    c.live = arena_array(&arena, bool, n);
    c.live_out = arena_array(&arena, bool, n);
    find_bytes_in(&c, &arena);
    bool any = false;
    s->cycles = 0;
    for (uint32_t b = 0; b < s->block_count; b++) {
        uint32_t weight = 1;
        for (uint32_t d = 0; d < s->blocks[b]->loop_depth && d < 3; d++)
            weight *= 10;
        c.cycles = 0;
        any |= schedule_block(&c, s->blocks[b]);
        s->cycles += c.cycles * weight;
    }
    vec_free(&c.units);
    arena_finish(&of_block);
    arena_finish(&arena);
    return any;
}
