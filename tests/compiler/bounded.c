// Compiles modules within small bounds of time and memory, one after the other in one process, and says what
// each took: `FILE RESULT MILLISECONDS MEGABYTES SLOWNESS MESSAGE`, by the thread's processor time and the
// process's peak above what it had before. For test_hostile.py and test_front.py.
//
// SLOWNESS: how many times as long as on the machine that the limits of those tests were measured on, idle, a
// fixed job takes around the compile; at least 1. Beside other work, a processor does half as much in a
// second.
//
// usage: bounded MS MB[:LEFT] FILE...      (LEFT: what may be abandoned in the process, in MB)
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compiler/support/guard.h"
#include "kiln/compiler.h"
#include "module_file.h"

static const double idle_job_ms = 14;

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

// Like a compile, it follows pointers through more memory than the nearest cache holds.
static double job_ms(void)
{
    enum { NODES = 1 << 15, STEPS = 1 << 21, STRIDE = 40503 };
    static struct node {
        struct node *next;
        uint64_t value[3];
    } nodes[NODES];
    double before = cpu();
    for (size_t i = 0; i < NODES; i++)
        nodes[i].next = &nodes[(i * STRIDE + 1) % NODES];
    struct node *n = nodes;
    for (size_t i = 0; i < STEPS; i++, n = n->next)
        n->value[i & 1] += i ^ n->value[2];
    return cpu() - before;
}

static double slowness(double job)
{
    return job > idle_job_ms ? job / idle_job_ms : 1;
}

static void compile(const char *path)
{
    static struct module_file file;
    char message[256] = "";
    struct kiln_kernel *k = NULL;
    free(file.words);
    file = module_file_read(path);
    double job = job_ms();
    reset_peak();
    double before = cpu();
    long had = status("VmRSS:");
    enum kiln_result r = kiln_compile(file.words, file.count, NULL, &k, message, sizeof(message));
    double took = cpu() - before;
    long peak = status("VmHWM:") - had;
    job = fmax(job, job_ms());
    printf("%s %d %.0f %ld %.2f %s\n", path, (int)r, took, peak >> 10, slowness(job), message);
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
