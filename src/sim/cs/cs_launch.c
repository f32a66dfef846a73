// Launches on the command streamer: executing one, with the timers and the time slices of the engine; and
// those in flight, which the strict machine executes as late as it may.
#include <stdlib.h>
#include <string.h>

#include "hw/target.h"
#include "sim/cs/cs.h"
#include "sim/dispatch/pool.h"
#include "sim/sync/fence.h"
#include "sim/thread/thread.h"
#include "util/log.h"

// The budget of a thread is what it issues in about a second, one instruction a clock. i915 cancels a request
// after 20 s, in which each EU issues no more than that.
static uint64_t instruction_total(const struct sim_cs *cs)
{
    enum { SECONDS = 20 };
    const struct kiln_devinfo *info = cs->job->devinfo;
    uint64_t each = cs->job->config->instruction_budget, eus = info->subslices * info->eus_per_subslice;
    return each < UINT64_MAX / SECONDS / eus ? each * SECONDS * eus : 0;
}

struct sim_launch sim_cs_new_launch(struct sim_cs *cs)
{
    const struct sim_cs_job *job = cs->job;
    struct sim_launch w = {
        .pages = cs->tlb.pages,
        .devinfo = job->devinfo,
        .rules = sim_cs_is_privileged(cs) ? 0 : job->rules,
        .instruction_budget = job->config->instruction_budget,
        .instruction_total = instruction_total(cs),
        .cancel = job->batch->cancel,
        .caches = job->caches,
        .swizzles = job->swizzles,
        .seed = job->config->strict ? job->config->seed : 0,
    };
    w.counters = sim_cs_counters(cs, &w.counting);
    return w;
}

void sim_cs_tell_launch(struct sim_cs *cs, struct sim_launch *w)
{
    const struct sim_cs_job *job = cs->job;
    w->fused = job->config->fused;
    // Images that others see must have the caching of the page tables.
    if (job->config->all_rules && kiln_has_rule(job->rules, KILN_RULE_MOCS_SHARED))
        w->is_shared = job->batch->owner->is_shared;
    w->name_of = job->batch->owner->name_of;
    w->job_of = job->batch->of;
    w->context = cs->st->serial;
    w->mark = cs->mark;
    w->label = cs->st->label;
    w->barriers = cs->st->barriers;
    w->barrier_kinds = cs->st->barrier_kinds;
    cs->mark = 0;
    cs->st->barriers = cs->st->barrier_kinds = 0;
}

// GPGPU_THREADS_DISPATCHED counts the active channels of what is dispatched, not threads: other drivers
// report it as compute shader invocations.
static void add_threads_dispatched(struct sim_cs *cs, const struct sim_launch *w, uint64_t groups)
{
    const unsigned width = w->simd;
    uint32_t full = width >= 32 ? UINT32_MAX : (1u << width) - 1;
    uint64_t channels = 0;
    for (unsigned y = 1; y <= w->threads[1]; y++)
        for (unsigned x = 1; x <= w->threads[0]; x++) {
            uint32_t mask = full;
            if (x == w->threads[0])
                mask &= w->right;
            if (y == w->threads[1])
                mask &= w->bottom;
            channels += (unsigned)__builtin_popcount(mask);
        }
    uint32_t *r = &cs->st->registers[KILN_PLACE(GPGPU_THREADS_DISPATCHED)];
    uint64_t v = (r[0] | (uint64_t)r[1] << 32) + channels * w->threads[2] * groups;
    r[0] = (uint32_t)v;
    r[1] = (uint32_t)(v >> 32);
}

// ---- preemption

// A walker in execution.
struct running {
    struct sim_cs *cs;
    const struct sim_launch *launch;
};

// Between the groups of a walker. A walker that may be preempted within its threads is so between its groups
// as well; nothing here wants less.
static bool yields_between_groups(struct sim_cs *cs)
{
    struct gen_CS_CHICKEN1 preemption;
    gen_CS_CHICKEN1_unpack(&cs->st->registers[KILN_PLACE(CS_CHICKEN1)], &preemption);
    return kiln_target_has_preemption(kiln_target_of(cs->job->devinfo)) &&
           preemption.gpgpu_preemption != GEN_GPGPU_PREEMPTION_COMMAND;
}

// How many groups of so many threads the chip executes at once; 0: the walker yields only at its end.
static uint64_t groups_at_once(struct sim_cs *cs, uint64_t threads)
{
    uint64_t slots = cs->job->devinfo->max_threads;
    if (!yields_between_groups(cs))
        return 0;
    return threads && threads < slots ? slots / threads : 1;
}

static bool never(void *of, const struct sim_progress *so_far)
{
    return false;
}

