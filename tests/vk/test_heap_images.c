// VK_EXT_descriptor_heap, images for storage: the one descriptor of an image is written to and read through,
// which gives what sets give, to the bit; and atomics of 64 bits.
#include "heap_kit.h"
#include "vkt_heap64.h"
#include "vkt_heap_store.h"
#include "vkt_ycbcr.h"

// ---- images for storage

enum { IMAGES = 20, ANY = 21, VALUES = 1024 };
static const VkFormat named_formats[IMAGES] = {VK_FORMAT_R16G16B16A16_UNORM,
                                               VK_FORMAT_R16G16B16A16_SNORM,
                                               VK_FORMAT_R16G16_UNORM,
                                               VK_FORMAT_R16G16_SNORM,
                                               VK_FORMAT_R16_UNORM,
                                               VK_FORMAT_R16_SNORM,
                                               VK_FORMAT_R8G8B8A8_UNORM,
                                               VK_FORMAT_R8G8B8A8_SNORM,
                                               VK_FORMAT_R8G8_UNORM,
                                               VK_FORMAT_R8G8_SNORM,
                                               VK_FORMAT_R8_UNORM,
                                               VK_FORMAT_R8_SNORM,
                                               VK_FORMAT_A2B10G10R10_UNORM_PACK32,
                                               VK_FORMAT_B10G11R11_UFLOAT_PACK32,
                                               VK_FORMAT_R16G16B16A16_SFLOAT,
                                               VK_FORMAT_R32G32B32A32_SFLOAT,
                                               VK_FORMAT_R32_SFLOAT,
                                               VK_FORMAT_A2B10G10R10_UINT_PACK32,
                                               VK_FORMAT_R8G8B8A8_UINT,
                                               VK_FORMAT_R32_UINT};

// Binding `n` of those without a name.
static VkFormat any_format(uint32_t n)
{
    return n < 17 ? named_formats[n] : n == 17 ? VK_FORMAT_B8G8R8A8_UNORM : named_formats[n - 1];
}

// Numbers in and around [-1, 1], large ones, infinities, and a NaN (but not in every channel of a texel).
static void make_values(float *out)
{
    uint32_t x = 12345;
    for (uint32_t n = 0; n < VALUES * 4; n++) {
        x = x * 1664525 + 1013904223;
        const uint32_t kind = x >> 28;
        const float unit = (float)(x >> 4 & 0xffffff) / 16777216.0f;
        out[n] = kind < 8    ? 2.5f * unit - 1.25f
                 : kind < 11 ? (float)(x >> 8 & 1023) / 1023.0f
                 : kind < 13 ? unit * 70000.0f - 1000.0f
                 : kind < 14 ? unit * 0.00002f
                 : kind < 15 ? (n & 1 ? __builtin_inff() : -__builtin_inff())
                             : __builtin_nanf("");
    }
}

// Bytes of a texel and of the whole image in a buffer.
static uint32_t texel_bytes(VkFormat f)
{
    switch (f) {
    case VK_FORMAT_R16G16B16A16_UNORM:
    case VK_FORMAT_R16G16B16A16_SNORM:
    case VK_FORMAT_R16G16B16A16_SFLOAT:
        return 8;
    case VK_FORMAT_R16_UNORM:
    case VK_FORMAT_R16_SNORM:
    case VK_FORMAT_R8G8_UNORM:
    case VK_FORMAT_R8G8_SNORM:
        return 2;
    case VK_FORMAT_R8_UNORM:
    case VK_FORMAT_R8_SNORM:
        return 1;
    case VK_FORMAT_R32G32B32A32_SFLOAT:
        return 16;
    default:
        return 4;
    }
}

struct stores {
    struct vkt_image images[ANY];
    struct memory in, out, texels;
};

