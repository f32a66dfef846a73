// Clocks of instructions and of a whole kernel: see cost.h.
#include "compiler/mir/analysis/cost.h"
#include "compiler/mir/ir/query.h"

enum { LOOP_ROUNDS = 10, PORT_BYTES = 64 };

unsigned mir_issue_clocks(const struct mir_inst *i)
{
    unsigned octets = i->exec_size > 8 ? i->exec_size / 8 : 1;
    if (i->op == EU_OP_MATH)
        return 8 * octets;
    if (i->op == EU_OP_LRP)
        return 4 * octets;
    return mir_op_is_send(i->op) ? 2 : 2 * octets * (mir_exec_type_size(i) == 8 ? 4 : 1);
}

unsigned mir_latency(const struct mir_inst *i)
{
    if (mir_op_is_send(i->op))
        return i->send.space == MIR_SPACE_SHARED ? 80 : i->send.space == MIR_SPACE_SCRATCH ? 100 : 200;
    return i->op == EU_OP_MATH ? 22 : i->op == MIR_OP_UNDEF || i->op == MIR_OP_ORDER ? 0 : 10;
}

// The data that a message moves, at so many bytes a clock; what neighbours in memory save or strides cost is
// not known.
static double port_clocks(const struct mir_inst *i, unsigned reg_bytes)
{
    unsigned regs = i->send.rlen ? i->send.rlen : i->send.ex_mlen ? i->send.ex_mlen : i->send.mlen;
    double clocks = (double)regs * reg_bytes / PORT_BYTES;
    return clocks < 1 ? 1 : clocks;
}

struct mir_work mir_work_of(const struct mir_shader *s)
{
    struct mir_work w = {.latency = s->cycles};
    for (uint32_t b = 0; b < s->block_count; b++) {
        double weight = 1;
        for (uint32_t d = 0; d < s->blocks[b]->loop_depth; d++)
            weight *= LOOP_ROUNDS;
        mir_foreach_inst(i, s->blocks[b])
        {
            w.instructions += weight;
            w.pipes += weight * mir_issue_clocks(i);
            if (mir_op_is_send(i->op))
                w.port += weight * port_clocks(i, s->reg_bytes);
        }
    }
    return w;
}
