// A result goes at once to where the only move of it would take it, and a comparison with zero into the
// conditional modifier of what is compared. The other direction of mir/opt/propagate.c, which leaves these:
//
//     mul(16) %3:f, %1:f, %2:f                          mul.sat(16) %4:f, %1:f, %2:f
//     mov.sat(16) %4:f, %3:f                   ->
//
//     add(16) %3:f, %1:f, %2:f                          add.l%4(16) %3:f, %1:f, %2:f
//     cmp.l%4(16) null:f, %3:f, 0x0:f          ->
//
//     add(1)  %2:ud, %1:ud, 0x10:ud                     add(8)  %3+32:ud, %1<0;1,0>:ud, 0x10:ud
//     mov(8)  %3+32:ud, %2<0;1,0>:ud           ->
//
// Words (halves above all) are put together to dwords without moves, payloads without copies, and a word that
// was extended for a message that takes words of dwords is not.
//
// Both are in one block, for the same channels, and the place is not touched in between. Of a move, each is
// all that the other is for, and no other writes the place: what a loop's next round has is left to
// ra_coalesce, which sees whether the old value is read behind the new one when the schedule is known. What
// writes the result keeps its alignment in the register and its stride, so that what was legal still is.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

enum { MAX_APART = 48 }; // instructions between a result and its move

struct retarget {
    struct mir_shader *s;
    struct mir_def_lists defs;
    struct mir_use_lists uses;
    struct mir_inst **begun; // per vreg: the UNDEF that begins it
    bool changed;
};

static bool overlap(struct mir_range a, struct mir_range b)
{
    return a.lo < b.hi && b.lo < a.hi;
}

static bool is_dword(enum eu_type t)
{
    return t == EU_TYPE_UD || t == EU_TYPE_D;
}

static bool same_channels(const struct mir_inst *a, const struct mir_inst *b)
{
    return a->exec_size == b->exec_size && a->chan_offset == b->chan_offset && a->nomask == b->nomask;
}

static bool writes_vreg(const struct mir_inst *i, uint32_t vreg)
{
    return (mir_has_dst(i) && i->dst.vreg == vreg) ||
           (i->dst.kind == MIR_OPK_INDIRECT && i->dst.base == vreg);
}

// ---- the move

static bool is_varying(const struct retarget *a, uint32_t vreg)
{
    const struct mir_vreg *v = &a->s->vregs[vreg];
    return v->file == MIR_GRF && v->phys < 0 && !v->uniform && v->align >= a->s->reg_bytes;
}

// Bytes of each dword that a message takes of this payload, 4 if it takes all.
static unsigned bytes_taken(const struct mir_use *u)
{
    const struct mir_inst *i = u->inst;
    return mir_op_is_send(i->op) && u->operand == &i->src[1] && i->send.access == MIR_ACCESS_ELEMENT &&
                   i->send.mem == MIR_MEM_WRITE
               ? i->send.bytes
               : 4;
}

// Is all that a vreg is for a payload of which a message takes so many bytes of each dword?
static bool only_low_bytes(const struct retarget *a, uint32_t vreg, unsigned bytes)
{
    const uint32_t *first = a->uses.first + vreg;
    if (first[0] == first[1])
        return false;
    for (uint32_t k = first[0]; k < first[1]; k++)
        if (bytes_taken(&a->uses.list[k]) > bytes)
            return false;
    return true;
}

// Into the low part of a dword whose rest nobody takes?
static bool is_widening(const struct mir_inst *i)
{
    return eu_type_size(i->dst.type) == 4 && eu_type_size(i->src[0].type) < 4;
}

// A MOV of each channel's own bits to a place of the same stride, or of what is one scalar.
static bool is_move(const struct retarget *a, const struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0], *d = &i->dst;
    if (i->op != EU_OP_MOV || i->pred.kind || i->cmod || i->flag.kind || o->kind != MIR_OPK_VREG ||
        d->kind != MIR_OPK_VREG || o->negate || o->abs || o->vreg == d->vreg ||
        mir_is_float(d->type) != mir_is_float(o->type) || a->s->vregs[d->vreg].phys >= 0 ||
        (mir_is_float(o->type) && o->type != d->type) || (i->saturate && o->type != EU_TYPE_F))
        return false;
    int stride = mir_src_stride(o, i->exec_size);
    unsigned size = eu_type_size(o->type);
    if (i->exec_size == 1)
        return i->saturate && size == eu_type_size(d->type);
    if (!is_varying(a, d->vreg) || !is_varying(a, o->vreg))
        return false;
    if (!is_widening(i))
        return size == eu_type_size(d->type) && stride == (int)mir_dst_stride(d);
    return !i->saturate && !mir_is_float(d->type) && stride * (int)size == 4 && mir_dst_stride(d) == 1 &&
           only_low_bytes(a, d->vreg, size);
}

