// kilnc: compiles one SPIR-V (or GLSL) compute shader for a GPU that need not be there.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/devinfo.h"
#include "hw/target.h"
#include "kiln/cache.h"
#include "kiln/compiler.h"
#include "tools/kilnc_spec.h"
#include "util/env.h"
#ifdef KILN_HAVE_GLSLANG
#include "tools/kilnc_glsl.h"
#endif

enum { EXIT_USAGE = 2, EXIT_INPUT = 3, EXIT_COMPILE = 1, MAX_SPECS = 64 };

static const char usage[] =
    "usage: kilnc [options] SHADER\n"
    "Compiles a SPIR-V"
#ifdef KILN_HAVE_GLSLANG
    " (.spv) or GLSL (.comp)"
#endif
    " compute shader to EU code.\n\n"
    "  -d DEVICE          device to compile for (default: skl); -d help lists them\n"
    "  --simd 8|16|32     this SIMD width; without it the compiler chooses\n"
    "  --spec ID=VALUE    specialization constant; VALUE is an integer, 1.5, true or false, as its type is\n"
    "  --entry NAME       entry point (default: main)\n"
    "  --robust           for devices that enable robustBufferAccess or pipelineRobustness\n"
    "  --emit WHAT        what to write (default: asm)\n"
    "       asm           EU assembly\n"
    "       bin           EU instructions, raw\n"
    "       llvm          optimized LLVM IR\n"
    "       mir           EU machine IR after every pass; mir=PASS: after that pass only\n"
    "       stats         statistics and launch metadata as JSON\n"
    "       cache         the pipeline-cache entry\n"
    "  --no-validate      without the validators that check the module and every pass\n"
    "  -o FILE            write there instead of to standard output\n"
    "  -h, --help         this text\n"
    "  --version          the compiler's version\n\n"
    "Exit status: 0, 1 the shader does not compile, 2 wrong usage, 3 a file cannot be read or written.\n";

enum emit { EMIT_ASM, EMIT_BIN, EMIT_LLVM, EMIT_MIR, EMIT_STATS, EMIT_CACHE };

struct args {
    struct kiln_compile_options options;
    enum emit emit;
    const char *input, *output;
    const char *spec_text[MAX_SPECS]; // of options.spec_constant_count
    struct kiln_spec_constant spec[MAX_SPECS];
    uint64_t spec_data[MAX_SPECS];
    uint8_t key[KILN_KEY_SIZE]; // of EMIT_CACHE
};

static int usage_error(const char *what, const char *arg)
{
    fprintf(stderr, "kilnc: %s%s%s\nTry 'kilnc --help'.\n", what, arg ? ": " : "", arg ? arg : "");
    return EXIT_USAGE;
}

// ---- the command line ----

// Once the module is there: 0 or the exit status.
static int resolve_specs(struct args *a, const uint32_t *spirv, size_t words)
{
    char message[512];
    for (unsigned n = 0; n < a->options.spec_constant_count; n++)
        if (!kilnc_spec(a->spec_text[n], spirv, words, &a->spec[n], &a->spec_data[n], message,
                        sizeof(message))) {
            fprintf(stderr, "kilnc: %s: %s\n", a->input, message);
            return EXIT_USAGE;
        }
    return 0;
}

static int resolve_device(const struct args *a)
{
    const struct kiln_target *t = a->options.device ? kiln_target(a->options.device) : NULL;
    if (!a->options.device || (t && kiln_target_is_compiled(t)))
        return 0;
    const char *near = kiln_devinfo_nearest(a->options.device);
    fprintf(stderr, "kilnc: device '%s': %s%s%s%s\n", a->options.device,
            kiln_devinfo_refusal(a->options.device), near ? ": " : "", near ? near : "", near ? "?" : "");
    return EXIT_USAGE;
}

static bool parse_emit(struct args *a, const char *what)
{
    static const char *const names[] = {"asm", "bin", "llvm", "mir", "stats", "cache"};
    static const uint32_t dumps[] = {KILN_EMIT_ASM, 0, KILN_EMIT_LLVM, KILN_EMIT_MIR, 0, 0};
    if (!strncmp(what, "mir=", 4)) {
        a->options.stop_after = what + 4;
        what = "mir";
    }
    for (unsigned n = 0; n < 6; n++)
        if (!strcmp(what, names[n])) {
            a->emit = (enum emit)n;
            a->options.dump = dumps[n];
            if (n == EMIT_LLVM)
                a->options.stop_after = "llvm";
            return true;
        }
    return false;
}

