// Three-source instructions from Gen11: align1, each operand with a type of its own, regions <v;h> of which
// the row's width follows, sources 0 and 2 possibly 16-bit immediates.
//
// In struct eu_inst a region is <v;v/h,h>, or <0;1,h> where the vertical stride is 0; encoding also takes any
// packed or scalar region, as eu_ternary_lower does for the generations before. Source: Mesa 25.0.7
// brw_eu_inst.h ("3src_a1"); iga64.
#include "isa/encoding/ternary.h"

enum { EXEC_FLOAT = 8, NO_MACRO = 8 };

static const struct {
    enum eu_field reg, negate, abs, type, hstride, subreg, imm;
} fields[3] = {
    {EU_FIELD_T_SRC0_REG, EU_FIELD_T_SRC0_NEGATE, EU_FIELD_T_SRC0_ABS, EU_FIELD_T1_SRC0_TYPE,
     EU_FIELD_T1_SRC0_HSTRIDE, EU_FIELD_T1_SRC0_SUBREG, EU_FIELD_T1_SRC0_IMM},
    {EU_FIELD_T_SRC1_REG, EU_FIELD_T_SRC1_NEGATE, EU_FIELD_T_SRC1_ABS, EU_FIELD_T1_SRC1_TYPE,
     EU_FIELD_T1_SRC1_HSTRIDE, EU_FIELD_T1_SRC1_SUBREG, EU_FIELD_COUNT},
    {EU_FIELD_T_SRC2_REG, EU_FIELD_T_SRC2_NEGATE, EU_FIELD_T_SRC2_ABS, EU_FIELD_T1_SRC2_TYPE,
     EU_FIELD_T1_SRC2_HSTRIDE, EU_FIELD_T1_SRC2_SUBREG, EU_FIELD_T1_SRC2_IMM},
};

// ---- where Gen11 and Gen12 differ by more than a place

static bool is_later(const struct eu_bits *q)
{
    return q->isa >= KILN_ISA_GEN12;
}

// Gen11 has a bit for what is no GRF: an accumulator in source 1, an immediate in the others. Gen12 has a bit
// for GRFs, and another for immediates.
static void set_file(struct eu_bits *q, unsigned i, enum eu_file file)
{
    static const enum eu_field not_grf[3] = {EU_FIELD_T1_SRC0_FILE, EU_FIELD_T1_SRC1_FILE,
                                             EU_FIELD_T1_SRC2_FILE};
    static const enum eu_field grf[3] = {EU_FIELD_T1_SRC0_GRF, EU_FIELD_T1_SRC1_FILE, EU_FIELD_T1_SRC2_GRF};
    if (!is_later(q)) {
        eu_field_set(q, not_grf[i], file != EU_FILE_GRF);
    } else if (file == EU_FILE_IMM) {
        eu_field_set(q, i ? EU_FIELD_T1_SRC2_IS_IMM : EU_FIELD_T1_SRC0_IS_IMM, 1);
    } else {
        eu_field_set(q, grf[i], file == EU_FILE_GRF);
    }
}

static enum eu_file get_file(const struct eu_bits *q, unsigned i)
{
    static const enum eu_field not_grf[3] = {EU_FIELD_T1_SRC0_FILE, EU_FIELD_T1_SRC1_FILE,
                                             EU_FIELD_T1_SRC2_FILE};
    static const enum eu_field grf[3] = {EU_FIELD_T1_SRC0_GRF, EU_FIELD_T1_SRC1_FILE, EU_FIELD_T1_SRC2_GRF};
    if (!is_later(q))
        return !eu_field_get(q, not_grf[i]) ? EU_FILE_GRF : i == 1 ? EU_FILE_ARF : EU_FILE_IMM;
    if (i != 1 && eu_field_get(q, i ? EU_FIELD_T1_SRC2_IS_IMM : EU_FIELD_T1_SRC0_IS_IMM))
        return EU_FILE_IMM;
    return eu_field_get(q, grf[i]) ? EU_FILE_GRF : EU_FILE_ARF;
}

