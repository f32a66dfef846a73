// Runs one job (job.h) on the Vulkan driver whose name contains the first argument.
//
// usage: igc_vulkan DRIVER JOB PREFIX
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/vkc.h"
#include "job.h"

// clang-format off
static const VkFormat formats[JOB_FORMATS] = {
    [JOB_R32F]    = VK_FORMAT_R32_SFLOAT,
    [JOB_RGBA32F] = VK_FORMAT_R32G32B32A32_SFLOAT,
    [JOB_RGBA8]   = VK_FORMAT_R8G8B8A8_UNORM,
};
// clang-format on

// What a binding is on the device. An image's buffer is its content on the way there and back.
struct resource {
    struct vkc_buffer buffer;
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
};

struct run {
    struct vkc_device d;
    struct job job;
    struct resource resource[JOB_BINDINGS];
    struct vkc_binding binding[JOB_BINDINGS];
    VkDescriptorType type[JOB_BINDINGS];
    VkSampler sampler;
};

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        VkResult try_result = vkc_note((call), #call);                                                       \
        if (try_result < 0)                                                                                  \
            return try_result;                                                                               \
    } while (0)

static VkImageLayout layout_of(const struct job_binding *b)
{
    return b->out ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
}

static VkResult make_image(struct run *r, unsigned i)
{
    const struct job_binding *b = &r->job.binding[i];
    struct resource *s = &r->resource[i];
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = VK_IMAGE_TYPE_2D,
                              .format = formats[b->format],
                              .extent = {b->width, b->height, 1},
                              .mipLevels = 1,
                              .arrayLayers = 1,
                              .samples = VK_SAMPLE_COUNT_1_BIT,
                              .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                       (b->out ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT)};
    TRY(vkCreateImage(r->d.device, &info, NULL, &s->image));
    VkMemoryRequirements need;
    vkGetImageMemoryRequirements(r->d.device, s->image, &need);
    VkMemoryAllocateInfo memory = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                   .allocationSize = need.size,
                                   .memoryTypeIndex = vkc_memory_type(&r->d, need.memoryTypeBits)};
    TRY(vkAllocateMemory(r->d.device, &memory, NULL, &s->memory));
    TRY(vkBindImageMemory(r->d.device, s->image, s->memory, 0));
    VkImageViewCreateInfo view = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = s->image,
                                  .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                  .format = formats[b->format],
                                  .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    TRY(vkCreateImageView(r->d.device, &view, NULL, &s->view));
    r->type[i] = b->out ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE : VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    r->binding[i] = (struct vkc_binding){.type = r->type[i],
                                         .image = {.sampler = b->out ? VK_NULL_HANDLE : r->sampler,
                                                   .imageView = s->view,
                                                   .imageLayout = layout_of(b)}};
    return VK_SUCCESS;
}

static void transition(VkCommandBuffer cmd, VkImage image, VkImageLayout from, VkImageLayout to)
{
    VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                    .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                    .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                    .oldLayout = from,
                                    .newLayout = to,
                                    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .image = image,
                                    .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                         NULL, 0, NULL, 1, &barrier);
}

static VkBufferImageCopy whole(const struct job_binding *b)
{
    return (VkBufferImageCopy){.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                               .imageExtent = {b->width, b->height, 1}};
}

