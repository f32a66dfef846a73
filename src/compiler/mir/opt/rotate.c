// Loops that test at the top test at the bottom instead, after register allocation: a round then ends in one
// branch, not in a branch around the loop and a jump back.
//
//     P ...            P ...            The loop's first block H, which leaves the loop or goes on, moves
//     H test           P jmpi H         behind its last block L, which needs no jump then. The way into the
//     H leave -> X     B ...            loop takes the jump; the code is as long as it was, and what is
//     B ...            L ...            executed is the same but for the jumps.
//     L jmpi H         H test
//     X ...            H stay -> B
//                      X ...
//
// Where channels leave at different times they wait at the JOIN that X begins with, as before: a backward
// GOTO leaves those that do not go back waiting at the next block. H must not be a place where channels wait.
//
// This is layout and nothing else: mir_cf has lowered control flow, once, and every block still leads to the
// same blocks on the same conditions (tests/compiler/test_ra.c compares both sides on random programs).
#include "compiler/mir/ir/query.h"

#define NONE UINT32_MAX

struct references {        // of branches, to a block
    struct mir_inst *last; // the last JMPI in layout order
    bool others;           // channels of other branches go or wait there
};

struct rotator { // blocks keep their numbers until the end; per block: those beside it now
    struct mir_shader *s;
    struct references *to;
    uint32_t *prev, *next;
};

struct loop {
    struct mir_block *head, *before, *body, *latch, *exit;
};

static bool is_wait(const struct mir_inst *i)
{
    return i && (i->op == EU_OP_JOIN || i->op == EU_OP_ENDIF);
}

static bool ends_in(const struct mir_block *b, unsigned op)
{
    return b->last && b->last->op == op;
}

static struct references *find_references(const struct mir_shader *s)
{
    struct references *r = arena_array(s->arena, struct references, s->block_count + 1);
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            if (i->jip && i->op == EU_OP_JMPI)
                r[i->jip->index].last = i;
            else if (i->jip)
                r[i->jip->index].others = true;
            if (i->uip)
                r[i->uip->index].others = true;
        }
    return r;
}

// Does the block end in a choice between `exit`, where channels that left wait if they do not go together,
// and the next block?
static bool chooses(const struct mir_block *b, const struct mir_block *exit)
{
    const struct mir_inst *i = b->last;
    if (!i || i->pred.kind == MIR_OPK_NONE || (i->prev && mir_op_is_terminator(i->prev->op)))
        return false;
    if (i->op == EU_OP_JMPI)
        return i->jip == exit;
    return i->op == EU_OP_GOTO && i->uip == exit && exit->first && exit->first->op == EU_OP_JOIN;
}

static struct mir_block *block_at(const struct rotator *w, uint32_t k)
{
    return k == NONE ? NULL : w->s->blocks[k];
}

static bool find_loop(const struct rotator *w, struct mir_block *head, struct loop *l)
{
    const struct references *r = &w->to[head->index];
    const struct mir_inst *back = r->last;
    if (!back || r->others || back->pred.kind != MIR_OPK_NONE || back->block->index <= head->index ||
        is_wait(head->first))
        return false;
    l->head = head;
    l->latch = back->block;
    l->before = block_at(w, w->prev[head->index]);
    l->body = block_at(w, w->next[head->index]);
    l->exit = block_at(w, w->next[l->latch->index]);
    return l->before && l->exit && l->latch->last == back && !ends_in(l->before, EU_OP_ELSE) &&
           chooses(head, l->exit);
}

static bool falls_through(const struct mir_block *b)
{
    return !ends_in(b, EU_OP_JMPI) || b->last->pred.kind != MIR_OPK_NONE;
}

static void set_beside(struct rotator *w, uint32_t first, uint32_t second)
{
    w->next[first] = second;
    w->prev[second] = first;
}

static void rotate(struct rotator *w, const struct loop *l)
{
    struct mir_inst *test = l->head->last, *back = l->latch->last;
    mir_remove(back);
    if (falls_through(l->before))
        mir_append(l->before, back);
    if (test->op == EU_OP_JMPI) {
        test->pred_inv = !test->pred_inv;
        test->jip = l->body;
    } else { // forward, where the predicate does not hold (or does); backward, where it does
        test->pred_inv ^= kiln_target_goes_on_true(w->s->target);
        test->jip = l->exit;
        test->uip = l->body;
    }
    set_beside(w, l->before->index, l->body->index);
    set_beside(w, l->latch->index, l->head->index);
    set_beside(w, l->head->index, l->exit->index);
}

static void renumber(const struct rotator *w)
{
    struct mir_shader *s = w->s;
    uint32_t n = 0;
    struct mir_block **blocks = arena_array(s->arena, struct mir_block *, s->block_capacity);
    for (uint32_t b = 0; b != NONE; b = w->next[b])
        blocks[n++] = s->blocks[b];
    uint32_t *place = w->prev;
    for (uint32_t k = 0; k < n; k++)
        place[blocks[k]->index] = k;
    for (uint32_t k = 0; k < n; k++) {
        blocks[k]->index = k;
        if (blocks[k]->loop_header != UINT32_MAX)
            blocks[k]->loop_header = place[blocks[k]->loop_header];
    }
    s->blocks = blocks;
}

bool mir_opt_rotate(struct mir_shader *s)
{
    uint32_t n = s->block_count;
    struct rotator w = {.s = s,
                        .to = find_references(s),
                        .prev = arena_array(s->arena, uint32_t, n + 1),
                        .next = arena_array(s->arena, uint32_t, n + 1)};
    bool any = false;
    for (uint32_t b = 0; b < n; b++) {
        w.prev[b] = b ? b - 1 : NONE;
        w.next[b] = b + 1 < n ? b + 1 : NONE;
    }
    for (uint32_t b = 0; b < n; b++) { // outer loops first: an inner one may begin their bodies
        struct loop l;
        if (find_loop(&w, s->blocks[b], &l)) {
            rotate(&w, &l);
            any = true;
        }
    }
    if (any)
        renumber(&w);
    return any;
}
