// Arithmetic on HF, F and DF in any region.
//
// HF and F results are first computed in double, exactly or rounded to odd, then rounded once to the type, in
// the rounding mode of cr0; that gives the correctly rounded result without the host's floating-point
// environment (double has more than twice the bits plus two). DF uses the host's double arithmetic with the
// mode set for it. Source: PRM vol7 "Floating-Point Modes", IEEE 754-2008.
#include <float.h>
#include <math.h>

#include "sim/eu/alu.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// ---- the host's mode

// The register of the host that has it: by default to the nearest, denormals kept; the bits that flush those;
// roundings by cr0's field. And the least magnitude that is no denormal where results go to the nearest: x86
// decides after rounding with unbounded exponent, AArch64 before. IEEE 754 allows both, and the general code
// does as the host's instructions do.
#if defined(__x86_64__) // Intel SDM vol 1, 10.2.3 "MXCSR Control and Status Register"
enum { MODE_DEFAULT = 0x1f80, MODE_FLUSH = 0x8040 };
static const unsigned mode_rounds[4] = {0, 2 << 13, 1 << 13, 3 << 13};
static const double least_normal = 0x1p-126 - 0x1p-151;

static void set_mode(unsigned mode)
{
    _mm_setcsr(mode);
}
#elif defined(__aarch64__) // Arm ARM, "FPCR, Floating-point Control Register"
enum { MODE_DEFAULT = 0, MODE_FLUSH = 1 << 24 };
static const unsigned mode_rounds[4] = {0, 1 << 22, 2 << 22, 3 << 22};
static const double least_normal = 0x1p-126;

static void set_mode(unsigned mode)
{
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)mode));
}
#else
#error                                                                                                       \
    "the simulated device needs a way to flush denormals on this host: sim/eu/alu_float.c, util/float_env.h"
#endif

static unsigned mode_of(const struct sim_thread *t)
{
    return MODE_DEFAULT | (sim_cr0(t) & SIM_CR0_F_DENORM ? 0 : MODE_FLUSH);
}

void sim_fp_enter(const struct sim_thread *t)
{
    set_mode(t->group->host_mode = mode_of(t));
}

// (To write it takes as long as many other instructions, and to read it too: all before it must have ended.)
void sim_fp_enter_next(const struct sim_thread *t)
{
    if (t->group->host_mode != mode_of(t))
        sim_fp_enter(t);
}

void sim_fp_leave(void)
{
    set_mode(MODE_DEFAULT);
}

static void df_mode(unsigned mode)
{
    set_mode(MODE_DEFAULT | mode_rounds[mode]);
}

// ---- bits

static uint64_t bits64(double v)
{
    uint64_t b;
    memcpy(&b, &v, 8);
    return b;
}

static double value64(uint64_t b)
{
    double v;
    memcpy(&v, &b, 8);
    return v;
}

uint64_t sim_double_to_bits(const struct sim_thread *t, double v, enum eu_type type)
{
    uint32_t cr0 = sim_cr0(t);
    unsigned mode = sim_round_mode(t);
    if (type == EU_TYPE_HF)
        return sim_double_to_half(v, mode, !(cr0 & SIM_CR0_HF_DENORM));
    if (type == EU_TYPE_F || type == EU_TYPE_BF) {
        uint64_t sign = bits64(v) >> 63;
        double limit = mode == 0 ? least_normal : 0x1p-126;
        if (!(cr0 & SIM_CR0_F_DENORM) && fabs(v) < limit)
            return sign << (type == EU_TYPE_F ? 31 : 15);
        if (type == EU_TYPE_BF)
            return sim_double_to_bfloat(v, mode);
        float f = sim_double_to_float(v, mode);
        uint32_t b;
        memcpy(&b, &f, 4);
        return b;
    }
    uint64_t b = bits64(v);
    if (!(cr0 & SIM_CR0_DF_DENORM) && !(b & UINT64_C(0x7ff0000000000000)))
        b &= UINT64_C(1) << 63;
    return b;
}

