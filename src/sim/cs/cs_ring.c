// The ring above batches: where its commands are, what they may reach, and how a batch starts from it and
// returns. Source: PRM SKL vol7 "Ring Buffer", "MI_BATCH_BUFFER_START" (levels and address spaces),
// "Privilege".
#include "sim/cs/cs.h"
#include "sim/memory/caches.h"
#include "sim/memory/gtt.h"

bool sim_cs_is_privileged(const struct sim_cs *cs)
{
    return cs->in_ring || cs->in_global;
}

bool sim_cs_choose_space(struct sim_cs *cs, bool global)
{
    cs->space = global ? &cs->global : &cs->tlb;
    return !global || sim_cs_is_privileged(cs);
}

// Before execlists software may say where to go on at the next arbitration, which is at MI_ARB_CHECK, or
// where the ring is empty. Source: PRM SNB vol1p2 5.3.7.4, 5.3.7.5; PRM HSW vol3 (preemption); the register:
// PRM SKL vol3.
bool sim_cs_ring_arbitrate(struct sim_cs *cs)
{
    enum { VALID = 1, PLACE = 0x1ffff8 };
    struct sim_cs_ring *ring = cs->job->ring;
    const uint32_t uhptr = sim_cs_own(cs, GEN_REG_RING_UHPTR);
    const uint32_t value = cs->in_ring && ring->has_contexts ? ring->read(ring->of, uhptr) : 0;
    if (!(value & VALID))
        return false;
    ring->write(ring->of, uhptr, value & ~(uint32_t)VALID);
    ring->head = value & PLACE;
    return true;
}

bool sim_cs_ring_fetch(struct sim_cs *cs)
{
    struct sim_cs_ring *ring = cs->job->ring;
    bool preempted = !cs->no_preemption && atomic_load_explicit(ring->preempt, memory_order_acquire);
    if (!cs->halted && ring->head == ring->tail)
        sim_cs_ring_arbitrate(cs);
    cs->ip = ring->start + ring->head;
    if (ring->context) {
        ring->end = SIM_CS_RING_CONTEXT;
        return false;
    }
    if (!cs->halted && ring->head != ring->tail && !preempted)
        return true;
    ring->end = cs->halted && !preempted   ? SIM_CS_RING_BLOCKED
                : ring->head == ring->tail ? SIM_CS_RING_EMPTY
                                           : SIM_CS_RING_PREEMPTED;
    return false;
}

// Dword 4 of the status page. Source: PRM SNB vol1p2 5.3.4.5, 5.5.
static void tell_head(struct sim_cs *cs)
{
    enum { HEAD_AT = 0x10 };
    const struct sim_cs_ring *ring = cs->job->ring;
    uint8_t *at = sim_tlb_ptr(&cs->global, ring->status_page + HEAD_AT, SIM_WRITE);
    if (at)
        __atomic_store_n((uint32_t *)(void *)at, ring->head, __ATOMIC_RELEASE);
}

void sim_cs_ring_advance(struct sim_cs *cs)
{
    struct sim_cs_ring *ring = cs->job->ring;
    const uint64_t head = cs->next - ring->start;
    const uint32_t before = ring->head;
    ring->head = (uint32_t)(head >= ring->size ? head - ring->size : head);
    if (ring->report && before / ring->report != ring->head / ring->report)
        tell_head(cs);
}

bool sim_cs_report_head(struct sim_cs *cs)
{
    if (!cs->in_ring)
        return false;
    tell_head(cs);
    return true;
}

// The page tables may be others than before.
void sim_cs_ring_start(struct sim_cs *cs, uint64_t address, bool global)
{
    sim_cs_ring_advance(cs);
    sim_tlb_start(&cs->tlb, cs->job->pages, cs->tlb.caches, cs->tlb.client);
    sim_tlb_start(&cs->global, cs->job->ring->global, cs->global.caches, cs->global.client);
    if (cs->job->caches && kiln_base_computes(cs->job->devinfo, cs->job->mmio_base))
        sim_caches_begin(cs->job->caches);
    cs->in_ring = false;
    cs->in_global = global;
    cs->next = address;
    cs->ahead.size = 0;
    // What the kernel invalidates with a stall before a batch is done when the batch begins.
    if (!cs->order.unflushed && !cs->in_flight)
        cs->order.unsettled = false;
}

void sim_cs_ring_return(struct sim_cs *cs)
{
    cs->in_ring = true;
    cs->in_global = cs->noop = cs->predicated = false;
    cs->ahead.size = 0;
}

bool sim_cs_set_context(struct sim_cs *cs)
{
    struct sim_cs_ring *ring = cs->job->ring;
    if (!cs->in_ring || !ring->has_contexts)
        return false;
    enum { GLOBAL = 1 << 8 }; // Memory Space: always
    ring->context = cs->dw[1] | GLOBAL;
    return true;
}

void sim_cs_notify(struct sim_cs *cs, bool user)
{
    if (cs->job->ring)
        cs->job->ring->notify(cs->job->ring->of, user);
}
