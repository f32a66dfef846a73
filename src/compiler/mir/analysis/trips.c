// Loops that channels leave one by one, and by what (mir/analysis/trips.h).
#include "compiler/mir/analysis/trips.h"

#include "compiler/mir/analysis/defs.h"
#include "util/bitset.h"

enum { MAX_VALUES = 256 }; // that are followed from an exit

struct search {
    const struct mir_shader *s;
    struct mir_def_lists defs;
    const struct mir_block *header;
    uint64_t *seen;
    uint32_t work[MAX_VALUES];
    unsigned count;
};

static bool is_inside(const struct search *r, const struct mir_block *b)
{
    return b->index >= r->header->index && b->index < r->header->loop_end;
}

static bool leaves_loop(const struct mir_shader *s, const struct mir_block *b)
{
    if (b->loop_header == UINT32_MAX)
        return false;
    for (unsigned k = 0; k < 2; k++)
        if (b->succ[k] &&
            (b->succ[k]->index <= b->loop_header || b->succ[k]->index >= s->blocks[b->loop_header]->loop_end))
            return true;
    return false;
}

static void follow(void *ctx, const struct mir_inst *i, const struct mir_operand *o, uint32_t vreg,
                   struct mir_range range)
{
    struct search *r = ctx;
    if (bitset_test(r->seen, vreg) || r->count == MAX_VALUES)
        return;
    bitset_set(r->seen, vreg);
    r->work[r->count++] = vreg;
}

static bool reads_memory(const struct mir_inst *i)
{
    return mir_op_is_send(i->op) && i->send.space != MIR_SPACE_SCRATCH &&
           (i->send.mem == MIR_MEM_READ || i->send.mem == MIR_MEM_ATOMIC);
}

// What a loop within another one does hangs on what a round of the outer one reads.
static const struct mir_block *outermost_header(const struct mir_shader *s, const struct mir_block *b)
{
    const struct mir_block *header = s->blocks[b->loop_header];
    while (header->loop_parent != UINT32_MAX)
        header = s->blocks[header->loop_parent];
    return header;
}

static void follow_branch(struct search *r, const struct mir_block *b)
{
    for (const struct mir_inst *i = b->last; i && mir_op_is_terminator(i->op); i = i->prev)
        mir_foreach_use(r->s, i, follow, r);
}

// The ways on which a value becomes this or that (a flag that says whether to go on).
static void follow_ways(struct search *r, const struct mir_block *b)
{
    for (uint32_t k = 0; k < b->pred_count; k++)
        if (is_inside(r, b->preds[k]) && b->preds[k]->succ[1])
            follow_branch(r, b->preds[k]);
}

// Is a value defined in more than one block of the loop? Then which way it was decides, be the definition a
// copy's or that of what was copied.
static bool is_defined_by_way(const struct search *r, uint32_t vreg)
{
    const struct mir_block *last = NULL;
    unsigned n = 0;
    for (uint32_t d = r->defs.first[vreg]; d < r->defs.first[vreg + 1]; d++) {
        const struct mir_block *b = r->defs.list[d]->block;
        n += b != last && is_inside(r, b);
        last = b;
    }
    return n > 1;
}

// Does what the loop, or one around it, reads decide the branches at the end of the block?
static bool is_decided_by_data(struct search *r, struct arena *a, const struct mir_block *b)
{
    r->header = outermost_header(r->s, b);
    r->seen = arena_array(a, uint64_t, BITSET_WORDS(r->s->vreg_count));
    r->count = 0;
    follow_branch(r, b);
    for (unsigned k = 0; k < r->count; k++)
        for (uint32_t d = r->defs.first[r->work[k]]; d < r->defs.first[r->work[k] + 1]; d++) {
            const struct mir_inst *i = r->defs.list[d];
            if (!is_inside(r, i->block))
                continue;
            if (reads_memory(i))
                return true;
            mir_foreach_use(r->s, i, follow, r);
            if ((i->op == EU_OP_MOV || is_defined_by_way(r, r->work[k])) && i->block != r->header)
                follow_ways(r, i->block);
        }
    return false;
}

enum mir_trips mir_find_trips(struct arena *a, const struct mir_shader *s)
{
    struct search r = {.s = s};
    enum mir_trips worst = MIR_TRIPS_SAME;
    for (uint32_t b = 0; b < s->block_count && worst != MIR_TRIPS_BY_DATA; b++) {
        if (!s->blocks[b]->divergent_branch || !leaves_loop(s, s->blocks[b]))
            continue;
        if (!r.defs.first)
            r.defs = mir_list_defs(a, s);
        worst = is_decided_by_data(&r, a, s->blocks[b]) ? MIR_TRIPS_BY_DATA : MIR_TRIPS_BY_CHANNEL;
    }
    return worst;
}
