// See images.h.
#include "images.h"
#include "newer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    VkFormat format;
    uint32_t bytes, block;
} formats[] = {
    {"r8", VK_FORMAT_R8_UNORM, 1, 1},
    {"a8", VK_FORMAT_A8_UNORM_KHR, 1, 1},
    {"r8snorm", VK_FORMAT_R8_SNORM, 1, 1},
    {"r8ui", VK_FORMAT_R8_UINT, 1, 1},
    {"r8i", VK_FORMAT_R8_SINT, 1, 1},
    {"rg8", VK_FORMAT_R8G8_UNORM, 2, 1},
    {"rg8snorm", VK_FORMAT_R8G8_SNORM, 2, 1},
    {"rg8ui", VK_FORMAT_R8G8_UINT, 2, 1},
    {"rg8i", VK_FORMAT_R8G8_SINT, 2, 1},
    {"rgba8", VK_FORMAT_R8G8B8A8_UNORM, 4, 1},
    {"rgba8snorm", VK_FORMAT_R8G8B8A8_SNORM, 4, 1},
    {"rgba8ui", VK_FORMAT_R8G8B8A8_UINT, 4, 1},
    {"rgba8i", VK_FORMAT_R8G8B8A8_SINT, 4, 1},
    {"srgb8", VK_FORMAT_R8G8B8A8_SRGB, 4, 1},
    {"bgra8", VK_FORMAT_B8G8R8A8_UNORM, 4, 1},
    {"r16", VK_FORMAT_R16_UNORM, 2, 1},
    {"r16snorm", VK_FORMAT_R16_SNORM, 2, 1},
    {"r16ui", VK_FORMAT_R16_UINT, 2, 1},
    {"r16i", VK_FORMAT_R16_SINT, 2, 1},
    {"r16f", VK_FORMAT_R16_SFLOAT, 2, 1},
    {"rg16", VK_FORMAT_R16G16_UNORM, 4, 1},
    {"rg16snorm", VK_FORMAT_R16G16_SNORM, 4, 1},
    {"rg16ui", VK_FORMAT_R16G16_UINT, 4, 1},
    {"rg16i", VK_FORMAT_R16G16_SINT, 4, 1},
    {"rg16f", VK_FORMAT_R16G16_SFLOAT, 4, 1},
    {"rgba16", VK_FORMAT_R16G16B16A16_UNORM, 8, 1},
    {"rgba16snorm", VK_FORMAT_R16G16B16A16_SNORM, 8, 1},
    {"rgba16ui", VK_FORMAT_R16G16B16A16_UINT, 8, 1},
    {"rgba16i", VK_FORMAT_R16G16B16A16_SINT, 8, 1},
    {"rgba16f", VK_FORMAT_R16G16B16A16_SFLOAT, 8, 1},
    {"r32ui", VK_FORMAT_R32_UINT, 4, 1},
    {"r32i", VK_FORMAT_R32_SINT, 4, 1},
    {"r32f", VK_FORMAT_R32_SFLOAT, 4, 1},
    {"rg32ui", VK_FORMAT_R32G32_UINT, 8, 1},
    {"rg32i", VK_FORMAT_R32G32_SINT, 8, 1},
    {"rg32f", VK_FORMAT_R32G32_SFLOAT, 8, 1},
    {"rgba32ui", VK_FORMAT_R32G32B32A32_UINT, 16, 1},
    {"rgba32i", VK_FORMAT_R32G32B32A32_SINT, 16, 1},
    {"rgba32f", VK_FORMAT_R32G32B32A32_SFLOAT, 16, 1},
    {"rgb10a2", VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, 1},
    {"rgb10a2ui", VK_FORMAT_A2B10G10R10_UINT_PACK32, 4, 1},
    {"r11g11b10f", VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4, 1},
    {"rgb9e5", VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4, 1},
    {"r5g6b5", VK_FORMAT_R5G6B5_UNORM_PACK16, 2, 1},
    {"b4g4r4a4", VK_FORMAT_B4G4R4A4_UNORM_PACK16, 2, 1},
    {"rgb8", VK_FORMAT_R8G8B8_UNORM, 3, 1},
    {"rgb8snorm", VK_FORMAT_R8G8B8_SNORM, 3, 1},
    {"rgb8ui", VK_FORMAT_R8G8B8_UINT, 3, 1},
    {"rgb8i", VK_FORMAT_R8G8B8_SINT, 3, 1},
    {"rgbsrgb8", VK_FORMAT_R8G8B8_SRGB, 3, 1},
    {"bgr8", VK_FORMAT_B8G8R8_UNORM, 3, 1},
    {"bgr8snorm", VK_FORMAT_B8G8R8_SNORM, 3, 1},
    {"bgr8ui", VK_FORMAT_B8G8R8_UINT, 3, 1},
    {"bgr8i", VK_FORMAT_B8G8R8_SINT, 3, 1},
    {"bgrsrgb8", VK_FORMAT_B8G8R8_SRGB, 3, 1},
    {"bgra8snorm", VK_FORMAT_B8G8R8A8_SNORM, 4, 1},
    {"bgra8ui", VK_FORMAT_B8G8R8A8_UINT, 4, 1},
    {"bgra8i", VK_FORMAT_B8G8R8A8_SINT, 4, 1},
    {"rgb16", VK_FORMAT_R16G16B16_UNORM, 6, 1},
    {"rgb16snorm", VK_FORMAT_R16G16B16_SNORM, 6, 1},
    {"rgb16ui", VK_FORMAT_R16G16B16_UINT, 6, 1},
    {"rgb16i", VK_FORMAT_R16G16B16_SINT, 6, 1},
    {"rgb16f", VK_FORMAT_R16G16B16_SFLOAT, 6, 1},
    {"rgb32ui", VK_FORMAT_R32G32B32_UINT, 12, 1},
    {"rgb32i", VK_FORMAT_R32G32B32_SINT, 12, 1},
    {"rgb32f", VK_FORMAT_R32G32B32_SFLOAT, 12, 1},
    {"d16", VK_FORMAT_D16_UNORM, 2, 1},
    {"d32f", VK_FORMAT_D32_SFLOAT, 4, 1},
    {"bc1", VK_FORMAT_BC1_RGBA_UNORM_BLOCK, 8, 4},
    {"bc3", VK_FORMAT_BC3_UNORM_BLOCK, 16, 4},
    {"bc4", VK_FORMAT_BC4_UNORM_BLOCK, 8, 4},
    {"bc5", VK_FORMAT_BC5_SNORM_BLOCK, 16, 4},
    {"bc6", VK_FORMAT_BC6H_UFLOAT_BLOCK, 16, 4},
    {"bc7", VK_FORMAT_BC7_UNORM_BLOCK, 16, 4},
    {"etc2a", VK_FORMAT_ETC2_R8G8B8A8_UNORM_BLOCK, 16, 4},
    {"eac", VK_FORMAT_EAC_R11G11_SNORM_BLOCK, 16, 4},
    {"astc", VK_FORMAT_ASTC_5x5_UNORM_BLOCK, 16, 5},
    {"etc2", VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, 8, 4},
};

