// Other languages than SPIR-V. GLSL goes through libglslang, in this process; what that cannot do (includes)
// and the other languages go through the programs that people use for them, where they are installed.
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/kilnc/kilnc.h"
#include "util/env.h"
#ifdef KILN_HAVE_GLSLANG
#include "tools/kilnc/glsl.h"
#endif

typedef kilnc_strings command;

// A translator: a program, and what it is called with. `out` is a file's name that ends in .spv.
struct translator {
    const char *program;
    void (*arguments)(const struct kilnc_args *a, struct kilnc_input *in, const char *out, command *c);
    bool has_includes, has_defines; // takes -I, -D
};

static void add(command *c, const char *s)
{
    vec_push(c, s);
}

static void add_options(const struct kilnc_args *a, struct kilnc_input *in, command *c)
{
    for (size_t i = 0; i < a->includes.count; i++)
        add(c, arena_printf(&in->arena, "-I%s", a->includes.data[i]));
    for (size_t i = 0; i < a->defines.count; i++)
        add(c, arena_printf(&in->arena, "-D%s", a->defines.data[i]));
}

static const char *entry_of(const struct kilnc_args *a)
{
    return a->entry && strcmp(a->entry, "all") != 0 ? a->entry : "main";
}

static const char *target_of(const struct kilnc_args *a)
{
    return a->target_env ? a->target_env : "vulkan1.1";
}

static void glsl(const struct kilnc_args *a, struct kilnc_input *in, const char *out, command *c)
{
    add(c, "-V");
    add(c, "-S");
    add(c, "comp");
    add(c, "--target-env");
    add(c, target_of(a));
    if (a->debug)
        add(c, "-g");
    add_options(a, in, c);
    add(c, "-o");
    add(c, out);
    add(c, in->path);
}

static void hlsl(const struct kilnc_args *a, struct kilnc_input *in, const char *out, command *c)
{
    add(c, "-D");
    add(c, "-e");
    add(c, entry_of(a));
    glsl(a, in, out, c);
}

static void dxc(const struct kilnc_args *a, struct kilnc_input *in, const char *out, command *c)
{
    add(c, "-spirv");
    add(c, "-T");
    add(c, "cs_6_6");
    add(c, "-E");
    add(c, entry_of(a));
    add(c, arena_printf(&in->arena, "-fspv-target-env=%s", target_of(a)));
    if (a->debug)
        add(c, "-fspv-debug=line");
    add_options(a, in, c);
    add(c, "-Fo");
    add(c, out);
    add(c, in->path);
}

static void clspv(const struct kilnc_args *a, struct kilnc_input *in, const char *out, command *c)
{
    if (a->debug)
        add(c, "-g");
    add_options(a, in, c);
    add(c, "-o");
    add(c, out);
    add(c, in->path);
}

static void naga(const struct kilnc_args *a, struct kilnc_input *in, const char *out, command *c)
{
    if (a->debug)
        add(c, "-g");
    add(c, in->path);
    add(c, out);
}

// Without an entry point's name it takes all that the file marks, by their own names. Optimizing is the
// compiler's work here, and slangc wants a library for it that not every package of it has.
static void slang(const struct kilnc_args *a, struct kilnc_input *in, const char *out, command *c)
{
    add(c, "-target");
    add(c, "spirv");
    add(c, "-O0");
    add(c, "-fvk-use-entrypoint-name");
    if (a->entry && strcmp(a->entry, "all") != 0) {
        add(c, "-stage");
        add(c, "compute");
        add(c, "-entry");
        add(c, a->entry);
    }
    if (a->debug)
        add(c, "-g");
    add_options(a, in, c);
    add(c, "-o");
    add(c, out);
    add(c, in->path);
}

// By the end of a file's name; what comes first and is installed is taken.
static const struct language {
    const char *ending, *name;
    struct translator by[2];
} languages[] = {
    {".comp", "GLSL", {{"glslangValidator", glsl, true, true}}},
    {".glsl", "GLSL", {{"glslangValidator", glsl, true, true}}},
    {".hlsl", "HLSL", {{"dxc", dxc, true, true}, {"glslangValidator", hlsl, true, true}}},
    {".cl", "OpenCL C", {{"clspv", clspv, true, true}}},
    {".wgsl", "WGSL", {{"naga", naga, false, false}}},
    {".slang", "Slang", {{"slangc", slang, true, true}}},
};
enum { LANGUAGES = sizeof(languages) / sizeof(languages[0]) };

static bool ends_in(const char *s, const char *ending)
{
    size_t n = strlen(s), m = strlen(ending);
    return n > m && !strcmp(s + n - m, ending);
}

bool kilnc_reads(const char *name)
{
    for (unsigned i = 0; i < LANGUAGES; i++)
        if (ends_in(name, languages[i].ending))
            return true;
    return ends_in(name, ".spv") || ends_in(name, ".foz");
}

// ---- programs

// Runs it with what it says in the file `said`. Its exit status; -1: it is not installed.
static int run(const command *c, const char *said)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, said, O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    char *const *environment = kiln_child_environment();
    if (environment &&
        !posix_spawnp(&child, c->data[0], &actions, NULL, (char *const *)(uintptr_t)c->data, environment))
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    posix_spawn_file_actions_destroy(&actions);
    return status < 0 ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

