// What selection makes by mir/ir/builder.h, where it is: short names. Included by ctx.h.
#ifndef KILN_COMPILER_ISEL_MAKE_H
#define KILN_COMPILER_ISEL_MAKE_H

#define isel_is_scalar mir_is_scalar
#define isel_retype mir_retype
#define isel_lanes mir_lanes
#define isel_on_lanes mir_on_lanes
#define isel_address_of mir_address_of
#define isel_through mir_through

static inline struct mir_operand isel_temp(struct isel_ctx *x, enum eu_type t, bool divergent)
{
    return mir_temp(&x->m, t, divergent);
}

static inline struct mir_operand isel_block_vreg(struct isel_ctx *x, uint32_t bytes, enum eu_type t,
                                                 bool uniform)
{
    return mir_packed(&x->m, bytes, t, uniform);
}

static inline struct mir_operand isel_flag_new(struct isel_ctx *x, bool uniform)
{
    return mir_new_flag(&x->m, uniform);
}

static inline struct mir_operand isel_plain(struct isel_ctx *x, struct mir_operand o)
{
    return mir_plain(&x->m, o);
}

static inline struct mir_operand isel_in_reg(struct isel_ctx *x, struct mir_operand o, enum eu_type t)
{
    return mir_in_reg(&x->m, o, t);
}

static inline struct mir_inst *isel_op1(struct isel_ctx *x, unsigned op, struct mir_operand dst,
                                        struct mir_operand a)
{
    return mir_op1(&x->m, op, dst, a);
}

static inline struct mir_inst *isel_op2(struct isel_ctx *x, unsigned op, struct mir_operand dst,
                                        struct mir_operand a, struct mir_operand b)
{
    return mir_op2(&x->m, op, dst, a, b);
}

static inline struct mir_inst *isel_mov(struct isel_ctx *x, struct mir_operand dst, struct mir_operand a)
{
    return mir_mov(&x->m, dst, a);
}

static inline uint32_t isel_shared_address(struct isel_ctx *x, struct mir_operand by,
                                           struct mir_operand place)
{
    return mir_shared_address(&x->m, by, place);
}

static inline struct mir_inst *isel_at_start(struct isel_ctx *x, unsigned op, unsigned exec_size,
                                             struct mir_operand dst, struct mir_operand a)
{
    return mir_at_start(x->s, op, exec_size, dst, a);
}

static inline struct mir_operand isel_pool(struct isel_ctx *x, enum eu_type t, uint64_t bits)
{
    return mir_pool(x->s, t, bits);
}

static inline struct mir_operand isel_lane_index(struct isel_ctx *x)
{
    return mir_lane_index(x->s);
}

static inline struct mir_operand isel_first_lane(struct isel_ctx *x)
{
    return mir_first_lane(&x->m);
}

static inline struct mir_operand isel_read_lane(struct isel_ctx *x, struct mir_operand vec,
                                                struct mir_operand lane)
{
    return mir_read_lane(&x->m, vec, lane);
}

static inline struct mir_operand isel_payload_vector(struct isel_ctx *x, struct mir_operand o, enum eu_type t)
{
    return mir_whole_vector(&x->m, o, t);
}

#endif
