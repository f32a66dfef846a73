// See llvm/ir/map.h. Open addressing, at most half full.
#include "compiler/llvm/ir/map.h"

static uint32_t slot_of(const struct llvm_map *m, const void *key)
{
    uint64_t h = (uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t i = (uint32_t)(h >> 32) & m->mask;
    while (m->keys[i] && m->keys[i] != key)
        i = (i + 1) & m->mask;
    return i;
}

void llvm_map_init(struct llvm_map *m, struct arena *a, uint32_t expected)
{
    uint32_t n = 16;
    while (n < expected * 2)
        n *= 2;
    *m = (struct llvm_map){.keys = arena_array(a, const void *, n),
                           .values = arena_array(a, uint32_t, n),
                           .mask = n - 1,
                           .arena = a};
}

void llvm_map_set(struct llvm_map *m, const void *key, uint32_t value)
{
    if (m->count * 2 > m->mask) {
        struct llvm_map old = *m;
        llvm_map_init(m, old.arena, old.mask + 1);
        for (uint32_t i = 0; i <= old.mask; i++)
            if (old.keys[i])
                llvm_map_set(m, old.keys[i], old.values[i]);
    }
    uint32_t i = slot_of(m, key);
    m->count += !m->keys[i];
    m->keys[i] = key;
    m->values[i] = value;
}

uint32_t llvm_map_get(const struct llvm_map *m, const void *key)
{
    uint32_t i = slot_of(m, key);
    return m->keys[i] ? m->values[i] : LLVM_NONE;
}
