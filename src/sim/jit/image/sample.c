// Filtered samples, by the arithmetic of surface/lanes_filter.inc.h, to whose bits they are the same: places
// on each axis in double precision, weights of 256, sums of integers where texels are bytes and of doubles
// elsewhere, in the same order. A function of the translation for each kind of surface and sampler, which is
// called for eight channels: messages are many, and LLVM's time counts.
//
// Any coordinates give texels within the surface, so that no mask is needed.
#include <stddef.h>

#include "sim/jit/image/sample.h"

bool jit_sample_ok(const struct sim_image_shape *shape, uint64_t sampler, bool is_explicit)
{
    const struct sim_sampler_shape k = sim_sampler_shape(sampler);
    return sampler && jit_texel_ok(shape->format, false) &&
           (shape->one_level || (is_explicit && sample_levels_ok(shape, &k)));
}

bool jit_gather_ok(const struct sim_image_shape *shape, unsigned gather)
{
    return !shape->volume && shape->select[gather - 1] >= GEN_SCS_RED;
}

// ---- numbers

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

static val member_lanes(const struct sample *q, size_t offset)
{
    return jit_splat(q->j, jit_member(q->j, q->at, offset, q->j->i32), LANES);
}

static void load_members(struct sample *q)
{
    struct jt *j = q->j;
    for (unsigned k = 0; k < 3; k++)
        q->size[k] =
            add(j, member_lanes(q, offsetof(struct sim_image, last) + sizeof(uint32_t) * k), words(j, 1));
    q->slices = q->size[2];
    q->pitch = member_lanes(q, offsetof(struct sim_image, pitch));
    q->qpitch = member_lanes(q, offsetof(struct sim_image, qpitch));
    q->host = jit_member(j, q->at, offsetof(struct sim_image, host), j->ptr);
    j->srgb = jit_member(j, q->at, offsetof(struct sim_image, srgb), j->ptr);
}

// (Sums have 32 bits.)
bool sample_sums_bytes(const struct sample *q)
{
    return q->linear && !q->gather && q->shape->format->unorm_bytes && (q->dims < 3 || q->shape->one_level);
}

// ---- one axis

// The same number as position() finds in double precision, of coordinates from -1 to 2: the product as a
// float and what it lacks, which decide on which side of an integer it is.
static val position_near(const struct sample *q, unsigned k, val u)
{
    struct jt *j = q->j;
    const val size = LLVMBuildSIToFP(B, shl(j, q->size[k], 8), floats(j), "");
    const val product = fmul(j, u, size), whole = floors(j, product), part = fsub(j, product, whole);
    const val lacks = fma_of(j, u, size, LLVMBuildFNeg(B, product, ""));
    const val at = to_integers(j, whole);
    if (!q->sampler.rounded[k]) // one less if below the integer
        return add(j, at,
                   LLVMBuildSExt(B, jit_fcmp(j, LLVMRealOLT, lacks, LLVMBuildFNeg(B, part, "")), j->v8, ""));
    const val up = jit_fcmp(j, LLVMRealOGE, lacks, fsub(j, real32(j, 0.5), part));
    return sub(j, at, LLVMBuildSExt(B, up, j->v8, ""));
}

// Where texels are bytes and clamped to the edge other coordinates may become one of these, and so may what
// is no number: both neighbours are the same texel in any case.
static bool may_clamp(const struct sample *q, unsigned k)
{
    return sample_sums_bytes(q) && q->sampler.mode[k] == GEN_TCM_CLAMP;
}

static val moved_near(const struct sample *q, unsigned k)
{
    struct jt *j = q->j;
    val u = as_float(j, q->coords[k]);
    if (q->sampler.mode[k] == GEN_TCM_WRAP)
        return fsub(j, u, floors(j, u));
    if (!may_clamp(q, k))
        return u;
    u = pick(j, fcmp(j, LLVMRealOGT, u, real32(j, -1)), u, real32(j, -1));
    return pick(j, fcmp(j, LLVMRealOLT, u, real32(j, 2)), u, real32(j, 2));
}

// Lanes for which that is so without being moved: of what repeats a fraction of 24 bits is left (from 0 to
// 2^20). NULL: all.
static val are_near(const struct sample *q, unsigned k)
{
    enum { ONE = 0x3f800000, MANY = 0x49800000, MAGNITUDE = 0x7fffffff };
    struct jt *j = q->j;
    if (may_clamp(q, k))
        return NULL;
    return q->sampler.mode[k] == GEN_TCM_WRAP
               ? icmp(j, LLVMIntULT, q->coords[k], words(j, MANY))
               : icmp(j, LLVMIntULE, masked(j, q->coords[k], MAGNITUDE), words(j, ONE));
}

