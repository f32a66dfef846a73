// Filtered samples, by the arithmetic of surface/lanes_filter.inc.h, to whose bits they are the same: places
// on each axis in double precision, weights of 256, sums of integers where texels are bytes and of doubles
// elsewhere, in the same order. A function of the translation for each kind of surface and sampler, which is
// called for eight or sixteen channels: messages are many, and LLVM's time counts.
//
// Any coordinates give texels within the surface, so that no mask is needed.
#include <stddef.h>

#include "sim/jit/image/sample.h"

// A border as a texel of the format: then nothing else is different. False: there is none, or not of its
// numbers.
static bool find_border(const struct sim_format *f, unsigned border, uint32_t raw[4])
{
    uint32_t words[4];
    sim_border_words(border, words);
    return border <= SIM_BORDER_ZERO || f->integer == sim_border_is_integer(border)
               ? jit_texel_constant(f, words, raw)
               : false;
}

bool jit_sample_ok(const struct sim_image_shape *shape, uint64_t sampler, bool is_explicit)
{
    const struct sim_sampler_shape k = sim_sampler_shape(sampler);
    uint32_t unused[4];
    return sampler && jit_texel_ok(shape->format, false) && find_border(shape->format, k.border, unused) &&
           (shape->one_level || (is_explicit && sample_levels_ok(shape, &k)));
}

// (Of alpha alone it would be the fourth channel.)
bool jit_compare_ok(const struct sim_image_shape *shape)
{
    const struct sim_format *f = shape->format;
    return !shape->volume && !f->codec && !f->srgb && !f->integer && f->present & 1 && f->ch[0].kind;
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
    return splat_member(q->j, q->at, offset);
}

static void load_members(struct sample *q)
{
    struct jt *j = q->j;
    for (unsigned k = 0; k < 3; k++) {
        q->size[k] =
            add(j, member_lanes(q, offsetof(struct sim_image, last) + sizeof(uint32_t) * k), words(j, 1));
        q->scale[k] = as_float(j, member_lanes(q, offsetof(struct sim_image, scale) + sizeof(float) * k));
    }
    q->slices = q->size[2];
    q->pitch = member_lanes(q, offsetof(struct sim_image, pitch));
    q->qpitch = member_lanes(q, offsetof(struct sim_image, qpitch));
    q->host = jit_member(j, q->at, offsetof(struct sim_image, host), j->ptr);
    q->bytes = jit_member(j, q->at, offsetof(struct sim_image, bytes), j->i64);
    j->srgb = jit_member(j, q->at, offsetof(struct sim_image, srgb), j->ptr);
}

// (Sums have 32 bits.)
bool sample_sums_bytes(const struct sample *q)
{
    return q->linear && !q->gather && !q->compares && q->shape->format->unorm_bytes &&
           (q->dims < 3 || q->shape->one_level);
}

// ---- one axis

// What a position is less where texels are blended: half a texel.
static unsigned half_texel(const struct sample *q)
{
    return q->linear ? FRACTION / 2 : 0;
}

// Where texels are bytes and clamped to the edge other coordinates may become one of these, and so may what
// is no number: both neighbours are the same texel in any case.
static bool may_clamp(const struct sample *q, unsigned k)
{
    return sample_sums_bytes(q) && q->sampler.mode[k] == GEN_TCM_CLAMP;
}

// Rounded down from the exact sum by the instruction that has a rounding mode of its own: what is less than
// 2^24 still has all bits of integers. What is more, of a coordinate that may clamp, is beyond the last texel
// (of up to 2^14); what is no integer, or no number, becomes the least one.
static val position_at_once(const struct sample *q, unsigned k, val u)
{
    enum { DOWN = 9, CURRENT = 4 }; // DOWN: and no exceptions
    struct jt *j = q->j;
    const val how = LLVMConstInt(j->i32, DOWN, false);
    val sum[4] = {u, q->scale[k], real32(j, (q->sampler.rounded[k] ? 0.5 : 0) - half_texel(q)), how};
    val v = jit_intrinsic(j, "llvm.x86.avx512.vfmadd.ps.512", NULL, 0, sum, 4);
    if (may_clamp(q, k)) {
        val both[3] = {real32(j, 0x1p30), v, LLVMConstInt(j->i32, CURRENT, false)}; // the second if no number
        v = jit_intrinsic(j, "llvm.x86.avx512.min.ps.512", NULL, 0, both, 3);
    }
    val args[4] = {v, LLVMConstNull(j->words), LLVMConstAllOnes(j->i16), how};
    return jit_intrinsic(j, "llvm.x86.avx512.mask.cvtps2dq.512", NULL, 0, args, 4);
}

