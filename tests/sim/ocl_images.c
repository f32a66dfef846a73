// Images in OpenCL beyond those that PoCL has: written in three dimensions and arrays, of one dimension, over
// a buffer, with mip levels, of depth, packed YUV and NV12, and blocks of rows that a subgroup reads and
// writes. Each result is compared with what the host put there.
#include "ocl_client.h"

enum { W = 32, H = 12, D = 5 };

static const cl_image_format rgba8 = {CL_RGBA, CL_UNSIGNED_INT8}, r32 = {CL_R, CL_UNSIGNED_INT32};

static cl_mem make_image(cl_mem_flags flags, cl_image_format f, cl_image_desc d, void *data)
{
    cl_int err;
    cl_mem m = clCreateImage(ctx, flags | (data ? CL_MEM_COPY_HOST_PTR : 0), &f, &d, data, &err);
    kt_ok(m && !err, "clCreateImage: %d", err);
    return m;
}

// Runs "kernel void k(global uint *out, image, [image])" over W x H x D items and reads `out`.
static bool run_on(const char *source, cl_mem a, cl_mem b, uint32_t *out, size_t bytes, const size_t size[3],
                   const size_t *local)
{
    cl_int err;
    cl_kernel k = build_kernel(source);
    if (!k)
        return false;
    cl_mem o = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, out, &err);
    clSetKernelArg(k, 0, sizeof(o), &o);
    clSetKernelArg(k, 1, sizeof(a), &a);
    if (b)
        clSetKernelArg(k, 2, sizeof(b), &b);
    err = clEnqueueNDRangeKernel(queue, k, 3, NULL, size, local, 0, NULL, NULL);
    bool ok = kt_ok(!err, "clEnqueueNDRangeKernel: %d", err);
    err = clEnqueueReadBuffer(queue, o, CL_TRUE, 0, bytes, out, 0, NULL, NULL);
    ok = kt_ok(!err, "clEnqueueReadBuffer: %d", err) && ok;
    clReleaseMemObject(o);
    clReleaseKernel(k);
    return ok;
}

static bool read_back(cl_mem m, size_t w, size_t h, size_t d, void *out)
{
    cl_int err =
        clEnqueueReadImage(queue, m, CL_TRUE, (size_t[3]){0}, (size_t[3]){w, h, d}, 0, 0, out, 0, NULL, NULL);
    return kt_ok(!err, "clEnqueueReadImage: %d", err);
}

KT_TEST(writes_of_every_shape)
{
    static const struct {
        const char *type, *coord;
        cl_image_desc d;
        size_t h, depth;
    } shapes[] = {
        {"image3d_t", "(int4)(x, y, z, 0)", {CL_MEM_OBJECT_IMAGE3D, W, H, D}, H, D},
        {"image2d_array_t", "(int4)(x, y, z, 0)", {CL_MEM_OBJECT_IMAGE2D_ARRAY, W, H, 0, D}, H, D},
        {"image1d_array_t", "(int2)(x, y)", {CL_MEM_OBJECT_IMAGE1D_ARRAY, W, 0, 0, H}, H, 1},
        {"image1d_t", "x", {CL_MEM_OBJECT_IMAGE1D, W}, 1, 1},
    };
    static uint32_t got[W * H * D], out[4];
    NEED_DEVICE();
    for (unsigned s = 0; s < 4; s++) {
        char source[512];
        snprintf(source, sizeof(source),
                 "#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n"
                 "kernel void k(global uint *out, write_only %s m)\n"
                 "{ int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
                 "  write_imageui(m, %s, (uint4)(x, y, z, 9)); }",
                 shapes[s].type, shapes[s].coord);
        cl_mem m = make_image(CL_MEM_READ_WRITE, rgba8, shapes[s].d, NULL);
        if (!m ||
            !run_on(source, m, NULL, out, sizeof(out), (size_t[3]){W, shapes[s].h, shapes[s].depth}, NULL) ||
            !read_back(m, W, shapes[s].h, shapes[s].depth, got))
            continue;
        unsigned bad = 0;
        for (unsigned i = 0; i < W * shapes[s].h * shapes[s].depth; i++) {
            uint32_t x = i % W, y = i / W % (uint32_t)shapes[s].h, z = i / W / (uint32_t)shapes[s].h;
            bad += got[i] != (x | y << 8 | z << 16 | 9u << 24);
        }
        kt_ok(!bad, "%s: %u texels are wrong", shapes[s].type, bad);
        clReleaseMemObject(m);
    }
}

