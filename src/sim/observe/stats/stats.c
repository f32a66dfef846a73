// Counting what the interpreter does: see stats.h.
#include "isa/table/msg.h"
#include "sim/observe/stats/stats.h"
#include "sim/ports/dataport.h"
#include "sim/surface/surface.h"

#include <stdlib.h>

// ---- profiles

struct sim_profile *sim_profile_create(const struct sim_program *program)
{
    struct sim_profile *p = calloc(1, sizeof(*p));
    if (!p)
        return NULL;
    p->program = program;
    p->costs = sim_costs(program);
    p->numbers = sim_cost_numbers(program->target->isa);
    p->uops = calloc(program->count ? program->count : 1, sizeof(*p->uops));
    p->timing = calloc(SIM_MAX_GROUP_THREADS, sizeof(*p->timing));
    if (p->costs && p->uops && p->timing)
        return p;
    sim_profile_destroy(p);
    return NULL;
}

void sim_profile_destroy(struct sim_profile *p)
{
    if (!p)
        return;
    free(p->costs);
    free(p->uops);
    free(p->timing);
    free(p->accesses);
    free(p->pages);
    free(p);
}

// ---- the footprint

static struct sim_page_lines *find_page(struct sim_page_lines *pages, uint64_t capacity, uint64_t page)
{
    uint64_t i = page * UINT64_C(0x9e3779b97f4a7c15) >> 20;
    for (;; i++) {
        struct sim_page_lines *s = &pages[i & (capacity - 1)];
        if (!s->page || s->page == page + 1)
            return s;
    }
}

static bool grow_pages(struct sim_profile *p)
{
    uint64_t capacity = p->page_capacity ? p->page_capacity * 2 : 64;
    struct sim_page_lines *pages = calloc(capacity, sizeof(*pages));
    if (!pages)
        return false;
    for (uint64_t i = 0; i < p->page_capacity; i++)
        if (p->pages[i].page)
            *find_page(pages, capacity, p->pages[i].page - 1) = p->pages[i];
    free(p->pages);
    p->pages = pages;
    p->page_capacity = capacity;
    return true;
}

static void add_lines(struct sim_profile *p, uint64_t page, uint64_t read, uint64_t written)
{
    if (p->page_count * 2 >= p->page_capacity && !grow_pages(p)) {
        p->failed = true;
        return;
    }
    struct sim_page_lines *s = find_page(p->pages, p->page_capacity, page);
    p->page_count += !s->page;
    s->page = page + 1;
    s->read |= read;
    s->written |= written;
}

void sim_profile_add_totals(struct sim_profile *to, const struct sim_profile *p)
{
    for (unsigned i = 0; i < SIM_SPACES; i++) {
        struct sim_traffic *a = &to->space[i];
        const struct sim_traffic *b = &p->space[i];
        a->messages += b->messages;
        a->read += b->read;
        a->written += b->written;
        a->atomics += b->atomics;
        a->dropped += b->dropped;
        a->lines += b->lines;
        if (b->messages) {
            a->base = b->base;
            a->size = b->size;
        }
    }
    for (unsigned i = 0; i < SIM_MESSAGE_KINDS; i++)
        to->sends[i] += p->sends[i];
    to->slm.messages += p->slm.messages;
    to->slm.accesses += p->slm.accesses;
    to->slm.clocks += p->slm.clocks;
    to->slm.ideal += p->slm.ideal;
    if (p->slm.worst > to->slm.worst)
        to->slm.worst = p->slm.worst;
    for (unsigned i = 0; i < SIM_PIPES; i++)
        to->demand.pipe[i] += p->demand.pipe[i];
    to->demand.port += p->demand.port;
    to->demand.slm += p->demand.slm;
    to->demand.sampler += p->demand.sampler;
    to->demand.groups += p->demand.groups;
    to->demand.group_clocks += p->demand.group_clocks;
    if (p->demand.longest_group > to->demand.longest_group)
        to->demand.longest_group = p->demand.longest_group;
    to->flops += p->flops;
    to->texels += p->texels;
    to->barriers += p->barriers;
    to->failed |= p->failed;
    for (uint64_t i = 0; i < p->page_capacity; i++)
        if (p->pages[i].page)
            add_lines(to, p->pages[i].page - 1, p->pages[i].read, p->pages[i].written);
}

