// What the program's thread has set does not change a kernel: its floating-point environment (float_modes.h)
// and its locale. A process for each, since compiles run on threads that stay. Arguments: SPIR-V files; one
// in 16 of them without KILN_TEST_ALL. KILN_TEST_LOCALE: a locale with a decimal comma (tests/locale.sh makes
// one).
#include <locale.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/float_modes.h"
#include "kiln/compiler.h"
#include "kt.h"

#define WITHOUT_ALL 16

static const char *const chips[] = {"skl", "tgl", "bdw", "icl"};

static char **paths;
static unsigned path_count;

struct outcome {
    uint64_t hash; // of code, constants and all else that is in the cache; of the message without a kernel
    int32_t result;
    bool kept; // the environment
};

static uint64_t hash_of(const void *data, size_t size)
{
    uint64_t h = UINT64_C(14695981039346656037); // FNV-1a
    for (size_t i = 0; i < size; i++)
        h = (h ^ ((const uint8_t *)data)[i]) * UINT64_C(1099511628211);
    return h;
}

static struct outcome compile(const uint32_t *words, size_t count, const char *chip,
                              const struct float_mode *mode)
{
    const struct kiln_compile_options options = {.size = sizeof(options), .device = chip};
    char message[512];
    struct kiln_kernel *k = NULL;
    struct outcome out = {0};
    float_mode_set(mode);
    out.result = kiln_compile(words, count, &options, &k, message, sizeof(message));
    out.kept = float_mode_kept(mode);
    void *blob = NULL;
    size_t size = 0;
    if (k && !kiln_kernel_serialize(k, &blob, &size))
        out.hash = hash_of(blob, size);
    else
        out.hash = hash_of(message, strlen(message));
    free(blob);
    kiln_kernel_destroy(k);
    return out;
}

static uint32_t *load(const char *path, size_t *count)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    size_t size = (size_t)ftell(f);
    rewind(f);
    uint32_t *words = malloc(size + 4);
    *count = fread(words, 4, size / 4, f);
    fclose(f);
    return words;
}

static void compile_all(struct outcome *out, const struct float_mode *mode)
{
    for (unsigned i = 0; i < path_count; i++) {
        size_t count = 0;
        uint32_t *words = load(paths[i], &count);
        out[i] = compile(words, count, chips[i % 4], mode);
        free(words);
    }
}

// In a process of its own. Returns how it ended.
static int in_child(struct outcome *out, const struct float_mode *mode, const char *locale)
{
    pid_t pid = fork();
    if (!pid) {
        if (locale && !setlocale(LC_ALL, locale))
            _exit(77);
        compile_all(out, mode);
        _exit(0);
    }
    int status = 0;
    return pid > 0 && waitpid(pid, &status, 0) == pid ? status : -1;
}

static struct outcome *shared(void)
{
    void *p = mmap(NULL, path_count * sizeof(struct outcome) + 1, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static struct outcome *as_usual;

static void same_as_usual(const struct float_mode *mode, const char *locale)
{
    struct outcome *got = shared();
    int status = in_child(got, mode, locale);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        kt_skip("no such locale");
    kt_ok(status == 0, "the process ended with status 0x%x", (unsigned)status);
    for (unsigned i = 0; i < path_count; i++) {
        kt_ok(got[i].hash == as_usual[i].hash && got[i].result == as_usual[i].result,
              "%s: another kernel (%d, %d)", paths[i], got[i].result, as_usual[i].result);
        kt_ok(got[i].kept, "%s: the caller's environment is another one", paths[i]);
    }
}

KT_TEST(twice)
{
    unsigned compiled = 0;
    as_usual = shared();
    kt_eq(in_child(as_usual, &float_modes[0], NULL), 0);
    for (unsigned i = 0; i < path_count; i++)
        compiled += as_usual[i].result == KILN_OK;
    kt_ok(compiled * 2 > path_count && compiled > 10, "%u of %u modules compile", compiled, path_count);
    same_as_usual(&float_modes[0], NULL); // else the rest means nothing
}

KT_TEST(modes)
{
    for (unsigned i = 1; i < FLOAT_MODES; i++) {
        unsigned before = kt_failures;
        same_as_usual(&float_modes[i], NULL);
        kt_ok(kt_failures == before, "mode '%s'", float_modes[i].name);
    }
}

KT_TEST(decimal_comma)
{
    const char *locale = getenv("KILN_TEST_LOCALE");
    if (!locale)
        kt_skip("localedef made no locale with a decimal comma");
    same_as_usual(&float_modes[0], locale);
}

int main(int argc, char **argv)
{
    unsigned step = getenv("KILN_TEST_ALL") ? 1 : WITHOUT_ALL, bad = 0;
    paths = calloc((size_t)argc + 1, sizeof(*paths));
    for (int i = 1; i < argc; i += (int)step)
        paths[path_count++] = argv[i];
    for (struct kt_case *c = kt_first; c; c = c->next)
        bad += !kt_case_run(c->name, c->run);
    printf("1..%u\n", kt_number);
    return bad ? 1 : 0;
}
