// Encoding from Gen12 on: struct eu_inst to 16 bytes. Beside encode.c, which has the generations before:
// here there is no align16, a software scoreboard instead of dependency hints, a bit of its own for
// immediates, one message instruction with two payloads, and sync. Source: Mesa 25.0.7 brw_eu_inst.h,
// brw_eu_defines.h (tgl_swsb_encode); iga64 -p=12p1, 12p71.
#include "isa/encoding/gen12.h"
#include "isa/encoding/ternary.h"

static int stride_code(unsigned v, unsigned max)
{
    if (v == 0)
        return 0;
    return v > max || (v & (v - 1)) ? -1 : __builtin_ctz(v) + 1;
}

static int type_code(const struct eu_bits *q, enum eu_type type, bool imm)
{
    const struct eu_type_codes *codes = (unsigned)type < EU_TYPE_COUNT ? eu_type_codes(q->isa, type) : NULL;
    return !codes ? -1 : imm ? codes->imm : codes->reg;
}

static bool check_type(const struct eu_bits *q, enum eu_type type, bool imm, struct eu_error *err)
{
    if (type_code(q, type, imm) >= 0)
        return true;
    return eu_fail(err, "type: %s is no %s type", eu_type_name(type), imm ? "immediate" : "register");
}

static bool check_reg(const struct eu_bits *q, const struct eu_operand *o, struct eu_error *err)
{
    unsigned instance;
    if (o->file == EU_FILE_GRF ? o->reg < eu_grf_count(q->isa)
                               : o->file == EU_FILE_ARF && eu_arf_lookup(q->isa, o->reg, &instance))
        return true;
    return eu_fail(err, "register-number: %s 0x%x", o->file == EU_FILE_GRF ? "r" : "architecture register",
                   o->reg);
}

static bool check_indirect(const struct eu_operand *o, struct eu_error *err)
{
    if (o->addr_imm < -512 || o->addr_imm > 511)
        return eu_fail(err, "address-immediate: %d", o->addr_imm);
    return o->addr_subreg <= 15 || eu_fail(err, "address-subregister: a0.%u", o->addr_subreg);
}

static bool encode_swsb(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_swsb *s = &inst->swsb;
    static const uint8_t modes[4] = {0, 0x40, 0x30, 0x20};
    static const uint8_t pipes[] = {[EU_PIPE_OWN] = 0,
                                    [EU_PIPE_ALL] = 0x08,
                                    [EU_PIPE_FLOAT] = 0x10,
                                    [EU_PIPE_INT] = 0x18,
                                    [EU_PIPE_LONG] = 0x50};
    if (s->distance > 7 || s->token > 15 || (unsigned)s->mode > EU_TOKEN_DST ||
        (unsigned)s->pipe > EU_PIPE_LONG)
        return eu_fail(err, "scoreboard: distance %u, token %u", s->distance, s->token);
    if (s->distance && s->mode ? s->pipe != eu_pipe_beside_token(q->isa, inst->op)
                               : s->pipe && (q->isa < KILN_ISA_GEN125 || !s->distance))
        return eu_fail(err, "scoreboard: pipe %u beside distance %u", s->pipe, s->distance);
    if (s->mode == EU_TOKEN_NONE) {
        EU_SET(q, SWSB, (unsigned)pipes[s->pipe] | s->distance);
    } else if (!s->distance) {
        EU_SET(q, SWSB, modes[s->mode] | s->token);
    } else {
        if (s->mode != (eu_is_unordered(inst) ? EU_TOKEN_SET : EU_TOKEN_DST))
            return eu_fail(err, "scoreboard: such a token does not go with a distance");
        EU_SET(q, SWSB, 0x80u | (unsigned)s->distance << 4 | s->token);
    }
    return true;
}

