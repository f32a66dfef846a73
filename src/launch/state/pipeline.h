// Which pipeline the command streamer's state is for, and what surrounds a change of it. PRM SKL vol2a
// PIPELINE_SELECT; src/hw/rules.def.
#ifndef KILN_LAUNCH_MI_PIPELINE_H
#define KILN_LAUNCH_MI_PIPELINE_H

#include "launch/mi/packets.h"

// Each writes at `dw`, and returns after what it wrote.

// The write caches, and a stall; as if others had run before in this context.
uint32_t *state_flush(const struct launch_device *device, uint32_t *dw);
// The read-only caches.
uint32_t *state_invalidate(const struct launch_device *device, uint32_t *dw);

enum { STATE_SWITCH_DWORDS = 32 }; // at most
// pipeline: GEN_PIPELINE_3D or GEN_PIPELINE_GPGPU, from the other one.
uint32_t *state_switch_pipeline(const struct launch_device *device, uint32_t *dw, unsigned pipeline);
// The same in a stream.
void state_stream_switch_pipeline(struct launch_stream *s, unsigned pipeline);

#endif
