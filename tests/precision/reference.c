// What every instruction must give: exact integers, or a value computed with MPFR and the error that Vulkan
// allows ("Precision and Operation of SPIR-V Instructions"). Where the driver promises more than Vulkan
// asks (division and roots of doubles, division of halves), that is what is checked.
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INTS (1u << U8 | 1u << U16 | 1u << U32 | 1u << U64)
#define FLOATS (1u << F16 | 1u << F32 | 1u << F64)
#define SMALL_FLOATS (1u << F16 | 1u << F32)

// ---- integers ----

static int64_t sx(const struct call *c, unsigned k)
{
    return sign_extend(c->a[k], c->arg->bits);
}

#define INT_OP(name, expression)                                                                             \
    static bool name(const struct call *c, uint64_t *out)                                                    \
    {                                                                                                        \
        uint64_t a = c->a[0], b = c->a[1];                                                                   \
        int64_t x = sx(c, 0), y = sx(c, 1);                                                                  \
        unsigned bits = c->arg->bits;                                                                        \
        (void)a, (void)b, (void)x, (void)y, (void)bits;                                                      \
        *out = (uint64_t)(expression);                                                                       \
        return true;                                                                                         \
    }
// As above, defined only where `condition` holds.
#define INT_OP_IF(name, condition, expression)                                                               \
    static bool name(const struct call *c, uint64_t *out)                                                    \
    {                                                                                                        \
        uint64_t a = c->a[0], b = c->a[1];                                                                   \
        int64_t x = sx(c, 0), y = sx(c, 1),                                                                  \
                lowest = sign_extend(UINT64_C(1) << (c->arg->bits - 1), c->arg->bits);                       \
        unsigned bits = c->arg->bits;                                                                        \
        (void)a, (void)b, (void)x, (void)y, (void)bits, (void)lowest;                                        \
        if (!(condition))                                                                                    \
            return false;                                                                                    \
        *out = (uint64_t)(expression);                                                                       \
        return true;                                                                                         \
    }

INT_OP(i_add, a + b)
INT_OP(i_sub, a - b)
INT_OP(i_mul, a *b)
INT_OP_IF(u_div, b, a / b)
INT_OP_IF(u_mod, b, a % b)
INT_OP_IF(s_div, y && !(x == lowest && y == -1), x / y)
INT_OP_IF(s_rem, y && !(x == lowest && y == -1), x % y)
INT_OP_IF(s_mod, y && !(x == lowest && y == -1), x % y && ((x % y) ^ y) < 0 ? x % y + y : x % y)
INT_OP(i_neg, -a)
INT_OP(i_not, ~a)
INT_OP(i_and, a &b)
INT_OP(i_or, a | b)
INT_OP(i_xor, a ^ b)
INT_OP_IF(i_shl, b < bits, a << b)
INT_OP_IF(u_shr, b < bits, a >> b)
INT_OP_IF(s_shr, b < bits, x >> b)
INT_OP(i_eq, a == b)
INT_OP(i_ne, a != b)
INT_OP(u_lt, a < b)
INT_OP(u_le, a <= b)
INT_OP(u_gt, a > b)
INT_OP(u_ge, a >= b)
INT_OP(s_lt, x < y)
INT_OP(s_le, x <= y)
INT_OP(s_gt, x > y)
INT_OP(s_ge, x >= y)
INT_OP(bit_count, __builtin_popcountll(a))
INT_OP(add_carry, (a + b) < a || ((a + b) & mask_of(bits)) < a)
INT_OP(sub_borrow, a < b)
INT_OP(u_mul_high, ((unsigned __int128)a * b) >> bits)
INT_OP(s_mul_high, ((__int128)x * y) >> bits)
INT_OP(s_abs, x < 0 ? -a : a)
INT_OP(s_sign, x < 0 ? -1 : x > 0)
INT_OP(u_min, a < b ? a : b)
INT_OP(u_max, a > b ? a : b)
INT_OP(s_min, x < y ? a : b)
INT_OP(s_max, x > y ? a : b)
INT_OP(find_lsb, a ? __builtin_ctzll(a) : -1)
INT_OP(find_umsb, a ? 63 - __builtin_clzll(a) : -1)
INT_OP(find_smsb, (x < 0 ? ~x : x) ? 63 - __builtin_clzll((uint64_t)(x < 0 ? ~x : x)) : -1)
INT_OP(same_bits, a)
INT_OP(signed_value, x)

static bool bit_reverse(const struct call *c, uint64_t *out)
{
    *out = 0;
    for (unsigned i = 0; i < c->arg->bits; i++)
        *out |= (c->a[0] >> i & 1) << (c->arg->bits - 1 - i);
    return true;
}

// Offset and count: from the third and fourth operand, folded into the legal range as the shader does it.
static void field(const struct call *c, unsigned k, unsigned *offset, unsigned *count)
{
    *offset = (unsigned)(c->a[k] % (c->arg->bits + 1));
    *count = (unsigned)(c->a[k + 1] % (c->arg->bits + 1 - *offset));
}

static bool field_u(const struct call *c, uint64_t *out)
{
    unsigned o, n;
    field(c, 1, &o, &n);
    *out = n ? c->a[0] >> o & mask_of(n) : 0;
    return true;
}

