// Messages to the load-store units of Gen12.5 decoded (thread/send.h): loads and stores of each channel and
// of blocks, atomics, fences. What the data ports before them do with the same shapes is done by the same
// code (ports/).
//
// Source: Mesa 25.0.7 brw_eu_defines.h (lsc_opcode, lsc_addr_surface_type), brw_eu.h (lsc_msg_desc,
// lsc_bti_ex_desc, lsc_bss_ex_desc), brw_lower_logical_sends.cpp (operands of atomics, where the data lie),
// brw_compile_cs.cpp (flat addresses of 32 bits); IGA MessageDecoderLSC.cpp.
#include "sim/eu/send.h"

#include "isa/table/msg.h"
#include "util/math.h"

enum { FLAT, BINDLESS, STATE, TABLE };          // LSC_SURFACE
enum { STORE_UNCACHED = 1, STORE_UNCACHED_L3 }; // LSC_CACHE: not in the unit's own cache; L3 as well, or not
enum { TABLE_SHIFT = 24 };

static void unimplemented(struct sim_send *s, const char *why)
{
    sim_send_refuse(s, SIM_SEND_UNIMPLEMENTED, why);
}

// Beside the offset of a surface's state, which the instruction has in a register, its own extended
// descriptor has 17 bits: the low four in 15:12, the others in 31:19. Source: iga64 2.40's listing of IGC's
// code.
static int32_t offset_beside_state(uint32_t ex_desc)
{
    enum { HIGH_SHIFT = 19, LOW_SHIFT = 12, LOW_BITS = 4 };
    return ((int32_t)ex_desc >> HIGH_SHIFT) * (1 << LOW_BITS) +
           (int32_t)(ex_desc >> LOW_SHIFT & ((1u << LOW_BITS) - 1));
}

// What is added to all addresses: of 20 bits, 12 beside an index of the binding table, or 17 beside a state.
static void add_offset(struct sim_send *s, unsigned surface, uint32_t ex_desc)
{
    enum { SHIFT = 12, INDEX_BITS = 8, TABLE_OFFSET_SHIFT = 20 };
    if (surface == FLAT && !s->inst->ex_desc_in_reg)
        s->add = (int32_t)ex_desc >> SHIFT;
    else if (surface == TABLE)
        s->add = (int32_t)(ex_desc << INDEX_BITS) >> TABLE_OFFSET_SHIFT;
    else if (surface != FLAT && s->inst->ex_desc_in_reg)
        s->add = offset_beside_state(s->inst->ex_desc);
}

static void space(struct sim_send *s, const struct kiln_target *target, uint32_t desc, uint32_t ex_desc)
{
    const unsigned surface = EU_DESC_GET(desc, LSC_SURFACE), bits = eu_lsc_address_bits(desc);
    s->state = sim_send_is_offset(s->inst, target) ? ex_desc & ~63u : EU_DESC_GET(ex_desc, EX_HANDLE) << 6;
    if (kiln_target_has_lsc_offsets(target))
        add_offset(s, surface, ex_desc);
    s->index = EU_BTI_BINDLESS;
    if (s->sfid == EU_SFID_SLM) {
        s->space = SIM_SEND_SHARED;
        s->index = EU_BTI_SLM;
    } else if (surface == TABLE) {
        // IGC's kernels for Xe2 read their arguments by the stateless index, from the general state base.
        s->index = (uint8_t)(ex_desc >> TABLE_SHIFT);
        s->space = s->index == EU_BTI_STATELESS ? SIM_SEND_STATELESS : SIM_SEND_SURFACE;
    } else if (surface == FLAT) {
        s->space = bits == 64 ? SIM_SEND_A64 : SIM_SEND_STATELESS; // 32: from the general state base
        s->index = EU_BTI_STATELESS;
    } else {
        s->space = surface == BINDLESS ? SIM_SEND_BINDLESS : SIM_SEND_STATE;
    }
    const bool flat64 = s->sfid != EU_SFID_SLM && surface == FLAT && bits == 64;
    if (bits != 32 && !flat64)
        sim_send_refuse(s, SIM_SEND_ILLEGAL, "addresses of another size than the space's");
    else if (s->space == SIM_SEND_SURFACE && s->index >= EU_BTI_FIRST_RESERVED)
        s->space = SIM_SEND_RESERVED;
}

