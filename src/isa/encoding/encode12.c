// Encoding from Gen12 on: struct eu_inst to 16 bytes. Beside encode.c, which has the generations before:
// here there is no align16, a software scoreboard instead of dependency hints, a bit of its own for
// immediates, one message instruction with two payloads, and sync. Source: Mesa 25.0.7 brw_eu_inst.h;
// iga64 -p=12p1, 12p71, 2, 3.
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

bool eu_check_reg(const struct eu_bits *q, const struct eu_operand *o, const char *what, struct eu_error *err)
{
    unsigned instance;
    if (o->file == EU_FILE_GRF ? o->reg < eu_grf_count(q->isa)
                               : o->file == EU_FILE_ARF && eu_arf_lookup(q->isa, o->reg, &instance))
        return true;
    return eu_fail(err, "%s: %s 0x%02x", what, o->file == EU_FILE_GRF ? "r" : "architecture register",
                   o->reg);
}

static bool check_indirect(const struct eu_bits *q, const struct eu_operand *o, struct eu_error *err)
{
    if (o->addr_imm < -16 * (int)eu_grf_bytes(q->isa) || o->addr_imm >= 16 * (int)eu_grf_bytes(q->isa))
        return eu_fail(err, "address-immediate: %d", o->addr_imm);
    return o->addr_subreg <= 15 || eu_fail(err, "address-subregister: a0.%u", o->addr_subreg);
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
    if (inst->chan_offset > 28 || inst->chan_offset % (EU_HAS(q, NIB_CTRL) ? 4 : 8))
        return eu_fail(err, "channel-offset: M%u", inst->chan_offset);
    if (!eu_pred_name(q->isa, inst->pred) || (unsigned)inst->pred > EU_PRED_ALL32H)
        return eu_fail(err, "predicate-control: %u", inst->pred);
    if (inst->flag_reg >= eu_flag_count(q->isa) || inst->flag_subreg > 1)
        return eu_fail(err, "flag-register: f%u.%u", inst->flag_reg, inst->flag_subreg);
    if (inst->thread_ctrl != EU_THREAD_NORMAL && inst->thread_ctrl != EU_THREAD_ATOMIC)
        return eu_fail(err, "thread-control: %u", inst->thread_ctrl);
    if (!eu_condition_exists(inst->op, inst->cmod))
        return eu_fail(err, "condition: %u", inst->cmod);
    if (EU_HAS(q, NIB_CTRL))
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
    return eu_scoreboard_encode(q, inst, err);
}

static bool set_address(struct eu_bits *q, enum eu_field field, enum eu_field low, const struct eu_operand *o,
                        struct eu_error *err)
{
    unsigned mask = 32 * eu_grf_bytes(q->isa) - 1;
    return eu_bytes_set(q, field, low, (unsigned)o->addr_imm & mask) ||
           eu_fail(err, "address-immediate: %d", o->addr_imm);
}

static bool set_subreg(struct eu_bits *q, enum eu_field field, enum eu_field low, const struct eu_inst *inst,
                       const struct eu_operand *o)
{
    if (eu_is_macro(inst)) {
        eu_field_set(q, field, o->special_acc);
        return true;
    }
    return o->subreg < eu_grf_bytes(q->isa) && eu_bytes_set(q, field, low, o->subreg);
}

static bool set_acc_wr(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    if (EU_HAS(q, ACC_WR))
        EU_SET(q, ACC_WR, inst->acc_wr);
    return EU_HAS(q, ACC_WR) || !inst->acc_wr || eu_fail(err, "accumulator-write: not in this generation");
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
        if (!set_address(q, EU_FIELD_DST_ADDR_IMM, EU_FIELD_DST_BYTE, d, err))
            return false;
        return check_indirect(q, d, err);
    }
    EU_SET(q, DST_REG, d->reg);
    return eu_check_reg(q, d, "register-number", err) &&
           (set_subreg(q, EU_FIELD_DST_SUBREG, EU_FIELD_DST_BYTE, inst, d) ||
            eu_fail(err, "dst-subregister: byte %u", d->subreg));
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
    enum eu_field low = s ? EU_FIELD_SRC1_BYTE : EU_FIELD_SRC0_BYTE;
    int v = o->vstride == EU_VSTRIDE_VXH ? (q->isa >= KILN_ISA_XE2 ? 7 : 15) : stride_code(o->vstride, 32),
        w = stride_code(o->width, 16), h = stride_code(o->hstride, 4);
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
        if (!set_address(q, s ? EU_FIELD_SRC1_ADDR_IMM : EU_FIELD_SRC0_ADDR_IMM, low, o, err))
            return false;
        return check_indirect(q, o, err);
    }
    EU_SET_SRC(q, s, REG, o->reg);
    return eu_check_reg(q, o, "register-number", err) &&
           (set_subreg(q, s ? EU_FIELD_SRC1_SUBREG : EU_FIELD_SRC0_SUBREG, low, inst, o) ||
            eu_fail(err, "src%u-subregister: byte %u", s, o->subreg));
}

