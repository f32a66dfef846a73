// Sums of dot products of bytes (kiln.dot.bytes) take what is added to them along.
#include "compiler/llvm/opt/opt.h"

#include "compiler/llvm/ir/intrinsics.h"

static bool is_dot(LLVMValueRef v)
{
    return LLVMIsACallInst(v) && intrinsic_of(v) == INTRINSIC_DOT_BYTES;
}

// Products that nobody wants but the next one, the last of them a sum, and that begin at nothing.
static bool is_free(LLVMValueRef v)
{
    for (; is_dot(v); v = LLVMGetOperand(v, 0)) {
        LLVMUseRef u = LLVMGetFirstUse(v);
        if (!u || LLVMGetNextUse(u))
            return false;
        if (LLVMIsNull(LLVMGetOperand(v, 0)))
            return true;
    }
    return false;
}

// The same products once more, beginning at `start`.
static LLVMValueRef beginning_at(LLVMBuilderRef b, LLVMValueRef dot, LLVMValueRef start)
{
    LLVMValueRef args[4];
    for (unsigned k = 0; k < 4; k++)
        args[k] = LLVMGetOperand(dot, k);
    args[0] = LLVMIsNull(args[0]) ? start : beginning_at(b, args[0], start);
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(dot)));
    return intrinsic_call(b, module, INTRINSIC_DOT_BYTES, args, 4);
}

static void erase(LLVMValueRef dot)
{
    while (is_dot(dot)) {
        LLVMValueRef before = LLVMGetOperand(dot, 0);
        LLVMInstructionEraseFromParent(dot);
        dot = before;
    }
}

static void take_along(LLVMBuilderRef b, LLVMValueRef sum, unsigned at)
{
    LLVMValueRef dot = LLVMGetOperand(sum, at);
    LLVMPositionBuilderBefore(b, sum);
    LLVMReplaceAllUsesWith(sum, beginning_at(b, dot, LLVMGetOperand(sum, !at)));
    LLVMInstructionEraseFromParent(sum);
    erase(dot);
}

void llvm_add_to_dots(LLVMValueRef kernel)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef v = LLVMGetFirstInstruction(block), next; v; v = next) {
            next = LLVMGetNextInstruction(v);
            if (LLVMGetInstructionOpcode(v) != LLVMAdd)
                continue;
            for (unsigned at = 0; at < 2; at++)
                if (is_free(LLVMGetOperand(v, at))) {
                    take_along(b, v, at);
                    break;
                }
        }
    LLVMDisposeBuilder(b);
}
