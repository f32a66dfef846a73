// Decoding from Gen12 on: 16 bytes to struct eu_inst. Beside decode.c, which has the generations before.
// Source: Mesa 25.0.7 brw_eu_inst.h, brw_eu_defines.h (tgl_swsb_decode); iga64 -p=12p1, 12p71.
#include "isa/encoding/gen12.h"
#include "isa/encoding/ternary.h"

static bool check_reg(const struct eu_bits *q, const struct eu_operand *o, struct eu_error *err)
{
    unsigned instance;
    if (o->indirect || (o->file == EU_FILE_GRF ? o->reg < eu_grf_count(q->isa)
                                               : eu_arf_lookup(q->isa, o->reg, &instance) != NULL))
        return true;
    return eu_fail(err, "reserved-register: %s 0x%02x",
                   o->file == EU_FILE_GRF ? "r" : "architecture register", o->reg);
}

static uint8_t stride_decode(unsigned hw)
{
    return (uint8_t)(hw ? 1u << (hw - 1) : 0);
}

static int16_t sign_extend10(uint64_t v)
{
    return (int16_t)(v & 0x200 ? (int)v - 0x400 : (int)v);
}

static bool decode_swsb(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    unsigned x = (unsigned)EU_GET(q, SWSB);
    static const enum eu_token_mode modes[8] = {[2] = EU_TOKEN_DST, [3] = EU_TOKEN_SRC, [4] = EU_TOKEN_SET};
    if (x & 0x80) {
        inst->swsb = (struct eu_swsb){(uint8_t)(x >> 4 & 7), (uint8_t)(x & 15),
                                      eu_is_unordered(inst) ? EU_TOKEN_SET : EU_TOKEN_DST,
                                      eu_pipe_beside_token(q->isa, inst->op)};
        return inst->swsb.distance || eu_fail(err, "reserved-scoreboard: 0x%02x", x);
    }
    static const enum eu_pipe pipes[16] = {
        [1] = EU_PIPE_ALL, [2] = EU_PIPE_FLOAT, [3] = EU_PIPE_INT, [10] = EU_PIPE_LONG};
    if (q->isa >= KILN_ISA_GEN125 && pipes[x >> 3]) {
        inst->swsb = (struct eu_swsb){.distance = (uint8_t)(x & 7), .pipe = pipes[x >> 3]};
        return inst->swsb.distance || eu_fail(err, "reserved-scoreboard: 0x%02x", x);
    }
    inst->swsb.mode = modes[x >> 4];
    if (inst->swsb.mode != EU_TOKEN_NONE)
        inst->swsb.token = x & 15;
    else
        inst->swsb.distance = (uint8_t)x;
    return inst->swsb.mode != EU_TOKEN_NONE || x < 8 || eu_fail(err, "reserved-scoreboard: 0x%02x", x);
}

static bool decode_controls(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    unsigned size = (unsigned)EU_GET(q, EXEC_SIZE), pred = (unsigned)EU_GET(q, PRED_CTRL);
    if (size > 5)
        return eu_fail(err, "reserved-control: execution size %u", size);
    if (pred > EU_PRED_ALL32H)
        return eu_fail(err, "reserved-control: predicate control %u", pred);
    inst->exec_size = (uint8_t)(1u << size);
    inst->chan_offset = (uint8_t)(EU_GET(q, QTR_CTRL) * 8 + EU_GET(q, NIB_CTRL) * 4);
    inst->pred = (enum eu_pred)pred;
    inst->pred_inv = EU_GET(q, PRED_INV);
    inst->debug = EU_GET(q, DEBUG);
    inst->flag_subreg = (uint8_t)EU_GET(q, FLAG_SUBREG);
    inst->flag_reg = (uint8_t)EU_GET(q, FLAG_REG);
    inst->nomask = EU_GET(q, MASK_CTRL);
    inst->thread_ctrl = EU_GET(q, ATOMIC) ? EU_THREAD_ATOMIC : EU_THREAD_NORMAL;
    return decode_swsb(q, inst, err);
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
        d->addr_imm = sign_extend10(EU_GET(q, DST_ADDR_IMM));
    } else {
        d->reg = (uint8_t)EU_GET(q, DST_REG);
        d->subreg = (uint8_t)EU_GET(q, DST_SUBREG);
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
    if ((v > 6 && v != 15) || w > 4)
        return eu_fail(err, "reserved-region: source %u", s);
    o->vstride = v == 15 ? EU_VSTRIDE_VXH : stride_decode(v);
    o->width = (uint8_t)(1u << w);
    o->hstride = stride_decode((unsigned)EU_GET_SRC(q, s, HSTRIDE));
    o->negate = EU_GET_SRC(q, s, NEGATE);
    o->abs = EU_GET_SRC(q, s, ABS);
    o->swizzle = 0xe4;
    o->indirect = EU_GET_SRC(q, s, ADDR_MODE);
    o->file = o->indirect || EU_GET_SRC(q, s, FILE) ? EU_FILE_GRF : EU_FILE_ARF;
    if (o->indirect) {
        o->addr_subreg = (uint8_t)EU_GET_SRC(q, s, ADDR_SUBREG);
        o->addr_imm = sign_extend10(EU_GET_SRC(q, s, ADDR_IMM));
    } else {
        o->reg = (uint8_t)EU_GET_SRC(q, s, REG);
        o->subreg = (uint8_t)EU_GET_SRC(q, s, SUBREG);
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
    inst->acc_wr = EU_GET(q, ACC_WR);
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
        d->subreg = (uint8_t)EU_GET(q, DST_SUBREG);
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
        s->subreg = (uint8_t)EU_GET(q, SRC0_SUBREG);
        return check_reg(q, s, err);
    }
    if (format == EU_FMT_RET)
        return eu_fail(err, "branch-operand: %s of an immediate", eu_op_name(inst->op));
    inst->jip = (int32_t)EU_GET(q, JIP);
    if (eu_has_uip(format))
        inst->uip = (int32_t)EU_GET(q, UIP);
    return true;
}

