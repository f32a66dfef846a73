// Execlists: what a kernel submits to an engine, and what the engine tells of it in the context status
// buffer.
//
// An engine has a thread. It takes the two context descriptors that were submitted last, executes the first
// one's ring up to its tail, then the second's, and writes an event for each change into the status page. A
// submission that comes meanwhile preempts what runs at the next command of the ring. Sources: PRM SKL vol7
// "Execlists", ICLLP vol7, TGL vol7 (ELSQ, the status buffer's format); Linux i915
// intel_execlists_submission.c.
#include <string.h>
#include <time.h>

#include "sim/chip/guc.h"
#include "cmd/gen_pack.h"
#include "sim/chip/machine.h"

enum { DESCRIPTOR_VALID = 1 };

// ---- events

// The dword of the status page where the entries begin.
enum { CSB_AT = 0x10 };

// By the number of the render engine.
static uint32_t *engine_register(struct sim_machine_engine *e, uint32_t number)
{
    return sim_register_at(&e->machine->registers, e->place->hw.mmio_base + number - KILN_RENDER_BASE);
}

uint32_t sim_engine_status_page(struct sim_machine_engine *e)
{
    enum { APART = 0x100 }; // Gen7.5's lie side by side
    struct sim_machine *m = e->machine;
    return (m->gt->has_rings
                ? *sim_register_at(&m->registers, GEN_REG_HWS_PGA_GEN7 + APART * e->place->instance)
                : *engine_register(e, GEN_REG_RING_HWS_PGA)) &
           ~4095u;
}

static void put(struct sim_machine_engine *e, uint32_t low, uint32_t high)
{
    struct sim_machine *m = e->machine;
    uint32_t *page = (uint32_t *)(void *)sim_guest_global(&m->global, sim_engine_status_page(e), true);
    e->csb = (e->csb + 1) % m->gt->status_entries;
    if (!m->gt->has_submit_queue) {
        *engine_register(e, GEN_REG_RING_CSB + 8 * e->csb) = low;
        *engine_register(e, GEN_REG_RING_CSB + 8 * e->csb + 4) = high;
    }
    *engine_register(e, GEN_REG_RING_CSB_POINTER) =
        (*engine_register(e, GEN_REG_RING_CSB_POINTER) & ~7u) | (e->csb & 7);
    if (!page)
        return; // no address was written yet
    page[CSB_AT + 2 * e->csb + 1] = high;
    __atomic_store_n(&page[CSB_AT + 2 * e->csb], low, __ATOMIC_RELEASE);
    __atomic_store_n(&page[m->gt->status_pointer], e->csb, __ATOMIC_RELEASE);
}

// The context's number as Gen12's events have it: bits 47:37 of the descriptor.
static uint32_t number_of(uint64_t descriptor)
{
    enum { NONE = 0x7ff, SHIFT = 15 };
    return (descriptor & DESCRIPTOR_VALID ? (uint32_t)(descriptor >> 37) & NONE : NONE) << SHIFT;
}

enum { NEW_QUEUE = 1 };                             // Gen12, low: the submission was taken
enum { DETAIL_COMPLETE = 0, DETAIL_PREEMPTED = 5 }; // high: why the context left
enum {
    IDLE_TO_ACTIVE = 1 << 0,
    PREEMPTED = 1 << 1,
    ELEMENT_SWITCH = 1 << 2,
    ACTIVE_TO_IDLE = 1 << 3,
    COMPLETE = 1 << 4,
    LITE_RESTORE = 1 << 15,
};

static void tell_start(struct sim_machine_engine *e)
{
    if (e->machine->gt->has_context_numbers)
        put(e, number_of(e->port[0]) | NEW_QUEUE, number_of(0));
    else
        put(e, IDLE_TO_ACTIVE, (uint32_t)(e->port[0] >> 32));
}

static void tell_preempted(struct sim_machine_engine *e, uint64_t by, bool lite)
{
    if (e->machine->gt->has_context_numbers)
        put(e, number_of(by) | NEW_QUEUE, number_of(e->port[0]) | DETAIL_PREEMPTED);
    else
        put(e, PREEMPTED | (lite ? LITE_RESTORE : 0), (uint32_t)(e->port[0] >> 32));
}

static void tell_complete(struct sim_machine_engine *e)
{
    bool more = e->port[1] & DESCRIPTOR_VALID;
    if (e->machine->gt->has_context_numbers)
        put(e, number_of(e->port[1]), number_of(e->port[0]) | DETAIL_COMPLETE);
    else
        put(e, COMPLETE | (more ? ELEMENT_SWITCH : ACTIVE_TO_IDLE), (uint32_t)(e->port[0] >> 32));
}

// ---- the engine's thread

// Pointers into memory are held while it is active.
void sim_engine_set_active(struct sim_machine_engine *e, bool active)
{
    struct sim_bus *bus = &e->machine->bus;
    if (active && !e->active)
        bus->hold(bus->of);
    if (!active && e->active)
        bus->release(bus->of);
    e->active = active;
}

// A context whose image cannot be reached is over at once.
static void load(struct sim_machine_engine *e)
{
    if (!sim_image_load(e, e->port[0]))
        e->image.registers = NULL;
}

