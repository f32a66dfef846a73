// Images of 64-bit integers: atomics, loads and stores, clears, against what each invocation does.
#include <string.h>

#include "vk/vkt.h"
#include "vkt_image64.h"
#include "vkt_texels64.h"

static struct vkt v;

struct image {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
};

static struct image make(const VkImageCreateInfo *base, VkImageViewType type, uint32_t level, uint32_t layer,
                         uint32_t layers)
{
    struct image i;
    VkImageCreateInfo info = *base;
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage =
        VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    vkt_ok(vkCreateImage(v.device, &info, NULL, &i.image));
    i.memory = vkt_back(&v, i.image);
    vkt_general(&v, i.image);
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = i.image,
                                  .viewType = type,
                                  .format = info.format,
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, level, 1, layer, layers}};
    vkt_ok(vkCreateImageView(v.device, &view, NULL, &i.view));
    return i;
}

static void drop(struct image *i)
{
    vkDestroyImageView(v.device, i->view, NULL);
    vkDestroyImage(v.device, i->image, NULL);
    vkFreeMemory(v.device, i->memory, NULL);
}

static void clear(VkCommandBuffer cmd, const struct image *i, uint64_t value)
{
    VkClearColorValue color = {.uint32 = {(uint32_t)value, (uint32_t)(value >> 32)}};
    VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                                   VK_REMAINING_ARRAY_LAYERS};
    vkCmdClearColorImage(cmd, i->image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &all);
}

enum { AW = 19, AH = 11, AL = 3, BW = 7, BH = 5, BD = 6, C = 64, N = 2048 };

static void copy(VkCommandBuffer cmd, const struct image *i, const struct vkt_buffer *b, uint32_t level,
                 uint32_t layer, uint32_t layers, VkExtent3D extent)
{
    VkBufferImageCopy c = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, layer, layers},
                           .imageExtent = extent};
    vkCmdCopyImageToBuffer(cmd, i->image, VK_IMAGE_LAYOUT_GENERAL, b->buffer, 1, &c);
}

static void check_a(const uint64_t *got)
{
    for (uint32_t k = 0; k < AW * AH * AL; k++) {
        uint64_t want = 3; // what it was cleared to
        for (uint32_t i = k; i < N; i += AW * AH * AL)
            want += UINT64_C(0x100000001) + i;
        if (!kt_ok(got[k] == want, "sum %u: %llx, not %llx", k, (unsigned long long)got[k],
                   (unsigned long long)want))
            break;
    }
}

static void check_b(const int64_t *got)
{
    for (uint32_t k = 0; k < BW * BH * BD; k++) {
        int64_t want = -5;
        for (uint32_t i = k; i < N; i += BW * BH * BD) {
            int64_t value = (int64_t)(int32_t)(i * 2654435761u) * 0x10001;
            want = value > want ? value : want;
        }
        if (!kt_ok(got[k] == want, "maximum %u: %llx, not %llx", k, (long long)got[k], (long long)want))
            break;
    }
}

static void check_c(const uint64_t *got, const uint64_t *out)
{
    for (uint32_t at = 0; at < 8; at++) {
        uint64_t bits_x = 0, bits_o = 0, bits_a = UINT64_MAX, least = UINT64_MAX;
        for (uint32_t i = at; i < N; i += 8) {
            uint64_t value = UINT64_C(0xffffffff00000000) - i * UINT64_C(0x12345678);
            bits_x ^= (uint64_t)i << 30;
            bits_o |= UINT64_C(1) << i % 64;
            bits_a &= ~(UINT64_C(1) << i % 64);
            least = value < least ? value : least;
        }
        kt_eq(got[at], bits_x);
        kt_eq(got[8 + at], bits_o);
        kt_eq(got[16 + at], bits_a);
        kt_eq(got[24 + at], least);
        kt_ok(got[32 + at] == out[8 + at] && got[32 + at] >> 32 == 5 && got[32 + at] % 8 == at, "%llx",
              (unsigned long long)got[32 + at]);
        kt_eq(got[40 + at], UINT64_C(0x700000000) + at);
    }
    kt_eq(out[0], 0);
    kt_eq(out[1], UINT64_C(2) * 0x123456789abcdef0);
    kt_eq(out[2], UINT64_C(0x123456789abcdef5));
    kt_eq(out[3], 1);
}

