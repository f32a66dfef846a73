// Encoding: struct eu_inst to 16 bytes.
//
// The inverse of eu_decode. What the format fixes (the ip operands of jmpi, say) is filled in as Intel's
// assembler does; a value that does not fit its field is an error. Source: PRM KBL vol2d EU_INSTRUCTION_*.
#include "isa/encoding/gen12.h"
#include "isa/encoding/ternary.h"

#include <string.h>

enum { FILE_ARF, FILE_GRF, FILE_RESERVED, FILE_IMM };

// log2 for region fields: 0 is 0, 1 is 1, 2 is 2, 4 is 3, ... or -1.
static int stride_encode(unsigned v, unsigned max)
{
    if (v == 0)
        return 0;
    if (v > max || (v & (v - 1)))
        return -1;
    return __builtin_ctz(v) + 1;
}

static bool check_reg(const struct eu_bits *q, const struct eu_operand *o, struct eu_error *err)
{
    unsigned instance;
    if (o->file == EU_FILE_GRF ? o->reg < 128 : eu_arf_lookup(q->isa, o->reg, &instance) != NULL)
        return true;
    return eu_fail(err, "register-number: %s 0x%x", o->file == EU_FILE_GRF ? "r" : "architecture register",
                   o->reg);
}

static bool check_indirect(const struct eu_bits *q, const struct eu_operand *o, unsigned step,
                           struct eu_error *err)
{
    if (o->addr_imm < -512 || o->addr_imm > 511 || (unsigned)(o->addr_imm & 0x3ff) % step)
        return eu_fail(err, "address-immediate: %d", o->addr_imm);
    return EU_FITS(q, SRC0_ADDR_SUBREG, o->addr_subreg) ||
           eu_fail(err, "address-subregister: a0.%u", o->addr_subreg);
}

// The encoding of a type, or -1.
static int type_code(const struct eu_bits *q, enum eu_type type, bool imm)
{
    const struct eu_type_codes *codes = (unsigned)type < EU_TYPE_COUNT ? eu_type_codes(q->isa, type) : NULL;
    return !codes ? -1 : imm ? codes->imm : codes->reg;
}

static int ternary_code(const struct eu_bits *q, enum eu_type type)
{
    return (unsigned)type < EU_TYPE_COUNT ? eu_type_codes(q->isa, type)->ternary : -1;
}

static bool check_type(const struct eu_bits *q, enum eu_type type, bool imm, struct eu_error *err)
{
    if (type_code(q, type, imm) >= 0)
        return true;
    return eu_fail(err, "type: %s is no %s type", eu_type_name(type), imm ? "immediate" : "register");
}

static bool encode_dst(struct eu_bits *q, const struct eu_inst *inst, const struct eu_operand *d,
                       struct eu_error *err)
{
    if (d->file != EU_FILE_GRF && d->file != EU_FILE_ARF)
        return eu_fail(err, "dst-file: the destination must be a register");
    if (!check_type(q, d->type, false, err))
        return false;
    int hstride = stride_encode(d->hstride, 4);
    if (hstride < 0)
        return eu_fail(err, "dst-stride: %u", d->hstride);
    EU_SET(q, DST_FILE, d->file == EU_FILE_GRF ? FILE_GRF : FILE_ARF);
    EU_SET(q, DST_TYPE, (unsigned)type_code(q, d->type, false));
    EU_SET(q, DST_HSTRIDE, (unsigned)hstride);
    EU_SET(q, DST_ADDR_MODE, d->indirect);
    if (d->indirect) {
        if (!check_indirect(q, d, inst->align16 ? 16 : 1, err))
            return false;
        EU_SET(q, DST_ADDR_SUBREG, d->addr_subreg);
        if (EU_HAS(q, DST_ADDR_IMM_9)) // else the field holds all
            EU_SET(q, DST_ADDR_IMM_9, (unsigned)d->addr_imm >> 9);
        if (inst->align16)
            EU_SET(q, DST_ADDR_IMM_A16, (unsigned)d->addr_imm >> 4);
        else
            EU_SET(q, DST_ADDR_IMM, (unsigned)d->addr_imm);
    } else {
        if (!check_reg(q, d, err))
            return false;
        if (d->subreg > 31 || (inst->align16 && d->subreg % 16))
            return eu_fail(err, "dst-subregister: byte %u", d->subreg);
        EU_SET(q, DST_REG, d->reg);
        EU_SET(q, DST_SUBREG, d->subreg);
    }
    if (inst->align16)
        EU_SET(q, DST_WRITEMASK, eu_is_macro(inst) ? d->special_acc : d->writemask);
    else if (eu_is_macro(inst))
        EU_SET(q, DST_SUBREG, d->special_acc);
    return true;
}

