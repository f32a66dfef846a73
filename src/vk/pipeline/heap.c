// VK_EXT_descriptor_heap, of pipelines: the application's mappings as the compiler takes them, and the
// samplers that they embed.
#include "vk/pipeline/describe.h"

#include "newer.h"
#include "vk/image/image.h"

// Two enumerations with the same bits (of newer headers, the second is one too).
#define SAME_BIT(ours, theirs) _Static_assert((uint32_t)(ours) == (uint32_t)(theirs), #theirs)
SAME_BIT(KILN_MAP_SAMPLERS, VK_SPIRV_RESOURCE_TYPE_SAMPLER_BIT_EXT);
SAME_BIT(KILN_MAP_SAMPLED_IMAGES, VK_SPIRV_RESOURCE_TYPE_SAMPLED_IMAGE_BIT_EXT);
SAME_BIT(KILN_MAP_READ_IMAGES, VK_SPIRV_RESOURCE_TYPE_READ_ONLY_IMAGE_BIT_EXT);
SAME_BIT(KILN_MAP_WRITE_IMAGES, VK_SPIRV_RESOURCE_TYPE_READ_WRITE_IMAGE_BIT_EXT);
SAME_BIT(KILN_MAP_COMBINED_IMAGES, VK_SPIRV_RESOURCE_TYPE_COMBINED_SAMPLED_IMAGE_BIT_EXT);
SAME_BIT(KILN_MAP_UNIFORM_BUFFERS, VK_SPIRV_RESOURCE_TYPE_UNIFORM_BUFFER_BIT_EXT);
SAME_BIT(KILN_MAP_READ_BUFFERS, VK_SPIRV_RESOURCE_TYPE_READ_ONLY_STORAGE_BUFFER_BIT_EXT);
SAME_BIT(KILN_MAP_WRITE_BUFFERS, VK_SPIRV_RESOURCE_TYPE_READ_WRITE_STORAGE_BUFFER_BIT_EXT);
SAME_BIT(KILN_MAP_TENSORS, VK_SPIRV_RESOURCE_TYPE_TENSOR_BIT_ARM);

_Static_assert(KILN_HEAP_FIRST == KILN_HEAP_ALIGN, "what handles are relative to");

static void map_offset(struct kiln_mapping *m, const VkDescriptorMappingSourceConstantOffsetEXT *s)
{
    m->source = KILN_MAP_OFFSET;
    m->place = (struct kiln_mapping_place){.offset = s->heapOffset, .array_stride = s->heapArrayStride};
    m->sampler = (struct kiln_mapping_place){.offset = s->samplerHeapOffset,
                                             .array_stride = s->samplerHeapArrayStride};
}

static void map_push_index(struct kiln_mapping *m, const VkDescriptorMappingSourcePushIndexEXT *s)
{
    m->source = KILN_MAP_PUSH_INDEX;
    m->place = (struct kiln_mapping_place){.offset = s->heapOffset,
                                           .array_stride = s->heapArrayStride,
                                           .index_stride = s->heapIndexStride,
                                           .push = s->pushOffset};
    m->sampler = (struct kiln_mapping_place){.offset = s->samplerHeapOffset,
                                             .array_stride = s->samplerHeapArrayStride,
                                             .index_stride = s->samplerHeapIndexStride,
                                             .push = s->samplerPushOffset};
    m->packed_index = s->useCombinedImageSamplerIndex;
}

static void map_indirect_index(struct kiln_mapping *m, const VkDescriptorMappingSourceIndirectIndexEXT *s)
{
    m->source = KILN_MAP_INDIRECT_INDEX;
    m->place = (struct kiln_mapping_place){.offset = s->heapOffset,
                                           .array_stride = s->heapArrayStride,
                                           .index_stride = s->heapIndexStride,
                                           .push = s->pushOffset,
                                           .address = s->addressOffset};
    m->sampler = (struct kiln_mapping_place){.offset = s->samplerHeapOffset,
                                             .array_stride = s->samplerHeapArrayStride,
                                             .index_stride = s->samplerHeapIndexStride,
                                             .push = s->samplerPushOffset,
                                             .address = s->samplerAddressOffset};
    m->packed_index = s->useCombinedImageSamplerIndex;
}

static void map_indirect_array(struct kiln_mapping *m,
                               const VkDescriptorMappingSourceIndirectIndexArrayEXT *s)
{
    m->source = KILN_MAP_INDIRECT_ARRAY;
    m->place = (struct kiln_mapping_place){.offset = s->heapOffset,
                                           .index_stride = s->heapIndexStride,
                                           .push = s->pushOffset,
                                           .address = s->addressOffset};
    m->sampler = (struct kiln_mapping_place){.offset = s->samplerHeapOffset,
                                             .index_stride = s->samplerHeapIndexStride,
                                             .push = s->samplerPushOffset,
                                             .address = s->samplerAddressOffset};
    m->packed_index = s->useCombinedImageSamplerIndex;
}

