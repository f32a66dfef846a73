// The names of the optimizer's steps: compiler/support/steps.h.
#include "compiler/support/steps.h"

#include <stdlib.h>
#include <string.h>

#include "util/env.h"

enum number {
    NO_STEP,
#define PASTE(a, b) a##b
#define NUMBER_AT(line) PASTE(NUMBER_, line)
#define LLVM(...) NUMBER_AT(__LINE__),
#define FORM(...) NUMBER_AT(__LINE__),
#define STEP(...) NUMBER_AT(__LINE__),
#define DO(...) NUMBER_AT(__LINE__),
#define MUST(...) NUMBER_AT(__LINE__),
#include "compiler/llvm/passes.def"
};

static const struct step_row rows[] = {
#define LIST(list, why) {#list, NULL, why, 0, true},
#define LLVM(pass, parameters, manager, when, keeps, why) {pass, #when, why, NUMBER_AT(__LINE__), false},
#define FORM(pass, parameters, manager, when, keeps, why) {pass, #when, why, NUMBER_AT(__LINE__), true},
#define STEP(name, call, when, then, keeps, why) {#name, #when, why, NUMBER_AT(__LINE__), false},
#define DO(name, call, when, keeps, why) {#name, #when, why, NUMBER_AT(__LINE__), false},
#define MUST(name, call, when, keeps, why) {#name, #when, why, NUMBER_AT(__LINE__), true},
#include "compiler/llvm/passes.def"
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

const struct step_row *step_row(unsigned k)
{
    return k < ROWS ? &rows[k] : NULL;
}

// A number from 1 on at the start of the text; 0: there is none.
static unsigned parse_number(const char **text)
{
    unsigned n = 0;
    for (; **text >= '0' && **text <= '9' && n < 100000; ++*text)
        n = 10 * n + (unsigned)(**text - '0');
    return n;
}

static bool find(const char *name, size_t length, struct step_run *out, const char **near)
{
    const char *names[ROWS];
    unsigned count = 0, changes = 0;
    for (unsigned k = 0; k < ROWS; k++)
        if (rows[k].number)
            names[count++] = rows[k].name;
    *near = length ? kiln_nearest(name, length, names, count, &changes) : NULL;
    out->name = *near;
    return *near && !changes;
}

bool step_parse(const char *text, struct step_run *out, const char **near)
{
    size_t length = strcspn(text, ".");
    *out = (struct step_run){.run = 1};
    *near = NULL;
    if (text[length]) {
        const char *run = text + length + 1;
        out->run = parse_number(&run);
        if (!out->run || *run)
            return false;
    }
    const char *end = text;
    out->number = parse_number(&end);
    if (!out->number || end != text + length)
        return find(text, length, out, near);
    return out->number <= rows[ROWS - 1].number;
}

void step_list(FILE *f)
{
    for (unsigned k = 0; k < ROWS; k++)
        if (!rows[k].number)
            fprintf(f, "%s%s: %s\n", k ? "\n" : "", rows[k].name, rows[k].why);
        else
            fprintf(f, "%4u  %-21s %-20s %s\n", rows[k].number, rows[k].name, rows[k].when, rows[k].why);
}
