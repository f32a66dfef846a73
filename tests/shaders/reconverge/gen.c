// Makes programs. All loops are bounded by a counter of their own; switch cases that others fall into hold no
// subgroup operation, since SPIR-V does not say who is together there.
#include "program.h"

#include <stdlib.h>

struct gen {
    struct program *p;
    uint32_t rng;
    int budget;
    unsigned depth, loops; // nesting; loops around
    unsigned cost;         // how often the innermost block may run
    bool breakable, no_group, in_continue, no_return, in_function;
    uint32_t visible[8]; // counters of the loops around
};

uint32_t program_random(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

static uint32_t below(struct gen *g, uint32_t n)
{
    return (program_random(&g->rng) >> 8) % n;
}

static bool chance(struct gen *g, unsigned percent)
{
    return below(g, 100) < percent;
}

static struct expr *node(enum expr_kind kind, uint32_t value, struct expr *a, struct expr *b)
{
    struct expr *e = calloc(1, sizeof(*e));
    *e = (struct expr){kind, value, a, b};
    return e;
}

static struct expr *leaf(struct gen *g)
{
    switch (below(g, 8)) {
    case 0:
        return node(E_CONST, chance(g, 70) ? below(g, 8) : program_random(&g->rng), NULL, NULL);
    case 1:
        return node(E_LANE, 0, NULL, NULL);
    case 2:
        return node(E_LOCAL, 0, NULL, NULL);
    case 3:
        return node(E_INPUT, 0, NULL, NULL);
    case 4:
        if (g->loops)
            return node(E_COUNTER, g->visible[below(g, g->loops)], NULL, NULL);
        return node(E_LANE, 0, NULL, NULL);
    default:
        return node(E_VAR, below(g, VARS), NULL, NULL);
    }
}

static struct expr *number(struct gen *g, unsigned depth)
{
    if (!depth || chance(g, 30))
        return leaf(g);
    enum expr_kind k = (enum expr_kind)(E_ADD + below(g, E_SHR - E_ADD + 1));
    struct expr *a = number(g, depth - 1);
    return k == E_SHR ? node(k, 1 + below(g, 12), a, NULL) : node(k, 0, a, number(g, depth - 1));
}

static struct expr *condition(struct gen *g)
{
    switch (below(g, 4)) {
    case 0:
        return node(E_LT, 0, number(g, 1), number(g, 1));
    case 1:
        return node(E_EQ, 0, node(E_AND, 0, number(g, 1), node(E_CONST, 1 + below(g, 3), NULL, NULL)),
                    node(E_CONST, below(g, 3), NULL, NULL));
    default:
        return node(E_BIT, below(g, 6), number(g, 1), NULL);
    }
}

static struct stmt *list(struct gen *g, unsigned n);

static struct stmt *make(enum stmt_kind kind)
{
    struct stmt *s = calloc(1, sizeof(*s));
    s->kind = kind;
    return s;
}

static struct stmt *nested(struct gen *g, unsigned n)
{
    g->depth++;
    struct stmt *s = list(g, n);
    g->depth--;
    return s;
}

static struct stmt *jump_if(struct gen *g, enum stmt_kind jump)
{
    struct stmt *s = make(S_IF);
    s->value = condition(g);
    struct stmt **at = &s->body;
    if (chance(g, 60)) { // what runs just before a jump
        g->depth++;
        g->budget--;
        for (*at = list(g, 1); *at; at = &(*at)->next)
            if ((*at)->kind >= S_BREAK && (*at)->kind <= S_RETURN)
                break;
        g->depth--;
    }
    if (!*at)
        *at = make(jump);
    if (chance(g, 15))
        s->other = nested(g, 1);
    return s;
}

static struct stmt *make_loop(struct gen *g)
{
    struct stmt *s = make(S_LOOP);
    struct gen outer = *g;
    s->loop = (enum loop_kind)below(g, 3);
    s->var = g->p->counters++;
    s->value = node(E_ADD, 0, node(E_AND, 0, number(g, 1), node(E_CONST, 3, NULL, NULL)),
                    node(E_CONST, 1, NULL, NULL));
    g->visible[g->loops++] = s->var;
    g->depth++;
    g->cost *= 4;
    g->breakable = true;
    g->in_continue = false;
    s->body = list(g, 1 + below(g, 5));
    if (chance(g, 35)) {
        g->in_continue = g->no_return = true;
        g->breakable = false;
        s->other = list(g, 1 + below(g, 2));
    }
    int budget = g->budget;
    uint32_t rng = g->rng;
    *g = outer;
    g->budget = budget;
    g->rng = rng;
    return s;
}

static struct stmt *make_switch(struct gen *g)
{
    struct stmt *s = make(S_SWITCH);
    bool breakable = g->breakable, no_group = g->no_group;
    uint32_t literal = 0;
    s->value = node(E_AND, 0, number(g, 1), node(E_CONST, 7, NULL, NULL));
    s->case_count = 2 + below(g, MAX_CASES - 1);
    uint32_t def = chance(g, 80) ? below(g, s->case_count) : s->case_count;
    g->depth++;
    g->breakable = true;
    for (uint32_t k = 0; k < s->case_count; k++) {
        struct switch_case *c = &s->cases[k];
        if (k != def)
            for (c->literal_count = 0; c->literal_count < 1 + (uint32_t)chance(g, 30);)
                c->literals[c->literal_count++] = literal++;
        g->no_group = no_group || (k && s->cases[k - 1].falls);
        c->body = list(g, 1 + below(g, 3));
        c->falls = k + 1 < s->case_count && k != def && k + 1 != def && chance(g, 35);
    }
    g->depth--;
    g->breakable = breakable;
    g->no_group = no_group;
    return s;
}

static struct stmt *make_group(struct gen *g)
{
    struct stmt *s = make(S_GROUP);
    s->group = (enum subgroup_kind)below(g, chance(g, 50) ? 1 : G_KINDS);
    s->var = below(g, VARS);
    s->fold = chance(g, 75);
    bool cond = s->group == G_BALLOT || s->group == G_ANY || s->group == G_ALL;
    s->value = cond ? (chance(g, 50) ? node(E_BIT, 0, node(E_CONST, 1, NULL, NULL), NULL) : condition(g))
                    : number(g, 1);
    return s;
}

static struct stmt *simple(struct gen *g)
{
    if (!g->no_group && chance(g, 55))
        return make_group(g);
    struct stmt *s = make(chance(g, 75) ? S_ASSIGN : S_STORE);
    s->var = below(g, s->kind == S_STORE ? MEMS : VARS);
    s->value = number(g, 2);
    s->fold = chance(g, 50);
    return s;
}

static struct stmt *statement(struct gen *g)
{
    g->budget--;
    if (g->budget > 0 && g->depth < 6) {
        uint32_t k = below(g, 100);
        if (k < 18) {
            struct stmt *s = make(S_IF);
            s->value = condition(g);
            s->body = nested(g, 1 + below(g, 3));
            s->other = chance(g, 50) ? nested(g, 1 + below(g, 3)) : NULL;
            return s;
        }
        if (k < 32 && g->cost < 64 && g->loops < 4 && g->p->counters < MAX_COUNTERS)
            return make_loop(g);
        if (k < 38)
            return make_switch(g);
        if (k < 43 && g->p->function_count && !g->in_function && !g->no_group && g->cost < 32) {
            struct stmt *s = make(S_CALL);
            s->var = below(g, g->p->function_count);
            return s;
        }
        if (k < 52 && g->breakable)
            return jump_if(g, S_BREAK);
        if (k < 60 && g->loops && !g->in_continue)
            return jump_if(g, S_CONTINUE);
        if (k < 63 && !g->no_return)
            return jump_if(g, S_RETURN);
    }
    return simple(g);
}

static struct stmt *list(struct gen *g, unsigned n)
{
    struct stmt *first = NULL, **at = &first;
    for (; n; n--) {
        *at = statement(g);
        at = &(*at)->next;
    }
    if (g->depth > 1 && chance(g, 4) && !g->in_continue) {
        if (g->breakable)
            *at = make(g->loops && chance(g, 50) ? S_CONTINUE : S_BREAK);
        else if (chance(g, 30) && !g->no_return)
            *at = make(S_RETURN);
    }
    return first;
}

struct program *program_make(uint32_t seed)
{
    struct program *p = calloc(1, sizeof(*p));
    struct gen g = {.p = p, .rng = seed * 2654435761u + 97, .cost = 1};
    if (!g.rng)
        g.rng = 1;
    static const uint32_t locals[] = {32, 64, 8, 16, 45, 13, 77, 33};
    for (unsigned k = 0; k < 8; k++)
        program_random(&g.rng);
    p->seed = seed;
    p->local = locals[below(&g, 8)];
    p->groups = 1 + below(&g, 2);
    p->in_main = chance(&g, 40);
    uint32_t functions = below(&g, FUNCTIONS + 1);
    for (uint32_t k = 0; k < functions; k++) {
        g.budget = 6 + (int)below(&g, 8);
        g.in_function = true;
        p->functions[k] = list(&g, 1 + below(&g, 4));
        p->function_count = k + 1;
    }
    g.in_function = false;
    g.budget = 10 + (int)below(&g, 30);
    p->body = list(&g, 2 + below(&g, 8));
    return p;
}

static void free_expr(struct expr *e)
{
    if (!e)
        return;
    free_expr(e->a);
    free_expr(e->b);
    free(e);
}

static void free_list(struct stmt *s)
{
    while (s) {
        struct stmt *next = s->next;
        free_expr(s->value);
        free_list(s->body);
        free_list(s->other);
        for (uint32_t k = 0; k < s->case_count; k++)
            free_list(s->cases[k].body);
        free(s);
        s = next;
    }
}

void program_free(struct program *p)
{
    for (uint32_t k = 0; k < p->function_count; k++)
        free_list(p->functions[k]);
    free_list(p->body);
    free(p);
}