static bool encode_imm(struct eu_bits *q, const struct eu_operand *o, struct eu_error *err)
{
    unsigned size = eu_types[o->type].size;
    if (size == 8)
        EU_SET(q, IMM64, o->imm);
    else if (size == 2)
        EU_SET(q, IMM32, (o->imm & 0xffff) * 0x10001);
    else if (o->imm >> 32 && o->imm >> 31 != 0x1ffffffffull)
        return eu_fail(err, "immediate: 0x%llx is not 32 bits", (unsigned long long)o->imm);
    else
        EU_SET(q, IMM32, o->imm & 0xffffffff);
    return true;
}

static bool encode_region(struct eu_bits *q, unsigned s, bool align16, const struct eu_operand *o,
                          unsigned swizzle, struct eu_error *err)
{
    int v = o->vstride == EU_VSTRIDE_VXH ? 15 : stride_encode(o->vstride, 32);
    if (v < 0)
        return eu_fail(err, "src%u-region: vertical stride %u", s, o->vstride);
    EU_SET_SRC(q, s, VSTRIDE, (unsigned)v);
    if (align16) {
        EU_SET_SRC(q, s, SWIZ_ZW, swizzle >> 4);
        EU_SET_SRC(q, s, SWIZ_XY, swizzle & 15);
        return true;
    }
    int w = stride_encode(o->width, 16), h = stride_encode(o->hstride, 4);
    if (w < 1 || h < 0)
        return eu_fail(err, "src%u-region: width %u, horizontal stride %u", s, o->width, o->hstride);
    EU_SET_SRC(q, s, WIDTH, (unsigned)w - 1);
    EU_SET_SRC(q, s, HSTRIDE, (unsigned)h);
    return true;
}

static bool encode_src(struct eu_bits *q, const struct eu_inst *inst, unsigned s, const struct eu_operand *o,
                       struct eu_error *err)
{
    bool imm = o->file == EU_FILE_IMM;
    unsigned file = imm ? FILE_IMM : o->file == EU_FILE_GRF ? FILE_GRF : FILE_ARF;
    if (o->file == EU_FILE_NONE)
        return eu_fail(err, "src%u-file: the source is missing", s);
    if (!check_type(q, o->type, imm, err))
        return false;
    if (s) {
        EU_SET(q, SRC1_FILE, file);
        EU_SET(q, SRC1_TYPE, (unsigned)type_code(q, o->type, imm));
    } else {
        EU_SET(q, SRC0_FILE, file);
        EU_SET(q, SRC0_TYPE, (unsigned)type_code(q, o->type, imm));
    }
    if (imm) {
        if (s && eu_types[o->type].size == 8)
            return eu_fail(err, "imm64-source: a 64-bit immediate in source 1");
        if (!s && eu_inst_num_srcs(inst) > 1 && !eu_op_is_branch(inst->op))
            return eu_fail(err, "imm-source: only the last source can be an immediate");
        return encode_imm(q, o, err);
    }
    EU_SET_SRC(q, s, NEGATE, o->negate);
    EU_SET_SRC(q, s, ABS, o->abs);
    EU_SET_SRC(q, s, ADDR_MODE, o->indirect);
    if (o->indirect) {
        if (!check_indirect(q, o, inst->align16 ? 16 : 1, err))
            return false;
        EU_SET_SRC(q, s, ADDR_SUBREG, o->addr_subreg);
        if (EU_HAS(q, SRC0_ADDR_IMM_9))
            EU_SET_SRC(q, s, ADDR_IMM_9, (unsigned)o->addr_imm >> 9);
        if (inst->align16)
            EU_SET_SRC(q, s, ADDR_IMM_A16, (unsigned)o->addr_imm >> 4);
        else
            EU_SET_SRC(q, s, ADDR_IMM, (unsigned)o->addr_imm);
    } else {
        if (!check_reg(q, o, err))
            return false;
        if (o->subreg > 31 || (inst->align16 && o->subreg % 16))
            return eu_fail(err, "src%u-subregister: byte %u", s, o->subreg);
        EU_SET_SRC(q, s, REG, o->reg);
        EU_SET_SRC(q, s, SUBREG, eu_is_macro(inst) && !inst->align16 ? o->special_acc : o->subreg);
    }
    return encode_region(q, s, inst->align16, o, eu_is_macro(inst) ? o->special_acc : o->swizzle, err);
}