static bool field_s(const struct call *c, uint64_t *out)
{
    unsigned o, n;
    field(c, 1, &o, &n);
    *out = n ? (uint64_t)sign_extend(c->a[0] >> o & mask_of(n), n) : 0;
    return true;
}

static bool field_insert(const struct call *c, uint64_t *out)
{
    unsigned o, n;
    field(c, 2, &o, &n);
    uint64_t m = n ? mask_of(n) << o : 0;
    *out = (c->a[0] & ~m) | (n ? c->a[1] << o & m : 0);
    return true;
}

static bool u_clamp(const struct call *c, uint64_t *out)
{
    uint64_t v = c->a[0] > c->a[1] ? c->a[0] : c->a[1];
    *out = v < c->a[2] ? v : c->a[2];
    return c->a[1] <= c->a[2];
}

static bool s_clamp(const struct call *c, uint64_t *out)
{
    int64_t v = sx(c, 0) > sx(c, 1) ? sx(c, 0) : sx(c, 1);
    *out = (uint64_t)(v < sx(c, 2) ? v : sx(c, 2));
    return sx(c, 1) <= sx(c, 2);
}

// ---- floats to booleans and integers ----

static mpfr_t p, q, s; // scratch

static bool compare(const struct call *c, uint64_t *out, bool unordered, bool (*test)(int))
{
    to_mpfr(p, c->arg, c->a[0]);
    to_mpfr(q, c->arg, c->a[1]);
    *out = mpfr_unordered_p(p, q) ? unordered : test(mpfr_cmp(p, q));
    return true;
}

