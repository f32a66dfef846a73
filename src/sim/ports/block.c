// Block messages: one address, consecutive bytes. OWord blocks, dual OWord blocks, scratch (HWord) blocks.
//
// Writes and responses are masked per dword by the channel enables, sixteen channels at a time: dword d
// belongs to channel d mod 16 (mod 8 in a SIMD8 message). Source: PRM KBL vol2d MDC_DB_OW, MH_A32_HWB,
// MDC_CMODE; Mesa generate_scratch_write for the replication.
#include "sim/ports/dataport.h"

// Whether dword `d` of the data is enabled. `oword`: four at a time.
static bool enabled(const struct sim_msg *m, unsigned d, bool oword)
{
    unsigned n = m->u->n;
    if (n < 8)
        return m->mask != 0;
    unsigned ch = d & (n >= 16 ? 15 : 7);
    return oword ? m->mask >> (ch & ~3u) & 15 : m->mask >> ch & 1;
}

static bool all_enabled(const struct sim_msg *m)
{
    unsigned n = m->u->n >= 16 ? 16 : 8;
    uint32_t all = (1u << n) - 1;
    return m->u->n < 8 ? m->mask != 0 : (m->mask & all) == all;
}

static bool masked_read(struct sim_msg *m, const struct sim_space *s, uint64_t offset, uint8_t *dst,
                        unsigned bytes, bool oword)
{
    uint32_t data[128];
    if (!m->mask)
        return true;
    if (!sim_mem_read(m, s, offset, data, bytes, 4, -1))
        return false;
    if (all_enabled(m))
        memcpy(dst, data, bytes);
    else
        for (unsigned d = 0; d < bytes / 4; d++)
            if (enabled(m, d, oword))
                memcpy(dst + 4 * d, &data[d], 4);
    return true;
}

static bool masked_write(struct sim_msg *m, const struct sim_space *s, uint64_t offset, const uint8_t *data,
                         unsigned bytes, bool oword)
{
    if (!m->mask)
        return true;
    if (all_enabled(m))
        return sim_mem_write(m, s, offset, data, bytes, 4, -1);
    for (unsigned d = 0; d < bytes / 4; d++)
        if (enabled(m, d, oword) && !sim_mem_write(m, s, offset + 4 * d, data + 4 * d, 4, 4, -1))
            return false;
    return true;
}

bool sim_block(struct sim_msg *m, const struct sim_space *s)
{
    const struct sim_send *b = m->send;
    const uint8_t *header = sim_msg_payload(m, 0, 1);
    if (!header)
        return false;
    uint64_t at = sim_msg_is_a64(m) ? sim_msg_u64(header, 0) : sim_msg_u32(header, b->addressed ? 0 : 2);
    at = (at * b->unit + (uint64_t)(int64_t)b->add) & ~(uint64_t)b->low;
    if (b->write) {
        const unsigned first = m->t->program->target->grf_bytes / SIM_GRF_BYTES;
        const uint8_t *data = sim_msg_data(m, first, (b->block + SIM_GRF_BYTES - 1) / SIM_GRF_BYTES);
        return data && masked_write(m, s, at, data + b->half, b->block, false);
    }
    if (!m->dst)
        return true;
    if (m->rlen * SIM_GRF_BYTES < (unsigned)b->half + b->block)
        return sim_msg_illegal(m, "the response is too short");
    return masked_read(m, s, at, m->dst + b->half, b->block, false);
}

// Two blocks of one or four OWords; block 0 is in the lower halves of the registers, block 1 in the upper
// ones.
bool sim_dual_block(struct sim_msg *m, const struct sim_space *s)
{
    const unsigned owords = m->send->block, first = m->header;
    const bool write = m->send->write;
    const uint8_t *addr = sim_msg_payload(m, first, 1);
    uint8_t *data = write && addr ? sim_msg_data(m, first + 1, owords) : m->dst;
    if (!addr || (write && !data))
        return false;
    if (!write && (!m->dst || m->rlen < owords))
        return m->dst ? sim_msg_illegal(m, "the response is too short") : true;
    uint8_t out[4 * SIM_GRF_BYTES];
    for (unsigned b = 0; b < 2; b++) {
        uint64_t at = (uint64_t)sim_msg_u32(addr, 4 * b) * m->send->unit;
        if (m->u->n >= 8 && !(m->mask >> (4 * b) & 15))
            continue;
        for (unsigned k = 0; k < owords; k++) {
            uint8_t *p = (write ? data : out) + k * SIM_GRF_BYTES + b * 16;
            if (write ? !sim_mem_write(m, s, at + k * 16, p, 16, 4, -1)
                      : !sim_mem_read(m, s, at + k * 16, p, 16, 4, -1))
                return false;
            if (!write)
                memcpy(m->dst + k * SIM_GRF_BYTES + b * 16, p, 16);
        }
    }
    return true;
}

// Scratch blocks: registers to and from the thread's scratch space, whose base is in the header (a copy of
// r0).
bool sim_scratch_block(struct sim_msg *m, struct sim_space *s)
{
    const struct sim_send *b = m->send;
    const unsigned regs = b->block / SIM_GRF_BYTES;
    s->index = SIM_SPACE_SCRATCH;
    // Beyond: reads give zero, writes are dropped.
    s->size = (uint64_t)kiln_target_scratch_unit(m->t->program->target)
              << (sim_msg_u32(sim_msg_payload(m, 0, 1), 3) & 15);
    if (b->write) {
        const uint8_t *data = sim_msg_data(m, 1, regs);
        return data && masked_write(m, s, b->offset, data, b->block, b->by_oword);
    }
    if (!m->dst)
        return true;
    if (m->rlen < regs)
        return sim_msg_illegal(m, "the response is too short");
    return masked_read(m, s, b->offset, m->dst, b->block, b->by_oword);
}
