// Decoding: 8 or 16 bytes to struct eu_inst.
//
// Every field of the format is read, also those the opcode does not use but a compiler may set (the type of
// an absent second source), so that encoding the result gives the same bytes for what assemblers and
// compilers write. Reserved encodings are errors, never guesses. Source: PRM KBL vol2d EU_INSTRUCTION_*.
#include "isa/encoding/gen12.h"
#include "isa/encoding/ternary.h"

#include <string.h>

enum { FILE_ARF, FILE_GRF, FILE_RESERVED, FILE_IMM };

static bool decode_type(const struct eu_bits *q, unsigned hw, bool imm, enum eu_type *type,
                        struct eu_error *err)
{
    if (imm ? eu_type_from_imm(q->isa, hw, type) : eu_type_from_reg(q->isa, hw, type))
        return true;
    return eu_fail(err, "reserved-type: %s type %u", imm ? "immediate" : "register", hw);
}

static bool check_reg(const struct eu_bits *q, const struct eu_operand *o, struct eu_error *err)
{
    unsigned instance;
    if (o->indirect)
        return true;
    if (o->file == EU_FILE_GRF && o->reg >= 128)
        return eu_fail(err, "reserved-register: r%u", o->reg);
    if (o->file == EU_FILE_ARF && !eu_arf_lookup(q->isa, o->reg, &instance))
        return eu_fail(err, "reserved-register: architecture register 0x%02x", o->reg);
    return true;
}

static int16_t sign_extend10(uint64_t v)
{
    return (int16_t)(v & 0x200 ? (int)v - 0x400 : (int)v);
}

static uint8_t stride_decode(unsigned hw)
{
    return (uint8_t)(hw ? 1u << (hw - 1) : 0);
}

static bool decode_dst(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *d = &inst->dst;
    unsigned file = (unsigned)EU_GET(q, DST_FILE);
    if (file > FILE_GRF)
        return eu_fail(err, "reserved-file: destination register file %u", file);
    d->file = file == FILE_GRF ? EU_FILE_GRF : EU_FILE_ARF;
    if (!decode_type(q, (unsigned)EU_GET(q, DST_TYPE), false, &d->type, err))
        return false;
    d->hstride = stride_decode((unsigned)EU_GET(q, DST_HSTRIDE));
    d->writemask = inst->align16 ? (uint8_t)EU_GET(q, DST_WRITEMASK) : 0xf;
    d->indirect = EU_GET(q, DST_ADDR_MODE);
    if (d->indirect) {
        uint64_t imm = EU_HAS(q, DST_ADDR_IMM_9) ? EU_GET(q, DST_ADDR_IMM_9) << 9 : 0;
        imm |= inst->align16 ? EU_GET(q, DST_ADDR_IMM_A16) << 4 : EU_GET(q, DST_ADDR_IMM);
        d->addr_imm = sign_extend10(imm);
        d->addr_subreg = (uint8_t)EU_GET(q, DST_ADDR_SUBREG);
    } else {
        d->reg = (uint8_t)EU_GET(q, DST_REG);
        d->subreg = (uint8_t)(inst->align16 ? EU_GET(q, DST_SUBREG_A16) * 16 : EU_GET(q, DST_SUBREG));
    }
    return check_reg(q, d, err);
}

static void decode_imm(const struct eu_bits *q, struct eu_operand *o)
{
    o->file = EU_FILE_IMM;
    unsigned size = eu_types[o->type].size;
    o->imm = size == 8 ? EU_GET(q, IMM64) : EU_GET(q, IMM32);
    if (size == 2)
        o->imm &= 0xffff;
}

