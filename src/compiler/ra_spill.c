// Spilling: takes vregs out of the registers so that the pressure fits, for all points of the program at
// once.
//
// What goes: of the vregs that are live where the pressure is too high, those with the lowest cost (reads and
// writes, ten times for each loop around them) per register and position freed. A constant is made again
// where it is used; all else goes to scratch memory: a fill before each instruction that reads it, a spill
// behind each that writes it, through temporaries that are never spilled again. So every round shortens
// ranges and the rounds end.
//
// Scratch holds whole registers, written without regard to the channel mask (Scratch Block messages of data
// port 0, header g0, whose dword 5 is the scratch base; PRM KBL vol2d "Scratch Hword Block Message Header").
// So a write that leaves something of the old value (predicate, part of a register, or other channels that
// still need it: the range is live before the write) fills first.
//
// Flags go to general registers in the same manner, by MOVs.
#include "compiler/ra.h"

#include <stdlib.h>

enum { MAX_DEPTH = 4 };

struct candidate {
    uint32_t vreg;
    double cost, benefit;
    bool chosen, forbidden, remat;
    struct mir_inst *def; // the only definition
    uint32_t def_count;
    uint32_t home; // scratch offset, or the general register that holds a flag
    // The temporary that last held bytes [lo, hi) of it, and the instruction: reused by those close behind.
    uint32_t temp, lo, hi, at;
    const struct mir_block *block;
};

struct spiller {
    struct mir_shader *s;
    const struct mir_live *l;
    struct candidate *c; // per vreg
    uint32_t vreg_count; // before spilling
    uint32_t window;     // instructions for which a temporary is reused
};

// ---- pressure
// -------------------------------------------------------------------------------------------------

static uint32_t unit_weight(const struct mir_shader *s, uint32_t vreg)
{
    return s->vregs[vreg].size < 32 ? s->vregs[vreg].size : 32;
}

// Bytes live at each slot.
static int32_t *pressure(const struct mir_shader *s, const struct mir_live *l, enum mir_file file)
{
    uint32_t n = l->inst_count * LIVE_SLOTS + 2;
    int32_t *p = arena_array(l->a, int32_t, n);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        for (uint32_t u = l->first_unit[v]; u < l->first_unit[v + 1] && s->vregs[v].file == file; u++)
            for (uint32_t k = 0; k < l->units[u].count; k++) {
                p[l->units[u].segments[k].start] += (int32_t)unit_weight(s, v);
                p[l->units[u].segments[k].end] -= (int32_t)unit_weight(s, v);
            }
    for (uint32_t k = 1; k < n; k++)
        p[k] += p[k - 1];
    return p;
}

static uint32_t max_of(const int32_t *p, uint32_t n)
{
    int32_t max = 0;
    for (uint32_t k = 0; k < n; k++)
        max = p[k] > max ? p[k] : max;
    return (uint32_t)max;
}

uint32_t ra_max_pressure(const struct mir_shader *s, const struct mir_live *l)
{
    return max_of(pressure(s, l, MIR_GRF), l->inst_count * LIVE_SLOTS + 2);
}

// ---- choice
// ---------------------------------------------------------------------------------------------------

static double weight(const struct mir_inst *i)
{
    double w = 1;
    for (uint32_t d = 0; d < i->block->loop_depth && d < MAX_DEPTH; d++)
        w *= 10;
    return w;
}

static void cost_use(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                     struct mir_range r)
{
    struct spiller *p = ctx;
    p->c[vreg].cost += weight(i) * (r.hi - r.lo > 32 ? (r.hi - r.lo + 31) / 32 : 1);
    if (o->kind == MIR_OPK_INDIRECT)
        p->c[vreg].forbidden = true;
}

static void cost_def(struct spiller *p, struct mir_inst *i, uint32_t vreg, uint32_t bytes)
{
    struct candidate *c = &p->c[vreg];
    c->cost += weight(i) * 1.5 * (bytes > 32 ? (bytes + 31) / 32 : 1);
    c->def = i;
    c->def_count++;
}

