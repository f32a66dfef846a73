// OpenCL kernels through Intel's own compiler and driver on the simulated device: types, messages and control
// flow that Vulkan shaders seldom use. Each result is compared with the same computation on the host.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>

#include "kt.h"

enum { N = 512 };

static cl_context ctx;
static cl_command_queue queue;
static cl_device_id device;

static bool find_device(void)
{
    cl_platform_id platforms[8];
    cl_uint count = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
        return false;
    for (cl_uint i = 0; i < count && i < 8; i++) {
        char name[256] = "";
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
        if (strstr(name, "Intel") &&
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_GPU, 1, &device, NULL) == CL_SUCCESS)
            return true;
    }
    return false;
}

static bool have_device(void)
{
    static int state;
    cl_int err = CL_SUCCESS;
    if (!state) {
        state = -1;
        if (find_device()) {
            ctx = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
            queue = err == CL_SUCCESS ? clCreateCommandQueue(ctx, device, 0, &err) : NULL;
            state = err == CL_SUCCESS ? 1 : -1;
        }
    }
    return state > 0;
}

// Runs "kernel void k(global const void *in, global void *out)" over N items in groups of `local`.
static bool run(const char *source, const void *in, size_t in_size, void *out, size_t out_size, size_t local)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(ctx, 1, &source, NULL, &err);
    err = clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL);
    if (!kt_ok(err == CL_SUCCESS, "clBuildProgram: %d", err)) {
        char log[4096] = "";
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, NULL);
        printf("# %s\n", log);
        return false;
    }
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    cl_mem a =
        clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, in_size, (void *)(uintptr_t)in, &err);
    cl_mem b = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, out_size, out, &err);
    clSetKernelArg(kernel, 0, sizeof(a), &a);
    clSetKernelArg(kernel, 1, sizeof(b), &b);
    size_t global = N;
    err = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    bool ok = kt_ok(err == CL_SUCCESS, "clEnqueueNDRangeKernel: %d", err);
    err = clEnqueueReadBuffer(queue, b, CL_TRUE, 0, out_size, out, 0, NULL, NULL);
    ok = kt_ok(err == CL_SUCCESS, "clEnqueueReadBuffer: %d", err) && ok;
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return ok;
}

static uint32_t random_word(void)
{
    static uint64_t s = 88172645463325252u;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return (uint32_t)(s >> 16);
}

#define NEED_DEVICE()                                                                                        \
    if (!have_device())                                                                                      \
    kt_skip("no Intel OpenCL, or no libkiln_node.so")

#define COMPARE(out, expect, format)                                                                         \
    do {                                                                                                     \
        unsigned compare_bad = 0;                                                                            \
        for (unsigned i = 0; i < N; i++)                                                                     \
            if ((out)[i] != (expect) && compare_bad++ < 3)                                                   \
                kt_ok(false, "[%u]: " format ", not " format, i, (out)[i], (expect));                        \
    } while (0)

KT_TEST(bytes_and_shorts)
{
    static int8_t in[N];
    static uint16_t out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (int8_t)random_word();
    if (!run("kernel void k(global const char *in, global ushort *out)\n"
             "{ int i = get_global_id(0); short s = in[i]; s = s * (short)3 - in[511 - i]; out[i] = "
             "(ushort)s; }",
             in, sizeof(in), out, sizeof(out), 64))
        return;
    COMPARE(out, (uint16_t)(int16_t)(in[i] * 3 - in[511 - i]), "%u");
}

