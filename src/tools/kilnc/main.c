// kilnc: compiles compute shaders for GPUs that need not be there. The command line, and the three steps
// (kilnc.h).
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/support/steps.h"
#include "compiler/support/variant.h"
#include "hw/devinfo.h"
#include "hw/rules.h"
#include "hw/target.h"
#include "tools/kilnc/kilnc.h"
#include "util/env.h"
#include "util/log.h"

static const char usage[] =
    "usage: kilnc [options] SHADER...\n"
    "Compiles compute shaders to EU code: SPIR-V (.spv), GLSL (.comp, .glsl), HLSL, OpenCL C (.cl), WGSL and "
    "Slang by\n"
    "the compilers that are installed for them, the pipelines of a Fossilize archive (.foz), and all of "
    "these in a\n"
    "folder. Several devices, widths or kinds of output are separated by commas.\n\n"
    "  -d DEVICE,...      devices to compile for (default: skl), or all; -d help lists them\n"
    "  --simd 8|16|32,... these SIMD widths, or all possible ones; without it the compiler chooses\n"
    "  --registers 128|256  general registers of a thread; without it the compiler chooses\n"
    "  --spec ID=VALUE    specialization constant; VALUE is an integer, 1.5, true or false, by its type\n"
    "  --entry NAME       entry point, or all (default: main; all if there is no main)\n"
    "  -I FOLDER, -D NAME[=VALUE], --target-env vulkan1.0 to vulkan1.3\n"
    "                     for the compilers of other languages than SPIR-V\n"
    "  -g                 source lines in what is compiled here\n"
    "  -S                 assembly with source lines as .file and .loc directives, for Compiler Explorer\n"
    "  --robust           for devices that enable robustBufferAccess or pipelineRobustness\n"
    "  --wide-buffers     storage buffers of any size, for pipelines that enable 64-bit indexing\n"
    "  --partially-bound  for layouts with descriptors that need not be valid where they are not used\n"
    "  --emit WHAT,...    what to write (default: asm)\n"
    "       asm           EU assembly, with source lines if the module has them\n"
    "       bin           EU instructions, raw\n"
    "       llvm          optimized LLVM IR; llvm=STEP: after that step, by name or number; llvm=help lists "
    "them\n"
    "       mir           EU machine IR after every pass; mir=PASS: after that pass only\n"
    "       stats         statistics and launch metadata as JSON\n"
    "       json          one document with the statistics of all, and why some do not compile\n"
    "       cache         the pipeline-cache entry\n"
    "       analysis      as json, with blocks, live registers, source lines and other widths\n"
    "       report        a page of HTML that shows this, by kiln-report\n"
    "       debug         what kiln-debug reads, as JSON; the others are of the same kernel then, compiled "
    "for it\n"
    "  --compare          the differences between two shaders, devices or widths: as text, or with -o FILE a "
    "page\n"
    "                     of HTML, by kiln-report, which compares two documents of --emit analysis as well\n"
    "  --list[=json]      only list entry points and specialization constants\n"
    "  --no-validate      without the validators that check the module and every pass\n"
    "  -o FILE            write there instead of to standard output; FOLDER/, or a pattern: %n the shader's "
    "name,\n"
    "                     %p its path, %E the entry point, %d the device, %w the requested width, %e the "
    "kind\n"
    "  -j N               so many threads (default: one for each processor)\n"
    "  -h, --help         this text\n"
    "  --version          the compiler's version\n\n"
    "Exit status: 0, 1 a shader does not compile, 2 wrong usage, 3 a file cannot be read or written; of "
    "several\n"
    "the largest.\n";

static int usage_error(const char *what, const char *arg)
{
    fprintf(stderr, "kilnc: %s%s%s\nTry 'kilnc --help'.\n", what, arg ? ": " : "", arg ? arg : "");
    return KILNC_USAGE;
}

// ---- the values of options: 0, or the exit status

