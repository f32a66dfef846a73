// Typed surface read, write and atomic messages: texels of buffers and images, with format conversion.
//
// A coordinate outside the surface (its level's size, its array, for a volume the view's extent) reads as
// zero (alpha as one where the format has none: what VK_EXT_robustness2 demands of other drivers of this GPU,
// and they get) and is not written. Coordinates are integers; absent ones are zero: U is x; V is y, or the
// array index of a 1D surface; R is z or the array index; LOD counts from Surface Min LOD. A cube is
// addressed as an array of faces. A message on a format that the hardware cannot read or write is illegal; of
// normalized and packed formats it reads the bits as they are (formats.def, RAW).
// Source: PRM KBL vol2d MAP32B_TS_SIMD8, MAP32B_TS_SIMD4X2, MDC_SG3, MDC_CMASK, RENDER_SURFACE_STATE; Mesa
// brw_eu.h brw_dp_typed_surface_rw_desc; formats.def for the formats.
#include <stdio.h>

#include "sim/ports/dataport.h"
#include "sim/ports/late.h"
#include "sim/surface/lanes.h"
#include "util/math.h"

enum { U, V, R, LOD, COORDS };
enum { OP_MOV = 4, OP_CMPWR = 14 }; // MDC_AOP

// Byte offset of a texel, or UINT64_MAX outside the surface.
static uint64_t texel_offset(const struct sim_surface *s, const uint32_t c[COORDS])
{
    if (s->type == GEN_SURFTYPE_BUFFER)
        return c[U] < s->width ? (uint64_t)c[U] * s->stride : UINT64_MAX;
    const struct gen_RENDER_SURFACE_STATE *r = &s->state;
    unsigned lod = r->surface_min_lod + (c[LOD] & 15);
    if (c[LOD] > r->mip_count_lod || lod >= SIM_MAX_LODS || c[U] >= sim_minify(s->width, lod))
        return UINT64_MAX;
    uint32_t y = s->type == GEN_SURFTYPE_1D ? 0 : c[V], slice = s->type == GEN_SURFTYPE_1D ? c[V] : c[R];
    // Nothing but an array has an array index. Intel's OpenCL leaves the mip level there when it copies
    // images.
    if ((s->type == GEN_SURFTYPE_1D || s->type == GEN_SURFTYPE_2D) && !r->surface_array)
        slice = 0;
    uint32_t slices = s->type == GEN_SURFTYPE_3D ? r->render_target_view_extent + 1 : s->layers;
    if (s->type == GEN_SURFTYPE_3D && slices > sim_minify(s->depth, lod))
        slices = sim_minify(s->depth, lod);
    if (y >= (s->type == GEN_SURFTYPE_1D ? 1 : sim_minify(s->height, lod)) || slice >= slices)
        return UINT64_MAX;
    return sim_surface_offset(s, lod, c[U], y, slice + r->minimum_array_element);
}

static bool unable(struct sim_msg *m, const char *what, const struct sim_surface *s)
{
    char text[96];
    snprintf(text, sizeof(text), "typed %s of format %s, which this GPU cannot do", what,
             s->fmt ? s->fmt->name : "(unknown)");
    return sim_msg_illegal(m, text);
}

// Whether the message may use the surface: `use` is SIM_USE_READ, WRITE or ATOMIC.
static bool supported(struct sim_msg *m, const struct sim_space *s, unsigned use, const char *what)
{
    if (!s->surface)
        return sim_msg_illegal(m, "typed message without a surface");
    if (!m->header && kiln_target_wants_typed_header(m->t->program->target))
        return sim_msg_illegal(m, "typed message without a header");
    if (s->null)
        return true;
    if (s->surface->type == GEN_SURFTYPE_STRBUF)
        return sim_msg_illegal(m, "typed message on a structured buffer");
    if (s->surface->refused)
        return sim_msg_unimplemented(m, s->surface->refused);
    if (s->surface->samples > 1)
        return sim_msg_unimplemented(m, "typed message on a multisampled surface");
    return s->surface->fmt->use & use || unable(m, what, s->surface);
}

