// vkCreateInstance, and the enumeration of physical devices and device groups (one device each).
#include "vk/object/instance.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "entrypoints.h"
#include "compiler/support/variant.h"
#include "hw/devinfo.h"
#include "hw/rules.h"
#include "util/env.h"
#include "util/log.h"
#include "vk/object/data.h"
#include "vk/object/icd.h"

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateInstance(const VkInstanceCreateInfo *info,
                                                   const VkAllocationCallbacks *alloc, VkInstance *out)
{
    struct kiln_extension_set extensions = {0};
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        enum kiln_extension e = kiln_extension_find(info->ppEnabledExtensionNames[i], true);
        if (e == KILN_EXTENSION_COUNT)
            return kiln_error(VK_ERROR_EXTENSION_NOT_PRESENT, "%s", info->ppEnabledExtensionNames[i]);
        kiln_extension_add(&extensions, e);
    }
    struct kiln_instance *instance =
        kiln_zalloc(&kiln_default_allocator, alloc, sizeof(*instance), VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);
    if (!instance)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    kiln_dispatchable_init(&instance->base);
    instance->alloc = alloc ? *alloc : kiln_default_allocator;
    instance->extensions = extensions;
    instance->api_version = info->pApplicationInfo && info->pApplicationInfo->apiVersion
                                ? info->pApplicationInfo->apiVersion
                                : VK_API_VERSION_1_0;
    kiln_listeners_init(&instance->listeners);
    kiln_lock_init(&instance->lock, KILN_LOCK_INSTANCE);
    *out = KILN_TO_HANDLE(VkInstance, instance);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyInstance(VkInstance handle, const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_instance, instance, handle);
    if (!instance)
        return;
    kiln_listeners_finish(&instance->listeners);
    kiln_lock_destroy(&instance->lock);
    for (unsigned i = 0; i < KILN_ARRAY_LEN(instance->devices); i++)
        kiln_object_data_forget(&instance->devices[i]);
    VkAllocationCallbacks own = instance->alloc;
    kiln_free(&own, alloc, instance);
}

VkResult kiln_instance_enumerate(struct kiln_instance *instance)
{
    VkResult result = VK_SUCCESS;
    kiln_lock(&instance->lock);
    if (!instance->enumerated) {
        struct ws_device_info infos[WS_MAX_DEVICES];
        unsigned count = 0;
        bool sound = kiln_env_check(); // it says what is wrong, as these do
        sound &= kiln_rules_check(kiln_debug_value(KILN_DEBUG_BIT_FORGET));
        sound &= variant_check();
        int err = sound ? ws_enumerate(infos, &count) : 0;
        // The loader takes an error for the end of all drivers' devices.
        if (err == -EINVAL) {
            const char *name = kiln_getenv("KILN_DEVICE");
            bool sim = !strncmp(name, "sim:", 4);
            const char *near = sim ? kiln_devinfo_nearest(name + 4) : NULL;
            kiln_warn_once("KILN_DEVICE=%s: %s%s%s%s", name, ws_refusal(name), near ? ": sim:" : "",
                           near ? near : "", near ? "?" : "");
        }
        if (err && err != -EINVAL) {
            result = kiln_error(err == -ENOMEM ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_INITIALIZATION_FAILED,
                                "ws_enumerate: %d", err);
        } else {
            for (unsigned i = 0; i < count; i++)
                kiln_physical_device_init(&instance->devices[i], instance, &infos[i]);
            instance->device_count = count;
            instance->enumerated = true;
        }
    }
    kiln_unlock(&instance->lock);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_EnumeratePhysicalDevices(VkInstance handle, uint32_t *count,
                                                             VkPhysicalDevice *out)
{
    KILN_FROM_HANDLE(kiln_instance, instance, handle);
    VkResult result = kiln_instance_enumerate(instance);
    if (result)
        return result;
    if (!out) {
        *count = instance->device_count;
        return VK_SUCCESS;
    }
    uint32_t n = KILN_MIN(*count, instance->device_count);
    for (uint32_t i = 0; i < n; i++)
        out[i] = KILN_TO_HANDLE(VkPhysicalDevice, &instance->devices[i]);
    *count = n;
    return n < instance->device_count ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_EnumeratePhysicalDeviceGroups(VkInstance handle, uint32_t *count,
                                                                  VkPhysicalDeviceGroupProperties *out)
{
    KILN_FROM_HANDLE(kiln_instance, instance, handle);
    VkResult result = kiln_instance_enumerate(instance);
    if (result)
        return result;
    if (!out) {
        *count = instance->device_count;
        return VK_SUCCESS;
    }
    uint32_t n = KILN_MIN(*count, instance->device_count);
    for (uint32_t i = 0; i < n; i++) {
        memset(out[i].physicalDevices, 0, sizeof(out[i].physicalDevices));
        out[i].physicalDeviceCount = 1;
        out[i].physicalDevices[0] = KILN_TO_HANDLE(VkPhysicalDevice, &instance->devices[i]);
        out[i].subsetAllocation = VK_FALSE;
    }
    *count = n;
    return n < instance->device_count ? VK_INCOMPLETE : VK_SUCCESS;
}
