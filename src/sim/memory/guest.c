// See guest.h.
#include "sim/memory/guest.h"

#include <stddef.h>

enum { INDEX_BITS = 9, PAGE_BITS = 12 };

#define PRESENT UINT64_C(1)
#define WRITABLE UINT64_C(2)
#define LARGE UINT64_C(0x80)      // in a directory: this entry maps 2 MiB, above it 1 GiB
#define PAGES_64K UINT64_C(0x800) // in a directory: of every 16 entries of the table the first counts
#define LOCAL UINT64_C(0x800)     // in what maps a page: it is of the chip's own memory
#define GLOBAL_LOCAL UINT64_C(2)  // the same of the global table
#define NOTHING UINT64_C(0x200)   // likewise: reads give zeros, writes are dropped

static const struct sim_guest_space *space_of(const struct sim_pages *pages)
{
    return (const struct sim_guest_space *)(const void *)((const char *)pages -
                                                          offsetof(struct sim_guest_space, pages));
}

static uint64_t read_entry(const struct sim_guest_space *s, uint64_t table, unsigned index)
{
    const uint8_t *at =
        sim_bus_host(s->bus, table + index * sizeof(uint64_t), s->has_local, sizeof(uint64_t), false);
    return at ? __atomic_load_n((const uint64_t *)(const void *)at, __ATOMIC_ACQUIRE) : 0;
}

// What entries of nothing show. Nobody writes it: a page that may not be written is copied for who does.
static uint8_t *zeros(bool *writable)
{
    static uint8_t page[SIM_PAGE] __attribute__((aligned(SIM_PAGE)));
    *writable = false;
    return page;
}

static uint8_t *page_of(const struct sim_guest_space *s, uint64_t entry, uint64_t address, unsigned bits,
                        bool *writable)
{
    if (s->levels >= 3 && entry & NOTHING)
        return zeros(writable);
    uint64_t size_mask = (UINT64_C(1) << bits) - 1;
    uint64_t at = (entry & s->address_mask & ~size_mask) | (address & size_mask & ~(SIM_PAGE - 1));
    bool local = s->has_local && entry & LOCAL;
    uint8_t *host = *writable ? sim_bus_host(s->bus, at, local, SIM_PAGE, true) : NULL;
    if (host)
        return host;
    *writable = false;
    return sim_bus_host(s->bus, at, local, SIM_PAGE, false);
}

// Entries of 32 bits: bits 38:32 of the address are their bits 10:4. All pages may be written. Source: PRM
// SNB vol1p2 1.2, 1.3; Linux i915 gen6_ppgtt.h (GEN6_PTE_ADDR_ENCODE).
static uint64_t widen(uint32_t entry)
{
    return (entry & 0xfffff000u) | (uint64_t)(entry & 0x7f0) << 28 | (entry & 1 ? PRESENT | WRITABLE : 0);
}

static uint64_t global_entry(const struct sim_guest_space *s, uint64_t index)
{
    if (index >= s->bus->global_entries)
        return 0;
    if (s->narrow)
        return widen(__atomic_load_n((const uint32_t *)s->bus->global + index, __ATOMIC_ACQUIRE));
    return __atomic_load_n((const uint64_t *)s->bus->global + index, __ATOMIC_ACQUIRE);
}

static uint8_t *walk_narrow(const struct sim_guest_space *s, uint64_t address, bool *writable)
{
    enum { TABLE_BITS = 10, DIRECTORY = 512 };
    const uint64_t pde = address >> (PAGE_BITS + TABLE_BITS), index = address >> PAGE_BITS & 1023;
    uint64_t entry = pde < DIRECTORY ? global_entry(s, s->root[0] / sizeof(uint32_t) + pde) : 0;
    const uint8_t *at = entry & PRESENT
                            ? sim_bus_host(s->bus, (entry & s->address_mask) + index * sizeof(uint32_t),
                                           false, sizeof(uint32_t), false)
                            : NULL;
    entry = at ? widen(__atomic_load_n((const uint32_t *)(const void *)at, __ATOMIC_ACQUIRE)) : 0;
    *writable = true;
    return entry & PRESENT ? page_of(s, entry, address, PAGE_BITS, writable) : NULL;
}

static uint8_t *walk_global(const struct sim_guest_space *s, uint64_t address, bool *writable)
{
    uint64_t entry = global_entry(s, address >> PAGE_BITS);
    if (!(entry & PRESENT))
        return NULL;
    *writable = true;
    uint64_t moved = (entry & ~LOCAL) | (s->has_local && entry & GLOBAL_LOCAL ? LOCAL : 0);
    return page_of(s, moved, address, PAGE_BITS, writable);
}

uint8_t *sim_guest_walk(const struct sim_pages *pages, uint64_t address, bool *writable)
{
    const struct sim_guest_space *s = space_of(pages);
    if (s->levels == 1)
        return walk_global(s, address, writable);
    if (s->levels == 2)
        return walk_narrow(s, address, writable);
    unsigned top = PAGE_BITS + INDEX_BITS * 3; // the bits that choose a root, or are 0
    if (s->levels == 3 && address >> (top - INDEX_BITS + 2))
        return NULL;
    uint64_t table =
        s->root[s->levels == 3 ? address >> (top - INDEX_BITS) & (SIM_GUEST_ROOTS - 1) : 0] & s->address_mask;
    uint64_t before = 0; // the entry of the level above
    *writable = true;
    for (unsigned level = s->levels == 3 ? 1 : 3;; level--) {
        unsigned shift = PAGE_BITS + INDEX_BITS * level, index = (unsigned)(address >> shift) & 511;
        if (level == 0 && s->has_large && before & PAGES_64K)
            index &= ~15u;
        uint64_t entry = read_entry(s, table, index);
        if (!(entry & PRESENT))
            return NULL;
        *writable &= (entry & WRITABLE) != 0;
        if (level == 0)
            return page_of(s, entry, address, s->has_large && before & PAGES_64K ? 16 : PAGE_BITS, writable);
        if (level <= 2 && entry & LARGE)
            return page_of(s, entry, address, shift, writable);
        before = entry;
        table = entry & s->address_mask;
    }
}

uint8_t *sim_guest_global(const struct sim_guest_space *global, uint64_t address, bool write)
{
    bool writable = false;
    uint8_t *page = sim_guest_walk(&global->pages, address & ~(SIM_PAGE - 1), &writable);
    return page && (writable || !write) ? page + (address & (SIM_PAGE - 1)) : NULL;
}