// Fills in the region of o only.
static bool decode_region(const struct eu_bits *q, unsigned s, bool align16, struct eu_operand *o,
                          struct eu_error *err)
{
    unsigned v = (unsigned)EU_GET_SRC(q, s, VSTRIDE);
    if (v == 15 && !align16)
        o->vstride = EU_VSTRIDE_VXH;
    else if (v <= 6)
        o->vstride = stride_decode(v);
    else
        return eu_fail(err, "reserved-region: source %u vertical stride %u", s, v);
    if (align16) {
        o->width = 4;
        o->hstride = 1;
        o->swizzle = (uint8_t)(EU_GET_SRC(q, s, SWIZ_ZW) << 4 | EU_GET_SRC(q, s, SWIZ_XY));
        return true;
    }
    unsigned w = (unsigned)EU_GET_SRC(q, s, WIDTH);
    if (w > 4)
        return eu_fail(err, "reserved-region: source %u width %u", s, w);
    o->width = (uint8_t)(1u << w);
    o->hstride = stride_decode((unsigned)EU_GET_SRC(q, s, HSTRIDE));
    return true;
}

// Source s (0 or 1) of the one- and two-source formats.
static bool decode_src(const struct eu_bits *q, const struct eu_inst *inst, unsigned s, struct eu_operand *o,
                       struct eu_error *err)
{
    unsigned file = (unsigned)(s ? EU_GET(q, SRC1_FILE) : EU_GET(q, SRC0_FILE));
    unsigned type = (unsigned)(s ? EU_GET(q, SRC1_TYPE) : EU_GET(q, SRC0_TYPE));
    if (file == FILE_RESERVED)
        return eu_fail(err, "reserved-file: source %u register file", s);
    if (!decode_type(q, type, file == FILE_IMM, &o->type, err))
        return false;
    if (file == FILE_IMM) {
        if (s && eu_types[o->type].size == 8)
            return eu_fail(err, "imm64-source: a 64-bit immediate in source 1");
        decode_imm(q, o);
        return true;
    }
    o->file = file == FILE_GRF ? EU_FILE_GRF : EU_FILE_ARF;
    o->negate = EU_GET_SRC(q, s, NEGATE);
    o->abs = EU_GET_SRC(q, s, ABS);
    o->swizzle = 0xe4;
    o->indirect = EU_GET_SRC(q, s, ADDR_MODE);
    if (o->indirect) {
        uint64_t imm = EU_HAS(q, SRC0_ADDR_IMM_9) ? EU_GET_SRC(q, s, ADDR_IMM_9) << 9 : 0;
        imm |= inst->align16 ? EU_GET_SRC(q, s, ADDR_IMM_A16) << 4 : EU_GET_SRC(q, s, ADDR_IMM);
        o->addr_imm = sign_extend10(imm);
        o->addr_subreg = (uint8_t)EU_GET_SRC(q, s, ADDR_SUBREG);
    } else {
        o->reg = (uint8_t)EU_GET_SRC(q, s, REG);
        o->subreg = (uint8_t)(inst->align16 ? EU_GET_SRC(q, s, SUBREG_A16) * 16 : EU_GET_SRC(q, s, SUBREG));
    }
    return decode_region(q, s, inst->align16, o, err) && check_reg(q, o, err);
}

// The second source of a one-source instruction: compilers give it a type, sometimes more.
static void decode_absent_src1(const struct eu_bits *q, struct eu_inst *inst)
{
    struct eu_operand o = {0};
    if (inst->src[0].file == EU_FILE_IMM && eu_types[inst->src[0].type].size == 8)
        return;
    if (inst->src[0].file == EU_FILE_IMM) {
        unsigned file = (unsigned)EU_GET(q, SRC1_FILE), type = (unsigned)EU_GET(q, SRC1_TYPE);
        if ((file || type) && file <= FILE_GRF && decode_type(q, type, false, &o.type, NULL)) {
            o.file = file == FILE_GRF ? EU_FILE_GRF : EU_FILE_ARF;
            inst->src[1] = o;
        }
    } else if (EU_GET(q, IMM32) || EU_GET(q, SRC1_FILE) || EU_GET(q, SRC1_TYPE)) {
        if (decode_src(q, inst, 1, &o, NULL) && !(inst->op == EU_OP_MOVI && o.file == EU_FILE_IMM))
            inst->src[1] = o;
    }
}

