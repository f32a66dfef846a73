// The 8-byte form of instructions, both ways.
//
// A compact instruction holds some native fields as they are and others as indices into tables of the common
// combinations. Each format is a list of pieces: native bits that make up one compact field, through a table
// or not. Compacting tries the pieces, and then checks that expanding gives the instruction back: what the
// format cannot hold is thus never lost. Source: PRM KBL vol2d EU_INSTRUCTION_COMPACT_TWO_SRC, _THREE_SRC.
#include "isa/table/tables.h"

#include <string.h>

#define EU_COMPACT_TABLE(name, ...) static const uint64_t table_##name[] = {__VA_ARGS__};
#include "isa/table/compact.def"

#define COMPACT_BIT (1u << 29) // in every generation

struct range {
    uint8_t hi, lo;
};

// ranges: native bits from the most significant on, ended by {0, 0} (bit 0 is the opcode, in no piece but its
// own).
struct piece {
    uint8_t hi, lo; // in the compact instruction
    const uint64_t *table;
    uint8_t entries;
    struct range ranges[9];
    struct range high; // where the compact instruction has the piece's upper bits, if not beside the lower
};

#define TABLE(t) t, sizeof(t) / sizeof((t)[0])

static const struct piece two_src[] = {
    {6, 0, NULL, 0, {{6, 0}}},
    {7, 7, NULL, 0, {{30, 30}}},
    {12, 8, TABLE(table_control), {{33, 32}, {31, 31}, {23, 12}, {10, 9}, {34, 34}, {8, 8}}},
    {17, 13, TABLE(table_datatype), {{63, 61}, {94, 89}, {46, 35}}},
    {22, 18, TABLE(table_subreg), {{100, 96}, {68, 64}, {52, 48}}},
    {23, 23, NULL, 0, {{28, 28}}},
    {27, 24, NULL, 0, {{27, 24}}},
    {34, 30, TABLE(table_src), {{88, 77}}},
    {39, 35, TABLE(table_src), {{120, 109}}},
    {47, 40, NULL, 0, {{60, 53}}},
    {55, 48, NULL, 0, {{76, 69}}},
    {63, 56, NULL, 0, {{108, 101}}},
};

// With an immediate, the pieces of source 1 hold its low 13 bits, sign-extended.
static const struct piece two_src_imm[] = {
    {6, 0, NULL, 0, {{6, 0}}},
    {7, 7, NULL, 0, {{30, 30}}},
    {12, 8, TABLE(table_control), {{33, 32}, {31, 31}, {23, 12}, {10, 9}, {34, 34}, {8, 8}}},
    {17, 13, TABLE(table_datatype), {{63, 61}, {94, 89}, {46, 35}}},
    {22, 18, TABLE(table_subreg), {{68, 64}, {52, 48}}},
    {23, 23, NULL, 0, {{28, 28}}},
    {27, 24, NULL, 0, {{27, 24}}},
    {34, 30, TABLE(table_src), {{88, 77}}},
    {39, 35, NULL, 0, {{108, 104}}},
    {47, 40, NULL, 0, {{60, 53}}},
    {55, 48, NULL, 0, {{76, 69}}},
    {63, 56, NULL, 0, {{103, 96}}},
};

static const struct piece three_src[] = {
    {6, 0, NULL, 0, {{6, 0}}},
    {9, 8, TABLE(table_ternary_control), {{36, 35}, {34, 32}, {28, 8}}},
    {11,
     10,
     TABLE(table_ternary_source),
     {{126, 125}, {105, 104}, {84, 84}, {83, 83}, {114, 107}, {93, 86}, {72, 65}, {55, 37}}},
    {18, 12, NULL, 0, {{62, 56}}},
    {28, 28, NULL, 0, {{64, 64}}},
    {30, 30, NULL, 0, {{30, 30}}},
    {31, 31, NULL, 0, {{31, 31}}},
    {32, 32, NULL, 0, {{85, 85}}},
    {33, 33, NULL, 0, {{106, 106}}},
    {36, 34, NULL, 0, {{75, 73}}},
    {39, 37, NULL, 0, {{96, 94}}},
    {42, 40, NULL, 0, {{117, 115}}},
    {49, 43, NULL, 0, {{82, 76}}},
    {56, 50, NULL, 0, {{103, 97}}},
    {63, 57, NULL, 0, {{124, 118}}},
};

