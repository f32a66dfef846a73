// Between the assembler's files. Private to src/isa.
#ifndef KILN_ISA_EU_PARSE_H
#define KILN_ISA_EU_PARSE_H

#include "eu_lex.h"

#include "hw/target.h"

struct eu_label_ref {
    const char *text; // NULL: none
    size_t len;
    unsigned line, column;
};

struct eu_parser {
    enum kiln_isa isa;
    struct eu_lexer lx;
    struct eu_error *err;
    unsigned depth; // of parenthesized expressions

    // The instruction being parsed.
    struct eu_inst inst;
    struct eu_label_ref jip, uip;
    bool align16; // an operand or option says so
    unsigned line, column;
};

// Everything returns false with the error set: "line:column: message".
bool eu_parse_error(struct eu_parser *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool eu_expect(struct eu_parser *p, char punct);
bool eu_accept(struct eu_parser *p, char punct);
bool eu_parse_int(struct eu_parser *p, unsigned max, unsigned *value);

// f0.1; a following ".any2h" is left unread.
bool eu_parse_flag(struct eu_parser *p, uint8_t *reg, uint8_t *subreg);

bool eu_parse_dst(struct eu_parser *p);
bool eu_parse_src(struct eu_parser *p, unsigned i);
bool eu_parse_target(struct eu_parser *p, bool uip); // a label or an offset
bool eu_parse_descriptors(struct eu_parser *p);
bool eu_parse_tokens(struct eu_parser *p); // of a sync: null, or ($0,$5)

// The number of $5 or @3, up to max.
bool eu_token_number(const struct eu_token *t, unsigned max, unsigned *n);

// True if the current token names a register (without consuming it).
bool eu_at_register(const struct eu_parser *p);

#endif