static bool encode_controls(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    int size = stride_code(inst->exec_size, 32);
    if (size < 1)
        return eu_fail(err, "execution-size: %u", inst->exec_size);
    if (inst->align16)
        return eu_fail(err, "align16: all of the generation is align1");
    if (inst->no_dd_chk || inst->no_dd_clr)
        return eu_fail(err, "dependency-hint: the generation has a scoreboard instead");
    if (inst->chan_offset > 28 || inst->chan_offset % 4)
        return eu_fail(err, "channel-offset: M%u", inst->chan_offset);
    if ((unsigned)inst->pred > EU_PRED_ALL32H)
        return eu_fail(err, "predicate-control: %u", inst->pred);
    if (inst->flag_reg > 1 || inst->flag_subreg > 1)
        return eu_fail(err, "flag-register: f%u.%u", inst->flag_reg, inst->flag_subreg);
    if (inst->thread_ctrl != EU_THREAD_NORMAL && inst->thread_ctrl != EU_THREAD_ATOMIC)
        return eu_fail(err, "thread-control: %u", inst->thread_ctrl);
    if (!eu_condition_exists(inst->op, inst->cmod))
        return eu_fail(err, "condition: %u", inst->cmod);
    EU_SET(q, NIB_CTRL, inst->chan_offset / 4 % 2);
    EU_SET(q, QTR_CTRL, inst->chan_offset / 8);
    EU_SET(q, PRED_CTRL, inst->pred);
    EU_SET(q, PRED_INV, inst->pred_inv);
    EU_SET(q, EXEC_SIZE, (unsigned)size - 1);
    EU_SET(q, DEBUG, inst->debug);
    EU_SET(q, FLAG_SUBREG, inst->flag_subreg);
    EU_SET(q, FLAG_REG, inst->flag_reg);
    EU_SET(q, MASK_CTRL, inst->nomask);
    EU_SET(q, ATOMIC, inst->thread_ctrl == EU_THREAD_ATOMIC);
    return encode_swsb(q, inst, err);
}

static bool encode_dst(struct eu_bits *q, const struct eu_inst *inst, const struct eu_operand *d,
                       struct eu_error *err)
{
    int h = stride_code(d->hstride, 4);
    if (d->file != EU_FILE_GRF && d->file != EU_FILE_ARF)
        return eu_fail(err, "dst-file: the destination must be a register");
    if (!check_type(q, d->type, false, err))
        return false;
    if (h < 0)
        return eu_fail(err, "dst-stride: %u", d->hstride);
    EU_SET(q, DST_FILE, d->file == EU_FILE_GRF && !d->indirect); // the address immediate lies over it
    EU_SET(q, DST_TYPE, (unsigned)type_code(q, d->type, false));
    EU_SET(q, DST_HSTRIDE, (unsigned)h);
    EU_SET(q, DST_ADDR_MODE, d->indirect);
    if (d->indirect) {
        EU_SET(q, DST_ADDR_SUBREG, d->addr_subreg);
        EU_SET(q, DST_ADDR_IMM, (unsigned)d->addr_imm & 0x3ff);
        return check_indirect(d, err);
    }
    EU_SET(q, DST_REG, d->reg);
    EU_SET(q, DST_SUBREG, eu_is_macro(inst) ? d->special_acc : d->subreg);
    return check_reg(q, d, err) && (d->subreg <= 31 || eu_fail(err, "dst-subregister: byte %u", d->subreg));
}

static bool encode_imm(struct eu_bits *q, const struct eu_operand *o, struct eu_error *err)
{
    unsigned size = eu_types[o->type].size;
    if (size != 8 && o->imm >> 32 && o->imm >> 31 != 0x1ffffffffull)
        return eu_fail(err, "immediate: 0x%llx is not 32 bits", (unsigned long long)o->imm);
    if (size == 8)
        EU_SET(q, IMM64_HIGH, o->imm >> 32);
    EU_SET(q, IMM32, size == 2 ? (o->imm & 0xffff) * 0x10001 : o->imm & 0xffffffff);
    return true;
}

