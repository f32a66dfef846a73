// Merges the two sides of copies, so that a value is computed where it is needed: in a payload, a block, a
// phi's vreg.
//
// A copy is a plain MOV of raw bits between packed regions of two vregs. One side goes into the other at the
// distance that the copy implies, if it fits there whole; then the copy is gone. That is right if the two
// never hold different values at once: no definition of one (other than such copies) while the other is live,
// unit by unit. Liveness is right under divergence, so this is too (mir_live.c).
//
// Two vregs whose every write is under the channel mask, channel for channel at the same bytes, never meet in
// a lane that is waiting: for them liveness as each channel sees it decides (mir_live_logical). So the value
// that a channel takes out of a loop stays in the register where the others go on computing theirs.
//
// Inner loops first. A chain of merges keeps a root: `owner` and `offset` per vreg, ranges and definitions
// per unit of the root. Payload vregs at fixed places are left alone. UNDEFs of a root in whose range another
// value now lives go.
#include "compiler/ra.h"

#include <stdlib.h>

struct copy {
    struct mir_inst *inst;
    uint32_t depth, order;
};

struct send_pair { // payloads of one split send must not overlap
    const struct mir_inst *inst;
};

struct coalescer {
    struct mir_shader *s;
    struct mir_live *l, *logical;
    uint8_t *lane_size; // per vreg: bytes of a channel's element if all writes keep to their lanes, else 0
    struct mir_inst **at_ip;
    uint32_t *owner, *offset; // per vreg: where it went; itself and 0 if nowhere
    bool *keep_undef;
    struct copy *copies;
    uint32_t copy_count;
    struct send_pair *sends;
    uint32_t send_count;
};

static uint32_t root(struct coalescer *c, uint32_t vreg, uint32_t *offset)
{
    while (c->owner[vreg] != vreg) {
        *offset += c->offset[vreg];
        vreg = c->owner[vreg];
    }
    return vreg;
}

static bool is_float(enum eu_type t)
{
    return t == EU_TYPE_F || t == EU_TYPE_HF || t == EU_TYPE_DF;
}

static bool is_copy(const struct mir_shader *s, const struct mir_inst *i)
{
    const struct mir_operand *d = &i->dst, *o = &i->src[0];
    if (i->op != EU_OP_MOV || i->pred.kind || i->saturate || i->cmod || i->acc_wr ||
        d->kind != MIR_OPK_VREG || o->kind != MIR_OPK_VREG || o->negate || o->abs)
        return false;
    if (eu_type_size(d->type) != eu_type_size(o->type) || is_float(d->type) != is_float(o->type) ||
        (is_float(d->type) && d->type != o->type))
        return false;
    const struct mir_vreg *vd = &s->vregs[d->vreg], *vo = &s->vregs[o->vreg];
    if (vd->file != MIR_GRF || vo->file != MIR_GRF || vd->uniform != vo->uniform)
        return false;
    return i->exec_size == 1 || (mir_dst_stride(d) == 1 && mir_src_stride(o, i->exec_size) == 1);
}

// The distance between the roots of a copy's two sides: src root + *at == dst root (or the other way round).
static bool relation(struct coalescer *c, const struct mir_inst *i, uint32_t *big, uint32_t *small,
                     uint32_t *at)
{
    uint32_t d_off = i->dst.offset, s_off = i->src[0].offset;
    uint32_t d = root(c, i->dst.vreg, &d_off), o = root(c, i->src[0].vreg, &s_off);
    uint32_t d_size = c->s->vregs[d].size, o_size = c->s->vregs[o].size;
    if (d == o)
        return false;
    bool into_dst = d_off >= s_off && d_off - s_off + o_size <= d_size;
    bool into_src = s_off >= d_off && s_off - d_off + d_size <= o_size;
    if (!into_dst && !into_src)
        return false;
    *big = into_dst ? d : o;
    *small = into_dst ? o : d;
    *at = into_dst ? d_off - s_off : s_off - d_off;
    return true;
}

static bool placeable(const struct coalescer *c, uint32_t big, uint32_t small, uint32_t at)
{
    const struct mir_vreg *b = &c->s->vregs[big], *v = &c->s->vregs[small];
    if (b->phys >= 0 || v->phys >= 0 || b->spill_temp || v->spill_temp)
        return false;
    if (v->size >= 32)
        return at % 32 == 0 && v->align <= 32;
    if (at % 32 + v->size > 32 || at % v->align)
        return false;
    return b->size >= 32 || b->align >= v->align || b->phys < 0;
}

