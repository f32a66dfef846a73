// Short branches become predicates: no GOTO and JOIN, no IF, ELSE and ENDIF.
//
//     (-%f) br B2                     shl(16) %a:d, %x:d, 0x2:ud
//     B1: shl(16) %a:d, %x:d, 0x2:ud  (+%f) sends(16) ...
//         sends(16) ...          ->
//     B2:
//
// Of a branch that channels take one by one, to a block that nothing else leads to. What the block does for
// itself alone (values that nothing outside reads) is done for all channels; messages and what is read
// outside are done under the branch's condition. Of two sides the first writes what both write without a
// predicate.
//
// Refused: branches within, barriers and fences, other predicates than that, what reads across channels (a
// vector without mask, the mask itself, ANY and ALL) and so sees which are there, registers at addresses.
//
// How much: every branch instruction takes about as long as two of 16 channels, wherever it goes (Mesa
// brw_ir_performance.cpp: 8 clocks), and the channels of a thread often go the same way: what is done in vain
// costs no more than the branches that are saved.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"
#include "hw/budget.h"

enum {
    MAX_SIDE = 24,
};

enum fate { REFUSED, AS_IT_IS, PREDICATED, DROPPED };

struct side {
    struct mir_inst *inst[MAX_SIDE];
    enum fate fate[MAX_SIDE];
    bool own[MAX_SIDE]; // what it writes is read in this side only
    unsigned count, weight, messages;
    bool reads, decides; // has messages with results, flags of its own
    bool inv;            // where the flag is clear
};

struct pass {
    struct mir_shader *s;
    uint32_t *total, *here; // per vreg: reads and writes, of the program and of the side at hand
    struct mir_inst *br;    // the branch at hand
    bool *joins;            // per block: the next one is to become part of it
};

// ---- what is whose

struct counter {
    uint32_t *n;
    uint32_t by;
};

static void count_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                      struct mir_range r)
{
    struct counter *c = ctx;
    c->n[vreg] += c->by;
}

static void count(const struct mir_shader *s, const struct mir_inst *i, uint32_t *n, uint32_t by)
{
    struct counter c = {n, by};
    mir_foreach_use(s, i, count_use, &c);
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_ADDROF)
            n[i->src[k].vreg] += by;
    if (i->dst.kind == MIR_OPK_VREG)
        n[i->dst.vreg] += by;
    if (i->dst.kind == MIR_OPK_INDIRECT)
        n[i->dst.base] += by;
    if (i->flag.kind == MIR_OPK_VREG)
        n[i->flag.vreg] += by;
}

static bool is_own(const struct pass *p, uint32_t vreg)
{
    return p->here[vreg] == p->total[vreg] && p->s->vregs[vreg].phys < 0;
}

static unsigned mentions(const struct pass *p, const struct side *d, uint32_t vreg)
{
    uint32_t before = p->here[vreg], n;
    for (unsigned k = 0; k < d->count; k++)
        count(p->s, d->inst[k], p->here, 1);
    n = p->here[vreg] - before;
    for (unsigned k = 0; k < d->count; k++)
        count(p->s, d->inst[k], p->here, UINT32_MAX);
    return n;
}

// ---- one instruction

static bool plain_operands(const struct mir_inst *i)
{
    bool null = i->dst.kind == MIR_OPK_ARF && i->dst.arf == EU_ARF_NULL;
    if (i->dst.kind != MIR_OPK_NONE && i->dst.kind != MIR_OPK_VREG && !null)
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        null = o->kind == MIR_OPK_ARF && o->arf == EU_ARF_NULL;
        if (o->kind != MIR_OPK_NONE && o->kind != MIR_OPK_VREG && o->kind != MIR_OPK_IMM && !null)
            return false;
    }
    return !mir_leaves_acc(i);
}

static enum fate fate_of_send(const struct mir_inst *i)
{
    bool orders = i->send.mem == MIR_MEM_FENCE || i->send.mem == MIR_MEM_BARRIER;
    return i->nomask || i->pred.kind || i->send.eot || orders ? REFUSED : PREDICATED;
}

// For the whole thread: of what all channels share.
static bool is_shared_only(const struct pass *p, const struct mir_inst *i)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_VREG && !p->s->vregs[i->src[k].vreg].uniform)
            return false;
    return (i->pred.kind != MIR_OPK_VREG || p->s->vregs[i->pred.vreg].uniform) &&
           (i->dst.kind != MIR_OPK_VREG || is_own(p, i->dst.vreg));
}

