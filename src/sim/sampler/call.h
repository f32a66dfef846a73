// A message to the sampler, taken apart: by sampler.c, for lanes.c.
#ifndef KILN_SIM_SAMPLER_CALL_H
#define KILN_SIM_SAMPLER_CALL_H

#include "sim/sampler/filter.h"
#include "sim/surface/lanes.h"

// A parameter: one of the sampler.h fields of a channel.
enum {
    END,
    U, // coordinates and array index, in this order
    V,
    W,
    AI,
    DUDX,
    DVDX,
    DWDX,
    DUDY,
    DVDY,
    DWDY,
    LOD,
    REF,
    MINLOD,
    IU,
    IV,
    IW,
    ILOD,
    SAMPLE,
    MCS,
    OFFU,
    OFFV,
    SIM_SAMPLER_PARAMS,
};

enum sim_call_kind {
    KIND_NONE,
    KIND_SAMPLE,
    KIND_GATHER,
    KIND_LOAD,
    KIND_LOD,
    KIND_SIZE,
    KIND_INFO,
    KIND_MCS
};

struct sim_operation {
    uint8_t kind, lod;
    bool compare, derivatives;
    uint8_t params[13];
};

// A message taken apart.
struct sim_call {
    const struct sim_operation *op;
    struct sim_space space;
    const struct sim_sampler *sampler; // of a message without one: zeros
    struct sim_texture texture;
    uint32_t control;    // dword 2 of the header
    unsigned slots, per; // channels; units (thread.h) of a parameter
    unsigned first;      // the channel that is its first: a message of 32 is two calls
    bool four, half;     // SIMD4x2; 16-bit response
    uint32_t mask;
    const uint8_t
        *at[SIM_SAMPLER_PARAMS]; // each parameter's words in the payload; NULL: the message has none
    struct sim_sample in[SIM_LANES];
    sim_lanes_u32 out[4];
};

// Answers all channels at once. False: not a message of that kind, or a texel cannot be had in this way;
// nothing has been done.
bool sim_sampler_lanes(struct sim_msg *m, struct sim_call *c);
// Reads the parameters of all channels into c->in, with texel offsets and derivatives.
void sim_sampler_parameters(struct sim_msg *m, struct sim_call *c);

#endif
