// Gives vregs their registers: greedy over live ranges in the order of their start, each checked against the
// holes of the ranges that already hold a register (live_overlap), unit by unit. What holds all of a register
// is kept as one sorted list of segments, so that a place is asked in log n, also when those that chose first
// hold it from the beginning to the end.
//
// Vectors and payloads take the lowest run of registers that is free for all their units. Values smaller than
// a register share registers byte by byte and are filled from the top down, into registers that already hold
// small values first, so that the two kinds do not break up each other's space; where registers are plenty,
// only into those where no instruction waits for a neighbour (ra/latency.h).
#include "compiler/ra/ra.h"
#include "compiler/mir/ir/bytes.h"
#include "compiler/ra/latency.h"

#include <stdlib.h>

struct occupant { // of a part of a register, or of one that is taken: places that were given may overlap
    const struct live_unit *unit;
    mir_bytes mask; // of the register
    uint32_t next;  // segments before this one ended before all that is still to be placed starts
};

struct reg {
    VEC(struct live_segment) taken; // all of it: sorted, disjoint
    VEC(struct occupant) list;
    uint32_t next_end;   // the first of the list ends here, or later
    uint32_t last_end;   // all that was ever placed here ends by then
    uint32_t busy_until; // all of it is taken from `now` on to here, or longer
    bool small;          // holds, or held, a value smaller than a register
};

struct assigner {
    struct mir_shader *s;
    const struct mir_live *l;
    struct reg *regs;
    unsigned limit;
    uint32_t now;             // what is still to be placed starts here, or later
    bool *from_send;          // per vreg: a send writes it: not in g127
    bool tight;               // the tightest place instead of the lowest one
    struct ra_latency *waits; // or NULL
    unsigned apart;           // registers, at most, over which small values are spread
};

static bool meets(struct occupant *o, const struct live_unit *u, uint32_t now)
{
    const struct live_unit *held = o->unit;
    while (o->next < held->count && held->segments[o->next].end <= now)
        o->next++;
    for (uint32_t i = o->next, j = 0; i < held->count && j < u->count;) {
        if (held->segments[i].end <= u->segments[j].start)
            i++;
        else if (u->segments[j].end <= held->segments[i].start)
            j++;
        else
            return true;
    }
    return false;
}

