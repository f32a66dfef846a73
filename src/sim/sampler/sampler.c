// Messages to the sampler: which parameters a message has, where they lie, and how the answer is returned.
//
// Parameters come in registers of 8 or 16 channels (SIMD4x2: in one register, four dwords for each of two
// channels), in the order of the table below; those that the message is too short for are zero. The header is
// needed for texel offsets, a write mask, gather4's channel, and a sampler state pointer; without it the
// response length says how many channels are returned. Integers: ld*, resinfo, offsets of gather4_po.
//
// Derivatives of sample, sample_b, sample_c and lod are differences within groups of four channels: 1 - 0 and
// 2 - 0, as a pixel shader's subspans lie.
//
// Not simulated, and refused by name: sample_unorm, sample_8x8 and the other media messages, the pixel null
// mask. Source: PRM KBL vol2d "Message Descriptor - Sampling Engine", SAMPLER_STATE; Mesa
// brw_lower_logical_sends.cpp (order of the parameters), brw_eu.h brw_sampler_desc.
#include "cmd/gen_table.h"
#include "isa/table/msg.h"
#include "sim/ports/image.h"
#include "sim/sampler/call.h"
#include "util/math.h"

#include <stddef.h>
#include <stdio.h>

#define COORDS U, V, W, AI
#define GRADIENTS U, DUDX, DUDY, V, DVDX, DVDY, W, DWDX, DWDY, AI

static const struct sim_operation operations[64] = {
    [EU_MSG_NO_SAMPLER_SAMPLE] = {KIND_SAMPLE, SIM_LOD_DERIVED, false, true, {COORDS, MINLOD}},
    [EU_MSG_NO_SAMPLER_SAMPLE_B] = {KIND_SAMPLE, SIM_LOD_BIAS, false, true, {LOD, COORDS, MINLOD}},
    [EU_MSG_NO_SAMPLER_SAMPLE_L] = {KIND_SAMPLE, SIM_LOD_EXPLICIT, false, false, {LOD, COORDS}},
    [EU_MSG_NO_SAMPLER_SAMPLE_C] = {KIND_SAMPLE, SIM_LOD_DERIVED, true, true, {REF, COORDS, MINLOD}},
    [EU_MSG_NO_SAMPLER_SAMPLE_D] = {KIND_SAMPLE, SIM_LOD_DERIVED, false, false, {GRADIENTS, MINLOD}},
    [EU_MSG_NO_SAMPLER_SAMPLE_B_C] = {KIND_SAMPLE, SIM_LOD_BIAS, true, true, {REF, LOD, COORDS, MINLOD}},
    [EU_MSG_NO_SAMPLER_SAMPLE_L_C] = {KIND_SAMPLE, SIM_LOD_EXPLICIT, true, false, {REF, LOD, COORDS}},
    [EU_MSG_NO_SAMPLER_LD] = {KIND_LOAD, SIM_LOD_EXPLICIT, false, false, {IU, IV, ILOD, IW}},
    [EU_MSG_NO_SAMPLER_GATHER4] = {KIND_GATHER, SIM_LOD_EXPLICIT, false, false, {COORDS}},
    [EU_MSG_NO_SAMPLER_LOD] = {KIND_LOD, SIM_LOD_DERIVED, false, true, {COORDS}},
    [EU_MSG_NO_SAMPLER_RESINFO] = {KIND_SIZE, SIM_LOD_EXPLICIT, false, false, {ILOD}},
    [EU_MSG_NO_SAMPLER_SAMPLEINFO] = {KIND_INFO, SIM_LOD_EXPLICIT, false, false, {END}},
    [EU_MSG_NO_SAMPLER_GATHER4_C] = {KIND_GATHER, SIM_LOD_EXPLICIT, true, false, {REF, COORDS}},
    [EU_MSG_NO_SAMPLER_GATHER4_PO] = {KIND_GATHER, SIM_LOD_EXPLICIT, false, false, {U, V, OFFU, OFFV, W, AI}},
    [EU_MSG_NO_SAMPLER_GATHER4_PO_C] =
        {KIND_GATHER, SIM_LOD_EXPLICIT, true, false, {REF, U, V, OFFU, OFFV, W, AI}},
    [EU_MSG_NO_SAMPLER_SAMPLE_D_C] = {KIND_SAMPLE, SIM_LOD_DERIVED, true, false, {REF, GRADIENTS, MINLOD}},
    [EU_MSG_NO_SAMPLER_SAMPLE_LZ] = {KIND_SAMPLE, SIM_LOD_EXPLICIT, false, false, {COORDS}},
    [EU_MSG_NO_SAMPLER_SAMPLE_C_LZ] = {KIND_SAMPLE, SIM_LOD_EXPLICIT, true, false, {REF, COORDS}},
    [EU_MSG_NO_SAMPLER_LD_LZ] = {KIND_LOAD, SIM_LOD_EXPLICIT, false, false, {IU, IV, IW}},
    [EU_MSG_NO_SAMPLER_LD2DMS_W] =
        {KIND_LOAD, SIM_LOD_EXPLICIT, false, false, {SAMPLE, MCS, MCS, IU, IV, IW, ILOD}},
    [EU_MSG_NO_SAMPLER_LD_MCS] = {KIND_MCS, SIM_LOD_EXPLICIT, false, false, {IU, IV, IW, ILOD}},
    [EU_MSG_NO_SAMPLER_LD2DMS] = {KIND_LOAD, SIM_LOD_EXPLICIT, false, false, {SAMPLE, MCS, IU, IV, IW, ILOD}},
    [EU_MSG_NO_SAMPLER_LD2DSS] = {KIND_LOAD, SIM_LOD_EXPLICIT, false, false, {SAMPLE, IU, IV, IW, ILOD}},
};

