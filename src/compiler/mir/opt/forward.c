// Forwards copies of parts, which mir_opt_copy does not see: after legalization, when instructions are cut
// to what the EU executes at once. Vectors are put together of what several messages return, qwords of two
// dwords, payloads of what other messages returned; who reads only such a part reads where it came from, and
// a message whose payload lies somewhere already takes it from there. mir_opt_dce removes the copies that
// nobody reads then.
//
// A byte of a vreg may be forwarded if one instruction of the program writes it, on every way to who reads it
// (it is not carried). As with whole vregs
// (mir/opt/copy.c) a read that the copy reaches is then one that the copy's source reaches, with the same
// value: in the channels that the copy was executed for, so readers must be masked like it and read each
// channel's own element.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

enum { MAX_DEFS = 16 }; // of a vreg that is looked at

struct once { // of a vreg: has each byte one definition?
    bool checked, apart;
};

struct forward {
    struct mir_shader *s;
    struct mir_def_lists defs;
    struct once *once; // per vreg
    bool changed;
};

// Element-wise: two regions that interleave write different bytes.
static bool write_apart(const struct mir_inst *a, const struct mir_inst *b)
{
    struct mir_range ra = mir_dst_range(a), rb = mir_dst_range(b);
    if (ra.hi <= rb.lo || rb.hi <= ra.lo)
        return true;
    unsigned size = eu_type_size(a->dst.type), stride = mir_dst_stride(&a->dst);
    if (mir_op_is_send(a->op) || mir_op_is_send(b->op) || size != eu_type_size(b->dst.type) ||
        stride != mir_dst_stride(&b->dst) || ra.lo % size || rb.lo % size)
        return false;
    return (ra.lo / size) % stride != (rb.lo / size) % stride;
}

// The definitions of a vreg, at most MAX_DEFS where it is looked at.
static struct mir_inst **defs_of(const struct forward *f, uint32_t vreg, uint32_t *count)
{
    *count = f->defs.first[vreg + 1] - f->defs.first[vreg];
    return f->defs.list + f->defs.first[vreg];
}

static bool write_apart_each(struct mir_inst *const *def, uint32_t count)
{
    if (!count || count > MAX_DEFS)
        return false;
    for (uint32_t a = 0; a < count; a++) {
        if (def[a]->dst.kind != MIR_OPK_VREG || def[a]->nomask)
            return false;
        for (uint32_t b = 0; b < a; b++)
            if (!write_apart(def[a], def[b]))
                return false;
    }
    return true;
}

// Each byte has one definition.
static bool defined_once(struct forward *f, uint32_t vreg)
{
    struct once *o = &f->once[vreg];
    const struct mir_vreg *v = &f->s->vregs[vreg];
    uint32_t count;
    struct mir_inst **def = defs_of(f, vreg, &count);
    if (!o->checked)
        o->apart =
            v->file == MIR_GRF && v->phys < 0 && !v->uniform && !v->carried && write_apart_each(def, count);
    o->checked = true;
    return o->apart;
}

// A masked copy of dwords, channel by channel.
static bool is_copy(struct forward *f, const struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0];
    if (i->op != EU_OP_MOV || i->pred.kind || i->saturate || i->cmod || i->nomask || i->exec_size == 1 ||
        o->kind != MIR_OPK_VREG || o->negate || o->abs || eu_type_size(i->dst.type) != 4 ||
        eu_type_size(o->type) != 4 || mir_is_float(i->dst.type) != mir_is_float(o->type))
        return false;
    return mir_src_stride(o, i->exec_size) >= 1 && defined_once(f, o->vreg);
}

// The copy that wrote what `o` of `i` reads for i's channels; *first: the first of them in the copy.
static const struct mir_inst *copy_behind(struct forward *f, const struct mir_inst *i,
                                          const struct mir_operand *o, unsigned *first)
{
    int stride = mir_src_stride(o, i->exec_size);
    if (stride < 1 || !defined_once(f, o->vreg))
        return NULL;
    uint32_t count;
    struct mir_inst **def = defs_of(f, o->vreg, &count);
    for (uint32_t k = 0; k < count; k++) {
        const struct mir_inst *c = def[k];
        if (c == i || c->chan_offset > i->chan_offset || (unsigned)stride != mir_dst_stride(&c->dst))
            continue;
        *first = (unsigned)(i->chan_offset - c->chan_offset);
        if (*first + i->exec_size <= c->exec_size &&
            o->offset == c->dst.offset + *first * 4u * (unsigned)stride && is_copy(f, c))
            return c;
    }
    return NULL;
}

