// Tokens of the assembler's text. Private to src/isa.
#ifndef KILN_ISA_TEXT_LEX_H
#define KILN_ISA_TEXT_LEX_H

#include "kiln/isa.h"

enum eu_token_kind {
    EU_TOK_END,
    EU_TOK_NEWLINE, // or ';'
    EU_TOK_IDENT,
    EU_TOK_INT,
    EU_TOK_FLOAT,
    EU_TOK_PUNCT, // the character in `punct`
    EU_TOK_BAD,
};

struct eu_token {
    enum eu_token_kind kind;
    const char *text; // into the source
    size_t len;
    char punct;
    bool decimal; // INT in base 10
    uint64_t value;
    double real;
    unsigned line, column;
};

// The current token is one ahead of what was consumed. Copying the struct saves the position.
struct eu_lexer {
    const char *at;
    const char *line_start;
    unsigned line;
    struct eu_token tok;
};

void eu_lex_init(struct eu_lexer *lx, const char *text);
void eu_lex_next(struct eu_lexer *lx);

bool eu_tok_is(const struct eu_token *t, char punct);
bool eu_tok_ident(const struct eu_token *t, const char *name);

#endif
