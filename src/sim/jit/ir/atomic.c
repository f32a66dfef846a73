// Atomics on memory. See jit/ir/send.h.
#include "sim/jit/ir/send.h"

#define B j->b

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
        return LLVMBuildAdd(B, old, jit_const(j, j->i32, 1), "");
    case 6:
    case 15:
        return LLVMBuildSub(B, old, jit_const(j, j->i32, 1), "");
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
val jit_perform(struct jt *j, const struct message *m, val p, val a, val b)
{
    static const LLVMAtomicRMWBinOp rmw[16] = {
        [1] = LLVMAtomicRMWBinOpAnd,  [2] = LLVMAtomicRMWBinOpOr,    [3] = LLVMAtomicRMWBinOpXor,
        [4] = LLVMAtomicRMWBinOpXchg, [5] = LLVMAtomicRMWBinOpAdd,   [6] = LLVMAtomicRMWBinOpSub,
        [7] = LLVMAtomicRMWBinOpAdd,  [8] = LLVMAtomicRMWBinOpSub,   [10] = LLVMAtomicRMWBinOpMax,
        [11] = LLVMAtomicRMWBinOpMin, [12] = LLVMAtomicRMWBinOpUMax, [13] = LLVMAtomicRMWBinOpUMin,
        [15] = LLVMAtomicRMWBinOpSub};
    if (m->slm) { // only this host thread sees it
        val old = jit_load_at(j, j->i32, p, 4);
        jit_store_at(j, new_value(j, m->op, old, a, b), p, 4);
        return old;
    }
    if (m->op == 14) {
        val r = LLVMBuildAtomicCmpXchg(B, p, a, b, LLVMAtomicOrderingSequentiallyConsistent,
                                       LLVMAtomicOrderingMonotonic, false);
        return LLVMBuildExtractValue(B, r, 0, "");
    }
    if (!jit_operands(m))
        a = jit_const(j, j->i32, 1);
    return LLVMBuildAtomicRMW(B, rmw[m->op], p, a, LLVMAtomicOrderingSequentiallyConsistent, false);
}

val jit_atomic_answer(struct jt *j, const struct message *m, val old)
{
    enum { PREDECREMENT = 15 };
    return m->op == PREDECREMENT ? LLVMBuildSub(B, old, jit_const(j, j->i32, 1), "") : old;
}