KT_TEST(longs)
{
    static int64_t in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (int64_t)((uint64_t)random_word() << 32 | random_word());
    if (!run("kernel void k(global const long *in, global long *out)\n"
             "{ int i = get_global_id(0); long a = in[i], b = in[511 - i];\n"
             "  ulong m = (ulong)a * (ulong)b; long s = a >> (b & 63); ulong u = (ulong)b >> (a & 63);\n"
             "  out[i] = (long)(m ^ (ulong)s ^ u) + (a < b ? a - b : (long)mul_hi((uint)a, (uint)b)); }",
             in, sizeof(in), out, sizeof(out), 64))
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

KT_TEST(division)
{
    static int32_t in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = (int32_t)(random_word() >> (i % 24)) | 1;
    if (!run("kernel void k(global const int *in, global int *out)\n"
             "{ int i = get_global_id(0); int a = in[i], b = in[511 - i];\n"
             "  out[i] = a / b + a % b + (int)((uint)a / (uint)b) + (int)((uint)a % (uint)b); }",
             in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < N; i++) {
        int32_t a = in[i], b = in[511 - i];
        uint32_t ua = (uint32_t)a, ub = (uint32_t)b;
        if (a == INT32_MIN && b == -1)
            continue;
        uint32_t expect = (uint32_t)(a / b) + (uint32_t)(a % b) + ua / ub + ua % ub;
        if ((uint32_t)out[i] != expect && bad++ < 3)
            kt_ok(false, "%d, %d: %x, not %x", a, b, (unsigned)out[i], expect);
    }
}

KT_TEST(doubles)
{
    static double in[N], out[N];
    NEED_DEVICE();
    for (unsigned i = 0; i < N; i++)
        in[i] = ((double)random_word() - 2147483648.0) / 65536.0;
    if (!run("#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
             "kernel void k(global const double *in, global double *out)\n"
             "{ int i = get_global_id(0); double a = in[i], b = in[511 - i];\n"
             "  out[i] = fma(a, b, 1.0) - a * 0.5 + (a < b ? fmin(a, b) : fabs(a)); }",
             in, sizeof(in), out, sizeof(out), 64))
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
    if (!run("kernel void k(global const float *in, global float *out)\n"
             "{ int i = get_global_id(0); float a = in[i];\n"
             "  out[i] = sqrt(a) + exp2(a) + log(a) + sin(a) * cos(a) + rsqrt(a) + a / (a + 1.0f) + "
             "floor(a); }",
             in, sizeof(in), out, sizeof(out), 64))
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
    if (!run("kernel void k(global const uint *in, global uint *out)\n"
             "{ local uint s[128]; uint g = get_global_id(0), l = get_local_id(0); s[l] = in[g];\n"
             "  for (uint d = 1; d < 128; d *= 2) { barrier(CLK_LOCAL_MEM_FENCE);\n"
             "    uint v = l >= d ? s[l - d] : 0; barrier(CLK_LOCAL_MEM_FENCE); s[l] += v; }\n"
             "  out[g] = s[l]; }",
             in, sizeof(in), out, sizeof(out), 128))
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
    if (!run("kernel void k(global const uint *in, global uint *out)\n"
             "{ uint v = in[get_global_id(0)]; local uint h[8]; uint l = get_local_id(0);\n"
             "  if (l < 8) h[l] = 0; barrier(CLK_LOCAL_MEM_FENCE); atomic_inc(&h[v & 7]);\n"
             "  barrier(CLK_LOCAL_MEM_FENCE); if (l < 8) atomic_add(&out[l], h[l]);\n"
             "  atomic_max(&out[8], v); atomic_min(&out[9], v); atomic_xor(&out[10], v);\n"
             "  uint old, seen = out[11]; do { old = seen; seen = atomic_cmpxchg(&out[11], old, old + (v & "
             "3)); }\n"
             "  while (seen != old); }",
             in, sizeof(in), out, sizeof(out), 64))
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
    if (!run("uint f(uint x, uint *steps);\n"
             "uint f(uint x, uint *steps)\n"
             "{ while (x != 1) { if (*steps > 400) return 77; if (x & 1) { if (x % 7 == 5) { *steps += 2; x "
             "= x / 5 + 1;\n"
             "  continue; } x = 3 * x + 1; } else x >>= 1; (*steps)++; } return *steps; }\n"
             "kernel void k(global const uint *in, global uint *out)\n"
             "{ uint i = get_global_id(0), s = 0, x = in[i] + 1; uint r = f(x, &s);\n"
             "  switch (x & 3) { case 0: r += s; break; case 1: r ^= 9; case 2: r *= 3; break; default: "
             "break; }\n"
             "  out[i] = r; }",
             in, sizeof(in), out, sizeof(out), 64))
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
    if (!run("kernel void k(global const uint *in, global uint *out)\n"
             "{ uint i = get_global_id(0), a[96]; for (uint j = 0; j < 96; j++) a[j] = in[(i + j) & 511];\n"
             "  uint p = in[i] % 96, s = 0; for (uint j = 0; j < 40; j++) { a[p] += j; s += a[p]; p = a[p] % "
             "96; }\n"
             "  out[i] = s; }",
             in, sizeof(in), out, sizeof(out), 64))
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
    if (!run("kernel void k(global const float *in, global float *out)\n"
             "{ uint i = get_global_id(0); float4 v = vload4(i, in); half h[4]; vstore_half4(v, 0, h);\n"
             "  float4 w = vload_half4(0, h); vstore4(w.wzyx + v, i, out); }",
             in, sizeof(in), out, sizeof(out), 64))
        return;
    for (unsigned i = 0, bad = 0; i < 4 * N; i++) {
        // Eighths below 128 are exact in half precision.
        float expect = in[i] + in[i / 4 * 4 + 3 - i % 4];
        if (out[i] != expect && bad++ < 3)
            kt_ok(false, "[%u]: %g, not %g", i, (double)out[i], (double)expect);
    }
}

KT_MAIN()
