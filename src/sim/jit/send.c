// Messages to buffers and shared local memory. Those not made here are the interpreter's (sim_eu_send).
//
// A surface's memory is reached through its window (struct sim_window). Within it, reads and writes are made
// in line: with all channels enabled those at consecutive addresses move as a vector, those at one address as
// a scalar; others one by one. All else is for sim_jit_message_run.
#include <stddef.h>
#include <string.h>

#include "isa/eu_msg.h"
#include "sim/jit/ir.h"

#define B j->b

struct message {
    const struct sim_uop *u;
    unsigned kind, slots, chunks, per; // per: channels of a chunk
    unsigned bytes, dwords;            // of a channel: 1 or 2 bytes, or 4 and how many times
    unsigned scale;                    // of addresses
    bool slm, a64, aligned, header, scratch;
    unsigned bti, op; // op: of an atomic
    unsigned mlen, xlen, rlen;
    val offset[2]; // from the window's start, a chunk each
    val mask[2];   // NULL: all
    val bits;      // the enabled channels, if not all
    val base;      // the offset of the first channel
    val host;
};

bool jit_send_is_end(const struct sim_uop *u)
{
    return !u->info->pseudo && jit_op_is_send(u->op) && u->info->inst->eot;
}

static val k32(struct jt *j, uint32_t v)
{
    return LLVMConstInt(j->i32, v, false);
}

static val like(struct jt *j, val v, uint64_t c)
{
    return jit_const(j, LLVMTypeOf(v), c);
}

// ---- which messages
// -----------------------------------------------------------------------------------------------

static bool untyped(struct message *m, uint32_t desc)
{
    unsigned on = ~EU_DESC_GET(desc, UNTYPED_MASK) & 15, mode = EU_DESC_GET(desc, UNTYPED_SIMD);
    m->slots = mode == 1 ? 16 : mode == 2 ? 8 : 0;
    m->bytes = 4;
    m->dwords = (unsigned)__builtin_popcount(on);
    m->aligned = true;
    return m->slots && on && (on & (on + 1)) == 0; // the first ones
}

static bool data_port_1(struct message *m, uint32_t desc)
{
    unsigned msg = EU_DESC_GET(desc, DP1_TYPE);
    switch (msg) {
    case EU_MSG_NO_DC1_A64_UNTYPED_READ:
    case EU_MSG_NO_DC1_A64_UNTYPED_WRITE:
        m->a64 = true; // fallthrough
    case EU_MSG_NO_DC1_UNTYPED_READ:
    case EU_MSG_NO_DC1_UNTYPED_WRITE:
        m->kind = msg == EU_MSG_NO_DC1_UNTYPED_READ || msg == EU_MSG_NO_DC1_A64_UNTYPED_READ ? SIM_JIT_READ
                                                                                             : SIM_JIT_WRITE;
        return untyped(m, desc);
    case EU_MSG_NO_DC1_A64_SCATTERED_READ:
    case EU_MSG_NO_DC1_A64_SCATTERED_WRITE:
        m->a64 = m->aligned = true;
        m->kind = msg == EU_MSG_NO_DC1_A64_SCATTERED_READ ? SIM_JIT_READ : SIM_JIT_WRITE;
        m->slots = EU_DESC_GET(desc, A64_SCATTERED_16) ? 16 : 8;
        m->bytes = 4;
        m->dwords = 1u << EU_DESC_GET(desc, A64_SCATTERED_COUNT);
        if (EU_DESC_GET(desc, A64_SCATTERED_SIZE) == 0 &&
            m->dwords <= 4) { // bytes: one, two or four of them in a dword
            m->bytes = m->dwords;
            m->dwords = 1;
            m->aligned = false;
            return true;
        }
        return EU_DESC_GET(desc, A64_SCATTERED_SIZE) == 1 && m->dwords <= 4;
    case EU_MSG_NO_DC1_UNTYPED_ATOMIC:
    case EU_MSG_NO_DC1_A64_ATOMIC: {
        static const uint16_t known = 0x7fff & ~(1u << 0 | 1u << 9);
        m->a64 = msg == EU_MSG_NO_DC1_A64_ATOMIC;
        m->kind = SIM_JIT_ATOMIC;
        m->slots = m->a64 || EU_DESC_GET(desc, ATOMIC_8) ? 8 : 16;
        m->bytes = 4;
        m->dwords = 1;
        m->aligned = true;
        m->op = EU_DESC_GET(desc, ATOMIC_OP);
        return !(m->a64 && EU_DESC_GET(desc, ATOMIC_QWORD)) && (known >> m->op & 1 || m->op == 15);
    }
    default:
        return false;
    }
}