// Words that set one thing: value into the int at an offset of the plan.
#define SET(word, member, value) {word, offsetof(struct img_plan, member), (int)(value)}
static const struct {
    const char *word;
    size_t at;
    int value;
} words[] = {
    SET("1d", view, VK_IMAGE_VIEW_TYPE_1D),
    SET("2d", view, VK_IMAGE_VIEW_TYPE_2D),
    SET("3d", view, VK_IMAGE_VIEW_TYPE_3D),
    SET("cube", view, VK_IMAGE_VIEW_TYPE_CUBE),
    SET("1darray", view, VK_IMAGE_VIEW_TYPE_1D_ARRAY),
    SET("2darray", view, VK_IMAGE_VIEW_TYPE_2D_ARRAY),
    SET("cubearray", view, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY),
    SET("mipnearest", sampler.mipmapMode, VK_SAMPLER_MIPMAP_MODE_NEAREST),
    SET("miplinear", sampler.mipmapMode, VK_SAMPLER_MIPMAP_MODE_LINEAR),
    SET("maglinear", sampler.magFilter, VK_FILTER_LINEAR),
    SET("minlinear", sampler.minFilter, VK_FILTER_LINEAR),
    SET("black", sampler.borderColor, VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK),
    SET("white", sampler.borderColor, VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE),
    SET("iblack", sampler.borderColor, VK_BORDER_COLOR_INT_OPAQUE_BLACK),
    SET("iwhite", sampler.borderColor, VK_BORDER_COLOR_INT_OPAQUE_WHITE),
    SET("itransparent", sampler.borderColor, VK_BORDER_COLOR_INT_TRANSPARENT_BLACK),
    SET("unnormalized", sampler.unnormalizedCoordinates, VK_TRUE),
    SET("less", sampler.compareOp, VK_COMPARE_OP_LESS),
    SET("greater", sampler.compareOp, VK_COMPARE_OP_GREATER),
    SET("lequal", sampler.compareOp, VK_COMPARE_OP_LESS_OR_EQUAL),
    SET("gequal", sampler.compareOp, VK_COMPARE_OP_GREATER_OR_EQUAL),
    SET("equal", sampler.compareOp, VK_COMPARE_OP_EQUAL),
    SET("notequal", sampler.compareOp, VK_COMPARE_OP_NOT_EQUAL),
    SET("never", sampler.compareOp, VK_COMPARE_OP_NEVER),
    SET("always", sampler.compareOp, VK_COMPARE_OP_ALWAYS),
    SET("min", reduction.reductionMode, VK_SAMPLER_REDUCTION_MODE_MIN),
    SET("max", reduction.reductionMode, VK_SAMPLER_REDUCTION_MODE_MAX),
};

