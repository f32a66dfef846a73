// Messages to images for tests: random surfaces, samplers, coordinates, and a kernel that sends one. Eight
// registers of its payload are at IN, its answer goes to OUT.
#ifndef KILN_TESTS_SIM_IMAGE_MESSAGES_H
#define KILN_TESTS_SIM_IMAGE_MESSAGES_H

#include "eu_rig.h"

#include "sim/surface/surface.h"

#define EOT "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n(W) send (8|M0) null r127 0x27 0x02000010 {EOT}\n"

enum { IN = 0x1000, OUT = 0x2000, IMAGE = 0x10000, IMAGE_BYTES = 0x200000, SAMPLERS = 0x8000 };
enum { SAMPLER = 2, DC1 = 12 };
enum { REGISTERS = 16, WORDS = 8, MESSAGE_TEXT = 8192 };

static uint32_t state = 12345;

static uint32_t next(uint32_t below)
{
    state = state * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(state >> 1) * below >> 31);
}

static uint32_t bits_of(float v)
{
    uint32_t b;
    memcpy(&b, &v, 4);
    return b;
}

// A message: `mlen` registers from r20, the answer from r60.
struct message {
    unsigned sfid, channels, mlen, rlen;
    uint32_t desc;
    bool constant_control; // the header's dword 2 is a constant of the kernel
    uint32_t control;
    uint32_t in[REGISTERS][WORDS], out[REGISTERS][WORDS];
};

static void message_kernel(const struct message *m, char text[MESSAGE_TEXT])
{
    size_t n = 0;
    n += (size_t)snprintf(
        text, MESSAGE_TEXT,
        "(W) mov (8|M0) r2.0<1>:uw 0x76543210:v\n(W) shl (8|M0) r4.0<1>:ud r2.0<8;8,1>:uw 2:uw\n");
    for (unsigned k = 0; k < m->mlen + (m->rlen ? m->rlen : 0); k++) { // what the answer does not have stays
        bool answer = k >= m->mlen;
        unsigned at = answer ? k - m->mlen : k;
        if (answer)
            n += (size_t)snprintf(text + n, MESSAGE_TEXT - n, "(W) mov (8|M0) r%u.0<1>:ud 0x%x:ud\n", 60 + at,
                                  0xabababab + at);
        else
            n += (size_t)snprintf(
                text + n, MESSAGE_TEXT - n,
                "(W) add (8|M0) r5.0<1>:ud r4.0<8;8,1>:ud %u:uw\n(W) send (8|M0) r%u:w r5 0xC 0x02106E00\n",
                32 * at, 20 + at);
    }
    if (m->constant_control)
        n += (size_t)snprintf(text + n, MESSAGE_TEXT - n, "(W) mov (1) r20.2<1>:ud 0x%x:ud\n", m->control);
    n += (size_t)snprintf(text + n, MESSAGE_TEXT - n, "send (%u|M0) %s r20 0x%X 0x%08X\n", m->channels,
                          m->rlen ? "r60:w" : "null:w", m->sfid, m->desc | m->mlen << 25 | m->rlen << 20);
    for (unsigned k = 0; k < m->rlen; k++)
        n += (size_t)snprintf(text + n, MESSAGE_TEXT - n,
                              "(W) add (8|M0) r5.0<1>:ud r4.0<8;8,1>:ud %u:uw\n(W) sends (8|M0) null:w r5 "
                              "r%u 0x4C 0x02026E01\n",
                              32 * k, 60 + k);
    snprintf(text + n, MESSAGE_TEXT - n, "%s", EOT);
}

// False after a fault. `pool`: NULL for one of its own.
static bool send_message(struct rig *r, struct message *m, struct sim_eu_pool *pool)
{
    char text[MESSAGE_TEXT];
    uint32_t *in = rig_data(r, IN), *out = rig_data(r, OUT);
    memcpy(in, m->in, sizeof(m->in));
    memset(out, 0xee, sizeof(m->out));
    message_kernel(m, text);
    const bool ok =
        rig_load(r, text) && kt_ok(pool ? rig_walk(r, pool) : rig_dispatch(r), "%s", r->fault.text);
    memcpy(m->out, out, sizeof(m->out));
    return ok;
}

// ---- random states

