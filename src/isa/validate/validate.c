// The rules that one instruction must follow: those of its opcode here, those of operand types, regions,
// three sources and messages in the neighbouring files; those of Broxton and Gemini Lake alone in
// lowpower.c.
//
// Every rule has a name, with which the error begins; tests/isa/test_validate.c has a case for each. Sources:
// PRM SKL vol7 "Register Region Restrictions", "Instruction Set Reference"; Mesa's brw_eu_validate.c as a
// second reading of them.
#include "isa/encoding/ternary.h"
#include "isa/validate/validate.h"

static bool check_controls(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    unsigned flags = eu_op_flags(t->isa, inst->op), size = inst->exec_size;
    const char *name = eu_op_name(inst->op);
    EU_RULE("illegal-opcode", inst->op == EU_OP_ILLEGAL, "illegal");
    // ANV leaves the last predicate in sync, which takes none.
    EU_RULE("predicate", inst->pred != EU_PRED_NONE && !(flags & EU_F_PRED) && inst->op != EU_OP_SYNC,
            "%s cannot be predicated", name);
    EU_RULE("condition-modifier", inst->cmod != EU_CMOD_NONE && !(flags & EU_F_CMOD), "%s takes no condition",
            name);
    EU_RULE("saturate", inst->saturate && !(flags & EU_F_SAT), "%s does not saturate", name);
    bool any = eu_ops[inst->op].format != EU_FMT_NULLARY;
    EU_RULE("channel-offset", any && inst->chan_offset % (size < 4 ? 4 : size), "M%u with %u channels",
            inst->chan_offset, size);
    EU_RULE("channel-offset", any && inst->chan_offset + size > 32, "M%u with %u channels", inst->chan_offset,
            size);
    bool flag = inst->pred != EU_PRED_NONE || inst->cmod != EU_CMOD_NONE;
    EU_RULE("flag-simd32", flag && size == 32 && inst->flag_subreg, "32 channels use a whole flag register");
    return true;
}

static bool check_sources(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    unsigned n = eu_inst_num_srcs(inst);
    bool mods = eu_op_flags(t->isa, inst->op) & EU_F_SRCMOD;
    for (unsigned i = 0; i < n; i++) {
        const struct eu_operand *s = &inst->src[i];
        bool reg = s->file == EU_FILE_GRF || s->file == EU_FILE_ARF;
        bool may_be_null = eu_ops[inst->op].format == EU_FMT_SYSTOLIC && i == 0;
        EU_RULE("source-null", eu_is_null(s) && !may_be_null, "source %u of %s", i, eu_op_name(inst->op));
        EU_RULE("source-modifier", reg && (s->negate || s->abs) && !mods, "%s takes none",
                eu_op_name(inst->op));
        EU_RULE("bitwise-abs",
                reg && s->abs && eu_ops[inst->op].flags & EU_F_BITWISE && kiln_target_has_inverting_logic(t),
                "absolute value in %s", eu_op_name(inst->op));
        EU_RULE("source1-arf", i == 1 && s->file == EU_FILE_ARF && !eu_is_acc(s),
                "only an accumulator can be an architecture register in source 1");
    }
    return true;
}

static bool is_dword(const struct eu_operand *o)
{
    return o->type == EU_TYPE_D || o->type == EU_TYPE_UD;
}

