// What the parts of the ISA library share: the opcode, type and field tables and how to read them.
// Private to src/isa.
#ifndef KILN_ISA_TABLE_TABLES_H
#define KILN_ISA_TABLE_TABLES_H

#include "hw/target.h"
#include "kiln/isa.h"

#include <assert.h>

enum eu_format {
    EU_FMT_NULLARY,
    EU_FMT_BASIC1, // dst src0
    EU_FMT_BASIC2, // dst src0 src1
    EU_FMT_MATH,   // dst src0 [src1]
    EU_FMT_TERNARY,
    EU_FMT_JMPI,
    EU_FMT_BRD,
    EU_FMT_BRC,
    EU_FMT_CALL,
    EU_FMT_RET,
    EU_FMT_JIP,
    EU_FMT_JIP_UIP,
    EU_FMT_WAIT,
    EU_FMT_SEND,
    EU_FMT_SENDS,
    EU_FMT_SYNC,
    EU_FMT_SYSTOLIC, // dpas
};

enum {
    EU_F_PRED = 1,
    EU_F_CMOD = 2,
    EU_F_SAT = 4,
    EU_F_SRCMOD = 8,
    EU_F_BITWISE = 16, // a negated source is inverted
    EU_F_SELECT = 32,
    EU_F_BRANCH_CTRL = 64,
    EU_F_SAT_TO_GEN11 = 128,
    EU_F_NOT_GEN12 = 256,   // though before and after
    EU_F_SRCMOD_GEN8 = 512, // EU_F_SRCMOD from Gen8
    EU_F_BRANCH_CTRL_GEN8 = 1024,
    EU_F_CMOD_TO_GEN11 = 2048,
    EU_F_PLAIN_XE2 = 4096, // neither saturation nor source modifiers from Xe2
    EU_F_SAT_XE3 = 8192,   // EU_F_SAT from Xe3
};

struct eu_type_rule {
    uint32_t dst, src;          // sets of types
    enum kiln_isa since, until; // the generation that brought it, and the last that has it; 0: still there
};

struct eu_op_info {
    const char *name;
    uint8_t hw[2]; // the number up to Gen11, and from Gen12
    enum kiln_isa since, until;
    uint8_t format; // enum eu_format
    uint8_t num_srcs;
    uint16_t flags;
    const struct eu_type_rule *types; // ends with {0, 0}
};

struct eu_type_info {
    const char *name;
    uint8_t size;
    struct eu_type_codes {
        int8_t reg, imm, ternary; // encodings, or -1
    } codes[7];                   // of Gen7.5, Gen8 and 9, Gen11, Gen12, Gen12.5, Xe2, Xe3
};

// One architecture register file: `count` registers (0: written without a number) of `bytes` bytes each.
struct eu_arf_info {
    const char *name;
    uint8_t base;  // the register number of instance 0
    uint8_t count; // 0: one register, written without a number
    uint8_t bytes[5];
    bool subregs;               // written with a subregister
    bool bytes_as_subreg;       // which is not scaled by the type: bytes, from Xe2 words
    enum kiln_isa since, until; // until 0: still there
};

extern const struct eu_op_info eu_ops[EU_OP_COUNT];
extern const struct eu_type_info eu_types[EU_TYPE_COUNT];
extern const char *const eu_cmod_names[10];
// ".any2h" of a predicate control other than NONE and NORMAL; NULL if the generation has none such.
const char *eu_pred_name(enum kiln_isa isa, unsigned pred);
extern const char *const eu_math_names[16];

// Is the opcode one of the generation? Its number; and back.
bool eu_op_exists(enum kiln_isa isa, enum eu_op op);
unsigned eu_op_to_hw(enum kiln_isa isa, enum eu_op op);
bool eu_op_from_hw(enum kiln_isa isa, unsigned hw, enum eu_op *op);
// The format in the generation: else of Gen7.5 has one target.
enum eu_format eu_op_format(enum kiln_isa isa, enum eu_op op);
// EU_F_* as they are in the generation.
unsigned eu_op_flags(enum kiln_isa isa, enum eu_op op);
static inline bool eu_has_uip(enum eu_format format)
{
    return format == EU_FMT_JIP_UIP || format == EU_FMT_BRC;
}
// What a branch offset counts, in bytes: in Gen7.5 it is 8 bytes, but for jumps and calls.
static inline int32_t eu_offset_unit(enum kiln_isa isa, enum eu_format format)
{
    return isa < KILN_ISA_GEN8 && format != EU_FMT_JMPI && format != EU_FMT_CALL ? 8 : 1;
}
// In Gen7.5 there are 16 bits for it, but where it is the only source.
static inline bool eu_has_short_offset(enum kiln_isa isa, enum eu_format format)
{
    return isa < KILN_ISA_GEN8 && (format == EU_FMT_JIP || eu_has_uip(format));
}
// Is the offset source 1 (or source 0)?
static inline bool eu_offset_is_src1(enum eu_op op, enum eu_format format)
{
    return format == EU_FMT_JMPI || format == EU_FMT_CALL || (format == EU_FMT_JIP && op != EU_OP_ELSE);
}
// Is the function one of the generation?
bool eu_math_exists(enum kiln_isa isa, unsigned function);
// As the generation's assembler writes it.
const char *eu_mnemonic(enum kiln_isa isa, enum eu_op op);

