// Where values should be made: the components of a vector that is stored go straight to their places in the
// message's payload, if they are computed just for it, so that the store copies nothing.
#include "compiler/isel/operand/ctx.h"

#define MAX_COMPONENTS 4

// Component k of a vector, through insertions and shuffles.
static LLVMValueRef component(LLVMValueRef v, unsigned k)
{
    for (;;) {
        if (!LLVMIsAInstruction(v))
            return NULL;
        int64_t at;
        if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind)
            return v;
        switch (LLVMGetInstructionOpcode(v)) {
        case LLVMInsertElement:
            if (!isel_const_int(LLVMGetOperand(v, 2), &at))
                return NULL;
            v = LLVMGetOperand(v, (unsigned)at == k ? 1 : 0);
            break;
        case LLVMShuffleVector: {
            int m = LLVMGetMaskValue(v, k), n = (int)LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(v, 0)));
            if (m < 0)
                return NULL;
            k = (unsigned)(m < n ? m : m - n);
            v = LLVMGetOperand(v, m < n ? 0 : 1);
            break;
        }
        default:
            return NULL;
        }
    }
}

// One instruction that writes a dword per lane makes it.
static bool can_be_placed(struct isel_ctx *x, LLVMValueRef v)
{
    struct isel_value *val = isel_val(x, v);
    if (!val || !val->divergent || val->sunk || val->hint != LLVM_NONE || isel_elem_bits(LLVMTypeOf(v)) != 32)
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMSelect:
    case LLVMCall:
        return true;
    default:
        return false;
    }
}

static void hint_store(struct isel_ctx *x, struct isel_value *store)
{
    LLVMValueRef value = LLVMGetOperand(store->llvm, 0), parts[MAX_COMPONENTS];
    LLVMTypeRef t = LLVMTypeOf(value);
    unsigned n = isel_type_comps(t), placed = 0;
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind || n < 2 || n > MAX_COMPONENTS || isel_elem_bits(t) != 32 ||
        x->s->simd > 2 * kiln_target_native_width(x->s->target))
        return;
    for (unsigned k = 0; k < n; k++) {
        parts[k] = component(value, k);
        if (!parts[k] || !can_be_placed(x, parts[k]))
            return; // the others would have to be copied: all the same
        for (unsigned j = 0; j < k; j++)
            if (parts[j] == parts[k])
                return;
        placed++;
    }
    uint32_t vreg = mir_vreg_new(x->s, MIR_GRF, n * x->s->simd * 4, x->s->reg_bytes, false);
    for (unsigned k = 0; k < placed; k++) {
        struct isel_value *v = isel_val(x, parts[k]);
        v->hint = vreg;
        v->hint_offset = k * x->s->simd * 4;
    }
}

void isel_find_payload_hints(struct isel_ctx *x)
{
    for (uint32_t i = 0; i < x->value_count; i++)
        if (LLVMGetInstructionOpcode(x->values[i].llvm) == LLVMStore)
            hint_store(x, &x->values[i]);
}
