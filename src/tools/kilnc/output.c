// Where outputs go: standard output, a file, or files whose names a pattern makes.
#include <errno.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/kilnc/kilnc.h"
#include "util/library/open.h"
#include "util/env.h"
#include "util/safe_text.h"

static const char *const endings[KILNC_EMITS] = {
    "asm", "bin", "ll", "mir", "stats.json", "json", "cache", "analysis.json", "html", "debug.json"};
static const char *const words[KILNC_EMITS] = {"asm",  "bin",   "llvm",     "mir",    "stats",
                                               "json", "cache", "analysis", "report", "debug"};

// ---- JSON

// What is UTF-8 as it is, but for control characters; any other byte as U+FFFD, so that the document is
// UTF-8. Returns the bytes read.
static unsigned put_sequence(FILE *f, const char *s)
{
    uint32_t code;
    unsigned n = kiln_utf8(s, &code);
    if (n && !kiln_is_obeyed(code))
        fwrite(s, 1, n, f);
    else
        fprintf(f, "\\u%04x", n ? code : 0xfffd);
    return n ? n : 1;
}

void kilnc_put_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < 0x20 || c == 0x7f || (c == '#' && s[1] == '#')) // "##[" is a command of CI runners
            fprintf(f, "\\u%04x", c);
        else if (c < 0x80)
            fputc(c, f);
        else
            s += put_sequence(f, s) - 1;
    }
    fputc('"', f);
}

static void put_offset(FILE *f, const char *indent, const char *name, uint32_t v)
{
    if (v == KILN_NO_OFFSET)
        fprintf(f, "%s\"%s\": null,\n", indent, name);
    else
        fprintf(f, "%s\"%s\": %u,\n", indent, name, v);
}

static void put_bindings(FILE *f, const struct kiln_kernel *k, const char *indent)
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
        [KILN_RESOURCE_TEXEL_MAP] = "place of texels",
        [KILN_RESOURCE_SAMPLER] = "sampler",
        [KILN_RESOURCE_TENSOR] = "tensor",
        [KILN_RESOURCE_HEAP] = "resource heap",
        [KILN_RESOURCE_HEAP_LOW] = "address of the resource heap",
        [KILN_RESOURCE_HEAP_HIGH] = "address of the resource heap",
        [KILN_RESOURCE_SAMPLER_HEAP] = "sampler heap",
        [KILN_RESOURCE_TEXELS] = "texels",
    };
    const struct kiln_kernel_info *i = kiln_kernel_get_info(k);
    const struct kiln_binding *b = kiln_kernel_get_bindings(k);
    fprintf(f, "%s\"bindings\": [", indent);
    for (uint32_t n = 0; n < i->binding_count; n++)
        fprintf(f,
                "%s\n%s  {\"set\": %u, \"binding\": %u, \"count\": %u, \"bti\": %u, \"resource\": \"%s\", "
                "\"written\": %s}",
                n ? "," : "", indent, b[n].set, b[n].binding, b[n].count, b[n].bti, kinds[b[n].resource],
                b[n].written ? "true" : "false");
    if (i->binding_count)
        fprintf(f, "\n%s", indent);
    fprintf(f, "]");
}

static void put_small(FILE *f, const struct kiln_kernel *k, const char *indent)
{
    uint32_t groups;
    const struct kiln_kernel_info *i = kiln_kernel_get_info(kiln_kernel_get_small(k, &groups));
    if (i)
        fprintf(f,
                "%s\"small_grids\": {\"groups_per_subslice\": %u, \"instructions\": %u, \"sends\": %u, "
                "\"cycles\": %u, \"spills\": %u, \"simd\": %u},\n",
                indent, groups, i->instructions, i->sends, i->cycles, i->spills, i->simd);
    else
        fprintf(f, "%s\"small_grids\": null,\n", indent);
}

const struct kiln_target *kilnc_target(const struct kiln_kernel *k)
{
    const struct kiln_kernel_info *i = kiln_kernel_get_info(k);
    return kiln_target_with_registers(kiln_target(i->device), i->registers);
}

void kilnc_put_stats(FILE *f, const struct kiln_kernel *k, const char *indent)
{
    const struct kiln_kernel_info *i = kiln_kernel_get_info(k);
    size_t size;
    kiln_kernel_get_code(k, &size);
    fprintf(f, "%s\"device\": \"%s\",\n%s\"simd\": %u,\n%s\"local_size\": [%u, %u, %u],\n", indent, i->device,
            indent, i->simd, indent, i->local_size[0], i->local_size[1], i->local_size[2]);
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
        {"registers", i->registers},
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
        fprintf(f, "%s\"%s\": %u,\n", indent, numbers[n].name, numbers[n].value);
    put_offset(f, indent, "push_bti", i->push_bti);
    put_offset(f, indent, "const_bti", i->const_bti);
    fprintf(f, "%s\"const_size\": %u,\n", indent, i->const_size);
    put_offset(f, indent, "num_workgroups_offset", i->num_workgroups_offset);
    fprintf(f, "%s\"uses_barrier\": %s,\n%s\"uses_atomics\": %s,\n%s\"compile_ms\": %.3f,\n", indent,
            i->uses_barrier ? "true" : "false", indent, i->uses_atomics ? "true" : "false", indent,
            (double)i->compile_ns / 1e6);
    put_small(f, k, indent);
    put_bindings(f, k, indent);
}

