// When kernels are translated, and running those that are. See jit.h.
//
// A kernel that has executed as many instructions as translating it is worth is given to the pool's
// translating thread, while the interpreter goes on; the translation is used from the next burst of a thread
// on. KILN_SIM_JIT: 0 never, 1 so (the default), 2 at once and for every kernel. Translations are kept on
// disk (util/disk_cache.h): a kernel that is found there is not interpreted at all.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "sim/jit/jit.h"
#include "sim/eu/scoreboard.h"
#include "sim/ports/late.h"
#include "util/env.h"
#include "util/library/open.h"
#include "util/disk_cache.h"
#include "sim/config/config.h"
#include "util/log.h"
#include "hw/target.h"
#include "util/sha256.h"

#define LIBRARY "libkiln_simjit.so"

enum {
    THRESHOLD = 2000000, // instructions executed
    WORTH = 5000, // or so many for each that the kernel has, if that is more: they take half of the 0.3
                  // to 3 ms that it takes to translate one
    QUEUE = 64
};
enum state { INTERPRETED, WANTED, TRANSLATING, TRANSLATED, FAILED };

struct sim_jit_slot {
    struct sim_jit *jit; // NULL: translated by sim_jit_now only
    struct sim_program *program;
    const uint8_t *kernel; // its code; NULL: not given
    unsigned simd;
    atomic_uint_least64_t executed;
    _Atomic(struct sim_jit_code *) code, old; // old: may still be running when a wider one replaces it
    atomic_int state;                         // enum state; changes under the lock
    atomic_bool partial;                      // a thread started with fewer channels
    struct sim_image_shape *shapes;           // sim_jit_request.shapes, found when the program was attached
    uint32_t samplers[SIM_SAMPLER_KEYS];
    uint8_t *orphan; // the kernel's code, left to the translating thread with the program; under the lock
};

struct sim_jit {
    pthread_mutex_t lock;
    pthread_cond_t work, idle;
    pthread_t thread;
    bool started;
    struct sim_config_jit config;
    char *cpu;        // config.cpu
    bool left;        // the thread is to free all this; under the lock
    atomic_bool quit; // changes under the lock
    struct kiln_disk_cache disk;
    uint8_t processor[KILN_SHA256_SIZE]; // what code for this host may use, hashed
    uint64_t build;                      // of the library
    struct sim_jit_slot *queue[QUEUE];
    unsigned queued;
    struct sim_jit_slot *current;
};

// ---- the library

static bool (*library_translate)(const struct sim_jit_request *, struct sim_jit_blob *, char *, size_t);
static pthread_once_t once = PTHREAD_ONCE_INIT;

// NULL: it is beside us.
static const char *named_library(const struct sim_config_jit *c, char out[KILN_PATH_MAX])
{
    return c->library && strchr(c->library, '/') ? kiln_path_absolute(c->library, out) : c->library;
}

// Once in a process, whichever machine is the first to want it.
static void load(void)
{
    const struct sim_config config = sim_config_read();
    char path[KILN_PATH_MAX];
    const char *named = named_library(&config.jit, path);
    void *handle = kiln_library_open(&once, named ? named : LIBRARY);
    if (!handle) {
        if (KILN_DEBUG(SIM))
            kiln_log("no JIT, kernels are interpreted: %s", dlerror());
        return;
    }
    void *t = dlsym(handle, "sim_jit_translate");
    memcpy(&library_translate, &t, sizeof(t)); // never unloaded: LLVM does not survive that
}

static uint32_t channels(unsigned simd)
{
    return simd >= 32 ? 0xffffffffu : (1u << simd) - 1;
}

// The library makes it.
static bool make(const struct sim_jit_request *rq, struct sim_jit_blob *out, char *why, size_t size)
{
    snprintf(why, size, "no " LIBRARY);
    pthread_once(&once, load);
    return library_translate && library_translate(rq, out, why, size);
}

static struct sim_jit_code *link_blob(struct sim_jit_blob blob, const struct sim_program *p, char *why,
                                      size_t size)
{
    struct sim_jit_links links = {.message = sim_jit_message_run};
    memcpy(links.math, sim_transcend()->lanes, sizeof(links.math));
    return sim_jit_link(blob, p, &links, why, size);
}