double sim_float_bits_value(uint64_t b, enum eu_type type)
{
    if (type == EU_TYPE_HF)
        return sim_half_to_double((uint16_t)b, false);
    if (type == EU_TYPE_BF)
        b <<= 16;
    if (type == EU_TYPE_F || type == EU_TYPE_BF) {
        uint64_t e = b >> 23 & 0xff, m = b & 0x7fffff, s = (b >> 31 & 1) << 63;
        if (!e)
            return value64(bits64((double)m * 0x1p-149) | s);
        return value64(s | (e == 0xff ? UINT64_C(0x7ff) : e + 896) << 52 | m << 29);
    }
    return value64(b);
}

uint64_t sim_float_bits_saturate(uint64_t b, enum eu_type type)
{
    double v = sim_float_bits_value(b, type);
    static const uint64_t one[] = {[EU_TYPE_HF] = 0x3c00,
                                   [EU_TYPE_BF] = 0x3f80,
                                   [EU_TYPE_F] = 0x3f800000,
                                   [EU_TYPE_DF] = UINT64_C(0x3ff0000000000000)};
    return !(v > 0) ? 0 : v > 1 ? one[type] : b;
}

uint64_t sim_int_to_float_bits(const struct sim_thread *t, sim_int v, enum eu_type type)
{
    unsigned __int128 m = v < 0 ? -(unsigned __int128)v : (unsigned __int128)v;
    uint64_t sign = v < 0 ? UINT64_C(1) << 63 : 0;
    unsigned shift = 0;
    bool sticky = false;
    if (m >> 64) { // more than any integer type holds: keeps its upper bits
        sticky = (uint64_t)m & 0xffff;
        m >>= 16;
        shift = 16;
    }
    uint64_t q = (uint64_t)m;
    if (!q)
        return 0;
    unsigned len = 64 - (unsigned)__builtin_clzll(q);
    if (len <= 53 && !sticky)
        return sim_double_to_bits(t, value64(bits64((double)q) | sign), type);
    unsigned drop = len > 53 ? len - 53 : 0;
    uint64_t rest = q & ((UINT64_C(1) << drop) - 1), half = drop ? UINT64_C(1) << (drop - 1) : 0;
    uint64_t top = q >> drop;
    if (type == EU_TYPE_DF) {
        unsigned mode = sim_round_mode(t);
        bool inexact = rest || sticky;
        if (mode == 0)
            top += drop && (rest > half || (rest == half && (sticky || (top & 1))));
        else if ((mode == 1 && v > 0) || (mode == 2 && v < 0))
            top += inexact;
    } else if (rest || sticky) {
        top |= 1;
    }
    double d = ldexp((double)top, (int)(drop + shift));
    return sim_double_to_bits(t, value64(bits64(d) | sign), type);
}

// ---- arithmetic

// a + b rounded to odd: exact if it fits, else the neighbour with an odd last bit.
double sim_add_odd(double a, double b)
{
    double s = a + b;
    uint64_t i = bits64(s);
    if ((i & UINT64_C(0x7ff0000000000000)) == UINT64_C(0x7ff0000000000000))
        return s;
    double bb = s - a, err = (a - (s - bb)) + (b - bb);
    if (err != 0 && !(i & 1))
        i += (err > 0) == !(i >> 63) ? 1 : UINT64_MAX;
    return value64(i);
}

// a * b + c with one rounding. The product of two floats of 24 bits is exact in double.
static double fma_to(const struct sim_uop *u, double a, double b, double c)
{
    return u->exec == SIM_EXEC_DF ? fma(a, b, c) : sim_add_odd(a * b, c);
}

// b * a + c * (1 - a). The manual has the formula (PRM KBL vol2a "lrp - Linear Interpolation"), and nothing
// on what is rounded within. As in a MAD only the result is rounded to float: 1 - a and its product with c
// keep the 53 bits of a double, the other product is exact, and the sum is rounded to odd. So a result is at
// most an ulp and a bit of 2^-28 from what three rounded operations may give, and exact for a = 0 and a = 1.
static double interpolated(double a, double b, double c)
{
    return sim_add_odd(a * b, (1.0 - a) * c);
}

