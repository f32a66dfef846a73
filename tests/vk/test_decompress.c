// VK_EXT_memory_decompression and VK_NV_memory_decompression: what the encoder of gdeflate/ made,
// decompressed and compared with what it was made of; and data that is broken. The layer is off: it does not
// know the former.
#include "newer.h"

#include <stdlib.h>
#include <string.h>

#include "vk/gdeflate/data.h"
#include "vk/gdeflate/gdeflate.h"
#include "vk/vkt.h"
#include "vkt_count.h"

static struct vkt v;

static bool start(void)
{
    return vkt_init(&v, &(struct vkt_options){.newer = true});
}

// So many on Skylake and with KILN_TEST_ALL, else a fifth: other chips have the same driver and other code.
static uint32_t some(uint32_t all)
{
    const char *device = getenv("KILN_DEVICE");
    return !device || !strcmp(device, "sim:skl") || getenv("KILN_TEST_ALL") ? all : all / 5;
}

// ---- regions

struct place {
    struct vkt_buffer b;
    VkDeviceAddress address;
};

static struct place make_place(VkDeviceSize size)
{
    struct place p = {.b.size = size};
    VkBufferUsageFlags2CreateInfoKHR usage = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_USAGE_FLAGS_2_CREATE_INFO_KHR,
        .usage = VK_BUFFER_USAGE_2_MEMORY_DECOMPRESSION_BIT_EXT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                 VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT |
                 VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = &usage, .size = size};
    vkt_ok(vkCreateBuffer(v.device, &info, NULL, &p.b.buffer));
    p.address = vkt_back_addressed(&v, &p.b, UINT32_MAX);
    return p;
}

enum { GUARD = 0xa5, MOST = 2048 };

// Regions, where their streams and their bytes lie, and what is to be there afterwards.
struct batch {
    struct place from, to, commands;
    VkDecompressMemoryRegionEXT regions[MOST];
    uint32_t count;
    uint64_t from_used, to_used;
    uint8_t *want;
};

static struct batch *make_batch(uint64_t from, uint64_t to)
{
    struct batch *b = calloc(1, sizeof(*b));
    b->from = make_place(from);
    b->to = make_place(to);
    b->commands = make_place(MOST * 128 + 64);
    memset(b->to.b.map, GUARD, to);
    b->want = malloc(to);
    memset(b->want, GUARD, to);
    return b;
}

static void free_batch(struct batch *b)
{
    vkt_buffer_free(&v, &b->from.b);
    vkt_buffer_free(&v, &b->to.b);
    vkt_buffer_free(&v, &b->commands.b);
    free(b->want);
    free(b);
}

// Both addresses are multiples of 4 and of no more; bytes of nobody are between regions.
static uint8_t *add_region(struct batch *b, const uint8_t *stream, uint64_t size, uint32_t room)
{
    const uint64_t from = b->from_used, to = b->to_used;
    b->from_used += (size + 3) / 4 * 4 + 4 * (b->count % 3);
    b->to_used += (room + 3) / 4 * 4 + 4 + 4 * (b->count % 4);
    if (!kt_ok(b->count < MOST && b->from_used <= b->from.b.size && b->to_used <= b->to.b.size,
               "no room for region %u", b->count))
        exit(1);
    memcpy((uint8_t *)b->from.b.map + from, stream, size);
    b->regions[b->count++] = (VkDecompressMemoryRegionEXT){.srcAddress = b->from.address + from,
                                                           .dstAddress = b->to.address + to,
                                                           .compressedSize = size,
                                                           .decompressedSize = room};
    return b->want + to;
}

static void add_data(struct batch *b, const uint8_t *data, uint32_t n, const struct gdeflate_options *o)
{
    uint32_t size;
    uint8_t *stream = gdeflate_encode(data, n, o, &size), *plain = malloc(n + 1);
    kt_eq(gdeflate_decode(stream, size, plain, n), n);
    kt_true(!memcmp(plain, data, n));
    if (n)
        memcpy(add_region(b, stream, size, n), data, n);
    free(plain);
    free(stream);
}

enum way { DIRECT, INDIRECT, DIRECT_NV, INDIRECT_NV, WAYS };

static void told(VkCommandBuffer cmd, const VkDecompressMemoryRegionEXT *regions, uint32_t count)
{
    vkt_proc(&v, vkCmdDecompressMemoryEXT)(
        cmd, &(VkDecompressMemoryInfoEXT){.sType = VK_STRUCTURE_TYPE_DECOMPRESS_MEMORY_INFO_EXT,
                                          .decompressionMethod =
                                              VK_MEMORY_DECOMPRESSION_METHOD_GDEFLATE_1_0_BIT_EXT,
                                          .regionCount = count,
                                          .pRegions = regions});
}

