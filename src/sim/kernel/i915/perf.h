// The observation unit by i915's interface (perf.c).
#ifndef KILN_SIM_PERF_H
#define KILN_SIM_PERF_H

#include "sim/kernel/sched/oa.h"

struct drm_i915_query_item;

int sim_perf_query_configs(struct sim_device *dev, const struct drm_i915_query_item *item);
// I915_PERF_IOCTL_* of a stream's descriptor; -ENOTTY: it is none. Takes the lock.
int sim_perf_stream_ioctl(struct sim_device *dev, int fd, unsigned long request, void *arg);
int sim_perf_init(struct sim_device *dev); // 0 or -ENOMEM

#endif
