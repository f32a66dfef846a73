// Arithmetic: what eu/fast.inc.h computes, as LLVM code on lanes, eight at a time.
// The operations are jit/ir/operation.c's; here are sources, masks, flags and what happens to results.
#include <string.h>

#include "sim/eu/fast.h"
#include "sim/jit/ir/lanes.h"

// ---- sources

static bool is_signed_type(unsigned t)
{
    return t == EU_TYPE_D || t == EU_TYPE_W || t == EU_TYPE_B || t == EU_TYPE_Q || t == EU_TYPE_V;
}

static bool is_float_type(unsigned t)
{
    return t == EU_TYPE_F || t == EU_TYPE_DF || t == EU_TYPE_HF || t == EU_TYPE_VF;
}

static val extended(struct jt *j, const struct sim_src *s, val v, type elem, unsigned n)
{
    type t = jit_lanes_type(elem, n);
    if (LLVMTypeOf(v) == t)
        return v;
    return is_signed_type(s->type) ? LLVMBuildSExt(B, v, t, "") : LLVMBuildZExt(B, v, t, "");
}

// As 32-bit lanes with modifiers applied.
static val source(struct jt *j, const struct sim_uop *u, unsigned k, unsigned first, unsigned n)
{
    const struct sim_src *s = &u->src[k];
    val v = extended(j, s, jit_read(j, u, k, first, n), j->i32, n);
    if (s->kind == SIM_SRC_IMM && u->exec == SIM_EXEC_F && u->info->fast_op != SIM_FAST_MOV)
        v = jit_opaque(j, v);
    switch (s->mod) {
    case SIM_MOD_FLOAT:
        if (s->abs)
            v = masked(j, v, 0x7fffffff);
        return s->neg ? LLVMBuildXor(B, v, k32(j, v, 0x80000000u), "") : v;
    case SIM_MOD_INT:
        if (s->abs)
            v = pick(j, icmp(j, LLVMIntSLT, v, k32(j, v, 0)), LLVMBuildNeg(B, v, ""), v);
        return s->neg ? LLVMBuildNeg(B, v, "") : v;
    case SIM_MOD_NOT:
        return LLVMBuildNot(B, v, "");
    default:
        return v;
    }
}

// ---- masks

val jit_active(struct jt *j)
{
    if (j->version == FULL)
        return LLVMConstInt(j->i32, j->rq->full, false);
    if (!j->active_value)
        j->active_value = LLVMBuildLoad2(B, j->i32, j->active, "");
    return j->active_value;
}

static bool always_enabled(const struct jt *j, const struct sim_uop *u)
{
    return u->nomask || (j->version == FULL && ((j->rq->full >> u->off) & u->chmask) == u->chmask);
}

static val active_lanes(struct jt *j, unsigned first, unsigned n)
{
    for (unsigned i = 0; i < j->active_cached; i++)
        if (j->active_lanes[i].first == first && j->active_lanes[i].count == n)
            return j->active_lanes[i].lanes;
    val v = jit_lanes_of(j, jit_active(j), first, n);
    if (j->active_cached < JIT_CACHE) {
        j->active_lanes[j->active_cached].first = first;
        j->active_lanes[j->active_cached].count = n;
        j->active_lanes[j->active_cached++].lanes = v;
    }
    return v;
}

void jit_forget_flags(struct jt *j, unsigned flag)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < j->cached; i++)
        if (j->cache[i].flag != flag)
            j->cache[kept++] = j->cache[i];
    j->cached = kept;
}

static unsigned flag_of(const struct sim_uop *u)
{
    return (unsigned)(u->flag_rf - SIM_RF_FLAG) / 4;
}

val jit_pred_lanes(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n)
{
    val v = NULL;
    if (u->pred == EU_PRED_NORMAL) {
        for (unsigned i = 0; i < j->cached && !v; i++) {
            const struct flag_lanes *c = &j->cache[i];
            if (c->flag == flag_of(u) && c->first == u->flag_shift + first && c->count == n &&
                (c->all || (!u->nomask && c->channel == u->off + first)))
                v = c->lanes;
        }
        if (!v) {
            val f = LLVMBuildLoad2(B, j->i32, j->flag[flag_of(u)], "");
            v = jit_lanes_of(j, f, u->flag_shift + first, n);
        }
        return u->pred_inv ? LLVMBuildNot(B, v, "") : v;
    }
    return jit_lanes_of(j, jit_pred_bits(j, u), first, n);
}

