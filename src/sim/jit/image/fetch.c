// Texels' dwords from memory, in lanes. A gather takes about as long for eight dwords as eight loads and what
// puts them together, so that of larger texels pairs of dwords are gathered, or all four loaded.
#include "sim/jit/image/fetch.h"

#include "sim/jit/ir/send.h"

enum { LANES = 8, HALF = 4 };

val jit_gather_dwords(struct jt *j, val host, val offset, val inside)
{
    const val mask = inside ? LLVMBuildSExt(B, inside, j->v8, "") : LLVMConstAllOnes(j->v8);
    val args[5] = {LLVMConstNull(j->v8), host, offset, mask, LLVMConstInt(j->i8, 1, false)};
    return jit_intrinsic(j, "llvm.x86.avx2.gather.d.d.256", NULL, 0, args, 5);
}

// Lanes [4 * half, 4 * half + 4) of eight.
static val half_of(struct jt *j, val v, unsigned half)
{
    val m[HALF];
    for (unsigned i = 0; i < HALF; i++)
        m[i] = jit_const(j, j->i32, HALF * half + i);
    return LLVMBuildShuffleVector(B, v, LLVMGetUndef(LLVMTypeOf(v)), LLVMConstVector(m, HALF), "");
}

static void fetch_pairs(struct jt *j, val host, val offset, val inside, val raw[2])
{
    const type quads = LLVMVectorType(j->i64, HALF);
    val pair[2], even[LANES], odd[LANES];
    for (unsigned h = 0; h < 2; h++) {
        const val mask =
            inside ? LLVMBuildSExt(B, half_of(j, inside, h), quads, "") : LLVMConstAllOnes(quads);
        val args[5] = {LLVMConstNull(quads), host, half_of(j, offset, h), mask,
                       LLVMConstInt(j->i8, 1, false)};
        pair[h] = LLVMBuildBitCast(B, jit_intrinsic(j, "llvm.x86.avx2.gather.d.q.256", NULL, 0, args, 5),
                                   j->v8, "");
    }
    for (unsigned i = 0; i < LANES; i++) {
        even[i] = jit_const(j, j->i32, 2 * i);
        odd[i] = jit_const(j, j->i32, 2 * i + 1);
    }
    raw[0] = LLVMBuildShuffleVector(B, pair[0], pair[1], LLVMConstVector(even, LANES), "");
    raw[1] = LLVMBuildShuffleVector(B, pair[0], pair[1], LLVMConstVector(odd, LANES), "");
}

// (The first texel is there in any case.)
static void load_fours(struct jt *j, val host, val offset, val inside, val raw[4])
{
    const type four = LLVMVectorType(j->i32, HALF);
    const val none = jit_const(j, j->v8, 0);
    val a[LANES];
    if (inside)
        offset = pick(j, inside, offset, none);
    for (unsigned i = 0; i < LANES; i++) {
        val o = LLVMBuildExtractElement(B, offset, jit_const(j, j->i32, i), "");
        o = LLVMBuildZExt(B, o, j->i64, "");
        a[i] = LLVMBuildLoad2(B, four, LLVMBuildInBoundsGEP2(B, j->i8, host, &o, 1, ""), "");
        LLVMSetAlignment(a[i], 4);
    }
    jit_transpose(j, a, false);
    for (unsigned k = 0; k < 4; k++)
        raw[k] = inside ? pick(j, inside, a[k], none) : a[k];
}

void jit_fetch_dwords(struct jt *j, unsigned bytes, val host, val offset, val inside, val raw[4])
{
    for (unsigned k = 0; k < 4; k++)
        raw[k] = jit_const(j, j->v8, 0);
    if (bytes == 8)
        fetch_pairs(j, host, offset, inside, raw);
    else if (bytes == 16)
        load_fours(j, host, offset, inside, raw);
    else
        for (unsigned k = 0; k < bytes / 4; k++)
            raw[k] = jit_gather_dwords(j, jit_bytes_after(j, host, 4 * k), offset, inside);
}

bool jit_image_has_runs(const struct sim_image_shape *shape)
{
    return shape->format->bytes == 4 && !shape->format->codec && !shape->swizzled &&
           (shape->tiling == SIM_TILING_LINEAR || shape->tiling == SIM_TILING_Y);
}

static val load_at(struct jt *j, val host, val offset, unsigned more, unsigned dwords)
{
    const val p = jit_bytes_after(j, LLVMBuildInBoundsGEP2(B, j->i8, host, &offset, 1, ""), more);
    const val v = LLVMBuildLoad2(B, LLVMVectorType(j->i32, dwords), p, "");
    LLVMSetAlignment(v, 4);
    return v;
}