// The encodings of a type in a generation; and back, false if there is none.
const struct eu_type_codes *eu_type_codes(enum kiln_isa isa, enum eu_type type);
bool eu_type_from_reg(enum kiln_isa isa, unsigned code, enum eu_type *type);
bool eu_type_from_imm(enum kiln_isa isa, unsigned code, enum eu_type *type);
bool eu_type_from_ternary(enum kiln_isa isa, unsigned code, enum eu_type *type);

// The register file of an architecture register number, and which of it; NULL if there is none.
const struct eu_arf_info *eu_arf_lookup(enum kiln_isa isa, unsigned reg, unsigned *instance);
const struct eu_arf_info *eu_arf_by_name(enum kiln_isa isa, const char *name, size_t len);

// Does a list of types have `src` to make `dst` of in the generation? (tables.c)
bool eu_types_match(enum kiln_isa isa, const struct eu_type_rule *rules, enum eu_type dst, enum eu_type src);

// Bytes of a general register; architecture registers are counted in no more.
static inline unsigned eu_grf_bytes(enum kiln_isa isa)
{
    return isa >= KILN_ISA_XE2 ? 64 : 32;
}

// Flag registers, of two subregisters each.
static inline unsigned eu_flag_count(enum kiln_isa isa)
{
    return isa >= KILN_ISA_XE2 ? 4 : 2;
}

// Tokens of the software scoreboard.
static inline unsigned eu_token_count(enum kiln_isa isa)
{
    return isa >= KILN_ISA_XE2 ? 32 : 16;
}

// The last of the pipes that distances count in.
static inline enum eu_pipe eu_last_pipe(enum kiln_isa isa)
{
    return isa >= KILN_ISA_XE3      ? EU_PIPE_SCALAR
           : isa >= KILN_ISA_XE2    ? EU_PIPE_MATH
           : isa >= KILN_ISA_GEN125 ? EU_PIPE_LONG
                                    : EU_PIPE_OWN;
}

// General registers that an instruction can name.
static inline unsigned eu_grf_count(enum kiln_isa isa)
{
    return isa >= KILN_ISA_GEN125 ? 256 : 128;
}

static inline bool eu_op_is_ternary(enum eu_op op)
{
    return eu_ops[op].format == EU_FMT_TERNARY;
}

// The instructions with implicit accumulators mme0..mme7: madm, math.invm, math.rsqtm.
static inline bool eu_is_macro(const struct eu_inst *inst)
{
    return inst->op == EU_OP_MADM ||
           (inst->op == EU_OP_MATH && (inst->math == EU_MATH_INVM || inst->math == EU_MATH_RSQRTM));
}

static inline bool eu_type_is_float(enum eu_type t)
{
    return t == EU_TYPE_F || t == EU_TYPE_DF || t == EU_TYPE_HF || t == EU_TYPE_VF || t >= EU_TYPE_BF;
}

// Fields. `struct eu_bits` is an instruction's 128 bits, and the places of its fields in its generation.
enum eu_field {
#define EU_FIELD(name, hi75, lo75, hi8, lo8, hi9, lo9, hi12, lo12, hi20, lo20) EU_FIELD_##name,
#include "isa/table/fields.def"
    EU_FIELD_COUNT
};

struct eu_place {
    int8_t hi, lo; // -1: not in this generation
};

struct eu_bits {
    uint64_t q[2];
    enum kiln_isa isa;
    const struct eu_place *places; // by enum eu_field
};

struct eu_bits eu_bits_make(enum kiln_isa isa);

