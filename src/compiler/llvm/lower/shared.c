// Where shared variables lie: before optimization they are globals, which LLVM knows to be apart. Which of
// them an access goes to stays known as its !alias.scope (isel/memory/place.c).
#include <stdio.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/lower/prepare.h"

static LLVMValueRef scope_named(LLVMContextRef ctx, LLVMMetadataRef domain, LLVMValueRef global)
{
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    LLVMMetadataRef parts[] = {LLVMMDStringInContext2(ctx, name, length), domain};
    LLVMMetadataRef scope = LLVMMDNodeInContext2(ctx, parts, 2);
    return LLVMMetadataAsValue(ctx, LLVMMDNodeInContext2(ctx, &scope, 1));
}

static void tell_apart(const struct llvm_shader *s)
{
    static const char domain_name[] = "kiln.shared";
    LLVMContextRef ctx = LLVMGetModuleContext(s->module);
    LLVMMetadataRef name = LLVMMDStringInContext2(ctx, domain_name, sizeof(domain_name) - 1),
                    domain = LLVMMDNodeInContext2(ctx, &name, 1);
    unsigned kind = LLVMGetMDKindIDInContext(ctx, "alias.scope", 11);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->kernel); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i))
                continue;
            LLVMValueRef p = LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0);
            if (LLVMGetPointerAddressSpace(LLVMTypeOf(p)) != KILN_AS_SHARED)
                continue;
            LLVMValueRef global = llvm_gep_base(p);
            if (LLVMIsAGlobalVariable(global))
                LLVMSetMetadata(i, kind, scope_named(ctx, domain, global));
        }
}

void llvm_place_shared(const struct llvm_shader *s)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(s->module));
    if (s->shared_count > 1)
        tell_apart(s);
    for (uint32_t n = 0; n < s->shared_count; n++) {
        char name[32];
        snprintf(name, sizeof(name), "shared.%u", n);
        LLVMValueRef g = LLVMGetNamedGlobal(s->module, name);
        if (!g)
            continue;
        LLVMReplaceAllUsesWith(
            g, LLVMConstIntToPtr(LLVMConstInt(i32, s->shared_offsets[n], false), LLVMTypeOf(g)));
        LLVMDeleteGlobal(g);
    }
}
