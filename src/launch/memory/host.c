// See host.h.
#include "launch/memory/host.h"

#include <errno.h>
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

const char *launch_result_name(enum launch_result result)
{
    static const char *const names[] = {[LAUNCH_OK] = "ok",
                                        [LAUNCH_NO_HOST_MEMORY] = "out of host memory",
                                        [LAUNCH_NO_DEVICE_MEMORY] = "out of device memory",
                                        [LAUNCH_ADDRESS_TAKEN] = "address taken",
                                        [LAUNCH_LOST] = "lost"};
    return names[result];
}

enum launch_result launch_result_from_errno(int err)
{
    switch (err < 0 ? -err : err) {
    case 0:
        return LAUNCH_OK;
    case EIO:
        return LAUNCH_LOST;
    case ENOSPC:
    case ENOMEM:
        return LAUNCH_NO_DEVICE_MEMORY;
    default:
        return LAUNCH_NO_HOST_MEMORY;
    }
}

enum launch_result launch_error_at(enum launch_result result, const char *file, int line, const char *fmt,
                                   ...)
{
    if (KILN_DEBUG(ERRORS)) {
        char text[512];
        va_list ap;
        va_start(ap, fmt);
        vsnprintf(text, sizeof(text), fmt, ap);
        va_end(ap);
        kiln_log("%s:%d: %s%s", file, line, launch_result_name(result), text);
    }
    return result;
}
