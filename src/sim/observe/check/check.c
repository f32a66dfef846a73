// See check.h. What KILN_SIM_CHECK requests, and the totals in the end.
#include "sim/observe/check/state.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/config/config.h"
#include "util/env.h"
#include "util/file.h"
#include "util/fork.h"
#include "util/log.h"

// Of KILN_SIM_CHECK: the classes, the other flags, and what is neither.
const char *const check_words[] = {"race", "oob",   "uninit", "barrier", "stale",
                                   "same", "abort", "all",    "limit=",  "exit="};

// exit=N: what the process ends with if there were findings; zero: with what it wants.
static int exit_if_found, exit_now;

// Programs that end without closing the device get their totals too, while it may be at work: what is told is
// under this lock.
KILN_STATIC_LOCK(all_lock);
static struct sim_check *all;

void check_lock(void)
{
    kiln_lock(&all_lock);
}

void check_unlock(void)
{
    kiln_unlock(&all_lock);
}

// ---- what was requested

// The loader closes the driver with the last instance: at_end() is for the end of the process.
static bool stay_to_the_end(void)
{
    Dl_info us;
    return dladdr(&exit_if_found, &us) && dlopen(us.dli_fname, RTLD_NOW | RTLD_NODELETE);
}

static bool parse_word(struct sim_check *c, const char *w, size_t n)
{
    for (unsigned i = 0; i < CHECK_FLAGS; i++)
        if (n == strlen(check_words[i]) && !memcmp(w, check_words[i], n)) {
            c->flags |= 1u << i;
            return true;
        }
    if (n == 3 && !memcmp(w, "all", 3)) {
        c->flags |= (1u << CHECK_CLASSES) - 1;
        return true;
    }
    if (n > 6 && !memcmp(w, "limit=", 6)) {
        char *end;
        c->limit = (unsigned)strtoul(w + 6, &end, 10);
        return end == w + n;
    }
    if (n > 5 && n < 9 && !memcmp(w, "exit=", 5)) {
        char *end;
        unsigned long status = strtoul(w + 5, &end, 10);
        exit_if_found = status < 256 && end == w + n ? (int)status : 0;
        return exit_if_found && stay_to_the_end();
    }
    return false;
}

static bool parse(struct sim_check *c, const char *s)
{
    bool ok = true;
    for (size_t n; *s; s += n + (s[n] == ',')) {
        n = strcspn(s, ",");
        if (!n || parse_word(c, s, n))
            continue;
        unsigned changes;
        const char *near =
            kiln_nearest(s, n, check_words, sizeof(check_words) / sizeof(check_words[0]), &changes);
        kiln_warn_once(
            "KILN_SIM_CHECK: there is no \"%.*s\"%s%s%s (there are race, oob, uninit, barrier, stale, "
            "all; same, abort, limit=N, "
            "exit=1 to 255)",
            n < 40 ? (int)n : 40, s, near ? ": \"" : "", near ? near : "", near ? "\"?" : "");
        ok = false;
    }
    return ok;
}

static void open_output(struct sim_check *c, const char *name)
{
    char absolute[KILN_PATH_MAX];
    c->out = stderr;
    if (!name)
        return;
    FILE *f = kiln_fopen(kiln_path_absolute(name, absolute), "a");
    if (f) {
        setvbuf(f, NULL, _IOLBF, 0);
        c->out = f;
    } else {
        kiln_warn_once("cannot write KILN_SIM_CHECK_FILE %s", name);
    }
}

struct sim_check *sim_check_create(const struct sim_config *config)
{
    const char *s = config->check;
    if (!s || !strcmp(s, "0"))
        return NULL;
    struct sim_check *c = calloc(1, sizeof(*c));
    if (!c)
        return NULL;
    c->limit = 100;
    if (!parse(c, s)) {
        free(c);
        errno = ENOTSUP;
        return NULL;
    }
    c->slm_undefined = malloc(SIM_SLM_BYTES);
    if (!(c->flags & ((1u << CHECK_CLASSES) - 1)) || !c->slm_undefined ||
        (check_on(c, CHECK_UNINIT) && !check_values_create(c))) {
        free(c->slm_undefined);
        free(c);
        return NULL;
    }
    open_output(c, config->check_file);
    check_access_reset(c);
    kiln_lock(&all_lock);
    c->next = all;
    all = c;
    kiln_unlock(&all_lock);
    return c;
}

static void summary(struct sim_check *c)
{
    uint64_t sum = 0;
    if (!c->kernels.count)
        return; // nothing ran
    for (unsigned i = 0; i < CHECK_CLASSES; i++)
        sum += c->total[i];
    for (size_t i = 0; i < c->reports.count; i++)
        if (c->reports.data[i].count > 1)
            fprintf(c->out, "kiln-check: %llu times: %s\n", (unsigned long long)c->reports.data[i].count,
                    c->reports.data[i].head);
    fprintf(c->out, "kiln-check: %zu reports (%llu findings)%s", c->reports.count, (unsigned long long)sum,
            sum ? ":" : "");
    for (unsigned i = 0; i < CHECK_CLASSES; i++)
        if (c->total[i])
            fprintf(c->out, " %s %llu", check_words[i], (unsigned long long)c->total[i]);
    fprintf(c->out, "\n");
    fflush(c->out);
    if (sum)
        exit_now = exit_if_found;
}

void sim_check_destroy(struct sim_check *c)
{
    if (!c)
        return;
    kiln_lock(&all_lock);
    for (struct sim_check **p = &all; *p; p = &(*p)->next)
        if (*p == c) {
            *p = c->next;
            break;
        }
    kiln_unlock(&all_lock);
    summary(c);
    if (c->out != stderr)
        fclose(c->out);
    for (size_t i = 0; i < c->kernels.count; i++)
        free(c->kernels.data[i].note);
    for (unsigned i = 0; i < SIM_SLM_BYTES / 4096; i++)
        free(c->slm[i].cells);
    check_pages_free(&c->memory);
    check_pages_free(&c->scratch_pages);
    vec_free(&c->kernels);
    vec_free(&c->reports);
    vec_free(&c->groups);
    free(c->records);
    free(c->values);
    free(c->slm_undefined);
    free(c);
}

__attribute__((destructor)) static void at_end(void)
{
    kiln_lock(&all_lock);
    for (struct sim_check *c = all; c; c = c->next)
        summary(c);
    all = NULL;
    kiln_unlock(&all_lock);
    if (exit_now) {
        fflush(NULL);
        _exit(exit_now);
    }
}
