// VK_EXT_shader_object, of compute shaders: a shader object is a pipeline with a layout of its own, and the
// kernel as vkGetShaderBinaryDataEXT hands it out.
#include <stdlib.h>

#include "entrypoints.h"
#include "vk/pipeline/describe.h"

struct kiln_shader_object {
    struct kiln_pipeline pipeline; // first: vkCmdBindShadersEXT binds it
    void *binary;                  // of kernel_serialize; with descriptor heaps, a tail behind it
    size_t binary_size;
};

// With descriptor heaps, a binary ends with the samplers that mappings embed, which come with the code only,
// and their number.
static size_t tail_bytes(uint32_t count)
{
    return count * sizeof(struct kiln_embedded_sampler) + sizeof(count);
}

// The tail of a binary that somebody gives.
static VkResult read_tail(struct kiln_device *device, struct kiln_pipeline_description *d)
{
    uint32_t count = 0;
    if (d->kernel_size < sizeof(count))
        return VK_INCOMPATIBLE_SHADER_BINARY_EXT;
    memcpy(&count, (const uint8_t *)d->kernel + d->kernel_size - sizeof(count), sizeof(count));
    if (count > d->kernel_size / sizeof(struct kiln_embedded_sampler) || tail_bytes(count) > d->kernel_size)
        return VK_INCOMPATIBLE_SHADER_BINARY_EXT;
    d->kernel_size -= tail_bytes(count);
    if (!count)
        return VK_SUCCESS;
    const size_t bytes = count * sizeof(struct kiln_embedded_sampler);
    d->embedded.samplers = kiln_zalloc(&device->alloc, NULL, bytes, VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
    if (!d->embedded.samplers)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    memcpy(d->embedded.samplers, (const uint8_t *)d->kernel + d->kernel_size, bytes);
    d->embedded.count = count;
    return VK_SUCCESS;
}

static VkResult append_tail(struct kiln_shader_object *s, const struct kiln_embedded *e)
{
    const size_t size = s->binary_size + tail_bytes(e->count);
    uint8_t *binary = realloc(s->binary, size);
    if (!binary)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    if (e->count)
        memcpy(binary + s->binary_size, e->samplers, tail_bytes(e->count) - sizeof(e->count));
    memcpy(binary + size - sizeof(e->count), &e->count, sizeof(e->count));
    s->binary = binary;
    s->binary_size = size;
    return VK_SUCCESS;
}

// A binary of another driver or device, or a damaged one, is no error.
static VkResult load(const struct kiln_pipeline_description *d, struct kiln_kernel **out)
{
    enum kiln_result r = kiln_compiler_get()->kernel_deserialize(d->kernel, d->kernel_size, out);
    if (r == KILN_ERROR_OUT_OF_MEMORY)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    return r ? VK_INCOMPATIBLE_SHADER_BINARY_EXT : VK_SUCCESS;
}

// Fills in a zeroed object. It owns what it has then, whatever the result.
static VkResult init(struct kiln_device *device, struct kiln_shader_object *s,
                     struct kiln_pipeline_description *d, const VkAllocationCallbacks *alloc)
{
    struct kiln_compiled compiled = {0};
    VkResult result = d->kernel && d->in_heaps ? read_tail(device, d) : VK_SUCCESS;
    if (result)
        return result;
    result = d->kernel ? load(d, &compiled.kernel) : kiln_pipeline_compile(device, NULL, d, &compiled);
    if (result)
        return result;
    memcpy(s->pipeline.key, compiled.key, sizeof(compiled.key));
    if (kiln_compiler_get()->kernel_serialize(compiled.kernel, &s->binary, &s->binary_size)) {
        kiln_compiler_get()->kernel_destroy(compiled.kernel);
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    if (d->in_heaps && (result = append_tail(s, &d->embedded))) {
        kiln_compiler_get()->kernel_destroy(compiled.kernel);
        return result;
    }
    return kiln_pipeline_init(device, &s->pipeline, compiled.kernel, d->layout,
                              d->in_heaps ? &d->embedded : NULL, d->entry, alloc);
}

static void destroy(struct kiln_device *device, struct kiln_shader_object *s,
                    const VkAllocationCallbacks *alloc)
{
    kiln_pipeline_finish(device, &s->pipeline, alloc);
    free(s->binary);
    kiln_free(&device->alloc, alloc, s);
}

static VkResult create(struct kiln_device *device, const VkShaderCreateInfoEXT *info,
                       const VkAllocationCallbacks *alloc, VkShaderEXT *out)
{
    const VkPipelineLayoutCreateInfo layout_info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                    .setLayoutCount = info->setLayoutCount,
                                                    .pSetLayouts = info->pSetLayouts,
                                                    .pushConstantRangeCount = info->pushConstantRangeCount,
                                                    .pPushConstantRanges = info->pPushConstantRanges};
    VkDevice handle = (VkDevice)device;
    VkPipelineLayout layout;
    VkResult result = kiln_CreatePipelineLayout(handle, &layout_info, NULL, &layout);
    if (result)
        return result;
    struct kiln_shader_object *s =
        kiln_zalloc(&device->alloc, alloc, sizeof(*s), VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    struct kiln_pipeline_description d = {0};
    result = s ? kiln_describe_shader(device, info, (struct kiln_pipeline_layout *)(uintptr_t)layout, &d)
               : kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    if (!result)
        result = init(device, s, &d, alloc);
    kiln_description_finish(device, &d);
    kiln_DestroyPipelineLayout(handle, layout, NULL); // the pipeline holds it
    if (!result)
        *out = KILN_TO_HANDLE(VkShaderEXT, s);
    else if (s)
        destroy(device, s, alloc);
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateShadersEXT(VkDevice handle, uint32_t count,
                                                     const VkShaderCreateInfoEXT *infos,
                                                     const VkAllocationCallbacks *alloc, VkShaderEXT *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    VkResult result = VK_SUCCESS;
    memset(out, 0, count * sizeof(*out));
    for (uint32_t i = 0; i < count && !result; i++)
        result = create(device, &infos[i], alloc, &out[i]);
    return result;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyShaderEXT(VkDevice handle, VkShaderEXT shader,
                                                 const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_shader_object, s, shader);
    if (s)
        destroy(device, s, alloc);
}

// All or nothing.
VKAPI_ATTR VkResult VKAPI_CALL kiln_GetShaderBinaryDataEXT(VkDevice handle, VkShaderEXT shader, size_t *size,
                                                           void *data)
{
    KILN_FROM_HANDLE(kiln_shader_object, s, shader);
    bool fits = data && *size >= s->binary_size;
    if (fits)
        memcpy(data, s->binary, s->binary_size);
    *size = data && !fits ? 0 : s->binary_size;
    return data && !fits ? VK_INCOMPLETE : VK_SUCCESS;
}
