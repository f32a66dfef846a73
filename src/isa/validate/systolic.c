// Rules on dpas and dpasw. A channel's product of one step of the array has OPS elements of each factor: as
// many as 32 bits have of the wider one. Source: Mesa 25.0.7 brw_eu_validate.c (the part for DPAS); IGC
// G4_Verifier.cpp (verifyDpas).
#include "isa/validate/validate.h"

enum { CHANNEL_BITS = 32, LEAST_BITS = 4 }; // at most 8 products of a channel and step

static unsigned bits_of(const struct eu_operand *o)
{
    return eu_type_size(o->type) * 8 >> o->pack;
}

// From Xe2 sums may have the factors' own type, and there are :tf32 and floats of 8 bits.
static bool check_floats(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst, *s = inst->src;
    const enum eu_type a = s[1].type, b = s[2].type, acc = s[0].file == EU_FILE_GRF ? s[0].type : d->type;
    const bool later = t->isa >= KILN_ISA_XE2, bytes = eu_type_size(a) == 1;
    const bool known = a == EU_TYPE_HF || a == EU_TYPE_BF || (later && a >= EU_TYPE_BF8);
    const enum eu_type own = later && (a == EU_TYPE_HF || a == EU_TYPE_BF) ? a : EU_TYPE_F;
    EU_RULE("systolic-accumulator",
            (d->type != EU_TYPE_F && d->type != own) || (acc != EU_TYPE_F && acc != own), ":%s of :%s",
            eu_type_name(d->type), eu_type_name(acc));
    EU_RULE("systolic-factor", !known || (a != b && !(bytes && eu_type_is_float(b) && eu_type_size(b) == 1)),
            "factors :%s and :%s", eu_type_name(a), eu_type_name(b));
    return true;
}

static bool check_types(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst, *s = inst->src;
    const bool has_acc = s[0].file == EU_FILE_GRF;
    if (!eu_type_is_float(d->type)) {
        const bool any_signed =
            (has_acc && s[0].type == EU_TYPE_D) || s[1].type == EU_TYPE_B || s[2].type == EU_TYPE_B;
        EU_RULE("systolic-accumulator", d->type != EU_TYPE_D && d->type != EU_TYPE_UD,
                "destination :%s of integers", eu_type_name(d->type));
        EU_RULE("systolic-factor", eu_type_size(s[1].type) != 1 || eu_type_size(s[2].type) != 1,
                "factors :%s and :%s", eu_type_name(s[1].type), eu_type_name(s[2].type));
        EU_RULE("systolic-accumulator", has_acc && s[0].type != EU_TYPE_D && s[0].type != EU_TYPE_UD,
                "source 0 :%s of integers", eu_type_name(s[0].type));
        EU_RULE("systolic-sign", d->type == EU_TYPE_UD && any_signed,
                "an unsigned destination of signed sources");
        return true;
    }
    return check_floats(t, inst, err);
}

static bool check_end(const struct kiln_target *t, const struct eu_operand *o, unsigned bytes,
                      const char *what, struct eu_error *err)
{
    EU_RULE("systolic-span", o->reg + (o->subreg + bytes - 1) / t->grf_bytes >= eu_thread_registers(t),
            "%s passes r%u", what, eu_thread_registers(t) - 1u);
    return true;
}

bool eu_validate_systolic(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst, *s = inst->src;
    EU_RULE("systolic-absent", !kiln_target_has_systolic(t), "the chip has no %s", eu_op_name(inst->op));
    const unsigned channels = kiln_target_native_width(t);
    EU_RULE("systolic-size", inst->exec_size != channels, "%u channels", inst->exec_size);
    EU_RULE("systolic-depth", inst->depth != 8, "a depth of %u; the array has 8 steps", inst->depth);
    if (!check_types(t, inst, err))
        return false;
    const unsigned wide = bits_of(&s[1]) > bits_of(&s[2]) ? bits_of(&s[1]) : bits_of(&s[2]),
                   ops = CHANNEL_BITS / (wide > LEAST_BITS ? wide : LEAST_BITS);
    const unsigned row = inst->depth * ops * bits_of(&s[2]) / 8; // bytes of source 2 for a row of the result
    const unsigned rows = inst->op == EU_OP_DPASW ? (inst->count + 1u) / 2 : inst->count;
    EU_RULE("systolic-align", d->subreg || (s[0].file == EU_FILE_GRF && s[0].subreg) || s[1].subreg,
            "only source 2 begins within a register");
    EU_RULE("systolic-align", s[2].subreg % row, "source 2 at byte %u, in rows of %u", s[2].subreg, row);
    return check_end(t, d, inst->count * t->grf_bytes, "the destination", err) &&
           (s[0].file != EU_FILE_GRF || check_end(t, &s[0], inst->count * t->grf_bytes, "source 0", err)) &&
           check_end(t, &s[1], inst->depth * channels * ops * bits_of(&s[1]) / 8, "source 1", err) &&
           check_end(t, &s[2], rows * row, "source 2", err);
}
