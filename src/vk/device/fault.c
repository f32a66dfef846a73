// What became of a lost device, as an application asks for it (VK_EXT_device_fault). Why it is lost is
// written down in fault/lost.c.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "entrypoints.h"
#include "util/clock.h"
#include "util/kernel_note.h"
#include "util/log.h"
#include "vk/memory/buffer.h"
#include "vk/object/debug.h"
#include "vk/object/device.h"
#include "vk/queue/queue.h"
#include "vk/object/instance.h"
#include "vk/object/data.h"
#include "vk/pipeline/pipeline.h"

// ---- VK_EXT_device_fault

// Facts as numbers: which request it was, what the kernel says of the context, and where in a kernel it was.
static const struct launch_queue *unfinished(const struct kiln_device *device)
{
    uint32_t i = 0;
    while (i + 1 < device->queue_count && device->queues[i].launch.verified == device->queues[i].launch.seqno)
        i++;
    return &device->queues[i].launch;
}

static uint32_t vendor_infos(struct kiln_device *device, VkDeviceFaultVendorInfoEXT *out, uint32_t room)
{
    const struct ws_fault *f = &device->gpu_fault;
    const struct launch_queue *queue = unfinished(device);
    const struct {
        const char *text;
        uint64_t code, data;
    } all[] = {
        {"last request that ran to its end", 1, queue->verified},
        {"last request submitted", 2, queue->seqno},
        {"context (errno)", 3, (uint64_t)-kiln_check_contexts(device)},
        {"kernel begun last (address)", 4, kiln_begun_kernel(device)},
        {"instruction, bytes from the start of its kernel", 5, f->offset},
        {"EU thread of its workgroup", 6, f->thread},
        {"SIMD lane (all ones: none in particular)", 7, (uint64_t)(int64_t)f->lane},
    };
    uint32_t count = device->gpu_fault_known && f->in_kernel ? KILN_ARRAY_LEN(all) : KILN_ARRAY_LEN(all) - 3;
    for (uint32_t i = 0; out && i < count && i < room; i++) {
        snprintf(out[i].description, sizeof(out[i].description), "%s", all[i].text);
        out[i].vendorFaultCode = all[i].code;
        out[i].vendorFaultData = all[i].data;
    }
    return count;
}

// The address that was accessed, and the instruction's. i915 keeps both to itself; the simulated device
// tells.
static uint32_t address_infos(const struct kiln_device *device, VkDeviceFaultAddressInfoEXT *out,
                              uint32_t room)
{
    const struct ws_fault *f = &device->gpu_fault;
    VkDeviceFaultAddressInfoEXT all[2];
    uint32_t count = 0;
    if (device->gpu_fault_known && f->page)
        all[count++] = (VkDeviceFaultAddressInfoEXT){
            .addressType = f->write ? VK_DEVICE_FAULT_ADDRESS_TYPE_WRITE_INVALID_EXT
                                    : VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT,
            .reportedAddress = f->address,
            .addressPrecision = 1};
    if (device->gpu_fault_known && f->in_kernel)
        all[count++] = (VkDeviceFaultAddressInfoEXT){
            .addressType = VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_FAULT_EXT,
            .reportedAddress = f->kernel + f->offset,
            .addressPrecision = 1};
    for (uint32_t i = 0; out && i < count && i < room; i++)
        out[i] = all[i];
    return count;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetDeviceFaultInfoEXT(VkDevice handle, VkDeviceFaultCountsEXT *counts,
                                                          VkDeviceFaultInfoEXT *info)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    bool lost = kiln_device_is_lost(device);
    uint32_t room = counts->vendorInfoCount, address_room = counts->addressInfoCount;
    uint32_t all = lost ? vendor_infos(device, NULL, 0) : 0,
             addresses = lost ? address_infos(device, NULL, 0) : 0;
    counts->addressInfoCount = addresses;
    counts->vendorInfoCount = all;
    counts->vendorBinarySize = 0;
    if (!info)
        return VK_SUCCESS;
    snprintf(info->description, sizeof(info->description), "%.255s",
             lost ? device->fault : "the device is not lost");
    if (!lost)
        return VK_SUCCESS;
    counts->vendorInfoCount = KILN_MIN(all, room);
    counts->addressInfoCount = KILN_MIN(addresses, address_room);
    vendor_infos(device, info->pVendorInfos, room);
    address_infos(device, info->pAddressInfos, address_room);
    return room < all || address_room < addresses ? VK_INCOMPLETE : VK_SUCCESS;
}

