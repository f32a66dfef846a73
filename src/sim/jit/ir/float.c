// What jit/ir/alu.c does not do on 32-bit lanes: halves, doubles, conversions to and from them, comparisons
// of 64-bit integers, integer division, and the high half of a product (eu/alu_float.c, eu/alu.c and
// eu/math.c are the reference).
//
// Halves are computed in single precision and rounded again, which is exact for sums, products, quotients and
// roots (24 >= 2 * 11 + 2 bits; S. A. Figueroa, "When is double rounding innocuous?", 1995); a multiply-add
// is rounded to odd first. Doubles need the host's default mode, not the one for F, in which denormals may be
// flushed: it is changed at the first such instruction and back before anything else that the mode matters
// to (jit/ir/mode.c).
#include <stddef.h>
#include <string.h>

#include "sim/eu/fast.h"
#include "sim/jit/ir/float_kind.h"

#define B j->b

// ---- the host's mode

#if defined(__x86_64__)
static void set_mode(struct jt *j, const char *name, val at)
{
    jit_intrinsic(j, name, NULL, 0, &at, 1);
}

void jit_enter_double_mode(struct jt *j)
{
    enum { CSR_DEFAULT = 0x1f80 };
    if (j->double_mode)
        return;
    j->double_mode = true;
    set_mode(j, "llvm.x86.sse.stmxcsr", j->csr);
    val g = LLVMAddGlobal(j->mod, j->i32, "");
    LLVMSetInitializer(g, LLVMConstInt(j->i32, CSR_DEFAULT, false));
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetGlobalConstant(g, true);
    set_mode(j, "llvm.x86.sse.ldmxcsr", g);
}

void jit_leave_double_mode(struct jt *j)
{
    if (j->double_mode)
        set_mode(j, "llvm.x86.sse.ldmxcsr", j->csr);
    j->double_mode = false;
}
#elif defined(__aarch64__)
static void set_mode(struct jt *j, val mode)
{
    jit_intrinsic(j, "llvm.aarch64.set.fpcr", NULL, 0, &mode, 1);
}

void jit_enter_double_mode(struct jt *j)
{
    if (j->double_mode)
        return;
    j->double_mode = true;
    val mode = jit_intrinsic(j, "llvm.aarch64.get.fpcr", NULL, 0, NULL, 0);
    LLVMBuildStore(B, LLVMBuildTrunc(B, mode, j->i32, ""), j->csr);
    set_mode(j, LLVMConstInt(j->i64, 0, false));
}

void jit_leave_double_mode(struct jt *j)
{
    if (j->double_mode)
        set_mode(j, LLVMBuildZExt(B, LLVMBuildLoad2(B, j->i32, j->csr, ""), j->i64, ""));
    j->double_mode = false;
}
#endif

static bool in_double_mode(const struct sim_uop *u)
{
    return jit_float_kind_of(u) == JIT_DOUBLE && (u->op != EU_OP_MOV || u->sat || u->cmod) &&
           (u->op != EU_OP_SEL || u->cmod);
}

enum jit_mode jit_float_mode(const struct sim_uop *u)
{
    bool copies = u->exec == SIM_EXEC_INT && jit_float_is_integer(u->dst.type) && u->op != EU_OP_MATH;
    if (in_double_mode(u))
        return JIT_MODE_DF;
    return copies || jit_float_kind_of(u) == JIT_DOUBLE ||
                   (u->op == EU_OP_MOV && u->info->fast_op == SIM_FAST_MOV && u->info->fast)
               ? JIT_ANY_MODE
               : JIT_MODE_F;
}

// ---- values

static unsigned count(val v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind ? LLVMGetVectorSize(LLVMTypeOf(v)) : 1;
}

static val as(struct jt *j, val v, type elem)
{
    return LLVMBuildBitCast(B, v, jit_lanes_type(elem, count(v)), "");
}

static val k(struct jt *j, val like, uint64_t c)
{
    (void)j;
    return jit_const(j, LLVMTypeOf(like), c);
}

static val real(struct jt *j, val like, double c)
{
    unsigned n = count(like);
    type t = LLVMTypeOf(like);
    val s = LLVMConstReal(n == 1 ? t : LLVMGetElementType(t), c);
    return n == 1 ? s : jit_splat(j, s, n);
}