// The first segment that starts at the slot or behind it, of those that take all of the register.
static size_t first_from(const struct reg *r, uint32_t slot)
{
    size_t lo = 0, hi = r->taken.count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (r->taken.data[mid].start < slot)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

// The first one that has not ended.
static size_t first_left(const struct reg *r, uint32_t now)
{
    size_t k = first_from(r, now + 1);
    return k && r->taken.data[k - 1].end > now ? k - 1 : k;
}

static bool meets_taken(const struct reg *r, const struct live_unit *u)
{
    const struct live_unit held = {.segments = r->taken.data, .count = (uint32_t)r->taken.count};
    return live_overlap(&held, u);
}

static bool is_taken(struct reg *r, const struct live_unit *u, uint32_t now)
{
    if (!meets_taken(r, u))
        return false;
    size_t k = first_left(r, now);
    if (k < r->taken.count && r->taken.data[k].start <= now && r->taken.data[k].end > r->busy_until)
        r->busy_until = r->taken.data[k].end;
    return true;
}

static bool unit_fits(struct reg *r, const struct live_unit *u, mir_bytes mask, uint32_t now)
{
    if (is_taken(r, u, now))
        return false;
    for (size_t k = 0; k < r->list.count; k++)
        if ((r->list.data[k].mask & mask) && meets(&r->list.data[k], u, now))
            return false;
    return true;
}

// Ranges that ended before the current one starts cannot be in the way of any later one.
static void expire(struct reg *r, uint32_t now)
{
    size_t kept = 0;
    if (r->last_end <= now)
        r->small = false;
    if (r->next_end > now || !r->list.count)
        return;
    r->next_end = UINT32_MAX;
    for (size_t k = 0; k < r->list.count; k++) {
        uint32_t end = live_end(r->list.data[k].unit);
        if (end <= now)
            continue;
        r->list.data[kept++] = r->list.data[k];
        if (end < r->next_end)
            r->next_end = end;
    }
    r->list.count = kept;
}

static mir_bytes unit_mask(const struct assigner *a, const struct mir_vreg *v, uint32_t place, uint32_t k)
{
    if (v->size < a->s->reg_bytes)
        return mir_bytes_in(place % a->s->reg_bytes, place % a->s->reg_bytes + v->size);
    uint32_t left = v->size - k * a->s->reg_bytes;
    return left >= a->s->reg_bytes ? MIR_ALL_BYTES : mir_bytes_in(0, left);
}

static bool fits(struct assigner *a, uint32_t vreg, uint32_t place)
{
    const struct mir_vreg *v = &a->s->vregs[vreg];
    uint32_t first = a->l->first_unit[vreg], n = a->l->first_unit[vreg + 1] - first;
    if (v->size < a->s->reg_bytes && place % a->s->reg_bytes + v->size > a->s->reg_bytes)
        return false;
    if (place / a->s->reg_bytes + n > a->limit ||
        (a->from_send[vreg] && place / a->s->reg_bytes + n > a->s->target->grf_count - 1u))
        return false;
    for (uint32_t k = 0; k < n; k++)
        if (!unit_fits(&a->regs[place / a->s->reg_bytes + k], &a->l->units[first + k],
                       unit_mask(a, v, place, k), a->now))
            return false;
    return true;
}

// How long the register stays free behind the unit.
static uint32_t free_behind(const struct reg *r, const struct live_unit *u, mir_bytes mask, uint32_t now)
{
    uint32_t end = live_end(u), next = UINT32_MAX;
    size_t whole = u->count ? first_from(r, end) : first_left(r, now);
    if (whole < r->taken.count)
        next = r->taken.data[whole].start;
    for (size_t k = 0; k < r->list.count; k++) {
        const struct occupant *o = &r->list.data[k];
        if (!(o->mask & mask) || live_end(o->unit) <= end)
            continue;
        for (uint32_t n = o->next; n < o->unit->count; n++)
            if (o->unit->segments[n].start >= end) {
                if (o->unit->segments[n].start < next)
                    next = o->unit->segments[n].start;
                break;
            }
    }
    return next - end;
}

// Places between what is there and what comes later are for short ranges: the less is left free, the better.
static uint64_t looseness(const struct assigner *a, uint32_t vreg, uint32_t place)
{
    uint32_t first = a->l->first_unit[vreg], n = a->l->first_unit[vreg + 1] - first;
    uint64_t sum = 0;
    for (uint32_t k = 0; k < n; k++)
        sum += free_behind(&a->regs[place / a->s->reg_bytes + k], &a->l->units[first + k],
                           unit_mask(a, &a->s->vregs[vreg], place, k), a->now);
    return sum;
}

static void out_of_memory(struct mir_shader *s)
{
    arena_alloc(s->arena, SIZE_MAX / 2); // leaves through the arena's handler
}

// Merges the unit's segments in, from the last on: most come in order.
static void take(struct mir_shader *s, struct reg *r, const struct live_unit *u)
{
    size_t i = r->taken.count, j = u->count;
    for (size_t k = 0; k < u->count; k++)
        if (!vec_push(&r->taken, u->segments[k]))
            out_of_memory(s);
    for (struct live_segment *t = r->taken.data; j;) {
        bool before = i && t[i - 1].start > u->segments[j - 1].start;
        t[i + j - 1] = before ? t[i - 1] : u->segments[j - 1];
        *(before ? &i : &j) -= 1;
    }
}

static void add_occupant(struct mir_shader *s, struct reg *r, const struct live_unit *u, mir_bytes mask)
{
    if (live_end(u) > r->last_end)
        r->last_end = live_end(u);
    if (mask == MIR_ALL_BYTES && !meets_taken(r, u)) {
        take(s, r, u);
        return;
    }
    if (!vec_push(&r->list, ((struct occupant){u, mask, 0})))
        out_of_memory(s);
    if (live_end(u) < r->next_end || r->list.count == 1)
        r->next_end = live_end(u);
}

static void occupy(struct assigner *a, uint32_t vreg, uint32_t place)
{
    struct mir_vreg *v = &a->s->vregs[vreg];
    uint32_t first = a->l->first_unit[vreg], n = a->l->first_unit[vreg + 1] - first;
    v->phys = (int32_t)place;
    for (uint32_t k = 0; k < n; k++) {
        struct reg *r = &a->regs[place / a->s->reg_bytes + k];
        expire(r, a->now);
        if (a->l->units[first + k].count)
            add_occupant(a->s, r, &a->l->units[first + k], unit_mask(a, v, place, k));
        r->small |= v->size < a->s->reg_bytes;
    }
    if (a->waits && v->size < a->s->reg_bytes)
        ra_latency_place(a->waits, place / a->s->reg_bytes, vreg);
}

static bool place_vector(struct assigner *a, uint32_t vreg)
{
    unsigned align =
        a->s->vregs[vreg].align > a->s->reg_bytes ? a->s->vregs[vreg].align / a->s->reg_bytes : 1;
    uint32_t start = live_start(&a->l->units[a->l->first_unit[vreg]]);
    uint32_t best = RA_NONE;
    uint64_t least = 0;
    for (int pass = 0; pass < 2 && best == RA_NONE; pass++) // registers of small values last
        for (uint32_t r = 0; r < a->limit && (a->tight || best == RA_NONE); r += align) {
            if (a->regs[r].busy_until > start)
                continue;
            expire(&a->regs[r], a->now);
            if ((pass == 0 && a->regs[r].small) || !fits(a, vreg, r * a->s->reg_bytes))
                continue;
            uint64_t loose = a->tight ? looseness(a, vreg, r * a->s->reg_bytes) : 0;
            if (best == RA_NONE || loose < least) {
                best = r;
                least = loose;
            }
        }
    if (best != RA_NONE)
        occupy(a, vreg, best * a->s->reg_bytes);
    return best != RA_NONE;
}

// The first place for it in the register, or RA_NONE.
static uint32_t place_in(struct assigner *a, uint32_t r, uint32_t vreg)
{
    unsigned align = a->s->vregs[vreg].align ? a->s->vregs[vreg].align : 1;
    for (uint32_t at = 0; at + a->s->vregs[vreg].size <= a->s->reg_bytes; at += align)
        if (fits(a, vreg, r * a->s->reg_bytes + at))
            return r * a->s->reg_bytes + at;
    return RA_NONE;
}

// Where the least is waited for, of the registers that hold small values already; or in another one, if that
// is none of them, or one where something is waited for and there may be more of them.
static bool place_small(struct assigner *a, uint32_t vreg)
{
    uint32_t start = live_start(&a->l->units[a->l->first_unit[vreg]]), best = RA_NONE;
    uint64_t least = UINT64_MAX;
    unsigned used = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass && best != RA_NONE && used >= a->apart)
            break;
        for (uint32_t r = a->limit; r-- && least;) {
            if (a->regs[r].busy_until > start)
                continue;
            expire(&a->regs[r], a->now);
            if (a->regs[r].small != (pass == 0))
                continue;
            used++;
            uint32_t place = place_in(a, r, vreg);
            uint64_t waits = place != RA_NONE && a->waits ? ra_latency_waits(a->waits, r, vreg) : 0;
            if (place == RA_NONE || waits >= least)
                continue;
            best = place;
            least = waits;
        }
    }
    if (best != RA_NONE)
        occupy(a, vreg, best);
    return best != RA_NONE;
}

