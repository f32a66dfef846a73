// See debug.h. Names of objects come in at device/object_name.c; labels of command
// buffers are in command/label.c, and those of queues have nobody who would read them.
#include "vk/object/debug.h"

#include "entrypoints.h"
#include "vk/object/instance.h"
#include "vk/object/data.h"

struct kiln_messenger {
    struct kiln_messenger *next;
    VkDebugUtilsMessengerCreateInfoEXT info;
};

struct kiln_report_callback {
    struct kiln_report_callback *next;
    VkDebugReportCallbackCreateInfoEXT info;
};

void kiln_listeners_init(struct kiln_listeners *l)
{
    *l = (struct kiln_listeners){0};
    kiln_lock_init(&l->lock, KILN_LOCK_LISTENERS);
}

void kiln_listeners_finish(struct kiln_listeners *l)
{
    kiln_lock_destroy(&l->lock);
}

// ---- sending

static void send_utils(const struct kiln_listeners *l, const struct kiln_message *m)
{
    char name[64];
    VkDebugUtilsObjectNameInfoEXT object = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                            .objectType = m->object_type,
                                            .objectHandle = m->object,
                                            .pObjectName =
                                                kiln_object_name((const void *)(uintptr_t)m->object, name)};
    const VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT,
        .pNext = m->next,
        .pMessageIdName = m->id,
        .pMessage = m->text,
        .objectCount = m->object_type != VK_OBJECT_TYPE_UNKNOWN,
        .pObjects = &object};
    for (const struct kiln_messenger *e = l->messengers; e; e = e->next)
        if ((e->info.messageSeverity & m->severity) && (e->info.messageType & m->types))
            e->info.pfnUserCallback(m->severity, m->types, &data, e->info.pUserData);
}

static void send_report(const struct kiln_listeners *l, const struct kiln_message *m)
{
    VkDebugReportFlagsEXT flags = m->severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT
                                      ? VK_DEBUG_REPORT_ERROR_BIT_EXT
                                  : m->severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT
                                      ? VK_DEBUG_REPORT_WARNING_BIT_EXT
                                      : VK_DEBUG_REPORT_INFORMATION_BIT_EXT;
    for (const struct kiln_report_callback *e = l->callbacks; e; e = e->next)
        if (e->info.flags & flags)
            e->info.pfnCallback(flags, VK_DEBUG_REPORT_OBJECT_TYPE_UNKNOWN_EXT, m->object, 0, 0, "kiln",
                                m->text, e->info.pUserData);
}

void kiln_report(struct kiln_instance *instance, const struct kiln_message *m)
{
    struct kiln_listeners *l = &instance->listeners;
    if (!__atomic_load_n(&l->messengers, __ATOMIC_RELAXED) &&
        !__atomic_load_n(&l->callbacks, __ATOMIC_RELAXED))
        return;
    kiln_lock(&l->lock);
    send_utils(l, m);
    send_report(l, m);
    kiln_unlock(&l->lock);
}

// ---- VK_EXT_debug_utils

VKAPI_ATTR VkResult VKAPI_CALL
kiln_CreateDebugUtilsMessengerEXT(VkInstance handle, const VkDebugUtilsMessengerCreateInfoEXT *info,
                                  const VkAllocationCallbacks *alloc, VkDebugUtilsMessengerEXT *out)
{
    KILN_FROM_HANDLE(kiln_instance, instance, handle);
    struct kiln_messenger *e =
        kiln_zalloc(&instance->alloc, alloc, sizeof(*e), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!e)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    e->info = *info;
    kiln_lock(&instance->listeners.lock);
    e->next = instance->listeners.messengers;
    __atomic_store_n(&instance->listeners.messengers, e, __ATOMIC_RELAXED);
    kiln_unlock(&instance->listeners.lock);
    *out = KILN_TO_HANDLE(VkDebugUtilsMessengerEXT, e);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyDebugUtilsMessengerEXT(VkInstance handle,
                                                              VkDebugUtilsMessengerEXT messenger,
                                                              const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_instance, instance, handle);
    KILN_FROM_HANDLE(kiln_messenger, e, messenger);
    if (!e)
        return;
    kiln_lock(&instance->listeners.lock);
    struct kiln_messenger **link = &instance->listeners.messengers;
    while (*link != e)
        link = &(*link)->next;
    __atomic_store_n(link, e->next, __ATOMIC_RELAXED);
    kiln_unlock(&instance->listeners.lock);
    kiln_free(&instance->alloc, alloc, e);
}

