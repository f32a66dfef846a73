// Untyped surface and scattered messages: each channel has its own address.
//
// Untyped messages move one to four dwords a channel, one register (SIMD8) or two (SIMD16) per dword; the
// mask says which dwords. Scattered messages move one element of 1, 2 or 4 bytes in a dword a channel, or
// (A64) several. Source: PRM KBL vol2d MDC_CMASK, MDC_DS, MDC_A64_DS, MDP_DW_SIMD8/16, MDP_QW_SIMD8/16.
#include "sim/dataport.h"

// Registers of an address payload.
static unsigned address_regs(const struct sim_space *s, unsigned slots, bool a64)
{
    unsigned per = slots / 8;
    return a64 ? 2 * per : per * sim_space_dims(s);
}

static uint32_t slot_mask(struct sim_msg *m, unsigned slots)
{
    uint32_t mask = m->mask & ((1u << slots) - 1);
    // The pixel mask of a header; only surface messages to data port 1 have one.
    if (m->header && m->sfid == EU_SFID_DC1)
        mask &= sim_msg_u32(m->src0, 7) & 0xffff;
    return mask;
}

// Plain accesses are relaxed atomics: kernels may poll what another group writes.
static uint32_t load32(const uint8_t *p)
{
    return __atomic_load_n((const uint32_t *)(const void *)p, __ATOMIC_RELAXED);
}

static void store32(uint8_t *p, uint32_t v)
{
    __atomic_store_n((uint32_t *)(void *)p, v, __ATOMIC_RELAXED);
}

// Reads the `n` dwords at `at` of one channel, each with its own bounds.
static bool read_dwords(struct sim_msg *m, const struct sim_space *s, uint64_t at, unsigned n, unsigned lane,
                        uint32_t out[4])
{
    bool ok = true;
    for (unsigned c = 0; c < n; c++) {
        const uint8_t *p = sim_mem_ptr(m, s, at + 4 * c, 4, SIM_READ, (int)lane, &ok);
        if (!ok)
            return false;
        out[c] = p ? load32(p) : 0;
    }
    return true;
}

bool sim_untyped_read(struct sim_msg *m, const struct sim_space *s, unsigned first, unsigned slots, bool a64)
{
    unsigned off = ~(m->desc >> 8) & 15, per = slots / 8, comps = (unsigned)__builtin_popcount(off);
    const uint8_t *addr = sim_msg_payload(m, first, address_regs(s, slots, a64));
    if (!addr)
        return false;
    if (!m->dst || m->rlen < comps * per)
        return m->dst ? sim_msg_illegal(m, "the response is too short") : true;
    uint32_t mask = slot_mask(m, slots), data[16][4];
    // All addresses are read before the response may overwrite them.
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint64_t at;
        if (!sim_slot_offset(m, s, addr, slots, i, a64, &at) ||
            !read_dwords(m, s, at & ~UINT64_C(3), 4 - (unsigned)__builtin_clz(off << 28), i, data[i]))
            return false;
    }
    uint8_t *dst = m->dst;
    for (unsigned c = 0; c < 4; c++) {
        if (!(off >> c & 1))
            continue;
        for (uint32_t live = mask; live; live &= live - 1) {
            unsigned i = (unsigned)__builtin_ctz(live);
            memcpy(dst + 4 * i, &data[i][c], 4);
        }
        dst += per * SIM_GRF_BYTES;
    }
    return true;
}

bool sim_untyped_write(struct sim_msg *m, const struct sim_space *s, unsigned first, unsigned slots, bool a64)
{
    unsigned on = ~(m->desc >> 8) & 15, per = slots / 8, regs = address_regs(s, slots, a64);
    const uint8_t *addr = sim_msg_payload(m, first, regs);
    const uint8_t *data =
        addr ? sim_msg_payload(m, first + regs, (unsigned)__builtin_popcount(on) * per) : NULL;
    if (!data)
        return false;
    bool ok = true;
    for (uint32_t live = slot_mask(m, slots); live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live), k = 0;
        uint64_t at;
        if (!sim_slot_offset(m, s, addr, slots, i, a64, &at))
            return false;
        for (unsigned c = 0; c < 4; c++) {
            if (!(on >> c & 1))
                continue;
            uint8_t *p = sim_mem_ptr(m, s, (at & ~UINT64_C(3)) + 4 * c, 4, SIM_WRITE, (int)i, &ok);
            if (!ok)
                return false;
            if (p)
                store32(p, sim_msg_u32(data + k * per * SIM_GRF_BYTES, i));
            k++;
        }
    }
    return true;
}