// The order before Gen9. Source: Mesa 25.0.7 elk_lower_logical_sends.cpp (lower_sampler_logical_send_gfx7,
// ELK_SHADER_OPCODE_TXF), beside brw_lower_logical_sends.cpp.
static const struct sim_operation ld_gen8 = {KIND_LOAD, SIM_LOD_EXPLICIT, false, false, {IU, ILOD, IV, IW}};

// From Xe2 on; one has a number that was another's before.
static const struct sim_operation least_level[2] = {
    {KIND_SAMPLE, SIM_LOD_DERIVED, false, true, {MINLOD, COORDS}},
    {KIND_SAMPLE, SIM_LOD_DERIVED, true, true, {MINLOD, REF, COORDS}},
};

// Where gradients have two components: R has a place, and its gradients and AI have none. Source: BSpec
// 45942, quoted by Mesa 25.0.7 brw_lower_logical_sends.cpp; Mesa 22.3.6 sends it, later ones send levels.
#define FLAT_GRADIENTS U, DUDX, DUDY, V, DVDX, DVDY, W
static const struct sim_operation flat_gradients[2] = {
    {KIND_SAMPLE, SIM_LOD_DERIVED, false, false, {FLAT_GRADIENTS, MINLOD}},
    {KIND_SAMPLE, SIM_LOD_DERIVED, true, false, {REF, FLAT_GRADIENTS, MINLOD}},
};

static const struct sim_operation *operation_of(const struct sim_msg *m)
{
    const struct kiln_target *target = m->t->program->target;
    unsigned op = m->send->number;
    if ((op == EU_MSG_NO_SAMPLER_SAMPLE_D || op == EU_MSG_NO_SAMPLER_SAMPLE_D_C) &&
        !kiln_target_has_deep_gradients(target))
        return &flat_gradients[op == EU_MSG_NO_SAMPLER_SAMPLE_D_C];
    if (kiln_target_has_long_sampler_numbers(target) &&
        (op == EU_MSG_NO_SAMPLER_SAMPLE_MLOD || op == EU_MSG_NO_SAMPLER_SAMPLE_C_MLOD))
        return &least_level[op == EU_MSG_NO_SAMPLER_SAMPLE_C_MLOD];
    return op == EU_MSG_NO_SAMPLER_LD && !kiln_target_has_lz(target) ? &ld_gen8 : &operations[op];
}

