// A value of which only the lower half of the channels is read is computed, and read from memory, in half as
// many:
//
//     send(16) %2:ud, %1:ud {dwords count 2 ...}        send(8) %2:ud, %1:ud {dwords count 2 ...}
//     mov(8)   %3:f, %2+64<16;8,2>:hf           ->      mov(8)  %3:f, %2+32<16;8,2>:hf
//
// Where lanes share factors (llvm/opt/share_loads.c, mir/opt/propagate.c) the upper lanes' reads are for
// nobody, nor are the addresses that these count on from round to round. So a vreg is taken to be narrow
// until a reader is found that is not narrow itself and asks for more.
#include "compiler/mir/analysis/defs.h"
#include "compiler/mir/ir/query.h"

struct vector {
    uint32_t part; // bytes of a component in all channels; 0: not defined yet
    bool wide;     // stays as it is
};

struct narrow {
    struct mir_shader *s;
    struct vector *v; // per vreg
};

// ---- what may be narrow

static bool works_on_each_lane(unsigned op)
{
    switch (op) {
    case MIR_OP_UNDEF:
    case EU_OP_MOV:
    case EU_OP_ADD:
    case EU_OP_MUL:
    case EU_OP_MAD:
    case EU_OP_SHL:
    case EU_OP_SHR:
    case EU_OP_ASR:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_NOT:
    case EU_OP_SEL:
        return true;
    default:
        return false;
    }
}

static bool has_plain_sources(const struct mir_inst *i)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        bool lanes = o->type == EU_TYPE_V || o->type == EU_TYPE_UV || o->type == EU_TYPE_VF;
        if (o->kind != MIR_OPK_NONE && o->kind != MIR_OPK_VREG && (o->kind != MIR_OPK_IMM || lanes))
            return false;
    }
    return true;
}

static bool is_read(const struct mir_inst *i)
{
    const struct mir_send *m = &i->send;
    bool plain =
        m->access == MIR_ACCESS_DWORDS || m->access == MIR_ACCESS_ELEMENT || m->access == MIR_ACCESS_SLOT;
    unsigned regs = 4u * i->exec_size / i->reg_bytes; // of a dword of each channel
    return plain && (m->mem == MIR_MEM_READ || m->mem == MIR_MEM_CONST_READ) && !m->header && !m->eot &&
           i->src[1].kind == MIR_OPK_NONE && i->src[0].kind == MIR_OPK_VREG && regs > 1 &&
           m->rlen % regs == 0 && m->mlen == regs * (m->wide ? 2 : 1);
}

// The bytes of a component that it writes in all channels, of as many components as its vreg has; 0: it is
// not to be narrowed.
static uint32_t part_of(const struct narrow *n, const struct mir_inst *i)
{
    const struct mir_operand *d = &i->dst;
    if (i->exec_size < 2 * mir_native_width(n->s) || i->chan_offset || d->kind != MIR_OPK_VREG || d->offset)
        return 0;
    uint32_t size = n->s->vregs[d->vreg].size;
    if (mir_op_is_send(i->op))
        return is_read(i) && i->pred.kind == MIR_OPK_NONE && size == (uint32_t)i->send.rlen * i->reg_bytes
                   ? 4u * i->exec_size
                   : 0;
    bool plain = works_on_each_lane(i->op) && i->flag.kind == MIR_OPK_NONE && !mir_touches_acc(i) &&
                 has_plain_sources(i) && (i->pred.kind == MIR_OPK_NONE || i->pred_ctrl == EU_PRED_NORMAL);
    return plain && mir_dst_stride(d) == 1 && eu_type_size(d->type) >= 4 &&
                   size == eu_type_size(d->type) * i->exec_size
               ? size
               : 0;
}

static void look_at_definition(struct narrow *n, const struct mir_inst *i)
{
    if (i->dst.kind == MIR_OPK_INDIRECT)
        n->v[i->dst.base].wide = true;
    if (i->dst.kind != MIR_OPK_VREG)
        return;
    struct vector *v = &n->v[i->dst.vreg];
    uint32_t part = part_of(n, i);
    v->wide |= !part || (v->part && v->part != part);
    v->part = part;
}

static bool is_narrow(const struct narrow *n, const struct mir_inst *i)
{
    return i->dst.kind == MIR_OPK_VREG && !n->v[i->dst.vreg].wide && part_of(n, i);
}

// ---- what is asked for

static bool reads_lower_half(const struct narrow *n, const struct mir_inst *i, unsigned k)
{
    const struct mir_operand *o = &i->src[k];
    uint32_t part = n->v[o->vreg].part;
    bool narrow = is_narrow(n, i);
    if (mir_op_is_send(i->op) && k < 2)
        return narrow && !o->offset && part == n->s->vregs[o->vreg].size &&
               part == (uint32_t)i->reg_bytes * i->send.mlen;
    struct mir_range r =
        mir_takes_registers(i->op) ? mir_src_range(i, k) : mir_region_range(o, i->exec_size >> narrow);
    return r.lo % part + (r.hi - r.lo) <= part / 2;
}

// True if it found another one that is wide. From the end on: what is asked of a chain is known at its end.
static bool look_at_readers(struct narrow *n)
{
    bool any = false;
    for (uint32_t b = n->s->block_count; b--;)
        for (const struct mir_inst *i = n->s->blocks[b]->last; i; i = i->prev) {
            for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
                const struct mir_operand *o = &i->src[k];
                if (o->kind != MIR_OPK_VREG || n->v[o->vreg].wide || reads_lower_half(n, i, k))
                    continue;
                n->v[o->vreg].wide = any = true;
            }
        }
    return any;
}

// ---- all

static void find_vectors(struct narrow *n)
{
    struct mir_shader *s = n->s;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            look_at_definition(n, i);
            for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
                const struct mir_operand *o = &i->src[k];
                if (o->kind == MIR_OPK_INDIRECT || o->kind == MIR_OPK_ADDROF)
                    n->v[o->kind == MIR_OPK_INDIRECT ? o->base : o->vreg].wide = true;
            }
        }
    for (uint32_t v = 0; v < s->vreg_count; v++)
        n->v[v].wide |= !n->v[v].part || s->vregs[v].file != MIR_GRF || s->vregs[v].phys >= 0;
}

static void narrow_sources(const struct narrow *n, struct mir_inst *i, bool narrow)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        struct mir_operand *o = &i->src[k];
        if (o->kind != MIR_OPK_VREG)
            continue;
        const struct vector *v = &n->v[o->vreg];
        if (!v->wide)
            o->offset = o->offset / v->part * (v->part / 2) + o->offset % v->part;
        if (narrow && o->width > i->exec_size / 2) {
            o->width = i->exec_size / 2;
            o->vstride = o->width * o->hstride;
        }
    }
}

// True if it did.
static bool halve(const struct narrow *n, struct mir_inst *i)
{
    bool narrow = is_narrow(n, i);
    narrow_sources(n, i, narrow);
    if (!narrow)
        return false;
    i->exec_size /= 2;
    i->send.mlen /= 2;
    i->send.rlen /= 2;
    return true;
}

static bool narrow_once(struct mir_shader *s)
{
    struct narrow n = {.s = s, .v = arena_array(s->arena, struct vector, s->vreg_count)};
    bool any = false;
    find_vectors(&n);
    while (look_at_readers(&n))
        ;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) any |= halve(&n, i);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        s->vregs[v].size /= n.v[v].wide ? 1 : 2;
    return any;
}

bool mir_opt_narrow(struct mir_shader *s)
{
    bool any = false;
    while (narrow_once(s))
        any = true;
    return any;
}
