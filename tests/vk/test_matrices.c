// Products of cooperative matrices in programs (shaders/matrix_*.spvasm), at each width: a large one,
// matrices in functions, arrays, loops and branches, and any bits as operands. By the matrix unit where there
// is one, else by multiply-adds: each has an evaluator here.
#include <math.h>

#include "newer.h"
#include "vk/vkt.h"
#include "vkt_matrix_bfloats.h"
#include "vkt_matrix_flow.h"
#include "vkt_matrix_product.h"
#include "vkt_matrix_special.h"

static struct vkt v;

enum { LARGE = 256, M = 8, K = 16, MOST_COLUMNS = 16, MOST_BUFFERS = 6 };

static uint32_t columns; // N of the device's products

// The first product that the device names is one of 8 x N x 16.
static bool start(void)
{
    if (!vkt_init(&v, &(struct vkt_options){.newer = true}))
        return false;
    PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR get =
        (PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR)vkGetInstanceProcAddr(
            v.instance, "vkGetPhysicalDeviceCooperativeMatrixPropertiesKHR");
    VkCooperativeMatrixPropertiesKHR p = {.sType = VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_KHR};
    uint32_t count = 1;
    if (!kt_ok(get && get(v.physical, &count, &p) >= 0 && p.MSize == M && p.KSize == K &&
                   p.NSize <= MOST_COLUMNS,
               "%u x %u x %u", p.MSize, p.NSize, p.KSize))
        return false;
    columns = p.NSize;
    return true;
}

#define WORDS(name) ((struct vkt_shader){name, sizeof(name)})

// A program with `count` buffers, as subgroups of so many lanes, in a grid of groups.
static void run(struct vkt_shader shader, uint32_t lanes, struct vkt_buffer *b, uint32_t count, uint32_t x,
                uint32_t y)
{
    const uint32_t constants[] = {lanes, columns};
    const VkSpecializationMapEntry entries[] = {
        {.size = sizeof(lanes)}, {.constantID = 1, .offset = sizeof(lanes), .size = sizeof(columns)}};
    const VkSpecializationInfo spec = {2, entries, sizeof(constants), constants};
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
        .requiredSubgroupSize = lanes};
    struct vkt_pipeline p;
    VkPipeline made = VK_NULL_HANDLE;
    if (!vkt_pipeline(&v, shader, count, NULL, 0, &spec, &p))
        return;
    for (uint32_t n = 0; n < count; n++)
        vkt_bind_buffer(&v, &p, n, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, &b[n], 0, VK_WHOLE_SIZE);
    VkComputePipelineCreateInfo info = vkt_compute_info(p.module, p.layout);
    info.stage.pNext = &size;
    info.stage.pSpecializationInfo = &spec;
    vkt_ok(vkCreateComputePipelines(v.device, VK_NULL_HANDLE, 1, &info, NULL, &made));
    VkCommandBuffer cmd = vkt_begin(&v);
    vkt_bind(cmd, &p);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, made);
    vkCmdDispatch(cmd, x, y, 1);
    vkt_run(&v, cmd);
    vkDestroyPipeline(v.device, made, NULL);
    vkt_pipeline_free(&v, &p);
}

static uint32_t mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

// A small multiple of a quarter, so that no sum is rounded.
static float simple(uint32_t seed, int range)
{
    return (float)((int)(mix(seed) % (2u * (uint32_t)range + 1)) - range) * 0.25f;
}

static const uint32_t widths[] = {8, 16, 32};

// ---- a large product ----

KT_TEST(large)
{
    if (!start())
        return;
    struct vkt_buffer b[] = {vkt_buffer(&v, LARGE * LARGE * 2), vkt_buffer(&v, LARGE * LARGE * 2),
                             vkt_buffer(&v, LARGE * LARGE * 4)};
    _Float16 *x = b[0].map, *y = b[1].map;
    const float *got = b[2].map;
    for (uint32_t i = 0; i < LARGE * LARGE; i++) {
        x[i] = (_Float16)simple(i, 8);
        y[i] = (_Float16)simple(i + LARGE * LARGE, 8);
    }
    for (uint32_t w = 0; w < 3; w++) {
        memset(b[2].map, 0x5a, b[2].size);
        if (widths[w] < vkt_min_subgroup(&v))
            continue;
        run(WORDS(vkt_matrix_product), widths[w], b, 3, LARGE / (2 * columns), LARGE / 16);
        uint32_t wrong = 0;
        for (uint32_t r = 0; r < LARGE; r++)
            for (uint32_t c = 0; c < LARGE; c++) {
                float want = 0;
                for (uint32_t k = 0; k < LARGE; k++)
                    want += (float)x[r * LARGE + k] * (float)y[k * LARGE + c];
                wrong += got[r * LARGE + c] != want;
            }
        kt_ok(!wrong, "width %u: %u elements are wrong", widths[w], wrong);
    }
    for (uint32_t n = 0; n < 3; n++)
        vkt_buffer_free(&v, &b[n]);
    vkt_finish(&v);
}

