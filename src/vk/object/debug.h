// What the driver tells the application: messengers of VK_EXT_debug_utils and callbacks of
// VK_EXT_debug_report.
#ifndef KILN_VK_DEBUG_H
#define KILN_VK_DEBUG_H

#include "vk/object/object.h"
#include "util/lock.h"

struct kiln_instance;

struct kiln_listeners {
    struct kiln_lock lock;
    struct kiln_messenger *messengers;
    struct kiln_report_callback *callbacks;
};
void kiln_listeners_init(struct kiln_listeners *l);
void kiln_listeners_finish(struct kiln_listeners *l);

struct kiln_message {
    VkDebugUtilsMessageSeverityFlagBitsEXT severity;
    VkDebugUtilsMessageTypeFlagsEXT types;
    const char *id, *text;
    VkObjectType object_type; // VK_OBJECT_TYPE_UNKNOWN: of no object
    uint64_t object;
    const void *next; // pNext of the callback's data, or NULL
};
void kiln_report(struct kiln_instance *instance, const struct kiln_message *m);

#endif
