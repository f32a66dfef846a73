// Operands: register regions as LLVM values, in the kind of storage that each register has. See jit/ir/ir.h.
#include <stddef.h>

#include "sim/jit/ir/ir.h"

// ---- small things

type jit_lanes_type(type elem, unsigned n)
{
    return n == 1 ? elem : LLVMVectorType(elem, n);
}

static type int_type(struct jt *j, unsigned bytes)
{
    return bytes == 1 ? j->i8 : bytes == 2 ? j->i16 : bytes == 4 ? j->i32 : j->i64;
}

val jit_const(struct jt *j, type t, uint64_t v)
{
    (void)j;
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
        return LLVMConstInt(t, v, false);
    val c[SIM_MAX_CHANNELS], e = LLVMConstInt(LLVMGetElementType(t), v, false);
    unsigned n = LLVMGetVectorSize(t);
    for (unsigned i = 0; i < n; i++)
        c[i] = e;
    return LLVMConstVector(c, n);
}

// A shuffle of one vector (`w` NULL) or two; index < 0: any value.
static val shuffle(struct jt *j, val v, val w, const int *index, unsigned n)
{
    val m[64];
    for (unsigned i = 0; i < n; i++)
        m[i] = index[i] < 0 ? LLVMGetUndef(j->i32) : LLVMConstInt(j->i32, (unsigned)index[i], false);
    return LLVMBuildShuffleVector(j->b, v, w ? w : LLVMGetUndef(LLVMTypeOf(v)), LLVMConstVector(m, n), "");
}

val jit_part_of_lanes(struct jt *j, val v, unsigned first, unsigned n)
{
    int index[SIM_MAX_CHANNELS];
    for (unsigned i = 0; i < n; i++)
        index[i] = (int)(first + i);
    return shuffle(j, v, NULL, index, n);
}

val jit_join_lanes(struct jt *j, val low, val high)
{
    int index[SIM_MAX_CHANNELS];
    const unsigned n = 2 * LLVMGetVectorSize(LLVMTypeOf(low));
    for (unsigned i = 0; i < n; i++)
        index[i] = (int)i;
    return shuffle(j, low, high, index, n);
}

val jit_splat(struct jt *j, val scalar, unsigned n)
{
    if (n == 1)
        return scalar;
    int zero[SIM_MAX_CHANNELS] = {0};
    val v = LLVMGetUndef(LLVMVectorType(LLVMTypeOf(scalar), n));
    v = LLVMBuildInsertElement(j->b, v, scalar, LLVMConstInt(j->i32, 0, false), "");
    return shuffle(j, v, NULL, zero, n);
}

val jit_lanes_of(struct jt *j, val bits, unsigned first, unsigned n)
{
    if (n == 1) {
        val s = LLVMBuildLShr(j->b, bits, LLVMConstInt(j->i32, first, false), "");
        return first < 32 ? LLVMBuildTrunc(j->b, s, j->i1, "") : LLVMConstInt(j->i1, 0, false);
    }
    if (j->has_avx512 && n >= 8 && first + n <= 32) { // a mask register
        val m = LLVMBuildLShr(j->b, bits, LLVMConstInt(j->i32, first, false), "");
        m = n < 32 ? LLVMBuildTrunc(j->b, m, LLVMIntTypeInContext(j->ctx, n), "") : m;
        return LLVMBuildBitCast(j->b, m, LLVMVectorType(j->i1, n), "");
    }
    val c[SIM_MAX_CHANNELS];
    for (unsigned i = 0; i < n; i++)
        c[i] = LLVMConstInt(j->i32, first + i < 32 ? 1u << (first + i) : 0, false);
    val k = LLVMConstVector(c, n);
    val m = LLVMBuildAnd(j->b, jit_splat(j, bits, n), k, "");
    return LLVMBuildICmp(j->b, LLVMIntNE, m, LLVMConstNull(LLVMTypeOf(m)), "");
}

val jit_bits_of(struct jt *j, val lanes, unsigned n)
{
    val v = n == 1 ? lanes : LLVMBuildBitCast(j->b, lanes, LLVMIntTypeInContext(j->ctx, n), "");
    return n == 32 ? v : LLVMBuildZExt(j->b, v, j->i32, "");
}

val jit_rf_ptr(struct jt *j, unsigned offset)
{
    return jit_field(j, offsetof(struct sim_thread, rf) + offset);
}

