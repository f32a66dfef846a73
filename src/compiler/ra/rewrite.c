// Rewriting what goes to memory, and its places there.
//
// Scratch holds whole registers, written without regard to the channel mask (Scratch Block messages of data
// port 0, header g0, whose dword 5 is the scratch base; PRM KBL vol2d "Scratch Hword Block Message Header").
// So a write that leaves something of the old value (predicate, part of a register, or other channels that
// still need it: the range is live before the write) fills first. On Gen12.5 these are blocks of the
// load-store unit, at an address in a register of its own.
#include "isa/table/msg.h"
#include "compiler/ra/spill.h"
#include "compiler/mir/ir/message.h"

#include <stdlib.h>

struct place { // where an instruction goes in
    struct mir_inst *at;
    bool before;
};

static void put(struct place *w, struct mir_inst *i)
{
    i->line = w->at->line;
    if (w->before) {
        mir_insert_before(w->at, i);
    } else {
        mir_insert_after(w->at, i);
        w->at = i;
    }
}

enum { OWORD = 16, SCRATCH_SURFACE = 20 }; // bytes; of r0

// The header of an OWord block message: g0 with the offset in OWords in dword 2.
static struct mir_operand block_header(struct ra_spiller *p, struct place *w, uint32_t reg)
{
    struct mir_shader *s = p->s;
    uint32_t v = mir_vreg_new(s, MIR_GRF, p->s->reg_bytes, p->s->reg_bytes, true);
    s->vregs[v].spill_temp = true;
    struct mir_inst *copy = mir_inst_new(s, EU_OP_MOV, mir_native_width(s)),
                    *set = mir_inst_new(s, EU_OP_MOV, 1);
    copy->nomask = set->nomask = true;
    copy->dst = mir_vec(v, 0, EU_TYPE_UD);
    copy->src[0] = mir_vec(s->r0, 0, EU_TYPE_UD);
    set->dst = mir_scalar(v, 8, EU_TYPE_UD);
    set->src[0] = mir_imm_ud(reg * s->reg_bytes / OWORD);
    put(w, copy);
    put(w, set);
    return mir_vec(v, 0, EU_TYPE_UD);
}

// The address of a block of the load-store unit, in all of a register.
static struct mir_operand block_address(struct ra_spiller *p, struct place *w, uint32_t reg)
{
    struct mir_shader *s = p->s;
    uint32_t v = mir_vreg_new(s, MIR_GRF, s->reg_bytes, s->reg_bytes, true);
    s->vregs[v].spill_temp = true;
    struct mir_inst *set = mir_inst_new(s, EU_OP_MOV, mir_native_width(s));
    set->nomask = true;
    set->dst = mir_vec(v, 0, EU_TYPE_UD);
    set->src[0] = mir_imm_ud(reg * s->reg_bytes);
    put(w, set);
    return mir_vec(v, 0, EU_TYPE_UD);
}

// A copy of what a message of one payload writes, behind its header, where there are no split sends.
static struct mir_operand joined(struct ra_spiller *p, struct place *w, struct mir_operand header,
                                 struct mir_operand data, unsigned regs)
{
    struct mir_shader *s = p->s;
    uint32_t v =
        mir_vreg_new(s, MIR_GRF, (1 + regs) * s->reg_bytes, s->reg_bytes, s->vregs[data.vreg].uniform);
    s->vregs[v].spill_temp = true;
    for (unsigned k = 0; k <= regs; k++) {
        struct mir_inst *copy = mir_inst_new(s, EU_OP_MOV, mir_native_width(s));
        copy->nomask = true;
        copy->dst = mir_vec(v, k * s->reg_bytes, EU_TYPE_UD);
        copy->src[0] = k ? mir_vec(data.vreg, data.offset + (k - 1) * s->reg_bytes, EU_TYPE_UD) : header;
        put(w, copy);
    }
    return mir_vec(v, 0, EU_TYPE_UD);
}