static double add_to(const struct sim_uop *u, double a, double b)
{
    return u->exec == SIM_EXEC_DF ? a + b : sim_add_odd(a, b);
}

// floor, ceil, trunc, nearest even without the environment.
static double round_integral(double v, enum eu_op op)
{
    if (!(fabs(v) < 0x1p52))
        return v;
    double tr = (double)(int64_t)v, r = tr, rest = v - tr;
    if (op == EU_OP_RNDD)
        r = rest < 0 ? tr - 1 : tr;
    else if (op == EU_OP_RNDU)
        r = rest > 0 ? tr + 1 : tr;
    else if (op == EU_OP_RNDE) {
        double d = fabs(rest);
        bool odd = (int64_t)v & 1;
        if (d > 0.5 || (d == 0.5 && odd))
            r = v < 0 ? tr - 1 : tr + 1;
    }
    return value64((bits64(r) & ~(UINT64_C(1) << 63)) | (bits64(v) & UINT64_C(1) << 63));
}

static double fraction(double v)
{
    if (isinf(v))
        return value64(UINT64_C(0x7ff8000000000000));
    return v - round_integral(v, EU_OP_RNDD);
}

bool sim_cmp_float(enum eu_cmod c, double a, double b)
{
    switch (c) {
    case EU_CMOD_Z:
        return a == b;
    case EU_CMOD_NZ:
        return a != b;
    case EU_CMOD_G:
        return a > b;
    case EU_CMOD_GE:
        return a >= b;
    case EU_CMOD_L:
        return a < b;
    case EU_CMOD_LE:
        return a <= b;
    case EU_CMOD_U:
        return a != a || b != b;
    default:
        return false;
    }
}

// Overflow: a finite result that the type cannot hold.
static bool overflows(double v, uint64_t bits, enum eu_type type)
{
    return sim_type_is_float(type) && isinf(sim_float_bits_value(bits, type)) && !isnan(v);
}

// ALT mode has no infinities and NaNs: what overflows is the largest number, and 0 times anything is 0.
static double without_infinities(double v)
{
    if (v != v)
        return 0;
    return fabs(v) > (double)FLT_MAX ? copysign((double)FLT_MAX, v) : v;
}

void sim_float_finish(struct sim_thread *t, const struct sim_uop *u, uint32_t mask, const double *r)
{
    bool alt = sim_cr0(t) & SIM_CR0_ALT_MODE && u->exec == SIM_EXEC_F;
    uint64_t out[SIM_MAX_CHANNELS];
    uint32_t flags = 0;
    static const enum eu_type type_of[] = {
        [SIM_EXEC_HF] = EU_TYPE_HF, [SIM_EXEC_F] = EU_TYPE_F, [SIM_EXEC_DF] = EU_TYPE_DF};
    bool to_int = !sim_type_is_float(u->dst.type);
    for (unsigned i = 0; i < u->n; i++) {
        if (!(mask >> i & 1))
            continue;
        double v = alt ? without_infinities(r[i]) : r[i];
        if (to_int) {
            // Rounded to the execution type first, then toward zero.
            if (u->exec != SIM_EXEC_DF)
                v = sim_float_bits_value(sim_double_to_bits(t, v, type_of[u->exec]), type_of[u->exec]);
            sim_int w = sim_double_to_int(v, u->dst.type);
            out[i] = (uint64_t)w;
            if (u->cmod)
                flags |= (uint32_t)(u->cmod == EU_CMOD_U ? v != v : sim_cmp_int(u->cmod, w, 0)) << i;
            continue;
        }
        out[i] = sim_double_to_bits(t, v, u->dst.type);
        if (u->cmod == EU_CMOD_O)
            flags |= (uint32_t)overflows(v, out[i], u->dst.type) << i;
        else if (u->cmod)
            flags |= (uint32_t)sim_cmp_float(u->cmod, sim_float_bits_value(out[i], u->dst.type), 0) << i;
        if (u->sat)
            out[i] = sim_float_bits_saturate(out[i], u->dst.type);
    }
    sim_store_bits(t, u, mask, out);
    if (u->acc_wr && !u->dst.acc && !to_int) {
        for (unsigned i = 0; i < u->n; i++)
            if (mask >> i & 1 && (i + 1) * u->dst.size <= 64)
                memcpy(t->rf + SIM_RF_ACC + i * u->dst.size, &out[i], u->dst.size);
    }
    if (u->cmod)
        sim_flag_write(t, u, mask, flags);
}

