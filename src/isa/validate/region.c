// Rules on regions: how strides and widths go together, and how many registers a region may touch.
// Source: PRM SKL vol7 "General Restrictions on Regioning Parameters", "Region Alignment Rules".
#include "isa/validate/validate.h"

// Elements within a row do not cross from one register to the next: only the vertical stride does.
static bool rows_stay(const struct kiln_target *t, const struct eu_inst *inst, const struct eu_operand *s)
{
    unsigned size = eu_type_size(s->type), rows = inst->exec_size / s->width;
    for (unsigned y = 0; y < rows; y++) {
        unsigned first = s->subreg + y * s->vstride * size;
        unsigned last = first + (s->width - 1u) * s->hstride * size + size - 1;
        if (first / t->grf_bytes != last / t->grf_bytes)
            return false;
    }
    return true;
}

static bool check_src(const struct kiln_target *t, const struct eu_inst *inst, unsigned i,
                      struct eu_error *err)
{
    const struct eu_operand *s = &inst->src[i];
    unsigned exec = inst->exec_size, size = eu_type_size(s->type);
    if (s->file == EU_FILE_IMM)
        return true;
    EU_RULE("exec-width", exec < s->width, "source %u: width %u of %u channels", i, s->width, exec);
    EU_RULE("width-1", s->width == 1 && s->hstride, "source %u: horizontal stride %u with a width of 1", i,
            s->hstride);
    if (s->vstride == EU_VSTRIDE_VXH)
        return true;
    EU_RULE("vstride-row", exec == s->width && s->hstride && s->vstride != s->width * s->hstride,
            "source %u: one row of %u, but a vertical stride of %u", i, s->width, s->vstride);
    EU_RULE("scalar-stride", exec == 1 && s->width == 1 && s->vstride,
            "source %u: vertical stride %u of one element", i, s->vstride);
    EU_RULE("stride-0-width", !s->vstride && !s->hstride && s->width != 1,
            "source %u: width %u of one element", i, s->width);
    if (s->indirect)
        return true;
    EU_RULE("row-crosses", !rows_stay(t, inst, s), "source %u: a row crosses into the next register", i);
    unsigned rows = exec / s->width;
    unsigned last = s->subreg + ((rows - 1) * s->vstride + (s->width - 1u) * s->hstride) * size;
    EU_RULE("source-span", eu_spans_too_many(t, last), "source %u spans more than two registers", i);
    EU_RULE("source-span", eu_passes_end(t, s, last), "source %u passes r%u", i, eu_thread_registers(t) - 1u);
    return true;
}

static bool check_dst(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst;
    unsigned exec = inst->exec_size, size = eu_type_size(d->type);
    if (eu_is_null(d))
        return true;
    EU_RULE("dst-stride-0", d->hstride == 0, "destination stride 0");
    EU_RULE("dst-type-align", !d->indirect && d->subreg % size, "destination :%s at byte %u",
            eu_type_name(d->type), d->subreg);
    if (d->indirect)
        return true;
    unsigned last = d->subreg + (exec - 1u) * d->hstride * size;
    EU_RULE("dst-span", eu_spans_too_many(t, last), "the destination spans more than two registers");
    EU_RULE("dst-span", eu_passes_end(t, d, last), "the destination passes r%u", eu_thread_registers(t) - 1u);
    if (inst->op == EU_OP_MATH && last >= t->grf_bytes) {
        unsigned low = 0;
        for (unsigned c = 0; c < exec; c++)
            low += d->subreg + c * d->hstride * size < t->grf_bytes;
        EU_RULE("math-split", low * 2 != exec, "%u of %u elements in the first register", low, exec);
    }
    return true;
}

static bool check_align16(const struct eu_inst *inst, struct eu_error *err)
{
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++) {
        const struct eu_operand *s = &inst->src[i];
        EU_RULE("align16-vstride",
                s->file != EU_FILE_IMM && s->vstride != 0 && s->vstride != 2 && s->vstride != 4,
                "source %u: vertical stride %u", i, s->vstride);
    }
    return true;
}

bool eu_validate_regions(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    if (inst->align16)
        return check_align16(inst, err);
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++) {
        const struct eu_operand *s = &inst->src[i];
        EU_RULE("source-type-align",
                s->file != EU_FILE_IMM && !s->indirect && s->subreg % eu_type_size(s->type),
                "source %u :%s at byte %u", i, eu_type_name(s->type), s->subreg);
        if (!check_src(t, inst, i, err))
            return false;
    }
    return check_dst(t, inst, err);
}
