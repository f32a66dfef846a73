// Texels' dwords from memory, in lanes. A gather takes about as long for eight dwords as eight loads and what
// puts them together, so that of larger texels pairs of dwords are gathered, or all four loaded.
#include "sim/jit/image/fetch.h"

#include "sim/jit/ir/send.h"

enum { FOUR = 4, MOST_DWORDS = 16 };

val jit_gather_dwords(struct jt *j, val host, val offset, val inside)
{
    const val none = LLVMConstNull(j->words), scale = LLVMConstInt(j->i8, 1, false);
    if (j->lanes > JIT_CHUNK) {
        const val every = LLVMConstAllOnes(LLVMVectorType(j->i1, j->lanes));
        val args[5] = {none, host, offset, inside ? inside : every, LLVMConstInt(j->i32, 1, false)};
        return jit_intrinsic(j, "llvm.x86.avx512.mask.gather.dpi.512", NULL, 0, args, 5);
    }
    const val mask = inside ? LLVMBuildSExt(B, inside, j->words, "") : LLVMConstAllOnes(j->words);
    val args[5] = {none, host, offset, mask, scale};
    return jit_intrinsic(j, "llvm.x86.avx2.gather.d.d.256", NULL, 0, args, 5);
}

// Pairs of dwords at so many offsets as a vector of the host has, as twice as many dwords.
static val gather_pairs(struct jt *j, val host, val offset, val inside)
{
    const unsigned n = lanes_count(offset);
    const type quads = LLVMVectorType(j->i64, n);
    const val none = LLVMConstNull(quads);
    if (j->has_avx512) {
        const val every = LLVMConstAllOnes(LLVMVectorType(j->i1, n));
        val args[5] = {none, host, offset, inside ? inside : every, LLVMConstInt(j->i32, 1, false)};
        const val v = jit_intrinsic(j, "llvm.x86.avx512.mask.gather.dpq.512", NULL, 0, args, 5);
        return LLVMBuildBitCast(B, v, LLVMVectorType(j->i32, 2 * n), "");
    }
    const val mask = inside ? LLVMBuildSExt(B, inside, quads, "") : LLVMConstAllOnes(quads);
    val args[5] = {none, host, offset, mask, LLVMConstInt(j->i8, 1, false)};
    const val v = jit_intrinsic(j, "llvm.x86.avx2.gather.d.q.256", NULL, 0, args, 5);
    return LLVMBuildBitCast(B, v, LLVMVectorType(j->i32, 2 * n), "");
}

// Every other dword, from number `odd` on.
static val every_other(struct jt *j, val v, unsigned odd)
{
    int index[MOST_DWORDS];
    const unsigned n = lanes_count(v) / 2;
    for (unsigned i = 0; i < n; i++)
        index[i] = (int)(2 * i + odd);
    return jit_shuffle(j, v, NULL, index, n);
}

static void fetch_pairs(struct jt *j, val host, val offset, val inside, val raw[2])
{
    const unsigned n = j->has_avx512 ? JIT_CHUNK : FOUR; // at once
    for (unsigned i = 0; i < j->lanes; i += n) {
        const val pair = gather_pairs(j, host, jit_part_of_lanes(j, offset, i, n),
                                      inside ? jit_part_of_lanes(j, inside, i, n) : NULL);
        for (unsigned k = 0; k < 2; k++) {
            const val v = every_other(j, pair, k);
            raw[k] = i ? jit_join_lanes(j, raw[k], v) : v;
        }
    }
}

// Of eight lanes. (The first texel is there in any case.)
static void load_fours(struct jt *j, val host, val offset, val raw[4])
{
    const type four = LLVMVectorType(j->i32, FOUR);
    val a[JIT_CHUNK];
    for (unsigned i = 0; i < JIT_CHUNK; i++) {
        val o = lane_of(j, offset, i);
        o = LLVMBuildZExt(B, o, j->i64, "");
        a[i] = LLVMBuildLoad2(B, four, LLVMBuildInBoundsGEP2(B, j->i8, host, &o, 1, ""), "");
        LLVMSetAlignment(a[i], 4);
    }
    jit_transpose(j, a, false);
    for (unsigned k = 0; k < 4; k++)
        raw[k] = a[k];
}