static void run(VkImageTiling tiling)
{
    const bool linear = tiling == VK_IMAGE_TILING_LINEAR; // of one level and layer
    struct image a = make(&(VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D,
                                               .format = VK_FORMAT_R64_UINT,
                                               .extent = {linear ? AW : 2 * AW, linear ? AH : 2 * AH, 1},
                                               .mipLevels = linear ? 1 : 3,
                                               .arrayLayers = linear ? 1 : AL + 1,
                                               .tiling = tiling},
                          VK_IMAGE_VIEW_TYPE_2D_ARRAY, linear ? 0 : 1, linear ? 0 : 1, linear ? 1 : AL);
    struct image b = make(&(VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_3D,
                                               .format = VK_FORMAT_R64_SINT,
                                               .extent = {BW, BH, BD},
                                               .mipLevels = 1,
                                               .arrayLayers = 1},
                          VK_IMAGE_VIEW_TYPE_3D, 0, 0, 1);
    struct image c = make(&(VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_1D,
                                               .format = VK_FORMAT_R64_UINT,
                                               .extent = {C, 1, 1},
                                               .mipLevels = 1,
                                               .arrayLayers = 1},
                          VK_IMAGE_VIEW_TYPE_1D, 0, 0, 1);
    struct vkt_buffer out = vkt_buffer(&v, 256), got_a = vkt_buffer(&v, AW * AH * AL * 8),
                      got_b = vkt_buffer(&v, BW * BH * BD * 8), got_c = vkt_buffer(&v, C * 8);
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                      VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    const struct image *images[] = {&a, &b, &c};
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_image64, sizeof(vkt_image64)}, 4, types, 0, NULL, &p))
        return;
    for (uint32_t n = 0; n < 3; n++) {
        VkDescriptorImageInfo info = {.imageView = images[n]->view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
        VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = p.set,
                                  .dstBinding = n,
                                  .descriptorCount = 1,
                                  .descriptorType = types[n],
                                  .pImageInfo = &info};
        vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    }
    vkt_bind_buffer(&v, &p, 3, types[3], &out, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(&v);
    clear(cmd, &a, 3);
    clear(cmd, &b, (uint64_t)-5);
    clear(cmd, &c, 0);
    // The words that start as all ones: places 16 to 31.
    struct vkt_buffer ones = vkt_buffer(&v, 16 * 8);
    memset(ones.map, 0xff, 16 * 8);
    VkBufferImageCopy some = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                              .imageOffset = {16, 0, 0},
                              .imageExtent = {16, 1, 1}};
    vkt_barrier(cmd);
    vkCmdCopyBufferToImage(cmd, ones.buffer, c.image, VK_IMAGE_LAYOUT_GENERAL, 1, &some);
    vkt_barrier(cmd);
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, N / 64, 1, 1);
    vkt_barrier(cmd);
    if (!linear)
        copy(cmd, &a, &got_a, 1, 1, AL, (VkExtent3D){AW, AH, 1});
    copy(cmd, &b, &got_b, 0, 0, 1, (VkExtent3D){BW, BH, BD});
    copy(cmd, &c, &got_c, 0, 0, 1, (VkExtent3D){C, 1, 1});
    vkt_run(&v, cmd);
    if (!linear)
        check_a(got_a.map);
    check_b(got_b.map);
    check_c(got_c.map, out.map);
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &ones);
    vkt_buffer_free(&v, &out);
    vkt_buffer_free(&v, &got_a);
    vkt_buffer_free(&v, &got_b);
    vkt_buffer_free(&v, &got_c);
    drop(&a);
    drop(&b);
    drop(&c);
}

KT_TEST(atomics_of_64_bits)
{
    if (!vkt_init(&v, NULL))
        return;
    run(VK_IMAGE_TILING_OPTIMAL);
    run(VK_IMAGE_TILING_LINEAR);
    vkt_finish(&v);
}

// For storage texels only: nothing else of 64 bits is there.
static struct vkt_buffer texel_buffer(VkDeviceSize size)
{
    struct vkt_buffer b = {.size = size};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = size,
                               .usage = VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &b.buffer));
    VkMemoryRequirements r;
    vkGetBufferMemoryRequirements(v.device, b.buffer, &r);
    VkMemoryAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = r.size};
    vkt_ok(vkAllocateMemory(v.device, &alloc, NULL, &b.memory));
    vkt_ok(vkBindBufferMemory(v.device, b.buffer, b.memory, 0));
    vkt_ok(vkMapMemory(v.device, b.memory, 0, VK_WHOLE_SIZE, 0, &b.map));
    memset(b.map, 0, size);
    return b;
}

static VkBufferView view_of(const struct vkt_buffer *b, VkFormat format, VkDeviceSize offset,
                            VkDeviceSize range)
{
    VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                   .buffer = b->buffer,
                                   .format = format,
                                   .offset = offset,
                                   .range = range};
    VkBufferView view = VK_NULL_HANDLE;
    vkt_ok(vkCreateBufferView(v.device, &info, NULL, &view));
    return view;
}

