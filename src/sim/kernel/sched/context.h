// Contexts: an address space, a set of engines with their saved hardware state, and the rules of banning.
#ifndef KILN_SIM_CONTEXT_H
#define KILN_SIM_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

struct sim_caches;
struct sim_client;
struct sim_cs_state;
struct sim_device;
struct sim_engine;
struct sim_fault;
struct sim_fence;
struct sim_file;
struct sim_vm;

enum { SIM_CONTEXT_MAX_ENGINES = 64, SIM_PRIORITY_NORMAL = 0 };

// A context on one engine: what the hardware's context image is.
struct sim_context_engine {
    struct sim_engine *engine;  // NULL: a hole in the engine map
    struct sim_cs_state *state; // created by the first request
    struct sim_fence *last;     // the latest request: requests of a context run in order
};

struct sim_context {
    unsigned refs;
    struct sim_device *dev;
    struct sim_client *client;
    uint32_t id;
    struct sim_vm *vm;
    struct sim_caches *caches; // KILN_SIM_STRICT: as if it had the engine alone; by its first request
    bool user_engines;         // execbuffer's ring selector is an index into `engines`
    bool single_timeline;
    struct sim_fence *timeline; // single_timeline: the latest request on any engine
    unsigned engine_count;
    struct sim_context_engine engines[SIM_CONTEXT_MAX_ENGINES];
    bool in_use; // looked up once: VM and ENGINES are fixed from then on
    int priority;
    bool bannable, recoverable, persistent, no_error_capture;
    bool closed, banned;
    unsigned guilty, active; // GET_RESET_STATS: batch_active, batch_pending
    int64_t hang_time[2];    // of the last two hangs
    struct sim_fault *fault; // the first one, for sim_context_get_fault; NULL: none
};

struct sim_context *sim_context_create(struct sim_device *dev, struct sim_client *client);
struct sim_context *sim_context_ref(struct sim_context *ctx);
void sim_context_unref(struct sim_context *ctx);
void sim_context_close(struct sim_context *ctx); // the handle went away
// The engines that it has when it is made: all.
void sim_context_default_engines(struct sim_context *ctx);

#endif
