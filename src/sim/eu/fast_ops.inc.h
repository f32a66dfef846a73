// Operations on parts of eight 32-bit lanes, for eu/fast.inc.h.
#include <math.h>

#include "sim/eu/alu.h"
#include "sim/eu/fast.h"

#pragma GCC diagnostic ignored "-Wpsabi"

typedef uint32_t vu __attribute__((vector_size(32)));
typedef int32_t vi __attribute__((vector_size(32)));
typedef float vf __attribute__((vector_size(32)));
typedef double vd __attribute__((vector_size(64)));

#define INLINE static inline __attribute__((always_inline))

INLINE vu splat(uint32_t x)
{
    return (vu){x, x, x, x, x, x, x, x};
}

INLINE vu pick(vu mask, vu a, vu b)
{
    return (a & mask) | (b & ~mask);
}

INLINE vu lanes_of(uint32_t m)
{
    const vu bit = {1, 2, 4, 8, 16, 32, 64, 128};
    return (vu)((splat(m) & bit) != 0);
}

INLINE uint32_t bits_of(vu m)
{
#if defined(__AVX__)
    return (uint32_t)__builtin_ia32_movmskps256((vf)m);
#elif defined(__x86_64__)
    typedef float v4 __attribute__((vector_size(16)));
    v4 lo, hi;
    memcpy(&lo, &m, 16);
    memcpy(&hi, (const char *)&m + 16, 16);
    return (uint32_t)__builtin_ia32_movmskps(lo) | (uint32_t)__builtin_ia32_movmskps(hi) << 4;
#else
    uint32_t r = 0;
    for (unsigned i = 0; i < 8; i++)
        r |= (m[i] >> 31) << i;
    return r;
#endif
}

// ---- operations

#define OP1(name, expr)                                                                                      \
    INLINE vu op_##name(vu a, vu b, vu c)                                                                    \
    {                                                                                                        \
        (void)b, (void)c;                                                                                    \
        return (vu)(expr);                                                                                   \
    }
#define OP2(name, expr)                                                                                      \
    INLINE vu op_##name(vu a, vu b, vu c)                                                                    \
    {                                                                                                        \
        (void)c;                                                                                             \
        return (vu)(expr);                                                                                   \
    }
#define OP3(name, expr)                                                                                      \
    INLINE vu op_##name(vu a, vu b, vu c)                                                                    \
    {                                                                                                        \
        return (vu)(expr);                                                                                   \
    }
// One lane at a time, for what has no vector form in C.
#define LANE(name, expr)                                                                                     \
    INLINE vu op_##name(vu va, vu vb, vu vc)                                                                 \
    {                                                                                                        \
        vu r;                                                                                                \
        (void)vb, (void)vc;                                                                                  \
        for (unsigned i = 0; i < 8; i++) {                                                                   \
            uint32_t a = va[i], b = vb[i], c = vc[i];                                                        \
            (void)b, (void)c;                                                                                \
            r[i] = (uint32_t)(expr);                                                                         \
        }                                                                                                    \
        return r;                                                                                            \
    }

INLINE vf trunc_small(vf a) // |a| < 2^31
{
    return __builtin_convertvector(__builtin_convertvector(a, vi), vf);
}

// Applies a rounding of small magnitudes, keeps large ones, the sign, and NaN.
INLINE vu rounded(vu a, vf r)
{
    const vu sign = splat(0x80000000u);
    vf m = (vf)(a & ~sign);
    vu small = (vu)(m < (vf)splat(0x4b000000)); // 2^23
    return pick(small, ((vu)r & ~sign) | (a & sign), (vu)((vf)a * (vf)splat(sim_fast_one)));
}

INLINE vf small_part(vu a)
{
    vu small = (vu)((vf)(a & splat(0x7fffffff)) < (vf)splat(0x4b000000));
    return (vf)(a & small);
}

