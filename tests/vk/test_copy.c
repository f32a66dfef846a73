// Copies, fills and updates of every size and alignment, against a byte-wise model.
#include "vk/vkt.h"

static struct vkt v;
enum { SIZE = 64 * 1024 };

static uint32_t state = 12345;
static uint32_t rnd(uint32_t n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

static bool same(const struct vkt_buffer *b, const uint8_t *want, const char *what)
{
    const uint8_t *have = b->map;
    for (unsigned i = 0; i < SIZE; i++)
        if (have[i] != want[i])
            return kt_ok(false, "%s: byte %u is %02x, not %02x", what, i, have[i], want[i]);
    return true;
}

static void randomize(struct vkt_buffer *b, uint8_t *model)
{
    for (unsigned i = 0; i < SIZE; i++)
        model[i] = (uint8_t)rnd(256);
    memcpy(b->map, model, SIZE);
}

KT_TEST(copies)
{
    if (!vkt_init(&v, NULL))
        return;
    static uint8_t src_model[SIZE], dst_model[SIZE];
    struct vkt_buffer src = vkt_buffer(&v, SIZE), dst = vkt_buffer(&v, SIZE);
    const VkBufferCopy fixed[] = {
        {0, 0, SIZE},     {0, 0, 4},        {0, 0, 1},        {1, 2, 3},        {3, 0, 65},
        {0, 3, 66},       {16, 32, 64},     {16, 32, 68},     {4, 8, 16388},    {4, 8, 16400},
        {5, 9, 16387},    {7, 6, 1000},     {SIZE - 1, 0, 1}, {0, SIZE - 1, 1}, {SIZE - 7, SIZE - 5, 5},
        {2, 2, SIZE - 2}, {1, 0, SIZE - 1},
    };
    for (unsigned i = 0; i < 17 + 12; i++) {
        VkBufferCopy c;
        if (i < 17) {
            c = fixed[i];
        } else {
            uint32_t size = 1 + rnd(i & 1 ? 300 : 20000);
            c = (VkBufferCopy){rnd(SIZE - size), rnd(SIZE - size), size};
        }
        randomize(&src, src_model);
        randomize(&dst, dst_model);
        memcpy(dst_model + c.dstOffset, src_model + c.srcOffset, c.size);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdCopyBuffer(cmd, src.buffer, dst.buffer, 1, &c);
        vkt_run(&v, cmd);
        char what[64];
        snprintf(what, sizeof(what), "copy %u -> %u, %u bytes", (unsigned)c.srcOffset, (unsigned)c.dstOffset,
                 (unsigned)c.size);
        if (!same(&dst, dst_model, what) || !same(&src, src_model, "source"))
            break;
    }
    vkt_buffer_free(&v, &src);
    vkt_buffer_free(&v, &dst);
    vkt_finish(&v);
}

KT_TEST(fills_and_updates)
{
    if (!vkt_init(&v, NULL))
        return;
    static uint8_t model[SIZE], data[SIZE];
    struct vkt_buffer b = vkt_buffer(&v, SIZE);
    const struct {
        uint32_t offset, size;
    } rows[] = {{0, SIZE},   {0, 4},      {4, 64},       {4, 68},          {8, 80},
                {12, 16388}, {16, 49152}, {SIZE - 4, 4}, {SIZE - 100, 100}};
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint32_t offset = rows[i].offset, size = rows[i].size, value = rnd(1 << 24) * 201;
        randomize(&b, model);
        for (uint32_t j = 0; j < size; j += 4)
            memcpy(model + offset + j, &value, 4);
        VkCommandBuffer cmd = vkt_begin(&v);
        vkCmdFillBuffer(cmd, b.buffer, offset, size, value);
        vkt_run(&v, cmd);
        char what[64];
        snprintf(what, sizeof(what), "fill %u + %u", offset, size);
        same(&b, model, what);

        for (uint32_t j = 0; j < size; j++)
            data[j] = (uint8_t)rnd(256);
        memcpy(model + offset, data, size);
        cmd = vkt_begin(&v);
        vkCmdUpdateBuffer(cmd, b.buffer, offset, size, data);
        vkt_run(&v, cmd);
        snprintf(what, sizeof(what), "update %u + %u", offset, size);
        same(&b, model, what);
    }
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_TEST(many_regions_and_chains)
{
    if (!vkt_init(&v, NULL))
        return;
    static uint8_t model[SIZE];
    struct vkt_buffer a = vkt_buffer(&v, SIZE), b = vkt_buffer(&v, SIZE);
    randomize(&a, model);
    VkBufferCopy regions[64];
    for (uint32_t i = 0; i < 64; i++)
        regions[i] = (VkBufferCopy){i * 1024, (63 - i) * 1024, 1024};
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdCopyBuffer(cmd, a.buffer, b.buffer, 64, regions);
    vkt_barrier(cmd);
    vkCmdCopyBuffer(cmd, b.buffer, a.buffer, 1, &(VkBufferCopy){0, 0, SIZE});
    vkt_barrier(cmd);
    vkCmdCopyBuffer(cmd, a.buffer, b.buffer, 64, regions); // back again
    vkt_run(&v, cmd);
    same(&b, model, "there and back");
    vkt_buffer_free(&v, &a);
    vkt_buffer_free(&v, &b);
    vkt_finish(&v);
}

KT_MAIN()
