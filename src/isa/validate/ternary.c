// Rules on three-source instructions. Source: PRM SKL vol7 "Three-source instructions", mad; PRM KBL vol2d
// EU_INSTRUCTION_BASIC_THREE_SRC.
#include "isa/validate/validate.h"

static bool check_types(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    for (unsigned i = 0; i < 3; i++)
        EU_RULE("type-combination",
                !eu_types_match(t->isa, eu_ops[inst->op].types, inst->dst.type, inst->src[i].type),
                "%s :%s from :%s", eu_op_name(inst->op), eu_type_name(inst->dst.type),
                eu_type_name(inst->src[i].type));
    return true;
}

static bool check_span(const struct kiln_target *t, const struct eu_operand *o, unsigned exec,
                       const char *what, struct eu_error *err)
{
    unsigned size = eu_type_size(o->type), last = o->subreg + (exec - 1) * size;
    EU_RULE("ternary-span", eu_spans_too_many(t, last), "%s spans more than two registers", what);
    EU_RULE("ternary-span", o->reg + last / t->grf_bytes >= eu_thread_registers(t), "%s passes r%u", what,
            eu_thread_registers(t) - 1u);
    return true;
}

// The align1 form, from Gen11: regions like those of two-source instructions, rows of v/h elements.
static bool check_align1_src(const struct kiln_target *t, const struct eu_inst *inst, unsigned i,
                             struct eu_error *err)
{
    const struct eu_operand *s = &inst->src[i];
    unsigned size = eu_type_size(s->type), exec = inst->exec_size;
    if (s->file == EU_FILE_IMM)
        return true;
    EU_RULE("source-type-align", s->subreg % size, "source %u :%s at byte %u", i, eu_type_name(s->type),
            s->subreg);
    unsigned width = s->width > exec ? exec : s->width, rows = exec / width;
    unsigned v = i == 2 ? s->hstride * width : s->vstride; // source 2 goes on in its one stride
    unsigned last = s->subreg + ((rows - 1) * v + (width - 1) * s->hstride) * size;
    EU_RULE("ternary-span", eu_spans_too_many(t, last), "source %u spans more than two registers", i);
    EU_RULE("ternary-span", eu_passes_end(t, s, last), "source %u passes r%u", i,
            eu_thread_registers(t) - 1u);
    return true;
}

static bool check_align1(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst;
    unsigned size = eu_type_size(d->type), last = d->subreg + (inst->exec_size - 1u) * d->hstride * size;
    if (!check_types(t, inst, err))
        return false;
    if (eu_is_macro(inst))
        return true;
    EU_RULE("dst-type-align", d->subreg % size, "destination :%s at byte %u", eu_type_name(d->type),
            d->subreg);
    EU_RULE("ternary-span", eu_spans_too_many(t, last), "the destination spans more than two registers");
    EU_RULE("ternary-span", eu_passes_end(t, d, last), "the destination passes r%u",
            eu_thread_registers(t) - 1u);
    for (unsigned i = 0; i < 3; i++)
        if (!check_align1_src(t, inst, i, err))
            return false;
    return true;
}

bool eu_validate_ternary(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    static const char *const names[] = {"source 0", "source 1", "source 2"};
    const struct eu_operand *d = &inst->dst;
    bool macro = eu_is_macro(inst), mixed = false;
    if (t->isa >= KILN_ISA_GEN11)
        return check_align1(t, inst, err);
    EU_RULE("ternary-simd1", inst->exec_size == 1, "three-source instructions have at least two channels");
    EU_RULE("ternary-alignment", !macro && d->subreg % 16 && d->type != EU_TYPE_HF, "destination at byte %u",
            d->subreg);
    EU_RULE("ternary-alignment", !macro && d->type == EU_TYPE_HF && d->subreg % 8, "destination at byte %u",
            d->subreg);
    if (!check_types(t, inst, err) || !check_span(t, d, inst->exec_size, "the destination", err))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        const struct eu_operand *s = &inst->src[i];
        mixed |= s->type != d->type;
        EU_RULE("source-type-align", s->subreg % eu_type_size(s->type), "source %u :%s at byte %u", i,
                eu_type_name(s->type), s->subreg);
        bool scalar =
            s->rep || (s->swizzle != 0xe4 && s->type == EU_TYPE_DF); // of floats a swizzle picks in rows
        EU_RULE("ternary-alignment", !macro && !scalar && s->subreg % 16, "packed source %u at byte %u", i,
                s->subreg);
        if (!scalar && !check_span(t, s, inst->exec_size, names[i], err))
            return false;
    }
    EU_RULE("mixed-simd16", mixed && inst->exec_size > 8, "half and single float mixed in %u channels",
            inst->exec_size);
    return true;
}
