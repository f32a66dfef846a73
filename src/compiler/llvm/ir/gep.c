// See llvm/ir/gep.h.
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/gep.h"

bool llvm_is_gep(LLVMValueRef p)
{
    return LLVMIsAGetElementPtrInst(p) ||
           (LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMGetElementPtr);
}

LLVMValueRef llvm_gep_base(LLVMValueRef p)
{
    while (llvm_is_gep(p))
        p = LLVMGetOperand(p, 0);
    return p;
}

uint64_t llvm_gep_step(LLVMTargetDataRef dl, LLVMValueRef gep, unsigned k, LLVMTypeRef *t, int64_t *at)
{
    if (k > 1 && LLVMGetTypeKind(*t) == LLVMStructTypeKind) {
        unsigned f = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, k));
        *at += (int64_t)LLVMOffsetOfElement(dl, *t, f);
        *t = LLVMStructGetTypeAtIndex(*t, f);
        return 0;
    }
    if (k > 1)
        *t = LLVMGetElementType(*t);
    return LLVMABISizeOfType(dl, *t);
}

bool llvm_gep_constant(LLVMTargetDataRef dl, LLVMValueRef gep, int64_t *at)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    uint64_t sum = 0;
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(gep, k)))
            return false;
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
        int64_t member = 0;
        uint64_t step = llvm_gep_step(dl, gep, k, &t, &member);
        sum += (uint64_t)member + (uint64_t)LLVMConstIntGetSExtValue(LLVMGetOperand(gep, k)) * step;
    }
    *at = (int64_t)((uint64_t)*at + sum);
    return true;
}

#define MAX_CONSTANT (INT64_C(1) << 32) // of one step; a pointer has fewer than 2^24 of them

// Constant bytes that can be added up here.
static bool constant_bytes(LLVMTargetDataRef dl, LLVMValueRef gep, int64_t *at)
{
    int64_t sum = 0;
    if (!llvm_gep_constant(dl, gep, &sum) || sum < -MAX_CONSTANT || sum > MAX_CONSTANT)
        return false;
    *at += sum;
    return true;
}

static bool is_byte_offset(LLVMTargetDataRef dl, LLVMValueRef gep)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(gep, 1));
    return LLVMGetNumOperands(gep) == 2 && LLVMGetTypeKind(t) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(t) == 32 && LLVMABISizeOfType(dl, LLVMGetGEPSourceElementType(gep)) == 1;
}

// x + constant: x, and the constant.
static LLVMValueRef without_constant(LLVMValueRef v, int64_t *at)
{
    while (LLVMIsABinaryOperator(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
           (LLVMGetInstructionOpcode(v) == LLVMAdd ||
            (LLVMGetInstructionOpcode(v) == LLVMOr && LLVMGetIsDisjoint(v)))) {
        *at += LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1));
        v = LLVMGetOperand(v, 0);
    }
    return v;
}

static bool is_address(LLVMValueRef p)
{
    return LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMIntToPtr &&
           LLVMIsAConstantInt(LLVMGetOperand(p, 0));
}

struct llvm_place llvm_place_of(LLVMTargetDataRef dl, LLVMValueRef p)
{
    bool wide = kiln_has_long_offsets(LLVMGetPointerAddressSpace(LLVMTypeOf(p)));
    struct llvm_place r = {.base = p};
    while (llvm_is_gep(r.base)) {
        if (!constant_bytes(dl, r.base, &r.at)) {
            if (wide || r.offset || !is_byte_offset(dl, r.base))
                break;
            r.offset = without_constant(LLVMGetOperand(r.base, 1), &r.at);
        }
        r.base = LLVMGetOperand(r.base, 0);
    }
    if (!wide && is_address(r.base)) {
        r.at += (int64_t)LLVMConstIntGetZExtValue(LLVMGetOperand(r.base, 0));
        r.base = LLVMConstPointerNull(LLVMTypeOf(r.base));
    }
    if (!wide)
        r.at = (int32_t)r.at;
    return r;
}
