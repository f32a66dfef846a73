// Typed surface messages and the sampler, on hand-assembled kernels: one message for eight channels, whose
// parameters and answer lie in memory. Expected addresses come from bit tables of the tilings, expected
// values from the formulas of the Vulkan specification in floating point.
#include <math.h>

#include "eu_rig.h"

#define EOT "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"

enum { IN = 0x1000, OUT = 0x2000, IMAGE = 0x10000, IMAGE_BYTES = 0x200000, SAMPLERS = 0x8000 };

// SFIDs
enum { SAMPLER = 2, DC1 = 12 };

static struct rig *rig_new(void)
{
    struct rig *r = calloc(1, sizeof(*r));
    rig_init(r);
    rig_shape(r, 8, 1, 0, 1);
    rig_surface(r, IN, 0x1000);
    rig_surface(r, OUT, 0x1000);
    r->m.sba.dynamic_state_base_address = RIG_BASE + RIG_STATE;
    r->m.idd.sampler_state_pointer = SAMPLERS;
    return r;
}

static void rig_free(struct rig *r)
{
    rig_finish(r);
    free(r);
}

static unsigned add_state(struct rig *r, const struct gen_RENDER_SURFACE_STATE *s)
{
    uint32_t entry = 0x1000 + 64 * r->surfaces;
    uint32_t dw[GEN_OWN_MAX] = {0};
    gen_RENDER_SURFACE_STATE_pack(dw, s);
    gen_own(GEN_CMD_RENDER_SURFACE_STATE, kiln_target(rig_device)->isa, dw);
    memcpy(r->pages.mem + RIG_STATE + entry, dw, gen_RENDER_SURFACE_STATE_LENGTH * 4);
    memcpy(r->pages.mem + RIG_STATE + 4 * r->surfaces, &entry, 4);
    return r->surfaces++;
}

// ---- images, by formulas of their own

struct image {
    unsigned type, format, bytes, tile, width, height, depth, levels, pitch, qpitch;
    unsigned min_lod, min_layer;
    uint32_t offset;
};

static struct gen_RENDER_SURFACE_STATE state_of(const struct image *m)
{
    return (struct gen_RENDER_SURFACE_STATE){
        .surface_type = m->type,
        .surface_format = m->format,
        .tile_mode = m->tile,
        .surface_horizontal_alignment = GEN_HALIGN_4,
        .surface_vertical_alignment = GEN_VALIGN_4,
        .surface_array = m->type != GEN_SURFTYPE_3D,
        .surface_qpitch = m->qpitch / 4,
        .width = m->width - 1,
        .height = m->height - 1,
        .depth = m->depth - 1,
        .render_target_view_extent = m->depth - 1,
        .surface_pitch = m->pitch - 1,
        .mip_count_lod = m->levels - 1 - m->min_lod,
        .surface_min_lod = m->min_lod,
        .minimum_array_element = m->min_layer,
        .shader_channel_select_red = GEN_SCS_RED,
        .shader_channel_select_green = GEN_SCS_GREEN,
        .shader_channel_select_blue = GEN_SCS_BLUE,
        .shader_channel_select_alpha = GEN_SCS_ALPHA,
        .surface_base_address = rig_address(m->offset),
    };
}

// Which coordinate's bit each bit of the offset within a tile is: 'x' or 'y', lowest first.
static const char *const tile_bits[4] = {
    [GEN_TILE_MODE_XMAJOR] = "xxxxxxxxxyyy",
    [GEN_TILE_MODE_YMAJOR] = "xxxxyyyyyxxx",
    [GEN_TILE_MODE_WMAJOR] = "xyxyxyyyyxxx",
};
static unsigned tile_offset(const struct image *m, unsigned xb, unsigned y)
{
    if (m->tile == GEN_TILE_MODE_LINEAR)
        return y * m->pitch + xb;
    const char *bits = tile_bits[m->tile];
    unsigned off = 0, nx = 0, ny = 0, per_row = m->pitch / (m->tile == GEN_TILE_MODE_XMAJOR ? 512 : 128);
    for (unsigned b = 0; b < 12; b++)
        off |= (bits[b] == 'x' ? xb >> nx++ & 1 : y >> ny++ & 1) << b;
    return off + 4096 * ((y >> ny) * per_row + (xb >> nx));
}

static unsigned minified(unsigned v, unsigned l)
{
    return v >> l > 1 ? v >> l : 1;
}

static unsigned up4(unsigned v)
{
    return (v + 3) & ~3u;
}

// A texel's address: level 1 below level 0, level 2 right of level 1, the others below level 2.
static uint8_t *texel(struct rig *r, const struct image *m, unsigned lod, unsigned x, unsigned y,
                      unsigned slice)
{
    unsigned ox = 0, oy = 0;
    if (m->type == GEN_SURFTYPE_1D) {
        for (unsigned l = 0; l < lod; l++)
            ox += (minified(m->width, l) + 63) / 64 * 64;
        return (uint8_t *)rig_data(r, m->offset) + (slice * m->qpitch + ox + x) * m->bytes;
    }
    if (lod >= 1)
        oy = up4(m->height);
    if (lod >= 2)
        ox = up4(minified(m->width, 1));
    for (unsigned l = 2; l < lod; l++)
        oy += up4(minified(m->height, l));
    return (uint8_t *)rig_data(r, m->offset) +
           tile_offset(m, (ox + x) * m->bytes, oy + y + slice * m->qpitch);
}

// ---- messages

struct message {
    unsigned sfid, type, bti;
    uint32_t control; // descriptor bits 13:8 (data port), 30 and 11:8 (sampler)
    unsigned params;
    uint32_t in[12][8];
    bool header, f32;
    uint32_t head[8];
    unsigned rlen;
    uint32_t out[4][8];
    uint32_t mask;
};

static uint32_t bits_of(float v)
{
    uint32_t b;
    memcpy(&b, &v, 4);
    return b;
}

static float float_of(uint32_t b)
{
    float v;
    memcpy(&v, &b, 4);
    return v;
}

