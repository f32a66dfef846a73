// 64-bit integers by their halves, for the expansions of this room (llvm/lower/lower.h).
#include <string.h>

#include "compiler/llvm/lower/lower.h"

LLVMValueRef lower_low(struct lower *l, LLVMValueRef v)
{
    return LLVMBuildTrunc(l->b, v, l->i32, "");
}

LLVMValueRef lower_high(struct lower *l, LLVMValueRef v)
{
    return LLVMBuildTrunc(l->b, LLVMBuildLShr(l->b, v, lower_k(l->i64, 32), ""), l->i32, "");
}

LLVMValueRef lower_join(struct lower *l, LLVMValueRef lo, LLVMValueRef hi)
{
    LLVMValueRef up = LLVMBuildShl(l->b, LLVMBuildZExt(l->b, hi, l->i64, ""), lower_k(l->i64, 32), "");
    return LLVMBuildOr(l->b, up, LLVMBuildZExt(l->b, lo, l->i64, ""), "");
}

LLVMValueRef lower_on32(struct lower *l, const char *name, LLVMValueRef v)
{
    LLVMValueRef args[] = {v, lower_k(l->i1, 0)};
    bool count = !strcmp(name, "llvm.ctlz") || !strcmp(name, "llvm.cttz");
    return lower_intrinsic(l, name, args, count ? 2 : 1);
}

LLVMValueRef lower_zeros(struct lower *l, const char *name, LLVMValueRef first, LLVMValueRef second)
{
    LLVMValueRef none = LLVMBuildICmp(l->b, LLVMIntEQ, first, lower_k(l->i32, 0), "");
    LLVMValueRef more = LLVMBuildAdd(l->b, lower_on32(l, name, second), lower_k(l->i32, 32), "");
    return LLVMBuildSelect(l->b, none, more, lower_on32(l, name, first), "");
}

LLVMValueRef lower_leading_zeros(struct lower *l, LLVMValueRef v)
{
    return LLVMBuildZExt(l->b, lower_zeros(l, "llvm.ctlz", lower_high(l, v), lower_low(l, v)), l->i64, "");
}

LLVMValueRef lower_negate_if(struct lower *l, LLVMValueRef v, LLVMValueRef s)
{
    return LLVMBuildSub(l->b, LLVMBuildXor(l->b, v, s, ""), s, "");
}
