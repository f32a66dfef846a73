// What each instruction reads and writes, control flow between blocks, and live registers. See jit/ir/ir.h.
#include <stdlib.h>
#include <string.h>

#include "sim/jit/ir/ir.h"

unsigned jit_src_offset(const struct sim_src *s, unsigned i)
{
    if (s->swizzled)
        return s->base + (i >> 2) * s->vs + (s->swizzle >> (2 * (i & 3)) & 3u) * s->size;
    return s->base + (i >> s->wshift) * s->vs + (i & ((1u << s->wshift) - 1)) * s->hs;
}

static void add_range(struct grf_set *s, unsigned from, unsigned bytes)
{
    for (unsigned r = from / SIM_GRF_BYTES; bytes && r <= (from + bytes - 1) / SIM_GRF_BYTES; r++)
        grf_add(s, r);
}

static void add_all(struct grf_set *s)
{
    memset(s, 0xff, sizeof(*s));
}

static void touched_by_send(const struct sim_send *s, struct grf_set *reads, struct grf_set *writes)
{
    if (s->inst->src[0].file == EU_FILE_GRF)
        add_range(reads, s->src0, s->mlen * SIM_GRF_BYTES);
    if (s->inst->src[1].file == EU_FILE_GRF)
        add_range(reads, s->src1, s->xlen * SIM_GRF_BYTES);
    if (s->dst != SIM_SEND_NO_RESPONSE)
        add_range(writes, s->dst, s->rlen * SIM_GRF_BYTES);
}

static void touched_by_systolic(const struct sim_uop *u, struct grf_set *reads, struct grf_set *writes)
{
    add_range(writes, u->dst.base, u->info->systolic[0]);
    for (unsigned k = 0; k < 3; k++)
        if (u->src[k].kind == SIM_SRC_REG && u->src[k].base < SIM_RF_GRF_END)
            add_range(reads, u->src[k].base, u->info->systolic[k]);
}

// But for what indirect operands reach, which is in memory anyway.
void jit_touched(const struct sim_uop *u, struct grf_set *reads, struct grf_set *writes)
{
    *reads = *writes = (struct grf_set){{0}};
    if (jit_op_is_send(u->op)) {
        touched_by_send(u->info->send, reads, writes);
        return;
    }
    if (u->info->pseudo)
        return;
    if (u->op == EU_OP_DPAS) {
        touched_by_systolic(u, reads, writes);
        return;
    }
    for (unsigned k = 0; k < 3; k++) {
        const struct sim_src *s = &u->src[k];
        if (s->kind != SIM_SRC_REG)
            continue;
        for (unsigned i = 0; i < u->n; i++)
            if (jit_src_offset(s, i) < SIM_RF_GRF_END)
                add_range(reads, jit_src_offset(s, i), s->size);
        if (u->op == EU_OP_LINE || u->op == EU_OP_PLN)
            add_all(reads);
    }
    if (u->op == EU_OP_CALL || u->op == EU_OP_CALLA) {
        if (!u->dst.null && u->dst.base < SIM_RF_GRF_END)
            add_range(writes, u->dst.base, 8);
        return;
    }
    if (!u->dst.indirect && !u->dst.null && u->dst.base < SIM_RF_GRF_END) {
        for (unsigned i = 0; i < u->n; i++)
            add_range(writes, u->dst.base + i * u->dst.hs, u->dst.size);
        if (u->op == EU_OP_MATH && u->math == EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER)
            for (unsigned i = 0; i < u->n; i++)
                add_range(writes, u->dst.base + 32u + i * u->dst.hs, u->dst.size);
    }
}

// The GRFs of which nothing is left of the old contents.
bool jit_overwrites(const struct jt *j, const struct sim_uop *u, enum jit_version v, struct grf_set *killed)
{
    *killed = (struct grf_set){{0, 0}};
    if (u->info->pseudo || (u->pred && u->op != EU_OP_SEL))
        return false;
    if (!u->nomask && (v == PARTIAL || ((j->rq->full >> u->off) & u->chmask) != u->chmask))
        return false;
    if (jit_op_is_send(u->op)) {
        // Only where it is certain that a response is complete: blocks, texels, untyped reads.
        const struct sim_send *s = u->info->send;
        unsigned regs = jit_block_response(u);
        if (!regs)
            regs = jit_image_response(u);
        if (regs) {
            add_range(killed, s->dst, regs * SIM_GRF_BYTES);
            return true;
        }
        if (s->kind != SIM_SEND_UNTYPED || s->write || s->header || u->n != s->slots ||
            s->rlen != s->count * s->slots / 8 || s->dst == SIM_SEND_NO_RESPONSE)
            return false;
        add_range(killed, s->dst, s->count * s->slots * 4u);
        return true;
    }
    if (u->dst.null || u->dst.indirect || u->dst.base >= SIM_RF_GRF_END || u->dst.writemask != 0xf ||
        u->dst.hs != u->dst.size || u->op == EU_OP_SMOV || u->op == EU_OP_DPAS || jit_is_flow(u))
        return false;
    unsigned first = u->dst.base, end = u->dst.base + u->n * u->dst.size;
    for (unsigned r = (first + SIM_GRF_BYTES - 1) / SIM_GRF_BYTES; (r + 1) * SIM_GRF_BYTES <= end; r++)
        grf_add(killed, r);
    return true;
}