#define feq(a, b)                                                                                            \
    do {                                                                                                     \
        float got_ = (a), want_ = (b);                                                                       \
        kt_ok(got_ == want_, "%s is %g, not %g", #a, (double)got_, (double)want_);                           \
    } while (0)

// Sends it from all eight channels; false after a fault.
static bool send_message(struct rig *r, struct message *m)
{
    char text[4096];
    size_t n = 0;
    uint32_t *in = rig_data(r, IN), *out = rig_data(r, OUT);
    unsigned mlen = m->params + m->header;
    uint32_t desc = mlen << 25 | m->rlen << 20 | (uint32_t)m->header << 19 | m->bti;
    desc |= m->sfid == SAMPLER ? m->type << 12 | 1u << 17 | m->control : m->type << 14 | m->control << 8;
    memcpy(in, m->head, 32);
    memcpy(in + 8, m->in, sizeof(m->in));
    memset(out, 0xee, 128);
    n += (size_t)snprintf(text + n, sizeof(text) - n,
                          "mov (8|M0) r2.0<1>:uw 0x76543210:v\nshl (8|M0) r4.0<1>:ud r2.0<8;8,1>:uw 2:uw\n");
    for (unsigned p = m->header ? 0 : 1; p <= m->params; p++)
        n += (size_t)snprintf(
            text + n, sizeof(text) - n,
            "add (8|M0) r5.0<1>:ud r4.0<8;8,1>:ud %u:uw\nsend (8|M0) r%u:w r5 0xC 0x02106E00\n", 32 * p,
            20 + p - !m->header);
    n += (size_t)snprintf(text + n, sizeof(text) - n, "send (8|M0) %s r20 0x%X 0x%08X\n",
                          m->rlen ? "r40:w" : "null:w", m->sfid, desc);
    for (unsigned c = 0; c < m->rlen; c++)
        n += (size_t)snprintf(text + n, sizeof(text) - n,
                              "add (8|M0) r5.0<1>:ud r4.0<8;8,1>:ud %u:uw\n"
                              "mov (8|M0) r6.0<1>:ud r%u.0<8;8,1>:ud\nsend (8|M0) null:w r5 0xC 0x04026E01\n",
                              32 * c, 40 + c);
    snprintf(text + n, sizeof(text) - n, "%s", EOT);
    bool ok = rig_run(r, text);
    memcpy(m->out, out, sizeof(m->out));
    return ok;
}

// ---- typed messages

// Every texel of every level's first row of a few slices, written by the message and found by formula; then
// read back by the message.
static void typed_round(const struct image *m, unsigned x0)
{
    struct rig *r = rig_new();
    struct gen_RENDER_SURFACE_STATE s = state_of(m);
    unsigned bti = add_state(r, &s);
    for (unsigned lod = 0; lod + m->min_lod < m->levels; lod++) {
        unsigned level = lod + m->min_lod, w = minified(m->width, level);
        unsigned h = m->type == GEN_SURFTYPE_1D ? 1 : minified(m->height, level);
        unsigned slices = m->type == GEN_SURFTYPE_3D ? minified(m->depth, level) : m->depth;
        struct message write = {.sfid = DC1, .type = 13, .bti = bti, .control = 0x1e, .params = 5};
        struct message read = {.sfid = DC1, .type = 5, .bti = bti, .control = 0x1e, .params = 4, .rlen = 1};
        for (unsigned i = 0; i < 8; i++) {
            unsigned y = (h - 1) * (i & 1), slice = (slices - 1) * (i >> 1 & 1);
            uint32_t c[4] = {x0 + i, m->type == GEN_SURFTYPE_1D ? slice : y, slice, lod};
            for (unsigned k = 0; k < 4; k++)
                write.in[k][i] = read.in[k][i] = c[k];
            write.in[4][i] = 0x11 * (i + 1) + lod;
        }
        if (!send_message(r, &write) || !send_message(r, &read))
            break;
        for (unsigned i = 0; i < 8; i++) {
            unsigned x = write.in[0][i], y = (h - 1) * (i & 1), slice = (slices - 1) * (i >> 1 & 1);
            uint32_t want = x < w ? write.in[4][i] : 0, found = 0;
            if (x < w)
                memcpy(&found, texel(r, m, level, x, y, slice + m->min_layer), m->bytes);
            kt_ok(found == want && read.out[0][i] == want,
                  "type %u tile %u lod %u (%u, %u, %u): memory 0x%x, read 0x%x, not 0x%x", m->type, m->tile,
                  lod, x, y, slice, found, read.out[0][i], want);
        }
    }
    rig_free(r);
}

KT_TEST(typed_layouts)
{
    static const struct {
        unsigned format, bytes;
    } formats[] = {{GEN_FORMAT_R8_UINT, 1}, {GEN_FORMAT_R16_UINT, 2}, {GEN_FORMAT_R32_UINT, 4}};
    static const unsigned tiles[] = {GEN_TILE_MODE_LINEAR, GEN_TILE_MODE_XMAJOR, GEN_TILE_MODE_YMAJOR,
                                     GEN_TILE_MODE_WMAJOR};
    for (unsigned f = 0; f < 3; f++)
        for (unsigned t = 0; t < 4; t++)
            for (unsigned type = GEN_SURFTYPE_1D; type <= GEN_SURFTYPE_3D; type++) {
                if ((tiles[t] == GEN_TILE_MODE_WMAJOR && f) || (type == GEN_SURFTYPE_1D && t))
                    continue;
                struct image m = {.type = type,
                                  .format = formats[f].format,
                                  .bytes = formats[f].bytes,
                                  .tile = tiles[t],
                                  .width = 100,
                                  .height = type == GEN_SURFTYPE_1D ? 1 : 50,
                                  .depth = 5,
                                  .levels = 6,
                                  .pitch = 512,
                                  .qpitch = type == GEN_SURFTYPE_1D ? 512 : 92,
                                  .offset = IMAGE};
                typed_round(&m, 0);
                typed_round(&m, 94);
                m.min_lod = 2;
                m.min_layer = type == GEN_SURFTYPE_3D ? 0 : 2;
                m.depth = type == GEN_SURFTYPE_3D ? 5 : 3;
                typed_round(&m, 20);
            }
}

// A format, a value written, the bits in memory.
KT_TEST(typed_formats)
{
    static const struct {
        unsigned format, bytes;
        float v[4];
        uint8_t bits[16];
    } cases[] = {
        {GEN_FORMAT_R8G8B8A8_UNORM, 4, {0, 1, 0.5f, 2}, {0, 255, 128, 255}},
        {GEN_FORMAT_B8G8R8A8_UNORM, 4, {1, 0.2f, 0, 0.6f}, {0, 51, 255, 153}},
        {GEN_FORMAT_R8G8B8A8_SNORM, 4, {-1, 1, -0.5f, -7}, {0x81, 0x7f, 0xc0, 0x81}},
        {GEN_FORMAT_R16G16B16A16_UNORM, 8, {1, 0.5f, -1, 0.25f}, {0xff, 0xff, 0x00, 0x80, 0, 0, 0x00, 0x40}},
        {GEN_FORMAT_R16G16B16A16_FLOAT,
         8,
         {1, -2, 65520, 6.1e-5f},
         {0x00, 0x3c, 0x00, 0xc0, 0x00, 0x7c, 0xff, 0x03}},
        {GEN_FORMAT_R10G10B10A2_UNORM, 4, {1, 0, 0.5f, 1}, {0xff, 0x03, 0x00, 0xe0}},
        {GEN_FORMAT_B10G10R10A2_UNORM, 4, {1, 0, 0, 0.34f}, {0x00, 0x00, 0xf0, 0x7f}},
        {GEN_FORMAT_R11G11B10_FLOAT, 4, {1, 2, 0.5f, 0}, {0xc0, 0x03, 0x20, 0x70}},
        {GEN_FORMAT_R11G11B10_FLOAT, 4, {-1, 65024, 64512, 0}, {0x00, 0xf8, 0xfd, 0xf7}},
        {GEN_FORMAT_B5G6R5_UNORM, 2, {1, 0, 1, 0}, {0x1f, 0xf8}},
        {GEN_FORMAT_B5G5R5A1_UNORM, 2, {0, 1, 0, 1}, {0xe0, 0x83}},
        {GEN_FORMAT_B4G4R4A4_UNORM, 2, {1, 0.2f, 0, 1}, {0x30, 0xff}},
        {GEN_FORMAT_R16_SNORM, 2, {-0.25f, 0, 0, 0}, {0x00, 0xe0}},
        {GEN_FORMAT_R32G32_FLOAT, 8, {1, -1, 0, 0}, {0, 0, 0x80, 0x3f, 0, 0, 0x80, 0xbf}},
        {GEN_FORMAT_A8_UNORM, 1, {0, 0, 0, 1}, {255}},
    };
    for (unsigned n = 0; n < sizeof(cases) / sizeof(*cases); n++) {
        struct rig *r = rig_new();
        struct image m = {.type = GEN_SURFTYPE_2D,
                          .format = cases[n].format,
                          .bytes = cases[n].bytes,
                          .tile = GEN_TILE_MODE_YMAJOR,
                          .width = 8,
                          .height = 1,
                          .depth = 1,
                          .levels = 1,
                          .pitch = 128,
                          .offset = IMAGE};
        struct gen_RENDER_SURFACE_STATE s = state_of(&m);
        struct message w = {.sfid = DC1, .type = 13, .bti = add_state(r, &s), .control = 0x10, .params = 8};
        for (unsigned i = 0; i < 8; i++) {
            w.in[0][i] = i;
            for (unsigned c = 0; c < 4; c++)
                w.in[4 + c][i] = bits_of(cases[n].v[c]);
        }
        if (send_message(r, &w))
            for (unsigned i = 0; i < 8; i++) {
                const uint8_t *p = texel(r, &m, 0, i, 0, 0);
                kt_ok(!memcmp(p, cases[n].bits, m.bytes), "case %u: %02x %02x %02x %02x", n, p[0], p[1], p[2],
                      p[3]);
            }
        rig_free(r);
    }
}

// What Gen9 does not convert it reads as bits, in red and green; of floats only atomics that move bits work.
KT_TEST(typed_raw)
{
    static const struct {
        unsigned format, bytes;
    } cases[] = {{GEN_FORMAT_R8G8B8A8_UNORM, 4},   {GEN_FORMAT_R8G8B8A8_SNORM, 4},
                 {GEN_FORMAT_R8G8_SNORM, 2},       {GEN_FORMAT_R8_UNORM, 1},
                 {GEN_FORMAT_R16_UNORM, 2},        {GEN_FORMAT_R16G16B16A16_UNORM, 8},
                 {GEN_FORMAT_R10G10B10A2_UINT, 4}, {GEN_FORMAT_R11G11B10_FLOAT, 4}};
    for (unsigned n = 0; n < sizeof(cases) / sizeof(*cases); n++) {
        struct rig *r = rig_new();
        struct image m = {.type = GEN_SURFTYPE_2D,
                          .format = cases[n].format,
                          .bytes = cases[n].bytes,
                          .tile = GEN_TILE_MODE_YMAJOR,
                          .width = 6,
                          .height = 1,
                          .depth = 1,
                          .levels = 1,
                          .pitch = 128,
                          .offset = IMAGE};
        struct gen_RENDER_SURFACE_STATE s = state_of(&m);
        struct message read = {
            .sfid = DC1, .type = 5, .bti = add_state(r, &s), .control = 0x10, .params = 4, .rlen = 4};
        uint32_t want[8][4] = {{0}};
        for (unsigned i = 0; i < 8; i++) {
            read.in[0][i] = i;
            for (unsigned b = 0; b < m.bytes && i < m.width; b++)
                texel(r, &m, 0, i, 0, 0)[b] = (uint8_t)(0x81 + 16 * i + b);
            if (i < m.width)
                memcpy(want[i], texel(r, &m, 0, i, 0, 0), m.bytes);
            want[i][3] = 1;
        }
        if (send_message(r, &read))
            for (unsigned i = 0; i < 8; i++)
                for (unsigned c = 0; c < 4; c++)
                    kt_ok(read.out[c][i] == want[i][c], "case %u texel %u.%u: 0x%x, not 0x%x", n, i, c,
                          read.out[c][i], want[i][c]);
        rig_free(r);
    }
}

KT_TEST(typed_float_atomics)
{
    struct rig *r = rig_new();
    struct image m = {.type = GEN_SURFTYPE_2D,
                      .format = GEN_FORMAT_R32_FLOAT,
                      .bytes = 4,
                      .width = 8,
                      .height = 1,
                      .depth = 1,
                      .levels = 1,
                      .pitch = 128,
                      .offset = IMAGE};
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    unsigned bti = add_state(r, &s);
    struct message move = {.sfid = DC1, .type = 6, .bti = bti, .control = 0x24, .params = 5, .rlen = 1};
    for (unsigned i = 0; i < 8; i++) {
        float old = (float)i;
        memcpy(texel(r, &m, 0, i, 0, 0), &old, 4);
        move.in[0][i] = i;
        move.in[4][i] = bits_of(2.5f * (float)i);
    }
    if (send_message(r, &move))
        for (unsigned i = 0; i < 8; i++) {
            uint32_t now;
            memcpy(&now, texel(r, &m, 0, i, 0, 0), 4);
            kt_ok(move.out[0][i] == bits_of((float)i) && now == bits_of(2.5f * (float)i),
                  "texel %u: 0x%x, 0x%x", i, move.out[0][i], now);
        }
    char text[512];
    snprintf(text, sizeof(text), "send (8|M0) r40:w r20 0xC 0x%08X\n" EOT, 0x0A11A700u | bti); // an addition
    kt_ok(rig_load(r, text) && !rig_dispatch(r), "no fault");
    kt_ok(r->fault.kind == SIM_FAULT_ILLEGAL && strstr(r->fault.text, "R32_FLOAT"), "%s", r->fault.text);
    rig_free(r);
}

KT_TEST(typed_refusals)
{
    struct rig *r = rig_new();
    struct image m = {.type = GEN_SURFTYPE_2D,
                      .format = GEN_FORMAT_B8G8R8A8_UNORM,
                      .bytes = 4,
                      .width = 8,
                      .height = 8,
                      .depth = 1,
                      .levels = 1,
                      .pitch = 128,
                      .offset = IMAGE};
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    unsigned bti = add_state(r, &s);
    char text[512];
    // Gen9 cannot read this typed.
    snprintf(text, sizeof(text), "send (8|M0) r40:w r20 0xC 0x%08X\n" EOT, 0x04415000u | bti);
    kt_ok(rig_load(r, text) && !rig_dispatch(r), "no fault");
    kt_ok(r->fault.kind == SIM_FAULT_ILLEGAL && strstr(r->fault.text, "B8G8R8A8_UNORM"), "%s", r->fault.text);
    s.surface_format = GEN_FORMAT_R32_UINT;
    s.tiled_resource_mode = 1;
    bti = add_state(r, &s);
    snprintf(text, sizeof(text), "send (8|M0) r40:w r20 0xC 0x%08X\n" EOT, 0x04415000u | bti);
    kt_ok(rig_load(r, text) && !rig_dispatch(r), "no fault");
    kt_ok(r->fault.kind == SIM_FAULT_UNIMPLEMENTED && strstr(r->fault.text, "TileY"), "%s", r->fault.text);
    rig_free(r);
}

static struct image float_image(unsigned type, unsigned tile);
static float value_at(unsigned lod, unsigned x, unsigned y, unsigned slice);
static void fill(struct rig *r, const struct image *m);

// A media block of 20 x 3 bytes that begins two pixels left of and one row above a tiled image: rows at a
// pitch of 32 bytes, the edge's pixels repeated. Written back, only what is inside changes.
static void media_blocks(const char *device, unsigned sfid, unsigned tile)
{
    rig_device = device;
    struct rig *r = rig_new();
    struct image m = {.type = GEN_SURFTYPE_2D,
                      .format = GEN_FORMAT_R32_UINT,
                      .bytes = 4,
                      .tile = tile,
                      .width = 6,
                      .height = 4,
                      .depth = 1,
                      .levels = 1,
                      .pitch = 128,
                      .offset = IMAGE};
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    unsigned bti = add_state(r, &s);
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 6; x++)
            memcpy(texel(r, &m, 0, x, y, 0), &(uint32_t){100 * y + x}, 4);
    struct message q = {.sfid = sfid, .type = 4, .bti = bti, .header = true, .rlen = 3};
    q.head[0] = (uint32_t)-8, q.head[1] = (uint32_t)-1, q.head[2] = 2u << 16 | 19;
    if (send_message(r, &q))
        for (unsigned row = 0; row < 3; row++)
            for (unsigned i = 0; i < 5; i++)
                kt_eq(q.out[row][i], 100 * (row ? row - 1 : 0) + (i < 2 ? 0 : i - 2));
    // The width counts dwords whatever the format is.
    s.surface_format = GEN_FORMAT_R8_UINT;
    bti = add_state(r, &s);
    struct message w = {.sfid = sfid, .type = 10, .bti = bti, .header = true, .params = 3};
    memcpy(w.head, q.head, sizeof(w.head));
    w.head[0] = 16;
    for (unsigned row = 0; row < 3; row++)
        for (unsigned i = 0; i < 8; i++)
            w.in[row][i] = 0x1000 + 16 * row + i;
    if (send_message(r, &w))
        for (unsigned y = 0; y < 4; y++)
            for (unsigned x = 0; x < 6; x++) {
                uint32_t v;
                memcpy(&v, texel(r, &m, 0, x, y, 0), 4);
                kt_eq(v, x >= 4 && y < 2 ? 0x1000 + 16 * (y + 1) + x - 4 : 100 * y + x);
            }
    rig_free(r);
}

