// EU arithmetic per opcode and type against plain C on one lane at a time, over special values and random
// ones. Every case runs on the fast paths and on the general code, with all lanes and with some masked by a
// flag.
#include <float.h>

#include "eu_bench.h"

typedef uint64_t model_fn(uint64_t a, uint64_t b, uint64_t c);

enum t { UB, B, UW, W, UD, D, UQ, Q, HF, F, DF };
static const char *const type_name[] = {"ub", "b", "uw", "w", "ud", "d", "uq", "q", "hf", "f", "df"};
static const unsigned type_size[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};

static const uint64_t ints[] = {0,
                                1,
                                2,
                                3,
                                5,
                                7,
                                8,
                                15,
                                16,
                                31,
                                32,
                                33,
                                63,
                                64,
                                127,
                                128,
                                255,
                                256,
                                0x7fff,
                                0x8000,
                                0xffff,
                                0x10000,
                                0x12345678,
                                0x7fffffff,
                                0x80000000,
                                0x80000001,
                                0xdeadbeef,
                                0xfffffffe,
                                0xffffffff,
                                UINT64_C(0x100000000),
                                UINT64_C(0x7fffffffffffffff),
                                UINT64_C(0x8000000000000000),
                                UINT64_C(0xffffffffffffffff),
                                UINT64_C(0x123456789abcdef0)};
static const double floats[] = {
    0.0,     -0.0,    1.0,    -1.0,    0.5,       -0.5,      1.5,          2.5,           -2.5,
    3.0,     0.1,     1e-3,   1e10,    -1e10,     3.5e9,     2147483648.0, -2147483648.0, 4294967296.0,
    1e-38,   1.5e-39, -1e-45, FLT_MAX, -FLT_MAX,  FLT_MIN,   INFINITY,     -INFINITY,     NAN,
    65504.0, 65520.0, 6e-5,   6e-8,    8388607.5, 8388608.0, 0.49999997,   1e30,          1e-30};

static uint64_t bits_f(float f)
{
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

static float val_f(uint64_t v)
{
    uint32_t u = (uint32_t)v;
    float f;
    memcpy(&f, &u, 4);
    return f;
}

static uint64_t bits_d(double d)
{
    uint64_t u;
    memcpy(&u, &d, 8);
    return u;
}

static double val_d(uint64_t v)
{
    double d;
    memcpy(&d, &v, 8);
    return d;
}

static uint16_t half_of(float f) // by the compiler's _Float16, which rounds to nearest even
{
    _Float16 h = (_Float16)f;
    uint16_t u;
    memcpy(&u, &h, 2);
    return u;
}

static float half_val(uint64_t v)
{
    uint16_t u = (uint16_t)v;
    _Float16 h;
    memcpy(&h, &u, 2);
    return (float)h;
}

static uint64_t value(enum t type, unsigned n)
{
    if (type < HF)
        return n < sizeof(ints) / 8 ? ints[n] : (uint64_t)rnd() << 32 | rnd();
    unsigned count = sizeof(floats) / 8;
    double d = n < count ? floats[n] : val_d(0) + ldexp((double)(int32_t)rnd(), (int)(rnd() % 40) - 50);
    if (type == F)
        return n >= count && (n & 7) == 0 ? rnd() : bits_f((float)d);
    return type == DF ? bits_d(d) : n >= count ? rnd() & 0xffff : half_of((float)d);
}

static bool same(enum t type, uint64_t got, uint64_t want)
{
    if (type == F && isnan(val_f(got)) && isnan(val_f(want)))
        return true;
    if (type == DF && isnan(val_d(got)) && isnan(val_d(want)))
        return true;
    if (type == HF && isnan(half_val(got)) && isnan(half_val(want)))
        return true;
    uint64_t m = type_size[type] == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * type_size[type])) - 1;
    return (got & m) == (want & m);
}

