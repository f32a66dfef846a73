// Takes out blocks that do nothing, once copies are merged (ra/coalesce.c) and they can be told: the blocks
// that split critical edges and hold a phi's copies are most often empty then. Jumps go on to where such a
// block leads.
//
// Control flow instructions are there already, because liveness, and so the merging of copies, needs to know
// where channels wait. They are taken out, and made anew by mir_cf from what it kept of the logical branches.
// Nothing that was merged becomes wrong: a channel that took d -> empty -> J waits for the same blocks as one
// that takes d -> J.
//
// Then conditions that only JMPIs read are computed for one channel: JMPI reads no more.
#include "compiler/mir/query.h"

enum { MAX_COMPARED = 64 }; // predecessors of a block

static bool is_empty(const struct mir_block *b)
{
    mir_foreach_inst(i, b)
    {
        if (!i->cf)
            return false;
    }
    return true;
}

// A latch of several predecessors stays: there channels that `continue` meet before the next iteration. So
// does one that other blocks precede: they are in the loop because it is behind them, and channels that leave
// the loop by them must not wait for the next iterations' (spirv/converge.c).
static bool may_go(const struct mir_block *b)
{
    const struct mir_block *to = b->succ[0];
    if (!b->index || !to || to == b || b->succ[1] || b->loop_end || (b->branch && b->branch->pred.kind))
        return false;
    bool back = to->index <= b->index;
    return (!back || (b->pred_count == 1 && b->preds[0]->index + 1 == b->index)) && is_empty(b);
}

static void add_pred(struct mir_shader *s, struct mir_block *b, struct mir_block *pred)
{
    for (uint32_t k = 0; k < b->pred_count; k++)
        if (b->preds[k] == pred)
            return;
    if (b->pred_count == b->pred_capacity) {
        uint32_t n = b->pred_capacity ? b->pred_capacity * 2 : 4;
        b->preds = arena_grow(s->arena, b->preds, b->pred_count * sizeof(*b->preds), n * sizeof(*b->preds));
        b->pred_capacity = n;
    }
    b->preds[b->pred_count++] = pred;
}

// What led to b leads to `to`.
static void redirect(struct mir_shader *s, struct mir_block *b, struct mir_block *to)
{
    for (uint32_t k = 0; k < b->pred_count; k++) {
        struct mir_block *p = b->preds[k];
        for (unsigned e = 0; e < 2; e++)
            if (p->succ[e] == b)
                p->succ[e] = to;
        add_pred(s, to, p);
        if (p->succ[0] == p->succ[1]) { // no choice is left
            p->succ[1] = NULL;
            p->branch = NULL;
            p->divergent_branch = false;
        }
    }
    b->pred_count = 0;
    b->succ[0] = NULL;
}

static void bypass(struct mir_shader *s, struct mir_block *b)
{
    struct mir_block *to = b->succ[0];
    mir_drop_pred(to, b);
    redirect(s, b, to);
}

// ---- blocks that do the same
// -----------------------------------------------------------------------------------
//
// The constants that a phi gets on several edges are set in a block for each. One will do: the last of them
// in layout order, where the channels of the others wait. Only constants: what else a block reads would have
// to live until there, and copies were merged without regard to that.

static bool sets_constants(const struct mir_block *b)
{
    bool any = false;
    mir_foreach_inst(i, b)
    {
        if (i->cf)
            continue;
        if (i->op != EU_OP_MOV || i->src[0].kind != MIR_OPK_IMM || i->dst.kind != MIR_OPK_VREG ||
            i->pred.kind || i->flag.kind || i->nomask)
            return false;
        any = true;
    }
    return any && b->index && b->succ[0] && !b->succ[1] && !b->loop_end && b->succ[0]->index > b->index &&
           !(b->branch && b->branch->pred.kind);
}

static const struct mir_inst *next_real(const struct mir_inst *i)
{
    while (i && i->cf)
        i = i->next;
    return i;
}

static bool does_the_same(const struct mir_block *x, const struct mir_block *y)
{
    const struct mir_inst *i = next_real(x->first), *k = next_real(y->first);
    for (; i && k; i = next_real(i->next), k = next_real(k->next))
        if (i->exec_size != k->exec_size || i->chan_offset != k->chan_offset || i->dst.vreg != k->dst.vreg ||
            i->dst.offset != k->dst.offset || i->dst.type != k->dst.type ||
            mir_dst_stride(&i->dst) != mir_dst_stride(&k->dst) || i->src[0].type != k->src[0].type ||
            i->src[0].imm != k->src[0].imm || i->saturate != k->saturate)
            return false;
    return !i && !k && x->succ[0] == y->succ[0] && x->loop_header == y->loop_header;
}

