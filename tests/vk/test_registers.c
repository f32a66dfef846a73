// Threads of 256 registers where the chip has them: a kernel that would spill with 128 gets them, its
// pipeline says so, and dispatches of both kinds alternate in one command buffer.
#include "hw/target.h"
#include "vk/vkt.h"
#include "vkt_add.h"
#include "vkt_registers.h"

#define SHADER(name) ((struct vkt_shader){vkt_##name, sizeof(vkt_##name)})

enum { LANES = 16, EACH = 24, WORDS = 7, ROUNDS = 4 };

static struct vkt v;

static uint64_t statistic(struct vkt_shader shader, VkPipelineLayout layout, const char *name)
{
    VkPipeline pipeline =
        vkt_compute(&v, shader, layout, VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR, NULL);
    VkPipelineExecutableInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                        .pipeline = pipeline};
    VkPipelineExecutableStatisticKHR stats[32];
    uint32_t n = 32;
    uint64_t value = 0;
    for (unsigned i = 0; i < n; i++)
        stats[i] =
            (VkPipelineExecutableStatisticKHR){.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
    vkt_ok(vkt_proc(&v, vkGetPipelineExecutableStatisticsKHR)(v.device, &info, &n, stats));
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(stats[i].name, name))
            value = stats[i].value.u64;
    vkDestroyPipeline(v.device, pipeline, NULL);
    return value;
}

// Whether the simulated chip has the mode.
static bool has_mode(void)
{
    const char *device = getenv("KILN_DEVICE"); // sim:NAME
    return kiln_target_large(kiln_target(strchr(device, ':') + 1)) != NULL;
}

// As shaders/registers.comp has it.
static uint32_t expected(const uint32_t *a, uint32_t other)
{
    uint32_t sum = 0;
    for (unsigned k = 0; k < EACH; k++) {
        uint32_t x[WORDS];
        for (unsigned i = 0; i < WORDS; i++)
            x[i] = a[k * WORDS + i] ^ other;
        sum = sum * 3 + (x[0] | x[1]) + (x[2] & x[3]);
        sum += x[4] * x[5] + (x[6] >> 3);
    }
    return sum;
}

// What the buffers have after all rounds: round r makes the second half of row r of its first one, and the
// next row is the sum of that row and `plus`.
static void compute(uint32_t *a, uint32_t *b, uint32_t plus)
{
    for (uint32_t r = 0; r < ROUNDS; r++) {
        uint32_t *row = b + 2 * LANES * r;
        for (unsigned i = 0; i < LANES; i++) {
            uint32_t *own = a + i * EACH * WORDS;
            row[LANES + i] = expected(own, row[LANES - 1 - i]);
        }
        for (unsigned i = 0; i < LANES; i++)
            a[i * EACH * WORDS] = 2 * LANES * r;
        for (unsigned i = 0; i < 2 * LANES; i++)
            row[2 * LANES + i] = row[i] + plus;
    }
}

static void fill(uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)(i * 2654435761u) ^ (uint32_t)(i << 20);
}

// `rows`: a pipeline for each sum of a row.
static void record(VkCommandBuffer cmd, const struct vkt_pipeline *large, const struct vkt_pipeline *rows)
{
    for (uint32_t r = 0; r < ROUNDS; r++) {
        const uint32_t first = 2 * LANES * r;
        vkt_bind(cmd, large);
        vkCmdPushConstants(cmd, large->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &first);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_barrier(cmd);
        vkt_bind(cmd, &rows[r]);
        vkCmdDispatch(cmd, 1, 1, 1);
        vkt_barrier(cmd);
    }
}

KT_TEST(both_modes_in_one_command_buffer)
{
    enum { A = LANES * EACH * WORDS, B = 2 * LANES * (ROUNDS + 1), PLUS = 12345, ROW = 4 * 2 * LANES };
    const VkDescriptorType storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                           uniform = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, of_large[] = {storage, storage},
                           of_row[] = {storage, uniform, storage};
    static uint32_t a[A], b[B];
    struct vkt_pipeline large, rows[ROUNDS];
    if (!vkt_init(&v, NULL))
        return;
    struct vkt_buffer in = vkt_buffer(&v, sizeof(a)), out = vkt_buffer(&v, sizeof(b)),
                      plus = vkt_buffer(&v, 256);
    if (!vkt_pipeline(&v, SHADER(registers), 2, of_large, 4, NULL, &large))
        return;
    vkt_bind_buffer(&v, &large, 0, storage, &in, 0, sizeof(a));
    vkt_bind_buffer(&v, &large, 1, storage, &out, 0, sizeof(b));
    for (unsigned r = 0; r < ROUNDS; r++) {
        if (!vkt_pipeline(&v, SHADER(add), 3, of_row, 0, NULL, &rows[r]))
            return;
        vkt_bind_buffer(&v, &rows[r], 0, storage, &out, ROW * r, ROW);
        vkt_bind_buffer(&v, &rows[r], 1, uniform, &plus, 0, 16);
        vkt_bind_buffer(&v, &rows[r], 2, storage, &out, ROW * (r + 1), ROW);
    }
    // Where there is no such mode it spills, and has the same results.
    kt_eq(statistic(SHADER(registers), large.layout, "GRF registers of a thread"), has_mode() ? 256 : 128);
    kt_eq(statistic(SHADER(registers), large.layout, "Spill count") == 0, has_mode());
    kt_eq(statistic(SHADER(add), rows[0].layout, "GRF registers of a thread"), 128);
    fill(a, A);
    fill(b, 2 * LANES);
    memcpy(in.map, a, sizeof(a));
    memcpy(out.map, b, sizeof(b));
    memcpy(plus.map, (uint32_t[]){PLUS, PLUS, PLUS, PLUS}, 16);
    compute(a, b, PLUS);
    VkCommandBuffer cmd = vkt_begin(&v);
    record(cmd, &large, rows);
    vkt_run(&v, cmd);
    const uint32_t *got = out.map;
    for (unsigned i = 0; i < B; i++)
        if (!kt_ok(got[i] == b[i], "row %u, word %u: %08x, not %08x", i / (2 * LANES), i % (2 * LANES),
                   got[i], b[i]))
            break;
    vkt_pipeline_free(&v, &large);
    for (unsigned r = 0; r < ROUNDS; r++)
        vkt_pipeline_free(&v, &rows[r]);
    vkt_buffer_free(&v, &in);
    vkt_buffer_free(&v, &out);
    vkt_buffer_free(&v, &plus);
    vkt_finish(&v);
}

KT_MAIN()
