// Which registers are kept in twos, as one variable of sixteen dwords: on hosts with vectors of that size an
// instruction of sixteen channels is then one of the host's, and one of eight quadwords need not join halves.
//
// Each access votes for the pair that it reads or writes as a whole, and against those of which it has one
// register: that half must be taken out of a vector, or put into it. Pairs begin at any register; those with
// the most votes in all are found from the last register to the first.
#include <stdlib.h>

#include "sim/jit/ir/send.h"

// What an access of a half costs and one of the whole saves, in vector instructions of the host, twice.
enum {
    WHOLE_READ = 2,
    WHOLE_WRITE = 3,
    HALF_READ = -2,
    HALF_WRITE = -4,
    MESSAGE_READ = -1,
    MESSAGE_WRITE = -2
};

enum { DEEP = 3 }; // loops in loops that count

struct votes {
    int pair[SIM_GRF_COUNT],
        single[SIM_GRF_COUNT]; // for the pair that begins there; for the register in any pair
    int weight;                // of the instruction's
};

// Whether elements at these byte offsets lie in two registers that follow each other; *r: the first.
static bool spans_two(const unsigned *at, unsigned n, unsigned size, unsigned *r)
{
    unsigned lo = at[0], hi = at[0];
    for (unsigned i = 1; i < n; i++) {
        lo = at[i] < lo ? at[i] : lo;
        hi = at[i] > hi ? at[i] : hi;
    }
    *r = lo / SIM_GRF_BYTES;
    return (hi + size - 1) / SIM_GRF_BYTES == *r + 1;
}

static void vote(struct votes *v, const unsigned *at, unsigned n, unsigned size, bool write)
{
    const int whole = (write ? WHOLE_WRITE : WHOLE_READ) * v->weight,
              half = (write ? HALF_WRITE : HALF_READ) * v->weight;
    unsigned r;
    if (at[0] >= SIM_RF_GRF_END || at[n - 1] >= SIM_RF_GRF_END)
        return;
    if (spans_two(at, n, size, &r)) { // other pairs have a half of it
        v->single[r] += half;
        v->single[r + 1] += half;
        v->pair[r] += whole - 2 * half;
        return;
    }
    for (unsigned i = 0; i < n; i++)
        if (!i || at[i] / SIM_GRF_BYTES != at[i - 1] / SIM_GRF_BYTES)
            v->single[at[i] / SIM_GRF_BYTES] += half;
}

// Registers [first, first + count) in twos.
static void vote_by_twos(struct votes *v, unsigned first, unsigned count, bool write)
{
    for (unsigned k = first; k + 1 < first + count; k += 2) {
        const unsigned at[2] = {k * SIM_GRF_BYTES, (k + 1) * SIM_GRF_BYTES};
        vote(v, at, 2, SIM_GRF_BYTES, write);
    }
}

static bool vote_by_memory(struct votes *v, const struct sim_uop *u)
{
    const struct sim_send *s = u->info->send;
    struct message m;
    if (!jit_understand(&m, u) || m.kind == SIM_JIT_ATOMIC || (m.chunks != 2 && !m.a64))
        return false;
    vote_by_twos(v, s->src0 / SIM_GRF_BYTES + m.header, m.mlen - m.header, false);
    vote_by_twos(v, s->src1 / SIM_GRF_BYTES, m.xlen, false);
    if (m.kind == SIM_JIT_READ)
        vote_by_twos(v, s->dst / SIM_GRF_BYTES, m.rlen, true);
    return true;
}

static void vote_by_message(struct votes *v, const struct grf_set *reads, const struct grf_set *writes)
{
    for_grfs(r, reads) v->single[r] += MESSAGE_READ * v->weight;
    for_grfs(r, writes) v->single[r] += MESSAGE_WRITE * v->weight;
}

// Channels that an instruction takes at once if its registers are in twos.
static unsigned most_lanes(const struct jt *j, const struct sim_uop *u)
{
    const unsigned most = u->info->fast == SIM_FAST_KIND_WIDE ? JIT_CHUNK : 2 * JIT_CHUNK;
    return jit_float_ok(u) ? jit_float_lanes(j, u) : u->n < most ? u->n : most;
}

static void vote_by_operands(const struct jt *j, struct votes *v, const struct sim_uop *u)
{
    unsigned at[SIM_MAX_CHANNELS];
    const unsigned n = most_lanes(j, u);
    for (unsigned first = 0; first < u->n; first += n) {
        for (unsigned k = 0; k < 3; k++) {
            if (u->src[k].kind != SIM_SRC_REG)
                continue;
            for (unsigned i = 0; i < n; i++)
                at[i] = jit_src_offset(&u->src[k], first + i);
            vote(v, at, n, u->src[k].size, false);
        }
        if (u->dst.null || u->dst.indirect)
            continue;
        for (unsigned i = 0; i < n; i++)
            at[i] = u->dst.base + (first + i) * u->dst.hs;
        vote(v, at, n, u->dst.size, true);
    }
}

