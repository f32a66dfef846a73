// The same OpenCL programs on Intel's driver over the simulated device and on PoCL, which runs them on the
// host: their answers must agree on the same random inputs. Integers, bits and memory exactly; floating-point
// functions within the sum of what OpenCL C 1.2 §7.4 lets each be off.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <fcntl.h>
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kt.h"

enum { N = 256, INTEL, POCL, SOURCE = 1 << 14 };

struct side {
    cl_device_id device;
    cl_context ctx;
    cl_command_queue queue;
    bool half, dbl, images;
};

static struct side sides[2];

static bool open_side(struct side *s, const char *platform_name)
{
    cl_platform_id platforms[8];
    cl_uint count = 0;
    cl_int err;
    char text[8192];
    clGetPlatformIDs(8, platforms, &count);
    for (cl_uint i = 0; i < count && i < 8 && !s->device; i++) {
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(text), text, NULL);
        if (strstr(text, platform_name))
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 1, &s->device, NULL);
    }
    if (!s->device)
        return false;
    clGetDeviceInfo(s->device, CL_DEVICE_EXTENSIONS, sizeof(text), text, NULL);
    s->half = strstr(text, "cl_khr_fp16");
    s->dbl = strstr(text, "cl_khr_fp64");
    cl_bool images = false;
    clGetDeviceInfo(s->device, CL_DEVICE_IMAGE_SUPPORT, sizeof(images), &images, NULL);
    s->images = images;
    s->ctx = clCreateContext(NULL, 1, &s->device, NULL, NULL, &err);
    s->queue = err == CL_SUCCESS ? clCreateCommandQueue(s->ctx, s->device, 0, &err) : NULL;
    return err == CL_SUCCESS;
}

