// Copy propagation: reads of a copy become reads of its source, with source modifiers, or an immediate.
//
// A copy is a plain MOV into a vreg that it defines alone and whole, from an immediate or from a vreg that
// also has one definition (or is a payload register). Then wherever the copy is defined, so is its source,
// with the same value: a path on which the source is written again without the copy would also be one on
// which the copy is read undefined. Under divergence there is one exception: a source that is written without
// mask (a uniform one, or lanes of a subgroup operation) is overwritten for channels that have left its loop,
// its per-channel copy is not. So such a source replaces a varying copy only inside the loop where the copy
// is made.
//
// Words in some region that a MOV makes dwords of (isel/alu/lanes.c) are read where they lie by what computes
// with dwords. A half of each channel's qword is read where it lies if all readers can, and are few: regions
// of more than two registers cost an instruction for each eight channels (mir/lower/split.c), as the copy
// does.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

enum { MAX_READERS = 2, TOO_MANY = MAX_READERS + 1 }; // of half a qword

struct pass {
    struct mir_shader *s;
    const struct mir_def *defs;
    uint8_t *readers; // per vreg: how many read it, TOO_MANY as well if one cannot read every other dword
    bool changed;
};

// Can source k be dwords that lie apart? Where qwords are restricted, products take the strides of qwords.
static bool may_read_apart(const struct pass *p, const struct mir_inst *i, unsigned k)
{
    return i->op < EU_OP_COUNT && !mir_op_is_send(i->op) && i->op != EU_OP_MATH &&
           eu_op_num_srcs((enum eu_op)i->op) < 3 &&
           !(p->s->target->restricted_qwords && i->op == EU_OP_MUL) && (!i->nomask || i->exec_size == 1) &&
           eu_type_size(i->src[k].type) == 4 && !mir_touches_acc(i) && i->dst.kind != MIR_OPK_INDIRECT &&
           mir_src_stride(&i->src[k], i->exec_size) >= 0 && mir_src_stride(&i->src[k], i->exec_size) <= 1;
}

static void count_readers(struct pass *p)
{
    for (uint32_t b = 0; b < p->s->block_count; b++)
        mir_foreach_inst(i, p->s->blocks[b])
        {
            for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
                const struct mir_operand *o = &i->src[k];
                if (o->kind != MIR_OPK_VREG || p->readers[o->vreg] >= TOO_MANY)
                    continue;
                const struct mir_inst *def = p->defs[o->vreg].inst;
                bool here = def && def->block == i->block && may_read_apart(p, i, k);
                p->readers[o->vreg] = here ? p->readers[o->vreg] + 1 : TOO_MANY;
            }
        }
}

// Dwords of words: of every channel one, whatever the region.
static bool is_widening(const struct mir_inst *i)
{
    const struct mir_operand *d = &i->dst, *o = &i->src[0];
    return i->op == EU_OP_MOV && o->kind == MIR_OPK_VREG && o->type == EU_TYPE_UW && !o->negate && !o->abs &&
           (d->type == EU_TYPE_D || d->type == EU_TYPE_UD) && i->exec_size > 1;
}

static bool is_copy(const struct pass *p, const struct mir_inst *i)
{
    const struct mir_operand *d = &i->dst, *o = &i->src[0];
    if (i->op == EU_OP_NOT && (o->kind != MIR_OPK_VREG || o->negate || o->abs))
        return false;
    if ((i->op != EU_OP_MOV && i->op != EU_OP_NOT) || i->pred.kind || i->saturate || i->cmod ||
        d->kind != MIR_OPK_VREG)
        return false;
    const struct mir_vreg *v = &p->s->vregs[d->vreg];
    struct mir_range r = mir_dst_range(i);
    if (v->file != MIR_GRF || v->phys >= 0 || d->offset || r.hi != v->size || !mir_dst_is_full(i) ||
        p->defs[d->vreg].count != 1)
        return false;
    if (is_widening(i))
        return p->s->vregs[o->vreg].file == MIR_GRF && mir_is_defined_once(p->s, p->defs, o->vreg);
    if (eu_type_size(d->type) != eu_type_size(o->type) || mir_is_float(d->type) != mir_is_float(o->type))
        return false;
    if ((o->negate || o->abs) && d->type != o->type)
        return false;
    if (o->kind == MIR_OPK_IMM)
        return o->type == EU_TYPE_UD || o->type == EU_TYPE_D || o->type == EU_TYPE_F;
    if (o->kind != MIR_OPK_VREG || p->s->vregs[o->vreg].file != MIR_GRF)
        return false;
    int stride = mir_src_stride(o, i->exec_size);
    bool apart = p->s->target->has_int64 && p->readers[d->vreg] <= MAX_READERS && !v->uniform;
    bool halves = stride == 2 && (eu_type_size(o->type) == 2 || (eu_type_size(o->type) == 4 && apart)) &&
                  !o->negate && !o->abs && i->exec_size > 1;
    return (stride == 0 || stride == 1 || halves) && mir_is_defined_once(p->s, p->defs, o->vreg);
}