// Element by element, of a place between the other's?
static bool interleaved(const struct mir_inst *a, const struct mir_inst *b)
{
    unsigned size = eu_type_size(a->dst.type), stride = mir_dst_stride(&a->dst);
    return !mir_takes_registers(a->op) && size == eu_type_size(b->dst.type) &&
           stride == mir_dst_stride(&b->dst) &&
           a->dst.offset / size % stride != b->dst.offset / size % stride;
}

// Does nothing else write the place?
static bool only_writer(const struct retarget *a, const struct mir_inst *move)
{
    struct mir_range r = mir_dst_range(move);
    uint32_t vreg = move->dst.vreg;
    for (uint32_t k = a->defs.first[vreg]; k < a->defs.first[vreg + 1]; k++) {
        const struct mir_inst *i = a->defs.list[k];
        if (i != move && (i->dst.kind == MIR_OPK_INDIRECT ||
                          (i->block && overlap(mir_dst_range(i), r) && !interleaved(i, move))))
            return false;
    }
    return true;
}

static bool only_reader(const struct retarget *a, const struct mir_inst *move)
{
    uint32_t vreg = move->src[0].vreg;
    struct mir_range r = mir_src_range(move, 0);
    for (uint32_t k = a->uses.first[vreg]; k < a->uses.first[vreg + 1]; k++)
        if (a->uses.list[k].inst != move && overlap(a->uses.list[k].range, r))
            return false;
    return true;
}

// ---- the result

static bool can_saturate(const struct mir_inst *i)
{
    if (i->op != EU_OP_ADD && i->op != EU_OP_MUL && i->op != EU_OP_MAD && i->op != EU_OP_LRP &&
        i->op != EU_OP_MATH)
        return false;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind != MIR_OPK_NONE && i->src[k].type != EU_TYPE_F)
            return false;
    return i->dst.type == EU_TYPE_F && !i->cmod && !i->pred.kind && !i->flag.kind;
}

static bool may_redirect(const struct retarget *a, const struct mir_inst *move, const struct mir_inst *i)
{
    const struct mir_operand *o = &move->src[0];
    uint32_t reg = a->s->reg_bytes;
    if (i->op >= EU_OP_COUNT || mir_takes_registers(i->op) || mir_touches_acc(i) || !mir_has_dst(i))
        return false;
    return (move->saturate ? can_saturate(i) : i->op != EU_OP_MATH) &&
           (!i->pred.kind || i->op == EU_OP_SEL) && same_channels(i, move) && i->dst.offset == o->offset &&
           eu_type_size(i->dst.type) == eu_type_size(o->type) &&
           (i->exec_size == 1 || (int)mir_dst_stride(&i->dst) == mir_src_stride(o, move->exec_size)) &&
           move->dst.offset % reg == i->dst.offset % reg;
}

// Would the result be written over what it is still made of? An instruction of two registers reads the second
// half of its sources when it has written the first half.
static bool overwrites_itself(const struct mir_inst *i, const struct mir_inst *move)
{
    struct mir_range r = mir_dst_range(move);
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind == MIR_OPK_INDIRECT && o->base == move->dst.vreg)
            return true;
        if (o->kind != MIR_OPK_VREG || o->vreg != move->dst.vreg || !overlap(mir_src_range(i, k), r))
            continue;
        if (o->offset != move->dst.offset || eu_type_size(o->type) != eu_type_size(i->dst.type) ||
            mir_src_stride(o, i->exec_size) != (int)mir_dst_stride(&i->dst))
            return true;
    }
    return false;
}

// ---- between them

struct place {
    uint32_t vreg;
    struct mir_range r;
    bool touched, near; // these bytes, or any of the vreg
};

static void look_at_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                        struct mir_range r)
{
    struct place *p = ctx;
    p->touched |= vreg == p->vreg && overlap(r, p->r);
    p->near |= vreg == p->vreg;
}

