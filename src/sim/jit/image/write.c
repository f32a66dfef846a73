// Typed writes, and atomics on texels: within a window of the image, which grows (jit/message.c), for pages
// become dirty with it.
#include <stddef.h>

#include "sim/jit/image/message.h"

static val place(struct jt *j, const struct image *m, val offset)
{
    val o = LLVMBuildZExt(B, offset, j->i64, "");
    return LLVMBuildInBoundsGEP2(B, j->i8, m->host, &o, 1, "");
}

static val some(struct jt *j, val v, const unsigned *index, unsigned n)
{
    val m[8];
    for (unsigned i = 0; i < n; i++)
        m[i] = jit_const(j, j->i32, index[i]);
    return LLVMBuildShuffleVector(B, v, LLVMGetUndef(LLVMTypeOf(v)), LLVMConstVector(m, n), "");
}

// The texel of a lane as one value.
static void texels_of(struct jt *j, unsigned bytes, val raw[4], val texel[8])
{
    static const unsigned two[] = {0, 1};
    val a[8];
    for (unsigned i = 0; i < 8 && bytes <= 4; i++) {
        texel[i] = lane_of(j, raw[0], i);
        if (bytes < 4)
            texel[i] = LLVMBuildTrunc(B, texel[i], bytes == 1 ? j->i8 : j->i16, "");
    }
    if (bytes <= 4)
        return;
    for (unsigned k = 0; k < 4; k++)
        a[k] = raw[k];
    jit_transpose(j, a, true);
    for (unsigned i = 0; i < 8; i++)
        texel[i] = bytes == 16 ? a[i] : some(j, a[i], two, 2);
}

static void write_each(struct jt *j, const struct image *m, val offset, val inside, val raw[4])
{
    val texel[8];
    texels_of(j, m->shape->format->bytes, raw, texel);
    for (unsigned i = 0; i < 8; i++) {
        val p = place(j, m, lane_of(j, offset, i));
        if (inside) // or else to where nothing is read
            p = pick(j, lane_of(j, inside, i), p, jit_rf_ptr(j, SIM_RF_SINK));
        jit_store_at(j, texel[i], p, 1);
    }
}

// Whether texels lie `n` by `n` next to each other, as those of a row mostly do: 16 bytes.
static val in_groups(struct jt *j, val offset, unsigned n)
{
    unsigned first[8];
    val step[8];
    for (unsigned i = 0; i < 8; i++) {
        first[i] = i / n * n;
        step[i] = jit_const(j, j->i32, i % n * (16 / n));
    }
    const val apart = LLVMBuildSub(B, offset, some(j, offset, first, 8), "");
    const val bits = jit_bits_of(j, icmp(j, LLVMIntEQ, apart, LLVMConstVector(step, 8)), 8);
    return icmp(j, LLVMIntEQ, bits, k32(j, bits, 0xff));
}

// Dwords four by four, or pairs of them two by two.
static void write_groups(struct jt *j, const struct image *m, val offset, val raw[4], unsigned n)
{
    for (unsigned i = 0; i < 8; i += n) {
        val index[4];
        for (unsigned k = 0; k < 4; k++)
            index[k] = jit_const(j, j->i32, n == 4 ? i + k : i + k / 2 + k % 2 * 8);
        const val v = LLVMBuildShuffleVector(B, raw[0], raw[1], LLVMConstVector(index, 4), "");
        jit_store_at(j, v, place(j, m, lane_of(j, offset, i)), 1);
    }
}

// Those inside must be in the window: the offset in it.
static val in_window(struct jt *j, const struct image *m, val offset, val inside, LLVMBasicBlockRef slow)
{
    const size_t window = offsetof(struct sim_image, window);
    const val lo =
        LLVMBuildTrunc(B, jit_member(j, m->at, window + offsetof(struct sim_window, lo), j->i64), j->i32, "");
    const val limit = splat_member(j, m->at, offsetof(struct sim_image, limit));
    offset = LLVMBuildSub(B, offset, jit_splat(j, lo, 8), "");
    const val beyond = LLVMBuildAnd(B, inside, icmp(j, LLVMIntUGE, offset, limit), "");
    const val bits = jit_bits_of(j, beyond, 8);
    jit_branch_unless(j, icmp(j, LLVMIntEQ, bits, k32(j, bits, 0)), slow);
    return offset;
}

