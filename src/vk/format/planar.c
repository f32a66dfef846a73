// Formats of Y'CbCr (planar.def), and the parameters of their conversion.
#include "entrypoints.h"
#include "vk/object/device.h"
#include "vk/format/format.h"

#define LUMA(format) VIEW(0, format, ZERO, RED, ZERO, 1)
#define CB(format) VIEW(1, format, ZERO, ZERO, RED, 1)
#define CR(format) VIEW(2, format, RED, ZERO, ZERO, 1)
#define CBCR(format) VIEW(1, format, GREEN, ZERO, RED, 1)

#define NONE {0}
#define VIEW(plane, format, red, green, blue, columns)                                                       \
    {                                                                                                        \
        VK_FORMAT_##format, LAUNCH_FORMAT_##format, plane, columns,                                          \
        {                                                                                                    \
            LAUNCH_CHANNEL_##red, LAUNCH_CHANNEL_##green, LAUNCH_CHANNEL_##blue, LAUNCH_CHANNEL_ONE          \
        }                                                                                                    \
    }
static const struct kiln_planar planar[] = {
#define PLANAR(name, planes, columns, rows, bits, container, y, cb, cr)                                      \
    {planes, {columns, rows}, bits, container, {y, cb, cr}},
#include "vk/format/planar.def"
};
#undef PLANAR
#undef VIEW
#undef NONE

enum {
#define PLANAR(name, planes, columns, rows, bits, container, y, cb, cr) ROW_##name,
#include "vk/format/planar.def"
#undef PLANAR
};

// The first plane's, with which the image is copied.
#define VIEW(plane, format, red, green, blue, columns) LAUNCH_FORMAT_##format
static const struct kiln_format formats[] = {
#define PLANAR(name, planes, columns, rows, bits, container, y, cb, cr)                                      \
    {.vk = VK_FORMAT_##name,                                                                                 \
     .surface = y,                                                                                           \
     .bytes = (planes) == 1 ? 2 * (container) / 8 : (container) / 8,                                         \
     .width = 1,                                                                                             \
     .height = 1,                                                                                            \
     .type = KILN_FORMAT_UNORM,                                                                              \
     .caps = KILN_FORMAT_SAMPLE | KILN_FORMAT_FILTER,                                                        \
     .swizzle = {LAUNCH_CHANNEL_RED, LAUNCH_CHANNEL_GREEN, LAUNCH_CHANNEL_BLUE, LAUNCH_CHANNEL_ALPHA},       \
     .aspect = VK_IMAGE_ASPECT_COLOR_BIT,                                                                    \
     .planar = &planar[ROW_##name]},
#include "vk/format/planar.def"
};
#undef PLANAR
#undef VIEW

const struct kiln_format *kiln_planar_format(VkFormat format)
{
    for (unsigned i = 0; i < KILN_ARRAY_LEN(formats); i++)
        if (formats[i].vk == format)
            return &formats[i];
    return NULL;
}

VkFormat kiln_plane_format(const struct kiln_planar *p, uint32_t plane)
{
    for (unsigned i = 0; i < kiln_planar_views(p); i++)
        if (p->views[i].plane == plane)
            return p->views[i].format;
    return VK_FORMAT_UNDEFINED;
}

VkFormatFeatureFlags2 kiln_planar_features(const struct kiln_planar *p)
{
    VkFormatFeatureFlags2 flags =
        VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT |
        VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT |
        VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_YCBCR_CONVERSION_LINEAR_FILTER_BIT |
        VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_YCBCR_CONVERSION_SEPARATE_RECONSTRUCTION_FILTER_BIT |
        VK_FORMAT_FEATURE_2_MIDPOINT_CHROMA_SAMPLES_BIT;
    if (p->planes > 1)
        flags |= VK_FORMAT_FEATURE_2_DISJOINT_BIT;
    if (p->divisor[0] > 1)
        flags |= VK_FORMAT_FEATURE_2_COSITED_CHROMA_SAMPLES_BIT;
    return flags;
}

// ---- VkSamplerYcbcrConversion

_Static_assert(VK_SAMPLER_YCBCR_MODEL_CONVERSION_RGB_IDENTITY == (int)KILN_YCBCR_RGB, "");
_Static_assert(VK_SAMPLER_YCBCR_MODEL_CONVERSION_YCBCR_IDENTITY == (int)KILN_YCBCR_IDENTITY, "");
_Static_assert(VK_SAMPLER_YCBCR_MODEL_CONVERSION_YCBCR_709 == (int)KILN_YCBCR_709, "");
_Static_assert(VK_SAMPLER_YCBCR_MODEL_CONVERSION_YCBCR_601 == (int)KILN_YCBCR_601, "");
_Static_assert(VK_SAMPLER_YCBCR_MODEL_CONVERSION_YCBCR_2020 == (int)KILN_YCBCR_2020, "");
_Static_assert(VK_SAMPLER_YCBCR_RANGE_ITU_FULL == (int)KILN_YCBCR_FULL, "");
_Static_assert(VK_SAMPLER_YCBCR_RANGE_ITU_NARROW == (int)KILN_YCBCR_NARROW, "");

static uint32_t swizzle(VkComponentSwizzle s, uint32_t component)
{
    switch (s) {
    case VK_COMPONENT_SWIZZLE_IDENTITY:
        return component;
    case VK_COMPONENT_SWIZZLE_ZERO:
        return 4;
    case VK_COMPONENT_SWIZZLE_ONE:
        return 5;
    default:
        return (uint32_t)s - VK_COMPONENT_SWIZZLE_R;
    }
}

// Reconstruction is implicit: chroma is filtered in its own plane.
VKAPI_ATTR VkResult VKAPI_CALL
kiln_CreateSamplerYcbcrConversion(VkDevice handle, const VkSamplerYcbcrConversionCreateInfo *info,
                                  const VkAllocationCallbacks *alloc, VkSamplerYcbcrConversion *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const struct kiln_format *f = kiln_planar_format(info->format);
    *out = VK_NULL_HANDLE;
    if (!f)
        return kiln_error(VK_ERROR_OUT_OF_DEVICE_MEMORY, "a conversion of format %d", info->format);
    struct kiln_conversion *c =
        kiln_zalloc(&device->alloc, alloc, sizeof(*c), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!c)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    const struct kiln_planar *p = f->planar;
    // The nearest texel of chroma is the same one wherever between two of luma it lies.
    const bool linear = info->chromaFilter == VK_FILTER_LINEAR;
    const VkComponentMapping *m = &info->components;
    c->ycbcr = (struct kiln_ycbcr){
        .planes = kiln_planar_views(p),
        .bits = p->bits,
        .container = p->container,
        .model = (uint32_t)info->ycbcrModel,
        .range = (uint32_t)info->ycbcrRange,
        .cosited = {linear && p->divisor[0] > 1 && info->xChromaOffset == VK_CHROMA_LOCATION_COSITED_EVEN,
                    linear && p->divisor[1] > 1 && info->yChromaOffset == VK_CHROMA_LOCATION_COSITED_EVEN},
        .swizzle = {swizzle(m->r, 0), swizzle(m->g, 1), swizzle(m->b, 2), swizzle(m->a, 3)},
    };
    c->chroma_filter = info->chromaFilter;
    *out = KILN_TO_HANDLE(VkSamplerYcbcrConversion, c);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroySamplerYcbcrConversion(VkDevice handle,
                                                              VkSamplerYcbcrConversion conversion,
                                                              const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    kiln_free(&device->alloc, alloc, (struct kiln_conversion *)(uintptr_t)conversion);
}
