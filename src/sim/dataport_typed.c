// Typed surface read, write and atomic messages: texels of a buffer or of a linear image, with format
// conversion.
//
// Not simulated, and refused by name: tiled surfaces, mipmaps, multisampling, and formats that are not in the
// table. Source: PRM KBL vol2d MAP32B_TS_SIMD8, MDC_SG3, MDC_CMASK, RENDER_SURFACE_STATE; PRM SKL vol3
// "Memory Data Formats"; Mesa brw_eu.h brw_dp_typed_surface_rw_desc.
#include "sim/dataport.h"

enum kind { KIND_RAW32, KIND_UINT, KIND_SINT, KIND_UNORM };

// Components of equal size, red lowest.
static const struct format {
    uint16_t id;
    uint8_t comps, bytes; // bytes a component
    uint8_t kind;
    uint32_t one; // what an absent alpha reads as
} formats[] = {
    {GEN_FORMAT_R32G32B32A32_FLOAT, 4, 4, KIND_RAW32, 0x3f800000},
    {GEN_FORMAT_R32G32B32A32_SINT, 4, 4, KIND_RAW32, 1},
    {GEN_FORMAT_R32G32B32A32_UINT, 4, 4, KIND_RAW32, 1},
    {GEN_FORMAT_R32G32_FLOAT, 2, 4, KIND_RAW32, 0x3f800000},
    {GEN_FORMAT_R32G32_SINT, 2, 4, KIND_RAW32, 1},
    {GEN_FORMAT_R32G32_UINT, 2, 4, KIND_RAW32, 1},
    {GEN_FORMAT_R32_FLOAT, 1, 4, KIND_RAW32, 0x3f800000},
    {GEN_FORMAT_R32_SINT, 1, 4, KIND_RAW32, 1},
    {GEN_FORMAT_R32_UINT, 1, 4, KIND_RAW32, 1},
    {GEN_FORMAT_R16_UINT, 1, 2, KIND_UINT, 1},
    {GEN_FORMAT_R8_UINT, 1, 1, KIND_UINT, 1},
    {GEN_FORMAT_R8G8B8A8_UINT, 4, 1, KIND_UINT, 1},
    {GEN_FORMAT_R8G8B8A8_SINT, 4, 1, KIND_SINT, 1},
    {GEN_FORMAT_R8G8B8A8_UNORM, 4, 1, KIND_UNORM, 0x3f800000},
};

static const struct format *format_of(const struct sim_surface *s)
{
    for (unsigned i = 0; i < sizeof(formats) / sizeof(*formats); i++)
        if (formats[i].id == s->format)
            return &formats[i];
    return NULL;
}

// Byte offset of a texel, or UINT64_MAX outside the surface.
static uint64_t texel_offset(const struct sim_surface *s, const struct format *f, const uint32_t c[3])
{
    if (c[0] >= s->width)
        return UINT64_MAX;
    if (s->type == GEN_SURFTYPE_BUFFER)
        return (uint64_t)c[0] * s->stride;
    uint64_t at = (uint64_t)c[0] * f->comps * f->bytes;
    if (s->type == GEN_SURFTYPE_1D)
        return c[1] < s->depth ? at + (uint64_t)c[1] * s->state.surface_qpitch * 4 * s->pitch : UINT64_MAX;
    if (c[1] >= s->height || c[2] >= s->depth)
        return UINT64_MAX;
    return at + ((uint64_t)c[1] + (uint64_t)c[2] * s->state.surface_qpitch * 4) * s->pitch;
}

static uint32_t decode(const struct format *f, const uint8_t *p)
{
    uint32_t v = 0;
    memcpy(&v, p, f->bytes);
    if (f->kind == KIND_SINT)
        return (uint32_t)(int32_t)(int8_t)v;
    if (f->kind == KIND_UNORM) {
        float x = (float)v / 255.0f;
        memcpy(&v, &x, 4);
    }
    return v;
}

static void encode(const struct format *f, uint32_t v, uint8_t *p)
{
    uint32_t max = f->bytes == 1 ? 0xff : 0xffff;
    if (f->kind == KIND_UNORM) {
        float x;
        memcpy(&x, &v, 4);
        v = !(x > 0) ? 0 : x >= 1 ? 255 : (uint32_t)(x * 255.0f + 0.5f);
    } else if (f->kind == KIND_SINT) {
        int32_t i = (int32_t)v;
        v = (uint32_t)(i < -128 ? -128 : i > 127 ? 127 : i);
    } else if (f->kind == KIND_UINT && v > max) {
        v = max;
    }
    memcpy(p, &v, f->bytes);
}

static bool supported(struct sim_msg *m, const struct sim_space *s, const struct format **f)
{
    if (!s->surface)
        return sim_msg_illegal(m, "typed message without a surface");
    *f = format_of(s->surface);
    if (s->null)
        return true;
    if (!*f)
        return sim_msg_unimplemented(m, "typed message on this surface format");
    if (s->surface->type != GEN_SURFTYPE_BUFFER &&
        (s->surface->state.tile_mode != GEN_TILE_MODE_LINEAR || s->surface->state.mip_count_lod ||
         s->surface->state.number_of_multisamples || s->surface->type > GEN_SURFTYPE_3D))
        return sim_msg_unimplemented(m, "typed message on a tiled, mipmapped, multisampled or cube surface");
    return true;
}