static unsigned dst_file_code(const struct eu_bits *q, enum eu_file file)
{
    return (file == EU_FILE_GRF) == is_later(q);
}

static const uint8_t vstrides[2][4] = {{0, 2, 4, 8}, {0, 1, 4, 8}};

static bool set_vstride(struct eu_bits *q, unsigned i, unsigned v)
{
    unsigned code = 0;
    while (code < 4 && vstrides[is_later(q)][code] != v)
        code++;
    if (code == 4)
        return false;
    if (is_later(q)) {
        eu_field_set(q, i ? EU_FIELD_T1_SRC1_VSTRIDE_HI : EU_FIELD_T1_SRC0_VSTRIDE_HI, code >> 1);
        eu_field_set(q, i ? EU_FIELD_T1_SRC1_VSTRIDE_LO : EU_FIELD_T1_SRC0_VSTRIDE_LO, code & 1);
    } else {
        eu_field_set(q, i ? EU_FIELD_T1_SRC1_VSTRIDE : EU_FIELD_T1_SRC0_VSTRIDE, code);
    }
    return true;
}

static uint8_t get_vstride(const struct eu_bits *q, unsigned i)
{
    if (!is_later(q))
        return vstrides[0][eu_field_get(q, i ? EU_FIELD_T1_SRC1_VSTRIDE : EU_FIELD_T1_SRC0_VSTRIDE)];
    return vstrides[1][eu_field_get(q, i ? EU_FIELD_T1_SRC1_VSTRIDE_HI : EU_FIELD_T1_SRC0_VSTRIDE_HI) << 1 |
                       eu_field_get(q, i ? EU_FIELD_T1_SRC1_VSTRIDE_LO : EU_FIELD_T1_SRC0_VSTRIDE_LO)];
}

// Where the number of a special accumulator lies in the subregister's field.
static unsigned special_acc_shift(const struct eu_bits *q)
{
    return !is_later(q);
}

// From Gen12.5 the destination begins at any byte.
static bool has_byte_dst(const struct eu_bits *q)
{
    return q->isa >= KILN_ISA_GEN125;
}

// ---- encoding

static int type_code(const struct eu_bits *q, const struct eu_operand *o)
{
    return (unsigned)o->type < EU_TYPE_COUNT ? eu_type_codes(q->isa, o->type)->ternary : -1;
}

// A packed region that the form has no code for, by the name of one that it has.
static bool set_region(struct eu_bits *q, const struct eu_operand *s, unsigned i)
{
    unsigned v = s->vstride, h = s->hstride;
    bool packed = s->width > 1 && s->vstride == s->width * s->hstride && s->hstride == 1;
    bool column = s->width == 1 && s->vstride == 1 && s->hstride == 0; // <1;1,0>
    if ((h != 0 && h != 1 && h != 2 && h != 4))
        return false;
    if (i == 2) // one stride
        h = column ? 1 : h;
    else if (!set_vstride(q, i, v)) {
        if (!packed && !column)
            return false;
        h = 1;
        set_vstride(q, i, 8);
    }
    eu_field_set(q, fields[i].hstride, h ? (unsigned)__builtin_ctz(h) + 1 : 0);
    return true;
}

