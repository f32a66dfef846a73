// The format table (formats.def) and what follows from it.
#ifndef KILN_VK_FORMAT_H
#define KILN_VK_FORMAT_H

#include "hw/devinfo.h"
#include "kiln/compiler.h"
#include "launch/stream/surface.h"
#include "newer.h"
#include "vk/object/object.h"

struct kiln_physical_device;

enum kiln_format_cap {
    KILN_FORMAT_SAMPLE = 1 << 0,
    KILN_FORMAT_FILTER = 1 << 1,
    KILN_FORMAT_WRITE = 1 << 2,
    KILN_FORMAT_READ = 1 << 3,
    KILN_FORMAT_ATOMIC = 1 << 4,
    KILN_FORMAT_TARGET = 1 << 5,
    KILN_FORMAT_BLIT = 1 << 6,
    KILN_FORMAT_VERTEX = 1 << 7,
};

enum kiln_format_type {
    KILN_FORMAT_UNORM,
    KILN_FORMAT_SNORM,
    KILN_FORMAT_UINT,
    KILN_FORMAT_SINT,
    KILN_FORMAT_FLOAT,
    KILN_FORMAT_SRGB,
};

struct kiln_planar;
struct kiln_format {
    VkFormat vk;
    uint16_t surface;             // enum launch_format
    uint8_t bytes, width, height; // of a block
    uint8_t type;                 // enum kiln_format_type
    uint8_t caps;
    uint8_t swizzle[4]; // enum launch_channel
    VkImageAspectFlags aspect;
    const struct kiln_planar *planar; // of Y'CbCr, or NULL. The rest is the first plane's
};

// A surface that the conversion from Y'CbCr samples.
struct kiln_plane_view {
    VkFormat format;        // VK_FORMAT_UNDEFINED: there is no such view
    uint16_t surface;       // enum launch_format
    uint8_t plane, columns; // of the image in one texel of the view
    uint8_t swizzle[4];
};

struct kiln_planar {
    uint8_t planes;          // in memory
    uint8_t divisor[2];      // columns, rows of the first plane to one of the others
    uint8_t bits, container; // of a component, and of what it lies in
    struct kiln_plane_view views[3];
};
static inline uint32_t kiln_planar_views(const struct kiln_planar *p)
{
    return p->views[2].format ? 3 : 2;
}

#define KILN_ASPECT_DEPTH_STENCIL                                                                            \
    ((VkImageAspectFlags)(VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT))

// NULL if Kiln does not have it.
const struct kiln_format *kiln_format_get(VkFormat format);
// planar.c: of those of Y'CbCr; the format of a plane alone; and what their images can do.
const struct kiln_format *kiln_planar_format(VkFormat format);
VkFormat kiln_plane_format(const struct kiln_planar *p, uint32_t plane);
VkFormatFeatureFlags2 kiln_planar_features(const struct kiln_planar *p);
static inline bool kiln_format_compressed(const struct kiln_format *f)
{
    return f->width > 1;
}
// Texels of three channels, which no tile can hold.
static inline bool kiln_format_rows_only(const struct kiln_format *f)
{
    return f->bytes % 3 == 0;
}
// Sparse images whose parts may be left without memory: where every block of an image is a tile of its own,
// 128 bytes by 32 rows. On Gen8 the slices of a level of several lie side by side, in no block of their own.
static inline bool kiln_format_has_blocks(const struct kiln_format *f, VkImageType type, VkImageTiling tiling,
                                          VkSampleCountFlagBits samples, bool gen8)
{
    return !f->planar && !kiln_format_rows_only(f) && f->aspect != KILN_ASPECT_DEPTH_STENCIL &&
           tiling == VK_IMAGE_TILING_OPTIMAL && samples == VK_SAMPLE_COUNT_1_BIT &&
           (type == VK_IMAGE_TYPE_2D || (type == VK_IMAGE_TYPE_3D && !gen8));
}
static inline VkExtent3D kiln_format_block(const struct kiln_format *f)
{
    return (VkExtent3D){128u / f->bytes * f->width, 32u * f->height, 1};
}
static inline VkSparseImageFormatProperties kiln_format_sparse(const struct kiln_format *f)
{
    return (VkSparseImageFormatProperties){.aspectMask = f->aspect,
                                           .imageGranularity = kiln_format_block(f),
                                           .flags = VK_SPARSE_IMAGE_FORMAT_ALIGNED_MIP_SIZE_BIT};
}
// One integer of 64 bits, whose atomics are by address (struct kiln_texel_map).
static inline bool kiln_format_wide(const struct kiln_format *f)
{
    return f->vk == VK_FORMAT_R64_UINT || f->vk == VK_FORMAT_R64_SINT;
}
// Texels that typed reads of the device do not reach: kernels read them by address, too.
bool kiln_format_by_address(const struct launch_device *d, const struct kiln_format *f);
// Bits of a channel, where all are equal: 8, 16 or 32.
unsigned kiln_format_channel_bits(const struct kiln_format *f);
// What a typed read by the compiler's unpacking code expects (compiler/spirv/image/format.c): the raw format
// of the format's channels.
enum launch_format kiln_format_lowered(const struct launch_device *d, const struct kiln_format *f);
enum kiln_raw_format kiln_format_raw_kind(const struct kiln_format *f);
VkFormatFeatureFlags2 kiln_format_image_features(const struct kiln_format *f, VkImageTiling tiling);
enum kiln_astc kiln_format_astc(const struct kiln_physical_device *p); // what the device has
VkFormatFeatureFlags2 kiln_format_buffer_features(const struct kiln_format *f);

// What an image of the format may be used for, of the structure that `chain` belongs to.
VkImageUsageFlags2KHR kiln_image_usage(const struct kiln_format *f, VkImageUsageFlags usage,
                                       const void *chain);
VkImageCreateFlags2KHR kiln_image_flags(VkImageCreateFlags flags, const void *chain);

// Fills VkImageCompressionPropertiesEXT, and no other structure.
void kiln_image_compression(VkBaseOutStructure *s);

struct kiln_target;
// drm_modifier.c: which tiling a modifier means; false if the format does not go with it.
bool kiln_modifier_tiling(const struct kiln_target *t, const struct kiln_format *f, uint64_t modifier,
                          VkImageTiling *out);
// `has`: features that the device has at all.
void kiln_modifier_properties(const struct kiln_target *t, const struct kiln_format *f,
                              VkFormatFeatureFlags2 has, VkBaseOutStructure *s);
// The modifier of a new image's surface: the one that is given, with its layout in *plane, or the best of
// those that may be chosen from. False: none fits.
bool kiln_modifier_choose(const struct kiln_target *t, const struct kiln_format *f, uint32_t surface,
                          const VkImageCreateInfo *info, uint64_t *out, const VkSubresourceLayout **plane,
                          VkImageTiling *tiling);

// VkSamplerYcbcrConversion: without what a binding and a sampler add.
struct kiln_conversion {
    struct kiln_ycbcr ycbcr;
    VkFilter chroma_filter;
};

#endif
