// Loops that test at the top test at the bottom instead, behind register allocation: a round then ends in one
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
#include <string.h>

#include "compiler/mir_query.h"

struct references {        // of branches, to a block
    struct mir_inst *last; // the last JMPI in layout order
    bool others;           // channels of other branches go or wait there
};

struct loop {
    uint32_t head;
    struct mir_block *before, *body, *latch, *exit;
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

static bool find_loop(const struct mir_shader *s, const struct references *r, struct mir_block *head,
                      struct loop *l)
{
    const struct mir_inst *back = r->last;
    l->head = head->index;
    if (!back || r->others || back->pred.kind != MIR_OPK_NONE || back->block->index <= l->head || !l->head ||
        back->block->index + 1 >= s->block_count || is_wait(head->first))
        return false;
    l->latch = back->block;
    l->before = s->blocks[l->head - 1];
    l->body = s->blocks[l->head + 1];
    l->exit = s->blocks[l->latch->index + 1];
    return l->latch->last == back && !ends_in(l->before, EU_OP_ELSE) && chooses(head, l->exit);
}

static bool falls_through(const struct mir_block *b)
{
    return !ends_in(b, EU_OP_JMPI) || b->last->pred.kind != MIR_OPK_NONE;
}

// The block at `from` moves behind that at `to`.
static void move_block(struct mir_shader *s, uint32_t from, uint32_t to)
{
    struct mir_block *b = s->blocks[from];
    memmove(s->blocks + from, s->blocks + from + 1, (to - from) * sizeof(struct mir_block *));
    s->blocks[to] = b;
    for (uint32_t k = from; k <= to; k++) {
        struct mir_block *x = s->blocks[k];
        x->index = k;
        if (x->loop_header != UINT32_MAX && x->loop_header >= from && x->loop_header <= to)
            x->loop_header = x->loop_header == from ? to : x->loop_header - 1;
    }
}

static void rotate(struct mir_shader *s, const struct loop *l)
{
    struct mir_block *head = s->blocks[l->head];
    struct mir_inst *test = head->last, *back = l->latch->last;
    mir_remove(back);
    if (falls_through(l->before))
        mir_append(l->before, back);
    if (test->op == EU_OP_JMPI) {
        test->pred_inv = !test->pred_inv;
        test->jip = l->body;
    } else { // forward, where the predicate does not hold; backward, where it does
        test->jip = l->exit;
        test->uip = l->body;
    }
    move_block(s, l->head, l->latch->index);
}

bool mir_opt_rotate(struct mir_shader *s)
{
    struct references *r = find_references(s);
    uint32_t n = s->block_count;
    struct mir_block **blocks = arena_array(s->arena, struct mir_block *, n + 1); // as `r` numbers them
    bool any = false;
    memcpy(blocks, s->blocks, n * sizeof(*blocks));
    for (uint32_t b = 0; b < n; b++) { // outer loops first: an inner one may begin their bodies
        struct loop l;
        if (find_loop(s, &r[b], blocks[b], &l)) {
            rotate(s, &l);
            any = true;
        }
    }
    return any;
}