// Of Y tiles: in three columns of four texels each; `index`: of the first one in its column.
static void fetch_from_columns(struct jt *j, val host, val offset, val index, val texels[2])
{
    enum { COLUMN = 512, TEXELS = 4 };
    static const int both[LANES] = {0, 1, 2, 3, 4, 5, 6, 7}, twice[LANES] = {0, 1, 2, 3, 0, 1, 2, 3};
    val count[LANES];
    for (unsigned i = 0; i < LANES; i++)
        count[i] = jit_const(j, j->i32, i);
    const val left = load_at(j, host, offset, 0, TEXELS),
              right = load_at(j, host, offset, 2 * COLUMN, TEXELS);
    const val first = jit_shuffle(j, left, load_at(j, host, offset, COLUMN, TEXELS), both, LANES),
              last = jit_shuffle(j, right, NULL, twice, LANES);
    index = LLVMBuildAdd(B, jit_splat(j, index, LANES), LLVMConstVector(count, LANES), "");
    for (unsigned k = 0; k < 2; k++) {
        val in_first[2] = {first, index}, in_last[2] = {last, index};
        texels[k] = pick(j, icmp(j, LLVMIntUGT, index, jit_const(j, j->v8, LANES - 1)),
                         jit_intrinsic(j, "llvm.x86.avx2.permd", NULL, 0, in_last, 2),
                         jit_intrinsic(j, "llvm.x86.avx2.permd", NULL, 0, in_first, 2));
        index = LLVMBuildAdd(B, index, jit_const(j, j->v8, 1), "");
    }
}

void jit_image_fetch_run(struct jt *j, const struct sim_image_shape *shape, val host, val column, val row,
                         val texels[2])
{
    enum { WIDTH = 16, BYTES = 4 };
    const bool tiles = shape->tiling == SIM_TILING_Y;
    const val at = LLVMBuildAdd(B, tiles ? masked(j, column, ~(WIDTH - 1u)) : column, row, "");
    const val offset = LLVMBuildZExt(B, at, j->i64, "");
    if (tiles) {
        const val index = LLVMBuildUDiv(B, masked(j, column, WIDTH - 1), jit_const(j, j->i32, BYTES), "");
        fetch_from_columns(j, host, offset, index, texels);
        return;
    }
    texels[0] = load_at(j, host, offset, 0, LANES);
    texels[1] = load_at(j, host, offset, BYTES, LANES);
}

void jit_image_prefetch(struct jt *j, const struct sim_image_shape *shape, val host, val offset, bool write)
{
    // Of a column: its width, and how far the next one is, in the next tile as well. As many texels to the
    // right as two messages have, or the two halves of one: groups mostly follow each other there.
    enum { WIDTH = 16, COLUMN = 512, RIGHT = 16, LOCALITY = 3, DATA = 1 };
    const unsigned bytes = shape->format->bytes;
    if (shape->tiling != SIM_TILING_Y)
        return;
    for (unsigned i = 0; i < LANES; i += bytes < WIDTH ? WIDTH / bytes : 1) {
        val at = LLVMBuildExtractElement(B, offset, jit_const(j, j->i32, i), "");
        at = LLVMBuildAdd(B, LLVMBuildZExt(B, at, j->i64, ""),
                          LLVMConstInt(j->i64, RIGHT * bytes / WIDTH * COLUMN, false), "");
        val args[4] = {LLVMBuildGEP2(B, j->i8, host, &at, 1, ""), jit_const(j, j->i32, write),
                       jit_const(j, j->i32, LOCALITY), jit_const(j, j->i32, DATA)};
        jit_intrinsic(j, "llvm.prefetch", &j->ptr, 1, args, 4);
    }
}

void jit_image_fetch(struct jt *j, const struct sim_format *f, val host, val offset, val inside, val raw[4])
{
    if (f->bytes >= 4) {
        jit_fetch_dwords(j, f->bytes, host, offset, inside, raw);
        return;
    }
    const val word = jit_gather_dwords(j, host, masked(j, offset, ~3u), inside);
    const val down = LLVMBuildShl(B, masked(j, offset, 3), jit_const(j, j->v8, 3), "");
    raw[0] = masked(j, LLVMBuildLShr(B, word, down, ""), (1u << 8 * f->bytes) - 1);
    for (unsigned k = 1; k < 4; k++)
        raw[k] = jit_const(j, j->v8, 0);
}
