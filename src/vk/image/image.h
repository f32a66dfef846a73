// VkImage, VkImageView, VkBufferView and VkSampler.
//
// An image is one surface: all levels and layers at fixed places after one address (image/layout.c). With
// depth and stencil it is two, and of Y'CbCr one for each plane, one after the other or, if it is disjoint,
// each in memory of its own. Views are surface states, packed when the view is made; descriptors copy them.
#ifndef KILN_VK_IMAGE_H
#define KILN_VK_IMAGE_H

#include "vk/format/format.h"
#include "vk/object/physical_device.h"
#include "launch/memory/device.h"
#include "launch/memory/state_pool.h"
#include "launch/stream/surface.h"

#define KILN_MAX_LEVELS 15

// Tile Y, and Tile4 of Gen12.5: bytes, rows.
#define KILN_TILE_WIDTH 128u
#define KILN_TILE_HEIGHT 32u

// Units: elements are blocks of the format (texels if it is not compressed).
struct kiln_image_layout {
    bool tiled; // in Y tiles, on Gen12.5 in Tile4; else linear
    bool tile4;
    bool tile64;     // several samples on Gen12.5: a tile has those of one place (`bits`)
    bool swizzled;   // tiled, and bit 6 of addresses takes bit 9 to itself (info.swizzles_tiles)
    bool in_a_row;   // 1D, levels side by side (from Gen9): `pitch` is that of a layer
    bool by_level;   // the slices of a level lie together (3D, on Gen8): 2^level side by side
    uint32_t pitch;  // bytes from one row of elements to the next; 1D: of a layer
    uint32_t qpitch; // rows of elements from one layer (or slice of a 3D image) to the next; 1D: elements
    uint32_t halign, valign; // elements
    uint64_t size, alignment;
    // tile64: the bits of an offset within a tile that the byte in the row, the row and the sample decide;
    // rows and bytes of a row count in each of the samples that share tiles.
    struct {
        uint32_t x, y, sample;
    } bits;
    struct {
        uint32_t x, y;          // elements, of layer 0
        uint32_t width, height; // and how far slices are from each other, where they lie by level
    } level[KILN_MAX_LEVELS];
};

// Where slice z of a level lies from its first one, if they lie by level.
struct kiln_slice_place {
    uint32_t x, y; // elements
};
static inline struct kiln_slice_place kiln_slice_by_level(const struct kiln_image_layout *l, uint32_t level,
                                                          uint32_t z)
{
    return (struct kiln_slice_place){(z & ((1u << level) - 1)) * l->level[level].width,
                                     (z >> level) * l->level[level].height};
}

struct kiln_memory;
struct launch_sparse;
struct kiln_image {
    const struct launch_device *device; // that it is laid out for
    VkImageType type;
    const struct kiln_format *format;
    VkExtent3D extent;
    uint32_t levels, layers, samples;
    VkImageUsageFlags usage;
    VkImageCreateFlags flags;
    VkImageTiling tiling;  // OPTIMAL or LINEAR, also of an image with a format modifier
    uint64_t modifier;     // DRM_FORMAT_MOD_*, of such an image
    bool shared;           // its memory may be another's, e.g. the display's: rule mocs-shared
    uint64_t plane_offset; // of its first texel in its memory
    struct kiln_image_layout layout;
    uint64_t address; // 0 until memory is bound
    struct kiln_memory *memory;
    uint64_t offset;              // in the memory
    struct launch_sparse *sparse; // that it is, or NULL: then `memory` is NULL
    struct kiln_image *stencil;   // the second surface of a format with depth and stencil, or NULL
    uint32_t more;                // surfaces after this one: of the stencil, of planes
};

// image.c: it lies somewhere, or has a name, from now on.
struct kiln_device;
void kiln_image_placed(struct kiln_device *device, const struct kiln_image *image);

static inline bool kiln_image_is_sparse(const struct kiln_image *image)
{
    return image->flags & VK_IMAGE_CREATE_SPARSE_BINDING_BIT;
}
// sparse.c: addresses of its own, for all of its `size` bytes, perhaps those that the chain replays; what it
// requires then, of which an image with a mip tail has more; and binds.
VkResult kiln_image_make_sparse(struct kiln_device *device, struct kiln_image *image, uint64_t size,
                                const void *chain, const VkAllocationCallbacks *alloc);
void kiln_image_sparse_requirements(const struct kiln_image *image, VkMemoryRequirements *r);
struct kiln_binds;
void kiln_image_bind_opaque(struct kiln_binds *out, const struct kiln_image *image,
                            const VkSparseMemoryBind *bind);
void kiln_image_bind_blocks(struct kiln_binds *out, const struct kiln_image *image,
                            const VkSparseImageMemoryBind *bind);

// drm_modifier.c: tiling and layout of surface n of an image of format `f` with a format modifier.
VkResult kiln_modifier_init(struct kiln_image *image, const struct kiln_format *f, uint32_t n,
                            const VkImageCreateInfo *info);