static bool encode_src(struct eu_bits *q, const struct eu_inst *inst, unsigned s, struct eu_error *err)
{
    const struct eu_operand *o = &inst->src[s];
    bool imm = o->file == EU_FILE_IMM;
    if (o->file == EU_FILE_NONE)
        return eu_fail(err, "src%u-file: the source is missing", s);
    if (!check_type(q, o->type, imm, err))
        return false;
    EU_SET_SRC(q, s, TYPE, (unsigned)type_code(q, o->type, imm));
    EU_SET_SRC(q, s, IS_IMM, imm);
    if (imm) {
        if (eu_types[o->type].size == 8 && (s || eu_inst_num_srcs(inst) > 1))
            return eu_fail(err, "imm64-source: a 64-bit immediate beside another source");
        if (!s && eu_inst_num_srcs(inst) > 1)
            return eu_fail(err, "imm-source: only the last source can be an immediate");
        return encode_imm(q, o, err);
    }
    int v = o->vstride == EU_VSTRIDE_VXH ? 15 : stride_code(o->vstride, 32), w = stride_code(o->width, 16),
        h = stride_code(o->hstride, 4);
    if (v < 0 || w < 1 || h < 0)
        return eu_fail(err, "src%u-region: <%u;%u,%u>", s, o->vstride, o->width, o->hstride);
    EU_SET_SRC(q, s, VSTRIDE, (unsigned)v);
    EU_SET_SRC(q, s, WIDTH, (unsigned)w - 1);
    EU_SET_SRC(q, s, HSTRIDE, (unsigned)h);
    EU_SET_SRC(q, s, FILE, o->file == EU_FILE_GRF && !o->indirect);
    EU_SET_SRC(q, s, NEGATE, o->negate);
    EU_SET_SRC(q, s, ABS, o->abs);
    EU_SET_SRC(q, s, ADDR_MODE, o->indirect);
    if (o->indirect) {
        EU_SET_SRC(q, s, ADDR_SUBREG, o->addr_subreg);
        EU_SET_SRC(q, s, ADDR_IMM, (unsigned)o->addr_imm & 0x3ff);
        return check_indirect(o, err);
    }
    EU_SET_SRC(q, s, REG, o->reg);
    EU_SET_SRC(q, s, SUBREG, eu_is_macro(inst) ? o->special_acc : o->subreg);
    return check_reg(q, o, err) &&
           (o->subreg <= 31 || eu_fail(err, "src%u-subregister: byte %u", s, o->subreg));
}

static bool encode_basic(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    if (inst->op == EU_OP_MATH) {
        if (!eu_math_exists(q->isa, inst->math))
            return eu_fail(err, "math-function: %u", inst->math);
        EU_SET(q, COND_MOD, inst->math);
    }
    EU_SET(q, ACC_WR, inst->acc_wr);
    EU_SET(q, SATURATE, inst->saturate);
    if (!encode_dst(q, inst, &inst->dst, err))
        return false;
    for (unsigned s = 0; s < eu_inst_num_srcs(inst); s++)
        if (!encode_src(q, inst, s, err))
            return false;
    bool indirect =
        inst->dst.indirect || inst->src[0].indirect || (eu_inst_num_srcs(inst) == 2 && inst->src[1].indirect);
    if (inst->op == EU_OP_MATH && indirect)
        return eu_fail(err, "math-indirect: not in this generation");
    // The place of the condition is the high half of a 64-bit immediate.
    bool wide = inst->src[0].file == EU_FILE_IMM && eu_types[inst->src[0].type].size == 8;
    if (wide && inst->cmod)
        return eu_fail(err, "condition: beside a 64-bit immediate");
    if (inst->op != EU_OP_MATH && !wide)
        EU_SET(q, COND_MOD, inst->cmod);
    return true;
}

static bool encode_register_target(struct eu_bits *q, const struct eu_operand *o, struct eu_error *err)
{
    if (o->indirect || o->subreg > 31)
        return eu_fail(err, "branch-operand: not a register");
    EU_SET(q, SRC0_FILE, o->file == EU_FILE_GRF);
    EU_SET(q, SRC0_REG, o->reg);
    EU_SET(q, SRC0_SUBREG, o->subreg);
    return check_reg(q, o, err);
}

