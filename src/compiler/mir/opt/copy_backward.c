// Results are written where the only copy of them goes. mir_opt_forward lets readers read what was copied;
// here is what it leaves: words (halves above all) that are put together to dwords, and payloads of messages
// that take a word of each dword, which were extended for it.
//
// The copy and what it copies are in one block, for the same channels, each is all that the other is for, and
// the place is not touched in between, nor written by another: what a loop's next round has is left to
// ra_coalesce, which sees whether the old value is read behind the new one when the schedule is known. What
// writes the result keeps its alignment in the register and its stride, so that what was legal still is.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

enum { MAX_APART = 48 }; // instructions between a result and its copy

struct copies {
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

// ---- the copy

static bool is_varying(const struct copies *a, uint32_t vreg)
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
static bool only_low_bytes(const struct copies *a, uint32_t vreg, unsigned bytes)
{
    const uint32_t *first = a->uses.first + vreg;
    if (first[0] == first[1])
        return false;
    for (uint32_t k = first[0]; k < first[1]; k++)
        if (bytes_taken(&a->uses.list[k]) > bytes)
            return false;
    return true;
}

// A MOV of each channel's own bits to a place of the same stride, or into the low part of a dword whose rest
// nobody takes (*widened).
static bool is_copy(const struct copies *a, const struct mir_inst *i, bool *widened)
{
    const struct mir_operand *o = &i->src[0], *d = &i->dst;
    if (i->op != EU_OP_MOV || i->pred.kind || i->saturate || i->cmod || i->flag.kind || i->exec_size == 1 ||
        o->kind != MIR_OPK_VREG || d->kind != MIR_OPK_VREG || o->negate || o->abs || o->vreg == d->vreg ||
        mir_is_float(d->type) != mir_is_float(o->type) || !is_varying(a, o->vreg) || !is_varying(a, d->vreg))
        return false;
    int stride = mir_src_stride(o, i->exec_size);
    unsigned size = eu_type_size(o->type), to = eu_type_size(d->type);
    *widened = to == 4 && size < 4;
    if (!*widened)
        return size == to && stride == (int)mir_dst_stride(d) &&
               (mir_is_float(o->type) ? o->type == d->type : true);
    return !mir_is_float(d->type) && stride * (int)size == 4 && mir_dst_stride(d) == 1 &&
           only_low_bytes(a, d->vreg, size);
}

// Element by element, of a place between the other's?
static bool interleaved(const struct mir_inst *a, const struct mir_inst *b)
{
    unsigned size = eu_type_size(a->dst.type), stride = mir_dst_stride(&a->dst);
    return !mir_op_is_send(a->op) && size == eu_type_size(b->dst.type) && stride == mir_dst_stride(&b->dst) &&
           a->dst.offset / size % stride != b->dst.offset / size % stride;
}

// Does anything else write the place?
static bool only_writer(const struct copies *a, const struct mir_inst *copy)
{
    struct mir_range r = mir_dst_range(copy);
    uint32_t vreg = copy->dst.vreg;
    for (uint32_t k = a->defs.first[vreg]; k < a->defs.first[vreg + 1]; k++) {
        const struct mir_inst *i = a->defs.list[k];
        if (i != copy && (i->dst.kind == MIR_OPK_INDIRECT ||
                          (i->block && overlap(mir_dst_range(i), r) && !interleaved(i, copy))))
            return false;
    }
    return true;
}

// What wrote all that it copies, and nothing else: its only reader is the copy.
static struct mir_inst *result_of(const struct copies *a, const struct mir_inst *copy)
{
    const struct mir_operand *o = &copy->src[0];
    struct mir_range r = mir_src_range(copy, 0);
    struct mir_inst *result = NULL;
    for (uint32_t k = a->uses.first[o->vreg]; k < a->uses.first[o->vreg + 1]; k++)
        if (a->uses.list[k].inst != copy && overlap(a->uses.list[k].range, r))
            return NULL;
    for (uint32_t k = a->defs.first[o->vreg]; k < a->defs.first[o->vreg + 1]; k++) {
        struct mir_inst *i = a->defs.list[k];
        bool elsewhere = mir_has_dst(i) && i->dst.vreg != o->vreg; // by now
        if (elsewhere || (mir_has_dst(i) && !overlap(mir_dst_range(i), r)))
            continue;
        if (result || !mir_has_dst(i))
            return NULL;
        result = i;
    }
    return result;
}

static bool may_redirect(const struct copies *a, const struct mir_inst *copy, const struct mir_inst *i)
{
    const struct mir_operand *o = &copy->src[0];
    uint32_t reg = a->s->reg_bytes;
    return i && i->block == copy->block && i->ip < copy->ip && copy->ip - i->ip <= MAX_APART &&
           i->op < EU_OP_COUNT && !mir_op_is_send(i->op) && i->op != EU_OP_MATH && !mir_touches_acc(i) &&
           (!i->pred.kind || i->op == EU_OP_SEL) && i->exec_size == copy->exec_size &&
           i->chan_offset == copy->chan_offset && i->nomask == copy->nomask && i->dst.offset == o->offset &&
           eu_type_size(i->dst.type) == eu_type_size(o->type) &&
           (int)mir_dst_stride(&i->dst) == mir_src_stride(o, copy->exec_size) &&
           copy->dst.offset % reg == i->dst.offset % reg;
}

// Would the result be written over what it is still made of? An instruction of two registers reads the second
// half of its sources when it has written the first half.
static bool overwrites_itself(const struct mir_inst *i, const struct mir_inst *copy)
{
    struct mir_range r = mir_dst_range(copy);
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind == MIR_OPK_INDIRECT && o->base == copy->dst.vreg)
            return true;
        if (o->kind != MIR_OPK_VREG || o->vreg != copy->dst.vreg || !overlap(mir_src_range(i, k), r))
            continue;
        if (o->offset != copy->dst.offset || eu_type_size(o->type) != eu_type_size(i->dst.type) ||
            mir_src_stride(o, i->exec_size) != (int)mir_dst_stride(&i->dst))
            return true;
    }
    return false;
}