// One message moves 1, 2, 4 or 8 registers; OWord blocks, with more to set up, reach everywhere and move up
// to 4.
static void scratch_messages(struct ra_spiller *p, struct mir_inst *at, bool before, uint32_t temp,
                             uint32_t first, uint32_t regs, uint32_t home, bool write)
{
    struct mir_shader *s = p->s;
    struct place w = {at, before};
    const bool ports = kiln_target_has_data_ports(s->target);
    bool far = ports && ra_is_far(s, home, regs), join = write && !kiln_target_has_split_sends(s->target);
    for (uint32_t done = 0; done < regs;) {
        uint32_t left = regs - done, reg = home / p->s->reg_bytes + done;
        // Copies are few registers at a time: there may be none left.
        unsigned log = left >= 8 && !far && !join && kiln_target_scratch_registers(s->target) >= 8 ? 3
                       : left >= 4 && !join                                                        ? 2
                       : left >= 2                                                                 ? 1
                                                                                                   : 0;
        struct mir_operand header = !ports ? block_address(p, &w, reg)
                                    : far  ? block_header(p, &w, reg)
                                           : mir_vec(s->r0, 0, EU_TYPE_UD);
        struct mir_operand data = mir_vec(temp, first + done * p->s->reg_bytes, EU_TYPE_UD);
        if (join)
            header = joined(p, &w, header, data, 1u << log);
        struct mir_inst *i =
            mir_inst_new(s, write && !join ? EU_OP_SENDS : EU_OP_SEND, ports ? 2 * mir_native_width(s) : 1);
        i->nomask = true;
        i->src[0] = header;
        if (!ports)
            i->src[2] = mir_scalar(s->r0, SCRATCH_SURFACE, EU_TYPE_UD);
        i->send = (struct mir_send){.access = MIR_ACCESS_SPILL,
                                    .at = reg,
                                    .far = far,
                                    .mlen = 1,
                                    .header = ports,
                                    .surface = ports ? MIR_SURFACE_TABLE : MIR_SURFACE_HANDLE,
                                    .space = MIR_SPACE_SCRATCH,
                                    .mem = write ? MIR_MEM_WRITE : MIR_MEM_READ};
        if (write) {
            i->dst = mir_null(EU_TYPE_UD);
            if (join)
                i->send.mlen = (uint8_t)(1 + (1u << log));
            else
                i->src[1] = data;
            i->send.ex_mlen = join ? 0 : (uint8_t)(1u << log);
            s->spills++;
        } else {
            i->dst = data;
            i->send.rlen = (uint8_t)(1u << log);
            s->fills++;
        }
        put(&w, i);
        done += 1u << log;
    }
}

struct touch { // what one instruction does to one spilled vreg
    uint32_t vreg, lo, hi;
    bool read, written, partial;
};

static struct touch *touch_of(struct touch *t, unsigned *n, uint32_t vreg)
{
    for (unsigned k = 0; k < *n; k++)
        if (t[k].vreg == vreg)
            return &t[k];
    t[*n] = (struct touch){.vreg = vreg, .lo = UINT32_MAX};
    return &t[(*n)++];
}

// By whole registers.
static void widen_touch(const struct mir_shader *s, struct touch *t, struct mir_range r)
{
    uint32_t lo = r.lo / s->reg_bytes * s->reg_bytes, hi = mir_regs(s, r.hi) * s->reg_bytes;
    t->lo = lo < t->lo ? lo : t->lo;
    t->hi = hi > t->hi ? hi : t->hi;
}

// Something of the old value must survive the write of i.
static bool keeps_old(const struct ra_spiller *p, const struct mir_inst *i, const struct touch *t)
{
    struct mir_range r = mir_dst_range(i);
    uint32_t size = p->s->vregs[t->vreg].size, end = t->hi < size ? t->hi : size;
    if (!mir_dst_is_full(i) || r.lo > t->lo || r.hi < end)
        for (uint32_t u = t->lo / p->s->reg_bytes; u * p->s->reg_bytes < end; u++)
            if (live_at(&p->l->units[p->l->first_unit[t->vreg] + u], i->ip * LIVE_SLOTS))
                return true;
    if (i->nomask)
        return false;
    for (uint32_t u = t->lo / p->s->reg_bytes; u * p->s->reg_bytes < end; u++)
        if (live_at(&p->l->units[p->l->first_unit[t->vreg] + u], i->ip * LIVE_SLOTS))
            return true;
    return false;
}

