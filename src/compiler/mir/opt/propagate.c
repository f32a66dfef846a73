// Copy propagation: reads of a copy become reads of its source, with source modifiers, or an immediate.
// mir_opt_dce removes the copies that nobody reads then; where the copy has to be, mir/opt/retarget.c looks
// at what it copies.
//
// A copy is a plain MOV from an immediate, or from a vreg of which what is read is written once in the whole
// program (or is a payload register), into a vreg of which likewise. Then wherever the copy is defined, so is
// its source, with the same value: a path on which the source is written again without the copy would also be
// one on which the copy is read undefined. Under divergence there is one exception: a source that is written
// without mask (a uniform one, or lanes of a subgroup operation) is overwritten for channels that have left
// its loop, its per-channel copy is not. So such a source replaces a varying copy only inside the loop where
// the copy is made.
//
// A vreg is written once by one instruction, or in parts: each byte by one masked instruction, as vectors are
// put together of what several messages return, qwords of two dwords, payloads of what other messages
// returned, and all that legalization cuts to what the EU executes at once. Parts are only taken for the
// channels that they were copied for. A message whose payload lies somewhere already takes it from there.
//
// Words in some region that a MOV makes dwords of (isel/alu/lanes.c) are read where they lie by what computes
// with dwords. A half of each channel's qword is read where it lies if all readers can, and are few: regions
// of more than two registers cost an instruction for each eight channels (mir/lower/split.c), as the copy
// does.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/legal.h"

enum {
    MAX_PARTS = 16,  // of a vreg that is looked at
    MAX_READERS = 2, // of half a qword
    MAX_CHAIN = 4,   // copies of copies
};

struct parts { // of a vreg: has each byte one definition?
    bool checked, once;
};

struct propagate {
    struct mir_shader *s;
    const struct mir_def *defs;
    struct mir_def_lists lists;
    struct parts *parts; // per vreg
    bool changed;
};

// ---- what is written once

// Element by element: two regions that interleave write different bytes.
static bool write_apart(const struct mir_inst *a, const struct mir_inst *b)
{
    struct mir_range ra = mir_dst_range(a), rb = mir_dst_range(b);
    if (ra.hi <= rb.lo || rb.hi <= ra.lo)
        return true;
    unsigned size = eu_type_size(a->dst.type), stride = mir_dst_stride(&a->dst);
    if (mir_takes_registers(a->op) || mir_takes_registers(b->op) || size != eu_type_size(b->dst.type) ||
        stride != mir_dst_stride(&b->dst) || ra.lo % size || rb.lo % size)
        return false;
    return (ra.lo / size) % stride != (rb.lo / size) % stride;
}

// The definitions of a vreg.
static struct mir_inst **defs_of(const struct propagate *p, uint32_t vreg, uint32_t *count)
{
    *count = p->lists.first[vreg + 1] - p->lists.first[vreg];
    return p->lists.list + p->lists.first[vreg];
}

static bool write_apart_each(struct mir_inst *const *def, uint32_t count)
{
    if (!count || count > MAX_PARTS)
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

static bool has_parts(struct propagate *p, uint32_t vreg)
{
    struct parts *o = &p->parts[vreg];
    const struct mir_vreg *v = &p->s->vregs[vreg];
    uint32_t count;
    struct mir_inst **def = defs_of(p, vreg, &count);
    if (!o->checked)
        o->once =
            v->file == MIR_GRF && v->phys < 0 && !v->uniform && !v->carried && write_apart_each(def, count);
    o->checked = true;
    return o->once;
}

// ---- copies

// Dwords of words: of every channel one, whatever the region.
static bool is_widening(const struct mir_inst *i)
{
    const struct mir_operand *d = &i->dst, *o = &i->src[0];
    return i->op == EU_OP_MOV && o->kind == MIR_OPK_VREG && o->type == EU_TYPE_UW && !o->negate && !o->abs &&
           (d->type == EU_TYPE_D || d->type == EU_TYPE_UD) && i->exec_size > 1;
}

// What three-source instructions reach by a swizzle (PRM KBL vol2d "EU_INSTRUCTION_CONTROLS_A", AccessMode):
// one of four lanes for all four, or the lower eight for the upper ones as well.
static bool is_shared(const struct propagate *p, const struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0];
    if (!kiln_target_has_align16(p->s->target) || p->s->is_legal || i->op != EU_OP_MOV || !i->nomask ||
        i->exec_size < 8 || i->exec_size > 16 || o->negate || o->abs || i->dst.type != o->type)
        return false;
    return mir_is_quad_region(o) ? o->offset < 16 : mir_repeats_eight(o, i->exec_size) && !o->offset;
}

