// Writes that only their thread sees yet: the strict machine (KILN_SIM_STRICT) lets what a thread
// writes through the data port become visible to other threads as late as it may.
//
// That is when the thread sends a memory fence, when it ends, when it reads or updates the same bytes itself,
// when there is no more room, or when time passes (another thread has had a whole burst without waiting: what
// polls must see some day what it waits for; then the last message comes first, for nothing orders two
// messages). Atomics are executed at once, ahead of writes to other places. Shared memory's port is in order
// up to Gen9; from Gen11 what is written there is late as well, and has a fence of its own.
// Of translated kernels (jit.h) the writes of some groups are late, by the seed; the others write at once,
// which is legal as well. Source: PRM KBL vol2d MT0_MEMFENCE; Mesa brw_fs_nir.cpp and IGC (both send the
// fence before an atomic that releases); docs/truth.md, "Memory and order".
#ifndef KILN_SIM_LATE_H
#define KILN_SIM_LATE_H

#include <stdbool.h>
#include <stdint.h>

enum { SIM_LATE_WRITES = 256, SIM_LATE_BYTES = 8192, SIM_LATE_SIZE = 128 };

// The writes of a thread, in order. Zeroes are a valid start.
struct sim_late {
    unsigned count, used, limit; // limit: of count
    uint64_t lines;              // hashes of the lines that are written, a bit each
    const uint8_t *slm;          // shared memory, where writes to it are late; NULL: they are not
    uint32_t slm_size;
    struct {
        uint8_t *to;
        uint64_t message;
        uint16_t at, size;
    } write[SIM_LATE_WRITES];
    uint8_t bytes[SIM_LATE_BYTES] __attribute__((aligned(16)));
};

// For a new thread: the seed decides how many writes fit (1: as many as there are).
// The caller sets `slm` for that.
void sim_late_start(struct sim_late *l, uint64_t seed, uint64_t which);
// Where to put `size` bytes that message number `message` writes to `to`, which may be `to`.
uint8_t *sim_late_put(struct sim_late *l, uint64_t message, uint8_t *to, unsigned size);
// All of them become visible. Those to shared memory, or all others. Only the last message's, if that
// overlaps no other.
void sim_late_settle(struct sim_late *l);
void sim_late_settle_part(struct sim_late *l, bool shared);
void sim_late_settle_last(struct sim_late *l);

bool sim_late_overlaps(const struct sim_late *l, const uint8_t *p, unsigned size);
// The thread itself reads these bytes, or changes them at once.
static inline void sim_late_see(struct sim_late *l, const uint8_t *p, unsigned size)
{
    if (l->count && sim_late_overlaps(l, p, size))
        sim_late_settle(l);
}

#endif