static struct gen_RENDER_SURFACE_STATE random_surface(const struct sim_format *f)
{
    static const unsigned tiles[] = {GEN_TILE_MODE_LINEAR, GEN_TILE_MODE_XMAJOR, GEN_TILE_MODE_YMAJOR,
                                     GEN_TILE_MODE_YMAJOR};
    const bool volume = next(3) == 0, standard = !(f->bytes & (f->bytes - 1)) && f->bytes <= 16;
    const unsigned width = 1 + next(70), height = 1 + next(40), depth = 1 + next(5),
                   levels = next(2) ? 1 : 1 + next(4);
    const unsigned select = next(4), tile = tiles[next(4)];
    return (struct gen_RENDER_SURFACE_STATE){
        .surface_type = volume ? GEN_SURFTYPE_3D : GEN_SURFTYPE_2D,
        .surface_format = f->id,
        .tile_mode = tile,
        // TileYf, TileYs
        .tiled_resource_mode = standard && tile == GEN_TILE_MODE_YMAJOR ? next(3) : 0,
        .surface_horizontal_alignment = GEN_HALIGN_4,
        .surface_vertical_alignment = GEN_VALIGN_4,
        .surface_array = !volume && next(3) != 0,
        .surface_qpitch = 100 / 4,
        .width = width - 1,
        .height = height - 1,
        .depth = depth - 1,
        .render_target_view_extent = depth - 1,
        .surface_pitch = 2048 - 1,
        .mip_count_lod = levels - 1,
        .surface_min_lod = next(4) == 0,
        .minimum_array_element = volume ? 0 : next(2),
        .shader_channel_select_red = select == 1 ? GEN_SCS_BLUE : GEN_SCS_RED,
        .shader_channel_select_green = select == 2 ? 1 : GEN_SCS_GREEN,
        .shader_channel_select_blue = select == 1 ? GEN_SCS_RED : GEN_SCS_BLUE,
        .shader_channel_select_alpha = select == 3 ? 0 : GEN_SCS_ALPHA,
        .surface_base_address = rig_address(IMAGE),
    };
}

static struct gen_SAMPLER_STATE random_sampler(void)
{
    static const unsigned modes[] = {GEN_TCM_WRAP, GEN_TCM_MIRROR, GEN_TCM_CLAMP, GEN_TCM_MIRROR_ONCE};
    const bool linear = next(3), plain = next(6) == 0, rounded = next(2);
    return (struct gen_SAMPLER_STATE){
        .min_mode_filter = linear ? GEN_MAPFILTER_LINEAR : GEN_MAPFILTER_NEAREST,
        .mag_mode_filter = linear ? GEN_MAPFILTER_LINEAR : GEN_MAPFILTER_NEAREST,
        .mip_mode_filter = next(3)   ? GEN_MIPFILTER_LINEAR
                           : next(2) ? GEN_MIPFILTER_NEAREST
                                     : GEN_MIPFILTER_NONE,
        .min_lod = next(3)   ? 0
                   : next(2) ? next(4)
                             : next(1024) / 256.0f,
        .max_lod = next(3) ? 14 : next(1024) / 256.0f,
        .lod_clamp_magnification_mode = next(2), // GEN_LOD_CLAMP_MAG_*
        .tcx_address_control_mode = plain ? GEN_TCM_CLAMP : modes[next(4)],
        .tcy_address_control_mode = plain ? GEN_TCM_CLAMP : modes[next(4)],
        .tcz_address_control_mode = plain ? GEN_TCM_CLAMP : modes[next(4)],
        .non_normalized_coordinate_enable = plain,
        .u_address_min_filter_rounding_enable = rounded,
        .u_address_mag_filter_rounding_enable = rounded,
        .v_address_min_filter_rounding_enable = next(2) && rounded,
        .v_address_mag_filter_rounding_enable = rounded,
        .r_address_min_filter_rounding_enable = rounded,
        .r_address_mag_filter_rounding_enable = rounded,
    };
}

// Bits of floats between -1 and 2 (or more), and what is no such number.
static uint32_t random_coordinate(unsigned scale)
{
    static const uint32_t odd[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x80000000,
                                   0x3f800000, 0x00000001, 0x72000000, 0xc1400000};
    return next(10) ? bits_of((float)next(1 << 24) / (1 << 24) * (float)scale - 1) : odd[next(8)];
}

// Sampler messages: the types, and whether parameters are integers.
static const struct {
    uint8_t type, params;
    bool integers;
} sampler_messages[] = {{2, 4, false}, {24, 3, false}, {7, 4, true}, {26, 3, true}, {8, 4, false}};

