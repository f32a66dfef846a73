// Keeps short private arrays in registers although their index is computed. LLVM's SROA gives up at such an
// index, and the array would be in scratch memory, with a message for each element that is written. Here what
// is accessed becomes a variable for each element, if an index chooses among a few; a read at a
// computed index is a chain of selects, and so is, for each element, a write.
//
// An index below the array's start is out of bounds, which SPIR-V leaves undefined: elements in front of the
// constant part of a computed address are not its, nor is what lies behind a member of another size.
#include <llvm-c/Target.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/opt/opt.h"

enum {
    MAX_SLOTS = 16,
    FEW = 4,              // elements that any index may choose among
    MAX_CHOICE = 8,       // that an index may choose among,
    MAX_ALL_CHOICES = 64, // where there are not many indices
    MAX_ACCESSES = 64,
    MAX_USES = 256
};

struct access {
    LLVMValueRef inst;
    int64_t at, size;   // constant bytes
    LLVMValueRef index; // in bytes, an i32; NULL: none
    int64_t end;        // with an index: of what it may choose
};

struct slot { // an element
    int64_t at, size;
    bool computed; // only computed addresses lead there
    LLVMValueRef variable;
};

struct array {
    LLVMValueRef alloca;
    LLVMTargetDataRef dl;
    LLVMBuilderRef b;
    LLVMTypeRef i32;
    struct access access[MAX_ACCESSES];
    unsigned count, uses;
    int64_t bytes;
    struct slot slot[MAX_SLOTS];
    unsigned slots;
};

// Adds a GEP's offset: *at, and *index, for which instructions are made in front of it.
static void add_gep(struct array *a, LLVMValueRef gep, int64_t *at, LLVMValueRef *index)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    LLVMPositionBuilderBefore(a->b, gep);
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
        LLVMValueRef i = LLVMGetOperand(gep, k);
        int64_t step = (int64_t)llvm_gep_step(a->dl, gep, k, &t, at);
        if (!step)
            continue;
        if (LLVMIsAConstantInt(i)) {
            *at += LLVMConstIntGetSExtValue(i) * step;
            continue;
        }
        LLVMValueRef n = LLVMBuildIntCast2(a->b, i, a->i32, true, "");
        n = LLVMBuildMul(a->b, n, LLVMConstInt(a->i32, (uint64_t)step, false), "");
        *index = *index ? LLVMBuildAdd(a->b, *index, n, "") : n;
    }
}

static LLVMTypeRef type_of(const struct access *s)
{
    return LLVMTypeOf(LLVMIsAStoreInst(s->inst) ? LLVMGetOperand(s->inst, 0) : s->inst);
}

// A load or store of whole bytes, or of a vector of such, through `p` and of nothing but data.
static bool add_access(struct array *a, LLVMValueRef i, LLVMValueRef p, int64_t at, LLVMValueRef index)
{
    bool store = LLVMIsAStoreInst(i) != NULL;
    if (a->count == MAX_ACCESSES || LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic ||
        (store && LLVMGetOperand(i, 0) == p))
        return false;
    struct access s = {.inst = i, .at = at, .index = index};
    LLVMTypeRef t = type_of(&s);
    s.size = (int64_t)LLVMStoreSizeOfType(a->dl, t);
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind || LLVMGetTypeKind(t) == LLVMArrayTypeKind ||
        LLVMSizeOfTypeInBits(a->dl, t) != (uint64_t)s.size * 8 || (s.size & (s.size - 1)))
        return false;
    a->access[a->count++] = s;
    return true;
}

static bool find_accesses(struct array *a, LLVMValueRef p, int64_t at, LLVMValueRef index)
{
    for (LLVMUseRef u = LLVMGetFirstUse(p); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef i = LLVMGetUser(u);
        if (++a->uses > MAX_USES)
            return false;
        if (LLVMIsAGetElementPtrInst(i)) {
            int64_t there = at;
            LLVMValueRef moved = index;
            if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMPointerTypeKind)
                return false;
            add_gep(a, i, &there, &moved);
            if (!find_accesses(a, i, there, moved))
                return false;
        } else if (!(LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) || !add_access(a, i, p, at, index)) {
            return false;
        }
    }
    return true;
}

static const struct slot *overlapping(const struct array *a, int64_t at, int64_t size)
{
    for (unsigned k = 0; k < a->slots; k++)
        if (a->slot[k].at < at + size && at < a->slot[k].at + a->slot[k].size)
            return &a->slot[k];
    return NULL;
}

