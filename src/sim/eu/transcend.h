// Transcendental functions of the math unit on eight lanes, for the interpreter and the JIT alike:
// eu/transcend.inc.h holds the code, instantiated for what vector instructions there are. The results do not
// depend on which.
#ifndef KILN_SIM_EU_TRANSCEND_H
#define KILN_SIM_EU_TRANSCEND_H

#include <stdbool.h>

#include "kiln/isa.h"

#define SIM_TRANSCENDENTAL(X) X(LOG) X(EXP) X(SIN) X(COS) X(POW)

// `b` counts for POW alone.
typedef void sim_transcend_double_fn(const double a[8], const double b[8], double r[8]);
// Rounded to nearest even, or `odd`: to odd.
typedef void sim_transcend_lanes_fn(const float a[8], const float b[8], float r[8], bool odd);

enum { SIM_TRANSCEND_COUNT = EU_MATH_POW + 1 };

// By enum eu_math; NULL: no transcendental function.
struct sim_transcend {
    sim_transcend_double_fn *doubles[SIM_TRANSCEND_COUNT];
    sim_transcend_lanes_fn *lanes[SIM_TRANSCEND_COUNT];
};
extern const struct sim_transcend sim_transcend_base, sim_transcend_avx2, sim_transcend_avx512;
const struct sim_transcend *sim_transcend(void); // what the host runs best

#endif
