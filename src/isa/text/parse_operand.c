// Operands of the assembler: registers with regions, immediates, branch targets, message descriptors.
//
// The defaults for what the text leaves out (regions, types) are IGA's.
#include "isa/text/parse.h"
#include "isa/table/tables.h"

#include <string.h>

struct reg_name {
    bool is_grf;
    const struct eu_arf_info *arf;
    unsigned number;
};

static bool lookup_reg(enum kiln_isa isa, const struct eu_token *t, struct reg_name *r)
{
    if (t->kind != EU_TOK_IDENT)
        return false;
    size_t n = t->len;
    while (n && t->text[n - 1] >= '0' && t->text[n - 1] <= '9')
        n--;
    if (t->len - n > 3)
        return false;
    r->number = 0;
    for (size_t i = n; i < t->len; i++)
        r->number = r->number * 10 + (unsigned)(t->text[i] - '0');
    r->is_grf = n == 1 && t->text[0] == 'r' && t->len > 1;
    r->arf = r->is_grf ? NULL : eu_arf_by_name(isa, t->text, n);
    if (!r->arf)
        return r->is_grf;
    return (r->arf->count != 0) == (t->len > n);
}

bool eu_at_register(const struct eu_parser *p)
{
    struct reg_name r;
    return lookup_reg(p->isa, &p->lx.tok, &r) || eu_tok_ident(&p->lx.tok, "r");
}

static bool parse_reg(struct eu_parser *p, struct eu_operand *o, const struct eu_arf_info **arf)
{
    struct reg_name r;
    if (!lookup_reg(p->isa, &p->lx.tok, &r))
        return eu_parse_error(p, "expected a register");
    *arf = r.arf;
    if (r.is_grf ? r.number >= eu_grf_count(p->isa) : r.number >= (r.arf->count ? r.arf->count : 1u))
        return eu_parse_error(p, "no such register");
    o->file = r.is_grf ? EU_FILE_GRF : EU_FILE_ARF;
    o->reg = (uint8_t)(r.is_grf ? r.number : r.arf->base + r.number);
    eu_lex_next(&p->lx);
    return true;
}

// r[s0.4] of a message, after the bracket: the byte of s0 that names the first register.
static bool parse_gather(struct eu_parser *p, struct eu_operand *o)
{
    unsigned sub;
    if (!eu_op_is_send(p->inst.op))
        return eu_parse_error(p, "s0 names registers of messages only");
    eu_lex_next(&p->lx);
    if (!eu_expect(p, '.') || !eu_parse_int(p, 31, &sub))
        return false;
    o->file = EU_FILE_ARF;
    o->reg = EU_ARF_SCALAR;
    o->subreg = (uint8_t)sub;
    return eu_expect(p, ']');
}

// r[a0.2,-16], after the r.
static bool parse_address(struct eu_parser *p, struct eu_operand *o)
{
    unsigned sub, imm = 0, limit = 16 * eu_grf_bytes(p->isa);
    bool negative = false;
    if (!eu_expect(p, '['))
        return false;
    if (p->isa >= KILN_ISA_XE3 && eu_tok_ident(&p->lx.tok, "s0"))
        return parse_gather(p, o);
    if (!eu_tok_ident(&p->lx.tok, "a0"))
        return eu_parse_error(p, "expected a0");
    eu_lex_next(&p->lx);
    if (!eu_expect(p, '.') || !eu_parse_int(p, 15, &sub))
        return false;
    if (eu_accept(p, ',')) {
        negative = eu_accept(p, '-');
        if (!eu_parse_int(p, limit, &imm))
            return false;
    } else if (eu_tok_is(&p->lx.tok, '+') || eu_tok_is(&p->lx.tok, '-')) {
        negative = eu_tok_is(&p->lx.tok, '-');
        eu_lex_next(&p->lx);
        if (!eu_parse_int(p, limit, &imm))
            return false;
    }
    if (imm == limit && !negative)
        return eu_parse_error(p, "address offset out of range");
    o->file = EU_FILE_GRF;
    o->indirect = true;
    o->addr_subreg = (uint8_t)sub;
    o->addr_imm = (int16_t)(negative ? -(int)imm : (int)imm);
    return eu_expect(p, ']');
}

