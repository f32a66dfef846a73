// Execution sizes: an instruction on more channels than the EU takes at once becomes several on consecutive
// channels, by mir/ir/legal.h.
#include "compiler/mir/ir/legal.h"
#include "compiler/mir/lower/legalize.h"

static void advance_src(struct mir_operand *o, unsigned exec_size, unsigned channels)
{
    int stride = mir_src_stride(o, exec_size);
    unsigned size = eu_type_size(o->type);
    if ((o->kind != MIR_OPK_VREG && o->kind != MIR_OPK_INDIRECT) || stride == 0)
        return;
    if (stride > 0)
        o->offset += channels * (unsigned)stride * size;
    else
        o->offset += (channels / o->width * o->vstride + channels % o->width * o->hstride) * size;
}

static struct mir_inst *make_chunk(struct mir_shader *s, const struct mir_inst *i, unsigned first, unsigned n)
{
    struct mir_inst *c = arena_new(s->arena, struct mir_inst);
    *c = *i;
    c->exec_size = (uint8_t)n;
    if (!i->nomask || i->pred.kind != MIR_OPK_NONE || i->flag.kind != MIR_OPK_NONE)
        c->chan_offset = (uint8_t)(i->chan_offset + first);
    if (c->dst.kind == MIR_OPK_VREG)
        c->dst.offset += first * mir_dst_stride(&i->dst) * eu_type_size(i->dst.type);
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (c->src[k].kind != MIR_OPK_NONE)
            advance_src(&c->src[k], i->exec_size, first);
    return c;
}

// A chunk may overwrite what a later chunk reads: the destination overlaps a source other than channel for
// channel.
static bool chunks_collide(const struct mir_inst *i)
{
    if (i->dst.kind != MIR_OPK_VREG)
        return false;
    struct mir_range d = mir_dst_range(i);
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind != MIR_OPK_VREG || o->vreg != i->dst.vreg)
            continue;
        struct mir_range r = mir_src_range(i, k);
        bool same = o->offset == i->dst.offset &&
                    mir_src_stride(o, i->exec_size) == (int)mir_dst_stride(&i->dst) &&
                    eu_type_size(o->type) == eu_type_size(i->dst.type);
        if (!same && r.lo < d.hi && d.lo < r.hi)
            return true;
    }
    return false;
}

// Gives i a new packed destination, and copies from there behind it.
static void detach_dst(struct mir_shader *s, struct mir_inst *i)
{
    unsigned size = eu_type_size(i->dst.type);
    uint32_t bytes = size * i->exec_size;
    uint32_t t = mir_vreg_new(s, MIR_GRF, bytes, bytes >= s->reg_bytes ? s->reg_bytes : bytes,
                              s->vregs[i->dst.vreg].uniform);
    struct mir_inst *mov = mir_inst_new(s, EU_OP_MOV, i->exec_size);
    mov->chan_offset = i->chan_offset;
    mov->nomask = i->nomask;
    mov->dst = i->dst;
    mov->src[0] = mir_vec(t, 0, i->dst.type);
    if (i->op != EU_OP_SEL) {
        mov->pred = i->pred;
        mov->pred_inv = i->pred_inv;
        mov->pred_ctrl = i->pred_ctrl;
    }
    mov->line = i->line;
    i->dst = mir_vec(t, 0, i->dst.type);
    mir_insert_after(i, mov);
}

static struct mir_inst *group_end(struct mir_inst *i)
{
    if (!mir_touches_acc(i))
        return i;
    if (i->op == EU_OP_MACH) // a product of its own: mir/lower/accumulate.c
        return i->next && mir_is_low_half_of(i->next, i) ? i->next : i;
    while (i->next && i->next->exec_size == i->exec_size && mir_touches_acc(i->next))
        i = i->next;
    return i;
}

struct mir_inst *mir_split(struct mir_legalizer *z, struct mir_inst *i)
{
    struct mir_shader *s = z->s;
    if (mir_takes_registers(i->op) || i->op >= EU_OP_COUNT || mir_op_is_terminator(i->op) ||
        i->op == EU_OP_JOIN || i->op == EU_OP_WAIT || i->op == EU_OP_NOP)
        return i->next;
    struct mir_inst *end = group_end(i), *after = end->next;
    unsigned n = i->exec_size;
    for (struct mir_inst *g = i; g != after; g = g->next)
        while (!mir_is_legal_size(s, g, n))
            n /= 2;
    if (n == i->exec_size)
        return after;
    if (i == end && chunks_collide(i)) {
        detach_dst(s, i);
        after = i->next; // the copy is split in its turn
    }
    unsigned total = i->exec_size;
    if (n < 4 && total > n && i->chan_offset + total > 4 && !i->nomask) {
        z->error = arena_printf(s->arena, "%s(%u): no legal split into chunks of 4 channels",
                                mir_op_name(i->op), total);
        return after;
    }
    for (unsigned first = 0; first < total; first += n)
        for (struct mir_inst *g = i;; g = g->next) {
            mir_insert_before(i, make_chunk(s, g, first, n));
            if (g == end)
                break;
        }
    for (struct mir_inst *g = i; g != after;) {
        struct mir_inst *next = g->next;
        mir_remove(g);
        g = next;
    }
    return after;
}