static bool decode_send(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *d = &inst->dst, *s = inst->src;
    inst->sfid = (uint8_t)EU_GET(q, SFID);
    inst->eot = EU_GET(q, EOT);
    inst->serialize = EU_GET(q, SERIALIZE);
    *d = (struct eu_operand){.file = EU_GET(q, DST_FILE) ? EU_FILE_GRF : EU_FILE_ARF,
                             .type = EU_TYPE_UD,
                             .hstride = 1,
                             .reg = (uint8_t)EU_GET(q, DST_REG),
                             .writemask = 0xf};
    s[0] = (struct eu_operand){.file = EU_GET(q, SRC0_FILE) ? EU_FILE_GRF : EU_FILE_ARF,
                               .type = EU_TYPE_UD,
                               .width = 1,
                               .reg = (uint8_t)EU_GET(q, SRC0_REG)};
    s[1] = (struct eu_operand){.file = EU_GET(q, SRC1_FILE) ? EU_FILE_GRF : EU_FILE_ARF,
                               .type = EU_TYPE_UD,
                               .width = 1,
                               .reg = (uint8_t)EU_GET(q, SRC1_REG)};
    inst->desc_in_reg = EU_GET(q, SEND_DESC_REG);
    if (!inst->desc_in_reg)
        inst->desc = (uint32_t)(EU_GET(q, SEND_DESC_31_30) << 30 | EU_GET(q, SEND_DESC_29_25) << 25 |
                                EU_GET(q, SEND_DESC_24_20) << 20 | EU_GET(q, SEND_DESC_19_11) << 11 |
                                EU_GET(q, SEND_DESC_10_0));
    inst->ex_desc_in_reg = EU_GET(q, SEND_EX_REG);
    inst->ex_bso = q->isa >= KILN_ISA_GEN125 && inst->ex_desc_in_reg && EU_GET(q, SEND_EX_BSO);
    if (inst->ex_bso)
        inst->ex_desc = (uint32_t)(EU_GET(q, SEND_EX_CPS) << 11 | EU_GET(q, SEND12_EX_10_6) << 6);
    if (inst->ex_desc_in_reg)
        inst->ex_desc_subreg = (uint8_t)(EU_GET(q, SEND_EX_SUBREG) * 2);
    else
        inst->ex_desc = (uint32_t)(EU_GET(q, SEND12_EX_31_28) << 28 | EU_GET(q, SEND12_EX_27_26) << 26 |
                                   EU_GET(q, SEND12_EX_25_24) << 24 | EU_GET(q, SEND12_EX_23_11) << 11 |
                                   EU_GET(q, SEND12_EX_10_6) << 6);
    if (!inst->ex_desc_in_reg)
        inst->ex_desc |= (uint32_t)inst->eot << 5 | inst->sfid;
    return check_reg(q, d, err) && check_reg(q, &s[0], err) && check_reg(q, &s[1], err);
}

static bool decode_sync(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    unsigned function = (unsigned)EU_GET(q, COND_MOD);
    if (!eu_sync_name(function))
        return eu_fail(err, "reserved-function: sync function %u", function);
    inst->sync = (enum eu_sync)function;
    if (!EU_GET(q, SRC0_IS_IMM))
        return true;
    if (!eu_type_from_imm(q->isa, (unsigned)EU_GET(q, SRC0_TYPE), &inst->src[0].type) ||
        eu_types[inst->src[0].type].size == 8)
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
        return inst->op == EU_OP_ILLEGAL || decode_swsb(q, inst, err);
    }
    if (!decode_controls(q, inst, err))
        return false;
    switch ((enum eu_format)format) {
    case EU_FMT_BASIC1:
    case EU_FMT_BASIC2:
    case EU_FMT_MATH:
        return decode_basic(q, inst, err);
    case EU_FMT_TERNARY:
        inst->acc_wr = EU_GET(q, ACC_WR);
        inst->saturate = EU_GET(q, SATURATE);
        return decode_ternary_cmod(q, inst, err) && eu_ternary_decode_align1(q, inst, err);
    case EU_FMT_SYSTOLIC:
        return eu_systolic_decode(q, inst, err);
    case EU_FMT_SENDS:
        return decode_send(q, inst, err);
    case EU_FMT_SYNC:
        return decode_sync(q, inst, err);
    default:
        return decode_branch(q, inst, err);
    }
}