bool eu_parse_type(struct eu_parser *p, enum eu_type *type, bool *found)
{
    *found = eu_accept(p, ':');
    if (!*found)
        return true;
    for (unsigned t = 0; t < EU_TYPE_COUNT; t++) {
        if (eu_tok_ident(&p->lx.tok, eu_types[t].name)) {
            *type = (enum eu_type)t;
            eu_lex_next(&p->lx);
            return true;
        }
    }
    return eu_parse_error(p, "expected a type");
}

// .mme3 or .nomme
static bool parse_special_acc(struct eu_parser *p, struct eu_operand *o)
{
    if (!eu_expect(p, '.'))
        return false;
    const struct eu_token *t = &p->lx.tok;
    if (eu_tok_ident(t, "nomme")) {
        o->special_acc = 8;
    } else if (t->kind == EU_TOK_IDENT && t->len == 4 && !memcmp(t->text, "mme", 3) && t->text[3] >= '0' &&
               t->text[3] <= '7') {
        o->special_acc = (uint8_t)(t->text[3] - '0');
    } else {
        return eu_parse_error(p, "expected mme0 ... mme7 or nomme");
    }
    eu_lex_next(&p->lx);
    return true;
}

static int channel_of(char c)
{
    const char *at = c ? strchr("xyzw", c) : NULL;
    return at ? (int)(at - "xyzw") : -1;
}

// The extension for align16: ".xy" after a destination, ".xxyy" or ".r" after a source.
static bool parse_channels(struct eu_parser *p, struct eu_operand *o, bool dst)
{
    if (!eu_accept(p, '.'))
        return true;
    const struct eu_token *t = &p->lx.tok;
    p->align16 = true;
    if (dst && t->kind != EU_TOK_IDENT) { // an empty write mask prints as "."
        o->writemask = 0;
        return true;
    }
    if (t->kind != EU_TOK_IDENT || t->len > 4)
        return eu_parse_error(p, "expected channels");
    o->writemask = dst ? 0 : 0xf;
    o->swizzle = 0;
    if (!dst && eu_tok_ident(t, "r")) {
        o->rep = true;
        o->swizzle = 0xe4;
    } else {
        if (!dst && t->len != 4)
            return eu_parse_error(p, "expected four channels");
        for (size_t i = 0; i < t->len; i++) {
            int c = channel_of(t->text[i]);
            if (c < 0)
                return eu_parse_error(p, "expected channels");
            if (dst)
                o->writemask |= (uint8_t)(1 << c);
            else
                o->swizzle |= (uint8_t)(c << 2 * i);
        }
    }
    eu_lex_next(&p->lx);
    return true;
}

// The element number is kept in subreg until the type is known.
static bool parse_subreg(struct eu_parser *p, unsigned *sub, bool *found)
{
    *sub = 0;
    *found = eu_accept(p, '.');
    return !*found || eu_parse_int(p, eu_grf_bytes(p->isa) - 1, sub);
}

static bool scale_subreg(struct eu_parser *p, struct eu_operand *o, unsigned sub,
                         const struct eu_arf_info *arf)
{
    unsigned unit = !arf || !arf->bytes_as_subreg ? eu_types[o->type].size : p->isa >= KILN_ISA_XE2 ? 2 : 1;
    unsigned bytes = sub * unit;
    if (bytes >= eu_grf_bytes(p->isa))
        return eu_parse_error(p, "subregister out of bounds");
    o->subreg = (uint8_t)bytes;
    return true;
}

// r[a0.0], or a register: of a macro with its special accumulator, else with its subregister if there is one
// (*has_sub).
static bool parse_place(struct eu_parser *p, struct eu_operand *o, const struct eu_arf_info **arf,
                        unsigned *sub, bool *has_sub)
{
    if (eu_tok_ident(&p->lx.tok, "r")) {
        eu_lex_next(&p->lx);
        return parse_address(p, o);
    }
    return parse_reg(p, o, arf) &&
           (eu_is_macro(&p->inst) ? parse_special_acc(p, o) : parse_subreg(p, sub, has_sub));
}