// Runs "op (n|M0) dst src..." over pairs (triples) of values. `ulp`: tolerance for F.
static void check(const char *op, unsigned srcs, enum t st, enum t dt, unsigned n, model_fn *model,
                  unsigned ulp)
{
    struct bench *b = bench_new();
    char text[512], s[3][64];
    unsigned ss = type_size[st], ds = type_size[dt];
    // Sources at r10, r30, r50; result at r70. Three-source operands have regions of their own.
    for (unsigned k = 0; k < 3; k++)
        snprintf(s[k], sizeof(s[k]), srcs == 3 ? "r%u.0<%s>:%s" : "r%u.0<8;8,1>:%s", 10 + 20 * k,
                 srcs == 3 ? (k < 2 ? "2;1" : "1") : type_name[st], type_name[st]);
    int name = (int)strcspn(op, " "); // what follows is a modifier
    snprintf(text, sizeof(text), "%.*s (%u|M0) %s r70.0<1>:%s %s %s %s", name, op, n, op + name,
             type_name[dt], s[0], srcs > 1 ? s[1] : "", srcs > 2 ? s[2] : "");
    unsigned count = st < HF ? sizeof(ints) / 8 : sizeof(floats) / 8, bad = 0;
    unsigned total = srcs == 1 ? count + 64 : count * count + 256;
    for (unsigned base = 0; base < total && bad < 3; base += n) {
        uint64_t v[3][32];
        memset(b->grf, 0x55, sizeof(b->grf));
        for (unsigned i = 0; i < n; i++) {
            unsigned x = base + i;
            v[0][i] = value(st, srcs == 1 ? x : x < count * count ? x % count : 1000);
            v[1][i] = value(st, x < count * count ? x / count : 1000);
            v[2][i] = value(st, rnd() % (2 * count));
            for (unsigned k = 0; k < srcs; k++)
                memcpy(b->grf + (10 + 20 * k) * 32 + i * ss, &v[k][i], ss);
        }
        if (!bench_run(b, text))
            break;
        for (unsigned i = 0; i < n && bad < 3; i++) {
            uint64_t got = 0, m = ss == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * ss)) - 1;
            memcpy(&got, b->t.rf + 70 * 32 + i * ds, ds);
            uint64_t want = model(v[0][i] & m, v[1][i] & m, v[2][i] & m);
            bool close = dt == F && ulp && llabs((long long)(int32_t)got - (int32_t)want) <= ulp;
            if (!close && !same(dt, got, want)) {
                kt_ok(false,
                      "%s: 0x%" PRIx64 ", 0x%" PRIx64 ", 0x%" PRIx64 " gives 0x%" PRIx64 ", not 0x%" PRIx64,
                      text, v[0][i] & m, v[1][i] & m, v[2][i] & m, got, want);
                bad++;
            }
        }
    }
    bench_free(b);
}

#define I32(x) ((int32_t)(x))
#define U32(x) ((uint32_t)(x))
#define I64(x) ((int64_t)(x))
#define MODEL(name, expr)                                                                                    \
    static uint64_t name(uint64_t a, uint64_t b, uint64_t c)                                                 \
    {                                                                                                        \
        (void)a, (void)b, (void)c;                                                                           \
        return (uint64_t)(expr);                                                                             \
    }

// ---- integers

MODEL(m_add, a + b)
MODEL(m_and, a &b)
MODEL(m_or, a | b)
MODEL(m_xor, a ^ b)
MODEL(m_not, ~a)
MODEL(m_mov, a)
MODEL(m_mul, a *b)
MODEL(m_shl32, U32(a) << (b & 31))
MODEL(m_shr32, U32(a) >> (b & 31))
MODEL(m_asr32, I32(a) >> (b & 31))
MODEL(m_shl64, a << (b & 63))
MODEL(m_shr64, a >> (b & 63))
MODEL(m_asr64, I64(a) >> (b & 63))
MODEL(m_min_d, I32(a) < I32(b) ? a : b)
MODEL(m_max_d, I32(a) >= I32(b) ? a : b)
MODEL(m_min_ud, a < b ? a : b)
MODEL(m_max_ud, a >= b ? a : b)
MODEL(m_avg_d, ((int64_t)I32(a) + I32(b) + 1) >> 1)
MODEL(m_avg_ud, (a + b + 1) >> 1)
MODEL(m_addsat_d, (I64(I32(a)) + I32(b) > INT32_MAX   ? INT32_MAX
                   : I64(I32(a)) + I32(b) < INT32_MIN ? INT32_MIN
                                                      : I32(a) + (int64_t)I32(b)))
MODEL(m_addsat_ud, a + b > UINT32_MAX ? UINT32_MAX : a + b)
MODEL(m_addsat_w, ((int16_t)a + (int16_t)b > 32767    ? 32767
                   : (int16_t)a + (int16_t)b < -32768 ? -32768
                                                      : (int16_t)a + (int16_t)b))
MODEL(m_subsat_ub, a < b ? 0 : a - b)
MODEL(m_lzd, U32(a) ? __builtin_clz(U32(a)) : 32)
MODEL(m_fbl, U32(a) ? U32(__builtin_ctz(U32(a))) : 0xffffffff)
MODEL(m_fbh_ud, U32(a) ? U32(__builtin_clz(U32(a))) : 0xffffffff)