// Calls `one` for each word between commas.
static int each_word(struct kilnc_args *a, struct arena *arena, const char *value,
                     int (*one)(struct kilnc_args *a, const char *word))
{
    for (const char *s = value;; s++) {
        size_t n = strcspn(s, ",");
        int status = one(a, arena_strndup(arena, s, n));
        s += n;
        if (status || !*s)
            return status;
    }
}

static int add_device(struct kilnc_args *a, const char *name)
{
    struct kiln_compiler_device d = {.size = sizeof(d)};
    for (uint32_t i = 0; !strcmp(name, "all") && kiln_compiler_get_device(i, &d); i++)
        vec_push(&a->devices, d.name);
    const struct kiln_target *t = kiln_target(name);
    if (!strcmp(name, "all"))
        return 0;
    if (t && kiln_target_is_compiled(t)) {
        vec_push(&a->devices, name);
        return 0;
    }
    const char *near = kiln_devinfo_nearest(name);
    fprintf(stderr, "kilnc: device '%s': %s%s%s%s\n", name, kiln_devinfo_refusal(name), near ? ": " : "",
            near ? near : "", near ? "?" : "");
    return KILNC_USAGE;
}

static int add_width(struct kilnc_args *a, const char *word)
{
    if (!strcmp(word, "all")) {
        a->any_width = true;
        a->simd_count = 3;
        memcpy(a->simd, (const unsigned[3]){8, 16, 32}, sizeof(a->simd));
        return 0;
    }
    if (strcmp(word, "8") != 0 && strcmp(word, "16") != 0 && strcmp(word, "32") != 0)
        return usage_error("--simd takes 8, 16 or 32, not", word);
    if (a->simd_count == 3)
        return usage_error("--simd has a width twice", word);
    a->simd[a->simd_count++] = (unsigned)atoi(word);
    return 0;
}

static int set_registers(struct kilnc_args *a, const char *value)
{
    uint64_t n;
    if (!kiln_parse_size(value, &n) || !n || n > UINT32_MAX)
        return usage_error("--registers takes a number, not", value);
    a->registers = (unsigned)n;
    return 0;
}

static int check_step(const char *text)
{
    struct step_run run;
    const char *near;
    if (step_parse(text, &run, &near))
        return 0;
    fprintf(stderr, "kilnc: --emit llvm=STEP does not know: %s%s%s%s\nTry 'kilnc --emit llvm=help'.\n", text,
            near ? ": " : "", near ? near : "", near ? "?" : "");
    return KILNC_USAGE;
}

static int add_emit(struct kilnc_args *a, const char *what)
{
    static const char *const names[KILNC_EMITS] = {"asm",  "bin",   "llvm",     "mir",    "stats",
                                                   "json", "cache", "analysis", "report", "debug"};
    const char *word = what;
    unsigned changes, n = 0;
    if (!strncmp(what, "mir=", 4)) {
        a->pass = what + 4;
        word = "mir";
    }
    if (!strncmp(what, "llvm=", 5)) {
        a->step = what + 5;
        word = "llvm";
        int status = check_step(a->step);
        if (status)
            return status;
    }
    while (n < KILNC_EMITS && strcmp(word, names[n]) != 0)
        n++;
    if (n == KILNC_EMITS) {
        const char *near = kiln_nearest(what, strlen(what), names, KILNC_EMITS, &changes);
        fprintf(stderr, "kilnc: --emit does not know: %s%s%s%s\nTry 'kilnc --help'.\n", what,
                changes <= 2 ? ": " : "", changes <= 2 ? near : "", changes <= 2 ? "?" : "");
        return KILNC_USAGE;
    }
    for (unsigned e = 0; e < a->emit_count; e++)
        if (a->emit[e] == (enum kilnc_emit)n)
            return usage_error("--emit has a kind twice", what);
    a->emit[a->emit_count++] = (enum kilnc_emit)n;
    return 0;
}

static int set_target(struct kilnc_args *a, const char *value)
{
    static const char *const known[] = {"vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3"};
    for (unsigned i = 0; i < 4; i++)
        if (!strcmp(value, known[i])) {
            a->target_env = value;
            return 0;
        }
    return usage_error("--target-env takes vulkan1.0, vulkan1.1, vulkan1.2 or vulkan1.3, not", value);
}