// Is the definition at `slot` one of the copies that the merge removes?
static bool is_same_copy(struct coalescer *c, uint32_t slot, uint32_t big, uint32_t small, uint32_t at)
{
    const struct mir_inst *i = c->at_ip[slot / LIVE_SLOTS];
    uint32_t b, v, a;
    return i && is_copy(c->s, i) && relation(c, i, &b, &v, &a) && b == big && v == small && a == at;
}

static bool defs_clash(struct coalescer *c, const struct live_unit *defs, const struct live_unit *live,
                       uint32_t big, uint32_t small, uint32_t at)
{
    for (uint32_t k = 0; k < defs->def_count; k++)
        if (live_at(live, defs->defs[k]) && !is_same_copy(c, defs->defs[k], big, small, at))
            return true;
    return false;
}

static bool same_lanes(const struct coalescer *c, uint32_t big, uint32_t small, uint32_t at)
{
    unsigned size = c->lane_size[big];
    return size && size == c->lane_size[small] && at % (size * c->s->simd) == 0;
}

static bool interfere(struct coalescer *c, uint32_t big, uint32_t small, uint32_t at)
{
    const struct mir_live *l = same_lanes(c, big, small, at) ? c->logical : c->l;
    uint32_t n = c->l->first_unit[small + 1] - c->l->first_unit[small];
    for (uint32_t k = 0; k < n; k++) {
        const struct live_unit *b = &l->units[l->first_unit[big] + at / 32 + k];
        const struct live_unit *v = &l->units[l->first_unit[small] + k];
        if (defs_clash(c, b, v, big, small, at) || defs_clash(c, v, b, big, small, at))
            return true;
    }
    return false;
}

// Would the two payloads of some split send end up in the same bytes?
static bool payloads_clash(struct coalescer *c, uint32_t big, uint32_t small, uint32_t at)
{
    for (uint32_t k = 0; k < c->send_count; k++) {
        const struct mir_inst *i = c->sends[k].inst;
        uint32_t off[2] = {i->src[0].offset, i->src[1].offset};
        uint32_t r0 = root(c, i->src[0].vreg, &off[0]), r1 = root(c, i->src[1].vreg, &off[1]);
        if (!((r0 == big && r1 == small) || (r1 == big && r0 == small)))
            continue;
        off[r0 == small ? 0 : 1] += at;
        if (off[0] < off[1] + 32u * i->send.ex_mlen && off[1] < off[0] + 32u * i->send.mlen)
            return true;
    }
    return false;
}

static void merge_segments(struct coalescer *c, struct live_unit *to, const struct live_unit *from)
{
    struct live_segment *out = arena_array(c->l->a, struct live_segment, to->count + from->count + 1);
    uint32_t n = 0, i = 0, j = 0;
    while (i < to->count || j < from->count) {
        bool first = j == from->count || (i < to->count && to->segments[i].start <= from->segments[j].start);
        struct live_segment x = first ? to->segments[i++] : from->segments[j++];
        if (n && out[n - 1].end >= x.start)
            out[n - 1].end = x.end > out[n - 1].end ? x.end : out[n - 1].end;
        else
            out[n++] = x;
    }
    to->segments = out;
    to->count = n;
}

static void merge_defs(struct coalescer *c, struct live_unit *to, const struct live_unit *from, uint32_t big,
                       uint32_t small, uint32_t at)
{
    uint32_t *out = arena_array(c->l->a, uint32_t, to->def_count + from->def_count + 1), n = 0;
    for (uint32_t k = 0; k < to->def_count; k++)
        if (!is_same_copy(c, to->defs[k], big, small, at))
            out[n++] = to->defs[k];
    for (uint32_t k = 0; k < from->def_count; k++)
        if (!is_same_copy(c, from->defs[k], big, small, at))
            out[n++] = from->defs[k];
    to->defs = out;
    to->def_count = n;
}

static void merge_units(struct coalescer *c, struct mir_live *l, uint32_t big, uint32_t small, uint32_t at)
{
    uint32_t n = l->first_unit[small + 1] - l->first_unit[small];
    for (uint32_t k = 0; k < n; k++) {
        struct live_unit *to = &l->units[l->first_unit[big] + at / 32 + k];
        const struct live_unit *from = &l->units[l->first_unit[small] + k];
        merge_defs(c, to, from, big, small, at);
        merge_segments(c, to, from);
    }
}

static void merge(struct coalescer *c, uint32_t big, uint32_t small, uint32_t at)
{
    struct mir_vreg *b = &c->s->vregs[big], *v = &c->s->vregs[small];
    merge_units(c, c->l, big, small, at);
    merge_units(c, c->logical, big, small, at);
    if (!same_lanes(c, big, small, at))
        c->lane_size[big] = 0;
    if (v->align > b->align)
        b->align = v->align;
    c->owner[small] = big;
    c->offset[small] = at;
    c->keep_undef[big] = c->keep_undef[small] = false;
}

