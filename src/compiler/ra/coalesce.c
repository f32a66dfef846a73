// Merges the two sides of copies, so that a value is computed where it is needed: in a payload, a block, a
// phi's vreg.
//
// A copy is a plain MOV of raw bits between packed regions of two vregs. One side goes into the other at the
// distance that the copy implies, if it fits there whole; then the copy is gone. That is right if the two
// never hold different values at once: no definition of one (other than such copies) while the other is live,
// unit by unit. Liveness is right under divergence, so this is too (mir/analysis/live_compute.c).
//
// Two vregs that have each channel's value at the same bytes never meet in a lane that is waiting where they
// are written under the channel mask: for such a definition, liveness as each channel sees it decides
// (mir_live_compute). So the value that a channel takes out of a loop, or past it, stays in the register
// where the others go on computing theirs. A definition that may write all lanes (of a send, or without mask)
// must find the other dead in all of them.
//
// Inner loops first. A chain of merges keeps a root: `owner` and `offset` per vreg, ranges and definitions
// per unit of the root. Payload vregs at fixed places are left alone. UNDEFs of a root in whose range another
// value now lives go.
#include "compiler/mir/analysis/defs.h"
#include "compiler/ra/ra.h"

#include <stdlib.h>
#include <string.h>

struct copy {
    struct mir_inst *inst;
    uint32_t depth, order;
    struct copy *next; // of the same root
};

struct copy_list {
    struct copy *first, *last;
};

struct send_pair { // payloads of one split send must not overlap
    const struct mir_inst *inst;
    struct send_pair *next; // of the same root
};

struct send_list {
    struct send_pair *first, *last;
};

struct attempt {
    uint32_t big, small, at;
};

enum {
    ATTEMPTS = 1 << 12,
    MAX_WEIGHT = 4000, // of a root that others are merged into: each attempt looks at all of it
};

struct coalescer {
    struct mir_shader *s;
    struct mir_live *l, *logical;
    uint8_t *lane_size; // per vreg: bytes from one channel's value to the next; 0: it is not in lanes
    bool *is_wide;      // per ip: its definition may write lanes that wait
    struct mir_inst **at_ip;
    uint32_t *owner, *offset; // per vreg: where it went; itself and 0 if nowhere
    bool *keep_undef;
    struct copy *copies;
    uint32_t copy_count;
    struct send_list *sends;   // per root: those that have it as a payload
    struct copy_list *by_root; // per root: copies from or to it
    uint32_t *weight;          // per root: definitions, segments and copies
    bool *is_copy, *is_gone;   // per ip
    struct attempt *failed;    // so that each merge is tried once
    uint32_t failed_count, failed_capacity;
    uint32_t *by_hash; // ATTEMPTS of them: 1 + index of the last that failed, or 0
};

static uint32_t root(struct coalescer *c, uint32_t vreg, uint32_t *offset)
{
    while (c->owner[vreg] != vreg) {
        *offset += c->offset[vreg];
        vreg = c->owner[vreg];
    }
    return vreg;
}

static bool is_copy(const struct mir_shader *s, const struct mir_inst *i)
{
    const struct mir_operand *d = &i->dst, *o = &i->src[0];
    if (i->op != EU_OP_MOV || i->pred.kind || i->saturate || i->cmod || i->acc_wr ||
        d->kind != MIR_OPK_VREG || o->kind != MIR_OPK_VREG || o->negate || o->abs)
        return false;
    if (eu_type_size(d->type) != eu_type_size(o->type) || mir_is_float(d->type) != mir_is_float(o->type) ||
        (mir_is_float(d->type) && d->type != o->type))
        return false;
    const struct mir_vreg *vd = &s->vregs[d->vreg], *vo = &s->vregs[o->vreg];
    if (vd->file != MIR_GRF || vo->file != MIR_GRF || vd->uniform != vo->uniform)
        return false;
    const int stride = mir_src_stride(o, i->exec_size);
    return i->exec_size == 1 || ((stride == 1 || stride == 2) && (int)mir_dst_stride(d) == stride);
}

// The distance between the roots of a copy's two sides: src root + *at == dst root (or the other way round).
// Of two of one size the lighter goes into the other, so that a long chain of merges costs n log n.
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
    if (into_dst && into_src)
        into_dst = c->weight[d] >= c->weight[o];
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
    if (v->size >= c->s->reg_bytes)
        return at % c->s->reg_bytes == 0 && v->align <= c->s->reg_bytes;
    if (at % c->s->reg_bytes + v->size > c->s->reg_bytes || at % v->align)
        return false;
    return b->size >= c->s->reg_bytes || b->align >= v->align || b->phys < 0;
}