// "ERROR: PATH:7: ..." of glslangValidator as "PATH:7: error: ...", which editors know; lines of no use left
// out.
static const char *tidy(struct arena *a, const char *path, const char *log)
{
    char *out = arena_array(a, char, 2 * strlen(log) + 2), *to = out;
    size_t length = strlen(path);
    for (const char *line = log; *line; line += strspn(line, "\n")) {
        size_t n = strcspn(line, "\n");
        unsigned number;
        int at = 0;
        if (n == length && !strncmp(line, path, n))
            ; // the name of the file, alone
        else if (!strncmp(line, "ERROR: ", 7) && !strncmp(line + 7, path, length) &&
                 sscanf(line + 7 + length, ":%u: %n", &number, &at) == 1 && at)
            to += sprintf(to, "%s:%u: error: %.*s\n", path, number, (int)(n - 7 - length - (size_t)at),
                          line + 7 + length + at);
        else
            to += sprintf(to, "%.*s\n", (int)n, line);
        line += n;
    }
    *to = 0;
    return out;
}

// The module that the program wrote into the folder, or NULL; *missing: it is not installed.
static uint32_t *run_in(const struct kilnc_args *args, struct kilnc_input *in, const struct language *l,
                        const struct translator *t, const char *folder, size_t *words, bool *missing)
{
    const char *out = arena_printf(&in->arena, "%s/out.spv", folder),
               *said = arena_printf(&in->arena, "%s/said", folder);
    command c = {0};
    size_t size = 0;
    add(&c, t->program);
    t->arguments(args, in, out, &c);
    add(&c, NULL);
    int status = run(&c, said);
    vec_free(&c);
    *missing = status == -1 || status == 127;
    char *spirv = status ? NULL : kilnc_read(&in->arena, out, &size),
         *log = kilnc_read(&in->arena, said, words);
    unlink(out);
    unlink(said);
    if (!spirv && !*missing)
        kilnc_fail(in, KILNC_COMPILE, "%s does not compile as %s (%s):\n%s", in->path, l->name, t->program,
                   log ? tidy(&in->arena, in->path, log) : "");
    *words = size / 4;
    return (uint32_t *)(void *)spirv;
}

static uint32_t *by_program(const struct kilnc_args *args, struct kilnc_input *in, const struct language *l,
                            size_t *words)
{
    uint32_t *spirv = NULL;
    char folder[] = "/tmp/kilnc-XXXXXX";
    bool missing = true;
    if (!mkdtemp(folder)) {
        kilnc_fail(in, KILNC_INPUT, "%s: %s", folder, strerror(errno));
        return NULL;
    }
    for (unsigned i = 0; i < 2 && l->by[i].program && missing; i++) {
        const struct translator *t = &l->by[i];
        if ((args->includes.count && !t->has_includes) || (args->defines.count && !t->has_defines)) {
            kilnc_fail(in, KILNC_USAGE, "%s: %s is for languages with a preprocessor, and %s has none",
                       in->path, args->includes.count ? "-I" : "-D", l->name);
            missing = false;
            break;
        }
        spirv = run_in(args, in, l, t, folder, words, &missing);
    }
    rmdir(folder);
    if (missing)
        kilnc_fail(in, KILNC_COMPILE, "%s: %s needs %s%s%s, which %s not installed", in->path, l->name,
                   l->by[0].program, l->by[1].program ? " or " : "", l->by[1].program ? l->by[1].program : "",
                   l->by[1].program ? "are" : "is");
    return spirv;
}

// ---- either

#ifdef KILN_HAVE_GLSLANG
static bool includes_others(const char *source)
{
    for (const char *s = source; (s = strstr(s, "#")); s++) {
        const char *word = s + 1 + strspn(s + 1, " \t");
        if (!strncmp(word, "include", 7))
            return true;
    }
    return false;
}
#endif

uint32_t *kilnc_translate(const struct kilnc_args *args, struct kilnc_input *in, const char *source,
                          size_t size, size_t *words)
{
    const struct language *l = &languages[0]; // what has no name that tells more is GLSL
    for (unsigned i = 0; i < LANGUAGES; i++)
        if (ends_in(in->path, languages[i].ending))
            l = &languages[i];
#ifdef KILN_HAVE_GLSLANG
    if (!strcmp(l->name, "GLSL") && !includes_others(source)) {
        char *log = NULL;
        uint32_t *spirv = kilnc_compile_glsl(args, in->path, source, words, &log), *kept = NULL;
        if (spirv) {
            kept = arena_array(&in->arena, uint32_t, *words + 1);
            memcpy(kept, spirv, *words * sizeof(uint32_t));
        } else {
            kilnc_fail(in, KILNC_COMPILE, "%s does not compile as GLSL:\n%s", in->path, log ? log : "");
        }
        free(spirv);
        free(log);
        return kept;
    }
#endif
    if (!strcmp(in->path, "-")) {
        kilnc_fail(in, KILNC_USAGE, "-: a shader with includes has to be a file");
        return NULL;
    }
    return by_program(args, in, l, words);
}
