// Sampler and typed messages: payloads of parameters and data, responses, and what is asked of texels.
//
// The sampler takes channels of one or two registers, typed messages of one. What is the same for all lanes
// is asked for once. Descriptors: brw_eu.h brw_sampler_desc, brw_dp_typed_surface_rw_desc,
// brw_dp_typed_atomic_desc.
#include "compiler/mir/lower/message/image.h"

#include <string.h>

#include "compiler/mir/ir/message.h"
#include "isa/table/msg.h"

// The payload's registers: parameters, then data.
struct pieces {
    struct mir_operand c[KILN_SAMPLE_ARGS + IMAGE_DATA];
    unsigned count;
};

static struct pieces pieces_of(const struct image_message *m)
{
    struct pieces p = {.count = m->param_count + m->data_count};
    memcpy(p.c, m->params, m->param_count * sizeof(p.c[0]));
    memcpy(p.c + m->param_count, m->data, m->data_count * sizeof(p.c[0]));
    return p;
}

static struct mir_operand payload(struct lower *l, const struct image_message *m,
                                  const struct mir_operand *data, unsigned n, unsigned lane)
{
    if (!m->once)
        return access_data(l, data, n, m->width, lane);
    struct mir_operand d = mir_packed(&l->m, n * l->s->reg_bytes, EU_TYPE_UD, true);
    for (unsigned k = 0; k < n; k++) {
        struct mir_operand to = mir_vec(d.vreg, k * l->s->reg_bytes, EU_TYPE_UD);
        mir_on_lanes(mir_mov(&l->m, to, mir_plain(&l->m, data[k])), 0, m->width)->nomask = true;
    }
    return d;
}

// How many pieces must be copied for a payload of c[0..n).
static unsigned copies(struct lower *l, const struct image_message *m, const struct mir_operand *c,
                       unsigned n)
{
    return m->once || !access_data_in_place(l, c, n, m->width) ? n : 0;
}

// Where a split send's second payload begins so that the fewest pieces are copied; the count: not at all.
// What lies in place in the first must not be in the second as well.
static unsigned split_at(struct lower *l, const struct image_message *m, const struct pieces *p)
{
    unsigned best = m->data_count ? m->param_count : p->count, cost = UINT32_MAX;
    for (unsigned n = 0; n < p->count; n++) {
        unsigned at = n ? n : best; // the usual place first: it wins a draw
        unsigned second = p->count - at;
        unsigned low = copies(l, m, p->c, at), high = second ? copies(l, m, p->c + at, second) : 0;
        if (second && !low && !high && p->c[0].vreg == p->c[at].vreg)
            high = second;
        if (low + high < cost) {
            cost = low + high;
            best = at;
        }
    }
    return best;
}

// The surface and the sampler in the descriptor, the handle in the extended descriptor.
static void set_surface(struct lower *l, const struct image_message *m, struct mir_inst *send)
{
    bool handle = m->handle.kind != MIR_OPK_NONE;
    if (m->place && kiln_target_has_lsc_texels(l->s->target)) {
        l->set->reach_texel(l, m->place, send);
        return;
    }
    if (m->low.kind == MIR_OPK_IMM) {
        send->send.table = handle ? 0 : (uint8_t)m->low.imm;
        send->send.sampler = (uint8_t)(m->low.imm >> SAMPLER_SHIFT);
        send->src[2] = m->handle;
        send->send.surface = handle ? MIR_SURFACE_HANDLE : MIR_SURFACE_TABLE;
    } else if (!handle) {
        send->src[2] = m->low;
        send->send.surface = MIR_SURFACE_TABLE;
    } else {
        uint32_t v = mir_vreg_new(l->s, MIR_GRF, 8, 8, true);
        mir_mov(&l->m, mir_scalar(v, 0, EU_TYPE_UD), m->low);
        mir_mov(&l->m, mir_scalar(v, 4, EU_TYPE_UD), m->handle);
        send->src[2] = mir_scalar(v, 0, EU_TYPE_UQ);
        send->send.surface = MIR_SURFACE_EITHER;
    }
}

static void send_one(struct lower *l, const struct image_message *m, unsigned lane, struct mir_operand dst)
{
    const struct pieces p = pieces_of(m);
    bool header = m->header.kind != MIR_OPK_NONE;
    // (Where texels are the load-store unit's, its first payload has the coordinates.)
    const bool apart = m->place && kiln_target_has_lsc_texels(l->s->target);
    unsigned per = access_regs(l, m->width, 4),
             first = header  ? 0
                     : apart ? m->param_count
                             : split_at(l, m, &p),
             second = p.count - first;
    struct mir_operand head = header ? m->header : payload(l, m, p.c, first, lane);
    struct mir_operand rest = second ? payload(l, m, p.c + first, second, lane) : (struct mir_operand){0};
    struct mir_inst *i = mir_inst_new(l->s, second ? EU_OP_SENDS : EU_OP_SEND, m->width);
    i->chan_offset = (uint8_t)lane;
    i->nomask = m->once;
    i->send = (struct mir_send){.access = m->access,
                                .op = m->op,
                                .count = m->access == MIR_ACCESS_TEXEL && m->mem != MIR_MEM_ATOMIC
                                             ? (uint8_t)(m->mem == MIR_MEM_WRITE ? m->data_count : m->rcomps)
                                             : 0,
                                .mlen = (uint8_t)(header ? 1 : first * per),
                                .ex_mlen = (uint8_t)(second * per),
                                .rlen = (uint8_t)(m->rcomps * per),
                                .header = header,
                                .mem = m->mem,
                                .space = MIR_SPACE_SURFACE};
    i->src[0] = head;
    i->src[1] = rest;
    set_surface(l, m, i);
    i->dst = m->rcomps ? dst : mir_null(EU_TYPE_UD);
    mir_append(l->b, i);
}

