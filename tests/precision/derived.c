// What instructions on vectors and those whose precision Vulkan "inherits" from a formula must give. Where a
// formula rounds more than once the error is carried along with the value: the result may be whatever an
// evaluation gives in which every step has the error that Vulkan allows for it.
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>

#define R MPFR_RNDN
#define INTS (1u << U8 | 1u << U16 | 1u << U32 | 1u << U64)
#define FLOATS (1u << F16 | 1u << F32 | 1u << F64)
#define SMALL_FLOATS (1u << F16 | 1u << F32)

// ---- numbers with an error ----

struct near {
    mpfr_t v, e; // the exact value; how far off it may be, not negative
};

enum { NEAR_COUNT = 32 };
static struct near pool[NEAR_COUNT]; // of the formula that is being evaluated
static unsigned used;
static bool defined; // false: a step overflowed, or nothing is promised for its operands
static const struct call *call;
static mpfr_t scratch;

static struct near *fresh(void)
{
    if (used == NEAR_COUNT) {
        fprintf(stderr, "a formula of too many steps\n");
        abort();
    }
    struct near *n = &pool[used++];
    mpfr_set_zero(n->e, 1);
    return n;
}

static void start(const struct call *c)
{
    static bool ready;
    if (!ready) {
        for (unsigned k = 0; k < NEAR_COUNT; k++)
            mpfr_inits2(PRECISION, pool[k].v, pool[k].e, (mpfr_ptr)0);
        mpfr_init2(scratch, PRECISION);
        ready = true;
    }
    used = 0;
    defined = true;
    call = c;
}

// Adds `ulps` units in the last place of |v| + e, and what flushing may take away.
static struct near *step(struct near *n, double ulps)
{
    const struct type *t = call->result;
    mpfr_abs(scratch, n->v, R);
    mpfr_add(scratch, scratch, n->e, R);
    if (!mpfr_number_p(scratch) || (mpfr_regular_p(scratch) && mpfr_get_exp(scratch) > t->emax)) {
        defined = false;
        return n;
    }
    long ulp = ulp_exponent(t, scratch);
    mpfr_abs(scratch, n->v, R);
    mpfr_sub(scratch, scratch, n->e, R);
    bool tiny = mpfr_sgn(scratch) <= 0 || mpfr_get_exp(scratch) - 1 < t->emin;
    mpfr_set_d(scratch, ulps, R);
    mpfr_mul_2si(scratch, scratch, ulp, R);
    mpfr_add(n->e, n->e, scratch, R);
    if (tiny && t == &types[F32]) {
        mpfr_set_si_2exp(scratch, 1, t->emin, R);
        mpfr_add(n->e, n->e, scratch, R);
    }
    return n;
}

static struct near *number(mpfr_t v)
{
    struct near *n = fresh();
    mpfr_set(n->v, v, R);
    defined = defined && mpfr_number_p(v);
    return n;
}

static struct near *integer(int v)
{
    struct near *n = fresh();
    mpfr_set_si(n->v, v, R);
    return n;
}

static struct near *add(const struct near *a, const struct near *b)
{
    struct near *n = fresh();
    mpfr_add(n->v, a->v, b->v, R);
    mpfr_add(n->e, a->e, b->e, R);
    return step(n, 0.5);
}

static struct near *sub(const struct near *a, const struct near *b)
{
    struct near *n = fresh();
    mpfr_sub(n->v, a->v, b->v, R);
    mpfr_add(n->e, a->e, b->e, R);
    return step(n, 0.5);
}

static struct near *mul(const struct near *a, const struct near *b)
{
    struct near *n = fresh();
    mpfr_mul(n->v, a->v, b->v, R);
    mpfr_mul(n->e, a->v, b->e, R);
    mpfr_abs(n->e, n->e, R);
    mpfr_mul(scratch, b->v, a->e, R);
    mpfr_abs(scratch, scratch, R);
    mpfr_add(n->e, n->e, scratch, R);
    mpfr_mul(scratch, a->e, b->e, R);
    mpfr_add(n->e, n->e, scratch, R);
    return step(n, 0.5);
}

