// Messages to buffers and shared local memory. Those not made here are the interpreter's (sim_eu_send).
//
// A surface's memory is reached through its window (struct sim_window). Within it, reads and writes are made
// in line: with all channels enabled those at consecutive addresses move as a vector, those at one address as
// a scalar; others one by one. All else is for sim_jit_message_run.
#include <stddef.h>
#include <string.h>

#include "sim/jit/image/image.h"
#include "sim/jit/translate/translate.h"

#define B j->b

static val k32(struct jt *j, uint32_t v)
{
    return LLVMConstInt(j->i32, v, false);
}

static val like(struct jt *j, val v, uint64_t c)
{
    return jit_const(j, LLVMTypeOf(v), c);
}

// ---- addresses

static val element(struct jt *j, val v, unsigned i)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind ? LLVMBuildExtractElement(B, v, k32(j, i), "")
                                                                : v;
}

static val chunk_of(struct jt *j, const struct message *m, unsigned part, unsigned chunk)
{
    const int r = jit_payload(m, m->header + part * (m->slots / 8) + chunk);
    if (m->per == 2 * JIT_CHUNK)
        return jit_load_two(j, (unsigned)r);
    val v = jit_load_grf(j, (unsigned)r);
    return m->per == 1 ? element(j, v, 0) : v;
}

// Addresses of a chunk as 64-bit lanes.
static val wide_address(struct jt *j, const struct message *m, unsigned chunk)
{
    val v[2];
    for (unsigned i = 0; i < (m->per == 2 * JIT_CHUNK ? 2 : 1); i++) {
        const int r = jit_payload(m, 2 * (chunk + i));
        v[i] = LLVMBuildBitCast(B, jit_load_two(j, (unsigned)r), LLVMVectorType(j->i64, 8), "");
    }
    if (m->per == 2 * JIT_CHUNK)
        return jit_join_lanes(j, v[0], v[1]);
    return m->per == 1 ? element(j, v[0], 0) : v[0];
}

static void masks(struct jt *j, struct message *m)
{
    for (unsigned c = 0; c < m->chunks; c++)
        m->mask[c] = jit_exec_lanes(j, m->u, c * m->per, m->per, true);
    if (m->mask[0])
        m->bits = jit_exec_bits(j, m->u);
}

static val all_true(struct jt *j, const struct message *m, val *c)
{
    val v = c[0];
    for (unsigned i = 1; i < m->chunks; i++)
        v = LLVMBuildAnd(B, v, c[i], "");
    if (m->per == 1)
        return v;
    v = LLVMBuildBitCast(B, v, LLVMIntTypeInContext(j->ctx, m->per), "");
    return LLVMBuildICmp(B, LLVMIntEQ, v, LLVMConstAllOnes(LLVMTypeOf(v)), "");
}

// What is added to the addresses of scratch messages: general state base, and the thread's own in the header.
static val scratch_base(struct jt *j, const struct message *m, val g)
{
    val w = jit_member(j, g, offsetof(struct sim_group, launch), j->ptr);
    val base = jit_member(j, w, offsetof(struct sim_launch, general_base), j->i64);
    val own = LLVMBuildExtractElement(B, jit_load_grf(j, (unsigned)jit_payload(m, 0)), k32(j, 5), "");
    own = LLVMBuildAnd(B, own, k32(j, ~1023u), "");
    return LLVMBuildAdd(B, base, LLVMBuildZExt(B, own, j->i64, ""), "");
}

