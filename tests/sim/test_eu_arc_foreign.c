// Kernels of Intel's OpenCL compiler and of ANV for Arc (tests/isa/data) on the simulated EUs: their waits
// are enough for the strict machine, and their results are what OpenCL and GLSL say, so that products of
// matrices lie in registers as we think.
#include "eu_rig.h"

#include <math.h>

// Indirect data of a thread: 64 bytes of arguments, and local ids of 16 bits. r1 would have the first
// arguments, which are offsets: zeros.
#define PRELUDE                                                                                              \
    "(W) mov (1|M0) r0.0<1>:ud 0x140000:ud\n(W) mov (1|M0) r0.2<1>:ud 0x0:ud\n(W) mov (8|M0) r1.0<1>:ud "    \
    "0x0:ud\n"                                                                                               \
    "sync.nop null {A@1}\n"
enum { IDS = 0x40 };

static void put32(struct rig *r, uint32_t offset, uint32_t v)
{
    memcpy(r->pages.mem + RIG_INDIRECT + offset, &v, 4);
}

static void buffer(struct rig *r, uint32_t offset, uint32_t size)
{
    const uint32_t entry = 0x1000 + 64 * r->surfaces, last = size - 1;
    struct gen_RENDER_SURFACE_STATE_GEN125 s = {.surface_type = GEN_SURFTYPE_BUFFER,
                                                .surface_format = 0x1ff, // RAW
                                                .width = last & 0x7f,
                                                .height = last >> 7 & 0x3fff,
                                                .depth = last >> 21,
                                                .surface_base_address = rig_address(offset)};
    gen_RENDER_SURFACE_STATE_GEN125_pack((uint32_t *)(void *)(r->pages.mem + RIG_STATE + entry), &s);
    memcpy(r->pages.mem + RIG_STATE + 4 * r->surfaces++, &entry, 4);
}

static void start(struct rig *r, unsigned simd, unsigned groups)
{
    rig_device = "dg2";
    rig_init(r);
    rig_shape(r, simd, 1, 0, groups);
    r->w.seed = 1;
    for (unsigned i = 0; i < simd; i++) {
        uint16_t id = (uint16_t)i;
        memcpy(r->pages.mem + RIG_INDIRECT + IDS + 2 * i, &id, 2);
    }
}

static bool go_after(struct rig *r, const char *prelude, const char *name)
{
    static char text[1 << 18];
    char path[512];
    snprintf(path, sizeof(path), "%s/../../isa/data/%s.asm", KERNEL_DIR, name);
    FILE *f = fopen(path, "r");
    if (!kt_ok(f, "cannot open %s", path))
        return false;
    size_t n = (size_t)snprintf(text, sizeof(text), "%s", prelude);
    n += fread(text + n, 1, sizeof(text) - n - 1, f);
    text[n] = 0;
    fclose(f);
    return rig_load(r, text) && kt_ok(rig_dispatch(r), "%s: %s", name, r->fault.text);
}

static bool go(struct rig *r, const char *name)
{
    return go_after(r, PRELUDE, name);
}

KT_TEST(saxpy)
{
    enum { SIMD = 32, GROUPS = 4, N = 100 };
    struct rig r;
    start(&r, SIMD, GROUPS);
    float *x = rig_data(&r, 0), *y = rig_data(&r, 0x1000), a = 2.5f;
    for (unsigned i = 0; i < SIMD * GROUPS; i++) {
        x[i] = (float)(i * i) * 0.25f;
        y[i] = (float)i;
    }
    buffer(&r, 0, 4 * N); // what is beyond is not written
    buffer(&r, 0x1000, 4 * N);
    uint32_t bits;
    memcpy(&bits, &a, 4);
    put32(&r, 16, bits);
    put32(&r, 40, SIMD);
    if (go(&r, "dg2_saxpy"))
        for (unsigned i = 0; i < SIMD * GROUPS; i++) {
            float want = i < N ? (float)i + a * ((float)(i * i) * 0.25f) : (float)i;
            kt_ok(y[i] == want, "y[%u] is %g, not %g", i, (double)y[i], (double)want);
        }
    rig_finish(&r);
}