INLINE vu round_down(vu a)
{
    vf s = small_part(a), tr = trunc_small(s);
    return rounded(a, tr - (vf)((vu)(s < tr) & splat(0x3f800000)));
}

INLINE vu round_up(vu a)
{
    vf s = small_part(a), tr = trunc_small(s);
    return rounded(a, tr + (vf)((vu)(s > tr) & splat(0x3f800000)));
}

INLINE vu round_even(vu a)
{
    // Adding and subtracting 2^23 rounds to nearest even in the mode that fast paths run in.
    vf m = (vf)(a & splat(0x7fffffff)), magic = (vf)splat(0x4b000000);
    vf r = (m + magic) - magic;
    return rounded(a, r);
}

INLINE vu fraction(vu a)
{
    return (vu)((vf)a - (vf)round_down(a));
}

INLINE vu to_d(vu a)
{
    vf f = (vf)a, hi = (vf)splat(0x4f000000), lo = (vf)splat(0xcf000000), top = (vf)splat(0x4effffff);
    vu nan = (vu)(f != f), over = (vu)(f >= hi);
    vf c = (vf)pick((vu)(f < lo), (vu)lo, pick(over, (vu)top, a & ~nan));
    vu r = (vu) __builtin_convertvector(c, vi);
    return pick(over, splat(0x7fffffff), r);
}

INLINE vu to_ud(vu a)
{
    vf f = (vf)a, half = (vf)splat(0x4f000000), max = (vf)splat(0x4f800000), top = (vf)splat(0x4effffff);
    vu positive = (vu)(f > (vf)splat(0)), upper = (vu)(f >= half), over = (vu)(f >= max);
    vf rest = (vf)pick(upper, (vu)(f - half), a);
    rest = (vf)(pick((vu)(rest > top), (vu)top, (vu)rest) & positive);
    vu r = (vu) __builtin_convertvector(rest, vi) + (upper & splat(0x80000000u));
    return pick(over, splat(0xffffffffu), r);
}

INLINE float float_lane(vu v, unsigned i)
{
    float f;
    uint32_t w = v[i];
    memcpy(&f, &w, 4);
    return f;
}

INLINE uint32_t float_word(float f)
{
    uint32_t w;
    memcpy(&w, &f, 4);
    return w;
}

INLINE vu square_root(vu a)
{
    vu r;
    for (unsigned i = 0; i < 8; i++)
        r[i] = float_word(__builtin_sqrtf(float_lane(a, i)));
    return r;
}

// p + q rounded to odd, then once to float.
INLINE float sum_once(double p, double q)
{
    double s = p + q, bb = s - p, e = (p - (s - bb)) + (q - bb);
    uint64_t sb;
    memcpy(&sb, &s, 8);
    if (e != 0 && !(sb & 1) && (sb >> 52 & 0x7ff) != 0x7ff)
        sb += (e > 0) == !(sb >> 63) ? 1 : UINT64_MAX;
    memcpy(&s, &sb, 8);
    return (float)s;
}

// b * a + c * (1 - a) as eu/alu_float.c has it.
INLINE vu interpolated(vu a, vu b, vu c)
{
    vu r;
    for (unsigned i = 0; i < 8; i++) {
        double x = (double)float_lane(a, i), y = (double)float_lane(b, i), z = (double)float_lane(c, i);
        r[i] = float_word(sum_once(x * y, (1.0 - x) * z));
    }
    return r;
}

// a * b + c with one rounding.
INLINE vu fused(vu a, vu b, vu c)
{
    vu r;
#if defined(__FMA__)
    typedef float v8 __attribute__((vector_size(32)));
    r = (vu)__builtin_ia32_vfmaddps256((v8)a, (v8)b, (v8)c);
#else
    // The product is exact in double.
    for (unsigned i = 0; i < 8; i++) {
        double x = (double)float_lane(a, i), y = (double)float_lane(b, i), z = (double)float_lane(c, i);
        r[i] = float_word(sum_once(x * y, z));
    }
#endif
    return r;
}