static void compare(struct sim_thread *t, const struct sim_uop *u, uint32_t mask, const double *a,
                    const double *b)
{
    uint64_t out[SIM_MAX_CHANNELS];
    uint32_t flags = 0;
    for (unsigned i = 0; i < u->n; i++) {
        bool r = sim_cmp_float(u->cmod, a[i], b[i]);
        if (u->op == EU_OP_CMPN && b[i] != b[i])
            r = true; // so that sel takes src0
        flags |= (uint32_t)r << i;
        out[i] = r ? ~UINT64_C(0) : 0;
    }
    sim_store_bits(t, u, mask, out);
    sim_flag_write(t, u, mask, flags);
}

// min (.l) and max (.ge) return the number if one source is NaN.
static double select_cmod(enum eu_cmod c, double a, double b)
{
    if (a != a)
        return b;
    if (b != b)
        return a;
    return sim_cmp_float(c, a, b) ? a : b;
}

// Dot products: every channel of a group of four gets the sum.
static double dot(const struct sim_uop *u, unsigned i, const double *a, const double *b)
{
    unsigned g = i & ~3u;
    const double *p = a + g, *q = b + g;
    switch ((enum eu_op)u->op) {
    case EU_OP_DP2:
        return p[0] * q[0] + p[1] * q[1];
    case EU_OP_DP3:
        return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    case EU_OP_DPH:
        return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + q[3];
    default:
        return p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    }
}

// line and pln: src0 is a plane equation p, q, -, r in four consecutive elements. pln's second input comes
// from the register after the first, eight channels at a time.
static void plane(const struct sim_thread *t, const struct sim_uop *u, const double *x, double *r)
{
    double c[4];
    unsigned base = u->src[0].base & ~15u;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t b = sim_rf32(t, base + 4 * i);
        c[i] = sim_float_bits_value(b, EU_TYPE_F);
    }
    if (u->src[0].neg)
        for (unsigned i = 0; i < 4; i++)
            c[i] = -c[i];
    for (unsigned i = 0; i < u->n; i++) {
        double v = x[i];
        if (u->op == EU_OP_LINE) {
            r[i] = sim_add_odd(c[0] * v, c[3]);
            continue;
        }
        unsigned reg = u->src[1].base + (i / 8) * 64 + (i % 8) * 4;
        double w1 = sim_float_bits_value(sim_rf32(t, reg), EU_TYPE_F);
        double w2 = sim_float_bits_value(sim_rf32(t, reg + 32), EU_TYPE_F);
        r[i] = c[0] * w1 + c[1] * w2 + c[3];
    }
}

static double compute(const struct sim_uop *u, double a, double b, double c)
{
    switch ((enum eu_op)u->op) {
    case EU_OP_MOV:
        return a;
    case EU_OP_ADD:
        return add_to(u, a, b);
    case EU_OP_MUL:
        return a * b;
    case EU_OP_MAD:
        return fma_to(u, b, c, a);
    case EU_OP_LRP:
        return interpolated(a, b, c);
    case EU_OP_FRC:
        return fraction(a);
    case EU_OP_RNDU:
    case EU_OP_RNDD:
    case EU_OP_RNDE:
    case EU_OP_RNDZ:
        return round_integral(a, u->op);
    default:
        return 0;
    }
}

