// A pass on LLVM's IR as text.
#ifndef KILN_TESTS_IR_PASS_H
#define KILN_TESTS_IR_PASS_H

#include <llvm-c/IRReader.h>
#include <string.h>

#include "compiler/llvm/opt/opt.h"
#include "kt.h"

// What becomes of a module whose function is "kernel", for LLVMDisposeMessage. NULL: it is no IR, which is a
// failure.
static inline char *run_pass(const char *text, void pass(struct llvm_facts *f))
{
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "");
    LLVMModuleRef module;
    char *error = NULL, *after = NULL;
    if (kt_ok(!LLVMParseIRInContext(ctx, buffer, &module, &error), "%s", error ? error : "")) {
        struct arena a;
        arena_init(&a);
        struct llvm_facts f = llvm_facts_of(&a, LLVMGetNamedFunction(module, "kernel"));
        pass(&f);
        after = LLVMPrintModuleToString(module);
        arena_finish(&a);
        LLVMDisposeModule(module);
    }
    LLVMDisposeMessage(error);
    LLVMContextDispose(ctx);
    return after;
}

#endif
