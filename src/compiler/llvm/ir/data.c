// See data.h.
#include <string.h>

#include "compiler/llvm/ir/data.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/ir/type.h"

static bool is_buffer(const struct llvm_shader *s, LLVMValueRef pointer)
{
    return s->data_size && intrinsic_of(pointer) == INTRINSIC_SURFACE &&
           LLVMIsAConstantInt(LLVMGetOperand(pointer, 0)) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 0)) == s->data_bti;
}

bool llvm_is_data(const struct llvm_shader *s, LLVMValueRef pointer)
{
    return LLVMIsAGlobalVariable(pointer) ? LLVMIsGlobalConstant(pointer) : is_buffer(s, pointer);
}

static LLVMValueRef value_of(const struct llvm_shader *s, LLVMTargetDataRef dl, LLVMValueRef load)
{
    LLVMTypeRef t = LLVMTypeOf(load);
    unsigned bits = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? 0 : llvm_number_bits(t);
    struct llvm_place p = llvm_place_of(dl, LLVMGetOperand(load, 0));
    if ((bits != 8 && bits != 16 && bits != 32 && bits != 64) || LLVMGetVolatile(load) || p.offset ||
        !is_buffer(s, p.base) || p.at < 0 || p.at + bits / 8 > s->data_size)
        return NULL;
    uint64_t v = 0;
    memcpy(&v, s->data + p.at, bits / 8); // little-endian, as the kernel is
    LLVMValueRef c = LLVMConstInt(LLVMIntTypeInContext(LLVMGetTypeContext(t), bits), v, false);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? c : LLVMConstBitCast(c, t);
}

bool llvm_fold_data(const struct llvm_shader *s)
{
    LLVMTargetDataRef dl = LLVMGetModuleDataLayout(s->module);
    bool any = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(s->kernel); bb && s->data_size;
         bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef v = LLVMIsALoadInst(i) ? value_of(s, dl, i) : NULL;
            if (!v)
                continue;
            LLVMReplaceAllUsesWith(i, v);
            LLVMInstructionEraseFromParent(i);
            any = true;
        }
    return any;
}
