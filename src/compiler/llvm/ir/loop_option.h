// Options of loops: strings in the "llvm.loop" metadata of the branches back to a header, which LLVM keeps up
// to date through its passes (LLVM, "Language Reference", 'llvm.loop').
#ifndef KILN_COMPILER_LLVM_IR_LOOP_OPTION_H
#define KILN_COMPILER_LLVM_IR_LOOP_OPTION_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

// What LLVM's unrolling does: what the option says, whatever that costs (FULL; COUNT with so many rounds at a
// time), or nothing (KEEP). Of Kiln's own, for its passes: what a shader requests (OpLoopMerge's loop
// control), which is done within limits (llvm/opt/unroll/hint.c, part.c).
#define LLVM_LOOP_FULL "llvm.loop.unroll.full"
#define LLVM_LOOP_COUNT "llvm.loop.unroll.count"
#define LLVM_LOOP_KEEP "llvm.loop.unroll.disable"
#define LLVM_LOOP_ASKS_FULL "kiln.loop.unroll"
#define LLVM_LOOP_ASKS_COUNT "kiln.loop.unroll.count"

// Metadata of a loop with one option; `number` is 0 for those that have none.
LLVMMetadataRef llvm_loop_option_node(LLVMContextRef ctx, const char *option, uint32_t number);
// Replaces what the branch says of its loop.
void llvm_set_loop_node(LLVMValueRef branch, LLVMMetadataRef node);
void llvm_set_loop_option(LLVMValueRef branch, const char *option, uint32_t number);
// Does the branch say so? `number` may be NULL.
bool llvm_has_loop_option(LLVMValueRef branch, const char *option, uint32_t *number);

#endif
