// The software scoreboard's field, from Gen12: what an instruction waits for, and the token that it sets.
//
// A distance counts in one pipe; a token is set, or waited for until the operands of its message have been
// read, or its result is written. Which distances and tokens go together depends on the instruction; Gen12
// and Gen12.5 have one such form, Xe2 has three, of which two bits of the field tell. Source: Mesa 25.0.7
// brw_eu_defines.h (tgl_swsb_encode, tgl_swsb_decode); IGA's iga_types_swsb.cpp; iga64 -p=12p1, 12p71, 2, 3.
#include "isa/encoding/gen12.h"

enum { DISTANCE_BITS = 3, NO_ACC_SET = 0xf0 };

// Codes of a distance by pipe and of a token by mode, and the bits of a token's number.
static const struct layout {
    uint8_t pipes[EU_PIPE_SCALAR + 1], modes[EU_TOKEN_DST + 1], token_bits;
} layouts[2] = {
    {.pipes = {[EU_PIPE_ALL] = 0x08, [EU_PIPE_FLOAT] = 0x10, [EU_PIPE_INT] = 0x18, [EU_PIPE_LONG] = 0x50},
     .modes = {[EU_TOKEN_SET] = 0x40, [EU_TOKEN_SRC] = 0x30, [EU_TOKEN_DST] = 0x20},
     .token_bits = 4},
    {.pipes = {[EU_PIPE_ALL] = 0x08,
               [EU_PIPE_FLOAT] = 0x10,
               [EU_PIPE_INT] = 0x18,
               [EU_PIPE_LONG] = 0x20,
               [EU_PIPE_MATH] = 0x28,
               [EU_PIPE_SCALAR] = 0x30},
     .modes = {[EU_TOKEN_SET] = 0xc0, [EU_TOKEN_SRC] = 0xa0, [EU_TOKEN_DST] = 0x80},
     .token_bits = 5},
};

// A distance together with a token: what the two high bits of Xe2's field (1 to 3) say, by instruction.
struct both {
    enum eu_token_mode mode;
    enum eu_pipe pipe;
};
static const struct both both_xe2[3][4] = {
    {{0}, {EU_TOKEN_DST, EU_PIPE_OWN}, {EU_TOKEN_SRC, EU_PIPE_OWN}, {EU_TOKEN_DST, EU_PIPE_ALL}},
    {{0},
     {EU_TOKEN_SET, EU_PIPE_ALL},
     {EU_TOKEN_SET, EU_PIPE_FLOAT},
     {EU_TOKEN_SET, EU_PIPE_INT}},                                                                // messages
    {{0}, {EU_TOKEN_SET, EU_PIPE_OWN}, {EU_TOKEN_SRC, EU_PIPE_OWN}, {EU_TOKEN_DST, EU_PIPE_OWN}}, // dpas
};

static const struct layout *layout_of(enum kiln_isa isa)
{
    return &layouts[isa >= KILN_ISA_XE2];
}

// Instructions that finish out of order: a token with a distance is one that they set. Math does until
// Gen12.5.
static bool is_unordered(const struct eu_inst *inst)
{
    return eu_op_is_send(inst->op) || inst->op == EU_OP_MATH || eu_ops[inst->op].format == EU_FMT_SYSTOLIC;
}

static struct both both_of(enum kiln_isa isa, const struct eu_inst *inst, unsigned code)
{
    if (isa >= KILN_ISA_XE2)
        return both_xe2[eu_op_is_send(inst->op)                      ? 1
                        : eu_ops[inst->op].format == EU_FMT_SYSTOLIC ? 2
                                                                     : 0][code & 3];
    // From Gen12.5 a message, which has no pipe of its own, waits for all.
    return (struct both){is_unordered(inst) ? EU_TOKEN_SET : EU_TOKEN_DST,
                         isa >= KILN_ISA_GEN125 && eu_op_is_send(inst->op) ? EU_PIPE_ALL : EU_PIPE_OWN};
}