// A sum by shared memory, fences and barriers.
KT_TEST(reduction)
{
    enum { SIMD = 32, GROUPS = 3 };
    struct rig r;
    start(&r, SIMD, GROUPS);
    uint32_t *in = rig_data(&r, 0), *out = rig_data(&r, 0x1000), want[GROUPS] = {0};
    for (unsigned i = 0; i < SIMD * GROUPS; i++)
        want[i / SIMD] += in[i] = i * 2654435761u;
    buffer(&r, 0, 4096);
    buffer(&r, 0x1000, 4096);
    put32(&r, 40, SIMD); // local size, and the one that counts group offsets
    put32(&r, 52, SIMD);
    r.m.idd.shared_local_memory_size = 1;
    if (go(&r, "dg2_red"))
        for (unsigned i = 0; i < GROUPS; i++)
            kt_ok(out[i] == want[i], "sum %u is 0x%x, not 0x%x", i, out[i], want[i]);
    rig_finish(&r);
}

static uint32_t random_bits(uint64_t *x)
{
    *x ^= *x << 13, *x ^= *x >> 7, *x ^= *x << 17;
    return (uint32_t)(*x >> 20);
}

// Halves that are small whole numbers.
static const struct {
    uint16_t bits;
    float value;
} halves[8] = {{0x0000, 0}, {0x3c00, 1},  {0x4000, 2},  {0x4200, 3},
               {0x4400, 4}, {0xbc00, -1}, {0xc000, -2}, {0x4500, 5}};

static float half_value(uint32_t word, unsigned which)
{
    for (unsigned h = 0; h < 8; h++)
        if (halves[h].bits == (uint16_t)(word >> 16 * which))
            return halves[h].value;
    return NAN;
}

static int32_t byte_of(uint32_t word, unsigned which)
{
    return (int8_t)(word >> 8 * which);
}

static uint32_t two_halves(uint64_t *seed)
{
    uint32_t low = halves[random_bits(seed) % 8].bits;
    return low | (uint32_t)halves[random_bits(seed) % 8].bits << 16;
}

// cl_intel_subgroup_matrix_multiply_accumulate, eight work-items: item l of `a` has columns 2l and 2l + 1 (or
// 4l to 4l + 3) of row i in component i; item n of `b` has rows 2k and 2k + 1 (or four of them) of column n
// in component k; item n of the sums has column n.
KT_TEST(matrices)
{
    enum { N = 8, A = 0, B = 0x1000, F = 0x2000, I = 0x3000 };
    struct rig r;
    start(&r, N, 1);
    uint32_t *a = rig_data(&r, A), *b = rig_data(&r, B);
    int32_t *sums = rig_data(&r, I), sums_before[N * N];
    float *f = rig_data(&r, F), before[N * N];
    uint64_t seed = 88172645463325252u;
    for (unsigned i = 0; i < N * N; i++) {
        a[i] = two_halves(&seed);
        b[i] = two_halves(&seed);
        f[i] = before[i] = (float)(random_bits(&seed) % 100);
        sums[i] = sums_before[i] = (int32_t)(random_bits(&seed) & 0xffff);
    }
    buffer(&r, A, 256);
    buffer(&r, B, 256);
    buffer(&r, F, 512);
    buffer(&r, I, 512);
    put32(&r, 32, N);
    bool ok = go(&r, "dg2_dpas");
    for (unsigned at = 0; ok && at < N * N; at++) {
        const unsigned n = at / N, m = at % N;
        float c = before[at];
        int32_t sum = sums_before[at];
        for (unsigned k = 0; k < 2 * N; k++)
            c += half_value(a[k / 2 * N + m], k % 2) * half_value(b[n * N + k / 2], k % 2);
        for (unsigned k = 0; k < 4 * N; k++)
            sum += byte_of(a[k / 4 * N + m], k % 4) * byte_of(b[n * N + k / 4], k % 4);
        kt_ok(f[at] == c, "f16: row %u, column %u: %g, not %g", m, n, (double)f[at], (double)c);
        kt_ok(sums[at] == sum, "i8: row %u, column %u: %d, not %d", m, n, sums[at], sum);
    }
    rig_finish(&r);
}

