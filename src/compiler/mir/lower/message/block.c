// Dwords that lie together, for the thread: OWord blocks, packed into registers. Messages are the unaligned
// ones of data port 0, or for physical addresses of data port 1: PRM KBL vol2d MH_A32_GO, MH_A64_OWB.
//
// Nobody has read shared memory across two OWords by such a message: what begins anywhere there is read by
// eight lanes, a dword by each.
#include "compiler/mir/lower/message/accesses.h"
#include "compiler/mir/ir/query.h"

// 0, 4, 8, ...: where eight dwords lie, one for each of eight lanes, whatever the width is.
static struct mir_operand lane_dwords(struct lower *l)
{
    if (l->lane_dwords.kind != MIR_OPK_NONE)
        return l->lane_dwords;
    struct mir_operand at = mir_packed(&l->m, access_lanes(l) * 4, EU_TYPE_UD, true);
    mir_at_start(l->s, EU_OP_SHL, access_lanes(l), at, mir_lane_index(l->s))->src[1] = mir_imm_ud(2);
    return l->lane_dwords = at;
}

// The addresses of the lanes: `by` for each and what `to` is besides.
static struct mir_operand add_to_lanes(struct lower *l, struct mir_operand to, struct mir_operand by)
{
    struct mir_operand sum = mir_packed(&l->m, access_lanes(l) * 4, EU_TYPE_UD, true);
    mir_on_lanes(mir_op2(&l->m, EU_OP_ADD, sum, to, by), 0, access_lanes(l))->nomask = true;
    return sum;
}

static struct mir_operand read_by_lanes(struct lower *l, struct access_place p)
{
    const uint32_t after = l->access->parts->after;
    bool same = after && l->run.b == l->b && mir_same_source(&l->run.address, &p.addr);
    if (!same) {
        l->run.b = l->b;
        l->run.address = p.addr;
        struct mir_operand lanes = lane_dwords(l);
        l->run.lanes = add_to_lanes(l, lanes, p.addr);
    }
    p.addr = after ? add_to_lanes(l, l->run.lanes, mir_imm_ud(after)) : l->run.lanes;
    p.root = 0; // of more than a dword at one place
    struct access_message m = {.access = MIR_ACCESS_DWORDS,
                               .count = 1,
                               .width = access_lanes(l),
                               .once = true,
                               .mem = MIR_MEM_READ,
                               .dst = mir_packed(&l->m, access_lanes(l) * 4, EU_TYPE_UD, true),
                               .dst_regs = access_regs(l, access_lanes(l), 4)};
    access_send(l, &p, &m);
    return m.dst;
}

void hdc_block(struct lower *l, const struct mir_inst *i)
{
    struct access_place p = access_place_of(l);
    if (p.space == MIR_SPACE_SHARED && !i->parts->aligned) {
        lower_result(l, 0, read_by_lanes(l, p));
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
