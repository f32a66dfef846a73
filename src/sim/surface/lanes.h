// Texels of up to sixteen channels at once, by eights, for the messages that most are: where they lie, what
// they are worth, their weighted sums. To the same bits as sampler/filter.c, surface/surface.c and
// surface/format.c compute them one by one, which is what the tests compare; what is not here (blocks, cubes,
// borders, comparisons, W tiles) is done there.
//
// surface/lanes.inc.h holds the code, surface/lanes_*.c instantiate it for the host's vector instructions,
// and surface/lanes.c chooses.
#ifndef KILN_SIM_SURFACE_LANES_H
#define KILN_SIM_SURFACE_LANES_H

#include "sim/memory/tlb.h"
#include "sim/surface/surface.h"

enum { SIM_LANES = 16 };

// A word of each channel.
typedef uint32_t sim_lanes_u32[SIM_LANES] __attribute__((aligned(64)));
typedef int32_t sim_lanes_s32[SIM_LANES] __attribute__((aligned(64)));
typedef float sim_lanes_f32[SIM_LANES] __attribute__((aligned(64)));

// One texel a channel, within the surface.
struct sim_lanes_texels {
    const struct sim_surface *s;
    struct sim_tlb *tlb;
    uint32_t live; // channels, at least one
    unsigned lod;  // from the surface's largest
    sim_lanes_u32 x, y, slice;
    uint32_t first_slice; // the surface's, from which `slice` counts
};

// Filtered samples of a surface of two or three dimensions.
struct sim_lanes_sample {
    const struct sim_surface *s;
    struct sim_tlb *tlb;
    uint32_t live; // channels, at least one
    unsigned dims;
    unsigned channels; // bits: which of RGBA are wanted
    bool plain;        // coordinates are in texels
    bool linear;
    bool moved;         // `offset` is not all zero
    bool rounded[3];    // to 8 fraction bits, and not truncated
    uint8_t mode[3];    // GEN_TCM_*, without borders and cubes
    unsigned levels;    // 1, or 2 of which each has a share
    bool one_level;     // all channels have the same
    sim_lanes_f32 c[4]; // coordinates; c[3]: the array index
    sim_lanes_s32 offset[3];
    sim_lanes_u32 lod[2];   // from the surface's largest
    sim_lanes_u32 share[2]; // of 256
};

// Texels to be written: where, and their dwords.
struct sim_lanes_written {
    uint8_t *host[SIM_LANES];
    sim_lanes_u32 raw[4];
};

// Each function that returns a bool returns false, and has done nothing, where a texel cannot be had in this
// way (a page that is not mapped).
struct sim_lanes_table {
    // Bits of the channels whose x, y and slice are less than these.
    uint32_t (*inside)(const struct sim_lanes_texels *q, uint32_t width, uint32_t height, uint32_t slices);
    // The words of channels that are not live become `word`.
    void (*keep)(uint32_t live, uint32_t word, sim_lanes_u32 out);
    // Before channel selects. `out` has the words of red, green, blue, alpha.
    bool (*load)(const struct sim_lanes_texels *q, unsigned channels, sim_lanes_u32 out[4]);
    // The texels' dwords as they are; zeros beyond their bytes.
    bool (*load_raw)(const struct sim_lanes_texels *q, sim_lanes_u32 out[4]);
    // All channels that the format has are written.
    bool (*store)(const struct sim_lanes_texels *q, const sim_lanes_u32 value[4]);
    // The same, which the caller writes.
    bool (*encode)(const struct sim_lanes_texels *q, const sim_lanes_u32 value[4],
                   struct sim_lanes_written *out);
    bool (*sample)(const struct sim_lanes_sample *q, sim_lanes_u32 out[4]);
    // The four texels that a linear filter would take of `channel`, in gather4's order.
    bool (*gather)(const struct sim_lanes_sample *q, unsigned channel, sim_lanes_u32 out[4]);
};

extern const struct sim_lanes_table sim_lanes_base, sim_lanes_avx2;

// For this host.
const struct sim_lanes_table *sim_lanes(void);
// A test may leave out the host's.
extern bool sim_lanes_base_only;

// Whether the channels `mask`, at least one, have the same word.
static inline bool sim_lanes_equal(const sim_lanes_u32 words, uint32_t mask)
{
    const uint32_t one = words[__builtin_ctz(mask)];
    for (uint32_t left = mask; left; left &= left - 1)
        if (words[__builtin_ctz(left)] != one)
            return false;
    return true;
}

// Whether texels of the surface can be accessed in this way.
bool sim_lanes_can(const struct sim_surface *s);
bool sim_lanes_can_decode(const struct sim_format *f);
// Or at least found so: elements of any format of 1 to 16 bytes.
bool sim_lanes_can_find(const struct sim_surface *s);

#endif
