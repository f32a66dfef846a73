// What became of a lost device (VK_EXT_device_fault), and where objects lie in the GPU's address space
// (VK_EXT_device_address_binding_report).
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "entrypoints.h"
#include "util/kernel_note.h"
#include "util/log.h"
#include "vk/memory/buffer.h"
#include "vk/device/debug.h"
#include "vk/device/device.h"
#include "vk/device/instance.h"
#include "vk/object/data.h"
#include "vk/pipeline/pipeline.h"

// ---- what the device tells of a fault

struct near {
    struct kiln_device *device;
    uint64_t address, distance;
    char text[200];
};

// A range of the device's memory: keeps the nearest one.
static void consider(struct near *n, uint64_t start, uint64_t size, const char *what, const char *name)
{
    bool before = n->address < start, inside = !before && n->address - start < size;
    uint64_t distance = before ? start - n->address : inside ? 0 : n->address - start - size;
    if (distance > n->distance || (distance == n->distance && n->text[0]))
        return;
    n->distance = distance;
    if (inside)
        snprintf(n->text, sizeof(n->text), "%llu bytes into %s%s of %llu",
                 (unsigned long long)(n->address - start), what, name, (unsigned long long)size);
    else
        snprintf(n->text, sizeof(n->text), "%llu bytes %s %s%s of %llu", (unsigned long long)distance,
                 before ? "before" : "past the end of", what, name, (unsigned long long)size);
}

static bool is_resident(struct kiln_device *device, const struct kiln_bo *bo)
{
    const struct kiln_residency *r = &device->residency;
    return bo->index < r->count && r->owners[bo->index] == bo;
}

static void consider_buffer(uint64_t handle, const char *name, void *context)
{
    struct near *n = context;
    const struct kiln_buffer *b = (const void *)(uintptr_t)handle;
    char quoted[72];
    snprintf(quoted, sizeof(quoted), " '%.60s'", name);
    if (b->memory && is_resident(n->device, &b->memory->bo))
        consider(n, b->address, b->size, "buffer", quoted);
}

// What lies nearest to a GPU address: the buffers that have names, and all memory.
static void find_near(struct near *n)
{
    struct kiln_residency *r = &n->device->residency;
    n->distance = UINT64_MAX;
    pthread_mutex_lock(&r->lock);
    kiln_object_each_named(VK_OBJECT_TYPE_BUFFER, consider_buffer, n);
    for (uint32_t i = 0; i < r->count; i++)
        consider(n, r->owners[i]->address, r->owners[i]->size, "memory", "");
    pthread_mutex_unlock(&r->lock);
}

struct named_pipeline {
    uint64_t kernel;
    char name[64];
};

static void consider_pipeline(uint64_t handle, const char *name, void *context)
{
    struct named_pipeline *p = context;
    if (((const struct kiln_pipeline *)(uintptr_t)handle)->kernel_address == p->kernel)
        snprintf(p->name, sizeof(p->name), " '%.60s'", name);
}

// Adds what the device told to the text: the kernel by its pipeline's name, the address by the nearest
// buffer's.
static void add_gpu_fault(struct kiln_device *device, char *text, size_t size)
{
    const struct ws_fault *f = &device->gpu_fault;
    size_t n = strlen(text);
    n += (size_t)snprintf(text + n, size - n, ": %.255s", f->what);
    if (f->page && n < size) {
        struct near near = {.device = device, .address = f->address};
        find_near(&near);
        n += (size_t)snprintf(text + n, size - n, ", %s", near.text);
    }
    if (f->in_kernel && n < size) {
        struct named_pipeline p = {.kernel = f->kernel};
        kiln_object_each_named(VK_OBJECT_TYPE_PIPELINE, consider_pipeline, &p);
        n += (size_t)snprintf(text + n, size - n, "; in %s%s%s%s%.200s, workgroup (%u, %u, %u)",
                              f->name[0] ? f->name : "a kernel", p.name[0] ? " of pipeline" : "", p.name,
                              f->source[0] ? ", " : "", f->source, f->group[0], f->group[1], f->group[2]);
    }
}

// The kernel whose walker the command streamer came to last: the one that hangs, or one that was begun beside
// it, without a barrier between them. 0: none.
static uint64_t begun(const struct kiln_device *device)
{
    const struct kiln_queue_memory *m = device->queue.breadcrumbs.map;
    uint32_t low = m ? __atomic_load_n(&m->begun, __ATOMIC_RELAXED) : 0;
    return low ? WS_KERNEL_BASE + (uint32_t)(low - (uint32_t)WS_KERNEL_BASE) : 0;
}

// What the note at that kernel says of it.
static void describe_kernel(struct kiln_device *device, uint64_t address, char *out, size_t size)
{
    uint32_t offset, bytes;
    const void *header = kiln_state_map(&device->kernel_pool, address - KILN_NOTE_HEADER, KILN_NOTE_HEADER);
    if (!header || !kiln_note_parse_header(header, &offset, &bytes))
        return;
    const void *body = kiln_state_map(&device->kernel_pool, address + offset, bytes);
    struct kiln_note *n = body ? kiln_note_parse(header, body) : NULL;
    if (n)
        snprintf(out, size, "; the last kernel begun is %s%s, workgroups of %u x %u x %u, SIMD%u",
                 n->internal ? "the driver's " : "", n->name, n->local_size[0], n->local_size[1],
                 n->local_size[2], n->simd);
    free(n);
}

VkResult kiln_device_set_lost_at(struct kiln_device *device, const char *file, int line, const char *fmt, ...)
{
    char text[sizeof(device->fault)];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    size_t length = strlen(text);
    if (begun(device))
        describe_kernel(device, begun(device), text + length, sizeof(text) - length);
    // The first one tells why; `fault` is written before `lost` says that it is there.
    uint32_t none = 0;
    if (!__atomic_compare_exchange_n(&device->losing, &none, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        __atomic_store_n(&device->lost, 1, __ATOMIC_RELEASE);
        return VK_ERROR_DEVICE_LOST;
    }
    device->gpu_fault_known = ws_context_fault(device->context, &device->gpu_fault);
    if (device->gpu_fault_known)
        add_gpu_fault(device, text, sizeof(text));
    memcpy(device->fault, text, sizeof(text));
    __atomic_store_n(&device->lost, 1, __ATOMIC_RELEASE);
    kiln_warn("device%s lost: %s", KILN_NAME(device), text);
    kiln_report(device->physical->instance,
                &(struct kiln_message){.severity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                       .types = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT,
                                       .id = "kiln-device-lost",
                                       .text = text,
                                       .object_type = VK_OBJECT_TYPE_DEVICE,
                                       .object = (uint64_t)(uintptr_t)device});
    return kiln_error_at(VK_ERROR_DEVICE_LOST, file, line, " %s", text);
}

// ---- VK_EXT_device_fault

// Facts as numbers: which request it was, what the kernel says of the context, and where in a kernel it was.
static uint32_t vendor_infos(struct kiln_device *device, VkDeviceFaultVendorInfoEXT *out, uint32_t room)
{
    const struct ws_fault *f = &device->gpu_fault;
    const struct {
        const char *text;
        uint64_t code, data;
    } all[] = {
        {"last request that ran to its end", 1, device->queue.verified},
        {"last request submitted", 2, device->queue.seqno},
        {"context (errno)", 3, (uint64_t)-ws_context_check(device->context)},
        {"kernel begun last (address)", 4, begun(device)},
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

void kiln_report_binding(struct kiln_device *device, VkObjectType type, uint64_t object, uint64_t address,
                         uint64_t size, bool bind)
{
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
