// A sample as the files that translate it share it: jit/image/sample.c (places, and the function),
// jit/image/level.c (levels of detail), jit/image/sample_fetch.c (its texels), jit/image/sample_sum.c
// (weighted sums of them).
#ifndef KILN_SIM_JIT_SAMPLE_H
#define KILN_SIM_JIT_SAMPLE_H

#include "sim/jit/image/fetch.h"
#include "sim/jit/image/texel.h"
#include "sim/sampler/shape.h"

#define CONSTRAINED(name) "llvm.experimental.constrained." name

enum { FRACTION = 256, MOST_LANES = 16 };

// One texel or two neighbours of an axis: their indices and weights of 256.
struct sample_axis {
    unsigned n;
    val first; // before it is wrapped
    val index[2], weight[2];
    val outside[2]; // lanes in which it is the border instead; NULL: none
};

struct sample_footprint {
    struct sample_axis x, y, z;
    val column[2], row[2][2]; // row: of a slice
    val x_in[2], y_in[2];     // places within blocks, of block formats
    // Whether the texels of all channels are in one span of each row (a scalar; NULL: not looked at): which
    // of them, and where the spans begin (scalars).
    val near, in_span[2], span[2][2];
};

struct sample {
    struct jt *j;
    const struct sim_image_shape *shape;
    struct sim_sampler_shape sampler;
    bool linear;
    bool careful;    // sums of floats: texels without a weight may be infinite, or no numbers
    bool compares;   // what counts are texels for which a comparison does not hold
    unsigned gather; // the channel and one; 0: a sample
    unsigned moved;  // jit_sample_kind.moved
    unsigned dims;
    uint32_t border[4];                     // its dwords, as a texel's
    val at, coords[3], detail;              // detail: NULL: level 0
    val reference;                          // of a comparison
    val host, bytes, pitch, qpitch, slices; // bytes: of memory from `host` on, a scalar
    // The level in hand, in lanes of integers: its number, sizes in texels, and place. NULL: there is one,
    // which begins at `host`.
    val level, size[3], left, above;
    val scale[3]; // its sizes as floats, of 256
};

// ---- lanes of doubles

static inline type doubles(struct jt *j)
{
    return LLVMVectorType(j->f64, j->lanes);
}

static inline val real(struct jt *j, double c)
{
    return jit_splat(j, LLVMConstReal(j->f64, c), j->lanes);
}

static inline type floats(struct jt *j)
{
    return LLVMVectorType(j->f32, j->lanes);
}

static inline val real32(struct jt *j, double c)
{
    return jit_splat(j, LLVMConstReal(j->f32, c), j->lanes);
}

static inline val fmul(struct jt *j, val a, val b)
{
    return jit_fp(j, CONSTRAINED("fmul"), a, b, NULL);
}

static inline val fadd(struct jt *j, val a, val b)
{
    return jit_fp(j, CONSTRAINED("fadd"), a, b, NULL);
}

static inline val fsub(struct jt *j, val a, val b)
{
    return jit_fp(j, CONSTRAINED("fsub"), a, b, NULL);
}

static inline val fma_of(struct jt *j, val a, val b, val c)
{
    return jit_fp(j, CONSTRAINED("fma"), a, b, c);
}

static inline val to_doubles(struct jt *j, val bits)
{
    return LLVMBuildFPExt(B, as_float(j, bits), doubles(j), "");
}

static inline val to_integers(struct jt *j, val v)
{
    return LLVMBuildFPToSI(B, v, j->words, "");
}

// ---- lanes of integers

static inline val words(struct jt *j, uint32_t c)
{
    return jit_const(j, j->words, c);
}

static inline val add(struct jt *j, val a, val b)
{
    return LLVMBuildAdd(B, a, b, "");
}

static inline val sub(struct jt *j, val a, val b)
{
    return LLVMBuildSub(B, a, b, "");
}

static inline val mul(struct jt *j, val a, val b)
{
    return LLVMBuildMul(B, a, b, "");
}

static inline val shr(struct jt *j, val v, unsigned n)
{
    return n ? LLVMBuildLShr(B, v, k32(j, v, n), "") : v;
}

static inline val shl(struct jt *j, val v, unsigned n)
{
    return n ? LLVMBuildShl(B, v, k32(j, v, n), "") : v;
}

static inline val either(struct jt *j, LLVMIntPredicate better, val a, val b)
{
    return pick(j, icmp(j, better, a, b), a, b);
}

// ---- jit/image/sample.c
bool sample_sums_bytes(const struct sample *q);
bool sample_sums_floats(const struct sample *q);
struct sample_footprint sample_footprint_of(const struct sample *q); // in the level in hand

// ---- jit/image/sample_fetch.c
// The texels of a slice: by row and column.
void sample_fetch_slice(const struct sample *q, const struct sample_footprint *p, unsigned k,
                        val raw[2][2][4]);

// ---- jit/image/level.c
// The levels of a channel: the first one (from the surface's largest), and the share of 256 of the one after
// it; NULL: there is none.
struct sample_levels {
    val first, share;
};
bool sample_levels_ok(const struct sim_image_shape *shape, const struct sim_sampler_shape *sampler);
struct sample_levels sample_find_levels(struct sample *q);
// An integer level as ld has it: from the surface's largest, and whether there is one.
void sample_level_of(struct sample *q, val level, val *first, val *ok);
void sample_enter_level(struct sample *q, val level);

// ---- jit/image/sample_sum.c
// What a texel is compared with; and `weight`, or 0 where the comparison holds.
val sample_reference(const struct sample *q);
val sample_unless_held(const struct sample *q, const val raw[4], val reference, val weight);
// The words of the channels that the format has. `levels`: NULL: of the level in hand alone.
void sample_sum(struct sample *q, const struct sample_levels *levels, val out[4]);

#endif