// ---- on disk

static void hash_processor(const char *cpu, uint8_t out[KILN_SHA256_SIZE])
{
    struct kiln_sha256 h;
    kiln_sha256_init(&h);
#if defined(__x86_64__)
    static const uint32_t leaves[][2] = {{0, 0}, {7, 0}, {7, 1}, {0xd, 1}, {0x80000001u, 0}};
    uint32_t r[4], mode = 0, high;
    if (__get_cpuid(1, &r[0], &r[1], &r[2], &r[3])) {
        r[1] = 0; // which of the processors this is
        kiln_sha256_add(&h, r, sizeof(r));
        if (r[2] >> 27 & 1) // what the system saves of the registers
            __asm__ volatile("xgetbv" : "=a"(mode), "=d"(high) : "c"(0));
        kiln_sha256_add(&h, &mode, sizeof(mode));
    }
    for (unsigned i = 0; i < sizeof(leaves) / sizeof(leaves[0]); i++)
        if (__get_cpuid_count(leaves[i][0], leaves[i][1], &r[0], &r[1], &r[2], &r[3]))
            kiln_sha256_add(&h, r, sizeof(r));
#endif
    kiln_sha256_add_sized(&h, cpu ? cpu : "", cpu ? strlen(cpu) : 0);
    kiln_sha256_end(&h, out);
}

static uint64_t library_build(const struct sim_config_jit *c)
{
    char path[KILN_PATH_MAX];
    const char *named = named_library(c, path);
    if (named)
        return kiln_disk_cache_build(named);
    return kiln_path_next_to(&once, LIBRARY, path, sizeof(path)) ? kiln_disk_cache_build(path) : 0;
}

static void make_key(const struct sim_jit_slot *s, bool partial, uint8_t key[KILN_DISK_KEY_SIZE])
{
    const uint32_t facts[] = {SIM_JIT_VERSION, s->simd, partial, s->program->target->isa};
    struct kiln_sha256 h;
    kiln_sha256_init(&h);
    kiln_sha256_add(&h, s->jit->processor, sizeof(s->jit->processor));
    kiln_sha256_add(&h, facts, sizeof(facts));
    for (unsigned i = 0; i < SIM_IMAGES && s->shapes; i++)
        if (s->shapes[i].key) {
            const uint32_t shape[] = {i, s->shapes[i].key};
            kiln_sha256_add(&h, shape, sizeof(shape));
        }
    kiln_sha256_add(&h, s->samplers, sizeof(s->samplers));
    kiln_sha256_add_sized(&h, s->kernel, s->program->examined);
    kiln_sha256_end(&h, key);
}

// An entry is the kernel's code and what it was translated to.
static void store(const struct sim_jit_slot *s, bool partial, const struct sim_jit_blob *blob)
{
    uint8_t key[KILN_DISK_KEY_SIZE], *entry;
    if (!s->kernel || !s->jit || !s->jit->disk.dir[0] || !(entry = malloc(s->program->examined + blob->size)))
        return;
    make_key(s, partial, key);
    memcpy(entry, s->kernel, s->program->examined);
    memcpy(entry + s->program->examined, blob->data, blob->size);
    kiln_disk_cache_store(&s->jit->disk, s->jit->build, key, entry, s->program->examined + blob->size);
    free(entry);
}

static struct sim_jit_code *find(const struct sim_jit_slot *s, bool partial)
{
    uint8_t key[KILN_DISK_KEY_SIZE], *entry;
    char why[256];
    size_t size, code = s->program->examined;
    struct sim_jit_blob blob = {NULL, 0};
    if (!s->kernel || !s->jit->disk.dir[0] ||
        s->jit->config.dump) // what is printed is not taken from the disk
        return NULL;
    make_key(s, partial, key);
    entry = kiln_disk_cache_load(&s->jit->disk, s->jit->build, key, &size);
    if (entry && size > code && !memcmp(entry, s->kernel, code) && (blob.data = malloc(size - code))) {
        blob.size = size - code;
        memcpy(blob.data, entry + code, blob.size);
    }
    free(entry);
    struct sim_jit_code *c = blob.data ? link_blob(blob, s->program, why, sizeof(why)) : NULL;
    if (c)
        c->from_disk = true;
    return c;
}

