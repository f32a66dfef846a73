// What the tests of Intel's OpenCL on the simulated device share: the device, and a kernel's build and run.
#ifndef KILN_TESTS_OCL_CLIENT_H
#define KILN_TESTS_OCL_CLIENT_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h> // CL_DEPTH, in headers that keep what is newer than 1.2 apart

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

// cl_intel_required_subgroup_size; without it all have 8.
__attribute__((unused)) static bool has_subgroups_of(size_t lanes)
{
    enum { SUB_GROUP_SIZES_INTEL = 0x4108, MOST = 8 };
    size_t sizes[MOST], bytes = 0;
    bool found = clGetDeviceInfo(device, SUB_GROUP_SIZES_INTEL, sizeof(sizes), sizes, &bytes) || !bytes;
    for (size_t n = 0; n < bytes / sizeof(*sizes); n++)
        found |= sizes[n] == lanes;
    return found;
}

// Gen11 has no doubles, and no integers of 64 bits but in halves.
__attribute__((unused)) static bool has_doubles(void)
{
    cl_device_fp_config config = 0;
    clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(config), &config, NULL);
    return config;
}

static const char *build_options = "-cl-std=CL1.2";

// NULL with a failed check if it cannot be built. A quarter of a second each, most of it for the built-in
// functions' declarations: a test that has many kernels puts them into one program.
static cl_program build_program(const char *source)
{
    cl_int err;
    cl_program program = clCreateProgramWithSource(ctx, 1, &source, NULL, &err);
    err = clBuildProgram(program, 1, &device, build_options, NULL, NULL);
    if (kt_ok(err == CL_SUCCESS, "clBuildProgram: %d", err))
        return program;
    char log[4096] = "";
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, NULL);
    printf("# %s\n", log);
    clReleaseProgram(program);
    return NULL;
}

// All of a file beside the test.
__attribute__((unused)) static cl_program kernels(const char *file)
{
    static cl_program program;
    static char path[4096], source[1 << 15];
    if (program)
        return program;
    snprintf(path, sizeof(path), "%s/%s", SOURCES, file);
    FILE *f = fopen(path, "r");
    if (!kt_ok(f, "%s: cannot be opened", path))
        return NULL;
    size_t n = fread(source, 1, sizeof(source) - 1, f);
    fclose(f);
    return program = kt_ok(n < sizeof(source) - 1, "%s: too long", path) ? build_program(source) : NULL;
}

static cl_kernel get_kernel(cl_program program, const char *name)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);
    kt_ok(err == CL_SUCCESS, "clCreateKernel(%s): %d", name, err);
    return kernel;
}

__attribute__((unused)) static cl_kernel build_kernel(const char *source)
{
    cl_program program = build_program(source);
    cl_kernel kernel = program ? get_kernel(program, "k") : NULL;
    if (program)
        clReleaseProgram(program);
    return kernel;
}

// Runs "kernel void NAME(global const void *in, global void *out)" over N items in groups of `local`.
__attribute__((unused)) static bool run(cl_program program, const char *name, const void *in, size_t in_size,
                                        void *out, size_t out_size, size_t local)
{
    cl_int err;
    cl_kernel kernel = program ? get_kernel(program, name) : NULL;
    if (!kernel)
        return false;
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

#endif
