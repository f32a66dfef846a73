// The format table and the queries about it: format features, image format properties.
//
// There is no graphics queue: of attachments, blits and vertex fetch, formats report only what the
// specification demands of everybody.
#include "vk/memory/tensor.h"
#include "vk/format/format.h"

#include "entrypoints.h"
#include "newer.h"
#include "vk/object/claim.h"
#include "vk/object/physical_device.h"

#define ASPECT_COLOR VK_IMAGE_ASPECT_COLOR_BIT
#define ASPECT_DEPTH VK_IMAGE_ASPECT_DEPTH_BIT
#define ASPECT_STENCIL VK_IMAGE_ASPECT_STENCIL_BIT
#define ASPECT_DEPTH_STENCIL KILN_ASPECT_DEPTH_STENCIL
#define RGBA {LAUNCH_CHANNEL_RED, LAUNCH_CHANNEL_GREEN, LAUNCH_CHANNEL_BLUE, LAUNCH_CHANNEL_ALPHA}
#define BGRA {LAUNCH_CHANNEL_BLUE, LAUNCH_CHANNEL_GREEN, LAUNCH_CHANNEL_RED, LAUNCH_CHANNEL_ALPHA}
#define RGB1 {LAUNCH_CHANNEL_RED, LAUNCH_CHANNEL_GREEN, LAUNCH_CHANNEL_BLUE, LAUNCH_CHANNEL_ONE}
#define R001 {LAUNCH_CHANNEL_RED, LAUNCH_CHANNEL_ZERO, LAUNCH_CHANNEL_ZERO, LAUNCH_CHANNEL_ONE}
enum {
    S = KILN_FORMAT_SAMPLE,
    L = KILN_FORMAT_FILTER,
    W = KILN_FORMAT_WRITE,
    R = KILN_FORMAT_READ,
    A = KILN_FORMAT_ATOMIC,
    T = KILN_FORMAT_TARGET,
    B = KILN_FORMAT_BLIT,
    V = KILN_FORMAT_VERTEX
};

