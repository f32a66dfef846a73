// Arithmetic: what eu/fast.inc.h computes, as LLVM code on lanes, eight at a time.
//
// Floating-point operations are constrained intrinsics: the host runs in the mode that cr0 asks for
// (denormals may be flushed), and LLVM must not simplify what would lose that, or a NaN's quieting.
#include <string.h>

#include "sim/eu/fast.h"
#include "sim/jit/ir.h"

#define B j->b

static type lanes_type(const val v)
{
    return LLVMTypeOf(v);
}

static unsigned lanes_count(val v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind ? LLVMGetVectorSize(LLVMTypeOf(v)) : 1;
}

static val k32(struct jt *j, val like, uint32_t c)
{
    return jit_const(j, lanes_type(like), c);
}

static val as_float(struct jt *j, val v)
{
    return LLVMBuildBitCast(B, v, jit_lanes_type(j->f32, lanes_count(v)), "");
}

static val as_int(struct jt *j, val v)
{
    return LLVMBuildBitCast(B, v, jit_lanes_type(j->i32, lanes_count(v)), "");
}

static val fconst(struct jt *j, val like, uint32_t bits)
{
    return as_float(j, jit_const(j, jit_lanes_type(j->i32, lanes_count(like)), bits));
}

static val pick(struct jt *j, val c, val a, val b)
{
    return LLVMBuildSelect(B, c, a, b, "");
}

// ---- intrinsics
// ---------------------------------------------------------------------------------------------------

val jit_intrinsic(struct jt *j, const char *name, type *overload, unsigned overloads, val *args, unsigned n)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    val fn = LLVMGetIntrinsicDeclaration(j->mod, id, overload, overloads);
    return LLVMBuildCall2(B, LLVMIntrinsicGetType(j->ctx, id, overload, overloads), fn, args, n, "");
}

static val plain1(struct jt *j, const char *name, val a)
{
    type t = LLVMTypeOf(a);
    return jit_intrinsic(j, name, &t, 1, &a, 1);
}

static val count_zeros(struct jt *j, const char *name, val a)
{
    type t = LLVMTypeOf(a);
    val args[2] = {a, LLVMConstInt(j->i1, 0, false)};
    return jit_intrinsic(j, name, &t, 1, args, 2);
}

val jit_strict(struct jt *j, val call)
{
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(j->ctx, j->strictfp, 0));
    return call;
}

val jit_fp(struct jt *j, const char *name, val a, val b, val c)
{
    type t = LLVMTypeOf(a);
    val args[5] = {a};
    unsigned n = 1;
    if (b)
        args[n++] = b;
    if (c)
        args[n++] = c;
    args[n++] = j->meta_round;
    args[n++] = j->meta_except;
    return jit_strict(j, jit_intrinsic(j, name, &t, 1, args, n));
}

// floor, ceil, trunc, roundeven: no rounding mode of their own
static val constrained_round(struct jt *j, const char *name, val a)
{
    type t = LLVMTypeOf(a);
    val args[2] = {a, j->meta_except};
    return jit_strict(j, jit_intrinsic(j, name, &t, 1, args, 2));
}

static val fadd(struct jt *j, val a, val b)
{
    return jit_fp(j, "llvm.experimental.constrained.fadd", a, b, NULL);
}
static val fsub(struct jt *j, val a, val b)
{
    return jit_fp(j, "llvm.experimental.constrained.fsub", a, b, NULL);
}
static val fmul(struct jt *j, val a, val b)
{
    return jit_fp(j, "llvm.experimental.constrained.fmul", a, b, NULL);
}
static val fdiv(struct jt *j, val a, val b)
{
    return jit_fp(j, "llvm.experimental.constrained.fdiv", a, b, NULL);
}

static val one(struct jt *j, val like)
{
    return fconst(j, like, 0x3f800000);
}

val jit_opaque(struct jt *j, val constant)
{
    val g = LLVMAddGlobal(j->mod, LLVMTypeOf(constant), "");
    LLVMSetInitializer(g, constant);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    val v = LLVMBuildLoad2(B, LLVMTypeOf(constant), g, "");
    val none = LLVMMetadataAsValue(j->ctx, LLVMMDNodeInContext2(j->ctx, NULL, 0));
    LLVMSetMetadata(v, LLVMGetMDKindIDInContext(j->ctx, "invariant.load", 14), none);
    return v;
}

// Quiets and flushes as the mode says.
static val settle(struct jt *j, val f)
{
    return fmul(j, f, as_float(j, jit_opaque(j, as_int(j, one(j, f)))));
}

