// Fences in a shader: data that one invocation hands to another of its group, by atomics that release and
// acquire and over a barrier. On the strict machine a thread's writes are late until it sends a fence.
#include "vk/vkt.h"
#include "vkt_fences.h"

// The writer is of the group's first thread, or of its last.
static void hand_over(struct vkt *v, struct vkt_pipeline *p, uint32_t kind, uint32_t writer)
{
    static const char *const names[] = {"atomicAdd, atomicOr", "atomicStore, atomicLoad", "atomicCompSwap",
                                        "controlBarrier"};
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    struct vkt_buffer data = vkt_buffer(v, 16), out = vkt_buffer(v, 32);
    vkt_bind_buffer(v, p, 0, type, &data, 0, VK_WHOLE_SIZE);
    vkt_bind_buffer(v, p, 1, type, &out, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(v);
    vkt_bind(cmd, p);
    vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (uint32_t[]){kind, writer});
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_run(v, cmd);
    const uint32_t *o = out.map;
    kt_ok(o[1] == 7 && (o[0] == 0 || o[0] == 7), "%s by %u: %u before, %u after", names[kind], writer, o[0],
          o[1]);
    vkt_buffer_free(v, &out);
    vkt_buffer_free(v, &data);
}

KT_TEST(data_is_handed_over)
{
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt v;
    struct vkt_pipeline p;
    if (!vkt_init(&v, NULL))
        return;
    if (vkt_pipeline(&v, (struct vkt_shader){vkt_fences, sizeof(vkt_fences)}, 2, types, 8, NULL, &p)) {
        for (uint32_t kind = 0; kind < 4; kind++)
            for (uint32_t writer = 0; writer < 64; writer += 63)
                hand_over(&v, &p, kind, writer);
        vkt_pipeline_free(&v, &p);
    }
    vkt_finish(&v);
}

KT_MAIN()