// The same number as position() finds in double precision, of coordinates from -2 to 2: the product as a
// float and what it lacks, which decide on which side of an integer it is.
static val position_near(const struct sample *q, unsigned k, val u)
{
    struct jt *j = q->j;
    if (j->lanes > JIT_CHUNK)
        return position_at_once(q, k, u);
    const val product = fmul(j, u, q->scale[k]), whole = floors(j, product), part = fsub(j, product, whole);
    const val lacks = fma_of(j, u, q->scale[k], LLVMBuildFNeg(B, product, ""));
    const val at = sub(j, to_integers(j, whole), words(j, half_texel(q)));
    if (!q->sampler.rounded[k]) // one less if below the integer
        return add(
            j, at,
            LLVMBuildSExt(B, jit_fcmp(j, LLVMRealOLT, lacks, LLVMBuildFNeg(B, part, "")), j->words, ""));
    const val up = jit_fcmp(j, LLVMRealOGE, lacks, fsub(j, real32(j, 0.5), part));
    return sub(j, at, LLVMBuildSExt(B, up, j->words, ""));
}

static val moved_near(const struct sample *q, unsigned k)
{
    struct jt *j = q->j;
    val u = as_float(j, q->coords[k]);
    if (q->sampler.mode[k] == GEN_TCM_WRAP)
        return fsub(j, u, floors(j, u));
    if (!may_clamp(q, k) || j->lanes > JIT_CHUNK)
        return u;
    u = pick(j, fcmp(j, LLVMRealOGT, u, real32(j, -1)), u, real32(j, -1));
    return pick(j, fcmp(j, LLVMRealOLT, u, real32(j, 2)), u, real32(j, 2));
}

// Lanes for which that is so without being moved: of what repeats a fraction of 24 bits is left (from 0 to
// 2^20). NULL: all.
static val are_near(const struct sample *q, unsigned k)
{
    enum { TWO = 0x40000000, MANY = 0x49800000, MAGNITUDE = 0x7fffffff };
    struct jt *j = q->j;
    if (may_clamp(q, k))
        return NULL;
    return q->sampler.mode[k] == GEN_TCM_WRAP
               ? icmp(j, LLVMIntULT, q->coords[k], words(j, MANY))
               : icmp(j, LLVMIntULT, masked(j, q->coords[k], MAGNITUDE), words(j, TWO));
}

// The position in texels, of 8 fraction bits, less half a texel.
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
    return sub(j, to_integers(j, floors(j, s)), words(j, half_texel(q)));
}

static bool can_be_near(const struct sample *q)
{
    bool can = !q->sampler.plain && !q->moved;
    for (unsigned k = 0; k < q->dims; k++)
        can = can && q->coords[k] &&
              (q->sampler.mode[k] == GEN_TCM_CLAMP || q->sampler.mode[k] == GEN_TCM_WRAP ||
               q->sampler.mode[k] == GEN_TCM_CLAMP_BORDER);
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
    const val all = all_hold(j, near);
    val found[3][2];
    LLVMBuildCondBr(B, all, ways[0], ways[1]);
    for (unsigned w = 0; w < 2; w++) {
        LLVMPositionBuilderAtEnd(B, ways[w]);
        for (unsigned k = 0; k < q->dims; k++)
            found[k][w] = w ? position(q, k) : position_near(q, k, moved_near(q, k));
        LLVMBuildBr(B, end);
    }
    LLVMPositionBuilderAtEnd(B, end);
    for (unsigned k = 0; k < q->dims; k++) {
        fixed[k] = LLVMBuildPhi(B, j->words, "");
        LLVMAddIncoming(fixed[k], found[k], ways, 2);
    }
}

