// Messages to images in translated kernels beside the same ones interpreted: the same answers, texels and
// counters. A walker has so many groups that the first ones find the image and the others have their messages
// in line. And what was found is forgotten when states change: between walkers, where one kernel meets
// surfaces of other formats, tilings, sizes and places, by several threads at once.
#include "image_messages.h"

#include "sim/ports/image.h"
#include "sim/sampler/shape.h"

enum { GROUPS = 48 };

static struct sim_eu_pool *pool_of(bool translated, unsigned threads)
{
    struct sim_config config = sim_config_read();
    config.threads = threads;
    config.jit.mode = translated ? SIM_JIT_AT_ONCE : SIM_JIT_OFF;
    return sim_observed_pool_create(&config);
}

// ---- messages

static void some_coordinates(struct message *m, unsigned k)
{
    if (next(3) == 0) { // one after the other, through two registers
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = k % 2 ? m->in[k - 1][WORDS - 1] + 1 + i : (i ? m->in[k][i - 1] + 1 : next(60));
        return;
    }
    for (unsigned i = 0; i < WORDS; i++)
        m->in[k][i] = next(12) ? next(72) : next(1 << 30) * 4;
}

// A header before the parameters, whose control word has texel offsets.
static void offset_header(struct message *m)
{
    if (next(3))
        return;
    m->mlen++;
    m->desc |= 1u << 19;
    m->control = next(1 << 12);
    m->constant_control = true;
    memmove(m->in[1], m->in[0], sizeof(m->in) - sizeof(m->in[0]));
    memset(m->in[0], 0, sizeof(m->in[0]));
    m->in[0][3] = SAMPLERS;
}

// ld_lz of one to three coordinates, and ld, whose third parameter is the level.
static void load_message(struct message *m)
{
    const unsigned levels = next(2), per = 1 + next(2), params = 1 + next(3 + levels), answers = 1 + next(4);
    *m = (struct message){.sfid = SAMPLER, .channels = 8 * per, .rlen = answers * per, .mlen = params * per};
    m->desc = 2u | (levels ? 7u : 26u) << 12 | per << 17;
    for (unsigned k = 0; k < m->mlen; k++)
        some_coordinates(m, k);
    for (unsigned k = 2 * per; k < m->mlen; k++)
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = next(8) ? next(5) : next(1 << 30) * 4;
    offset_header(m);
}

// Filtered: sample, sample_b, sample_l, sample_lz.
static void sample_message(struct message *m)
{
    static const uint8_t types[] = {0, 1, 2, 24, 24};
    const unsigned per = 1 + next(2), type = types[next(5)], level = type == 1 || type == 2;
    const unsigned params = level + 2 + next(2), answers = 1 + next(4);
    *m = (struct message){.sfid = SAMPLER, .channels = 8 * per, .rlen = answers * per, .mlen = params * per};
    m->desc = 2u | (uint32_t)type << 12 | per << 17;
    for (unsigned k = 0; k < m->mlen; k++)
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = random_coordinate(k / per == level + 2 ? 6 : 3);
    offset_header(m);
}

// The same that compare with a reference.
static void comparing_message(struct message *m)
{
    static const uint8_t types[] = {3, 5, 6, 25, 25}; // sample_c, sample_b_c, sample_l_c, sample_c_lz
    const unsigned per = 1 + next(2), type = types[next(5)], first = type == 5 || type == 6 ? 2 : 1;
    const unsigned params = first + 2 + next(2), answers = 1 + next(4);
    *m = (struct message){.sfid = SAMPLER, .channels = 8 * per, .rlen = answers * per, .mlen = params * per};
    m->desc = 2u | (uint32_t)type << 12 | per << 17;
    for (unsigned k = 0; k < m->mlen; k++)
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = random_coordinate(k / per == first + 2 ? 6 : 3);
    for (unsigned k = 0; k < per; k++) // some that are equal to a border or to a texel of bytes
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = next(3) == 0 ? random_coordinate(2)
                                       : bits_of((float)(next(2) ? next(2) * 255 : next(256)) / 255);
    offset_header(m);
}

static void gather_comparing_message(struct message *m)
{
    do
        comparing_message(m);
    while ((m->desc >> 12 & 31) != 25); // of the same parameters
    m->desc = (m->desc & ~(31u << 12)) | 16u << 12;
}