static const struct {
    const char *word;
    VkSamplerAddressMode mode;
} modes[] = {{"repeat", VK_SAMPLER_ADDRESS_MODE_REPEAT},
             {"mirror", VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT},
             {"clamp", VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE},
             {"border", VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER},
             {"mirroronce", VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE}};

static const struct {
    const char *word;
    VkDescriptorType type;
} uses[] = {{"combined", VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER},
            {"sampled", VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE},
            {"sampler", VK_DESCRIPTOR_TYPE_SAMPLER},
            {"storage", VK_DESCRIPTOR_TYPE_STORAGE_IMAGE},
            {"texels", VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER},
            {"storagetexels", VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER}};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static bool parse_format(const char *w, struct img_plan *p)
{
    bool view = !strncmp(w, "as:", 3);
    for (unsigned i = 0; i < COUNT(formats); i++) {
        if (strcmp(w + (view ? 3 : 0), formats[i].name) != 0)
            continue;
        p->view_format = formats[i].format;
        if (!view) {
            p->format = formats[i].format;
            p->bytes = formats[i].bytes;
            p->block = formats[i].block;
        } else {
            p->mutable_format = true;
        }
        return true;
    }
    return false;
}

static bool parse_swizzle(const char *w, struct img_plan *p)
{
    static const char letters[] = "rgba01";
    static const VkComponentSwizzle values[] = {VK_COMPONENT_SWIZZLE_R,    VK_COMPONENT_SWIZZLE_G,
                                                VK_COMPONENT_SWIZZLE_B,    VK_COMPONENT_SWIZZLE_A,
                                                VK_COMPONENT_SWIZZLE_ZERO, VK_COMPONENT_SWIZZLE_ONE};
    VkComponentSwizzle *to[4] = {&p->swizzle.r, &p->swizzle.g, &p->swizzle.b, &p->swizzle.a};
    if (strlen(w) != 4)
        return false;
    for (unsigned i = 0; i < 4; i++) {
        const char *at = strchr(letters, w[i]);
        if (!at)
            return false;
        *to[i] = values[at - letters];
    }
    return true;
}

