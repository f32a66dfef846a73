// Typical sequences of commands, each REPEAT times in a command buffer of its own, submitted one after the
// other: bench.py captures the batches and counts what synchronization each driver made of them.
//
// usage: bench_barriers DRIVER SPIRV [names]    (a shader with three storage buffers and 16 bytes of push
// constants); prints the names of the sequences, in order
#include "common/vkc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEAT = 8 };

struct bench {
    struct vkc_device d;
    struct vkc_pipeline p[2];
    struct vkc_buffer b;
    VkDescriptorSet set;
    VkQueryPool queries;
    VkEvent event;
};

static void barrier(VkCommandBuffer cmd, VkPipelineStageFlags src, VkAccessFlags from,
                    VkPipelineStageFlags dst, VkAccessFlags to)
{
    VkMemoryBarrier m = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = from, .dstAccessMask = to};
    vkCmdPipelineBarrier(cmd, src, dst, 0, from | to ? 1 : 0, &m, 0, NULL, 0, NULL);
}

enum {
    COMPUTE = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
    TRANSFER = VK_PIPELINE_STAGE_TRANSFER_BIT,
    INDIRECT = VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
    WRITE = VK_ACCESS_SHADER_WRITE_BIT,
    READ = VK_ACCESS_SHADER_READ_BIT,
    UNIFORM = VK_ACCESS_UNIFORM_READ_BIT,
};

static void dispatch(VkCommandBuffer cmd)
{
    vkCmdDispatch(cmd, 1, 1, 1);
}

static void bind(struct bench *b, VkCommandBuffer cmd, unsigned p)
{
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b->p[p].pipeline);
}

static void push(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    const uint32_t data[4] = {i, i, i, i};
    vkCmdPushConstants(cmd, b->p[0].layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 16, data);
}

static void only(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    dispatch(cmd);
}

static void pushed(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    push(b, cmd, i);
    dispatch(cmd);
}

static void pipelines(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    bind(b, cmd, i % 2);
    dispatch(cmd);
}

static void execution(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    barrier(cmd, COMPUTE, 0, COMPUTE, 0);
    dispatch(cmd);
}

static void write_read(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    barrier(cmd, COMPUTE, WRITE, COMPUTE, READ | WRITE);
    dispatch(cmd);
}

static void write_uniform(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    barrier(cmd, COMPUTE, WRITE, COMPUTE, UNIFORM);
    dispatch(cmd);
}

static void write_all(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    barrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT,
            VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT);
    dispatch(cmd);
}

// Three barriers where one would do, as layers of an engine write them.
static void doubled(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    barrier(cmd, COMPUTE, WRITE, COMPUTE, READ);
    barrier(cmd, COMPUTE, WRITE, TRANSFER, VK_ACCESS_TRANSFER_READ_BIT);
    barrier(cmd, COMPUTE, WRITE, COMPUTE, UNIFORM);
    dispatch(cmd);
}

static void pipeline_after_write(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    barrier(cmd, COMPUTE, WRITE, COMPUTE, READ);
    bind(b, cmd, i % 2);
    push(b, cmd, i);
    dispatch(cmd);
}

static void indirect(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    barrier(cmd, COMPUTE, WRITE, INDIRECT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
    vkCmdDispatchIndirect(cmd, b->b.buffer, 12288);
}

static void update(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    vkCmdUpdateBuffer(cmd, b->b.buffer, 0, 16, &(uint32_t[4]){i});
    barrier(cmd, TRANSFER, VK_ACCESS_TRANSFER_WRITE_BIT, COMPUTE, READ);
    dispatch(cmd);
    barrier(cmd, COMPUTE, READ, TRANSFER, 0);
}

static void timestamps(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, b->queries, 2 * i);
    dispatch(cmd);
    vkCmdWriteTimestamp(cmd, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, b->queries, 2 * i + 1);
}

static void events(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    VkMemoryBarrier m = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = WRITE, .dstAccessMask = READ};
    dispatch(cmd);
    vkCmdSetEvent(cmd, b->event, COMPUTE);
    vkCmdWaitEvents(cmd, 1, &b->event, COMPUTE, COMPUTE, 1, &m, 0, NULL, 0, NULL);
    dispatch(cmd);
    vkCmdResetEvent(cmd, b->event, COMPUTE);
}

