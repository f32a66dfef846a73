// KILN_SIM_DEBUG: a debugger stops EU threads at instructions, looks at them, and lets them go on; backwards
// too.
//
// The debugger (kiln-debug) listens on a unix socket that the variable names; the first walker of a process
// connects. A table of points (thread/observer.h) runs the threads of a walker, by one host thread and group
// by group, and checks before each instruction whether to stop there. Nothing here knows of source lines: the
// debugger gets the kernel's description (util/kernel_note.h) and names instructions.
//
// Backwards: a group is deterministic. What its threads write to memory is kept in a journal as it was when
// the group began; going back puts that back, and runs the group again, up to the instruction wanted.
// Findings of the checks are not made twice: the checks are on only where the group has not been before.
//
// The files: debug.c (walkers, groups), run.c (executing and stopping), journal.c, command.c (what the
// debugger asks), wire.c (messages, and their numbers).
#ifndef KILN_SIM_DEBUG_H
#define KILN_SIM_DEBUG_H

#include "sim/thread/dispatch.h"
#include "sim/thread/message.h"

struct sim_config; // config/config.h
struct sim_check;
struct sim_debug;

// By KILN_SIM_DEBUG. NULL: off, or with errno ENOMEM.
struct sim_debug *sim_debug_create(const struct sim_config *config, struct sim_check *check);
void sim_debug_destroy(struct sim_debug *d);

// A walker begins, with its code; false: it is not debugged (the driver's own kernels; no debugger listens).
// Until sim_debug_end no other walker is.
bool sim_debug_begin(struct sim_debug *d, struct sim_dispatch *dispatch, const uint8_t *code);
void sim_debug_end(struct sim_debug *d, const struct sim_fault *fault);

// Its points.
void sim_debug_thread_run(struct sim_thread *t);
void sim_debug_message(struct sim_msg *m);
void sim_debug_message_done(struct sim_msg *m);
sim_memory_fn sim_debug_memory;
void sim_debug_group_start(struct sim_group *g);
void sim_debug_group_end(struct sim_group *g);
void sim_debug_group_stuck(struct sim_group *g);
void sim_debug_fence(struct sim_msg *m, bool shared_only);
void sim_debug_barrier(struct sim_msg *m);
void sim_debug_outside(struct sim_msg *m, const struct sim_surface *s, const uint32_t coords[4],
                       enum sim_access access, unsigned lane);
// Whether the group has to run once more from its start, before which memory is as it was then.
bool sim_debug_group_again(struct sim_group *g);

#endif
