// LLVM instructions that all parts of the translation build.
#ifndef KILN_COMPILER_SPIRV_VALUE_BUILD_H
#define KILN_COMPILER_SPIRV_VALUE_BUILD_H

#include "compiler/spirv/module/spv.h"

LLVMValueRef spv_i32(struct spv *c, uint32_t v);
LLVMValueRef spv_f32(struct spv *c, float v);
LLVMValueRef spv_fconst(struct spv *c, LLVMTypeRef t, double v);
LLVMValueRef spv_fconst_like(struct spv *c, LLVMValueRef like, double v); // of its type
LLVMValueRef spv_int_like(LLVMValueRef like, uint64_t v);
LLVMValueRef spv_intrinsic(struct spv *c, const char *name, LLVMValueRef *args,
                           unsigned count); // llvm.NAME.<type of args[0]>
LLVMValueRef spv_intrinsic1(struct spv *c, const char *name, LLVMValueRef x);
LLVMValueRef spv_intrinsic2(struct spv *c, const char *name, LLVMValueRef x, LLVMValueRef y);
LLVMValueRef spv_call(struct spv *c, enum intrinsic id, LLVMValueRef *args, unsigned count); // of ours
LLVMBasicBlockRef spv_new_block(struct spv *c);
void spv_tag(struct spv *c, LLVMValueRef inst,
             unsigned as);                                 // type-based alias information: the address space
void spv_mark_invariant(struct spv *c, LLVMValueRef load); // what it reads is never written
LLVMValueRef spv_fop(struct spv *c,
                     LLVMValueRef v); // puts the fast-math flags of Vulkan on a float instruction
LLVMValueRef spv_fadd(struct spv *c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef spv_fsub(struct spv *c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef spv_fmul(struct spv *c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef spv_fdiv(struct spv *c, LLVMValueRef a, LLVMValueRef b);
LLVMValueRef spv_fcmp(struct spv *c, LLVMRealPredicate p, LLVMValueRef x, LLVMValueRef y);
LLVMValueRef spv_pick(struct spv *c, LLVMValueRef cond, LLVMValueRef x, LLVMValueRef y);

#endif
