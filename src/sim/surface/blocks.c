// See surface/blocks.h.
#include "sim/surface/blocks.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(SIM_BLOCK_ENTRIES == 1 << (32 - SIM_BLOCK_SHIFT), "entries");

static void answer(struct sim_blocks *b, const uint32_t block[4][SIM_BLOCK_LANES],
                   const uint32_t texel[SIM_BLOCK_LANES], uint32_t out[4][SIM_BLOCK_LANES])
{
    const struct sim_format *f = b->format;
    const unsigned dwords = f->bytes / 4u, texels = f->bw * f->bh;
    for (unsigned i = 0; i < SIM_BLOCK_LANES; i++) {
        uint32_t bits[4] = {0}, sum = 0;
        bool known = true;
        for (unsigned k = 0; k < dwords; k++) {
            bits[k] = block[k][i];
            sum += bits[k] * sim_block_factor[k];
        }
        const uint32_t at = sum >> SIM_BLOCK_SHIFT;
        uint32_t(*words)[4] = (uint32_t(*)[4])(b->word + (size_t)at * texels * 4);
        for (unsigned k = 0; k < dwords; k++) {
            known = known && b->tag[k][at] == bits[k];
            b->tag[k][at] = bits[k];
        }
        if (!known)
            sim_block_decode(f, (const uint8_t *)bits, words);
        for (unsigned n = 0; n < 4; n++)
            out[n][i] = words[texel[i] < texels ? texel[i] : 0][n];
    }
}

// Every entry has a block: that of zeros.
static struct sim_blocks *make(const struct sim_format *f)
{
    const size_t texels = (size_t)f->bw * f->bh, bytes = texels * 4 * sizeof(uint32_t);
    const uint8_t zeros[16] = {0};
    uint32_t words[SIM_BLOCK_TEXELS][4];
    struct sim_blocks *b = calloc(1, sizeof(*b) + SIM_BLOCK_ENTRIES * bytes);
    if (!b)
        return NULL;
    b->answer = answer;
    b->format = f;
    sim_block_decode(f, zeros, words);
    for (unsigned i = 0; i < SIM_BLOCK_ENTRIES; i++)
        memcpy(b->word + i * texels * 4, words, bytes);
    return b;
}

struct sim_blocks *sim_blocks_find(struct sim_blocks *all[SIM_BLOCK_FORMATS], const struct sim_format *f)
{
    for (unsigned i = 0; i < SIM_BLOCK_FORMATS; i++) {
        if (!all[i])
            all[i] = make(f);
        if (!all[i] || all[i]->format == f)
            return all[i];
    }
    return NULL;
}

void sim_blocks_finish(struct sim_blocks *all[SIM_BLOCK_FORMATS])
{
    for (unsigned i = 0; i < SIM_BLOCK_FORMATS; i++)
        free(all[i]);
}
