// The assembler: IGA's syntax to bytes. Two passes: parse every instruction and place it, then resolve labels
// and encode.
#include "isa/text/parse.h"
#include "isa/table/tables.h"

#include "util/vec.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parsed {
    struct eu_inst inst;
    struct eu_label_ref jip, uip;
    uint32_t pc;
    unsigned line, column;
};

struct label {
    const char *text;
    size_t len;
    uint32_t pc;
    unsigned line, column;
};

struct program {
    VEC(struct parsed) insts;
    VEC(struct label) labels;
    uint32_t size;
};

static bool error_at(struct eu_error *err, unsigned line, unsigned column, const char *text)
{
    return eu_fail(err, "%u:%u: %.220s", line, column, text);
}

bool eu_parse_error(struct eu_parser *p, const char *fmt, ...)
{
    char text[200];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    return error_at(p->err, p->lx.tok.line, p->lx.tok.column, text);
}

bool eu_accept(struct eu_parser *p, char punct)
{
    if (!eu_tok_is(&p->lx.tok, punct))
        return false;
    eu_lex_next(&p->lx);
    return true;
}

bool eu_expect(struct eu_parser *p, char punct)
{
    return eu_accept(p, punct) || eu_parse_error(p, "expected %c", punct);
}

bool eu_parse_int(struct eu_parser *p, unsigned max, unsigned *value)
{
    const struct eu_token *t = &p->lx.tok;
    if (t->kind != EU_TOK_INT || t->value > max)
        return eu_parse_error(p, "expected an integer up to %u", max);
    *value = (unsigned)t->value;
    eu_lex_next(&p->lx);
    return true;
}

bool eu_parse_flag(struct eu_parser *p, uint8_t *reg, uint8_t *subreg)
{
    unsigned sub = 0;
    static const char *const names[] = {"f0", "f1", "f2", "f3"};
    unsigned f = 0;
    while (f < eu_flag_count(p->isa) && !eu_tok_ident(&p->lx.tok, names[f]))
        f++;
    if (f == eu_flag_count(p->isa))
        return eu_parse_error(p, "expected a flag register");
    *reg = (uint8_t)f;
    eu_lex_next(&p->lx);
    struct eu_lexer here = p->lx;
    if (eu_accept(p, '.')) {
        if (p->lx.tok.kind == EU_TOK_INT) {
            if (!eu_parse_int(p, 1, &sub))
                return false;
        } else {
            p->lx = here; // f0.any2h
        }
    }
    *subreg = (uint8_t)sub;
    return true;
}

// (W&~f0.1.any2h)
static bool parse_pred(struct eu_parser *p)
{
    struct eu_inst *inst = &p->inst;
    if (!eu_accept(p, '('))
        return true;
    if (eu_tok_ident(&p->lx.tok, "W")) {
        inst->nomask = true;
        eu_lex_next(&p->lx);
        if (!eu_accept(p, '&'))
            return eu_expect(p, ')');
    }
    inst->pred_inv = eu_accept(p, '~');
    inst->pred = EU_PRED_NORMAL;
    if (!eu_parse_flag(p, &inst->flag_reg, &inst->flag_subreg))
        return false;
    if (eu_accept(p, '.')) {
        unsigned i = EU_PRED_ANYV;
        while (i <= EU_PRED_W &&
               !(eu_pred_name(p->isa, i) && eu_tok_ident(&p->lx.tok, eu_pred_name(p->isa, i) + 1)))
            i++;
        if (i > EU_PRED_W)
            return eu_parse_error(p, "unknown predicate control");
        inst->pred = (enum eu_pred)i;
        eu_lex_next(&p->lx);
    }
    return eu_expect(p, ')');
}

// .dc1 of a send, .allrd of a sync: one of sixteen names.
static bool parse_function(struct eu_parser *p, const char *(*name)(enum kiln_isa, unsigned),
                           const char *what, unsigned *function)
{
    if (!eu_expect(p, '.'))
        return false;
    for (unsigned f = 0; f < 16; f++) {
        if (name(p->isa, f) && eu_tok_ident(&p->lx.tok, name(p->isa, f))) {
            *function = f;
            eu_lex_next(&p->lx);
            return true;
        }
    }
    return eu_parse_error(p, "unknown %s", what);
}

