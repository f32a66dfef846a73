// Fences and barriers. A fence's commit is a write to its destination: Mesa brw_memory_fence. A barrier's
// message has the bits of r0's dword 2 that name the barrier, made once for all: Mesa emit_barrier.
#include "compiler/mir/lower/message/accesses.h"

struct mir_inst *access_register_message(struct lower *l, enum mir_access access, struct mir_operand payload)
{
    struct mir_inst *i = mir_inst_new(l->s, EU_OP_SEND, access_lanes(l));
    i->nomask = true;
    i->src[0] = payload;
    i->dst = mir_null(EU_TYPE_UD);
    i->send = (struct mir_send){.access = access, .mlen = 1, .mem = l->access->send.mem};
    mir_append(l->b, i);
    return i;
}

void hdc_fence(struct lower *l, const struct mir_inst *fence)
{
    struct mir_inst *i = access_register_message(l, MIR_ACCESS_FENCE, mir_vec(l->s->r0, 0, EU_TYPE_UD));
    i->send.header = true;
    i->send.rlen = 1;
    i->send.space = fence->send.space;
    i->dst = mir_packed(&l->m, l->s->reg_bytes, EU_TYPE_UD, true);
}

static struct mir_operand barrier_payload(struct lower *l)
{
    enum { BARRIER = 8 };
    if (l->barrier_payload.kind == MIR_OPK_NONE) {
        l->barrier_payload = mir_start_header(l->s);
        mir_start_r0(l->s, &l->barrier_payload, BARRIER, kiln_target_barrier_bits(l->s->target));
    }
    return l->barrier_payload;
}

void access_await_group(struct lower *l)
{
    struct mir_inst *w = mir_inst_new(l->s, EU_OP_WAIT, 1);
    w->nomask = true;
    w->dst = w->src[0] = (struct mir_operand){
        .kind = MIR_OPK_ARF, .arf = EU_ARF_NOTIFY, .type = EU_TYPE_UD, .vstride = 0, .width = 1};
    mir_append(l->b, w);
}

void hdc_barrier(struct lower *l, const struct mir_inst *barrier)
{
    access_register_message(l, MIR_ACCESS_BARRIER, barrier_payload(l));
    access_await_group(l);
}
