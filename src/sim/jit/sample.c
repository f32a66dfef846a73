// Filtered samples of surfaces of one level, by the arithmetic of surface/lanes_filter.inc.h, to whose bits
// they are the same: places on each axis in double precision, weights of 256, sums of integers where texels
// are bytes and of doubles elsewhere, in the same order. A function of the translation for each kind of
// surface and sampler, which is called for eight channels: messages are many, and LLVM's time counts.
//
// Any coordinates give texels within the surface, so that no mask is needed.
#include <stddef.h>

#include "sim/jit/image.h"
#include "sim/jit/texel.h"
#include "sim/sampler/shape.h"

#define CONSTRAINED(name) "llvm.experimental.constrained." name

enum { FRACTION = 256, LANES = 8 };

struct sample {
    struct jt *j;
    const struct sim_image_shape *shape;
    struct sim_sampler_shape sampler;
    bool linear;
    unsigned gather; // the channel and one; 0: a sample
    unsigned dims;
    val at, coords[3];
    val host, pitch, qpitch, size[3]; // the last two in texels, lanes of integers
};

// One texel or two neighbours of an axis: their indices and weights of 256.
struct sample_axis {
    unsigned n;
    val index[2], weight[2];
};

bool jit_sample_ok(const struct sim_image_shape *shape, uint32_t sampler)
{
    return sampler && shape->one_level && jit_texel_ok(shape->format, false);
}

bool jit_gather_ok(const struct sim_image_shape *shape, unsigned gather)
{
    return !shape->volume && shape->select[gather - 1] >= GEN_SCS_RED;
}

// ---- lanes of doubles

static type doubles(struct jt *j)
{
    return LLVMVectorType(j->f64, LANES);
}

static val real(struct jt *j, double c)
{
    return jit_splat(j, LLVMConstReal(j->f64, c), LANES);
}

static val words(struct jt *j, uint32_t c)
{
    return jit_const(j, j->v8, c);
}

static val fmul(struct jt *j, val a, val b)
{
    return jit_fp(j, CONSTRAINED("fmul"), a, b, NULL);
}

static val fadd(struct jt *j, val a, val b)
{
    return jit_fp(j, CONSTRAINED("fadd"), a, b, NULL);
}

static val fsub(struct jt *j, val a, val b)
{
    return jit_fp(j, CONSTRAINED("fsub"), a, b, NULL);
}

static val to_doubles(struct jt *j, val bits)
{
    return LLVMBuildFPExt(B, as_float(j, bits), doubles(j), "");
}

static val to_integers(struct jt *j, val v)
{
    return LLVMBuildFPToSI(B, v, j->v8, "");
}

// Not a number: zero.
static val numbers(struct jt *j, val v)
{
    return pick(j, fcmp(j, LLVMRealORD, v, v), v, real(j, 0));
}

static val limit(struct jt *j, val v, val low, val high)
{
    v = pick(j, fcmp(j, LLVMRealOLT, v, high), v, high);
    return pick(j, fcmp(j, LLVMRealOGT, v, low), v, low);
}

static val floors(struct jt *j, val v)
{
    return jit_round(j, JIT_ROUND_DOWN, v);
}

// ---- lanes of integers

static val add(struct jt *j, val a, val b)
{
    return LLVMBuildAdd(B, a, b, "");
}

static val sub(struct jt *j, val a, val b)
{
    return LLVMBuildSub(B, a, b, "");
}

static val mul(struct jt *j, val a, val b)
{
    return LLVMBuildMul(B, a, b, "");
}

static val shr(struct jt *j, val v, unsigned n)
{
    return n ? LLVMBuildLShr(B, v, words(j, n), "") : v;
}

static val shl(struct jt *j, val v, unsigned n)
{
    return LLVMBuildShl(B, v, words(j, n), "");
}

static val either(struct jt *j, LLVMIntPredicate better, val a, val b)
{
    return pick(j, icmp(j, better, a, b), a, b);
}

static val member(const struct sample *q, size_t offset, type t)
{
    struct jt *j = q->j;
    val o = LLVMConstInt(j->i64, offset, false);
    return LLVMBuildLoad2(B, t, LLVMBuildInBoundsGEP2(B, j->i8, q->at, &o, 1, ""), "");
}

static val member_lanes(const struct sample *q, size_t offset)
{
    return jit_splat(q->j, member(q, offset, q->j->i32), LANES);
}