static val pick(struct jt *j, val c, val a, val b)
{
    return LLVMBuildSelect(B, c, a, b, "");
}

val jit_resized(struct jt *j, val v, unsigned n)
{
    unsigned have = count(v);
    val m[SIM_MAX_CHANNELS];
    if (have == n)
        return v;
    if (have == 1)
        return LLVMBuildInsertElement(B, LLVMConstNull(LLVMVectorType(LLVMTypeOf(v), n)), v,
                                      LLVMConstInt(j->i32, 0, false), "");
    if (n == 1)
        return LLVMBuildExtractElement(B, v, LLVMConstInt(j->i32, 0, false), "");
    for (unsigned i = 0; i < n; i++)
        m[i] = LLVMConstInt(j->i32, i < have ? i : have, false); // the rest is zero
    return LLVMBuildShuffleVector(B, v, LLVMConstNull(LLVMTypeOf(v)), LLVMConstVector(m, n), "");
}

static val half_to_float(struct jt *j, val bits)
{
    type half = LLVMHalfTypeInContext(j->ctx);
    return LLVMBuildFPExt(B, as(j, bits, half), jit_lanes_type(j->f32, count(bits)), "");
}

// To nearest even, whatever the host's mode.
static val float_to_half(struct jt *j, val f)
{
    unsigned n = count(f);
    if (n > JIT_CHUNK) {
        val all[4] = {f, LLVMConstInt(j->i32, 0, false), LLVMConstNull(LLVMVectorType(j->i16, n)),
                      LLVMConstAllOnes(j->i16)};
        return jit_intrinsic(j, "llvm.x86.avx512.mask.vcvtps2ph.512", NULL, 0, all, 4);
    }
    val args[2] = {jit_resized(j, f, 8), LLVMConstInt(j->i32, 0, false)};
    return jit_resized(j, jit_intrinsic(j, "llvm.x86.vcvtps2ph.256", NULL, 0, args, 2), n);
}

static type element_type(struct jt *j, unsigned bytes)
{
    return bytes == 1 ? j->i8 : bytes == 2 ? j->i16 : bytes == 4 ? j->i32 : j->i64;
}

// A floating-point source with its modifiers: float for HF and F, double for DF.
static val real_source(struct jt *j, const struct sim_uop *u, unsigned i, unsigned first, unsigned n)
{
    const struct sim_src *s = &u->src[i];
    uint64_t sign = UINT64_C(1) << (s->size * 8 - 1);
    val v = jit_read(j, u, i, first, n);
    if (s->abs)
        v = LLVMBuildAnd(B, v, k(j, v, sign - 1), "");
    if (s->neg)
        v = LLVMBuildXor(B, v, k(j, v, sign), "");
    if (s->kind == SIM_SRC_IMM)
        v = jit_opaque(j, v);
    return s->size == 2 ? half_to_float(j, v) : as(j, v, s->size == 4 ? j->f32 : j->f64);
}

static val int_source(struct jt *j, const struct sim_uop *u, unsigned i, unsigned first, unsigned n,
                      type elem)
{
    val v = jit_read(j, u, i, first, n);
    type t = jit_lanes_type(elem, n);
    if (LLVMTypeOf(v) == t)
        return v;
    return jit_float_is_signed(u->src[i].type) ? LLVMBuildSExt(B, v, t, "") : LLVMBuildZExt(B, v, t, "");
}

static val convert(struct jt *j, const char *name, val v, type to, bool rounds)
{
    type t[2] = {jit_lanes_type(to, count(v)), LLVMTypeOf(v)};
    val args[3] = {v, rounds ? j->meta_round : j->meta_except, j->meta_except};
    return jit_strict(j, jit_intrinsic(j, name, t, 2, args, rounds ? 3 : 2));
}

val jit_extended(struct jt *j, val f)
{
    return convert(j, "llvm.experimental.constrained.fpext", f, j->f64, false);
}

val jit_truncated(struct jt *j, val d)
{
    return convert(j, "llvm.experimental.constrained.fptrunc", d, j->f32, true);
}

// Toward zero, with the integer type's limits; NaN becomes zero.
static val to_int(struct jt *j, val f, unsigned type_to, unsigned bytes)
{
    type t[2] = {jit_lanes_type(element_type(j, bytes), count(f)), LLVMTypeOf(f)};
    return jit_intrinsic(j, jit_float_is_signed(type_to) ? "llvm.fptosi.sat" : "llvm.fptoui.sat", t, 2, &f,
                         1);
}

