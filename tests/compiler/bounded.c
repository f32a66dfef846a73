// Compiles modules within small bounds of time and memory, one after the other in one process, and says what
// each took: `FILE RESULT MILLISECONDS MEGABYTES MESSAGE`, by the thread's processor time and the process's
// peak above what it had before. For test_hostile.py.
//
// usage: bounded MS MB[:LEFT] FILE...      (LEFT: what may be abandoned in the process, in MB)
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compiler/support/guard.h"
#include "kiln/compiler.h"
#include "module_file.h"

static long status(const char *key)
{
    char line[256];
    long kb = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof(line), f))
        if (!strncmp(line, key, strlen(key)))
            kb = atol(line + strlen(key));
    if (f)
        fclose(f);
    return kb;
}

static void reset_peak(void)
{
    FILE *f = fopen("/proc/self/clear_refs", "w");
    malloc_trim(0);
    if (f) {
        fputs("5", f);
        fclose(f);
    }
}

static double cpu(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
    return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec * 1e-6;
}

static void compile(const char *path)
{
    static struct module_file file;
    char message[256] = "";
    struct kiln_kernel *k = NULL;
    free(file.words);
    file = module_file_read(path);
    reset_peak();
    double before = cpu();
    long had = status("VmRSS:");
    enum kiln_result r = kiln_compile(file.words, file.count, NULL, &k, message, sizeof(message));
    printf("%s %d %.0f %ld %s\n", path, (int)r, cpu() - before, (status("VmHWM:") - had) >> 10, message);
    fflush(stdout);
    kiln_kernel_destroy(k);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    struct guard_bounds b = *guard_get_bounds();
    b.ms = strtoull(argv[1], NULL, 10);
    char *end;
    b.bytes = (size_t)strtoull(argv[2], &end, 10) << 20;
    if (*end == ':')
        b.abandoned = (size_t)strtoull(end + 1, NULL, 10) << 20;
    guard_set_bounds(&b);
    for (int i = 3; i < argc; i++)
        compile(argv[i]);
    return 0;
}
