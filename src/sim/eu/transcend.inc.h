// The code of eu/transcend.h, in double precision. Sums, products and quotients only, none contracted, in the
// order written: the results are the same on every host, and whichever vector instructions the including file
// enables. Lanes that the series do not cover (zero, infinity, NaN, large angles) are the C library's.
//
// Range reduction by Cody and Waite ("Software Manual for the Elementary Functions", 1980); the series are
// Taylor's, cut where the rest is below 2^-39 of the result: a float is rounded correctly but for one in some
// ten thousand, powers of two and small integer powers always.
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

// Nearest integers, of magnitude below 2^51: as doubles, and as the low bits.
INLINE vd nearest(vd x, vul *n)
{
    vd magic = all(0x1.8p52), t = x + magic;
    *n = (vul)t - (vul)magic;
    return t - magic;
}

// c0 + c1 x, and so on by Estrin's scheme
#define P2(x, c0, c1) (all(c0) + all(c1) * (x))
#define P4(x, x2, c0, c1, c2, c3) (P2(x, c0, c1) + P2(x, c2, c3) * (x2))
#define P8(x, x2, x4, c0, c1, c2, c3, c4, c5, c6, c7)                                                        \
    (P4(x, x2, c0, c1, c2, c3) + P4(x, x2, c4, c5, c6, c7) * (x4))

// |x| < 1000
INLINE vd series_exp2(vd x)
{
    vul n;
    vd k = nearest(x, &n);
    vd r = (x - k) * all(0x1.62e42fefa39efp-1), r2 = r * r, r4 = r2 * r2, r8 = r4 * r4;
    vd p = P8(r, r2, r4, 1.0, 1.0, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040) +
           P4(r, r2, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800) * r8;
    return (vd)((vul)p + (n << 52));
}

// x positive, normal, finite
INLINE vd series_log2(vd x)
{
    vul bits = (vul)x, e = (bits >> 52) - 1023;
    vd m = (vd)((bits & UINT64_C(0xfffffffffffff)) | UINT64_C(0x3ff0000000000000)), magic = all(0x1.8p52);
    vl upper = m > all(0x1.6a09e667f3bcdp0); // sqrt 2
    m = choose(upper, m * all(0.5), m);
    e -= (vul)upper;
    vd k = (vd)(e + (vul)magic) - magic;
    vd s = (m - all(1)) / (m + all(1)); // log m = 2 artanh s
    vd z = s * s, z2 = z * z, z4 = z2 * z2;
    vd p = P8(z, z2, z4, 1.0, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11, 1.0 / 13, 1.0 / 15);
    return k + s * (p * all(0x1.71547652b82fep+1));
}

// |x| <= LARGE_ANGLE; `quarter`: 0 for the sine, 1 for the cosine
INLINE vd series_sin(vd x, uint64_t quarter)
{
    vul n;
    vd k = nearest(x * all(0x1.45f306dc9c883p-1), &n);
    vd r = ((x - k * all(0x1.921fb544p0)) - k * all(0x1.0b4611a6p-34)) - k * all(0x1.3198a2e037073p-69);
    vd z = r * r, z2 = z * z, z4 = z2 * z2;
    vd s = P8(z, z2, z4, 1.0, -1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800,
              1.0 / 6227020800, -1.0 / 1307674368000);
    vd c = P8(z, z2, z4, 1.0, -1.0 / 2, 1.0 / 24, -1.0 / 720, 1.0 / 40320, -1.0 / 3628800, 1.0 / 479001600,
              -1.0 / 87178291200);
    n += quarter;
    vd y = choose((vl)(0 - (n & 1)), c, r * s);
    return (vd)((vul)y ^ (n & 2) << 62);
}

#define LARGE_ANGLE 0x1p18

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
        fits = x <= all(LARGE_ANGLE);
        r = series_sin(a, f == EU_MATH_COS);
        break;
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
