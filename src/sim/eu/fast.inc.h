// The code of eu/fast.h, for whatever vector instructions the including file enables. Lanes are 32 bits; a
// part is eight of them. All sources are read before anything is written.
#include <math.h>

#include "sim/eu/alu.h"
#include "sim/eu/fast_ops.inc.h"
#include "sim/eu/transcend.h"

enum { PARTS = SIM_MAX_CHANNELS / 8 };

// One for less than eight channels, too.
INLINE unsigned parts_of(const struct sim_uop *u)
{
    return (u->n + 7u) / 8;
}

// ---- loads and stores

INLINE vu load_packed(const struct sim_thread *t, const struct sim_src *s, unsigned part)
{
    vu v;
    memcpy(&v, t->rf + s->base + 32 * part, 32);
    return v;
}

INLINE vu load_scalar(const struct sim_thread *t, const struct sim_src *s)
{
    uint32_t v;
    memcpy(&v, s->load == SIM_LOAD_IMM ? s->imm : t->rf + s->base, 4);
    return splat(v);
}

INLINE vu modified(const struct sim_src *s, vu v)
{
    const vu sign = splat(0x80000000u);
    switch (s->mod) {
    case SIM_MOD_FLOAT:
        if (s->abs)
            v &= ~sign;
        return s->neg ? v ^ sign : v;
    case SIM_MOD_INT:
        if (s->abs)
            v = pick((vu)((vi)v < 0), -v, v);
        return s->neg ? -v : v;
    case SIM_MOD_NOT:
        return ~v;
    default:
        return v;
    }
}

static __attribute__((noinline)) void load_any(const struct sim_thread *t, const struct sim_uop *u,
                                               unsigned k, vu out[PARTS])
{
    const struct sim_src *s = &u->src[k];
    const unsigned parts = parts_of(u);
    typedef uint16_t vh __attribute__((vector_size(16)));
    typedef int16_t vhi __attribute__((vector_size(16)));
    switch (s->load) {
    case SIM_LOAD_PACKED:
        for (unsigned i = 0; i < parts; i++)
            out[i] = load_packed(t, s, i);
        break;
    case SIM_LOAD_SCALAR:
    case SIM_LOAD_IMM:
        for (unsigned i = 0; i < parts; i++)
            out[i] = load_scalar(t, s);
        break;
    case SIM_LOAD_PACKED_UW:
    case SIM_LOAD_PACKED_W:
        for (unsigned i = 0; i < parts; i++) {
            vh h;
            memcpy(&h, t->rf + s->base + 16 * i, 16);
            out[i] = s->load == SIM_LOAD_PACKED_UW ? __builtin_convertvector(h, vu)
                                                   : (vu) __builtin_convertvector((vhi)h, vi);
        }
        break;
    case SIM_LOAD_SCALAR_UW:
    case SIM_LOAD_SCALAR_W: {
        uint16_t h;
        memcpy(&h, t->rf + s->base, 2);
        for (unsigned i = 0; i < parts; i++)
            out[i] = splat(s->load == SIM_LOAD_SCALAR_UW ? h : (uint32_t)(int16_t)h);
        break;
    }
    default: {
        uint32_t lanes[SIM_MAX_CHANNELS];
        sim_load_lanes(t, u, k, lanes);
        memcpy(out, lanes, parts * sizeof(vu));
    }
    }
    for (unsigned i = 0; s->mod && i < parts; i++)
        out[i] = modified(s, out[i]);
}

INLINE void store_part(struct sim_thread *t, const struct sim_uop *u, unsigned part, uint32_t mask, vu v)
{
    uint8_t *p = t->rf + u->dst.base + 32 * part;
    mask = mask >> (8 * part) & 0xff;
    if (mask != 0xff) {
        vu old;
        memcpy(&old, p, 32);
        v = pick(lanes_of(mask), v, old);
    }
    memcpy(p, &v, 32);
}

