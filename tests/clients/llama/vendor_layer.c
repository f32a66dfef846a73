// A layer that gives every device another vendor. llama.cpp uses VK_KHR_cooperative_matrix on whatever offers
// it, except on Intel's chips before Xe2, for the speed of another driver
// (ggml_vk_khr_cooperative_matrix_support): with this layer Kiln's answer counts.
#include <string.h>

#include <vulkan/vk_layer.h>

static PFN_vkGetInstanceProcAddr next_proc;
static PFN_vkGetPhysicalDeviceProperties next_properties; // of the one instance that a program has at a time
static PFN_vkGetPhysicalDeviceProperties2 next_properties2;

static void rename_vendor(VkPhysicalDeviceProperties *p)
{
    p->vendorID = VK_VENDOR_ID_MESA;
}

static VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice device, VkPhysicalDeviceProperties *out)
{
    next_properties(device, out);
    rename_vendor(out);
}

static VKAPI_ATTR void VKAPI_CALL properties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *out)
{
    next_properties2(device, out);
    rename_vendor(&out->properties);
}

static VKAPI_ATTR VkResult VKAPI_CALL create(const VkInstanceCreateInfo *info,
                                             const VkAllocationCallbacks *alloc, VkInstance *out)
{
    VkLayerInstanceCreateInfo *chain = (VkLayerInstanceCreateInfo *)info->pNext;
    while (chain && !(chain->sType == VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO &&
                      chain->function == VK_LAYER_LINK_INFO))
        chain = (VkLayerInstanceCreateInfo *)chain->pNext;
    if (!chain)
        return VK_ERROR_INITIALIZATION_FAILED;
    next_proc = chain->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    chain->u.pLayerInfo = chain->u.pLayerInfo->pNext;
    VkResult ret = ((PFN_vkCreateInstance)next_proc(VK_NULL_HANDLE, "vkCreateInstance"))(info, alloc, out);
    if (ret)
        return ret;
    // Now: later the loader answers with the first layer's.
    next_properties = (PFN_vkGetPhysicalDeviceProperties)next_proc(*out, "vkGetPhysicalDeviceProperties");
    next_properties2 = (PFN_vkGetPhysicalDeviceProperties2)next_proc(*out, "vkGetPhysicalDeviceProperties2");
    return ret;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL proc(VkInstance of, const char *name)
{
    static const struct {
        const char *name;
        PFN_vkVoidFunction function;
    } own[] = {
        {"vkCreateInstance", (PFN_vkVoidFunction)create},
        {"vkGetInstanceProcAddr", (PFN_vkVoidFunction)proc},
        {"vkGetPhysicalDeviceProperties", (PFN_vkVoidFunction)properties},
        {"vkGetPhysicalDeviceProperties2", (PFN_vkVoidFunction)properties2},
        {"vkGetPhysicalDeviceProperties2KHR", (PFN_vkVoidFunction)properties2},
    };
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        if (!strcmp(name, own[i].name))
            return own[i].function;
    return next_proc ? next_proc(of, name) : NULL;
}

VKAPI_ATTR VkResult VKAPI_CALL vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *v)
{
    if (v->sType != LAYER_NEGOTIATE_INTERFACE_STRUCT || v->loaderLayerInterfaceVersion < 2)
        return VK_ERROR_INITIALIZATION_FAILED;
    v->loaderLayerInterfaceVersion = 2;
    v->pfnGetInstanceProcAddr = proc;
    v->pfnGetDeviceProcAddr = NULL; // no command of a device
    v->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