static void load_members(struct sample *q)
{
    struct jt *j = q->j;
    for (unsigned k = 0; k < 3; k++)
        q->size[k] = add(j, member_lanes(q, offsetof(struct sim_image, last) + 4 * k), words(j, 1));
    q->pitch = member_lanes(q, offsetof(struct sim_image, pitch));
    q->qpitch = member_lanes(q, offsetof(struct sim_image, qpitch));
    q->host = member(q, offsetof(struct sim_image, host), j->ptr);
}

static bool sums_bytes(const struct sample *q)
{
    return q->linear && !q->gather && q->shape->format->unorm_bytes;
}

// ---- one axis

static type floats(struct jt *j)
{
    return LLVMVectorType(j->f32, LANES);
}

static val real32(struct jt *j, double c)
{
    return jit_splat(j, LLVMConstReal(j->f32, c), LANES);
}

// The same number as position() finds in double precision, of coordinates from -1 to 2: the product as a
// float and what it lacks, which decide on which side of an integer it is. Other coordinates become one of
// these, and so does what is no number: clamped to the edge, both neighbours are the same texel in any case.
static val position_of_clamped(const struct sample *q, unsigned k)
{
    struct jt *j = q->j;
    const val size = LLVMBuildSIToFP(B, shl(j, q->size[k], 8), floats(j), "");
    val u = as_float(j, q->coords[k]);
    u = pick(j, fcmp(j, LLVMRealOGT, u, real32(j, -1)), u, real32(j, -1));
    u = pick(j, fcmp(j, LLVMRealOLT, u, real32(j, 2)), u, real32(j, 2));
    const val product = fmul(j, u, size), whole = floors(j, product), part = fsub(j, product, whole);
    const val lacks = jit_fp(j, CONSTRAINED("fma"), u, size, LLVMBuildFNeg(B, product, ""));
    const val at = to_integers(j, whole);
    if (!q->sampler.rounded[k]) // one less if below the integer
        return add(j, at,
                   LLVMBuildSExt(B, jit_fcmp(j, LLVMRealOLT, lacks, LLVMBuildFNeg(B, part, "")), j->v8, ""));
    const val up = jit_fcmp(j, LLVMRealOGE, lacks, fsub(j, real32(j, 0.5), part));
    return sub(j, at, LLVMBuildSExt(B, up, j->v8, ""));
}

// The position in texels, of 8 fraction bits.
static val position(const struct sample *q, unsigned k)
{
    struct jt *j = q->j;
    const unsigned mode = q->sampler.mode[k];
    if (q->coords[k] && mode == GEN_TCM_CLAMP && !q->sampler.plain && sums_bytes(q))
        return position_of_clamped(q, k);
    val u = q->coords[k] ? numbers(j, to_doubles(j, q->coords[k])) : real(j, 0);
    if (mode == GEN_TCM_WRAP || mode == GEN_TCM_MIRROR)
        u = limit(j, u, real(j, -1e30), real(j, 1e30));
    if (mode == GEN_TCM_WRAP)
        u = fsub(j, u, floors(j, u));
    else if (mode == GEN_TCM_MIRROR)
        u = fsub(j, u, fmul(j, floors(j, fmul(j, u, real(j, 0.5))), real(j, 2)));
    if (!q->sampler.plain)
        u = fmul(j, u, LLVMBuildSIToFP(B, q->size[k], doubles(j), ""));
    // (What a factor of 256 does to the limits is exact.)
    val s = limit(j, fmul(j, u, real(j, FRACTION)), real(j, -1e6 * FRACTION), real(j, 1e6 * FRACTION));
    if (q->sampler.rounded[k])
        s = fadd(j, s, real(j, 0.5));
    return to_integers(j, floors(j, s));
}

// Of numbers from -period to 2 * period - 1.
static val remainders(struct jt *j, val index, val period)
{
    index = add(j, index, pick(j, icmp(j, LLVMIntSLT, index, words(j, 0)), period, words(j, 0)));
    return sub(j, index, pick(j, icmp(j, LLVMIntSGE, index, period), period, words(j, 0)));
}

static val wrap(const struct sample *q, unsigned k, val index)
{
    struct jt *j = q->j;
    const val size = q->size[k], last = sub(j, size, words(j, 1));
    switch (q->sampler.mode[k]) {
    case GEN_TCM_WRAP:
        return remainders(j, index, size);
    case GEN_TCM_MIRROR: {
        const val r = remainders(j, index, add(j, size, size));
        return either(j, LLVMIntSLT, r, sub(j, add(j, size, last), r));
    }
    case GEN_TCM_MIRROR_ONCE:
        index = either(j, LLVMIntSGT, index, LLVMBuildNot(B, index, ""));
        return either(j, LLVMIntSLT, index, last);
    default:
        index = either(j, LLVMIntSGT, index, words(j, 0));
        return either(j, LLVMIntSLT, index, last);
    }
}

