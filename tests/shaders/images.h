// Images, samplers and texel buffers of a test shader: from a directive to descriptors on a device, filled
// and read back through copies. README.md has the directive.
#ifndef KILN_TESTS_SHADERS_IMAGES_H
#define KILN_TESTS_SHADERS_IMAGES_H

#include "common/vkc.h"

#define IMG_MAX_ARRAY 8

struct img_plan {
    VkDescriptorType type; // VK_DESCRIPTOR_TYPE_MAX_ENUM: the binding is no image
    VkFormat format, view_format;
    uint32_t bytes, block; // of a block, and its width and height
    VkImageViewType view;
    VkExtent3D extent;
    uint32_t levels, layers, base_level, base_layer, view_levels, view_layers;
    VkComponentMapping swizzle;
    VkSamplerCreateInfo sampler;
    VkSamplerReductionModeCreateInfo reduction;
    bool has_reduction, linear_tiling, mutable_format, half, same_extent;
    int kind;    // enum kind of plan.h: how it is filled
    size_t size; // bytes of all levels and layers
};

// The part of a directive behind `tN=`. False: it makes no sense.
bool img_parse(const char *text, struct img_plan *p, int (*kind)(const char *name));

struct img {
    const struct img_plan *plan;
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
    VkSampler sampler;
    struct vkc_buffer buffer; // staging, or the texel buffer itself
    VkBufferView texels;
};

VkResult img_create(struct vkc_device *d, const struct img_plan *p, struct img *out);
void img_destroy(struct vkc_device *d, struct img *i);
// From and to buffer.map: levels one behind the other, each with all its layers or slices.
VkResult img_upload(struct vkc_device *d, struct img *i);
VkResult img_download(struct vkc_device *d, struct img *i);
struct vkc_binding img_binding(const struct img *i);

#endif
