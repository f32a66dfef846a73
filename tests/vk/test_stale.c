// KILN_SIM_CHECK=stale: what a shader reads through the sampler's cache after a write that no barrier made
// visible there is reported, and only that.
#include <stdlib.h>
#include <unistd.h>

#include "vk/vkt.h"
#include "vkt_phase.h"
#include "vkt_phase_texels.h"

enum { N = 16 };

static char path[] = "/tmp/kiln-stale-XXXXXX";

static long reports(const char *what)
{
    static char text[1 << 16];
    long n = 0;
    FILE *f = fopen(path, "r");
    size_t size = f ? fread(text, 1, sizeof(text) - 1, f) : 0;
    text[size] = 0;
    for (const char *p = text; (p = strstr(p, what)); p++)
        n++;
    if (f)
        fclose(f);
    return n;
}

// x is read as texels, written by a shader, and read again behind a barrier for this access.
static uint32_t run(VkAccessFlags access)
{
    struct vkt v;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER},
                           texels[] = {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
                                       VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt_pipeline read, write;
    VkBufferView view;
    if (!vkt_init(&v, &(struct vkt_options){.no_validation = true}))
        return 0;
    struct vkt_buffer x = vkt_buffer(&v, 64), from = vkt_buffer(&v, 64), out = vkt_buffer(&v, 256);
    for (unsigned i = 0; i < N; i++)
        ((uint32_t *)from.map)[i] = 5;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_phase_texels, sizeof(vkt_phase_texels)}, 2, texels, 12,
                      NULL, &read) ||
        !vkt_pipeline(&v, (struct vkt_shader){vkt_phase, sizeof(vkt_phase)}, 3, types, 12, NULL, &write))
        return 0;
    VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                   .buffer = x.buffer,
                                   .format = VK_FORMAT_R32_UINT,
                                   .range = VK_WHOLE_SIZE};
    vkt_ok(vkCreateBufferView(v.device, &info, NULL, &view));
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = read.set,
                              .descriptorCount = 1,
                              .descriptorType = texels[0],
                              .pTexelBufferView = &view};
    vkUpdateDescriptorSets(v.device, 1, &w, 0, NULL);
    vkt_bind_buffer(&v, &read, 1, texels[1], &out, 0, VK_WHOLE_SIZE);
    for (unsigned i = 0; i < 3; i++)
        vkt_bind_buffer(&v, &write, i, types[i], i == 1 ? &x : &from, 0, VK_WHOLE_SIZE);
    VkMemoryBarrier b = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                         .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                         .dstAccessMask = access};
    VkCommandBuffer cmd = vkt_begin(&v);
    for (unsigned phase = 0; phase < 3; phase++) {
        const struct vkt_pipeline *p = phase == 1 ? &write : &read;
        const uint32_t push[3] = {0, 0, phase == 2 ? N : 0};
        vkt_bind(cmd, p);
        vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 12, push);
        vkCmdDispatch(cmd, N, 1, 1);
        vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                             1, &b, 0, NULL, 0, NULL);
    }
    vkt_run(&v, cmd);
    uint32_t got = ((uint32_t *)out.map)[N];
    vkDestroyBufferView(v.device, view, NULL);
    vkt_pipeline_free(&v, &read);
    vkt_pipeline_free(&v, &write);
    vkt_buffer_free(&v, &x);
    vkt_buffer_free(&v, &from);
    vkt_buffer_free(&v, &out);
    vkt_finish(&v);
    return got;
}

KT_TEST(stale_reads)
{
    int fd = mkstemp(path);
    if (!kt_ok(fd >= 0, "no temporary file"))
        return;
    close(fd);
    setenv("KILN_SIM_CHECK", "stale", 1);
    setenv("KILN_SIM_CHECK_FILE", path, 1);
    kt_eq(run(VK_ACCESS_SHADER_READ_BIT), 5);
    kt_eq(reports("kiln-check: stale: "), 0);
    kt_eq(run(VK_ACCESS_INDIRECT_COMMAND_READ_BIT), 0); // what was there before
    kt_eq(reports("kiln-check: stale: "), 1);
    unlink(path);
}

KT_MAIN()
