// VK_ARM_tensors: reads and writes inside, outside and across the edge, of every kind of element, in packed
// and padded tensors, arrays of them, null descriptors, copies, descriptor buffers and replayed descriptors,
// each against the same on the host.
#include "vk/tensor_kit.h"

static bool start(void)
{
    return vkt_init(&v, &(struct vkt_options){.newer = true}) && load_tensor_commands();
}

// ---- running ----

struct kernel {
    VkDescriptorSetLayout sets;
    VkPipelineLayout layout;
    VkShaderModule module;
    VkPipeline pipeline;
};

static bool build(struct kernel *k, const struct element *e, const struct shape *s, uint32_t length,
                  bool outside, bool array, bool in_buffers)
{
    spv_binary bin = tensor_module(e, s, length, outside, array);
    if (!bin)
        return false;
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_TENSOR_ARM, array ? 2 : 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {1, VK_DESCRIPTOR_TYPE_TENSOR_ARM, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {2, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
    };
    VkDescriptorSetLayoutCreateInfo sets = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .flags = in_buffers ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT : 0,
        .bindingCount = 3,
        .pBindings = bindings};
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &sets, NULL, &k->sets));
    k->layout = vkt_layout(&v, 1, &k->sets, 0);
    VkShaderModuleCreateInfo m = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                  .codeSize = bin->wordCount * 4,
                                  .pCode = bin->code};
    vkt_ok(vkCreateShaderModule(v.device, &m, NULL, &k->module));
    VkComputePipelineCreateInfo info = vkt_compute_info(k->module, k->layout);
    info.flags = in_buffers ? VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT : 0;
    vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &k->pipeline));
    spvBinaryDestroy(bin);
    return k->pipeline != VK_NULL_HANDLE;
}

static void unbuild(struct kernel *k)
{
    vkDestroyPipeline(v.device, k->pipeline, NULL);
    vkDestroyPipelineLayout(v.device, k->layout, NULL);
    vkDestroyDescriptorSetLayout(v.device, k->sets, NULL);
    vkDestroyShaderModule(v.device, k->module, NULL);
}

static void write_tensors(VkDescriptorSet set, uint32_t binding, uint32_t count, const VkTensorViewARM *views)
{
    VkWriteDescriptorSetTensorARM tensors = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_TENSOR_ARM,
                                             .tensorViewCount = count,
                                             .pTensorViews = views};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .pNext = &tensors,
                              .dstSet = set,
                              .dstBinding = binding,
                              .descriptorCount = count,
                              .descriptorType = VK_DESCRIPTOR_TYPE_TENSOR_ARM};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
}

static void dispatch(VkCommandBuffer cmd, const struct shape *s)
{
    vkCmdDispatch(cmd, lanes_of(s) / GROUP, 1, 1);
    vkt_run(&v, cmd);
}

static void try(const struct element *e, const struct shape *s, uint32_t length, bool outside, bool array,
                bool is_null)
{
    struct kernel k = {0};
    if (!build(&k, e, s, length, outside, array, false))
        return;
    struct tensor t[3];
    for (uint32_t n = 0; n < 3; n++)
        t[n] = make_tensor(e, s, 0, NULL);
    fill_tensor(e, s, &t[0], 0);
    fill_tensor(e, s, &t[1], 1000);
    memset(t[2].map, 0x5a, t[2].bytes);
    struct vkt_buffer b = vkt_buffer(&v, (VkDeviceSize)lanes_of(s) * (length + s->rank) * 4);
    VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_TENSOR_ARM, 3},
                                    {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}};
    VkDescriptorSet set;
    VkDescriptorPool pool = vkt_allocate(&v, 1, &k.sets, 2, sizes, &set);
    const VkTensorViewARM views[] = {is_null ? VK_NULL_HANDLE : t[0].view, t[1].view}, none = VK_NULL_HANDLE;
    write_tensors(set, 0, array ? 2 : 1, views);
    write_tensors(set, 1, 1, is_null ? &none : &t[2].view);
    VkDescriptorBufferInfo info = {b.buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = set,
                              .dstBinding = 2,
                              .descriptorCount = 1,
                              .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                              .pBufferInfo = &info};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, k.pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, k.layout, 0, 1, &set, 0, NULL);
    dispatch(cmd, s);
    check_tensor(e, s, b.map, length, outside, array, is_null);
    if (!array && !is_null)
        tensor_holds(e, s, &t[2], 0, "written");
    vkDestroyDescriptorPool(v.device, pool, NULL);
    vkt_buffer_free(&v, &b);
    for (uint32_t n = 0; n < 3; n++)
        free_tensor(&t[n]);
    unbuild(&k);
}