static bool check_opcode(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    bool pred = inst->pred != EU_PRED_NONE, cmod = inst->cmod != EU_CMOD_NONE;
    const bool has_acc_wr =
        t->isa < KILN_ISA_XE2; // later the accumulator is written by what has no other place
    const bool whole = t->isa >= KILN_ISA_XE3 && eu_type_size(inst->dst.type) == 8;
    switch (inst->op) {
    case EU_OP_SEL:
        EU_RULE("sel-flag", pred == cmod, "sel takes a predicate or a condition");
        break;
    case EU_OP_CMP:
    case EU_OP_CMPN:
    case EU_OP_CSEL:
        EU_RULE("compare-condition", !cmod, "%s needs a condition", eu_op_name(inst->op));
        break;
    case EU_OP_ADDC:
    case EU_OP_SUBB:
        EU_RULE("carry-accumulator", !inst->acc_wr && has_acc_wr, "%s writes the accumulator: AccWrEn",
                eu_op_name(inst->op));
        break;
    case EU_OP_MACH:
        EU_RULE("mach-accumulator", !kiln_target_mach_gives_low(t) && !inst->acc_wr && !eu_is_acc(&inst->dst),
                "mach writes the accumulator: AccWrEn");
        break;
    case EU_OP_MOVI:
        EU_RULE("movi-indirect", !inst->src[0].indirect, "the source of movi is indirect");
        break;
    case EU_OP_JMPI:
    case EU_OP_WAIT:
        EU_RULE("scalar-opcode", inst->exec_size != 1, "%s executes one channel", eu_op_name(inst->op));
        break;
    case EU_OP_MUL:
        EU_RULE("product-dword",
                !t->has_dword_mul && !kiln_target_has_half_products(t) && !whole && is_dword(&inst->src[0]) &&
                    is_dword(&inst->src[1]),
                "the chip multiplies dwords by words only");
        break;
    default:
        break;
    }
    return true;
}

static bool check_math(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    EU_RULE("math-size", inst->exec_size > 2 * kiln_target_native_width(t), "SIMD%u", inst->exec_size);
    EU_RULE("math-destination", inst->dst.file != EU_FILE_GRF || inst->dst.indirect,
            "not a directly addressed GRF");
    bool integer =
        inst->math >= EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER && inst->math <= EU_MATH_INT_DIV_REMAINDER;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++) {
        const struct eu_operand *s = &inst->src[i];
        if (s->file == EU_FILE_IMM)
            continue;
        EU_RULE("math-source", s->file != EU_FILE_GRF || s->indirect,
                "source %u is not a directly addressed GRF", i);
        EU_RULE("math-int-modifier", integer && (s->negate || s->abs),
                "integer division takes no source modifiers");
        EU_RULE("math-type", integer == eu_type_is_float(s->type), "%s of :%s", eu_math_names[inst->math],
                eu_type_name(s->type));
    }
    EU_RULE("math-idiv-size", inst->math == EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER && inst->exec_size > 8,
            "SIMD%u", inst->exec_size);
    return true;
}

static bool check_destination(const struct eu_inst *inst, struct eu_error *err)
{
    const struct eu_operand *d = &inst->dst;
    if (d->file != EU_FILE_ARF || d->indirect)
        return true;
    unsigned file = d->reg & 0xf0, size = eu_type_size(d->type);
    EU_RULE("destination-read-only", file == EU_ARF_CE, "ce cannot be written");
    EU_RULE("accumulator-byte", file == EU_ARF_ACC && size == 1, "an accumulator as :%s",
            eu_type_name(d->type));
    EU_RULE("address-type", file == EU_ARF_ADDR && size != 2 && size != 4, "a0 as :%s",
            eu_type_name(d->type));
    return true;
}

static bool check_operand_type(const struct kiln_target *t, const struct eu_operand *o, struct eu_error *err)
{
    bool here = o->file != EU_FILE_NONE;
    EU_RULE("type-64-bit", here && o->type == EU_TYPE_DF && !t->has_fp64, "the chip computes no :df");
    EU_RULE("type-64-bit", here && (o->type == EU_TYPE_Q || o->type == EU_TYPE_UQ) && !t->has_int64,
            "the chip computes no :%s", eu_type_name(o->type));
    return true;
}

static bool has_doubles(const struct eu_inst *inst)
{
    bool any = inst->dst.type == EU_TYPE_DF;
    for (unsigned i = 0; i < eu_inst_num_srcs(inst); i++)
        any |= inst->src[i].type == EU_TYPE_DF;
    return any && (eu_is_alu(inst) || eu_op_is_ternary(inst->op));
}

