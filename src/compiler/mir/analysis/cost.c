// Clocks of instructions and of a whole kernel: see cost.h.
#include "compiler/mir/analysis/cost.h"
#include "compiler/mir/ir/query.h"
#include "hw/budget.h"

#include "hw/cost.h"

// What only one of the FPUs does counts for all of them.
unsigned mir_issue_clocks(const struct kiln_costs *c, const struct mir_inst *i)
{
    unsigned native = i->reg_bytes / 4u, parts = i->exec_size > native ? i->exec_size / native : 1;
    if (i->op == EU_OP_MATH)
        return c->MATH.clocks * c->FPUS_PER_EU * parts;
    if (i->op == EU_OP_MACH)
        return 2 * c->SIMPLE.clocks * parts; // with its MUL: mir/lower/accumulate.c
    if (i->op == EU_OP_LRP)
        return c->BLEND.clocks * parts;
    if (mir_is_systolic(i->op))
        return c->SYSTOLIC.clocks * i->rows;
    if (mir_op_is_send(i->op))
        return c->SEND_FRONT;
    return parts * (mir_exec_type_size(i) == 8 ? 2 * c->DOUBLE.clocks * c->FPUS_PER_EU : c->SIMPLE.clocks);
}

unsigned mir_latency(const struct kiln_costs *c, const struct mir_inst *i)
{
    if (mir_op_is_send(i->op))
        return i->send.access == MIR_ACCESS_SAMPLE  ? c->SAMPLER_LATENCY
               : i->send.space == MIR_SPACE_SHARED  ? BUDGET_SHARED_LATENCY
               : i->send.space == MIR_SPACE_SCRATCH ? c->DATA_LATENCY      // it hits
                                                    : 2 * c->DATA_LATENCY; // a miss is not in it
    if (i->op == EU_OP_MATH) // between the functions of floats and integers
        return (c->MATH.latency + c->INT_DIV.latency) / 2;
    if (mir_is_systolic(i->op))
        return c->SYSTOLIC.latency + i->rows - 1;
    // Between a result as operand and as flag.
    return i->op == MIR_OP_UNDEF || i->op == MIR_OP_ORDER ? 0
                                                          : (c->SIMPLE.latency + c->SIMPLE.flag_latency) / 2;
}

// The data that a message moves, at so many bytes a clock; what neighbours in memory save or strides cost is
// not known.
static double port_clocks(const struct kiln_costs *c, const struct mir_inst *i, unsigned reg_bytes)
{
    if (i->send.mem == MIR_MEM_FENCE)
        return c->FENCE_PORT;
    if (i->send.space == MIR_SPACE_SCRATCH && i->send.object) // no spill
        return (double)i->exec_size / BUDGET_LANES_A_LINE;
    unsigned regs = i->send.rlen ? i->send.rlen : i->send.ex_mlen ? i->send.ex_mlen : i->send.mlen;
    double clocks = (double)regs * reg_bytes / c->DATA_PORT_BYTES;
    return clocks < 1 ? 1 : clocks;
}

// Spills came after the schedule. A thread waits for the first of fills in a row; the others come with it.
static double fill_clocks(const struct kiln_costs *c, const struct mir_inst *i, bool *in_row)
{
    const bool fill =
        mir_op_is_send(i->op) && i->send.space == MIR_SPACE_SCRATCH && !i->send.object && i->send.rlen;
    const bool first = fill && !*in_row;
    *in_row = fill;
    return !fill ? 0 : first ? c->DATA_LATENCY : c->SEND_FRONT;
}

struct mir_work mir_work_of(const struct mir_shader *s)
{
    const struct kiln_costs *c = kiln_costs(s->target->isa);
    struct mir_work w = {.latency = s->cycles};
    for (uint32_t b = 0; b < s->block_count; b++) {
        double weight = 1;
        bool in_row = false;
        for (uint32_t d = 0; d < s->blocks[b]->loop_depth; d++)
            weight *= BUDGET_LOOP_ROUNDS;
        mir_foreach_inst(i, s->blocks[b])
        {
            w.instructions += weight;
            w.latency += weight * fill_clocks(c, i, &in_row);
            if (i->op == EU_OP_MATH && !c->EM_IS_FPU)
                w.math += weight * mir_issue_clocks(c, i);
            else
                w.pipes += weight * mir_issue_clocks(c, i);
            if (!mir_op_is_send(i->op) && i->exec_size > 1 && mir_exec_type_size(i) == 8)
                w.pairs += weight * mir_issue_clocks(c, i);
            if (mir_op_is_send(i->op))
                w.port += weight * port_clocks(c, i, s->reg_bytes);
        }
    }
    return w;
}