static void read_back(struct stores *s, uint32_t count)
{
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_barrier(cmd);
    for (uint32_t n = 0; n < count; n++) {
        const VkBufferImageCopy c = {.bufferOffset = (VkDeviceSize)n * VALUES * 16,
                                     .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                     .imageExtent = {64, VALUES / 64, 1}};
        vkCmdCopyImageToBuffer(cmd, s->images[n].image, VK_IMAGE_LAYOUT_GENERAL, s->texels.buffer, 1, &c);
    }
    vkt_barrier(cmd);
    vkt_run(&v, cmd);
}

// From sets: the surfaces convert. Set 1 has the images with names, set 2 those without.
static void store_from_sets(struct stores *s, bool named)
{
    VkDescriptorSetLayoutBinding bindings[IMAGES];
    VkDescriptorSetLayout layouts[3];
    const VkDescriptorSetLayoutBinding buffers[2] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    const VkDescriptorSetLayoutBinding any[2] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 18, VK_SHADER_STAGE_COMPUTE_BIT, NULL},
        {18, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 3, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    for (uint32_t n = 0; n < IMAGES; n++)
        bindings[n] = (VkDescriptorSetLayoutBinding){n, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1,
                                                     VK_SHADER_STAGE_COMPUTE_BIT, NULL};
    const struct {
        uint32_t count;
        const VkDescriptorSetLayoutBinding *bindings;
    } rows[3] = {{2, buffers}, {IMAGES, bindings}, {2, any}};
    for (unsigned n = 0; n < 3; n++) {
        const VkDescriptorSetLayoutCreateInfo info = {.sType =
                                                          VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                      .bindingCount = rows[n].count,
                                                      .pBindings = rows[n].bindings};
        vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &layouts[n]));
    }
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, IMAGES + ANY}};
    VkDescriptorSet sets[3];
    VkDescriptorPool pool = vkt_allocate(&v, 3, layouts, 2, sizes, sets);
    VkImageView views[ANY];
    const uint32_t count = named ? IMAGES : ANY;
    const VkDescriptorBufferInfo data[2] = {{s->in.buffer, 0, VK_WHOLE_SIZE},
                                            {s->out.buffer, 0, VK_WHOLE_SIZE}};
    for (uint32_t n = 0; n < count; n++) {
        const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                            .image = s->images[n].image,
                                            .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                            .format = named ? named_formats[n] : any_format(n),
                                            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
        vkt_ok(vkCreateImageView(v.device, &info, NULL, &views[n]));
        const VkDescriptorImageInfo image = {.imageView = views[n], .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
        const VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = sets[named ? 1 : 2],
                                        .dstBinding = named    ? n
                                                      : n < 18 ? 0
                                                               : 18,
                                        .dstArrayElement = named    ? 0
                                                           : n < 18 ? n
                                                                    : n - 18,
                                        .descriptorCount = 1,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                        .pImageInfo = &image};
        vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    }
    const VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                    .dstSet = sets[0],
                                    .descriptorCount = 2,
                                    .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                    .pBufferInfo = data};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    VkPipelineLayout layout = vkt_layout(&v, 3, layouts, 0);
    const VkBool32 value = named;
    const VkSpecializationMapEntry entry = {0, 0, 4};
    const VkSpecializationInfo spec = {1, &entry, 4, &value};
    VkPipeline p =
        vkt_compute(&v, (struct vkt_shader){vkt_heap_store, sizeof(vkt_heap_store)}, layout, 0, &spec);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 3, sets, 0, NULL);
    vkCmdDispatch(cmd, VALUES / 64, 1, 1);
    vkt_run(&v, cmd);
    vkDestroyPipeline(v.device, p, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    vkDestroyDescriptorPool(v.device, pool, NULL);
    for (uint32_t n = 0; n < count; n++)
        vkDestroyImageView(v.device, views[n], NULL);
    for (unsigned n = 0; n < 3; n++)
        vkDestroyDescriptorSetLayout(v.device, layouts[n], NULL);
}

