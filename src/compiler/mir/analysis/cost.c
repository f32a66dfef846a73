// Clocks of instructions and of a whole kernel: see cost.h.
#include "compiler/mir/analysis/cost.h"
#include "compiler/mir/ir/query.h"

#include "hw/cost.h"

enum {
    LOOP_ROUNDS = 10,
    // Between a result as operand and as flag.
    LATENCY = (KILN_LATENCY_SIMPLE + KILN_FLAG_LATENCY_SIMPLE) / 2,
    // Between the functions of floats and integers.
    LATENCY_MATH = (KILN_LATENCY_MATH + KILN_LATENCY_INT_DIV) / 2,
    // What a hit in L3 takes, twice, since a miss is not in it.
    LATENCY_MEMORY = 2 * KILN_COST_DATA_LATENCY,
    LATENCY_SCRATCH = KILN_COST_DATA_LATENCY, // it hits
    LATENCY_SHARED = 80,                      // no source: below a hit in L3
    // Of all pipes, for what only one of them does.
    CLOCKS_MATH = KILN_CLOCKS_MATH * KILN_COST_FPUS_PER_EU,
    CLOCKS_QWORDS = 2 * KILN_CLOCKS_DOUBLE * KILN_COST_FPUS_PER_EU,
};

unsigned mir_issue_clocks(const struct mir_inst *i)
{
    unsigned octets = i->exec_size > 8 ? i->exec_size / 8 : 1;
    if (i->op == EU_OP_MATH)
        return CLOCKS_MATH * octets;
    if (i->op == EU_OP_LRP)
        return KILN_CLOCKS_BLEND * octets;
    if (mir_op_is_send(i->op))
        return KILN_COST_SEND_FRONT;
    return octets * (mir_exec_type_size(i) == 8 ? CLOCKS_QWORDS : KILN_CLOCKS_SIMPLE);
}

unsigned mir_latency(const struct mir_inst *i)
{
    if (mir_op_is_send(i->op))
        return i->send.space == MIR_SPACE_SHARED    ? LATENCY_SHARED
               : i->send.space == MIR_SPACE_SCRATCH ? LATENCY_SCRATCH
                                                    : LATENCY_MEMORY;
    return i->op == EU_OP_MATH ? LATENCY_MATH : i->op == MIR_OP_UNDEF || i->op == MIR_OP_ORDER ? 0 : LATENCY;
}

// The data that a message moves, at so many bytes a clock; what neighbours in memory save or strides cost is
// not known.
static double port_clocks(const struct mir_inst *i, unsigned reg_bytes)
{
    unsigned regs = i->send.rlen ? i->send.rlen : i->send.ex_mlen ? i->send.ex_mlen : i->send.mlen;
    double clocks = (double)regs * reg_bytes / KILN_COST_DATA_PORT_BYTES;
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
