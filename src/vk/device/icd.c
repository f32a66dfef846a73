// The loader's interface (LoaderDriverInterface.md, version 5) and the lookup of entry points by name.
//
// Only the vk_icd* functions are exported. A name is found by binary search in the generated table; a command
// is given out if it is core in the version that we advertise, or if an extension that has it is available:
// for vkGetDeviceProcAddr, is enabled.
#include "vk/object/icd.h"

#include <stdlib.h>
#include <string.h>
#include <vulkan/vk_icd.h>

#include "entrypoints.h"
#include "util/log.h"
#include "vk/command/buffer.h"
#include "vk/object/claim.h"
#include "vk/object/device.h"
#include "vk/object/instance.h"

const struct kiln_extension_info kiln_extensions[KILN_EXTENSION_COUNT] = {
#define INSTANCE(name, version, claimed) [KILN_##name] = {"VK_" #name, version, true, claimed},
#include "vk/object/extensions.def"
#define DEVICE(name, version, condition) [KILN_##name] = {"VK_" #name, version, false, false},
#include "vk/object/extensions.def"
};

static bool is_there(unsigned extension)
{
    return !kiln_extensions[extension].claimed || kiln_claims_graphics();
}

enum kiln_extension kiln_extension_find(const char *name, bool instance)
{
    unsigned i;
    for (i = 0; i < KILN_EXTENSION_COUNT; i++)
        if (kiln_extensions[i].instance == instance && is_there(i) && !strcmp(kiln_extensions[i].name, name))
            break;
    return i;
}

VkResult kiln_extensions_list(const struct kiln_extension_set *set, bool instance, uint32_t *count,
                              VkExtensionProperties *out)
{
    uint32_t n = 0, room = out ? *count : UINT32_MAX;
    VkResult result = VK_SUCCESS;
    for (unsigned i = 0; i < KILN_EXTENSION_COUNT; i++) {
        if (kiln_extensions[i].instance != instance || !is_there(i) || (set && !kiln_extension_has(set, i)))
            continue;
        if (n == room) {
            result = VK_INCOMPLETE;
            break;
        }
        if (out) {
            memset(&out[n], 0, sizeof(out[n]));
            strncpy(out[n].extensionName, kiln_extensions[i].name, VK_MAX_EXTENSION_NAME_SIZE - 1);
            out[n].specVersion = kiln_extensions[i].version;
        }
        n++;
    }
    *count = n;
    return result;
}

static int compare(const void *name, const void *entry)
{
    return strcmp(name, ((const struct kiln_entrypoint *)entry)->name);
}

const struct kiln_entrypoint *kiln_entrypoint_find(const char *name)
{
    return bsearch(name, kiln_entrypoints, kiln_entrypoint_count, sizeof(kiln_entrypoints[0]), compare);
}

PFN_vkVoidFunction kiln_entrypoint_get(const struct kiln_entrypoint *e, uint32_t version,
                                       const struct kiln_extension_set *extensions)
{
    bool provided = e->core && e->core <= version;
    for (unsigned i = 0; i < 2; i++)
        provided |= e->extensions[i] < KILN_EXTENSION_COUNT && is_there(e->extensions[i]) &&
                    (!extensions || kiln_extension_has(extensions, e->extensions[i]));
    return provided && e->body ? e->function : NULL;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL kiln_GetInstanceProcAddr(VkInstance handle, const char *name)
{
    const struct kiln_entrypoint *e = name ? kiln_entrypoint_find(name) : NULL;
    if (!e)
        return NULL;
    // The loader asks for vkGetInstanceProcAddr with and without an instance.
    if (!handle && e->level != KILN_LEVEL_GLOBAL && strcmp(name, "vkGetInstanceProcAddr"))
        return NULL;
    // Device commands may be asked for here whatever device will be used: all extensions count.
    return kiln_entrypoint_get(e, KILN_API_VERSION, NULL);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL kiln_GetDeviceProcAddr(VkDevice handle, const char *name)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const struct kiln_entrypoint *e = name ? kiln_entrypoint_find(name) : NULL;
    if (!e || e->level != KILN_LEVEL_DEVICE)
        return NULL;
    // VK_KHR_maintenance5 made it a rule that commands of later versions than asked for are not there.
    uint32_t version = device->physical->api_version;
    if (kiln_feature_enabled(device, maintenance5))
        version = KILN_MIN(version, device->physical->instance->api_version);
    PFN_vkVoidFunction f = kiln_entrypoint_get(e, version, &device->extensions);
    // Some commands of devices belong to instance extensions (VK_EXT_debug_utils).
    return f ? f : kiln_entrypoint_get(e, 0, &device->physical->instance->extensions);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_EnumerateInstanceVersion(uint32_t *version)
{
    *version = KILN_API_VERSION;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_EnumerateInstanceExtensionProperties(const char *layer, uint32_t *count,
                                                                         VkExtensionProperties *out)
{
    if (layer)
        return VK_ERROR_LAYER_NOT_PRESENT;
    return kiln_extensions_list(NULL, true, count, out);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_EnumerateInstanceLayerProperties(uint32_t *count, VkLayerProperties *out)
{
    *count = 0;
    return VK_SUCCESS;
}

#define KILN_EXPORT __attribute__((visibility("default")))

KILN_EXPORT VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version);
KILN_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance instance,
                                                                               const char *name);
KILN_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance instance,
                                                                                     const char *name);

VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version)
{
    // Below 5 the loader would not pass on the application's apiVersion.
    if (*version < 5)
        return VK_ERROR_INCOMPATIBLE_DRIVER;
    *version = 5;
    return VK_SUCCESS;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance instance, const char *name)
{
    if (!strcmp(name, "vk_icdNegotiateLoaderICDInterfaceVersion"))
        return (PFN_vkVoidFunction)vk_icdNegotiateLoaderICDInterfaceVersion;
    if (!strcmp(name, "vk_icdGetPhysicalDeviceProcAddr"))
        return (PFN_vkVoidFunction)vk_icdGetPhysicalDeviceProcAddr;
    return kiln_GetInstanceProcAddr(instance, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance instance,
                                                                         const char *name)
{
    const struct kiln_entrypoint *e = kiln_entrypoint_find(name);
    if (!e || e->level != KILN_LEVEL_PHYSICAL_DEVICE)
        return NULL;
    return kiln_entrypoint_get(e, KILN_API_VERSION, NULL);
}
