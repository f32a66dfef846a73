// Messages of the data ports up to Gen12 decoded: data cache 0 and 1, constant cache. See thread/send.h.
// Source: PRM KBL vol2d MDC_*, MH_*; Mesa brw_eu.h brw_dp_*_desc.
#include "sim/eu/send.h"

#include "hw/target.h"
#include "isa/table/msg.h"

static void illegal(struct sim_send *s, const char *why)
{
    sim_send_refuse(s, SIM_SEND_ILLEGAL, why);
}

// Bytes of an OWord block by its size field; 1: one OWord in the register's upper half.
static void oword_block(struct sim_send *s, unsigned size)
{
    static const uint8_t bytes[8] = {16, 16, 32, 64, 128, 0, 0, 0};
    s->kind = SIM_SEND_BLOCK;
    s->block = bytes[size];
    s->half = size == 1 ? 16 : 0;
    if (!s->block)
        illegal(s, "reserved OWord block size");
}

// Bytes share the channel's dword, or quadword where there are eight of them (Gen8).
static void scattered(struct sim_send *s, const struct kiln_target *target, unsigned slots, unsigned bytes,
                      unsigned count)
{
    s->kind = SIM_SEND_SCATTERED;
    s->slots = (uint8_t)slots;
    s->bytes = (uint8_t)bytes;
    s->count = (uint8_t)count;
    if (bytes == 1 && count > 4 && !kiln_target_has_byte_octets(target))
        illegal(s, "more than four bytes a channel");
}

static void untyped(struct sim_send *s, uint32_t desc)
{
    static const uint8_t slots[4] = {2, 16, 8, 2};
    s->slots = slots[EU_DESC_GET(desc, UNTYPED_SIMD)];
    s->kind = s->slots == 2 ? SIM_SEND_UNTYPED_4X2 : SIM_SEND_UNTYPED;
    s->on = ~EU_DESC_GET(desc, UNTYPED_MASK) & 15;
    s->count = (uint8_t)__builtin_popcount(s->on);
    s->bytes = 4;
    s->low = 3;
    s->masked = s->header; // the pixel mask of a header; only messages to data port 1 have one
}

static void atomic(struct sim_send *s, unsigned slots, unsigned op, unsigned bytes, bool is_float, bool reply)
{
    enum { AOP_CMPWR_2W = 0, FOP_FIRST = 1, FOP_LAST = 4 };
    s->kind = SIM_SEND_ATOMIC;
    s->write = s->masked = true;
    s->masked = s->header;
    s->slots = (uint8_t)slots;
    s->op = (uint8_t)op;
    s->bytes = (uint8_t)bytes;
    s->low = (uint8_t)(bytes - 1);
    s->is_float = is_float;
    s->reply = reply;
    if (is_float && (op < FOP_FIRST || op > FOP_LAST))
        illegal(s, "reserved float atomic");
    if (!is_float && op == AOP_CMPWR_2W)
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "double-width compare and write");
}

// Scratch blocks: registers to and from the thread's scratch space, whose base is in the header.
static void scratch(struct sim_send *s, const struct kiln_target *target, uint32_t desc)
{
    static const uint8_t few[4] = {1, 2, 0, 4};
    const unsigned size = EU_DESC_GET(desc, SCRATCH_SIZE),
                   regs = kiln_target_has_scratch_exponent(target) ? 1u << size : few[size];
    s->kind = SIM_SEND_SCRATCH;
    s->space = SIM_SEND_STATELESS;
    s->index = EU_BTI_STATELESS;
    s->write = EU_DESC_GET(desc, SCRATCH_WRITE);
    s->by_oword = !EU_DESC_GET(desc, SCRATCH_DWORD);
    s->block = (uint16_t)(SIM_GRF_BYTES * regs);
    s->offset = EU_DESC_GET(desc, SCRATCH_OFFSET) * SIM_GRF_BYTES;
    if (!s->header)
        illegal(s, "scratch block message without a header");
    else if (!regs)
        illegal(s, "reserved scratch block size");
}

