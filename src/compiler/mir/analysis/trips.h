// Do channels leave loops one by one? The wider the thread, the more of them wait for the last.
#ifndef KILN_COMPILER_MIR_TRIPS_H
#define KILN_COMPILER_MIR_TRIPS_H

#include "compiler/mir/ir/query.h"

enum mir_trips {
    MIR_TRIPS_SAME,
    MIR_TRIPS_BY_CHANNEL, // by a counter that begins at the channel's index, or by what it computes
    MIR_TRIPS_BY_DATA,    // by what a round reads: nothing says that neighbours read the like
};

// The worst of all loops. Wants loops whose headers come first: before mir_opt_rotate.
enum mir_trips mir_find_trips(struct arena *a, const struct mir_shader *s);

#endif
