// The log of KILN_SIM_STATS. log_json.c writes it.
//
// A kernel is listed once, however often it runs: what its instructions did is summed up there. A walker's
// own record has no more than totals. Nothing in either depends on the host's time or threads.
//
// What a driver cuts into several walkers, and marks as one (struct sim_launch), has one record, so that
// counts do not depend on where it was cut.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/thread/kernel_note.h"
#include "sim/observe/stats/log.h"

struct sim_stats_log {
    pthread_mutex_t lock;
    struct sim_stats_kernel *kernels, **last;
    unsigned kernel_count;
    struct sim_stats_record *records, **last_record;
    struct sim_stats_record *open; // those that more may come of
    uint64_t dispatches;
};

// Walkers in flight may run in any order: a record is complete when its context is this many marks further.
enum { MARKS_IN_FLIGHT = 64 };

struct sim_stats_log *sim_stats_log_create(void)
{
    struct sim_stats_log *log = sim_cost_init() ? calloc(1, sizeof(*log)) : NULL;
    if (!log)
        return NULL;
    pthread_mutex_init(&log->lock, NULL);
    log->last = &log->kernels;
    log->last_record = &log->records;
    return log;
}

static void kernel_destroy(struct sim_stats_kernel *k)
{
    for (uint32_t i = 0; k->instructions && i < k->count; i++)
        free(k->instructions[i].text);
    free(k->instructions);
    free(k->note);
    free(k);
}

static void record_destroy(struct sim_stats_record *r)
{
    sim_profile_destroy(r->sum);
    free(r->text);
    free(r->labels);
    free(r->fault);
    free(r);
}

void sim_stats_log_destroy(struct sim_stats_log *log)
{
    if (!log)
        return;
    for (struct sim_stats_record *r = log->records, *next; r; r = next) {
        next = r->next;
        record_destroy(r);
    }
    for (struct sim_stats_kernel *k = log->kernels, *next; k; k = next) {
        next = k->next;
        kernel_destroy(k);
    }
    pthread_mutex_destroy(&log->lock);
    free(log);
}

// ---- kernels

static uint64_t hash_code(const uint8_t *code, uint32_t size) // FNV-1a
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (uint32_t i = 0; i < size; i++)
        h = (h ^ code[i]) * UINT64_C(1099511628211);
    return h;
}

static bool same_name(const struct sim_stats_kernel *k, const struct kiln_note *note)
{
    return k->note && note ? !strcmp(k->name, note->name) && !strcmp(k->note->title, note->title)
                           : !k->note && !note;
}

static bool list_instructions(struct sim_stats_kernel *k, const struct sim_program *p)
{
    k->instructions = calloc(p->count ? p->count : 1, sizeof(*k->instructions));
    if (!k->instructions)
        return false;
    for (uint32_t i = 0; i < p->count; i++) {
        const struct sim_uop *u = &p->uops[i];
        if (u->info->pseudo == SIM_PSEUDO_ARRIVE || !u->info->inst)
            continue;
        char text[256];
        struct sim_stats_instruction *in = &k->instructions[k->count++];
        in->uop = i;
        eu_print(p->target, u->info->inst, u->info->ip, text, sizeof(text));
        in->offset = u->info->ip;
        in->op = u->op;
        in->channels = u->n;
        in->text = strdup(text);
        if (k->note && !kiln_note_find_line(k->note, u->info->ip, &in->file, &in->line))
            in->file = NULL;
        if (!in->text)
            return false;
    }
    return true;
}

// The entry of the walker's kernel, and its number.
static struct sim_stats_kernel *find_kernel(struct sim_stats_log *log, const struct sim_dispatch *d,
                                            const uint8_t *code, unsigned *number)
{
    const struct sim_program *p = d->program;
    uint64_t hash = hash_code(code, p->size);
    struct kiln_note *note = sim_kernel_note_find(d->launch->pages, p->address);
    *number = 0;
    for (struct sim_stats_kernel *k = log->kernels; k; k = k->next, ++*number)
        if (k->hash == hash && k->size == p->size && k->simd == d->simd && same_name(k, note)) {
            free(note);
            return k;
        }
    struct sim_stats_kernel *k = calloc(1, sizeof(*k));
    if (!k) {
        free(note);
        return NULL;
    }
    *k = (struct sim_stats_kernel){.hash = hash, .size = p->size, .simd = d->simd, .note = note};
    k->name = note ? (char *)(uintptr_t)note->name : NULL;
    if (!list_instructions(k, p)) {
        kernel_destroy(k);
        return NULL;
    }
    *log->last = k;
    log->last = &k->next;
    log->kernel_count++;
    return k;
}

static void add_to_kernel(struct sim_stats_kernel *k, const struct sim_profile *profile)
{
    for (uint32_t i = 0; i < k->count; i++) {
        struct sim_uop_profile *to = &k->instructions[i].sum;
        const struct sim_uop_profile *c = &profile->uops[k->instructions[i].uop];
        to->executed += c->executed;
        to->channels += c->channels;
        to->divergent += c->divergent;
        to->taken += c->taken;
        to->passed += c->passed;
        to->clocks += c->clocks;
    }
}