static int list_devices(void)
{
    const char *last = "";
    const struct kiln_devinfo *d;
    for (unsigned i = 0; (d = kiln_devinfo_get(i)); i++) {
        if (kiln_target_is_compiled(kiln_target_of(d)) && strcmp(d->name, last))
            printf("%s\n", d->name);
        last = d->name;
    }
    return 1;
}

// 0 to go on, else the exit status plus one.
static int parse_args(struct args *a, int argc, char **argv)
{
    for (int n = 1; n < argc; n++) {
        const char *s = argv[n];
        const char *value = n + 1 < argc ? argv[n + 1] : NULL;
        if (!strcmp(s, "-h") || !strcmp(s, "--help")) {
            fputs(usage, stdout);
            return 1;
        }
        if (!strcmp(s, "--version")) {
            printf("%s\n", kiln_compiler_version());
            return 1;
        }
        if (!strcmp(s, "--robust")) {
            a->options.robust_buffer_access = true;
            continue;
        }
        if (!strcmp(s, "--no-validate")) {
            a->options.validate = false;
            continue;
        }
        if (s[0] != '-' || !s[1]) {
            if (a->input)
                return 1 + usage_error("more than one shader", s);
            a->input = s;
            continue;
        }
        if (!value)
            return 1 + usage_error("an argument is missing, or the option is unknown", s);
        n++;
        if (strcmp(s, "--spec") != 0)
            for (int before = 1; before < n - 1; before++)
                if (!strcmp(argv[before], s))
                    return 1 + usage_error("an option is given twice", s);
        if (!strcmp(s, "-d") && !strcmp(value, "help"))
            return list_devices();
        if (!strcmp(s, "-d"))
            a->options.device = value;
        else if (!strcmp(s, "-o"))
            a->output = strcmp(value, "-") ? value : NULL; // "-": standard output, as for the input
        else if (!strcmp(s, "--entry"))
            a->options.entry_point = value;
        else if (!strcmp(s, "--simd")) {
            if (strcmp(value, "8") != 0 && strcmp(value, "16") != 0 && strcmp(value, "32") != 0)
                return 1 + usage_error("--simd takes 8, 16 or 32, not", value);
            a->options.simd = (unsigned)atoi(value);
        } else if (!strcmp(s, "--spec")) {
            if (a->options.spec_constant_count == MAX_SPECS)
                return 1 + usage_error("more than 64 specialization constants", value);
            a->spec_text[a->options.spec_constant_count++] = value;
        } else if (!strcmp(s, "--emit")) {
            if (!parse_emit(a, value))
                return 1 + usage_error("--emit does not know", value);
        } else {
            return 1 + usage_error("unknown option", s);
        }
    }
    return a->input ? 0 : 1 + usage_error("no shader is given", NULL);
}

// ---- input ----

static char *read_file(const char *path, size_t *size)
{
    FILE *f = !strcmp(path, "-") ? stdin : fopen(path, "rb");
    char *data = NULL;
    size_t used = 0, capacity = 0;
    if (!f)
        return NULL;
    for (;;) {
        if (capacity - used < 2) {
            capacity = capacity ? capacity * 2 : 65536;
            char *p = realloc(data, capacity);
            if (!p)
                break;
            data = p;
        }
        size_t n = fread(data + used, 1, capacity - used - 1, f);
        if (!n)
            break;
        used += n;
    }
    bool bad = ferror(f) || !data;
    if (f != stdin)
        fclose(f);
    if (bad) {
        free(data);
        return NULL;
    }
    data[used] = 0;
    *size = used;
    return data;
}

static uint32_t first_word(const char *data, size_t size)
{
    uint32_t word = 0;
    memcpy(&word, data, size < 4 ? size : 4);
    return word;
}

// Of either byte order: the compiler says that it takes one.
static bool is_spirv(const char *data, size_t size)
{
    uint32_t magic = first_word(data, size);
    return size >= 4 && (magic == 0x07230203 || magic == 0x03022307);
}

// By its name or its bytes: no text.
static bool is_binary(const char *path, const char *data, size_t size)
{
    size_t n = strlen(path);
    return (n > 4 && !strcmp(path + n - 4, ".spv")) || memchr(data, 0, size);
}

