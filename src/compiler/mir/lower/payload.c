// Messages of one payload, where the EU has no split sends (before Gen9): what SENDS would take from two
// places is copied to one after the other. Register allocation merges the copies where it can
// (ra/coalesce.c). Source: PRM KBL vol2d, EU_INSTRUCTION_SENDS
// ("SKL+"); iga64 -p=8 has no such instruction.
//
// Before scheduling. All channels are copied: registers that the message does not read in a channel may hold
// anything there.
#include "compiler/mir/lower/legalize.h"

// Whole registers, two at a time.
static void copy(struct mir_shader *s, struct mir_inst *at, uint32_t to, uint32_t offset,
                 const struct mir_operand *from, unsigned regs)
{
    for (unsigned done = 0, n; done < regs; done += n) {
        n = regs - done >= 2 ? 2 : 1;
        struct mir_inst *i = mir_inst_new(s, EU_OP_MOV, n * s->reg_bytes / 4);
        i->nomask = true;
        i->dst = mir_vec(to, offset + done * s->reg_bytes, EU_TYPE_UD);
        i->src[0] = mir_vec(from->vreg, from->offset + done * s->reg_bytes, EU_TYPE_UD);
        i->line = at->line;
        mir_insert_before(at, i);
    }
}

static bool is_whole(const struct mir_shader *s, const struct mir_operand *o)
{
    return o->kind == MIR_OPK_VREG && s->vregs[o->vreg].file == MIR_GRF && !(o->offset % s->reg_bytes) &&
           !o->negate && !o->abs;
}

static bool join(struct mir_shader *s, struct mir_inst *i)
{
    enum { MOST = 15 }; // registers, of a descriptor's field
    struct mir_operand *head = &i->src[0], *rest = &i->src[1];
    unsigned regs = i->send.mlen + i->send.ex_mlen;
    if (!is_whole(s, head) || !is_whole(s, rest) || regs > MOST)
        return false;
    bool uniform = s->vregs[head->vreg].uniform && s->vregs[rest->vreg].uniform;
    uint32_t v = mir_vreg_new(s, MIR_GRF, regs * s->reg_bytes, s->reg_bytes, uniform);
    copy(s, i, v, 0, head, i->send.mlen);
    copy(s, i, v, i->send.mlen * s->reg_bytes, rest, i->send.ex_mlen);
    *head = mir_vec(v, 0, head->type);
    *rest = (struct mir_operand){.kind = MIR_OPK_NONE};
    i->op = i->op == EU_OP_SENDSC ? EU_OP_SENDC : EU_OP_SEND;
    i->send.mlen = (uint8_t)regs;
    i->send.ex_mlen = 0;
    return true;
}

bool mir_payload(struct mir_shader *s, const char **error)
{
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            if ((i->op != EU_OP_SENDS && i->op != EU_OP_SENDSC) || join(s, i))
                continue;
            *error = "a message's payloads cannot be joined";
            return false;
        }
    return true;
}