val jit_exec_lanes(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n, bool with_pred)
{
    val m = always_enabled(j, u) ? NULL : active_lanes(j, u->off + first, n);
    if (!with_pred || u->pred == EU_PRED_NONE)
        return m;
    val p = jit_pred_lanes(j, u, first, n);
    return m ? LLVMBuildAnd(B, m, p, "") : p;
}

// Groups of `w` bits become all ones if any is set.
static val horizontal(struct jt *j, val f, unsigned w)
{
    uint32_t low = 0;
    if (w >= 32)
        return LLVMBuildSExt(B, icmp(j, LLVMIntNE, f, k32(j, f, 0)), j->i32, "");
    for (unsigned i = 0; i < 32; i += w)
        low |= 1u << i;
    for (unsigned s = 1; s < w; s *= 2)
        f = LLVMBuildOr(B, f, LLVMBuildLShr(B, f, k32(j, f, s), ""), "");
    return LLVMBuildMul(B, masked(j, f, low), k32(j, f, (1u << w) - 1), "");
}

static val replicate(struct jt *j, val f, unsigned component)
{
    f = masked(j, LLVMBuildLShr(B, f, k32(j, f, component), ""), 0x11111111);
    return LLVMBuildMul(B, f, k32(j, f, 15), "");
}

val jit_pred_bits(struct jt *j, const struct sim_uop *u)
{
    if (u->pred == EU_PRED_NONE)
        return LLVMConstInt(j->i32, 0xffffffffu, false);
    val f = LLVMBuildLoad2(B, j->i32, j->flag[flag_of(u)], "");
    if (u->pred == EU_PRED_NORMAL) {
        val p = LLVMBuildLShr(B, f, k32(j, f, u->flag_shift), "");
        return u->pred_inv ? LLVMBuildNot(B, p, "") : p;
    }
    val sub = k32(j, f, u->info->inst->flag_subreg * 16u), p;
    f = LLVMBuildLShr(B, f, sub, "");
    val f0 = LLVMBuildLShr(B, LLVMBuildLoad2(B, j->i32, j->flag[0], ""), sub, "");
    val f1 = LLVMBuildLShr(B, LLVMBuildLoad2(B, j->i32, j->flag[1], ""), sub, "");
    unsigned w = 2u << (u->pred >= EU_PRED_ANY2H ? (u->pred - EU_PRED_ANY2H) / 2u : 0);
    if (u->pred == EU_PRED_ANYV)
        p = LLVMBuildOr(B, f0, f1, "");
    else if (u->pred == EU_PRED_ALLV)
        p = LLVMBuildAnd(B, f0, f1, "");
    else if (u->pred >= EU_PRED_X)
        p = replicate(j, f, (unsigned)(u->pred - EU_PRED_X));
    else if ((u->pred - EU_PRED_ANY2H) & 1)
        p = LLVMBuildNot(B, horizontal(j, LLVMBuildNot(B, f, ""), w), "");
    else
        p = horizontal(j, f, w);
    p = LLVMBuildLShr(B, p, k32(j, p, u->off), "");
    return u->pred_inv ? LLVMBuildNot(B, p, "") : p;
}

val jit_exec_bits(struct jt *j, const struct sim_uop *u)
{
    val m = LLVMConstInt(j->i32, u->chmask, false);
    if (!always_enabled(j, u))
        m = LLVMBuildAnd(B, LLVMBuildLShr(B, jit_active(j), LLVMConstInt(j->i32, u->off, false), ""), m, "");
    return u->pred == EU_PRED_NONE || u->op == EU_OP_SEL ? m : LLVMBuildAnd(B, m, jit_pred_bits(j, u), "");
}

// ---- flags

