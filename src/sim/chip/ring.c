// An engine executes the ring of the context that is loaded: from the image to the command streamer's job, on
// a thread of its own. Where it is preempted in the middle of a batch, even between thread groups of a
// walker, the thread is parked with what it has on its stack, which is what the hardware saves of such a
// batch.
#include "sim/chip/machine.h"
#include "sim/chip/state.h"
#include "sim/cs/cs.h"
#include "sim/sync/fence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct sim_ring_run {
    struct sim_machine_engine *engine;
    struct sim_machine_context *context;
    pthread_t thread;
    pthread_cond_t goes_on;
    enum { RUNNING, PARKED, ENDED } status;
    bool abandoned; // no thread waits for its end
    atomic_bool cancel;
    struct sim_guest_space space;
    struct sim_cs_ring ring;
    struct sim_batch batch;
    bool ok;
    int64_t since; // when it began, or went on
};

// ---- what the streamer asks for, on the run's thread

static uint32_t read_register(void *of, uint32_t offset)
{
    struct sim_machine *m = ((struct sim_ring_run *)of)->engine->machine;
    pthread_mutex_lock(&m->lock);
    uint32_t value = sim_register_read(m, offset);
    pthread_mutex_unlock(&m->lock);
    return value;
}

static void write_register(void *of, uint32_t offset, uint32_t value)
{
    struct sim_machine *m = ((struct sim_ring_run *)of)->engine->machine;
    const struct sim_machine_engine *e;
    uint32_t index;
    pthread_mutex_lock(&m->lock);
    const struct kiln_register *r = sim_register_find(m, offset, &index, &e);
    if (!r || r->kind != KILN_REGISTER_GDRST) // a command that ends its own engine would wait for itself
        sim_register_write(m, offset, value);
    pthread_mutex_unlock(&m->lock);
}

static void notify(void *of, bool user)
{
    struct sim_machine_engine *e = ((struct sim_ring_run *)of)->engine;
    pthread_mutex_lock(&e->machine->lock);
    sim_interrupt_raise(e, user ? SIM_IRQ_USER : SIM_IRQ_PIPE_NOTIFY);
    pthread_mutex_unlock(&e->machine->lock);
}

// By a submission, or because it has had its time and others wait.
static bool is_preempted(void *of)
{
    enum { QUANTUM = 5000000 }; // ns
    struct sim_ring_run *run = of;
    struct sim_machine_engine *e = run->engine;
    if (atomic_load_explicit(&e->others_wait, memory_order_relaxed) && sim_now_ns() - run->since > QUANTUM)
        atomic_store(&e->preempt, true);
    return atomic_load_explicit(&e->preempt, memory_order_relaxed) &&
           !atomic_load_explicit(&run->cancel, memory_order_relaxed);
}

static void park(void *of)
{
    struct sim_ring_run *run = of;
    struct sim_machine *m = run->engine->machine;
    pthread_mutex_lock(&m->lock);
    if (is_preempted(run)) {
        run->status = PARKED;
        pthread_cond_broadcast(&m->idle);
    }
    while (run->status == PARKED)
        pthread_cond_wait(&run->goes_on, &m->lock);
    pthread_mutex_unlock(&m->lock);
}

// In a batch that waits for memory.
static void poll(void *of, unsigned polls)
{
    const struct timespec nap = {0, polls > 100 ? 200000 : 20000};
    if (is_preempted(of))
        park(of);
    else
        nanosleep(&nap, NULL);
}

static bool walker_slice_over(void *of, const struct sim_walker_time *t)
{
    return is_preempted(of);
}

static bool walker_yield(void *of, const struct sim_walker_time *t)
{
    struct sim_ring_run *run = of;
    park(run);
    return !atomic_load(&run->cancel); // what was abandoned meanwhile must not touch memory any more
}

// Whether the observation unit counts: the kernel has enabled it.
static bool oa_counts(void *of)
{
    return sim_observation_counts(((struct sim_ring_run *)of)->engine->machine);
}

static struct sim_batch_owner owner_of_rings(void)
{
    struct sim_batch_owner owner = sim_batch_alone;
    owner.slice_over = is_preempted;
    owner.yield = park;
    owner.poll = poll;
    owner.oa_counts = oa_counts;
    owner.walker_slice_over = walker_slice_over;
    owner.walker_yield = walker_yield;
    return owner;
}

// ---- a run

static void release(struct sim_ring_run *run)
{
    pthread_cond_destroy(&run->goes_on);
    free(run);
}

static void end_run(struct sim_ring_run *run)
{
    struct sim_machine *m = run->engine->machine;
    pthread_mutex_lock(&m->lock);
    bool abandoned = run->abandoned;
    run->status = ENDED;
    run->context->runs--;
    m->runs--;
    pthread_cond_broadcast(&m->idle);
    if (abandoned) {
        pthread_detach(pthread_self());
        release(run);
    }
    pthread_mutex_unlock(&m->lock);
}

static void *work(void *of)
{
    struct sim_ring_run *run = of;
    struct sim_machine *m = run->engine->machine;
    const struct sim_batch_owner owner = owner_of_rings();
    struct sim_cs_job job;
    struct sim_stats stats = {0};
    struct sim_fault fault;
    sim_chip_fill_job(m->chip, &job);
    run->batch.owner = &owner;
    job.engine = run->engine->place->hw.name;
    job.mmio_base = run->engine->place->hw.mmio_base;
    job.nonpriv = sim_register_at(&m->registers, job.mmio_base + GEN_REG_FORCE_TO_NONPRIV - KILN_RENDER_BASE);
    job.pages = &run->space.pages;
    job.state = run->context->cs;
    job.caches = m->caches;
    job.counters = sim_observation_counters(m);
    job.batch = &run->batch;
    job.ring = &run->ring;
    m->bus.hold(m->bus.of); // a parked run keeps what it has translated
    run->ok = sim_cs_execute(&job, &fault, &stats);
    m->bus.release(m->bus.of);
    sim_chip_add_stats(m->chip, &stats);
    end_run(run);
    return NULL;
}