KT_TEST(media_blocks_of_data_port_1)
{
    media_blocks("skl", DC1, GEN_TILE_MODE_YMAJOR);
}

KT_TEST(media_blocks_of_the_render_cache)
{
    media_blocks("hsw", EU_SFID_RENDER_CACHE, GEN_TILE_MODE_LINEAR);
    rig_device = "skl";
}

KT_TEST(simd4x2)
{
    struct rig *r = rig_new();
    uint32_t *data = rig_data(r, IMAGE);
    struct image m = float_image(GEN_SURFTYPE_2D, GEN_TILE_MODE_LINEAR);
    for (unsigned i = 0; i < 64; i++)
        data[i] = 1000 + i;
    rig_surface(r, IMAGE, 64 * 4);
    // Untyped read, mode 0, channels y and w: slots at 16 and 32.
    struct message q = {
        .sfid = DC1, .type = 1, .bti = r->surfaces - 1, .control = 0x05, .params = 1, .rlen = 1};
    q.in[0][0] = 16, q.in[0][4] = 32;
    if (send_message(r, &q)) {
        kt_eq(q.out[0][1], 1005);
        kt_eq(q.out[0][3], 1007);
        kt_eq(q.out[0][5], 1009);
        kt_eq(q.out[0][7], 1011);
    }
    struct message w = {.sfid = DC1, .type = 9, .bti = r->surfaces - 1, .control = 0x0c, .params = 2};
    w.in[0][0] = 16, w.in[0][4] = 36, w.in[1][0] = 7, w.in[1][1] = 8, w.in[1][4] = 9, w.in[1][5] = 10;
    if (send_message(r, &w)) {
        kt_eq(data[4], 7);
        kt_eq(data[5], 8);
        kt_eq(data[6], 1006);
        kt_eq(data[9], 9);
        kt_eq(data[10], 10);
    }
    // The same of a typed read and of ld: coordinates u, v, r (of ld: u, v, lod, r) of a slot in four dwords.
    memset(data, 0, IMAGE_BYTES / 2);
    fill(r, &m);
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    s.surface_format = GEN_FORMAT_R32_UINT;
    struct message t = {
        .sfid = DC1, .type = 5, .bti = add_state(r, &s), .control = 0x0e, .params = 1, .rlen = 1};
    t.in[0][0] = 3, t.in[0][1] = 2, t.in[0][2] = 1, t.in[0][4] = 7, t.in[0][5] = 5, t.in[0][6] = 2;
    if (send_message(r, &t)) {
        feq(float_of(t.out[0][0]), value_at(0, 3, 2, 1));
        feq(float_of(t.out[0][4]), value_at(0, 7, 5, 2));
    }
    rig_free(r);
}

