// Fences, the lock that orders the whole simulated kernel, and the descriptors that carry fences between
// files.
//
// One lock (sim_lock) covers every object on the kernel's side of the simulated device: handles, buffers,
// bindings, contexts, queues and fences. Requests execute without it. Whenever a fence signals, sim_broadcast
// is called, and every waiter looks again: fences therefore need no callbacks, and a composite fence (one
// that stands for several) is just looked at through its children.
#ifndef KILN_SIM_FENCE_H
#define KILN_SIM_FENCE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void sim_lock(void);
void sim_unlock(void);
// Waits, under the lock, for the next broadcast or the absolute CLOCK_MONOTONIC time; false when it is over.
bool sim_wait_until(int64_t abs_ns);
// The same: 0, -ETIME when it is over, -EINTR if a signal of the client was handled (see
// sim_set_client_mask).
int sim_wait_interruptible(int64_t abs_ns);
void sim_broadcast(void); // needs the lock
// While this thread waits interruptibly its signal mask is this one; NULL, as at first: signals are not
// looked for. Who calls keeps signals blocked otherwise. Returns what was set.
const sigset_t *sim_set_client_mask(const sigset_t *mask);
// fork(): in the child, with the lock. The other threads are gone, and pending sync files are the parent's.
void sim_fences_fork_child(void);
// The same without the lock, which another thread may have held: all is leaked.
void sim_fences_forget(void);
int64_t sim_now_ns(void); // CLOCK_MONOTONIC
// While fences may signal elsewhere (shared_sync.h): `poll` is called, under the lock, whenever a fence
// signals, and by each wait, as often as it says (ns). NULL: not any more.
void sim_fence_poll_with(int64_t (*poll)(void));

struct sim_fence {
    unsigned refs;
    bool signaled;
    int error;            // 0 or -errno; meaningful once signaled
    unsigned child_count; // > 0: signaled when all children are
    struct sim_fence **children;
    struct sim_fence *next_dead; // while it is being freed
};

// All need the lock. Constructors return NULL when out of memory.
struct sim_fence *sim_fence_create(void);
struct sim_fence *sim_fence_create_signaled(void);
struct sim_fence *sim_fence_create_all(struct sim_fence *const *children,
                                       unsigned count); // refs the children
struct sim_fence *sim_fence_ref(struct sim_fence *f);
void sim_fence_unref(struct sim_fence *f); // NULL is allowed
void sim_fence_signal(struct sim_fence *f, int error);
bool sim_fence_signaled(struct sim_fence *f);
// False on timeout. Drops the lock while waiting: the caller holds a reference.
bool sim_fence_wait(struct sim_fence *f, int64_t abs_ns);

// A sync file: a descriptor that polls readable once the fence has signaled. Returns the fd or -errno.
int sim_sync_file_export(struct sim_fence *f);
// The fence of a sync file, with a reference; NULL if the descriptor is not one.
struct sim_fence *sim_sync_file_import(int fd);

#endif