// Levels of linear 3D images, and of those whose slices are seen as layers: not on Gen8.
static inline bool kiln_image_levels_everywhere(const struct kiln_devinfo *d)
{
    return !kiln_target_surfaces_in_texels(kiln_target_of(d));
}

// False if the image would be too large.
bool kiln_image_layout_init(struct kiln_image_layout *l, const struct kiln_image *image);
// The surface of an aspect.
static inline const struct kiln_image *kiln_image_plane(const struct kiln_image *image,
                                                        VkImageAspectFlags aspect)
{
    if (aspect & (VK_IMAGE_ASPECT_PLANE_1_BIT | VK_IMAGE_ASPECT_MEMORY_PLANE_1_BIT_EXT))
        return image + KILN_MIN(image->more, 1u);
    if (aspect & (VK_IMAGE_ASPECT_PLANE_2_BIT | VK_IMAGE_ASPECT_MEMORY_PLANE_2_BIT_EXT))
        return image + KILN_MIN(image->more, 2u);
    return image->stencil && aspect == VK_IMAGE_ASPECT_STENCIL_BIT ? image->stencil : image;
}
static inline uint32_t kiln_minify(uint32_t size, uint32_t level)
{
    uint32_t s = size >> level;
    return s ? s : 1;
}
static inline uint32_t kiln_image_layer_count(const struct kiln_image *image,
                                              const VkImageSubresourceRange *r)
{
    return r->layerCount == VK_REMAINING_ARRAY_LAYERS ? image->layers - r->baseArrayLayer : r->layerCount;
}
static inline uint32_t kiln_image_level_count(const struct kiln_image *image,
                                              const VkImageSubresourceRange *r)
{
    return r->levelCount == VK_REMAINING_MIP_LEVELS ? image->levels - r->baseMipLevel : r->levelCount;
}

// Bytes of a level of one layer, row after row.
uint64_t kiln_image_packed_size(const struct kiln_image *image, uint32_t level);

// Surface states of a view, by what a shader does with it.
struct kiln_view_states {
    uint32_t sampled[LAUNCH_SURFACE_SIZE / 4]; // sampler messages
    uint32_t storage[LAUNCH_SURFACE_SIZE / 4]; // typed writes, atomics, and reads that the hardware converts
    uint32_t raw[LAUNCH_SURFACE_SIZE / 4];     // typed reads that the shader unpacks
};

struct kiln_image_view {
    struct kiln_image *image;
    struct kiln_view_states states;
    uint32_t chroma[2][LAUNCH_SURFACE_SIZE / 4]; // of Y'CbCr: what the conversion samples besides `states`
    struct launch_state map;                     // a struct kiln_texel_map that `raw` leads to
};

// The states of a typed buffer; `f` is NULL for none.
void kiln_texel_states(const struct launch_device *d, struct kiln_view_states *states,
                       const struct kiln_format *f, uint64_t address, uint64_t bytes);

struct kiln_buffer_view {
    struct kiln_view_states states;
    struct launch_state map;
};

// What a surface state of an image is made of.
struct kiln_surface_info {
    const struct kiln_image *image;
    enum launch_format format;
    VkImageViewType type;
    bool storage;                          // for typed messages: cubes are arrays of faces
    uint32_t level, levels, layer, layers; // of a 3D image's slices: layer, layers
    uint32_t x_offset, y_offset;           // elements from the address to the only level and layer
    uint8_t swizzle[4];
    float min_lod;
};
void kiln_surface_image(uint32_t *dw, const struct kiln_surface_info *info);
struct kiln_sampler {
    uint32_t state[LAUNCH_SAMPLER_SIZE / 4];
    struct launch_state border;                     // SAMPLER_BORDER_COLOR_STATE
    bool captured;                                  // which is in the pool of those that may be replayed
    struct kiln_ycbcr ycbcr;                        // its conversion; no planes: it has none
    uint32_t chroma_state[LAUNCH_SAMPLER_SIZE / 4]; // with the conversion's filter
};

// The states of a sampler and its conversion, with the border colour where `border` says.
void kiln_sampler_pack(const struct kiln_device *device, struct kiln_sampler *sampler, uint64_t border,
                       const VkSamplerCreateInfo *info);

// border.c: border colours at fixed places, for sampler descriptors, which are bits without an object.
VkResult kiln_border_colors_init(struct kiln_device *device);
// Where the colour of such a descriptor is, or will be when it is registered.
uint64_t kiln_border_address(const struct kiln_device *device, const VkSamplerCreateInfo *info);
// A colour as the sampler reads it.
VkClearColorValue kiln_custom_border(const VkSamplerCustomBorderColorCreateInfoEXT *custom);
VkClearColorValue kiln_plain_border(VkBorderColor color);

// A view that no object stands for.
VkResult kiln_image_view_init(struct kiln_device *device, struct kiln_image_view *view,
                              const VkImageViewCreateInfo *info);

#endif
