// Register addresses: operands that are where an index says. Lanes whose indices differ have one each, eight
// of them to an address register's vreg.
#include "compiler/isel/operand/ctx.h"

struct mir_inst *isel_on_lanes(struct mir_inst *i, unsigned lane, unsigned count)
{
    i->chan_offset = (uint8_t)lane;
    i->exec_size = (uint8_t)count;
    return i;
}

struct mir_operand isel_address_of(uint32_t vreg, uint32_t at)
{
    return (struct mir_operand){.kind = MIR_OPK_ADDROF, .type = EU_TYPE_UW, .vreg = vreg, .offset = at};
}

struct mir_operand isel_through(uint32_t vreg, uint32_t address)
{
    return (struct mir_operand){.kind = MIR_OPK_INDIRECT, .type = EU_TYPE_UD, .vreg = address, .base = vreg};
}

uint32_t isel_shared_address(struct isel_ctx *x, struct mir_operand by, struct mir_operand place)
{
    uint32_t a = mir_vreg_new(x->s, MIR_ADDR, 2, 2, true);
    isel_op2(x, EU_OP_ADD, mir_scalar(a, 0, EU_TYPE_UW), isel_retype(by, EU_TYPE_UW), place);
    return a;
}

uint32_t isel_lane_addresses(struct isel_ctx *x)
{
    return mir_vreg_new(x->s, MIR_ADDR, 16, 16, false);
}

void isel_write_addresses(struct isel_ctx *x, uint32_t a, struct mir_operand by, unsigned lane,
                          struct mir_operand place)
{
    isel_on_lanes(isel_op2(x, EU_OP_ADD, mir_vec(a, 0, EU_TYPE_UW),
                           mir_strided(by.vreg, by.offset + lane * 4, EU_TYPE_UW, 2), place),
                  lane, 8);
}

void isel_gather(struct isel_ctx *x, struct mir_operand to, struct mir_operand from, unsigned lane)
{
    from.width = 1;
    from.vstride = EU_VSTRIDE_VXH;
    isel_on_lanes(isel_mov(x, to, from), lane, 8);
}