// ---- which registers are kept how

static void use_dwords(struct jt *j, unsigned offset, unsigned bytes)
{
    for (unsigned at = offset / 4; bytes && at <= (offset + bytes - 1) / 4 && at < SIM_RF_GRF_END / 4; at++)
        j->dwords[at / 8] |= (uint8_t)(1u << at % 8);
}

static void use_elements(struct jt *j, const struct sim_uop *u, const struct grf_set *touched)
{
    bool plain = !jit_op_is_send(u->op) && !jit_is_flow(u) && u->op != EU_OP_LINE && u->op != EU_OP_PLN &&
                 u->op != EU_OP_DPAS &&
                 (u->op != EU_OP_MATH || u->math != EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER);
    for_grfs(r, touched) if (!plain) j->dwords[r] = 0xff;
    for (unsigned k = 0; plain && k < 3; k++)
        for (unsigned i = 0; u->src[k].kind == SIM_SRC_REG && i < u->n; i++)
            use_dwords(j, jit_src_offset(&u->src[k], i), u->src[k].size);
    for (unsigned i = 0; plain && !u->dst.null && !u->dst.indirect && i < u->n; i++)
        use_dwords(j, u->dst.base + i * u->dst.hs, u->dst.size);
}

void jit_choose_registers(struct jt *j)
{
    unsigned scalar[SIM_GRF_COUNT] = {0}, vector[SIM_GRF_COUNT] = {0};
    for (uint32_t i = 0; i < j->p->count; i++) {
        const struct sim_uop *u = &j->uops[i];
        struct grf_set reads, writes;
        if (!j->reachable[2 * i] && !j->reachable[2 * i + 1])
            continue;
        jit_touched(u, &reads, &writes);
        struct grf_set both = {{0}};
        for (unsigned w = 0; w < j->p->grf_end / SIM_GRF_BYTES / 64; w++) {
            both.w[w] = reads.w[w] | writes.w[w];
            j->used.w[w] |= both.w[w];
        }
        use_elements(j, u, &both);
        if (jit_op_is_send(u->op) || u->op == EU_OP_DPAS) {
            for_grfs(r, &reads) vector[r]++;
            for_grfs(r, &writes) vector[r] += 2;
            continue;
        }
        for (unsigned k = 0; k < 3; k++) {
            const struct sim_src *s = &u->src[k];
            if (s->kind != SIM_SRC_REG || s->base >= SIM_RF_GRF_END)
                continue;
            if (u->n == 1 || (!s->hs && !s->vs))
                scalar[s->base / SIM_GRF_BYTES]++;
            else
                for (unsigned r = s->base / SIM_GRF_BYTES;
                     r <= (jit_src_offset(s, u->n - 1) / SIM_GRF_BYTES % SIM_GRF_COUNT); r++)
                    vector[r]++;
        }
        if (u->dst.null || u->dst.indirect || u->dst.base >= SIM_RF_GRF_END)
            continue;
        if (u->n == 1 && u->dst.size >= 4)
            scalar[u->dst.base / SIM_GRF_BYTES] += 2;
        else
            for_grfs(r, &writes) vector[r] += 2;
    }
    for (unsigned r = 0; r < SIM_GRF_COUNT; r++)
        if (scalar[r] > vector[r])
            grf_add(&j->split, r);
}

// ---- flow between instructions

