// What the files of the xe row share.
#ifndef KILN_WINSYS_XE_H
#define KILN_WINSYS_XE_H

#include "hw/xe_uapi.h"
#include "util/lock.h"
#include "winsys/kernel/kernel.h"

// Executions are numbered in the whole device. Each context has a timeline, whose points are the numbers of
// its own.
struct xe_context {
    struct ws_kernel_context base;
    uint32_t timeline;
    uint64_t last; // its latest execution; 0: none yet
    struct xe_context *next;
};

struct xe_node {
    struct drm_xe_engine_class_instance engine; // that batches are for
    uint32_t placement;                         // where buffers are: DRM_XE_GEM_CREATE's bits
    uint16_t pat;                               // memory that the GPU caches and sees as the processor does
    bool has_names;                             // it is the simulated device: hw/names.h
    uint32_t vm;
    uint32_t binds;        // a timeline of all binds: executions wait for the latest
    struct kiln_lock lock; // of all below
    uint64_t last_bind, last_execution;
    struct xe_context *contexts;
};

static inline struct xe_node *xe_of(const struct ws_node *n)
{
    return n->own;
}

// The answer to a query in memory that the caller frees, and its bytes.
int xe_query(struct ws_node *n, uint32_t query, void **out, size_t *size); // info.c
int xe_probe(struct ws_node *n);
int xe_counters(struct ws_node *n, struct kiln_counters **out);
int xe_read_timestamp(struct ws_node *n, uint64_t *ticks);

bool xe_has_oa(struct ws_node *n); // observe.c
int xe_oa_open(struct ws_node *n, struct ws_kernel_context *c, int *stream);

int xe_create(struct ws_node *n, struct ws_memory *m); // memory.c
int xe_create_userptr(struct ws_node *n, struct ws_memory *m);
int xe_map(struct ws_node *n, struct ws_memory *m, uint64_t size, void **out);
void xe_unmap(struct ws_node *n, void *map, uint64_t size);

int xe_space_create(struct ws_node *n, struct ws_space *s); // bind.c
void xe_space_destroy(struct ws_node *n, struct ws_space *s);
int xe_bind(struct ws_node *n, struct ws_space *s, struct ws_binding *b, bool evict);
void xe_unbind(struct ws_node *n, struct ws_space *s, struct ws_binding *b);
int xe_rebind(struct ws_node *n, struct ws_space *s, const struct ws_change *changes, unsigned count);

int xe_context_create(struct ws_node *n, struct ws_space *s, int priority, struct ws_kernel_context **out);
void xe_context_destroy(struct ws_node *n, struct ws_kernel_context *c); // execute.c
int xe_context_check(struct ws_node *n, struct ws_kernel_context *c);
int xe_execute(struct ws_node *n, struct ws_kernel_context *c, const struct ws_submit *s);

int xe_wait(struct ws_node *n, struct ws_memory *m, int64_t timeout_ns); // use.c
int xe_busy(struct ws_node *n, struct ws_memory *m, bool *busy);
// The points of timelines that a memory's uses end with, in an array that the caller frees. With the lock
// held. -ENOMEM, or 0.
int xe_uses(const struct xe_node *own, const struct ws_memory *m, struct ws_sync_point **out,
            unsigned *count);
// Until all of them are signaled, at most until a time. -ENOENT: one's context is gone meanwhile.
int xe_wait_points(struct ws_node *n, const struct ws_sync_point *points, unsigned count, int64_t abs_ns);
void xe_wait_context(struct ws_node *n, const struct xe_context *c); // until all that it executes has ended

#endif
