// Memory as it was when a group began: lines of host memory, kept at their first write. Shared memory is not
// here, since each run of a group begins with it anew.
#include <stdlib.h>

#include "sim/observe/debug/state.h"

enum { LINE = 64, MAX_LINES = 16 << 20 }; // a GiB

static uint32_t *find(struct debug_journal *j, const uint8_t *line)
{
    uint64_t h = (uint64_t)(uintptr_t)line / LINE * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t n = (uint32_t)(h >> 32);; n++) {
        uint32_t *slot = &j->slots[n & (j->slot_count - 1)];
        if (!*slot || j->lines.data[*slot - 1].at == line)
            return slot;
    }
}

static bool grow(struct debug_journal *j)
{
    if (j->lines.count * 2 < j->slot_count)
        return true;
    uint32_t *old = j->slots, n = j->slot_count ? j->slot_count * 2 : 1024;
    uint32_t *slots = calloc(n, sizeof(*slots));
    if (!slots)
        return false;
    j->slots = slots;
    j->slot_count = n;
    free(old);
    for (size_t i = 0; i < j->lines.count; i++)
        *find(j, j->lines.data[i].at) = (uint32_t)i + 1;
    return true;
}

void debug_keep(struct debug_journal *j, uint8_t *p, unsigned size)
{
    uint8_t *first = p - (uintptr_t)p % LINE;
    for (uint8_t *line = first; !j->lost && line < p + size; line += LINE) {
        if (j->lines.count >= MAX_LINES || !grow(j)) {
            j->lost = true;
            return;
        }
        uint32_t *slot = find(j, line);
        struct debug_line l = {.at = line};
        if (*slot)
            continue;
        memcpy(l.bytes, line, LINE);
        if (!vec_push(&j->lines, l))
            j->lost = true;
        else
            *slot = (uint32_t)j->lines.count;
    }
}

void debug_put_back(struct debug_journal *j)
{
    for (size_t i = 0; i < j->lines.count; i++)
        memcpy(j->lines.data[i].at, j->lines.data[i].bytes, LINE);
}

void debug_forget(struct debug_journal *j)
{
    j->lines.count = 0;
    j->lost = false;
    if (j->slots)
        memset(j->slots, 0, j->slot_count * sizeof(*j->slots));
}

void debug_journal_finish(struct debug_journal *j)
{
    vec_free(&j->lines);
    free(j->slots);
    *j = (struct debug_journal){0};
}
