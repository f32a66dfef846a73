// See jit/ir/float_kind.h.
#include "sim/jit/ir/float_kind.h"

#include "sim/eu/fast.h"

static bool all_sources(const struct sim_uop *u, unsigned t)
{
    for (unsigned k = 0; k < 3; k++)
        if (u->src[k].kind && u->src[k].type != t)
            return false;
    return u->src[0].kind != SIM_SRC_NONE;
}

bool jit_float_has_mods(const struct sim_uop *u)
{
    for (unsigned k = 0; k < 3; k++)
        if (u->src[k].kind && (u->src[k].neg || u->src[k].abs))
            return true;
    return false;
}

bool jit_float_is_integer(unsigned t)
{
    return t != EU_TYPE_F && t != EU_TYPE_HF && t != EU_TYPE_DF;
}

bool jit_float_is_signed(unsigned t)
{
    return t == EU_TYPE_D || t == EU_TYPE_W || t == EU_TYPE_B || t == EU_TYPE_Q;
}

// Whether one type has an operation in halves or doubles.
static bool computes(const struct sim_uop *u)
{
    switch (u->op) {
    case EU_OP_ADD:
    case EU_OP_MUL:
    case EU_OP_MAD:
    case EU_OP_MOV:
        return true;
    case EU_OP_FRC:
    case EU_OP_RNDU:
    case EU_OP_RNDD:
    case EU_OP_RNDE:
    case EU_OP_RNDZ:
        return u->exec == SIM_EXEC_HF;
    case EU_OP_CMP:
        return u->cmod && !u->sat;
    case EU_OP_SEL:
        return !u->sat && (u->cmod ? !u->pred && (u->cmod == EU_CMOD_L || u->cmod == EU_CMOD_GE) : u->pred);
    case EU_OP_MATH:
        return u->exec == SIM_EXEC_HF && u->math >= EU_MATH_INV && u->math <= EU_MATH_POW;
    default:
        return false;
    }
}

static enum jit_float_kind move_kind(const struct sim_uop *u)
{
    unsigned from = u->src[0].type, to = u->dst.type;
    if (from == to || (jit_float_is_integer(from) && jit_float_is_integer(to)))
        return JIT_NONE;
    if (u->sat || u->cmod)
        return JIT_NONE;
    if (from == EU_TYPE_HF)
        return to == EU_TYPE_F || (jit_float_is_integer(to) && u->dst.size <= 4) ? JIT_HALF_TO : JIT_NONE;
    if (from == EU_TYPE_DF)
        return to == EU_TYPE_F || (jit_float_is_integer(to) && u->dst.size == 4) ? JIT_DOUBLE_TO : JIT_NONE;
    if (from == EU_TYPE_F)
        return to == EU_TYPE_HF || to == EU_TYPE_DF || u->dst.size <= 2 ? JIT_FLOAT_TO : JIT_NONE;
    if (jit_float_has_mods(u) || u->src[0].acc)
        return JIT_NONE;
    return (to == EU_TYPE_HF || to == EU_TYPE_DF) && u->src[0].size <= 4 ? JIT_INT_TO : JIT_NONE;
}

static bool one_signedness(const struct sim_uop *u)
{
    return jit_float_is_signed(u->src[0].type) == jit_float_is_signed(u->src[1].type);
}

static enum jit_float_kind integer_kind(const struct sim_uop *u)
{
    bool plain = u->exec == SIM_EXEC_INT && !u->sat && !u->acc_wr && !jit_float_has_mods(u) &&
                 jit_float_is_integer(u->dst.type);
    if (u->info->fast == SIM_FAST_KIND_ACC_MUL)
        return JIT_ACC_MUL;
    if (u->info->fast == SIM_FAST_KIND_ACC_MACH)
        return u->dst.arf == 0xff ? JIT_ACC_MACH : JIT_NONE;
    if (!plain || u->info->fast || u->src[0].acc || u->src[1].acc)
        return JIT_NONE;
    if (u->op == EU_OP_MATH)
        return (u->math == EU_MATH_INT_DIV_QUOTIENT || u->math == EU_MATH_INT_DIV_REMAINDER) && !u->cmod &&
                       u->dst.size == 4 && u->src[0].size <= 4 && u->src[1].size <= 4
                   ? JIT_DIVIDE
                   : JIT_NONE;
    bool chooses = u->op == EU_OP_SEL && !u->pred && (u->cmod == EU_CMOD_L || u->cmod == EU_CMOD_GE);
    return (chooses || u->op == EU_OP_CMP) && u->cmod <= EU_CMOD_LE && u->cmod && one_signedness(u)
               ? JIT_COMPARE_LONG
               : JIT_NONE;
}

enum jit_float_kind jit_float_kind_of(const struct sim_uop *u)
{
    if (u->info->pseudo || u->special || jit_op_is_send(u->op) || jit_is_flow(u))
        return JIT_NONE;
    enum jit_float_kind i = integer_kind(u);
    if (i != JIT_NONE || u->info->fast || u->acc_wr)
        return i;
    if (u->op == EU_OP_MOV && move_kind(u) != JIT_NONE)
        return move_kind(u);
    if (u->cmod > EU_CMOD_LE || !computes(u))
        return JIT_NONE;
    if (u->exec == SIM_EXEC_HF && all_sources(u, EU_TYPE_HF))
        return u->op == EU_OP_CMP || u->dst.type == EU_TYPE_HF ? JIT_HALF : JIT_NONE;
    if (u->exec == SIM_EXEC_DF && all_sources(u, EU_TYPE_DF))
        return u->op == EU_OP_CMP || u->dst.type == EU_TYPE_DF ? JIT_DOUBLE : JIT_NONE;
    return JIT_NONE;
}

bool jit_float_uses_half(const struct sim_uop *u)
{
    return u->src[0].type == EU_TYPE_HF || u->dst.type == EU_TYPE_HF;
}

bool jit_float_ok(const struct sim_uop *u)
{
    enum jit_float_kind kind = jit_float_kind_of(u);
    if (kind == JIT_NONE || (jit_float_uses_half(u) && !jit_host_has_f16c()))
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (!jit_src_ok(u, i))
            return false;
    if (kind == JIT_ACC_MUL)
        return u->dst.base >= SIM_RF_ACC && u->dst.base % 4 == 0 &&
               u->dst.base + 4 * u->n <= SIM_RF_ACC + 2 * SIM_GRF_BYTES;
    return jit_dst_ok(u) && (u->dst.null || !u->dst.acc) && (u->dst.null || u->dst.arf == 0xff);
}

uint32_t jit_float_needs(const struct sim_uop *u)
{
    uint32_t mode = 0;
    if (!jit_float_ok(u))
        return 0;
    if (jit_float_uses_half(u))
        mode |= SIM_CR0_HF_DENORM;
    if (u->src[0].type == EU_TYPE_DF || u->dst.type == EU_TYPE_DF)
        mode |= SIM_CR0_DF_DENORM;
    return mode;
}