// Where a parameter goes. MCS has no place: surfaces are not compressed.
static void store_parameter(struct sim_sample *q, unsigned param, uint32_t word)
{
#define AT(field) (1 + offsetof(struct sim_sample, field))
    static const uint8_t place[] = {
        [U] = AT(c[0]),         [V] = AT(c[1]),        [W] = AT(c[2]),      [AI] = AT(c[3]),
        [DUDX] = AT(ddx[0]),    [DVDX] = AT(ddx[1]),   [DWDX] = AT(ddx[2]), [DUDY] = AT(ddy[0]),
        [DVDY] = AT(ddy[1]),    [DWDY] = AT(ddy[2]),   [LOD] = AT(lod),     [REF] = AT(ref),
        [MINLOD] = AT(min_lod), [IU] = AT(i[0]),       [IV] = AT(i[1]),     [IW] = AT(i[2]),
        [ILOD] = AT(ilod),      [SAMPLE] = AT(sample), [MCS] = 0,           [OFFU] = AT(offset[0]),
        [OFFV] = AT(offset[1])};
#undef AT
    if (param == OFFU || param == OFFV) // six bits, signed
        word = (uint32_t)((int32_t)(word << 26) >> 26);
    if (place[param])
        memcpy((uint8_t *)q + place[param] - 1, &word, sizeof(word));
}

// Of a message, with its header. Source: Mesa 25.0.7 brw_lower_logical_sends.cpp
// (MAX_SAMPLER_MESSAGE_SIZE), of which a register of 64 bytes is one.
enum { MAX_REGISTERS = 11 };

static unsigned units_of_header(const struct sim_msg *m)
{
    return m->t->program->target->grf_bytes / SIM_GRF_BYTES;
}

// Where the parameters are. Those that the message is too short for are zero.
static bool find_parameters(struct sim_msg *m, struct sim_call *c)
{
    unsigned reg = m->header ? units_of_header(m) : 0, total = m->mlen + m->xlen;
    for (unsigned p = 0; p < sizeof(c->op->params) && c->op->params[p] != END; p++) {
        if (c->four && p && p % 4 == 0)
            reg++;
        if (reg + (c->four ? 1 : c->per) > total)
            return true;
        const uint8_t *at = sim_msg_payload(m, reg, c->four ? 1 : c->per);
        if (!at)
            return false;
        c->at[c->op->params[p]] = at + (c->four ? 4 * (p % 4) : 4 * c->first);
        if (!c->four)
            reg += c->per;
    }
    return true;
}

// Texel offsets of the header: signed, four bits each.
static void read_offsets(struct sim_call *c)
{
    for (unsigned i = 0; i < c->slots; i++)
        for (unsigned k = 0; k < 3; k++)
            c->in[i].offset[k] += (int32_t)(c->control << (20 + 4 * k)) >> 28;
}

static void derivatives(struct sim_call *c)
{
    for (unsigned i = 0; i < c->slots; i++) {
        const struct sim_sample *quad = &c->in[i & ~3u];
        for (unsigned k = 0; k < 3 && c->slots >= 4; k++) {
            c->in[i].ddx[k] = quad[1].c[k] - quad[0].c[k];
            c->in[i].ddy[k] = quad[2].c[k] - quad[0].c[k];
        }
    }
}

// From Xe2 on a level, or a bias, has the index of a cube in its array in the low bits. Source: Mesa 25.0.7
// intel_nir_lower_texture.c (pack_lod_and_array_index).
static void unpack_index(const struct sim_msg *m, struct sim_call *c)
{
    enum { INDEX = 0x1ff };
    const struct sim_surface *s = c->space.surface;
    if (!kiln_target_has_long_sampler_numbers(m->t->program->target) || !c->at[LOD] ||
        s->type != GEN_SURFTYPE_CUBE || !s->state.surface_array)
        return;
    for (unsigned i = 0; i < c->slots; i++) {
        uint32_t both = sim_msg_u32(c->at[LOD], i);
        c->in[i].c[c->texture.dims] = (float)(both & INDEX);
        both &= ~(uint32_t)INDEX;
        memcpy(&c->in[i].lod, &both, sizeof(both));
    }
}

