// Page tables that a kernel writes into memory, as the chip walks them: of a context, and the global one.
// Sources: PRM SKL vol5 "Memory Views" (entries, 64 KiB and 2 MiB pages); Linux i915 gen8_ppgtt.c,
// intel_gtt.h; xe xe_gtt_defs.h (XE_PTE_NULL, an entry of nothing: i915 sets that bit in none).
#ifndef KILN_SIM_GUEST_H
#define KILN_SIM_GUEST_H

#include "sim/memory/bus.h"
#include "sim/memory/gtt.h"

enum { SIM_GUEST_ROOTS = 4 };

// An address space. Its `pages` is what walkers and streamers are given.
struct sim_guest_space {
    struct sim_pages pages;
    const struct sim_bus *bus;
    unsigned levels; // of tables: 4 (48 bits; root[0]), 3 (32 bits), or 1: the global table; 2: Gen7.5's,
                     // root[0]: where in the global table its directory is, in bytes
    bool narrow;     // entries of 32 bits: Gen7.5
    uint64_t root[SIM_GUEST_ROOTS]; // physical addresses
    uint64_t address_mask;          // of an entry
    bool has_large, has_local;      // 64 KiB pages; pages of the chip's own memory
};

// The host's address of a byte of the global space up to its page's end; NULL: not mapped.
uint8_t *sim_guest_global(const struct sim_guest_space *global, uint64_t address, bool write);

// For struct sim_pages.walk.
uint8_t *sim_guest_walk(const struct sim_pages *pages, uint64_t address, bool *writable);

#endif