static bool encode_basic(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    if (inst->op == EU_OP_MATH) {
        if (!eu_math_exists(q->isa, inst->math))
            return eu_fail(err, "math-function: %u", inst->math);
        EU_SET(q, COND_MOD, inst->math);
    }
    EU_SET(q, SATURATE, inst->saturate);
    if (!set_acc_wr(q, inst, err) || !encode_dst(q, inst, &inst->dst, err))
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
    EU_SET(q, SRC0_FILE, o->file == EU_FILE_GRF);
    EU_SET(q, SRC0_REG, o->reg);
    if (o->indirect || o->subreg >= eu_grf_bytes(q->isa) ||
        !eu_bytes_set(q, EU_FIELD_SRC0_SUBREG, EU_FIELD_COUNT, o->subreg))
        return eu_fail(err, "branch-operand: not a register");
    return eu_check_reg(q, o, "register-number", err);
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
        if (!eu_check_reg(q, d, "register-number", err))
            return false;
        if (d->subreg >= eu_grf_bytes(q->isa) ||
            !eu_bytes_set(q, EU_FIELD_DST_SUBREG, EU_FIELD_COUNT, d->subreg))
            return eu_fail(err, "dst-subregister: byte %u", d->subreg);
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

// From Xe2 a barrier's number may be in a flag register.
static bool encode_sync_flag(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *o = &inst->src[0];
    if (inst->sync != EU_SYNC_BAR || o->file != EU_FILE_ARF || (o->reg & 0xf0u) != EU_ARF_FLAG ||
        o->indirect || o->subreg > 3 || !check_type(q, o->type, false, NULL))
        return eu_fail(err, "sync-operand: not a flag register");
    EU_SET(q, SRC0_TYPE, (unsigned)type_code(q, o->type, false));
    EU_SET(q, SRC0_REG, o->reg);
    return eu_check_reg(q, o, "register-number", err) &&
           (eu_bytes_set(q, EU_FIELD_SRC0_SUBREG, EU_FIELD_SRC0_BYTE, o->subreg) ||
            eu_fail(err, "src0-subregister: byte %u", o->subreg));
}

static bool encode_sync(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *o = &inst->src[0];
    EU_SET(q, COND_MOD, inst->sync);
    EU_SET(q, DST_HSTRIDE, 1);
    if (!eu_sync_name(q->isa, inst->sync))
        return eu_fail(err, "sync-function: %u", inst->sync);
    if (o->file != EU_FILE_NONE && o->file != EU_FILE_IMM && q->isa >= KILN_ISA_XE2)
        return encode_sync_flag(q, inst, err);
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
        return inst->op == EU_OP_ILLEGAL || eu_scoreboard_encode(q, inst, err);
    case EU_FMT_BASIC1:
    case EU_FMT_BASIC2:
    case EU_FMT_MATH:
        return encode_controls(q, inst, err) && encode_basic(q, inst, err);
    case EU_FMT_TERNARY:
        if (!encode_controls(q, inst, err))
            return false;
        EU_SET(q, SATURATE, inst->saturate);
        return set_acc_wr(q, inst, err) && encode_ternary_cmod(q, inst, err) &&
               eu_ternary_encode_align1(q, inst, err);
    case EU_FMT_SYSTOLIC:
        return encode_controls(q, inst, err) && eu_systolic_encode(q, inst, err);
    case EU_FMT_SENDS:
        return encode_controls(q, inst, err) && eu_message_encode(q, inst, err);
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
