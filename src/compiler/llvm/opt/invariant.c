// Looks for what a loop that tests first repeats, and LLVM may not hoist since the loop may run no round:
// reads from a place that does not change in it, divisions. Few reads only: each takes registers all through
// the loop.
#include <llvm-c/Target.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/facts/lanes.h"
#include "compiler/llvm/ir/memory.h"
#include "compiler/llvm/opt/opt.h"

enum {
    MAX_STEPS = 8,
    MAX_READS = 40 * 4 * LLVM_SCALAR_SHARE, // of one loop,
    MAX_STAYING =
        24 * 4 * LLVM_SCALAR_SHARE, // and where a barrier, say, keeps them there: their addresses go
};

// Is the value the same in each round?
static bool is_fixed(const struct llvm_graph *g, uint32_t loop, LLVMValueRef v, unsigned steps)
{
    if (!LLVMIsAInstruction(v))
        return true;
    uint32_t node = llvm_map_get(&g->index, LLVMGetInstructionParent(v));
    if (node == LLVM_NONE || !llvm_loop_contains(g, loop, node))
        return true;
    if (!steps || !(LLVMIsAGetElementPtrInst(v) || LLVMIsABinaryOperator(v) || LLVMIsACastInst(v)))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (!is_fixed(g, loop, LLVMGetOperand(v, (unsigned)k), steps - 1))
            return false;
    return true;
}

static bool leaves(const struct llvm_graph *g, uint32_t loop, LLVMBasicBlockRef bb)
{
    for (unsigned k = 0; k < llvm_successor_count(bb); k++) {
        uint32_t to = llvm_map_get(&g->index, llvm_successor(bb, k));
        if (to != LLVM_NONE && !llvm_loop_contains(g, loop, to))
            return true;
    }
    return false;
}

static bool tests_first(const struct llvm_graph *g, uint32_t loop)
{
    uint32_t header = g->loops[loop].header;
    const struct llvm_node *h = &g->nodes[header];
    if (!leaves(g, loop, h->llvm))
        return false;
    for (uint32_t k = 0; k < h->pred_count; k++)
        if (llvm_loop_contains(g, loop, h->pred[k]) && leaves(g, loop, g->nodes[h->pred[k]].llvm))
            return false; // the latch tests
    return true;
}

struct found {
    // What takes registers all through the loop, in shares of a byte: values narrower than a dword lie beside
    // each other. Push constants are there anyway.
    unsigned reads;
    bool any;
    bool stay; // the reads, for something that may write
};

static void look(const struct llvm_graph *g, LLVMTargetDataRef dl, uint32_t loop, LLVMValueRef i,
                 struct found *f)
{
    bool fixed = false;
    uint64_t bytes;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
        fixed = llvm_effect_of(i) == LLVM_EFFECT_READ && is_fixed(g, loop, LLVMGetOperand(i, 0), MAX_STEPS);
        bytes = LLVMABISizeOfType(dl, LLVMTypeOf(i));
        if (fixed && LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 0))) != KILN_AS_PUSH)
            f->reads += (bytes < 4 ? (unsigned)bytes : 4) *
                        (llvm_looks_uniform(LLVMGetOperand(i, 0), MAX_STEPS) ? 1 : LLVM_SCALAR_SHARE);
        break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        fixed = is_fixed(g, loop, LLVMGetOperand(i, 0), 0) && is_fixed(g, loop, LLVMGetOperand(i, 1), 0);
        break;
    default:
        break;
    }
    f->any |= fixed;
}

bool llvm_may_hoist(struct llvm_facts *f)
{
    const struct llvm_graph *g = llvm_facts_graph(f);
    LLVMTargetDataRef dl = LLVMGetModuleDataLayout(LLVMGetGlobalParent(f->kernel));
    if (!g->reducible)
        return false;
    struct found *found = arena_array(f->arena, struct found, g->loop_count + 1);
    for (uint32_t n = 0; n < g->count; n++) {
        uint32_t loop = g->nodes[n].loop;
        if (loop == LLVM_NONE)
            continue;
        const bool first = tests_first(g, loop);
        bool any = false;
        for (LLVMValueRef i = LLVMGetFirstInstruction(g->nodes[n].llvm); i; i = LLVMGetNextInstruction(i)) {
            any |= llvm_effect_of(i) == LLVM_EFFECT_ANY;
            if (first)
                look(g, dl, loop, i, &found[loop]);
        }
        for (; any && loop != LLVM_NONE; loop = g->loops[loop].parent)
            found[loop].stay = true;
    }
    bool any = false;
    for (uint32_t k = 0; k < g->loop_count; k++) {
        if (found[k].reads > (found[k].stay ? MAX_STAYING : MAX_READS))
            return false;
        any |= found[k].any;
    }
    return any;
}