static const char *sync_name(enum kiln_isa isa, unsigned function)
{
    return isa >= KILN_ISA_GEN12 ? eu_sync_name(isa, function) : NULL;
}

static bool parse_op(struct eu_parser *p)
{
    struct eu_inst *inst = &p->inst;
    unsigned i = 0, function = 0;
    while (i < EU_OP_COUNT && (!eu_op_exists(p->isa, (enum eu_op)i) ||
                               !eu_tok_ident(&p->lx.tok, eu_mnemonic(p->isa, (enum eu_op)i))))
        i++;
    if (i == EU_OP_COUNT)
        return eu_parse_error(p, "invalid mnemonic");
    inst->op = (enum eu_op)i;
    eu_lex_next(&p->lx);
    if (inst->pred != EU_PRED_NONE && !(eu_op_flags(p->isa, inst->op) & EU_F_PRED))
        return eu_parse_error(p, "%s cannot be predicated", eu_ops[i].name);
    if (inst->op == EU_OP_MATH) {
        if (!eu_expect(p, '.'))
            return false;
        for (unsigned f = 0; f < 16; f++) {
            if (eu_math_exists(p->isa, f) && eu_tok_ident(&p->lx.tok, eu_math_names[f])) {
                inst->math = (enum eu_math)f;
                eu_lex_next(&p->lx);
                return true;
            }
        }
        return eu_parse_error(p, "unknown math function");
    }
    if (p->isa >= KILN_ISA_GEN12 && eu_op_is_send(inst->op))
        return parse_function(p, eu_sfid_name, "shared function", &function) &&
               (inst->sfid = (uint8_t)function, true);
    if (inst->op == EU_OP_BFN)
        return eu_parse_bfn(p);
    if (eu_ops[inst->op].format == EU_FMT_SYSTOLIC)
        return eu_parse_systolic_shape(p);
    if (inst->op == EU_OP_SYNC)
        return parse_function(p, sync_name, "sync function", &function) &&
               (inst->sync = (enum eu_sync)function, true);
    if (eu_op_flags(p->isa, inst->op) & EU_F_BRANCH_CTRL && eu_accept(p, '.')) {
        if (!eu_tok_ident(&p->lx.tok, "b"))
            return eu_parse_error(p, "expected .b");
        inst->branch_ctrl = true;
        eu_lex_next(&p->lx);
    }
    return true;
}

// (16|M0)
static bool parse_exec(struct eu_parser *p)
{
    struct eu_inst *inst = &p->inst;
    unsigned format = eu_ops[inst->op].format, size = 0, offset = 0;
    bool implicit =
        format == EU_FMT_NULLARY || format == EU_FMT_JMPI || format == EU_FMT_WAIT || format == EU_FMT_SYNC;
    inst->exec_size = 1;
    struct eu_lexer after = p->lx;
    eu_lex_next(&after);
    if (format == EU_FMT_SYNC && after.tok.kind != EU_TOK_INT) // ($3): tokens
        return true;
    if (implicit && !eu_tok_is(&p->lx.tok, '('))
        return true;
    if (!eu_expect(p, '(') || !eu_parse_int(p, 32, &size))
        return false;
    if (!size || size & (size - 1))
        return eu_parse_error(p, "invalid execution size");
    inst->exec_size = (uint8_t)size;
    if (eu_accept(p, '|')) {
        const struct eu_token *t = &p->lx.tok;
        if (t->kind != EU_TOK_IDENT || t->text[0] != 'M' || t->len < 2 || t->len > 3)
            return eu_parse_error(p, "expected M0 ... M28");
        for (size_t i = 1; i < t->len; i++)
            offset = offset * 10 + (unsigned)(t->text[i] - '0');
        if (offset > 28 || offset % 4)
            return eu_parse_error(p, "expected M0 ... M28");
        inst->chan_offset = (uint8_t)offset;
        eu_lex_next(&p->lx);
    }
    return eu_expect(p, ')');
}

