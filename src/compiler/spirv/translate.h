// SPIR-V to LLVM IR: the translation of a module.
#ifndef KILN_COMPILER_SPIRV_TRANSLATE_H
#define KILN_COMPILER_SPIRV_TRANSLATE_H

#include "compiler/spirv/module/spv.h"

// ---- translate.c ----

// Translates one entry point into a new module of `ctx`. The module is the context's; nothing is leaked
// on failure, but what `why` says, in the arena.
enum kiln_result spv_to_llvm(struct arena *a, LLVMContextRef ctx, const uint32_t *words, size_t word_count,
                             const struct kiln_compile_options *options, struct llvm_shader *out,
                             struct kiln_diagnostic *why);

// ---- debug.c ----

// Types, variables, calls, lines and sources as JSON without its end, in the arena.
const char *spv_debug_text(struct spv *c);

// ---- ops.c ----

struct spv_op;
const struct spv_op *spv_find_op(uint32_t opcode); // NULL: not handled

// ---- walk.c ----

// Emits the entry point, and in their places all functions that it calls.
void spv_emit_entry(struct spv *c, struct spv_function *f);

#endif