// Half floats and floats: 2.5 ULP, for divisors in [2^emin, 2^-emin].
static struct near *quotient(const struct near *a, const struct near *b)
{
    struct near *n = fresh();
    const struct type *t = call->result;
    mpfr_abs(n->e, b->v, R);
    mpfr_sub(n->e, n->e, b->e, R);
    if (mpfr_sgn(n->e) <= 0 || mpfr_get_exp(n->e) - 1 < t->emin || mpfr_get_exp(n->e) > -t->emin) {
        defined = false;
        mpfr_set_zero(n->v, 1);
        return n;
    }
    mpfr_div(n->v, a->v, b->v, R);
    mpfr_mul(scratch, n->v, b->e, R);
    mpfr_abs(scratch, scratch, R);
    mpfr_add(scratch, scratch, a->e, R);
    mpfr_div(n->e, scratch, n->e, R);
    return step(n, 2.5);
}

// f of a number that is not negative, f monotonous: the farther end of the image of the interval.
static struct near *image(const struct near *a, int (*f)(mpfr_t, const mpfr_t, mpfr_rnd_t), double ulps)
{
    struct near *n = fresh(), *end = fresh();
    f(n->v, a->v, R);
    mpfr_add(end->v, a->v, a->e, R);
    f(end->v, end->v, R);
    mpfr_sub(end->v, end->v, n->v, R);
    mpfr_abs(n->e, end->v, R);
    mpfr_sub(end->v, a->v, a->e, R);
    if (mpfr_sgn(end->v) < 0)
        mpfr_set_zero(end->v, 1);
    f(end->v, end->v, R);
    mpfr_sub(end->v, end->v, n->v, R);
    mpfr_abs(end->v, end->v, R);
    mpfr_max(n->e, n->e, end->v, R);
    return step(n, ulps);
}

static int square_root(mpfr_t out, const mpfr_t v, mpfr_rnd_t mode)
{
    return mpfr_sqrt(out, v, mode);
}

static int inverse_root(mpfr_t out, const mpfr_t v, mpfr_rnd_t mode)
{
    return mpfr_rec_sqrt(out, v, mode);
}

// 1 / inversesqrt(a)
static struct near *root(const struct near *a)
{
    return image(a, square_root, 4.5);
}

static struct near *clamp01(const struct near *a)
{
    struct near *n = fresh();
    mpfr_set_si(scratch, 1, R);
    mpfr_min(n->v, a->v, scratch, R);
    mpfr_set_zero(scratch, 1);
    mpfr_max(n->v, n->v, scratch, R);
    mpfr_set(n->e, a->e, R);
    return n;
}

// The sum of products, added up in any order: every addition may have the error of the sum of magnitudes.
static struct near *dot(unsigned n, struct near *const a[], struct near *const b[])
{
    struct near *sum = fresh(), *size = fresh();
    mpfr_set_zero(sum->v, 1);
    mpfr_set_zero(size->v, 1);
    for (unsigned k = 0; k < n; k++) {
        unsigned mark = used;
        const struct near *product = mul(a[k], b[k]);
        mpfr_add(sum->v, sum->v, product->v, R);
        mpfr_add(sum->e, sum->e, product->e, R);
        mpfr_abs(scratch, product->v, R);
        mpfr_add(size->v, size->v, scratch, R);
        mpfr_add(size->v, size->v, product->e, R);
        used = mark;
    }
    step(size, (n - 1) * 0.5);
    if (call->result == &types[F32]) { // a sum on the way may be denormal, and flushed
        mpfr_set_si_2exp(scratch, (long)n - 1, call->result->emin, R);
        mpfr_add(size->e, size->e, scratch, R);
    }
    mpfr_add(sum->e, sum->e, size->e, R);
    return sum;
}

static bool finish(const struct near *n, mpfr_t out)
{
    mpfr_set(out, n->v, R);
    mpfr_set(scratch, n->e, R); // for e_carried
    return defined;
}

static void e_carried(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    (void)c, (void)x, (void)value;
    mpfr_set(out, scratch, R);
}

// A formula over x[0 .. MAX_ARGS) as numbers.
#define FORMULA(name, args, expression)                                                                      \
    static bool name(const struct call *c, mpfr_t *x, mpfr_t out)                                            \
    {                                                                                                        \
        start(c);                                                                                            \
        struct near *n[MAX_ARGS];                                                                            \
        for (unsigned k = 0; k < MAX_ARGS; k++)                                                              \
            n[k] = k < (args) ? number(x[k]) : NULL;                                                         \
        struct near *A = n[0], *B = n[1], *C = n[2], *D = n[3];                                              \
        (void)A, (void)B, (void)C, (void)D;                                                                  \
        return defined && finish(expression, out);                                                           \
    }