static bool encode_src(struct eu_bits *q, const struct eu_inst *inst, unsigned i, struct eu_error *err)
{
    const struct eu_operand *s = &inst->src[i];
    int code = type_code(q, s);
    if (code < 0)
        return eu_fail(err, "ternary-type: source %u %s", i, eu_type_name(s->type));
    eu_field_set(q, fields[i].type, (unsigned)code & 7);
    set_file(q, i, s->file);
    if (s->file == EU_FILE_IMM) {
        if (i == 1 || eu_types[s->type].size != 2)
            return eu_fail(err, "ternary-immediate: source %u :%s", i, eu_type_name(s->type));
        eu_field_set(q, fields[i].imm, s->imm & 0xffff);
        return true;
    }
    if (s->indirect || (s->file == EU_FILE_ARF && i != 1 && !is_later(q)) ||
        (s->file != EU_FILE_GRF && s->file != EU_FILE_ARF) ||
        (s->file == EU_FILE_GRF && s->reg >= eu_grf_count(q->isa)) || s->subreg >= eu_grf_bytes(q->isa))
        return eu_fail(err, "ternary-src: source %u cannot be such a register", i);
    eu_field_set(q, fields[i].reg, s->reg);
    if (inst->op != EU_OP_BFN) { // which has its function there
        eu_field_set(q, fields[i].negate, s->negate);
        eu_field_set(q, fields[i].abs, s->abs);
    }
    struct eu_operand region = *s;
    if (eu_is_macro(inst))
        region.vstride = 4, region.hstride = 1;
    if (eu_is_macro(inst))
        eu_field_set(q, fields[i].subreg, (unsigned)s->special_acc << special_acc_shift(q));
    else if (!eu_bytes_set(q, fields[i].subreg, EU_FIELD_COUNT, s->subreg))
        return eu_fail(err, "ternary-src: source %u at byte %u", i, s->subreg);
    if (!set_region(q, &region, i))
        return eu_fail(err, "ternary-region: source %u <%u;%u>", i, s->vstride, s->hstride);
    return true;
}

bool eu_ternary_encode_align1(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst;
    bool macro = eu_is_macro(inst);
    int code = type_code(q, d);
    if (inst->align16)
        return eu_fail(err, "align16: all of the generation is align1");
    if ((d->file != EU_FILE_GRF && d->file != EU_FILE_ARF) || d->indirect ||
        (d->file == EU_FILE_GRF && d->reg >= eu_grf_count(q->isa)))
        return eu_fail(err, "ternary-dst: a directly addressed register is required");
    if (code < 0)
        return eu_fail(err, "ternary-type: destination %s", eu_type_name(d->type));
    for (unsigned i = 0; i < 3; i++)
        if (type_code(q, &inst->src[i]) >= 0 && (type_code(q, &inst->src[i]) ^ code) & EXEC_FLOAT)
            return eu_fail(err, "ternary-type: destination %s of %s", eu_type_name(d->type),
                           eu_type_name(inst->src[i].type));
    EU_SET(q, T1_EXEC_FLOAT, (code & EXEC_FLOAT) != 0);
    EU_SET(q, T_DST_TYPE, (unsigned)code & 7);
    EU_SET(q, T1_DST_FILE, dst_file_code(q, d->file));
    EU_SET(q, T_DST_REG, d->reg);
    if (macro) {
        EU_SET(q, T1_DST_ACC, d->special_acc);
    } else {
        if (d->subreg >= eu_grf_bytes(q->isa) || (d->subreg % 8 && !has_byte_dst(q)) ||
            (has_byte_dst(q) && !eu_bytes_set(q, EU_FIELD_T1_DST_SUBREG_1, EU_FIELD_COUNT, d->subreg)))
            return eu_fail(err, "ternary-dst: byte %u is not aligned", d->subreg);
        if (d->hstride != 1 && d->hstride != 2)
            return eu_fail(err, "ternary-dst: stride %u", d->hstride);
        if (!has_byte_dst(q))
            EU_SET(q, T1_DST_SUBREG, d->subreg / 8);
        EU_SET(q, T1_DST_HSTRIDE, d->hstride == 2);
    }
    for (unsigned i = 0; i < 3; i++)
        if (!encode_src(q, inst, i, err))
            return false;
    return true;
}

// ---- decoding