static struct sim_ring_run *start(struct sim_machine_engine *e)
{
    static const int64_t away;
    struct sim_machine *m = e->machine;
    const struct sim_context_image *image = &e->image;
    struct sim_ring_run *run = calloc(1, sizeof(*run));
    if (!run)
        return NULL;
    run->engine = e;
    run->since = sim_now_ns();
    run->context = image->state;
    run->space = image->space;
    run->ring = (struct sim_cs_ring){
        .global = &m->global.pages,
        .start = image->start,
        .size = image->size,
        .head = image->head,
        .tail = image->tail,
        .preempt = &e->preempt,
        .status_page = sim_engine_status_page(e),
        .has_contexts = m->gt->has_rings,
        .report = image->report,
        .read = read_register,
        .write = write_register,
        .notify = notify,
        .of = run,
    };
    run->batch = (struct sim_batch){
        .number = ++e->requests,
        .context = (uint32_t)(image->descriptor >> 32), // the kernel's number of it
        .hang_ns = INT64_MAX / 2,                       // the kernel has timers
        .cancel = &run->cancel,
        .away_ns = &away,
        .of = run,
    };
    pthread_cond_init(&run->goes_on, NULL);
    if (pthread_create(&run->thread, NULL, work, run)) {
        release(run);
        return NULL;
    }
    run->context->runs++;
    m->runs++;
    return run;
}

static void go_on(struct sim_ring_run *run)
{
    run->status = RUNNING;
    run->since = sim_now_ns();
    pthread_cond_signal(&run->goes_on);
}

void sim_ring_move_space(struct sim_machine_engine *e, uint64_t root)
{
    if (!e->running)
        return;
    e->running->space.root[0] = root;
    sim_pages_changed(&e->running->space.pages);
}

void sim_ring_abandon(struct sim_machine_context *c)
{
    struct sim_ring_run *run = c->parked;
    if (!run)
        return;
    c->parked = NULL;
    run->abandoned = true;
    atomic_store(&run->cancel, true);
    go_on(run);
}

void sim_ring_cancel(struct sim_machine_engine *e)
{
    while (e->running) { // whatever the engine takes up meanwhile
        atomic_store(&e->running->cancel, true);
        pthread_cond_wait(&e->machine->idle, &e->machine->lock);
    }
}

void sim_engine_ask_to_leave(struct sim_machine_engine *e, uint32_t us)
{
    atomic_store(&e->preempt, true);
    e->ends = us ? sim_now_ns() + us * INT64_C(1000) : 0;
    pthread_cond_broadcast(&e->machine->idle);
}

// Until the run ends, or is parked; its time may be up meanwhile.
static void wait_for(struct sim_machine_engine *e, struct sim_ring_run *run)
{
    enum { NAP = 1000000 }; // ns
    struct sim_machine *m = e->machine;
    while (run->status == RUNNING) {
        if (e->ends && sim_now_ns() >= e->ends)
            atomic_store(&run->cancel, true);
        if (e->ends)
            sim_machine_wait(m, &m->idle, NAP);
        else
            pthread_cond_wait(&m->idle, &m->lock);
    }
    e->ends = 0;
}

// The run of the context that is loaded: the parked one, unless the kernel has moved the ring's head, or a
// new one.
static struct sim_ring_run *run_of(struct sim_machine_engine *e)
{
    struct sim_machine_context *c = e->image.state;
    struct sim_ring_run *run = c->parked;
    if (run && run->ring.head == e->image.head && run->ring.start == e->image.start) {
        c->parked = NULL;
        run->ring.tail = e->image.tail;
        go_on(run);
        return run;
    }
    sim_ring_abandon(c);
    while (c->runs)
        pthread_cond_wait(&e->machine->idle, &e->machine->lock);
    return start(e);
}

static enum sim_ring_end end_of(const struct sim_ring_run *run)
{
    if (!run->ok)
        return SIM_RING_HUNG;
    switch (run->ring.end) {
    case SIM_CS_RING_EMPTY:
        return SIM_RING_EMPTY;
    case SIM_CS_RING_PREEMPTED:
        return SIM_RING_PREEMPTED;
    case SIM_CS_RING_CONTEXT:
        return SIM_RING_CONTEXT;
    default:
        return SIM_RING_BLOCKED;
    }
}

enum sim_ring_end sim_ring_execute(struct sim_machine_engine *e)
{
    enum { RING_HEAD = GEN_REG_RING_HEAD - KILN_RENDER_BASE };
    struct sim_machine *m = e->machine;
    struct sim_ring_run *run = run_of(e);
    if (!run)
        return SIM_RING_HUNG;
    e->running = run;
    wait_for(e, run);
    e->running = NULL;
    pthread_cond_broadcast(&m->idle);
    e->image.head = run->ring.head;
    *sim_register_at(&m->registers, e->place->hw.mmio_base + RING_HEAD) = run->ring.head;
    if (run->status == PARKED) {
        run->context->parked = run;
        return SIM_RING_PREEMPTED;
    }
    enum sim_ring_end end = end_of(run);
    e->image.next = run->ring.context;
    pthread_join(run->thread, NULL);
    release(run);
    return end;
}