#define VEC(...)                                                                                             \
    (struct near *[])                                                                                        \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

FORMULA(v_dot2, 4, dot(2, VEC(A, B), VEC(C, D)))
FORMULA(v_dot3, 4, dot(3, VEC(A, B, C), VEC(B, C, D)))
FORMULA(v_dot4, 4, dot(4, VEC(A, B, C, D), VEC(D, B, A, C)))
FORMULA(v_scaled, 2, mul(A, B))
FORMULA(v_rows, 4, dot(2, VEC(A, C), VEC(A, D)))
FORMULA(v_columns, 4, dot(2, VEC(A, B), VEC(A, D)))
FORMULA(v_product, 4, dot(2, VEC(A, C), VEC(B, A)))
FORMULA(v_det, 4, sub(mul(A, D), mul(B, C)))
FORMULA(v_length1, 1, root(mul(A, A)))
FORMULA(v_length2, 2, root(dot(2, VEC(A, B), VEC(A, B))))
FORMULA(v_length3, 3, root(dot(3, VEC(A, B, C), VEC(A, B, C))))
FORMULA(v_length4, 4, root(dot(4, VEC(A, B, C, D), VEC(A, B, C, D))))
FORMULA(v_cross, 4, sub(mul(B, B), mul(C, A)))
FORMULA(v_muladd, 3, add(mul(A, B), C))

static struct near *distance(const struct near *a, const struct near *b, const struct near *c,
                             const struct near *d)
{
    struct near *v[] = {sub(a, c), sub(b, d)};
    return root(dot(2, v, v));
}
FORMULA(v_distance1, 2, root(mul(sub(A, B), sub(A, B))))
FORMULA(v_distance2, 4, distance(A, B, C, D))

// x * inversesqrt(dot(x, x))
static struct near *normalized(unsigned n, struct near *const v[])
{
    struct near *square = dot(n, v, v);
    if (mpfr_cmp(square->v, square->e) <= 0)
        defined = false;
    return defined ? mul(v[0], image(square, inverse_root, 2)) : square;
}
FORMULA(v_normalize2, 2, normalized(2, VEC(A, B)))
FORMULA(v_normalize3, 3, normalized(3, VEC(A, B, C)))
FORMULA(v_normalize4, 4, normalized(4, VEC(A, B, C, D)))

// I - 2 dot(N, I) N
static struct near *reflected(unsigned n, struct near *const i[], struct near *const normal[])
{
    return sub(i[0], mul(mul(integer(2), dot(n, normal, i)), normal[0]));
}
FORMULA(v_reflect1, 2, reflected(1, VEC(A), VEC(B)))
FORMULA(v_reflect2, 4, reflected(2, VEC(A, B), VEC(C, D)))

// k = 1 - eta^2 (1 - dot(N, I)^2); k < 0 ? 0 : eta I - (eta dot(N, I) + sqrt(k)) N
static struct near *refracted(const struct near *i, const struct near *n, const struct near *eta)
{
    const struct near *d = mul(n, i), *one = integer(1);
    struct near *k = sub(one, mul(mul(eta, eta), sub(one, mul(d, d))));
    if (!defined || mpfr_cmpabs(k->v, k->e) <= 0) {
        defined = false;
        return k;
    }
    return mpfr_sgn(k->v) < 0 ? integer(0) : sub(mul(eta, i), mul(add(mul(eta, d), root(k)), n));
}
FORMULA(v_refract, 3, refracted(A, B, C))

// dot(Nref, I) < 0 ? N : -N; nothing is known where the sign is within the error
static struct near *forward(struct near *n, const struct near *d)
{
    if (mpfr_regular_p(d->v) ? mpfr_cmpabs(d->v, d->e) <= 0 : mpfr_regular_p(d->e))
        defined = false;
    if (mpfr_sgn(d->v) >= 0)
        mpfr_neg(n->v, n->v, R);
    return n;
}
FORMULA(v_forward1, 3, forward(A, mul(B, C)))
FORMULA(v_forward2, 4, forward(A, dot(2, VEC(B, C), VEC(D, A))))