// Finds the channels' offsets in the window; returns the condition that all lie within.
static val locate(struct jt *j, struct message *m, unsigned window)
{
    val g = jit_group(j), limit, lo = NULL, inside[2];
    bool wide = m->a64 || m->scratch;
    if (m->slm) {
        m->host = jit_member(j, g, offsetof(struct sim_group, slm), j->ptr);
        limit = jit_member(j, g, offsetof(struct sim_group, slm_near), j->i32);
        val need = k32(j, m->bytes * m->dwords - 1);
        limit = LLVMBuildSelect(B, LLVMBuildICmp(B, LLVMIntUGT, limit, need, ""),
                                LLVMBuildSub(B, limit, need, ""), k32(j, 0), "");
    } else {
        size_t at = window * sizeof(struct sim_window);
        val w = jit_member(j, g, offsetof(struct sim_group, windows), j->ptr);
        m->host = jit_member(j, w, at + offsetof(struct sim_window, host), j->ptr);
        size_t which =
            m->kind == SIM_JIT_READ ? offsetof(struct sim_window, read) : offsetof(struct sim_window, write);
        limit = jit_member(j, w, at + which + 4 * (m->dwords - 1), j->i32);
        lo = jit_member(j, w, at + offsetof(struct sim_window, lo), j->i64);
        if (m->scratch)
            lo = LLVMBuildSub(B, lo, scratch_base(j, m, g), "");
        if (!wide)
            lo = LLVMBuildTrunc(B, lo, j->i32, "");
    }
    if (wide)
        limit = LLVMBuildZExt(B, limit, j->i64, "");
    for (unsigned c = 0; c < m->chunks; c++) {
        val a = m->a64 ? wide_address(j, m, c) : chunk_of(j, m, 0, c);
        uint64_t keep = m->slm ? (m->aligned ? 0xfffc : 0xffff) : m->aligned ? ~UINT64_C(3) : ~UINT64_C(0);
        a = LLVMBuildAnd(B, a, like(j, a, keep), "");
        if (m->scratch) {
            a = LLVMBuildZExt(B, a, jit_lanes_type(j->i64, m->per), "");
            a = LLVMBuildMul(B, a, like(j, a, m->scale), "");
        }
        if (lo)
            a = LLVMBuildSub(B, a, jit_splat(j, lo, m->per), "");
        if (m->mask[c]) // the lanes that are off do not count
            a = LLVMBuildSelect(B, m->mask[c], a, like(j, a, 0), "");
        inside[c] = LLVMBuildICmp(B, LLVMIntULT, a, jit_splat(j, limit, m->per), "");
        m->offset[c] = wide ? LLVMBuildTrunc(B, a, jit_lanes_type(j->i32, m->per), "") : a;
    }
    m->base = element(j, m->offset[0], 0);
    return all_true(j, m, inside);
}

static val pointer(struct jt *j, const struct message *m, val offset)
{
    val o = LLVMBuildZExt(B, offset, j->i64, "");
    return LLVMBuildInBoundsGEP2(B, j->i8, m->host, &o, 1, "");
}

// Whether the channels lie `stride` bytes apart.
static val in_steps(struct jt *j, const struct message *m, unsigned stride)
{
    val same[2];
    for (unsigned c = 0; c < m->chunks; c++) {
        val k[2 * JIT_CHUNK];
        for (unsigned i = 0; i < m->per; i++)
            k[i] = k32(j, (c * m->per + i) * stride);
        val d = LLVMBuildSub(B, m->offset[c], jit_splat(j, m->base, m->per), "");
        same[c] = LLVMBuildICmp(B, LLVMIntEQ, d, LLVMConstVector(k, m->per), "");
    }
    return all_true(j, m, same);
}

// The address of chunk `c` if channels lie `stride` apart.
static val row(struct jt *j, const struct message *m, unsigned c, unsigned stride)
{
    val o = LLVMBuildZExt(B, m->base, j->i64, "");
    o = LLVMBuildAdd(B, o, LLVMConstInt(j->i64, c * m->per * stride, false), "");
    return LLVMBuildInBoundsGEP2(B, j->i8, m->host, &o, 1, "");
}

static type memory_type(struct jt *j, const struct message *m)
{
    return m->bytes == 1 ? j->i8 : m->bytes == 2 ? j->i16 : j->i32;
}

static unsigned alignment(const struct message *m)
{
    return m->aligned ? 4 : 1;
}

// ---- reading

// Results of the ways that lead to one block.
struct merge {
    LLVMBasicBlockRef block, from[4];
    val value[4][8]; // dword * chunks + chunk
    unsigned ways;
};

