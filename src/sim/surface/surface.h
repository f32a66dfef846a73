// Surface states: what the data ports, the sampler and the render target writes know of a surface, and where
// its texels lie in memory.
#ifndef KILN_SIM_SURFACE_H
#define KILN_SIM_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/gen_pack.h"
#include "hw/target.h"
#include "sim/surface/format.h"
#include "sim/surface/tile.h"

enum { SIM_MAX_LODS = 15 };

// The first four are numbered as surface states do before Gen12.5. Those from 64 on are of surface/tile.h.
enum sim_tiling {
    SIM_TILING_LINEAR,
    SIM_TILING_W,
    SIM_TILING_X,
    SIM_TILING_Y,
    SIM_TILING_4,
    SIM_TILING_64,
    SIM_TILING_YF,
    SIM_TILING_YS
};

struct sim_surface {
    uint64_t base;
    uint64_t size; // bytes that are in bounds (buffers)
    uint32_t type; // GEN_SURFTYPE_*
    uint32_t format;
    uint32_t width, height, depth, pitch, stride; // in elements, rows, slices, bytes
    bool valid;
    struct gen_RENDER_SURFACE_STATE state;
    // Images only, all in elements (texels, or blocks of a block format).
    const struct sim_format *fmt; // NULL: not in the table
    const char *refused;          // why texels cannot be accessed; NULL: they can
    uint32_t layers;              // array elements that may be accessed; faces of a cube; 3D: slices of LOD 0
    uint32_t samples;
    enum sim_tiling tiling;
    bool swizzled;           // sim_surface_swizzle: tiles have their address bit 6 swizzled
    uint32_t halign, valign; // of levels, in elements
    uint32_t align_1d;       // of those that lie in a row
    uint32_t qpitch;         // rows between slices; 1D: elements
    uint32_t origin_x, origin_y;
    uint32_t lod_x[SIM_MAX_LODS], lod_y[SIM_MAX_LODS];
    struct sim_tile tile; // not of LINEAR and W
    uint8_t lod_z[SIM_MAX_LODS];
    bool slices_by_level; // 3D before Gen9: 2^lod slices side by side, `lod_w` by `lod_h` each
    uint32_t lod_w[SIM_MAX_LODS], lod_h[SIM_MAX_LODS];
    bool in_texels;    // kiln_target_surfaces_in_texels
    bool in_lanes;     // sim_lanes_can
    uint8_t select[4]; // SHADER CHANNEL SELECT: GEN_SCS_*
    bool selects_all;  // red, green, blue and alpha as they are
    uint8_t wanted;    // bits: channels of the format that it shows
    bool parsed;       // what `raw` holds
    uint32_t raw[gen_RENDER_SURFACE_STATE_LENGTH];
};

// Dwords that a state has in memory.
static inline unsigned sim_surface_dwords(const struct kiln_target *target)
{
    return kiln_target_has_long_addresses(target) ? gen_RENDER_SURFACE_STATE_LENGTH
                                                  : gen_RENDER_SURFACE_STATE_GEN75_LENGTH;
}

// Fills in a surface from the dwords of its state, as the chip understands them; those that it has not are 0.
void sim_surface_unpack(struct sim_surface *s, const uint32_t dw[gen_RENDER_SURFACE_STATE_LENGTH],
                        const struct kiln_target *target);

// The same from a state in Gen9's terms.
void sim_surface_make(struct sim_surface *s, const struct gen_RENDER_SURFACE_STATE *state,
                      const struct kiln_target *target);

// Says of a surface that was unpacked whether the machine swizzles tiles (sim_tiled_offset).
void sim_surface_swizzle(struct sim_surface *s, bool machine_swizzles);

static inline uint32_t sim_minify(uint32_t size, unsigned lod)
{
    return size >> lod ? size >> lod : 1;
}

// Offset from the surface's base of the element (`x`, `y`) of level `lod` (counted from the surface's
// largest, not from Surface Min LOD) and physical slice `slice`. No bounds are checked.
uint64_t sim_surface_offset(const struct sim_surface *s, unsigned lod, uint32_t x, uint32_t y,
                            uint32_t slice);

// Byte offset within a tiled or linear surface of byte `x` of row `y`. `swizzled`: two channels of memory are
// interleaved, on chips before Gen8: bit 6 of a tile's addresses chooses the channel, and takes bit 9 to
// itself, of X tiles bit 10 as well. Source: Linux i915 intel_ggtt_fencing.c (detect_bit_6_swizzle),
// i915_drm.h (I915_BIT_6_SWIZZLE_9_10, I915_BIT_6_SWIZZLE_9); Mesa isl_tiled_memcpy.c.
uint64_t sim_tiled_offset(enum sim_tiling tiling, bool swizzled, uint64_t pitch, uint32_t x, uint32_t y);
// The same of an offset that is not swizzled: a number, or a vector of them.
#define SIM_SWIZZLED(offset, of_x) ((offset) ^ (((offset) >> 3 ^ ((offset) >> 4 & (0 - (of_x)))) & 64))

#endif
