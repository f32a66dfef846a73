// Atomics that the hardware has not, or has elsewhere.
//
// 64 bits: on shared memory the hardware has none: one lock in shared memory guards them all. Lanes
// and threads try until they get it; who has it gives it back before anybody tries again in its thread, so
// that no lane waits for one that waits for it.
//
// On buffers the data port has them by address only (A64), so the buffer's address and size
// are found first: a surface state lies where its handle says, with the address in dwords 8 and 9. Modules
// that may have such atomics get handles for all their storage buffers (spirv/descriptor/resource.c). An
// access that does not fit into the buffer is skipped, as a surface would: a null descriptor has size zero.
//
// Source: PRM KBL vol2d RENDER_SURFACE_STATE (Surface Base Address).
#include "compiler/spirv/atomic/atomic.h"
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/group/group.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/value/build.h"

struct spv_place spv_wide_address(struct spv *c, const struct spv_value *p)
{
    struct spv_place w = {0};
    LLVMTypeRef pointer = LLVMPointerTypeInContext(c->ctx, KILN_AS_GLOBAL);
    LLVMValueRef bits = LLVMBuildPtrToInt(c->b, p->v, c->i64, "");
    LLVMValueRef offset = LLVMBuildTrunc(c->b, bits, c->i32, "");
    LLVMValueRef handle =
        LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, bits, LLVMConstInt(c->i64, 32, false), ""), c->i32, "");
    LLVMValueRef state =
        LLVMBuildAdd(c->b, spv_state_address(c, handle), LLVMConstInt(c->i64, KILN_STATE_ADDRESS, false), "");
    LLVMValueRef base = LLVMBuildLoad2(c->b, c->i64, LLVMBuildIntToPtr(c->b, state, pointer, ""), "");
    LLVMSetAlignment(base, 8);
    spv_mark_invariant(c, base);
    LLVMValueRef size = spv_call(c, INTRINSIC_SURFACE_SIZE, &handle, 1);
    LLVMValueRef last = LLVMBuildSub(c->b, size, spv_i32(c, 8), "");
    LLVMValueRef some = LLVMBuildICmp(c->b, LLVMIntUGE, size, spv_i32(c, 8), "");
    w.fits = LLVMBuildAnd(c->b, some, LLVMBuildICmp(c->b, LLVMIntULE, offset, last, ""), "");
    LLVMValueRef at = LLVMBuildAdd(c->b, base, LLVMBuildZExt(c->b, offset, c->i64, ""), "");
    w.address = LLVMBuildIntToPtr(c->b, at, pointer, "");
    return w;
}

static LLVMValueRef larger(struct spv *c, LLVMIntPredicate p, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(c->b, LLVMBuildICmp(c->b, p, a, b, ""), a, b, "");
}

// Of bits with a float; bits.
static LLVMValueRef combine_floats(struct spv *c, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef value)
{
    LLVMValueRef args[] = {LLVMBuildBitCast(c->b, old, LLVMTypeOf(value), ""), value};
    LLVMValueRef r = op == LLVMAtomicRMWBinOpFAdd   ? LLVMBuildFAdd(c->b, args[0], value, "")
                     : op == LLVMAtomicRMWBinOpFMin ? spv_intrinsic(c, "llvm.minnum", args, 2)
                                                    : spv_intrinsic(c, "llvm.maxnum", args, 2);
    return LLVMBuildBitCast(c->b, r, LLVMTypeOf(old), "");
}

static LLVMValueRef combine(struct spv *c, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef value)
{
    switch (op) {
    case LLVMAtomicRMWBinOpAdd:
        return LLVMBuildAdd(c->b, old, value, "");
    case LLVMAtomicRMWBinOpSub:
        return LLVMBuildSub(c->b, old, value, "");
    case LLVMAtomicRMWBinOpAnd:
        return LLVMBuildAnd(c->b, old, value, "");
    case LLVMAtomicRMWBinOpOr:
        return LLVMBuildOr(c->b, old, value, "");
    case LLVMAtomicRMWBinOpXor:
        return LLVMBuildXor(c->b, old, value, "");
    case LLVMAtomicRMWBinOpMax:
        return larger(c, LLVMIntSGT, old, value);
    case LLVMAtomicRMWBinOpMin:
        return larger(c, LLVMIntSLT, old, value);
    case LLVMAtomicRMWBinOpUMax:
        return larger(c, LLVMIntUGT, old, value);
    case LLVMAtomicRMWBinOpUMin:
        return larger(c, LLVMIntULT, old, value);
    case LLVMAtomicRMWBinOpFAdd:
    case LLVMAtomicRMWBinOpFMin:
    case LLVMAtomicRMWBinOpFMax:
        return combine_floats(c, op, old, value);
    default:
        return value;
    }
}

