// What the host does for bounded requests of a flat device, whose batches cannot jump: they wait for no event
// and run no dispatch of which the GPU would read the counts.
#ifndef KILN_LAUNCH_FLAT_H
#define KILN_LAUNCH_FLAT_H

#include "launch/queue/items.h"

// Before the segment at `p`: waits for its event, or reads its counts once nothing may write them any more.
// *first: no request of the job was submitted yet. Nothing to do on other devices.
enum launch_result launch_flat_prepare(struct launch_queue *queue, const struct launch_job *job,
                                       const struct launch_points *points, bool *first,
                                       struct launch_cursor *p);

#endif