val jit_bytes_after(struct jt *j, val p, size_t bytes)
{
    val o = LLVMConstInt(j->i64, bytes, false);
    return LLVMBuildInBoundsGEP2(j->b, j->i8, p, &o, 1, "");
}

val jit_field(struct jt *j, size_t offset)
{
    return jit_bytes_after(j, j->thread, offset);
}

val jit_member(struct jt *j, val p, size_t offset, type t)
{
    return LLVMBuildLoad2(j->b, t, jit_bytes_after(j, p, offset), "");
}

val jit_group(struct jt *j)
{
    return jit_member(j, j->thread, offsetof(struct sim_thread, group), j->ptr);
}

static val load(struct jt *j, type t, val p, unsigned align)
{
    val v = LLVMBuildLoad2(j->b, t, p, "");
    LLVMSetAlignment(v, align);
    return v;
}

static void store(struct jt *j, val v, val p, unsigned align)
{
    LLVMSetAlignment(LLVMBuildStore(j->b, v, p), align);
}

static val element(struct jt *j, val v, unsigned i)
{
    return LLVMBuildExtractElement(j->b, v, LLVMConstInt(j->i32, i, false), "");
}

static val with_element(struct jt *j, val v, unsigned i, val e)
{
    return LLVMBuildInsertElement(j->b, v, e, LLVMConstInt(j->i32, i, false), "");
}

// ---- whole registers

// Whether the byte of the register file is in memory.
static bool is_in_memory(const struct jt *j, unsigned offset)
{
    return offset >= SIM_RF_GRF_END || grf_has(&j->memory, offset / SIM_GRF_BYTES);
}

static bool is_split(const struct jt *j, unsigned r)
{
    return !grf_has(&j->memory, r) && grf_has(&j->split, r);
}

// Two registers that are one variable (jit/ir/pairs.c): the first of them.
static bool is_paired(const struct jt *j, unsigned r)
{
    return grf_has(&j->first, r) || (r && grf_has(&j->first, r - 1));
}

static unsigned first_of(const struct jt *j, unsigned r)
{
    return r && grf_has(&j->first, r - 1) ? r - 1 : r;
}

val jit_load_pair(struct jt *j, unsigned r)
{
    return LLVMBuildLoad2(j->b, LLVMVectorType(j->i32, 16), j->grf[r], "");
}

static val half_of_pair(struct jt *j, unsigned r)
{
    unsigned first = first_of(j, r);
    return jit_part_of_lanes(j, jit_load_pair(j, first), (r - first) * 8, 8);
}

static void store_half(struct jt *j, unsigned r, val v)
{
    static const int low[16] = {0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1};
    static const int put[2][16] = {{16, 17, 18, 19, 20, 21, 22, 23, 8, 9, 10, 11, 12, 13, 14, 15},
                                   {0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23}};
    unsigned first = first_of(j, r);
    v = shuffle(j, v, NULL, low, 16);
    LLVMBuildStore(j->b, shuffle(j, jit_load_pair(j, first), v, put[r - first], 16), j->grf[first]);
}

val jit_load_grf(struct jt *j, unsigned r)
{
    if (grf_has(&j->memory, r))
        return load(j, j->v8, jit_rf_ptr(j, r * SIM_GRF_BYTES), SIM_GRF_BYTES);
    if (is_paired(j, r))
        return half_of_pair(j, r);
    if (!is_split(j, r))
        return LLVMBuildLoad2(j->b, j->v8, j->grf[r], "");
    val v = LLVMGetUndef(j->v8);
    for (unsigned i = 0; i < 8; i++)
        if (j->dword[r][i])
            v = with_element(j, v, i, LLVMBuildLoad2(j->b, j->i32, j->dword[r][i], ""));
    return v;
}

void jit_store_grf(struct jt *j, unsigned r, val v)
{
    v = LLVMBuildBitCast(j->b, v, j->v8, "");
    if (grf_has(&j->memory, r))
        store(j, v, jit_rf_ptr(j, r * SIM_GRF_BYTES), SIM_GRF_BYTES);
    else if (is_paired(j, r))
        store_half(j, r, v);
    else if (!is_split(j, r))
        LLVMBuildStore(j->b, v, j->grf[r]);
    else
        for (unsigned i = 0; i < 8; i++)
            if (j->dword[r][i])
                LLVMBuildStore(j->b, element(j, v, i), j->dword[r][i]);
}

