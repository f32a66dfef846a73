// Live-range splitting: where what goes to memory stays in a register all the same.
//
// Memory has the value of a spilled vreg wherever one of its registers has it: each definition is stored. So
// the vreg need not be in a register where the pressure is too high, and may be wherever it is not: it is
// filled where it is next read, and from there on resides in that register until the next crowded slot. A
// value that lives across a loop without being used there is stored once before and filled once behind it.
//
// What resides at a block's start is a forward problem over the logical flow (all predecessors have it), with
// the greatest solution. In a loop without a crowded slot, what is used is filled in front of it.
//
// Channels that wait: if they hold the value in a register while others execute the blocks in between, those
// must not bring up to date another register of it, or what the waiting ones store would be out of date for
// the others. So across such blocks there is one register for all, and none if they are crowded.
//
// A stretch is where a vreg resides without interruption. Each gets a register of its own, but those that an
// edge connects share one.
#include "compiler/ra/spill.h"

#include <stdlib.h>

enum {
    MAX_UNITS = 8,
    MAX_PASSES = 10,
    MANY_BLOCKS = 64,     // that a vreg may be live into, and
    BLOCKS_PER_TOUCH = 8, // for each block that touches it, to reside across blocks
    NOWHERE = UINT32_MAX,
};

struct resider {
    struct ra_spiller *p;
    const uint32_t *owner;         // per unit: its vreg
    VEC(struct ra_resident) found; // by block
    uint32_t *last;                // per vreg: its latest in `found`, plus 1
    uint32_t *at;                  // per block: resident of the current vreg, NOWHERE: none
    uint32_t *live, *blocks;       // per block: its units; blocks that have any
};

static bool may_reside(const struct ra_spiller *p, uint32_t v)
{
    const struct ra_candidate *c = &p->c[v];
    uint32_t size = p->s->vregs[v].size, units = mir_regs(p->s, size);
    if (!c->chosen || units > MAX_UNITS)
        return false;
    return c->remat || (size % p->s->reg_bytes == 0 && !ra_is_far(p->s, c->home, units));
}

// ---- what each block does

static struct ra_resident *resident(struct resider *w, uint32_t vreg, uint32_t block)
{
    if (!w->last[vreg] || w->found.data[w->last[vreg] - 1].block != block) {
        if (!vec_push(&w->found, ((struct ra_resident){.vreg = vreg, .block = block}))) {
            vec_free(&w->found);
            arena_alloc(w->p->l->a, SIZE_MAX / 2); // leaves through the arena's handler
        }
        w->last[vreg] = (uint32_t)w->found.count;
    }
    return &w->found.data[w->last[vreg] - 1];
}

static void touch(struct resider *w, const struct mir_inst *i, const struct mir_operand *o,
                  struct mir_range r)
{
    if (o->kind != MIR_OPK_VREG || o->vreg >= w->p->vreg_count || !w->p->c[o->vreg].resides || r.lo >= r.hi)
        return;
    const struct mir_shader *s = w->p->s;
    uint32_t units = (1u << mir_regs(s, r.hi)) - (1u << r.lo / s->reg_bytes);
    struct ra_resident *x = resident(w, o->vreg, i->block->index);
    x->touched |= units;
    if (ra_has_low_pressure(w->p, i->ip * LIVE_SLOTS, w->p->l->block_end[i->block->index]))
        x->gen |= units;
}

static void find_touched(struct resider *w, const struct mir_block *b)
{
    mir_foreach_inst(i, b)
    {
        if (i->op == MIR_OP_UNDEF || ra_is_fill(w->p, i) || ra_is_store(w->p, i))
            continue;
        for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
            if (i->src[k].kind == MIR_OPK_VREG)
                touch(w, i, &i->src[k], mir_src_range(i, k));
        if (mir_has_dst(i) && !(i->dst.vreg < w->p->vreg_count && w->p->c[i->dst.vreg].remat))
            touch(w, i, &i->dst, mir_dst_range(i));
    }
}

// Blocks that a vreg is live into, but no more than in proportion to those that touch it: 0 if there are
// more.
static uint32_t live_blocks(const struct ra_spiller *p, uint32_t v, uint32_t touched)
{
    const struct mir_live *l = p->l;
    uint32_t n = 0;
    for (uint32_t k = l->first_run[l->first_unit[v]]; k < l->first_run[l->first_unit[v + 1]]; k++)
        n += l->runs[k].end - l->runs[k].first;
    return n <= MANY_BLOCKS + BLOCKS_PER_TOUCH * touched ? n : 0;
}

