// KILN_SIM_CHECK finds what is planted in these shaders, at its line, and nothing else anywhere.
//
// A line of a shader that a report must name ends with the classes of the report: `// @race @uninit`. Every
// such mark must be reported and every line of a report must be marked; a shader without marks (`_not`) has
// no reports. Drivers whose kernels have no line numbers (any but Kiln) are held to the classes.
//
// usage: run_check DRIVER SPV_DIR SHADER|DIRECTORY...     KILN_SHADERS=substring picks some
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/vkc.h"

#include "shaders/images.h"
#include "shaders/sources.h"

#include "kt.h"

enum { CLASSES = 4, LINES = 128 };
static const char *const classes[CLASSES] = {"race", "oob", "uninit", "barrier"};

struct plan {
    uint32_t groups, dispatches, simd;
    bool barrier;
    char options[32];     // added to KILN_SIM_CHECK: only where each shader has a device of its own
    char by[32];          // "x,y,z": whom all reports name
    char at[16];          // the offset that all reports name
    char not_on[32];      // a driver whose compiler leaves nothing to find
    uint8_t marks[LINES]; // by line, a bit a class
};

static const char *driver, *spv_dir, *shader_path;
static char report_path[] = "/tmp/kiln-check-XXXXXX";

static bool read_plan(const char *path, struct plan *p)
{
    FILE *f = fopen(path, "r");
    char text[512];
    *p = (struct plan){.groups = 1, .dispatches = 1};
    if (!kt_ok(f, "cannot read %s", path))
        return false;
    for (unsigned line = 1; fgets(text, sizeof(text), f) && line < LINES; line++) {
        char *d = strstr(text, "// check:");
        for (char *w = d ? strtok(d + 9, " \n") : NULL; w; w = strtok(NULL, " \n"))
            if (sscanf(w, "groups=%u", &p->groups) != 1 && sscanf(w, "dispatches=%u", &p->dispatches) != 1 &&
                sscanf(w, "simd=%u", &p->simd) != 1 && sscanf(w, "not=%31s", p->not_on) != 1 &&
                sscanf(w, "by=%31s", p->by) != 1 && sscanf(w, "at=%15s", p->at) != 1 &&
                sscanf(w, "options=%31s", p->options) != 1 && !(p->barrier = !strcmp(w, "barrier")))
                kt_ok(false, "%s: what is \"%s\"?", path, w);
        for (unsigned c = 0; c < CLASSES && !d; c++) {
            char mark[16];
            snprintf(mark, sizeof(mark), "@%s", classes[c]);
            if (strstr(text, mark))
                p->marks[line] |= (uint8_t)(1u << c);
        }
    }
    fclose(f);
    return true;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// ---- what is reported

static void judge(const struct plan *p)
{
    FILE *f = fopen(report_path, "r");
    uint8_t got[LINES] = {0}, got_any = 0, want_any = 0;
    char text[512], word[64];
    int class = -1;
    bool lines = strstr(driver, "kiln");
    if (!kt_ok(f, "no reports at all"))
        return;
    while (fgets(text, sizeof(text), f)) {
        unsigned line = 0, c;
        if (sscanf(text, "kiln-check: %63[a-z]: ", word) == 1) {
            for (c = 0; c < CLASSES && strcmp(word, classes[c]); c++)
                ;
            if (!kt_ok(c < CLASSES, "what is \"%s\"?", text))
                continue;
            class = (int)c;
            got_any |= (uint8_t)(1u << c);
            const char *where = strstr(text, "at offset ");
            if (p->at[0] &&
                kt_ok(where && sscanf(where, "at offset %15[0-9]", word) == 1, "where is \"%s\"?", text))
                kt_streq(word, p->at);
            continue;
        }
        const char *colon = strstr(text, base_name(shader_path));
        if (class >= 0 && colon && sscanf(colon + strlen(base_name(shader_path)), ":%u:", &line) == 1 &&
            line < LINES)
            got[line] |= (uint8_t)(1u << class);
        unsigned x, y, z;
        const char *who = strstr(text, "by invocation (");
        if (lines && p->by[0] && who && sscanf(who, "by invocation (%u, %u, %u)", &x, &y, &z) == 3) {
            snprintf(word, sizeof(word), "%u,%u,%u", x, y, z);
            kt_streq(word, p->by);
        }
    }
    fclose(f);
    for (unsigned l = 0; l < LINES; l++) {
        want_any |= p->marks[l];
        for (unsigned c = 0; lines && c < CLASSES; c++)
            if ((got[l] ^ p->marks[l]) >> c & 1)
                kt_ok(false, "line %u: %s is %s", l, classes[c],
                      got[l] >> c & 1 ? "reported" : "not reported");
    }
    kt_eq(got_any, want_any);
}

// ---- running

static int no_kinds(const char *name)
{
    (void)name;
    return 0;
}

static VkResult run(struct vkc_device *d, const struct plan *p)
{
    char path[512];
    size_t bytes;
    struct vkc_buffer in = {0}, out = {0};
    struct vkc_pipeline pipeline = {0};
    struct img_plan image_plan;
    struct img image = {0};
    snprintf(path, sizeof(path), "%s/%s.spv", spv_dir, base_name(shader_path));
    uint32_t *code = vkc_read_file(path, &bytes);
    if (!kt_ok(code, "cannot read %s", path) ||
        !kt_ok(img_parse("storage,r32ui,2d,16x16", &image_plan, no_kinds), "image"))
        return VK_SUCCESS;
    d->subgroup_size = p->simd;
    static const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                             VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                             VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};
    VkResult r = vkc_buffer_create(d, 4096, &in);
    r = r ? r : vkc_buffer_create(d, 16384, &out);
    r = r ? r : img_create(d, &image_plan, &image);
    r = r ? r : img_upload(d, &image);
    r = r ? r : vkc_pipeline_create(d, code, bytes, NULL, types, NULL, 3, 0, &pipeline);
    if (!r) {
        for (uint32_t i = 0; i < 1024; i++)
            ((uint32_t *)in.map)[i] = i;
        memset(out.map, 0, 16384);
        struct vkc_binding b[3] = {
            {.type = types[0], .buffer = &in}, {.type = types[1], .buffer = &out}, img_binding(&image)};
        r = vkc_dispatch_times(d, &pipeline, b, 3, p->groups, p->dispatches, p->barrier);
    }
    vkc_pipeline_destroy(d, &pipeline);
    img_destroy(d, &image);
    vkc_buffer_destroy(d, &in);
    vkc_buffer_destroy(d, &out);
    free(code);
    return r;
}

