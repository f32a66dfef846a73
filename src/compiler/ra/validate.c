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

#include "compiler/mir/ir/query.h"
#include "compiler/ra/ra.h"

#define CELL 32 // bytes of a place cell, for finding what overlaps

struct state { // per unit (a register of a vreg): bytes held, bytes clobbered
    uint32_t held, clobbered;
};

struct unit {
    uint32_t vreg, place; // byte of places(s) where it starts
    uint32_t bytes;
};

struct check {
    struct arena *a;
    const struct mir_shader *s;
    uint32_t *first_unit, unit_count;
    struct unit *units;
    uint32_t *cell_first, *cell_units; // units that touch each cell
    struct state *out;                 // per block
    struct state *now;
    const char *error;
    bool report;
};

// General registers, then flags, then address registers.
static uint32_t file_base(const struct mir_shader *s, enum mir_file f)
{
    uint32_t general = s->target->grf_count * s->reg_bytes;
    return f == MIR_GRF ? 0 : f == MIR_FLAG ? general : general + MIR_FLAG_BYTES;
}

static uint32_t places(const struct mir_shader *s)
{
    return file_base(s, MIR_ADDR) + MIR_ADDR_BYTES;
}

static uint32_t bits(uint32_t lo, uint32_t hi)
{
    return lo < hi ? (uint32_t)((UINT64_C(1) << hi) - (UINT64_C(1) << lo)) : 0;
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
    c->cell_units = arena_array(c->a, uint32_t, c->cell_first[cells] + 1);
    uint32_t *fill = arena_array(c->a, uint32_t, cells);
    for (uint32_t u = 0; u < c->unit_count; u++)
        for (uint32_t x = c->units[u].place / CELL; x <= (c->units[u].place + c->units[u].bytes - 1) / CELL;
             x++)
            c->cell_units[c->cell_first[x] + fill[x]++] = u;
    return true;
}

// A write to bytes [lo, hi) of `vreg`: its own bytes are held (if `own`), all others at that place are lost.
static void write_bytes(struct check *c, struct state *st, uint32_t vreg, struct mir_range r, bool own)
{
    const struct mir_vreg *v = &c->s->vregs[vreg];
    if (v->phys < 0 || r.lo >= r.hi)
        return;
    uint32_t from = file_base(c->s, v->file) + (uint32_t)v->phys + r.lo, to = from + (r.hi - r.lo);
    for (uint32_t x = from / CELL; x <= (to - 1) / CELL; x++)
        for (uint32_t k = c->cell_first[x]; k < c->cell_first[x + 1]; k++) {
            const struct unit *u = &c->units[c->cell_units[k]];
            uint32_t lo = from > u->place ? from - u->place : 0;
            uint32_t hi = to < u->place + u->bytes ? to - u->place : u->bytes;
            if (to <= u->place || lo >= hi)
                continue;
            struct state *t = &st[c->cell_units[k]];
            uint32_t m = bits(lo, hi);
            if (u->vreg != vreg) {
                t->clobbered |= t->held & m;
                t->held &= ~m;
            } else if (own) {
                t->held |= m;
                t->clobbered &= ~m;
            }
        }
}

static void writes(struct check *c, const struct mir_inst *i, struct state *st, bool own)
{
    if (i->op == MIR_OP_UNDEF)
        return;
    if (mir_has_dst(i))
        write_bytes(c, st, i->dst.vreg, mir_dst_range(i), own);
    if (i->dst.kind == MIR_OPK_INDIRECT)
        write_bytes(c, st, i->dst.base, (struct mir_range){0, c->s->vregs[i->dst.base].size}, own);
    if (i->flag.kind == MIR_OPK_VREG)
        write_bytes(c, st, i->flag.vreg, (struct mir_range){0, c->s->vregs[i->flag.vreg].size}, own);
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
        uint32_t m = bits(r.lo > k * c->s->reg_bytes ? r.lo - k * c->s->reg_bytes : 0,
                          r.hi < (k + 1) * c->s->reg_bytes ? r.hi - k * c->s->reg_bytes : c->s->reg_bytes);
        if (c->now[c->first_unit[vreg] + k].clobbered & m) {
            c->error = arena_printf(
                c->a, "B%u instruction %u (%s): bytes %u to %u of %%%u may be overwritten when it reads them",
                i->block->index, i->ip, mir_op_name(i->op), r.lo, r.hi - 1, vreg);
            return;
        }
    }
}

