// Building messages (accesses.h).
#include "compiler/mir/ir/message.h"
#include "compiler/mir/ir/query.h"
#include "compiler/mir/lower/message/accesses.h"

struct access_place access_place_of(const struct lower *l)
{
    const struct mir_inst *i = l->access;
    const struct mir_send *m = &i->send;
    const struct mir_operand none = {.kind = MIR_OPK_NONE}, *part = i->parts->at;
    return (struct access_place){.addr = i->parts->args ? lower_part(l, mir_arg(i, 0)) : none,
                                 .bti = m->table,
                                 .index = lower_part(l, &part[MIR_PART_SURFACE]),
                                 .surface = m->surface,
                                 .buffer = i->parts->buffer,
                                 .a64 = m->wide,
                                 .base = lower_part(l, &part[MIR_PART_BASE]),
                                 .end = lower_part(l, &part[MIR_PART_END]),
                                 .space = m->space,
                                 .constant = m->mem == MIR_MEM_CONST_READ,
                                 .object = m->object,
                                 .root = m->root,
                                 .at = m->at};
}

struct access_place access_add(struct lower *l, struct access_place p, uint32_t bytes)
{
    p.at += bytes;
    p.addr = mir_address_after(&l->m, p.addr, p.a64, bytes);
    return p;
}

struct access_place access_ready(struct lower *l, struct access_place p, bool once)
{
    enum eu_type type = p.a64 ? EU_TYPE_UQ : EU_TYPE_UD;
    if (!once) {
        p.addr = mir_whole_vector(&l->m, p.addr, type);
        return p;
    }
    struct mir_operand v = mir_packed(&l->m, access_lanes(l) * eu_type_size(type), type, true);
    mir_on_lanes(mir_mov(&l->m, v, p.addr), 0, access_lanes(l))->nomask = true;
    p.addr = v;
    return p;
}

unsigned access_lanes(const struct lower *l)
{
    return mir_native_width(l->s);
}

unsigned access_width(const struct lower *l)
{
    const unsigned most = 2 * access_lanes(l);
    return l->s->simd < most ? l->s->simd : most;
}

unsigned access_regs(const struct lower *l, unsigned channels, unsigned bytes)
{
    return mir_regs(l->s, channels * bytes);
}

// ---- data

// True if the components lie one behind the other in one register run: a payload already.
static bool contiguous(const struct lower *l, const struct mir_operand *d, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        if (d[k].kind != MIR_OPK_VREG || mir_is_scalar(&d[k]) || d[k].hstride != 1 || d[k].negate ||
            d[k].abs || eu_type_size(d[k].type) != 4 || d[k].vreg != d[0].vreg ||
            d[k].offset != d[0].offset + k * l->s->simd * 4)
            return false;
    }
    return d[0].offset % l->s->reg_bytes == 0;
}

bool access_data_in_place(const struct lower *l, const struct mir_operand *data, unsigned n, unsigned width)
{
    return contiguous(l, data, n) && (n == 1 || width == l->s->simd);
}

struct mir_operand access_data(struct lower *l, const struct mir_operand *data, unsigned n, unsigned width,
                               unsigned lane)
{
    if (access_data_in_place(l, data, n, width))
        return mir_lanes(mir_retype(data[0], EU_TYPE_UD), lane);
    struct mir_operand d = mir_packed(&l->m, n * width * 4, EU_TYPE_UD, false);
    for (unsigned k = 0; k < n; k++) {
        bool raw = eu_type_size(data[k].type) == 4 && !data[k].negate && !data[k].abs;
        enum eu_type type = raw || eu_type_size(data[k].type) != 4 ? EU_TYPE_UD : data[k].type;
        mir_on_lanes(mir_mov(&l->m, mir_vec(d.vreg, k * width * 4, type),
                             mir_lanes(raw ? mir_retype(data[k], type) : data[k], lane)),
                     lane, width);
    }
    return d;
}

// ---- the message

// Private memory: a stateless message with a header that has the thread's base (r0.5) and space (r0.3);
// Mesa's generate_scratch_header is the source for both. The base moves on by what the spills need, when
// register allocation knows it.
static struct mir_operand scratch_header(struct lower *l)
{
    enum { SPACE = 12, BASE = 20 };
    if (l->scratch_header.kind != MIR_OPK_NONE)
        return l->scratch_header;
    struct mir_operand header = l->scratch_header = mir_start_header(l->s);
    mir_start_r0(l->s, &header, SPACE, 15);
    mir_start_r0(l->s, &header, BASE, 0xfffffc00);
    struct mir_operand base = mir_scalar(header.vreg, BASE, EU_TYPE_UD);
    mir_at_start(l->s, EU_OP_ADD, 1, base, base)->src[1] =
        (struct mir_operand){.kind = MIR_OPK_PRIVATE, .type = EU_TYPE_UD};
    return header;
}