static const struct shape shapes[] = {
    {1, {37}, {0}},
    {2, {5, 9}, {0}},
    {3, {3, 4, 5}, {50, 8, 1}},
    {4, {2, 3, 2, 7}, {0}},
    {6, {2, 1, 2, 2, 1, 3}, {90, 90, 40, 12, 3, 1}},
};
enum { SHAPES = sizeof(shapes) / sizeof(shapes[0]), ELEMENTS = sizeof(elements) / sizeof(elements[0]) };

KT_TEST(access)
{
    static const uint32_t lengths[] = {1, 2, 4, 16};
    if (!start())
        return;
    for (uint32_t e = 0; e < ELEMENTS; e++)
        for (uint32_t s = 0; s < SHAPES; s++)
            try(&elements[e], &shapes[s], lengths[(e + s) % 4], (e + s) % 3 == 1, (e + s) % 4 == 2, false);
    try(&elements[2], &shapes[1], 4, true, false, true);
    try(&elements[4], &shapes[3], 1, false, false, true);
    vkt_finish(&v);
}

static void copy_whole(const struct tensor *from, const struct tensor *to)
{
    VkTensorCopyARM whole = {.sType = VK_STRUCTURE_TYPE_TENSOR_COPY_ARM};
    VkCopyTensorInfoARM info = {.sType = VK_STRUCTURE_TYPE_COPY_TENSOR_INFO_ARM,
                                .srcTensor = from->tensor,
                                .dstTensor = to->tensor,
                                .regionCount = 1,
                                .pRegions = &whole};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdCopyTensorARM_(cmd, &info);
    vkt_run(&v, cmd);
}

KT_TEST(copies)
{
    if (!start())
        return;
    static const struct shape from[] = {{1, {300}, {0}},
                                        {2, {5, 9}, {0}},
                                        {3, {3, 4, 5}, {50, 8, 1}},
                                        {3, {3, 4, 5}, {40, 5, 1}}},
                              to[] = {{1, {300}, {0}},
                                      {2, {5, 9}, {16, 1}},
                                      {3, {3, 4, 5}, {20, 5, 1}},
                                      {3, {3, 4, 5}, {44, 11, 1}}};
    for (uint32_t n = 0; n < 4; n++)
        for (uint32_t e = 0; e < ELEMENTS; e++) {
            struct tensor a = make_tensor(&elements[e], &from[n], 0, NULL),
                          b = make_tensor(&elements[e], &to[n], 0, NULL);
            fill_tensor(&elements[e], &from[n], &a, 0);
            memset(b.map, 0x5a, b.bytes);
            copy_whole(&a, &b);
            tensor_holds(&elements[e], &to[n], &b, 0, "copied");
            free_tensor(&a);
            free_tensor(&b);
        }
    vkt_finish(&v);
}

