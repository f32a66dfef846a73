// Structures of extensions that are newer than the Vulkan headers that Kiln is built with. newer.xml
// describes them to gen_structs.py as vk.xml does the others. A header that has them wins.
#ifndef KILN_VK_NEWER_H
#define KILN_VK_NEWER_H

#include <vulkan/vulkan_core.h>

#ifndef VK_KHR_shader_maximal_reconvergence
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_MAXIMAL_RECONVERGENCE_FEATURES_KHR                          \
    ((VkStructureType)1000434000)
typedef struct VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderMaximalReconvergence;
} VkPhysicalDeviceShaderMaximalReconvergenceFeaturesKHR;
#endif

#ifndef VK_KHR_shader_subgroup_rotate
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_ROTATE_FEATURES_KHR ((VkStructureType)1000416000)
#define VK_SUBGROUP_FEATURE_ROTATE_BIT_KHR ((VkSubgroupFeatureFlagBits)0x200)
#define VK_SUBGROUP_FEATURE_ROTATE_CLUSTERED_BIT_KHR ((VkSubgroupFeatureFlagBits)0x400)
typedef struct VkPhysicalDeviceShaderSubgroupRotateFeaturesKHR {
    VkStructureType sType;
    void *pNext;
    VkBool32 shaderSubgroupRotate;
    VkBool32 shaderSubgroupRotateClustered;
} VkPhysicalDeviceShaderSubgroupRotateFeaturesKHR;
#endif

#ifndef VK_KHR_compute_shader_derivatives // its features are those of VK_NV_compute_shader_derivatives
#define VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_PROPERTIES_KHR                          \
    ((VkStructureType)1000511000)
typedef struct VkPhysicalDeviceComputeShaderDerivativesPropertiesKHR {
    VkStructureType sType;
    void *pNext;
    VkBool32 meshAndTaskShaderDerivatives;
} VkPhysicalDeviceComputeShaderDerivativesPropertiesKHR;
#endif

#endif
