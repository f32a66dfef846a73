// How long code takes, by the simulator's model: what each instruction keeps busy, how long a thread waits in
// front of it, the shortest and the longest way, and what bounds a dispatch of many workgroups. Not measured:
// the numbers and their sources are hw/cost.def's, docs/stats.md says what the model leaves out.
// Besides, a message is taken to touch as few cache lines as its data fill, loops for PACE_ROUNDS rounds, and
// branches for both ways.
#include <stdlib.h>
#include <string.h>

#include "cmd/gen_slm.h"
#include "hw/target.h"
#include "tools/kilnc/pace.h"

// ---- messages

struct message {
    unsigned sources[2][2], response[2]; // registers: first, count
    unsigned latency, port, sampler;
    bool barrier;
};

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static bool is_split(const struct eu_inst *i)
{
    return i->op == EU_OP_SENDS || i->op == EU_OP_SENDSC;
}

static struct message message_of(const struct kiln_costs *c, const struct instruction *at)
{
    const struct eu_inst *i = &at->inst;
    unsigned mlen = i->desc_in_reg ? 1 : i->desc >> 25 & 15, rlen = i->desc_in_reg ? 0 : i->desc >> 20 & 31;
    unsigned xlen = is_split(i) ? i->ex_desc >> 6 & 15 : 0;
    const char *what = at->text ? memmem(at->text, at->length, "// ", 3) : NULL;
    size_t length = what ? at->length - (size_t)(what - at->text) : 0;
    unsigned lines = (larger(mlen + xlen, rlen) * GRF_BYTES + c->DATA_PORT_BYTES - 1) / c->DATA_PORT_BYTES;
    struct message m = {.sources = {{i->src[0].reg, mlen}, {i->src[1].reg, xlen}},
                        .response = {i->dst.reg, rlen}};
    m.barrier = what && memmem(what, length, "barrier", 7);
    if (m.barrier || i->eot || i->sfid == EU_SFID_GATEWAY || i->sfid == EU_SFID_NULL)
        return m;
    if (i->sfid == EU_SFID_SAMPLER) {
        m.sampler = (i->exec_size + c->SAMPLER_TEXELS - 1) / c->SAMPLER_TEXELS;
        m.latency = m.sampler + c->SAMPLER_LATENCY;
    } else if (what && memmem(what, length, "fence", 5)) {
        m.port = c->FENCE_PORT;
        m.latency = c->FENCE_PORT + c->DATA_LATENCY;
    } else if (what &&
               memmem(what, length, "shared local", 12)) { // without conflicts of banks; addresses are free
        m.port = (larger(xlen, rlen) * GRF_BYTES + 4 * c->SLM_BANKS - 1) / (4 * c->SLM_BANKS);
        m.latency = m.port + c->SLM_LATENCY;
    } else {
        m.port = lines;
        m.latency = lines + c->DATA_LATENCY;
    }
    return m;
}

// ---- a thread

struct walk {
    const struct code *c;
    const struct sim_program *program;
    const struct sim_cost *costs;
    const struct kiln_costs *numbers;
};

static const struct sim_cost *cost_at(const struct walk *w, const struct instruction *i)
{
    uint32_t u = sim_program_find(w->program, i->offset);
    while (u < w->program->count && w->program->uops[u].info->pseudo == SIM_PSEUDO_ARRIVE)
        u++;
    return u < w->program->count ? &w->costs[u] : NULL;
}

// Executes an instruction on the thread's clock. Returns how long it waited.
static unsigned execute(const struct walk *w, struct sim_timing *t, const struct instruction *i)
{
    const struct sim_cost *cost = cost_at(w, i);
    uint64_t before = t->clock;
    if (!cost)
        return 0;
    if (!eu_op_is_send(i->inst.op)) {
        if (i->inst.op == EU_OP_WAIT && t->clock < t->release)
            t->clock = t->release;
        return (unsigned)(sim_timing_issue(t, cost) - before);
    }
    struct message m = message_of(w->numbers, i);
    for (unsigned k = 0; k < 2; k++)
        sim_timing_wait(t, m.sources[k][0], m.sources[k][1]);
    sim_timing_wait(t, m.response[0], m.response[1]);
    uint64_t start = sim_timing_issue(t, cost);
    sim_timing_respond(t, m.response[0], m.response[1], m.latency);
    if (m.barrier)
        t->release = t->clock + w->numbers->BARRIER;
    return (unsigned)(start - before);
}

static void execute_block(const struct walk *w, struct sim_timing *t, const struct block *b)
{
    for (uint32_t n = b->first; n <= b->last; n++)
        execute(w, t, &w->c->at[n]);
}

// The block that a thread most often comes from: around the loop, else from above. NULL: from none.
static const struct block *before(const struct code *c, const struct block *b)
{
    uint32_t number = (uint32_t)(b - c->blocks);
    for (uint32_t k = number; k < c->block_count; k++)
        for (unsigned n = 0; n < c->blocks[k].next_count; n++)
            if (c->blocks[k].next[n] == number)
                return &c->blocks[k];
    return number ? b - 1 : NULL;
}