// ---- operations

#define FP(name) "llvm.experimental.constrained." name

// a + b rounded to odd: the sum's error is exact (Knuth's TwoSum).
static val add_odd(struct jt *j, val a, val b)
{
    val s = jit_fp(j, FP("fadd"), a, b, NULL), t = jit_fp(j, FP("fsub"), s, a, NULL);
    val x = jit_fp(j, FP("fsub"), a, jit_fp(j, FP("fsub"), s, t, NULL), NULL);
    val e = jit_fp(j, FP("fadd"), x, jit_fp(j, FP("fsub"), b, t, NULL), NULL), zero = real(j, e, 0);
    val i = as(j, s, j->i32), one = k(j, i, 1), none = k(j, i, 0);
    // Beyond the exact value in magnitude: one back; then the last bit says that it is not exact.
    val back = LLVMBuildXor(B, LLVMBuildFCmp(B, LLVMRealOLT, e, zero, ""),
                            LLVMBuildICmp(B, LLVMIntSLT, i, none, ""), "");
    val inexact = LLVMBuildFCmp(B, LLVMRealONE, e, zero, "");
    val r = LLVMBuildSub(B, i, pick(j, LLVMBuildAnd(B, back, inexact, ""), one, none), "");
    return as(j, LLVMBuildOr(B, r, pick(j, inexact, one, none), ""), j->f32);
}

val jit_odd_float(struct jt *j, val d)
{
    val f = jit_truncated(j, d), e = jit_extended(j, f), i = as(j, f, j->i32), one = k(j, i, 1),
        none = k(j, i, 0);
    val all = k(j, as(j, d, j->i64), INT64_MAX);
    val back = LLVMBuildICmp(B, LLVMIntUGT, LLVMBuildAnd(B, as(j, e, j->i64), all, ""),
                             LLVMBuildAnd(B, as(j, d, j->i64), all, ""), "");
    val inexact = jit_fcmp(j, LLVMRealUNE, e, d);
    inexact = LLVMBuildAnd(B, inexact, jit_fcmp(j, LLVMRealOEQ, d, d), "");
    val r = LLVMBuildSub(B, i, pick(j, LLVMBuildAnd(B, back, inexact, ""), one, none), "");
    return as(j, LLVMBuildOr(B, r, pick(j, inexact, one, none), ""), j->f32);
}

static val minimum(struct jt *j, unsigned cmod, val a, val b)
{
    val first = jit_fcmp(j, cmod == EU_CMOD_L ? LLVMRealOLT : LLVMRealOGE, a, b);
    val r = pick(j, first, a, b);
    r = pick(j, jit_fcmp(j, LLVMRealUNO, b, b), a, r);
    return pick(j, jit_fcmp(j, LLVMRealUNO, a, a), b, r);
}

static val math(struct jt *j, unsigned function, val a, val b, val mask)
{
    switch (function) {
    case EU_MATH_INV:
        return jit_fp(j, FP("fdiv"), as(j, jit_opaque(j, as(j, real(j, a, 1), j->i32)), j->f32), a, NULL);
    case EU_MATH_SQRT:
        return jit_fp(j, FP("sqrt"), a, NULL, NULL);
    case EU_MATH_FDIV:
        return jit_fp(j, FP("fdiv"), a, b, NULL);
    default:
        return jit_math(j, function, a, function == EU_MATH_POW ? b : NULL, mask, true);
    }
}

// Of floats (for HF) or doubles.
static val operation(struct jt *j, const struct sim_uop *u, val a, val b, val c)
{
    switch (u->op) {
    case EU_OP_ADD:
        return jit_fp(j, FP("fadd"), a, b, NULL);
    case EU_OP_MUL:
        return jit_fp(j, FP("fmul"), a, b, NULL);
    case EU_OP_MAD:
        if (u->exec == SIM_EXEC_DF)
            return jit_fp(j, FP("fma"), b, c, a);
        return add_odd(j, jit_fp(j, FP("fmul"), b, c, NULL), a);
    case EU_OP_FRC:
        return jit_fp(j, FP("fsub"), a, jit_round(j, JIT_ROUND_DOWN, a), NULL);
    case EU_OP_RNDU:
        return jit_round(j, JIT_ROUND_UP, a);
    case EU_OP_RNDD:
        return jit_round(j, JIT_ROUND_DOWN, a);
    case EU_OP_RNDE:
        return jit_round(j, JIT_ROUND_EVEN, a);
    case EU_OP_RNDZ:
        return jit_round(j, JIT_ROUND_ZERO, a);
    case EU_OP_SEL:
        return minimum(j, u->cmod, a, b);
    default:
        return a;
    }
}

