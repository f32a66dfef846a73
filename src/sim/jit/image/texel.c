// Texels' values from their bits, and back, for formats whose channels are numbers of at most 16 bits or
// dwords: to the same bits as surface/format.c and surface/lanes.inc.h compute them.
#include "sim/jit/image/texel.h"

#include <string.h>

#include "sim/jit/image/fetch.h"

#define FMA "llvm.experimental.constrained.fma"
#define FMUL "llvm.experimental.constrained.fmul"

enum { DWORD = 32 }; // bits

static val words(struct jt *j, uint32_t c)
{
    return jit_const(j, j->words, c);
}

static type floats(struct jt *j)
{
    return LLVMVectorType(j->f32, j->lanes);
}

static val real(struct jt *j, type elem, double c)
{
    return jit_splat(j, LLVMConstReal(elem, c), j->lanes);
}

static bool readable(const struct sim_channel *c)
{
    const bool small = c->bits <= 16;
    switch (c->kind) {
    case SIM_CH_NONE:
    case SIM_CH_UI:
    case SIM_CH_SI:
        return true;
    case SIM_CH_UN:
    case SIM_CH_SN:
        return small;
    default:
        return c->kind == SIM_CH_SF && (c->bits == 16 || c->bits == 32);
    }
}

// A channel lies in one dword (sim_lanes_can).
bool jit_texel_ok(const struct sim_format *f, bool write)
{
    if (f && f->codec)
        return !write;
    bool ok = f && !(f->srgb && write) && f->bytes <= 16;
    for (unsigned n = 0; ok && n < 4; n++)
        ok = readable(&f->ch[n]) &&
             (!write || f->ch[n].kind != SIM_CH_SF || f->ch[n].bits != 16 || jit_host_has_f16c());
    for (unsigned n = 0; ok && write && n < 4; n++) // no two channels in the same bits
        for (unsigned k = 0; ok && k < n; k++)
            ok = !f->ch[k].kind || !f->ch[n].kind || f->ch[k].shift != f->ch[n].shift;
    return ok;
}

// ---- reading

static val shifted(struct jt *j, val v, unsigned down)
{
    return down ? LLVMBuildLShr(B, v, words(j, down), "") : v;
}

// A byte in the middle of each dword, alone: one instruction.
static val middle_byte(struct jt *j, val dwords, unsigned byte)
{
    enum { MOST = 64 };
    const unsigned n = 4 * j->lanes;
    const type bytes = LLVMVectorType(j->i8, n);
    val index[MOST];
    for (unsigned i = 0; i < n; i++)
        index[i] = jit_const(j, j->i32, i % 4 ? n : i + byte);
    const val v = LLVMBuildBitCast(B, dwords, bytes, "");
    return LLVMBuildBitCast(
        B, LLVMBuildShuffleVector(B, v, LLVMConstNull(bytes), LLVMConstVector(index, n), ""), j->words, "");
}

static val unsigned_bits(struct jt *j, const struct sim_channel *c, val raw[4])
{
    const unsigned at = c->shift % DWORD;
    if (c->bits == 8 && (at == 8 || at == 16))
        return middle_byte(j, raw[c->shift / DWORD], at / 8);
    const val v = shifted(j, raw[c->shift / DWORD], c->shift % DWORD);
    return c->shift % DWORD + c->bits == DWORD ? v : masked(j, v, (1u << c->bits) - 1);
}

static val signed_bits(struct jt *j, const struct sim_channel *c, val raw[4])
{
    const unsigned up = DWORD - c->bits - c->shift % DWORD;
    val v = raw[c->shift / DWORD];
    if (up)
        v = LLVMBuildShl(B, v, words(j, up), "");
    return c->bits == 32 ? v : LLVMBuildAShr(B, v, words(j, (unsigned)DWORD - c->bits), "");
}