// The module's words, from SPIR-V or from GLSL.
static uint32_t *load_module(const char *path, size_t *words, int *status)
{
    size_t size;
    char *data = read_file(path, &size);
    *status = EXIT_INPUT;
    if (!data) {
        fprintf(stderr, "kilnc: %s: %s\n", path, strerror(errno));
        return NULL;
    }
    if (is_spirv(data, size)) {
        *words = size / 4;
        return (uint32_t *)(void *)data;
    }
    if (is_binary(path, data, size)) {
        *status = EXIT_COMPILE;
        fprintf(stderr, "kilnc: %s is not SPIR-V: it begins with 0x%08x instead of 0x07230203\n", path,
                first_word(data, size));
        free(data);
        return NULL;
    }
    *status = EXIT_COMPILE;
#ifdef KILN_HAVE_GLSLANG
    char *log = NULL;
    uint32_t *spirv = kilnc_compile_glsl(path, data, words, &log);
    if (!spirv)
        fprintf(stderr, "kilnc: %s does not compile as GLSL:\n%s\n", path, log ? log : "");
    free(log);
    free(data);
    return spirv;
#else
    fprintf(stderr, "kilnc: %s is not SPIR-V, and this kilnc was built without glslang\n", path);
    free(data);
    return NULL;
#endif
}

// ---- output ----

static void print_offset(FILE *f, const char *name, uint32_t v)
{
    if (v == KILN_NO_OFFSET)
        fprintf(f, "  \"%s\": null,\n", name);
    else
        fprintf(f, "  \"%s\": %u,\n", name, v);
}

static void print_stats(FILE *f, const struct kiln_kernel *k)
{
    static const char *const kinds[] = {
        [KILN_RESOURCE_UNIFORM_BUFFER] = "uniform buffer",
        [KILN_RESOURCE_STORAGE_BUFFER] = "storage buffer",
        [KILN_RESOURCE_SAMPLED_IMAGE] = "sampled image",
        [KILN_RESOURCE_STORAGE_IMAGE] = "storage image",
        [KILN_RESOURCE_UNIFORM_TEXEL_BUFFER] = "uniform texel buffer",
        [KILN_RESOURCE_STORAGE_TEXEL_BUFFER] = "storage texel buffer",
        [KILN_RESOURCE_STORAGE_IMAGE_RAW] = "storage image",
        [KILN_RESOURCE_STORAGE_TEXEL_BUFFER_RAW] = "storage texel buffer",
        [KILN_RESOURCE_SAMPLER] = "sampler",
    };
    const struct kiln_kernel_info *i = kiln_kernel_get_info(k);
    const struct kiln_binding *b = kiln_kernel_get_bindings(k);
    size_t size;
    kiln_kernel_get_code(k, &size);
    fprintf(f, "{\n  \"device\": \"%s\",\n  \"simd\": %u,\n  \"local_size\": [%u, %u, %u],\n", i->device,
            i->simd, i->local_size[0], i->local_size[1], i->local_size[2]);
    const struct {
        const char *name;
        uint32_t value;
    } numbers[] = {
        {"threads_per_group", i->threads_per_group},
        {"code_bytes", (uint32_t)size},
        {"instructions", i->instructions},
        {"sends", i->sends},
        {"loops", i->loops},
        {"spills", i->spills},
        {"fills", i->fills},
        {"grf_used", i->grf_used},
        {"max_live_regs", i->max_live_regs},
        {"cycles", i->cycles},
        {"slm_size", i->slm_size},
        {"scratch_size", i->scratch_size},
        {"cross_thread_regs", i->cross_thread_regs},
        {"per_thread_regs", i->per_thread_regs},
        {"push_size", i->push_size},
        {"bti_count", i->bti_count},
    };
    for (unsigned n = 0; n < sizeof(numbers) / sizeof(numbers[0]); n++)
        fprintf(f, "  \"%s\": %u,\n", numbers[n].name, numbers[n].value);
    print_offset(f, "push_bti", i->push_bti);
    print_offset(f, "const_bti", i->const_bti);
    fprintf(f, "  \"const_size\": %u,\n", i->const_size);
    print_offset(f, "num_workgroups_offset", i->num_workgroups_offset);
    fprintf(f, "  \"uses_barrier\": %s,\n  \"uses_atomics\": %s,\n  \"compile_ms\": %.3f,\n  \"bindings\": [",
            i->uses_barrier ? "true" : "false", i->uses_atomics ? "true" : "false",
            (double)i->compile_ns / 1e6);
    for (uint32_t n = 0; n < i->binding_count; n++)
        fprintf(f,
                "%s\n    {\"set\": %u, \"binding\": %u, \"count\": %u, \"bti\": %u, \"resource\": \"%s\", "
                "\"written\": %s}",
                n ? "," : "", b[n].set, b[n].binding, b[n].count, b[n].bti, kinds[b[n].resource],
                b[n].written ? "true" : "false");
    fprintf(f, "%s]\n}\n", i->binding_count ? "\n  " : "");
}

