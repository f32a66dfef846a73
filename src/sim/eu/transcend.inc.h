// The code of eu/transcend.h, in double precision. Sums, products and quotients only, none contracted, in the
// order written: the results are the same on every host, and whichever vector instructions the including file
// enables. Lanes that the series (eu/series.inc.h) do not cover (zero, infinity, NaN, large angles) are the C
// library's. A float is rounded correctly but for one in some ten thousand, powers of two and small integer
// powers always.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "sim/eu/transcend.h"

#pragma GCC diagnostic ignored "-Wpsabi"

typedef float vf __attribute__((vector_size(32)));
typedef uint32_t vu __attribute__((vector_size(32)));
typedef int32_t vi __attribute__((vector_size(32)));
typedef double vd __attribute__((vector_size(64)));
typedef int64_t vl __attribute__((vector_size(64)));
typedef uint64_t vul __attribute__((vector_size(64)));

#define INLINE static inline __attribute__((always_inline))

INLINE vd all(double x)
{
    return (vd){x, x, x, x, x, x, x, x};
}

INLINE vd choose(vl mask, vd a, vd b)
{
    return (vd)(((vl)a & mask) | ((vl)b & ~mask));
}

INLINE vd magnitude(vd a)
{
    return (vd)((vl)a & INT64_MAX);
}

// The series
#define SERIES(name, ...) INLINE vd series_##name(__VA_ARGS__)
#define SERIES_OF(name, ...) series_##name(__VA_ARGS__)
#define REAL vd
#define BITS vul
#define K(c) all(c)
#define KI(c) ((vul){c, c, c, c, c, c, c, c})
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define DIV(a, b) ((a) / (b))
#define BITS_OF(r) ((vul)(r))
#define REAL_OF(b) ((vd)(b))
#define IADD(a, b) ((a) + (b))
#define ISUB(a, b) ((a) - (b))
#define IAND(a, b) ((a) & (b))
#define IXOR(a, b) ((a) ^ (b))
#define SHL(a, n) ((a) << (n))
#define SHR(a, n) ((a) >> (n))
#define OR_IF_NAN(r, v, w) choose((r) == (r), v, w)
#include "sim/eu/series.inc.h"

static double by_library(enum eu_math f, double a, double b)
{
    switch (f) {
    case EU_MATH_LOG:
        return a < 0 ? (double)NAN : log2(a);
    case EU_MATH_EXP:
        return exp2(a);
    case EU_MATH_SIN:
        return isinf(a) ? (double)NAN : sin(a);
    case EU_MATH_COS:
        return isinf(a) ? (double)NAN : cos(a);
    default: // of the magnitude: the unit ignores src0's sign
        return pow(fabs(a), b);
    }
}

static __attribute__((noinline, cold)) void replace(enum eu_math f, const vd *a, const vd *b, const vl *fits,
                                                    vd *r)
{
    double x[8], y[8], z[8];
    int64_t keep[8];
    memcpy(x, a, 64);
    memcpy(y, b, 64);
    memcpy(z, r, 64);
    memcpy(keep, fits, 64);
    for (unsigned i = 0; i < 8; i++)
        if (!keep[i])
            z[i] = by_library(f, x[i], y[i]);
    memcpy(r, z, 64);
}

INLINE bool all_set(vl mask)
{
    vi m = __builtin_convertvector(mask, vi);
    uint64_t w[4];
    memcpy(w, &m, 32);
    return (w[0] & w[1] & w[2] & w[3]) == UINT64_MAX;
}

INLINE vd reciprocal_root(vd a)
{
    vf f = __builtin_convertvector(a, vf);
    for (unsigned i = 0; i < 8; i++)
        f[i] = sqrtf(f[i]);
    return __builtin_convertvector(1.0f / f, vd);
}

INLINE vd evaluate(enum eu_math f, vd a, vd b)
{
    vd r, x = magnitude(a);
    vl fits;
    switch (f) {
    case EU_MATH_LOG:
        fits = (a >= all(0x1p-1000)) & (a <= all(0x1p1000));
        r = series_log2(a);
        break;
    case EU_MATH_EXP:
        fits = x < all(1000);
        r = series_exp2(a);
        break;
    case EU_MATH_SIN:
    case EU_MATH_COS:
        fits = x <= all((double)SIM_LARGE_ANGLE);
        r = f == EU_MATH_COS ? series_cos(a) : series_sin(a);
        break;
    case EU_MATH_RSQ:
        return series_rsq(a, reciprocal_root(a));
    default: {
        vd y = b * series_log2(x);
        fits = (x >= all(0x1p-1000)) & (x <= all(0x1p1000)) & (magnitude(y) < all(1000));
        r = series_exp2(y);
        break;
    }
    }
    if (__builtin_expect(!all_set(fits), 0)) {
        vd fixed = r;
        vd x0 = a, x1 = b;
        vl keep = fits;
        replace(f, &x0, &x1, &keep, &fixed);
        return fixed;
    }
    return r;
}

// To float by rounding to odd: a narrower type's rounding is then that of the exact value.
INLINE vf to_odd(vd v)
{
    vf f = __builtin_convertvector(v, vf);
    vd e = __builtin_convertvector(f, vd);
    vi away = __builtin_convertvector(magnitude(e) > magnitude(v), vi);
    vi inexact = __builtin_convertvector(e != v, vi) & (vi)(f == f);
    return (vf)(((vi)f + away) | (inexact & 1));
}

#define FUNCTION(name)                                                                                       \
    static void name##_double(const double *a, const double *b, double *r)                                   \
    {                                                                                                        \
        vd x, y;                                                                                             \
        memcpy(&x, a, 64);                                                                                   \
        memcpy(&y, b, 64);                                                                                   \
        x = evaluate(EU_MATH_##name, x, y);                                                                  \
        memcpy(r, &x, 64);                                                                                   \
    }                                                                                                        \
    static void name##_lanes(const float *a, const float *b, float *r, bool odd)                             \
    {                                                                                                        \
        vf x, y, z;                                                                                          \
        memcpy(&x, a, 32);                                                                                   \
        memcpy(&y, b, 32);                                                                                   \
        vd v = evaluate(EU_MATH_##name, __builtin_convertvector(x, vd), __builtin_convertvector(y, vd));     \
        z = odd ? to_odd(v) : __builtin_convertvector(v, vf);                                                \
        memcpy(r, &z, 32);                                                                                   \
    }
SIM_TRANSCENDENTAL(FUNCTION)
#undef FUNCTION

const struct sim_transcend SIM_TRANSCEND_TABLE = {
#define X(name) [EU_MATH_##name] = name##_double,
    .doubles = {SIM_TRANSCENDENTAL(X)},
#undef X
#define X(name) [EU_MATH_##name] = name##_lanes,
    .lanes = {SIM_TRANSCENDENTAL(X)},
#undef X
};