static uint64_t m_fbh_d(uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    for (int i = 30; i >= 0; i--)
        if ((a >> i & 1) != (a >> 31 & 1))
            return (uint64_t)(31 - i);
    return 0xffffffff;
}

static uint64_t m_cbit(uint64_t a, uint64_t b, uint64_t c)
{
    unsigned n = 0;
    (void)b, (void)c;
    for (; a; a >>= 1)
        n += a & 1;
    return n;
}

static uint64_t m_bfrev(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t r = 0;
    (void)b, (void)c;
    for (int i = 0; i < 32; i++)
        r |= (a >> i & 1) << (31 - i);
    return r;
}

static uint64_t m_bfe_ud(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t r = 0;
    for (unsigned i = 0; i < (a & 31); i++)
        r |= (i + (b & 31) < 32 ? c >> (i + (b & 31)) & 1 : 0) << i;
    return r;
}

static uint64_t m_bfe_d(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t r = 0;
    unsigned w = a & 31, o = b & 31;
    if (!w)
        return 0;
    for (unsigned i = 0; i < 32; i++) {
        unsigned from = (i < w ? i : w - 1) + o;
        r |= (c >> (from < 32 ? from : 31) & 1) << i;
    }
    return r;
}

static uint64_t m_bfi1(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return ((UINT64_C(1) << (a & 31)) - 1) << (b & 31);
}

static uint64_t m_bfi2(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t r = c;
    unsigned low = 0;
    while (low < 32 && !(a >> low & 1))
        low++;
    for (unsigned i = 0; i < 32; i++)
        if (a >> i & 1)
            r = (r & ~(UINT64_C(1) << i)) | (b >> (i - low) & 1) << i;
    return r;
}

KT_TEST(int_add)
{
    check("add", 2, D, D, 8, m_add, 0);
    check("add", 2, UD, UD, 16, m_add, 0);
    check("add", 2, UW, UW, 16, m_add, 0);
    check("add", 2, Q, Q, 8, m_add, 0);
    check("add", 2, D, D, 1, m_add, 0);
    check("add", 2, D, D, 4, m_add, 0);
}

KT_TEST(int_saturation)
{
    check("add (sat)", 2, D, D, 8, m_addsat_d, 0);
    check("add (sat)", 2, UD, UD, 8, m_addsat_ud, 0);
    check("add (sat)", 2, W, W, 16, m_addsat_w, 0);
}

KT_TEST(int_logic)
{
    check("and", 2, UD, UD, 16, m_and, 0);
    check("or", 2, D, D, 8, m_or, 0);
    check("xor", 2, UW, UW, 8, m_xor, 0);
    check("xor", 2, UQ, UQ, 4, m_xor, 0);
    check("not", 1, UD, UD, 16, m_not, 0);
    check("mov", 1, UD, UD, 16, m_mov, 0);
    check("mov", 1, Q, Q, 8, m_mov, 0);
}

KT_TEST(int_mul)
{
    check("mul", 2, D, D, 8, m_mul, 0);
    check("mul", 2, UD, UD, 16, m_mul, 0);
    check("mul", 2, UW, UW, 16, m_mul, 0);
}

static uint64_t m_mul_q(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return (uint64_t)((int64_t)I32(a) * I32(b));
}

MODEL(m_mul_uq, (uint64_t)U32(a) * U32(b))

KT_TEST(int_mul_widening)
{
    check("mul", 2, D, Q, 4, m_mul_q, 0);
    check("mul", 2, UD, UQ, 8, m_mul_uq, 0);
}

KT_TEST(int_shifts)
{
    check("shl", 2, UD, UD, 16, m_shl32, 0);
    check("shr", 2, UD, UD, 8, m_shr32, 0);
    check("asr", 2, D, D, 16, m_asr32, 0);
    check("shl", 2, UQ, UQ, 8, m_shl64, 0);
    check("shr", 2, UQ, UQ, 4, m_shr64, 0);
    check("asr", 2, Q, Q, 8, m_asr64, 0);
}

KT_TEST(int_min_max)
{
    check("sel (lt)f0.0", 2, D, D, 16, m_min_d, 0);
    check("sel (ge)f0.0", 2, D, D, 8, m_max_d, 0);
    check("sel (lt)f0.0", 2, UD, UD, 8, m_min_ud, 0);
    check("sel (ge)f0.0", 2, UD, UD, 16, m_max_ud, 0);
}