// Two predecessors of `to`, the first in front of the second.
static bool find_same(struct mir_block *to, struct mir_block **x, struct mir_block **y)
{
    for (uint32_t k = 0; k < to->pred_count; k++) {
        *x = to->preds[k];
        for (uint32_t n = 0; sets_constants(*x) && n < to->pred_count; n++) {
            *y = to->preds[n];
            if ((*x)->index < (*y)->index && sets_constants(*y) && does_the_same(*x, *y))
                return true;
        }
    }
    return false;
}

static bool merge_same(struct mir_shader *s, struct mir_block *to)
{
    struct mir_block *x, *y;
    bool any = false;
    for (; find_same(to, &x, &y); any = true) {
        mir_drop_pred(to, x);
        redirect(s, x, y);
        x->gone = true;
    }
    return any;
}

static void strip(struct mir_shader *s)
{
    for (uint32_t b = 0; b < s->block_count; b++) {
        struct mir_block *block = s->blocks[b];
        mir_foreach_inst_safe(i, block)
        {
            if (i->cf)
                mir_remove(i);
        }
        if (block->branch) {
            block->branch->prev = block->branch->next = NULL;
            mir_append(block, block->branch);
        }
        block->branch = NULL;
    }
}

static bool remove_empty_blocks(struct mir_shader *s)
{
    uint32_t n = 0;
    bool any = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        if (s->blocks[b]->pred_count > 1 && s->blocks[b]->pred_count <= MAX_COMPARED)
            any |= merge_same(s, s->blocks[b]);
    for (uint32_t b = 0; b < s->block_count; b++)
        if (!s->blocks[b]->gone && may_go(s->blocks[b])) {
            bypass(s, s->blocks[b]);
            any = s->blocks[b]->gone = true;
        }
    if (!any)
        return false;
    strip(s);
    for (uint32_t b = 0; b < s->block_count; b++)
        if (!s->blocks[b]->gone) {
            s->blocks[b]->index = n;
            s->blocks[n++] = s->blocks[b];
        }
    s->block_count = n;
    return true;
}

bool mir_opt_cfg(struct mir_shader *s)
{
    if (!s->has_cf)
        return false;
    mir_find_loops(s);
    if (!remove_empty_blocks(s))
        return false;
    mir_opt_dce(s); // conditions that nobody asks for now
    mir_cf(s);
    return true;
}

// ---- conditions of JMPI
// --------------------------------------------------------------------------------------

struct flag_use {
    bool wide;              // read or written otherwise
    struct mir_inst *first; // of the instructions that write it
    uint32_t writes;
};

static void note_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                     struct mir_range r)
{
    struct flag_use *u = ctx;
    if (i->op != EU_OP_JMPI || o != &i->pred || i->pred_ctrl > EU_PRED_NORMAL)
        u[vreg].wide = true;
}

static bool is_scalar_test(const struct mir_inst *i)
{
    if (!i->nomask || i->pred.kind || i->dst.kind == MIR_OPK_VREG || i->dst.kind == MIR_OPK_INDIRECT ||
        i->op >= EU_OP_COUNT || (i->op != EU_OP_CMP && i->op != EU_OP_MOV))
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind != MIR_OPK_NONE && !mir_is_imm(o) &&
            (o->kind != MIR_OPK_VREG || mir_src_stride(o, i->exec_size) != 0))
            return false;
    }
    return true;
}

static bool is_all_channels(const struct mir_shader *s, const struct flag_use *u)
{
    return u->first && !u->wide && u->writes * u->first->exec_size == s->simd;
}

bool mir_opt_jump(struct mir_shader *s)
{
    struct flag_use *use = arena_array(s->arena, struct flag_use, s->vreg_count + 1);
    bool any = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            mir_foreach_use(s, i, note_use, use);
            if (i->dst.kind == MIR_OPK_VREG)
                use[i->dst.vreg].wide = true;
            if (i->flag.kind != MIR_OPK_VREG)
                continue;
            struct flag_use *u = &use[i->flag.vreg];
            u->wide |= !is_scalar_test(i);
            u->first = u->writes++ ? u->first : i;
        }
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b])
        {
            if (i->flag.kind != MIR_OPK_VREG || !is_all_channels(s, &use[i->flag.vreg]))
                continue;
            any = true;
            if (i != use[i->flag.vreg].first) { // the same for the other channels
                mir_remove(i);
                continue;
            }
            s->vregs[i->flag.vreg].size = s->vregs[i->flag.vreg].align = 2;
            s->vregs[i->flag.vreg].uniform = true;
        }
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (is_all_channels(s, &use[v]))
            use[v].first->exec_size = 1;
    return any;
}
