// What instructions do to units of one register, in program order: what liveness is computed from.
#ifndef KILN_COMPILER_MIR_LIVE_EVENTS_H
#define KILN_COMPILER_MIR_LIVE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler/mir/ir/bytes.h"
#include "util/vec.h"

struct mir_live;
struct mir_shader;

enum live_event_kind {
    LIVE_USE,   // reads the bytes of the mask
    LIVE_DEF,   // writes; those of the mask are surely left without their old value
    LIVE_UNDEF, // ends the range: nothing of it is needed from above
};

struct live_event {
    mir_bytes mask;
    uint32_t unit, slot;
    enum live_event_kind kind;
};

struct live_events {
    VEC(struct live_event) list;
    uint32_t *first; // per block; [block_count] is the number of events
};

// Needs `l` with its arena, and units and instructions numbered. False: out of memory.
bool live_events_gather(const struct mir_live *l, const struct mir_shader *s, struct live_events *e);

#endif
