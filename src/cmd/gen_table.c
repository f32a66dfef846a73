// The descriptor table of gen_cmds.def and the lookup of a command by its header.
//
// A command is keyed by its type, and for type 0 (MI) by bits 28:23, for type 3 by bits 28:16. The switch
// below is made from the table, so two rows with one key do not compile.
#include "cmd/gen_table.h"

#define ENUM_BEGIN(e) static const struct gen_value values_##e[] = {
#define VALUE(e, name, value) {#name, value},
#define ENUM_END(e)                                                                                          \
    {NULL, 0}                                                                                                     \
    }                                                                                                        \
    ;
#include "cmd/gen_enums.def"

#define BEGIN(name, kind, hdr, mask, len, packed) static const struct gen_field fields_##name[] = {
#define END(name)                                                                                            \
    {                                                                                                        \
        NULL                                                                                                 \
    }                                                                                                        \
    }                                                                                                        \
    ;
#define LEN(high) {"dword_length", GEN_FIELD_LEN, 0, high, 0},
#define UINT(dw, high, low, name) {#name, GEN_FIELD_UINT, dw, high, low},
#define UINT64(dw, high, low, name) {#name, GEN_FIELD_UINT64, dw, high, low},
#define INT(dw, high, low, name) {#name, GEN_FIELD_INT, dw, high, low},
#define BOOL(dw, high, low, name) {#name, GEN_FIELD_BOOL, dw, high, low},
#define FLOAT(dw, high, low, name) {#name, GEN_FIELD_FLOAT, dw, high, low},
#define UFIXED(dw, high, low, name, fraction) {#name, GEN_FIELD_UFIXED, dw, high, low, fraction},
#define SFIXED(dw, high, low, name, fraction) {#name, GEN_FIELD_SFIXED, dw, high, low, fraction},
#define ADDR(dw, high, low, name) {#name, GEN_FIELD_ADDR, dw, high, low},
#define OFFSET(dw, high, low, name) {#name, GEN_FIELD_OFFSET, dw, high, low},
#define ENUM(dw, high, low, name, set) {#name, GEN_FIELD_ENUM, dw, high, low, 0, values_##set},
#include "cmd/gen_cmds.def"

// The length field of each row, 0 where it has none.
enum {
#define BEGIN(name, kind, hdr, mask, len, packed) LENBITS_##name = 0
#define LEN(high) +(high) + 1
#define END(name) ,
#include "cmd/gen_cmds.def"
};

static const struct gen_field fields_bare[] = {{NULL}};

