// The assembler: the function of bfn, as its truth table or as an expression of s0, s1 and s2.
//
// An expression is evaluated on the columns of the table at once: s0 is 0xaa, s1 0xcc, s2 0xf0. Operators
// bind as in C: ~, &, ^, |. Source: iga64 -Xprint-bfnexprs.
#include "isa/text/parse.h"

enum { MAX_DEPTH = 32 };

static const char binary[] = "|^&";

static bool parse_binary(struct eu_parser *p, unsigned level, uint8_t *v);

static bool parse_term(struct eu_parser *p, uint8_t *v)
{
    static const struct {
        const char *name;
        uint8_t column;
    } terms[] = {{"s0", 0xaa}, {"s1", 0xcc}, {"s2", 0xf0}, {"zeros", 0}, {"ones", 0xff}};
    if (eu_accept(p, '~')) {
        if (++p->depth > MAX_DEPTH || !parse_term(p, v))
            return p->depth <= MAX_DEPTH ? false : eu_parse_error(p, "expression too deep");
        p->depth--;
        *v = (uint8_t)~*v;
        return true;
    }
    if (eu_accept(p, '(')) {
        if (++p->depth > MAX_DEPTH)
            return eu_parse_error(p, "expression too deep");
        if (!parse_binary(p, 0, v))
            return false;
        p->depth--;
        return eu_expect(p, ')');
    }
    for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++) {
        if (eu_tok_ident(&p->lx.tok, terms[i].name)) {
            *v = terms[i].column;
            eu_lex_next(&p->lx);
            return true;
        }
    }
    return eu_parse_error(p, "expected s0, s1 or s2");
}

// Chains of operators that bind as tightly as binary[level], or tighter.
static bool parse_binary(struct eu_parser *p, unsigned level, uint8_t *v)
{
    uint8_t w;
    if (!binary[level])
        return parse_term(p, v);
    if (!parse_binary(p, level + 1, v))
        return false;
    while (eu_accept(p, binary[level])) {
        if (!parse_binary(p, level + 1, &w))
            return false;
        *v = (uint8_t)(binary[level] == '|' ? *v | w : binary[level] == '^' ? *v ^ w : *v & w);
    }
    return true;
}

bool eu_parse_bfn(struct eu_parser *p)
{
    unsigned n;
    if (!eu_expect(p, '.'))
        return false;
    if (eu_accept(p, '('))
        return parse_binary(p, 0, &p->inst.bfn) && eu_expect(p, ')');
    if (!eu_parse_int(p, 0xff, &n))
        return false;
    p->inst.bfn = (uint8_t)n;
    return true;
}