// What a typed read can be of, and converts.
static unsigned reads(const struct kiln_target *target)
{
    static const unsigned uses[KILN_ISA_COUNT] = {
        [KILN_ISA_GEN75] = SIM_USE_READ8,
        [KILN_ISA_GEN8] = SIM_USE_READ8,
        [KILN_ISA_GEN9] = SIM_USE_READ,
        [KILN_ISA_GEN11] = SIM_USE_READ | SIM_USE_READ11,
        [KILN_ISA_GEN12] = SIM_USE_READ | SIM_USE_READ11,
        [KILN_ISA_GEN125] = SIM_USE_READ | SIM_USE_READ11 | SIM_USE_READ125,
        [KILN_ISA_XE2] = SIM_USE_READ | SIM_USE_READ11 | SIM_USE_READ125,
        [KILN_ISA_XE3] = SIM_USE_READ | SIM_USE_READ11 | SIM_USE_READ125,
    };
    return uses[target->isa];
}

// Whether the bits can be had of formats that it does not convert. Of Gen8 nobody says so: Mesa reads as UINT
// what it unpacks.
static unsigned reads_raw(const struct kiln_target *target)
{
    return kiln_target_has_typed_formats(target) ? SIM_USE_RAW : 0;
}

bool sim_typed_is_raw(const struct kiln_target *target, const struct sim_format *f)
{
    return f->use & reads_raw(target) && !(f->use & reads(target));
}

static bool is_raw(const struct sim_msg *m, const struct sim_format *f)
{
    return sim_typed_is_raw(m->t->program->target, f);
}

static uint32_t slots_of(const struct sim_msg *m)
{
    uint32_t mask = sim_msg_slots(m);
    if (m->send->masked)
        mask &= sim_msg_u32(m->src0, 7) >> (m->send->upper ? 8 : 0);
    return mask;
}

// The space of the texels: typed bounds are coordinates, checked by texel_offset.
static struct sim_space texels(const struct sim_space *s)
{
    struct sim_space t = *s;
    t.size = UINT64_MAX;
    return t;
}

// How the parts of the payload are laid out. SIMD8 and 16: a register a parameter, a dword a slot. SIMD4x2:
// two slots, four dwords each, in one register of coordinates and one of data.
struct shape {
    const uint8_t *addr, *data;
    unsigned coords;     // how many the payload holds
    unsigned next, slot; // bytes from a parameter to the next, from a slot to the next
    unsigned slots;
};

// Units (thread.h) of a parameter.
static unsigned units_of(const struct sim_msg *m)
{
    return m->send->slots > 8 ? m->send->slots / 8u : 1;
}

static bool shape_of(struct sim_msg *m, unsigned data_regs, struct shape *p)
{
    const bool four = m->send->slots == 2;
    unsigned first = m->header ? 1 : 0, total = m->mlen + m->xlen;
    if (total < first + data_regs + 1)
        return sim_msg_illegal(m, "the payload is too short");
    unsigned regs = four ? 1 : total - first - data_regs;
    p->slots = m->send->slots;
    p->next = four ? 4 : 4 * p->slots;
    p->slot = four ? 16 : 4;
    p->coords = four || regs / units_of(m) > COORDS ? COORDS : regs / units_of(m);
    p->addr = sim_msg_payload(m, first, regs);
    p->data = data_regs && p->addr ? sim_msg_payload(m, first + regs, data_regs) : p->addr;
    return p->data != NULL;
}

static void coordinates(const struct shape *p, unsigned i, uint32_t c[COORDS])
{
    for (unsigned k = 0; k < COORDS; k++) {
        c[k] = 0;
        if (k < p->coords)
            memcpy(&c[k], p->addr + k * p->next + i * p->slot, 4);
    }
}

// Channels of the slots: SIMD4x2 takes four channels a slot, of which each enables its component.
static uint32_t live_slots(const struct sim_msg *m, const struct shape *p)
{
    if (p->slots != 2)
        return slots_of(m);
    uint32_t mask = m->u->n < 8 ? (m->mask ? 0xff : 0) : m->mask & 0xff;
    return ((mask & 15) != 0) | (uint32_t)((mask >> 4) != 0) << 1;
}

