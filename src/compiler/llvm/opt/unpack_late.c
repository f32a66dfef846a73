// Keeps pairs of halves in their dwords until they are computed with. A vector of halves that one block
// loads, converts to floats and hands on to another (often by phis beside zeros: `if (inside) v = load`)
// takes half of the registers if the dwords are handed on, and converted where the floats are used.
//
// Only where all uses of a float are in one block that runs as often as the one of the conversion.
#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/opt/opt.h"

enum {
    MANY = 64,     // floats that are handed on: below that, registers have room for them
    MAX_USES = 64, // of one, that are looked at
    MAX_ELEMENTS = 8
};

struct unpack {
    const struct llvm_graph *g;
    LLVMContextRef ctx;
    LLVMBuilderRef b;
    LLVMValueRef *floats;    // that are handed on: conversions, or phis of one and zeros
    LLVMBasicBlockRef *user; // of each: the block of its uses
    unsigned count;
};

static uint32_t node_of(const struct unpack *u, LLVMBasicBlockRef bb)
{
    return llvm_map_get(&u->g->index, bb);
}

// The block that has all uses of `v`, another than its own and in the same loop; NULL: there is no such.
static LLVMBasicBlockRef only_user(const struct unpack *u, LLVMValueRef v)
{
    LLVMBasicBlockRef bb = NULL;
    unsigned n = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef i = LLVMGetUser(use);
        LLVMBasicBlockRef of = LLVMGetInstructionParent(i);
        if (LLVMIsAPHINode(i) || (bb && bb != of) || n++ == MAX_USES)
            return NULL;
        bb = of;
    }
    if (!bb || bb == LLVMGetInstructionParent(v))
        return NULL;
    uint32_t from = node_of(u, LLVMGetInstructionParent(v)), to = node_of(u, bb);
    return from != LLVM_NONE && to != LLVM_NONE && u->g->nodes[from].loop == u->g->nodes[to].loop ? bb : NULL;
}

// fpext(extractelement(load, k)): the load, or NULL.
static LLVMValueRef unpacked(LLVMValueRef v, unsigned *k)
{
    if (!LLVMIsAFPExtInst(v) || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMFloatTypeKind)
        return NULL;
    LLVMValueRef e = LLVMGetOperand(v, 0);
    if (!LLVMIsAExtractElementInst(e) || !LLVMIsAConstantInt(LLVMGetOperand(e, 1)))
        return NULL;
    LLVMValueRef load = LLVMGetOperand(e, 0);
    LLVMTypeRef t = LLVMTypeOf(load);
    if (!LLVMIsALoadInst(load) || LLVMGetTypeKind(LLVMGetElementType(t)) != LLVMHalfTypeKind ||
        LLVMGetVectorSize(t) % 2 || LLVMGetVectorSize(t) > MAX_ELEMENTS)
        return NULL;
    *k = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(e, 1));
    return *k < LLVMGetVectorSize(t) ? load : NULL;
}

static bool is_zero(LLVMValueRef v)
{
    return LLVMIsAConstant(v) && (LLVMIsNull(v) || LLVMIsUndef(v));
}

// phi of one unpacked half, which nothing else uses, and zeros: which of its values that is; or -1.
static int unpacked_one(LLVMValueRef phi, LLVMValueRef *load, unsigned *k)
{
    int found = -1;
    for (unsigned n = 0; n < LLVMCountIncoming(phi); n++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, n);
        if (is_zero(v))
            continue;
        LLVMUseRef use = found < 0 && (*load = unpacked(v, k)) ? LLVMGetFirstUse(v) : NULL;
        if (!use || LLVMGetNextUse(use))
            return -1;
        found = (int)n;
    }
    return found;
}

static bool is_candidate(LLVMValueRef v)
{
    LLVMValueRef load;
    unsigned k;
    return LLVMIsAPHINode(v)
               ? LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMFloatTypeKind && unpacked_one(v, &load, &k) >= 0
               : unpacked(v, &k) != NULL;
}

// Counts them, or notes them as well.
static unsigned look(struct unpack *u, LLVMValueRef kernel, bool note)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            LLVMBasicBlockRef user = is_candidate(i) ? only_user(u, i) : NULL;
            if (!user)
                continue;
            if (note) {
                u->floats[n] = i;
                u->user[n] = user;
            }
            n++;
        }
    return n;
}