KT_TEST(images_over_buffers)
{
    static uint32_t data[64 * H], out[64 * H];
    cl_int err;
    NEED_DEVICE();
    for (unsigned i = 0; i < 64 * H; i++)
        data[i] = random_word();
    cl_mem b = clCreateBuffer(ctx, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(data), data, &err);
    cl_image_desc line = {CL_MEM_OBJECT_IMAGE1D_BUFFER, 64 * H}, sheet = {CL_MEM_OBJECT_IMAGE2D, 64, H};
    line.buffer = sheet.buffer = b;
    sheet.image_row_pitch = 256;
    cl_mem one = make_image(CL_MEM_READ_WRITE, r32, line, NULL),
           two = make_image(CL_MEM_READ_WRITE, r32, sheet, NULL);
    if (!one || !two)
        return;
    if (run_on("kernel void k(global uint *out, read_only image1d_buffer_t a, read_only image2d_t b)\n"
               "{ int x = get_global_id(0), y = get_global_id(1), i = y * 64 + x;\n"
               "  out[i] = read_imageui(a, i).x ^ (read_imageui(b, (int2)(x, y)).x >> 1); }",
               one, two, out, sizeof(out), (size_t[3]){64, H, 1}, NULL))
        for (unsigned i = 0, bad = 0; i < 64 * H && bad < 3; i++)
            bad += !kt_eq(out[i], data[i] ^ data[i] >> 1);
    if (run_on("kernel void k(global uint *out, write_only image1d_buffer_t a, write_only image2d_t b)\n"
               "{ int x = get_global_id(0), y = get_global_id(1), i = y * 64 + x;\n"
               "  if (y & 1) write_imageui(a, i, (uint4)(i)); else write_imageui(b, (int2)(x, y), (uint4)(i "
               "+ 1000)); }",
               one, two, out, sizeof(out), (size_t[3]){64, H, 1}, NULL) &&
        kt_eq(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL), 0))
        for (unsigned i = 0, bad = 0; i < 64 * H && bad < 3; i++)
            bad += !kt_eq(out[i], i / 64 & 1 ? i : i + 1000);
    clReleaseMemObject(one);
    clReleaseMemObject(two);
    clReleaseMemObject(b);
}

KT_TEST(depth_images)
{
    static float data[W * H], out[W * H];
    NEED_DEVICE();
    for (unsigned i = 0; i < W * H; i++)
        data[i] = (float)(random_word() & 0xffff) / 65536;
    cl_mem m = make_image(CL_MEM_READ_ONLY, (cl_image_format){CL_DEPTH, CL_FLOAT},
                          (cl_image_desc){CL_MEM_OBJECT_IMAGE2D, W, H}, data);
    if (m && run_on("#pragma OPENCL EXTENSION cl_khr_depth_images : enable\n"
                    "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | "
                    "CLK_ADDRESS_CLAMP_TO_EDGE;\n"
                    "kernel void k(global float *out, read_only image2d_depth_t m)\n"
                    "{ int x = get_global_id(0), y = get_global_id(1); out[y * 32 + x] = read_imagef(m, s, "
                    "(int2)(x, y)); }",
                    m, NULL, (uint32_t *)out, sizeof(out), (size_t[3]){W, H, 1}, NULL))
        kt_true(!memcmp(out, data, sizeof(out)));
    clReleaseMemObject(m);
}

// cl_khr_mipmap_image: 32 x 12, 16 x 6, 8 x 3, 4 x 1, ...
KT_TEST(mip_levels)
{
    enum { LEVELS = 4 };
    static uint32_t data[LEVELS][W * H], out[LEVELS * W * H];
    NEED_DEVICE();
    cl_image_desc d = {CL_MEM_OBJECT_IMAGE2D, W, H};
    d.num_mip_levels = LEVELS;
    cl_mem m = make_image(CL_MEM_READ_WRITE, r32, d, NULL);
    if (!m)
        return;
    for (unsigned l = 0; l < LEVELS; l++) {
        size_t w = W >> l, h = H >> l;
        for (unsigned i = 0; i < w * h; i++)
            data[l][i] = random_word();
        kt_eq(clEnqueueWriteImage(queue, m, CL_TRUE, (size_t[3]){0, 0, l}, (size_t[3]){w, h, 1}, 0, 0,
                                  data[l], 0, NULL, NULL),
              CL_SUCCESS);
    }
    for (unsigned l = 0; l < LEVELS; l++) {
        size_t w = W >> l, h = H >> l;
        kt_eq(clEnqueueReadImage(queue, m, CL_TRUE, (size_t[3]){0, 0, l}, (size_t[3]){w, h, 1}, 0, 0, out, 0,
                                 NULL, NULL),
              CL_SUCCESS);
        kt_ok(!memcmp(out, data[l], w * h * 4), "level %u reads back otherwise", l);
    }
    build_options = "-cl-std=CL3.0";
    if (run_on("#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable\n"
               "constant sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_NEAREST | "
               "CLK_ADDRESS_CLAMP_TO_EDGE;\n"
               "kernel void k(global uint *out, read_only image2d_t m)\n"
               "{ int x = get_global_id(0), y = get_global_id(1), l = get_global_id(2), w = 32 >> l, h = 12 "
               ">> l;\n"
               "  if (x < w && y < h) out[(l * 12 + y) * 32 + x] =\n"
               "    read_imageui(m, s, (float2)((x + 0.5f) / w, (y + 0.5f) / h), (float)l).x; }",
               m, NULL, out, sizeof(out), (size_t[3]){W, H, LEVELS}, NULL))
        for (unsigned l = 0, bad = 0; l < LEVELS; l++)
            for (unsigned y = 0; y < (unsigned)H >> l; y++)
                for (unsigned x = 0; x < (unsigned)W >> l && bad < 5; x++)
                    bad += !kt_ok(out[(l * H + y) * W + x] == data[l][y * (W >> l) + x],
                                  "level %u (%u, %u): %x, not %x", l, x, y, out[(l * H + y) * W + x],
                                  data[l][y * (W >> l) + x]);
    build_options = "-cl-std=CL1.2";
    clReleaseMemObject(m);
}