// The implicit accumulators of macro instructions: in the write mask and the swizzles, from Gen11 in the
// subregisters.
static void take_special_acc(const struct eu_inst *inst, struct eu_operand *o, unsigned align16_field)
{
    o->special_acc = (uint8_t)(inst->align16 ? align16_field : o->subreg);
    if (!inst->align16)
        o->subreg = 0;
}

static bool decode_macro(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    if (!eu_is_macro(inst))
        return true;
    if (inst->align16 != (q->isa < KILN_ISA_GEN11))
        return eu_fail(err, "macro-align1: %s is align16 only", eu_op_name(inst->op));
    take_special_acc(inst, &inst->dst, inst->dst.writemask);
    bool ok = inst->dst.special_acc <= 8;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++) {
        take_special_acc(inst, &inst->src[i], inst->src[i].swizzle & 0xf);
        ok &= inst->src[i].special_acc <= 8 && inst->src[i].file == EU_FILE_GRF && !inst->src[i].indirect;
    }
    ok &= inst->dst.file == EU_FILE_GRF && !inst->dst.indirect;
    return ok || eu_fail(err, "reserved-accumulator: of a math macro");
}

static bool decode_basic(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    if (inst->op == EU_OP_MATH) {
        inst->math = (enum eu_math)EU_GET(q, COND_MOD);
        if (!eu_math_exists(q->isa, inst->math))
            return eu_fail(err, "reserved-function: math function %u", inst->math);
    }
    if (!decode_dst(q, inst, err) || !decode_src(q, inst, 0, &inst->src[0], err))
        return false;
    if (inst->op == EU_OP_MATH && q->isa < KILN_ISA_GEN8 &&
        (EU_GET(q, SRC0_FILE) == FILE_IMM || EU_GET(q, SRC1_FILE) == FILE_IMM))
        return eu_fail(err, "math-immediate: not in this generation");
    bool movi2 = inst->op == EU_OP_MOVI && q->isa >= KILN_ISA_GEN11;
    if (eu_inst_num_srcs(inst) == 2 || movi2) {
        if (inst->src[0].file == EU_FILE_IMM)
            return eu_fail(err, "imm-source: only the last source can be an immediate");
        if (!decode_src(q, inst, 1, &inst->src[1], err))
            return false;
    } else {
        decode_absent_src1(q, inst);
    }
    return decode_macro(q, inst, err);
}

static bool ternary_type(const struct eu_bits *q, unsigned hw, enum eu_type *type, struct eu_error *err)
{
    return eu_type_from_ternary(q->isa, hw, type) || eu_fail(err, "reserved-type: three-source type %u", hw);
}

