// The rules of Gen7.5 alone: an instruction that writes two registers is executed as two, whose channels are
// those of its quarter and of the next one, whatever they compute, and sources advance with the destination.
// Source: PRM IVB vol4 part 3 and HSW vol2b as Mesa 22.3.6 brw_eu_validate.c and brw_fs.cpp
// (get_fpu_lowered_simd_width, get_lowered_simd_width) quote them.
#include "isa/validate/validate.h"

// Bytes from a destination's first element to its last one's end.
static unsigned extent(const struct eu_inst *inst)
{
    const unsigned size = eu_type_size(inst->dst.type);
    return (inst->exec_size - 1u) * inst->dst.hstride * size + size;
}

static bool is_two(const struct kiln_target *t, const struct eu_inst *inst)
{
    const struct eu_operand *d = &inst->dst;
    return d->file == EU_FILE_GRF && !d->indirect && d->subreg + extent(inst) > t->grf_bytes;
}

// Bytes that channels of a linear region take, 0: it is none. As Mesa counts them, where a region begins does
// not matter.
static unsigned source_bytes(const struct eu_operand *o, unsigned channels)
{
    const unsigned step = o->width == 1 ? o->vstride : o->hstride;
    const bool linear = o->width == 1 || o->width >= channels || o->vstride == o->width * o->hstride;
    return linear ? channels * step * eu_type_size(o->type) : 0;
}

// "When destination spans two registers, the source MUST span two registers", but for scalars and for packed
// words that become packed dwords. Of masked instructions: hasvk's code for scans moves eight packed dwords
// to eight that are two apart, without a mask.
static bool sources_advance(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const unsigned written = inst->exec_size * inst->dst.hstride * eu_type_size(inst->dst.type);
    for (unsigned k = 0; k < eu_inst_num_srcs(inst) && written > t->grf_bytes; k++) {
        const struct eu_operand *o = &inst->src[k];
        if (o->file != EU_FILE_GRF || o->indirect || !o->width || (!o->vstride && !o->hstride))
            continue;
        const bool words = eu_type_size(o->type) == 2 && o->hstride == 1 && o->vstride == o->width &&
                           eu_type_size(inst->dst.type) == 4 && inst->dst.hstride == 1;
        const unsigned read = source_bytes(o, inst->exec_size);
        EU_RULE("source-registers", !words && read && read <= t->grf_bytes,
                "source %u is in one register, the destination in two", k);
    }
    return true;
}

bool eu_validate_gen75(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    enum { FLOATS = 8, DOUBLES = 4 }; // channels of a half
    const bool compares = inst->op == EU_OP_CMP || inst->op == EU_OP_CMPN;
    if (!eu_is_alu(inst) && !eu_op_is_ternary(inst->op))
        return true;
    EU_RULE("channels-32", inst->exec_size > 16 && !inst->nomask, "the halves of SIMD32 have one mask");
    EU_RULE("condition-32", inst->exec_size > 16 && inst->cmod != EU_CMOD_NONE, "a condition in SIMD32");
    EU_RULE("compare-accumulator", compares && eu_is_acc(&inst->dst), "%s writes an accumulator",
            eu_op_name(inst->op));
    EU_RULE("insert-8", (inst->op == EU_OP_BFI1 || inst->op == EU_OP_BFI2) && inst->exec_size > 8,
            "%s on %u channels", eu_op_name(inst->op), inst->exec_size);
    if (inst->nomask || inst->align16 || !is_two(t, inst))
        return true;
    if (!sources_advance(t, inst, err))
        return false;
    unsigned each = inst->exec_size / 2, half = eu_type_size(eu_exec_type(inst)) == 8 ? DOUBLES : FLOATS;
    EU_RULE("compressed-channels", each != half, "two registers of %u channels, which have the masks of %u",
            each, half);
    return true;
}
