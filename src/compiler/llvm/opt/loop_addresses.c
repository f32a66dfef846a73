// Computes in front of a loop what its addresses have in common in all rounds. LLVM hoists sums as they are
// written, and of (x + i) * 4 it hoists nothing. But an offset of 32 bits is a sum of multiples that wraps
// around, whatever its order:
//
//     p = base + (x + i) * 4      ->      q = base + x * 4 in front of the loop, p = q + i * 4
//
// where x is the same in all rounds, and i is not. What i * 4 takes is shared by all addresses of the round,
// and counters are the same in all lanes, so that it is a scalar.
//
// q takes a register all through the loop. So it is only made where x needs none any more, all lanes share q,
// or the loop carries few values. Constants stay behind p, where accesses beside each other are found by
// them, but for those that all addresses of a q add.
#include <llvm-c/Target.h>

#include "compiler/llvm/ir/counter.h"
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/facts/lanes.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/ir/sum.h"
#include "compiler/llvm/ir/uses.h"
#include "compiler/llvm/opt/opt.h"

enum {
    MAX_PARTS = 12,   // instructions of a sum
    DEPTH = 8,        // of a sum, and of what is the same in all lanes
    MAX_PLACES = 128, // in a kernel
    MAX_USES = 64,    // of a term that are looked at
    FEW = 12,         // values that a loop carries, at most, where registers are not counted
};

// What is computed in front of a loop.
struct front {
    LLVMValueRef base;
    struct llvm_sum fixed;
    uint32_t loop, constant;
    bool differ; // its addresses, in their constants
    bool taken;
    LLVMValueRef value;
};

// An address in a loop.
struct place {
    LLVMValueRef gep;
    struct llvm_sum fixed, moving;
    uint32_t constant;
    LLVMValueRef part[MAX_PARTS]; // instructions that go
    unsigned parts;
    struct front *front;
};

struct pass {
    struct arena *a;
    LLVMTargetDataRef dl;
    LLVMBuilderRef b;
    const struct llvm_graph *g;
    uint32_t loop;        // innermost around what is looked at
    struct llvm_map part; // instruction of a sum -> position of its place
    struct place *place;
    struct front *front;
    unsigned places, fronts;
};

static bool is_inside(const struct pass *p, uint32_t loop, LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v))
        return false;
    uint32_t node = llvm_map_get(&p->g->index, LLVMGetInstructionParent(v));
    return node != LLVM_NONE && llvm_loop_contains(p->g, loop, node);
}

// The block in front of the loop, which is in no other loop beside it; NULL: there is none.
static LLVMBasicBlockRef in_front_of(const struct pass *p, uint32_t loop)
{
    const struct llvm_node *h = &p->g->nodes[p->g->loops[loop].header];
    LLVMBasicBlockRef from = NULL;
    for (uint32_t k = 0; k < h->pred_count; k++) {
        if (llvm_loop_contains(p->g, loop, h->pred[k]))
            continue;
        if (from)
            return NULL;
        if (p->g->nodes[h->pred[k]].loop == p->g->loops[loop].parent)
            from = p->g->nodes[h->pred[k]].llvm;
    }
    return from;
}

// ---- sums

// Adds v * times to the sums of `x`; false: it has too many terms.
static bool take_apart(struct pass *p, struct place *x, LLVMValueRef v, uint32_t times, unsigned depth)
{
    int64_t c;
    uint32_t more;
    if (llvm_constant_i32(v, &c)) {
        x->constant += (uint32_t)c * times;
        return true;
    }
    if (!is_inside(p, p->loop, v))
        return llvm_sum_add(&x->fixed, v, times);
    if (!depth || x->parts == MAX_PARTS || !llvm_is_sum(v, &more) || llvm_count_uses(v, 2) > 1)
        return llvm_sum_add(&x->moving, v, times);
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    x->part[x->parts++] = v;
    return take_apart(p, x, LLVMGetOperand(v, 0), times * more, depth - 1) &&
           (op == LLVMShl || op == LLVMMul || take_apart(p, x, LLVMGetOperand(v, 1), times, depth - 1));
}

static bool is_counter(const struct pass *p, LLVMValueRef v)
{
    return LLVMIsAPHINode(v) && LLVMGetInstructionParent(v) == p->g->nodes[p->g->loops[p->loop].header].llvm;
}

