// Random programs with subgroup operations at many places, run at every subgroup size and compared with their
// evaluator, which models maximal reconvergence.
//
// usage: reconverge [FIRST_SEED [COUNT]]      without: 60 seeds, 3000 with KILN_TEST_ALL=1
//        reconverge --reduce SEED SIZE FILE.spv    takes out what does not matter for a failure
// RECONVERGE_DRIVER=NAME: another driver than Kiln; RECONVERGE_FILTER=COMMAND: a filter for modules, for
// example "spirv-opt --inline-entry-points-exhaustive --private-to-local --ssa-rewrite IN -o OUT".
#include "common/vkc.h"

#include <stdlib.h>
#include <unistd.h>

#include "kt.h"
#include "program.h"

static struct vkc_device device;

static void fill(uint32_t seed, uint32_t *input, uint32_t count)
{
    uint32_t rng = seed * 747796405u + 2891336453u;
    for (uint32_t k = 0; k < count; k++)
        input[k] = program_random(&rng);
}

static VkInstance instance;

static bool compare(const struct program *p, uint32_t size, const uint32_t *got, const uint32_t *want,
                    bool report)
{
    for (uint32_t k = 0; k < p->groups * p->local * OUTS; k++)
        if (got[k] != want[k])
            return report &&
                   kt_ok(false, "seed %u, subgroups of %u: invocation %u, word %u: got 0x%08x, not 0x%08x",
                         p->seed, size, k / OUTS, k % OUTS, got[k], want[k]);
    return true;
}

// The module as the filter leaves it.
static uint32_t *filtered(uint32_t *spirv, size_t *bytes)
{
    const char *command = getenv("RECONVERGE_FILTER"), *in, *out;
    char line[1024], from[64], to[64];
    if (!command || !(in = strstr(command, "IN")) || !(out = strstr(command, "OUT")) || out < in)
        return spirv;
    snprintf(from, sizeof(from), "/tmp/reconverge.%d.in", (int)getpid());
    snprintf(to, sizeof(to), "/tmp/reconverge.%d.out", (int)getpid());
    snprintf(line, sizeof(line), "%.*s%s%.*s%s%s", (int)(in - command), command, from, (int)(out - in - 2),
             in + 2, to, out + 3);
    FILE *f = fopen(from, "wb");
    if (!f || fwrite(spirv, 1, *bytes, f) != *bytes || fclose(f) || system(line)) {
        printf("Bail out! %s\n", line);
        exit(1);
    }
    free(spirv);
    spirv = vkc_read_file(to, bytes);
    remove(from);
    remove(to);
    return spirv;
}

static bool open_device(void)
{
    const char *driver = getenv("RECONVERGE_DRIVER");
    if (!vkc_device_create(instance, driver ? driver : "kiln", &device))
        return true;
    printf("Bail out! %s\n", vkc_what());
    return false;
}

// Other drivers and tools may not know the execution mode.
static bool asks(void)
{
    return !getenv("RECONVERGE_DRIVER") && !getenv("RECONVERGE_FILTER");
}

static bool run(const struct program *p, uint32_t size, bool report)
{
    uint32_t count = p->groups * p->local;
    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                             VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
    struct vkc_buffer in = {0}, out = {0};
    struct vkc_pipeline pipeline = {0};
    size_t bytes;
    uint32_t *want = calloc(count * OUTS, 4), *spirv = filtered(program_spirv(p, asks(), &bytes), &bytes);
    device.subgroup_size = size;
    bool ok = !vkc_buffer_create(&device, count * 4, &in) &&
              !vkc_buffer_create(&device, count * OUTS * 4, &out) &&
              !vkc_pipeline_create(&device, spirv, bytes, NULL, types, NULL, 2, 0, &pipeline),
         lost = !ok;
    if (ok) {
        struct vkc_binding bindings[] = {{.type = types[0], .buffer = &in},
                                         {.type = types[1], .buffer = &out}};
        fill(p->seed, in.map, count);
        memset(out.map, 0, count * OUTS * 4);
        lost = vkc_dispatch(&device, &pipeline, bindings, 2, NULL, p->groups, 1, 1) != VK_SUCCESS;
        ok = !lost;
    }
    if (!ok && report)
        kt_ok(false, "seed %u, subgroups of %u: %s", p->seed, size, vkc_what());
    if (ok) {
        program_eval(p, size, in.map, want);
        ok = compare(p, size, out.map, want, report);
    }
    vkc_pipeline_destroy(&device, &pipeline);
    vkc_buffer_destroy(&device, &in);
    vkc_buffer_destroy(&device, &out);
    free(want);
    free(spirv);
    if (lost) {
        vkc_device_destroy(&device);
        open_device();
    }
    return ok;
}

static void try_seed(uint32_t seed)
{
    struct program *p = program_make(seed);
    for (uint32_t size = 8; size <= 32; size *= 2)
        run(p, size, true);
    program_free(p);
}

static int reduce(uint32_t seed, uint32_t size, const char *path)
{
    struct program *p = program_make(seed);
    if (run(p, size, true))
        printf("# seed %u does not fail\n", seed);
    else
        for (bool any = true; any;) {
            any = false;
            for (uint32_t n = 0; program_cut(p, n);)
                if (run(p, size, false)) {
                    program_uncut();
                    n++;
                } else {
                    any = true;
                }
        }
    size_t bytes;
    uint32_t *spirv = program_spirv(p, false, &bytes);
    program_print(p, stdout);
    run(p, size, true);
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(spirv, 1, bytes, f) == bytes;
    if (f)
        ok &= !fclose(f);
    free(spirv);
    return !ok;
}

int main(int argc, char **argv)
{
    const uint32_t batch = 20;
    uint32_t first = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1;
    uint32_t count = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : getenv("KILN_TEST_ALL") ? 3000 : 60;
    if (vkc_instance_create(&instance) || !open_device())
        return 1;
    if (argc == 5 && !strcmp(argv[1], "--reduce"))
        return reduce((uint32_t)strtoul(argv[2], NULL, 0), (uint32_t)strtoul(argv[3], NULL, 0), argv[4]);
    unsigned cases = 0, bad = 0;
    static const uint32_t found[] = {263,  363,  612,  705,   822,  1045,
                                     6724, 6919, 7967, 20851, 20864}; // bugs, once
    for (unsigned k = 0; k < sizeof(found) / sizeof(found[0]) && argc < 2; k++) {
        unsigned before = kt_failures;
        try_seed(found[k]);
        bad += kt_failures != before;
        printf("%sok %u - seed %u\n", kt_failures == before ? "" : "not ", ++cases, found[k]);
    }
    for (uint32_t at = 0; at < count; at += batch) {
        unsigned before = kt_failures;
        uint32_t n = count - at < batch ? count - at : batch;
        for (uint32_t k = 0; k < n; k++)
            try_seed(first + at + k);
        bad += kt_failures != before;
        printf("%sok %u - seeds %u to %u\n", kt_failures == before ? "" : "not ", ++cases, first + at,
               first + at + n - 1);
        fflush(stdout);
    }
    printf("1..%u\n", cases);
    vkc_device_destroy(&device);
    vkDestroyInstance(instance, NULL);
    return bad != 0;
}