// PoCL aborts where it cannot tell the host's processors (a root without /sys): the process that asks first
// may.
static bool platforms_live(void)
{
    fflush(stdout);
    const pid_t child = fork();
    if (!child) {
        cl_uint count;
        clGetPlatformIDs(0, NULL, &count);
        _exit(0);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static bool have_both(void)
{
    static int state;
    if (!state) {
        const bool both = platforms_live() && open_side(&sides[0], "Intel") &&
                          open_side(&sides[1], "Portable Computing Language");
        state = both ? 1 : -1;
        if (state < 0)
            printf("# needs Intel's OpenCL on libkiln_node.so, and PoCL\n");
    }
    if (state < 0)
        kt_skipped = "Intel's OpenCL or PoCL is missing";
    return state > 0;
}

static const char *options = "-cl-std=CL1.2 -Werror";

static cl_program build_program(struct side *s, const char *source)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(s->ctx, 1, &source, NULL, &err);
    err = clBuildProgram(program, 1, &s->device, options, NULL, NULL);
    if (!kt_ok(err == CL_SUCCESS, "clBuildProgram: %d", err)) {
        static char log[8192];
        clGetProgramBuildInfo(program, s->device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, NULL);
        printf("# %s\n", log);
        clReleaseProgram(program);
        return NULL;
    }
    return program;
}

static cl_kernel build(struct side *s, const char *source)
{
    cl_int err;
    cl_program program = build_program(s, source);
    cl_kernel k = program ? clCreateKernel(program, "k", &err) : NULL;
    if (program)
        clReleaseProgram(program);
    return k;
}

// Runs "kernel void k(global const A *in, global B *out, ...)" over `items` in groups of `local`; arguments
// from 2 on have been set.
static bool run(struct side *s, cl_kernel k, const void *in, size_t in_size, void *out, size_t out_size,
                size_t items, size_t local)
{
    cl_int err;
    cl_mem a = clCreateBuffer(s->ctx, CL_MEM_COPY_HOST_PTR, in_size, (void *)(uintptr_t)in, &err);
    cl_mem b = clCreateBuffer(s->ctx, CL_MEM_COPY_HOST_PTR, out_size, out, &err);
    clSetKernelArg(k, 0, sizeof(a), &a);
    clSetKernelArg(k, 1, sizeof(b), &b);
    err = clEnqueueNDRangeKernel(s->queue, k, 1, NULL, &items, local ? &local : NULL, 0, NULL, NULL);
    bool ok = kt_ok(err == CL_SUCCESS, "clEnqueueNDRangeKernel: %d", err);
    err = clEnqueueReadBuffer(s->queue, b, CL_TRUE, 0, out_size, out, 0, NULL, NULL);
    ok = kt_ok(err == CL_SUCCESS, "clEnqueueReadBuffer: %d", err) && ok;
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    return ok;
}

static uint32_t seed = 12345;

static uint32_t next_random(void)
{
    seed = seed * 1664525 + 1013904223;
    return seed ^ seed >> 15;
}

static void fill_random(void *p, size_t bytes)
{
    uint8_t *b = p;
    for (size_t i = 0; i < bytes; i++)
        b[i] = (uint8_t)(next_random() >> 7);
    // Corners of integers: zeros and ones.
    for (size_t i = 0; i + 64 <= bytes; i += 256)
        memset(b + i, i / 256 % 2 ? 0xff : 0, 16);
}

// Builds and runs on both sides; the outputs must be the same bytes.
static bool both(const char *source, const void *in, size_t in_size, size_t out_size, size_t items,
                 size_t local, void *out[2])
{
    for (unsigned i = 0; i < 2; i++) {
        cl_kernel k = build(&sides[i], source);
        out[i] = calloc(1, out_size);
        bool ok = k && run(&sides[i], k, in, in_size, out[i], out_size, items, local);
        if (k)
            clReleaseKernel(k);
        if (!ok)
            return false;
    }
    return true;
}

static void same_bytes(const char *what, const uint8_t *a, const uint8_t *b, size_t size)
{
    size_t i = 0;
    while (i < size && a[i] == b[i])
        i++;
    kt_ok(i == size, "%s: byte %zu is %02x on Intel's driver, %02x on PoCL", what, i, i < size ? a[i] : 0,
          i < size ? b[i] : 0);
}

static void same(const char *what, const char *source, const void *in, size_t in_size, size_t out_size,
                 size_t items, size_t local)
{
    void *out[2] = {NULL, NULL};
    if (both(source, in, in_size, out_size, items, local, out))
        same_bytes(what, out[0], out[1], out_size);
    free(out[0]);
    free(out[1]);
}

// Kernels that are built as one program: each build takes a quarter of a second for the built-in functions.
struct job {
    const char *what;
    void *in, *out[2]; // `in` is freed after the run
    size_t in_size, out_size, items, local;
};

struct jobs {
    char text[1 << 17];
    size_t size;
    struct job job[16];
    unsigned count;
};

// `source` has a kernel k.
static void add_job(struct jobs *jobs, const char *source, struct job job)
{
    jobs->size += (size_t)snprintf(jobs->text + jobs->size, sizeof(jobs->text) - jobs->size,
                                   "#define k k%u\n%s\n#undef k\n", jobs->count, source);
    jobs->job[jobs->count++] = job;
    kt_true(jobs->count <= sizeof(jobs->job) / sizeof(*jobs->job) && jobs->size < sizeof(jobs->text));
}

static bool run_job(struct side *s, cl_program program, unsigned n, const struct job *j, void *out)
{
    char name[16];
    cl_int err;
    snprintf(name, sizeof(name), "k%u", n);
    cl_kernel k = clCreateKernel(program, name, &err);
    bool ok = kt_ok(k, "clCreateKernel(%s): %d", name, err) &&
              run(s, k, j->in, j->in_size, out, j->out_size, j->items, j->local);
    if (k)
        clReleaseKernel(k);
    return ok;
}

static void free_jobs(struct jobs *jobs)
{
    for (unsigned n = 0; n < jobs->count; n++) {
        free(jobs->job[n].in);
        free(jobs->job[n].out[0]);
        free(jobs->job[n].out[1]);
    }
    free(jobs);
}

// Runs all on both sides; `check` compares.
static void run_jobs(struct jobs *jobs, void (*check)(const struct job *job, unsigned n))
{
    bool ok = true;
    for (unsigned i = 0; i < 2 && ok; i++) {
        cl_program program = build_program(&sides[i], jobs->text);
        ok = program;
        for (unsigned n = 0; n < jobs->count && ok; n++) {
            struct job *j = &jobs->job[n];
            j->out[i] = calloc(1, j->out_size);
            ok = run_job(&sides[i], program, n, j, j->out[i]);
        }
        if (program)
            clReleaseProgram(program);
    }
    for (unsigned n = 0; n < jobs->count && ok; n++)
        check(&jobs->job[n], n);
    free_jobs(jobs);
}

static void check_bytes(const struct job *j, unsigned n)
{
    (void)n;
    same_bytes(j->what, j->out[0], j->out[1], j->out_size);
}

static void *copy(const void *p, size_t size)
{
    return memcpy(malloc(size), p, size);
}

// ---- integers

static const struct {
    const char *name, *unsigned_name;
    unsigned bits;
} integers[] = {{"char", "uchar", 8},     {"uchar", "uchar", 8}, {"short", "ushort", 16},
                {"ushort", "ushort", 16}, {"int", "uint", 32},   {"uint", "uint", 32},
                {"long", "ulong", 64},    {"ulong", "ulong", 64}};

KT_TEST(integer_arithmetic)
{
    // Two inputs and a count an item; division avoids zero and the one that overflows. rhadd(~0ul, ~0ul) is
    // wrong in Intel's library (the carry of a + b + 1 is lost), so its operands are not both all ones.
    static const char *const body =
        "kernel void k(global const T *in, global T *out) {\n"
        "  uint i = get_global_id(0); T a = in[3*i], b = in[3*i+1], c = in[3*i+2];\n"
        "  T d = b == 0 || b == (T)-1 ? (T)3 : b; global T *o = out + i * 28;\n"
        "  o[0]=a+b; o[1]=a-b; o[2]=a*b; o[3]=a/d; o[4]=a%%d; o[5]=a&b; o[6]=a|b; o[7]=a^b; o[8]=~a; "
        "o[9]=-a;\n"
        "  o[10]=a<<(b&(T)(BITS-1)); o[11]=a>>(b&(T)(BITS-1)); o[12]=min(a,b); o[13]=max(a,b);\n"
        "  o[14]=(T)abs(a); o[15]=(T)abs_diff(a,b); o[16]=hadd(a,b); o[17]=rhadd(a,(T)(b>>1)); "
        "o[18]=mul_hi(a,b);\n"
        "  o[19]=mad_hi(a,b,c); o[20]=add_sat(a,b); o[21]=sub_sat(a,b); o[22]=clz(a); o[23]=rotate(a,b);\n"
        "  o[24]=popcount(a); o[25]=a<b ? a : c; o[26]=clamp(c,min(a,b),max(a,b)); "
        "o[27]=bitselect(a,b,c);\n}\n";
    if (!have_both())
        return;
    struct jobs *jobs = calloc(1, sizeof(*jobs));
    for (unsigned t = 0; t < 8; t++) {
        char source[SOURCE];
        size_t bytes = integers[t].bits / 8;
        uint8_t in[3 * N * 8];
        snprintf(source, sizeof(source), "#undef T\n#undef BITS\n#define T %s\n#define BITS %u\n",
                 integers[t].name, integers[t].bits);
        size_t n = strlen(source);
        snprintf(source + n, sizeof(source) - n, "%s", body);
        // The literal %% of the text above.
        for (char *p = strstr(source, "%%"); p; p = strstr(p, "%%"))
            memmove(p, p + 1, strlen(p));
        fill_random(in, sizeof(in));
        add_job(jobs, source,
                (struct job){.what = integers[t].name,
                             .in = copy(in, 3 * N * bytes),
                             .in_size = 3 * N * bytes,
                             .out_size = 28 * N * bytes,
                             .items = N,
                             .local = 64});
    }
    run_jobs(jobs, check_bytes);
}

KT_TEST(conversions)
{
    static const char *const types[] = {"char", "uchar", "short", "ushort", "int",
                                        "uint", "long",  "ulong", "float"};
    static const unsigned sizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4};
    if (!have_both())
        return;
    struct jobs *jobs = calloc(1, sizeof(*jobs));
    for (unsigned from = 0; from < 9; from++) {
        char source[SOURCE];
        size_t n = 0, bytes = 0;
        uint8_t in[N * 8];
        fill_random(in, sizeof(in));
        if (from == 8) // floats about the integers' ranges, some with a fraction of one half
            for (unsigned i = 0; i < N; i++) {
                float v =
                    ldexpf((float)((int)(next_random() >> 8) - (1 << 23)), (int)(next_random() % 64) - 30);
                v = i % 4 == 0 ? (float)(int)(next_random() % 600) - 300.5f : v;
                memcpy(in + 4 * i, &v, 4);
            }
        n += (size_t)snprintf(source, sizeof(source),
                              "kernel void k(global const %s *in, global uchar *out) {\n"
                              "  uint i = get_global_id(0); %s a = in[i];\n",
                              types[from], types[from]);
        for (unsigned to = 0; to < 9; to++) {
            static const char *const forms[] = {"_sat", "_sat_rte", "_sat_rtz", "_sat_rtp", "_sat_rtn"};
            static const char *const floats[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
            for (unsigned f = 0; f < 5; f++) {
                // Integers to integers: only saturation matters. Floats from floats: nothing.
                if ((from < 8 && to < 8 && f) || (from == 8 && to == 8))
                    continue;
                n += (size_t)snprintf(source + n, sizeof(source) - n,
                                      "  { %s r = convert_%s%s(a); uchar *p = (uchar *)&r;\n"
                                      "    for (uint b = 0; b < %u; b++) out[%zu + i * %u + b] = p[b]; }\n",
                                      types[to], types[to], to == 8 ? floats[f] : forms[f], sizes[to], bytes,
                                      sizes[to]);
                bytes += sizes[to] * N;
            }
        }
        snprintf(source + n, sizeof(source) - n, "}\n");
        add_job(jobs, source,
                (struct job){.what = types[from],
                             .in = copy(in, N * sizes[from]),
                             .in_size = N * sizes[from],
                             .out_size = bytes,
                             .items = N,
                             .local = 32});
    }
    run_jobs(jobs, check_bytes);
}

// ---- floating point

static double ulps(double a, double b)
{
    if (a == b || (isnan(a) && isnan(b)))
        return 0;
    if (isnan(a) || isnan(b) || isinf(a) || isinf(b))
        return INFINITY;
    int e = ilogb(fmax(fabs(a), fabs(b)));
    return fabs(a - b) / ldexp(1, e < -126 ? -149 : e - 23);
}

// Name, arguments, ulps of the full profile, the range of the inputs (log scale: sign and 2^[low, high]).
static const struct {
    const char *expr;
    float ulp;
    int low, high;
    bool positive;
} functions[] = {
    {"a + b", 0, -20, 20, false},
    {"a - b", 0, -20, 20, false},
    {"a * b", 0, -20, 20, false},
    {"a / b", 2.5f, -20, 20, false},
    {"fma(a, b, c)", 0, -8, 8, false},
    {"sqrt(a)", 3, -40, 40, true},
    {"fabs(a)", 0, -40, 40, false},
    {"floor(a)", 0, -8, 20, false},
    {"ceil(a)", 0, -8, 20, false},
    {"trunc(a)", 0, -8, 20, false},
    {"rint(a)", 0, -8, 20, false},
    {"round(a)", 0, -8, 20, false},
    {"fmin(a, b)", 0, -40, 40, false},
    {"fmax(a, b)", 0, -40, 40, false},
    {"fmod(a, b)", 0, -4, 8, false},
    {"remainder(a, b)", 0, -4, 8, false},
    {"exp(a)", 3, -8, 5, false},
    {"exp2(a)", 3, -8, 5, false},
    {"exp10(a)", 3, -8, 4, false},
    {"expm1(a)", 3, -10, 4, false},
    {"log(a)", 3, -30, 30, true},
    {"log2(a)", 3, -30, 30, true},
    {"log10(a)", 3, -30, 30, true},
    {"log1p(a)", 2, -10, 20, true},
    {"sin(a)", 4, -10, 8, false},
    {"cos(a)", 4, -10, 8, false},
    {"tan(a)", 5, -10, 3, false},
    {"asin(a)", 4, -10, -1, false},
    {"acos(a)", 4, -10, -1, false},
    {"atan(a)", 5, -10, 10, false},
    {"atan2(a, b)", 6, -10, 10, false},
    {"sinh(a)", 4, -8, 4, false},
    {"cosh(a)", 4, -8, 4, false},
    {"tanh(a)", 5, -8, 4, false},
    {"asinh(a)", 4, -8, 10, false},
    {"acosh(a)", 4, 1, 10, true},
    {"atanh(a)", 5, -8, -2, false},
    {"cbrt(a)", 2, -20, 20, false},
    {"hypot(a, b)", 4, -20, 20, false},
    {"pow(a, b)", 16, -3, 3, true},
    {"pown(a, 5)", 16, -3, 3, false},
    {"rootn(a, 3)", 16, -8, 8, true},
    {"rsqrt(a)", 2, -30, 30, true},
    {"sinpi(a)", 4, -8, 6, false},
    {"cospi(a)", 4, -8, 6, false},
    {"erf(a)", 16, -6, 2, false},
    {"erfc(a)", 16, -6, 2, false},
    {"tgamma(a)", 16, -1, 3, true},
    {"lgamma(a)", 64, 2, 6, true},
    {"ldexp(a, 7)", 0, -20, 20, false},
    {"nextafter(a, b)", 0, -20, 20, false},
    {"copysign(a, b)", 0, -20, 20, false},
    {"fdim(a, b)", 0, -20, 20, false},
    {"logb(a)", 0, -20, 20, false},
    {"mix(a, b, 0.25f)", 4, -4, 4, true},
    {"smoothstep(-1.0f, 2.0f, a)", 8, -4, 2, false},
    {"degrees(a)", 2, -8, 8, false},
    {"radians(a)", 2, -8, 8, false},
    {"sign(a)", 0, -8, 8, false},
    {"maxmag(a, b)", 0, -8, 8, false},
    {"minmag(a, b)", 0, -8, 8, false},
};

enum { FUNCTIONS = sizeof(functions) / sizeof(*functions), OF_A_KERNEL = 8 };

static unsigned functions_of(unsigned kernel)
{
    unsigned left = FUNCTIONS - kernel * OF_A_KERNEL;
    return left < OF_A_KERNEL ? left : OF_A_KERNEL;
}

// Of the type float. Each function has inputs of its own.
static void add_functions(struct jobs *jobs, unsigned kernel)
{
    unsigned n = functions_of(kernel), first = kernel * OF_A_KERNEL;
    char source[SOURCE], *p = source;
    float *in = malloc(n * N * 3 * sizeof(*in));
    p +=
        sprintf(p, "kernel void k(global const float *in, global float *out) {\n  uint i = get_global_id(0); "
                   "float a, b, c;\n");
    for (unsigned f = 0; f < n; f++) {
        p += sprintf(p, "  a = in[%u + 3*i]; b = in[%u + 3*i+1]; c = in[%u + 3*i+2]; out[%u + i] = %s;\n",
                     f * N * 3, f * N * 3, f * N * 3, f * N, functions[first + f].expr);
        for (unsigned i = 0; i < 3 * N; i++) {
            int low = functions[first + f].low, high = functions[first + f].high;
            double m = 1 + (double)(next_random() >> 8) / (1 << 24);
            float v = (float)ldexp(m, low + (int)(next_random() >> 4) % (high - low));
            in[f * N * 3 + i] = !functions[first + f].positive && next_random() & 0x1000 ? -v : v;
        }
    }
    sprintf(p, "}\n");
    add_job(jobs, source,
            (struct job){.in = in,
                         .in_size = n * N * 3 * sizeof(*in),
                         .out_size = n * N * sizeof(*in),
                         .items = N,
                         .local = 64});
}

static void check_functions(const struct job *job, unsigned kernel)
{
    const float *in = job->in, *x = job->out[0], *y = job->out[1];
    for (unsigned f = 0; f < functions_of(kernel); f++) {
        double most = 0;
        unsigned worst = f * N;
        for (unsigned i = f * N; i < (f + 1) * N; i++) {
            double u = ulps((double)x[i], (double)y[i]);
            if (u > most) {
                most = u;
                worst = i;
            }
        }
        kt_ok(most <= 2 * (double)functions[kernel * OF_A_KERNEL + f].ulp,
              "%s: %g ulp: %.9g on Intel's driver, %.9g on PoCL, a = %.9g",
              functions[kernel * OF_A_KERNEL + f].expr, most, (double)x[worst], (double)y[worst],
              (double)in[3 * worst]);
    }
}

KT_TEST(float_functions)
{
    if (!have_both())
        return;
    struct jobs *jobs = calloc(1, sizeof(*jobs));
    for (unsigned kernel = 0; kernel * OF_A_KERNEL < FUNCTIONS; kernel++)
        add_functions(jobs, kernel);
    run_jobs(jobs, check_functions);
}

KT_TEST(double_arithmetic)
{
    static const char *const source =
        "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
        "kernel void k(global const double *in, global double *out) {\n"
        "  uint i = get_global_id(0); double a = in[3*i], b = in[3*i+1], c = in[3*i+2]; global double *o = "
        "out + 16*i;\n"
        "  o[0]=a+b; o[1]=a-b; o[2]=a*b; o[3]=a/b; o[4]=fma(a,b,c); o[5]=sqrt(fabs(a)); o[6]=floor(a); "
        "o[7]=rint(a);\n"
        "  o[8]=trunc(a); o[9]=fmin(a,b); o[10]=fmax(a,b); o[11]=(double)convert_long_rtz(a); "
        "o[12]=(double)(float)a;\n"
        "  o[13]=a<b?a:b; o[14]=fabs(a); o[15]=(double)convert_int_sat(b);\n}\n";
    double in[3 * N];
    if (!have_both())
        return;
    if (!sides[0].dbl || !sides[1].dbl) {
        kt_skip("no doubles");
        return;
    }
    for (unsigned i = 0; i < 3 * N; i++)
        in[i] = ldexp((double)next_random() / 4294967296.0 - 0.5, (int)(next_random() % 50) - 10);
    same("doubles", source, in, sizeof(in), 16 * N * 8, N, 32);
}

// ---- memory

KT_TEST(local_memory_and_barriers)
{
    // A scan in shared memory, a transposition, and a tree of maxima.
    static const char *const source =
        "kernel void k(global const uint *in, global uint *out) {\n"
        "  local uint s[128], t[128]; uint l = get_local_id(0), g = get_global_id(0), n = "
        "get_local_size(0);\n"
        "  s[l] = in[g]; barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  for (uint d = 1; d < n; d *= 2) { uint v = l >= d ? s[l-d] : 0; barrier(CLK_LOCAL_MEM_FENCE);\n"
        "    s[l] += v; barrier(CLK_LOCAL_MEM_FENCE); }\n"
        "  out[3*g] = s[l]; t[(l % 8) * (n / 8) + l / 8] = in[g]; barrier(CLK_LOCAL_MEM_FENCE); out[3*g+1] = "
        "t[l];\n"
        "  for (uint d = n / 2; d; d /= 2) { if (l < d) t[l] = max(t[l], t[l+d]); "
        "barrier(CLK_LOCAL_MEM_FENCE); }\n"
        "  out[3*g+2] = t[0];\n}\n";
    uint32_t in[1024];
    if (!have_both())
        return;
    fill_random(in, sizeof(in));
    for (size_t local = 32; local <= 128; local *= 2)
        same("local memory", source, in, sizeof(in), 3 * sizeof(in), 1024, local);
}

KT_TEST(atomics)
{
    // Order does not show in any of these.
    static const char *const source =
        "kernel void k(global const int *in, global int *out) {\n"
        "  local int s[4]; uint i = get_global_id(0), l = get_local_id(0); int v = in[i];\n"
        "  if (l < 4) s[l] = 0; barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  atomic_add(&out[0], v); atomic_sub(&out[1], v); atomic_min(&out[2], v); atomic_max(&out[3], v);\n"
        "  atomic_and(&out[4], v | 0xff); atomic_or(&out[5], v & 0xff00); atomic_xor(&out[6], v); "
        "atomic_inc(&out[7]);\n"
        "  atomic_dec(&out[8]); atomic_min((volatile global uint *)&out[9], (uint)v);\n"
        "  atomic_max((volatile global uint *)&out[10], (uint)v); atomic_cmpxchg(&out[16 + i], 0, v);\n"
        "  atomic_add(&s[v & 1], 1); atomic_max(&s[2], v); atomic_xor(&s[3], v); "
        "barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  if (l < 2) atomic_add(&out[12 + l], s[l]); else if (l < 4) atomic_xor(&out[12 + l], s[l]);\n}\n";
    int32_t in[N];
    if (!have_both())
        return;
    fill_random(in, sizeof(in));
    same("atomics", source, in, sizeof(in), (16 + N) * 4, N, 64);
}

KT_TEST(vectors_structs_and_private_arrays)
{
    static const char *const source =
        "typedef struct { uchar a; ushort b; uint c; ulong d; uchar4 e; } S;\n"
        "constant uint table[7] = {3, 1, 4, 1, 5, 9, 2};\n"
        "kernel void k(global const uint *in, global uint *out) {\n"
        "  uint i = get_global_id(0), p[24]; S s; global uint *o = out + 12 * i;\n"
        "  for (uint j = 0; j < 24; j++) p[j] = in[(i + j * 7) % 256] ^ table[j % 7];\n"
        "  for (uint j = 0; j < 24; j++) { uint r = p[j] % 24; uint t = p[j]; p[j] = p[r]; p[r] = t; }\n"
        "  uint4 v = (uint4)(p[0], p[p[0] % 24], p[p[1] % 24], p[3]); v = v.wzyx + v.s0123 * 3;\n"
        "  uint8 w = (uint8)(v, v.yxwz); uchar16 c = as_uchar16(v); s.a = c.s3; s.b = as_ushort2(v.x).y; s.c "
        "= w.s5;\n"
        "  s.d = ((ulong)v.x << 32 | v.y) * 0x9e3779b97f4a7c15UL; s.e = c.s8a2f; o[0] = v.x; o[1] = w.s7; "
        "o[2] = s.a; o[3] = s.b;\n"
        "  o[4] = s.c; o[5] = (uint)s.d; o[6] = (uint)(s.d >> 32); o[7] = as_uint(s.e); o[8] = "
        "dot((float4)(1,2,3,4), convert_float4(v & 255u));\n"
        "  o[9] = any(v.xy == v.zw) | all(v > 5u) << 1; o[10] = shuffle(v, (uint4)(3,0,1,2)).x; "
        "vstore4(convert_uchar4_sat(v), 0, (global uchar *)(o + 11));\n}\n";
    uint32_t in[N];
    if (!have_both())
        return;
    fill_random(in, sizeof(in));
    same("vectors", source, in, sizeof(in), 12 * N * 4, N, 32);
}

// ---- images

static cl_mem image(struct side *s, cl_image_format f, cl_image_desc d, const void *data)
{
    cl_int err;
    cl_mem m = clCreateImage(s->ctx, data ? CL_MEM_COPY_HOST_PTR : 0, &f, &d, (void *)(uintptr_t)data, &err);
    if (err == CL_IMAGE_FORMAT_NOT_SUPPORTED || err == CL_INVALID_OPERATION) // PoCL says the latter
        return NULL;
    return kt_ok(err == CL_SUCCESS, "clCreateImage: %d", err) ? m : NULL;
}

static const struct {
    cl_image_format f;
    unsigned bytes, comps;
    char kind; // f: read_imagef, u, i
} formats[] = {
    {{CL_RGBA, CL_UNORM_INT8}, 4, 4, 'f'},    {{CL_BGRA, CL_UNORM_INT8}, 4, 4, 'f'},
    {{CL_RGBA, CL_SNORM_INT8}, 4, 4, 'f'},    {{CL_RGBA, CL_UNORM_INT16}, 8, 4, 'f'},
    {{CL_RGBA, CL_SNORM_INT16}, 8, 4, 'f'},   {{CL_RGBA, CL_UNSIGNED_INT8}, 4, 4, 'u'},
    {{CL_RGBA, CL_SIGNED_INT8}, 4, 4, 'i'},   {{CL_RGBA, CL_UNSIGNED_INT16}, 8, 4, 'u'},
    {{CL_RGBA, CL_SIGNED_INT16}, 8, 4, 'i'},  {{CL_RGBA, CL_UNSIGNED_INT32}, 16, 4, 'u'},
    {{CL_RGBA, CL_SIGNED_INT32}, 16, 4, 'i'}, {{CL_RGBA, CL_FLOAT}, 16, 4, 'f'},
    {{CL_R, CL_UNORM_INT8}, 1, 1, 'f'},       {{CL_RG, CL_UNORM_INT8}, 2, 2, 'f'},
    {{CL_R, CL_UNSIGNED_INT32}, 4, 1, 'u'},   {{CL_R, CL_FLOAT}, 4, 1, 'f'},
    {{CL_RG, CL_FLOAT}, 8, 2, 'f'},           {{CL_R, CL_UNSIGNED_INT8}, 1, 1, 'u'},
    {{CL_R, CL_UNSIGNED_INT16}, 2, 1, 'u'},   {{CL_RGBA, CL_HALF_FLOAT}, 8, 4, 'f'},
};

enum { W = 37, H = 21, D = 5 };

static void image_bytes(uint8_t *p, size_t size, unsigned format)
{
    fill_random(p, size);
    // Plain numbers in floats.
    if (formats[format].f.image_channel_data_type == CL_FLOAT)
        for (size_t i = 0; i < size / 4; i++)
            memcpy(p + 4 * i, &(float){(float)((int)next_random() % 1000) / 8}, 4);
    if (formats[format].f.image_channel_data_type == CL_HALF_FLOAT)
        for (size_t i = 0; i < size / 2; i++)
            memcpy(p + 2 * i, &(uint16_t){(uint16_t)(0x3000 + next_random() % 0x1800)}, 2);
}

// Runs a kernel on an image of each side and compares words, exactly or as floats.
static void with_image(const char *what, const cl_kernel k[2], cl_image_format f, cl_image_desc d,
                       const void *data, float tolerance, const cl_uint sampler[3])
{
    void *out[2] = {NULL, NULL};
    float coords[4 * N];
    bool ok = k[0] && k[1];
    for (unsigned i = 0; i < 4 * N; i++)
        coords[i] = (float)(next_random() >> 8) / 16777216 * 1.5f - 0.25f;
    for (unsigned i = 0; i < 2 && ok; i++) {
        cl_int err = CL_SUCCESS;
        cl_mem m = image(&sides[i], f, d, data);
        if (!m) {
            printf("# %s: not a format of %s\n", what, i ? "PoCL" : "Intel's driver");
            ok = false;
            break;
        }
        cl_sampler s =
            sampler ? clCreateSampler(sides[i].ctx, sampler[0], sampler[1], sampler[2], &err) : NULL;
        out[i] = calloc(N * 16, 1);
        clSetKernelArg(k[i], 2, sizeof(m), &m);
        if (s)
            clSetKernelArg(k[i], 3, sizeof(s), &s);
        ok = err == CL_SUCCESS && run(&sides[i], k[i], coords, sizeof(coords), out[i], N * 16, N, 32);
        if (s)
            clReleaseSampler(s);
        clReleaseMemObject(m);
    }
    for (unsigned n = 0; ok && n < 4 * N; n++) {
        float a = ((float *)out[0])[n], b = ((float *)out[1])[n];
        uint32_t x = ((uint32_t *)out[0])[n], y = ((uint32_t *)out[1])[n];
        // PoCL gives integer formats of one channel an alpha of 0; OpenCL 1.2 says 1.
        if (n % 4 == 3 && f.image_channel_order == CL_R && x == 1 && y == 0)
            continue;
        if (!kt_ok(x == y || (tolerance > 0 && fabsf(a - b) <= tolerance),
                   "%s: word %u of item %u (%g %g %g) is 0x%x (%g) on Intel's driver, 0x%x (%g) on PoCL",
                   what, n % 4, n / 4, (double)coords[n & ~3u], (double)coords[(n & ~3u) + 1],
                   (double)coords[(n & ~3u) + 2], x, (double)a, y, (double)b))
            break;
    }
    free(out[0]);
    free(out[1]);
}

static void build_both(const char *source, cl_kernel k[2])
{
    for (unsigned i = 0; i < 2; i++)
        k[i] = build(&sides[i], source);
}

static void release_both(const cl_kernel k[2])
{
    for (unsigned i = 0; i < 2; i++)
        if (k[i])
            clReleaseKernel(k[i]);
}

static const struct {
    char kind;
    const char *suffix, *as;
} kinds[] = {{'f', "f", "as_uint4"}, {'u', "ui", ""}, {'i', "i", "as_uint4"}};

// Reads of every format by integer coordinates, in one to three dimensions and arrays.
KT_TEST(image_reads)
{
    static const struct {
        const char *type, *coord;
        cl_image_desc d;
    } shapes[] = {
        {"image2d_t", "(int2)(i * 7 % 37, i * 3 % 21)", {CL_MEM_OBJECT_IMAGE2D, W, H}},
        {"image3d_t", "(int4)(i * 7 % 37, i * 3 % 21, i % 5, 0)", {CL_MEM_OBJECT_IMAGE3D, W, H, D}},
        {"image2d_array_t",
         "(int4)(i * 7 % 37, i * 3 % 21, i % 5, 0)",
         {CL_MEM_OBJECT_IMAGE2D_ARRAY, W, H, 0, D}},
        {"image1d_t", "(int)(i * 7 % 37)", {CL_MEM_OBJECT_IMAGE1D, W}},
    };
    uint8_t *data = malloc(W * H * D * 16);
    bool ready = have_both() && sides[0].images && sides[1].images;
    for (unsigned shape = 0; ready && shape < 4; shape++)
        for (unsigned n = 0; n < 3; n++) {
            char source[2048], what[64];
            cl_kernel k[2];
            snprintf(source, sizeof(source),
                     "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | "
                     "CLK_FILTER_NEAREST;\n"
                     "kernel void k(global const float4 *in, global uint4 *out, read_only %s m) {\n"
                     "  int i = get_global_id(0); out[i] = %s(read_image%s(m, s, %s));\n}\n",
                     shapes[shape].type, kinds[n].as, kinds[n].suffix, shapes[shape].coord);
            build_both(source, k);
            for (unsigned f = 0; f < sizeof(formats) / sizeof(*formats); f++) {
                if (formats[f].kind != kinds[n].kind)
                    continue;
                bool norm = formats[f].kind == 'f' && formats[f].f.image_channel_data_type != CL_FLOAT;
                snprintf(what, sizeof(what), "%s, format %u", shapes[shape].type, f);
                image_bytes(data, W * H * D * formats[f].bytes, f);
                with_image(what, k, formats[f].f, shapes[shape].d, data, norm ? 1e-6f : 0, NULL);
            }
            release_both(k);
        }
    free(data);
}

// Normalized coordinates, every address mode. PoCL's CPU device has no linear filter worth comparing with;
// the filters' arithmetic is tested in test_eu_image.c.
KT_TEST(image_samplers)
{
    static const cl_uint modes[] = {CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                    CL_ADDRESS_MIRRORED_REPEAT};
    static const char *const source =
        "kernel void k(global const float4 *in, global uint4 *out, read_only image2d_t m, sampler_t s) {\n"
        "  int i = get_global_id(0); out[i] = as_uint4(read_imagef(m, s, in[i].xy));\n}\n";
    uint8_t *data = malloc(W * H * 16);
    cl_kernel k[2];
    if (have_both() && sides[0].images && sides[1].images) {
        build_both(source, k);
        for (unsigned mode = 0; mode < 4; mode++) {
            char what[32];
            snprintf(what, sizeof(what), "address mode %u", mode);
            image_bytes(data, W * H * 16, 11);
            with_image(what, k, formats[11].f, (cl_image_desc){CL_MEM_OBJECT_IMAGE2D, W, H}, data, 0,
                       (cl_uint[3]){true, modes[mode], CL_FILTER_NEAREST});
        }
        release_both(k);
    }
    free(data);
}

static void write_image(unsigned f, const cl_kernel k[2])
{
    uint8_t *got[2] = {NULL, NULL};
    size_t size = (size_t)W * H * formats[f].bytes;
    bool ok = k[0] && k[1];
    for (unsigned i = 0; i < 2 && ok; i++) {
        struct side *s = &sides[i];
        uint32_t none[4] = {0}, color[4] = {7, 8, 9, 10};
        size_t origin[3] = {0}, at[3] = {3, 2, 0}, part[3] = {11, 9, 1}, to[3] = {20, 11, 0},
               all[3] = {W, H, 1};
        cl_mem m = image(s, formats[f].f, (cl_image_desc){CL_MEM_OBJECT_IMAGE2D, W, H}, NULL);
        cl_mem copy = m ? image(s, formats[f].f, (cl_image_desc){CL_MEM_OBJECT_IMAGE2D, W, H}, NULL) : NULL;
        if (!(ok = copy != NULL))
            break;
        if (formats[f].kind == 'f')
            memcpy(color, (float[4]){0.5f, 0.25f, 0.75f, 1}, 16);
        got[i] = calloc(2, size);
        clSetKernelArg(k[i], 2, sizeof(m), &m);
        ok = run(s, k[i], none, 16, none, 16, 800, 0) &&
             clEnqueueReadImage(s->queue, m, CL_TRUE, origin, all, 0, 0, got[i], 0, NULL, NULL) ==
                 CL_SUCCESS &&
             clEnqueueFillImage(s->queue, copy, color, origin, all, 0, NULL, NULL) == CL_SUCCESS &&
             clEnqueueCopyImage(s->queue, m, copy, at, to, part, 0, NULL, NULL) == CL_SUCCESS &&
             clEnqueueReadImage(s->queue, copy, CL_TRUE, origin, all, 0, 0, got[i] + size, 0, NULL, NULL) ==
                 CL_SUCCESS;
        kt_ok(ok, "format %u: an image command failed", f);
        clReleaseMemObject(m);
        clReleaseMemObject(copy);
    }
    bool half = formats[f].f.image_channel_data_type == CL_HALF_FLOAT,
         wide = formats[f].bytes / formats[f].comps == 2;
    for (size_t b = 0; ok && b < 2 * size; b++) {
        if (got[0][b] == got[1][b])
            continue;
        // Numbers that are rounded may go either way.
        int x = wide ? *(uint16_t *)(void *)(got[0] + (b & ~(size_t)1)) : got[0][b];
        int y = wide ? *(uint16_t *)(void *)(got[1] + (b & ~(size_t)1)) : got[1][b];
        bool fine = formats[f].kind == 'f' && (abs(x - y) <= 1 || (half && abs(x - y) <= 2));
        if (!kt_ok(fine, "format %u: byte %zu is %02x on Intel's driver, %02x on PoCL", f, b, got[0][b],
                   got[1][b]))
            break;
    }
    free(got[0]);
    free(got[1]);
}

// Each pixel written by a kernel, then read, copied and filled by commands.
KT_TEST(image_writes_and_commands)
{
    static const char *const values[] = {"(float4)(x / 40.0f, y * 0.04f - 0.3f, 0.25f, 1.0f)",
                                         "(uint4)(x * 3 + y, y, x, 77)",
                                         "(int4)(x - 20, y - 10, x * y % 50 - 25, -3)"};
    bool ready = have_both() && sides[0].images && sides[1].images;
    for (unsigned n = 0; ready && n < 3; n++) {
        char source[1024];
        cl_kernel k[2];
        snprintf(source, sizeof(source),
                 "kernel void k(global const uint *in, global uint *out, write_only image2d_t m) {\n"
                 "  int i = get_global_id(0), x = i %% 37, y = i / 37; if (y < 21) write_image%s(m, "
                 "(int2)(x, y), %s);\n}\n",
                 kinds[n].suffix, values[n]);
        build_both(source, k);
        for (unsigned f = 0; f < sizeof(formats) / sizeof(*formats); f++)
            if (formats[f].kind == kinds[n].kind)
                write_image(f, k);
        release_both(k);
    }
}

// Intel's compiler reads such images through the sampler, and flushes its cache in the kernel: NEO has to put
// a workaround around the walker (rule sampler-flush-lsqc).
KT_TEST(image_read_behind_its_write)
{
    enum { SIDE = 32 };
    const char *source =
        "kernel void k(global const uint *in, global uint4 *out, read_write image2d_t m) {\n"
        "  int i = get_global_id(0); int2 at = (int2)(i % 32, i / 32);\n"
        "  uint4 v = read_imageui(m, at);\n"
        "  write_imageui(m, at, v * 3 + (uint4)(i));\n"
        "  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);\n"
        "  out[i] = read_imageui(m, at);\n}\n";
    if (!have_both() || !sides[0].images)
        return;
    const char *before = options;
    options = "-cl-std=CL3.0";
    cl_kernel k = build(&sides[0], source);
    options = before;
    uint32_t *data = malloc(SIDE * SIDE * 16), *got = calloc(SIDE * SIDE, 16), wrong = 0;
    fill_random(data, SIDE * SIDE * 16);
    cl_mem m = image(&sides[0], (cl_image_format){CL_RGBA, CL_UNSIGNED_INT32},
                     (cl_image_desc){CL_MEM_OBJECT_IMAGE2D, SIDE, SIDE}, data);
    if (k && m) {
        clSetKernelArg(k, 2, sizeof(m), &m);
        run(&sides[0], k, data, 16, got, SIDE * SIDE * 16, SIDE * SIDE, 32);
        for (uint32_t i = 0; i < SIDE * SIDE * 4; i++)
            wrong += got[i] != data[i] * 3 + i / 4;
        kt_eq(wrong, 0);
    }
    if (m)
        clReleaseMemObject(m);
    if (k)
        clReleaseKernel(k);
    free(data);
    free(got);
}

// ---- what kernels print

struct capture {
    int fd, saved;
};

static struct capture capture_begin(void)
{
    char path[] = "/tmp/kiln-ocl-printf-XXXXXX";
    struct capture c = {mkstemp(path), dup(1)};
    fflush(stdout);
    dup2(c.fd, 1);
    unlink(path);
    return c;
}

// To `text`, which is zeroed.
static void capture_end(struct capture c, char *text, size_t size)
{
    fflush(stdout);
    dup2(c.saved, 1);
    if (pread(c.fd, text, size - 1, 0) < 0)
        text[0] = 0;
    close(c.fd);
    close(c.saved);
}

// ---- random programs

static bool generate(unsigned number, bool doubles, char *source, size_t size)
{
    char command[1024];
    snprintf(command, sizeof(command), "python3 '%s' %u %s", getenv("KILN_OCL_GEN"), number,
             doubles ? "" : "nodouble");
    FILE *f = popen(command, "re");
    size_t n = f ? fread(source, 1, size - 1, f) : 0;
    source[n] = 0;
    return f && pclose(f) == 0 && n > 0;
}

// What a program says in its first line: bytes of both buffers, items, group, the format of the image that it
// reads (-1: it has none), and whether it prints.
struct needs {
    unsigned out, in, items, local, print;
    int image;
};

enum { PRINTED = 1024, TARGET_FORMAT = 9, TARGET = W * H * 16 };

// The buffer, the image that was written, and what was printed, one after the other.
static bool run_random(struct side *s, const char *source, const struct needs *n, const void *in,
                       uint8_t *out)
{
    cl_mem images[2] = {NULL, NULL};
    cl_kernel k = build(s, source);
    bool ok = k;
    if (ok && n->image >= 0) {
        cl_image_desc d = {CL_MEM_OBJECT_IMAGE2D, W, H};
        uint8_t *texels = malloc(W * H * 16);
        seed = 99; // the same for both sides
        image_bytes(texels, W * H * 16, (unsigned)n->image);
        images[0] = image(s, formats[n->image].f, d, texels);
        memset(texels, 0x5a, W * H * 16);
        images[1] = image(s, formats[TARGET_FORMAT].f, d, texels);
        free(texels);
        ok = kt_ok(images[0] && images[1], "no image");
        clSetKernelArg(k, 2, sizeof(cl_mem), &images[0]);
        clSetKernelArg(k, 3, sizeof(cl_mem), &images[1]);
    }
    struct capture c = n->print ? capture_begin() : (struct capture){-1, -1};
    ok = ok && run(s, k, in, n->in, out, n->out, n->items, n->local);
    if (n->print)
        capture_end(c, (char *)out + n->out + TARGET, PRINTED);
    if (ok && n->image >= 0)
        ok = kt_eq(clEnqueueReadImage(s->queue, images[1], CL_TRUE, (size_t[3]){0}, (size_t[3]){W, H, 1}, 0,
                                      0, out + n->out, 0, NULL, NULL),
                   CL_SUCCESS);
    for (unsigned i = 0; i < 2; i++)
        if (images[i])
            clReleaseMemObject(images[i]);
    if (k)
        clReleaseKernel(k);
    return ok;
}

static void random_program(unsigned number, char *source, size_t size)
{
    struct needs n;
    if (!kt_ok(generate(number, sides[0].dbl && sides[1].dbl, source, size) &&
                   sscanf(source, "// out %u in %u items %u local %u image %d print %u", &n.out, &n.in,
                          &n.items, &n.local, &n.image, &n.print) == 6,
               "ocl_gen.py %u fails", number))
        return;
    uint8_t *data = malloc(n.in), *out[2];
    size_t all = n.out + TARGET + PRINTED, i = 0;
    bool ok = true;
    seed = number;
    fill_random(data, n.in);
    for (unsigned k = 0; k < 2; k++) {
        out[k] = calloc(1, all);
        ok = ok && run_random(&sides[k], source, &n, data, out[k]);
    }
    while (ok && i < all && out[0][i] == out[1][i])
        i++;
    if (ok && i >= n.out + TARGET && i < all)
        kt_ok(false, "program %u prints '%s' on Intel's driver, '%s' on PoCL", number,
              out[0] + n.out + TARGET, out[1] + n.out + TARGET);
    else if (ok)
        kt_ok(i == all, "program %u: byte %zu of %u is %02x on Intel's driver, %02x on PoCL", number, i,
              n.out, i < all ? out[0][i] : 0, i < all ? out[1][i] : 0);
    free(data);
    free(out[0]);
    free(out[1]);
}

// Programs of every type, built-in function and statement that has one right answer: see ocl_gen.py.
KT_TEST(random_programs)
{
    enum { TEXT = 1 << 20 };
    // Where Intel's compiler is wrong, as its assembly shows: a saturation is lost (35), limits are swapped
    // (74), a component of a private array is never written (92).
    static const unsigned wrong[] = {35, 74, 92};
    static const unsigned few[][2] = {{1, 3}, {1001, 1004}}, many[][2] = {{1, 100}, {1001, 1060}};
    const char *only = getenv("KILN_OCL_SEED");
    const unsigned(*ranges)[2] = getenv("KILN_TEST_ALL") ? many : few;
    if (!have_both())
        return;
    if (!getenv("KILN_OCL_GEN"))
        kt_skip("KILN_OCL_GEN does not say where ocl_gen.py is");
    char *source = malloc(TEXT);
    options = "-cl-std=CL1.2 -w";
    if (only)
        random_program((unsigned)atoi(only), source, TEXT);
    for (unsigned r = 0; r < 2 && !only; r++)
        for (unsigned n = ranges[r][0]; n <= ranges[r][1]; n++)
            if (n != wrong[0] && n != wrong[1] && n != wrong[2])
                random_program(n, source, TEXT);
    options = "-cl-std=CL1.2 -Werror";
    free(source);
}

// ---- printf

KT_TEST(printf_from_kernels)
{
    static const char *const source =
        "kernel void k(global const int *in, global int *out) {\n"
        "  if (get_global_id(0) == 5) { printf(\"%d %u %x %c|\", in[0], in[1], in[2], 'q');\n"
        "    printf(\"%s %5.2f %ld|\", \"text\", 3.25f, (long)in[0] * 1000000007L);\n"
        "    printf(\"%v4d|\", (int4)(1, -2, 3, 4)); }\n}\n";
    int32_t in[4] = {-7, 12, 0xbeef, 0};
    char text[2][512] = {{0}};
    if (!have_both())
        return;
    for (unsigned i = 0; i < 2; i++) {
        cl_kernel k = build(&sides[i], source);
        struct capture c = capture_begin();
        if (k)
            run(&sides[i], k, in, sizeof(in), (int32_t[4]){0}, 16, 16, 16);
        capture_end(c, text[i], sizeof(text[i]));
        if (k)
            clReleaseKernel(k);
    }
    static const char *const want = "-7 12 beef q|text  3.25 -7000000049|";
    kt_ok(!strncmp(text[0], want, strlen(want)) && !strcmp(text[0] + strlen(want), "1,-2,3,4|"),
          "Intel's driver prints '%s'", text[0]);
    kt_ok(!strncmp(text[1], want, strlen(want)), "PoCL prints '%s'", text[1]); // it knows no %v
}

KT_MAIN()
