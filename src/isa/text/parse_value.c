// The assembler: immediates, which are constant expressions of integers, floats and NaNs.
#include "isa/text/parse.h"
#include "isa/table/tables.h"

#include <math.h>
#include <string.h>

// A value of a constant expression: an integer, a double, or a NaN with its payload.
struct value {
    enum { V_INT, V_REAL, V_NAN } kind;
    bool decimal; // an integer written in base 10
    bool negative, quiet;
    uint64_t i;
    double d;
};

static bool parse_sum(struct eu_parser *p, struct value *v);

static bool parse_nan(struct eu_parser *p, struct value *v)
{
    *v = (struct value){.kind = V_NAN, .quiet = p->lx.tok.text[0] == 'q'};
    eu_lex_next(&p->lx);
    if (!eu_expect(p, '('))
        return false;
    if (p->lx.tok.kind != EU_TOK_INT)
        return eu_parse_error(p, "expected a NaN payload");
    v->i = p->lx.tok.value;
    eu_lex_next(&p->lx);
    return eu_expect(p, ')');
}

static bool parse_primary(struct eu_parser *p, struct value *v)
{
    const struct eu_token *t = &p->lx.tok;
    *v = (struct value){0};
    if (t->kind == EU_TOK_INT) {
        v->i = t->value;
        v->decimal = t->decimal;
    } else if (t->kind == EU_TOK_FLOAT) {
        v->kind = V_REAL;
        v->d = t->real;
    } else if (eu_tok_ident(t, "inf")) {
        v->kind = V_REAL;
        v->d = INFINITY;
    } else if (eu_tok_ident(t, "qnan") || eu_tok_ident(t, "snan")) {
        return parse_nan(p, v);
    } else if (eu_tok_is(t, '(')) {
        if (++p->depth > 32)
            return eu_parse_error(p, "expression too deep");
        eu_lex_next(&p->lx);
        if (!parse_sum(p, v))
            return false;
        p->depth--;
        return eu_expect(p, ')');
    } else {
        return eu_parse_error(p, "expected an operand");
    }
    eu_lex_next(&p->lx);
    return true;
}

static bool parse_unary(struct eu_parser *p, struct value *v)
{
    bool minus = eu_tok_is(&p->lx.tok, '-'), tilde = eu_tok_is(&p->lx.tok, '~');
    if (!minus && !tilde)
        return parse_primary(p, v);
    eu_lex_next(&p->lx);
    if (!parse_primary(p, v))
        return false;
    if (v->kind == V_INT)
        v->i = tilde ? ~v->i : 0 - v->i;
    else if (tilde)
        return eu_parse_error(p, "expected an integer");
    else if (v->kind == V_REAL)
        v->d = -v->d;
    else
        v->negative = !v->negative;
    return true;
}

static bool combine(struct eu_parser *p, struct value *v, char op, const struct value *w)
{
    if (v->kind == V_NAN || w->kind == V_NAN || v->kind != w->kind)
        return eu_parse_error(p, "operands of an expression must be of one kind");
    if (v->kind == V_INT)
        v->i = op == '+' ? v->i + w->i : op == '-' ? v->i - w->i : v->i * w->i;
    else
        v->d = op == '+' ? v->d + w->d : op == '-' ? v->d - w->d : v->d * w->d;
    v->decimal = false;
    return true;
}

static bool parse_product(struct eu_parser *p, struct value *v)
{
    if (!parse_unary(p, v))
        return false;
    while (eu_accept(p, '*')) {
        struct value w;
        if (!parse_unary(p, &w) || !combine(p, v, '*', &w))
            return false;
    }
    return true;
}

static bool parse_sum(struct eu_parser *p, struct value *v)
{
    if (!parse_product(p, v))
        return false;
    while (eu_tok_is(&p->lx.tok, '+') || eu_tok_is(&p->lx.tok, '-')) {
        char op = p->lx.tok.punct;
        struct value w;
        eu_lex_next(&p->lx);
        if (!parse_product(p, &w) || !combine(p, v, op, &w))
            return false;
    }
    return true;
}

// Round-to-nearest-even of a double to half precision.
static uint64_t half_from_double(double d)
{
    uint64_t sign = signbit(d) ? 0x8000 : 0;
    d = fabs(d);
    if (isinf(d) || d >= 65520.0)
        return sign | 0x7c00;
    if (d < 0x1p-14)
        return sign | (uint64_t)nearbyint(d * 0x1p24);
    int e;
    double m = frexp(d, &e); // [0.5, 1) * 2^e
    uint64_t frac = (uint64_t)nearbyint(m * 2048);
    return sign | (((uint64_t)(e + 14) << 10) + (frac - 1024));
}

static bool float_bits(struct eu_parser *p, const struct value *v, unsigned size, uint64_t *bits)
{
    unsigned mant = size == 8 ? 52 : size == 4 ? 23 : 10, width = size * 8;
    if (v->kind == V_INT) { // raw bits, in hexadecimal only
        if (v->decimal && v->i)
            return eu_parse_error(p, "write %s",
                                  "a floating-point literal with a point, or its bits in hexadecimal");
        if (size < 8 && v->i >> width)
            return eu_parse_error(p, "literal too big for its type");
        *bits = v->i;
    } else if (v->kind == V_NAN) {
        uint64_t quiet = 1ull << (mant - 1), exp = ((1ull << (width - 1 - mant)) - 1) << mant;
        if (v->i >= quiet || (!v->quiet && !v->i))
            return eu_parse_error(p, "NaN payload out of range");
        *bits = exp | (v->quiet ? quiet : 0) | v->i | (v->negative ? 1ull << (width - 1) : 0);
    } else if (size == 8) {
        memcpy(bits, &v->d, 8);
    } else if (size == 4) {
        float f = (float)v->d;
        uint32_t b;
        memcpy(&b, &f, 4);
        *bits = b;
    } else {
        *bits = half_from_double(v->d);
    }
    return true;
}

bool eu_parse_imm(struct eu_parser *p, struct eu_operand *o)
{
    struct value v;
    bool found;
    if (!parse_sum(p, &v) || !eu_parse_type(p, &o->type, &found))
        return false;
    if (!found || eu_type_codes(p->isa, o->type)->imm < 0)
        return eu_parse_error(p, "expected a type for the immediate");
    o->file = EU_FILE_IMM;
    unsigned size = eu_types[o->type].size;
    if (eu_type_is_float(o->type) && o->type != EU_TYPE_VF)
        return float_bits(p, &v, size, &o->imm);
    if (v.kind != V_INT)
        return eu_parse_error(p, "the literal must be an integer");
    o->imm = size == 8 ? v.i : v.i & ((1ull << size * 8) - 1);
    return true;
}

bool eu_parse_integer(struct eu_parser *p, uint64_t *value, bool *is_int)
{
    struct value v;
    if (!parse_sum(p, &v))
        return false;
    *is_int = v.kind == V_INT;
    *value = v.i;
    return true;
}