static void sampler_message(struct message *m)
{
    const unsigned which = next(5), wide = next(2), per = 1 + wide, header = next(2);
    const bool integers = sampler_messages[which].integers;
    *m = (struct message){.sfid = SAMPLER, .channels = 8 * per, .rlen = 4 * per};
    m->mlen = header + per * (1 + next(sampler_messages[which].params));
    m->desc = 2u | (uint32_t)sampler_messages[which].type << 12 | (1 + wide) << 17 | header << 19;
    for (unsigned k = 0; k < m->mlen; k++)
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = integers ? (next(8) ? next(k < header + 2 * per ? 72 : 3) : next(1 << 30))
                                   : random_coordinate(k == header && which == 0 ? 6 : 4);
    if (header) {
        memset(m->in[0], 0, sizeof(m->in[0]));
        m->in[0][2] = next(2) ? next(0x1000) : 0;
    }
}

// Typed reads and writes. A header, with all channels enabled, and four coordinates.
static void typed_message(struct message *m, bool write)
{
    const unsigned hidden = write ? 0 : next(15);
    const unsigned data = 4u - (unsigned)__builtin_popcount(hidden);
    *m = (struct message){
        .sfid = DC1, .channels = 8, .mlen = 1 + 4 + (write ? data : 0), .rlen = write ? 0 : data};
    m->desc = 2u | (write ? 13u : 5u) << 14 | (0x10 | hidden) << 8 | 1u << 19;
    for (unsigned k = 1; k < m->mlen; k++)
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = k > 4    ? (next(2) ? random_coordinate(4) : next(1 << 30) * 4)
                          : k == 4 ? next(3) == 0
                                   : next(k == 1   ? 80
                                          : k == 2 ? 40
                                                   : 4);
    if (next(2))
        memset(m->in[4], 0, sizeof(m->in[4]));
    m->in[0][7] = 0xff;
}

// ---- the rig

// Whether halves and floats are to be finite.
static bool finite_texels;

static void make_texels(uint32_t *words)
{
    for (unsigned i = 0; i < IMAGE_BYTES / 4; i++) {
        state = state * 1664525 + 1013904223;
        words[i] = (state ^ state >> 15) & (finite_texels ? 0xbfffbfff : UINT32_MAX);
    }
}

// The texels that follow from the state. Most runs want those of the run before.
static void fill_image(struct rig *r)
{
    static uint32_t texels[IMAGE_BYTES / 4], before, after;
    static bool made, finite;
    if (!made || before != state || finite != finite_texels) {
        before = state;
        finite = finite_texels;
        make_texels(texels);
        after = state;
        made = true;
    }
    state = after;
    memcpy(rig_data(r, IMAGE), texels, IMAGE_BYTES);
}

static uint64_t sum_of_image(struct rig *r)
{
    enum { CHAINS = 8 }; // which the processor follows side by side
    const uint64_t *words = rig_data(r, IMAGE);
    uint64_t sums[CHAINS] = {0}, sum = 0;
    for (unsigned i = 0; i < IMAGE_BYTES / sizeof(*words); i += CHAINS)
        for (unsigned k = 0; k < CHAINS; k++)
            sums[k] = (sums[k] ^ words[i + k]) * UINT64_C(0x9e3779b97f4a7c15);
    for (unsigned k = 0; k < CHAINS; k++)
        sum = (sum ^ sums[k] ^ sums[k] >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return sum;
}

static struct rig *rig_new(const struct gen_RENDER_SURFACE_STATE *s, const struct gen_SAMPLER_STATE *k)
{
    struct rig *r = calloc(1, sizeof(*r));
    uint32_t entry = 0x1000 + 64 * 2;
    rig_init(r);
    rig_shape(r, 8, 1, 0, 1);
    rig_surface(r, IN, 0x1000);
    rig_surface(r, OUT, 0x1000);
    gen_RENDER_SURFACE_STATE_pack((uint32_t *)(void *)(r->pages.mem + RIG_STATE + entry), s);
    memcpy(r->pages.mem + RIG_STATE + 4 * r->surfaces++, &entry, 4);
    r->m.sba.dynamic_state_base_address = RIG_BASE + RIG_STATE;
    r->m.idd.sampler_state_pointer = SAMPLERS;
    gen_SAMPLER_STATE_pack((uint32_t *)(void *)(r->pages.mem + RIG_STATE + SAMPLERS), k);
    return r;
}

#endif