val jit_load_two(struct jt *j, unsigned r)
{
    if (grf_has(&j->first, r))
        return jit_load_pair(j, r);
    return jit_join_lanes(j, jit_load_grf(j, r), jit_load_grf(j, r + 1));
}

void jit_store_two(struct jt *j, unsigned r, val v)
{
    if (grf_has(&j->first, r)) {
        LLVMBuildStore(j->b, v, j->grf[r]);
        return;
    }
    for (unsigned i = 0; i < 2; i++)
        jit_store_grf(j, r + i, jit_part_of_lanes(j, v, 8 * i, 8));
}

// What one variable holds, a register or two: where that begins in the register file, and its size.
struct unit {
    unsigned r, at, bytes;
};

static struct unit unit_of(const struct jt *j, unsigned offset)
{
    unsigned r = first_of(j, offset / SIM_GRF_BYTES);
    return (struct unit){r, r * SIM_GRF_BYTES, grf_has(&j->first, r) ? 2 * SIM_GRF_BYTES : SIM_GRF_BYTES};
}

static bool holds(struct unit u, unsigned offset)
{
    return offset >= u.at && offset < u.at + u.bytes;
}

static val load_unit(struct jt *j, struct unit u, unsigned bytes)
{
    val v = u.bytes > SIM_GRF_BYTES ? jit_load_pair(j, u.r) : jit_load_grf(j, u.r);
    return LLVMBuildBitCast(j->b, v, LLVMVectorType(int_type(j, bytes), u.bytes / bytes), "");
}

static void store_unit(struct jt *j, struct unit u, val v)
{
    if (u.bytes > SIM_GRF_BYTES)
        LLVMBuildStore(j->b, LLVMBuildBitCast(j->b, v, LLVMVectorType(j->i32, 16), ""), j->grf[u.r]);
    else
        jit_store_grf(j, u.r, v);
}

// ---- one element

static bool is_flag(unsigned offset)
{
    return offset >= SIM_RF_FLAG && offset < SIM_RF_FLAG + 8;
}

static val read_flag(struct jt *j, unsigned offset, unsigned bytes)
{
    val f = LLVMBuildLoad2(j->b, j->i32, j->flag[(offset - SIM_RF_FLAG) / 4], "");
    f = LLVMBuildLShr(j->b, f, LLVMConstInt(j->i32, offset % 4 * 8, false), "");
    return bytes == 4 ? f : LLVMBuildTrunc(j->b, f, int_type(j, bytes), "");
}

// Quadwords of registers that are kept as dwords.
static val read_quad(struct jt *j, const val dword[2])
{
    const val low = LLVMBuildLoad2(j->b, j->i32, dword[0], ""),
              high = LLVMBuildZExt(j->b, LLVMBuildLoad2(j->b, j->i32, dword[1], ""), j->i64, "");
    return LLVMBuildOr(j->b, LLVMBuildZExt(j->b, low, j->i64, ""),
                       LLVMBuildShl(j->b, high, LLVMConstInt(j->i64, 32, false), ""), "");
}

static void write_quad(struct jt *j, const val dword[2], val v)
{
    const val high = LLVMBuildLShr(j->b, v, LLVMConstInt(j->i64, 32, false), "");
    LLVMBuildStore(j->b, LLVMBuildTrunc(j->b, v, j->i32, ""), dword[0]);
    LLVMBuildStore(j->b, LLVMBuildTrunc(j->b, high, j->i32, ""), dword[1]);
}

static val read_element(struct jt *j, unsigned offset, unsigned bytes)
{
    type t = int_type(j, bytes);
    if (is_flag(offset))
        return read_flag(j, offset, bytes);
    if (is_in_memory(j, offset))
        return load(j, t, jit_rf_ptr(j, offset), 1);
    unsigned r = offset / SIM_GRF_BYTES, at = offset % SIM_GRF_BYTES;
    struct unit unit = unit_of(j, offset);
    if (is_split(j, r) && bytes == 8)
        return read_quad(j, &j->dword[r][at / 4]);
    if (!is_split(j, r))
        return element(j, load_unit(j, unit, bytes), (offset - unit.at) / bytes);
    val d = LLVMBuildLoad2(j->b, j->i32, j->dword[r][at / 4], "");
    if (bytes == 4)
        return d;
    d = LLVMBuildLShr(j->b, d, LLVMConstInt(j->i32, at % 4 * 8, false), "");
    return LLVMBuildTrunc(j->b, d, t, "");
}

