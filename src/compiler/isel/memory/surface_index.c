// What a run-time surface index is: a binding-table index, a handle, or, where both kinds meet, either. Found
// by following the LLVM value to where it comes from (llvm/ir/abi.h: handles come from kiln.handle only).
#include "compiler/isel/memory/send.h"
#include "hw/target.h"

#define MAX_STEPS 64 // values looked at; then: either

enum origin { ORIGIN_NONE, ORIGIN_TABLE = 1, ORIGIN_HANDLE = 2, ORIGIN_BOTH = 3 };

struct search {
    LLVMValueRef seen[MAX_STEPS];
    unsigned found[MAX_STEPS]; // ORIGIN_NONE while the search is at it: a loop adds nothing
    unsigned count;
    bool gave_up;
};

static unsigned origins(struct search *s, LLVMValueRef v);

static unsigned of_call(struct search *s, LLVMValueRef call)
{
    if (intrinsic_of(call) == INTRINSIC_HANDLE)
        return ORIGIN_HANDLE;
    if (intrinsic_of(call) == INTRINSIC_SURFACE)
        return origins(s, LLVMGetOperand(call, 0));
    unsigned all = ORIGIN_NONE; // min, max, a lane of a value...: of the operands
    for (unsigned k = 0; k + 1 < (unsigned)LLVMGetNumOperands(call); k++)
        all |= origins(s, LLVMGetOperand(call, k));
    return all;
}

// A sum with a handle in it is a handle.
static unsigned of_sum(struct search *s, LLVMValueRef v)
{
    unsigned a = origins(s, LLVMGetOperand(v, 0)), b = origins(s, LLVMGetOperand(v, 1));
    if (a == ORIGIN_HANDLE || b == ORIGIN_HANDLE)
        return ORIGIN_HANDLE;
    return a | b;
}

static unsigned of_instruction(struct search *s, LLVMValueRef v)
{
    unsigned all = ORIGIN_NONE;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMCall:
        return of_call(s, v);
    case LLVMAdd:
    case LLVMOr:
        return of_sum(s, v);
    case LLVMGetElementPtr:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMFreeze:
    case LLVMPtrToInt:
    case LLVMLShr:
    case LLVMSub:
        return origins(s, LLVMGetOperand(v, 0));
    case LLVMSelect:
        return origins(s, LLVMGetOperand(v, 1)) | origins(s, LLVMGetOperand(v, 2));
    case LLVMPHI:
        for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
            all |= origins(s, LLVMGetIncomingValue(v, k));
        return all;
    default: // a pointer from memory may be anything, a number is an index into the table
        return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ? ORIGIN_BOTH : ORIGIN_TABLE;
    }
}

static unsigned origins(struct search *s, LLVMValueRef v)
{
    if (LLVMIsUndef(v) || LLVMIsPoison(v))
        return ORIGIN_NONE;
    if (!LLVMIsAInstruction(v))
        return LLVMIsAConstantInt(v) ? ORIGIN_TABLE : ORIGIN_BOTH;
    for (unsigned k = 0; k < s->count; k++)
        if (s->seen[k] == v)
            return s->found[k];
    if (s->count == MAX_STEPS) {
        s->gave_up = true;
        return ORIGIN_BOTH;
    }
    unsigned k = s->count++;
    s->seen[k] = v;
    return s->found[k] = of_instruction(s, v);
}

// The index of a surface, or the pointer that it is known by: where it comes from without a change.
static LLVMValueRef source(LLVMValueRef v)
{
    while (LLVMIsAGetElementPtrInst(v))
        v = LLVMGetOperand(v, 0);
    return intrinsic_of(v) == INTRINSIC_SURFACE ? LLVMGetOperand(v, 0) : v;
}

void isel_target_index(struct isel_ctx *x, struct isel_target *t, struct mir_operand index, LLVMValueRef from)
{
    if (index.kind == MIR_OPK_IMM) { // undefined values are 0
        t->bti = (uint32_t)index.imm & 0xff;
        return;
    }
    struct search s = {.count = 0};
    unsigned all = ORIGIN_TABLE; // where there are no handles
    if (kiln_target_has_split_sends(x->s->target))
        all = origins(&s, from);
    if (s.gave_up) // what is missing may be of the other kind
        all = ORIGIN_BOTH;
    t->surface = all == ORIGIN_HANDLE ? MIR_SURFACE_HANDLE
                 : all == ORIGIN_BOTH ? MIR_SURFACE_EITHER
                                      : MIR_SURFACE_TABLE;
    t->from = source(from);
    t->index = isel_retype(isel_in_reg(x, index, EU_TYPE_UD), EU_TYPE_UD);
}

// ---- pointers that always go to the same surface

struct trail {
    LLVMValueRef seen[MAX_STEPS];
    unsigned count;
    int64_t surface; // -1: none found yet
};

static bool same_surface(struct trail *t, LLVMValueRef p)
{
    for (unsigned k = 0; k < t->count; k++)
        if (t->seen[k] == p)
            return true;
    if (t->count == MAX_STEPS || !LLVMIsAInstruction(p))
        return LLVMIsUndef(p) || LLVMIsPoison(p);
    t->seen[t->count++] = p;
    int64_t c;
    switch (LLVMGetInstructionOpcode(p)) {
    case LLVMGetElementPtr:
        return same_surface(t, LLVMGetOperand(p, 0));
    case LLVMSelect:
        return same_surface(t, LLVMGetOperand(p, 1)) && same_surface(t, LLVMGetOperand(p, 2));
    case LLVMPHI:
        for (unsigned k = 0; k < LLVMCountIncoming(p); k++)
            if (!same_surface(t, LLVMGetIncomingValue(p, k)))
                return false;
        return true;
    case LLVMCall:
        if (intrinsic_of(p) != INTRINSIC_SURFACE || !isel_const_int(LLVMGetOperand(p, 0), &c) || c < 0 ||
            (t->surface >= 0 && t->surface != c))
            return false;
        t->surface = c;
        return true;
    default:
        return false;
    }
}

bool isel_one_surface(LLVMValueRef pointer, uint32_t *index)
{
    struct trail t = {.surface = -1};
    if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind ||
        LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != KILN_AS_SURFACE || !same_surface(&t, pointer) ||
        t.surface < 0)
        return false;
    *index = (uint32_t)t.surface;
    return true;
}