static void told_nv(VkCommandBuffer cmd, const VkDecompressMemoryRegionEXT *regions, uint32_t count)
{
    VkDecompressMemoryRegionNV *nv = calloc(count + 1, sizeof(*nv));
    for (uint32_t k = 0; k < count; k++)
        nv[k] = (VkDecompressMemoryRegionNV){regions[k].srcAddress, regions[k].dstAddress,
                                             regions[k].compressedSize, regions[k].decompressedSize,
                                             VK_MEMORY_DECOMPRESSION_METHOD_GDEFLATE_1_0_BIT_NV};
    vkt_proc(&v, vkCmdDecompressMemoryNV)(cmd, count, nv);
    memset(nv, 0xee, count * sizeof(*nv)); // the command has read them
    free(nv);
}

// The regions in memory, so many bytes apart; their count, which may be more than `most`, behind them.
static void in_memory(VkCommandBuffer cmd, struct batch *b, uint32_t stride, uint32_t count, uint32_t most,
                      bool nv)
{
    uint8_t *to = (uint8_t *)b->commands.b.map + 4;
    const uint64_t at = b->commands.address + 4, count_at = b->commands.b.size - 4;
    const uint64_t method = VK_MEMORY_DECOMPRESSION_METHOD_GDEFLATE_1_0_BIT_NV;
    for (uint32_t k = 0; k < b->count; k++) {
        memcpy(to + (uint64_t)k * stride, &b->regions[k], sizeof(b->regions[k]));
        if (nv)
            memcpy(to + (uint64_t)k * stride + sizeof(b->regions[k]), &method, sizeof(method));
    }
    memcpy((uint8_t *)b->commands.b.map + count_at, &count, 4);
    if (nv)
        vkt_proc(&v, vkCmdDecompressMemoryIndirectCountNV)(cmd, at, b->commands.address + count_at, stride);
    else
        vkt_proc(&v, vkCmdDecompressMemoryIndirectCountEXT)(
            cmd, VK_MEMORY_DECOMPRESSION_METHOD_GDEFLATE_1_0_BIT_EXT, at, b->commands.address + count_at,
            most, stride);
}

static void decompress(VkCommandBuffer cmd, struct batch *b, enum way way)
{
    if (way == DIRECT)
        told(cmd, b->regions, b->count);
    else if (way == DIRECT_NV)
        told_nv(cmd, b->regions, b->count);
    else
        in_memory(cmd, b, way == INDIRECT ? 36 : 44, b->count, b->count + 5, way == INDIRECT_NV);
}

// True: the bytes are what they are to be, and nothing was written beside them.
static bool check(const struct batch *b)
{
    const uint8_t *got = b->to.b.map;
    for (uint64_t k = 0; k < b->to.b.size; k++)
        if (got[k] != b->want[k]) {
            uint32_t r = 0;
            while (r + 1 < b->count && b->regions[r + 1].dstAddress <= b->to.address + k)
                r++;
            return kt_ok(false, "byte %lu (%ld of %lu of region %u): %02x, not %02x", (unsigned long)k,
                         (long)(b->to.address + k - b->regions[r].dstAddress),
                         (unsigned long)b->regions[r].decompressedSize, r, got[k], b->want[k]);
        }
    return true;
}

static void run(struct batch *b, enum way way)
{
    VkCommandBuffer cmd = vkt_begin(&v);
    decompress(cmd, b, way);
    vkt_run(&v, cmd);
    check(b);
}

// ---- good data

KT_TEST(features_and_limits)
{
    if (!start())
        return;
    VkPhysicalDeviceMemoryDecompressionFeaturesEXT has = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_DECOMPRESSION_FEATURES_EXT};
    vkGetPhysicalDeviceFeatures2(
        v.physical,
        &(VkPhysicalDeviceFeatures2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &has});
    kt_true(has.memoryDecompression);
    VkPhysicalDeviceMemoryDecompressionPropertiesEXT p = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_DECOMPRESSION_PROPERTIES_EXT};
    vkGetPhysicalDeviceProperties2(
        v.physical,
        &(VkPhysicalDeviceProperties2){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &p});
    kt_eq(p.decompressionMethods, VK_MEMORY_DECOMPRESSION_METHOD_GDEFLATE_1_0_BIT_EXT);
    kt_true(p.maxDecompressionIndirectCount >= UINT16_MAX);
    vkt_finish(&v);
}

