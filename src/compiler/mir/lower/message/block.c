// Dwords that lie together, for the thread: OWord blocks, packed into registers. Messages are the unaligned
// ones of data port 0, or for physical addresses of data port 1: PRM KBL vol2d MH_A32_GO, MH_A64_OWB.
//
// Dwords that make no block, but for some of another, are read by eight or sixteen lanes, a dword by each;
// the lanes after the last one read it again, and nothing after it. No program is known to read shared memory
// across two OWords by a block: what begins anywhere there is read by lanes, too.
#include "compiler/mir/lower/message/accesses.h"
#include "compiler/mir/ir/query.h"

enum { PACKED = 8 }; // numbers of a packed immediate

static bool is_block(unsigned dwords)
{
    return dwords >= 4 && !(dwords & (dwords - 1));
}

// Lanes of the message that reads so many dwords.
static unsigned lanes_for(const struct lower *l, unsigned dwords)
{
    return dwords <= access_lanes(l) ? access_lanes(l) : 2 * access_lanes(l);
}

// Numbers of eight lanes from the first one on, none above the last dword's: a packed immediate of numbers
// below 16.
static struct mir_operand lane_numbers(unsigned first, unsigned dwords)
{
    uint32_t packed = 0;
    for (unsigned k = 0; k < PACKED; k++)
        packed |= (first + k < dwords ? first + k : dwords - 1) << 4 * k;
    return mir_imm(EU_TYPE_UV, packed);
}

// 0, 4, 8, ...: where the dwords lie, one for each of the lanes, whatever the width is.
static struct mir_operand lane_dwords(struct lower *l, unsigned dwords)
{
    struct mir_operand *known = &l->lane_dwords[dwords];
    if (known->kind != MIR_OPK_NONE)
        return *known;
    const unsigned lanes = lanes_for(l, dwords), bytes = lanes * 2;
    const unsigned align = bytes < l->s->reg_bytes ? bytes : l->s->reg_bytes; // as packed immediates want
    struct mir_operand at = mir_vec(mir_vreg_new(l->s, MIR_GRF, bytes, align, true), 0, EU_TYPE_UW);
    for (unsigned n = 0; n < lanes; n += PACKED)
        mir_at_start(l->s, EU_OP_MOV, PACKED, mir_vec(at.vreg, n * 2, EU_TYPE_UW), lane_numbers(n, dwords));
    mir_at_start(l->s, EU_OP_SHL, lanes, at, at)->src[1] = mir_imm_uw(2);
    return *known = at;
}

// The addresses of the lanes: `by` for each and what `to` is besides.
static struct mir_operand add_to_lanes(struct lower *l, unsigned lanes, struct mir_operand to,
                                       struct mir_operand by)
{
    struct mir_operand sum = mir_packed(&l->m, lanes * 4, EU_TYPE_UD, true);
    mir_on_lanes(mir_op2(&l->m, EU_OP_ADD, sum, to, by), 0, lanes)->nomask = true;
    return sum;
}

static struct mir_operand read_by_lanes(struct lower *l, struct access_place p, unsigned dwords)
{
    const uint32_t after = l->access->parts->after;
    const unsigned lanes = lanes_for(l, dwords);
    bool same =
        after && l->run.b == l->b && l->run.dwords == dwords && mir_same_source(&l->run.address, &p.addr);
    if (!same) {
        l->run.b = l->b;
        l->run.address = p.addr;
        l->run.dwords = dwords;
        l->run.lanes = add_to_lanes(l, lanes, lane_dwords(l, dwords), p.addr);
    }
    p.addr = after ? add_to_lanes(l, lanes, l->run.lanes, mir_imm_ud(after)) : l->run.lanes;
    p.root = 0; // of more than a dword at one place
    struct access_message m = {.access = MIR_ACCESS_DWORDS,
                               .count = 1,
                               .width = lanes,
                               .once = true,
                               .mem = MIR_MEM_READ,
                               .dst = mir_packed(&l->m, lanes * 4, EU_TYPE_UD, true),
                               .dst_regs = access_regs(l, lanes, 4)};
    access_send(l, &p, &m);
    return m.dst;
}

void hdc_block(struct lower *l, const struct mir_inst *i)
{
    struct access_place p = access_place_of(l);
    if ((p.space == MIR_SPACE_SHARED && !i->parts->aligned) || !is_block(i->send.count)) {
        lower_result(l, 0, read_by_lanes(l, p, i->send.count));
        return;
    }
    p = access_add(l, p, i->parts->after);
    const enum eu_type type = p.a64 ? EU_TYPE_UQ : EU_TYPE_UD;
    const unsigned bytes = l->s->reg_bytes, regs = access_regs(l, i->send.count, 4);
    const bool uniform = l->s->vregs[mir_result(i, 0)->vreg].uniform;
    struct mir_operand header =
        mir_packed(&l->m, bytes, type, true); // the address is dword 2, or dwords 0 and 1
    mir_on_lanes(mir_mov(&l->m, header, p.addr), 0, bytes / eu_type_size(type))->nomask = true;
    p.addr = header;
    struct access_message m = {.access = MIR_ACCESS_BLOCK,
                               .count = i->send.count,
                               .width = access_lanes(l),
                               .once = true,
                               .header = true,
                               .mem = MIR_MEM_READ,
                               .dst = mir_packed(&l->m, regs * bytes, EU_TYPE_UD, uniform),
                               .dst_regs = regs};
    access_send(l, &p, &m);
    lower_result(l, 0, m.dst);
}