static int set_threads(struct kilnc_args *a, const char *value)
{
    uint64_t n;
    if (!kiln_parse_size(value, &n) || !n || n > 1024)
        return usage_error("-j takes a number of threads, not", value);
    a->threads = (unsigned)n;
    return 0;
}

static int add_spec(struct kilnc_args *a, const char *value)
{
    if (a->specs.count == KILNC_MAX_SPECS)
        return usage_error("more than 64 specialization constants", value);
    vec_push(&a->specs, value);
    return 0;
}

// ---- folders

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// What kilnc reads in it, in order, and in folders within.
static int add_folder(struct kilnc_args *a, struct arena *arena, const char *path)
{
    DIR *d = opendir(path);
    kilnc_strings names = {0};
    struct stat st;
    int status = d ? 0 : KILNC_INPUT;
    if (!d)
        fprintf(stderr, "kilnc: %s: %s\n", path, strerror(errno));
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.')
            vec_push(&names, arena_printf(arena, "%s%s%s", path, path[strlen(path) - 1] == '/' ? "" : "/",
                                          e->d_name));
    if (d)
        closedir(d);
    if (names.count)
        qsort(names.data, names.count, sizeof(*names.data), by_name);
    for (size_t i = 0; i < names.count && !status; i++)
        if (!lstat(names.data[i], &st) && S_ISDIR(st.st_mode))
            status = add_folder(a, arena, names.data[i]);
        else if (kilnc_reads(names.data[i]))
            vec_push(&a->inputs, names.data[i]);
    vec_free(&names);
    return status;
}

static int add_input(struct kilnc_args *a, struct arena *arena, const char *path)
{
    struct stat st;
    size_t before = a->inputs.count;
    if (stat(path, &st) || !S_ISDIR(st.st_mode)) {
        vec_push(&a->inputs, path);
        return 0;
    }
    int status = add_folder(a, arena, path);
    return status || a->inputs.count > before ? status : usage_error("there is no shader in", path);
}

// ---- the command line

enum option { DEVICE, OUTPUT, ENTRY, SIMD, SPEC, EMIT, INCLUDE, DEFINE, TARGET, THREADS, REGISTERS, OPTIONS };
static const char *const options[OPTIONS] = {"-d", "-o", "--entry",      "--simd", "--spec",     "--emit",
                                             "-I", "-D", "--target-env", "-j",     "--registers"};

