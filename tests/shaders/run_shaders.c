// Runs each test shader on a driver and compares every buffer afterwards with what lavapipe answered to the
// same random inputs (answer_shaders.c): bits for integers, within the stated tolerance for floats. README.md
// describes the directives.
//
// KILN_TEST_FLOAT: a floating-point environment of float_modes.h that the driver is called in.
//
// usage: run_shaders DRIVER SPV_DIR ANSWERS_DIR SHADER|DIRECTORY...      KILN_SHADERS=substring picks some;
// KILN_TEST_ALL=1 runs all; KILN_TEST_HALF=0 or 1: every other one
#include "common/vkc.h"

#include <math.h>
#include <unistd.h>

#include "answers.h"
#include "common/float_modes.h"
#include "kt.h"
#include "sources.h"

static struct vkc_device tested;
static const char *driver, *spv_dir, *answers_dir, *shader_path;
static const struct float_mode *float_mode;

// ---- comparison

// Floats in order of value as integers, so that a difference counts representable steps.
static int64_t ordered(uint32_t u)
{
    return u & 0x80000000 ? -(int64_t)(u & 0x7fffffff) : (int64_t)u;
}

static bool same(const struct plan *p, enum kind k, uint32_t a, uint32_t b)
{
    if (a == b)
        return true;
    if (k < K_FLOAT && !(k == K_ZERO && (p->tol_ulp || p->tol_abs || p->tol_rel)))
        return false;
    float x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    if (isnan(x) || isnan(y))
        return isnan(x) && isnan(y);
    if (llabs(ordered(a) - ordered(b)) <= (int64_t)p->tol_ulp)
        return true;
    double d = fabs((double)x - (double)y);
    return d <= p->tol_abs || d <= p->tol_rel * fabs((double)y);
}

static void compare(const struct plan *p, unsigned binding, const uint32_t *got, const uint32_t *want,
                    const uint32_t *start)
{
    unsigned bad = 0, changed = 0;
    for (uint32_t i = 0; i < plan_elements(p, binding); i++) {
        changed += want[i] != start[i];
        if (same(p, p->kind[binding], got[i], want[i]))
            continue;
        float g, w;
        memcpy(&g, &got[i], 4);
        memcpy(&w, &want[i], 4);
        if (bad++ < 5)
            kt_ok(false, "binding %u element %u: got 0x%08x (%g), lavapipe 0x%08x (%g), input 0x%08x",
                  binding, i, got[i], (double)g, want[i], (double)w, start[i]);
    }
    if (bad > 5)
        kt_ok(false, "binding %u: %u of %u elements differ (%u written)", binding, bad,
              plan_elements(p, binding), changed);
}

// A shader that checks itself, where lavapipe cannot serve as the reference.
static void check_value(const struct plan *p, unsigned binding, const uint32_t *got)
{
    unsigned bad = 0;
    for (uint32_t i = 0; i < p->elems; i++)
        if (got[i] != p->expect_value[binding] && bad++ < 5)
            kt_ok(false, "binding %u element %u: got 0x%08x, not 0x%08x", binding, i, got[i],
                  p->expect_value[binding]);
}

// ---- one shader

static void compare_all(const struct plan *p, uint32_t seed, const struct job *job, const struct inputs *in,
                        const struct answers *answers)
{
    if (!p->alone && !kt_ok(answers_know(answers, p, seed, in), "lavapipe was asked about other inputs"))
        return;
    for (unsigned i = 0; i < p->bindings; i++) {
        const uint32_t *got = job_memory(job, p, i);
        if (p->expected[i]) {
            check_value(p, i, got);
        } else if (!p->alone && p->same[i] == i && got) {
            const uint32_t *want = answers_binding(answers, p, seed, i, in);
            if (kt_ok(want, "the file of lavapipe's answers is damaged"))
                compare(p, i, got, want, in->start[i]);
        }
    }
}