// The product with the reciprocal in two parts: the quotient to the bit for all integers from -by to by if
// that is the largest number of 1 to 16 bits, or of 8 times 2^16 (tried for each of them). A division takes
// as long as eight products.
val jit_texel_quotient(struct jt *j, val integer, double by)
{
    const float high = (float)(1 / by);
    const val v = LLVMBuildSIToFP(B, integer, floats(j), ""),
              low = jit_fp(j, FMUL, v, real(j, j->f32, (float)(1 / by - (double)high)), NULL);
    return as_int(j, jit_fp(j, FMA, v, real(j, j->f32, high), low));
}

static val from_snorm(struct jt *j, val v, unsigned bits)
{
    const uint32_t top = (1u << (bits - 1)) - 1;
    const val least = icmp(j, LLVMIntSLT, v, words(j, -top)); // of which there is one: it is -1 as well
    return jit_texel_quotient(j, pick(j, least, words(j, -top), v), top);
}

// A half's bits are kept if it is no number, and denormals are not flushed.
static val from_half(struct jt *j, val h)
{
    enum { LEAST = 0x400, INFINITE = 0x7c00 };
    const val a = masked(j, h, 0x7fff), m = LLVMBuildShl(B, a, words(j, 13), "");
    const val sign = LLVMBuildShl(B, masked(j, h, 0x8000), words(j, 16), "");
    const val small =
        as_int(j, jit_fp(j, FMUL, LLVMBuildSIToFP(B, a, floats(j), ""), real(j, j->f32, 0x1p-24), NULL));
    val v = LLVMBuildAdd(B, m, words(j, 112u << 23), "");
    v = pick(j, icmp(j, LLVMIntSLT, a, words(j, LEAST)), small, v);
    v = pick(j, icmp(j, LLVMIntSGE, a, words(j, INFINITE)), LLVMBuildOr(B, m, words(j, 0x7f800000), ""), v);
    return LLVMBuildOr(B, v, sign, "");
}

static val channel(struct jt *j, const struct sim_channel *c, val raw[4])
{
    switch (c->kind) {
    case SIM_CH_UN:
        return jit_texel_quotient(j, unsigned_bits(j, c, raw), (1u << c->bits) - 1);
    case SIM_CH_SN:
        return from_snorm(j, signed_bits(j, c, raw), c->bits);
    case SIM_CH_SI:
        return signed_bits(j, c, raw);
    case SIM_CH_SF:
        return c->bits == 16 ? from_half(j, unsigned_bits(j, c, raw)) : raw[c->shift / DWORD];
    default:
        return unsigned_bits(j, c, raw);
    }
}

static bool is_srgb(const struct sim_format *f, unsigned n)
{
    return f->srgb && n < 3; // (bytes: sim_lanes_can)
}

val jit_texel_bits(struct jt *j, const struct sim_format *f, unsigned n, val raw[4])
{
    if (f->codec)
        return raw[n];
    if (is_srgb(f, n))
        return jit_gather_dwords(j, j->srgb,
                                 LLVMBuildShl(B, unsigned_bits(j, &f->ch[n], raw), words(j, 2), ""), NULL);
    return channel(j, &f->ch[n], raw);
}

val jit_texel_decode(struct jt *j, const struct sim_image_shape *shape, unsigned n, val raw[4])
{
    const struct sim_format *f = shape->format;
    const unsigned select = shape->select[n];
    if (shape->raw)
        return n * 4 < f->bytes && n < 2 ? raw[n] : words(j, n == 3);
    if (select < GEN_SCS_RED)
        return words(j, select == 1 ? sim_format_default(f, 3) : 0);
    const unsigned from = select - GEN_SCS_RED;
    return f->present >> from & 1 ? jit_texel_bits(j, f, from, raw) : words(j, sim_format_default(f, from));
}

