// Lets lanes share what they read: loops whose products take factors that are the same in the four lanes of a
// quad, or in the lanes 8 apart, as of matrix products whose groups are 4 or 8 items wide.
//
// - A factor that is the same in a quad: each of its lanes reads (and converts) a quarter, and the products
//   take it from that lane (kiln.subgroup.shuffle, which mir/opt/propagate.c makes a part of the
//   multiply-add).
// - One that is the same in lane n and lane n + 8: the products of both take it from lane n, so that half of
//   what is converted is not needed.
//
// Lanes that are off read nothing, so that the loop is there twice: where all lanes of the subgroup come to
// it, it is this one, else the original. All of them stay together in it: one or two blocks, left by a
// condition that is the same in all lanes, with no writes.
//
// Which factors these are follows from the address: made of the index in the group by shifts and masks
// (llvm/ir/lane_index.h).
#include <llvm-c/Target.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/ir/lane_index.h"
#include "compiler/llvm/ir/map.h"
#include "compiler/llvm/ir/memory.h"
#include "compiler/llvm/opt/opt.h"

enum {
    QUAD = 3, // bits of the lane
    APART = 8,
    MAX_DEPTH = 24, // of what an address is made of
    MAX_LOADS = 32, // of a loop
    MAX_BODY = 1500,
    MIN_PRODUCTS = 32, // in a loop
    MIN_USES = 2,      // of a factor, on average
};

struct load {
    LLVMValueRef inst;
    struct llvm_place place;
    unsigned bytes, elem; // in all and of an element
    bool quad;            // the same in a quad; else in lanes 8 apart
    bool done;
};

struct loop {
    LLVMModuleRef m;
    LLVMContextRef ctx;
    LLVMTargetDataRef dl;
    LLVMBuilderRef b;
    LLVMTypeRef i32;
    LLVMBasicBlockRef before, head, body, exit; // body may be the head
    struct load load[MAX_LOADS];
    unsigned count;
};

// ---- what differs between lanes

static bool is_one_of(const struct loop *l, LLVMBasicBlockRef bb)
{
    return bb == l->head || bb == l->body;
}

// May v differ between lanes whose numbers differ in these bits? Of the loop's own phis it is assumed that
// they do not: each is asked for itself (`asked`), what it begins at and what it becomes.
static bool differs(const struct loop *l, LLVMValueRef v, uint32_t lanes, LLVMValueRef asked, unsigned depth)
{
    LLVMOpcode op;
    uint32_t by;
    if (!LLVMIsAInstruction(v))
        return false; // constants
    if (depth == MAX_DEPTH)
        return true;
    if (llvm_first_index(v) || (llvm_is_bit_step(v, &op, &by) && llvm_differing_bits(v, lanes) != UINT32_MAX))
        return llvm_differing_bits(v, lanes) != 0;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMPHI: {
        if (LLVMGetInstructionParent(v) != l->head)
            return true;
        if (v == asked)
            return false;
        if (asked)
            return true; // two that take turns
        for (unsigned k = 0; k < 2; k++)
            if (differs(l, LLVMGetIncomingValue(v, k), lanes, v, depth + 1))
                return true;
        return false;
    }
    case LLVMCall:
        if (intrinsic_of(v) == INTRINSIC_NONE &&
            LLVMGetIntrinsicID(LLVMGetCalledValue(v))) // of LLVM's: minima and so on
            break;
        if (intrinsic_of(v) == INTRINSIC_NONE)
            return true;
        if (intrinsic_lanes(intrinsic_of(v)) == INTRINSIC_UNIFORM)
            return false;
        if (intrinsic_lanes(intrinsic_of(v)) != INTRINSIC_FOLLOWS || intrinsic_is_convergent(intrinsic_of(v)))
            return true;
        break;
    case LLVMLoad:
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(v, 0))) != KILN_AS_PUSH)
            return true;
        break;
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return true;
    default:
        break;
    }
    unsigned n = (unsigned)LLVMGetNumOperands(v) - (LLVMIsACallInst(v) != NULL);
    for (unsigned k = 0; k < n; k++)
        if (differs(l, LLVMGetOperand(v, k), lanes, asked, depth + 1))
            return true;
    return false;
}

