// Messages to shared functions: descriptors put together and taken apart, by the table msgs.def.
//
// A message is an `enum eu_msg`; its descriptor is eu_msg_desc() with fields put in. Where a field lies and
// which number a message has is in the table and nowhere else.
#ifndef KILN_ISA_TABLE_MSG_H
#define KILN_ISA_TABLE_MSG_H

#include "hw/target.h"
#include "kiln/isa.h"

#include <assert.h>

enum {
#define EU_DESC(name, hi, lo) EU_DESC_##name##_LO = (lo), EU_DESC_##name##_MAX = (1 << ((hi) - (lo) + 1)) - 1,
#include "isa/table/msgs.def"
};

// A field of a descriptor, in place; what does not fit is a mistake of the caller's.
static inline uint32_t eu_desc_put(unsigned lo, uint32_t max, uint32_t value)
{
    assert(value <= max);
    return (value & max) << lo;
}

#define EU_DESC_PUT(field, value) eu_desc_put(EU_DESC_##field##_LO, EU_DESC_##field##_MAX, (value))
#define EU_DESC_GET(desc, field) ((uint32_t)(desc) >> EU_DESC_##field##_LO & (uint32_t)EU_DESC_##field##_MAX)
#define EU_DESC_MASK(field) ((uint32_t)EU_DESC_##field##_MAX << EU_DESC_##field##_LO)

// Binding-table indices that are none. PRM KBL vol2d MDC_STATELESS, MDC_BTS_SLM_A32.
enum {
    EU_BTI_FIRST_RESERVED = 240, // and all after it are no entries of the table
    EU_BTI_BINDLESS = 252,       // the surface state is in the extended descriptor; Gen9 and later
    EU_BTI_STATELESS_NONCOHERENT =
        253,          // the address space; not coherent with the CPU's caches where these are apart
    EU_BTI_SLM = 254, // shared local memory
    EU_BTI_STATELESS = 255,
};

enum eu_msg {
#define EU_MSG(function, number, id, since, address, does, words) EU_MSG_##function##_##id,
#include "isa/table/msgs.def"
    EU_MSG_COUNT
};

// The numbers of messages within their function, for switches: EU_MSG_NO_DC1_UNTYPED_READ.
enum {
#define EU_MSG(function, number, id, since, address, does, words) EU_MSG_NO_##function##_##id = (number),
#include "isa/table/msgs.def"
};

enum eu_msg_address {
    EU_ADDRESS_NONE,
    EU_ADDRESS_HEADER,
    EU_ADDRESS_OFFSET,
    EU_ADDRESS_ADDRESS,
    EU_ADDRESS_TEXEL,
    EU_ADDRESS_LSC
};
enum eu_msg_does { EU_DOES_NONE, EU_DOES_READ, EU_DOES_WRITE, EU_DOES_ATOMIC, EU_DOES_SAMPLE };

struct eu_msg_info {
    const char *words; // "untyped surface read"
    uint8_t sfid, number;
    uint8_t type_lo, type_max; // where the descriptor has the number
    enum kiln_isa since, last;
    enum eu_msg_address address;
    enum eu_msg_does does;
};

extern const struct eu_msg_info eu_msgs[EU_MSG_COUNT];

// Messages come, and their shared functions go.
static inline bool eu_msg_exists(enum kiln_isa isa, enum eu_msg m)
{
    return isa >= eu_msgs[m].since && isa <= eu_msgs[m].last;
}

// The descriptor of a message without anything else.
static inline uint32_t eu_msg_desc(enum eu_msg m)
{
    return eu_desc_put(eu_msgs[m].type_lo, eu_msgs[m].type_max, eu_msgs[m].number);
}

// Which message a descriptor is; EU_MSG_COUNT: none of the generation's. Scratch blocks, which have no
// number, are none.
enum eu_msg eu_msg_find(enum kiln_isa isa, unsigned sfid, uint32_t desc);
// The same by its number within the function.
enum eu_msg eu_msg_numbered(enum kiln_isa isa, unsigned sfid, unsigned number);

// Of LSC messages, from their descriptors. An element of 8 or 16 bits may fill 32 in a register.
unsigned eu_lsc_address_bits(uint32_t desc); // 0: reserved
unsigned eu_lsc_memory_bits(uint32_t desc);  // of an element; 0: reserved
unsigned eu_lsc_register_bits(uint32_t desc);
// Elements of an address: those of its mask, if the message has one.
unsigned eu_lsc_elements(enum eu_msg m, uint32_t desc);
// Registers of its addresses and of its data (of one operand), if it is executed in so many channels.
unsigned eu_lsc_address_registers(uint32_t desc, unsigned channels, unsigned grf_bytes);
unsigned eu_lsc_data_registers(enum eu_msg m, uint32_t desc, unsigned channels, unsigned grf_bytes);

// A send in words ("untyped surface read, surface 3, 4 components, 16 slots"); like snprintf. Empty if it is
// in registers or unknown.
int eu_msg_describe(const struct kiln_target *target, const struct eu_inst *inst, char *buf, size_t size);

#endif