// Not negative. Where texels are not moved by offsets, of numbers from -period to 2 * period - 1.
static val remainders(const struct sample *q, val index, val period)
{
    struct jt *j = q->j;
    const val none = k32(j, index, 0);
    if (q->moved) {
        const type real = jit_lanes_type(j->f64, lanes_count(index));
        const val i = LLVMBuildSIToFP(B, index, real, ""), p = LLVMBuildSIToFP(B, period, real, "");
        const val times = floors(j, jit_fp(j, CONSTRAINED("fdiv"), i, p, NULL));
        return LLVMBuildFPToSI(B, fsub(j, i, fmul(j, times, p)), LLVMTypeOf(index), "");
    }
    index = add(j, index, pick(j, icmp(j, LLVMIntSLT, index, none), period, none));
    return sub(j, index, pick(j, icmp(j, LLVMIntSGE, index, period), period, none));
}

// Of lanes, or of one.
static val wrap(const struct sample *q, unsigned k, val size, val index)
{
    struct jt *j = q->j;
    const val last = sub(j, size, k32(j, size, 1));
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
        index = either(j, LLVMIntSGT, index, k32(j, index, 0));
        return either(j, LLVMIntSLT, index, last);
    }
}

// Of an index before it is wrapped. (Of what is clamped then a texel is read, and not used.)
static val beyond_edge(const struct sample *q, unsigned k, val index)
{
    struct jt *j = q->j;
    return q->sampler.mode[k] == GEN_TCM_CLAMP_BORDER ? icmp(j, LLVMIntUGE, index, q->size[k]) : NULL;
}

static struct sample_axis axis_of(const struct sample *q, unsigned k, val fixed)
{
    struct jt *j = q->j;
    struct sample_axis a = {.n = q->linear ? 2 : 1};
    const val first = a.first = LLVMBuildAShr(B, fixed, words(j, 8), "");
    a.index[0] = wrap(q, k, q->size[k], first);
    a.outside[0] = beyond_edge(q, k, first);
    a.weight[0] = words(j, FRACTION);
    if (!q->linear)
        return a;
    const val second = add(j, first, words(j, 1));
    a.index[1] = wrap(q, k, q->size[k], second);
    a.outside[1] = beyond_edge(q, k, second);
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
    const val up = LLVMBuildSExt(B, jit_fcmp(j, LLVMRealOGE, rest, real32(j, 0.5)), j->words, "");
    return either(j, LLVMIntSLT, sub(j, down, up), sub(j, q->slices, words(j, 1)));
}

static val are_same(struct jt *j, val v)
{
    return icmp(j, LLVMIntEQ, v, jit_splat(j, lane_of(j, v, 0), j->lanes));
}

// Lanes whose rows are those of the first one: of which nothing else decides the rows.
static val are_in_rows(const struct sample *q, const struct sample_footprint *p)
{
    struct jt *j = q->j;
    const val others[2] = {p->z.first ? p->z.first : p->z.index[0], q->level};
    val all = are_same(j, p->y.first);
    for (unsigned i = 0; i < 2; i++)
        all = others[i] ? LLVMBuildAnd(B, all, are_same(j, others[i]), "") : all;
    return all;
}

// One of the two texels of an axis, of the first lane.
static val index_of_first(const struct sample *q, unsigned axis, const struct sample_axis *a, unsigned i)
{
    struct jt *j = q->j;
    const val first = lane_of(j, a->first, 0);
    return wrap(q, axis, lane_of(j, q->size[axis], 0), i ? add(j, first, k32(j, first, 1)) : first);
}