void sim_profile_add(struct sim_profile *to, const struct sim_profile *p)
{
    for (uint32_t i = 0; i < p->program->count; i++) {
        to->uops[i].executed += p->uops[i].executed;
        to->uops[i].channels += p->uops[i].channels;
        to->uops[i].divergent += p->uops[i].divergent;
        to->uops[i].taken += p->uops[i].taken;
        to->uops[i].passed += p->uops[i].passed;
        to->uops[i].clocks += p->uops[i].clocks;
    }
    sim_profile_add_totals(to, p);
}

struct sim_demand sim_profile_demand(const struct sim_profile *p, const struct sim_dispatch *d)
{
    struct sim_demand demand = p->demand;
    demand.group_threads = d->threads;
    demand.slm_bytes = d->slm_bytes;
    demand.payload_bytes = (1 + d->cross_regs + d->per_thread_regs) * SIM_GRF_BYTES;
    demand.barrier = p->barriers != 0;
    for (uint64_t i = 0; i < p->page_capacity; i++) {
        demand.lines_read += (unsigned)__builtin_popcountll(p->pages[i].read);
        demand.lines_written += (unsigned)__builtin_popcountll(p->pages[i].written);
    }
    return demand;
}

// ---- kinds of messages

static const char *const kind_names[SIM_MESSAGE_KINDS] = {
#define EU_MSG_DP(port, number, name, since, address, does, words) words,
#include "isa/table/msgs.def"
    [SIM_MESSAGE_SCRATCH_READ] = "scratch block read",
    [SIM_MESSAGE_SCRATCH_WRITE] = "scratch block write",
    [SIM_MESSAGE_CONSTANT] = "constant cache read",
    [SIM_MESSAGE_BARRIER] = "barrier",
    [SIM_MESSAGE_GATEWAY] = "gateway",
    [SIM_MESSAGE_END] = "end of thread",
    [SIM_MESSAGE_RENDER] = "render cache",
    [SIM_MESSAGE_LOAD] = "load",
    [SIM_MESSAGE_STORE] = "store",
    [SIM_MESSAGE_ATOMIC] = "atomic",
    [SIM_MESSAGE_FENCE] = "fence",
    [SIM_MESSAGE_OTHER] = "other",
};

const char *sim_message_kind_name(enum sim_message_kind kind)
{
    if (kind >= SIM_MESSAGE_SAMPLER && kind < SIM_MESSAGE_SAMPLER + SIM_SAMPLER_MESSAGES)
        return sim_sampler_operation_name(kind - SIM_MESSAGE_SAMPLER);
    return kind_names[kind];
}

// The kinds of the data ports' messages are the first rows of msgs.def, as those of enum eu_msg are.
_Static_assert((int)SIM_MESSAGE_DC1_A64_ATOMIC_FLOAT == (int)EU_MSG_DC1_A64_ATOMIC_FLOAT, "");

static enum sim_message_kind kind_of(const struct sim_send *s)
{
    if (s->inst->eot)
        return SIM_MESSAGE_END;
    switch (s->sfid) {
    case EU_SFID_DC0:
    case EU_SFID_DC1: {
        if (s->kind == SIM_SEND_SCRATCH)
            return s->write ? SIM_MESSAGE_SCRATCH_WRITE : SIM_MESSAGE_SCRATCH_READ;
        unsigned msg = eu_msg_numbered(KILN_ISA_GEN9, s->sfid, s->number);
        return msg < SIM_MESSAGE_SCRATCH_READ ? (enum sim_message_kind)msg : SIM_MESSAGE_OTHER;
    }
    case EU_SFID_CONSTANT_CACHE:
        return SIM_MESSAGE_CONSTANT;
    case EU_SFID_SAMPLER:
        return SIM_MESSAGE_SAMPLER + s->number % SIM_SAMPLER_MESSAGES;
    case EU_SFID_GATEWAY:
        return s->kind == SIM_SEND_BARRIER ? SIM_MESSAGE_BARRIER : SIM_MESSAGE_GATEWAY;
    case EU_SFID_RENDER_CACHE:
        return SIM_MESSAGE_RENDER;
    case EU_SFID_UGM:
    case EU_SFID_SLM:
    case EU_SFID_TGM:
        return s->kind == SIM_SEND_FENCE    ? SIM_MESSAGE_FENCE
               : s->kind == SIM_SEND_ATOMIC ? SIM_MESSAGE_ATOMIC
               : s->write                   ? SIM_MESSAGE_STORE
                                            : SIM_MESSAGE_LOAD;
    default:
        return SIM_MESSAGE_OTHER;
    }
}

