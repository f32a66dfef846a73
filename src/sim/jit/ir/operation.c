// Operations on 32-bit lanes: what eu/fast.inc.h computes, as LLVM code.
//
// Floating-point operations are constrained intrinsics: the host runs in the mode that cr0 asks for
// (denormals may be flushed), and LLVM must not simplify what would lose that, or a NaN's quieting.
#include <string.h>

#include "sim/eu/fast.h"
#include "sim/jit/ir/lanes.h"

// ---- intrinsics

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

enum { CURRENT_DIRECTION = 4 }; // how AVX-512's intrinsics say: by the host's mode

// The comparisons of instructions. LLVM makes integer ones of some with zero, which know nothing of
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
    if (j->has_avx512 && n == 16 && LLVMTypeOf(a) == LLVMVectorType(j->f32, 16)) {
        val args[5] = {a, b, LLVMConstInt(j->i32, known[p].x86, false),
                       LLVMConstAllOnes(LLVMVectorType(j->i1, 16)),
                       LLVMConstInt(j->i32, CURRENT_DIRECTION, false)};
        return jit_intrinsic(j, "llvm.x86.avx512.mask.cmp.ps.512", NULL, 0, args, 5);
    }
    type t = LLVMTypeOf(a);
    val name = LLVMMetadataAsValue(j->ctx, LLVMMDStringInContext2(j->ctx, known[p].name, 3));
    val args[4] = {a, b, name, j->meta_except};
    return jit_strict(j, jit_intrinsic(j, "llvm.experimental.constrained.fcmp", &t, 1, args, 4));
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
    if (j->has_avx512 && single && lanes_count(f) == 16) {
        val args[5] = {f, LLVMConstInt(j->i32, 8 | how, false), f, LLVMConstAllOnes(j->i16),
                       LLVMConstInt(j->i32, CURRENT_DIRECTION, false)};
        return jit_intrinsic(j, "llvm.x86.avx512.mask.rndscale.ps.512", NULL, 0, args, 5);
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

// Of a shift of as many bits as the count has.
static val shift_count(struct jt *j, val count)
{
    type t = LLVMTypeOf(count);
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    return masked(j, count, LLVMGetIntTypeWidth(vector ? LLVMGetElementType(t) : t) - 1);
}

static val rotated(struct jt *j, val a, val left)
{
    val back = LLVMBuildLShr(B, a, shift_count(j, LLVMBuildNeg(B, left, "")), "");
    return LLVMBuildOr(B, LLVMBuildShl(B, a, left, ""), back, "");
}

val jit_operation(struct jt *j, unsigned op, val a, val b, val c)
{
    switch ((enum sim_fast_op)op) {
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
        return LLVMBuildShl(B, a, shift_count(j, b), "");
    case SIM_FAST_SHR:
        return LLVMBuildLShr(B, a, shift_count(j, b), "");
    case SIM_FAST_ASR:
        return LLVMBuildAShr(B, a, shift_count(j, b), "");
    case SIM_FAST_ROL:
        return rotated(j, a, shift_count(j, b));
    case SIM_FAST_ROR:
        return rotated(j, a, shift_count(j, LLVMBuildNeg(B, b, "")));
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