// Gen12 has other places, tables of its own, and immediates of 12 bits whose meaning their type decides.
static const struct piece two_src12[] = {
    {6, 0, NULL, 0, {{6, 0}}},
    {7, 7, NULL, 0, {{30, 30}}},
    {15, 8, NULL, 0, {{15, 8}}},
    {23, 16, NULL, 0, {{63, 56}}},
    {28, 24, TABLE(table_control12), {{95, 92}, {34, 31}, {28, 16}}},
    {34, 30, TABLE(table_datatype12), {{98, 98}, {91, 88}, {66, 66}, {50, 48}, {47, 46}, {43, 35}}},
    {39, 35, TABLE(table_subreg12), {{103, 99}, {71, 67}, {55, 51}}},
    {47, 40, NULL, 0, {{79, 72}}},
    {51, 48, TABLE(table_src0_12), {{87, 80}, {65, 64}, {45, 44}}},
    {55, 52, TABLE(table_src1_12), {{121, 112}, {97, 96}}},
    {63, 56, NULL, 0, {{111, 104}}},
};

enum { IMM_PIECES12 = 9, IMM12_LO = 52 }; // without source 1, whose place the immediate has

static const struct piece three_src12[] = {
    {6, 0, NULL, 0, {{6, 0}}},
    {7, 7, NULL, 0, {{30, 30}}},
    {15, 8, NULL, 0, {{15, 8}}},
    {23, 16, NULL, 0, {{63, 56}}},
    {28,
     24,
     TABLE(table_ternary_control12),
     {{95, 92}, {90, 88}, {82, 80}, {50, 48}, {42, 40}, {39, 36}, {34, 31}, {28, 16}}},
    {34,
     30,
     TABLE(table_ternary_source12),
     {{114, 112}, {98, 96}, {91, 91}, {87, 83}, {66, 64}, {47, 43}, {35, 35}}},
    {39, 35, TABLE(table_ternary_subreg12), {{119, 115}, {103, 99}, {71, 67}, {55, 51}}},
    {47, 40, NULL, 0, {{79, 72}}},
    {55, 48, NULL, 0, {{127, 120}}},
    {63, 56, NULL, 0, {{111, 104}}},
};

// Xe2 has ten bits for the scoreboard, and smaller tables.
#define SPLIT {31, 30}
static const struct piece two_src20[] = {
    {6, 0, NULL, 0, {{6, 0}}},
    {7, 7, NULL, 0, {{30, 30}}},
    {17, 8, NULL, 0, {{17, 8}}},
    {39, 32, NULL, 0, {{63, 56}}},
    {22, 18, TABLE(table_control20), {{95, 92}, {34, 34}, {32, 31}, {28, 18}}},
    {28, 26, TABLE(table_datatype20), {{98, 98}, {91, 88}, {66, 66}, {50, 48}, {47, 46}, {43, 35}}, SPLIT},
    {51, 48, TABLE(table_subreg20), {{87, 87}, {71, 67}, {55, 51}, {33, 33}}},
    {47, 40, NULL, 0, {{79, 72}}},
    {25, 23, TABLE(table_src0_20), {{86, 80}, {65, 64}, {45, 44}}},
    {55, 52, TABLE(table_src1_20), {{121, 120}, {118, 112}, {103, 99}, {97, 96}}},
    {63, 56, NULL, 0, {{111, 104}}},
};

#define THREE_SRC20(control, source)                                                                         \
    {6, 0, NULL, 0, {{6, 0}}}, {7, 7, NULL, 0, {{30, 30}}}, {17, 8, NULL, 0, {{17, 8}}},                     \
        {39, 32, NULL, 0, {{63, 56}}},                                                                       \
        {21,                                                                                                 \
         18,                                                                                                 \
         TABLE(control),                                                                                     \
         {{95, 92}, {90, 88}, {82, 80}, {50, 48}, {42, 40}, {39, 36}, {34, 34}, {32, 31}, {28, 18}}},        \
        {25, 22, TABLE(source), {{114, 112}, {98, 96}, {91, 91}, {87, 83}, {66, 64}, {47, 43}, {35, 35}}},   \
        {28, 26, TABLE(table_ternary_subreg20), {{119, 115}, {103, 99}, {71, 67}, {55, 51}}, SPLIT},         \
        {47, 40, NULL, 0, {{79, 72}}}, {55, 48, NULL, 0, {{127, 120}}},                                      \
    {                                                                                                        \
        63, 56, NULL, 0,                                                                                     \
        {{111, 104}}                                                                                         \
    }
static const struct piece three_src20[] = {THREE_SRC20(table_ternary_control20, table_ternary_source20)};
static const struct piece systolic20[] = {THREE_SRC20(table_systolic_control20, table_systolic_source20)};

