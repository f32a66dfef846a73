// The lexer: identifiers, numbers, punctuation; comments and blanks are skipped, newlines are tokens.
#include "isa/text/lex.h"
#include "util/number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void eu_lex_init(struct eu_lexer *lx, const char *text)
{
    *lx = (struct eu_lexer){.at = text, .line_start = text, .line = 1};
    eu_lex_next(lx);
}

bool eu_tok_is(const struct eu_token *t, char punct)
{
    return (t->kind == EU_TOK_PUNCT || t->kind == EU_TOK_NEWLINE) && t->punct == punct;
}

bool eu_tok_ident(const struct eu_token *t, const char *name)
{
    return t->kind == EU_TOK_IDENT && strlen(name) == t->len && !memcmp(t->text, name, t->len);
}

static void skip_blanks(struct eu_lexer *lx)
{
    for (;;) {
        const char *p = lx->at;
        if (*p == ' ' || *p == '\t' || *p == '\r') {
            lx->at++;
        } else if (p[0] == '/' && p[1] == '/') {
            while (*lx->at && *lx->at != '\n')
                lx->at++;
        } else if (p[0] == '/' && p[1] == '*') {
            for (lx->at += 2; *lx->at && !(lx->at[0] == '*' && lx->at[1] == '/'); lx->at++) {
                if (*lx->at == '\n') {
                    lx->line++;
                    lx->line_start = lx->at + 1;
                }
            }
            if (*lx->at)
                lx->at += 2;
        } else {
            return;
        }
    }
}

// A letter of the C locale's, not of the program's.
static bool is_ident(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '@';
}

// Digits of a base; BAD if there are none or they do not fit 64 bits.
static void lex_int(struct eu_token *t, const char *p, unsigned base)
{
    uint64_t v = 0;
    const char *start = p;
    for (;; p++) {
        unsigned d;
        if (*p >= '0' && *p <= '9')
            d = (unsigned)(*p - '0');
        else if (base == 16 && isxdigit((unsigned char)*p))
            d = (unsigned)(tolower((unsigned char)*p) - 'a' + 10);
        else
            break;
        if (d >= base)
            break;
        if (v > (UINT64_MAX - d) / base) {
            t->kind = EU_TOK_BAD;
            break;
        }
        v = v * base + d;
    }
    if (p == start)
        t->kind = EU_TOK_BAD;
    t->value = v;
    t->len = (size_t)(p - t->text);
}

static void lex_number(struct eu_token *t, const char *p)
{
    t->kind = EU_TOK_INT;
    if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
        lex_int(t, p + 2, 16);
        return;
    }
    if (p[0] == '0' && (p[1] == 'b' || p[1] == 'B')) {
        lex_int(t, p + 2, 2);
        return;
    }
    const char *e = p;
    while (isdigit((unsigned char)*e))
        e++;
    bool real = false;
    if (e[0] == '.' && isdigit((unsigned char)e[1])) {
        real = true;
        for (e++; isdigit((unsigned char)*e); e++)
            ;
    }
    const char *x = e;
    if (*x == 'e' || *x == 'E') {
        x++;
        x += *x == '+' || *x == '-';
        if (isdigit((unsigned char)*x)) {
            real = true;
            while (isdigit((unsigned char)*x))
                x++;
            e = x;
        }
    }
    if (!real) {
        t->decimal = true;
        lex_int(t, p, 10);
        return;
    }
    char text[512];
    t->kind = EU_TOK_FLOAT;
    t->len = (size_t)(e - p);
    if (t->len >= sizeof(text)) {
        t->kind = EU_TOK_BAD;
        return;
    }
    memcpy(text, p, t->len);
    text[t->len] = 0;
    t->real = kiln_strtod(text, NULL);
}

void eu_lex_next(struct eu_lexer *lx)
{
    skip_blanks(lx);
    const char *p = lx->at;
    struct eu_token t = {.text = p, .len = 1, .line = lx->line, .column = (unsigned)(p - lx->line_start) + 1};
    if (!*p) {
        t.kind = EU_TOK_END;
        t.len = 0;
    } else if (*p == '\n' || *p == ';') {
        t.kind = EU_TOK_NEWLINE;
        t.punct = *p; // ';' also separates the parts of a region
        if (*p == '\n') {
            lx->line++;
            lx->line_start = p + 1;
        }
    } else if (isdigit((unsigned char)*p)) {
        lex_number(&t, p);
    } else if (is_ident(*p)) {
        t.kind = EU_TOK_IDENT;
        while (is_ident(p[t.len]))
            t.len++;
    } else if (strchr("()[]{}<>|&^~.,:;+-*", *p)) {
        t.kind = EU_TOK_PUNCT;
        t.punct = *p;
    } else {
        t.kind = EU_TOK_BAD;
    }
    lx->at = p + t.len;
    lx->tok = t;
}