void sim_sampler_parameters(struct sim_msg *m, struct sim_call *c)
{
    memset(c->in, 0, c->slots * sizeof(*c->in));
    for (unsigned p = 0; p < SIM_SAMPLER_PARAMS; p++)
        for (unsigned i = 0; c->at[p] && i < c->slots; i++)
            store_parameter(&c->in[i], p, sim_msg_u32(c->at[p], c->four ? 4 * i : i));
    unpack_index(m, c);
    if (m->header)
        read_offsets(c);
    if (c->op->derivatives)
        derivatives(c);
    // Without the array bit the index is not looked at.
    for (unsigned i = 0; i < c->slots && !c->space.surface->state.surface_array; i++)
        c->in[i].c[c->texture.dims] = 0;
}

void sim_sampler_unpack(const struct kiln_target *target, const uint32_t dw[gen_SAMPLER_STATE_LENGTH],
                        struct gen_SAMPLER_STATE *out)
{
    uint32_t own[gen_SAMPLER_STATE_LENGTH + GEN_OWN_MAX], length = gen_SAMPLER_STATE_LENGTH;
    memcpy(own, dw, sizeof(*dw) * gen_SAMPLER_STATE_LENGTH);
    if (!kiln_target_has_long_addresses(target))
        gen_to_gen9(&gen_cmd_table[GEN_CMD_SAMPLER_STATE], target->isa, own, &length);
    gen_SAMPLER_STATE_unpack(own, out);
}

// Integers where a format has them, of the width of its first channel; or else four dwords.
static bool read_border(struct sim_msg *m, const struct sim_call *c, uint64_t at, uint32_t border[4])
{
    struct sim_group *g = m->t->group;
    uint32_t dw[gen_SAMPLER_BORDER_COLOR_STATE_GEN75_LENGTH];
    const struct sim_format *f = c->space.surface->fmt;
    if (!kiln_target_has_packed_border(m->t->program->target) || !f || !f->integer)
        return sim_state_read(g, at, border, 4 * sizeof(*border));
    if (!sim_state_read(g, at, dw, sizeof(dw)))
        return false;
    struct gen_SAMPLER_BORDER_COLOR_STATE_GEN75 b;
    gen_SAMPLER_BORDER_COLOR_STATE_GEN75_unpack(dw, &b);
    const uint32_t from[4] = {b.border_color_integer_0, b.border_color_integer_1, b.border_color_integer_2,
                              b.border_color_integer_3};
    const unsigned bits = f->ch[0].bits == 8 || f->ch[0].bits == 16 ? f->ch[0].bits : 32, free = 32 - bits;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t v = (bits == 8    ? from[0] >> 8 * i
                      : bits == 16 ? from[i & 2] >> 16 * (i & 1)
                                   : from[i])
                     << free;
        border[i] = f->ch[0].kind == SIM_CH_SI ? (uint32_t)((int32_t)v >> free) : v >> free;
    }
    return true;
}

// False: at *at is no memory.
static bool read_state(struct sim_msg *m, const struct sim_call *c, uint64_t *at, struct sim_sampler *out)
{
    uint32_t dw[gen_SAMPLER_STATE_LENGTH];
    if (!sim_state_read(m->t->group, *at, dw, sizeof(dw)))
        return false;
    out->address = *at;
    sim_sampler_unpack(m->t->program->target, dw, &out->state);
    const struct gen_SAMPLER_STATE *k = &out->state;
    const bool border = sim_sampler_has_border(k);
    if (border) {
        *at = m->t->group->launch->dynamic_base + k->border_color_pointer;
        if (!read_border(m, c, *at, out->border))
            return false;
    }
    // (Not kept where a border depends on the surface.)
    out->valid = !border || !kiln_target_has_packed_border(m->t->program->target);
    return true;
}

