// Messages to images that are answered for all channels at once (sim/surface/lanes.h), beside the same
// messages channel by channel: the same bits, for random surfaces, samplers and coordinates, of every format
// that the sampler has, with each set of the host's vector instructions.
#include "image_messages.h"

#include "sim/surface/lanes.h"

// ---- both ways

struct result {
    bool ok;
    uint64_t image;
};

static struct result run_once(struct rig *r, struct message *m, bool one_by_one, bool base_only)
{
    struct result result;
    uint32_t before = state;
    state = 99;
    fill_image(r);
    state = before;
    sim_eu_general_only = one_by_one;
    sim_lanes_base_only = base_only;
    result.ok = send_message(r, m, NULL);
    sim_eu_general_only = false;
    sim_lanes_base_only = false;
    result.image = sum_of_image(r);
    return result;
}

static void compare(const struct sim_format *f, const struct gen_RENDER_SURFACE_STATE *s,
                    const struct gen_SAMPLER_STATE *k, const struct message *m)
{
    struct rig *r = rig_new(s, k);
    r->w.seed = next(2); // writes are late
    struct message one = *m;
    struct result want = run_once(r, &one, true, false);
    for (unsigned t = 0; t < 2; t++) {
        struct message all = *m;
        struct result got = run_once(r, &all, false, t);
        kt_ok(got.ok == want.ok && got.image == want.image && !memcmp(all.out, one.out, sizeof(all.out)),
              "%s, type %u, tile %u, levels %u, sfid %u descriptor 0x%x: %08x %08x, not %08x %08x", f->name,
              s->surface_type, s->tile_mode, s->mip_count_lod + 1, m->sfid, m->desc, all.out[0][0],
              all.out[0][1], one.out[0][0], one.out[0][1]);
    }
    rig_finish(r);
    free(r);
}

static bool has_lanes(const struct gen_RENDER_SURFACE_STATE *s)
{
    uint32_t dw[gen_RENDER_SURFACE_STATE_LENGTH];
    struct sim_surface surface = {0};
    gen_RENDER_SURFACE_STATE_pack(dw, s);
    sim_surface_unpack(&surface, dw, kiln_target(rig_device));
    return surface.in_lanes;
}

// Of every format, by the number of messages.
static void messages(unsigned use, unsigned each, void (*make)(struct message *))
{
    unsigned all = 0, at_once = 0;
    for (unsigned id = 0; id < 1024; id++) {
        const struct sim_format *f = sim_format_find(id);
        if (!f || !(f->use & use) || f->codec || f->use & SIM_USE_SINCE9)
            continue;
        for (unsigned n = 0; n < each; n++) {
            struct gen_RENDER_SURFACE_STATE s = random_surface(f);
            struct gen_SAMPLER_STATE k = random_sampler();
            struct message m;
            make(&m);
            compare(f, &s, &k, &m);
            all++;
            at_once += has_lanes(&s);
        }
    }
    kt_ok(at_once > all / 2, "of %u surfaces %u may be accessed in this way", all, at_once);
}

KT_TEST(samples)
{
    messages(SIM_USE_SAMPLE, 4, sampler_message);
}

static void typed_read(struct message *m)
{
    typed_message(m, false);
}

KT_TEST(typed_reads)
{
    messages(SIM_USE_READ | SIM_USE_RAW, 4, typed_read);
}

static void typed_write(struct message *m)
{
    typed_message(m, true);
}

KT_TEST(typed_writes)
{
    messages(SIM_USE_WRITE, 4, typed_write);
}

KT_MAIN()
