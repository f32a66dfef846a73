// Measures a kernel for llvm/passes.def. All limits are of compile time: what LLVM's passes take the square
// of.
#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/ir/uses.h"
#include "compiler/llvm/shape.h"
#include "compiler/llvm/shield/shield.h"
#include "util/log.h"

enum {
    BIG = 20000, // instructions and incoming values of phis, before optimization
    MANY_BLOCKS = 2000,
    LOOP_BUDGET = 40000, // loops times blocks: for each loop, LLVM's loop passes look at what is around it
    MANY_LOOPS = 1000,   // that are unrolled where all is big, each for up to a hundred instructions or two,
    FLAT = 4,            // with so many around a block, on average
    DEEP = 16,           // loops around a block, on average ...
    MAX_NESTING = 50000, // ... and in sum
    MANY_JUMPS = 1000,   // to one block
    FEW_BLOCKS = 4,      // entry, a test, what it guards and the end
    GVN_BLOCKS = 200,    // that global value numbering searches for what a load depends on
    GVN_BUDGET = 20000,  // such searches in a kernel
    GVN_BUDGET_LEFT = 40000, // after unrolling: its copies are worth more
    GVN_LOADS = 1000,        // each is compared with a hundred accesses before it
    MAX_STORES_FOR_DSE = 64, // its cost grows with their square up to a hundred or so, then by a constant
};

static bool are_few(unsigned loads, unsigned blocks, unsigned budget)
{
    blocks = blocks < GVN_BLOCKS ? blocks : GVN_BLOCKS;
    return loads <= GVN_LOADS && (uint64_t)loads * blocks <= budget;
}

bool llvm_may_repeat(const struct llvm_shape *e)
{
    return e->usual && (e->loops || e->blocks > FEW_BLOCKS);
}

bool llvm_may_repeat_values(const struct llvm_shape *e)
{
    return llvm_may_repeat(e) || (e->usual && (e->loads > 1 || e->stores > 1));
}

bool llvm_few_reads(const struct llvm_shape *e)
{
    return are_few(e->loads, e->blocks, GVN_BUDGET);
}

bool llvm_has_few_reads(LLVMValueRef kernel)
{
    unsigned loads = 0;
    llvm_for_each_instruction(i, kernel) loads += LLVMGetInstructionOpcode(i) == LLVMLoad;
    return are_few(loads, LLVMCountBasicBlocks(kernel), GVN_BUDGET_LEFT);
}

bool llvm_is_joined(const struct llvm_shape *e)
{
    return e->jumps > MANY_JUMPS;
}

bool llvm_is_deep(const struct llvm_shape *e)
{
    return e->nesting > MAX_NESTING && e->nesting > (uint64_t)e->blocks * DEEP;
}

bool llvm_has_few_loops(const struct llvm_shape *e)
{
    return e->loops && e->loops <= MANY_LOOPS && e->nesting <= (uint64_t)e->blocks * FLAT &&
           !llvm_is_joined(e);
}

bool llvm_has_few_stores(const struct llvm_shape *e)
{
    return e->store_count <= MAX_STORES_FOR_DSE;
}

static bool is_big(const struct llvm_shape *e)
{
    bool crowded = e->phis > MANY_PHIS || e->accesses > MANY_ACCESSES;
    return crowded || e->instructions > BIG || e->blocks > MANY_BLOCKS ||
           (uint64_t)e->loops * e->blocks > LOOP_BUDGET;
}

static void measure_loops(struct llvm_shape *e, const struct llvm_graph *g)
{
    e->loops = g->loop_count;
    for (uint32_t k = 0; k < g->count; k++)
        e->nesting += g->nodes[k].loop == LLVM_NONE ? 0 : g->loops[g->nodes[k].loop].depth;
}

static void raise_to(unsigned *max, unsigned n)
{
    *max = n > *max ? n : *max;
}

static bool is_64(LLVMValueRef i)
{
    return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(i)) == 64;
}

static void measure_instruction(struct llvm_shape *e, LLVMValueRef i, unsigned *phis)
{
    e->instructions++;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
        e->loads++;
        break;
    case LLVMStore:
        e->stores++;
        break;
    case LLVMPHI:
        ++*phis;
        e->instructions += LLVMCountIncoming(i);
        raise_to(&e->jumps, LLVMCountIncoming(i));
        break;
    case LLVMAlloca:
        raise_to(&e->accesses, llvm_count_uses(i, MANY_ACCESSES + 1));
        break;
    case LLVMZExt:
    case LLVMSExt:
        e->extends_to_64 |= is_64(i);
        break;
    default:
        break;
    }
}

void llvm_measure(struct llvm_shape *shape, struct llvm_facts *f)
{
    struct llvm_shape e = {.blocks = LLVMCountBasicBlocks(f->kernel)};
    measure_loops(&e, llvm_facts_graph(f));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->kernel); bb; bb = LLVMGetNextBasicBlock(bb)) {
        unsigned phis = 0;
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            measure_instruction(&e, i, &phis);
        raise_to(&e.phis, phis);
    }
    e.big = KILN_DEBUG(LEAN) || is_big(&e);
    e.usual = !e.big;
    *shape = e;
}

// A variable that is to stay one (llvm/opt/promote.c).
static bool stays(LLVMValueRef alloca)
{
    LLVMUseRef u = LLVMGetFirstUse(alloca);
    LLVMValueRef i = u ? LLVMGetUser(u) : NULL;
    return i && (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && LLVMGetVolatile(i);
}

unsigned llvm_count_arrays(LLVMValueRef kernel)
{
    unsigned n = 0;
    llvm_for_each_instruction(i, kernel) n += LLVMIsAAllocaInst(i) && !stays(i);
    return n;
}

unsigned llvm_count_ends(LLVMValueRef kernel, LLVMOpcode op)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        n += LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(bb)) == op;
    return n;
}

bool llvm_has_neighbours(LLVMValueRef kernel)
{
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb)) {
        unsigned loads = 0, stores = 0;
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            loads += LLVMGetInstructionOpcode(i) == LLVMLoad;
            stores += LLVMGetInstructionOpcode(i) == LLVMStore;
        }
        if (loads > 1 || stores > 1)
            return true;
    }
    return false;
}

void llvm_count_stores(struct llvm_shape *shape, LLVMValueRef kernel)
{
    shape->dead_stores = llvm_may_have_dead_stores(kernel, &shape->store_count);
}