static const struct kiln_format formats[] = {
#define FORMAT(name, surface, bytes, width, height, type, aspect, swizzle, caps)                             \
    {VK_FORMAT_##name, LAUNCH_FORMAT_##surface, bytes, width, height, KILN_FORMAT_##type, caps,              \
     swizzle,          ASPECT_##aspect},
#include "vk/format/formats.def"
};

const struct kiln_format *kiln_format_get(VkFormat format)
{
    uint32_t lo = 0, hi = KILN_ARRAY_LEN(formats); // rows are by rising VkFormat
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (formats[mid].vk < format)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < KILN_ARRAY_LEN(formats) && formats[lo].vk == format ? &formats[lo]
                                                                    : kiln_planar_format(format);
}

// What typed reads do not convert. The compiler's spirv/image/format.c is the other side.
static const struct {
    uint16_t surface, lowered; // enum launch_format
    uint8_t raw;               // enum kiln_raw_format
} lowered[] = {
    {LAUNCH_FORMAT_R16G16B16A16_UNORM, LAUNCH_FORMAT_R16G16B16A16_UINT, KILN_RAW_RGBA16},
    {LAUNCH_FORMAT_R16G16B16A16_SNORM, LAUNCH_FORMAT_R16G16B16A16_UINT, KILN_RAW_RGBA16_SNORM},
    {LAUNCH_FORMAT_R16G16_UNORM, LAUNCH_FORMAT_R16G16_UINT, KILN_RAW_RG16},
    {LAUNCH_FORMAT_R16G16_SNORM, LAUNCH_FORMAT_R16G16_UINT, KILN_RAW_RG16_SNORM},
    {LAUNCH_FORMAT_R16_UNORM, LAUNCH_FORMAT_R16_UINT, KILN_RAW_R16},
    {LAUNCH_FORMAT_R16_SNORM, LAUNCH_FORMAT_R16_UINT, KILN_RAW_R16_SNORM},
    {LAUNCH_FORMAT_R8G8B8A8_UNORM, LAUNCH_FORMAT_R8G8B8A8_UINT, KILN_RAW_RGBA8},
    {LAUNCH_FORMAT_R8G8B8A8_SNORM, LAUNCH_FORMAT_R8G8B8A8_UINT, KILN_RAW_RGBA8_SNORM},
    {LAUNCH_FORMAT_R8G8_UNORM, LAUNCH_FORMAT_R8G8_UINT, KILN_RAW_RG8},
    {LAUNCH_FORMAT_R8G8_SNORM, LAUNCH_FORMAT_R8G8_UINT, KILN_RAW_RG8_SNORM},
    {LAUNCH_FORMAT_R8_UNORM, LAUNCH_FORMAT_R8_UINT, KILN_RAW_R8},
    {LAUNCH_FORMAT_R8_SNORM, LAUNCH_FORMAT_R8_UINT, KILN_RAW_R8_SNORM},
    {LAUNCH_FORMAT_R10G10B10A2_UNORM, LAUNCH_FORMAT_R32_UINT, KILN_RAW_RGB10A2},
    {LAUNCH_FORMAT_R10G10B10A2_UINT, LAUNCH_FORMAT_R32_UINT, KILN_RAW_RGB10A2UI},
    {LAUNCH_FORMAT_R11G11B10_FLOAT, LAUNCH_FORMAT_R32_UINT, KILN_RAW_R11G11B10F},
    {LAUNCH_FORMAT_R32_FLOAT, LAUNCH_FORMAT_R32_UINT,
     KILN_RAW_CONVERTED}, // the same bits, and integer atomics
};

// And what Gen8's do not besides (of which shaders name the format).
static const struct {
    uint16_t surface, lowered; // enum launch_format
} lowered_gen8[] = {
    {LAUNCH_FORMAT_R16G16B16A16_SINT, LAUNCH_FORMAT_R16G16B16A16_UINT},
    {LAUNCH_FORMAT_R16G16B16A16_FLOAT, LAUNCH_FORMAT_R16G16B16A16_UINT},
    {LAUNCH_FORMAT_R32G32_UINT, LAUNCH_FORMAT_R16G16B16A16_UINT},
    {LAUNCH_FORMAT_R32G32_SINT, LAUNCH_FORMAT_R16G16B16A16_UINT},
    {LAUNCH_FORMAT_R32G32_FLOAT, LAUNCH_FORMAT_R16G16B16A16_UINT},
    {LAUNCH_FORMAT_R16G16_SINT, LAUNCH_FORMAT_R16G16_UINT},
    {LAUNCH_FORMAT_R16G16_FLOAT, LAUNCH_FORMAT_R16G16_UINT},
    {LAUNCH_FORMAT_R16_SINT, LAUNCH_FORMAT_R16_UINT},
    {LAUNCH_FORMAT_R16_FLOAT, LAUNCH_FORMAT_R16_UINT},
    {LAUNCH_FORMAT_R8G8B8A8_SINT, LAUNCH_FORMAT_R8G8B8A8_UINT},
    {LAUNCH_FORMAT_R8G8_SINT, LAUNCH_FORMAT_R8G8_UINT},
    {LAUNCH_FORMAT_R8_SINT, LAUNCH_FORMAT_R8_UINT},
};

enum launch_format kiln_format_lowered(const struct launch_device *d, const struct kiln_format *f)
{
    bool gen8 = d && !kiln_target_has_typed_formats(kiln_target_of(d->info->devinfo));
    for (unsigned i = 0; gen8 && i < KILN_ARRAY_LEN(lowered_gen8); i++)
        if (lowered_gen8[i].surface == f->surface)
            return lowered_gen8[i].lowered;
    for (unsigned i = 0; i < KILN_ARRAY_LEN(lowered); i++)
        if (lowered[i].surface == f->surface)
            return lowered[i].lowered;
    return f->surface;
}

bool kiln_format_by_address(const struct launch_device *d, const struct kiln_format *f)
{
    enum { TYPED_BYTES = 8 };
    return f->bytes > TYPED_BYTES && !kiln_target_has_typed_formats(kiln_target_of(d->info->devinfo));
}

enum kiln_raw_format kiln_format_raw_kind(const struct kiln_format *f)
{
    for (unsigned i = 0; i < KILN_ARRAY_LEN(lowered); i++)
        if (lowered[i].surface == f->surface)
            return lowered[i].raw;
    return KILN_RAW_CONVERTED;
}

// Reads without a format in the shader: what it can find out.
static bool readable(const struct kiln_format *f)
{
    return (f->caps & KILN_FORMAT_READ) || kiln_format_raw_kind(f) != KILN_RAW_CONVERTED;
}

unsigned kiln_format_channel_bits(const struct kiln_format *f)
{
    if (f->bytes == 1 || f->bytes == 3)
        return 8;
    if (f->bytes == 12)
        return 32;
    switch (kiln_format_lowered(NULL, f)) {
    case LAUNCH_FORMAT_R8G8B8A8_UINT:
    case LAUNCH_FORMAT_R8G8_UINT:
    case LAUNCH_FORMAT_R8_UINT:
        return 8;
    default:
        break;
    }
    switch (f->surface) {
    case LAUNCH_FORMAT_R8G8B8A8_UINT:
    case LAUNCH_FORMAT_R8G8B8A8_SINT:
    case LAUNCH_FORMAT_R8G8B8A8_UNORM_SRGB:
    case LAUNCH_FORMAT_R8G8_UINT:
    case LAUNCH_FORMAT_R8G8_SINT:
        return 8;
    case LAUNCH_FORMAT_R32_UINT:
    case LAUNCH_FORMAT_R32_SINT:
    case LAUNCH_FORMAT_R32_FLOAT:
    case LAUNCH_FORMAT_R32G32_UINT:
    case LAUNCH_FORMAT_R32G32_SINT:
    case LAUNCH_FORMAT_R32G32_FLOAT:
    case LAUNCH_FORMAT_R32G32B32A32_UINT:
    case LAUNCH_FORMAT_R32G32B32A32_SINT:
    case LAUNCH_FORMAT_R32G32B32A32_FLOAT:
        return 32;
    default:
        return 16;
    }
}

// ---- features ----

// Needed by commands of graphics queues only, and demanded all the same.
static VkFormatFeatureFlags2 graphics_features(const struct kiln_format *f)
{
    VkFormatFeatureFlags2 flags = 0;
    if (f->caps & KILN_FORMAT_BLIT)
        flags |= VK_FORMAT_FEATURE_2_BLIT_SRC_BIT;
    if (!(f->caps & KILN_FORMAT_TARGET))
        return flags;
    if (f->aspect != VK_IMAGE_ASPECT_COLOR_BIT)
        return flags | VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT;
    if (kiln_claims_graphics())
        return flags; // or programs would clear images by a pass
    flags |= VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_2_BLIT_DST_BIT;
    if (f->type != KILN_FORMAT_UINT && f->type != KILN_FORMAT_SINT && f->bytes <= 8 &&
        f->surface != LAUNCH_FORMAT_R32_FLOAT && f->surface != LAUNCH_FORMAT_R32G32_FLOAT)
        flags |= VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BLEND_BIT;
    return flags;
}

// What of ASTC the sampler must know to decode the format.
static enum kiln_astc astc_of(const struct kiln_format *f)
{
    if (f->vk >= VK_FORMAT_ASTC_4x4_UNORM_BLOCK && f->vk <= VK_FORMAT_ASTC_12x12_SRGB_BLOCK)
        return KILN_ASTC_LDR;
    return f->vk >= VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK && f->vk <= VK_FORMAT_ASTC_12x12_SFLOAT_BLOCK
               ? KILN_ASTC_HDR
               : KILN_ASTC_NONE;
}

VkFormatFeatureFlags2 kiln_format_image_features(const struct kiln_format *f, VkImageTiling tiling)
{
    if (!f || !(f->caps & (KILN_FORMAT_SAMPLE | KILN_FORMAT_WRITE)))
        return 0;
    if (tiling == VK_IMAGE_TILING_LINEAR && f->aspect != VK_IMAGE_ASPECT_COLOR_BIT)
        return 0;
    if (f->planar)
        return kiln_planar_features(f->planar);
    VkFormatFeatureFlags2 flags =
        VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT |
        VK_FORMAT_FEATURE_2_COPY_IMAGE_INDIRECT_DST_BIT_KHR | VK_FORMAT_FEATURE_2_HOST_IMAGE_TRANSFER_BIT_EXT;
    // The sampler reads ASTC from tiles only (PRM KBL vol2d RENDER_SURFACE_STATE, Tile Mode).
    if (tiling == VK_IMAGE_TILING_LINEAR && astc_of(f))
        return flags;
    if (f->caps & KILN_FORMAT_SAMPLE)
        flags |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT;
    if (f->caps & KILN_FORMAT_FILTER)
        flags |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    if (f->caps & KILN_FORMAT_FILTER)
        flags |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_MINMAX_BIT;
    if (f->aspect & VK_IMAGE_ASPECT_DEPTH_BIT)
        flags |= VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT |
                 VK_FORMAT_FEATURE_2_DEPTH_COPY_ON_COMPUTE_QUEUE_BIT_KHR;
    if (f->aspect & VK_IMAGE_ASPECT_STENCIL_BIT)
        flags |= VK_FORMAT_FEATURE_2_STENCIL_COPY_ON_COMPUTE_QUEUE_BIT_KHR;
    if (f->caps & KILN_FORMAT_WRITE)
        flags |= VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
    if ((f->caps & KILN_FORMAT_WRITE) && readable(f))
        flags |= VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT;
    if (f->caps & KILN_FORMAT_ATOMIC)
        flags |= VK_FORMAT_FEATURE_2_STORAGE_IMAGE_ATOMIC_BIT;
    if (tiling == VK_IMAGE_TILING_OPTIMAL)
        flags |= graphics_features(f);
    return flags;
}

VkFormatFeatureFlags2 kiln_format_buffer_features(const struct kiln_format *f)
{
    if (!f || kiln_format_compressed(f) || f->aspect != VK_IMAGE_ASPECT_COLOR_BIT || f->planar ||
        !(f->caps & (KILN_FORMAT_SAMPLE | KILN_FORMAT_WRITE)))
        return 0;
    VkFormatFeatureFlags2 flags =
        f->caps & KILN_FORMAT_SAMPLE ? VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT : 0;
    if (f->caps & KILN_FORMAT_WRITE)
        flags |= VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT |
                 VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
    if ((f->caps & KILN_FORMAT_WRITE) && readable(f))
        flags |= VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT;
    if (f->caps & KILN_FORMAT_ATOMIC)
        flags |= VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_ATOMIC_BIT;
    if (f->caps & KILN_FORMAT_VERTEX)
        flags |= VK_FORMAT_FEATURE_2_VERTEX_BUFFER_BIT;
    return flags;
}

// The 32-bit flags know the first 31 bits, less what only the 64-bit ones have.
static VkFormatFeatureFlags narrow(VkFormatFeatureFlags2 flags)
{
    return (VkFormatFeatureFlags)(flags & 0x7fffffff);
}

enum kiln_astc kiln_format_astc(const struct kiln_physical_device *p)
{
    return kiln_target_samples_gen9_formats(p->target) ? p->target->dev->astc : KILN_ASTC_NONE;
}

static bool came_with_gen8(const struct kiln_format *f)
{
    return f->surface == LAUNCH_FORMAT_A4B4G4R4_UNORM || f->surface == LAUNCH_FORMAT_R8G8B8_UNORM_SRGB ||
           (f->vk >= VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK && f->vk <= VK_FORMAT_EAC_R11G11_SNORM_BLOCK);
}

// What the chip has not: some ASTC; ETC2 and EAC before Gen8; and that samples no integers of three channels.
// Source: Mesa 25.0.7 isl_format.c.
static bool lacks(const struct kiln_physical_device *p, const struct kiln_format *f)
{
    if (!f)
        return false;
    if (astc_of(f))
        return astc_of(f) > kiln_format_astc(p);
    if (!kiln_target_samples_gen8_formats(p->target) && came_with_gen8(f))
        return true;
    return !kiln_target_samples_gen9_formats(p->target) &&
           (f->surface == LAUNCH_FORMAT_R16G16B16_UINT || f->surface == LAUNCH_FORMAT_R16G16B16_SINT ||
            f->surface == LAUNCH_FORMAT_R8G8B8_UINT || f->surface == LAUNCH_FORMAT_R8G8B8_SINT);
}

// Features that the chip's kernels cannot use: Gen8 reads no texels of a format that the shader does not name
// (compiler/spirv/image/format.c), and without bindless surfaces those of one 64-bit integer have no atomics.
static VkFormatFeatureFlags2 missing_features(const struct kiln_physical_device *p,
                                              const struct kiln_format *f)
{
    const VkFormatFeatureFlags2 storage = VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT |
                                          VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT |
                                          VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
    if (kiln_target_has_typed_formats(p->target) || !f)
        return 0;
    return VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT | (kiln_format_wide(f) ? storage : 0);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceFormatProperties2(VkPhysicalDevice handle, VkFormat format,
                                                                   VkFormatProperties2 *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, physical, handle);
    const struct kiln_format *f = kiln_format_get(format);
    if (lacks(physical, f))
        f = NULL;
    const VkFormatFeatureFlags2 has = ~missing_features(physical, f),
                                linear = kiln_format_image_features(f, VK_IMAGE_TILING_LINEAR) & has,
                                optimal = kiln_format_image_features(f, VK_IMAGE_TILING_OPTIMAL) & has,
                                buffer = kiln_format_buffer_features(f) & has;
    out->formatProperties = (VkFormatProperties){.linearTilingFeatures = narrow(linear),
                                                 .optimalTilingFeatures = narrow(optimal),
                                                 .bufferFeatures = narrow(buffer)};
    kiln_foreach(s, out->pNext)
    {
        if (s->sType == VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3) {
            VkFormatProperties3 *p = (void *)s;
            p->linearTilingFeatures = linear;
            p->optimalTilingFeatures = optimal;
            p->bufferFeatures = buffer;
        } else if (s->sType == VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_4_KHR) {
            VkFormatProperties4KHR *p = (void *)s; // no such feature is defined
            p->linearTilingFeatures = p->optimalTilingFeatures = p->bufferFeatures = 0;
        } else {
            kiln_modifier_properties(physical->target, f, has, s);
            kiln_tensor_format_properties(physical, format, s);
        }
    }
}

// ---- image format properties ----

#define ATTACHMENT_FEATURES                                                                                  \
    (VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT)

// The features that a usage needs.
static VkFormatFeatureFlags2 needed_features(const struct kiln_format *f, VkImageUsageFlags2KHR usage)
{
    static const struct {
        VkImageUsageFlags2KHR usage;
        VkFormatFeatureFlags2 feature;
    } rows[] = {
        {VK_IMAGE_USAGE_TRANSFER_SRC_BIT, VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT},
        {VK_IMAGE_USAGE_TRANSFER_DST_BIT, VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT},
        {VK_IMAGE_USAGE_HOST_TRANSFER_BIT_EXT, VK_FORMAT_FEATURE_2_HOST_IMAGE_TRANSFER_BIT_EXT},
        {VK_IMAGE_USAGE_SAMPLED_BIT, VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT},
        {VK_IMAGE_USAGE_STORAGE_BIT, VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT},
        {VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT},
        {VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT},
    };
    VkFormatFeatureFlags2 needed = 0;
    for (unsigned i = 0; i < KILN_ARRAY_LEN(rows); i++) {
        if (usage & rows[i].usage)
            needed |= rows[i].feature;
        usage &= ~rows[i].usage;
    }
    // Input and transient attachments need an attachment format; the rest belongs to extensions.
    if (usage)
        needed |= f->aspect == VK_IMAGE_ASPECT_COLOR_BIT ? VK_FORMAT_FEATURE_2_COLOR_ATTACHMENT_BIT
                                                         : VK_FORMAT_FEATURE_2_DEPTH_STENCIL_ATTACHMENT_BIT;
    return needed;
}

#define CREATE_FLAGS                                                                                         \
    (VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT | VK_IMAGE_CREATE_ALIAS_BIT |  \
     VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT | VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT |             \
     VK_IMAGE_CREATE_EXTENDED_USAGE_BIT | VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT |                       \
     VK_IMAGE_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_EXT |                                              \
     VK_IMAGE_CREATE_DESCRIPTOR_HEAP_CAPTURE_REPLAY_BIT_EXT | VK_IMAGE_CREATE_DISJOINT_BIT)
#define SPARSE_FLAGS                                                                                         \
    ((VkImageCreateFlags)(VK_IMAGE_CREATE_SPARSE_BINDING_BIT | VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT |        \
                          VK_IMAGE_CREATE_SPARSE_ALIASED_BIT))

static bool compressed_3d(const struct kiln_format *f)
{
    return f->vk >= VK_FORMAT_BC1_RGB_UNORM_BLOCK && f->vk <= VK_FORMAT_BC7_SRGB_BLOCK;
}

// Formats of one compatibility class: views of an image of format `a` may have format `b`. With `blocks`,
// also those whose texels are as large as a's blocks.
static bool compatible(const struct kiln_format *a, const struct kiln_format *b, bool blocks)
{
    bool shape = (a->width == b->width && a->height == b->height) || (blocks && !kiln_format_compressed(b));
    return shape && a->aspect == VK_IMAGE_ASPECT_COLOR_BIT && b->aspect == a->aspect && a->bytes == b->bytes;
}

// Extended usage is judged by all formats that views may have.
static bool usage_possible(const struct kiln_physical_device *p, const struct kiln_format *f,
                           const VkPhysicalDeviceImageFormatInfo2 *info)
{
    VkFormatFeatureFlags2 needed = needed_features(f, info->usage);
    VkFormatFeatureFlags2 have = kiln_format_image_features(f, info->tiling) & ~missing_features(p, f);
    if (!(info->flags & VK_IMAGE_CREATE_EXTENDED_USAGE_BIT))
        return !(needed & ~have);
    bool blocks = info->flags & VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT;
    if (f->planar) { // views of a plane
        for (unsigned i = 0; i < f->planar->planes; i++)
            have |=
                kiln_format_image_features(kiln_format_get(kiln_plane_format(f->planar, i)), info->tiling);
        return !(needed & ~have);
    }
    for (unsigned i = 0; i < KILN_ARRAY_LEN(formats); i++)
        if (compatible(f, &formats[i], blocks))
            have |= kiln_format_image_features(&formats[i], info->tiling) & ~missing_features(p, &formats[i]);
    return !(needed & ~have);
}

// The host does not copy them (their memory is in parts), and a plane has no memory of its own.
static bool sparse_supported(const struct kiln_physical_device *p, const struct kiln_format *f,
                             const VkPhysicalDeviceImageFormatInfo2 *info)
{
    if (!p->info.has_sparse || !(info->flags & VK_IMAGE_CREATE_SPARSE_BINDING_BIT) ||
        info->usage & VK_IMAGE_USAGE_HOST_TRANSFER_BIT_EXT || info->flags & VK_IMAGE_CREATE_DISJOINT_BIT)
        return false;
    return !(info->flags & VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT) ||
           (p->info.has_sparse && kiln_format_has_blocks(f, info->type, info->tiling, VK_SAMPLE_COUNT_1_BIT,
                                                         kiln_target_surfaces_in_texels(p->target)));
}

static bool supported(const struct kiln_physical_device *p, const struct kiln_format *f,
                      const VkPhysicalDeviceImageFormatInfo2 *info)
{
    if (!kiln_format_image_features(f, info->tiling) ||
        (info->flags & ~(VkImageCreateFlags)(CREATE_FLAGS | SPARSE_FLAGS)))
        return false;
    if (info->flags & SPARSE_FLAGS && !sparse_supported(p, f, info))
        return false;
    if (info->tiling != VK_IMAGE_TILING_OPTIMAL && info->tiling != VK_IMAGE_TILING_LINEAR)
        return false;
    if (!usage_possible(p, f, info))
        return false;
    if ((info->flags & VK_IMAGE_CREATE_DISJOINT_BIT) && (!f->planar || f->planar->planes == 1))
        return false;
    if (f->planar && (info->type != VK_IMAGE_TYPE_2D || info->flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT))
        return false;
    bool plain = !kiln_format_compressed(f) && f->aspect == VK_IMAGE_ASPECT_COLOR_BIT;
    switch (info->type) {
    case VK_IMAGE_TYPE_1D:
        if (kiln_format_compressed(f))
            return false;
        break;
    case VK_IMAGE_TYPE_2D:
        break;
    case VK_IMAGE_TYPE_3D:
        if (!plain && !compressed_3d(f))
            return false;
        break;
    default:
        return false;
    }
    if ((info->flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT) && info->type != VK_IMAGE_TYPE_2D)
        return false;
    if ((info->flags & VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT) && info->type != VK_IMAGE_TYPE_3D)
        return false;
    if (info->flags & VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT) {
        // On Gen8 the slices of a level lie side by side (image/layout.c): it is no image of its own. Before,
        // no level of several layers is.
        bool one_image = info->type != VK_IMAGE_TYPE_3D || !kiln_target_surfaces_in_texels(p->target);
        return kiln_format_compressed(f) && one_image && kiln_target_has_qpitch(p->target);
    }
    return true;
}

VkImageUsageFlags2KHR kiln_image_usage(const struct kiln_format *f, VkImageUsageFlags usage,
                                       const void *chain)
{
    const VkImageStencilUsageCreateInfo *stencil =
        kiln_find_const(chain, VK_STRUCTURE_TYPE_IMAGE_STENCIL_USAGE_CREATE_INFO);
    const VkImageStencilUsage2CreateInfoKHR *stencil2 =
        kiln_find_const(chain, VK_STRUCTURE_TYPE_IMAGE_STENCIL_USAGE_2_CREATE_INFO_KHR);
    const VkImageUsageFlags2CreateInfoKHR *wide =
        kiln_find_const(chain, VK_STRUCTURE_TYPE_IMAGE_USAGE_FLAGS_2_CREATE_INFO_KHR);
    if ((stencil || stencil2) && f && f->aspect == VK_IMAGE_ASPECT_STENCIL_BIT)
        return stencil2 ? stencil2->stencilUsage : stencil->stencilUsage;
    return wide ? wide->usage : usage;
}

VkImageCreateFlags2KHR kiln_image_flags(VkImageCreateFlags flags, const void *chain)
{
    const VkImageCreateFlags2CreateInfoKHR *wide =
        kiln_find_const(chain, VK_STRUCTURE_TYPE_IMAGE_CREATE_FLAGS_2_CREATE_INFO_KHR);
    return wide ? wide->flags : flags;
}

static VkResult properties(struct kiln_physical_device *p, const VkPhysicalDeviceImageFormatInfo2 *info,
                           VkImageFormatProperties *out)
{
    const struct kiln_format *f = kiln_format_get(info->format);
    VkPhysicalDeviceLimits limits;
    memset(out, 0, sizeof(*out));
    if (!f || lacks(p, f) || !supported(p, f, info))
        return VK_ERROR_FORMAT_NOT_SUPPORTED; // an answer, not a failure
    kiln_limits_get(p, &limits);
    uint32_t d = info->type == VK_IMAGE_TYPE_1D   ? limits.maxImageDimension1D
                 : info->type == VK_IMAGE_TYPE_2D ? limits.maxImageDimension2D
                                                  : limits.maxImageDimension3D;
    if (info->flags & VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT)
        d = limits.maxImageDimensionCube;
    out->maxExtent =
        (VkExtent3D){d, info->type == VK_IMAGE_TYPE_1D ? 1 : d, info->type == VK_IMAGE_TYPE_3D ? d : 1};
    bool one_level =
        info->type == VK_IMAGE_TYPE_3D &&
        (info->flags & VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT || info->tiling != VK_IMAGE_TILING_OPTIMAL);
    one_level &= kiln_target_surfaces_in_texels(p->target); // image/layout.c
    out->maxMipLevels = f->planar || one_level ? 1 : 32 - (uint32_t)__builtin_clz(d);
    out->maxArrayLayers = info->type == VK_IMAGE_TYPE_3D ? 1 : limits.maxImageArrayLayers;
    // Only to be fetched from: storage images have one sample, and by the API's rule what cannot be an
    // attachment has one too.
    bool many = (kiln_format_image_features(f, VK_IMAGE_TILING_OPTIMAL) & ATTACHMENT_FEATURES) &&
                info->type == VK_IMAGE_TYPE_2D && info->tiling == VK_IMAGE_TILING_OPTIMAL &&
                !(info->usage & (VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_HOST_TRANSFER_BIT_EXT)) &&
                !(info->flags & (VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT | VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT));
    out->sampleCounts = many ? KILN_IMAGE_SAMPLES : VK_SAMPLE_COUNT_1_BIT;
    out->maxResourceSize = KILN_IMAGE_MAX_SIZE;
    return VK_SUCCESS;
}

// None is.
void kiln_image_compression(VkBaseOutStructure *s)
{
    VkImageCompressionPropertiesEXT *p = (VkImageCompressionPropertiesEXT *)s;
    if (s->sType != VK_STRUCTURE_TYPE_IMAGE_COMPRESSION_PROPERTIES_EXT)
        return;
    p->imageCompressionFlags = VK_IMAGE_COMPRESSION_DISABLED_EXT;
    p->imageCompressionFixedRateFlags = VK_IMAGE_COMPRESSION_FIXED_RATE_NONE_EXT;
}

// Images that the host may copy lie as all others do.
static void host_copy_performance(VkHostImageCopyDevicePerformanceQueryEXT *q)
{
    q->optimalDeviceAccess = VK_TRUE;
    q->identicalMemoryLayout = VK_TRUE;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceImageFormatProperties2(
    VkPhysicalDevice handle, const VkPhysicalDeviceImageFormatInfo2 *info, VkImageFormatProperties2 *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    const VkPhysicalDeviceExternalImageFormatInfo *external =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO);
    VkPhysicalDeviceImageFormatInfo2 used = *info;
    const struct kiln_format *f = kiln_format_get(info->format);
    const VkImageUsageFlags2KHR usage = kiln_image_usage(f, info->usage, info->pNext);
    const VkImageCreateFlags2KHR flags = kiln_image_flags(info->flags, info->pNext);
    used.usage = (VkImageUsageFlags)usage;
    used.flags = (VkImageCreateFlags)flags;
    VkResult result = VK_SUCCESS;
    const VkPhysicalDeviceImageDrmFormatModifierInfoEXT *drm =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_DRM_FORMAT_MODIFIER_INFO_EXT);
    bool modifier = info->tiling == VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
    if (used.usage != usage || used.flags != flags) // not of any extension that there is here
        result = VK_ERROR_FORMAT_NOT_SUPPORTED;
    else if (used.flags & SPARSE_FLAGS && (modifier || (external && external->handleType)))
        result = VK_ERROR_FORMAT_NOT_SUPPORTED; // userptrs are nobody else's
    else if (modifier && (!drm || info->type != VK_IMAGE_TYPE_2D ||
                          !kiln_modifier_tiling(p->target, f, drm->drmFormatModifier, &used.tiling)))
        result = VK_ERROR_FORMAT_NOT_SUPPORTED;
    else
        result = properties(p, &used, &out->imageFormatProperties);
    if (modifier) {
        out->imageFormatProperties.maxMipLevels = out->imageFormatProperties.maxArrayLayers = 1;
        out->imageFormatProperties.sampleCounts = VK_SAMPLE_COUNT_1_BIT;
    }
    VkExternalMemoryProperties shared = {0};
    // Without a format modifier, a dma-buf says nothing of tiles.
    bool tiles = external && external->handleType == VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT &&
                 info->tiling == VK_IMAGE_TILING_OPTIMAL;
    if (external && external->handleType && !tiles)
        kiln_external_memory_properties(p, external->handleType, &shared);
    // Another process, or another device here, lays an image out in the same way.
    if (result == VK_SUCCESS && external && external->handleType && !shared.externalMemoryFeatures)
        result = VK_ERROR_FORMAT_NOT_SUPPORTED;
    if (result)
        memset(&out->imageFormatProperties, 0, sizeof(out->imageFormatProperties));
    kiln_foreach(s, out->pNext)
    {
        if (s->sType == VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES)
            ((VkExternalImageFormatProperties *)s)->externalMemoryProperties = shared;
        else if (s->sType == VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_IMAGE_FORMAT_PROPERTIES)
            ((VkSamplerYcbcrConversionImageFormatProperties *)s)->combinedImageSamplerDescriptorCount =
                f && f->planar ? kiln_planar_views(f->planar) : 1;
        else if (s->sType == VK_STRUCTURE_TYPE_SUBSAMPLED_IMAGE_FORMAT_PROPERTIES_EXT) // no image is
            ((VkSubsampledImageFormatPropertiesEXT *)s)->subsampledImageDescriptorCount = 1;
        else if (s->sType == VK_STRUCTURE_TYPE_HOST_IMAGE_COPY_DEVICE_PERFORMANCE_QUERY_EXT)
            host_copy_performance((VkHostImageCopyDevicePerformanceQueryEXT *)s);
        else
            kiln_image_compression(s);
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceSparseImageFormatProperties2(
    VkPhysicalDevice handle, const VkPhysicalDeviceSparseImageFormatInfo2 *info, uint32_t *count,
    VkSparseImageFormatProperties2 *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    const VkImageUsageFlags2KHR usage =
        kiln_image_usage(kiln_format_get(info->format), info->usage, info->pNext);
    const VkPhysicalDeviceImageFormatInfo2 image = {.format = info->format,
                                                    .type = info->type,
                                                    .tiling = info->tiling,
                                                    .usage = (VkImageUsageFlags)usage,
                                                    .flags = VK_IMAGE_CREATE_SPARSE_BINDING_BIT |
                                                             VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT};
    VkImageFormatProperties can;
    bool there = image.usage == usage && !properties(p, &image, &can) && info->samples & can.sampleCounts;
    *count = out ? KILN_MIN(*count, (uint32_t)there) : there;
    if (out && *count)
        out->properties = kiln_format_sparse(kiln_format_get(info->format));
}
