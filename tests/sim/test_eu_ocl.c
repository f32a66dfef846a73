// What Intel's OpenCL compiler makes of each basic operation and type, executed on the simulated EUs through
// Intel's own driver (libkiln_node.so is preloaded), against the same C expression on the host. EXPR below is
// both.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>

#include "kt.h"

enum { N = 512 };

// Name, operand type, result type, expression of x and y, tolerance in ulp (floats).
#define EXPRESSIONS(X)                                                                                       \
    X(u_add, uint, uint, x + y * 3, 0)                                                                       \
    X(u_div, uint, uint, x / (y | 1), 0)                                                                     \
    X(u_rem, uint, uint, x % (y | 1), 0)                                                                     \
    X(u_shift, uint, uint, (x << (y & 31)) ^ (x >> (y & 15)), 0)                                             \
    X(u_mulhi, uint, uint, (uint)(((ulong)x * y) >> 32), 0)                                                  \
    X(u_min, uint, uint, x < y ? x - y : y - x, 0)                                                           \
    X(i_div, int, int, x / ((y & 0xffff) + 1), 0)                                                            \
    X(i_rem, int, int, x % ((y & 0xffff) + 1), 0)                                                            \
    X(i_shift, int, int, (x >> (y & 31)) + (x < y), 0)                                                       \
    X(i_mulhi, int, int, (int)(((long)x * y) >> 32), 0)                                                      \
    X(l_add, long, long, x + y * 5, 0)                                                                       \
    X(l_mul, long, long, x *y, 0)                                                                            \
    X(l_shift, long, long, (x >> (y & 63)) ^ (long)((ulong)x << (y & 31)), 0)                                \
    X(l_cmp, long, int, x < y ? 1 : x == y ? 2 : 3, 0)                                                       \
    X(ul_div, ulong, ulong, x / (y | 1), 0)                                                                  \
    X(l_rem, long, long, x % ((y & 0xffffff) + 3), 0)                                                        \
    X(s_ops, short, short, (short)(x * y + (x >> 3)), 0)                                                     \
    X(us_ops, ushort, ushort, (ushort)(x / (y | 1) + (y << 2)), 0)                                           \
    X(c_ops, char, int, x *y - (x < y), 0)                                                                   \
    X(uc_ops, uchar, uchar, (uchar)(x + y), 0)                                                               \
    X(uc_widen, uchar, uint, (uint)x << 8 | y, 0)                                                            \
    X(f_add, float, float, x + y, 0)                                                                         \
    X(f_mul, float, float, x *y, 0)                                                                          \
    X(f_div, float, float, x / y, 0)                                                                         \
    X(f_fma, float, float, fma(x, y, 0.5f), 0)                                                               \
    X(f_sqrt, float, float, sqrt(fabs(x)), 0)                                                                \
    X(f_round, float, float, floor(x) + ceil(y) + trunc(x) + rint(y), 0)                                     \
    X(f_minmax, float, float, fmin(x, y) - fmax(x, y), 0)                                                    \
    X(f_cmp, float, int, (x < y) + 2 * (x >= y) + 4 * (x == x), 0)                                           \
    X(f_to_i, float, int, (int)(x * 0.001f), 0)                                                              \
    X(i_to_f, int, float, (float)x + (float)(y & 0xff), 0)                                                   \
    X(u_to_f, uint, float, (float)x, 0)                                                                      \
    X(l_to_f, long, float, (float)x, 0)                                                                      \
    X(ul_to_f, ulong, float, (float)x, 0)                                                                    \
    X(f_to_l, float, long, (long)(x * 1e9f), 0)                                                              \
    X(f_exp, float, float, exp2(x * 1e-4f), 4)                                                               \
    X(f_log, float, float, log2(fabs(x) + 2.0f), 4)                                                          \
    X(d_add, double, double, x + y, 0)                                                                       \
    X(d_mul, double, double, x *y, 0)                                                                        \
    X(d_div, double, double, x / y, 0)                                                                       \
    X(d_fma, double, double, fma(x, y, 0.25), 0)                                                             \
    X(d_sqrt, double, double, sqrt(fabs(x)), 0)                                                              \
    X(d_to_f, double, float, (float)x, 0)                                                                    \
    X(d_to_i, double, int, (int)(x * 1e-9), 0)                                                               \
    X(d_to_l, double, long, (long)(x * 1e2), 0)                                                              \
    X(l_to_d, long, double, (double)x, 0)                                                                    \
    X(f_to_d, float, double, (double)x * 3.0, 0)

