// Runs each test shader on Kiln and on lavapipe with the same random inputs and compares every buffer
// afterwards: bits for integers, within the stated tolerance for floats. tests/shaders/README.md describes
// the directives.
//
// usage: run_shaders DRIVER SPV_DIR SHADER...      KILN_SHADERS=substring picks some; KILN_TEST_ALL=1 runs
// all
#include "common/vkc.h"

#include <ctype.h>
#include <dlfcn.h>
#include <math.h>
#include <unistd.h>

#include "images.h"
#include "kt.h"

enum kind {
    K_NONE,
    K_UINT,
    K_INT,
    K_SMALL,
    K_INDEX,
    K_ZERO,
    K_FLOAT,
    K_UNIT,
    K_POS,
    K_WIDE,
    K_SPECIAL,
    K_ANY
};

static const char *const kind_names[] = {"none",  "uint", "int", "small", "index",   "zero",
                                         "float", "unit", "pos", "wide",  "special", "any"};
#define KIND_COUNT (sizeof(kind_names) / sizeof(*kind_names))
#define MAX_BINDINGS 16
#define MAX_SPECS 16

struct plan {
    uint32_t groups[3], elems, seeds;
    enum kind kind[MAX_BINDINGS];
    bool uniform[MAX_BINDINGS];
    unsigned bindings;
    enum kind push_kind;
    uint32_t push_words;
    unsigned spec_count;
    VkSpecializationMapEntry spec_entries[MAX_SPECS];
    uint64_t spec_data[MAX_SPECS];
    double tol_ulp, tol_abs, tol_rel;
    bool only_all, alone, address;
    uint32_t array[MAX_BINDINGS]; // descriptors of a binding, 0: one
    unsigned same[MAX_BINDINGS];  // whose buffer a binding shows: its own, or an earlier one's
    char not_on[64];              // drivers that are known to fail it, with commas
    char check[32];               // what KILN_SIM_CHECK has to report, or ""
    bool is_image[MAX_BINDINGS];
    struct img_plan image[MAX_BINDINGS];
    bool expected[MAX_BINDINGS]; // checked against expect_value instead of lavapipe
    uint32_t expect_value[MAX_BINDINGS];
};

static struct vkc_device tested, reference;
static const char *driver, *spv_dir, *shader_path;

static bool parse_kind(const char *s, enum kind *out)
{
    for (unsigned i = 1; i < KIND_COUNT; i++)
        if (!strncmp(s, kind_names[i], strlen(kind_names[i])) &&
            !isalnum((unsigned char)s[strlen(kind_names[i])])) {
            *out = (enum kind)i;
            return true;
        }
    return false;
}

static int kind_of(const char *name)
{
    enum kind k;
    return parse_kind(name, &k) && !strcmp(name, kind_names[k]) ? (int)k : 0;
}

static bool parse_tolerance(const char *s, struct plan *p)
{
    while (*s) {
        char *end;
        double *to = !strncmp(s, "ulp:", 4)   ? &p->tol_ulp
                     : !strncmp(s, "abs:", 4) ? &p->tol_abs
                     : !strncmp(s, "rel:", 4) ? &p->tol_rel
                                              : NULL;
        if (!to)
            return false;
        *to = strtod(s + 4, &end);
        s = *end == ',' ? end + 1 : end;
        if (*end && *end != ',')
            return false;
    }
    return true;
}