// The data of a pipeline cache with this kernel in it (kiln/cache.h).
static int write_cache(const struct args *a, const struct kiln_kernel *k, FILE *f)
{
    struct kiln_cache_header header = {.header_size = sizeof(header),
                                       .header_version = 1,
                                       .vendor_id = 0x8086,
                                       .uuid = KILN_CACHE_OFFLINE_UUID};
    struct kiln_cache_entry_header entry;
    const uint8_t zeros[8] = {0};
    void *kernel;
    size_t size;
    if (kiln_kernel_serialize(k, &kernel, &size) != KILN_OK) {
        fprintf(stderr, "kilnc: out of memory\n");
        return EXIT_COMPILE;
    }
    memcpy(entry.key, a->key, sizeof(entry.key));
    entry.size = size;
    kiln_cache_digest(entry.key, kernel, size, entry.digest);
    fwrite(&header, sizeof(header), 1, f);
    fwrite(&entry, sizeof(entry), 1, f);
    fwrite(kernel, 1, size, f);
    fwrite(zeros, 1, -size % 8, f);
    free(kernel);
    return 0;
}

static int write_output(const struct args *a, const struct kiln_kernel *k, FILE *f)
{
    const char *text = NULL;
    switch (a->emit) {
    case EMIT_STATS:
        print_stats(f, k);
        return 0;
    case EMIT_BIN: {
        size_t size;
        const void *code = kiln_kernel_get_code(k, &size);
        fwrite(code, 1, size, f);
        return 0;
    }
    case EMIT_CACHE:
        return write_cache(a, k, f);
    case EMIT_ASM:
        text = kiln_kernel_get_text(k, KILN_EMIT_ASM);
        break;
    case EMIT_LLVM:
        text = kiln_kernel_get_text(k, KILN_EMIT_LLVM);
        break;
    case EMIT_MIR:
        text = kiln_kernel_get_text(k, KILN_EMIT_MIR);
        if (!text && a->options.stop_after) {
            fprintf(stderr, "kilnc: there is no pass '%s'\n", a->options.stop_after);
            return EXIT_USAGE;
        }
        break;
    }
    fputs(text ? text : "", f);
    return 0;
}

static int write_file(const struct args *a, const struct kiln_kernel *k)
{
    FILE *f = a->output ? fopen(a->output, "wb") : stdout;
    if (!f) {
        fprintf(stderr, "kilnc: %s: %s\n", a->output, strerror(errno));
        return EXIT_INPUT;
    }
    int status = write_output(a, k, f);
    bool bad = ferror(f);
    if ((a->output ? fclose(f) : fflush(f)) != 0 || bad) {
        fprintf(stderr, "kilnc: %s: cannot write\n", a->output ? a->output : "standard output");
        return EXIT_INPUT;
    }
    return status;
}

int main(int argc, char **argv)
{
    if (!kiln_env_check())
        return EXIT_USAGE;
    struct args a = {.options = {.validate = true}};
    a.options.spec_constants = a.spec;
    parse_emit(&a, "asm");
    int status = parse_args(&a, argc, argv);
    if (status)
        return status - 1;
    if ((status = resolve_device(&a)))
        return status;
    size_t words;
    uint32_t *spirv = load_module(a.input, &words, &status);
    if (!spirv)
        return status;
    if ((status = resolve_specs(&a, spirv, words))) {
        free(spirv);
        return status;
    }
    char message[1024];
    struct kiln_kernel *k;
    if (a.emit == EMIT_CACHE) {
        // The ICD looks for what it would compile itself; it takes a kernel of another width as well, except
        // where the shader can see the width.
        unsigned simd = a.options.simd;
        kiln_cache_options(&a.options, spirv, words);
        kiln_compile_key(spirv, words, &a.options, a.key);
        if (!a.options.simd) {
            a.options.simd = simd;
            a.options.simd_if_seen = false;
        }
    }
    enum kiln_result r = kiln_compile(spirv, words, &a.options, &k, message, sizeof(message));
    free(spirv);
    if (r != KILN_OK) {
        fprintf(stderr, "kilnc: %s: %s\n", a.input, message);
        return EXIT_COMPILE;
    }
    status = write_file(&a, k);
    kiln_kernel_destroy(k);
    return status;
}