unsigned jit_successors(const struct jt *j, uint32_t i, enum jit_version v, uint32_t out[8])
{
    const struct sim_uop *u = &j->uops[i];
    unsigned n = 0;
    if (jit_send_is_end(u))
        return 0;
    if (u->info->pseudo == SIM_PSEUDO_ARRIVE) {
        if (!j->single)
            out[n++] = 2 * (i + 1) + FULL;
        if (v == PARTIAL)
            out[n++] = 2 * (i + 1) + PARTIAL;
        return n;
    }
    if (!jit_is_flow(u)) {
        out[n++] = 2 * (i + 1) + v;
        return n;
    }
    if (!jit_flow_ok(j, u))
        return 0; // left to the interpreter
    uint32_t to[3] = {i + 1, u->info->jip_uop, u->info->uip_uop};
    unsigned targets = u->op == EU_OP_GOTO && u->branch_ctrl ? 3 : 2;
    bool uniform = u->op == EU_OP_JMPI || ((u->op == EU_OP_ENDIF || u->op == EU_OP_JOIN) && v == FULL);
    bool never_falls = u->op == EU_OP_JMPI && !u->pred;
    for (unsigned k = never_falls; k < targets; k++) {
        if (k && v == FULL && (u->op == EU_OP_ENDIF || u->op == EU_OP_JOIN))
            continue;
        if (v == FULL)
            out[n++] = 2 * to[k] + FULL;
        if (v == PARTIAL || !uniform)
            out[n++] = 2 * to[k] + PARTIAL;
    }
    return n;
}

// ---- liveness
//
// Two sets where the mask is partial: `act`, registers of which only the elements of channels enabled now
// will be read, and `all`, those of which others may be. A write under the mask need not keep the other
// elements of a register that is not in `all`. Channels come back at arrivals only: there `act` becomes
// `all`. For that a register's elements must belong to the same channels (its home) in every such access.

enum { NO_HOME = 0xff, MANY_HOMES = 0xfe };

static bool packed_dwords(const struct sim_uop *u)
{
    return u->n >= 8 && u->off % 8 == 0 && u->dst.size == 4 && u->dst.hs == 4 &&
           u->dst.base % SIM_GRF_BYTES == 0 && u->dst.writemask == 0xf && !u->dst.null && !u->dst.indirect &&
           u->dst.base < SIM_RF_GRF_END;
}

// A write by the mask alone.
static bool plain_write(const struct sim_uop *u)
{
    return !u->info->pseudo && !u->nomask && (!u->pred || u->op == EU_OP_SEL) && !jit_is_flow(u) &&
           !jit_op_is_send(u->op) && jit_alu_ok(u) && packed_dwords(u);
}

static void find_homes(struct jt *j)
{
    memset(j->home, NO_HOME, sizeof(j->home));
    for (uint32_t i = 0; i < j->p->count; i++) {
        const struct sim_uop *u = &j->uops[i];
        if (!j->reachable[2 * i + PARTIAL] || !plain_write(u))
            continue;
        for (unsigned k = 0; k < u->n / 8u; k++) {
            uint8_t *h = &j->home[u->dst.base / SIM_GRF_BYTES + k], at = (uint8_t)(u->off + 8 * k);
            *h = *h == NO_HOME || *h == at ? at : MANY_HOMES;
        }
    }
}

static bool at_home(const struct jt *j, const struct sim_uop *u, unsigned base)
{
    for (unsigned k = 0; k < u->n / 8u; k++)
        if (base / SIM_GRF_BYTES + k >= SIM_GRF_COUNT || j->home[base / SIM_GRF_BYTES + k] != u->off + 8 * k)
            return false;
    return true;
}

static void read_by_message(const struct jt *j, const struct sim_uop *u, struct grf_set *act,
                            struct grf_set *all)
{
    unsigned slots = jit_send_slots(u), per = slots / 8;
    const struct sim_send *s = u->info->send;
    struct grf_set reads, writes;
    jit_touched(u, &reads, &writes);
    if (!slots || u->nomask) {
        for (unsigned w = 0; w < SIM_GRF_WORDS; w++)
            all->w[w] |= reads.w[w];
        return;
    }
    for (unsigned k = 0; k < s->mlen + s->xlen; k++) {
        unsigned r = k < s->mlen ? s->src0 / SIM_GRF_BYTES + k : s->src1 / SIM_GRF_BYTES + (k - s->mlen);
        grf_add(r < SIM_GRF_COUNT && j->home[r] == u->off + 8 * (k % per) ? act : all, r);
    }
}

