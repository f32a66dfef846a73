// Between the assembler's files. Private to src/isa.
#ifndef KILN_ISA_TEXT_PARSE_H
#define KILN_ISA_TEXT_PARSE_H

#include "isa/text/lex.h"

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
    bool align16;         // an operand or option says so
    unsigned src1_length; // of a message's second payload; from Gen12.5 it is beside the register
    bool has_src1_length;
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
bool eu_parse_imm(struct eu_parser *p, struct eu_operand *o);
// A constant expression; *is_int: it is an integer, *value.
bool eu_parse_integer(struct eu_parser *p, uint64_t *value, bool *is_int);
bool eu_parse_type(struct eu_parser *p, enum eu_type *type, bool *found); // :ud, if it is there
bool eu_parse_target(struct eu_parser *p, bool uip);                      // a label or an offset
bool eu_parse_descriptors(struct eu_parser *p);
bool eu_parse_bfn(struct eu_parser *p);            // after the name: .0x8E, or .(s0&s1|s2)
bool eu_parse_systolic_shape(struct eu_parser *p); // after the name: .8x4
bool eu_parse_systolic(struct eu_parser *p);
bool eu_parse_tokens(struct eu_parser *p); // of a sync: null, or ($0,$5)

// The number of $5 or @3, up to max.
bool eu_token_number(const struct eu_token *t, unsigned max, unsigned *n);

// True if the current token names a register (without consuming it).
bool eu_at_register(const struct eu_parser *p);

#endif