// By the host's instruction, which makes a quiet one of what is no number.
static val widened(struct jt *j, val half)
{
    const val bits = LLVMBuildTrunc(B, half, LLVMVectorType(j->i16, j->lanes), "");
    const val h = LLVMBuildBitCast(B, bits, LLVMVectorType(LLVMHalfTypeInContext(j->ctx), j->lanes), "");
    return as_int(j, LLVMBuildFPExt(B, h, floats(j), ""));
}

static bool has_halves(const struct sim_format *f)
{
    for (unsigned n = 0; n < 4; n++)
        if (f->ch[n].kind && (f->ch[n].kind != SIM_CH_SF || f->ch[n].bits != 16))
            return false;
    return !f->codec && jit_host_has_f16c();
}

// Lanes of those words that are no number.
static val no_numbers(struct jt *j, const val out[4])
{
    val any = NULL;
    for (unsigned n = 0; n < 4; n++) {
        if (!out[n])
            continue;
        const val v = as_float(j, out[n]), one = fcmp(j, LLVMRealUNO, v, v);
        any = any ? LLVMBuildOr(B, any, one, "") : one;
    }
    return any;
}

// Halves by the host's instruction; bit by bit where one is no number, for those are kept.
void jit_texel_decode_all(struct jt *j, const struct sim_image_shape *shape, unsigned on, val raw[4],
                          val out[4])
{
    const struct sim_format *f = shape->format;
    const bool halves = has_halves(f) && !shape->raw;
    for (unsigned n = 0; n < 4; n++) {
        const unsigned from = shape->select[n] - GEN_SCS_RED;
        out[n] = NULL;
        if (on >> n & 1)
            out[n] = halves && shape->select[n] >= GEN_SCS_RED && f->present >> from & 1
                         ? jit_texel_number(j, f, from, raw)
                         : jit_texel_decode(j, shape, n, raw);
    }
    if (!halves || !on)
        return;
    const val fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(B)), some = any_holds(j, no_numbers(j, out));
    LLVMBasicBlockRef ways[2] = {LLVMGetInsertBlock(B), LLVMAppendBasicBlockInContext(j->ctx, fn, "")};
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(j->ctx, fn, "");
    LLVMBuildCondBr(B, some, ways[1], end);
    LLVMPositionBuilderAtEnd(B, ways[1]);
    val exact[4] = {NULL};
    for (unsigned n = 0; n < 4; n++)
        exact[n] = out[n] ? jit_texel_decode(j, shape, n, raw) : NULL;
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, end);
    for (unsigned n = 0; n < 4; n++) {
        if (!out[n])
            continue;
        val both[2] = {out[n], exact[n]};
        out[n] = LLVMBuildPhi(B, j->words, "");
        LLVMAddIncoming(out[n], both, ways, 2);
    }
}

val jit_texel_number(struct jt *j, const struct sim_format *f, unsigned n, val raw[4])
{
    const struct sim_channel *c = &f->ch[n];
    if (c->kind == SIM_CH_SF && c->bits == 16 && jit_host_has_f16c())
        return widened(j, unsigned_bits(j, c, raw));
    if (c->kind != SIM_CH_UN || is_srgb(f, n))
        return jit_texel_bits(j, f, n, raw);
    return as_int(j, LLVMBuildSIToFP(B, unsigned_bits(j, c, raw), floats(j), ""));
}

// ---- constants

static uint32_t all_ones(unsigned bits)
{
    return bits == DWORD ? UINT32_MAX : (1u << bits) - 1;
}

static uint32_t constant_bits(const struct sim_channel *c, uint32_t word)
{
    enum { HALF_ONE = 0x3c00 };
    if (!word)
        return 0;
    switch (c->kind) {
    case SIM_CH_UN:
        return all_ones(c->bits);
    case SIM_CH_SN:
        return all_ones(c->bits - 1);
    case SIM_CH_SF:
        return c->bits == 16 ? HALF_ONE : word;
    default:
        return word;
    }
}