// ---- the place

struct place {
    uint32_t vreg;
    struct mir_range r;
    bool touched, near; // these bytes, and others of the vreg
};

static void look_at_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                        struct mir_range r)
{
    struct place *p = ctx;
    p->touched |= vreg == p->vreg && overlap(r, p->r);
    p->near |= vreg == p->vreg;
}

// Is it read or written between the two? *begin: an UNDEF of its vreg that stands there, and may stand in
// front of the result.
static bool touched_between(const struct copies *a, const struct mir_inst *result,
                            const struct mir_inst *copy, struct mir_inst **begin)
{
    struct place p = {copy->dst.vreg, mir_dst_range(copy), false, false};
    *begin = NULL;
    for (struct mir_inst *i = result->next; i != copy && !p.touched; i = i->next) {
        if (i->op == MIR_OP_UNDEF && i->dst.vreg == p.vreg) {
            p.touched |= p.near;
            *begin = i;
        } else if (i->op != MIR_OP_UNDEF) {
            mir_foreach_use(a->s, i, look_at_use, &p);
            bool here = mir_has_dst(i) && i->dst.vreg == p.vreg;
            p.touched |= here && overlap(mir_dst_range(i), p.r);
            p.touched |= i->dst.kind == MIR_OPK_INDIRECT && i->dst.base == p.vreg;
            p.near |= here;
        }
    }
    return p.touched;
}

// May the vreg that a copy widens to begin, without a value, in front of `at`?
static bool may_begin(const struct copies *a, uint32_t vreg, const struct mir_inst *at)
{
    for (uint32_t k = a->defs.first[vreg]; k < a->defs.first[vreg + 1]; k++) {
        const struct mir_inst *i = a->defs.list[k];
        if (i->block && (i->block != at->block || i->ip < at->ip)) // none: it is gone
            return false;
    }
    return true;
}

static void begin_before(struct mir_inst *at, struct mir_inst *begin)
{
    if (begin->block)
        mir_remove(begin);
    mir_insert_before(at, begin);
    begin->ip = at->ip;
}

static void visit(struct copies *a, struct mir_inst *copy)
{
    bool widened;
    if (!is_copy(a, copy, &widened))
        return;
    struct mir_inst *result = result_of(a, copy), *begin;
    uint32_t vreg = copy->dst.vreg;
    if (!only_writer(a, copy) || !may_redirect(a, copy, result) || overwrites_itself(result, copy) ||
        touched_between(a, result, copy, &begin) ||
        (widened && (begin ? begin != a->begun[vreg] : !a->begun[vreg] && !may_begin(a, vreg, result))))
        return;
    if (widened && !a->begun[vreg]) {
        begin = a->begun[vreg] = mir_inst_new(a->s, MIR_OP_UNDEF, a->s->simd);
        begin->dst = mir_vec(vreg, 0, EU_TYPE_UD);
    }
    if (begin)
        begin_before(result, begin);
    result->dst.vreg = vreg;
    result->dst.offset = copy->dst.offset;
    mir_remove(copy);
    a->changed = true;
}

bool mir_opt_copy_backward(struct mir_shader *s)
{
    struct copies a = {.s = s,
                       .defs = *mir_def_lists(s),
                       .uses = *mir_use_lists(s),
                       .begun = arena_array(s->arena, struct mir_inst *, s->vreg_count + 1)};
    uint32_t ip = 0;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) i->ip = ip++;
    for (uint32_t b = 0; b < s->block_count; b++)
        for (struct mir_inst *i = s->blocks[b]->first, *next; i; i = next) {
            next = i->next;
            visit(&a, i);
        }
    return a.changed;
}