const struct gen_desc gen_cmd_table[GEN_CMD_COUNT] = {
#define BEGIN(name, kind, hdr, mask, len, packed)                                                            \
    [GEN_CMD_##name] = {#name, kind, GEN_CMD_##name, hdr, mask, len, LENBITS_##name, fields_##name},
#define BARE(name, st, op, sub, len_high)                                                                    \
    [GEN_CMD_##name] = {#name,          GEN_KIND_COMMAND,                                                    \
                        GEN_CMD_##name, (3u << 29) | (st##u << 27) | (op##u << 24) | (sub##u << 16),         \
                        0xffff0000u,    2,                                                                   \
                        (len_high) + 1, fields_bare},
#include "cmd/gen_cmds.def"
};

// Rows that are no commands get keys that no header has.
#define KEY_MI(header) ((header) >> 23)
#define KEY_CMD(header) (0x10000u | ((header) >> 16))
#define KEY_BLT(header) (0x20000u | ((header) >> 22))
#define KEY_STAGE(header) (0x40000u | ((header) >> 26))
#define KEY(kind, header, mask)                                                                              \
    ((kind) != GEN_KIND_COMMAND ? 0u                                                                         \
     : (header) >> 29 == 3      ? KEY_CMD(header)                                                            \
     : (header) >> 29 == 2      ? KEY_BLT(header)                                                            \
     : (header) >> 29 == 5      ? KEY_STAGE(header)                                                          \
                                : KEY_MI(header))

static int command_id(uint32_t header)
{
    uint32_t type = header >> 29;
    if (type != 0 && type != 2 && type != 3 && type != 5)
        return -1;
    uint32_t key = type == 3   ? KEY_CMD(header)
                   : type == 2 ? KEY_BLT(header)
                   : type == 5 ? KEY_STAGE(header)
                               : KEY_MI(header);
    switch (key) {
#define BEGIN(name, kind, hdr, mask, len, packed)                                                            \
    case (kind) == GEN_KIND_COMMAND ? KEY(kind, hdr, mask):                                                  \
        0x80000u + GEN_CMD_##name : return GEN_CMD_##name;
#define BARE(name, st, op, sub, len_high)                                                                    \
    case KEY_CMD((3u << 29) | (st##u << 27) | (op##u << 24) | (sub##u << 16)):                               \
        return GEN_CMD_##name;
#include "cmd/gen_cmds.def"
    }
    return -1;
}

// Of each row: that of a generation that has its own, and 1; 0: none.
static const uint16_t generations[GEN_CMD_COUNT][KILN_ISA_COUNT] = {
#define OF(name, row, first, last) [GEN_CMD_##name][KILN_ISA_##first... KILN_ISA_##last] = GEN_CMD_##row + 1,
#include "cmd/gen_cmds.def"
};

const struct gen_desc *gen_desc_for(const struct gen_desc *d, enum kiln_isa isa)
{
    unsigned row = generations[d->id][isa];
    return row ? &gen_cmd_table[row - 1] : d;
}

// The generations that have a command, where not all do.
static const struct {
    uint8_t first, after; // 0: none after the last
} spans[GEN_CMD_COUNT] = {
#define CAME(name, since) [GEN_CMD_##name].first = KILN_ISA_##since,
#define LEFT(name, last) [GEN_CMD_##name].after = KILN_ISA_##last + 1,
#define SINCE(name, st, op, sub, len_high, since) [GEN_CMD_##name].first = KILN_ISA_##since,
#include "cmd/gen_cmds.def"
};

bool gen_desc_exists(const struct gen_desc *d, enum kiln_isa isa)
{
    return isa >= (enum kiln_isa)spans[d->id].first &&
           (!spans[d->id].after || isa < (enum kiln_isa)spans[d->id].after);
}

// And the other way.
static const uint16_t stands_for[GEN_CMD_COUNT] = {
#define OF(name, row, first, last) [GEN_CMD_##row] = GEN_CMD_##name + 1,
#include "cmd/gen_cmds.def"
};

enum gen_cmd_id gen_desc_of(const struct gen_desc *d)
{
    return stands_for[d->id] ? (enum gen_cmd_id)(stands_for[d->id] - 1) : d->id;
}

int gen_find_command(const uint32_t *dw, size_t avail, const struct gen_desc **desc, uint32_t *length)
{
    *desc = NULL;
    *length = 0;
    if (!avail)
        return GEN_TRUNCATED;
    int id = command_id(dw[0]);
    if (id < 0)
        return GEN_UNKNOWN;
    const struct gen_desc *d = &gen_cmd_table[id];
    *desc = d;
    *length = d->length_bits ? (dw[0] & (uint32_t)GEN_MASK(d->length_bits - 1, 0)) + 2 : d->length;
    return *length > avail ? GEN_TRUNCATED : GEN_FOUND;
}

const char *gen_register_name(uint32_t offset, char *buf, size_t size)
{
    unsigned dword;
    const struct kiln_register *r = kiln_register_find(NULL, offset, &dword);
    if (!r || r->count == 1)
        return r ? r->name : NULL;
    if (r->place == KILN_PLACE(CS_GPR0))
        snprintf(buf, size, "CS_GPR%u%s", dword / 2, dword % 2 ? ".high" : "");
    else if (r->count == 2 && r->batch != KILN_BATCH_NOBODY) // of 64 bits
        snprintf(buf, size, "%s%s", r->name, dword ? ".high" : "");
    else
        snprintf(buf, size, "%s[%u]", r->name, dword);
    return buf;
}

const char *gen_value_name(const struct gen_value *values, uint32_t value)
{
    for (; values && values->name; values++)
        if (values->value == value)
            return values->name;
    return NULL;
}

uint64_t gen_field_get(const struct gen_field *f, const uint32_t *dw, size_t avail)
{
    uint64_t v = f->dw < avail ? dw[f->dw] : 0;
    if (f->high > 31 && f->dw + 1u < avail)
        v |= (uint64_t)dw[f->dw + 1] << 32;
    v &= GEN_MASK(f->high, f->low);
    return f->type == GEN_FIELD_ADDR || f->type == GEN_FIELD_OFFSET ? v : v >> f->low;
}

const struct gen_field *gen_named_field(const struct gen_desc *d, const char *name)
{
    for (const struct gen_field *f = d->fields; f->name; f++)
        if (!strcmp(f->name, name))
            return f;
    return NULL;
}

uint64_t gen_named_get(const struct gen_desc *d, const char *name, const uint32_t *dw, size_t avail)
{
    const struct gen_field *f = gen_named_field(d, name);
    return f ? gen_field_get(f, dw, avail) : 0;
}

void gen_convert(const struct gen_desc *from, const uint32_t *dw, const struct gen_desc *to, uint32_t *out)
{
    memset(out, 0, to->length * sizeof(*out));
    out[0] = to->header | (to->length_bits ? to->length - 2u : 0u);
    for (const struct gen_field *f = to->fields; f->name; f++) {
        if (f->type == GEN_FIELD_LEN)
            continue;
        bool in_place = f->type == GEN_FIELD_ADDR || f->type == GEN_FIELD_OFFSET;
        uint64_t v = gen_named_get(from, f->name, dw, from->length);
        v = (in_place ? v : v << f->low) & GEN_MASK(f->high, f->low);
        out[f->dw] |= (uint32_t)v;
        if (f->high > 31)
            out[f->dw + 1] |= (uint32_t)(v >> 32);
    }
}

void gen_to_gen9(const struct gen_desc *d, enum kiln_isa isa, uint32_t *dw, uint32_t *length)
{
    const struct gen_desc *own = gen_desc_for(d, isa);
    uint32_t out[GEN_OWN_MAX + 1], tail = *length > own->length ? *length - own->length : 0;
    if (own == d)
        return;
    assert(d->length <= GEN_OWN_MAX);
    for (uint32_t i = *length; i < own->length; i++) // optional dwords that it has not
        dw[i] = 0;
    gen_convert(own, dw, d, out);
    memmove(dw + d->length, dw + own->length, tail * sizeof(*dw));
    memcpy(dw, out, d->length * sizeof(*dw));
    *length = d->length + tail;
    if (d->length_bits)
        dw[0] = (dw[0] & ~(uint32_t)GEN_MASK(d->length_bits - 1, 0)) | (*length - 2);
}

const struct gen_desc *gen_own(enum gen_cmd_id id, enum kiln_isa isa, uint32_t *dw)
{
    const struct gen_desc *gen9 = &gen_cmd_table[id], *own = gen_desc_for(gen9, isa);
    if (own != gen9) {
        uint32_t out[GEN_OWN_MAX];
        assert(own->length <= GEN_OWN_MAX);
        gen_convert(gen9, dw, own, out);
        memcpy(dw, out, own->length * sizeof(*dw));
    }
    return own;
}
