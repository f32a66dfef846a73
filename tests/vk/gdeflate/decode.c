// The plain decoder: one lane after the other, a bit at a time.
#include "gdeflate.h"

#include <stdbool.h>
#include <string.h>

struct code {
    uint32_t count[GDEFLATE_LONGEST + 1];
    uint16_t symbols[GDEFLATE_LITERALS]; // by length, then by number
};

struct copy {
    uint32_t length; // 0: there is none
    size_t to;
};

struct decoder {
    const uint8_t *in;
    size_t size, next; // bytes
    uint64_t bits[GDEFLATE_LANES];
    uint32_t held[GDEFLATE_LANES];
    struct copy copies[GDEFLATE_LANES];
    uint8_t *out;
    size_t room, done;
    struct code literals, distances;
};

const uint8_t gdeflate_length_order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

uint32_t gdeflate_length(uint32_t symbol, uint32_t *extra)
{
    static const uint16_t base[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 3};
    static const uint8_t bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 16};
    *extra = bits[symbol - 257];
    return base[symbol - 257];
}

uint32_t gdeflate_distance(uint32_t symbol, uint32_t *extra)
{
    static const uint16_t base[] = {1,    2,    3,    4,    5,    7,     9,     13,    17,    25,   33,
                                    49,   65,   97,   129,  193,  257,   385,   513,   769,   1025, 1537,
                                    2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577, 32769, 49153};
    *extra = symbol < 4 ? 0 : symbol / 2 - 1;
    return base[symbol];
}

void gdeflate_static_lengths(uint8_t literals[GDEFLATE_LITERALS], uint8_t distances[GDEFLATE_DISTANCES])
{
    for (uint32_t s = 0; s < GDEFLATE_LITERALS; s++)
        literals[s] = s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8;
    memset(distances, 5, GDEFLATE_DISTANCES);
}

// A lane that has less than 32 bits takes the next dword. Behind the stream are zeros, as far as 32 lanes may
// look ahead.
static bool refill(struct decoder *d, uint32_t lane)
{
    if (d->held[lane] >= 32)
        return true;
    uint32_t word = 0;
    for (size_t k = 0; k < 4 && d->next + k < d->size; k++)
        word |= (uint32_t)d->in[d->next + k] << (8 * k);
    d->bits[lane] |= (uint64_t)word << d->held[lane];
    d->held[lane] += 32;
    d->next += 4;
    return d->next <= d->size + 4 * GDEFLATE_LANES;
}

static uint32_t take(struct decoder *d, uint32_t lane, uint32_t n)
{
    const uint32_t v = (uint32_t)(d->bits[lane] & ((UINT64_C(1) << n) - 1));
    d->bits[lane] >>= n;
    d->held[lane] -= n;
    return v;
}

static bool make_code(struct code *c, const uint8_t *lengths, uint32_t n)
{
    memset(c->count, 0, sizeof(c->count));
    uint32_t at = 0;
    for (uint32_t l = 1; l <= GDEFLATE_LONGEST; l++)
        for (uint32_t s = 0; s < n; s++)
            if (lengths[s] == l) {
                c->symbols[at++] = (uint16_t)s;
                c->count[l]++;
            }
    uint32_t left = 1;
    for (uint32_t l = 1; l <= GDEFLATE_LONGEST; l++) {
        left <<= 1;
        if (c->count[l] > left)
            return false;
        left -= c->count[l];
    }
    return true;
}

// The symbol; or one that nobody has.
static uint32_t symbol_of(struct decoder *d, uint32_t lane, const struct code *c)
{
    uint32_t code = 0, first = 0, at = 0;
    for (uint32_t l = 1; l <= GDEFLATE_LONGEST; l++) {
        code = code << 1 | take(d, lane, 1);
        first <<= 1;
        if (code - first < c->count[l])
            return c->symbols[at + code - first];
        first += c->count[l];
        at += c->count[l];
    }
    return UINT32_MAX;
}

static bool stored(struct decoder *d)
{
    const uint32_t n = take(d, 0, 16);
    if (!refill(d, 0) || n > d->room - d->done)
        return false;
    for (uint32_t k = 0; k < n; k++) {
        d->out[d->done++] = (uint8_t)take(d, k % GDEFLATE_LANES, 8);
        if (!refill(d, k % GDEFLATE_LANES))
            return false;
    }
    return true;
}

