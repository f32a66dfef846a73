// See counters.h.
//
// Most counters are sums over walkers. Footprints and clocks are a whole dispatch's: walkers with one mark
// are put together first (struct part), and count when the registers are read, or when as many others as may
// be in flight have begun since.
#include "isa/table/msg.h"
#include "sim/observe/stats/counters.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct row {
    enum kiln_counter_unit unit;
    const char *category, *name, *text;
} rows[] = {
#define COUNTER(unit, category, name, text, value) {KILN_UNIT_##unit, category, name, text},
#define DISPATCH_COUNTER COUNTER
#include "sim/observe/stats/counters.def"
#undef COUNTER
#undef DISPATCH_COUNTER
};

// Behind the rows: messages by kind, those to the sampler as one.
enum {
    ROWS = sizeof(rows) / sizeof(rows[0]),
    KINDS = SIM_MESSAGE_KINDS - SIM_SAMPLER_MESSAGES + 1,
    COUNTERS = ROWS + KINDS,
    PARTS = 64,
};

static unsigned kind_place(unsigned kind)
{
    return kind < SIM_MESSAGE_SAMPLER    ? kind
           : kind >= SIM_MESSAGE_BARRIER ? kind - SIM_SAMPLER_MESSAGES + 1
                                         : SIM_MESSAGE_SAMPLER;
}

// A dispatch of which more may come.
struct part {
    struct part *next;
    uint32_t mark;
    unsigned counting;
    struct sim_profile *sum; // of all but its instructions
    struct sim_dispatch of;  // its shape
    const struct kiln_target *target;
};

struct sim_counters {
    pthread_mutex_t lock;
    uint64_t value[COUNTERS];
    uint64_t oa[KILN_OA_IDS]; // before they are shifted
    struct part *parts;       // the latest first
    unsigned part_count;
};

struct sim_counters *sim_counters_create(void)
{
    struct sim_counters *c = sim_cost_init() ? calloc(1, sizeof(*c)) : NULL;
    if (c)
        pthread_mutex_init(&c->lock, NULL);
    return c;
}

static void part_destroy(struct part *p)
{
    if (p)
        sim_profile_destroy(p->sum);
    free(p);
}

void sim_counters_destroy(struct sim_counters *c)
{
    for (struct part *p = c ? c->parts : NULL, *next; p; p = next) {
        next = p->next;
        part_destroy(p);
    }
    if (c)
        pthread_mutex_destroy(&c->lock);
    free(c);
}

// ---- what walkers and dispatches count

struct sim_walker_counts {
    uint64_t groups, threads, instructions, simd8_instructions, channels, width, flops, uniform, divergent;
    uint64_t fpu_clocks, math_clocks, read, written, atomics, dropped, lines, messages;
    uint64_t texels, slm_read, slm_written, barriers;
    struct sim_slm_profile slm;
};

static void add_instructions(struct sim_walker_counts *w, const struct sim_profile *p)
{
    for (uint32_t i = 0; i < p->program->count; i++) {
        const struct sim_uop *u = &p->program->uops[i];
        const struct sim_uop_profile *c = &p->uops[i];
        w->instructions += c->executed;
        w->simd8_instructions += c->executed * (u->n > 8 ? u->n / 8u : 1);
        w->channels += c->channels;
        w->width += c->executed * u->n;
        w->uniform += c->taken + c->passed;
        w->divergent += c->divergent;
    }
}

static void add_to_registers(struct sim_counters *c, const struct sim_profile *p,
                             const struct sim_walker_counts *w)
{
    for (unsigned kind = 0; kind < SIM_MESSAGE_KINDS; kind++)
        c->value[ROWS + kind_place(kind)] += p->sends[kind];
    uint64_t *v = c->value;
#define COUNTER(unit, category, name, text, counted) *v++ += counted;
#define DISPATCH_COUNTER(...) v++;
#include "sim/observe/stats/counters.def"
#undef COUNTER
#undef DISPATCH_COUNTER
}

