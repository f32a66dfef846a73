// What the driver costs the host: nanoseconds per vkCmdDispatch, alone and with what usually comes before it,
// of a short command buffer, a submission and a descriptor; milliseconds and memory until there is a device.
// Called through vkGetDeviceProcAddr's pointers, without layers: no loader trampoline in between.
//
// usage: bench_record [SPIRV]     (a shader with up to three storage buffers and 16 bytes of push constants)
#include "common/vkc.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>

enum { N = 4096, ROUNDS = 40 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// What libdrm and the driver call: the program comes before all libraries, also those of LD_PRELOAD. So the
// time in the kernel (or what stands for it) can be told from the driver's.
static double in_ioctl;
static unsigned ioctls;

__attribute__((visibility("default"))) int ioctl(int fd, unsigned long request, ...)
{
    static int (*next)(int, unsigned long, ...);
    va_list ap;
    va_start(ap, request);
    void *arg = va_arg(ap, void *);
    va_end(ap);
    if (!next)
        next = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    double start = now();
    int ret = next(fd, request, arg);
    in_ioctl += now() - start;
    ioctls++;
    return ret;
}

struct bench {
    struct vkc_device d;
    struct vkc_pipeline p[2];
    VkDescriptorPool pool;
    VkDescriptorSet sets[2];
    PFN_vkCmdDispatch dispatch;
    PFN_vkCmdBindPipeline bind;
    PFN_vkCmdPushConstants push;
    PFN_vkCmdBindDescriptorSets bind_sets;
    PFN_vkCmdPipelineBarrier barrier;
};

static void dispatch_only(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    b->dispatch(cmd, 1, 1, 1);
}

static void push_dispatch(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    uint32_t data[4] = {i, i, i, i};
    b->push(cmd, b->p[0].layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 16, data);
    b->dispatch(cmd, 1, 1, 1);
}

static void bind_push_dispatch(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    uint32_t data[4] = {i, i, i, i};
    b->bind(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b->p[i & 1].pipeline);
    b->push(cmd, b->p[0].layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 16, data);
    b->dispatch(cmd, 1, 1, 1);
}

static void sets_dispatch(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    b->bind_sets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b->p[0].layout, 0, 1, &b->sets[i & 1], 0, NULL);
    b->dispatch(cmd, 1, 1, 1);
}

static void barrier_dispatch(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    VkMemoryBarrier m = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                         .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                         .dstAccessMask = VK_ACCESS_SHADER_READ_BIT};
    b->barrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &m, 0,
               NULL, 0, NULL);
    b->dispatch(cmd, 1, 1, 1);
}

static void set_push_dispatch(struct bench *b, VkCommandBuffer cmd, uint32_t i)
{
    uint32_t data[4] = {i, i, i, i};
    b->bind_sets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b->p[0].layout, 0, 1, &b->sets[i & 1], 0, NULL);
    b->push(cmd, b->p[0].layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 16, data);
    b->dispatch(cmd, 1, 1, 1);
}

static double measure(struct bench *b, void (*record)(struct bench *, VkCommandBuffer, uint32_t))
{
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = b->d.pool,
                                        .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer cmd;
    double best = 1e30;
    if (vkAllocateCommandBuffers(b->d.device, &info, &cmd) < 0)
        return 0;
    for (unsigned r = 0; r < ROUNDS; r++) {
        vkBeginCommandBuffer(cmd, &begin);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b->p[0].pipeline);
        vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b->p[0].layout, 0, 1, &b->sets[0], 0,
                                NULL);
        double t = now();
        for (uint32_t i = 0; i < N; i++)
            record(b, cmd, i);
        t = (now() - t) / N;
        if (t < best)
            best = t;
        vkEndCommandBuffer(cmd);
    }
    vkFreeCommandBuffers(b->d.device, b->d.pool, 1, &cmd);
    return best;
}

