// When kernels are translated, and running those that are. See jit.h.
//
// A kernel is translated when that takes less time than interpreting what is ahead of it: the threads that a
// walker still has to start, times what one of them executes, of which the kernel's length is the least, then
// what a thread has executed so far, then what those that have ended did. What was executed before counts as
// much again, for a kernel that is dispatched often will be again (and long dispatches come in slices). The
// pool's translating thread does it, and the threads of the walker wait: what they interpreted meanwhile
// would take the processors' time and come to little. They do not wait for large kernels, and not for ever;
// then the interpreter goes on, and the translation is used from the next burst of a thread on. KILN_SIM_JIT:
// 0 never, 1 so (the default), 2 at once and for every kernel. Translations are kept on disk
// (util/disk_cache.h): a kernel that is found there is not interpreted at all.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "sim/jit/slot.h"
#include "sim/eu/scoreboard.h"
#include "sim/ports/late.h"

// In instructions that are interpreted meanwhile: what LLVM takes to begin, and for each that the kernel has
// (10 to 40 ns, and 0.1 to 1 ms). How long it is waited for, and how many are to be translated at most then.
enum { WORTH_ONCE = 200000, WORTH = 12000, PATIENCE_MS = 1000, PATIENCE_EACH_MS = 4, PATIENT = 4000 };

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
        struct sim_jit_code *c = sim_jit_make(s, &s->jit->config, partial, false, 0);
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
    sim_jit_hash_processor(config->cpu, jit->processor);
    jit->build = sim_jit_library_build(config);
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
    if ((state == INTERPRETED || again) && jit->queued < SIM_JIT_QUEUE) {
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

static uint64_t cost(const struct sim_jit_slot *s)
{
    return WORTH_ONCE + (uint64_t)WORTH * s->program->count;
}

// Instructions that the threads in hand will execute, at least; `one` has executed so many.
static uint64_t work_ahead(struct sim_jit_slot *s, uint64_t one)
{
    const uint64_t ended = atomic_load(&s->ended), executed = atomic_load(&s->executed);
    uint64_t each = ended ? executed / ended : s->program->count;
    if (each < one)
        each = one;
    return each * atomic_load(&s->ahead);
}

// Until it is translated, or has been waited for in vain.
static void wait_for(struct sim_jit_slot *s)
{
    struct sim_jit *jit = s->jit;
    const uint64_t ms = PATIENCE_MS + (uint64_t)PATIENCE_EACH_MS * s->program->count;
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(ms / 1000);
    until.tv_nsec += (long)(ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_mutex_lock(&jit->lock);
    while ((atomic_load(&s->state) == WANTED || atomic_load(&s->state) == TRANSLATING) &&
           !atomic_load(&s->waited) &&
           !pthread_cond_clockwait(&jit->idle, &jit->lock, CLOCK_MONOTONIC, &until))
        ;
    if (atomic_load(&s->state) != TRANSLATED)
        atomic_store(&s->waited, true);
    pthread_mutex_unlock(&jit->lock);
}

// Translates if it pays. `one`: what a thread has executed.
static void consider(struct sim_jit_slot *s, uint64_t one, bool partial)
{
    const int state = atomic_load_explicit(&s->state, memory_order_relaxed);
    if (state == TRANSLATED || state == FAILED)
        return;
    if (state == INTERPRETED) {
        if (work_ahead(s, one) + atomic_load(&s->executed) < cost(s))
            return;
        want(s, partial);
    }
    if (!s->jit->config.in_background && s->program->count <= PATIENT && !atomic_load(&s->waited))
        wait_for(s);
}

// Translated code for a slot: from the disk, or, if it is wanted at once, made.
static void install_first(struct sim_jit_slot *s, bool partial)
{
    struct sim_jit_code *c = sim_jit_find(s, partial);
    if (c || s->jit->config.mode == SIM_JIT_AT_ONCE)
        install(s, c ? c : sim_jit_make(s, &s->jit->config, partial, false, 0));
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

// (What it keeps by register has room for those of 32 bytes.)
static bool translates(const struct kiln_target *target)
{
    return target->grf_bytes == SIM_GRF_BYTES;
}

void sim_jit_attach(struct sim_jit *jit, struct sim_program *program, const uint8_t *code, unsigned simd,
                    bool partial, uint64_t threads, const struct sim_launch *launch, struct sim_tlb *tlb)
{
    struct sim_jit_slot *known = program->jit;
    if (known && jit && jit->config.mode == SIM_JIT_AT_ONCE && partial && !atomic_load(&known->old)) {
        const struct sim_jit_code *c = atomic_load(&known->code);
        if (c && !c->head->partial_start)
            install_first(known, true);
    }
    if (!jit || !translates(program->target))
        return;
    if (known) {
        atomic_store(&known->ahead, threads);
        consider(known, 0, partial);
        return;
    }
    struct sim_jit_slot *s = new_slot(program);
    if (!s)
        return;
    s->jit = jit;
    s->kernel = code;
    s->simd = simd;
    find_shapes(s, launch, tlb);
    install_first(s, partial);
    atomic_store(&s->ahead, threads);
    consider(s, 0, partial);
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
        install(s, sim_jit_make(s, &config.jit, true, keep_all, piece));
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
        (partial && (t->live & ~c->head->full || !waits_of(t, c, wait))))
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
    const int state = atomic_load_explicit(&s->state, memory_order_relaxed);
    if (!s->jit || state == TRANSLATED || state == FAILED)
        return;
    atomic_fetch_add_explicit(&s->executed, t->instructions - before, memory_order_relaxed);
    if (t->state == SIM_THREAD_DONE) {
        atomic_fetch_add_explicit(&s->ended, 1, memory_order_relaxed);
        uint64_t ahead = atomic_load(&s->ahead); // (of one walker at a time, if there are several)
        if (ahead)
            atomic_compare_exchange_weak(&s->ahead, &ahead, ahead - 1);
    }
    consider(s, t->instructions, t->live != sim_jit_channels(s->simd));
}

// Interprets what is to be watched, up to the deadline: whether that is over, and the thread still runs.
static bool watch(struct sim_thread *t, uint64_t deadline)
{
    const uint64_t end = t->watch_end;
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
    if (t->state != SIM_THREAD_RUN || t->instructions < end)
        return false;
    t->watching = false;
    t->watch += SIM_WATCH_PERIOD;
    t->watch_end = t->watch + SIM_WATCH_LENGTH;
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