// ---- the sampler

static void set_sampler(struct rig *r, unsigned index, struct gen_SAMPLER_STATE k, const float border[4])
{
    uint8_t *state = r->pages.mem + RIG_STATE;
    k.border_color_pointer = 0x9000 + 64 * index;
    gen_SAMPLER_STATE_pack((uint32_t *)(void *)(state + SAMPLERS + 16 * index), &k);
    memcpy(state + k.border_color_pointer, border, 16);
}

// A float image filled with numbers that depend on the place.
static float value_at(unsigned lod, unsigned x, unsigned y, unsigned slice)
{
    return (float)((x * 7 + y * 13 + slice * 29 + lod * 3) % 64) / 64 + (float)lod;
}

static void fill(struct rig *r, const struct image *m)
{
    for (unsigned l = 0; l < m->levels; l++)
        for (unsigned z = 0; z < (m->type == GEN_SURFTYPE_3D ? minified(m->depth, l) : m->depth); z++)
            for (unsigned y = 0; y < minified(m->height, l); y++)
                for (unsigned x = 0; x < minified(m->width, l); x++) {
                    float v = value_at(l, x, y, z);
                    memcpy(texel(r, m, l, x, y, z), &v, 4);
                }
}

// Vulkan's "Texel Coordinate Wrapping".
static int wrapped(int i, int n, unsigned mode)
{
    switch (mode) {
    case GEN_TCM_WRAP:
        return ((i % n) + n) % n;
    case GEN_TCM_MIRROR: {
        int k = ((i % (2 * n)) + 2 * n) % (2 * n) - n;
        return n - 1 - (k >= 0 ? k : -(1 + k));
    }
    case GEN_TCM_CLAMP:
        return i < 0 ? 0 : i > n - 1 ? n - 1 : i;
    case GEN_TCM_MIRROR_ONCE: {
        int k = i >= 0 ? i : -(1 + i);
        return k > n - 1 ? n - 1 : k;
    }
    default:
        return i < 0 || i >= n ? -1 : i;
    }
}

static double lookup(const struct image *m, unsigned lod, int x, int y, int z, unsigned mode, double border)
{
    x = wrapped(x, (int)minified(m->width, lod), mode);
    y = wrapped(y, (int)minified(m->height, lod), mode);
    if (m->type == GEN_SURFTYPE_3D)
        z = wrapped(z, (int)minified(m->depth, lod), mode);
    return x < 0 || y < 0 || z < 0 ? border : (double)value_at(lod, (unsigned)x, (unsigned)y, (unsigned)z);
}

// One level by the specification's formulas.
static double reference(const struct image *m, unsigned lod, const float c[3], bool linear, unsigned mode,
                        double border)
{
    bool volume = m->type == GEN_SURFTYPE_3D;
    double u = (double)c[0] * minified(m->width, lod), v = (double)c[1] * minified(m->height, lod);
    double w = volume ? (double)c[2] * minified(m->depth, lod) : 0, sum = 0;
    int layer = volume ? 0 : (int)fmin(fmax(floor((double)c[2] + 0.5), 0), m->depth - 1);
    if (!linear)
        return lookup(m, lod, (int)floor(u), (int)floor(v), volume ? (int)floor(w) : layer, mode, border);
    u -= 0.5, v -= 0.5, w -= volume ? 0.5 : 0;
    for (int k = 0; k < (volume ? 2 : 1); k++)
        for (int j = 0; j < 2; j++)
            for (int i = 0; i < 2; i++) {
                double fu = u - floor(u), fv = v - floor(v), fw = w - floor(w);
                double weight = (i ? fu : 1 - fu) * (j ? fv : 1 - fv) * (!volume ? 1 : k ? fw : 1 - fw);
                sum += weight * lookup(m, lod, (int)floor(u) + i, (int)floor(v) + j,
                                       volume ? (int)floor(w) + k : layer, mode, border);
            }
    return sum;
}

static struct image float_image(unsigned type, unsigned tile)
{
    return (struct image){.type = type,
                          .format = GEN_FORMAT_R32_FLOAT,
                          .bytes = 4,
                          .tile = tile,
                          .width = 20,
                          .height = 12,
                          .depth = 4,
                          .levels = 4,
                          .pitch = 512,
                          .qpitch = 32,
                          .offset = IMAGE};
}