static void way(struct jt *j, struct merge *g, val *v, unsigned n)
{
    g->from[g->ways] = LLVMGetInsertBlock(B);
    memcpy(g->value[g->ways++], v, n * sizeof(*v));
    LLVMBuildBr(B, g->block);
}

static void merged(struct jt *j, struct merge *g, val *out, unsigned n)
{
    LLVMPositionBuilderAtEnd(B, g->block);
    for (unsigned i = 0; i < n; i++) {
        val in[4];
        for (unsigned w = 0; w < g->ways; w++)
            in[w] = g->value[w][i];
        out[i] = LLVMBuildPhi(B, LLVMTypeOf(in[0]), "");
        LLVMAddIncoming(out[i], in, g->from, g->ways);
    }
}

static type lanes_of(struct jt *j, const struct message *m)
{
    return jit_lanes_type(j->i32, m->per);
}

static val widened(struct jt *j, val v, unsigned n)
{
    type t = jit_lanes_type(j->i32, n);
    return LLVMTypeOf(v) == t ? v : LLVMBuildZExt(B, v, t, "");
}

static void read_row(struct jt *j, const struct message *m, val *out)
{
    type t = LLVMVectorType(memory_type(j, m), m->per);
    for (unsigned c = 0; c < m->chunks; c++)
        out[c] = widened(j, jit_load_at(j, t, row(j, m, c, m->bytes), alignment(m)), m->per);
}

static void read_one(struct jt *j, const struct message *m, val *out)
{
    for (unsigned d = 0; d < m->dwords; d++) {
        val p = pointer(j, m, LLVMBuildAdd(B, m->base, k32(j, 4 * d), ""));
        val v = widened(j, jit_load_at(j, memory_type(j, m), p, alignment(m)), 1);
        for (unsigned c = 0; c < m->chunks; c++)
            out[d * m->chunks + c] = jit_splat(j, v, m->per);
    }
}

static val gather(struct jt *j, const struct message *m, unsigned c)
{
    val v = LLVMConstNull(lanes_of(j, m)), all = LLVMConstAllOnes(LLVMTypeOf(v));
    val args[5] = {v, m->host, m->offset[c], all, LLVMConstInt(j->i8, 1, false)};
    if (m->per == JIT_CHUNK)
        return jit_intrinsic(j, "llvm.x86.avx2.gather.d.d.256", NULL, 0, args, 5);
    args[3] = LLVMConstAllOnes(LLVMVectorType(j->i1, m->per));
    args[4] = k32(j, 1);
    return jit_intrinsic(j, "llvm.x86.avx512.mask.gather.dpi.512", NULL, 0, args, 5);
}

// Channels one by one, of one dword or less.
static val read_lanes(struct jt *j, const struct message *m, unsigned c)
{
    type t = memory_type(j, m);
    val v = LLVMGetUndef(LLVMVectorType(t, m->per));
    for (unsigned i = 0; i < m->per; i++) {
        val e = jit_load_at(j, t, pointer(j, m, element(j, m->offset[c], i)), alignment(m));
        v = LLVMBuildInsertElement(B, v, e, k32(j, i), "");
    }
    return widened(j, v, m->per);
}

// Several dwords of eight channels from `first` on, a vector for each dword.
static void read_eight(struct jt *j, const struct message *m, unsigned c, unsigned first, val a[8])
{
    static const int pad[4][4] = {{0, -1, -1, -1}, {0, 1, -1, -1}, {0, 1, 2, -1}, {0, 1, 2, 3}};
    for (unsigned i = 0; i < 8; i++) {
        val p = pointer(j, m, element(j, m->offset[c], first + i));
        a[i] = jit_load_at(j, LLVMVectorType(j->i32, m->dwords), p, 4);
        a[i] = jit_shuffle(j, a[i], NULL, pad[m->dwords - 1], 4);
    }
    jit_transpose(j, a, false);
}

