// An application for kiln-run's test: one dispatch of a shader with two storage buffers, and an exit status.
// usage: app MODULE.spv STATUS | app signal | app args ARG...
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/vkc.h"

static VkResult make_instance(VkInstance *out)
{
    const char *const extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    const VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &app,
                                       .enabledExtensionCount = 1,
                                       .ppEnabledExtensionNames = &extension};
    return vkCreateInstance(&info, NULL, out);
}

// What the reports call an object.
static void name_object(VkInstance instance, const struct vkc_device *d, VkObjectType type, uint64_t object,
                        const char *text)
{
    PFN_vkSetDebugUtilsObjectNameEXT set =
        (PFN_vkSetDebugUtilsObjectNameEXT)vkGetInstanceProcAddr(instance, "vkSetDebugUtilsObjectNameEXT");
    const VkDebugUtilsObjectNameInfoEXT name = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                                .objectType = type,
                                                .objectHandle = object,
                                                .pObjectName = text};
    set(d->device, &name);
}

static int dispatch(const char *path)
{
    const VkDescriptorType types[2] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkc_device d = {0};
    struct vkc_buffer buffers[2];
    struct vkc_pipeline p;
    VkInstance instance;
    size_t bytes;
    uint32_t *spirv = vkc_read_file(path, &bytes);
    if (!spirv || make_instance(&instance) || vkc_device_create(instance, NULL, &d) ||
        vkc_buffer_create(&d, 4096, &buffers[0]) || vkc_buffer_create(&d, 4096, &buffers[1]) ||
        vkc_pipeline_create(&d, spirv, bytes, NULL, types, NULL, 2, 0, &p)) {
        fprintf(stderr, "app: %s\n", vkc_what());
        return 70;
    }
    name_object(instance, &d, VK_OBJECT_TYPE_PIPELINE, (uint64_t)(uintptr_t)p.pipeline, "blur, \"pass 2\"");
    name_object(instance, &d, VK_OBJECT_TYPE_BUFFER, (uint64_t)(uintptr_t)buffers[0].buffer, "old cells");
    name_object(instance, &d, VK_OBJECT_TYPE_BUFFER, (uint64_t)(uintptr_t)buffers[1].buffer, "cells' sums");
    const struct vkc_binding bindings[2] = {{.type = types[0], .buffer = &buffers[0]},
                                            {.type = types[1], .buffer = &buffers[1]}};
    for (unsigned i = 0; i < 1024; i++)
        ((uint32_t *)buffers[0].map)[i] = ((uint32_t *)buffers[1].map)[i] = i;
    printf("device: %s\n", d.props.deviceName);
    VkResult r = vkc_dispatch(&d, &p, bindings, 2, NULL, 1, 1, 1);
    vkc_pipeline_destroy(&d, &p);
    vkc_buffer_destroy(&d, &buffers[0]);
    vkc_buffer_destroy(&d, &buffers[1]);
    vkc_device_destroy(&d);
    vkDestroyInstance(instance, NULL);
    free(spirv);
    return r ? 71 : 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "signal"))
        raise(SIGKILL);
    if (argc > 1 && !strcmp(argv[1], "args")) {
        for (int i = 2; i < argc; i++)
            printf("<%s>", argv[i]);
        printf("\n");
        return 0;
    }
    int bad = argc == 3 ? dispatch(argv[1]) : 2;
    return bad ? bad : atoi(argv[2]);
}
