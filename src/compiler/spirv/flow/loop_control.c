// What OpLoopMerge asks for a loop, handed on as LLVM's metadata of the branches back to its header. Unroll
// and PartialCount are wishes that llvm/opt/unroll follows within its limits; DontUnroll is one that it and
// LLVM follow. The others say what loops can do without: dependences and numbers of iterations (what is
// constant LLVM finds by itself), and peeling, which in SIMD code saves nothing that hoisting does not.
// Source: Khronos, SPIR-V 1.6, section "Loop Control".
#include "compiler/llvm/ir/loop_option.h"
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/module/ops.h"

// The operand of one bit of the mask: they follow it in the order of the bits. 0: it has none.
static uint32_t operand_of(struct spv *c, const struct spv_inst *i, uint32_t bit)
{
    uint32_t mask = spv_word(c, i, 3), word = 4;
    for (uint32_t b = SpvLoopControlDependencyLengthMask; b < bit; b <<= 1)
        word += (mask & b) != 0;
    return mask & bit ? spv_word(c, i, word) : 0;
}

void spv_op_loop_merge(struct spv *c, const struct spv_inst *i, const struct spv_op *op)
{
    struct spv_block *header = &c->now.function->blocks[c->now.call->block];
    uint32_t mask = spv_word(c, i, 3), count = operand_of(c, i, SpvLoopControlPartialCountMask);
    if (mask & SpvLoopControlDontUnrollMask)
        header->loop = llvm_loop_option_node(c->ctx, LLVM_LOOP_KEEP, 0);
    else if (count > 1)
        header->loop = llvm_loop_option_node(c->ctx, LLVM_LOOP_ASKS_COUNT, count);
    else if (mask & SpvLoopControlUnrollMask)
        header->loop = llvm_loop_option_node(c->ctx, LLVM_LOOP_ASKS_FULL, 0);
}

// A header comes before all that goes back to it: what has been emitted, or is, is no way into its loop.
static void mark_back_edge(struct spv *c, void *block, uint32_t label)
{
    const struct spv_block *from = block, *to = spv_block_of(c, c->now.function, label);
    if (to->loop && (to->tail || to == from))
        llvm_set_loop_node(LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(c->b)), to->loop);
}

void spv_mark_back_edges(struct spv *c, struct spv_block *b, const struct spv_inst *terminator)
{
    spv_for_targets(c, terminator, mark_back_edge, b);
}
