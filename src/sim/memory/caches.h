// What each client of the render engine sees of memory: the caches of the strict machine (KILN_SIM_STRICT).
//
// Three kinds. *Write-back*: what EU threads write through the data port stays in L3, and what pixel shaders
// write in the render cache, until a PIPE_CONTROL flushes it; the command streamer, the fixed functions and
// other engines, which bypass L3, read what was there before. *Read-only, by pages*: the sampler's
// and the constant cache keep what they have read until they are invalidated. *Read-only, by lines*: the same
// of the state cache (surface and sampler states, binding tables). The instruction cache is a number that
// counts its invalidations (sched.c keeps decoded programs by it).
//
// Nothing is modelled that would cost each access: EUs work on the object's own memory, and what others are
// to see instead is copied at the first write to a page since the last flush, which a miss of the writer's
// sim_tlb finds. Limits bound it: beyond them a cache loses lines early, as real ones do. What hardware may
// show late and this shows at once: the host's view while a request runs, and clean lines of L3 that others
// write. Source: PRM KBL vol2d and SKL vol2a PIPE_CONTROL; Mesa iris_pipe_control.c and anv_private.h (which
// client is coherent with L3, what flushes and invalidates which); docs/truth.md, "Memory and order".
#ifndef KILN_SIM_CACHES_H
#define KILN_SIM_CACHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/memory/tlb.h"

struct sim_caches *sim_caches_create(void); // NULL when out of memory
void sim_caches_destroy(struct sim_caches *c);

// For the miss of a client's sim_tlb: what stands for the page at `host`. *writable: whether a write may use
// the same address without asking again.
uint8_t *sim_caches_page(struct sim_caches *c, enum sim_cache_client client, uint8_t *host,
                         enum sim_access access, bool *writable);

// What is in memory at `host` for clients that bypass L3; up to the page's end.
const uint8_t *sim_caches_memory(struct sim_caches *c, const uint8_t *host);
// They write: what is dirty in a cache hides it from the EUs, and will overwrite it. Within a page.
void sim_caches_write(struct sim_caches *c, uint8_t *host, const void *data, size_t size);
// The same where it may be a plain store: false if it may not.
bool sim_caches_plain(struct sim_caches *c, uint8_t *host);

// Whether EUs have written to the page of `host` since `begin`, as far as that many pages can be kept in
// mind.
void sim_caches_begin(struct sim_caches *c);
bool sim_caches_wrote(struct sim_caches *c, const uint8_t *host);

// The state cache: up to the page's end. False: `out` is not what is in L3 now.
bool sim_caches_state(struct sim_caches *c, const uint8_t *host, void *out, size_t size);

enum {
    SIM_FLUSH_DATA = 1 << 0,
    SIM_FLUSH_RENDER = 1 << 1,
    SIM_FLUSH_ALL = 3,
    SIM_INVALIDATE_SAMPLER = 1 << 2,
    SIM_INVALIDATE_CONSTANT = 1 << 3,
    SIM_INVALIDATE_STATE = 1 << 4,
    SIM_INVALIDATE_INSTRUCTION = 1 << 5,
    SIM_INVALIDATE_ALL = 15 << 2,
};
void sim_caches_maintain(struct sim_caches *c, unsigned what);
uint64_t sim_caches_instruction_epoch(const struct sim_caches *c); // never 0

#endif