static void read_each(struct jt *j, const struct message *m, val *out)
{
    for (unsigned c = 0; c < m->chunks; c++) {
        val a[2][8];
        if (m->dwords == 1) {
            out[c] = j->has_avx2 && m->bytes == 4 ? gather(j, m, c) : read_lanes(j, m, c);
            continue;
        }
        for (unsigned i = 0; i < m->per / 8; i++)
            read_eight(j, m, c, 8 * i, a[i]);
        for (unsigned d = 0; d < m->dwords; d++)
            out[d * m->chunks + c] = m->per > 8 ? jit_join_lanes(j, a[0][d], a[1][d]) : a[0][d];
    }
}

static void respond(struct jt *j, const struct message *m, val *v)
{
    unsigned per = m->slots / 8;
    for (unsigned d = 0; d < m->dwords; d++)
        for (unsigned c = 0; c < m->chunks; c++) {
            unsigned r = m->u->info->inst->dst.reg + d * per + c;
            val x = v[d * m->chunks + c];
            if (m->per == 2 * JIT_CHUNK) {
                x = m->mask[c] ? LLVMBuildSelect(B, m->mask[c], x, jit_load_two(j, r), "") : x;
                jit_store_two(j, r, x);
                continue;
            }
            val old = m->mask[c] || m->per == 1 ? jit_load_grf(j, r) : NULL;
            if (m->per == 1) {
                if (m->mask[c])
                    x = LLVMBuildSelect(B, m->mask[c], x, element(j, old, 0), "");
                x = LLVMBuildInsertElement(B, old, x, k32(j, 0), "");
            } else if (m->mask[c]) {
                x = LLVMBuildSelect(B, m->mask[c], x, old, "");
            }
            jit_store_grf(j, r, x);
        }
}

static void read_message(struct jt *j, const struct message *m)
{
    unsigned n = m->dwords * m->chunks;
    val v[8];
    if (m->per == 1) {
        read_one(j, m, v);
        respond(j, m, v);
        return;
    }
    struct merge g = {.block = jit_new_block(j, "read")};
    LLVMBasicBlockRef one = jit_new_block(j, ""), each = jit_new_block(j, "");
    if (m->dwords == 1) {
        LLVMBasicBlockRef rows = jit_new_block(j, ""), other = jit_new_block(j, "");
        LLVMBuildCondBr(B, in_steps(j, m, m->bytes), rows, other);
        LLVMPositionBuilderAtEnd(B, rows);
        read_row(j, m, v);
        way(j, &g, v, n);
        LLVMPositionBuilderAtEnd(B, other);
    }
    LLVMBuildCondBr(B, in_steps(j, m, 0), one, each);
    LLVMPositionBuilderAtEnd(B, one);
    read_one(j, m, v);
    way(j, &g, v, n);
    LLVMPositionBuilderAtEnd(B, each);
    read_each(j, m, v);
    way(j, &g, v, n);
    merged(j, &g, v, n);
    respond(j, m, v);
}

// ---- writing

// Where channels that are not enabled may write.
static val sink(struct jt *j)
{
    return jit_rf_ptr(j, SIM_RF_SINK);
}

static val lane_pointer(struct jt *j, const struct message *m, unsigned c, unsigned i)
{
    val p = pointer(j, m, element(j, m->offset[c], i));
    return m->mask[c] ? LLVMBuildSelect(B, element(j, m->mask[c], i), p, sink(j), "") : p;
}

static val narrowed(struct jt *j, const struct message *m, val v, unsigned n)
{
    return m->bytes == 4 ? v : LLVMBuildTrunc(B, v, jit_lanes_type(memory_type(j, m), n), "");
}

static void write_row(struct jt *j, const struct message *m, val *data)
{
    for (unsigned c = 0; c < m->chunks; c++)
        jit_store_at(j, narrowed(j, m, data[c], m->per), row(j, m, c, m->bytes), alignment(m));
}

// Several dwords of eight channels from `first` on.
static void write_eight(struct jt *j, const struct message *m, unsigned c, unsigned first, val *data)
{
    val a[8];
    for (unsigned d = 0; d < 4; d++) {
        val v = d < m->dwords ? data[d * m->chunks + c] : LLVMGetUndef(j->v8);
        a[d] = LLVMGetVectorSize(LLVMTypeOf(v)) > 8 ? jit_part_of_lanes(j, v, first, 8) : v;
    }
    jit_transpose(j, a, true);
    for (unsigned i = 0; i < 8; i++)
        jit_store_at(j, m->dwords == 4 ? a[i] : jit_part_of_lanes(j, a[i], 0, m->dwords),
                     lane_pointer(j, m, c, first + i), 4);
}

