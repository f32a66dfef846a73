// Makes accesses of three dwords of neighbours of two and one: the load-store-vectorizer knows powers of two
// only, messages have one to four components.
//
// A read is made where the first of the two is, if nothing between them may write what the second reads; a
// write where the second is, if nothing between them may read or write what the first writes.
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/memory.h"
#include "compiler/llvm/opt/opt.h"

enum { OPEN = 24 }; // accesses of a block that may still find their neighbour: the youngest

struct access {
    struct llvm_access llvm;
    LLVMTypeRef elem;
    unsigned dwords; // 0: it is none of those
    bool write;
};

static struct access look_at(LLVMTargetDataRef dl, LLVMValueRef i)
{
    struct access a = {.llvm = llvm_access_of(dl, i), .write = LLVMIsAStoreInst(i) != NULL};
    if (a.llvm.effect != LLVM_EFFECT_READ && a.llvm.effect != LLVM_EFFECT_WRITE)
        return a;
    LLVMTypeRef t = a.write ? LLVMTypeOf(LLVMGetOperand(i, 0)) : LLVMTypeOf(i);
    bool pair = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    a.elem = pair ? LLVMGetElementType(t) : t;
    unsigned as = a.llvm.space, n = pair ? LLVMGetVectorSize(t) : 1;
    bool dword = LLVMGetTypeKind(a.elem) == LLVMFloatTypeKind ||
                 (LLVMGetTypeKind(a.elem) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(a.elem) == 32);
    if (!dword || n > 2 || (as != KILN_AS_SURFACE && as != KILN_AS_SHARED && as != KILN_AS_GLOBAL) ||
        LLVMGetAlignment(i) < 4)
        return a;
    a.dwords = n;
    return a;
}

// Do both keep to what a merged access keeps to?
static bool alike(const struct access *a, const struct access *b)
{
    LLVMContextRef ctx = LLVMGetTypeContext(a->elem);
    unsigned invariant = LLVMGetMDKindIDInContext(ctx, "invariant.load", 14);
    return b->dwords && a->dwords + b->dwords == 3 && a->write == b->write && a->elem == b->elem &&
           a->llvm.place.base == b->llvm.place.base && a->llvm.place.offset == b->llvm.place.offset &&
           b->llvm.place.at == a->llvm.place.at + 4 * (int64_t)a->dwords && a->llvm.space == b->llvm.space &&
           a->llvm.scope == b->llvm.scope &&
           !LLVMGetMetadata(a->llvm.inst, invariant) == !LLVMGetMetadata(b->llvm.inst, invariant);
}

// Those that what follows may still be merged with; dwords 0: none.
struct open {
    struct access access[OPEN];
    unsigned next; // the place of the oldest
};

// The one that `b` goes on behind.
static struct access *find_open(struct open *o, const struct access *b)
{
    for (unsigned k = 0; k < OPEN; k++)
        if (o->access[k].dwords && alike(&o->access[k], b))
            return &o->access[k];
    return NULL;
}

// May it not be merged past `i`? What moves is a write, or the read that would go on behind a read.
static bool may_close(const struct llvm_access *i, const struct access *a)
{
    struct llvm_access moved = a->llvm;
    if (!a->write) {
        moved.place.at += 4 * (int64_t)a->dwords;
        moved.bytes = 4 * (3 - a->dwords);
    }
    return llvm_may_disturb(i, &moved);
}

// `i` comes between those and what follows.
static void close_before(struct open *o, const struct llvm_access *i)
{
    for (unsigned k = 0; k < OPEN && i->effect != LLVM_EFFECT_NONE; k++)
        if (o->access[k].dwords && may_close(i, &o->access[k]))
            o->access[k].dwords = 0;
}

static LLVMValueRef part(LLVMBuilderRef b, const struct access *a, LLVMValueRef v, unsigned k)
{
    return a->dwords == 1
               ? v
               : LLVMBuildExtractElement(
                     b, v, LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(a->elem)), k, false), "");
}

static void copy_metadata(LLVMValueRef to, LLVMValueRef from)
{
    static const char *const names[] = {"tbaa", "alias.scope", "noalias", "invariant.load"};
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(from));
    for (unsigned k = 0; k < 4; k++) {
        unsigned kind = LLVMGetMDKindIDInContext(ctx, names[k], (unsigned)strlen(names[k]));
        LLVMValueRef m = LLVMGetMetadata(from, kind);
        if (m)
            LLVMSetMetadata(to, kind, m);
    }
    LLVMInstructionSetDebugLoc(to, LLVMInstructionGetDebugLoc(from));
}

static void merge_loads(LLVMBuilderRef b, const struct access *p, const struct access *q)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(p->elem));
    LLVMPositionBuilderBefore(b, p->llvm.inst);
    LLVMValueRef v = LLVMBuildLoad2(b, LLVMVectorType(p->elem, 3), p->llvm.pointer, "");
    LLVMSetAlignment(v, LLVMGetAlignment(p->llvm.inst));
    copy_metadata(v, p->llvm.inst);
    const struct access *both[] = {p, q};
    for (unsigned k = 0, at = 0; k < 2; at += both[k++]->dwords) {
        LLVMValueRef r = both[k]->dwords == 1 ? NULL : LLVMGetPoison(LLVMVectorType(p->elem, 2));
        for (unsigned d = 0; d < both[k]->dwords; d++) {
            LLVMValueRef e = LLVMBuildExtractElement(b, v, LLVMConstInt(i32, at + d, false), "");
            r = r ? LLVMBuildInsertElement(b, r, e, LLVMConstInt(i32, d, false), "") : e;
        }
        LLVMReplaceAllUsesWith(both[k]->llvm.inst, r);
    }
}

static void merge_stores(LLVMBuilderRef b, const struct access *p, const struct access *q)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(p->elem));
    LLVMPositionBuilderBefore(b, q->llvm.inst);
    LLVMValueRef v = LLVMGetPoison(LLVMVectorType(p->elem, 3));
    const struct access *both[] = {p, q};
    for (unsigned k = 0, at = 0; k < 2; at += both[k++]->dwords)
        for (unsigned d = 0; d < both[k]->dwords; d++)
            v = LLVMBuildInsertElement(b, v, part(b, both[k], LLVMGetOperand(both[k]->llvm.inst, 0), d),
                                       LLVMConstInt(i32, at + d, false), "");
    LLVMValueRef s = LLVMBuildStore(b, v, p->llvm.pointer);
    LLVMSetAlignment(s, LLVMGetAlignment(p->llvm.inst));
    copy_metadata(s, p->llvm.inst);
}

static void merge_in_block(LLVMTargetDataRef dl, LLVMBuilderRef b, LLVMBasicBlockRef bb)
{
    struct open open = {.next = 0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        struct access q = look_at(dl, i), *p = q.dwords ? find_open(&open, &q) : NULL;
        struct access first = p ? *p : q;
        if (p)
            p->dwords = 0;
        close_before(&open, &q.llvm);
        if (!p) {
            if (q.dwords)
                open.access[open.next++ % OPEN] = q;
            continue;
        }
        if (q.write)
            merge_stores(b, &first, &q);
        else
            merge_loads(b, &first, &q);
        LLVMInstructionEraseFromParent(first.llvm.inst);
        LLVMInstructionEraseFromParent(q.llvm.inst);
    }
}

void llvm_merge_triples(LLVMValueRef kernel)
{
    LLVMModuleRef m = LLVMGetGlobalParent(kernel);
    LLVMTargetDataRef dl = LLVMGetModuleDataLayout(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        merge_in_block(dl, b, bb);
    LLVMDisposeBuilder(b);
}
