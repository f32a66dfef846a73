// Building messages to the data ports.
//
// SENDS takes the address and the data from two places, so nothing is copied when both are whole vectors
// already. A message serves 16 channels at most (A64 atomics: 8); wider ones are several sends with a channel
// offset. Accesses for the whole thread (uniform loads) use eight lanes with one address, unmasked.
//
// Private memory: a lane's dword d lies at dword d * simd + lane of the thread's scratch space, so that lanes
// that access the same place access one line. A stateless message with a header that has the thread's base
// (r0.5) and space (r0.3); Mesa's generate_scratch_header is the source for both. The base moves on by what
// the spills need, when register allocation knows it.
#include "compiler/isel/memory/send.h"
#include "compiler/mir/ir/message.h"
#include "compiler/mir/ir/query.h"

bool isel_start_header(struct isel_ctx *x, enum isel_fact fact, struct mir_operand *header)
{
    const struct isel_key key = {fact};
    const struct isel_known *k = isel_known(x, key);
    if (k) {
        *header = k->o[0];
        return false;
    }
    *header = mir_start_header(x->s);
    isel_learn(x, key)->o[0] = *header;
    return true;
}

// True if the components lie one behind the other in one register run: a payload already.
static bool contiguous(const struct isel_ctx *x, const struct mir_operand *d, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        if (d[k].kind != MIR_OPK_VREG || isel_is_scalar(&d[k]) || d[k].hstride != 1 || d[k].negate ||
            d[k].abs || isel_size(d[k].type) != 4 || d[k].vreg != d[0].vreg ||
            d[k].offset != d[0].offset + k * x->s->simd * 4)
            return false;
    }
    return d[0].offset % x->s->reg_bytes == 0;
}

bool isel_data_in_place(const struct isel_ctx *x, const struct mir_operand *data, unsigned n, unsigned width)
{
    return contiguous(x, data, n) && (n == 1 || width == x->s->simd);
}

struct mir_operand isel_data(struct isel_ctx *x, const struct mir_operand *data, unsigned n, unsigned width,
                             unsigned lane)
{
    if (isel_data_in_place(x, data, n, width))
        return isel_lanes(isel_retype(data[0], EU_TYPE_UD), lane);
    struct mir_operand d = isel_block_vreg(x, n * width * 4, EU_TYPE_UD, false);
    for (unsigned k = 0; k < n; k++) {
        bool raw = isel_size(data[k].type) == 4 && !data[k].negate && !data[k].abs;
        enum eu_type type = raw || isel_size(data[k].type) != 4 ? EU_TYPE_UD : data[k].type;
        struct mir_inst *i = isel_mov(x, mir_vec(d.vreg, k * width * 4, type),
                                      isel_lanes(raw ? isel_retype(data[k], type) : data[k], lane));
        i->exec_size = (uint8_t)width;
        i->chan_offset = (uint8_t)lane;
    }
    return d;
}

unsigned isel_regs(const struct isel_ctx *x, unsigned channels, unsigned bytes)
{
    return mir_regs(x->s, channels * bytes);
}

unsigned isel_message_width(struct isel_ctx *x)
{
    return x->s->simd < 16 ? x->s->simd : 16;
}

struct isel_target isel_target_of(struct isel_ctx *x, LLVMValueRef pointer, uint64_t offset)
{
    struct isel_target t = {0};
    t.addr = isel_int(x, pointer, 0);
    switch (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer))) {
    case KILN_AS_SURFACE: {
        struct mir_operand bti = isel_int(x, pointer, 1);
        t.space = MIR_SPACE_SURFACE;
        isel_target_index(x, &t, bti, pointer);
        break;
    }
    case KILN_AS_SHARED:
        t.space = MIR_SPACE_SHARED;
        x->s->uses_slm = true;
        break;
    case KILN_AS_GLOBAL:
        t.space = MIR_SPACE_SURFACE;
        t.a64 = true;
        x->s->uses_a64 = true;
        break;
    case KILN_AS_BUFFER:
        t.space = MIR_SPACE_SURFACE;
        t.a64 = true;
        t.base = isel_int(x, pointer, 1);
        t.end = isel_int(x, pointer, 2);
        x->s->uses_a64 = true;
        break;
    case KILN_AS_PRIVATE:
        t.space = MIR_SPACE_SCRATCH;
        t.scratch = true;
        break;
    case KILN_AS_PUSH:
        t.space = MIR_SPACE_SURFACE;
        t.bti = x->p->push_bti;
        t.constant = true;
        break;
    default:
        isel_fail(x, "address space of %s", isel_inst_text(x, pointer));
    }
    t.addr = isel_size(t.addr.type) == 2 ? t.addr : isel_retype(t.addr, t.a64 ? EU_TYPE_UQ : EU_TYPE_UD);
    return isel_target_add(x, t, (uint32_t)offset);
}