static bool read_sampler(struct sim_msg *m, struct sim_call *c)
{
    const struct sim_group *g = m->t->group;
    uint64_t base = g->launch->dynamic_base;
    uint32_t given = m->header ? sim_msg_u32(m->src0, 3) : g->launch->samplers;
    if (m->header && given & 1 && kiln_target_has_sampler_base(m->t->program->target))
        base = g->launch->bindless_sampler_base;
    uint64_t at = base + (given & ~31u) + 16 * m->send->sampler;
    struct sim_sampler *kept = &g->samplers[at / 16 % SIM_SAMPLERS];
    c->sampler = kept;
    if (kept->valid && kept->address == at)
        return true;
    kept->valid = false;
    if (read_state(m, c, &at, kept))
        return true;
    sim_thread_fault(m->t, m->u, SIM_FAULT_PAGE, at, -1, "sampler state at unmapped address 0x%llx",
                     (unsigned long long)at);
    return false;
}

static bool check_sampler(struct sim_msg *m, const struct sim_call *c)
{
    const struct gen_SAMPLER_STATE *k = &c->sampler->state;
    if (k->chromakey_enable)
        return sim_msg_unimplemented(m, "chroma key");
    if (k->min_mode_filter == GEN_MAPFILTER_MONO || k->mag_mode_filter == GEN_MAPFILTER_MONO)
        return sim_msg_unimplemented(m, "monochrome filter");
    if (k->texture_border_color_mode == GEN_BORDER_COLOR_MODE_DX9)
        return sim_msg_unimplemented(m, "DX9 border colours");
    return true;
}

// Whether the chip does not know the format.
static bool is_of_others(const struct sim_msg *m, const struct sim_format *f)
{
    const struct kiln_target *t = m->t->program->target;
    const enum kiln_astc has = t->dev->astc;
    if (f->codec == SIM_CODEC_ASTC || f->codec == SIM_CODEC_ASTC_HDR)
        return has < (f->codec == SIM_CODEC_ASTC ? KILN_ASTC_LDR : KILN_ASTC_HDR);
    return (f->use & SIM_USE_SINCE9 && !kiln_target_samples_gen9_formats(t)) ||
           (f->use & SIM_USE_SINCE8 && !kiln_target_samples_gen8_formats(t));
}

// (A state has the array bit without several layers, too.) Source: target.h.
static bool takes_gradients(struct sim_msg *m, const struct sim_surface *s)
{
    if (s->type == GEN_SURFTYPE_CUBE)
        return sim_msg_illegal(m, "sample_d takes no gradients of cubes");
    if (kiln_target_has_deep_gradients(m->t->program->target))
        return true;
    if (s->type == GEN_SURFTYPE_3D || (s->state.surface_array && s->depth > 1))
        return sim_msg_illegal(m, "sample_d takes no gradients of volumes or arrays on this chip");
    return true;
}

// Whether the surface can take the message.
static bool check_surface(struct sim_msg *m, const struct sim_call *c)
{
    const struct sim_surface *s = c->space.surface;
    unsigned kind = c->op->kind;
    bool buffer = s->type == GEN_SURFTYPE_BUFFER || s->type == GEN_SURFTYPE_STRBUF;
    if (kind == KIND_SIZE || kind == KIND_INFO)
        return true;
    if (s->refused)
        return sim_msg_unimplemented(m, s->refused);
    if (!(s->fmt->use & SIM_USE_SAMPLE) || is_of_others(m, s->fmt))
        return sim_msg_illegal(m, "the sampler cannot read this surface format");
    if ((c->op == &operations[EU_MSG_NO_SAMPLER_SAMPLE_D] ||
         c->op == &operations[EU_MSG_NO_SAMPLER_SAMPLE_D_C]) &&
        !takes_gradients(m, s))
        return false;
    if (buffer && kind != KIND_LOAD)
        return sim_msg_illegal(m, "only ld and resinfo are allowed on buffers");
    if (s->samples > 1 && kind != KIND_LOAD && kind != KIND_MCS)
        return sim_msg_illegal(m, "only ld messages are allowed on multisampled surfaces");
    if (s->samples > 1 && s->state.auxiliary_surface_mode)
        return sim_msg_unimplemented(m, "a multisampled surface with compression");
    return true;
}

