// Control flow: phis as copies at the ends of predecessors, and terminators.
//
// Critical edges are split, so a block whose successor has phis has no other successor, and copies go to its
// end. The copies of one edge happen at once (parallel): a temporary is needed only for cycles. At a
// divergent loop's exit, a value that is uniform within the loop is copied into lanes before the branch,
// while it is the leaving lanes' own.
#include "compiler/isel/operand/ctx.h"

static bool is_phi(LLVMValueRef i)
{
    return i && LLVMIsAPHINode(i);
}

// ---- copies

struct move {
    struct mir_operand dst, src;
    uint32_t readers; // moves not done yet that read dst
    bool done;
};

struct moves {
    struct move *m;
    uint32_t count;
    struct llvm_map by_dst; // vreg + 1 as a pointer -> move
};

static const void *vreg_key(uint32_t vreg)
{
    return (const void *)((uintptr_t)vreg + 1);
}

static uint32_t source_move(const struct moves *w, const struct move *m)
{
    return m->src.kind == MIR_OPK_VREG ? llvm_map_get(&w->by_dst, vreg_key(m->src.vreg)) : LLVM_NONE;
}

// Emits m and then whatever waited only for it, in a chain.
static void emit_chain(struct isel_ctx *x, struct moves *w, uint32_t at)
{
    while (at != LLVM_NONE && !w->m[at].done && !w->m[at].readers) {
        struct move *m = &w->m[at];
        isel_copy(x, m->dst, m->src);
        m->done = true;
        at = source_move(w, m);
        if (at != LLVM_NONE)
            w->m[at].readers--;
    }
}

static void emit_parallel(struct isel_ctx *x, struct moves *w)
{
    for (uint32_t i = 0; i < w->count; i++) {
        uint32_t from = source_move(w, &w->m[i]);
        if (from != LLVM_NONE)
            w->m[from].readers++;
    }
    for (uint32_t i = 0; i < w->count; i++)
        emit_chain(x, w, i);
    for (uint32_t i = 0; i < w->count; i++) { // only cycles are left: free one register of each
        struct move *m = &w->m[i];
        if (m->done)
            continue;
        struct mir_operand saved = isel_temp(x, m->dst.type, !isel_is_scalar(&m->dst));
        isel_copy(x, saved, m->dst);
        for (uint32_t at = source_move(w, m), last = i;; last = at, at = source_move(w, &w->m[at]))
            if (source_move(w, &w->m[at]) == i || at == LLVM_NONE) {
                struct move *reader = &w->m[at == LLVM_NONE ? last : at];
                saved.negate = reader->src.negate;
                saved.abs = reader->src.abs;
                reader->src = saved;
                break;
            }
        m->readers = 0;
        emit_chain(x, w, i);
    }
}

