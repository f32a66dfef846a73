// See check.h. What KILN_SIM_CHECK asks for, who is where, and reports: one for each kind and pair of places,
// with a count in the end.
#include "sim/check/state.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/thread/kernel_note.h"
#include "sim/thread/region.h"
#include "sim/config/config.h"
#include "util/env.h"
#include "util/file.h"
#include "util/fork.h"
#include "util/log.h"
#include "util/safe_text.h"

struct check_report {
    enum sim_check_class class;
    uint32_t kernel[2], line[2]; // or the offset of the instruction where no line is known
    const char *file[2];
    uint64_t count;
    char head[80];
};

// Of KILN_SIM_CHECK: the classes, the other flags, and what is neither.
static const char *const words[] = {"race", "oob",   "uninit", "barrier", "stale",
                                    "same", "abort", "all",    "limit=",  "exit="};

// exit=N: what the process ends with if there were findings; zero: with what it wants.
static int exit_if_found, exit_now;

// Programs that end without closing the device get their totals too, while it may be at work: what is told is
// under this lock.
KILN_STATIC_LOCK(all_lock);
static struct sim_check *all;

// ---- what was asked for

// The loader closes the driver with the last instance: at_end() is for the end of the process.
static bool stay_to_the_end(void)
{
    Dl_info us;
    return dladdr(&exit_if_found, &us) && dlopen(us.dli_fname, RTLD_NOW | RTLD_NODELETE);
}

