// The instructions under test and what they must give (reference.c).
#ifndef KILN_TESTS_REFERENCE_H
#define KILN_TESTS_REFERENCE_H

#include "number.h"

enum { MAX_ARGS = 4 };

// Execution modes of the shader.
struct modes {
    bool rtz, preserve, flush;
};

struct call {
    const struct type *arg, *result; // types: of the first operand, of the result
    const struct type *other;        // of the other operands
    uint64_t a[MAX_ARGS];
    const struct modes *modes;
};

struct op {
    const char *name;
    const char *text; // SPIR-V: %r from %a %b %c %d; $A $R stand for the types' names
    unsigned args;
    unsigned on;     // bits 1 << U8 ... 1 << F64: the operands' types
    unsigned result; // the results' types, every one of them in turn; 0: as the operands; BOOLEAN
    unsigned fixed;  // type + 1 of the operands from the second on, where it is not the first's
    // Integers: the exact result. False: undefined for these operands.
    bool (*exact)(const struct call *c, uint64_t *out);
    // Floats: the exact value; then the error allowed. False: undefined, or nothing promised.
    bool (*value)(const struct call *c, mpfr_t *x, mpfr_t out);
    void (*error)(const struct call *c, mpfr_t *x, mpfr_t value, mpfr_t out); // NULL: correctly rounded
    bool (*accept)(const struct call *c, uint64_t got); // neither: whether the result is right
    bool precise;                                       // %r, %t and %u are decorated NoContraction
};

#define BOOLEAN (1u << 31)

// Of one rounding or one function (reference.c); on vectors, or of several roundings (derived.c).
extern const struct op ops[], derived_ops[];
extern const unsigned op_count, derived_op_count;

// Whether `got` may be the result. `text` says what was expected.
bool op_accepts(const struct op *o, const struct call *c, uint64_t got, char *text, unsigned size);

#endif