// The row of the first lane, as a number from the image's first one: no lanes are needed for it.
static val place_of_first(const struct sample *q, const struct sample_footprint *p, unsigned k, unsigned i)
{
    struct jt *j = q->j;
    val y = index_of_first(q, 1, &p->y, i), z = NULL;
    if (p->z.first)
        z = index_of_first(q, 2, &p->z, k);
    else if (p->z.index[0])
        z = lane_of(j, p->z.index[0], 0);
    y = q->above ? add(j, y, lane_of(j, q->above, 0)) : y;
    return z ? add(j, y, mul(j, z, lane_of(j, q->qpitch, 0))) : y;
}

// Where the spans of the first lane's rows begin, and whether they are within the image.
static val find_rows(const struct sample *q, struct sample_footprint *p, val column)
{
    struct jt *j = q->j;
    const val reach = LLVMConstInt(j->i64, jit_image_span_reach(j, q->shape), false);
    val all = NULL;
    for (unsigned k = 0; k < p->z.n; k++)
        for (unsigned i = 0; i < p->y.n; i++) {
            const val row = jit_image_row(j, q->shape, place_of_first(q, p, k, i), lane_of(j, q->pitch, 0));
            const val at = p->span[k][i] = add(j, column, row);
            const val ok = icmp(j, LLVMIntULE, add(j, LLVMBuildZExt(B, at, j->i64, ""), reach), q->bytes);
            all = all ? LLVMBuildAnd(B, all, ok, "") : ok;
        }
    return all;
}

// Whether all lanes' texels are in one span of each row.
static void find_span(const struct sample *q, struct sample_footprint *p)
{
    struct jt *j = q->j;
    if (!jit_image_has_spans(q->shape))
        return;
    val x[2], all = are_in_rows(q, p);
    for (unsigned i = 0; i < p->x.n; i++)
        x[i] = q->left ? add(j, p->x.index[i], q->left) : p->x.index[i];
    const val start = jit_image_span_start(j, q->shape, lane_of(j, x[0], 0));
    for (unsigned i = 0; i < p->x.n; i++) {
        p->in_span[i] = sub(j, x[i], jit_splat(j, start, j->lanes));
        const val within = icmp(j, LLVMIntULT, p->in_span[i], words(j, jit_image_span_texels(j, q->shape)));
        all = LLVMBuildAnd(B, all, within, "");
    }
    const val rows = find_rows(q, p, jit_image_column(j, q->shape, start));
    p->near = LLVMBuildAnd(B, all_hold(j, all), rows, "");
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
    for (unsigned k = 0; k < p.z.n; k++)
        for (unsigned i = 0; i < p.y.n; i++) {
            const val z = p.z.index[k];
            val y = f->codec ? jit_codec_split(j, f->bh, p.y.index[i], &p.y_in[i]) : p.y.index[i];
            y = q->above ? add(j, y, q->above) : y;
            p.row[k][i] = jit_image_row(j, q->shape, z ? add(j, y, mul(j, z, q->qpitch)) : y, q->pitch);
        }
    find_span(q, &p);
    return p;
}

// ---- the function

static val selected(const struct sample *q, unsigned n, const val channels[4])
{
    struct jt *j = q->j;
    const unsigned select = q->shape->select[n];
    if (select < GEN_SCS_RED)
        return words(j, select == 1 ? sim_format_default(q->shape->format, 3) : 0);
    const unsigned from = select - GEN_SCS_RED;
    return q->compares || q->shape->format->present >> from & 1
               ? channels[from]
               : words(j, sim_format_default(q->shape->format, from));
}

// Of the four channels of a comparison the first one, as it is selected.
static val compared_texel(const struct sample *q, const val raw[4])
{
    struct jt *j = q->j;
    const val one = as_int(j, real32(j, 1)), zero = words(j, 0);
    const val channels[4] = {sample_unless_held(q, raw, sample_reference(q), one), zero, zero, one};
    return selected(q, 0, channels);
}

