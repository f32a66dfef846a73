// Runs the steps of llvm/passes.def on a kernel.
#ifndef KILN_COMPILER_LLVM_LIST_H
#define KILN_COMPILER_LLVM_LIST_H

#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/ir/shader.h"
#include "compiler/support/lap.h"
#include "compiler/support/steps.h"
#include "util/arena.h"

struct llvm_request {
    struct lap *lap;       // KILN_DEBUG=time: of each step
    bool validate;         // after each step
    struct step_run after; // run 0: none. The text is of what this one leaves
    bool stop;             // there
};

// Optimizes the module in place and prepares it for isel_function. NULL, or what went wrong (in the facts'
// arena). *text: of what the step that is asked for left, in the arena; NULL: it did not run.
const char *llvm_optimize(struct llvm_facts *f, const struct llvm_shader *s, const struct llvm_request *r,
                          char **text);

char *llvm_text(struct arena *a, LLVMModuleRef module);

#endif
