// See describe.h. What is not looked for in a chain changes nothing about a compute pipeline: debug names,
// pipeline libraries without stages, robustness (pipelineRobustness makes all of a device's kernels robust).
#include "vk/pipeline/describe.h"

static VkResult describe_constants(struct kiln_device *device, const VkSpecializationInfo *spec,
                                   struct kiln_pipeline_description *d)
{
    uint32_t n = spec ? spec->mapEntryCount : 0;
    if (!n)
        return VK_SUCCESS;
    d->constants =
        kiln_zalloc(&device->alloc, NULL, n * sizeof(*d->constants), VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
    if (!d->constants)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    for (uint32_t i = 0; i < n; i++) {
        const VkSpecializationMapEntry *e = &spec->pMapEntries[i];
        // Of one that the shader does not declare it may be anything
        // (VUID-VkSpecializationMapEntry-constantID- 00776).
        if (e->size != 1 && e->size != 2 && e->size != 4 && e->size != 8)
            continue;
        d->constants[d->constant_count++] = (struct kiln_spec_constant){
            .id = e->constantID, .size = (uint32_t)e->size, .data = (const uint8_t *)spec->pData + e->offset};
    }
    return VK_SUCCESS;
}

static void describe_subgroups(struct kiln_pipeline_description *d, const void *next)
{
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo *size =
        kiln_find_const(next, VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
    d->subgroup_size = size ? size->requiredSubgroupSize : 0;
}

// The SPIR-V of a stage may come without a module (VK_KHR_maintenance5), or be only an identifier.
static void describe_module(struct kiln_pipeline_description *d, const VkPipelineShaderStageCreateInfo *stage)
{
    KILN_FROM_HANDLE(kiln_shader_module, module, stage->module);
    const VkShaderModuleCreateInfo *direct =
        kiln_find_const(stage->pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    const VkPipelineShaderStageModuleIdentifierCreateInfoEXT *id = kiln_find_const(
        stage->pNext, VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_MODULE_IDENTIFIER_CREATE_INFO_EXT);
    d->module = module;
    if (module) {
        d->code = module->code;
        d->words = module->words;
    } else if (direct) {
        d->code = direct->pCode;
        d->words = direct->codeSize / 4;
    } else if (id && id->identifierSize == sizeof(d->identifier)) {
        d->has_identifier = true;
        memcpy(d->identifier, id->pIdentifier, sizeof(d->identifier));
    }
}

static void describe_flags(struct kiln_pipeline_description *d, const VkComputePipelineCreateInfo *info)
{
    const VkPipelineCreateFlags2CreateInfoKHR *wide =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR);
    VkPipelineCreateFlags2KHR flags = wide ? wide->flags : info->flags; // the low bits are the same
    d->keep_texts = flags & VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
    d->only_cached = flags & VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    d->in_heaps = wide && flags & VK_PIPELINE_CREATE_2_DESCRIPTOR_HEAP_BIT_EXT;
    d->wide_buffers = wide && flags & VK_PIPELINE_CREATE_2_64_BIT_INDEXING_BIT_EXT;
    d->stop_after_failure = flags & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT;
}

static void describe_binary(struct kiln_pipeline_description *d, const VkPipelineBinaryInfoKHR *info)
{
    if (!info || !info->binaryCount)
        return;
    KILN_FROM_HANDLE(kiln_pipeline_binary, b, info->pPipelineBinaries[0]); // a pipeline of ours is one
    d->kernel = b->blob;
    d->kernel_size = b->size;
    d->kernel_key = b->key;
}

VkResult kiln_describe_pipeline(struct kiln_device *device, const VkComputePipelineCreateInfo *info,
                                struct kiln_pipeline_description *d)
{
    const VkPipelineShaderStageCreateInfo *stage = &info->stage;
    const VkPipelineCreationFeedbackCreateInfo *feedback =
        kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);
    *d = (struct kiln_pipeline_description){
        .entry = stage->pName,
        .layout = (struct kiln_pipeline_layout *)(uintptr_t)info->layout,
        .varying_subgroups = stage->flags & VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT,
        .full_subgroups = stage->flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT,
    };
    if (feedback) {
        d->feedback = feedback->pPipelineCreationFeedback;
        d->stage_feedback = feedback->pPipelineStageCreationFeedbacks;
        d->stage_feedback_count = feedback->pipelineStageCreationFeedbackCount;
    }
    describe_flags(d, info);
    describe_binary(d, kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_PIPELINE_BINARY_INFO_KHR));
    describe_module(d, stage);
    describe_subgroups(d, stage->pNext);
    VkResult result = d->in_heaps ? kiln_describe_mappings(device, stage->pNext, d) : VK_SUCCESS;
    return result ? result : describe_constants(device, stage->pSpecializationInfo, d);
}

VkResult kiln_describe_shader(struct kiln_device *device, const VkShaderCreateInfoEXT *info,
                              struct kiln_pipeline_layout *layout, struct kiln_pipeline_description *d)
{
    bool binary = info->codeType == VK_SHADER_CODE_TYPE_BINARY_EXT;
    *d = (struct kiln_pipeline_description){
        .kernel = binary ? info->pCode : NULL,
        .kernel_size = binary ? info->codeSize : 0,
        .code = binary ? NULL : info->pCode,
        .words = binary ? 0 : info->codeSize / 4,
        .entry = info->pName,
        .layout = layout,
        .in_heaps = info->flags & VK_SHADER_CREATE_DESCRIPTOR_HEAP_BIT_EXT,
        .wide_buffers = info->flags & VK_SHADER_CREATE_64_BIT_INDEXING_BIT_EXT,
        .varying_subgroups = info->flags & VK_SHADER_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT_EXT,
        .full_subgroups = info->flags & VK_SHADER_CREATE_REQUIRE_FULL_SUBGROUPS_BIT_EXT,
    };
    if (info->stage != VK_SHADER_STAGE_COMPUTE_BIT)
        return kiln_error(VK_ERROR_INITIALIZATION_FAILED, "a shader of stage 0x%x: there are compute shaders",
                          info->stage);
    describe_subgroups(d, info->pNext);
    VkResult result = d->in_heaps && !binary ? kiln_describe_mappings(device, info->pNext, d) : VK_SUCCESS;
    return result ? result : describe_constants(device, info->pSpecializationInfo, d);
}

void kiln_description_finish(struct kiln_device *device, struct kiln_pipeline_description *d)
{
    kiln_free(&device->alloc, NULL, d->constants);
    kiln_free(&device->alloc, NULL, d->mappings);
    kiln_free(&device->alloc, NULL, d->conversions);
    kiln_free(&device->alloc, NULL, d->embedded.samplers);
}
