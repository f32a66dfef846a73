// The rules of Gen12.5 for what its pipe of floats and its pipe of 64 bits compute: neither moves data
// between channels. Its bfloat16, and products of a doubleword and less.
//
// Source: Mesa 25.0.7 brw_eu_validate.c (special_requirements_for_handling_double_precision_data_types,
// instruction_restrictions), which quotes the specification's "Register Region Restrictions"; IGC
// G4_Verifier.cpp (verifyBFMixedMode). Where Intel's compiler emits what Mesa refuses, the rule is what both
// keep: halves and floats mix as they did before.
#include "isa/validate/validate.h"

static bool is_dword(enum eu_type t)
{
    return t == EU_TYPE_D || t == EU_TYPE_UD;
}

static bool is_dword_product(const struct eu_inst *inst)
{
    return inst->op == EU_OP_MUL && is_dword(inst->src[0].type) && is_dword(inst->src[1].type);
}

static bool is_long(const struct eu_inst *inst)
{
    return eu_type_size(inst->dst.type) == 8 || eu_type_size(eu_exec_type(inst)) == 8 ||
           is_dword_product(inst);
}

// An architecture register that has a pipe's data.
static bool is_data(const struct eu_operand *o)
{
    return o->file != EU_FILE_ARF || eu_is_null(o) || eu_is_acc(o);
}

static unsigned step(const struct eu_operand *s)
{
    return (s->width > 1 ? s->hstride : s->vstride) * eu_type_size(s->type);
}

// Does each element lie where the destination's does?
static bool stays(const struct eu_inst *inst, const struct eu_operand *s)
{
    const struct eu_operand *d = &inst->dst;
    if (s->file == EU_FILE_IMM || eu_is_scalar_region(s) || inst->exec_size == 1)
        return true;
    const bool one_stride =
        s->width == 1 || s->hstride * s->width == s->vstride || s->width == inst->exec_size;
    if (!one_stride || eu_is_null(d))
        return one_stride;
    return step(s) == d->hstride * eu_type_size(d->type) &&
           (s->indirect || d->indirect || s->subreg == d->subreg);
}

static bool check_src(const struct eu_inst *inst, unsigned i, bool fixed, struct eu_error *err)
{
    const struct eu_operand *s = &inst->src[i], *d = &inst->dst;
    const bool vxh = s->indirect && s->vstride == EU_VSTRIDE_VXH;
    if (s->file == EU_FILE_IMM)
        return true;
    EU_RULE("indirect-float", vxh && (eu_type_is_float(s->type) || eu_type_size(s->type) == 8),
            "source %u :%s has an address for each channel", i, eu_type_name(s->type));
    if (!fixed)
        return true;
    EU_RULE("pipe-arf", !is_data(s), "source %u of a float or 64-bit instruction is an architecture register",
            i);
    EU_RULE("channel-moves", !vxh && !stays(inst, s),
            "source %u :%s does not lie as the destination :%s does", i, eu_type_name(s->type),
            eu_type_name(d->type));
    return true;
}

// "When multiplying a DW and any lower precision integer, source modifier is not supported" (Wa_1604601757).
static bool check_product(const struct eu_inst *inst, struct eu_error *err)
{
    const enum eu_type a = inst->src[0].type, b = inst->src[1].type;
    if (inst->op != EU_OP_MUL || is_dword(a) == is_dword(b) || eu_type_is_float(a) || eu_type_is_float(b))
        return true;
    for (unsigned i = 0; i < 2; i++)
        EU_RULE("product-modifier",
                inst->src[i].file != EU_FILE_IMM && !is_dword(inst->src[i].type) &&
                    (inst->src[i].negate || inst->src[i].abs),
                "source %u of a product with a doubleword has a modifier", i);
    return true;
}

static bool is_bf(const struct eu_operand *o)
{
    return o->file != EU_FILE_IMM && o->type == EU_TYPE_BF;
}

// Where data of bfloat16 may lie: packed in one half of a register, or a destination spread out.
static bool lies_well(const struct kiln_target *t, const struct eu_inst *inst, const struct eu_operand *o,
                      bool is_dst)
{
    if (inst->exec_size == 1)
        return true;
    if (is_dst && o->hstride == 2)
        return o->subreg <= 2;
    return (is_dst ? o->hstride : step(o) / 2) == 1 && o->subreg % (t->grf_bytes / 2u) == 0;
}

static unsigned count_bf(const struct eu_inst *inst)
{
    unsigned n = is_bf(&inst->dst);
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++)
        n += is_bf(&inst->src[i]);
    return n;
}

static bool check_bf(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const unsigned n = eu_inst_num_srcs(inst), any = count_bf(inst);
    // :bf to :f is a shift, and to itself a copy.
    if (!any || (inst->op == EU_OP_MOV && is_bf(&inst->src[0])))
        return true;
    EU_RULE("bfloat-pure", any == n + 1, "%s of bfloat16 alone", eu_op_name(inst->op));
    EU_RULE("bfloat-size", inst->exec_size > kiln_target_native_width(t), "%s of bfloat16 in %u channels",
            eu_op_name(inst->op), inst->exec_size);
    EU_RULE("bfloat-factor", (inst->op == EU_OP_MUL || inst->op == EU_OP_MAC) && is_bf(&inst->src[1]),
            "source 1 of %s is bfloat16", eu_op_name(inst->op));
    for (unsigned i = 0; i < n; i++) {
        const struct eu_operand *s = &inst->src[i];
        EU_RULE("bfloat-scalar", is_bf(s) && inst->exec_size > 1 && eu_is_scalar_region(s),
                "source %u is one bfloat16 for all", i);
        EU_RULE("bfloat-region", is_bf(s) && !lies_well(t, inst, s, false),
                "source %u of bfloat16 is not packed", i);
    }
    EU_RULE("bfloat-region", is_bf(&inst->dst) && !lies_well(t, inst, &inst->dst, true),
            "the destination of bfloat16");
    return true;
}

// Xe2's floats of 8 bits, which conversions alone have: they pack and unpack as halves do.
static bool has_small_float(const struct eu_inst *inst)
{
    const struct eu_operand *d = &inst->dst, *s = &inst->src[0];
    return (eu_type_is_float(d->type) && eu_type_size(d->type) == 1) ||
           (eu_type_is_float(s->type) && eu_type_size(s->type) == 1);
}

// From Xe2 Intel's compiler moves the low halves of quadwords to a0; xe2.c has what s0 takes.
static bool is_late_destination(const struct kiln_target *t, const struct eu_operand *d)
{
    return d->file == EU_FILE_ARF && ((t->isa >= KILN_ISA_XE2 && (d->reg & 0xf0) == EU_ARF_ADDR) ||
                                      (t->isa >= KILN_ISA_XE3 && d->reg == EU_ARF_SCALAR));
}

bool eu_validate_pipes(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst;
    if (!eu_is_alu(inst) || eu_is_macro(inst))
        return true;
    const bool mixed = eu_is_mixed_float(inst) || count_bf(inst) || has_small_float(inst);
    const bool fixed = (eu_type_is_float(d->type) || is_long(inst)) && !mixed;
    EU_RULE("pipe-arf", fixed && !is_data(d) && !is_late_destination(t, d),
            "the destination of a float or 64-bit instruction is an architecture register");
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++)
        if (!check_src(inst, i, fixed, err))
            return false;
    return check_product(inst, err) && check_bf(t, inst, err);
}