static val choose(struct jt *j, val mask, val yes, val no)
{
    return mask ? LLVMBuildSelect(j->b, mask, yes, no, "") : yes;
}

// The dword `old` with `bytes` bytes from byte `at` on replaced.
static val insert_bits(struct jt *j, val old, val v, unsigned at, unsigned bytes)
{
    if (bytes == 4)
        return v;
    uint32_t field = (bytes == 1 ? 0xffu : 0xffffu) << (8 * at);
    v = LLVMBuildZExt(j->b, v, j->i32, "");
    v = LLVMBuildShl(j->b, v, LLVMConstInt(j->i32, 8 * at, false), "");
    old = LLVMBuildAnd(j->b, old, LLVMConstInt(j->i32, ~field, false), "");
    return LLVMBuildOr(j->b, old, v, "");
}

static void write_element(struct jt *j, unsigned offset, unsigned bytes, val v, val mask)
{
    if (is_flag(offset)) {
        unsigned f = (offset - SIM_RF_FLAG) / 4;
        val old = LLVMBuildLoad2(j->b, j->i32, j->flag[f], "");
        LLVMBuildStore(j->b, choose(j, mask, insert_bits(j, old, v, offset % 4, bytes), old), j->flag[f]);
        jit_forget_flags(j, f);
        return;
    }
    if (is_in_memory(j, offset)) {
        val p = jit_rf_ptr(j, offset);
        if (mask)
            v = choose(j, mask, v, load(j, int_type(j, bytes), p, 1));
        store(j, v, p, 1);
        return;
    }
    unsigned r = offset / SIM_GRF_BYTES, at = offset % SIM_GRF_BYTES;
    if (is_split(j, r) && bytes == 8) {
        write_quad(j, &j->dword[r][at / 4],
                   mask ? choose(j, mask, v, read_quad(j, &j->dword[r][at / 4])) : v);
        return;
    }
    if (is_split(j, r)) {
        val old = LLVMBuildLoad2(j->b, j->i32, j->dword[r][at / 4], "");
        LLVMBuildStore(j->b, choose(j, mask, insert_bits(j, old, v, at % 4, bytes), old),
                       j->dword[r][at / 4]);
        return;
    }
    struct unit unit = unit_of(j, offset);
    val whole = load_unit(j, unit, bytes);
    unsigned i = (offset - unit.at) / bytes;
    if (mask)
        v = choose(j, mask, v, element(j, whole, i));
    store_unit(j, unit, with_element(j, whole, i, v));
}

// ---- elements at addresses in a0

// An address register's value plus the operand's immediate.
static val address(struct jt *j, unsigned word, int imm)
{
    val a = load(j, j->i16, jit_rf_ptr(j, SIM_RF_ADDR + 2 * (word & 15)), 2);
    a = LLVMBuildZExt(j->b, a, j->i32, "");
    return LLVMBuildAdd(j->b, a, LLVMConstInt(j->i32, (uint32_t)imm, false), "");
}

// It wraps at the end of the register file.
static val at_address(struct jt *j, val a, unsigned offset, unsigned bytes)
{
    a = LLVMBuildAdd(j->b, a, LLVMConstInt(j->i32, offset, false), "");
    a = LLVMBuildAnd(j->b, a, LLVMConstInt(j->i32, (j->p->grf_end - 1) & ~(bytes - 1u), false), "");
    a = LLVMBuildZExt(j->b, a, j->i64, "");
    return LLVMBuildInBoundsGEP2(j->b, j->i8, jit_rf_ptr(j, 0), &a, 1, "");
}

// Whether an access of several elements may wrap: bounded ones do not.
static bool may_wrap(const struct jt *j)
{
    return j->any_grf;
}