// Programs: read in[] (uint) and write out[] (uint), LOCAL work items a group.
enum { LOCAL = 64 };
static const char programs[] =
    "kernel void p_reverse(global const uint *in, global uint *out) { local uint s[64]; uint l = "
    "get_local_id(0);\n"
    "  s[l] = in[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE); out[get_global_id(0)] = s[63 - l] + s[l ^ "
    "5]; }\n"
    "kernel void p_private(global const uint *in, global uint *out) { uint i = get_global_id(0), a[40];\n"
    "  for (uint k = 0; k < 40; k++) a[k] = in[(i + k) % 512]; uint s = 0;\n"
    "  for (uint k = 0; k < 20; k++) { uint j = a[k] % 40; s = s * 31 + a[j]; a[j] ^= s; } out[i] = s; }\n"
    "kernel void p_flow(global const uint *in, global uint *out) { uint i = get_global_id(0), x = in[i], n = "
    "0;\n"
    "  if (i % 7 == 3) { out[i] = 77; return; }\n"
    "  while (x > 1 && n < 60) { for (uint k = 0; k < (x & 3); k++) { if (k == 2) continue; n += k; }\n"
    "    switch (x % 5) { case 0: x /= 5; break; case 1: x = x / 2 + 1; n += 3; break; case 2: x >>= 1; "
    "break;\n"
    "      case 3: if (n & 1) { x -= 1; } else { x /= 3; } break; default: x /= 4; n++; }\n"
    "    if (n > 50) break; n++; } out[i] = n * 1000 + (x & 255); }\n"
    "kernel void p_atomics(global const uint *in, global uint *out) { uint i = get_global_id(0);\n"
    "  atomic_add(&out[0], in[i] & 15); atomic_max(&out[1], in[i]); atomic_min(&out[2], in[i] | 0x10000);\n"
    "  atomic_xor(&out[3], in[i]); atomic_or(&out[4], 1u << (in[i] & 31)); atomic_inc(&out[5]); }\n"
    "kernel void p_vectors(global const uint *in, global uint *out) { uint i = get_global_id(0);\n"
    "  uint4 v = vload4(i / 4, in); uchar4 c = vload4(i, (global const uchar *)in); float4 f = "
    "convert_float4(c);\n"
    "  out[i] = v.x + v.w * 3 + c.y + (uint)(f.z * 2.0f) + convert_uchar_sat((int)in[i]); }\n";

#define X(name, T, R, expr, ulp)                                                                             \
    "kernel void " #name "(global const " #T " *a, global const " #T " *b, global " #R " *r)\n"              \
    "{ uint i = get_global_id(0); " #T " x = a[i], y = b[i]; r[i] = " #expr "; }\n"
static const char expressions[] = EXPRESSIONS(X);
#undef X

typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned short ushort;
typedef unsigned char uchar;

static struct {
    bool tried;
    cl_device_id device;
    cl_context ctx;
    cl_command_queue queue;
    cl_program program;
} cl;

static bool open_cl(void)
{
    cl_platform_id platforms[8];
    cl_uint count = 0;
    cl_int err;
    if (cl.tried)
        return cl.program;
    cl.tried = true;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
        return false;
    for (cl_uint i = 0; i < count && i < 8 && !cl.device; i++) {
        char name[256] = "";
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
        if (strstr(name, "Intel"))
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_GPU, 1, &cl.device, NULL);
    }
    if (!cl.device)
        return false;
    cl.ctx = clCreateContext(NULL, 1, &cl.device, NULL, NULL, &err);
    cl.queue = clCreateCommandQueue(cl.ctx, cl.device, 0, &err);
    const char *text[2] = {expressions, programs};
    cl.program = clCreateProgramWithSource(cl.ctx, 2, text, NULL, &err);
    err = clBuildProgram(cl.program, 1, &cl.device, "-cl-fp32-correctly-rounded-divide-sqrt", NULL, NULL);
    if (err != CL_SUCCESS) {
        static char log[8192];
        clGetProgramBuildInfo(cl.program, cl.device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
        kt_ok(false, "clBuildProgram: %d: %s", err, log);
        cl.program = NULL;
    }
    return cl.program;
}