static void join_into(struct check *c, struct state *to, const struct state *from)
{
    for (uint32_t u = 0; u < c->unit_count; u++) {
        to[u].clobbered |= from[u].clobbered;
        to[u].held = (to[u].held | from[u].held) & ~to[u].clobbered;
    }
}

static bool is_wait_edge(const struct mir_block *from, const struct mir_block *to)
{
    for (const struct mir_inst *i = from->last; i && mir_op_is_terminator(i->op); i = i->prev) {
        if ((i->op == EU_OP_IF && i->jip == to) || (i->op == EU_OP_ELSE && i->uip == to))
            return true;
        if (i->op == EU_OP_GOTO &&
            (i->uip == to || (i->uip->index <= from->index && to->index == from->index + 1)))
            return to->index > from->index;
    }
    return false;
}

static void edge_state(struct check *c, const struct mir_block *from, const struct mir_block *to,
                       struct state *st)
{
    memcpy(st, c->out + (size_t)from->index * c->unit_count, c->unit_count * sizeof(*st));
    if (!is_wait_edge(from, to))
        return;
    for (uint32_t x = mir_wait_first(c->s, from->index, to->index); x < to->index; x++)
        mir_foreach_inst(i, c->s->blocks[x]) writes(c, i, st, false);
}

static void block_in(struct check *c, const struct mir_block *b, struct state *edge)
{
    memset(c->now, 0, c->unit_count * sizeof(*c->now));
    if (b->index == 0)
        for (uint32_t v = 0; v < c->s->vreg_count; v++)
            if (v == c->s->r0 || v == c->s->cross_thread || v == c->s->per_thread)
                for (uint32_t u = c->first_unit[v]; u < c->first_unit[v + 1]; u++)
                    c->now[u].held = bits(0, c->units[u].bytes);
    for (uint32_t p = 0; p < b->pred_count; p++) {
        edge_state(c, b->preds[p], b, edge);
        join_into(c, c->now, edge);
    }
}

static void check_block(struct check *c, const struct mir_block *b)
{
    mir_foreach_inst(i, b)
    {
        if (c->report)
            mir_foreach_use(c->s, i, read_bytes, c);
        writes(c, i, c->now, true);
    }
}

const char *ra_validate(struct arena *a, const struct mir_shader *s)
{
    struct check c = {.a = a, .s = s};
    if (!place_units(&c))
        return "a vreg lies outside of the register file";
    uint32_t n = c.unit_count, blocks = s->block_count, ip = 0;
    c.out = arena_array(a, struct state, (size_t)n * blocks + 1);
    c.now = arena_array(a, struct state, n + 1);
    struct state *edge = arena_array(a, struct state, n + 1);
    for (uint32_t b = 0; b < blocks; b++)
        mir_foreach_inst(i, s->blocks[b]) i->ip = ip++;
    for (bool changed = true; changed || !c.report;) {
        c.report = !changed;
        changed = false;
        for (uint32_t b = 0; b < blocks && !c.error; b++) {
            struct state *out = c.out + (size_t)b * n;
            block_in(&c, s->blocks[b], edge);
            check_block(&c, s->blocks[b]);
            changed |= memcmp(out, c.now, n * sizeof(*out)) != 0;
            memcpy(out, c.now, n * sizeof(*out));
        }
    }
    return c.error;
}
