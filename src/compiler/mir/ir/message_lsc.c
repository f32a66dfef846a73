// Descriptors of Gen12.5's load-store units (isa/table/msgs.def). Source: Mesa 25.0.7 brw_eu.h (lsc_msg_desc,
// lsc_bti_ex_desc, lsc_fence_msg_desc), brw_eu_defines.h, brw_lower_logical_sends.cpp, brw_fs_thread_payload
// and emit_cs_terminate (the gateway ends threads).
#include "compiler/mir/ir/message_lsc.h"

#include "isa/table/msg.h"

enum { A32 = 2, A64 };
enum { D32 = 2, D64, D8_IN_32, D16_IN_32 };
enum { FLAT, BINDLESS, STATE, TABLE };
enum { TABLE_SHIFT = 24 };
enum { SCOPE_GROUP = 0, SCOPE_TILE = 2 };
enum { FLUSH_EVICT = 1, FLUSH_NOTHING = 6 }; // 0 would narrow the scope (Mesa brw_eu_emit.c, Wa_14012437816)

static uint32_t count_field(unsigned elements)
{
    return EU_DESC_PUT(LSC_COUNT, elements <= 4 ? elements - 1u : (unsigned)__builtin_ctz(elements) + 1u);
}

static bool writes(const struct mir_inst *i)
{
    return i->send.mem == MIR_MEM_WRITE;
}

// Which surface, and the extended descriptor's part of it.
static uint32_t surface(struct mir_inst *i)
{
    struct mir_send *m = &i->send;
    if (m->wide)
        return EU_DESC_PUT(LSC_ADDRESS_SIZE, A64);
    uint32_t kind = FLAT;
    if (m->space == MIR_SPACE_SCRATCH) {
        kind = STATE;
    } else if (m->space != MIR_SPACE_SHARED && i->src[2].kind == MIR_OPK_NONE) {
        kind = TABLE;
        m->ex_desc = (uint32_t)m->table << TABLE_SHIFT;
    } else if (m->space != MIR_SPACE_SHARED && m->surface != MIR_SURFACE_EITHER) { // else src[2] says
        kind = m->surface == MIR_SURFACE_HANDLE ? BINDLESS : TABLE;
    }
    return EU_DESC_PUT(LSC_ADDRESS_SIZE, A32) | EU_DESC_PUT(LSC_SURFACE, kind);
}

static uint32_t data_field(unsigned bytes)
{
    return EU_DESC_PUT(LSC_DATA_SIZE, bytes == 1 ? D8_IN_32 : bytes == 2 ? D16_IN_32 : D32);
}

// Of 64 elements at most.
static uint32_t block(unsigned dwords)
{
    enum { MOST = 64 };
    const bool pairs = dwords > MOST;
    return EU_DESC_PUT(LSC_DATA_SIZE, pairs ? D64 : D32) | count_field(pairs ? dwords / 2 : dwords) |
           EU_DESC_PUT(LSC_TRANSPOSE, 1);
}

// By the numbers of the data ports' atomics (PRM KBL vol2d MDC_AOP, MDC_FOP).
static enum eu_msg atomic(const struct mir_send *m)
{
    static const uint8_t integers[16] = {
        [1] = EU_MSG_LSC_ATOMIC_AND,     [2] = EU_MSG_LSC_ATOMIC_OR,    [3] = EU_MSG_LSC_ATOMIC_XOR,
        [4] = EU_MSG_LSC_ATOMIC_STORE,   [5] = EU_MSG_LSC_ATOMIC_INC,   [6] = EU_MSG_LSC_ATOMIC_DEC,
        [7] = EU_MSG_LSC_ATOMIC_ADD,     [8] = EU_MSG_LSC_ATOMIC_SUB,   [10] = EU_MSG_LSC_ATOMIC_MAX,
        [11] = EU_MSG_LSC_ATOMIC_MIN,    [12] = EU_MSG_LSC_ATOMIC_UMAX, [13] = EU_MSG_LSC_ATOMIC_UMIN,
        [14] = EU_MSG_LSC_ATOMIC_CMPXCHG};
    static const uint8_t floats[16] = {[1] = EU_MSG_LSC_ATOMIC_FMAX,
                                       [2] = EU_MSG_LSC_ATOMIC_FMIN,
                                       [3] = EU_MSG_LSC_ATOMIC_FCMPXCHG,
                                       [4] = EU_MSG_LSC_ATOMIC_FADD};
    const uint8_t msg = m->op < 16 ? (m->real ? floats : integers)[m->op] : 0;
    return msg ? (enum eu_msg)msg : EU_MSG_COUNT;
}

