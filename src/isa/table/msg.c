// The table of messages as an array, and messages in words.
#include "isa/table/msg.h"

#include "isa/table/tables.h"

#include <stdio.h>

#define GEN75 KILN_ISA_GEN75
#define GEN8 KILN_ISA_GEN8
#define GEN9 KILN_ISA_GEN9
#define GEN12 KILN_ISA_GEN12
#define GEN125 KILN_ISA_GEN125
#define XE2 KILN_ISA_XE2
#define LAST (KILN_ISA_COUNT - 1)

enum {
#define EU_MSG_FUNCTION(function, sfid, field, last)                                                         \
    SFID_##function = EU_SFID_##sfid, TYPE_LO_##function = EU_DESC_##field##_LO,                             \
    TYPE_MAX_##function = EU_DESC_##field##_MAX, LAST_##function = (last),
#include "isa/table/msgs.def"
};

const struct eu_msg_info eu_msgs[EU_MSG_COUNT] = {
#define EU_MSG(function, number, id, since, address, does, words)                                            \
    [EU_MSG_##function##_##id] = {words,                                                                     \
                                  SFID_##function,                                                           \
                                  number,                                                                    \
                                  TYPE_LO_##function,                                                        \
                                  TYPE_MAX_##function,                                                       \
                                  since,                                                                     \
                                  (enum kiln_isa)LAST_##function,                                            \
                                  EU_ADDRESS_##address,                                                      \
                                  EU_DOES_##does},
#include "isa/table/msgs.def"
};

static bool is_scratch(unsigned sfid, uint32_t desc)
{
    return sfid == EU_SFID_DC0 && EU_DESC_GET(desc, SCRATCH);
}

// Of two with one number it is the later one.
enum eu_msg eu_msg_numbered(enum kiln_isa isa, unsigned sfid, unsigned number)
{
    unsigned found = EU_MSG_COUNT;
    for (unsigned m = 0; m < EU_MSG_COUNT; m++)
        if (eu_msgs[m].sfid == sfid && eu_msgs[m].number == number && eu_msg_exists(isa, (enum eu_msg)m) &&
            (found == EU_MSG_COUNT || eu_msgs[m].since > eu_msgs[found].since))
            found = m;
    return (enum eu_msg)found;
}

enum eu_msg eu_msg_find(enum kiln_isa isa, unsigned sfid, uint32_t desc)
{
    if (isa >= KILN_ISA_GEN125 && (sfid == EU_SFID_UGML || sfid == EU_SFID_SLM || sfid == EU_SFID_TGM))
        sfid = EU_SFID_UGM; // one set of messages
    for (unsigned m = 0; m < EU_MSG_COUNT && !is_scratch(sfid, desc); m++)
        if (eu_msgs[m].sfid == sfid && eu_msg_exists(isa, (enum eu_msg)m))
            return eu_msg_numbered(isa, sfid, desc >> eu_msgs[m].type_lo & eu_msgs[m].type_max);
    return EU_MSG_COUNT;
}

// Source: Mesa 25.0.7 brw_eu_defines.h (lsc_addr_size, lsc_data_size, lsc_vect_size), brw_eu.h
// (lsc_msg_addr_len, lsc_msg_dest_len).
unsigned eu_lsc_address_bits(uint32_t desc)
{
    static const uint8_t bits[4] = {0, 16, 32, 64};
    return bits[EU_DESC_GET(desc, LSC_ADDRESS_SIZE)];
}

unsigned eu_lsc_memory_bits(uint32_t desc)
{
    static const uint8_t bits[8] = {8, 16, 32, 64, 8, 16, 16};
    return bits[EU_DESC_GET(desc, LSC_DATA_SIZE)];
}

unsigned eu_lsc_register_bits(uint32_t desc)
{
    enum { FIRST_WIDENED = 4 };
    return EU_DESC_GET(desc, LSC_DATA_SIZE) >= FIRST_WIDENED ? 32 : eu_lsc_memory_bits(desc);
}

unsigned eu_lsc_elements(enum eu_msg m, uint32_t desc)
{
    static const uint8_t counts[8] = {1, 2, 3, 4, 8, 16, 32, 64};
    if (m == EU_MSG_LSC_LOAD_MASK || m == EU_MSG_LSC_STORE_MASK)
        return (unsigned)__builtin_popcount(EU_DESC_GET(desc, LSC_MASK));
    return counts[EU_DESC_GET(desc, LSC_COUNT)];
}

static unsigned registers(unsigned bits, unsigned grf_bytes)
{
    return (bits / 8 + grf_bytes - 1) / grf_bytes;
}

static bool is_block(enum eu_msg m, uint32_t desc)
{
    return (m == EU_MSG_LSC_LOAD || m == EU_MSG_LSC_STORE) && EU_DESC_GET(desc, LSC_TRANSPOSE);
}

// A message has as many channels at least as a register has doublewords.
static unsigned message_channels(unsigned channels, unsigned grf_bytes)
{
    return channels < grf_bytes / 4 ? grf_bytes / 4 : channels;
}

unsigned eu_lsc_address_registers(uint32_t desc, unsigned channels, unsigned grf_bytes)
{
    const unsigned n = message_channels(channels, grf_bytes);
    return registers(eu_lsc_address_bits(desc) * n, grf_bytes);
}

unsigned eu_lsc_data_registers(enum eu_msg m, uint32_t desc, unsigned channels, unsigned grf_bytes)
{
    const unsigned n = message_channels(channels, grf_bytes);
    if (is_block(m, desc))
        return registers(eu_lsc_register_bits(desc) * eu_lsc_elements(m, desc), grf_bytes);
    return registers(eu_lsc_register_bits(desc) * n, grf_bytes) * eu_lsc_elements(m, desc);
}

static int surface_words(uint32_t desc, char *buf, size_t size)
{
    unsigned bti = EU_DESC_GET(desc, BTI);
    switch (bti) {
    case EU_BTI_BINDLESS:
        return snprintf(buf, size, ", bindless");
    case EU_BTI_SLM:
        return snprintf(buf, size, ", shared local memory");
    case EU_BTI_STATELESS:
    case EU_BTI_STATELESS_NONCOHERENT:
        return snprintf(buf, size, ", stateless");
    default:
        return snprintf(buf, size, ", surface %u", bti);
    }
}

static bool has_components(enum eu_msg m)
{
    return m == EU_MSG_DC1_UNTYPED_READ || m == EU_MSG_DC1_UNTYPED_WRITE ||
           m == EU_MSG_DC1_A64_UNTYPED_READ || m == EU_MSG_DC1_A64_UNTYPED_WRITE ||
           m == EU_MSG_DC1_TYPED_READ || m == EU_MSG_DC1_TYPED_WRITE;
}

// "atomic add of 32 bits, flat": with an index of the binding table for a surface it is in the extended
// descriptor.
static int describe_lsc(const struct eu_inst *inst, enum eu_msg m, char *buf, size_t size)
{
    static const char *const surfaces[4] = {"flat", "bindless", "surface state", "binding table"};
    uint32_t desc = inst->desc;
    char many[32] = "";
    if (m == EU_MSG_LSC_FENCE)
        return snprintf(buf, size, "fence");
    if (m == EU_MSG_LSC_LOAD_MASK || m == EU_MSG_LSC_STORE_MASK)
        snprintf(many, sizeof(many), ", %u components", eu_lsc_elements(m, desc));
    else if (EU_DESC_GET(desc, LSC_COUNT))
        snprintf(many, sizeof(many), ", %u%s", eu_lsc_elements(m, desc),
                 EU_DESC_GET(desc, LSC_TRANSPOSE) ? " of a block" : " each");
    return snprintf(buf, size, "%s of %u bits%s, %s", eu_msgs[m].words, eu_lsc_memory_bits(desc), many,
                    surfaces[EU_DESC_GET(desc, LSC_SURFACE)]);
}

int eu_msg_describe(const struct kiln_target *target, const struct eu_inst *inst, char *buf, size_t size)
{
    uint32_t desc = inst->desc;
    char where[40] = "", what[40] = "";
    if (size)
        buf[0] = 0;
    if (!eu_op_is_send(inst->op) || inst->desc_in_reg || inst->ex_desc_in_reg)
        return 0;
    if (is_scratch(inst->sfid, desc))
        return snprintf(buf, size, "scratch block %s, %u registers at %u",
                        EU_DESC_GET(desc, SCRATCH_WRITE) ? "write" : "read",
                        1u << EU_DESC_GET(desc, SCRATCH_SIZE), EU_DESC_GET(desc, SCRATCH_OFFSET));
    enum eu_msg m = eu_msg_find(target->isa, inst->sfid, desc);
    if (m == EU_MSG_COUNT)
        return 0;
    const struct eu_msg_info *i = &eu_msgs[m];
    if (i->sfid == EU_SFID_GATEWAY && inst->eot) // from Gen12.5
        return snprintf(buf, size, "end of thread");
    if (i->address == EU_ADDRESS_LSC)
        return describe_lsc(inst, m, buf, size);
    bool surface = i->address != EU_ADDRESS_ADDRESS && i->does != EU_DOES_NONE &&
                   m != EU_MSG_DC1_A64_BLOCK_READ && m != EU_MSG_DC1_A64_BLOCK_WRITE;
    if (surface)
        surface_words(desc, where, sizeof(where));
    if (has_components(m)) // typed messages have the mask where untyped ones have it
        snprintf(what, sizeof(what), ", %d components",
                 __builtin_popcount(~EU_DESC_GET(desc, UNTYPED_MASK) & 15));
    else if (i->does == EU_DOES_ATOMIC)
        snprintf(what, sizeof(what), ", operation %u", EU_DESC_GET(desc, ATOMIC_OP));
    else if (i->does == EU_DOES_SAMPLE)
        snprintf(what, sizeof(what), ", sampler %u", EU_DESC_GET(desc, SAMPLER_INDEX));
    return snprintf(buf, size, "%s%s%s", i->words, where, what);
}
