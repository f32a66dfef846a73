// VK_KHR_pipeline_binary: kernels that the application keeps where it likes. A pipeline is one binary, which
// holds what the caches hold. What is in our own caches is not given out this way
// (pipelineBinaryInternalCache).
#include <stdlib.h>

#include "entrypoints.h"
#include "vk/pipeline/describe.h"

enum { KEY_BYTES = KILN_KEY_SIZE };

static void set_key(VkPipelineBinaryKeyKHR *out, const uint8_t key[KEY_BYTES])
{
    out->keySize = KEY_BYTES;
    memset(out->key, 0, sizeof(out->key));
    memcpy(out->key, key, KEY_BYTES);
}

// Without a pipeline: what all binaries of this driver on this device have in common.
VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPipelineKeyKHR(VkDevice handle, const VkPipelineCreateInfoKHR *info,
                                                      VkPipelineBinaryKeyKHR *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    const VkComputePipelineCreateInfo *compute =
        info ? kiln_find_const(info->pNext, VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO) : NULL;
    uint8_t key[KEY_BYTES];
    if (info && !compute)
        return kiln_error(VK_ERROR_UNKNOWN, "not a compute pipeline");
    if (!kiln_compiler_get())
        return kiln_error(VK_ERROR_INITIALIZATION_FAILED, "no compiler");
    if (compute) {
        struct kiln_pipeline_description d;
        VkResult result = kiln_describe_pipeline(device, compute, &d);
        if (!result)
            result = kiln_pipeline_key(device, &d, key);
        kiln_description_finish(device, &d);
        if (result)
            return result;
    } else {
        const struct kiln_compile_options options = {.size = sizeof(options),
                                                     .device = device->physical->info.devinfo->name};
        uint32_t uuid[VK_UUID_SIZE / 4];
        memcpy(uuid, device->physical->cache_uuid, sizeof(uuid));
        kiln_compiler_get()->compile_key(uuid, KILN_ARRAY_LEN(uuid), &options, key);
    }
    set_key(out, key);
    return VK_SUCCESS;
}

static VkResult make(struct kiln_device *device, const uint8_t key[KEY_BYTES], const void *blob, size_t size,
                     const VkAllocationCallbacks *alloc, VkPipelineBinaryKHR *out)
{
    struct kiln_pipeline_binary *b =
        kiln_zalloc(&device->alloc, alloc, sizeof(*b) + size, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!b)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    memcpy(b->key, key, KEY_BYTES);
    b->size = size;
    memcpy(b->blob, blob, size);
    *out = KILN_TO_HANDLE(VkPipelineBinaryKHR, b);
    return VK_SUCCESS;
}

static VkResult from_pipeline(struct kiln_device *device, const struct kiln_pipeline *p,
                              const VkAllocationCallbacks *alloc, VkPipelineBinaryKHR *out)
{
    void *blob;
    size_t size;
    if (kiln_compiler_get()->kernel_serialize(p->kernel, &blob, &size))
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    VkResult result = make(device, p->key, blob, size, alloc, out);
    free(blob);
    return result;
}

// Data comes from anywhere: what is no kernel of ours is found out now.
static VkResult from_data(struct kiln_device *device, const VkPipelineBinaryKeyKHR *key,
                          const VkPipelineBinaryDataKHR *data, const VkAllocationCallbacks *alloc,
                          VkPipelineBinaryKHR *out)
{
    struct kiln_kernel *kernel;
    if (!kiln_compiler_get())
        return kiln_error(VK_ERROR_INITIALIZATION_FAILED, "no compiler");
    enum kiln_result r = kiln_compiler_get()->kernel_deserialize(data->pData, data->dataSize, &kernel);
    if (r || key->keySize != KEY_BYTES)
        return r == KILN_ERROR_OUT_OF_MEMORY ? kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY)
                                             : kiln_error(VK_ERROR_UNKNOWN, "not a pipeline binary of ours");
    kiln_compiler_get()->kernel_destroy(kernel);
    return make(device, key->key, data->pData, data->dataSize, alloc, out);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreatePipelineBinariesKHR(VkDevice handle,
                                                              const VkPipelineBinaryCreateInfoKHR *info,
                                                              const VkAllocationCallbacks *alloc,
                                                              VkPipelineBinaryHandlesInfoKHR *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    KILN_FROM_HANDLE(kiln_pipeline, p, info->pipeline);
    const VkPipelineBinaryKeysAndDataKHR *data = info->pKeysAndDataInfo;
    uint32_t count = data ? data->binaryCount : 1;
    if (!data && !p)
        return VK_PIPELINE_BINARY_MISSING_KHR;
    if (!out->pPipelineBinaries) {
        out->pipelineBinaryCount = count;
        return VK_SUCCESS;
    }
    VkResult result = VK_SUCCESS;
    uint32_t room = out->pipelineBinaryCount;
    out->pipelineBinaryCount = KILN_MIN(count, room);
    for (uint32_t i = 0; i < out->pipelineBinaryCount; i++) {
        VkPipelineBinaryKHR *b = &out->pPipelineBinaries[i];
        *b = VK_NULL_HANDLE;
        VkResult one =
            data ? from_data(device, &data->pPipelineBinaryKeys[i], &data->pPipelineBinaryData[i], alloc, b)
                 : from_pipeline(device, p, alloc, b);
        result = result ? result : one;
    }
    return result ? result : room < count ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyPipelineBinaryKHR(VkDevice handle, VkPipelineBinaryKHR binary,
                                                         const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    kiln_free(&device->alloc, alloc, (void *)(uintptr_t)binary);
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPipelineBinaryDataKHR(VkDevice handle,
                                                             const VkPipelineBinaryDataInfoKHR *info,
                                                             VkPipelineBinaryKeyKHR *key, size_t *size,
                                                             void *data)
{
    KILN_FROM_HANDLE(kiln_pipeline_binary, b, info->pipelineBinary);
    size_t room = *size;
    set_key(key, b->key);
    *size = b->size;
    if (!data)
        return VK_SUCCESS;
    if (room < b->size)
        return VK_ERROR_NOT_ENOUGH_SPACE_KHR;
    memcpy(data, b->blob, b->size);
    return VK_SUCCESS;
}

// Nothing is kept for binaries that a pipeline would not have anyway.
VKAPI_ATTR VkResult VKAPI_CALL kiln_ReleaseCapturedPipelineDataKHR(
    VkDevice handle, const VkReleaseCapturedPipelineDataInfoKHR *info, const VkAllocationCallbacks *alloc)
{
    return VK_SUCCESS;
}
