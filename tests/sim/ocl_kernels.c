// OpenCL kernels through Intel's own compiler and driver on the simulated device: types, messages and control
// flow that Vulkan shaders seldom use. Each result is compared with the same computation on the host.
#include <math.h>

#include "ocl_client.h"

KT_TEST(bytes_and_shorts)
{
    static int8_t in[N];
    static uint16_t out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (int8_t)random_word();
    if (!run(kernels("ocl_kernels.cl"), "bytes_and_shorts", in, sizeof(in), out, sizeof(out), 64))
        return;
    COMPARE(out, (uint16_t)(int16_t)(in[i] * 3 - in[511 - i]), "%u");
}

KT_TEST(longs)
{
    static int64_t in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (int64_t)((uint64_t)random_word() << 32 | random_word());
    if (!run(kernels("ocl_kernels.cl"), "longs", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        int64_t a = in[i], b = in[511 - i];
        uint64_t m = (uint64_t)a * (uint64_t)b, u = (uint64_t)b >> (a & 63);
        int64_t s = a >> (b & 63);
        uint64_t t = a < b ? (uint64_t)a - (uint64_t)b : ((uint64_t)(uint32_t)a * (uint32_t)b) >> 32;
        uint64_t expect = (m ^ (uint64_t)s ^ u) + t;
        if ((uint64_t)out[i] != expect && bad++ < 3)
            kt_ok(false, "[%u]: %llx, not %llx", i, (unsigned long long)out[i], (unsigned long long)expect);
    }
}

// Quadwords at any address, through pointers that are no surface's: on Gen8 Intel's compiler reads and writes
// them by eight bytes of one message (kiln_target_has_byte_octets), on others by twice four.
KT_TEST(unaligned_longs)
{
    enum { PAIRS = N / 8 };
    static uint8_t in[N], out[N], expect[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (uint8_t)random_word();
    const char *usual = build_options;
    build_options = "-cl-std=CL1.2 -cl-intel-greater-than-4GB-buffer-required";
    cl_program program = build_program(
        "typedef struct __attribute__((packed)) { ulong v; } at;\n"
        "kernel void k(global const uchar *in, global uchar *out)\n"
        "{ uint i = get_global_id(0); if (i >= 63) return;\n"
        "  ulong a = ((global const at *)(in + 3))[i].v, b = ((global const at *)(in + 6))[62 - i].v;\n"
        "  ((global at *)(out + 1))[i].v = i % 3 ? a ^ b * 5 : a; }");
    build_options = usual;
    bool ok = run(program, "k", in, sizeof(in), out, sizeof(out), 64);
    if (program)
        clReleaseProgram(program);
    memset(expect, 0, sizeof(expect));
    for (unsigned i = 0; i < PAIRS - 1; i++) {
        uint64_t a, b, v;
        memcpy(&a, in + 3 + 8 * i, 8);
        memcpy(&b, in + 6 + 8 * (62 - i), 8);
        v = i % 3 ? a ^ b * 5 : a;
        memcpy(expect + 1 + 8 * i, &v, 8);
    }
    for (unsigned i = 0, bad = 0; ok && i < N; i++)
        if (out[i] != expect[i] && bad++ < 3)
            kt_ok(false, "[%u]: %02x, not %02x", i, out[i], expect[i]);
}

// Threads of 256 registers (Gen12.5, Xe2), of which the kernel wants more than 128, between others.
KT_TEST(large_register_files)
{
    enum { VALUES = 48, STEP = 37 };
    static uint32_t in[N], out[N];
    static int32_t small[N];
    const char *name = getenv("KILN_DEVICE"), *has = "sim:dg2 sim:mtl sim:arl-h sim:bmg sim:lnl";
    NEED_DEVICE();
    if (!name || !strstr(has, name))
        kt_skip("128 registers a thread are all that there are");
    for (unsigned i = 0; i < N; i++)
        in[i] = random_word();
    const char *usual = build_options;
    build_options = "-cl-std=CL1.2 -cl-intel-256-GRF-per-thread";
    cl_program program =
        build_program("kernel void k(global const uint *in, global uint *out)\n"
                      "{ uint i = get_global_id(0), v[48], s = 0;\n"
                      "  for (uint n = 0; n < 48; n++) v[n] = in[(i + n * 37) & 511];\n"
                      "  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);\n"
                      "  for (uint n = 0; n < 48; n++) s = s * 3 + (v[n] ^ v[47 - n] >> 1);\n"
                      "  out[i] = s; }");
    build_options = usual;
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < N; i++)
            in[i] += round;
        if (!run(program, "k", in, sizeof(in), out, sizeof(out), 64))
            break;
        for (unsigned i = 0, bad = 0; i < N; i++) {
            uint32_t s = 0;
            for (unsigned n = 0; n < VALUES; n++)
                s = s * 3 + (in[(i + n * STEP) & 511] ^ in[(i + (VALUES - 1 - n) * STEP) & 511] >> 1);
            if (out[i] != s && bad++ < 3)
                kt_ok(false, "[%u]: %x, not %x", i, out[i], s);
        }
        run(kernels("ocl_kernels.cl"), "division", small, sizeof(small), small, sizeof(small), 64);
    }
    if (program)
        clReleaseProgram(program);
}

