// What the sampler's files share: sampler.c takes messages apart, sampler/filter.c computes.
#ifndef KILN_SIM_SAMPLER_H
#define KILN_SIM_SAMPLER_H

#include "sim/ports/dataport.h"

// SAMPLER_STATE with its border colour. A host thread looks it up once a walker: SIM_SAMPLERS, by address.
struct sim_sampler {
    uint64_t address;
    bool valid;
    struct gen_SAMPLER_STATE state;
    uint32_t border[4];
};
enum { SIM_SAMPLERS = 16 };
static inline bool sim_sampler_has_border(const struct gen_SAMPLER_STATE *k)
{
    const unsigned modes = 1u << k->tcx_address_control_mode | 1u << k->tcy_address_control_mode |
                           1u << k->tcz_address_control_mode;
    return modes & (1u << GEN_TCM_CLAMP_BORDER | 1u << GEN_TCM_HALF_BORDER);
}
// From the dwords of a state, as the chip understands them.
void sim_sampler_unpack(const struct kiln_target *target, const uint32_t dw[gen_SAMPLER_STATE_LENGTH],
                        struct gen_SAMPLER_STATE *out);

// How a message chooses the level of detail.
enum sim_lod_kind { SIM_LOD_DERIVED, SIM_LOD_BIAS, SIM_LOD_EXPLICIT };

// The request of one channel.
struct sim_sample {
    float c[4];              // coordinates, then the array index
    float ddx[3], ddy[3];    // of normalized coordinates
    float lod, min_lod, ref; // lod: explicit or bias
    int32_t i[3];            // integer coordinates and LOD of ld
    uint32_t ilod, sample;
    int offset[3]; // in texels
};

// What is the same for all channels of a message.
struct sim_texture {
    struct sim_msg *m;
    struct sim_space memory; // of the surface's texels, without byte bounds
    const struct sim_surface *s;
    const struct sim_sampler *k;
    enum sim_lod_kind lod_kind;
    bool compare;    // sample_c and its like
    unsigned gather; // channel of gather4
    unsigned dims;   // coordinates before the array index: 1, 2, 3 (also a cube)
    unsigned reduce; // GEN_REDUCTION_TYPE_*
    unsigned lane;   // for fault reports
};

// False: a fault. `out` is what the message returns, after the channel selects.
bool sim_texture_sample(struct sim_texture *t, const struct sim_sample *q, uint32_t out[4]);
bool sim_texture_gather(struct sim_texture *t, const struct sim_sample *q, uint32_t out[4]);
bool sim_texture_load(struct sim_texture *t, const struct sim_sample *q, uint32_t out[4]);
// The `lod` message: clamped and unclamped level.
void sim_texture_lod(struct sim_texture *t, const struct sim_sample *q, uint32_t out[4]);
void sim_texture_size(const struct sim_surface *s, uint32_t lod, uint32_t out[4]);

#endif
