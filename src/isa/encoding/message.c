// Messages from Gen12 on: send and sendc, with two payloads and two descriptors in many pieces.
//
// The extended descriptor may be in a0. From Gen12.5 it is then a surface with an offset of its own (ExBSO),
// and the instruction has the length of source 1; from Xe2 the instruction has an immediate offset as well,
// with one bit more for ugm, whose length is always here. From Xe3 source 0 may be s0, whose bytes name
// registers: the field of source 1's length then says where in s0 they begin. Source: Mesa 25.0.7
// brw_eu_inst.h; IGA's GED/Encoder.cpp (encodeSendDescsXe2); iga64 -p=12p1, 12p71, 2, 3.
#include "isa/encoding/gen12.h"

enum { LENGTH = 0x7c0, CPS = 0x800, OFFSET = 0xfff80000, OFFSET_LOW = 0xf800, BIT_15 = 0x8000 };

// What the instruction holds of an extended descriptor that is in a register.
static uint32_t immediate_part(enum kiln_isa isa, const struct eu_inst *inst)
{
    bool ugm = inst->sfid == EU_SFID_UGM;
    if (isa >= KILN_ISA_XE2)
        return OFFSET | (ugm ? OFFSET_LOW : OFFSET_LOW & ~(uint32_t)BIT_15) |
               (ugm || inst->ex_bso ? LENGTH : 0u);
    return inst->ex_bso ? CPS | LENGTH : 0;
}

// ---- encoding

static bool check_payload(const struct eu_bits *q, const struct eu_operand *o, const char *what,
                          struct eu_error *err)
{
    if (o->indirect || o->subreg || (o->file != EU_FILE_GRF && o->file != EU_FILE_ARF))
        return eu_fail(err, "send-%s: must be a whole register", what);
    return eu_check_reg(q, o, "register-number", err);
}

static bool encode_gather(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *s = &inst->src[0];
    bool here = eu_has_src1_length(q->isa, inst); // else the descriptor's register has it
    if (s->subreg % 2 || s->subreg > 31 || inst->src[1].file == EU_FILE_GRF || inst->ex_desc & LENGTH ||
        !here)
        return eu_fail(err, "send-gather: s0.%u, no second payload, and no length elsewhere", s->subreg);
    EU_SET(q, SRC0_REG, s->reg);
    EU_SET(q, SEND12_EX_10_6, s->subreg / 2u);
    return true;
}

static bool encode_payloads(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst, *s = inst->src;
    const struct eu_operand none = {.file = EU_FILE_ARF}, *s1 = s[1].file == EU_FILE_NONE ? &none : &s[1];
    if (!check_payload(q, d, "dst", err))
        return false;
    EU_SET(q, DST_FILE, d->file == EU_FILE_GRF);
    EU_SET(q, DST_REG, d->reg);
    if (eu_is_gather(q->isa, inst))
        return encode_gather(q, inst, err);
    if (!check_payload(q, &s[0], "src0", err) || !check_payload(q, s1, "src1", err))
        return false;
    EU_SET(q, SRC0_FILE, s[0].file == EU_FILE_GRF);
    EU_SET(q, SRC0_REG, s[0].reg);
    EU_SET(q, SRC1_FILE, s1->file == EU_FILE_GRF);
    EU_SET(q, SRC1_REG, s1->reg);
    return true;
}

static void encode_desc(struct eu_bits *q, uint32_t desc)
{
    EU_SET(q, SEND_DESC_31_30, desc >> 30);
    EU_SET(q, SEND_DESC_29_25, desc >> 25 & 31);
    EU_SET(q, SEND_DESC_24_20, desc >> 20 & 31);
    EU_SET(q, SEND_DESC_19_11, desc >> 11 & 511);
    EU_SET(q, SEND_DESC_10_0, desc & 2047);
}

