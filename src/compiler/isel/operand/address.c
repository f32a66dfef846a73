// Register addresses: operands that are where an index says. Lanes whose indices differ have one each, as
// many as a vreg of address registers has.
#include "compiler/isel/operand/ctx.h"

uint32_t isel_lane_addresses(struct isel_ctx *x)
{
    return mir_vreg_new(x->s, MIR_ADDR, 2 * isel_address_lanes(x), 2 * isel_address_lanes(x), false);
}

void isel_write_addresses(struct isel_ctx *x, uint32_t a, struct mir_operand by, unsigned lane,
                          struct mir_operand place)
{
    isel_on_lanes(isel_op2(x, EU_OP_ADD, mir_vec(a, 0, EU_TYPE_UW),
                           mir_strided(by.vreg, by.offset + lane * 4, EU_TYPE_UW, 2), place),
                  lane, isel_address_lanes(x));
}

void isel_gather(struct isel_ctx *x, struct mir_operand to, struct mir_operand from, unsigned lane)
{
    from.width = 1;
    from.vstride = EU_VSTRIDE_VXH;
    isel_on_lanes(isel_mov(x, to, from), lane, isel_address_lanes(x));
}
