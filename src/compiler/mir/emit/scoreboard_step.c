// What an instruction is to the software scoreboard: the registers that it reads and writes, and its pipe.
#include "compiler/mir/emit/scoreboard.h"
#include "compiler/mir/ir/query.h"
#include "util/math.h"

static struct scoreboard_range range_of(const struct kiln_target *t, uint32_t at, uint32_t bytes)
{
    uint32_t first = at / t->grf_bytes;
    uint32_t last = KILN_MIN((at + bytes - 1) / t->grf_bytes, t->grf_count - 1U);
    return (struct scoreboard_range){(uint16_t)(SCOREBOARD_GRF + first), (uint16_t)(last - first + 1)};
}

static bool is_general(const struct eu_operand *o)
{
    return o->file == EU_FILE_GRF && !o->indirect;
}

// Architecture registers: those that have a unit get it; of those that the hardware keeps track of itself
// (flags, n0) or that never change there is nothing to say.
static struct scoreboard_range architecture(struct scoreboard_step *step, const struct eu_operand *o)
{
    switch (o->reg & 0xf0) {
    case EU_ARF_ACC:
        return (struct scoreboard_range){SCOREBOARD_ACC, 1};
    case EU_ARF_ADDR:
        return (struct scoreboard_range){SCOREBOARD_ADDR, 1};
    case EU_ARF_NULL & 0xf0:
    case EU_ARF_FLAG:
        break;
    default:
        step->alone = true;
    }
    return (struct scoreboard_range){0};
}

static struct scoreboard_range source_range(struct scoreboard_step *step, const struct kiln_target *t,
                                            const struct eu_operand *o, unsigned n)
{
    if (o->file == EU_FILE_ARF)
        return architecture(step, o);
    if (!is_general(o))
        return (struct scoreboard_range){0};
    unsigned size = eu_type_size(o->type), width = KILN_MAX(o->width, 1U), rows = (n + width - 1) / width;
    unsigned columns = KILN_MIN(n, width);
    uint32_t last = (rows - 1) * o->vstride + (columns - 1) * o->hstride;
    return range_of(t, (uint32_t)o->reg * t->grf_bytes + o->subreg, (last + 1) * size);
}

static struct scoreboard_range destination_range(struct scoreboard_step *step, const struct kiln_target *t,
                                                 const struct eu_operand *o, unsigned n)
{
    if (o->file == EU_FILE_ARF)
        return architecture(step, o);
    if (!is_general(o))
        return (struct scoreboard_range){0};
    return range_of(t, (uint32_t)o->reg * t->grf_bytes + o->subreg,
                    ((n - 1) * KILN_MAX(o->hstride, 1U) + 1) * eu_type_size(o->type));
}

static void add_read(struct scoreboard_step *step, struct scoreboard_range r)
{
    for (unsigned i = 0; i < SCOREBOARD_READS && r.count; i++)
        if (!step->reads[i].count) {
            step->reads[i] = r;
            return;
        }
}

static struct scoreboard_range registers(unsigned first, unsigned count)
{
    return (struct scoreboard_range){(uint16_t)(SCOREBOARD_GRF + first), (uint16_t)count};
}

// Do products of its factors have more than 32 bits on the way?
static bool multiplies_dwords(const struct eu_inst *inst)
{
    const struct eu_operand *factor = inst->op == EU_OP_MAD ? &inst->src[1] : &inst->src[0];
    return (inst->op == EU_OP_MUL || inst->op == EU_OP_MAD) && !mir_is_float(inst->dst.type) &&
           eu_type_size(factor[0].type) >= 4 && eu_type_size(factor[1].type) >= 4;
}

static bool goes_with_math(const struct kiln_target *t, const struct eu_inst *inst)
{
    if (!kiln_target_computes_doubles_in_math(t) || eu_op_is_branch(inst->op))
        return false;
    bool any = inst->dst.file && inst->dst.type == EU_TYPE_DF;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++)
        any |= inst->src[i].type == EU_TYPE_DF;
    return any;
}

