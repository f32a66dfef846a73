// Which messages jit/send.c makes, by their descriptors.
#include <string.h>

#include "isa/table/msg.h"
#include "sim/jit/send.h"

bool jit_send_is_end(const struct sim_uop *u)
{
    return !u->info->pseudo && jit_op_is_send(u->op) && u->info->inst->eot;
}

static bool untyped(struct message *m, uint32_t desc)
{
    unsigned on = ~EU_DESC_GET(desc, UNTYPED_MASK) & 15, mode = EU_DESC_GET(desc, UNTYPED_SIMD);
    m->slots = mode == 1 ? 16 : mode == 2 ? 8 : 0;
    m->bytes = 4;
    m->dwords = (unsigned)__builtin_popcount(on);
    m->aligned = true;
    return m->slots && on && (on & (on + 1)) == 0; // the first ones
}

static bool data_port_1(struct message *m, uint32_t desc)
{
    unsigned msg = EU_DESC_GET(desc, DP1_TYPE);
    switch (msg) {
    case EU_MSG_NO_DC1_A64_UNTYPED_READ:
    case EU_MSG_NO_DC1_A64_UNTYPED_WRITE:
        m->a64 = true; // fallthrough
    case EU_MSG_NO_DC1_UNTYPED_READ:
    case EU_MSG_NO_DC1_UNTYPED_WRITE:
        m->kind = msg == EU_MSG_NO_DC1_UNTYPED_READ || msg == EU_MSG_NO_DC1_A64_UNTYPED_READ ? SIM_JIT_READ
                                                                                             : SIM_JIT_WRITE;
        return untyped(m, desc);
    case EU_MSG_NO_DC1_A64_SCATTERED_READ:
    case EU_MSG_NO_DC1_A64_SCATTERED_WRITE:
        m->a64 = m->aligned = true;
        m->kind = msg == EU_MSG_NO_DC1_A64_SCATTERED_READ ? SIM_JIT_READ : SIM_JIT_WRITE;
        m->slots = EU_DESC_GET(desc, A64_SCATTERED_16) ? 16 : 8;
        m->bytes = 4;
        m->dwords = 1u << EU_DESC_GET(desc, A64_SCATTERED_COUNT);
        if (EU_DESC_GET(desc, A64_SCATTERED_SIZE) == 0 &&
            m->dwords <= 4) { // bytes: one, two or four of them in a dword
            m->bytes = m->dwords;
            m->dwords = 1;
            m->aligned = false;
            return true;
        }
        return EU_DESC_GET(desc, A64_SCATTERED_SIZE) == 1 && m->dwords <= 4;
    case EU_MSG_NO_DC1_UNTYPED_ATOMIC:
    case EU_MSG_NO_DC1_A64_ATOMIC: {
        static const uint16_t known = 0x7fff & ~(1u << 0 | 1u << 9);
        m->a64 = msg == EU_MSG_NO_DC1_A64_ATOMIC;
        m->kind = SIM_JIT_ATOMIC;
        m->slots = m->a64 || EU_DESC_GET(desc, ATOMIC_8) ? 8 : 16;
        m->bytes = 4;
        m->dwords = 1;
        m->aligned = true;
        m->op = EU_DESC_GET(desc, ATOMIC_OP);
        return !(m->a64 && EU_DESC_GET(desc, ATOMIC_QWORD)) && (known >> m->op & 1 || m->op == 15);
    }
    default:
        return false;
    }
}

static bool data_port_0(struct message *m, uint32_t desc)
{
    static const uint8_t bytes[4] = {1, 2, 4, 0};
    unsigned msg = EU_DESC_GET(desc, DP0_TYPE);
    if (EU_DESC_GET(desc, SCRATCH))
        return false;
    if (msg == EU_MSG_NO_DC0_DWORD_READ || msg == EU_MSG_NO_DC0_DWORD_WRITE) {
        m->kind = msg == EU_MSG_NO_DC0_DWORD_READ ? SIM_JIT_READ : SIM_JIT_WRITE;
        m->slots = EU_DESC_GET(desc, SCATTERED_16) ? 16 : 8;
        m->bytes = m->scale = 4;
        m->dwords = 1;
        return true;
    }
    if (msg != EU_MSG_NO_DC0_BYTE_READ && msg != EU_MSG_NO_DC0_BYTE_WRITE)
        return false;
    m->kind = msg == EU_MSG_NO_DC0_BYTE_READ ? SIM_JIT_READ : SIM_JIT_WRITE;
    m->slots = EU_DESC_GET(desc, SCATTERED_16) ? 16 : 8;
    m->bytes = bytes[EU_DESC_GET(desc, BYTE_SIZE)];
    m->dwords = 1;
    return m->bytes != 0;
}