// What src[2] of a send wants. An index that may be of either kind: handles have their low 12 bits clear, and
// binding-table indices are less than 252.
static struct mir_operand surface_operand(struct lower *l, const struct access_place *p)
{
    if (p->surface != MIR_SURFACE_EITHER)
        return p->index;
    uint32_t v = mir_vreg_new(l->s, MIR_GRF, 8, 8, true);
    mir_op2(&l->m, EU_OP_SEL, mir_scalar(v, 0, EU_TYPE_UD), p->index, mir_imm_ud(MIR_TABLE_BINDLESS))->cmod =
        EU_CMOD_L;
    mir_op2(&l->m, EU_OP_AND, mir_scalar(v, 4, EU_TYPE_UD), p->index, mir_imm_ud(0xfffff000));
    return mir_scalar(v, 0, EU_TYPE_UQ);
}

void access_reach(struct lower *l, const struct access_place *p, const struct access_message *m,
                  struct mir_inst *i)
{
    if (p->index.kind == MIR_OPK_NONE) {
        i->send.table = p->bti;
    } else {
        i->src[2] = surface_operand(l, p);
        i->send.surface = p->surface;
    }
    if (p->space == MIR_SPACE_SCRATCH) { // header | address and data, which lie together
        i->op = EU_OP_SENDS;
        i->src[1] = i->src[0];
        i->send.ex_mlen = (uint8_t)(i->send.mlen + m->data_regs);
        i->src[0] = scratch_header(l);
        i->send.mlen = 1;
        i->send.header = true;
    }
}

struct mir_inst *access_send(struct lower *l, const struct access_place *p, const struct access_message *m)
{
    unsigned addr_regs = m->header ? 1 : access_regs(l, m->width, p->a64 ? 8 : 4);
    struct mir_inst *i = mir_inst_new(l->s, EU_OP_SEND, m->width);
    i->chan_offset = (uint8_t)m->lane;
    i->nomask = m->once;
    i->pred = l->access->pred;
    i->pred_ctrl = l->access->pred_ctrl;
    i->src[0] = mir_lanes(p->addr, m->once ? 0 : m->lane);
    i->send = (struct mir_send){.access = m->access,
                                .count = m->count,
                                .bytes = m->bytes,
                                .op = m->op,
                                .wide = p->a64,
                                .qword = m->qword,
                                .real = m->real,
                                .mlen = (uint8_t)addr_regs,
                                .rlen = (uint8_t)m->dst_regs,
                                .header = m->header,
                                .mem = p->constant && m->mem == MIR_MEM_READ ? MIR_MEM_CONST_READ : m->mem,
                                .space = p->space,
                                .object = p->object,
                                .root = p->root,
                                .at = p->root ? p->at : 0};
    if (m->data.kind != MIR_OPK_NONE) {
        i->op = EU_OP_SENDS;
        i->src[1] = m->data;
        i->send.ex_mlen = (uint8_t)m->data_regs;
    }
    l->set->reach(l, p, m, i);
    i->dst = m->dst_regs ? m->dst : mir_null(EU_TYPE_UD);
    mir_append(l->b, i);
    return i;
}

struct value_loop access_each_surface(struct lower *l, struct access_place *p)
{
    return lower_loop_begin(l, (struct mir_operand *[]){&p->index}, 1);
}

struct mir_operand access_read_lanes(struct lower *l, const struct access_place *p, struct access_message m)
{
    struct mir_operand out = mir_temp(&l->m, EU_TYPE_UD, true);
    m.dst_regs = access_regs(l, m.width, 4);
    for (m.lane = 0; m.lane < l->s->simd; m.lane += m.width) {
        m.dst = mir_lanes(out, m.lane);
        access_send(l, p, &m);
    }
    return out;
}

void access_write_lanes(struct lower *l, const struct access_place *p, struct access_message m,
                        struct mir_operand data)
{
    m.data_regs = access_regs(l, m.width, 4);
    struct mir_operand d = mir_whole_vector(&l->m, data, EU_TYPE_UD);
    for (m.lane = 0; m.lane < l->s->simd; m.lane += m.width) {
        m.data = mir_lanes(d, m.lane);
        access_send(l, p, &m);
    }
}