// ---- the loop

static LLVMValueRef branch_of(LLVMBasicBlockRef bb)
{
    LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
    return t && LLVMGetInstructionOpcode(t) == LLVMBr ? t : NULL;
}

// The only block that leads to bb besides `other`; NULL: there is none, or several.
static LLVMBasicBlockRef pred_besides(LLVMBasicBlockRef bb, LLVMBasicBlockRef other)
{
    LLVMBasicBlockRef found = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef i = LLVMGetUser(u);
        if (!LLVMIsATerminatorInst(i))
            continue;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(i);
        if (from == other)
            continue;
        if (found && found != from)
            return NULL;
        found = from;
    }
    return found;
}

// A loop of one block, or of two of which the first tests, with one way in and one way out.
static bool find_loop(struct loop *l, LLVMBasicBlockRef body)
{
    LLVMValueRef end = branch_of(body), test;
    if (!end)
        return false;
    l->body = body;
    if (LLVMIsConditional(end)) {
        l->head = body;
        test = end;
    } else {
        l->head = LLVMGetSuccessor(end, 0);
        test = branch_of(l->head);
    }
    if (!test || !LLVMIsConditional(test))
        return false;
    unsigned on = LLVMGetSuccessor(test, 0) == body ? 0 : 1;
    l->exit = LLVMGetSuccessor(test, 1 - on);
    if (LLVMGetSuccessor(test, on) != body || is_one_of(l, l->exit))
        return false;
    l->before = pred_besides(l->head, body);
    LLVMValueRef in = l->before ? branch_of(l->before) : NULL;
    return in && !LLVMIsConditional(in) && l->before != l->head &&
           (l->head == body || pred_besides(body, NULL) == l->head) &&
           pred_besides(l->exit, NULL) == l->head && !differs(l, LLVMGetCondition(test), 31, NULL, 0);
}

static bool has_simple_code(const struct loop *l)
{
    unsigned count = 0, products = 0;
    for (unsigned k = 0; k < (l->head == l->body ? 1 : 2); k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(k ? l->body : l->head); i;
             i = LLVMGetNextInstruction(i)) {
            enum llvm_effect e = llvm_effect_of(i);
            if (e == LLVM_EFFECT_WRITE || e == LLVM_EFFECT_ANY || ++count > MAX_BODY)
                return false;
            if (intrinsic_of(i) != INTRINSIC_NONE && intrinsic_is_convergent(intrinsic_of(i)))
                return false;
            products += LLVMGetInstructionOpcode(i) == LLVMFMul;
        }
    return products >= MIN_PRODUCTS;
}

// ---- what is read

static bool is_float(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMFloatTypeKind;
}

static unsigned element(LLVMValueRef extract)
{
    return (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(extract, 1));
}

// All that a factor is used for is products. How often; 0: it is not.
static unsigned products_of(LLVMValueRef factor)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(factor); u; u = LLVMGetNextUse(u), n++)
        if (LLVMGetInstructionOpcode(LLVMGetUser(u)) != LLVMFMul)
            return 0;
    return n;
}

// The float that an element becomes, if that is all.
static LLVMValueRef factor_of(LLVMValueRef extract)
{
    LLVMUseRef u = LLVMGetFirstUse(extract);
    if (is_float(extract))
        return extract;
    LLVMValueRef i = u && !LLVMGetNextUse(u) ? LLVMGetUser(u) : NULL;
    return i && LLVMGetInstructionOpcode(i) == LLVMFPExt && is_float(i) ? i : NULL;
}

