// Untyped and A64 atomics. On global memory they are atomics of the host, so that thread groups on different
// host threads see each other; a misaligned address is aligned down as the data port does. Source: PRM KBL
// vol2d MDC_AOP1/2/3, MDC_FOP2/3, MDP_AOP8_*, MDP_AOP16_*.
#include <math.h>

#include "sim/ports/dataport.h"

enum {
    AOP_AND = 1,
    AOP_OR,
    AOP_XOR,
    AOP_MOV,
    AOP_INC,
    AOP_DEC,
    AOP_ADD,
    AOP_SUB,
    AOP_REVSUB,
    AOP_IMAX,
    AOP_IMIN,
    AOP_UMAX,
    AOP_UMIN,
    AOP_CMPWR,
    AOP_PREDEC,
};
enum { FOP_MAX = 1, FOP_MIN, FOP_CMPWR, FOP_ADD };

static uint64_t int_result(unsigned op, bool wide, uint64_t old, uint64_t a, uint64_t b)
{
    int64_t so = wide ? (int64_t)old : (int32_t)old, sa = wide ? (int64_t)a : (int32_t)a;
    switch (op) {
    case AOP_AND:
        return old & a;
    case AOP_OR:
        return old | a;
    case AOP_XOR:
        return old ^ a;
    case AOP_MOV:
        return a;
    case AOP_INC:
        return old + 1;
    case AOP_DEC:
    case AOP_PREDEC:
        return old - 1;
    case AOP_ADD:
        return old + a;
    case AOP_SUB:
        return old - a;
    case AOP_REVSUB:
        return a - old;
    case AOP_IMAX:
        return so > sa ? old : a;
    case AOP_IMIN:
        return so < sa ? old : a;
    case AOP_UMAX:
        return old > a ? old : a;
    case AOP_UMIN:
        return old < a ? old : a;
    default: // AOP_CMPWR: the first operand is compared
        return old == a ? b : old;
    }
}

static uint32_t float_result(unsigned op, uint32_t old, uint32_t a, uint32_t b)
{
    float fo, fa;
    memcpy(&fo, &old, 4);
    memcpy(&fa, &a, 4);
    switch (op) {
    case FOP_MAX:
        return isnan(fo) || fa > fo ? a : old;
    case FOP_MIN:
        return isnan(fo) || fa < fo ? a : old;
    case FOP_CMPWR:
        return fo == fa ? b : old;
    default: {
        float s = fo + fa;
        uint32_t r;
        memcpy(&r, &s, 4);
        return r;
    }
    }
}

// Performs one atomic; returns what the message returns.
static uint64_t perform(uint8_t *p, unsigned op, bool is_float, bool wide, uint64_t a, uint64_t b)
{
    if (wide) {
        uint64_t *q = (uint64_t *)(void *)p, old = __atomic_load_n(q, __ATOMIC_RELAXED), now;
        do
            now = int_result(op, true, old, a, b);
        while (!__atomic_compare_exchange_n(q, &old, now, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
        return op == AOP_PREDEC ? now : old;
    }
    uint32_t *q = (uint32_t *)(void *)p, old = __atomic_load_n(q, __ATOMIC_RELAXED), now;
    if (!is_float && op == AOP_ADD)
        return __atomic_fetch_add(q, (uint32_t)a, __ATOMIC_SEQ_CST);
    do
        now = is_float ? float_result(op, old, (uint32_t)a, (uint32_t)b)
                       : (uint32_t)int_result(op, false, old, a, b);
    while (!__atomic_compare_exchange_n(q, &old, now, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return !is_float && op == AOP_PREDEC ? now : old;
}

static unsigned operands(unsigned op, bool is_float)
{
    if (is_float)
        return op == FOP_CMPWR ? 2 : 1;
    return op == AOP_INC || op == AOP_DEC || op == AOP_PREDEC ? 0 : op == AOP_CMPWR ? 2 : 1;
}

bool sim_atomic(struct sim_msg *m, const struct sim_space *s)
{
    const unsigned first = m->header, slots = m->send->slots, op = m->send->op, bytes = m->send->bytes;
    const bool is_float = m->send->is_float, wide = bytes == 8;
    unsigned n = operands(op, is_float), per = slots * bytes / SIM_GRF_BYTES;
    unsigned addr_regs = (sim_msg_is_a64(m) ? 2 : sim_space_dims(s)) * slots / 8;
    const uint8_t *addr = sim_msg_payload(m, first, addr_regs), *data = addr;
    if (addr && n)
        data = sim_msg_data(m, first + addr_regs, n * per);
    if (!data)
        return false;
    struct sim_space words;
    s = sim_space_words(s, &words);
    m->atomic = true;
    const bool reply = m->send->reply;
    if (reply && m->dst && m->rlen < per)
        return sim_msg_illegal(m, "the response is too short");
    uint32_t mask = sim_msg_slots(m);
    if (m->send->masked)
        mask &= sim_msg_u32(m->src0, 7) & 0xffff;
    uint64_t result[SIM_MAX_CHANNELS];
    for (uint32_t live = mask; live; live &= live - 1) {
        unsigned i = (unsigned)__builtin_ctz(live);
        uint64_t at, a = 0, b = 0;
        bool ok = sim_slot_offset(m, s, addr, i, &at);
        if (n > 0)
            memcpy(&a, data + i * bytes, bytes);
        if (n > 1)
            memcpy(&b, data + per * SIM_GRF_BYTES + i * bytes, bytes);
        m->atomic_load = !is_float && op == AOP_OR && !a; // that is how one is made
        uint8_t *p = sim_mem_ptr(m, s, at & ~(uint64_t)m->send->low, bytes, SIM_WRITE, (int)i, &ok);
        if (!ok)
            return false;
        if (p && m->shadow)
            result[i] = m->t->group->observer->shadow->atomic(m, p, bytes, a | b, i);
        else
            result[i] = p ? perform(p, op, is_float, wide, a, b) : 0;
    }
    if (reply && m->dst)
        for (uint32_t live = mask; live; live &= live - 1) {
            unsigned i = (unsigned)__builtin_ctz(live);
            memcpy(m->dst + i * bytes, &result[i], bytes);
        }
    return true;
}
