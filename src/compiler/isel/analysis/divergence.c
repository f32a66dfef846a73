// Which values differ between the lanes of a thread.
//
// Uniform values live in scalar registers and are computed once, unmasked. A value is divergent when
// - it is a source of divergence (lane index, private memory, atomics, loads from divergent addresses), or
//   an operand is;
// - it is a phi where lanes that a divergent branch separated meet again (sync dependence);
// - it is a phi at a divergent loop's exit of a value from within the loop: lanes left in different
//   iterations, and a scalar holds only the last one (temporal divergence). Needs loop-closed SSA form
//   (llvm_prepare).
//
// Meeting points: from a divergent branch, labels travel along the layout order, one per successor; a block
// that two labels reach is a meeting point and becomes a label itself; when one label is left, all lanes are
// together again. If a label leaves the loop before that, the loop's exits differ between lanes, and its exit
// blocks are like the successors of one divergent branch. Each branch walks only the region up to where lanes
// meet, and past inner loops, which one label enters at the most.
#include "compiler/isel/operand/ctx.h"
#include "util/bitset.h"

#include <string.h>

struct exits {
    uint32_t *to, count; // blocks of the loop around that some block of this loop leads to
    bool far;            // and some block leads out of that one too
};

struct walk {
    struct isel_ctx *x;
    struct exits *exits;        // by loop
    uint32_t *work, work_count; // values whose users are to be visited; each enters once
    uint32_t *label;            // by block, in the current walk
    uint64_t *pending;
    uint64_t *branch_done; // by block: its terminator has been walked
    uint64_t *phis_done;   // by block: lanes meet here
};

// ---- ways out of loops

static bool is_in(const struct cfg *cfg, uint32_t loop, uint32_t block)
{
    return loop == LLVM_NONE || cfg_loop_contains(cfg, loop, block);
}

static void add_exit(struct walk *w, uint32_t from, uint32_t to, bool fill)
{
    const struct cfg *cfg = &w->x->cfg;
    for (uint32_t l = cfg->blocks[from].loop; !is_in(cfg, l, to); l = cfg->loops[l].parent) {
        struct exits *e = &w->exits[l];
        if (!is_in(cfg, cfg->loops[l].parent, to)) {
            e->far = true;
            continue;
        }
        if (fill)
            e->to[e->count] = to;
        e->count++;
    }
}

static void find_exits(struct walk *w)
{
    const struct cfg *cfg = &w->x->cfg;
    w->exits = arena_array(w->x->arena, struct exits, cfg->loop_count + 1);
    for (unsigned fill = 0; fill < 2; fill++) {
        for (uint32_t b = 0; b < cfg->count; b++)
            for (unsigned k = 0; k < cfg->blocks[b].succ_count; k++)
                add_exit(w, b, cfg->blocks[b].succ[k], fill);
        for (uint32_t l = 0; l < cfg->loop_count && !fill; l++) {
            w->exits[l].to = arena_array(w->x->arena, uint32_t, w->exits[l].count + 1);
            w->exits[l].count = 0;
        }
    }
}

// ---- lanes that part

static void mark(struct walk *w, uint32_t i)
{
    struct isel_value *v = &w->x->values[i];
    if (v->divergent)
        return;
    v->divergent = true;
    w->work[w->work_count++] = i;
}

static void mark_phis(struct walk *w, uint32_t block)
{
    if (bitset_test(w->phis_done, block))
        return;
    bitset_set(w->phis_done, block);
    for (LLVMValueRef i = LLVMGetFirstInstruction(w->x->cfg.blocks[block].llvm); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
        bool same = true;
        for (unsigned k = 1; k < LLVMCountIncoming(i); k++)
            same &= LLVMGetIncomingValue(i, k) == LLVMGetIncomingValue(i, 0);
        if (!same)
            mark(w, llvm_map_get(&w->x->index, i));
    }
}

static void diverge_loop(struct walk *w, uint32_t loop);