static bool read_texel(struct sim_msg *m, const struct sim_space *memory, uint64_t at, unsigned lane,
                       uint32_t value[4])
{
    const struct sim_format *f = memory->surface->fmt;
    uint8_t texel[24] = {0};
    if (!sim_mem_read(m, memory, at, texel, f->bytes, f->bytes, (int)lane))
        return false;
    if (is_raw(m, f)) {
        memcpy(value, texel, 8);
        value[2] = 0;
        value[3] = 1;
    } else {
        sim_texel_decode(f, texel, 0, 0, value);
    }
    return true;
}

static bool write_texel(struct sim_msg *m, const struct sim_space *memory, uint64_t at, unsigned lane,
                        const uint32_t value[4], unsigned on)
{
    const struct sim_format *f = memory->surface->fmt;
    uint8_t texel[24] = {0};
    if (f->present & ~on) {
        struct sim_msg rest = sim_msg_unseen(m); // what is kept of a texel is part of the write
        if (!sim_mem_read(&rest, memory, at, texel, f->bytes, f->bytes, (int)lane))
            return false;
    }
    sim_texel_encode(f, value, on, texel);
    return sim_mem_write(m, memory, at, texel, f->bytes, f->bytes, (int)lane);
}

// Alpha of a texel outside the surface.
static uint32_t outside_alpha(const struct sim_msg *m, const struct sim_format *f)
{
    if (is_raw(m, f))
        return 1;
    return f->present & 8 ? 0 : sim_format_default(f, 3);
}

// ---- all channels at once (surface/lanes.h): of SIMD8 messages to images that nothing observes, where they
// are of one level

static void read_words(const struct shape *p, unsigned coordinate, uint32_t *out)
{
    memset(out, 0, sizeof(sim_lanes_u32));
    if (coordinate < p->coords)
        memcpy(out, p->addr + coordinate * p->next, 4 * p->slots);
}

// The texels of the channels `mask`, of which q->live are within the surface. By the rules of texel_offset.
static bool find_texels(const struct sim_msg *m, const struct sim_space *space, const struct shape *p,
                        uint32_t mask, struct sim_lanes_texels *q)
{
    const struct sim_surface *s = space->surface;
    const struct gen_RENDER_SURFACE_STATE *r = &s->state;
    sim_lanes_u32 lod;
    if (sim_msg_is_careful(m) || space->null || !s->in_lanes || p->slots == 2 || p->slots > SIM_LANES ||
        !mask)
        return false;
    read_words(p, LOD, lod);
    const uint32_t level = lod[__builtin_ctz(mask)];
    if (!sim_lanes_equal(lod, mask))
        return false;
    q->s = s;
    q->tlb = m->tlb;
    q->lod = r->surface_min_lod + (level & 15);
    if (level > r->mip_count_lod || q->lod >= SIM_MAX_LODS)
        return false;
    const bool volume = s->type == GEN_SURFTYPE_3D, sliced = volume || r->surface_array;
    const uint32_t width = sim_minify(s->width, q->lod), height = sim_minify(s->height, q->lod),
                   depth = sim_minify(s->depth, q->lod);
    const uint32_t extent = r->render_target_view_extent + 1;
    const uint32_t slices = volume ? KILN_MIN(extent, depth) : s->layers;
    read_words(p, U, q->x);
    read_words(p, V, q->y);
    read_words(p, R, q->slice);
    if (!sliced)
        memset(q->slice, 0, sizeof(q->slice));
    q->live = mask & sim_lanes()->inside(q, width, height, slices);
    q->first_slice = (uint32_t)r->minimum_array_element;
    return true;
}

static void report_outside(struct sim_msg *m, const struct sim_space *s, const struct shape *p,
                           uint32_t outside, enum sim_access access)
{
    for (; outside; outside &= outside - 1) {
        uint32_t c[COORDS];
        coordinates(p, (unsigned)__builtin_ctz(outside), c);
        m->t->group->observer->outside(m, s->surface, c, access, (unsigned)__builtin_ctz(outside));
    }
}

static bool load_texels(const struct sim_msg *m, const struct sim_lanes_texels *q, sim_lanes_u32 out[4])
{
    if (!q->live)
        return true;
    if (!is_raw(m, q->s->fmt))
        return sim_lanes()->load(q, m->send->on, out);
    if (!sim_lanes()->load_raw(q, out))
        return false;
    for (unsigned i = 0; i < SIM_LANES; i++) {
        out[2][i] = 0;
        out[3][i] = 1;
    }
    return true;
}