// gather4 with a header whose control word the kernel sets (constant_control).
static void gather_message(struct message *m)
{
    const unsigned per = 1 + next(2), params = 2 + next(2);
    *m = (struct message){.sfid = SAMPLER, .channels = 8 * per, .rlen = 4 * per, .mlen = 1 + params * per};
    m->desc = 2u | 8u << 12 | per << 17 | 1u << 19;
    m->control = next(4) << 16 | (next(4) ? 0 : next(1 << 12));
    m->constant_control = true;
    for (unsigned k = 1; k < m->mlen; k++)
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = random_coordinate((k - 1) / per == 2 ? 6 : 3);
    m->in[0][3] = SAMPLERS;
}

// Without a header; of two or three coordinates.
static void access_message(struct message *m, bool write)
{
    const unsigned hidden = write ? 0 : next(15), coords = 2 + next(2);
    const unsigned data = 4u - (unsigned)__builtin_popcount(hidden);
    *m = (struct message){
        .sfid = DC1, .channels = 8, .mlen = coords + (write ? data : 0), .rlen = write ? 0 : data};
    m->desc = 2u | (write ? 13u : 5u) << 14 | (0x10 | hidden) << 8;
    for (unsigned k = 0; k < 2; k++)
        some_coordinates(m, k);
    for (unsigned i = 0; i < WORDS && write; i++) // no two channels write the same texel
        m->in[0][i] = next(2) || !i ? next(60) * 8 + i : m->in[0][i - 1] + 1;
    for (unsigned i = 1; i < WORDS && write; i++)
        m->in[1][i] = m->in[1][0];
    for (unsigned i = 0; i < WORDS && coords == 3; i++)
        m->in[2][i] = next(write ? 1 : 5);
    for (unsigned k = coords; k < m->mlen; k++)
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = next(2) ? random_coordinate(4) : next(1 << 30) * 4;
}

static void read_message(struct message *m)
{
    access_message(m, false);
}

static void write_message(struct message *m)
{
    access_message(m, true);
}

