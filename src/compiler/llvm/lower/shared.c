// Where shared variables lie: before optimization they are globals, which LLVM knows to be apart.
#include <stdio.h>

#include "compiler/llvm/lower/prepare.h"

void llvm_place_shared(const struct llvm_shader *s)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(s->module));
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
