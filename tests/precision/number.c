// See number.h.
#include "number.h"

#include <stdlib.h>

const struct type types[TYPE_COUNT] = {
    {"u8", false, 8, 0, 0, 0},          {"u16", false, 16, 0, 0, 0},    {"u32", false, 32, 0, 0, 0},
    {"u64", false, 64, 0, 0, 0},        {"f16", true, 16, 11, -14, 15}, {"f32", true, 32, 24, -126, 127},
    {"f64", true, 64, 53, -1022, 1023},
};

uint64_t mask_of(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

int64_t sign_extend(uint64_t v, unsigned bits)
{
    return (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static uint64_t exponent_mask(const struct type *t)
{
    return mask_of(t->bits - 1) & ~mask_of(t->digits - 1);
}

uint64_t sign_bit(const struct type *t)
{
    return UINT64_C(1) << (t->bits - 1);
}

bool is_nan(const struct type *t, uint64_t v)
{
    return (v & mask_of(t->bits - 1)) > exponent_mask(t);
}

bool is_inf(const struct type *t, uint64_t v)
{
    return (v & mask_of(t->bits - 1)) == exponent_mask(t);
}

bool is_denormal(const struct type *t, uint64_t v)
{
    return !(v & exponent_mask(t)) && (v & mask_of(t->digits - 1));
}

void to_mpfr(mpfr_t r, const struct type *t, uint64_t v)
{
    uint64_t field = (v & exponent_mask(t)) >> (t->digits - 1), fraction = v & mask_of(t->digits - 1);
    bool minus = v & sign_bit(t);
    if (is_nan(t, v)) {
        mpfr_set_nan(r);
    } else if (is_inf(t, v)) {
        mpfr_set_inf(r, minus ? -1 : 1);
    } else if (!field && !fraction) {
        mpfr_set_zero(r, minus ? -1 : 1);
    } else {
        uint64_t m = field ? fraction | UINT64_C(1) << (t->digits - 1) : fraction;
        long e = (field ? (long)field - 1 : 0) + t->emin - (long)(t->digits - 1);
        mpfr_set_ui_2exp(r, m, e, MPFR_RNDN);
        mpfr_setsign(r, r, minus, MPFR_RNDN);
    }
}

long ulp_exponent(const struct type *t, mpfr_t v)
{
    long e = mpfr_regular_p(v) ? mpfr_get_exp(v) - 1 : t->emin;
    return (e < t->emin ? t->emin : e) - (long)(t->digits - 1);
}

uint64_t from_mpfr(const struct type *t, mpfr_t v, mpfr_rnd_t mode)
{
    uint64_t sign = mpfr_signbit(v) ? sign_bit(t) : 0, infinite = exponent_mask(t);
    if (mpfr_nan_p(v))
        return infinite | UINT64_C(1) << (t->digits - 2);
    if (mpfr_inf_p(v))
        return sign | infinite;
    if (mpfr_zero_p(v))
        return sign;
    // In units of the last place, rounded to a whole number.
    mpfr_t m;
    mpfr_init2(m, mpfr_get_prec(v));
    long e = ulp_exponent(t, v);
    mpfr_abs(m, v, MPFR_RNDN);
    mpfr_mul_2si(m, m, -e, MPFR_RNDN);
    mpfr_rint(m, m, mode);
    uint64_t n = mpfr_get_ui(m, MPFR_RNDN);
    mpfr_clear(m);
    if (n == UINT64_C(1) << t->digits) {
        n >>= 1;
        e++;
    }
    if (n < UINT64_C(1) << (t->digits - 1)) // zero or denormal
        return sign | n;
    long biased = e + (long)(t->digits - 1) - t->emin + 1;
    if (biased >= (long)(infinite >> (t->digits - 1)))
        return sign | (mode == MPFR_RNDZ ? infinite - 1 : infinite);
    return sign | (uint64_t)biased << (t->digits - 1) | (n & mask_of(t->digits - 1));
}

// ---- inputs ----

static uint64_t state;

void random_seed(uint64_t seed)
{
    state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
}

uint64_t random_bits(void) // splitmix64
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static const double float_specials[] = {0.0, 1.0, 0.5, 2.0, 3.0, 1.5, 2.5, 0.25, 10.0, 255.5, 1024.0, 0.1};
enum { FLOAT_SPECIALS = sizeof(float_specials) / sizeof(float_specials[0]), FLOAT_LIMITS = 7 };

// Limits, by significand and exponent's field: smallest denormal, largest denormal, smallest normal, largest,
// infinity, the number before 1, NaN.
static uint64_t float_limit(const struct type *t, unsigned i)
{
    uint64_t infinite = exponent_mask(t), step = UINT64_C(1) << (t->digits - 1);
    uint64_t one = (uint64_t)(1 - t->emin) << (t->digits - 1);
    const uint64_t v[FLOAT_LIMITS] = {
        1, step - 1, step, infinite - 1, infinite, one - 1, infinite | step >> 1};
    return v[i];
}

static const uint64_t int_specials[] = {0, 1, 2, 3, 5, 7, 10, 31, 32, 63, 64, 100};
enum { INT_SPECIALS = sizeof(int_specials) / sizeof(int_specials[0]), INT_LIMITS = 6 };

unsigned special_count(const struct type *t)
{
    return t->is_float ? 2 * (FLOAT_SPECIALS + FLOAT_LIMITS) : 2 * (INT_SPECIALS + INT_LIMITS);
}

uint64_t special_value(const struct type *t, unsigned i)
{
    bool minus = i & 1;
    i /= 2;
    if (!t->is_float) {
        uint64_t top = UINT64_C(1) << (t->bits - 1);
        const uint64_t limits[INT_LIMITS] = {top,
                                             top - 2,
                                             top >> 1,
                                             UINT64_C(0x5555555555555555),
                                             UINT64_C(1) << t->bits / 2,
                                             mask_of(t->bits / 2)};
        uint64_t v = i < INT_SPECIALS ? int_specials[i] : limits[i - INT_SPECIALS];
        return (minus ? ~v : v) & mask_of(t->bits);
    }
    uint64_t v;
    if (i < FLOAT_SPECIALS) {
        mpfr_t m;
        mpfr_init2(m, 64);
        mpfr_set_d(m, float_specials[i], MPFR_RNDN);
        v = from_mpfr(t, m, MPFR_RNDN);
        mpfr_clear(m);
    } else {
        v = float_limit(t, i - FLOAT_SPECIALS);
    }
    return minus ? v | sign_bit(t) : v;
}

uint64_t random_value(const struct type *t)
{
    uint64_t r = random_bits(), how = random_bits() % 8;
    if (!t->is_float)
        return (how < 4   ? r >> random_bits() % 64
                : how < 6 ? ~(r >> random_bits() % 64)
                          : r) &
               mask_of(t->bits);
    uint64_t v = r & mask_of(t->bits), one = (uint64_t)(1 - t->emin);
    if (how < 4) // near 1
        v = (v & ~exponent_mask(t)) | (one - 6 + random_bits() % 13) << (t->digits - 1);
    if (how == 5) // denormal
        v &= ~exponent_mask(t);
    if (how == 4 || how == 3) // few digits: ties and exact results
        v &= ~mask_of(t->digits - 1 - random_bits() % t->digits % 8);
    if (how == 2 && t->digits > 11) // just about half way between two halves, or two floats
        v = (v & ~mask_of(t->digits == 53 && (r & 1) ? 29 : t->digits - 11)) |
            ((UINT64_C(1) << (t->digits == 53 && (r & 1) ? 28 : t->digits - 12)) + random_bits() % 3 - 1);
    return v & mask_of(t->bits);
}