static val read_indirect(struct jt *j, const struct sim_src *s, unsigned first, unsigned n)
{
    type t = int_type(j, s->size);
    unsigned wm = (1u << s->wshift) - 1, o[SIM_MAX_CHANNELS];
    bool rows = s->kind == SIM_SRC_A0_VXH, same = !rows, packed = !rows && !may_wrap(j);
    for (unsigned i = 0; i < n; i++) {
        o[i] = rows ? ((first + i) & wm) * s->hs : jit_src_offset(s, first + i) - s->base;
        same &= o[i] == o[0];
        packed &= o[i] == o[0] + i * s->size;
    }
    val a = rows ? NULL : address(j, s->addr_subreg, s->addr_imm), v = NULL;
    if (same)
        return jit_splat(j, load(j, t, at_address(j, a, o[0], s->size), 1), n);
    if (packed)
        return load(j, LLVMVectorType(t, n), at_address(j, a, o[0], s->size), 1);
    for (unsigned i = 0; i < n; i++) {
        if (rows)
            a = address(j, s->addr_subreg + ((first + i) >> s->wshift), s->addr_imm);
        val e = load(j, t, at_address(j, a, o[i], s->size), 1);
        if (n == 1)
            return e;
        v = with_element(j, v ? v : LLVMGetUndef(LLVMVectorType(t, n)), i, e);
    }
    return v;
}

static void write_indirect(struct jt *j, const struct sim_dst *d, unsigned first, unsigned n, val v, val mask)
{
    val a = address(j, d->addr_subreg, d->addr_imm);
    if (n > 1 && d->hs == d->size && !may_wrap(j)) {
        val p = at_address(j, a, first * d->hs, d->size);
        store(j, choose(j, mask, v, mask ? load(j, LLVMTypeOf(v), p, 1) : v), p, 1);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        val p = at_address(j, a, (first + i) * d->hs, d->size), e = n > 1 ? element(j, v, i) : v;
        val m = mask && n > 1 ? element(j, mask, i) : mask;
        store(j, choose(j, m, e, m ? load(j, LLVMTypeOf(e), p, 1) : e), p, 1);
    }
}

// ---- sources

static bool element_ok(unsigned offset, unsigned bytes)
{
    if (offset % bytes)
        return false;
    if (is_flag(offset))
        return bytes <= 4;
    return offset + bytes <= SIM_RF_SIZE && (offset < SIM_RF_GRF_END) == (offset + bytes <= SIM_RF_GRF_END);
}

bool jit_src_ok(const struct sim_uop *u, unsigned k)
{
    const struct sim_src *s = &u->src[k];
    if (s->kind != SIM_SRC_REG)
        return true;
    for (unsigned i = 0; i < u->n; i++)
        if (!element_ok(jit_src_offset(s, i), s->size))
            return false;
    return true;
}

static val read_immediate(struct jt *j, const struct sim_src *s, unsigned first, unsigned n)
{
    val c[SIM_MAX_CHANNELS];
    unsigned wm = (1u << s->wshift) - 1;
    for (unsigned i = 0; i < n; i++) {
        uint64_t v = 0;
        unsigned at = ((first + i) >> s->wshift) * s->vs + ((first + i) & wm) * s->hs;
        memcpy(&v, s->imm + at, s->size);
        c[i] = LLVMConstInt(int_type(j, s->size), v, false);
    }
    return n == 1 ? c[0] : LLVMConstVector(c, n);
}

// Elements at byte offsets of GRFs, collected variable by variable.
static val gather(struct jt *j, const unsigned *at, unsigned n, unsigned bytes)
{
    int index[SIM_MAX_CHANNELS], merge[SIM_MAX_CHANNELS];
    val result = NULL;
    for (unsigned i = 0; i < n; i++) {
        struct unit u = unit_of(j, at[i]);
        bool seen = false, in_order = n * bytes == u.bytes;
        for (unsigned k = 0; k < i; k++)
            seen |= holds(u, at[k]);
        if (seen)
            continue;
        for (unsigned k = 0; k < n; k++) {
            bool here = holds(u, at[k]);
            index[k] = here ? (int)((at[k] - u.at) / bytes) : -1;
            merge[k] = here ? (int)(n + k) : (int)k;
            in_order &= index[k] == (int)k;
        }
        val v = load_unit(j, u, bytes);
        if (!in_order)
            v = shuffle(j, v, NULL, index, n);
        result = result ? shuffle(j, result, v, merge, n) : v;
    }
    return result;
}

