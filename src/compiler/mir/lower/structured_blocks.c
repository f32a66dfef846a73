// Structured control flow: the blocks that the walk over regions wants, and their order.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/lower/structured_walk.h"

static struct mir_block *block_new(struct mir_walk *w)
{
    struct mir_block *b = arena_new(w->s->arena, struct mir_block);
    b->loop_header = UINT32_MAX;
    return b;
}

// Where several channels wait in front of a loop its header cannot be the place, nor can a block in which
// they branch again.
static void make_landing(struct mir_walk *w, uint32_t k)
{
    const struct mir_block *b = w->s->blocks[k];
    uint32_t count = 0;
    for (const struct mir_again *a = w->again[k]; a; a = a->next)
        count++;
    if (!count && b->loop_end && (w->ends[k] || w->gone[k] != UINT32_MAX))
        count = 1;
    for (uint32_t c = 0; c < count; c++) {
        struct mir_block *l = block_new(w);
        if (w->landing[k])
            w->landing_end[k]->succ[0] = l;
        else
            w->landing[k] = l;
        w->landing_end[k] = l;
    }
    if (count)
        w->landing_end[k]->succ[0] = w->s->blocks[k];
}

// Channels that come to a block from earlier blocks come to its landing.
static void enter_landings(struct mir_walk *w)
{
    for (uint32_t k = 0; k < w->n; k++)
        for (unsigned e = 0; e < 2; e++) {
            struct mir_block **to = &w->s->blocks[k]->succ[e];
            if (*to && (*to)->index > k && w->landing[(*to)->index])
                *to = w->landing[(*to)->index];
        }
}

void mir_walk_make_blocks(struct mir_walk *w)
{
    for (uint32_t k = 0; k < w->n; k++) {
        make_landing(w, k);
        if (w->then_ends[k])
            w->then_block[k] = block_new(w);
        if (w->s->blocks[k]->loop_end && w->masked[k])
            w->loop_end[k] = block_new(w);
    }
    enter_landings(w);
}

static void link_blocks(struct mir_shader *s)
{
    for (uint32_t k = 0; k < s->block_count; k++) {
        s->blocks[k]->index = k;
        s->blocks[k]->pred_count = 0;
    }
    for (uint32_t k = 0; k < s->block_count; k++) {
        struct mir_block *b = s->blocks[k], *to[2] = {b->succ[0], b->succ[1]};
        b->succ[0] = b->succ[1] = NULL;
        for (unsigned e = 0; e < 2; e++)
            if (to[e] && to[e] != b->succ[0])
                mir_block_link(s, b, to[e]);
    }
}

void mir_walk_lay_out(struct mir_walk *w)
{
    struct mir_shader *s = w->s;
    struct mir_block **old = s->blocks, **loops = arena_array(s->arena, struct mir_block *, w->n + 1);
    uint32_t most = 4 * w->n, n = 0;
    for (uint32_t k = 0; k < w->n; k++) {
        for (const struct mir_again *a = w->again[k]; a; a = a->next)
            most++;
        if (w->loop_end[k])
            loops[old[k]->loop_end] = w->loop_end[k];
    }
    struct mir_block **blocks = arena_array(s->arena, struct mir_block *, most + 1);
    for (uint32_t k = 0; k < w->n; k++) {
        if (w->then_block[k])
            blocks[n++] = w->then_block[k];
        if (loops[k])
            blocks[n++] = loops[k];
        for (struct mir_block *l = w->landing[k]; l;
             l = l == w->landing_end[k] ? NULL : l->succ[l->succ[1] != NULL])
            blocks[n++] = l;
        blocks[n++] = old[k];
    }
    if (loops[w->n])
        blocks[n++] = loops[w->n];
    s->blocks = blocks;
    s->block_count = n;
    s->block_capacity = most + 1;
    link_blocks(s);
    mir_find_loops(s);
}