LLVMValueRef spv_locked_access(struct spv *c, LLVMValueRef address, LLVMAtomicRMWBinOp op, LLVMValueRef value,
                               LLVMValueRef expected)
{
    LLVMValueRef lock = spv_shared_lock(c), zero = spv_i32(c, 0);
    LLVMBasicBlockRef try = spv_new_block(c), inside = spv_new_block(c), next = spv_new_block(c),
                      done = spv_new_block(c);
    LLVMBuildBr(c->b, try);
    LLVMPositionBuilderAtEnd(c->b, try);
    LLVMValueRef got = LLVMBuildAtomicCmpXchg(c->b, lock, zero, spv_i32(c, 1), LLVMAtomicOrderingMonotonic,
                                              LLVMAtomicOrderingMonotonic, false);
    LLVMSetAlignment(got, 4);
    got = LLVMBuildExtractValue(c->b, got, 1, "");
    LLVMBuildCondBr(c->b, got, inside, next);

    LLVMPositionBuilderAtEnd(c->b, inside);
    spv_shared_fence(c);
    LLVMValueRef old = LLVMBuildLoad2(c->b, c->i64, address, "");
    LLVMSetAlignment(old, 8);
    LLVMValueRef new = combine(c, op, old, value);
    if (expected)
        new = LLVMBuildSelect(c->b, LLVMBuildICmp(c->b, LLVMIntEQ, old, expected, ""), new, old, "");
    LLVMSetAlignment(LLVMBuildStore(c->b, new, address), 8);
    spv_shared_fence(c);
    LLVMSetAlignment(
        LLVMBuildAtomicRMW(c->b, LLVMAtomicRMWBinOpXchg, lock, zero, LLVMAtomicOrderingMonotonic, false), 4);
    LLVMBuildBr(c->b, next);

    LLVMPositionBuilderAtEnd(c->b, next);
    LLVMValueRef result = LLVMBuildPhi(c->b, c->i64, "");
    LLVMAddIncoming(result, (LLVMValueRef[]){old, LLVMGetUndef(c->i64)}, (LLVMBasicBlockRef[]){inside, try},
                    2);
    // Said by a vote, which LLVM cannot see through: otherwise it would take the guarded part out of the
    // loop, and lanes that have the lock would wait at its end for those that want it.
    LLVMValueRef votes = spv_subgroup_call(c, INTRINSIC_BALLOT, &got, 1);
    votes = LLVMBuildLShr(c->b, votes, spv_lane_id(c), "");
    LLVMBuildCondBr(c->b, LLVMBuildTrunc(c->b, votes, c->i1, ""), done, try);
    LLVMPositionBuilderAtEnd(c->b, done);
    return result;
}

// ---- loops, until nobody has written between reading and writing ----

LLVMValueRef spv_compare_exchange(struct spv *c, LLVMValueRef address, unsigned as, LLVMValueRef expected,
                                  LLVMValueRef value)
{
    LLVMValueRef v = LLVMBuildAtomicCmpXchg(c->b, address, expected, value, LLVMAtomicOrderingMonotonic,
                                            LLVMAtomicOrderingMonotonic, false);
    LLVMSetAlignment(v, LLVMGetIntTypeWidth(LLVMTypeOf(value)) / 8);
    spv_tag(c, v, as);
    return v;
}

// The dword that has the two bytes at *address: where it is, and by how much the bytes are shifted in it.
static LLVMValueRef dword_around(struct spv *c, LLVMValueRef *address)
{
    const unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(*address));
    LLVMTypeRef index = kiln_has_long_offsets(as) ? c->i64 : c->i32;
    LLVMValueRef low = as != KILN_AS_BUFFER
                           ? LLVMBuildPtrToInt(c->b, *address, c->i32, "")
                           : spv_call(c, INTRINSIC_BUFFER_PART, (LLVMValueRef[]){*address, spv_i32(c, 0)}, 2);
    LLVMValueRef odd = LLVMBuildAnd(c->b, LLVMBuildTrunc(c->b, low, c->i32, ""), spv_i32(c, 2), "");
    LLVMValueRef back = LLVMBuildNeg(c->b, LLVMBuildZExt(c->b, odd, index, ""), "");
    *address = LLVMBuildGEP2(c->b, c->i8, *address, &back, 1, "");
    return LLVMBuildShl(c->b, odd, spv_i32(c, 3), "");
}

static LLVMValueRef put_half(struct spv *c, LLVMValueRef word, LLVMValueRef shift, LLVMValueRef half)
{
    LLVMValueRef mask = LLVMBuildShl(c->b, spv_i32(c, 0xffff), shift, "");
    LLVMValueRef in = LLVMBuildShl(c->b, LLVMBuildZExt(c->b, half, c->i32, ""), shift, "");
    return LLVMBuildOr(c->b, LLVMBuildAnd(c->b, word, LLVMBuildNot(c->b, mask, ""), ""), in, "");
}

LLVMValueRef spv_update_loop(struct spv *c, LLVMValueRef address, unsigned as, LLVMAtomicRMWBinOp op,
                             LLVMValueRef value)
{
    LLVMTypeRef t = LLVMTypeOf(value), bits = t == c->f64 ? c->i64 : c->i32;
    bool half = t == c->f16 || t == c->i16;
    LLVMValueRef shift = half ? dword_around(c, &address) : NULL;
    LLVMValueRef first = LLVMBuildAtomicRMW(c->b, LLVMAtomicRMWBinOpOr, address, LLVMConstNull(bits),
                                            LLVMAtomicOrderingMonotonic, false);
    LLVMSetAlignment(first, bits == c->i64 ? 8 : 4);
    spv_tag(c, first, as);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(c->b), loop = spv_new_block(c), done = spv_new_block(c);
    LLVMBuildBr(c->b, loop);
    LLVMPositionBuilderAtEnd(c->b, loop);
    LLVMValueRef word = LLVMBuildPhi(c->b, bits, ""), old = word;
    if (half)
        old = LLVMBuildTrunc(c->b, LLVMBuildLShr(c->b, word, shift, ""), c->i16, "");
    LLVMValueRef new = combine(c, op, old, value);
    LLVMValueRef r = spv_compare_exchange(c, address, as, word, half ? put_half(c, word, shift, new) : new);
    LLVMValueRef got = LLVMBuildExtractValue(c->b, r, 0, "");
    LLVMAddIncoming(word, (LLVMValueRef[]){first, got}, (LLVMBasicBlockRef[]){before, loop}, 2);
    LLVMBuildCondBr(c->b, LLVMBuildExtractValue(c->b, r, 1, ""), done, loop);
    LLVMPositionBuilderAtEnd(c->b, done);
    return old;
}