KT_TEST(all_kinds_of_data_and_blocks)
{
    static const struct gdeflate_options options[] = {
        {GDEFLATE_STORED, 0, 0, 0, 0},      {GDEFLATE_STORED, 777, 0, 0, 0},
        {GDEFLATE_STATIC, 0, 0, 0, 0},      {GDEFLATE_STATIC, 0, 258, 0, 0},
        {GDEFLATE_STATIC, 40, 258, 0, 1},   {GDEFLATE_DYNAMIC, 0, 0, 0, 0},
        {GDEFLATE_DYNAMIC, 0, 258, 0, 0},   {GDEFLATE_DYNAMIC, 3000, 258, 100, 0},
        {GDEFLATE_DYNAMIC, 0, 65538, 3, 0}, {GDEFLATE_MIXED, 1500, 65538, 0, 2},
    };
    enum { SIZE = 9001 };
    static uint8_t data[SIZE];
    if (!start())
        return;
    struct batch *b = make_batch(1 << 20, 1 << 20);
    for (enum kind kind = 0; kind < KINDS; kind++)
        for (unsigned k = 0; k < sizeof(options) / sizeof(options[0]); k++) {
            const uint32_t n = SIZE - (kind * 7 + k) % 5;
            make_data(data, n, kind);
            add_data(b, data, n, &options[k]);
        }
    run(b, DIRECT);
    free_batch(b);
    vkt_finish(&v);
}

KT_TEST(sizes_of_all_kinds)
{
    static const uint32_t sizes[] = {0,   1,   2,   3,   4,   5,   6,    7,    8,     15,   16,  17,
                                     31,  32,  33,  34,  63,  64,  65,   66,   127,   128,  129, 255,
                                     256, 257, 258, 259, 260, 511, 1023, 4095, 16384, 32769};
    static uint8_t data[32769];
    if (!start())
        return;
    struct batch *b = make_batch(1 << 20, 1 << 20);
    for (unsigned k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
        for (unsigned block = 0; block < 4; block++) {
            const struct gdeflate_options o = {
                .block = block, .block_bytes = sizes[k] / 2 + 1, .longest_match = 258 << (8 * (k % 2))};
            make_data(data, sizes[k], k % KINDS);
            add_data(b, data, sizes[k], &o);
        }
    run(b, DIRECT);
    free_batch(b);
    vkt_finish(&v);
}

// Megabytes in tiles, each way to ask for it.
static void tiles(enum way way, uint32_t bytes)
{
    if (!start())
        return;
    uint8_t *data = malloc(bytes);
    for (uint32_t at = 0, kind = 0; at < bytes; kind++) {
        const uint32_t n = bytes - at < 150000 ? bytes - at : 150000;
        make_data(data + at, n, kind % KINDS);
        at += n;
    }
    struct batch *b = make_batch(2 * bytes + (1 << 16), bytes + 1024);
    for (uint32_t at = 0, k = 0; at < bytes; at += GDEFLATE_TILE, k++) {
        const struct gdeflate_options o = {.block = k % 4 ? GDEFLATE_DYNAMIC : GDEFLATE_MIXED,
                                           .block_bytes = k % 4 ? 0 : 10000,
                                           .longest_match = k % 2 ? 258 : 65538};
        add_data(b, data + at, bytes - at < GDEFLATE_TILE ? bytes - at : GDEFLATE_TILE, &o);
    }
    run(b, way);
    free(data);
    free_batch(b);
    vkt_finish(&v);
}

KT_TEST(tiles_told)
{
    tiles(DIRECT, some(5 << 19) + 12345);
}

KT_TEST(tiles_asked_for_otherwise)
{
    tiles(INDIRECT, some(400001));
    tiles(DIRECT_NV, some(300003));
    tiles(INDIRECT_NV, some(500000));
}

// So many regions that they are several dispatches.
static struct batch *many(void)
{
    static uint8_t data[72];
    struct batch *b = make_batch(1 << 20, 1 << 20);
    for (uint32_t k = 0; k < 1500; k++) {
        const struct gdeflate_options o = {.block = k % 4 == 3 ? GDEFLATE_DYNAMIC : GDEFLATE_STATIC,
                                           .longest_match = 258};
        make_data(data, sizeof(data), k % KINDS);
        add_data(b, data, 1 + k % sizeof(data), &o);
    }
    return b;
}

KT_TEST(many_regions)
{
    if (!start())
        return;
    struct batch *b = many();
    for (enum way way = 0; way < WAYS; way++) {
        memset(b->to.b.map, GUARD, b->to.b.size);
        run(b, way);
    }
    free_batch(b);
    vkt_finish(&v);
}

// Nothing but the first regions, as many as both counts allow.
KT_TEST(counts_in_memory)
{
    static const struct {
        uint32_t count, most, stride;
    } rows[] = {{0, 5, 32},   {5, 0, 32},       {1, 1, 32},       {20, 12, 96},
                {12, 20, 32}, {1500, 1100, 48}, {1100, 1500, 64}, {UINT32_MAX, 1030, 36}};
    if (!start())
        return;
    struct batch *b = many();
    uint8_t *all = malloc(b->to.b.size);
    memcpy(all, b->want, b->to.b.size);
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        const uint32_t n = rows[k].count < rows[k].most ? rows[k].count : rows[k].most;
        memset(b->to.b.map, GUARD, b->to.b.size);
        memset(b->want, GUARD, b->to.b.size);
        for (uint32_t r = 0; r < n; r++) {
            const uint64_t at = b->regions[r].dstAddress - b->to.address;
            memcpy(b->want + at, all + at, b->regions[r].decompressedSize);
        }
        VkCommandBuffer cmd = vkt_begin(&v);
        in_memory(cmd, b, rows[k].stride, rows[k].count, rows[k].most, false);
        vkt_run(&v, cmd);
        kt_ok(check(b), "count %u of %u", rows[k].count, rows[k].most);
    }
    free(all);
    free_batch(b);
    vkt_finish(&v);
}