static enum fate fate_of(const struct pass *p, const struct mir_inst *i)
{
    uint32_t condition = p->br->pred.vreg;
    bool writes_condition = (i->flag.kind == MIR_OPK_VREG && i->flag.vreg == condition) ||
                            (i->dst.kind == MIR_OPK_VREG && i->dst.vreg == condition);
    if (i->op == MIR_OP_UNDEF)
        return is_own(p, i->dst.vreg) ? AS_IT_IS : DROPPED;
    if (i->op >= EU_OP_COUNT || eu_op_is_branch((enum eu_op)i->op) || i->op == EU_OP_WAIT ||
        i->op == EU_OP_NOP || i->op == EU_OP_AVG || mir_is_systolic(i->op) || writes_condition ||
        !plain_operands(i) || i->pred_ctrl > EU_PRED_NORMAL ||
        (i->flag.kind == MIR_OPK_VREG && !is_own(p, i->flag.vreg)))
        return REFUSED;
    if (mir_op_is_send(i->op))
        return fate_of_send(i);
    if (i->nomask)
        return is_shared_only(p, i) ? AS_IT_IS : REFUSED;
    if (i->dst.kind != MIR_OPK_VREG || is_own(p, i->dst.vreg))
        return AS_IT_IS;
    bool chooses = i->op == EU_OP_SEL || i->op == EU_OP_CSEL; // has a use of its own for the predicate
    return i->pred.kind || i->flag.kind || chooses || p->s->vregs[i->dst.vreg].file != MIR_GRF ? REFUSED
                                                                                               : PREDICATED;
}

// In instructions of two registers.
static unsigned weight(const struct mir_inst *i)
{
    const unsigned pair = 2u * i->reg_bytes;
    unsigned size = mir_op_is_send(i->op) ? 1 : mir_exec_type_size(i),
             n = (i->exec_size * size + pair - 1) / pair;
    if (i->op == MIR_OP_UNDEF)
        return 0;
    if (i->op != EU_OP_MATH)
        return n;
    return n * (i->math >= EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER && i->math <= EU_MATH_INT_DIV_REMAINDER
                    ? 2 * BUDGET_PREDICATE_SIDES
                    : 2);
}

// ---- one side

// The instructions of the block that is one side, but for its jump. False: too many, or conditions that may
// depend on what was read for some channels only (KILN_SIM_CHECK=uninit would find them undefined).
static bool collect(const struct mir_block *b, struct side *d)
{
    mir_foreach_inst(i, b)
    {
        if (i->op == MIR_OP_BR && i == b->last && i->pred.kind == MIR_OPK_NONE)
            break;
        if (d->count == MAX_SIDE)
            return false;
        d->inst[d->count++] = i;
        d->weight += weight(i);
        d->messages += mir_op_is_send(i->op);
        d->reads |= mir_op_is_send(i->op) && i->send.rlen;
        d->decides |= i->flag.kind != MIR_OPK_NONE;
    }
    return !(d->reads && d->decides);
}

static void enter(const struct pass *p, const struct side *d, uint32_t by)
{
    for (unsigned k = 0; k < d->count; k++)
        count(p->s, d->inst[k], p->here, by);
}

static bool settle(const struct pass *p, struct side *d)
{
    bool ok = true;
    enter(p, d, 1);
    for (unsigned k = 0; k < d->count && ok; k++) {
        const struct mir_inst *i = d->inst[k];
        d->own[k] = i->dst.kind == MIR_OPK_VREG && is_own(p, i->dst.vreg);
        d->fate[k] = fate_of(p, i);
        ok = d->fate[k] != REFUSED;
    }
    enter(p, d, UINT32_MAX);
    return ok;
}

// ---- two sides

static bool same_place(const struct mir_inst *a, const struct mir_inst *b)
{
    return a->dst.kind == MIR_OPK_VREG && b->dst.kind == MIR_OPK_VREG && a->dst.vreg == b->dst.vreg &&
           a->dst.offset == b->dst.offset && mir_dst_stride(&a->dst) == mir_dst_stride(&b->dst) &&
           eu_type_size(a->dst.type) == eu_type_size(b->dst.type) && a->exec_size == b->exec_size &&
           a->chan_offset == b->chan_offset && !a->nomask && !b->nomask;
}