static bool is_read_as_factors(LLVMValueRef load)
{
    unsigned n = 0, uses = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u), n++) {
        LLVMValueRef e = LLVMGetUser(u);
        if (!LLVMIsAExtractElementInst(e) || !LLVMIsAConstantInt(LLVMGetOperand(e, 1)))
            return false;
        LLVMValueRef f = factor_of(e);
        unsigned products = f ? products_of(f) : 0;
        if (!products)
            return false;
        uses += products;
    }
    return uses >= MIN_USES * n && n;
}

static void find_loads(struct loop *l)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(l->body); i && l->count < MAX_LOADS;
         i = LLVMGetNextInstruction(i)) {
        LLVMTypeRef t = LLVMTypeOf(i);
        if (LLVMGetInstructionOpcode(i) != LLVMLoad || LLVMGetTypeKind(t) != LLVMVectorTypeKind ||
            LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
            continue;
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetElementType(t));
        LLVMValueRef p = LLVMGetOperand(i, 0);
        if ((kind != LLVMHalfTypeKind && kind != LLVMFloatTypeKind) ||
            LLVMGetPointerAddressSpace(LLVMTypeOf(p)) != KILN_AS_SURFACE || !is_read_as_factors(i) ||
            !differs(l, p, 31, NULL, 0))
            continue;
        struct load *n = &l->load[l->count];
        *n = (struct load){
            .inst = i, .place = llvm_place_of(l->dl, p), .elem = kind == LLVMHalfTypeKind ? 2 : 4};
        n->bytes = n->elem * LLVMGetVectorSize(t);
        n->quad = !differs(l, p, QUAD, NULL, 0);
        if (n->quad || !differs(l, p, APART, NULL, 0))
            l->count++;
    }
}

// ---- two of it

static void clone(struct loop *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to, struct llvm_map *map,
                  LLVMValueRef *copies, uint32_t *count)
{
    LLVMPositionBuilderAtEnd(l->b, to);
    for (LLVMValueRef i = LLVMGetFirstInstruction(from); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef c;
        if (LLVMIsAPHINode(i)) { // a phi's blocks cannot be changed
            c = LLVMBuildPhi(l->b, LLVMTypeOf(i), "");
        } else {
            c = LLVMInstructionClone(i);
            LLVMInsertIntoBuilder(l->b, c);
        }
        llvm_map_set(map, i, *count);
        copies[(*count)++] = c;
    }
}

static LLVMValueRef copy_of(const struct llvm_map *map, LLVMValueRef *copies, LLVMValueRef v)
{
    uint32_t n = llvm_map_get(map, v);
    return n == UINT32_MAX ? v : copies[n];
}

static LLVMBasicBlockRef block_copy(const struct loop *l, LLVMBasicBlockRef bb, LLVMBasicBlockRef head,
                                    LLVMBasicBlockRef body)
{
    return bb == l->head ? head : bb == l->body ? body : bb;
}

// Values of the loop that are used behind it come from both.
static void merge_result(struct loop *l, LLVMValueRef v, LLVMValueRef c, LLVMBasicBlockRef head)
{
    LLVMValueRef phi = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(v), next; u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef i = LLVMGetUser(u);
        LLVMBasicBlockRef at = LLVMGetInstructionParent(i);
        if (is_one_of(l, at) || (at == l->exit && LLVMIsAPHINode(i)))
            continue;
        if (!phi) {
            LLVMPositionBuilder(l->b, l->exit, LLVMGetFirstInstruction(l->exit));
            phi = LLVMBuildPhi(l->b, LLVMTypeOf(v), "");
            LLVMAddIncoming(phi, (LLVMValueRef[]){v, c}, (LLVMBasicBlockRef[]){l->head, head}, 2);
            next = LLVMGetFirstUse(v);
            continue;
        }
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
            if (LLVMGetOperand(i, k) == v)
                LLVMSetOperand(i, k, phi);
        next = LLVMGetFirstUse(v);
    }
}