static void log_made(const struct sim_program *p, const struct sim_jit_code *c, const char *why)
{
    if (!KILN_DEBUG(SIM))
        return;
    if (!c) {
        kiln_log("kernel 0x%llx is interpreted: %s", (unsigned long long)p->address, why);
        return;
    }
    const struct sim_jit_head *h = c->head;
    kiln_log("kernel 0x%llx: %u instructions, %u translated, %u calls (%s ), %.1f + %.1f + %.1f ms",
             (unsigned long long)p->address, h->uops, h->native, h->called, h->calls, h->milliseconds[0],
             h->milliseconds[1], h->milliseconds[2]);
}

// ---- the whole

static struct sim_jit_code *translate(const struct sim_jit_slot *s, const struct sim_config_jit *config,
                                      bool partial, bool keep_all, unsigned piece)
{
    char why[256];
    struct sim_jit_blob blob;
    struct sim_jit_request rq = {.program = s->program,
                                 .full = channels(s->simd),
                                 .partial_start = partial,
                                 .keep_all = keep_all,
                                 .piece = piece,
                                 .shapes = s->shapes,
                                 .samplers = s->samplers,
                                 .quit = s->jit ? &s->jit->quit : NULL,
                                 .dump = config->dump,
                                 .cpu = config->cpu};
    struct sim_jit_code *c = NULL;
    if (make(&rq, &blob, why, sizeof(why))) {
        store(s, partial, &blob);
        c = link_blob(blob, s->program, why, sizeof(why));
    }
    log_made(s->program, c, why);
    return c;
}

// ---- the translating thread

static void install(struct sim_jit_slot *s, struct sim_jit_code *c)
{
    struct sim_jit_code *before = atomic_load(&s->code);
    if (c) {
        c->older = before;
        atomic_store(&s->old, before);
        atomic_store_explicit(&s->code, c, memory_order_release);
    }
    atomic_store(&s->state, c ? TRANSLATED : FAILED);
}

// What was left to this thread while it translated.
static void bury(struct sim_jit_slot *s)
{
    uint8_t *code = s->orphan;
    s->jit = NULL; // which is locked, and has forgotten the slot
    sim_program_destroy(s->program);
    free(code);
}

static void release(struct sim_jit *jit)
{
    pthread_mutex_destroy(&jit->lock);
    pthread_cond_destroy(&jit->work);
    pthread_cond_destroy(&jit->idle);
    kiln_disk_cache_finish(&jit->disk);
    free(jit->cpu);
    free(jit);
}

static void *worker(void *arg)
{
    struct sim_jit *jit = arg;
    pthread_mutex_lock(&jit->lock);
    while (!atomic_load(&jit->quit)) {
        if (!jit->queued) {
            pthread_cond_wait(&jit->work, &jit->lock);
            continue;
        }
        struct sim_jit_slot *s = jit->current = jit->queue[0];
        memmove(jit->queue, jit->queue + 1, --jit->queued * sizeof(jit->queue[0]));
        atomic_store(&s->state, TRANSLATING);
        bool partial = atomic_load(&s->partial);
        pthread_mutex_unlock(&jit->lock);
        struct sim_jit_code *c = translate(s, &s->jit->config, partial, false, 0);
        pthread_mutex_lock(&jit->lock);
        install(s, c);
        jit->current = NULL;
        if (s->orphan)
            bury(s);
        pthread_cond_broadcast(&jit->idle);
    }
    const bool left = jit->left;
    pthread_mutex_unlock(&jit->lock);
    if (left)
        release(jit);
    return NULL;
}

