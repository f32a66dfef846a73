// The send family: forms a message from the instruction and hands it to a shared function. Gateway and thread
// spawner messages are here; the data ports are in dataport*.c.
// Source: PRM KBL vol2d EU_INSTRUCTION_SEND(S), PRM SKL vol3 "Shared Function Reference".
#include <stdio.h>

#include "sim/check/check.h"
#include "sim/ports/dataport.h"
#include "sim/ports/late.h"

// ---- gateway

// When all threads of the group have sent it, each gets one notification.
static void barrier(struct sim_group *g)
{
    if (++g->barrier_arrived < g->threads)
        return;
    g->barrier_arrived = 0;
    for (unsigned i = 0; i < g->threads; i++) {
        struct sim_thread *t = &g->thread[i];
        sim_rf_set32(t, SIM_RF_NOTIFY, sim_rf32(t, SIM_RF_NOTIFY) + 1);
        if (t->state == SIM_THREAD_WAIT)
            t->state = SIM_THREAD_RUN;
    }
}

static bool gateway(struct sim_msg *m)
{
    switch (EU_DESC_GET(m->desc, GATEWAY_OP)) {
    case EU_MSG_NO_GATEWAY_OPEN:
    case EU_MSG_NO_GATEWAY_CLOSE:
        return true;
    case EU_MSG_NO_GATEWAY_BARRIER:
        if (!m->t->group->walker->idd.barrier_enable)
            return sim_msg_illegal(m, "barrier without Barrier Enable in the interface descriptor");
        if (m->check)
            sim_check_barrier(m);
        barrier(m->t->group);
        return true;
    case EU_MSG_NO_GATEWAY_FORWARD:
        return sim_msg_unimplemented(m, "gateway forward message");
    case EU_MSG_NO_GATEWAY_TIMESTAMP:
        if (m->dst && m->rlen) {
            memset(m->dst, 0, SIM_GRF_BYTES);
            memcpy(m->dst, &m->t->instructions, 8);
        }
        return true;
    default:
        return sim_msg_unimplemented(m, "gateway message");
    }
}

static bool thread_spawner(struct sim_msg *m)
{
    if (!m->u->info->inst->eot)
        return sim_msg_unimplemented(m, "thread spawner message without EOT");
    return true;
}

// ---- send

static bool message(struct sim_msg *m)
{
    switch (m->sfid) {
    case EU_SFID_NULL:
        return true;
    case EU_SFID_GATEWAY:
        return gateway(m);
    case EU_SFID_THREAD_SPAWNER:
        return thread_spawner(m);
    case EU_SFID_DC0:
        return sim_dc0_message(m);
    case EU_SFID_DC1:
        return sim_dc1_message(m);
    case EU_SFID_CONSTANT_CACHE:
        return sim_constant_cache_message(m);
    case EU_SFID_SAMPLER:
        return sim_sampler_message(m);
    case EU_SFID_RENDER_CACHE:
        return sim_render_cache_message(m);
    case EU_SFID_DC2:
        return sim_msg_unimplemented(m, "data port 2 message");
    case EU_SFID_URB:
        return sim_msg_unimplemented(m, "URB message");
    case EU_SFID_VME:
        return sim_msg_unimplemented(m, "video motion estimation message");
    default:
        return sim_msg_unimplemented(m, "message to this shared function");
    }
}

static bool in_grf(const struct eu_operand *o, unsigned regs)
{
    return o->file == EU_FILE_GRF && !o->indirect && o->reg + regs <= SIM_GRF_COUNT;
}

void sim_eu_send(struct sim_thread *t, const struct sim_uop *u)
{
    const struct eu_inst *in = u->info->inst;
    bool split = in->op == EU_OP_SENDS || in->op == EU_OP_SENDSC;
    struct sim_msg m = {.t = t, .u = u, .desc = in->desc, .ex_desc = in->ex_desc, .sfid = in->sfid};
    if (sim_is_off(t, u))
        return;
    t->sends++;
    if (in->desc_in_reg)
        m.desc = sim_rf32(t, SIM_RF_ADDR);
    if (in->ex_desc_in_reg) {
        m.ex_desc = sim_rf32(t, SIM_RF_ADDR + (in->ex_desc_subreg & 14) * 2);
        m.sfid = EU_DESC_GET(m.ex_desc, EX_SFID);
    }
    m.tlb = m.sfid == EU_SFID_SAMPLER          ? &t->group->clients[SIM_CLIENT_SAMPLER]
            : m.sfid == EU_SFID_CONSTANT_CACHE ? &t->group->clients[SIM_CLIENT_CONSTANT]
                                               : t->group->tlb;
    m.mlen = EU_DESC_GET(m.desc, MLEN);
    m.rlen = EU_DESC_GET(m.desc, RLEN);
    m.header = EU_DESC_GET(m.desc, HEADER);
    m.xlen = split ? EU_DESC_GET(m.ex_desc, EX_MLEN) : 0;
    m.mask = sim_exec_mask(t, u);
    if (in->src[0].indirect || in->dst.indirect || (split && in->src[1].indirect)) {
        sim_msg_unimplemented(&m, "register-indirect send");
        return;
    }
    if (!in_grf(&in->src[0], m.mlen) || (m.xlen && !in_grf(&in->src[1], m.xlen)) ||
        (in->dst.file == EU_FILE_GRF && !in_grf(&in->dst, m.rlen))) {
        sim_msg_illegal(&m, "payload or response lies outside the register file");
        return;
    }
    m.src0 = t->rf + in->src[0].reg * SIM_GRF_BYTES;
    m.src1 = split && m.xlen ? t->rf + in->src[1].reg * SIM_GRF_BYTES : m.src0;
    m.dst = in->dst.file == EU_FILE_GRF ? t->rf + in->dst.reg * SIM_GRF_BYTES : NULL;
    const struct sim_executor *executor = t->group->executor;
    m.memory = t->memory;
    executor->message(&m);
    if (message(&m) && in->eot) {
        t->state = SIM_THREAD_DONE;
        if (t->late)
            sim_late_settle(t->late);
    }
    executor->message_done(&m);
}