// ---- flow ----

struct flow {
    float a[M][K], b[K][MOST_COLUMNS], c[M][MOST_COLUMNS];
};

static float product_of(const struct flow *f, uint32_t r, uint32_t c)
{
    float p = 0;
    for (uint32_t k = 0; k < K; k++)
        p += f->a[r][k] * f->b[k][c];
    return p;
}

static void check_flow(const struct flow *f, const struct vkt_buffer *b, uint32_t width,
                       const uint32_t words[2])
{
    const float *d = b[3].map;
    const _Float16 *e = b[5].map;
    for (uint32_t r = 0; r < M; r++)
        for (uint32_t c = 0; c < columns; c++) {
            const float p = product_of(f, r, c), sum = f->c[r][c] + 3 * p;
            const float kept[2] = {sum, 2 * p + sum};
            const float want = words[0] ? kept[words[1]] - 2 * sum : -kept[1];
            const _Float16 half = (_Float16)want;
            kt_ok(d[r * columns + c] == want, "width %u, %u %u: D(%u, %u) is %g, not %g", width, words[0],
                  words[1], r, c, (double)d[r * columns + c], (double)want);
            kt_ok(e[r * columns + c] == half, "width %u, %u %u: E(%u, %u) is %g, not %g", width, words[0],
                  words[1], r, c, (double)e[r * columns + c], (double)half);
            kt_ok(e[M * columns + c * M + r] == (_Float16)(2 * half),
                  "width %u: the second of E at %u, %u is %g", width, r, c,
                  (double)e[M * columns + c * M + r]);
        }
}

KT_TEST(flow)
{
    if (!start())
        return;
    static struct flow f;
    struct vkt_buffer b[MOST_BUFFERS];
    for (uint32_t n = 0; n < MOST_BUFFERS; n++)
        b[n] = vkt_buffer(&v, 4096);
    for (uint32_t i = 0; i < M * K; i++)
        ((_Float16 *)b[0].map)[i] = (_Float16)(f.a[i / K][i % K] = simple(i, 6));
    for (uint32_t i = 0; i < K * columns; i++)
        ((_Float16 *)b[1].map)[i] = (_Float16)(f.b[i / columns][i % columns] = simple(i + 1000, 6));
    for (uint32_t i = 0; i < M * columns; i++)
        ((float *)b[2].map)[i] = f.c[i / columns][i % columns] = simple(i + 2000, 40);
    for (uint32_t w = 0; w < 3; w++)
        for (uint32_t n = 0; n < 3 && widths[w] >= vkt_min_subgroup(&v); n++) {
            const uint32_t words[2] = {n < 2, n & 1};
            memcpy(b[4].map, words, sizeof(words));
            memset(b[3].map, 0x5a, b[3].size);
            memset(b[5].map, 0x5a, b[5].size);
            run(WORDS(vkt_matrix_flow), widths[w], b, MOST_BUFFERS, 1, 1);
            check_flow(&f, b, widths[w], words);
        }
    for (uint32_t n = 0; n < MOST_BUFFERS; n++)
        vkt_buffer_free(&v, &b[n]);
    vkt_finish(&v);
}

// ---- any bits ----

// Of a half or a bfloat.
static double value_of(uint16_t bits, bool bfloat)
{
    _Float16 h;
    float f;
    const uint32_t wide = (uint32_t)bits << 16;
    memcpy(&h, &bits, sizeof(h));
    memcpy(&f, &wide, sizeof(f));
    return bfloat ? (double)f : (double)h;
}

// a + b == the result + *rest.
static __float128 two_sum(__float128 a, __float128 b, __float128 *rest)
{
    const __float128 sum = a + b, of_b = sum - a;
    *rest = (a - (sum - of_b)) + (b - of_b);
    return sum;
}

