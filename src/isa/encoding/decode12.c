// Decoding from Gen12 on: 16 bytes to struct eu_inst. Beside decode.c, which has the generations before.
// Source: Mesa 25.0.7 brw_eu_inst.h; iga64 -p=12p1, 12p71, 2, 3.
#include "isa/encoding/gen12.h"
#include "isa/encoding/ternary.h"

static uint8_t stride_decode(unsigned hw)
{
    return (uint8_t)(hw ? 1u << (hw - 1) : 0);
}

static bool check_reg(const struct eu_bits *q, const struct eu_operand *o, struct eu_error *err)
{
    return o->indirect || eu_check_reg(q, o, "reserved-register", err);
}

static int16_t get_address(const struct eu_bits *q, enum eu_field field, enum eu_field low)
{
    int v = (int)eu_bytes_get(q, field, low), half = 16 * (int)eu_grf_bytes(q->isa);
    return (int16_t)(v >= half ? v - 2 * half : v);
}

static bool decode_controls(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    unsigned size = (unsigned)EU_GET(q, EXEC_SIZE), pred = (unsigned)EU_GET(q, PRED_CTRL);
    if (size > 5)
        return eu_fail(err, "reserved-control: execution size %u", size);
    if (pred > EU_PRED_ALL32H || !eu_pred_name(q->isa, pred))
        return eu_fail(err, "reserved-control: predicate control %u", pred);
    inst->exec_size = (uint8_t)(1u << size);
    inst->chan_offset =
        (uint8_t)(EU_GET(q, QTR_CTRL) * 8 + (EU_HAS(q, NIB_CTRL) ? EU_GET(q, NIB_CTRL) * 4 : 0));
    inst->pred = (enum eu_pred)pred;
    inst->pred_inv = EU_GET(q, PRED_INV);
    inst->debug = EU_GET(q, DEBUG);
    inst->flag_subreg = (uint8_t)EU_GET(q, FLAG_SUBREG);
    inst->flag_reg = (uint8_t)EU_GET(q, FLAG_REG);
    inst->nomask = EU_GET(q, MASK_CTRL);
    inst->thread_ctrl = EU_GET(q, ATOMIC) ? EU_THREAD_ATOMIC : EU_THREAD_NORMAL;
    return eu_scoreboard_decode(q, inst, err);
}

static bool decode_cmod(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    unsigned cmod = (unsigned)EU_GET(q, COND_MOD);
    if (cmod >= 10 || !eu_cmod_names[cmod])
        return eu_fail(err, "reserved-control: condition %u", cmod);
    inst->cmod = (enum eu_cmod)cmod;
    return true;
}

static bool decode_ternary_cmod(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    static const enum eu_cmod conditions[4] = {EU_CMOD_NONE, EU_CMOD_Z, EU_CMOD_G, EU_CMOD_L};
    if (inst->op != EU_OP_BFN)
        return decode_cmod(q, inst, err);
    inst->cmod = conditions[EU_GET(q, BFN_COND)];
    inst->bfn = (uint8_t)(EU_GET(q, BFN_7_4) << 4 | EU_GET(q, BFN_3_0));
    return true;
}

static bool take_special_acc(const struct eu_inst *inst, struct eu_operand *o, struct eu_error *err)
{
    if (!eu_is_macro(inst))
        return true;
    o->special_acc = o->subreg;
    o->subreg = 0;
    return (o->special_acc <= 8 && o->file == EU_FILE_GRF && !o->indirect) ||
           eu_fail(err, "reserved-accumulator: of a math macro");
}

static uint8_t get_subreg(const struct eu_bits *q, const struct eu_inst *inst, enum eu_field field,
                          enum eu_field low)
{
    return (uint8_t)(eu_is_macro(inst) ? eu_field_get(q, field) : eu_bytes_get(q, field, low));
}

static bool get_acc_wr(const struct eu_bits *q)
{
    return EU_HAS(q, ACC_WR) && EU_GET(q, ACC_WR);
}

static bool decode_dst(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *d = &inst->dst;
    if (!eu_type_from_reg(q->isa, (unsigned)EU_GET(q, DST_TYPE), &d->type))
        return eu_fail(err, "reserved-type: register type %u", (unsigned)EU_GET(q, DST_TYPE));
    d->hstride = stride_decode((unsigned)EU_GET(q, DST_HSTRIDE));
    d->writemask = 0xf;
    d->indirect = EU_GET(q, DST_ADDR_MODE);
    d->file = d->indirect || EU_GET(q, DST_FILE) ? EU_FILE_GRF : EU_FILE_ARF;
    if (d->indirect) {
        d->addr_subreg = (uint8_t)EU_GET(q, DST_ADDR_SUBREG);
        d->addr_imm = get_address(q, EU_FIELD_DST_ADDR_IMM, EU_FIELD_DST_BYTE);
    } else {
        d->reg = (uint8_t)EU_GET(q, DST_REG);
        d->subreg = get_subreg(q, inst, EU_FIELD_DST_SUBREG, EU_FIELD_DST_BYTE);
    }
    return check_reg(q, d, err) && take_special_acc(inst, d, err);
}