static void fetch_fours(struct jt *j, val host, val offset, val inside, val raw[4])
{
    const val none = jit_const(j, j->words, 0);
    if (inside)
        offset = pick(j, inside, offset, none);
    for (unsigned i = 0; i < j->lanes; i += JIT_CHUNK) {
        val some[4];
        load_fours(j, host, jit_part_of_lanes(j, offset, i, JIT_CHUNK), some);
        for (unsigned k = 0; k < 4; k++)
            raw[k] = i ? jit_join_lanes(j, raw[k], some[k]) : some[k];
    }
    for (unsigned k = 0; k < 4 && inside; k++)
        raw[k] = pick(j, inside, raw[k], none);
}

void jit_fetch_dwords(struct jt *j, unsigned bytes, val host, val offset, val inside, val raw[4])
{
    for (unsigned k = 0; k < 4; k++)
        raw[k] = jit_const(j, j->words, 0);
    if (bytes == 8)
        fetch_pairs(j, host, offset, inside, raw);
    else if (bytes == 16)
        fetch_fours(j, host, offset, inside, raw);
    else
        for (unsigned k = 0; k < bytes / 4; k++)
            raw[k] = jit_gather_dwords(j, jit_bytes_after(j, host, 4 * k), offset, inside);
}

// ---- spans: a dword for each lane, and four more

enum { COLUMN = 16, COLUMN_STEP = 512 }; // bytes: of Y tiles, and from one to the next

static unsigned span_bytes(const struct jt *j)
{
    return 4 * (j->lanes + FOUR);
}

bool jit_image_has_spans(const struct sim_image_shape *shape)
{
    const unsigned bytes = shape->format->bytes;
    return bytes <= 8 && !(bytes & (bytes - 1)) && !shape->format->codec && !shape->swizzled &&
           (shape->tiling == SIM_TILING_LINEAR || shape->tiling == SIM_TILING_Y);
}

val jit_image_span_start(struct jt *j, const struct sim_image_shape *shape, val x)
{
    // (Of linear ones the dword around small texels.)
    const unsigned unit = shape->tiling == SIM_TILING_Y ? COLUMN : 4, bytes = shape->format->bytes;
    return bytes < unit ? masked(j, x, ~(unit / bytes - 1)) : x;
}

unsigned jit_image_span_texels(const struct jt *j, const struct sim_image_shape *shape)
{
    return span_bytes(j) / shape->format->bytes;
}

unsigned jit_image_span_reach(const struct jt *j, const struct sim_image_shape *shape)
{
    const unsigned columns = span_bytes(j) / COLUMN;
    return shape->tiling == SIM_TILING_Y ? (columns - 1) * COLUMN_STEP + COLUMN : span_bytes(j);
}

static val load_at(struct jt *j, val host, val offset, unsigned more, unsigned dwords)
{
    const val p = jit_bytes_after(j, LLVMBuildInBoundsGEP2(B, j->i8, host, &offset, 1, ""), more);
    const val v = LLVMBuildLoad2(B, LLVMVectorType(j->i32, dwords), p, "");
    LLVMSetAlignment(v, 4);
    return v;
}

// Columns of a Y tile, or of those next to each other, as one vector.
static val load_columns(struct jt *j, val host, val offset, unsigned first, unsigned dwords)
{
    if (dwords == FOUR)
        return load_at(j, host, offset, first * COLUMN_STEP, FOUR);
    const val low = load_columns(j, host, offset, first, dwords / 2);
    return jit_join_lanes(j, low, load_columns(j, host, offset, first + dwords / 2 / FOUR, dwords / 2));
}

struct jit_span jit_image_load_span(struct jt *j, const struct sim_image_shape *shape, val host, val offset)
{
    static const int again[MOST_DWORDS] = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
    const bool tiles = shape->tiling == SIM_TILING_Y;
    offset = LLVMBuildZExt(B, offset, j->i64, "");
    const val more = tiles ? load_columns(j, host, offset, j->lanes / FOUR, FOUR)
                           : load_at(j, host, offset, 4 * j->lanes, FOUR);
    return (struct jit_span){tiles ? load_columns(j, host, offset, 0, j->lanes)
                                   : load_at(j, host, offset, 0, j->lanes),
                             jit_shuffle(j, more, NULL, again, j->lanes)};
}