bool eu_parse_dst(struct eu_parser *p)
{
    struct eu_inst *inst = &p->inst;
    struct eu_operand *d = &inst->dst;
    const struct eu_arf_info *arf = NULL;
    bool send = eu_op_is_send(inst->op), found;
    unsigned sub = 0, stride;
    *d = (struct eu_operand){.hstride = 1, .writemask = 0xf, .width = 1};
    if (eu_tok_is(&p->lx.tok, '(')) {
        eu_lex_next(&p->lx);
        if (!eu_tok_ident(&p->lx.tok, "sat") || !(eu_op_flags(p->isa, inst->op) & EU_F_SAT))
            return eu_parse_error(p, "expected a destination");
        eu_lex_next(&p->lx);
        inst->saturate = true;
        if (!eu_expect(p, ')'))
            return false;
    }
    if (!parse_place(p, d, &arf, &sub, &found))
        return false;
    if (eu_accept(p, '<')) {
        if (!eu_parse_int(p, 4, &stride) || !eu_expect(p, '>'))
            return false;
        if (stride == 3 || (!stride && !p->align16 && eu_op_is_ternary(inst->op)))
            return eu_parse_error(p, "no such destination stride");
        d->hstride = (uint8_t)stride;
    }
    if (!parse_channels(p, d, true) || !eu_parse_type(p, &d->type, &found))
        return false;
    bool branch = eu_op_is_branch(inst->op);
    if (!found && !send && !branch)
        return eu_parse_error(p, "expected a type");
    if (branch)
        d->type = EU_TYPE_D;
    else if (!found)
        d->type = EU_TYPE_UD;
    return d->indirect || scale_subreg(p, d, send ? 0 : sub, arf);
}

static bool region_int(struct eu_parser *p, unsigned max, unsigned *v)
{
    if (!eu_parse_int(p, max, v))
        return false;
    if (*v & (*v - 1))
        return eu_parse_error(p, "no such region");
    return true;
}

// <v;w,h>, <w,h> for indirect, <v;h> and <h> for three sources, <v> before align16 channels.
static bool parse_region(struct eu_parser *p, unsigned i, struct eu_operand *o)
{
    unsigned a, b, c;
    bool ternary = eu_op_is_ternary(p->inst.op);
    if (!region_int(p, 32, &a))
        return false;
    if (eu_accept(p, '>')) {
        bool channels = eu_tok_is(&p->lx.tok, '.');
        if (!channels && (!ternary || i != 2 || a > 4))
            return eu_parse_error(p, "no such region");
        o->vstride = (uint8_t)(channels ? a : a ? 2 : 0);
        o->width = channels ? 4 : 1;
        o->hstride = (uint8_t)(channels ? 1 : a);
        return true;
    }
    if (eu_accept(p, ',')) {
        if (!o->indirect || ternary || a < 1 || a > 16)
            return eu_parse_error(p, "no such region");
        if (!region_int(p, 4, &b))
            return false;
        o->vstride = EU_VSTRIDE_VXH;
        o->width = (uint8_t)a;
        o->hstride = (uint8_t)b;
        return eu_expect(p, '>');
    }
    if (!eu_expect(p, ';') || !region_int(p, 16, &b))
        return false;
    o->vstride = (uint8_t)a;
    if (ternary) {
        if (i == 2 || b > 4)
            return eu_parse_error(p, "no such region");
        o->width = 1;
        o->hstride = (uint8_t)b;
        return eu_expect(p, '>');
    }
    if (!b)
        return eu_parse_error(p, "no such region");
    if (!eu_expect(p, ',') || !region_int(p, 4, &c))
        return false;
    o->width = (uint8_t)b;
    o->hstride = (uint8_t)c;
    return eu_expect(p, '>');
}

static void default_region(const struct eu_parser *p, unsigned i, struct eu_operand *o,
                           const struct eu_arf_info *arf, bool subreg)
{
    const struct eu_inst *inst = &p->inst;
    bool scalar = subreg || inst->exec_size == 1;
    o->vstride = o->hstride = 0;
    o->width = 1;
    switch ((enum eu_format)eu_ops[inst->op].format) {
    case EU_FMT_TERNARY:
        // <1;0> from Gen12, <2;1> before; source 2 has <1> always
        o->vstride = scalar ? 0 : p->isa >= KILN_ISA_GEN12 && i < 2 ? 1 : 2;
        o->hstride = scalar || (p->isa >= KILN_ISA_GEN12 && i < 2) ? 0 : 1;
        return;
    case EU_FMT_BRC:
    case EU_FMT_RET:
        o->vstride = o->width = 2;
        o->hstride = 1;
        return;
    case EU_FMT_JMPI:
    case EU_FMT_BRD:
    case EU_FMT_CALL:
    case EU_FMT_SEND:
    case EU_FMT_SENDS:
        return;
    default:
        break;
    }
    if (o->indirect)
        o->vstride = 1;
    else if (!arf || arf->base == EU_ARF_NULL || arf->subregs)
        o->vstride = !scalar;
}

