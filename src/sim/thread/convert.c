// Conversions between the EU's number types, done in integer arithmetic so that they do not depend on the
// host's floating-point environment. Source: PRM vol7 "Conversions", "Floating-Point to Integer".
#include <math.h>

#include "sim/thread/region.h"

bool sim_type_is_float(enum eu_type t)
{
    return t == EU_TYPE_F || t == EU_TYPE_DF || t == EU_TYPE_HF || t == EU_TYPE_VF || t == EU_TYPE_BF;
}

bool sim_type_is_signed(enum eu_type t)
{
    return t == EU_TYPE_D || t == EU_TYPE_W || t == EU_TYPE_B || t == EU_TYPE_Q || t == EU_TYPE_V;
}

static uint64_t double_bits(double v)
{
    uint64_t b;
    memcpy(&b, &v, 8);
    return b;
}

// Drops the low `n` bits of `m`, rounding by the mode.
static uint64_t round_shift(uint64_t m, unsigned n, unsigned mode, bool negative)
{
    if (!n)
        return m;
    if (n > 63)
        return (mode == 1 && !negative && m) || (mode == 2 && negative && m);
    uint64_t q = m >> n, rest = m & ((UINT64_C(1) << n) - 1), half = UINT64_C(1) << (n - 1);
    switch (mode) {
    case 0:
        return q + (rest > half || (rest == half && (q & 1)));
    case 1:
        return q + (rest && !negative);
    case 2:
        return q + (rest && negative);
    default:
        return q;
    }
}

// The bits of a binary format with `mbits` of stored mantissa and `ebits` of exponent.
static uint32_t narrow(double v, unsigned mbits, unsigned ebits, unsigned mode)
{
    uint64_t b = double_bits(v), m = b & ((UINT64_C(1) << 52) - 1);
    bool negative = b >> 63;
    int e = (int)(b >> 52 & 0x7ff);
    uint32_t sign = (uint32_t)negative << (mbits + ebits), inf = ((1u << ebits) - 1) << mbits;
    int bias = (1 << (ebits - 1)) - 1;
    if (e == 0x7ff)
        return sign | inf | (m ? (uint32_t)(m >> (52 - mbits)) | 1u << (mbits - 1) : 0);
    if (!e && !m)
        return sign;
    if (e)
        m |= UINT64_C(1) << 52;
    else
        e = 1;
    int exp = e - 1023 + bias;
    unsigned drop = 52 - mbits;
    if (exp <= 0) {
        drop += (unsigned)(1 - exp);
        exp = 0;
    }
    uint64_t q = round_shift(m, drop, mode, negative);
    // A carry out of the mantissa moves to the next exponent by itself.
    uint64_t r = exp ? ((uint64_t)(exp - 1) << mbits) + q : q;
    if (r >= inf) {
        bool to_inf = mode == 0 || (mode == 1 && !negative) || (mode == 2 && negative);
        return sign | (to_inf ? inf : inf - 1);
    }
    return sign | (uint32_t)r;
}

uint16_t sim_double_to_half(double v, unsigned mode, bool flush)
{
    uint16_t h = (uint16_t)narrow(v, 10, 5, mode);
    return flush && !(h & 0x7c00) ? h & 0x8000 : h;
}

uint16_t sim_double_to_bfloat(double v, unsigned mode)
{
    return (uint16_t)narrow(v, 7, 8, mode);
}

float sim_double_to_float(double v, unsigned mode)
{
    uint32_t b = narrow(v, 23, 8, mode);
    float f;
    memcpy(&f, &b, 4);
    return f;
}

double sim_half_to_double(uint16_t h, bool flush)
{
    uint64_t sign = (uint64_t)(h >> 15) << 63, m = h & 0x3ff;
    int e = h >> 10 & 31;
    uint64_t b;
    if (e == 31)
        b = sign | UINT64_C(0x7ff) << 52 | m << 42;
    else if (e)
        b = sign | (uint64_t)(e - 15 + 1023) << 52 | m << 42;
    else if (!m || flush)
        b = sign;
    else {
        unsigned lz = (unsigned)__builtin_clz((unsigned)m) - 21; // 1..10 to reach bit 10
        b = sign | (uint64_t)(1 - (int)lz - 15 + 1023) << 52 | ((m << lz) & 0x3ff) << 42;
    }
    double v;
    memcpy(&v, &b, 8);
    return v;
}

static void int_range(enum eu_type type, sim_int *lo, sim_int *hi)
{
    unsigned bits = eu_type_size(type) * 8;
    bool s = sim_type_is_signed(type);
    *hi = ((sim_int)1 << (s ? bits - 1 : bits)) - 1;
    *lo = s ? -((sim_int)1 << (bits - 1)) : 0;
}

sim_int sim_int_saturate(sim_int v, enum eu_type type)
{
    sim_int lo, hi;
    int_range(type, &lo, &hi);
    return v < lo ? lo : v > hi ? hi : v;
}

sim_int sim_int_wrap(sim_int v, enum eu_type type)
{
    switch (type) {
    case EU_TYPE_UB:
        return (uint8_t)v;
    case EU_TYPE_B:
        return (int8_t)v;
    case EU_TYPE_UW:
        return (uint16_t)v;
    case EU_TYPE_W:
        return (int16_t)v;
    case EU_TYPE_UD:
        return (uint32_t)v;
    case EU_TYPE_D:
        return (int32_t)v;
    case EU_TYPE_UQ:
        return (uint64_t)v;
    default:
        return (int64_t)v;
    }
}

sim_int sim_double_to_int(double v, enum eu_type type)
{
    sim_int lo, hi;
    int_range(type, &lo, &hi);
    if (v != v)
        return 0;
    // 2^64 bounds every type: a compare in double is exact there, and the cast below is in range.
    if (v >= 0x1p64)
        return hi;
    if (v <= -0x1p64)
        return lo;
    sim_int i = (sim_int)v;
    return i < lo ? lo : i > hi ? hi : i;
}