static void upload(VkCommandBuffer cmd, void *data)
{
    struct run *r = data;
    for (unsigned i = 0; i < r->job.bindings; i++) {
        const struct resource *s = &r->resource[i];
        if (!s->image)
            continue;
        VkBufferImageCopy region = whole(&r->job.binding[i]);
        transition(cmd, s->image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
        vkCmdCopyBufferToImage(cmd, s->buffer.buffer, s->image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1,
                               &region);
        transition(cmd, s->image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, layout_of(&r->job.binding[i]));
    }
}

static void download(VkCommandBuffer cmd, void *data)
{
    struct run *r = data;
    for (unsigned i = 0; i < r->job.bindings; i++) {
        const struct resource *s = &r->resource[i];
        if (!s->image || !r->job.binding[i].out)
            continue;
        VkBufferImageCopy region = whole(&r->job.binding[i]);
        transition(cmd, s->image, layout_of(&r->job.binding[i]), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        vkCmdCopyImageToBuffer(cmd, s->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, s->buffer.buffer, 1,
                               &region);
    }
    VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                               .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                               .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier,
                         0, NULL, 0, NULL);
}

static VkResult make_resources(struct run *r)
{
    VkSamplerCreateInfo sampler = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                   .magFilter = VK_FILTER_LINEAR,
                                   .minFilter = VK_FILTER_LINEAR,
                                   .addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                   .addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                   .addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE};
    TRY(vkCreateSampler(r->d.device, &sampler, NULL, &r->sampler));
    for (unsigned i = 0; i < r->job.bindings; i++) {
        const struct job_binding *b = &r->job.binding[i];
        TRY(vkc_buffer_create(&r->d, b->size, &r->resource[i].buffer));
        memcpy(r->resource[i].buffer.map, b->data, b->size);
        r->type[i] = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        r->binding[i] = (struct vkc_binding){.type = r->type[i], .buffer = &r->resource[i].buffer};
        if (b->kind != JOB_BUFFER)
            TRY(make_image(r, i));
    }
    return VK_SUCCESS;
}

// The scalars are a block of push constants, each aligned to its size.
static uint32_t push_constants(const struct job *job, uint8_t out[JOB_SCALARS * 8])
{
    size_t at = 0;
    for (unsigned i = 0; i < job->scalars; i++) {
        size_t size = job->scalar[i].size;
        at = (at + size - 1) / size * size;
        memcpy(out + at, job->scalar[i].bytes, size);
        at += size;
    }
    return (uint32_t)(at + 3) / 4 * 4;
}

static VkResult execute(struct run *r)
{
    uint8_t push[JOB_SCALARS * 8] = {0};
    struct vkc_pipeline pipeline = {0};
    const struct job *job = &r->job;
    TRY(make_resources(r));
    TRY(vkc_submit(&r->d, upload, r));
    TRY(vkc_pipeline_create(&r->d, (const uint32_t *)(const void *)job->code, job->code_size, NULL, r->type,
                            NULL, job->bindings, push_constants(job, push), &pipeline));
    VkResult result = vkc_dispatch(&r->d, &pipeline, r->binding, job->bindings, push, job->groups[0],
                                   job->groups[1], job->groups[2]);
    vkc_pipeline_destroy(&r->d, &pipeline);
    TRY(result);
    TRY(vkc_submit(&r->d, download, r));
    for (unsigned i = 0; i < job->bindings; i++)
        memcpy(job->binding[i].data, r->resource[i].buffer.map, job->binding[i].size);
    return VK_SUCCESS;
}

static void destroy_resources(struct run *r)
{
    for (unsigned i = 0; i < r->job.bindings; i++) {
        vkDestroyImageView(r->d.device, r->resource[i].view, NULL);
        vkDestroyImage(r->d.device, r->resource[i].image, NULL);
        vkFreeMemory(r->d.device, r->resource[i].memory, NULL);
        vkc_buffer_destroy(&r->d, &r->resource[i].buffer);
    }
    vkDestroySampler(r->d.device, r->sampler, NULL);
}

int main(int argc, char **argv)
{
    static struct run r;
    VkInstance instance;
    if (argc != 4) {
        fprintf(stderr, "usage: igc_vulkan DRIVER JOB PREFIX\n");
        return 2;
    }
    if (!job_read(argv[2], &r.job))
        return 1;
    if (vkc_instance_create(&instance) || vkc_device_create(instance, argv[1], &r.d)) {
        fprintf(stderr, "%s\n", vkc_what());
        return 1;
    }
    bool ok = execute(&r) == VK_SUCCESS;
    if (!ok)
        fprintf(stderr, "%s\n", vkc_what());
    ok = ok && job_write_results(&r.job, argv[3]);
    destroy_resources(&r);
    vkc_device_destroy(&r.d);
    vkDestroyInstance(instance, NULL);
    job_free(&r.job);
    return !ok;
}
