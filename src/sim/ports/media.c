// Messages on data port 1 that address blocks or slots of their own kind: media blocks (a rectangle of bytes
// of a 2D surface) and SIMD4x2 untyped accesses.
//
// A media block's rows lie in the registers at a pitch of the next power of two of its width, at least four
// bytes. What is outside the surface reads as the nearest pixel inside and is not written. Only the NORMAL
// mode; the merged and masked ones are refused by name. Source: PRM KBL vol2d MH_MB, MHC_MB_CONTROL,
// MAP32B_USU_SIMD4X2. Xe2's 2D blocks of texels are the same with a payload of their own: one source, what
// IGC 2.40 makes of cl_intel_subgroups' blocks of images.
#include "sim/ports/dataport.h"

struct media_block {
    int32_t x, y; // in bytes, rows
    unsigned width, height, pitch;
};

// Where, and bytes and rows less one in eight bits each.
static bool read_block2d(struct sim_msg *m, struct media_block *b)
{
    enum { X = 5, Y, SIZE, UNITS = 2 };
    const uint8_t *h = sim_msg_payload(m, 0, UNITS);
    if (!h)
        return false;
    b->x = (int32_t)sim_msg_u32(h, X);
    b->y = (int32_t)sim_msg_u32(h, Y);
    b->width = (sim_msg_u32(h, SIZE) & 0xff) + 1;
    b->height = (sim_msg_u32(h, SIZE) >> 8 & 0xff) + 1;
    return true;
}

static bool read_header(struct sim_msg *m, struct media_block *b)
{
    const uint8_t *h = sim_msg_payload(m, 0, 1);
    if (!h)
        return false;
    uint32_t control = sim_msg_u32(h, 2);
    if (control >> 30 || control >> 24 & 31 || control >> 8 & 3)
        return sim_msg_unimplemented(m, "merged or masked media block message");
    b->x = (int32_t)sim_msg_u32(h, 0);
    b->y = (int32_t)sim_msg_u32(h, 1);
    b->width = (control & 63) + 1;
    b->height = (control >> 16 & 63) + 1;
    if ((b->width + 3) / 4 * b->height > 64)
        return sim_msg_illegal(m, "a media block of more than 64 dwords");
    return true;
}

static int32_t clamp(int64_t v, int64_t low, int64_t high)
{
    return (int32_t)(v < low ? low : v > high ? high : v);
}

// A surface's width counts dwords for these messages, whatever its format is. Source: intel-gpu-tools 2.2
// gem_media_fill, whose surface of R8_UNORM is a quarter as wide as it is filled; NEO likewise divides the
// width of images for media blocks by four.
static int64_t width_in_bytes(const struct sim_surface *f)
{
    return (int64_t)f->width * 4;
}

// One row, byte by byte where the surface ends.
static bool read_row(struct sim_msg *m, const struct sim_space *s, const struct media_block *b, unsigned row,
                     uint8_t *out)
{
    const struct sim_surface *f = s->surface;
    unsigned pixel = f->fmt->bytes;
    int64_t bytes = width_in_bytes(f);
    int32_t y = clamp((int64_t)b->y + row, 0, (int64_t)f->height - 1);
    for (unsigned i = 0; i < b->width; i++) {
        int64_t x = (int64_t)b->x + i;
        // Beyond an edge: the same byte of the edge's pixel.
        if (x < 0)
            x = ((x % (int)pixel) + (int)pixel) % (int)pixel;
        else if (x >= bytes)
            x = bytes - pixel + x % pixel;
        uint64_t at =
            sim_surface_offset(f, 0, (uint32_t)(x / pixel), (uint32_t)y, f->state.minimum_array_element) +
            (uint64_t)(x % pixel);
        if (!sim_mem_read(m, s, at, out + i, 1, 1, -1))
            return false;
    }
    return true;
}

