// Names of vregs and blocks while accesses are lowered.
//
// Results of accesses have vregs of their own until here; a message's response is one vreg with all of them,
// so each result is renamed to its place there. New vregs are numbered where selection was when it made the
// access: later passes decide ties by the order.
#include "compiler/mir/lower/message/names.h"

#include <string.h>

#include "compiler/mir/ir/query.h"

// ---- for the message sets

static struct mir_operand renamed(const struct lower_names *n, struct mir_operand o)
{
    uint32_t *vreg = o.kind == MIR_OPK_INDIRECT ? &o.base : &o.vreg;
    if (o.kind != MIR_OPK_VREG && o.kind != MIR_OPK_ADDROF && o.kind != MIR_OPK_INDIRECT)
        return o;
    if (*vreg >= n->old_count || !n->of[*vreg].renamed)
        return o;
    const struct name *to = &n->of[*vreg];
    if (o.kind != MIR_OPK_INDIRECT) // an address has it in it already
        o.offset += to->offset;
    *vreg = to->vreg;
    return o;
}

struct mir_operand lower_part(const struct lower *l, const struct mir_operand *o)
{
    return renamed(l->names, *o);
}

void lower_result(struct lower *l, unsigned k, struct mir_operand o)
{
    const struct mir_operand *result = mir_result(l->access, k);
    l->names->of[result->vreg] = (struct name){o.vreg, o.offset, true};
}

void names_add_block(struct lower *l, struct mir_block *b)
{
    struct lower_names *n = l->names;
    if (n->block_count == n->block_capacity) {
        uint32_t more = 2 * n->block_capacity + 16;
        n->blocks = arena_grow(l->s->arena, n->blocks, n->block_count * sizeof(*n->blocks),
                               more * sizeof(*n->blocks));
        n->block_capacity = more;
    }
    n->blocks[n->block_count++] = b;
}

struct mir_block *lower_next_block(struct lower *l)
{
    struct mir_block *b = arena_new(l->s->arena, struct mir_block);
    b->loop_depth = l->old->loop_depth;
    b->loop_header = l->old->loop_header;
    l->b = b;
    names_add_block(l, b);
    return b;
}

// ---- vregs

void names_add_range(struct lower *l, uint32_t first, uint32_t born)
{
    struct lower_names *n = l->names;
    if (first == l->s->vreg_count)
        return;
    if (n->range_count == n->range_capacity) {
        uint32_t more = 2 * n->range_capacity + 64;
        n->ranges = arena_grow(l->s->arena, n->ranges, n->range_count * sizeof(*n->ranges),
                               more * sizeof(*n->ranges));
        n->range_capacity = more;
    }
    n->ranges[n->range_count++] = (struct range){first, l->s->vreg_count, born};
}

struct numbering {
    struct lower *l;
    struct mir_vreg *vregs; // by new number
    uint32_t *number, next; // by old number
    struct range *wanted;   // vregs of selection that an access wanted before selection did
    uint32_t wanted_count, next_wanted;
};

// In order: what is set at the program's start is sorted.
static void find_wanted(struct numbering *n)
{
    const struct mir_shader *s = n->l->s;
    const struct mir_inst *end = s->start.last ? s->start.last->next : NULL;
    n->wanted = arena_array(s->arena, struct range, n->l->names->old_count + 1);
    for (const struct mir_inst *i = s->start.last ? s->blocks[0]->first : NULL; i && i != end; i = i->next) {
        const uint32_t v = i->dst.vreg;
        if (i->ip % 2 == 0 || v >= n->l->names->old_count || n->number[v])
            continue;
        n->wanted[n->wanted_count++] = (struct range){v, v + 1, i->ip / 2};
        n->number[v] = UINT32_MAX; // until it has one
    }
}

static void number_range(struct numbering *n, const struct range *r)
{
    for (uint32_t k = r->first; k < r->end; k++) {
        n->vregs[n->next] = n->l->s->vregs[k];
        n->number[k] = n->next++;
    }
}

static void number_wanted(struct numbering *n, uint32_t born)
{
    while (n->next_wanted < n->wanted_count && n->wanted[n->next_wanted].born <= born)
        number_range(n, &n->wanted[n->next_wanted++]);
}

// The new number of each vreg; results of accesses have none.
static uint32_t *number_vregs(struct lower *l)
{
    const struct lower_names *names = l->names;
    struct mir_shader *s = l->s;
    struct numbering n = {.l = l,
                          .vregs = arena_array(s->arena, struct mir_vreg, s->vreg_count + 1),
                          .number = arena_array(s->arena, uint32_t, s->vreg_count + 1)};
    uint32_t r = 0;
    find_wanted(&n);
    for (uint32_t v = 0; v <= names->old_count; v++) {
        for (; r < names->range_count && (names->ranges[r].born <= v || v == names->old_count); r++) {
            number_wanted(&n, names->ranges[r].born);
            number_range(&n, &names->ranges[r]);
        }
        number_wanted(&n, v);
        if (v < names->old_count && !names->of[v].renamed && !n.number[v])
            number_range(&n, &(struct range){v, v + 1, v});
    }
    s->vregs = n.vregs;
    s->vreg_capacity = s->vreg_count + 1;
    s->vreg_count = n.next;
    return n.number;
}

static void rename_operand(const struct lower_names *n, const uint32_t *number, struct mir_operand *o)
{
    *o = renamed(n, *o);
    if (o->kind == MIR_OPK_VREG || o->kind == MIR_OPK_ADDROF || o->kind == MIR_OPK_INDIRECT)
        o->vreg = number[o->vreg];
    if (o->kind == MIR_OPK_INDIRECT)
        o->base = number[o->base];
}

void names_apply(struct lower *l)
{
    struct mir_shader *s = l->s;
    const uint32_t *number = number_vregs(l);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            rename_operand(l->names, number, &i->dst);
            rename_operand(l->names, number, &i->flag);
            rename_operand(l->names, number, &i->pred);
            for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
                rename_operand(l->names, number, &i->src[k]);
        }
    uint32_t *fixed[] = {&s->r0, &s->cross_thread, &s->per_thread, &s->inline_data};
    for (unsigned k = 0; k < 4; k++)
        if (*fixed[k] != UINT32_MAX)
            *fixed[k] = number[*fixed[k]];
    s->start = (struct mir_start){.no_lines = s->start.no_lines}; // what it knew has other numbers
}