static void vote_by_instruction(const struct jt *j, struct votes *v, uint32_t i)
{
    const struct sim_uop *u = &j->uops[i];
    struct grf_set reads, writes;
    if (u->info->pseudo || (!j->reachable[2 * i] && !j->reachable[2 * i + 1]))
        return;
    if (jit_op_is_send(u->op) && vote_by_memory(v, u))
        return;
    if (!jit_op_is_send(u->op) && u->op != EU_OP_DPAS && !jit_is_flow(u) && jit_alu_ok(u)) {
        vote_by_operands(j, v, u);
        return;
    }
    jit_touched(u, &reads, &writes);
    vote_by_message(v, &reads, &writes);
}

// Where loops begin (1) and behind their ends (-1), as branches that go back say; NULL: no memory.
static int16_t *find_loops(const struct jt *j)
{
    int16_t *steps = calloc(j->p->count + 1, sizeof(*steps));
    for (uint32_t i = 0; steps && i < j->p->count; i++) {
        const struct sim_uop *u = &j->uops[i];
        if (u->info->pseudo || !jit_is_flow(u))
            continue;
        const uint32_t to =
            jit_has_uip(u->op) && u->info->uip_uop < u->info->jip_uop ? u->info->uip_uop : u->info->jip_uop;
        if (to <= i) {
            steps[to]++;
            steps[i + 1]--;
        }
    }
    return steps;
}

uint8_t *jit_loop_depths(const struct jt *j)
{
    int16_t *steps = find_loops(j);
    uint8_t *depths = calloc(j->p->count + 1, sizeof(*depths));
    int depth = 0;
    for (uint32_t i = 0; depths && i < j->p->count; i++) {
        depth += steps ? steps[i] : 0;
        depths[i] = (uint8_t)(depth < DEEP ? depth : DEEP);
    }
    free(steps);
    return depths;
}

static void collect(const struct jt *j, struct votes *v)
{
    enum { ROUNDS_LOG2 = 3 }; // a loop is taken to run eight times
    uint8_t *depths = jit_loop_depths(j);
    for (uint32_t i = 0; i < j->p->count; i++) {
        v->weight = 1 << ROUNDS_LOG2 * (depths ? depths[i] : 0);
        vote_by_instruction(j, v, i);
    }
    free(depths);
}

void jit_choose_pairs(struct jt *j)
{
    struct votes v = {.weight = 0};
    int best[SIM_GRF_COUNT + 2] = {0}; // from that register on
    bool paired[SIM_GRF_COUNT] = {false};
    if (!j->has_avx512)
        return;
    collect(j, &v);
    for (unsigned r = SIM_GRF_COUNT - 1; r-- > 0;) {
        const bool may = grf_has(&j->used, r) && grf_has(&j->used, r + 1) && !grf_has(&j->memory, r) &&
                         !grf_has(&j->memory, r + 1) && !grf_has(&j->split, r) && !grf_has(&j->split, r + 1);
        const int with = v.pair[r] + v.single[r] + v.single[r + 1] + best[r + 2];
        paired[r] = may && with > best[r + 1];
        best[r] = paired[r] ? with : best[r + 1];
    }
    for (unsigned r = 0; r + 1 < SIM_GRF_COUNT; r++)
        if (paired[r])
            grf_add(&j->first, r++);
}

unsigned jit_lanes_at_once(const struct jt *j, const struct sim_uop *u)
{
    const unsigned n = u->n < JIT_CHUNK ? u->n : JIT_CHUNK;
    unsigned whole = 0, parts = 0;
    if (!j->has_avx512 || u->n < 2 * JIT_CHUNK)
        return n;
    for (unsigned k = 0; k < 4; k++) {
        const bool is_dst = k == 3;
        if (is_dst ? u->dst.null || u->dst.indirect : u->src[k].kind != SIM_SRC_REG)
            continue;
        const unsigned at = is_dst ? u->dst.base : u->src[k].base,
                       end = is_dst ? at + 2 * JIT_CHUNK * u->dst.hs
                                    : jit_src_offset(&u->src[k], 2 * JIT_CHUNK - 1) + u->src[k].size;
        if (at >= SIM_RF_GRF_END || end <= at + SIM_GRF_BYTES)
            continue;
        if (grf_has(&j->first, at / SIM_GRF_BYTES))
            whole++;
        else
            parts++;
    }
    return whole && whole >= parts ? 2 * JIT_CHUNK : n;
}