static struct sample_axis axis_of(const struct sample *q, unsigned k)
{
    struct jt *j = q->j;
    struct sample_axis a = {.n = q->linear ? 2 : 1};
    val fixed = position(q, k);
    if (q->linear)
        fixed = sub(j, fixed, words(j, FRACTION / 2));
    const val first = LLVMBuildAShr(B, fixed, words(j, 8), "");
    a.index[0] = wrap(q, k, first);
    a.weight[0] = words(j, FRACTION);
    if (!q->linear)
        return a;
    a.index[1] = wrap(q, k, add(j, first, words(j, 1)));
    a.weight[1] = masked(j, fixed, FRACTION - 1);
    a.weight[0] = sub(j, words(j, FRACTION), a.weight[1]);
    return a;
}

// ---- all axes

struct sample_footprint {
    struct sample_axis x, y, z;
    val column[2], row[2][2]; // row: of a slice
};

static val slice_of(const struct sample *q)
{
    struct jt *j = q->j;
    val c = to_doubles(j, q->coords[2]);
    const val layers = LLVMBuildSIToFP(B, q->size[2], doubles(j), "");
    c = numbers(j, fadd(j, c, real(j, 0.5)));
    return to_integers(j, limit(j, c, real(j, 0), fsub(j, layers, real(j, 0.5))));
}

static struct sample_footprint footprint_of(const struct sample *q)
{
    struct jt *j = q->j;
    struct sample_footprint p = {.x = axis_of(q, 0), .y = axis_of(q, 1), .z = {.n = 1}};
    if (q->dims == 3)
        p.z = axis_of(q, 2);
    else
        p.z.index[0] = q->shape->array && q->coords[2] ? slice_of(q) : NULL;
    for (unsigned i = 0; i < p.x.n; i++)
        p.column[i] = jit_image_column(j, q->shape, p.x.index[i]);
    for (unsigned k = 0; k < p.z.n; k++)
        for (unsigned i = 0; i < p.y.n; i++) {
            const val z = p.z.index[k], y = p.y.index[i];
            p.row[k][i] = jit_image_row(j, q->shape, z ? add(j, y, mul(j, z, q->qpitch)) : y, q->pitch);
        }
    return p;
}

static void fetch(const struct sample *q, const struct sample_footprint *p, unsigned i, unsigned n,
                  unsigned k, val raw[4])
{
    jit_image_fetch(q->j, q->shape->format, q->host, add(q->j, p->column[i], p->row[k][n]), NULL, raw);
}

// What all weights are together.
static double whole_weight(const struct sample *q)
{
    return FRACTION * FRACTION * (q->dims == 3 ? (double)FRACTION : 1);
}

// ---- sums of UNORM bytes, as integers

static val halves(struct jt *j, val v)
{
    return LLVMBuildBitCast(B, v, LLVMVectorType(j->i16, 2 * LANES), "");
}

static val multiply16(struct jt *j, val a, val b)
{
    return LLVMBuildBitCast(B, mul(j, halves(j, a), halves(j, b)), j->v8, "");
}

// Two rows' numbers of 16 bits, in the low or the high halves, by their weights of 256. (The factors of the
// instruction have signs: 2^15 less, which is 2^23 less of all weights together.)
static val mean_of_rows(struct jt *j, val upper, val lower, val weights, bool high)
{
    const val both = high ? LLVMBuildOr(B, shr(j, upper, 16), masked(j, lower, 0xffff0000), "")
                          : LLVMBuildOr(B, masked(j, upper, 0xffff), shl(j, lower, 16), "");
    val args[2] = {halves(j, LLVMBuildXor(B, both, words(j, 0x80008000), "")), halves(j, weights)};
    return add(j, jit_intrinsic(j, "llvm.x86.avx2.pmadd.wd", NULL, 0, args, 2), words(j, 1u << 23));
}

