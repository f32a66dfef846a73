// Scratch block messages, by which compilers spill: whole registers to and from the thread's scratch space
// (sim_scratch_block is the reference). Made in line where no channel is left out; what the window does not
// hold is the interpreter's.
#include <stddef.h>
#include <string.h>

#include "sim/jit_ir.h"

#define B j->b

struct block {
    bool write;
    unsigned regs, offset, header, data;
};

static bool understand(struct block *m, const struct sim_uop *u)
{
    const struct eu_inst *in = u->inst;
    bool split = in->op == EU_OP_SENDS || in->op == EU_OP_SENDSC;
    if (in->sfid != EU_SFID_DC0 || in->desc_in_reg || in->ex_desc_in_reg || !(in->desc >> 18 & 1) ||
        !(in->desc >> 19 & 1) || u->n < 8 || !u->nomask || u->pred || in->dst.indirect)
        return false;
    unsigned mlen = in->desc >> 25 & 15, rlen = in->desc >> 20 & 31, xlen = split ? in->ex_desc >> 6 & 15 : 0;
    m->write = in->desc >> 17 & 1;
    m->regs = 1u << (in->desc >> 12 & 3);
    m->offset = (in->desc & 0xfff) * SIM_GRF_BYTES;
    m->header = in->src[0].reg;
    m->data = mlen > 1 ? m->header + 1u : in->src[1].reg;
    if (in->src[0].file != EU_FILE_GRF || in->src[0].indirect || !mlen || m->header + mlen > SIM_GRF_COUNT)
        return false;
    if (!m->write)
        return in->dst.file == EU_FILE_GRF && rlen >= m->regs && in->dst.reg + m->regs <= SIM_GRF_COUNT;
    if (mlen > 1) // in one piece or the other
        return mlen - 1 >= m->regs;
    return xlen >= m->regs && in->src[1].file == EU_FILE_GRF && !in->src[1].indirect &&
           in->src[1].reg + m->regs <= SIM_GRF_COUNT;
}

unsigned jit_block_response(const struct sim_uop *u)
{
    struct block m;
    return understand(&m, u) && !m.write ? m.regs : 0;
}

static val k64(struct jt *j, uint64_t v)
{
    return LLVMConstInt(j->i64, v, false);
}

static val field(struct jt *j, val p, size_t at, type t)
{
    val o = k64(j, at);
    return LLVMBuildLoad2(B, t, LLVMBuildInBoundsGEP2(B, j->i8, p, &o, 1, ""), "");
}

static val header_word(struct jt *j, const struct block *m, unsigned i)
{
    return LLVMBuildExtractElement(B, jit_load_grf(j, m->header), LLVMConstInt(j->i32, i, false), "");
}

// The address in the host's memory; branches to `slow` unless all of the block is in the window.
static val locate(struct jt *j, const struct block *m, unsigned window, LLVMBasicBlockRef slow)
{
    unsigned bytes = m->regs * SIM_GRF_BYTES;
    val g = LLVMBuildLoad2(B, j->ptr, jit_field(j, offsetof(struct sim_thread, group)), "");
    val walker = field(j, g, offsetof(struct sim_group, walker), j->ptr);
    val at = field(j, walker, offsetof(struct sim_walker, sba.general_state_base_address), j->i64);
    val own = LLVMBuildAnd(B, header_word(j, m, 5), LLVMConstInt(j->i32, ~1023u, false), "");
    at = LLVMBuildAdd(B, at, LLVMBuildZExt(B, own, j->i64, ""), "");
    at = LLVMBuildAdd(B, at, k64(j, m->offset), "");
    val w = field(j, g, offsetof(struct sim_group, windows), j->ptr);
    size_t first = window * sizeof(struct sim_window);
    at = LLVMBuildSub(B, at, field(j, w, first + offsetof(struct sim_window, lo), j->i64), "");
    // Offsets from the window's start that leave room for the block
    val len = field(j, w, first + offsetof(struct sim_window, len), j->i64), need = k64(j, bytes - 1);
    val limit = LLVMBuildSelect(B, LLVMBuildICmp(B, LLVMIntUGT, len, need, ""),
                                LLVMBuildSub(B, len, need, ""), k64(j, 0), "");
    val ok = LLVMBuildICmp(B, LLVMIntULT, at, limit, "");
    if (m->write) {
        val may = field(j, w, first + offsetof(struct sim_window, write), j->i32);
        ok = LLVMBuildAnd(B, ok, LLVMBuildICmp(B, LLVMIntNE, may, LLVMConstInt(j->i32, 0, false), ""), "");
    }
    // Beyond the space that the header grants, reads give zero.
    val space = LLVMBuildAnd(B, header_word(j, m, 3), LLVMConstInt(j->i32, 15, false), "");
    space = LLVMBuildShl(B, LLVMConstInt(j->i32, 1024, false), space, "");
    val end = LLVMConstInt(j->i32, m->offset + bytes, false);
    ok = LLVMBuildAnd(B, ok, LLVMBuildICmp(B, LLVMIntULE, end, space, ""), "");
    LLVMBasicBlockRef fast = jit_new_block(j, "");
    LLVMBuildCondBr(B, ok, fast, slow);
    LLVMPositionBuilderAtEnd(B, fast);
    val host = field(j, w, first + offsetof(struct sim_window, host), j->ptr);
    return LLVMBuildInBoundsGEP2(B, j->i8, host, &at, 1, "");
}

bool jit_scratch_block(struct jt *j, const struct sim_uop *u)
{
    struct block m;
    if (!understand(&m, u))
        return false;
    unsigned window = jit_own_window(j);
    struct sim_jit_message *d = jit_new_message(j);
    *d = (struct sim_jit_message){.u = u,
                                  .kind = SIM_JIT_BLOCK,
                                  .scratch = true,
                                  .header = true,
                                  .src0 = (uint8_t)m.header,
                                  .mlen = 1,
                                  .offset = m.offset,
                                  .window = (uint16_t)window};
    LLVMBasicBlockRef slow = jit_new_block(j, "slow"), done = jit_new_block(j, "done");
    jit_active(j); // known in all blocks that follow
    jit_count(j);
    val host = locate(j, &m, window, slow);
    jit_count_send(j);
    for (unsigned k = 0; k < m.regs; k++) {
        val o = k64(j, k * SIM_GRF_BYTES), p = LLVMBuildInBoundsGEP2(B, j->i8, host, &o, 1, ""), v;
        if (m.write) {
            v = LLVMBuildStore(B, jit_load_grf(j, m.data + k), p);
            LLVMSetAlignment(v, 4);
        } else {
            v = LLVMBuildLoad2(B, j->v8, p, "");
            LLVMSetAlignment(v, 4);
            jit_store_grf(j, u->inst->dst.reg + k, v);
        }
    }
    LLVMBuildBr(B, done);
    LLVMPositionBuilderAtEnd(B, slow);
    jit_call_message(j, d);
    LLVMBuildBr(B, done);
    LLVMPositionBuilderAtEnd(B, done);
    return true;
}