// Lanes that are all there go to the loop, others to a copy of it.
static void make_two(struct loop *l, struct arena *a)
{
    uint32_t count = 0;
    LLVMValueRef *copies = arena_array(a, LLVMValueRef, 2 * MAX_BODY + 2);
    struct llvm_map map;
    llvm_map_init(&map, a, MAX_BODY);
    LLVMBasicBlockRef head = LLVMInsertBasicBlockInContext(l->ctx, l->exit, "some.lanes"), body = head;
    if (l->body != l->head)
        body = LLVMInsertBasicBlockInContext(l->ctx, l->exit, "some.lanes.body");
    clone(l, l->head, head, &map, copies, &count);
    if (body != head)
        clone(l, l->body, body, &map, copies, &count);
    LLVMBasicBlockRef from[2] = {l->head, l->body};
    for (unsigned k = 0; k < (body == head ? 1 : 2); k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(from[k]); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef c = copy_of(&map, copies, i);
            for (unsigned n = 0; LLVMIsAPHINode(i) && n < LLVMCountIncoming(i); n++) {
                LLVMValueRef v = copy_of(&map, copies, LLVMGetIncomingValue(i, n));
                LLVMBasicBlockRef bb = block_copy(l, LLVMGetIncomingBlock(i, n), head, body);
                LLVMAddIncoming(c, &v, &bb, 1);
            }
            for (unsigned n = 0; !LLVMIsAPHINode(i) && n < (unsigned)LLVMGetNumOperands(c); n++) {
                LLVMValueRef o = LLVMGetOperand(c, n);
                if (!LLVMValueIsBasicBlock(o))
                    LLVMSetOperand(c, n, copy_of(&map, copies, o));
            }
            for (unsigned n = 0; LLVMIsATerminatorInst(c) && n < LLVMGetNumSuccessors(c); n++)
                LLVMSetSuccessor(c, n, block_copy(l, LLVMGetSuccessor(c, n), head, body));
        }
    for (LLVMValueRef i = LLVMGetFirstInstruction(l->exit); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        LLVMValueRef v = copy_of(&map, copies, LLVMGetIncomingValue(i, 0));
        LLVMAddIncoming(i, &v, &head, 1);
    }
    for (unsigned k = 0; k < (body == head ? 1 : 2); k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(from[k]); i; i = LLVMGetNextInstruction(i))
            merge_result(l, i, copy_of(&map, copies, i), head);

    LLVMValueRef in = LLVMGetBasicBlockTerminator(l->before);
    LLVMPositionBuilderBefore(l->b, in);
    LLVMValueRef yes = LLVMConstInt(LLVMInt1TypeInContext(l->ctx), 1, false);
    LLVMValueRef here = intrinsic_call(l->b, l->m, INTRINSIC_BALLOT, &yes, 1);
    LLVMValueRef size = intrinsic_call(l->b, l->m, INTRINSIC_SUBGROUP_SIZE, NULL, 0);
    LLVMValueRef rest = LLVMBuildSub(l->b, LLVMConstInt(l->i32, 32, false), size, "");
    LLVMValueRef all = LLVMBuildLShr(l->b, LLVMConstAllOnes(l->i32), rest, "");
    LLVMValueRef is_full = LLVMBuildICmp(l->b, LLVMIntEQ, here, all, "all.lanes");
    LLVMBuildCondBr(l->b, is_full, l->head, head);
    LLVMInstructionEraseFromParent(in);
}

// ---- sharing

static LLVMValueRef constant(const struct loop *l, uint32_t n)
{
    return LLVMConstInt(l->i32, n, false);
}

static LLVMValueRef from_lane(struct loop *l, LLVMValueRef v, LLVMValueRef lane)
{
    return intrinsic_call(l->b, l->m, INTRINSIC_SHUFFLE, (LLVMValueRef[]){v, lane}, 2);
}