static void data_port_0(struct sim_send *s, const struct kiln_target *target, uint32_t desc, uint32_t ex_desc)
{
    static const uint8_t bytes[4] = {1, 2, 4, 0}, owords[8] = {1, 0, 4, 0, 0, 0, 0, 0};
    unsigned slots = EU_DESC_GET(desc, SCATTERED_16) ? 16 : 8;
    s->number = (uint8_t)EU_DESC_GET(desc, DP0_TYPE);
    sim_send_address(s, desc, ex_desc);
    switch (s->number) {
    case EU_MSG_NO_DC0_FENCE:
        s->kind = SIM_SEND_FENCE;
        break;
    case EU_MSG_NO_DC0_OWORD_READ:
    case EU_MSG_NO_DC0_OWORD_WRITE:
    case EU_MSG_NO_DC0_OWORD_UNALIGNED_READ:
        // The offset counts OWords, or bytes (dword aligned) if unaligned. Mesa and IGC pass OWords.
        s->write = s->number == EU_MSG_NO_DC0_OWORD_WRITE;
        s->unit = s->number == EU_MSG_NO_DC0_OWORD_UNALIGNED_READ ? 1 : 16;
        s->low = s->unit == 1 ? 3 : 0;
        oword_block(s, EU_DESC_GET(desc, OWORD_SIZE));
        if (!s->header)
            illegal(s, "OWord block message without a header");
        break;
    case EU_MSG_NO_DC0_OWORD_DUAL_READ:
    case EU_MSG_NO_DC0_OWORD_DUAL_WRITE:
        s->kind = SIM_SEND_DUAL_BLOCK;
        s->write = s->number == EU_MSG_NO_DC0_OWORD_DUAL_WRITE;
        s->unit = 16;
        s->block = owords[EU_DESC_GET(desc, DP_CONTROL) & 7];
        if (!s->block)
            illegal(s, "reserved dual OWord block size");
        break;
    case EU_MSG_NO_DC0_DWORD_READ:
    case EU_MSG_NO_DC0_DWORD_WRITE:
        s->write = s->number == EU_MSG_NO_DC0_DWORD_WRITE;
        s->unit = 4;
        scattered(s, target, slots, 4, 1);
        break;
    case EU_MSG_NO_DC0_BYTE_READ:
    case EU_MSG_NO_DC0_BYTE_WRITE:
        s->write = s->number == EU_MSG_NO_DC0_BYTE_WRITE;
        scattered(s, target, slots, bytes[EU_DESC_GET(desc, BYTE_SIZE)], 1);
        if (!s->bytes)
            illegal(s, "reserved data size");
        break;
    default:
        illegal(s, "reserved data port 0 message type");
        break;
    }
}

static void a64_scattered(struct sim_send *s, const struct kiln_target *target, uint32_t desc)
{
    static const uint8_t size[4] = {1, 4, 8, 0};
    unsigned bytes = size[EU_DESC_GET(desc, A64_SCATTERED_SIZE)];
    scattered(s, target, EU_DESC_GET(desc, A64_SCATTERED_16) ? 16 : 8, bytes,
              1u << EU_DESC_GET(desc, A64_SCATTERED_COUNT));
    s->low = bytes >= 4 ? (uint8_t)(bytes - 1) : 0;
    if (!bytes)
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "A64 HWord scattered message");
}

// Kinds: 0 OWord aligned, 1 OWord unaligned, 2 dual OWord, 3 HWord.
static void a64_block(struct sim_send *s, uint32_t desc)
{
    static const uint16_t hwords[8] = {0, 1, 2, 4, 8, 0, 0, 0};
    static const uint8_t low[4] = {15, 3, 0, 31};
    unsigned kind = EU_DESC_GET(desc, A64_BLOCK_KIND), size = EU_DESC_GET(desc, OWORD_SIZE);
    s->low = low[kind];
    if (kind == 2) {
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "A64 dual OWord block message");
    } else if (kind == 3) {
        s->kind = SIM_SEND_BLOCK;
        s->block = hwords[size] * SIM_GRF_BYTES;
        if (!s->block)
            illegal(s, "reserved HWord block size");
    } else {
        oword_block(s, size);
        if (kind == 1 && s->write)
            illegal(s, "unaligned A64 block write");
    }
}

// False: it is none of those at addresses of 64 bits.
static bool a64(struct sim_send *s, const struct kiln_target *target, uint32_t desc)
{
    bool reply = EU_DESC_GET(desc, ATOMIC_RETURN);
    switch (s->number) {
    case EU_MSG_NO_DC1_A64_SCATTERED_READ:
    case EU_MSG_NO_DC1_A64_SCATTERED_WRITE:
        s->write = s->number == EU_MSG_NO_DC1_A64_SCATTERED_WRITE;
        a64_scattered(s, target, desc);
        break;
    case EU_MSG_NO_DC1_A64_UNTYPED_READ:
    case EU_MSG_NO_DC1_A64_UNTYPED_WRITE:
        s->write = s->number == EU_MSG_NO_DC1_A64_UNTYPED_WRITE;
        untyped(s, desc);
        break;
    case EU_MSG_NO_DC1_A64_ATOMIC:
        atomic(s, 8, EU_DESC_GET(desc, ATOMIC_OP), EU_DESC_GET(desc, ATOMIC_QWORD) ? 8 : 4, false, reply);
        break;
    case EU_MSG_NO_DC1_A64_ATOMIC_FLOAT:
        atomic(s, 8, EU_DESC_GET(desc, ATOMIC_FLOAT_OP), 4, true, reply);
        break;
    case EU_MSG_NO_DC1_A64_BLOCK_READ:
    case EU_MSG_NO_DC1_A64_BLOCK_WRITE:
        s->write = s->number == EU_MSG_NO_DC1_A64_BLOCK_WRITE;
        a64_block(s, desc);
        break;
    default:
        return false;
    }
    s->space = SIM_SEND_A64;
    return true;
}