struct isel_target isel_target_add(struct isel_ctx *x, struct isel_target t, uint32_t bytes)
{
    t.at += bytes;
    if (!bytes)
        return t;
    if (t.addr.kind == MIR_OPK_IMM) { // offsets of 32 bits wrap: `bytes` may be negative
        t.addr.imm = t.a64 ? t.addr.imm + bytes : (uint32_t)(t.addr.imm + bytes);
        return t;
    }
    struct mir_operand sum = isel_temp(x, t.a64 ? EU_TYPE_UQ : EU_TYPE_UD, !isel_is_scalar(&t.addr));
    isel_op2(x, EU_OP_ADD, sum, t.addr, mir_imm_ud(bytes));
    t.addr = sum;
    return t;
}

struct isel_target isel_target_ready(struct isel_ctx *x, struct isel_target t, bool once)
{
    enum eu_type type = t.a64 ? EU_TYPE_UQ : EU_TYPE_UD;
    if (!once) {
        t.addr = isel_payload_vector(x, t.addr, type);
        return t;
    }
    struct mir_operand v = isel_block_vreg(x, 8 * isel_size(type), type, true);
    struct mir_inst *i = isel_mov(x, v, t.addr);
    i->exec_size = 8;
    i->nomask = true;
    t.addr = v;
    return t;
}

struct mir_inst *isel_access(struct isel_ctx *x, const struct isel_target *t, enum mir_access access,
                             bool once, unsigned data, unsigned results, enum mir_mem mem)
{
    struct mir_inst *i = mir_access_new(x->s, access, once, 1, data, results);
    struct mir_operand *part = i->parts->at;
    *mir_arg(i, 0) = t->addr;
    part[MIR_PART_SURFACE] = t->index;
    part[MIR_PART_BASE] = t->base;
    part[MIR_PART_END] = t->end;
    i->send.wide = t->a64;
    i->send.mem = t->constant && mem == MIR_MEM_READ ? MIR_MEM_CONST_READ : mem;
    i->send.space = t->space;
    i->send.table = t->index.kind == MIR_OPK_NONE ? (uint8_t)t->bti : 0;
    i->send.surface = t->index.kind == MIR_OPK_NONE ? MIR_SURFACE_TABLE : t->surface;
    i->send.object = t->object;
    i->send.root = t->root;
    i->send.at = t->at;
    if (isel_has_state(x, t))
        i->parts->buffer =
            isel_number_of(x, (struct isel_key){ISEL_BUFFER, .of = t->from}, &x->buffer_count, UINT32_MAX);
    return i;
}

struct mir_operand isel_result(struct isel_ctx *x, const struct mir_inst *i, unsigned k, enum eu_type t)
{
    return *mir_result(i, k) = isel_temp(x, t, !i->nomask);
}

// Will it be a loop over surfaces, or a branch for what is within a buffer? Flags do not live through those.
static bool has_blocks(const struct isel_ctx *x, const struct mir_inst *i)
{
    const struct mir_operand *part = i->parts->at, *end = &part[MIR_PART_END];
    const unsigned bytes =
        i->send.access == MIR_ACCESS_ATOMIC ? (i->send.qword ? 8 : 4) : i->send.count * i->send.bytes;
    bool surfaces = part[MIR_PART_SURFACE].kind != MIR_OPK_NONE && !isel_is_scalar(&part[MIR_PART_SURFACE]),
         differs = !isel_is_scalar(mir_arg(i, 0)) || !isel_is_scalar(end);
    return surfaces || (end->kind != MIR_OPK_NONE && differs && bytes > 4 && x->p->robust_buffer_access);
}

