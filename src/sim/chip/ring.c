// An engine executes the ring of the context that is loaded: from the image to the command streamer's job.
#include "sim/chip/machine.h"
#include "sim/chip/state.h"
#include "sim/cs/cs.h"

#include <inttypes.h>
#include <stdio.h>

static uint32_t read_register(void *of, uint32_t offset)
{
    struct sim_machine *m = ((struct sim_machine_engine *)of)->machine;
    pthread_mutex_lock(&m->lock);
    uint32_t value = sim_register_read(m, offset);
    pthread_mutex_unlock(&m->lock);
    return value;
}

static void write_register(void *of, uint32_t offset, uint32_t value)
{
    struct sim_machine *m = ((struct sim_machine_engine *)of)->machine;
    pthread_mutex_lock(&m->lock);
    sim_register_write(m, offset, value);
    pthread_mutex_unlock(&m->lock);
}

static void notify(void *of, bool user)
{
    struct sim_machine_engine *e = of;
    pthread_mutex_lock(&e->machine->lock);
    sim_interrupt_raise(e, user ? SIM_IRQ_USER : SIM_IRQ_PIPE_NOTIFY);
    pthread_mutex_unlock(&e->machine->lock);
}

static enum sim_ring_end end_of(struct sim_machine_engine *e, bool ok, const struct sim_cs_ring *ring)
{
    if (!ok)
        return SIM_RING_HUNG;
    switch (ring->end) {
    case SIM_CS_RING_EMPTY:
        return SIM_RING_EMPTY;
    case SIM_CS_RING_PREEMPTED:
        return SIM_RING_PREEMPTED;
    default:
        return SIM_RING_BLOCKED;
    }
}

enum sim_ring_end sim_ring_run(struct sim_machine_engine *e)
{
    struct sim_machine *m = e->machine;
    struct sim_context_image *image = &e->image;
    static const int64_t away;
    struct sim_cs_ring ring = {
        .global = &m->global.pages,
        .start = image->start,
        .size = image->size,
        .head = image->head,
        .tail = image->tail,
        .preempt = &e->preempt,
        .status_page = *sim_register_at(&m->registers, e->place->mmio_base + 0x80) & ~4095u, // RING_HWS_PGA
        .read = read_register,
        .write = write_register,
        .notify = notify,
        .of = e,
    };
    const struct sim_batch batch = {
        .number = ++e->requests,
        .context = image->state->place >> 12,
        .hang_ns = INT64_MAX, // the kernel has timers
        .cancel = &e->cancel,
        .away_ns = &away,
        .owner = &sim_batch_alone,
    };
    struct sim_cs_job job;
    struct sim_stats stats = {0};
    struct sim_fault fault;
    sim_chip_fill_job(m->chip, &job);
    job.engine = e->place->name;
    job.mmio_base = e->place->mmio_base;
    job.pages = &image->space.pages;
    job.state = image->state->cs;
    job.batch = &batch;
    job.ring = &ring;
    e->executing = true;
    unsigned resets = e->resets;
    pthread_mutex_unlock(&m->lock);
    bool ok = sim_cs_execute(&job, &fault, &stats);
    sim_chip_add_stats(m->chip, &stats);
    pthread_mutex_lock(&m->lock);
    e->executing = false;
    pthread_cond_broadcast(&m->idle);
    while (atomic_load(&e->cancel) && !e->stop && resets == e->resets) // a reset waits for this: lets it
        pthread_cond_wait(&e->wakes, &m->lock);
    if (resets == e->resets) {
        image->head = ring.head;
        *sim_register_at(&m->registers, e->place->mmio_base + 0x34) = ring.head; // RING_HEAD
    }
    return end_of(e, ok, &ring);
}
