// Selects a function given as LLVM IR text (llvm/ir/abi.h) and gives the machine IR as text.
#ifndef KILN_TESTS_ISEL_HARNESS_H
#define KILN_TESTS_ISEL_HARNESS_H

#include <llvm-c/Analysis.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <stdio.h>
#include <string.h>

#include "compiler/llvm/lower/prepare.h"
#include "compiler/isel/isel.h"
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/spelling.h"
#include "compiler/mir/ir/mir.h"

// What the tests' kernels may call.
static const char harness_prelude[] = "target datalayout = \"" KILN_DATA_LAYOUT_BUFFERS(
    "32:64") "\"\n"
             "declare ptr addrspace(2) @kiln.surface(i32) memory(none)\n"
             "declare i32 @kiln.handle(i32 immarg) memory(none)\n"
             "declare i32 @kiln.workgroup.id(i32 immarg) memory(none)\n"
             "declare i32 @kiln.num.workgroups(i32 immarg) memory(none)\n"
             "declare i32 @kiln.subgroup.id() memory(none)\n"
             "declare i32 @kiln.subgroup.size() memory(none)\n"
             "declare i32 @kiln.lane.id() memory(none)\n"
             "declare <4 x i32> @kiln.image.read(i32, i32, i32, i32)\n"
             "declare void @kiln.image.write(i32, i32, i32, i32, i32, i32, i32, i32, i32)\n"
             "declare <4 x i32> @kiln.sample(i32 immarg, i32, i32, i32 immarg, i32, i32, i32, "
             "i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32)\n"
             "declare void @kiln.barrier() convergent\n"
             "declare void @kiln.fence(i32 immarg)\n";

static unsigned harness_array_regs; // registers that private arrays may have
static bool harness_accesses;       // as selection leaves them, not as messages

// The machine IR as text (in the arena), or NULL with the reason in message.
__attribute__((unused)) static const char *harness_select(struct arena *a, const char *ir, unsigned simd,
                                                          bool prelude, struct mir_shader **out,
                                                          char *message, size_t size)
{
    char *text = prelude ? arena_printf(a, "%s%s", harness_prelude, ir) : arena_printf(a, "%s", ir);
    LLVMContextRef c = LLVMContextCreate();
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "test");
    LLVMModuleRef m = NULL;
    char *error = NULL;
    const char *result = NULL;
    if (LLVMParseIRInContext(c, buffer, &m, &error)) {
        snprintf(message, size, "parse: %s", error);
        LLVMDisposeMessage(error);
        LLVMContextDispose(c);
        return NULL;
    }
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed =
        LLVMRunPasses(m, llvm_spell(a, "function(lower-switch,mergereturn,fix-irreducible)"), NULL, options);
    if (failed) {
        char *why = LLVMGetErrorMessage(failed);
        snprintf(message, size, "passes: %s", why);
        LLVMDisposeErrorMessage(why);
    } else {
        struct isel_params p = {.target = kiln_target("skl"),
                                .simd = simd,
                                .local_size = {64, 1, 1},
                                .push_size = 64,
                                .push_bti = 7,
                                .num_workgroups_offset = 64,
                                .handle_count = 2,
                                .far_handle_bti = 9,
                                .cross_thread_regs = 3,
                                .per_thread_regs = 1,
                                .array_regs = harness_array_regs,
                                .surface_states = true};
        struct llvm_facts f = llvm_facts_of(a, LLVMGetNamedFunction(m, "kernel"));
        llvm_prepare(&f);
        p.graph = llvm_facts_graph(&f);
        struct mir_shader *s = isel_function(a, LLVMGetNamedFunction(m, "kernel"), &p, message, size);
        const char *invalid = s ? mir_validate(a, s) : NULL, *why = NULL;
        if (s && !invalid && !harness_accesses && !mir_lower_accesses(s, &why))
            invalid = why;
        else if (s && !invalid)
            invalid = mir_validate(a, s);
        if (invalid)
            snprintf(message, size, "invalid: %s\n%s", invalid, mir_print(a, s));
        else if (s)
            result = mir_print(a, s);
        if (out)
            *out = s;
    }
    LLVMDisposePassBuilderOptions(options);
    LLVMDisposeModule(m);
    LLVMContextDispose(c);
    return result;
}

#endif