static bool is_flag(struct kilnc_args *a, const char *s)
{
    const struct {
        const char *name;
        bool *flag, value;
    } flags[] = {{"--robust", &a->robust, true},
                 {"--wide-buffers", &a->wide_buffers, true},
                 {"--partially-bound", &a->partially_bound, true},
                 {"--no-validate", &a->validate, false},
                 {"-g", &a->debug, true},
                 {"--compare", &a->compare, true},
                 {"-S", &a->listing, true},
                 {"--list", &a->list, true},
                 {"--list=json", &a->list_json, true}};
    for (unsigned i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
        if (!strcmp(s, flags[i].name)) {
            *flags[i].flag = flags[i].value;
            a->list |= a->list_json;
            return true;
        }
    return false;
}

static int set_option(struct kilnc_args *a, struct arena *arena, enum option o, const char *value)
{
    switch (o) {
    case DEVICE:
        return each_word(a, arena, value, add_device);
    case OUTPUT:
        a->output =
            strcmp(value, "-") != 0 && value[0] ? value : NULL; // "-": standard output, as for the input
        return 0;
    case ENTRY:
        a->entry = value;
        return 0;
    case SIMD:
        return each_word(a, arena, value, add_width);
    case SPEC:
        return add_spec(a, value);
    case EMIT:
        return each_word(a, arena, value, add_emit);
    case INCLUDE:
        vec_push(&a->includes, value);
        return 0;
    case DEFINE:
        vec_push(&a->defines, value);
        return 0;
    case TARGET:
        return set_target(a, value);
    case THREADS:
        return set_threads(a, value);
    case REGISTERS:
        return set_registers(a, value);
    case OPTIONS:
        break;
    }
    return 0;
}

// The option that the word is, with its value in it (-DNAME) or behind it; OPTIONS: none.
static enum option find_option(const char *s, const char **value)
{
    for (unsigned o = 0; o < OPTIONS; o++)
        if (!strcmp(s, options[o])) {
            return (enum option)o;
        } else if ((o == INCLUDE || o == DEFINE || o == THREADS) && !strncmp(s, options[o], 2)) {
            *value = s + 2;
            return (enum option)o;
        }
    return OPTIONS;
}

static bool may_repeat(enum option o)
{
    return o == SPEC || o == INCLUDE || o == DEFINE;
}

static int list_devices(void)
{
    struct kilnc_args all = {0};
    add_device(&all, "all");
    for (size_t i = 0; i < all.devices.count; i++)
        printf("%s\n", all.devices.data[i]);
    vec_free(&all.devices);
    return 0;
}

// -1 to go on, else the exit status.
static int parse_args(struct kilnc_args *a, struct arena *arena, int argc, char **argv)
{
    bool given[OPTIONS] = {false};
    int status = 0;
    for (int n = 1; n < argc && !status; n++) {
        const char *s = argv[n], *value = NULL;
        if (!strcmp(s, "-h") || !strcmp(s, "--help"))
            return fputs(usage, stdout) < 0;
        if (!strcmp(s, "--version"))
            return printf("%s\n", kiln_compiler_version()) < 0;
        if (is_flag(a, s))
            continue;
        if (s[0] != '-' || !s[1]) {
            status = add_input(a, arena, s);
            continue;
        }
        enum option o = find_option(s, &value);
        if (!value && n + 1 == argc)
            return usage_error("an argument is missing, or the option is unknown", s);
        if (o == OPTIONS)
            return usage_error("unknown option", s);
        if (given[o] && !may_repeat(o))
            return usage_error("an option is given twice", s);
        given[o] = true;
        value = value ? value : argv[++n];
        if (o == DEVICE && !strcmp(value, "help"))
            return list_devices();
        if (o == EMIT && !strcmp(value, "llvm=help")) {
            step_list(stdout);
            return 0;
        }
        status = set_option(a, arena, o, value);
    }
    if (!status && a->compare && (a->emit_count || a->list))
        status = usage_error("--compare writes nothing else", NULL);
    if (!status && a->listing && (a->compare || a->list))
        status = usage_error("-S is assembly", NULL);
    unsigned sides = a->inputs.count > 1    ? (unsigned)a->inputs.count
                     : a->devices.count > 1 ? (unsigned)a->devices.count
                                            : a->simd_count;
    if (!status && a->compare && sides != 2)
        status = usage_error("--compare wants two shaders, or one and two devices or widths", NULL);
    if (!status && a->compare)
        a->emit[a->emit_count++] = KILNC_REPORT;
    if (!status && !a->inputs.count)
        status = usage_error("no shader is given", NULL);
    return status ? status : -1;
}

// ---- the steps

struct session {
    const struct kilnc_args *args;
    struct kilnc_input *inputs;
    struct kilnc_job *jobs;
    unsigned input_count, job_count;
    struct kilnc_writer writer;
    int status;
};

static void load(void *of, unsigned i)
{
    struct session *s = of;
    kilnc_load(s->args, &s->inputs[i]);
}

static void loaded(void *of, unsigned i)
{
    struct session *s = of;
    kilnc_progress("reading", i + 1, s->input_count);
}

static void compile(void *of, unsigned i)
{
    struct session *s = of;
    kilnc_compile(s->args, &s->jobs[i]);
}

static void compiled(void *of, unsigned i)
{
    struct session *s = of;
    if (s->jobs[i].message)
        kilnc_progress("compiling", s->job_count, s->job_count); // its line is somebody else's now
    int status = kilnc_write(&s->writer, &s->jobs[i]);
    s->status = status > s->status ? status : s->status;
    kilnc_job_finish(&s->jobs[i]);
    kilnc_progress("compiling", i + 1, s->job_count);
}

static void list(struct session *s)
{
    VEC(struct kilnc_unit) all = {0};
    for (unsigned i = 0; i < s->input_count; i++)
        for (size_t n = 0; n < s->inputs[i].units.count; n++) {
            const struct kilnc_unit *u = &s->inputs[i].units.data[n];
            if (u->status)
                kilnc_say(u->message, "");
            s->status = u->status > s->status ? u->status : s->status;
            vec_push(&all, *u);
        }
    kilnc_list(all.data, all.count, s->args->list_json, stdout);
    vec_free(&all);
}

// One for each unit, device and width.
static bool make_jobs(struct session *s)
{
    const struct kilnc_args *a = s->args;
    unsigned widths = a->simd_count ? a->simd_count : 1;
    size_t units = 0;
    for (unsigned i = 0; i < s->input_count; i++)
        units += s->inputs[i].units.count;
    s->jobs = calloc(units * a->devices.count * widths + 1, sizeof(*s->jobs));
    for (unsigned i = 0; s->jobs && i < s->input_count; i++)
        for (size_t n = 0; n < s->inputs[i].units.count; n++)
            for (size_t d = 0; d < a->devices.count; d++)
                for (unsigned w = 0; w < widths; w++) {
                    const struct kilnc_unit *u = &s->inputs[i].units.data[n];
                    s->jobs[s->job_count++] = (struct kilnc_job){
                        .unit = u, .device = a->devices.data[d], .simd = a->simd_count ? a->simd[w] : 0};
                    if (u->status) // once is enough
                        d = a->devices.count - 1, w = widths;
                }
    return s->jobs != NULL;
}

static void compile_all(struct session *s)
{
    if (!make_jobs(s)) {
        s->status = KILNC_COMPILE;
        return;
    }
    s->status = kilnc_plan_output(&s->writer, s->args, s->jobs, s->job_count);
    if (!s->status) {
        kilnc_parallel(s->job_count, s->args->threads, compile, compiled, s);
        int status = kilnc_finish_output(&s->writer);
        s->status = status > s->status ? status : s->status;
        if (s->writer.failed && s->job_count > 1)
            fprintf(stderr, "kilnc: %u of %u do not compile\n", s->writer.failed, s->job_count);
    }
    free(s->jobs);
}

static int run(const struct kilnc_args *args)
{
    struct session s = {.args = args, .input_count = (unsigned)args->inputs.count};
    s.inputs = calloc(s.input_count, sizeof(*s.inputs));
    if (!s.inputs)
        return KILNC_COMPILE;
    for (unsigned i = 0; i < s.input_count; i++)
        s.inputs[i].path = args->inputs.data[i];
    kilnc_parallel(s.input_count, args->threads, load, loaded, &s);
    if (args->list)
        list(&s);
    else
        compile_all(&s);
    for (unsigned i = 0; i < s.input_count; i++)
        kilnc_input_finish(&s.inputs[i]);
    free(s.inputs);
    return s.status;
}

int main(int argc, char **argv)
{
    struct kilnc_args a = {.validate = true};
    struct arena arena;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    bool sound = kiln_env_check();
    sound &= kiln_rules_check(kiln_debug_value(KILN_DEBUG_BIT_FORGET));
    if (!sound || !variant_check())
        return KILNC_USAGE;
    arena_init(&arena);
    a.threads = processors > 0 ? (unsigned)processors : 1;
    int status = parse_args(&a, &arena, argc, argv);
    if (!a.devices.count)
        vec_push(&a.devices, "skl");
    if (!a.emit_count)
        a.emit[a.emit_count++] = KILNC_ASM;
    if (status < 0)
        status = run(&a);
    vec_free(&a.inputs);
    vec_free(&a.devices);
    vec_free(&a.specs);
    vec_free(&a.includes);
    vec_free(&a.defines);
    arena_finish(&arena);
    return status;
}