static void rewrite_operand(struct mir_operand *o, const struct touch *t, uint32_t temp)
{
    if (o->kind == MIR_OPK_VREG && o->vreg == t->vreg) {
        o->vreg = temp;
        o->offset -= t->lo;
    }
}

static void rewrite_operands(struct mir_inst *i, const struct touch *t, uint32_t to)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        rewrite_operand(&i->src[k], t, to);
    rewrite_operand(&i->dst, t, to);
}

static void rematerialize(struct ra_spiller *p, struct mir_inst *at, bool before, uint32_t vreg, uint32_t to)
{
    struct mir_inst *copy = arena_new(p->s->arena, struct mir_inst);
    *copy = *p->c[vreg].def;
    copy->dst.vreg = to;
    if (before)
        mir_insert_before(at, copy);
    else
        mir_insert_after(at, copy);
}

// ---- in a register that it resides in

// The units of its bytes that are in a register at this slot.
static uint32_t valid_units(const struct ra_spiller *p, const struct mir_block *b, uint32_t vreg,
                            uint32_t slot)
{
    const struct ra_candidate *c = &p->c[vreg];
    return c->block == b && ra_has_low_pressure(p, c->since, slot) ? c->valid : 0;
}

static uint32_t units_of(const struct mir_shader *s, const struct touch *t)
{
    return (1u << t->hi / s->reg_bytes) - (1u << t->lo / s->reg_bytes);
}

static void fill_units(struct ra_spiller *p, struct mir_inst *at, bool before, uint32_t vreg, uint32_t units)
{
    const struct ra_candidate *c = &p->c[vreg];
    if (c->remat && units)
        rematerialize(p, at, before, vreg, c->split);
    for (uint32_t u = 0, n; !c->remat && units >> u; u += n) {
        for (n = 1; (units >> u & 1) == (units >> (u + n) & 1) && units >> (u + n); n++)
            ;
        if (units >> u & 1)
            scratch_messages(p, at, before, c->split, u * p->s->reg_bytes, n, c->home + u * p->s->reg_bytes,
                             false);
    }
}

// All of it is in a register before the instruction, or may be filled there and stay.
static bool is_resident(const struct ra_spiller *p, const struct mir_inst *i, const struct touch *t)
{
    uint32_t valid = valid_units(p, i->block, t->vreg, i->ip * LIVE_SLOTS);
    bool needs = t->read || t->partial;
    return p->c[t->vreg].resides &&
           (ra_inst_has_low_pressure(p, i) || (needs && !(units_of(p->s, t) & ~valid)));
}

static void apply_resident(struct ra_spiller *p, struct mir_inst *i, const struct touch *t)
{
    struct ra_candidate *c = &p->c[t->vreg];
    uint32_t valid = valid_units(p, i->block, t->vreg, i->ip * LIVE_SLOTS);
    const struct touch whole = {.vreg = t->vreg};
    if (!valid)
        c->split = ra_begin_stretch(p, c->resident, i->ip * LIVE_SLOTS);
    if (t->read || t->partial)
        fill_units(p, i, true, t->vreg, c->remat ? (valid ? 0 : 1) : units_of(p->s, t) & ~valid);
    else if (!valid)
        ra_mark_undef(p->s, i, c->split);
    rewrite_operands(i, &whole, c->split);
    if (t->written)
        scratch_messages(p, i, false, c->split, t->lo, (t->hi - t->lo) / p->s->reg_bytes, c->home + t->lo,
                         true);
    c->valid = c->remat ? UINT32_MAX : valid | units_of(p->s, t);
    c->since = i->ip * LIVE_SLOTS;
    c->temp = RA_NONE; // what it holds may be out of date
}