// The loads of a run of bytes that four lanes can read a quarter each of, up to 16 bytes. How many bytes; 0:
// there is none.
static unsigned find_run(struct loop *l, struct load *first, struct load **run, unsigned *n, int64_t *lo)
{
    int64_t hi = first->place.at + first->bytes;
    *lo = first->place.at;
    *n = 0;
    run[(*n)++] = first;
    for (bool more = true; more;) {
        more = false;
        for (unsigned k = 0; k < l->count; k++) {
            struct load *o = &l->load[k];
            bool next = o->place.at == hi, before = o->place.at + o->bytes == *lo;
            if (o == first || o->done || !o->quad || o->elem != first->elem ||
                o->place.base != first->place.base || o->place.offset != first->place.offset ||
                (!next && !before) || hi - *lo + o->bytes > 64)
                continue;
            *lo = before ? o->place.at : *lo;
            hi = next ? o->place.at + o->bytes : hi;
            run[(*n)++] = o;
            more = true;
        }
    }
    int64_t bytes = hi - *lo;
    return bytes == 16 || bytes == 32 || bytes == 64 ? (unsigned)bytes : 0;
}

// Those that are the same in a quad, but not in such a run, may still be shared by lanes that are apart.
static void choose(struct loop *l)
{
    struct load *run[MAX_LOADS];
    unsigned n, kept = 0;
    int64_t lo;
    bool whole[MAX_LOADS];
    for (unsigned k = 0; k < l->count; k++)
        whole[k] = l->load[k].quad && find_run(l, &l->load[k], run, &n, &lo);
    for (unsigned k = 0; k < l->count; k++) {
        l->load[k].quad &= whole[k];
        if (whole[k] || !differs(l, LLVMGetOperand(l->load[k].inst, 0), APART, NULL, 0))
            l->load[kept++] = l->load[k];
    }
    l->count = kept;
}

static void replace(LLVMValueRef extract, LLVMValueRef with)
{
    LLVMValueRef f = factor_of(extract);
    LLVMReplaceAllUsesWith(f, with);
    if (f != extract)
        LLVMInstructionEraseFromParent(f);
    LLVMInstructionEraseFromParent(extract);
}

static void copy_metadata(LLVMValueRef to, LLVMValueRef from)
{
    size_t n = 0;
    LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);
    LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(from));
    for (unsigned k = 0; k < n; k++)
        LLVMSetMetadata(to, LLVMValueMetadataEntriesGetKind(all, k),
                        LLVMMetadataAsValue(ctx, LLVMValueMetadataEntriesGetMetadata(all, k)));
    LLVMDisposeValueMetadataEntries(all);
}

