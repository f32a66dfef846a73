// Fuzzing of the compiler: whatever the words, a compile ends, in time, with a kernel or with an error that
// says why, of an invalid module with the instruction that breaks the rule; no crash, no leak, no output of
// ours that a validator of ours refuses. Half of the inputs are compiled with the validators.
//
// Mutations keep to the shape of SPIR-V, words in instructions, so that they reach past the parser: an
// operand becomes a neighbour, another id or a small number; instructions vanish, double, move, swap operands
// or turn into another opcode of the module. With libFuzzer (./dev fuzz) they are its custom mutator. With
// KILN_FUZZ_MAIN a main() applies them to the modules that it is given, `argv[1]` of them in all, from a
// fixed seed (argv[2]): the short form in tests/compiler. FUZZ_COMPILE=0 stops before code is generated,
// which is twenty times faster.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "kiln/compiler.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

#define MAX_WORDS (1u << 16)

static uint64_t state = 1;
static bool front_only;
static unsigned results[8]; // compiles by -kiln_result

static uint32_t next(void)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (uint32_t)(z ^ (z >> 31));
}

// Rules that no instruction breaks: of the header, and of what a module must have. And what LLVM's verifier
// alone finds, because SPIRV-Tools' does not get as far in this module.
static bool is_about_module(const char *message)
{
    static const char *const starts[] = {"not SPIR-V", "not a version", "the bound of ids",
                                         "invalid SPIR-V: ", "the module does not translate: "};
    for (unsigned n = 0; n < sizeof(starts) / sizeof(starts[0]); n++)
        if (!strncmp(message, starts[n], strlen(starts[n])))
            return true;
    return false;
}

static bool names_instruction(const char *message)
{
    unsigned index;
    return sscanf(message, "instruction %u", &index) == 1 && strstr(message, ": Op");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t words = size / 4;
    if (words > MAX_WORDS)
        return 0;
    // An exact copy on the heap, so that the sanitizer sees a read past the end.
    uint32_t *copy = malloc(words ? words * 4 : 4);
    char message[256] = "";
    if (!copy)
        abort();
    memcpy(copy, data, words * 4);
    uint32_t sum = 0;
    for (size_t n = 0; n < words; n++)
        sum += copy[n];
    struct kiln_compile_options options = {
        .size = sizeof(options), .stop_after = front_only ? "llvm" : NULL, .validate = sum & 1};
    // A quarter has its descriptors in heaps, mapped in some way.
    struct kiln_mapping maps[4] = {0};
    for (uint32_t n = 0; n < 4; n++)
        maps[n] = (struct kiln_mapping){.set = n,
                                        .binding_count = UINT32_MAX,
                                        .resources = UINT32_MAX,
                                        .source = (sum >> (4 + 3 * n)) % KILN_MAP_SOURCES,
                                        .place = {64 * n, 64, 64, 16, 32},
                                        .sampler = {32 * n, 32, 32, 24, 32},
                                        .packed_index = sum >> 16 & 1,
                                        .embedded = sum >> 17 & 1};
    if ((sum >> 1 & 3) == 3) {
        options.descriptor_heaps = true;
        options.mappings = maps;
        options.mapping_count = 4;
    }
    struct kiln_kernel *kernel = NULL;
    enum kiln_result r = kiln_compile(copy, words, &options, &kernel, message, sizeof(message));
    if ((r == KILN_OK) != (kernel != NULL) || (r != KILN_OK && !message[0]) || r == KILN_ERROR_INTERNAL ||
        (r == KILN_ERROR_INVALID_MODULE && !names_instruction(message) && !is_about_module(message))) {
        fprintf(stderr, "fuzz_spv: result %d, kernel %p: %s\n", r, (void *)kernel, message);
        abort();
    }
    results[-r & 7]++;
    kiln_kernel_destroy(kernel);
    free(copy);
    return 0;
}

// ---- mutations ----

struct module {
    uint32_t *words;
    uint32_t count, max;
    uint32_t starts[MAX_WORDS], inst_count; // of instructions
};

static void find_instructions(struct module *m)
{
    m->inst_count = 0;
    for (uint32_t at = 5; at < m->count;) {
        uint32_t n = m->words[at] >> 16;
        if (!n || n > m->count - at)
            return;
        m->starts[m->inst_count++] = at;
        at += n;
    }
}

static uint32_t length(const struct module *m, uint32_t at)
{
    return m->words[at] >> 16;
}

// Replaces n words at `at` by k words.
static bool splice(struct module *m, uint32_t at, uint32_t n, const uint32_t *with, uint32_t k)
{
    if (m->count - n + k > m->max)
        return false;
    memmove(m->words + at + k, m->words + at + n, (m->count - at - n) * 4);
    if (k)
        memcpy(m->words + at, with, k * 4);
    m->count = m->count - n + k;
    return true;
}

static uint32_t random_word(const struct module *m, uint32_t old)
{
    static const uint32_t specials[] = {0,  1,   2,   3,    4,          8,          16,        32,
                                        64, 255, 256, 1024, 0x7fffffff, 0x80000000, UINT32_MAX};
    switch (next() % 5) {
    case 0:
        return old + (next() % 7) - 3;
    case 1:
        return specials[next() % (sizeof(specials) / 4)];
    case 2:
        return old ^ (1u << next() % 32);
    default: // another id, most likely
        return m->count > 3 && m->words[3] ? next() % m->words[3] : next();
    }
}