// From a heap: the shader converts.
static void store_from_heap(struct stores *s, bool named)
{
    struct memory heap = allocate(65536, HEAP);
    const uint32_t count = named ? IMAGES : ANY;
    write_buffer(&heap, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, s->in.address, s->in.size);
    write_buffer(&heap, 64, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, s->out.address, s->out.size);
    for (uint32_t n = 0; n < count; n++)
        write_image(&heap, 4096 + n * 64, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, s->images[n].image,
                    named ? named_formats[n] : any_format(n), VK_IMAGE_VIEW_TYPE_2D, 0, 1);
    const VkDescriptorSetAndBindingMappingEXT maps[] = {
        MAP(0, 0, 2, HEAP_WITH_CONSTANT_OFFSET, .constantOffset = {0, 64}),
        MAP(1, 0, IMAGES, HEAP_WITH_CONSTANT_OFFSET, .constantOffset = {4096, 64}),
        MAP(2, 0, IMAGES, HEAP_WITH_CONSTANT_OFFSET, .constantOffset = {4096, 64}),
    };
    const VkBool32 value = named;
    const VkSpecializationMapEntry entry = {0, 0, 4};
    const VkSpecializationInfo spec = {1, &entry, 4, &value};
    VkPipeline p = pipeline((struct vkt_shader){vkt_heap_store, sizeof(vkt_heap_store)}, 3, maps, &spec);
    VkCommandBuffer cmd = vkt_begin(&v);
    bind(cmd, &heap, NULL);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p);
    vkCmdDispatch(cmd, VALUES / 64, 1, 1);
    vkt_run(&v, cmd);
    vkDestroyPipeline(v.device, p, NULL);
    release(&heap);
}

static void compare_stores(bool named)
{
    struct stores s = {.in = allocate(VALUES * 16, DATA),
                       .out = allocate(IMAGES * VALUES * 16, DATA),
                       .texels = allocate(ANY * VALUES * 16, DATA)};
    const uint32_t count = named ? IMAGES : ANY;
    const size_t texels = (size_t)count * VALUES * 16, reads = (size_t)IMAGES * VALUES * 16;
    uint8_t *want = malloc(texels + reads);
    make_values((float *)s.in.map);
    for (uint32_t n = 0; n < count; n++) {
        VkImageCreateInfo info = vkt_image_2d(named ? named_formats[n] : any_format(n), 64, VALUES / 64, 1, 1,
                                              VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                                  VK_IMAGE_USAGE_TRANSFER_DST_BIT);
        s.images[n] = vkt_image(&v, &info);
        vkt_general(&v, s.images[n].image);
    }
    store_from_sets(&s, named);
    read_back(&s, count);
    memcpy(want, s.texels.map, texels);
    memcpy(want + texels, s.out.map, reads);
    memset(s.out.map, 0, reads);
    VkCommandBuffer cmd = vkt_begin(&v);
    for (uint32_t n = 0; n < count; n++) {
        const VkClearColorValue zero = {.uint32 = {0}};
        const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        vkCmdClearColorImage(cmd, s.images[n].image, VK_IMAGE_LAYOUT_GENERAL, &zero, 1, &all);
    }
    vkt_barrier(cmd);
    vkt_run(&v, cmd);
    store_from_heap(&s, named);
    read_back(&s, count);
    for (uint32_t n = 0; n < count; n++) {
        const VkFormat f = named ? named_formats[n] : any_format(n);
        const uint32_t bytes = texel_bytes(f), at = n * VALUES * 16;
        uint32_t wrong = 0, first = 0;
        for (uint32_t k = VALUES; k-- > 0;)
            if (memcmp(want + at + k * bytes, s.texels.map + at + k * bytes, bytes)) {
                wrong++;
                first = k;
            }
        const float *in = (const float *)s.in.map + first * 4;
        const uint32_t *a = (const void *)(want + at + first * bytes),
                       *b = (const void *)(s.texels.map + at + first * bytes);
        kt_ok(!wrong, "format %d: %u texels differ; %g %g %g %g: %08x, not %08x", f, wrong, in[0], in[1],
              in[2], in[3], *b, *a);
    }
    kt_ok(!memcmp(want + texels, s.out.map, reads), "what was read");
    for (uint32_t n = 0; n < count; n++)
        vkt_image_free(&v, &s.images[n]);
    free(want);
    release(&s.in);
    release(&s.out);
    release(&s.texels);
}

