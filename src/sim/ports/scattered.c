// Untyped surface and scattered messages: each channel has its own address.
//
// Untyped messages move one to four dwords a channel, a unit (thread.h) for eight channels per dword; the
// mask says which dwords. Scattered messages move one element of 1, 2 or 4 bytes in a dword a channel, or
// (A64) several: bytes share the channel's dword, or quadword where there are eight (Gen8). Source: PRM KBL
// vol2d MDC_CMASK, MDC_DS, MDC_A64_DS, MDP_DW_SIMD8/16, MDP_QW_SIMD8/16.
#include "sim/ports/dataport.h"
#include "sim/ports/late.h"

// Registers of an address payload.
static unsigned address_regs(const struct sim_msg *m, const struct sim_space *s)
{
    unsigned per = m->send->slots / 8;
    return sim_msg_is_a64(m) ? 2 * per : per * sim_space_dims(s);
}

static uint32_t slot_mask(const struct sim_msg *m)
{
    uint32_t mask = sim_msg_slots(m);
    if (m->send->masked)
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

// The offsets of all slots in bytes, without the low bits that the message drops.
static bool dword_offsets(struct sim_msg *m, const struct sim_space *s, const uint8_t *addr,
                          uint64_t at[SIM_MAX_CHANNELS])
{
    const unsigned slots = m->send->slots;
    if (!sim_msg_is_a64(m) && sim_space_dims(s) == 1) {
        uint32_t keep = (s->slm ? 0xffff : ~0u) & ~(uint32_t)m->send->low; // see sim_slot_offset
        for (unsigned i = 0; i < slots; i++)
            at[i] = (sim_msg_u32(addr, i) + (uint32_t)m->send->add) & keep;
        for (unsigned i = 0; m->shadow && i < slots; i++)
            if (m->mask >> i & 1)
                m->t->group->observer->shadow->address(m, addr + 4 * i, 4, i);
        return true;
    }
    for (unsigned i = 0; i < slots; i++) {
        if (m->shadow && !(m->mask >> i & 1)) {
            at[i] = 0;
            continue;
        }
        if (!sim_slot_offset(m, s, addr, i, &at[i]))
            return false;
        at[i] &= ~(uint64_t)m->send->low;
    }
    return true;
}

// Messages that keep the low bits may begin at any byte.
static bool is_word(const struct sim_space *s, uint64_t at)
{
    return !((s->base + at) & 3);
}

// The page that the last channel used: most messages stay within one.
struct window {
    uint64_t page;
    uint8_t *host; // of the page's first byte; NULL: none yet
};

// What quick() is while the message is observed; apart from it, so that it stays small.
__attribute__((noinline)) static uint8_t *at_once(struct sim_msg *m, const struct sim_space *s,
                                                  uint64_t offset, unsigned bytes, enum sim_access access,
                                                  unsigned lane)
{
    const struct sim_observer *o = m->t->group->observer;
    return o->whole ? o->whole(m, s, offset, bytes, access, lane) : NULL;
}

// Host address of `bytes` at `offset`, all in bounds and in one page; NULL: take the careful way.
static inline uint8_t *quick(struct sim_msg *m, const struct sim_space *s, struct window *w, uint64_t offset,
                             unsigned bytes, enum sim_access access, unsigned lane, bool whole)
{
    if (m->watched) // an access shows all of its bytes
        return whole ? at_once(m, s, offset, bytes, access, lane) : NULL;
    if (offset > s->size || bytes > s->size - offset || s->null)
        return NULL;
    // What is late is written whole.
    if (s->slm) {
        uint8_t *p = m->t->group->slm + offset;
        bool late = m->t->late && m->t->late->slm;
        return !late ? p : access == SIM_WRITE && !whole ? NULL : sim_msg_late(m, s, p, bytes, access);
    }
    uint64_t va = s->base + offset;
    if ((va & 4095) + bytes > 4096 || (m->t->late && access == SIM_WRITE && !whole))
        return NULL;
    if (!w->host || va >> 12 != w->page) {
        uint8_t *p = sim_tlb_ptr(m->tlb, va, access);
        if (!p)
            return NULL;
        w->page = va >> 12;
        w->host = p - (va & 4095);
    }
    uint8_t *p = w->host + (va & 4095);
    return m->t->late ? sim_msg_late(m, s, p, bytes, access) : p;
}

// Reads the dwords `on` of four at `at` of one channel, each with its own bounds.
static bool read_dwords(struct sim_msg *m, const struct sim_space *s, uint64_t at, unsigned on, unsigned lane,
                        uint32_t out[4])
{
    bool ok = true;
    for (unsigned c = 0; c < 4; c++) {
        out[c] = 0;
        if (!(on >> c & 1))
            continue;
        if (!is_word(s, at)) {
            if (!sim_mem_read(m, s, at + 4 * c, &out[c], 4, 4, (int)lane))
                return false;
            continue;
        }
        const uint8_t *p = sim_mem_ptr(m, s, at + 4 * c, 4, SIM_READ, (int)lane, &ok);
        if (!ok)
            return false;
        out[c] = p ? load32(p) : 0;
    }
    return true;
}

static bool untyped_read(struct sim_msg *m, const struct sim_space *s)
{
    const unsigned on = m->send->on, comps = m->send->count, slots = m->send->slots, per = slots / 8;
    unsigned span = on ? 32 - (unsigned)__builtin_clz(on) : 0; // dwords up to the last one read
    const uint8_t *addr = sim_msg_payload(m, m->header, address_regs(m, s));
    if (!addr)
        return false;
    if (!m->dst || m->rlen < comps * per)
        return m->dst ? sim_msg_illegal(m, "the response is too short") : true;
    uint32_t mask = slot_mask(m), data[4][SIM_MAX_CHANNELS];
    uint64_t at[SIM_MAX_CHANNELS];
    struct window w = {0};
    struct sim_space words;
    if (m->send->low)
        s = sim_space_words(s, &words);
    if (!dword_offsets(m, s, addr, at))
        return false;
    // All addresses are read before the response may overwrite them.
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        const uint8_t *p =
            is_word(s, at[i]) ? quick(m, s, &w, at[i], 4 * span, SIM_READ, i, comps == span) : NULL;
        if (p) {
            for (unsigned c = 0; c < span; c++)
                data[c][i] = load32(p + 4 * c);
            continue;
        }
        uint32_t lane[4];
        if (!read_dwords(m, s, at[i], on, i, lane))
            return false;
        for (unsigned c = 0; c < span; c++)
            data[c][i] = lane[c];
    }
    uint8_t *dst = m->dst;
    const uint32_t all = UINT32_MAX >> (SIM_MAX_CHANNELS - slots);
    for (unsigned c = 0; c < span; c++) {
        if (!(on >> c & 1))
            continue;
        if (mask == all)
            memcpy(dst, data[c], slots * 4);
        else
            for (uint32_t live = mask; live; live &= live - 1) {
                unsigned i = (unsigned)__builtin_ctz(live);
                memcpy(dst + 4 * i, &data[c][i], 4);
            }
        dst += per * SIM_GRF_BYTES;
    }
    return true;
}

