// The blitter: fills and copies in raw batches on its engine, on linear and tiled surfaces. Expected bytes
// come from a model with its own formulas.
#include "client.h"

#define DATA UINT64_C(0x100000000)
#define BATCH UINT64_C(0x7fff00000000)

enum { SIZE = 1 << 20, SRC = 0, DST = SIZE / 2, WIDTH = 200, HEIGHT = 70 };
enum tiling { LINEAR, TILE_X, TILE_Y };

struct rig {
    struct client c;
    struct buffer batch, data;
    struct words w;
};

static bool rig_open(struct rig *r)
{
    if (!client_open(&r->c))
        return false;
    r->batch = buffer_create(&r->c, 16384, BATCH);
    r->data = buffer_create(&r->c, SIZE, DATA);
    r->w = (struct words){r->batch.map, 0};
    return true;
}

static int rig_run(struct rig *r)
{
    emit(&r->w, MI_BATCH_BUFFER_END);
    int err = client_exec_on(&r->c, I915_EXEC_BLT, &r->batch, &r->data);
    r->w.n = 0;
    return err ? err : client_wait(&r->c, &r->data, INT64_C(20000000000));
}

static void rig_close(struct rig *r)
{
    unsigned active, pending;
    client_reset_stats(&r->c, &active, &pending);
    kt_eq(active, 0);
    buffer_destroy(&r->c, &r->batch);
    buffer_destroy(&r->c, &r->data);
    client_close(&r->c);
}

// ---- the model

static unsigned offset_of(enum tiling t, unsigned pitch, unsigned xb, unsigned y)
{
    // Which coordinate's bit each bit of the offset in a tile is, lowest first.
    static const char *const bits[] = {"", "xxxxxxxxxyyy", "xxxxyyyyyxxx"};
    unsigned off = 0, nx = 0, ny = 0;
    if (t == LINEAR)
        return y * pitch + xb;
    for (unsigned b = 0; b < 12; b++)
        off |= (bits[t][b] == 'x' ? xb >> nx++ & 1 : y >> ny++ & 1) << b;
    return off + 4096 * ((y >> ny) * (pitch >> nx) + (xb >> nx));
}

static uint8_t *pixel(const struct rig *r, unsigned base, enum tiling t, unsigned pitch, unsigned bytes,
                      unsigned x, unsigned y)
{
    return (uint8_t *)r->data.map + base + offset_of(t, pitch, x * bytes, y);
}

static void fill_random(struct rig *r)
{
    uint32_t seed = 7, *p = r->data.map;
    for (unsigned i = 0; i < SIZE / 4; i++)
        p[i] = seed = seed * 1664525 + 1013904223;
}

static uint32_t pitch_field(enum tiling t, unsigned pitch)
{
    return t == LINEAR ? pitch : pitch / 4;
}

static void set_y_tiling(struct rig *r, bool src, bool dst)
{
    load_reg_imm(&r->w, 0x22200, 3u << 16 | (src ? 1 : 0) | (dst ? 2 : 0));
}

KT_TEST(color_fill)
{
    static const struct {
        unsigned depth, bytes;
    } depths[] = {{0, 1}, {1, 2}, {3, 4}};
    struct rig r;
    if (!rig_open(&r))
        return;
    for (unsigned d = 0; d < 3; d++)
        for (enum tiling t = LINEAR; t <= TILE_Y; t++)
            for (unsigned enables = 1; enables <= 3; enables++) {
                unsigned bytes = depths[d].bytes, bad = 0;
                uint8_t *before = malloc(SIZE);
                fill_random(&r);
                memcpy(before, r.data.map, SIZE);
                set_y_tiling(&r, false, t == TILE_Y);
                emit(&r.w, 2u << 29 | 0x50u << 22 | enables << 20 | (t != LINEAR ? 1u << 11 : 0) | 5);
                emit(&r.w, 0xf0u << 16 | depths[d].depth << 24 | pitch_field(t, 1024));
                emit(&r.w, 5u << 16 | 3);
                emit(&r.w, 61u << 16 | 121);
                emit_addr(&r.w, DATA + DST);
                emit(&r.w, 0xa1b2c3d4);
                kt_eq(rig_run(&r), 0);
                for (unsigned y = 0; y < HEIGHT; y++)
                    for (unsigned x = 0; x < WIDTH; x++)
                        for (unsigned b = 0; b < bytes; b++) {
                            const uint8_t *now = pixel(&r, DST, t, 1024, bytes, x, y) + b;
                            bool in = x >= 3 && x < 121 && y >= 5 && y < 61 &&
                                      (bytes != 4 || enables & (b == 3 ? 2u : 1u));
                            bad += *now != (in ? (uint8_t)(0xa1b2c3d4u >> 8 * b)
                                               : before[now - (uint8_t *)r.data.map]);
                        }
                kt_ok(!bad, "%u bytes, tiling %d, enables %u: %u bytes are wrong", bytes, (int)t, enables,
                      bad);
                free(before);
            }
    rig_close(&r);
}