// (lt)f0.1
static bool parse_cmod(struct eu_parser *p)
{
    struct eu_inst *inst = &p->inst;
    struct eu_lexer start = p->lx;
    if (!eu_accept(p, '('))
        return true;
    unsigned i = 1;
    while (i < 10 && !(eu_cmod_names[i] && eu_tok_ident(&p->lx.tok, eu_cmod_names[i])))
        i++;
    bool eo = eu_tok_ident(&p->lx.tok, "eo");
    if (i == 10 && !eo) { // (sat), perhaps
        p->lx = start;
        return true;
    }
    if (eo ? !(inst->op == EU_OP_MATH && eu_is_macro(inst)) : !(eu_op_flags(p->isa, inst->op) & EU_F_CMOD))
        return eu_parse_error(p, "%s takes no such condition", eu_op_name(inst->op));
    eu_lex_next(&p->lx);
    uint8_t reg, sub;
    if (!eu_expect(p, ')') || !eu_parse_flag(p, &reg, &sub))
        return false;
    if (inst->pred != EU_PRED_NONE && (reg != inst->flag_reg || sub != inst->flag_subreg))
        return eu_parse_error(p, "predicate and condition must use one flag register");
    inst->flag_reg = reg;
    inst->flag_subreg = sub;
    inst->cmod = eo ? EU_CMOD_NONE : (enum eu_cmod)i;
    return true;
}

static bool parse_srcs(struct eu_parser *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (!eu_parse_src(p, i))
            return false;
    return true;
}

static bool parse_operands(struct eu_parser *p)
{
    struct eu_inst *inst = &p->inst;
    switch (eu_op_format(p->isa, inst->op)) {
    case EU_FMT_NULLARY:
        return true;
    case EU_FMT_BASIC1:
    case EU_FMT_BASIC2:
    case EU_FMT_MATH:
    case EU_FMT_TERNARY:
        return eu_parse_dst(p) &&
               parse_srcs(p, eu_inst_num_srcs(inst) + (inst->op == EU_OP_MOVI && p->isa >= KILN_ISA_GEN11));
    case EU_FMT_WAIT:
    case EU_FMT_RET:
        return eu_at_register(p) ? eu_parse_src(p, 0) : eu_parse_error(p, "expected a register");
    case EU_FMT_CALL:
        if (!eu_parse_dst(p))
            return false;
        return eu_at_register(p) ? eu_parse_src(p, 0) : eu_parse_target(p, false);
    case EU_FMT_JMPI:
        inst->nomask = true;
        return eu_at_register(p) ? eu_parse_src(p, 0) : eu_parse_target(p, false);
    case EU_FMT_BRD:
        return eu_at_register(p) ? eu_parse_src(p, 0) : eu_parse_target(p, false);
    case EU_FMT_BRC:
        if (!eu_at_register(p))
            return eu_parse_target(p, false) && eu_parse_target(p, true);
        if (!eu_parse_src(p, 0))
            return false;
        if (eu_tok_ident(&p->lx.tok, "null")) {
            if (!eu_parse_src(p, 1))
                return false;
            inst->src[1] = (struct eu_operand){0};
        }
        return true;
    case EU_FMT_JIP:
        return eu_parse_target(p, false);
    case EU_FMT_JIP_UIP:
        return eu_parse_target(p, false) && eu_parse_target(p, true);
    case EU_FMT_SEND:
    case EU_FMT_SENDS:
        return eu_parse_dst(p) && eu_parse_src(p, 0) &&
               (inst->op == EU_OP_SEND || inst->op == EU_OP_SENDC || eu_is_gather(p->isa, inst) ||
                eu_parse_src(p, 1)) &&
               eu_parse_descriptors(p);
    case EU_FMT_SYNC:
        return eu_parse_tokens(p);
    case EU_FMT_SYSTOLIC:
        return eu_parse_systolic(p);
    }
    return eu_parse_error(p, "unhandled format");
}

