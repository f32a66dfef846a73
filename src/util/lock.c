// See lock.h.
#include "util/lock.h"

#ifndef NDEBUG
#include <stdio.h>
#include <stdlib.h>

_Static_assert(KILN_LOCK_COUNT <= 32, "a bit each");

__thread uint32_t kiln_locks_held;

static const char *const names[] = {
#define LOCK(name, what) #name,
#include "util/lock_order.def"
#undef LOCK
};

static _Noreturn void fail(enum kiln_lock_name name, const char *what)
{
    char held[256] = "";
    size_t at = 0;
    for (unsigned i = 0; i < KILN_LOCK_COUNT && at < sizeof(held); i++)
        if (kiln_locks_held >> i & 1)
            at += (size_t)snprintf(held + at, sizeof(held) - at, " %s", names[i]);
    fprintf(stderr, "kiln: lock %s %s:%s (util/lock_order.def)\n", names[name], what, held);
    abort();
}

void kiln_lock_out_of_order(enum kiln_lock_name name)
{
    fail(name, "taken by a thread that holds");
}

void kiln_lock_waits_with_others(enum kiln_lock_name name)
{
    fail(name, "waited on by a thread that holds");
}
#endif
