// What of a block depends on what, for mir/opt/sched.c.
//
// Dependences are per register unit (mir/analysis/live.h): true, anti and output; accumulator users keep
// their order; memory accesses keep theirs where mir/analysis/alias.h says so. Latencies are rough
// Gen9 figures: a message 200 cycles (shared memory and scratch less), MATH about 20, others about 10; a
// channel octet issues in 2 cycles.
#include "compiler/mir/analysis/alias.h"
#include "compiler/mir/analysis/cost.h"
#include "compiler/mir/opt/sched.h"

enum {
    MAX_ACCESSES = 100, // to memory, that may still be overtaken
    MANY = 100          // instructions of a block
};

static void out_of_memory(struct sched *c)
{
    vec_free(&c->units);
    arena_alloc(c->a, SIZE_MAX / 2); // leaves through the arena's handler
}

// ---- what an instruction touches

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
    if (mir_leaves_acc(i) && !vec_push(&c->units, c->l->unit_count))
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

// Per unit, from the last instruction that touches it on. In small blocks few instructions could come next:
// to look at them again costs less.
static void list_touches(struct sched *c)
{
    c->touches = NULL;
    if (c->touched_count < MANY)
        return;
    c->touches = arena_array(c->a, struct touch, c->units.count);
    for (size_t k = 0; k < c->units.count; k++)
        c->pressure[c->units.data[k]].touch = 0;
    for (uint32_t n = 0; n < c->touched_count; n++)
        for (uint32_t k = c->touched[n].first; k < c->touched[n].end; k++) {
            struct pressure *u = &c->pressure[c->units.data[k]];
            c->touches[k] = (struct touch){n, u->touch};
            u->touch = k + 1;
        }
}

void sched_note_touched(struct sched *c, const struct mir_block *b)
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
    list_touches(c);
}

// ---- dependences

static void add_edge(struct sched *c, uint32_t from, uint32_t to, uint32_t cycles, bool value)
{
    if (from == to)
        return;
    struct edge *e = c->nodes[from].succs; // the newest is the likeliest to be the same
    if (e && e->to == to) {
        if (cycles > e->latency)
            e->latency = cycles;
        e->value |= value;
        return;
    }
    e = arena_new(c->a, struct edge);
    *e = (struct edge){to, cycles, value, c->nodes[from].succs};
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
        add_edge(c, c->last_def[unit] - 1, c->current, c->nodes[c->last_def[unit] - 1].latency, true);
    push(c, &c->readers[unit], c->current);
}

static void dep_def(struct sched *c, uint32_t unit)
{
    for (struct unit_list *u = c->readers[unit]; u; u = u->next)
        add_edge(c, u->node, c->current, 1, false);
    if (c->last_def[unit])
        add_edge(c, c->last_def[unit] - 1, c->current, 1, false);
    c->readers[unit] = NULL;
    c->last_def[unit] = c->current + 1;
}

// Behind the last access that is ordered with everything, and behind those since that it must not overtake.
static void behind(struct sched *c, const struct unit_list *accesses, const struct mir_inst *i, bool all)
{
    bool (*must_follow)(const struct mir_inst *, const struct mir_inst *) =
        c->s->sched_mode == MIR_SCHED_PRESSURE ? mir_same_space : mir_keeps_order;
    for (const struct unit_list *u = accesses; u; u = u->next)
        if (all || must_follow(c->nodes[u->node].inst, i))
            add_edge(c, u->node, c->current, 1, false);
}

// Too many of them are taken for one that is ordered with everything, so that the time stays linear.
static void memory_deps(struct sched *c, const struct mir_inst *i)
{
    enum mir_order order = mir_order_of(i);
    if (order == MIR_ORDER_NONE)
        return;
    bool all = order == MIR_ORDER_ALL || c->access_count == MAX_ACCESSES;
    if (c->last_order)
        add_edge(c, c->last_order - 1, c->current, 1, false);
    behind(c, c->writes, i, all);
    if (all || order == MIR_ORDER_WRITE)
        behind(c, c->reads, i, all);
    if (all) {
        c->last_order = c->current + 1;
        c->writes = c->reads = NULL;
        c->access_count = 0;
        return;
    }
    push(c, order == MIR_ORDER_WRITE ? &c->writes : &c->reads, c->current);
    c->access_count++;
}

