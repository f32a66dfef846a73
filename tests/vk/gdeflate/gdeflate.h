// GDeflate 1.0 as the tests have it: an encoder, and a decoder that takes one stream after the other, bit by
// bit. Neither knows anything of the driver. The format: README of GDeflate/GDeflate in
// microsoft/DirectStorage, RFC 1951 for what a block is, and Deflate64's lengths and distances.
#ifndef KILN_TESTS_GDEFLATE_H
#define KILN_TESTS_GDEFLATE_H

#include <stddef.h>
#include <stdint.h>

#define GDEFLATE_TILE 65536u
#define GDEFLATE_LANES 32u
enum { GDEFLATE_LITERALS = 288, GDEFLATE_DISTANCES = 32, GDEFLATE_END = 256, GDEFLATE_LONGEST = 15 };

enum gdeflate_block { GDEFLATE_STORED, GDEFLATE_STATIC, GDEFLATE_DYNAMIC, GDEFLATE_MIXED };
struct gdeflate_options {
    enum gdeflate_block block; // MIXED: one after the other
    uint32_t block_bytes;      // that blocks have; 0: all that there are
    uint32_t longest_match;    // 0: none are looked for; 258 is Deflate's, 65538 Deflate64's
    uint32_t farthest;         // 0: as far as the tile goes
    uint32_t empty_blocks;     // before each block
};
// Of at most a tile. *size is a multiple of 4. The caller frees what it gets.
uint8_t *gdeflate_encode(const uint8_t *data, uint32_t count, const struct gdeflate_options *o,
                         uint32_t *size);

// How many bytes it wrote, at most `room`; -1: the stream is broken.
int64_t gdeflate_decode(const uint8_t *stream, size_t size, uint8_t *out, size_t room);

// Of a symbol of a length (from 257 on) or of a distance: where its values begin, and how many bits follow.
uint32_t gdeflate_length(uint32_t symbol, uint32_t *extra);
uint32_t gdeflate_distance(uint32_t symbol, uint32_t *extra);
void gdeflate_static_lengths(uint8_t literals[GDEFLATE_LITERALS], uint8_t distances[GDEFLATE_DISTANCES]);
extern const uint8_t gdeflate_length_order[19]; // in which a block tells the lengths of its code of lengths

#endif
