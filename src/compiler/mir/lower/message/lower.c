// The pass: takes the program apart, block by block, and puts it together again with messages where there
// were accesses.
//
// What is set at the program's start is sorted by when it was wanted first: later passes decide ties by the
// order.
#include "compiler/mir/lower/message/names.h"

#include "compiler/mir/ir/message.h"

// ---- instructions

// By when they were wanted: moves each back to its place, of which there are few that move.
static void sort_start(struct mir_shader *s)
{
    if (!s->start.last)
        return;
    const struct mir_inst *end = s->start.last->next;
    for (struct mir_inst *i = s->blocks[0]->first, *next; i && i != end; i = next) {
        struct mir_inst *before = i->prev;
        next = i->next;
        while (before && before->ip > i->ip)
            before = before->prev;
        if (before == i->prev)
            continue;
        struct mir_inst *after = before ? before->next : s->blocks[0]->first;
        mir_remove(i);
        mir_insert_before(after, i);
    }
}

static void lower_one(struct lower *l, const struct mir_inst *i)
{
    const uint32_t first = l->s->vreg_count;
    l->access = i;
    l->s->line = i->line;
    l->s->relaxed = i->relaxed;
    l->s->start.time = 2 * i->parts->born + 1;
    lower_access *by = l->set->by[i->send.access];
    if (by)
        by(l, i);
    else
        l->error = arena_printf(l->s->arena, "the target has no message for this %s",
                                mir_access_name(i->send.access));
    names_add_range(l, first, i->parts->born);
}

static bool has_access(const struct mir_block *b)
{
    mir_foreach_inst(i, b) if (i->op == MIR_OP_ACCESS) return true;
    return false;
}

// What followed an access that took blocks of its own is in the last of them.
static void lower_block(struct lower *l, struct mir_block *b)
{
    struct mir_inst *i = b->first;
    struct mir_block *succ[2] = {b->succ[0], b->succ[1]};
    const bool divergent = b->divergent_branch;
    l->b = l->old = b;
    l->block = b->index;
    names_add_block(l, b);
    if (!has_access(b))
        return;
    b->first = b->last = NULL;
    b->succ[0] = b->succ[1] = NULL;
    b->divergent_branch = false;
    for (struct mir_inst *next; i; i = next) {
        next = i->next;
        if (i->op == MIR_OP_ACCESS)
            lower_one(l, i);
        else
            mir_append(l->b, i);
    }
    l->b->divergent_branch = divergent;
    for (unsigned k = 0; k < 2; k++) {
        l->b->succ[k] = succ[k];
        for (uint32_t p = 0; succ[k] && p < succ[k]->pred_count; p++)
            if (succ[k]->preds[p] == b)
                succ[k]->preds[p] = l->b;
    }
}

// Numbers the blocks anew, also where loops are told by them.
static void place_blocks(struct lower *l)
{
    struct mir_shader *s = l->s;
    const struct lower_names *n = l->names;
    uint32_t *to = arena_array(s->arena, uint32_t, s->block_count + 1);
    if (n->block_count == s->block_count)
        return;
    for (uint32_t b = 0, old = 0; b < n->block_count; b++)
        if (n->blocks[b] == s->blocks[old])
            to[old++] = b;
    to[s->block_count] = n->block_count;
    for (uint32_t b = 0; b < n->block_count; b++) {
        struct mir_block *k = n->blocks[b];
        k->index = b;
        if (k->over_values) {
            k->loop_header = b;
            k->loop_end = b + 1;
            continue;
        }
        if (k->loop_header != UINT32_MAX)
            k->loop_header = to[k->loop_header];
        if (k->loop_end)
            k->loop_end = to[k->loop_end];
    }
    s->blocks = n->blocks;
    s->block_count = n->block_count;
    s->block_capacity = n->block_capacity;
}

// By Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm": the layout is a reverse post-order.
static uint32_t *find_dominators(const struct mir_shader *s)
{
    uint32_t *idom = arena_array(s->arena, uint32_t, s->block_count + 1);
    for (uint32_t b = 1; b < s->block_count; b++)
        idom[b] = UINT32_MAX;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 1; b < s->block_count; b++) {
            uint32_t all = UINT32_MAX;
            for (uint32_t p = 0; p < s->blocks[b]->pred_count; p++) {
                uint32_t one = s->blocks[b]->preds[p]->index;
                if (one != 0 && idom[one] == UINT32_MAX)
                    continue;
                while (all != UINT32_MAX && all != one) {
                    uint32_t *later = all > one ? &all : &one;
                    *later = idom[*later];
                }
                all = one;
            }
            changed |= idom[b] != all;
            idom[b] = all;
        }
    }
    for (uint32_t b = 1; b < s->block_count; b++) // nothing leads there
        if (idom[b] == UINT32_MAX)
            idom[b] = b;
    return idom;
}

bool mir_lower_accesses(struct mir_shader *s, const char **error)
{
    struct lower_names names = {.old_count = s->vreg_count};
    struct lower l = {.s = s,
                      .set = kiln_target_has_data_ports(s->target) ? &hdc_messages : &lsc_messages,
                      .names = &names};
    bool any = false;
    for (uint32_t b = 0; b < s->block_count && !any; b++)
        any = has_access(s->blocks[b]);
    if (!any) {
        s->has_payloads = true;
        return true;
    }
    const uint32_t line = s->line;
    const bool relaxed = s->relaxed;
    names.of = arena_array(s->arena, struct name, s->vreg_count + 1);
    if (s->memory.states)
        l.idom = find_dominators(s);
    for (uint32_t b = 0; b < s->block_count; b++)
        lower_block(&l, s->blocks[b]);
    s->line = line;
    s->relaxed = relaxed;
    if (l.error) {
        *error = l.error;
        return false;
    }
    place_blocks(&l);
    sort_start(s);
    names_apply(&l);
    s->has_payloads = true;
    return true;
}