static bool slice_over(void *of, const struct sim_progress *so_far)
{
    const struct sim_batch *batch = ((const struct running *)of)->cs->job->batch;
    const struct sim_walker_time t = {.instructions = so_far->instructions};
    return batch->owner->walker_slice_over(batch->of, &t);
}

static bool yield(void *of, const struct sim_progress *so_far)
{
    const struct running *r = of;
    const struct sim_batch *batch = r->cs->job->batch;
    const uint32_t *group = r->launch->threads;
    uint64_t threads = r->launch->draw ? 1 : (uint64_t)group[0] * group[1] * group[2];
    uint64_t at_once = groups_at_once(r->cs, threads);
    const struct sim_walker_time t = {.instructions = so_far->instructions,
                                      .unit = at_once ? so_far->group * at_once : SIM_WALKER_WHOLE};
    return batch->owner->walker_yield(batch->of, &t);
}

static bool walker_over(struct sim_cs *cs, const struct sim_dispatch_stats *s)
{
    const struct sim_batch *batch = cs->job->batch;
    struct sim_walker_time t = {.instructions = s->eu_instructions, .unit = SIM_WALKER_WHOLE};
    uint64_t at_once = s->thread_groups ? groups_at_once(cs, s->eu_threads / s->thread_groups) : 0;
    if (at_once && at_once < s->thread_groups)
        t.unit = s->eu_instructions / s->thread_groups * at_once;
    const char *why = batch->owner->walker_over(batch->of, &t);
    return !why || sim_cs_fault(cs, SIM_FAULT_HANG, cs->ip, "%s", why);
}

static void log_walker(const struct sim_launch *w, const struct sim_dispatch_stats *s, int64_t spent, bool ok)
{
    if (w->draw)
        kiln_log("sim: rectangle (%d, %d) to (%d, %d), %u layers: %llu threads, %.3f ms%s", w->draw->x0,
                 w->draw->y0, w->draw->x1, w->draw->y1, w->draw->layers, (unsigned long long)s->eu_threads,
                 (double)spent / 1e6, ok ? "" : ", fault");
    else
        kiln_log("sim: walker %ux%ux%u: %llu groups, %llu threads, %llu instructions, %.3f ms%s", w->end[0],
                 w->end[1], w->end[2], (unsigned long long)s->thread_groups,
                 (unsigned long long)s->eu_threads, (unsigned long long)s->eu_instructions,
                 (double)spent / 1e6, ok ? "" : ", fault");
}

// Timestamps are those of the context and of the chip, at the walker's start and at its end. Source: NEO
// timestamp_packet.h, command_encoder_xehp_and_later.inl.
static bool write_timestamps(struct sim_cs *cs, uint64_t address, uint64_t began)
{
    const uint64_t now = cs->job->timestamp(cs->job->chip), times[] = {began, began, now, now};
    const uint32_t low[] = {(uint32_t)began, (uint32_t)began, (uint32_t)now, (uint32_t)now};
    return kiln_target_has_long_walker_timestamps(cs->target)
               ? sim_cs_write(cs, address, times, sizeof(times))
               : sim_cs_write(cs, address, low, sizeof(low));
}

static bool end_of_walker(struct sim_cs *cs, const struct sim_cs_post_sync *post, uint64_t began)
{
    if (!post || post->what == SIM_CS_POST_NONE)
        return true;
    // Who reads what it writes knows that it has ended: NEO, before CFE_STATE.
    cs->in_flight -= cs->in_flight > 0;
    return post->what == SIM_CS_POST_IMMEDIATE
               ? sim_cs_write(cs, post->address, &post->data, sizeof(post->data))
               : write_timestamps(cs, post->address, began);
}

bool sim_cs_run(struct sim_cs *cs, struct sim_launch *w, const struct sim_cs_post_sync *post)
{
    const uint64_t began = cs->job->timestamp(cs->job->chip);
    struct sim_dispatch_stats s = {0};
    struct running r = {.cs = cs, .launch = w};
    const struct sim_interrupt interrupt = {cs->no_preemption ? never : slice_over, yield, &r};
    int64_t away = *cs->job->batch->away_ns, start = sim_now_ns();
    w->interrupt = &interrupt;
    bool ok = sim_dispatch_walker(cs->job->pool, w, &s, cs->fault);
    int64_t spent = sim_now_ns() - start - (*cs->job->batch->away_ns - away);
    w->interrupt = NULL;
    cs->walker_ns += spent;
    cs->stats->walkers++;
    cs->stats->walker_ns += (uint64_t)spent;
    cs->stats->eu_instructions += s.eu_instructions;
    cs->stats->eu_threads += s.eu_threads;
    cs->stats->thread_groups += s.thread_groups;
    cs->stats->send_messages += s.send_messages;
    if (!w->draw)
        add_threads_dispatched(cs, w, s.thread_groups);
    if (KILN_DEBUG(SIM))
        log_walker(w, &s, spent, ok);
    return ok && walker_over(cs, &s) && end_of_walker(cs, post, began);
}

