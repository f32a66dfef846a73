// VkFFT, a real Vulkan program by other authors, against FFTW in double precision.
//
// VkFFT generates GLSL per transform, compiles it with glslang and runs it. Each case transforms random data
// forward and (for complex transforms) back, and reports the error as VkFFT's own precision tests do for
// other GPUs: the largest and the mean-square difference relative to the result's magnitude.
//
// usage: vkfft [DRIVER]        DRIVER: substring of the driver's name, default "kiln". KILN_TEST_ALL=1 adds
//                              the long cases.
//        vkfft DRIVER bench    measures larger transforms, a line of JSON each; BENCH_ONCE=1: one run each
#include "common/vkc.h"

#include <fftw3.h>
#include <glslang/Include/glslang_c_interface.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

#define VKFFT_BACKEND 0
#include "vkFFT.h" // the system's, with one C++ idiom made C (meson.build)

#include "kt.h"

static struct vkc_device dev;
static VkFence fence;

struct fft_case {
    unsigned dim;
    uint64_t size[2];
    bool real; // R2C
    uint64_t batches;
    bool all;     // only with --all
    unsigned dct; // a cosine transform of that type (1 to 4) of real data
    enum { SINGLE, DOUBLE, HALF } precision;
    bool padded; // the second half of each row is zero, and VkFFT does not read it
};

static const struct fft_case cases[] = {
    // powers of two
    {1, {2}, false, 4, false},
    {1, {4}, false, 4, false},
    {1, {8}, false, 4, false},
    {1, {16}, false, 4, false},
    {1, {32}, false, 4, true},
    {1, {64}, false, 4, false},
    {1, {128}, false, 2, true},
    {1, {256}, false, 2, false},
    {1, {512}, false, 2, true},
    {1, {1024}, false, 2, false},
    {1, {2048}, false, 1, true},
    {1, {4096}, false, 1, false},
    {1, {8192}, false, 1, true},
    {1, {16384}, false, 1, false},
    // other radices, and products of them
    {1, {3}, false, 4, false},
    {1, {5}, false, 4, false},
    {1, {7}, false, 4, false},
    {1, {11}, false, 4, false},
    {1, {13}, false, 4, false},
    {1, {81}, false, 2, true},
    {1, {125}, false, 2, true},
    {1, {343}, false, 2, false},
    {1, {1001}, false, 1, false},
    {1, {1155}, false, 1, true},
    {1, {2187}, false, 1, true},
    {1, {15015}, false, 1, true},
    // primes by Bluestein's algorithm
    {1, {17}, false, 2, false},
    {1, {127}, false, 1, false},
    {1, {997}, false, 1, true},
    {1, {4099}, false, 1, true},
    // real to complex
    {1, {8}, true, 2, false},
    {1, {256}, true, 2, false},
    {1, {1000}, true, 1, true},
    {1, {4096}, true, 1, true},
    {1, {105}, true, 1, false},
    // two dimensions
    {2, {8, 8}, false, 1, false},
    {2, {64, 32}, false, 1, false},
    {2, {15, 21}, false, 1, false},
    {2, {128, 128}, false, 1, true},
    {2, {256, 64}, false, 1, true},
    {2, {32, 32}, true, 1, false},
    {2, {64, 128}, true, 1, true},
    {2, {30, 22}, true, 1, true},
    // other precisions
    {1, {64}, false, 2, false, .precision = DOUBLE},
    {1, {37}, false, 2, false, .precision = DOUBLE},
    {1, {1000}, false, 1, true, .precision = DOUBLE},
    {1, {4096}, false, 1, true, .precision = DOUBLE},
    {1, {210}, true, 2, true, .precision = DOUBLE},
    {2, {12, 10}, true, 1, false, .precision = DOUBLE},
    {1, {64}, false, 4, false, .precision = HALF},
    {1, {169}, false, 2, true, .precision = HALF},
    {1, {30}, true, 2, false, .precision = HALF},
    // cosine transforms
    {1, {9}, false, 2, false, .dct = 1},
    {1, {12}, false, 2, false, .dct = 2},
    {1, {16}, false, 2, false, .dct = 3},
    {1, {33}, false, 2, false, .dct = 4},
    {1, {257}, false, 1, true, .dct = 1},
    {1, {1000}, false, 1, true, .dct = 2},
    {1, {129}, false, 1, true, .dct = 4},
    {1, {64}, false, 1, true, .dct = 4, .precision = DOUBLE},
    {2, {16, 16}, false, 1, true, .dct = 2},
    // zero padding
    {1, {100}, false, 2, false, .padded = true},
    {1, {1024}, false, 1, true, .padded = true},
};

