// Calls: of LLVM's intrinsics and of ours (llvm/ir/intrinsics.def), by the family that selects them.
#include "compiler/isel/operand/ctx.h"

void isel_call(struct isel_ctx *x, struct isel_value *v)
{
    enum intrinsic id = intrinsic_of(v->llvm);
    if (isel_call_math(x, v, id) || isel_call_machine(x, v, id) || isel_call_image(x, v, id) ||
        isel_call_subgroup(x, v, id))
        return;
    size_t n;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(v->llvm), &n);
    isel_fail(x, "call of %s is not handled", *name ? name : "a function pointer");
}