// Does the address take fewer instructions then?
static bool pays(const struct pass *p, const struct place *x)
{
    LLVMValueRef base = LLVMGetOperand(x->gep, 0);
    bool added = !LLVMIsNull(base) && intrinsic_of(base) != INTRINSIC_SURFACE;
    unsigned now = x->parts + added, then = x->moving.count;
    for (unsigned k = 0; k < x->moving.count; k++)
        then += x->moving.term[k].times != 1 && !is_counter(p, x->moving.term[k].v);
    return x->fixed.count && x->moving.count && then < now;
}

// ---- what is computed in front

static bool is_fixed(const struct pass *p, uint32_t loop, const struct front *f)
{
    if (is_inside(p, loop, f->base))
        return false;
    for (unsigned k = 0; k < f->fixed.count; k++)
        if (is_inside(p, loop, f->fixed.term[k].v))
            return false;
    return true;
}

// Out of as many loops as it is the same in. NULL: there is nowhere to compute it.
static struct front *find_front(struct pass *p, const struct place *x)
{
    struct front f = {.base = LLVMGetOperand(x->gep, 0), .fixed = x->fixed, .constant = x->constant};
    f.loop = LLVM_NONE;
    for (uint32_t l = p->loop; l != LLVM_NONE && is_fixed(p, l, &f) && in_front_of(p, l);
         l = p->g->loops[l].parent)
        f.loop = l;
    if (f.loop == LLVM_NONE)
        return NULL;
    for (unsigned k = 0; k < p->fronts; k++) {
        struct front *o = &p->front[k];
        if (o->base != f.base || o->loop != f.loop || !llvm_same_sum(&o->fixed, &f.fixed))
            continue;
        o->differ |= o->constant != f.constant;
        return o;
    }
    p->front[p->fronts] = f;
    return &p->front[p->fronts++];
}

// Is the register of a term of `f` free in the loop, when all addresses of `f` and those that are taken are
// made of what is in front?
static bool is_released(const struct pass *p, const struct front *f, LLVMValueRef v)
{
    uint32_t parent = p->g->loops[f->loop].parent, header = p->g->loops[f->loop].header;
    if (!LLVMIsAInstruction(v) || (parent != LLVM_NONE && !is_inside(p, parent, v)) ||
        llvm_looks_uniform(v, DEPTH) || llvm_count_uses(v, MAX_USES) == MAX_USES)
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        uint32_t part = llvm_map_get(&p->part, user);
        const struct front *of = part == LLVM_NONE ? NULL : p->place[part].front;
        if (of && (of == f || of->taken))
            continue;
        if (is_inside(p, f->loop, user) ||
            llvm_map_get(&p->g->index, LLVMGetInstructionParent(user)) > header)
            return false;
    }
    return true;
}

static unsigned count_carried(const struct pass *p, uint32_t loop)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(p->g->nodes[p->g->loops[loop].header].llvm);
         LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
        n++;
    return n;
}

static bool has_room(const struct pass *p, const struct front *f)
{
    bool uniform = llvm_looks_uniform(f->base, DEPTH);
    for (unsigned k = 0; k < f->fixed.count; k++) {
        if (is_released(p, f, f->fixed.term[k].v))
            return true;
        uniform &= llvm_looks_uniform(f->fixed.term[k].v, DEPTH);
    }
    return uniform;
}

static void choose_fronts(struct pass *p)
{
    unsigned *more = arena_array(p->a, unsigned, p->g->loop_count + 1); // values than before, in a loop
    bool any = true;
    while (any) {
        any = false;
        for (unsigned k = 0; k < p->fronts; k++)
            if (!p->front[k].taken && has_room(p, &p->front[k]))
                any = p->front[k].taken = true;
    }
    for (unsigned k = 0; k < p->places; k++) {
        struct front *f = p->place[k].front;
        uint32_t l = p->g->nodes[llvm_map_get(&p->g->index, LLVMGetInstructionParent(p->place[k].gep))].loop;
        if (!f->taken && count_carried(p, l) + more[l] < FEW) {
            more[l]++;
            f->taken = true;
        }
    }
}

// ---- the new addresses

