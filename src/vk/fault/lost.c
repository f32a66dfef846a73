// A device is lost: why, as well as the driver, the GPU and the names that the application gave can tell.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/kernel_note.h"
#include "util/log.h"
#include "vk/memory/buffer.h"
#include "vk/object/data.h"
#include "vk/object/debug.h"
#include "vk/object/device.h"
#include "vk/object/instance.h"

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

static bool is_resident(struct kiln_device *device, const struct launch_bo *bo)
{
    const struct launch_residency *r = &device->launch.residency;
    return bo->index < r->count && r->owners[bo->index] == bo;
}

static void consider_buffer(uint64_t handle, const char *name, void *context)
{
    struct near *n = context;
    const struct kiln_buffer *b = (const void *)(uintptr_t)handle;
    char quoted[72];
    snprintf(quoted, sizeof(quoted), " '%.60s'", name);
    if (b->sparse || (b->memory && is_resident(n->device, &b->memory->bo)))
        consider(n, b->address, b->size, "buffer", quoted);
}

// What lies nearest to a GPU address: the buffers that have names, and all memory.
static void find_near(struct near *n)
{
    struct launch_residency *r = &n->device->launch.residency;
    n->distance = UINT64_MAX;
    kiln_lock(&r->lock);
    kiln_object_each_named(VK_OBJECT_TYPE_BUFFER, consider_buffer, n);
    for (uint32_t i = 0; i < r->count; i++)
        consider(n, r->owners[i]->address, r->owners[i]->size, "memory", "");
    kiln_unlock(&r->lock);
}

// Adds what the device told to the text: the kernel, with its pipeline's name in its note, the address by the
// nearest buffer's.
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
        n += (size_t)snprintf(text + n, size - n, "; in %s%s%.200s, workgroup (%u, %u, %u)",
                              f->name[0] ? f->name : "a kernel", f->source[0] ? ", " : "", f->source,
                              f->group[0], f->group[1], f->group[2]);
    }
}

int kiln_check_contexts(const struct kiln_device *device)
{
    int err = 0;
    for (uint32_t i = 0; i < device->queue_count && !err; i++)
        err = ws_context_check(device->contexts[i]);
    return err;
}

// The kernel whose walker the command streamer came to last: the one that hangs, or one that was begun beside
// it, without a barrier between them. 0: none.
uint64_t kiln_begun_kernel(const struct kiln_device *device)
{
    const struct launch_marks *m = device->launch.marks.map;
    uint32_t low = m ? __atomic_load_n(&m->begun, __ATOMIC_RELAXED) : 0;
    const uint64_t base = launch_zone(&device->launch, KERNEL)->base;
    return low ? base + (uint32_t)(low - (uint32_t)base) : 0;
}

// What the note at that kernel says of it.
static void describe_kernel(struct kiln_device *device, uint64_t address, char *out, size_t size)
{
    uint32_t offset, bytes;
    const void *header =
        launch_state_map(&device->launch.kernel_pool, address - KILN_NOTE_HEADER, KILN_NOTE_HEADER);
    if (!header || !kiln_note_parse_header(header, &offset, &bytes))
        return;
    const void *body = launch_state_map(&device->launch.kernel_pool, address + offset, bytes);
    struct kiln_note *n = body ? kiln_note_parse(header, body) : NULL;
    if (n)
        snprintf(out, size, "; the last kernel begun is %s%s, workgroups of %u x %u x %u, SIMD%u",
                 n->internal ? "the driver's " : "", n->label, n->local_size[0], n->local_size[1],
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
    if (kiln_begun_kernel(device))
        describe_kernel(device, kiln_begun_kernel(device), text + length, sizeof(text) - length);
    // The first one tells why; `fault` is written before `lost` says that it is there.
    uint32_t none = 0;
    if (!__atomic_compare_exchange_n(&device->losing, &none, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
        __atomic_store_n(&device->launch.is_lost, 1, __ATOMIC_RELEASE);
        return VK_ERROR_DEVICE_LOST;
    }
    for (uint32_t i = 0; i < device->queue_count && !device->gpu_fault_known; i++)
        device->gpu_fault_known = ws_context_fault(device->contexts[i], &device->gpu_fault);
    if (device->gpu_fault_known)
        add_gpu_fault(device, text, sizeof(text));
    memcpy(device->fault, text, sizeof(text));
    __atomic_store_n(&device->launch.is_lost, 1, __ATOMIC_RELEASE);
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
