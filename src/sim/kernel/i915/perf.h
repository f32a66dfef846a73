// The observation unit as the kernel keeps it (perf.c).
#ifndef KILN_SIM_PERF_H
#define KILN_SIM_PERF_H

#include <stdbool.h>
#include <sys/types.h>

#include "sim/kernel/drm/handles.h"
#include "util/file.h"

struct drm_i915_query_item;
struct sim_context;
struct sim_device;

struct sim_oa_stream {
    bool open, enabled;
    ino_t inode;             // of its descriptor
    struct kiln_fd peer;     // the other end of that
    struct sim_context *ctx; // NULL: of all contexts
};

struct sim_oa {
    struct sim_handles configs; // of struct sim_oa_config
    struct sim_oa_stream stream;
};

// Whether walkers of the context count for an open stream. Takes the lock.
bool sim_perf_counts(struct sim_device *dev, const struct sim_context *ctx);
int sim_perf_query_configs(struct sim_device *dev, const struct drm_i915_query_item *item);
// I915_PERF_IOCTL_* of a stream's descriptor; -ENOTTY: it is none. Takes the lock.
int sim_perf_stream_ioctl(struct sim_device *dev, int fd, unsigned long request, void *arg);
int sim_perf_init(struct sim_device *dev); // 0 or -ENOMEM
void sim_perf_finish(struct sim_device *dev);

#endif
