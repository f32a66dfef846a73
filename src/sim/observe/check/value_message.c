// Uninitialized values in messages: a message is executed first on the bits that say what is defined. See
// observe/check/value.c.
#include "sim/observe/check/state.h"

// In the pass over values: where the definedness of these bytes lies.
uint8_t *check_value_ptr(struct sim_check *c, struct sim_msg *m, const struct sim_space *s, uint64_t offset,
                         unsigned size, enum sim_access access, int lane)
{
    if (s->null || offset > s->size || size > s->size - offset)
        return NULL;
    if (s->slm) {
        // The first lane's place is kept: the report names the first lane that uses the value.
        if (access == SIM_READ && !c->origin_slm)
            for (unsigned i = 0; i < size; i++)
                if (c->slm_undefined[offset + i]) {
                    c->origin_found = c->origin_slm = true;
                    c->origin_at = (uint32_t)(offset + i);
                    break;
                }
        return c->slm_undefined + offset;
    }
    uint64_t at = s->base + offset;
    if (check_in_scratch(c, s, at)) {
        struct check_page *page = check_page_find(&c->scratch_pages, at / 4096);
        if (page && !page->undefined)
            page->undefined = malloc(4096);
        if (page && page->undefined && page->generation != c->slm_generation) {
            page->generation = c->slm_generation;
            memset(page->undefined, 0xff, 4096);
        }
        if (page && page->undefined) {
            for (unsigned i = 0; access == SIM_READ && i < size; i++)
                c->origin_found |= page->undefined[at % 4096 + i] != 0;
            return page->undefined + at % 4096;
        }
    }
    // Memory of others: defined, and what is stored there is told.
    if (c->sink_used + size + 8 > sizeof(c->sink) || c->sunk_count == sizeof(c->sunk) / sizeof(c->sunk[0]))
        c->sink_used = c->sunk_count = 0;
    uint8_t *p = c->sink + c->sink_used;
    memset(p, 0, size);
    if (access == SIM_WRITE) {
        c->sunk[c->sunk_count].at = c->sink_used;
        c->sunk[c->sunk_count].size = size;
        c->sunk[c->sunk_count++].lane = lane;
    }
    c->sink_used += (size + 7) & ~7u;
    (void)m;
    return p;
}

static struct check_values *values_of(struct sim_check *c, const struct sim_msg *m)
{
    return &c->values[m->t->index];
}

// The message's thread is the one of the values then: m->t->rf are bits, and src0, src1 point to registers.
static uint8_t *data_of(struct sim_msg *m, unsigned k, unsigned count)
{
    struct sim_check *c = check_of(m->t->group);
    const struct sim_thread *real = &c->g->thread[m->t->index];
    static uint8_t defined[30 * SIM_GRF_BYTES];
    if (c->lazy)
        return defined;
    struct sim_msg values = *m;
    values.src0 = m->t->rf + (m->src0 - real->rf);
    values.src1 = m->t->rf + (m->src1 - real->rf);
    values.shadow = false;
    return sim_msg_payload(&values, k, count);
}

static void told_message(struct sim_check *c, const struct sim_msg *m, unsigned lane, unsigned byte,
                         const char *what)
{
    if (c->message_told)
        return;
    c->message_told = true;
    check_value_told(c, &c->g->thread[m->t->index], m->u, lane, check_origin_at(values_of(c, m), byte), what);
}

// Channels of the message that are on: one whose masks are ignored may compute for others too.
static bool is_on(const struct sim_check *c, const struct sim_msg *m, unsigned lane)
{
    return m->u->n == 1 || c->g->thread[m->t->index].active >> (m->u->off + lane) & 1;
}

static void address(struct sim_msg *m, const uint8_t *at, unsigned bytes, unsigned lane)
{
    struct sim_check *c = check_of(m->t->group);
    const struct sim_thread *real = &c->g->thread[m->t->index];
    size_t byte = (size_t)(at - real->rf);
    if (at < real->rf || byte + bytes > SIM_RF_GRF_END || !is_on(c, m, lane))
        return;
    for (unsigned i = 0; i < bytes; i++)
        if (m->t->rf[byte + i]) {
            told_message(c, m, lane, (unsigned)byte, "address");
            return;
        }
}

static uint64_t atomic(struct sim_msg *m, uint8_t *memory, unsigned bytes, uint64_t operands, unsigned lane)
{
    struct sim_check *c = check_of(m->t->group);
    uint64_t was = 0;
    memcpy(&was, memory, bytes);
    memset(memory, 0, bytes);
    if (operands && is_on(c, m, lane))
        told_message(c, m, lane, (unsigned)((m->xlen ? m->src1 : m->src0) - c->g->thread[m->t->index].rf),
                     "atomic operand");
    return was;
}

const struct sim_shadow sim_check_shadow = {data_of, address, atomic};

static bool any_in(const struct check_values *v, unsigned grf, unsigned count)
{
    uint64_t m[SIM_GRF_WORDS] = {0};
    if (count)
        check_mark(m, grf * SIM_GRF_BYTES, (grf + count) * SIM_GRF_BYTES - 1);
    return check_meet(m, v->any);
}

