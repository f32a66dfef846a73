// Rules on operand types: what an opcode takes, conversions, and mixed half and single float.
// Sources: PRM SKL vol7 "General Restrictions Based on Operand Types", "Special Restrictions for Handling
// Mixed Mode Float Operations", mov; the type lists of table/ops.def.
#include "isa/validate/validate.h"

// The type that an operand computes in: bytes as words.
static enum eu_type compute_type(enum eu_type t)
{
    switch (t) {
    case EU_TYPE_VF:
        return EU_TYPE_F;
    case EU_TYPE_UQ:
    case EU_TYPE_Q:
        return EU_TYPE_Q;
    case EU_TYPE_UD:
    case EU_TYPE_D:
        return EU_TYPE_D;
    case EU_TYPE_F:
    case EU_TYPE_DF:
    case EU_TYPE_HF:
        return t;
    case EU_TYPE_BF:
    case EU_TYPE_TF32:
        return EU_TYPE_F;
    case EU_TYPE_BF8:
    case EU_TYPE_HF8:
        return EU_TYPE_HF;
    default:
        return EU_TYPE_W;
    }
}

static bool are_mixed(enum eu_type a, enum eu_type b)
{
    return (a == EU_TYPE_F && b == EU_TYPE_HF) || (a == EU_TYPE_HF && b == EU_TYPE_F);
}

bool eu_is_mixed_float(const struct eu_inst *inst)
{
    unsigned n = eu_inst_num_srcs(inst);
    enum eu_type d = inst->dst.type, a = inst->src[0].type, b = n > 1 ? inst->src[1].type : a;
    return are_mixed(a, d) || are_mixed(b, d) || are_mixed(a, b);
}

