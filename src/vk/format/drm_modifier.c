// VK_EXT_image_drm_format_modifier, of formats: how an image lies in memory, by the names that Linux has for
// it. Of those of Intel's: rows, and Y tiles, or Tile4 where the chip has that. Only what dma-bufs can hold:
// one level and layer of a 2D image, whose planes (of Y'CbCr) all lie in the same way.
#include <drm_fourcc.h>

#include "entrypoints.h"
#include "vk/format/format.h"
#include "hw/target.h"

// The better one first.
static const VkImageTiling tilings[] = {VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_TILING_LINEAR};

static uint64_t modifier_of(const struct kiln_target *t, VkImageTiling tiling)
{
    return tiling == VK_IMAGE_TILING_LINEAR ? DRM_FORMAT_MOD_LINEAR
           : kiln_target_has_tile4(t)       ? I915_FORMAT_MOD_4_TILED
                                            : I915_FORMAT_MOD_Y_TILED;
}

static VkFormatFeatureFlags2 features(const struct kiln_format *f, VkImageTiling tiling)
{
    if (!f || kiln_format_compressed(f) || f->aspect != VK_IMAGE_ASPECT_COLOR_BIT)
        return 0;
    return tiling == VK_IMAGE_TILING_OPTIMAL && kiln_format_rows_only(f)
               ? 0
               : kiln_format_image_features(f, tiling);
}

bool kiln_modifier_tiling(const struct kiln_target *t, const struct kiln_format *f, uint64_t modifier,
                          VkImageTiling *out)
{
    for (unsigned i = 0; i < KILN_ARRAY_LEN(tilings); i++) {
        if (modifier_of(t, tilings[i]) != modifier)
            continue;
        *out = tilings[i];
        return features(f, *out) != 0;
    }
    return false;
}

static uint32_t planes_of(const struct kiln_format *f)
{
    return f->planar ? f->planar->planes : 1;
}

static uint32_t list(const struct kiln_target *t, const struct kiln_format *f, VkFormatFeatureFlags2 has,
                     VkDrmFormatModifierProperties2EXT out[2])
{
    uint32_t n = 0;
    for (unsigned i = 0; i < KILN_ARRAY_LEN(tilings); i++) {
        VkFormatFeatureFlags2 have = features(f, tilings[i]) & has;
        if (have)
            out[n++] = (VkDrmFormatModifierProperties2EXT){modifier_of(t, tilings[i]), planes_of(f), have};
    }
    return n;
}

void kiln_modifier_properties(const struct kiln_target *t, const struct kiln_format *f,
                              VkFormatFeatureFlags2 has, VkBaseOutStructure *s)
{
    VkDrmFormatModifierProperties2EXT all[KILN_ARRAY_LEN(tilings)];
    uint32_t n = list(t, f, has, all);
    if (s->sType == VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_2_EXT) {
        VkDrmFormatModifierPropertiesList2EXT *l = (void *)s;
        uint32_t room = l->pDrmFormatModifierProperties ? KILN_MIN(n, l->drmFormatModifierCount) : n;
        if (l->pDrmFormatModifierProperties)
            memcpy(l->pDrmFormatModifierProperties, all, room * sizeof(all[0]));
        l->drmFormatModifierCount = room;
    } else if (s->sType == VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT) {
        VkDrmFormatModifierPropertiesListEXT *l = (void *)s;
        uint32_t room = l->pDrmFormatModifierProperties ? KILN_MIN(n, l->drmFormatModifierCount) : n;
        for (uint32_t i = 0; l->pDrmFormatModifierProperties && i < room; i++)
            l->pDrmFormatModifierProperties[i] = (VkDrmFormatModifierPropertiesEXT){
                all[i].drmFormatModifier, all[i].drmFormatModifierPlaneCount,
                (VkFormatFeatureFlags)(all[i].drmFormatModifierTilingFeatures & 0x7fffffff)};
        l->drmFormatModifierCount = room;
    }
}

// ---- images

// The one that is given, or the best of those that may be chosen from.
bool kiln_modifier_choose(const struct kiln_target *t, const struct kiln_format *f, uint32_t surface,
                          const VkImageCreateInfo *info, uint64_t *out, const VkSubresourceLayout **plane,
                          VkImageTiling *tiling)
{
    const VkImageDrmFormatModifierExplicitCreateInfoEXT *one =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT);
    const VkImageDrmFormatModifierListCreateInfoEXT *some =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_LIST_CREATE_INFO_EXT);
    *plane = NULL;
    if (one) {
        if (one->drmFormatModifierPlaneCount != planes_of(f))
            return false;
        *plane = &one->pPlaneLayouts[surface];
        *out = one->drmFormatModifier;
        return kiln_modifier_tiling(t, f, *out, tiling);
    }
    for (unsigned i = 0; i < KILN_ARRAY_LEN(tilings); i++)
        for (uint32_t n = 0; some && n < some->drmFormatModifierCount; n++) {
            *out = modifier_of(t, tilings[i]);
            if (some->pDrmFormatModifiers[n] == *out && kiln_modifier_tiling(t, f, *out, tiling))
                return true;
        }
    return false;
}