static void share_in_quad(struct loop *l, struct load *first)
{
    struct load *run[MAX_LOADS];
    unsigned n;
    int64_t lo;
    unsigned bytes = find_run(l, first, run, &n, &lo), part = bytes / 4, count = part / first->elem;
    for (unsigned k = 0; k < n; k++)
        run[k]->done = true;
    unsigned align = 4;
    for (unsigned k = 0; k < n; k++)
        if (run[k]->place.at == lo)
            align = LLVMGetAlignment(run[k]->inst);
    LLVMTypeRef f32 = LLVMFloatTypeInContext(l->ctx), i8 = LLVMInt8TypeInContext(l->ctx),
                elem = first->elem == 2 ? LLVMHalfTypeInContext(l->ctx) : f32;
    LLVMPositionBuilderBefore(l->b, LLVMGetBasicBlockTerminator(l->before));
    LLVMValueRef lane = intrinsic_call(l->b, l->m, INTRINSIC_LANE_ID, NULL, 0),
                 quarter =
                     LLVMBuildMul(l->b, LLVMBuildAnd(l->b, lane, constant(l, 3), ""), constant(l, part), "");
    LLVMValueRef there = LLVMBuildAdd(l->b, quarter, constant(l, (uint32_t)(lo - first->place.at)), ""),
                 quad = LLVMBuildAnd(l->b, lane, constant(l, 28), "");
    LLVMPositionBuilderBefore(l->b, first->inst); // the first of the block
    LLVMValueRef p = LLVMBuildGEP2(l->b, i8, LLVMGetOperand(first->inst, 0), &there, 1, "");
    LLVMValueRef own = LLVMBuildLoad2(l->b, count > 1 ? LLVMVectorType(elem, count) : elem, p, "");
    LLVMSetAlignment(own, align < part ? align : part);
    copy_metadata(own, first->inst);
    LLVMValueRef value[16], shared[4][16] = {{NULL}};
    for (unsigned k = 0; k < count; k++) {
        value[k] = count > 1 ? LLVMBuildExtractElement(l->b, own, constant(l, k), "") : own;
        if (first->elem == 2)
            value[k] = LLVMBuildFPExt(l->b, value[k], f32, "");
    }
    for (unsigned q = 0; q < 4; q++) {
        LLVMValueRef from = LLVMBuildOr(l->b, quad, constant(l, q), "");
        for (unsigned k = 0; k < count; k++)
            shared[q][k] = from_lane(l, value[k], from);
    }
    for (unsigned r = 0; r < n; r++)
        for (LLVMUseRef u = LLVMGetFirstUse(run[r]->inst), next; u; u = next) {
            LLVMValueRef e = LLVMGetUser(u);
            next = LLVMGetNextUse(u);
            unsigned at = (unsigned)(run[r]->place.at - lo) + element(e) * first->elem;
            replace(e, shared[at / part][at % part / first->elem]);
        }
}

static void share_apart(struct loop *l, struct load *s)
{
    s->done = true;
    LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(s->inst));
    LLVMValueRef lane = intrinsic_call(l->b, l->m, INTRINSIC_LANE_ID, NULL, 0),
                 from = LLVMBuildAnd(l->b, lane, constant(l, 31 & ~APART), "");
    for (LLVMUseRef u = LLVMGetFirstUse(s->inst), next; u; u = next) {
        LLVMValueRef e = LLVMGetUser(u), f = factor_of(e);
        next = LLVMGetNextUse(u);
        LLVMPositionBuilderBefore(l->b, LLVMGetNextInstruction(f));
        LLVMValueRef got = from_lane(l, f, from);
        for (LLVMUseRef p = LLVMGetFirstUse(f), after; p; p = after) {
            LLVMValueRef i = LLVMGetUser(p);
            after = LLVMGetNextUse(p);
            for (unsigned k = 0; i != got && k < 2; k++)
                if (LLVMGetOperand(i, k) == f)
                    LLVMSetOperand(i, k, got), after = LLVMGetFirstUse(f);
        }
    }
}

static void share(struct loop *l)
{
    for (unsigned k = 0; k < l->count; k++) {
        if (l->load[k].done)
            continue;
        if (l->load[k].quad)
            share_in_quad(l, &l->load[k]);
        else
            share_apart(l, &l->load[k]);
    }
}

void llvm_share_loads(struct arena *a, LLVMValueRef kernel)
{
    struct loop l = {.m = LLVMGetGlobalParent(kernel)};
    l.ctx = LLVMGetModuleContext(l.m);
    l.dl = LLVMGetModuleDataLayout(l.m);
    l.i32 = LLVMInt32TypeInContext(l.ctx);
    l.b = LLVMCreateBuilderInContext(l.ctx);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(kernel); bb; bb = LLVMGetNextBasicBlock(bb)) {
        l.count = 0;
        if (!find_loop(&l, bb) || !has_simple_code(&l))
            continue;
        find_loads(&l);
        choose(&l);
        if (!l.count)
            continue;
        make_two(&l, a);
        share(&l);
    }
    LLVMDisposeBuilder(l.b);
}
