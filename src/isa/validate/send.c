// Rules on messages: where payloads lie, what ends a thread. Source: PRM SKL vol7 "send", "sends"; PRM SKL
// vol3 "Shared Function Reference".
#include "isa/table/msg.h"
#include "isa/validate/validate.h"

enum { LAST = 16 }; // registers that the last message may come from

static bool check_range(const struct kiln_target *t, const struct eu_operand *o, unsigned len,
                        const char *what, struct eu_error *err)
{
    EU_RULE("send-range", o->file == EU_FILE_GRF && !o->indirect && o->reg + len > eu_thread_registers(t),
            "%s: %u registers from r%u", what, len, o->reg);
    return true;
}

static bool check_eot(const struct kiln_target *t, const struct eu_inst *inst, bool split,
                      struct eu_error *err)
{
    const struct eu_operand *s = inst->src;
    if (!inst->eot)
        return true;
    // Threads of Xe3 may have fewer registers, and Intel's compiler ends them from any.
    const unsigned first = t->isa >= KILN_ISA_XE3 ? 0 : t->grf_count - LAST;
    EU_RULE("eot-range", s[0].file == EU_FILE_GRF && !s[0].indirect && s[0].reg < first,
            "the payload of the last message is in r%u to r%u", first, t->grf_count - 1u);
    EU_RULE("eot-range", split && s[1].file == EU_FILE_GRF && s[1].reg < first,
            "the payload of the last message is in r%u to r%u", first, t->grf_count - 1u);
    EU_RULE("eot-response", !inst->desc_in_reg && EU_DESC_GET(inst->desc, RLEN),
            "the last message has a response");
    return true;
}

static bool overlap(unsigned a, unsigned na, unsigned b, unsigned nb)
{
    return na && nb && a < b + nb && b < a + na;
}

// Lengths that the descriptors give, or the least that is possible.
static bool check_payloads(const struct kiln_target *t, const struct eu_inst *inst, bool split,
                           struct eu_error *err)
{
    const struct eu_operand *s = inst->src, *d = &inst->dst;
    unsigned mlen = inst->desc_in_reg ? 1 : EU_DESC_GET(inst->desc, MLEN),
             rlen = inst->desc_in_reg ? 0 : EU_DESC_GET(inst->desc, RLEN);
    unsigned ex_len = inst->ex_desc_in_reg ? 1 : EU_DESC_GET(inst->ex_desc, EX_MLEN);
    bool null = eu_is_null(d);
    EU_RULE("send-length", mlen == 0, "an empty payload");
    EU_RULE("send-response", null && rlen, "%u registers of response to null", rlen);
    if (!check_range(t, &s[0], mlen, "source 0", err) ||
        (!null && !check_range(t, d, rlen, "destination", err)))
        return false;
    if (split) {
        bool has = s[1].file == EU_FILE_GRF;
        if (eu_is_gather(t->isa, inst))
            return true;
        EU_RULE("sends-length", !inst->ex_desc_in_reg && has != (ex_len != 0), "source 1 of %u registers",
                ex_len);
        if (has && !check_range(t, &s[1], ex_len, "source 1", err))
            return false;
        EU_RULE("sends-overlap", has && !s[0].indirect && overlap(s[0].reg, mlen, s[1].reg, ex_len),
                "payloads r%u and r%u overlap", s[0].reg, s[1].reg);
    } else if (!null && d->file == EU_FILE_GRF && !d->indirect && !s[0].indirect) {
        EU_RULE("send-r127", d->reg + rlen > t->grf_count - 1u && s[0].reg + mlen > d->reg,
                "r%u is a response and the response overlaps the payload", t->grf_count - 1u);
    }
    return true;
}

// Messages of Gen12.5 to units of loads and stores.
static bool is_lsc(const struct kiln_target *t, const struct eu_inst *inst)
{
    return !kiln_target_has_data_ports(t) && !inst->ex_desc_in_reg &&
           (inst->sfid == EU_SFID_UGM || inst->sfid == EU_SFID_UGML || inst->sfid == EU_SFID_SLM ||
            inst->sfid == EU_SFID_TGM);
}

// The data ports of compute: a message that there is, with the header and the response that it has.
static bool check_message(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    uint32_t desc = inst->desc;
    if (is_lsc(t, inst) && !inst->desc_in_reg)
        return eu_validate_lsc(t, inst, err);
    bool port = inst->sfid == EU_SFID_DC0 || inst->sfid == EU_SFID_DC1;
    if (inst->desc_in_reg || inst->ex_desc_in_reg || !port ||
        (inst->sfid == EU_SFID_DC0 && EU_DESC_GET(desc, SCRATCH)))
        return true;
    enum eu_msg m = eu_msg_find(t->isa, inst->sfid, desc);
    EU_RULE("message-type", m == EU_MSG_COUNT, "sfid %u has no message of descriptor 0x%08x", inst->sfid,
            desc);
    EU_RULE("message-header", eu_msgs[m].address == EU_ADDRESS_HEADER && !EU_DESC_GET(desc, HEADER),
            "%s without a header", eu_msgs[m].words);
    EU_RULE("message-response", eu_msgs[m].does == EU_DOES_WRITE && EU_DESC_GET(desc, RLEN),
            "%s with a response", eu_msgs[m].words);
    EU_RULE("message-bindless",
            t->isa < KILN_ISA_GEN9 && eu_msgs[m].address != EU_ADDRESS_ADDRESS &&
                EU_DESC_GET(desc, BTI) == EU_BTI_BINDLESS,
            "%s to a bindless surface", eu_msgs[m].words);
    return true;
}

bool eu_validate_send(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    bool split = inst->op == EU_OP_SENDS || inst->op == EU_OP_SENDSC;
    const struct eu_operand *s = inst->src, *d = &inst->dst;
    const bool gather = eu_is_gather(t->isa, inst);
    EU_RULE("send-size", inst->exec_size > 2 * kiln_target_native_width(t), "SIMD%u", inst->exec_size);
    EU_RULE("send-source", s[0].file != EU_FILE_GRF && !gather, "source 0 is not a GRF");
    EU_RULE("send-source", split && s[1].file == EU_FILE_ARF && !eu_is_null(&s[1]),
            "source 1 is neither a GRF nor null");
    EU_RULE("send-destination", d->file == EU_FILE_ARF && !eu_is_null(d), "neither a GRF nor null");
    const bool unnamed =
        kiln_target_has_data_ports(t) && (inst->sfid == EU_SFID_UGML || inst->sfid > EU_SFID_CRE);
    EU_RULE("send-target", !inst->ex_desc_in_reg && unnamed, "no function %u", inst->sfid);
    EU_RULE("urb-header",
            !inst->ex_desc_in_reg && !inst->desc_in_reg && inst->sfid == EU_SFID_URB &&
                !EU_DESC_GET(inst->desc, HEADER) && t->isa < KILN_ISA_XE2,
            "a URB message without a header");
    return check_message(t, inst, err) && check_eot(t, inst, split, err) &&
           check_payloads(t, inst, split, err);
}
