// Levels of detail of a sample, by the rules of sampler/level.c: of an explicit one, without a bias, so that
// what it is clamped and rounded to is exact in single precision (limits are multiples of 1/256). Each
// channel has levels of its own.
#include <stddef.h>

#include "sim/jit/image/sample.h"

bool sample_levels_ok(const struct sim_image_shape *shape, const struct sim_sampler_shape *sampler)
{
    // (Sums are of floats.)
    return sampler->levels && !(shape->format->integer && sampler->mip == GEN_MIPFILTER_LINEAR);
}

static val levels_of(const struct sample *q)
{
    return jit_member(q->j, q->at, offsetof(struct sim_image, levels), q->j->ptr);
}

static val member_lanes(const struct sample *q, size_t offset)
{
    return splat_member(q->j, levels_of(q), offset);
}

// Levels' places are counted from the surface's.
static void enter_surface(struct sample *q)
{
    q->host = jit_member(q->j, levels_of(q), offsetof(struct sim_image_levels, host), q->j->ptr);
    q->bytes = jit_member(q->j, levels_of(q), offsetof(struct sim_image_levels, bytes), q->j->i64);
}

static val to_floats(struct jt *j, val v)
{
    return LLVMBuildSIToFP(B, v, floats(j), "");
}

// The level of detail, within the limits.
static val clamped(const struct sample *q, val count)
{
    struct jt *j = q->j;
    const val last = to_floats(j, count);
    val limit[2], v = q->detail ? as_float(j, q->detail) : real32(j, 0);
    for (unsigned k = 0; k < 2; k++) {
        const val c = real32(j, (k ? q->sampler.most : q->sampler.least) / (double)FRACTION);
        limit[k] = pick(j, fcmp(j, LLVMRealOLT, c, last), c, last);
    }
    v = pick(j, fcmp(j, LLVMRealORD, v, v), v, real32(j, 0));
    v = pick(j, fcmp(j, LLVMRealOLT, v, limit[1]), v, limit[1]);
    return pick(j, fcmp(j, LLVMRealOGT, v, limit[0]), v, limit[0]);
}

// To the nearest integer, halves up; of what is not negative.
static val rounded(struct jt *j, val v)
{
    const val down = to_integers(j, v);
    const val up = jit_fcmp(j, LLVMRealOGE, fsub(j, v, to_floats(j, down)), real32(j, 0.5));
    return sub(j, down, LLVMBuildSExt(B, up, j->words, ""));
}

struct sample_levels sample_find_levels(struct sample *q)
{
    struct jt *j = q->j;
    struct sample_levels l = {NULL};
    const val count = member_lanes(q, offsetof(struct sim_image_levels, count));
    if (q->sampler.mip == GEN_MIPFILTER_NONE) {
        l.first = words(j, q->sampler.least / FRACTION);
    } else if (q->sampler.mip == GEN_MIPFILTER_NEAREST || q->gather) {
        const val v = clamped(q, count);
        if (q->sampler.mip == GEN_MIPFILTER_NEAREST)
            l.first = rounded(j, v);
        else // the first of two
            l.first = shr(j, rounded(j, fmul(j, v, real32(j, FRACTION))), 8);
    } else {
        const val fixed = rounded(j, fmul(j, clamped(q, count), real32(j, FRACTION)));
        l.first = shr(j, fixed, 8);
        l.share = pick(j, icmp(j, LLVMIntULT, l.first, count), masked(j, fixed, FRACTION - 1), words(j, 0));
    }
    l.first = either(j, LLVMIntULT, l.first, count);
    l.first = add(j, l.first, member_lanes(q, offsetof(struct sim_image_levels, base)));
    enter_surface(q);
    return l;
}

void sample_level_of(struct sample *q, val level, val *first, val *ok)
{
    struct jt *j = q->j;
    const val count = member_lanes(q, offsetof(struct sim_image_levels, count));
    *ok = icmp(j, LLVMIntULE, level, count);
    *first =
        add(j, pick(j, *ok, level, words(j, 0)), member_lanes(q, offsetof(struct sim_image_levels, base)));
    enter_surface(q);
}

static val from_table(const struct sample *q, size_t offset, val level)
{
    struct jt *j = q->j;
    return jit_gather_dwords(j, jit_bytes_after(j, levels_of(q), offset), shl(j, level, 2), NULL);
}

void sample_enter_level(struct sample *q, val level)
{
    struct jt *j = q->j;
    for (unsigned k = 0; k < q->dims; k++) {
        const val size = member_lanes(q, offsetof(struct sim_image_levels, size) + sizeof(uint32_t) * k);
        q->size[k] = either(j, LLVMIntSGT, LLVMBuildLShr(B, size, level, ""), words(j, 1));
        q->scale[k] = LLVMBuildSIToFP(B, shl(j, q->size[k], 8), floats(j), "");
    }
    q->level = level;
    q->left = from_table(q, offsetof(struct sim_image_levels, left), level);
    q->above = from_table(q, offsetof(struct sim_image_levels, above), level);
}
