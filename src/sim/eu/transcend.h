// Transcendental functions (and the reciprocal square root) of the math unit on eight lanes:
// eu/transcend.inc.h holds the code, instantiated for what vector instructions there are. The results do not
// depend on which. The JIT makes the same series in line (jit/ir/math.c), and calls these for lanes that they
// do not cover.
#ifndef KILN_SIM_EU_TRANSCEND_H
#define KILN_SIM_EU_TRANSCEND_H

#include <stdbool.h>

#include "kiln/isa.h"

#define SIM_TRANSCENDENTAL(X) X(LOG) X(EXP) X(SIN) X(COS) X(POW) X(RSQ)

// `b` counts for POW alone.
typedef void sim_transcend_double_fn(const double a[8], const double b[8], double r[8]);
// Rounded to nearest even, or `odd`: to odd.
typedef void sim_transcend_lanes_fn(const float a[8], const float b[8], float r[8], bool odd);

#define SIM_LARGE_ANGLE 0x1p18f // of which the sine is no longer the series'

enum { SIM_TRANSCEND_COUNT = EU_MATH_POW + 1 };

// By enum eu_math; NULL: no transcendental function.
struct sim_transcend {
    sim_transcend_double_fn *doubles[SIM_TRANSCEND_COUNT];
    sim_transcend_lanes_fn *lanes[SIM_TRANSCEND_COUNT];
};
extern const struct sim_transcend sim_transcend_base, sim_transcend_avx2, sim_transcend_avx512;
const struct sim_transcend *sim_transcend(void); // what the host runs best

#endif
