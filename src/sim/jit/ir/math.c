// Transcendental functions in line: the series of eu/series.inc.h as LLVM code. Lanes that they do not cover
// are rare: then the function of eu/transcend.h answers for all.
#include <math.h>

#include "sim/jit/ir/lanes.h"

#define FP(name) "llvm.experimental.constrained." name

// ---- the series' operations

static val constant(struct jt *j, val like, double c)
{
    const unsigned n = lanes_count(like);
    const val v = LLVMConstReal(j->f64, c);
    return n == 1 ? v : jit_splat(j, v, n);
}

static val bits_constant(struct jt *j, val like, uint64_t c)
{
    return jit_const(j, jit_lanes_type(j->i64, lanes_count(like)), c);
}

static val cast(struct jt *j, val v, type elem)
{
    return LLVMBuildBitCast(B, v, jit_lanes_type(elem, lanes_count(v)), "");
}

#define SERIES(name, ...) static val series_##name(struct jt *j, __VA_ARGS__)
#define SERIES_OF(name, ...) series_##name(j, __VA_ARGS__)
#define REAL val
#define BITS val
#define K(c) constant(j, x, c)
#define KI(c) bits_constant(j, x, c)
#define ADD(a, b) jit_fp(j, FP("fadd"), a, b, NULL)
#define SUB(a, b) jit_fp(j, FP("fsub"), a, b, NULL)
#define MUL(a, b) jit_fp(j, FP("fmul"), a, b, NULL)
#define DIV(a, b) jit_fp(j, FP("fdiv"), a, b, NULL)
#define BITS_OF(r) cast(j, r, j->i64)
#define REAL_OF(b) cast(j, b, j->f64)
#define IADD(a, b) LLVMBuildAdd(B, a, b, "")
#define ISUB(a, b) LLVMBuildSub(B, a, b, "")
#define IAND(a, b) LLVMBuildAnd(B, a, b, "")
#define IXOR(a, b) LLVMBuildXor(B, a, b, "")
#define SHL(a, n) LLVMBuildShl(B, a, KI(n), "")
#define SHR(a, n) LLVMBuildLShr(B, a, KI(n), "")
#define OR_IF_NAN(r, v, w) pick(j, fcmp(j, LLVMRealORD, r, r), v, w)
#include "sim/eu/series.inc.h"

// ---- which lanes they cover, as eu/transcend.inc.h says

static val magnitude(struct jt *j, val f)
{
    return as_float(j, masked(j, as_int(j, f), 0x7fffffff));
}

static val float_constant(struct jt *j, val like, float c)
{
    uint32_t bits;
    memcpy(&bits, &c, sizeof(bits));
    return fconst(j, like, bits);
}

static val positive(struct jt *j, val f)
{
    return LLVMBuildAnd(B, jit_fcmp(j, LLVMRealOGT, f, fconst(j, f, 0)),
                        jit_fcmp(j, LLVMRealOLT, f, float_constant(j, f, INFINITY)), "");
}

// NULL: all.
static val covered(struct jt *j, unsigned function, val a)
{
    switch (function) {
    case EU_MATH_LOG:
        return positive(j, a);
    case EU_MATH_EXP:
        return jit_fcmp(j, LLVMRealOLT, magnitude(j, a), float_constant(j, a, 1000));
    case EU_MATH_SIN:
    case EU_MATH_COS:
        return jit_fcmp(j, LLVMRealOLE, magnitude(j, a), float_constant(j, a, SIM_LARGE_ANGLE));
    case EU_MATH_POW:
        return positive(j, magnitude(j, a));
    default:
        return NULL;
    }
}

// ---- of up to eight lanes

static val reciprocal_root(struct jt *j, val a)
{
    const val y = jit_fp(j, FP("fdiv"), float_constant(j, a, 1), jit_fp(j, FP("sqrt"), a, NULL, NULL), NULL);
    return series_rsq(j, jit_extended(j, a), jit_extended(j, y));
}

