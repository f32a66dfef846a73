// Private variables that are registers. Most have become values before (llvm/opt/promote.c); one is still a
// variable where its value would take too many phis. Then a store is a copy under the channel mask and a load
// is a copy out of it: each channel has its own lane, so what it reads is what it wrote last, whichever way
// it came.
//
// An alloca is such a variable if it is only stored and loaded, and always whole.
#include "compiler/isel/operand/ctx.h"

static bool is_whole_access(struct isel_ctx *x, LLVMValueRef alloca, LLVMValueRef user, bool *stored)
{
    LLVMTypeRef t = LLVMGetAllocatedType(alloca);
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
        return LLVMTypeOf(user) == t;
    case LLVMStore:
        *stored |= isel_val(x, user) != NULL;
        return LLVMGetOperand(user, 0) != alloca && LLVMTypeOf(LLVMGetOperand(user, 0)) == t;
    default:
        return false;
    }
}

static bool is_variable(struct isel_ctx *x, LLVMValueRef alloca)
{
    int64_t n = 0;
    bool stored = false;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(alloca));
    if (!isel_const_int(LLVMGetOperand(alloca, 0), &n) || n != 1 || kind == LLVMArrayTypeKind ||
        kind == LLVMStructTypeKind)
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
        if (!is_whole_access(x, alloca, LLVMGetUser(u), &stored))
            return false;
    return stored;
}

void isel_find_variables(struct isel_ctx *x)
{
    for (uint32_t i = 0; i < x->value_count; i++)
        if (LLVMGetInstructionOpcode(x->values[i].llvm) == LLVMAlloca)
            x->values[i].variable = !isel_table_of(x, x->values[i].llvm) && is_variable(x, x->values[i].llvm);
}

struct isel_value *isel_variable_of(struct isel_ctx *x, LLVMValueRef pointer)
{
    struct isel_value *v = isel_val(x, pointer);
    return v && v->variable ? v : NULL;
}

// Its components are what it holds.
void isel_variable(struct isel_ctx *x, struct isel_value *v)
{
    LLVMTypeRef t = LLVMGetAllocatedType(v->llvm);
    v->n = (uint16_t)isel_type_comps(t);
    v->c = arena_array(x->arena, struct mir_operand, v->n);
    for (unsigned k = 0; k < v->n; k++) {
        struct mir_inst *i = mir_inst_new(x->s, MIR_OP_UNDEF, x->s->simd);
        v->c[k] = i->dst = isel_temp(x, isel_elem_type(t), true);
        mir_append(x->b, i);
        x->s->vregs[i->dst.vreg].carried = true;
    }
}

void isel_variable_load(struct isel_ctx *x, struct isel_value *v, const struct isel_value *variable)
{
    for (unsigned k = 0; k < variable->n; k++) {
        struct mir_operand dst = isel_temp(x, variable->c[k].type, true);
        isel_copy(x, dst, variable->c[k]);
        isel_set(x, v, k, dst);
    }
}

void isel_variable_store(struct isel_ctx *x, LLVMValueRef value, const struct isel_value *variable)
{
    for (unsigned k = 0; k < variable->n; k++)
        isel_copy(x, variable->c[k], isel_bits(x, isel_comp(x, value, k), variable->c[k].type));
}
