// Where blocks begin, which of them can be reached in which version, and the pieces that a large kernel is
// translated in. See jit/ir/ir.h.
#include <stdlib.h>

#include "sim/jit/ir/ir.h"

// LLVM's time grows faster than a function does: a larger kernel is made in pieces of about PIECE
// instructions.
enum { PIECE = 2000, SINGLE_BRANCHES = 16 };

// What is illegal as a wait is called like other rare instructions.
bool jit_is_wait(const struct sim_uop *u)
{
    return u->op == EU_OP_WAIT && !u->info->pseudo && u->src[0].kind == SIM_SRC_REG;
}

bool jit_writes_control(const struct sim_uop *u)
{
    return !u->info->pseudo && u->special && u->dst.arf == EU_ARF_CONTROL;
}

// ---- discovery

void jit_find_leaders(struct jt *j)
{
    unsigned divergent = 0;
    for (uint32_t i = 0; i < j->p->count; i++) {
        const struct sim_uop *u = &j->uops[i];
        bool flow = jit_is_flow(u);
        j->needs |= jit_alu_ok(u) ? jit_float_needs(u) : 0;
        if (u->info->pseudo == SIM_PSEUDO_ARRIVE) {
            j->label_of[i] = ++j->labels;
            j->leader[i] = j->leader[i + 1] = true;
        }
        if (jit_is_wait(u))
            j->leader[i] = true;
        if (jit_writes_control(u))
            j->leader[i + 1] = true;
        if (!flow)
            continue;
        if (i + 1 < j->p->count)
            j->leader[i + 1] = true;
        if (u->info->pseudo)
            continue;
        divergent += u->op != EU_OP_JMPI;
        uint32_t to[2] = {u->info->jip_uop, u->info->uip_uop};
        for (unsigned k = 0; k < (jit_has_uip(u->op) ? 2 : 1); k++)
            if (to[k] < j->p->count) {
                j->leader[to[k]] = true;
                j->loop_head[to[k]] |= to[k] <= i;
            }
    }
    j->leader[0] = true;
    j->single = divergent > SINGLE_BRANCHES; // two versions would take too long
}

bool jit_find_reachable(struct jt *j)
{
    uint32_t n = 2 * j->p->count, top = 0, *stack = malloc((8 * (size_t)n + 16) * sizeof(*stack));
    if (!stack)
        return false;
    if (!j->single)
        stack[top++] = FULL;
    if (j->single || j->rq->partial_start)
        stack[top++] = PARTIAL;
    while (top) {
        uint32_t at = stack[--top], next[8];
        if (j->reachable[at])
            continue;
        j->reachable[at] = true;
        unsigned count = jit_successors(j, at / 2, at & 1, next);
        for (unsigned k = 0; k < count; k++)
            stack[top++] = next[k];
    }
    free(stack);
    for (uint32_t at = 0; at < n; at++) {
        uint32_t i = at / 2;
        bool wait = j->uops[i].op == EU_OP_WAIT && !j->uops[i].info->pseudo;
        // The interpreter runs up to where cr0 asks for the modes that translated code needs.
        bool mode = i && j->needs && jit_writes_control(&j->uops[i - 1]);
        if (j->reachable[at] && (i == 0 || wait || mode || j->loop_head[i]))
            j->entry[at] = 1;
    }
    return true;
}

// ---- pieces

uint32_t jit_piece_size(const struct jt *j)
{
    return j->rq->piece ? j->rq->piece : PIECE;
}

void jit_find_pieces(struct jt *j)
{
    uint32_t n = j->p->count, first = 0, size = jit_piece_size(j);
    j->pieces = 0;
    while (first < n) {
        uint32_t end = first + size < n ? first + size : n;
        // Where a block begins, if there is one near.
        for (uint32_t i = end; n - first > size && i < end + size / 4; i++)
            if (i >= n || j->leader[i]) {
                end = i < n ? i : n;
                break;
            }
        j->leader[end] = true; // there is one more than instructions
        j->piece_first[j->pieces++] = first;
        first = end;
    }
    j->piece_first[j->pieces] = n;
}

uint32_t jit_piece_of(const struct jt *j, uint32_t uop)
{
    uint32_t k = 0;
    while (uop >= j->piece_first[k + 1])
        k++;
    return k;
}

// What one piece goes to in another is entered there. Numbers the entries of each.
bool jit_number_entries(struct jt *j)
{
    uint32_t next[8];
    for (uint32_t at = 0; j->pieces > 1 && at < 2 * j->p->count; at++) {
        unsigned count = j->reachable[at] ? jit_successors(j, at / 2, at & 1, next) : 0;
        for (unsigned k = 0; k < count; k++)
            if (jit_piece_of(j, at / 2) != jit_piece_of(j, next[k] / 2))
                j->entry[next[k]] = 1;
    }
    for (uint32_t k = 0; k < j->pieces; k++) {
        uint32_t entries = 0;
        for (uint32_t at = 2 * j->piece_first[k]; at < 2 * j->piece_first[k + 1]; at++)
            if (j->entry[at])
                j->entry[at] = (uint16_t)++entries;
        if (entries >= UINT16_MAX)
            return false;
        j->entries = entries > j->entries ? entries : j->entries;
    }
    return true;
}