// Is the definition at `slot` one of the copies that the merge removes?
static bool is_same_copy(struct coalescer *c, uint32_t slot, uint32_t big, uint32_t small, uint32_t at)
{
    const struct mir_inst *i = c->at_ip[slot / LIVE_SLOTS];
    uint32_t b, v, a;
    return c->is_copy[slot / LIVE_SLOTS] && relation(c, i, &b, &v, &a) && b == big && v == small && a == at;
}

// `live` is the other's unit: as all lanes, and as each channel sees it (the same where lanes do not count).
static bool defs_clash(struct coalescer *c, const struct live_unit *defs, const struct live_unit *live[2],
                       uint32_t big, uint32_t small, uint32_t at)
{
    for (uint32_t k = 0; k < defs->def_count; k++)
        if (live_at(live[!c->is_wide[defs->defs[k] / LIVE_SLOTS]], defs->defs[k]) &&
            !is_same_copy(c, defs->defs[k], big, small, at))
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
    const struct mir_live *l[2] = {c->l, same_lanes(c, big, small, at) ? c->logical : c->l};
    uint32_t n = c->l->first_unit[small + 1] - c->l->first_unit[small];
    for (uint32_t k = 0; k < n; k++) {
        const struct live_unit *b[2], *v[2];
        for (unsigned j = 0; j < 2; j++) {
            b[j] = &l[j]->units[l[j]->first_unit[big] + at / c->s->reg_bytes + k];
            v[j] = &l[j]->units[l[j]->first_unit[small] + k];
        }
        if (defs_clash(c, b[0], v, big, small, at) || defs_clash(c, v[0], b, big, small, at))
            return true;
    }
    return false;
}

// Would the two payloads of some split send end up in the same bytes?
static bool payloads_clash(struct coalescer *c, uint32_t big, uint32_t small, uint32_t at)
{
    for (const struct send_pair *p = c->sends[small].first; p; p = p->next) {
        const struct mir_inst *i = p->inst;
        uint32_t off[2] = {i->src[0].offset, i->src[1].offset};
        uint32_t r0 = root(c, i->src[0].vreg, &off[0]), r1 = root(c, i->src[1].vreg, &off[1]);
        if (!((r0 == big && r1 == small) || (r1 == big && r0 == small)))
            continue;
        off[r0 == small ? 0 : 1] += at;
        if (off[0] < off[1] + c->s->reg_bytes * i->send.ex_mlen &&
            off[1] < off[0] + c->s->reg_bytes * i->send.mlen)
            return true;
    }
    return false;
}

// Room for `more` elements behind `count`: merging again and again into one unit costs no more than the
// moves.
static void *room_for(struct coalescer *c, void *data, uint32_t count, uint32_t more, uint32_t *capacity,
                      size_t size)
{
    if (count + more <= *capacity)
        return data;
    *capacity = (count + more) * 2;
    return arena_grow(c->l->a, data, count * size, *capacity * size);
}

static void merge_segments(struct coalescer *c, struct live_unit *to, const struct live_unit *from)
{
    if (!from->count)
        return;
    struct live_segment *s =
        room_for(c, to->segments, to->count, from->count, &to->capacity, sizeof(struct live_segment));
    uint32_t i = to->count, j = from->count, n = 0;
    while (j) { // from the back, so that it can be done in place
        bool first = i && s[i - 1].start > from->segments[j - 1].start;
        s[i + j - 1] = first ? s[i - 1] : from->segments[j - 1];
        first ? i-- : j--;
    }
    for (uint32_t k = 0; k < to->count + from->count; k++)
        if (n && s[n - 1].end >= s[k].start)
            s[n - 1].end = s[k].end > s[n - 1].end ? s[k].end : s[n - 1].end;
        else
            s[n++] = s[k];
    to->segments = s;
    to->count = n;
}

// All but those of copies that are gone.
static void merge_defs(struct coalescer *c, struct live_unit *to, const struct live_unit *from)
{
    uint32_t *d = room_for(c, to->defs, to->def_count, from->def_count, &to->def_capacity, sizeof(*d)), n = 0;
    memcpy(d + to->def_count, from->defs, from->def_count * sizeof(*d));
    for (uint32_t k = 0; k < to->def_count + from->def_count; k++)
        if (!c->is_gone[d[k] / LIVE_SLOTS])
            d[n++] = d[k];
    to->defs = d;
    to->def_count = n;
}