// Where it is live, into `live` by block; those blocks into `blocks`. Their number.
static uint32_t note_live(const struct ra_spiller *p, uint32_t v, uint32_t *live, uint32_t *blocks)
{
    const struct mir_live *l = p->l;
    uint32_t n = 0;
    for (uint32_t u = l->first_unit[v]; u < l->first_unit[v + 1]; u++)
        for (uint32_t k = l->first_run[u]; k < l->first_run[u + 1]; k++)
            for (uint32_t b = l->runs[k].first; b < l->runs[k].end; b++) {
                if (!live[b])
                    blocks[n++] = b;
                live[b] |= 1u << (u - l->first_unit[v]);
            }
    return n;
}

static int by_number(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

// The touched blocks of vreg v, [from, to), and those it is live into, by block.
static void merge(struct resider *w, uint32_t v, const struct ra_resident *from, const struct ra_resident *to)
{
    struct ra_residency *res = &w->p->res;
    uint32_t n = live_blocks(w->p, v, (uint32_t)(to - from)) ? note_live(w->p, v, w->live, w->blocks) : 0;
    qsort(w->blocks, n, sizeof(*w->blocks), by_number);
    for (uint32_t k = 0; k < n || from < to;) {
        bool touched = from < to && (k == n || from->block <= w->blocks[k]);
        struct ra_resident x = {.vreg = v, .block = touched ? from->block : w->blocks[k]};
        if (touched)
            x = *from++;
        x.live = w->live[x.block];
        if (k < n && w->blocks[k] == x.block)
            w->live[w->blocks[k++]] = 0;
        res->r[res->count++] = x;
    }
}

static void index_by_block(struct ra_spiller *p)
{
    struct ra_residency *res = &p->res;
    uint32_t blocks = p->s->block_count, *first = arena_array(p->l->a, uint32_t, blocks + 2);
    res->of_block = arena_array(p->l->a, uint32_t, res->count + 1);
    for (uint32_t k = 0; k < res->count; k++)
        first[res->r[k].block + 2]++;
    for (uint32_t b = 0; b < blocks; b++)
        first[b + 2] += first[b + 1];
    for (uint32_t k = 0; k < res->count; k++)
        res->of_block[first[res->r[k].block + 1]++] = k;
    res->first_of_block = first;
}

static void sort_by_vreg(struct resider *w)
{
    struct ra_spiller *p = w->p;
    uint32_t n = (uint32_t)w->found.count, *first = arena_array(p->l->a, uint32_t, p->vreg_count + 2);
    struct ra_resident *sorted = arena_array(p->l->a, struct ra_resident, n + 1);
    size_t count = n;
    for (uint32_t k = 0; k < n; k++)
        first[w->found.data[k].vreg + 2]++;
    for (uint32_t v = 0; v < p->vreg_count; v++) {
        uint32_t touched = first[v + 2];
        first[v + 2] += first[v + 1];
        count += touched ? live_blocks(p, v, touched) : 0;
    }
    for (uint32_t k = 0; k < n; k++)
        sorted[first[w->found.data[k].vreg + 1]++] = w->found.data[k];
    p->res.r = arena_array(p->l->a, struct ra_resident, count + 1);
    for (uint32_t v = 0; v < p->vreg_count; v++)
        if (first[v] < first[v + 1])
            merge(w, v, sorted + first[v], sorted + first[v + 1]);
    index_by_block(p);
}

// ---- one vreg

static bool block_has_low_pressure(const struct ra_spiller *p, uint32_t b)
{
    return ra_has_low_pressure(p, p->l->block_start[b], p->l->block_end[b]);
}

static uint32_t out_of(const struct ra_spiller *p, const struct ra_resident *x)
{
    return (block_has_low_pressure(p, x->block) ? x->in : 0) | x->gen | x->fill;
}

static uint32_t from_preds(const struct resider *w, const struct ra_resident *x)
{
    const struct mir_block *b = w->p->s->blocks[x->block];
    uint32_t in = x->in;
    for (uint32_t k = 0; k < b->pred_count; k++) {
        uint32_t from = w->at[b->preds[k]->index];
        in &= from == NOWHERE ? 0 : out_of(w->p, &w->p->res.r[from]);
    }
    return in;
}

// What may reside at the start of the block at best.
static uint32_t at_best(const struct ra_spiller *p, const struct ra_resident *x)
{
    uint32_t first = p->l->wait_first[x->block];
    if (first < x->block && !ra_has_low_pressure(p, p->l->block_start[first], p->l->block_start[x->block]))
        return 0;
    return x->live;
}

static void flow(struct resider *w, struct ra_resident *r, uint32_t n)
{
    bool changed = true;
    for (uint32_t k = 0; k < n; k++)
        r[k].in = at_best(w->p, &r[k]);
    for (unsigned pass = 0; changed && pass < MAX_PASSES; pass++) {
        changed = false;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t in = from_preds(w, &r[k]);
            changed |= in != r[k].in;
            r[k].in = in;
        }
    }
    for (uint32_t k = 0; k < n && changed; k++)
        r[k].in = r[k].fill = 0; // rare; right in any case
}