static void reach(struct walk *w, uint32_t to, uint32_t label, uint32_t *waiting)
{
    if (!bitset_test(w->pending, to)) {
        bitset_set(w->pending, to);
        w->label[to] = label;
        ++*waiting;
    } else if (w->label[to] != label) {
        w->label[to] = to;
        mark_phis(w, to);
    }
}

// From block b on, lanes with its label go to `to`.
static void go_on(struct walk *w, uint32_t b, const uint32_t *to, uint32_t count, uint32_t loop,
                  uint32_t *waiting, bool *leaves)
{
    for (uint32_t k = 0; k < count; k++) {
        if (to[k] <= b)
            continue; // a back edge: the end
        if (is_in(&w->x->cfg, loop, to[k]))
            reach(w, to[k], w->label[b], waiting);
        else
            *leaves = true;
    }
}

// Lanes part towards `starts`, within `loop` (LLVM_NONE: the function).
static void part(struct walk *w, const uint32_t *starts, uint32_t count, uint32_t loop)
{
    const struct cfg *cfg = &w->x->cfg;
    uint32_t waiting = 0, lowest = cfg->count;
    bool leaves = false;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t to = starts[k];
        if (!is_in(cfg, loop, to)) {
            leaves = true;
        } else if (loop == LLVM_NONE || to != cfg->loops[loop].header) {
            reach(w, to, to, &waiting);
            lowest = to < lowest ? to : lowest;
        }
    }
    for (uint32_t b = lowest; waiting && b < cfg->count; b++) {
        uint64_t rest = w->pending[b / 64] >> (b % 64);
        if (!rest) {
            b |= 63;
            continue;
        }
        b += (uint32_t)__builtin_ctzll(rest);
        bitset_clear(w->pending, b);
        if (!--waiting) // those that have not left the loop are together again
            break;
        bitset_set(w->x->parted, b);
        uint32_t inner = cfg->blocks[b].loop;
        if (inner == loop) {
            go_on(w, b, cfg->blocks[b].succ, cfg->blocks[b].succ_count, loop, &waiting, &leaves);
        } else { // the header of a loop in ours
            go_on(w, b, w->exits[inner].to, w->exits[inner].count, loop, &waiting, &leaves);
            leaves |= w->exits[inner].far;
        }
    }
    if (leaves)
        diverge_loop(w, loop);
}

// The lanes in `loop` leave it in different iterations. If some leave the loop around with it, that is left
// in different iterations too, and sees to those ways out.
static void diverge_loop(struct walk *w, uint32_t loop)
{
    struct isel_ctx *x = w->x;
    struct cfg_loop *l = &x->cfg.loops[loop];
    const struct exits *e = &w->exits[loop];
    if (l->divergent_exit)
        return;
    l->divergent_exit = true;
    for (uint32_t k = 0; k < e->count; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(x->cfg.blocks[e->to[k]].llvm); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i)) {
            struct isel_value *in = isel_val(x, LLVMGetIncomingValue(i, 0));
            if (in && cfg_loop_contains(&x->cfg, loop, in->block)) {
                uint32_t at = llvm_map_get(&x->index, i);
                x->values[at].phi_temporal = true;
                mark(w, at);
            }
        }
    if (e->count + e->far > 1)
        part(w, e->to, e->count, l->parent);
    if (e->far)
        diverge_loop(w, l->parent);
}

static void diverge_branch(struct walk *w, uint32_t block)
{
    const struct cfg_block *b = &w->x->cfg.blocks[block];
    if (b->succ_count < 2 || b->succ[0] == b->succ[1] || bitset_test(w->branch_done, block))
        return;
    bitset_set(w->branch_done, block);
    part(w, b->succ, 2, b->loop);
}

bool isel_is_row(LLVMValueRef call, unsigned simd)
{
    int64_t log = 0;
    isel_const_int(LLVMGetOperand(call, 2), &log);
    return simd <= 1u << log;
}