// The copies that a merge makes superfluous.
static void note_gone(struct coalescer *c, uint32_t big, uint32_t small, uint32_t at)
{
    for (struct copy *p = c->by_root[small].first; p; p = p->next)
        if (is_same_copy(c, p->inst->ip * LIVE_SLOTS, big, small, at))
            c->is_gone[p->inst->ip] = true;
}

static void merge_units(struct coalescer *c, struct mir_live *l, uint32_t big, uint32_t small, uint32_t at)
{
    uint32_t n = l->first_unit[small + 1] - l->first_unit[small];
    for (uint32_t k = 0; k < n; k++) {
        struct live_unit *to = &l->units[l->first_unit[big] + at / c->s->reg_bytes + k];
        const struct live_unit *from = &l->units[l->first_unit[small] + k];
        merge_defs(c, to, from);
        merge_segments(c, to, from);
    }
}

static void merge(struct coalescer *c, uint32_t big, uint32_t small, uint32_t at)
{
    struct mir_vreg *b = &c->s->vregs[big], *v = &c->s->vregs[small];
    note_gone(c, big, small, at);
    merge_units(c, c->l, big, small, at);
    if (c->logical != c->l)
        merge_units(c, c->logical, big, small, at);
    if (!same_lanes(c, big, small, at))
        c->lane_size[big] = 0;
    if (v->align > b->align)
        b->align = v->align;
    c->owner[small] = big;
    c->offset[small] = at;
    c->weight[big] += c->weight[small];
    c->keep_undef[big] = c->keep_undef[small] = false;
    struct send_list *to = &c->sends[big], *from = &c->sends[small];
    if (from->first) {
        *(to->last ? &to->last->next : &to->first) = from->first;
        to->last = from->last;
    }
    struct copy_list *onto = &c->by_root[big], *more = &c->by_root[small];
    if (more->first) {
        *(onto->last ? &onto->last->next : &onto->first) = more->first;
        onto->last = more->last;
    }
}

static void add_copy(struct coalescer *c, struct mir_inst *i, uint32_t vreg)
{
    struct copy *p = arena_new(c->l->a, struct copy);
    struct copy_list *l = &c->by_root[vreg];
    p->inst = i;
    *(l->last ? &l->last->next : &l->first) = p;
    l->last = p;
}

static void add_send(struct coalescer *c, const struct mir_inst *i, uint32_t vreg)
{
    struct send_pair *p = arena_new(c->l->a, struct send_pair);
    struct send_list *l = &c->sends[vreg];
    p->inst = i;
    *(l->last ? &l->last->next : &l->first) = p;
    l->last = p;
}

enum { NO_LANES = 0xff };

// The vreg has channels' values so far apart; the operand that says so has one, of `size` bytes, at each.
static void note_lane_size(struct coalescer *c, const struct mir_operand *o, unsigned stride,
                           const struct mir_inst *i)
{
    uint8_t *lane = &c->lane_size[o->vreg];
    unsigned size = eu_type_size(o->type) * (i->exec_size == 1 ? 1 : stride);
    bool fits = size && (!*lane || *lane == size) && o->offset / size % c->s->simd == i->chan_offset;
    *lane = fits ? (uint8_t)size : NO_LANES;
}

static void note_def(struct coalescer *c, const struct mir_inst *i)
{
    c->is_wide[i->ip] = i->nomask || mir_op_is_send(i->op);
    if (!c->is_wide[i->ip])
        note_lane_size(c, &i->dst, mir_dst_stride(&i->dst), i);
}

// What is read without mask sees all lanes, also those that wait. Of what sends return, other reads say where
// the channels' values are.
static void note_reads(struct coalescer *c, const struct mir_inst *i)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind != MIR_OPK_VREG)
            continue;
        if (i->nomask)
            c->lane_size[o->vreg] = NO_LANES;
        else if (c->is_copy[i->ip])
            note_lane_size(c, o, mir_src_stride(o, i->exec_size), i);
    }
}

static void find_lanes(struct coalescer *c)
{
    struct mir_shader *s = c->s;
    c->lane_size = arena_array(c->l->a, uint8_t, s->vreg_count + 1);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            if (i->op != MIR_OP_UNDEF && mir_has_dst(i))
                note_def(c, i);
            note_reads(c, i);
        }
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (c->lane_size[v] == NO_LANES || s->vregs[v].uniform)
            c->lane_size[v] = 0;
}

// Words that lie apart take a register each until they are put together: what else reads one would keep both.
// Those of many channels are copied in parts.
static bool is_only_reader(const struct mir_shader *s, const struct mir_uses *uses,
                           const struct mir_inst *copy)
{
    const struct mir_range r = mir_src_range(copy, 0);
    const uint32_t vreg = copy->src[0].vreg, part = mir_regs(s, r.hi - r.lo) * s->reg_bytes;
    return uses[vreg].count == 1 || uses[vreg].count * part <= s->vregs[vreg].size;
}