// Offsets in the window, of those that are `inside`.
static val find_texels(struct jt *j, struct image *m, val *inside, LLVMBasicBlockRef slow)
{
    val offset = image_locate(j, m, 0, inside, NULL);
    offset = in_window(j, m, offset, *inside, slow);
    m->host =
        jit_member(j, m->at, offsetof(struct sim_image, window) + offsetof(struct sim_window, host), j->ptr);
    jit_count_send(j);
    return offset;
}

void image_write(struct jt *j, struct image *m, LLVMBasicBlockRef slow)
{
    LLVMBasicBlockRef some_of = jit_new_block(j, "some"), each = jit_new_block(j, "each"),
                      end = jit_new_block(j, "written");
    val inside, raw[4], value[4];
    const val offset = find_texels(j, m, &inside, slow);
    jit_image_prefetch(j, m->shape, m->host, offset, true);
    for (unsigned n = 0, k = 0; n < 4; n++)
        value[n] = m->on >> n & 1 ? jit_load_grf(j, image_payload(m, m->data + k++)) : NULL;
    jit_texel_encode(j, m->shape->format, value, raw);
    const val bits = jit_bits_of(j, inside, 8);
    jit_branch_unless(j, icmp(j, LLVMIntEQ, bits, k32(j, bits, 0xff)), some_of);
    const unsigned bytes = m->shape->format->bytes;
    if (bytes == 4 || bytes == 8) {
        jit_branch_unless(j, in_groups(j, offset, 16 / bytes), each);
        write_groups(j, m, offset, raw, 16 / bytes);
        LLVMBuildBr(B, end);
    } else {
        LLVMBuildBr(B, each);
    }
    LLVMPositionBuilderAtEnd(B, each);
    write_each(j, m, offset, NULL, raw);
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, some_of);
    write_each(j, m, offset, inside, raw);
    LLVMBuildBr(B, end);
    LLVMPositionBuilderAtEnd(B, end);
}

// ---- atomics

// Channels are enabled, but without a texel: the answer is zero.
static void answer(struct jt *j, const struct image *m, val v, val inside)
{
    const unsigned r = m->s->dst / SIM_GRF_BYTES;
    v = pick(j, inside, v, jit_const(j, j->v8, 0));
    jit_store_grf(j, r, m->mask[0] ? pick(j, m->mask[0], v, jit_load_grf(j, r)) : v);
}

// One after the other; those without a texel act where nothing is read.
void image_atomic(struct jt *j, struct image *m, LLVMBasicBlockRef slow)
{
    const struct message plain = {.op = m->s->op};
    const unsigned operands = jit_operands(&plain);
    val inside, operand[2] = {NULL}, all = LLVMGetUndef(j->v8);
    const val offset = find_texels(j, m, &inside, slow);
    for (unsigned k = 0; k < operands; k++)
        operand[k] = jit_load_grf(j, image_payload(m, m->data + k));
    for (unsigned i = 0; i < JIT_CHUNK; i++) {
        const val p =
            pick(j, lane_of(j, inside, i), place(j, m, lane_of(j, offset, i)), jit_rf_ptr(j, SIM_RF_SINK));
        const val old = jit_perform(j, &plain, p, operands > 0 ? lane_of(j, operand[0], i) : NULL,
                                    operands > 1 ? lane_of(j, operand[1], i) : NULL);
        all = LLVMBuildInsertElement(B, all, jit_atomic_answer(j, &plain, old), jit_const(j, j->i32, i), "");
    }
    if (m->s->reply && m->s->dst != SIM_SEND_NO_RESPONSE && m->s->rlen)
        answer(j, m, all, inside);
}
