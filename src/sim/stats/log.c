// The log of KILN_SIM_STATS as JSON. docs/stats.md describes the members.
//
// A kernel is listed once, however often it runs: what its instructions did is summed up there. A walker's
// own record has no more than totals. Nothing in either depends on the host's time or threads.
//
// What a driver cuts into several walkers, and marks as one (struct sim_walker), has one record, so that
// counts do not depend on where it was cut.
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/thread/kernel_note.h"
#include "sim/stats/stats.h"

struct instruction {
    uint32_t offset;
    uint32_t uop;         // of the program
    uint8_t op, channels; // its execution size
    char *text;
    const char *file; // of the note; NULL: not known
    uint32_t line;
    struct sim_uop_profile sum;
};

struct kernel {
    uint64_t hash;
    uint32_t size; // bytes of code
    unsigned simd;
    char *name;             // NULL: it has no note
    struct kiln_note *note; // or NULL
    struct instruction *instructions;
    uint32_t count;
    uint64_t dispatches;
    struct kernel *next;
};

// What was one dispatch for whoever launched it.
struct record {
    struct record *next, *next_open;
    uint64_t index;
    char *text;              // NULL: more of it may come
    struct sim_profile *sum; // what came so far
    const struct kernel *kernel;
    unsigned number; // the kernel's
    uint64_t context;
    uint32_t mark;
    uint32_t first[3], end[3]; // groups: the box around all parts
    uint64_t groups, threads;
    struct sim_dispatch of; // its members that all parts share
    const struct kiln_devinfo *devinfo;
    bool draw;
    char *fault; // or NULL
};

struct sim_stats_log {
    pthread_mutex_t lock;
    struct kernel *kernels, **last;
    unsigned kernel_count;
    struct record *records, **last_record;
    struct record *open; // those that more may come of
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

static void kernel_destroy(struct kernel *k)
{
    for (uint32_t i = 0; k->instructions && i < k->count; i++)
        free(k->instructions[i].text);
    free(k->instructions);
    free(k->note);
    free(k);
}

static void record_destroy(struct record *r)
{
    sim_profile_destroy(r->sum);
    free(r->text);
    free(r->fault);
    free(r);
}

void sim_stats_log_destroy(struct sim_stats_log *log)
{
    if (!log)
        return;
    for (struct record *r = log->records, *next; r; r = next) {
        next = r->next;
        record_destroy(r);
    }
    for (struct kernel *k = log->kernels, *next; k; k = next) {
        next = k->next;
        kernel_destroy(k);
    }
    pthread_mutex_destroy(&log->lock);
    free(log);
}

static void put_string(FILE *f, const char *s)
{
    fputc('"', f);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\')
            fprintf(f, "\\%c", c);
        else if (c < 0x20 || c >= 0x7f) // bytes that are not ASCII: as Latin-1, which is always valid
            fprintf(f, "\\u%04x", c);
        else
            fputc(c, f);
    }
    fputc('"', f);
}

static void put_u64(FILE *f, const char *name, uint64_t v)
{
    fprintf(f, "\"%s\": %" PRIu64, name, v);
}

// ---- kernels

static uint64_t hash_code(const uint8_t *code, uint32_t size) // FNV-1a
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (uint32_t i = 0; i < size; i++)
        h = (h ^ code[i]) * UINT64_C(1099511628211);
    return h;
}

static bool same_name(const struct kernel *k, const struct kiln_note *note)
{
    return k->note && note ? !strcmp(k->name, note->name) && !strcmp(k->note->title, note->title)
                           : !k->note && !note;
}