static uint8_t pipe_of(const struct kiln_target *t, const struct eu_inst *inst)
{
    bool wide = inst->dst.file && eu_type_size(inst->dst.type) >= 8;
    if (kiln_target_waits(t).pipes == 1)
        return 0;
    if (kiln_target_has_math_pipe(t))
        return inst->op == EU_OP_MATH          ? SCOREBOARD_MATHS
               : !mir_is_float(inst->dst.type) ? SCOREBOARD_INTEGERS
               : wide                          ? SCOREBOARD_LONGS
                                               : SCOREBOARD_FLOATS;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++)
        wide |= eu_type_size(inst->src[i].type) >= 8;
    return wide || multiplies_dwords(inst) ? SCOREBOARD_LONGS
           : mir_is_float(inst->dst.type)  ? SCOREBOARD_FLOATS
                                           : SCOREBOARD_INTEGERS;
}

static void describe_message(struct scoreboard_step *step, const struct eu_inst *inst,
                             const uint8_t lengths[3])
{
    for (unsigned i = 0; i < 2; i++)
        if (lengths[i] && is_general(&inst->src[i]))
            add_read(step, registers(inst->src[i].reg, lengths[i]));
    if (lengths[2] && is_general(&inst->dst))
        step->write = registers(inst->dst.reg, lengths[2]);
    if (inst->desc_in_reg || inst->ex_desc_in_reg)
        add_read(step, (struct scoreboard_range){SCOREBOARD_ADDR, 1});
}

static void describe_systolic(struct scoreboard_step *step, const struct kiln_target *target,
                              const struct eu_inst *inst)
{
    const unsigned row = KILN_SYSTOLIC_ROW_BYTES,
                   of_a = (inst->count * row + target->grf_bytes - 1) / target->grf_bytes;
    const unsigned counts[] = {inst->count, inst->depth, of_a};
    for (unsigned i = 0; i < 3; i++)
        if (is_general(&inst->src[i]))
            add_read(step, registers(inst->src[i].reg, counts[i]));
    step->write = registers(inst->dst.reg, inst->count);
}

void scoreboard_describe(struct scoreboard_step *step, const struct kiln_target *target, struct eu_inst *inst,
                         const uint8_t lengths[3])
{
    *step = (struct scoreboard_step){.inst = inst, .to = {SCOREBOARD_NOWHERE, SCOREBOARD_NOWHERE}};
    step->unordered = eu_op_is_send(inst->op) || inst->op == EU_OP_DPAS ||
                      (inst->op == EU_OP_MATH && !kiln_target_has_math_pipe(target)) ||
                      goes_with_math(target, inst);
    if (eu_op_is_send(inst->op)) {
        describe_message(step, inst, lengths);
        return;
    }
    if (inst->op == EU_OP_DPAS) {
        describe_systolic(step, target, inst);
        return;
    }
    if (eu_op_is_branch(inst->op) || inst->op == EU_OP_SYNC || inst->op == EU_OP_NOP)
        return;
    step->pipe = pipe_of(target, inst);
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++) {
        if (inst->src[i].indirect)
            add_read(step, (struct scoreboard_range){SCOREBOARD_ADDR, 1});
        add_read(step, source_range(step, target, &inst->src[i], inst->exec_size));
    }
    step->write = destination_range(step, target, &inst->dst, inst->exec_size);
    const bool mach = inst->op == EU_OP_MACH || inst->op == EU_OP_MACL;
    if (inst->op == EU_OP_MAC || mach)
        add_read(step, (struct scoreboard_range){SCOREBOARD_ACC, 1});
    step->writes_acc = inst->acc_wr || inst->op == EU_OP_ADDC || inst->op == EU_OP_SUBB || mach;
}

void scoreboard_add_indirect(struct scoreboard_step *step, const struct kiln_target *target, uint32_t at,
                             uint32_t bytes, bool written)
{
    if (written)
        step->write = range_of(target, at, bytes);
    else
        add_read(step, range_of(target, at, bytes));
}