static const struct {
    const char *name;
    void (*record)(struct bench *, VkCommandBuffer, uint32_t);
} sequences[] = {
    {"dispatch", only},
    {"push + dispatch", pushed},
    {"another pipeline + dispatch", pipelines},
    {"execution barrier + dispatch", execution},
    {"write to read + dispatch", write_read},
    {"write to uniform + dispatch", write_uniform},
    {"everything to everything + dispatch", write_all},
    {"three barriers + dispatch", doubled},
    {"write to read + pipeline, push, dispatch", pipeline_after_write},
    {"write to indirect + indirect dispatch", indirect},
    {"timestamp + dispatch + timestamp", timestamps},
    {"dispatch + event + dispatch", events},
    {"update + barriers + dispatch", update},
};
enum { SEQUENCES = sizeof(sequences) / sizeof(sequences[0]) };

static VkResult make_set(struct bench *b)
{
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 3};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 1,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    VkDescriptorPool pool; // goes with the process
    VkResult r = vkCreateDescriptorPool(b->d.device, &info, NULL, &pool);
    VkDescriptorSetAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = pool,
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &b->p[0].set_layout};
    if (!r)
        r = vkAllocateDescriptorSets(b->d.device, &alloc, &b->set);
    VkDescriptorBufferInfo ranges[3] = {
        {b->b.buffer, 0, 4096}, {b->b.buffer, 4096, 4096}, {b->b.buffer, 8192, 4096}};
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = b->set,
                              .descriptorCount = 3,
                              .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                              .pBufferInfo = ranges};
    if (!r)
        vkUpdateDescriptorSets(b->d.device, 1, &w, 0, NULL);
    return r;
}

static VkResult init(struct bench *b, const char *driver, const char *path)
{
    const VkDescriptorType types[3] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    size_t bytes;
    VkInstance instance;
    uint32_t *code = vkc_read_file(path, &bytes);
    VkResult r = code ? vkc_instance_create(&instance) : VK_ERROR_UNKNOWN;
    if (!r)
        r = vkc_device_create(instance, driver, &b->d);
    if (!r)
        r = vkc_buffer_create(&b->d, 16384, &b->b);
    for (unsigned i = 0; i < 2 && !r; i++)
        r = vkc_pipeline_create(&b->d, code, bytes, NULL, types, NULL, 3, 16, &b->p[i]);
    free(code);
    VkQueryPoolCreateInfo queries = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                     .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                     .queryCount = 2 * REPEAT};
    VkEventCreateInfo event = {.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    if (!r)
        r = vkCreateQueryPool(b->d.device, &queries, NULL, &b->queries);
    if (!r)
        r = vkCreateEvent(b->d.device, &event, NULL, &b->event);
    return r ? r : make_set(b);
}

struct job {
    struct bench *b;
    unsigned sequence;
};

static void record(VkCommandBuffer cmd, void *data)
{
    const struct job *job = data;
    struct bench *b = job->b;
    vkResetQueryPool(b->d.device, b->queries, 0, 2 * REPEAT);
    bind(b, cmd, 0);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b->p[0].layout, 0, 1, &b->set, 0, NULL);
    push(b, cmd, 0);
    dispatch(cmd);
    for (uint32_t i = 0; i < REPEAT; i++)
        sequences[job->sequence].record(b, cmd, i);
    dispatch(cmd);
}

int main(int argc, char **argv)
{
    static struct bench b;
    if (argc < 3 || init(&b, argv[1], argv[2])) {
        fprintf(stderr, "%s\n", vkc_what());
        return 1;
    }
    memcpy((char *)b.b.map + 12288, (uint32_t[3]){1, 1, 1}, 12);
    for (unsigned i = 0; i < SEQUENCES; i++) {
        struct job job = {&b, i};
        if (vkc_submit(&b.d, record, &job)) {
            fprintf(stderr, "%s: %s\n", sequences[i].name, vkc_what());
            return 1;
        }
        printf("%s\n", sequences[i].name);
    }
    return 0;
}