// Dwords of the enabled channels, the last one last.
static void scatter(struct jt *j, const struct message *m, unsigned c, val data)
{
    val args[5] = {m->host, m->mask[c], m->offset[c], data, k32(j, 1)};
    jit_intrinsic(j, "llvm.x86.avx512.mask.scatter.dpi.512", NULL, 0, args, 5);
}

static void write_each(struct jt *j, const struct message *m, val *data)
{
    for (unsigned c = 0; c < m->chunks; c++) {
        // Sixteen stores are faster where all channels are enabled, and several times the code where some
        // are.
        if (m->mask[c] && m->per == 2 * JIT_CHUNK && m->dwords == 1 && m->bytes == 4) {
            scatter(j, m, c, data[c]);
            continue;
        }
        if (m->dwords == 1) {
            for (unsigned i = 0; i < m->per; i++)
                jit_store_at(j, narrowed(j, m, element(j, data[c], i), 1), lane_pointer(j, m, c, i),
                             alignment(m));
            continue;
        }
        if (m->per == 1) {
            for (unsigned d = 0; d < m->dwords; d++) {
                val o = LLVMConstInt(j->i64, 4 * d, false), p = lane_pointer(j, m, c, 0);
                jit_store_at(j, data[d], LLVMBuildGEP2(B, j->i8, p, &o, 1, ""), 4);
            }
            continue;
        }
        for (unsigned i = 0; i < m->per; i += 8)
            write_eight(j, m, c, i, data);
    }
}

static void message_data(struct jt *j, const struct message *m, val *data)
{
    unsigned first = m->a64 ? 2 : 1;
    for (unsigned d = 0; d < m->dwords; d++)
        for (unsigned c = 0; c < m->chunks; c++)
            data[d * m->chunks + c] = chunk_of(j, m, first + d, c);
}

static void write_message(struct jt *j, const struct message *m)
{
    val data[8];
    message_data(j, m, data);
    if (m->dwords == 1 && m->per > 1) {
        LLVMBasicBlockRef rows = jit_new_block(j, ""), each = jit_new_block(j, ""),
                          done = jit_new_block(j, "");
        LLVMBuildCondBr(B, in_steps(j, m, m->bytes), rows, each);
        LLVMPositionBuilderAtEnd(B, rows);
        write_row(j, m, data);
        LLVMBuildBr(B, done);
        LLVMPositionBuilderAtEnd(B, each);
        write_each(j, m, data);
        LLVMBuildBr(B, done);
        LLVMPositionBuilderAtEnd(B, done);
        return;
    }
    write_each(j, m, data);
}

// ---- atomics

static void atomic_message(struct jt *j, const struct message *m)
{
    unsigned first = m->a64 ? 2 : 1, n = jit_operands(m);
    val out[2];
    for (unsigned c = 0; c < m->chunks; c++) {
        val a = n > 0 ? chunk_of(j, m, first, c) : NULL, b = n > 1 ? chunk_of(j, m, first + 1, c) : NULL;
        val r = LLVMGetUndef(j->v8);
        for (unsigned i = 0; i < m->per; i++) {
            val old = jit_perform(j, m, lane_pointer(j, m, c, i), a ? element(j, a, i) : NULL,
                                  b ? element(j, b, i) : NULL);
            old = jit_atomic_answer(j, m, old);
            r = m->per == 1 ? old : LLVMBuildInsertElement(B, r, old, k32(j, i), "");
        }
        out[c] = r;
    }
    if (m->reply)
        respond(j, m, out);
}

// ---- the message