static struct sim_profile *profile_of(const struct sim_group *g)
{
    struct sim_profile *const *of_workers = g->seats[SIM_SEAT_STATS];
    return of_workers[g->worker];
}

// ---- accesses

void sim_profile_message(struct sim_msg *m)
{
    struct sim_profile *p = profile_of(m->t->group);
    m->watched = true;
    p->access_count = 0;
    p->message = (struct sim_message_record){
        .valid = true,
        .kind = kind_of(m->send),
        .sfid = m->send->sfid,
        .payload = m->mlen + m->xlen,
        .response = m->dst ? m->rlen : 0,
        .src0 = m->send->src0 / SIM_GRF_BYTES,
        .src0_regs = m->mlen,
        .src1 = m->send->src1 / SIM_GRF_BYTES,
        .src1_regs = m->xlen,
        .dst = m->dst ? m->send->dst / SIM_GRF_BYTES : 0,
        .channels = (unsigned)__builtin_popcount(m->mask),
    };
}

static void count_access(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned bytes,
                         enum sim_access access, int lane)
{
    struct sim_profile *p = profile_of(m->t->group);
    struct sim_traffic *to = &p->space[s->index];
    struct sim_message_record *r = &p->message;
    if (m->atomic) {
        to->atomics++;
        to->read += bytes;
    }
    if (access == SIM_READ)
        to->read += bytes;
    else
        to->written += bytes;
    if (s->surface) {
        to->base = s->base;
        to->size = s->surface->size;
    }
    r->memory = true;
    r->space = s->index;
    r->slm = s->slm;
    r->atomic |= m->atomic;
    if (p->access_count == p->access_capacity) {
        unsigned n = p->access_capacity ? p->access_capacity * 2 : 256;
        struct sim_access_record *more = realloc(p->accesses, n * sizeof(*more));
        if (!more) {
            p->failed = true;
            return;
        }
        p->accesses = more;
        p->access_capacity = n;
    }
    p->accesses[p->access_count++] =
        (struct sim_access_record){s->slm ? offset : s->base + offset, bytes, lane, access == SIM_WRITE};
}

static void count_dropped(struct sim_msg *m, const struct sim_space *s)
{
    struct sim_profile *p = profile_of(m->t->group);
    p->space[s->index].dropped++;
    p->message.memory = true;
    p->message.space = s->index;
    p->message.slm = s->slm;
}

static void count(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                  enum sim_access access, int lane)
{
    if (sim_within(s, offset, size))
        count_access(m, s, offset, size, access, lane);
    else
        count_dropped(m, s);
}

uint8_t *sim_profile_memory(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                            enum sim_access access, int lane, bool *ok)
{
    count(m, s, offset, size, access, lane);
    return sim_memory_at_once(m, s, offset, size, access, lane, ok);
}

uint8_t *sim_profile_late_memory(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                                 enum sim_access access, int lane, bool *ok)
{
    count(m, s, offset, size, access, lane);
    return sim_memory_late(m, s, offset, size, access, lane, ok);
}

// ---- shared local memory

enum { PHASES = 8, PHASE_DWORDS = 128 };

struct phase {
    uint32_t dword[PHASE_DWORDS];
    unsigned count;
};

// The banks serve one dword each a clock. Reads of one dword are one access; of other dwords in the same
// bank, and writes even of the same dword, follow each other (OCL in hw/cost.def).
static unsigned bank_clocks(const struct phase *ph, unsigned banks, bool write)
{
    unsigned longest = 0, queue[PHASE_DWORDS] = {0};
    for (unsigned i = 0; i < ph->count; i++) {
        bool again = false;
        for (unsigned k = 0; k < i && !write && !again; k++)
            again = ph->dword[k] == ph->dword[i];
        unsigned n = again ? 0 : ++queue[ph->dword[i] % banks];
        if (n > longest)
            longest = n;
    }
    return longest;
}