// ---- through a temporary

static void apply_remat(struct ra_spiller *p, struct mir_inst *i, const struct touch *t)
{
    const struct mir_vreg v = p->s->vregs[t->vreg];
    uint32_t temp = mir_vreg_new(p->s, MIR_GRF, v.size, v.align, v.uniform);
    const struct touch whole = {.vreg = t->vreg};
    p->s->vregs[temp].spill_temp = true;
    rewrite_operands(i, &whole, temp);
    rematerialize(p, i, true, t->vreg, temp);
}

static void apply_temp(struct ra_spiller *p, struct mir_inst *i, const struct touch *t)
{
    struct mir_shader *s = p->s;
    struct ra_candidate *c = &p->c[t->vreg];
    uint32_t regs = (t->hi - t->lo) / p->s->reg_bytes;
    bool reuse = c->temp != RA_NONE && i->ip - c->at <= p->window && t->lo >= c->lo && t->hi <= c->hi;
    if (!reuse) {
        c->temp =
            mir_vreg_new(s, MIR_GRF, regs * p->s->reg_bytes, p->s->reg_bytes, s->vregs[t->vreg].uniform);
        s->vregs[c->temp].spill_temp = true;
        c->lo = t->lo;
        c->hi = t->hi;
        if (t->read || t->partial)
            scratch_messages(p, i, true, c->temp, 0, regs, c->home + t->lo, false);
        else
            ra_mark_undef(s, i,
                          c->temp); // masked writes end no range of what a whole register is stored from
    }
    c->at = i->ip;
    struct touch whole = *t;
    whole.lo = c->lo;
    rewrite_operands(i, &whole, c->temp);
    if (t->written) {
        scratch_messages(p, i, false, c->temp, t->lo - c->lo, regs, c->home + t->lo, true);
        c->valid = 0;
    }
}

// ---- instructions

static void apply_touch(struct ra_spiller *p, struct mir_inst *i, const struct touch *t)
{
    struct ra_candidate *c = &p->c[t->vreg];
    if (c->block != i->block) { // nothing of it is here yet
        c->block = i->block;
        c->temp = RA_NONE;
        c->valid = 0;
        c->since = p->l->block_start[i->block->index];
    }
    if (is_resident(p, i, t))
        apply_resident(p, i, t);
    else if (c->remat)
        apply_remat(p, i, t);
    else
        apply_temp(p, i, t);
}

static void rewrite_inst(struct ra_spiller *p, struct mir_inst *i)
{
    struct touch t[MIR_MAX_SRCS + 1];
    unsigned n = 0;
    if ((ra_is_store(p, i) && ra_is_spilled(p, &i->src[1])) ||
        (ra_is_fill(p, i) && ra_is_spilled(p, &i->dst))) {
        *(i->send.rlen ? &p->s->fills : &p->s->spills) -= 1;
        mir_remove(i); // of an earlier round, and done again where it is wanted
        return;
    }
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (ra_is_spilled(p, &i->src[k])) {
            struct touch *x = touch_of(t, &n, i->src[k].vreg);
            widen_touch(p->s, x, mir_src_range(i, k));
            x->read = true;
        }
    if (ra_is_spilled(p, &i->dst)) {
        if (i->op == MIR_OP_UNDEF || p->c[i->dst.vreg].remat) {
            mir_remove(i);
            return;
        }
        struct touch *x = touch_of(t, &n, i->dst.vreg);
        widen_touch(p->s, x, mir_dst_range(i));
        x->written = true;
        x->partial = keeps_old(p, i, x);
    }
    for (unsigned k = 0; k < n; k++)
        apply_touch(p, i, &t[k]);
}

static void start_block(struct ra_spiller *p, const struct mir_block *b)
{
    for (uint32_t n = p->res.first_of_block[b->index]; n < p->res.first_of_block[b->index + 1]; n++) {
        uint32_t k = p->res.of_block[n];
        const struct ra_resident *x = &p->res.r[k];
        struct ra_candidate *c = &p->c[x->vreg];
        c->block = b;
        c->temp = RA_NONE;
        c->resident = k;
        c->valid = x->in;
        c->since = p->l->block_start[b->index];
        if (x->in)
            c->split = ra_entry_stretch(p, k);
    }
}