// Runs a kernel over buffers that are copied in and out.
static bool run_kernel(const char *name, unsigned n, void *const data[], const size_t size[], size_t local)
{
    cl_int err;
    cl_mem buf[4];
    size_t global = N;
    cl_kernel k = clCreateKernel(cl.program, name, &err);
    if (!kt_ok(err == CL_SUCCESS, "clCreateKernel %s: %d", name, err))
        return false;
    for (unsigned i = 0; i < n; i++) {
        buf[i] = clCreateBuffer(cl.ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size[i], data[i], &err);
        clSetKernelArg(k, i, sizeof(buf[i]), &buf[i]);
    }
    err = clEnqueueNDRangeKernel(cl.queue, k, 1, NULL, &global, local ? &local : NULL, 0, NULL, NULL);
    for (unsigned i = 0; i < n && !err; i++)
        err = clEnqueueReadBuffer(cl.queue, buf[i], CL_TRUE, 0, size[i], data[i], 0, NULL, NULL);
    for (unsigned i = 0; i < n; i++)
        clReleaseMemObject(buf[i]);
    clReleaseKernel(k);
    return kt_ok(err == CL_SUCCESS, "%s: %d", name, err);
}

static uint32_t seed = 99;

static uint32_t rnd(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static uint64_t rnd64(void)
{
    return ((uint64_t)rnd() << 32 | rnd()) >> (rnd() & 63);
}

#define random_uint ((uint)rnd64())
#define random_int ((int)rnd64())
#define random_long ((long)rnd64())
#define random_ulong ((ulong)rnd64())
#define random_short ((short)rnd())
#define random_ushort ((ushort)rnd())
#define random_char ((char)rnd())
#define random_uchar ((uchar)rnd())
#define random_float ((float)((double)(int32_t)rnd() * ldexp(1, -(int)(rnd() % 24))))
#define random_double ((double)(int64_t)rnd64() / 1024.0)

// Distance of two floats or doubles in units in the last place; 0 if both are NaN.
static double distance(double a, double b, bool is_double)
{
    if (a == b || (isnan(a) && isnan(b)))
        return 0;
    double u = is_double ? fabs(nextafter(b, INFINITY) - b)
                         : (double)fabsf(nextafterf((float)b, INFINITY) - (float)b);
    return fabs(a - b) / u;
}

#define fma(a, b, c) _Generic((a), float: fmaf, double: fma)(a, b, c)
#define sqrt(a) _Generic((a), float: sqrtf, double: sqrt)(a)
#define fabs(a) _Generic((a), float: fabsf, double: fabs)(a)
#define floor(a) floorf(a)
#define ceil(a) ceilf(a)
#define trunc(a) truncf(a)
#define rint(a) rintf(a)
#define fmin(a, b) fminf(a, b)
#define fmax(a, b) fmaxf(a, b)
#define exp2(a) ((float)(exp2)((double)(a)))
#define log2(a) ((float)(log2)((double)(a)))

#define X(name, T, R, expr, ulp)                                                                             \
    KT_TEST(name)                                                                                            \
    {                                                                                                        \
        static T a[N], b[N];                                                                                 \
        static R r[N];                                                                                       \
        if (!open_cl())                                                                                      \
            kt_skip("no Intel OpenCL, or no libkiln_node.so");                                               \
        for (int i = 0; i < N; i++) {                                                                        \
            a[i] = random_##T;                                                                               \
            b[i] = random_##T;                                                                               \
        }                                                                                                    \
        if (!run_kernel(#name, 3, (void *const[]){a, b, r},                                                  \
                        (const size_t[]){sizeof(a), sizeof(b), sizeof(r)}, 0))                               \
            return;                                                                                          \
        for (int i = 0; i < N; i++) {                                                                        \
            T x = a[i], y = b[i];                                                                            \
            R want = expr;                                                                                   \
            if (ulp ? distance((double)r[i], (double)want, sizeof(R) == 8) > ulp                             \
                    : !(r[i] == want || (r[i] != r[i] && want != want))) {                                   \
                kt_ok(false, #name "(%.9g, %.9g) is %.9g, not %.9g", (double)x, (double)y, (double)r[i],     \
                      (double)want);                                                                         \
                break;                                                                                       \
            }                                                                                                \
        }                                                                                                    \
    }
EXPRESSIONS(X)
#undef X

// ---- programs

static uint in[N + 4], out[N + 4];

static bool run_program(const char *name)
{
    for (int i = 0; i < N; i++)
        in[i] = rnd() >> (rnd() & 15);
    memset(out, 0, sizeof(out));
    out[2] = 0xffffffff;
    return run_kernel(name, 2, (void *const[]){in, out}, (const size_t[]){sizeof(in), sizeof(out)}, LOCAL);
}

KT_TEST(local_memory)
{
    if (!open_cl())
        kt_skip("no Intel OpenCL");
    if (run_program("p_reverse"))
        for (uint i = 0; i < N; i++) {
            uint g = i & ~63u, l = i & 63;
            kt_eq(out[i], in[g + 63 - l] + in[g + (l ^ 5)]);
        }
}

KT_TEST(private_arrays)
{
    if (!open_cl())
        kt_skip("no Intel OpenCL");
    if (run_program("p_private"))
        for (uint i = 0; i < N; i++) {
            uint a[40], s = 0;
            for (uint k = 0; k < 40; k++)
                a[k] = in[(i + k) % 512];
            for (uint k = 0; k < 20; k++) {
                uint j = a[k] % 40;
                s = s * 31 + a[j];
                a[j] ^= s;
            }
            kt_eq(out[i], s);
        }
}

static uint flow(uint x)
{
    uint n = 0;
    while (x > 1 && n < 60) {
        for (uint k = 0; k < (x & 3); k++) {
            if (k == 2)
                continue;
            n += k;
        }
        switch (x % 5) {
        case 0:
            x /= 5;
            break;
        case 1:
            x = x / 2 + 1;
            n += 3;
            break;
        case 2:
            x >>= 1;
            break;
        case 3:
            if (n & 1)
                x -= 1;
            else
                x /= 3;
            break;
        default:
            x /= 4;
            n++;
        }
        if (n > 50)
            break;
        n++;
    }
    return n * 1000 + (x & 255);
}

KT_TEST(divergent_control_flow)
{
    if (!open_cl())
        kt_skip("no Intel OpenCL");
    if (run_program("p_flow"))
        for (uint i = 0; i < N; i++)
            kt_eq(out[i], i % 7 == 3 ? 77 : flow(in[i]));
}

KT_TEST(global_atomics)
{
    if (!open_cl())
        kt_skip("no Intel OpenCL");
    if (run_program("p_atomics")) {
        uint w[6] = {0, 0, 0xffffffff, 0, 0, 0};
        for (uint i = 0; i < N; i++) {
            w[0] += in[i] & 15;
            w[1] = in[i] > w[1] ? in[i] : w[1];
            w[2] = (in[i] | 0x10000) < w[2] ? in[i] | 0x10000 : w[2];
            w[3] ^= in[i];
            w[4] |= 1u << (in[i] & 31);
            w[5]++;
        }
        for (uint i = 0; i < 6; i++)
            kt_eq(out[i], w[i]);
    }
}

KT_TEST(vector_types)
{
    if (!open_cl())
        kt_skip("no Intel OpenCL");
    if (run_program("p_vectors"))
        for (uint i = 0; i < N; i++) {
            const uint *v = in + i / 4 * 4;
            const uchar *c = (const uchar *)in + 4 * i;
            int s = (int)in[i];
            uint sat = s < 0 ? 0 : s > 255 ? 255 : (uint)s;
            kt_eq(out[i], v[0] + v[3] * 3 + c[1] + (uint)((float)c[2] * 2.0f) + sat);
        }
}

KT_MAIN()
