// The encoder. It says in which order a decoder takes bits of which lane; where a lane then wants its next
// dword is what the order of the dwords is.
#include "gdeflate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_BITS = 12, MOST_TRIED = 24, LENGTH_CODES = 19, LONGEST_OF_LENGTHS = 7 };

struct token {              // a literal, or a copy
    uint32_t length, value; // length 0: a literal
};

struct lane {
    uint8_t *bits;
    size_t count, room;
    uint32_t held;  // of the decoder's
    uint32_t words; // that it has taken
};

struct encoder {
    const uint8_t *data;
    uint32_t count;
    const struct gdeflate_options *o;
    struct lane lanes[GDEFLATE_LANES];
    uint8_t *order; // which lane each dword of the stream is of
    size_t dwords, order_room;
    struct token *tokens;
    uint32_t token_count;
    int32_t head[1 << HASH_BITS], before[GDEFLATE_TILE];
};

struct code {
    uint8_t lengths[GDEFLATE_LITERALS];
    uint16_t codes[GDEFLATE_LITERALS]; // as they are written: the first bit is the lowest one
};

// ---- bits

static void next_dword(struct encoder *e, uint32_t lane)
{
    if (e->dwords == e->order_room)
        e->order = realloc(e->order, e->order_room = e->order_room * 2 + 1024);
    e->order[e->dwords++] = (uint8_t)lane;
    e->lanes[lane].held += 32;
    e->lanes[lane].words++;
}

// At most 32 bits, which the decoder takes at once.
static void put(struct encoder *e, uint32_t lane, uint32_t value, uint32_t n)
{
    struct lane *l = &e->lanes[lane];
    if (l->count + n > l->room)
        l->bits = realloc(l->bits, l->room = l->room * 2 + 4096);
    for (uint32_t k = 0; k < n; k++)
        l->bits[l->count++] = value >> k & 1;
    l->held -= n;
    if (l->held < 32)
        next_dword(e, lane);
}

static uint8_t *stream_of(const struct encoder *e, uint32_t *size)
{
    uint32_t taken[GDEFLATE_LANES] = {0};
    uint8_t *out = calloc(e->dwords, 4);
    for (size_t k = 0; k < e->dwords; k++) {
        const struct lane *l = &e->lanes[e->order[k]];
        const size_t first = 32 * (size_t)taken[e->order[k]]++;
        for (uint32_t b = 0; b < 32 && first + b < l->count; b++)
            out[4 * k + b / 8] |= (uint8_t)(l->bits[first + b] << b % 8);
    }
    *size = (uint32_t)(4 * e->dwords);
    return out;
}

// ---- codes

// By Huffman's way; where a code would be longer than `longest`, with flatter frequencies once more.
static void make_lengths(const uint32_t *frequency, uint32_t n, uint32_t longest, uint8_t *lengths)
{
    uint32_t weight[2 * GDEFLATE_LITERALS], parent[2 * GDEFLATE_LITERALS], flat = 0;
    for (bool fits = false; !fits; flat++) {
        uint32_t nodes = n, roots = 0, last = 0;
        for (uint32_t s = 0; s < n; s++) {
            weight[s] = frequency[s] ? (frequency[s] >> flat) + 1 : 0;
            parent[s] = 0;
            if (weight[s]) {
                roots++;
                last = s;
            }
        }
        memset(lengths, 0, n);
        if (roots == 1)
            lengths[last] = 1;
        for (; roots > 1; roots--, nodes++) {
            uint32_t least[2] = {UINT32_MAX, UINT32_MAX};
            for (uint32_t s = 0; s < nodes; s++) {
                if (!weight[s] || parent[s])
                    continue;
                if (least[0] == UINT32_MAX || weight[s] < weight[least[0]]) {
                    least[1] = least[0];
                    least[0] = s;
                } else if (least[1] == UINT32_MAX || weight[s] < weight[least[1]]) {
                    least[1] = s;
                }
            }
            weight[nodes] = weight[least[0]] + weight[least[1]];
            parent[nodes] = 0;
            parent[least[0]] = parent[least[1]] = nodes;
        }
        fits = true;
        for (uint32_t s = 0; s < n; s++) {
            uint32_t l = 0;
            for (uint32_t p = parent[s]; p; p = parent[p])
                l++;
            if (l)
                lengths[s] = (uint8_t)l;
            fits = fits && l <= longest;
        }
    }
}

static void make_codes(struct code *c, uint32_t n)
{
    uint32_t code = 0;
    for (uint32_t l = 1; l <= GDEFLATE_LONGEST; l++, code <<= 1)
        for (uint32_t s = 0; s < n; s++)
            if (c->lengths[s] == l) {
                c->codes[s] = 0;
                for (uint32_t b = 0; b < l; b++)
                    c->codes[s] |= (uint16_t)((code >> (l - 1 - b) & 1) << b);
                code++;
            }
}

// ---- matches

static uint32_t hash(const uint8_t *p)
{
    return ((uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2]) * 2654435761u >> (32 - HASH_BITS);
}