KT_TEST(int_avg)
{
    check("avg", 2, D, D, 8, m_avg_d, 0);
    check("avg", 2, UD, UD, 16, m_avg_ud, 0);
}

KT_TEST(int_bits)
{
    check("lzd", 1, UD, UD, 16, m_lzd, 0);
    check("fbl", 1, UD, UD, 8, m_fbl, 0);
    check("fbh", 1, UD, UD, 16, m_fbh_ud, 0);
    check("fbh", 1, D, UD, 8, m_fbh_d, 0);
    check("cbit", 1, UD, UD, 16, m_cbit, 0);
    check("cbit", 1, UW, UD, 16, m_cbit, 0);
    check("bfrev", 1, UD, UD, 8, m_bfrev, 0);
    check("bfe", 3, UD, UD, 8, m_bfe_ud, 0);
    check("bfe", 3, D, D, 16, m_bfe_d, 0);
    check("bfe", 3, UD, D, 16, m_bfe_d, 0);
    check("bfi1", 2, UD, UD, 8, m_bfi1, 0);
    check("bfi2", 3, UD, UD, 8, m_bfi2, 0);
}

static uint64_t m_div(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return b ? a / b : 0xffffffff;
}

static uint64_t m_rem(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return b ? a % b : 0xffffffff;
}

static uint64_t m_sdiv(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    if (!b)
        return I32(a) < 0 ? 0x80000000 : 0x7fffffff;
    return (uint64_t)(I64(I32(a)) / I32(b));
}

static uint64_t m_srem(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    if (!b)
        return I32(a) < 0 ? 0x80000000 : 0x7fffffff;
    return (uint64_t)(I64(I32(a)) % I32(b));
}

KT_TEST(int_division)
{
    check("math.iqot", 2, UD, UD, 8, m_div, 0);
    check("math.irem", 2, UD, UD, 8, m_rem, 0);
    check("math.iqot", 2, D, D, 8, m_sdiv, 0);
    check("math.irem", 2, D, D, 8, m_srem, 0);
}

// ---- floats

#define FMODEL(name, expr)                                                                                   \
    static uint64_t name(uint64_t a_, uint64_t b_, uint64_t c_)                                              \
    {                                                                                                        \
        float a = val_f(a_), b = val_f(b_), c = val_f(c_);                                                   \
        (void)a, (void)b, (void)c;                                                                           \
        return bits_f((float)(expr));                                                                        \
    }
#define DMODEL(name, expr)                                                                                   \
    static uint64_t name(uint64_t a_, uint64_t b_, uint64_t c_)                                              \
    {                                                                                                        \
        double a = val_d(a_), b = val_d(b_), c = val_d(c_);                                                  \
        (void)a, (void)b, (void)c;                                                                           \
        return bits_d(expr);                                                                                 \
    }
#define HMODEL(name, expr)                                                                                   \
    static uint64_t name(uint64_t a_, uint64_t b_, uint64_t c_)                                              \
    {                                                                                                        \
        float a = half_val(a_), b = half_val(b_), c = half_val(c_);                                          \
        (void)a, (void)b, (void)c;                                                                           \
        return half_of((float)(expr));                                                                       \
    }

// A sum of doubles of which a float can be made without a second rounding that matters.
static double add_odd(double x, double y)
{
    double s = x + y, t = s - x, error = (x - (s - t)) + (y - t);
    uint64_t bits = bits_d(s);
    return !isfinite(s) || error == 0 || bits & 1 ? s : nextafter(s, error > 0 ? INFINITY : -INFINITY);
}

FMODEL(f_add, a + b)
FMODEL(f_mul, a *b)
FMODEL(f_mad, fmaf(b, c, a))
FMODEL(f_lrp, add_odd((double)b *a, (double)c * (1.0 - (double)a)))
FMODEL(f_min, isnan(a) ? b : isnan(b) ? a : a < b ? a : b)
FMODEL(f_max, isnan(a) ? b : isnan(b) ? a : a >= b ? a : b)
FMODEL(f_rndd, floorf(a))
FMODEL(f_rndu, ceilf(a))
FMODEL(f_rnde, rintf(a))
FMODEL(f_rndz, truncf(a))
FMODEL(f_frc, isinf(a) ? NAN : a - floorf(a))
FMODEL(f_sat, a > 0 ? (a < 1 ? a : 1.0f) : 0.0f)
FMODEL(f_inv, 1.0f / a)
FMODEL(f_sqrt, sqrtf(a))
FMODEL(f_rsq, (float)(1.0 / sqrt((double)a)))
FMODEL(f_div, a / b)
FMODEL(f_log, log2((double)a))
FMODEL(f_exp, exp2((double)a))
FMODEL(f_sin, isinf(a) ? NAN : (float)sin((double)a))
FMODEL(f_cos, isinf(a) ? NAN : (float)cos((double)a))
FMODEL(f_pow, pow(fabs((double)a), (double)b))
DMODEL(d_add, a + b)
DMODEL(d_mul, a *b)
DMODEL(d_mad, fma(b, c, a))
HMODEL(h_add, a + b)
HMODEL(h_mul, a *b)