static bool parse_word(const char *w, struct plan *p)
{
    unsigned n;
    int used = 0;
    if (sscanf(w, "groups=%u,%u,%u%n", &p->groups[0], &p->groups[1], &p->groups[2], &used) == 3)
        return !w[used];
    if (sscanf(w, "elems=%u%n", &p->elems, &used) == 1 || sscanf(w, "seeds=%u%n", &p->seeds, &used) == 1)
        return !w[used];
    if (!strncmp(w, "tol=", 4))
        return parse_tolerance(w + 4, p);
    if (!strncmp(w, "check=", 6)) {
        snprintf(p->check, sizeof(p->check), "%s", w + 6);
        return true;
    }
    if (!strncmp(w, "not=", 4)) {
        snprintf(p->not_on, sizeof(p->not_on), "%s", w + 4);
        return true;
    }
    if (!strcmp(w, "all"))
        return p->only_all = true;
    if (!strcmp(w, "alone"))
        return p->alone = true;
    if (!strcmp(w, "address"))
        return p->address = true;
    if (!strncmp(w, "env=", 4)) // for build.sh
        return true;
    unsigned id, value;
    if (sscanf(w, "same=%u:%u", &id, &value) == 2 && id < MAX_BINDINGS && value < id) {
        p->same[id] = value;
        return true;
    }
    if (sscanf(w, "array=%u:%u", &id, &value) == 2 && id < MAX_BINDINGS) {
        p->array[id] = value;
        return true;
    }
    if (sscanf(w, "expect=%u:%u", &id, &value) == 2 && id < MAX_BINDINGS) {
        p->expect_value[id] = value;
        return p->expected[id] = true;
    }
    uint64_t bits;
    unsigned bytes = 4;
    if (sscanf(w, "spec=%u:%" SCNu64 ":%u", &id, &bits, &bytes) >= 2 && p->spec_count < MAX_SPECS) {
        p->spec_entries[p->spec_count] = (VkSpecializationMapEntry){id, 8 * p->spec_count, bytes};
        p->spec_data[p->spec_count++] = bits; // little endian
        return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    }
    if (!strncmp(w, "push=", 5)) {
        const char *colon = strchr(w, ':');
        p->push_words = colon ? (uint32_t)atoi(colon + 1) : 0;
        return p->push_words > 0 && p->push_words <= 32 && parse_kind(w + 5, &p->push_kind);
    }
    if (w[0] == 't' && sscanf(w + 1, "%u=%n", &n, &used) == 1 && used && n < MAX_BINDINGS) {
        p->is_image[n] = true;
        if (n >= p->bindings)
            p->bindings = n + 1;
        bool ok = img_parse(w + 1 + used, &p->image[n], kind_of);
        p->kind[n] = (enum kind)p->image[n].kind;
        return ok;
    }
    if ((w[0] == 'b' || w[0] == 'u') && sscanf(w + 1, "%u=%n", &n, &used) == 1 && used && n < MAX_BINDINGS) {
        p->uniform[n] = w[0] == 'u';
        if (n >= p->bindings)
            p->bindings = n + 1;
        return parse_kind(w + 1 + used, &p->kind[n]);
    }
    return false;
}

static bool parse_plan(const char *path, struct plan *p)
{
    *p = (struct plan){.groups = {4, 1, 1}, .elems = 4096, .seeds = 2};
    for (unsigned i = 0; i < MAX_BINDINGS; i++)
        p->same[i] = i;
    FILE *f = fopen(path, "r");
    if (!kt_ok(f, "cannot open %s", path))
        return false;
    char line[1024];
    bool ok = true;
    while (fgets(line, sizeof(line), f)) {
        char *at = strstr(line, " kiln:");
        if (!at || (strncmp(line, "//", 2) && line[0] != ';'))
            continue;
        for (char *w = strtok(at + 6, " \t\r\n"); w; w = strtok(NULL, " \t\r\n"))
            ok = kt_ok(parse_word(w, p), "%s: bad directive '%s'", path, w) && ok;
    }
    fclose(f);
    if (!p->bindings) {
        p->bindings = 1;
        p->kind[0] = K_UINT;
    }
    for (unsigned i = 0; i < p->bindings; i++)
        ok = kt_ok(p->kind[i] != K_NONE, "%s: binding %u has no kind", path, i) && ok;
    return ok;
}

// ---- inputs

static uint64_t rng;

static uint32_t random_u32(void)
{
    rng = rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint32_t x = (uint32_t)(rng >> 33) ^ (uint32_t)(rng >> 13);
    return x * 0x9e3779b1u ^ x >> 15;
}

static uint32_t float_bits(double v)
{
    float f = (float)v;
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}

static double random_unit(void)
{
    return random_u32() / 4294967296.0;
}