static const struct fft_case *current;

static const char *case_name(const struct fft_case *c)
{
    static char name[96];
    static const char *const kinds[] = {"C2C", "DCT-I", "DCT-II", "DCT-III", "DCT-IV"};
    static const char *const precisions[] = {"", "double ", "half "};
    int n = snprintf(name, sizeof(name), "%s%s%s %" PRIu64, precisions[c->precision],
                     c->padded ? "padded " : "", c->real ? "R2C" : kinds[c->dct], c->size[0]);
    if (c->dim == 2)
        n += snprintf(name + n, sizeof(name) - (size_t)n, "x%" PRIu64, c->size[1]);
    if (c->batches > 1)
        snprintf(name + n, sizeof(name) - (size_t)n, " x%" PRIu64 " batches", c->batches);
    return name;
}

// One row of the innermost dimension as VkFFT stores it, in numbers: a real row of R2C is padded for the
// in-place result.
static uint64_t row_floats(const struct fft_case *c)
{
    return c->real ? 2 * (c->size[0] / 2 + 1) : c->dct ? c->size[0] : 2 * c->size[0];
}

// How many of them hold input.
static uint64_t row_used(const struct fft_case *c)
{
    uint64_t used = c->real ? c->size[0] : row_floats(c);
    return c->padded ? used / 2 : used;
}

static size_t number_size(const struct fft_case *c)
{
    return c->precision == DOUBLE ? 8 : c->precision == HALF ? 2 : 4;
}

static double number(const struct fft_case *c, const void *data, uint64_t i)
{
    return c->precision == DOUBLE ? ((const double *)data)[i]
           : c->precision == HALF ? (double)((const _Float16 *)data)[i]
                                  : (double)((const float *)data)[i];
}

static void set_number(const struct fft_case *c, void *data, uint64_t i, double value)
{
    if (c->precision == DOUBLE)
        ((double *)data)[i] = value;
    else if (c->precision == HALF)
        ((_Float16 *)data)[i] = (_Float16)value;
    else
        ((float *)data)[i] = (float)value;
}

static uint64_t row_count(const struct fft_case *c)
{
    return (c->dim == 2 ? c->size[1] : 1) * c->batches;
}

// Random numbers of the case's precision, for the device, and the same as doubles.
static void fill_input(const struct fft_case *c, void *data, double *same)
{
    const double scale = c->precision == HALF ? 0.05 : 1; // sums stay in range
    uint64_t rng = 88172645463325252u + c->size[0];
    for (uint64_t r = 0; r < row_count(c); r++)
        for (uint64_t i = 0; i < row_floats(c); i++) {
            rng ^= rng << 13;
            rng ^= rng >> 7;
            rng ^= rng << 17;
            double value = i < row_used(c) ? ((double)(rng >> 40) / 8388608.0 - 1.0) * scale : 0;
            set_number(c, data, r * row_floats(c) + i, value);
            same[r * row_floats(c) + i] = number(c, data, r * row_floats(c) + i);
        }
}

// The expected forward transform in double precision, in the layout of the in-place result.
static double *expected(const struct fft_case *c, const double *in)
{
    static const fftw_r2r_kind kinds[] = {FFTW_R2HC, FFTW_REDFT00, FFTW_REDFT10, FFTW_REDFT01, FFTW_REDFT11};
    const fftw_r2r_kind both[] = {kinds[c->dct], kinds[c->dct]};
    uint64_t row = row_floats(c), per_batch = row * row_count(c) / c->batches;
    double *out = malloc(per_batch * c->batches * sizeof(double));
    int n[2] = {(int)c->size[c->dim - 1], (int)c->size[0]};
    double *work = fftw_malloc(per_batch * sizeof(double));
    fftw_complex *cwork = (fftw_complex *)work;
    fftw_plan plan = c->real  ? fftw_plan_dft_r2c((int)c->dim, n, work, cwork, FFTW_ESTIMATE)
                     : c->dct ? fftw_plan_r2r((int)c->dim, n, work, work, both, FFTW_ESTIMATE)
                              : fftw_plan_dft((int)c->dim, n, cwork, cwork, FFTW_FORWARD, FFTW_ESTIMATE);
    for (uint64_t b = 0; b < c->batches; b++) {
        for (uint64_t i = 0; i < per_batch; i++)
            work[i] = in[b * per_batch + i];
        fftw_execute(plan);
        memcpy(out + b * per_batch, work, per_batch * sizeof(double));
    }
    fftw_destroy_plan(plan);
    fftw_free(work);
    return out;
}

