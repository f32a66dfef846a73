// Which messages jit/translate/send.c makes.
#include <string.h>

#include "sim/jit/ir/send.h"

bool jit_send_is_end(const struct sim_uop *u)
{
    return !u->info->pseudo && jit_op_is_send(u->op) && u->info->inst->eot;
}

// The atomics that jit_perform makes: all but append counters and subtraction the other way round.
bool jit_atomic_ok(const struct sim_send *s)
{
    static const uint16_t known = 0xffff & ~(1u << 0 | 1u << 9);
    return !s->is_float && s->bytes == 4 && known >> s->op & 1;
}

static bool is_memory(struct message *m, const struct sim_send *s)
{
    m->slots = s->slots;
    m->bytes = 4;
    m->dwords = 1;
    m->aligned = s->low == 3;
    switch ((enum sim_send_kind)s->kind) {
    case SIM_SEND_UNTYPED:
        m->kind = s->write ? SIM_JIT_WRITE : SIM_JIT_READ;
        m->dwords = s->count;
        return s->on && (s->on & (s->on + 1)) == 0; // the first ones
    case SIM_SEND_SCATTERED:
        m->kind = s->write ? SIM_JIT_WRITE : SIM_JIT_READ;
        m->scale = s->unit;
        if (s->bytes == 4)
            m->dwords = s->count;
        else // bytes: one, two or four of them in a dword
            m->bytes = s->bytes * s->count;
        return s->bytes <= 4 && m->bytes <= 4 && m->dwords <= 4;
    case SIM_SEND_ATOMIC:
        m->kind = SIM_JIT_ATOMIC;
        m->op = s->op;
        return jit_atomic_ok(s);
    default:
        return false;
    }
}

// The register of part `k` of the payload, or -1.
int jit_payload(const struct message *m, unsigned k)
{
    const struct sim_send *s = m->u->info->send;
    return k < m->mlen             ? s->src0 / SIM_GRF_BYTES + (int)k
           : k < m->mlen + m->xlen ? s->src1 / SIM_GRF_BYTES + (int)(k - m->mlen)
                                   : -1;
}

unsigned jit_operands(const struct message *m)
{
    return m->op == 5 || m->op == 6 || m->op == 15 ? 0 : m->op == 14 ? 2 : 1;
}

bool jit_understand(struct message *m, const struct sim_uop *u)
{
    const struct sim_send *s = u->info->send;
    memset(m, 0, sizeof(*m));
    m->u = u;
    m->scale = 1;
    m->header = s->header;
    m->mlen = s->mlen;
    m->rlen = s->rlen;
    m->xlen = s->xlen;
    m->bti = s->index;
    m->reply = s->reply && s->dst != SIM_SEND_NO_RESPONSE;
    m->a64 = s->space == SIM_SEND_A64;
    m->slm = s->space == SIM_SEND_SHARED;
    m->scratch = m->header && s->space == SIM_SEND_STATELESS && !s->masked;
    if (s->sfid == EU_SFID_CONSTANT_CACHE || !is_memory(m, s) || m->header != m->scratch)
        return false;
    if (!m->a64 && !m->slm && !m->scratch && s->space != SIM_SEND_SURFACE)
        return false;
    if ((m->scale != 1 && !m->scratch) || (u->n != m->slots && u->n != 1))
        return false;
    m->per = u->n == 1 ? 1 : 8;
    m->chunks = u->n == 1 ? 1 : m->slots / 8;
    unsigned regs = m->header + m->slots / 8 * (m->a64 ? 2 : 1), data = m->slots / 8 * m->dwords;
    if (m->kind == SIM_JIT_ATOMIC)
        data = m->slots / 8 * jit_operands(m);
    if (m->kind == SIM_JIT_READ)
        return s->dst != SIM_SEND_NO_RESPONSE && m->rlen >= data && m->mlen + m->xlen >= regs;
    if (m->reply && m->rlen < m->slots / 8)
        return false;
    return m->mlen + m->xlen >= regs + data;
}

unsigned jit_send_slots(const struct sim_uop *u)
{
    struct message m;
    return jit_understand(&m, u) && !m.a64 && !m.header && u->n == m.slots ? m.slots : 0;
}

// ---- blocks

unsigned jit_block_registers(const struct block *m)
{
    return (m->half + m->bytes + SIM_GRF_BYTES - 1) / SIM_GRF_BYTES;
}

bool jit_understand_block(struct block *m, const struct sim_uop *u)
{
    const struct sim_send *s = u->info->send;
    *m = (struct block){.u = u,
                        .write = s->write,
                        .scratch = s->kind == SIM_SEND_SCRATCH,
                        .slm = s->space == SIM_SEND_SHARED,
                        .a64 = s->space == SIM_SEND_A64,
                        .stateless = s->space == SIM_SEND_STATELESS,
                        .addressed = s->addressed,
                        .bytes = s->block,
                        .half = s->half,
                        .bti = s->index,
                        .header = s->src0 / SIM_GRF_BYTES,
                        .offset = s->offset,
                        .scale = s->kind == SIM_SEND_SCRATCH ? 0 : s->unit,
                        .align = s->low};
    if ((s->kind != SIM_SEND_BLOCK && !m->scratch) || (!s->header && !m->addressed) || !s->mlen)
        return false;
    if (m->bytes % SIM_GRF_BYTES && m->half + m->bytes > SIM_GRF_BYTES) // more than one, and not whole ones
        return false;
    if (!m->slm && !m->a64 && !(m->stateless && s->header) && s->space != SIM_SEND_SURFACE)
        return false;
    if (!m->write)
        return s->dst != SIM_SEND_NO_RESPONSE && s->rlen >= jit_block_registers(m);
    m->data = s->mlen > 1 ? m->header + 1 : s->src1 / SIM_GRF_BYTES;
    return (s->mlen > 1 ? s->mlen - 1u : s->xlen) >= jit_block_registers(m); // in one piece or the other
}

unsigned jit_block_response(const struct sim_uop *u)
{
    struct block m;
    return jit_understand_block(&m, u) && !m.write ? m.bytes / SIM_GRF_BYTES : 0;
}

// ---- images

unsigned jit_image_response(const struct sim_uop *u)
{
    const struct sim_send *s = u->info->send;
    if (s->header || s->dst == SIM_SEND_NO_RESPONSE || u->n != s->slots || s->slots < 8)
        return 0;
    if (s->kind == SIM_SEND_TYPED)
        return s->write || s->rlen < s->count ? 0 : s->count;
    if (s->kind != SIM_SEND_SAMPLE || s->small)
        return 0;
    const unsigned per = s->slots / 8u, answers = s->rlen / per;
    return (answers < 4 ? answers : 4) * per;
}