// The last instruction that wrote something of the move's source; NULL: it is too far away, or the place is
// touched in between. *begin: an UNDEF of the place's vreg that stands there, and may stand in front of it.
static struct mir_inst *result_of(const struct retarget *a, const struct mir_inst *move,
                                  struct mir_inst **begin)
{
    struct place p = {.vreg = move->dst.vreg, .r = mir_dst_range(move)};
    struct mir_range read = mir_src_range(move, 0);
    *begin = NULL;
    unsigned n = 0;
    for (struct mir_inst *i = move->prev; i && n < MAX_APART; i = i->prev, n++) {
        if (writes_vreg(i, move->src[0].vreg) && overlap(mir_dst_range(i), read))
            return i->dst.kind == MIR_OPK_VREG ? i : NULL;
        p.near = false;
        if (i->op == MIR_OP_UNDEF && i->dst.vreg == p.vreg) {
            *begin = i;
            continue;
        }
        mir_foreach_use(a->s, i, look_at_use, &p);
        bool here = i->op != MIR_OP_UNDEF && writes_vreg(i, p.vreg);
        if (p.touched || (here && (i->dst.kind != MIR_OPK_VREG || overlap(mir_dst_range(i), p.r))) ||
            (*begin && (here || p.near)))
            return NULL;
    }
    return NULL;
}

// May the vreg that a move widens to begin, without a value, in front of `result`?
static bool may_begin(const struct retarget *a, uint32_t vreg, const struct mir_inst *result)
{
    for (uint32_t k = a->defs.first[vreg]; k < a->defs.first[vreg + 1]; k++) {
        const struct mir_inst *i = a->defs.list[k];
        if (i->block && i->block != result->block)
            return false;
        for (const struct mir_inst *at = i->block ? i : NULL; at; at = at->next)
            if (at == result)
                return false;
    }
    return true;
}

static void begin_before(struct mir_inst *at, struct mir_inst *begin)
{
    if (begin->block)
        mir_remove(begin);
    mir_insert_before(at, begin);
}

static bool visit_move(struct retarget *a, struct mir_inst *move)
{
    if (!is_move(a, move) || !only_writer(a, move) || !only_reader(a, move))
        return false;
    struct mir_inst *begin, *result = result_of(a, move, &begin);
    uint32_t vreg = move->dst.vreg;
    bool widened = is_widening(move);
    if (!result || !may_redirect(a, move, result) || overwrites_itself(result, move) ||
        (widened && (begin ? begin != a->begun[vreg] : !a->begun[vreg] && !may_begin(a, vreg, result))))
        return false;
    if (widened && !a->begun[vreg]) {
        begin = a->begun[vreg] = mir_inst_new(a->s, MIR_OP_UNDEF, a->s->simd);
        begin->dst = mir_vec(vreg, 0, EU_TYPE_UD);
    }
    if (begin)
        begin_before(result, begin);
    result->dst.vreg = vreg;
    result->dst.offset = move->dst.offset;
    result->saturate |= move->saturate;
    return true;
}

// ---- scalars that are computed only to be spread over the channels of a payload

// A dword that nothing but the move reads, for all of its channels?
static bool is_spread(const struct retarget *a, const struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0];
    if (i->op != EU_OP_MOV || i->exec_size == 1 || i->pred.kind || i->cmod || i->flag.kind || i->saturate ||
        i->dst.kind != MIR_OPK_VREG || !is_dword(i->dst.type) || o->kind != MIR_OPK_VREG ||
        !is_dword(o->type) || o->negate || o->abs || mir_src_stride(o, i->exec_size) != 0)
        return false;
    const struct mir_vreg *v = &a->s->vregs[o->vreg];
    return v->size == 4 && v->phys < 0 && a->uses.first[o->vreg + 1] - a->uses.first[o->vreg] == 1;
}

static bool can_spread(const struct retarget *a, const struct mir_inst *i)
{
    switch (i->op) {
    case EU_OP_ADD:
    case EU_OP_SHL:
    case EU_OP_SHR:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
        break;
    default:
        return false;
    }
    for (unsigned k = 0; k < 2; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind != MIR_OPK_IMM && (o->kind != MIR_OPK_VREG || a->s->vregs[o->vreg].file != MIR_GRF ||
                                       !a->s->vregs[o->vreg].uniform))
            return false;
    }
    return i->exec_size == 1 && i->nomask && !i->pred.kind && !i->cmod && !i->flag.kind && !i->saturate &&
           !mir_touches_acc(i) && i->dst.kind == MIR_OPK_VREG && is_dword(i->dst.type) && !i->dst.offset;
}