// t = clamp((x - low) / (high - low), 0, 1); t t (3 - 2 t)
static struct near *smooth(const struct near *low, const struct near *high, const struct near *x)
{
    if (mpfr_cmp(low->v, high->v) >= 0) {
        defined = false;
        return fresh();
    }
    const struct near *t = clamp01(quotient(sub(x, low), sub(high, low)));
    return mul(mul(t, t), sub(integer(3), mul(integer(2), t)));
}
FORMULA(v_smooth, 3, smooth(A, B, C))
// The element in the first row and column of the inverse of the matrix of columns (a, b) and (c, d).
FORMULA(v_inverse, 4, quotient(D, sub(mul(A, D), mul(B, C))))

// ---- NoContraction ----

// Rounds as an instruction does that is not part of another one.
static void round_to(const struct call *c, mpfr_t v)
{
    uint64_t bits = from_mpfr(c->result, v, c->modes->rtz ? MPFR_RNDZ : MPFR_RNDN);
    to_mpfr(v, c->result, bits);
}

static void e_once(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    (void)x, (void)value;
    mpfr_set_zero(out, 1); // a product that is denormal may have been flushed
    if (c->modes->flush || (c->result == &types[F32] && !c->modes->preserve))
        mpfr_set_si_2exp(out, 1, c->result->emin, R);
}

static bool v_separate(const struct call *c, mpfr_t *x, mpfr_t out)
{
    mpfr_mul(out, x[0], x[1], R);
    round_to(c, out);
    mpfr_add(out, out, x[2], R);
    return true;
}

static bool v_separate_sub(const struct call *c, mpfr_t *x, mpfr_t out)
{
    mpfr_mul(out, x[0], x[1], R);
    round_to(c, out);
    mpfr_sub(out, x[2], out, R);
    return true;
}

static bool v_separate_two(const struct call *c, mpfr_t *x, mpfr_t out)
{
    start(c);
    mpfr_mul(out, x[0], x[1], R);
    round_to(c, out);
    mpfr_mul(scratch, x[2], x[3], R);
    round_to(c, scratch);
    mpfr_sub(out, out, scratch, R);
    return true;
}

// ---- integer dot products ----

static __int128 part(uint64_t v, unsigned k, unsigned bits, bool is_signed)
{
    v = v >> (k * bits) & mask_of(bits);
    return is_signed ? (__int128)sign_extend(v, bits) : (__int128)v;
}

// Packed in 32 bits: 4 x 8 of the first two operands, the third is the accumulator. Else: the vectors (a, b)
// and (b, c), the accumulator is d. False: the sum does not fit in 128 bits.
static bool products(const struct call *c, bool packed, bool first_signed, bool second_signed, __int128 *sum)
{
    unsigned bits = packed ? 8 : c->arg->bits;
    *sum = 0;
    for (unsigned k = 0; k < (packed ? 4 : 2); k++) {
        uint64_t a = packed ? c->a[0] : c->a[k], b = packed ? c->a[1] : c->a[k + 1];
        __int128 product;
        if (__builtin_mul_overflow(part(a, packed ? k : 0, bits, first_signed),
                                   part(b, packed ? k : 0, bits, second_signed), &product) ||
            __builtin_add_overflow(*sum, product, sum))
            return false;
    }
    return true;
}

// The low bits of the sum.
static bool low_products(const struct call *c, bool packed, bool first_signed, bool second_signed,
                         uint64_t *out)
{
    unsigned bits = packed ? 8 : c->arg->bits;
    *out = 0;
    for (unsigned k = 0; k < (packed ? 4 : 2); k++) {
        uint64_t a = packed ? c->a[0] : c->a[k], b = packed ? c->a[1] : c->a[k + 1];
        *out += (uint64_t)part(a, packed ? k : 0, bits, first_signed) *
                (uint64_t)part(b, packed ? k : 0, bits, second_signed);
    }
    return true;
}

