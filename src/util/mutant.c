// See mutant.h. Built only with -Dmutants=true.
#include "util/mutant.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/env.h"
#include "util/file.h"
#include "util/fork.h"

enum { SEEN = 1 << 14, NAME = 160 };

KILN_STATIC_LOCK(lock);
static uint64_t seen[SEEN]; // hashes of the names that the log has
static int log_fd = -1;
static bool started;
static const char *chosen; // ",A,B,"

static void start(void)
{
    if (started)
        return;
    started = true;
    char absolute[KILN_PATH_MAX];
    const char *path = kiln_getenv_path("KILN_MUTANT_LOG", absolute), *names = kiln_getenv("KILN_MUTANT");
    if (path)
        log_fd = kiln_fd_lift(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    char *list = NULL;
    if (names && asprintf(&list, ",%s,", names) > 0)
        chosen = list;
}

static bool is_new(const char *name)
{
    uint64_t h = UINT64_C(1469598103934665603);
    for (const char *p = name; *p; p++)
        h = (h ^ (uint8_t)*p) * UINT64_C(1099511628211);
    h |= 1;
    for (unsigned i = (unsigned)(h >> 40) % SEEN;; i = (i + 1) % SEEN) {
        if (seen[i] == h)
            return false;
        if (!seen[i]) {
            seen[i] = h;
            return true;
        }
    }
}

static bool is_chosen(const char *name)
{
    char key[NAME + 2];
    snprintf(key, sizeof(key), ",%s,", name);
    kiln_lock(&lock);
    start();
    if (log_fd >= 0 && is_new(name)) {
        char line[NAME + 1];
        int n = snprintf(line, sizeof(line), "%s\n", name);
        if (write(log_fd, line, (size_t)n) != n)
            abort();
    }
    bool hit = chosen && strstr(chosen, key);
    kiln_unlock(&lock);
    return hit;
}

uint32_t kiln_mutant_bits(const char *file, int line, const char *what, uint32_t bits)
{
    const char *at = strstr(file, "src/");
    for (uint32_t left = bits; left; left &= left - 1) {
        char name[NAME];
        snprintf(name, sizeof(name), "line:%s:%d:%s:%d", at ? at : file, line, what, __builtin_ctz(left));
        if (is_chosen(name))
            bits &= ~(left & -left);
    }
    return bits;
}

bool kiln_mutant_at(const void *at, const char *what)
{
    Dl_info info;
    char name[NAME];
    if (!dladdr(at, &info) || !info.dli_fname)
        return false;
    const char *base = strrchr(info.dli_fname, '/');
    snprintf(name, sizeof(name), "code:%s:0x%lx:%s", base ? base + 1 : info.dli_fname,
             (unsigned long)((uintptr_t)at - (uintptr_t)info.dli_fbase), what);
    return is_chosen(name);
}

uint32_t kiln_mutant_bits_at(const void *at, const char *what, uint32_t bits)
{
    for (uint32_t left = bits; left; left &= left - 1) {
        char name[64];
        snprintf(name, sizeof(name), "%s:%d", what, __builtin_ctz(left));
        if (kiln_mutant_at(at, name))
            bits &= ~(left & -left);
    }
    return bits;
}