// Reset, begin, bind, one dispatch, end.
static double __attribute__((noinline)) measure_short(struct bench *b)
{
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = b->d.pool,
                                        .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkCommandBuffer cmd;
    double best = 1e30;
    if (vkAllocateCommandBuffers(b->d.device, &info, &cmd) < 0)
        return 0;
    for (unsigned r = 0; r < ROUNDS; r++) {
        double t = now();
        for (uint32_t i = 0; i < 256; i++) {
            vkResetCommandBuffer(cmd, 0);
            vkBeginCommandBuffer(cmd, &begin);
            b->bind(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b->p[0].pipeline);
            b->bind_sets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, b->p[0].layout, 0, 1, &b->sets[0], 0, NULL);
            b->dispatch(cmd, 1, 1, 1);
            vkEndCommandBuffer(cmd);
        }
        t = (now() - t) / 256;
        best = t < best ? t : best;
    }
    vkFreeCommandBuffers(b->d.device, b->d.pool, 1, &cmd);
    return best;
}

static double __attribute__((noinline)) measure_update(struct bench *b, const struct vkc_buffer *buffer)
{
    PFN_vkUpdateDescriptorSets update =
        (PFN_vkUpdateDescriptorSets)vkGetDeviceProcAddr(b->d.device, "vkUpdateDescriptorSets");
    double best = 1e30;
    for (unsigned r = 0; r < ROUNDS; r++) {
        double t = now();
        for (uint32_t i = 0; i < N; i++) {
            VkDescriptorBufferInfo info = {buffer->buffer, i % 4 * 256, 4096};
            VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = b->sets[i & 1],
                                      .descriptorCount = 1,
                                      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      .pBufferInfo = &info};
            update(b->d.device, 1, &w, 0, NULL);
        }
        t = (now() - t) / N;
        best = t < best ? t : best;
    }
    return best;
}

static double resident_mib(void)
{
    unsigned long total, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%lu %lu", &total, &resident) != 2)
        resident = 0;
    if (f)
        fclose(f);
    return (double)resident * 4096 / 1048576;
}

static void __attribute__((noinline)) submit_and_wait(struct bench *b, const VkSubmitInfo *submit,
                                                      VkFence fence)
{
    vkQueueSubmit(b->d.queue, 1, submit, fence);
    vkWaitForFences(b->d.device, 1, &fence, VK_TRUE, UINT64_MAX);
    vkResetFences(b->d.device, 1, &fence);
}

struct submit_cost {
    double all, outside, ioctls; // ns; ns without those in ioctl; of one submission with its wait
};

static void measure_submit(struct bench *b, struct submit_cost *out)
{
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = b->d.pool,
                                        .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkCommandBuffer cmd;
    VkFence fence;
    *out = (struct submit_cost){1e30, 1e30, 0};
    if (vkAllocateCommandBuffers(b->d.device, &info, &cmd) < 0 ||
        vkCreateFence(b->d.device, &fence_info, NULL, &fence) < 0)
        return;
    vkBeginCommandBuffer(cmd, &begin);
    vkEndCommandBuffer(cmd);
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    enum { SUBMITS = 250 };
    for (unsigned r = 0; r < ROUNDS; r++) {
        in_ioctl = 0;
        ioctls = 0;
        double t = now();
        for (unsigned i = 0; i < SUBMITS; i++)
            submit_and_wait(b, &submit, fence);
        t = now() - t;
        if (t / SUBMITS < out->all)
            out->all = t / SUBMITS;
        if ((t - in_ioctl) / SUBMITS < out->outside)
            out->outside = (t - in_ioctl) / SUBMITS;
        out->ioctls = (double)ioctls / SUBMITS;
    }
    vkDestroyFence(b->d.device, fence, NULL);
    vkFreeCommandBuffers(b->d.device, b->d.pool, 1, &cmd);
}

