// VK_EXT_memory_decompression and VK_NV_memory_decompression: a kernel of the driver's
// (shaders/decompress.comp) takes a region a thread. Conditions do not matter to it (vk.xml:
// conditionalrendering="false").
#include "entrypoints.h"
#include "vk/command/buffer.h"

// Of one dispatch, so that it does not take long: limits.segment_ns is several seconds, and a GT2 takes
// milliseconds for as many tiles as it has threads for, which are 48 at least.
#define DISPATCH_REGIONS 1024u

static void decompress(struct kiln_cmd_buffer *cmd, uint64_t regions, uint64_t count, uint32_t stride,
                       uint32_t first, uint32_t most)
{
    // As shaders/decompress.comp has it.
    const struct {
        uint64_t regions, count;
        uint32_t stride, first, most, unused;
    } push = {regions, count, stride, first, most, 0};
    kiln_cmd_dispatch_builtin(cmd, KILN_BUILTIN_DECOMPRESS, NULL, 0, &push, sizeof(push),
                              KILN_MIN(most - first, DISPATCH_REGIONS));
}

static void decompress_counted(struct kiln_cmd_buffer *cmd, uint64_t regions, uint64_t count, uint32_t stride,
                               uint32_t most)
{
    for (uint32_t first = 0; first < most; first += DISPATCH_REGIONS)
        decompress(cmd, regions, count, stride, first, most);
}

static void decompress_told(struct kiln_cmd_buffer *cmd, const void *regions, uint32_t count, uint32_t size)
{
    for (uint32_t first = 0; first < count; first += DISPATCH_REGIONS) {
        const uint32_t n = KILN_MIN(count - first, DISPATCH_REGIONS);
        uint64_t address;
        void *to = launch_dynamic(&cmd->stream, n * size, &address);
        if (!to)
            return;
        memcpy(to, (const uint8_t *)regions + (size_t)first * size, (size_t)n * size);
        decompress(cmd, address, 0, size, 0, n);
    }
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdDecompressMemoryEXT(VkCommandBuffer handle,
                                                       const VkDecompressMemoryInfoEXT *info)
{
    decompress_told((struct kiln_cmd_buffer *)handle, info->pRegions, info->regionCount,
                    sizeof(*info->pRegions));
}

VKAPI_ATTR void VKAPI_CALL kiln_CmdDecompressMemoryIndirectCountEXT(
    VkCommandBuffer handle, VkMemoryDecompressionMethodFlagsEXT method, VkDeviceAddress regions,
    VkDeviceAddress count, uint32_t most, uint32_t stride)
{
    (void)method; // there is one
    decompress_counted((struct kiln_cmd_buffer *)handle, regions, count, stride,
                       KILN_MIN(most, KILN_MAX_DECOMPRESSIONS));
}

// The older extension: each region has its method, which is behind what the kernel reads of it.
_Static_assert(offsetof(VkDecompressMemoryRegionNV, decompressionMethod) ==
                   sizeof(VkDecompressMemoryRegionEXT),
               "the regions of both begin alike");

VKAPI_ATTR void VKAPI_CALL kiln_CmdDecompressMemoryNV(VkCommandBuffer handle, uint32_t count,
                                                      const VkDecompressMemoryRegionNV *regions)
{
    decompress_told((struct kiln_cmd_buffer *)handle, regions, count, sizeof(*regions));
}

// How many there may be is not said.
VKAPI_ATTR void VKAPI_CALL kiln_CmdDecompressMemoryIndirectCountNV(VkCommandBuffer handle,
                                                                   VkDeviceAddress regions,
                                                                   VkDeviceAddress count, uint32_t stride)
{
    decompress_counted((struct kiln_cmd_buffer *)handle, regions, count, stride, KILN_MAX_DECOMPRESSIONS);
}