static void make_texture(struct sim_msg *m, struct sim_call *c)
{
    const struct sim_surface *s = c->space.surface;
    const struct gen_SAMPLER_STATE *k = &c->sampler->state;
    c->texture = (struct sim_texture){
        .m = m,
        .memory = c->space,
        .s = s,
        .k = c->sampler,
        .lod_kind = c->op->lod,
        .compare = c->op->compare,
        .gather = c->control >> 16 & 3,
        .dims = s->type == GEN_SURFTYPE_1D || s->type == GEN_SURFTYPE_BUFFER ? 1
                : s->type == GEN_SURFTYPE_2D                                 ? 2
                                                                             : 3,
        .reduce = k->reduction_type_enable ? k->reduction_type : GEN_REDUCTION_TYPE_STD_FILTER,
    };
    if (c->op->kind == KIND_LOAD && s->type == GEN_SURFTYPE_CUBE)
        c->texture.dims = 2;
    if (s->type != GEN_SURFTYPE_BUFFER)
        c->texture.memory.size = UINT64_MAX;
    if (k->reduction_type_enable)
        c->texture.compare = k->reduction_type == GEN_REDUCTION_TYPE_COMPARISON;
}

static bool one_answer(struct sim_call *c, unsigned i, uint32_t out[4])
{
    const struct sim_surface *s = c->space.surface;
    struct sim_texture *t = &c->texture;
    t->lane = i;
    switch (c->op->kind) {
    case KIND_SAMPLE:
        return sim_texture_sample(t, &c->in[i], out);
    case KIND_GATHER:
        return sim_texture_gather(t, &c->in[i], out);
    case KIND_LOAD:
        return sim_texture_load(t, &c->in[i], out);
    case KIND_LOD:
        sim_texture_lod(t, &c->in[i], out);
        return true;
    case KIND_SIZE:
        sim_texture_size(s, c->in[i].ilod, out);
        return true;
    case KIND_INFO:
        out[0] = s->samples;
        return true;
    default: // KIND_MCS: a surface that is not compressed has none
        return true;
    }
}

static bool answer(struct sim_msg *m, struct sim_call *c)
{
    memset(c->out, 0, sizeof(c->out));
    sim_sampler_parameters(m, c);
    for (uint32_t live = c->mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint32_t out[4] = {0};
        if (!one_answer(c, i, out))
            return false;
        for (unsigned n = 0; n < 4; n++)
            c->out[n][i] = out[n];
    }
    return true;
}

// Units of an answer of 16 bits a channel, at least one.
static unsigned half_units(const struct sim_call *c)
{
    return c->per > 2 ? c->per / 2 : 1;
}

static void store(const struct sim_call *c, uint8_t *dst, unsigned slot, unsigned channel, unsigned reg)
{
    uint32_t word = c->out[channel][slot];
    if (c->four) {
        memcpy(dst + 16 * slot + 4 * channel, &word, 4);
    } else if (!c->half) {
        memcpy(dst + reg * c->per * SIM_GRF_BYTES + 4 * (c->first + slot), &word, 4);
    } else {
        const struct sim_surface *s = c->space.surface;
        bool integer = c->op->kind >= KIND_SIZE || !s || !s->fmt || s->fmt->integer;
        float v;
        memcpy(&v, &word, 4);
        uint16_t h = integer ? (uint16_t)word : sim_float_to_half(v);
        memcpy(dst + reg * half_units(c) * SIM_GRF_BYTES + 2 * (c->first + slot), &h, 2);
    }
}

static bool respond(struct sim_msg *m, const struct sim_call *c)
{
    unsigned hidden = c->control >> 12 & 15, reg = 0;
    const unsigned per = c->four ? 1 : c->half ? half_units(c) : c->per;
    for (unsigned n = 0; n < 4 && m->dst; n++) {
        if (hidden >> n & 1)
            continue;
        if (!c->four && (reg + 1) * per > m->rlen)
            break;
        if (!c->four && !c->half && c->mask == (1u << c->slots) - 1) {
            memcpy(m->dst + reg * per * SIM_GRF_BYTES + 4 * c->first, c->out[n], 4 * c->slots);
            reg++;
            continue;
        }
        for (uint32_t live = c->mask; live; live &= live - 1)
            store(c, m->dst, (unsigned)__builtin_ctz(live), n, reg);
        reg++;
    }
    return true;
}