// ---- dispatches

// Nothing more comes: its text is kept instead of its counts.
static void complete(struct sim_stats_record *r)
{
    size_t size;
    FILE *f = r->sum ? open_memstream(&r->text, &size) : NULL;
    if (!f)
        return;
    sim_stats_put_record(f, r);
    if (fclose(f)) {
        free(r->text);
        r->text = NULL;
        return;
    }
    sim_profile_destroy(r->sum);
    r->sum = NULL;
}

// Of the walker, if another part of the same dispatch has one. Completes those that it is far behind.
static struct sim_stats_record *find_record(struct sim_stats_log *log, const struct sim_stats_kernel *k,
                                            const struct sim_launch *w)
{
    struct sim_stats_record *found = NULL;
    for (struct sim_stats_record **p = &log->open, *r; w->mark && (r = *p);) {
        int32_t ahead = (int32_t)((w->mark - r->mark) << 10) >> 10; // marks have 22 bits
        if (r->context == w->context && ahead == 0 && r->kernel == k)
            found = r;
        if (r->context == w->context && (ahead > MARKS_IN_FLIGHT || ahead < -MARKS_IN_FLIGHT)) {
            complete(r);
            *p = r->next_open;
        } else {
            p = &r->next_open;
        }
    }
    return found;
}

static struct sim_stats_record *new_record(struct sim_stats_log *log, const struct sim_stats_kernel *k,
                                           unsigned number, const struct sim_dispatch *d)
{
    const struct sim_launch *w = d->launch;
    struct sim_stats_record *r = calloc(1, sizeof(*r));
    if (r)
        *r = (struct sim_stats_record){.index = log->dispatches,
                                       .sum = sim_profile_create(d->program),
                                       .kernel = k,
                                       .number = number,
                                       .context = w->context,
                                       .mark = w->mark,
                                       .of = {.threads = d->threads,
                                              .simd = d->simd,
                                              .slm_bytes = d->slm_bytes,
                                              .cross_regs = d->cross_regs,
                                              .per_thread_regs = d->per_thread_regs},
                                       .target = d->program->target,
                                       .draw = w->draw != NULL};
    if (!r || !r->sum) {
        free(r);
        return NULL;
    }
    memset(r->first, 0xff, sizeof(r->first));
    r->labels = sim_stats_labels(w->label);
    log->dispatches++;
    *log->last_record = r;
    log->last_record = &r->next;
    if (r->mark) {
        r->next_open = log->open;
        log->open = r;
    }
    return r;
}

static void add_groups(struct sim_stats_record *r, const struct sim_dispatch *d,
                       const struct sim_dispatch_stats *stats)
{
    for (unsigned i = 0; i < 3; i++) {
        uint32_t start = r->draw ? 0 : d->launch->first[i], end = start + d->count[i];
        r->first[i] = start < r->first[i] ? start : r->first[i];
        r->end[i] = end > r->end[i] ? end : r->end[i];
    }
    r->barriers += d->launch->barriers;
    r->barrier_kinds |= d->launch->barrier_kinds;
    r->groups += stats->thread_groups;
    r->threads += stats->eu_threads;
}

void sim_stats_log_walker(struct sim_stats_log *log, const struct sim_dispatch *d,
                          const struct sim_profile *profile, const uint8_t *code,
                          const struct sim_dispatch_stats *stats, const char *fault)
{
    unsigned number;
    pthread_mutex_lock(&log->lock);
    struct sim_stats_kernel *k = code ? find_kernel(log, d, code, &number) : NULL;
    struct sim_stats_record *r = k ? find_record(log, k, d->launch) : NULL;
    if (k && !r) {
        r = new_record(log, k, number, d);
        k->dispatches += r != NULL;
    }
    if (r) {
        add_to_kernel(k, profile);
        sim_profile_add(r->sum, profile);
        add_groups(r, d, stats);
        if (fault && !r->fault)
            r->fault = strdup(fault);
        if (!r->mark)
            complete(r);
    }
    pthread_mutex_unlock(&log->lock);
}

void sim_stats_log_write(struct sim_stats_log *log, const struct kiln_devinfo *info, FILE *f)
{
    unsigned n = 0;
    pthread_mutex_lock(&log->lock);
    sim_stats_put_model(f, info);
    fprintf(f, ",\n\"kernels\": [");
    for (const struct sim_stats_kernel *k = log->kernels; k; k = k->next) {
        fprintf(f, "%s\n ", n++ ? "," : "");
        sim_stats_put_kernel(f, k);
    }
    fprintf(f, "],\n\"dispatches\": [");
    for (const struct sim_stats_record *r = log->records; r; r = r->next)
        if (r->text)
            fputs(r->text, f);
        else
            sim_stats_put_record(f, r);
    fprintf(f, "\n]");
    pthread_mutex_unlock(&log->lock);
}
