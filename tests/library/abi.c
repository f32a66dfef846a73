// The installed library, called as programs of other versions and of no sense call it. Compiled against the
// installed header, outside the tree's build: abi MODULE. TAP.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <kiln/cache.h>

static unsigned tests, failed;

static void ok(bool yes, const char *what)
{
    tests++;
    failed += !yes;
    printf("%sok %u - %s\n", yes ? "" : "not ", tests, what);
}

static uint32_t words[1 << 16];
static size_t count;
static struct kiln_diagnostic last;
static char last_message[512], last_file[256], last_opcode[64];
static unsigned reports;

static void report(void *user, const struct kiln_diagnostic *d)
{
    ok(user == words && d->size >= sizeof(*d) && d->message, "a diagnostic is whole");
    last = *d;
    snprintf(last_message, sizeof(last_message), "%s", d->message);
    snprintf(last_file, sizeof(last_file), "%s", d->file ? d->file : "");
    snprintf(last_opcode, sizeof(last_opcode), "%s", d->opcode_name ? d->opcode_name : "");
    reports++;
}

static enum kiln_result compile(const void *options)
{
    struct kiln_kernel *k = (struct kiln_kernel *)words;
    char message[256] = "?";
    enum kiln_result r = kiln_compile(words, count, options, &k, message, sizeof(message));
    ok((r == KILN_OK) == (k != NULL) && (r == KILN_OK) == !message[0],
       "a result, its kernel and its message agree");
    kiln_kernel_destroy(k);
    return r;
}

// What a program has that was compiled before most members came.
struct old_options {
    uint32_t size;
    const char *device, *entry_point;
};
// And when there were more. They are behind the padding of ours.
struct new_options {
    struct kiln_compile_options ours;
    uint64_t more[4];
};

static void sizes_of_options(void)
{
    struct {
        struct old_options o;
        unsigned char dirt[256];
    } old = {.o = {sizeof(old.o), "tgl", "main"}};
    memset(old.dirt, 0xff, sizeof(old.dirt));
    ok(compile(&old) == KILN_OK, "older options: what is behind them is not read");
    old.o.entry_point = "other";
    ok(compile(&old) == KILN_ERROR_NO_ENTRY_POINT, "older options: what they have is read");
    struct new_options newer = {.ours = {.size = sizeof(newer), .simd = 8}};
    ok(compile(&newer) == KILN_OK, "newer options whose new members are 0");
    newer.more[3] = 1;
    ok(compile(&newer) == KILN_ERROR_INVALID_ARGUMENT, "newer options that ask for something unknown");
    static const uint32_t none[] = {
        0, 1, 4, offsetof(struct kiln_compile_options, spec_constants) - 1, 4097, UINT32_MAX};
    for (unsigned i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        struct kiln_compile_options o = {.size = none[i]};
        uint8_t key[KILN_KEY_SIZE];
        ok(compile(&o) == KILN_ERROR_INVALID_ARGUMENT, "a size of no version");
        ok(kiln_compile_key(words, count, &o, key) == KILN_ERROR_INVALID_ARGUMENT, "and no key");
    }
}

static void sizes_of_results(void)
{
    struct {
        uint32_t size, pci_id, guard;
    } small = {8, 0, 77};
    ok(kiln_compiler_get_device(0, (struct kiln_compiler_device *)&small) && small.pci_id &&
           small.guard == 77 && small.size == 8,
       "an older structure gets what it has, and nothing behind it is written");
    struct {
        struct kiln_compiler_device d;
        uint64_t more;
    } large = {.d = {.size = sizeof(large)}, .more = 5};
    ok(kiln_compiler_get_device(0, &large.d) && !strcmp(large.d.name, "skl") && large.d.eus == 24 &&
           !large.more,
       "a newer one gets zeros");
    large.d.size = 3;
    ok(!kiln_compiler_get_device(0, &large.d), "a structure that does not hold its size gets nothing");
    large.d.size = sizeof(large);
    ok(!kiln_compiler_get_device(10000, &large.d) && !kiln_compiler_get_device(0, NULL), "no such device");
    struct kiln_module_entry e = {.size = sizeof(e)};
    struct kiln_module *m = kiln_module_create(words, count), *none = kiln_module_create(NULL, 100),
                       *head = kiln_module_create(words, 3);
    ok(kiln_module_get_entry(m, 0, &e) && !strcmp(e.name, "main") && e.local_size[0] == 256 &&
           !kiln_module_get_entry(m, 1, &e),
       "the module's entry point");
    ok(!kiln_module_get_entry(none, 0, &e) && !kiln_module_get_entry(head, 0, &e) &&
           !kiln_module_get_entry(NULL, 0, &e) && !kiln_module_get_entry(m, 0, NULL) &&
           !kiln_module_get_constant(m, 0, NULL),
       "none where there is no module");
    kiln_module_destroy(m);
    kiln_module_destroy(none);
    kiln_module_destroy(head);
    kiln_module_destroy(NULL);
}

// What a module that was damaged has is of no interest: that it is looked at without harm is.
static void look_into_damaged(void)
{
    uint32_t *copy = malloc(count * sizeof(*copy)), seed = 1, answers = 0, created = 0;
    for (uint32_t round = 0; copy && round < 2000; round++) {
        memcpy(copy, words, count * sizeof(*copy));
        for (unsigned n = 0; n < 4; n++) {
            seed = seed * 1664525 + 1013904223;
            copy[(seed >> 8) % count] ^= 1u << (seed >> 3) % 32 | (round % 2 ? seed : 0);
        }
        struct kiln_module *m = kiln_module_create(copy, round % count);
        struct kiln_module_entry e = {.size = sizeof(e)};
        struct kiln_module_constant c = {.size = sizeof(c)};
        for (uint32_t i = 0; kiln_module_get_entry(m, i, &e); i++)
            answers += (uint32_t)strlen(e.name) + 1;
        for (uint32_t i = 0; kiln_module_get_constant(m, i, &c); i++)
            answers += (uint32_t)strlen(c.name) + 1;
        created += m != NULL;
        kiln_module_destroy(m);
    }
    free(copy);
    ok(created == 2000 && answers > 2000, "2000 damaged modules");
}