KT_TEST(sample_l_filters_and_modes)
{
    static const unsigned modes[] = {GEN_TCM_WRAP, GEN_TCM_MIRROR, GEN_TCM_CLAMP, GEN_TCM_CLAMP_BORDER,
                                     GEN_TCM_MIRROR_ONCE};
    static const float border[4] = {-3, 0, 0, 0};
    uint32_t seed = 1;
    for (unsigned type = GEN_SURFTYPE_2D; type <= GEN_SURFTYPE_3D; type++)
        for (unsigned mode = 0; mode < 5; mode++)
            for (unsigned filter = 0; filter < 4; filter++) {
                struct image m = float_image(type, filter & 1 ? GEN_TILE_MODE_YMAJOR : GEN_TILE_MODE_LINEAR);
                struct rig *r = rig_new();
                struct gen_RENDER_SURFACE_STATE s = state_of(&m);
                bool linear = filter & 1, trilinear = filter & 2;
                struct gen_SAMPLER_STATE k = {
                    .min_mode_filter = linear ? GEN_MAPFILTER_LINEAR : GEN_MAPFILTER_NEAREST,
                    .mag_mode_filter = linear ? GEN_MAPFILTER_LINEAR : GEN_MAPFILTER_NEAREST,
                    .mip_mode_filter = trilinear ? GEN_MIPFILTER_LINEAR : GEN_MIPFILTER_NEAREST,
                    .max_lod = 14,
                    .tcx_address_control_mode = modes[mode],
                    .tcy_address_control_mode = modes[mode],
                    .tcz_address_control_mode = modes[mode],
                    .u_address_min_filter_rounding_enable = linear,
                    .u_address_mag_filter_rounding_enable = linear,
                    .v_address_min_filter_rounding_enable = linear,
                    .v_address_mag_filter_rounding_enable = linear,
                    .r_address_min_filter_rounding_enable = linear,
                    .r_address_mag_filter_rounding_enable = linear,
                };
                struct message q = {
                    .sfid = SAMPLER, .type = 2, .bti = add_state(r, &s), .params = 4, .rlen = 4};
                set_sampler(r, 0, k, border);
                fill(r, &m);
                for (unsigned i = 0; i < 8; i++) {
                    for (unsigned c = 0; c < 3; c++) {
                        seed = seed * 1664525 + 1013904223;
                        q.in[1 + c][i] = bits_of((float)(seed >> 8) / 16777216 * 3 - 1);
                    }
                    if (type == GEN_SURFTYPE_2D)
                        q.in[3][i] = bits_of((float)(i % 5) + 0.25f);
                    q.in[0][i] = bits_of((float)i * 0.6f - 0.3f);
                }
                if (send_message(r, &q))
                    for (unsigned i = 0; i < 8; i++) {
                        float c[3] = {float_of(q.in[1][i]), float_of(q.in[2][i]), float_of(q.in[3][i])};
                        double lod = fmin(fmax((double)float_of(q.in[0][i]), 0), 3), want,
                               f = lod - floor(lod);
                        if (trilinear)
                            want = (1 - f) * reference(&m, (unsigned)lod, c, linear, modes[mode], -3) +
                                   (f > 0 ? f * reference(&m, (unsigned)lod + 1, c, linear, modes[mode], -3)
                                          : 0);
                        else
                            want = reference(&m, (unsigned)floor(lod + 0.5), c, linear, modes[mode], -3);
                        double got = (double)float_of(q.out[0][i]),
                               tolerance = linear || trilinear ? 0.03 : 0;
                        kt_ok(fabs(got - want) <= tolerance,
                              "type %u mode %u filter %u lane %u (%g %g %g, %g): %g, not %g", type, mode,
                              filter, i, (double)c[0], (double)c[1], (double)c[2], lod, got, want);
                        kt_true(q.out[1][i] == 0 && q.out[2][i] == 0 && q.out[3][i] == bits_of(1));
                    }
                rig_free(r);
            }
}

// The weights have eight fraction bits: a coordinate a quarter and a 512th into a step.
KT_TEST(linear_weights_are_eight_bits)
{
    struct image m = float_image(GEN_SURFTYPE_1D, GEN_TILE_MODE_LINEAR);
    struct rig *r = rig_new();
    m.width = 16, m.height = 1, m.depth = 1, m.levels = 1, m.qpitch = 64;
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    struct gen_SAMPLER_STATE k = {.min_mode_filter = GEN_MAPFILTER_LINEAR,
                                  .mag_mode_filter = GEN_MAPFILTER_LINEAR,
                                  .u_address_mag_filter_rounding_enable = true,
                                  .tcx_address_control_mode = GEN_TCM_CLAMP};
    struct message q = {.sfid = SAMPLER, .type = 24, .bti = add_state(r, &s), .params = 1, .rlen = 1};
    set_sampler(r, 0, k, (float[4]){0});
    for (unsigned x = 0; x < 16; x++) {
        float v = x == 4 ? 0 : 256;
        memcpy(texel(r, &m, 0, x, 0, 0), &v, 4);
    }
    for (unsigned i = 0; i < 8; i++) // texel 4's centre is 4.5
        q.in[0][i] = bits_of((4.5f + (float)i / 1024) / 16);
    if (send_message(r, &q))
        for (unsigned i = 0; i < 8; i++) // 1024ths, rounded to 256ths, half up
            feq(float_of(q.out[0][i]), (float)((i + 2) / 4));
    rig_free(r);
}

KT_TEST(ld_and_its_bounds)
{
    for (unsigned type = GEN_SURFTYPE_2D; type <= GEN_SURFTYPE_3D; type++) {
        struct image m = float_image(type, GEN_TILE_MODE_YMAJOR);
        struct rig *r = rig_new();
        struct gen_RENDER_SURFACE_STATE s = state_of(&m);
        struct message q = {.sfid = SAMPLER, .type = 7, .bti = add_state(r, &s), .params = 4, .rlen = 4};
        static const int at[8][4] = {{0, 0, 0, 0},  {19, 11, 0, 3}, {5, 3, 1, 1}, {20, 0, 0, 0},
                                     {0, -1, 0, 0}, {2, 1, 3, 0},   {1, 1, 4, 0}, {0, 0, 0, 4}};
        fill(r, &m);
        for (unsigned i = 0; i < 8; i++)
            for (unsigned c = 0; c < 4; c++)
                q.in[c][i] = (uint32_t)at[i][c];
        if (send_message(r, &q))
            for (unsigned i = 0; i < 8; i++) {
                unsigned lod = (unsigned)at[i][2], z = (unsigned)at[i][3];
                bool in = lod < 4 && at[i][0] >= 0 && at[i][1] >= 0 &&
                          (unsigned)at[i][0] < minified(20, lod) && (unsigned)at[i][1] < minified(12, lod) &&
                          z < (type == GEN_SURFTYPE_3D ? minified(4, lod) : 4);
                feq(float_of(q.out[0][i]), in ? value_at(lod, (unsigned)at[i][0], (unsigned)at[i][1], z) : 0);
                kt_eq(q.out[3][i], bits_of(1));
            }
        // A resource whose most detailed level is not there, and half of the next.
        struct gen_RENDER_SURFACE_STATE less = s;
        less.resource_min_lod = 1.5f;
        struct message l = {.sfid = SAMPLER, .type = 7, .bti = add_state(r, &less), .params = 4, .rlen = 4};
        for (unsigned i = 0; i < 8; i++)
            l.in[0][i] = l.in[1][i] = l.in[3][i] = 0, l.in[2][i] = i & 3;
        if (send_message(r, &l))
            for (unsigned i = 0; i < 8; i++)
                feq(float_of(l.out[0][i]), (i & 3) < 1 ? 0 : value_at(i & 3, 0, 0, 0));
        // With a header: texel offsets +1, -1 in x and y.
        q.header = true;
        q.head[2] = 0x1u << 8 | 0xfu << 4;
        for (unsigned i = 0; i < 8; i++)
            q.in[0][i] = i, q.in[1][i] = 3, q.in[2][i] = 0, q.in[3][i] = 1;
        if (send_message(r, &q))
            for (unsigned i = 0; i < 8; i++)
                feq(float_of(q.out[0][i]), value_at(0, i + 1, 2, 1));
        rig_free(r);
    }
}

