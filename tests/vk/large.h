// Buffers of more than 4 GiB, for tests: few pages of them are touched, so that few are there.
#ifndef KILN_TESTS_LARGE_H
#define KILN_TESTS_LARGE_H

#include "newer.h"

#include <stdlib.h>
#include <string.h>

#include "vk/addressed.h"

#define GIB (UINT64_C(1) << 30)
#define BIG                                                                                                  \
    (VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT)

static inline void *at(const struct memory *m, uint64_t offset)
{
    return m->map + offset;
}

#endif
