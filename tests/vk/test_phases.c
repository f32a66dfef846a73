// Several phases in one command buffer: something reads memory, something else writes it, and the first reads
// it again, with a barrier that names just these two. Between submissions the kernel flushes all caches, so
// that only here the driver's own flushes, invalidations and stalls count (on the strict machine:
// KILN_SIM_STRICT).
#include "vk/vkt.h"
#include "vkt_phase.h"
#include "vkt_phase_texels.h"

enum { N = 16, OLD = 3, NEW = 7 };

enum writer { BY_SHADER, BY_FILL, BY_UPDATE, BY_COPY, WRITERS };
enum reader { AS_STORAGE, AS_UNIFORM, AS_SOURCE, AS_COUNTS, AS_TEXELS };

static const char *const writer_name[] = {"shader", "fill", "update", "copy"};
static const char *const reader_name[] = {"storage buffer", "uniform buffer", "copy", "group counts",
                                          "texel buffer"};

static const struct {
    VkPipelineStageFlags stage;
    VkAccessFlags access;
} writes[] = {{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT},
              {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT},
              {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT},
              {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT}},
  reads[] = {{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT},
             {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT},
             {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT},
             {VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT},
             {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT}};

struct rig {
    struct vkt v;
    struct vkt_buffer x, from, out; // x: what is read and written; out: what two readers found
    struct vkt_pipeline read, write;
    VkBufferView view; // of x, for texels
};

static void barrier(const struct rig *r, VkCommandBuffer cmd, bool second, VkPipelineStageFlags from_stage,
                    VkAccessFlags from, VkPipelineStageFlags to_stage, VkAccessFlags to)
{
    if (second) {
        const VkMemoryBarrier2 b = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                                    .srcStageMask = from_stage,
                                    .srcAccessMask = from,
                                    .dstStageMask = to_stage,
                                    .dstAccessMask = to};
        vkt_proc(&r->v, vkCmdPipelineBarrier2KHR)( // (core from Vulkan 1.3)
            cmd, &(VkDependencyInfo){.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO,
                                     .memoryBarrierCount = 1,
                                     .pMemoryBarriers = &b});
    } else {
        const VkMemoryBarrier b = {
            .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = from, .dstAccessMask = to};
        vkCmdPipelineBarrier(cmd, from_stage, to_stage, 0, 1, &b, 0, NULL, 0, NULL);
    }
}

// Group i of `groups` (or of as many as x says) puts what it sees into out[at + i].
static void dispatch(struct rig *r, VkCommandBuffer cmd, bool uniforms, uint32_t add, uint32_t at,
                     bool indirect)
{
    const uint32_t push[3] = {uniforms, add, at};
    vkt_bind(cmd, &r->read);
    vkCmdPushConstants(cmd, r->read.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), push);
    if (indirect)
        vkCmdDispatchIndirect(cmd, r->x.buffer, 0);
    else
        vkCmdDispatch(cmd, N, 1, 1);
}

static void emit_read(struct rig *r, VkCommandBuffer cmd, enum reader reader, uint32_t at)
{
    const VkBufferCopy all = {0, at * 4, N * 4};
    switch (reader) {
    case AS_SOURCE:
        vkCmdCopyBuffer(cmd, r->x.buffer, r->out.buffer, 1, &all);
        break;
    case AS_COUNTS: // the values do not matter: how many there are does
        dispatch(r, cmd, false, 100, at, true);
        break;
    default:
        dispatch(r, cmd, reader == AS_UNIFORM, 0, at, false);
    }
}

static void emit_write(struct rig *r, VkCommandBuffer cmd, enum writer writer, bool counts)
{
    // As counts: NEW groups, by 1, by 1.
    uint32_t values[N];
    const VkBufferCopy all = {0, 0, N * 4};
    for (unsigned i = 0; i < N; i++)
        values[i] = counts && i ? 1 : NEW;
    switch (writer) {
    case BY_SHADER: { // from[] + NEW
        const uint32_t push[3] = {0, 0, 0};
        vkt_bind(cmd, &r->write);
        vkCmdPushConstants(cmd, r->write.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), push);
        vkCmdDispatch(cmd, N, 1, 1);
        break;
    }
    case BY_FILL:
        vkCmdFillBuffer(cmd, r->x.buffer, 0, counts ? 4 : N * 4, NEW);
        break;
    case BY_UPDATE:
        vkCmdUpdateBuffer(cmd, r->x.buffer, 0, sizeof(values), values);
        break;
    default:
        vkCmdCopyBuffer(cmd, r->from.buffer, r->x.buffer, 1, &all);
    }
}

