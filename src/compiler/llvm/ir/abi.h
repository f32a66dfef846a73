// The contract between the front half of the compiler (spv_*: SPIR-V -> LLVM IR, and LLVM's optimizer) and
// the back half (isel_*: LLVM IR -> EU machine IR).
//
// The module holds one function to compile, `void @kernel()`, everything else inlined into it; one invocation
// as scalar code. Types that may occur after optimization: i1, i8, i16, i32, i64, half, float, double,
// vectors of these with 2 to 16 elements (also i1), pointers; aggregates only as SSA results of {val, flag}
// intrinsics and cmpxchg.
//
// Address spaces. A load or store with `!invariant.load` or through a KILN_AS_PUSH pointer never sees a
// write. Alignment on loads and stores is true. `volatile` and atomic orderings stronger than monotonic do
// not occur: fences are explicit (kiln.fence).
#ifndef KILN_COMPILER_LLVM_ABI_H
#define KILN_COMPILER_LLVM_ABI_H

#include "compiler/mir/ir/sample.h"

#include <stdbool.h>

enum kiln_as {
    KILN_AS_PRIVATE = 0, // allocas, and before selection bytes of lookup tables (constant globals); 32-bit
    KILN_AS_GLOBAL = 1,  // 64-bit addresses (PhysicalStorageBuffer)
    KILN_AS_SURFACE = 2, // fat pointer: bits 63:32 surface index, bits 31:0 byte offset; 32-bit index width
    KILN_AS_SHARED =
        3, // 32-bit offset into the group's SLM. Shared variables are globals of this space; the front
           // end has laid them out: each is accessed as `inttoptr i32 OFFSET to ptr addrspace(3)`
    KILN_AS_PUSH = 4,   // 32-bit offset into the push constants; read-only
    KILN_AS_BUFFER = 6, // fat pointer to a buffer of any size: four qwords, the byte offset (which is what
                        // indices change) and what kiln.buffer says of the buffer; accesses go by address,
                        // and none reaches beyond the buffer
};

// Offsets of 64 bits; those of other spaces have 32.
static inline bool kiln_has_long_offsets(unsigned as)
{
    return as == KILN_AS_GLOBAL || as == KILN_AS_BUFFER;
}

// Of fadd and fsub: sums may be formed in another order. Not `reassoc`, by which LLVM would do that wherever
// it sees fit; `afn` says nothing to it of an addition.
#define KILN_MAY_REASSOCIATE LLVMFastMathApproxFunc

// Alignment of surface pointers is that of the offset within the surface, which is all that messages care
// for. What kiln.surface returns is aligned so: the driver keeps the starts of buffers aligned as far
// (minStorageBufferOffsetAlignment, minUniformBufferOffsetAlignment).
#define KILN_SURFACE_ALIGN 64

// What the factors of kiln.systolic are made of, and its sums: floats of floats. Of integers: is the second
// factor signed, and the first?
enum kiln_systolic {
    KILN_SYSTOLIC_HALVES,
    KILN_SYSTOLIC_BFLOATS,
    KILN_SYSTOLIC_BYTES,
    KILN_SYSTOLIC_B_SIGNED = 1 << 2,
    KILN_SYSTOLIC_A_SIGNED = 1 << 3,
};

#define KILN_MAX_PUSH 256 // bytes of push constants

enum { KILN_FENCE_SHARED = 1, KILN_FENCE_MEMORY = 2 }; // shared memory; surfaces and A64

// KILN_AS_BUFFER has a size only in modules that have such pointers (`wide_buffers`): LLVM reckons with
// addresses of all spaces in integers as wide as the widest pointer that the layout names, and allocates
// memory for each of more than 64 bits. Where LLVM chooses what to count in, integers of 64 bits are dear
// (`narrow`, count_in_dwords in llvm/passes.def).
#define KILN_DATA_LAYOUT_OF(buffers, integers)                                                               \
    "e-p:32:32-p1:64:64-p2:64:64:64:32-p3:32:32-p4:32:32-p5:32:32" buffers                                   \
    "-i64:64-f64:64-v16:16-v32:32-v48:64-v64:64-"                                                            \
    "v96:128-v128:128-v192:256-v256:256-v512:512-v1024:1024-n" integers
#define KILN_DATA_LAYOUT_BUFFERS(integers) KILN_DATA_LAYOUT_OF("-p6:256:64:64:64", integers)

static inline const char *kiln_data_layout(bool wide_buffers, bool narrow)
{
    if (wide_buffers)
        return narrow ? KILN_DATA_LAYOUT_BUFFERS("32") : KILN_DATA_LAYOUT_BUFFERS("32:64");
    return narrow ? KILN_DATA_LAYOUT_OF("", "32") : KILN_DATA_LAYOUT_OF("", "32:64");
}

// Our intrinsics are the table llvm/ir/intrinsics.def.
//
// A *surface index*, here, in fat pointers and in image operations, is a binding-table index (below 240) or
// the handle of a surface state (a multiple of 4096, not 0: kiln.handle + element *
// KILN_SURFACE_HANDLE_STEP). isel finds out which by following the value to its origins
// (isel/memory/surface_index.c), and decides at run time where both kinds meet.
//
// LLVM's own intrinsics that the back end takes: sqrt, sin, cos, exp2, log2, pow, fma, fmuladd, fabs, floor,
// ceil, trunc, rint, roundeven, minnum, maxnum, copysign, umin/umax/smin/smax, abs, ctpop, ctlz, cttz,
// bitreverse, bswap, fshl, fshr, uadd/usub.with.overflow, uadd/usub/sadd/ssub.sat; others are lowered
// (llvm/lower/int.c, float.c), and assume and lifetime markers dropped. Everything else of GLSL.std.450 is
// expanded by the front end.
//
// Shape of the code: the front end emits scalars only. Vectors occur as load-store-vectorizer makes them:
// loads and stores of <2..4 x i32/float> (also v2i64-sized ones of 64-bit types), with extractelement,
// insertelement and bitcast around them; instcombine may leave shufflevectors and vector phis.
// Integers other than i1, i8, i16, i32 and i64 do not occur. Shift amounts that are not constant carry `and
// x, 31`, which the EU's shifts do by themselves.
//
// kiln.ubfe, sbfe, bfi: as the EU's BFE and BFI1+BFI2. The front end selects the whole value where the width
// may be 32.
//
// Metadata: loads, stores and atomics carry !tbaa by address space; loads of memory that nothing writes
// (uniform buffers, push constants) !invariant.load.
//
// Floats: fdiv means 2.5 ulp unless it carries no `arcp`, then correctly rounded is not required either
// (Vulkan); `contract` on fmul/fadd permits MAD. NaN-ness is kept unless `nnan`. frem does not occur. Integer
// division by a constant is already a multiplication where that is cheaper (front end runs an expansion),
// other udiv/sdiv/urem/srem i32 reach the back end, which uses MATH INT_DIV. A local-size specialised kernel
// gets its LocalInvocationId from kiln.subgroup.id * kiln.subgroup.size + kiln.lane.id.
#endif