static LLVMRealPredicate predicate(unsigned cmod)
{
    static const LLVMRealPredicate p[] = {
        [EU_CMOD_Z] = LLVMRealOEQ,  [EU_CMOD_NZ] = LLVMRealUNE, [EU_CMOD_G] = LLVMRealOGT,
        [EU_CMOD_GE] = LLVMRealOGE, [EU_CMOD_L] = LLVMRealOLT,  [EU_CMOD_LE] = LLVMRealOLE};
    return p[cmod];
}

static val saturated(struct jt *j, val f)
{
    val zero = real(j, f, 0), one = real(j, f, 1);
    f = pick(j, jit_fcmp(j, LLVMRealOGT, f, zero), f, zero); // NaN becomes zero
    return pick(j, jit_fcmp(j, LLVMRealOGT, f, one), one, f);
}

// Bits of the result in its type.
static val packed(struct jt *j, bool half, val f)
{
    return half ? float_to_half(j, f) : as(j, f, j->i64);
}

struct chunk {
    val result, flag; // NULL: none
};

// Arithmetic in one type.
static struct chunk compute(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n)
{
    bool half = jit_float_kind_of(u) == JIT_HALF, chooses = u->op == EU_OP_SEL && !u->cmod;
    struct chunk r = {NULL, NULL};
    val s[3] = {NULL};
    // Bits pass as they are, NaNs and all.
    if ((u->op == EU_OP_MOV || chooses) && !u->sat && !u->cmod && !(half && jit_float_has_mods(u))) {
        for (unsigned i = 0; i < 2; i++)
            if (u->src[i].kind) {
                s[i] = half ? jit_read(j, u, i, first, n) : as(j, real_source(j, u, i, first, n), j->i64);
            }
        r.result = chooses ? pick(j, jit_pred_lanes(j, u, first, n), s[0], s[1]) : s[0];
        return r;
    }
    for (unsigned i = 0; i < 3; i++)
        if (u->src[i].kind)
            s[i] = real_source(j, u, i, first, n);
    if (u->op == EU_OP_CMP) {
        r.flag = jit_fcmp(j, predicate(u->cmod), s[0], s[1]);
        if (!u->dst.null)
            r.result = LLVMBuildSExt(B, r.flag, jit_lanes_type(element_type(j, u->dst.size), n), "");
        return r;
    }
    val f = chooses               ? pick(j, jit_pred_lanes(j, u, first, n), s[0], s[1])
            : u->op == EU_OP_MATH ? math(j, u->math, s[0], s[1], jit_exec_lanes(j, u, first, n, true))
                                  : operation(j, u, s[0], s[1], s[2]);
    r.result = packed(j, half, f);
    if (u->sat || (u->cmod && u->op != EU_OP_SEL)) {
        f = half ? half_to_float(j, r.result) : f;
        if (u->op != EU_OP_SEL && u->cmod)
            r.flag = jit_fcmp(j, predicate(u->cmod), f, real(j, f, 0));
        if (u->sat)
            r.result = packed(j, half, saturated(j, f));
    }
    return r;
}

static val move(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n)
{
    unsigned to = u->dst.type;
    if (jit_float_kind_of(u) == JIT_INT_TO) {
        val v = int_source(j, u, 0, first, n, j->i32);
        type t = jit_lanes_type(to == EU_TYPE_HF ? j->f32 : j->f64, n);
        bool exact = to == EU_TYPE_DF || u->src[0].size <= 2;
        t = exact ? t : jit_lanes_type(j->f64, n);
        v = jit_float_is_signed(u->src[0].type) ? LLVMBuildSIToFP(B, v, t, "") : LLVMBuildUIToFP(B, v, t, "");
        v = exact ? v : jit_odd_float(j, v);
        return packed(j, to == EU_TYPE_HF, v);
    }
    val f = real_source(j, u, 0, first, n);
    if (jit_float_is_integer(to))
        return to_int(j, f, to, u->dst.size);
    if (to == EU_TYPE_HF)
        return float_to_half(j, f);
    if (to == EU_TYPE_DF)
        return as(j, jit_extended(j, f), j->i64);
    return as(j, u->src[0].type == EU_TYPE_DF ? jit_truncated(j, f) : f, j->i32);
}