// x as texels: `read` is another shader then.
static bool read_texels(struct rig *r)
{
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
                                      VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    const struct vkt_shader shader = {vkt_phase_texels, sizeof(vkt_phase_texels)};
    VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                   .buffer = r->x.buffer,
                                   .format = VK_FORMAT_R32_UINT,
                                   .range = VK_WHOLE_SIZE};
    vkt_ok(vkCreateBufferView(r->v.device, &info, NULL, &r->view));
    if (!vkt_pipeline(&r->v, shader, 2, types, 12, NULL, &r->read))
        return false;
    VkWriteDescriptorSet w = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                              .dstSet = r->read.set,
                              .descriptorCount = 1,
                              .descriptorType = types[0],
                              .pTexelBufferView = &r->view};
    vkUpdateDescriptorSets(r->v.device, 1, &w, 0, NULL);
    vkt_bind_buffer(&r->v, &r->read, 1, types[1], &r->out, 0, VK_WHOLE_SIZE);
    return true;
}

static bool rig_open(struct rig *r, enum reader reader)
{
    bool counts = reader == AS_COUNTS;
    if (!vkt_init(&r->v, NULL))
        return false;
    r->x = vkt_buffer(&r->v, N * 4);
    r->from = vkt_buffer(&r->v, N * 4);
    r->out = vkt_buffer(&r->v, 4 * N * 4);
    for (unsigned i = 0; i < N; i++) {
        ((uint32_t *)r->x.map)[i] = counts && i ? 1 : OLD;
        ((uint32_t *)r->from.map)[i] = counts && i ? 1 : NEW;
    }
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                      VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER};
    const struct vkt_shader shader = {vkt_phase, sizeof(vkt_phase)};
    if (!vkt_pipeline(&r->v, shader, 3, types, 12, NULL, &r->write))
        return false;
    vkt_bind_buffer(&r->v, &r->write, 0, types[0], &r->from, 0, VK_WHOLE_SIZE);
    vkt_bind_buffer(&r->v, &r->write, 1, types[1], &r->x, 0, VK_WHOLE_SIZE);
    vkt_bind_buffer(&r->v, &r->write, 2, types[2], &r->from, 0, VK_WHOLE_SIZE);
    if (reader == AS_TEXELS)
        return read_texels(r);
    if (!vkt_pipeline(&r->v, shader, 3, types, 12, NULL, &r->read))
        return false;
    // `read`: x to out, through one binding only; where x has the counts, what the groups read does not
    // matter. `write`: from[] to x.
    const struct vkt_buffer *stored = reader == AS_STORAGE ? &r->x : &r->from;
    const struct vkt_buffer *uniform = reader == AS_UNIFORM ? &r->x : &r->from;
    vkt_bind_buffer(&r->v, &r->read, 0, types[0], stored, 0, VK_WHOLE_SIZE);
    vkt_bind_buffer(&r->v, &r->read, 1, types[1], &r->out, 0, VK_WHOLE_SIZE);
    vkt_bind_buffer(&r->v, &r->read, 2, types[2], uniform, 0, VK_WHOLE_SIZE);
    return true;
}

static void rig_close(struct rig *r)
{
    vkDestroyBufferView(r->v.device, r->view, NULL);
    vkt_pipeline_free(&r->v, &r->write);
    vkt_pipeline_free(&r->v, &r->read);
    vkt_buffer_free(&r->v, &r->out);
    vkt_buffer_free(&r->v, &r->from);
    vkt_buffer_free(&r->v, &r->x);
    vkt_finish(&r->v);
}

static void check(const struct rig *r, enum writer w, enum reader reader, bool second)
{
    const uint32_t *out = r->out.map;
    for (unsigned phase = 0; phase < 2; phase++) {
        uint32_t want = phase ? NEW : OLD, got = out[phase * 2 * N];
        if (reader == AS_COUNTS)
            for (got = 0; got < 2 * N && out[phase * 2 * N + got];)
                got++;
        kt_ok(got == want, "%s, then %s, barrier %d: %s has %u, not %u", writer_name[w], reader_name[reader],
              second + 1, phase ? "after" : "before", got, want);
    }
}

static void phases(enum writer w, enum reader reader, bool second)
{
    struct rig r = {0};
    if (!rig_open(&r, reader))
        return;
    VkCommandBuffer cmd = vkt_begin(&r.v);
    emit_read(&r, cmd, reader, 0);
    barrier(&r, cmd, second, reads[reader].stage, 0, writes[w].stage, writes[w].access);
    emit_write(&r, cmd, w, reader == AS_COUNTS);
    barrier(&r, cmd, second, writes[w].stage, writes[w].access, reads[reader].stage, reads[reader].access);
    emit_read(&r, cmd, reader, 2 * N);
    vkt_run(&r.v, cmd);
    check(&r, w, reader, second);
    rig_close(&r);
}

#define PHASES(name, reader)                                                                                 \
    KT_TEST(name)                                                                                            \
    {                                                                                                        \
        for (unsigned w = 0; w < WRITERS; w++)                                                               \
            for (unsigned second = 0; second < 2; second++)                                                  \
                phases(w, reader, second);                                                                   \
    }
PHASES(read_as_storage, AS_STORAGE)
PHASES(read_as_uniform, AS_UNIFORM)
PHASES(read_as_source, AS_SOURCE)
PHASES(read_as_counts, AS_COUNTS)
PHASES(read_as_texels, AS_TEXELS)

KT_MAIN()