// Undefined where the dot product does not fit the result: only the last addition saturates.
static bool accumulated(const struct call *c, bool packed, bool first_signed, bool second_signed,
                        uint64_t *out)
{
    unsigned bits = c->result->bits;
    __int128 low = first_signed ? -((__int128)1 << (bits - 1)) : 0,
             high = ((__int128)1 << (bits - first_signed)) - 1, sum;
    if (!products(c, packed, first_signed, second_signed, &sum) || sum < low || sum > high)
        return false;
    sum += part(c->a[packed ? 2 : 3], 0, bits, first_signed);
    *out = (uint64_t)(sum < low ? low : sum > high ? high : sum);
    return true;
}

#define DOT_CASE(name, fn, packed, first, second)                                                            \
    static bool name(const struct call *c, uint64_t *out)                                                    \
    {                                                                                                        \
        return fn(c, packed, first, second, out);                                                            \
    }
#define DOT(name, first, second)                                                                             \
    DOT_CASE(name##_packed, low_products, true, first, second)                                               \
    DOT_CASE(name##_vector, low_products, false, first, second)                                              \
    DOT_CASE(name##_acc_packed, accumulated, true, first, second)                                            \
    DOT_CASE(name##_acc_vector, accumulated, false, first, second)
DOT(sdot, true, true)
DOT(udot, false, false)
DOT(sudot, true, false)

// ---- packing ----

static bool half_ok(const struct type *from, uint64_t v, uint64_t got)
{
    const struct type *half = &types[F16];
    if (is_nan(from, v))
        return is_nan(half, got);
    mpfr_t x;
    mpfr_init2(x, PRECISION);
    to_mpfr(x, from, v);
    uint64_t near = from_mpfr(half, x, MPFR_RNDN), toward = from_mpfr(half, x, MPFR_RNDZ);
    mpfr_clear(x);
    return got == near || got == toward; // the rounding is the implementation's
}

static bool pack_half(const struct call *c, uint64_t got)
{
    return half_ok(c->arg, c->a[0], got & 0xffff) && half_ok(c->arg, c->a[1], got >> 16);
}

// round(clamp(v, low, 1) * scale): ties, and products that a float rounds to a tie, may go either way.
static bool norm_ok(const struct call *c, unsigned k, double low, int scale, int64_t got)
{
    mpfr_t x, one;
    mpfr_inits2(PRECISION, x, one, (mpfr_ptr)0);
    to_mpfr(x, c->arg, c->a[k]);
    bool nan = mpfr_nan_p(x);
    mpfr_set_d(one, low, R);
    mpfr_max(x, x, one, R);
    mpfr_set_si(one, 1, R);
    mpfr_min(x, x, one, R);
    mpfr_mul_si(x, x, scale, R);
    mpfr_sub_si(x, x, got, R);
    bool ok = nan || mpfr_cmp_d(x, 0.5 + scale * 0x1p-24) <= 0;
    mpfr_neg(x, x, R);
    ok = nan || (ok && mpfr_cmp_d(x, 0.5 + scale * 0x1p-24) <= 0);
    mpfr_clears(x, one, (mpfr_ptr)0);
    return ok;
}

static bool pack_norm(const struct call *c, uint64_t got, unsigned count, bool is_signed)
{
    unsigned bits = 32 / count;
    for (unsigned k = 0; k < count; k++)
        if (!norm_ok(c, k, is_signed ? -1 : 0, (1 << (bits - is_signed)) - 1,
                     (int64_t)part(got, k, bits, is_signed)))
            return false;
    return true;
}

static bool pack_snorm4(const struct call *c, uint64_t got)
{
    return pack_norm(c, got, 4, true);
}

static bool pack_unorm4(const struct call *c, uint64_t got)
{
    return pack_norm(c, got, 4, false);
}

static bool pack_snorm2(const struct call *c, uint64_t got)
{
    return pack_norm(c, got, 2, true);
}

static bool pack_unorm2(const struct call *c, uint64_t got)
{
    return pack_norm(c, got, 2, false);
}

// clamp(v / scale, -1, 1) of the last part
static bool unpack(const struct call *c, mpfr_t out, unsigned count, bool is_signed)
{
    unsigned bits = 32 / count;
    mpfr_set_si(out, (long)part(c->a[0], count - 1, bits, is_signed), R);
    mpfr_div_si(out, out, (1 << (bits - is_signed)) - 1, R);
    if (mpfr_cmp_si(out, -1) < 0)
        mpfr_set_si(out, -1, R);
    return true;
}

static void e_unpack(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out)
{
    (void)x;
    mpfr_set_d(out, 2.5, R); // a division
    mpfr_mul_2si(out, out, ulp_exponent(c->result, value), R);
}

#define UNPACK(name, count, is_signed)                                                                       \
    static bool name(const struct call *c, mpfr_t *x, mpfr_t out)                                            \
    {                                                                                                        \
        (void)x;                                                                                             \
        return unpack(c, out, count, is_signed);                                                             \
    }
UNPACK(v_unpack_snorm4, 4, true)
UNPACK(v_unpack_unorm4, 4, false)
UNPACK(v_unpack_snorm2, 2, true)
UNPACK(v_unpack_unorm2, 2, false)

static bool v_unpack_half(const struct call *c, mpfr_t *x, mpfr_t out)
{
    (void)x;
    to_mpfr(out, &types[F16], c->a[0] >> 16);
    return true;
}

static bool pack_double(const struct call *c, uint64_t *out)
{
    *out = c->a[0] | c->a[1] << 32;
    return true;
}

static bool unpack_double(const struct call *c, uint64_t *out)
{
    *out = c->a[0] >> 32;
    return true;
}

// A result that is not a normal half is a zero of either sign, SPIR-V says of OpQuantizeToF16.
static bool quantize(const struct call *c, uint64_t got)
{
    if (is_nan(c->arg, c->a[0]))
        return is_nan(c->arg, got);
    mpfr_t x;
    mpfr_init2(x, PRECISION);
    to_mpfr(x, c->arg, c->a[0]);
    uint64_t half[2] = {from_mpfr(&types[F16], x, MPFR_RNDN), from_mpfr(&types[F16], x, MPFR_RNDZ)};
    bool ok = false;
    for (unsigned k = 0; k < 2; k++) {
        to_mpfr(x, &types[F16], half[k]);
        bool zero = !(half[k] & 0x7fff) || is_denormal(&types[F16], half[k]);
        ok |= zero ? !(got & ~sign_bit(c->arg)) : got == from_mpfr(c->arg, x, MPFR_RNDN);
    }
    mpfr_clear(x);
    return ok;
}

// ---- the table ----

#define V2(name, x, y) "%" name " = OpCompositeConstruct %v2_$A " x " " y "\n"
#define V3(name, x, y, z) "%" name " = OpCompositeConstruct %v3_$A " x " " y " " z "\n"
#define V4(name, x, y, z, w) "%" name " = OpCompositeConstruct %v4_$A " x " " y " " z " " w "\n"
#define VECTOR2 V2("u", "%a", "%b")
#define VECTOR3 V3("u", "%a", "%b", "%c")
#define VECTOR4 V4("u", "%a", "%b", "%c", "%d")
#define FIRST "%r = OpCompositeExtract %$R %v 0\n"
#define MATRIX V2("x", "%a", "%b") V2("y", "%c", "%d") "%m = OpCompositeConstruct %m2_$A %x %y\n"
#define GLSL(name, type, operands) "%r = OpExtInst %" type " %glsl " name " " operands "\n"
#define GLSLV(name, type, operands) "%v = OpExtInst %" type " %glsl " name " " operands "\n"

#define CARRIED(name, text, args, on, formula) {name, text, args, on, .value = formula, .error = e_carried}
#define PRECISE(name, text, args, formula)                                                                   \
    {name, text, args, FLOATS, .value = formula, .error = e_once, .precise = true}
#define DOT_PACKED(op, fn)                                                                                   \
    {op ".packed", "%r = Op" op " %$R %a %b PackedVectorFormat4x8Bit\n", 2, 1u << U32, INTS, .exact = fn}
#define DOT_PACKED_ACC(op, fn)                                                                               \
    {op ".packed", "%r = Op" op " %$R %a %b %c PackedVectorFormat4x8Bit\n", 3, 1u << U32, .exact = fn}
#define DOT_VECTOR(op, accumulator, args, fn)                                                                \
    {op, VECTOR2 V2("v", "%b", "%c") "%r = Op" op " %$R %u %v" accumulator "\n", args, INTS, .exact = fn}
#define PACK(op, text, args, fn) {op, text GLSL(op, "u32", "%u"), args, 1u << F32, 1u << U32, .accept = fn}
#define UNPACKED(op, vector, last, fn, err)                                                                  \
    {op,          GLSLV(op, vector, "%a") "%r = OpCompositeExtract %f32 %v " last "\n",                      \
     1,           1u << U32,                                                                                 \
     1u << F32,   .value = fn,                                                                               \
     .error = err}

const struct op derived_ops[] = {
    CARRIED("Dot2", VECTOR2 V2("v", "%c", "%d") "%r = OpDot %$R %u %v\n", 4, FLOATS, v_dot2),
    CARRIED("Dot3", VECTOR3 V3("v", "%b", "%c", "%d") "%r = OpDot %$R %u %v\n", 4, FLOATS, v_dot3),
    CARRIED("Dot4", VECTOR4 V4("v", "%d", "%b", "%a", "%c") "%r = OpDot %$R %u %v\n", 4, FLOATS, v_dot4),
    CARRIED("VectorTimesScalar", VECTOR2 "%v = OpVectorTimesScalar %v2_$A %u %b\n" FIRST, 2, FLOATS,
            v_scaled),
    CARRIED("MatrixTimesScalar",
            MATRIX "%n = OpMatrixTimesScalar %m2_$A %m %b\n%r = OpCompositeExtract %$R %n 0 0\n", 4, FLOATS,
            v_scaled),
    CARRIED("MatrixTimesVector", MATRIX V2("u", "%a", "%d") "%v = OpMatrixTimesVector %v2_$A %m %u\n" FIRST,
            4, FLOATS, v_rows),
    CARRIED("VectorTimesMatrix", MATRIX V2("u", "%a", "%d") "%v = OpVectorTimesMatrix %v2_$A %u %m\n" FIRST,
            4, FLOATS, v_columns),
    CARRIED("MatrixTimesMatrix",
            MATRIX V2("u", "%b",
                      "%a") "%n = OpCompositeConstruct %m2_$A %u %u\n"
                            "%o = OpMatrixTimesMatrix %m2_$A %m %n\n%r = OpCompositeExtract %$R %o 1 0\n",
            4, FLOATS, v_product),
    CARRIED(
        "OuterProduct",
        VECTOR2 V2("v", "%b", "%a") "%m = OpOuterProduct %m2_$A %u %v\n%r = OpCompositeExtract %$R %m 0 0\n",
        2, FLOATS, v_scaled),
    CARRIED("Determinant", MATRIX GLSL("Determinant", "$R", "%m"), 4, FLOATS, v_det),
    CARRIED("MatrixInverse",
            MATRIX GLSLV("MatrixInverse", "m2_$A", "%m") "%r = OpCompositeExtract %$R %v 0 0\n", 4, FLOATS,
            v_inverse),
    CARRIED("Length1", GLSL("Length", "$R", "%a"), 1, FLOATS, v_length1),
    CARRIED("Length2", VECTOR2 GLSL("Length", "$R", "%u"), 2, FLOATS, v_length2),
    CARRIED("Length3", VECTOR3 GLSL("Length", "$R", "%u"), 3, FLOATS, v_length3),
    CARRIED("Length4", VECTOR4 GLSL("Length", "$R", "%u"), 4, FLOATS, v_length4),
    CARRIED("Distance1", GLSL("Distance", "$R", "%a %b"), 2, FLOATS, v_distance1),
    CARRIED("Distance2", VECTOR2 V2("v", "%c", "%d") GLSL("Distance", "$R", "%u %v"), 4, FLOATS, v_distance2),
    CARRIED("Normalize2", VECTOR2 GLSLV("Normalize", "v2_$A", "%u") FIRST, 2, FLOATS, v_normalize2),
    CARRIED("Normalize3", VECTOR3 GLSLV("Normalize", "v3_$A", "%u") FIRST, 3, FLOATS, v_normalize3),
    CARRIED("Normalize4", VECTOR4 GLSLV("Normalize", "v4_$A", "%u") FIRST, 4, FLOATS, v_normalize4),
    CARRIED("Cross", VECTOR3 V3("w", "%d", "%a", "%b") GLSLV("Cross", "v3_$A", "%u %w") FIRST, 4, FLOATS,
            v_cross),
    CARRIED("Reflect1", GLSL("Reflect", "$R", "%a %b"), 2, FLOATS, v_reflect1),
    CARRIED("Reflect2", VECTOR2 V2("n", "%c", "%d") GLSLV("Reflect", "v2_$A", "%u %n") FIRST, 4, FLOATS,
            v_reflect2),
    CARRIED("Refract", GLSL("Refract", "$R", "%a %b %c"), 3, FLOATS, v_refract),
    CARRIED("FaceForward1", GLSL("FaceForward", "$R", "%a %b %c"), 3, FLOATS, v_forward1),
    CARRIED("FaceForward2",
            V2("n", "%a", "%b") V2("u", "%b", "%c") V2("w", "%d", "%a")
                GLSLV("FaceForward", "v2_$A", "%n %u %w") FIRST,
            4, FLOATS, v_forward2),
    CARRIED("SmoothStep", GLSL("SmoothStep", "$R", "%a %b %c"), 3, FLOATS, v_smooth),
    CARRIED("MulAdd", "%t = OpFMul %$R %a %b\n%r = OpFAdd %$R %t %c\n", 3, FLOATS, v_muladd),
    PRECISE("NoContraction.add", "%t = OpFMul %$R %a %b\n%r = OpFAdd %$R %t %c\n", 3, v_separate),
    PRECISE("NoContraction.sub", "%t = OpFMul %$R %a %b\n%r = OpFSub %$R %c %t\n", 3, v_separate_sub),
    PRECISE("NoContraction.two", "%t = OpFMul %$R %a %b\n%u = OpFMul %$R %c %d\n%r = OpFSub %$R %t %u\n", 4,
            v_separate_two),
    DOT_PACKED("SDot", sdot_packed),
    DOT_PACKED("UDot", udot_packed),
    DOT_PACKED("SUDot", sudot_packed),
    DOT_PACKED_ACC("SDotAccSat", sdot_acc_packed),
    DOT_PACKED_ACC("UDotAccSat", udot_acc_packed),
    DOT_PACKED_ACC("SUDotAccSat", sudot_acc_packed),
    DOT_VECTOR("SDot", "", 3, sdot_vector),
    DOT_VECTOR("UDot", "", 3, udot_vector),
    DOT_VECTOR("SUDot", "", 3, sudot_vector),
    DOT_VECTOR("SDotAccSat", " %d", 4, sdot_acc_vector),
    DOT_VECTOR("UDotAccSat", " %d", 4, udot_acc_vector),
    DOT_VECTOR("SUDotAccSat", " %d", 4, sudot_acc_vector),
    PACK("PackHalf2x16", VECTOR2, 2, pack_half),
    PACK("PackSnorm4x8", VECTOR4, 4, pack_snorm4),
    PACK("PackUnorm4x8", VECTOR4, 4, pack_unorm4),
    PACK("PackSnorm2x16", VECTOR2, 2, pack_snorm2),
    PACK("PackUnorm2x16", VECTOR2, 2, pack_unorm2),
    UNPACKED("UnpackHalf2x16", "v2_f32", "1", v_unpack_half, NULL),
    UNPACKED("UnpackSnorm4x8", "v4_f32", "3", v_unpack_snorm4, e_unpack),
    UNPACKED("UnpackUnorm4x8", "v4_f32", "3", v_unpack_unorm4, e_unpack),
    UNPACKED("UnpackSnorm2x16", "v2_f32", "1", v_unpack_snorm2, e_unpack),
    UNPACKED("UnpackUnorm2x16", "v2_f32", "1", v_unpack_unorm2, e_unpack),
    {"PackDouble2x32", VECTOR2 GLSL("PackDouble2x32", "f64", "%u"), 2, 1u << U32, 1u << F64,
     .exact = pack_double},
    {"UnpackDouble2x32", GLSLV("UnpackDouble2x32", "v2_u32", "%a") "%r = OpCompositeExtract %u32 %v 1\n", 1,
     1u << F64, 1u << U32, .exact = unpack_double},
    {"QuantizeToF16", "%r = OpQuantizeToF16 %$R %a\n", 1, 1u << F32, .accept = quantize},
};
const unsigned derived_op_count = sizeof(derived_ops) / sizeof(derived_ops[0]);