struct sim_jit *sim_jit_create(const struct sim_config_jit *config)
{
    if (config->mode == SIM_JIT_OFF)
        return NULL;
    struct sim_jit *jit = calloc(1, sizeof(*jit));
    char *cpu = config->cpu ? strdup(config->cpu) : NULL;
    if (!jit || (config->cpu && !cpu)) {
        free(jit);
        free(cpu);
        return NULL;
    }
    kiln_disk_cache_init(&jit->disk);
    jit->config = *config;
    jit->config.cpu = jit->cpu = cpu;
    hash_processor(config->cpu, jit->processor);
    jit->build = library_build(config);
    pthread_mutex_init(&jit->lock, NULL);
    pthread_cond_init(&jit->work, NULL);
    pthread_cond_init(&jit->idle, NULL);
    return jit;
}

void sim_jit_destroy(struct sim_jit *jit)
{
    if (!jit)
        return;
    pthread_mutex_lock(&jit->lock);
    atomic_store(&jit->quit, true);
    pthread_cond_broadcast(&jit->work);
    const bool busy = jit->current; // with an orphan
    if (busy) {
        jit->left = true;
        pthread_detach(jit->thread);
    }
    pthread_mutex_unlock(&jit->lock);
    if (busy)
        return;
    if (jit->started)
        pthread_join(jit->thread, NULL);
    release(jit);
}

// LLVM has locks of its own: no translation is in progress while it happens.
void sim_jit_fork(struct sim_jit *jit, enum kiln_fork step)
{
    if (!jit)
        return;
    if (step == KILN_FORK_PREPARE) {
        pthread_mutex_lock(&jit->lock);
        while (jit->current)
            pthread_cond_wait(&jit->idle, &jit->lock);
    } else if (step == KILN_FORK_PARENT) {
        pthread_mutex_unlock(&jit->lock);
    } else {
        pthread_mutex_init(&jit->lock, NULL);
        pthread_cond_init(&jit->work, NULL);
        pthread_cond_init(&jit->idle, NULL);
        jit->started = jit->started && !pthread_create(&jit->thread, NULL, worker, jit);
    }
}

// Asks for a translation, unless one is made or has failed.
static void want(struct sim_jit_slot *s, bool partial)
{
    struct sim_jit *jit = s->jit;
    pthread_mutex_lock(&jit->lock);
    int state = atomic_load(&s->state);
    const struct sim_jit_code *c = atomic_load(&s->code);
    bool again = state == TRANSLATED && partial && !c->head->partial_start;
    if (partial)
        atomic_store(&s->partial, true);
    if ((state == INTERPRETED || again) && jit->queued < QUEUE) {
        if (!jit->started)
            jit->started = !pthread_create(&jit->thread, NULL, worker, jit);
        if (jit->started) {
            jit->queue[jit->queued++] = s;
            atomic_store(&s->state, WANTED);
            pthread_cond_signal(&jit->work);
        }
    }
    pthread_mutex_unlock(&jit->lock);
}

// Translated code for a slot: from the disk, or, if it is wanted at once, made.
static void install_first(struct sim_jit_slot *s, bool partial)
{
    struct sim_jit_code *c = find(s, partial);
    if (c || s->jit->config.mode == SIM_JIT_AT_ONCE)
        install(s, c ? c : translate(s, &s->jit->config, partial, false, 0));
}

// The shapes of the images that the program's messages name by a binding table index.
static void find_shapes(struct sim_jit_slot *s, const struct sim_launch *launch, struct sim_tlb *tlb)
{
    enum sim_image_use use;
    for (uint32_t i = 0; i < s->program->count && launch; i++) {
        const struct sim_send *send = s->program->infos[i].send;
        if (!send || !sim_jit_image_use(send, &use))
            continue;
        if (!s->shapes && !(s->shapes = calloc(SIM_IMAGES, sizeof(*s->shapes))))
            return;
        s->shapes[SIM_IMAGES_OF_USE * use + send->index] =
            sim_image_bound(launch, tlb, send->index, use, s->program->target);
        if (use == SIM_IMAGE_SAMPLED && send->sampler < SIM_SAMPLER_KEYS)
            s->samplers[send->sampler] = sim_sampler_bound(launch, tlb, send->sampler, s->program->target);
    }
}

static struct sim_jit_slot *new_slot(struct sim_program *program)
{
    struct sim_jit_slot *s = calloc(1, sizeof(*s));
    if (s) {
        s->program = program;
        program->jit = s;
        program->jit_detach = sim_jit_detach;
    }
    return s;
}