static bool run_transform(VkFFTApplication *app, struct vkc_buffer *b, int inverse)
{
    VkCommandBufferAllocateInfo alloc = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = dev.pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                         .commandBufferCount = 1};
    VkCommandBuffer cmd;
    if (vkAllocateCommandBuffers(dev.device, &alloc, &cmd) < 0)
        return kt_ok(false, "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    vkBeginCommandBuffer(cmd, &begin);
    VkFFTLaunchParams launch = {.commandBuffer = &cmd, .buffer = &b->buffer};
    VkFFTResult r = VkFFTAppend(app, inverse, &launch);
    vkEndCommandBuffer(cmd);
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
    bool ok = kt_ok(r == VKFFT_SUCCESS, "VkFFTAppend: error %d", (int)r);
    VkResult vr = ok ? vkQueueSubmit(dev.queue, 1, &submit, fence) : VK_SUCCESS;
    if (ok && vr >= 0)
        vr = vkWaitForFences(dev.device, 1, &fence, VK_TRUE, UINT64_MAX);
    ok = ok && kt_ok(vr >= 0, "submit: %s", vkc_result_name(vr));
    vkResetFences(dev.device, 1, &fence);
    vkFreeCommandBuffers(dev.device, dev.pool, 1, &cmd);
    return ok;
}

struct difference {
    double max, rms; // relative to the root mean square of the expected values
};

static struct difference differ(const struct fft_case *c, const void *got, const double *want, uint64_t used)
{
    uint64_t rows = row_count(c), row = row_floats(c);
    double max = 0, sum = 0, norm = 0;
    for (uint64_t r = 0; r < rows; r++)
        for (uint64_t i = 0; i < used; i++) {
            double w = want[r * row + i], d = fabs(number(c, got, r * row + i) - w);
            max = d > max || isnan(d) ? d : max;
            sum += d * d;
            norm += w * w;
        }
    double scale = sqrt(norm / (double)(rows * used));
    return (struct difference){max / scale, sqrt(sum / (double)(rows * used)) / scale};
}

static void transform(VkFFTApplication *app, struct vkc_buffer *b)
{
    const struct fft_case *c = current;
    double *input = malloc(row_floats(c) * row_count(c) * sizeof(double));
    fill_input(c, b->map, input);
    double *want = expected(c, input);
    // Single precision: the error grows with log2(N); VkFFT shows about 1e-6 on other GPUs.
    static const double limits[][2] = {{8e-6, 1e-6}, {4e-14, 4e-15}, {5e-3, 1e-3}};
    const double limit_max = limits[c->precision][0], limit_rms = limits[c->precision][1];
    if (run_transform(app, b, -1)) {
        struct difference d = differ(c, b->map, want, row_floats(c));
        printf("# %s forward: max error %.2g, rms %.2g\n", case_name(c), d.max, d.rms);
        kt_ok(d.max < limit_max && d.rms < limit_rms, "forward error too large: max %g, rms %g", d.max,
              d.rms);
        if (run_transform(app, b, 1)) {
            d = differ(c, b->map, input, row_used(c));
            kt_ok(d.max < limit_max && d.rms < limit_rms, "round trip error too large: max %g, rms %g", d.max,
                  d.rms);
        }
    }
    free(input);
    free(want);
}

// ---- ./dev bench

static const struct fft_case bench_cases[] = {
    {1, {1024}, false, 512, false}, {1, {4096}, true, 128, false}, {1, {1001}, false, 256, false},
    {1, {997}, false, 64, false},   {1, {65536}, false, 4, false}, {2, {512, 512}, false, 1, false},
};