// *embedded: the sampler that it brings, or NULL.
static VkResult map(struct kiln_mapping *m, const VkDescriptorSetAndBindingMappingEXT *s,
                    const VkSamplerCreateInfo **embedded)
{
    const VkDescriptorMappingSourceDataEXT *d = &s->sourceData;
    *embedded = NULL;
    *m = (struct kiln_mapping){.set = s->descriptorSet,
                               .first_binding = s->firstBinding,
                               .binding_count = s->bindingCount,
                               .resources = s->resourceMask};
    switch ((uint32_t)s->source) {
    case VK_DESCRIPTOR_MAPPING_SOURCE_HEAP_WITH_CONSTANT_OFFSET_EXT:
        map_offset(m, &d->constantOffset);
        *embedded = d->constantOffset.pEmbeddedSampler;
        break;
    case VK_DESCRIPTOR_MAPPING_SOURCE_HEAP_WITH_PUSH_INDEX_EXT:
        map_push_index(m, &d->pushIndex);
        *embedded = d->pushIndex.pEmbeddedSampler;
        break;
    case VK_DESCRIPTOR_MAPPING_SOURCE_HEAP_WITH_INDIRECT_INDEX_EXT:
        map_indirect_index(m, &d->indirectIndex);
        *embedded = d->indirectIndex.pEmbeddedSampler;
        break;
    case VK_DESCRIPTOR_MAPPING_SOURCE_HEAP_WITH_INDIRECT_INDEX_ARRAY_EXT:
        map_indirect_array(m, &d->indirectIndexArray);
        *embedded = d->indirectIndexArray.pEmbeddedSampler;
        break;
    case VK_DESCRIPTOR_MAPPING_SOURCE_RESOURCE_HEAP_DATA_EXT:
        m->source = KILN_MAP_HEAP_DATA;
        m->place.offset = d->heapData.heapOffset;
        m->place.push = d->heapData.pushOffset;
        break;
    case VK_DESCRIPTOR_MAPPING_SOURCE_PUSH_DATA_EXT:
        m->source = KILN_MAP_PUSH_DATA;
        m->place.push = d->pushDataOffset;
        break;
    case VK_DESCRIPTOR_MAPPING_SOURCE_PUSH_ADDRESS_EXT:
        m->source = KILN_MAP_PUSH_ADDRESS;
        m->place.push = d->pushAddressOffset;
        break;
    case VK_DESCRIPTOR_MAPPING_SOURCE_INDIRECT_ADDRESS_EXT:
        m->source = KILN_MAP_INDIRECT_ADDRESS;
        m->place.push = d->indirectAddress.pushOffset;
        m->place.address = d->indirectAddress.addressOffset;
        break;
    default:
        return kiln_error(VK_ERROR_UNKNOWN, "the mapping source %u, which is not for compute shaders",
                          s->source);
    }
    m->embedded = *embedded != NULL;
    return VK_SUCCESS;
}

static void embed(struct kiln_device *device, const VkSamplerCreateInfo *info, struct kiln_mapping *m,
                  struct kiln_embedded_sampler *out, struct kiln_pipeline_description *d)
{
    struct kiln_sampler sampler = {0};
    kiln_sampler_pack(device, &sampler, kiln_border_address(device, info), info);
    memcpy(out->state, sampler.state, sizeof(sampler.state));
    memcpy(out->chroma_state, sampler.chroma_state, sizeof(sampler.chroma_state));
    if (sampler.ycbcr.planes) {
        d->conversions[d->conversion_count++] = sampler.ycbcr;
        m->conversion = d->conversion_count;
    }
}

VkResult kiln_describe_mappings(struct kiln_device *device, const void *chain,
                                struct kiln_pipeline_description *d)
{
    const VkShaderDescriptorSetAndBindingMappingInfoEXT *info =
        kiln_find_const(chain, VK_STRUCTURE_TYPE_SHADER_DESCRIPTOR_SET_AND_BINDING_MAPPING_INFO_EXT);
    const uint32_t count = info ? info->mappingCount : 0;
    const VkSystemAllocationScope scope = VK_SYSTEM_ALLOCATION_SCOPE_COMMAND;
    if (!count)
        return VK_SUCCESS;
    d->mappings = kiln_zalloc(&device->alloc, NULL, count * sizeof(d->mappings[0]), scope);
    d->conversions = kiln_zalloc(&device->alloc, NULL, count * sizeof(d->conversions[0]), scope);
    d->embedded.samplers = kiln_zalloc(&device->alloc, NULL, count * sizeof(d->embedded.samplers[0]), scope);
    if (!d->mappings || !d->conversions || !d->embedded.samplers)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    d->mapping_count = d->embedded.count = count;
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < count && !result; i++) {
        const VkSamplerCreateInfo *sampler;
        result = map(&d->mappings[i], &info->pMappings[i], &sampler);
        if (!result && sampler)
            embed(device, sampler, &d->mappings[i], &d->embedded.samplers[i], d);
    }
    return result;
}
