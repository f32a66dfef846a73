// The demo: renders a path-traced picture with one compute shader through the Vulkan loader, says what ran
// where, and writes the picture as a PNG.
//
// usage: kiln-demo [-o FILE] [-s WIDTHxHEIGHT] [-n SAMPLES] [-d DRIVER]
#include "common/vkc.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const uint32_t scene[] = {
#include "scene.inc"
};

struct params {
    uint32_t width, height, first, samples;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int fail(const char *s)
{
    fprintf(stderr, "kiln-demo: %s\n", s);
    return 1;
}

static bool write_png(const char *path, const uint32_t *rgba, uint32_t width, uint32_t height)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGBA};
    return png_image_write_to_file(&image, path, 0, rgba, 0, NULL);
}

static VkResult render(struct vkc_device *d, struct params p, uint32_t total, uint32_t *out, double *compile,
                       double *run)
{
    const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkc_buffer sum = {0}, picture = {0};
    struct vkc_pipeline pipeline = {0};
    size_t pixels = (size_t)p.width * p.height;
    double start = now();
    VkResult r = vkc_pipeline_create(d, scene, sizeof(scene), NULL, types, NULL, 2, sizeof(p), &pipeline);
    *compile = now() - start;
    if (r >= 0)
        r = vkc_buffer_create(d, 16 * pixels, &sum);
    if (r >= 0)
        r = vkc_buffer_create(d, 4 * pixels, &picture);
    struct vkc_binding bindings[] = {{types[0], &sum}, {types[1], &picture}};
    start = now();
    for (p.first = 0; r >= 0 && p.first < total; p.first += p.samples) {
        if (p.samples > total - p.first)
            p.samples = total - p.first;
        r = vkc_dispatch(d, &pipeline, bindings, 2, &p, (p.width + 7) / 8, (p.height + 7) / 8, 1);
        if (isatty(2))
            fprintf(stderr, "\r%3u%% ", (p.first + p.samples) * 100 / total);
    }
    if (isatty(2))
        fputc('\r', stderr);
    *run = now() - start;
    if (r >= 0)
        memcpy(out, picture.map, 4 * pixels);
    vkc_buffer_destroy(d, &sum);
    vkc_buffer_destroy(d, &picture);
    vkc_pipeline_destroy(d, &pipeline);
    return r;
}

// The simulated device writes its totals when it is destroyed (KILN_SIM_TOTALS); a real one has no such file.
static void print_sim_stats(const char *path, double seconds)
{
    FILE *f = fopen(path, "r");
    char text[4096] = "";
    if (f) {
        text[fread(text, 1, sizeof(text) - 1, f)] = 0;
        fclose(f);
    }
    const char *at = strstr(text, "\"eu_instructions\"");
    unsigned long long n = 0;
    if (at && sscanf(at, "\"eu_instructions\" : %llu", &n) == 1)
        printf("simulated   %.1f million EU instructions (%.1f million a second)\n", (double)n / 1e6,
               (double)n / 1e6 / seconds);
}

int main(int argc, char **argv)
{
    struct params p = {.width = 640, .height = 400, .samples = 4};
    uint32_t total = 32;
    const char *file = "demo.png", *driver = NULL;
    for (int c; (c = getopt(argc, argv, "o:s:n:d:")) != -1;) {
        if (c == 'o')
            file = optarg;
        else if (c == 'd')
            driver = optarg;
        else if (c == 'n' && sscanf(optarg, "%u", &total) == 1 && total > 0)
            continue;
        else if (c == 's' && sscanf(optarg, "%ux%u", &p.width, &p.height) == 2 && p.width && p.height &&
                 p.width <= 8192 && p.height <= 8192)
            continue;
        else
            return fail("usage: kiln-demo [-o FILE] [-s WIDTHxHEIGHT] [-n SAMPLES] [-d DRIVER]");
    }
    char stats[] = "/tmp/kiln-demo-XXXXXX";
    int fd = mkstemp(stats);
    if (fd >= 0)
        close(fd);
    setenv("KILN_SIM_TOTALS", stats, 0);
    VkInstance instance;
    struct vkc_device d;
    if (vkc_instance_create(&instance) < 0 || vkc_device_create(instance, driver, &d) < 0)
        return fail(vkc_what());
    uint32_t *rgba = malloc(4 * (size_t)p.width * p.height);
    if (!rgba)
        return fail(strerror(errno));
    printf("device      %s (driver %s, Vulkan %u.%u.%u)\n", d.props.deviceName, d.driver,
           VK_API_VERSION_MAJOR(d.props.apiVersion), VK_API_VERSION_MINOR(d.props.apiVersion),
           VK_API_VERSION_PATCH(d.props.apiVersion));
    double compile, run;
    VkResult r = render(&d, p, total, rgba, &compile, &run);
    if (r < 0)
        fail(vkc_what());
    vkc_device_destroy(&d);
    vkDestroyInstance(instance, NULL);
    if (r >= 0) {
        printf("kernel      %zu bytes of SPIR-V, pipeline made in %.0f ms\n", sizeof(scene), compile * 1e3);
        printf("work        %u x %u pixels, %u paths each, in %.2f s\n", p.width, p.height, total, run);
        print_sim_stats(stats, run);
        if (!write_png(file, rgba, p.width, p.height))
            r = (VkResult)fail("cannot write the picture") * -1;
        else
            printf("picture     %s\n", file);
    }
    unlink(stats);
    free(rgba);
    return r < 0;
}
