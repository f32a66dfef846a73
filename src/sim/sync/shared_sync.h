// A syncobj that has been exported as a descriptor, which another process may have imported: its state is in
// the memory behind the descriptor (a memfd), under a lock that processes share. Another process may write
// there whatever it likes: it can make a fence signal or fail, and nothing else.
//
// A fence belongs to the process whose device signals it. The others have a stand-in for it, which signals
// when they see that the owner has noted so: a wait in the simulated kernel polls
// while such syncobjs exist (fence.h, sim_fence_poll_with). A fence whose owner died has failed.
#ifndef KILN_SIM_SHARED_SYNC_H
#define KILN_SIM_SHARED_SYNC_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sync/fence.h"

struct sim_shared;

// All need the lock. NULL when out of memory or descriptors.
struct sim_shared *sim_shared_create(void);
struct sim_shared *sim_shared_open(int fd); // NULL also if it is no syncobj
void sim_shared_unref(struct sim_shared *s);
int sim_shared_fd(const struct sim_shared *s); // a new descriptor, or -errno

// As the functions of syncobj.h.
int sim_shared_replace(struct sim_shared *s, struct sim_fence *f);
int sim_shared_add_point(struct sim_shared *s, uint64_t value, struct sim_fence *f);
int sim_shared_find(struct sim_shared *s, uint64_t value, struct sim_fence **out);
// The values of a timeline; zero of a binary one.
void sim_shared_query(struct sim_shared *s, uint64_t *reached, uint64_t *submitted);
void sim_shared_fork_child(void); // fork(): in the child, what is not signaled is the parent's to signal
void sim_shared_forget(void);     // the same, without the lock: all is leaked
// Makes a new one a timeline that has come so far.
void sim_shared_set_reached(struct sim_shared *s, uint64_t reached);

#endif
