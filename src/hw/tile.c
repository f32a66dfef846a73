// See hw/tile.h. Source: PRM SNB vol1p2 "Tile X", "Tile Y"; Tile4: Mesa docs/isl/tiling.rst; Tile64: Intel's
// GmmLib CpuSwizzleBlt.c (INTEL_TILE_64_*; of Xe2 INTEL_TILE_64_V2_*), with which Mesa's isl.c agrees
// (acm_tile64_*, xe2_tile64_*) but of Xe2's two samples of 8 bytes.
#include "hw/tile.h"

#include "util/math.h"

const struct kiln_tile_bits kiln_tile_x = {.x = 0x1ff,
                                           .y = 0xe00}, // 512 bytes by 8 rows, one after the other
    kiln_tile_y = {.x = 0xe0f, .y = 0x1f0},             // 128 by 32, in columns of 16 bytes
    kiln_tile_4 = {.x = 0x2cf, .y = 0xd30}; // 128 by 32, in cells of 16 bytes by 4 rows, four by two a block

// By the element's bytes: 1, 2, 4, 8, 16.
typedef const char *bits_by_size[5];

// By the samples; the last is a volume's.
static const bits_by_size bits[] = {
    {"yyyxyyxyxxyyxxxx", "yyxxyyxyxxyyxxxx", "yyxxyyxyxxyyxxxx", "yxxxyyxyxxyyxxxx", "yxxxyyxyxxyyxxxx"},
    {"yyyxyyxysxyyxxxx", "yyxxyyxysxyyxxxx", "yyxxyyxysxyyxxxx", "yxxxyyxysxyyxxxx", "yxxxyyxysxyyxxxx"},
    {"yyyxyyxssxyyxxxx", "yyxxyyxssxyyxxxx", "yyxxyyxssxyyxxxx", "yxxxyyxssxyyxxxx", "yxxxyyxssxyyxxxx"},
    {"zzzxyyzyzxyyxxxx", "zzzyyxzyzxyyxxxx", "zzyxyxzyzxyyxxxx", "zzyxxxzyzxyyxxxx", "zzyxxxzyzxyyxxxx"},
};
static const bits_by_size late_bits[] = {
    {"yyyxyyxyxxyyxxxx", "yyxxyyxyxxyyxxxx", "yyxxyyxyxxyyxxxx", "yxxxyyxyxxyyxxxx", "yxxxyyxyxxyyxxxx"},
    {"yyyyyyxsxxyyxxxx", "yyyxyyxsxxyyxxxx", "yyyxyyxsxxyyxxxx", "yyxxyyxsxxyyxxxx", "yxxxyyxsxxyyxxxx"},
    {"yyyxyyssxxyyxxxx", "yyxxyyssxxyyxxxx", "yyxxyyssxxyyxxxx", "yxxxyyssxxyyxxxx", "yxxxyyssxxyyxxxx"},
    {"yyyxyxsssxyyxxxx", "yyyxyxsssxyyxxxx", "yyxxyxsssxyyxxxx", "yyxxyxsssxyyxxxx", "yyxxyxsssxyyxxxx"},
    {"yyyxyxssssyyxxxx", "yyxxyxssssyyxxxx", "yyxxyxssssyyxxxx", "yyxxyxssssyyxxxx", "yxxxyxssssyyxxxx"},
    {"zzzyyyzzxxyyxxxx", "zzzyyyzzxxyyxxxx", "zzyxyyzzxxyyxxxx", "zzyxxyzzxxyyxxxx", "zzyxxyzzxxyyxxxx"},
};

const char *kiln_tile64_bits(bool late_tile, bool volume, unsigned bytes, unsigned sample)
{
    const unsigned most = late_tile ? 4 : 2, row = volume ? most + 1 : KILN_MIN(sample, most);
    return (late_tile ? late_bits : bits)[row][__builtin_ctz(bytes)];
}
