// Kernels of images for ./dev bench sim: each shader of tests/bench/images, with the bindings that its first
// line says (tests/shaders/README.md), runs once for its results and then until half a second is over. A JSON
// line each, as bench_apps prints it.
//
// usage: bench_images DRIVER SPIRV-DIRECTORY SHADER...    (BENCH_ONCE=N: N runs and no measurement)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "shaders/job.h"

// Of bytes, so that formats differ by as little as their values do; or of floats.
static double checksum(const struct img_plan *i, const uint8_t *data)
{
    bool floats = i->format == VK_FORMAT_R32_SFLOAT || i->format == VK_FORMAT_R32G32B32A32_SFLOAT;
    double sum = 0;
    for (size_t n = 0; n < i->size; n += floats ? 4 : 1) {
        float v = data[n];
        if (floats)
            memcpy(&v, data + n, 4);
        sum += (double)v * (double)(n % 7 + 1);
    }
    return sum;
}

// For half a second, or `most` times.
static bool repeat(struct job *j, const struct plan *p, unsigned most, double *spent, unsigned *runs)
{
    struct vkc_binding bindings[MAX_BINDINGS];
    double start = now();
    for (unsigned i = 0; i < p->bindings; i++)
        bindings[i] = img_binding(&j->images[i]);
    for (*spent = *runs = 0; most ? *runs < most : *spent < 0.5; ++*runs, *spent = now() - start)
        if (vkc_dispatch(j->d, &j->pipeline, bindings, p->bindings, NULL, p->groups[0], p->groups[1],
                         p->groups[2]) < 0)
            return false;
    return true;
}

static bool measure(struct vkc_device *d, const char *name, const struct plan *p, const uint32_t *spirv,
                    size_t bytes)
{
    struct job job = {.d = d};
    struct inputs in = {0};
    const unsigned result = p->bindings - 1;
    unsigned runs = 0;
    double sum = 0, first = now(), spent = 0, busy = 0;
    inputs_create(p, &in);
    inputs_fill(p, 1, &in);
    bool ok = job_prepare(&job, p, spirv, bytes) && job_dispatch(&job, p, &in);
    first = now() - first;
    if (ok)
        sum = checksum(&p->image[result], job_memory(&job, p, result));
    const char *once = getenv("BENCH_ONCE");
    if (ok && once && atoi(once) > 1) {
        ok = repeat(&job, p, (unsigned)atoi(once) - 1, &spent, &runs);
    } else if (ok && !once) {
        ok = repeat(&job, p, 0, &spent, &runs); // what is translated meanwhile is not measured
        busy = processor_seconds();
        ok = ok && repeat(&job, p, 0, &spent, &runs);
        busy = processor_seconds() - busy;
    }
    if (!ok)
        fprintf(stderr, "%s: %s %s\n", name, job_error(), vkc_what());
    else
        printf("{\"name\": \"%s\", \"seconds\": %.6f, \"cpu\": %.6f, \"first\": %.6f, \"runs\": %u, \"sum\": "
               "%.9g}\n",
               name, runs ? spent / runs : first, runs ? busy / runs : 0, first, runs, sum);
    fflush(stdout);
    job_finish(&job, p);
    inputs_destroy(&in);
    return ok;
}

static bool bench(struct vkc_device *d, const char *dir, const char *shader)
{
    char path[4096];
    struct plan p;
    size_t bytes;
    const char *slash = strrchr(shader, '/'), *name = slash ? slash + 1 : shader;
    const char *wrong = plan_read(shader, &p);
    snprintf(path, sizeof(path), "%s/%s.spv", dir, name);
    uint32_t *spirv = vkc_read_file(path, &bytes);
    for (unsigned i = 0; i < p.bindings && !wrong; i++)
        wrong = p.is_image[i] ? NULL : "only bindings that are images are measured";
    if (wrong || !spirv)
        fprintf(stderr, "%s: %s\n", shader, wrong ? wrong : "no SPIR-V");
    bool ok = !wrong && spirv && measure(d, name, &p, spirv, bytes);
    free(spirv);
    return ok;
}

int main(int argc, char **argv)
{
    VkInstance instance;
    struct vkc_device d;
    bool ok = true;
    if (argc < 4 || vkc_instance_create(&instance) || vkc_device_create(instance, argv[1], &d)) {
        fprintf(stderr, "%s\n", argc < 4 ? "usage: bench_images DRIVER DIRECTORY SHADER..." : vkc_what());
        return 2;
    }
    for (int i = 3; i < argc; i++)
        ok = bench(&d, argv[2], argv[i]) && ok;
    vkc_device_destroy(&d);
    return !ok;
}
