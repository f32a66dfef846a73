// Late expansion of operations that the EU has no instructions for: division, counting and rotating of 64-bit
// integers, division, roots and rounding of doubles, everything but addition and multiplication on halves. It
// runs behind the optimizer, which knows these operations and folds them, and before the last clean-up.
#include <string.h>

#include "compiler/llvm/lower/lower.h"
#include "compiler/llvm/lower/prepare.h"
#include "hw/target.h"

void llvm_lower(LLVMValueRef kernel, const struct kiln_target *target)
{
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(kernel));
    struct lower l = {.b = LLVMCreateBuilderInContext(ctx),
                      .ctx = ctx,
                      .module = LLVMGetGlobalParent(kernel),
                      .i1 = LLVMInt1TypeInContext(ctx),
                      .i16 = LLVMInt16TypeInContext(ctx),
                      .i32 = LLVMInt32TypeInContext(ctx),
                      .i64 = LLVMInt64TypeInContext(ctx),
                      .f16 = LLVMHalfTypeInContext(ctx),
                      .f32 = LLVMFloatTypeInContext(ctx),
                      .f64 = LLVMDoubleTypeInContext(ctx),
                      .has_int64 = kiln_target_makes_qwords(target),
                      .has_fp64 = kiln_target_makes_doubles(target),
                      .has_int_division = kiln_target_divides_integers(target)};
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMPositionBuilderBefore(l.b, i);
            LLVMValueRef before = LLVMGetPreviousInstruction(i);
            LLVMBasicBlockRef above = LLVMGetPreviousBasicBlock(bb);
            LLVMValueRef v = lower_int(&l, i);
            if (!v)
                v = lower_float(&l, i);
            if (!v && !l.has_int64)
                v = lower_convert64(&l, i);
            if (!v)
                continue;
            LLVMReplaceAllUsesWith(i, v);
            LLVMInstructionEraseFromParent(i);
            // What was built may need lowering in its turn, in blocks in front of this one as well.
            bb = before  ? LLVMGetInstructionParent(before)
                 : above ? LLVMGetNextBasicBlock(above)
                         : LLVMGetFirstBasicBlock(kernel);
            LLVMValueRef first = before ? LLVMGetNextInstruction(before) : LLVMGetFirstInstruction(bb);
            next = first ? first : next;
        }
    LLVMDisposeBuilder(l.b);
}