// False: too many, or it overlaps another.
static bool add_slot(struct array *a, const struct access *s, int64_t at)
{
    const struct slot *o = overlapping(a, at, s->size);
    if (o)
        return o->at == at && o->size == s->size;
    if (a->slots == MAX_SLOTS)
        return false;
    a->slot[a->slots++] = (struct slot){.at = at, .size = s->size, .computed = s->index != NULL};
    return true;
}

// From one element that a computed index may choose to the next, in bytes.
static int64_t step_of(const struct access *s)
{
    unsigned zeros = llvm_trailing_zeros(s->index);
    return (int64_t)1 << (zeros < 16 ? zeros : 16);
}

static bool find_slots(struct array *a)
{
    unsigned computed = 0, choices = 0;
    int64_t most = 0;
    for (unsigned k = 0; k < a->count; k++) {
        const struct access *s = &a->access[k];
        if (s->at < 0 || s->at + s->size > a->bytes || (!s->index && !add_slot(a, s, s->at)))
            return false;
        computed += s->index != NULL;
    }
    for (unsigned k = 0; k < a->count; k++) {
        struct access *s = &a->access[k];
        if (!s->index)
            continue;
        int64_t step = step_of(s);
        if (step < s->size)
            return false;
        for (s->end = s->at; s->end + s->size <= a->bytes; s->end += step) {
            const struct slot *o = overlapping(a, s->end, s->size);
            if (o && !o->computed && o->size != s->size)
                break;
            if (s->end - s->at == MAX_CHOICE * step || !add_slot(a, s, s->end))
                return false;
        }
        int64_t n = (s->end - s->at) / step;
        choices += (unsigned)n;
        most = n > most ? n : most;
    }
    return computed && (most <= FEW || choices <= MAX_ALL_CHOICES);
}

static bool may_be(const struct slot *o, const struct access *s)
{
    int64_t behind = o->at - s->at;
    return o->size == s->size &&
           (s->index ? behind >= 0 && o->at < s->end && behind % step_of(s) == 0 : behind == 0);
}

// Is this the slot that the index chooses?
static LLVMValueRef chosen(struct array *a, const struct access *s, unsigned k)
{
    LLVMValueRef at = LLVMConstInt(a->i32, (uint64_t)(a->slot[k].at - s->at), true);
    return LLVMBuildICmp(a->b, LLVMIntEQ, s->index, at, "");
}

static void rewrite(struct array *a, const struct access *s)
{
    LLVMTypeRef t = type_of(s);
    bool store = LLVMIsAStoreInst(s->inst) != NULL;
    LLVMPositionBuilderBefore(a->b, s->inst);
    LLVMValueRef got = NULL;
    for (unsigned k = 0; k < a->slots; k++) {
        if (!may_be(&a->slot[k], s))
            continue;
        LLVMValueRef old = LLVMBuildLoad2(a->b, t, a->slot[k].variable, "");
        if (store) {
            LLVMValueRef value = LLVMGetOperand(s->inst, 0);
            if (s->index)
                value = LLVMBuildSelect(a->b, chosen(a, s, k), value, old, "");
            LLVMBuildStore(a->b, value, a->slot[k].variable);
        } else {
            got = got ? LLVMBuildSelect(a->b, chosen(a, s, k), old, got, "") : old;
        }
    }
    if (!store)
        LLVMReplaceAllUsesWith(s->inst, got);
    LLVMInstructionEraseFromParent(s->inst);
}

static bool split(LLVMValueRef alloca, LLVMTargetDataRef dl, LLVMBuilderRef b)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(alloca));
    struct array a = {.alloca = alloca,
                      .dl = dl,
                      .b = b,
                      .i32 = LLVMInt32TypeInContext(c),
                      .bytes = (int64_t)LLVMABISizeOfType(dl, LLVMGetAllocatedType(alloca))};
    if (!LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) ||
        LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0)) != 1 || !find_accesses(&a, alloca, 0, NULL) ||
        !find_slots(&a))
        return false;
    LLVMPositionBuilderBefore(b, alloca);
    for (unsigned k = 0; k < a.slots; k++)
        a.slot[k].variable = LLVMBuildAlloca(b, LLVMIntTypeInContext(c, (unsigned)a.slot[k].size * 8), "");
    for (unsigned k = 0; k < a.count; k++)
        rewrite(&a, &a.access[k]);
    return true;
}

bool llvm_split_arrays(LLVMValueRef kernel)
{
    LLVMModuleRef m = LLVMGetGlobalParent(kernel);
    LLVMTargetDataRef dl = LLVMGetModuleDataLayout(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    bool any = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsAAllocaInst(i))
            any |= split(i, dl, b);
    }
    LLVMDisposeBuilder(b);
    return any;
}