// ---- operations that take more than a line
// -----------------------------------------------------------------------

static val fcmp(struct jt *j, LLVMRealPredicate p, val a, val b)
{
    return LLVMBuildFCmp(B, p, a, b, "");
}

// The comparisons of instructions. LLVM turns some with zero into integer ones, which know nothing of
// flushing, and some of halves that were extended into ones of halves, lane by lane: it must not see what
// they are.
val jit_fcmp(struct jt *j, LLVMRealPredicate p, val a, val b)
{
    static const struct {
        const char *name;
        unsigned x86;
    } known[] = {[LLVMRealOEQ] = {"oeq", 0},    [LLVMRealUNE] = {"une", 4}, [LLVMRealOGT] = {"ogt", 0x1e},
                 [LLVMRealOGE] = {"oge", 0x1d}, [LLVMRealUNO] = {"uno", 3}, [LLVMRealOLT] = {"olt", 0x11},
                 [LLVMRealOLE] = {"ole", 0x12}};
    unsigned n = lanes_count(a);
    if (j->has_avx && n == 8 && LLVMTypeOf(a) == LLVMVectorType(j->f32, 8)) {
        val args[3] = {a, b, LLVMConstInt(j->i8, known[p].x86, false)};
        val r = as_int(j, jit_intrinsic(j, "llvm.x86.avx.cmp.ps.256", NULL, 0, args, 3));
        return LLVMBuildICmp(B, LLVMIntSLT, r, LLVMConstNull(LLVMTypeOf(r)), "");
    }
    type t = LLVMTypeOf(a);
    val name = LLVMMetadataAsValue(j->ctx, LLVMMDStringInContext2(j->ctx, known[p].name, 3));
    val args[4] = {a, b, name, j->meta_except};
    return jit_strict(j, jit_intrinsic(j, "llvm.experimental.constrained.fcmp", &t, 1, args, 4));
}

static val icmp(struct jt *j, LLVMIntPredicate p, val a, val b)
{
    return LLVMBuildICmp(B, p, a, b, "");
}

static val to_d(struct jt *j, val a)
{
    val f = as_float(j, a), hi = fconst(j, a, 0x4f000000), lo = fconst(j, a, 0xcf000000);
    val top = fconst(j, a, 0x4effffff), over = fcmp(j, LLVMRealOGE, f, hi);
    val c = pick(j, fcmp(j, LLVMRealUNO, f, f), fconst(j, a, 0), f);
    c = pick(j, over, top, c);
    c = pick(j, fcmp(j, LLVMRealOLT, f, lo), lo, c);
    return pick(j, over, k32(j, a, 0x7fffffff), LLVMBuildFPToSI(B, c, lanes_type(a), ""));
}

static val to_ud(struct jt *j, val a)
{
    val f = as_float(j, a), half = fconst(j, a, 0x4f000000), max = fconst(j, a, 0x4f800000);
    val top = fconst(j, a, 0x4effffff), zero = fconst(j, a, 0);
    val positive = fcmp(j, LLVMRealOGT, f, zero), upper = fcmp(j, LLVMRealOGE, f, half);
    val over = fcmp(j, LLVMRealOGE, f, max);
    val rest = pick(j, upper, fsub(j, f, half), f);
    rest = pick(j, fcmp(j, LLVMRealOGT, rest, top), top, rest);
    rest = pick(j, positive, rest, zero);
    val r = LLVMBuildFPToSI(B, rest, lanes_type(a), "");
    r = LLVMBuildAdd(B, r, pick(j, upper, k32(j, a, 0x80000000u), k32(j, a, 0)), "");
    return pick(j, over, k32(j, a, 0xffffffffu), r);
}

// Rounding to integral values: NaNs are quieted by the instruction; the mode's flushing is part of it.

val jit_round(struct jt *j, unsigned how, val f)
{
    static const char *const name[] = {
        "llvm.experimental.constrained.roundeven", "llvm.experimental.constrained.floor",
        "llvm.experimental.constrained.ceil", "llvm.experimental.constrained.trunc"};
    val k0 = LLVMConstInt(j->i32, 0, false);
    bool single = LLVMTypeOf(f) == jit_lanes_type(j->f32, lanes_count(f));
    if (j->has_avx && single && lanes_count(f) == 8) {
        val args[2] = {f, LLVMConstInt(j->i32, 8 | how, false)};
        return jit_intrinsic(j, "llvm.x86.avx.round.ps.256", NULL, 0, args, 2);
    }
    if (j->has_avx && single && lanes_count(f) == 1) {
        val v = LLVMBuildInsertElement(B, LLVMConstNull(LLVMVectorType(j->f32, 4)), f, k0, "");
        val args[2] = {v, LLVMConstInt(j->i32, 8 | how, false)};
        return LLVMBuildExtractElement(B, jit_intrinsic(j, "llvm.x86.sse41.round.ps", NULL, 0, args, 2), k0,
                                       "");
    }
    return constrained_round(j, name[how], f);
}