KT_TEST(float_arithmetic)
{
    check("add", 2, F, F, 8, f_add, 0);
    check("add", 2, F, F, 16, f_add, 0);
    check("mul", 2, F, F, 16, f_mul, 0);
    check("mad", 3, F, F, 8, f_mad, 0);
    check("mad", 3, F, F, 16, f_mad, 0);
    check("lrp", 3, F, F, 8, f_lrp, 0);
    check("lrp", 3, F, F, 16, f_lrp, 0);
    check("sel (lt)f0.0", 2, F, F, 16, f_min, 0);
    check("sel (ge)f0.0", 2, F, F, 8, f_max, 0);
    check("mov (sat)", 1, F, F, 16, f_sat, 0);
}

KT_TEST(float_rounding)
{
    check("rndd", 1, F, F, 16, f_rndd, 0);
    check("rndu", 1, F, F, 8, f_rndu, 0);
    check("rnde", 1, F, F, 16, f_rnde, 0);
    check("rndz", 1, F, F, 8, f_rndz, 0);
    check("frc", 1, F, F, 16, f_frc, 0);
}

KT_TEST(float_math)
{
    check("math.inv", 1, F, F, 8, f_inv, 0);
    check("math.sqt", 1, F, F, 16, f_sqrt, 0);
    check("math.rsqt", 1, F, F, 8, f_rsq, 0);
    check("math.fdiv", 2, F, F, 16, f_div, 0);
    check("math.log", 1, F, F, 8, f_log, 2);
    check("math.exp", 1, F, F, 16, f_exp, 2);
    check("math.sin", 1, F, F, 8, f_sin, 2);
    check("math.cos", 1, F, F, 16, f_cos, 2);
    check("math.pow", 2, F, F, 8, f_pow, 2);
}

KT_TEST(double_arithmetic)
{
    check("add", 2, DF, DF, 4, d_add, 0);
    check("mul", 2, DF, DF, 8, d_mul, 0);
    check("mad", 3, DF, DF, 4, d_mad, 0);
}

KT_TEST(half_arithmetic)
{
    check("add", 2, HF, HF, 8, h_add, 0);
    check("mul", 2, HF, HF, 16, h_mul, 0);
}

// ---- conversions

static int64_t clamp(double v, double lo, double hi)
{
    return isnan(v) ? 0 : v <= lo ? (int64_t)lo : v >= hi ? (int64_t)hi : (int64_t)v;
}

MODEL(c_f_d, clamp((double)val_f(a), INT32_MIN, INT32_MAX))
MODEL(c_f_ud, clamp((double)val_f(a), 0, UINT32_MAX))
MODEL(c_f_w, clamp((double)val_f(a), -32768, 32767))
MODEL(c_f_uw, clamp((double)val_f(a), 0, 65535))
MODEL(c_d_f, bits_f((float)I32(a)))
MODEL(c_ud_f, bits_f((float)U32(a)))
MODEL(c_w_f, bits_f((float)(int16_t)a))
MODEL(c_f_hf, half_of(val_f(a)))
MODEL(c_hf_f, bits_f(half_val(a)))
MODEL(c_f_df, bits_d((double)val_f(a)))
MODEL(c_df_f, bits_f((float)val_d(a)))
MODEL(c_q_f, bits_f((float)I64(a)))
MODEL(c_uq_f, bits_f((float)a))
MODEL(c_q_df, bits_d((double)I64(a)))
MODEL(c_d_df, bits_d((double)I32(a)))
MODEL(c_d_q, I32(a))
MODEL(c_w_d, (int16_t)a)
MODEL(c_b_d, (int8_t)a)
MODEL(c_df_d, clamp(val_d(a), INT32_MIN, INT32_MAX))
MODEL(c_sat_d_ub, I32(a) < 0 ? 0 : I32(a) > 255 ? 255 : a)
MODEL(c_sat_d_w, I32(a) < -32768 ? -32768 : I32(a) > 32767 ? 32767 : I32(a))

