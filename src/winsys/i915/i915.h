// What the files of the i915 row share.
#ifndef KILN_WINSYS_I915_H
#define KILN_WINSYS_I915_H

#include "winsys/kernel/kernel.h"

struct i915_node {
    bool has_mmap_offset, has_exec_timeline, has_userptr_probe;
    bool has_names;          // it is the simulated device: hw/names.h
    struct ws_memory asking; // a batch that does nothing: bind.c. Handle 0: there is none
};

static inline const struct i915_node *i915_of(const struct ws_node *n)
{
    return n->own;
}

int i915_probe(struct ws_node *n); // info.c
int i915_getparam(struct ws_node *n, int param, int *value);
int i915_counters(struct ws_node *n, struct kiln_counters **out);
int i915_name(struct ws_node *n, const struct kiln_object_place *place);

bool i915_has_oa(struct ws_node *n); // perf.c
int i915_oa_open(struct ws_node *n, struct ws_kernel_context *c, int *stream);

int i915_create(struct ws_node *n, struct ws_memory *m); // memory.c
int i915_create_userptr(struct ws_node *n, struct ws_memory *m);
int i915_map(struct ws_node *n, struct ws_memory *m, uint64_t size, void **out);
void i915_unmap(struct ws_node *n, void *map, uint64_t size);
int i915_wait(struct ws_node *n, struct ws_memory *m, int64_t timeout_ns);
int i915_busy(struct ws_node *n, struct ws_memory *m, bool *busy);

int i915_bind(struct ws_node *n, struct ws_space *s, struct ws_binding *b, bool evict); // bind.c
void i915_unbind(struct ws_node *n, struct ws_space *s, struct ws_binding *b);
void i915_bind_finish(struct ws_node *n);

int i915_context_create(struct ws_node *n, struct ws_space *space, int priority,
                        struct ws_kernel_context **out); // execute.c
void i915_context_destroy(struct ws_node *n, struct ws_kernel_context *c);
int i915_context_check(struct ws_node *n, struct ws_kernel_context *c);
int i915_execute(struct ws_node *n, struct ws_kernel_context *c, const struct ws_submit *s);

#endif