static void add_walker(struct sim_counters *c, const struct sim_profile *p,
                       const struct sim_dispatch_stats *stats, unsigned counting)
{
    struct sim_walker_counts counts = {.groups = stats->thread_groups,
                                       .threads = stats->eu_threads,
                                       .flops = p->flops,
                                       .fpu_clocks = p->demand.pipe[SIM_PIPE_ANY],
                                       .math_clocks = p->demand.pipe[SIM_PIPE_EM],
                                       .texels = p->texels,
                                       .slm_read = p->space[EU_BTI_SLM].read,
                                       .slm_written = p->space[EU_BTI_SLM].written,
                                       .barriers = p->sends[SIM_MESSAGE_BARRIER],
                                       .slm = p->slm},
                             *w = &counts;
    add_instructions(w, p);
    for (unsigned i = 0; i < SIM_SPACES; i++) {
        const struct sim_traffic *t = &p->space[i];
        if (i == EU_BTI_SLM)
            continue;
        w->read += t->read;
        w->written += t->written;
        w->atomics += t->atomics;
        w->dropped += t->dropped;
        w->lines += t->lines;
    }
    for (unsigned kind = 0; kind < SIM_MESSAGE_KINDS; kind++)
        w->messages += p->sends[kind];
    if (counting & SIM_COUNTS_REGISTERS)
        add_to_registers(c, p, w);
    if (!(counting & SIM_COUNTS_OA))
        return;
#define OA_WALKER(id, counted) c->oa[KILN_OA_##id] += counted;
#define OA_DISPATCH(...)
#include "sim/observe/stats/oa.def"
#undef OA_WALKER
#undef OA_DISPATCH
}

static uint64_t clocks(double c)
{
    return (uint64_t)(c + 0.5);
}

// Over all EUs: one FPU does extended math, either the rest.
static uint64_t eu_active(const struct sim_demand *d)
{
    uint64_t any = d->pipe[SIM_PIPE_ANY], math = d->pipe[SIM_PIPE_EM];
    return math > any ? math : (any + math + 1) / 2;
}

static uint64_t eu_stalled(const struct sim_demand *d, const struct sim_estimate *e)
{
    uint64_t there = clocks(e->clocks * e->eus), active = eu_active(d);
    return there > active ? there - active : 0;
}

static void add_estimate(struct sim_counters *c, const struct sim_demand *d, const struct sim_estimate *e)
{
    uint64_t *v = c->value;
#define COUNTER(...) v++;
#define DISPATCH_COUNTER(unit, category, name, text, counted) *v++ += counted;
#include "sim/observe/stats/counters.def"
#undef COUNTER
#undef DISPATCH_COUNTER
}

static void add_dispatch(struct sim_counters *c, const struct sim_dispatch *of, const struct sim_profile *p,
                         const struct kiln_target *target, unsigned counting)
{
    const struct sim_demand demand = sim_profile_demand(p, of), *d = &demand;
    struct sim_estimate estimate, *e = &estimate;
    sim_estimate(d, target, e);
    if (counting & SIM_COUNTS_REGISTERS)
        add_estimate(c, d, e);
    if (!(counting & SIM_COUNTS_OA))
        return;
#define OA_WALKER(...)
#define OA_DISPATCH(id, counted) c->oa[KILN_OA_##id] += counted;
#include "sim/observe/stats/oa.def"
#undef OA_WALKER
#undef OA_DISPATCH
}

// Counts all but the `keep` latest.
static void count_parts(struct sim_counters *c, unsigned keep)
{
    struct part **p = &c->parts;
    for (unsigned i = 0; i < keep && *p; i++)
        p = &(*p)->next;
    for (struct part *done = *p, *next; done; done = next) {
        next = done->next;
        add_dispatch(c, &done->of, done->sum, done->target, done->counting);
        part_destroy(done);
        c->part_count--;
    }
    *p = NULL;
}

static struct part *new_part(struct sim_counters *c, const struct sim_dispatch *d)
{
    struct part *p = calloc(1, sizeof(*p));
    if (p)
        p->sum = calloc(1, sizeof(*p->sum));
    if (!p || !p->sum) {
        free(p);
        return NULL;
    }
    p->mark = d->launch->mark;
    p->counting = d->launch->counting;
    p->target = d->program->target;
    p->of = (struct sim_dispatch){.threads = d->threads,
                                  .slm_bytes = d->slm_bytes,
                                  .cross_regs = d->cross_regs,
                                  .per_thread_regs = d->per_thread_regs};
    p->next = c->parts;
    c->parts = p;
    c->part_count++;
    return p;
}

