// dpas: D = C + A x B, with rows of D, C (source 0, or zeros) and A (source 2) one after the other, and B
// (source 1) in a column for each channel: in every step of the array a channel takes `ops` elements of each
// factor, consecutive in its dword of B.
//
// Source: IGC documentation/visa/instructions/DPAS.md (the steps, `ops`, where elements lie). Integers wrap.
// How floats are rounded it does not say: here a step adds its two exact products and the sum so far and
// rounds once, to the nearest even number, and no denormal is flushed.
#include "sim/eu/systolic.h"

#include <math.h>

#include "sim/eu/alu.h"

enum { MOST_CHANNELS = 16, CHANNEL_BITS = 32, STEPS = 8, MOST_ROWS = 8, MOST_OPS = 8 };

struct dpas_shape {
    unsigned channels; // a register of dwords
    unsigned depth, rows, ops;
    unsigned bits[3]; // of an element of sources 1 and 2
};

static struct dpas_shape shape_of(const struct kiln_target *target, const struct eu_inst *in)
{
    struct dpas_shape s = {
        .channels = target->grf_bytes * 8 / CHANNEL_BITS, .depth = in->depth, .rows = in->count};
    for (unsigned k = 1; k < 3; k++)
        s.bits[k] = eu_type_size(in->src[k].type) * 8 >> in->src[k].pack;
    const unsigned wide = s.bits[1] > s.bits[2] ? s.bits[1] : s.bits[2];
    s.ops = wide < CHANNEL_BITS / MOST_OPS ? MOST_OPS : CHANNEL_BITS / wide;
    return s;
}

static unsigned bytes_of_row(const struct dpas_shape *s)
{
    return s->channels * CHANNEL_BITS / 8;
}

void sim_systolic_extent(const struct kiln_target *target, const struct eu_inst *in, uint16_t bytes[3])
{
    const struct dpas_shape s = shape_of(target, in);
    const unsigned elements = s.depth * s.ops;
    bytes[0] = (uint16_t)(s.rows * bytes_of_row(&s));
    bytes[1] = (uint16_t)(elements * s.channels * s.bits[1] / 8);
    bytes[2] = (uint16_t)(s.rows * elements * s.bits[2] / 8);
}

static bool within(const struct kiln_target *target, const struct eu_operand *o, unsigned bytes)
{
    return o->reg * target->grf_bytes + o->subreg + bytes <= SIM_RF_GRF_END;
}

bool sim_systolic_fits(const struct kiln_target *target, const struct eu_inst *in)
{
    uint16_t bytes[3];
    const bool is_float = sim_type_is_float(in->dst.type);
    const enum eu_type factor = in->src[1].type;
    if (in->exec_size != shape_of(target, in).channels || in->depth > STEPS ||
        eu_type_size(in->dst.type) != 4 || eu_type_size(in->src[0].type) != 4 ||
        sim_type_is_float(in->src[0].type) != is_float)
        return false;
    if (is_float ? factor != in->src[2].type || (factor != EU_TYPE_HF && factor != EU_TYPE_BF)
                 : eu_type_size(factor) != 1 || eu_type_size(in->src[2].type) != 1)
        return false;
    sim_systolic_extent(target, in, bytes);
    return within(target, &in->dst, bytes[0]) &&
           (in->src[0].file != EU_FILE_GRF || within(target, &in->src[0], bytes[0])) &&
           within(target, &in->src[1], bytes[1]) && within(target, &in->src[2], bytes[2]);
}

// ---- elements

// Bits [bit, bit + bits) from the byte `at` on: an element crosses no byte, or is two of them.
static uint32_t element(const uint8_t *at, unsigned bit, unsigned bits)
{
    uint16_t v;
    if (bits > 8) {
        memcpy(&v, at + bit / 8, sizeof(v));
        return v;
    }
    return at[bit / 8] >> bit % 8 & ((1u << bits) - 1);
}

static int32_t integer(uint32_t v, unsigned bits, enum eu_type type)
{
    const uint32_t sign = sim_type_is_signed(type) ? 1u << (bits - 1) : 0;
    return (int32_t)((v ^ sign) - sign);
}

// Element k of those that a channel takes of B in a step, and that all channels take of a row of A.
static uint32_t of_column(const struct sim_thread *t, const struct sim_uop *u, const struct dpas_shape *s,
                          unsigned step, unsigned channel, unsigned k)
{
    const unsigned per_dword = CHANNEL_BITS / (s->ops * s->bits[1]); // steps that a dword of B is enough for
    const uint8_t *b =
        t->rf + u->src[1].base + step / per_dword * bytes_of_row(s) + channel * sizeof(uint32_t);
    return element(b, (step % per_dword * s->ops + k) * s->bits[1], s->bits[1]);
}

static uint32_t of_row(const struct sim_thread *t, const struct sim_uop *u, const struct dpas_shape *s,
                       unsigned row, unsigned step, unsigned k)
{
    return element(t->rf + u->src[2].base, ((row * s->depth + step) * s->ops + k) * s->bits[2], s->bits[2]);
}

// ---- integers: adds the products to `d`, in any order

