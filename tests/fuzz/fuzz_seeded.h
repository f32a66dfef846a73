// What a fuzz target with a mutator of its own shares with others like it: numbers from a seed, and a main()
// that runs inputs from files and mutations of them without libFuzzer. The seed of each mutation decides it
// alone.
#ifndef KILN_FUZZ_SEEDED_H
#define KILN_FUZZ_SEEDED_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static uint64_t fuzz_state = 1;

static inline uint32_t next(void)
{
    uint64_t z = (fuzz_state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (uint32_t)(z ^ (z >> 31));
}

static inline unsigned below(unsigned n)
{
    return next() % n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef KILN_FUZZ_MAIN

struct fuzz_target {
    const char *left; // the file that holds the input after a crash
    size_t max_size;  // bytes of an input
    size_t (*load)(const char *path, uint8_t *out, size_t max_size); // 0: cannot be read
    size_t (*mutate)(uint8_t *data, size_t size, size_t max_size);
};

static const struct fuzz_target *fuzz_target;
static uint8_t *fuzz_input;
static size_t fuzz_input_size;

// Leaves the input that did it behind.
static void fuzz_report(int sig)
{
    FILE *f = fopen(fuzz_target->left, "wb");
    if (f) {
        fwrite(fuzz_input, 1, fuzz_input_size, f);
        fclose(f);
    }
    printf("# signal %d; the input is in %s\nnot ok 1 - fuzz\n", sig, fuzz_target->left);
    fflush(stdout);
    _exit(1);
}

// argv: how many mutations, the seed, files. First runs all files as they are. False: wrong usage, or a file
// cannot be read.
static bool fuzz_seeded(const struct fuzz_target *t, int argc, char **argv)
{
    if (argc < 4)
        return false;
    long total = atol(argv[1]);
    uint64_t seed = strtoull(argv[2], NULL, 10);
    const int signals[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGALRM};
    fuzz_target = t;
    fuzz_input = malloc(t->max_size);
    if (!fuzz_input)
        return false;
    for (unsigned i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
        signal(signals[i], fuzz_report);
    for (long n = 0; n < total + argc - 3; n++) {
        fuzz_state = seed * 1000003 + (uint64_t)n;
        const char *path = argv[3 + (n < argc - 3 ? (uint32_t)n : next() % (uint32_t)(argc - 3))];
        fuzz_input_size = t->load(path, fuzz_input, t->max_size);
        if (!fuzz_input_size) {
            printf("# cannot read %s\nnot ok 1 - fuzz\n", path);
            return false;
        }
        if (n >= argc - 3)
            fuzz_input_size = t->mutate(fuzz_input, fuzz_input_size, t->max_size);
        alarm(20);
        LLVMFuzzerTestOneInput(fuzz_input, fuzz_input_size);
    }
    free(fuzz_input);
    return true;
}

#endif
#endif
