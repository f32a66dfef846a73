// An independent check of register allocation: does every read find what was written to its vreg?
//
// Forward dataflow over what the registers hold. The state of each byte of each vreg:
//
//     undefined   nothing was written to it on any path: a read may find anything
//     held        on some path it was written, and on all paths its place still has that value
//     clobbered   on some path another vreg was written over it
//
// with undefined < held < clobbered as the join; a read of a clobbered byte is an error. It shares no code
// with the allocator or with liveness: places come from the instructions' operands, paths from the branches.
//
// Divergence: a channel that takes the edge d -> J by a GOTO waits at J while others execute the blocks from
// mir_wait_first(d, J) to J - 1. So that edge's state also suffers every write in those blocks, to whatever
// vreg is not the written one.
#include <string.h>

#include "compiler/mir/ir/bytes.h"
#include "compiler/mir/ir/query.h"
#include "compiler/ra/ra.h"
#include "util/log.h"

#define CELL 32 // bytes of a place cell, for finding what overlaps

struct state { // per unit (a register of a vreg): bytes held, bytes clobbered
    mir_bytes held, clobbered;
};

struct unit {
    uint32_t vreg, place; // byte of places(s) where it starts
    uint32_t bytes;
};

struct wait { // an edge whose channels wait for others
    const struct mir_block *from;
    uint32_t first; // of the blocks that others execute meanwhile
};

struct check {
    struct arena *a;
    const struct mir_shader *s;
    uint32_t *first_unit, unit_count;
    struct unit *units;
    uint32_t *cell_first;        // how many units touch the cells before each
    uint32_t *held, *held_count; // units that touch a cell and had held bytes when they were last looked at
    uint8_t *listed;             // per unit: bit n: it is in the list of the n-th cell that it touches
    struct state *out;           // per block
    struct state *now;
    uint32_t
        *writer; // per byte of places: the vreg that was written there while channels waited, NOBODY or MANY
    struct wait *waits; // of the block being entered
    const char *error;
    bool report;
};

#define NOBODY UINT32_MAX
#define MANY (UINT32_MAX - 1)

struct bytes { // of places
    uint32_t from, to;
};

// General registers, then flags, then address registers.
static uint32_t file_base(const struct mir_shader *s, enum mir_file f)
{
    uint32_t general = s->target->grf_count * s->reg_bytes;
    return f == MIR_GRF ? 0 : f == MIR_FLAG ? general : general + MIR_FLAG_BYTES;
}

static uint32_t places(const struct mir_shader *s)
{
    return file_base(s, MIR_ADDR) + kiln_target_address_bytes(s->target);
}

// Where bytes of a vreg are: none if it has no place.
static struct bytes place_of(const struct check *c, uint32_t vreg, struct mir_range r)
{
    const struct mir_vreg *v = &c->s->vregs[vreg];
    if (v->phys < 0 || r.lo >= r.hi)
        return (struct bytes){0};
    uint32_t from = file_base(c->s, v->file) + (uint32_t)v->phys + r.lo;
    return (struct bytes){from, from + (r.hi - r.lo)};
}

static bool place_units(struct check *c)
{
    const struct mir_shader *s = c->s;
    c->first_unit = arena_array(c->a, uint32_t, s->vreg_count + 1);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        c->first_unit[v + 1] = c->first_unit[v] + (s->vregs[v].phys >= 0 ? mir_regs(s, s->vregs[v].size) : 0);
    c->unit_count = c->first_unit[s->vreg_count];
    c->units = arena_array(c->a, struct unit, c->unit_count + 1);
    uint32_t cells = places(s) / CELL + 2;
    c->cell_first = arena_array(c->a, uint32_t, cells + 1);
    for (uint32_t v = 0; v < s->vreg_count; v++)
        for (uint32_t u = c->first_unit[v], k = 0; u < c->first_unit[v + 1]; u++, k++) {
            uint32_t left = s->vregs[v].size - c->s->reg_bytes * k,
                     place =
                         file_base(s, s->vregs[v].file) + (uint32_t)s->vregs[v].phys + c->s->reg_bytes * k;
            c->units[u] = (struct unit){v, place, left > s->reg_bytes ? s->reg_bytes : left};
            if (place + c->units[u].bytes > places(s))
                return false;
            for (uint32_t x = place / CELL; x <= (place + c->units[u].bytes - 1) / CELL; x++)
                c->cell_first[x + 1]++;
        }
    for (uint32_t x = 0; x < cells; x++)
        c->cell_first[x + 1] += c->cell_first[x];
    c->held = arena_array(c->a, uint32_t, c->cell_first[cells] + 1);
    c->held_count = arena_array(c->a, uint32_t, cells);
    c->listed = arena_array(c->a, uint8_t, c->unit_count + 1);
    return true;
}

