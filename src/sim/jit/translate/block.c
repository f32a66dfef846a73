// Block messages: one address in a header, or where the load-store unit has its addresses, consecutive bytes.
// OWord blocks of surfaces, shared local and stateless memory, blocks at a 64-bit address, and scratch
// blocks, by which compilers spill (ports/block.c is the reference). Made in line where all of the
// instruction's channels are enabled; with some off, out of bounds or out of the window they are the
// interpreter's.
#include <stddef.h>
#include <string.h>

#include "hw/target.h"
#include "sim/jit/translate/translate.h"

#define B j->b

static val k64(struct jt *j, uint64_t v)
{
    return LLVMConstInt(j->i64, v, false);
}

static val k32(struct jt *j, uint32_t v)
{
    return LLVMConstInt(j->i32, v, false);
}

static val header_word(struct jt *j, const struct block *m, unsigned i)
{
    return LLVMBuildExtractElement(B, jit_load_grf(j, m->header), k32(j, i), "");
}

// What the message says, before any base.
static val address(struct jt *j, const struct block *m)
{
    if (!m->scale)
        return k64(j, m->offset);
    val at = LLVMBuildZExt(B, header_word(j, m, m->a64 || m->addressed ? 0 : 2), j->i64, "");
    if (m->a64)
        at = LLVMBuildOr(
            B, at, LLVMBuildShl(B, LLVMBuildZExt(B, header_word(j, m, 1), j->i64, ""), k64(j, 32), ""), "");
    at = LLVMBuildMul(B, at, k64(j, m->scale), "");
    return LLVMBuildAnd(B, at, k64(j, ~m->align), "");
}

// The start of a block that has to lie within `len` bytes.
static val inside(struct jt *j, const struct block *m, val at, val len)
{
    val need = k64(j, m->bytes - 1);
    val limit = LLVMBuildSelect(B, LLVMBuildICmp(B, LLVMIntUGT, len, need, ""),
                                LLVMBuildSub(B, len, need, ""), k64(j, 0), "");
    return LLVMBuildICmp(B, LLVMIntULT, at, limit, "");
}

// The address in the host's memory; branches to `slow` unless all of the block is in the window.
static val locate(struct jt *j, const struct block *m, unsigned window, LLVMBasicBlockRef slow)
{
    val g = jit_group(j);
    val at = address(j, m), host, ok;
    if (m->slm) {
        val size = jit_member(j, g, offsetof(struct sim_group, slm_near), j->i32);
        jit_branch_unless(j, inside(j, m, at, LLVMBuildZExt(B, size, j->i64, "")), slow);
        host = jit_member(j, g, offsetof(struct sim_group, slm), j->ptr);
        return LLVMBuildInBoundsGEP2(B, j->i8, host, &at, 1, "");
    }
    if (m->stateless) {
        val walker = jit_member(j, g, offsetof(struct sim_group, launch), j->ptr);
        val base = jit_member(j, walker, offsetof(struct sim_launch, general_base), j->i64);
        val own = LLVMBuildAnd(B, header_word(j, m, 5), k32(j, ~1023u), "");
        at = LLVMBuildAdd(B, at, LLVMBuildAdd(B, base, LLVMBuildZExt(B, own, j->i64, ""), ""), "");
    }
    val w = jit_member(j, g, offsetof(struct sim_group, windows), j->ptr);
    size_t first = window * sizeof(struct sim_window);
    at = LLVMBuildSub(B, at, jit_member(j, w, first + offsetof(struct sim_window, lo), j->i64), "");
    ok = inside(j, m, at, jit_member(j, w, first + offsetof(struct sim_window, len), j->i64));
    if (m->write) {
        val may = jit_member(j, w, first + offsetof(struct sim_window, write), j->i32);
        ok = LLVMBuildAnd(B, ok, LLVMBuildICmp(B, LLVMIntNE, may, k32(j, 0), ""), "");
    }
    if (m->scratch) { // beyond the space that the header grants, reads give zero
        val space = LLVMBuildAnd(B, header_word(j, m, 3), k32(j, 15), "");
        space = LLVMBuildShl(B, k32(j, kiln_target_scratch_unit(j->p->target)), space, "");
        ok = LLVMBuildAnd(B, ok, LLVMBuildICmp(B, LLVMIntULE, k32(j, m->offset + m->bytes), space, ""), "");
    }
    jit_branch_unless(j, ok, slow);
    host = jit_member(j, w, first + offsetof(struct sim_window, host), j->ptr);
    return LLVMBuildInBoundsGEP2(B, j->i8, host, &at, 1, "");
}