static uint32_t vreg_start(const struct mir_live *l, uint32_t vreg)
{
    uint32_t start = UINT32_MAX;
    for (uint32_t u = l->first_unit[vreg]; u < l->first_unit[vreg + 1]; u++)
        if (live_start(&l->units[u]) < start)
            start = live_start(&l->units[u]);
    return start;
}

struct order {
    uint32_t vreg, start, size;
    bool first;
};

static int by_start(const void *x, const void *y)
{
    const struct order *a = x, *b = y;
    if (a->first != b->first)
        return a->first ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (a->vreg > b->vreg) - (a->vreg < b->vreg);
}

// `first` (or NULL): these come before all others.
static struct order *make_order(struct mir_shader *s, const struct mir_live *l, enum mir_file file,
                                const bool *first, uint32_t *count)
{
    struct order *order = arena_array(l->a, struct order, s->vreg_count + 1);
    *count = 0;
    for (uint32_t v = 0; v < s->vreg_count; v++) {
        uint32_t start = vreg_start(l, v);
        if (s->vregs[v].file == file && s->vregs[v].phys < 0 && start != UINT32_MAX)
            order[(*count)++] = (struct order){v, start, s->vregs[v].size, first && first[v]};
    }
    qsort(order, *count, sizeof(*order), by_start);
    return order;
}