static bool inside_loop_of(const struct mir_shader *s, const struct mir_block *def,
                           const struct mir_block *use)
{
    if (def->loop_header == UINT32_MAX)
        return true;
    return use->index >= def->loop_header && use->index < s->blocks[def->loop_header]->loop_end;
}

static bool takes_modifiers(const struct mir_inst *i)
{
    switch (i->op) {
    case EU_OP_MOV:
    case EU_OP_ADD:
    case EU_OP_MUL:
    case EU_OP_MAD:
    case EU_OP_LRP:
    case EU_OP_CMP:
    case EU_OP_SEL:
    case EU_OP_FRC:
    case EU_OP_RNDD:
    case EU_OP_RNDE:
    case EU_OP_RNDZ:
    case EU_OP_RNDU:
        return true;
    default:
        return false;
    }
}

// Is a negated source an inverted one? From Gen8 on (PRM BDW vol 7, "Source Modifiers").
static bool takes_not(const struct mir_shader *s, const struct mir_inst *i)
{
    return s->target->isa >= KILN_ISA_GEN8 && (i->op == EU_OP_AND || i->op == EU_OP_OR || i->op == EU_OP_XOR);
}

static bool imm_fits(const struct mir_inst *i, unsigned k)
{
    if (mir_op_is_send(i->op) || i->op == EU_OP_MATH || i->op >= EU_OP_COUNT || mir_leaves_acc(i))
        return false;
    if (i->src[k].negate || i->src[k].abs)
        return false;
    unsigned n = eu_op_num_srcs((enum eu_op)i->op);
    if (n == 3) // becomes a scalar constant: the pool of mir_legalize
        return true;
    if (n == 2 && i->src[1 - k].kind == MIR_OPK_IMM)
        return false;
    return k == n - 1 || i->op == EU_OP_ADD || i->op == EU_OP_MUL || i->op == EU_OP_AND ||
           i->op == EU_OP_OR || i->op == EU_OP_XOR || i->op == EU_OP_CMP;
}

static bool try_imm(const struct mir_operand *o, const struct mir_operand *with, struct mir_inst *i,
                    unsigned k)
{
    if (eu_type_size(o->type) != 4 || o->offset % 4 || !imm_fits(i, k) || with->negate || with->abs)
        return false;
    i->src[k] = mir_imm(o->type, with->imm);
    return true;
}

static bool commutes(unsigned op)
{
    return op == EU_OP_OR || op == EU_OP_XOR || op == EU_OP_AND || op == EU_OP_ADD || op == EU_OP_MUL;
}

// What a constant leaves of an instruction on integers: a copy of the other source, or zero.
static void fold(struct mir_inst *i)
{
    struct mir_operand *a = &i->src[0], *b = &i->src[1];
    bool swapped = a->kind == MIR_OPK_IMM && b->kind == MIR_OPK_VREG && commutes(i->op);
    struct mir_operand *c = swapped ? a : b, *other = swapped ? b : a;
    if (i->op >= EU_OP_COUNT || eu_op_num_srcs((enum eu_op)i->op) != 2 || c->kind != MIR_OPK_IMM ||
        other->kind != MIR_OPK_VREG || other->negate || other->abs || i->cmod || i->saturate || i->acc_wr ||
        eu_type_size(i->dst.type) != 4 || eu_type_size(other->type) != 4 || eu_type_size(c->type) != 4 ||
        mir_is_float(i->dst.type) || mir_is_float(other->type) || mir_is_float(c->type))
        return;
    uint32_t v = (uint32_t)c->imm;
    bool zero = v == 0 && (i->op == EU_OP_AND || i->op == EU_OP_MUL);
    bool same = i->op == EU_OP_AND ? v == UINT32_MAX
                : i->op == EU_OP_MUL
                    ? v == 1
                    : v == 0 && (i->op == EU_OP_OR || i->op == EU_OP_XOR || i->op == EU_OP_ADD ||
                                 i->op == EU_OP_SHL || i->op == EU_OP_SHR || i->op == EU_OP_ASR);
    if (!zero && !same)
        return;
    i->op = EU_OP_MOV;
    i->src[0] = zero ? mir_imm(i->dst.type, 0) : *other;
    i->src[0].type = i->dst.type;
    i->src[1] = (struct mir_operand){.kind = MIR_OPK_NONE};
}

