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

// The lowest ones of a mask that lie next to each other.
static inline uint32_t kiln_lowest_run(uint32_t mask)
{
    return mask & ~(mask + (mask & -mask));
}

// The low bits of v to where `mask` has ones.
static inline uint32_t kiln_deposit(uint32_t v, uint32_t mask)
{
    uint32_t out = 0;
    while (mask) {
        const uint32_t run = kiln_lowest_run(mask);
        out |= v << __builtin_ctz(run) & run;
        v >>= __builtin_popcount(run);
        mask &= ~run;
    }
    return out;
}

#endif