// The results of all chunks replace the flag's bits of the enabled channels.
void jit_write_flags(struct jt *j, const struct sim_uop *u, val *lanes, unsigned per)
{
    val bits = NULL, shift = LLVMConstInt(j->i32, u->flag_shift, false);
    val mask = LLVMBuildShl(B, jit_exec_bits(j, u), shift, "");
    for (unsigned first = 0; first < u->n; first += per) {
        val v = jit_bits_of(j, lanes[first / per], per);
        if (first)
            v = LLVMBuildShl(B, v, LLVMConstInt(j->i32, first, false), "");
        bits = bits ? LLVMBuildOr(B, bits, v, "") : v;
    }
    bits = LLVMBuildAnd(B, LLVMBuildShl(B, bits, shift, ""), mask, "");
    val f = LLVMBuildLoad2(B, j->i32, j->flag[flag_of(u)], "");
    f = LLVMBuildAnd(B, f, LLVMBuildNot(B, mask, ""), "");
    LLVMBuildStore(B, LLVMBuildOr(B, f, bits, ""), j->flag[flag_of(u)]);
    jit_forget_flags(j, flag_of(u));
    if (u->pred)
        return;
    for (unsigned first = 0; first < u->n && j->cached < JIT_CACHE; first += per)
        j->cache[j->cached++] = (struct flag_lanes){.lanes = lanes[first / per],
                                                    .flag = flag_of(u),
                                                    .first = u->flag_shift + first,
                                                    .count = per,
                                                    .all = always_enabled(j, u),
                                                    .channel = u->off + first};
}

static val compare_zero(struct jt *j, const struct sim_uop *u, val r)
{
    static const LLVMRealPredicate fp[] = {
        [EU_CMOD_Z] = LLVMRealOEQ,  [EU_CMOD_NZ] = LLVMRealUNE, [EU_CMOD_G] = LLVMRealOGT,
        [EU_CMOD_GE] = LLVMRealOGE, [EU_CMOD_L] = LLVMRealOLT,  [EU_CMOD_LE] = LLVMRealOLE};
    static const LLVMIntPredicate ip[] = {
        [EU_CMOD_Z] = LLVMIntEQ,   [EU_CMOD_NZ] = LLVMIntNE, [EU_CMOD_G] = LLVMIntSGT,
        [EU_CMOD_GE] = LLVMIntSGE, [EU_CMOD_L] = LLVMIntSLT, [EU_CMOD_LE] = LLVMIntSLE};
    if (u->float_result)
        return jit_fcmp(j, fp[u->result_cmod], as_float(j, r), fconst(j, r, 0));
    return icmp(j, ip[u->result_cmod], r, k32(j, r, 0));
}

static val compare(struct jt *j, unsigned op, val a, val b)
{
    static const LLVMRealPredicate fp[] = {LLVMRealOEQ, LLVMRealUNE, LLVMRealOGT,
                                           LLVMRealOGE, LLVMRealOLT, LLVMRealOLE};
    static const LLVMIntPredicate sp[] = {LLVMIntEQ,  LLVMIntNE,  LLVMIntSGT,
                                          LLVMIntSGE, LLVMIntSLT, LLVMIntSLE};
    static const LLVMIntPredicate up[] = {LLVMIntEQ,  LLVMIntNE,  LLVMIntUGT,
                                          LLVMIntUGE, LLVMIntULT, LLVMIntULE};
    if (op % 3 == 0)
        return jit_fcmp(j, fp[op / 3], as_float(j, a), as_float(j, b));
    return icmp(j, op % 3 == 1 ? sp[op / 3] : up[op / 3], a, b);
}

static val saturated(struct jt *j, val r)
{
    val f = as_float(j, r), zero = fconst(j, r, 0), top = one(j, r);
    f = pick(j, fcmp(j, LLVMRealOGT, f, zero), f, zero); // NaN becomes zero
    return as_int(j, pick(j, fcmp(j, LLVMRealOGT, f, top), top, f));
}

// ---- instructions

void jit_write_low(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n, val v, val mask)
{
    type to = u->dst.size == 1 ? j->i8 : u->dst.size == 2 ? j->i16 : u->dst.size == 4 ? j->i32 : j->i64;
    type t = jit_lanes_type(to, n), from = LLVMTypeOf(v);
    unsigned have = LLVMGetIntTypeWidth(n == 1 ? from : LLVMGetElementType(from)), want = u->dst.size * 8u;
    if (want < have)
        v = LLVMBuildTrunc(B, v, t, "");
    else if (want > have)
        v = LLVMBuildZExt(B, v, t, "");
    jit_write(j, u, first, n, v, mask);
}