// Any integer or F destination without conversion: the low bytes of each lane.
static void store_lanes(struct sim_thread *t, const struct sim_uop *u, uint32_t mask, const vu r[PARTS])
{
    uint64_t v[SIM_MAX_CHANNELS];
    for (unsigned i = 0; i < u->n; i++)
        v[i] = r[i / 8][i % 8];
    sim_store_bits(t, u, mask, v);
}

static __attribute__((noinline)) void store_any(struct sim_thread *t, const struct sim_uop *u, uint32_t mask,
                                                const vu r[PARTS])
{
    if (!u->dst_packed) {
        store_lanes(t, u, mask, r);
    } else if (u->n == 1) {
        if (mask) {
            uint32_t v = r[0][0];
            memcpy(t->rf + u->dst.base, &v, 4);
        }
    } else {
        for (unsigned i = 0; i < parts_of(u); i++)
            store_part(t, u, i, mask, r[i]);
    }
}

// ---- after the operation

INLINE vu compared(enum eu_cmod c, bool is_float, vu r)
{
    const vf zero = (vf)splat(0);
    if (!is_float) {
        vi v = (vi)r;
        switch (c) {
        case EU_CMOD_Z:
            return (vu)(v == 0);
        case EU_CMOD_NZ:
            return (vu)(v != 0);
        case EU_CMOD_G:
            return (vu)(v > 0);
        case EU_CMOD_GE:
            return (vu)(v >= 0);
        case EU_CMOD_L:
            return (vu)(v < 0);
        default:
            return (vu)(v <= 0);
        }
    }
    vf v = (vf)r;
    switch (c) {
    case EU_CMOD_Z:
        return (vu)(v == zero);
    case EU_CMOD_NZ:
        return (vu)(v != zero);
    case EU_CMOD_G:
        return (vu)(v > zero);
    case EU_CMOD_GE:
        return (vu)(v >= zero);
    case EU_CMOD_L:
        return (vu)(v < zero);
    default:
        return (vu)(v <= zero);
    }
}

INLINE vu saturated(vu r)
{
    const vf one = (vf)splat(0x3f800000);
    r &= (vu)((vf)r > (vf)splat(0)); // NaN becomes zero
    return pick((vu)((vf)r > one), (vu)one, r);
}

static __attribute__((noinline)) void finish_any(struct sim_thread *t, const struct sim_uop *u, uint32_t mask,
                                                 vu r[PARTS])
{
    const unsigned parts = parts_of(u);
    if (u->result_cmod) {
        uint32_t f = 0;
        for (unsigned i = 0; i < parts; i++)
            f |= bits_of(compared(u->result_cmod, u->float_result, r[i])) << (8 * i);
        sim_flag_write(t, u, mask, f);
    }
    for (unsigned i = 0; u->sat && i < parts; i++)
        r[i] = saturated(r[i]);
    store_any(t, u, mask, r);
}

// ---- the functions

typedef vu op_fn(vu a, vu b, vu c);

static void slow(struct sim_thread *t, const struct sim_uop *u)
{
    if (u->op == EU_OP_MATH)
        sim_alu_math(t, u);
    else if (u->exec == SIM_EXEC_INT)
        sim_alu_int(t, u);
    else
        sim_alu_float(t, u);
}

INLINE vu load_shape(const struct sim_thread *t, const struct sim_src *s, bool scalar, unsigned part)
{
    return scalar ? load_scalar(t, s) : load_packed(t, s, part);
}

// Packed sources (the chosen one scalar), packed destination, no modifiers of any kind; of so many parts.
INLINE void run_shape(struct sim_thread *t, const struct sim_uop *u, op_fn *op, unsigned arity, bool is_float,
                      unsigned parts, bool scalar0, bool scalar1)
{
    if (is_float && __builtin_expect(t->slow_float, 0)) {
        slow(t, u);
        return;
    }
    uint32_t mask = sim_exec_mask(t, u);
    const vu none = {0};
    vu r[PARTS];
#pragma GCC unroll 4
    for (unsigned i = 0; i < parts; i++)
        r[i] = op(load_shape(t, &u->src[0], scalar0, i),
                  arity > 1 ? load_shape(t, &u->src[1], scalar1, i) : none,
                  arity > 2 ? load_packed(t, &u->src[2], i) : none);
    if (__builtin_expect(mask == UINT32_MAX >> (32 - 8 * parts), 1)) {
        memcpy(t->rf + u->dst.base, r, parts * sizeof(vu));
        return;
    }
#pragma GCC unroll 4
    for (unsigned i = 0; i < parts; i++)
        store_part(t, u, i, mask, r[i]);
}