// Of bits as they are, or inverted. What of its source it reads may be read instead.
static bool is_copy(struct propagate *p, const struct mir_inst *i)
{
    const struct mir_operand *d = &i->dst, *o = &i->src[0];
    if ((i->op != EU_OP_MOV && i->op != EU_OP_NOT) || i->pred.kind || i->saturate || i->cmod ||
        d->kind != MIR_OPK_VREG || p->s->vregs[d->vreg].file != MIR_GRF)
        return false;
    bool modified = o->negate || o->abs, plain = !modified && i->op == EU_OP_MOV;
    if (!is_widening(i) &&
        (eu_type_size(d->type) != eu_type_size(o->type) || mir_is_float(d->type) != mir_is_float(o->type) ||
         (modified && (d->type != o->type || i->op == EU_OP_NOT))))
        return false;
    if (o->kind == MIR_OPK_IMM)
        return plain && (o->type == EU_TYPE_UD || o->type == EU_TYPE_D || o->type == EU_TYPE_F);
    if (o->kind != MIR_OPK_VREG || p->s->vregs[o->vreg].file != MIR_GRF)
        return false;
    int stride = mir_src_stride(o, i->exec_size);
    if (is_shared(p, i))
        return p->defs[o->vreg].count == 1 && p->defs[o->vreg].inst->block == i->block;
    if (mir_is_defined_once(p->s, p->defs, o->vreg))
        return is_widening(i) || stride == 0 || stride == 1 ||
               (stride == 2 && !modified && i->exec_size > 1 &&
                (eu_type_size(o->type) == 2 || eu_type_size(o->type) == 4));
    return plain && !i->nomask && i->exec_size > 1 && stride >= 1 && stride <= 2 && !is_widening(i) &&
           eu_type_size(o->type) == 4 && has_parts(p, o->vreg);
}

static bool is_whole(const struct mir_shader *s, const struct mir_inst *i)
{
    const struct mir_vreg *v = &s->vregs[i->dst.vreg];
    return v->phys < 0 && !i->dst.offset && mir_dst_range(i).hi == v->size && mir_dst_is_full(i);
}

// What `o` of `i` is in the copy's source; widened words excepted.
static bool compose(const struct mir_inst *c, const struct mir_inst *i, const struct mir_operand *o,
                    struct mir_operand *with)
{
    const struct mir_operand *from = &c->src[0];
    unsigned size = eu_type_size(o->type), apart = mir_dst_stride(&c->dst) * size;
    int stride = mir_src_stride(o, i->exec_size), inner = mir_src_stride(from, c->exec_size);
    if (size != eu_type_size(c->dst.type) || stride < 0 || inner < 0 || o->offset < c->dst.offset ||
        (o->offset - c->dst.offset) % apart || (unsigned)stride * size % apart)
        return false;
    unsigned first = (o->offset - c->dst.offset) / apart, step = (unsigned)stride * size / apart;
    bool masked = !i->nomask && !c->nomask && i->exec_size > 1 && step;
    if (first + (i->exec_size - 1u) * step >= c->exec_size ||
        (masked && (step != 1 || c->chan_offset + first != i->chan_offset)))
        return false; // or those of other channels
    *with = *o;
    if (from->kind == MIR_OPK_IMM) {
        *with = mir_imm(o->type, from->imm);
        return !o->negate && !o->abs && size == 4;
    }
    with->vreg = from->vreg;
    with->offset = from->offset + first * (unsigned)inner * size;
    unsigned out = step * (unsigned)inner;
    if (out != (unsigned)stride) {
        struct mir_operand region = out ? mir_strided(0, 0, o->type, out) : mir_scalar(0, 0, o->type);
        with->vstride = region.vstride;
        with->width = region.width;
        with->hstride = region.hstride;
    }
    if (c->op == EU_OP_NOT)
        with->negate = !o->negate;
    else if (!o->abs) { // -|x| under a modifier of the reader: abs wins
        with->abs = from->abs;
        with->negate = o->negate != from->negate;
    }
    return true;
}