// Can the definition be repeated? Plain arithmetic on constants and on vregs that are written once.
static bool is_repeatable(const struct spiller *p, const struct candidate *c, uint32_t vreg)
{
    const struct mir_inst *i = c->def;
    if (c->def_count != 1 || i->pred.kind || i->cmod || i->saturate || i->acc_wr ||
        i->dst.kind != MIR_OPK_VREG || i->dst.offset || !mir_dst_is_full(i) ||
        mir_dst_range(i).hi != p->s->vregs[vreg].size)
        return false;
    switch (i->op) {
    case EU_OP_MOV:
    case EU_OP_ADD:
    case EU_OP_AND:
    case EU_OP_OR:
    case EU_OP_XOR:
    case EU_OP_SHL:
    case EU_OP_SHR:
        break;
    default:
        return false;
    }
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if (o->kind == MIR_OPK_NONE || o->kind == MIR_OPK_IMM)
            continue;
        if (o->kind != MIR_OPK_VREG || p->s->vregs[o->vreg].file != MIR_GRF || o->vreg == vreg ||
            p->c[o->vreg].def_count != (p->s->vregs[o->vreg].phys >= 0 ? 0u : 1u))
            return false;
    }
    return true;
}

static bool in_loop_of(const struct mir_shader *s, const struct mir_block *def, const struct mir_block *use)
{
    return def->loop_header == UINT32_MAX ||
           (use->index >= def->loop_header && use->index < s->blocks[def->loop_header]->loop_end);
}

// At this read, are the definition's sources still there, with the same values? They are written once, so it
// is enough that they are live; but a uniform one changes for channels that have left its loop
// (mir_opt_copy.c), and what is read across channels must have been computed for all of them.
static void check_repeatable_here(void *ctx, const struct mir_inst *i, const struct mir_operand *o,
                                  uint32_t vreg, struct mir_range r)
{
    struct spiller *p = ctx;
    struct candidate *c = &p->c[vreg];
    if (!c->remat)
        return;
    const struct mir_inst *def = c->def;
    if (i->nomask && i->exec_size > 1 && !def->nomask)
        c->remat = false;
    for (unsigned k = 0; k < MIR_MAX_SRCS && c->remat; k++) {
        const struct mir_operand *from = &def->src[k];
        if (from->kind != MIR_OPK_VREG)
            continue;
        struct mir_range bytes = mir_src_range(def, k);
        for (uint32_t u = bytes.lo / 32; u * 32 < bytes.hi; u++)
            c->remat &= live_at(&p->l->units[p->l->first_unit[from->vreg] + u], i->ip * LIVE_SLOTS);
        if (p->s->vregs[from->vreg].uniform && !p->s->vregs[vreg].uniform &&
            !in_loop_of(p->s, def->block, i->block))
            c->remat = false;
    }
}

static void find_costs(struct spiller *p)
{
    struct mir_shader *s = p->s;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            if (i->op == MIR_OP_UNDEF)
                continue;
            mir_foreach_use(s, i, cost_use, p);
            if (mir_has_dst(i))
                cost_def(p, i, i->dst.vreg, mir_dst_range(i).hi - mir_dst_range(i).lo);
            if (i->dst.kind == MIR_OPK_INDIRECT)
                p->c[i->dst.base].forbidden = true;
            if (i->flag.kind == MIR_OPK_VREG)
                cost_def(p, i, i->flag.vreg, 2);
        }
    for (uint32_t v = 0; v < p->vreg_count; v++) {
        p->c[v].vreg = v;
        p->c[v].remat = p->c[v].def && s->vregs[v].file == MIR_GRF && is_repeatable(p, &p->c[v], v);
    }
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) mir_foreach_use(s, i, check_repeatable_here, p);
    for (uint32_t v = 0; v < p->vreg_count; v++)
        if (p->c[v].remat)
            p->c[v].cost *= 0.2;
}

