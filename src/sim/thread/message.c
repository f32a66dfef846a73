// See message.h.
#include "sim/thread/message.h"

#include "isa/table/msg.h"

bool sim_msg_illegal(struct sim_msg *m, const char *why)
{
    sim_thread_fault(m->t, m->u, SIM_FAULT_ILLEGAL, m->t->program->address + m->u->info->ip, -1,
                     "bad message (sfid %u, descriptor 0x%08x): %s", m->send->sfid, m->send->desc, why);
    return false;
}

bool sim_msg_unimplemented(struct sim_msg *m, const char *what)
{
    sim_thread_fault(m->t, m->u, SIM_FAULT_UNIMPLEMENTED, m->t->program->address + m->u->info->ip, -1,
                     "%s (sfid %u, descriptor 0x%08x) is not simulated", what, m->send->sfid, m->send->desc);
    return false;
}

uint8_t *sim_msg_payload(struct sim_msg *m, unsigned k, unsigned count)
{
    if (k + count <= m->mlen)
        return m->src0 + k * SIM_GRF_BYTES;
    if (k >= m->mlen && k + count <= m->mlen + m->xlen)
        return m->src1 + (k - m->mlen) * SIM_GRF_BYTES;
    if (k < m->mlen && k + count <= m->mlen + m->xlen && m->src1 == m->src0 + m->mlen * SIM_GRF_BYTES)
        return m->src0 + k * SIM_GRF_BYTES;
    if (k < m->mlen && k + count <= m->mlen + m->xlen) {
        // Registers of both parts, which do not lie side by side.
        unsigned low = m->mlen - k;
        memcpy(m->t->joined, m->src0 + k * SIM_GRF_BYTES, low * SIM_GRF_BYTES);
        memcpy(m->t->joined + low * SIM_GRF_BYTES, m->src1, (count - low) * SIM_GRF_BYTES);
        return m->t->joined;
    }
    sim_msg_illegal(m, "the payload is too short");
    return NULL;
}

const char *sim_sampler_operation_name(unsigned type)
{
    enum eu_msg msg = eu_msg_numbered(KILN_ISA_GEN9, EU_SFID_SAMPLER, type);
    return msg == EU_MSG_COUNT ? NULL : eu_msgs[msg].words;
}
