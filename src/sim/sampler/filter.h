// What filter.c is made of: levels of detail (level.c) and the faces of cubes (cube.c).
#ifndef KILN_SIM_SAMPLER_FILTER_H
#define KILN_SIM_SAMPLER_FILTER_H

#include "sim/sampler/sampler.h"

#include <math.h>

enum { FRACTION = 256 }; // of a weight, and of a level

struct level {
    bool mag;
    unsigned filter;           // GEN_MAPFILTER_*
    unsigned lod[2];           // absolute
    unsigned beta;             // weight of lod[1], of 256
    unsigned probes;           // anisotropic
    float major[3];            // step over all probes, normalized
    double clamped, unclamped; // relative to Surface Min LOD
};

void sampler_find_level(const struct sim_texture *t, const struct sim_sample *q, struct level *l);
// Whether levels are filtered alike when they are made larger or smaller, and by no anisotropic filter.
bool sampler_one_filter(const struct sim_texture *t);
// Where the level of detail makes no difference: one level, and one filter.
bool sampler_one_level(const struct sim_texture *t);
// A format that cannot be filtered, and integers, are sampled nearest.
unsigned sampler_possible_filter(const struct sim_texture *t, unsigned filter);

// Which face a direction meets; and the place on it, of 0 to 1.
unsigned sampler_find_face(const double c[3]);
unsigned sampler_to_face(const float c[3], float st[2]);
// Texel (x, y), which may be one beyond an edge of `face`: moves to the neighbour. False: beyond a corner.
bool sampler_fold(int size, unsigned *face, int *x, int *y);

// ---- of two numbers; where one is none, the other

// As fmin and fmax: the other one if one is NaN.
static inline double smaller(double a, double b)
{
    return a < b || b != b ? a : b;
}

static inline double larger(double a, double b)
{
    return a > b || b != b ? a : b;
}

static inline double clamp(double v, double low, double high)
{
    return larger(smaller(v, high), low); // the lower limit takes precedence
}

// floor() of what 64 bits hold: the library's is a call, several times a texel.
static inline int64_t whole(double v)
{
    int64_t i = (int64_t)v;
    return i - ((double)i > v);
}

#endif
