// KILN_DEBUG=time: compiler/support/lap.h.
#include "compiler/support/lap.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "util/log.h"

void lap_start(struct lap *l)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    l->ns = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void lap_end(struct lap *l, const char *fmt, ...)
{
    if (!KILN_DEBUG(TIME))
        return;
    uint64_t before = l->ns;
    lap_start(l);
    char stage[128];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(stage, sizeof(stage), fmt, ap);
    va_end(ap);
    kiln_log("%9.3f ms  %s", (double)(l->ns - before) / 1e6, stage);
    lap_start(l); // printing is no stage
}