// With what the one before it has left under way.
static void pace_block(const struct walk *w, struct code *c, struct block *b)
{
    static const char *const names[SIM_PIPES] = {"FPU", "math", "systolic", "front"};
    struct sim_timing *t = calloc(1, sizeof(*t));
    if (t && before(c, b))
        execute_block(w, t, before(c, b));
    uint64_t start = t ? t->clock : 0;
    for (uint32_t n = b->first; t && n <= b->last; n++) {
        const struct sim_cost *cost = cost_at(w, &c->at[n]);
        if (!cost)
            continue;
        c->at[n].pace.pipe = eu_op_is_send(c->at[n].inst.op) ? "message" : names[cost->pipe];
        c->at[n].pace.clocks = cost->clocks;
        c->at[n].pace.waits = execute(w, t, &c->at[n]);
    }
    b->clocks = t ? t->clock - start : 0;
    free(t);
}

// ---- ways through the code

// Clocks of the way from the first block to the end that takes the fewest or most, never back.
static uint64_t way(const struct walk *w, bool longest)
{
    const struct code *c = w->c;
    uint64_t *rest = calloc(c->block_count + 1, sizeof(*rest));
    uint32_t *next = calloc(c->block_count + 1, sizeof(*next));
    struct sim_timing *t = calloc(1, sizeof(*t));
    for (uint32_t k = c->block_count; rest && next && k-- > 0;) {
        bool any = false;
        next[k] = c->block_count;
        for (unsigned n = 0; n < c->blocks[k].next_count; n++) {
            uint32_t to = c->blocks[k].next[n];
            if (to <= k || (any && (longest ? rest[to] <= rest[next[k]] : rest[to] >= rest[next[k]])))
                continue;
            next[k] = to;
            any = true;
        }
        rest[k] = c->blocks[k].clocks + rest[next[k]];
    }
    for (uint32_t k = 0; rest && next && t && k < c->block_count; k = next[k])
        execute_block(w, t, &c->blocks[k]); // what is under way at a block's end is not waited for there
    uint64_t clocks = t ? t->clock : 0;
    free(rest);
    free(next);
    free(t);
    return clocks;
}

// ---- a dispatch

static uint64_t rounds_of(const struct block *b)
{
    uint64_t n = 1;
    for (unsigned d = 0; d < b->depth && d < 6; d++)
        n *= PACE_ROUNDS;
    return n;
}

static void demand_of(const struct walk *w, const struct kiln_kernel_info *info, struct sim_demand *d)
{
    const struct code *c = w->c;
    uint64_t latency = 0, threads = (uint64_t)info->threads_per_group * PACE_GROUPS;
    for (uint32_t k = 0; k < c->block_count; k++) {
        uint64_t times = rounds_of(&c->blocks[k]);
        latency += times * c->blocks[k].clocks;
        for (uint32_t n = c->blocks[k].first; n <= c->blocks[k].last; n++) {
            const struct sim_cost *cost = cost_at(w, &c->at[n]);
            if (!cost)
                continue;
            d->pipe[cost->pipe] += times * threads * cost->clocks;
            if (!eu_op_is_send(c->at[n].inst.op))
                continue;
            struct message m = message_of(w->numbers, &c->at[n]);
            d->port += times * threads * m.port;
            d->sampler += times * threads * m.sampler;
        }
    }
    d->groups = PACE_GROUPS;
    d->group_clocks = latency * PACE_GROUPS;
    d->longest_group = latency;
    d->group_threads = info->threads_per_group;
    d->slm_bytes = gen_slm_bytes(c->target, gen_slm_encode(c->target, info->slm_size));
    d->payload_bytes = (1 + info->cross_thread_regs + info->per_thread_regs) * GRF_BYTES;
    d->barrier = info->uses_barrier;
}

void kilnc_pace(struct code *c, const struct kiln_kernel *k)
{
    size_t size;
    const struct kiln_kernel_info *info = kiln_kernel_get_info(k);
    const uint8_t *code = kiln_kernel_get_code(k, &size);
    uint32_t end = c->at[c->count - 1].offset + c->at[c->count - 1].size;
    struct sim_program *p = sim_program_create(c->target, code, end < size ? end : (uint32_t)size, 0);
    struct sim_cost *costs = p ? sim_costs(p) : NULL;
    if (costs) {
        struct walk w = {c, p, costs, sim_cost_numbers(c->target->isa)};
        struct sim_demand d = {0};
        for (uint32_t n = 0; n < c->block_count; n++)
            pace_block(&w, c, &c->blocks[n]);
        c->whole.shortest = way(&w, false);
        c->whole.longest = way(&w, true);
        demand_of(&w, info, &d);
        sim_estimate(&d, c->target, &c->whole.estimate);
        sim_room_of(&d, c->target, &c->whole.room);
        c->whole.group_threads = d.group_threads;
        c->whole.slm_bytes = d.slm_bytes;
        c->whole.known = true;
    }
    free(costs);
    if (p)
        sim_program_destroy(p);
}