static bool range_ends(const struct range *r, unsigned i)
{
    return i == 9 || (r[i].hi == 0 && r[i].lo == 0);
}

static uint64_t gather(const uint64_t q[2], const struct range *r)
{
    uint64_t v = 0;
    for (unsigned i = 0; !range_ends(r, i); i++)
        v = v << (r[i].hi - r[i].lo + 1) | eu_bits_get(q, r[i].hi, r[i].lo);
    return v;
}

static void scatter(uint64_t q[2], const struct range *r, uint64_t v)
{
    unsigned n = 0;
    while (!range_ends(r, n))
        n++;
    while (n--) {
        eu_bits_set(q, r[n].hi, r[n].lo, v);
        v >>= r[n].hi - r[n].lo + 1;
    }
}

static bool has_imm(const struct eu_bits *q)
{
    return EU_GET(q, SRC0_FILE) == 3 || EU_GET(q, SRC1_FILE) == 3;
}

// What a piece is elsewhere: Gen7.5 has fields in other places, from Gen11 types have other codes, Gen12.5
// prefers <1;1,0> and has dpas.
static const struct range control75[] = {{90, 89}, {31, 31}, {23, 8}, {0, 0}};
static const struct range datatype75[] = {{63, 61}, {46, 32}, {0, 0}};

static const struct {
    const uint64_t *table, *other;
    enum kiln_isa first, last;
    const struct range *ranges; // NULL: the same
} replaced[] = {
    {table_control, table_control75, KILN_ISA_GEN75, KILN_ISA_GEN75, control75},
    {table_datatype, table_datatype75, KILN_ISA_GEN75, KILN_ISA_GEN75, datatype75},
    {table_datatype, table_datatype11, KILN_ISA_GEN11, KILN_ISA_GEN11, NULL},
    {table_src0_12, table_src0_125, KILN_ISA_GEN125, KILN_ISA_GEN125, NULL},
    {table_src1_12, table_src1_125, KILN_ISA_GEN125, KILN_ISA_GEN125, NULL},
    {table_ternary_control12, table_ternary_control125, KILN_ISA_GEN125, KILN_ISA_GEN125, NULL},
    {table_ternary_source12, table_ternary_source125, KILN_ISA_GEN125, KILN_ISA_GEN125, NULL},
};

struct lookup {
    const uint64_t *table;
    const struct range *ranges;
};

static struct lookup lookup_of(enum kiln_isa isa, const struct piece *p)
{
    struct lookup l = {p->table, p->ranges};
    for (size_t i = 0; p->table && i < sizeof(replaced) / sizeof(replaced[0]); i++) {
        if (p->table == replaced[i].table && isa >= replaced[i].first && isa <= replaced[i].last) {
            l.table = replaced[i].other;
            l.ranges = replaced[i].ranges ? replaced[i].ranges : p->ranges;
        }
    }
    return l;
}

// The number of a table's entry, or bits as they are, in a compact instruction.
static uint64_t compact_get(uint64_t c, const struct piece *p)
{
    const uint64_t from[2] = {c, 0};
    uint64_t v = eu_bits_get(from, p->hi, p->lo);
    if (p->high.hi)
        v |= eu_bits_get(from, p->high.hi, p->high.lo) << (p->hi - p->lo + 1);
    return v;
}

static void compact_set(uint64_t to[2], const struct piece *p, uint64_t v)
{
    eu_bits_set(to, p->hi, p->lo, v);
    if (p->high.hi)
        eu_bits_set(to, p->high.hi, p->high.lo, v >> (p->hi - p->lo + 1));
}

static void expand(uint64_t c, const struct piece *p, unsigned n, struct eu_bits *q)
{
    q->q[0] = q->q[1] = 0;
    for (unsigned i = 0; i < n; i++) {
        uint64_t v = compact_get(c, &p[i]);
        struct lookup l = lookup_of(q->isa, &p[i]);
        scatter(q->q, l.ranges, l.table ? l.table[v] : v);
    }
}

enum { DATATYPE_NO_SRC1_FILE = 0x7ffff }; // of an entry of table_datatype12

// An absent source 1 leaves its subregister bits free: `care` is what must match of the subregister table.
static bool find_entry(const struct eu_bits *q, const struct piece *p, uint64_t care, unsigned *entry)
{
    struct lookup l = lookup_of(q->isa, p);
    uint64_t v = gather(q->q, l.ranges), mask = ~0ull;
    if (p->table == table_subreg || p->table == table_subreg12)
        mask = care;
    else if ((p->table == table_datatype12 || p->table == table_datatype20) && care != ~0ull)
        mask = DATATYPE_NO_SRC1_FILE;
    for (*entry = 0; *entry < p->entries; ++*entry)
        if (!((l.table[*entry] ^ v) & mask))
            return true;
    return false;
}

