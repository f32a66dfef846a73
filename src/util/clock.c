// See clock.h.
#include "util/clock.h"

#include <time.h>

int64_t kiln_now(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

int64_t kiln_deadline(uint64_t timeout)
{
    int64_t now = kiln_now();
    return timeout > (uint64_t)(INT64_MAX - now) ? INT64_MAX : now + (int64_t)timeout;
}
