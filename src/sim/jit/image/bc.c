// Texels of BC1 to BC5 from their blocks, in lanes: the arithmetic of surface/format_bc.c, whose quotients
// and sums are the same floats in whichever order a sum of two has its terms. What is in sRGB is looked up
// (jit/image/codec.c).
#include "sim/jit/image/sample.h"

bool jit_bc_ok(const struct sim_format *f)
{
    return f->codec >= SIM_CODEC_BC1_RGB && f->codec <= SIM_CODEC_BC5_SNORM && !f->srgb;
}

static val number(struct jt *j, val integer)
{
    return LLVMBuildSIToFP(B, integer, floats(j), "");
}

static val quotient(struct jt *j, val a, val b)
{
    return jit_fp(j, CONSTRAINED("fdiv"), a, b, NULL);
}

// ---- colours: two of 5:6:5 bits, and two bits that choose

// Of the one that a texel is (or is nearer to), and of the other.
struct colors {
    val word[2]; // of 16 bits
    val between; // lanes: a texel is neither of them
    val divisor; // then: of the sum of the first one so many times less one, and the other
    val black;   // lanes: transparent black; NULL: there is none
};

static struct colors colors_of(struct jt *j, val ends, val indices, val texel, bool punch)
{
    const val index = masked(j, LLVMBuildLShr(B, indices, shl(j, texel, 1), ""), 3);
    const val low = masked(j, ends, 0xffff), high = shr(j, ends, 16);
    const val second = icmp(j, LLVMIntNE, masked(j, index, 1), words(j, 0));
    struct colors c = {.word = {pick(j, second, high, low), pick(j, second, low, high)}};
    c.between = icmp(j, LLVMIntUGE, index, words(j, 2));
    c.divisor = real32(j, 3);
    if (!punch)
        return c;
    const val three = icmp(j, LLVMIntULE, low, high);
    c.divisor = pick(j, three, real32(j, 2), c.divisor);
    c.black = LLVMBuildAnd(B, three, icmp(j, LLVMIntEQ, index, words(j, 3)), "");
    return c;
}

static val color(struct jt *j, const struct colors *c, unsigned shift, unsigned bits)
{
    const uint32_t most = (1u << bits) - 1;
    val e[2];
    for (unsigned k = 0; k < 2; k++)
        e[k] = as_float(j, jit_texel_quotient(j, masked(j, shr(j, c->word[k], shift), most), most));
    const val sum = fadd(j, fmul(j, e[0], fsub(j, c->divisor, real32(j, 1))), e[1]);
    const val v = pick(j, c->between, quotient(j, sum, c->divisor), e[0]);
    return as_int(j, c->black ? pick(j, c->black, real32(j, 0), v) : v);
}

static void decode_colors(struct jt *j, const val block[2], val texel, bool punch, val raw[4])
{
    const struct colors c = colors_of(j, block[0], block[1], texel, punch);
    raw[0] = color(j, &c, 11, 5);
    raw[1] = color(j, &c, 5, 6);
    raw[2] = color(j, &c, 0, 5);
    raw[3] = as_int(j, c.black ? pick(j, c.black, real32(j, 0), real32(j, 1)) : real32(j, 1));
}

// ---- ramps: two of 8 bits, and three bits that choose

// By counts of which those that are no bit's number shift all out.
static val shifted(struct jt *j, bool left, val v, val by)
{
    static const char *const ways[2][2] = {{"llvm.x86.avx2.psrlv.d.256", "llvm.x86.avx512.psrlv.d.512"},
                                           {"llvm.x86.avx2.psllv.d.256", "llvm.x86.avx512.psllv.d.512"}};
    val args[2] = {v, by};
    return jit_intrinsic(j, ways[left][j->lanes > JIT_CHUNK], NULL, 0, args, 2);
}

// `bits` of the 64 of a block, from bit `at` on.
static val field(struct jt *j, const val block[2], val at, unsigned bits)
{
    val v = shifted(j, false, block[0], at);
    v = LLVMBuildOr(B, v, shifted(j, true, block[1], sub(j, words(j, 32), at)), "");
    v = LLVMBuildOr(B, v, shifted(j, false, block[1], sub(j, at, words(j, 32))), "");
    return masked(j, v, (1u << bits) - 1);
}

static val ramp_end(struct jt *j, val block, unsigned k, bool snorm, val *integer)
{
    if (!snorm) {
        *integer = masked(j, shr(j, block, 8 * k), 255);
        return as_float(j, jit_texel_quotient(j, *integer, 255));
    }
    *integer = LLVMBuildAShr(B, shl(j, block, 24 - 8 * k), words(j, 24), "");
    return as_float(j, jit_texel_quotient(j, either(j, LLVMIntSGT, *integer, words(j, -127u)), 127));
}

static val ramp(struct jt *j, const val block[2], val texel, bool snorm)
{
    val integer[2], end[2];
    for (unsigned k = 0; k < 2; k++)
        end[k] = ramp_end(j, block[0], k, snorm, &integer[k]);
    const val index = field(j, block, add(j, add(j, add(j, texel, texel), texel), words(j, 16)), 3);
    // Of six values between, or of four, the least and the greatest.
    const val six = icmp(j, LLVMIntSGT, integer[0], integer[1]);
    const val parts = pick(j, six, words(j, 7), words(j, 5));
    const val left = number(j, sub(j, add(j, parts, words(j, 1)), index)),
              right = number(j, sub(j, index, words(j, 1)));
    val v = quotient(j, fadd(j, fmul(j, left, end[0]), fmul(j, right, end[1])), number(j, parts));
    const val limit =
        pick(j, icmp(j, LLVMIntEQ, index, words(j, 6)), real32(j, snorm ? -1 : 0), real32(j, 1));
    v = pick(j, LLVMBuildOr(B, six, icmp(j, LLVMIntSLT, index, words(j, 6)), ""), v, limit);
    v = pick(j, icmp(j, LLVMIntEQ, index, words(j, 1)), end[1], v);
    return as_int(j, pick(j, icmp(j, LLVMIntEQ, index, words(j, 0)), end[0], v));
}

// ---- the formats

void jit_bc_decode(struct jt *j, const struct sim_format *f, const val block[4], val texel, val raw[4])
{
    const bool snorm = f->codec == SIM_CODEC_BC4_SNORM || f->codec == SIM_CODEC_BC5_SNORM;
    for (unsigned n = 0; n < 4; n++)
        raw[n] = words(j, 0);
    switch (f->codec) {
    case SIM_CODEC_BC1:
    case SIM_CODEC_BC1_RGB:
        decode_colors(j, block, texel, true, raw);
        break;
    case SIM_CODEC_BC2:
        decode_colors(j, block + 2, texel, false, raw);
        raw[3] = jit_texel_quotient(j, field(j, block, shl(j, texel, 2), 4), 15);
        break;
    case SIM_CODEC_BC3:
        decode_colors(j, block + 2, texel, false, raw);
        raw[3] = ramp(j, block, texel, false);
        break;
    default:
        raw[0] = ramp(j, block, texel, snorm);
        if (f->codec >= SIM_CODEC_BC5)
            raw[1] = ramp(j, block + 2, texel, snorm);
        break;
    }
}