static LLVMTypeRef dwords_of(const struct unpack *u, LLVMValueRef load)
{
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(load)) / 2;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(u->ctx);
    return n > 1 ? LLVMVectorType(i32, n) : i32;
}

// The load's dwords, behind it.
static LLVMValueRef make_dwords(struct unpack *u, LLVMValueRef load)
{
    LLVMPositionBuilderBefore(u->b, LLVMGetNextInstruction(load));
    return LLVMBuildBitCast(u->b, load, dwords_of(u, load), "");
}

// The phi of the load's dwords beside `phi`; NULL where there is none yet.
static LLVMValueRef find_phi(const struct unpack *u, LLVMValueRef phi, int n, LLVMValueRef load)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetInstructionParent(phi)); LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        if (LLVMTypeOf(i) != dwords_of(u, load) || LLVMCountIncoming(i) != LLVMCountIncoming(phi))
            continue;
        bool same = true;
        for (unsigned k = 0; same && k < LLVMCountIncoming(i); k++) {
            LLVMValueRef v = LLVMGetIncomingValue(i, k);
            same = LLVMGetIncomingBlock(i, k) == LLVMGetIncomingBlock(phi, k) &&
                   ((int)k == n ? LLVMIsABitCastInst(v) && LLVMGetOperand(v, 0) == load : is_zero(v));
        }
        if (same)
            return i;
    }
    return NULL;
}

static LLVMValueRef make_phi(struct unpack *u, LLVMValueRef phi, int n, LLVMValueRef load)
{
    LLVMValueRef made = find_phi(u, phi, n, load);
    if (made)
        return made;
    LLVMValueRef dwords = make_dwords(u, load);
    LLVMPositionBuilderBefore(u->b, phi);
    made = LLVMBuildPhi(u->b, dwords_of(u, load), "");
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        LLVMValueRef v = (int)k == n ? dwords : LLVMConstNull(dwords_of(u, load));
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
        LLVMAddIncoming(made, &v, &from, 1);
    }
    return made;
}

static LLVMValueRef first_use_in(LLVMBasicBlockRef bb, LLVMValueRef v)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
        for (int k = 0; k < LLVMGetNumOperands(i); k++)
            if (LLVMGetOperand(i, (unsigned)k) == v)
                return i;
    return LLVMGetBasicBlockTerminator(bb);
}

// `v` once more, of what is handed on instead, where it is used.
static void convert_late(struct unpack *u, LLVMValueRef v, LLVMBasicBlockRef user)
{
    LLVMValueRef load = NULL, from;
    unsigned k = 0;
    if (LLVMIsAPHINode(v)) {
        int n = unpacked_one(v, &load, &k);
        from = make_phi(u, v, n, load);
    } else {
        from = load = unpacked(v, &k);
    }
    LLVMPositionBuilderBefore(u->b, first_use_in(user, v));
    LLVMValueRef halves = from == load ? load : LLVMBuildBitCast(u->b, from, LLVMTypeOf(load), "");
    LLVMValueRef e =
        LLVMBuildExtractElement(u->b, halves, LLVMConstInt(LLVMInt32TypeInContext(u->ctx), k, false), "");
    LLVMReplaceAllUsesWith(v, LLVMBuildFPExt(u->b, e, LLVMTypeOf(v), ""));
    LLVMInstructionEraseFromParent(v);
}

bool llvm_unpack_late(struct llvm_facts *f)
{
    struct arena *a = f->arena;
    LLVMValueRef kernel = f->kernel;
    struct unpack u = {.ctx = LLVMGetModuleContext(LLVMGetGlobalParent(kernel))};
    u.g = llvm_facts_graph(f);
    unsigned n = look(&u, kernel, false);
    if (n < MANY)
        return false;
    u.floats = arena_array(a, LLVMValueRef, n);
    u.user = arena_array(a, LLVMBasicBlockRef, n);
    u.b = LLVMCreateBuilderInContext(u.ctx);
    look(&u, kernel, true);
    for (unsigned k = 0; k < n; k++)
        convert_late(&u, u.floats[k], u.user[k]);
    LLVMDisposeBuilder(u.b);
    return true;
}
