// The executors of walkers. See thread/executor.h.
#include "sim/dispatch/executor.h"

#include "sim/check/check.h"
#include "sim/debug/debug.h"
#include "sim/jit/jit.h"
#include "sim/ports/dataport.h"
#include "sim/stats/stats.h"
#include "sim/eu/scoreboard.h"

static void interpret(struct sim_thread *t)
{
    const struct sim_uop *uops = t->program->uops;
    while (t->state == SIM_THREAD_RUN && t->instructions < t->deadline) {
        const struct sim_uop *u = &uops[t->next++];
        t->instructions++;
        u->fn(t, u);
    }
}

// The same on a strict machine without a scoreboard of its own.
static void interpret_watched(struct sim_thread *t)
{
    const struct sim_uop *uops = t->program->uops;
    while (t->state == SIM_THREAD_RUN && t->instructions < t->deadline) {
        const struct sim_uop *u = &uops[t->next];
        if (!sim_scoreboard_step(t->board, t, u))
            return;
        uint32_t next = ++t->next;
        t->instructions++;
        u->fn(t, u);
        if (t->next != next)
            sim_scoreboard_jumped(t->board);
    }
}

static bool awaits(struct sim_thread *t, const struct sim_uop *u)
{
    return sim_scoreboard_step(t->board, t, u);
}

static void jumped(struct sim_thread *t)
{
    sim_scoreboard_jumped(t->board);
}

// Of an executor that holds code against what it should wait for.
#define WATCHED .awaits = awaits, .jumped = jumped

static void unseen_message(struct sim_msg *m)
{
    (void)m;
}

static void unseen_group(struct sim_group *g)
{
    (void)g;
}

// Of an executor where nobody looks on: all but how threads run.
#define UNSEEN                                                                                               \
    .message = unseen_message, .message_done = unseen_message, .memory = sim_memory_at_once,                 \
    .late_memory = sim_memory_late, .group_start = unseen_group, .group_end = unseen_group,                  \
    .group_stuck = unseen_group

static const struct sim_executor interpreted = {.run = interpret, UNSEEN};
static const struct sim_executor watched = {WATCHED, .run = interpret_watched, UNSEEN};
static const struct sim_executor translated = {.run = sim_jit_thread_run, UNSEEN};

#define COUNTED                                                                                              \
    .run = sim_profile_run, .message = sim_profile_message, .message_done = unseen_message,                  \
    .memory = sim_memory_counted, .late_memory = sim_memory_counted_late,                                    \
    .group_start = sim_profile_group_start, .group_end = sim_profile_group_end, .group_stuck = unseen_group

static const struct sim_executor counted = {COUNTED};
static const struct sim_executor counted_watched = {WATCHED, COUNTED};

// Writes are never late here: one thread at a time is followed. Memory: of messages that it does not look at.
#define CHECKED                                                                                              \
    .run = sim_check_thread_run, .message = sim_check_message, .message_done = sim_check_message_done,       \
    .memory = sim_memory_at_once, .late_memory = sim_memory_at_once, .group_start = sim_check_group,         \
    .group_end = unseen_group, .group_stuck = sim_check_stuck

static const struct sim_executor checked = {CHECKED};
static const struct sim_executor checked_watched = {WATCHED, CHECKED};

// Nor here.
#define DEBUGGED                                                                                             \
    .run = sim_debug_thread_run, .message = sim_debug_message, .message_done = sim_debug_message_done,       \
    .memory = sim_memory_at_once, .late_memory = sim_memory_at_once, .group_start = sim_debug_group_start,   \
    .group_end = sim_debug_group_end, .group_stuck = sim_debug_group_stuck

static const struct sim_executor debugged = {DEBUGGED};
static const struct sim_executor debugged_watched = {WATCHED, DEBUGGED};

const struct sim_executor *sim_executor_of_program(const struct sim_program *p)
{
    return p->jit ? &translated : &interpreted;
}

const struct sim_executor *sim_executor_of_group(const struct sim_dispatch *d, uint64_t number)
{
    enum { FIRST = 4 }; // groups of a walker that may be translated
    if (!d->launch->seed || kiln_target_has_scoreboard(d->program->target))
        return d->executor;
    if (d->executor == &checked)
        return &checked_watched;
    if (d->executor == &counted)
        return &counted_watched;
    if (d->executor == &debugged)
        return &debugged_watched;
    bool plain = d->executor == &interpreted ||
                 (d->executor == &translated && number < FIRST && !sim_jit_has_code(d->program));
    return plain ? &watched : d->executor;
}

const struct sim_executor *sim_executor_of(const struct sim_dispatch *d, bool counts)
{
    return d->debug   ? &debugged
           : d->check ? &checked
           : counts   ? &counted
                      : sim_executor_of_program(d->program);
}