static void run_seeds(const struct plan *p, struct job *job, const struct answers *answers)
{
    struct inputs in = {0};
    inputs_create(p, &in);
    for (uint32_t seed = 0; seed < p->seeds && !kt_failures; seed++) {
        inputs_fill(p, seed, &in);
        if (!kt_ok(job_dispatch(job, p, &in), "%s", job_error()))
            break;
        compare_all(p, seed, job, &in, answers);
    }
    inputs_destroy(&in);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Whether `name` is one of a list with commas.
static bool is_named(const char *list, const char *name)
{
    for (size_t n; *list; list += n + (list[n] == ',')) {
        n = strcspn(list, ",");
        if (n == strlen(name) && !strncmp(list, name, n))
            return true;
    }
    return false;
}

// ANV 25 and later is anv25 as well, ANV 26 anv26, by the version that it says: `Intel` of Debian 13 and of
// sid.
static bool is_newer_anv(const char *drivers)
{
    enum { FIRST = 25 };
    const unsigned version = VK_API_VERSION_MAJOR(tested.props.driverVersion);
    char name[32];
    if (strcmp(driver, "Intel") || !strstr(tested.driver, "Mesa"))
        return false;
    for (unsigned v = FIRST; v <= version; v++) {
        snprintf(name, sizeof(name), "anv%u", v);
        if (is_named(drivers, name))
            return true;
    }
    return false;
}

// KILN_WITNESS: what the driver is called where shaders say who fails them, names with commas.
static bool is_of(const char *drivers)
{
    const char *names = getenv("KILN_WITNESS") ? getenv("KILN_WITNESS") : driver;
    char name[64];
    if (is_newer_anv(drivers))
        return true;
    for (const char *at = names; *at; at += *at == ',') {
        size_t n = strcspn(at, ",");
        snprintf(name, sizeof(name), "%.*s", (int)n, at);
        if (is_named(drivers, name))
            return true;
        at += n;
    }
    return false;
}

// With KILN_SIM_CHECK_FILE: what was reported since the last call is of the class that the shader announces.
static void judge_checks(const struct plan *p)
{
    static long seen;
    const char *path = getenv("KILN_SIM_CHECK_FILE");
    FILE *f = path ? fopen(path, "r") : NULL;
    char text[512], class[32];
    bool found = false, print = false, more = is_of(p->more_on);
    if (!f)
        return;
    fseek(f, seen, SEEK_SET);
    while (fgets(text, sizeof(text), f)) {
        text[strcspn(text, "\n")] = 0;
        if (sscanf(text, "kiln-check: %31[a-z]:", class) == 1) {
            found |= !strcmp(class, p->check);
            print = strcmp(class, p->check) != 0 && !(more && !strcmp(class, "oob"));
            kt_ok(!print, "%s", text);
        } else if (print) {
            printf("# %s\n", text);
        }
    }
    seen = ftell(f);
    fclose(f);
    kt_ok(found || !p->check[0], "no report of the class %s", p->check);
}

static bool has_capability(const uint32_t *spirv, size_t bytes, uint32_t capability)
{
    enum { HEADER = 5, OP_CAPABILITY = 17 };
    for (size_t at = HEADER; at + 1 < bytes / 4 && (spirv[at] & 0xffff) == OP_CAPABILITY;
         at += spirv[at] >> 16 ? spirv[at] >> 16 : 1)
        if (spirv[at + 1] == capability)
            return true;
    return false;
}

// KILN_TEST_LACKS=Float64,...: the test says what the device has not, by the names of SPIR-V's capabilities;
// the shaders that need it are left out, if the device says so as well.
static bool needs_what_lacks(const uint32_t *spirv, size_t bytes)
{
    const char *lacks = getenv("KILN_TEST_LACKS");
    VkPhysicalDeviceVulkan12Features f12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceVulkan11Features f11 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                                            .pNext = &f12};
    VkPhysicalDeviceFeatures2 f = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &f11};
    if (!lacks)
        return false;
    vkGetPhysicalDeviceFeatures2(tested.physical, &f);
    const struct {
        const char *name;
        uint32_t capability;
        VkBool32 there;
    } rows[] = {
        {"Float64", 10, f.features.shaderFloat64},
        {"Float16", 9, f12.shaderFloat16},
        {"Int64", 11, f.features.shaderInt64},
        {"Int16", 22, f.features.shaderInt16},
        {"Int8", 39, f12.shaderInt8},
        {"StorageBuffer16BitAccess", 4433, f11.storageBuffer16BitAccess},
        {"UniformAndStorageBuffer16BitAccess", 4434, f11.uniformAndStorageBuffer16BitAccess},
        {"StoragePushConstant16", 4435, f11.storagePushConstant16},
        {"StorageBuffer8BitAccess", 4448, f12.storageBuffer8BitAccess},
        {"UniformAndStorageBuffer8BitAccess", 4449, f12.uniformAndStorageBuffer8BitAccess},
        {"StoragePushConstant8", 4450, f12.storagePushConstant8},
        {"ShaderNonUniform", 5301, f12.shaderStorageBufferArrayNonUniformIndexing},
        {"RuntimeDescriptorArray", 5302, f12.runtimeDescriptorArray},
        {"PhysicalStorageBufferAddresses", 5347, f12.bufferDeviceAddress},
        {"Shader64BitIndexing", 5426, f12.bufferDeviceAddress},
        {"StorageImageReadWithoutFormat", 55, f.features.shaderStorageImageReadWithoutFormat},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (is_named(lacks, rows[i].name) && has_capability(spirv, bytes, rows[i].capability) &&
            !rows[i].there)
            return true;
    return false;
}