// Lower left, lower right, upper right, upper left.
static void gather(const struct sample *q, val answer[4])
{
    static const uint8_t places[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    const struct sample_footprint p = sample_footprint_of(q);
    val raw[2][2][4];
    sample_fetch_slice(q, &p, 0, raw);
    for (unsigned n = 0; n < 4; n++) {
        val *texel = raw[places[n][1]][places[n][0]];
        answer[n] =
            q->compares ? compared_texel(q, texel) : jit_texel_decode(q->j, q->shape, q->gather - 1, texel);
    }
}

// Whether the one texel of a level that is nearest is the answer as it is.
static bool takes_texel(const struct sample *q)
{
    return !q->linear && !q->compares && (q->shape->one_level || q->sampler.mip != GEN_MIPFILTER_LINEAR);
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
    const val some = any_holds(j, icmp(j, LLVMIntSGT, most, words(j, FINITE)));
    LLVMBasicBlockRef again = LLVMAppendBasicBlockInContext(j->ctx, fn, ""),
                      end = LLVMAppendBasicBlockInContext(j->ctx, fn, "");
    LLVMBuildCondBr(B, some, again, end);
    LLVMPositionBuilderAtEnd(B, again);
    LLVMGetParams(fn, args);
    LLVMBuildRet(B, jit_strict(j, LLVMBuildCall2(B, LLVMGlobalGetValueType(careful), careful, args, 5, "")));
    LLVMPositionBuilderAtEnd(B, end);
}

// `careful`: a function that does the same with care, where there may be a need; else NULL.
static void answer_of(struct sample *q, val careful, val answer[4])
{
    val channels[4] = {NULL}, raw[2][2][4];
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
        sample_fetch_slice(q, &p, 0, raw);
        jit_texel_decode_all(q->j, q->shape, 15, raw[0][0], answer);
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
    type args[6] = {j->ptr, j->words, j->words, j->words, j->words, j->words},
         results[4] = {j->words, j->words, j->words, j->words};
    const type t =
        LLVMFunctionType(LLVMStructTypeInContext(j->ctx, results, 4, false), args, 5 + q->compares, false);
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
    q->reference = q->compares ? LLVMGetParam(fn, 5) : NULL;
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
            known[i].gather == kind->gather && known[i].moved == kind->moved && known[i].lanes == j->lanes &&
            known[i].compares == kind->compares)
            return known[i].fn;
    struct sample q = {
        .j = j, .shape = shape, .sampler = sim_sampler_shape(kind->sampler), .dims = shape->volume ? 3 : 2};
    // A format that cannot be filtered, and integers, are sampled nearest.
    find_border(shape->format, q.sampler.border, q.border);
    q.gather = kind->gather;
    q.moved = kind->moved;
    q.compares = kind->compares;
    q.linear = q.gather || (q.sampler.linear && (q.compares || shape->format->use & SIM_USE_FILTER));
    val careful = NULL;
    if (has_sums(&q) && sample_sums_floats(&q)) {
        struct sample with = q;
        with.careful = true;
        careful = new_function(j, &with, coords, NULL);
    }
    const val fn = new_function(j, &q, coords, careful);
    if (j->sampler_count < JIT_SAMPLERS)
        known[j->sampler_count++] = (struct jit_sampler){
            shape->key, kind->sampler, coords, kind->gather, kind->moved, j->lanes, kind->compares, fn};
    return fn;
}

void jit_sample(struct jt *j, const struct jit_sample_kind *kind, val at, const val coords[3], val detail,
                val reference, val answer[4])
{
    val args[6] = {at};
    unsigned given = 0;
    for (unsigned k = 0; k < 3; k++) {
        args[k + 1] = coords[k] ? coords[k] : words(j, 0);
        given += coords[k] != NULL;
    }
    args[4] = detail ? detail : words(j, 0);
    args[5] = reference;
    const val fn = function_of(j, kind, given);
    const val all =
        jit_strict(j, LLVMBuildCall2(B, LLVMGlobalGetValueType(fn), fn, args, 5 + (reference != NULL), ""));
    for (unsigned n = 0; n < 4; n++)
        answer[n] = LLVMBuildExtractValue(B, all, n, "");
}