static bool parse_number(const char *w, struct img_plan *p)
{
    float f;
    unsigned n;
    int used = 0;
    VkSamplerCreateInfo *s = &p->sampler;
    VkExtent3D e = {0, 0, 1};
    if ((sscanf(w, "%ux%ux%u%n", &e.width, &e.height, &e.depth, &used) == 3 && !w[used]) ||
        (e.depth = 1, sscanf(w, "%ux%u%n", &e.width, &e.height, &used) == 2 && !w[used])) {
        p->extent = e;
        return true;
    }
    if (sscanf(w, "%u%n", &n, &used) == 1 && !w[used]) {
        p->extent = (VkExtent3D){n, 1, 1};
        return true;
    }
    if (sscanf(w, "mips:%u", &p->levels) == 1 || sscanf(w, "layers:%u", &p->layers) == 1)
        return true;
    if (sscanf(w, "levels:%u+%u", &p->base_level, &p->view_levels) == 2 ||
        sscanf(w, "slice:%u+%u", &p->base_layer, &p->view_layers) == 2)
        return true;
    if (sscanf(w, "bias:%f", &s->mipLodBias) == 1 || sscanf(w, "minlod:%f", &s->minLod) == 1 ||
        sscanf(w, "maxlod:%f", &s->maxLod) == 1)
        return true;
    if (sscanf(w, "aniso:%f", &f) == 1) {
        s->anisotropyEnable = VK_TRUE;
        s->maxAnisotropy = f;
        return true;
    }
    if (!strncmp(w, "swizzle:", 8))
        return parse_swizzle(w + 8, p);
    return false;
}

static bool parse_word(const char *w, struct img_plan *p, int (*kind)(const char *))
{
    for (unsigned i = 0; i < COUNT(uses); i++)
        if (!strcmp(w, uses[i].word)) {
            p->type = uses[i].type;
            return true;
        }
    for (unsigned i = 0; i < COUNT(words); i++)
        if (!strcmp(w, words[i].word)) {
            memcpy((char *)p + words[i].at, &words[i].value, sizeof(int));
            p->has_reduction |= words[i].at == offsetof(struct img_plan, reduction.reductionMode);
            if (words[i].at == offsetof(struct img_plan, sampler.compareOp))
                p->sampler.compareEnable = VK_TRUE;
            return true;
        }
    for (unsigned i = 0; i < COUNT(modes); i++)
        if (!strcmp(w, modes[i].word)) {
            p->sampler.addressModeU = p->sampler.addressModeV = p->sampler.addressModeW = modes[i].mode;
            return true;
        }
    if (!strcmp(w, "linear")) {
        p->sampler.magFilter = p->sampler.minFilter = VK_FILTER_LINEAR;
        return true;
    }
    if (!strcmp(w, "tiling:linear"))
        return p->linear_tiling = true;
    if (!strcmp(w, "half"))
        return p->half = true;
    if (parse_format(w, p))
        return true;
    int k = kind(w);
    if (k) {
        p->kind = k;
        return true;
    }
    return parse_number(w, p);
}

static uint32_t minify(uint32_t n, uint32_t level)
{
    return n >> level ? n >> level : 1;
}

static bool texel_buffer(const struct img_plan *p)
{
    return p->type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER ||
           p->type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
}

static bool has_image(const struct img_plan *p)
{
    return p->type != VK_DESCRIPTOR_TYPE_SAMPLER && !texel_buffer(p);
}

static size_t level_size(const struct img_plan *p, uint32_t level)
{
    uint32_t w = (minify(p->extent.width, level) + p->block - 1) / p->block;
    uint32_t h = (minify(p->extent.height, level) + p->block - 1) / p->block;
    return ((size_t)w * h * minify(p->extent.depth, level) * p->layers * p->bytes + 47) / 48 *
           48; // whole texels of any size
}