static bool encode_basic(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand dst = inst->dst;
    unsigned n = eu_inst_num_srcs(inst);
    if (inst->op == EU_OP_MATH) {
        if (!eu_math_exists(q->isa, inst->math))
            return eu_fail(err, "math-function: %u", inst->math);
        if (q->isa < KILN_ISA_GEN8 && (inst->src[0].file == EU_FILE_IMM || inst->src[1].file == EU_FILE_IMM))
            return eu_fail(err, "math-immediate: not in this generation");
        EU_SET(q, COND_MOD, inst->math);
    }
    if (inst->op == EU_OP_WAIT && dst.file == EU_FILE_NONE) { // the register it waits for is also written
        dst = inst->src[0];
        dst.hstride = 1;
    }
    if (!encode_dst(q, inst, &dst, err) || !encode_src(q, inst, 0, &inst->src[0], err))
        return false;
    if (n == 2)
        return encode_src(q, inst, 1, &inst->src[1], err);
    if (inst->src[1].file == EU_FILE_NONE)
        return true;
    if (inst->src[0].file == EU_FILE_IMM) { // the type of the absent second source
        if (!check_type(q, inst->src[1].type, false, err))
            return false;
        if (eu_types[inst->src[0].type].size == 8)
            return true;
        EU_SET(q, SRC1_FILE, inst->src[1].file == EU_FILE_GRF ? FILE_GRF : FILE_ARF);
        EU_SET(q, SRC1_TYPE, (unsigned)type_code(q, inst->src[1].type, false));
        return true;
    }
    return encode_src(q, inst, 1, &inst->src[1], err);
}