static bool parse_word(struct sim_check *c, const char *w, size_t n)
{
    for (unsigned i = 0; i < CHECK_FLAGS; i++)
        if (n == strlen(words[i]) && !memcmp(w, words[i], n)) {
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
        const char *near = kiln_nearest(s, n, words, sizeof(words) / sizeof(words[0]), &changes);
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
            fprintf(c->out, " %s %llu", words[i], (unsigned long long)c->total[i]);
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

// ---- walkers, groups, threads

// Programs come and go, and kernels with the same code may follow each other at an address: what stands
// before the code, where the note has its checksum, says which it is.
static bool know_kernel(struct sim_check *c, const struct sim_dispatch *d, struct sim_program *program,
                        struct sim_tlb *tlb)
{
    struct check_kernel k = {.address = program->address, .simd = d->simd};
    if (!sim_tlb_read(tlb, program->address - KILN_NOTE_HEADER, k.header, sizeof(k.header)))
        memset(k.header, 0, sizeof(k.header));
    for (size_t i = c->kernels.count; i-- > 0;) {
        const struct check_kernel *known = &c->kernels.data[i];
        if (known->address == k.address && known->simd == k.simd &&
            !memcmp(known->header, k.header, sizeof(k.header))) {
            c->kernel = (uint32_t)i;
            return true;
        }
    }
    k.note = sim_kernel_note_find(d->launch->pages, program->address);
    for (uint32_t i = 0; k.note && i < k.note->line_count; i++)
        k.has_atomics |= k.note->lines[i].atomic != 0;
    kiln_lock(&all_lock);
    bool pushed = vec_push(&c->kernels, k);
    kiln_unlock(&all_lock);
    if (!pushed) {
        free(k.note);
        return false;
    }
    c->kernel = (uint32_t)c->kernels.count - 1;
    return true;
}

// Pixels are a driver's own copies and clears: what their threads start with is not followed.
static bool values_on(const struct sim_check *c)
{
    return check_on(c, CHECK_UNINIT) && !c->d->launch->draw;
}

// Kiln's kernels tell of indices by averages, which they have no other use for: of how many elements the
// second operand says.
static bool indices_on(const struct sim_check *c)
{
    const struct kiln_note *note = c->kernels.data[c->kernel].note;
    return check_on(c, CHECK_OOB) && note && !note->internal;
}

static void check_index(struct sim_check *c, struct sim_thread *t, const struct sim_uop *u)
{
    uint64_t a[SIM_MAX_CHANNELS], b[SIM_MAX_CHANNELS];
    uint32_t on = t->active ? sim_enabled(t, u) & (u->pred == EU_PRED_NONE ? ~0u : sim_pred(t, u)) : 0;
    sim_load_bits(t, u, 0, 0, a);
    sim_load_bits(t, u, 1, 0, b);
    for (; on; on &= on - 1) {
        unsigned i = (unsigned)__builtin_ctz(on);
        bool swapped = (uint32_t)b[i] - KILN_NOTE_COUNT > KILN_NOTE_COUNT_MOST;
        uint32_t at = (uint32_t)(swapped ? b[i] : a[i]),
                 most = (uint32_t)(swapped ? a[i] : b[i]) - KILN_NOTE_COUNT;
        if (at < most || most > KILN_NOTE_COUNT_MOST)
            continue;
        struct check_place here = check_place_of(c, t, u, (int)i);
        check_report(c, CHECK_OOB, &here, "access", NULL, NULL,
                     "index %d into a private array, vector or matrix of %u elements", (int)at, most);
    }
}

bool sim_check_begin(struct sim_check *c, const struct sim_dispatch *d, struct sim_tlb *tlb)
{
    struct sim_program *program = d->program;
    if (!know_kernel(c, d, program, tlb))
        return false;
    c->d = d;
    if (values_on(c) && !check_value_prepare(program))
        return false;
    const struct kiln_note *note = c->kernels.data[c->kernel].note;
    c->slm_limit = note && note->slm_size ? note->slm_size : UINT32_MAX;
    c->program = program;
    c->scratch = d->launch->general_base + d->launch->scratch;
    const struct kiln_devinfo *info = d->launch->devinfo;
    c->scratch_end = c->scratch + (uint64_t)info->thread_places * info->thread_ids * d->launch->scratch_bytes;
    return true;
}

bool check_in_scratch(const struct sim_check *c, uint64_t address)
{
    return address >= c->scratch && address < c->scratch_end;
}

void sim_check_group(struct sim_group *g)
{
    struct check_group group = {.id = {g->id[0], g->id[1], g->id[2]}};
    struct sim_check *c = g->seats[SIM_SEAT_CHECK];
    c->skips = !vec_push(&c->groups, group);
    if (c->skips) // no memory
        return;
    c->g = g;
    c->group = (uint32_t)c->groups.count - 1;
    c->epoch = 0;
    c->epoch_start = c->record_count;
    memset(c->acquired, 0, sizeof(c->acquired));
    memset(c->atomic, 0, sizeof(c->atomic));
    check_fences_reset(c);
    c->slm_generation++;
    if (values_on(c))
        check_values_group(c);
}

void sim_check_thread_run(struct sim_thread *t)
{
    const struct sim_uop *uops = t->program->uops;
    struct sim_check *c = check_of(t->group);
    const struct sim_observer *e = t->group->observer;
    bool values = c && values_on(c), indices = c && indices_on(c);
    while (t->state == SIM_THREAD_RUN && t->instructions < t->deadline) {
        const struct sim_uop *u = &uops[t->next];
        if (e->awaits && !e->awaits(t, u))
            return;
        uint32_t next = ++t->next;
        t->instructions++;
        if (values)
            check_value_uop(c, t, u);
        if (indices && u->op == EU_OP_AVG)
            check_index(c, t, u);
        u->fn(t, u);
        if (e->awaits && t->next != next)
            e->jumped(t);
    }
}

void sim_check_instruction(struct sim_thread *t, const struct sim_uop *u)
{
    struct sim_check *c = check_of(t->group);
    if (c && values_on(c))
        check_value_uop(c, t, u);
    if (c && indices_on(c) && u->op == EU_OP_AVG)
        check_index(c, t, u);
}

void sim_check_listen(struct sim_check *c, void (*told)(void *data, const char *text), void *data)
{
    c->told = told;
    c->told_data = data;
}

struct check_place check_place_of(const struct sim_check *c, const struct sim_thread *t,
                                  const struct sim_uop *u, int lane)
{
    uint32_t on = sim_exec_mask(t, u);
    if (lane < 0)
        lane = on ? __builtin_ctz(on) : 0;
    // An instruction of one channel stands for all that are enabled.
    unsigned channel = u->n == 1 && t->active ? (unsigned)__builtin_ctz(t->active) : (unsigned)lane + u->off;
    return (struct check_place){
        .kernel = c->kernel,
        .ip = u->info->ip,
        .group = {c->g->id[0], c->g->id[1], c->g->id[2]},
        .thread = t->index,
        .lane = channel,
    };
}

// ---- messages

void sim_check_message(struct sim_msg *m)
{
    struct sim_check *c = check_of(m->t->group);
    if (!c)
        return;
    c->record = 0;
    c->who = c->group << 7 | (m->t->index + 1);
    c->pending_count = 0;
    c->lazy = c->late = false;
    if (values_on(c))
        check_value_message(c, m);
    m->memory = sim_check_memory;
    m->watched = true;
    if (m->send->kind >= SIM_SEND_RENDER) {
        c->lazy = false; // no shared memory
        return;
    }
    const struct check_kernel *k = &c->kernels.data[c->kernel];
    m->relaxed = k->has_atomics && kiln_note_is_atomic(k->note, m->u->info->ip);
}

void sim_check_message_done(struct sim_msg *m)
{
    struct sim_check *c = check_of(m->t->group);
    if (!c)
        return;
    check_pending_finish(c);
    if (c->late)
        check_value_late(c, m);
    c->lazy = c->late = false;
}

uint8_t *sim_check_memory(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                          enum sim_access access, int lane, bool *ok)
{
    struct sim_check *c = check_of(m->t->group);
    if (m->shadow)
        return check_value_ptr(c, m, s, offset, size, access, lane);
    if (m->incidental)
        return sim_memory_at_once(m, s, offset, size, access, lane, ok);
    check_pending_finish(c);
    uint8_t *p = sim_memory_at_once(m, s, offset, size, access, lane, ok);
    if (p && check_on(c, CHECK_STALE))
        check_stale(c, m, s, offset, size, lane, p);
    if (p)
        check_access(c, m, s, offset, size, access, lane, p);
    else if (*ok && m->send->kind != SIM_SEND_SAMPLE) // addressing modes say what is outside
        check_bounds(c, m, s, offset, size, access, lane);
    return p;
}

// ---- barriers

// The channels that the thread started with: sr0.3.
static uint32_t dispatch_mask(const struct sim_thread *t)
{
    return sim_rf32(t, SIM_RF_STATE + 12);
}

void sim_check_barrier(struct sim_msg *m)
{
    struct sim_check *c = check_of(m->t->group);
    struct sim_group *g = m->t->group;
    if (!c)
        return;
    struct check_place here = check_place_of(c, m->t, m->u, -1);
    uint32_t missing = dispatch_mask(m->t) & ~m->t->active;
    if (missing && check_on(c, CHECK_BARRIER)) {
        struct check_place other = here;
        here.lane = m->t->active ? (unsigned)__builtin_ctz(m->t->active) : 0;
        other.lane = (unsigned)__builtin_ctz(missing);
        unsigned ch = other.lane;
        bool ended = !(m->t->live >> ch & 1);
        if (!ended)
            other.ip = m->t->pcip[ch];
        check_report(c, CHECK_BARRIER, &here, "barrier", ended ? NULL : &other, "another invocation waits at",
                     "%u of %u invocations of the subgroup reach the barrier",
                     (unsigned)__builtin_popcount(m->t->active),
                     (unsigned)__builtin_popcount(dispatch_mask(m->t)));
    }
    if (!g->barrier_arrived) {
        c->barrier_ip = m->u->info->ip;
        c->barrier_first = here;
    } else if (c->barrier_ip != m->u->info->ip && check_on(c, CHECK_BARRIER)) {
        check_report(c, CHECK_BARRIER, &here, "barrier", &c->barrier_first, "barrier",
                     "subgroups of a workgroup meet at different barriers");
    }
    c->arriving[m->t->index] = c->fenced[m->t->index];
    if (g->barrier_arrived + 1 < g->threads)
        return;
    // The last one: in shared memory everything before is ordered before everything behind, elsewhere what
    // the barrier's fences say.
    memcpy(c->parted, c->arriving, sizeof(c->parted));
    uint32_t seen = 0;
    for (unsigned i = 0; i < g->threads; i++)
        seen = c->acquired[i] > seen ? c->acquired[i] : seen;
    for (unsigned i = 0; i < g->threads; i++)
        c->acquired[i] = seen;
    c->epoch++;
    c->epoch_start = c->record_count;
}

void sim_check_stuck(struct sim_group *g)
{
    struct sim_check *c = check_of(g);
    const struct sim_thread *ended = NULL;
    for (unsigned i = 0; i < g->threads; i++)
        if (g->thread[i].state == SIM_THREAD_DONE)
            ended = &g->thread[i];
    if (!c || !ended || !g->barrier_arrived || !check_on(c, CHECK_BARRIER))
        return;
    check_report(c, CHECK_BARRIER, &c->barrier_first, "barrier", NULL, NULL,
                 "subgroup %u of the workgroup ends without reaching the barrier", ended->index);
}

void sim_check_fence(struct sim_msg *m, bool shared_only)
{
    struct sim_check *c = check_of(m->t->group);
    if (!c || m->shadow || shared_only)
        return;
    c->groups.data[c->group].released = c->record_count;
    c->fenced[m->t->index] = c->record_count;
}

// ---- reports

static bool line_of(const struct sim_check *c, const struct check_place *p, const char **file, uint32_t *line)
{
    const struct check_kernel *k = &c->kernels.data[p->kernel];
    return k->note && kiln_note_find_line(k->note, p->ip, file, line);
}

static void local_id(const struct kiln_note *n, uint32_t index, uint32_t out[3])
{
    uint32_t shift = n->quads && n->local_size[0] > 1 && n->local_size[1] > 1; // of what is counted: quads
    uint32_t i = index >> 2 * shift, width = n->local_size[0] >> shift, height = n->local_size[1] >> shift;
    out[0] = (i % width) << shift | (shift & index);
    out[1] = (i / width % height) << shift | (shift & index >> 1);
    out[2] = i / width / height;
}

static void print_invocation(const struct sim_check *c, const struct check_place *p)
{
    const struct check_kernel *k = &c->kernels.data[p->kernel];
    uint32_t index = p->thread * k->simd + p->lane;
    const uint32_t *size = k->note ? k->note->local_size : NULL;
    if (size && size[0] && size[1] && size[2]) {
        uint32_t l[3];
        local_id(k->note, index, l);
        fprintf(c->out, "invocation (%u, %u, %u) of workgroup (%u, %u, %u), global (%u, %u, %u), ", l[0],
                l[1], l[2], p->group[0], p->group[1], p->group[2], p->group[0] * size[0] + l[0],
                p->group[1] * size[1] + l[1], p->group[2] * size[2] + l[2]);
    } else {
        fprintf(c->out, "invocation %u of workgroup (%u, %u, %u), ", index, p->group[0], p->group[1],
                p->group[2]);
    }
    fprintf(c->out, "subgroup %u lane %u\n", p->thread, p->lane);
}

// What others named, on a line of ours.
static void print_name(FILE *out, const char *name)
{
    fputs("    ", out);
    kiln_put_safe(out, name, true);
}

static void print_place(const struct sim_check *c, const struct check_place *p, const char *what)
{
    const struct check_kernel *k = &c->kernels.data[p->kernel];
    const char *file;
    uint32_t line;
    bool known = line_of(c, p, &file, &line);
    print_name(c->out, known ? file : k->note ? k->note->label : "kernel");
    fprintf(c->out, known ? ":%u: " : "+0x%x: ", known ? line : p->ip);
    fprintf(c->out, "%s by ", what);
    print_invocation(c, p);
    uint32_t at = p->kernel == c->kernel && c->program ? sim_program_find(c->program, p->ip) : SIM_NO_UOP;
    char text[200];
    if (line_of(c, p, &file, &line) || at == SIM_NO_UOP || !c->program->uops[at].info->inst)
        return;
    eu_print(c->program->target, c->program->uops[at].info->inst, p->ip, text, sizeof(text));
    fprintf(c->out, "        %s\n", text);
}

static bool has_lines(const struct kiln_note *n)
{
    for (uint32_t i = 0; i < n->line_count; i++)
        if (n->lines[i].line)
            return true;
    return false;
}

static void print_kernel(const struct sim_check *c, uint32_t kernel)
{
    const struct check_kernel *k = &c->kernels.data[kernel];
    if (k->note) {
        fputs("    in ", c->out);
        kiln_put_safe(c->out, k->note->label, true);
        fprintf(c->out, ", SIMD%u, at 0x%llx%s\n", k->simd, (unsigned long long)k->address,
                has_lines(k->note) ? "" : " (its SPIR-V has no source lines: glslangValidator -g)");
    } else {
        fprintf(c->out, "    in the kernel at 0x%llx, SIMD%u\n", (unsigned long long)k->address, k->simd);
    }
}

static struct check_report make_key(const struct sim_check *c, enum sim_check_class class,
                                    const struct check_place *a, const struct check_place *b)
{
    const struct check_place *p[2] = {a, b ? b : a};
    struct check_report r = {.class = class};
    for (unsigned i = 0; i < 2; i++) {
        r.kernel[i] = p[i]->kernel;
        if (!line_of(c, p[i], &r.file[i], &r.line[i]))
            r.line[i] = p[i]->ip;
    }
    return r;
}

static bool same_key(const struct check_report *a, const struct check_report *b)
{
    bool same = a->class == b->class;
    for (unsigned i = 0; i < 2; i++)
        same = same && a->kernel[i] == b->kernel[i] && a->line[i] == b->line[i] && a->file[i] == b->file[i];
    return same;
}

// With the lock held. False: it was told before, or enough have been.
static bool is_new(struct sim_check *c, struct check_report *r)
{
    char file[64];
    c->total[r->class]++;
    for (size_t i = 0; i < c->reports.count; i++)
        if (same_key(r, &c->reports.data[i])) {
            c->reports.data[i].count++;
            return false;
        }
    if (c->reports.count >= c->limit)
        return false;
    r->count = 1;
    if (r->file[0])
        snprintf(r->head, sizeof(r->head), "%s at %.50s:%u", words[r->class],
                 kiln_safe_text(file, sizeof(file), r->file[0], true), r->line[0]);
    else
        snprintf(r->head, sizeof(r->head), "%s at +0x%x", words[r->class], r->line[0]);
    return vec_push(&c->reports, *r);
}

const char *check_shared_name(const struct sim_check *c, uint64_t offset, char *out, size_t size)
{
    const struct kiln_note *n = c->kernels.data[c->kernel].note;
    const char *name = n ? kiln_note_find_shared(n, offset) : NULL;
    snprintf(out, size, name ? "shared memory (%.64s)" : "shared memory", name);
    return out;
}

void check_report(struct sim_check *c, enum sim_check_class class, const struct check_place *a,
                  const char *a_what, const struct check_place *b, const char *b_what, const char *fmt, ...)
{
    struct check_report r = make_key(c, class, a, b);
    kiln_lock(&all_lock);
    if (!is_new(c, &r)) {
        kiln_unlock(&all_lock);
        return;
    }
    char said[512], text[2 * sizeof(said)];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(said, sizeof(said), fmt, ap);
    va_end(ap);
    kiln_safe_text(text, sizeof(text), said, true); // it has names of the shader and the application
    flockfile(c->out);
    fprintf(c->out, "kiln-check: %s: %s\n", words[class], text);
    print_place(c, a, a_what);
    if (b)
        print_place(c, b, b_what);
    print_kernel(c, a->kernel);
    if (b && b->kernel != a->kernel)
        print_kernel(c, b->kernel);
    if (c->reports.count == c->limit)
        fprintf(c->out, "kiln-check: %u reports: further ones are only counted\n", c->limit);
    fflush(c->out);
    funlockfile(c->out);
    kiln_unlock(&all_lock);
    if (check_on(c, CHECK_ABORT))
        abort();
    if (c->told) {
        char line[sizeof(text) + 16];
        snprintf(line, sizeof(line), "%s: %s", words[class], text);
        c->told(c->told_data, line);
    }
}