// ---- beside other commands

static void barrier(VkCommandBuffer cmd, VkPipelineStageFlags2 src_stage, VkAccessFlags2 src,
                    VkPipelineStageFlags2 dst_stage, VkAccessFlags2 dst)
{
    VkMemoryBarrier2 m = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2,
                          .srcStageMask = src_stage,
                          .srcAccessMask = src,
                          .dstStageMask = dst_stage,
                          .dstAccessMask = dst};
    vkt_proc(&v, vkCmdPipelineBarrier2KHR)(
        cmd, &(VkDependencyInfo){
                 .sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &m});
}
#define STAGE VK_PIPELINE_STAGE_2_MEMORY_DECOMPRESSION_BIT_EXT
#define READ VK_ACCESS_2_MEMORY_DECOMPRESSION_READ_BIT_EXT
#define WRITE VK_ACCESS_2_MEMORY_DECOMPRESSION_WRITE_BIT_EXT
#define COPY VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT

// What is decompressed was copied there before, was decompressed itself, and is copied afterwards.
KT_TEST(barriers_of_its_stage)
{
    enum { SIZE = 20000, STREAM = 1 << 16 };
    static uint8_t data[SIZE];
    if (!start())
        return;
    make_data(data, SIZE, TEXT);
    const struct gdeflate_options once = {GDEFLATE_DYNAMIC, 0, 258, 0, 0},
                                  again = {GDEFLATE_STATIC, 0, 0, 0, 0};
    uint32_t size, twice;
    uint8_t *stream = gdeflate_encode(data, SIZE, &once, &size);
    uint8_t *outer = gdeflate_encode(stream, size, &again, &twice);
    struct place host = make_place(STREAM), first = make_place(STREAM), second = make_place(STREAM),
                 third = make_place(STREAM), back = make_place(STREAM);
    memcpy(host.b.map, outer, twice);
    VkCommandBuffer cmd = vkt_begin(&v);
    vkCmdCopyBuffer(cmd, host.b.buffer, first.b.buffer, 1, &(VkBufferCopy){.size = twice});
    barrier(cmd, COPY, STAGE, READ);
    told(cmd, &(VkDecompressMemoryRegionEXT){first.address, second.address, twice, size}, 1);
    barrier(cmd, STAGE, WRITE, STAGE, READ | WRITE);
    told(cmd, &(VkDecompressMemoryRegionEXT){second.address, third.address, size, SIZE}, 1);
    barrier(cmd, STAGE, READ | WRITE, COPY);
    told(cmd, NULL, 0);
    const VkBufferCopy copies[] = {{0, SIZE, 64}, {0, 0, SIZE}}; // by the command streamer, and by a kernel
    vkCmdCopyBuffer(cmd, third.b.buffer, back.b.buffer, 2, copies);
    barrier(cmd, COPY, VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
    vkt_run(&v, cmd);
    kt_true(!memcmp(back.b.map, data, SIZE) && !memcmp((uint8_t *)back.b.map + SIZE, data, 64));
    free(stream);
    free(outer);
    struct place *places[] = {&host, &first, &second, &third, &back};
    for (unsigned k = 0; k < 5; k++)
        vkt_buffer_free(&v, &places[k]->b);
    vkt_finish(&v);
}

// The application's pipeline, its descriptors and its constants are bound as before; a condition that is not
// met leaves its dispatches out, but not this.
static void among_dispatches(bool secondary)
{
    static uint8_t data[3000];
    struct vkt_pipeline p;
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    if (!start())
        return;
    struct batch *b = make_batch(1 << 16, 1 << 16);
    make_data(data, sizeof(data), RECORDS);
    add_data(b, data, sizeof(data), &(struct gdeflate_options){GDEFLATE_DYNAMIC, 0, 258, 0, 0});
    struct vkt_buffer counts = vkt_buffer(&v, 4096);
    struct place condition = make_place(64);
    kt_true(vkt_pipeline(&v, (struct vkt_shader){vkt_count, sizeof(vkt_count)}, 1, types, 4, NULL, &p));
    vkt_bind_buffer(&v, &p, 0, types[0], &counts, 0, VK_WHOLE_SIZE);
    VkCommandBuffer first = vkt_begin(&v), cmd = first;
    if (secondary) {
        VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = v.pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                            .commandBufferCount = 1};
        vkt_ok(vkAllocateCommandBuffers(v.device, &info, &cmd));
        vkt_ok(vkBeginCommandBuffer(
            cmd,
            &(VkCommandBufferBeginInfo){.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                        .pInheritanceInfo = &(VkCommandBufferInheritanceInfo){
                                            .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO}}));
    }
    vkt_bind(cmd, &p);
    vkCmdPushConstants(cmd, p.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &(uint32_t){5});
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_proc(&v, vkCmdBeginConditionalRenderingEXT)(
        cmd,
        &(VkConditionalRenderingBeginInfoEXT){.sType = VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT,
                                              .buffer = condition.b.buffer});
    decompress(cmd, b, DIRECT);
    vkt_barrier(cmd);
    vkCmdDispatch(cmd, 1, 1, 1);
    vkt_proc(&v, vkCmdEndConditionalRenderingEXT)(cmd);
    vkt_barrier(cmd);
    vkCmdDispatch(cmd, 1, 1, 1);
    if (secondary) {
        vkt_ok(vkEndCommandBuffer(cmd));
        vkCmdExecuteCommands(first, 1, &cmd);
    }
    vkt_run(&v, first);
    check(b);
    kt_eq(*(const uint32_t *)counts.map, 15); // 5, and twice that and 5
    free_batch(b);
    vkt_pipeline_free(&v, &p);
    vkt_buffer_free(&v, &counts);
    vkt_buffer_free(&v, &condition.b);
    vkt_finish(&v);
}