// One channel, 32-bit elements, no modifiers.
INLINE void run_one(struct sim_thread *t, const struct sim_uop *u, op_fn *op, unsigned arity, bool is_float)
{
    if (is_float && __builtin_expect(t->slow_float, 0)) {
        slow(t, u);
        return;
    }
    const vu none = {0};
    vu a = load_scalar(t, &u->src[0]), b = arity > 1 ? load_scalar(t, &u->src[1]) : none;
    vu c = arity > 2 ? load_scalar(t, &u->src[2]) : none;
    uint32_t r = op(a, b, c)[0];
    if (sim_exec_mask(t, u))
        memcpy(t->rf + u->dst.base, &r, 4);
}

// Packed and scalar sources with modifiers, in line: of up to sixteen channels, since longer loops are
// slower.
INLINE void load_quick(const struct sim_thread *t, const struct sim_uop *u, unsigned k, vu out[PARTS])
{
    const struct sim_src *s = &u->src[k];
    if (s->load > SIM_LOAD_IMM || u->n > 16) {
        load_any(t, u, k, out);
        return;
    }
    if (s->load == SIM_LOAD_PACKED) {
        out[0] = load_packed(t, s, 0);
        out[1] = load_packed(t, s, 1);
    } else {
        out[0] = out[1] = load_scalar(t, s);
    }
    if (s->mod) {
        out[0] = modified(s, out[0]);
        out[1] = modified(s, out[1]);
    }
}

INLINE void run_any(struct sim_thread *t, const struct sim_uop *u, op_fn *op, unsigned arity, bool is_float,
                    bool common)
{
    if (is_float && __builtin_expect(t->slow_float, 0)) {
        slow(t, u);
        return;
    }
    uint32_t mask = sim_exec_mask(t, u);
    vu s[3][PARTS], r[PARTS];
    const vu none = {0};
    for (unsigned k = 0; k < arity; k++) {
        if (common)
            load_quick(t, u, k, s[k]);
        else
            load_any(t, u, k, s[k]);
    }
    for (unsigned i = 0; i < parts_of(u); i++)
        r[i] = op(s[0][i], arity > 1 ? s[1][i] : none, arity > 2 ? s[2][i] : none);
    if (common && u->n == 16 && u->dst_packed && !u->result_cmod && !u->sat) {
        store_part(t, u, 0, mask, r[0]);
        store_part(t, u, 1, mask, r[1]);
    } else {
        finish_any(t, u, mask, r);
    }
}