// Of texels that are longer than the pitch the last ones end behind the last entry: what is there is zero. A
// uniform buffer as Mesa reads it.
KT_TEST(ld_of_bytes)
{
    struct rig *r = rig_new();
    struct image m = {.type = GEN_SURFTYPE_BUFFER,
                      .format = GEN_FORMAT_R32G32B32A32_UINT,
                      .bytes = 16,
                      .width = 64,
                      .height = 1,
                      .depth = 1,
                      .levels = 1,
                      .pitch = 1,
                      .offset = 0x100};
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    s.surface_array = false;
    struct message q = {.sfid = SAMPLER, .type = 7, .bti = add_state(r, &s), .params = 4, .rlen = 4};
    static const uint32_t at[8] = {0, 1, 7, 48, 52, 63, 64, UINT32_MAX};
    uint8_t *data = rig_data(r, m.offset);
    for (unsigned i = 0; i < 128; i++)
        data[i] = (uint8_t)(3 * i + 1);
    for (unsigned i = 0; i < 8; i++)
        q.in[0][i] = at[i], q.in[1][i] = q.in[2][i] = q.in[3][i] = 0;
    if (send_message(r, &q))
        for (unsigned i = 0; i < 8; i++)
            for (unsigned n = 0; n < 4; n++) {
                uint32_t want = n == 3;
                if (at[i] + 4 * n + 4 <= 64)
                    memcpy(&want, data + at[i] + 4 * n, 4);
                else if (at[i] < 64)
                    want = 0;
                kt_eq(q.out[n][i], at[i] < 64 ? want : q.out[n][i]);
                kt_ok(at[i] < 64 || !q.out[0][i], "entry %u is there", at[i]);
            }
    rig_free(r);
}

KT_TEST(gather4_and_sizes)
{
    struct image m = float_image(GEN_SURFTYPE_2D, GEN_TILE_MODE_XMAJOR);
    struct rig *r = rig_new();
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    struct gen_SAMPLER_STATE k = {.tcx_address_control_mode = GEN_TCM_WRAP,
                                  .tcy_address_control_mode = GEN_TCM_CLAMP};
    struct message q = {.sfid = SAMPLER, .type = 8, .bti = add_state(r, &s), .params = 3, .rlen = 4};
    fill(r, &m);
    set_sampler(r, 0, k, (float[4]){0});
    for (unsigned i = 0; i < 8; i++) {
        q.in[0][i] = bits_of(((float)i * 3 + 0.75f) / 20);
        q.in[1][i] = bits_of((float)i / 8);
        q.in[2][i] = bits_of((float)(i % 4));
    }
    if (send_message(r, &q))
        for (unsigned i = 0; i < 8; i++) {
            int x = (int)floor((double)float_of(q.in[0][i]) * 20 - 0.5),
                y = (int)floor((double)i / 8 * 12 - 0.5);
            int x1 = (x + 1) % 20, y1 = y + 1, z = (int)i % 4;
            if (y < 0)
                y = 0;
            x %= 20;
            feq(float_of(q.out[0][i]), value_at(0, (unsigned)x, (unsigned)y1, (unsigned)z));
            feq(float_of(q.out[1][i]), value_at(0, (unsigned)x1, (unsigned)y1, (unsigned)z));
            feq(float_of(q.out[2][i]), value_at(0, (unsigned)x1, (unsigned)y, (unsigned)z));
            feq(float_of(q.out[3][i]), value_at(0, (unsigned)x, (unsigned)y, (unsigned)z));
        }
    struct message size = {.sfid = SAMPLER, .type = 10, .bti = q.bti, .params = 1, .rlen = 4};
    for (unsigned i = 0; i < 8; i++)
        size.in[0][i] = i;
    if (send_message(r, &size))
        for (unsigned i = 0; i < 8; i++) {
            kt_eq(size.out[0][i], i < 4 ? minified(20, i) : 0);
            kt_eq(size.out[1][i], i < 4 ? minified(12, i) : 0);
            kt_eq(size.out[2][i], i < 4 ? 4 : 0);
            kt_eq(size.out[3][i], 4);
        }
    rig_free(r);
}

// Function LESS: the texel counts 0 if it is less than the reference.
KT_TEST(compare)
{
    struct image m = float_image(GEN_SURFTYPE_2D, GEN_TILE_MODE_YMAJOR);
    struct rig *r = rig_new();
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    struct gen_SAMPLER_STATE k = {.shadow_function = GEN_PREFILTEROP_LESS};
    // sample_c_lz: reference, u, v, array index
    struct message q = {.sfid = SAMPLER, .type = 25, .bti = add_state(r, &s), .params = 4, .rlen = 1};
    fill(r, &m);
    set_sampler(r, 0, k, (float[4]){0});
    for (unsigned i = 0; i < 8; i++) {
        q.in[0][i] = bits_of(0.4f);
        q.in[1][i] = bits_of(((float)i + 0.5f) / 20);
        q.in[2][i] = bits_of(0.5f / 12);
    }
    if (send_message(r, &q))
        for (unsigned i = 0; i < 8; i++)
            feq(float_of(q.out[0][i]), value_at(0, i, 0, 0) < 0.4f ? 0.f : 1.f);
    rig_free(r);
}

// Reductions take the extremes of the texels that have a weight; halves come back two to a dword.
KT_TEST(reductions_and_halves)
{
    struct image m = float_image(GEN_SURFTYPE_2D, GEN_TILE_MODE_YMAJOR);
    struct rig *r = rig_new();
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    struct message q = {.sfid = SAMPLER, .type = 24, .bti = add_state(r, &s), .params = 3, .rlen = 1};
    fill(r, &m);
    for (unsigned i = 0; i < 8; i++) {
        q.in[0][i] = bits_of((2 + (float)i + 0.25f) / 20); // texels i + 1 and i + 2
        q.in[1][i] = bits_of((5 + 0.75f) / 12);            // 5 and 6
    }
    for (unsigned type = GEN_REDUCTION_TYPE_STD_FILTER; type <= GEN_REDUCTION_TYPE_MAXIMUM; type++) {
        struct gen_SAMPLER_STATE k = {.min_mode_filter = GEN_MAPFILTER_LINEAR,
                                      .mag_mode_filter = GEN_MAPFILTER_LINEAR,
                                      .u_address_mag_filter_rounding_enable = true,
                                      .v_address_mag_filter_rounding_enable = true,
                                      .reduction_type_enable = type != GEN_REDUCTION_TYPE_STD_FILTER,
                                      .reduction_type = type};
        if (type == GEN_REDUCTION_TYPE_COMPARISON)
            continue;
        set_sampler(r, 0, k, (float[4]){0});
        q.control = 0;
        if (!send_message(r, &q))
            break;
        for (unsigned i = 0; i < 8; i++) {
            float low = 9, high = -9, mean = 0;
            for (unsigned n = 0; n < 4; n++) {
                float v = value_at(0, i + 1 + (n & 1), 5 + (n >> 1), 0);
                low = fminf(low, v);
                high = fmaxf(high, v);
                mean += v * (n & 1 ? 0.75f : 0.25f) * (n >> 1 ? 0.25f : 0.75f);
            }
            feq(float_of(q.out[0][i]), type == GEN_REDUCTION_TYPE_MINIMUM   ? low
                                       : type == GEN_REDUCTION_TYPE_MAXIMUM ? high
                                                                            : mean);
        }
        uint32_t full[8];
        memcpy(full, q.out[0], sizeof(full));
        q.control = 1u << 30;
        if (send_message(r, &q))
            for (unsigned i = 0; i < 8; i++) {
                _Float16 want = (_Float16)float_of(full[i]), got;
                memcpy(&got, (const uint8_t *)q.out[0] + 2 * i, 2);
                feq((float)got, (float)want);
            }
    }
    rig_free(r);
}

