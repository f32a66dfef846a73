// VkPhysicalDeviceFeatures and its chain: what the compiler and the commands really do, no more.
// vkCreateDevice refuses what is not here.
//
// Every feature structure is {sType, pNext, VkBool32...}: one row gives the structure's size, fill() its
// values, and the check compares them with what is asked for, bool by bool.
#include "entrypoints.h"
#include "vk/physical_device.h"

// One row a structure that chains to VkPhysicalDeviceFeatures2: its size up to the last member, without
// padding.
#define ROW(type, structure, last)                                                                           \
    {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_##type, offsetof(structure, last) + sizeof(VkBool32)}
static const struct {
    VkStructureType type;
    uint32_t size;
} chained[] = {
    ROW(16BIT_STORAGE_FEATURES, VkPhysicalDevice16BitStorageFeatures, storageInputOutput16),
    ROW(MULTIVIEW_FEATURES, VkPhysicalDeviceMultiviewFeatures, multiviewTessellationShader),
    ROW(VARIABLE_POINTERS_FEATURES, VkPhysicalDeviceVariablePointersFeatures, variablePointers),
    ROW(PROTECTED_MEMORY_FEATURES, VkPhysicalDeviceProtectedMemoryFeatures, protectedMemory),
    ROW(SAMPLER_YCBCR_CONVERSION_FEATURES, VkPhysicalDeviceSamplerYcbcrConversionFeatures,
        samplerYcbcrConversion),
    ROW(SHADER_DRAW_PARAMETERS_FEATURES, VkPhysicalDeviceShaderDrawParametersFeatures, shaderDrawParameters),
    ROW(TIMELINE_SEMAPHORE_FEATURES, VkPhysicalDeviceTimelineSemaphoreFeatures, timelineSemaphore),
    ROW(SYNCHRONIZATION_2_FEATURES, VkPhysicalDeviceSynchronization2Features, synchronization2),
    ROW(HOST_QUERY_RESET_FEATURES, VkPhysicalDeviceHostQueryResetFeatures, hostQueryReset),
    ROW(UNIFORM_BUFFER_STANDARD_LAYOUT_FEATURES, VkPhysicalDeviceUniformBufferStandardLayoutFeatures,
        uniformBufferStandardLayout),
    ROW(SUBGROUP_SIZE_CONTROL_FEATURES, VkPhysicalDeviceSubgroupSizeControlFeatures, computeFullSubgroups),
    ROW(VULKAN_MEMORY_MODEL_FEATURES, VkPhysicalDeviceVulkanMemoryModelFeatures,
        vulkanMemoryModelAvailabilityVisibilityChains),
    ROW(PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR, VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR,
        pipelineExecutableInfo),
};
#undef ROW

static uint32_t size_of(VkStructureType type)
{
    for (unsigned i = 0; i < KILN_ARRAY_LEN(chained); i++)
        if (chained[i].type == type)
            return chained[i].size;
    return 0;
}

void kiln_features_init(struct kiln_physical_device *p)
{
    p->features = (VkPhysicalDeviceFeatures){
        .robustBufferAccess = VK_TRUE,
        .shaderUniformBufferArrayDynamicIndexing = VK_TRUE,
        .shaderStorageBufferArrayDynamicIndexing = VK_TRUE,
    };
}

// Sets every member of a structure in the table; those not named here are false.
static void fill(const struct kiln_physical_device *p, VkBaseOutStructure *s, uint32_t size)
{
    memset((char *)s + sizeof(*s), 0, size - sizeof(*s));
    switch ((uint32_t)s->sType) {
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES:
        ((VkPhysicalDeviceTimelineSemaphoreFeatures *)s)->timelineSemaphore = p->info.has_timeline;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES:
        ((VkPhysicalDeviceSynchronization2Features *)s)->synchronization2 = VK_TRUE;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES:
        ((VkPhysicalDeviceHostQueryResetFeatures *)s)->hostQueryReset = VK_TRUE;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_UNIFORM_BUFFER_STANDARD_LAYOUT_FEATURES:
        ((VkPhysicalDeviceUniformBufferStandardLayoutFeatures *)s)->uniformBufferStandardLayout = VK_TRUE;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES:
        ((VkPhysicalDeviceSubgroupSizeControlFeatures *)s)->subgroupSizeControl = VK_TRUE;
        ((VkPhysicalDeviceSubgroupSizeControlFeatures *)s)->computeFullSubgroups = VK_TRUE;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES:
        // The data port is coherent in L3 for all scopes.
        ((VkPhysicalDeviceVulkanMemoryModelFeatures *)s)->vulkanMemoryModel = VK_TRUE;
        ((VkPhysicalDeviceVulkanMemoryModelFeatures *)s)->vulkanMemoryModelDeviceScope = VK_TRUE;
        break;
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR:
        ((VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR *)s)->pipelineExecutableInfo = VK_TRUE;
        break;
    default:
        break;
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceFeatures(VkPhysicalDevice handle,
                                                          VkPhysicalDeviceFeatures *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    *out = p->features;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceFeatures2(VkPhysicalDevice handle,
                                                           VkPhysicalDeviceFeatures2 *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    out->features = p->features;
    kiln_foreach(s, out->pNext)
    {
        uint32_t size = size_of(s->sType);
        if (size)
            fill(p, s, size);
    }
}

// True if each VkBool32 that is set in `wanted` is set in `have`.
static bool covered(const void *wanted, const void *have, size_t bytes)
{
    const VkBool32 *w = wanted, *h = have;
    for (size_t i = 0; i < bytes / sizeof(VkBool32); i++)
        if (w[i] && !h[i])
            return false;
    return true;
}

VkResult kiln_features_check(const struct kiln_physical_device *p, const VkDeviceCreateInfo *info)
{
    if (info->pEnabledFeatures && !covered(info->pEnabledFeatures, &p->features, sizeof(p->features)))
        return kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "a core feature");
    for (const VkBaseInStructure *s = info->pNext; s; s = s->pNext) {
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2) {
            if (!covered(&((const VkPhysicalDeviceFeatures2 *)s)->features, &p->features,
                         sizeof(p->features)))
                return kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "a core feature");
            continue;
        }
        union {
            VkBaseOutStructure base;
            uint8_t bytes[256];
        } have = {.base.sType = s->sType};
        uint32_t size = size_of(s->sType);
        if (!size || size > sizeof(have))
            continue;
        fill(p, &have.base, size);
        if (!covered(s + 1, &have.base + 1, size - sizeof(*s)))
            return kiln_error(VK_ERROR_FEATURE_NOT_PRESENT, "a feature of structure type %d", s->sType);
    }
    return VK_SUCCESS;
}
