// A program as text, and one with a statement taken out: what makes a failing one readable.
#include "program.h"

#include <stdio.h>
#include <stdlib.h>

static void print_expr(FILE *f, const struct expr *e)
{
    static const char *const ops[] = {[E_ADD] = "+", [E_SUB] = "-", [E_MUL] = "*", [E_XOR] = "^",
                                      [E_AND] = "&", [E_OR] = "|",  [E_LT] = "<",  [E_EQ] = "=="};
    switch (e->kind) {
    case E_CONST:
        fprintf(f, "%uu", e->value);
        return;
    case E_VAR:
        fprintf(f, "v%u", e->value);
        return;
    case E_LANE:
        fprintf(f, "lane");
        return;
    case E_LOCAL:
        fprintf(f, "local");
        return;
    case E_INPUT:
        fprintf(f, "input");
        return;
    case E_COUNTER:
        fprintf(f, "c%u", e->value);
        return;
    case E_SHR:
    case E_BIT:
        fprintf(f, e->kind == E_SHR ? "(" : "bit(");
        print_expr(f, e->a);
        fprintf(f, e->kind == E_SHR ? " >> %u)" : ", %u)", e->value);
        return;
    default:
        fprintf(f, "(");
        print_expr(f, e->a);
        fprintf(f, " %s ", ops[e->kind]);
        print_expr(f, e->b);
        fprintf(f, ")");
    }
}

static void print_list(FILE *f, const struct stmt *s, int indent);

static void print_block(FILE *f, const char *head, const struct stmt *s, int indent)
{
    fprintf(f, "%*s%s {\n", indent, "", head);
    print_list(f, s, indent + 4);
    fprintf(f, "%*s}\n", indent, "");
}

static void print_switch(FILE *f, const struct stmt *s, int indent)
{
    for (uint32_t c = 0; c < s->case_count; c++) {
        fprintf(f, "%*s%s", indent, "", s->cases[c].literal_count ? "case" : "default");
        for (uint32_t k = 0; k < s->cases[c].literal_count; k++)
            fprintf(f, " %u", s->cases[c].literals[k]);
        fprintf(f, ":\n");
        print_list(f, s->cases[c].body, indent + 4);
        fprintf(f, "%*s%s\n", indent + 4, "", s->cases[c].falls ? "(falls through)" : "break");
    }
}

static void print_stmt(FILE *f, const struct stmt *s, int indent)
{
    static const char *const groups[] = {"ballot", "add", "inclusive", "exclusive", "first",    "elect",
                                         "any",    "all", "min",       "count",     "broadcast"};
    static const char *const loops[] = {"for", "do", "infinite"};
    char head[64];
    fprintf(f, "%*s", indent, "");
    switch (s->kind) {
    case S_ASSIGN:
    case S_GROUP:
    case S_STORE:
        fprintf(f, "%s%u %s ", s->kind == S_STORE ? "out" : "v", s->var, s->fold ? "*31+=" : "=");
        if (s->kind == S_GROUP)
            fprintf(f, "%s ", groups[s->group]);
        print_expr(f, s->value);
        fprintf(f, "\n");
        return;
    case S_IF:
        fprintf(f, "if ");
        print_expr(f, s->value);
        fprintf(f, "\n");
        print_block(f, "then", s->body, indent);
        if (s->other)
            print_block(f, "else", s->other, indent);
        return;
    case S_LOOP:
        fprintf(f, "bound = ");
        print_expr(f, s->value);
        fprintf(f, "\n");
        snprintf(head, sizeof(head), "%s c%u", loops[s->loop], s->var);
        print_block(f, head, s->body, indent);
        if (s->other)
            print_block(f, "continuing", s->other, indent);
        return;
    case S_SWITCH:
        fprintf(f, "switch ");
        print_expr(f, s->value);
        fprintf(f, "\n");
        print_switch(f, s, indent);
        return;
    case S_BREAK:
        fprintf(f, "break\n");
        return;
    case S_CONTINUE:
        fprintf(f, "continue\n");
        return;
    case S_RETURN:
        fprintf(f, "return\n");
        return;
    case S_CALL:
        fprintf(f, "call f%u\n", s->var);
    }
}

static void print_list(FILE *f, const struct stmt *s, int indent)
{
    for (; s; s = s->next)
        print_stmt(f, s, indent);
}

void program_print(const struct program *p, FILE *f)
{
    char head[32];
    fprintf(f, "%u groups of %u\n", p->groups, p->local);
    for (uint32_t k = 0; k < p->function_count; k++) {
        snprintf(head, sizeof(head), "f%u", k);
        print_block(f, head, p->functions[k], 0);
    }
    print_block(f, p->in_main ? "main" : "body", p->body, 0);
}

// ---- taking statements out ----

static struct stmt **cut;
static struct stmt *saved;

// Finds statement n, in order; n counts down. What is taken out is unlinked only.
static bool cut_in(struct stmt **at, uint32_t *n)
{
    for (; *at; at = &(*at)->next) {
        if (!(*n)--) {
            cut = at;
            saved = *at;
            *at = saved->next;
            return true;
        }
        if (cut_in(&(*at)->body, n) || cut_in(&(*at)->other, n))
            return true;
        for (uint32_t c = 0; c < (*at)->case_count; c++)
            if (cut_in(&(*at)->cases[c].body, n))
                return true;
    }
    return false;
}

bool program_cut(struct program *p, uint32_t n)
{
    for (uint32_t k = 0; k < p->function_count; k++)
        if (cut_in(&p->functions[k], &n))
            return true;
    return cut_in(&p->body, &n);
}

void program_uncut(void)
{
    *cut = saved;
}