static void nothings(void)
{
    struct kiln_kernel *k = (struct kiln_kernel *)words;
    void *blob;
    size_t size = 5;
    uint32_t lines = 5, groups = 7;
    uint8_t key[KILN_KEY_SIZE];
    ok(kiln_compile(NULL, 100, NULL, &k, NULL, 0) == KILN_ERROR_INVALID_ARGUMENT && !k, "no module");
    ok(kiln_compile(words, SIZE_MAX / 2, NULL, &k, NULL, 0) == KILN_ERROR_INVALID_ARGUMENT && !k,
       "more than memory");
    ok(kiln_compile(words, 0, NULL, &k, NULL, 0) == KILN_ERROR_INVALID_MODULE && !k, "an empty module");
    ok(kiln_compile(words, count, NULL, NULL, NULL, 0) == KILN_ERROR_INVALID_ARGUMENT,
       "nowhere to put a kernel");
    ok(kiln_compile_key(NULL, 4, NULL, key) && kiln_compile_key(words, count, NULL, NULL),
       "a key of or in nothing");
    kiln_kernel_destroy(NULL);
    ok(!kiln_kernel_get_info(NULL) && !kiln_kernel_get_bindings(NULL) && !kiln_kernel_get_code(NULL, &size) &&
           !size && !kiln_kernel_get_text(NULL, KILN_EMIT_ASM) && !kiln_kernel_get_lines(NULL, &lines) &&
           !lines && !kiln_kernel_get_file(NULL, 0) && !kiln_kernel_get_debug(NULL) &&
           !kiln_kernel_get_small(NULL, &groups) && !groups,
       "no kernel has nothing");
    ok(kiln_kernel_serialize(NULL, &blob, &size) == KILN_ERROR_INVALID_ARGUMENT, "no kernel is no blob");
    ok(kiln_kernel_deserialize(NULL, 100, &k) == KILN_ERROR_BAD_BLOB && !k &&
           kiln_kernel_deserialize(words, 8, NULL) == KILN_ERROR_INVALID_ARGUMENT,
       "no blob is no kernel");
}

static void wrong_options(void)
{
    uint32_t value = 1;
    const struct kiln_spec_constant no_data = {0, 4, NULL}, odd = {0, 3, &value};
    const struct kiln_compile_options wrong[] = {
        {.size = sizeof(wrong[0]), .spec_constant_count = 1},
        {.size = sizeof(wrong[0]), .spec_constant_count = UINT32_MAX, .spec_constants = &odd},
        {.size = sizeof(wrong[0]), .spec_constant_count = 1, .spec_constants = &no_data},
        {.size = sizeof(wrong[0]), .spec_constant_count = 1, .spec_constants = &odd},
        {.size = sizeof(wrong[0]), .ycbcr_count = 1},
        {.size = sizeof(wrong[0]), .dump = 1u << 31},
    };
    for (unsigned i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        ok(compile(&wrong[i]) == KILN_ERROR_INVALID_ARGUMENT, "an option that is none");
    struct kiln_compile_options o = {.size = sizeof(o), .device = "i740", .report = report, .user = words};
    ok(compile(&o) == KILN_ERROR_UNSUPPORTED && reports == 1 && last.result == KILN_ERROR_UNSUPPORTED &&
           last.instruction == KILN_NO_INSTRUCTION && strstr(last_message, "i740"),
       "no such device, as a diagnostic");
}

// Each word of the module damaged in turn: an error that says where, or a kernel.
static void damaged(void)
{
    struct kiln_compile_options o = {
        .size = sizeof(o), .stop_after = "llvm", .validate = true, .report = report, .user = words};
    unsigned placed = 0, errors = 0, lines = 0;
    for (size_t i = 0; i < count; i += 3) {
        uint32_t was = words[i];
        struct kiln_kernel *k;
        words[i] ^= 0x00010003;
        reports = 0;
        enum kiln_result r = kiln_compile(words, count, &o, &k, NULL, 0);
        words[i] = was;
        if (r != KILN_OK) {
            errors++;
            placed += reports == 1 && last.severity == KILN_SEVERITY_ERROR && last.result == (int32_t)r &&
                      last.instruction != KILN_NO_INSTRUCTION && last_opcode[0];
            lines += last_file[0] && last.line;
        }
        kiln_kernel_destroy(k);
    }
    printf("# %u damaged modules refused, %u with an instruction, %u with a line\n", errors, placed, lines);
    ok(errors > 20 && placed > errors / 2, "broken SPIR-V: diagnostics name the instruction");
    ok(lines > 2, "and the source line");
}

int main(int argc, char **argv)
{
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!f)
        return 1;
    count = fread(words, 4, sizeof(words) / 4, f);
    fclose(f);
    ok(kiln_compiler_interface() >> 16 == KILN_COMPILER_MAJOR,
       "the library is of the header's major version");
    sizes_of_options();
    sizes_of_results();
    nothings();
    wrong_options();
    damaged();
    look_into_damaged();
    ok(KILN_HAS(&last, message) && !KILN_HAS(&(struct kiln_diagnostic){.size = 8}, message), "KILN_HAS");
    printf("1..%u\n", tests);
    return failed != 0;
}