// Texels: components from the first one on, or an atomic.
static uint32_t texel(struct mir_inst *i, enum eu_msg *msg)
{
    *msg = writes(i) ? EU_MSG_LSC_STORE_MASK : EU_MSG_LSC_LOAD_MASK;
    if (i->send.mem == MIR_MEM_ATOMIC)
        *msg = atomic(&i->send);
    return surface(i) | EU_DESC_PUT(LSC_DATA_SIZE, D32) |
           (i->send.mem == MIR_MEM_ATOMIC ? 0 : EU_DESC_PUT(LSC_MASK, (1u << i->send.count) - 1));
}

// Of blocks moved for the thread, all registers of the payload.
static uint32_t spill(struct mir_inst *i)
{
    const unsigned regs = writes(i) ? i->send.ex_mlen : i->send.rlen;
    return block(regs * i->reg_bytes / 4) | surface(i);
}

static uint32_t fields(const struct kiln_target *t, struct mir_inst *i, enum eu_msg *msg)
{
    const struct mir_send *m = &i->send;
    *msg = writes(i) ? EU_MSG_LSC_STORE : EU_MSG_LSC_LOAD;
    switch (m->access) {
    case MIR_ACCESS_DWORDS:
        return surface(i) | data_field(4) | count_field(m->count);
    case MIR_ACCESS_ELEMENT:
        return surface(i) | data_field(m->bytes);
    case MIR_ACCESS_BLOCK:
        return surface(i) | block(m->count);
    case MIR_ACCESS_SPILL:
        return spill(i);
    case MIR_ACCESS_ATOMIC:
        *msg = atomic(m);
        return surface(i) | EU_DESC_PUT(LSC_DATA_SIZE, m->qword ? D64 : D32);
    case MIR_ACCESS_TEXEL:
        if (!kiln_target_has_lsc_texels(t)) {
            *msg = EU_MSG_COUNT; // data port 1's
            return 0;
        }
        return texel(i, msg);
    case MIR_ACCESS_FENCE:
        *msg = EU_MSG_LSC_FENCE;
        return EU_DESC_PUT(LSC_ADDRESS_SIZE, A32) |
               (m->space == MIR_SPACE_SHARED
                    ? EU_DESC_PUT(LSC_FENCE_SCOPE, SCOPE_GROUP)
                    : EU_DESC_PUT(LSC_FENCE_SCOPE, SCOPE_TILE) | EU_DESC_PUT(LSC_FENCE_FLUSH, FLUSH_EVICT));
    case MIR_ACCESS_DRAIN:
        *msg = EU_MSG_LSC_FENCE;
        return EU_DESC_PUT(LSC_ADDRESS_SIZE, A32) | EU_DESC_PUT(LSC_FENCE_SCOPE, SCOPE_TILE) |
               EU_DESC_PUT(LSC_FENCE_FLUSH, FLUSH_NOTHING);
    case MIR_ACCESS_END:
        *msg = EU_MSG_GATEWAY_OPEN;
        return 0;
    default:
        *msg = EU_MSG_COUNT;
        return 0;
    }
}

static uint8_t unit(const struct mir_send *m)
{
    if (m->access == MIR_ACCESS_END)
        return EU_SFID_GATEWAY;
    if (m->space == MIR_SPACE_SHARED)
        return EU_SFID_SLM;
    return (m->access == MIR_ACCESS_FENCE && m->space == MIR_SPACE_SURFACE) || m->access == MIR_ACCESS_TEXEL
               ? EU_SFID_TGM
               : EU_SFID_UGM;
}

bool mir_lsc_message(const struct kiln_target *t, struct mir_inst *i)
{
    struct mir_send *m = &i->send;
    enum eu_msg msg;
    const uint32_t desc = fields(t, i, &msg);
    if (msg == EU_MSG_COUNT)
        return false;
    m->sfid = unit(m);
    m->desc = eu_msg_desc(msg) | desc;
    m->access = MIR_ACCESS_NONE;
    return true;
}
