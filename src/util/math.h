// What every floor writes sooner or later: the smaller, the larger, the next multiple, the length of an
// array.
#ifndef KILN_UTIL_MATH_H
#define KILN_UTIL_MATH_H

#include <stdint.h>

#define KILN_MIN(a, b) ((a) < (b) ? (a) : (b))
#define KILN_MAX(a, b) ((a) > (b) ? (a) : (b))
#define KILN_ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

// `a` is a power of two.
static inline uint64_t kiln_align(uint64_t v, uint64_t a)
{
    return (v + a - 1) & ~(a - 1);
}

#endif