static bool add(struct sim_counters *c, const struct sim_dispatch *d, const struct sim_profile *p,
                const struct sim_dispatch_stats *stats)
{
    const struct sim_launch *w = d->launch;
    add_walker(c, p, stats, w->counting);
    if (!w->mark) {
        add_dispatch(c, d, p, d->program->target, w->counting);
        return !p->failed;
    }
    struct part *part = c->parts;
    while (part && (part->mark != w->mark || part->counting != w->counting))
        part = part->next;
    if (!part)
        part = new_part(c, d);
    if (!part)
        return false;
    sim_profile_add_totals(part->sum, p);
    bool ok = !part->sum->failed;
    if (c->part_count > PARTS)
        count_parts(c, PARTS);
    return ok;
}

bool sim_counters_walker(struct sim_counters *c, const struct sim_dispatch *d, const struct sim_profile *p,
                         const struct sim_dispatch_stats *stats)
{
    pthread_mutex_lock(&c->lock);
    bool ok = add(c, d, p, stats);
    pthread_mutex_unlock(&c->lock);
    return ok;
}

// ---- registers

bool sim_counters_own(uint32_t reg)
{
    return reg >= KILN_COUNTER_HOLD && reg < KILN_COUNTER_FIRST + COUNTERS * 8;
}

uint32_t sim_counters_read(struct sim_counters *c, uint32_t reg)
{
    if (!c || reg < KILN_COUNTER_FIRST)
        return 0;
    pthread_mutex_lock(&c->lock);
    count_parts(c, 0);
    uint64_t v = c->value[(reg - KILN_COUNTER_FIRST) / 8];
    pthread_mutex_unlock(&c->lock);
    return (uint32_t)(reg & 4 ? v >> 32 : v);
}

// The core's clock runs while there is work. Where a counter is the sum of several, the first has it all.
void sim_counters_report(struct sim_counters *c, const struct kiln_devinfo *info, bool settle,
                         uint32_t report[KILN_OA_REPORT_BYTES / 4])
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    if (settle)
        count_parts(c, 0);
    report[KILN_OA_CLOCKS] = (uint32_t)c->oa[KILN_OA_BUSY];
    for (enum kiln_oa_id id = 0; id < KILN_OA_IDS; id++) {
        unsigned first;
        if (kiln_oa_places(info, id, &first))
            kiln_oa_put(report, first, c->oa[id] >> kiln_oa_counter(id)->shift);
    }
    pthread_mutex_unlock(&c->lock);
}

static void describe(struct kiln_counter_info *i, const struct row *r, const char *prefix)
{
    i->unit = r->unit;
    snprintf(i->category, sizeof(i->category), "%s", r->category);
    snprintf(i->name, sizeof(i->name), "%s%s", prefix, r->name);
    snprintf(i->text, sizeof(i->text), "%s", r->text);
}

unsigned sim_counters_describe(struct kiln_counters *out, bool logs)
{
    for (unsigned i = 0; out && i < COUNTERS; i++)
        out->counters[i] = (struct kiln_counter_info){.reg = KILN_COUNTER_FIRST + i * 8};
    for (unsigned i = 0; out && i < ROWS; i++)
        describe(&out->counters[i], &rows[i], "");
    for (unsigned kind = 0; out && kind < SIM_MESSAGE_KINDS; kind++) {
        bool sampler = kind_place(kind) == SIM_MESSAGE_SAMPLER;
        const struct row r = {KILN_UNIT_NUMBER, "Messages", sampler ? "sampler" : sim_message_kind_name(kind),
                              "Messages of this kind that threads sent"};
        describe(&out->counters[ROWS + kind_place(kind)], &r, "Messages: ");
    }
    if (out) {
        out->hold = KILN_COUNTER_HOLD;
        out->count = COUNTERS;
        out->logs = logs;
    }
    return sizeof(*out) + COUNTERS * sizeof(out->counters[0]);
}