// A definition is not repeated from what goes to memory itself.
static void settle_rematerialization(struct spiller *p)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t v = 0; v < p->vreg_count; v++)
            for (unsigned k = 0; k < MIR_MAX_SRCS && p->c[v].chosen && p->c[v].remat; k++) {
                const struct mir_operand *o = &p->c[v].def->src[k];
                if (o->kind == MIR_OPK_VREG && p->c[o->vreg].chosen) {
                    p->c[v].remat = false;
                    changed = true;
                }
            }
    }
}

static uint32_t over_in(const struct spiller *p, uint32_t vreg, const uint32_t *over)
{
    uint32_t sum = 0;
    for (uint32_t u = p->l->first_unit[vreg]; u < p->l->first_unit[vreg + 1]; u++)
        for (uint32_t k = 0; k < p->l->units[u].count; k++)
            sum += over[p->l->units[u].segments[k].end] - over[p->l->units[u].segments[k].start];
    return sum;
}

// From the first to the last position where any of it is live.
static void hull(const struct spiller *p, uint32_t vreg, uint32_t *start, uint32_t *end)
{
    *start = UINT32_MAX;
    *end = 0;
    for (uint32_t u = p->l->first_unit[vreg]; u < p->l->first_unit[vreg + 1]; u++) {
        if (live_start(&p->l->units[u]) < *start)
            *start = live_start(&p->l->units[u]);
        if (live_end(&p->l->units[u]) > *end)
            *end = live_end(&p->l->units[u]);
    }
}

// Is there anything to gain? A range that only spans its definition and one use right behind is what spilling
// makes.
static bool is_short(const struct spiller *p, uint32_t vreg)
{
    uint32_t start, end;
    hull(p, vreg, &start, &end);
    return start == UINT32_MAX || end - start <= 3 * LIVE_SLOTS;
}

static int by_value(const void *x, const void *y)
{
    const struct candidate *a = *(struct candidate *const *)x, *b = *(struct candidate *const *)y;
    double va = a->cost / a->benefit, vb = b->cost / b->benefit;
    if (va != vb)
        return va < vb ? -1 : 1;
    return (a->vreg > b->vreg) - (a->vreg < b->vreg);
}

// The pressure where it is above the limit, as a tree of maxima, so that a range is asked and lowered in log
// n: node k stands for those of 2k and 2k + 1, and `max` has all of `add` in it that is not at nodes above.
struct excess {
    int32_t *max, *add;
    uint32_t leaves;
    const uint32_t *index; // of a slot: positions above the limit before it
};

static struct excess make_excess(struct arena *a, const int32_t *press, uint32_t n, const uint32_t *index,
                                 int32_t limit)
{
    struct excess e = {.leaves = 1, .index = index};
    while (e.leaves < index[n])
        e.leaves *= 2;
    e.max = arena_array(a, int32_t, 2 * e.leaves);
    e.add = arena_array(a, int32_t, 2 * e.leaves);
    for (uint32_t k = 0; k < n; k++)
        if (press[k] > limit)
            e.max[e.leaves + index[k]] = press[k] - limit;
    for (uint32_t k = e.leaves; --k;)
        e.max[k] = e.max[2 * k] > e.max[2 * k + 1] ? e.max[2 * k] : e.max[2 * k + 1];
    return e;
}

static bool exceeds(const struct excess *e, uint32_t node, uint32_t from, uint32_t to, uint32_t lo,
                    uint32_t hi, int32_t above)
{
    if (hi <= from || lo >= to || e->max[node] + above <= 0)
        return false;
    if (from >= lo && to <= hi)
        return true;
    uint32_t mid = (from + to) / 2;
    above += e->add[node];
    return exceeds(e, 2 * node, from, mid, lo, hi, above) || exceeds(e, 2 * node + 1, mid, to, lo, hi, above);
}