static bool untyped_write(struct sim_msg *m, const struct sim_space *s)
{
    const unsigned on = m->send->on, comps = m->send->count, per = m->send->slots / 8;
    const unsigned first = m->header, regs = address_regs(m, s);
    unsigned span = on ? 32 - (unsigned)__builtin_clz(on) : 0;
    const uint8_t *addr = sim_msg_payload(m, first, regs);
    const uint8_t *data = addr ? sim_msg_data(m, first + regs, comps * per) : NULL;
    uint64_t at[SIM_MAX_CHANNELS];
    struct window w = {0};
    struct sim_space words;
    bool ok = true;
    if (m->send->low)
        s = sim_space_words(s, &words);
    if (!data || !dword_offsets(m, s, addr, at))
        return false;
    for (uint32_t live = slot_mask(m); live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live), k = 0;
        const bool word = is_word(s, at[i]);
        uint8_t *quickly = word ? quick(m, s, &w, at[i], 4 * span, SIM_WRITE, i, comps == span) : NULL;
        for (unsigned c = 0; c < span; c++) {
            if (!(on >> c & 1))
                continue;
            const uint32_t value = sim_msg_u32(data + k++ * per * SIM_GRF_BYTES, i);
            if (!word) {
                if (!sim_mem_write(m, s, at[i] + 4 * c, &value, 4, 4, (int)i))
                    return false;
                continue;
            }
            uint8_t *p =
                quickly ? quickly + 4 * c : sim_mem_ptr(m, s, at[i] + 4 * c, 4, SIM_WRITE, (int)i, &ok);
            if (!ok)
                return false;
            if (p)
                store32(p, value);
        }
    }
    return true;
}

