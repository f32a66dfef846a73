// See late.h.
#include "sim/ports/late.h"

#include <string.h>

enum { LINE = 64 };

void sim_late_start(struct sim_late *l, uint64_t seed, uint64_t which)
{
    uint64_t x = (seed ^ which * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    l->count = l->used = 0;
    l->lines = 0;
    l->slm = NULL;
    l->limit = seed <= 1 ? SIM_LATE_WRITES : 1 + (unsigned)(x >> 40) % SIM_LATE_WRITES;
}

static uint64_t lines_of(const uint8_t *p, unsigned size)
{
    uint64_t bits = 0;
    for (uintptr_t line = (uintptr_t)p / LINE; line <= ((uintptr_t)p + size - 1) / LINE; line++)
        bits |= UINT64_C(1) << line % 64;
    return bits;
}

static bool overlap(const struct sim_late *l, unsigned i, const uint8_t *p, unsigned size)
{
    uintptr_t a = (uintptr_t)l->write[i].to, b = (uintptr_t)p;
    return a < b + size && b < a + l->write[i].size;
}

bool sim_late_overlaps(const struct sim_late *l, const uint8_t *p, unsigned size)
{
    if (!(l->lines & lines_of(p, size)))
        return false;
    for (unsigned i = 0; i < l->count; i++)
        if (overlap(l, i, p, size))
            return true;
    return false;
}

// Whole dwords at once: others may poll them.
static void perform(const struct sim_late *l, unsigned i)
{
    uint8_t *to = l->write[i].to;
    const uint8_t *from = l->bytes + l->write[i].at;
    unsigned size = l->write[i].size;
    if ((uintptr_t)to % 4 || size % 4) {
        memcpy(to, from, size);
        return;
    }
    for (unsigned k = 0; k < size; k += 4)
        __atomic_store_n((uint32_t *)(void *)(to + k), *(const uint32_t *)(const void *)(from + k),
                         __ATOMIC_RELAXED);
}

void sim_late_settle(struct sim_late *l)
{
    for (unsigned i = 0; i < l->count; i++)
        perform(l, i);
    l->count = l->used = 0;
    l->lines = 0;
}

void sim_late_settle_part(struct sim_late *l, bool shared)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < l->count; i++) {
        uintptr_t to = (uintptr_t)l->write[i].to, slm = (uintptr_t)l->slm;
        if ((slm && to >= slm && to < slm + l->slm_size) == shared)
            perform(l, i);
        else
            l->write[kept++] = l->write[i];
    }
    l->count = kept;
    if (!kept)
        l->used = 0, l->lines = 0;
}

void sim_late_settle_last(struct sim_late *l)
{
    unsigned first = l->count;
    while (first && l->write[first - 1].message == l->write[l->count - 1].message)
        first--;
    for (unsigned i = first; i < l->count; i++)
        for (unsigned k = 0; k < first; k++)
            if (overlap(l, k, l->write[i].to, l->write[i].size)) {
                sim_late_settle(l);
                return;
            }
    for (unsigned i = first; i < l->count; i++)
        perform(l, i);
    l->used = first < l->count ? l->write[first].at : l->used;
    l->count = first;
    if (!first)
        l->lines = 0;
}

uint8_t *sim_late_put(struct sim_late *l, uint64_t message, uint8_t *to, unsigned size)
{
    unsigned room = (size + 15) / 16 * 16;
    if (size > SIM_LATE_SIZE || l->count >= l->limit || l->used + room > SIM_LATE_BYTES)
        sim_late_settle(l);
    if (!size || size > SIM_LATE_SIZE)
        return to;
    l->write[l->count].to = to;
    l->write[l->count].message = message;
    l->write[l->count].at = (uint16_t)l->used;
    l->write[l->count].size = (uint16_t)size;
    l->lines |= lines_of(to, size);
    l->count++;
    l->used += room;
    return l->bytes + l->write[l->count - 1].at;
}
