// The table of entry points (made by gen_entrypoints.py) and the extensions it refers to.
#ifndef KILN_VK_ICD_H
#define KILN_VK_ICD_H

#include <stdbool.h>
#include <stdint.h>
#include <vulkan/vulkan_core.h>

// Instance extensions come first.
enum kiln_extension {
#define INSTANCE(name, version, claimed) KILN_##name,
#include "vk/object/extensions.def"
#define DEVICE(name, version, condition) KILN_##name,
#include "vk/object/extensions.def"
    KILN_EXTENSION_COUNT
};

struct kiln_extension_set {
    uint64_t bits[(KILN_EXTENSION_COUNT + 63) / 64];
};

static inline bool kiln_extension_has(const struct kiln_extension_set *s, unsigned extension)
{
    return extension < KILN_EXTENSION_COUNT && ((s->bits[extension / 64] >> extension % 64) & 1);
}

static inline void kiln_extension_add(struct kiln_extension_set *s, unsigned extension)
{
    s->bits[extension / 64] |= UINT64_C(1) << extension % 64;
}

// KILN_API_PATCH is of the build. Of the instance; a device's may be lower: see features.def.
#define KILN_API_VERSION VK_MAKE_API_VERSION(0, 1, 4, KILN_API_PATCH)

struct kiln_extension_info {
    const char *name; // "VK_KHR_..."
    uint32_t version;
    bool instance;
    bool claimed; // there with KILN_GRAPHICS=claim only
};
extern const struct kiln_extension_info kiln_extensions[KILN_EXTENSION_COUNT];

// The extension of that name and kind, or KILN_EXTENSION_COUNT.
enum kiln_extension kiln_extension_find(const char *name, bool instance);

// vkEnumerate*ExtensionProperties: the extensions of one kind that are in the set (NULL: all).
VkResult kiln_extensions_list(const struct kiln_extension_set *set, bool instance, uint32_t *count,
                              VkExtensionProperties *out);

enum kiln_level { KILN_LEVEL_GLOBAL, KILN_LEVEL_INSTANCE, KILN_LEVEL_PHYSICAL_DEVICE, KILN_LEVEL_DEVICE };

struct kiln_entrypoint {
    const char *name;
    PFN_vkVoidFunction body;     // kiln_Foo; NULL: not implemented
    PFN_vkVoidFunction function; // calls it in the default floating-point environment
    uint32_t core;               // the version it is core in, or 0
    uint8_t level;               // enum kiln_level
    uint8_t extensions[2];       // enum kiln_extension
};
extern const struct kiln_entrypoint kiln_entrypoints[]; // sorted by name
extern const unsigned kiln_entrypoint_count;

const struct kiln_entrypoint *kiln_entrypoint_find(const char *name);
// The function if it is implemented and `version` or `extensions` (NULL: all) provide it, else NULL.
PFN_vkVoidFunction kiln_entrypoint_get(const struct kiln_entrypoint *e, uint32_t version,
                                       const struct kiln_extension_set *extensions);

// What the generated definitions of core commands without an implementation call (vkCreateRenderPass,
// vkCmdDraw, ...).
VkResult kiln_refuse(const char *command);
void kiln_refuse_command(VkCommandBuffer cmd, const char *command);
// What the generated commands of old (gen_shims.py) call where they cannot make room for newer structures.
void kiln_command_out_of_memory(VkCommandBuffer cmd);

#endif
