// Parts of an access: whole dwords by untyped messages, up to four a message, and bytes and words by
// byte-scattered ones.
#include "compiler/mir/lower/message/accesses.h"

void access_read_dwords(struct lower *l, const struct access_place *p0, unsigned at, unsigned n, bool once,
                        struct mir_operand *out)
{
    struct access_place p = access_add(l, *p0, at);
    struct access_bounds bounds = access_bounds_begin(l, &p, 4 * n, true);
    p = access_ready(l, p, once);
    unsigned simd = l->s->simd, width = once ? access_lanes(l) : access_width(l),
             regs = access_regs(l, width, 4);
    struct access_message m = {.access = MIR_ACCESS_DWORDS,
                               .count = (uint8_t)n,
                               .width = width,
                               .once = once,
                               .mem = MIR_MEM_READ,
                               .dst_regs = n * regs};
    if (once || width == simd) {
        m.dst = mir_packed(&l->m, n * width * 4, EU_TYPE_UD, once);
        access_send(l, &p, &m);
        for (unsigned k = 0; k < n; k++)
            out[k] = once ? mir_scalar(m.dst.vreg, k * l->s->reg_bytes, EU_TYPE_UD)
                          : mir_vec(m.dst.vreg, k * width * 4, EU_TYPE_UD);
        access_bounds_end(l, &bounds, out, n);
        return;
    }
    for (unsigned k = 0; k < n; k++)
        out[k] = mir_temp(&l->m, EU_TYPE_UD, true);
    for (unsigned lane = 0; lane < simd; lane += width) {
        m.lane = lane;
        m.dst = n == 1 ? mir_lanes(out[0], lane) : mir_packed(&l->m, n * width * 4, EU_TYPE_UD, false);
        access_send(l, &p, &m);
        for (unsigned k = 0; n > 1 && k < n; k++)
            mir_on_lanes(
                mir_mov(&l->m, mir_lanes(out[k], lane), mir_vec(m.dst.vreg, k * width * 4, EU_TYPE_UD)), lane,
                width);
    }
    access_bounds_end(l, &bounds, out, n);
}

void access_write_dwords(struct lower *l, const struct access_place *p0, unsigned at, unsigned n,
                         const struct mir_operand *data)
{
    struct access_place p = access_add(l, *p0, at);
    struct access_bounds bounds = access_bounds_begin(l, &p, 4 * n, true);
    p = access_ready(l, p, false);
    unsigned width = access_width(l);
    struct access_message m = {.access = MIR_ACCESS_DWORDS,
                               .count = (uint8_t)n,
                               .width = width,
                               .mem = MIR_MEM_WRITE,
                               .data_regs = n * access_regs(l, width, 4)};
    for (unsigned lane = 0; lane < l->s->simd; lane += width) {
        m.lane = lane;
        m.data = access_data(l, data, n, width, lane);
        access_send(l, &p, &m);
    }
    access_bounds_end(l, &bounds, NULL, 0);
}

struct mir_operand access_read_bytes(struct lower *l, const struct access_place *p0, unsigned at,
                                     unsigned bytes, bool once)
{
    struct access_place p = access_add(l, *p0, at);
    struct access_bounds bounds = access_bounds_begin(l, &p, bytes, bytes == 1);
    p = access_ready(l, p, once);
    unsigned width = once ? access_lanes(l) : access_width(l);
    struct access_message m = {.access = MIR_ACCESS_ELEMENT,
                               .bytes = (uint8_t)bytes,
                               .width = width,
                               .once = once,
                               .mem = MIR_MEM_READ,
                               .dst_regs = access_regs(l, width, 4)};
    struct mir_operand out;
    if (once) {
        m.dst = mir_packed(&l->m, m.dst_regs * l->s->reg_bytes, EU_TYPE_UD, true);
        access_send(l, &p, &m);
        out = mir_scalar(m.dst.vreg, 0, EU_TYPE_UD);
    } else {
        out = access_read_lanes(l, &p, m);
    }
    access_bounds_end(l, &bounds, &out, 1);
    return out;
}

void access_write_bytes(struct lower *l, const struct access_place *p0, unsigned at, unsigned bytes,
                        struct mir_operand data)
{
    struct access_place p = access_add(l, *p0, at);
    struct access_bounds bounds = access_bounds_begin(l, &p, bytes, bytes == 1);
    p = access_ready(l, p, false);
    unsigned width = access_width(l);
    struct access_message m = {
        .access = MIR_ACCESS_ELEMENT, .bytes = (uint8_t)bytes, .width = width, .mem = MIR_MEM_WRITE};
    access_write_lanes(l, &p, m, data);
    access_bounds_end(l, &bounds, NULL, 0);
}