static void remember(struct encoder *e, uint32_t at)
{
    if (at + 3 > e->count)
        return;
    const uint32_t h = hash(e->data + at);
    e->before[at] = e->head[h];
    e->head[h] = (int32_t)at;
}

static struct token match_at(struct encoder *e, uint32_t at, uint32_t end)
{
    struct token best = {0, e->data[at]};
    if (!e->o->longest_match || at + 3 > end)
        return best;
    const uint32_t most = end - at < e->o->longest_match ? end - at : e->o->longest_match;
    int32_t from = e->head[hash(e->data + at)];
    for (unsigned tried = 0; from >= 0 && tried < MOST_TRIED; tried++, from = e->before[from]) {
        const uint32_t distance = at - (uint32_t)from;
        if (e->o->farthest && distance > e->o->farthest)
            break;
        uint32_t n = 0;
        while (n < most && e->data[(uint32_t)from + n] == e->data[at + n])
            n++;
        if (n >= 3 && n > best.length)
            best = (struct token){n, distance};
    }
    return best;
}

static void find_tokens(struct encoder *e, uint32_t at, uint32_t end)
{
    e->token_count = 0;
    while (at < end) {
        const struct token t = match_at(e, at, end);
        e->tokens[e->token_count++] = t;
        for (uint32_t k = 0; k < (t.length ? t.length : 1); k++)
            remember(e, at++);
    }
}

static uint32_t length_symbol(uint32_t length, uint32_t *rest, uint32_t *extra)
{
    uint32_t s = 257;
    if (length > 257) {
        *rest = length - gdeflate_length(285, extra);
        return 285;
    }
    while (s < 284 && gdeflate_length(s + 1, extra) <= length)
        s++;
    *rest = length - gdeflate_length(s, extra);
    return s;
}

static uint32_t distance_symbol(uint32_t distance, uint32_t *rest, uint32_t *extra)
{
    uint32_t s = 0;
    while (s < 31 && gdeflate_distance(s + 1, extra) <= distance)
        s++;
    *rest = distance - gdeflate_distance(s, extra);
    return s;
}

// ---- blocks

static void put_header(struct encoder *e, bool last, enum gdeflate_block type)
{
    put(e, 0, (uint32_t)last | (uint32_t)type << 1, 3);
}

static void put_stored(struct encoder *e, uint32_t at, uint32_t n)
{
    put(e, 0, n, 16);
    for (uint32_t k = 0; k < n; k++)
        put(e, k % GDEFLATE_LANES, e->data[at + k], 8);
}

static void put_symbol(struct encoder *e, uint32_t lane, const struct code *c, uint32_t symbol, uint32_t rest,
                       uint32_t extra)
{
    const uint32_t n = c->lengths[symbol];
    put(e, lane, c->codes[symbol] | rest << n, n + extra);
}

static void put_distance(struct encoder *e, uint32_t lane, const struct code *c, uint32_t distance)
{
    uint32_t rest, extra, s = distance_symbol(distance, &rest, &extra);
    put_symbol(e, lane, c, s, rest, extra);
}

static void put_tokens(struct encoder *e, const struct code *literals, const struct code *distances)
{
    uint32_t lane = 0, pending[GDEFLATE_LANES] = {0}; // distances
    for (uint32_t k = 0; k <= e->token_count; lane = (lane + 1) % GDEFLATE_LANES) {
        uint32_t rest, extra;
        if (pending[lane]) {
            put_distance(e, lane, distances, pending[lane]);
            pending[lane] = 0;
            continue;
        }
        const struct token *t = &e->tokens[k++];
        if (k > e->token_count) {
            put_symbol(e, lane, literals, GDEFLATE_END, 0, 0);
        } else if (t->length) {
            const uint32_t s = length_symbol(t->length, &rest, &extra);
            put_symbol(e, lane, literals, s, rest, extra);
            pending[lane] = t->value;
        } else {
            put_symbol(e, lane, literals, t->value, 0, 0);
        }
    }
    for (uint32_t k = 0; k < GDEFLATE_LANES; k++, lane = (lane + 1) % GDEFLATE_LANES)
        if (pending[lane])
            put_distance(e, lane, distances, pending[lane]);
}

struct run { // a symbol of the code of lengths, and what follows it
    uint8_t symbol, rest, extra;
};

static uint32_t runs_of(const uint8_t *lengths, uint32_t n, struct run *out)
{
    uint32_t runs = 0;
    for (uint32_t k = 0; k < n;) {
        uint32_t times = 1;
        while (k + times < n && lengths[k + times] == lengths[k])
            times++;
        if (!lengths[k] && times >= 3) {
            times = times > 138 ? 138 : times;
            out[runs++] = times > 10 ? (struct run){18, (uint8_t)(times - 11), 7}
                                     : (struct run){17, (uint8_t)(times - 3), 3};
        } else if (k && lengths[k] == lengths[k - 1] && times >= 3) {
            times = times > 6 ? 6 : times;
            out[runs++] = (struct run){16, (uint8_t)(times - 3), 2};
        } else {
            times = 1;
            out[runs++] = (struct run){lengths[k], 0, 0};
        }
        k += times;
    }
    return runs;
}

