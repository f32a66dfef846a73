// Surface states and sampler states from descriptions. A state is LAUNCH_SURFACE_SIZE or LAUNCH_SAMPLER_SIZE
// bytes, which its holder copies to where the GPU reads it.
#ifndef KILN_LAUNCH_SURFACE_H
#define KILN_LAUNCH_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

struct launch_device;

#define LAUNCH_SURFACE_SIZE 64u
#define LAUNCH_SAMPLER_SIZE 16u

// What a buffer may show of itself as a surface: its fields have 32 bits, and messages 32-bit offsets. The
// PRM promises 2^30 bytes of a RAW buffer (KBL vol2d RENDER_SURFACE_STATE, Height) but gives the number of
// entries 7 + 14
// + 11 bits; it is not known whether the hardware reads the upper two.
#define LAUNCH_MAX_BUFFER_RANGE UINT64_C(0xfffffffc)
// Kernels that reach buffers by address read all of the size in the state (kiln/compiler.h).
#define LAUNCH_STATE_MORE_BIT 12u

enum launch_format {
#define FORMAT(name) LAUNCH_FORMAT_##name,
#include "launch/stream/formats.def"
    LAUNCH_FORMAT_COUNT
};

// What a channel of a texel is taken from.
enum launch_channel {
    LAUNCH_CHANNEL_ZERO,
    LAUNCH_CHANNEL_ONE,
    LAUNCH_CHANNEL_RED, // these four in order
    LAUNCH_CHANNEL_GREEN,
    LAUNCH_CHANNEL_BLUE,
    LAUNCH_CHANNEL_ALPHA,
};

// Of nothing: reads zero, drops writes.
// Threads' scratch memory, each thread's own by its offset: no more than a pitch may be.
#define LAUNCH_SCRATCH_PITCH (1u << 18)
void launch_surface_scratch(const struct launch_device *d, uint32_t *dw, uint64_t address, uint64_t bytes,
                            uint32_t bytes_per_thread);
void launch_surface_null(const struct launch_device *d, uint32_t *dw);
// A buffer of `size` bytes, to whole dwords: loads beyond it give zero, stores and atomics are dropped. As a
// surface it ends at LAUNCH_MAX_BUFFER_RANGE.
// `size` 0 makes the null surface.
void launch_surface_buffer(const struct launch_device *d, uint32_t *dw, uint64_t address, uint64_t size);
bool launch_surface_is_buffer(const struct launch_device *d,
                              const uint32_t *dw); // The memory from where the surface of state `of` begins,
                                                   // as bytes; chips with addresses of 32 bits.
void launch_surface_memory(const struct launch_device *d, uint32_t *dw, const uint32_t *of);
// made by that, of some size
// A typed buffer of `count` texels of `bytes`.
void launch_surface_texels(const struct launch_device *d, uint32_t *dw, enum launch_format format,
                           uint32_t bytes, uint64_t address, uint64_t count,
                           const uint8_t swizzle[4]); // enum launch_channel

enum launch_shape { LAUNCH_1D, LAUNCH_2D, LAUNCH_3D, LAUNCH_CUBE };

struct launch_image {
    enum launch_shape shape;
    enum launch_format format;
    bool storage;                          // for typed messages
    bool tiled;                            // Y tiles, or Tile4; else rows
    bool tile64;                           // and these of 64 KiB
    bool shared;                           // others see the memory, as the kernel's page tables say
    uint32_t width, height, depth;         // of level 0; depth: of a 3D image
    uint32_t level, levels, layer, layers; // that are seen; of a 3D image's slices: layer, layers
    uint32_t pitch;                        // bytes from row to row
    uint32_t qpitch;                       // rows from layer to layer
    uint32_t halign, valign;               // elements
    uint32_t block_width, block_height;    // texels of one
    uint32_t x_offset, y_offset;           // elements from the address to the only level and layer, in fours
    uint32_t samples;
    uint8_t swizzle[4]; // enum launch_channel
    float min_lod;
    uint64_t address;
};
void launch_surface_image(const struct launch_device *d, uint32_t *dw, const struct launch_image *image);

enum launch_filter { LAUNCH_FILTER_NEAREST, LAUNCH_FILTER_LINEAR, LAUNCH_FILTER_ANISOTROPIC };
enum launch_wrap {
    LAUNCH_WRAP_REPEAT,
    LAUNCH_WRAP_MIRROR,
    LAUNCH_WRAP_EDGE,
    LAUNCH_WRAP_BORDER,
    LAUNCH_WRAP_MIRROR_ONCE,
};
// Whether a reference is that, compared with the texel.
enum launch_compare {
    LAUNCH_COMPARE_NEVER,
    LAUNCH_COMPARE_LESS,
    LAUNCH_COMPARE_EQUAL,
    LAUNCH_COMPARE_LESS_OR_EQUAL,
    LAUNCH_COMPARE_GREATER,
    LAUNCH_COMPARE_NOT_EQUAL,
    LAUNCH_COMPARE_GREATER_OR_EQUAL,
    LAUNCH_COMPARE_ALWAYS,
};
enum launch_reduction { LAUNCH_REDUCE_NONE, LAUNCH_REDUCE_AVERAGE, LAUNCH_REDUCE_MIN, LAUNCH_REDUCE_MAX };

struct launch_sampler {
    enum launch_filter mag, min;
    bool round_mag, round_min; // coordinates, as filtering needs it
    bool linear_mips;
    enum launch_wrap wrap[3];
    enum launch_compare compare;
    enum launch_reduction reduction;
    float lod_bias, min_lod, max_lod, max_anisotropy;
    bool seamed_cubes; // faces of a cube are sampled each by itself
    bool texel_coordinates;
    uint32_t border_offset; // of its colour, four dwords, from Dynamic State Base Address
};
void launch_sampler_state(const struct launch_device *d, uint32_t *dw, const struct launch_sampler *sampler);

#endif