bool img_parse(const char *text, struct img_plan *p, int (*kind)(const char *))
{
    char copy[256];
    *p = (struct img_plan){.type = VK_DESCRIPTOR_TYPE_MAX_ENUM,
                           .view = VK_IMAGE_VIEW_TYPE_2D,
                           .format = VK_FORMAT_R8G8B8A8_UNORM,
                           .view_format = VK_FORMAT_R8G8B8A8_UNORM,
                           .bytes = 4,
                           .block = 1,
                           .extent = {16, 16, 1},
                           .levels = 1,
                           .layers = 1,
                           .kind = kind("uint")};
    p->sampler = (VkSamplerCreateInfo){.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                       .maxLod = VK_LOD_CLAMP_NONE,
                                       .borderColor = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK};
    p->reduction.sType = VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO;
    snprintf(copy, sizeof(copy), "%s", text);
    char *save;
    for (char *w = strtok_r(copy, ",", &save); w; w = strtok_r(NULL, ",", &save))
        if (!parse_word(w, p, kind))
            return false;
    if (p->sampler.unnormalizedCoordinates)
        p->sampler.maxLod = 0;
    p->view_levels = p->view_levels ? p->view_levels : p->levels;
    p->view_layers = p->view_layers ? p->view_layers : p->layers;
    for (uint32_t l = 0; l < p->levels; l++)
        p->size += level_size(p, l);
    if (texel_buffer(p))
        p->size = (size_t)p->extent.width * p->bytes;
    return p->type != VK_DESCRIPTOR_TYPE_MAX_ENUM;
}

// ---- on a device ----

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        if ((r = (call)) < 0) {                                                                              \
            vkc_note(r, #call);                                                                              \
            return r;                                                                                        \
        }                                                                                                    \
    } while (0)

static VkImageType image_type(const struct img_plan *p)
{
    switch (p->view) {
    case VK_IMAGE_VIEW_TYPE_1D:
    case VK_IMAGE_VIEW_TYPE_1D_ARRAY:
        return VK_IMAGE_TYPE_1D;
    case VK_IMAGE_VIEW_TYPE_3D:
        return VK_IMAGE_TYPE_3D;
    default:
        return VK_IMAGE_TYPE_2D;
    }
}

static VkImageAspectFlags aspect(VkFormat f)
{
    return f == VK_FORMAT_D16_UNORM || f == VK_FORMAT_D32_SFLOAT ? VK_IMAGE_ASPECT_DEPTH_BIT
                                                                 : VK_IMAGE_ASPECT_COLOR_BIT;
}

static VkResult create_image(struct vkc_device *d, const struct img_plan *p, struct img *out)
{
    VkResult r;
    bool cube = p->view == VK_IMAGE_VIEW_TYPE_CUBE || p->view == VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = (cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0u) |
                 (p->mutable_format ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT
                                    : 0u),
        .imageType = image_type(p),
        .format = p->format,
        .extent = p->extent,
        .mipLevels = p->levels,
        .arrayLayers = p->layers,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = p->linear_tiling ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 (p->type == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE ? VK_IMAGE_USAGE_STORAGE_BIT
                                                              : VK_IMAGE_USAGE_SAMPLED_BIT)};
    TRY(vkCreateImage(d->device, &info, NULL, &out->image));
    VkMemoryRequirements req;
    vkGetImageMemoryRequirements(d->device, out->image, &req);
    uint32_t type = 0;
    while (type < 31 && !(req.memoryTypeBits >> type & 1))
        type++;
    VkMemoryAllocateInfo alloc = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = req.size, .memoryTypeIndex = type};
    TRY(vkAllocateMemory(d->device, &alloc, NULL, &out->memory));
    TRY(vkBindImageMemory(d->device, out->image, out->memory, 0));
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = out->image,
                                  .viewType = p->view,
                                  .format = p->view_format,
                                  .components = p->swizzle,
                                  .subresourceRange = {aspect(p->format), p->base_level, p->view_levels,
                                                       p->base_layer, p->view_layers}};
    TRY(vkCreateImageView(d->device, &view, NULL, &out->view));
    return VK_SUCCESS;
}

