// See stats_file.h.
#include "sim/chip/stats_file.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/dispatch/pool.h"
#include "sim/observe/observe.h"
#include "sim/chip/state.h"
#include "sim/observe/stats/stats.h"
#include "sim/sync/fence.h"
#include "util/env.h"
#include "util/file.h"
#include "util/float_env.h"
#include "util/fork.h"
#include "util/log.h"

enum {
    FIRST_NS = 200000000, // until what a device has done is worth writing
    SHARE = 50            // of the time goes into writing at most
};

struct sim_stats_files {
    struct sim_chip *chip;
    char *totals, *stats; // paths, or NULL
    struct sim_stats_log *log;
    atomic_llong next; // sim_now_ns() from which on they are written again
    pid_t process;
    pthread_mutex_t busy; // who writes
    uint64_t submissions; // that they know of
    bool held;            // by at_end(), which does not keep the lock meanwhile
    struct sim_stats_files *others;
};

KILN_STATIC_LOCK(lock);
static pthread_cond_t let_go = PTHREAD_COND_INITIALIZER;
static struct sim_stats_files *all;

// A path with %p replaced, or NULL if it is not set. False: memory is out.
static bool path_of(const char *named, char **path)
{
    char absolute[KILN_PATH_MAX];
    const char *s = named ? kiln_path_absolute(named, absolute) : NULL;
    *path = NULL;
    if (!s)
        return true;
    size_t size;
    FILE *f = open_memstream(path, &size);
    if (!f)
        return false;
    for (; *s; s++)
        if (s[0] == '%' && s[1] == 'p') {
            fprintf(f, "%ld", (long)getpid());
            s++;
        } else {
            fputc(*s, f);
        }
    return !fclose(f);
}

static void get_totals(const struct sim_chip *chip, struct sim_stats *out)
{
    sim_lock();
    *out = chip->stats;
    sim_unlock();
}

// The members have the names of struct sim_stats.
static void put_totals(const struct sim_chip *chip, const struct sim_stats *s, FILE *f)
{
    fprintf(f,
            "\"device\": \"%s\", \"eu_instructions\": %" PRIu64 ", \"eu_threads\": %" PRIu64
            ", \"thread_groups\": %" PRIu64 ", \"walkers\": %" PRIu64 ", \"submissions\": %" PRIu64
            ", \"send_messages\": %" PRIu64 ", \"walker_ns\": %" PRIu64 ", \"drains\": %" PRIu64,
            chip->devinfo->name, s->eu_instructions, s->eu_threads, s->thread_groups, s->walkers,
            s->submissions, s->send_messages, s->walker_ns, s->drains);
}

static void put(const struct sim_stats_files *s, const struct sim_stats *totals, bool log, FILE *f)
{
    fprintf(f, log ? "{\"kiln_stats\": 1, " : "{");
    put_totals(s->chip, totals, f);
    if (log) {
        fprintf(f, ",\n");
        sim_stats_log_write(s->log, s->chip->devinfo, f);
    }
    fprintf(f, "}\n");
}

// A file appears whole under its name; what is no ordinary file (a pipe, /dev/stderr, a link) is written at
// the end only.
static void write_file(const struct sim_stats_files *s, const struct sim_stats *totals, const char *variable,
                       const char *path, bool log, bool end)
{
    struct stat st;
    bool there = lstat(path, &st) == 0, ordinary = !there || S_ISREG(st.st_mode);
    if (!path[0] || (!ordinary && !end) || (there && ordinary && st.st_size && !totals->submissions))
        return;
    char *other = NULL;
    if (ordinary && asprintf(&other, "%s.%ld~", path, (long)getpid()) < 0)
        return;
    FILE *f = kiln_fopen(ordinary ? other : path, "w");
    struct kiln_file_limit limit = kiln_file_limit_begin();
    bool ok = f != NULL;
    if (f) {
        put(s, totals, log, f);
        ok = !ferror(f) & !fclose(f);
    }
    kiln_file_limit_end(&limit);
    if (ok && ordinary)
        ok = rename(other, path) == 0;
    if (!ok) {
        kiln_warn("%s=%s: %s", variable, path, strerror(errno));
        if (ordinary)
            unlink(other);
    }
    free(other);
}

