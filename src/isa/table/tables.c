// The opcode, type and register tables as arrays, and the names in them.
#include "isa/table/tables.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define __ 0xff
#define GEN75 KILN_ISA_GEN75
#define GEN8 KILN_ISA_GEN8
#define GEN9 KILN_ISA_GEN9
#define GEN11 KILN_ISA_GEN11
#define GEN12 KILN_ISA_GEN12
#define GEN125 KILN_ISA_GEN125
#define XE2 KILN_ISA_XE2
#define XE3 KILN_ISA_XE3
#define LAST (KILN_ISA_COUNT - 1)

#define EU_TYPE_LIST(list, ...)                                                                              \
    static const struct eu_type_rule types_##list[] = {__VA_ARGS__, {0, 0, GEN75, GEN75}};
#include "isa/table/types.def"

const struct eu_op_info eu_ops[EU_OP_COUNT] = {
#define EU_OP(id, hw8, hw12, since, until, name, format, srcs, types, flags)                                 \
    [EU_OP_##id] = {name, {hw8, hw12}, since, until, EU_FMT_##format, srcs, flags, types_##types},
#include "isa/table/ops.def"
};

// By number, plus 1: of Gen7.5, Gen8 to Gen11, from Gen12. An opcode of some generations of a row only is
// checked by its range.
static const uint8_t op_by_hw[3][256] = {
    {
#define EU_OP(id, hw8, hw12, since, until, name, format, srcs, types, flags)                                 \
    [(since) > GEN75 ? __ : hw8] = EU_OP_##id + 1,
#include "isa/table/ops.def"
        [__] = 0},
    {
#define EU_OP(id, hw8, hw12, since, until, name, format, srcs, types, flags)                                 \
    [(until) < GEN8 ? __ : hw8] = EU_OP_##id + 1,
#include "isa/table/ops.def"
        [__] = 0},
    {
#define EU_OP(id, hw8, hw12, since, until, name, format, srcs, types, flags) [hw12] = EU_OP_##id + 1,
#include "isa/table/ops.def"
        [__] = 0},
};
#undef __
#define __ -1

const struct eu_type_info eu_types[EU_TYPE_COUNT] = {
#define EU_TYPE(id, name, size, r75, i75, t75, r8, i8, t8, r11, i11, t11, r12, i12, t12, r125, i125, t125,   \
                r20, i20, t20, r30, i30, t30)                                                                \
    [EU_TYPE_##id] = {name,                                                                                  \
                      size,                                                                                  \
                      {{r75, i75, t75},                                                                      \
                       {r8, i8, t8},                                                                         \
                       {r11, i11, t11},                                                                      \
                       {r12, i12, t12},                                                                      \
                       {r125, i125, t125},                                                                   \
                       {r20, i20, t20},                                                                      \
                       {r30, i30, t30}}},
#include "isa/table/types.def"
};

