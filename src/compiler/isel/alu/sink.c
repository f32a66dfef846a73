// What is selected at its uses (isel_value.sunk): compares and logic that only branches, selects and votes
// want (isel/alu/cond.c), what a MAD or LRP takes along (isel/alu/fuse.c), and the inner half of a
// saturation.
#include <string.h>

#include "compiler/isel/alu/cond.h"

static bool is_vote(LLVMValueRef v)
{
    return intrinsic_of(v) == INTRINSIC_BALLOT;
}

// All uses want a flag, in the same loop (so that operands do not live longer than they would).
static bool only_flag_uses(struct isel_ctx *x, struct isel_value *v, bool once)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v->llvm); u; u = LLVMGetNextUse(u)) {
        struct isel_value *user = isel_val(x, LLVMGetUser(u));
        if (!user)
            continue;
        LLVMOpcode op = LLVMGetInstructionOpcode(user->llvm);
        LLVMValueRef a, b;
        bool wants = op == LLVMBr || (user->sunk && isel_logic_of(user->llvm, &a, &b) != ISEL_LOGIC_NONE) ||
                     is_vote(user->llvm);
        if (op == LLVMSelect && !user->sunk) {
            wants = LLVMGetOperand(user->llvm, 0) == v->llvm && LLVMGetOperand(user->llvm, 1) != v->llvm &&
                    LLVMGetOperand(user->llvm, 2) != v->llvm;
            // Logic that is not sunk works on lanes.
            wants &= isel_logic_of(user->llvm, &a, &b) == ISEL_LOGIC_NONE;
        }
        if (!wants || x->cfg.blocks[user->block].loop != x->cfg.blocks[v->block].loop)
            return false;
        n++;
    }
    return !once || n == 1;
}

static bool is_call(LLVMValueRef v, const char *name)
{
    size_t n;
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMCall)
        return false;
    const char *called = LLVMGetValueName2(LLVMGetCalledValue(v), &n);
    return !strncmp(called, name, strlen(name));
}

// maxnum(v, 0) under minnum(..., 1), and nothing else: together they are a saturating move, of NaN as well.
static bool is_saturation(struct isel_ctx *x, LLVMValueRef v)
{
    double zero, one;
    LLVMUseRef u = LLVMGetFirstUse(v);
    if (!is_call(v, "llvm.maxnum.f32") || !isel_const_float(LLVMGetOperand(v, 1), &zero) || zero != 0 ||
        LLVMIsAConstant(LLVMGetOperand(v, 0)) || !u || LLVMGetNextUse(u))
        return false;
    LLVMValueRef user = LLVMGetUser(u);
    return isel_val(x, user) && is_call(user, "llvm.minnum.f32") && LLVMGetOperand(user, 0) == v &&
           isel_const_float(LLVMGetOperand(user, 1), &one) && one == 1;
}

void isel_sink(struct isel_ctx *x)
{
    for (uint32_t i = x->value_count; i-- > 0;) { // users first
        struct isel_value *v = &x->values[i];
        LLVMValueRef a, b;
        if (LLVMIsACmpInst(v->llvm))
            v->sunk = isel_is_i1(v->llvm) && only_flag_uses(x, v, false);
        else if (isel_logic_of(v->llvm, &a, &b) != ISEL_LOGIC_NONE)
            v->sunk = only_flag_uses(x, v, true);
        else if (isel_is_fused(x, v))
            v->sunk = true;
        else
            v->sunk |= is_saturation(x, v->llvm);
    }
}
