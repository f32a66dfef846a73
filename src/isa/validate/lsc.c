// Rules on messages to the load-store units of Gen12.5: what goes together in a descriptor, and how many
// registers it says. Source: Mesa 25.0.7 brw_eu_validate.c (send_descriptor_restrictions), brw_eu.h
// (lsc_msg_desc, lsc_fence_msg_desc), brw_lower_logical_sends.cpp; IGA MessageDecoderLSC.cpp.
#include "isa/table/msg.h"
#include "isa/validate/validate.h"

enum { A16 = 1, A32, A64 };
enum { FLAT, BINDLESS, STATE, TABLE };
enum { D32 = 2, D64, D8_IN_32, D16_IN_32, RESERVED };
enum { LAST_VECTOR = 3 }; // of LSC_COUNT: more is for blocks

static bool is_masked(enum eu_msg m)
{
    return m == EU_MSG_LSC_LOAD_MASK || m == EU_MSG_LSC_STORE_MASK;
}

static bool is_atomic(enum eu_msg m)
{
    return eu_msgs[m].does == EU_DOES_ATOMIC;
}

static bool check_data(const struct eu_inst *inst, enum eu_msg m, struct eu_error *err)
{
    const uint32_t desc = inst->desc, size = EU_DESC_GET(desc, LSC_DATA_SIZE);
    const bool block = !is_masked(m) && EU_DESC_GET(desc, LSC_TRANSPOSE);
    const char *words = eu_msgs[m].words;
    EU_RULE("lsc-data", size < D32 || size >= RESERVED, "%s of data size %u", words, size);
    EU_RULE("lsc-block", block && is_atomic(m), "%s of a block", words);
    EU_RULE("lsc-block", block && inst->exec_size != 1, "a block in %u channels", inst->exec_size);
    EU_RULE("lsc-block", block && size != D32 && size != D64, "a block of narrow elements");
    if (is_masked(m)) {
        EU_RULE("lsc-mask", !EU_DESC_GET(desc, LSC_MASK), "%s without one", words);
        EU_RULE("lsc-mask", size != D32, "%s of data size %u", words, size);
        return true;
    }
    EU_RULE("lsc-count", !block && EU_DESC_GET(desc, LSC_COUNT) > LAST_VECTOR, "%u elements of each channel",
            eu_lsc_elements(m, desc));
    EU_RULE("lsc-count", !block && size > D64 && EU_DESC_GET(desc, LSC_COUNT),
            "narrow elements are not vectors");
    EU_RULE("lsc-count", is_atomic(m) && EU_DESC_GET(desc, LSC_COUNT), "%s of a vector", words);
    EU_RULE("lsc-data", is_atomic(m) && size == D8_IN_32, "%s of bytes", words);
    return true;
}

// Surfaces are reached by offsets of 32 bits, and shared memory without a surface.
static bool check_address(const struct eu_inst *inst, enum eu_msg m, struct eu_error *err)
{
    const uint32_t desc = inst->desc, size = EU_DESC_GET(desc, LSC_ADDRESS_SIZE),
                   surface = EU_DESC_GET(desc, LSC_SURFACE);
    EU_RULE("lsc-address", !size, "no size of addresses");
    EU_RULE("lsc-address", surface != FLAT && size != A32, "addresses of %u bits in a surface",
            eu_lsc_address_bits(desc));
    EU_RULE("lsc-surface", inst->sfid == EU_SFID_SLM && surface != FLAT, "shared memory as a surface");
    EU_RULE("lsc-address", inst->sfid == EU_SFID_SLM && size == A64, "shared memory by addresses of 64 bits");
    EU_RULE("lsc-surface", inst->sfid == EU_SFID_TGM && surface == FLAT, "texels without a surface");
    EU_RULE("lsc-mask", inst->sfid == EU_SFID_TGM && !is_masked(m) && !is_atomic(m), "%s of texels",
            eu_msgs[m].words);
    return true;
}

