// VkPhysicalDevice: identity, queue families, memory types, extensions. One heap: the GPU shares the host's
// memory, and every mapping is cached and coherent (snooped where there is no shared cache). The second
// memory type is the same at addresses that descriptors have to have, the third of pages that sparse
// resources can show.
#include "vk/object/physical_device.h"

#include <stdio.h>

#include "entrypoints.h"
#include "vk/memory/buffer.h"
#include "vk/object/claim.h"
#include "vk/object/icd.h"
#include "vk/object/instance.h"
#include "util/fork.h"
#include "util/log.h"
#include "hw/rules.h"
#include "hw/target.h"

// FNV-1a, twice with different seeds: enough to tell drivers and devices apart.
static void uuid_of(const char *text, uint8_t out[VK_UUID_SIZE])
{
    for (unsigned half = 0; half < 2; half++) {
        uint64_t h = UINT64_C(0xcbf29ce484222325) + half * UINT64_C(0x9e3779b97f4a7c15);
        for (const char *c = text; *c; c++)
            h = (h ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
        memcpy(out + half * 8, &h, 8);
    }
}

static void identify(struct kiln_physical_device *p)
{
    const struct ws_device_info *info = &p->info;
    const struct kiln_devinfo *d = info->devinfo;
    char text[256];

    snprintf(p->name, sizeof(p->name), "%s (%s GT%u%s)", d->marketing_name, d->name, d->gt,
             info->simulated ? ", simulated by Kiln" : "");
    snprintf(text, sizeof(text), "kiln cache 2 %x %08x", info->pci_id, KILN_DRIVER_VERSION);
    uuid_of(text, p->cache_uuid);
    snprintf(text, sizeof(text), "kiln device %x %x %x:%x:%x.%x %s", info->pci_id, info->pci_revision,
             info->pci_domain, info->pci_bus, info->pci_dev, info->pci_func,
             info->simulated ? info->path : "");
    uuid_of(text, p->device_uuid);
    snprintf(text, sizeof(text), "kiln driver %08x", KILN_DRIVER_VERSION);
    uuid_of(text, p->driver_uuid);
    uuid_of("kiln module identifier 2", p->module_identifier_uuid);
    snprintf(p->driver_name, sizeof(p->driver_name), "kiln");
    snprintf(p->driver_info, sizeof(p->driver_info), "Kiln %u.%u.%u%s",
             VK_API_VERSION_MAJOR(KILN_DRIVER_VERSION), VK_API_VERSION_MINOR(KILN_DRIVER_VERSION),
             VK_API_VERSION_PATCH(KILN_DRIVER_VERSION), info->simulated ? " on the simulated device" : "");
}

KILN_STATIC_LOCK(heaps_lock);

// The heap of a device is one for all instances of the process.
static uint64_t *heap_usage(const char *path)
{
    static struct {
        char path[sizeof(((struct ws_device_info *)0)->path)];
        uint64_t used;
    } heaps[WS_MAX_DEVICES];
    unsigned i = 0;
    kiln_lock(&heaps_lock);
    // More paths than places, which KILN_DEVICE could only give by changing, share the last.
    while (i + 1 < WS_MAX_DEVICES && heaps[i].path[0] && strcmp(heaps[i].path, path) != 0)
        i++;
    if (!heaps[i].path[0])
        snprintf(heaps[i].path, sizeof(heaps[i].path), "%s", path);
    kiln_unlock(&heaps_lock);
    return &heaps[i].used;
}

static void init_extensions(struct kiln_physical_device *p)
{
    const struct ws_device_info *info = &p->info;
#define HAS(feature) p->features[KILN_FEATURE_##feature]
#define DEVICE(name, version, condition)                                                                     \
    if (condition)                                                                                           \
        kiln_extension_add(&p->extensions, KILN_##name);
#include "vk/object/extensions.def"
#undef HAS
}

void kiln_physical_device_init(struct kiln_physical_device *p, struct kiln_instance *instance,
                               const struct ws_device_info *info)
{
    memset(p, 0, sizeof(*p));
    kiln_dispatchable_init(&p->base);
    p->instance = instance;
    p->info = *info;
    p->target = kiln_target_of(info->devinfo);
    p->has_fp64 = kiln_target_makes_doubles(p->target);
    p->has_bindless = kiln_target_has_split_sends(p->target);
    p->rules = kiln_rules_of(info->devinfo, info->pci_revision) &
               ~kiln_rules_named(kiln_debug_value(KILN_DEBUG_BIT_FORGET));
    p->memory_used = heap_usage(info->path);
    identify(p);
    kiln_features_init(p);
    init_extensions(p);
    p->memory = (VkPhysicalDeviceMemoryProperties){
        .memoryTypeCount = info->has_sparse ? KILN_MEMORY_TYPES : KILN_MEMORY_SPARSE,
        .memoryHeapCount = 1,
        .memoryHeaps[0] = {.size = info->memory_size, .flags = VK_MEMORY_HEAP_DEVICE_LOCAL_BIT},
    };
    for (unsigned i = 0; i < p->memory.memoryTypeCount; i++)
        p->memory.memoryTypes[i].propertyFlags =
            VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
            VK_MEMORY_PROPERTY_HOST_COHERENT_BIT |
            (info->has_local_memory ? 0 : VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_EnumerateDeviceExtensionProperties(VkPhysicalDevice handle,
                                                                       const char *layer, uint32_t *count,
                                                                       VkExtensionProperties *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    if (layer)
        return VK_ERROR_LAYER_NOT_PRESENT;
    return kiln_extensions_list(&p->extensions, false, count, out);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_EnumerateDeviceLayerProperties(VkPhysicalDevice handle, uint32_t *count,
                                                                   VkLayerProperties *out)
{
    *count = 0;
    return VK_SUCCESS;
}

// Each queue has a context of its own on the render engine: the contexts take turns there, as those of
// different processes do. Copies are kernels, in the family for copies as well.
const uint32_t kiln_queue_counts[KILN_FAMILIES] = {4, 2};
_Static_assert(KILN_MAX_QUEUES == 4 + 2, "kiln_queue_counts");

static VkQueueFlags family_flags(const struct kiln_physical_device *p, uint32_t family)
{
    VkQueueFlags all = VK_QUEUE_TRANSFER_BIT | (p->info.has_sparse ? VK_QUEUE_SPARSE_BINDING_BIT : 0u);
    if (family)
        return all;
    return all | VK_QUEUE_COMPUTE_BIT | (kiln_claims_graphics() ? (VkQueueFlags)VK_QUEUE_GRAPHICS_BIT : 0);
}

static void fill_family(VkBaseOutStructure *s)
{
    if (s->sType == VK_STRUCTURE_TYPE_QUEUE_FAMILY_GLOBAL_PRIORITY_PROPERTIES_KHR) {
        // The upper two need a privilege (CAP_SYS_NICE); vkCreateDevice says VK_ERROR_NOT_PERMITTED without
        // it.
        static const VkQueueGlobalPriorityKHR all[] = {
            VK_QUEUE_GLOBAL_PRIORITY_LOW_KHR, VK_QUEUE_GLOBAL_PRIORITY_MEDIUM_KHR,
            VK_QUEUE_GLOBAL_PRIORITY_HIGH_KHR, VK_QUEUE_GLOBAL_PRIORITY_REALTIME_KHR};
        VkQueueFamilyGlobalPriorityPropertiesKHR *g = (void *)s;
        memset(g->priorities, 0, sizeof(g->priorities));
        memcpy(g->priorities, all, sizeof(all));
        g->priorityCount = KILN_ARRAY_LEN(all);
    } else if (s->sType == VK_STRUCTURE_TYPE_QUEUE_FAMILY_OWNERSHIP_TRANSFER_PROPERTIES_KHR) {
        // Images lie the same for all.
        ((VkQueueFamilyOwnershipTransferPropertiesKHR *)s)->optimalImageTransferToQueueFamilies =
            (1u << KILN_FAMILIES) - 1;
    } else if (s->sType == VK_STRUCTURE_TYPE_QUEUE_FAMILY_CHECKPOINT_PROPERTIES_NV) {
        ((VkQueueFamilyCheckpointPropertiesNV *)s)->checkpointExecutionStageMask = 0;
    } else if (s->sType == VK_STRUCTURE_TYPE_QUEUE_FAMILY_CHECKPOINT_PROPERTIES_2_NV) {
        ((VkQueueFamilyCheckpointProperties2NV *)s)->checkpointExecutionStageMask = 0;
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice handle,
                                                                        uint32_t *count,
                                                                        VkQueueFamilyProperties2 *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    *count = out ? KILN_MIN(*count, (uint32_t)KILN_FAMILIES) : KILN_FAMILIES;
    if (out)
        kiln_note_families();
    for (uint32_t i = 0; out && i < *count; i++) {
        out[i].queueFamilyProperties = (VkQueueFamilyProperties){.queueFlags = family_flags(p, i),
                                                                 .queueCount = kiln_queue_counts[i],
                                                                 .timestampValidBits = KILN_TIMESTAMP_BITS,
                                                                 .minImageTransferGranularity = {1, 1, 1}};
        kiln_foreach(s, out[i].pNext) fill_family(s);
    }
}

// What this process may have: what it has, and what the machine has left.
static uint64_t budget(const struct kiln_physical_device *p, uint64_t used)
{
    uint64_t heap = p->memory.memoryHeaps[0].size, available = ws_memory_available(&p->info);
    return available && used + available < heap ? used + available : heap;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPhysicalDeviceMemoryProperties2(VkPhysicalDevice handle,
                                                                   VkPhysicalDeviceMemoryProperties2 *out)
{
    KILN_FROM_HANDLE(kiln_physical_device, p, handle);
    out->memoryProperties = p->memory;
    kiln_foreach(s, out->pNext)
    {
        if (s->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT)
            continue;
        VkPhysicalDeviceMemoryBudgetPropertiesEXT *b = (void *)s;
        memset(b->heapBudget, 0, sizeof(b->heapBudget));
        memset(b->heapUsage, 0, sizeof(b->heapUsage));
        b->heapUsage[0] = __atomic_load_n(p->memory_used, __ATOMIC_RELAXED);
        b->heapBudget[0] = budget(p, b->heapUsage[0]);
    }
}

// There is no tool in the driver that changes what the application sees.
VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPhysicalDeviceToolProperties(VkPhysicalDevice handle, uint32_t *count,
                                                                    VkPhysicalDeviceToolProperties *out)
{
    *count = 0;
    return VK_SUCCESS;
}
