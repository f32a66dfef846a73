// See object/data.h. One hash table for the process: handles are addresses, so they are unique in it.
#include "vk/object/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entrypoints.h"
#include "vk/object/device.h"
#include "util/fork.h"

struct entry {
    struct entry *next;
    uint64_t handle;
    const void *slot; // NULL: a name
    uint64_t value;
    VkObjectType type; // of a name
    char name[];
};

#define BUCKETS 1024
static struct entry *buckets[BUCKETS];
KILN_STATIC_LOCK(lock);
uint32_t kiln_object_data_count;

static struct entry **bucket_of(uint64_t handle)
{
    return &buckets[(handle * UINT64_C(0x9e3779b97f4a7c15)) >> 54];
}

static struct entry **find(uint64_t handle, const void *slot)
{
    struct entry **link = bucket_of(handle);
    while (*link && ((*link)->handle != handle || (*link)->slot != slot))
        link = &(*link)->next;
    return link;
}

static void remove_entry(struct entry **link)
{
    struct entry *e = *link;
    *link = e->next;
    free(e);
    __atomic_sub_fetch(&kiln_object_data_count, 1, __ATOMIC_RELAXED);
}

// Adds an entry that is not there yet, with room for a name.
static struct entry *add(uint64_t handle, const void *slot, size_t name_bytes)
{
    struct entry *e = calloc(1, sizeof(*e) + name_bytes), **bucket = bucket_of(handle);
    if (!e)
        return NULL;
    e->handle = handle;
    e->slot = slot;
    e->next = *bucket;
    *bucket = e;
    __atomic_add_fetch(&kiln_object_data_count, 1, __ATOMIC_RELAXED);
    return e;
}

void kiln_object_data_forget_slow(uint64_t handle)
{
    kiln_lock(&lock);
    for (struct entry **link = bucket_of(handle); *link;) {
        if ((*link)->handle == handle)
            remove_entry(link);
        else
            link = &(*link)->next;
    }
    kiln_unlock(&lock);
}

// ---- names

VkResult kiln_object_set_name(uint64_t handle, VkObjectType type, const char *name)
{
    VkResult result = VK_SUCCESS;
    size_t bytes = name && name[0] ? strlen(name) + 1 : 0;
    kiln_lock(&lock);
    struct entry **old = find(handle, NULL);
    if (*old)
        remove_entry(old);
    if (bytes) {
        struct entry *e = add(handle, NULL, bytes);
        if (e) {
            memcpy(e->name, name, bytes);
            e->type = type;
        } else {
            result = kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
        }
    }
    kiln_unlock(&lock);
    return result;
}

void kiln_object_each_named(VkObjectType type, void (*each)(uint64_t handle, const char *name, void *context),
                            void *context)
{
    kiln_lock(&lock);
    for (unsigned i = 0; i < BUCKETS; i++)
        for (const struct entry *e = buckets[i]; e; e = e->next)
            if (!e->slot && e->type == type)
                each(e->handle, e->name, context);
    kiln_unlock(&lock);
}

const char *kiln_object_name(const void *object, char out[64])
{
    out[0] = 0;
    if (!__atomic_load_n(&kiln_object_data_count, __ATOMIC_RELAXED))
        return out;
    kiln_lock(&lock);
    const struct entry *e = *find((uint64_t)(uintptr_t)object, NULL);
    if (e)
        snprintf(out, 64, "%s", e->name);
    kiln_unlock(&lock);
    return out;
}

void kiln_object_placed(struct kiln_device *device, uint64_t handle, uint64_t address, uint64_t size)
{
    char name[64];
    if (kiln_object_name((const void *)(uintptr_t)handle, name)[0])
        ws_device_name(device->launch.ws, handle, address, address ? size : 0, name);
}

const char *kiln_object_quoted_name(const void *object, char out[64])
{
    char name[64];
    kiln_object_name(object, name);
    out[0] = 0;
    if (name[0])
        snprintf(out, 64, " '%.60s'", name);
    return out;
}

// ---- private data

struct private_slot {
    uint32_t unused; // the slot is its address
};

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreatePrivateDataSlot(VkDevice handle,
                                                          const VkPrivateDataSlotCreateInfo *info,
                                                          const VkAllocationCallbacks *alloc,
                                                          VkPrivateDataSlot *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct private_slot *slot =
        kiln_zalloc(&device->alloc, alloc, sizeof(*slot), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!slot)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    *out = KILN_TO_HANDLE(VkPrivateDataSlot, slot);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyPrivateDataSlot(VkDevice handle, VkPrivateDataSlot slot_handle,
                                                       const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(private_slot, slot, slot_handle);
    if (!slot)
        return;
    kiln_lock(&lock);
    for (unsigned i = 0; i < BUCKETS; i++) {
        for (struct entry **link = &buckets[i]; *link;) {
            if ((*link)->slot == slot)
                remove_entry(link);
            else
                link = &(*link)->next;
        }
    }
    kiln_unlock(&lock);
    kiln_free(&device->alloc, alloc, slot);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_SetPrivateData(VkDevice handle, VkObjectType type, uint64_t object,
                                                   VkPrivateDataSlot slot_handle, uint64_t data)
{
    KILN_FROM_HANDLE(private_slot, slot, slot_handle);
    VkResult result = VK_SUCCESS;
    kiln_lock(&lock);
    struct entry *e = *find(object, slot);
    if (!e && data)
        e = add(object, slot, 0);
    if (e)
        e->value = data;
    else if (data)
        result = kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    kiln_unlock(&lock);
    return result;
}

VKAPI_ATTR void VKAPI_CALL kiln_GetPrivateData(VkDevice handle, VkObjectType type, uint64_t object,
                                               VkPrivateDataSlot slot_handle, uint64_t *data)
{
    KILN_FROM_HANDLE(private_slot, slot, slot_handle);
    kiln_lock(&lock);
    const struct entry *e = *find(object, slot);
    *data = e ? e->value : 0;
    kiln_unlock(&lock);
}