// The sampler fetches anew what it has. (Here for the threads of this host thread; L3 is behind it anyway.)
bool sim_sampler_flush(struct sim_msg *m)
{
    const char *rule = m->t->group->launch->no_sampler_flush;
    if (rule) {
        sim_thread_fault(m->t, m->u, SIM_FAULT_ILLEGAL, 0, -1, "rule %s: a flush of the sampler's cache",
                         rule);
        return false;
    }
    sim_tlb_start(m->tlb, m->tlb->pages, NULL, m->tlb->client);
    struct sim_image *images = m->t->group->images[SIM_IMAGE_SAMPLED];
    for (unsigned i = 0; images && i < SIM_IMAGES_OF_USE; i++)
        sim_image_lose(&images[i]);
    if (m->dst && m->rlen)
        memset(m->dst, 0, SIM_GRF_BYTES * m->rlen);
    return true;
}

static bool take_apart(struct sim_msg *m, struct sim_call *c, unsigned first)
{
    const unsigned mode = m->send->simd, number = m->send->number;
    c->first = first;
    c->op = operation_of(m);
    c->control = m->header ? sim_msg_u32(m->src0, 2) : 0;
    if (!c->op->kind || !m->send->slots) {
        char text[64];
        snprintf(text, sizeof(text), "sampler message %u (%s), SIMD mode %u", number,
                 c->op->kind ? sim_sampler_operation_name(number) : "reserved or media", mode);
        return sim_msg_unimplemented(m, text);
    }
    if (c->control >> 23 & 1)
        return sim_msg_unimplemented(m, "pixel null mask");
    c->four = m->send->slots == 2;
    c->half = m->send->small;
    c->slots = KILN_MIN(m->send->slots, SIM_LANES);
    c->per = m->send->slots > 8 ? m->send->slots / 8u : 1;
    c->mask = m->mask >> c->first & ((1u << c->slots) - 1);
    if (c->four) {
        uint32_t all = m->u->n < 8 ? (m->mask ? 0xff : 0) : m->mask & 0xff;
        c->mask = ((all & 15) != 0) | (uint32_t)((all >> 4) != 0) << 1;
    }
    memset(c->at, 0, sizeof(c->at));
    if (m->mlen + m->xlen > MAX_REGISTERS * units_of_header(m))
        return sim_msg_illegal(m, "the sampler takes at most 11 registers");
    return true;
}

// Whether the texel matters: a driver may tell its kernels something by channel selects that are constants.
static bool shows_texels(const struct sim_surface *s)
{
    return (s->select[0] | s->select[1] | s->select[2] | s->select[3]) &
           GEN_SCS_RED; // the bit that constants do not have
}

static bool answer_zeros(struct sim_call *c)
{
    memset(c->out, 0, sizeof(c->out));
    return true;
}

// Sixteen channels from `first` on, and what they get in c->out.
static bool call(struct sim_msg *m, struct sim_call *c, unsigned first)
{
    static const struct sim_sampler none;
    if (!take_apart(m, c, first) || !sim_msg_space(m, NULL, &c->space))
        return false;
    const struct sim_surface *s = c->space.surface;
    c->sampler = &none;
    if (!s || c->space.null)
        return answer_zeros(c);
    bool filters = c->op->kind == KIND_SAMPLE || c->op->kind == KIND_GATHER || c->op->kind == KIND_LOD;
    if (!check_surface(m, c) || (filters && (!read_sampler(m, c) || !check_sampler(m, c))))
        return false;
    if (c->sampler->state.sampler_disable)
        return answer_zeros(c);
    if (!find_parameters(m, c))
        return false;
    make_texture(m, c);
    m->incidental = !shows_texels(s);
    return sim_sampler_lanes(m, c) || answer(m, c);
}

// (The response may overwrite the parameters: it is written when all channels have theirs.)
bool sim_sampler_message(struct sim_msg *m)
{
    struct sim_call low, high;
    const bool two = m->send->slots > SIM_LANES;
    return call(m, &low, 0) && (!two || call(m, &high, SIM_LANES)) && respond(m, &low) &&
           (!two || respond(m, &high));
}