// ---- scattered
// -----------------------------------------------------------------------------------------------

// Where element `e` of channel `i` lies in the data payload. Bytes of an A64 byte message share one dword (up
// to four); dwords and qwords have registers of their own per element.
static unsigned element_at(unsigned slots, unsigned bytes, unsigned e, unsigned i)
{
    return bytes == 1 ? i * 4 + e : e * slots * bytes + i * bytes;
}

static unsigned data_regs(unsigned slots, unsigned bytes, unsigned elems)
{
    unsigned lane = bytes <= 2 ? 4 : bytes * elems;
    return lane * slots / SIM_GRF_BYTES;
}

static bool element_offset(struct sim_msg *m, const struct sim_space *s, const uint8_t *addr, unsigned slots,
                           unsigned i, unsigned bytes, bool a64, bool dword_offsets, uint64_t *at)
{
    if (!sim_slot_offset(m, s, addr, slots, i, a64, at))
        return false;
    if (dword_offsets)
        *at *= 4;
    else if (bytes >= 4 && a64)
        *at &= ~(uint64_t)(bytes - 1);
    return true;
}

bool sim_scattered_read(struct sim_msg *m, const struct sim_space *s, unsigned first, unsigned slots,
                        unsigned bytes, unsigned elems, bool a64, bool dword_offsets)
{
    const uint8_t *addr = sim_msg_payload(m, first, address_regs(s, slots, a64));
    if (!addr)
        return false;
    if (bytes == 1 && elems > 4)
        return sim_msg_illegal(m, "more than four bytes a channel");
    unsigned lane_bytes = bytes * elems < 4 ? 4 : bytes * elems;
    if (!m->dst)
        return true;
    if (m->rlen < data_regs(slots, bytes, elems))
        return sim_msg_illegal(m, "the response is too short");
    uint32_t mask = m->mask & ((1u << slots) - 1);
    uint8_t data[16][64];
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint64_t at;
        memset(data[i], 0, lane_bytes);
        if (!element_offset(m, s, addr, slots, i, bytes, a64, dword_offsets, &at) ||
            !sim_mem_read(m, s, at, data[i], bytes * elems, bytes, (int)i))
            return false;
    }
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        if (bytes <= 2)
            memcpy(m->dst + 4 * i, data[i], 4);
        else
            for (unsigned e = 0; e < elems; e++)
                memcpy(m->dst + element_at(slots, bytes, e, i), data[i] + e * bytes, bytes);
    }
    return true;
}

bool sim_scattered_write(struct sim_msg *m, const struct sim_space *s, unsigned first, unsigned slots,
                         unsigned bytes, unsigned elems, bool a64, bool dword_offsets)
{
    unsigned regs = address_regs(s, slots, a64);
    if (bytes == 1 && elems > 4)
        return sim_msg_illegal(m, "more than four bytes a channel");
    const uint8_t *addr = sim_msg_payload(m, first, regs);
    const uint8_t *data = addr ? sim_msg_payload(m, first + regs, data_regs(slots, bytes, elems)) : NULL;
    if (!data)
        return false;
    for (uint32_t live = m->mask & ((1u << slots) - 1); live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint8_t lane[64];
        uint64_t at;
        if (bytes <= 2)
            memcpy(lane, data + 4 * i, 4);
        else
            for (unsigned e = 0; e < elems; e++)
                memcpy(lane + e * bytes, data + element_at(slots, bytes, e, i), bytes);
        if (!element_offset(m, s, addr, slots, i, bytes, a64, dword_offsets, &at) ||
            !sim_mem_write(m, s, at, lane, bytes * elems, bytes, (int)i))
            return false;
    }
    return true;
}
