// The math instruction (the extended math unit) and madm, the multiply-add of the macro sequences that build
// correctly rounded division and square root.
//
// Transcendental results are computed in double (eu/transcend.inc.h) and rounded once to the type: at least
// as close as the unit's documented precision. Macro registers (mme0..7, which overlay acc2..acc9) hold
// numbers whose exponent does not overflow. Source: PRM vol7 "Extended Math", "INVM", "RSQRTM"; IGC's
// division and square root sequences.
#include <math.h>

#include "sim/eu/alu.h"
#include "sim/eu/transcend.h"

static bool is_nan(double v)
{
    return v != v;
}

static double evaluate(enum eu_math f, double a, double b)
{
    switch (f) {
    case EU_MATH_INV:
        return 1.0 / a;
    case EU_MATH_SQRT:
        return sqrt(a);
    case EU_MATH_FDIV:
        return a / b;
    default:
        return NAN;
    }
}

static void evaluate_all(const struct sim_uop *u, uint32_t mask, const double *a, const double *b, double *r)
{
    sim_transcend_double_fn *fn = u->math < SIM_TRANSCEND_COUNT ? sim_transcend()->doubles[u->math] : NULL;
    for (unsigned i = 0; i < u->n; i++)
        r[i] = fn || !(mask >> i & 1) ? 0 : evaluate(u->math, a[i], b[i]);
    for (unsigned i = 0; fn && i < u->n; i += 8)
        fn(a + i, b + i, r + i);
}

// ---- integer division

static void divide_signed(int64_t a, int64_t b, int64_t *q, int64_t *r)
{
    if (b) {
        *q = a / b;
        *r = a % b;
    } else {
        *q = *r = a < 0 ? INT32_MIN : INT32_MAX;
    }
}

static void int_divide(struct sim_thread *t, const struct sim_uop *u, uint32_t mask)
{
    sim_int a[SIM_MAX_CHANNELS], b[SIM_MAX_CHANNELS];
    uint64_t quotient[SIM_MAX_CHANNELS], remainder[SIM_MAX_CHANNELS];
    sim_load_int(t, u, 0, mask, false, a);
    sim_load_int(t, u, 1, mask, false, b);
    bool is_signed = sim_type_is_signed(u->src[0].type) || sim_type_is_signed(u->src[1].type);
    for (unsigned i = 0; i < u->n; i++) {
        if (is_signed) {
            int64_t q, r;
            divide_signed((int64_t)a[i], (int64_t)b[i], &q, &r);
            quotient[i] = (uint64_t)q;
            remainder[i] = (uint64_t)r;
        } else {
            uint64_t x = (uint64_t)a[i], y = (uint64_t)b[i];
            quotient[i] = y ? x / y : UINT64_MAX;
            remainder[i] = y ? x % y : UINT64_MAX;
        }
    }
    if (u->math == EU_MATH_INT_DIV_REMAINDER) {
        sim_store_bits(t, u, mask, remainder);
        return;
    }
    sim_store_bits(t, u, mask, quotient);
    if (u->math == EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER && !u->dst.null) {
        struct sim_uop second = *u; // the remainder goes to the following register
        second.dst.base += SIM_GRF_BYTES;
        if (second.dst.base + u->n * u->dst.hs <= SIM_RF_GRF_END)
            sim_store_bits(t, &second, mask, remainder);
    }
}

// ---- macro registers

static struct sim_mme mme_of(double v)
{
    struct sim_mme r = {v, 0};
    if (v != 0 && isfinite(v)) {
        r.m = frexp(v, &r.e) * 2;
        r.e--;
    }
    return r;
}

static struct sim_mme normalized(struct sim_mme v)
{
    struct sim_mme r = mme_of(v.m);
    if (r.m != 0 && isfinite(r.m))
        r.e += v.e;
    return r;
}

static double scaled(struct sim_mme v)
{
    return ldexp(v.m, v.e);
}

static void load_mme(const struct sim_thread *t, const struct sim_uop *u, unsigned k, uint32_t mask,
                     struct sim_mme out[SIM_MAX_CHANNELS])
{
    const struct sim_src *s = &u->src[k];
    double v[SIM_MAX_CHANNELS];
    sim_load_float(t, u, k, mask, v);
    for (unsigned i = 0; i < u->n; i++) {
        if (s->mme >= SIM_MME_COUNT) {
            out[i] = mme_of(v[i]);
            continue;
        }
        out[i] = t->mme[s->mme][i];
        if (s->abs)
            out[i].m = fabs(out[i].m);
        if (s->neg)
            out[i].m = -out[i].m;
    }
}