// The tables first: what is in none of them is most of what has no compact form.
static bool shrink(const struct eu_bits *q, const struct piece *p, unsigned n, uint64_t care, uint64_t *c)
{
    uint64_t to[2] = {0, 0};
    unsigned entry;
    for (unsigned i = 0; i < n; i++) {
        if (!p[i].table)
            continue;
        if (!find_entry(q, &p[i], care, &entry))
            return false;
        compact_set(to, &p[i], entry);
    }
    for (unsigned i = 0; i < n; i++)
        if (!p[i].table)
            compact_set(to, &p[i], gather(q->q, p[i].ranges));
    *c = to[0];
    return true;
}

static bool uncompact(enum kiln_isa isa, uint64_t c, struct eu_bits *q);

enum { SUBREG_DST = 0x1f, SUBREG_DST_SRC0 = 0x3ff }; // of an entry of table_subreg

#define PIECES(a) a, sizeof(a) / sizeof((a)[0])

// ---- Gen12

static bool imm_type(const struct eu_bits *q, enum eu_type *type)
{
    bool imm0 = EU_GET(q, SRC0_IS_IMM);
    return eu_type_from_imm(q->isa, (unsigned)(imm0 ? EU_GET(q, SRC0_TYPE) : EU_GET(q, SRC1_TYPE)), type) &&
           eu_types[*type].size != 8;
}

static uint32_t expand_imm12(enum eu_type type, uint32_t v)
{
    uint32_t extended = (uint32_t)((int32_t)(v << 20) >> 20);
    switch (type) {
    case EU_TYPE_F:
        return v << 20;
    case EU_TYPE_HF:
        return v << 20 | v << 4;
    case EU_TYPE_UW:
        return v << 16 | v;
    case EU_TYPE_W:
        return extended << 16 | (extended & 0xffff);
    case EU_TYPE_D:
        return extended;
    default:
        return v;
    }
}

// Neither messages nor functions have a compact form; GED knows none.
static bool has_compact12(enum eu_op op)
{
    return !eu_op_is_send(op) && op != EU_OP_MATH;
}

static bool has_three(enum eu_op op)
{
    return eu_op_is_ternary(op) || eu_ops[op].format == EU_FMT_SYSTOLIC;
}

struct format {
    const struct piece *pieces;
    unsigned count;
};

static struct format format12(enum kiln_isa isa, enum eu_op op)
{
    bool xe2 = isa >= KILN_ISA_XE2;
    if (xe2 && eu_ops[op].format == EU_FMT_SYSTOLIC)
        return (struct format){PIECES(systolic20)};
    if (has_three(op))
        return xe2 ? (struct format){PIECES(three_src20)} : (struct format){PIECES(three_src12)};
    return xe2 ? (struct format){PIECES(two_src20)} : (struct format){PIECES(two_src12)};
}

static bool uncompact12(enum eu_op op, uint64_t c, struct eu_bits *q)
{
    enum eu_type type;
    if (!has_compact12(op))
        return false;
    const struct format f = format12(q->isa, op);
    expand(c, f.pieces, f.count, q);
    if (has_three(op) || (!EU_GET(q, SRC0_IS_IMM) && !EU_GET(q, SRC1_IS_IMM)))
        return true;
    expand(c, f.pieces, IMM_PIECES12, q);
    if (!imm_type(q, &type))
        return false;
    EU_SET(q, IMM32, expand_imm12(type, (uint32_t)(c >> IMM12_LO)));
    return true;
}

// The 12 bits of an immediate that expand to it, if there are such.
static bool shrink_imm12(const struct eu_bits *q, uint64_t *c)
{
    enum eu_type type;
    if (!imm_type(q, &type))
        return false;
    uint32_t imm = (uint32_t)EU_GET(q, IMM32), v = type == EU_TYPE_F    ? imm >> 20
                                                   : type == EU_TYPE_HF ? imm >> 4
                                                                        : imm;
    *c |= (uint64_t)(v & 0xfff) << IMM12_LO;
    return expand_imm12(type, v & 0xfff) == imm;
}