bool jit_texel_constant(const struct sim_format *f, const uint32_t value[4], uint32_t raw[4])
{
    uint32_t taken[4] = {0};
    memset(raw, 0, 4 * sizeof(raw[0]));
    for (unsigned n = 0; n < 4; n++) {
        const struct sim_channel *c = &f->ch[n];
        const unsigned k = c->shift / DWORD, shift = c->shift % DWORD;
        if (f->codec)
            raw[n] = value[n];
        if (f->codec || !c->kind)
            continue;
        const uint32_t bits = constant_bits(c, value[n]) << shift, mask = all_ones(c->bits) << shift;
        if ((raw[k] ^ bits) & mask & taken[k]) // several channels in the same bits
            return false;
        raw[k] |= bits;
        taken[k] |= mask;
    }
    return true;
}

// ---- writing

// Numbers from `low` to 1, others as 0, times `top`, to the nearest integer in the host's mode, which is to
// even wherever translated code runs: the last bit of a sum with 2^23 is 1. (Of two of which one is no number
// the host's instructions take the second.)
static val normalized(struct jt *j, val value, double low, double top)
{
    const double by = low < 0 ? 0x1.8p23 : 0x1p23;
    const uint32_t bits = low < 0 ? 0x4b400000 : 0x4b000000;
    val n = as_float(j, value);
    if (low < 0)
        n = as_float(j, pick(j, jit_fcmp(j, LLVMRealUNO, n, n), words(j, 0), value));
    val least[2] = {n, real(j, j->f32, low)};
    val most[2] = {jit_intrinsic(j, "llvm.x86.avx.max.ps.256", NULL, 0, least, 2), real(j, j->f32, 1)};
    n = jit_intrinsic(j, "llvm.x86.avx.min.ps.256", NULL, 0, most, 2);
    const val sum = jit_fp(j, FMA, n, real(j, j->f32, top), real(j, j->f32, by));
    return LLVMBuildSub(B, as_int(j, sum), words(j, bits), "");
}

static val limited(struct jt *j, LLVMIntPredicate better, val v, uint32_t limit)
{
    return pick(j, icmp(j, better, v, words(j, limit)), v, words(j, limit));
}

static val to_half(struct jt *j, val v)
{
    val args[2] = {as_float(j, v), jit_const(j, j->i32, 0)};
    const val h = jit_intrinsic(j, "llvm.x86.vcvtps2ph.256", NULL, 0, args, 2);
    return LLVMBuildZExt(B, h, j->words, "");
}

static val channel_bits(struct jt *j, const struct sim_channel *c, val v)
{
    const uint32_t max = c->bits == 32 ? UINT32_MAX : (1u << c->bits) - 1, top = max >> 1;
    switch (c->kind) {
    case SIM_CH_UN:
        return normalized(j, v, 0, max);
    case SIM_CH_SN:
        return masked(j, normalized(j, v, -1, top), max);
    case SIM_CH_UI:
        return c->bits == 32 ? v : limited(j, LLVMIntULT, v, max);
    case SIM_CH_SI:
        return c->bits == 32 ? v
                             : masked(j, limited(j, LLVMIntSGT, limited(j, LLVMIntSLT, v, top), ~top), max);
    default:
        return c->bits == 16 ? to_half(j, v) : v;
    }
}

void jit_texel_encode(struct jt *j, const struct sim_format *f, val value[4], val raw[4])
{
    for (unsigned k = 0; k < 4; k++)
        raw[k] = NULL;
    for (unsigned n = 0; n < 4; n++) {
        const struct sim_channel *c = &f->ch[n];
        if (!c->kind)
            continue;
        val v = channel_bits(j, c, value[n]), *to = &raw[c->shift / DWORD];
        if (c->shift % DWORD)
            v = LLVMBuildShl(B, v, words(j, c->shift % DWORD), "");
        *to = *to ? LLVMBuildOr(B, *to, v, "") : v;
    }
    for (unsigned k = 0; k < 4; k++)
        if (!raw[k])
            raw[k] = words(j, 0);
}