// ---- names

static bool is_pattern(const char *output)
{
    return output && (strchr(output, '%') || (output[0] && output[strlen(output) - 1] == '/'));
}

// The shader's path without its ending; `base`: without its folders too. What would leave the folder (.., a
// root) and the colon of an archive become underscores.
static void put_path(FILE *f, const char *shader, bool base)
{
    const char *slash = strrchr(shader, '/');
    if (base && slash)
        shader = slash + 1;
    const char *name = strrchr(shader, '/') ? strrchr(shader, '/') : shader, *dot = strrchr(name, '.');
    size_t n = dot && dot != name && !strchr(dot, ':') ? (size_t)(dot - shader) : strlen(shader);
    for (size_t i = 0; i < n; i++) {
        bool up =
            shader[i] == '.' && shader[i + 1] == '.' && (!i || shader[i - 1] == '/' || shader[i - 1] == '.');
        fputc(shader[i] == ':' || up || (!i && shader[i] == '/') ? '_' : shader[i], f);
    }
}

// What the pattern says for an output of the job. For free(); NULL: out of memory.
static char *name_of(const struct kilnc_args *args, const struct kilnc_job *job, enum kilnc_emit what)
{
    char *name = NULL;
    size_t size;
    FILE *f = open_memstream(&name, &size);
    if (!f)
        return NULL;
    size_t n = strlen(args->output);
    const char *more = args->output[n - 1] == '/' ? "%n.%E.%d.%w.%e" : "";
    for (unsigned part = 0; part < 2; part++)
        for (const char *s = part ? more : args->output; *s; s++) {
            if (*s != '%' || !s[1]) {
                fputc(*s, f);
                continue;
            }
            switch (*++s) {
            case 'n':
            case 'p':
                put_path(f, job->unit->shader, *s == 'n');
                break;
            case 'E':
                fputs(job->unit->entry ? job->unit->entry : "none", f);
                break;
            case 'd':
                fputs(job->device, f);
                break;
            case 'w':
                fprintf(f, job->simd ? "simd%u" : "simd", job->simd);
                break;
            case 'e':
                fputs(endings[what], f);
                break;
            default:
                fputc(*s, f);
            }
        }
    return fclose(f) ? NULL : name;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// No two outputs have one name.
static int check_names(const struct kilnc_args *args, const struct kilnc_job *jobs, unsigned count)
{
    unsigned n = 0, total = count * args->emit_count;
    char **names = calloc(total + 1, sizeof(*names));
    int status = names ? KILNC_OK : KILNC_COMPILE;
    for (unsigned i = 0; names && i < count; i++)
        for (unsigned e = 0; e < args->emit_count; e++)
            names[n] = name_of(args, &jobs[i], args->emit[e]), n += names[n] != NULL;
    if (names)
        qsort(names, n, sizeof(*names), by_text);
    for (unsigned i = 1; i < n && !status; i++)
        if (!strcmp(names[i - 1], names[i])) {
            fprintf(stderr,
                    "kilnc: -o %s: two outputs would be %s (%%n name, %%p path, %%E entry point, %%d device, "
                    "%%w width, %%e kind)\n",
                    args->output, names[i]);
            status = KILNC_USAGE;
        }
    for (unsigned i = 0; i < n; i++)
        free(names[i]);
    free(names);
    return status;
}

// ---- writing

static void make_folders(char *path)
{
    for (char *s = path + 1; (s = strchr(s, '/')); *s++ = '/') {
        *s = 0;
        mkdir(path, 0777); // fopen tells
    }
}

static bool is_text(enum kilnc_emit what)
{
    return what != KILNC_BIN && what != KILNC_CACHE;
}

static int usage(const char *what)
{
    fprintf(stderr, "kilnc: %s\nTry 'kilnc --help'.\n", what);
    return KILNC_USAGE;
}

int kilnc_plan_output(struct kilnc_writer *w, const struct kilnc_args *args, const struct kilnc_job *jobs,
                      unsigned count)
{
    *w = (struct kilnc_writer){.args = args, .jobs = count};
    bool json = args->emit_count == 1 && kilnc_is_document(args->emit[0]);
    for (unsigned e = 0; e < args->emit_count; e++)
        if (args->emit[e] == KILNC_REPORT && (!json || is_pattern(args->output)))
            return usage("--emit report makes one page of all: alone, and to one file");
    if (is_pattern(args->output))
        return check_names(args, jobs, count);
    if (count * args->emit_count > 1 && !json) {
        w->headers = true;
        if (args->output)
            return usage("-o FILE is for one output: several want a pattern as %n.%d.%e, or a folder with a "
                         "/ after it");
        for (unsigned e = 0; e < args->emit_count; e++)
            if (!is_text(args->emit[e]))
                return usage("several outputs, some of them binary, want -o PATTERN");
    }
    if (!json)
        return KILNC_OK;
    w->report = args->emit[0] == KILNC_REPORT;
    char *path = w->report && args->output ? strdup(args->output) : NULL;
    if (path)
        make_folders(path); // before all is compiled, and not after
    free(path);
    w->json = w->report ? tmpfile() : args->output ? fopen(args->output, "wb") : stdout;
    if (!w->json) {
        fprintf(stderr, "kilnc: %s: %s\n", args->output ? args->output : "report", strerror(errno));
        return KILNC_INPUT;
    }
    fprintf(w->json, "{\"kilnc\": 1, \"version\": ");
    kilnc_put_string(w->json, kiln_compiler_version());
    fprintf(w->json, ", \"results\": [");
    return KILNC_OK;
}

static int write_file(const char *path, const char *data, size_t size)
{
    FILE *f = path ? fopen(path, "wb") : stdout;
    if (!f) {
        fprintf(stderr, "kilnc: %s: %s\n", path, strerror(errno));
        return KILNC_INPUT;
    }
    fwrite(data, 1, size, f);
    bool bad = ferror(f);
    if ((path ? fclose(f) : fflush(f)) != 0 || bad) {
        fprintf(stderr, "kilnc: %s: cannot write\n", path ? path : "standard output");
        return KILNC_INPUT;
    }
    return KILNC_OK;
}

static int write_one(const struct kilnc_writer *w, const struct kilnc_job *job, unsigned e)
{
    const struct kilnc_args *args = w->args;
    char *name = NULL;
    if (is_pattern(args->output)) {
        name = name_of(args, job, args->emit[e]);
        if (name)
            make_folders(name);
    } else if (w->headers) {
        fputs("// ---- ", stdout);
        kiln_put_safe(stdout, job->unit->shader, true);
        fputs(": ", stdout);
        kiln_put_safe(stdout, job->unit->entry, true);
        printf(", %s, SIMD%u, %s\n", job->device, job->width, words[args->emit[e]]);
    }
    int status = write_file(name ? name : args->output, job->out[e], job->size[e]);
    free(name);
    return status;
}

int kilnc_write(struct kilnc_writer *w, const struct kilnc_job *job)
{
    int status = job->status;
    bool impossible = w->args->any_width && job->simd && status == KILNC_COMPILE;
    if (job->message)
        kilnc_say(job->message, impossible ? "left out: " : "");
    w->failed += status && !impossible;
    for (unsigned e = 0; e < w->args->emit_count; e++) {
        if (!job->out[e])
            continue;
        if (w->json) {
            fprintf(w->json, "%s\n  ", w->written++ ? "," : "");
            fwrite(job->out[e], 1, job->size[e], w->json);
            continue;
        }
        if (status && !w->json && !kilnc_is_document(w->args->emit[e]))
            continue;
        int wrote = write_one(w, job, e);
        status = wrote > status ? wrote : status;
    }
    return impossible && status == KILNC_COMPILE ? KILNC_OK : status;
}

// The program that draws reports, with the document as its input.
static int draw(struct kilnc_writer *w)
{
    char path[4096];
    const char *tool =
        kiln_path_next_to((const void *)words, "kiln-report", path, sizeof(path)) ? path : "kiln-report";
    const char *const arguments[] = {
        tool, "-", "-o", w->args->output ? w->args->output : "-", w->args->compare ? "--compare" : NULL,
        NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    rewind(w->json);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(w->json), STDIN_FILENO);
    char *const *environment = kiln_child_environment();
    int error = environment ? posix_spawnp(&child, tool, &actions, NULL, (char *const *)(uintptr_t)arguments,
                                           environment)
                            : EPERM;
    while (!error && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    posix_spawn_file_actions_destroy(&actions);
    fclose(w->json);
    if (error)
        fprintf(stderr, "kilnc: kiln-report: %s\n", strerror(error));
    return error || status ? KILNC_INPUT : KILNC_OK;
}

int kilnc_finish_output(struct kilnc_writer *w)
{
    if (!w->json)
        return KILNC_OK;
    fprintf(w->json, "\n]}\n");
    if (w->report)
        return fflush(w->json) ? KILNC_INPUT : draw(w);
    bool bad = ferror(w->json);
    if ((w->json != stdout ? fclose(w->json) : fflush(w->json)) != 0 || bad) {
        fprintf(stderr, "kilnc: %s: cannot write\n", w->args->output ? w->args->output : "standard output");
        return KILNC_INPUT;
    }
    return KILNC_OK;
}