// Sets low and handle, once the index is the same for all lanes.
void image_place_surface(struct lower *l, struct image_message *m, const struct access_place *t)
{
    if (t->index.kind == MIR_OPK_NONE) {
        m->low = mir_imm_ud(t->bti);
    } else if (t->surface == MIR_SURFACE_TABLE) {
        m->low = t->index;
    } else if (t->surface == MIR_SURFACE_HANDLE) {
        m->low = mir_imm_ud(MIR_TABLE_BINDLESS);
        m->handle = t->index;
    } else { // handles have their low 12 bits clear
        m->low = mir_temp(&l->m, EU_TYPE_UD, false);
        m->handle = mir_temp(&l->m, EU_TYPE_UD, false);
        mir_op2(&l->m, EU_OP_SEL, m->low, t->index, mir_imm_ud(MIR_TABLE_BINDLESS))->cmod = EU_CMOD_L;
        mir_op2(&l->m, EU_OP_AND, m->handle, t->index, mir_imm_ud(0xfffff000));
    }
}

struct image_response image_send(struct lower *l, const struct image_message *m)
{
    struct image_response r = {0};
    for (unsigned lane = 0; lane < (m->once ? 1 : l->s->simd); lane += m->width, r.count++) {
        if (m->rcomps)
            r.block[r.count] = mir_packed(&l->m, m->rcomps * m->width * 4, EU_TYPE_UD, m->once);
        send_one(l, m, lane, r.block[r.count]);
    }
    return r;
}

static struct mir_operand result(struct lower *l, const struct image_message *m,
                                 const struct image_response *r, unsigned k)
{
    if (m->once)
        return mir_scalar(r->block[0].vreg, k * l->s->reg_bytes, EU_TYPE_D);
    if (r->count == 1)
        return mir_vec(r->block[0].vreg, k * m->width * 4, EU_TYPE_D);
    struct mir_operand all = mir_temp(&l->m, EU_TYPE_D, true);
    for (unsigned n = 0; n < r->count; n++)
        mir_on_lanes(mir_mov(&l->m, mir_lanes(all, n * m->width),
                             mir_vec(r->block[n].vreg, k * m->width * 4, EU_TYPE_D)),
                     n * m->width, m->width);
    return all;
}

void image_results(struct lower *l, const struct image_message *m, const struct image_response *r)
{
    for (unsigned k = 0; k < m->rcomps; k++)
        lower_result(l, k, result(l, m, r, k));
}

// ---- texels

// The channels of a typed message; more than the instruction's are none.
static struct mir_operand typed_header(struct lower *l)
{
    enum { CHANNELS = 28, ALL = 0xffff }; // byte offset of dword 7
    if (l->typed_header.kind == MIR_OPK_NONE) {
        l->typed_header = mir_start_header(l->s);
        mir_at_start(l->s, EU_OP_MOV, 1, mir_scalar(l->typed_header.vreg, CHANNELS, EU_TYPE_UD),
                     mir_imm_ud(ALL));
    }
    return l->typed_header;
}

void hdc_texel(struct lower *l, const struct mir_inst *i)
{
    const struct mir_parts *parts = i->parts;
    struct image_message m = {.access = MIR_ACCESS_TEXEL,
                              .op = i->send.op,
                              .mem = i->send.mem,
                              .once = i->nomask,
                              .width = access_lanes(l),
                              .param_count = parts->args,
                              .data_count = parts->data,
                              .rcomps = parts->results};
    if (kiln_target_wants_typed_header(l->s->target))
        m.header = typed_header(l);
    for (unsigned k = 0; k < parts->args; k++)
        m.params[k] = lower_part(l, mir_arg(i, k));
    for (unsigned k = 0; k < parts->data; k++)
        m.data[k] = lower_part(l, mir_data(i, k));
    struct access_place p = access_place_of(l);
    struct value_loop loop = access_each_surface(l, &p);
    m.place = &p;
    if (!kiln_target_has_lsc_texels(l->s->target))
        image_place_surface(l, &m, &p);
    struct image_response r = image_send(l, &m);
    lower_loop_end(l, loop);
    image_results(l, &m, &r);
}

// The bytes of a buffer: the sampler's RESINFO at level 0, if no state tells.
void hdc_size(struct lower *l, const struct mir_inst *i)
{
    enum { COMPONENTS = 4 };
    struct access_place p = access_place_of(l);
    if (access_has_state(l, &p)) {
        lower_result(l, 0, access_state_size(l, &p));
        return;
    }
    struct value_loop loop = access_each_surface(l, &p);
    p = access_ready(l, p, true);
    struct access_message m = {.access = MIR_ACCESS_SAMPLE,
                               .op = EU_MSG_NO_SAMPLER_RESINFO,
                               .width = access_lanes(l),
                               .once = true,
                               .mem = MIR_MEM_READ,
                               .dst_regs = COMPONENTS};
    m.dst = mir_packed(&l->m, m.dst_regs * l->s->reg_bytes, EU_TYPE_UD, true);
    access_send(l, &p, &m);
    struct mir_operand size = mir_scalar(m.dst.vreg, 0, EU_TYPE_UD);
    if (loop.open && !i->nomask) {
        struct mir_operand all = mir_temp(&l->m, EU_TYPE_UD, true);
        mir_where(mir_mov(&l->m, all, size), loop.flag);
        size = all;
    }
    lower_loop_end(l, loop);
    lower_result(l, 0, size);
}