static bool encode_branch(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    enum eu_format format = eu_op_format(q->isa, inst->op);
    const struct eu_operand *d = &inst->dst;
    bool reg = inst->src[0].file == EU_FILE_GRF || inst->src[0].file == EU_FILE_ARF;
    if (reg ? format > EU_FMT_RET : format == EU_FMT_RET)
        return eu_fail(err, "branch-operand: %s %s a register", eu_op_name(inst->op),
                       reg ? "does not take" : "takes");
    if (eu_op_flags(q->isa, inst->op) & EU_F_BRANCH_CTRL || inst->branch_ctrl)
        EU_SET(q, BRANCH_CTRL, inst->branch_ctrl);
    if (format == EU_FMT_CALL) {
        if (d->file != EU_FILE_GRF && d->file != EU_FILE_ARF)
            return eu_fail(err, "dst-file: the destination must be a register");
        EU_SET(q, DST_FILE, d->file == EU_FILE_GRF);
        EU_SET(q, DST_REG, d->reg);
        EU_SET(q, DST_SUBREG, d->subreg);
        if (!check_reg(q, d, err))
            return false;
    }
    if (reg)
        return encode_register_target(q, &inst->src[0], err);
    EU_SET(q, SRC0_IS_IMM, 1);
    EU_SET(q, JIP, (uint32_t)inst->jip);
    if (eu_has_uip(format)) {
        EU_SET(q, SRC1_IS_IMM, 1);
        EU_SET(q, UIP, (uint32_t)inst->uip);
    }
    return true;
}

static bool check_payload(const struct eu_bits *q, const struct eu_operand *o, const char *what,
                          struct eu_error *err)
{
    if (o->indirect || o->subreg || (o->file != EU_FILE_GRF && o->file != EU_FILE_ARF))
        return eu_fail(err, "send-%s: must be a whole register", what);
    return check_reg(q, o, err);
}

static bool encode_send(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst, *s = inst->src;
    uint32_t ex = inst->ex_desc;
    struct eu_operand none = {.file = EU_FILE_ARF};
    const struct eu_operand *s1 = s[1].file == EU_FILE_NONE ? &none : &s[1];
    if (!check_payload(q, d, "dst", err) || !check_payload(q, &s[0], "src0", err) ||
        !check_payload(q, s1, "src1", err))
        return false;
    if (inst->sfid > 15 || (ex & 15 && (ex & 15) != inst->sfid) || (ex & 32 && !inst->eot))
        return eu_fail(err, "send-target: sfid %u, eot %d but extended descriptor 0x%x", inst->sfid,
                       inst->eot, ex);
    EU_SET(q, SFID, inst->sfid);
    EU_SET(q, EOT, inst->eot);
    EU_SET(q, SERIALIZE, inst->serialize);
    EU_SET(q, DST_FILE, d->file == EU_FILE_GRF);
    EU_SET(q, DST_REG, d->reg);
    EU_SET(q, SRC0_FILE, s[0].file == EU_FILE_GRF);
    EU_SET(q, SRC0_REG, s[0].reg);
    EU_SET(q, SRC1_FILE, s1->file == EU_FILE_GRF);
    EU_SET(q, SRC1_REG, s1->reg);
    EU_SET(q, SEND_DESC_REG, inst->desc_in_reg);
    if (!inst->desc_in_reg) {
        EU_SET(q, SEND_DESC_31_30, inst->desc >> 30);
        EU_SET(q, SEND_DESC_29_25, inst->desc >> 25 & 31);
        EU_SET(q, SEND_DESC_24_20, inst->desc >> 20 & 31);
        EU_SET(q, SEND_DESC_19_11, inst->desc >> 11 & 511);
        EU_SET(q, SEND_DESC_10_0, inst->desc & 2047);
    }
    EU_SET(q, SEND_EX_REG, inst->ex_desc_in_reg);
    if (inst->ex_bso && (q->isa < KILN_ISA_GEN125 || !inst->ex_desc_in_reg || ex & ~0xfefu))
        return eu_fail(err, "send-extended-descriptor: a surface offset beside 0x%x", ex);
    if (inst->ex_bso) {
        EU_SET(q, SEND_EX_BSO, 1);
        EU_SET(q, SEND_EX_CPS, ex >> 11 & 1);
        EU_SET(q, SEND12_EX_10_6, ex >> 6 & 31);
    }
    if (inst->ex_desc_in_reg) {
        if (inst->ex_desc_subreg > 14 || inst->ex_desc_subreg % 2)
            return eu_fail(err, "send-extended-descriptor: a0.%u", inst->ex_desc_subreg);
        EU_SET(q, SEND_EX_SUBREG, inst->ex_desc_subreg / 2);
        return true;
    }
    EU_SET(q, SEND12_EX_31_28, ex >> 28);
    EU_SET(q, SEND12_EX_27_26, ex >> 26 & 3);
    EU_SET(q, SEND12_EX_25_24, ex >> 24 & 3);
    EU_SET(q, SEND12_EX_23_11, ex >> 11 & 0x1fff);
    EU_SET(q, SEND12_EX_10_6, ex >> 6 & 31);
    return true;
}

