// When kernels are translated, and running those that are. See jit.h.
//
// A kernel that has executed THRESHOLD instructions is given to the pool's translating thread, while the
// interpreter goes on; the translation is used from the next turn of a thread on. KILN_SIM_JIT: 0 never,
// 1 so (the default), 2 at once and for every kernel.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/jit.h"
#include "util/beside.h"
#include "util/log.h"

#define LIBRARY "libkiln_simjit.so"

enum { THRESHOLD = 2000000, QUEUE = 64 };
enum state { INTERPRETED, WANTED, TRANSLATING, TRANSLATED, FAILED };

struct sim_jit_slot {
    struct sim_jit *jit; // NULL: translated by sim_jit_now only
    struct sim_program *program;
    unsigned simd;
    atomic_uint_least64_t executed;
    _Atomic(struct sim_jit_code *) code, old; // old: may still be running when a wider one replaces it
    atomic_int state;                         // enum state; changes under the lock
    atomic_bool partial;                      // a thread started with fewer channels
};

struct sim_jit {
    pthread_mutex_t lock;
    pthread_cond_t work, idle;
    pthread_t thread;
    bool started, quit, at_once;
    struct sim_jit_slot *queue[QUEUE];
    unsigned queued;
    struct sim_jit_slot *current;
};

// ---- the library
// --------------------------------------------------------------------------------------------------

static struct {
    struct sim_jit_code *(*translate)(const struct sim_jit_request *, char *, size_t);
    void (*release)(struct sim_jit_code *);
} lib;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *open_library(void)
{
    const char *named = getenv("KILN_SIM_JIT_LIBRARY");
    return named ? dlopen(named, RTLD_NOW | RTLD_LOCAL) : kiln_open_beside(&once, LIBRARY);
}

static void load(void)
{
    void *handle = open_library();
    if (!handle) {
        if (KILN_DEBUG(SIM))
            kiln_log("no JIT, kernels are interpreted: %s", dlerror());
        return;
    }
    void *t = dlsym(handle, "sim_jit_translate"), *r = dlsym(handle, "sim_jit_release");
    memcpy(&lib.release, &r, sizeof(r));
    memcpy(&lib.translate, &t, sizeof(t)); // never unloaded: LLVM does not survive that
}

static uint32_t channels(unsigned simd)
{
    return simd >= 32 ? 0xffffffffu : (1u << simd) - 1;
}

static struct sim_jit_code *translate(struct sim_program *p, unsigned simd, bool partial, bool keep_all,
                                      unsigned piece)
{
    char why[256];
    const char *dump = getenv("KILN_SIM_JIT_DUMP");
    struct sim_jit_request rq = {.links = {.message = sim_jit_message_run},
                                 .program = p,
                                 .full = channels(simd),
                                 .partial_start = partial,
                                 .keep_all = keep_all,
                                 .piece = piece,
                                 .dump = dump && *dump && strcmp(dump, "0") != 0};
    memcpy(rq.links.math, sim_transcend()->lanes, sizeof(rq.links.math));
    pthread_once(&once, load);
    if (!lib.translate || !lib.release)
        return NULL;
    struct sim_jit_code *c = lib.translate(&rq, why, sizeof(why));
    if (!c && KILN_DEBUG(SIM))
        kiln_log("kernel 0x%llx is interpreted: %s", (unsigned long long)p->address, why);
    if (c && KILN_DEBUG(SIM))
        kiln_log("kernel 0x%llx: %u instructions, %u translated, %u calls (%s ), %.1f + %.1f + %.1f ms",
                 (unsigned long long)p->address, c->uops, c->native, c->called, c->calls, c->milliseconds[0],
                 c->milliseconds[1], c->milliseconds[2]);
    return c;
}

// ---- the translating thread
// --------------------------------------------------------------------------------------

static void install(struct sim_jit_slot *s, struct sim_jit_code *c)
{
    struct sim_jit_code *before = atomic_load(&s->code);
    if (c) {
        atomic_store(&s->old, before);
        atomic_store_explicit(&s->code, c, memory_order_release);
    }
    atomic_store(&s->state, c ? TRANSLATED : FAILED);
}

static void *worker(void *arg)
{
    struct sim_jit *jit = arg;
    pthread_mutex_lock(&jit->lock);
    while (!jit->quit) {
        if (!jit->queued) {
            pthread_cond_wait(&jit->work, &jit->lock);
            continue;
        }
        struct sim_jit_slot *s = jit->current = jit->queue[0];
        memmove(jit->queue, jit->queue + 1, --jit->queued * sizeof(jit->queue[0]));
        atomic_store(&s->state, TRANSLATING);
        bool partial = atomic_load(&s->partial);
        pthread_mutex_unlock(&jit->lock);
        struct sim_jit_code *c = translate(s->program, s->simd, partial, false, 0);
        pthread_mutex_lock(&jit->lock);
        install(s, c);
        jit->current = NULL;
        pthread_cond_broadcast(&jit->idle);
    }
    pthread_mutex_unlock(&jit->lock);
    return NULL;
}

struct sim_jit *sim_jit_create(void)
{
    const char *mode = getenv("KILN_SIM_JIT");
    if (mode && !strcmp(mode, "0"))
        return NULL;
    struct sim_jit *jit = calloc(1, sizeof(*jit));
    if (!jit)
        return NULL;
    jit->at_once = mode && !strcmp(mode, "2");
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
    jit->quit = true;
    pthread_cond_broadcast(&jit->work);
    pthread_mutex_unlock(&jit->lock);
    if (jit->started)
        pthread_join(jit->thread, NULL);
    pthread_mutex_destroy(&jit->lock);
    pthread_cond_destroy(&jit->work);
    pthread_cond_destroy(&jit->idle);
    free(jit);
}

