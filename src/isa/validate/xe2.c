// The rules that came with Xe2 and Xe3: regions of bytes and words within registers of 64 bytes, what
// messages wait for, and the scalar register s0.
//
// Source: Mesa 25.0.7 brw_eu_validate.c (register_region_special_restrictions, which follows BSpec 56640
// "Special Restrictions"; scalar_register_restrictions, BSpec 71168); IGA iga_types_swsb.cpp (verify).
#include "isa/validate/validate.h"

// Elements of fewer than four bytes, of which several fall into a doubleword's channel: a source with a
// stride below `free` may lie anywhere, one with an `exact` stride only where `times` the destination's
// element and the source's divided by `divisor` are alike modulo `modulo`. Others cannot be read.
static const struct narrow {
    uint8_t src, dst, dst_stride, free;
    struct exact {
        uint8_t stride, times, modulo, divisor;
    } exact[2];
} narrow[] = {
    {2, 2, 1, 2, {{2, 1, 16, 2}}},
    {2, 1, 2, 2, {{2, 1, 32, 1}}},
    {1, 2, 1, 4, {{4, 2, 16, 2}, {8, 2, 8, 4}}},
    {1, 1, 2, 4, {{4, 1, 32, 2}, {8, 1, 16, 4}}},
    {1, 1, 1, 2, {{2, 1, 32, 2}, {4, 1, 16, 4}}},
};

static unsigned stride_of(const struct eu_operand *s)
{
    return s->width == 1 ? s->vstride : s->hstride;
}

static bool is_uniform(const struct eu_operand *s)
{
    return s->width == 1 || s->hstride * s->width == s->vstride;
}

// Packed bytes of packed bytes in rows of two.
static bool pairs_fit(const struct eu_operand *s, unsigned to)
{
    const unsigned v = s->vstride, h = s->hstride, from = s->subreg;
    if ((h <= 1 && v < 4) || (h == 2 && v < 2))
        return true;
    if (h == 1)
        return v == 4 && to % 32 == 2 * (from / 4) && from % 2 == 0;
    return v == 2 * h && (h == 2 || h == 4) && to % 32 == from / h;
}

static bool fits(const struct narrow *n, const struct eu_operand *s, unsigned to)
{
    const unsigned stride = stride_of(s), from = s->subreg / n->src;
    if (stride < n->free)
        return true;
    for (unsigned i = 0; i < 2 && is_uniform(s); i++)
        if (n->exact[i].stride == stride)
            return to * n->exact[i].times % n->exact[i].modulo == from / n->exact[i].divisor;
    return false;
}

static bool region_fits(const struct eu_inst *inst, unsigned i)
{
    const struct eu_operand *s = &inst->src[i], *d = &inst->dst;
    const unsigned size = eu_type_size(s->type), out = eu_type_size(d->type), to = d->subreg / out;
    if (s->file != EU_FILE_GRF || s->indirect || d->indirect || size >= 4 || d->hstride * out >= 4)
        return true;
    if (out == 1 && d->hstride == 1 && size == 1 && s->width == 2)
        return i == 0 && (is_uniform(s) || d->subreg % 4 == 0) && pairs_fit(s, to);
    for (unsigned n = 0; n < sizeof(narrow) / sizeof(narrow[0]); n++)
        if (narrow[n].src == size && narrow[n].dst == out && narrow[n].dst_stride == d->hstride)
            return (i == 0 || size == 2) && (is_uniform(s) || d->subreg % 4 == 0) && fits(&narrow[n], s, to);
    return false;
}

static bool is_scalar_register(const struct eu_operand *o)
{
    return o->file == EU_FILE_ARF && !o->indirect && o->reg == EU_ARF_SCALAR;
}

static bool check_scalar(const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst, *s = &inst->src[0];
    for (unsigned i = 1; i < eu_inst_num_srcs(inst); i++)
        EU_RULE("scalar-source", is_scalar_register(&inst->src[i]), "source %u is s0", i);
    if (!is_scalar_register(d))
        return true;
    EU_RULE("scalar-destination", inst->op != EU_OP_MOV, "%s to s0", eu_op_name(inst->op));
    EU_RULE("scalar-destination",
            d->type != s->type || eu_type_is_float(d->type) || eu_type_size(d->type) == 1, "s0 as :%s of :%s",
            eu_type_name(d->type), eu_type_name(s->type));
    EU_RULE("scalar-destination", s->file == EU_FILE_IMM && (inst->exec_size != 1 || inst->cmod),
            "%u channels of an immediate to s0", inst->exec_size);
    return true;
}

// What a message waits for is said together with the token that it sets; but one that ends its thread sets
// none (code of ANV 26.2 for Battlemage).
bool eu_validate_xe2(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_swsb *w = &inst->swsb;
    EU_RULE("scoreboard-message",
            eu_op_is_send(inst->op) && !inst->eot && (w->distance || w->mode) && w->mode != EU_TOKEN_SET,
            "a message that waits sets a token");
    if (!eu_is_alu(inst) && !eu_op_is_ternary(inst->op))
        return true;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst) && i < 2 && !eu_is_macro(inst); i++)
        EU_RULE("narrow-region", !region_fits(inst, i), "source %u :%s at byte %u for :%s at byte %u", i,
                eu_type_name(inst->src[i].type), inst->src[i].subreg, eu_type_name(inst->dst.type),
                inst->dst.subreg);
    return t->isa < KILN_ISA_XE3 || check_scalar(inst, err);
}