static val rounded(struct jt *j, unsigned how, val a)
{
    return as_int(j, jit_round(j, how, as_float(j, a)));
}

static val to_double(struct jt *j, val a)
{
    val f = as_float(j, a), args[2] = {f, j->meta_except};
    type t[2] = {jit_lanes_type(j->f64, lanes_count(a)), LLVMTypeOf(f)};
    return jit_strict(j, jit_intrinsic(j, "llvm.experimental.constrained.fpext", t, 2, args, 2));
}

static val to_float(struct jt *j, val d)
{
    val args[3] = {d, j->meta_round, j->meta_except};
    type t[2] = {jit_lanes_type(j->f32, lanes_count(d)), LLVMTypeOf(d)};
    val f = jit_strict(j, jit_intrinsic(j, "llvm.experimental.constrained.fptrunc", t, 2, args, 3));
    return as_int(j, f);
}

static val doubles(struct jt *j, val like, double c)
{
    unsigned n = lanes_count(like);
    val k = LLVMConstReal(j->f64, c);
    return n == 1 ? k : jit_splat(j, k, n);
}

static val reciprocal_root(struct jt *j, val a)
{
    val x = jit_fp(j, "llvm.experimental.constrained.sqrt", to_double(j, a), NULL, NULL);
    return to_float(j, fdiv(j, doubles(j, a, 1), x));
}

// The sum of doubles, rounded to odd (the sum's error is exact: Knuth's TwoSum), then once to float.
static val sum_once(struct jt *j, val p, val q)
{
    val s = fadd(j, p, q), t = fsub(j, s, p);
    val e = fadd(j, fsub(j, p, fsub(j, s, t)), fsub(j, q, t)), zero = doubles(j, e, 0);
    val i = LLVMBuildBitCast(B, s, jit_lanes_type(j->i64, lanes_count(s)), "");
    val none = jit_const(j, LLVMTypeOf(i), 0), bit = jit_const(j, LLVMTypeOf(i), 1);
    // Beyond the exact value in magnitude: one back; then the last bit says that it is not exact.
    val back = LLVMBuildXor(B, fcmp(j, LLVMRealOLT, e, zero), icmp(j, LLVMIntSLT, i, none), "");
    val inexact = fcmp(j, LLVMRealONE, e, zero);
    i = LLVMBuildSub(B, i, pick(j, LLVMBuildAnd(B, back, inexact, ""), bit, none), "");
    i = LLVMBuildOr(B, i, pick(j, inexact, bit, none), "");
    return to_float(j, LLVMBuildBitCast(B, i, LLVMTypeOf(s), ""));
}

static val interpolated(struct jt *j, val a, val b, val c)
{
    val x = to_double(j, a);
    val k = fsub(j, doubles(j, a, 1), x);
    return sum_once(j, fmul(j, x, to_double(j, b)), fmul(j, k, to_double(j, c)));
}

static val minimum(struct jt *j, val ai, val bi, bool max)
{
    val a = as_float(j, ai), b = as_float(j, bi);
    val r = pick(j, fcmp(j, max ? LLVMRealOGE : LLVMRealOLT, a, b), a, b);
    r = pick(j, fcmp(j, LLVMRealUNO, b, b), a, r);
    return as_int(j, settle(j, r));
}

static val first_bit(struct jt *j, const char *name, val a)
{
    val none = icmp(j, LLVMIntEQ, a, k32(j, a, 0));
    return pick(j, none, k32(j, a, 0xffffffffu), count_zeros(j, name, a));
}

static val masked(struct jt *j, val a, uint32_t m)
{
    return LLVMBuildAnd(B, a, k32(j, a, m), "");
}

static val ones_below(struct jt *j, val width) // width < 32
{
    return LLVMBuildSub(B, LLVMBuildShl(B, k32(j, width, 1), width, ""), k32(j, width, 1), "");
}

