// Programs that bind one buffer twice, to read and to write it, without saying that the two are one (the
// compiler's src/compiler/spirv/*/alias.c says what it assumes of such): the results are those of two
// buffers.
#include "vk/vkt.h"
#include "vkt_in_place.h"

enum { ITEMS = 256, ROW = 200, FLOATS = ITEMS * 16 };

static void run(struct vkt *v, struct vkt_pipeline *p, uint32_t kind, const struct vkt_buffer *from,
                const struct vkt_buffer *to)
{
    const VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    vkt_bind_buffer(v, p, 0, type, from, 0, VK_WHOLE_SIZE);
    vkt_bind_buffer(v, p, 1, type, to, 0, VK_WHOLE_SIZE);
    VkCommandBuffer cmd = vkt_begin(v);
    vkt_bind(cmd, p);
    vkCmdPushConstants(cmd, p->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (uint32_t[]){kind, ROW});
    vkCmdDispatch(cmd, ITEMS / 64, 1, 1);
    vkt_run(v, cmd);
}

static void fill(const struct vkt_buffer *b)
{
    for (uint32_t i = 0; i < FLOATS; i++)
        ((float *)b->map)[i] = (float)((i * 2654435761u) >> 20);
}

KT_TEST(one_buffer_is_as_two)
{
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkt v;
    struct vkt_pipeline p;
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer from = vkt_buffer(&v, 4 * FLOATS), to = vkt_buffer(&v, 4 * FLOATS),
                      both = vkt_buffer(&v, 4 * FLOATS);
    if (vkt_pipeline(&v, (struct vkt_shader){vkt_in_place, sizeof(vkt_in_place)}, 2, types, 8, NULL, &p)) {
        for (uint32_t kind = 0; kind < 4; kind++) {
            fill(&from);
            fill(&to);
            fill(&both);
            run(&v, &p, kind, &from, &to);
            run(&v, &p, kind, &both, &both);
            kt_ok(!memcmp(to.map, both.map, 4 * FLOATS), "kind %u", kind);
            kt_ok(memcmp(to.map, from.map, 4 * FLOATS), "kind %u does something", kind);
        }
        vkt_pipeline_free(&v, &p);
    }
    vkt_buffer_free(&v, &both);
    vkt_buffer_free(&v, &to);
    vkt_buffer_free(&v, &from);
    vkt_finish(&v);
}

KT_MAIN()
