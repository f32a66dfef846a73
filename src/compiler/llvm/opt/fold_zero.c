// Floating-point arithmetic on zeros that became constants: x * 0 is 0, x + 0 is x; and x - x is 0. LLVM may
// not say so, since x could be infinite, NaN or -0; Vulkan may ("Precision and Operation of SPIR-V
// Instructions": without SignedZeroInfNanPreserve an implementation may ignore the sign of zeros and assume
// that arguments and results are neither NaNs nor infinities). LLVM's flags for it, nnan and nsz, would go
// too far: they make isnan() of such a result false. Generated code is full of it: complex products with
// twiddle factors of 1 and 0.
//
// Left alone: what is not `contract` (NoContraction), and widths whose denormals must be flushed, which x + 0
// does and x does not.
#include "compiler/llvm/ir/type.h"
#include "compiler/llvm/opt/opt.h"

static bool is_zero(LLVMValueRef v)
{
    if (!LLVMIsConstant(v))
        return false;
    if (LLVMIsNull(v))
        return true;
    LLVMBool loses;
    return LLVMIsAConstantFP(v) && LLVMConstRealGetDouble(v, &loses) == 0;
}

// What the instruction amounts to; NULL if nothing simpler.
static LLVMValueRef simpler(LLVMBuilderRef b, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op != LLVMFMul && op != LLVMFAdd && op != LLVMFSub)
        return NULL;
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    bool none = op == LLVMFSub && x == y;
    if (!(LLVMGetFastMathFlags(i) & LLVMFastMathAllowContract) || (!is_zero(x) && !is_zero(y) && !none))
        return NULL;
    if (op == LLVMFMul || none)
        return LLVMConstNull(LLVMTypeOf(i));
    if (is_zero(y))
        return x;
    LLVMPositionBuilderBefore(b, i);
    return op == LLVMFAdd ? y : LLVMBuildFNeg(b, y, "");
}

bool llvm_fold_zeros(const struct llvm_shader *s)
{
    const struct llvm_float_modes *m = &s->float_modes;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(s->module));
    bool changed = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(s->kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if ((m->zero_inf_nan | m->flush) & llvm_number_bits(LLVMTypeOf(i)))
                continue;
            LLVMValueRef v = simpler(b, i);
            if (!v)
                continue;
            LLVMReplaceAllUsesWith(i, v);
            LLVMInstructionEraseFromParent(i);
            changed = true;
        }
    LLVMDisposeBuilder(b);
    return changed;
}