static void take(struct sim_machine_engine *e)
{
    enum { PLACE = 0xfffff000 };
    uint64_t first = e->submitted[0], second = e->submitted[1];
    e->is_submitted = false;
    atomic_store(&e->preempt, false);
    bool valid = first & DESCRIPTOR_VALID;
    if (!e->active) {
        if (!valid)
            return;
        sim_engine_set_active(e, true);
        e->port[0] = first;
        e->port[1] = second;
        tell_start(e);
        load(e);
    } else {
        bool lite = valid && ((e->port[0] ^ first) & PLACE) == 0 && e->image.registers;
        tell_preempted(e, first, lite);
        if (lite) {
            sim_image_reload_tail(e);
        } else {
            sim_image_save(e);
            if (!valid)
                sim_engine_set_active(e, false);
        }
        e->port[0] = first;
        e->port[1] = second;
        if (!lite && valid)
            load(e);
    }
    e->requests++;
    sim_interrupt_raise(e, SIM_IRQ_CONTEXT_SWITCH);
}

static void complete(struct sim_machine_engine *e)
{
    sim_image_save(e);
    tell_complete(e);
    bool more = e->port[1] & DESCRIPTOR_VALID;
    e->port[0] = e->port[1];
    e->port[1] = 0;
    if (more)
        load(e);
    else
        sim_engine_set_active(e, false);
    sim_interrupt_raise(e, SIM_IRQ_CONTEXT_SWITCH);
}

// What it waits for may be written without waking it.
void sim_engine_nap(struct sim_machine_engine *e)
{
    enum { NAP = 500000 }; // ns
    sim_machine_wait(e->machine, &e->wakes, NAP);
}

void sim_engine_activate(struct sim_machine_engine *e, uint64_t descriptor)
{
    sim_engine_set_active(e, true);
    e->port[0] = descriptor;
    e->port[1] = 0;
    load(e);
}

void sim_engine_deactivate(struct sim_machine_engine *e)
{
    sim_image_save(e);
    sim_engine_set_active(e, false);
    e->port[0] = 0;
}

static void work(struct sim_machine_engine *e)
{
    enum sim_ring_end end = e->image.registers ? sim_ring_execute(e) : SIM_RING_EMPTY;
    if (e->by_guc) {
        sim_guc_over(e, end);
        return;
    }
    switch (end) {
    case SIM_RING_EMPTY:
        complete(e);
        break;
    case SIM_RING_PREEMPTED:
        break;
    case SIM_RING_BLOCKED:
        sim_engine_nap(e);
        break;
    case SIM_RING_HUNG: // stands still, until it is reset; takes no submission
        e->hung = true;
        break;
    case SIM_RING_CONTEXT: // no command of theirs
        break;
    }
}

static void *run(void *of)
{
    struct sim_machine_engine *e = of;
    pthread_mutex_lock(&e->machine->lock);
    while (!e->stop) {
        if (e->is_submitted && !e->hung)
            take(e);
        else if (e->active && !e->hung)
            e->machine->gt->has_rings ? sim_rings_work(e) : work(e);
        else if (e->hung || (!sim_guc_take(e) && !sim_rings_take(e)))
            pthread_cond_wait(&e->wakes, &e->machine->lock);
    }
    sim_engine_set_active(e, false);
    pthread_mutex_unlock(&e->machine->lock);
    return NULL;
}

bool sim_execlists_start(struct sim_machine_engine *e)
{
    pthread_cond_init(&e->wakes, NULL);
    e->csb = e->machine->gt->status_entries - 1u;
    return !pthread_create(&e->thread, NULL, run, e);
}

void sim_execlists_stop(struct sim_machine_engine *e)
{
    pthread_mutex_lock(&e->machine->lock);
    e->stop = true;
    pthread_cond_broadcast(&e->wakes);
    sim_ring_cancel(e);
    pthread_mutex_unlock(&e->machine->lock);
    pthread_join(e->thread, NULL);
    pthread_cond_destroy(&e->wakes);
}

// ---- registers

static void submit(struct sim_machine_engine *e, uint64_t first, uint64_t second)
{
    e->submitted[0] = first;
    e->submitted[1] = second;
    e->is_submitted = true;
    atomic_store(&e->preempt, true);
    pthread_cond_broadcast(&e->wakes);
}

// Four writes: element 1's high half and low half, then element 0's; the last one submits.
void sim_execlists_elsp(struct sim_machine_engine *e, uint32_t value)
{
    e->elsp[e->elsp_count++] = value;
    if (e->elsp_count < 4)
        return;
    e->elsp_count = 0;
    submit(e, (uint64_t)e->elsp[2] << 32 | e->elsp[3], (uint64_t)e->elsp[0] << 32 | e->elsp[1]);
}

void sim_execlists_load(struct sim_machine_engine *e)
{
    const uint32_t *q = engine_register(e, GEN_REG_RING_ELSQ);
    submit(e, (uint64_t)q[1] << 32 | q[0], (uint64_t)q[3] << 32 | q[2]);
}

void sim_execlists_reset(struct sim_machine_engine *e)
{
    struct sim_machine *m = e->machine;
    sim_ring_cancel(e);
    atomic_store(&e->preempt, false);
    e->image = (struct sim_context_image){0};
    sim_engine_set_active(e, false);
    e->hung = e->is_submitted = e->by_guc = false;
    e->port[0] = e->port[1] = 0;
    e->elsp_count = 0;
    sim_image_clean_caches(e);
    if (e->place->hw.class == SIM_ENGINE_RENDER)
        sim_observation_context(m, 0, *sim_register_at(&m->registers, GEN_REG_OA_CTX_CONTROL));
    e->csb = m->gt->status_entries - 1u;
    *engine_register(e, GEN_REG_RING_CSB_POINTER) = (e->csb & 7) << 8 | (e->csb & 7);
    for (uint32_t at = GEN_REG_RING_TAIL; at <= GEN_REG_RING_CTL; at += 4) // head and start between them
        *engine_register(e, at) = 0;
    *engine_register(e, GEN_REG_RING_RESET_CTL) = 0;
    pthread_cond_broadcast(&e->wakes);
}
