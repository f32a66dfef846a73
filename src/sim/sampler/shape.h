// What a sampler does, for translated code: of its state all that samples depend on, so that it can be a
// constant of the code (ports/image.h has the same of surfaces).
#ifndef KILN_SIM_SAMPLER_SHAPE_H
#define KILN_SIM_SAMPLER_SHAPE_H

#include "sim/sampler/sampler.h"

enum { SIM_SAMPLER_KEYS = 16 }; // those that a message names without a header

struct sim_sampler_shape {
    bool linear;
    bool plain;           // coordinates are in texels
    bool rounded[3];      // to 8 fraction bits, and not truncated
    uint8_t mode[3];      // GEN_TCM_*, of those that repeat or clamp texels
    bool levels;          // surfaces of several levels as well, by an explicit level of detail:
    uint8_t mip;          // GEN_MIPFILTER_*
    uint16_t least, most; // limits of the level, of 256
};

// As a number that is not 0; 0: a sampler that is left to filter.c (borders, comparisons, anisotropy, ...).
uint64_t sim_sampler_key(const struct gen_SAMPLER_STATE *k);
static inline struct sim_sampler_shape sim_sampler_shape(uint64_t key)
{
    return (struct sim_sampler_shape){.linear = key & 1,
                                      .plain = key >> 1 & 1,
                                      .rounded = {key >> 2 & 1, key >> 3 & 1, key >> 4 & 1},
                                      .mode = {key >> 8 & 7, key >> 11 & 7, key >> 14 & 7},
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