// False: nothing has been done.
static bool read_at_once(struct sim_msg *m, const struct sim_space *s, const struct shape *p, uint32_t mask)
{
    struct sim_lanes_texels q;
    sim_lanes_u32 out[4];
    if ((m->t->late && m->t->late->count) || !find_texels(m, s, p, mask, &q) || !load_texels(m, &q, out))
        return false;
    const uint32_t outside = mask & ~q.live, alpha = outside_alpha(m, s->surface->fmt);
    report_outside(m, s, p, outside, SIM_READ);
    uint8_t *dst = m->dst;
    for (unsigned n = 0; n < 4; n++) {
        if (!(m->send->on >> n & 1))
            continue;
        if (q.live == UINT32_MAX >> (SIM_MAX_CHANNELS - p->slots)) {
            memcpy(dst, out[n], p->next);
            dst += p->next;
            continue;
        }
        for (uint32_t live = mask; live; live &= live - 1) {
            unsigned i = (unsigned)__builtin_ctz(live);
            uint32_t word = q.live >> i & 1 ? out[n][i] : n == 3 ? alpha : 0;
            memcpy(dst + 4 * i, &word, 4);
        }
        dst += p->next;
    }
    return true;
}

// Of a thread whose writes are late.
static bool write_late(struct sim_msg *m, const struct sim_lanes_texels *q, const sim_lanes_u32 value[4])
{
    struct sim_lanes_written w;
    const unsigned bytes = q->s->fmt->bytes;
    if (!sim_lanes()->encode(q, value, &w))
        return false;
    for (uint32_t live = q->live; live; live &= live - 1) {
        const unsigned i = (unsigned)__builtin_ctz(live);
        const uint32_t raw[4] = {w.raw[0][i], w.raw[1][i], w.raw[2][i], w.raw[3][i]};
        memcpy(sim_late_put(m->t->late, m->t->sends, w.host[i], bytes), raw, bytes);
    }
    return true;
}

// False: nothing has been done.
static bool write_at_once(struct sim_msg *m, const struct sim_space *s, const struct shape *p, uint32_t mask)
{
    struct sim_lanes_texels q;
    sim_lanes_u32 value[4]; // (of channels that the format has, all are written)
    const unsigned on = m->send->on;
    if (!find_texels(m, s, p, mask, &q) || s->surface->fmt->present & ~on)
        return false;
    for (unsigned n = 0, k = 0; n < 4; n++)
        if (on >> n & 1)
            memcpy(value[n], p->data + k++ * p->next, p->next);
    if (q.live && !(m->t->late ? write_late(m, &q, value) : sim_lanes()->store(&q, value)))
        return false;
    report_outside(m, s, p, mask & ~q.live, SIM_WRITE);
    return true;
}

// ---- one by one

static bool read_one_by_one(struct sim_msg *m, const struct sim_space *s, const struct shape *p,
                            uint32_t mask)
{
    const bool four = m->send->slots == 2;
    const unsigned on = m->send->on;
    uint32_t value[SIM_MAX_CHANNELS][4] = {{0}};
    struct sim_space memory = texels(s);
    // All addresses are read before the response may overwrite them.
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint32_t c[COORDS];
        coordinates(p, i, c);
        uint64_t at = s->null ? UINT64_MAX : texel_offset(s->surface, c);
        if (at != UINT64_MAX && !read_texel(m, &memory, at, i, value[i]))
            return false;
        if (at == UINT64_MAX && !s->null)
            m->t->group->observer->outside(m, s->surface, c, SIM_READ, i);
        if (at == UINT64_MAX && !s->null)
            value[i][3] = outside_alpha(m, s->surface->fmt);
    }
    uint8_t *dst = m->dst;
    for (unsigned n = 0; n < 4; n++) {
        if (!(on >> n & 1))
            continue;
        for (uint32_t live = mask; live; live &= live - 1) {
            unsigned i = (unsigned)__builtin_ctz(live);
            memcpy(dst + i * p->slot + (four ? 4 * n : 0), &value[i][n], 4);
        }
        dst += four ? 0 : p->next;
    }
    return true;
}

