// KILN_SIM_CHECK: what an application's shaders do wrong without anybody noticing, reported where they do it.
//
//     race     two invocations access the same bytes of shared memory or of a buffer or image, one of them
//              writes, and nothing orders them
//     oob      an access out of bounds, which robustness hides (a read gives zero, a write is dropped)
//     uninit   a value that was never written (shared memory, private arrays, variables) decides a branch,
//              is an address, or leaves the invocation
//     barrier  a barrier that not all invocations of the workgroup reach
//     stale    a read through the sampler's or the constant cache that shows what was there before a write:
//              no pipeline barrier names both
//
// Kernels are interpreted then, by one host thread: a table of points (thread/observer.h) runs threads
// through sim_check_thread_run, shows a message to sim_check_message before it executes, and its accesses go
// through sim_check_memory.
//
// The files: check.c (options, totals), points.c (where the machine calls), report.c, access.c (races,
// bounds), value.c and value_message.c (uninitialized values).
#ifndef KILN_SIM_CHECK_H
#define KILN_SIM_CHECK_H

#include "sim/thread/dispatch.h"
#include "sim/thread/message.h"

struct sim_config; // config/config.h
struct sim_check;

// By KILN_SIM_CHECK. NULL: off, or with errno out of memory (ENOMEM) or a word that there is not (ENOTSUP).
struct sim_check *sim_check_create(const struct sim_config *config);
void sim_check_destroy(struct sim_check *c); // prints the totals
// All walkers up to now have ended before what comes: no race across this.
void sim_check_ordered(struct sim_check *c);
// A walker begins; false: it is not checked.
bool sim_check_begin(struct sim_check *c, const struct sim_dispatch *d, struct sim_tlb *tlb);
// A group begins; its threads have their payloads.
void sim_check_group(struct sim_group *g);
// A group's threads wait for a barrier and the others have ended.
void sim_check_stuck(struct sim_group *g);

void sim_check_thread_run(struct sim_thread *t);
// Before an instruction executes, where another table runs the thread.
void sim_check_instruction(struct sim_thread *t, const struct sim_uop *u);
// Calls `told` with each report's first line, once it is made.
void sim_check_listen(struct sim_check *c, void (*told)(void *data, const char *text), void *data);

// Around a message: before it executes, and after.
void sim_check_message(struct sim_msg *m);
void sim_check_message_done(struct sim_msg *m);
sim_memory_fn sim_check_memory;
uint8_t *sim_check_quick(struct sim_msg *m, const struct sim_space *s, uint64_t offset, unsigned size,
                         enum sim_access access, unsigned lane);
// An access to a texel outside the surface.
void sim_check_texel(struct sim_msg *m, const struct sim_surface *s, const uint32_t coords[4],
                     enum sim_access access, unsigned lane);
extern const struct sim_shadow sim_check_shadow;           // a pass over values
void sim_check_fence(struct sim_msg *m, bool shared_only); // of shared memory, and of nothing else
void sim_check_barrier(struct sim_msg *m);

#endif
