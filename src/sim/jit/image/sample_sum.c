// Weighted sums of a sample's texels: of integers where texels are bytes, else of doubles, in the order of
// surface/lanes_filter.inc.h. A second level is looked at where a channel of the eight has one.
//
// Of floats only texels that have a weight count, and of one alone the bits are the result: it may be no
// number, or -0. The first texel always has a weight; it is alone if the other's is zero on each axis. Where
// all sums are finite the texels are, and those without a weight need no care (jit/image/sample.c).
#include <stddef.h>
#include <string.h>

#include "sim/jit/image/sample.h"

// What all weights are together.
static double whole_weight(const struct sample *q, bool levels)
{
    return FRACTION * FRACTION * (q->dims == 3 ? (double)FRACTION : 1) * (levels ? (double)FRACTION : 1);
}

// The quotient as a double and then a float. By a power of two the product is the same. By the largest number
// of an UNORM channel as well: its sums are integers, of which no quotient that is no float lies as near to
// the middle between two of them as a double's error is (2^-41 of it at least for 16 bits), if whole ones
// have no more than 24 bits.
static val divided(const struct sample *q, val sum, double whole, bool levels)
{
    struct jt *j = q->j;
    const bool exact = !(q->dims == 3 && levels);
    const val v =
        exact ? fmul(j, sum, real(j, 1 / whole)) : jit_fp(j, CONSTRAINED("fdiv"), sum, real(j, whole), NULL);
    return as_int(j, LLVMBuildFPTrunc(B, v, floats(j), ""));
}

// ---- sums of UNORM bytes, as integers

static val halves(struct jt *j, val v)
{
    return LLVMBuildBitCast(B, v, LLVMVectorType(j->i16, 2 * j->lanes), "");
}

static val multiply16(struct jt *j, val a, val b)
{
    return LLVMBuildBitCast(B, mul(j, halves(j, a), halves(j, b)), j->words, "");
}

// The bits of `a` that the mask has, and the others of `b`. (LLVM makes three operations of a permutation of
// words instead.)
static val chosen(struct jt *j, uint32_t mask, val a, val b)
{
    enum { FIRST_SELECTS = 0xca };
    if (!j->has_avx512)
        return LLVMBuildOr(B, masked(j, a, mask), masked(j, b, ~mask), "");
    val args[4] = {words(j, mask), a, b, jit_const(j, j->i32, FIRST_SELECTS)};
    return jit_intrinsic(
        j, j->lanes > JIT_CHUNK ? "llvm.x86.avx512.pternlog.d.512" : "llvm.x86.avx512.pternlog.d.256", NULL,
        0, args, 4);
}

// Two rows' numbers of 16 bits, in the low or the high halves, by their weights of 256. (The factors of the
// instruction have signs: 2^15 less, which is 2^23 less of all weights together.)
static val mean_of_rows(struct jt *j, val upper, val lower, val weights, bool high)
{
    const val both =
        high ? chosen(j, 0xffff, shr(j, upper, 16), lower) : chosen(j, 0xffff, upper, shl(j, lower, 16));
    val args[2] = {halves(j, LLVMBuildXor(B, both, words(j, 0x80008000), "")), halves(j, weights)};
    const char *const way = j->lanes > JIT_CHUNK ? "llvm.x86.avx512.pmaddw.d.512" : "llvm.x86.avx2.pmadd.wd";
    return add(j, jit_intrinsic(j, way, NULL, 0, args, 2), words(j, 1u << 23));
}

static val two_bytes(struct jt *j, val texel, bool odd)
{
    if (!odd)
        return masked(j, texel, 0x00ff00ff);
    const val h = halves(j, texel);
    return LLVMBuildBitCast(B, LLVMBuildLShr(B, h, jit_const(j, LLVMTypeOf(h), 8), ""), j->words, "");
}

