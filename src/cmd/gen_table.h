// Descriptors of the command streamer's packets: what a decoder, a printer or a simulator needs to know about
// dwords that it has not written itself. One row per BEGIN or BARE of gen_cmds.def, indexed by enum
// gen_cmd_id.
#ifndef KILN_CMD_GEN_TABLE_H
#define KILN_CMD_GEN_TABLE_H

#include "cmd/gen_pack.h"
#include "hw/target.h"

#include <stddef.h>
#include <stdio.h>

enum gen_field_type {
    GEN_FIELD_LEN,
    GEN_FIELD_UINT,
    GEN_FIELD_UINT64,
    GEN_FIELD_INT,
    GEN_FIELD_BOOL,
    GEN_FIELD_FLOAT,
    GEN_FIELD_UFIXED,
    GEN_FIELD_SFIXED,
    GEN_FIELD_ADDR,
    GEN_FIELD_OFFSET,
    GEN_FIELD_ENUM,
};

struct gen_value {
    const char *name; // NULL ends the list
    uint32_t value;
};

struct gen_field {
    const char *name; // NULL ends the list
    uint8_t type;     // enum gen_field_type
    uint8_t dw, high, low;
    uint8_t fraction;               // UFIXED, SFIXED
    const struct gen_value *values; // ENUM
};

struct gen_desc {
    const char *name;
    enum gen_kind kind;
    enum gen_cmd_id id;
    uint32_t header, mask; // a command: dw[0] & mask == header; a register: header is its offset
    uint8_t length;        // default, in dwords
    uint8_t length_bits;   // of the DWord Length field in dword 0; 0: the length is fixed
    const struct gen_field *fields;
};

extern const struct gen_desc gen_cmd_table[GEN_CMD_COUNT];

// The row of a generation: `d`, or what it has instead of Gen9's.
const struct gen_desc *gen_desc_for(const struct gen_desc *d, enum kiln_isa isa);
// Whether the generation has the command.
bool gen_desc_exists(const struct gen_desc *d, enum kiln_isa isa);
// The other way: Gen9's number of a row of any generation.
enum gen_cmd_id gen_desc_of(const struct gen_desc *d);

enum gen_find_result {
    GEN_FOUND = 0,
    GEN_UNKNOWN = -1,   // no such command
    GEN_TRUNCATED = -2, // it runs beyond the `avail` dwords
};

// The command at dw, of which `avail` dwords are readable; its whole length in *length (also when truncated).
int gen_find_command(const uint32_t *dw, size_t avail, const struct gen_desc **desc, uint32_t *length);

// The name of an MMIO register (hw/registers.def), of whichever engine; NULL if it has none.
const char *gen_register_name(uint32_t offset, char *buf, size_t size);
const char *gen_value_name(const struct gen_value *values, uint32_t value); // NULL if none

// Bits of a field (address fields are kept in place) from a packet of `avail` dwords; missing dwords are
// zero.
uint64_t gen_field_get(const struct gen_field *f, const uint32_t *dw, size_t avail);

// A field of a row by its name; NULL if the row has none.
const struct gen_field *gen_named_field(const struct gen_desc *d, const char *name);
// What it has in a packet of any generation; 0 if the row has none.
uint64_t gen_named_get(const struct gen_desc *d, const char *name, const uint32_t *dw, size_t avail);

// The packet of row `from` in the layout of row `to`, of which it writes `to->length` dwords: fields of one
// name keep their values, what `from` has not is zero.
void gen_convert(const struct gen_desc *from, const uint32_t *dw, const struct gen_desc *to, uint32_t *out);
// The same in place, from Gen9's layout to that of the generation; both have at most GEN_OWN_MAX dwords.
enum { GEN_OWN_MAX = 40 };
const struct gen_desc *gen_own(enum gen_cmd_id id, enum kiln_isa isa, uint32_t *dw);

// And back: the command at dw, of `*length` dwords, from the generation's layout to that of Gen9's row `d`,
// with its new length. Dwords behind those of the two rows, which have no fields, follow. Needs room for
// GEN_OWN_MAX more.
void gen_to_gen9(const struct gen_desc *d, enum kiln_isa isa, uint32_t *dw, uint32_t *length);

// Prints a packet in words, a line per field that is not zero (`all`: every field), each line indented.
void gen_print(FILE *out, const struct gen_desc *d, const uint32_t *dw, size_t avail, int indent, bool all);

#endif
