// Fixed-size bit sets over uint64_t words that the caller allocates.
#ifndef KILN_UTIL_BITSET_H
#define KILN_UTIL_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BITSET_WORDS(n) (((size_t)(n) + 63) / 64)

static inline bool bitset_test(const uint64_t *s, size_t i)
{
    return (s[i / 64] >> (i % 64)) & 1;
}

static inline void bitset_set(uint64_t *s, size_t i)
{
    s[i / 64] |= UINT64_C(1) << (i % 64);
}

static inline void bitset_clear(uint64_t *s, size_t i)
{
    s[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

// Calls the body with i = each set bit, in rising order.
#define bitset_foreach(i, s, n)                                                                              \
    for (size_t i##_w = 0; i##_w < BITSET_WORDS(n); i##_w++)                                                 \
        for (uint64_t i##_b = (s)[i##_w], i = 0;                                                             \
             i##_b && (i = i##_w * 64 + (size_t)__builtin_ctzll(i##_b), 1); i##_b &= i##_b - 1)

#endif