static bool encode_ternary(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst, *s = inst->src;
    bool macro = eu_is_macro(inst);
    if (d->file != EU_FILE_GRF || d->indirect || d->reg > 127 || d->subreg > 31 || d->subreg % 4)
        return eu_fail(err, "ternary-dst: a directly addressed GRF, aligned to 4 bytes, is required");
    if (ternary_code(q, d->type) < 0)
        return eu_fail(err, "ternary-type: destination %s", eu_type_name(d->type));
    for (unsigned i = 0; i < 3; i++) {
        if (s[i].file != EU_FILE_GRF || s[i].indirect || s[i].reg > 127 || s[i].subreg > 31 ||
            s[i].subreg % 2)
            return eu_fail(err, "ternary-src: source %u must be a directly addressed GRF", i);
        if (ternary_code(q, s[i].type) < 0)
            return eu_fail(err, "ternary-type: source %u %s", i, eu_type_name(s[i].type));
        if (s[i].subreg % 4 && !EU_HAS(q, T_SRC0_SUBREG_1))
            return eu_fail(err, "ternary-subregister: source %u at byte %u", i, s[i].subreg);
        bool half = s[i].type == EU_TYPE_HF || s[i].type == EU_TYPE_F;
        bool half0 = s[0].type == EU_TYPE_HF || s[0].type == EU_TYPE_F;
        if (s[i].type != s[0].type && !(half && half0 && EU_HAS(q, T_SRC1_TYPE)))
            return eu_fail(err, "ternary-type: sources %s and %s", eu_type_name(s[0].type),
                           eu_type_name(s[i].type));
    }
    EU_SET(q, T_DST_TYPE, (unsigned)ternary_code(q, d->type));
    EU_SET(q, T_SRC_TYPE, (unsigned)ternary_code(q, s[0].type));
    if (EU_HAS(q, T_SRC1_TYPE)) {
        EU_SET(q, T_SRC1_TYPE, s[1].type == EU_TYPE_HF);
        EU_SET(q, T_SRC2_TYPE, s[2].type == EU_TYPE_HF);
    }
    EU_SET(q, T_DST_REG, d->reg);
    EU_SET(q, T_DST_SUBREG, d->subreg / 4);
    EU_SET(q, T_DST_WRITEMASK, macro ? d->special_acc : d->writemask);
#define SRC(i)                                                                                               \
    EU_SET(q, T_SRC##i##_REG, s[i].reg);                                                                     \
    EU_SET(q, T_SRC##i##_SUBREG, s[i].subreg / 4);                                                           \
    if (EU_HAS(q, T_SRC##i##_SUBREG_1))                                                                      \
        EU_SET(q, T_SRC##i##_SUBREG_1, s[i].subreg / 2 % 2);                                                 \
    EU_SET(q, T_SRC##i##_SWIZZLE, macro ? s[i].special_acc : s[i].swizzle);                                  \
    EU_SET(q, T_SRC##i##_REP, s[i].rep);                                                                     \
    EU_SET(q, T_SRC##i##_NEGATE, s[i].negate);                                                               \
    EU_SET(q, T_SRC##i##_ABS, s[i].abs);
    SRC(0)
    SRC(1)
    SRC(2)
#undef SRC
    return true;
}

static const struct eu_operand null_ud = {.file = EU_FILE_ARF, .type = EU_TYPE_UD, .hstride = 1, .width = 1};
static const struct eu_operand ip_ud = {
    .file = EU_FILE_ARF, .type = EU_TYPE_UD, .reg = EU_ARF_IP, .hstride = 1, .width = 1};

// Source 0 of Gen7.5 is a word.
static void encode_imm_target(struct eu_bits *q, unsigned s)
{
    if (s) {
        EU_SET(q, SRC1_FILE, FILE_IMM);
        EU_SET(q, SRC1_TYPE, (unsigned)type_code(q, EU_TYPE_D, true));
    } else {
        EU_SET(q, SRC0_FILE, FILE_IMM);
        EU_SET(q, SRC0_TYPE, (unsigned)type_code(q, q->isa < KILN_ISA_GEN8 ? EU_TYPE_W : EU_TYPE_D, true));
    }
}

static bool encode_absent_branch_srcs(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *s0 = &inst->src[2], *s1 = &inst->src[1];
    bool imm0 = s0->file == EU_FILE_IMM, imm1 = s1->file == EU_FILE_IMM;
    if (!check_type(q, s0->type, imm0, err) || !check_type(q, s1->type, imm1, err))
        return false;
    EU_SET(q, SRC0_FILE, imm0 ? FILE_IMM : s0->file == EU_FILE_GRF ? FILE_GRF : FILE_ARF);
    EU_SET(q, SRC0_TYPE, (unsigned)type_code(q, s0->type, imm0));
    EU_SET(q, SRC1_FILE, imm1 ? FILE_IMM : s1->file == EU_FILE_GRF ? FILE_GRF : FILE_ARF);
    EU_SET(q, SRC1_TYPE, (unsigned)type_code(q, s1->type, imm1));
    return true;
}

static bool encode_target(struct eu_bits *q, const struct eu_inst *inst, unsigned at, bool reg,
                          struct eu_error *err)
{
    if (reg)
        return encode_src(q, inst, at, &inst->src[0], err);
    bool jip = !at && eu_offset_is_src1(inst->op, eu_op_format(q->isa, inst->op));
    encode_imm_target(q, at || jip);
    return !jip || inst->src[1].file == EU_FILE_NONE || encode_absent_branch_srcs(q, inst, err);
}

struct region_code {
    uint8_t vstride, width, hstride; // encoded
};

// What Intel's assembler writes into source 0 of a call, which has none.
static const struct region_code *absent_call_region(enum kiln_isa isa, enum eu_op op)
{
    static const struct region_code none = {0, 0, 0}, row2 = {2, 1, 1}, row4 = {2, 2, 1}; // <2;2,1>, <2;4,1>
    if (isa >= KILN_ISA_GEN11)
        return op == EU_OP_CALL ? &row4 : &none;
    return isa != KILN_ISA_GEN8 || op == EU_OP_CALLA ? &row2 : &none;
}

// The operands that the format fixes, then the register target if there is one. The operand layout of each
// branch is that of Intel's assembler.
static bool encode_branch_operands(struct eu_bits *q, const struct eu_inst *inst, bool reg,
                                   struct eu_error *err)
{
    enum eu_format format = eu_op_format(q->isa, inst->op);
    struct eu_operand dst = inst->dst, src0 = ip_ud;
    if (dst.file == EU_FILE_NONE) {
        dst = format == EU_FMT_JMPI || format == EU_FMT_BRD || format == EU_FMT_BRC ? ip_ud : null_ud;
        if (format == EU_FMT_BRD || format == EU_FMT_BRC)
            dst.type = EU_TYPE_D;
    }
    if (!encode_dst(q, inst, &dst, err))
        return false;
    switch (format) {
    case EU_FMT_JMPI:
        src0.hstride = 0;
        if (!encode_src(q, inst, 0, &src0, err))
            return false;
        break;
    case EU_FMT_CALL:
        if (inst->src[1].width)
            return encode_region(q, 0, false, &inst->src[1], 0, err) && encode_target(q, inst, 1, reg, err);
        EU_SET(q, SRC0_VSTRIDE, absent_call_region(q->isa, inst->op)->vstride);
        EU_SET(q, SRC0_WIDTH, absent_call_region(q->isa, inst->op)->width);
        EU_SET(q, SRC0_HSTRIDE, absent_call_region(q->isa, inst->op)->hstride);
        break;
    default:
        break;
    }
    unsigned at = format == EU_FMT_JMPI || format == EU_FMT_CALL;
    return encode_target(q, inst, at, reg, err);
}

static bool set_offset(struct eu_bits *q, enum eu_field f, enum eu_format format, int32_t offset,
                       struct eu_error *err)
{
    int32_t unit = eu_offset_unit(q->isa, format), n = offset / unit;
    bool is_short = eu_has_short_offset(q->isa, format);
    if (offset % unit || (is_short && n != (int16_t)n))
        return eu_fail(err, "branch-offset: %d", offset);
    eu_field_set(q, f == EU_FIELD_JIP && !is_short ? EU_FIELD_IMM32 : f, (uint32_t)n);
    return true;
}

static bool encode_branch(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    enum eu_format format = eu_op_format(q->isa, inst->op);
    bool reg = inst->src[0].file == EU_FILE_GRF || inst->src[0].file == EU_FILE_ARF;
    if (inst->align16)
        return eu_fail(err, "branch-align16: branches are align1");
    if (reg ? format > EU_FMT_RET : format == EU_FMT_RET)
        return eu_fail(err, "branch-operand: %s %s a register", eu_op_name(inst->op),
                       reg ? "does not take" : "takes");
    EU_SET(q, ACC_WR, inst->branch_ctrl);
    if (!encode_branch_operands(q, inst, reg, err))
        return false;
    if (reg)
        return true;
    // jmpi counts from the next instruction; the chip's sum wraps.
    int32_t jip = (int32_t)((uint32_t)inst->jip - (format != EU_FMT_JMPI ? 0u : inst->compacted ? 8u : 16u));
    return set_offset(q, EU_FIELD_JIP, format, jip, err) &&
           (!eu_has_uip(format) || set_offset(q, EU_FIELD_UIP, format, inst->uip, err));
}

// The operand of a message: aligned to 16 bytes, or in a0.
static bool check_payload(const struct eu_bits *q, const struct eu_operand *o, const char *what,
                          struct eu_error *err)
{
    if (o->file != EU_FILE_GRF && o->file != EU_FILE_ARF)
        return eu_fail(err, "send-%s: must be a register", what);
    if (o->indirect)
        return check_indirect(q, o, EU_HAS(q, SEND_EX_31_28) ? 16 : 1, err);
    if (o->subreg != 0 && o->subreg != 16)
        return eu_fail(err, "send-%s: subregister byte %u", what, o->subreg);
    return check_reg(q, o, err) && check_type(q, o->type, false, err);
}

static void encode_src0_address(struct eu_bits *q, const struct eu_operand *s, bool split)
{
    EU_SET(q, SRC0_ADDR_MODE, s->indirect);
    if (s->indirect) {
        EU_SET(q, SRC0_ADDR_SUBREG, s->addr_subreg);
        if (EU_HAS(q, SEND_EX_31_28))
            EU_SET(q, SRC0_ADDR_IMM_A16, (unsigned)s->addr_imm >> 4);
        else
            EU_SET(q, SRC0_ADDR_IMM, (unsigned)s->addr_imm);
        if (split)
            EU_SET(q, SENDS_SRC0_IMM_9, (unsigned)s->addr_imm >> 9);
        else if (EU_HAS(q, SRC0_ADDR_IMM_9))
            EU_SET(q, SRC0_ADDR_IMM_9, (unsigned)s->addr_imm >> 9);
    } else {
        EU_SET(q, SRC0_REG, s->reg);
        EU_SET(q, SRC0_SUBREG_A16, s->subreg / 16);
    }
}

static bool encode_send(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *s = &inst->src[0];
    if (!check_payload(q, s, "src0", err) || !encode_dst(q, inst, &inst->dst, err))
        return false;
    if (inst->ex_desc_in_reg || inst->ex_desc & 0xffc0 || (inst->ex_desc >> 16 && !EU_HAS(q, SEND_EX_31_28)))
        return eu_fail(err, "send-extended-descriptor: 0x%x does not fit send", inst->ex_desc);
    EU_SET(q, SRC0_FILE, s->file == EU_FILE_GRF ? FILE_GRF : FILE_ARF);
    EU_SET(q, SRC0_TYPE, (unsigned)type_code(q, s->type, false));
    encode_src0_address(q, s, false);
    if (inst->desc_in_reg) {
        EU_SET(q, DESC, inst->desc & 1u << 30);
        EU_SET(q, SRC1_FILE, FILE_ARF);
        EU_SET(q, SRC1_REG, EU_ARF_ADDR);
    } else {
        EU_SET(q, SRC1_FILE, FILE_IMM);
        EU_SET(q, DESC, inst->desc);
    }
    if (!EU_HAS(q, SEND_EX_31_28)) // a region instead, which Intel's compiler writes
        return encode_region(q, 0, false, s, 0, err);
    EU_SET(q, SEND_EX_31_28, inst->ex_desc >> 28);
    EU_SET(q, SEND_EX_27_24, inst->ex_desc >> 24 & 15);
    EU_SET(q, SEND_EX_23_20, inst->ex_desc >> 20 & 15);
    EU_SET(q, SEND_EX_19_16, inst->ex_desc >> 16 & 15);
    return true;
}

static bool encode_sends(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst, *s = inst->src;
    if (!check_payload(q, d, "dst", err) || !check_payload(q, &s[0], "src0", err) ||
        !check_payload(q, &s[1], "src1", err))
        return false;
    if (s[0].file != EU_FILE_GRF || s[1].indirect || s[1].subreg)
        return eu_fail(err, "sends-operand: source 0 is a GRF, source 1 a direct whole register");
    EU_SET(q, SENDS_DST_FILE, d->file == EU_FILE_GRF);
    EU_SET(q, DST_TYPE, (unsigned)type_code(q, d->type, false));
    EU_SET(q, DST_ADDR_MODE, d->indirect);
    if (d->indirect) {
        EU_SET(q, DST_ADDR_SUBREG, d->addr_subreg);
        EU_SET(q, DST_ADDR_IMM_A16, (unsigned)d->addr_imm >> 4 & 31);
        EU_SET(q, SENDS_DST_IMM_9, (unsigned)d->addr_imm >> 9 & 1);
    } else {
        EU_SET(q, DST_REG, d->reg);
        EU_SET(q, DST_SUBREG_A16, d->subreg / 16);
    }
    encode_src0_address(q, &s[0], true);
    EU_SET(q, SENDS_SRC1_FILE, s[1].file == EU_FILE_GRF);
    EU_SET(q, SENDS_SRC1_REG, s[1].reg);
    EU_SET(q, SENDS_DESC_REG, inst->desc_in_reg);
    EU_SET(q, DESC, inst->desc_in_reg ? inst->desc & 1u << 30 : inst->desc);
    if (inst->ex_desc & 0xfc00)
        return eu_fail(err, "send-extended-descriptor: 0x%x", inst->ex_desc);
    EU_SET(q, SENDS_EX_9_6, inst->ex_desc >> 6 & 15);
    if (inst->ex_desc_in_reg) {
        if (inst->ex_desc_subreg > 14 || inst->ex_desc_subreg % 2)
            return eu_fail(err, "send-extended-descriptor: a0.%u", inst->ex_desc_subreg);
        EU_SET(q, SENDS_EX_REG, 1);
        EU_SET(q, SENDS_EX_SUBREG, inst->ex_desc_subreg / 2);
    } else {
        EU_SET(q, SENDS_EX_31_16, inst->ex_desc >> 16);
    }
    return true;
}

static bool encode_send_common(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    if (inst->sfid > 15 || (inst->ex_desc & 15 && (inst->ex_desc & 15) != inst->sfid) ||
        (inst->ex_desc & 32 && !inst->eot))
        return eu_fail(err, "send-target: sfid %u, eot %d but extended descriptor 0x%x", inst->sfid,
                       inst->eot, inst->ex_desc);
    if (!EU_FITS(q, DESC, inst->desc))
        return eu_fail(err, "send-descriptor: 0x%x", inst->desc);
    bool ok = eu_ops[inst->op].format == EU_FMT_SEND ? encode_send(q, inst, err) : encode_sends(q, inst, err);
    EU_SET(q, SFID, inst->sfid);
    EU_SET(q, EOT, inst->eot);
    return ok;
}

static int pred_encode(enum eu_pred pred, bool align16)
{
    switch (pred) {
    case EU_PRED_NONE:
    case EU_PRED_NORMAL:
        return (int)pred;
    case EU_PRED_X:
    case EU_PRED_Y:
    case EU_PRED_Z:
    case EU_PRED_W:
        return align16 ? (int)pred - EU_PRED_X + 2 : -1;
    case EU_PRED_ANY4H:
    case EU_PRED_ALL4H:
        return (int)pred;
    default:
        return !align16 && (unsigned)pred <= EU_PRED_ALL32H ? (int)pred : -1;
    }
}

static bool encode_controls(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    int size = stride_encode(inst->exec_size, 32), pred = pred_encode(inst->pred, inst->align16);
    if (size < 1)
        return eu_fail(err, "execution-size: %u", inst->exec_size);
    if (inst->chan_offset > 28 || inst->chan_offset % 4)
        return eu_fail(err, "channel-offset: M%u", inst->chan_offset);
    if (inst->align16 && q->isa >= KILN_ISA_GEN11)
        return eu_fail(err, "align16: all of the generation is align1");
    if (pred < 0)
        return eu_fail(err, "predicate-control: %u", inst->pred);
    if (inst->flag_reg > 1 || inst->flag_subreg > 1)
        return eu_fail(err, "flag-register: f%u.%u", inst->flag_reg, inst->flag_subreg);
    if (!eu_thread_ctrl_exists(q->isa, inst->op, inst->thread_ctrl))
        return eu_fail(err, "thread-control: %u", inst->thread_ctrl);
    if (!eu_condition_exists(inst->op, inst->cmod))
        return eu_fail(err, "condition: %u", inst->cmod);
    EU_SET(q, ACCESS_MODE, inst->align16);
    EU_SET(q, NO_DD_CLR, inst->no_dd_clr);
    EU_SET(q, NO_DD_CHK, inst->no_dd_chk);
    EU_SET(q, QTR_CTRL, inst->chan_offset / 8);
    EU_SET(q, NIB_CTRL, inst->chan_offset / 4 % 2);
    EU_SET(q, THREAD_CTRL, inst->thread_ctrl);
    EU_SET(q, PRED_CTRL, (unsigned)pred);
    EU_SET(q, PRED_INV, inst->pred_inv);
    EU_SET(q, EXEC_SIZE, (unsigned)size - 1);
    EU_SET(q, COND_MOD, inst->cmod);
    EU_SET(q, ACC_WR, inst->acc_wr);
    EU_SET(q, DEBUG, inst->debug);
    EU_SET(q, SATURATE, inst->saturate);
    if (eu_op_is_ternary(inst->op)) {
        EU_SET(q, T_FLAG_SUBREG, inst->flag_subreg);
        EU_SET(q, T_FLAG_REG, inst->flag_reg);
    } else {
        EU_SET(q, FLAG_SUBREG, inst->flag_subreg);
        EU_SET(q, FLAG_REG, inst->flag_reg);
    }
    EU_SET(q, MASK_CTRL, inst->nomask);
    return true;
}

static bool encode_operands(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    switch ((enum eu_format)eu_ops[inst->op].format) {
    case EU_FMT_NULLARY:
        return true;
    case EU_FMT_BASIC1:
    case EU_FMT_BASIC2:
    case EU_FMT_MATH:
    case EU_FMT_WAIT:
        return encode_basic(q, inst, err);
    case EU_FMT_TERNARY:
        return q->isa < KILN_ISA_GEN11 ? encode_ternary(q, inst, err)
                                       : eu_ternary_encode_align1(q, inst, err);
    case EU_FMT_SEND:
    case EU_FMT_SENDS:
        return encode_send_common(q, inst, err);
    default:
        return encode_branch(q, inst, err);
    }
}

bool eu_encode(const struct kiln_target *target, const struct eu_inst *original, uint8_t out[16],
               struct eu_error *err)
{
    struct eu_bits q = eu_bits_make(target->isa);
    struct eu_inst inst = *original;
    if (!eu_op_exists(q.isa, inst.op))
        return eu_fail(err, "unknown-opcode: %s", eu_op_name(inst.op));
    if (eu_op_is_ternary(inst.op) && !inst.align16 && q.isa < KILN_ISA_GEN11 && !eu_ternary_lower(&inst, err))
        return false;
    EU_SET(&q, OPCODE, eu_op_to_hw(q.isa, inst.op));
    if (q.isa >= KILN_ISA_GEN12) {
        if (!eu_encode_gen12(&q, &inst, err))
            return false;
    } else if (eu_ops[inst.op].format == EU_FMT_NULLARY)
        EU_SET(&q, DEBUG, inst.op == EU_OP_NOP && inst.debug);
    else if (!encode_controls(&q, &inst, err) || !encode_operands(&q, &inst, err))
        return false;
    memcpy(out, q.q, 16);
    return true;
}