static bool data_port_0(struct message *m, uint32_t desc)
{
    static const uint8_t bytes[4] = {1, 2, 4, 0};
    unsigned msg = EU_DESC_GET(desc, DP0_TYPE);
    if (EU_DESC_GET(desc, SCRATCH))
        return false;
    if (msg == EU_MSG_NO_DC0_DWORD_READ || msg == EU_MSG_NO_DC0_DWORD_WRITE) {
        m->kind = msg == EU_MSG_NO_DC0_DWORD_READ ? SIM_JIT_READ : SIM_JIT_WRITE;
        m->slots = EU_DESC_GET(desc, SCATTERED_16) ? 16 : 8;
        m->bytes = m->scale = 4;
        m->dwords = 1;
        return true;
    }
    if (msg != EU_MSG_NO_DC0_BYTE_READ && msg != EU_MSG_NO_DC0_BYTE_WRITE)
        return false;
    m->kind = msg == EU_MSG_NO_DC0_BYTE_READ ? SIM_JIT_READ : SIM_JIT_WRITE;
    m->slots = EU_DESC_GET(desc, SCATTERED_16) ? 16 : 8;
    m->bytes = bytes[EU_DESC_GET(desc, BYTE_SIZE)];
    m->dwords = 1;
    return m->bytes != 0;
}

// The register of part `k` of the payload, or -1.
static int payload(const struct message *m, unsigned k)
{
    const struct eu_inst *in = m->u->info->inst;
    return k < m->mlen             ? in->src[0].reg + (int)k
           : k < m->mlen + m->xlen ? in->src[1].reg + (int)(k - m->mlen)
                                   : -1;
}

static unsigned operands(const struct message *m)
{
    return m->op == 5 || m->op == 6 || m->op == 15 ? 0 : m->op == 14 ? 2 : 1;
}

static bool in_grf(const struct eu_operand *o, unsigned regs)
{
    return o->file == EU_FILE_GRF && !o->indirect && o->reg + regs <= SIM_GRF_COUNT;
}

static bool understand(struct message *m, const struct sim_uop *u)
{
    const struct eu_inst *in = u->info->inst;
    bool split = in->op == EU_OP_SENDS || in->op == EU_OP_SENDSC;
    memset(m, 0, sizeof(*m));
    m->u = u;
    if (in->desc_in_reg || in->ex_desc_in_reg || in->dst.indirect)
        return false;
    m->scale = 1;
    m->header = EU_DESC_GET(in->desc, HEADER);
    m->mlen = EU_DESC_GET(in->desc, MLEN);
    m->rlen = EU_DESC_GET(in->desc, RLEN);
    m->xlen = split ? EU_DESC_GET(in->ex_desc, EX_MLEN) : 0;
    m->bti = EU_DESC_GET(in->desc, BTI);
    if (in->sfid == EU_SFID_DC1 ? !data_port_1(m, in->desc)
                                : in->sfid != EU_SFID_DC0 || !data_port_0(m, in->desc))
        return false;
    m->slm = !m->a64 && m->bti == EU_BTI_SLM;
    m->scratch = !m->a64 && m->header && in->sfid == EU_SFID_DC0 &&
                 (m->bti == EU_BTI_STATELESS || m->bti == EU_BTI_STATELESS_NONCOHERENT);
    if (m->header != m->scratch || (!m->a64 && !m->slm && !m->scratch && m->bti >= 240))
        return false;
    if (m->scale != 1 && !m->scratch)
        return false;
    if ((u->n != m->slots && u->n != 1) || !in_grf(&in->src[0], m->mlen) ||
        (m->xlen && !in_grf(&in->src[1], m->xlen)))
        return false;
    m->per = u->n == 1 ? 1 : 8;
    m->chunks = u->n == 1 ? 1 : m->slots / 8;
    unsigned regs = m->header + m->slots / 8 * (m->a64 ? 2 : 1), data = m->slots / 8 * m->dwords;
    if (m->kind == SIM_JIT_ATOMIC)
        data = m->slots / 8 * operands(m);
    if (m->kind == SIM_JIT_READ)
        return in->dst.file == EU_FILE_GRF && m->rlen >= data && in_grf(&in->dst, m->rlen) &&
               m->mlen + m->xlen >= regs;
    if (m->kind == SIM_JIT_ATOMIC && EU_DESC_GET(in->desc, ATOMIC_RETURN) && in->dst.file == EU_FILE_GRF &&
        (m->rlen < m->slots / 8 || !in_grf(&in->dst, m->rlen)))
        return false;
    return m->mlen + m->xlen >= regs + data;
}