static unsigned both_code(enum kiln_isa isa, const struct eu_inst *inst)
{
    for (unsigned code = isa >= KILN_ISA_XE2 ? 1 : 3; code <= 3; code++) {
        struct both b = both_of(isa, inst, code);
        if (b.mode == inst->swsb.mode && b.pipe == inst->swsb.pipe)
            return code;
    }
    return 0;
}

bool eu_scoreboard_encode(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_swsb *s = &inst->swsb;
    const struct layout *l = layout_of(q->isa);
    bool both = s->distance && s->mode;
    if (s->distance > 7 || s->token >= eu_token_count(q->isa) || (unsigned)s->mode > EU_TOKEN_DST ||
        (unsigned)s->pipe > EU_PIPE_SCALAR)
        return eu_fail(err, "scoreboard: distance %u, token %u", s->distance, s->token);
    if (s->pipe > eu_last_pipe(q->isa) || (s->pipe && !s->distance))
        return eu_fail(err, "scoreboard: pipe %u beside distance %u", s->pipe, s->distance);
    if (s->no_acc_set && (q->isa < KILN_ISA_XE2 || s->distance || s->mode))
        return eu_fail(err, "scoreboard: NoAccSBSet beside others");
    unsigned code = both ? both_code(q->isa, inst) : 0;
    if (both && !code && s->pipe)
        return eu_fail(err, "scoreboard: pipe %u beside distance %u and a token", s->pipe, s->distance);
    if (both && !code)
        return eu_fail(err, "scoreboard: such a token does not go with a distance");
    if (both && q->isa >= KILN_ISA_XE2)
        code = code << 8;
    else if (both)
        code = 0x80;
    if (both)
        code |= (unsigned)s->distance << l->token_bits | s->token;
    else if (s->mode)
        code = l->modes[s->mode] | (unsigned)s->token;
    else
        code = s->no_acc_set ? NO_ACC_SET : l->pipes[s->pipe] | (unsigned)s->distance;
    EU_SET(q, SWSB, code);
    return true;
}

static bool take_distance(const struct eu_bits *q, const struct layout *l, unsigned x, struct eu_swsb *s)
{
    for (unsigned p = 0; p <= eu_last_pipe(q->isa); p++) {
        if ((x & ~7u) != l->pipes[p])
            continue;
        *s = (struct eu_swsb){.distance = (uint8_t)(x & 7), .pipe = (enum eu_pipe)p};
        return s->distance || !x;
    }
    return false;
}

static bool take_token(const struct layout *l, unsigned x, struct eu_swsb *s)
{
    unsigned mask = (1u << l->token_bits) - 1;
    for (unsigned m = EU_TOKEN_SET; m <= EU_TOKEN_DST; m++) {
        if ((x & ~mask) != l->modes[m])
            continue;
        *s = (struct eu_swsb){.token = (uint8_t)(x & mask), .mode = (enum eu_token_mode)m};
        return true;
    }
    return false;
}

bool eu_scoreboard_decode(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    unsigned x = (unsigned)EU_GET(q, SWSB);
    const struct layout *l = layout_of(q->isa);
    bool xe2 = q->isa >= KILN_ISA_XE2, both = xe2 ? x >> 8 : x & 0x80;
    struct eu_swsb *s = &inst->swsb;
    if (both) {
        struct both b = both_of(q->isa, inst, x >> 8);
        *s = (struct eu_swsb){(uint8_t)(x >> l->token_bits & ((1u << DISTANCE_BITS) - 1)),
                              (uint8_t)(x & ((1u << l->token_bits) - 1)), b.mode, b.pipe, false};
        return s->distance || eu_fail(err, "reserved-scoreboard: 0x%02x", x);
    }
    if (xe2 && x == NO_ACC_SET) {
        *s = (struct eu_swsb){.no_acc_set = true};
        return true;
    }
    return take_token(l, x, s) || take_distance(q, l, x, s) || eu_fail(err, "reserved-scoreboard: 0x%02x", x);
}