// sample: the level from differences within each four channels. Two texels a step are level 1; with a bias of
// one (sample_b), level 2.
KT_TEST(derivatives_and_bias)
{
    struct image m = float_image(GEN_SURFTYPE_2D, GEN_TILE_MODE_LINEAR);
    struct rig *r = rig_new();
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    struct gen_SAMPLER_STATE k = {.mip_mode_filter = GEN_MIPFILTER_NEAREST, .max_lod = 14};
    m.width = 32, m.height = 32, m.pitch = 512, m.qpitch = 64;
    s = state_of(&m);
    unsigned bti = add_state(r, &s);
    fill(r, &m);
    set_sampler(r, 0, k, (float[4]){0});
    for (unsigned bias = 0; bias < 2; bias++) {
        struct message q = {.sfid = SAMPLER, .type = bias, .bti = bti, .params = 3 + bias, .rlen = 1};
        unsigned level = 1 + bias;
        for (unsigned i = 0; i < 8; i++) {
            unsigned x = i / 4 * 8 + (i & 1) * 2, y = (i >> 1 & 1) * 2;
            if (bias)
                q.in[0][i] = bits_of(1);
            q.in[bias][i] = bits_of(((float)x + 0.5f) / 32);
            q.in[bias + 1][i] = bits_of(((float)y + 0.5f) / 32);
            q.in[bias + 2][i] = bits_of(1);
        }
        if (send_message(r, &q))
            for (unsigned i = 0; i < 8; i++)
                feq(float_of(q.out[0][i]),
                    value_at(level, (i / 4 * 8 + (i & 1) * 2) >> level, (i >> 1 & 1) * 2 >> level, 1));
    }
    rig_free(r);
}

// sample_d along one axis, eight texels to one: with up to 8 probes the level stays 0 and the result is the
// mean of what eight probes a texel apart find; without, it is a texel of level 3.
KT_TEST(anisotropic)
{
    struct image m = float_image(GEN_SURFTYPE_2D, GEN_TILE_MODE_LINEAR);
    struct rig *r = rig_new();
    struct gen_RENDER_SURFACE_STATE s;
    m.width = 64, m.height = 8, m.depth = 1, m.levels = 4, m.pitch = 512, m.qpitch = 32;
    s = state_of(&m);
    struct message q = {.sfid = SAMPLER, .type = 4, .bti = add_state(r, &s), .params = 6, .rlen = 1};
    fill(r, &m);
    for (unsigned i = 0; i < 8; i++) {
        q.in[0][i] = bits_of((20 + (float)i) / 64); // u, du/dx, du/dy, v, dv/dx, dv/dy
        q.in[1][i] = bits_of(8.0f / 64);
        q.in[3][i] = bits_of(2.5f / 8);
        q.in[5][i] = bits_of(1.0f / 8);
    }
    struct gen_SAMPLER_STATE k = {.min_mode_filter = GEN_MAPFILTER_ANISOTROPIC,
                                  .mag_mode_filter = GEN_MAPFILTER_ANISOTROPIC,
                                  .mip_mode_filter = GEN_MIPFILTER_NEAREST,
                                  .maximum_anisotropy = 3,
                                  .max_lod = 14,
                                  .u_address_mag_filter_rounding_enable = true,
                                  .v_address_mag_filter_rounding_enable = true};
    set_sampler(r, 0, k, (float[4]){0});
    if (send_message(r, &q))
        for (unsigned i = 0; i < 8; i++) {
            double mean = 0;
            for (int n = 0; n < 8; n++) // probes at u - 3.5 ... u + 3.5: texel centres
                mean += (double)value_at(0, (unsigned)(20 + (int)i - 4 + n), 2, 0) / 8;
            kt_ok(fabs((double)float_of(q.out[0][i]) - mean) < 0.01, "lane %u: %g, not %g", i,
                  (double)float_of(q.out[0][i]), mean);
        }
    k.min_mode_filter = k.mag_mode_filter = GEN_MAPFILTER_NEAREST;
    set_sampler(r, 0, k, (float[4]){0});
    if (send_message(r, &q))
        for (unsigned i = 0; i < 8; i++)
            feq(float_of(q.out[0][i]), value_at(3, (20 + i) / 8, 0, 0));
    rig_free(r);
}

KT_TEST(gradients_of_cubes_are_refused)
{
    struct image m = float_image(GEN_SURFTYPE_2D, GEN_TILE_MODE_LINEAR);
    struct rig *r = rig_new();
    m.levels = 1;
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    s.surface_type = GEN_SURFTYPE_CUBE;
    const uint32_t bti = add_state(r, &s);
    char text[512];
    set_sampler(r, 0, (struct gen_SAMPLER_STATE){.max_lod = 14}, (float[4]){0});
    // A sample_d of nine parameters, and, what is taken, a sample_l of four.
    snprintf(text, sizeof(text), "send (8|M0) r40:w r20 0x2 0x%08X\n" EOT, 0x12124000u | bti);
    kt_ok(rig_load(r, text) && !rig_dispatch(r), "no fault");
    kt_ok(r->fault.kind == SIM_FAULT_ILLEGAL && strstr(r->fault.text, "gradients of cubes"), "%s",
          r->fault.text);
    snprintf(text, sizeof(text), "send (8|M0) r40:w r20 0x2 0x%08X\n" EOT, 0x08122000u | bti);
    kt_ok(rig_load(r, text) && rig_dispatch(r), "%s", r->fault.text);
    rig_free(r);
}

// Unnormalized coordinates, a write mask, an integer border, and a channel select of one.
KT_TEST(unnormalized_masked_and_swizzled)
{
    struct image m = float_image(GEN_SURFTYPE_2D, GEN_TILE_MODE_LINEAR);
    struct rig *r = rig_new();
    m.format = GEN_FORMAT_R32_UINT, m.levels = 1, m.depth = 1;
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    s.surface_array = false;
    s.shader_channel_select_green = GEN_SCS_ONE;
    s.shader_channel_select_blue = GEN_SCS_RED;
    struct gen_SAMPLER_STATE k = {.non_normalized_coordinate_enable = true,
                                  .tcx_address_control_mode = GEN_TCM_CLAMP_BORDER,
                                  .tcy_address_control_mode = GEN_TCM_CLAMP_BORDER};
    // A header that keeps red: green, blue and alpha are returned.
    struct message q = {
        .sfid = SAMPLER, .type = 24, .bti = add_state(r, &s), .params = 2, .rlen = 3, .header = true};
    q.head[2] = 1u << 12;
    q.head[3] = SAMPLERS;
    set_sampler(r, 0, k, (float[4]){float_of(77), 0, 0, 0});
    for (unsigned x = 0; x < 20; x++)
        memcpy(texel(r, &m, 0, x, 3, 0), &(uint32_t){500 + x}, 4);
    for (unsigned i = 0; i < 8; i++) {
        q.in[0][i] = bits_of((float)i * 4 - 2 + 0.5f);
        q.in[1][i] = bits_of(3.5f);
    }
    if (send_message(r, &q))
        for (unsigned i = 0; i < 8; i++) {
            int x = (int)i * 4 - 2;
            kt_eq(q.out[0][i], 1);
            kt_eq(q.out[1][i], x < 0 || x >= 20 ? 77 : 500 + (unsigned)x);
            kt_eq(q.out[2][i], 1);
        }
    rig_free(r);
}