static bool encode_ex_desc_reg(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    uint32_t ex = inst->ex_desc;
    if (inst->ex_desc_subreg > 14 || inst->ex_desc_subreg % 2)
        return eu_fail(err, "send-extended-descriptor: a0.%u", inst->ex_desc_subreg);
    if (q->isa >= KILN_ISA_XE2) {
        EU_SET(q, SEND12_EX_31_28, ex >> 28);
        EU_SET(q, SEND12_EX_27_26, ex >> 26 & 3);
        EU_SET(q, SEND12_EX_25_24, ex >> 24 & 3);
        EU_SET(q, SEND_EX_23_19, ex >> 19 & 31);
        EU_SET(q, SEND_EX_15_11, ex >> 11 & 31);
    } else if (inst->ex_bso) {
        EU_SET(q, SEND_EX_CPS, ex >> 11 & 1);
    }
    if (inst->ex_bso)
        EU_SET(q, SEND_EX_BSO, 1);
    if (immediate_part(q->isa, inst) & LENGTH && !eu_is_gather(q->isa, inst))
        EU_SET(q, SEND12_EX_10_6, ex >> 6 & 31);
    EU_SET(q, SEND_EX_SUBREG, inst->ex_desc_subreg / 2);
    return true;
}

static void encode_ex_desc(struct eu_bits *q, const struct eu_inst *inst)
{
    uint32_t ex = inst->ex_desc;
    EU_SET(q, SEND12_EX_31_28, ex >> 28);
    EU_SET(q, SEND12_EX_27_26, ex >> 26 & 3);
    EU_SET(q, SEND12_EX_25_24, ex >> 24 & 3);
    EU_SET(q, SEND12_EX_23_11, ex >> 11 & 0x1fff);
    if (!eu_is_gather(q->isa, inst))
        EU_SET(q, SEND12_EX_10_6, ex >> 6 & 31);
}

bool eu_message_encode(struct eu_bits *q, const struct eu_inst *inst, struct eu_error *err)
{
    uint32_t ex = inst->ex_desc;
    if (!encode_payloads(q, inst, err))
        return false;
    if (inst->sfid > 15 || (ex & 15 && (ex & 15) != inst->sfid) || (ex & 32 && !inst->eot))
        return eu_fail(err, "send-target: sfid %u, eot %d but extended descriptor 0x%x", inst->sfid,
                       inst->eot, ex);
    if (inst->ex_bso && (q->isa < KILN_ISA_GEN125 || !inst->ex_desc_in_reg ||
                         (q->isa >= KILN_ISA_XE2 && inst->sfid == EU_SFID_UGM)))
        return eu_fail(err, "send-extended-descriptor: no surface offset");
    // Up to Gen12.5 without a surface offset, the length in ex_desc is the register's: for those who read the
    // struct.
    const bool has_part = inst->ex_desc_in_reg && (inst->ex_bso || q->isa >= KILN_ISA_XE2);
    if (has_part && ex & ~(immediate_part(q->isa, inst) | 0x2fu))
        return eu_fail(err, "send-extended-descriptor: a0 beside 0x%x", ex);
    if (inst->serialize && !EU_HAS(q, SERIALIZE))
        return eu_fail(err, "send-serialize: not in this generation");
    if (q->isa >= KILN_ISA_XE3 && inst->thread_ctrl != EU_THREAD_NORMAL)
        return eu_fail(err, "thread-control: of a message");
    if (q->isa >= KILN_ISA_XE2 && !eu_sfid_name(q->isa, inst->sfid))
        return eu_fail(err, "send-target: sfid %u", inst->sfid);
    EU_SET(q, SFID, inst->sfid);
    EU_SET(q, EOT, inst->eot);
    if (EU_HAS(q, SERIALIZE))
        EU_SET(q, SERIALIZE, inst->serialize);
    EU_SET(q, SEND_DESC_REG, inst->desc_in_reg);
    if (!inst->desc_in_reg)
        encode_desc(q, inst->desc);
    EU_SET(q, SEND_EX_REG, inst->ex_desc_in_reg);
    if (inst->ex_desc_in_reg)
        return encode_ex_desc_reg(q, inst, err);
    encode_ex_desc(q, inst);
    return true;
}

// ---- decoding

static struct eu_operand payload(bool grf, uint64_t reg)
{
    return (struct eu_operand){
        .file = grf ? EU_FILE_GRF : EU_FILE_ARF, .type = EU_TYPE_UD, .width = 1, .reg = (uint8_t)reg};
}

