// Private memory, by dword- and byte-scattered messages: a lane's dword d lies at dword d * simd + lane of
// the thread's scratch space, so that lanes that access the same place access one line.
#include "compiler/mir/lower/message/accesses.h"

static unsigned log2_simd(const struct lower *l)
{
    return (unsigned)__builtin_ctz(l->s->simd);
}

// Dword `extra` behind the address, in dwords: address / 4 * simd + lane, at `dst`.
static void private_dword(struct lower *l, struct mir_operand addr, unsigned extra, struct mir_operand dst)
{
    struct mir_operand lane = mir_lane_index(l->s);
    if (addr.kind == MIR_OPK_IMM) {
        mir_op2(&l->m, EU_OP_ADD, dst, lane, mir_imm_ud(((uint32_t)addr.imm / 4 + extra) * l->s->simd));
        return;
    }
    struct mir_operand t = mir_temp(&l->m, EU_TYPE_UD, !mir_is_scalar(&addr));
    mir_op2(&l->m, EU_OP_SHL, t, addr, mir_imm_ud(log2_simd(l) - 2));
    if (extra) {
        struct mir_operand u = mir_temp(&l->m, EU_TYPE_UD, !mir_is_scalar(&addr));
        mir_op2(&l->m, EU_OP_ADD, u, t, mir_imm_ud(extra * l->s->simd));
        t = u;
    }
    mir_op2(&l->m, EU_OP_ADD, dst, t, lane);
}

// In bytes: the two low bits stay.
static void private_byte(struct lower *l, struct mir_operand addr, unsigned extra, struct mir_operand dst)
{
    struct mir_operand lane4 = mir_temp(&l->m, EU_TYPE_UD, true);
    mir_op2(&l->m, EU_OP_SHL, lane4, mir_lane_index(l->s), mir_imm_ud(2));
    if (addr.kind == MIR_OPK_IMM) {
        uint32_t at = (uint32_t)addr.imm + extra;
        mir_op2(&l->m, EU_OP_ADD, dst, lane4, mir_imm_ud((at & ~3u) * l->s->simd + (at & 3)));
        return;
    }
    bool vec = !mir_is_scalar(&addr);
    struct mir_operand a = addr, hi = mir_temp(&l->m, EU_TYPE_UD, vec), lo = mir_temp(&l->m, EU_TYPE_UD, vec);
    if (extra) {
        a = mir_temp(&l->m, EU_TYPE_UD, vec);
        mir_op2(&l->m, EU_OP_ADD, a, addr, mir_imm_ud(extra));
    }
    mir_op2(&l->m, EU_OP_AND, hi, a, mir_imm_ud(~3u));
    mir_op2(&l->m, EU_OP_SHL, hi, hi, mir_imm_ud(log2_simd(l)));
    mir_op2(&l->m, EU_OP_AND, lo, a, mir_imm_ud(3));
    mir_op2(&l->m, EU_OP_OR, hi, hi, lo);
    mir_op2(&l->m, EU_OP_ADD, dst, lane4, hi);
}

static struct access_message message(const struct lower *l, unsigned bytes, bool dword, enum mir_mem mem)
{
    return (struct access_message){.access = dword ? MIR_ACCESS_SLOT : MIR_ACCESS_ELEMENT,
                                   .bytes = dword ? 0 : (uint8_t)bytes,
                                   .width = access_width(l),
                                   .mem = mem};
}

static void address(struct lower *l, const struct access_place *p, unsigned at, bool dword,
                    struct mir_operand to)
{
    if (dword)
        private_dword(l, p->addr, at / 4, to);
    else
        private_byte(l, p->addr, at, to);
}

struct mir_operand access_read_private(struct lower *l, const struct access_place *p, unsigned at,
                                       unsigned bytes, bool dword)
{
    struct access_message m = message(l, bytes, dword, MIR_MEM_READ);
    struct access_place part = *p;
    part.at += at;
    part.addr = mir_temp(&l->m, EU_TYPE_UD, true);
    address(l, p, at, dword, part.addr);
    return access_read_lanes(l, &part, m);
}

void access_write_private(struct lower *l, const struct access_place *p, unsigned at, unsigned bytes,
                          bool dword, struct mir_operand data)
{
    struct access_message m = message(l, bytes, dword, MIR_MEM_WRITE);
    const unsigned width = m.width;
    const bool in_place = width == l->s->simd; // the address where the message wants it
    struct mir_operand addr = mir_temp(&l->m, EU_TYPE_UD, true);
    if (in_place)
        addr = mir_packed(&l->m, width * 8, EU_TYPE_UD, false);
    address(l, p, at, dword, addr);
    m.data_regs = access_regs(l, width, 4);
    for (unsigned lane = m.lane = 0; lane < l->s->simd; m.lane = lane += width) { // address and data together
        struct access_place part = *p;
        part.at += at;
        part.addr = addr;
        if (!in_place) {
            part.addr = mir_packed(&l->m, width * 8, EU_TYPE_UD, false);
            mir_on_lanes(mir_mov(&l->m, part.addr, mir_lanes(addr, lane)), lane, width);
        }
        struct mir_operand d = mir_vec(part.addr.vreg, width * 4, EU_TYPE_UD), from = mir_lanes(data, lane);
        mir_on_lanes(mir_mov(&l->m, mir_retype(d, from.type == EU_TYPE_F ? EU_TYPE_F : EU_TYPE_UD), from),
                     lane, width);
        part.addr.offset -=
            lane * 4; // access_send moves the address on by the lane, but it begins at this one
        access_send(l, &part, &m);
    }
}