// In a descriptor buffer; and a tensor that is made again where it was has the same descriptor.
KT_TEST(descriptor_buffers)
{
    if (!start())
        return;
    VkPhysicalDeviceDescriptorBufferTensorPropertiesARM tensor = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_TENSOR_PROPERTIES_ARM};
    VkPhysicalDeviceDescriptorBufferPropertiesEXT p = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT, .pNext = &tensor};
    VkPhysicalDeviceProperties2 props = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                         .pNext = &p};
    vkGetPhysicalDeviceProperties2(v.physical, &props);
    const struct element *e = &elements[2];
    const struct shape *s = &shapes[2];
    struct kernel k = {0};
    if (!kt_ok(tensor.tensorDescriptorSize <= 256, "%zu bytes", tensor.tensorDescriptorSize) ||
        !build(&k, e, s, 2, true, true, true))
        return;
    struct tensor t[3];
    for (uint32_t n = 0; n < 3; n++)
        t[n] = make_tensor(e, s, VK_TENSOR_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_ARM, NULL);
    fill_tensor(e, s, &t[0], 0);
    fill_tensor(e, s, &t[1], 1000);
    PFN_vkGetDescriptorEXT get = vkt_proc(&v, vkGetDescriptorEXT);
    PFN_vkGetDescriptorSetLayoutBindingOffsetEXT offset =
        vkt_proc(&v, vkGetDescriptorSetLayoutBindingOffsetEXT);
    PFN_vkGetDescriptorSetLayoutSizeEXT size = vkt_proc(&v, vkGetDescriptorSetLayoutSizeEXT);
    PFN_vkCmdBindDescriptorBuffersEXT bind = vkt_proc(&v, vkCmdBindDescriptorBuffersEXT);
    PFN_vkCmdSetDescriptorBufferOffsetsEXT set = vkt_proc(&v, vkCmdSetDescriptorBufferOffsetsEXT);
    VkDeviceSize bytes, at;
    size(v.device, k.sets, &bytes);
    struct vkt_buffer b[2] = {{.size = bytes}, {.size = (VkDeviceSize)lanes_of(s) * (2 + s->rank) * 4}};
    VkDeviceAddress address[2];
    for (uint32_t n = 0; n < 2; n++) {
        VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                   .size = b[n].size,
                                   .usage = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
                                            VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                            (n ? 0 : VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT)};
        vkt_ok(vkCreateBuffer(v.device, &info, NULL, &b[n].buffer));
        address[n] = vkt_back_addressed(&v, &b[n], UINT32_MAX);
    }
    uint8_t before[256], after[256];
    for (uint32_t n = 0; n < 3; n++) {
        VkDescriptorGetTensorInfoARM which = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_TENSOR_INFO_ARM,
                                              .tensorView = t[n].view};
        VkDescriptorGetInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT,
                                       .pNext = &which,
                                       .type = VK_DESCRIPTOR_TYPE_TENSOR_ARM};
        offset(v.device, k.sets, n / 2, &at);
        get(v.device, &info, tensor.tensorDescriptorSize,
            (uint8_t *)b[0].map + at + (n == 1 ? tensor.tensorDescriptorSize : 0));
        get(v.device, &info, tensor.tensorDescriptorSize, before);
    }
    VkDescriptorAddressInfoEXT range = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT, .address = address[1], .range = b[1].size};
    VkDescriptorGetInfoEXT info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT,
                                   .type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                   .data.pStorageBuffer = &range};
    offset(v.device, k.sets, 2, &at);
    get(v.device, &info, p.storageBufferDescriptorSize, (uint8_t *)b[0].map + at);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, k.pipeline);
    bind(cmd, 1,
         &(VkDescriptorBufferBindingInfoEXT){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
                                             .address = address[0],
                                             .usage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT});
    set(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, k.layout, 0, 1, &(uint32_t){0}, &(VkDeviceSize){0});
    dispatch(cmd, s);
    check_tensor(e, s, b[1].map, 2, true, true, false);

    uint8_t captured[64] = {0};
    vkt_ok(vkGetTensorOpaqueCaptureDescriptorDataARM_(
        v.device,
        &(VkTensorCaptureDescriptorDataInfoARM){
            .sType = VK_STRUCTURE_TYPE_TENSOR_CAPTURE_DESCRIPTOR_DATA_INFO_ARM, .tensor = t[2].tensor},
        captured));
    kt_ok(tensor.tensorCaptureReplayDescriptorDataSize <= sizeof(captured), "too much");
    free_tensor(&t[2]);
    t[2] = make_tensor(e, s, VK_TENSOR_CREATE_DESCRIPTOR_BUFFER_CAPTURE_REPLAY_BIT_ARM,
                       &(VkOpaqueCaptureDescriptorDataCreateInfoEXT){
                           .sType = VK_STRUCTURE_TYPE_OPAQUE_CAPTURE_DESCRIPTOR_DATA_CREATE_INFO_EXT,
                           .opaqueCaptureDescriptorData = captured});
    VkDescriptorGetTensorInfoARM again = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_TENSOR_INFO_ARM,
                                          .tensorView = t[2].view};
    get(v.device,
        &(VkDescriptorGetInfoEXT){.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT,
                                  .pNext = &again,
                                  .type = VK_DESCRIPTOR_TYPE_TENSOR_ARM},
        tensor.tensorDescriptorSize, after);
    kt_ok(!memcmp(before, after, tensor.tensorDescriptorSize), "another descriptor");
    for (uint32_t n = 0; n < 3; n++)
        free_tensor(&t[n]);
    for (uint32_t n = 0; n < 2; n++)
        vkt_buffer_free(&v, &b[n]);
    unbuild(&k);
    vkt_finish(&v);
}