static unsigned operands(enum eu_msg m)
{
    if (m == EU_MSG_LSC_ATOMIC_INC || m == EU_MSG_LSC_ATOMIC_DEC || m == EU_MSG_LSC_ATOMIC_LOAD)
        return 0;
    return m == EU_MSG_LSC_ATOMIC_CMPXCHG || m == EU_MSG_LSC_ATOMIC_FCMPXCHG ? 2 : 1;
}

static bool check_lengths(const struct kiln_target *t, const struct eu_inst *inst, enum eu_msg m,
                          struct eu_error *err)
{
    const uint32_t desc = inst->desc;
    unsigned mlen = EU_DESC_GET(desc, MLEN), second = inst->ex_desc >> 6 & 31;
    const unsigned rlen = EU_DESC_GET(desc, RLEN);
    const unsigned of_address = eu_lsc_address_registers(desc, inst->exec_size, t->grf_bytes);
    const unsigned data = eu_lsc_data_registers(m, desc, inst->exec_size, t->grf_bytes);
    const bool block = !is_masked(m) && EU_DESC_GET(desc, LSC_TRANSPOSE), texels = inst->sfid == EU_SFID_TGM;
    const char *words = eu_msgs[m].words;
    enum { MOST_COORDINATES = 4 };
    const unsigned first = block ? 1 : of_address;
    if (eu_is_gather(t->isa, inst) && mlen > first && !texels) { // s0 names the addresses, then the data
        second = mlen - first;
        mlen = first;
    }
    EU_RULE("lsc-length", texels ? mlen % of_address || mlen > MOST_COORDINATES * of_address : mlen != first,
            "%s with %u registers of addresses", words, mlen);
    if (eu_msgs[m].does == EU_DOES_WRITE) {
        EU_RULE("message-response", rlen, "%s with a response", words);
        EU_RULE("lsc-length", !inst->ex_desc_in_reg && second != data, "%s of %u registers, not %u", words,
                second, data);
        return true;
    }
    const unsigned want = is_atomic(m) ? operands(m) * data : 0;
    EU_RULE("lsc-length", !inst->ex_desc_in_reg && second != want, "%s with %u registers of operands, not %u",
            words, second, want);
    EU_RULE("lsc-length", rlen != data && !(rlen == 0 && (is_atomic(m) || eu_is_null(&inst->dst))),
            "%s of %u registers, not %u", words, rlen, data);
    return true;
}

// A rectangle that the payload's only register describes. Source: IGC's code, iga64's listing of it.
static bool check_block2d(const struct eu_inst *inst, enum eu_msg m, struct eu_error *err)
{
    const char *words = eu_msgs[m].words;
    EU_RULE("lsc-block", inst->exec_size != 1, "%s in %u channels", words, inst->exec_size);
    EU_RULE("lsc-length", EU_DESC_GET(inst->desc, MLEN) != 1, "%s with %u registers of addresses", words,
            EU_DESC_GET(inst->desc, MLEN));
    EU_RULE("message-response", eu_msgs[m].does == EU_DOES_WRITE && EU_DESC_GET(inst->desc, RLEN),
            "%s with a response", words);
    EU_RULE("lsc-surface",
            inst->sfid == EU_SFID_SLM ||
                (inst->sfid == EU_SFID_TGM && EU_DESC_GET(inst->desc, LSC_SURFACE) == FLAT),
            "%s without a surface", words);
    return true;
}

bool eu_validate_lsc(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const enum eu_msg m = eu_msg_find(t->isa, inst->sfid, inst->desc);
    EU_RULE("message-type", m == EU_MSG_COUNT, "sfid %u has no message of descriptor 0x%08x", inst->sfid,
            inst->desc);
    if (m == EU_MSG_LSC_FENCE) {
        EU_RULE("lsc-fence", EU_DESC_GET(inst->desc, MLEN) != 1 || EU_DESC_GET(inst->desc, RLEN) != 1,
                "a fence has a register of payload and one of response");
        return true;
    }
    if (m == EU_MSG_LSC_LOAD_BLOCK2D || m == EU_MSG_LSC_STORE_BLOCK2D)
        return check_block2d(inst, m, err);
    return check_data(inst, m, err) && check_address(inst, m, err) && check_lengths(t, inst, m, err);
}