static void lower(struct excess *e, uint32_t node, uint32_t from, uint32_t to, uint32_t lo, uint32_t hi,
                  int32_t by)
{
    if (hi <= from || lo >= to)
        return;
    if (from >= lo && to <= hi) {
        e->max[node] -= by;
        e->add[node] -= by;
        return;
    }
    uint32_t mid = (from + to) / 2;
    lower(e, 2 * node, from, mid, lo, hi, by);
    lower(e, 2 * node + 1, mid, to, lo, hi, by);
    int32_t left = e->max[2 * node], right = e->max[2 * node + 1];
    e->max[node] = (left > right ? left : right) + e->add[node];
}

static bool still_helps(const struct spiller *p, uint32_t vreg, const struct excess *e)
{
    for (uint32_t u = p->l->first_unit[vreg]; u < p->l->first_unit[vreg + 1]; u++)
        for (uint32_t k = 0; k < p->l->units[u].count; k++) {
            const struct live_segment *s = &p->l->units[u].segments[k];
            if (e->index[s->start] < e->index[s->end] &&
                exceeds(e, 1, 0, e->leaves, e->index[s->start], e->index[s->end], 0))
                return true;
        }
    return false;
}

static void take_out(const struct spiller *p, uint32_t vreg, struct excess *e)
{
    for (uint32_t u = p->l->first_unit[vreg]; u < p->l->first_unit[vreg + 1]; u++)
        for (uint32_t k = 0; k < p->l->units[u].count; k++) {
            const struct live_segment *s = &p->l->units[u].segments[k];
            if (e->index[s->start] < e->index[s->end])
                lower(e, 1, 0, e->leaves, e->index[s->start], e->index[s->end],
                      (int32_t)unit_weight(p->s, vreg));
        }
}

static unsigned choose(struct spiller *p, enum mir_file file, uint32_t limit)
{
    const struct mir_shader *s = p->s;
    uint32_t n = p->l->inst_count * LIVE_SLOTS + 2, count = 0;
    int32_t *press = pressure(s, p->l, file);
    uint32_t *over = arena_array(p->l->a, uint32_t, n + 1);
    for (uint32_t k = 0; k < n; k++)
        over[k + 1] = over[k] + (press[k] > (int32_t)limit);
    struct candidate **order = arena_array(p->l->a, struct candidate *, p->vreg_count + 1);
    for (uint32_t v = 0; v < p->vreg_count; v++) {
        const struct mir_vreg *r = &s->vregs[v];
        if (r->file != file || r->phys >= 0 || r->spill_temp || p->c[v].forbidden || is_short(p, v))
            continue;
        p->c[v].benefit = (double)over_in(p, v, over) * unit_weight(s, v);
        if (p->c[v].benefit > 0)
            order[count++] = &p->c[v];
    }
    qsort(order, count, sizeof(*order), by_value);
    struct excess excess = make_excess(p->l->a, press, n, over, (int32_t)limit);
    unsigned chosen = 0;
    for (uint32_t k = 0; k < count; k++)
        if (still_helps(p, order[k]->vreg, &excess)) {
            take_out(p, order[k]->vreg, &excess);
            order[k]->chosen = true;
            chosen++;
        }
    return chosen;
}

// ---- rewriting: general registers
// -----------------------------------------------------------------------------

enum {
    SCRATCH_BLOCK = 1 << 18,
    SCRATCH_WRITE = 1 << 17,
    SCRATCH_REGS = 4096, // that a scratch block message reaches
    OWORD_BLOCK_WRITE = 8 << 14,
    OWORD_BLOCK_READ = 0 << 14,
    BTI_STATELESS = 253, // not coherent with the CPU: IA coherency is for what others see
};

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