// An absent or immediate operand leaves free what a table says of it.
static bool compact12(enum eu_op op, const struct eu_bits *q, uint64_t *c)
{
    struct eu_bits back;
    bool imm0 = !has_three(op) && EU_GET(q, SRC0_IS_IMM),
         imm = imm0 || (!has_three(op) && EU_GET(q, SRC1_IS_IMM));
    const struct format f = format12(q->isa, op);
    bool ok = has_three(op) ? shrink(q, f.pieces, f.count, 0, c)
              : imm         ? shrink(q, f.pieces, IMM_PIECES12, SUBREG_DST_SRC0, c) && shrink_imm12(q, c)
                            : shrink(q, f.pieces, f.count, ~0ull, c);
    *c |= COMPACT_BIT;
    return ok && uncompact(q->isa, *c, &back) && back.q[0] == q->q[0] && back.q[1] == q->q[1];
}

// Before Gen12 with align16 only, and not yet in Gen7.5.
static bool has_compact_ternary(enum kiln_isa isa)
{
    return isa == KILN_ISA_GEN8 || isa == KILN_ISA_GEN9;
}

static bool uncompact(enum kiln_isa isa, uint64_t c, struct eu_bits *q)
{
    enum eu_op op;
    *q = eu_bits_make(isa);
    if (!eu_op_from_hw(isa, c & 0x7f, &op))
        return false;
    if (isa >= KILN_ISA_GEN12)
        return uncompact12(op, c, q);
    if (eu_op_is_ternary(op) && !has_compact_ternary(isa))
        return false;
    if (eu_op_is_ternary(op)) {
        expand(c, PIECES(three_src), q);
        return true;
    }
    expand(c, PIECES(two_src), q);
    if (has_imm(q)) {
        expand(c, PIECES(two_src_imm), q);
        EU_SET(q, IMM32, (uint64_t)((int64_t)(EU_GET(q, IMM32) << 51) >> 51));
    }
    return true;
}

bool eu_uncompact(const struct kiln_target *target, const uint8_t compact[8], uint8_t out[16])
{
    uint64_t c;
    struct eu_bits q;
    memcpy(&c, compact, 8);
    if (!(c & COMPACT_BIT) || !uncompact(target->isa, c, &q))
        return false;
    memcpy(out, q.q, 16);
    return true;
}

static bool one_source(const struct eu_bits *q, enum eu_op op)
{
    struct eu_inst inst = {.op = op, .math = (enum eu_math)EU_GET(q, COND_MOD)};
    return eu_ops[op].format <= EU_FMT_MATH && eu_inst_num_srcs(&inst) == 1;
}

bool eu_compact(const struct kiln_target *target, const uint8_t native[16], uint8_t out[8])
{
    struct eu_bits q = eu_bits_make(target->isa), back;
    uint64_t c = 0;
    enum eu_op op;
    bool ok;
    memcpy(q.q, native, 16);
    if (!eu_op_from_hw(q.isa, (unsigned)EU_GET(&q, OPCODE), &op))
        return false;
    if (q.isa >= KILN_ISA_GEN12) {
        ok = has_compact12(op) && compact12(op, &q, &c);
        if (ok)
            memcpy(out, &c, 8);
        return ok;
    }
    if (eu_op_is_ternary(op) && !has_compact_ternary(q.isa))
        return false;
    if (eu_op_is_send(op)) // Intel's assembler neither writes nor reads compact messages
        return false;
    // Subregister bits of operands that are absent, or immediate, are free.
    bool imm = has_imm(&q), imm0 = EU_GET(&q, SRC0_FILE) == 3;
    bool free1 = !imm && one_source(&q, op) && EU_GET(&q, SRC1_SUBREG) == 0;
    bool free0 = imm0 && EU_GET(&q, SRC0_SUBREG) == 0;
    uint64_t care = free0 ? SUBREG_DST : imm || free1 ? SUBREG_DST_SRC0 : ~0ull;
    if (eu_op_is_ternary(op))
        ok = shrink(&q, PIECES(three_src), 0, &c);
    else if (imm)
        ok = shrink(&q, PIECES(two_src_imm), care, &c);
    else
        ok = shrink(&q, PIECES(two_src), care, &c);
    c |= COMPACT_BIT;
    if (!ok || !uncompact(q.isa, c, &back))
        return false;
    if (free1)
        EU_SET(&back, SRC1_SUBREG, 0);
    if (free0)
        EU_SET(&back, SRC0_SUBREG, 0);
    if (back.q[0] != q.q[0] || back.q[1] != q.q[1])
        return false;
    memcpy(out, &c, 8);
    return true;
}
