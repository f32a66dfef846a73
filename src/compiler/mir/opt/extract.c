// Bytes and words of dwords are read where they lie: shifts and masks that only take one out become a region
// of the dword, and what adds, multiplies, compares or converts the extracted value reads that region itself.
//
// What is taken from what is known for vregs with one definition, in the same channels, from vregs with one
// definition too: then the dword has the same value wherever the extracted value is read (see
// mir/opt/propagate.c; uniform values are only exchanged for uniform ones).
//
// A product takes one byte at most, as its second factor beside a dword; or two words of one kind, which give
// all 32 bits. Two bytes would be multiplied as words.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

// Bytes byte .. byte + size - 1 of each channel's dword of a vreg, extended to 32 bits. Size 3, or moved up
// by some bytes with zeros below: only parts of that are of use.
struct part {
    uint32_t vreg, byte;
    uint8_t size, up;
    bool is_signed;
};

struct extract {
    struct mir_shader *s;
    const struct mir_def *defs;
    struct part *parts; // per vreg; size 0: none
    bool changed;
};

static bool is_int(enum eu_type t)
{
    return t == EU_TYPE_UD || t == EU_TYPE_D || t == EU_TYPE_UW || t == EU_TYPE_W || t == EU_TYPE_UB ||
           t == EU_TYPE_B;
}

static enum eu_type narrow_type(const struct part *p)
{
    if (p->size == 1)
        return p->is_signed ? EU_TYPE_B : EU_TYPE_UB;
    return p->is_signed ? EU_TYPE_W : EU_TYPE_UW;
}

// One channel after the other, a dword apart; or one value for all.
static bool by_dwords(const struct mir_operand *o, unsigned exec_size)
{
    int stride = mir_src_stride(o, exec_size);
    return stride == 0 || stride * (int)eu_type_size(o->type) == 4;
}

static bool is_source(const struct extract *e, const struct mir_inst *i, const struct mir_operand *o)
{
    if (o->kind != MIR_OPK_VREG || o->negate || o->abs || !is_int(o->type) || !by_dwords(o, i->exec_size))
        return false;
    const struct mir_vreg *v = &e->s->vregs[o->vreg];
    return v->file == MIR_GRF && mir_is_defined_once(e->s, e->defs, o->vreg);
}

// A definition whose value may be known: whole dwords, one a channel (or one), for the channels that run.
static bool is_plain_def(const struct extract *e, const struct mir_inst *i)
{
    if (i->pred.kind || i->saturate || i->cmod || i->flag.kind || i->dst.kind != MIR_OPK_VREG ||
        i->dst.offset || !is_int(i->dst.type) || eu_type_size(i->dst.type) != 4 || !mir_dst_is_full(i) ||
        e->defs[i->dst.vreg].count != 1)
        return false;
    const struct mir_vreg *v = &e->s->vregs[i->dst.vreg];
    return v->file == MIR_GRF && v->phys < 0 && mir_dst_range(i).hi == v->size &&
           v->uniform == (i->exec_size == 1) && i->nomask == v->uniform;
}

// What the instruction takes out of its first source.
static bool part_of(const struct mir_inst *i, struct part *p)
{
    const struct mir_operand *o = &i->src[0], *c = &i->src[1];
    unsigned size = eu_type_size(o->type);
    *p = (struct part){.vreg = o->vreg, .byte = o->offset};
    if (i->op == EU_OP_MOV) {
        p->size = (uint8_t)size;
        p->is_signed = mir_is_signed(o->type);
        return size < 4;
    }
    if (size != 4 || c->kind != MIR_OPK_IMM)
        return false;
    if (i->op == EU_OP_AND) {
        p->size = c->imm == 0xff ? 1 : 2;
        return c->imm == 0xff || c->imm == 0xffff;
    }
    if (i->op == EU_OP_SHL) {
        p->up = (uint8_t)(c->imm / 8);
        p->size = 4 - p->up;
        return c->imm == 8 || c->imm == 16 || c->imm == 24;
    }
    if (!(i->op == EU_OP_SHR && o->type == EU_TYPE_UD) && !(i->op == EU_OP_ASR && o->type == EU_TYPE_D))
        return false;
    p->size = (uint8_t)(4 - c->imm / 8);
    p->byte += (uint32_t)c->imm / 8;
    p->is_signed = i->op == EU_OP_ASR;
    return c->imm == 8 || c->imm == 16 || c->imm == 24;
}

static struct mir_operand region(const struct extract *e, const struct part *p)
{
    if (e->s->vregs[p->vreg].uniform || e->s->vregs[p->vreg].size < e->s->reg_bytes)
        return mir_scalar(p->vreg, p->byte, narrow_type(p));
    return mir_strided(p->vreg, p->byte, narrow_type(p), 4u / p->size);
}

// Notes what i takes out of what; out of a part of something: out of that at once.
static void note_part(struct extract *e, struct mir_inst *i)
{
    struct part p;
    if ((i->op != EU_OP_MOV && i->op != EU_OP_AND && i->op != EU_OP_SHL && i->op != EU_OP_SHR &&
         i->op != EU_OP_ASR) ||
        !is_source(e, i, &i->src[0]) || !is_plain_def(e, i) || !part_of(i, &p))
        return;
    const struct mir_vreg *from = &e->s->vregs[p.vreg], *to = &e->s->vregs[i->dst.vreg];
    if ((from->size == 4) != to->uniform || (!to->uniform && mir_src_stride(&i->src[0], i->exec_size) == 0))
        return;
    const struct part *of = &e->parts[p.vreg];
    if (of->size && p.byte < 4 && p.byte >= of->up && p.byte - of->up + p.size <= of->size &&
        !(p.up && of->up)) {
        p.vreg = of->vreg;
        p.byte += of->byte - of->up;
        if (!p.up && p.size <= 2 && p.byte % p.size == 0) {
            i->op = EU_OP_MOV;
            i->src[0] = region(e, &p);
            i->src[1] = (struct mir_operand){0};
            e->changed = true;
        }
    }
    e->parts[i->dst.vreg] = p;
}

