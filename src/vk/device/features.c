// VkPhysicalDeviceFeatures and its chain, from features.def: what the compiler and the commands really do, no
// more. vkCreateDevice refuses what is not there, and notes what is enabled.
#include "entrypoints.h"
#include "vk/format/format.h"
#include "vk/object/claim.h"
#include "vk/object/device.h"
#include "vk/object/icd.h"
#include "vk/object/physical_device.h"

static const struct {
    uint16_t feature;
    uint8_t since;
} mandatory[] = {
#define FEATURE(name, since, value) {KILN_FEATURE_##name, since},
#include "vk/device/features.def"
};

static uint32_t version_of(const struct kiln_physical_device *p)
{
    unsigned reached = 14;
    for (unsigned i = 0; i < KILN_ARRAY_LEN(mandatory); i++) {
        unsigned since = mandatory[i].since;
        if (!since || p->features[mandatory[i].feature])
            continue;
        (void)kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "Vulkan 1.%u lacks %s", since - 10,
                         kiln_feature_names[mandatory[i].feature]);
        reached = KILN_MIN(reached, since - 1);
    }
    return VK_MAKE_API_VERSION(0, 1, reached - 10, KILN_API_PATCH);
}

void kiln_features_init(struct kiln_physical_device *p)
{
    const struct ws_device_info *info = &p->info;
#define FEATURE(name, since, value) p->features[KILN_FEATURE_##name] = (value);
#include "vk/device/features.def"
    (void)info;
    p->api_version = version_of(p);
}

static const struct kiln_feature_struct *find(VkStructureType type)
{
    for (unsigned i = 0; i < kiln_feature_struct_count; i++)
        if (kiln_feature_structs[i].type == type)
            return &kiln_feature_structs[i];
    return NULL;
}

// What a structure's member is, where it means something else than in other structures: addresses that
// VK_EXT_buffer_device_address captures are given when the buffer is made, and ours follow from the memory.
static bool has(const struct kiln_physical_device *p, VkStructureType type, unsigned feature)
{
    if (type == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES_EXT &&
        feature == KILN_FEATURE_bufferDeviceAddressCaptureReplay)
        return false;
    return p->features[feature];
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceFeatures2(VkPhysicalDevice handle,
                                                           VkPhysicalDeviceFeatures2 *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    _Static_assert(sizeof(out->features) == KILN_CORE_FEATURE_COUNT * sizeof(VkBool32),
                   "VkBool32 members only");
    for (unsigned i = 0; i < KILN_CORE_FEATURE_COUNT; i++)
        ((VkBool32 *)&out->features)[i] = p->features[i];
    kiln_foreach(s, out->pNext)
    {
        const struct kiln_feature_struct *f = find(s->sType);
        for (unsigned i = 0; f && i < f->count; i++)
            ((VkBool32 *)(s + 1))[i] = has(p, s->sType, f->members[i]);
    }
}

static VkResult enable(const struct kiln_physical_device *p, VkStructureType type, unsigned feature,
                       VkBool32 wanted, bool *enabled)
{
    if (!wanted)
        return VK_SUCCESS;
    if (!has(p, type, feature))
        return kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "%s", kiln_feature_names[feature]);
    enabled[feature] = true;
    return VK_SUCCESS;
}

static VkResult enable_core(const struct kiln_physical_device *p, const VkPhysicalDeviceFeatures *f,
                            bool *enabled)
{
    VkResult result = VK_SUCCESS;
    for (unsigned i = 0; f && i < KILN_CORE_FEATURE_COUNT && !result; i++)
        result =
            enable(p, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, i, ((const VkBool32 *)f)[i], enabled);
    return result;
}

VkResult kiln_features_enable(const struct kiln_physical_device *p, const VkDeviceCreateInfo *info,
                              bool enabled[KILN_FEATURE_COUNT])
{
    VkResult result = enable_core(p, info->pEnabledFeatures, enabled);
    for (const VkBaseInStructure *s = info->pNext; s && !result; s = s->pNext) {
        const struct kiln_feature_struct *f = find(s->sType);
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)
            result = enable_core(p, &((const VkPhysicalDeviceFeatures2 *)s)->features, enabled);
        for (unsigned i = 0; f && i < f->count && !result; i++)
            result = enable(p, s->sType, f->members[i], ((const VkBool32 *)(s + 1))[i], enabled);
    }
    return result;
}