// What the loop behind the block wants.
static void end_block(struct ra_spiller *p, const struct mir_block *b)
{
    uint32_t end = p->l->block_end[b->index];
    for (uint32_t n = p->res.first_of_block[b->index]; n < p->res.first_of_block[b->index + 1]; n++) {
        const struct ra_resident *x = &p->res.r[p->res.of_block[n]];
        struct ra_candidate *c = &p->c[x->vreg];
        uint32_t valid = valid_units(p, b, x->vreg, end);
        if (!(x->fill & ~valid))
            continue;
        bool before = mir_op_is_terminator(b->last->op);
        if (!valid)
            c->split = ra_begin_stretch(p, c->resident, end - 1);
        fill_units(p, before ? ra_insertion_point(b->last) : b->last, before, x->vreg, x->fill & ~valid);
    }
}

// ---- places in scratch

struct slot {
    uint32_t start, end, vreg, regs, reg;
};

static int by_size_and_start(const void *x, const void *y)
{
    const struct slot *a = x, *b = y;
    if (a->regs != b->regs)
        return a->regs < b->regs ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->vreg > b->vreg) - (a->vreg < b->vreg);
}

static void sift_down(struct slot *h, uint32_t n) // a heap: the earliest end first
{
    for (uint32_t k = 0, c; (c = 2 * k + 1) < n; k = c) {
        c += c + 1 < n && h[c + 1].end < h[c].end;
        if (h[k].end <= h[c].end)
            break;
        struct slot t = h[k];
        h[k] = h[c];
        h[c] = t;
    }
}

static void sift_up(struct slot *h, uint32_t k)
{
    for (; k && h[k].end < h[(k - 1) / 2].end; k = (k - 1) / 2) {
        struct slot t = h[k];
        h[k] = h[(k - 1) / 2];
        h[(k - 1) / 2] = t;
    }
}

// Vregs of one size that are never live at once share a place. Places of earlier rounds are not given again.
static void assign_homes(struct ra_spiller *p)
{
    struct slot *order = arena_array(p->l->a, struct slot, p->vreg_count + 1), *heap;
    uint32_t n = 0, held = 0, regs = mir_regs(p->s, p->s->spill_bytes);
    for (uint32_t v = 0; v < p->vreg_count; v++)
        if (p->c[v].chosen && !p->c[v].remat && p->s->vregs[v].home >= 0) {
            p->c[v].home = (uint32_t)p->s->vregs[v].home;
        } else if (p->c[v].chosen && !p->c[v].remat) {
            order[n] =
                (struct slot){.start = UINT32_MAX, .vreg = v, .regs = mir_regs(p->s, p->s->vregs[v].size)};
            ra_hull(p, v, &order[n].start, &order[n].end);
            n++;
        }
    qsort(order, n, sizeof(*order), by_size_and_start);
    heap = arena_array(p->l->a, struct slot, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        struct slot *x = &order[k];
        if (k && x->regs != order[k - 1].regs)
            held = 0;
        if (held && heap[0].end <= x->start) {
            x->reg = heap[0].reg;
            heap[0] = *x;
            sift_down(heap, held);
        } else {
            x->reg = regs;
            regs += x->regs;
            heap[held] = *x;
            sift_up(heap, held++);
        }
        p->c[x->vreg].home = x->reg * p->s->reg_bytes;
    }
    p->s->spill_bytes = regs * p->s->reg_bytes;
}

void ra_rewrite(struct ra_spiller *p)
{
    assign_homes(p);
    ra_reside(p);
    for (uint32_t b = 0; b < p->s->block_count; b++) {
        start_block(p, p->s->blocks[b]);
        mir_foreach_inst_safe(i, p->s->blocks[b]) rewrite_inst(p, i);
        end_block(p, p->s->blocks[b]);
    }
}
