// The steps of the optimizer on LLVM IR by their names and numbers, without LLVM: for those who ask for one
// (KILN_DEBUG=without=, kilnc --emit llvm=STEP).
#ifndef KILN_COMPILER_STEPS_H
#define KILN_COMPILER_STEPS_H

#include <stdbool.h>
#include <stdio.h>

// A row of llvm/passes.def, but for RUN: a step, or the head of a list.
struct step_row {
    const char *name, *when, *why;
    unsigned number; // from 1; 0: a list begins here
    bool needed;     // it cannot be left out
};
// Row `k`, from 0; NULL after the last.
const struct step_row *step_row(unsigned k);

// One run of a step: "NAME" or "NUMBER", the first one, or with ".N" the N-th. Several steps may have a name,
// and count together then.
struct step_run {
    const char *name; // NULL: of step `number`
    unsigned number;
    unsigned run; // from 1
};
// False: there is no such step; *near is the name most like it, or NULL.
bool step_parse(const char *text, struct step_run *out, const char **near);

// The table, for people.
void step_list(FILE *f);

#endif