// a * b + c, exact or rounded to odd for F, rounded to nearest for DF; the exponent cannot overflow.
static struct sim_mme multiply_add(const struct sim_uop *u, struct sim_mme a, struct sim_mme b,
                                   struct sim_mme c)
{
    struct sim_mme r = {0, 0};
    if (!isfinite(a.m) || !isfinite(b.m) || !isfinite(c.m)) {
        r.m = fma(a.m, b.m, c.m);
        return r;
    }
    if (a.m == 0 || b.m == 0) {
        r = c;
        if (c.m == 0)
            r.m = a.m * b.m + c.m;
        return r;
    }
    int ep = a.e + b.e, e = c.m != 0 && c.e > ep ? c.e : ep;
    int sp = ep - e < -300 ? -300 : ep - e, sc = c.e - e < -300 ? -300 : c.e - e;
    double x = ldexp(a.m, sp), y = c.m != 0 ? ldexp(c.m, sc) : 0;
    r.e = e;
    if (u->exec == SIM_EXEC_DF) {
        r.m = fma(x, b.m, y);
    } else {
        double p = x * b.m, s = p + y, bb = s - p, err = (p - (s - bb)) + (y - bb);
        uint64_t bits;
        memcpy(&bits, &s, 8);
        if (err != 0 && !(bits & 1))
            bits += (err > 0) == !(bits >> 63) ? 1 : UINT64_MAX;
        memcpy(&r.m, &bits, 8);
    }
    return normalized(r);
}

// Writes results; those with a macro register keep their exponent there.
static void store_mme(struct sim_thread *t, const struct sim_uop *u, uint32_t mask, struct sim_mme *r)
{
    double out[SIM_MAX_CHANNELS];
    for (unsigned i = 0; i < u->n; i++) {
        out[i] = scaled(r[i]);
        if (u->dst.mme < SIM_MME_COUNT && (mask >> i & 1)) {
            if (u->exec != SIM_EXEC_DF && isfinite(r[i].m)) {
                r[i].m = sim_double_to_float(r[i].m, 0);
                r[i] = normalized(r[i]);
            }
            t->mme[u->dst.mme][i] = r[i];
        }
    }
    struct sim_uop plain = *u;
    plain.cmod = EU_CMOD_NONE;
    sim_float_finish(t, &plain, mask, out);
}

// invm: an approximation of 1 / src1 to start from, or the final quotient and "early out" in the flag where
// an operand is special. rsqrtm likewise for the square root of src0.
static void macro_start(struct sim_thread *t, const struct sim_uop *u, uint32_t mask)
{
    struct sim_mme a[SIM_MAX_CHANNELS], b[SIM_MAX_CHANNELS], r[SIM_MAX_CHANNELS];
    uint32_t early = 0;
    load_mme(t, u, 0, mask, a);
    if (u->math == EU_MATH_INVM)
        load_mme(t, u, 1, mask, b);
    for (unsigned i = 0; i < u->n; i++) {
        bool special_a = a[i].m == 0 || !isfinite(a[i].m);
        if (u->math == EU_MATH_INVM) {
            if (special_a || b[i].m == 0 || !isfinite(b[i].m)) {
                early |= 1u << i;
                r[i] = mme_of(scaled(a[i]) / scaled(b[i]));
            } else {
                r[i] = normalized((struct sim_mme){1.0 / b[i].m, -b[i].e});
            }
        } else if (special_a || a[i].m < 0) {
            early |= 1u << i;
            r[i] = mme_of(is_nan(a[i].m) ? a[i].m : a[i].m < 0 ? NAN : sqrt(a[i].m));
        } else {
            bool odd = a[i].e & 1;
            double m = odd ? a[i].m * 2 : a[i].m;
            r[i] = normalized((struct sim_mme){1.0 / sqrt(m), -(a[i].e - odd) / 2});
        }
    }
    store_mme(t, u, mask, r);
    sim_flag_write(t, u, mask, early);
}

static void madm(struct sim_thread *t, const struct sim_uop *u, uint32_t mask)
{
    struct sim_mme s[3][SIM_MAX_CHANNELS], r[SIM_MAX_CHANNELS];
    for (unsigned k = 0; k < 3; k++)
        load_mme(t, u, k, mask, s[k]);
    for (unsigned i = 0; i < u->n; i++)
        r[i] = multiply_add(u, s[1][i], s[2][i], s[0][i]);
    store_mme(t, u, mask, r);
}

void sim_alu_math(struct sim_thread *t, const struct sim_uop *u)
{
    uint32_t mask = sim_exec_mask(t, u);
    if (u->op == EU_OP_MATH && u->math >= EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER &&
        u->math <= EU_MATH_INT_DIV_REMAINDER) {
        int_divide(t, u, mask);
        return;
    }
    sim_fp_leave();
    if (u->op == EU_OP_MADM) {
        madm(t, u, mask);
    } else if (u->math >= EU_MATH_INVM) {
        macro_start(t, u, mask);
    } else {
        double a[SIM_MAX_CHANNELS] = {0}, b[SIM_MAX_CHANNELS] = {0}, r[SIM_MAX_CHANNELS];
        sim_load_float(t, u, 0, mask, a);
        if (u->src[1].kind)
            sim_load_float(t, u, 1, mask, b);
        // In ALT mode logarithms and roots are of the magnitude.
        bool magnitude = sim_cr0(t) & SIM_CR0_ALT_MODE &&
                         (u->math == EU_MATH_LOG || u->math == EU_MATH_SQRT || u->math == EU_MATH_RSQ);
        for (unsigned i = 0; i < u->n && magnitude; i++)
            a[i] = fabs(a[i]);
        evaluate_all(u, mask, a, b, r);
        sim_float_finish(t, u, mask, r);
    }
    sim_fp_enter(t);
}