// `v` with `dwords` dwords from `first` on replaced by those of `p`.
static val with_part(struct jt *j, val v, val p, unsigned first, unsigned dwords)
{
    val widen[8], index[8];
    for (unsigned i = 0; i < 8; i++) {
        const bool within = i >= first && i < first + dwords;
        widen[i] = k32(j, within ? i - first : 0);
        index[i] = k32(j, within ? 8 + i : i);
    }
    p = LLVMBuildShuffleVector(B, p, LLVMGetUndef(LLVMTypeOf(p)), LLVMConstVector(widen, 8), "");
    return LLVMBuildShuffleVector(B, v, p, LLVMConstVector(index, 8), "");
}

static void transfer(struct jt *j, const struct block *m, val host)
{
    const unsigned dwords = m->bytes / 4; // if less than a register
    const bool part = m->bytes < SIM_GRF_BYTES;
    for (unsigned k = 0; k < jit_block_registers(m); k++) {
        val p = jit_bytes_after(j, host, k * SIM_GRF_BYTES), v;
        unsigned r = (m->write ? m->data : m->u->info->send->dst / SIM_GRF_BYTES) + k;
        if (m->write) {
            v = jit_load_grf(j, r);
            LLVMSetAlignment(LLVMBuildStore(B, part ? jit_part_of_lanes(j, v, m->half / 4, dwords) : v, p),
                             1);
            continue;
        }
        v = LLVMBuildLoad2(B, part ? LLVMVectorType(j->i32, dwords) : j->v8, p, "");
        LLVMSetAlignment(v, 1);
        jit_store_grf(j, r, part ? with_part(j, jit_load_grf(j, r), v, m->half / 4, dwords) : v);
    }
}

bool jit_block_message(struct jt *j, const struct sim_uop *u)
{
    struct block m;
    if (!jit_understand_block(&m, u))
        return false;
    unsigned window = m.a64 || m.stateless ? jit_own_window(j) : m.bti;
    struct sim_jit_message *d = jit_new_message(j);
    *d = (struct sim_jit_message){.uop = (uint32_t)(u - j->uops),
                                  .kind = SIM_JIT_BLOCK,
                                  .scratch = m.stateless,
                                  .slm = m.slm,
                                  .a64 = m.a64,
                                  .header = !m.addressed,
                                  .write = m.write,
                                  .constant = u->info->send->sfid == EU_SFID_CONSTANT_CACHE,
                                  .src0 = (uint16_t)m.header,
                                  .mlen = 1,
                                  .scale = (uint8_t)m.scale,
                                  .offset = m.offset,
                                  .window = (uint16_t)window};
    LLVMBasicBlockRef slow = jit_new_block(j, "slow"), done = jit_new_block(j, "done");
    jit_active(j); // known in all blocks that follow
    val bits = jit_exec_bits(j, u);
    jit_count(j);
    jit_branch_unless(j, LLVMBuildICmp(B, LLVMIntEQ, bits, k32(j, u->chmask), ""), slow);
    val host = locate(j, &m, window, slow);
    jit_count_send(j);
    transfer(j, &m, host);
    LLVMBuildBr(B, done);
    jit_end_message(j, d, slow, done);
    return true;
}