// The message's first dwords of all channels are one phase, then their second ones, ...; a block is one
// phase.
static uint64_t count_slm(struct sim_profile *p)
{
    struct phase phase[PHASES];
    unsigned seen[SIM_MAX_CHANNELS] = {0}, phases = 0;
    unsigned banks = p->numbers->SLM_BANKS < PHASE_DWORDS ? p->numbers->SLM_BANKS : PHASE_DWORDS;
    uint64_t clocks = 0;
    bool write = false;
    for (unsigned i = 0; i < PHASES; i++)
        phase[i].count = 0;
    for (unsigned i = 0; i < p->access_count; i++) {
        const struct sim_access_record *a = &p->accesses[i];
        write |= a->write;
        for (uint64_t d = a->offset / 4; d <= (a->offset + a->bytes - 1) / 4; d++) {
            unsigned k = a->lane < 0 ? 0 : seen[a->lane & (SIM_MAX_CHANNELS - 1)]++;
            struct phase *ph = &phase[k < PHASES ? k : PHASES - 1];
            if (ph->count < PHASE_DWORDS)
                ph->dword[ph->count++] = (uint32_t)d;
        }
    }
    while (phases < PHASES && phase[phases].count) {
        unsigned n = phase[phases].count, took = bank_clocks(&phase[phases], banks, write);
        p->slm.accesses += n;
        p->slm.ideal += (n + banks - 1) / banks;
        clocks += took;
        if (took > p->slm.worst)
            p->slm.worst = took;
        phases++;
    }
    p->slm.messages++;
    p->slm.clocks += clocks;
    p->demand.slm += clocks;
    return clocks;
}

// ---- everything else in memory

// Operations on the address that most channels have.
static unsigned same_address(const struct sim_profile *p)
{
    unsigned most = 0;
    for (unsigned i = 0; i < p->access_count; i++) {
        unsigned n = 0;
        for (unsigned k = 0; k <= i; k++)
            n += p->accesses[k].offset == p->accesses[i].offset;
        if (n > most)
            most = n;
    }
    return most;
}

// The cache lines of a message: each takes the data port a clock.
static uint64_t count_lines(struct sim_profile *p)
{
    uint64_t seen[256], lines = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < p->access_count; i++) {
        const struct sim_access_record *a = &p->accesses[i];
        for (uint64_t l = a->offset / 64; l <= (a->offset + a->bytes - 1) / 64; l++) {
            bool known = false;
            for (unsigned k = count; k && !known; k--)
                known = seen[k - 1] == l;
            if (!known) {
                lines++;
                if (count < 256)
                    seen[count++] = l;
            }
            uint64_t bit = UINT64_C(1) << (l & 63);
            bool write = a->write, read = !a->write || p->message.atomic;
            add_lines(p, (l & UINT64_C(0x3ffffffffff)) >> 6, read ? bit : 0, write ? bit : 0);
        }
    }
    p->space[p->message.space].lines += lines;
    return lines;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// What the shared functions are busy with, and how long the response takes.
static uint64_t message_clocks(struct sim_profile *p)
{
    const struct kiln_costs *c = p->numbers;
    struct sim_message_record *r = &p->message;
    if (r->memory)
        p->space[r->space].messages++;
    if (r->memory && r->slm)
        return count_slm(p) + c->SLM_LATENCY;
    uint64_t lines = r->memory ? count_lines(p) : 0;
    if (r->sfid == EU_SFID_SAMPLER) {
        uint64_t clocks = (r->channels + c->SAMPLER_TEXELS - 1) / c->SAMPLER_TEXELS;
        p->demand.sampler += clocks;
        return clocks + c->SAMPLER_LATENCY;
    }
    if (r->kind == SIM_MESSAGE_DC0_FENCE || r->kind == SIM_MESSAGE_FENCE) {
        p->demand.port += c->FENCE_PORT;
        return c->FENCE_PORT + c->DATA_LATENCY;
    }
    if (!r->memory)
        return 0;
    uint64_t moved = larger(r->payload, r->response) * SIM_GRF_BYTES;
    uint64_t clocks = larger(lines, (moved + c->DATA_PORT_BYTES - 1) / c->DATA_PORT_BYTES);
    if (r->atomic)
        clocks = larger(clocks, same_address(p) * c->ATOMIC_SAME);
    p->demand.port += clocks;
    return clocks + c->DATA_LATENCY;
}

// ---- threads