static void find_send_results(struct assigner *a)
{
    for (uint32_t k = 0; k < a->s->block_count; k++)
        mir_foreach_inst(i, a->s->blocks[k]) if (mir_op_is_send(i->op) && mir_has_dst(i))
            a->from_send[i->dst.vreg] = true;
}

uint32_t ra_assign_grf(struct mir_shader *s, const struct mir_live *l, unsigned grf_limit, const bool *first,
                       bool tight, unsigned apart)
{
    struct assigner a = {.s = s,
                         .l = l,
                         .limit = s->target->grf_count,
                         .tight = tight,
                         .waits = apart > 1 ? ra_latency_begin(s, l) : NULL,
                         .apart = apart};
    uint32_t count, failed = RA_NONE;
    a.regs = arena_array(l->a, struct reg, s->target->grf_count);
    a.from_send = arena_array(l->a, bool, s->vreg_count + 1);
    find_send_results(&a);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (s->vregs[v].file == MIR_GRF && s->vregs[v].phys >= 0)
            occupy(&a, v, (uint32_t)s->vregs[v].phys);
    a.limit = grf_limit;
    struct order *order = make_order(s, l, MIR_GRF, first, &count);
    for (uint32_t k = 0; k < count && failed == RA_NONE; k++) {
        a.now = order[k].first ? 0 : order[k].start;
        if (!(order[k].size < s->reg_bytes && s->vregs[order[k].vreg].align < s->reg_bytes
                  ? place_small(&a, order[k].vreg)
                  : place_vector(&a, order[k].vreg)))
            failed = order[k].vreg;
    }
    for (unsigned r = 0; r < s->target->grf_count; r++) {
        vec_free(&a.regs[r].taken);
        vec_free(&a.regs[r].list);
    }
    return failed;
}

// Flags (f0.0 to f1.1: 8 bytes) and address registers (a0: 32 bytes or 16, of which mir_emit uses the first
// two dwords for message descriptors): one small register. The EU knows of f0 and f1, not of their parts,
// whether a result is under way: they take turns.
uint32_t ra_assign_small(struct mir_shader *s, const struct mir_live *l, enum mir_file file)
{
    enum { FLAG_REGISTER = MIR_FLAG_BYTES / 2 };
    struct reg r = {0};
    uint32_t bytes = file == MIR_FLAG ? MIR_FLAG_BYTES : kiln_target_address_bytes(s->target),
             first = file == MIR_FLAG ? 0 : 8, count, failed = RA_NONE, turn = 0;
    struct order *order = make_order(s, l, file, NULL, &count);
    for (uint32_t k = 0; k < count && failed == RA_NONE; k++) {
        struct mir_vreg *v = &s->vregs[order[k].vreg];
        const struct live_unit *u = &l->units[l->first_unit[order[k].vreg]];
        expire(&r, order[k].start);
        uint32_t align = v->align > v->size || file == MIR_ADDR ? v->align : v->size;
        for (uint32_t n = (first + align - 1) / align * align; n + v->size <= bytes && v->phys < 0;
             n += align) {
            uint32_t at = file == MIR_FLAG ? n ^ turn : n;
            if (!unit_fits(&r, u, mir_bytes_in(at, at + v->size), order[k].start))
                continue;
            v->phys = (int32_t)at;
            add_occupant(s, &r, u, mir_bytes_in(at, at + v->size));
        }
        if (v->phys < 0)
            failed = order[k].vreg;
        else if (file == MIR_FLAG)
            turn = ~(uint32_t)v->phys & FLAG_REGISTER;
    }
    vec_free(&r.taken);
    vec_free(&r.list);
    return failed;
}

void ra_forget(struct mir_shader *s, const bool *fixed)
{
    for (uint32_t v = 0; v < s->vreg_count; v++)
        if (!fixed[v])
            s->vregs[v].phys = -1;
}