static bool decode_ternary(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *d = &inst->dst, *s = inst->src;
    enum eu_type type = EU_TYPE_F;
    if (!inst->align16)
        return eu_fail(err, "ternary-align1: three-source instructions are align16");
    if (!ternary_type(q, (unsigned)EU_GET(q, T_DST_TYPE), &d->type, err) ||
        !ternary_type(q, (unsigned)EU_GET(q, T_SRC_TYPE), &type, err))
        return false;
    d->file = EU_FILE_GRF;
    d->reg = (uint8_t)EU_GET(q, T_DST_REG);
    d->subreg = (uint8_t)(EU_GET(q, T_DST_SUBREG) * 4);
    d->writemask = (uint8_t)EU_GET(q, T_DST_WRITEMASK);
    d->hstride = 1;
#define SRC(i)                                                                                               \
    s[i].reg = (uint8_t)EU_GET(q, T_SRC##i##_REG);                                                           \
    s[i].subreg = (uint8_t)(EU_GET(q, T_SRC##i##_SUBREG) * 4);                                               \
    if (EU_HAS(q, T_SRC##i##_SUBREG_1))                                                                      \
        s[i].subreg = (uint8_t)(s[i].subreg + EU_GET(q, T_SRC##i##_SUBREG_1) * 2);                           \
    s[i].swizzle = (uint8_t)EU_GET(q, T_SRC##i##_SWIZZLE);                                                   \
    s[i].rep = EU_GET(q, T_SRC##i##_REP);                                                                    \
    s[i].negate = EU_GET(q, T_SRC##i##_NEGATE);                                                              \
    s[i].abs = EU_GET(q, T_SRC##i##_ABS);
    SRC(0)
    SRC(1)
    SRC(2)
#undef SRC
    for (unsigned i = 0; i < 3; i++) {
        s[i].file = EU_FILE_GRF;
        s[i].type = type;
        s[i].vstride = s[i].rep ? 0 : 4;
        s[i].width = s[i].rep ? 1 : 4;
        s[i].hstride = s[i].rep ? 0 : 1;
        if (!check_reg(q, &s[i], err))
            return false;
    }
    if ((type == EU_TYPE_F || type == EU_TYPE_HF) && EU_HAS(q, T_SRC1_TYPE)) {
        s[1].type = EU_GET(q, T_SRC1_TYPE) ? EU_TYPE_HF : EU_TYPE_F;
        s[2].type = EU_GET(q, T_SRC2_TYPE) ? EU_TYPE_HF : EU_TYPE_F;
    }
    return decode_macro(q, inst, err) && check_reg(q, d, err);
}

// Some compilers give endif and while other absent sources than Intel's assembler: kept in src[1] (for source
// 1) and src[2] (for source 0), which are otherwise unused.
static void decode_absent_branch_srcs(const struct eu_bits *q, struct eu_inst *inst)
{
    static const enum eu_file files[4] = {EU_FILE_ARF, EU_FILE_GRF, EU_FILE_NONE, EU_FILE_IMM};
    unsigned f0 = (unsigned)EU_GET(q, SRC0_FILE), f1 = (unsigned)EU_GET(q, SRC1_FILE);
    unsigned t0 = (unsigned)EU_GET(q, SRC0_TYPE), t1 = (unsigned)EU_GET(q, SRC1_TYPE);
    struct eu_operand s0 = {.file = files[f0]}, s1 = {.file = files[f1]};
    if (f0 == FILE_ARF && t0 == 0 && f1 == FILE_IMM && t1 == 1)
        return;
    if (f0 == FILE_RESERVED || f1 == FILE_RESERVED || !decode_type(q, t0, f0 == FILE_IMM, &s0.type, NULL) ||
        !decode_type(q, t1, f1 == FILE_IMM, &s1.type, NULL))
        return;
    inst->src[2] = s0;
    inst->src[1] = s1;
}

static int32_t get_offset(const struct eu_bits *q, enum eu_field f, enum eu_format format)
{
    bool is_short = eu_has_short_offset(q->isa, format);
    uint32_t v = (uint32_t)eu_field_get(q, f == EU_FIELD_JIP && !is_short ? EU_FIELD_IMM32 : f);
    return (int32_t)((is_short ? (uint32_t)(int16_t)v : v) * (uint32_t)eu_offset_unit(q->isa, format));
}

static bool decode_branch(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    enum eu_format format = eu_op_format(q->isa, inst->op);
    if (inst->align16)
        return eu_fail(err, "branch-align16: branches are align1");
    inst->branch_ctrl = inst->acc_wr; // the same bit
    inst->acc_wr = false;
    if (!decode_dst(q, inst, err))
        return false;
    // Compilers differ in the region of the absent source of a call.
    if (format == EU_FMT_CALL && !decode_region(q, 0, false, &inst->src[1], err))
        return false;
    // The operand that is a register or, being an immediate, the jump.
    unsigned at = format == EU_FMT_JMPI || format == EU_FMT_CALL;
    unsigned file = (unsigned)(at ? EU_GET(q, SRC1_FILE) : EU_GET(q, SRC0_FILE));
    bool may_be_reg = format <= EU_FMT_RET;
    if (may_be_reg && (file != FILE_IMM || format == EU_FMT_RET)) {
        if (!decode_src(q, inst, at, &inst->src[0], err))
            return false;
        return inst->src[0].file != EU_FILE_IMM ||
               eu_fail(err, "branch-operand: %s of an immediate", eu_op_name(inst->op));
    }
    inst->jip = get_offset(q, EU_FIELD_JIP, format);
    if (format == EU_FMT_JMPI) // relative to the next instruction
        inst->jip = (int32_t)((uint32_t)inst->jip + (inst->compacted ? 8 : 16));
    if (eu_has_uip(format))
        inst->uip = get_offset(q, EU_FIELD_UIP, format);
    if (format == EU_FMT_JIP && eu_offset_is_src1(inst->op, format))
        decode_absent_branch_srcs(q, inst);
    return true;
}

static bool decode_send(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *s = &inst->src[0];
    unsigned file = (unsigned)EU_GET(q, SRC0_FILE);
    if (!decode_dst(q, inst, err))
        return false;
    if (file > FILE_GRF)
        return eu_fail(err, "send-payload: source 0 must be a register");
    s->file = file == FILE_GRF ? EU_FILE_GRF : EU_FILE_ARF;
    if (!decode_type(q, (unsigned)EU_GET(q, SRC0_TYPE), false, &s->type, err))
        return false;
    s->width = 1;
    s->indirect = EU_GET(q, SRC0_ADDR_MODE);
    if (s->indirect) {
        s->addr_subreg = (uint8_t)EU_GET(q, SRC0_ADDR_SUBREG);
        uint64_t low =
            EU_HAS(q, SEND_EX_31_28) ? EU_GET(q, SRC0_ADDR_IMM_A16) << 4 : EU_GET(q, SRC0_ADDR_IMM);
        uint64_t high = EU_HAS(q, SRC0_ADDR_IMM_9) ? EU_GET(q, SRC0_ADDR_IMM_9) << 9 : 0;
        s->addr_imm = sign_extend10(high | low);
    } else {
        s->reg = (uint8_t)EU_GET(q, SRC0_REG);
        s->subreg = (uint8_t)(EU_GET(q, SRC0_SUBREG_A16) * 16);
    }
    if (EU_HAS(q, SEND_EX_31_28))
        inst->ex_desc = (uint32_t)(EU_GET(q, SEND_EX_31_28) << 28 | EU_GET(q, SEND_EX_27_24) << 24 |
                                   EU_GET(q, SEND_EX_23_20) << 20 | EU_GET(q, SEND_EX_19_16) << 16);
    else if (!decode_region(q, 0, false, s, err))
        return false;
    inst->desc_in_reg = EU_GET(q, SRC1_FILE) == FILE_ARF;
    if (!inst->desc_in_reg && EU_GET(q, SRC1_FILE) != FILE_IMM)
        return eu_fail(err, "send-descriptor: neither an immediate nor a0");
    if (inst->desc_in_reg && EU_GET(q, SRC1_REG) != EU_ARF_ADDR)
        return eu_fail(err, "send-descriptor: the register is not a0");
    inst->desc = (uint32_t)EU_GET(q, DESC);
    if (inst->desc_in_reg)
        inst->desc &= 1u << 30;
    return check_reg(q, s, err);
}

static bool decode_sends(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *d = &inst->dst, *s = inst->src;
    d->file = EU_GET(q, SENDS_DST_FILE) ? EU_FILE_GRF : EU_FILE_ARF;
    if (!decode_type(q, (unsigned)EU_GET(q, DST_TYPE), false, &d->type, err))
        return false;
    d->hstride = 1;
    d->writemask = 0xf;
    d->indirect = EU_GET(q, DST_ADDR_MODE);
    if (d->indirect) {
        d->addr_subreg = (uint8_t)EU_GET(q, DST_ADDR_SUBREG);
        d->addr_imm = sign_extend10(EU_GET(q, SENDS_DST_IMM_9) << 9 | EU_GET(q, DST_ADDR_IMM_A16) << 4);
    } else {
        d->reg = (uint8_t)EU_GET(q, DST_REG);
        d->subreg = (uint8_t)(EU_GET(q, DST_SUBREG_A16) * 16);
    }
    s[0].file = EU_FILE_GRF;
    s[0].type = s[1].type = EU_TYPE_UD;
    s[0].width = s[1].width = 1;
    s[0].indirect = EU_GET(q, SRC0_ADDR_MODE);
    if (s[0].indirect) {
        s[0].addr_subreg = (uint8_t)EU_GET(q, SRC0_ADDR_SUBREG);
        s[0].addr_imm = sign_extend10(EU_GET(q, SENDS_SRC0_IMM_9) << 9 | EU_GET(q, SRC0_ADDR_IMM_A16) << 4);
    } else {
        s[0].reg = (uint8_t)EU_GET(q, SRC0_REG);
        s[0].subreg = (uint8_t)(EU_GET(q, SRC0_SUBREG_A16) * 16);
    }
    s[1].file = EU_GET(q, SENDS_SRC1_FILE) ? EU_FILE_GRF : EU_FILE_ARF;
    s[1].reg = (uint8_t)EU_GET(q, SENDS_SRC1_REG);
    inst->desc_in_reg = EU_GET(q, SENDS_DESC_REG);
    inst->desc = (uint32_t)EU_GET(q, DESC);
    if (inst->desc_in_reg)
        inst->desc &= 1u << 30;
    inst->ex_desc_in_reg = EU_GET(q, SENDS_EX_REG);
    inst->ex_desc = (uint32_t)(EU_GET(q, SENDS_EX_9_6) << 6);
    if (inst->ex_desc_in_reg)
        inst->ex_desc_subreg = (uint8_t)(EU_GET(q, SENDS_EX_SUBREG) * 2);
    else
        inst->ex_desc |= (uint32_t)(EU_GET(q, SENDS_EX_31_16) << 16);
    return check_reg(q, d, err) && check_reg(q, &s[0], err) && check_reg(q, &s[1], err);
}

static enum eu_pred pred_decode(unsigned hw, bool align16)
{
    static const uint8_t a16[8] = {EU_PRED_NONE, EU_PRED_NORMAL, EU_PRED_X,     EU_PRED_Y,
                                   EU_PRED_Z,    EU_PRED_W,      EU_PRED_ANY4H, EU_PRED_ALL4H};
    if (align16)
        return hw < 8 ? (enum eu_pred)a16[hw] : (enum eu_pred)99;
    return hw <= EU_PRED_ALL32H ? (enum eu_pred)hw : (enum eu_pred)99;
}

static bool decode_controls(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    inst->align16 = EU_GET(q, ACCESS_MODE);
    if (inst->align16 && q->isa >= KILN_ISA_GEN11)
        return eu_fail(err, "reserved-control: align16");
    inst->no_dd_clr = EU_GET(q, NO_DD_CLR);
    inst->no_dd_chk = EU_GET(q, NO_DD_CHK);
    inst->chan_offset = (uint8_t)(EU_GET(q, QTR_CTRL) * 8 + EU_GET(q, NIB_CTRL) * 4);
    unsigned thread = (unsigned)EU_GET(q, THREAD_CTRL);
    if (!eu_thread_ctrl_exists(q->isa, inst->op, thread))
        return eu_fail(err, "reserved-control: thread control %u", thread);
    inst->thread_ctrl = (enum eu_thread_ctrl)thread;
    inst->pred = pred_decode((unsigned)EU_GET(q, PRED_CTRL), inst->align16);
    if (inst->pred > EU_PRED_W)
        return eu_fail(err, "reserved-control: predicate control %u", (unsigned)EU_GET(q, PRED_CTRL));
    inst->pred_inv = EU_GET(q, PRED_INV);
    unsigned size = (unsigned)EU_GET(q, EXEC_SIZE);
    if (size > 5)
        return eu_fail(err, "reserved-control: execution size %u", size);
    inst->exec_size = (uint8_t)(1u << size);
    inst->acc_wr = EU_GET(q, ACC_WR);
    inst->debug = EU_GET(q, DEBUG);
    inst->saturate = EU_GET(q, SATURATE);
    bool ternary = eu_op_is_ternary(inst->op);
    inst->flag_subreg = (uint8_t)(ternary ? EU_GET(q, T_FLAG_SUBREG) : EU_GET(q, FLAG_SUBREG));
    inst->flag_reg = (uint8_t)(ternary ? EU_GET(q, T_FLAG_REG) : EU_GET(q, FLAG_REG));
    inst->nomask = EU_GET(q, MASK_CTRL);
    if (eu_op_is_send(inst->op)) {
        inst->sfid = (uint8_t)EU_GET(q, SFID);
        inst->eot = EU_GET(q, EOT);
    } else if (inst->op != EU_OP_MATH) {
        unsigned cmod = (unsigned)EU_GET(q, COND_MOD);
        if (cmod >= 10 || !eu_cmod_names[cmod])
            return eu_fail(err, "reserved-control: condition %u", cmod);
        inst->cmod = (enum eu_cmod)cmod;
    }
    return true;
}

static bool decode_native(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    if (!eu_op_from_hw(q->isa, (unsigned)EU_GET(q, OPCODE), &inst->op))
        return eu_fail(err, "unknown-opcode: 0x%02x", (unsigned)EU_GET(q, OPCODE));
    if (q->isa >= KILN_ISA_GEN12)
        return eu_decode_gen12(q, inst, err);
    if (inst->op == EU_OP_ILLEGAL || inst->op == EU_OP_NOP) {
        inst->exec_size = 1;
        inst->debug = inst->op == EU_OP_NOP && EU_GET(q, DEBUG);
        return true;
    }
    if (!decode_controls(q, inst, err))
        return false;
    switch ((enum eu_format)eu_ops[inst->op].format) {
    case EU_FMT_NULLARY:
        return true;
    case EU_FMT_BASIC1:
    case EU_FMT_BASIC2:
    case EU_FMT_MATH:
    case EU_FMT_WAIT:
        return decode_basic(q, inst, err);
    case EU_FMT_TERNARY:
        return q->isa < KILN_ISA_GEN11 ? decode_ternary(q, inst, err)
                                       : eu_ternary_decode_align1(q, inst, err);
    case EU_FMT_SEND:
    case EU_FMT_SENDS: {
        bool ok =
            eu_ops[inst->op].format == EU_FMT_SEND ? decode_send(q, inst, err) : decode_sends(q, inst, err);
        if (!inst->ex_desc_in_reg)
            inst->ex_desc |= (uint32_t)inst->eot << 5 | inst->sfid;
        return ok;
    }
    case EU_FMT_SYNC:
        return eu_fail(err, "unknown-opcode: sync");
    default:
        return decode_branch(q, inst, err);
    }
}

unsigned eu_decode(const struct kiln_target *target, const void *bytes, size_t size, struct eu_inst *inst,
                   struct eu_error *err)
{
    struct eu_bits q = eu_bits_make(target->isa);
    *inst = (struct eu_inst){0};
    if (size < 8)
        return eu_fail(err, "truncated: %zu bytes left", size);
    memcpy(q.q, bytes, 8);
    bool compacted = EU_GET(&q, COMPACT);
    if (compacted) {
        uint8_t native[16];
        if (!eu_uncompact(target, bytes, native))
            return eu_fail(err, "reserved-compaction: no native form");
        memcpy(q.q, native, 16);
    } else {
        if (size < 16)
            return eu_fail(err, "truncated: %zu bytes left", size);
        memcpy(q.q, bytes, 16);
    }
    inst->compacted = compacted;
    if (!decode_native(&q, inst, err))
        return 0;
    return compacted ? 8 : 16;
}
