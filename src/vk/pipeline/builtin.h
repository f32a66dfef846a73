// The driver's own kernels: copies, fills, results of queries, decompression. SPIR-V from src/vk/shaders,
// found on disk or compiled by our compiler on first use.
#ifndef KILN_VK_BUILTIN_H
#define KILN_VK_BUILTIN_H

#include "vk/object/object.h"
#include "util/lock.h"

struct kiln_device;
struct kiln_pipeline;

enum kiln_builtin {
    KILN_BUILTIN_COPY,
    KILN_BUILTIN_COPY_BYTES,
    KILN_BUILTIN_FILL,
    // Several variants each, by specialization constants. Copies: bit 0 says that the source is tiled, bit 1
    // the destination; of units: 4 * n, for units of 2^(2 + n) bytes, and 12 where an invocation copies four
    // rows. Fills: rows, tiles, rows of texels of three channels.
    KILN_BUILTIN_COPY_IMAGE,
    KILN_BUILTIN_COPY_UNITS = KILN_BUILTIN_COPY_IMAGE + 4,
    KILN_BUILTIN_FILL_IMAGE = KILN_BUILTIN_COPY_UNITS + 24,
    KILN_BUILTIN_COPY_INDIRECT = KILN_BUILTIN_FILL_IMAGE + 3,
    KILN_BUILTIN_COPY_INDIRECT_IMAGE,
    KILN_BUILTIN_COPY_SAMPLES,
    KILN_BUILTIN_GENERATE,
    KILN_BUILTIN_QUERY_COUNTERS,
    KILN_BUILTIN_DECOMPRESS,
    KILN_BUILTIN_COUNT
};

struct kiln_builtins {
    struct kiln_lock lock;
    struct kiln_pipeline *pipelines[KILN_BUILTIN_COUNT];
};

void kiln_builtins_init(struct kiln_builtins *b);
void kiln_builtins_finish(struct kiln_device *device);
VkResult kiln_builtin_get(struct kiln_device *device, enum kiln_builtin which,
                          const struct kiln_pipeline **out);

#endif
