// Sets of the bytes of one register, of any target: a bit for each.
#ifndef KILN_COMPILER_MIR_BYTES_H
#define KILN_COMPILER_MIR_BYTES_H

#include <stdint.h>

typedef uint64_t mir_bytes; // MIR_REG_BYTES bits
#define MIR_ALL_BYTES UINT64_MAX

// Bytes [lo, hi).
static inline mir_bytes mir_bytes_in(uint32_t lo, uint32_t hi)
{
    return lo >= hi ? 0 : MIR_ALL_BYTES >> (8 * sizeof(mir_bytes) - (hi - lo)) << lo;
}

#endif