void isel_emit_access(struct isel_ctx *x, struct mir_inst *i)
{
    mir_append(x->b, i);
    x->era += has_blocks(x, i);
}

static struct mir_operand scratch_header(struct isel_ctx *x)
{
    enum { SPACE = 12, BASE = 20 };
    struct mir_operand header;
    if (!isel_start_header(x, ISEL_SCRATCH_HEADER, &header))
        return header;
    mir_start_r0(x->s, &header, SPACE, 15);
    mir_start_r0(x->s, &header, BASE, 0xfffffc00);
    struct mir_operand base = mir_scalar(header.vreg, BASE, EU_TYPE_UD);
    isel_at_start(x, EU_OP_ADD, 1, base, base)->src[1] =
        (struct mir_operand){.kind = MIR_OPK_PRIVATE, .type = EU_TYPE_UD};
    return header;
}

// What src[2] of a send wants. An index that may be of either kind: handles have their low 12 bits clear, and
// binding-table indices are less than 252.
static struct mir_operand surface_operand(struct isel_ctx *x, const struct isel_target *t)
{
    if (t->surface != MIR_SURFACE_EITHER)
        return t->index;
    uint32_t v = mir_vreg_new(x->s, MIR_GRF, 8, 8, true);
    struct mir_inst *sel =
        isel_op2(x, EU_OP_SEL, mir_scalar(v, 0, EU_TYPE_UD), t->index, mir_imm_ud(MIR_TABLE_BINDLESS));
    sel->cmod = EU_CMOD_L;
    isel_op2(x, EU_OP_AND, mir_scalar(v, 4, EU_TYPE_UD), t->index, mir_imm_ud(0xfffff000));
    return mir_scalar(v, 0, EU_TYPE_UQ);
}

struct mir_inst *isel_send(struct isel_ctx *x, const struct isel_target *t, const struct isel_message *m)
{
    unsigned addr_regs = m->header ? 1 : isel_regs(x, m->width, t->a64 ? 8 : 4);
    struct mir_inst *i = mir_inst_new(x->s, EU_OP_SEND, m->width);
    i->chan_offset = (uint8_t)m->lane;
    i->nomask = m->once;
    i->src[0] = isel_lanes(t->addr, m->once ? 0 : m->lane);
    i->send = (struct mir_send){.access = m->access,
                                .count = m->count,
                                .bytes = m->bytes,
                                .op = m->op,
                                .wide = t->a64,
                                .qword = m->qword,
                                .real = m->real,
                                .mlen = (uint8_t)addr_regs,
                                .rlen = (uint8_t)m->dst_regs,
                                .header = m->header,
                                .mem = t->constant && m->mem == MIR_MEM_READ ? MIR_MEM_CONST_READ : m->mem,
                                .space = t->space,
                                .object = t->object,
                                .root = t->root,
                                .at = t->root ? t->at : 0};
    if (t->index.kind == MIR_OPK_NONE) {
        i->send.table = (uint8_t)t->bti;
    } else {
        i->src[2] = surface_operand(x, t);
        i->send.surface = t->surface;
    }
    if (m->data.kind != MIR_OPK_NONE) {
        i->op = EU_OP_SENDS;
        i->src[1] = m->data;
        i->send.ex_mlen = (uint8_t)m->data_regs;
    }
    if (t->scratch) { // header | address and data, which lie together
        i->op = EU_OP_SENDS;
        i->src[1] = i->src[0];
        i->send.ex_mlen = (uint8_t)(addr_regs + m->data_regs);
        i->src[0] = scratch_header(x);
        i->send.mlen = 1;
        i->send.header = true;
    }
    i->dst = m->dst_regs ? m->dst : mir_null(EU_TYPE_UD);
    mir_append(x->b, i);
    return i;
}

