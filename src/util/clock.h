// The host's clock, by which waits end.
#ifndef KILN_UTIL_CLOCK_H
#define KILN_UTIL_CLOCK_H

#include <stdint.h>

// CLOCK_MONOTONIC in nanoseconds; and now + timeout, saturated.
int64_t kiln_now(void);
int64_t kiln_deadline(uint64_t timeout);

#endif
