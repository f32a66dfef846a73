// How everything in the machine reaches memory: a host thread's cache over an address space, for one client
// of the caches.
#ifndef KILN_SIM_TLB_H
#define KILN_SIM_TLB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct sim_pages; // of an address space (gtt.h); bindings change only while no request of it executes

enum sim_access { SIM_READ, SIM_WRITE };

// The client, of the strict machine's caches (caches.h): memory as it lies there, EU threads through the data
// port, pixel shaders through the render cache, the sampler, the constant cache.
enum sim_cache_client {
    SIM_CLIENT_MEMORY,
    SIM_CLIENT_DATA,
    SIM_CLIENT_RENDER,
    SIM_CLIENT_SAMPLER,
    SIM_CLIENT_CONSTANT,
    SIM_CLIENTS
};
struct sim_caches;

// A host thread's cache over a VM: one entry a 4 KiB page set. Zero-initialise; valid during one walker.
struct sim_tlb {
    const struct sim_pages *pages;
    struct sim_caches *caches; // NULL: all clients see memory
    enum sim_cache_client client;
    bool used;           // an entry has been filled in
    uint64_t generation; // of the pages, when it was last looked at
    struct {
        uint64_t page; // GPU address >> 12, canonical bits removed; the entry is valid iff host != NULL
        uint8_t *host; // host address of the page's first byte
        bool writable;
    } entry[256];
};

// Begins anew: of another address space, for another client, or since what is cached may have changed.
static inline void sim_tlb_start(struct sim_tlb *tlb, const struct sim_pages *pages,
                                 struct sim_caches *caches, enum sim_cache_client client)
{
    if (tlb->used)
        memset(tlb->entry, 0, sizeof(tlb->entry));
    tlb->used = false;
    tlb->pages = pages;
    tlb->caches = caches;
    tlb->client = client;
}

// Host pointer of `addr`, or NULL if the page is not mapped. The bytes up to the page's end are contiguous;
// an access that crosses a 4 KiB page must be split by the caller. A write to a read-only page is dropped:
// its pointer is for this access alone.
uint8_t *sim_tlb_miss(struct sim_tlb *tlb, uint64_t addr, enum sim_access access);

static inline uint8_t *sim_tlb_ptr(struct sim_tlb *tlb, uint64_t addr, enum sim_access access)
{
    uint64_t page = (addr & UINT64_C(0xffffffffffff)) >> 12;
    unsigned slot = (unsigned)page & 255;
    if (tlb->entry[slot].host && tlb->entry[slot].page == page &&
        (access == SIM_READ || tlb->entry[slot].writable))
        return tlb->entry[slot].host + (addr & 4095);
    return sim_tlb_miss(tlb, addr, access);
}

// Copies that may cross pages; false (nothing or a prefix copied) if a page is not mapped.
bool sim_tlb_read(struct sim_tlb *tlb, uint64_t addr, void *out, size_t size);
bool sim_tlb_write(struct sim_tlb *tlb, uint64_t addr, const void *data, size_t size);

// The same for those who look at memory without a program's access to it, which a kernel's scratch page
// would count: where `addr` is, NULL or false if it is not mapped or where a write would be dropped.
uint8_t *sim_tlb_probe(struct sim_tlb *tlb, uint64_t addr, enum sim_access access);
bool sim_tlb_peek(struct sim_tlb *tlb, uint64_t addr, void *out, size_t size);

#endif
