// Whole dwords by untyped messages, up to four a message (isel/memory/send.h).
#include "compiler/isel/memory/send.h"

void isel_read_dwords(struct isel_ctx *x, const struct isel_target *t0, unsigned at, unsigned n, bool once,
                      struct mir_operand *out)
{
    struct isel_target t = isel_target_add(x, *t0, at);
    struct isel_bounds bounds = isel_bounds_begin(x, &t, 4 * n, true);
    t = isel_target_ready(x, t, once);
    unsigned simd = x->s->simd, width = once ? 8 : isel_message_width(x), regs = isel_regs(x, width, 4);
    struct isel_message m = {.access = MIR_ACCESS_DWORDS,
                             .count = (uint8_t)n,
                             .width = width,
                             .once = once,
                             .mem = MIR_MEM_READ,
                             .dst_regs = n * regs};
    if (once || width == simd) {
        m.dst = isel_block_vreg(x, n * width * 4, EU_TYPE_UD, once);
        isel_send(x, &t, &m);
        for (unsigned k = 0; k < n; k++)
            out[k] = once ? mir_scalar(m.dst.vreg, k * x->s->reg_bytes, EU_TYPE_UD)
                          : mir_vec(m.dst.vreg, k * width * 4, EU_TYPE_UD);
        isel_bounds_end(x, &bounds, out, n);
        return;
    }
    for (unsigned k = 0; k < n; k++)
        out[k] = isel_temp(x, EU_TYPE_UD, true);
    for (unsigned lane = 0; lane < simd; lane += width) {
        m.lane = lane;
        m.dst = n == 1 ? isel_lanes(out[0], lane) : isel_block_vreg(x, n * width * 4, EU_TYPE_UD, false);
        isel_send(x, &t, &m);
        for (unsigned k = 0; n > 1 && k < n; k++) {
            struct mir_inst *i =
                isel_mov(x, isel_lanes(out[k], lane), mir_vec(m.dst.vreg, k * width * 4, EU_TYPE_UD));
            i->exec_size = (uint8_t)width;
            i->chan_offset = (uint8_t)lane;
        }
    }
    isel_bounds_end(x, &bounds, out, n);
}

void isel_write_dwords(struct isel_ctx *x, const struct isel_target *t0, unsigned at, unsigned n,
                       const struct mir_operand *data)
{
    struct isel_target t = isel_target_add(x, *t0, at);
    struct isel_bounds bounds = isel_bounds_begin(x, &t, 4 * n, true);
    t = isel_target_ready(x, t, false);
    unsigned simd = x->s->simd, width = isel_message_width(x), regs = isel_regs(x, width, 4);
    struct isel_message m = {.access = MIR_ACCESS_DWORDS,
                             .count = (uint8_t)n,
                             .width = width,
                             .mem = MIR_MEM_WRITE,
                             .data_regs = n * regs};
    for (unsigned lane = 0; lane < simd; lane += width) {
        m.lane = lane;
        m.data = isel_data(x, data, n, width, lane);
        isel_send(x, &t, &m);
    }
    isel_bounds_end(x, &bounds, NULL, 0);
}