static void forward_source(struct forward *f, struct mir_inst *i, unsigned k)
{
    struct mir_operand *o = &i->src[k];
    unsigned first;
    if (o->kind != MIR_OPK_VREG || eu_type_size(o->type) != 4 || i->nomask || i->exec_size == 1)
        return;
    const struct mir_inst *c = copy_behind(f, i, o, &first);
    if (!c)
        return;
    unsigned stride = (unsigned)mir_src_stride(&c->src[0], c->exec_size),
             at = c->src[0].offset + first * 4 * stride;
    bool plain = i->op < EU_OP_COUNT && i->op != EU_OP_MATH && eu_op_num_srcs((enum eu_op)i->op) < 3 &&
                 i->dst.kind == MIR_OPK_VREG && eu_type_size(i->dst.type) == 4;
    if ((stride != 1 && !plain) || stride > 2 ||
        at % f->s->reg_bytes + ((i->exec_size - 1u) * stride + 1) * 4 > 2 * f->s->reg_bytes)
        return;
    struct mir_operand with =
        stride == 1 ? mir_vec(c->src[0].vreg, at, o->type) : mir_strided(c->src[0].vreg, at, o->type, 2);
    with.negate = o->negate;
    with.abs = o->abs;
    *o = with;
    f->changed = true;
}

// Where all of a payload was copied from, each register of it to where the message wants it: *at in *vreg.
static bool payload_elsewhere(struct forward *f, const struct mir_inst *i, unsigned k, uint32_t *vreg,
                              uint32_t *at)
{
    const struct mir_operand *o = &i->src[k];
    struct mir_range r = mir_src_range(i, k);
    uint32_t covered = 0;
    if (!defined_once(f, o->vreg))
        return false;
    uint32_t count;
    struct mir_inst **def = defs_of(f, o->vreg, &count);
    for (uint32_t n = 0; n < count; n++) {
        const struct mir_inst *c = def[n];
        struct mir_range w = mir_dst_range(c);
        if (w.hi <= r.lo || w.lo >= r.hi)
            continue;
        const struct mir_operand *from = &c->src[0];
        unsigned lane = (w.lo - r.lo) / 4 % i->exec_size + i->chan_offset;
        if (w.lo < r.lo || w.hi > r.hi || !is_copy(f, c) || mir_dst_stride(&c->dst) != 1 ||
            mir_src_stride(from, c->exec_size) != 1 || lane != c->chan_offset || c->exec_size > i->exec_size)
            return false;
        if (from->offset + r.lo < w.lo ||
            (covered && (from->vreg != *vreg || from->offset - (w.lo - r.lo) != *at)))
            return false;
        *vreg = from->vreg;
        *at = from->offset - (w.lo - r.lo);
        covered += w.hi - w.lo;
    }
    return covered == r.hi - r.lo && *at % f->s->reg_bytes == 0;
}

static void forward_payload(struct forward *f, struct mir_inst *i, unsigned k)
{
    uint32_t vreg = 0, at = 0;
    const struct mir_operand *other = &i->src[1 - k];
    if (i->src[k].kind != MIR_OPK_VREG || i->nomask || !payload_elsewhere(f, i, k, &vreg, &at))
        return;
    if (other->kind == MIR_OPK_VREG && other->vreg == vreg)
        return; // payloads of a split send must not overlap
    i->src[k].vreg = vreg;
    i->src[k].offset = at;
    f->changed = true;
}

bool mir_opt_forward(struct mir_shader *s)
{
    struct forward f = {
        .s = s, .defs = *mir_def_lists(s), .once = arena_array(s->arena, struct once, s->vreg_count + 1)};
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            bool send = mir_op_is_send(i->op);
            for (unsigned k = 0; k < (send ? 2u : (unsigned)MIR_MAX_SRCS); k++)
                send ? forward_payload(&f, i, k) : forward_source(&f, i, k);
        }
    return f.changed;
}