// One memory's tensor, another's that has been imported from it, and a copy of the latter.
static void share(VkExternalMemoryHandleTypeFlagBits type)
{
    static const struct shape s = {3, {3, 4, 5}, {50, 8, 1}};
    const struct element *e = &elements[2];
    VkExternalMemoryTensorCreateInfoARM shared = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_TENSOR_CREATE_INFO_ARM, .handleTypes = type};
    int64_t stride[MAX_RANK];
    VkTensorDescriptionARM d = describe_tensor(e, &s, stride);
    VkPhysicalDeviceExternalTensorInfoARM ask = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_TENSOR_INFO_ARM,
        .pDescription = &d,
        .handleType = type};
    VkExternalTensorPropertiesARM can = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_TENSOR_PROPERTIES_ARM};
    ((PFN_vkGetPhysicalDeviceExternalTensorPropertiesARM)vkGetInstanceProcAddr(
        v.instance, "vkGetPhysicalDeviceExternalTensorPropertiesARM"))(v.physical, &ask, &can);
    kt_true(can.externalMemoryProperties.externalMemoryFeatures & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT);
    kt_true(can.externalMemoryProperties.externalMemoryFeatures & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT);
    VkExportMemoryAllocateInfo out = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
                                      .handleTypes = type};
    struct tensor a = make_tensor_in(e, &s, 0, &shared, &out);
    VkMemoryGetFdInfoKHR get = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = a.memory, .handleType = type};
    VkImportMemoryFdInfoKHR in = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR, .handleType = type, .fd = -1};
    vkt_ok(vkt_proc(&v, vkGetMemoryFdKHR)(v.device, &get, &in.fd));
    struct tensor b = make_tensor_in(e, &s, 0, &shared, &in), c = make_tensor(e, &s, 0, NULL);
    fill_tensor(e, &s, &a, 0);
    tensor_holds(e, &s, &b, 0, "imported");
    memset(c.map, 0x5a, c.bytes);
    copy_whole(&b, &c);
    tensor_holds(e, &s, &c, 0, "copied from imported memory");
    free_tensor(&a);
    free_tensor(&b);
    free_tensor(&c);
}

KT_TEST(shared_memory)
{
    if (!start())
        return;
    share(VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT);
    share(VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT);
    vkt_finish(&v);
}

// What cannot be is refused, and what is said of formats is so.
KT_TEST(limits)
{
    if (!start())
        return;
    for (uint32_t e = 0; e < ELEMENTS; e++) {
        VkTensorFormatPropertiesARM t = {.sType = VK_STRUCTURE_TYPE_TENSOR_FORMAT_PROPERTIES_ARM};
        VkFormatProperties2 f = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &t};
        vkGetPhysicalDeviceFormatProperties2(v.physical, elements[e].format, &f);
        kt_ok(t.optimalTilingTensorFeatures & t.linearTilingTensorFeatures &
                  VK_FORMAT_FEATURE_2_TENSOR_SHADER_BIT_ARM,
              "%s", elements[e].name);
    }
    static const struct {
        VkFormat format;
        struct shape shape;
    } wrong[] = {
        {VK_FORMAT_R8G8_UINT, {1, {8}, {0}}},
        {VK_FORMAT_R32_UINT, {3, {1 << 12, 1 << 12, 1 << 6}, {0}}}, // 4 GiB
        {VK_FORMAT_R32_UINT, {2, {4, 8}, {7, 1}}},                  // rows that overlap
    };
    for (uint32_t n = 0; n < sizeof(wrong) / sizeof(wrong[0]); n++) {
        const struct element e = {.format = wrong[n].format, .bytes = 4};
        int64_t stride[MAX_RANK];
        VkTensorDescriptionARM d = describe_tensor(&e, &wrong[n].shape, stride);
        VkTensorCreateInfoARM info = {.sType = VK_STRUCTURE_TYPE_TENSOR_CREATE_INFO_ARM, .pDescription = &d};
        VkTensorARM tensor;
        kt_ok(vkCreateTensorARM_(v.device, &info, NULL, &tensor) != VK_SUCCESS, "%u", n);
    }
    vkt_finish(&v);
}

KT_MAIN()
