// Gives accesses to one place one pointer. LLVM compares pointers as they are written, and one place is
// written in several ways: of (x * 32 + k) * 4 instcombine makes x * 128 + k * 4, but not where somebody else
// asks for x * 32 + k as well. What is read twice then stays twice, and the vectorizer, which sees that both
// are the same, pairs each with its neighbour.
//
// The pointer that an access on all ways to here has used is no poison here, or it would have been there.
#include <llvm-c/Target.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/ir/sum.h"
#include "compiler/llvm/opt/opt.h"

enum {
    BUCKETS = 1024,
    MAX_LOOKS = 16, // at places of a bucket
};

struct place {
    struct llvm_linear at;
    LLVMValueRef pointer;
    uint32_t node; // of the access that uses it, which is a
    bool load;
    struct place *next;
};

static unsigned bucket_of(const struct llvm_linear *l)
{
    uint64_t h = ((uintptr_t)l->base + l->constant) * UINT64_C(0x9e3779b97f4a7c15);
    for (unsigned k = 0; k < l->sum.count; k++) // in any order
        h += ((uintptr_t)l->sum.term[k].v ^ l->sum.term[k].times) * UINT64_C(0xbf58476d1ce4e5b9);
    return (unsigned)(h >> 32) % BUCKETS;
}

// The operand of a load or store of a surface or of shared memory that is its computed pointer; -1: none.
static int pointer_operand(LLVMValueRef i)
{
    int k = LLVMIsALoadInst(i) ? 0 : LLVMIsAStoreInst(i) ? 1 : -1;
    if (k < 0 || !LLVMIsAGetElementPtrInst(LLVMGetOperand(i, (unsigned)k)))
        return -1;
    unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k)));
    return as == KILN_AS_SURFACE || as == KILN_AS_SHARED ? k : -1;
}

// That of an access before this one, or NULL.
static struct place *find(const struct llvm_graph *g, struct place *p, const struct llvm_linear *l,
                          uint32_t node)
{
    for (unsigned n = 0; p && n < MAX_LOOKS; p = p->next, n++)
        if (p->at.base == l->base && p->at.constant == l->constant && llvm_same_sum(&p->at.sum, &l->sum) &&
            llvm_graph_dominates(g, p->node, node))
            return p;
    return NULL;
}

bool llvm_join_same_places(struct llvm_facts *f)
{
    const struct llvm_graph *g = llvm_facts_graph(f);
    struct arena *a = f->arena;
    LLVMTargetDataRef dl = LLVMGetModuleDataLayout(LLVMGetGlobalParent(f->kernel));
    struct place **bucket = arena_array(a, struct place *, BUCKETS);
    bool any = false;
    for (uint32_t n = 0; n < g->count; n++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(g->nodes[n].llvm); i; i = LLVMGetNextInstruction(i)) {
            int k = pointer_operand(i);
            if (k < 0)
                continue;
            LLVMValueRef pointer = LLVMGetOperand(i, (unsigned)k);
            struct llvm_linear l = llvm_linear_of(dl, pointer);
            struct place **first = &bucket[bucket_of(&l)];
            struct place *same = find(g, *first, &l, n);
            if (same) {
                LLVMSetOperand(i, (unsigned)k, same->pointer);
                any |= same->load && LLVMIsALoadInst(i);
                continue;
            }
            same = arena_new(a, struct place);
            *same = (struct place){l, pointer, n, LLVMIsALoadInst(i), *first};
            *first = same;
        }
    return any;
}
