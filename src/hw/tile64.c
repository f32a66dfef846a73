// See hw/tile64.h. Source: Intel's GmmLib CpuSwizzleBlt.c (INTEL_TILE_64_*; of Xe2 INTEL_TILE_64_V2_*), with
// which Mesa's isl.c agrees (acm_tile64_*, xe2_tile64_*) but of Xe2's two samples of 8 bytes.
#include "hw/tile64.h"

#include "util/math.h"

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