// What is used in a loop that has room.
static uint32_t used_in_loop(const struct resider *w, const struct ra_resident *r, uint32_t n, uint32_t h)
{
    uint32_t end = w->p->s->blocks[h]->loop_end, units = 0;
    if (!ra_has_low_pressure(w->p, w->p->l->block_start[h], w->p->l->block_end[end - 1]))
        return 0;
    for (uint32_t k = 0; k < n && r[k].block < end; k++)
        units |= r[k].touched;
    return units;
}

static bool has_room_behind(const struct ra_spiller *p, const struct mir_block *b)
{
    const struct mir_inst *last = b->last;
    for (; last && last->prev && mir_op_is_terminator(last->prev->op); last = last->prev)
        ;
    return last && ra_has_low_pressure(p, last->ip * LIVE_SLOTS, p->l->block_end[b->index]);
}

// A fill at the end of all blocks that lead into the loop, if they have the room. True if there is any.
static bool fill_before(const struct resider *w, const struct ra_resident *header, uint32_t units)
{
    const struct mir_block *h = w->p->s->blocks[header->block];
    for (uint32_t k = 0; k < h->pred_count; k++) {
        const struct mir_block *b = h->preds[k];
        if (b->index < h->index && (w->at[b->index] == NOWHERE || !has_room_behind(w->p, b)))
            return false;
    }
    for (uint32_t k = 0; k < h->pred_count; k++)
        if (h->preds[k]->index < h->index) {
            struct ra_resident *x = &w->p->res.r[w->at[h->preds[k]->index]];
            x->fill |= units & ~out_of(w->p, x);
        }
    return true;
}

static bool reads_no_vreg(const struct mir_inst *i)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_VREG)
            return false;
    return true;
}

// The outermost loops that have room come first.
static bool fill_before_loops(const struct resider *w, struct ra_resident *r, uint32_t n)
{
    const struct ra_candidate *c = &w->p->c[r->vreg];
    bool any = false;
    if (c->remat && !reads_no_vreg(c->def))
        return false;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t h = r[k].block, end = w->p->s->blocks[h]->loop_end;
        if (!end || !at_best(w->p, &r[k]))
            continue;
        uint32_t units = used_in_loop(w, r + k, n - k, h) & r[k].live;
        if (!(units & ~r[k].in) || !fill_before(w, &r[k], units))
            continue;
        any = true;
        while (k + 1 < n && r[k + 1].block < end)
            k++;
    }
    return any;
}

// ---- stretches

static uint32_t find(struct ra_residency *res, uint32_t x)
{
    while (res->parent[x] != x)
        x = res->parent[x] = res->parent[res->parent[x]];
    return x;
}

static void unite(struct ra_residency *res, uint32_t a, uint32_t b)
{
    res->parent[find(res, a)] = find(res, b);
}

// Blocks that others execute while channels hold the value and wait.
static void glue(const struct resider *w, struct ra_resident *r, uint32_t n)
{
    struct ra_residency *res = &w->p->res;
    uint32_t base = (uint32_t)(r - res->r), first = UINT32_MAX;
    for (uint32_t k = n; k--;) {
        if (r[k].in && w->p->l->wait_first[r[k].block] < first)
            first = w->p->l->wait_first[r[k].block];
        if (!k || r[k - 1].block < first)
            continue;
        r[k - 1].glued = true;
        unite(res, 2 * (base + k), 2 * (base + k - 1));
        unite(res, 2 * (base + k - 1), 2 * (base + k - 1) + 1);
    }
}