// A cube: the direction of each texel's centre finds that texel; in cube mode a direction at an edge blends
// both faces equally.
KT_TEST(cube_faces)
{
    // Major axis, s and t of each face as vectors (Vulkan "Cube Map Face Selection").
    static const int8_t major[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    static const int8_t s_axis[6][3] = {{0, 0, -1}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {-1, 0, 0}};
    static const int8_t t_axis[6][3] = {{0, -1, 0}, {0, -1, 0}, {0, 0, 1},
                                        {0, 0, -1}, {0, -1, 0}, {0, -1, 0}};
    struct image m = float_image(GEN_SURFTYPE_2D, GEN_TILE_MODE_YMAJOR);
    struct rig *r = rig_new();
    m.width = m.height = 8, m.depth = 12, m.levels = 1, m.qpitch = 8;
    fill(r, &m);
    struct gen_RENDER_SURFACE_STATE s = state_of(&m);
    s.surface_type = GEN_SURFTYPE_CUBE;
    s.depth = 1;
    struct gen_SAMPLER_STATE k = {.cube_surface_control_mode = GEN_CUBE_CONTROL_OVERRIDE};
    struct message q = {.sfid = SAMPLER, .type = 24, .bti = add_state(r, &s), .params = 4, .rlen = 1};
    set_sampler(r, 0, k, (float[4]){0});
    for (unsigned face = 0; face < 6; face++) {
        for (unsigned i = 0; i < 8; i++) {
            double sc = (2.0 * i + 1) / 8 - 1, tc = (2.0 * (7 - i) + 1) / 8 - 1;
            for (unsigned c = 0; c < 3; c++)
                q.in[c][i] =
                    bits_of((float)(3 * (major[face][c] + sc * s_axis[face][c] + tc * t_axis[face][c])));
            q.in[3][i] = bits_of((float)(i & 1));
        }
        if (send_message(r, &q))
            for (unsigned i = 0; i < 8; i++)
                feq(float_of(q.out[0][i]), value_at(0, i, 7 - i, 6 * (i & 1) + face));
    }
    k.mag_mode_filter = k.min_mode_filter = GEN_MAPFILTER_LINEAR;
    k.u_address_mag_filter_rounding_enable = k.v_address_mag_filter_rounding_enable = true;
    set_sampler(r, 0, k, (float[4]){0});
    // Edge between +X (s = -1, so z = +1) and +Z (s = +1): texels (0, j) of +X and (7, j) of +Z.
    for (unsigned i = 0; i < 8; i++) {
        q.in[0][i] = q.in[2][i] = bits_of(1);
        q.in[1][i] = bits_of((float)-((2.0 * i + 1) / 8 - 1));
        q.in[3][i] = 0;
    }
    if (send_message(r, &q))
        for (unsigned i = 0; i < 8; i++)
            feq(float_of(q.out[0][i]), (value_at(0, 0, i, 0) + value_at(0, 7, i, 4)) / 2);
    // All twelve edges: a function that is continuous on the cube (a coordinate) stays so across them.
    for (unsigned face = 0; face < 6; face++)
        for (unsigned y = 0; y < 8; y++)
            for (unsigned x = 0; x < 8; x++) {
                float d[3];
                for (unsigned c = 0; c < 3; c++)
                    d[c] = (float)major[face][c] + ((float)(2 * x + 1) / 8 - 1) * (float)s_axis[face][c] +
                           ((float)(2 * y + 1) / 8 - 1) * (float)t_axis[face][c];
                float v = d[0] + 2 * d[1] + 4 * d[2];
                memcpy(texel(r, &m, 0, x, y, face), &v, 4);
            }
    static const int8_t edges[12][3] = {{1, 1, 0}, {1, -1, 0}, {-1, 1, 0}, {-1, -1, 0},
                                        {1, 0, 1}, {1, 0, -1}, {-1, 0, 1}, {-1, 0, -1},
                                        {0, 1, 1}, {0, 1, -1}, {0, -1, 1}, {0, -1, -1}};
    for (unsigned e = 0; e < 12; e++) {
        for (unsigned i = 0; i < 8; i++)
            for (unsigned c = 0; c < 3; c++) {
                double free_axis = ((2.0 * i + 1) / 8 - 1);
                q.in[c][i] = bits_of((float)(edges[e][c] ? edges[e][c] : free_axis));
            }
        if (send_message(r, &q))
            for (unsigned i = 0; i < 8; i++) {
                float want = 0, d[3];
                for (unsigned c = 0; c < 3; c++)
                    d[c] = float_of(q.in[c][i]) * (edges[e][c] ? 15.0f / 16 : 1); // mean of 1 and 7/8
                want = d[0] + 2 * d[1] + 4 * d[2];
                kt_ok(fabsf(float_of(q.out[0][i]) - want) < 1e-5f, "edge %u: %g, not %g", e,
                      (double)float_of(q.out[0][i]), (double)want);
            }
    }
    rig_free(r);
}

// Random surface and sampler states: a message answers or faults, and the host goes on.
KT_TEST(random_states)
{
    uint32_t seed = 1, answered = 0, faulted = 0;
#define RANDOM (seed = seed * 1664525 + 1013904223, seed >> 8 ^ seed << 20)
    struct rig *r = rig_new();
    for (unsigned n = 0; n < 1500; n++) {
        uint32_t *sampler = (uint32_t *)(void *)(r->pages.mem + RIG_STATE + SAMPLERS),
                 entry = 0x1000 + 64 * r->surfaces;
        uint32_t *state = (uint32_t *)(void *)(r->pages.mem + RIG_STATE + entry);
        char text[512];
        for (unsigned i = 0; i < 16; i++)
            state[i] = RANDOM;
        // Mostly plausible: a known type and format, small sizes, nothing tiled in ways that are refused.
        state[0] = (state[0] & 0x1003ffff) | (RANDOM % 0x120) << 18 | (n % 6) << 29;
        state[2] &= 0x003f003f;
        state[3] = (state[3] & 0x00e001ff) | 0x1ff;
        state[4] &= n % 7 ? ~0x3fu : ~0u;
        state[5] &= n % 5 ? ~0xc0000u : ~0u;
        memcpy(&state[8], &(uint64_t){rig_address(IMAGE)}, 8);
        memcpy(r->pages.mem + RIG_STATE + 4 * r->surfaces, &entry, 4);
        for (unsigned i = 0; i < 4; i++)
            sampler[i] = RANDOM;
        for (unsigned i = 0; i < 0x10000 && n % 100 == 0; i += 4)
            memcpy((uint8_t *)rig_data(r, IMAGE) + i, &(uint32_t){RANDOM}, 4);
        for (unsigned i = 0; i < 96; i++)
            ((uint32_t *)rig_data(r, IN))[i] = i % 3 ? bits_of((float)(RANDOM % 64) / 16 - 1) : RANDOM % 16;
        uint32_t desc = n % 3 ? (RANDOM % 32) << 12 | 1u << 17 : (RANDOM % 2 ? 5u : 13u) << 14 | 1u << 12;
        desc |= (uint32_t)r->surfaces | 6u << 25 | (n % 3 ? 4u << 20 : 0);
        snprintf(text, sizeof(text),
                 "mov (8|M0) r2.0<1>:uw 0x76543210:v\nshl (8|M0) r4.0<1>:ud r2.0<8;8,1>:uw 2:uw\n"
                 "send (8|M0) r20:w r4 0xC 0x02406000\nsend (8|M0) r24:w r4 0xC 0x02306800\n"
                 "send (8|M0) %s r20 0x%X 0x%08X\n%s",
                 n % 3 || desc >> 20 & 31 ? "r40:w" : "null:w", n % 3 ? SAMPLER : DC1, desc, EOT);
        if (!rig_load(r, text))
            break;
        if (rig_dispatch(r))
            answered++;
        else
            faulted++;
    }
    rig_free(r);
#undef RANDOM
    kt_ok(answered > 100 && faulted > 100, "%u answered, %u faulted", answered, faulted);
}

KT_MAIN()