// Here, of sources that are what they were.
static bool visit_spread(const struct retarget *a, struct mir_inst *move)
{
    if (!is_spread(a, move))
        return false;
    struct mir_inst *i = move->prev;
    for (unsigned n = 0; i && n < MAX_APART && !writes_vreg(i, move->src[0].vreg); n++)
        i = i->prev;
    if (!i || !writes_vreg(i, move->src[0].vreg) || !can_spread(a, i))
        return false;
    for (const struct mir_inst *at = i->next; at != move; at = at->next)
        for (unsigned k = 0; k < 2; k++)
            if (i->src[k].kind == MIR_OPK_VREG && writes_vreg(at, i->src[k].vreg))
                return false;
    move->op = i->op;
    move->dst.type = i->dst.type;
    for (unsigned k = 0; k < 2; k++) {
        move->src[k] = i->src[k];
        if (move->src[k].kind == MIR_OPK_VREG) {
            move->src[k].vstride = move->src[k].hstride = 0;
            move->src[k].width = 1;
        }
    }
    mir_remove(i);
    return true;
}

// ---- comparisons with zero. Integer overflow makes the modifier see the unwrapped result of an ADD, so
// integers only from instructions that cannot overflow.

// What is zero is so with a sign and without.
static bool same_zero(enum eu_type a, enum eu_type b)
{
    return a == b || (a != EU_TYPE_F && b != EU_TYPE_F && eu_type_size(a) == 4 && eu_type_size(b) == 4);
}

static bool produces_flags(const struct mir_inst *i, enum eu_type type, enum eu_cmod cmod)
{
    bool zero = cmod == EU_CMOD_Z || cmod == EU_CMOD_NZ;
    if (i->cmod || i->pred.kind || i->flag.kind || i->saturate ||
        (zero ? !same_zero(i->dst.type, type) : i->dst.type != type))
        return false;
    bool is_float = type == EU_TYPE_F;
    switch (i->op) {
    case EU_OP_ADD:
    case EU_OP_MUL:
        return is_float;
    case EU_OP_MAD:
    case EU_OP_LRP:
        return is_float && i->exec_size <= 2 * i->reg_bytes / 4;
    case EU_OP_MOV:
        return i->src[0].type == type && i->src[0].kind == MIR_OPK_VREG;
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_NOT:
        return zero;
    default:
        return false;
    }
}

static bool touches_flag(const struct mir_inst *i, uint32_t flag)
{
    if ((i->flag.kind && i->flag.vreg == flag) || (i->pred.kind && i->pred.vreg == flag))
        return true;
    if (i->dst.kind == MIR_OPK_VREG && i->dst.vreg == flag)
        return true;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_VREG && i->src[k].vreg == flag)
            return true;
    return false;
}

// Of floats, either zero.
static bool is_zero(const struct mir_operand *o)
{
    uint32_t bits = (uint32_t)o->imm;
    return o->kind == MIR_OPK_IMM && (o->type == EU_TYPE_F ? !(bits << 1) : !bits);
}

static bool visit_comparison(struct mir_inst *cmp)
{
    const struct mir_operand *o = &cmp->src[0];
    if (cmp->op != EU_OP_CMP || cmp->pred.kind || !is_zero(&cmp->src[1]) || o->kind != MIR_OPK_VREG ||
        o->negate || o->abs || cmp->dst.kind == MIR_OPK_VREG || !cmp->flag.kind ||
        eu_type_size(o->type) != 4 || (cmp->exec_size > 1 && mir_src_stride(o, cmp->exec_size) != 1))
        return false;
    struct mir_inst *i = cmp->prev;
    while (i && !writes_vreg(i, o->vreg)) {
        if (touches_flag(i, cmp->flag.vreg))
            return false;
        i = i->prev;
    }
    if (!i || i->op >= EU_OP_COUNT || !mir_has_dst(i) || i->dst.offset != o->offset ||
        mir_dst_stride(&i->dst) != 1 || !same_channels(i, cmp) || mir_touches_acc(i) ||
        !produces_flags(i, o->type, cmp->cmod))
        return false;
    i->cmod = cmp->cmod;
    i->flag = cmp->flag;
    return true;
}

bool mir_opt_retarget(struct mir_shader *s)
{
    struct retarget a = {.s = s,
                         .defs = *mir_def_lists(s),
                         .uses = *mir_use_lists(s),
                         .begun = arena_array(s->arena, struct mir_inst *, s->vreg_count + 1)};
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b])
        {
            bool taken = visit_comparison(i) || visit_move(&a, i);
            a.changed |= taken || visit_spread(&a, i);
            if (taken)
                mir_remove(i);
        }
    return a.changed;
}