static void bind_view(VkDescriptorSet set, uint32_t binding, VkBufferView view)
{
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = set,
                              .dstBinding = binding,
                              .descriptorCount = 1,
                              .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
                              .pTexelBufferView = &view};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
}

KT_TEST(texel_buffers_of_64_bits)
{
    enum { AT = 64, A = 100, B = 37, TEXELS = 64 };
    if (!vkt_init(&v, NULL))
        return;
    const VkDescriptorType texels = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
                           types[] = {texels, texels, texels, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_buffer a = texel_buffer(AT + (A + 8) * 8), b = texel_buffer(B * 8),
                      c = texel_buffer(TEXELS * 8), out = vkt_buffer(&v, 256),
                      got = vkt_buffer(&v, TEXELS * 8);
    struct image d = make(&(VkImageCreateInfo){.imageType = VK_IMAGE_TYPE_2D,
                                               .format = VK_FORMAT_R64_UINT,
                                               .extent = {8, 8, 1},
                                               .mipLevels = 1,
                                               .arrayLayers = 1},
                          VK_IMAGE_VIEW_TYPE_2D, 0, 0, 1);
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_texels64, sizeof(vkt_texels64)}, 5, types, 0, NULL, &p))
        return;
    VkBufferView views[] = {view_of(&a, VK_FORMAT_R64_UINT, AT, A * 8),
                            view_of(&b, VK_FORMAT_R64_SINT, 0, VK_WHOLE_SIZE),
                            view_of(&c, VK_FORMAT_R64_UINT, 0, VK_WHOLE_SIZE)};
    for (uint32_t n = 0; n < 3; n++)
        bind_view(p.set, n, views[n]);
    VkDescriptorImageInfo info = {.imageView = d.view, .imageLayout = VK_IMAGE_LAYOUT_GENERAL};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = p.set,
                              .dstBinding = 3,
                              .descriptorCount = 1,
                              .descriptorType = types[3],
                              .pImageInfo = &info};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    vkt_bind_buffer(&v, &p, 4, types[4], &out, 0, VK_WHOLE_SIZE);
    for (uint32_t i = 0; i < TEXELS; i++)
        ((uint64_t *)c.map)[i] = UINT64_C(0x123456789abcdef) * i;
    VkCommandBuffer cmd = vkt_begin(&v);
    clear(cmd, &d, UINT64_C(0x500000003));
    vkt_barrier(cmd);
    vkt_bind(cmd, &p);
    vkCmdDispatch(cmd, N / 64, 1, 1);
    vkt_barrier(cmd);
    copy(cmd, &d, &got, 0, 0, 1, (VkExtent3D){8, 8, 1});
    vkt_run(&v, cmd);
    const uint64_t *sums = (const uint64_t *)((const uint8_t *)a.map + AT), *o = out.map;
    const int64_t *least = b.map;
    for (uint32_t k = 0; k < A; k++) {
        uint64_t want = 0;
        for (uint32_t i = k; i < N; i += A)
            want += UINT64_C(0x100000001) + i;
        kt_eq(sums[k], want);
    }
    for (uint32_t k = 0; k < 8; k++)
        kt_eq(sums[A + k], 0);
    for (uint32_t k = 0; k < B; k++)
        kt_eq(least[k], -((int64_t)(k + (N - 1 - k) / B * B) << 33));
    for (uint32_t i = 0; i < TEXELS; i++) {
        kt_eq(((uint64_t *)c.map)[i], UINT64_C(0x123456789abcdef) * i * 3 + 1);
        kt_eq(((uint64_t *)got.map)[i], UINT64_C(0x500000003) + ((uint64_t)i << 40));
    }
    kt_true(!o[0] && o[1] == A && o[2] == B);
    vkt_pipeline_free(&v, &p);
    for (uint32_t n = 0; n < 3; n++)
        vkDestroyBufferView(v.device, views[n], NULL);
    struct vkt_buffer *buffers[] = {&a, &b, &c, &out, &got};
    for (uint32_t n = 0; n < 5; n++)
        vkt_buffer_free(&v, buffers[n]);
    drop(&d);
    vkt_finish(&v);
}

KT_TEST(formats_of_64_bits)
{
    if (!vkt_init(&v, NULL))
        return;
    const VkFormat formats[] = {VK_FORMAT_R64_UINT, VK_FORMAT_R64_SINT};
    for (unsigned n = 0; n < 2; n++) {
        VkFormatProperties p;
        vkGetPhysicalDeviceFormatProperties(v.physical, formats[n], &p);
        const VkFormatFeatureFlags need =
            VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT;
        kt_eq(p.optimalTilingFeatures & need, need);
        kt_eq(p.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT, 0);
        kt_eq(p.bufferFeatures,
              VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT | VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_ATOMIC_BIT);
    }
    vkt_finish(&v);
}

KT_MAIN()
