// Work on several threads, whose results come in order.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/kilnc/kilnc.h"

enum { MOST_THREADS = 64, STACK = 64 << 20 }; // LLVM recurses

struct work {
    pthread_mutex_t lock;
    pthread_cond_t one_is_done;
    unsigned next, count;
    bool *is_done;
    void (*run)(void *of, unsigned i);
    void *of;
};

static void *worker(void *arg)
{
    struct work *w = arg;
    pthread_mutex_lock(&w->lock);
    while (w->next < w->count) {
        unsigned i = w->next++;
        pthread_mutex_unlock(&w->lock);
        w->run(w->of, i);
        pthread_mutex_lock(&w->lock);
        w->is_done[i] = true;
        pthread_cond_signal(&w->one_is_done);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

static void run_here(struct work *w, void (*done)(void *of, unsigned i))
{
    for (unsigned i = 0; i < w->count; i++) {
        w->run(w->of, i);
        done(w->of, i);
    }
}

void kilnc_parallel(unsigned count, unsigned threads, void (*run)(void *of, unsigned i),
                    void (*done)(void *of, unsigned i), void *of)
{
    struct work w = {.count = count, .run = run, .of = of, .is_done = calloc(count + 1, sizeof(bool))};
    pthread_t ids[MOST_THREADS];
    unsigned started = 0;
    pthread_attr_t attributes;
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.one_is_done, NULL);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    threads = threads > MOST_THREADS ? MOST_THREADS : threads;
    threads = threads > count ? count : threads;
    while (threads > 1 && w.is_done && started < threads &&
           !pthread_create(&ids[started], &attributes, worker, &w))
        started++;
    if (!started)
        run_here(&w, done);
    for (unsigned i = 0; started && i < count; i++) {
        pthread_mutex_lock(&w.lock);
        while (!w.is_done[i])
            pthread_cond_wait(&w.one_is_done, &w.lock);
        pthread_mutex_unlock(&w.lock);
        done(of, i);
    }
    for (unsigned i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
    pthread_attr_destroy(&attributes);
    pthread_cond_destroy(&w.one_is_done);
    pthread_mutex_destroy(&w.lock);
    free(w.is_done);
}

void kilnc_progress(const char *what, unsigned done, unsigned count)
{
    enum { MANY = 8 };
    if (count < MANY || !isatty(STDERR_FILENO))
        return;
    fprintf(stderr, done < count ? "\r%s %u of %u" : "\r\033[K", what, done, count);
    fflush(stderr);
}