static struct chunk compare_long(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n)
{
    static const LLVMIntPredicate p[2][EU_CMOD_LE + 1] = {{[EU_CMOD_Z] = LLVMIntEQ,
                                                           [EU_CMOD_NZ] = LLVMIntNE,
                                                           [EU_CMOD_G] = LLVMIntUGT,
                                                           [EU_CMOD_GE] = LLVMIntUGE,
                                                           [EU_CMOD_L] = LLVMIntULT,
                                                           [EU_CMOD_LE] = LLVMIntULE},
                                                          {[EU_CMOD_Z] = LLVMIntEQ,
                                                           [EU_CMOD_NZ] = LLVMIntNE,
                                                           [EU_CMOD_G] = LLVMIntSGT,
                                                           [EU_CMOD_GE] = LLVMIntSGE,
                                                           [EU_CMOD_L] = LLVMIntSLT,
                                                           [EU_CMOD_LE] = LLVMIntSLE}};
    val a = int_source(j, u, 0, first, n, j->i64), b = int_source(j, u, 1, first, n, j->i64);
    val c = LLVMBuildICmp(B, p[jit_float_is_signed(u->src[0].type)][u->cmod], a, b, "");
    if (u->op == EU_OP_SEL)
        return (struct chunk){pick(j, c, a, b), NULL};
    return (struct chunk){u->dst.null ? NULL : LLVMBuildSExt(B, c, LLVMTypeOf(a), ""), c};
}

// By doubles: the quotient of integers of 32 bits is further from the next integer than its rounding error.
static val divide(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n)
{
    type d = jit_lanes_type(j->f64, n);
    val x[2], f[2];
    for (unsigned i = 0; i < 2; i++) {
        x[i] = int_source(j, u, i, first, n, j->i32);
        f[i] = jit_float_is_signed(u->src[i].type) ? LLVMBuildSIToFP(B, x[i], d, "")
                                                   : LLVMBuildUIToFP(B, x[i], d, "");
    }
    val zero = k(j, x[0], 0), none = LLVMBuildICmp(B, LLVMIntEQ, x[1], zero, "");
    f[1] = pick(j, none, real(j, f[1], 1), f[1]);
    val q = jit_round(j, JIT_ROUND_ZERO, jit_fp(j, FP("fdiv"), f[0], f[1], NULL));
    // The low bits of q + 1.5 * 2^52 are those of the integer.
    q = jit_fp(j, FP("fadd"), q, real(j, q, 0x1.8p52), NULL);
    q = LLVMBuildTrunc(B, as(j, q, j->i64), jit_lanes_type(j->i32, n), "");
    val r = u->math == EU_MATH_INT_DIV_QUOTIENT ? q : LLVMBuildSub(B, x[0], LLVMBuildMul(B, q, x[1], ""), "");
    val by_zero = k(j, x[0], 0xffffffffu);
    if (jit_float_is_signed(u->src[0].type) || jit_float_is_signed(u->src[1].type)) {
        val top = k(j, x[0], 0x7fffffff);
        by_zero = top;
        if (jit_float_is_signed(u->src[0].type))
            by_zero = pick(j, LLVMBuildICmp(B, LLVMIntSLT, x[0], zero, ""), k(j, x[0], 0x80000000u), top);
    }
    return pick(j, none, by_zero, r);
}

// ---- the accumulator

static val acc_pointer(struct jt *j, unsigned channel, bool high)
{
    return high ? jit_field(j, offsetof(struct sim_thread, acc_hi) + 4 * channel)
                : jit_rf_ptr(j, SIM_RF_ACC + 4 * channel);
}