// r5:2, the second payload of a message from Gen12.5.
static bool parse_src1_length(struct eu_parser *p)
{
    struct eu_lexer start = p->lx;
    if (!eu_accept(p, ':'))
        return true;
    if (p->lx.tok.kind != EU_TOK_INT) {
        p->lx = start;
        return true;
    }
    p->has_src1_length = true;
    return eu_parse_int(p, 31, &p->src1_length);
}

static bool parse_src_reg(struct eu_parser *p, unsigned i, struct eu_operand *o)
{
    const struct eu_inst *inst = &p->inst;
    const struct eu_arf_info *arf = NULL;
    bool send = eu_op_is_send(inst->op), branch = eu_op_is_branch(inst->op), found, has_sub = false;
    unsigned sub = 0;
    if ((o->negate || o->abs) && !(eu_op_flags(p->isa, inst->op) & EU_F_SRCMOD))
        return eu_parse_error(p, "source modifier not supported");
    if (!parse_place(p, o, &arf, &sub, &has_sub))
        return false;
    if (eu_is_macro(inst)) {
        // What iga64 writes, which nobody reads: <4;4,1>, in Gen11 <2;2,1>, then <1;1,0>.
        bool scalar = p->isa >= KILN_ISA_GEN11 && inst->exec_size == 1;
        o->vstride = scalar ? 0 : p->isa < KILN_ISA_GEN11 ? 4 : p->isa < KILN_ISA_GEN12 ? 2 : 1;
        o->width = scalar ? 1 : o->vstride;
        o->hstride = !scalar && p->isa < KILN_ISA_GEN12;
    } else {
        default_region(p, i, o, arf, has_sub);
    }
    if (eu_accept(p, '<') && !parse_region(p, i, o))
        return false;
    if (send && i == 1 && p->isa >= KILN_ISA_GEN125 && !parse_src1_length(p))
        return false;
    if (!parse_channels(p, o, false) || !eu_parse_type(p, &o->type, &found))
        return false;
    if (!found && !send && !branch)
        return eu_parse_error(p, "expected a type");
    if (branch)
        o->type = p->isa < KILN_ISA_GEN8 && inst->op == EU_OP_BRD ? EU_TYPE_W : EU_TYPE_D;
    else if (!found || (send && eu_ops[inst->op].format == EU_FMT_SENDS))
        o->type = EU_TYPE_UD;
    return o->indirect || eu_is_gather(p->isa, inst) || scale_subreg(p, o, send ? 0 : sub, arf);
}

static bool at_text(const struct eu_parser *p, const char *text)
{
    return eu_tok_ident(&p->lx.tok, text);
}

bool eu_parse_src(struct eu_parser *p, unsigned i)
{
    struct eu_operand *o = &p->inst.src[i];
    struct eu_lexer start = p->lx;
    *o = (struct eu_operand){.swizzle = 0xe4, .width = 1};
    if (eu_tok_is(&p->lx.tok, '-') || eu_tok_is(&p->lx.tok, '~')) {
        o->negate = true;
        eu_lex_next(&p->lx);
    }
    if (eu_tok_is(&p->lx.tok, '(')) {
        struct eu_lexer here = p->lx;
        eu_lex_next(&p->lx);
        if (at_text(p, "abs")) {
            o->abs = true;
            eu_lex_next(&p->lx);
            if (!eu_expect(p, ')'))
                return false;
        } else {
            p->lx = here;
        }
    }
    if (eu_at_register(p))
        return parse_src_reg(p, i, o);
    p->lx = start;
    *o = (struct eu_operand){0};
    if (eu_op_is_send(p->inst.op) || eu_op_is_branch(p->inst.op))
        return eu_parse_error(p, "expected a register");
    return eu_parse_imm(p, o);
}

