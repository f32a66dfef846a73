// What the application attaches to objects: private data (VK_EXT_private_data) and names
// (VK_EXT_debug_utils), kept apart from the objects, by handle. An object's data goes when its memory is
// freed (kiln_free) or given to a new object.
#ifndef KILN_VK_OBJECT_DATA_H
#define KILN_VK_OBJECT_DATA_H

#include <stdint.h>

#include <vulkan/vulkan_core.h>

// Objects with data, of all devices; atomic. Nearly always 0: then freeing an object costs one load.
extern uint32_t kiln_object_data_count;
void kiln_object_data_forget_slow(uint64_t handle);

static inline void kiln_object_data_forget(const void *object)
{
    if (__builtin_expect(__atomic_load_n(&kiln_object_data_count, __ATOMIC_RELAXED) != 0, 0))
        kiln_object_data_forget_slow((uint64_t)(uintptr_t)object);
}

// The name of an object that has one, else ""; and " 'name'" or "". `out` has room for 64 bytes; returns it.
const char *kiln_object_name(const void *object, char out[64]);
const char *kiln_object_quoted_name(const void *object, char out[64]);
#define KILN_NAME(object) kiln_object_quoted_name((object), (char[64]){0})
VkResult kiln_object_set_name(uint64_t handle, VkObjectType type, const char *name); // NULL or "": none
// The object lies there from now on (size 0: nowhere): if it has a name, the device gets it.
struct kiln_device;
void kiln_object_placed(struct kiln_device *device, uint64_t handle, uint64_t address, uint64_t size);
// Calls `each` with all objects of a type that have a name, of all devices; they live during the call.
void kiln_object_each_named(VkObjectType type, void (*each)(uint64_t handle, const char *name, void *context),
                            void *context);

#endif
