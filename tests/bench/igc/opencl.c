// Runs one job (job.h) on the OpenCL platform whose name contains the first argument.
//
// usage: igc_opencl PLATFORM JOB PREFIX
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"

// clang-format off
static const cl_image_format formats[JOB_FORMATS] = {
    [JOB_R32F]    = {CL_R,    CL_FLOAT},
    [JOB_RGBA32F] = {CL_RGBA, CL_FLOAT},
    [JOB_RGBA8]   = {CL_RGBA, CL_UNORM_INT8},
};
// clang-format on

struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
};

static bool good(cl_int err, const char *what)
{
    if (err != CL_SUCCESS)
        fprintf(stderr, "%s: OpenCL error %d\n", what, err);
    return err == CL_SUCCESS;
}

static bool find_device(const char *platform, cl_device_id *out)
{
    cl_platform_id list[8];
    cl_uint n = 0;
    clGetPlatformIDs(8, list, &n);
    for (cl_uint i = 0; i < n && i < 8; i++) {
        char name[256] = "";
        clGetPlatformInfo(list[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
        if (strstr(name, platform) && clGetDeviceIDs(list[i], CL_DEVICE_TYPE_ALL, 1, out, NULL) == CL_SUCCESS)
            return true;
    }
    fprintf(stderr, "no OpenCL platform \"%s\" with a device\n", platform);
    return false;
}

static bool open_device(const char *platform, struct device *d)
{
    cl_int err;
    memset(d, 0, sizeof(*d));
    if (!find_device(platform, &d->id))
        return false;
    d->context = clCreateContext(NULL, 1, &d->id, NULL, NULL, &err);
    if (!good(err, "clCreateContext"))
        return false;
    d->queue = clCreateCommandQueue(d->context, d->id, 0, &err);
    return good(err, "clCreateCommandQueue");
}

static cl_kernel build(const struct device *d, const struct job *job)
{
    cl_int err;
    const char *source = job->code;
    cl_program program = clCreateProgramWithSource(d->context, 1, &source, &job->code_size, &err);
    if (!good(err, "clCreateProgramWithSource"))
        return NULL;
    if (!good(clBuildProgram(program, 1, &d->id, "-cl-std=CL1.2", NULL, NULL), "clBuildProgram")) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, sizeof(log) - 1, log, NULL);
        fprintf(stderr, "%s\n", log);
        clReleaseProgram(program);
        return NULL;
    }
    cl_kernel kernel = clCreateKernel(program, "k", &err);
    clReleaseProgram(program);
    return good(err, "clCreateKernel") ? kernel : NULL;
}

static bool make_memory(const struct device *d, const struct job_binding *b, cl_mem *out)
{
    cl_int err;
    if (b->kind == JOB_BUFFER) {
        cl_mem_flags access = b->out ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY;
        *out = clCreateBuffer(d->context, access | CL_MEM_COPY_HOST_PTR, b->size, b->data, &err);
        return good(err, "clCreateBuffer");
    }
    cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = b->width, .image_height = b->height};
    cl_mem_flags access = b->out ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY;
    *out =
        clCreateImage(d->context, access | CL_MEM_COPY_HOST_PTR, &formats[b->format], &desc, b->data, &err);
    return good(err, "clCreateImage");
}

static bool read_back(const struct device *d, struct job_binding *b, cl_mem memory)
{
    if (b->kind == JOB_BUFFER)
        return good(clEnqueueReadBuffer(d->queue, memory, CL_TRUE, 0, b->size, b->data, 0, NULL, NULL),
                    "clEnqueueReadBuffer");
    size_t origin[3] = {0}, region[3] = {b->width, b->height, 1};
    return good(clEnqueueReadImage(d->queue, memory, CL_TRUE, origin, region, 0, 0, b->data, 0, NULL, NULL),
                "clEnqueueReadImage");
}

static bool run(const struct device *d, struct job *job, cl_kernel kernel, cl_mem memory[])
{
    for (unsigned i = 0; i < job->bindings; i++)
        if (!make_memory(d, &job->binding[i], &memory[i]) ||
            !good(clSetKernelArg(kernel, i, sizeof(cl_mem), &memory[i]), "clSetKernelArg"))
            return false;
    for (unsigned i = 0; i < job->scalars; i++)
        if (!good(clSetKernelArg(kernel, job->bindings + i, job->scalar[i].size, job->scalar[i].bytes),
                  "clSetKernelArg"))
            return false;
    size_t global[3], local[3];
    for (unsigned i = 0; i < 3; i++) {
        local[i] = job->local[i];
        global[i] = local[i] * job->groups[i];
    }
    if (!good(clEnqueueNDRangeKernel(d->queue, kernel, 3, NULL, global, local, 0, NULL, NULL),
              "clEnqueueNDRangeKernel") ||
        !good(clFinish(d->queue), "clFinish"))
        return false;
    for (unsigned i = 0; i < job->bindings; i++)
        if (job->binding[i].out && !read_back(d, &job->binding[i], memory[i]))
            return false;
    return true;
}

int main(int argc, char **argv)
{
    struct job job;
    struct device d;
    if (argc != 4) {
        fprintf(stderr, "usage: igc_opencl PLATFORM JOB PREFIX\n");
        return 2;
    }
    if (!job_read(argv[2], &job) || !open_device(argv[1], &d))
        return 1;
    cl_kernel kernel = build(&d, &job);
    cl_mem memory[JOB_BINDINGS] = {0};
    bool ok = kernel && run(&d, &job, kernel, memory) && job_write_results(&job, argv[3]);
    for (unsigned i = 0; i < job.bindings; i++)
        if (memory[i])
            clReleaseMemObject(memory[i]);
    if (kernel)
        clReleaseKernel(kernel);
    clReleaseCommandQueue(d.queue);
    clReleaseContext(d.context);
    job_free(&job);
    return !ok;
}
