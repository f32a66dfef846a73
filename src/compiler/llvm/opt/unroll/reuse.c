// Reads that a loop around repeats: of a place that follows from the counter alone, and of memory that the
// loop around does not write. Once the loop is unrolled each is an invariant of the loop around, and LICM
// (llvm/passes.def) leaves one message where there was one a round: the block that a motion search compares
// with every place of the window, the centres that every point is compared with.
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/graph.h"
#include "compiler/llvm/ir/lane_index.h"
#include "compiler/llvm/ir/memory.h"
#include "compiler/llvm/opt/unroll/unroll.h"

enum {
    DEPTH = 8,       // of expressions
    MAX_REUSED = 20, // dwords a lane
    MAX_READS = 64,  // of a round
    MAX_WRITES = 32, // of the loop around
};

struct search {
    const struct llvm_counted_loop *l;
    const struct llvm_map *copies; // counters of loops within that are marked are in it
    const struct llvm_graph *g;
    LLVMTargetDataRef dl;
    uint32_t around; // a loop of the graph
    // What it writes, or may: filled in once somebody asks. Above MAX_WRITES nobody looks.
    bool knows_writes;
    unsigned write_count;
    struct llvm_access writes[MAX_WRITES];
};

static uint32_t node_of(const struct search *s, LLVMBasicBlockRef bb)
{
    return llvm_map_get(&s->g->index, bb);
}

static bool is_in_around(const struct search *s, LLVMBasicBlockRef bb)
{
    const uint32_t n = node_of(s, bb);
    return n != LLVM_NONE && llvm_loop_contains(s->g, s->around, n);
}

// Known before the loop around begins, but for this loop's counter and those within.
static bool follows(const struct search *s, LLVMValueRef v, unsigned depth)
{
    if (v == s->l->phi || !LLVMIsAInstruction(v) || llvm_map_get(s->copies, v) != LLVM_NONE ||
        !is_in_around(s, LLVMGetInstructionParent(v)))
        return true;
    if (!depth || LLVMIsAPHINode(v) || LLVMIsACallInst(v) || LLVMIsALoadInst(v))
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (!follows(s, LLVMGetOperand(v, (unsigned)k), depth - 1))
            return false;
    return true;
}

// Of what follows: is it the same in all lanes? Counters will be constants.
static bool is_uniform(const struct search *s, LLVMValueRef v, unsigned depth)
{
    if (v == s->l->phi || llvm_map_get(s->copies, v) != LLVM_NONE)
        return true;
    if (!LLVMIsAInstruction(v) || !is_in_around(s, LLVMGetInstructionParent(v)))
        return llvm_looks_uniform(v, depth);
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (!is_uniform(s, LLVMGetOperand(v, (unsigned)k), depth - 1))
            return false;
    return true;
}

static bool dominates_latches(const struct search *s, uint32_t loop, uint32_t node)
{
    const struct llvm_node *header = &s->g->nodes[s->g->loops[loop].header];
    for (uint32_t k = 0; k < header->pred_count; k++)
        if (llvm_loop_contains(s->g, loop, header->pred[k]) &&
            !llvm_graph_dominates(s->g, node, header->pred[k]))
            return false;
    return true;
}

// In each round of each loop that it is in.
static bool runs_always(const struct search *s, LLVMBasicBlockRef bb)
{
    uint32_t node = node_of(s, bb);
    for (uint32_t loop = s->g->nodes[node].loop; loop != s->g->loops[s->around].parent && loop != LLVM_NONE;
         loop = s->g->loops[loop].parent) {
        if (!dominates_latches(s, loop, node))
            return false;
        node = s->g->loops[loop].header;
    }
    return true;
}

static void find_writes(struct search *s)
{
    s->knows_writes = true;
    for (uint32_t n = 0; n < s->g->count; n++) {
        if (!llvm_loop_contains(s->g, s->around, n))
            continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(s->g->nodes[n].llvm); i;
             i = LLVMGetNextInstruction(i)) {
            const enum llvm_effect effect = llvm_effect_of(i);
            if (effect != LLVM_EFFECT_WRITE && effect != LLVM_EFFECT_ANY)
                continue;
            if (s->write_count < MAX_WRITES)
                s->writes[s->write_count] = llvm_access_of(s->dl, i);
            s->write_count++;
        }
    }
}

static bool is_disturbed(struct search *s, LLVMValueRef load)
{
    const struct llvm_access read = llvm_access_of(s->dl, load);
    if (!s->knows_writes)
        find_writes(s);
    if (s->write_count > MAX_WRITES)
        return true;
    for (unsigned k = 0; k < s->write_count; k++)
        if (llvm_may_disturb(&s->writes[k], &read))
            return true;
    return false;
}

static bool is_repeated(struct search *s, LLVMValueRef i)
{
    if (!LLVMIsALoadInst(i) || LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
        return false;
    LLVMValueRef p = LLVMGetOperand(i, 0);
    const unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(p));
    return space != KILN_AS_PRIVATE && space != KILN_AS_PUSH && LLVMIsAInstruction(p) &&
           follows(s, p, DEPTH) && runs_always(s, LLVMGetInstructionParent(i)) && !is_disturbed(s, i);
}

unsigned llvm_unroll_reused(const struct llvm_graph *g, const struct llvm_counted_loop *l, unsigned runs,
                            LLVMTargetDataRef dl, const struct llvm_map *copies)
{
    struct search s = {.g = g, .l = l, .copies = copies, .dl = dl};
    unsigned reads = 0;
    uint64_t bytes = 0;
    const uint32_t inner = llvm_loop_of(g, l->header);
    s.around = inner == LLVM_NONE ? LLVM_NONE : g->loops[inner].parent;
    if (s.around == LLVM_NONE)
        return 0;
    for (unsigned k = 0; k < l->block_count; k++) {
        const unsigned n = llvm_counted_copies(copies, l->blocks[k]);
        for (LLVMValueRef i = LLVMGetFirstInstruction(l->blocks[k]); i; i = LLVMGetNextInstruction(i)) {
            if (!is_repeated(&s, i))
                continue;
            reads += n;
            bytes += (uint64_t)n * LLVMABISizeOfType(dl, LLVMTypeOf(i)) *
                     (is_uniform(&s, LLVMGetOperand(i, 0), DEPTH) ? 1 : LLVM_SCALAR_SHARE);
        }
    }
    return reads <= MAX_READS && runs * bytes <= MAX_REUSED * 4 * LLVM_SCALAR_SHARE ? reads : 0;
}