// Unit u has held bytes now: the lists of its cells have it.
static void list(struct check *c, uint32_t u)
{
    const struct unit *unit = &c->units[u];
    uint32_t first = unit->place / CELL, last = (unit->place + unit->bytes - 1) / CELL;
    for (uint32_t x = first; x <= last; x++)
        if (!(c->listed[u] >> (x - first) & 1)) {
            c->held[c->cell_first[x] + c->held_count[x]++] = u;
            c->listed[u] |= (uint8_t)(1u << (x - first));
        }
}

static void list_all(struct check *c)
{
    memset(c->held_count, 0, (places(c->s) / CELL + 2) * sizeof(*c->held_count));
    memset(c->listed, 0, c->unit_count);
    for (uint32_t u = 0; u < c->unit_count; u++)
        if (c->now[u].held)
            list(c, u);
}

// The bytes of a unit that lie in `at`.
static mir_bytes common(const struct unit *u, struct bytes at)
{
    uint32_t lo = at.from > u->place ? at.from - u->place : 0;
    return at.to <= u->place ? 0
                             : mir_bytes_in(lo, at.to < u->place + u->bytes ? at.to - u->place : u->bytes);
}

// A write to bytes [lo, hi) of `vreg`: its own bytes are held, all others at that place are lost.
static void write_bytes(struct check *c, uint32_t vreg, struct mir_range r)
{
    struct bytes at = place_of(c, vreg, r);
    if (at.from == at.to)
        return;
    for (uint32_t x = at.from / CELL; x <= (at.to - 1) / CELL; x++)
        for (uint32_t k = 0; k < c->held_count[x];) {
            uint32_t *slot = &c->held[c->cell_first[x] + k], u = *slot;
            struct state *t = &c->now[u];
            if (c->units[u].vreg != vreg) {
                mir_bytes lost = t->held & common(&c->units[u], at);
                t->clobbered |= lost;
                t->held &= ~lost;
            }
            if (t->held) {
                k++;
                continue;
            }
            c->listed[u] &= (uint8_t)~(1u << (x - c->units[u].place / CELL));
            *slot = c->held[c->cell_first[x] + --c->held_count[x]];
        }
    for (uint32_t k = r.lo / c->s->reg_bytes; k * c->s->reg_bytes < r.hi; k++) {
        const uint32_t u = c->first_unit[vreg] + k;
        const mir_bytes m = common(&c->units[u], at);
        c->now[u].held |= m;
        c->now[u].clobbered &= ~m;
        list(c, u);
    }
}

// A write while others wait: who wrote each byte, if it was one vreg.
static void note_writer(struct check *c, uint32_t vreg, struct mir_range r)
{
    struct bytes at = place_of(c, vreg, r);
    for (uint32_t p = at.from; p < at.to; p++)
        c->writer[p] = c->writer[p] == NOBODY || c->writer[p] == vreg ? vreg : MANY;
}

static void writes(struct check *c, const struct mir_inst *i,
                   void (*f)(struct check *, uint32_t vreg, struct mir_range))
{
    if (i->op == MIR_OP_UNDEF)
        return;
    if (mir_has_dst(i))
        f(c, i->dst.vreg, mir_dst_range(i));
    if (i->dst.kind == MIR_OPK_INDIRECT)
        f(c, i->dst.base, (struct mir_range){0, c->s->vregs[i->dst.base].size});
    if (i->flag.kind == MIR_OPK_VREG)
        f(c, i->flag.vreg, (struct mir_range){0, c->s->vregs[i->flag.vreg].size});
}

static void read_bytes(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                       struct mir_range r)
{
    struct check *c = ctx;
    if (c->error)
        return;
    if (c->s->vregs[vreg].phys < 0) {
        c->error = arena_printf(c->a, "B%u instruction %u (%s) reads %%%u, which has no place",
                                i->block->index, i->ip, mir_op_name(i->op), vreg);
        return;
    }
    for (uint32_t k = r.lo / c->s->reg_bytes; k * c->s->reg_bytes < r.hi; k++) {
        mir_bytes m =
            mir_bytes_in(r.lo > k * c->s->reg_bytes ? r.lo - k * c->s->reg_bytes : 0,
                         r.hi < (k + 1) * c->s->reg_bytes ? r.hi - k * c->s->reg_bytes : c->s->reg_bytes);
        if (c->now[c->first_unit[vreg] + k].clobbered & m) {
            c->error = arena_printf(
                c->a, "B%u instruction %u (%s): bytes %u to %u of %%%u may be overwritten when it reads them",
                i->block->index, i->ip, mir_op_name(i->op), r.lo, r.hi - 1, vreg);
            return;
        }
    }
}

static bool is_wait_edge(const struct mir_block *from, const struct mir_block *to)
{
    for (const struct mir_inst *i = from->last; i && mir_op_is_terminator(i->op); i = i->prev) {
        if ((i->op == EU_OP_IF && i->jip == to) || (i->op == EU_OP_ELSE && i->uip == to))
            return true;
        if ((i->op == EU_OP_BREAK && i->uip->index + 1 == to->index) ||
            (i->op == EU_OP_WHILE && from->index + 1 == to->index))
            return true;
        if (i->op == EU_OP_GOTO &&
            (i->uip == to || (i->uip->index <= from->index && to->index == from->index + 1)))
            return to->index > from->index;
    }
    return false;
}

