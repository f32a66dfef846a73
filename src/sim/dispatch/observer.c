// The tables of walkers without an observer. See dispatch/observer.h.
#include "sim/dispatch/observer.h"

#include "hw/target.h"
#include "sim/eu/scoreboard.h"
#include "sim/jit/jit.h"
#include "sim/ports/dataport.h"

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

#define UNSEEN SIM_UNSEEN_POINTS, .memory = sim_memory_at_once, .late_memory = sim_memory_late

static const struct sim_observer watched = {UNSEEN, .run = interpret_watched, .awaits = sim_scoreboard_awaits,
                                            .jumped = sim_scoreboard_jumps};
static const struct sim_observer interpreted = {UNSEEN, .run = interpret, .held = &watched};
static const struct sim_observer translated = {UNSEEN, .run = sim_jit_thread_run};

const struct sim_observer *sim_observer_of_program(const struct sim_program *p)
{
    return p->jit ? &translated : &interpreted;
}

const struct sim_observer *sim_observer_of_group(const struct sim_dispatch *d)
{
    if (!d->launch->seed || kiln_target_has_scoreboard(d->program->target))
        return d->observer;
    return d->observer->held ? d->observer->held : d->observer;
}
