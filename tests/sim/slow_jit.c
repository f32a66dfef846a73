// A library in the JIT's place whose first translation takes as long as the test wants (test_eu_jit_slow.c).
#include <pthread.h>

#include "sim/jit/jit.h"

__attribute__((visibility("default"))) pthread_mutex_t slow_jit_lock = PTHREAD_MUTEX_INITIALIZER;
__attribute__((visibility("default"))) pthread_cond_t slow_jit_changed = PTHREAD_COND_INITIALIZER;
__attribute__((visibility("default"))) bool slow_jit_begun, slow_jit_may_end, slow_jit_unwanted;

__attribute__((visibility("default"))) bool
sim_jit_translate(const struct sim_jit_request *rq, struct sim_jit_blob *out, char *why, size_t size)
{
    pthread_mutex_lock(&slow_jit_lock);
    slow_jit_begun = true;
    pthread_cond_broadcast(&slow_jit_changed);
    while (!slow_jit_may_end)
        pthread_cond_wait(&slow_jit_changed, &slow_jit_lock);
    slow_jit_unwanted = rq->quit && atomic_load(rq->quit);
    pthread_cond_broadcast(&slow_jit_changed);
    pthread_mutex_unlock(&slow_jit_lock);
    *out = (struct sim_jit_blob){0};
    if (size)
        why[0] = rq->program->examined ? '?' : '!'; // the program is still there
    return false;
}