// `ok`: whether that is covered as well, for POW.
static val power(struct jt *j, val a, val b, val *ok)
{
    const val y = MUL(jit_extended(j, b), series_log2(j, jit_extended(j, magnitude(j, a))));
    const val size = REAL_OF(LLVMBuildAnd(B, BITS_OF(y), bits_constant(j, y, INT64_MAX), ""));
    *ok = fcmp(j, LLVMRealOLT, size, constant(j, y, 1000));
    return series_exp2(j, y);
}

static val evaluate(struct jt *j, unsigned function, val a, val b, val *ok)
{
    switch (function) {
    case EU_MATH_LOG:
        return series_log2(j, jit_extended(j, a));
    case EU_MATH_EXP:
        return series_exp2(j, jit_extended(j, a));
    case EU_MATH_SIN:
        return series_sin(j, jit_extended(j, a));
    case EU_MATH_COS:
        return series_cos(j, jit_extended(j, a));
    case EU_MATH_RSQ:
        return reciprocal_root(j, a);
    default:
        return power(j, a, b, ok);
    }
}

// By the function of eight lanes.
static val called(struct jt *j, unsigned function, val a, val b, bool odd)
{
    const unsigned n = lanes_count(a);
    val args[4] = {j->math_slot[0], j->math_slot[1], j->math_slot[2], LLVMConstInt(j->i1, odd, false)};
    type types[4] = {j->ptr, j->ptr, j->ptr, j->i1};
    LLVMBuildStore(B, as_int(j, jit_resized(j, a, 8)), args[0]);
    if (b)
        LLVMBuildStore(B, as_int(j, jit_resized(j, b, 8)), args[1]);
    else
        args[1] = args[0];
    type fn = LLVMFunctionType(LLVMVoidTypeInContext(j->ctx), types, 4, false);
    val call = LLVMBuildCall2(B, fn, jit_link_math(j, function), args, 4, "");
    LLVMAddCallSiteAttribute(
        call, 4, LLVMCreateEnumAttribute(j->ctx, LLVMGetEnumAttributeKindForName("zeroext", 7), 0));
    return jit_resized(j, as_float(j, LLVMBuildLoad2(B, j->v8, args[2], "")), n);
}

// ---- of any number

static val part(struct jt *j, val v, unsigned first)
{
    return v && lanes_count(v) > JIT_CHUNK ? jit_part_of_lanes(j, v, first, JIT_CHUNK) : v;
}

static val joined(struct jt *j, val low, val high)
{
    return low ? jit_join_lanes(j, low, high) : high;
}

static val all_called(struct jt *j, unsigned function, val a, val b, bool odd)
{
    val r = NULL;
    for (unsigned i = 0; i < lanes_count(a); i += JIT_CHUNK)
        r = joined(j, r, called(j, function, part(j, a, i), part(j, b, i), odd));
    return r;
}

val jit_math(struct jt *j, unsigned function, val a, val b, val mask, bool odd)
{
    val r = NULL, ok = covered(j, function, a), also = NULL;
    for (unsigned i = 0; i < lanes_count(a); i += JIT_CHUNK) {
        val covers = NULL, d = evaluate(j, function, part(j, a, i), part(j, b, i), &covers);
        r = joined(j, r, odd ? jit_odd_float(j, d) : jit_truncated(j, d));
        if (covers)
            also = joined(j, also, covers);
    }
    if (!ok)
        return r;
    if (also)
        ok = LLVMBuildAnd(B, ok, also, "");
    if (mask)
        ok = LLVMBuildOr(B, ok, LLVMBuildNot(B, mask, ""), "");
    LLVMBasicBlockRef from[2] = {LLVMGetInsertBlock(B)}, done = jit_new_block(j, "");
    from[1] = jit_new_block(j, "math");
    jit_branch_mostly(j, all_hold(j, ok), done, from[1]);
    LLVMPositionBuilderAtEnd(B, from[1]);
    val either[2] = {r, all_called(j, function, a, b, odd)};
    LLVMBuildBr(B, done);
    LLVMPositionBuilderAtEnd(B, done);
    r = LLVMBuildPhi(B, LLVMTypeOf(r), "");
    LLVMAddIncoming(r, either, from, 2);
    return r;
}