// LLVM has locks of its own: no translation is in progress while it happens.
void sim_jit_fork(struct sim_jit *jit, enum sim_fork step)
{
    if (!jit)
        return;
    if (step == SIM_FORK_PREPARE) {
        pthread_mutex_lock(&jit->lock);
        while (jit->current)
            pthread_cond_wait(&jit->idle, &jit->lock);
    } else if (step == SIM_FORK_PARENT) {
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
    bool again = state == TRANSLATED && partial && !c->partial_start;
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

void sim_jit_attach(struct sim_jit *jit, struct sim_program *program, unsigned simd, bool partial)
{
    struct sim_jit_slot *known = program->jit;
    if (known && jit && jit->at_once && partial && !atomic_load(&known->old)) {
        const struct sim_jit_code *c = atomic_load(&known->code);
        if (c && !c->partial_start)
            install(known, translate(program, simd, true, false, 0));
    }
    if (!jit || known)
        return;
    struct sim_jit_slot *s = calloc(1, sizeof(*s));
    if (!s)
        return;
    s->jit = jit;
    s->program = program;
    s->simd = simd;
    program->jit = s;
    if (jit->at_once)
        install(s, translate(program, simd, partial, false, 0));
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
    if (atomic_load(&s->code))
        lib.release(atomic_load(&s->code));
    if (atomic_load(&s->old))
        lib.release(atomic_load(&s->old));
    free(s);
    program->jit = NULL;
}

const struct sim_jit_code *sim_jit_now(struct sim_program *program, unsigned simd, bool keep_all,
                                       unsigned piece)
{
    struct sim_jit_slot *s = program->jit ? program->jit : calloc(1, sizeof(*s));
    if (!s)
        return NULL;
    s->program = program;
    s->simd = simd;
    program->jit = s;
    if (!atomic_load(&s->code))
        install(s, translate(program, simd, true, keep_all, piece));
    return atomic_load(&s->code);
}

// ---- running
// ------------------------------------------------------------------------------------------------------

// The channels that wait, by label. False if one waits elsewhere.
static bool waits_of(const struct sim_thread *t, const struct sim_jit_code *c, uint32_t *wait)
{
    memset(wait, 0, c->labels * sizeof(*wait));
    for (uint32_t m = t->live & ~t->active; m; m &= m - 1) {
        unsigned ch = (unsigned)__builtin_ctz(m);
        uint32_t l = 0;
        while (l < c->labels && c->label_ip[l] != t->pcip[ch])
            l++;
        if (l == c->labels)
            return false;
        wait[l] |= 1u << ch;
    }
    return true;
}

const uint64_t *sim_jit_starts(const struct sim_program *program, uint32_t mask)
{
    const struct sim_jit_slot *s = program->jit;
    const struct sim_jit_code *c = s ? atomic_load_explicit(&s->code, memory_order_acquire) : NULL;
    return c && (c->partial_start || mask == c->full) ? c->starts : NULL;
}

static void park_waiting(struct sim_thread *t, const struct sim_jit_code *c, const uint32_t *wait)
{
    for (uint32_t l = 0; l < c->labels; l++)
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
    bool partial = c->single || t->active != c->full || t->live != c->full;
    unsigned entry = c->entry[2 * t->next + partial];
    if (!entry && !partial) { // the second version serves all masks
        partial = true;
        entry = c->entry[2 * t->next + 1];
    }
    if (!entry || !t->group->windows || t->slow_float || (c->needs & ~sim_cr0(t)) || (t->live & ~c->full) ||
        (partial && !waits_of(t, c, wait)))
        return false;
    uint64_t before = t->instructions;
    uint32_t at = t->next, piece = 0;
    while (at >= c->piece_first[piece + 1])
        piece++;
    if (c->run[piece](t, entry - 1, wait, &c->links))
        park_waiting(t, c, wait);
    return t->instructions != before || t->next != at; // else it is for the interpreter: the end of the code
}

static void count(struct sim_jit_slot *s, const struct sim_thread *t, uint64_t before)
{
    if (!s->jit || atomic_load_explicit(&s->state, memory_order_relaxed) != INTERPRETED)
        return;
    uint64_t n = t->instructions - before;
    if (atomic_fetch_add_explicit(&s->executed, n, memory_order_relaxed) + n >= THRESHOLD)
        want(s, t->live != channels(s->simd));
}

bool sim_jit_thread_run(struct sim_thread *t)
{
    struct sim_jit_slot *s = t->program->jit;
    const struct sim_jit_code *c = s ? atomic_load_explicit(&s->code, memory_order_acquire) : NULL;
    uint32_t wait[SIM_JIT_MAX_LABELS];
    if (!s)
        return false;
    uint64_t before = t->instructions;
    if (c && t->live != c->full && !c->partial_start && s->jit &&
        atomic_load_explicit(&s->state, memory_order_relaxed) == TRANSLATED)
        want(s, true);
    while (t->state == SIM_THREAD_RUN && t->instructions < t->deadline)
        if (!c || !enter(t, c, wait))
            interpret(t);
    count(s, t, before);
    return true;
}