// Another instruction with the opcode of the one at `a`, if a few tries find one: its operands are of the
// same kinds.
static uint32_t sibling(const struct module *m, uint32_t a)
{
    for (unsigned k = 0; k < 64; k++) {
        uint32_t b = m->starts[next() % m->inst_count];
        if (b != a && (m->words[b] & 0xffff) == (m->words[a] & 0xffff))
            return b;
    }
    return a;
}

static void mutate_once(struct module *m)
{
    find_instructions(m);
    if (!m->inst_count || next() % 40 == 0) { // a wild word, or an end
        if (next() % 4 == 0)
            m->count = m->count ? next() % m->count : 0;
        else if (m->count)
            m->words[next() % m->count] = random_word(m, 1);
        return;
    }
    uint32_t a = m->starts[next() % m->inst_count];
    uint32_t b = next() % 4 ? sibling(m, a) : m->starts[next() % m->inst_count];
    uint32_t na = length(m, a), nb = length(m, b), tmp[256];
    switch (next() % 16) {
    case 0: // vanish
        splice(m, a, na, NULL, 0);
        break;
    case 1: // double, elsewhere
        if (na <= 256) {
            memcpy(tmp, m->words + a, na * 4);
            splice(m, b, 0, tmp, na);
        }
        break;
    case 2: // another opcode
        m->words[a] = (m->words[a] & 0xffff0000) | (m->words[b] & 0xffff);
        break;
    case 3: // operands of another instruction
        for (uint32_t n = 1; n < na && n < nb; n++)
            if (next() % 2)
                m->words[a + n] = m->words[b + n];
        break;
    case 4: // longer or shorter
        if (na > 1 && next() % 2 && splice(m, a + na - 1, 1, NULL, 0))
            m->words[a] -= 0x10000;
        else if (splice(m, a + na, 0, &(uint32_t){random_word(m, 1)}, 1))
            m->words[a] += 0x10000;
        break;
    case 5: // swap two operands
        if (na > 2) {
            uint32_t x = a + 1 + next() % (na - 1), y = a + 1 + next() % (na - 1), t = m->words[x];
            m->words[x] = m->words[y];
            m->words[y] = t;
        }
        break;
    case 6: // change places
        if (b > a && na + nb <= 256) {
            memcpy(tmp, m->words + a, na * 4);
            memcpy(tmp + na, m->words + b, nb * 4);
            memmove(m->words + a + nb, m->words + a + na, (b - a - na) * 4);
            memcpy(m->words + a, tmp + na, nb * 4);
            memcpy(m->words + b + nb - na, tmp, na * 4);
        }
        break;
    case 7:
    case 8: // one operand
        if (na > 1) {
            uint32_t x = a + 1 + next() % (na - 1);
            m->words[x] = random_word(m, m->words[x]);
        }
        break;
    default: // one operand of another instruction, but not the result's id
        if (na > 1 && nb > 1) {
            uint32_t n = 1 + next() % ((na < nb ? na : nb) - 1);
            m->words[a + n] = m->words[b + n];
        }
    }
}

static size_t mutate(uint32_t *words, size_t count, size_t max)
{
    static _Thread_local struct module m;
    m.words = words;
    m.count = (uint32_t)(count < MAX_WORDS ? count : MAX_WORDS);
    m.max = (uint32_t)(max < MAX_WORDS ? max : MAX_WORDS);
    for (unsigned k = 0, n = 1 + next() % 3; k < n; k++)
        mutate_once(&m);
    return m.count;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    static uint32_t words[MAX_WORDS];
    size_t count = size / 4 < MAX_WORDS ? size / 4 : MAX_WORDS;
    state = seed;
    memcpy(words, data, count * 4);
    count = mutate(words, count, max_size / 4);
    memcpy(data, words, count * 4);
    return count * 4;
}

#ifdef KILN_FUZZ_MAIN

static uint32_t input[MAX_WORDS];
static size_t input_words;

// Leaves the words of a crash or a hang behind.
static void report(int signal)
{
    const char *path = getenv("FUZZ_CRASH");
    FILE *f = fopen(path ? path : "/tmp/fuzz_spv.crash.spv", "wb");
    if (f) {
        fwrite(input, 4, input_words, f);
        fclose(f);
    }
    const char *what = signal == SIGPROF ? "hangs" : "crashes";
    fprintf(stderr, "# a mutation %s: %s\nnot ok 1 - fuzz\n", what, path ? path : "/tmp/fuzz_spv.crash.spv");
    _exit(1);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    long total = atol(argv[1]);
    uint64_t seed = strtoull(argv[2], NULL, 10);
    front_only = getenv("FUZZ_COMPILE") && !strcmp(getenv("FUZZ_COMPILE"), "0");
    signal(SIGSEGV, report);
    signal(SIGABRT, report);
    signal(SIGFPE, report);
    signal(SIGBUS, report);
    signal(SIGILL, report);
    signal(SIGPROF, report);
    for (long n = 0; n < total; n++) {
        state = seed * 1000003 + (uint64_t)n;
        const char *path = argv[3 + next() % (uint32_t)(argc - 3)];
        FILE *f = fopen(path, "rb");
        if (!f) {
            fprintf(stderr, "cannot read %s\n", path);
            return 1;
        }
        size_t words = fread(input, 4, MAX_WORDS, f);
        fclose(f);
        input_words = mutate(input, words, MAX_WORDS);
        setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = 20}, NULL);
        LLVMFuzzerTestOneInput((const uint8_t *)input, input_words * 4);
    }
    printf("# %u compiled, %u invalid, %u unsupported, %u without the entry point, %u over a limit\nok 1 - "
           "fuzz\n1..1\n",
           results[0], results[1], results[2], results[4], results[7]);
    return results[0] ? 0 : 1; // all refused: the mutations would test nothing but the parser
}

#endif