static void connect(const struct resider *w, struct ra_resident *r, uint32_t n)
{
    struct ra_residency *res = &w->p->res;
    uint32_t base = (uint32_t)(r - res->r);
    for (uint32_t k = 0; k < n; k++) {
        const struct mir_block *b = w->p->s->blocks[r[k].block];
        if (!r[k].in)
            continue;
        if (block_has_low_pressure(w->p, b->index))
            unite(res, 2 * (base + k), 2 * (base + k) + 1);
        for (uint32_t m = 0; m < b->pred_count; m++)
            unite(res, 2 * (base + k), 2 * w->at[b->preds[m]->index] + 1);
    }
    glue(w, r, n);
}

static void settle(struct resider *w, struct ra_resident *r, uint32_t n)
{
    uint32_t base = (uint32_t)(r - w->p->res.r);
    for (uint32_t k = 0; k < n; k++)
        w->at[r[k].block] = base + k;
    flow(w, r, n);
    if (fill_before_loops(w, r, n))
        flow(w, r, n);
    connect(w, r, n);
    for (uint32_t k = 0; k < n; k++)
        w->at[r[k].block] = NOWHERE;
}

void ra_reside(struct ra_spiller *p)
{
    struct ra_residency *res = &p->res;
    struct resider w = {.p = p};
    for (uint32_t v = 0; v < p->vreg_count; v++)
        p->c[v].resides = may_reside(p, v);
    w.live = arena_array(p->l->a, uint32_t, p->s->block_count + 1);
    w.blocks = arena_array(p->l->a, uint32_t, p->s->block_count + 1);
    w.last = arena_array(p->l->a, uint32_t, p->vreg_count + 1);
    w.at = arena_array(p->l->a, uint32_t, p->s->block_count + 1);
    for (uint32_t b = 0; b < p->s->block_count; b++)
        w.at[b] = NOWHERE;
    for (uint32_t b = 0; b < p->s->block_count; b++)
        find_touched(&w, p->s->blocks[b]);
    sort_by_vreg(&w);
    vec_free(&w.found);
    res->parent = arena_array(p->l->a, uint32_t, 2 * res->count + 1);
    res->split = arena_array(p->l->a, uint32_t, 2 * res->count + 1);
    for (uint32_t k = 0; k < 2 * res->count; k++) {
        res->parent[k] = k;
        res->split[k] = RA_NONE;
    }
    for (uint32_t k = 0, n; k < res->count; k += n) {
        for (n = 1; k + n < res->count && res->r[k + n].vreg == res->r[k].vreg; n++)
            ;
        settle(&w, &res->r[k], n);
    }
}

// ---- registers

static uint32_t new_split(struct ra_spiller *p, uint32_t vreg)
{
    const struct mir_vreg v = p->s->vregs[vreg];
    uint32_t to = mir_vreg_new(p->s, MIR_GRF, v.size, v.align, v.uniform);
    p->s->vregs[to].home = p->c[vreg].remat ? RA_NO_MEMORY : (int32_t)p->c[vreg].home;
    return to;
}

static uint32_t split_of(struct ra_spiller *p, uint32_t stretch, uint32_t vreg)
{
    uint32_t root = find(&p->res, stretch);
    if (p->res.split[root] == RA_NONE)
        p->res.split[root] = new_split(p, vreg);
    return p->res.split[root];
}

uint32_t ra_entry_stretch(struct ra_spiller *p, uint32_t k)
{
    return split_of(p, 2 * k, p->res.r[k].vreg);
}

uint32_t ra_begin_stretch(struct ra_spiller *p, uint32_t k, uint32_t slot)
{
    const struct ra_resident *x = &p->res.r[k];
    if (x->glued)
        return split_of(p, 2 * k, x->vreg);
    if (ra_has_low_pressure(p, slot, p->l->block_end[x->block]))
        return split_of(p, 2 * k + 1, x->vreg);
    return new_split(p, x->vreg);
}
