// What a sampler does, for translated code: of its state all that samples depend on, so that it can be a
// constant of the code (ports/image.h has the same of surfaces).
#ifndef KILN_SIM_SAMPLER_SHAPE_H
#define KILN_SIM_SAMPLER_SHAPE_H

#include "sim/sampler/sampler.h"

enum { SIM_SAMPLER_KEYS = 16 }; // those that a message names without a header

// What is beyond an edge: the colours that APIs name. (Others are left to filter.c.)
enum sim_border {
    SIM_BORDER_NONE, // no axis ends in one
    SIM_BORDER_ZERO, // transparent black, of integers too
    SIM_BORDER_BLACK,
    SIM_BORDER_WHITE,
    SIM_BORDER_INTEGER_BLACK,
    SIM_BORDER_INTEGER_WHITE,
    SIM_BORDERS,
};
static inline bool sim_border_is_integer(unsigned border)
{
    return border >= SIM_BORDER_INTEGER_BLACK;
}
static inline void sim_border_words(unsigned border, uint32_t out[4])
{
    const uint32_t one = sim_border_is_integer(border) ? 1 : 0x3f800000;
    out[0] = out[1] = out[2] = border == SIM_BORDER_WHITE || border == SIM_BORDER_INTEGER_WHITE ? one : 0;
    out[3] = border == SIM_BORDER_ZERO ? 0 : one;
}

struct sim_sampler_shape {
    bool linear;
    bool plain;           // coordinates are in texels
    bool rounded[3];      // to 8 fraction bits, and not truncated
    uint8_t mode[3];      // GEN_TCM_*, of those that repeat or clamp texels, or have a border
    uint8_t border;       // enum sim_border
    uint8_t comparison;   // GEN_PREFILTEROP_*, of messages that compare
    bool levels;          // surfaces of several levels as well, by an explicit level of detail:
    uint8_t mip;          // GEN_MIPFILTER_*
    uint16_t least, most; // limits of the level, of 256
};

// As a number that is not 0; 0: a sampler that is left to filter.c (other borders, extremes, anisotropy,
// ...).
uint64_t sim_sampler_key(const struct sim_sampler *sampler);
static inline struct sim_sampler_shape sim_sampler_shape(uint64_t key)
{
    return (struct sim_sampler_shape){.linear = key & 1,
                                      .plain = key >> 1 & 1,
                                      .rounded = {key >> 2 & 1, key >> 3 & 1, key >> 4 & 1},
                                      .mode = {key >> 8 & 7, key >> 11 & 7, key >> 14 & 7},
                                      .border = key >> 20 & 7,
                                      .comparison = key >> 23 & 7,
                                      .levels = key >> 17 & 1,
                                      .mip = key >> 18 & 3,
                                      .least = key >> 32 & 0xfff,
                                      .most = key >> 44 & 0xfff};
}

// That of sampler `index` when the launch begins.
uint64_t sim_sampler_bound(const struct sim_launch *launch, struct sim_tlb *tlb, unsigned index,
                           const struct kiln_target *target);
// That of a message of the group which has been executed; 0 as well if it is not known any more.
uint64_t sim_sampler_met(const struct sim_group *g, unsigned index);

#endif
