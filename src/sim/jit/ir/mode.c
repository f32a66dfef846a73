// In which of the host's modes for floating point blocks begin: the one for F, in which threads are entered
// and left, or the default one, which arithmetic on doubles needs. Changing it waits for all arithmetic
// before it, so that it should not happen in a loop of doubles.
//
// Blocks that one branch may go to begin in the same mode, to which its block changes before the branch. It
// is what the first instruction that minds needs (of a block without one: what those after it need); of two
// that differ, the one in more loops.
#include <stdlib.h>
#include <string.h>

#include "sim/jit/ir/send.h"

enum { ROUNDS = 8 }; // of blocks that follow others without an instruction that minds

struct modes {
    uint32_t *up;                 // by block: another that begins in the same mode, or itself
    uint32_t *after;              // one that follows
    uint8_t *own;                 // what the block itself needs, or JIT_ANY_MODE
    uint8_t *chosen;              // of those that begin in the same mode: at the one that is itself
    int8_t (*deepest)[JIT_MODES]; // in how many loops those are that need it, and one; 0: none does
    uint8_t *depth;               // by instruction
};

enum jit_mode jit_mode_of(const struct sim_uop *u)
{
    struct message m;
    struct block b;
    if (u->info->pseudo || jit_is_flow(u) || u->op == EU_OP_NOP)
        return JIT_ANY_MODE;
    if (jit_op_is_send(u->op)) {
        if (jit_send_is_end(u))
            return JIT_MODE_F;
        const bool plain = jit_understand(&m, u) ? m.kind != SIM_JIT_ATOMIC : jit_understand_block(&b, u);
        return plain ? JIT_ANY_MODE : JIT_MODE_F;
    }
    return jit_alu_ok(u) ? jit_float_mode(u) : JIT_MODE_F;
}

static uint32_t root(const struct modes *m, uint32_t at)
{
    while (m->up[at] != at)
        at = m->up[at] = m->up[m->up[at]];
    return at;
}

static void join_successors(struct jt *j, struct modes *m, uint32_t at)
{
    uint32_t next[8];
    const unsigned count = jit_successors(j, at / 2, at & 1, next);
    for (unsigned k = 1; k < count; k++)
        m->up[root(m, next[k])] = root(m, next[0]);
}

static void look_at_block(struct jt *j, struct modes *m, uint32_t at)
{
    uint32_t next[8], i = at / 2;
    for (;; i++) {
        const struct sim_uop *u = &j->uops[i];
        m->own[at] = (uint8_t)jit_mode_of(u);
        if (m->own[at] != JIT_ANY_MODE)
            return;
        if (jit_is_flow(u) || u->info->pseudo || j->leader[i + 1])
            break;
    }
    m->after[at] = jit_successors(j, i, at & 1, next) ? next[0] : at;
}

static void vote(const struct modes *m, uint32_t at)
{
    const unsigned mode = m->own[at] == JIT_ANY_MODE ? m->chosen[root(m, m->after[at])] : m->own[at];
    int8_t *deepest = &m->deepest[root(m, at)][mode];
    const int8_t depth = (int8_t)(m->depth[at / 2] + 1);
    if (depth > *deepest)
        *deepest = depth;
}

static void choose(struct jt *j, struct modes *m)
{
    const uint32_t n = 2 * j->p->count;
    for (unsigned round = 0; round < ROUNDS; round++) {
        memset(m->deepest, 0, n * sizeof(*m->deepest));
        for (uint32_t at = 0; at < n; at++)
            if (j->reachable[at] && j->leader[at / 2])
                vote(m, at);
        for (uint32_t at = 0; at < n; at++) {
            const int8_t *d = m->deepest[at];
            m->chosen[at] = d[JIT_MODE_DF] > d[JIT_MODE_F] ? JIT_MODE_DF
                            : d[JIT_MODE_F]                ? JIT_MODE_F
                                                           : JIT_ANY_MODE;
        }
    }
    for (uint32_t at = 0; at < n; at++)
        j->in_double[at] = m->chosen[root(m, at)] == JIT_MODE_DF;
}

static bool has_doubles(const struct jt *j)
{
    for (uint32_t i = 0; i < j->p->count; i++)
        if (jit_mode_of(&j->uops[i]) == JIT_MODE_DF)
            return true;
    return false;
}

void jit_choose_modes(struct jt *j)
{
    const uint32_t n = 2 * (j->p->count + 1);
    if (!has_doubles(j))
        return;
    struct modes m = {.up = calloc(n, sizeof(*m.up)),
                      .after = calloc(n, sizeof(*m.after)),
                      .own = calloc(n, 1),
                      .chosen = calloc(n, 1),
                      .deepest = calloc(n, sizeof(*m.deepest)),
                      .depth = jit_loop_depths(j)};
    if (m.up && m.after && m.own && m.chosen && m.deepest && m.depth) {
        for (uint32_t at = 0; at < n; at++)
            m.up[at] = at;
        for (uint32_t at = 0; at + 2 < n; at++) {
            if (!j->reachable[at])
                continue;
            join_successors(j, &m, at);
            if (j->leader[at / 2])
                look_at_block(j, &m, at);
        }
        choose(j, &m);
    }
    free(m.up);
    free(m.after);
    free(m.own);
    free(m.chosen);
    free(m.deepest);
    free(m.depth);
}

void jit_change_mode(struct jt *j, uint32_t i)
{
    uint32_t next[8];
    if (!jit_successors(j, i, j->version, next))
        return;
    if (j->in_double[next[0]])
        jit_enter_double_mode(j);
    else
        jit_leave_double_mode(j);
}
