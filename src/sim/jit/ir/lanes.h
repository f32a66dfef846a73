// Short words for 32-bit lanes as LLVM values: for jit/ir/alu.c and jit/ir/operation.c.
#ifndef KILN_SIM_JIT_LANES_H
#define KILN_SIM_JIT_LANES_H

#include "sim/jit/ir/ir.h"

#define B j->b

static inline type lanes_type(const val v)
{
    return LLVMTypeOf(v);
}

static inline unsigned lanes_count(val v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind ? LLVMGetVectorSize(LLVMTypeOf(v)) : 1;
}

static inline val k32(struct jt *j, val like, uint32_t c)
{
    return jit_const(j, lanes_type(like), c);
}

static inline val as_float(struct jt *j, val v)
{
    return LLVMBuildBitCast(B, v, jit_lanes_type(j->f32, lanes_count(v)), "");
}

static inline val as_int(struct jt *j, val v)
{
    return LLVMBuildBitCast(B, v, jit_lanes_type(j->i32, lanes_count(v)), "");
}

static inline val fconst(struct jt *j, val like, uint32_t bits)
{
    return as_float(j, jit_const(j, jit_lanes_type(j->i32, lanes_count(like)), bits));
}

static inline val pick(struct jt *j, val c, val a, val b)
{
    return LLVMBuildSelect(B, c, a, b, "");
}

static inline val one(struct jt *j, val like)
{
    return fconst(j, like, 0x3f800000);
}

static inline val fcmp(struct jt *j, LLVMRealPredicate p, val a, val b)
{
    return LLVMBuildFCmp(B, p, a, b, "");
}

static inline val icmp(struct jt *j, LLVMIntPredicate p, val a, val b)
{
    return LLVMBuildICmp(B, p, a, b, "");
}

// Whether all of some lanes hold, or any: scalars.
static inline val all_hold(struct jt *j, val lanes)
{
    const unsigned n = lanes_count(lanes);
    const val bits = jit_bits_of(j, lanes, n);
    return icmp(j, LLVMIntEQ, bits, k32(j, bits, (1u << n) - 1));
}

static inline val any_holds(struct jt *j, val lanes)
{
    const val bits = jit_bits_of(j, lanes, lanes_count(lanes));
    return icmp(j, LLVMIntNE, bits, k32(j, bits, 0));
}

// Lane `i`: a scalar.
static inline val lane_of(struct jt *j, val v, unsigned i)
{
    return LLVMBuildExtractElement(B, v, jit_const(j, j->i32, i), "");
}

// A dword at `offset` of a structure, in all lanes of the message in hand.
static inline val splat_member(struct jt *j, val at, size_t offset)
{
    return jit_splat(j, jit_member(j, at, offset, j->i32), j->lanes);
}

static inline val masked(struct jt *j, val a, uint32_t m)
{
    return LLVMBuildAnd(B, a, k32(j, a, m), "");
}

#endif
