// See llvm/ir/sum.h.
#include "compiler/llvm/ir/counter.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/ir/sum.h"

enum { DEPTH = 8 };

bool llvm_sum_add(struct llvm_sum *s, LLVMValueRef v, uint32_t times)
{
    for (unsigned k = 0; k < s->count; k++)
        if (s->term[k].v == v) {
            s->term[k].times += times;
            return true;
        }
    if (s->count == LLVM_SUM_TERMS)
        return false;
    s->term[s->count++] = (struct llvm_term){v, times};
    return true;
}

bool llvm_same_sum(const struct llvm_sum *a, const struct llvm_sum *b)
{
    if (a->count != b->count)
        return false;
    for (unsigned k = 0; k < a->count; k++) {
        unsigned j = 0;
        while (j < b->count && (a->term[k].v != b->term[j].v || a->term[k].times != b->term[j].times))
            j++;
        if (j == b->count)
            return false;
    }
    return true;
}

bool llvm_is_sum(LLVMValueRef v, uint32_t *times)
{
    int64_t c = 0;
    *times = 1;
    if (!LLVMIsABinaryOperator(v))
        return false;
    bool constant = llvm_constant_i32(LLVMGetOperand(v, 1), &c);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
        return true;
    case LLVMOr:
        return LLVMGetIsDisjoint(v);
    case LLVMShl:
        *times = (uint32_t)1 << (c & 31);
        return constant && c >= 0 && c < 32;
    case LLVMMul:
        *times = (uint32_t)c;
        return constant;
    default:
        return false;
    }
}

// What has too many terms stays as it was.
static bool add(struct llvm_linear *l, LLVMValueRef v, uint32_t times, unsigned depth)
{
    int64_t c;
    uint32_t more;
    if (llvm_constant_i32(v, &c)) {
        l->constant += (uint32_t)c * times;
        return true;
    }
    if (!depth || !llvm_is_sum(v, &more))
        return llvm_sum_add(&l->sum, v, times);
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    struct llvm_linear before = *l;
    if (add(l, LLVMGetOperand(v, 0), times * more, depth - 1) &&
        (op == LLVMShl || op == LLVMMul || add(l, LLVMGetOperand(v, 1), times, depth - 1)))
        return true;
    *l = before;
    return llvm_sum_add(&l->sum, v, times);
}

// Adds what one GEP adds, if that are 32 bits.
static bool add_gep(LLVMTargetDataRef dl, struct llvm_linear *l, LLVMValueRef gep)
{
    int64_t member = 0;
    if (llvm_gep_constant(dl, gep, &member)) {
        l->constant += (uint32_t)member;
        return true;
    }
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep), index = LLVMTypeOf(LLVMGetOperand(gep, 1));
    if (LLVMGetNumOperands(gep) != 2 || LLVMGetTypeKind(index) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(index) != 32)
        return false;
    uint32_t step = (uint32_t)llvm_gep_step(dl, gep, 1, &t, &member);
    return add(l, LLVMGetOperand(gep, 1), step, DEPTH);
}

struct llvm_linear llvm_linear_of(LLVMTargetDataRef dl, LLVMValueRef p)
{
    struct llvm_linear l = {.base = p};
    while (llvm_is_gep(l.base) && add_gep(dl, &l, l.base))
        l.base = LLVMGetOperand(l.base, 0);
    return l;
}
