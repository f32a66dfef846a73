// A program to be debugged, that knows nothing of it: runs each shader once over one storage buffer and a
// push constant, and prints what it left there.
//
// usage: debug_dispatch GROUPS SHADER.spv...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/vkc.h"

enum { BYTES = 4096, SHOWN = 8 };

static int run(struct vkc_device *d, const char *path, uint32_t groups)
{
    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    static const float bias = 0.5f; // a push constant
    struct vkc_buffer buffer = {0};
    struct vkc_pipeline pipeline = {0};
    size_t bytes;
    uint32_t *code = vkc_read_file(path, &bytes);
    VkResult r = code ? vkc_buffer_create(d, BYTES, &buffer) : VK_ERROR_UNKNOWN;
    if (!r) {
        // count, pad, scale (x, y), then values
        const float scale[2] = {2.0f, 0.25f};
        memset(buffer.map, 0, BYTES);
        *(uint32_t *)buffer.map = 64;
        memcpy((char *)buffer.map + 8, scale, sizeof(scale));
    }
    r = r ? r : vkc_pipeline_create(d, code, bytes, NULL, types, NULL, 1, sizeof(bias), &pipeline);
    struct vkc_binding binding = {.type = types[0], .buffer = &buffer};
    r = r ? r : vkc_dispatch(d, &pipeline, &binding, 1, &bias, groups, 1, 1);
    for (unsigned i = 0; !r && i < SHOWN; i++)
        printf("%s%g", i ? " " : "values ", (double)((float *)buffer.map)[4 + i]);
    printf("%s\n", r ? vkc_what() : "");
    fflush(stdout);
    if (pipeline.pipeline)
        vkc_pipeline_destroy(d, &pipeline);
    if (buffer.buffer)
        vkc_buffer_destroy(d, &buffer);
    free(code);
    return r != VK_SUCCESS;
}

int main(int argc, char **argv)
{
    VkInstance instance;
    struct vkc_device d;
    int status = 0;
    if (argc < 3 || vkc_instance_create(&instance) || vkc_device_create(instance, "kiln", &d)) {
        fprintf(stderr, "debug_dispatch: %s\n", argc < 3 ? "GROUPS SHADER.spv..." : vkc_what());
        return 2;
    }
    for (int i = 2; i < argc; i++)
        status |= run(&d, argv[i], (uint32_t)strtoul(argv[1], NULL, 0));
    vkc_device_destroy(&d);
    return status;
}