static void gather(struct coalescer *c)
{
    struct mir_shader *s = c->s;
    const struct mir_uses *uses = mir_find_uses(c->l->a, s);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            c->at_ip[i->ip] = i;
            c->is_copy[i->ip] = is_copy(s, i) && (mir_dst_stride(&i->dst) == 1 || is_only_reader(s, uses, i));
            if (c->is_copy[i->ip])
                c->copies[c->copy_count++] = (struct copy){i, s->blocks[b]->loop_depth, i->ip, NULL};
            if (c->is_copy[i->ip]) {
                add_copy(c, i, i->dst.vreg);
                add_copy(c, i, i->src[0].vreg);
            }
            if (mir_op_is_send(i->op) && i->send.ex_mlen) {
                add_send(c, i, i->src[0].vreg);
                add_send(c, i, i->src[1].vreg);
            }
        }
}

static uint32_t weigh(const struct coalescer *c, uint32_t vreg)
{
    uint32_t sum = 0;
    for (uint32_t u = c->l->first_unit[vreg]; u < c->l->first_unit[vreg + 1]; u++)
        sum += c->l->units[u].count + c->l->units[u].def_count;
    return sum;
}

static int by_depth(const void *x, const void *y)
{
    const struct copy *a = x, *b = y;
    if (a->depth != b->depth)
        return a->depth > b->depth ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

// Roots that interfered still do: their ranges only grow. Was this attempt made already? Notes it.
static bool is_repeated(struct coalescer *c, uint32_t big, uint32_t small, uint32_t at, bool note)
{
    uint32_t *k = &c->by_hash[(big * 0x9e3779b1u ^ small * 0x85ebca6bu ^ at) >> 7 & (ATTEMPTS - 1)];
    if (note) {
        c->failed = room_for(c, c->failed, c->failed_count, 1, &c->failed_capacity, sizeof(*c->failed));
        c->failed[c->failed_count] = (struct attempt){big, small, at};
        *k = ++c->failed_count;
        return true;
    }
    const struct attempt *t = *k ? &c->failed[*k - 1] : NULL;
    return t && t->big == big && t->small == small && t->at == at;
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

static bool coalesce(struct arena *a, struct mir_shader *s)
{
    struct coalescer c = {.s = s};
    c.l = mir_live_compute(a, s, &c.logical);
    uint32_t n = s->vreg_count + 1, insts = c.l->inst_count + 1;
    c.at_ip = arena_array(a, struct mir_inst *, insts);
    c.owner = arena_array(a, uint32_t, n);
    c.offset = arena_array(a, uint32_t, n);
    c.keep_undef = arena_array(a, bool, n);
    c.copies = arena_array(a, struct copy, insts);
    c.sends = arena_array(a, struct send_list, n);
    c.is_copy = arena_array(a, bool, insts);
    c.is_gone = arena_array(a, bool, insts);
    c.is_wide = arena_array(a, bool, insts);
    c.by_root = arena_array(a, struct copy_list, n);
    c.by_hash = arena_array(a, uint32_t, ATTEMPTS);
    bool *pinned = arena_array(a, bool, n);
    for (uint32_t v = 0; v < s->vreg_count; v++) {
        c.owner[v] = v;
        c.keep_undef[v] = true;
    }
    c.weight = arena_array(a, uint32_t, n);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        c.weight[v] = weigh(&c, v);
    gather(&c);
    find_lanes(&c);
    pin_indexed(&c, pinned);
    qsort(c.copies, c.copy_count, sizeof(*c.copies), by_depth);
    bool any = false;
    for (uint32_t k = 0; k < c.copy_count; k++) {
        uint32_t big, small, at;
        if (!relation(&c, c.copies[k].inst, &big, &small, &at) || !placeable(&c, big, small, at) ||
            pinned[big] || pinned[small] || c.weight[big] > MAX_WEIGHT || c.weight[small] > MAX_WEIGHT)
            continue;
        if (is_repeated(&c, big, small, at, false))
            continue;
        if (interfere(&c, big, small, at) || payloads_clash(&c, big, small, at)) {
            is_repeated(&c, big, small, at, true);
            continue;
        }
        merge(&c, big, small, at);
        any = true;
    }
    if (any)
        rewrite(&c);
    return any;
}

bool ra_coalesce(struct mir_shader *s)
{
    struct arena a;
    arena_init(&a);
    bool any = coalesce(&a, s);
    arena_finish(&a);
    return any;
}