// ---- VK_KHR_device_fault: the same as a row of reports, each told once

static uint32_t reports(struct kiln_device *device)
{
    return kiln_device_is_lost(device) ? vendor_infos(device, NULL, 0) : 0;
}

// The last one says that the device is lost, and where; nothing comes behind it.
static void write_report(struct kiln_device *device, uint32_t n, bool last, VkDeviceFaultInfoKHR *out)
{
    VkDeviceFaultVendorInfoEXT facts[KILN_MAX_FAULT_REPORTS];
    VkDeviceFaultAddressInfoEXT where[2];
    vendor_infos(device, facts, KILN_MAX_FAULT_REPORTS);
    uint32_t places = last ? address_infos(device, where, 2) : 0;
    out->flags = VK_DEVICE_FAULT_FLAG_VENDOR_KHR | (last ? VK_DEVICE_FAULT_FLAG_DEVICE_LOST_KHR : 0);
    out->groupId = 1;
    snprintf(out->description, sizeof(out->description), "%.255s", device->fault);
    memcpy(out->vendorInfo.description, facts[n].description, sizeof(out->vendorInfo.description));
    out->vendorInfo.vendorFaultCode = facts[n].vendorFaultCode;
    out->vendorInfo.vendorFaultData = facts[n].vendorFaultData;
    memset(&out->faultAddressInfo, 0, sizeof(out->faultAddressInfo));
    memset(&out->instructionAddressInfo, 0, sizeof(out->instructionAddressInfo));
    for (uint32_t i = 0; i < places; i++) {
        bool code = where[i].addressType == VK_DEVICE_FAULT_ADDRESS_TYPE_INSTRUCTION_POINTER_FAULT_EXT;
        VkDeviceFaultAddressInfoKHR *to = code ? &out->instructionAddressInfo : &out->faultAddressInfo;
        to->addressType = (VkDeviceFaultAddressTypeKHR)where[i].addressType; // numbered alike
        to->reportedAddress = where[i].reportedAddress;
        to->addressPrecision = where[i].addressPrecision;
        out->flags |=
            code ? VK_DEVICE_FAULT_FLAG_INSTRUCTION_ADDRESS_KHR : VK_DEVICE_FAULT_FLAG_MEMORY_ADDRESS_KHR;
    }
}

// Until the device is lost, which others or nobody may have seen yet.
static void wait_lost(struct kiln_device *device, uint64_t timeout)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    const int64_t deadline = kiln_deadline(timeout);
    while (!kiln_queues_poll(device) && timeout && kiln_now() < deadline)
        nanosleep(&pause, NULL);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetDeviceFaultReportsKHR(VkDevice handle, uint64_t timeout,
                                                             uint32_t *count, VkDeviceFaultInfoKHR *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    wait_lost(device, timeout);
    const uint32_t all = reports(device);
    uint32_t told = __atomic_load_n(&device->fault_reports, __ATOMIC_RELAXED), n;
    do {
        n = out ? KILN_MIN(*count, all - told) : 0;
    } while (!__atomic_compare_exchange_n(&device->fault_reports, &told, told + n, false, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    *count = out ? n : all - told;
    for (uint32_t i = 0; i < n; i++)
        write_report(device, told + i, told + i + 1 == all, &out[i]);
    if (told == all)
        return VK_TIMEOUT;
    return out && told + n < all ? VK_INCOMPLETE : VK_SUCCESS;
}

// There is none: what is known is in the reports.
VKAPI_ATTR VkResult VKAPI_CALL kiln_GetDeviceFaultDebugInfoKHR(VkDevice handle,
                                                               VkDeviceFaultDebugInfoKHR *info)
{
    info->vendorBinarySize = 0;
    return VK_SUCCESS;
}
