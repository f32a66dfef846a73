// Private arrays that are copies of memory: `Mesh m = meshes[i]; ... m.lods[level]`. An index that is
// computed would keep the array in scratch memory; it is as well an index into what was copied, where that
// still holds the same.
//
// A copy: stores of what is loaded from one place, each load as far from it as its store is from the array's
// start. Where other stores do not lead to, what is read of the array is part of the copy, or was never
// written. Two cases:
// - the copy is made in one block that every way to the read leads through, and behind it nothing writes
// memory;
// - the memory is never written, and the place is computed at the kernel's start, so that all copies are
// alike.
#include <llvm-c/Target.h>
#include <string.h>

#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/memory.h"
#include "compiler/llvm/opt/opt.h"
#include "util/bitset.h"

enum { MAX_ACCESSES = 128, MAX_USES = 512 };

struct array {
    LLVMValueRef alloca;
    LLVMTargetDataRef dl;
    LLVMBuilderRef b;
    unsigned invariant_load, tbaa; // kinds of metadata
    const struct llvm_graph *graph;
    uint64_t *seen; // blocks
    uint32_t *work;
    LLVMValueRef stores[MAX_ACCESSES], others[MAX_ACCESSES], loads[MAX_ACCESSES]; // others: stores too
    unsigned store_count, other_count, load_count, uses;
    LLVMValueRef base, first; // base + delta is what the array is a copy of; the first load of the copy
    int64_t delta;
    unsigned align;
    bool invariant; // all that is copied is never written
};

// A constant distance from the pointer that is returned.
static LLVMValueRef origin(LLVMTargetDataRef dl, LLVMValueRef p, int64_t *at)
{
    while (LLVMIsAGetElementPtrInst(p) && llvm_gep_constant(dl, p, at))
        p = LLVMGetOperand(p, 0);
    return p;
}

static LLVMValueRef copied(LLVMValueRef store)
{
    LLVMValueRef v = LLVMGetOperand(store, 0);
    while (LLVMIsABitCastInst(v))
        v = LLVMGetOperand(v, 0);
    return v;
}

// A store to a known place of what is loaded from a buffer, the same one as before.
static bool is_copy(struct array *a, LLVMValueRef store, LLVMValueRef p)
{
    LLVMValueRef v = copied(store);
    if (!LLVMIsALoadInst(v) || llvm_effect_of(v) != LLVM_EFFECT_READ ||
        LLVMStoreSizeOfType(a->dl, LLVMTypeOf(v)) !=
            LLVMStoreSizeOfType(a->dl, LLVMTypeOf(LLVMGetOperand(store, 0))))
        return false;
    int64_t to = 0, from = 0;
    LLVMValueRef array = origin(a->dl, p, &to), base = origin(a->dl, LLVMGetOperand(v, 0), &from);
    unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(base)), align = LLVMGetAlignment(v);
    if (array != a->alloca || (as != KILN_AS_SURFACE && as != KILN_AS_GLOBAL) || to % align ||
        (a->base && (a->base != base || a->delta != from - to)))
        return false;
    a->base = base;
    a->delta = from - to;
    a->align = a->store_count && a->align < align ? a->align : align;
    a->invariant &= LLVMGetMetadata(v, a->invariant_load) != NULL;
    return true;
}

static bool add_store(struct array *a, LLVMValueRef store, LLVMValueRef p)
{
    if (a->store_count + a->other_count == MAX_ACCESSES || LLVMGetOperand(store, 1) != p ||
        llvm_effect_of(store) != LLVM_EFFECT_WRITE)
        return false;
    if (is_copy(a, store, p))
        a->stores[a->store_count++] = store;
    else
        a->others[a->other_count++] = store;
    return true;
}

static bool find_accesses(struct array *a, LLVMValueRef p)
{
    for (LLVMUseRef u = LLVMGetFirstUse(p); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef i = LLVMGetUser(u);
        if (++a->uses > MAX_USES)
            return false;
        if (LLVMIsAGetElementPtrInst(i)) {
            if (!find_accesses(a, i))
                return false;
        } else if (LLVMIsALoadInst(i)) {
            if (llvm_effect_of(i) != LLVM_EFFECT_READ || a->load_count == MAX_ACCESSES)
                return false;
            a->loads[a->load_count++] = i;
        } else if (!LLVMIsAStoreInst(i) || !add_store(a, i, p)) {
            return false;
        }
    }
    return true;
}