KT_TEST(stores_with_a_format)
{
    if (!start())
        return;
    compare_stores(true);
    vkt_finish(&v);
}

KT_TEST(stores_without_a_format)
{
    if (!start())
        return;
    compare_stores(false);
    vkt_finish(&v);
}

// ---- atomics of 64 bits

KT_TEST(wide_atomics)
{
    enum { N = 512 };
    if (!start())
        return;
    struct memory heap = allocate(65536, HEAP), data = allocate(4096, DATA), texels = allocate(4096, DATA);
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_R64_UINT, 14, 6, 2, 2,
                                          VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                              VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct vkt_image image = vkt_image(&v, &info);
    vkt_general(&v, image.image);
    write_buffer(&heap, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, data.address, 40);
    write_image(&heap, 64, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, image.image, VK_FORMAT_R64_UINT,
                VK_IMAGE_VIEW_TYPE_2D_ARRAY, 1, 2);
    write_texels(&heap, 128, VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, VK_FORMAT_R64_UINT, data.address + 64,
                 24);
    const VkDescriptorSetAndBindingMappingEXT map =
        MAP(0, 0, 3, HEAP_WITH_CONSTANT_OFFSET, .constantOffset = {0, 64});
    VkPipeline p = pipeline((struct vkt_shader){vkt_heap64, sizeof(vkt_heap64)}, 1, &map, NULL);
    const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 2, 0, 2};
    const VkClearColorValue zero = {.uint32 = {0}};
    const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 1, 0, 2},
                                    .imageExtent = {7, 3, 1}};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdClearColorImage(cmd, image.image, VK_IMAGE_LAYOUT_GENERAL, &zero, 1, &all);
    vkt_barrier(cmd);
    bind(cmd, &heap, NULL);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p);
    vkCmdDispatch(cmd, N / 64, 1, 1);
    vkt_barrier(cmd);
    vkCmdCopyImageToBuffer(cmd, image.image, VK_IMAGE_LAYOUT_GENERAL, texels.buffer, 1, &copy);
    vkt_barrier(cmd);
    vkt_run(&v, cmd);
    uint64_t sums[5] = {0}, cells[42] = {0}, most[3] = {0};
    for (uint64_t i = 0; i < N; i++) {
        const uint64_t value = UINT64_C(0x100000001) * (i + 1);
        sums[i % 5] += value;
        cells[i / 21 % 2 * 21 + i / 7 % 3 * 7 + i % 7] += value;
        most[i % 3] = value > most[i % 3] ? value : most[i % 3];
    }
    kt_ok(!memcmp(data.map, sums, sizeof(sums)), "sums in a buffer");
    kt_ok(!memcmp(data.map + 64, most, sizeof(most)), "maxima in a texel buffer");
    kt_ok(!memcmp(texels.map, cells, sizeof(cells)), "sums in an image");
    vkDestroyPipeline(v.device, p, NULL);
    vkt_image_free(&v, &image);
    release(&heap);
    release(&data);
    release(&texels);
    vkt_finish(&v);
}

// ---- conversion from Y'CbCr: a descriptor for each plane, and the sampler in the pipeline

enum { YW = 18, YH = 10 };