VKAPI_ATTR void VKAPI_CALL kiln_SubmitDebugUtilsMessageEXT(VkInstance handle,
                                                           VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                           VkDebugUtilsMessageTypeFlagsEXT types,
                                                           const VkDebugUtilsMessengerCallbackDataEXT *data)
{
    KILN_FROM_HANDLE(kiln_instance, instance, handle);
    struct kiln_listeners *l = &instance->listeners;
    kiln_lock(&l->lock);
    for (const struct kiln_messenger *e = l->messengers; e; e = e->next)
        if ((e->info.messageSeverity & severity) && (e->info.messageType & types))
            e->info.pfnUserCallback(severity, types, data, e->info.pUserData);
    kiln_unlock(&l->lock);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_SetDebugUtilsObjectTagEXT(VkDevice handle,
                                                              const VkDebugUtilsObjectTagInfoEXT *info)
{
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_QueueBeginDebugUtilsLabelEXT(VkQueue queue, const VkDebugUtilsLabelEXT *label)
{
}

VKAPI_ATTR void VKAPI_CALL kiln_QueueEndDebugUtilsLabelEXT(VkQueue queue)
{
}

VKAPI_ATTR void VKAPI_CALL kiln_QueueInsertDebugUtilsLabelEXT(VkQueue queue,
                                                              const VkDebugUtilsLabelEXT *label)
{
}

// ---- VK_EXT_debug_report

VKAPI_ATTR VkResult VKAPI_CALL
kiln_CreateDebugReportCallbackEXT(VkInstance handle, const VkDebugReportCallbackCreateInfoEXT *info,
                                  const VkAllocationCallbacks *alloc, VkDebugReportCallbackEXT *out)
{
    KILN_FROM_HANDLE(kiln_instance, instance, handle);
    struct kiln_report_callback *e =
        kiln_zalloc(&instance->alloc, alloc, sizeof(*e), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!e)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    e->info = *info;
    kiln_lock(&instance->listeners.lock);
    e->next = instance->listeners.callbacks;
    __atomic_store_n(&instance->listeners.callbacks, e, __ATOMIC_RELAXED);
    kiln_unlock(&instance->listeners.lock);
    *out = KILN_TO_HANDLE(VkDebugReportCallbackEXT, e);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyDebugReportCallbackEXT(VkInstance handle,
                                                              VkDebugReportCallbackEXT callback,
                                                              const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_instance, instance, handle);
    KILN_FROM_HANDLE(kiln_report_callback, e, callback);
    if (!e)
        return;
    kiln_lock(&instance->listeners.lock);
    struct kiln_report_callback **link = &instance->listeners.callbacks;
    while (*link != e)
        link = &(*link)->next;
    __atomic_store_n(link, e->next, __ATOMIC_RELAXED);
    kiln_unlock(&instance->listeners.lock);
    kiln_free(&instance->alloc, alloc, e);
}

VKAPI_ATTR void VKAPI_CALL kiln_DebugReportMessageEXT(VkInstance handle, VkDebugReportFlagsEXT flags,
                                                      VkDebugReportObjectTypeEXT type, uint64_t object,
                                                      size_t location, int32_t code, const char *prefix,
                                                      const char *message)
{
    KILN_FROM_HANDLE(kiln_instance, instance, handle);
    kiln_lock(&instance->listeners.lock);
    for (const struct kiln_report_callback *e = instance->listeners.callbacks; e; e = e->next)
        if (e->info.flags & flags)
            e->info.pfnCallback(flags, type, object, location, code, prefix, message, e->info.pUserData);
    kiln_unlock(&instance->listeners.lock);
}