KT_TEST(copies)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    for (unsigned fast = 0; fast < 2; fast++)
        for (enum tiling s = LINEAR; s <= TILE_Y; s++)
            for (enum tiling d = LINEAR; d <= TILE_Y; d++) {
                unsigned bad = 0;
                fill_random(&r);
                set_y_tiling(&r, s == TILE_Y, d == TILE_Y);
                if (fast)
                    emit(&r.w, 2u << 29 | 0x42u << 22 | (unsigned)s << 20 | (unsigned)d << 13 | 8);
                else
                    emit(&r.w,
                         2u << 29 | 0x53u << 22 | 3u << 20 | (s ? 1u << 15 : 0) | (d ? 1u << 11 : 0) | 8);
                emit(&r.w, (fast ? 0 : 0xccu << 16) | 3u << 24 | pitch_field(d, 1024));
                emit(&r.w, 7u << 16 | 10);
                emit(&r.w, 60u << 16 | 140);
                emit_addr(&r.w, DATA + DST);
                emit(&r.w, 2u << 16 | 33);
                emit(&r.w, pitch_field(s, 1536));
                emit_addr(&r.w, DATA + SRC);
                kt_eq(rig_run(&r), 0);
                for (unsigned y = 7; y < 60; y++)
                    for (unsigned x = 10; x < 140; x++)
                        bad += memcmp(pixel(&r, DST, d, 1024, 4, x, y),
                                      pixel(&r, SRC, s, 1536, 4, x + 23, y - 5), 4) != 0;
                kt_ok(!bad, "%s from tiling %d to %d: %u pixels are wrong", fast ? "fast copy" : "copy",
                      (int)s, (int)d, bad);
            }
    rig_close(&r);
}

// Raster operations: source AND destination, source XOR destination, NOT source, and one of all three.
KT_TEST(raster_operations)
{
    static const uint8_t ops[] = {0x88, 0x66, 0x33, 0xca};
    struct rig r;
    if (!rig_open(&r))
        return;
    for (unsigned n = 0; n < 4; n++) {
        uint32_t *p = r.data.map, before[16];
        fill_random(&r);
        memcpy(before, p + DST / 4, sizeof(before));
        emit(&r.w, 2u << 29 | 0x53u << 22 | 3u << 20 | 8);
        emit(&r.w, (unsigned)ops[n] << 16 | 3u << 24 | 64);
        emit(&r.w, 0);
        emit(&r.w, 1u << 16 | 16);
        emit_addr(&r.w, DATA + DST);
        emit(&r.w, 0);
        emit(&r.w, 64);
        emit_addr(&r.w, DATA + SRC);
        kt_eq(rig_run(&r), 0);
        for (unsigned i = 0; i < 16; i++) {
            uint32_t s = p[i], d = before[i];
            // 0xca is pattern ? source : destination, and the pattern is zero here.
            uint32_t want = n == 0 ? s & d : n == 1 ? s ^ d : n == 2 ? ~s : d;
            kt_eq(p[DST / 4 + i], want);
        }
    }
    rig_close(&r);
}

// A negative pitch turns a linear picture upside down.
KT_TEST(negative_pitch)
{
    struct rig r;
    if (!rig_open(&r))
        return;
    uint8_t *p = r.data.map;
    fill_random(&r);
    emit(&r.w, 2u << 29 | 0x53u << 22 | 3u << 20 | 8);
    emit(&r.w, 0xccu << 16 | (uint16_t)-64);
    emit(&r.w, 0);
    emit(&r.w, 8u << 16 | 50);
    emit_addr(&r.w, DATA + DST + 7 * 64);
    emit(&r.w, 0);
    emit(&r.w, 64);
    emit_addr(&r.w, DATA + SRC);
    kt_eq(rig_run(&r), 0);
    for (unsigned y = 0; y < 8; y++)
        kt_ok(!memcmp(p + DST + (7 - y) * 64, p + SRC + y * 64, 50), "row %u", y);
    rig_close(&r);
}

KT_MAIN()