static void decode_imm(const struct eu_bits *q, struct eu_operand *o)
{
    unsigned size = eu_types[o->type].size;
    o->file = EU_FILE_IMM;
    o->imm = EU_GET(q, IMM32);
    if (size == 8)
        o->imm |= EU_GET(q, IMM64_HIGH) << 32;
    else if (size == 2)
        o->imm &= 0xffff;
}

static bool decode_src(const struct eu_bits *q, struct eu_inst *inst, unsigned s, struct eu_error *err)
{
    struct eu_operand *o = &inst->src[s];
    unsigned type = (unsigned)EU_GET_SRC(q, s, TYPE), v = (unsigned)EU_GET_SRC(q, s, VSTRIDE),
             w = (unsigned)EU_GET_SRC(q, s, WIDTH);
    bool imm = EU_GET_SRC(q, s, IS_IMM);
    if (!(imm ? eu_type_from_imm(q->isa, type, &o->type) : eu_type_from_reg(q->isa, type, &o->type)))
        return eu_fail(err, "reserved-type: %s type %u", imm ? "immediate" : "register", type);
    if (imm) {
        if (s && eu_types[o->type].size == 8)
            return eu_fail(err, "imm64-source: a 64-bit immediate in source 1");
        decode_imm(q, o);
        return true;
    }
    const enum eu_field low = s ? EU_FIELD_SRC1_BYTE : EU_FIELD_SRC0_BYTE;
    const unsigned vxh = q->isa >= KILN_ISA_XE2 ? 7 : 15;
    if ((v > 6 && v != vxh) || w > 4)
        return eu_fail(err, "reserved-region: source %u", s);
    o->vstride = v == vxh ? EU_VSTRIDE_VXH : stride_decode(v);
    o->width = (uint8_t)(1u << w);
    o->hstride = stride_decode((unsigned)EU_GET_SRC(q, s, HSTRIDE));
    o->negate = EU_GET_SRC(q, s, NEGATE);
    o->abs = EU_GET_SRC(q, s, ABS);
    o->swizzle = 0xe4;
    o->indirect = EU_GET_SRC(q, s, ADDR_MODE);
    o->file = o->indirect || EU_GET_SRC(q, s, FILE) ? EU_FILE_GRF : EU_FILE_ARF;
    if (o->indirect) {
        o->addr_subreg = (uint8_t)EU_GET_SRC(q, s, ADDR_SUBREG);
        o->addr_imm = get_address(q, s ? EU_FIELD_SRC1_ADDR_IMM : EU_FIELD_SRC0_ADDR_IMM, low);
    } else {
        o->reg = (uint8_t)EU_GET_SRC(q, s, REG);
        o->subreg = get_subreg(q, inst, s ? EU_FIELD_SRC1_SUBREG : EU_FIELD_SRC0_SUBREG, low);
    }
    return check_reg(q, o, err) && take_special_acc(inst, o, err);
}

static bool decode_basic(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    if (inst->op == EU_OP_MATH) {
        inst->math = (enum eu_math)EU_GET(q, COND_MOD);
        if (!eu_math_exists(q->isa, inst->math))
            return eu_fail(err, "reserved-function: math function %u", inst->math);
    }
    inst->acc_wr = get_acc_wr(q);
    inst->saturate = EU_GET(q, SATURATE);
    if (!decode_dst(q, inst, err) || !decode_src(q, inst, 0, err))
        return false;
    bool wide = inst->src[0].file == EU_FILE_IMM && eu_types[inst->src[0].type].size == 8;
    if (inst->op != EU_OP_MATH && !wide && !decode_cmod(q, inst, err))
        return false;
    unsigned n = inst->op == EU_OP_MOVI ? 2 : eu_inst_num_srcs(inst);
    if (n == 2 && inst->src[0].file == EU_FILE_IMM)
        return eu_fail(err, "imm-source: only the last source can be an immediate");
    if (n == 2 && !decode_src(q, inst, 1, err))
        return false;
    if (inst->op == EU_OP_MOVI && inst->src[1].file != EU_FILE_IMM)
        return eu_fail(err, "movi-source: source 1 is no immediate");
    bool indirect = inst->dst.indirect || inst->src[0].indirect || (n == 2 && inst->src[1].indirect);
    return inst->op != EU_OP_MATH || !indirect || eu_fail(err, "math-indirect: not in this generation");
}

