// A job in bounded requests (items.h says what is in one).
#ifndef KILN_LAUNCH_BOUNDED_H
#define KILN_LAUNCH_BOUNDED_H

#include "launch/queue/queue.h"

// Runs all its segments, waiting for the GPU. Signals nothing.
enum launch_result launch_run_bounded(struct launch_queue *queue, const struct launch_job *job,
                                      const struct launch_points *points);

#endif