bool eu_parse_target(struct eu_parser *p, bool uip)
{
    struct eu_label_ref *ref = uip ? &p->uip : &p->jip;
    const struct eu_token *t = &p->lx.tok;
    uint64_t v;
    bool is_int;
    if (t->kind == EU_TOK_IDENT) {
        *ref = (struct eu_label_ref){t->text, t->len, t->line, t->column};
        eu_lex_next(&p->lx);
    } else {
        if (!eu_parse_integer(p, &v, &is_int))
            return false;
        if (!is_int || (int64_t)v < INT32_MIN || (int64_t)v > INT32_MAX)
            return eu_parse_error(p, "expected a branch offset");
        *(uip ? &p->inst.uip : &p->inst.jip) = (int32_t)(int64_t)v;
    }
    enum eu_type ignored;
    bool found;
    return eu_parse_type(p, &ignored, &found);
}

// One of the two descriptors: a0.n (in doublewords), a 32-bit integer, or from Xe2 both: 0xF800:a0.2.
static bool parse_descriptor(struct eu_parser *p, bool *in_reg, unsigned *sub, uint32_t *value)
{
    uint64_t v;
    bool is_int;
    *in_reg = at_text(p, "a0");
    if (*in_reg) {
        eu_lex_next(&p->lx);
        return eu_expect(p, '.') && eu_parse_int(p, 7, sub);
    }
    if (!eu_parse_integer(p, &v, &is_int))
        return false;
    if (!is_int || v >> 32)
        return eu_parse_error(p, "expected a descriptor");
    *value = (uint32_t)v;
    if (p->isa < KILN_ISA_XE2 || !eu_accept(p, ':'))
        return true;
    *in_reg = at_text(p, "a0");
    if (!*in_reg)
        return eu_parse_error(p, "expected a0");
    eu_lex_next(&p->lx);
    return eu_expect(p, '.') && eu_parse_int(p, 7, sub);
}

bool eu_parse_descriptors(struct eu_parser *p)
{
    struct eu_inst *inst = &p->inst;
    unsigned ex_sub = 0, sub = 0;
    if (!parse_descriptor(p, &inst->ex_desc_in_reg, &ex_sub, &inst->ex_desc))
        return false;
    if (inst->ex_desc_in_reg && eu_ops[inst->op].format == EU_FMT_SEND)
        return eu_parse_error(p, "send takes its extended descriptor as an immediate");
    inst->ex_desc_subreg = (uint8_t)(ex_sub * 2);
    if (p->has_src1_length) {
        if (!inst->ex_desc_in_reg && inst->ex_desc & 0x7c0 && (inst->ex_desc >> 6 & 31) != p->src1_length)
            return eu_parse_error(p, "the extended descriptor has another length of source 1");
        inst->ex_bso = inst->ex_desc_in_reg && !(p->isa >= KILN_ISA_XE2 && inst->sfid == EU_SFID_UGM);
        inst->ex_desc |= p->src1_length << 6;
    }
    if (eu_is_gather(p->isa, inst) && inst->ex_desc_in_reg && inst->sfid != EU_SFID_UGM)
        inst->ex_bso = true;
    if (p->isa >= KILN_ISA_GEN12) { // the target is in the mnemonic, the end an option
        if (inst->ex_desc & 0x2f && !inst->ex_desc_in_reg)
            return eu_parse_error(p, "the extended descriptor has the target in it");
    } else {
        inst->sfid = inst->ex_desc & 15;
        inst->eot = inst->ex_desc >> 5 & 1;
    }
    if (!parse_descriptor(p, &inst->desc_in_reg, &sub, &inst->desc))
        return false;
    if (sub)
        return eu_parse_error(p, "the descriptor register is a0.0");
    // Gen9 alone: bit 30 of a register descriptor (half-float data) is taken from the instruction.
    if (p->isa == KILN_ISA_GEN9 && inst->desc_in_reg &&
        (inst->dst.type == EU_TYPE_HF || inst->src[0].type == EU_TYPE_HF))
        inst->desc = 1u << 30;
    return true;
}

bool eu_token_number(const struct eu_token *t, unsigned max, unsigned *n)
{
    *n = 0;
    for (size_t i = 1; i < t->len; i++) {
        if (t->text[i] < '0' || t->text[i] > '9' || *n > max)
            return false;
        *n = *n * 10 + (unsigned)(t->text[i] - '0');
    }
    return t->len > 1 && *n <= max;
}