static bool decode_branch(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    enum eu_format format = eu_op_format(q->isa, inst->op);
    struct eu_operand *d = &inst->dst, *s = &inst->src[0];
    inst->branch_ctrl = EU_GET(q, BRANCH_CTRL);
    if (format == EU_FMT_CALL) {
        d->file = EU_GET(q, DST_FILE) ? EU_FILE_GRF : EU_FILE_ARF;
        d->type = EU_TYPE_D;
        d->hstride = 1;
        d->reg = (uint8_t)EU_GET(q, DST_REG);
        d->subreg = (uint8_t)eu_bytes_get(q, EU_FIELD_DST_SUBREG, EU_FIELD_COUNT);
        if (!check_reg(q, d, err))
            return false;
    }
    if (!EU_GET(q, SRC0_IS_IMM)) {
        if (format > EU_FMT_RET)
            return eu_fail(err, "branch-operand: %s of a register", eu_op_name(inst->op));
        s->file = EU_GET(q, SRC0_FILE) ? EU_FILE_GRF : EU_FILE_ARF;
        s->type = EU_TYPE_D;
        s->width = 1;
        s->reg = (uint8_t)EU_GET(q, SRC0_REG);
        s->subreg = (uint8_t)eu_bytes_get(q, EU_FIELD_SRC0_SUBREG, EU_FIELD_COUNT);
        return check_reg(q, s, err);
    }
    if (format == EU_FMT_RET)
        return eu_fail(err, "branch-operand: %s of an immediate", eu_op_name(inst->op));
    inst->jip = (int32_t)EU_GET(q, JIP);
    if (eu_has_uip(format))
        inst->uip = (int32_t)EU_GET(q, UIP);
    return true;
}

static bool decode_sync_flag(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *o = &inst->src[0];
    if (q->isa < KILN_ISA_XE2)
        return true;
    if (!EU_GET(q, SRC0_REG))
        return !eu_bytes_get(q, EU_FIELD_SRC0_SUBREG, EU_FIELD_SRC0_BYTE) ||
               eu_fail(err, "reserved-register: of sync");
    if (inst->sync != EU_SYNC_BAR || (EU_GET(q, SRC0_REG) & 0xf0) != EU_ARF_FLAG ||
        !eu_type_from_reg(q->isa, (unsigned)EU_GET(q, SRC0_TYPE), &o->type))
        return eu_fail(err, "reserved-register: of sync");
    o->file = EU_FILE_ARF;
    o->reg = (uint8_t)EU_GET(q, SRC0_REG);
    o->subreg = (uint8_t)eu_bytes_get(q, EU_FIELD_SRC0_SUBREG, EU_FIELD_SRC0_BYTE);
    o->width = 1;
    return check_reg(q, o, err);
}

static bool decode_sync(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    unsigned function = (unsigned)EU_GET(q, COND_MOD);
    if (!eu_sync_name(q->isa, function))
        return eu_fail(err, "reserved-function: sync function %u", function);
    inst->sync = (enum eu_sync)function;
    if (!EU_GET(q, SRC0_IS_IMM))
        return decode_sync_flag(q, inst, err);
    if (!eu_type_from_imm(q->isa, (unsigned)EU_GET(q, SRC0_TYPE), &inst->src[0].type) ||
        eu_types[inst->src[0].type].size == 8 || (q->isa >= KILN_ISA_XE2 && inst->src[0].type != EU_TYPE_UD))
        return eu_fail(err, "reserved-type: immediate of sync");
    decode_imm(q, &inst->src[0]);
    return true;
}

bool eu_decode_gen12(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    unsigned format = eu_ops[inst->op].format;
    if (format == EU_FMT_NULLARY) {
        inst->exec_size = 1;
        inst->debug = inst->op == EU_OP_NOP && EU_GET(q, DEBUG);
        return inst->op == EU_OP_ILLEGAL || eu_scoreboard_decode(q, inst, err);
    }
    if (!decode_controls(q, inst, err))
        return false;
    switch ((enum eu_format)format) {
    case EU_FMT_BASIC1:
    case EU_FMT_BASIC2:
    case EU_FMT_MATH:
        return decode_basic(q, inst, err);
    case EU_FMT_TERNARY:
        inst->acc_wr = get_acc_wr(q);
        inst->saturate = EU_GET(q, SATURATE);
        return decode_ternary_cmod(q, inst, err) && eu_ternary_decode_align1(q, inst, err);
    case EU_FMT_SYSTOLIC:
        return eu_systolic_decode(q, inst, err);
    case EU_FMT_SENDS:
        return eu_message_decode(q, inst, err);
    case EU_FMT_SYNC:
        return decode_sync(q, inst, err);
    default:
        return decode_branch(q, inst, err);
    }
}