static uint32_t random_element(enum kind k, uint32_t elems)
{
    static const uint32_t specials[] = {0x00000000, 0x80000000, 0x7f800000, 0xff800000,
                                        0x3f800000, 0xbf800000, 0x7f7fffff, 0x00800000,
                                        0xff7fffff, 0x80800000, 0x3f000000, 0x4b000001};
    switch (k) {
    case K_SMALL:
        return random_u32() & 255;
    case K_INDEX:
        return random_u32() % elems;
    case K_ZERO:
        return 0;
    case K_FLOAT:
        return float_bits(random_unit() * 200 - 100);
    case K_UNIT:
        return float_bits(random_unit());
    case K_POS:
        return float_bits(exp(random_unit() * 13.8 - 6.9));
    case K_SPECIAL:
        if (random_u32() % 4 == 0)
            return specials[random_u32() % (sizeof(specials) / 4)];
        __attribute__((fallthrough));
    case K_WIDE:
        return (random_u32() & 0x807fffff) | (random_u32() % 200 + 27) << 23;
    default:
        return random_u32();
    }
}

static void fill(uint32_t *to, enum kind k, uint32_t count, uint32_t elems)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = random_element(k, elems);
}

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

static uint32_t elements(const struct plan *p, unsigned binding)
{
    return p->is_image[binding] ? (uint32_t)(p->image[binding].size / 4) : p->elems;
}