void sim_profile_group_start(struct sim_group *g)
{
    struct sim_profile *p = profile_of(g);
    memset(p->timing, 0, g->threads * sizeof(*p->timing));
    p->barrier_clock = 0;
    p->barrier_arrived = 0;
}

void sim_profile_group_end(struct sim_group *g)
{
    struct sim_profile *p = profile_of(g);
    uint64_t longest = 0;
    for (unsigned i = 0; i < g->threads; i++)
        longest = larger(longest, p->timing[i].clock);
    p->demand.groups++;
    p->demand.group_clocks += longest;
    p->demand.longest_group = larger(p->demand.longest_group, longest);
}

static void arrive_at_barrier(struct sim_profile *p, const struct sim_group *g, uint64_t clock)
{
    p->barriers++;
    p->barrier_clock = larger(p->barrier_clock, clock);
    if (++p->barrier_arrived < g->threads)
        return;
    for (unsigned i = 0; i < g->threads; i++)
        p->timing[i].release = p->barrier_clock + p->numbers->BARRIER;
    p->barrier_arrived = 0;
    p->barrier_clock = 0;
}

// The branch at which the thread stands: where its channels go.
static void count_branch(struct sim_uop_profile *c, const struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t window = (t->active >> u->off) & u->chmask;
    uint32_t yes = u->pred ? window & sim_pred(t, u) : window;
    if (!window || u->op == EU_OP_ENDIF || u->op == EU_OP_JOIN || u->op == EU_OP_ELSE)
        return; // these do not decide
    if (u->op == EU_OP_JMPI)
        yes = sim_pred(t, u) & 1 ? window : 0;
    if (!yes)
        c->passed++;
    else if (yes == window)
        c->taken++;
    else
        c->divergent++;
}

static void finish_message(struct sim_profile *p, struct sim_thread *t, struct sim_timing *time)
{
    struct sim_message_record *r = &p->message;
    r->valid = false;
    p->sends[r->kind]++;
    if (r->kind >= SIM_MESSAGE_SAMPLER && r->kind < SIM_MESSAGE_BARRIER)
        p->texels += r->channels;
    uint64_t clocks = message_clocks(p);
    if (r->response)
        sim_timing_respond(time, r->dst, r->response, clocks);
    if (r->kind == SIM_MESSAGE_BARRIER)
        arrive_at_barrier(p, t->group, time->clock);
}

static void step(struct sim_profile *p, struct sim_thread *t, const struct sim_uop *u, uint32_t index)
{
    struct sim_uop_profile *c = &p->uops[index];
    struct sim_timing *time = &p->timing[t->index];
    const struct sim_cost *cost = &p->costs[index];
    uint64_t before = time->clock;
    unsigned channels = (unsigned)__builtin_popcount(sim_enabled(t, u));
    if (u->op == EU_OP_WAIT) {
        if (!sim_rf32(t, u->src[0].base)) {
            u->fn(t, u);
            return; // not yet: it is executed again
        }
        time->clock = larger(time->clock, time->release);
    }
    c->executed++;
    c->channels += channels;
    p->flops += (uint64_t)cost->flops * channels;
    p->demand.pipe[cost->pipe] += cost->clocks;
    if (eu_op_is_branch(u->op))
        count_branch(c, t, u);
    u->fn(t, u);
    if (p->message.valid) {
        sim_timing_wait(time, p->message.src0, p->message.src0_regs);
        sim_timing_wait(time, p->message.src1, p->message.src1_regs);
    }
    sim_timing_issue(time, cost);
    if (p->message.valid)
        finish_message(p, t, time);
    c->clocks += time->clock - before;
}

void sim_profile_run(struct sim_thread *t)
{
    struct sim_profile *p = profile_of(t->group);
    const struct sim_uop *uops = t->program->uops;
    const struct sim_observer *e = t->group->observer;
    while (t->state == SIM_THREAD_RUN && t->instructions < t->deadline) {
        uint32_t index = t->next;
        const struct sim_uop *u = &uops[index];
        if (e->awaits && !e->awaits(t, u))
            return;
        t->next++;
        t->instructions++;
        if (u->info->pseudo)
            u->fn(t, u);
        else
            step(p, t, u, index);
        if (e->awaits && t->next != index + 1)
            e->jumped(t);
    }
}
