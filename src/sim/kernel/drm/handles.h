// Small integer handles for objects, lowest free number first, from 1 (as the kernel's idr gives them out).
#ifndef KILN_SIM_HANDLES_H
#define KILN_SIM_HANDLES_H

#include <stdint.h>
#include <stdlib.h>

#include "util/vec.h"

struct sim_handles {
    VEC(void *) slots; // slots.data[h - 1]
    size_t first_free; // no free slot below this index
};

static inline uint32_t sim_handles_add(struct sim_handles *t, void *object) // 0: out of memory
{
    for (size_t i = t->first_free; i < t->slots.count; i++) {
        if (!t->slots.data[i]) {
            t->slots.data[i] = object;
            t->first_free = i + 1;
            return (uint32_t)i + 1;
        }
    }
    if (!vec_push(&t->slots, object))
        return 0;
    t->first_free = t->slots.count;
    return (uint32_t)t->slots.count;
}

static inline void *sim_handles_get(const struct sim_handles *t, uint32_t handle)
{
    return handle && handle <= t->slots.count ? t->slots.data[handle - 1] : NULL;
}

static inline void *sim_handles_remove(struct sim_handles *t, uint32_t handle)
{
    void *object = sim_handles_get(t, handle);
    if (object) {
        t->slots.data[handle - 1] = NULL;
        if (handle - 1 < t->first_free)
            t->first_free = handle - 1;
    }
    return object;
}

#endif