enum eu_type eu_exec_type(const struct eu_inst *inst)
{
    unsigned n = eu_inst_num_srcs(inst);
    enum eu_type a = compute_type(inst->src[0].type), b = n > 1 ? compute_type(inst->src[1].type) : a,
                 d = inst->dst.type;
    if (n == 1)
        return a == EU_TYPE_HF ? compute_type(d) : a;
    if (are_mixed(a, b) || are_mixed(a, d) || are_mixed(b, d))
        return EU_TYPE_F;
    static const enum eu_type order[] = {EU_TYPE_DF, EU_TYPE_Q, EU_TYPE_F, EU_TYPE_D, EU_TYPE_HF};
    for (unsigned i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return EU_TYPE_W;
}

static enum eu_type as_signed(enum eu_type t)
{
    switch (t) {
    case EU_TYPE_UD:
        return EU_TYPE_D;
    case EU_TYPE_UW:
        return EU_TYPE_W;
    case EU_TYPE_UB:
        return EU_TYPE_B;
    case EU_TYPE_UQ:
        return EU_TYPE_Q;
    default:
        return t;
    }
}

static bool is_vector_imm(const struct eu_operand *s)
{
    return s->file == EU_FILE_IMM && (s->type == EU_TYPE_V || s->type == EU_TYPE_UV || s->type == EU_TYPE_VF);
}

bool eu_is_raw_mov(const struct eu_inst *inst)
{
    const struct eu_operand *s = &inst->src[0];
    return inst->op == EU_OP_MOV && !inst->saturate && as_signed(s->type) == as_signed(inst->dst.type) &&
           !s->negate && !s->abs && !is_vector_imm(s);
}

// Is `src` a source type with which the opcode makes `dst`?
static bool in_list(enum kiln_isa isa, const struct eu_type_rule *rules, enum eu_type dst, enum eu_type src)
{
    if (src == EU_TYPE_V || src == EU_TYPE_UV)
        src = EU_TYPE_W;
    else if (src == EU_TYPE_VF)
        src = EU_TYPE_F;
    return eu_types_match(isa, rules, dst, src);
}

static bool check_list(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    unsigned n = eu_inst_num_srcs(inst);
    for (unsigned i = 0; i < n; i++)
        EU_RULE("type-combination",
                !in_list(t->isa, eu_ops[inst->op].types, inst->dst.type, inst->src[i].type),
                "%s :%s from :%s", eu_op_name(inst->op), eu_type_name(inst->dst.type),
                eu_type_name(inst->src[i].type));
    if (n == 2) {
        bool f0 = eu_type_is_float(inst->src[0].type), f1 = eu_type_is_float(inst->src[1].type);
        EU_RULE("type-mixed", f0 != f1, "sources :%s and :%s", eu_type_name(inst->src[0].type),
                eu_type_name(inst->src[1].type));
        bool df = inst->src[0].type == EU_TYPE_DF;
        EU_RULE("type-mixed", f0 && df != (inst->src[1].type == EU_TYPE_DF), "sources :%s and :%s",
                eu_type_name(inst->src[0].type), eu_type_name(inst->src[1].type));
    }
    return true;
}

static bool check_conversion(const struct eu_inst *inst, const struct eu_operand *s, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst;
    unsigned ds = eu_type_size(d->type);
    bool dh = d->type == EU_TYPE_HF, sh = s->type == EU_TYPE_HF;
    if (inst->align16 || inst->exec_size == 1 || eu_is_null(d))
        return true;
    if ((dh && !eu_type_is_float(s->type) && s->type != EU_TYPE_V && s->type != EU_TYPE_UV) ||
        (sh && !eu_type_is_float(d->type))) {
        EU_RULE("half-int-stride", d->hstride * ds != 4,
                "half float and integer: destination stride of a doubleword");
        EU_RULE("half-int-align", !d->indirect && d->subreg % 4,
                "half float and integer: destination at byte %u", d->subreg);
    } else if (dh && s->type != EU_TYPE_HF) {
        bool packed = eu_is_mixed_float(inst) && d->hstride == 1 && d->subreg % 16 == 0;
        EU_RULE("half-stride", d->hstride != 2 && !packed,
                "conversion to half float with stride %u at byte %u", d->hstride, d->subreg);
    }
    return true;
}

// A destination narrower than the execution type is spread out and aligned to it. The manual asks for the
// exact ratio; wider strides, as in sel r52.0<4>:b of bytes, are what Intel's compiler emits, and from Xe2
// bytes at any place: r19.2<4>:b of doublewords.
static bool check_dst_ratio(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst;
    unsigned exec = eu_type_size(eu_exec_type(inst)), size = eu_type_size(d->type);
    if (inst->exec_size == 1)
        return true;
    if (size == 1 && d->hstride == 1 && !eu_type_is_float(d->type)) {
        EU_RULE("byte-packed", !eu_is_raw_mov(inst), "only a raw mov writes packed bytes");
        return true;
    }
    if (eu_is_mixed_float(inst) || d->type >= EU_TYPE_BF || exec <= size) // pipes.c has bfloat16's regions
        return true;
    EU_RULE("dst-stride-ratio", !(size == 1 && eu_is_raw_mov(inst)) && d->hstride * size % exec,
            "destination :%s<%u> of an execution type of %u bytes", eu_type_name(d->type), d->hstride, exec);
    if (!inst->align16 && !d->indirect)
        EU_RULE("dst-align-ratio",
                d->subreg % exec && !(size == 1 && (d->subreg % exec == 1 || t->isa >= KILN_ISA_XE2)),
                "destination at byte %u, execution type of %u bytes", d->subreg, exec);
    return true;
}

static bool uses_acc(const struct eu_inst *inst)
{
    if (inst->op == EU_OP_MAC || inst->op == EU_OP_MACH || inst->op == EU_OP_MACL || inst->op == EU_OP_SADA2)
        return true;
    return eu_is_acc(&inst->src[0]) || (eu_inst_num_srcs(inst) > 1 && eu_is_acc(&inst->src[1]));
}

static bool check_mixed_float(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst;
    // On Gen8 and Gen12.5, conversions are no mixed mode: Intel's compiler makes 16 channels of :f from :hf.
    const bool converts = t->isa == KILN_ISA_GEN8 || t->isa >= KILN_ISA_GEN125;
    if (!eu_is_mixed_float(inst) || (converts && inst->op == EU_OP_MOV))
        return true;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++) {
        const struct eu_operand *s = &inst->src[i];
        EU_RULE("mixed-indirect", s->indirect, "source %u is indirect", i);
        EU_RULE("mixed-align16", inst->align16 && s->file != EU_FILE_IMM && s->vstride != 4,
                "source %u is not packed", i);
        EU_RULE("mixed-math-stride",
                !inst->align16 && inst->op == EU_OP_MATH && s->type == EU_TYPE_HF && s->file != EU_FILE_IMM &&
                    s->hstride <= 1,
                "half source %u of math is packed", i);
    }
    EU_RULE("mixed-simd16", inst->exec_size > kiln_target_native_width(t) && d->type == EU_TYPE_F,
            "float destination of %u channels", inst->exec_size);
    EU_RULE("mixed-align16", inst->align16 && inst->exec_size > 8, "%u channels", inst->exec_size);
    EU_RULE("mixed-align16", inst->align16 && uses_acc(inst), "reads an accumulator");
    if (inst->align16 || d->type != EU_TYPE_HF)
        return true;
    EU_RULE("mixed-acc-stride", uses_acc(inst) && d->hstride != 2,
            "half destination with an accumulator source: stride %u", d->hstride);
    EU_RULE("mixed-half-simd16", d->hstride == 1 && inst->exec_size > kiln_target_native_width(t),
            "packed half destination of %u channels", inst->exec_size);
    return true;
}

// Of Gen12.5 Intel's compiler makes two doublewords of :uv as well.
static bool check_vector_imm(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *s = &inst->src[eu_inst_num_srcs(inst) - 1], *d = &inst->dst;
    if (!is_vector_imm(s))
        return true;
    unsigned stride = d->hstride * eu_type_size(d->type), want = s->type == EU_TYPE_VF ? 4 : 2;
    EU_RULE("vector-imm-align", !inst->align16 && d->subreg % 16, "destination at byte %u", d->subreg);
    const bool wide = t->isa >= KILN_ISA_GEN125 && s->type != EU_TYPE_VF && stride == 4;
    EU_RULE("vector-imm-stride", stride != want && !wide, ":%s with a destination stride of %u bytes",
            eu_type_name(s->type), stride);
    return true;
}

bool eu_validate_types(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    if (!check_list(t, inst, err))
        return false;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++)
        if (!check_conversion(inst, &inst->src[i], err))
            return false;
    bool qword_mix = inst->align16 && eu_type_size(inst->dst.type) == 8 && inst->exec_size > 2;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++)
        EU_RULE("align16-qword", qword_mix && eu_type_size(inst->src[i].type) != 8,
                "quadword destination of %u channels", inst->exec_size);
    return check_dst_ratio(t, inst, err) && check_mixed_float(t, inst, err) && check_vector_imm(t, inst, err);
}
