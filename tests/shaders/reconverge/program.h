// Random structured programs whose subgroup operations see which lanes are together: as a tree that is made
// from a seed (gen.c), evaluated under maximal reconvergence (eval.c) and written as SPIR-V (spirv.c).
#ifndef KILN_TESTS_RECONVERGE_H
#define KILN_TESTS_RECONVERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    VARS = 6,
    MAX_COUNTERS = 64,
    MEMS = 8,
    OUTS = MEMS + VARS,
    MAX_CASES = 5,
    FUNCTIONS = 3,
    MAX_LOCAL = 80
};

enum expr_kind {
    E_CONST,
    E_VAR,
    E_LANE,
    E_LOCAL,
    E_INPUT,
    E_COUNTER,
    E_ADD,
    E_SUB,
    E_MUL,
    E_XOR,
    E_AND,
    E_OR,
    E_SHR,
    E_LT,
    E_EQ,
    E_BIT
}; // from E_LT on: conditions

struct expr {
    enum expr_kind kind;
    uint32_t value; // constant, variable, counter, shift
    struct expr *a, *b;
};

enum subgroup_kind {
    G_BALLOT,
    G_ADD,
    G_INCLUSIVE,
    G_EXCLUSIVE,
    G_FIRST,
    G_ELECT,
    G_ANY,
    G_ALL,
    G_MIN,
    G_COUNT,
    G_BROADCAST,
    G_KINDS
};

enum stmt_kind { S_ASSIGN, S_GROUP, S_STORE, S_IF, S_LOOP, S_SWITCH, S_BREAK, S_CONTINUE, S_RETURN, S_CALL };
enum loop_kind { LOOP_FOR, LOOP_DO, LOOP_INFINITE };

struct stmt {
    enum stmt_kind kind;
    struct stmt *next;
    uint32_t var; // assigned; of loops: the counter; of calls: the function
    enum subgroup_kind group;
    bool fold;                 // var = var * 31 + value
    struct expr *value;        // also the condition, the selector and a loop's bound
    struct stmt *body, *other; // then, else; a loop's body and continue construct
    enum loop_kind loop;
    struct switch_case {
        struct stmt *body;
        uint32_t literals[2], literal_count; // none: the default
        bool falls;                          // into the next
    } cases[MAX_CASES];
    uint32_t case_count;
};

struct program {
    uint32_t seed, local, groups;
    struct stmt *functions[FUNCTIONS]; // each calls only those before it
    uint32_t function_count;
    struct stmt *body;
    bool in_main; // the body is main's own: returning ends the invocation
    uint32_t counters;
};

struct program *program_make(uint32_t seed);
void program_free(struct program *p);
uint32_t program_random(uint32_t *state);

// What each invocation leaves in the output buffer: OUTS words.
void program_eval(const struct program *p, uint32_t subgroup_size, const uint32_t *input, uint32_t *output);

void program_print(const struct program *p, FILE *f);
// Takes statement n out, false if there is none; and puts it back.
bool program_cut(struct program *p, uint32_t n);
void program_uncut(void);

// malloc'ed words. `maximal`: with the execution mode that asks for it.
uint32_t *program_spirv(const struct program *p, bool maximal, size_t *bytes);

#endif