static void read_sets(const struct jt *j, const struct sim_uop *u, struct grf_set *act, struct grf_set *all)
{
    struct grf_set reads, writes;
    *act = *all = (struct grf_set){{0}};
    if (jit_op_is_send(u->op) && !u->info->pseudo) {
        read_by_message(j, u, act, all);
        return;
    }
    jit_touched(u, &reads, &writes);
    for (unsigned k = 0; k < 3 && !u->info->pseudo; k++)
        if (u->src[k].kind == SIM_SRC_A0 || u->src[k].kind == SIM_SRC_A0_VXH)
            for (unsigned w = 0; w < SIM_GRF_WORDS; w++) // whichever it reaches
                reads.w[w] |= j->memory.w[w];
    if (u->info->pseudo || u->nomask || jit_is_flow(u) || !jit_alu_ok(u) || u->n < 8 || u->off % 8) {
        *all = reads;
        return;
    }
    for (unsigned k = 0; k < 3; k++) {
        const struct sim_src *src = &u->src[k];
        if (src->kind == SIM_SRC_A0 || src->kind == SIM_SRC_A0_VXH)
            *all = reads;
        if (src->kind != SIM_SRC_REG || src->base >= SIM_RF_GRF_END)
            continue;
        bool packed = src->size == 4 && src->base % SIM_GRF_BYTES == 0;
        for (unsigned i = 0; packed && i < u->n; i++)
            packed = jit_src_offset(src, i) == src->base + 4 * i;
        packed = packed && at_home(j, u, src->base);
        for (unsigned i = 0; i < u->n; i++)
            if (jit_src_offset(src, i) < SIM_RF_GRF_END)
                add_range(packed ? act : all, jit_src_offset(src, i), src->size);
    }
}

// Whether the elements of channels that are off may be lost.
bool jit_writes_freely(const struct jt *j, const struct sim_uop *u)
{
    uint32_t i = (uint32_t)(u - j->uops);
    const struct grf_set *all = &j->all_in[2 * (i + 1) + PARTIAL];
    if (j->version != PARTIAL || !plain_write(u) || !at_home(j, u, u->dst.base))
        return false;
    for (unsigned k = 0; k < u->n / 8u; k++)
        if (grf_has(all, u->dst.base / SIM_GRF_BYTES + k))
            return false;
    return true;
}

static bool all_live(const struct jt *j, const struct sim_uop *u)
{
    return (jit_is_flow(u) && !jit_flow_ok(j, u)) || (j->rq->keep_all && jit_send_is_end(u));
}

// Brings the sets before one instruction up to date; whether they changed.
static bool flow_back(struct jt *j, uint32_t at)
{
    const struct sim_uop *u = &j->uops[at / 2];
    struct grf_set act = {{0}}, all = {{0}}, read_act, read_all, killed, written = {{0}};
    bool changed = false, partial = at & 1;
    uint32_t next[8];
    unsigned count = jit_successors(j, at / 2, at & 1, next);
    read_sets(j, u, &read_act, &read_all);
    jit_overwrites(j, u, at & 1, &killed);
    if (partial && plain_write(u) && at_home(j, u, u->dst.base))
        add_range(&written, u->dst.base, u->n * 4u);
    for (unsigned w = 0; w < SIM_GRF_WORDS; w++) {
        for (unsigned k = 0; k < count; k++) {
            act.w[w] |= j->live_in[next[k]].w[w];
            all.w[w] |= j->all_in[next[k]].w[w];
        }
        if (!partial || u->info->pseudo == SIM_PSEUDO_ARRIVE)
            all.w[w] |= act.w[w];
        all.w[w] = (all.w[w] & ~killed.w[w]) | read_all.w[w] | (partial ? 0 : read_act.w[w]);
        if (all_live(j, u))
            all.w[w] |= j->used.w[w];
        act.w[w] = (act.w[w] & ~killed.w[w] & ~written.w[w]) | read_act.w[w] | all.w[w];
        changed |= act.w[w] != j->live_in[at].w[w] || all.w[w] != j->all_in[at].w[w];
        j->live_in[at].w[w] = act.w[w];
        j->all_in[at].w[w] = all.w[w];
    }
    return changed;
}

// ---- scalars at the start

// The dwords of each register that an instruction writes whole, whatever channels are enabled.
static void written_dwords(const struct sim_uop *u, uint8_t out[SIM_GRF_COUNT])
{
    memset(out, 0, SIM_GRF_COUNT);
    if (u->info->pseudo || !u->nomask || u->pred || jit_op_is_send(u->op) || jit_is_flow(u) || u->dst.null ||
        u->dst.indirect || u->dst.base >= SIM_RF_GRF_END || u->dst.writemask != 0xf ||
        u->dst.hs != u->dst.size || u->op == EU_OP_SMOV || u->op == EU_OP_DPAS)
        return;
    const unsigned first = u->dst.base, end = first + u->n * u->dst.size;
    for (unsigned at = (first + 3) / 4; 4 * (at + 1) <= end && at < SIM_RF_GRF_END / 4; at++)
        out[at / 8] |= (uint8_t)(1u << at % 8);
}