enum { NO_LANES = 0xff };

static void note_lanes(struct coalescer *c, const struct mir_inst *i)
{
    const struct mir_operand *d = &i->dst;
    uint8_t *lane = &c->lane_size[d->vreg];
    unsigned size = eu_type_size(d->type);
    bool keeps = !i->nomask && !mir_op_is_send(i->op) && (mir_dst_stride(d) == 1 || i->exec_size == 1) &&
                 d->offset % size == 0 && d->offset / size % c->s->simd == i->chan_offset &&
                 (!*lane || *lane == size);
    *lane = keeps ? (uint8_t)size : NO_LANES;
}

// What is read without mask sees all lanes, also those that wait.
static void note_wide_reads(struct coalescer *c, const struct mir_inst *i)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_VREG && i->nomask)
            c->lane_size[i->src[k].vreg] = NO_LANES;
}

static void find_lanes(struct coalescer *c)
{
    struct mir_shader *s = c->s;
    c->lane_size = arena_array(s->arena, uint8_t, s->vreg_count + 1);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            if (i->op != MIR_OP_UNDEF && mir_has_dst(i))
                note_lanes(c, i);
            note_wide_reads(c, i);
        }
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (c->lane_size[v] == NO_LANES || s->vregs[v].uniform)
            c->lane_size[v] = 0;
}

static void gather(struct coalescer *c)
{
    struct mir_shader *s = c->s;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            c->at_ip[i->ip] = i;
            if (is_copy(s, i))
                c->copies[c->copy_count++] = (struct copy){i, s->blocks[b]->loop_depth, i->ip};
            if (mir_op_is_send(i->op) && i->send.ex_mlen)
                c->sends[c->send_count++].inst = i;
        }
}

static int by_depth(const void *x, const void *y)
{
    const struct copy *a = x, *b = y;
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

static void rewrite_operand(struct coalescer *c, struct mir_operand *o)
{
    if (o->kind == MIR_OPK_VREG || o->kind == MIR_OPK_ADDROF)
        o->vreg = root(c, o->vreg, &o->offset);
}

static void rewrite(struct coalescer *c)
{
    struct mir_shader *s = c->s;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b])
        {
            if (i->op == MIR_OP_UNDEF && !c->keep_undef[i->dst.vreg]) {
                mir_remove(i);
                continue;
            }
            bool copy = is_copy(s, i);
            rewrite_operand(c, &i->dst);
            for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
                rewrite_operand(c, &i->src[k]);
            if (copy && i->dst.vreg == i->src[0].vreg && i->dst.offset == i->src[0].offset)
                mir_remove(i);
        }
}

// What an address register may point into keeps its place and extent.
static void pin_indexed(struct coalescer *c, bool *pinned)
{
    for (uint32_t b = 0; b < c->s->block_count; b++)
        mir_foreach_inst(i, c->s->blocks[b])
        {
            for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
                if (i->src[k].kind == MIR_OPK_INDIRECT)
                    pinned[i->src[k].base] = true;
            if (i->dst.kind == MIR_OPK_INDIRECT)
                pinned[i->dst.base] = true;
        }
}

bool ra_coalesce(struct mir_shader *s)
{
    struct coalescer c = {
        .s = s, .l = mir_live_compute(s->arena, s), .logical = mir_live_logical(s->arena, s)};
    uint32_t n = s->vreg_count + 1, insts = c.l->inst_count + 1;
    c.at_ip = arena_array(s->arena, struct mir_inst *, insts);
    c.owner = arena_array(s->arena, uint32_t, n);
    c.offset = arena_array(s->arena, uint32_t, n);
    c.keep_undef = arena_array(s->arena, bool, n);
    c.copies = arena_array(s->arena, struct copy, insts);
    c.sends = arena_array(s->arena, struct send_pair, insts);
    bool *pinned = arena_array(s->arena, bool, n);
    for (uint32_t v = 0; v < s->vreg_count; v++) {
        c.owner[v] = v;
        c.keep_undef[v] = true;
    }
    gather(&c);
    find_lanes(&c);
    pin_indexed(&c, pinned);
    qsort(c.copies, c.copy_count, sizeof(*c.copies), by_depth);
    bool any = false;
    for (uint32_t k = 0; k < c.copy_count; k++) {
        uint32_t big, small, at;
        if (!relation(&c, c.copies[k].inst, &big, &small, &at) || !placeable(&c, big, small, at) ||
            pinned[big] || pinned[small])
            continue;
        if (interfere(&c, big, small, at) || payloads_clash(&c, big, small, at))
            continue;
        merge(&c, big, small, at);
        any = true;
    }
    if (any)
        rewrite(&c);
    return any;
}