KT_TEST(conversions)
{
    check("mov", 1, F, D, 16, c_f_d, 0);
    check("mov", 1, F, UD, 8, c_f_ud, 0);
    check("mov", 1, D, F, 16, c_d_f, 0);
    check("mov", 1, UD, F, 8, c_ud_f, 0);
    check("mov", 1, W, F, 8, c_w_f, 0);
    check("mov", 1, HF, F, 8, c_hf_f, 0);
    check("mov", 1, F, DF, 4, c_f_df, 0);
    check("mov", 1, D, DF, 4, c_d_df, 0);
    check("mov", 1, D, Q, 4, c_d_q, 0);
    check("mov", 1, W, D, 16, c_w_d, 0);
    check("mov", 1, B, D, 8, c_b_d, 0);
    check("mov", 1, Q, DF, 4, c_q_df, 0);
}

// Narrowing: the destination needs a stride; checked through a plain copy of the low part by the harness'
// stride 1 on the general code only.
static void check_narrow(const char *op, enum t st, enum t dt, model_fn *model)
{
    struct bench *b = bench_new();
    char text[256];
    unsigned stride = type_size[st] / type_size[dt];
    int name = (int)strcspn(op, " ");
    snprintf(text, sizeof(text), "%.*s (4|M0) %s r70.0<%u>:%s r10.0<4;4,1>:%s", name, op, op + name, stride,
             type_name[dt], type_name[st]);
    for (unsigned base = 0; base < 96; base += 4) {
        uint64_t v[4];
        for (unsigned i = 0; i < 4; i++) {
            v[i] = value(st, base + i);
            memcpy(b->grf + 320 + i * type_size[st], &v[i], type_size[st]);
        }
        if (!bench_run(b, text))
            break;
        for (unsigned i = 0; i < 4; i++) {
            uint64_t got = 0, want = model(v[i], 0, 0);
            memcpy(&got, b->t.rf + 70 * 32 + i * type_size[st], type_size[dt]);
            if (!same(dt, got, want))
                kt_ok(false, "%s: 0x%" PRIx64 " gives 0x%" PRIx64 ", not 0x%" PRIx64, text, v[i], got, want);
        }
    }
    bench_free(b);
}

KT_TEST(conversions_narrowing)
{
    check_narrow("mov", F, W, c_f_w);
    check_narrow("mov", F, UW, c_f_uw);
    check_narrow("mov", F, HF, c_f_hf);
    check_narrow("mov", DF, F, c_df_f);
    check_narrow("mov", DF, D, c_df_d);
    check_narrow("mov", Q, F, c_q_f);
    check_narrow("mov", UQ, F, c_uq_f);
    check_narrow("mov", D, W, m_mov);
    check_narrow("mov", D, UB, m_mov);
    check_narrow("mov", UQ, UD, m_mov);
    check_narrow("mov (sat)", D, UB, c_sat_d_ub);
    check_narrow("mov (sat)", D, W, c_sat_d_w);
}

// Three-source doubles of one channel, each with a subregister of its own, as Intel's OpenCL compiler has
// them for uniform values.
KT_TEST(uniform_mad_of_doubles)
{
    struct bench *b = bench_new();
    double in[4] = {3, 5, 7, 11}, r = 0;
    memcpy(b->grf + 16 * 32, in, sizeof(in));
    if (bench_run(b, "(W) mad (1|M0) r30.0<1>:df r16.2<0;0>:df r16.0<0;0>:df r16.1<0>:df\n"))
        memcpy(&r, b->t.rf + 30 * 32, sizeof(r));
    kt_ok(r == 22, "%g", r);
    if (bench_run(b, "(W) mad (1|M0) r30.0<1>:df r16.0<0;0>:df r16.1<0;0>:df r16.3<0>:df\n"))
        memcpy(&r, b->t.rf + 30 * 32, sizeof(r));
    kt_ok(r == 58, "%g", r);
    memcpy(b->grf + 30 * 32, in, sizeof(in));
    if (bench_run(b, "(W) mad (1|M0) r30.0<1>:df r16.3<0;0>:df r16.1<0;0>:df r16.1<0>:df\n"))
        memcpy(&r, b->t.rf + 30 * 32 + 8, sizeof(r));
    kt_ok(r == 5, "the next channel is %g", r);
    bench_free(b);
}

KT_MAIN()