bool sim_untyped(struct sim_msg *m, const struct sim_space *s)
{
    return m->send->write ? untyped_write(m, s) : untyped_read(m, s);
}

// ---- scattered

// Where element `e` of channel `i` lies in the data payload: dwords and qwords have registers of their own
// per element.
static unsigned element_at(unsigned slots, unsigned bytes, unsigned e, unsigned i)
{
    return e * slots * bytes + i * bytes;
}

// Bytes that share a channel's place; words have a dword each.
static unsigned packed_bytes(unsigned bytes, unsigned elems)
{
    return bytes == 1 && elems == 8 ? 8 : 4;
}

static unsigned data_regs(unsigned slots, unsigned bytes, unsigned elems)
{
    unsigned lane = bytes <= 2 ? packed_bytes(bytes, elems) : bytes * elems;
    return lane * slots / SIM_GRF_BYTES;
}

static bool element_offset(struct sim_msg *m, const struct sim_space *s, const uint8_t *addr, unsigned i,
                           uint64_t *at)
{
    if (!sim_slot_offset(m, s, addr, i, at))
        return false;
    *at = *at * m->send->unit & ~(uint64_t)m->send->low;
    return true;
}

static bool scattered_read(struct sim_msg *m, const struct sim_space *s)
{
    const unsigned slots = m->send->slots, bytes = m->send->bytes, elems = m->send->count;
    const uint8_t *addr = sim_msg_payload(m, m->header, address_regs(m, s));
    if (!addr)
        return false;
    const unsigned packed = packed_bytes(bytes, elems);
    unsigned lane_bytes = bytes * elems < 4 ? 4 : bytes * elems;
    if (!m->dst)
        return true;
    if (m->rlen < data_regs(slots, bytes, elems))
        return sim_msg_illegal(m, "the response is too short");
    const uint32_t mask = sim_msg_slots(m);
    uint8_t data[SIM_MAX_CHANNELS][64];
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint64_t at;
        memset(data[i], 0, lane_bytes);
        if (!element_offset(m, s, addr, i, &at) ||
            !sim_mem_read(m, s, at, data[i], bytes * elems, bytes, (int)i))
            return false;
    }
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        if (bytes <= 2)
            memcpy(m->dst + packed * i, data[i], packed);
        else
            for (unsigned e = 0; e < elems; e++)
                memcpy(m->dst + element_at(slots, bytes, e, i), data[i] + e * bytes, bytes);
    }
    return true;
}

static bool scattered_write(struct sim_msg *m, const struct sim_space *s)
{
    const unsigned slots = m->send->slots, bytes = m->send->bytes, elems = m->send->count;
    const unsigned first = m->header, regs = address_regs(m, s);
    const unsigned packed = packed_bytes(bytes, elems);
    const uint8_t *addr = sim_msg_payload(m, first, regs);
    const uint8_t *data = addr ? sim_msg_data(m, first + regs, data_regs(slots, bytes, elems)) : NULL;
    if (!data)
        return false;
    for (uint32_t live = sim_msg_slots(m); live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint8_t lane[64];
        uint64_t at;
        if (bytes <= 2)
            memcpy(lane, data + packed * i, packed);
        else
            for (unsigned e = 0; e < elems; e++)
                memcpy(lane + e * bytes, data + element_at(slots, bytes, e, i), bytes);
        if (!element_offset(m, s, addr, i, &at) ||
            !sim_mem_write(m, s, at, lane, bytes * elems, bytes, (int)i))
            return false;
    }
    return true;
}

bool sim_scattered(struct sim_msg *m, const struct sim_space *s)
{
    return m->send->write ? scattered_write(m, s) : scattered_read(m, s);
}