static bool typed_read(struct sim_msg *m, const struct sim_space *s)
{
    const unsigned regs = m->send->slots == 2 ? 1 : m->send->count * units_of(m);
    struct shape p = {0};
    if (!shape_of(m, 0, &p))
        return false;
    if (!m->dst || m->rlen < regs)
        return m->dst ? sim_msg_illegal(m, "the response is too short") : true;
    const uint32_t mask = live_slots(m, &p);
    return read_at_once(m, s, &p, mask) || read_one_by_one(m, s, &p, mask);
}

static bool typed_write(struct sim_msg *m, const struct sim_space *s)
{
    const bool four = m->send->slots == 2;
    const unsigned on = m->send->on;
    struct shape p = {0};
    if (!shape_of(m, four ? 1 : m->send->count * units_of(m), &p))
        return false;
    const uint32_t mask = live_slots(m, &p);
    if (write_at_once(m, s, &p, mask))
        return true;
    struct sim_space memory = texels(s);
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live), k = 0;
        uint32_t c[COORDS], value[4] = {0};
        coordinates(&p, i, c);
        uint64_t at = s->null ? UINT64_MAX : texel_offset(s->surface, c);
        if (at == UINT64_MAX && !s->null)
            m->t->group->observer->outside(m, s->surface, c, SIM_WRITE, i);
        if (at == UINT64_MAX)
            continue;
        for (unsigned n = 0; n < 4; n++) {
            if (four || on >> n & 1)
                memcpy(&value[n], p.data + k++ * p.next + i * p.slot, 4);
        }
        if (!write_texel(m, &memory, at, i, value, on))
            return false;
    }
    return true;
}

bool sim_typed_access(struct sim_msg *m, const struct sim_space *s)
{
    const bool write = m->send->write;
    const struct kiln_target *target = m->t->program->target;
    if (!supported(m, s, write ? SIM_USE_WRITE : reads(target) | reads_raw(target), write ? "write" : "read"))
        return false;
    return write ? typed_write(m, s) : typed_read(m, s);
}

// Whether the hardware does this atomic on the format: on floats only what moves and compares bits.
static unsigned atomic_use(unsigned op)
{
    return op == OP_MOV || op == OP_CMPWR ? SIM_USE_ATOMIC | SIM_USE_EXCHANGE : SIM_USE_ATOMIC;
}

// Typed atomics act on 32-bit texels. They are turned into untyped ones at the texels' offsets.
bool sim_typed_atomic(struct sim_msg *m, const struct sim_space *s)
{
    const unsigned op = m->send->op, slots = m->send->slots, units = units_of(m);
    const unsigned data_regs = (op == 5 || op == 6 || op == 15 ? 0 : op == 14 ? 2 : 1) * units;
    struct shape p = {0};
    if (!supported(m, s, atomic_use(op), "atomic") || !shape_of(m, data_regs, &p))
        return false;
    // The payload of the untyped message: 64-bit offsets, then the operands.
    uint8_t payload[4 * SIM_MAX_CHANNELS * sizeof(uint32_t)];
    uint32_t mask = slots_of(m), inside = 0;
    for (unsigned i = 0; i < slots; i++) {
        uint32_t c[COORDS];
        coordinates(&p, i, c);
        uint64_t at = s->null ? UINT64_MAX : texel_offset(s->surface, c);
        if (at == UINT64_MAX && !s->null && mask >> i & 1)
            m->t->group->observer->outside(m, s->surface, c, SIM_WRITE, i);
        inside |= (uint32_t)(at != UINT64_MAX) << i;
        memcpy(payload + 8 * i, &at, 8);
    }
    memcpy(payload + slots * sizeof(uint64_t), p.data, data_regs * SIM_GRF_BYTES);
    if (m->send->reply && m->dst && m->rlen)
        for (uint32_t out = mask & ~inside; out; out &= out - 1)
            memset(m->dst + 4 * (unsigned)__builtin_ctz(out), 0, 4);
    struct sim_send request = *m->send;
    request.space = SIM_SEND_A64;
    request.masked = false;
    struct sim_msg plain = *m;
    plain.send = &request;
    struct sim_space memory = texels(s);
    plain.header = false;
    plain.mask = mask & inside;
    plain.src0 = payload;
    plain.mlen = 2 * units + data_regs;
    plain.xlen = 0;
    return sim_atomic(&plain, &memory);
}
