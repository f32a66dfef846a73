// struct drm_xe_sync: what EXEC and VM_BIND wait for, and what they signal. Source: Linux 6.12 xe_sync.c.
#ifndef KILN_SIM_XE_SYNC_H
#define KILN_SIM_XE_SYNC_H

#include <stdbool.h>
#include <stdint.h>

struct sim_fence;
struct sim_file;
struct sim_syncobj;

// One of them.
struct sim_xe_sync {
    struct sim_syncobj *syncobj; // referenced; NULL: a user fence
    uint64_t point;              // 0: binary
    struct sim_fence *wait;      // referenced; NULL: to be signaled
    uint64_t address, value;     // of a user fence
};

struct sim_xe_syncs {
    struct sim_xe_sync *list;
    uint32_t count;
};

// Who may have what: a queue or an address space that runs for long signals no syncobj.
enum { SIM_XE_LONG_RUNNING = 1 << 0, SIM_XE_NO_USER_FENCE = 1 << 1 };

// 0 or -errno; what was read is to be freed in any case.
int sim_xe_syncs_read(struct sim_file *file, uint64_t user, uint32_t count, unsigned how,
                      struct sim_xe_syncs *out);
void sim_xe_syncs_free(struct sim_xe_syncs *s);
// The user fence among them; NULL: there is none.
const struct sim_xe_sync *sim_xe_syncs_user_fence(const struct sim_xe_syncs *s, unsigned *count);
// A fence of all that is waited for, and of `last` (which may be NULL). NULL: out of memory.
struct sim_fence *sim_xe_syncs_await(const struct sim_xe_syncs *s, struct sim_fence *last);
// Gives the syncobjs that are to be signaled the fence. 0 or -ENOMEM.
int sim_xe_syncs_signal(const struct sim_xe_syncs *s, struct sim_fence *fence);

#endif
