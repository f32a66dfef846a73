// Robust buffer access where some of the neighbours that one message could take are outside: a message's
// address does not wrap around (the conformance tests' robustness2...unroll...storage_buffer found it).
#include "vk/vkt.h"
#include "vkt_bounds.h"

static struct vkt v;

enum { WORDS = 5 };

KT_TEST(neighbours_of_what_is_outside)
{
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer in = vkt_buffer(&v, 256), out = vkt_buffer(&v, 256), written = vkt_buffer(&v, 256);
    struct vkt_pipeline p;
    if (!vkt_pipeline(&v, (struct vkt_shader){vkt_bounds, sizeof(vkt_bounds)}, 3, NULL, 8, NULL, &p))
        return;
    for (uint32_t i = 0; i < 64; i++)
        ((uint32_t *)in.map)[i] = i + 7;
    vkt_bind_buffer(&v, &p, 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &in, 0, WORDS * 4);
    vkt_bind_buffer(&v, &p, 1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &out, 0, VK_WHOLE_SIZE);
    vkt_bind_buffer(&v, &p, 2, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &written, 0, WORDS * 4);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 8, (int32_t[]){0, WORDS});
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_run(&v, cmd);
    static const uint32_t want[20] = {0, 0, 7, 8, 9, 10, 11, 0, 0, 7, 8, 9, 0, 7, 8, 9, 10, 11, 0, 0};
    static const uint32_t kept[8] = {101, 102, 199, 200, 104};
    for (uint32_t i = 0; i < 20; i++)
        kt_ok(((const uint32_t *)out.map)[i] == want[i], "read %u: %u, not %u", i,
              ((const uint32_t *)out.map)[i], want[i]);
    for (uint32_t i = 0; i < 8; i++)
        kt_ok(((const uint32_t *)written.map)[i] == kept[i], "word %u: %u, not %u", i,
              ((const uint32_t *)written.map)[i], kept[i]);
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &in);
    vkt_buffer_free(&v, &out);
    vkt_buffer_free(&v, &written);
    vkt_finish(&v);
}

KT_MAIN()