static void acc_store(struct jt *j, unsigned channel, val v, val mask)
{
    unsigned n = count(v);
    type t = jit_lanes_type(j->i32, n);
    for (unsigned high = 0; high < 2; high++) {
        val p = acc_pointer(j, channel, high), x = high ? LLVMBuildLShr(B, v, k(j, v, 32), "") : v;
        x = LLVMBuildTrunc(B, x, t, "");
        if (mask) {
            val old = LLVMBuildLoad2(B, t, p, "");
            LLVMSetAlignment(old, 4);
            x = pick(j, mask, x, old);
        }
        LLVMSetAlignment(LLVMBuildStore(B, x, p), 4);
    }
}

static val acc_load(struct jt *j, unsigned channel, unsigned n)
{
    type wide = jit_lanes_type(j->i64, n), t = jit_lanes_type(j->i32, n);
    val part[2];
    for (unsigned high = 0; high < 2; high++) {
        val x = LLVMBuildLoad2(B, t, acc_pointer(j, channel, high), "");
        LLVMSetAlignment(x, 4);
        part[high] = LLVMBuildZExt(B, x, wide, "");
    }
    return LLVMBuildOr(B, part[0], LLVMBuildShl(B, part[1], k(j, part[1], 32), ""), "");
}

static val accumulate(struct jt *j, const struct sim_uop *u, unsigned first, unsigned n, val mask)
{
    val a = int_source(j, u, 0, first, n, j->i64), b = int_source(j, u, 1, first, n, j->i64);
    if (u->info->fast == SIM_FAST_KIND_ACC_MUL) {
        acc_store(j, (u->dst.base - SIM_RF_ACC) / 4 + first, LLVMBuildMul(B, a, b, ""), mask);
        return NULL;
    }
    val sixteen = k(j, b, 16);
    b = jit_float_is_signed(u->src[1].type) ? LLVMBuildAShr(B, b, sixteen, "")
                                            : LLVMBuildLShr(B, b, sixteen, "");
    val sum = LLVMBuildShl(B, LLVMBuildMul(B, a, b, ""), sixteen, "");
    sum = LLVMBuildAdd(B, sum, acc_load(j, first, n), "");
    acc_store(j, first, sum, mask);
    if (!u->low_half)
        sum = LLVMBuildLShr(B, sum, k(j, sum, 32), "");
    return LLVMBuildTrunc(B, sum, jit_lanes_type(j->i32, n), "");
}

// ---- the whole

// Sixteen halves are a register, and sixteen floats a vector of the host's.
unsigned jit_float_lanes(const struct jt *j, const struct sim_uop *u)
{
    const enum jit_float_kind kind = jit_float_kind_of(u);
    const bool halves = kind == JIT_HALF || (kind == JIT_HALF_TO && u->dst.type == EU_TYPE_F) ||
                        (kind == JIT_FLOAT_TO && u->dst.type == EU_TYPE_HF);
    const unsigned most = halves && j->has_avx512 ? 2 * JIT_CHUNK : JIT_CHUNK;
    return u->n < most ? u->n : most;
}

void jit_float(struct jt *j, const struct sim_uop *u)
{
    unsigned n = jit_float_lanes(j, u), chunks = u->n / n;
    enum jit_float_kind kind = jit_float_kind_of(u);
    struct chunk c[4] = {{NULL, NULL}};
    val mask[4], flags[4];
    if (in_double_mode(u))
        jit_enter_double_mode(j);
    for (unsigned i = 0; i < chunks; i++) {
        unsigned first = i * n;
        mask[i] = jit_exec_lanes(j, u, first, n, u->op != EU_OP_SEL);
        if (kind == JIT_HALF || kind == JIT_DOUBLE)
            c[i] = compute(j, u, first, n);
        else if (kind == JIT_COMPARE_LONG)
            c[i] = compare_long(j, u, first, n);
        else if (kind == JIT_ACC_MUL || kind == JIT_ACC_MACH)
            c[i].result = accumulate(j, u, first, n, mask[i]);
        else
            c[i].result = kind == JIT_DIVIDE ? divide(j, u, first, n) : move(j, u, first, n);
        flags[i] = c[i].flag;
    }
    if (flags[0])
        jit_write_flags(j, u, flags, n);
    for (unsigned i = 0; i < chunks; i++)
        if (c[i].result && !u->dst.null)
            jit_write_low(j, u, i * n, n, c[i].result, mask[i]);
}