// Of the software scoreboard: what sets a token runs beside others: messages and math, on Gen12.5 also
// products of matrices and, where they go with math, doubles (Mesa 25.0.7 brw_ir_fs.h is_unordered). Where
// doubles do, there is no pipe for them (brw_lower_scoreboard.cpp inferred_exec_pipe). From Xe2 math has a
// pipe.
static bool check_scoreboard(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    const bool math = kiln_target_computes_doubles_in_math(t);
    const bool unordered = eu_op_is_send(inst->op) || (inst->op == EU_OP_MATH && t->isa < KILN_ISA_XE2) ||
                           eu_op_format(t->isa, inst->op) == EU_FMT_SYSTOLIC || (math && has_doubles(inst));
    EU_RULE("scoreboard-set", !kiln_target_has_scoreboard(t) && inst->swsb.mode == EU_TOKEN_SET && !unordered,
            "%s runs in order and sets no token", eu_op_name(inst->op));
    EU_RULE("scoreboard-token", inst->swsb.mode != EU_TOKEN_NONE && inst->swsb.token >= kiln_target_tokens(t),
            "$%u of %u tokens", inst->swsb.token, kiln_target_tokens(t));
    EU_RULE("scoreboard-pipe", math && inst->swsb.distance && inst->swsb.pipe == EU_PIPE_LONG,
            "the chip has no pipe of 64 bits");
    return true;
}

// What a generation has taken away.
static bool check_generation(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    unsigned n = eu_inst_num_srcs(inst);
    bool later = t->isa >= KILN_ISA_GEN11;
    EU_RULE("align16", inst->align16 && later, "all of the generation is align1");
    if (!eu_is_alu(inst) && !eu_op_is_ternary(inst->op))
        return true;
    if (!check_operand_type(t, &inst->dst, err))
        return false;
    for (unsigned i = 0; i < n; i++) {
        if (!check_operand_type(t, &inst->src[i], err))
            return false;
        EU_RULE("source-byte",
                later && i && inst->src[i].file != EU_FILE_IMM && eu_type_size(inst->src[i].type) == 1,
                "source %u of %s is a byte", i, eu_op_name(inst->op));
    }
    return true;
}

static bool check_one(const struct kiln_target *t, const struct eu_inst *inst, struct eu_error *err)
{
    if (!check_controls(t, inst, err) || !check_scoreboard(t, inst, err) || !check_generation(t, inst, err))
        return false;
    if (eu_op_is_send(inst->op))
        return eu_validate_send(t, inst, err);
    if (!check_opcode(t, inst, err))
        return false;
    if (eu_op_is_ternary(inst->op))
        return eu_validate_ternary(t, inst, err) && check_sources(t, inst, err);
    if (eu_op_format(t->isa, inst->op) == EU_FMT_SYSTOLIC)
        return eu_validate_systolic(t, inst, err) && check_sources(t, inst, err);
    if (!eu_is_alu(inst))
        return true;
    if (!check_sources(t, inst, err) || !check_destination(inst, err))
        return false;
    if (inst->op == EU_OP_MATH && !check_math(t, inst, err))
        return false;
    return eu_is_macro(inst) || (eu_validate_types(t, inst, err) && eu_validate_regions(t, inst, err));
}

bool eu_encode_valid(const struct kiln_target *target, const struct eu_inst *original, uint8_t out[16],
                     struct eu_error *err)
{
    struct eu_inst inst = *original;
    if (!eu_encode(target, &inst, out, err))
        return false;
    if (eu_op_is_ternary(inst.op) && !inst.align16 && target->isa < KILN_ISA_GEN11 &&
        !eu_ternary_lower(&inst, err))
        return false;
    return check_one(target, &inst, err) && eu_validate_chip(target, &inst, err);
}

bool eu_validate_chip(const struct kiln_target *target, const struct eu_inst *inst, struct eu_error *err)
{
    return (!target->restricted_qwords || eu_validate_lowpower(inst, err)) &&
           (target->isa < KILN_ISA_GEN125 || eu_validate_pipes(target, inst, err)) &&
           (target->isa < KILN_ISA_XE2 || eu_validate_xe2(target, inst, err)) &&
           (target->isa != KILN_ISA_GEN75 || eu_validate_gen75(target, inst, err));
}

bool eu_validate(const struct kiln_target *target, const struct eu_inst *inst, struct eu_error *err)
{
    uint8_t bytes[16];
    return eu_encode_valid(target, inst, bytes, err);
}