// Messages of which the code runs as it is on bits: untyped, scattered, blocks, scratch, untyped atomics.
static bool runs_on_bits(const struct sim_msg *m)
{
    return sim_send_moves_bytes(m->send);
}

// Whether others see what is written there, so that the pass over bits has nothing to keep.
static bool is_public(const struct sim_msg *m)
{
    return m->send->space == SIM_SEND_SURFACE || m->send->space == SIM_SEND_BINDLESS;
}

static void run_on_bits(struct sim_check *c, struct check_values *v, const struct sim_msg *real)
{
    struct sim_msg m = *real;
    m.t = &v->t;
    m.memory = sim_check_memory;
    m.shadow = m.watched = true;
    m.dst = real->dst ? v->t.rf + (real->dst - real->t->rf) : NULL;
    c->sink_used = c->sunk_count = 0;
    c->origin_found = c->origin_slm = false;
    v->t.active = real->t->active;
    v->t.state = SIM_THREAD_RUN;
    c->shadow_fault.kind = SIM_FAULT_NONE;
    c->shadow_group.surfaces = c->g->surfaces;
    memcpy(v->t.rf + SIM_RF_ADDR, real->t->rf + SIM_RF_ADDR, SIM_RF_ACC - SIM_RF_ADDR);
    if (!sim_dataport_message(&m))
        return;
    for (unsigned i = 0; i < c->sunk_count; i++) {
        unsigned lane = c->sunk[i].lane < 0 ? 0 : (unsigned)c->sunk[i].lane;
        if (c->sunk[i].lane >= 0 && !is_on(c, &m, lane))
            continue;
        for (unsigned k = 0; k < c->sunk[i].size; k++) {
            if (!c->sink[c->sunk[i].at + k])
                continue;
            // Of which register it was is not known here: of the first undefined one of the data.
            unsigned first = (unsigned)((m.xlen ? m.src1 : m.src0) - real->t->rf) / SIM_GRF_BYTES;
            unsigned count = m.xlen ? m.xlen : m.mlen, r = first;
            while (r + 1 < first + count && !any_in(v, r, 1))
                r++;
            told_message(c, &m, lane, r * SIM_GRF_BYTES, "store");
            break;
        }
    }
}

// What other messages return is defined, in the channels that are on.
static void answered(struct check_values *v, const struct sim_msg *m)
{
    if (!m->dst || !m->rlen)
        return;
    uint8_t *dst = v->t.rf + (m->dst - m->t->rf);
    bool whole = m->u->n < 8 || (m->mask & m->u->chmask) == m->u->chmask || (m->u->n == 16 && m->rlen & 1);
    for (unsigned r = 0; r < m->rlen; r++)
        for (unsigned d = 0; d < 8; d++)
            if (whole || m->mask >> ((m->u->n == 16 ? (r & 1) * 8 : 0) + d) & 1)
                memset(dst + r * SIM_GRF_BYTES + 4 * d, 0, 4);
}

static void follow(struct sim_check *c, struct check_values *v, struct sim_msg *m)
{
    unsigned dst = m->dst ? (unsigned)(m->dst - m->t->rf) / SIM_GRF_BYTES : 0;
    c->message_told = c->origin_found = false;
    if (runs_on_bits(m))
        run_on_bits(c, v, m);
    else
        answered(v, m);
    if (!m->dst || !m->rlen)
        return;
    check_recount(v, dst, dst + m->rlen - 1);
    for (unsigned r = dst; r < dst + m->rlen && r < SIM_GRF_COUNT; r++)
        if (v->any[r / 64] >> r % 64 & 1)
            v->origin[r] =
                (struct check_origin){c->origin_found ? m->u->info->ip + 1 : 0, c->origin_slm, c->origin_at};
}

void check_value_message(struct sim_check *c, struct sim_msg *m)
{
    struct check_values *v = &c->values[m->t->index];
    unsigned src0 = (unsigned)(m->src0 - m->t->rf) / SIM_GRF_BYTES;
    unsigned src1 = (unsigned)(m->src1 - m->t->rf) / SIM_GRF_BYTES;
    unsigned dst = m->dst ? (unsigned)(m->dst - m->t->rf) / SIM_GRF_BYTES : 0;
    bool undefined =
        any_in(v, src0, m->mlen) || any_in(v, src1, m->xlen) || (m->dst && any_in(v, dst, m->rlen));
    if (!undefined && (is_public(m) || !runs_on_bits(m)))
        return;
    if (!undefined && m->send->space == SIM_SEND_SHARED) {
        memcpy(c->payload, m->src0, m->mlen * SIM_GRF_BYTES);
        if (m->xlen)
            memcpy(c->payload + m->mlen * SIM_GRF_BYTES, m->src1, m->xlen * SIM_GRF_BYTES);
        c->lazy = true;
        return;
    }
    follow(c, v, m);
}

// A message of which everything was defined has met shared memory that is not.
void check_value_late(struct sim_check *c, struct sim_msg *m)
{
    struct sim_msg again = *m;
    again.src0 = c->payload;
    again.src1 = m->xlen ? c->payload + m->mlen * SIM_GRF_BYTES : c->payload;
    follow(c, &c->values[m->t->index], &again);
}
