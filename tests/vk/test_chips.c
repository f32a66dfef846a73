// What devices of other chips than Skylake say of themselves. Each is a process of its own: the driver reads
// its environment once.
#include <sys/wait.h>
#include <unistd.h>

#include "vk/vkt.h"

static VkFormatFeatureFlags2 image_features(struct vkt *v, VkFormat format)
{
    VkFormatProperties3 f = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
    VkFormatProperties2 q = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &f};
    vkGetPhysicalDeviceFormatProperties2(v->physical, format, &q);
    return f.optimalTilingFeatures & f.linearTilingFeatures & ~VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT;
}

static bool storage_possible(struct vkt *v, VkFormat format)
{
    VkImageFormatProperties p;
    return vkGetPhysicalDeviceImageFormatProperties(v->physical, format, VK_IMAGE_TYPE_2D,
                                                    VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_USAGE_STORAGE_BIT, 0,
                                                    &p) == VK_SUCCESS;
}

// 128 bits for storage everywhere; without a format in the shader from Gen9 on.
static int texels_of(struct vkt *v, bool expected)
{
    const VkFormatFeatureFlags2 storage = VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT,
                                unnamed = VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT;
    VkFormatFeatureFlags2 wide = image_features(v, VK_FORMAT_R32G32B32A32_SFLOAT),
                          narrow = image_features(v, VK_FORMAT_R32_UINT);
    if (!(wide & storage) || !storage_possible(v, VK_FORMAT_R32G32B32A32_SFLOAT))
        return 2;
    if (!(narrow & unnamed) == expected || !(narrow & storage) || !storage_possible(v, VK_FORMAT_R32_UINT))
        return 3;
    return 0;
}

static int of_gen8(struct vkt *v)
{
    VkPhysicalDeviceMaintenance3Properties sets = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &sets};
    vkGetPhysicalDeviceProperties2(v->physical, &p);
    if (sets.maxPerSetDescriptors < 1024) // the API promises so many, whatever a stage can use
        return 7;
    return texels_of(v, false);
}

static int of_gen9(struct vkt *v)
{
    return texels_of(v, true);
}

static int without_doubles(struct vkt *v)
{
    VkPhysicalDeviceFeatures f;
    vkGetPhysicalDeviceFeatures(v->physical, &f);
    return f.shaderFloat64 || !f.shaderInt64 ? 4 : texels_of(v, true);
}

// A heap of its own, which the host sees but does not cache.
static int discrete(struct vkt *v)
{
    VkPhysicalDeviceMemoryProperties m;
    vkGetPhysicalDeviceMemoryProperties(v->physical, &m);
    for (uint32_t i = 0; i < m.memoryTypeCount; i++)
        if (m.memoryTypes[i].propertyFlags !=
            (VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
             VK_MEMORY_PROPERTY_HOST_COHERENT_BIT))
            return 5;
    VkPhysicalDeviceProperties p;
    vkGetPhysicalDeviceProperties(v->physical, &p);
    if (p.deviceType != VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU)
        return 9;
    return m.memoryHeapCount != 1 || m.memoryHeaps[0].size > UINT64_C(4) << 30 ? 6 : without_doubles(v);
}

// The system's memory, which the host caches; doubles; sparse buffers, and images in tiles that may lack.
static int of_meteor_lake(struct vkt *v)
{
    VkPhysicalDeviceMemoryProperties m;
    VkPhysicalDeviceProperties p;
    VkPhysicalDeviceFeatures f;
    vkGetPhysicalDeviceMemoryProperties(v->physical, &m);
    vkGetPhysicalDeviceProperties(v->physical, &p);
    vkGetPhysicalDeviceFeatures(v->physical, &f);
    for (uint32_t i = 0; i < m.memoryTypeCount; i++)
        if (!(m.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT))
            return 5;
    if (p.deviceType != VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU || !f.shaderFloat64 || !f.shaderInt64)
        return 4;
    if (!f.sparseBinding || !f.sparseResidencyBuffer || !f.sparseResidencyImage2D ||
        !f.sparseResidencyImage3D || !p.sparseProperties.residencyAlignedMipSize)
        return 6;
    uint32_t blocks = 0;
    vkGetPhysicalDeviceSparseImageFormatProperties(v->physical, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D,
                                                   VK_SAMPLE_COUNT_1_BIT, VK_IMAGE_USAGE_SAMPLED_BIT,
                                                   VK_IMAGE_TILING_OPTIMAL, &blocks, NULL);
    return blocks != 1 ? 7 : texels_of(v, true);
}

// Addresses of 32 bits hold the heap, and the largest buffer that may be made.
static int of_four_gigabytes(struct vkt *v)
{
    VkPhysicalDeviceMemoryProperties m;
    VkPhysicalDeviceMaintenance3Properties limits = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
    VkPhysicalDeviceProperties2 p = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                     .pNext = &limits};
    VkDeviceMemory memory;
    vkGetPhysicalDeviceMemoryProperties(v->physical, &m);
    vkGetPhysicalDeviceProperties2(v->physical, &p);
    if (m.memoryHeaps[0].size >= UINT64_C(3) << 30 ||
        m.memoryHeaps[0].size < limits.maxMemoryAllocationSize || limits.maxMemoryAllocationSize < 1 << 30)
        return 7;
    const VkMemoryAllocateInfo a = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                    .allocationSize = 1 << 30};
    if (vkAllocateMemory(v->device, &a, NULL, &memory))
        return 8;
    vkFreeMemory(v->device, memory, NULL);
    return of_gen8(v);
}

KT_TEST(each_says_what_it_has)
{
    static const struct {
        const char *device;
        int (*check)(struct vkt *v);
    } chips[] = {{"sim:bdw", of_gen8},         {"sim:chv", of_four_gigabytes}, {"sim:skl", of_gen9},
                 {"sim:ehl", without_doubles}, {"sim:icl", without_doubles},   {"sim:tgl", without_doubles},
                 {"sim:dg1", discrete},        {"sim:dg2", discrete},          {"sim:mtl", of_meteor_lake},
                 {"sim:arl", of_meteor_lake},  {"sim:arl-h", of_meteor_lake}};
    for (unsigned i = 0; i < sizeof(chips) / sizeof(chips[0]); i++) {
        int status = -1;
        fflush(NULL);
        pid_t child = fork();
        if (!child) {
            struct vkt v;
            setenv("KILN_DEVICE", chips[i].device, 1);
            _exit(!vkt_init(&v, &(struct vkt_options){.no_validation = true}) ? 1 : chips[i].check(&v));
        }
        waitpid(child, &status, 0);
        kt_ok(WIFEXITED(status) && !WEXITSTATUS(status), "%s: status 0x%x", chips[i].device,
              (unsigned)status);
    }
}

KT_MAIN()
