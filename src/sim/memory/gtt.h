// Page tables: a 48-bit, four-level one per address space. Who maps needs sim_lock; the translation itself
// (sim_tlb_*) takes none.
#ifndef KILN_SIM_GTT_H
#define KILN_SIM_GTT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/memory/tlb.h"

#define SIM_PAGE UINT64_C(4096)
#define SIM_VM_TOTAL (UINT64_C(1) << 48)

struct sim_pt; // one level: 512 entries

// What a kernel puts behind all addresses that are not mapped: the same bytes again and again.
enum { SIM_SCRATCH_SIZE = 65536 };
struct sim_scratch {
    uint8_t *bytes; // SIM_SCRATCH_SIZE of them, page-aligned; NULL: zeros, and writes are dropped
    // The first access to it: its address, bit 0: it was a write, bit 1: there was one.
    _Atomic uint64_t first;
};

struct sim_pages {
    struct sim_pt *root;
    struct sim_scratch *scratch; // NULL: an address that is not mapped is a fault
    // Counts the mappings that have gone or changed: what a TLB holds from before is stale (sim_tlb_refresh).
    _Atomic uint64_t generation;
    // Instead of these tables: the host's address of the page at `address`, and whether it may be written;
    // NULL: not mapped. For tables that lie elsewhere (guest.h).
    uint8_t *(*walk)(const struct sim_pages *pages, uint64_t address, bool *writable);
};

bool sim_pages_init(struct sim_pages *pages); // false: out of memory
void sim_pages_finish(struct sim_pages *pages);
// Whole pages at a page-aligned address. False: out of memory, with some of them mapped.
bool sim_pages_map(struct sim_pages *pages, uint64_t addr, uint8_t *host, uint64_t size, bool writable);
void sim_pages_unmap(struct sim_pages *pages, uint64_t addr, uint64_t size);
// No large entry lies across an address from now on, so that it can be unmapped from there or up to there.
// False: out of memory.
bool sim_pages_split(struct sim_pages *pages, uint64_t addr);

// A mapping has gone or changed, here or where `walk` looks.
static inline void sim_pages_changed(struct sim_pages *pages)
{
    atomic_fetch_add_explicit(&pages->generation, 1, memory_order_release);
}

// Forgets what a TLB holds from before the last change of its address space.
static inline void sim_tlb_refresh(struct sim_tlb *tlb)
{
    uint64_t now = atomic_load_explicit(&tlb->pages->generation, memory_order_acquire);
    if (now != tlb->generation)
        sim_tlb_start(tlb, tlb->pages, tlb->caches, tlb->client);
    tlb->generation = now;
}

static inline uint64_t sim_canonical(uint64_t addr)
{
    return (uint64_t)((int64_t)(addr << 16) >> 16);
}

#endif