// Every channel at an address of its own: dwords as untyped messages move them, all else as scattered ones. A
// single element may begin at any byte. Source: Mesa 22.3.6 brw_lower_logical_sends.cpp
// (lower_lsc_varying_pull_constant_logical_send).
static void channels(struct sim_send *s, unsigned components)
{
    const unsigned bits = eu_lsc_memory_bits(s->desc);
    s->bytes = (uint8_t)(bits / 8);
    s->on = (uint8_t)components;
    s->count = (uint8_t)__builtin_popcount(components);
    s->low = s->count > 1 ? (uint8_t)(s->bytes - 1) : 0;
    s->kind = s->bytes == sizeof(uint32_t) ? SIM_SEND_UNTYPED : SIM_SEND_SCATTERED;
    if (!s->count)
        sim_send_refuse(s, SIM_SEND_ILLEGAL, "no component");
    else if (s->bytes < sizeof(uint32_t) && (s->count > 1 || eu_lsc_register_bits(s->desc) != 32))
        sim_send_refuse(s, SIM_SEND_ILLEGAL, "narrow elements that do not fill a dword each");
}

static void block(struct sim_send *s, enum eu_msg m)
{
    const unsigned bytes = eu_lsc_memory_bits(s->desc) / 8;
    s->kind = SIM_SEND_BLOCK;
    s->addressed = true;
    s->low = (uint8_t)(bytes - 1);
    s->block = (uint16_t)(bytes * eu_lsc_elements(m, s->desc));
    if (s->inst->exec_size != 1 || bytes < sizeof(uint32_t))
        sim_send_refuse(s, SIM_SEND_ILLEGAL, "a block of more than one channel, or of narrow elements");
}

// The numbers of the data ports' atomics (ports/atomic.c: MDC_AOP, MDC_FOP).
static void atomic(struct sim_send *s, enum eu_msg m)
{
    static const struct {
        uint8_t op;
        bool is_float;
    } ops[EU_MSG_COUNT] = {
        [EU_MSG_LSC_ATOMIC_AND] = {1},        [EU_MSG_LSC_ATOMIC_OR] = {2},
        [EU_MSG_LSC_ATOMIC_XOR] = {3},        [EU_MSG_LSC_ATOMIC_STORE] = {4},
        [EU_MSG_LSC_ATOMIC_INC] = {5},        [EU_MSG_LSC_ATOMIC_DEC] = {6},
        [EU_MSG_LSC_ATOMIC_ADD] = {7},        [EU_MSG_LSC_ATOMIC_SUB] = {8},
        [EU_MSG_LSC_ATOMIC_MAX] = {10},       [EU_MSG_LSC_ATOMIC_MIN] = {11},
        [EU_MSG_LSC_ATOMIC_UMAX] = {12},      [EU_MSG_LSC_ATOMIC_UMIN] = {13},
        [EU_MSG_LSC_ATOMIC_CMPXCHG] = {14},   [EU_MSG_LSC_ATOMIC_FMAX] = {1, true},
        [EU_MSG_LSC_ATOMIC_FMIN] = {2, true}, [EU_MSG_LSC_ATOMIC_FCMPXCHG] = {3, true},
        [EU_MSG_LSC_ATOMIC_FADD] = {4, true},
    };
    const unsigned bytes = eu_lsc_memory_bits(s->desc) / 8;
    s->kind = SIM_SEND_ATOMIC;
    s->write = true;
    s->op = ops[m].op;
    s->is_float = ops[m].is_float;
    s->bytes = (uint8_t)bytes;
    s->low = (uint8_t)(bytes - 1);
    s->reply = s->rlen && s->dst != SIM_SEND_NO_RESPONSE;
    if (bytes < sizeof(uint32_t) || (s->is_float && bytes != sizeof(uint32_t)))
        unimplemented(s, "an atomic of this size");
    else if (!s->op)
        unimplemented(s, "this atomic of the load-store unit");
}