// The barriers that a sync.bar waits for: 0x3, or f0.1:uw.
static bool parse_barrier(struct eu_parser *p, struct eu_operand *o)
{
    uint64_t v;
    bool is_int;
    if (eu_at_register(p))
        return parse_src_reg(p, 0, o);
    if (!eu_parse_integer(p, &v, &is_int) || !is_int || v >> 32)
        return eu_parse_error(p, "expected a number of a barrier");
    *o = (struct eu_operand){.file = EU_FILE_IMM, .type = EU_TYPE_UD, .imm = v};
    return true;
}

bool eu_parse_tokens(struct eu_parser *p)
{
    struct eu_operand *o = &p->inst.src[0];
    *o = (struct eu_operand){0};
    if (at_text(p, "null")) {
        eu_lex_next(&p->lx);
        return true;
    }
    if (p->isa >= KILN_ISA_XE2 && p->inst.sync == EU_SYNC_BAR)
        return parse_barrier(p, o);
    if (!eu_expect(p, '('))
        return false;
    o->file = EU_FILE_IMM;
    o->type = EU_TYPE_UD;
    if (eu_accept(p, ')'))
        return true;
    do {
        unsigned n;
        if (p->lx.tok.kind != EU_TOK_IDENT || p->lx.tok.text[0] != '$' ||
            !eu_token_number(&p->lx.tok, 31, &n))
            return eu_parse_error(p, "expected a token");
        o->imm |= 1u << n;
        eu_lex_next(&p->lx);
    } while (eu_accept(p, ','));
    return eu_expect(p, ')');
}

bool eu_parse_systolic_shape(struct eu_parser *p)
{
    unsigned depth, count;
    if (!eu_expect(p, '.') || !eu_parse_int(p, 8, &depth))
        return false;
    const struct eu_token *t = &p->lx.tok;
    if (t->kind != EU_TOK_IDENT || t->text[0] != 'x' || !eu_token_number(t, 8, &count))
        return eu_parse_error(p, "expected a repeat count");
    eu_lex_next(&p->lx);
    p->inst.depth = (uint8_t)depth;
    p->inst.count = (uint8_t)count;
    return true;
}

// :d, or :u4, :s4, :u2, :s2 of packed elements.
static bool parse_systolic_type(struct eu_parser *p, struct eu_operand *o)
{
    static const struct {
        const char *name;
        enum eu_type type;
        enum eu_pack pack;
    } packed[] = {{"u4", EU_TYPE_UB, EU_PACK_4_BITS},
                  {"s4", EU_TYPE_B, EU_PACK_4_BITS},
                  {"u2", EU_TYPE_UB, EU_PACK_2_BITS},
                  {"s2", EU_TYPE_B, EU_PACK_2_BITS}};
    struct eu_lexer start = p->lx;
    bool found;
    if (eu_accept(p, ':')) {
        for (size_t i = 0; i < sizeof(packed) / sizeof(packed[0]); i++) {
            if (at_text(p, packed[i].name)) {
                o->type = packed[i].type;
                o->pack = packed[i].pack;
                eu_lex_next(&p->lx);
                return true;
            }
        }
        p->lx = start;
    }
    return eu_parse_type(p, &o->type, &found) && (found || eu_parse_error(p, "expected a type"));
}

// The subregister of packed elements counts in elements.
static bool parse_systolic_operand(struct eu_parser *p, struct eu_operand *o)
{
    const struct eu_arf_info *arf = NULL;
    unsigned sub = 0;
    if (!parse_reg(p, o, &arf))
        return false;
    if (eu_accept(p, '.') && !eu_parse_int(p, 127, &sub))
        return false;
    if (!parse_systolic_type(p, o))
        return false;
    return scale_subreg(p, o,
                        o->pack == EU_PACK_4_BITS   ? sub / 2
                        : o->pack == EU_PACK_2_BITS ? sub / 4
                                                    : sub,
                        arf);
}

bool eu_parse_systolic(struct eu_parser *p)
{
    struct eu_inst *inst = &p->inst;
    inst->dst = (struct eu_operand){.hstride = 1, .writemask = 0xf};
    if (!parse_systolic_operand(p, &inst->dst))
        return false;
    for (unsigned i = 0; i < 3; i++) {
        inst->src[i] = (struct eu_operand){.swizzle = 0xe4, .width = 1};
        if (!parse_systolic_operand(p, &inst->src[i]))
            return false;
    }
    return true;
}