static VkResult make_sets(struct bench *b, const struct vkc_buffer *buffer)
{
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 6};
    VkDescriptorPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = 2,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    VkResult r = vkCreateDescriptorPool(b->d.device, &pool, NULL, &b->pool);
    if (r)
        return r;
    VkDescriptorSetLayout layouts[2] = {b->p[0].set_layout, b->p[0].set_layout};
    VkDescriptorSetAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = b->pool,
                                         .descriptorSetCount = 2,
                                         .pSetLayouts = layouts};
    r = vkAllocateDescriptorSets(b->d.device, &alloc, b->sets);
    VkDescriptorBufferInfo infos[3] = {
        {buffer->buffer, 0, 4096}, {buffer->buffer, 4096, 4096}, {buffer->buffer, 8192, 4096}};
    for (unsigned i = 0; i < 2 && !r; i++) {
        VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                  .dstSet = b->sets[i],
                                  .descriptorCount = 3,
                                  .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                  .pBufferInfo = infos};
        vkUpdateDescriptorSets(b->d.device, 1, &w, 0, NULL);
    }
    return r;
}

int main(int argc, char **argv)
{
    static struct bench b;
    VkInstance instance;
    size_t bytes;
    uint32_t *code = vkc_read_file(argc > 1 ? argv[1] : "saxpy.comp.spv", &bytes);
    const VkDescriptorType types[3] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkc_buffer buffer;
    double start = now();
    if (!code || vkc_instance_create(&instance) || vkc_device_create(instance, NULL, &b.d)) {
        fprintf(stderr, "%s\n", vkc_what());
        return 1;
    }
    double created = (now() - start) / 1e6, resident = resident_mib();
    if (vkc_buffer_create(&b.d, 16384, &buffer) ||
        vkc_pipeline_create(&b.d, code, bytes, NULL, types, NULL, 3, 16, &b.p[0]) ||
        vkc_pipeline_create(&b.d, code, bytes, NULL, types, NULL, 3, 16, &b.p[1]) || make_sets(&b, &buffer)) {
        fprintf(stderr, "%s\n", vkc_what());
        return 1;
    }
#define PROC(field, name) b.field = (PFN_##name)vkGetDeviceProcAddr(b.d.device, #name)
    PROC(dispatch, vkCmdDispatch);
    PROC(bind, vkCmdBindPipeline);
    PROC(push, vkCmdPushConstants);
    PROC(bind_sets, vkCmdBindDescriptorSets);
    PROC(barrier, vkCmdPipelineBarrier);
    printf("%-40s %8.1f ns\n", "dispatch", measure(&b, dispatch_only));
    printf("%-40s %8.1f ns\n", "bind set + push + dispatch", measure(&b, set_push_dispatch));
    printf("%-40s %8.1f ns\n", "push + dispatch", measure(&b, push_dispatch));
    printf("%-40s %8.1f ns\n", "bind another pipeline + push + dispatch", measure(&b, bind_push_dispatch));
    printf("%-40s %8.1f ns\n", "bind another set + dispatch", measure(&b, sets_dispatch));
    printf("%-40s %8.1f ns\n", "barrier + dispatch", measure(&b, barrier_dispatch));
    printf("%-40s %8.1f ns\n", "reset + begin + dispatch + end", measure_short(&b));
    struct submit_cost submit;
    measure_submit(&b, &submit);
    printf("%-40s %8.1f ns\n", "submit + fence wait, with the kernel", submit.all);
    if (submit.ioctls > 0) { // not of a kernel within the driver's library
        printf("%-40s %8.1f ns\n", "submit + fence wait, outside ioctl", submit.outside);
        printf("%-40s %8.1f calls\n", "ioctls of submit + fence wait + reset", submit.ioctls);
    }
    printf("%-40s %8.1f ns\n", "update a buffer descriptor", measure_update(&b, &buffer));
    printf("%-40s %8.2f ms\n", "instance and device creation", created);
    printf("%-40s %8.2f MiB\n", "resident after device creation", resident);
    vkDestroyDescriptorPool(b.d.device, b.pool, NULL);
    for (unsigned i = 0; i < 2; i++)
        vkc_pipeline_destroy(&b.d, &b.p[i]);
    vkc_buffer_destroy(&b.d, &buffer);
    vkc_device_destroy(&b.d);
    vkDestroyInstance(instance, NULL);
    free(code);
    return 0;
}