// ---- walkers in flight

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

// Which of the walkers that have not ended runs next: all those in flight may overlap, so that whoever relies
// on an order without asking for it finds out. The last first, with a seed of one; another one with others.
static struct sim_cs_pending *next_walker(struct sim_cs *cs, uint64_t number)
{
    unsigned n = 0;
    for (unsigned i = 0; i < cs->pending_count; i++)
        n += cs->pending[i].is_walker && !cs->pending[i].done;
    unsigned skip = !n                           ? 0
                    : cs->job->config->seed <= 1 ? n - 1
                                                 : (unsigned)(mix(cs->job->config->seed + number) % n);
    for (unsigned i = 0; n && i < cs->pending_count; i++)
        if (cs->pending[i].is_walker && !cs->pending[i].done && !skip--)
            return &cs->pending[i];
    return NULL;
}

// PIPE_CONTROLs act as soon as all before them has ended.
static bool act_on_controls(struct sim_cs *cs)
{
    bool ok = true;
    for (unsigned i = 0; ok && i < cs->pending_count; i++) {
        struct sim_cs_pending *p = &cs->pending[i];
        if (p->done)
            continue;
        if (p->is_walker)
            break;
        p->done = true;
        cs->desc = p->desc;
        ok = sim_cs_end_of_pipe(cs, &p->control);
    }
    return ok;
}

bool sim_cs_drain(struct sim_cs *cs)
{
    const struct gen_desc *desc = cs->desc;
    struct sim_cs_pending *p;
    bool ok = true;
    while (ok && (p = next_walker(cs, cs->drains++))) {
        p->done = true;
        ok = sim_cs_run(cs, &p->launch, &p->post);
        if (!ok) {
            cs->ip = p->ip;
            cs->desc = p->desc;
        }
        ok = ok && act_on_controls(cs);
    }
    ok = ok && act_on_controls(cs); // there may be no walker
    if (ok)
        cs->desc = desc;
    for (unsigned i = 0; i < cs->pending_count; i++)
        free(cs->pending[i].payload);
    cs->pending_count = 0;
    return ok;
}

bool sim_cs_stall(struct sim_cs *cs)
{
    bool ok = sim_cs_drain(cs);
    cs->in_flight = 0;
    if (!cs->st->order_told || cs->st->order_due)
        sim_eu_pool_ordered(cs->job->pool);
    cs->st->order_due = false;
    return ok;
}

bool sim_cs_needs_stall(struct sim_cs *cs, const char *what)
{
    return !cs->in_flight ||
           sim_cs_fault(cs, SIM_FAULT_ILLEGAL, cs->ip,
                        "%s while a walker may still run: a PIPE_CONTROL that stalls is missing", what);
}

// Takes over the payload of a walker.
bool sim_cs_postpone(struct sim_cs *cs, const struct sim_cs_pending *p)
{
    if (!cs->pending)
        cs->pending = calloc(SIM_CS_PENDING, sizeof(*cs->pending));
    if (!cs->pending || (cs->pending_count == SIM_CS_PENDING && !sim_cs_drain(cs))) {
        free(p->payload);
        return cs->pending ? false : sim_cs_fault(cs, SIM_FAULT_HANG, cs->ip, "the host is out of memory");
    }
    cs->pending[cs->pending_count++] = *p;
    return true;
}

// A copy of what is to be there when the launch executes: zeros after it, to a whole unit of 32 bytes.
static uint8_t *keep_constants(const struct sim_launch *w)
{
    uint8_t *p = calloc(1, w->constant_bytes + SIM_GRF_BYTES);
    if (p)
        memcpy(p, w->constants, w->constant_bytes);
    return p;
}

bool sim_cs_launch(struct sim_cs *cs, struct sim_launch *w, const struct sim_cs_post_sync *post)
{
    uint8_t *payload = NULL;
    cs->flushed = false;
    cs->in_flight++;
    if (!cs->job->config->lazy)
        return sim_cs_run(cs, w, post);
    if (w->constants && !(payload = keep_constants(w)))
        return sim_cs_fault(cs, SIM_FAULT_HANG, cs->ip, "the host is out of memory");
    w->constants = payload;
    struct sim_cs_pending p = {
        .is_walker = true, .launch = *w, .payload = payload, .desc = cs->desc, .ip = cs->ip};
    if (post)
        p.post = *post;
    return sim_cs_postpone(cs, &p);
}