// The position in texels, of 8 fraction bits.
static val position(const struct sample *q, unsigned k)
{
    struct jt *j = q->j;
    const unsigned mode = q->sampler.mode[k];
    val u = q->coords[k] ? numbers(j, to_doubles(j, q->coords[k])) : real(j, 0);
    if (mode == GEN_TCM_WRAP || mode == GEN_TCM_MIRROR)
        u = limit(j, u, real(j, -1e30), real(j, 1e30));
    if (mode == GEN_TCM_WRAP)
        u = fsub(j, u, floors(j, u));
    else if (mode == GEN_TCM_MIRROR)
        u = fsub(j, u, fmul(j, floors(j, fmul(j, u, real(j, 0.5))), real(j, 2)));
    if (!q->sampler.plain)
        u = fmul(j, u, LLVMBuildSIToFP(B, q->size[k], doubles(j), ""));
    // (What a factor of 256 does to the limits and offsets is exact.)
    val s = fmul(j, u, real(j, FRACTION));
    if (jit_texel_offset(q->moved, k))
        s = fadd(j, s, real(j, jit_texel_offset(q->moved, k) * (double)FRACTION));
    s = limit(j, s, real(j, -1e6 * FRACTION), real(j, 1e6 * FRACTION));
    if (q->sampler.rounded[k])
        s = fadd(j, s, real(j, 0.5));
    return to_integers(j, floors(j, s));
}

static bool can_be_near(const struct sample *q)
{
    bool can = !q->sampler.plain && !q->moved;
    for (unsigned k = 0; k < q->dims; k++)
        can = can && q->coords[k] &&
              (q->sampler.mode[k] == GEN_TCM_CLAMP || q->sampler.mode[k] == GEN_TCM_WRAP);
    return can;
}

// Of all axes; in double precision where one of eight channels needs that.
static void positions(const struct sample *q, val fixed[3])
{
    struct jt *j = q->j;
    const val fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(B));
    val near = NULL;
    for (unsigned k = 0; k < q->dims && can_be_near(q); k++) {
        const val are = are_near(q, k);
        near = near && are ? LLVMBuildAnd(B, near, are, "") : are ? are : near;
    }
    if (!near) {
        for (unsigned k = 0; k < q->dims; k++)
            fixed[k] = can_be_near(q) ? position_near(q, k, moved_near(q, k)) : position(q, k);
        return;
    }
    LLVMBasicBlockRef ways[2] = {LLVMAppendBasicBlockInContext(j->ctx, fn, ""),
                                 LLVMAppendBasicBlockInContext(j->ctx, fn, "")};
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(j->ctx, fn, "");
    const val bits = jit_bits_of(j, near, LANES);
    val found[3][2];
    LLVMBuildCondBr(B, icmp(j, LLVMIntEQ, bits, k32(j, bits, 0xff)), ways[0], ways[1]);
    for (unsigned w = 0; w < 2; w++) {
        LLVMPositionBuilderAtEnd(B, ways[w]);
        for (unsigned k = 0; k < q->dims; k++)
            found[k][w] = w ? position(q, k) : position_near(q, k, moved_near(q, k));
        LLVMBuildBr(B, end);
    }
    LLVMPositionBuilderAtEnd(B, end);
    for (unsigned k = 0; k < q->dims; k++) {
        fixed[k] = LLVMBuildPhi(B, j->v8, "");
        LLVMAddIncoming(fixed[k], found[k], ways, 2);
    }
}

// Not negative. Where texels are not moved by offsets, of numbers from -period to 2 * period - 1.
static val remainders(const struct sample *q, val index, val period)
{
    struct jt *j = q->j;
    if (q->moved) {
        const val i = LLVMBuildSIToFP(B, index, doubles(j), ""),
                  p = LLVMBuildSIToFP(B, period, doubles(j), "");
        const val times = floors(j, jit_fp(j, CONSTRAINED("fdiv"), i, p, NULL));
        return to_integers(j, fsub(j, i, fmul(j, times, p)));
    }
    index = add(j, index, pick(j, icmp(j, LLVMIntSLT, index, words(j, 0)), period, words(j, 0)));
    return sub(j, index, pick(j, icmp(j, LLVMIntSGE, index, period), period, words(j, 0)));
}