// Upwards from behind `i` (NULL: from the block's end) to `end` or the block's start.
static bool is_quiet(const struct array *a, LLVMBasicBlockRef bb, LLVMValueRef i, LLVMValueRef end)
{
    for (i = i ? i : LLVMGetLastInstruction(bb); i && i != end; i = LLVMGetPreviousInstruction(i))
        if (!a->invariant && llvm_may_write(i, LLVMGetPointerAddressSpace(LLVMTypeOf(a->base))))
            return false;
    return i == end;
}

static bool push(struct array *a, uint32_t node, uint32_t *count)
{
    const struct llvm_node *n = &a->graph->nodes[node];
    for (uint32_t k = 0; k < n->pred_count; k++) {
        if (bitset_test(a->seen, n->pred[k]))
            continue;
        bitset_set(a->seen, n->pred[k]);
        a->work[(*count)++] = n->pred[k];
    }
    return n->pred_count != 0;
}

static bool has_other(const struct array *a, LLVMBasicBlockRef bb)
{
    for (unsigned k = 0; k < a->other_count; k++)
        if (LLVMGetInstructionParent(a->others[k]) == bb)
            return true;
    return false;
}

// A store that is not of the copy may come before the load.
static bool others_reach(struct array *a, LLVMValueRef load)
{
    if (!a->other_count)
        return false;
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(load);
    uint32_t count = 0, at = llvm_map_get(&a->graph->index, bb);
    memset(a->seen, 0, BITSET_WORDS(a->graph->count) * sizeof(uint64_t));
    if (at == LLVM_NONE || has_other(a, bb))
        return true;
    push(a, at, &count);
    while (count) {
        uint32_t n = a->work[--count];
        if (has_other(a, a->graph->nodes[n].llvm))
            return true;
        push(a, n, &count);
    }
    return false;
}

// Every way to `load` comes from the copy, in block `copy`, and nothing on it writes.
static bool comes_from(struct array *a, LLVMBasicBlockRef copy, LLVMValueRef load)
{
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(load);
    if (bb == copy) { // behind all of it
        LLVMValueRef last = load;
        unsigned stores = 0;
        for (; last; last = LLVMGetPreviousInstruction(last))
            for (unsigned k = 0; k < a->store_count; k++)
                stores += a->stores[k] == last;
        return stores == a->store_count && is_quiet(a, bb, load, a->first);
    }
    uint32_t count = 0, at = llvm_map_get(&a->graph->index, bb);
    memset(a->seen, 0, BITSET_WORDS(a->graph->count) * sizeof(uint64_t));
    if (at == LLVM_NONE || !is_quiet(a, bb, load, NULL) || !push(a, at, &count))
        return false;
    while (count) {
        uint32_t n = a->work[--count];
        LLVMBasicBlockRef from = a->graph->nodes[n].llvm;
        if (from == copy ? !is_quiet(a, from, NULL, a->first)
                         : !is_quiet(a, from, NULL, NULL) || !push(a, n, &count))
            return false;
    }
    return true;
}

// The block of all loads and stores that make the copy, or NULL.
static LLVMBasicBlockRef block_of_copy(struct array *a)
{
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(a->stores[0]);
    for (unsigned k = 0; k < a->store_count; k++)
        if (LLVMGetInstructionParent(a->stores[k]) != bb ||
            LLVMGetInstructionParent(copied(a->stores[k])) != bb)
            return NULL;
    for (a->first = LLVMGetFirstInstruction(bb); a->first; a->first = LLVMGetNextInstruction(a->first))
        for (unsigned k = 0; k < a->store_count; k++)
            if (copied(a->stores[k]) == a->first)
                return bb;
    return NULL;
}

