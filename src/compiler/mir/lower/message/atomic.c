// Atomics: untyped atomic messages of data port 1, of 32 bits anywhere and of 64 by address. The form without
// a response where the old value is not wanted.
//
// Source: the payload (operand, or comparison and new value) of Mesa's brw_fs_nir.cpp.
#include "compiler/mir/lower/message/accesses.h"

enum { MOST_DATA = 2 };

// Qwords as the data of the lanes from `lane` on.
static struct mir_operand wide_data(struct lower *l, const struct mir_operand *data, unsigned n,
                                    unsigned width, unsigned lane)
{
    struct mir_operand d = mir_packed(&l->m, n * width * 8, EU_TYPE_UQ, false);
    for (unsigned k = 0; k < n; k++) {
        struct mir_operand from = data[k].kind == MIR_OPK_IMM ? data[k] : mir_retype(data[k], EU_TYPE_UQ);
        mir_on_lanes(mir_mov(&l->m, mir_vec(d.vreg, k * width * 8, EU_TYPE_UQ), mir_lanes(from, lane)), lane,
                     width);
    }
    return d;
}

// The old value, if it is wanted.
static struct mir_operand atomic(struct lower *l, struct access_place p, const struct mir_operand *data)
{
    const struct mir_send *send = &l->access->send;
    const unsigned n = l->access->parts->data, bytes = send->qword ? 8 : 4;
    const bool wanted = l->access->parts->results;
    struct access_bounds bounds = access_bounds_begin(l, &p, bytes, true);
    p = access_ready(l, p, false);
    unsigned width = p.a64 ? access_lanes(l) : access_width(l), regs = access_regs(l, width, bytes);
    struct access_message m = {.access = MIR_ACCESS_ATOMIC,
                               .op = send->op,
                               .qword = send->qword,
                               .real = send->real,
                               .width = width,
                               .mem = MIR_MEM_ATOMIC};
    struct mir_operand old = {0};
    if (wanted) {
        old = mir_temp(&l->m, send->qword ? EU_TYPE_UQ : EU_TYPE_UD, true);
        m.dst_regs = regs;
    }
    for (m.lane = 0; m.lane < l->s->simd; m.lane += width) {
        if (wanted)
            m.dst = mir_lanes(old, m.lane);
        if (n) {
            m.data =
                send->qword ? wide_data(l, data, n, width, m.lane) : access_data(l, data, n, width, m.lane);
            m.data_regs = n * regs;
        }
        access_send(l, &p, &m);
    }
    access_bounds_end(l, &bounds, &old, wanted);
    return old;
}

// On whatever buffer each lane has.
void hdc_atomic(struct lower *l, const struct mir_inst *i)
{
    struct access_place p = access_place_of(l);
    struct mir_operand old = {0}, data[MOST_DATA];
    for (unsigned k = 0; k < i->parts->data; k++)
        data[k] = lower_part(l, mir_data(i, k));
    struct access_inside in = access_inside_begin(l, &p, i->send.qword ? 8 : 4);
    if (in.open) {
        old = atomic(l, in.place, data);
        access_inside_else(l, &in);
    }
    struct value_loop loop = access_each_surface(l, &p);
    struct mir_operand outside = atomic(l, p, data);
    lower_loop_end(l, loop);
    if (in.open)
        access_inside_end(l, &in, &old, &outside, i->parts->results);
    else
        old = outside;
    if (i->parts->results)
        lower_result(l, 0, old);
}