// Where the block's first phi, and so most likely each of them, has the predecessor.
static unsigned incoming_index(struct isel_ctx *x, uint32_t to, LLVMBasicBlockRef from)
{
    struct cfg_block *t = &x->cfg.blocks[to];
    if (!t->incoming) {
        LLVMValueRef phi = LLVMGetFirstInstruction(t->llvm);
        t->incoming = arena_new(x->arena, struct llvm_map);
        llvm_map_init(t->incoming, x->arena, LLVMCountIncoming(phi));
        for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
            llvm_map_set(t->incoming, LLVMGetIncomingBlock(phi, k), k);
    }
    return llvm_map_get(t->incoming, from);
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from, unsigned guess)
{
    unsigned n = LLVMCountIncoming(phi);
    if (guess < n && LLVMGetIncomingBlock(phi, guess) == from)
        return LLVMGetIncomingValue(phi, guess);
    for (unsigned k = 0; k < n; k++)
        if (LLVMGetIncomingBlock(phi, k) == from)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

static bool is_undef(LLVMValueRef v)
{
    return LLVMIsUndef(v) || LLVMIsPoison(v);
}

static void edge_copies(struct isel_ctx *x, uint32_t from, uint32_t to)
{
    const struct cfg_block *t = &x->cfg.blocks[to];
    LLVMValueRef first = LLVMGetFirstInstruction(t->llvm);
    if (t->pred_count < 2 || !is_phi(first))
        return;
    if (x->cfg.blocks[from].succ_count > 1) {
        isel_fail(x, "critical edge into a block with phis: %s", isel_inst_text(x, first));
        return;
    }
    struct moves w = {0};
    uint32_t n = 0;
    unsigned guess = incoming_index(x, to, x->cfg.blocks[from].llvm);
    for (LLVMValueRef i = first; is_phi(i); i = LLVMGetNextInstruction(i))
        n += isel_val(x, i)->n;
    w.m = arena_array(x->arena, struct move, n + 1);
    llvm_map_init(&w.by_dst, x->arena, n);
    for (LLVMValueRef i = first; is_phi(i); i = LLVMGetNextInstruction(i)) {
        struct isel_value *v = isel_val(x, i);
        LLVMValueRef in = incoming(i, x->cfg.blocks[from].llvm, guess);
        if (!in || is_undef(in) || in == i)
            continue;
        for (unsigned k = 0; k < v->n; k++) {
            if (v->c[k].kind == MIR_OPK_IMM) // known whichever way it comes
                continue;
            struct mir_operand src = isel_bits(x, isel_comp(x, in, k), v->c[k].type);
            if (src.kind == MIR_OPK_VREG && src.vreg == v->c[k].vreg && !src.negate && !src.abs)
                continue;
            llvm_map_set(&w.by_dst, vreg_key(v->c[k].vreg), w.count);
            w.m[w.count++] = (struct move){.dst = v->c[k], .src = src};
        }
    }
    emit_parallel(x, &w);
}

// Lanes leave a loop here: what they take along must be theirs.
static void exit_copies(struct isel_ctx *x, uint32_t from, uint32_t to)
{
    const struct cfg_block *t = &x->cfg.blocks[to];
    if (t->pred_count != 1)
        return;
    for (LLVMValueRef i = LLVMGetFirstInstruction(t->llvm); is_phi(i); i = LLVMGetNextInstruction(i)) {
        struct isel_value *v = isel_val(x, i);
        LLVMValueRef in = incoming(i, x->cfg.blocks[from].llvm, 0);
        if (!in || !v->divergent || !isel_val(x, in) || !v->phi_temporal)
            continue;
        for (unsigned k = 0; k < isel_type_comps(LLVMTypeOf(i)); k++) {
            struct mir_operand src = isel_comp(x, in, k);
            if (isel_is_scalar(&src) && src.kind != MIR_OPK_IMM) {
                bool narrow = isel_size(src.type) < 4 && src.type != EU_TYPE_HF;
                struct mir_operand dst = isel_temp(x, narrow ? EU_TYPE_D : src.type, true);
                isel_copy(x, dst, src);
                src = dst;
            }
            isel_set(x, v, k, src);
        }
    }
}

// ---- phis

// Phis of several predecessors get their registers before selection begins (block LLVM_NONE: of all blocks);
// those of one are other names for what comes in.
static void allocate(struct isel_ctx *x, LLVMValueRef phi)
{
    struct isel_value *v = isel_val(x, phi);
    LLVMTypeRef t = LLVMTypeOf(phi);
    unsigned n = isel_type_comps(t);
    const struct isel_value *web = &x->values[v->web];
    uint32_t surface;
    bool one = isel_one_surface(phi, &surface);
    if (web != v && !web->c)
        allocate(x, web->llvm);
    for (unsigned k = 0; k < n; k++) {
        struct mir_operand o = web != v        ? web->c[k]
                               : one && k == 1 ? mir_imm_ud(surface)
                                               : isel_temp(x, isel_elem_type(t), v->divergent);
        if (o.kind == MIR_OPK_VREG)
            x->s->vregs[o.vreg].carried = true;
        isel_set(x, v, k, o);
    }
}

void isel_phis(struct isel_ctx *x, uint32_t block)
{
    if (block == LLVM_NONE) {
        for (uint32_t b = 0; b < x->cfg.count; b++)
            for (LLVMValueRef i = LLVMGetFirstInstruction(x->cfg.blocks[b].llvm); is_phi(i);
                 i = LLVMGetNextInstruction(i))
                if (x->cfg.blocks[b].pred_count > 1 && !isel_val(x, i)->c)
                    allocate(x, i);
        return;
    }
    const struct cfg_block *b = &x->cfg.blocks[block];
    if (b->pred_count != 1)
        return;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b->llvm); is_phi(i); i = LLVMGetNextInstruction(i)) {
        struct isel_value *v = isel_val(x, i);
        LLVMValueRef in = incoming(i, x->cfg.blocks[b->pred[0]].llvm, 0);
        if (v->c)
            continue; // made at the loop's exit
        for (unsigned k = 0; k < isel_type_comps(LLVMTypeOf(i)); k++)
            isel_set(x, v, k, isel_comp(x, in, k));
    }
}

// ---- terminators

static struct mir_inst *emit_branch(struct isel_ctx *x, unsigned op)
{
    struct mir_inst *i = mir_inst_new(x->s, op, x->s->simd);
    mir_append(x->b, i);
    return i;
}

void isel_terminator(struct isel_ctx *x, LLVMValueRef inst)
{
    const struct cfg_block *b = &x->cfg.blocks[x->block];
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMRet:
    case LLVMUnreachable:
        emit_branch(x, MIR_OP_RET);
        return;
    case LLVMBr:
        break;
    default:
        isel_fail(x, "terminator: %s", isel_inst_text(x, inst));
        return;
    }
    if (b->succ_count == 1 || b->succ[0] == b->succ[1]) {
        edge_copies(x, x->block, b->succ[0]);
        exit_copies(x, x->block, b->succ[0]);
        if (b->succ[0] != x->block + 1)
            emit_branch(x, MIR_OP_BR);
        return;
    }
    for (unsigned k = 0; k < 2; k++) {
        edge_copies(x, x->block, b->succ[k]); // none, or a failure
        exit_copies(x, x->block, b->succ[k]);
    }
    struct isel_flag f = isel_cond(x, LLVMGetCondition(inst));
    struct mir_inst *br = emit_branch(x, MIR_OP_BR);
    br->pred = f.flag;
    br->pred_ctrl = EU_PRED_NORMAL;
    br->pred_inv = f.inv;
    x->b->divergent_branch = isel_branch_divergent(x, inst);
}