// Means of four texels' bytes, of 256 * 256 each: by columns in 16 bits, two bytes at once, then by rows.
static void mean_of_bytes(struct jt *j, val texel[2][2], val x, val y, val out[4])
{
    const val right = LLVMBuildOr(B, x, shl(j, x, 16), ""), left = sub(j, words(j, 0x01000100), right);
    const val down = LLVMBuildOr(B, sub(j, words(j, FRACTION), y), shl(j, y, 16), "");
    for (unsigned odd = 0; odd < 2; odd++) {
        val row[2];
        for (unsigned n = 0; n < 2; n++)
            row[n] = add(j, multiply16(j, two_bytes(j, texel[n][0], odd), left),
                         multiply16(j, two_bytes(j, texel[n][1], odd), right));
        out[odd] = mean_of_rows(j, row[0], row[1], down, false);
        out[odd + 2] = mean_of_rows(j, row[0], row[1], down, true);
    }
}

static val mean_byte(const struct sample *q, val sum, bool levels)
{
    struct jt *j = q->j;
    if (q->dims < 3 && !levels)
        return jit_texel_quotient(j, sum, 255.0 * FRACTION * FRACTION);
    return divided(q, LLVMBuildUIToFP(B, sum, doubles(j), ""), 255 * whole_weight(q, levels), levels);
}

// ---- sums of others

static bool has_floats(const struct sim_format *f)
{
    bool any = f->codec;
    for (unsigned n = 0; n < 4; n++)
        any = any || f->ch[n].kind == SIM_CH_SF || f->ch[n].kind == SIM_CH_UF;
    return any;
}

bool sample_sums_floats(const struct sample *q)
{
    return !sample_sums_bytes(q) && !q->compares && has_floats(q->shape->format);
}

// What is added up: in 32 bits or as doubles; and of floats the first texel and whether it is alone.
struct total {
    val sum[4], first[4], alone;
};

static void add_bytes(const struct sample *q, val share, struct total *t)
{
    struct jt *j = q->j;
    const struct sample_footprint p = sample_footprint_of(q);
    for (unsigned k = 0; k < p.z.n; k++) {
        val raw[2][2][4], texel[2][2], mean[4];
        sample_fetch_slice(q, &p, k, raw);
        for (unsigned i = 0; i < 4; i++)
            texel[i / 2][i % 2] = raw[i / 2][i % 2][0];
        mean_of_bytes(j, texel, p.x.weight[1], p.y.weight[1], mean);
        const val w = q->dims == 3 ? p.z.weight[k] : share;
        for (unsigned b = 0; b < 4; b++) {
            const val v = w ? mul(j, mean[b], w) : mean[b];
            t->sum[b] = t->sum[b] ? add(j, t->sum[b], v) : v;
        }
    }
}

// Whether a texel of a footprint has a weight; NULL: it has.
static val counts(const struct sample *q, const struct sample_footprint *p, const unsigned at[3], val share)
{
    struct jt *j = q->j;
    const struct sample_axis *axis[3] = {&p->x, &p->y, &p->z};
    val all = share ? icmp(j, LLVMIntNE, share, words(j, 0)) : NULL;
    for (unsigned k = 0; k < 3; k++) {
        if (!at[k])
            continue;
        const val one = icmp(j, LLVMIntNE, axis[k]->weight[1], words(j, 0));
        all = all ? LLVMBuildAnd(B, all, one, "") : one;
    }
    return all;
}

// Products of numbers and weights fit a double, but for those of three axes and a share. (Of two that are
// none the sum keeps the first, and the instruction that does both the second.)
static val add_product(const struct sample *q, val sum, val value, val weight, val share)
{
    struct jt *j = q->j;
    if (q->careful || (q->dims == 3 && share))
        return fadd(j, sum, fmul(j, value, weight));
    return fma_of(j, value, weight, sum);
}

static val weight_of(const struct sample *q, const struct sample_footprint *p, const unsigned at[3],
                     val share)
{
    struct jt *j = q->j;
    val w = mul(j, p->x.weight[at[0]], p->y.weight[at[1]]);
    if (q->dims == 3)
        w = mul(j, w, p->z.weight[at[2]]);
    else if (share)
        w = mul(j, w, share);
    w = LLVMBuildSIToFP(B, w, doubles(j), "");
    return q->dims == 3 && share ? fmul(j, w, LLVMBuildSIToFP(B, share, doubles(j), "")) : w;
}

static void add_texel(const struct sample *q, const val raw[4], val weight, val counted, val share,
                      struct total *t)
{
    struct jt *j = q->j;
    for (unsigned n = 0; n < 4; n++) {
        if (!(q->shape->format->present >> n & 1))
            continue;
        val v = jit_texel_number(j, q->shape->format, n, (val *)raw);
        if (counted)
            v = pick(j, counted, v, words(j, 0));
        t->sum[n] = add_product(q, t->sum[n], to_doubles(j, v), weight, share);
    }
}