static bool is_scarce(const struct sched *c, const struct mir_inst *i)
{
    return i->flag.kind == MIR_OPK_VREG ||
           (i->dst.kind == MIR_OPK_VREG && c->s->vregs[i->dst.vreg].file != MIR_GRF);
}

void sched_build(struct sched *c, struct mir_block *b)
{
    c->count = 0;
    c->last_order = 0;
    c->access_count = 0;
    c->writes = c->reads = NULL;
    mir_foreach_inst(i, b) c->count += !mir_op_is_terminator(i->op);
    c->nodes =
        arena_array(c->a, struct node, c->touched_count + 1); // with terminators, which are touched too
    const struct kiln_costs *costs = kiln_costs(c->s->target->isa);
    uint32_t n = 0;
    mir_foreach_inst(i, b)
    {
        if (mir_op_is_terminator(i->op))
            continue;
        c->nodes[n] = (struct node){.inst = i,
                                    .issue = mir_issue_clocks(costs, i),
                                    .latency = mir_latency(costs, i),
                                    .scarce = is_scarce(c, i)};
        c->current = n++;
        const struct touched *t = &c->touched[c->current];
        for_uses(u, t) dep_use(c, c->units.data[u]);
        for_defs(u, t) dep_def(c, c->units.data[u]);
        memory_deps(c, i);
    }
    for (uint32_t k = c->count; k--;) {
        const struct mir_inst *i = c->nodes[k].inst;
        c->nodes[k].path = c->nodes[k].issue;
        c->nodes[k].leads = mir_op_is_send(i->op) && i->send.mem == MIR_MEM_READ;
        for (struct edge *e = c->nodes[k].succs; e; e = e->next)
            c->nodes[k].leads |= c->nodes[e->to].leads;
        for (struct edge *e = c->nodes[k].succs; e; e = e->next)
            if (c->nodes[e->to].path + e->latency > c->nodes[k].path)
                c->nodes[k].path = c->nodes[e->to].path + e->latency;
    }
}

// ---- groups

static uint32_t find(uint32_t *parent, uint32_t n)
{
    while (parent[n] != n)
        n = parent[n] = parent[parent[n]];
    return n;
}

// Computes a whole value of its own in all lanes; not what collects values for a message.
static bool is_computation(const struct sched *c, const struct mir_inst *i)
{
    return !mir_takes_registers(i->op) && i->op != MIR_OP_UNDEF && i->op != MIR_OP_ORDER &&
           i->dst.kind == MIR_OPK_VREG && c->s->vregs[i->dst.vreg].file == MIR_GRF && i->exec_size > 1 &&
           mir_dst_range(i).hi - mir_dst_range(i).lo + c->s->reg_bytes > c->s->vregs[i->dst.vreg].size;
}

bool sched_group(struct sched *c)
{
    uint32_t *parent = arena_array(c->a, uint32_t, c->count), *group = arena_array(c->a, uint32_t, c->count),
             groups = 0;
    for (uint32_t k = 0; k < c->count; k++)
        parent[k] = k;
    for (uint32_t k = 0; k < c->count; k++) {
        if (!is_computation(c, c->nodes[k].inst))
            continue;
        for (struct edge *e = c->nodes[k].succs; e; e = e->next)
            if (e->value && is_computation(c, c->nodes[e->to].inst))
                parent[find(parent, e->to)] = find(parent, k);
    }
    for (uint32_t k = 0; k < c->count; k++) {
        c->nodes[k].group = 0;
        if (!is_computation(c, c->nodes[k].inst))
            continue;
        uint32_t *of = &group[find(parent, k)];
        *of = *of ? *of : ++groups;
        c->nodes[k].group = *of;
    }
    for (uint32_t k = c->count; k--;) {
        struct node *n = &c->nodes[k];
        for (struct edge *e = n->succs; e; e = e->next)
            if (c->nodes[e->to].group && (!n->group || c->nodes[e->to].group < n->group))
                n->group = c->nodes[e->to].group;
    }
    return groups > 1;
}