// The copy that wrote what source `o` of `i` reads, and what it reads of the copy's source.
static const struct mir_inst *copy_of(struct propagate *p, const struct mir_inst *i,
                                      const struct mir_operand *o, struct mir_operand *with)
{
    const struct mir_def *d = &p->defs[o->vreg];
    if (d->count == 1 && is_whole(p->s, d->inst)) {
        const struct mir_inst *c = d->inst;
        bool other = is_widening(c) || is_shared(p, c);
        if (other) { // a region that is taken as it is
            *with = c->src[0];
            with->type = is_widening(c) ? with->type : o->type;
            with->negate = o->negate;
            with->abs = o->abs;
        }
        return c != i && is_copy(p, c) && (other || compose(c, i, o, with)) ? c : NULL;
    }
    uint32_t count;
    struct mir_inst **def = defs_of(p, o->vreg, &count);
    if (i->nomask || i->exec_size == 1 || eu_type_size(o->type) != 4 || !has_parts(p, o->vreg))
        return NULL;
    for (uint32_t k = 0; k < count; k++)
        if (def[k] != i && compose(def[k], i, o, with) && is_copy(p, def[k]))
            return def[k];
    return NULL;
}

// ---- readers

static bool inside_loop_of(const struct mir_shader *s, const struct mir_block *def,
                           const struct mir_block *use)
{
    if (def->loop_header == UINT32_MAX)
        return true;
    return use->index >= def->loop_header && use->index < s->blocks[def->loop_header]->loop_end;
}