// `second`: of two levels, of which not all channels have both.
static void add_texels(const struct sample *q, val share, bool second, struct total *t)
{
    struct jt *j = q->j;
    const struct sample_footprint p = sample_footprint_of(q);
    unsigned at[3];
    for (unsigned n = 0; n < 4 && !second; n++)
        t->sum[n] = real(j, 0);
    for (at[2] = 0; at[2] < p.z.n; at[2]++) {
        val raw[2][2][4];
        sample_fetch_slice(q, &p, at[2], raw);
        if (!second && !at[2])
            memcpy(t->first, raw[0][0], sizeof(raw[0][0]));
        for (at[1] = 0; at[1] < p.y.n; at[1]++)
            for (at[0] = 0; at[0] < p.x.n; at[0]++)
                add_texel(q, raw[at[1]][at[0]], weight_of(q, &p, at, share),
                          q->careful ? counts(q, &p, at, second ? share : NULL) : NULL, share, t);
    }
    if (second || !has_floats(q->shape->format))
        return;
    val others = share ? sub(j, words(j, FRACTION), share) : words(j, 0);
    const struct sample_axis *axis[3] = {&p.x, &p.y, &p.z};
    for (unsigned k = 0; k < 3; k++)
        if (axis[k]->n > 1)
            others = LLVMBuildOr(B, others, axis[k]->weight[1], "");
    t->alone = icmp(j, LLVMIntEQ, others, words(j, 0));
}

// ---- comparisons

// Of UNORM texels with what they can be; what is no number is 1.
val sample_reference(const struct sample *q)
{
    struct jt *j = q->j;
    const struct sim_format *f = q->shape->format;
    val r = as_float(j, q->reference);
    if (f->ch[0].kind != SIM_CH_UN && f->ch[3].kind != SIM_CH_UN)
        return r;
    r = pick(j, jit_fcmp(j, LLVMRealOLT, r, real32(j, 1)), r, real32(j, 1));
    return pick(j, jit_fcmp(j, LLVMRealOGT, r, real32(j, 0)), r, real32(j, 0));
}

val sample_unless_held(const struct sample *q, const val raw[4], val reference, val weight)
{
    static const LLVMRealPredicate predicates[] = {
        [GEN_PREFILTEROP_LESS] = LLVMRealOLT,     [GEN_PREFILTEROP_EQUAL] = LLVMRealOEQ,
        [GEN_PREFILTEROP_LEQUAL] = LLVMRealOLE,   [GEN_PREFILTEROP_GREATER] = LLVMRealOGT,
        [GEN_PREFILTEROP_NOTEQUAL] = LLVMRealUNE, [GEN_PREFILTEROP_GEQUAL] = LLVMRealOGE};
    struct jt *j = q->j;
    const unsigned comparison = q->sampler.comparison;
    if (comparison == GEN_PREFILTEROP_ALWAYS || comparison == GEN_PREFILTEROP_NEVER)
        return comparison == GEN_PREFILTEROP_NEVER ? weight : words(j, 0);
    const val v = as_float(j, jit_texel_bits(j, q->shape->format, 0, (val *)raw));
    return pick(j, jit_fcmp(j, predicates[comparison], v, reference), words(j, 0), weight);
}

static void add_compared(const struct sample *q, val share, struct total *t)
{
    struct jt *j = q->j;
    const struct sample_footprint p = sample_footprint_of(q);
    const val reference = sample_reference(q);
    val raw[2][2][4];
    sample_fetch_slice(q, &p, 0, raw);
    for (unsigned n = 0; n < p.y.n; n++)
        for (unsigned i = 0; i < p.x.n; i++) {
            val w = mul(j, p.x.weight[i], p.y.weight[n]);
            w = sample_unless_held(q, raw[n][i], reference, share ? mul(j, w, share) : w);
            t->sum[0] = t->sum[0] ? add(j, t->sum[0], w) : w;
        }
}