static bool encode_sync(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *o = &inst->src[0];
    EU_SET(q, COND_MOD, inst->sync);
    EU_SET(q, DST_HSTRIDE, 1);
    if (o->file != EU_FILE_IMM)
        return true;
    if (!check_type(q, o->type, true, err))
        return false;
    EU_SET(q, SRC0_IS_IMM, 1);
    EU_SET(q, SRC0_TYPE, (unsigned)type_code(q, o->type, true));
    EU_SET(q, IMM32, o->imm & 0xffffffff);
    return true;
}

// bfn has its function where others have the condition, of which it knows three.
static bool encode_ternary_cmod(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    static const uint8_t conditions[] = {[EU_CMOD_Z] = 1, [EU_CMOD_G] = 2, [EU_CMOD_L] = 3, [EU_CMOD_U] = 0};
    if (inst->op != EU_OP_BFN) {
        EU_SET(q, COND_MOD, inst->cmod);
        return true;
    }
    if (inst->cmod && !conditions[inst->cmod])
        return eu_fail(err, "condition: %s of bfn", eu_cmod_names[inst->cmod]);
    EU_SET(q, BFN_COND, conditions[inst->cmod]);
    EU_SET(q, BFN_7_4, inst->bfn >> 4);
    EU_SET(q, BFN_3_0, inst->bfn & 15);
    return true;
}

bool eu_encode_gen12(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    switch ((enum eu_format)eu_ops[inst->op].format) {
    case EU_FMT_NULLARY:
        EU_SET(q, DEBUG, inst->op == EU_OP_NOP && inst->debug);
        return inst->op == EU_OP_ILLEGAL || encode_swsb(q, inst, err);
    case EU_FMT_BASIC1:
    case EU_FMT_BASIC2:
    case EU_FMT_MATH:
        return encode_controls(q, inst, err) && encode_basic(q, inst, err);
    case EU_FMT_TERNARY:
        if (!encode_controls(q, inst, err))
            return false;
        EU_SET(q, ACC_WR, inst->acc_wr);
        EU_SET(q, SATURATE, inst->saturate);
        return encode_ternary_cmod(q, inst, err) && eu_ternary_encode_align1(q, inst, err);
    case EU_FMT_SYSTOLIC:
        return encode_controls(q, inst, err) && eu_systolic_encode(q, inst, err);
    case EU_FMT_SENDS:
        return encode_controls(q, inst, err) && encode_send(q, inst, err);
    case EU_FMT_SYNC:
        return encode_controls(q, inst, err) && encode_sync(q, inst, err);
    case EU_FMT_JMPI:
    case EU_FMT_BRD:
    case EU_FMT_BRC:
    case EU_FMT_CALL:
    case EU_FMT_RET:
    case EU_FMT_JIP:
    case EU_FMT_JIP_UIP:
        return encode_controls(q, inst, err) && encode_branch(q, inst, err);
    case EU_FMT_WAIT:
    case EU_FMT_SEND:
        break;
    }
    return eu_fail(err, "unknown-opcode: %s", eu_op_name(inst->op));
}
