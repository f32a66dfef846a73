// i915's command parser (parser.c).
#ifndef KILN_SIM_I915_PARSER_H
#define KILN_SIM_I915_PARSER_H

#include <stdbool.h>
#include <stdint.h>

struct kiln_devinfo;

// Reads a batch of `count` dwords. 0, and whether it may be executed with more rights; or -EINVAL.
int sim_i915_parse(const struct kiln_devinfo *info, const uint32_t *dw, uint32_t count, bool *trusted);

#endif