// Its dwords by their numbers.
static val choose(struct jt *j, const struct jit_span *s, val index)
{
    if (j->has_avx512) {
        val args[3] = {s->dwords, index, s->more};
        return jit_intrinsic(
            j, j->lanes > JIT_CHUNK ? "llvm.x86.avx512.vpermi2var.d.512" : "llvm.x86.avx512.vpermi2var.d.256",
            NULL, 0, args, 3);
    }
    val low[2] = {s->dwords, index}, high[2] = {s->more, index};
    return pick(j, icmp(j, LLVMIntUGE, index, jit_const(j, j->words, j->lanes)),
                jit_intrinsic(j, "llvm.x86.avx2.permd", NULL, 0, high, 2),
                jit_intrinsic(j, "llvm.x86.avx2.permd", NULL, 0, low, 2));
}

// A texel of less than a dword, from the dword around it.
static val small_texel(struct jt *j, unsigned bytes, val word, val offset)
{
    const val down = LLVMBuildShl(B, masked(j, offset, 3), jit_const(j, j->words, 3), "");
    return masked(j, LLVMBuildLShr(B, word, down, ""), (1u << 8 * bytes) - 1);
}

void jit_image_of_span(struct jt *j, const struct sim_image_shape *shape, const struct jit_span *s, val index,
                       val raw[4])
{
    const unsigned bytes = shape->format->bytes;
    for (unsigned k = 0; k < 4; k++)
        raw[k] = jit_const(j, j->words, 0);
    if (bytes < 4) {
        const val offset = LLVMBuildMul(B, index, jit_const(j, j->words, bytes), "");
        const val word = choose(j, s, LLVMBuildLShr(B, offset, jit_const(j, j->words, 2), ""));
        raw[0] = small_texel(j, bytes, word, offset);
        return;
    }
    const val first = LLVMBuildMul(B, index, jit_const(j, j->words, bytes / 4), "");
    for (unsigned k = 0; k < bytes / 4; k++)
        raw[k] = choose(j, s, LLVMBuildAdd(B, first, jit_const(j, j->words, k), ""));
}

// ---- whole texels

// Of a column. As many texels to the right as two messages have, or the two halves of one: groups mostly
// follow each other there. The next column is in the next tile as well.
static void prefetch(struct jt *j, const struct sim_image_shape *shape, val host, val offset, unsigned more,
                     bool write)
{
    enum { RIGHT = 16, LOCALITY = 3, DATA = 1 };
    const unsigned right = RIGHT * shape->format->bytes / COLUMN * COLUMN_STEP;
    val at =
        LLVMBuildAdd(B, LLVMBuildZExt(B, offset, j->i64, ""), LLVMConstInt(j->i64, right + more, false), "");
    val args[4] = {LLVMBuildGEP2(B, j->i8, host, &at, 1, ""), jit_const(j, j->i32, write),
                   jit_const(j, j->i32, LOCALITY), jit_const(j, j->i32, DATA)};
    jit_intrinsic(j, "llvm.prefetch", &j->ptr, 1, args, 4);
}

void jit_image_prefetch(struct jt *j, const struct sim_image_shape *shape, val host, val offset, bool write)
{
    const unsigned bytes = shape->format->bytes;
    if (shape->tiling != SIM_TILING_Y)
        return;
    for (unsigned i = 0; i < j->lanes; i += bytes < COLUMN ? (unsigned)COLUMN / bytes : 1)
        prefetch(j, shape, host, lane_of(j, offset, i), 0, write);
}

void jit_image_prefetch_span(struct jt *j, const struct sim_image_shape *shape, val host, val offset)
{
    const unsigned columns = j->lanes * shape->format->bytes / COLUMN;
    for (unsigned k = 0; k < (columns ? columns : 1) && shape->tiling == SIM_TILING_Y; k++)
        prefetch(j, shape, host, offset, k * COLUMN_STEP, false);
}

void jit_image_fetch(struct jt *j, const struct sim_format *f, val host, val offset, val inside, val raw[4])
{
    if (f->bytes >= 4) {
        jit_fetch_dwords(j, f->bytes, host, offset, inside, raw);
        return;
    }
    const val word = jit_gather_dwords(j, host, masked(j, offset, ~3u), inside);
    raw[0] = small_texel(j, f->bytes, word, offset);
    for (unsigned k = 1; k < 4; k++)
        raw[k] = jit_const(j, j->words, 0);
}