// Where side d writes the same as i, once, and does nothing else with it; or -1.
static int counterpart(const struct pass *p, const struct side *d, const struct mir_inst *i)
{
    for (unsigned k = 0; k < d->count; k++)
        if (same_place(d->inst[k], i))
            return d->fate[k] == PREDICATED && !mir_op_is_send(d->inst[k]->op) &&
                           mentions(p, d, i->dst.vreg) == 1
                       ? (int)k
                       : -1;
    return -1;
}

// What both sides write, the first one writes without a predicate.
static void share(const struct pass *p, struct side *first, const struct side *second)
{
    for (unsigned k = 0; k < second->count; k++) {
        const struct mir_inst *i = second->inst[k];
        if (second->fate[k] != PREDICATED || mir_op_is_send(i->op) || mentions(p, second, i->dst.vreg) != 1)
            continue;
        int n = counterpart(p, first, i);
        if (n >= 0)
            first->fate[n] = AS_IT_IS;
    }
}

// ---- the branch goes

static bool is_first_write(const struct side *d, unsigned at)
{
    for (unsigned k = 0; k < at; k++)
        if (d->inst[k]->dst.kind == MIR_OPK_VREG && d->inst[k]->dst.vreg == d->inst[at]->dst.vreg)
            return false;
    return true;
}

// What is written under a predicate only would seem to live from the loop's iteration before.
static void begin_range(struct pass *p, struct mir_block *to, const struct side *d, unsigned k)
{
    if (to->loop_header == UINT32_MAX || !d->own[k] || !is_first_write(d, k))
        return;
    struct mir_inst *undef = mir_inst_new(p->s, MIR_OP_UNDEF, 1);
    undef->dst = d->inst[k]->dst;
    mir_append(to, undef);
    count(p->s, undef, p->total, 1);
}

static void append(struct pass *p, struct mir_block *to, struct side *d)
{
    for (unsigned k = 0; k < d->count; k++) {
        struct mir_inst *i = d->inst[k];
        count(p->s, i, p->total, UINT32_MAX);
        mir_remove(i);
        if (d->fate[k] == DROPPED)
            continue;
        if (d->fate[k] == PREDICATED) {
            begin_range(p, to, d, k);
            i->pred = p->br->pred;
            i->pred_ctrl = EU_PRED_NORMAL;
            i->pred_inv = d->inv;
        }
        mir_append(to, i);
        count(p->s, i, p->total, 1);
    }
}

// `to` follows d at once: they are one block now, if nothing else leads there.
static bool may_join(const struct mir_block *d, const struct mir_block *to)
{
    return to->pred_count == 1 && !to->loop_end && to->loop_header == d->loop_header;
}

static void join_blocks(struct mir_block *d, struct mir_block *to)
{
    for (struct mir_inst *i = to->first, *next; i; i = next) {
        next = i->next;
        mir_remove(i);
        mir_append(d, i);
    }
    for (unsigned k = 0; k < 2; k++) {
        d->succ[k] = to->succ[k];
        for (uint32_t n = 0; to->succ[k] && n < to->succ[k]->pred_count; n++)
            if (to->succ[k]->preds[n] == to)
                to->succ[k]->preds[n] = d;
    }
    d->divergent_branch = to->divergent_branch;
    to->gone = true;
}

static bool is_long(const struct mir_block *b)
{
    unsigned n = 0;
    mir_foreach_inst(i, b) if (++n > 2 * MAX_SIDE) return true;
    return false;
}

static void convert(struct pass *p, struct mir_block *d, struct mir_block *end, struct side side[2],
                    struct mir_block *const block[2])
{
    struct mir_inst *br = d->last;
    count(p->s, br, p->total, UINT32_MAX);
    mir_remove(br);
    for (unsigned k = 0; k < 2; k++) {
        append(p, d, &side[k]);
        if (!block[k])
            continue;
        mir_drop_pred(end, block[k]);
        block[k]->gone = true;
    }
    mir_drop_pred(end, d);
    d->succ[0] = d->succ[1] = NULL;
    d->divergent_branch = false;
    mir_block_link(p->s, d, end);
    if (!may_join(d, end))
        return;
    p->joins[d->index] = is_long(end) || p->joins[end->index];
    if (!is_long(end))
        join_blocks(d, end);
}

// Long blocks, which are no sides: from the first on, so that each instruction moves once.
static void join_long_blocks(struct pass *p)
{
    for (uint32_t b = 0; b < p->s->block_count; b++) {
        struct mir_block *d = p->s->blocks[b];
        for (bool more = p->joins[b] && !d->gone; more;) {
            struct mir_block *to = d->succ[0];
            more = p->joins[to->index];
            join_blocks(d, to);
        }
    }
}