// Joins the state behind block `from`, without what `writer` says was written since by others.
static void join_from(struct check *c, const struct mir_block *from, bool waited)
{
    const struct state *out = c->out + (size_t)from->index * c->unit_count;
    for (uint32_t u = 0; u < c->unit_count; u++) {
        const struct unit *unit = &c->units[u];
        mir_bytes held = out[u].held, lost = 0;
        for (uint32_t k = 0; waited && held && k < unit->bytes; k++) {
            uint32_t w = c->writer[unit->place + k];
            lost |= (mir_bytes)(w != NOBODY && w != unit->vreg) << k;
        }
        struct state *to = &c->now[u];
        to->clobbered |= out[u].clobbered | (held & lost);
        to->held = (to->held | (held & ~lost)) & ~to->clobbered;
    }
}

static bool is_payload(const struct mir_shader *s, uint32_t v)
{
    const bool loaded = kiln_target_has_compute_walker(s->target);
    return v == s->r0 || v == s->inline_data || (!loaded && (v == s->cross_thread || v == s->per_thread));
}

// The state before block b. Blocks that may run while channels wait for b are walked backwards from it, once
// for all edges.
static void block_in(struct check *c, const struct mir_block *b)
{
    memset(c->now, 0, c->unit_count * sizeof(*c->now));
    if (b->index == 0)
        for (uint32_t v = 0; v < c->s->vreg_count; v++)
            if (is_payload(c->s, v))
                for (uint32_t u = c->first_unit[v]; u < c->first_unit[v + 1]; u++)
                    c->now[u].held = mir_bytes_in(0, c->units[u].bytes);
    uint32_t waiting = 0;
    for (uint32_t p = 0; p < b->pred_count; p++)
        if (is_wait_edge(b->preds[p], b))
            c->waits[waiting++] =
                (struct wait){b->preds[p], mir_wait_first(c->s, b->preds[p]->index, b->index)};
        else
            join_from(c, b->preds[p], false);
    memset(c->writer, 0xff, places(c->s) * sizeof(*c->writer));
    for (uint32_t x = b->index; waiting; x--) {
        if (x < b->index)
            mir_foreach_inst(i, c->s->blocks[x]) writes(c, i, note_writer);
        for (uint32_t w = 0; w < waiting;)
            if (c->waits[w].first >= x) {
                join_from(c, c->waits[w].from, true);
                c->waits[w] = c->waits[--waiting];
            } else {
                w++;
            }
    }
}

// Whatever the vreg had, of this round of a loop or of one before, is wanted no more.
static void forget(struct check *c, uint32_t vreg)
{
    for (uint32_t u = c->first_unit[vreg]; u < c->first_unit[vreg + 1]; u++)
        c->now[u] = (struct state){0, 0};
}

static void check_block(struct check *c, const struct mir_block *b)
{
    list_all(c);
    mir_foreach_inst(i, b)
    {
        if (c->report)
            mir_foreach_use(c->s, i, read_bytes, c);
        if (i->op == MIR_OP_UNDEF)
            forget(c, i->dst.vreg);
        writes(c, i, write_bytes);
    }
}

enum { MOST_STATES = 1 << 26 }; // at block ends, in all: half a gigabyte of them

const char *ra_validate(struct arena *a, const struct mir_shader *s)
{
    struct check c = {.a = a, .s = s};
    if (!place_units(&c))
        return "a vreg lies outside of the register file";
    uint32_t n = c.unit_count, blocks = s->block_count, ip = 0;
    if ((uint64_t)n * blocks > MOST_STATES) {
        kiln_warn_once("the check of register allocation is left out: %u blocks, %u values", blocks, n);
        return NULL;
    }
    c.out = arena_array(a, struct state, (size_t)n * blocks + 1);
    c.now = arena_array(a, struct state, n + 1);
    c.writer = arena_array(a, uint32_t, places(s));
    uint32_t most = 0;
    for (uint32_t b = 0; b < blocks; b++) {
        most = s->blocks[b]->pred_count > most ? s->blocks[b]->pred_count : most;
        mir_foreach_inst(i, s->blocks[b]) i->ip = ip++;
    }
    c.waits = arena_array(a, struct wait, most + 1);
    for (bool changed = true; changed || !c.report;) {
        c.report = !changed;
        changed = false;
        for (uint32_t b = 0; b < blocks && !c.error; b++) {
            struct state *out = c.out + (size_t)b * n;
            block_in(&c, s->blocks[b]);
            check_block(&c, s->blocks[b]);
            changed |= memcmp(out, c.now, n * sizeof(*out)) != 0;
            memcpy(out, c.now, n * sizeof(*out));
        }
    }
    return c.error;
}