static val two_bytes(struct jt *j, val texel, bool odd)
{
    if (!odd)
        return masked(j, texel, 0x00ff00ff);
    const val h = halves(j, texel);
    return LLVMBuildBitCast(B, LLVMBuildLShr(B, h, jit_const(j, LLVMTypeOf(h), 8), ""), j->v8, "");
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

static val mean_byte(const struct sample *q, val sum)
{
    struct jt *j = q->j;
    if (q->dims < 3) { // (24 bits)
        const val v = LLVMBuildSIToFP(B, sum, LLVMVectorType(j->f32, LANES), "");
        const val by = jit_splat(j, LLVMConstReal(j->f32, 255.0 * FRACTION * FRACTION), LANES);
        return as_int(j, jit_fp(j, CONSTRAINED("fdiv"), v, by, NULL));
    }
    val v = LLVMBuildUIToFP(B, sum, doubles(j), "");
    v = jit_fp(j, CONSTRAINED("fdiv"), v, real(j, 255 * whole_weight(q)), NULL);
    return as_int(j, LLVMBuildFPTrunc(B, v, LLVMVectorType(j->f32, LANES), ""));
}

static void sum_bytes(const struct sample *q, val out[4])
{
    struct jt *j = q->j;
    const struct sample_footprint p = footprint_of(q);
    val sum[4];
    for (unsigned k = 0; k < p.z.n; k++) {
        val texel[2][2], mean[4];
        for (unsigned n = 0; n < 2; n++)
            for (unsigned i = 0; i < 2; i++) {
                val raw[4];
                fetch(q, &p, i, n, k, raw);
                texel[n][i] = raw[0];
            }
        mean_of_bytes(j, texel, p.x.weight[1], p.y.weight[1], mean);
        for (unsigned b = 0; b < 4; b++) {
            const val v = q->dims == 3 ? mul(j, mean[b], p.z.weight[k]) : mean[b];
            sum[b] = k ? add(j, sum[b], v) : v;
        }
    }
    for (unsigned n = 0; n < 4; n++)
        if (q->shape->format->present >> n & 1)
            out[n] = mean_byte(q, sum[q->shape->format->ch[n].shift / 8]);
}

// ---- sums of others

// Of floats only texels that have a weight count, and of one alone the bits are the result: it may be no
// number, or -0.
struct sample_sum {
    val value[4], some[4], count;
    bool floats;
};

static bool has_floats(const struct sim_format *f)
{
    bool any = false;
    for (unsigned n = 0; n < 4; n++)
        any = any || f->ch[n].kind == SIM_CH_SF || f->ch[n].kind == SIM_CH_UF;
    return any;
}

static void add_texel(const struct sample *q, val raw[4], val weight, struct sample_sum *sum)
{
    struct jt *j = q->j;
    const val w = LLVMBuildSIToFP(B, weight, doubles(j), "");
    const val counts = icmp(j, LLVMIntNE, weight, words(j, 0));
    for (unsigned n = 0; n < 4; n++) {
        if (!(q->shape->format->present >> n & 1))
            continue;
        const val v = jit_texel_number(j, q->shape->format, n, raw);
        val product = fmul(j, to_doubles(j, v), w);
        if (sum->floats) {
            product = pick(j, counts, product, real(j, 0));
            sum->some[n] = sum->some[n] ? pick(j, counts, v, sum->some[n]) : v;
        }
        sum->value[n] = fadd(j, sum->value[n], product);
    }
    sum->count = sub(j, sum->count, LLVMBuildSExt(B, counts, j->v8, ""));
}

static void weighted_sum(const struct sample *q, val out[4])
{
    struct jt *j = q->j;
    const struct sample_footprint p = footprint_of(q);
    struct sample_sum sum = {.floats = has_floats(q->shape->format), .count = words(j, 0)};
    for (unsigned n = 0; n < 4; n++)
        sum.value[n] = real(j, 0);
    for (unsigned k = 0; k < p.z.n; k++)
        for (unsigned n = 0; n < 2; n++)
            for (unsigned i = 0; i < 2; i++) {
                val raw[4], w = mul(j, p.x.weight[i], p.y.weight[n]);
                fetch(q, &p, i, n, k, raw);
                add_texel(q, raw, q->dims == 3 ? mul(j, w, p.z.weight[k]) : w, &sum);
            }
    for (unsigned n = 0; n < 4; n++) {
        if (!(q->shape->format->present >> n & 1))
            continue;
        const val whole = real(j, whole_weight(q) * sim_format_scale(q->shape->format, n));
        const val mean = jit_fp(j, CONSTRAINED("fdiv"), sum.value[n], whole, NULL);
        out[n] = as_int(j, LLVMBuildFPTrunc(B, mean, LLVMVectorType(j->f32, LANES), ""));
        if (sum.floats)
            out[n] = pick(j, icmp(j, LLVMIntEQ, sum.count, words(j, 1)), sum.some[n], out[n]);
    }
}

// ---- the function

static val selected(const struct sample *q, unsigned n, const val channels[4])
{
    struct jt *j = q->j;
    const unsigned select = q->shape->select[n];
    if (select < GEN_SCS_RED)
        return words(j, select == 1 ? sim_format_default(q->shape->format, 3) : 0);
    const unsigned from = select - GEN_SCS_RED;
    return q->shape->format->present >> from & 1 ? channels[from]
                                                 : words(j, sim_format_default(q->shape->format, from));
}

// Lower left, lower right, upper right, upper left.
static void gather(const struct sample *q, val answer[4])
{
    static const uint8_t places[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    const struct sample_footprint p = footprint_of(q);
    for (unsigned n = 0; n < 4; n++) {
        val raw[4];
        fetch(q, &p, places[n][0], places[n][1], 0, raw);
        answer[n] = jit_texel_decode(q->j, q->shape, q->gather - 1, raw);
    }
}

static void answer_of(struct sample *q, val answer[4])
{
    val channels[4] = {NULL}, raw[4];
    load_members(q);
    if (q->gather) {
        gather(q, answer);
        return;
    }
    if (!q->linear) {
        const struct sample_footprint p = footprint_of(q);
        fetch(q, &p, 0, 0, 0, raw);
        for (unsigned n = 0; n < 4; n++)
            answer[n] = jit_texel_decode(q->j, q->shape, n, raw);
        return;
    }
    (sums_bytes(q) ? sum_bytes : weighted_sum)(q, channels);
    for (unsigned n = 0; n < 4; n++)
        answer[n] = selected(q, n, channels);
}

static val new_function(struct jt *j, struct sample *q, unsigned coords)
{
    type args[4] = {j->ptr, j->v8, j->v8, j->v8}, results[4] = {j->v8, j->v8, j->v8, j->v8};
    const type t = LLVMFunctionType(LLVMStructTypeInContext(j->ctx, results, 4, false), args, 4, false);
    const val fn = LLVMAddFunction(j->mod, "sample", t);
    const LLVMBasicBlockRef before = LLVMGetInsertBlock(B);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    jit_function_attributes(j, fn);
    LLVMAddAttributeAtIndex(
        fn, LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(j->ctx, LLVMGetEnumAttributeKindForName("noinline", 8), 0));
    LLVMPositionBuilderAtEnd(B, LLVMAppendBasicBlockInContext(j->ctx, fn, ""));
    q->at = LLVMGetParam(fn, 0);
    for (unsigned k = 0; k < coords; k++)
        q->coords[k] = LLVMGetParam(fn, k + 1);
    val answer[4];
    answer_of(q, answer);
    LLVMBuildAggregateRet(B, answer, 4);
    LLVMPositionBuilderAtEnd(B, before);
    return fn;
}

static val function_of(struct jt *j, const struct sim_image_shape *shape, uint32_t sampler, unsigned gathered,
                       unsigned coords)
{
    struct jit_sampler *known = j->samplers;
    for (unsigned i = 0; i < j->sampler_count; i++)
        if (known[i].image == shape->key && known[i].sampler == sampler && known[i].coords == coords &&
            known[i].gather == gathered)
            return known[i].fn;
    struct sample q = {
        .j = j, .shape = shape, .sampler = sim_sampler_shape(sampler), .dims = shape->volume ? 3 : 2};
    // A format that cannot be filtered, and integers, are sampled nearest.
    q.gather = gathered;
    q.linear = gathered || (q.sampler.linear && shape->format->use & SIM_USE_FILTER);
    const val fn = new_function(j, &q, coords);
    if (j->sampler_count < JIT_SAMPLERS)
        known[j->sampler_count++] = (struct jit_sampler){shape->key, sampler, coords, gathered, fn};
    return fn;
}

void jit_sample(struct jt *j, const struct sim_image_shape *shape, uint32_t sampler, unsigned gathered,
                val at, const val coords[3], val answer[4])
{
    val args[4] = {at};
    unsigned given = 0;
    for (unsigned k = 0; k < 3; k++) {
        args[k + 1] = coords[k] ? coords[k] : words(j, 0);
        given += coords[k] != NULL;
    }
    const val fn = function_of(j, shape, sampler, gathered, given);
    const val all = jit_strict(j, LLVMBuildCall2(B, LLVMGlobalGetValueType(fn), fn, args, 4, ""));
    for (unsigned n = 0; n < 4; n++)
        answer[n] = LLVMBuildExtractValue(B, all, n, "");
}
