// VK_KHR_pipeline_executable_properties: what the compiler says about a kernel, and its texts.
#include <stdio.h>

#include "entrypoints.h"
#include "vk/pipeline/pipeline.h"

static void text(char out[VK_MAX_DESCRIPTION_SIZE], const char *s)
{
    memset(out, 0, VK_MAX_DESCRIPTION_SIZE);
    snprintf(out, VK_MAX_DESCRIPTION_SIZE, "%s", s);
}

// A pipeline's own kernel, and behind it the one for small grids.
static const struct kiln_pipeline *executable(const struct kiln_pipeline *p, uint32_t index)
{
    return index && p->small ? p->small : p;
}

static const struct kiln_kernel *executable_kernel(const struct kiln_pipeline *p, uint32_t index)
{
    return index && p->small ? kiln_compiler_get()->kernel_get_small(p->kernel, NULL) : p->kernel;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPipelineExecutablePropertiesKHR(VkDevice handle,
                                                                       const VkPipelineInfoKHR *info,
                                                                       uint32_t *count,
                                                                       VkPipelineExecutablePropertiesKHR *out)
{
    KILN_FROM_HANDLE(kiln_pipeline, p, info->pipeline);
    const uint32_t all = p->small ? 2 : 1;
    if (!out) {
        *count = all;
        return VK_SUCCESS;
    }
    *count = KILN_MIN(*count, all);
    for (uint32_t i = 0; i < *count; i++) {
        char name[64], description[64] = "EU kernel";
        const uint32_t simd = executable(p, i)->info.simd;
        snprintf(name, sizeof(name), "SIMD%u compute shader", simd);
        if (i)
            snprintf(description, sizeof(description), "EU kernel for dispatches of up to %u workgroups",
                     p->small_groups);
        text(out[i].name, name);
        text(out[i].description, description);
        out[i].stages = VK_SHADER_STAGE_COMPUTE_BIT;
        out[i].subgroupSize = simd;
    }
    return *count < all ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
kiln_GetPipelineExecutableStatisticsKHR(VkDevice handle, const VkPipelineExecutableInfoKHR *info,
                                        uint32_t *count, VkPipelineExecutableStatisticKHR *out)
{
    KILN_FROM_HANDLE(kiln_pipeline, p, info->pipeline);
    const struct kiln_kernel_info *k = &executable(p, info->executableIndex)->info;
    const struct {
        const char *name, *description;
        uint64_t value;
    } all[] = {
        {"SIMD width", "channels a thread", k->simd},
        {"Instruction count", "EU instructions", k->instructions},
        {"SEND count", "messages to shared functions", k->sends},
        {"Loop count", "loops", k->loops},
        {"Cycle count", "cycles of the compiler's model", k->cycles},
        {"Spill count", "stores to scratch", k->spills},
        {"Fill count", "loads from scratch", k->fills},
        {"GRF registers", "general registers used", k->grf_used},
        {"GRF registers of a thread", "that it is compiled for", k->registers},
        {"Max live registers", "pressure before allocation", k->max_live_regs},
        {"Scratch memory size", "bytes a thread", k->scratch_size},
        {"Shared memory size", "bytes", k->slm_size},
        {"Compile time", "nanoseconds; 0 if it came from a cache", k->compile_ns},
    };
    if (!out) {
        *count = KILN_ARRAY_LEN(all);
        return VK_SUCCESS;
    }
    uint32_t n = KILN_MIN(*count, (uint32_t)KILN_ARRAY_LEN(all));
    for (uint32_t i = 0; i < n; i++) {
        text(out[i].name, all[i].name);
        text(out[i].description, all[i].description);
        out[i].format = VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR;
        out[i].value.u64 = all[i].value;
    }
    *count = n;
    return n < KILN_ARRAY_LEN(all) ? VK_INCOMPLETE : VK_SUCCESS;
}

static VkResult representation(VkPipelineExecutableInternalRepresentationKHR *o, const char *name,
                               const char *description, const void *data, size_t size, bool is_text)
{
    size_t room = o->dataSize;
    text(o->name, name);
    text(o->description, description);
    o->isText = is_text;
    o->dataSize = size;
    if (!o->pData)
        return VK_SUCCESS;
    o->dataSize = KILN_MIN(size, room);
    memcpy(o->pData, data, o->dataSize);
    return room < size ? VK_INCOMPLETE : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL kiln_GetPipelineExecutableInternalRepresentationsKHR(
    VkDevice handle, const VkPipelineExecutableInfoKHR *info, uint32_t *count,
    VkPipelineExecutableInternalRepresentationKHR *out)
{
    KILN_FROM_HANDLE(kiln_pipeline, p, info->pipeline);
    static const struct {
        enum kiln_emit emit;
        const char *name, *description;
    } all[] = {
        {0, "SPIR-V", "the shader module"},
        {KILN_EMIT_LLVM, "LLVM IR", "after LLVM's optimizer"},
        {KILN_EMIT_MIR, "EU IR", "the machine IR after every pass"},
        {KILN_EMIT_ASM, "EU assembly", "what the GPU runs"},
    };
    const struct kiln_kernel *kernel = executable_kernel(p, info->executableIndex);
    VkResult result = VK_SUCCESS;
    uint32_t n = 0, room = out ? *count : UINT32_MAX;
    for (unsigned i = 0; i < KILN_ARRAY_LEN(all); i++) {
        const void *data = all[i].emit ? kiln_compiler_get()->kernel_get_text(kernel, all[i].emit) : p->spirv;
        if (!data)
            continue;
        size_t size = all[i].emit ? strlen(data) + 1 : p->spirv_bytes;
        if (n == room) {
            result = VK_INCOMPLETE;
            break;
        }
        if (out && representation(&out[n], all[i].name, all[i].description, data, size, all[i].emit != 0))
            result = VK_INCOMPLETE;
        n++;
    }
    *count = n;
    return result;
}