KT_TEST(division)
{
    static int32_t in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (int32_t)(random_word() >> (i % 24)) | 1;
    if (!run(kernels("ocl_kernels.cl"), "division", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        int32_t a = in[i], b = in[511 - i];
        uint32_t ua = (uint32_t)a, ub = (uint32_t)b;
        if (a == INT32_MIN && b == -1)
            continue;
        uint32_t expect = (uint32_t)(a / b) + (uint32_t)(a % b) + ub / ua + ub % ua;
        if ((uint32_t)out[i] != expect && bad++ < 3)
            kt_ok(false, "%d, %d: %x, not %x", a, b, (unsigned)out[i], expect);
    }
}

KT_TEST(doubles)
{
    static double in[N], out[N];
    NEED_DEVICE();
    if (!has_doubles())
        kt_skip("the device has no doubles");
    for (unsigned i = 0; i < N; i++)
        in[i] = ((double)random_word() - 2147483648.0) / 65536.0;
    if (!run(kernels("ocl_kernels.cl"), "doubles", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        double a = in[i], b = in[511 - i];
        // a * 0.5 is exact, so that contraction cannot change the result.
        double expect = fma(a, b, 1.0) - a * 0.5 + (a < b ? fmin(a, b) : fabs(a));
        if (out[i] != expect && bad++ < 3)
            kt_ok(false, "[%u]: %.17g, not %.17g", i, out[i], expect);
    }
}

KT_TEST(float_functions)
{
    static float in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (float)(random_word() >> 8) / 2097152.0f + 0.01f; // 0.01 .. 8
    if (!run(kernels("ocl_kernels.cl"), "float_functions", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        double a = (double)in[i];
        double expect = sqrt(a) + exp2(a) + log(a) + sin(a) * cos(a) + 1 / sqrt(a) + a / (a + 1) + floor(a);
        if (!(fabs((double)out[i] - expect) <= 1e-5 * (fabs(expect) + 2)) && bad++ < 3)
            kt_ok(false, "%g: %.9g, not %.9g", a, (double)out[i], expect);
    }
}

KT_TEST(local_memory_and_barriers)
{
    static uint32_t in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = random_word();
    // An inclusive prefix sum in each group of 128.
    if (!run(kernels("ocl_kernels.cl"), "local_memory_and_barriers", in, sizeof(in), out, sizeof(out), 128))
        return;
    uint32_t sum = 0;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        sum = (i % 128 ? sum : 0) + in[i];
        if (out[i] != sum && bad++ < 3)
            kt_ok(false, "[%u]: %u, not %u", i, out[i], sum);
    }
}

KT_TEST(atomics)
{
    static uint32_t in[N], out[16];
    NEED_DEVICE();
    uint32_t histogram[8] = {0}, top = 0, low = UINT32_MAX, bits = 0;
    for (unsigned i = 0; i < N; i++) {
        in[i] = random_word();
        histogram[in[i] & 7]++;
        top = in[i] > top ? in[i] : top;
        low = in[i] < low ? in[i] : low;
        bits ^= in[i];
    }
    memset(out, 0, sizeof(out));
    out[9] = UINT32_MAX;
    if (!run(kernels("ocl_kernels.cl"), "atomics", in, sizeof(in), out, sizeof(out), 64))
        return;
    uint32_t threes = 0;
    for (unsigned i = 0; i < N; i++)
        threes += in[i] & 3;
    for (unsigned i = 0; i < 8; i++)
        kt_eq(out[i], histogram[i]);
    kt_eq(out[8], top);
    kt_eq(out[9], low);
    kt_eq(out[10], bits);
    kt_eq(out[11], threes);
}

KT_TEST(divergence)
{
    static uint32_t in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = random_word() & 0xffff;
    if (!run(kernels("ocl_kernels.cl"), "divergence", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        uint32_t x = in[i] + 1, s = 0, first = x, r = 0;
        while (x != 1) {
            if (s > 400)
                break;
            if (x & 1) {
                if (x % 7 == 5) {
                    s += 2;
                    x = x / 5 + 1;
                    continue;
                }
                x = 3 * x + 1;
            } else {
                x >>= 1;
            }
            s++;
        }
        r = x != 1 ? 77 : s;
        switch (first & 3) {
        case 0:
            r += s;
            break;
        case 1:
            r = (r ^ 9) * 3;
            break;
        case 2:
            r *= 3;
            break;
        }
        if (out[i] != r && bad++ < 3)
            kt_ok(false, "%u: %u, not %u", first, out[i], r);
    }
}

KT_TEST(private_memory)
{
    static uint32_t in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = random_word();
    // An array that is indexed by data, too large for registers.
    if (!run(kernels("ocl_kernels.cl"), "private_memory", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        uint32_t a[96], p = in[i] % 96, s = 0;
        for (unsigned j = 0; j < 96; j++)
            a[j] = in[(i + j) & 511];
        for (unsigned j = 0; j < 40; j++) {
            a[p] += j;
            s += a[p];
            p = a[p] % 96;
        }
        if (out[i] != s && bad++ < 3)
            kt_ok(false, "[%u]: %u, not %u", i, out[i], s);
    }
}

KT_TEST(vectors_and_halves)
{
    static float in[4 * N], out[4 * N];
    NEED_DEVICE();
    for (unsigned i = 0; i < 4 * N; i++)
        in[i] = (float)(random_word() & 1023) / 8.0f;
    if (!run(kernels("ocl_kernels.cl"), "vectors_and_halves", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < 4 * N; i++) {
        // Eighths below 128 are exact in half precision.
        float expect = in[i] + in[i / 4 * 4 + 3 - i % 4];
        if (out[i] != expect && bad++ < 3)
            kt_ok(false, "[%u]: %g, not %g", i, (double)out[i], (double)expect);
    }
}

static int32_t clamp64(int64_t v, int32_t low, int32_t high)
{
    return v < low ? low : v > high ? high : (int32_t)v;
}

KT_TEST(integer_functions)
{
    static int32_t in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (int32_t)random_word();
    if (!run(kernels("ocl_kernels.cl"), "integer_functions", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        int32_t a = in[i], b = in[511 - i];
        uint32_t ua = (uint32_t)a, ub = (uint32_t)b;
        uint32_t r = (uint32_t)clamp64((int64_t)a + b, INT32_MIN, INT32_MAX);
        r = (r << 5 | r >> 27) ^ (ua > ub ? ua - ub : 0);
        r += (uint32_t)(((int64_t)a * b) >> 32);
        r ^= (uint32_t)(__builtin_popcount(ua) + (b ? __builtin_clz(ub) : 32) * 64);
        r += (uint32_t)(((int64_t)a + b) >> 1);
        r ^= (uint32_t)(((uint64_t)ua + ub + 1) >> 1);
        r += (uint32_t)((int64_t)(a >> 8) * (b >> 8)) + ua;
        r ^= (uint32_t)(a > b ? (int64_t)a - b : (int64_t)b - a);
        r += (uint32_t)(a > b ? a : b) - (ua < ub ? ua : ub);
        r ^= (uint32_t)clamp64((int64_t)(int16_t)a + (int16_t)b, INT16_MIN, INT16_MAX);
        if ((uint32_t)out[i] != r && bad++ < 3)
            kt_ok(false, "%d, %d: %x, not %x", a, b, (unsigned)out[i], r);
    }
}

KT_TEST(conversions)
{
    static float in[N];
    static uint32_t out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (float)(int32_t)(random_word() & 0xfff) / 4.0f - 500.0f; // many ties
    if (!run(kernels("ocl_kernels.cl"), "conversions", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        double a = (double)in[i];
        uint32_t expect = (uint32_t)clamp64((int64_t)rint(a), 0, 255) |
                          (uint32_t)(uint8_t)clamp64((int64_t)trunc(a), -128, 127) << 8 |
                          (uint32_t)(uint8_t)(int)ceil(a) << 16 | (uint32_t)(uint8_t)(int)floor(a) << 24;
        if (out[i] != expect && bad++ < 3)
            kt_ok(false, "%g: %08x, not %08x", a, out[i], expect);
    }
}

KT_TEST(subgroups)
{
    static uint32_t in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = random_word() & 0xffffff;
    if (!run(kernels("ocl_kernels.cl"), "subgroups", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        const uint32_t *v = in + (i & ~15u);
        uint32_t l = i & 15, sum = 0, scan = 0, top = 0;
        for (unsigned j = 0; j < 16; j++) {
            sum += v[j];
            scan += j < l ? v[j] : 0;
            top = v[j] > top ? v[j] : top;
        }
        uint32_t expect = sum ^ (scan * 3) ^ (top * 5) ^ (v[(l * 5 + 3) & 15] * 7) ^ (v[l ^ 6] * 11) ^
                          (v[9] * 13) ^ (v[l] * 17);
        if (out[i] != expect && bad++ < 3)
            kt_ok(false, "[%u]: %x, not %x", i, out[i], expect);
    }
}

KT_TEST(half_arithmetic)
{
    static float in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (float)(random_word() & 63) / 8.0f;
    if (!run(kernels("ocl_kernels.cl"), "half_arithmetic", in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        // Everything is a multiple of 1/64 below 128: exact, or one bit from it, in half precision.
        float a = in[i], b = in[511 - i], r = a * b + 1, expect = a > b ? r - a : r + b;
        if (fabsf(out[i] - expect) > 0.07f && bad++ < 3)
            kt_ok(false, "%g, %g: %g, not %g", (double)a, (double)b, (double)out[i], (double)expect);
    }
}

KT_TEST(constant_table_and_structs)
{
    static uint32_t in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = random_word();
    if (!run(kernels("ocl_kernels.cl"), "constant_table_and_structs", in, sizeof(in), out, sizeof(out), 64))
        return;
    static const uint32_t table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
    for (unsigned i = 0, bad = 0; i < N; i++) {
        uint32_t v = in[(i + (in[i] & 3)) & 511];
        uint64_t d = ((uint64_t)v << 20) + (uint16_t)(v >> 4);
        uint32_t expect =
            (uint8_t)v + (uint32_t)(uint16_t)(v >> 4) * table[v & 15] + v * 3 + (uint32_t)(d >> 16);
        if (out[i] != expect && bad++ < 3)
            kt_ok(false, "[%u]: %x, not %x", i, out[i], expect);
    }
}

KT_TEST(long_atomics)
{
    static uint64_t in[N], out[4];
    NEED_DEVICE();
    uint64_t sum = 0, top = 0;
    for (unsigned i = 0; i < N; i++) {
        in[i] = (uint64_t)random_word() << 20;
        sum += in[i];
        top = in[i] > top ? in[i] : top;
    }
    memset(out, 0, sizeof(out));
    if (!run(kernels("ocl_kernels.cl"), "long_atomics", in, sizeof(in), out, sizeof(out), 64))
        return;
    kt_eq(out[0], sum);
    kt_eq(out[1], top);
}

KT_MAIN()
