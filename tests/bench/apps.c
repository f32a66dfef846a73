// Whole applications for ./dev bench: each runs once to warm up (drivers compile lazily), then until half a
// second is over, and prints a JSON line: name, seconds a run on the clock and of all processors, and a
// checksum of the results for comparing drivers.
//
// usage: bench_apps DRIVER SPIRV-DIRECTORY [NAME...]    (BENCH_ONCE=1: one run and no measurement)
#include "clock.h"
#include "common/vkc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum fill { ZERO, UNIT, BITS };

struct app {
    const char *name;
    struct {
        uint32_t words;
        enum fill fill;
    } buffer[3];
    uint32_t groups[2];
    unsigned push; // words
    bool floats;   // of the result, the last buffer
    unsigned warm; // runs before the measurement
};

static const struct app apps[] = {
    {"alu", {{1 << 14, UNIT}}, {256, 1}, 0, true, 2},
    {"half", {{1 << 14, UNIT}, {1 << 14, ZERO}}, {256, 1}, 0, true, 1},
    {"double", {{1 << 14, UNIT}, {1 << 14, ZERO}}, {256, 1}, 0, true, 1},
    {"int64", {{1 << 14, BITS}, {1 << 14, ZERO}}, {256, 1}, 0, false, 1},
    {"math", {{1 << 14, UNIT}, {1 << 14, ZERO}}, {256, 1}, 0, true, 1},
    {"sgemm", {{1 << 20, UNIT}, {1 << 20, UNIT}, {1 << 20, ZERO}}, {16, 16}, 0, true, 1},
    {"nbody", {{4 * 4096, UNIT}, {4 * 4096, ZERO}}, {32, 1}, 0, true, 2},
    {"blur", {{1 << 20, BITS}, {1 << 20, ZERO}}, {64, 128}, 0, false, 2},
    {"sha256", {{16 + (1 << 16), BITS}}, {1024, 1}, 0, false, 2},
    {"radix", {{1 << 18, BITS}, {1 << 18, ZERO}, {16 << 10, ZERO}}, {1024, 1}, 3, false, 1},
    {"attention", {{256 << 10, UNIT}, {256 << 10, UNIT}, {256 << 8, ZERO}}, {256, 1}, 1, true, 2},
};

static void fill(struct vkc_buffer *b, uint32_t words, enum fill how)
{
    uint32_t *u = b->map, x = 12345;
    float *f = b->map;
    for (uint32_t i = 0; i < words; i++) {
        x ^= x << 13, x ^= x >> 17, x ^= x << 5;
        if (how == UNIT)
            f[i] = (float)(x >> 8) * 0x1p-24f;
        else
            u[i] = how == BITS ? x : 0;
    }
}

static VkResult run(struct vkc_device *d, const struct app *a, struct vkc_pipeline *p, struct vkc_binding *b,
                    unsigned n)
{
    uint32_t push[3] = {0, 0, a->groups[0]};
    if (strcmp(a->name, "radix"))
        return vkc_dispatch(d, p, b, n, push, a->groups[0], a->groups[1], 1);
    VkResult r = VK_SUCCESS;
    for (push[1] = 0; push[1] < 32 && !r; push[1] += 4)
        for (push[0] = 0; push[0] < 3 && !r; push[0]++) {
            // Keys go back and forth between the first two buffers.
            struct vkc_binding c[3] = {b[push[1] / 4 & 1], b[~push[1] / 4 & 1], b[2]};
            r = vkc_dispatch(d, p, c, n, push, push[0] == 1 ? 1 : a->groups[0], 1, 1);
        }
    return r;
}

static double checksum(const struct app *a, const struct vkc_buffer *b)
{
    const float *f = b->map;
    const uint32_t *u = b->map;
    double sum = 0;
    for (size_t i = 0; i < b->size / 4; i++)
        sum += (a->floats ? (double)f[i] : (double)u[i]) * (double)(i % 7 + 1);
    return sum;
}

static int measure(struct vkc_device *d, const struct app *a, const char *dir)
{
    char path[512];
    struct vkc_buffer buffer[3];
    struct vkc_binding binding[3];
    VkDescriptorType types[3];
    struct vkc_pipeline p;
    unsigned n = 0;
    size_t bytes;
    snprintf(path, sizeof(path), "%s/%s.comp.spv", dir, a->name);
    uint32_t *spirv = vkc_read_file(path, &bytes);
    if (!spirv) {
        perror(path);
        return 1;
    }
    for (; n < 3 && a->buffer[n].words; n++) {
        if (vkc_buffer_create(d, a->buffer[n].words * 4ull, &buffer[n]))
            return 1;
        fill(&buffer[n], a->buffer[n].words, a->buffer[n].fill);
        types[n] = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        binding[n] = (struct vkc_binding){.type = types[n], .buffer = &buffer[n]};
    }
    VkResult r = vkc_pipeline_create(d, spirv, bytes, NULL, types, NULL, n, a->push * 4, &p);
    double first = now();
    unsigned runs = 0;
    double sum = 0;
    if (!r)
        r = run(d, a, &p, binding, n);
    first = now() - first;
    sum = r ? 0 : checksum(a, &buffer[!strcmp(a->name, "radix") ? 0 : n - 1]);
    bool once = getenv("BENCH_ONCE");
    for (unsigned i = 1; i < a->warm && !r && !once; i++)
        r = run(d, a, &p, binding, n);
    double start = now(), spent = 0, busy = processor_seconds();
    while (!r && spent < 0.5 && !once) {
        r = run(d, a, &p, binding, n);
        runs++;
        spent = now() - start;
    }
    busy = processor_seconds() - busy;
    if (r)
        fprintf(stderr, "%s: %s\n", a->name, vkc_what());
    else
        printf("{\"name\": \"%s\", \"seconds\": %.6f, \"cpu\": %.6f, \"first\": %.6f, \"runs\": %u, "
               "\"total\": %u, \"sum\": %.9g}\n",
               a->name, runs ? spent / runs : first, runs ? busy / runs : 0, first, runs,
               once ? 1 : runs + a->warm, sum);
    fflush(stdout);
    vkc_pipeline_destroy(d, &p);
    for (unsigned i = 0; i < n; i++)
        vkc_buffer_destroy(d, &buffer[i]);
    free(spirv);
    return r != VK_SUCCESS;
}

int main(int argc, char **argv)
{
    VkInstance instance;
    struct vkc_device d;
    int bad = 0;
    if (argc < 3 || vkc_instance_create(&instance) || vkc_device_create(instance, argv[1], &d)) {
        fprintf(stderr, "%s\n", argc < 3 ? "usage: bench_apps DRIVER DIRECTORY [NAME...]" : vkc_what());
        return 2;
    }
    for (unsigned i = 0; i < sizeof(apps) / sizeof(apps[0]); i++) {
        bool wanted = argc == 3;
        for (int k = 3; k < argc; k++)
            wanted |= !strcmp(argv[k], apps[i].name);
        if (wanted)
            bad |= measure(&d, &apps[i], argv[2]);
    }
    vkc_device_destroy(&d);
    return bad;
}