static void compare(const struct plan *p, unsigned binding, const uint32_t *got, const uint32_t *want,
                    const uint32_t *start)
{
    unsigned bad = 0, changed = 0;
    for (uint32_t i = 0; i < elements(p, binding); i++) {
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
        kt_ok(false, "binding %u: %u of %u elements differ (%u written)", binding, bad, elements(p, binding),
              changed);
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

struct job {
    struct vkc_device *d;
    struct vkc_pipeline pipeline;
    struct vkc_buffer buffers[MAX_BINDINGS];
    struct img images[MAX_BINDINGS];
};

static void *memory_of(struct job *j, const struct plan *p, unsigned binding)
{
    return p->is_image[binding] ? j->images[binding].buffer.map : j->buffers[binding].map;
}

static bool prepare(struct job *j, const struct plan *p, const uint32_t *spirv, size_t bytes)
{
    VkDescriptorType types[MAX_BINDINGS];
    for (unsigned i = 0; i < p->bindings; i++) {
        if (p->is_image[i]) {
            types[i] = p->image[i].type;
            if (!kt_ok(img_create(j->d, &p->image[i], &j->images[i]) >= 0, "%s: image %u: %s", j->d->driver,
                       i, vkc_what()))
                return false;
            continue;
        }
        types[i] = p->uniform[i] ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        if (!kt_ok(vkc_buffer_create(j->d, 4 * (VkDeviceSize)p->elems, &j->buffers[i]) >= 0, "%s: %s",
                   j->d->driver, vkc_what()))
            return false;
    }
    VkSpecializationInfo spec = {p->spec_count, p->spec_entries, sizeof(p->spec_data), p->spec_data};
    uint32_t addresses = p->address ? 8 * p->bindings : 0;
    VkResult r = vkc_pipeline_create(j->d, spirv, bytes, p->spec_count ? &spec : NULL, types, p->array,
                                     p->bindings, addresses + 4 * p->push_words, &j->pipeline);
    return kt_ok(r >= 0, "%s: %s", j->d->driver, vkc_what());
}

static bool dispatch(struct job *j, const struct plan *p, uint32_t *const start[], const uint32_t *push)
{
    struct vkc_binding bindings[MAX_BINDINGS];
    for (unsigned i = 0; i < p->bindings; i++) {
        if (p->is_image[i]) {
            bindings[i] = img_binding(&j->images[i]);
            bindings[i].array = p->array[i];
            if (!p->image[i].size || p->image[i].type == VK_DESCRIPTOR_TYPE_SAMPLER)
                continue;
            memcpy(j->images[i].buffer.map, start[i], p->image[i].size);
            if (!kt_ok(img_upload(j->d, &j->images[i]) >= 0, "%s: %s", j->d->driver, vkc_what()))
                return false;
            continue;
        }
        if (p->same[i] == i)
            memcpy(j->buffers[i].map, start[i], 4 * (size_t)p->elems);
        bindings[i] = (struct vkc_binding){.type = p->uniform[i] ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                                                 : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                           .buffer = &j->buffers[p->same[i]],
                                           .array = p->array[i]};
    }
    uint32_t all[2 * MAX_BINDINGS + 32], at = 0;
    for (unsigned i = 0; p->address && i < p->bindings; i++, at += 2) {
        uint64_t address = p->is_image[i] ? 0 : vkc_buffer_address(j->d, &j->buffers[i]);
        memcpy(all + at, &address, 8);
    }
    memcpy(all + at, push, 4 * p->push_words);
    VkResult r = vkc_dispatch(j->d, &j->pipeline, bindings, p->bindings, all, p->groups[0], p->groups[1],
                              p->groups[2]);
    if (!kt_ok(r >= 0, "%s: %s", j->d->driver, vkc_what()))
        return false;
    for (unsigned i = 0; i < p->bindings; i++)
        if (p->is_image[i] &&
            !kt_ok(img_download(j->d, &j->images[i]) >= 0, "%s: %s", j->d->driver, vkc_what()))
            return false;
    return true;
}

static void finish(struct job *j, const struct plan *p)
{
    vkc_pipeline_destroy(j->d, &j->pipeline);
    for (unsigned i = 0; i < p->bindings; i++) {
        vkc_buffer_destroy(j->d, &j->buffers[i]);
        img_destroy(j->d, &j->images[i]);
    }
}

static void fill_binding(const struct plan *p, unsigned i, uint32_t *to)
{
    fill(to, p->kind[i], elements(p, i), p->elems);
    if (!p->is_image[i] || !p->image[i].half)
        return;
    uint16_t *h = (uint16_t *)to; // finite halves that are not denormal
    for (size_t n = 0; n < p->image[i].size / 2; n++)
        h[n] = (uint16_t)((random_u32() & 0x83ff) | (random_u32() % 20 + 5) << 10);
}

static void run_seeds(const struct plan *p, struct job *ours, struct job *theirs)
{
    uint32_t *start[MAX_BINDINGS], push[32];
    for (unsigned i = 0; i < p->bindings; i++)
        start[i] = calloc(4, (size_t)elements(p, i) + 4);
    for (uint32_t seed = 0; seed < p->seeds && !kt_failures; seed++) {
        rng = seed * 7919 + 1;
        for (unsigned i = 0; i < p->bindings; i++)
            fill_binding(p, i, start[i]);
        fill(push, p->push_kind, p->push_words, p->elems);
        if (!dispatch(ours, p, start, push) || (!p->alone && !dispatch(theirs, p, start, push)))
            break;
        for (unsigned i = 0; i < p->bindings; i++)
            if (p->expected[i])
                check_value(p, i, ours->buffers[i].map);
            else if (!p->alone && p->same[i] == i && memory_of(ours, p, i))
                compare(p, i, memory_of(ours, p, i), memory_of(theirs, p, i), start[i]);
    }
    for (unsigned i = 0; i < p->bindings; i++)
        free(start[i]);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// With KILN_SIM_CHECK_FILE: what was reported since the last call is of the class that the shader announces.
static void judge_checks(const struct plan *p)
{
    static long seen;
    const char *path = getenv("KILN_SIM_CHECK_FILE");
    FILE *f = path ? fopen(path, "r") : NULL;
    char text[512], class[32];
    bool found = false, print = false;
    if (!f)
        return;
    fseek(f, seen, SEEK_SET);
    while (fgets(text, sizeof(text), f)) {
        text[strcspn(text, "\n")] = 0;
        if (sscanf(text, "kiln-check: %31[a-z]:", class) == 1) {
            found |= !strcmp(class, p->check);
            print = strcmp(class, p->check) != 0;
            kt_ok(!print, "%s", text);
        } else if (print) {
            printf("# %s\n", text);
        }
    }
    seen = ftell(f);
    fclose(f);
    kt_ok(found || !p->check[0], "no report of the class %s", p->check);
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

static bool has_capability(const uint32_t *spirv, size_t bytes, uint32_t capability)
{
    enum { HEADER = 5, OP_CAPABILITY = 17 };
    for (size_t at = HEADER; at + 1 < bytes / 4 && (spirv[at] & 0xffff) == OP_CAPABILITY;
         at += spirv[at] >> 16 ? spirv[at] >> 16 : 1)
        if (spirv[at + 1] == capability)
            return true;
    return false;
}

// KILN_TEST_LACKS=Float64: the test says that the device has no doubles; the shaders with some are left out.
static bool needs_what_lacks(const uint32_t *spirv, size_t bytes)
{
    enum { CAPABILITY_FLOAT64 = 10 };
    const char *lacks = getenv("KILN_TEST_LACKS");
    VkPhysicalDeviceFeatures features;
    if (!lacks || !is_named(lacks, "Float64") || !has_capability(spirv, bytes, CAPABILITY_FLOAT64))
        return false;
    vkGetPhysicalDeviceFeatures(tested.physical, &features);
    return !features.shaderFloat64;
}

// KILN_WITNESS: what the driver is called where shaders say who fails them, names with commas.
static bool is_excused(const char *not_on)
{
    const char *names = getenv("KILN_WITNESS") ? getenv("KILN_WITNESS") : driver;
    char name[64];
    for (const char *at = names; *at; at += *at == ',') {
        size_t n = strcspn(at, ",");
        snprintf(name, sizeof(name), "%.*s", (int)n, at);
        if (is_named(not_on, name))
            return true;
        at += n;
    }
    return false;
}

static void run_shader(void)
{
    struct plan p;
    if (!parse_plan(shader_path, &p))
        return;
    if (p.only_all && !getenv("KILN_TEST_ALL"))
        kt_skip("only with --all");
    if (is_excused(p.not_on))
        kt_skip("known to fail on this driver (see the shader)");
    char spv[4096];
    snprintf(spv, sizeof(spv), "%s/%s.spv", spv_dir, base_name(shader_path));
    size_t bytes;
    uint32_t *spirv = vkc_read_file(spv, &bytes);
    if (!kt_ok(spirv, "cannot read %s", spv))
        return;
    if (needs_what_lacks(spirv, bytes)) {
        free(spirv);
        kt_skip("the device has no doubles");
    }
    struct job ours = {.d = &tested}, theirs = {.d = &reference};
    if (prepare(&ours, &p, spirv, bytes) && (p.alone || prepare(&theirs, &p, spirv, bytes)))
        run_seeds(&p, &ours, &theirs);
    finish(&ours, &p);
    finish(&theirs, &p);
    free(spirv);
    judge_checks(&p);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
#ifdef __SANITIZE_ADDRESS__
    // Keeps lavapipe mapped to the end, so that its own leaks carry its name and tests/lsan.supp can tell
    // them from ours.
    dlopen("libvulkan_lvp.so", RTLD_NOW | RTLD_NODELETE);
#endif
    driver = argv[1];
    spv_dir = argv[2];
    if (getenv("KILN_SIM_CHECK_FILE"))
        unlink(getenv("KILN_SIM_CHECK_FILE")); // of an earlier run
    VkInstance instance;
    if (vkc_instance_create(&instance) < 0) {
        printf("Bail out! %s\n", vkc_what());
        return 1;
    }
    if (vkc_device_create(instance, driver, &tested) < 0) {
        printf("Bail out! no device of %s: %s\n", driver, vkc_what());
        return 1;
    }
    if (vkc_device_create(instance, "llvmpipe", &reference) < 0) {
        printf("1..0 # SKIP no lavapipe to compare with (mesa-vulkan-drivers): %s\n", vkc_what());
        return 0;
    }
    const char *only = getenv("KILN_SHADERS");
    unsigned bad = 0;
    for (int i = 3; i < argc; i++) {
        shader_path = argv[i];
        if (!only || strstr(shader_path, only))
            bad += !kt_case_run(base_name(shader_path), run_shader);
        // A lost device cannot run the next shader: take a new one.
        if (vkDeviceWaitIdle(tested.device) == VK_ERROR_DEVICE_LOST) {
            vkc_device_destroy(&tested);
            if (vkc_device_create(instance, driver, &tested) < 0)
                break;
        }
    }
    printf("1..%u\n", kt_number);
    vkc_device_destroy(&tested);
    vkc_device_destroy(&reference);
    vkDestroyInstance(instance, NULL);
    return bad ? 1 : 0;
}
