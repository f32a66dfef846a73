// Loads and stores of buffers, shared and private memory: elements that lie one after the other.
#include "compiler/mir/lower/message/accesses.h"
#include "compiler/mir/ir/query.h"

enum {
    MOST_ELEMENTS = UINT8_MAX, // as many as an access may have
    MOST_DWORDS = 4,           // of a message
};

static unsigned fewer(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool is_dwords(const struct lower *l)
{
    return l->access->send.access == MIR_ACCESS_DWORDS;
}

static bool goes_by_bytes(const struct lower *l)
{
    return l->set->aligned && !l->access->parts->aligned && l->access->send.bytes > 1;
}

static struct mir_operand read_by_bytes(struct lower *l, const struct access_place *p, unsigned at,
                                        unsigned bytes, bool once)
{
    struct mir_operand all = access_read_bytes(l, p, at, 1, once);
    for (unsigned k = 1; k < bytes; k++) {
        struct mir_operand byte = access_read_bytes(l, p, at + k, 1, once),
                           up = mir_temp(&l->m, EU_TYPE_UD, !once), sum = mir_temp(&l->m, EU_TYPE_UD, !once);
        mir_op2(&l->m, EU_OP_SHL, up, byte, mir_imm_ud(8 * k));
        mir_op2(&l->m, EU_OP_OR, sum, all, up);
        all = sum;
    }
    return all;
}

static void write_by_bytes(struct lower *l, const struct access_place *p, unsigned at, unsigned bytes,
                           struct mir_operand data)
{
    struct mir_operand all = mir_whole_vector(&l->m, data, EU_TYPE_UD);
    for (unsigned k = 0; k < bytes; k++) {
        struct mir_operand byte = all;
        if (k) {
            byte = mir_temp(&l->m, EU_TYPE_UD, true);
            mir_op2(&l->m, EU_OP_SHR, byte, all, mir_imm_ud(8 * k));
        }
        access_write_bytes(l, p, at + k, 1, byte);
    }
}

// `most`: dwords that a message may take.
static void read_parts(struct lower *l, const struct access_place *p, unsigned most, struct mir_operand *out)
{
    const unsigned count = l->access->send.count, bytes = l->access->send.bytes;
    const bool once = l->access->nomask;
    for (unsigned k = 0; k < count; k += is_dwords(l) ? most : 1)
        if (p->space == MIR_SPACE_SCRATCH)
            out[k] = l->set->read_private(l, p, k * bytes, bytes, is_dwords(l));
        else if (is_dwords(l))
            access_read_dwords(l, p, k * bytes, fewer(count - k, most), once, &out[k]);
        else if (goes_by_bytes(l))
            out[k] = read_by_bytes(l, p, k * bytes, bytes, once);
        else
            out[k] = access_read_bytes(l, p, k * bytes, bytes, once);
}

static void write_parts(struct lower *l, const struct access_place *p, unsigned most,
                        const struct mir_operand *data)
{
    const unsigned count = l->access->send.count, bytes = l->access->send.bytes;
    for (unsigned k = 0; k < count; k += is_dwords(l) ? most : 1)
        if (p->space == MIR_SPACE_SCRATCH)
            l->set->write_private(l, p, k * bytes, bytes, is_dwords(l), data[k]);
        else if (is_dwords(l))
            access_write_dwords(l, p, k * bytes, fewer(count - k, most), &data[k]);
        else if (goes_by_bytes(l))
            write_by_bytes(l, p, k * bytes, bytes, data[k]);
        else
            access_write_bytes(l, p, k * bytes, bytes, data[k]);
}

static void load(struct lower *l, struct access_place *p)
{
    const struct mir_send *m = &l->access->send;
    struct mir_operand values[MOST_ELEMENTS], outside[MOST_ELEMENTS];
    struct access_inside in = access_inside_begin(l, p, m->count * m->bytes);
    if (in.open) {
        read_parts(l, &in.place, MOST_DWORDS, values); // all of it is within
        access_inside_else(l, &in);
    }
    struct value_loop loop = access_each_surface(l, p);
    read_parts(l, p, l->access->parts->most, in.open ? outside : values);
    lower_loop_end(l, loop);
    if (in.open)
        access_inside_end(l, &in, values, outside, m->count);
    for (unsigned k = 0; k < m->count; k++)
        lower_result(l, k, values[k]);
}

static void store(struct lower *l, struct access_place *p)
{
    const struct mir_inst *i = l->access;
    struct mir_operand data[MOST_ELEMENTS];
    for (unsigned k = 0; k < i->send.count; k++)
        data[k] = lower_part(l, mir_data(i, k));
    struct access_inside in = access_inside_begin(l, p, i->send.count * i->send.bytes);
    if (in.open) {
        write_parts(l, &in.place, MOST_DWORDS, data);
        access_inside_else(l, &in);
    }
    struct value_loop loop = access_each_surface(l, p);
    write_parts(l, p, i->parts->most, data);
    lower_loop_end(l, loop);
    if (in.open)
        access_inside_end(l, &in, NULL, NULL, 0);
}

void hdc_memory(struct lower *l, const struct mir_inst *i)
{
    struct access_place p = access_place_of(l);
    if (i->send.mem == MIR_MEM_WRITE)
        store(l, &p);
    else
        load(l, &p);
}