// What sim_jit_message_run needs to know.
static const struct sim_jit_message *describe(struct jt *j, const struct message *m, unsigned window)
{
    struct sim_jit_message *d = jit_new_message(j);
    *d = (struct sim_jit_message){.uop = (uint32_t)(m->u - j->uops),
                                  .kind = (uint8_t)m->kind,
                                  .slots = (uint8_t)m->slots,
                                  .bytes = (uint8_t)m->bytes,
                                  .dwords = (uint8_t)m->dwords,
                                  .scale = (uint8_t)m->scale,
                                  .op = (uint8_t)m->op,
                                  .slm = m->slm,
                                  .a64 = m->a64,
                                  .aligned = m->aligned,
                                  .header = m->header,
                                  .scratch = m->scratch,
                                  .write = m->kind != SIM_JIT_READ,
                                  .mlen = (uint8_t)m->mlen,
                                  .xlen = (uint8_t)m->xlen,
                                  .rlen = (uint8_t)m->rlen,
                                  .src0 = m->u->info->inst->src[0].reg,
                                  .src1 = m->u->info->inst->src[1].reg,
                                  .dst = m->u->info->inst->dst.reg,
                                  .window = (uint16_t)window};
    return d;
}

// With some channels off: those that are on one by one. The others read at the window's start and write
// nowhere.
static void masked_message(struct jt *j, struct message *m, unsigned window, LLVMBasicBlockRef slow,
                           LLVMBasicBlockRef done)
{
    LLVMBasicBlockRef fast = jit_new_block(j, "");
    val v[8];
    jit_branch_mostly(j, locate(j, m, window), fast, slow);
    LLVMPositionBuilderAtEnd(B, fast);
    jit_count_send(j);
    if (m->kind == SIM_JIT_READ) {
        (m->per == 1 ? read_one : read_each)(j, m, v);
        respond(j, m, v);
    } else {
        message_data(j, m, v);
        write_each(j, m, v);
    }
    LLVMBuildBr(B, done);
}

static void whole_message(struct jt *j, struct message *m, unsigned window, LLVMBasicBlockRef slow,
                          LLVMBasicBlockRef done)
{
    LLVMBasicBlockRef fast = jit_new_block(j, "fast");
    jit_branch_mostly(j, locate(j, m, window), fast, slow);
    LLVMPositionBuilderAtEnd(B, fast);
    jit_count_send(j);
    if (m->kind == SIM_JIT_READ)
        read_message(j, m);
    else if (m->kind == SIM_JIT_WRITE)
        write_message(j, m);
    else
        atomic_message(j, m);
    LLVMBuildBr(B, done);
}

bool jit_send(struct jt *j, const struct sim_uop *u)
{
    struct message m;
    if (!jit_understand(&m, u))
        return jit_block_message(j, u) || jit_image_message(j, u);
    if (j->has_avx512 && m.chunks == 2 && m.kind != SIM_JIT_ATOMIC) {
        m.per = 2 * JIT_CHUNK;
        m.chunks = 1;
    }
    bool own = m.a64 || m.scratch;
    unsigned window = own ? jit_own_window(j) : m.bti;
    const struct sim_jit_message *d = describe(j, &m, window);
    masks(j, &m);
    LLVMBasicBlockRef slow = jit_new_block(j, "slow"), done = jit_new_block(j, "done");
    jit_active(j); // known in all blocks that follow
    jit_count(j);
    if (m.bits && m.kind != SIM_JIT_ATOMIC && !j->single) {
        masked_message(j, &m, window, slow, done);
    } else {
        if (m.bits && m.kind != SIM_JIT_ATOMIC) { // either way: there is no version for all channels
            LLVMBasicBlockRef all = jit_new_block(j, ""), some = jit_new_block(j, "");
            LLVMBuildCondBr(B, LLVMBuildICmp(B, LLVMIntEQ, m.bits, k32(j, u->chmask), ""), all, some);
            LLVMPositionBuilderAtEnd(B, some);
            masked_message(j, &m, window, slow, done);
            LLVMPositionBuilderAtEnd(B, all);
            m.bits = m.mask[0] = m.mask[1] = NULL;
        }
        whole_message(j, &m, window, slow, done);
    }
    jit_end_message(j, d, slow, done);
    return true;
}