unsigned jit_send_slots(const struct sim_uop *u)
{
    struct message m;
    return understand(&m, u) && !m.a64 && !m.header && u->n == m.slots ? m.slots : 0;
}

// ---- addresses
// ----------------------------------------------------------------------------------------------------

static val element(struct jt *j, val v, unsigned i)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind ? LLVMBuildExtractElement(B, v, k32(j, i), "")
                                                                : v;
}

static val shuffle(struct jt *j, val a, val b, const int *index, unsigned n)
{
    val m[16];
    for (unsigned i = 0; i < n; i++)
        m[i] = index[i] < 0 ? LLVMGetUndef(j->i32) : k32(j, (unsigned)index[i]);
    return LLVMBuildShuffleVector(B, a, b ? b : LLVMGetUndef(LLVMTypeOf(a)), LLVMConstVector(m, n), "");
}

static val chunk_of(struct jt *j, const struct message *m, unsigned part, unsigned chunk)
{
    val v = jit_load_grf(j, (unsigned)payload(m, m->header + part * (m->slots / 8) + chunk));
    return m->per == 1 ? element(j, v, 0) : v;
}

static val field(struct jt *j, val p, size_t at, type t)
{
    val o = LLVMConstInt(j->i64, at, false);
    return LLVMBuildLoad2(B, t, LLVMBuildInBoundsGEP2(B, j->i8, p, &o, 1, ""), "");
}

static val group(struct jt *j)
{
    return LLVMBuildLoad2(B, j->ptr, jit_field(j, offsetof(struct sim_thread, group)), "");
}