// Computed before everything that is not in the entry block.
static bool is_known_at_start(const struct array *a)
{
    LLVMBasicBlockRef entry = a->graph->nodes[0].llvm;
    if (LLVMIsAInstruction(a->base) && LLVMGetInstructionParent(a->base) != entry)
        return false;
    for (unsigned k = 0; k < a->load_count; k++)
        if (LLVMGetInstructionParent(a->loads[k]) == entry)
            return false;
    return true;
}

// The pointer into the array, as one into what it is a copy of.
static LLVMValueRef moved(struct array *a, LLVMValueRef p)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(p));
    LLVMValueRef index[8];
    if (p == a->alloca) {
        index[0] = LLVMConstInt(LLVMInt32TypeInContext(c), (uint64_t)a->delta, true);
        return LLVMBuildGEP2(a->b, LLVMInt8TypeInContext(c), a->base, index, 1, "");
    }
    unsigned n = (unsigned)LLVMGetNumOperands(p) - 1;
    for (unsigned k = 0; k < n; k++)
        index[k] = LLVMGetOperand(p, k + 1);
    return LLVMBuildGEP2(a->b, LLVMGetGEPSourceElementType(p), moved(a, LLVMGetOperand(p, 0)), index, n, "");
}

static bool gep_fits(LLVMValueRef p)
{
    for (; LLVMIsAGetElementPtrInst(p); p = LLVMGetOperand(p, 0))
        if (LLVMGetNumOperands(p) > 8)
            return false;
    return true;
}

static void read_there(struct array *a, LLVMValueRef load)
{
    LLVMValueRef from = copied(a->stores[0]), tbaa = LLVMGetMetadata(from, a->tbaa),
                 invariant = LLVMGetMetadata(from, a->invariant_load);
    LLVMPositionBuilderBefore(a->b, load);
    LLVMValueRef v = LLVMBuildLoad2(a->b, LLVMTypeOf(load), moved(a, LLVMGetOperand(load, 0)), "");
    LLVMSetAlignment(v, a->align < LLVMGetAlignment(load) ? a->align : LLVMGetAlignment(load));
    if (tbaa)
        LLVMSetMetadata(v, a->tbaa, tbaa);
    if (a->invariant)
        LLVMSetMetadata(v, a->invariant_load, invariant);
    LLVMReplaceAllUsesWith(load, v);
    LLVMInstructionEraseFromParent(load);
}

static bool forward(struct array *a)
{
    a->invariant = true;
    if (!find_accesses(a, a->alloca) || !a->store_count)
        return false;
    bool same = a->invariant && !a->other_count && is_known_at_start(a), any = false;
    LLVMBasicBlockRef copy = block_of_copy(a);
    for (unsigned k = 0; k < a->load_count; k++) {
        LLVMValueRef load = a->loads[k];
        if (!gep_fits(LLVMGetOperand(load, 0)) ||
            !(same || (copy && !others_reach(a, load) && comes_from(a, copy, load))))
            continue;
        read_there(a, load);
        any = true;
    }
    return any;
}

bool llvm_forward_copies(struct llvm_facts *f)
{
    const struct llvm_graph *g = llvm_facts_graph(f);
    LLVMValueRef kernel = f->kernel;
    LLVMModuleRef m = LLVMGetGlobalParent(kernel);
    LLVMContextRef c = LLVMGetModuleContext(m);
    struct array first = {.dl = LLVMGetModuleDataLayout(m),
                          .b = LLVMCreateBuilderInContext(c),
                          .invariant_load = LLVMGetMDKindIDInContext(c, "invariant.load", 14),
                          .tbaa = LLVMGetMDKindIDInContext(c, "tbaa", 4),
                          .graph = g,
                          .seen = arena_array(f->arena, uint64_t, BITSET_WORDS(g->count)),
                          .work = arena_array(f->arena, uint32_t, g->count + 1)};
    bool any = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)); i;
         i = LLVMGetNextInstruction(i)) {
        struct array a = first;
        a.alloca = i;
        if (LLVMIsAAllocaInst(i))
            any |= forward(&a);
    }
    LLVMDisposeBuilder(first.b);
    return any;
}
