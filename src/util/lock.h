// Locks that have a place in one order (lock_order.def). Builds with assertions check at each lock that the
// thread holds none that comes after it, and that it holds nothing else when it waits for a condition: a
// deadlock shows in any run that takes the two locks, not only where two threads meet.
#ifndef KILN_UTIL_LOCK_H
#define KILN_UTIL_LOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum kiln_lock_name {
#define LOCK(name, what) KILN_LOCK_##name,
#include "util/lock_order.def"
#undef LOCK
    KILN_LOCK_COUNT
};

struct kiln_lock {
    pthread_mutex_t mutex;
    enum kiln_lock_name name;
};
#define KILN_LOCK_INITIALIZER(name) {PTHREAD_MUTEX_INITIALIZER, KILN_LOCK_##name}

static inline void kiln_lock_init(struct kiln_lock *l, enum kiln_lock_name name)
{
    pthread_mutex_init(&l->mutex, NULL);
    l->name = name;
}

static inline void kiln_lock_destroy(struct kiln_lock *l)
{
    pthread_mutex_destroy(&l->mutex);
}

#ifndef NDEBUG
// The locks that this thread holds, a bit each.
extern __thread uint32_t kiln_locks_held __attribute__((visibility("hidden")));
// Say what is wrong, and abort.
void kiln_lock_out_of_order(enum kiln_lock_name name) __attribute__((cold, noreturn));
void kiln_lock_waits_with_others(enum kiln_lock_name name) __attribute__((cold, noreturn));
#endif

// `same`: whether another of the same name may be held, as fork() does with those of a process.
static inline void kiln_lock_beside(struct kiln_lock *l, bool same)
{
#ifndef NDEBUG
    if (__builtin_expect(kiln_locks_held >> l->name >> same != 0, 0))
        kiln_lock_out_of_order(l->name);
    kiln_locks_held |= 1u << l->name;
#endif
    pthread_mutex_lock(&l->mutex);
}

static inline void kiln_lock(struct kiln_lock *l)
{
    kiln_lock_beside(l, false);
}

static inline void kiln_unlock(struct kiln_lock *l)
{
#ifndef NDEBUG
    kiln_locks_held &= ~(1u << l->name);
#endif
    pthread_mutex_unlock(&l->mutex);
}

static inline void kiln_lock_wait(pthread_cond_t *condition, struct kiln_lock *l)
{
#ifndef NDEBUG
    if (__builtin_expect(kiln_locks_held != 1u << l->name, 0))
        kiln_lock_waits_with_others(l->name);
#endif
    pthread_cond_wait(condition, &l->mutex);
}

#endif