// ---- which branches

// Nothing else leads to b, and b to one place.
static bool is_side(const struct mir_block *d, const struct mir_block *b)
{
    return b->pred_count == 1 && b->succ[0] && !b->succ[1] && b->index > d->index && !b->loop_end &&
           b->loop_header == d->loop_header && b->succ[0]->index > b->index;
}

// Where both ways meet again, with the sides; NULL: they do not, or the block is none.
static struct mir_block *find_sides(struct mir_block *d, struct mir_block *block[2])
{
    struct mir_block *yes = d->succ[0], *no = d->succ[1];
    if (!d->last || d->last->op != MIR_OP_BR || !d->divergent_branch || !yes || !no || yes == no ||
        d->last->pred.kind != MIR_OPK_VREG || d->last->pred_ctrl > EU_PRED_NORMAL)
        return NULL;
    block[0] = is_side(d, yes) ? yes : NULL;
    block[1] = is_side(d, no) ? no : NULL;
    if (block[0] && block[1])
        return yes->succ[0] == no->succ[0] ? yes->succ[0] : NULL;
    if (block[0])
        return yes->succ[0] == no ? no : NULL;
    return block[1] && no->succ[0] == yes ? yes : NULL;
}

// Another edge to the same place may set the same constants: such blocks become one (mir/opt/cfg.c).
static bool is_shared_block(const struct side *d, const struct mir_block *end)
{
    unsigned constants = 0;
    for (unsigned k = 0; k < d->count; k++)
        constants += d->inst[k]->op == EU_OP_MOV && d->inst[k]->src[0].kind == MIR_OPK_IMM;
    return d->count && constants == d->count && end->pred_count > 2;
}

static bool is_short(const struct mir_shader *s, const struct side side[2], bool both)
{
    unsigned limit = both ? BUDGET_PREDICATE_SIDES : BUDGET_PREDICATE_SIDE;
    limit += s->simd == 32 ? limit / 2 : 0; // of more channels some more often go this way
    return side[0].messages + side[1].messages <= BUDGET_PREDICATE_MESSAGES &&
           side[0].weight + side[1].weight <= limit;
}

static bool visit(struct pass *p, struct mir_block *d)
{
    struct mir_block *block[2], *end = find_sides(d, block);
    struct side side[2] = {{.inv = false}, {.inv = false}};
    if (!end)
        return false;
    p->br = d->last;
    for (unsigned k = 0; k < 2; k++) {
        side[k].inv = p->br->pred_inv != (k == 1);
        if (block[k] && (!collect(block[k], &side[k]) || is_shared_block(&side[k], end)))
            return false;
    }
    if (!is_short(p->s, side, block[0] && block[1]) || !settle(p, &side[0]) || !settle(p, &side[1]))
        return false;
    if (side[0].messages) { // rather the simple side first
        struct side s = side[0];
        struct mir_block *b = block[0];
        side[0] = side[1];
        block[0] = block[1];
        side[1] = s;
        block[1] = b;
    }
    share(p, &side[0], &side[1]);
    convert(p, d, end, side, block);
    return true;
}

static void renumber(struct mir_shader *s)
{
    uint32_t n = 0;
    for (uint32_t b = 0; b < s->block_count; b++)
        if (!s->blocks[b]->gone) {
            s->blocks[b]->index = n;
            s->blocks[n++] = s->blocks[b];
        }
    s->block_count = n;
    for (uint32_t b = 0; b < n; b++) {
        struct mir_block *block = s->blocks[b];
        bool jumps = block->last && mir_op_is_terminator(block->last->op);
        if (!jumps && block->succ[0] && block->succ[0]->index != b + 1)
            mir_append(block, mir_inst_new(s, MIR_OP_BR, s->simd));
    }
    mir_facts_keep(s, MIR_KEEPS_NOTHING);
    mir_loops(s);
}

bool mir_opt_predicate(struct mir_shader *s)
{
    struct pass p = {.s = s,
                     .total = arena_array(s->arena, uint32_t, s->vreg_count + 1),
                     .here = arena_array(s->arena, uint32_t, s->vreg_count + 1),
                     .joins = arena_array(s->arena, bool, s->block_count + 1)};
    bool any = false;
    mir_loops(s);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) count(s, i, p.total, 1);
    for (uint32_t b = s->block_count; b--;) // what is inside first
        any |= !s->blocks[b]->gone && visit(&p, s->blocks[b]);
    join_long_blocks(&p);
    if (any)
        renumber(s);
    return any;
}
