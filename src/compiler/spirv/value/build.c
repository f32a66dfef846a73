// LLVM instructions that all parts of the translation build, where the builder stands.
//
// Floats follow Vulkan's rules: division may use the reciprocal (arcp), a*b+c may be one instruction
// (contract) unless the result is NoContraction; NaN, infinity and signed zeros are kept (but see
// llvm/opt/fold_zero.c).
#include <string.h>

#include "compiler/spirv/value/build.h"

LLVMValueRef spv_i32(struct spv *c, uint32_t v)
{
    return LLVMConstInt(c->i32, v, false);
}

LLVMValueRef spv_f32(struct spv *c, float v)
{
    return LLVMConstReal(c->f32, (double)v);
}

LLVMValueRef spv_fconst(struct spv *c, LLVMTypeRef t, double v)
{
    return LLVMConstReal(t, v);
}

LLVMValueRef spv_fconst_like(struct spv *c, LLVMValueRef like, double v)
{
    return spv_fconst(c, LLVMTypeOf(like), v);
}

LLVMValueRef spv_int_like(LLVMValueRef like, uint64_t v)
{
    return LLVMConstInt(LLVMTypeOf(like), v, false);
}

LLVMValueRef spv_intrinsic(struct spv *c, const char *name, LLVMValueRef *args, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMTypeRef t = LLVMTypeOf(args[0]);
    spv_check(c, id, "LLVM has no %s", name);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(c->module, id, &t, 1);
    return LLVMBuildCall2(c->b, LLVMGlobalGetValueType(fn), fn, args, count, "");
}

LLVMValueRef spv_intrinsic1(struct spv *c, const char *name, LLVMValueRef x)
{
    return spv_intrinsic(c, name, &x, 1);
}

LLVMValueRef spv_intrinsic2(struct spv *c, const char *name, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef args[] = {x, y};
    return spv_intrinsic(c, name, args, 2);
}

LLVMValueRef spv_call(struct spv *c, enum intrinsic id, LLVMValueRef *args, unsigned count)
{
    return intrinsic_call(c->b, c->module, id, args, count);
}

LLVMBasicBlockRef spv_new_block(struct spv *c)
{
    return LLVMAppendBasicBlockInContext(c->ctx, c->kernel, "");
}

void spv_tag(struct spv *c, LLVMValueRef inst, unsigned as)
{
    if (LLVMIsAInstruction(inst))
        LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(c->ctx, "tbaa", 4), c->tbaa[as]);
}

void spv_mark_invariant(struct spv *c, LLVMValueRef load)
{
    LLVMSetMetadata(load, LLVMGetMDKindIDInContext(c->ctx, "invariant.load", 14),
                    LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, NULL, 0)));
}

// ---- floats ----

LLVMValueRef spv_fop(struct spv *c, LLVMValueRef v)
{
    if (!c->no_contraction && LLVMCanValueUseFastMathFlags(v)) {
        LLVMFastMathFlags f = LLVMFastMathAllowContract;
        LLVMOpcode op = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : 0;
        if (op == LLVMFDiv && LLVMTypeOf(v) != c->f64) // doubles: correctly rounded
            f |= LLVMFastMathAllowReciprocal;
        if (!c->no_reassociation && (op == LLVMFAdd || op == LLVMFSub))
            f |= KILN_MAY_REASSOCIATE;
        LLVMSetFastMathFlags(v, f);
    }
    return v;
}

LLVMValueRef spv_fadd(struct spv *c, LLVMValueRef a, LLVMValueRef b)
{
    return spv_fop(c, LLVMBuildFAdd(c->b, a, b, ""));
}

LLVMValueRef spv_fsub(struct spv *c, LLVMValueRef a, LLVMValueRef b)
{
    return spv_fop(c, LLVMBuildFSub(c->b, a, b, ""));
}

LLVMValueRef spv_fmul(struct spv *c, LLVMValueRef a, LLVMValueRef b)
{
    return spv_fop(c, LLVMBuildFMul(c->b, a, b, ""));
}

// The reciprocal and the product each lose up to a place when they are rounded toward zero, and the first
// one's may be two of the second's: more than is allowed. What is left of the division makes it good, unless
// the quotient is infinite or not a number.
static LLVMValueRef corrected(struct spv *c, LLVMValueRef a, LLVMValueRef b, LLVMValueRef q)
{
    LLVMValueRef one = spv_fconst(c, LLVMTypeOf(b), 1), r = spv_fop(c, LLVMBuildFDiv(c->b, one, b, ""));
    LLVMValueRef left[] = {LLVMBuildFNeg(c->b, q, ""), b, a};
    LLVMValueRef more[] = {spv_intrinsic(c, "llvm.fma", left, 3), r, q};
    LLVMValueRef better = spv_intrinsic(c, "llvm.fma", more, 3);
    LLVMValueRef number = LLVMBuildFCmp(c->b, LLVMRealOEQ, better, better, "");
    return LLVMBuildSelect(c->b, number, better, q, "");
}

LLVMValueRef spv_fdiv(struct spv *c, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef q = spv_fop(c, LLVMBuildFDiv(c->b, a, b, ""));
    return c->float_modes.rtz && LLVMTypeOf(a) == c->f32 ? corrected(c, a, b, q) : q;
}

LLVMValueRef spv_fcmp(struct spv *c, LLVMRealPredicate p, LLVMValueRef x, LLVMValueRef y)
{
    return LLVMBuildFCmp(c->b, p, x, y, "");
}

LLVMValueRef spv_pick(struct spv *c, LLVMValueRef cond, LLVMValueRef x, LLVMValueRef y)
{
    return LLVMBuildSelect(c->b, cond, x, y, "");
}