#define COMPARE(name, rel)                                                                                   \
    static bool test_##name(int d)                                                                           \
    {                                                                                                        \
        return d rel 0;                                                                                      \
    }                                                                                                        \
    static bool ford_##name(const struct call *c, uint64_t *out)                                             \
    {                                                                                                        \
        return compare(c, out, false, test_##name);                                                          \
    }                                                                                                        \
    static bool funord_##name(const struct call *c, uint64_t *out)                                           \
    {                                                                                                        \
        return compare(c, out, true, test_##name);                                                           \
    }
COMPARE(eq, ==)
COMPARE(ne, !=)
COMPARE(lt, <)
COMPARE(le, <=)
COMPARE(gt, >)
COMPARE(ge, >=)

static bool nan_test(const struct call *c, uint64_t *out)
{
    *out = is_nan(c->arg, c->a[0]);
    return true;
}

static bool inf_test(const struct call *c, uint64_t *out)
{
    *out = is_inf(c->arg, c->a[0]);
    return true;
}

static bool to_integer(const struct call *c, uint64_t *out, bool is_signed)
{
    to_mpfr(p, c->arg, c->a[0]);
    if (!mpfr_number_p(p))
        return false;
    mpfr_rint(p, p, MPFR_RNDZ);
    mpfr_set_si_2exp(q, is_signed ? -1 : 0, c->result->bits - 1, MPFR_RNDN);
    mpfr_set_si_2exp(s, 1, (long)c->result->bits - is_signed, MPFR_RNDN);
    if (mpfr_cmp(p, q) < 0 || mpfr_cmp(p, s) >= 0) // undefined: does not fit
        return false;
    *out = is_signed ? (uint64_t)mpfr_get_si(p, MPFR_RNDZ) : mpfr_get_ui(p, MPFR_RNDZ);
    return true;
}

static bool f_to_s(const struct call *c, uint64_t *out)
{
    return to_integer(c, out, true);
}

static bool f_to_u(const struct call *c, uint64_t *out)
{
    return to_integer(c, out, false);
}

static bool frexp_exp(const struct call *c, uint64_t *out)
{
    to_mpfr(p, c->arg, c->a[0]);
    if (!mpfr_number_p(p) || (is_denormal(c->arg, c->a[0]) && c->arg == &types[F32]))
        return false;
    *out = mpfr_zero_p(p) ? 0 : (uint64_t)mpfr_get_exp(p);
    return true;
}

// ---- floats: correctly rounded ----

#define FLOAT_OP(name, condition, statement)                                                                 \
    static bool name(const struct call *c, mpfr_t *x, mpfr_t out)                                            \
    {                                                                                                        \
        (void)c;                                                                                             \
        if (!(condition))                                                                                    \
            return false;                                                                                    \
        statement;                                                                                           \
        return true;                                                                                         \
    }

#define R MPFR_RNDN
FLOAT_OP(v_add, true, mpfr_add(out, x[0], x[1], R))
FLOAT_OP(v_sub, true, mpfr_sub(out, x[0], x[1], R))
FLOAT_OP(v_mul, true, mpfr_mul(out, x[0], x[1], R))
FLOAT_OP(v_neg, true, mpfr_neg(out, x[0], R))
FLOAT_OP(v_copy, true, mpfr_set(out, x[0], R))
FLOAT_OP(v_abs, true, mpfr_abs(out, x[0], R))
FLOAT_OP(v_floor, true, mpfr_rint(out, x[0], MPFR_RNDD))
FLOAT_OP(v_ceil, true, mpfr_rint(out, x[0], MPFR_RNDU))
FLOAT_OP(v_trunc, true, mpfr_rint(out, x[0], MPFR_RNDZ))
FLOAT_OP(v_even, true, mpfr_roundeven(out, x[0]))
FLOAT_OP(v_sqrt, true, mpfr_sqrt(out, x[0], R))
FLOAT_OP(v_fract, mpfr_number_p(x[0]), (mpfr_rint(p, x[0], MPFR_RNDD), mpfr_sub(out, x[0], p, R)))
FLOAT_OP(v_sign, !mpfr_nan_p(x[0]),
         mpfr_zero_p(x[0]) ? mpfr_set(out, x[0], R) : mpfr_set_si(out, mpfr_sgn(x[0]), R))
FLOAT_OP(v_min, !mpfr_nan_p(x[0]) && !mpfr_nan_p(x[1]),
         mpfr_set(out, mpfr_less_p(x[1], x[0]) ? x[1] : x[0], R))
FLOAT_OP(v_max, !mpfr_nan_p(x[0]) && !mpfr_nan_p(x[1]),
         mpfr_set(out, mpfr_less_p(x[0], x[1]) ? x[1] : x[0], R))
FLOAT_OP(v_nmin, true, mpfr_min(out, x[0], x[1], R))
FLOAT_OP(v_nmax, true, mpfr_max(out, x[0], x[1], R))
FLOAT_OP(v_nclamp, !mpfr_nan_p(x[1]) && !mpfr_nan_p(x[2]) && mpfr_lessequal_p(x[1], x[2]),
         (mpfr_max(out, x[0], x[1], R), mpfr_min(out, out, x[2], R)))
FLOAT_OP(v_step, !mpfr_nan_p(x[0]) && !mpfr_nan_p(x[1]), mpfr_set_si(out, !mpfr_less_p(x[1], x[0]), R))
FLOAT_OP(v_frexp, mpfr_number_p(x[0]), (mpfr_set(out, x[0], R), mpfr_zero_p(out) ? 0 : mpfr_set_exp(out, 0)))
FLOAT_OP(v_modf, !mpfr_nan_p(x[0]),
         mpfr_inf_p(x[0]) ? mpfr_set_zero(out, mpfr_sgn(x[0]))
                          : (void)(mpfr_frac(out, x[0], R), mpfr_setsign(out, out, mpfr_signbit(x[0]), R)))

static bool v_ldexp(const struct call *c, mpfr_t *x, mpfr_t out)
{
    mpfr_mul_2si(out, x[0], sign_extend(c->a[1], 32), R);
    return true;
}

static bool v_from_u(const struct call *c, mpfr_t *x, mpfr_t out)
{
    mpfr_set_ui(out, c->a[0], R);
    return true;
}

static bool v_from_s(const struct call *c, mpfr_t *x, mpfr_t out)
{
    mpfr_set_si(out, sx(c, 0), R);
    return true;
}

// The sign of a zero that has none: min and max of zeros of both signs, sums with a zero result.
static bool zero_sign_is_free(const struct op *o)
{
    return o->value == v_min || o->value == v_max || o->value == v_nmin || o->value == v_nmax ||
           o->value == v_nclamp || o->value == v_fract || o->value == v_sign;
}

// ---- floats: with an error ----

static void ulps(const struct call *c, mpfr_t value, double n, mpfr_t out)
{
    mpfr_set_d(out, n, R);
    mpfr_mul_2si(out, out, ulp_exponent(c->result, value), R);
}

static bool single(const struct call *c)
{
    return c->result == &types[F32];
}

#define ERROR_ULPS(name, count)                                                                              \
    static void name(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)                              \
    {                                                                                                        \
        ulps(c, value, count, out);                                                                          \
    }
// Quotients of doubles are correctly rounded, but for one rounding more when they are denormal.
ERROR_ULPS(e_div, c->result != &types[F64]                                  ? 2.5
                  : c->modes->rtz || mpfr_get_exp(value) <= c->result->emin ? 1.0
                                                                            : 0.5)
ERROR_ULPS(e_root64, c->modes->rtz ? 1.0 : 0.5) // correctly rounded to nearest
ERROR_ULPS(e_rsq, 2)
ERROR_ULPS(e_sqrt, 4.5) // 1 / inversesqrt(x)
ERROR_ULPS(e_scale, 1.5)
ERROR_ULPS(e_atan, single(c) ? 4096 : 5)

static double magnitude(mpfr_t v)
{
    return mpfr_number_p(v) ? (mpfr_get_d(v, R) < 0 ? -mpfr_get_d(v, R) : mpfr_get_d(v, R)) : 0;
}

static void e_exp(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    ulps(c, value, (single(c) ? 3 : 1) + 2 * magnitude(x[0]), out);
}

static void e_log(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    double v = magnitude(x[0]);
    if (v >= 0.5 && v <= 2.0)
        mpfr_set_d(out, single(c) ? 0x1p-21 : 0x1p-7, R);
    else
        ulps(c, value, 3, out);
}

static void e_sin(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    mpfr_set_d(out, single(c) ? 0x1p-11 : 0x1p-7, R);
}

// a/b with absolute errors da and db
static void quotient_error(const struct call *c, mpfr_t value, double a, double da, double b, double db,
                           mpfr_t out)
{
    ulps(c, value, 2.5, out);
    mpfr_add_d(out, out, (da + db * magnitude(value)) / (b > db ? b - db : 1e-300), R);
    (void)a;
}

static void e_tan(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    double e = single(c) ? 0x1p-11 : 0x1p-7;
    mpfr_cos(p, x[0], R);
    quotient_error(c, value, 0, e, magnitude(p), e, out);
}

// of sinh and cosh: (e^x -+ e^-x) / 2
static double hyperbolic_error(const struct call *c, mpfr_t x)
{
    double v = magnitude(x);
    mpfr_set_d(p, v, R);
    mpfr_exp(p, p, R);
    ulps(c, p, (single(c) ? 3 : 1) + 2 * v + 1, q);
    return 2 * mpfr_get_d(q, R);
}

static void e_sinh(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    mpfr_set_d(out, hyperbolic_error(c, x[0]), R);
}

static void e_tanh(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    double e = hyperbolic_error(c, x[0]);
    mpfr_cosh(p, x[0], R);
    quotient_error(c, value, 0, e, magnitude(p), e, out);
}

static void e_asinh(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    ulps(c, value, 4, out);
    mpfr_add_d(out, out, single(c) ? 0x1p-20 : 0x1p-6, R);
}

static void e_acosh(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    ulps(c, value, 4, out);
    mpfr_add_d(out, out,
               magnitude(x[0]) < 1.01 ? (single(c) ? 0x1p-10 : 0x1p-4)
               : single(c)            ? 0x1p-18
                                      : 0x1p-5,
               R);
}

// 2^(y log2 x)
static void e_pow(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    mpfr_log2(p, x[0], R);
    mpfr_t one[1];
    mpfr_init2(one[0], 64);
    e_log(c, x, p, one[0]);
    double y = magnitude(x[1]), dl = mpfr_get_d(one[0], R);
    mpfr_clear(one[0]);
    mpfr_mul(q, p, x[1], R);
    double t = magnitude(q);
    ulps(c, q, 1, s);
    double dt = y * dl + mpfr_get_d(s, R);
    ulps(c, value, (single(c) ? 3 : 1) + 2 * t, out);
    mpfr_set_d(s, dt * 0.7 * (1 + dt), R);
    mpfr_mul(s, s, value, R);
    mpfr_abs(s, s, R);
    mpfr_add(out, out, s, R);
}

// A part of the result may have been flushed.
static void flushed_part(const struct call *c, mpfr_t out)
{
    if (!single(c) || c->modes->preserve)
        return;
    mpfr_set_si_2exp(q, 1, c->result->emin, R);
    mpfr_add(out, out, q, R);
}

static void e_fma(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    double each = c->modes->rtz ? 1 : 0.5;
    mpfr_mul(p, x[0], x[1], R);
    ulps(c, p, each, out);
    ulps(c, value, each, q);
    mpfr_add(out, out, q, R);
    flushed_part(c, out);
}

static void e_mix(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    mpfr_ui_sub(p, 1, x[2], R);
    mpfr_mul(p, p, x[0], R);
    ulps(c, p, 1.5, out);
    mpfr_mul(p, x[1], x[2], R);
    ulps(c, p, 1, q);
    mpfr_add(out, out, q, R);
    ulps(c, value, 1, q);
    mpfr_add(out, out, q, R);
    flushed_part(c, out);
}

static bool in_range(mpfr_t v, double lo, double hi)
{
    return mpfr_number_p(v) && mpfr_cmp_d(v, lo) >= 0 && mpfr_cmp_d(v, hi) <= 0;
}

// The divisors for which Vulkan promises anything.
static bool divisor_ok(const struct call *c, mpfr_t d)
{
    if (c->result == &types[F64])
        return true;
    return !mpfr_regular_p(d) ||
           (mpfr_get_exp(d) - 1 >= c->result->emin && mpfr_get_exp(d) - 1 < -c->result->emin) ||
           mpfr_cmpabs(d, (mpfr_set_si_2exp(p, 1, -c->result->emin, R), p)) == 0;
}

FLOAT_OP(v_division, divisor_ok(c, x[1]), mpfr_div(out, x[0], x[1], R))
FLOAT_OP(v_rsq, !mpfr_nan_p(x[0]) && mpfr_sgn(x[0]) > 0, mpfr_rec_sqrt(out, x[0], R))
FLOAT_OP(v_root, !mpfr_nan_p(x[0]) && mpfr_sgn(x[0]) >= 0, mpfr_sqrt(out, x[0], R))
FLOAT_OP(v_exp, !mpfr_nan_p(x[0]), mpfr_exp(out, x[0], R))
FLOAT_OP(v_exp2, !mpfr_nan_p(x[0]), mpfr_exp2(out, x[0], R))
FLOAT_OP(v_log, !mpfr_nan_p(x[0]) && mpfr_sgn(x[0]) > 0, mpfr_log(out, x[0], R))
FLOAT_OP(v_log2, !mpfr_nan_p(x[0]) && mpfr_sgn(x[0]) > 0, mpfr_log2(out, x[0], R))
FLOAT_OP(v_sin, in_range(x[0], -3.1415927, 3.1415927), mpfr_sin(out, x[0], R))
FLOAT_OP(v_cos, in_range(x[0], -3.1415927, 3.1415927), mpfr_cos(out, x[0], R))
FLOAT_OP(v_tan, in_range(x[0], -1.5, 1.5), mpfr_tan(out, x[0], R))
FLOAT_OP(v_asin, in_range(x[0], -1, 1), mpfr_asin(out, x[0], R))
FLOAT_OP(v_acos, in_range(x[0], -1, 1), mpfr_acos(out, x[0], R))
FLOAT_OP(v_atan, !mpfr_nan_p(x[0]), mpfr_atan(out, x[0], R))
FLOAT_OP(v_atan2,
         mpfr_number_p(x[0]) && mpfr_number_p(x[1]) && divisor_ok(c, x[0]) && divisor_ok(c, x[1]) &&
             mpfr_regular_p(x[0]) && mpfr_regular_p(x[1]),
         mpfr_atan2(out, x[0], x[1], R))
FLOAT_OP(v_sinh, in_range(x[0], -80, 80), mpfr_sinh(out, x[0], R))
FLOAT_OP(v_cosh, in_range(x[0], -80, 80), mpfr_cosh(out, x[0], R))
FLOAT_OP(v_tanh, in_range(x[0], -80, 80), mpfr_tanh(out, x[0], R))
FLOAT_OP(v_asinh, in_range(x[0], -1e18, 1e18), mpfr_asinh(out, x[0], R))
FLOAT_OP(v_acosh, in_range(x[0], 1, 1e18), mpfr_acosh(out, x[0], R))
FLOAT_OP(v_atanh, in_range(x[0], -0.999, 0.999), mpfr_atanh(out, x[0], R))
FLOAT_OP(v_pow, mpfr_regular_p(x[0]) && mpfr_sgn(x[0]) > 0 && mpfr_number_p(x[1]),
         mpfr_pow(out, x[0], x[1], R))
FLOAT_OP(v_fma, mpfr_number_p(x[0]) && mpfr_number_p(x[1]) && mpfr_number_p(x[2]),
         (mpfr_mul(p, x[0], x[1], R), mpfr_add(out, p, x[2], R)))
FLOAT_OP(v_mix, in_range(x[0], -1e4, 1e4) && in_range(x[1], -1e4, 1e4) && in_range(x[2], 0, 1),
         (mpfr_ui_sub(p, 1, x[2], R), mpfr_mul(p, p, x[0], R), mpfr_mul(q, x[1], x[2], R),
          mpfr_add(out, p, q, R)))
FLOAT_OP(v_radians, mpfr_number_p(x[0]),
         (mpfr_const_pi(p, R), mpfr_mul(p, p, x[0], R), mpfr_div_ui(out, p, 180, R)))
FLOAT_OP(v_degrees, mpfr_number_p(x[0]),
         (mpfr_const_pi(p, R), mpfr_mul_ui(q, x[0], 180, R), mpfr_div(out, q, p, R)))

// x - y * trunc(x / y), or floor: quotients small enough for their rounding not to matter, and not so close
// to a whole number that it does.
static bool remainder_of(const struct call *c, mpfr_t *x, mpfr_t out, mpfr_rnd_t mode)
{
    if (!mpfr_regular_p(x[0]) || !mpfr_regular_p(x[1]) || !divisor_ok(c, x[1]))
        return false;
    mpfr_div(p, x[0], x[1], R);
    mpfr_rint(q, p, mode);
    mpfr_rint(s, p, MPFR_RNDN);
    mpfr_sub(s, p, s, R);
    double near = mpfr_get_d(s, R);
    if (magnitude(p) > 16 || (near < 0 ? -near : near) < 0.01)
        return false;
    mpfr_mul(q, q, x[1], R);
    if (!mpfr_zero_p(q) && mpfr_get_exp(q) - 1 >= c->result->emax) // the product may overflow
        return false;
    mpfr_sub(out, x[0], q, R);
    return true;
}

static bool v_rem(const struct call *c, mpfr_t *x, mpfr_t out)
{
    return remainder_of(c, x, out, MPFR_RNDZ);
}

static bool v_mod(const struct call *c, mpfr_t *x, mpfr_t out)
{
    return remainder_of(c, x, out, MPFR_RNDD);
}

static void e_rem(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    mpfr_sub(p, x[0], value, R);
    ulps(c, p, 1, out);
    ulps(c, value, 1, q);
    mpfr_add(out, out, q, R);
}

// ---- the table ----

#define GLSL(name, operands) "%r = OpExtInst %$R %glsl " name " " operands "\n"
#define FIELD(a, b)                                                                                          \
    "%o1 = OpUConvert %u64 " a "\n%o2 = OpUMod %u64 %o1 %top\n%o = OpUConvert %u32 %o2\n"                    \
    "%n1 = OpUConvert %u64 " b "\n%n2 = OpISub %u64 %top %o2\n%n3 = OpUMod %u64 %n1 %n2\n"                   \
    "%n = OpUConvert %u32 %n3\n"
#define FIELD64(a, b)                                                                                        \
    "%o2 = OpUMod %u64 " a " %top\n%o = OpUConvert %u32 %o2\n%n2 = OpISub %u64 %top %o2\n"                   \
    "%n3 = OpUMod %u64 " b " %n2\n%n = OpUConvert %u32 %n3\n"
#define NARROW (INTS & ~(1u << U64))

#define I1(name, fn) {name, "%r = Op" name " %$R %a\n", 1, INTS, .exact = fn}
#define I2(name, fn) {name, "%r = Op" name " %$R %a %b\n", 2, INTS, .exact = fn}
#define C2(name, fn) {name, "%r = Op" name " %bool %a %b\n", 2, INTS, BOOLEAN, .exact = fn}
#define G1(name, fn) {name, GLSL(name, "%a"), 1, INTS, .exact = fn}
#define G2(name, fn) {name, GLSL(name, "%a %b"), 2, INTS, .exact = fn}
#define F1(name, fn) {name, "%r = Op" name " %$R %a\n", 1, FLOATS, .value = fn}
#define F2(name, fn) {name, "%r = Op" name " %$R %a %b\n", 2, FLOATS, .value = fn}
#define B2(name, fn) {name, "%r = Op" name " %bool %a %b\n", 2, FLOATS, BOOLEAN, .exact = fn}
#define X1(name, fn, on, err) {name, GLSL(name, "%a"), 1, on, .value = fn, .error = err}
#define X2(name, fn, on, err) {name, GLSL(name, "%a %b"), 2, on, .value = fn, .error = err}
#define X3(name, fn, on, err) {name, GLSL(name, "%a %b %c"), 3, on, .value = fn, .error = err}

const struct op ops[] = {
    I2("IAdd", i_add),
    I2("ISub", i_sub),
    I2("IMul", i_mul),
    I2("UDiv", u_div),
    I2("UMod", u_mod),
    I2("SDiv", s_div),
    I2("SRem", s_rem),
    I2("SMod", s_mod),
    I1("SNegate", i_neg),
    I1("Not", i_not),
    I2("BitwiseAnd", i_and),
    I2("BitwiseOr", i_or),
    I2("BitwiseXor", i_xor),
    I2("ShiftLeftLogical", i_shl),
    I2("ShiftRightLogical", u_shr),
    I2("ShiftRightArithmetic", s_shr),
    C2("IEqual", i_eq),
    C2("INotEqual", i_ne),
    C2("ULessThan", u_lt),
    C2("ULessThanEqual", u_le),
    C2("UGreaterThan", u_gt),
    C2("UGreaterThanEqual", u_ge),
    C2("SLessThan", s_lt),
    C2("SLessThanEqual", s_le),
    C2("SGreaterThan", s_gt),
    C2("SGreaterThanEqual", s_ge),
    I1("BitCount", bit_count),
    I1("BitReverse", bit_reverse),
    {"IAddCarry", "%s = OpIAddCarry %pair_$A %a %b\n%r = OpCompositeExtract %$A %s 1\n", 2, INTS,
     .exact = add_carry},
    {"ISubBorrow", "%s = OpISubBorrow %pair_$A %a %b\n%r = OpCompositeExtract %$A %s 1\n", 2, INTS,
     .exact = sub_borrow},
    {"UMulExtended", "%s = OpUMulExtended %pair_$A %a %b\n%r = OpCompositeExtract %$A %s 1\n", 2, INTS,
     .exact = u_mul_high},
    {"SMulExtended", "%s = OpSMulExtended %pair_$A %a %b\n%r = OpCompositeExtract %$A %s 1\n", 2, INTS,
     .exact = s_mul_high},
    {"UMulExtended.low", "%s = OpUMulExtended %pair_$A %a %b\n%r = OpCompositeExtract %$A %s 0\n", 2, INTS,
     .exact = i_mul},
    {"BitFieldUExtract", FIELD("%b", "%c") "%r = OpBitFieldUExtract %$R %a %o %n\n", 3, NARROW,
     .exact = field_u},
    {"BitFieldSExtract", FIELD("%b", "%c") "%r = OpBitFieldSExtract %$R %a %o %n\n", 3, NARROW,
     .exact = field_s},
    {"BitFieldInsert", FIELD("%c", "%d") "%r = OpBitFieldInsert %$R %a %b %o %n\n", 4, NARROW,
     .exact = field_insert},
    {"BitFieldUExtract", FIELD64("%b", "%c") "%r = OpBitFieldUExtract %$R %a %o %n\n", 3, 1u << U64,
     .exact = field_u},
    {"BitFieldSExtract", FIELD64("%b", "%c") "%r = OpBitFieldSExtract %$R %a %o %n\n", 3, 1u << U64,
     .exact = field_s},
    {"BitFieldInsert", FIELD64("%c", "%d") "%r = OpBitFieldInsert %$R %a %b %o %n\n", 4, 1u << U64,
     .exact = field_insert},
    G1("SAbs", s_abs),
    G1("SSign", s_sign),
    G2("UMin", u_min),
    G2("UMax", u_max),
    G2("SMin", s_min),
    G2("SMax", s_max),
    {"UClamp", GLSL("UClamp", "%a %b %c"), 3, INTS, .exact = u_clamp},
    {"SClamp", GLSL("SClamp", "%a %b %c"), 3, INTS, .exact = s_clamp},
    {"FindILsb", GLSL("FindILsb", "%a"), 1, 1u << U32, .exact = find_lsb},
    {"FindUMsb", GLSL("FindUMsb", "%a"), 1, 1u << U32, .exact = find_umsb},
    {"FindSMsb", GLSL("FindSMsb", "%a"), 1, 1u << U32, .exact = find_smsb},
    {"UConvert", "%r = OpUConvert %$R %a\n", 1, INTS, INTS, .exact = same_bits},
    {"SConvert", "%r = OpSConvert %$R %a\n", 1, INTS, INTS, .exact = signed_value},
    {"Bitcast", "%r = OpBitcast %$R %a\n", 1, FLOATS | INTS, FLOATS | INTS, .exact = same_bits},
    {"ConvertUToF", "%r = OpConvertUToF %$R %a\n", 1, INTS, FLOATS, .value = v_from_u},
    {"ConvertSToF", "%r = OpConvertSToF %$R %a\n", 1, INTS, FLOATS, .value = v_from_s},
    {"ConvertFToU", "%r = OpConvertFToU %$R %a\n", 1, FLOATS, INTS, .exact = f_to_u},
    {"ConvertFToS", "%r = OpConvertFToS %$R %a\n", 1, FLOATS, INTS, .exact = f_to_s},
    {"FConvert", "%r = OpFConvert %$R %a\n", 1, FLOATS, FLOATS, .value = v_copy},
    F2("FAdd", v_add),
    F2("FSub", v_sub),
    F2("FMul", v_mul),
    F1("FNegate", v_neg),
    {"FDiv", "%r = OpFDiv %$R %a %b\n", 2, FLOATS, .value = v_division, .error = e_div},
    {"FRem", "%r = OpFRem %$R %a %b\n", 2, FLOATS, .value = v_rem, .error = e_rem},
    {"FMod", "%r = OpFMod %$R %a %b\n", 2, FLOATS, .value = v_mod, .error = e_rem},
    B2("FOrdEqual", ford_eq),
    B2("FOrdNotEqual", ford_ne),
    B2("FOrdLessThan", ford_lt),
    B2("FOrdLessThanEqual", ford_le),
    B2("FOrdGreaterThan", ford_gt),
    B2("FOrdGreaterThanEqual", ford_ge),
    B2("FUnordEqual", funord_eq),
    B2("FUnordNotEqual", funord_ne),
    B2("FUnordLessThan", funord_lt),
    B2("FUnordLessThanEqual", funord_le),
    B2("FUnordGreaterThan", funord_gt),
    B2("FUnordGreaterThanEqual", funord_ge),
    {"IsNan", "%r = OpIsNan %bool %a\n", 1, FLOATS, BOOLEAN, .exact = nan_test},
    {"IsInf", "%r = OpIsInf %bool %a\n", 1, FLOATS, BOOLEAN, .exact = inf_test},
    X1("FAbs", v_abs, FLOATS, NULL),
    X1("FSign", v_sign, FLOATS, NULL),
    X1("Floor", v_floor, FLOATS, NULL),
    X1("Ceil", v_ceil, FLOATS, NULL),
    X1("Trunc", v_trunc, FLOATS, NULL),
    X1("RoundEven", v_even, FLOATS, NULL),
    X1("Fract", v_fract, FLOATS, NULL),
    X1("Sqrt", v_sqrt, 1u << F64, e_root64),
    X1("Sqrt", v_root, SMALL_FLOATS, e_sqrt),
    X1("InverseSqrt", v_rsq, FLOATS, e_rsq),
    X2("FMin", v_min, FLOATS, NULL),
    X2("FMax", v_max, FLOATS, NULL),
    X2("NMin", v_nmin, FLOATS, NULL),
    X2("NMax", v_nmax, FLOATS, NULL),
    X3("NClamp", v_nclamp, FLOATS, NULL),
    X3("FClamp", v_nclamp, FLOATS, NULL),
    X2("Step", v_step, FLOATS, NULL),
    X3("Fma", v_fma, FLOATS, e_fma),
    X3("FMix", v_mix, FLOATS, e_mix),
    X1("Radians", v_radians, SMALL_FLOATS, e_scale),
    X1("Degrees", v_degrees, SMALL_FLOATS, e_scale),
    X1("Exp", v_exp, SMALL_FLOATS, e_exp),
    X1("Exp2", v_exp2, SMALL_FLOATS, e_exp),
    X1("Log", v_log, SMALL_FLOATS, e_log),
    X1("Log2", v_log2, SMALL_FLOATS, e_log),
    X1("Sin", v_sin, SMALL_FLOATS, e_sin),
    X1("Cos", v_cos, SMALL_FLOATS, e_sin),
    X1("Tan", v_tan, SMALL_FLOATS, e_tan),
    X1("Asin", v_asin, SMALL_FLOATS, e_atan),
    X1("Acos", v_acos, SMALL_FLOATS, e_atan),
    X1("Atan", v_atan, SMALL_FLOATS, e_atan),
    X2("Atan2", v_atan2, SMALL_FLOATS, e_atan),
    X1("Sinh", v_sinh, SMALL_FLOATS, e_sinh),
    X1("Cosh", v_cosh, SMALL_FLOATS, e_sinh),
    X1("Tanh", v_tanh, SMALL_FLOATS, e_tanh),
    X1("Asinh", v_asinh, SMALL_FLOATS, e_asinh),
    X1("Acosh", v_acosh, SMALL_FLOATS, e_acosh),
    X1("Atanh", v_atanh, SMALL_FLOATS, e_asinh),
    X2("Pow", v_pow, SMALL_FLOATS, e_pow),
    {"Ldexp", GLSL("Ldexp", "%a %b"), 2, FLOATS, .fixed = U32 + 1, .value = v_ldexp},
    {"Frexp", "%s = OpExtInst %frexp_$A %glsl FrexpStruct %a\n%r = OpCompositeExtract %$A %s 0\n", 1, FLOATS,
     .value = v_frexp},
    {"Frexp.exp", "%s = OpExtInst %frexp_$A %glsl FrexpStruct %a\n%r = OpCompositeExtract %u32 %s 1\n", 1,
     FLOATS, 1u << U32, .exact = frexp_exp},
    {"Modf", "%s = OpExtInst %modf_$A %glsl ModfStruct %a\n%r = OpCompositeExtract %$A %s 0\n", 1, FLOATS,
     .value = v_modf},
    {"Modf.whole", "%s = OpExtInst %modf_$A %glsl ModfStruct %a\n%r = OpCompositeExtract %$A %s 1\n", 1,
     FLOATS, .value = v_trunc},
};
const unsigned op_count = sizeof(ops) / sizeof(ops[0]);

// ---- acceptance ----

static bool exact_accepts(const struct op *o, const struct call *c, uint64_t got, char *text, unsigned size)
{
    uint64_t want;
    if (!o->exact(c, &want))
        return true;
    want &= mask_of(c->result->bits);
    snprintf(text, size, "0x%llx", (unsigned long long)want);
    return got == want;
}

// Whether denormals may count as zeros.
static bool may_flush(const struct call *c, const struct type *t)
{
    return t->is_float && (c->modes->flush || (t == &types[F32] && !c->modes->preserve));
}

static bool value_accepts(const struct op *o, const struct call *c, uint64_t got, char *text, unsigned size)
{
    static mpfr_t x[MAX_ARGS], value, error, g;
    static bool ready;
    if (!ready) {
        for (unsigned k = 0; k < MAX_ARGS; k++)
            mpfr_init2(x[k], PRECISION);
        mpfr_inits2(PRECISION, value, error, g, (mpfr_ptr)0);
        ready = true;
    }
    const struct type *t = c->result;
    for (unsigned k = 0; k < o->args && k < MAX_ARGS; k++) {
        const struct type *at = k ? c->other : c->arg;
        if (at->is_float)
            to_mpfr(x[k], at, c->a[k]);
    }
    if (!o->value(c, x, value))
        return true;
    if (mpfr_nan_p(value)) {
        snprintf(text, size, "NaN");
        return is_nan(t, got);
    }
    mpfr_rnd_t mode = c->modes->rtz ? MPFR_RNDZ : MPFR_RNDN;
    uint64_t want = from_mpfr(t, value, mode);
    snprintf(text, size, "0x%llx%s", (unsigned long long)want, o->error ? " or near it" : "");
    if (is_nan(t, got))
        return false;
    if (got == want && !(c->modes->flush && is_denormal(t, want)))
        return true;
    bool zero = !(got & ~sign_bit(t));
    if (zero && !(want & ~sign_bit(t)) && zero_sign_is_free(o))
        return true;
    // Tiny results may be flushed; what is tiny may be decided before rounding.
    mpfr_set_si_2exp(g, 1, t->emin, MPFR_RNDN);
    if (zero && may_flush(c, t) && mpfr_cmpabs(value, g) < 0 &&
        ((got & sign_bit(t)) == (want & sign_bit(t)) || zero_sign_is_free(o)))
        return true;
    if (c->modes->flush && is_denormal(t, got))
        return false;
    if (!o->error || !mpfr_number_p(value))
        return false;
    o->error(c, x, value, error);
    to_mpfr(g, t, got);
    if (mpfr_inf_p(g)) { // as good as the number behind the largest
        mpfr_set_si_2exp(g, mpfr_sgn(g), t->emax + 1, MPFR_RNDN);
        if (mpfr_sgn(g) == mpfr_sgn(value) && mpfr_cmpabs(value, g) > 0)
            return true;
    }
    if (zero && may_flush(c, t)) { // within the error of a result that would be flushed
        mpfr_set_si_2exp(g, 1, t->emin, MPFR_RNDN);
        mpfr_abs(s, value, MPFR_RNDN);
        mpfr_sub(s, s, error, MPFR_RNDN);
        return mpfr_cmp(s, g) < 0;
    }
    mpfr_sub(g, g, value, MPFR_RNDN);
    return mpfr_cmpabs(g, error) <= 0;
}

static bool accepts_once(const struct op *o, const struct call *c, uint64_t got, char *text, unsigned size)
{
    if (o->accept)
        return o->accept(c, got);
    return o->exact ? exact_accepts(o, c, got, text, size) : value_accepts(o, c, got, text, size);
}

bool op_accepts(const struct op *o, const struct call *c, uint64_t got, char *text, unsigned size)
{
    static bool ready;
    if (!ready) {
        mpfr_inits2(PRECISION, p, q, s, (mpfr_ptr)0);
        ready = true;
    }
    if (!c->modes->flush && accepts_once(o, c, got, text, size))
        return true;
    // Denormal operands as they are, and flushed.
    unsigned denormal = 0;
    for (unsigned k = 0; k < o->args; k++) {
        const struct type *t = k ? c->other : c->arg;
        denormal |= (unsigned)(may_flush(c, t) && is_denormal(t, c->a[k])) << k;
    }
    for (unsigned flush = denormal;; flush = (flush - 1) & denormal) {
        struct call other = *c;
        for (unsigned k = 0; k < o->args; k++)
            if (flush >> k & 1)
                other.a[k] &= sign_bit(k ? c->other : c->arg);
        char ignored[64];
        bool must = c->modes->flush && flush != denormal; // DenormFlushToZero: operands are flushed
        if (!must && accepts_once(o, &other, got, c->modes->flush ? text : ignored,
                                  c->modes->flush ? size : sizeof(ignored)))
            return true;
        if (!flush)
            break;
    }
    return false;
}