static const struct eu_place places[5][EU_FIELD_COUNT] = {
    {
#define EU_FIELD(name, hi75, lo75, hi8, lo8, hi9, lo9, hi12, lo12, hi20, lo20)                               \
    [EU_FIELD_##name] = {hi75, lo75},
#include "isa/table/fields.def"
    },
    {
#define EU_FIELD(name, hi75, lo75, hi8, lo8, hi9, lo9, hi12, lo12, hi20, lo20) [EU_FIELD_##name] = {hi8, lo8},
#include "isa/table/fields.def"
    },
    {
#define EU_FIELD(name, hi75, lo75, hi8, lo8, hi9, lo9, hi12, lo12, hi20, lo20) [EU_FIELD_##name] = {hi9, lo9},
#include "isa/table/fields.def"
    },
    {
#define EU_FIELD(name, hi75, lo75, hi8, lo8, hi9, lo9, hi12, lo12, hi20, lo20)                               \
    [EU_FIELD_##name] = {hi12, lo12},
#include "isa/table/fields.def"
    },
    {
#define EU_FIELD(name, hi75, lo75, hi8, lo8, hi9, lo9, hi12, lo12, hi20, lo20)                               \
    [EU_FIELD_##name] = {hi20, lo20},
#include "isa/table/fields.def"
    },
};

struct eu_bits eu_bits_make(enum kiln_isa isa)
{
    return (struct eu_bits){.isa = isa,
                            .places = places[(isa >= KILN_ISA_GEN8) + (isa >= KILN_ISA_GEN9) +
                                             (isa >= KILN_ISA_GEN12) + (isa >= KILN_ISA_XE2)]};
}

bool eu_bytes_set(struct eu_bits *b, enum eu_field field, enum eu_field low, unsigned value)
{
    if (b->isa < KILN_ISA_XE2) {
        eu_field_set(b, field, value);
        return true;
    }
    bool has_low = low < EU_FIELD_COUNT && eu_field_exists(b, low);
    eu_field_set(b, field, value >> 1);
    if (has_low)
        eu_field_set(b, low, value & 1);
    return has_low || !(value & 1);
}

unsigned eu_bytes_get(const struct eu_bits *b, enum eu_field field, enum eu_field low)
{
    unsigned value = (unsigned)eu_field_get(b, field);
    if (b->isa < KILN_ISA_XE2)
        return value;
    return value << 1 |
           (low < EU_FIELD_COUNT && eu_field_exists(b, low) ? (unsigned)eu_field_get(b, low) : 0);
}

const char *const eu_cmod_names[10] = {"", "eq", "ne", "gt", "ge", "lt", "le", NULL, "ov", "un"};

static const char *const pred_names[18] = {
    [EU_PRED_NONE] = "",          [EU_PRED_NORMAL] = "",        [EU_PRED_ANYV] = ".anyv",
    [EU_PRED_ALLV] = ".allv",     [EU_PRED_ANY2H] = ".any2h",   [EU_PRED_ALL2H] = ".all2h",
    [EU_PRED_ANY4H] = ".any4h",   [EU_PRED_ALL4H] = ".all4h",   [EU_PRED_ANY8H] = ".any8h",
    [EU_PRED_ALL8H] = ".all8h",   [EU_PRED_ANY16H] = ".any16h", [EU_PRED_ALL16H] = ".all16h",
    [EU_PRED_ANY32H] = ".any32h", [EU_PRED_ALL32H] = ".all32h", [EU_PRED_X] = ".x",
    [EU_PRED_Y] = ".y",           [EU_PRED_Z] = ".z",           [EU_PRED_W] = ".w",
};

const char *eu_pred_name(enum kiln_isa isa, unsigned pred)
{
    if (isa < KILN_ISA_XE2)
        return pred <= EU_PRED_W ? pred_names[pred] : NULL;
    return pred == EU_PRED_ANYV ? ".any" : pred == EU_PRED_ALLV ? ".all" : pred < EU_PRED_ANYV ? "" : NULL;
}

const char *const eu_math_names[16] = {
    [EU_MATH_INV] = "inv",
    [EU_MATH_LOG] = "log",
    [EU_MATH_EXP] = "exp",
    [EU_MATH_SQRT] = "sqt",
    [EU_MATH_RSQ] = "rsqt",
    [EU_MATH_SIN] = "sin",
    [EU_MATH_COS] = "cos",
    [EU_MATH_FDIV] = "fdiv",
    [EU_MATH_POW] = "pow",
    [EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER] = "idiv",
    [EU_MATH_INT_DIV_QUOTIENT] = "iqot",
    [EU_MATH_INT_DIV_REMAINDER] = "irem",
    [EU_MATH_INVM] = "invm",
    [EU_MATH_RSQRTM] = "rsqtm",
};

// mme<n> is acc<n+2>, from Gen12 acc<n+8>. PRM "ARF Registers".
static const struct eu_arf_info arfs[] = {
    {"null", EU_ARF_NULL, 0, {32}, false},
    {"a", EU_ARF_ADDR, 1, {32}, true},
    {"acc", EU_ARF_ACC, 2, {32, 32}, true, .until = KILN_ISA_GEN11},
    {"mme", EU_ARF_ACC + 2, 8, {32, 32, 32, 32, 32}, true, .until = KILN_ISA_GEN11},
    {"acc", EU_ARF_ACC, 8, {32, 32, 32, 32, 32}, true, .since = KILN_ISA_GEN12, .until = KILN_ISA_GEN125},
    {"acc", EU_ARF_ACC, 16, {64, 64, 64, 64, 64}, true, .since = KILN_ISA_XE2},
    {"mme", EU_ARF_ACC + 8, 8, {32, 32, 32, 32, 32}, true, .since = KILN_ISA_GEN12},
    {"f", EU_ARF_FLAG, 2, {4, 4}, true, .until = KILN_ISA_GEN125},
    {"f", EU_ARF_FLAG, 4, {4, 4, 4, 4}, true, .since = KILN_ISA_XE2},
    {"ce", EU_ARF_CE, 0, {4}, false, true},
    {"msg", EU_ARF_MSG, 8, {4, 4, 4, 4, 4}, true, true, .until = KILN_ISA_GEN125},
    {"msg", EU_ARF_MSG, 2, {12, 32}, true, .since = KILN_ISA_XE2},
    {"sp", EU_ARF_SP, 0, {16}, true, .until = KILN_ISA_GEN12},
    {"s", EU_ARF_SCALAR, 1, {32}, true, .since = KILN_ISA_XE3},
    {"sr", EU_ARF_STATE, 2, {16, 16}, true, .until = KILN_ISA_GEN11},
    {"sr", EU_ARF_STATE, 1, {16}, true, .since = KILN_ISA_GEN12}, // iga64 2 (IGC 2.40); iga64 1 still has two
    {"cr", EU_ARF_CONTROL, 1, {12}, true},
    {"n", EU_ARF_NOTIFY, 1, {12}, true},
    {"ip", EU_ARF_IP, 0, {4}, false, true},
    {"tdr", EU_ARF_TDR, 1, {16}, true},
    {"tm", EU_ARF_TM, 1, {16}, true},
    {"fc", EU_ARF_FC, 5, {128, 4, 4, 16, 4}, true, true, .until = KILN_ISA_GEN11},
    {"fc", EU_ARF_FC, 4, {128, 4, 4, 16}, true, true, .since = KILN_ISA_GEN12, .until = KILN_ISA_GEN125},
    {"fc", EU_ARF_FC, 3, {64, 64, 8}, true, .since = KILN_ISA_XE2},
    {"dbg", EU_ARF_DBG, 1, {8}, true},
};

static bool arf_exists(enum kiln_isa isa, const struct eu_arf_info *a)
{
    return isa >= a->since && (!a->until || isa <= a->until);
}

const struct eu_arf_info *eu_arf_lookup(enum kiln_isa isa, unsigned reg, unsigned *instance)
{
    for (size_t i = 0; i < sizeof(arfs) / sizeof(arfs[0]); i++) {
        unsigned count = arfs[i].count ? arfs[i].count : 1;
        if (arf_exists(isa, &arfs[i]) && reg >= arfs[i].base && reg < arfs[i].base + count) {
            *instance = reg - arfs[i].base;
            return &arfs[i];
        }
    }
    return NULL;
}

const struct eu_arf_info *eu_arf_by_name(enum kiln_isa isa, const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof(arfs) / sizeof(arfs[0]); i++)
        if (arf_exists(isa, &arfs[i]) && strlen(arfs[i].name) == len && !memcmp(arfs[i].name, name, len))
            return &arfs[i];
    return NULL;
}

bool eu_op_exists(enum kiln_isa isa, enum eu_op op)
{
    return (unsigned)op < EU_OP_COUNT && isa >= eu_ops[op].since && isa <= eu_ops[op].until &&
           !(isa == KILN_ISA_GEN12 && eu_ops[op].flags & EU_F_NOT_GEN12);
}

enum eu_format eu_op_format(enum kiln_isa isa, enum eu_op op)
{
    return op == EU_OP_ELSE && isa < KILN_ISA_GEN8 ? EU_FMT_JIP : (enum eu_format)eu_ops[op].format;
}

unsigned eu_op_to_hw(enum kiln_isa isa, enum eu_op op)
{
    return eu_ops[op].hw[isa >= KILN_ISA_GEN12];
}

bool eu_op_from_hw(enum kiln_isa isa, unsigned hw, enum eu_op *op)
{
    unsigned row = (isa >= KILN_ISA_GEN8) + (isa >= KILN_ISA_GEN12);
    unsigned found = hw < 128 ? op_by_hw[row][hw] : 0;
    if (!found || !eu_op_exists(isa, (enum eu_op)(found - 1)))
        return false;
    *op = (enum eu_op)(found - 1);
    return true;
}

unsigned eu_op_flags(enum kiln_isa isa, enum eu_op op)
{
    unsigned flags = eu_ops[op].flags;
    if (flags & EU_F_SAT_TO_GEN11 && isa < KILN_ISA_GEN12)
        flags |= EU_F_SAT;
    if (flags & EU_F_CMOD_TO_GEN11 && isa < KILN_ISA_GEN12)
        flags |= EU_F_CMOD;
    if (flags & EU_F_SRCMOD_GEN8 && isa >= KILN_ISA_GEN8)
        flags |= EU_F_SRCMOD;
    if (flags & EU_F_BRANCH_CTRL_GEN8 && isa >= KILN_ISA_GEN8)
        flags |= EU_F_BRANCH_CTRL;
    if (flags & EU_F_SAT_XE3 && isa >= KILN_ISA_XE3)
        flags |= EU_F_SAT;
    if (flags & EU_F_PLAIN_XE2 && isa >= KILN_ISA_XE2)
        flags &= ~(unsigned)(EU_F_SAT | EU_F_SRCMOD);
    return flags;
}

bool eu_math_exists(enum kiln_isa isa, unsigned function)
{
    bool gone = isa >= KILN_ISA_GEN12 && (function == EU_MATH_FDIV || function == EU_MATH_POW);
    gone |= isa >= KILN_ISA_GEN125 && function >= EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER &&
            function <= EU_MATH_INT_DIV_REMAINDER;
    bool to_come = isa < KILN_ISA_GEN8 && (function == EU_MATH_INVM || function == EU_MATH_RSQRTM);
    return function < 16 && eu_math_names[function] && !gone && !to_come;
}

const char *eu_mnemonic(enum kiln_isa isa, enum eu_op op)
{
    if (isa >= KILN_ISA_GEN12 && (op == EU_OP_SENDS || op == EU_OP_SENDSC))
        op = op == EU_OP_SENDS ? EU_OP_SEND : EU_OP_SENDC;
    return eu_op_name(op);
}

bool eu_types_match(enum kiln_isa isa, const struct eu_type_rule *rules, enum eu_type dst, enum eu_type src)
{
    for (; rules->dst; rules++)
        if (isa >= rules->since && (!rules->until || isa <= rules->until) && rules->dst >> dst & 1 &&
            rules->src >> src & 1)
            return true;
    return false;
}

static unsigned codes_column(enum kiln_isa isa)
{
    return isa < KILN_ISA_GEN8 ? 0 : isa < KILN_ISA_GEN11 ? 1 : (unsigned)(isa - KILN_ISA_GEN11) + 2;
}

const struct eu_type_codes *eu_type_codes(enum kiln_isa isa, enum eu_type type)
{
    return &eu_types[type].codes[codes_column(isa)];
}

#define TYPE_FROM(kind)                                                                                      \
    bool eu_type_from_##kind(enum kiln_isa isa, unsigned code, enum eu_type *type)                           \
    {                                                                                                        \
        unsigned column = codes_column(isa);                                                                 \
        for (unsigned t = 0; t < EU_TYPE_COUNT; t++) {                                                       \
            if (eu_types[t].codes[column].kind == (int)code) {                                               \
                *type = (enum eu_type)t;                                                                     \
                return true;                                                                                 \
            }                                                                                                \
        }                                                                                                    \
        return false;                                                                                        \
    }
TYPE_FROM(reg)
TYPE_FROM(imm)
TYPE_FROM(ternary)

const char *eu_sync_name(enum kiln_isa isa, unsigned function)
{
    static const char *const names[16] = {
        [EU_SYNC_NOP] = "nop",     [EU_SYNC_ALLRD] = "allrd", [EU_SYNC_ALLWR] = "allwr",
        [EU_SYNC_FLUSH] = "flush", [EU_SYNC_FENCE] = "fence", [EU_SYNC_BAR] = "bar",
        [EU_SYNC_HOST] = "host"};
    bool later = function == EU_SYNC_FLUSH || function == EU_SYNC_FENCE;
    return function < 16 && !(later && isa < KILN_ISA_XE2) ? names[function] : NULL;
}

const char *eu_sfid_name(enum kiln_isa isa, unsigned sfid)
{
    static const char *const names[16] = {[EU_SFID_NULL] = "null",
                                          [EU_SFID_SAMPLER] = "smpl",
                                          [EU_SFID_GATEWAY] = "gtwy",
                                          [EU_SFID_DC2] = "dc2",
                                          [EU_SFID_RENDER_CACHE] = "rc",
                                          [EU_SFID_URB] = "urb",
                                          [EU_SFID_THREAD_SPAWNER] = "ts",
                                          [EU_SFID_VME] = "vme",
                                          [EU_SFID_CONSTANT_CACHE] = "dcro",
                                          [EU_SFID_DC0] = "dc0",
                                          [EU_SFID_PIXEL_INTERPOLATOR] = "pixi",
                                          [EU_SFID_DC1] = "dc1",
                                          [EU_SFID_CRE] = "cre"};
    static const char *const later[16] = {[EU_SFID_UGML] = "ugml",       [EU_SFID_BINDLESS_THREAD] = "btd",
                                          [EU_SFID_RAY_TRACING] = "rta", [EU_SFID_TGM] = "tgm",
                                          [EU_SFID_SLM] = "slm",         [EU_SFID_UGM] = "ugm"};
    // iga64 -p=2 refuses these.
    bool gone = sfid == EU_SFID_CONSTANT_CACHE && isa >= KILN_ISA_XE2;
    if (sfid >= 16 || gone)
        return NULL;
    return isa >= KILN_ISA_GEN125 && later[sfid] ? later[sfid] : names[sfid];
}

const char eu_pipe_letters[] = "-AFILMS";

bool eu_has_src1_length(enum kiln_isa isa, const struct eu_inst *inst)
{
    return isa >= KILN_ISA_GEN125 &&
           (!inst->ex_desc_in_reg || inst->ex_bso || (isa >= KILN_ISA_XE2 && inst->sfid == EU_SFID_UGM));
}

bool eu_condition_exists(enum eu_op op, unsigned cmod)
{
    return cmod < 10 && eu_cmod_names[cmod] && (!cmod || (op != EU_OP_MATH && !eu_op_is_send(op)));
}

bool eu_thread_ctrl_exists(enum kiln_isa isa, enum eu_op op, unsigned ctrl)
{
    bool gen11 = isa >= KILN_ISA_GEN11;
    return ctrl <= EU_THREAD_ATOMIC || (ctrl == EU_THREAD_SWITCH && !(gen11 && eu_op_is_send(op))) ||
           (ctrl == EU_THREAD_NO_PREEMPT && gen11);
}

bool eu_fail(struct eu_error *err, const char *fmt, ...)
{
    if (err) {
        va_list ap;
        va_start(ap, fmt);
        vsnprintf(err->text, sizeof(err->text), fmt, ap);
        va_end(ap);
    }
    return false;
}

unsigned eu_type_size(enum eu_type t)
{
    return (unsigned)t < EU_TYPE_COUNT ? eu_types[t].size : 0;
}

const char *eu_type_name(enum eu_type t)
{
    return (unsigned)t < EU_TYPE_COUNT ? eu_types[t].name : "?";
}

const char *eu_op_name(enum eu_op op)
{
    return (unsigned)op < EU_OP_COUNT ? eu_ops[op].name : "?";
}

unsigned eu_op_num_srcs(enum eu_op op)
{
    return (unsigned)op < EU_OP_COUNT ? eu_ops[op].num_srcs : 0;
}

unsigned eu_inst_num_srcs(const struct eu_inst *inst)
{
    if (inst->op == EU_OP_MOVI) // from Gen11 it has an immediate besides
        return 1 + (inst->src[1].file == EU_FILE_IMM);
    if (inst->op != EU_OP_MATH)
        return eu_op_num_srcs(inst->op);
    return inst->math >= EU_MATH_FDIV && inst->math <= EU_MATH_INVM ? 2 : 1;
}

bool eu_op_is_branch(enum eu_op op)
{
    return (unsigned)op < EU_OP_COUNT && eu_ops[op].format >= EU_FMT_JMPI &&
           eu_ops[op].format <= EU_FMT_JIP_UIP;
}

bool eu_op_is_send(enum eu_op op)
{
    return op == EU_OP_SEND || op == EU_OP_SENDC || op == EU_OP_SENDS || op == EU_OP_SENDSC;
}
