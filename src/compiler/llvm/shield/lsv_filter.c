// Takes accesses that have no neighbours out of the load-store-vectorizer's sight. Its time is quadratic in
// the accesses of a stretch of code, each pair a question to scalar evolution; most have no partner, and that
// shows without scalar evolution: pointers that differ by a constant have the same key here. The others are
// atomic (unordered) meanwhile: the vectorizer leaves those alone, and moves others past them as before.
#include <stdlib.h>

#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/shield/shield.h"

enum { DEPTH = 8 };

static uint64_t mix(uint64_t h, uint64_t v)
{
    h = (h ^ v) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

static bool constant(LLVMValueRef v, uint64_t *out)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64)
        return false;
    *out = LLVMConstIntGetZExtValue(v);
    return true;
}

static LLVMOpcode operation(LLVMValueRef v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    return op == LLVMOr && LLVMGetIsDisjoint(v) ? LLVMAdd : op;
}

// What is left of a number without the constants that are added to it.
static LLVMValueRef without_constants(LLVMValueRef v)
{
    uint64_t c;
    while (LLVMIsAInstruction(v) && operation(v) == LLVMAdd && constant(LLVMGetOperand(v, 1), &c))
        v = LLVMGetOperand(v, 0);
    return v;
}

// Of a number, whatever constant is added to it: which takes nothing of `depth`, or two numbers would be
// looked at to different depths.
static uint64_t number_key(LLVMValueRef v, unsigned depth)
{
    uint64_t c;
    v = without_constants(v);
    if (LLVMIsAConstantInt(v))
        return 1;
    if (!depth || !LLVMIsAInstruction(v))
        return mix(1, (uintptr_t)v);
    LLVMOpcode op = operation(v);
    switch (op) {
    case LLVMAdd: // in any order
        return number_key(LLVMGetOperand(v, 0), depth - 1) + number_key(LLVMGetOperand(v, 1), depth - 1);
    case LLVMShl:
    case LLVMMul:
        if (!constant(LLVMGetOperand(v, 1), &c))
            return mix(1, (uintptr_t)v);
        return number_key(LLVMGetOperand(v, 0), depth - 1) * (op == LLVMMul ? c : UINT64_C(1) << (c & 63));
    case LLVMSExt:
    case LLVMZExt:
        return number_key(LLVMGetOperand(v, 0), depth - 1);
    default:
        return mix(1, (uintptr_t)v);
    }
}

static uint64_t pointer_key(LLVMValueRef p)
{
    uint64_t h = 0;
    while (llvm_is_gep(p)) {
        LLVMTypeRef t = LLVMGetGEPSourceElementType(p);
        for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(p); k++) {
            if (!LLVMIsAConstantInt(LLVMGetOperand(p, k)))
                h += mix((uintptr_t)t + k, number_key(LLVMGetOperand(p, k), DEPTH));
        }
        p = LLVMGetOperand(p, 0);
    }
    return mix(h, (uintptr_t)p);
}

struct access {
    uint64_t key;
    LLVMValueRef inst;
};

static int by_key(const void *x, const void *y)
{
    const struct access *a = x, *b = y;
    return (a->key > b->key) - (a->key < b->key);
}

static LLVMValueRef pointer_of(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if ((op != LLVMLoad && op != LLVMStore) || LLVMGetVolatile(i) ||
        LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
        return NULL;
    return LLVMGetOperand(i, op == LLVMStore ? 1 : 0);
}

// Only these may be atomic in valid IR. Others stay in sight, where nothing is merged with them either.
static bool may_be_atomic(LLVMValueRef i)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetInstructionOpcode(i) == LLVMStore ? LLVMGetOperand(i, 0) : i);
    switch (LLVMGetTypeKind(t)) {
    case LLVMHalfTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMPointerTypeKind:
        return true;
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(t) >= 8 && !(LLVMGetIntTypeWidth(t) & (LLVMGetIntTypeWidth(t) - 1));
    default:
        return false;
    }
}

bool llvm_hide_isolated(struct arena *a, LLVMValueRef kernel, struct llvm_hidden *hidden)
{
    bool any = false;
    *hidden = (struct llvm_hidden){0};
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb)) {
        unsigned n = 0, found = 0;
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            n += pointer_of(i) != NULL;
        if (n < 2)
            continue;
        struct access *all = arena_array(a, struct access, n);
        hidden->insts = arena_grow(a, hidden->insts, hidden->count * sizeof(*hidden->insts),
                                   (hidden->count + n) * sizeof(*hidden->insts));
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            if (pointer_of(i))
                all[found++] = (struct access){
                    pointer_key(pointer_of(i)) * 2 + (LLVMGetInstructionOpcode(i) == LLVMStore), i};
        qsort(all, n, sizeof(*all), by_key);
        for (unsigned k = 0; k < n; k++) {
            bool first = !k || all[k - 1].key != all[k].key,
                 last = k + 1 == n || all[k + 1].key != all[k].key;
            any |= !first;
            if (!first || !last || !may_be_atomic(all[k].inst))
                continue;
            LLVMSetOrdering(all[k].inst, LLVMAtomicOrderingUnordered);
            hidden->insts[hidden->count++] = all[k].inst;
        }
    }
    return any;
}

void llvm_show_isolated(const struct llvm_hidden *hidden)
{
    for (uint32_t k = 0; k < hidden->count; k++)
        LLVMSetOrdering(hidden->insts[k], LLVMAtomicOrderingNotAtomic);
}