// Whether an instruction may read one of the register's dwords in `of`.
static bool reads_dwords(const struct sim_uop *u, unsigned r, uint8_t of, const struct grf_set *reads)
{
    const unsigned first = r * SIM_GRF_BYTES;
    if (!grf_has(reads, r))
        return false;
    if (jit_op_is_send(u->op) || jit_is_flow(u) || !jit_alu_ok(u))
        return of;
    for (unsigned k = 0; k < 3; k++)
        for (unsigned i = 0; u->src[k].kind == SIM_SRC_REG && i < u->n; i++)
            for (unsigned b = jit_src_offset(&u->src[k], i), end = b + u->src[k].size; b < end; b++)
                if (b >= first && b < first + SIM_GRF_BYTES && of >> (b - first) / 4 & 1)
                    return true;
    return false;
}

// A register of scalars is no argument if each of its dwords is written in the first block before it is read:
// the sets above know whole registers only.
static void drop_rewritten(struct jt *j)
{
    uint8_t left[SIM_GRF_COUNT], written[SIM_GRF_COUNT];
    struct grf_set live = j->live_in[FULL];
    for (unsigned w = 0; w < SIM_GRF_WORDS; w++)
        live.w[w] &= ~j->memory.w[w];
    memcpy(left, j->dwords, sizeof(left));
    for (uint32_t i = 0; (!i || !j->leader[i]) && i < j->p->count && !j->rq->keep_all; i++) {
        struct grf_set reads, writes;
        jit_touched(&j->uops[i], &reads, &writes);
        written_dwords(&j->uops[i], written);
        for_grfs(r, &live)
        {
            if (reads_dwords(&j->uops[i], r, left[r], &reads)) {
                live.w[r / 64] &= ~(UINT64_C(1) << r % 64);
                continue;
            }
            left[r] &= (uint8_t)~written[r];
            if (left[r])
                continue;
            for (unsigned v = FULL; v <= PARTIAL; v++)
                j->live_in[v].w[r / 64] &= ~(UINT64_C(1) << r % 64);
            live.w[r / 64] &= ~(UINT64_C(1) << r % 64);
        }
    }
}

bool jit_liveness(struct jt *j)
{
    bool changed = true;
    find_homes(j);
    while (changed) {
        changed = false;
        for (uint32_t at = 2 * j->p->count; at-- > 0;)
            if (j->reachable[at])
                changed |= flow_back(j, at);
    }
    drop_rewritten(j);
    return true;
}

// ---- where channels may wait

static uint32_t wait_words(const struct jt *j)
{
    return j->labels / 64 + 1;
}

bool jit_may_wait(const struct jt *j, uint32_t uop, uint32_t label)
{
    return j->may_wait[(size_t)uop * wait_words(j) + label / 64] >> (label % 64) & 1;
}

// Hands on what may wait behind an instruction; whether that was news to a successor.
static bool waits_forward(struct jt *j, uint32_t at, uint64_t *out)
{
    const struct sim_uop *u = &j->uops[at / 2];
    uint32_t words = wait_words(j), next[8], label[3];
    bool changed = false;
    memset(out, 0, words * sizeof(*out));
    if (at & 1)
        memcpy(out, j->may_wait + (size_t)(at / 2) * words, words * sizeof(*out));
    if (u->info->pseudo == SIM_PSEUDO_ARRIVE) {
        uint32_t l = j->label_of[at / 2] - 1;
        out[l / 64] &= ~(UINT64_C(1) << (l % 64));
    } else if (jit_is_flow(u) && jit_flow_ok(j, u)) {
        unsigned n = jit_parks_at(j, u, label);
        for (unsigned k = 0; k < n; k++)
            out[label[k] / 64] |= UINT64_C(1) << (label[k] % 64);
    }
    unsigned count = jit_successors(j, at / 2, at & 1, next);
    for (unsigned k = 0; k < count; k++) {
        uint64_t *in = j->may_wait + (size_t)(next[k] / 2) * words;
        for (uint32_t w = 0; (next[k] & 1) && w < words; w++) {
            changed |= (in[w] | out[w]) != in[w];
            in[w] |= out[w];
        }
    }
    return changed;
}

bool jit_find_waits(struct jt *j)
{
    uint64_t out[SIM_JIT_MAX_LABELS / 64 + 1];
    if ((uint64_t)j->p->count * j->labels > UINT64_C(1) << 30)
        return false;
    j->may_wait = calloc((size_t)(j->p->count + 1) * wait_words(j), sizeof(*j->may_wait));
    if (!j->may_wait)
        return false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t at = 0; at < 2 * j->p->count; at++)
            if (j->reachable[at])
                changed |= waits_forward(j, at, out);
    }
    return true;
}
