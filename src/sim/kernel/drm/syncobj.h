// DRM syncobjs: a fence in a box, or a timeline of them.
#ifndef KILN_SIM_SYNCOBJ_H
#define KILN_SIM_SYNCOBJ_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sync/fence.h"
#include "sim/sync/shared_sync.h"
#include "util/vec.h"

struct sim_sync_point {
    uint64_t value;
    struct sim_fence *fence;
};

// Binary: `fence`. Timeline: `points`, by rising value; a point counts as reached when it and all before it
// have signaled. As in the kernel, one object is the other kind after the other operation.
struct sim_syncobj {
    unsigned refs;
    struct sim_fence *fence;
    VEC(struct sim_sync_point) points;
    uint64_t reached;   // timeline: the highest value reached so far
    uint64_t submitted; // timeline: the highest value added
    bool timeline;
    struct sim_shared *shared; // it has been exported: all state is there
};

struct sim_syncobj *sim_syncobj_create(void);
struct sim_syncobj *sim_syncobj_ref(struct sim_syncobj *s);
void sim_syncobj_unref(struct sim_syncobj *s);
// Refs f; NULL: reset. 0 or -ENOMEM, which only a fence that is not signaled can give.
int sim_syncobj_replace(struct sim_syncobj *s, struct sim_fence *f);
int sim_syncobj_add_point(struct sim_syncobj *s, uint64_t value, struct sim_fence *f);
// The fence of a point (0: the latest), with a reference. -EINVAL: there is none yet. NULL only when out of
// memory.
int sim_syncobj_find(struct sim_syncobj *s, uint64_t value, struct sim_fence **out);

#endif