// With s->busy; lets it go.
static void write_both(struct sim_stats_files *s, bool end)
{
    struct sim_stats totals;
    int64_t start = sim_now_ns();
    get_totals(s->chip, &totals);
    if (s->totals)
        write_file(s, &totals, "KILN_SIM_TOTALS", s->totals, false, end);
    if (s->log)
        write_file(s, &totals, "KILN_SIM_STATS", s->stats, true, end);
    s->submissions = totals.submissions;
    int64_t now = sim_now_ns(), pause = (now - start) * SHARE;
    atomic_store(&s->next, now + (pause > FIRST_NS ? pause : FIRST_NS));
    pthread_mutex_unlock(&s->busy);
}

// A child's copy of a device is its parent's to tell of.
static bool is_ours(const struct sim_stats_files *s)
{
    return s->process == getpid();
}

struct sim_stats_files *sim_stats_files_open(struct sim_chip *chip)
{
    char *totals, *stats = NULL;
    bool ok = path_of(chip->config.totals, &totals) && path_of(chip->config.stats, &stats);
    const bool wanted = !ok || totals || stats;
    struct sim_stats_files *s = ok && wanted ? calloc(1, sizeof(*s)) : NULL;
    struct sim_stats_log *log = s && stats ? sim_stats_log_create() : NULL;
    if (!s || (stats && !log)) {
        free(totals);
        free(stats);
        free(s);
        errno = wanted ? ENOMEM : 0;
        return NULL;
    }
    *s = (struct sim_stats_files){
        .chip = chip, .totals = totals, .stats = stats, .log = log, .process = getpid()};
    pthread_mutex_init(&s->busy, NULL);
    atomic_init(&s->next, sim_now_ns() + FIRST_NS);
    if (log)
        sim_observed_pool_log(chip->pool, log);
    kiln_lock(&lock);
    s->others = all;
    all = s;
    kiln_unlock(&lock);
    return s;
}

bool sim_stats_files_has_log(const struct sim_stats_files *s)
{
    return s && s->log;
}

void sim_stats_files_note(struct sim_stats_files *s)
{
    if (s && is_ours(s) && sim_now_ns() >= atomic_load(&s->next) && !pthread_mutex_trylock(&s->busy))
        write_both(s, false);
}

void sim_stats_files_note_close(struct sim_stats_files *s)
{
    struct sim_stats totals;
    if (!s || !is_ours(s))
        return;
    get_totals(s->chip, &totals);
    pthread_mutex_lock(&s->busy);
    if (totals.submissions != s->submissions)
        write_both(s, false);
    else
        pthread_mutex_unlock(&s->busy);
}

static void write_at_end(struct sim_stats_files *s)
{
    if (!is_ours(s))
        return;
    pthread_mutex_lock(&s->busy);
    write_both(s, true);
}

void sim_stats_files_close(struct sim_stats_files *s)
{
    if (!s)
        return;
    write_at_end(s);
    kiln_lock(&lock);
    while (s->held)
        kiln_lock_wait(&let_go, &lock);
    struct sim_stats_files **p = &all;
    while (*p != s)
        p = &(*p)->others;
    *p = s->others;
    kiln_unlock(&lock);
    sim_stats_log_destroy(s->log);
    pthread_mutex_destroy(&s->busy);
    free(s->totals);
    free(s->stats);
    free(s);
}

// Devices that are never closed: Python's, and of programs that call exit(). Their threads may still be at
// work.
__attribute__((destructor)) static void at_end(void)
{
    KILN_DEFAULT_FLOAT_ENV;
    kiln_lock(&lock);
    for (struct sim_stats_files *s = all; s; s = s->others) {
        s->held = true;
        kiln_unlock(&lock);
        write_at_end(s);
        kiln_lock(&lock);
        s->held = false;
        pthread_cond_broadcast(&let_go);
    }
    kiln_unlock(&lock);
}