static double clock_seconds(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Forward transforms until half a second is over; the first one is compared with FFTW's.
static void measure(VkFFTApplication *app, struct vkc_buffer *b)
{
    const struct fft_case *c = current;
    uint64_t floats = row_floats(c) * row_count(c);
    float *input = malloc(floats * sizeof(float));
    double *same = malloc(floats * sizeof(double));
    fill_input(c, input, same);
    memcpy(b->map, input, floats * sizeof(float));
    double *want = expected(c, same);
    unsigned runs = 0;
    bool ok = run_transform(app, b, -1);
    struct difference d = differ(c, b->map, want, row_floats(c));
    bool once = getenv("BENCH_ONCE");
    for (unsigned i = 0; i < 2 && ok && !once; i++)
        ok = run_transform(app, b, -1);
    memcpy(b->map, input, floats * sizeof(float));
    double start = clock_seconds(CLOCK_MONOTONIC), busy = clock_seconds(CLOCK_PROCESS_CPUTIME_ID), spent = 0;
    for (; ok && spent < 0.5 && !once; runs++) {
        memcpy(b->map, input, floats * sizeof(float)); // repeated transforms would overflow
        ok = run_transform(app, b, -1);
        spent = clock_seconds(CLOCK_MONOTONIC) - start;
    }
    busy = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - busy;
    if (ok)
        printf("{\"name\": \"VkFFT %s\", \"seconds\": %.6f, \"cpu\": %.6f, \"total\": %u, \"error\": %.3g}\n",
               case_name(c), runs ? spent / runs : 0, runs ? busy / runs : 0, once ? 1 : runs + 3, d.rms);
    free(input);
    free(same);
    free(want);
}

static void with_plan(void (*what)(VkFFTApplication *app, struct vkc_buffer *b))
{
    const struct fft_case *c = current;
    uint64_t bytes = row_floats(c) * row_count(c) * number_size(c);
    struct vkc_buffer b;
    if (!kt_ok(vkc_buffer_create(&dev, bytes, &b) >= 0, "%s", vkc_what()))
        return;
    VkFFTConfiguration config = {.FFTdim = c->dim,
                                 .size = {c->size[0], c->dim == 2 ? c->size[1] : 0},
                                 .physicalDevice = &dev.physical,
                                 .device = &dev.device,
                                 .queue = &dev.queue,
                                 .commandPool = &dev.pool,
                                 .fence = &fence,
                                 .isCompilerInitialized = 1,
                                 .bufferSize = &bytes,
                                 .numberBatches = c->batches,
                                 .performR2C = c->real,
                                 .performDCT = c->dct,
                                 .doublePrecision = c->precision == DOUBLE,
                                 .halfPrecision = c->precision == HALF,
                                 .performZeropadding = {c->padded},
                                 .fft_zeropad_left = {c->size[0] / 2},
                                 .fft_zeropad_right = {c->size[0]},
                                 .normalize = 1};
    VkFFTApplication app = {0};
    VkFFTResult r = initializeVkFFT(&app, config);
    if (kt_ok(r == VKFFT_SUCCESS, "initializeVkFFT: error %d", (int)r)) {
        what(&app, &b);
        deleteVkFFT(&app);
    }
    vkc_buffer_destroy(&dev, &b);
}

static void run_case(void)
{
    if (current->all && !getenv("KILN_TEST_ALL"))
        kt_skip("only with --all");
    with_plan(transform);
}

static void run_bench(void)
{
    for (size_t i = 0; i < sizeof(bench_cases) / sizeof(*bench_cases); i++) {
        const char *only = getenv("KILN_VKFFT");
        current = &bench_cases[i];
        if (!only || !strcmp(case_name(current), only))
            with_plan(measure);
    }
}

int main(int argc, char **argv)
{
    VkInstance instance;
    if (vkc_instance_create(&instance) < 0 ||
        vkc_device_create(instance, argc > 1 ? argv[1] : "kiln", &dev) < 0) {
        printf("Bail out! %s\n", vkc_what());
        return 1;
    }
    VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    if (vkCreateFence(dev.device, &info, NULL, &fence) < 0)
        return 1;
    glslang_initialize_process();
    if (argc > 2 && !strcmp(argv[2], "bench")) {
        run_bench();
        glslang_finalize_process();
        vkDestroyFence(dev.device, fence, NULL);
        vkc_device_destroy(&dev);
        vkDestroyInstance(instance, NULL);
        return 0;
    }
    printf("# VkFFT %d on %s\n", VkFFTGetVersion(), dev.props.deviceName);
    const char *only = getenv("KILN_VKFFT");
    unsigned bad = 0;
    VkPhysicalDeviceVulkan12Features f12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceVulkan11Features f11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                            .pNext = &f12};
    VkPhysicalDeviceFeatures2 f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f11};
    vkGetPhysicalDeviceFeatures2(dev.physical, &f);
    const bool has[] = {[SINGLE] = true,
                        [DOUBLE] = f.features.shaderFloat64,
                        [HALF] = f12.shaderFloat16 && f11.storageBuffer16BitAccess};
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        current = &cases[i];
        if (!has[current->precision]) {
            printf("ok %u - %s # SKIP the device has no numbers of that size\n", ++kt_number,
                   case_name(current));
            continue;
        }
        if (!only || strstr(case_name(current), only))
            bad += !kt_case_run(case_name(current), run_case);
        if (vkDeviceWaitIdle(dev.device) == VK_ERROR_DEVICE_LOST) {
            printf("Bail out! device lost\n");
            return 1;
        }
    }
    printf("1..%u\n", kt_number);
    glslang_finalize_process();
    vkDestroyFence(dev.device, fence, NULL);
    vkc_device_destroy(&dev);
    vkDestroyInstance(instance, NULL);
    return bad ? 1 : 0;
}
