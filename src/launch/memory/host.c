// See host.h.
#include "launch/memory/host.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/log.h"
#include "util/math.h"

void *launch_zalloc(const struct launch_allocator *a, size_t size)
{
    void *p = a->allocate(a->user, NULL, size);
    if (p)
        memset(p, 0, size);
    return p;
}

bool launch_grow(const struct launch_allocator *a, void **data, uint32_t *capacity, uint32_t need,
                 size_t elem)
{
    if (need <= *capacity)
        return true;
    uint32_t n = KILN_MAX(KILN_MAX(8u, *capacity * 2), need);
    void *p = a->allocate(a->user, *data, n * elem);
    if (!p)
        return false;
    *data = p;
    *capacity = n;
    return true;
}

void launch_free(const struct launch_allocator *a, void *block)
{
    if (block)
        a->release(a->user, block);
}

enum launch_result launch_error_at(enum launch_result result, const char *file, int line, const char *fmt,
                                   ...)
{
    static const char *const names[] = {[LAUNCH_OK] = "ok",
                                        [LAUNCH_NO_HOST_MEMORY] = "out of host memory",
                                        [LAUNCH_NO_DEVICE_MEMORY] = "out of device memory",
                                        [LAUNCH_ADDRESS_TAKEN] = "address taken",
                                        [LAUNCH_LOST] = "lost"};
    if (KILN_DEBUG(ERRORS)) {
        char text[512];
        va_list ap;
        va_start(ap, fmt);
        vsnprintf(text, sizeof(text), fmt, ap);
        va_end(ap);
        kiln_log("%s:%d: %s%s", file, line, names[result], text);
    }
    return result;
}