// Coordinates of slot `i`; absent ones are zero.
static void coordinates(const uint8_t *addr, unsigned regs, unsigned i, uint32_t c[3])
{
    for (unsigned k = 0; k < 3; k++)
        c[k] = k < regs ? sim_msg_u32(addr + k * SIM_GRF_BYTES, i) : 0;
}

static uint32_t slots_of(const struct sim_msg *m, bool upper)
{
    uint32_t mask = m->mask & 0xff;
    if (m->header)
        mask &= sim_msg_u32(m->src0, 7) >> (upper ? 8 : 0);
    return mask;
}

// The space of the texels: typed bounds are coordinates, checked by texel_offset.
static struct sim_space texels(const struct sim_space *s)
{
    struct sim_space t = *s;
    t.size = UINT64_MAX;
    return t;
}

bool sim_typed_access(struct sim_msg *m, const struct sim_space *s, bool write)
{
    unsigned first = m->header ? 1 : 0, on = ~(m->desc >> 8) & 15, comps = (unsigned)__builtin_popcount(on);
    unsigned group = m->desc >> 12 & 3, total = m->mlen + m->xlen, data_regs = write ? comps : 0;
    const struct format *f;
    if (!group)
        return sim_msg_unimplemented(m, "typed SIMD4x2 message");
    if (!supported(m, s, &f))
        return false;
    if (total < first + data_regs + 1)
        return sim_msg_illegal(m, "the payload is too short");
    unsigned regs = total - first - data_regs;
    const uint8_t *addr = sim_msg_payload(m, first, regs);
    const uint8_t *data = write && addr ? sim_msg_payload(m, first + regs, data_regs) : addr;
    if (!data)
        return false;
    if (!write && (!m->dst || m->rlen < comps))
        return m->dst ? sim_msg_illegal(m, "the response is too short") : true;
    uint32_t value[4][8] = {{0}};
    uint32_t mask = slots_of(m, group == 2);
    struct sim_space memory = texels(s);
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live), k = 0;
        uint32_t c[3];
        uint8_t texel[16] = {0};
        coordinates(addr, regs, i, c);
        uint64_t at = s->null ? UINT64_MAX : texel_offset(s->surface, f, c);
        if (at == UINT64_MAX)
            continue; // reads zero, writes nothing
        unsigned bytes = f->comps * f->bytes;
        if ((!write || comps < f->comps) && !sim_mem_read(m, &memory, at, texel, bytes, bytes, (int)i))
            return false;
        for (unsigned n = 0; n < 4; n++) {
            if (!write)
                value[n][i] = n < f->comps ? decode(f, texel + n * f->bytes) : n == 3 ? f->one : 0;
            else if (on >> n & 1) {
                if (n < f->comps)
                    encode(f, sim_msg_u32(data + k * SIM_GRF_BYTES, i), texel + n * f->bytes);
                k++;
            }
        }
        if (write && !sim_mem_write(m, &memory, at, texel, bytes, bytes, (int)i))
            return false;
    }
    uint8_t *dst = m->dst;
    for (unsigned n = 0; n < 4 && !write; n++) {
        if (!(on >> n & 1))
            continue;
        for (uint32_t live = mask; live; live &= live - 1) {
            unsigned i = (unsigned)__builtin_ctz(live);
            memcpy(dst + 4 * i, &value[n][i], 4);
        }
        dst += SIM_GRF_BYTES;
    }
    return true;
}

// Typed atomics act on 32-bit texels. They are turned into untyped ones at the texels' offsets.
bool sim_typed_atomic(struct sim_msg *m, const struct sim_space *s)
{
    unsigned first = m->header ? 1 : 0, op = m->desc >> 8 & 15, total = m->mlen + m->xlen;
    unsigned data_regs = op == 5 || op == 6 || op == 15 ? 0 : op == 14 ? 2 : 1;
    const struct format *f;
    if (!supported(m, s, &f))
        return false;
    if (!s->null && (f->comps != 1 || f->bytes != 4))
        return sim_msg_illegal(m, "typed atomic on a format that is not R32");
    if (total < first + data_regs + 1)
        return sim_msg_illegal(m, "the payload is too short");
    unsigned regs = total - first - data_regs;
    const uint8_t *addr = sim_msg_payload(m, first, regs);
    const uint8_t *data = addr && data_regs ? sim_msg_payload(m, first + regs, data_regs) : addr;
    if (!data)
        return false;
    // The payload of the untyped message: 64-bit offsets, then the operands.
    uint8_t payload[4 * SIM_GRF_BYTES];
    uint32_t mask = slots_of(m, m->desc >> 12 & 1), inside = 0;
    for (unsigned i = 0; i < 8; i++) {
        uint32_t c[3];
        coordinates(addr, regs, i, c);
        uint64_t at = s->null ? UINT64_MAX : texel_offset(s->surface, f, c);
        inside |= (uint32_t)(at != UINT64_MAX) << i;
        memcpy(payload + 8 * i, &at, 8);
    }
    memcpy(payload + 2 * SIM_GRF_BYTES, data, data_regs * SIM_GRF_BYTES);
    if (m->desc >> 13 & 1 && m->dst && m->rlen)
        for (uint32_t out = mask & ~inside; out; out &= out - 1)
            memset(m->dst + 4 * (unsigned)__builtin_ctz(out), 0, 4);
    struct sim_msg plain = *m;
    struct sim_space memory = texels(s);
    plain.header = false;
    plain.mask = mask & inside;
    plain.src0 = payload;
    plain.mlen = 2 + data_regs;
    plain.xlen = 0;
    return sim_atomic(&plain, &memory, 0, 8, op, false, false, true);
}
