// Tensors in a descriptor heap (VK_EXT_descriptor_heap with VK_ARM_tensors).
#include "vk/tensor_kit.h"
#include "heap_kit.h"

static void write_tensor(struct memory *heap, VkDeviceSize at, VkTensorARM tensor, VkFormat format)
{
    const VkTensorViewCreateInfoARM view = {
        .sType = VK_STRUCTURE_TYPE_TENSOR_VIEW_CREATE_INFO_ARM, .tensor = tensor, .format = format};
    write_resource(heap, at,
                   &(VkResourceDescriptorInfoEXT){.sType = VK_STRUCTURE_TYPE_RESOURCE_DESCRIPTOR_INFO_EXT,
                                                  .type = VK_DESCRIPTOR_TYPE_TENSOR_ARM,
                                                  .data.pTensorARM = tensor ? &view : NULL});
}

// An array of two tensors, and one that is written to; then none.
KT_TEST(tensors_in_a_heap)
{
    enum { FIRST = 128, STEP = 192, LAST = 768, OUT = 1024, LENGTH = 4 };
    const struct element *e = &elements[1];
    const struct shape s = {3, {3, 4, 5}, {50, 8, 1}};
    if (!start() || !load_tensor_commands())
        return;
    spv_binary bin = tensor_module(e, &s, LENGTH, true, true);
    struct memory heap = allocate(65536, HEAP),
                  data = allocate((VkDeviceSize)lanes_of(&s) * (LENGTH + s.rank) * 4, DATA);
    struct tensor t[3];
    for (uint32_t n = 0; n < 3; n++)
        t[n] = make_tensor(e, &s, 0, NULL);
    fill_tensor(e, &s, &t[0], 0);
    fill_tensor(e, &s, &t[1], 1000);
    VkDescriptorSetAndBindingMappingEXT maps[] = {
        MASKED(0, 0, 1, ALL, HEAP_WITH_CONSTANT_OFFSET,
               .constantOffset = {.heapOffset = FIRST, .heapArrayStride = STEP}),
        MASKED(0, 1, 1, ALL, HEAP_WITH_CONSTANT_OFFSET, .constantOffset = {.heapOffset = LAST}),
        MASKED(0, 2, 1, READ_WRITE_STORAGE_BUFFER_BIT, HEAP_WITH_CONSTANT_OFFSET,
               .constantOffset = {.heapOffset = OUT}),
    };
    maps[0].resourceMask = maps[1].resourceMask = VK_SPIRV_RESOURCE_TYPE_TENSOR_BIT_ARM;
    VkPipeline p = pipeline((struct vkt_shader){bin->code, bin->wordCount * 4}, 3, maps, NULL);
    for (uint32_t none = 0; none < 2; none++) {
        write_tensor(&heap, FIRST, none ? VK_NULL_HANDLE : t[0].tensor, e->format);
        write_tensor(&heap, FIRST + STEP, none ? VK_NULL_HANDLE : t[1].tensor, e->format);
        write_tensor(&heap, LAST, none ? VK_NULL_HANDLE : t[2].tensor, e->format);
        write_buffer(&heap, OUT, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, data.address, data.size);
        VkCommandBuffer cmd = vkt_begin(&v);
        bind(cmd, &heap, NULL);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p);
        vkCmdDispatch(cmd, lanes_of(&s) / GROUP, 1, 1);
        vkt_run(&v, cmd);
        check_tensor(e, &s, (const uint32_t *)data.map, LENGTH, true, true, none);
    }
    vkDestroyPipeline(v.device, p, NULL);
    spvBinaryDestroy(bin);
    for (uint32_t n = 0; n < 3; n++)
        free_tensor(&t[n]);
    release(&heap);
    release(&data);
    vkt_finish(&v);
}

KT_MAIN()