val jit_read(struct jt *j, const struct sim_uop *u, unsigned k, unsigned first, unsigned n)
{
    const struct sim_src *s = &u->src[k];
    unsigned at[SIM_MAX_CHANNELS] = {0};
    bool same = true, arf = false, packed = true, memory = true;
    if (s->kind == SIM_SRC_IMM)
        return read_immediate(j, s, first, n);
    if (s->kind != SIM_SRC_REG)
        return read_indirect(j, s, first, n);
    for (unsigned i = 0; i < n; i++) {
        at[i] = jit_src_offset(s, first + i);
        same &= at[i] == at[0];
        packed &= at[i] == at[0] + i * s->size;
        arf |= at[i] >= SIM_RF_GRF_END;
        memory &= is_in_memory(j, at[i]);
    }
    if (same)
        return jit_splat(j, read_element(j, at[0], s->size), n);
    if (packed && !is_flag(at[0]) && memory)
        return load(j, LLVMVectorType(int_type(j, s->size), n), jit_rf_ptr(j, at[0]), 1);
    if (!arf)
        return gather(j, at, n, s->size);
    val v = LLVMGetUndef(LLVMVectorType(int_type(j, s->size), n));
    for (unsigned i = 0; i < n; i++)
        v = with_element(j, v, i, read_element(j, at[i], s->size));
    return v;
}

// ---- destinations

bool jit_dst_ok(const struct sim_uop *u)
{
    const struct sim_dst *d = &u->dst;
    if (d->null)
        return true;
    if (d->writemask != 0xf)
        return false;
    if (d->indirect)
        return true;
    if (d->arf != 0xff && d->arf != EU_ARF_FLAG && d->arf != EU_ARF_ADDR && d->arf != EU_ARF_ACC)
        return false;
    for (unsigned i = 0; i < u->n; i++)
        if (!element_ok(d->base + i * d->hs, d->size))
            return false;
    return true;
}

// Replaces elements of one variable; at[i] are byte offsets, of which those within it count.
static void scatter(struct jt *j, struct unit u, const unsigned *at, unsigned n, unsigned bytes, val v,
                    val mask)
{
    int from[SIM_MAX_CHANNELS], to[2 * SIM_GRF_BYTES], merge[2 * SIM_GRF_BYTES];
    unsigned total = u.bytes / bytes;
    bool whole = n == total;
    for (unsigned e = 0; e < total; e++) {
        to[e] = -1;
        merge[e] = (int)e;
    }
    for (unsigned i = 0; i < n; i++) {
        bool here = holds(u, at[i]);
        from[i] = here ? (int)((at[i] - u.at) / bytes) : -1;
        whole &= from[i] == (int)i;
        if (here) {
            to[from[i]] = (int)i;
            merge[from[i]] = (int)total + from[i];
        }
    }
    if (whole) {
        store_unit(j, u, mask ? choose(j, mask, v, load_unit(j, u, bytes)) : v);
        return;
    }
    val old = load_unit(j, u, bytes);
    if (mask)
        v = choose(j, mask, v, shuffle(j, old, NULL, from, n));
    store_unit(j, u, shuffle(j, old, shuffle(j, v, NULL, to, total), merge, total));
}

void jit_write(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n, val v, val mask)
{
    const struct sim_dst *d = &u->dst;
    unsigned at[SIM_MAX_CHANNELS] = {0};
    if (d->null)
        return;
    if (d->indirect) {
        write_indirect(j, d, first, n, v, mask);
        return;
    }
    for (unsigned i = 0; i < n; i++)
        at[i] = d->base + (first + i) * d->hs;
    if (n == 1) {
        write_element(j, at[0], d->size, v, mask);
        return;
    }
    if (at[0] >= SIM_RF_GRF_END) {
        for (unsigned i = 0; i < n; i++)
            write_element(j, at[i], d->size, element(j, v, i), mask ? element(j, mask, i) : NULL);
        return;
    }
    if (is_in_memory(j, at[0]) && is_in_memory(j, at[n - 1]) && d->hs == d->size) {
        val p = jit_rf_ptr(j, at[0]);
        store(j, mask ? choose(j, mask, v, load(j, LLVMTypeOf(v), p, 1)) : v, p, 1);
        return;
    }
    for (unsigned i = 0; i < n; i++)
        if (!i || !holds(unit_of(j, at[i]), at[i - 1]))
            scatter(j, unit_of(j, at[i]), at, n, d->size, v, mask);
}
