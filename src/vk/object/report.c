// Events about memory for the application: where objects lie in the GPU's address space
// (VK_EXT_device_address_binding_report), and every memory object's life (VK_EXT_device_memory_report).
#include <stdio.h>

#include "vk/object/debug.h"
#include "vk/object/data.h"
#include "vk/object/device.h"
#include "vk/object/instance.h"

void kiln_report_binding(struct kiln_device *device, VkObjectType type, uint64_t object, uint64_t address,
                         uint64_t size, bool bind)
{
    kiln_object_placed(device, object, address, bind ? size : 0);
    if (!kiln_feature_enabled(device, reportAddressBinding) || !address)
        return;
    const VkDeviceAddressBindingCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_ADDRESS_BINDING_CALLBACK_DATA_EXT,
        .baseAddress = address,
        .size = size,
        .bindingType =
            bind ? VK_DEVICE_ADDRESS_BINDING_TYPE_BIND_EXT : VK_DEVICE_ADDRESS_BINDING_TYPE_UNBIND_EXT};
    char text[128];
    snprintf(text, sizeof(text), "%s 0x%llx, %llu bytes", bind ? "bound at" : "unbound from",
             (unsigned long long)address, (unsigned long long)size);
    kiln_report(device->physical->instance,
                &(struct kiln_message){.severity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT,
                                       .types = VK_DEBUG_UTILS_MESSAGE_TYPE_DEVICE_ADDRESS_BINDING_BIT_EXT,
                                       .id = "kiln-address-binding",
                                       .text = text,
                                       .object_type = type,
                                       .object = object,
                                       .next = &data});
}

// ---- VK_EXT_device_memory_report

VkResult kiln_memory_reports_init(struct kiln_device *device, const VkDeviceCreateInfo *info)
{
    uint32_t n = 0;
    kiln_foreach(s, info->pNext) n +=
        s->sType == VK_STRUCTURE_TYPE_DEVICE_DEVICE_MEMORY_REPORT_CREATE_INFO_EXT;
    if (!n)
        return VK_SUCCESS;
    device->reports =
        kiln_zalloc(&device->alloc, NULL, n * sizeof(device->reports[0]), VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (!device->reports)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    kiln_foreach(s,
                 info->pNext) if (s->sType == VK_STRUCTURE_TYPE_DEVICE_DEVICE_MEMORY_REPORT_CREATE_INFO_EXT)
        device->reports[device->report_count++] = *(const VkDeviceDeviceMemoryReportCreateInfoEXT *)s;
    return VK_SUCCESS;
}

void kiln_memory_report(struct kiln_device *device, VkDeviceMemoryReportEventTypeEXT type, uint64_t number,
                        uint64_t size, uint64_t handle)
{
    const VkDeviceMemoryReportCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_MEMORY_REPORT_CALLBACK_DATA_EXT,
        .type = type,
        .memoryObjectId = number,
        .size = size,
        .objectType = VK_OBJECT_TYPE_DEVICE_MEMORY,
        .objectHandle = handle,
        .heapIndex = 0};
    for (uint32_t i = 0; i < device->report_count; i++)
        device->reports[i].pfnUserCallback(&data, device->reports[i].pUserData);
}