VkResult img_create(struct vkc_device *d, const struct img_plan *p, struct img *out)
{
    VkResult r;
    memset(out, 0, sizeof(*out));
    out->plan = p;
    if (p->type == VK_DESCRIPTOR_TYPE_SAMPLER || p->type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER) {
        VkSamplerCreateInfo info = p->sampler;
        VkSamplerReductionModeCreateInfo reduction = p->reduction;
        if (p->has_reduction)
            info.pNext = &reduction;
        TRY(vkCreateSampler(d->device, &info, NULL, &out->sampler));
    }
    if (p->type == VK_DESCRIPTOR_TYPE_SAMPLER)
        return VK_SUCCESS;
    TRY(vkc_buffer_create(d, p->size, &out->buffer));
    if (has_image(p))
        return create_image(d, p, out);
    VkBufferViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                   .buffer = out->buffer.buffer,
                                   .format = p->view_format,
                                   .range = p->size};
    TRY(vkCreateBufferView(d->device, &view, NULL, &out->texels));
    return VK_SUCCESS;
}

void img_destroy(struct vkc_device *d, struct img *i)
{
    vkDestroySampler(d->device, i->sampler, NULL);
    vkDestroyBufferView(d->device, i->texels, NULL);
    vkDestroyImageView(d->device, i->view, NULL);
    vkDestroyImage(d->device, i->image, NULL);
    vkFreeMemory(d->device, i->memory, NULL);
    vkc_buffer_destroy(d, &i->buffer);
    memset(i, 0, sizeof(*i));
}

static void barrier(VkCommandBuffer cmd, const struct img *i, VkImageLayout from)
{
    VkImageMemoryBarrier b = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                              .oldLayout = from,
                              .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                              .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                              .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                              .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                              .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                              .image = i->image,
                              .subresourceRange = {aspect(i->plan->format), 0, VK_REMAINING_MIP_LEVELS, 0,
                                                   VK_REMAINING_ARRAY_LAYERS}};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                         NULL, 0, NULL, 1, &b);
}

static void copy_levels(VkCommandBuffer cmd, const struct img *i, bool up)
{
    const struct img_plan *p = i->plan;
    VkDeviceSize at = 0;
    for (uint32_t l = 0; l < p->levels; l++) {
        VkBufferImageCopy c = {.bufferOffset = at,
                               .imageSubresource = {aspect(p->format), l, 0, p->layers},
                               .imageExtent = {minify(p->extent.width, l), minify(p->extent.height, l),
                                               minify(p->extent.depth, l)}};
        if (up)
            vkCmdCopyBufferToImage(cmd, i->buffer.buffer, i->image, VK_IMAGE_LAYOUT_GENERAL, 1, &c);
        else
            vkCmdCopyImageToBuffer(cmd, i->image, VK_IMAGE_LAYOUT_GENERAL, i->buffer.buffer, 1, &c);
        at += level_size(p, l);
    }
}

static void record_upload(VkCommandBuffer cmd, void *data)
{
    barrier(cmd, data, VK_IMAGE_LAYOUT_UNDEFINED);
    copy_levels(cmd, data, true);
    barrier(cmd, data, VK_IMAGE_LAYOUT_GENERAL);
}

static void record_download(VkCommandBuffer cmd, void *data)
{
    barrier(cmd, data, VK_IMAGE_LAYOUT_GENERAL);
    copy_levels(cmd, data, false);
    VkMemoryBarrier host = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                            .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                            .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &host, 0,
                         NULL, 0, NULL);
}

VkResult img_upload(struct vkc_device *d, struct img *i)
{
    return i->image ? vkc_submit(d, record_upload, i) : VK_SUCCESS;
}

VkResult img_download(struct vkc_device *d, struct img *i)
{
    return i->image ? vkc_submit(d, record_download, i) : VK_SUCCESS;
}

struct vkc_binding img_binding(const struct img *i)
{
    return (struct vkc_binding){
        .type = i->plan->type, .image = {i->sampler, i->view, VK_IMAGE_LAYOUT_GENERAL}, .view = i->texels};
}