static bool check_reg(const struct eu_bits *q, const struct eu_operand *o, struct eu_error *err)
{
    unsigned instance;
    if (o->file == EU_FILE_GRF ? o->reg < eu_grf_count(q->isa)
                               : eu_arf_lookup(q->isa, o->reg, &instance) != NULL)
        return true;
    return eu_fail(err, "reserved-register: %s 0x%x", o->file == EU_FILE_GRF ? "r" : "architecture register",
                   o->reg);
}

static bool decode_src(const struct eu_bits *q, struct eu_inst *inst, unsigned i, struct eu_error *err)
{
    struct eu_operand *s = &inst->src[i];
    unsigned code = (unsigned)eu_field_get(q, fields[i].type) | (EU_GET(q, T1_EXEC_FLOAT) ? EXEC_FLOAT : 0u);
    if (!eu_type_from_ternary(q->isa, code, &s->type))
        return eu_fail(err, "reserved-type: three-source type %u", code);
    s->file = get_file(q, i);
    if (s->file == EU_FILE_IMM) {
        s->imm = eu_field_get(q, fields[i].imm);
        return eu_types[s->type].size == 2 ||
               eu_fail(err, "ternary-immediate: source %u :%s", i, eu_type_name(s->type));
    }
    s->reg = (uint8_t)eu_field_get(q, fields[i].reg);
    s->negate = inst->op != EU_OP_BFN && eu_field_get(q, fields[i].negate);
    s->abs = inst->op != EU_OP_BFN && eu_field_get(q, fields[i].abs);
    s->subreg = (uint8_t)(eu_is_macro(inst) ? eu_field_get(q, fields[i].subreg)
                                            : eu_bytes_get(q, fields[i].subreg, EU_FIELD_COUNT));
    unsigned h = (unsigned)eu_field_get(q, fields[i].hstride), v = i < 2 ? get_vstride(q, i) : 0;
    s->hstride = (uint8_t)(h ? 1u << (h - 1) : 0);
    s->vstride = (uint8_t)(i < 2 ? v : s->hstride);
    s->width = (uint8_t)(s->hstride && s->vstride > s->hstride ? s->vstride / s->hstride : 1);
    s->swizzle = 0xe4;
    if (eu_is_macro(inst)) {
        s->special_acc = s->subreg >> special_acc_shift(q);
        s->subreg = 0;
        if (s->special_acc > NO_MACRO)
            return eu_fail(err, "reserved-accumulator: of a math macro");
    }
    return check_reg(q, s, err);
}

bool eu_ternary_decode_align1(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *d = &inst->dst;
    unsigned code = (unsigned)EU_GET(q, T_DST_TYPE) | (EU_GET(q, T1_EXEC_FLOAT) ? EXEC_FLOAT : 0u);
    if (!eu_type_from_ternary(q->isa, code, &d->type))
        return eu_fail(err, "reserved-type: three-source type %u", code);
    d->file = dst_file_code(q, EU_FILE_GRF) == EU_GET(q, T1_DST_FILE) ? EU_FILE_GRF : EU_FILE_ARF;
    d->reg = (uint8_t)EU_GET(q, T_DST_REG);
    d->hstride = EU_GET(q, T1_DST_HSTRIDE) && !eu_is_macro(inst) ? 2 : 1;
    d->writemask = 0xf;
    if (eu_is_macro(inst)) {
        d->special_acc = (uint8_t)EU_GET(q, T1_DST_ACC);
        if (d->special_acc > NO_MACRO)
            return eu_fail(err, "reserved-accumulator: of a math macro");
    } else {
        d->subreg = (uint8_t)(has_byte_dst(q) ? eu_bytes_get(q, EU_FIELD_T1_DST_SUBREG_1, EU_FIELD_COUNT)
                                              : EU_GET(q, T1_DST_SUBREG) * 8);
    }
    for (unsigned i = 0; i < 3; i++)
        if (!decode_src(q, inst, i, err))
            return false;
    return check_reg(q, d, err);
}
