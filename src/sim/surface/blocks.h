// Decoded blocks of a block format, for translated code: what a block decodes to depends on nothing but its
// bits, so that they are found by those, and never grow stale. A host thread has its own.
#ifndef KILN_SIM_SURFACE_BLOCKS_H
#define KILN_SIM_SURFACE_BLOCKS_H

#include "sim/surface/format.h"

enum { SIM_BLOCK_ENTRIES = 128, SIM_BLOCK_LANES = 8, SIM_BLOCK_FORMATS = 8 };

struct sim_blocks;
// The words of texels of eight channels, from their blocks' dwords (those that the format has) and which
// texel of it each wants; the blocks are among the decoded ones afterwards.
typedef void sim_blocks_fn(struct sim_blocks *b, const uint32_t block[4][SIM_BLOCK_LANES],
                           const uint32_t texel[SIM_BLOCK_LANES], uint32_t out[4][SIM_BLOCK_LANES]);

struct sim_blocks {
    sim_blocks_fn *answer;
    const struct sim_format *format;
    uint32_t tag[4][SIM_BLOCK_ENTRIES]; // the block that an entry has
    uint32_t word[];                    // of the entry's texels, four each
};

// Where a block is looked for: the upper bits of the sum of products of its dwords.
static const uint32_t sim_block_factor[4] = {0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du, 0x27d4eb2fu};
enum { SIM_BLOCK_SHIFT = 32 - 7 };

// That of the format among a thread's, which is made if there is room; NULL: there is none.
struct sim_blocks *sim_blocks_find(struct sim_blocks *all[SIM_BLOCK_FORMATS], const struct sim_format *f);
void sim_blocks_finish(struct sim_blocks *all[SIM_BLOCK_FORMATS]);

#endif