// The letter before the @ of pipes.
static enum eu_pipe pipe_of(const struct eu_parser *p, const struct eu_token *t)
{
    for (unsigned i = EU_PIPE_ALL; i <= eu_last_pipe(p->isa) && t->len > 2 && t->text[1] == '@'; i++)
        if (t->text[0] == eu_pipe_letters[i])
            return (enum eu_pipe)i;
    return EU_PIPE_OWN;
}

// @3, F@3, or $5, $5.src, $5.dst.
static bool parse_scoreboard(struct eu_parser *p)
{
    struct eu_swsb *s = &p->inst.swsb;
    struct eu_token t = p->lx.tok;
    enum eu_pipe pipe = pipe_of(p, &t);
    if (pipe != EU_PIPE_OWN) {
        s->pipe = pipe;
        t.text++;
        t.len--;
    }
    unsigned n, max = t.text[0] == '@' ? 7 : eu_token_count(p->isa) - 1;
    if (!eu_token_number(&t, max, &n) || (max == 7 && !n))
        return eu_parse_error(p, "invalid scoreboard");
    eu_lex_next(&p->lx);
    if (max == 7) {
        s->distance = (uint8_t)n;
        return true;
    }
    s->token = (uint8_t)n;
    s->mode = EU_TOKEN_SET;
    if (!eu_accept(p, '.'))
        return true;
    s->mode = eu_tok_ident(&p->lx.tok, "src") ? EU_TOKEN_SRC : EU_TOKEN_DST;
    if (s->mode == EU_TOKEN_DST && !eu_tok_ident(&p->lx.tok, "dst"))
        return eu_parse_error(p, "expected .src or .dst");
    eu_lex_next(&p->lx);
    return true;
}

static bool parse_option(struct eu_parser *p)
{
    struct eu_inst *inst = &p->inst;
    const struct eu_token *t = &p->lx.tok;
    bool send = eu_op_is_send(inst->op), branch = eu_op_is_branch(inst->op);
    bool hints = !send || (p->isa >= KILN_ISA_GEN9 && p->isa < KILN_ISA_XE3),
         gen12 = p->isa >= KILN_ISA_GEN12, xe2 = p->isa >= KILN_ISA_XE2;
    if (gen12 && t->kind == EU_TOK_IDENT &&
        (t->text[0] == '@' || t->text[0] == '$' || pipe_of(p, t) != EU_PIPE_OWN))
        return parse_scoreboard(p);
    if (eu_tok_ident(t, "AccWrEn") && !send && !branch && !xe2)
        inst->acc_wr = true;
    else if (eu_tok_ident(t, "Align16"))
        p->align16 = true;
    else if (eu_tok_ident(t, "Atomic") && hints)
        inst->thread_ctrl = EU_THREAD_ATOMIC;
    else if (eu_tok_ident(t, "Serialize") && gen12 && send && !xe2)
        inst->serialize = true;
    else if (eu_tok_ident(t, "ExBSO") && inst->ex_desc_in_reg && p->isa >= KILN_ISA_GEN125)
        inst->ex_bso = true;
    else if (eu_tok_ident(t, "CPS") && inst->ex_desc_in_reg && p->isa >= KILN_ISA_GEN125 && !xe2)
        inst->ex_desc |= 1u << 11;
    else if (eu_tok_ident(t, "NoAccSBSet") && xe2)
        inst->swsb.no_acc_set = true;
    else if (eu_tok_ident(t, "Switch") && hints && !gen12)
        inst->thread_ctrl = EU_THREAD_SWITCH;
    else if (eu_tok_ident(t, "NoPreempt") && p->isa == KILN_ISA_GEN11)
        inst->thread_ctrl = EU_THREAD_NO_PREEMPT;
    else if (eu_tok_ident(t, "Breakpoint"))
        inst->debug = true;
    else if (eu_tok_ident(t, "Compacted"))
        inst->compacted = true;
    else if (eu_tok_ident(t, "NoCompact") || eu_tok_ident(t, "Uncompacted"))
        inst->compacted = false;
    else if (eu_tok_ident(t, "EOT") && send)
        inst->eot = true;
    else if (eu_tok_ident(t, "NoDDChk") && !send && !gen12)
        inst->no_dd_chk = true;
    else if (eu_tok_ident(t, "NoDDClr") && !send && !gen12)
        inst->no_dd_clr = true;
    else if (eu_tok_ident(t, "NoSrcDepSet") && send && hints && !gen12)
        inst->acc_wr = true;
    else
        return eu_parse_error(p, "invalid instruction option");
    eu_lex_next(&p->lx);
    return true;
}