// Addresses of a chunk as 64-bit lanes.
static val wide_address(struct jt *j, const struct message *m, unsigned chunk)
{
    static const int both[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    val a = jit_load_grf(j, (unsigned)payload(m, 2 * chunk)),
        b = jit_load_grf(j, (unsigned)payload(m, 2 * chunk + 1));
    val v = LLVMBuildBitCast(B, shuffle(j, a, b, both, 16), LLVMVectorType(j->i64, 8), "");
    return m->per == 1 ? element(j, v, 0) : v;
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
    return m->per == 1 ? v
                       : LLVMBuildICmp(B, LLVMIntEQ, LLVMBuildBitCast(B, v, j->i8, ""),
                                       LLVMConstInt(j->i8, 255, false), "");
}

// What is added to the addresses of scratch messages: general state base, and the thread's own in the header.
static val scratch_base(struct jt *j, const struct message *m, val g)
{
    val w = field(j, g, offsetof(struct sim_group, walker), j->ptr);
    val base = field(j, w, offsetof(struct sim_walker, sba.general_state_base_address), j->i64);
    val own = LLVMBuildExtractElement(B, jit_load_grf(j, (unsigned)payload(m, 0)), k32(j, 5), "");
    own = LLVMBuildAnd(B, own, k32(j, ~1023u), "");
    return LLVMBuildAdd(B, base, LLVMBuildZExt(B, own, j->i64, ""), "");
}

// Finds the channels' offsets in the window; returns the condition that all lie within.
static val locate(struct jt *j, struct message *m, unsigned window)
{
    val g = group(j), limit, lo = NULL, inside[2];
    bool wide = m->a64 || m->scratch;
    if (m->slm) {
        m->host = field(j, g, offsetof(struct sim_group, slm), j->ptr);
        limit = field(j, g, offsetof(struct sim_group, slm_size), j->i32);
        val need = k32(j, m->bytes * m->dwords - 1);
        limit = LLVMBuildSelect(B, LLVMBuildICmp(B, LLVMIntUGT, limit, need, ""),
                                LLVMBuildSub(B, limit, need, ""), k32(j, 0), "");
    } else {
        size_t at = window * sizeof(struct sim_window);
        val w = field(j, g, offsetof(struct sim_group, windows), j->ptr);
        m->host = field(j, w, at + offsetof(struct sim_window, host), j->ptr);
        size_t which =
            m->kind == SIM_JIT_READ ? offsetof(struct sim_window, read) : offsetof(struct sim_window, write);
        limit = field(j, w, at + which + 4 * (m->dwords - 1), j->i32);
        lo = field(j, w, at + offsetof(struct sim_window, lo), j->i64);
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
        val k[8];
        for (unsigned i = 0; i < 8; i++)
            k[i] = k32(j, (c * 8 + i) * stride);
        val d = LLVMBuildSub(B, m->offset[c], jit_splat(j, m->base, 8), "");
        same[c] = LLVMBuildICmp(B, LLVMIntEQ, d, LLVMConstVector(k, 8), "");
    }
    return all_true(j, m, same);
}

// The address of chunk `c` if channels lie `stride` apart.
static val row(struct jt *j, const struct message *m, unsigned c, unsigned stride)
{
    val o = LLVMBuildZExt(B, m->base, j->i64, "");
    o = LLVMBuildAdd(B, o, LLVMConstInt(j->i64, c * 8 * stride, false), "");
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
// ------------------------------------------------------------------------------------------------------

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

static val load_at(struct jt *j, type t, val p, unsigned align)
{
    val v = LLVMBuildLoad2(B, t, p, "");
    LLVMSetAlignment(v, align);
    return v;
}

static val widened(struct jt *j, val v, unsigned n)
{
    type t = jit_lanes_type(j->i32, n);
    return LLVMTypeOf(v) == t ? v : LLVMBuildZExt(B, v, t, "");
}

static void read_row(struct jt *j, const struct message *m, val *out)
{
    type t = LLVMVectorType(memory_type(j, m), 8);
    for (unsigned c = 0; c < m->chunks; c++)
        out[c] = widened(j, load_at(j, t, row(j, m, c, m->bytes), alignment(m)), 8);
}

static void read_one(struct jt *j, const struct message *m, val *out)
{
    for (unsigned d = 0; d < m->dwords; d++) {
        val p = pointer(j, m, LLVMBuildAdd(B, m->base, k32(j, 4 * d), ""));
        val v = widened(j, load_at(j, memory_type(j, m), p, alignment(m)), 1);
        for (unsigned c = 0; c < m->chunks; c++)
            out[d * m->chunks + c] = jit_splat(j, v, m->per);
    }
}

// Eight rows of up to four dwords to four columns of eight, or back (`a` has the columns).
static void transpose(struct jt *j, val *a, bool back)
{
    static const int low[8] = {0, 8, 1, 9, 4, 12, 5, 13}, high[8] = {2, 10, 3, 11, 6, 14, 7, 15};
    static const int even[8] = {0, 1, 8, 9, 4, 5, 12, 13}, odd[8] = {2, 3, 10, 11, 6, 7, 14, 15};
    static const int both[8] = {0, 1, 2, 3, 4, 5, 6, 7}, first[4] = {0, 1, 2, 3}, second[4] = {4, 5, 6, 7};
    val q[4];
    for (unsigned i = 0; i < 4; i++)
        q[i] = back ? a[i] : shuffle(j, a[i], a[i + 4], both, 8);
    val l01 = shuffle(j, q[0], q[1], low, 8), h01 = shuffle(j, q[0], q[1], high, 8);
    val l23 = shuffle(j, q[2], q[3], low, 8), h23 = shuffle(j, q[2], q[3], high, 8);
    q[0] = shuffle(j, l01, l23, even, 8);
    q[1] = shuffle(j, l01, l23, odd, 8);
    q[2] = shuffle(j, h01, h23, even, 8);
    q[3] = shuffle(j, h01, h23, odd, 8);
    for (unsigned i = 0; i < 4; i++) {
        a[i] = back ? shuffle(j, q[i], NULL, first, 4) : q[i];
        if (back)
            a[i + 4] = shuffle(j, q[i], NULL, second, 4);
    }
}

static val gather(struct jt *j, const struct message *m, unsigned c)
{
    static const char name[] = "llvm.x86.avx2.gather.d.d.256";
    unsigned id = LLVMLookupIntrinsicID(name, sizeof(name) - 1);
    val args[5] = {LLVMConstNull(j->v8), m->host, m->offset[c], LLVMConstAllOnes(j->v8),
                   LLVMConstInt(j->i8, 1, false)};
    return LLVMBuildCall2(B, LLVMIntrinsicGetType(j->ctx, id, NULL, 0),
                          LLVMGetIntrinsicDeclaration(j->mod, id, NULL, 0), args, 5, "");
}

static void read_each(struct jt *j, const struct message *m, val *out)
{
    static const int pad[4][4] = {{0, -1, -1, -1}, {0, 1, -1, -1}, {0, 1, 2, -1}, {0, 1, 2, 3}};
    for (unsigned c = 0; c < m->chunks; c++) {
        val a[8];
        if (m->dwords == 1 && j->has_avx2 && m->bytes == 4) {
            out[c] = gather(j, m, c);
            continue;
        }
        if (m->dwords == 1) {
            val v = LLVMGetUndef(LLVMVectorType(memory_type(j, m), 8));
            for (unsigned i = 0; i < 8; i++) {
                val e =
                    load_at(j, memory_type(j, m), pointer(j, m, element(j, m->offset[c], i)), alignment(m));
                v = LLVMBuildInsertElement(B, v, e, k32(j, i), "");
            }
            out[c] = widened(j, v, 8);
            continue;
        }
        for (unsigned i = 0; i < 8; i++) {
            val p = pointer(j, m, element(j, m->offset[c], i));
            a[i] = load_at(j, LLVMVectorType(j->i32, m->dwords), p, 4);
            a[i] = shuffle(j, a[i], NULL, pad[m->dwords - 1], 4);
        }
        transpose(j, a, false);
        for (unsigned d = 0; d < m->dwords; d++)
            out[d * m->chunks + c] = a[d];
    }
}

static void respond(struct jt *j, const struct message *m, val *v)
{
    unsigned per = m->slots / 8;
    for (unsigned d = 0; d < m->dwords; d++)
        for (unsigned c = 0; c < m->chunks; c++) {
            unsigned r = m->u->info->inst->dst.reg + d * per + c;
            val x = v[d * m->chunks + c], old = m->mask[c] || m->per == 1 ? jit_load_grf(j, r) : NULL;
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
// ------------------------------------------------------------------------------------------------------

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

static void store_at(struct jt *j, val v, val p, unsigned align)
{
    LLVMSetAlignment(LLVMBuildStore(B, v, p), align);
}

static val narrowed(struct jt *j, const struct message *m, val v, unsigned n)
{
    return m->bytes == 4 ? v : LLVMBuildTrunc(B, v, jit_lanes_type(memory_type(j, m), n), "");
}

static void write_row(struct jt *j, const struct message *m, val *data)
{
    for (unsigned c = 0; c < m->chunks; c++)
        store_at(j, narrowed(j, m, data[c], 8), row(j, m, c, m->bytes), alignment(m));
}

static void write_each(struct jt *j, const struct message *m, val *data)
{
    static const int first[4] = {0, 1, 2, 3};
    for (unsigned c = 0; c < m->chunks; c++) {
        if (m->dwords == 1) {
            for (unsigned i = 0; i < m->per; i++)
                store_at(j, narrowed(j, m, element(j, data[c], i), 1), lane_pointer(j, m, c, i),
                         alignment(m));
            continue;
        }
        if (m->per == 1) {
            for (unsigned d = 0; d < m->dwords; d++) {
                val o = LLVMConstInt(j->i64, 4 * d, false), p = lane_pointer(j, m, c, 0);
                store_at(j, data[d], LLVMBuildGEP2(B, j->i8, p, &o, 1, ""), 4);
            }
            continue;
        }
        val a[8];
        for (unsigned d = 0; d < 4; d++)
            a[d] = d < m->dwords ? data[d * m->chunks + c] : LLVMGetUndef(j->v8);
        transpose(j, a, true);
        for (unsigned i = 0; i < 8; i++)
            store_at(j, m->dwords == 4 ? a[i] : shuffle(j, a[i], NULL, first, m->dwords),
                     lane_pointer(j, m, c, i), 4);
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
    if (m->dwords == 1 && m->per == 8) {
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
// -------------------------------------------------------------------------------------------------------

static val new_value(struct jt *j, unsigned op, val old, val a, val b)
{
    static const LLVMIntPredicate better[] = {LLVMIntSGT, LLVMIntSLT, LLVMIntUGT, LLVMIntULT};
    switch (op) {
    case 1:
        return LLVMBuildAnd(B, old, a, "");
    case 2:
        return LLVMBuildOr(B, old, a, "");
    case 3:
        return LLVMBuildXor(B, old, a, "");
    case 4:
        return a;
    case 5:
        return LLVMBuildAdd(B, old, k32(j, 1), "");
    case 6:
    case 15:
        return LLVMBuildSub(B, old, k32(j, 1), "");
    case 7:
        return LLVMBuildAdd(B, old, a, "");
    case 8:
        return LLVMBuildSub(B, old, a, "");
    case 14:
        return LLVMBuildSelect(B, LLVMBuildICmp(B, LLVMIntEQ, old, a, ""), b, old, "");
    default: // 10..13: imax, imin, umax, umin
        return LLVMBuildSelect(B, LLVMBuildICmp(B, better[op - 10], old, a, ""), old, a, "");
    }
}

// Returns the old value.
static val perform(struct jt *j, const struct message *m, val p, val a, val b)
{
    static const LLVMAtomicRMWBinOp rmw[16] = {
        [1] = LLVMAtomicRMWBinOpAnd,  [2] = LLVMAtomicRMWBinOpOr,    [3] = LLVMAtomicRMWBinOpXor,
        [4] = LLVMAtomicRMWBinOpXchg, [5] = LLVMAtomicRMWBinOpAdd,   [6] = LLVMAtomicRMWBinOpSub,
        [7] = LLVMAtomicRMWBinOpAdd,  [8] = LLVMAtomicRMWBinOpSub,   [10] = LLVMAtomicRMWBinOpMax,
        [11] = LLVMAtomicRMWBinOpMin, [12] = LLVMAtomicRMWBinOpUMax, [13] = LLVMAtomicRMWBinOpUMin,
        [15] = LLVMAtomicRMWBinOpSub};
    if (m->slm) { // only this host thread sees it
        val old = load_at(j, j->i32, p, 4);
        store_at(j, new_value(j, m->op, old, a, b), p, 4);
        return old;
    }
    if (m->op == 14) {
        val r = LLVMBuildAtomicCmpXchg(B, p, a, b, LLVMAtomicOrderingSequentiallyConsistent,
                                       LLVMAtomicOrderingMonotonic, false);
        return LLVMBuildExtractValue(B, r, 0, "");
    }
    if (!operands(m))
        a = k32(j, 1);
    return LLVMBuildAtomicRMW(B, rmw[m->op], p, a, LLVMAtomicOrderingSequentiallyConsistent, false);
}

static void atomic_message(struct jt *j, const struct message *m)
{
    unsigned first = m->a64 ? 2 : 1, n = operands(m);
    val out[2];
    for (unsigned c = 0; c < m->chunks; c++) {
        val a = n > 0 ? chunk_of(j, m, first, c) : NULL, b = n > 1 ? chunk_of(j, m, first + 1, c) : NULL;
        val r = LLVMGetUndef(j->v8);
        for (unsigned i = 0; i < m->per; i++) {
            val old = perform(j, m, lane_pointer(j, m, c, i), a ? element(j, a, i) : NULL,
                              b ? element(j, b, i) : NULL);
            if (m->op == 15)
                old = LLVMBuildSub(B, old, k32(j, 1), "");
            r = m->per == 1 ? old : LLVMBuildInsertElement(B, r, old, k32(j, i), "");
        }
        out[c] = r;
    }
    if (EU_DESC_GET(m->u->info->inst->desc, ATOMIC_RETURN) && m->u->info->inst->dst.file == EU_FILE_GRF)
        respond(j, m, out);
}

// ---- the message
// ---------------------------------------------------------------------------------------------------

void jit_count_send(struct jt *j)
{
    val p = jit_field(j, offsetof(struct sim_thread, sends));
    val n = LLVMBuildLoad2(B, j->i64, p, "");
    LLVMBuildStore(B, LLVMBuildAdd(B, n, LLVMConstInt(j->i64, 1, false), ""), p);
}

struct sim_jit_message *jit_new_message(struct jt *j)
{
    return &j->messages[j->message_count++];
}

unsigned jit_own_window(struct jt *j)
{
    return SIM_WINDOWS_OWN + j->own_windows++ % (SIM_WINDOWS - SIM_WINDOWS_OWN);
}

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
    LLVMBuildCondBr(B, locate(j, m, window), fast, slow);
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
    LLVMBuildCondBr(B, locate(j, m, window), fast, slow);
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
    if (!understand(&m, u))
        return jit_block_message(j, u);
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
    LLVMPositionBuilderAtEnd(B, slow);
    jit_call_message(j, d);
    LLVMBuildBr(B, done);
    LLVMPositionBuilderAtEnd(B, done);
    return true;
}
