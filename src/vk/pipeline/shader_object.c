// VK_EXT_shader_object, of compute shaders: a shader object is a pipeline with a layout of its own, and the
// kernel as vkGetShaderBinaryDataEXT hands it out.
#include <stdlib.h>

#include "entrypoints.h"
#include "vk/pipeline/pipeline.h"

struct kiln_shader_object {
    struct kiln_pipeline pipeline; // first: vkCmdBindShadersEXT binds it
    void *binary;                  // of kernel_serialize
    size_t binary_size;
};

static VkResult compile(struct kiln_device *device, const VkShaderCreateInfoEXT *info,
                        VkPipelineLayout layout, uint8_t key[KILN_KEY_SIZE], struct kiln_kernel **out)
{
    const VkShaderModuleCreateInfo code = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                           .pNext = info->pNext, // the required subgroup size
                                           .codeSize = info->codeSize,
                                           .pCode = info->pCode};
    VkPipelineShaderStageCreateFlags flags = 0;
    if (info->flags & VK_SHADER_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT_EXT)
        flags |= VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT;
    if (info->flags & VK_SHADER_CREATE_REQUIRE_FULL_SUBGROUPS_BIT_EXT)
        flags |= VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    const VkComputePipelineCreateInfo pipeline = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                                  .stage = {.pNext = &code,
                                                            .flags = flags,
                                                            .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                            .pName = info->pName,
                                                            .pSpecializationInfo = info->pSpecializationInfo},
                                                  .layout = layout};
    return kiln_pipeline_compile(device, &pipeline, key, out);
}

// A binary of another driver or device, or a damaged one, is no error.
static VkResult load(const VkShaderCreateInfoEXT *info, struct kiln_kernel **out)
{
    enum kiln_result r = kiln_compiler_get()->kernel_deserialize(info->pCode, info->codeSize, out);
    if (r == KILN_ERROR_OUT_OF_MEMORY)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    return r ? VK_INCOMPATIBLE_SHADER_BINARY_EXT : VK_SUCCESS;
}

// Fills in a zeroed object. It owns what it has then, whatever the result.
static VkResult init(struct kiln_device *device, struct kiln_shader_object *s,
                     const VkShaderCreateInfoEXT *info, VkPipelineLayout layout_handle,
                     const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_pipeline_layout, layout, layout_handle);
    struct kiln_kernel *kernel = NULL;
    if (info->stage != VK_SHADER_STAGE_COMPUTE_BIT)
        return kiln_error(VK_ERROR_INITIALIZATION_FAILED, "a shader of stage 0x%x: there are compute shaders",
                          info->stage);
    VkResult result = info->codeType == VK_SHADER_CODE_TYPE_BINARY_EXT
                          ? load(info, &kernel)
                          : compile(device, info, layout_handle, s->pipeline.key, &kernel);
    if (result)
        return result;
    if (kiln_compiler_get()->kernel_serialize(kernel, &s->binary, &s->binary_size)) {
        kiln_compiler_get()->kernel_destroy(kernel);
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    return kiln_pipeline_init(device, &s->pipeline, kernel, layout, info->pName, alloc);
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
    result = s ? init(device, s, info, layout, alloc) : kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
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
