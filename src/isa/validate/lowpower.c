// The rules of Cherryview, Broxton and Gemini Lake (kiln_target.restricted_qwords), for what computes in 64
// bits or multiplies dwords. Source: PRM CHV/BXT vol7 "Register Region Restrictions" as Mesa 22.3.6
// brw_eu_validate.c (special_requirements_for_handling_double_precision_data_types) quotes it; Mesa assumes
// them for GLK.
#include "isa/validate/validate.h"

static bool is_dword(const struct eu_operand *o)
{
    return o->type == EU_TYPE_D || o->type == EU_TYPE_UD;
}

static bool is_concerned(const struct eu_inst *inst)
{
    if (!eu_is_alu(inst) || eu_is_macro(inst))
        return false;
    if (inst->op == EU_OP_MUL && is_dword(&inst->src[0]) && is_dword(&inst->src[1]))
        return true;
    return eu_type_size(inst->dst.type) == 8 || eu_type_size(eu_exec_type(inst)) == 8;
}

static bool is_arf(const struct eu_operand *o)
{
    return o->file == EU_FILE_ARF && !eu_is_null(o);
}

bool eu_validate_lowpower(const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst;
    unsigned to = d->hstride * eu_type_size(d->type);
    if (!is_concerned(inst))
        return true;
    EU_RULE("qword-arf", inst->op == EU_OP_MAC || inst->acc_wr || is_arf(d),
            "an architecture register in 64-bit %s", eu_op_name(inst->op));
    EU_RULE("qword-indirect", d->indirect, "an indirect destination");
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++) {
        const struct eu_operand *s = &inst->src[i];
        if (s->file == EU_FILE_IMM)
            continue;
        EU_RULE("qword-arf", is_arf(s), "source %u is an architecture register", i);
        EU_RULE("qword-indirect", s->indirect, "source %u is indirect", i);
        if (inst->align16 || eu_is_scalar_region(s))
            continue;
        unsigned from = (s->hstride ? s->hstride : s->vstride) * eu_type_size(s->type);
        EU_RULE("qword-stride", from % 8 || to % 8 || from != to,
                "source %u has elements %u bytes apart, the destination %u", i, from, to);
        EU_RULE("qword-rows", s->vstride != s->width * s->hstride, "source %u: rows of %u, %u apart", i,
                s->width, s->vstride);
        EU_RULE("qword-offset", s->subreg != d->subreg, "source %u at byte %u, the destination at %u", i,
                s->subreg, d->subreg);
    }
    return true;
}