static bool decode_payloads(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    struct eu_operand *d = &inst->dst, *s = inst->src;
    *d = payload(EU_GET(q, DST_FILE), EU_GET(q, DST_REG));
    d->width = 0;
    d->hstride = 1;
    d->writemask = 0xf;
    s[0] = payload(EU_GET(q, SRC0_FILE), EU_GET(q, SRC0_REG));
    s[1] = payload(EU_GET(q, SRC1_FILE), EU_GET(q, SRC1_REG));
    if (eu_is_gather(q->isa, inst)) {
        s[0].subreg = (uint8_t)(EU_GET(q, SEND12_EX_10_6) * 2);
        if (s[1].file == EU_FILE_GRF || s[1].reg || s[0].subreg > 31)
            return eu_fail(err, "reserved-register: send of s0.%u", s[0].subreg);
        s[1] = (struct eu_operand){0};
    }
    if (q->isa >= KILN_ISA_XE2 && s[1].file == EU_FILE_ARF && s[1].reg != EU_ARF_NULL)
        return eu_fail(err, "reserved-register: a second payload in 0x%02x", s[1].reg);
    return eu_check_reg(q, d, "reserved-register", err) && eu_check_reg(q, &s[0], "reserved-register", err) &&
           (s[1].file == EU_FILE_NONE || eu_check_reg(q, &s[1], "reserved-register", err));
}

static uint32_t get_ex_desc(const struct eu_bits *q, const struct eu_inst *inst)
{
    uint32_t ex = (uint32_t)(EU_GET(q, SEND12_EX_31_28) << 28 | EU_GET(q, SEND12_EX_27_26) << 26 |
                             EU_GET(q, SEND12_EX_25_24) << 24);
    if (inst->src[1].file != EU_FILE_NONE)
        ex |= (uint32_t)EU_GET(q, SEND12_EX_10_6) << 6;
    if (!inst->ex_desc_in_reg)
        return ex | (uint32_t)EU_GET(q, SEND12_EX_23_11) << 11 | (uint32_t)inst->eot << 5 | inst->sfid;
    if (EU_HAS(q, SEND_EX_CPS))
        ex |= (uint32_t)EU_GET(q, SEND_EX_CPS) << 11;
    if (EU_HAS(q, SEND_EX_23_19))
        ex |= (uint32_t)(EU_GET(q, SEND_EX_23_19) << 19 | EU_GET(q, SEND_EX_15_11) << 11);
    return ex & immediate_part(q->isa, inst);
}

bool eu_message_decode(const struct eu_bits *q, struct eu_inst *inst, struct eu_error *err)
{
    inst->sfid = (uint8_t)EU_GET(q, SFID);
    if (q->isa >= KILN_ISA_XE2 && !eu_sfid_name(q->isa, inst->sfid))
        return eu_fail(err, "reserved-target: sfid %u", inst->sfid);
    if (q->isa >= KILN_ISA_XE3 && inst->thread_ctrl != EU_THREAD_NORMAL)
        return eu_fail(err, "reserved-control: atomic message");
    inst->eot = EU_GET(q, EOT);
    inst->serialize = EU_HAS(q, SERIALIZE) && EU_GET(q, SERIALIZE);
    if (!decode_payloads(q, inst, err))
        return false;
    inst->desc_in_reg = EU_GET(q, SEND_DESC_REG);
    if (!inst->desc_in_reg)
        inst->desc = (uint32_t)(EU_GET(q, SEND_DESC_31_30) << 30 | EU_GET(q, SEND_DESC_29_25) << 25 |
                                EU_GET(q, SEND_DESC_24_20) << 20 | EU_GET(q, SEND_DESC_19_11) << 11 |
                                EU_GET(q, SEND_DESC_10_0));
    inst->ex_desc_in_reg = EU_GET(q, SEND_EX_REG);
    inst->ex_bso = inst->ex_desc_in_reg && q->isa >= KILN_ISA_GEN125 && EU_GET(q, SEND_EX_BSO) &&
                   !(q->isa >= KILN_ISA_XE2 && inst->sfid == EU_SFID_UGM);
    if (inst->ex_desc_in_reg)
        inst->ex_desc_subreg = (uint8_t)(EU_GET(q, SEND_EX_SUBREG) * 2);
    inst->ex_desc = get_ex_desc(q, inst);
    return !eu_is_gather(q->isa, inst) || eu_has_src1_length(q->isa, inst) ||
           eu_fail(err, "reserved-control: s0 without ExBSO");
}