static void put_codes(struct encoder *e, const struct code *literals, const struct code *distances)
{
    uint32_t n = GDEFLATE_LITERALS, d = GDEFLATE_DISTANCES, told = LENGTH_CODES;
    while (n > 257 && !literals->lengths[n - 1])
        n--;
    while (d > 1 && !distances->lengths[d - 1])
        d--;
    uint8_t lengths[GDEFLATE_LITERALS + GDEFLATE_DISTANCES];
    memcpy(lengths, literals->lengths, n);
    memcpy(lengths + n, distances->lengths, d);
    struct run runs[GDEFLATE_LITERALS + GDEFLATE_DISTANCES];
    const uint32_t count = runs_of(lengths, n + d, runs);
    uint32_t frequency[LENGTH_CODES] = {0};
    for (uint32_t k = 0; k < count; k++)
        frequency[runs[k].symbol]++;
    struct code c = {0};
    make_lengths(frequency, LENGTH_CODES, LONGEST_OF_LENGTHS, c.lengths);
    make_codes(&c, LENGTH_CODES);
    while (told > 4 && !c.lengths[gdeflate_length_order[told - 1]])
        told--;
    put(e, 0, (n - 257) | (d - 1) << 5 | (told - 4) << 10, 14);
    for (uint32_t k = 0; k < told; k++)
        put(e, k, c.lengths[gdeflate_length_order[k]], 3);
    for (uint32_t k = 0; k < count; k++)
        put_symbol(e, k % GDEFLATE_LANES, &c, runs[k].symbol, runs[k].rest, runs[k].extra);
}

static void put_dynamic(struct encoder *e)
{
    uint32_t literals[GDEFLATE_LITERALS] = {[GDEFLATE_END] = 1}, distances[GDEFLATE_DISTANCES] = {0}, rest,
             extra;
    for (uint32_t k = 0; k < e->token_count; k++) {
        const struct token *t = &e->tokens[k];
        literals[t->length ? length_symbol(t->length, &rest, &extra) : t->value]++;
        if (t->length)
            distances[distance_symbol(t->value, &rest, &extra)]++;
    }
    struct code l = {0}, d = {0};
    make_lengths(literals, GDEFLATE_LITERALS, GDEFLATE_LONGEST, l.lengths);
    make_lengths(distances, GDEFLATE_DISTANCES, GDEFLATE_LONGEST, d.lengths);
    make_codes(&l, GDEFLATE_LITERALS);
    make_codes(&d, GDEFLATE_DISTANCES);
    put_codes(e, &l, &d);
    put_tokens(e, &l, &d);
}

static void put_static(struct encoder *e)
{
    struct code l = {0}, d = {0};
    gdeflate_static_lengths(l.lengths, d.lengths);
    make_codes(&l, GDEFLATE_LITERALS);
    make_codes(&d, GDEFLATE_DISTANCES);
    put_tokens(e, &l, &d);
}

static void put_block(struct encoder *e, bool last, enum gdeflate_block type, uint32_t at, uint32_t n)
{
    put_header(e, last, type);
    if (type == GDEFLATE_STORED) {
        put_stored(e, at, n);
        for (uint32_t k = 0; k < n; k++)
            remember(e, at + k);
        return;
    }
    find_tokens(e, at, at + n);
    if (type == GDEFLATE_STATIC)
        put_static(e);
    else
        put_dynamic(e);
}

uint8_t *gdeflate_encode(const uint8_t *data, uint32_t count, const struct gdeflate_options *o,
                         uint32_t *size)
{
    struct encoder *e = calloc(1, sizeof(*e));
    e->data = data;
    e->count = count;
    e->o = o;
    e->tokens = calloc(count + 1, sizeof(*e->tokens));
    memset(e->head, 0xff, sizeof(e->head));
    for (uint32_t lane = 0; lane < GDEFLATE_LANES; lane++)
        next_dword(e, lane);
    // A stored block's size has 16 bits.
    const uint32_t most = o->block == GDEFLATE_STORED || o->block == GDEFLATE_MIXED ? 65535 : GDEFLATE_TILE,
                   step = o->block_bytes && o->block_bytes < most ? o->block_bytes : most;
    uint32_t at = 0, block = 0;
    do {
        const uint32_t n = count - at < step ? count - at : step;
        for (uint32_t k = 0; k < o->empty_blocks; k++)
            put_block(e, false, k % 3, at, 0);
        put_block(e, at + n == count, o->block == GDEFLATE_MIXED ? block++ % 3 : o->block, at, n);
        at += n;
    } while (at < count);
    uint8_t *out = stream_of(e, size);
    for (uint32_t lane = 0; lane < GDEFLATE_LANES; lane++)
        free(e->lanes[lane].bits);
    free(e->order);
    free(e->tokens);
    free(e);
    return out;
}