static struct vkt_image planar_image(void)
{
    VkImageCreateInfo info = vkt_image_2d(VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM, YW, YH, 1, 1,
                                          VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    info.flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    struct vkt_image i = vkt_image(&v, &info);
    struct memory bytes = allocate(4096, DATA);
    for (uint32_t n = 0; n < 4096; n++)
        bytes.map[n] = (uint8_t)(n * 73 + (n >> 3) * 29);
    VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                    .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                    .image = i.image,
                                    .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL,
                         0, NULL, 1, &barrier);
    for (uint32_t n = 0; n < 3; n++) {
        const VkBufferImageCopy c = {.bufferOffset = n * 1024,
                                     .imageSubresource = {VK_IMAGE_ASPECT_PLANE_0_BIT << n, 0, 0, 1},
                                     .imageExtent = {n ? YW / 2 : YW, n ? YH / 2 : YH, 1}};
        vkCmdCopyBufferToImage(cmd, bytes.buffer, i.image, VK_IMAGE_LAYOUT_GENERAL, 1, &c);
    }
    vkt_barrier(cmd);
    vkt_run(&v, cmd);
    release(&bytes);
    return i;
}

static void sample_from_set(const VkImageViewCreateInfo *view_info, const VkSamplerCreateInfo *how,
                            const struct memory *out)
{
    VkSampler samplers[2];
    VkImageView view;
    vkt_ok(vkCreateSampler(v.device, how, NULL, &samplers[0]));
    samplers[1] = samplers[0];
    vkt_ok(vkCreateImageView(v.device, view_info, NULL, &view));
    const VkDescriptorSetLayoutBinding bindings[2] = {
        {0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2, VK_SHADER_STAGE_COMPUTE_BIT, samplers},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, NULL}};
    const VkDescriptorSetLayoutCreateInfo info = {.sType =
                                                      VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                  .bindingCount = 2,
                                                  .pBindings = bindings};
    VkDescriptorSetLayout set_layout;
    vkt_ok(vkCreateDescriptorSetLayout(v.device, &info, NULL, &set_layout));
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 6},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}};
    VkDescriptorSet set;
    VkDescriptorPool pool = vkt_allocate(&v, 1, &set_layout, 2, sizes, &set);
    const VkDescriptorImageInfo images[2] = {{.imageView = view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL},
                                             {.imageView = view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL}};
    const VkDescriptorBufferInfo buffer = {out->buffer, 0, VK_WHOLE_SIZE};
    const VkWriteDescriptorSet writes[2] = {{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                             .dstSet = set,
                                             .descriptorCount = 2,
                                             .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                             .pImageInfo = images},
                                            {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                             .dstSet = set,
                                             .dstBinding = 1,
                                             .descriptorCount = 1,
                                             .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                             .pBufferInfo = &buffer}};
    vkUpdateDescriptorSets(v.device, 2, writes, 0, NULL);
    VkPipelineLayout layout = vkt_layout(&v, 1, &set_layout, 8);
    VkPipeline p = vkt_compute(&v, (struct vkt_shader){vkt_ycbcr, sizeof(vkt_ycbcr)}, layout, 0, NULL);
    const int32_t size[2] = {YW, YH};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, NULL);
    vkCmdPushConstants(cmd, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, size);
    vkCmdDispatch(cmd, 3, 2, 1);
    vkt_run(&v, cmd);
    vkDestroyPipeline(v.device, p, NULL);
    vkDestroyPipelineLayout(v.device, layout, NULL);
    vkDestroyDescriptorPool(v.device, pool, NULL);
    vkDestroyDescriptorSetLayout(v.device, set_layout, NULL);
    vkDestroyImageView(v.device, view, NULL);
    vkDestroySampler(v.device, samplers[0], NULL);
}