#define IS_FLOAT(name, f) (f || SIM_FAST_##name == SIM_FAST_F_TO_D || SIM_FAST_##name == SIM_FAST_F_TO_UD)
#define ANY_COMMON(name, arity, f) ANY(name, arity, f, true)
#define ANY_OTHER(name, arity, f) ANY(name, arity, f, false)
#define ANY(name, arity, f, common)                                                                          \
    static void name##_any(struct sim_thread *t, const struct sim_uop *u)                                    \
    {                                                                                                        \
        run_any(t, u, op_##name, arity, IS_FLOAT(name, f), common);                                          \
    }
#define SHAPE(name, suffix, arity, f, parts, s0, s1)                                                         \
    static void name##_##suffix(struct sim_thread *t, const struct sim_uop *u)                               \
    {                                                                                                        \
        run_shape(t, u, op_##name, arity, IS_FLOAT(name, f), parts, s0, s1);                                 \
    }
#define ONE_CHANNEL(name, arity, f)                                                                          \
    static void name##_one(struct sim_thread *t, const struct sim_uop *u)                                    \
    {                                                                                                        \
        run_one(t, u, op_##name, arity, IS_FLOAT(name, f));                                                  \
    }
#define SHAPES(name, arity, f)                                                                               \
    SHAPE(name, vv8, arity, f, 1, false, false)                                                              \
    SHAPE(name, vs8, arity, f, 1, false, true)                                                               \
    SHAPE(name, sv8, arity, f, 1, true, false)                                                               \
    SHAPE(name, vv16, arity, f, 2, false, false)                                                             \
    SHAPE(name, vs16, arity, f, 2, false, true)                                                              \
    SHAPE(name, sv16, arity, f, 2, true, false)                                                              \
    SHAPE(name, vv32, arity, f, 4, false, false)                                                             \
    SHAPE(name, vs32, arity, f, 4, false, true)                                                              \
    SHAPE(name, sv32, arity, f, 4, true, false)
SIM_FAST_COMMON_OPS(ANY_COMMON)
SIM_FAST_OTHER_OPS(ANY_OTHER)
SIM_FAST_COMMON_OPS(SHAPES)
SIM_FAST_COMMON_OPS(ONE_CHANNEL)
#undef ONE_CHANNEL
#undef SHAPE
#undef SHAPES
#undef ANY

// ---- comparisons

typedef vu cmp_fn(vu a, vu b);

#define X(name, expr)                                                                                        \
    INLINE vu cmp_F_##name(vu x, vu y)                                                                       \
    {                                                                                                        \
        vf a = (vf)x, b = (vf)y;                                                                             \
        return (vu)(expr);                                                                                   \
    }                                                                                                        \
    INLINE vu cmp_D_##name(vu x, vu y)                                                                       \
    {                                                                                                        \
        vi a = (vi)x, b = (vi)y;                                                                             \
        return (vu)(expr);                                                                                   \
    }                                                                                                        \
    INLINE vu cmp_UD_##name(vu a, vu b)                                                                      \
    {                                                                                                        \
        return (vu)(expr);                                                                                   \
    }
SIM_FAST_CMPS(X)
#undef X

INLINE void run_cmp(struct sim_thread *t, const struct sim_uop *u, cmp_fn *cmp, bool is_float, bool any,
                    bool scalar0, bool scalar1)
{
    if (is_float && __builtin_expect(t->slow_float, 0)) {
        sim_alu_float(t, u);
        return;
    }
    uint32_t mask = sim_exec_mask(t, u), f = 0;
    vu a[PARTS], b[PARTS], r[PARTS];
    const unsigned parts = parts_of(u);
    if (any) {
        load_any(t, u, 0, a);
        load_any(t, u, 1, b);
    }
    for (unsigned i = 0; i < parts; i++) {
        r[i] = any ? cmp(a[i], b[i])
                   : cmp(load_shape(t, &u->src[0], scalar0, i), load_shape(t, &u->src[1], scalar1, i));
        f |= bits_of(r[i]) << (8 * i);
    }
    sim_flag_write(t, u, mask, f);
    if (!u->dst.null)
        store_any(t, u, mask, r);
}

#define CMP(type, name, f)                                                                                   \
    static void cmp_##type##_##name##_any(struct sim_thread *t, const struct sim_uop *u)                     \
    {                                                                                                        \
        run_cmp(t, u, cmp_##type##_##name, f, true, false, false);                                           \
    }                                                                                                        \
    static void cmp_##type##_##name##_vv(struct sim_thread *t, const struct sim_uop *u)                      \
    {                                                                                                        \
        run_cmp(t, u, cmp_##type##_##name, f, false, false, false);                                          \
    }                                                                                                        \
    static void cmp_##type##_##name##_vs(struct sim_thread *t, const struct sim_uop *u)                      \
    {                                                                                                        \
        run_cmp(t, u, cmp_##type##_##name, f, false, false, true);                                           \
    }                                                                                                        \
    static void cmp_##type##_##name##_ss(struct sim_thread *t, const struct sim_uop *u)                      \
    {                                                                                                        \
        run_cmp(t, u, cmp_##type##_##name, f, false, true, true);                                            \
    }                                                                                                        \
    static void cmp_##type##_##name##_sv(struct sim_thread *t, const struct sim_uop *u)                      \
    {                                                                                                        \
        run_cmp(t, u, cmp_##type##_##name, f, false, true, false);                                           \
    }
#define X(name, expr) CMP(F, name, true) CMP(D, name, false) CMP(UD, name, false)
SIM_FAST_CMPS(X)
#undef X
#undef CMP

// ---- sel by predicate

INLINE void run_sel(struct sim_thread *t, const struct sim_uop *u, bool any, bool scalar0, bool scalar1)
{
    uint32_t mask = sim_enabled(t, u), choose = sim_pred(t, u);
    vu a[PARTS], b[PARTS], r[PARTS];
    if (any) {
        load_any(t, u, 0, a);
        load_any(t, u, 1, b);
    }
    for (unsigned i = 0; i < parts_of(u); i++) {
        const vu which = lanes_of(choose >> (8 * i));
        r[i] =
            any ? pick(which, a[i], b[i])
                : pick(which, load_shape(t, &u->src[0], scalar0, i), load_shape(t, &u->src[1], scalar1, i));
    }
    store_any(t, u, mask, r);
}

static void sel_any(struct sim_thread *t, const struct sim_uop *u)
{
    run_sel(t, u, true, false, false);
}

static void sel_vv(struct sim_thread *t, const struct sim_uop *u)
{
    run_sel(t, u, false, false, false);
}

static void sel_vs(struct sim_thread *t, const struct sim_uop *u)
{
    run_sel(t, u, false, false, true);
}

static void sel_ss(struct sim_thread *t, const struct sim_uop *u)
{
    run_sel(t, u, false, true, true);
}

static void sel_sv(struct sim_thread *t, const struct sim_uop *u)
{
    run_sel(t, u, false, true, false);
}

// ---- transcendental functions

static void mathf_any(struct sim_thread *t, const struct sim_uop *u)
{
    if (t->slow_float) {
        sim_alu_math(t, u);
        return;
    }
    uint32_t mask = sim_exec_mask(t, u);
    vu a[PARTS] = {{0}}, b[PARTS] = {{0}}, r[PARTS] = {{0}};
    load_any(t, u, 0, a);
    if (u->src[1].kind)
        load_any(t, u, 1, b);
    for (unsigned k = 0; 8 * k < u->n; k++)
        sim_transcend()->lanes[u->math]((const float *)&a[k], (const float *)&b[k], (float *)&r[k], false);
    finish_any(t, u, mask, r);
}

// ---- the table

const struct sim_fast_table SIM_FAST_TABLE = {
    .op =
        {
#define X(name, arity, f)                                                                                    \
    [SIM_FAST_##name] = {{name##_vv8, name##_vs8, name##_sv8, name##_one, name##_any},                       \
                         {name##_vv16, name##_vs16, name##_sv16, name##_any, name##_any},                    \
                         {name##_vv32, name##_vs32, name##_sv32, name##_any, name##_any}},
            SIM_FAST_COMMON_OPS(X)
#undef X
#define X(name, arity, f)                                                                                    \
    [SIM_FAST_##name] = {{name##_any, name##_any, name##_any, name##_any, name##_any},                       \
                         {name##_any, name##_any, name##_any, name##_any, name##_any},                       \
                         {name##_any, name##_any, name##_any, name##_any, name##_any}},
                SIM_FAST_OTHER_OPS(X)
#undef X
        },
    .cmp =
        {
#define CMP(type, name)                                                                                      \
    [SIM_FAST_##type##_##name] = {cmp_##type##_##name##_vv, cmp_##type##_##name##_vs,                        \
                                  cmp_##type##_##name##_sv, cmp_##type##_##name##_ss,                        \
                                  cmp_##type##_##name##_any},
#define X(name, expr) CMP(F, name) CMP(D, name) CMP(UD, name)
            SIM_FAST_CMPS(X)
#undef X
#undef CMP
        },
    .sel = {sel_vv, sel_vs, sel_sv, sel_ss, sel_any},
    .mathf = mathf_any,
};