static bool parse_options(struct eu_parser *p)
{
    if (!eu_accept(p, '{'))
        return true;
    if (eu_accept(p, '}'))
        return true;
    do {
        if (!parse_option(p))
            return false;
    } while (eu_accept(p, ','));
    return eu_expect(p, '}');
}

static bool is_mme(const struct eu_operand *o)
{
    return o->file == EU_FILE_ARF && !o->indirect && o->reg > EU_ARF_ACC + 2 && o->reg <= EU_ARF_ACC + 9;
}

static void align16_mme(struct eu_operand *o, bool dst)
{
    unsigned n = o->reg - (EU_ARF_ACC + 2u), y = n >> 2;
    o->reg = EU_ARF_ACC + 2;
    o->subreg = 0;
    if (dst)
        o->writemask = (uint8_t)(n == 7 ? 15 : n);
    else
        o->swizzle = (uint8_t)((n & 3) | y << 2 | y << 4 | y << 6);
}

// Instructions that are written in align1 terms but encoded in align16: the math macros, and moves of
// acc3..acc9.
static void choose_align16(enum kiln_isa isa, struct eu_inst *inst)
{
    unsigned format = eu_ops[inst->op].format;
    bool macro = inst->op == EU_OP_MATH && eu_is_macro(inst);
    if (isa >= KILN_ISA_GEN11 || inst->align16 ||
        (format != EU_FMT_BASIC1 && format != EU_FMT_BASIC2 && !macro))
        return;
    if (!macro && !is_mme(&inst->dst) && !is_mme(&inst->src[0]))
        return;
    inst->align16 = true;
    inst->dst.hstride = 0;
    if (is_mme(&inst->dst))
        align16_mme(&inst->dst, true);
    for (unsigned i = 0; i < 2; i++) {
        struct eu_operand *s = &inst->src[i];
        if (s->file != EU_FILE_GRF && s->file != EU_FILE_ARF)
            continue;
        s->vstride = macro && s->type == EU_TYPE_DF ? 2 : 4;
        s->swizzle = 0xe4;
        if (is_mme(s))
            align16_mme(s, false);
    }
}

static bool parse_inst(struct eu_parser *p)
{
    p->inst = (struct eu_inst){0};
    p->jip = p->uip = (struct eu_label_ref){0};
    p->align16 = false;
    p->depth = 0;
    p->src1_length = 0;
    p->has_src1_length = false;
    p->line = p->lx.tok.line;
    p->column = p->lx.tok.column;
    if (!parse_pred(p) || !parse_op(p) || !parse_exec(p) || !parse_cmod(p) || !parse_operands(p) ||
        !parse_options(p))
        return false;
    if (p->lx.tok.kind != EU_TOK_NEWLINE && p->lx.tok.kind != EU_TOK_END)
        return eu_parse_error(p, "expected the end of the line");
    p->inst.align16 = p->align16;
    choose_align16(p->isa, &p->inst);
    return true;
}

static bool add_label(struct program *prog, struct eu_parser *p)
{
    const struct eu_token *t = &p->lx.tok;
    struct label l = {t->text, t->len, prog->size, t->line, t->column};
    return vec_push(&prog->labels, l) || eu_parse_error(p, "out of memory");
}

static int compare_labels(const void *pa, const void *pb)
{
    const struct label *a = pa, *b = pb;
    if (a->len != b->len)
        return a->len < b->len ? -1 : 1;
    return memcmp(a->text, b->text, a->len);
}