static void sample_from_heap(const VkImageViewCreateInfo *view, const VkSamplerCreateInfo *how,
                             const struct memory *out)
{
    struct memory heap = allocate(8192, HEAP);
    const VkImageDescriptorInfoEXT image = {.sType = VK_STRUCTURE_TYPE_IMAGE_DESCRIPTOR_INFO_EXT,
                                            .pView = view,
                                            .layout = VK_IMAGE_LAYOUT_GENERAL};
    const VkResourceDescriptorInfoEXT info[2] = {{.sType = VK_STRUCTURE_TYPE_RESOURCE_DESCRIPTOR_INFO_EXT,
                                                  .type = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                                  .data.pImage = &image},
                                                 {.sType = VK_STRUCTURE_TYPE_RESOURCE_DESCRIPTOR_INFO_EXT,
                                                  .type = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                                  .data.pImage = &image}};
    const VkHostAddressRangeEXT to[2] = {{heap.map + 1024, 192}, {heap.map + 1216, 192}};
    vkt_ok(write_resources(v.device, 2, info, to));
    write_buffer(&heap, 64, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, out->address, out->size);
    const VkDescriptorSetAndBindingMappingEXT maps[] = {
        MASKED(0, 0, 1, COMBINED_SAMPLED_IMAGE_BIT, HEAP_WITH_CONSTANT_OFFSET,
               .constantOffset = {1024, 192, how}),
        MAP(0, 1, 1, HEAP_WITH_CONSTANT_OFFSET, .constantOffset = {64, 0})};
    VkPipeline p = pipeline((struct vkt_shader){vkt_ycbcr, sizeof(vkt_ycbcr)}, 2, maps, NULL);
    const int32_t size[2] = {YW, YH};
    VkCommandBuffer cmd = vkt_begin(&v);
    bind(cmd, &heap, NULL);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, p);
    push(cmd, 0, size, sizeof(size));
    vkCmdDispatch(cmd, 3, 2, 1);
    vkt_run(&v, cmd);
    vkDestroyPipeline(v.device, p, NULL);
    release(&heap);
}

KT_TEST(conversions)
{
    enum { BYTES = 2 * YW * YH * 16 };
    if (!start())
        return;
    struct vkt_image image = planar_image();
    struct memory out = allocate(BYTES, DATA);
    uint8_t *want = malloc(BYTES);
    // Chroma filtered as luma is, and otherwise.
    for (unsigned round = 0; round < 2; round++) {
        const VkSamplerYcbcrConversionCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_CREATE_INFO,
            .format = VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM,
            .ycbcrModel = VK_SAMPLER_YCBCR_MODEL_CONVERSION_YCBCR_709,
            .ycbcrRange = VK_SAMPLER_YCBCR_RANGE_ITU_NARROW,
            .xChromaOffset = VK_CHROMA_LOCATION_MIDPOINT,
            .yChromaOffset = VK_CHROMA_LOCATION_MIDPOINT,
            .chromaFilter = round ? VK_FILTER_LINEAR : VK_FILTER_NEAREST};
        VkSamplerYcbcrConversion conversion;
        vkt_ok(vkCreateSamplerYcbcrConversion(v.device, &info, NULL, &conversion));
        const VkSamplerYcbcrConversionInfo use = {.sType = VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_INFO,
                                                  .conversion = conversion};
        const VkSamplerCreateInfo how = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                         .pNext = &use,
                                         .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                         .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                         .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
        const VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                            .pNext = &use,
                                            .image = image.image,
                                            .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                            .format = VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM,
                                            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
        sample_from_set(&view, &how, &out);
        memcpy(want, out.map, BYTES);
        memset(out.map, 0xff, BYTES);
        sample_from_heap(&view, &how, &out);
        kt_ok(!memcmp(want, out.map, BYTES), "chroma filter %u: a heap gives other colours than a set",
              round);
        float first[4], last[4];
        memcpy(first, want, 16);
        memcpy(last, want + BYTES - 16, 16);
        kt_ok(memcmp(first, last, 16) != 0, "all texels are the same");
        vkDestroySamplerYcbcrConversion(v.device, conversion, NULL);
    }
    free(want);
    release(&out);
    vkt_image_free(&v, &image);
    vkt_finish(&v);
}

KT_MAIN()