// ---- after selection

static bool jumps_only(const struct cfg_block *b)
{
    const struct mir_inst *i = b->first->first;
    return b->first == b->last && b->succ_count == 1 &&
           (!i || (!i->next && i->op == MIR_OP_BR && i->pred.kind == MIR_OPK_NONE));
}

// A loop's latch stays, as the only way back to the header: channels that come to it meet there, and while
// one goes back none waits inside the loop (mir_wait_first). It may go where all come from the block before
// it, unless that ends a loop as well: of structured control flow each loop has an end of its own.
static bool must_stay(const struct isel_ctx *x, uint32_t i)
{
    const struct cfg_block *b = &x->cfg.blocks[i];
    return b->succ[0] <= i && (!kiln_target_has_goto(x->s->target) || b->pred_count != 1 ||
                               b->pred[0] + 1 != i || jumps_only(&x->cfg.blocks[b->pred[0]]));
}

// Blocks that only jump (split edges that needed no copies) go: where a jump to block i ends up.
static uint32_t *forwarding(struct isel_ctx *x)
{
    uint32_t *to = arena_array(x->arena, uint32_t, x->cfg.count);
    for (uint32_t i = x->cfg.count; i-- > 0;) { // successors first, but for back edges, whose targets stay
        const struct cfg_block *b = &x->cfg.blocks[i];
        bool is_header = b->loop != LLVM_NONE && x->cfg.loops[b->loop].header == i;
        to[i] = i;
        if (i && !is_header && jumps_only(b) && !must_stay(x, i))
            to[i] = b->succ[0] > i ? to[b->succ[0]] : b->succ[0];
    }
    return to;
}

static void drop_forwarded(struct isel_ctx *x, const uint32_t *to)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->cfg.count; i++)
        if (to[i] != i)
            x->cfg.blocks[i].first->index = UINT32_MAX;
    for (uint32_t m = 0; m < x->s->block_count; m++)
        if (x->s->blocks[m]->index != UINT32_MAX) {
            struct mir_block *b = x->s->blocks[m];
            if (b->loop_header == b->index) // a loop of one block that selection made
                b->loop_header = n, b->loop_end = n + 1;
            b->index = n;
            x->s->blocks[n++] = b;
        }
    x->s->block_count = n;
}

// Jumps to the next block go, missing ones come.
static void settle_jumps(struct isel_ctx *x)
{
    for (uint32_t m = 0; m < x->s->block_count; m++) {
        struct mir_block *b = x->s->blocks[m];
        struct mir_inst *last = b->last;
        bool jumps = last && last->op == MIR_OP_BR;
        if (!b->succ[0] || b->succ[1])
            continue;
        if (jumps && last->pred.kind != MIR_OPK_NONE) { // both ways have become one
            last->pred.kind = MIR_OPK_NONE;
            last->pred_ctrl = EU_PRED_NONE;
            b->divergent_branch = false;
        }
        bool next = b->succ[0]->index == m + 1;
        if (jumps && next)
            mir_remove(last);
        else if (!jumps && !next)
            mir_append(b, mir_inst_new(x->s, MIR_OP_BR, x->s->simd));
    }
}

// Edges and loops of the machine blocks, from those of the LLVM blocks; loops within an LLVM block (selection
// made them) have linked themselves.
void isel_link(struct isel_ctx *x)
{
    const struct cfg *cfg = &x->cfg;
    uint32_t *to = forwarding(x);
    drop_forwarded(x, to);
    for (uint32_t i = 0; i < cfg->count; i++) {
        const struct cfg_block *b = &cfg->blocks[i];
        if (to[i] != i)
            continue;
        for (unsigned k = 0; k < b->succ_count; k++)
            if (!k || to[b->succ[k]] != to[b->succ[0]])
                mir_block_link(x->s, b->last, cfg->blocks[to[b->succ[k]]].first);
        for (uint32_t m = b->first->index; b->loop != LLVM_NONE && m <= b->last->index; m++) {
            struct mir_block *mb = x->s->blocks[m];
            mb->loop_depth += cfg->loops[b->loop].depth;
            if (mb->loop_header == UINT32_MAX)
                mb->loop_header = cfg->blocks[cfg->loops[b->loop].header].first->index;
        }
    }
    for (uint32_t l = 0; l < cfg->loop_count; l++) {
        const struct cfg_loop *loop = &cfg->loops[l];
        uint32_t last = loop->header + loop->block_count - 1;
        while (to[last] != last)
            last--;
        cfg->blocks[loop->header].first->loop_end = cfg->blocks[last].last->index + 1;
    }
    settle_jumps(x);
}