// Each shader has an instance of its own, so that its reports are done when it is destroyed.
static void run_shader(void)
{
    struct plan p;
    struct vkc_device d = {0};
    VkInstance instance;
    if (!read_plan(shader_path, &p))
        return;
    if (p.not_on[0] && strstr(driver, p.not_on))
        kt_skip("this driver's compiler leaves nothing to find");
    FILE *f = fopen(report_path, "w"); // empty
    if (f)
        fclose(f);
    char words[64];
    snprintf(words, sizeof(words), "race,oob,uninit,barrier%s%s", p.options[0] ? "," : "", p.options);
    setenv("KILN_SIM_CHECK", words, 1);
    VkResult r = vkc_instance_create(&instance);
    if (!kt_ok(r == VK_SUCCESS, "%s", vkc_what()))
        return;
    r = vkc_device_create(instance, driver, &d);
    kt_ok(r == VK_SUCCESS, "%s", vkc_what());
    if (!r) {
        r = run(&d, &p);
        bool hangs = false;
        for (unsigned l = 0; l < LINES; l++)
            hangs |= p.marks[l] >> 3 & 1; // a barrier that not all reach may never be passed
        kt_ok(r == VK_SUCCESS || (hangs && r == VK_ERROR_DEVICE_LOST), "%s", vkc_what());
        vkc_device_destroy(&d);
    }
    vkDestroyInstance(instance, NULL);
    judge(&p);
}

// "abort": the process ends at the first report, which has been written by then.
static void run_to_abort(void)
{
    struct plan p;
    struct vkc_device d = {0};
    VkInstance instance;
    if (!read_plan(shader_path, &p))
        return;
    pid_t child = fork();
    if (!child) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        setenv("KILN_SIM_CHECK", "all,abort", 1);
        if (!vkc_instance_create(&instance) && !vkc_device_create(instance, driver, &d))
            run(&d, &p);
        _exit(3);
    }
    int status = 0;
    kt_eq(waitpid(child, &status, 0), child);
    kt_ok(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "the process ended with 0x%x",
          (unsigned)status);
    judge(&p);
}

// What a process that runs the shader and closes everything, or nothing, ends with.
static int status_of(const char *words, bool closes)
{
    struct plan p;
    struct vkc_device d = {0};
    VkInstance instance;
    if (!read_plan(shader_path, &p))
        return -1;
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        setenv("KILN_SIM_CHECK", words, 1);
        if (!vkc_instance_create(&instance) && !vkc_device_create(instance, driver, &d))
            run(&d, &p);
        if (closes) {
            vkc_device_destroy(&d);
            vkDestroyInstance(instance, NULL);
        }
        exit(0);
    }
    int status = 0;
    kt_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void run_to_exit(void)
{
    for (int closes = 0; closes < 2; closes++) {
        kt_eq(status_of("all,exit=9", closes), strstr(shader_path, "_not.comp") ? 0 : 9);
        kt_eq(status_of("all", closes), 0);
    }
}

int main(int argc, char **argv)
{
    struct sources shaders;
    if (argc < 4 || !sources_find(argv + 3, (unsigned)argc - 3, "comp", &shaders))
        return 2;
    driver = argv[1];
    spv_dir = argv[2];
    int fd = mkstemp(report_path);
    if (fd < 0)
        return 2;
    setenv("KILN_SIM_CHECK_FILE", report_path, 1);
    const char *only = getenv("KILN_SHADERS");
    unsigned bad = 0;
    // First, while this process has no device that the child would share.
    for (unsigned i = 0; i < shaders.count && !only; i++)
        if (strstr((shader_path = shaders.paths[i]), "/uninit_shared_branch.comp"))
            bad += !kt_case_run("abort", run_to_abort) + !kt_case_run("exit", run_to_exit);
        else if (strstr(shader_path, "/race_shared_not.comp"))
            bad += !kt_case_run("no exit", run_to_exit);
    for (unsigned i = 0; i < shaders.count; i++) {
        shader_path = shaders.paths[i];
        if (only && !strstr(shader_path, only))
            continue;
        bad += !kt_case_run(base_name(shader_path), run_shader);
    }
    printf("1..%u\n", kt_number);
    unlink(report_path);
    sources_finish(&shaders);
    return bad != 0;
}