// Of a call's result; what depends on the width is settled.
static enum intrinsic_lanes lanes_of(LLVMValueRef call, unsigned simd)
{
    enum intrinsic_lanes lanes = intrinsic_lanes(intrinsic_of(call));
    int64_t cluster = 0;
    if (lanes == INTRINSIC_SHARED)
        return isel_is_row(call, simd) ? INTRINSIC_UNIFORM : INTRINSIC_FOLLOWS;
    if (lanes != INTRINSIC_CLUSTER)
        return lanes;
    isel_const_int(LLVMGetOperand(call, 1), &cluster);
    return cluster > 0 && cluster < simd ? INTRINSIC_DIVERGENT : INTRINSIC_UNIFORM;
}

static bool is_source(struct isel_ctx *x, LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return true;
    case LLVMLoad:
        return LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(i, 0))) == KILN_AS_PRIVATE &&
               !isel_table_of(x, LLVMGetOperand(i, 0));
    case LLVMCall:
        return lanes_of(i, x->s->simd) == INTRINSIC_DIVERGENT;
    default:
        return false;
    }
}

// Whether the value's lanes, which differ, make those of its user differ.
static bool passes_on(struct isel_ctx *x, LLVMValueRef v, LLVMValueRef user)
{
    if (LLVMGetInstructionOpcode(user) != LLVMCall)
        return true;
    switch (lanes_of(user, x->s->simd)) {
    case INTRINSIC_UNIFORM:
        return intrinsic_lanes(intrinsic_of(user)) == INTRINSIC_SHARED && LLVMGetOperand(user, 1) == v;
    case INTRINSIC_INDEXED:
        return LLVMGetOperand(user, 1) == v;
    default:
        return true;
    }
}

void isel_divergence(struct isel_ctx *x)
{
    struct walk w = {.x = x,
                     .work = arena_array(x->arena, uint32_t, x->value_count + 1),
                     .label = arena_array(x->arena, uint32_t, x->cfg.count + 1),
                     .pending = arena_array(x->arena, uint64_t, BITSET_WORDS(x->cfg.count)),
                     .branch_done = arena_array(x->arena, uint64_t, BITSET_WORDS(x->cfg.count)),
                     .phis_done = arena_array(x->arena, uint64_t, BITSET_WORDS(x->cfg.count))};
    x->parted = arena_array(x->arena, uint64_t, BITSET_WORDS(x->cfg.count));
    find_exits(&w);
    for (uint32_t i = 0; i < x->value_count; i++)
        if (is_source(x, x->values[i].llvm))
            mark(&w, i);
    while (w.work_count) {
        arena_check_limit(); // a branch may look at all blocks
        LLVMValueRef v = x->values[w.work[--w.work_count]].llvm;
        for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            uint32_t i = llvm_map_get(&x->index, user);
            if (i == LLVM_NONE)
                continue; // in a block that is never reached
            if (LLVMGetInstructionOpcode(user) == LLVMBr)
                diverge_branch(&w, x->values[i].block);
            else if (passes_on(x, v, user))
                mark(&w, i);
        }
    }
}

bool isel_has_all_lanes(const struct isel_ctx *x, uint32_t block)
{
    const uint32_t *size = x->p->local_size;
    if ((uint64_t)size[0] * size[1] * size[2] % x->s->simd || bitset_test(x->parted, block))
        return false;
    for (uint32_t l = x->cfg.blocks[block].loop; l != LLVM_NONE; l = x->cfg.loops[l].parent)
        if (x->cfg.loops[l].divergent_exit || bitset_test(x->parted, x->cfg.loops[l].header))
            return false;
    return true;
}

bool isel_divergent(struct isel_ctx *x, LLVMValueRef v)
{
    struct isel_value *val = isel_val(x, v);
    return val && val->divergent;
}

bool isel_branch_divergent(struct isel_ctx *x, LLVMValueRef br)
{
    return LLVMIsConditional(br) && isel_divergent(x, LLVMGetCondition(br));
}