static void execute(struct sim_thread *t, const struct sim_uop *u, uint32_t mask,
                    double s[3][SIM_MAX_CHANNELS])
{
    double r[SIM_MAX_CHANNELS];
    switch ((enum eu_op)u->op) {
    case EU_OP_CMP:
    case EU_OP_CMPN:
        compare(t, u, mask, s[0], s[1]);
        return;
    case EU_OP_SEL: {
        uint32_t pick = sim_pred(t, u);
        struct sim_uop plain = *u;
        plain.cmod = EU_CMOD_NONE;
        for (unsigned i = 0; i < u->n; i++)
            r[i] = u->cmod ? select_cmod(u->cmod, s[0][i], s[1][i]) : pick >> i & 1 ? s[0][i] : s[1][i];
        sim_float_finish(t, &plain, mask, r);
        return;
    }
    case EU_OP_CSEL: { // src2 decides, compared with zero
        struct sim_uop plain = *u;
        plain.cmod = EU_CMOD_NONE;
        for (unsigned i = 0; i < u->n; i++)
            r[i] = sim_cmp_float(u->cmod, s[2][i], 0) ? s[0][i] : s[1][i];
        sim_float_finish(t, &plain, mask, r);
        return;
    }
    case EU_OP_MAC:
        for (unsigned i = 0; i < u->n; i++) {
            uint64_t b = 0;
            memcpy(&b, t->rf + SIM_RF_ACC + i * u->dst.size, u->dst.size);
            r[i] = fma_to(u, s[0][i], s[1][i], sim_float_bits_value(b, u->dst.type));
        }
        break;
    case EU_OP_DP2:
    case EU_OP_DP3:
    case EU_OP_DP4:
    case EU_OP_DPH:
        for (unsigned i = 0; i < u->n; i++)
            r[i] = dot(u, i, s[0], s[1]);
        break;
    case EU_OP_LINE:
    case EU_OP_PLN:
        plane(t, u, s[1], r);
        break;
    default:
        for (unsigned i = 0; i < u->n; i++)
            r[i] = compute(u, s[0][i], s[1][i], s[2][i]);
    }
    sim_float_finish(t, u, mask, r);
}

// A move between equal float types without modifiers copies bits: NaNs and subnormals pass.
static bool is_copy(const struct sim_uop *u)
{
    const struct sim_src *a = &u->src[0];
    if (u->sat || u->cmod || a->type != u->dst.type || a->neg || a->abs || u->acc_wr)
        return false;
    const struct sim_src *b = &u->src[1];
    return u->op == EU_OP_MOV || (u->op == EU_OP_SEL && b->type == a->type && !b->neg && !b->abs);
}

static void copy(struct sim_thread *t, const struct sim_uop *u)
{
    uint64_t a[SIM_MAX_CHANNELS], b[SIM_MAX_CHANNELS];
    if (u->op == EU_OP_MOV) {
        uint32_t mask = sim_exec_mask(t, u);
        sim_load_bits(t, u, 0, mask, a);
        sim_store_bits(t, u, mask, a);
        return;
    }
    uint32_t mask = sim_enabled(t, u), pick = sim_pred(t, u);
    sim_load_bits(t, u, 0, mask, a);
    sim_load_bits(t, u, 1, mask, b);
    for (unsigned i = 0; i < u->n; i++)
        a[i] = pick >> i & 1 ? a[i] : b[i];
    sim_store_bits(t, u, mask, a);
}

void sim_alu_float(struct sim_thread *t, const struct sim_uop *u)
{
    if (u->special)
        sim_refresh_special(t, u);
    if (is_copy(u)) {
        copy(t, u);
        return;
    }
    double s[3][SIM_MAX_CHANNELS];
    uint32_t mask = u->op == EU_OP_SEL ? sim_enabled(t, u) : sim_exec_mask(t, u);
    // Host doubles must not be flushed; DF also needs the host's rounding.
    bool df = u->exec == SIM_EXEC_DF;
    if (df)
        sim_fp_leave();
    memset(s, 0, sizeof(s));
    for (unsigned k = 0; k < 3; k++)
        if (u->src[k].kind)
            sim_load_float(t, u, k, mask, s[k]);
    if (df)
        df_mode(sim_round_mode(t));
    execute(t, u, mask, s);
    if (df)
        sim_fp_enter(t);
    if (u->special)
        sim_apply_special(t, u);
}
