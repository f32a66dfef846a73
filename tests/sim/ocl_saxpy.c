// saxpy through Intel's own OpenCL driver and compiler on the simulated device (libkiln_node.so is preloaded
// by the test's environment).
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "kt.h"

static const char source[] = "kernel void saxpy(float a, global const float *x, global float *y, uint n)\n"
                             "{\n"
                             "    uint i = get_global_id(0);\n"
                             "    if (i < n)\n"
                             "        y[i] = a * x[i] + y[i];\n"
                             "}\n";

enum { COUNT = 1000, GLOBAL = 1024 };

static bool find_device(cl_device_id *device)
{
    cl_platform_id platforms[8];
    cl_uint count = 0;
    if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
        return false;
    for (cl_uint i = 0; i < count && i < 8; i++) {
        char name[256] = "";
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
        if (strstr(name, "Intel") &&
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_GPU, 1, device, NULL) == CL_SUCCESS) {
            clGetDeviceInfo(*device, CL_DEVICE_NAME, sizeof(name), name, NULL);
            printf("# %s\n", name);
            return true;
        }
    }
    return false;
}

#define CHECK(what) kt_ok(err == CL_SUCCESS, "%s: %d", what, err)

KT_TEST(ocl_saxpy)
{
    static float x[COUNT], y[COUNT], out[COUNT];
    cl_device_id device;
    cl_int err;
    if (!find_device(&device))
        kt_skip("no Intel OpenCL, or no libkiln_node.so");
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = (float)(3 * i) - 7;
    }
    cl_context ctx = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    if (!CHECK("clCreateContext"))
        return;
    cl_command_queue queue = clCreateCommandQueue(ctx, device, 0, &err);
    CHECK("clCreateCommandQueue");
    const char *s = source;
    cl_program program = clCreateProgramWithSource(ctx, 1, &s, NULL, &err);
    err = clBuildProgram(program, 1, &device, "", NULL, NULL);
    if (!CHECK("clBuildProgram"))
        return;
    cl_kernel kernel = clCreateKernel(program, "saxpy", &err);
    CHECK("clCreateKernel");
    cl_mem bx = clCreateBuffer(ctx, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(x), x, &err);
    cl_mem by = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(y), y, &err);
    CHECK("clCreateBuffer");
    cl_float a = 2.5f;
    cl_uint n = COUNT - 3;
    clSetKernelArg(kernel, 0, sizeof(a), &a);
    clSetKernelArg(kernel, 1, sizeof(bx), &bx);
    clSetKernelArg(kernel, 2, sizeof(by), &by);
    clSetKernelArg(kernel, 3, sizeof(n), &n);
    size_t global = GLOBAL;
    err = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    CHECK("clEnqueueNDRangeKernel");
    err = clEnqueueReadBuffer(queue, by, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
    CHECK("clEnqueueReadBuffer");
    int wrong = 0;
    for (int i = 0; i < COUNT; i++) {
        float expect = i < COUNT - 3 ? 2.5f * (float)i + (float)(3 * i) - 7 : (float)(3 * i) - 7;
        if (out[i] != expect && wrong++ < 4)
            kt_ok(false, "y[%d] = %g, not %g", i, (double)out[i], (double)expect);
    }
    kt_eq(wrong, 0);
    clReleaseMemObject(bx);
    clReleaseMemObject(by);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(ctx);
}

KT_MAIN()