// ANV's threads of 16 channels: r0.2 numbers those of a group; r0.0 is where push constants are, the first
// group's id among them.
#define ANV_PRELUDE                                                                                          \
    "(W) mov (1|M0) r0.2<1>:ud r1.0<0;1,0>:ud\n(W) mov (1|M0) r0.0<1>:ud 0x150000:ud\nsync.nop null {A@1}\n"

static void start_anv(struct rig *r, unsigned threads, unsigned groups)
{
    enum { SIMD = 16, REGISTER = 32 };
    start(r, SIMD, groups);
    rig_shape(r, SIMD, threads, 0, groups);
    r->m.idd.constant_urb_entry_read_length = 1;
    r->m.walker.indirect_data_length = threads * REGISTER;
    memset(r->pages.mem + RIG_INDIRECT, 0, 0x1000);
    for (unsigned t = 0; t < threads; t++)
        put32(r, REGISTER * t, t);
}

// tests/shaders/algo_mandelbrot.comp: loops and breaks, and a store by the load-store unit.
KT_TEST(mandelbrot_of_anv)
{
    enum { SIDE = 64, GROUPS = SIDE / 8, OUTPUT = 2 };
    struct rig r;
    start_anv(&r, 4, GROUPS);
    r.m.walker.thread_group_id_y_dimension = GROUPS;
    for (unsigned i = 0; i <= OUTPUT; i++)
        buffer(&r, 0, 4 * SIDE * SIDE);
    const uint32_t *out = rig_data(&r, 0);
    bool ok = go_after(&r, ANV_PRELUDE, "dg2_anv_algo_mandelbrot");
    for (unsigned at = 0; ok && at < SIDE * SIDE; at++) {
        const float x = (float)(at % SIDE) * (3.0f / 64.0f) - 2.25f,
                    y = (float)(at / SIDE) * (3.0f / 64.0f) - 1.5f;
        float zx = 0, zy = 0;
        uint32_t n = 0;
        for (; n < 100; n++) {
            const float x2 = zx * zx, y2 = zy * zy, xy = zx * zy;
            if (x2 + y2 > 4.0f)
                break;
            zx = x2 - y2 + x;
            zy = xy + xy + y;
        }
        kt_ok(out[at] == n, "%u, %u: %u, not %u", at % SIDE, at / SIDE, out[at], n);
    }
    rig_finish(&r);
}

// tests/shaders/algo_reduce.comp: shared memory by the load-store unit, its fences, and barriers of sixteen
// threads.
KT_TEST(reduction_of_anv)
{
    enum { ITEMS = 256, GROUPS = 8, INPUT = 0, OUTPUT = 0x10000 };
    struct rig r;
    start_anv(&r, ITEMS / 16, GROUPS);
    uint32_t *in = rig_data(&r, INPUT), *out = rig_data(&r, OUTPUT);
    uint64_t seed = 88172645463325252u;
    for (unsigned i = 0; i < ITEMS * GROUPS; i++)
        in[i] = random_bits(&seed);
    buffer(&r, INPUT, 64);
    buffer(&r, INPUT, 64);
    buffer(&r, INPUT, 4 * ITEMS * GROUPS); // those that the shader names are 2 and 3
    buffer(&r, OUTPUT, 4 * GROUPS);
    r.m.idd.shared_local_memory_size = 1;
    bool ok = go_after(&r, ANV_PRELUDE, "dg2_anv_algo_reduce");
    for (unsigned g = 0; ok && g < GROUPS; g++) {
        uint32_t s[ITEMS];
        memcpy(s, in + g * ITEMS, sizeof(s));
        for (unsigned n = ITEMS / 2; n; n /= 2)
            for (unsigned l = 0; l < n; l++)
                s[l] = s[l] * 31 + s[l + n];
        kt_ok(out[g] == s[0], "group %u: 0x%x, not 0x%x", g, out[g], s[0]);
    }
    rig_finish(&r);
}

KT_MAIN()