// Of one to three coordinates: all operations that the JIT makes, and one that it leaves alone.
static void atomic_message(struct message *m)
{
    static const uint8_t ops[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const unsigned op = ops[next(15)], coords = 1 + next(3), answers = next(4) != 0;
    const unsigned data = op == 5 || op == 6 || op == 15 ? 0 : op == 14 ? 2 : 1;
    *m = (struct message){.sfid = DC1, .channels = 8, .mlen = coords + data, .rlen = answers};
    m->desc = 2u | 6u << 14 | answers << 13 | op << 8;
    for (unsigned k = 0; k < m->mlen; k++)
        some_coordinates(m, k);
    for (unsigned i = 0; i < WORDS; i++) // some that meet, within and outside
        m->in[0][i] = next(4) ? next(12) : next(100);
    for (unsigned i = 0; i < WORDS && coords > 1; i++)
        m->in[1][i] = next(8) ? next(3) : next(60);
}

// ---- both ways

struct outcome {
    bool ok;
    uint64_t image, instructions, sends;
    uint32_t out[REGISTERS][WORDS];
};

static struct outcome run(struct rig *r, const struct message *m, struct sim_eu_pool *pool)
{
    struct message sent = *m;
    struct outcome o = {0};
    const uint32_t before = state;
    state = 99;
    fill_image(r);
    state = before;
    o.ok = send_message(r, &sent, pool);
    o.image = sum_of_image(r);
    o.instructions = r->stats.eu_instructions;
    o.sends = r->stats.send_messages;
    memcpy(o.out, sent.out, sizeof(o.out));
    return o;
}

static bool same(const struct outcome *a, const struct outcome *b)
{
    return a->ok == b->ok && a->image == b->image && a->instructions == b->instructions &&
           a->sends == b->sends && !memcmp(a->out, b->out, sizeof(a->out));
}

// ---- samplers

enum { BORDER = 0x9000 };

static bool with_borders;                       // on some axes, of the samplers that follow
static unsigned samplers_made, samplers_of_jit; // those that the JIT knows

static struct gen_SAMPLER_STATE new_sampler(void)
{
    static unsigned function;
    struct gen_SAMPLER_STATE k = random_sampler();
    k.shadow_function = function++ % 8;
    if (!with_borders)
        return k;
    const unsigned axes = 1 + next(7);
    k.tcx_address_control_mode = axes & 1 ? GEN_TCM_CLAMP_BORDER : k.tcx_address_control_mode;
    k.tcy_address_control_mode = axes & 2 ? GEN_TCM_CLAMP_BORDER : k.tcy_address_control_mode;
    k.tcz_address_control_mode = axes & 4 ? GEN_TCM_CLAMP_BORDER : k.tcz_address_control_mode;
    k.border_color_pointer = BORDER;
    return k;
}

// A colour for the sampler: mostly one of those that APIs name, and of the format's numbers.
static void put_border(struct rig *r, const struct gen_RENDER_SURFACE_STATE *s,
                       const struct gen_SAMPLER_STATE *k)
{
    struct sim_sampler sampler = {.state = *k};
    const bool integer = sim_format_find(s->surface_format)->integer != (next(8) == 0);
    const unsigned border = integer ? (const unsigned[]){SIM_BORDER_ZERO, SIM_BORDER_INTEGER_BLACK,
                                                         SIM_BORDER_INTEGER_WHITE}[next(3)]
                                    : SIM_BORDER_ZERO + next(3);
    sim_border_words(border, sampler.border);
    if (next(8) == 0)
        sampler.border[next(4)] = bits_of(0.3f);
    memcpy(r->pages.mem + RIG_STATE + BORDER, sampler.border, sizeof(sampler.border));
    samplers_made++;
    samplers_of_jit += sim_sampler_key(&sampler) != 0;
}

// ---- both ways, compared

// With pools of their own: a kernel that is known is not translated for the surface it meets then.
static void compare(const struct gen_RENDER_SURFACE_STATE *s, const struct message *m, const char *name)
{
    struct sim_eu_pool *const pools[2] = {pool_of(false, 1), pool_of(true, 1)};
    const struct gen_SAMPLER_STATE k = new_sampler();
    struct rig *r = rig_new(s, &k);
    if (with_borders)
        put_border(r, s, &k);
    rig_shape(r, 16, 1, next(2) ? 16 : 1 + next(16), GROUPS);
    r->w.seed = next(2);
    r->w.swizzles = next(4) == 0;
    struct outcome want = run(r, m, pools[0]), got = run(r, m, pools[1]);
    kt_ok(same(&want, &got),
          "%s, type %u, tile %u, sfid %u descriptor 0x%x: %08x %08x, not %08x %08x; image %s, %llu messages "
          "and "
          "%llu",
          name, s->surface_type, s->tile_mode, m->sfid, m->desc, got.out[0][0], got.out[0][1], want.out[0][0],
          want.out[0][1], want.image == got.image ? "right" : "wrong", (unsigned long long)got.sends,
          (unsigned long long)want.sends);
    rig_finish(r);
    free(r);
    sim_eu_pool_destroy(pools[0]);
    sim_eu_pool_destroy(pools[1]);
}

static bool has_shape(const struct gen_RENDER_SURFACE_STATE *s, enum sim_image_use use)
{
    uint32_t dw[gen_RENDER_SURFACE_STATE_LENGTH];
    struct sim_surface surface = {0};
    gen_RENDER_SURFACE_STATE_pack(dw, s);
    sim_surface_unpack(&surface, dw, kiln_target(rig_device));
    return sim_image_shape(&surface, use, kiln_target(rig_device)).key;
}

// Buffers of texels, as long as three rows of an image.
static struct gen_RENDER_SURFACE_STATE random_buffer(const struct sim_format *f)
{
    struct gen_RENDER_SURFACE_STATE s = random_surface(f);
    const unsigned entries = 1 + next(200);
    s.surface_type = GEN_SURFTYPE_BUFFER;
    s.tile_mode = GEN_TILE_MODE_LINEAR;
    s.tiled_resource_mode = GEN_TRMODE_NONE;
    s.surface_array = false;
    s.width = entries & 0x7f;
    s.height = entries >> 7;
    s.depth = 0;
    s.mip_count_lod = s.surface_min_lod = s.minimum_array_element = 0;
    s.surface_pitch = f->bytes - 1u + (next(8) == 0); // (then they are the interpreter's)
    return s;
}

struct seen {
    unsigned all, shapes; // of them those that the JIT knows
};

// Of each format `each` messages, of a format of blocks half as many; without KILN_TEST_ALL one of each.
// Every other one about texels that are finite.
static struct seen messages_to(bool buffers, unsigned uses, enum sim_image_use use, unsigned each,
                               void (*make)(struct message *))
{
    const bool whole = getenv("KILN_TEST_ALL");
    unsigned all = 0, shapes = 0;
    for (unsigned id = 0; id < 1024; id++) {
        const struct sim_format *f = sim_format_find(id);
        if (!f || !(f->use & uses) || f->codec == SIM_CODEC_ASTC_HDR || f->use & SIM_USE_SINCE9 ||
            (buffers && f->codec))
            continue;
        const unsigned count = !whole ? 1 : f->codec ? each / 2 : each;
        for (unsigned n = 0; n < count; n++) {
            struct gen_RENDER_SURFACE_STATE s = random_surface(f);
            struct message m;
            if (next(8) == 0) // rows that go on in the next one
                s.surface_pitch = 512 - 1;
            if (buffers)
                s = random_buffer(f);
            make(&m);
            finite_texels = all & 1;
            compare(&s, &m, f->name);
            all++;
            shapes += has_shape(&s, use);
        }
    }
    return (struct seen){all, shapes};
}

static void check_shapes(struct seen s)
{
    kt_ok(s.shapes > s.all / 2, "of %u surfaces %u have a shape", s.all, s.shapes);
}

static void messages(unsigned uses, enum sim_image_use use, unsigned each, void (*make)(struct message *))
{
    check_shapes(messages_to(false, uses, use, each, make));
}

KT_TEST(loads)
{
    messages(SIM_USE_SAMPLE, SIM_IMAGE_SAMPLED, 2, load_message);
}

KT_TEST(samples)
{
    messages(SIM_USE_SAMPLE, SIM_IMAGE_SAMPLED, 4, sample_message);
}

KT_TEST(gathers)
{
    messages(SIM_USE_SAMPLE, SIM_IMAGE_SAMPLED, 3, gather_message);
}

KT_TEST(borders)
{
    with_borders = true;
    messages(SIM_USE_SAMPLE, SIM_IMAGE_SAMPLED, 4, sample_message);
    messages(SIM_USE_SAMPLE, SIM_IMAGE_SAMPLED, 2, gather_message);
    with_borders = false;
    kt_ok(samplers_of_jit > samplers_made / 2, "of %u samplers the JIT knows %u", samplers_made,
          samplers_of_jit);
}

KT_TEST(comparisons)
{
    messages(SIM_USE_SAMPLE, SIM_IMAGE_SAMPLED, 2, comparing_message);
    with_borders = true;
    for (unsigned n = 0; n < 24; n++) { // each function and format three times
        static const uint16_t formats[] = {GEN_FORMAT_R16_UNORM, GEN_FORMAT_R32_FLOAT, GEN_FORMAT_R8_UNORM};
        for (unsigned k = 0; k < 3; k++) {
            const struct gen_RENDER_SURFACE_STATE s = random_surface(sim_format_find(formats[k]));
            struct message m;
            comparing_message(&m);
            compare(&s, &m, "a comparison");
            gather_comparing_message(&m);
            compare(&s, &m, "a gathered comparison");
        }
    }
    with_borders = false;
}

KT_TEST(typed_reads)
{
    messages(SIM_USE_READ | SIM_USE_RAW, SIM_IMAGE_READ, 3, read_message);
}

KT_TEST(typed_writes)
{
    messages(SIM_USE_WRITE, SIM_IMAGE_WRITTEN, 3, write_message);
}

KT_TEST(atomics)
{
    struct seen sum = {0};
    for (unsigned n = 0; n < 30; n++) {
        const struct seen s = messages_to(n % 3 == 2, SIM_USE_ATOMIC, SIM_IMAGE_WRITTEN, 1, atomic_message);
        sum.all += s.all;
        sum.shapes += s.shapes;
    }
    check_shapes(sum);
}

KT_TEST(buffers_of_texels)
{
    check_shapes(messages_to(true, SIM_USE_SAMPLE, SIM_IMAGE_SAMPLED, 2, load_message));
    check_shapes(messages_to(true, SIM_USE_READ | SIM_USE_RAW, SIM_IMAGE_READ, 2, read_message));
    check_shapes(messages_to(true, SIM_USE_WRITE, SIM_IMAGE_WRITTEN, 2, write_message));
}

// Samples next to each other, as filters make them, and closer ones, as where images are made larger, in
// either direction: texels are loaded together where all channels' are in a part of a row.
static void run_message(struct message *m)
{
    static const float steps[] = {1, 1, 0.5f, 0.2f, 0.0625f, -0.125f};
    const unsigned per = 1 + next(2), x = next(56), fraction = next(256);
    const float step = steps[next(6)];
    *m = (struct message){.sfid = SAMPLER, .channels = 8 * per, .rlen = 4 * per, .mlen = 2 * per};
    m->desc = 2u | 24u << 12 | per << 17; // sample_lz
    const float y = ((float)next(19) + 0.75f) / 20;
    for (unsigned k = 0; k < m->mlen; k++)
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = bits_of(
                k < per ? ((float)x + step * (float)(8 * (k % per) + i % 8) + (float)fraction / 256) / 64
                        : y);
}

// Texels of a row as they are, by ld_lz or by a typed read: within, or beyond its end.
static void row_message(struct message *m, bool typed)
{
    const unsigned per = typed ? 1 : 1 + next(2), x = next(60), y = next(21);
    *m = (struct message){
        .sfid = typed ? DC1 : SAMPLER, .channels = 8 * per, .rlen = 4 * per, .mlen = 2 * per};
    m->desc = typed ? 2u | 5u << 14 | 0x10 << 8 : 2u | 26u << 12 | per << 17;
    for (unsigned k = 0; k < m->mlen; k++)
        for (unsigned i = 0; i < WORDS; i++)
            m->in[k][i] = k < per ? x + WORDS * k + i : y;
}

KT_TEST(runs_of_texels)
{
    static const uint16_t formats[] = {GEN_FORMAT_R8G8B8A8_UNORM, GEN_FORMAT_R32_FLOAT,
                                       GEN_FORMAT_R16G16_UNORM,   GEN_FORMAT_R16G16_FLOAT,
                                       GEN_FORMAT_R16_FLOAT,      GEN_FORMAT_R10G10B10A2_UNORM,
                                       GEN_FORMAT_R8_UNORM,       GEN_FORMAT_R16G16B16A16_FLOAT};
    const unsigned count = 8 * 2 * 2 * (getenv("KILN_TEST_ALL") ? 3 : 1); // formats, tiles, finite or not
    for (unsigned n = 0; n < count; n++) {
        const struct sim_format *f = sim_format_find(formats[n % 8]);
        struct gen_RENDER_SURFACE_STATE s = random_surface(f);
        struct message m;
        s.tile_mode = n / 8 % 2 ? GEN_TILE_MODE_LINEAR : GEN_TILE_MODE_YMAJOR;
        s.tiled_resource_mode = GEN_TRMODE_NONE;
        s.width = 63;
        s.height = 19;
        s.surface_min_lod = 0;
        finite_texels = n / 16 % 2;
        run_message(&m);
        compare(&s, &m, f->name);
        row_message(&m, false);
        compare(&s, &m, f->name);
        row_message(&m, true);
        if (f->use & (SIM_USE_READ | SIM_USE_RAW))
            compare(&s, &m, f->name);
    }
}

// ---- states that change

static void set_surface(struct rig *r, const struct gen_RENDER_SURFACE_STATE *s)
{
    gen_RENDER_SURFACE_STATE_pack((uint32_t *)(void *)(r->pages.mem + RIG_STATE + 0x1000 + 64 * 2), s);
}

static void set_sampler(struct rig *r, const struct gen_RENDER_SURFACE_STATE *s)
{
    const struct gen_SAMPLER_STATE k = new_sampler();
    if (with_borders)
        put_border(r, s, &k);
    gen_SAMPLER_STATE_pack((uint32_t *)(void *)(r->pages.mem + RIG_STATE + SAMPLERS), &k);
}

static struct gen_RENDER_SURFACE_STATE moved_surface(unsigned n)
{
    static const uint16_t formats[] = {GEN_FORMAT_R8G8B8A8_UNORM, GEN_FORMAT_R32_FLOAT,
                                       GEN_FORMAT_R8G8B8A8_UNORM, GEN_FORMAT_R16G16B16A16_FLOAT};
    struct gen_RENDER_SURFACE_STATE s = random_surface(sim_format_find(formats[n % 4]));
    s.surface_base_address += 4096 * (n % 3);
    return s;
}

// One kernel, whose surface is another one in each walker: as when a pipeline meets another descriptor set,
// or a set is written between two dispatches.
static void rewritten(void (*make)(struct message *), unsigned threads)
{
    struct sim_eu_pool *const pools[2] = {pool_of(false, threads), pool_of(true, threads)};
    const struct gen_SAMPLER_STATE k = random_sampler();
    struct message m;
    make(&m);
    const struct gen_RENDER_SURFACE_STATE first = moved_surface(0);
    struct rig *r = rig_new(&first, &k);
    rig_shape(r, 16, 2, 0, 4 * GROUPS);
    for (unsigned n = 0; n < 12; n++) {
        const struct gen_RENDER_SURFACE_STATE s = moved_surface(n);
        set_surface(r, &s);
        if (n & 1) // every other time another sampler as well
            set_sampler(r, &s);
        struct outcome want = run(r, &m, pools[0]), got = run(r, &m, pools[1]);
        kt_ok(same(&want, &got), "walker %u: %08x, not %08x", n, got.out[0][0], want.out[0][0]);
    }
    rig_finish(r);
    free(r);
    sim_eu_pool_destroy(pools[0]);
    sim_eu_pool_destroy(pools[1]);
}

KT_TEST(states_are_rewritten_between_walkers)
{
    for (unsigned n = 0; n < 3; n++) {
        rewritten(load_message, 1);
        rewritten(sample_message, 1);
        rewritten(read_message, 1);
        rewritten(write_message, 1);
    }
    with_borders = true;
    for (unsigned n = 0; n < 3; n++)
        rewritten(sample_message, 1);
    with_borders = false;
}

KT_TEST(by_threads_at_once)
{
    rewritten(load_message, 4);
    rewritten(sample_message, 4);
    rewritten(read_message, 4);
}

// Nothing but the place differs, of which the kernel's code knows nothing.
KT_TEST(an_image_is_looked_up_in_each_walker)
{
    struct sim_eu_pool *pool = pool_of(true, 1);
    const struct gen_SAMPLER_STATE k = random_sampler();
    struct gen_RENDER_SURFACE_STATE s = {
        .surface_type = GEN_SURFTYPE_2D,
        .surface_format = GEN_FORMAT_R32_UINT,
        .surface_horizontal_alignment = GEN_HALIGN_4,
        .surface_vertical_alignment = GEN_VALIGN_4,
        .width = 63,
        .height = 15,
        .surface_pitch = 256 - 1,
        .shader_channel_select_red = GEN_SCS_RED,
        .shader_channel_select_green = GEN_SCS_GREEN,
        .shader_channel_select_blue = GEN_SCS_BLUE,
        .shader_channel_select_alpha = GEN_SCS_ALPHA,
    };
    struct message m = {
        .sfid = SAMPLER, .channels = 8, .rlen = 1, .mlen = 2, .desc = 2u | 26u << 12 | 1u << 17};
    struct rig *r = rig_new(&s, &k);
    rig_shape(r, 8, 1, 0, GROUPS);
    for (unsigned n = 0; n < 4; n++) {
        s.surface_base_address = rig_address(IMAGE + 0x4000 * n);
        set_surface(r, &s);
        for (unsigned i = 0; i < 64 * 16; i++)
            ((uint32_t *)rig_data(r, IMAGE + 0x4000 * n))[i] = n << 16 | i;
        for (unsigned i = 0; i < WORDS; i++) {
            m.in[0][i] = i * 9;
            m.in[1][i] = 2 * i;
        }
        kt_true(send_message(r, &m, pool));
        for (unsigned i = 0; i < WORDS; i++) {
            const uint32_t want = i * 9 < 64 && 2 * i < 16 ? n << 16 | (2 * i * 64 + i * 9) : 0;
            kt_eq(m.out[0][i], want);
        }
    }
    rig_finish(r);
    free(r);
    sim_eu_pool_destroy(pool);
}

KT_MAIN()