// The register of part `k` of the payload, or -1.
int jit_payload(const struct message *m, unsigned k)
{
    const struct eu_inst *in = m->u->info->inst;
    return k < m->mlen             ? in->src[0].reg + (int)k
           : k < m->mlen + m->xlen ? in->src[1].reg + (int)(k - m->mlen)
                                   : -1;
}

unsigned jit_operands(const struct message *m)
{
    return m->op == 5 || m->op == 6 || m->op == 15 ? 0 : m->op == 14 ? 2 : 1;
}

static bool in_grf(const struct eu_operand *o, unsigned regs)
{
    return o->file == EU_FILE_GRF && !o->indirect && o->reg + regs <= SIM_GRF_COUNT;
}

bool jit_understand(struct message *m, const struct sim_uop *u)
{
    const struct eu_inst *in = u->info->inst;
    bool split = in->op == EU_OP_SENDS || in->op == EU_OP_SENDSC;
    memset(m, 0, sizeof(*m));
    m->u = u;
    if (in->desc_in_reg || in->ex_desc_in_reg || in->dst.indirect)
        return false;
    m->scale = 1;
    m->header = EU_DESC_GET(in->desc, HEADER);
    m->mlen = EU_DESC_GET(in->desc, MLEN);
    m->rlen = EU_DESC_GET(in->desc, RLEN);
    m->xlen = split ? EU_DESC_GET(in->ex_desc, EX_MLEN) : 0;
    m->bti = EU_DESC_GET(in->desc, BTI);
    if (in->sfid == EU_SFID_DC1 ? !data_port_1(m, in->desc)
                                : in->sfid != EU_SFID_DC0 || !data_port_0(m, in->desc))
        return false;
    m->slm = !m->a64 && m->bti == EU_BTI_SLM;
    m->scratch = !m->a64 && m->header && in->sfid == EU_SFID_DC0 &&
                 (m->bti == EU_BTI_STATELESS || m->bti == EU_BTI_STATELESS_NONCOHERENT);
    if (m->header != m->scratch || (!m->a64 && !m->slm && !m->scratch && m->bti >= 240))
        return false;
    if (m->scale != 1 && !m->scratch)
        return false;
    if ((u->n != m->slots && u->n != 1) || !in_grf(&in->src[0], m->mlen) ||
        (m->xlen && !in_grf(&in->src[1], m->xlen)))
        return false;
    m->per = u->n == 1 ? 1 : 8;
    m->chunks = u->n == 1 ? 1 : m->slots / 8;
    unsigned regs = m->header + m->slots / 8 * (m->a64 ? 2 : 1), data = m->slots / 8 * m->dwords;
    if (m->kind == SIM_JIT_ATOMIC)
        data = m->slots / 8 * jit_operands(m);
    if (m->kind == SIM_JIT_READ)
        return in->dst.file == EU_FILE_GRF && m->rlen >= data && in_grf(&in->dst, m->rlen) &&
               m->mlen + m->xlen >= regs;
    if (m->kind == SIM_JIT_ATOMIC && EU_DESC_GET(in->desc, ATOMIC_RETURN) && in->dst.file == EU_FILE_GRF &&
        (m->rlen < m->slots / 8 || !in_grf(&in->dst, m->rlen)))
        return false;
    return m->mlen + m->xlen >= regs + data;
}

unsigned jit_send_slots(const struct sim_uop *u)
{
    struct message m;
    return jit_understand(&m, u) && !m.a64 && !m.header && u->n == m.slots ? m.slots : 0;
}