// What the unit does in a step, as src/sim/eu/systolic.c has it: two exact products and the sum so far,
// rounded once. 113 bits, of which the last says whether there is more.
static float unit_step(float sum, const double x[2], const double y[2])
{
    __float128 rest[2], s = two_sum((__float128)x[0] * y[0], (__float128)x[1] * y[1], &rest[0]);
    s = two_sum(s, sum, &rest[1]);
    const __float128 more = rest[0] + rest[1];
    unsigned __int128 bits;
    memcpy(&bits, &s, sizeof(bits));
    if (more < 0 || more > 0) // not of infinities and NaNs
        bits = bits & 1 ? bits : (more > 0) == (s > 0) ? bits + 1 : bits - 1;
    memcpy(&s, &bits, sizeof(s));
    return (float)s;
}

static float evaluate(const struct vkt_buffer *b, bool bfloat, bool has_unit, uint32_t r, uint32_t c)
{
    const uint16_t *x = b[0].map, *y = b[1].map;
    float sum = ((const float *)b[2].map)[r * columns + c];
    for (uint32_t k = 0; k < K; k += 2) {
        double p[2], q[2];
        for (uint32_t i = 0; i < 2; i++) {
            p[i] = value_of(x[r * K + k + i], bfloat);
            q[i] = value_of(y[(k + i) * columns + c], bfloat);
        }
        if (has_unit)
            sum = unit_step(sum, p, q);
        else
            for (uint32_t i = 0; i < 2; i++)
                sum = fmaf((float)p[i], (float)q[i], sum);
    }
    return sum;
}

// Bits of every kind. Where multiply-adds flush denormal sums there are none.
static void any_bits(const struct vkt_buffer *b, uint32_t round, bool bfloat, bool has_unit)
{
    static const uint16_t half_edges[] = {0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x83ff, 0x7bff},
                          bfloat_edges[] = {0x0000, 0x8000, 0x7f80, 0xff80, 0x7fc0, 0x0001, 0x807f, 0x7f7f};
    const uint16_t *edges = bfloat ? bfloat_edges : half_edges;
    const uint32_t rare = round % 4 ? 0 : round % 8 ? 60 : 400; // how many of 1,000 are edges
    for (uint32_t m = 0; m < 2; m++)
        for (uint32_t i = 0; i < (m ? columns : M) * K; i++) {
            const uint32_t bits = mix(round * 7919 + m * 1009 + i);
            uint16_t *to = (uint16_t *)b[m].map + i;
            *to = (uint16_t)bits;
            if (round % 4 < 3) // no infinities and NaNs of their own, and sums that are not of one term
                *to = bfloat ? (uint16_t)((bits & 0x83ff) | 0x3c00) : (uint16_t)((bits & 0x8fff) | 0x3000);
            if (bits >> 16 < rare * 65)
                *to = edges[bits % 8];
        }
    for (uint32_t i = 0; i < M * columns; i++) {
        uint32_t bits = mix(round * 104729 + i);
        if (round % 4 < 3 || !has_unit)
            bits = (bits & 0x83ffffff) | 0x3c000000;
        else if (bits % 16 == 0)
            bits &= 0x807fffff;
        memcpy((uint32_t *)b[2].map + i, &bits, sizeof(bits));
    }
}

static bool has_unit(void)
{
    VkPhysicalDeviceShaderBfloat16FeaturesKHR f = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_BFLOAT16_FEATURES_KHR};
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f};
    vkGetPhysicalDeviceFeatures2(v.physical, &all);
    return f.shaderBFloat16CooperativeMatrix;
}

static void try_bits(bool bfloat, bool unit)
{
    enum { ROUNDS = 32 };
    struct vkt_buffer b[4];
    for (uint32_t n = 0; n < 4; n++)
        b[n] = vkt_buffer(&v, 4096);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        any_bits(b, round, bfloat, unit);
        const uint32_t least = vkt_min_subgroup(&v), width = widths[round % 3];
        run(bfloat ? WORDS(vkt_matrix_bfloats) : WORDS(vkt_matrix_special), width < least ? least : width, b,
            4, 1, 1);
        for (uint32_t i = 0; i < M * columns; i++) {
            const float want = evaluate(b, bfloat, unit, i / columns, i % columns),
                        is = ((const float *)b[3].map)[i];
            kt_ok(is == want || (isnan(is) && isnan(want)), "%s, round %u: element %u is %a, not %a",
                  bfloat ? "bfloats" : "halves", round, i, (double)is, (double)want);
        }
    }
    for (uint32_t n = 0; n < 4; n++)
        vkt_buffer_free(&v, &b[n]);
}

KT_TEST(bits)
{
    if (!start())
        return;
    const bool unit = has_unit();
    try_bits(false, unit);
    if (unit)
        try_bits(true, unit);
    vkt_finish(&v);
}

KT_MAIN()
