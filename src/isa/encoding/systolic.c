// dpas and dpasw: products of packed vectors, accumulated through a systolic array. Three sources as in other
// instructions from Gen12, but none has a region: the destination, source 0 (or null) and source 1 are whole
// registers, source 2 a row within one. Source: Mesa 25.0.7 brw_eu_inst.h ("Three-source systolic
// instructions"); iga64 -p=12p71.
#include "isa/encoding/ternary.h"

enum { EXEC_FLOAT = 8 };

// The fields are those of ternary_align1.c.
static const struct {
    enum eu_field reg, type, subreg, grf, pack;
} fields[3] = {
    {EU_FIELD_T_SRC0_REG, EU_FIELD_T1_SRC0_TYPE, EU_FIELD_T1_SRC0_SUBREG, EU_FIELD_T1_SRC0_GRF,
     EU_FIELD_COUNT},
    {EU_FIELD_T_SRC1_REG, EU_FIELD_T1_SRC1_TYPE, EU_FIELD_T1_SRC1_SUBREG, EU_FIELD_T1_SRC1_FILE,
     EU_FIELD_DPAS_SRC1_PACK},
    {EU_FIELD_T_SRC2_REG, EU_FIELD_T1_SRC2_TYPE, EU_FIELD_T1_SRC2_SUBREG, EU_FIELD_T1_SRC2_GRF,
     EU_FIELD_DPAS_SRC2_PACK},
};

static bool is_null(const struct eu_operand *o)
{
    return o->file == EU_FILE_ARF && o->reg == EU_ARF_NULL;
}

static int type_code(const struct eu_bits *q, const struct eu_operand *o)
{
    return (unsigned)o->type < EU_TYPE_COUNT ? eu_type_codes(q->isa, o->type)->ternary : -1;
}

static bool check_operand(const struct eu_bits *q, const struct eu_operand *o, bool null_ok,
                          struct eu_error *err)
{
    if (o->indirect || (o->file != EU_FILE_GRF && !(null_ok && is_null(o))) || o->negate || o->abs)
        return eu_fail(err, "systolic-operand: a general register without modifiers is required");
    if (eu_types[o->type].size == 8)
        return eu_fail(err, "systolic-type: :%s", eu_type_name(o->type));
    if (o->subreg >= eu_grf_bytes(q->isa) || (q->isa >= KILN_ISA_XE2 && o->subreg % 2))
        return eu_fail(err, "systolic-operand: byte %u", o->subreg);
    return !o->pack || ((o->type == EU_TYPE_UB || o->type == EU_TYPE_B) && o->pack <= EU_PACK_2_BITS) ||
           eu_fail(err, "systolic-type: packed :%s", eu_type_name(o->type));
}

bool eu_systolic_encode(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst;
    int code = type_code(q, d);
    if (!inst->depth || inst->depth > 8 || inst->depth & (inst->depth - 1) || !inst->count || inst->count > 8)
        return eu_fail(err, "systolic-shape: %ux%u", inst->depth, inst->count);
    if (code < 0 || d->pack)
        return eu_fail(err, "systolic-type: destination %s", eu_type_name(d->type));
    if (!check_operand(q, d, false, err))
        return false;
    if (EU_HAS(q, ACC_WR))
        EU_SET(q, ACC_WR, inst->acc_wr);
    else if (inst->acc_wr)
        return eu_fail(err, "accumulator-write: not in this generation");
    EU_SET(q, DPAS_DEPTH, (unsigned)__builtin_ctz(inst->depth));
    EU_SET(q, DPAS_COUNT, inst->count - 1u);
    EU_SET(q, T1_EXEC_FLOAT, (code & EXEC_FLOAT) != 0);
    EU_SET(q, T_DST_TYPE, (unsigned)code & 7);
    EU_SET(q, T1_DST_FILE, 1);
    EU_SET(q, T_DST_REG, d->reg);
    eu_bytes_set(q, EU_FIELD_T1_DST_SUBREG_1, EU_FIELD_COUNT, d->subreg);
    for (unsigned i = 0; i < 3; i++) {
        const struct eu_operand *s = &inst->src[i];
        int c = type_code(q, s);
        if (!check_operand(q, s, i == 0, err))
            return false;
        if (c < 0 || (c ^ code) & EXEC_FLOAT || (!i && s->pack))
            return eu_fail(err, "systolic-type: source %u %s", i, eu_type_name(s->type));
        eu_field_set(q, fields[i].type, (unsigned)c & 7);
        eu_field_set(q, fields[i].grf, s->file == EU_FILE_GRF);
        eu_field_set(q, fields[i].reg, s->reg);
        eu_bytes_set(q, fields[i].subreg, EU_FIELD_COUNT, s->subreg);
        if (i)
            eu_field_set(q, fields[i].pack, s->pack);
    }
    return true;
}

bool eu_systolic_decode(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *d = &inst->dst;
    unsigned kind = EU_GET(q, T1_EXEC_FLOAT) ? EXEC_FLOAT : 0u;
    inst->acc_wr = EU_HAS(q, ACC_WR) && EU_GET(q, ACC_WR);
    inst->depth = (uint8_t)(1u << EU_GET(q, DPAS_DEPTH));
    inst->count = (uint8_t)(EU_GET(q, DPAS_COUNT) + 1);
    d->file = EU_GET(q, T1_DST_FILE) ? EU_FILE_GRF : EU_FILE_ARF;
    d->reg = (uint8_t)EU_GET(q, T_DST_REG);
    d->subreg = (uint8_t)eu_bytes_get(q, EU_FIELD_T1_DST_SUBREG_1, EU_FIELD_COUNT);
    d->hstride = 1;
    d->writemask = 0xf;
    if (!eu_type_from_ternary(q->isa, (unsigned)EU_GET(q, T_DST_TYPE) | kind, &d->type))
        return eu_fail(err, "reserved-type: systolic type %u", (unsigned)EU_GET(q, T_DST_TYPE) | kind);
    if (!check_operand(q, d, false, err))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        struct eu_operand *s = &inst->src[i];
        unsigned code = (unsigned)eu_field_get(q, fields[i].type) | kind;
        if (!eu_type_from_ternary(q->isa, code, &s->type))
            return eu_fail(err, "reserved-type: systolic type %u", code);
        s->file = eu_field_get(q, fields[i].grf) ? EU_FILE_GRF : EU_FILE_ARF;
        s->reg = (uint8_t)eu_field_get(q, fields[i].reg);
        s->subreg = (uint8_t)eu_bytes_get(q, fields[i].subreg, EU_FIELD_COUNT);
        s->width = 1;
        s->swizzle = 0xe4;
        if (i)
            s->pack = (enum eu_pack)eu_field_get(q, fields[i].pack);
        if (!check_operand(q, s, i == 0, err))
            return false;
    }
    return true;
}