// Does the copy's source still have for `i` what the copy has?
static bool still_holds(const struct propagate *p, const struct mir_inst *copy, const struct mir_inst *i)
{
    if (copy->src[0].kind == MIR_OPK_IMM || p->s->vregs[copy->dst.vreg].uniform)
        return true;
    const uint32_t from = copy->src[0].vreg;
    const struct mir_inst *def = p->defs[from].inst;
    bool uniform = p->s->vregs[from].uniform, all = i->nomask && i->exec_size > 1;
    bool unmasked = uniform || (def ? def->nomask && def->exec_size > 1 : is_widening(copy));
    if (unmasked && (all || !inside_loop_of(p->s, copy->block, i->block)))
        return false;
    return !all || uniform; // else it reads channels that the copy may not have copied
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

static bool takes_words(const struct mir_inst *copy, const struct mir_inst *i, const struct mir_operand *o)
{
    return computes_with_dwords(i) && !i->nomask && i->exec_size == copy->exec_size &&
           i->chan_offset == copy->chan_offset && !o->offset && !o->negate && !o->abs &&
           mir_src_stride(o, i->exec_size) == 1;
}

// Can source k be dwords that lie apart? Where qwords are restricted, products take the strides of qwords.
static bool reads_apart(const struct propagate *p, const struct mir_inst *copy, const struct mir_inst *i,
                        unsigned k)
{
    return i->op < EU_OP_COUNT && !mir_takes_registers(i->op) && i->op != EU_OP_MATH &&
           !mir_is_ternary(i->op) && !(p->s->target->restricted_qwords && i->op == EU_OP_MUL) &&
           (!i->nomask || i->exec_size == 1) && eu_type_size(i->src[k].type) == 4 && !mir_touches_acc(i) &&
           i->dst.kind != MIR_OPK_INDIRECT && mir_src_stride(&i->src[k], i->exec_size) >= 0 &&
           mir_src_stride(&i->src[k], i->exec_size) <= 1;
}

// Do all that read a copy take its source, in its block, and are they few? Else there are both for longer.
static bool each_reader(const struct propagate *p, const struct mir_inst *copy, unsigned most,
                        bool (*takes)(const struct propagate *p, const struct mir_inst *copy,
                                      const struct mir_inst *i, unsigned k))
{
    const uint32_t v = copy->dst.vreg;
    const struct mir_use_lists *uses = mir_use_lists(p->s);
    if (uses->first[v + 1] - uses->first[v] > most)
        return false;
    for (uint32_t n = uses->first[v]; n < uses->first[v + 1]; n++) {
        const struct mir_use *u = &uses->list[n];
        if (u->operand && u->operand->vreg != v)
            continue; // took it
        if (!u->operand || u->inst->block != copy->block ||
            !takes(p, copy, u->inst, (unsigned)(u->operand - u->inst->src)))
            return false;
    }
    return true;
}

// Takes `i` the copy's source, *with, by what it computes and how often the copy is read?
static bool takes_copy(const struct propagate *p, const struct mir_inst *c, const struct mir_inst *i,
                       unsigned k, const struct mir_operand *with)
{
    const struct mir_operand *o = &i->src[k], *from = &c->src[0];
    if (is_shared(p, c))
        return i->op == EU_OP_MAD && o->type == EU_TYPE_F && i->block == c->block &&
               i->exec_size == c->exec_size && !o->offset && mir_src_stride(o, i->exec_size) == 1;
    if (!still_holds(p, c, i))
        return false;
    if (is_widening(c))
        return takes_words(c, i, o);
    if (c->op == EU_OP_NOT && (!mir_sign_inverts(p->s, i) || o->abs))
        return false;
    if ((from->negate || from->abs) && (mir_sign_inverts(p->s, i) || o->type != c->dst.type))
        return false;
    bool apart = mir_src_stride(from, c->exec_size) == 2 && eu_type_size(o->type) == 4 && !p->s->is_legal;
    if (apart && (!kiln_target_makes_qwords(p->s->target) || p->s->vregs[c->dst.vreg].uniform ||
                  !each_reader(p, c, MAX_READERS, reads_apart)))
        return false;
    return mir_takes_source(p->s, i, k, with);
}

static bool visit_source(struct propagate *p, struct mir_inst *i, unsigned k)
{
    struct mir_operand *o = &i->src[k], with;
    const struct mir_inst *c = o->kind == MIR_OPK_VREG ? copy_of(p, i, o, &with) : NULL;
    if (!c || !takes_copy(p, c, i, k, &with))
        return false;
    *o = with;
    struct mir_vreg *v = is_shared(p, c) ? &p->s->vregs[with.vreg] : NULL;
    if (v && v->align < p->s->reg_bytes)
        v->align = (uint8_t)p->s->reg_bytes;
    return p->changed = true;
}

// ---- payloads

// Where all of a payload was copied from, each register of it to where the message wants it: *at in *vreg.
static bool payload_elsewhere(struct propagate *p, const struct mir_inst *i, unsigned k, uint32_t *vreg,
                              uint32_t *at)
{
    const struct mir_operand *o = &i->src[k];
    struct mir_range r = mir_src_range(i, k);
    uint32_t covered = 0, count;
    struct mir_inst **def = defs_of(p, o->vreg, &count);
    if (!has_parts(p, o->vreg))
        return false;
    for (uint32_t n = 0; n < count; n++) {
        const struct mir_inst *c = def[n];
        struct mir_range w = mir_dst_range(c);
        if (w.hi <= r.lo || w.lo >= r.hi)
            continue;
        const struct mir_operand *from = &c->src[0];
        unsigned lane = (w.lo - r.lo) / 4 % i->exec_size + i->chan_offset;
        if (w.lo < r.lo || w.hi > r.hi || c->op != EU_OP_MOV || from->kind != MIR_OPK_VREG || from->negate ||
            from->abs || !is_copy(p, c) || !has_parts(p, from->vreg) || eu_type_size(from->type) != 4 ||
            mir_dst_stride(&c->dst) != 1 || mir_src_stride(from, c->exec_size) != 1 ||
            lane != c->chan_offset || c->exec_size > i->exec_size)
            return false;
        if (from->offset + r.lo < w.lo ||
            (covered && (from->vreg != *vreg || from->offset - (w.lo - r.lo) != *at)))
            return false;
        *vreg = from->vreg;
        *at = from->offset - (w.lo - r.lo);
        covered += w.hi - w.lo;
    }
    return covered == r.hi - r.lo && *at % p->s->reg_bytes == 0;
}

static void visit_payload(struct propagate *p, struct mir_inst *i, unsigned k)
{
    uint32_t vreg = 0, at = 0;
    const struct mir_operand *other = &i->src[1 - k];
    if (i->src[k].kind != MIR_OPK_VREG || i->nomask || !payload_elsewhere(p, i, k, &vreg, &at))
        return;
    if (other->kind == MIR_OPK_VREG && other->vreg == vreg)
        return; // payloads of a split send must not overlap
    i->src[k].vreg = vreg;
    i->src[k].offset = at;
    p->changed = true;
}

// ---- constants

static bool commutes(unsigned op)
{
    return op == EU_OP_OR || op == EU_OP_XOR || op == EU_OP_AND || op == EU_OP_ADD || op == EU_OP_MUL;
}

// What a constant leaves of an instruction on integers: a copy of the other source, or zero.
static bool fold(struct mir_inst *i)
{
    struct mir_operand *a = &i->src[0], *b = &i->src[1];
    bool swapped = a->kind == MIR_OPK_IMM && b->kind == MIR_OPK_VREG && commutes(i->op);
    struct mir_operand *c = swapped ? a : b, *other = swapped ? b : a;
    if (i->op >= EU_OP_COUNT || eu_op_num_srcs((enum eu_op)i->op) != 2 || c->kind != MIR_OPK_IMM ||
        other->kind != MIR_OPK_VREG || other->negate || other->abs || i->cmod || i->saturate || i->acc_wr ||
        eu_type_size(i->dst.type) != 4 || eu_type_size(other->type) != 4 || eu_type_size(c->type) != 4 ||
        mir_is_float(i->dst.type) || mir_is_float(other->type) || mir_is_float(c->type))
        return false;
    uint32_t v = (uint32_t)c->imm;
    bool zero = v == 0 && (i->op == EU_OP_AND || i->op == EU_OP_MUL);
    bool same = i->op == EU_OP_AND ? v == UINT32_MAX
                : i->op == EU_OP_MUL
                    ? v == 1
                    : v == 0 && (i->op == EU_OP_OR || i->op == EU_OP_XOR || i->op == EU_OP_ADD ||
                                 i->op == EU_OP_SHL || i->op == EU_OP_SHR || i->op == EU_OP_ASR);
    if (!zero && !same)
        return false;
    i->op = EU_OP_MOV;
    i->src[0] = zero ? mir_imm(i->dst.type, 0) : *other;
    i->src[0].type = i->dst.type;
    i->src[1] = (struct mir_operand){.kind = MIR_OPK_NONE};
    return true;
}

bool mir_opt_propagate(struct mir_shader *s)
{
    struct propagate p = {.s = s,
                          .defs = mir_defs(s),
                          .lists = *mir_def_lists(s),
                          .parts = arena_array(s->arena, struct parts, s->vreg_count + 1)};
    mir_loops(s);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            unsigned payloads = mir_op_is_send(i->op) ? 2 : 0;
            for (unsigned k = 0; k < payloads; k++)
                visit_payload(&p, i, k);
            for (unsigned k = payloads; k < MIR_MAX_SRCS; k++)
                for (unsigned n = 0; n < MAX_CHAIN && visit_source(&p, i, k); n++)
                    ;
            p.changed |= fold(i);
        }
    return p.changed;
}