// Sums are of up to 2^24: floats have all of them.
static void finish_compared(const struct sample *q, val sum, bool levels, val out[4])
{
    struct jt *j = q->j;
    const val v = LLVMBuildSIToFP(B, sum, floats(j), "");
    out[0] = as_int(j, fmul(j, v, real32(j, 1 / whole_weight(q, levels))));
    out[1] = out[2] = words(j, 0);
    out[3] = as_int(j, real32(j, 1));
}

// ---- both levels

static LLVMBasicBlockRef new_block(struct jt *j)
{
    return LLVMAppendBasicBlockInContext(j->ctx, LLVMGetBasicBlockParent(LLVMGetInsertBlock(B)), "");
}

// Goes on in the first of two new blocks if any lane holds; *from: where it was, *end: the second one.
static void enter_if_any(struct jt *j, val lanes, LLVMBasicBlockRef *from, LLVMBasicBlockRef *end)
{
    LLVMBasicBlockRef then = new_block(j);
    const val any = any_holds(j, lanes);
    *from = LLVMGetInsertBlock(B);
    *end = new_block(j);
    LLVMBuildCondBr(B, any, then, *end);
    LLVMPositionBuilderAtEnd(B, then);
}

// Ends that block: each of the values is what it was before, or what it became.
static void leave(struct jt *j, LLVMBasicBlockRef from, LLVMBasicBlockRef end, const val before[4],
                  val now[4])
{
    LLVMBasicBlockRef blocks[2] = {from, LLVMGetInsertBlock(B)};
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, end);
    for (unsigned n = 0; n < 4; n++) {
        if (!now[n])
            continue;
        val ways[2] = {before[n], now[n]};
        now[n] = LLVMBuildPhi(B, LLVMTypeOf(now[n]), "");
        LLVMAddIncoming(now[n], ways, blocks, 2);
    }
}

static void add_level(const struct sample *q, val share, bool second, struct total *t)
{
    if (q->compares)
        add_compared(q, share, t);
    else if (sample_sums_bytes(q))
        add_bytes(q, share, t);
    else
        add_texels(q, share, second, t);
}

static void add_levels(struct sample *q, const struct sample_levels *l, struct total *t)
{
    struct jt *j = q->j;
    LLVMBasicBlockRef from, end;
    val before[4];
    sample_enter_level(q, l->first);
    add_level(q, l->share ? sub(j, words(j, FRACTION), l->share) : NULL, false, t);
    if (!l->share)
        return;
    for (unsigned n = 0; n < 4; n++)
        before[n] = t->sum[n];
    const val more = icmp(j, LLVMIntNE, l->share, words(j, 0));
    enter_if_any(j, more, &from, &end);
    sample_enter_level(q, sub(j, l->first, LLVMBuildSExt(B, more, j->words, "")));
    add_level(q, l->share, true, t);
    leave(j, from, end, before, t->sum);
}

// Where a texel of floats is alone its bits are the answer.
static void take_alone(const struct sample *q, const struct total *t, val out[4])
{
    struct jt *j = q->j;
    LLVMBasicBlockRef from, end;
    val before[4];
    for (unsigned n = 0; n < 4; n++)
        before[n] = out[n];
    enter_if_any(j, t->alone, &from, &end);
    for (unsigned n = 0; n < 4; n++)
        if (out[n])
            out[n] = pick(j, t->alone, jit_texel_bits(j, q->shape->format, n, (val *)t->first), out[n]);
    leave(j, from, end, before, out);
}

void sample_sum(struct sample *q, const struct sample_levels *levels, val out[4])
{
    const struct sim_format *f = q->shape->format;
    struct total t = {{NULL}};
    const bool shared = levels && levels->share;
    if (levels)
        add_levels(q, levels, &t);
    else
        add_level(q, NULL, false, &t);
    if (q->compares) {
        finish_compared(q, t.sum[0], shared, out);
        return;
    }
    for (unsigned n = 0; n < 4; n++) {
        out[n] = NULL;
        if (!(f->present >> n & 1))
            continue;
        out[n] = sample_sums_bytes(q)
                     ? mean_byte(q, t.sum[f->ch[n].shift / 8], shared)
                     : divided(q, t.sum[n], whole_weight(q, shared) * sim_format_scale(f, n), shared);
    }
    if (t.alone)
        take_alone(q, &t, out);
}