static bool computes_with_dwords(const struct mir_inst *i)
{
    if (i->op != EU_OP_ADD && i->op != EU_OP_AND && i->op != EU_OP_OR && i->op != EU_OP_XOR &&
        i->op != EU_OP_SHL && i->op != EU_OP_SHR && i->op != EU_OP_CMP)
        return false;
    if (mir_touches_acc(i) || i->dst.kind == MIR_OPK_INDIRECT ||
        (i->dst.type != EU_TYPE_D && i->dst.type != EU_TYPE_UD))
        return false;
    for (unsigned k = 0; k < 2; k++)
        if (i->src[k].type != EU_TYPE_D && i->src[k].type != EU_TYPE_UD)
            return false;
    return true;
}

static bool try_words(const struct pass *p, const struct mir_inst *copy, struct mir_inst *i, unsigned k)
{
    struct mir_operand *o = &i->src[k];
    const struct mir_inst *def = p->defs[copy->src[0].vreg].inst;
    bool unmasked = p->s->vregs[copy->src[0].vreg].uniform || !def || def->nomask;
    if (!computes_with_dwords(i) || i->nomask || i->exec_size != copy->exec_size ||
        i->chan_offset != copy->chan_offset || o->offset || o->negate || o->abs ||
        mir_src_stride(o, i->exec_size) != 1 || (unmasked && !inside_loop_of(p->s, copy->block, i->block)))
        return false;
    *o = copy->src[0];
    return true;
}

static bool try_vreg(struct pass *p, const struct mir_inst *copy, struct mir_inst *i, unsigned k)
{
    if (is_widening(copy))
        return try_words(p, copy, i, k);
    struct mir_operand *o = &i->src[k];
    const struct mir_operand *with = &copy->src[0];
    const struct mir_vreg *from = &p->s->vregs[copy->dst.vreg], *to = &p->s->vregs[with->vreg];
    int stride = mir_src_stride(o, i->exec_size), inner = mir_src_stride(with, copy->exec_size);
    if (mir_op_is_send(i->op) && k < 2)
        return false; // a payload is a block: coalescing is for that
    const struct mir_inst *def = p->defs[with->vreg].inst;
    bool unmasked = to->uniform || (def && def->nomask && def->exec_size > 1);
    if (unmasked && !from->uniform &&
        (!inside_loop_of(p->s, copy->block, i->block) || (i->nomask && i->exec_size > 1)))
        return false;
    if (!to->uniform && i->nomask && i->exec_size > 1)
        return false; // reads channels that the copy may not have copied
    bool modified = with->negate || with->abs, inverted = copy->op == EU_OP_NOT;
    if (inverted && (!takes_not(p->s, i) || o->abs))
        return false;
    if (modified && (!takes_modifiers(i) || o->type != copy->dst.type))
        return false;
    if (mir_op_is_send(i->op) && i->send.surface == MIR_SURFACE_EITHER)
        return false;
    if (stride < 0 || eu_type_size(o->type) != eu_type_size(with->type))
        return false;
    if (inner == 2 && copy->exec_size > 1) { // packed from what lies apart: that is read, if it can be
        if (stride > 1 || i->op >= EU_OP_COUNT || mir_op_is_send(i->op) || i->op == EU_OP_MATH ||
            eu_op_num_srcs((enum eu_op)i->op) == 3)
            return false;
        struct mir_operand apart = mir_strided(with->vreg, with->offset + 2 * o->offset, o->type, 2);
        if (stride) {
            o->vstride = apart.vstride;
            o->width = apart.width;
            o->hstride = apart.hstride;
        }
        o->offset = apart.offset;
    } else if (inner == 0 && copy->exec_size > 1) { // every element is the same scalar
        o->vstride = o->hstride = 0;
        o->width = 1;
        o->offset = with->offset;
    } else {
        o->offset += with->offset;
    }
    o->vreg = with->vreg;
    o->negate ^= inverted;
    if (modified && !o->abs) { // -|x| under a modifier of the reader: abs wins
        o->abs = with->abs;
        o->negate = o->negate != with->negate;
    }
    return true;
}

static void visit(struct pass *p, struct mir_inst *i)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        struct mir_operand *o = &i->src[k];
        if (o->kind != MIR_OPK_VREG || p->defs[o->vreg].count != 1)
            continue;
        const struct mir_inst *copy = p->defs[o->vreg].inst;
        if (copy == i || !is_copy(p, copy))
            continue;
        p->changed |=
            copy->src[0].kind == MIR_OPK_IMM ? try_imm(o, &copy->src[0], i, k) : try_vreg(p, copy, i, k);
    }
    fold(i);
}

bool mir_opt_copy(struct mir_shader *s)
{
    struct pass p = {
        .s = s, .defs = mir_defs(s), .readers = arena_array(s->arena, uint8_t, s->vreg_count + 1)};
    count_readers(&p);
    mir_loops(s);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) visit(&p, i);
    return p.changed;
}
