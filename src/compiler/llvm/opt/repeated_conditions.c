// Whether consecutive branches test the same condition, so that LLVM's threading of jumps finds something.
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/opt/opt.h"

enum { MAX_USES = 64 }; // of a value that are looked at

// Does a branch other than `br` ask for v, or what constant it is?
static bool is_asked_elsewhere(LLVMValueRef br, LLVMValueRef v, bool constants)
{
    LLVMUseRef u = LLVMGetFirstUse(v);
    for (unsigned n = 0; u && n < MAX_USES; u = LLVMGetNextUse(u), n++) {
        LLVMValueRef i = LLVMGetUser(u);
        if (i == br)
            continue;
        if (constants && LLVMIsAICmpInst(i) && LLVMIsAConstantInt(LLVMGetOperand(i, 1)) &&
            is_asked_elsewhere(br, i, false))
            return true;
        if ((constants && LLVMIsASwitchInst(i)) ||
            (LLVMIsABranchInst(i) && LLVMIsConditional(i) && LLVMGetCondition(i) == v))
            return true;
    }
    return false;
}

// What constants does a branch compare with? NULL: it does something else.
static LLVMValueRef compared_by(LLVMValueRef br)
{
    LLVMValueRef c = LLVMGetOperand(br, 0);
    return LLVMIsASwitchInst(br)                                            ? c
           : LLVMIsAICmpInst(c) && LLVMIsAConstantInt(LLVMGetOperand(c, 1)) ? LLVMGetOperand(c, 0)
                                                                            : NULL;
}

// Is the condition known on one of the ways to its branch: `a && b`, of which b is computed where a holds?
static bool is_known_on_a_way(LLVMValueRef br, LLVMValueRef c)
{
    if (!LLVMIsAPHINode(c) || LLVMGetInstructionParent(c) != LLVMGetInstructionParent(br))
        return false;
    for (unsigned k = 0; k < LLVMCountIncoming(c); k++)
        if (LLVMIsAConstantInt(LLVMGetIncomingValue(c, k)))
            return true;
    return false;
}

// Do several branches have the same condition, or compare the same with constants? Not where lanes that meet
// see each other: threading moves the places where they do.
bool llvm_has_repeated_conditions(LLVMValueRef kernel)
{
    static const char attribute[] = "convergent";
    unsigned kind = LLVMGetEnumAttributeKindForName(attribute, sizeof(attribute) - 1);
    LLVMModuleRef m = LLVMGetGlobalParent(kernel);
    LLVMValueRef barrier = intrinsic_declared(m, INTRINSIC_BARRIER);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (f != kernel && f != barrier && LLVMGetFirstUse(f) &&
            LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind))
            return false;
    }
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef br = LLVMGetBasicBlockTerminator(bb);
        if (!LLVMIsASwitchInst(br) && (LLVMGetInstructionOpcode(br) != LLVMBr || !LLVMIsConditional(br)))
            continue;
        LLVMValueRef c = LLVMGetOperand(br, 0), x = compared_by(br);
        if ((LLVMIsAInstruction(c) && is_asked_elsewhere(br, c, false)) || is_known_on_a_way(br, c) ||
            (x && LLVMIsAInstruction(x) && is_asked_elsewhere(br, x, true)))
            return true;
    }
    return false;
}