// The header of an OWord block message: g0 with the offset in OWords in dword 2.
static struct mir_operand block_header(struct spiller *p, struct place *w, uint32_t reg)
{
    struct mir_shader *s = p->s;
    uint32_t v = mir_vreg_new(s, MIR_GRF, 32, 32, true);
    s->vregs[v].spill_temp = true;
    struct mir_inst *copy = mir_inst_new(s, EU_OP_MOV, 8), *set = mir_inst_new(s, EU_OP_MOV, 1);
    copy->nomask = set->nomask = true;
    copy->dst = mir_vec(v, 0, EU_TYPE_UD);
    copy->src[0] = mir_vec(s->r0, 0, EU_TYPE_UD);
    set->dst = mir_scalar(v, 8, EU_TYPE_UD);
    set->src[0] = mir_imm_ud(reg * 2);
    put(w, copy);
    put(w, set);
    return mir_vec(v, 0, EU_TYPE_UD);
}

// One message moves 1, 2, 4 or 8 registers; OWord blocks, with more to set up, reach everywhere and move up
// to 4.
static void scratch_messages(struct spiller *p, struct mir_inst *at, bool before, uint32_t temp,
                             uint32_t first, uint32_t regs, uint32_t home, bool write)
{
    struct mir_shader *s = p->s;
    struct place w = {at, before};
    bool far = home / 32 + regs > SCRATCH_REGS;
    for (uint32_t done = 0; done < regs;) {
        uint32_t left = regs - done, reg = home / 32 + done;
        unsigned log = left >= 8 && !far ? 3 : left >= 4 ? 2 : left >= 2 ? 1 : 0;
        struct mir_operand header = far ? block_header(p, &w, reg) : mir_vec(s->r0, 0, EU_TYPE_UD);
        struct mir_inst *i = mir_inst_new(s, write ? EU_OP_SENDS : EU_OP_SEND, 16);
        i->nomask = true;
        i->src[0] = header;
        i->send = (struct mir_send){.sfid = EU_SFID_DC0,
                                    .mlen = 1,
                                    .header = true,
                                    .space = MIR_SPACE_SCRATCH,
                                    .mem = write ? MIR_MEM_WRITE : MIR_MEM_READ};
        if (far)
            i->send.desc = (write ? OWORD_BLOCK_WRITE : OWORD_BLOCK_READ) | (log + 2) << 8 | BTI_STATELESS;
        else
            i->send.desc = SCRATCH_BLOCK | (write ? SCRATCH_WRITE : 0) | log << 12 | reg;
        struct mir_operand data = mir_vec(temp, first + done * 32, EU_TYPE_UD);
        if (write) {
            i->dst = mir_null(EU_TYPE_UD);
            i->src[1] = data;
            i->send.ex_mlen = (uint8_t)(1u << log);
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

static void widen_touch(struct touch *t, struct mir_range r)
{
    if (r.lo / 32 * 32 < t->lo)
        t->lo = r.lo / 32 * 32;
    if ((r.hi + 31) / 32 * 32 > t->hi)
        t->hi = (r.hi + 31) / 32 * 32;
}

static bool is_spilled(const struct spiller *p, const struct mir_operand *o)
{
    return o->kind == MIR_OPK_VREG && o->vreg < p->vreg_count && p->c[o->vreg].chosen;
}

// Something of the old value must survive the write of i.
static bool keeps_old(const struct spiller *p, const struct mir_inst *i, const struct touch *t)
{
    struct mir_range r = mir_dst_range(i);
    uint32_t size = p->s->vregs[t->vreg].size, end = t->hi < size ? t->hi : size;
    if (!mir_dst_is_full(i) || r.lo > t->lo || r.hi < end)
        for (uint32_t u = t->lo / 32; u * 32 < end; u++)
            if (live_at(&p->l->units[p->l->first_unit[t->vreg] + u], i->ip * LIVE_SLOTS))
                return true;
    if (i->nomask)
        return false;
    for (uint32_t u = t->lo / 32; u * 32 < end; u++)
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

static void mark_undef(struct mir_shader *s, struct mir_inst *at, uint32_t temp)
{
    struct mir_inst *i = mir_inst_new(s, MIR_OP_UNDEF, 1);
    i->dst = mir_scalar(temp, 0, s->vregs[temp].file == MIR_GRF ? EU_TYPE_UD : EU_TYPE_UW);
    mir_insert_before(at, i);
}

static void rematerialize(struct spiller *p, struct mir_inst *i, const struct touch *t)
{
    struct mir_shader *s = p->s;
    const struct mir_vreg *v = &s->vregs[t->vreg];
    uint32_t temp = mir_vreg_new(s, MIR_GRF, v->size, v->align, v->uniform);
    struct touch whole = {.vreg = t->vreg};
    struct mir_inst *mov = arena_new(s->arena, struct mir_inst);
    s->vregs[temp].spill_temp = true;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        rewrite_operand(&i->src[k], &whole, temp);
    *mov = *p->c[t->vreg].def;
    mov->dst.vreg = temp;
    mir_insert_before(i, mov);
}

static void apply_touch(struct spiller *p, struct mir_inst *i, const struct touch *t)
{
    struct mir_shader *s = p->s;
    struct candidate *c = &p->c[t->vreg];
    uint32_t regs = (t->hi - t->lo) / 32;
    if (c->remat) {
        rematerialize(p, i, t);
        return;
    }
    bool reuse = c->block == i->block && i->ip - c->at <= p->window && t->lo >= c->lo && t->hi <= c->hi;
    if (!reuse) {
        c->temp = mir_vreg_new(s, MIR_GRF, regs * 32, 32, s->vregs[t->vreg].uniform);
        s->vregs[c->temp].spill_temp = true;
        c->lo = t->lo;
        c->hi = t->hi;
        if (t->read || t->partial)
            scratch_messages(p, i, true, c->temp, 0, regs, c->home + t->lo, false);
        else
            mark_undef(s, i, c->temp); // masked writes end no range of what a whole register is stored from
    }
    c->block = i->block;
    c->at = i->ip;
    struct touch whole = *t;
    whole.lo = c->lo;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        rewrite_operand(&i->src[k], &whole, c->temp);
    rewrite_operand(&i->dst, &whole, c->temp);
    if (t->written)
        scratch_messages(p, i, false, c->temp, t->lo - c->lo, regs, c->home + t->lo, true);
}

static void rewrite_grf(struct spiller *p, struct mir_inst *i)
{
    struct touch t[MIR_MAX_SRCS + 1];
    unsigned n = 0;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (is_spilled(p, &i->src[k])) {
            struct touch *x = touch_of(t, &n, i->src[k].vreg);
            widen_touch(x, mir_src_range(i, k));
            x->read = true;
        }
    if (is_spilled(p, &i->dst)) {
        if (i->op == MIR_OP_UNDEF || p->c[i->dst.vreg].remat) {
            mir_remove(i);
            return;
        }
        struct touch *x = touch_of(t, &n, i->dst.vreg);
        widen_touch(x, mir_dst_range(i));
        x->written = true;
        x->partial = keeps_old(p, i, x);
    }
    for (unsigned k = 0; k < n; k++)
        apply_touch(p, i, &t[k]);
}

// ---- places in scratch
// -------------------------------------------------------------------------------------------

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
static void assign_homes(struct spiller *p)
{
    struct slot *order = arena_array(p->l->a, struct slot, p->vreg_count + 1), *heap;
    uint32_t n = 0, held = 0, regs = (p->s->spill_bytes + 31) / 32;
    for (uint32_t v = 0; v < p->vreg_count; v++)
        if (p->c[v].chosen && !p->c[v].remat) {
            order[n] = (struct slot){.start = UINT32_MAX, .vreg = v, .regs = (p->s->vregs[v].size + 31) / 32};
            hull(p, v, &order[n].start, &order[n].end);
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
        p->c[x->vreg].home = x->reg * 32;
    }
    p->s->spill_bytes = regs * 32;
}

static struct spiller start(struct mir_shader *s, const struct mir_live *l)
{
    struct spiller p = {.s = s, .l = l, .vreg_count = s->vreg_count};
    p.c = arena_array(l->a, struct candidate, s->vreg_count + 1);
    find_costs(&p);
    return p;
}

static bool needs_memory(const struct spiller *p)
{
    for (uint32_t v = 0; v < p->vreg_count; v++)
        if (p->c[v].chosen && !p->c[v].remat)
            return true;
    return false;
}

unsigned ra_spill_grf(struct mir_shader *s, const struct mir_live *l, uint32_t limit, uint32_t must,
                      bool may_spill, bool *to_memory)
{
    struct spiller p = start(s, l);
    unsigned chosen = 0;
    p.window = limit / (32 * 16);
    for (;;) {
        chosen = choose(&p, MIR_GRF, limit);
        if (chosen || limit < 32)
            break;
        limit -= 32;
    }
    settle_rematerialization(&p);
    if (s->r0 == UINT32_MAX)
        return 0;
    *to_memory = needs_memory(&p);
    if (*to_memory && !may_spill)
        return 0;
    assign_homes(&p);
    for (uint32_t b = 0; b < s->block_count && chosen; b++)
        mir_foreach_inst_safe(i, s->blocks[b]) rewrite_grf(&p, i);
    return chosen;
}

// ---- rewriting: flags
// -----------------------------------------------------------------------------------------

static void flag_move(struct spiller *p, struct mir_inst *at, bool before, uint32_t to, uint32_t from)
{
    struct mir_inst *mov = mir_inst_new(p->s, EU_OP_MOV, 1);
    enum eu_type type = p->s->vregs[to].size == 4 ? EU_TYPE_UD : EU_TYPE_UW;
    mov->nomask = true;
    mov->line = at->line;
    mov->dst = mir_scalar(to, 0, type);
    mov->src[0] = mir_scalar(from, 0, type);
    if (before)
        mir_insert_before(at, mov);
    else
        mir_insert_after(at, mov);
}

// Branches come last in their block, up to two of them: what is put in front goes before both.
static struct mir_inst *insertion_point(struct mir_inst *i)
{
    while (i->prev && mir_op_is_terminator(i->op) && mir_op_is_terminator(i->prev->op))
        i = i->prev;
    return i;
}

static void rewrite_flag(struct spiller *p, struct mir_inst *i)
{
    struct mir_shader *s = p->s;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (is_spilled(p, &i->src[k]))
            i->src[k].vreg = p->c[i->src[k].vreg].home;
    if (is_spilled(p, &i->dst))
        i->dst.vreg = p->c[i->dst.vreg].home;
    bool reads = is_spilled(p, &i->pred), writes = is_spilled(p, &i->flag);
    if (!reads && !writes)
        return;
    uint32_t flag = reads ? i->pred.vreg : i->flag.vreg, home = p->c[flag].home;
    uint32_t temp =
        mir_vreg_new(s, MIR_FLAG, s->vregs[flag].size, s->vregs[flag].align, s->vregs[flag].uniform);
    s->vregs[temp].spill_temp = true;
    bool partial = writes && (i->exec_size < s->simd || !i->nomask) &&
                   live_at(&p->l->units[p->l->first_unit[flag]], i->ip * LIVE_SLOTS);
    if (reads)
        i->pred.vreg = temp;
    if (writes)
        i->flag.vreg = temp;
    if (!reads && !partial)
        mark_undef(s, insertion_point(i), temp);
    if (reads || partial)
        flag_move(p, insertion_point(i), true, temp, home);
    if (writes)
        flag_move(p, i, false, home, temp);
}

bool ra_spill_flag(struct mir_shader *s, const struct mir_live *l, uint32_t failed)
{
    struct spiller p = start(s, l);
    if (!choose(&p, MIR_FLAG, 8) && !choose(&p, MIR_FLAG, 6) && !choose(&p, MIR_FLAG, 4) &&
        !choose(&p, MIR_FLAG, 2))
        return false;
    for (uint32_t v = 0; v < p.vreg_count; v++)
        if (p.c[v].chosen)
            p.c[v].home = mir_vreg_new(s, MIR_GRF, s->vregs[v].size, s->vregs[v].size, true);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b]) rewrite_flag(&p, i);
    return true;
}
