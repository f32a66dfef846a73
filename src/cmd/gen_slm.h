// Shared Local Memory Size of INTERFACE_DESCRIPTOR_DATA: a power of two, from Gen9 1 KB times 2^(n - 1),
// before n times 4 KB. Source: Mesa 25.0.7 intel_compute_slm.c (intel_compute_slm_encode_size); PRM KBL vol2d
// INTERFACE_DESCRIPTOR_DATA.
#ifndef KILN_CMD_GEN_SLM_H
#define KILN_CMD_GEN_SLM_H

#include <stdint.h>

#include "hw/target.h"

enum { GEN_SLM_MOST = 65536, GEN_SLM_UNIT_GEN8 = 4096 };

// Bytes that an encoded size stands for; UINT32_MAX if none.
static inline uint32_t gen_slm_bytes(const struct kiln_target *t, uint32_t encoded)
{
    uint32_t bytes = !kiln_target_has_slm_exponent(t) ? encoded * GEN_SLM_UNIT_GEN8
                     : encoded && encoded <= 7        ? 512u << encoded
                                                      : 0;
    return encoded && (!bytes || bytes > GEN_SLM_MOST || (bytes & (bytes - 1))) ? UINT32_MAX : bytes;
}

// The least encoded size that has room for `bytes`, of at most GEN_SLM_MOST.
static inline uint32_t gen_slm_encode(const struct kiln_target *t, uint32_t bytes)
{
    uint32_t encoded = bytes ? 1 : 0;
    while (gen_slm_bytes(t, encoded) == UINT32_MAX || gen_slm_bytes(t, encoded) < bytes)
        encoded++;
    return encoded;
}

#endif