INLINE uint32_t extract(uint32_t width, uint32_t offset, uint32_t v)
{
    uint32_t w = width & 31, o = offset & 31;
    return w ? (v >> o) & ((1u << w) - 1) : 0;
}

INLINE uint32_t extract_signed(uint32_t width, uint32_t offset, uint32_t v)
{
    uint32_t w = width & 31, o = offset & 31;
    if (!w)
        return 0;
    return o + w >= 32 ? (uint32_t)((int32_t)v >> o) : (uint32_t)((int32_t)(v << (32 - w - o)) >> (32 - w));
}

INLINE uint32_t insert(uint32_t mask, uint32_t v, uint32_t base)
{
    return mask ? ((v << __builtin_ctz(mask)) & mask) | (base & ~mask) : base;
}

INLINE uint32_t reversed(uint32_t v)
{
    v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
    v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(v);
}

#define F(x) ((vf)(x))
#define ONE F(splat(sim_fast_one))
OP1(MOV, a)
OP1(MOVF, F(a) * ONE) // flushes as the mode says
OP1(NOT, ~a)
OP1(F_TO_D, to_d(a))
OP1(F_TO_UD, to_ud(a))
OP1(D_TO_F, __builtin_convertvector((vi)a, vf))
OP1(UD_TO_F, __builtin_convertvector(a, vf))
OP1(FRC, fraction(a))
OP1(RNDD, round_down(a))
OP1(RNDU, round_up(a))
OP1(RNDE, round_even(a))
OP1(RNDZ, rounded(a, trunc_small(small_part(a))))
OP1(INV, ONE / F(a))
OP1(SQRT, square_root(a))
LANE(LZD, a ? __builtin_clz(a) : 32)
LANE(FBL, a ? (uint32_t)__builtin_ctz(a) : 0xffffffffu)
LANE(FBH_U, a ? (uint32_t)__builtin_clz(a) : 0xffffffffu)
LANE(FBH_S, ((int32_t)a < 0 ? ~a : a) ? (uint32_t)__builtin_clz((int32_t)a < 0 ? ~a : a) : 0xffffffffu)
LANE(CBIT, __builtin_popcount(a))
LANE(BFREV, reversed(a))
OP2(ADD, a + b)
OP2(AND, a &b)
OP2(OR, a | b)
OP2(XOR, a ^ b)
OP2(MUL, a *b)
OP2(SHL, a << (b & 31))
OP2(SHR, a >> (b & 31))
OP2(ASR, (vi)a >> (vi)(b & 31))
OP2(ROL, a << (b & 31) | a >> (-b & 31))
OP2(ROR, a >> (b & 31) | a << (-b & 31))
LANE(BFI1, ((1u << (a & 31)) - 1) << (b & 31))
OP2(FADD, F(a) + F(b))
OP2(FMUL, F(a) * F(b))
OP2(FDIV, F(a) / F(b))
OP2(FMIN, F(pick((vu)(F(a) < F(b)) | (vu)(F(b) != F(b)), a, b)) * ONE)
OP2(FMAX, F(pick((vu)(F(a) >= F(b)) | (vu)(F(b) != F(b)), a, b)) * ONE)
OP2(MIN_D, pick((vu)((vi)a < (vi)b), a, b))
OP2(MAX_D, pick((vu)((vi)a >= (vi)b), a, b))
OP2(MIN_UD, pick((vu)(a < b), a, b))
OP2(MAX_UD, pick((vu)(a >= b), a, b))
OP3(FMAD, fused(b, c, a))
OP3(MAD, b *c + a)
OP3(LRP, interpolated(a, b, c))
LANE(BFE_U, extract(a, b, c))
LANE(BFE_S, extract_signed(a, b, c))
LANE(BFI2, insert(a, b, c))