static inline uint64_t eu_bits_get(const uint64_t q[2], unsigned hi, unsigned lo)
{
    uint64_t v = q[lo / 64] >> (lo % 64);
    unsigned n = hi - lo + 1;
    return n == 64 ? v : v & ((1ull << n) - 1);
}

static inline void eu_bits_set(uint64_t q[2], unsigned hi, unsigned lo, uint64_t value)
{
    unsigned n = hi - lo + 1;
    uint64_t mask = (n == 64 ? ~0ull : (1ull << n) - 1) << (lo % 64);
    q[lo / 64] = (q[lo / 64] & ~mask) | ((value << (lo % 64)) & mask);
}

static inline uint64_t eu_field_get(const struct eu_bits *b, enum eu_field f)
{
    assert(b->places[f].lo >= 0);
    return eu_bits_get(b->q, (unsigned)b->places[f].hi, (unsigned)b->places[f].lo);
}

static inline void eu_field_set(struct eu_bits *b, enum eu_field f, uint64_t value)
{
    assert(b->places[f].lo >= 0);
    eu_bits_set(b->q, (unsigned)b->places[f].hi, (unsigned)b->places[f].lo, value);
}

// Is the field there? Would the value fit, if it is?
static inline bool eu_field_exists(const struct eu_bits *b, enum eu_field f)
{
    return b->places[f].lo >= 0;
}

static inline bool eu_field_fits(const struct eu_bits *b, enum eu_field f, uint64_t value)
{
    unsigned n = eu_field_exists(b, f) ? (unsigned)(b->places[f].hi - b->places[f].lo + 1) : 0;
    return n >= 64 || value >> n == 0;
}

#define EU_HAS(b, field) eu_field_exists((b), EU_FIELD_##field)
#define EU_FITS(b, field, value) eu_field_fits((b), EU_FIELD_##field, (value))
#define EU_GET(b, field) eu_field_get((b), EU_FIELD_##field)
#define EU_SET(b, field, value) eu_field_set((b), EU_FIELD_##field, (value))
// The same field of source 0 or 1.
#define EU_GET_SRC(b, s, field) eu_field_get((b), (s) ? EU_FIELD_SRC1_##field : EU_FIELD_SRC0_##field)
#define EU_SET_SRC(b, s, field, value)                                                                       \
    eu_field_set((b), (s) ? EU_FIELD_SRC1_##field : EU_FIELD_SRC0_##field, (value))

// A field that counts bytes, of which the generation may have the lowest bit elsewhere (in `low`), or not at
// all: false then if the value needs it.
bool eu_bytes_set(struct eu_bits *b, enum eu_field field, enum eu_field low, unsigned value);
unsigned eu_bytes_get(const struct eu_bits *b, enum eu_field field, enum eu_field low);

// Is it a message whose registers s0 names?
static inline bool eu_is_gather(enum kiln_isa isa, const struct eu_inst *inst)
{
    const struct eu_operand *s = &inst->src[0];
    return isa >= KILN_ISA_XE3 && eu_op_is_send(inst->op) && s->file == EU_FILE_ARF &&
           s->reg == EU_ARF_SCALAR && !s->indirect;
}

// The letters that the assembler has for pipes, by enum eu_pipe.
extern const char eu_pipe_letters[];

// Does the instruction, a message, say the length of source 1? Otherwise the descriptor does, in a register.
bool eu_has_src1_length(enum kiln_isa isa, const struct eu_inst *inst);

// The names of Gen12's assembler; NULL if there is none.
const char *eu_sync_name(enum kiln_isa isa, unsigned function);
const char *eu_sfid_name(enum kiln_isa isa, unsigned sfid);

// Is the thread control one of the generation, and of the opcode? The numbers are the encodings.
bool eu_thread_ctrl_exists(enum kiln_isa isa, enum eu_op op, unsigned ctrl);
// Whether the instruction has that conditional modifier, or none.
bool eu_condition_exists(enum eu_op op, unsigned cmod);

// Eight zeros at the end of a kernel, where an instruction does not fit: padding of Intel's compiler from
// Gen12.5 on.
static inline bool eu_is_padding(const uint8_t *code, size_t at, size_t size)
{
    bool any = size - at >= 16;
    for (size_t i = at; i < size && !any; i++)
        any = code[i];
    return !any;
}

// Errors: fills err and is false, so that `return eu_fail(err, ...)` reads well. err may be NULL.
bool eu_fail(struct eu_error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
