// The parts of the validator. Each check is true, or false with "rule: what is wrong" in err. Private to
// src/isa.
#ifndef KILN_ISA_VALIDATE_VALIDATE_H
#define KILN_ISA_VALIDATE_VALIDATE_H

#include "isa/table/tables.h"

// RULE("name", condition that is wrong, "text"...): leaves the function when broken.
#define EU_RULE(name, wrong, ...)                                                                            \
    do {                                                                                                     \
        if (wrong)                                                                                           \
            return eu_fail(err, name ": " __VA_ARGS__);                                                      \
    } while (0)

bool eu_validate_types(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err);
bool eu_validate_regions(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err);
bool eu_validate_ternary(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err);
bool eu_validate_lowpower(const struct eu_inst *inst, struct eu_error *err);
bool eu_validate_gen75(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err);
// Of Gen12.5: what its pipes of floats and 64 bits cannot, its products of matrices, its load-store units.
bool eu_validate_pipes(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err);
bool eu_validate_xe2(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err);
bool eu_validate_systolic(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err);
bool eu_validate_lsc(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err);
bool eu_validate_send(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err);

// The type that the instruction computes in: of its sources, not of its destination (but for mixed float).
enum eu_type eu_exec_type(const struct eu_inst *inst);
bool eu_is_mixed_float(const struct eu_inst *inst);
bool eu_is_raw_mov(const struct eu_inst *inst);

// Of an operand whose last element lies at byte `last` from the start of its first register.
static inline bool eu_spans_too_many(const struct kiln_target *t, unsigned last)
{
    return last >= 2u * t->grf_bytes;
}

// Registers that a thread may have: on Xe3 a kernel says how many, up to all that can be named.
static inline unsigned eu_thread_registers(const struct kiln_target *t)
{
    return t->isa >= KILN_ISA_XE3 ? eu_grf_count(t->isa) : t->grf_count;
}

static inline bool eu_passes_end(const struct kiln_target *t, const struct eu_operand *o, unsigned last)
{
    return o->file == EU_FILE_GRF && o->reg + last / t->grf_bytes >= eu_thread_registers(t);
}

static inline bool eu_is_null(const struct eu_operand *o)
{
    return o->file == EU_FILE_ARF && !o->indirect && o->reg >> 4 == EU_ARF_NULL >> 4;
}

static inline bool eu_is_acc(const struct eu_operand *o)
{
    return o->file == EU_FILE_ARF && !o->indirect && o->reg >> 4 == EU_ARF_ACC >> 4;
}

static inline bool eu_is_scalar_region(const struct eu_operand *o)
{
    return o->vstride == 0 && o->width == 1 && o->hstride == 0;
}

// An instruction with explicit operands that types and regions apply to.
static inline bool eu_is_alu(const struct eu_inst *inst)
{
    unsigned f = eu_ops[inst->op].format;
    return f == EU_FMT_BASIC1 || f == EU_FMT_BASIC2 || f == EU_FMT_MATH;
}

#endif