KT_TEST(state_is_as_before)
{
    among_dispatches(false);
}

KT_TEST(in_a_secondary_command_buffer)
{
    among_dispatches(true);
}

// ---- broken data

// Whatever comes of it lies in its region. A good stream behind it comes out right.
static void run_broken(struct batch *b)
{
    static uint8_t data[500];
    make_data(data, sizeof(data), TEXT);
    add_data(b, data, sizeof(data), &(struct gdeflate_options){GDEFLATE_DYNAMIC, 0, 258, 0, 0});
    VkCommandBuffer cmd = vkt_begin(&v);
    decompress(cmd, b, DIRECT);
    vkt_run(&v, cmd);
    for (uint32_t k = 0; k + 1 < b->count; k++) {
        const uint64_t at = b->regions[k].dstAddress - b->to.address;
        memcpy(b->want + at, (const uint8_t *)b->to.b.map + at, b->regions[k].decompressedSize);
    }
    check(b);
    free_batch(b);
    vkt_finish(&v);
}

KT_TEST(random_bytes)
{
    static uint8_t bytes[4000];
    if (!start())
        return;
    struct batch *b = make_batch(1 << 20, 1 << 20);
    for (uint32_t k = 0; k < 400; k++) {
        const uint32_t size = 1 + random32() % (k % 4 ? 600 : sizeof(bytes));
        make_data(bytes, size, NOISE);
        bytes[0] = (uint8_t)((bytes[0] & ~7u) | (k % 4 << 1)); // each type, and not the last block
        add_region(b, bytes, size, 1 + random32() % 2000);
    }
    run_broken(b);
}