// ---- divergent binding-table indices

static bool varies(const struct mir_operand *o)
{
    return o && o->kind != MIR_OPK_NONE && !isel_is_scalar(o);
}

struct isel_loop_over isel_each_value_begin(struct isel_ctx *x, struct mir_operand *const *values,
                                            unsigned count)
{
    struct isel_loop_over l = {0};
    struct mir_operand vec[ISEL_LOOP_VALUES];
    bool any = false;
    for (unsigned k = 0; k < count; k++) {
        any |= varies(values[k]);
        if (varies(values[k]))
            vec[k] = isel_payload_vector(x, *values[k], EU_TYPE_UD);
    }
    if (!any)
        return l;
    struct mir_block *before = x->b;
    l.open = true;
    l.header = isel_next_block(x);
    mir_block_link(x->s, before, l.header);

    struct mir_operand first = isel_first_lane(x);
    bool compared = false;
    l.flag = isel_flag_new(x, false);
    for (unsigned k = 0; k < count; k++) {
        if (!varies(values[k]))
            continue;
        *values[k] = isel_read_lane(x, vec[k], first);
        struct mir_inst *cmp = isel_op2(x, EU_OP_CMP, mir_null(EU_TYPE_UD), vec[k], *values[k]);
        cmp->cmod = EU_CMOD_Z;
        cmp->flag = l.flag;
        if (compared) { // where the values before are the first lane's as well
            cmp->pred = l.flag;
            cmp->pred_ctrl = EU_PRED_NORMAL;
        }
        compared = true;
    }
    return l;
}

struct isel_loop_over isel_each_index_begin(struct isel_ctx *x, struct isel_target *t)
{
    return isel_each_value_begin(x, (struct mir_operand *[]){&t->index}, 1);
}

// Where a thread may go round without a channel (mir/emit/waits.c: partial blocks), there is no first lane,
// and what is asked for once would ask a surface that nobody named.
static void only_for_channels(struct isel_ctx *x, struct mir_inst *first)
{
    struct mir_operand any = {0};
    for (struct mir_inst *i = first; i; i = i->next) {
        if ((i->op != EU_OP_SEND && i->op != EU_OP_SENDS) || !i->nomask || i->pred.kind != MIR_OPK_NONE)
            continue;
        if (any.kind == MIR_OPK_NONE) {
            any = isel_flag_new(x, true);
            struct mir_inst *cmp = mir_inst_new(x->s, EU_OP_CMP, 1);
            cmp->nomask = true;
            cmp->dst = mir_null(EU_TYPE_UD);
            cmp->src[0] = mir_enabled_channels();
            cmp->src[1] = mir_imm_ud(0);
            cmp->cmod = EU_CMOD_NZ;
            cmp->flag = any;
            mir_insert_before(i, cmp);
        }
        i->pred = any;
        i->pred_ctrl = EU_PRED_NORMAL;
    }
}

void isel_each_index_end(struct isel_ctx *x, struct isel_loop_over l)
{
    if (!l.open)
        return;
    if (kiln_target_has_fused_pairs(x->s->target))
        only_for_channels(x, l.header->first);
    // What is asked for once depends on no lane: the first eight may all be others, or off.
    for (struct mir_inst *i = l.header->first; i; i = i->next)
        if ((i->op == EU_OP_SEND || i->op == EU_OP_SENDS) && !i->nomask) {
            i->pred = l.flag;
            i->pred_ctrl = EU_PRED_NORMAL;
        }
    struct mir_inst *br = mir_inst_new(x->s, MIR_OP_BR, x->s->simd);
    br->pred = l.flag;
    br->pred_ctrl = EU_PRED_NORMAL;
    mir_append(x->b, br);
    l.header->divergent_branch = l.header->over_values = true;
    l.header->loop_header = l.header->index;
    l.header->loop_depth = 1;
    l.header->loop_end = l.header->index + 1;
    struct mir_block *after = isel_next_block(x);
    mir_block_link(x->s, l.header, after);
    mir_block_link(x->s, l.header, l.header);
}