static val extract(struct jt *j, val width, val offset, val v, bool is_signed)
{
    val w = masked(j, width, 31), o = masked(j, offset, 31), zero = k32(j, v, 0), r;
    if (is_signed) {
        val end = LLVMBuildAdd(B, w, o, "");
        val up = masked(j, LLVMBuildSub(B, k32(j, v, 32), end, ""), 31);
        val down = masked(j, LLVMBuildSub(B, k32(j, v, 32), w, ""), 31);
        val low = LLVMBuildAShr(B, LLVMBuildShl(B, v, up, ""), down, "");
        r = pick(j, icmp(j, LLVMIntUGE, end, k32(j, v, 32)), LLVMBuildAShr(B, v, o, ""), low);
    } else {
        r = LLVMBuildAnd(B, LLVMBuildLShr(B, v, o, ""), ones_below(j, w), "");
    }
    return pick(j, icmp(j, LLVMIntEQ, w, zero), zero, r);
}

static val insert(struct jt *j, val mask, val v, val base)
{
    val none = icmp(j, LLVMIntEQ, mask, k32(j, mask, 0));
    val at = masked(j, count_zeros(j, "llvm.cttz", mask), 31);
    val r = LLVMBuildOr(B, LLVMBuildAnd(B, LLVMBuildShl(B, v, at, ""), mask, ""),
                        LLVMBuildAnd(B, base, LLVMBuildNot(B, mask, ""), ""), "");
    return pick(j, none, base, r);
}

static val operation(struct jt *j, enum sim_fast_op op, val a, val b, val c)
{
    switch (op) {
    case SIM_FAST_MOV:
        return a;
    case SIM_FAST_MOVF:
        return as_int(j, settle(j, as_float(j, a)));
    case SIM_FAST_NOT:
        return LLVMBuildNot(B, a, "");
    case SIM_FAST_F_TO_D:
        return to_d(j, a);
    case SIM_FAST_F_TO_UD:
        return to_ud(j, a);
    case SIM_FAST_D_TO_F:
        return as_int(j, LLVMBuildSIToFP(B, a, jit_lanes_type(j->f32, lanes_count(a)), ""));
    case SIM_FAST_UD_TO_F:
        return as_int(j, LLVMBuildUIToFP(B, a, jit_lanes_type(j->f32, lanes_count(a)), ""));
    case SIM_FAST_FRC: {
        val f = as_float(j, a);
        return as_int(j, fsub(j, f, jit_round(j, JIT_ROUND_DOWN, f)));
    }
    case SIM_FAST_RNDD:
        return rounded(j, JIT_ROUND_DOWN, a);
    case SIM_FAST_RNDU:
        return rounded(j, JIT_ROUND_UP, a);
    case SIM_FAST_RNDE:
        return rounded(j, JIT_ROUND_EVEN, a);
    case SIM_FAST_RNDZ:
        return rounded(j, JIT_ROUND_ZERO, a);
    case SIM_FAST_INV:
        return as_int(j, fdiv(j, one(j, a), as_float(j, a)));
    case SIM_FAST_SQRT:
        return as_int(j, jit_fp(j, "llvm.experimental.constrained.sqrt", as_float(j, a), NULL, NULL));
    case SIM_FAST_RSQ:
        return reciprocal_root(j, a);
    case SIM_FAST_LZD:
        return count_zeros(j, "llvm.ctlz", a);
    case SIM_FAST_FBL:
        return first_bit(j, "llvm.cttz", a);
    case SIM_FAST_FBH_U:
        return first_bit(j, "llvm.ctlz", a);
    case SIM_FAST_FBH_S:
        return first_bit(j, "llvm.ctlz", LLVMBuildXor(B, a, LLVMBuildAShr(B, a, k32(j, a, 31), ""), ""));
    case SIM_FAST_CBIT:
        return plain1(j, "llvm.ctpop", a);
    case SIM_FAST_BFREV:
        return plain1(j, "llvm.bitreverse", a);
    case SIM_FAST_ADD:
        return LLVMBuildAdd(B, a, b, "");
    case SIM_FAST_AND:
        return LLVMBuildAnd(B, a, b, "");
    case SIM_FAST_OR:
        return LLVMBuildOr(B, a, b, "");
    case SIM_FAST_XOR:
        return LLVMBuildXor(B, a, b, "");
    case SIM_FAST_MUL:
        return LLVMBuildMul(B, a, b, "");
    case SIM_FAST_SHL:
        return LLVMBuildShl(B, a, masked(j, b, 31), "");
    case SIM_FAST_SHR:
        return LLVMBuildLShr(B, a, masked(j, b, 31), "");
    case SIM_FAST_ASR:
        return LLVMBuildAShr(B, a, masked(j, b, 31), "");
    case SIM_FAST_BFI1:
        return LLVMBuildShl(B, ones_below(j, masked(j, a, 31)), masked(j, b, 31), "");
    case SIM_FAST_FADD:
        return as_int(j, fadd(j, as_float(j, a), as_float(j, b)));
    case SIM_FAST_FMUL:
        return as_int(j, fmul(j, as_float(j, a), as_float(j, b)));
    case SIM_FAST_FDIV:
        return as_int(j, fdiv(j, as_float(j, a), as_float(j, b)));
    case SIM_FAST_FMIN:
        return minimum(j, a, b, false);
    case SIM_FAST_FMAX:
        return minimum(j, a, b, true);
    case SIM_FAST_MIN_D:
        return pick(j, icmp(j, LLVMIntSLT, a, b), a, b);
    case SIM_FAST_MAX_D:
        return pick(j, icmp(j, LLVMIntSGE, a, b), a, b);
    case SIM_FAST_MIN_UD:
        return pick(j, icmp(j, LLVMIntULT, a, b), a, b);
    case SIM_FAST_MAX_UD:
        return pick(j, icmp(j, LLVMIntUGE, a, b), a, b);
    case SIM_FAST_FMAD:
        return as_int(j, jit_fp(j, "llvm.experimental.constrained.fma", as_float(j, b), as_float(j, c),
                                as_float(j, a)));
    case SIM_FAST_MAD:
        return LLVMBuildAdd(B, LLVMBuildMul(B, b, c, ""), a, "");
    case SIM_FAST_LRP:
        return interpolated(j, a, b, c);
    case SIM_FAST_BFE_U:
        return extract(j, a, b, c, false);
    case SIM_FAST_BFE_S:
        return extract(j, a, b, c, true);
    case SIM_FAST_BFI2:
        return insert(j, a, b, c);
    case SIM_FAST_OP_COUNT:
        break;
    }
    return NULL;
}