static bool list_instructions(struct kernel *k, const struct sim_program *p)
{
    k->instructions = calloc(p->count ? p->count : 1, sizeof(*k->instructions));
    if (!k->instructions)
        return false;
    for (uint32_t i = 0; i < p->count; i++) {
        const struct sim_uop *u = &p->uops[i];
        if (u->info->pseudo == SIM_PSEUDO_ARRIVE || !u->info->inst)
            continue;
        char text[256];
        struct instruction *in = &k->instructions[k->count++];
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
static struct kernel *find_kernel(struct sim_stats_log *log, const struct sim_dispatch *d,
                                  const uint8_t *code, unsigned *number)
{
    const struct sim_program *p = d->program;
    uint64_t hash = hash_code(code, p->size);
    struct kiln_note *note = sim_kernel_note_find(d->walker->pages, p->address);
    *number = 0;
    for (struct kernel *k = log->kernels; k; k = k->next, ++*number)
        if (k->hash == hash && k->size == p->size && k->simd == d->simd && same_name(k, note)) {
            free(note);
            return k;
        }
    struct kernel *k = calloc(1, sizeof(*k));
    if (!k) {
        free(note);
        return NULL;
    }
    *k = (struct kernel){.hash = hash, .size = p->size, .simd = d->simd, .note = note};
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

static void add_to_kernel(struct kernel *k, const struct sim_profile *profile)
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

static void put_kernel(FILE *f, const struct kernel *k)
{
    fprintf(f, "{\"name\": ");
    put_string(f, k->name ? k->name : "");
    fprintf(f, ", \"title\": ");
    put_string(f, k->note ? k->note->title : "");
    fprintf(f, ", \"hash\": \"%016" PRIx64 "\", \"simd\": %u, \"code_bytes\": %u, \"dispatches\": %" PRIu64,
            k->hash, k->simd, k->size, k->dispatches);
    if (k->note)
        fprintf(f, ", \"local_size\": [%u, %u, %u]", k->note->local_size[0], k->note->local_size[1],
                k->note->local_size[2]);
    fprintf(f, ",\n  \"instructions\": [");
    for (uint32_t i = 0; i < k->count; i++) {
        const struct instruction *in = &k->instructions[i];
        fprintf(f, "%s\n   {\"offset\": %u, \"text\": ", i ? "," : "", in->offset);
        put_string(f, in->text);
        if (in->file) {
            fprintf(f, ", \"file\": ");
            put_string(f, in->file);
            fprintf(f, ", \"line\": %u", in->line);
        }
        fprintf(f,
                ", \"executed\": %" PRIu64 ", \"channels\": %" PRIu64 ", \"width\": %u, \"clocks\": %" PRIu64,
                in->sum.executed, in->sum.channels, in->channels, in->sum.clocks);
        if (in->sum.divergent | in->sum.taken | in->sum.passed)
            fprintf(f, ", \"divergent\": %" PRIu64 ", \"uniform\": %" PRIu64, in->sum.divergent,
                    in->sum.taken + in->sum.passed);
        fprintf(f, "}");
    }
    fprintf(f, "]}");
}

// ---- dispatches

static unsigned simd8(const struct instruction *in)
{
    return in->channels > 8 ? in->channels / 8u : 1;
}

static void put_opcodes(FILE *f, const struct kernel *k, const struct sim_profile *p)
{
    uint64_t executed[EU_OP_COUNT] = {0}, wide[EU_OP_COUNT] = {0}, total = 0, total_wide = 0, channels = 0,
             width = 0, divergent = 0, uniform = 0;
    for (uint32_t i = 0; i < k->count; i++) {
        const struct instruction *u = &k->instructions[i];
        const struct sim_uop_profile *c = &p->uops[u->uop];
        executed[u->op] += c->executed;
        wide[u->op] += c->executed * simd8(u);
        total += c->executed;
        total_wide += c->executed * simd8(u);
        channels += c->channels;
        width += c->executed * u->channels;
        divergent += c->divergent;
        uniform += c->taken + c->passed;
    }
    fprintf(f, ", \"instructions\": %" PRIu64 ", \"simd8_instructions\": %" PRIu64 ", \"opcodes\": {", total,
            total_wide);
    bool first = true;
    for (unsigned op = 0; op < EU_OP_COUNT; op++) {
        if (!executed[op])
            continue;
        fprintf(f, "%s\"%s\": {\"instructions\": %" PRIu64 ", \"simd8\": %" PRIu64 "}", first ? "" : ", ",
                eu_op_name(op), executed[op], wide[op]);
        first = false;
    }
    fprintf(f,
            "}, \"lanes\": {\"enabled\": %" PRIu64 ", \"width\": %" PRIu64 ", \"utilization\": %.6f}, "
            "\"branches\": {\"uniform\": %" PRIu64 ", \"divergent\": %" PRIu64 "}",
            channels, width, width ? (double)channels / (double)width : 0, uniform, divergent);
}

static void put_sends(FILE *f, const struct sim_profile *p)
{
    bool first = true;
    fprintf(f, ", \"sends\": {");
    for (unsigned i = 0; i < SIM_MESSAGE_KINDS; i++) {
        if (!p->sends[i])
            continue;
        const char *name = sim_message_kind_name(i);
        fprintf(f, "%s\"%s\": %" PRIu64, first ? "" : ", ", name ? name : "other sampler message",
                p->sends[i]);
        first = false;
    }
    fprintf(f, "}");
}

static const struct kiln_note_binding *binding_of(const struct kiln_note *note, unsigned bti)
{
    for (uint32_t i = 0; note && i < note->binding_count; i++)
        if (bti >= note->bindings[i].bti && bti - note->bindings[i].bti < note->bindings[i].count)
            return &note->bindings[i];
    return NULL;
}

static void put_space(FILE *f, unsigned i, const struct kiln_note *note)
{
    const struct kiln_note_binding *b = i < EU_BTI_BINDLESS ? binding_of(note, i) : NULL;
    switch (i) {
    case SIM_SPACE_A64:
        fprintf(f, "\"A64\"");
        return;
    case SIM_SPACE_SCRATCH:
        fprintf(f, "\"scratch\"");
        return;
    case EU_BTI_SLM:
        fprintf(f, "\"SLM\"");
        return;
    case EU_BTI_BINDLESS:
        fprintf(f, "\"bindless\"");
        return;
    case EU_BTI_STATELESS:
    case EU_BTI_STATELESS_NONCOHERENT:
        fprintf(f, "\"stateless\"");
        return;
    default:
        fprintf(f, "\"bti %u\"", i);
    }
    if (!b)
        return;
    if (b->set == KILN_NOTE_PUSH_CONSTANTS)
        fprintf(f, ", \"what\": \"push constants\"");
    else if (b->set == KILN_NOTE_CONSTANTS)
        fprintf(f, ", \"what\": \"constant data\"");
    else
        fprintf(f, ", \"set\": %u, \"binding\": %u", b->set, b->binding);
}

static void put_surfaces(FILE *f, const struct sim_profile *p, const struct kiln_note *note)
{
    bool first = true;
    uint64_t read = 0, written = 0;
    fprintf(f, ", \"surfaces\": [");
    for (unsigned i = 0; i < SIM_SPACES; i++) {
        const struct sim_traffic *t = &p->space[i];
        if (!t->messages)
            continue;
        fprintf(f, "%s{\"space\": ", first ? "" : ", ");
        put_space(f, i, note);
        fprintf(f,
                ", \"messages\": %" PRIu64 ", \"read\": %" PRIu64 ", \"written\": %" PRIu64
                ", \"atomics\": %" PRIu64 ", \"dropped\": %" PRIu64 ", \"lines\": %" PRIu64 "}",
                t->messages, t->read, t->written, t->atomics, t->dropped, t->lines);
        if (i != EU_BTI_SLM) {
            read += t->read;
            written += t->written;
        }
        first = false;
    }
    fprintf(f,
            "], \"bytes\": {\"read\": %" PRIu64 ", \"written\": %" PRIu64 ", \"footprint_read\": %" PRIu64
            ", \"footprint_written\": %" PRIu64 "}",
            read, written, p->demand.lines_read * 64, p->demand.lines_written * 64);
    fprintf(f,
            ", \"slm\": {\"messages\": %" PRIu64 ", \"accesses\": %" PRIu64 ", \"clocks\": %" PRIu64
            ", \"ideal_clocks\": %" PRIu64 ", \"conflict_clocks\": %" PRIu64 ", \"worst\": %" PRIu64 "}",
            p->slm.messages, p->slm.accesses, p->slm.clocks, p->slm.ideal, p->slm.clocks - p->slm.ideal,
            p->slm.worst);
}

static void put_model(FILE *f, const struct sim_demand *d, const struct kiln_devinfo *info)
{
    struct sim_estimate e;
    sim_estimate(d, info, &e);
    fprintf(f, ", \"estimate\": {\"clocks\": %.1f, \"microseconds\": %.3f, \"bound\": \"%s\", \"bounds\": {",
            e.clocks, e.clocks / sim_cost_now.MEGAHERTZ, sim_bound_name(e.largest));
    for (unsigned i = 0; i < SIM_BOUNDS; i++)
        fprintf(f, "%s\"%s\": %.1f", i ? ", " : "", sim_bound_name(i), e.bound[i]);
    fprintf(f,
            "}, \"groups_at_once\": %u, \"threads_at_once\": %u, \"eus\": %u, \"subslices\": %u, "
            "\"occupancy\": %.4f, "
            "\"pipe_clocks\": {\"any\": %" PRIu64 ", \"em\": %" PRIu64 "}, \"thread_clocks\": %.1f}",
            e.groups_at_once, e.threads_at_once, e.eus, e.subslices, e.occupancy, d->pipe[SIM_PIPE_ANY],
            d->pipe[SIM_PIPE_EM], d->groups ? (double)d->group_clocks / (double)d->groups : 0);
}

static void put_record(FILE *f, const struct record *r)
{
    const struct kernel *k = r->kernel;
    struct sim_profile p = *r->sum;
    p.demand = sim_profile_demand(r->sum, &r->of);
    fprintf(f,
            "%s\n {\"index\": %" PRIu64 ", \"kind\": \"%s\", \"kernel\": %u, \"name\": ", r->index ? "," : "",
            r->index, r->draw ? "draw" : "compute", r->number);
    put_string(f, k->name ? k->name : "");
    fprintf(f, ", \"title\": ");
    put_string(f, k->note ? k->note->title : "");
    fprintf(f,
            ", \"hash\": \"%016" PRIx64 "\", \"grid\": [%u, %u, %u], \"simd\": %u, \"group_threads\": %u, ",
            k->hash, r->end[0] - r->first[0], r->end[1] - r->first[1], r->end[2] - r->first[2], r->of.simd,
            r->of.threads);
    put_u64(f, "groups", r->groups);
    fprintf(f, ", \"slm_bytes\": %u, ", r->of.slm_bytes);
    put_u64(f, "threads", r->threads);
    put_opcodes(f, k, &p);
    fprintf(f, ", \"barriers\": %" PRIu64 ", \"flops\": %" PRIu64, p.barriers, p.flops);
    put_sends(f, &p);
    put_surfaces(f, &p, k->note);
    put_model(f, &p.demand, r->devinfo);
    if (r->fault) {
        fprintf(f, ", \"fault\": ");
        put_string(f, r->fault);
    }
    if (p.failed)
        fprintf(f, ", \"incomplete\": true");
    fprintf(f, "}");
}

// Nothing more comes: its text is kept instead of its counts.
static void complete(struct record *r)
{
    size_t size;
    FILE *f = r->sum ? open_memstream(&r->text, &size) : NULL;
    if (!f)
        return;
    put_record(f, r);
    if (fclose(f)) {
        free(r->text);
        r->text = NULL;
        return;
    }
    sim_profile_destroy(r->sum);
    r->sum = NULL;
}

// Of the walker, if another part of the same dispatch has one. Completes those that it is far behind.
static struct record *find_record(struct sim_stats_log *log, const struct kernel *k,
                                  const struct sim_walker *w)
{
    struct record *found = NULL;
    for (struct record **p = &log->open, *r; w->mark && (r = *p);) {
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

static struct record *new_record(struct sim_stats_log *log, const struct kernel *k, unsigned number,
                                 const struct sim_dispatch *d)
{
    const struct sim_walker *w = d->walker;
    struct record *r = calloc(1, sizeof(*r));
    if (r)
        *r = (struct record){.index = log->dispatches,
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
                             .devinfo = w->devinfo ? w->devinfo : kiln_devinfo_from_name("skl"),
                             .draw = w->draw != NULL};
    if (!r || !r->sum) {
        free(r);
        return NULL;
    }
    memset(r->first, 0xff, sizeof(r->first));
    log->dispatches++;
    *log->last_record = r;
    log->last_record = &r->next;
    if (r->mark) {
        r->next_open = log->open;
        log->open = r;
    }
    return r;
}

static void add_groups(struct record *r, const struct sim_dispatch *d, const struct sim_dispatch_stats *stats)
{
    const struct gen_GPGPU_WALKER *g = &d->walker->walker;
    const uint32_t first[3] = {g->thread_group_id_starting_x, g->thread_group_id_starting_y,
                               g->thread_group_id_starting_resume_z};
    for (unsigned i = 0; i < 3; i++) {
        uint32_t start = r->draw ? 0 : first[i], end = start + d->count[i];
        r->first[i] = start < r->first[i] ? start : r->first[i];
        r->end[i] = end > r->end[i] ? end : r->end[i];
    }
    r->groups += stats->thread_groups;
    r->threads += stats->eu_threads;
}

void sim_stats_log_walker(struct sim_stats_log *log, const struct sim_dispatch *d,
                          const struct sim_profile *profile, const uint8_t *code,
                          const struct sim_dispatch_stats *stats, const char *fault)
{
    unsigned number;
    pthread_mutex_lock(&log->lock);
    struct kernel *k = code ? find_kernel(log, d, code, &number) : NULL;
    struct record *r = k ? find_record(log, k, d->walker) : NULL;
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

static void put_number(FILE *f, bool *first, const char *name, long value, const char *unit,
                       const char *source)
{
    fprintf(f, "%s\n  \"%s\": {\"value\": %ld, \"unit\": ", *first ? "" : ",", name, value);
    put_string(f, unit);
    fprintf(f, ", \"source\": ");
    put_string(f, source);
    fprintf(f, "}");
    *first = false;
}

static void put_class(FILE *f, bool *first, const char *name, const char *pipe, unsigned clocks,
                      unsigned latency, const char *source)
{
    fprintf(f, "%s\n  \"%s\": {\"pipe\": \"%s\", \"clocks\": %u, \"latency\": %u, \"source\": ",
            *first ? "" : ",", name, pipe, clocks, latency);
    put_string(f, source);
    fprintf(f, "}");
    *first = false;
}

void sim_stats_log_write(struct sim_stats_log *log, const struct kiln_devinfo *info, FILE *f)
{
    bool first = true;
    unsigned n = 0;
    pthread_mutex_lock(&log->lock);
    fprintf(f,
            "\"model\": {\"eus\": %u, \"subslices\": %u, \"threads_per_eu\": %u, \"slm_per_subslice\": %u,\n "
            "\"numbers\": {",
            info->eus, info->subslices, info->threads_per_eu, info->slm_per_subslice);
#define COST(name, value, unit, source) put_number(f, &first, #name, sim_cost_now.name, unit, source);
#define CLASS(...)
#include "hw/cost.def"
#undef COST
#undef CLASS
    fprintf(f, "},\n \"classes\": {");
    first = true;
#define COST(...)
#define CLASS(name, pipe, clocks, latency, flag, source)                                                     \
    put_class(f, &first, #name, #pipe, sim_cost_class_clocks(#name), latency, source);
#include "hw/cost.def"
#undef COST
#undef CLASS
    fprintf(f, "}},\n\"kernels\": [");
    for (const struct kernel *k = log->kernels; k; k = k->next) {
        fprintf(f, "%s\n ", n++ ? "," : "");
        put_kernel(f, k);
    }
    fprintf(f, "],\n\"dispatches\": [");
    for (const struct record *r = log->records; r; r = r->next)
        if (r->text)
            fputs(r->text, f);
        else
            put_record(f, r);
    fprintf(f, "\n]");
    pthread_mutex_unlock(&log->lock);
}