static LLVMValueRef build_sum(struct pass *p, const struct llvm_sum *s, uint32_t constant)
{
    LLVMTypeRef i32 = LLVMTypeOf(s->term[0].v); // there is one (pays)
    LLVMValueRef all = NULL;
    for (unsigned k = 0; k < s->count; k++) {
        uint32_t times = s->term[k].times;
        LLVMValueRef v = s->term[k].v;
        if (times & (times - 1) || !times)
            v = LLVMBuildMul(p->b, v, LLVMConstInt(i32, times, false), "");
        else if (times > 1)
            v = LLVMBuildShl(p->b, v, LLVMConstInt(i32, (unsigned)__builtin_ctz(times), false), "");
        all = all ? LLVMBuildAdd(p->b, all, v, "") : v;
    }
    return constant ? LLVMBuildAdd(p->b, all, LLVMConstInt(i32, constant, false), "") : all;
}

static LLVMValueRef build_address(struct pass *p, LLVMValueRef base, LLVMValueRef offset)
{
    LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(offset)));
    return LLVMBuildGEP2(p->b, i8, base, &offset, 1, "");
}

static void replace(struct pass *p, struct place *x)
{
    struct front *f = x->front;
    if (!f->taken)
        return;
    if (!f->value) {
        LLVMPositionBuilderBefore(p->b, LLVMGetBasicBlockTerminator(in_front_of(p, f->loop)));
        f->value = build_address(p, f->base, build_sum(p, &f->fixed, f->differ ? 0 : f->constant));
    }
    LLVMPositionBuilderBefore(p->b, x->gep);
    LLVMValueRef v = build_address(p, f->value, build_sum(p, &x->moving, 0));
    if (f->differ && x->constant) {
        LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
        v = build_address(p, v, LLVMConstInt(i32, x->constant, false));
    }
    LLVMReplaceAllUsesWith(x->gep, v);
    for (unsigned k = 0; k < p->fronts; k++) // of loops further in
        if (p->front[k].base == x->gep)
            p->front[k].base = v;
    LLVMInstructionEraseFromParent(x->gep);
}

static void look_at(struct pass *p, LLVMValueRef i)
{
    if (!LLVMIsAGetElementPtrInst(i) || p->places == MAX_PLACES || LLVMGetNumOperands(i) != 2)
        return;
    unsigned as = LLVMGetPointerAddressSpace(LLVMTypeOf(i));
    LLVMTypeRef t = LLVMGetGEPSourceElementType(i), index = LLVMTypeOf(LLVMGetOperand(i, 1));
    if ((as != KILN_AS_SURFACE && as != KILN_AS_SHARED) || LLVMGetTypeKind(index) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(index) != 32 || is_inside(p, p->loop, LLVMGetOperand(i, 0)))
        return;
    struct place *x = &p->place[p->places];
    int64_t member = 0;
    *x = (struct place){.gep = i};
    uint32_t step = (uint32_t)llvm_gep_step(p->dl, i, 1, &t, &member);
    if (!take_apart(p, x, LLVMGetOperand(i, 1), step, DEPTH) || !pays(p, x))
        return;
    x->front = find_front(p, x);
    if (!x->front)
        return;
    for (unsigned k = 0; k < x->parts; k++)
        llvm_map_set(&p->part, x->part[k], p->places);
    p->places++;
}

void llvm_split_loop_addresses(struct llvm_facts *f)
{
    struct arena *a = f->arena;
    LLVMModuleRef m = LLVMGetGlobalParent(f->kernel);
    struct pass *p = arena_array(a, struct pass, 1);
    p->a = a;
    p->dl = LLVMGetModuleDataLayout(m);
    p->g = llvm_facts_graph(f);
    if (!p->g->reducible || !p->g->loop_count)
        return;
    p->place = arena_array(a, struct place, MAX_PLACES + 1);
    p->front = arena_array(a, struct front, MAX_PLACES + 1);
    llvm_map_init(&p->part, a, MAX_PLACES);
    for (uint32_t n = 0; n < p->g->count; n++) {
        p->loop = p->g->nodes[n].loop;
        if (p->loop == LLVM_NONE)
            continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(p->g->nodes[n].llvm); i; i = LLVMGetNextInstruction(i))
            look_at(p, i);
    }
    choose_fronts(p);
    p->b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (unsigned k = 0; k < p->places; k++)
        replace(p, &p->place[k]);
    LLVMDisposeBuilder(p->b);
}