static inline __attribute__((always_inline)) void add_integers(unsigned channels, const struct sim_thread *t,
                                                               const struct sim_uop *u,
                                                               const struct dpas_shape *s,
                                                               uint32_t d[MOST_ROWS][MOST_CHANNELS])
{
    for (unsigned step = 0; step < s->depth; step++)
        for (unsigned k = 0; k < s->ops; k++) {
            int32_t b[MOST_CHANNELS];
            for (unsigned i = 0; i < channels; i++)
                b[i] = integer(of_column(t, u, s, step, i, k), s->bits[1], (enum eu_type)u->src[1].type);
            for (unsigned r = 0; r < s->rows; r++) {
                const int32_t a =
                    integer(of_row(t, u, s, r, step, k), s->bits[2], (enum eu_type)u->src[2].type);
                for (unsigned i = 0; i < channels; i++)
                    d[r][i] += (uint32_t)(b[i] * a);
            }
        }
}

// ---- floats: a step after the other

// s + e == a + b, of which s is the rounded sum.
static void two_sum(double a, double b, double *s, double *e)
{
    const double sum = a + b, of_b = sum - a;
    *e = (a - (sum - of_b)) + (b - of_b);
    *s = sum;
}

// a + b + c, rounded once.
static float sum3(double a, double b, double c)
{
    enum { NEAREST = 0 };
    double ab, rest_ab, abc, rest;
    two_sum(a, b, &ab, &rest_ab);
    two_sum(ab, c, &abc, &rest);
    return sim_double_to_float(isfinite(abc) ? sim_add_odd(abc, sim_add_odd(rest, rest_ab)) : abc, NEAREST);
}

// A step of all channels of a row: `d` and two products. Doubles mostly hold the sum; a sum of zero has a
// sign to think of, and what is not finite has bits.
static inline __attribute__((always_inline)) void
add_products(unsigned channels, const double b[2][MOST_CHANNELS], const double a[2], float d[MOST_CHANNELS])
{
    double exact[MOST_CHANNELS];
    float sum[MOST_CHANNELS];
    for (unsigned i = 0; i < channels; i++) {
        double ab, rest_ab, abc, rest;
        two_sum(b[0][i] * a[0], b[1][i] * a[1], &ab, &rest_ab);
        two_sum(ab, (double)d[i], &abc, &rest);
        exact[i] = fabs(rest_ab) + fabs(rest); // zero or not, or NaN
        sum[i] = (float)abc;
    }
    for (unsigned i = 0; i < channels; i++)
        d[i] = exact[i] == 0 && sum[i] != 0 && isfinite(sum[i])
                   ? sum[i]
                   : sum3(b[0][i] * a[0], b[1][i] * a[1], (double)d[i]);
}

static inline __attribute__((always_inline)) void add_floats(unsigned channels, const struct sim_thread *t,
                                                             const struct sim_uop *u,
                                                             const struct dpas_shape *s,
                                                             uint32_t d[MOST_ROWS][MOST_CHANNELS])
{
    enum { OPS = 2 };
    const enum eu_type type = (enum eu_type)u->src[1].type;
    float sums[MOST_ROWS][MOST_CHANNELS];
    memcpy(sums, d, sizeof(sums));
    for (unsigned step = 0; step < s->depth; step++) {
        double b[OPS][MOST_CHANNELS], a[OPS];
        for (unsigned i = 0; i < channels; i++)
            for (unsigned k = 0; k < OPS; k++)
                b[k][i] = sim_float_bits_value(of_column(t, u, s, step, i, k), type);
        for (unsigned r = 0; r < s->rows; r++) {
            for (unsigned k = 0; k < OPS; k++)
                a[k] = sim_float_bits_value(of_row(t, u, s, r, step, k), type);
            add_products(channels, b, a, sums[r]);
        }
    }
    memcpy(d, sums, sizeof(sums));
}

// (Loops of a constant number of channels are vectors of the host.)
static void add_all(const struct sim_thread *t, const struct sim_uop *u, const struct dpas_shape *s,
                    bool is_float, uint32_t d[MOST_ROWS][MOST_CHANNELS])
{
    enum { NARROW = 8 };
    if (is_float && s->channels == NARROW)
        add_floats(NARROW, t, u, s, d);
    else if (is_float)
        add_floats(MOST_CHANNELS, t, u, s, d);
    else if (s->channels == NARROW)
        add_integers(NARROW, t, u, s, d);
    else
        add_integers(MOST_CHANNELS, t, u, s, d);
}

void sim_alu_systolic(struct sim_thread *t, const struct sim_uop *u)
{
    const struct eu_inst *in = u->info->inst;
    const struct dpas_shape s = shape_of(t->program->target, in);
    const bool is_float = sim_type_is_float(in->dst.type), adds = in->src[0].file == EU_FILE_GRF;
    uint32_t d[MOST_ROWS][MOST_CHANNELS] = {{0}};
    const uint32_t mask = sim_exec_mask(t, u);
    if (!t->group->launch->systolic &&
        !sim_thread_broken(t, u, KILN_RULE_SYSTOLIC_MODE, "PIPELINE_SELECT has no Systolic Mode Enable"))
        return;
    sim_fp_leave(); // the host's doubles are exact
    if (adds)
        for (unsigned r = 0; r < s.rows; r++)
            memcpy(d[r], t->rf + u->src[0].base + r * bytes_of_row(&s), bytes_of_row(&s));
    add_all(t, u, &s, is_float, d);
    sim_fp_enter(t);
    for (unsigned r = 0; r < s.rows; r++)
        for (unsigned i = 0; i < s.channels; i++)
            if (mask >> i & 1)
                sim_rf_set32(t, u->dst.base + r * bytes_of_row(&s) + 4 * i, d[r][i]);
}