// Texels, whose coordinates are words of the payload: U, V, R and the level.
static void texels(struct sim_send *s, enum eu_msg m)
{
    if (eu_msgs[m].does == EU_DOES_ATOMIC) {
        atomic(s, m);
        s->kind = s->kind == SIM_SEND_ATOMIC ? SIM_SEND_TYPED_ATOMIC : s->kind;
    } else if (m == EU_MSG_LSC_LOAD_MASK || m == EU_MSG_LSC_STORE_MASK) {
        s->kind = SIM_SEND_TYPED;
        s->on = (uint8_t)EU_DESC_GET(s->desc, LSC_MASK);
        s->count = (uint8_t)__builtin_popcount(s->on);
    } else {
        sim_send_refuse(s, SIM_SEND_ILLEGAL, "texels without a mask of components");
    }
}

// A rectangle of bytes of an image, as media blocks are. The descriptor says no size of addresses.
static void block2d(struct sim_send *s, const struct kiln_target *target, uint32_t desc, uint32_t ex_desc)
{
    enum { A32 = 2 };
    s->kind = SIM_SEND_MEDIA;
    if (s->sfid != EU_SFID_TGM)
        unimplemented(s, "2D blocks of untyped memory");
    else
        space(s, target, desc | EU_DESC_PUT(LSC_ADDRESS_SIZE, A32), ex_desc);
}

void sim_send_decode_lsc(struct sim_send *s, const struct kiln_target *target, uint32_t desc,
                         uint32_t ex_desc)
{
    const enum eu_msg m = eu_msg_find(target->isa, s->sfid, desc);
    s->number = (uint8_t)EU_DESC_GET(desc, LSC_OP);
    s->slots = (uint8_t)KILN_MAX(s->inst->exec_size, kiln_target_min_simd(target));
    s->header = false; // the bit is another field's
    if (m == EU_MSG_COUNT) {
        sim_send_refuse(s, SIM_SEND_ILLEGAL, "reserved message of the load-store unit");
        return;
    }
    if (m == EU_MSG_LSC_FENCE) {
        s->kind = SIM_SEND_FENCE;
        s->space = s->sfid == EU_SFID_SLM ? SIM_SEND_SHARED : SIM_SEND_A64;
        return;
    }
    const unsigned cache = EU_DESC_GET(desc, LSC_CACHE);
    s->write = eu_msgs[m].does == EU_DOES_WRITE;
    s->past_cache = s->write && (cache == STORE_UNCACHED || cache == STORE_UNCACHED_L3);
    if (m == EU_MSG_LSC_LOAD_BLOCK2D || m == EU_MSG_LSC_STORE_BLOCK2D) {
        block2d(s, target, desc, ex_desc);
        return;
    }
    if (!eu_lsc_memory_bits(desc) || s->inst->exec_size > kiln_target_lsc_channels(target))
        sim_send_refuse(s, SIM_SEND_ILLEGAL, "reserved data size, or too many channels");
    else if (s->sfid == EU_SFID_TGM && !kiln_target_has_lsc_texels(target))
        unimplemented(s, "texels by the load-store unit");
    else if (s->sfid == EU_SFID_TGM)
        texels(s, m);
    else if (eu_msgs[m].does == EU_DOES_ATOMIC)
        atomic(s, m);
    else if (m == EU_MSG_LSC_LOAD_MASK || m == EU_MSG_LSC_STORE_MASK)
        channels(s, EU_DESC_GET(desc, LSC_MASK));
    else if (EU_DESC_GET(desc, LSC_TRANSPOSE))
        block(s, m);
    else if (eu_lsc_elements(m, desc) > 4)
        sim_send_refuse(s, SIM_SEND_ILLEGAL, "more than four elements of each channel");
    else
        channels(s, (1u << eu_lsc_elements(m, desc)) - 1);
    if (s->kind != SIM_SEND_ILLEGAL && s->kind != SIM_SEND_UNIMPLEMENTED)
        space(s, target, desc, ex_desc);
}