// Streams with bits that are another way, or that end too early, or with less room than they want.
KT_TEST(damaged_streams)
{
    enum { SIZE = 3000 };
    static uint8_t data[SIZE];
    if (!start())
        return;
    struct batch *b = make_batch(1 << 21, 1 << 21);
    for (uint32_t k = 0; k < some(400); k++) {
        const struct gdeflate_options o = {k % 4, k % 3 ? 0 : 400, k % 5 ? 258 : 65538, 0, k % 7 == 0};
        uint32_t size, cut = 0, room = SIZE;
        make_data(data, SIZE, k / 4 % KINDS);
        uint8_t *stream = gdeflate_encode(data, SIZE, &o, &size);
        if (k % 8 < 4)
            for (uint32_t n = 1 + random32() % 4; n; n--) {
                const uint32_t where = random32() % (random32() & 1 ? size : size < 160 ? size : 160);
                stream[where] ^= (uint8_t)(1u << random32() % 8);
            }
        else if (k % 8 < 6)
            cut = random32() % size;
        else
            room = 1 + random32() % SIZE;
        add_region(b, stream, size - cut, room);
        free(stream);
    }
    run_broken(b);
}

// Streams that never say that they end: nothing but zeros are empty stored blocks, for ever; and the same of
// blocks of codes.
KT_TEST(endless_streams)
{
    enum { SIZE = 100000 };
    if (!start())
        return;
    struct batch *b = make_batch(4 << 20, 1 << 16);
    uint8_t *bytes = calloc(1, SIZE);
    add_region(b, bytes, some(SIZE), 4000);
    uint32_t size;
    const struct gdeflate_options o = {GDEFLATE_STATIC, 0, 0, 0, 4000};
    uint8_t *stream = gdeflate_encode(bytes, 0, &o, &size);
    add_region(b, stream, size, 1);
    free(stream);
    memset(bytes, 0xff, SIZE);
    add_region(b, bytes, some(SIZE), 4000);
    free(bytes);
    run_broken(b);
}

// Behind the stream, which ends too early, no memory is mapped: what was allocated there is freed.
KT_TEST(streams_at_the_end_of_memory)
{
    static const uint32_t sizes[] = {1, 2, 3, 4, 5, 124, 127, 128, 129, 132, 255, 256, 1000, 2000};
    enum { SIZE = 3000, PAGE = 1 << 16 };
    static uint8_t data[SIZE];
    if (!start())
        return;
    struct place before = make_place(PAGE), p = make_place(PAGE), behind = make_place(PAGE),
                 to = make_place(PAGE);
    vkt_buffer_free(&v, &before.b);
    vkt_buffer_free(&v, &behind.b);
    for (uint32_t k = 0; k < 4 * sizeof(sizes) / sizeof(sizes[0]); k++) {
        const struct gdeflate_options o = {.block = k % 4, .longest_match = 258};
        uint32_t n = sizes[k / 4], size;
        make_data(data, SIZE, RAMP);
        uint8_t *stream = gdeflate_encode(data, SIZE, &o, &size);
        n = n < size ? n : size;
        const uint32_t at = PAGE - (n + 3) / 4 * 4;
        memcpy((uint8_t *)p.b.map + at, stream, n);
        VkCommandBuffer cmd = vkt_begin(&v);
        told(cmd, &(VkDecompressMemoryRegionEXT){p.address + at, to.address, n, SIZE}, 1);
        vkt_run(&v, cmd); // a fault would lose the device
        free(stream);
    }
    vkt_buffer_free(&v, &p.b);
    vkt_buffer_free(&v, &to.b);
    vkt_finish(&v);
}

// Sizes that no region may have.
KT_TEST(regions_of_nothing)
{
    static uint8_t data[100];
    if (!start())
        return;
    struct batch *b = make_batch(1 << 16, 1 << 16);
    make_data(data, sizeof(data), TEXT);
    add_data(b, data, sizeof(data), &(struct gdeflate_options){GDEFLATE_STATIC, 0, 0, 0, 0});
    add_region(b, data, 0, 100);
    b->regions[1].srcAddress = 0; // there is nothing to be read
    add_region(b, data, 100, 0);
    b->regions[2].dstAddress = 0;
    run(b, DIRECT);
    run(b, INDIRECT);
    free_batch(b);
    vkt_finish(&v);
}

KT_MAIN()