static bool dynamic_codes(struct decoder *d)
{
    const uint32_t literals = take(d, 0, 5) + 257, distances = take(d, 0, 5) + 1, told = take(d, 0, 4) + 4;
    uint8_t of_lengths[19] = {0}, lengths[GDEFLATE_LITERALS + GDEFLATE_DISTANCES + 138] = {0};
    struct code c;
    if (!refill(d, 0))
        return false;
    for (uint32_t k = 0; k < told; k++) {
        of_lengths[gdeflate_length_order[k]] = (uint8_t)take(d, k, 3);
        if (!refill(d, k))
            return false;
    }
    if (!make_code(&c, of_lengths, 19))
        return false;
    for (uint32_t lane = 0, n = 0; n < literals + distances; lane = (lane + 1) % GDEFLATE_LANES) {
        const uint32_t s = symbol_of(d, lane, &c);
        if (s > 18 || (s == 16 && !n))
            return false;
        const uint32_t times = s < 16    ? 1
                               : s == 16 ? 3 + take(d, lane, 2)
                               : s == 17 ? 3 + take(d, lane, 3)
                                         : 11 + take(d, lane, 7);
        memset(lengths + n, s < 16 ? (int)s : s == 16 ? lengths[n - 1] : 0, times);
        n += times;
        if (!refill(d, lane))
            return false;
    }
    return make_code(&d->literals, lengths, literals) &&
           make_code(&d->distances, lengths + literals, distances);
}

static bool copy(struct decoder *d, uint32_t lane)
{
    struct copy *c = &d->copies[lane];
    const uint32_t s = symbol_of(d, lane, &d->distances);
    if (s >= GDEFLATE_DISTANCES)
        return false;
    uint32_t extra, distance = gdeflate_distance(s, &extra);
    distance += take(d, lane, extra);
    if (distance > c->to)
        return false;
    for (uint32_t k = 0; k < c->length; k++)
        d->out[c->to + k] = d->out[c->to + k - distance];
    c->length = 0;
    return refill(d, lane);
}

static bool compressed(struct decoder *d)
{
    uint32_t lane = 0;
    for (;; lane = (lane + 1) % GDEFLATE_LANES) {
        if (d->copies[lane].length) {
            if (!copy(d, lane))
                return false;
            continue;
        }
        const uint32_t s = symbol_of(d, lane, &d->literals);
        if (s == GDEFLATE_END)
            break;
        if (s > 285)
            return false;
        if (s < 256) {
            if (d->done == d->room)
                return false;
            d->out[d->done++] = (uint8_t)s;
        } else {
            uint32_t extra, length = gdeflate_length(s, &extra);
            length += take(d, lane, extra);
            if (length > d->room - d->done)
                return false;
            d->copies[lane] = (struct copy){length, d->done};
            d->done += length;
        }
        if (!refill(d, lane))
            return false;
    }
    for (uint32_t k = 0; k < GDEFLATE_LANES; k++, lane = (lane + 1) % GDEFLATE_LANES)
        if (d->copies[lane].length ? !copy(d, lane) : !refill(d, lane))
            return false;
    return true;
}

int64_t gdeflate_decode(const uint8_t *stream, size_t size, uint8_t *out, size_t room)
{
    static struct decoder d;
    memset(&d, 0, sizeof(d));
    d.in = stream;
    d.size = size;
    d.out = out;
    d.room = room;
    for (uint32_t lane = 0; lane < GDEFLATE_LANES; lane++)
        if (!refill(&d, lane))
            return -1;
    for (bool last = false; !last;) {
        uint8_t literals[GDEFLATE_LITERALS], distances[GDEFLATE_DISTANCES];
        last = take(&d, 0, 1);
        const uint32_t type = take(&d, 0, 2);
        bool ok = refill(&d, 0);
        if (type == GDEFLATE_STORED) {
            ok = ok && stored(&d);
        } else if (type == GDEFLATE_STATIC) {
            gdeflate_static_lengths(literals, distances);
            ok = ok && make_code(&d.literals, literals, GDEFLATE_LITERALS) &&
                 make_code(&d.distances, distances, GDEFLATE_DISTANCES) && compressed(&d);
        } else {
            ok = ok && type == GDEFLATE_DYNAMIC && dynamic_codes(&d) && compressed(&d);
        }
        if (!ok)
            return -1;
    }
    return (int64_t)d.done;
}