// For the second pass; two of one name are an error.
static bool sort_labels(struct program *prog, struct eu_error *err)
{
    if (!prog->labels.count)
        return true;
    struct label *l = prog->labels.data;
    qsort(l, prog->labels.count, sizeof(*l), compare_labels);
    for (size_t i = 1; i < prog->labels.count; i++) {
        if (compare_labels(&l[i - 1], &l[i]))
            continue;
        const struct label *second = l[i].text > l[i - 1].text ? &l[i] : &l[i - 1];
        return error_at(err, second->line, second->column, "label defined twice");
    }
    return true;
}

static bool at_label(const struct eu_parser *p)
{
    struct eu_lexer lx = p->lx;
    if (lx.tok.kind != EU_TOK_IDENT)
        return false;
    eu_lex_next(&lx);
    return eu_tok_is(&lx.tok, ':');
}

static bool parse_program(struct program *prog, struct eu_parser *p)
{
    while (p->lx.tok.kind != EU_TOK_END) {
        if (p->lx.tok.kind == EU_TOK_NEWLINE) {
            eu_lex_next(&p->lx);
        } else if (at_label(p)) {
            if (!add_label(prog, p))
                return false;
            eu_lex_next(&p->lx);
            eu_lex_next(&p->lx);
        } else {
            if (!parse_inst(p))
                return false;
            struct parsed one = {p->inst, p->jip, p->uip, prog->size, p->line, p->column};
            if (prog->size > INT32_MAX - 16 || !vec_push(&prog->insts, one))
                return eu_parse_error(p, "out of memory");
            prog->size += p->inst.compacted ? 8 : 16;
        }
    }
    return true;
}

static bool resolve(const struct program *prog, const struct parsed *at, const struct eu_label_ref *ref,
                    int32_t *value, struct eu_error *err)
{
    if (!ref->text)
        return true;
    struct label key = {ref->text, ref->len, 0, 0, 0}, *l = NULL;
    if (prog->labels.count)
        l = bsearch(&key, prog->labels.data, prog->labels.count, sizeof(*l), compare_labels);
    if (l) {
        *value = (int32_t)l->pc - (at->inst.op == EU_OP_CALLA ? 0 : (int32_t)at->pc);
        return true;
    }
    return error_at(err, ref->line, ref->column, "undefined label");
}

static bool encode_one(const struct kiln_target *target, struct parsed *one, uint8_t *out,
                       struct eu_error *err)
{
    struct eu_error why = {""};
    uint8_t native[16];
    if (!eu_encode(target, &one->inst, native, &why))
        return error_at(err, one->line, one->column, why.text);
    if (!one->inst.compacted)
        memcpy(out, native, 16);
    else if (!eu_compact(target, native, out))
        return error_at(err, one->line, one->column, "the instruction has no compact form");
    return true;
}

bool eu_assemble(const struct kiln_target *target, const char *text, uint8_t **code, size_t *size,
                 struct eu_error *err)
{
    struct program prog = {0};
    struct eu_parser p = {.isa = target->isa, .err = err};
    *code = NULL;
    *size = 0;
    eu_lex_init(&p.lx, text);
    bool ok = parse_program(&prog, &p) && sort_labels(&prog, err);
    uint8_t *bytes = ok ? malloc(prog.size ? prog.size : 1) : NULL;
    if (ok && !bytes)
        ok = eu_fail(err, "0:0: out of memory");
    for (size_t i = 0; ok && i < prog.insts.count; i++) {
        struct parsed *one = &prog.insts.data[i];
        ok = resolve(&prog, one, &one->jip, &one->inst.jip, err) &&
             resolve(&prog, one, &one->uip, &one->inst.uip, err) &&
             encode_one(target, one, bytes + one->pc, err);
    }
    vec_free(&prog.insts);
    vec_free(&prog.labels);
    if (!ok) {
        free(bytes);
        return false;
    }
    *code = bytes;
    *size = prog.size;
    return true;
}