// ---- sources
// ------------------------------------------------------------------------------------------------------

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
// --------------------------------------------------------------------------------------------------------

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
// --------------------------------------------------------------------------------------------------------

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
// -------------------------------------------------------------------------------------------------

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
    unsigned n = u->n < JIT_CHUNK ? u->n : JIT_CHUNK, chunks = u->n / n;
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
                                            false))
                       : operation(j, u->info->fast_op, s[0], s[1], s[2]);
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
    bool logic = u->op == EU_OP_AND || u->op == EU_OP_OR || u->op == EU_OP_XOR;
    val v = extended(j, s, jit_read(j, u, k, first, n), j->i64, n);
    if (s->abs)
        v = pick(j, icmp(j, LLVMIntSLT, v, k32(j, v, 0)), LLVMBuildNeg(B, v, ""), v);
    if (s->neg)
        v = logic ? LLVMBuildNot(B, v, "") : LLVMBuildNeg(B, v, "");
    return v;
}

static val wide_operation(struct jt *j, unsigned op, val a, val b)
{
    val count = b ? LLVMBuildAnd(B, b, jit_const(j, LLVMTypeOf(b), 63), "") : NULL;
    switch (op) {
    case EU_OP_ADD:
        return LLVMBuildAdd(B, a, b, "");
    case EU_OP_AND:
        return LLVMBuildAnd(B, a, b, "");
    case EU_OP_OR:
        return LLVMBuildOr(B, a, b, "");
    case EU_OP_XOR:
        return LLVMBuildXor(B, a, b, "");
    case EU_OP_MUL:
        return LLVMBuildMul(B, a, b, "");
    case EU_OP_SHL:
        return LLVMBuildShl(B, a, count, "");
    case EU_OP_SHR:
        return LLVMBuildLShr(B, a, count, "");
    case EU_OP_ASR:
        return LLVMBuildAShr(B, a, count, "");
    default:
        return a;
    }
}

static void wide(struct jt *j, const struct sim_uop *u)
{
    unsigned n = u->n < JIT_CHUNK ? u->n : JIT_CHUNK, chunks = u->n / n;
    val r[4], mask[4];
    for (unsigned c = 0; c < chunks; c++) {
        val a = wide_source(j, u, 0, c * n, n), b = u->src[1].kind ? wide_source(j, u, 1, c * n, n) : NULL;
        mask[c] = jit_exec_lanes(j, u, c * n, n, u->op != EU_OP_SEL);
        r[c] = u->op == EU_OP_SEL ? pick(j, jit_pred_lanes(j, u, c * n, n), a, b)
                                  : wide_operation(j, u->op, a, b);
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
