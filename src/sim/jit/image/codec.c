// Texels of block formats: the block's dwords are gathered, and decoded in lanes where that is short
// (jit/image/bc.c), or else looked for among the decoded ones (surface/blocks.h); where one of eight
// channels' is not there all are answered by a function of the simulator.
#include <stddef.h>

#include "sim/jit/image/sample.h"
#include "sim/surface/blocks.h"

// Quotients of what a coordinate can be, of 14 bits: the factor is too large by less than what they lack.
enum { QUOTIENT_SHIFT = 18 };

val jit_codec_split(struct jt *j, unsigned by, val c, val *within)
{
    if (!(by & (by - 1))) {
        *within = masked(j, c, by - 1);
        return shr(j, c, (unsigned)__builtin_ctz(by));
    }
    const val q = shr(j, mul(j, c, words(j, (1u << QUOTIENT_SHIFT) / by + 1)), QUOTIENT_SHIFT);
    *within = sub(j, c, mul(j, q, words(j, by)));
    return q;
}

val jit_codec_texel(struct jt *j, const struct sim_format *f, val x, val y)
{
    return y ? add(j, mul(j, y, words(j, f->bw)), x) : x;
}

// A variable of the function, in its first block: others may be executed many times.
static val variable(struct jt *j, type t)
{
    const LLVMBasicBlockRef here = LLVMGetInsertBlock(B);
    const LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(here));
    const val before = LLVMGetFirstInstruction(first);
    if (before)
        LLVMPositionBuilderBefore(B, before);
    else
        LLVMPositionBuilderAtEnd(B, first);
    const val v = LLVMBuildAlloca(B, t, "");
    LLVMSetAlignment(v, 32);
    LLVMPositionBuilderAtEnd(B, here);
    return v;
}

static val element(struct jt *j, val p, unsigned k)
{
    val o = LLVMConstInt(j->i64, k, false);
    return LLVMBuildInBoundsGEP2(B, j->words, p, &o, 1, "");
}

// Which entries, and whether they have the blocks.
static val look_up(struct jt *j, const struct sim_format *f, val blocks, const val block[4], val *hit)
{
    val sum = NULL;
    *hit = NULL;
    for (unsigned k = 0; k < f->bytes / 4u; k++) {
        const val product = mul(j, block[k], words(j, sim_block_factor[k]));
        sum = sum ? add(j, sum, product) : product;
    }
    const val entry = shr(j, sum, SIM_BLOCK_SHIFT);
    for (unsigned k = 0; k < f->bytes / 4u; k++) {
        const size_t tag = offsetof(struct sim_blocks, tag) + k * SIM_BLOCK_ENTRIES * sizeof(uint32_t);
        const val has = jit_gather_dwords(j, jit_bytes_after(j, blocks, tag), shl(j, entry, 2), NULL);
        const val same = icmp(j, LLVMIntEQ, has, block[k]);
        *hit = *hit ? LLVMBuildAnd(B, *hit, same, "") : same;
    }
    return entry;
}

static void call_answer(struct jt *j, const struct sim_format *f, val blocks, const val block[4], val texel,
                        val raw[4])
{
    type args[4] = {j->ptr, j->ptr, j->ptr, j->ptr};
    const val in = variable(j, LLVMArrayType2(j->words, 4)), which = variable(j, j->words),
              out = variable(j, LLVMArrayType2(j->words, 4));
    for (unsigned k = 0; k < f->bytes / 4u; k++)
        LLVMBuildStore(B, block[k], element(j, in, k));
    LLVMBuildStore(B, texel, which);
    val given[4] = {blocks, in, which, out};
    const val fn = jit_member(j, blocks, offsetof(struct sim_blocks, answer), j->ptr);
    LLVMBuildCall2(B, LLVMFunctionType(LLVMVoidTypeInContext(j->ctx), args, 4, false), fn, given, 4, "");
    for (unsigned n = 0; n < 4; n++)
        raw[n] = LLVMBuildLoad2(B, j->words, element(j, out, n), "");
}

static void find_decoded(struct jt *j, const struct sim_format *f, val image, const val block[4], val texel,
                         val raw[4])
{
    const val fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(B));
    const val blocks = jit_member(j, image, offsetof(struct sim_image, blocks), j->ptr);
    val slow[4], hit;
    const val entry = look_up(j, f, blocks, block, &hit), all = all_hold(j, hit);
    LLVMBasicBlockRef ways[2] = {LLVMAppendBasicBlockInContext(j->ctx, fn, ""),
                                 LLVMAppendBasicBlockInContext(j->ctx, fn, "")};
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(j->ctx, fn, "");
    LLVMBuildCondBr(B, all, ways[0], ways[1]);
    LLVMPositionBuilderAtEnd(B, ways[0]);
    const val at = shl(j, add(j, mul(j, entry, words(j, (uint32_t)f->bw * f->bh)), texel), 4);
    jit_fetch_dwords(j, 16, jit_bytes_after(j, blocks, offsetof(struct sim_blocks, word)), at, NULL, raw);
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, ways[1]);
    call_answer(j, f, blocks, block, texel, slow);
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, end);
    for (unsigned n = 0; n < 4; n++) {
        val both[2] = {raw[n], slow[n]};
        raw[n] = LLVMBuildPhi(B, j->words, "");
        LLVMAddIncoming(raw[n], both, ways, 2);
    }
}

void jit_codec_fetch(struct jt *j, const struct sim_format *f, val image, val host, val offset, val inside,
                     val texel, val raw[4])
{
    val block[4] = {NULL};
    jit_fetch_dwords(j, f->bytes, host, offset, inside, block);
    if (inside) // others have any number
        texel = pick(j, inside, texel, words(j, 0));
    if (jit_bc_ok(f))
        jit_bc_decode(j, f, block, texel, raw);
    else
        find_decoded(j, f, image, block, texel, raw);
    for (unsigned n = 0; n < 4 && inside; n++)
        raw[n] = pick(j, inside, raw[n], words(j, 0));
}