static void typed(struct sim_send *s, uint32_t desc)
{
    unsigned group = EU_DESC_GET(desc, TYPED_SLOTS); // 0: SIMD4x2, 1: lower, 2: upper eight
    s->kind = SIM_SEND_TYPED;
    s->on = ~EU_DESC_GET(desc, TYPED_MASK) & 15;
    s->count = (uint8_t)__builtin_popcount(s->on);
    s->slots = group ? 8 : 2;
    s->upper = group == 2;
    s->masked = s->header;
    if (group == 3)
        illegal(s, "reserved slot group");
}

static void data_port_1(struct sim_send *s, const struct kiln_target *target, uint32_t desc, uint32_t ex_desc)
{
    unsigned slots = EU_DESC_GET(desc, ATOMIC_8) ? 8 : 16;
    bool reply = EU_DESC_GET(desc, ATOMIC_RETURN);
    s->number = (uint8_t)EU_DESC_GET(desc, DP1_TYPE);
    sim_send_address(s, desc, ex_desc);
    if (a64(s, target, desc))
        return;
    switch (s->number) {
    case EU_MSG_NO_DC1_UNTYPED_READ:
    case EU_MSG_NO_DC1_UNTYPED_WRITE:
        s->write = s->number == EU_MSG_NO_DC1_UNTYPED_WRITE;
        untyped(s, desc);
        break;
    case EU_MSG_NO_DC1_UNTYPED_ATOMIC:
        atomic(s, slots, EU_DESC_GET(desc, ATOMIC_OP), 4, false, reply);
        break;
    case EU_MSG_NO_DC1_UNTYPED_ATOMIC_FLOAT:
        atomic(s, slots, EU_DESC_GET(desc, ATOMIC_FLOAT_OP), 4, true, reply);
        break;
    case EU_MSG_NO_DC1_TYPED_READ:
    case EU_MSG_NO_DC1_TYPED_WRITE:
        s->write = s->number == EU_MSG_NO_DC1_TYPED_WRITE;
        typed(s, desc);
        break;
    case EU_MSG_NO_DC1_TYPED_ATOMIC:
        atomic(s, 8, EU_DESC_GET(desc, ATOMIC_OP), 4, false, reply);
        if (s->kind == SIM_SEND_ATOMIC)
            s->kind = SIM_SEND_TYPED_ATOMIC;
        s->upper = EU_DESC_GET(desc, TYPED_ATOMIC_UPPER);
        break;
    case EU_MSG_NO_DC1_MEDIA_READ:
    case EU_MSG_NO_DC1_MEDIA_WRITE:
        s->kind = SIM_SEND_MEDIA;
        s->write = s->number == EU_MSG_NO_DC1_MEDIA_WRITE;
        if (!s->header)
            illegal(s, "media block message without a header");
        break;
    case EU_MSG_NO_DC1_UNTYPED_ATOMIC_4X2:
    case EU_MSG_NO_DC1_TYPED_ATOMIC_4X2:
    case EU_MSG_NO_DC1_COUNTER:
    case EU_MSG_NO_DC1_COUNTER_4X2:
        sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, "SIMD4x2 or append counter atomic");
        break;
    default:
        illegal(s, "reserved data port 1 message type");
        break;
    }
}

void sim_send_decode_hdc(struct sim_send *s, const struct kiln_target *target, uint32_t desc,
                         uint32_t ex_desc)
{
    if (s->sfid == EU_SFID_DC1) {
        data_port_1(s, target, desc, ex_desc);
        return;
    }
    if (s->sfid == EU_SFID_DC0 && EU_DESC_GET(desc, SCRATCH)) {
        scratch(s, target, desc);
        return;
    }
    data_port_0(s, target, desc, ex_desc);
    if (s->sfid == EU_SFID_CONSTANT_CACHE && s->number != EU_MSG_NO_DC0_OWORD_READ &&
        s->number != EU_MSG_NO_DC0_OWORD_UNALIGNED_READ && s->number != EU_MSG_NO_DC0_OWORD_DUAL_READ &&
        s->number != EU_MSG_NO_DC0_DWORD_READ)
        illegal(s, "reserved constant cache message type");
}