// Rows of the image, each lane its own dword: cl_intel_subgroups for images, cl_intel_media_block_io.
KT_TEST(blocks_of_images)
{
    static uint32_t data[64 * 16], back[64 * 16], out[64 * 16];
    NEED_DEVICE();
    for (unsigned i = 0; i < 64 * 16; i++)
        data[i] = random_word();
    cl_image_desc d = {CL_MEM_OBJECT_IMAGE2D, 64, 16};
    cl_mem in = make_image(CL_MEM_READ_WRITE, r32, d, data), to = make_image(CL_MEM_READ_WRITE, r32, d, NULL);
    if (!in || !to)
        return;
    // 8 lanes to a subgroup (Xe2 has 16 or 32): as many dwords wide, 4 rows high
    const size_t lanes = has_subgroups_of(8) ? 8 : 16;
    char source[1024];
    snprintf(source, sizeof(source),
             "__attribute__((intel_reqd_sub_group_size(%zu)))\n"
             "kernel void k(global uint *out, read_only image2d_t a, write_only image2d_t b)\n"
             "{ int l = get_sub_group_local_id(), x = get_global_id(0) - l, y = get_global_id(1) * 4;\n"
             "  uint4 v = intel_sub_group_block_read4(a, (int2)(x * 4, y));\n"
             "  for (int k = 0; k < 4; k++) out[(y + k) * 64 + x + l] = v[k];\n"
             "  intel_sub_group_block_write4(b, (int2)(x * 4, y), ~v); }",
             lanes);
    if (run_on(source, in, to, out, sizeof(out), (size_t[3]){64, 4, 1}, (size_t[3]){lanes, 1, 1})) {
        kt_true(!memcmp(out, data, sizeof(out)));
        if (read_back(to, 64, 16, 1, back))
            for (unsigned i = 0, bad = 0; i < 64 * 16 && bad < 3; i++)
                bad += !kt_eq(back[i], ~data[i]);
    }
    // Rows of 4 dwords, 8 of them: lane l has element l of the block in rows of rows. (Xe2 has no such
    // function.)
    if (lanes == 8 &&
        run_on(
            "__attribute__((intel_reqd_sub_group_size(8)))\n"
            "kernel void k(global uint *out, read_only image2d_t a, write_only image2d_t b)\n"
            "{ int x = (get_global_id(0) / 8) * 4, y = get_global_id(1) * 8, l = get_sub_group_local_id();\n"
            "  uint4 v = intel_sub_group_media_block_read_ui4((int2)(x * 4, y), 4, 8, a);\n"
            "  for (int k = 0; k < 4; k++) { int e = k * 8 + l; out[(y + e / 4) * 64 + x + e % 4] = v[k]; }\n"
            "  intel_sub_group_media_block_write_ui4((int2)(x * 4, y), 4, 8, v + 5, b); }",
            in, to, out, sizeof(out), (size_t[3]){128, 2, 1}, (size_t[3]){8, 1, 1})) {
        kt_true(!memcmp(out, data, sizeof(out)));
        if (read_back(to, 64, 16, 1, back))
            for (unsigned i = 0, bad = 0; i < 64 * 16 && bad < 3; i++)
                bad += !kt_eq(back[i], data[i] + 5);
    }
    clReleaseMemObject(in);
    clReleaseMemObject(to);
}

KT_MAIN()