void sim_jit_attach(struct sim_jit *jit, struct sim_program *program, const uint8_t *code, unsigned simd,
                    bool partial, const struct sim_launch *launch, struct sim_tlb *tlb)
{
    struct sim_jit_slot *known = program->jit;
    if (known && jit && jit->config.mode == SIM_JIT_AT_ONCE && partial && !atomic_load(&known->old)) {
        const struct sim_jit_code *c = atomic_load(&known->code);
        if (c && !c->head->partial_start)
            install_first(known, true);
    }
    if (!jit || known)
        return;
    struct sim_jit_slot *s = new_slot(program);
    if (!s)
        return;
    s->jit = jit;
    s->kernel = code;
    s->simd = simd;
    find_shapes(s, launch, tlb);
    install_first(s, partial);
}

bool sim_jit_orphan(struct sim_program *program, uint8_t *code)
{
    struct sim_jit_slot *s = program->jit;
    if (!s || !s->jit)
        return false;
    pthread_mutex_lock(&s->jit->lock);
    bool busy = s->jit->current == s;
    if (busy)
        s->orphan = code;
    pthread_mutex_unlock(&s->jit->lock);
    return busy;
}

void sim_jit_detach(struct sim_program *program)
{
    struct sim_jit_slot *s = program->jit;
    if (!s)
        return;
    if (s->jit) {
        struct sim_jit *jit = s->jit;
        pthread_mutex_lock(&jit->lock);
        for (unsigned i = 0; i < jit->queued; i++)
            if (jit->queue[i] == s) {
                memmove(jit->queue + i, jit->queue + i + 1, (--jit->queued - i) * sizeof(jit->queue[0]));
                break;
            }
        while (jit->current == s)
            pthread_cond_wait(&jit->idle, &jit->lock);
        pthread_mutex_unlock(&jit->lock);
    }
    for (struct sim_jit_code *c = atomic_load(&s->code); c;) {
        struct sim_jit_code *older = c->older;
        sim_jit_release(c);
        c = older;
    }
    free(s->shapes);
    free(s);
    program->jit = NULL;
}

void sim_jit_see_images(struct sim_program *program, const struct sim_launch *launch, struct sim_tlb *tlb)
{
    struct sim_jit_slot *s = program->jit ? program->jit : new_slot(program);
    if (s)
        find_shapes(s, launch, tlb);
}

const struct sim_jit_code *sim_jit_code_of(const struct sim_program *program)
{
    return program->jit ? atomic_load(&program->jit->code) : NULL;
}

const struct sim_jit_code *sim_jit_now(struct sim_program *program, unsigned simd, bool keep_all,
                                       unsigned piece)
{
    struct sim_jit_slot *s = program->jit ? program->jit : new_slot(program);
    if (!s)
        return NULL;
    const struct sim_config config = sim_config_read();
    s->simd = simd;
    if (!atomic_load(&s->code))
        install(s, translate(s, &config.jit, true, keep_all, piece));
    return atomic_load(&s->code);
}

// ---- running

// The channels that wait, by label. False if one waits elsewhere.
static bool waits_of(const struct sim_thread *t, const struct sim_jit_code *c, uint32_t *wait)
{
    memset(wait, 0, c->head->labels * sizeof(*wait));
    for (uint32_t m = t->live & ~t->active; m; m &= m - 1) {
        unsigned ch = (unsigned)__builtin_ctz(m);
        uint32_t l = 0;
        while (l < c->head->labels && c->label_ip[l] != t->pcip[ch])
            l++;
        if (l == c->head->labels)
            return false;
        wait[l] |= 1u << ch;
    }
    return true;
}

bool sim_jit_has_code(const struct sim_program *program)
{
    const struct sim_jit_slot *s = program->jit;
    return s && atomic_load_explicit(&s->code, memory_order_acquire);
}

const uint64_t *sim_jit_starts(const struct sim_program *program, uint32_t mask)
{
    const struct sim_jit_slot *s = program->jit;
    const struct sim_jit_code *c = s ? atomic_load_explicit(&s->code, memory_order_acquire) : NULL;
    return c && (c->head->partial_start || mask == c->head->full) ? c->head->starts : NULL;
}

