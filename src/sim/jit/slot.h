// A kernel on its way to its translation, and the pool's translating thread: what jit/jit.c, which decides,
// and jit/make.c, which makes translations or finds them on disk, share.
#ifndef KILN_SIM_JIT_SLOT_H
#define KILN_SIM_JIT_SLOT_H

#include <pthread.h>

#include "sim/config/config.h"
#include "sim/jit/jit.h"
#include "util/disk_cache.h"
#include "util/sha256.h"

enum { SIM_JIT_QUEUE = 64 };
enum state { INTERPRETED, WANTED, TRANSLATING, TRANSLATED, FAILED };

struct sim_jit_slot {
    struct sim_jit *jit; // NULL: translated by sim_jit_now only
    struct sim_program *program;
    const uint8_t *kernel; // its code; NULL: not given
    unsigned simd;
    // Instructions executed and threads that have ended, while it is interpreted; threads that are ahead.
    atomic_uint_least64_t executed, ended, ahead;
    atomic_bool waited;                       // once is enough
    _Atomic(struct sim_jit_code *) code, old; // old: may still be running when a wider one replaces it
    atomic_int state;                         // enum state; changes under the lock
    atomic_bool partial;                      // a thread started with fewer channels
    struct sim_image_shape *shapes;           // sim_jit_request.shapes, found when the program was attached
    uint64_t samplers[SIM_SAMPLER_KEYS];
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
    struct sim_jit_slot *queue[SIM_JIT_QUEUE];
    unsigned queued;
    struct sim_jit_slot *current;
};
static inline uint32_t sim_jit_channels(unsigned simd)
{
    return simd >= 32 ? 0xffffffffu : (1u << simd) - 1;
}

// ---- jit/make.c
void sim_jit_hash_processor(const char *cpu, uint8_t out[KILN_SHA256_SIZE]);
uint64_t sim_jit_library_build(const struct sim_config_jit *c);
// From the disk; NULL: it is not there.
struct sim_jit_code *sim_jit_find(const struct sim_jit_slot *s, bool partial);
// Translates, and keeps it on disk; NULL: it cannot be.
struct sim_jit_code *sim_jit_make(const struct sim_jit_slot *s, const struct sim_config_jit *config,
                                  bool partial, bool keep_all, unsigned piece);

#endif
