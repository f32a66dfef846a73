// The send family: forms a message from what was decoded of it (eu/send_decode.c) and hands it to a shared
// function. The gateway's messages are here; data ports and render cache are in ports/.
// Source: PRM KBL vol2d EU_INSTRUCTION_SEND(S), PRM SKL vol3 "Shared Function Reference".
#include "sim/eu/send.h"
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

static bool barrier_message(struct sim_msg *m)
{
    if (!m->t->group->launch->barrier)
        return sim_msg_illegal(m, "barrier without Barrier Enable in the interface descriptor");
    m->t->group->observer->barrier(m);
    barrier(m->t->group);
    return true;
}

static bool timestamp(struct sim_msg *m)
{
    if (m->dst && m->rlen) {
        memset(m->dst, 0, SIM_GRF_BYTES);
        memcpy(m->dst, &m->t->instructions, 8);
    }
    return true;
}

// ---- send

static bool message(struct sim_msg *m)
{
    switch ((enum sim_send_kind)m->send->kind) {
    case SIM_SEND_NOTHING:
    case SIM_SEND_END:
        return true;
    case SIM_SEND_BARRIER:
        return barrier_message(m);
    case SIM_SEND_TIMESTAMP:
        return timestamp(m);
    case SIM_SEND_SAMPLE:
        return sim_sampler_message(m);
    case SIM_SEND_SAMPLER_FLUSH:
        return sim_sampler_flush(m);
    case SIM_SEND_RENDER:
        return sim_render_cache_message(m);
    default:
        return sim_dataport_message(m);
    }
}

static struct sim_tlb *client_of(const struct sim_send *s, const struct sim_group *g)
{
    return s->sfid == EU_SFID_SAMPLER          ? &g->clients[SIM_CLIENT_SAMPLER]
           : s->sfid == EU_SFID_CONSTANT_CACHE ? &g->clients[SIM_CLIENT_CONSTANT]
                                               : g->tlb;
}

// Rules of the load-store units' messages; false: the thread broke one.
static bool keeps_order(struct sim_thread *t, const struct sim_uop *u, const struct sim_send *s)
{
    if (s->kind == SIM_SEND_FENCE && s->space == SIM_SEND_SHARED && !s->synced &&
        !sim_thread_broken(t, u, KILN_RULE_SHARED_FENCE_SYNC,
                           "a fence of shared memory without sync.allwr before it"))
        return false;
    if (s->inst->eot && t->unanswered &&
        !sim_thread_broken(
            t, u, KILN_RULE_END_FENCE,
            "the thread ends after an atomic without response, or a store past the cache, without a fence"))
        return false;
    if (s->sfid == EU_SFID_UGM)
        t->unanswered = s->kind != SIM_SEND_FENCE &&
                        (t->unanswered || s->past_cache || (s->kind == SIM_SEND_ATOMIC && !s->reply));
    return true;
}

void sim_eu_send(struct sim_thread *t, const struct sim_uop *u)
{
    if (sim_is_off(t, u))
        return;
    const struct sim_send *s = sim_send_now(t, u);
    const struct sim_observer *observer = t->group->observer;
    struct sim_msg m = {.t = t,
                        .u = u,
                        .send = s,
                        .tlb = client_of(s, t->group),
                        .mlen = s->mlen,
                        .xlen = s->xlen,
                        .rlen = s->rlen,
                        .header = s->header,
                        .mask = sim_exec_mask(t, u),
                        .src0 = t->rf + s->src0,
                        .src1 = t->rf + s->src1,
                        .dst = s->dst != SIM_SEND_NO_RESPONSE ? t->rf + s->dst : NULL,
                        .memory = t->memory};
    t->sends++;
    if (s->kind == SIM_SEND_ILLEGAL || s->kind == SIM_SEND_UNIMPLEMENTED) {
        (s->kind == SIM_SEND_ILLEGAL ? sim_msg_illegal : sim_msg_unimplemented)(&m, s->why);
        return;
    }
    if (!keeps_order(t, u, s))
        return;
    observer->message(&m);
    if (message(&m) && s->inst->eot) {
        t->state = SIM_THREAD_DONE;
        if (t->late)
            sim_late_settle(t->late);
    }
    observer->message_done(&m);
}