static void lanes(struct jt *j, const struct sim_uop *u)
{
    unsigned n = jit_lanes_at_once(j, u), chunks = u->n / n;
    val r[4], f[4], mask[4];
    bool sel = u->op == EU_OP_SEL, freely = jit_writes_freely(j, u);
    for (unsigned c = 0; c < chunks; c++) {
        val s[3] = {NULL};
        for (unsigned k = 0; k < 3; k++)
            if (u->src[k].kind)
                s[k] = source(j, u, k, c * n, n);
        mask[c] = freely ? NULL : jit_exec_lanes(j, u, c * n, n, !sel);
        if (u->info->fast == SIM_FAST_KIND_CMP) {
            f[c] = compare(j, u->info->fast_op, s[0], s[1]);
            r[c] = u->dst.null ? s[0] : LLVMBuildSExt(B, f[c], lanes_type(s[0]), "");
        } else if (u->info->fast == SIM_FAST_KIND_SEL) {
            r[c] = pick(j, jit_pred_lanes(j, u, c * n, n), s[0], s[1]);
        } else {
            r[c] = u->info->fast == SIM_FAST_KIND_MATH
                       ? as_int(j, jit_math(j, u->math, as_float(j, s[0]), s[1] ? as_float(j, s[1]) : NULL,
                                            jit_exec_lanes(j, u, c * n, n, true), false))
                       : jit_operation(j, u->info->fast_op, s[0], s[1], s[2]);
            if (u->result_cmod)
                f[c] = compare_zero(j, u, r[c]);
            if (u->sat)
                r[c] = saturated(j, r[c]);
        }
    }
    if (u->info->fast == SIM_FAST_KIND_CMP || (u->info->fast != SIM_FAST_KIND_SEL && u->result_cmod))
        jit_write_flags(j, u, f, n);
    for (unsigned c = 0; c < chunks; c++)
        jit_write_low(j, u, c * n, n, r[c], mask[c]);
}

static val wide_source(struct jt *j, const struct sim_uop *u, unsigned k, unsigned first, unsigned n)
{
    const struct sim_src *s = &u->src[k];
    val v = extended(j, s, jit_read(j, u, k, first, n), j->i64, n);
    if (s->abs)
        v = pick(j, icmp(j, LLVMIntSLT, v, k32(j, v, 0)), LLVMBuildNeg(B, v, ""), v);
    if (s->neg)
        v = u->inverts ? LLVMBuildNot(B, v, "") : LLVMBuildNeg(B, v, "");
    return v;
}

static void wide(struct jt *j, const struct sim_uop *u)
{
    unsigned n = u->n < JIT_CHUNK ? u->n : JIT_CHUNK, chunks = u->n / n;
    val r[4], mask[4];
    for (unsigned c = 0; c < chunks; c++) {
        val a = wide_source(j, u, 0, c * n, n), b = u->src[1].kind ? wide_source(j, u, 1, c * n, n) : NULL;
        mask[c] = jit_exec_lanes(j, u, c * n, n, u->op != EU_OP_SEL);
        r[c] = u->op == EU_OP_SEL ? pick(j, jit_pred_lanes(j, u, c * n, n), a, b)
                                  : jit_operation(j, u->info->fast_op, a, b, NULL);
    }
    for (unsigned c = 0; c < chunks; c++)
        jit_write_low(j, u, c * n, n, r[c], mask[c]);
}

bool jit_alu_ok(const struct sim_uop *u)
{
    if (jit_float_ok(u))
        return true;
    if (u->special || u->acc_wr || is_float_type(u->dst.type) != (u->dst.type == EU_TYPE_F))
        return false;
    if (u->info->fast != SIM_FAST_KIND_OP && u->info->fast != SIM_FAST_KIND_CMP &&
        u->info->fast != SIM_FAST_KIND_SEL && u->info->fast != SIM_FAST_KIND_MATH &&
        u->info->fast != SIM_FAST_KIND_WIDE)
        return false;
    for (unsigned k = 0; k < 3; k++)
        if (!jit_src_ok(u, k))
            return false;
    return jit_dst_ok(u);
}

void jit_alu(struct jt *j, const struct sim_uop *u)
{
    if (jit_float_ok(u))
        jit_float(j, u);
    else if (u->info->fast == SIM_FAST_KIND_WIDE)
        wide(j, u);
    else
        lanes(j, u);
}
