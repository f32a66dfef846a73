// KILN_DEBUG=time: how long each stage of a compile takes.
#ifndef KILN_COMPILER_LAP_H
#define KILN_COMPILER_LAP_H

#include <stdint.h>

struct lap {
    uint64_t ns; // of this thread's processor time, when the last one ended
};

void lap_start(struct lap *l);
// With KILN_DEBUG=time prints the time since the last call.
void lap_end(struct lap *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