static bool write_row(struct sim_msg *m, const struct sim_space *s, const struct media_block *b, unsigned row,
                      const uint8_t *data)
{
    const struct sim_surface *f = s->surface;
    unsigned pixel = f->fmt->bytes;
    int64_t bytes = width_in_bytes(f), y = (int64_t)b->y + row;
    for (unsigned i = 0; i < b->width && y >= 0 && y < f->height; i++) {
        int64_t x = (int64_t)b->x + i;
        if (x < 0 || x >= bytes)
            continue;
        uint64_t at =
            sim_surface_offset(f, 0, (uint32_t)(x / pixel), (uint32_t)y, f->state.minimum_array_element) +
            (uint64_t)(x % pixel);
        if (!sim_mem_write(m, s, at, data + i, 1, 1, -1))
            return false;
    }
    return true;
}

bool sim_media_block(struct sim_msg *m, const struct sim_space *s)
{
    const bool write = m->send->write;
    struct media_block b = {0};
    struct sim_space memory = *s;
    const bool is_typed = m->send->sfid == EU_SFID_TGM;
    if (!(is_typed ? read_block2d : read_header)(m, &b))
        return false;
    for (b.pitch = 4; b.pitch < b.width;)
        b.pitch *= 2;
    if (!s->surface || (!s->null && s->surface->type != GEN_SURFTYPE_2D))
        return sim_msg_illegal(m, "media block message on what is no 2D surface");
    if (!s->null && s->surface->refused)
        return sim_msg_unimplemented(m, s->surface->refused);
    unsigned regs = (b.pitch * b.height + SIM_GRF_BYTES - 1) / SIM_GRF_BYTES;
    const uint8_t *data = !write     ? NULL
                          : is_typed ? sim_msg_data(m, m->mlen, regs)
                                     : sim_msg_payload(m, 1, regs);
    if (write && !data)
        return false;
    if (!write && (!m->dst || m->rlen < regs))
        return m->dst ? sim_msg_illegal(m, "the response is too short") : true;
    memory.size = UINT64_MAX;
    for (unsigned row = 0; row < b.height; row++) {
        uint8_t *out = write ? NULL : m->dst + row * b.pitch;
        if (s->null) {
            if (out)
                memset(out, 0, b.width);
        } else if (!(write ? write_row(m, &memory, &b, row, data + row * b.pitch)
                           : read_row(m, &memory, &b, row, out))) {
            return false;
        }
    }
    return true;
}

// Two slots: the address in the first dword of each half register (A64: the first quadword), up to four
// dwords of data in each half.
bool sim_untyped_4x2(struct sim_msg *m, const struct sim_space *s)
{
    const bool write = m->send->write, a64 = sim_msg_is_a64(m);
    const unsigned on = m->send->on, first = m->header;
    const uint8_t *addr = sim_msg_payload(m, first, 1), *data = addr;
    uint32_t mask = m->u->n < 8 ? (m->mask ? 0xff : 0) : m->mask & 0xff, value[2][4] = {{0}};
    if (addr && write)
        data = sim_msg_data(m, first + 1, 1);
    if (!data)
        return false;
    if (!write && (!m->dst || !m->rlen))
        return true;
    for (unsigned i = 0; i < 2; i++) {
        uint64_t at = a64 ? sim_msg_u64(addr, 2 * i) : sim_msg_u32(addr, 4 * i);
        for (unsigned c = 0; c < 4; c++) {
            if (!(on >> c & 1) || !(mask >> 4 * i & 15))
                continue;
            uint64_t where = (at & ~UINT64_C(3)) + 4 * c;
            if (write ? !sim_mem_write(m, s, where, data + 16 * i + 4 * c, 4, 4, (int)i)
                      : !sim_mem_read(m, s, where, &value[i][c], 4, 4, (int)i))
                return false;
        }
    }
    for (unsigned i = 0; i < 2 && !write; i++)
        for (unsigned c = 0; c < 4; c++)
            if (on >> c & 1 && mask >> 4 * i & 15)
                memcpy(m->dst + 16 * i + 4 * c, &value[i][c], 4);
    return true;
}