static val wrap(const struct sample *q, unsigned k, val index)
{
    struct jt *j = q->j;
    const val size = q->size[k], last = sub(j, size, words(j, 1));
    switch (q->sampler.mode[k]) {
    case GEN_TCM_WRAP:
        return remainders(q, index, size);
    case GEN_TCM_MIRROR: {
        const val r = remainders(q, index, add(j, size, size));
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

static struct sample_axis axis_of(const struct sample *q, unsigned k, val fixed)
{
    struct jt *j = q->j;
    struct sample_axis a = {.n = q->linear ? 2 : 1};
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

// To the nearest one, halves up, and not a number as 0: exact in single precision.
static val slice_of(const struct sample *q)
{
    struct jt *j = q->j;
    const val c = as_float(j, q->coords[2]), zero = real32(j, 0), most = real32(j, 1 << 20);
    val v = pick(j, fcmp(j, LLVMRealOGT, c, zero), c, zero);
    v = pick(j, fcmp(j, LLVMRealOLT, v, most), v, most);
    const val down = to_integers(j, v), rest = fsub(j, v, LLVMBuildSIToFP(B, down, floats(j), ""));
    const val up = LLVMBuildSExt(B, jit_fcmp(j, LLVMRealOGE, rest, real32(j, 0.5)), j->v8, "");
    return either(j, LLVMIntSLT, sub(j, down, up), sub(j, q->slices, words(j, 1)));
}

// Of two bytes each, and next to each other in all channels: both in one dword.
static val find_adjacent(const struct sample *q, const struct sample_footprint *p)
{
    struct jt *j = q->j;
    if (q->shape->format->bytes != 2 || q->shape->swizzled || p->x.n < 2)
        return NULL;
    const val next = icmp(j, LLVMIntEQ, sub(j, p->column[1], p->column[0]), words(j, 2)),
              bits = jit_bits_of(j, next, LANES);
    return icmp(j, LLVMIntEQ, bits, k32(j, bits, 0xff));
}

static val first_lane(struct jt *j, val v)
{
    return LLVMBuildExtractElement(B, v, jit_const(j, j->i32, 0), "");
}

// Lane i's texels are those of columns x + i and x + i + 1, and all rows are the first lane's.
static val find_run(const struct sample *q, const struct sample_footprint *p)
{
    struct jt *j = q->j;
    val count[LANES], all = NULL, first = NULL;
    if (!jit_image_has_runs(q->shape) || p->x.n < 2)
        return NULL;
    for (unsigned i = 0; i < LANES; i++)
        count[i] = jit_const(j, j->i32, i);
    for (unsigned i = 0; i < p->x.n; i++) {
        const val x = q->left ? add(j, p->x.index[i], q->left) : p->x.index[i];
        first = first ? add(j, first, words(j, 1)) : jit_splat(j, first_lane(j, x), LANES);
        const val same = icmp(j, LLVMIntEQ, x, add(j, first, LLVMConstVector(count, LANES)));
        all = all ? LLVMBuildAnd(B, all, same, "") : same;
    }
    for (unsigned k = 0; k < p->z.n; k++)
        for (unsigned i = 0; i < p->y.n; i++) {
            const val row = p->row[k][i], same = jit_splat(j, first_lane(j, row), LANES);
            all = LLVMBuildAnd(B, all, icmp(j, LLVMIntEQ, row, same), "");
        }
    const val bits = jit_bits_of(j, all, LANES);
    return icmp(j, LLVMIntEQ, bits, k32(j, bits, 0xff));
}

struct sample_footprint sample_footprint_of(const struct sample *q)
{
    struct jt *j = q->j;
    const struct sim_format *f = q->shape->format;
    val fixed[3];
    positions(q, fixed);
    struct sample_footprint p = {.x = axis_of(q, 0, fixed[0]), .y = axis_of(q, 1, fixed[1]), .z = {.n = 1}};
    if (q->dims == 3)
        p.z = axis_of(q, 2, fixed[2]);
    else
        p.z.index[0] = q->shape->array && q->coords[2] ? slice_of(q) : NULL;
    for (unsigned i = 0; i < p.x.n; i++) {
        const val x = f->codec ? jit_codec_split(j, f->bw, p.x.index[i], &p.x_in[i]) : p.x.index[i];
        p.column[i] = jit_image_column(j, q->shape, q->left ? add(j, x, q->left) : x);
    }
    p.adjacent = find_adjacent(q, &p);
    for (unsigned k = 0; k < p.z.n; k++)
        for (unsigned i = 0; i < p.y.n; i++) {
            const val z = p.z.index[k];
            val y = f->codec ? jit_codec_split(j, f->bh, p.y.index[i], &p.y_in[i]) : p.y.index[i];
            y = q->above ? add(j, y, q->above) : y;
            p.row[k][i] = jit_image_row(j, q->shape, z ? add(j, y, mul(j, z, q->qpitch)) : y, q->pitch);
        }
    p.run = find_run(q, &p);
    return p;
}

void sample_fetch(const struct sample *q, const struct sample_footprint *p, unsigned i, unsigned n,
                  unsigned k, val raw[4])
{
    struct jt *j = q->j;
    const struct sim_format *f = q->shape->format;
    const val offset = jit_image_join(j, q->shape, p->column[i], p->row[k][n]);
    if (f->codec)
        jit_codec_fetch(j, f, q->at, q->host, offset, NULL, jit_codec_texel(j, f, p->x_in[i], p->y_in[n]),
                        raw);
    else
        jit_image_fetch(j, f, q->host, offset, NULL, raw);
}

// Both texels of each channel by fewer loads: of a run, or of two that are in one dword.
static void fetch_together(const struct sample *q, const struct sample_footprint *p, unsigned n, unsigned k,
                           val texels[2])
{
    struct jt *j = q->j;
    if (p->run) {
        jit_image_fetch_run(j, q->shape, q->host, first_lane(j, p->column[0]), first_lane(j, p->row[k][n]),
                            texels);
        return;
    }
    const val offset = jit_image_join(j, q->shape, p->column[0], p->row[k][n]);
    const val both = jit_gather_dwords(j, q->host, offset, NULL);
    texels[0] = masked(j, both, 0xffff);
    texels[1] = shr(j, both, 16);
}

static void fetch_each(const struct sample *q, const struct sample_footprint *p, unsigned k, val raw[2][2][4])
{
    for (unsigned n = 0; n < p->y.n; n++)
        for (unsigned i = 0; i < p->x.n; i++)
            sample_fetch(q, p, i, n, k, raw[n][i]);
}

void sample_fetch_slice(const struct sample *q, const struct sample_footprint *p, unsigned k,
                        val raw[2][2][4])
{
    struct jt *j = q->j;
    const val fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(B)), together = p->run ? p->run : p->adjacent;
    if (!together) {
        fetch_each(q, p, k, raw);
        return;
    }
    LLVMBasicBlockRef ways[2] = {LLVMAppendBasicBlockInContext(j->ctx, fn, ""),
                                 LLVMAppendBasicBlockInContext(j->ctx, fn, "")};
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(j->ctx, fn, "");
    val pair[2][2];
    LLVMBuildCondBr(B, together, ways[0], ways[1]);
    LLVMPositionBuilderAtEnd(B, ways[0]);
    for (unsigned n = 0; n < 2; n++)
        fetch_together(q, p, n, k, pair[n]);
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, ways[1]);
    fetch_each(q, p, k, raw);
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, end);
    for (unsigned i = 0; i < 4; i++) { // (others than the first dword are zeros)
        val values[2] = {pair[i / 2][i % 2], raw[i / 2][i % 2][0]};
        raw[i / 2][i % 2][0] = LLVMBuildPhi(B, j->v8, "");
        LLVMAddIncoming(raw[i / 2][i % 2][0], values, ways, 2);
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
    const struct sample_footprint p = sample_footprint_of(q);
    for (unsigned n = 0; n < 4; n++) {
        val raw[4];
        sample_fetch(q, &p, places[n][0], places[n][1], 0, raw);
        answer[n] = jit_texel_decode(q->j, q->shape, q->gather - 1, raw);
    }
}

// Whether the one texel of a level that is nearest is the answer as it is.
static bool takes_texel(const struct sample *q)
{
    return !q->linear && (q->shape->one_level || q->sampler.mip != GEN_MIPFILTER_LINEAR);
}

// Sums that are no numbers, or infinite, are made again with care by another function.
static void check_sums(const struct sample *q, const val channels[4], val careful)
{
    enum { FINITE = 0x7f7fffff, MAGNITUDE = 0x7fffffff };
    struct jt *j = q->j;
    const val fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(B));
    val most = NULL, args[5];
    for (unsigned n = 0; n < 4; n++) {
        if (!channels[n])
            continue;
        const val v = masked(j, channels[n], MAGNITUDE);
        most = most ? either(j, LLVMIntSGT, most, v) : v;
    }
    const val bits = jit_bits_of(j, icmp(j, LLVMIntSGT, most, words(j, FINITE)), LANES);
    LLVMBasicBlockRef again = LLVMAppendBasicBlockInContext(j->ctx, fn, ""),
                      end = LLVMAppendBasicBlockInContext(j->ctx, fn, "");
    LLVMBuildCondBr(B, icmp(j, LLVMIntNE, bits, k32(j, bits, 0)), again, end);
    LLVMPositionBuilderAtEnd(B, again);
    LLVMGetParams(fn, args);
    LLVMBuildRet(B, jit_strict(j, LLVMBuildCall2(B, LLVMGlobalGetValueType(careful), careful, args, 5, "")));
    LLVMPositionBuilderAtEnd(B, end);
}

// `careful`: a function that does the same with care, where there may be a need; else NULL.
static void answer_of(struct sample *q, val careful, val answer[4])
{
    val channels[4] = {NULL}, raw[4];
    struct sample_levels levels = {NULL};
    load_members(q);
    if (!q->shape->one_level)
        levels = sample_find_levels(q);
    if (levels.first && (q->gather || takes_texel(q)))
        sample_enter_level(q, levels.first);
    if (q->gather) {
        gather(q, answer);
        return;
    }
    if (takes_texel(q)) {
        const struct sample_footprint p = sample_footprint_of(q);
        sample_fetch(q, &p, 0, 0, 0, raw);
        jit_texel_decode_all(q->j, q->shape, 15, raw, answer);
        return;
    }
    sample_sum(q, levels.first ? &levels : NULL, channels);
    if (careful)
        check_sums(q, channels, careful);
    for (unsigned n = 0; n < 4; n++)
        answer[n] = selected(q, n, channels);
}

static bool has_sums(const struct sample *q)
{
    return !q->gather && !takes_texel(q);
}

static val new_function(struct jt *j, struct sample *q, unsigned coords, val careful)
{
    type args[5] = {j->ptr, j->v8, j->v8, j->v8, j->v8}, results[4] = {j->v8, j->v8, j->v8, j->v8};
    const type t = LLVMFunctionType(LLVMStructTypeInContext(j->ctx, results, 4, false), args, 5, false);
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
    q->detail = LLVMGetParam(fn, 4);
    val answer[4];
    answer_of(q, careful, answer);
    LLVMBuildAggregateRet(B, answer, 4);
    LLVMPositionBuilderAtEnd(B, before);
    return fn;
}

static val function_of(struct jt *j, const struct jit_sample_kind *kind, unsigned coords)
{
    const struct sim_image_shape *shape = kind->shape;
    struct jit_sampler *known = j->samplers;
    for (unsigned i = 0; i < j->sampler_count; i++)
        if (known[i].image == shape->key && known[i].sampler == kind->sampler && known[i].coords == coords &&
            known[i].gather == kind->gather && known[i].moved == kind->moved)
            return known[i].fn;
    struct sample q = {
        .j = j, .shape = shape, .sampler = sim_sampler_shape(kind->sampler), .dims = shape->volume ? 3 : 2};
    // A format that cannot be filtered, and integers, are sampled nearest.
    q.gather = kind->gather;
    q.moved = kind->moved;
    q.linear = q.gather || (q.sampler.linear && shape->format->use & SIM_USE_FILTER);
    val careful = NULL;
    if (has_sums(&q) && sample_sums_floats(&q)) {
        struct sample with = q;
        with.careful = true;
        careful = new_function(j, &with, coords, NULL);
    }
    const val fn = new_function(j, &q, coords, careful);
    if (j->sampler_count < JIT_SAMPLERS)
        known[j->sampler_count++] =
            (struct jit_sampler){shape->key, kind->sampler, coords, kind->gather, kind->moved, fn};
    return fn;
}

void jit_sample(struct jt *j, const struct jit_sample_kind *kind, val at, const val coords[3], val detail,
                val answer[4])
{
    val args[5] = {at};
    unsigned given = 0;
    for (unsigned k = 0; k < 3; k++) {
        args[k + 1] = coords[k] ? coords[k] : words(j, 0);
        given += coords[k] != NULL;
    }
    args[4] = detail ? detail : words(j, 0);
    const val fn = function_of(j, kind, given);
    const val all = jit_strict(j, LLVMBuildCall2(B, LLVMGlobalGetValueType(fn), fn, args, 5, ""));
    for (unsigned n = 0; n < 4; n++)
        answer[n] = LLVMBuildExtractValue(B, all, n, "");
}
