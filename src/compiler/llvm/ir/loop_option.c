// Options of loops, as LLVM's metadata has them: a node of its own for each loop, whose first operand is
// itself, and after it a node for each option, a string and perhaps a number.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/llvm/ir/loop_option.h"

enum { MAX_OPTIONS = 16 }; // of a loop, that are looked at

static unsigned loop_kind(LLVMContextRef ctx)
{
    static const char name[] = "llvm.loop";
    return LLVMGetMDKindIDInContext(ctx, name, sizeof(name) - 1);
}

LLVMMetadataRef llvm_loop_option_node(LLVMContextRef ctx, const char *option, uint32_t number)
{
    LLVMMetadataRef self = LLVMTemporaryMDNode(ctx, NULL, 0),
                    words[] = {LLVMMDStringInContext2(ctx, option, strlen(option)),
                               LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(ctx), number, false))},
                    parts[] = {self, LLVMMDNodeInContext2(ctx, words, number ? 2 : 1)};
    LLVMMetadataRef node = LLVMMDNodeInContext2(ctx, parts, 2);
    LLVMMetadataReplaceAllUsesWith(self, node);
    return node;
}

void llvm_set_loop_node(LLVMValueRef branch, LLVMMetadataRef node)
{
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(branch));
    LLVMSetMetadata(branch, loop_kind(ctx), LLVMMetadataAsValue(ctx, node));
}

void llvm_set_loop_option(LLVMValueRef branch, const char *option, uint32_t number)
{
    llvm_set_loop_node(branch, llvm_loop_option_node(LLVMGetTypeContext(LLVMTypeOf(branch)), option, number));
}

static bool is_option(LLVMValueRef node, const char *option, uint32_t *number)
{
    LLVMValueRef words[2] = {0};
    unsigned length, count = LLVMIsAMDNode(node) ? LLVMGetMDNodeNumOperands(node) : 0;
    if (count < 1 || count > 2)
        return false;
    LLVMGetMDNodeOperands(node, words);
    const char *text = words[0] && LLVMIsAMDString(words[0]) ? LLVMGetMDString(words[0], &length) : NULL;
    if (!text || length != strlen(option) || memcmp(text, option, length))
        return false;
    if (number)
        *number = count == 2 && words[1] && LLVMIsAConstantInt(words[1])
                      ? (uint32_t)LLVMConstIntGetZExtValue(words[1])
                      : 0;
    return true;
}

bool llvm_has_loop_option(LLVMValueRef branch, const char *option, uint32_t *number)
{
    LLVMValueRef parts[MAX_OPTIONS] = {0};
    LLVMValueRef node = LLVMGetMetadata(branch, loop_kind(LLVMGetTypeContext(LLVMTypeOf(branch))));
    unsigned count = node ? LLVMGetMDNodeNumOperands(node) : 0;
    if (count > MAX_OPTIONS)
        return false;
    if (count)
        LLVMGetMDNodeOperands(node, parts);
    for (unsigned k = 1; k < count; k++)
        if (parts[k] && is_option(parts[k], option, number))
            return true;
    return false;
}
