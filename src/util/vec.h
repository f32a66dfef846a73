// A growable array: VEC(int) v = {0}; vec_push(&v, 3); v.data[0]; v.count; vec_free(&v).
#ifndef KILN_UTIL_VEC_H
#define KILN_UTIL_VEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#define VEC(type)                                                                                            \
    struct {                                                                                                 \
        type *data;                                                                                          \
        size_t count, capacity;                                                                              \
    }

// True if there is room for one more element of the given size (false: out of memory, nothing lost).
static inline bool vec_reserve_bytes(void **data, size_t count, size_t *capacity, size_t elem)
{
    if (count < *capacity)
        return true;
    size_t n = *capacity ? *capacity * 2 : 8;
    void *p = realloc(*data, n * elem);
    if (!p)
        return false;
    *data = p;
    *capacity = n;
    return true;
}

// True on success; false when the host is out of memory.
#define vec_push(v, x)                                                                                       \
    (vec_reserve_bytes((void **)&(v)->data, (v)->count, &(v)->capacity, sizeof(*(v)->data))                  \
         ? ((v)->data[(v)->count++] = (x), true)                                                             \
         : false)

#define vec_free(v) (free((v)->data), (v)->data = NULL, (v)->count = (v)->capacity = 0)

#endif