static bool on_skylake(void)
{
    const char *device = getenv("KILN_DEVICE");
    return !device || !strcmp(device, "sim:skl");
}

static void run_shader(void)
{
    struct plan p;
    const char *why = plan_read(shader_path, &p);
    if (!kt_ok(!why, "%s", why))
        return;
    if (p.only_all && !getenv("KILN_TEST_ALL"))
        kt_skip("only with --all");
    if (is_of(p.slow_on) && !(getenv("KILN_TEST_ALL") && on_skylake()))
        kt_skip("this driver takes long for it: only with --all, on Skylake");
    if (is_of(p.not_on))
        kt_skip("known to fail on this driver (see the shader)");
    char spv[4096];
    const char *debug = getenv("KILN_DEBUG");
    if (p.refused && debug && strstr(debug, "validate"))
        kt_skip("no valid module, as SPIRV-Tools of 2026 know");
    snprintf(spv, sizeof(spv), "%s/%s.%s", spv_dir, base_name(shader_path), p.refused ? "refused" : "spv");
    size_t bytes;
    uint32_t *spirv = vkc_read_file(spv, &bytes);
    if (!kt_ok(spirv, "cannot read %s", spv))
        return;
    if (needs_what_lacks(spirv, bytes)) {
        free(spirv);
        kt_skip("the device lacks what the module needs");
    }
    char path[4096];
    struct answers_key key = {.module = answers_hash(spirv, bytes), .plan = p.words};
    answers_path(path, sizeof(path), answers_dir, shader_path);
    struct answers *answers = p.alone ? NULL : answers_read(path, &key, &why);
    struct job job = {.d = &tested, .mode = float_mode};
    if (kt_ok(p.alone || answers, "%s: %s", path, why)) {
        if (kt_ok(job_prepare(&job, &p, spirv, bytes), "%s", job_error()))
            run_seeds(&p, &job, answers);
        job_finish(&job, &p);
    }
    answers_destroy(answers);
    free(spirv);
    judge_checks(&p);
}

// Every shader in its turn; how many failed.
static unsigned run_all(VkInstance instance, const struct sources *shaders)
{
    const char *only = getenv("KILN_SHADERS"), *half = getenv("KILN_TEST_HALF");
    unsigned bad = 0;
    for (unsigned i = 0; i < shaders->count; i++) {
        shader_path = shaders->paths[i];
        if ((!only || strstr(base_name(shader_path), only)) && (!half || i % 2 == (unsigned)atoi(half)))
            bad += !kt_case_run(base_name(shader_path), run_shader);
        // A lost device cannot run the next shader: take a new one.
        if (vkDeviceWaitIdle(tested.device) == VK_ERROR_DEVICE_LOST) {
            vkc_device_destroy(&tested);
            if (vkc_device_create(instance, driver, &tested) < 0)
                return bad + 1;
        }
    }
    return bad;
}

int main(int argc, char **argv)
{
    struct sources shaders;
    VkInstance instance;
    if (argc < 5 || !sources_find(argv + 4, (unsigned)argc - 4, "comp spvasm", &shaders)) {
        fprintf(stderr, "usage: run_shaders DRIVER SPV_DIR ANSWERS_DIR SHADER|DIRECTORY...\n");
        return 2;
    }
    driver = argv[1];
    float_mode = float_mode_named(getenv("KILN_TEST_FLOAT"));
    spv_dir = argv[2];
    answers_dir = argv[3];
    if (access(answers_dir, R_OK)) {
        printf("1..0 # SKIP no answers of lavapipe's to compare with (ninja tests/shaders/answers.txt asks "
               "it)\n");
        return 0;
    }
    if (getenv("KILN_SIM_CHECK_FILE"))
        unlink(getenv("KILN_SIM_CHECK_FILE")); // of an earlier run
    if (vkc_instance_create(&instance) < 0) {
        printf("Bail out! %s\n", vkc_what());
        return 1;
    }
    if (vkc_device_create(instance, driver, &tested) < 0) {
        printf("Bail out! no device of %s: %s\n", driver, vkc_what());
        return 1;
    }
    unsigned bad = run_all(instance, &shaders);
    printf("1..%u\n", kt_number);
    vkc_device_destroy(&tested);
    vkDestroyInstance(instance, NULL);
    sources_finish(&shaders);
    return bad ? 1 : 0;
}