// ---- readers

static bool reads_narrow(const struct mir_inst *i)
{
    return (i->op == EU_OP_ADD || i->op == EU_OP_MUL || i->op == EU_OP_CMP || i->op == EU_OP_MOV) &&
           !i->acc_wr && !mir_touches_acc(i);
}

// The part that source k may be read as, or NULL.
static const struct part *part_read(const struct extract *e, const struct mir_inst *i, unsigned k)
{
    const struct mir_operand *o = &i->src[k];
    if (!is_source(e, i, o) || eu_type_size(o->type) != 4 || o->offset)
        return NULL;
    const struct part *p = &e->parts[o->vreg];
    const struct mir_vreg *v = &e->s->vregs[o->vreg];
    bool wraps = (i->op == EU_OP_ADD || i->op == EU_OP_MUL) && is_int(i->dst.type);
    if (!p->size || p->size > 2 || p->up || p->byte % p->size ||
        (p->is_signed && o->type == EU_TYPE_UD && !wraps))
        return NULL;
    if (i->saturate && is_int(i->dst.type))
        return NULL;
    // Each channel's own dword, not one channel's for all.
    bool is_one = mir_src_stride(o, i->exec_size) == 0;
    if (v->uniform ? !is_one : is_one || i->nomask || i->exec_size == 1 || i->exec_size * 4 != v->size)
        return NULL;
    return p;
}

static void read_part(struct extract *e, struct mir_inst *i, unsigned k, const struct part *p)
{
    i->src[k] = region(e, p);
    e->changed = true;
}

static void multiply(struct extract *e, struct mir_inst *i)
{
    const struct part *p[2] = {part_read(e, i, 0), part_read(e, i, 1)};
    if (i->src[0].kind != MIR_OPK_VREG || i->src[1].kind != MIR_OPK_VREG || i->pred.kind)
        return;
    if (p[0] && p[1] && p[0]->size == 2 && p[1]->size == 2 && p[0]->is_signed == p[1]->is_signed) {
        read_part(e, i, 0, p[0]);
        read_part(e, i, 1, p[1]);
        return;
    }
    unsigned k = p[1] ? 1 : 0;
    if (!p[k] || eu_type_size(i->src[1 - k].type) != 4)
        return;
    struct mir_operand dword = i->src[1 - k];
    read_part(e, i, k, p[k]);
    i->src[1] = i->src[k];
    i->src[0] = dword;
}

// Masks and shifts beside a dword, which makes them operations of dwords: of a part without sign. A mask
// takes out no more than it has bits, whatever lies above.
static void combine(struct extract *e, struct mir_inst *i)
{
    bool shift = i->op == EU_OP_SHL || i->op == EU_OP_SHR;
    for (unsigned k = 0; k < (shift ? 1u : 2u); k++) {
        const struct mir_operand *o = &i->src[k], *other = &i->src[1 - k];
        if (eu_type_size(other->type) != 4 || !is_source(e, i, o))
            continue;
        const struct part *p = &e->parts[o->vreg];
        struct part taken = *p, whole = *p;
        if (i->op == EU_OP_AND && other->kind == MIR_OPK_IMM && other->imm <= 0xffff && p->size) {
            taken.size = other->imm <= 0xff ? 1 : 2;
            taken.is_signed = taken.size <= p->size ? false : p->is_signed;
            if (taken.size > p->size)
                taken.size = p->size;
        }
        e->parts[o->vreg] = taken;
        bool may = part_read(e, i, k) && !taken.is_signed;
        e->parts[o->vreg] = whole;
        if (may) {
            read_part(e, i, k, &taken);
            return;
        }
    }
}

static void visit(struct extract *e, struct mir_inst *i)
{
    note_part(e, i);
    if (i->op == EU_OP_AND || i->op == EU_OP_OR || i->op == EU_OP_XOR || i->op == EU_OP_SHL ||
        i->op == EU_OP_SHR) {
        if (i->dst.kind == MIR_OPK_VREG && eu_type_size(i->dst.type) == 4 && !i->acc_wr &&
            !mir_touches_acc(i))
            combine(e, i);
        return;
    }
    bool result = i->dst.kind != MIR_OPK_VREG || eu_type_size(i->dst.type) == 4;
    if (!reads_narrow(i) || !result)
        return;
    if (i->op == EU_OP_MUL) {
        if (is_int(i->dst.type))
            multiply(e, i);
        return;
    }
    if (i->op == EU_OP_MOV && (is_int(i->dst.type) || i->cmod))
        return;
    for (unsigned k = 0; k < (i->op == EU_OP_MOV ? 1u : 2u); k++) {
        const struct part *p = part_read(e, i, k);
        if (p)
            read_part(e, i, k, p);
    }
}

bool mir_opt_extract(struct mir_shader *s)
{
    struct extract e = {
        .s = s, .defs = mir_defs(s), .parts = arena_array(s->arena, struct part, s->vreg_count + 1)};
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) visit(&e, i);
    return e.changed;
}