static void park_waiting(struct sim_thread *t, const struct sim_jit_code *c, const uint32_t *wait)
{
    for (uint32_t l = 0; l < c->head->labels; l++)
        for (uint32_t m = wait[l]; m; m &= m - 1)
            t->pcip[__builtin_ctz(m)] = c->label_ip[l];
}

static void interpret(struct sim_thread *t)
{
    const struct sim_uop *u = &t->program->uops[t->next++];
    t->instructions++;
    u->fn(t, u);
}

// Runs translated code if it can be entered here.
static bool enter(struct sim_thread *t, const struct sim_jit_code *c, uint32_t *wait)
{
    bool partial = c->head->single || t->active != c->head->full || t->live != c->head->full;
    unsigned entry = c->entry[2 * t->next + partial];
    if (!entry && !partial) { // the second version serves all masks
        partial = true;
        entry = c->entry[2 * t->next + 1];
    }
    if (!entry || !t->group->windows || t->slow_float || (c->head->needs & ~sim_cr0(t)) ||
        (t->live & ~c->head->full) || (partial && !waits_of(t, c, wait)))
        return false;
    uint64_t before = t->instructions;
    uint32_t at = t->next, piece = 0;
    struct sim_late *late = t->group->late_windows ? NULL : t->late;
    if (t->group->late_windows)
        sim_jit_choose_windows(t);
    if (late) {
        sim_late_settle(late);
        t->late = NULL;
        t->memory = t->group->observer->memory;
    }
    while (at >= c->piece_first[piece + 1])
        piece++;
    if (c->run[piece](t, entry - 1, wait, &c->links))
        park_waiting(t, c, wait);
    if (late) {
        t->late = late;
        t->memory = t->group->observer->late_memory;
    }
    return t->instructions != before || t->next != at; // else it is for the interpreter: the end of the code
}

static void count(struct sim_jit_slot *s, const struct sim_thread *t, uint64_t before)
{
    if (!s->jit || atomic_load_explicit(&s->state, memory_order_relaxed) != INTERPRETED)
        return;
    const uint64_t n = t->instructions - before, worth = (uint64_t)WORTH * s->program->count;
    if (atomic_fetch_add_explicit(&s->executed, n, memory_order_relaxed) + n >=
        (worth > THRESHOLD ? worth : THRESHOLD))
        want(s, t->live != channels(s->simd));
}

// Interprets what is to be watched, up to the deadline: whether that is over.
static bool watch(struct sim_thread *t, uint64_t deadline)
{
    const uint64_t end = t->watch + SIM_WATCH_LENGTH;
    if (!t->watching)
        sim_scoreboard_start(t->board);
    t->watching = true;
    while (t->state == SIM_THREAD_RUN && t->instructions < deadline && t->instructions < end) {
        const struct sim_uop *u = &t->program->uops[t->next];
        if (!sim_scoreboard_step(t->board, t, u))
            return false;
        uint32_t next = t->next + 1;
        interpret(t);
        if (t->next != next)
            sim_scoreboard_jumped(t->board);
    }
    if (t->instructions < end)
        return false;
    t->watching = false;
    t->watch += SIM_WATCH_PERIOD;
    return true;
}

void sim_jit_thread_run(struct sim_thread *t)
{
    struct sim_jit_slot *s = t->program->jit;
    const struct sim_jit_code *c = atomic_load_explicit(&s->code, memory_order_acquire);
    uint32_t wait[SIM_JIT_MAX_LABELS];
    uint64_t before = t->instructions;
    if (c && t->live != c->head->full && !c->head->partial_start && s->jit &&
        atomic_load_explicit(&s->state, memory_order_relaxed) == TRANSLATED)
        want(s, true);
    const uint64_t deadline = t->deadline;
    while (t->state == SIM_THREAD_RUN && t->instructions < deadline) {
        if (t->instructions >= t->watch && !watch(t, deadline))
            continue;
        t->deadline = t->watch < deadline ? t->watch : deadline;
        if (!c || !enter(t, c, wait))
            interpret(t);
    }
    t->deadline = deadline;
    count(s, t, before);
}
