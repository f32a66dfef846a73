// Shader modules: SPIR-V as it came, and what identifies it.
#include "entrypoints.h"
#include "vk/pipeline/pipeline.h"

VKAPI_ATTR VkResult VKAPI_CALL kiln_CreateShaderModule(VkDevice handle, const VkShaderModuleCreateInfo *info,
                                                       const VkAllocationCallbacks *alloc,
                                                       VkShaderModule *out)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    struct kiln_shader_module *m =
        kiln_zalloc(&device->alloc, alloc, sizeof(*m) + info->codeSize, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (!m)
        return kiln_error(VK_ERROR_OUT_OF_HOST_MEMORY);
    m->words = info->codeSize / 4;
    memcpy(m->code, info->pCode, info->codeSize);
    *out = KILN_TO_HANDLE(VkShaderModule, m);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL kiln_DestroyShaderModule(VkDevice handle, VkShaderModule module,
                                                    const VkAllocationCallbacks *alloc)
{
    KILN_FROM_HANDLE(kiln_device, device, handle);
    kiln_free(&device->alloc, alloc, (void *)(uintptr_t)module);
}

void kiln_identify_module(const uint32_t *code, size_t words, uint8_t out[KILN_KEY_SIZE])
{
    kiln_compiler_get()->compile_key(code, words, NULL, out);
}

static void fill_identifier(const uint32_t *code, size_t words, VkShaderModuleIdentifierEXT *out)
{
    out->identifierSize = 0;
    if (!kiln_compiler_get())
        return;
    out->identifierSize = KILN_KEY_SIZE;
    kiln_identify_module(code, words, out->identifier);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetShaderModuleIdentifierEXT(VkDevice handle, VkShaderModule module,
                                                             VkShaderModuleIdentifierEXT *out)
{
    KILN_FROM_HANDLE(kiln_shader_module, m, module);
    fill_identifier(m->code, m->words, out);
}

VKAPI_ATTR void VKAPI_CALL kiln_GetShaderModuleCreateInfoIdentifierEXT(VkDevice handle,
                                                                       const VkShaderModuleCreateInfo *info,
                                                                       VkShaderModuleIdentifierEXT *out)
{
    fill_identifier(info->pCode, info->codeSize / 4, out);
}
