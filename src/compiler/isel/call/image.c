// Images: sampler messages, and typed messages of data port 1, from the intrinsics of llvm/ir/abi.h.
//
// The sampler takes 8 or 16 channels and at most 11 registers of parameters, typed messages take 8 channels.
// What is the same for all lanes is asked for once. Parameters follow each other by message: `messages`
// below; those behind the last present one are left out, absent ones before it are zero.
//
// Facts: opcodes and parameters from PRM SKL vol7 "Sampling Engine Message Formats" as Mesa's
// lower_sampler_logical_send_gfx7 puts them together; the message header is g0 with texel offsets, gather's
// channel and the mask of channels that are not wanted in dword 2, and the sampler state pointer in dword 3.
// Descriptors: brw_eu.h brw_sampler_desc, brw_dp_typed_surface_rw_desc, brw_dp_typed_atomic_desc.
#include <string.h>

#include "compiler/isel/memory/send.h"
#include "compiler/mir/ir/message.h"
#include "isa/table/msg.h"

enum {
    MAX_PARAM_REGS = 11,
    SAMPLER_SHIFT = 8, // where an index from a register has the sampler's (MIR_SURFACE_TABLE)
};

#define END 0xff
// Arguments in the order of the payload.
static const struct sampler_message {
    uint8_t msg; // enum eu_msg
    bool header;
    uint8_t args[KILN_SAMPLE_ARGS];
} messages[] = {
    [KILN_SAMPLE_L] = {EU_MSG_SAMPLER_SAMPLE_L,
                       false,
                       {KILN_ARG_LOD, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_L_C] = {EU_MSG_SAMPLER_SAMPLE_L_C,
                         false,
                         {KILN_ARG_REF, KILN_ARG_LOD, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_LZ] = {EU_MSG_SAMPLER_SAMPLE_LZ,
                        false,
                        {KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_LZ_C] = {EU_MSG_SAMPLER_SAMPLE_C_LZ,
                          false,
                          {KILN_ARG_REF, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_D] = {EU_MSG_SAMPLER_SAMPLE_D,
                       false,
                       {KILN_ARG_U, KILN_ARG_DUDX, KILN_ARG_DUDY, KILN_ARG_V, KILN_ARG_DVDX, KILN_ARG_DVDY,
                        KILN_ARG_R, KILN_ARG_DRDX, KILN_ARG_DRDY, KILN_ARG_AI, KILN_ARG_MINLOD, END}},
    [KILN_SAMPLE_D_C] = {EU_MSG_SAMPLER_SAMPLE_D_C,
                         false,
                         {KILN_ARG_REF, KILN_ARG_U, KILN_ARG_DUDX, KILN_ARG_DUDY, KILN_ARG_V, KILN_ARG_DVDX,
                          KILN_ARG_DVDY, KILN_ARG_R, KILN_ARG_DRDX, KILN_ARG_DRDY, KILN_ARG_AI,
                          KILN_ARG_MINLOD, END}},
    [KILN_SAMPLE_GATHER] = {EU_MSG_SAMPLER_GATHER4,
                            true,
                            {KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_GATHER_C] = {EU_MSG_SAMPLER_GATHER4_C,
                              true,
                              {KILN_ARG_REF, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_GATHER_PO] = {EU_MSG_SAMPLER_GATHER4_PO,
                               true,
                               {KILN_ARG_U, KILN_ARG_V, KILN_ARG_OFFU, KILN_ARG_OFFV, KILN_ARG_R, END}},
    [KILN_SAMPLE_GATHER_PO_C] = {EU_MSG_SAMPLER_GATHER4_PO_C,
                                 true,
                                 {KILN_ARG_REF, KILN_ARG_U, KILN_ARG_V, KILN_ARG_OFFU, KILN_ARG_OFFV,
                                  KILN_ARG_R, END}},
    [KILN_SAMPLE_LD] = {EU_MSG_SAMPLER_LD, false, {KILN_ARG_U, KILN_ARG_V, KILN_ARG_LOD, KILN_ARG_R, END}},
    [KILN_SAMPLE_LD_MS] = {EU_MSG_SAMPLER_LD2DMS,
                           false,
                           {KILN_ARG_SI, KILN_ARG_MCS, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, END}},
    [KILN_SAMPLE_INFO] = {EU_MSG_SAMPLER_SAMPLEINFO, true, {KILN_ARG_LOD, END}},
    [KILN_SAMPLE_LOD] = {EU_MSG_SAMPLER_LOD, false, {KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
    [KILN_SAMPLE_RESINFO] = {EU_MSG_SAMPLER_RESINFO, false, {KILN_ARG_LOD, END}},
};

// Components of a vector that somebody reads, a bit each: through casts to other types of their size.
static unsigned components_read(LLVMValueRef v, unsigned depth)
{
    unsigned mask = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMTypeRef t = LLVMTypeOf(user);
        int64_t index;
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMExtractElement:
            if (!isel_const_int(LLVMGetOperand(user, 1), &index) || index < 0 || index > 3)
                return 15;
            mask |= 1u << index;
            break;
        case LLVMShuffleVector:
            for (unsigned k = 0; k < LLVMGetVectorSize(t); k++) {
                int m = LLVMGetMaskValue(user, k) - (LLVMGetOperand(user, 0) == v ? 0 : 4);
                if (LLVMGetOperand(user, 0) == LLVMGetOperand(user, 1))
                    return 15;
                mask |= m >= 0 && m < 4 ? 1u << m : 0;
            }
            break;
        case LLVMBitCast:
            if (!depth || LLVMGetTypeKind(t) != LLVMVectorTypeKind || LLVMGetVectorSize(t) != 4)
                return 15;
            mask |= components_read(user, depth - 1);
            break;
        default:
            return 15;
        }
    }
    return mask;
}

// Of a four-component result: up to the last one.
static unsigned components_used(LLVMValueRef v)
{
    unsigned mask = components_read(v, 2);
    return mask ? 32 - (unsigned)__builtin_clz(mask) : 1;
}

// One message, or as many as the width takes.
struct image_message {
    enum mir_access access;
    uint8_t op;                // as the access says
    struct mir_operand low;    // UD or immediate: binding-table index, and sampler << SAMPLER_SHIFT
    struct mir_operand handle; // of the surface, kind NONE: there is none; then low says so
    struct mir_operand header; // kind NONE: none
    struct mir_operand params[KILN_SAMPLE_ARGS], data[4];
    unsigned param_count, data_count;
    unsigned rcomps; // components of the response
    unsigned width;  // channels of a message
    bool once;       // for the thread
    enum mir_mem mem;
};

// The payload's registers: parameters, then data.
struct pieces {
    struct mir_operand c[KILN_SAMPLE_ARGS + 4];
    unsigned count;
};

static struct pieces pieces_of(const struct image_message *m)
{
    struct pieces p = {.count = m->param_count + m->data_count};
    memcpy(p.c, m->params, m->param_count * sizeof(p.c[0]));
    memcpy(p.c + m->param_count, m->data, m->data_count * sizeof(p.c[0]));
    return p;
}

static struct mir_operand payload(struct isel_ctx *x, const struct image_message *m,
                                  const struct mir_operand *data, unsigned n, unsigned lane)
{
    if (!m->once)
        return isel_data(x, data, n, m->width, lane);
    struct mir_operand d = isel_block_vreg(x, n * x->s->reg_bytes, EU_TYPE_UD, true);
    for (unsigned k = 0; k < n; k++) {
        struct mir_inst *i =
            isel_mov(x, mir_vec(d.vreg, k * x->s->reg_bytes, EU_TYPE_UD), isel_plain(x, data[k]));
        i->exec_size = 8;
        i->nomask = true;
    }
    return d;
}

// How many pieces must be copied for a payload of c[0..n).
static unsigned copies(struct isel_ctx *x, const struct image_message *m, const struct mir_operand *c,
                       unsigned n)
{
    return m->once || !isel_data_in_place(x, c, n, m->width) ? n : 0;
}

// Where a split send's second payload begins so that the fewest pieces are copied; the count: not at all.
// What lies in place in the first must not be in the second as well.
static unsigned split_at(struct isel_ctx *x, const struct image_message *m, const struct pieces *p)
{
    unsigned best = m->data_count ? m->param_count : p->count, cost = UINT32_MAX;
    for (unsigned n = 0; n < p->count; n++) {
        unsigned at = n ? n : best; // the usual place first: it wins a draw
        unsigned second = p->count - at;
        unsigned low = copies(x, m, p->c, at), high = second ? copies(x, m, p->c + at, second) : 0;
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
static void set_surface(struct isel_ctx *x, const struct image_message *m, struct mir_inst *send)
{
    bool handle = m->handle.kind != MIR_OPK_NONE;
    if (m->low.kind == MIR_OPK_IMM) {
        send->send.table = handle ? 0 : (uint8_t)m->low.imm;
        send->send.sampler = (uint8_t)(m->low.imm >> SAMPLER_SHIFT);
        send->src[2] = m->handle;
        send->send.surface = handle ? MIR_SURFACE_HANDLE : MIR_SURFACE_TABLE;
    } else if (!handle) {
        send->src[2] = m->low;
        send->send.surface = MIR_SURFACE_TABLE;
    } else {
        uint32_t v = mir_vreg_new(x->s, MIR_GRF, 8, 8, true);
        isel_mov(x, mir_scalar(v, 0, EU_TYPE_UD), m->low);
        isel_mov(x, mir_scalar(v, 4, EU_TYPE_UD), m->handle);
        send->src[2] = mir_scalar(v, 0, EU_TYPE_UQ);
        send->send.surface = MIR_SURFACE_EITHER;
    }
}

static void send_one(struct isel_ctx *x, const struct image_message *m, unsigned lane, struct mir_operand dst)
{
    const struct pieces p = pieces_of(m);
    bool header = m->header.kind != MIR_OPK_NONE;
    unsigned per = isel_regs(x, m->width, 4), first = header ? 0 : split_at(x, m, &p),
             second = p.count - first;
    struct mir_operand head = header ? m->header : payload(x, m, p.c, first, lane);
    struct mir_operand rest = second ? payload(x, m, p.c + first, second, lane) : (struct mir_operand){0};
    struct mir_inst *i = mir_inst_new(x->s, second ? EU_OP_SENDS : EU_OP_SEND, m->width);
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
    set_surface(x, m, i);
    i->dst = m->rcomps ? dst : mir_null(EU_TYPE_UD);
    mir_append(x->b, i);
}

// What the messages of a loop over indices write, and then the value's components.
struct response {
    struct mir_operand block[4]; // by message
    unsigned count;
};

static struct response send_all(struct isel_ctx *x, const struct image_message *m)
{
    struct response r = {0};
    for (unsigned lane = 0; lane < (m->once ? 1 : x->s->simd); lane += m->width, r.count++) {
        if (m->rcomps)
            r.block[r.count] = isel_block_vreg(x, m->rcomps * m->width * 4, EU_TYPE_UD, m->once);
        send_one(x, m, lane, r.block[r.count]);
    }
    return r;
}

static void set_result(struct isel_ctx *x, struct isel_value *v, const struct image_message *m,
                       const struct response *r)
{
    for (unsigned k = 0; k < isel_type_comps(LLVMTypeOf(v->llvm)); k++) {
        unsigned at = k < m->rcomps ? k : 0; // nobody reads those beyond
        if (m->once) {
            isel_set(x, v, k, mir_scalar(r->block[0].vreg, at * x->s->reg_bytes, EU_TYPE_D));
            continue;
        }
        if (r->count == 1) {
            isel_set(x, v, k, mir_vec(r->block[0].vreg, at * m->width * 4, EU_TYPE_D));
            continue;
        }
        if (at != k) {
            isel_set(x, v, k, isel_comp(x, v->llvm, 0));
            continue;
        }
        struct mir_operand all = isel_temp(x, EU_TYPE_D, true);
        for (unsigned n = 0; n < r->count; n++) {
            struct mir_inst *i = isel_mov(x, isel_lanes(all, n * m->width),
                                          mir_vec(r->block[n].vreg, at * m->width * 4, EU_TYPE_D));
            i->exec_size = (uint8_t)m->width;
            i->chan_offset = (uint8_t)(n * m->width);
        }
        isel_set(x, v, k, all);
    }
}

static bool absent(LLVMValueRef v)
{
    return LLVMIsUndef(v) || LLVMIsPoison(v);
}

// Bitwise or of immediates and scalar registers.
static struct mir_operand either(struct isel_ctx *x, struct mir_operand a, struct mir_operand b)
{
    if (a.kind == MIR_OPK_IMM && b.kind == MIR_OPK_IMM)
        return mir_imm_ud((uint32_t)(a.imm | b.imm));
    struct mir_operand d = isel_temp(x, EU_TYPE_UD, false);
    if (a.kind == MIR_OPK_IMM)
        isel_op2(x, EU_OP_OR, d, b, a);
    else
        isel_op2(x, EU_OP_OR, d, a, b);
    return d;
}

// A surface (or sampler) index, as isel_target_index understands it.
static struct isel_target target_of(struct isel_ctx *x, LLVMValueRef v)
{
    struct isel_target t = {0};
    isel_target_index(x, &t, isel_ext(x, v, 0, false), v);
    return t;
}

// Sets low and handle, once the index is the same for all lanes.
static void place_surface(struct isel_ctx *x, struct image_message *m, const struct isel_target *t)
{
    if (t->index.kind == MIR_OPK_NONE) {
        m->low = mir_imm_ud(t->bti);
    } else if (t->surface == MIR_SURFACE_TABLE) {
        m->low = t->index;
    } else if (t->surface == MIR_SURFACE_HANDLE) {
        m->low = mir_imm_ud(MIR_TABLE_BINDLESS);
        m->handle = t->index;
    } else { // handles have their low 12 bits clear
        m->low = isel_temp(x, EU_TYPE_UD, false);
        m->handle = isel_temp(x, EU_TYPE_UD, false);
        isel_op2(x, EU_OP_SEL, m->low, t->index, mir_imm_ud(MIR_TABLE_BINDLESS))->cmod = EU_CMOD_L;
        isel_op2(x, EU_OP_AND, m->handle, t->index, mir_imm_ud(0xfffff000));
    }
}

// Into the descriptor, if it is an index of the table of samplers. A handle goes into the header.
static void place_sampler(struct isel_ctx *x, struct image_message *m, const struct isel_target *t)
{
    if (t->index.kind == MIR_OPK_NONE) {
        m->low = either(x, m->low, mir_imm_ud((t->bti & 15) << SAMPLER_SHIFT));
    } else if (t->surface == MIR_SURFACE_TABLE) {
        struct mir_operand up = isel_temp(x, EU_TYPE_UD, false);
        isel_op2(x, EU_OP_SHL, up, t->index, mir_imm_ud(SAMPLER_SHIFT));
        m->low = either(x, m->low, up);
    } else if (t->surface == MIR_SURFACE_EITHER) {
        isel_fail(x, "a sampler from more than one place");
    }
}

// From Gen11 its other bits have meanings, and g0 others: all but the pointer to the samplers are zero
// (Mesa 25.0.7 brw_lower_logical_sends.cpp). A header with only dword 2 of its own is kept for the messages
// that follow. `offsets`: more of its bits, the same for all lanes, or of kind NONE.
static struct mir_operand make_header(struct isel_ctx *x, uint32_t dword2, struct mir_operand offsets,
                                      const struct isel_target *sampler)
{
    bool handle = sampler->index.kind != MIR_OPK_NONE && sampler->surface == MIR_SURFACE_HANDLE;
    bool computed = offsets.kind != MIR_OPK_NONE;
    const struct isel_key key = {ISEL_SAMPLER_HEADER, .number = dword2};
    const struct isel_known *before = handle || computed ? NULL : isel_known(x, key);
    if (before)
        return before->o[0];
    uint32_t h = mir_vreg_new(x->s, MIR_GRF, x->s->reg_bytes, x->s->reg_bytes, true);
    bool bare = kiln_target_has_sampler_base(x->s->target);
    struct mir_operand first = bare ? mir_imm_ud(0) : mir_vec(x->s->r0, 0, EU_TYPE_UD);
    struct mir_inst *i = isel_mov(x, mir_vec(h, 0, EU_TYPE_UD), first);
    i->exec_size = 8;
    i->nomask = true;
    if (bare && !handle)
        isel_op2(x, EU_OP_AND, mir_scalar(h, 12, EU_TYPE_UD), mir_scalar(x->s->r0, 12, EU_TYPE_UD),
                 mir_imm_ud(~UINT32_C(31)));
    if (computed)
        isel_op2(x, EU_OP_OR, mir_scalar(h, 8, EU_TYPE_UD), offsets, mir_imm_ud(dword2));
    else
        isel_mov(x, mir_scalar(h, 8, EU_TYPE_UD), mir_imm_ud(dword2));
    struct mir_operand o = mir_vec(h, 0, EU_TYPE_UD);
    if (handle)
        isel_mov(x, mir_scalar(h, 12, EU_TYPE_UD), sampler->index);
    else if (!computed)
        isel_learn(x, key)->o[0] = o;
    return o;
}

// Before Gen9 the level of detail is ld's second parameter, and nothing implies level 0: an absent one is
// zero.
static const struct sampler_message *sampler_message(const struct isel_ctx *x, enum kiln_sample_op op)
{
    static const struct sampler_message others[KILN_SAMPLE_OPS] = {
        [KILN_SAMPLE_LD] = {EU_MSG_SAMPLER_LD,
                            false,
                            {KILN_ARG_U, KILN_ARG_LOD, KILN_ARG_V, KILN_ARG_R, END}},
        [KILN_SAMPLE_LZ] = {EU_MSG_SAMPLER_SAMPLE_L,
                            false,
                            {KILN_ARG_LOD, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}},
        [KILN_SAMPLE_LZ_C] = {
            EU_MSG_SAMPLER_SAMPLE_L_C,
            false,
            {KILN_ARG_REF, KILN_ARG_LOD, KILN_ARG_U, KILN_ARG_V, KILN_ARG_R, KILN_ARG_AI, END}}};
    return others[op].args[0] != others[op].args[1] && !kiln_target_has_lz(x->s->target) ? &others[op]
                                                                                         : &messages[op];
}

// The parameters of a sampler message, and which it is.
static enum eu_msg parameters(struct isel_ctx *x, LLVMValueRef call, enum kiln_sample_op op,
                              struct image_message *m)
{
    LLVMValueRef arg[KILN_SAMPLE_ARGS];
    int64_t lod;
    for (unsigned n = 0; n < KILN_SAMPLE_ARGS; n++)
        arg[n] = LLVMGetOperand(call, 4 + n);
    const struct sampler_message *msg = sampler_message(x, op);
    bool lz = op == KILN_SAMPLE_LD && kiln_target_has_lz(x->s->target) &&
              isel_const_int(arg[KILN_ARG_LOD], &lod) && !lod;
    unsigned last = 0, n = 0;
    for (unsigned k = 0; msg->args[k] != END; k++) {
        uint8_t a = msg->args[k];
        if (lz && a == KILN_ARG_LOD)
            continue;
        bool gone = absent(arg[a]);
        m->params[n++] = gone ? mir_imm_ud(0) : isel_int(x, arg[a], 0);
        last = gone ? last : n;
    }
    m->param_count = last ? last : 1;
    return lz ? EU_MSG_SAMPLER_LD_LZ : (enum eu_msg)msg->msg;
}

static void sample(struct isel_ctx *x, struct isel_value *v)
{
    uint32_t op = isel_immediate(x, v->llvm, 0);
    int64_t bits = 0;
    bool computed = !isel_const_int(LLVMGetOperand(v->llvm, 3), &bits);
    struct mir_operand offsets = {.kind = MIR_OPK_NONE};
    if (computed)
        offsets = isel_retype(isel_int(x, LLVMGetOperand(v->llvm, 3), 0), EU_TYPE_UD);
    struct image_message m = {.access = MIR_ACCESS_SAMPLE, .mem = MIR_MEM_CONST_READ, .once = !v->divergent};
    m.rcomps = components_used(v->llvm);
    m.op = eu_msgs[parameters(x, v->llvm, (enum kiln_sample_op)op, &m)].number;
    m.width = m.once || x->s->simd == 8 || m.param_count * 2 > MAX_PARAM_REGS ? 8 : 16;
    struct isel_target surface = target_of(x, LLVMGetOperand(v->llvm, 1)),
                       sampler = target_of(x, LLVMGetOperand(v->llvm, 2));
    struct isel_loop_over loop =
        isel_each_value_begin(x, (struct mir_operand *[]){&surface.index, &sampler.index, &offsets}, 3);
    place_surface(x, &m, &surface);
    place_sampler(x, &m, &sampler);
    bool handle = sampler.index.kind != MIR_OPK_NONE && sampler.surface == MIR_SURFACE_HANDLE;
    if (bits || computed || handle || messages[op].header)
        m.header = make_header(x, (uint32_t)bits | (0xfu << m.rcomps & 0xf) << 12, offsets, &sampler);
    struct response r = send_all(x, &m);
    isel_each_index_end(x, loop);
    set_result(x, v, &m, &r);
}

// The channels of a typed message; more than the instruction's are none.
static struct mir_operand typed_header(struct isel_ctx *x)
{
    enum { CHANNELS = 28, ALL = 0xffff }; // byte offset of dword 7
    struct mir_operand header;
    if (isel_start_header(x, ISEL_TYPED_HEADER, &header))
        mir_at_start(x->s, EU_OP_MOV, 1, mir_scalar(header.vreg, CHANNELS, EU_TYPE_UD), mir_imm_ud(ALL));
    return header;
}

// Surface and coordinates of a typed message.
static struct isel_loop_over typed_begin(struct isel_ctx *x, LLVMValueRef call, unsigned first,
                                         struct image_message *m)
{
    m->access = MIR_ACCESS_TEXEL;
    m->width = 8;
    if (kiln_target_wants_typed_header(x->s->target))
        m->header = typed_header(x);
    for (unsigned n = 0; n < 3; n++) {
        LLVMValueRef c = LLVMGetOperand(call, first + 1 + n);
        m->params[n] = absent(c) ? mir_imm_ud(0) : isel_int(x, c, 0);
        if (!absent(c) || !n)
            m->param_count = n + 1;
    }
    struct isel_target t = target_of(x, LLVMGetOperand(call, first));
    struct isel_loop_over loop = isel_each_index_begin(x, &t);
    place_surface(x, m, &t);
    return loop;
}

static void image_read(struct isel_ctx *x, struct isel_value *v)
{
    struct image_message m = {.mem = MIR_MEM_READ, .once = !v->divergent};
    m.rcomps = components_used(v->llvm);
    struct isel_loop_over loop = typed_begin(x, v->llvm, 0, &m);
    struct response r = send_all(x, &m);
    isel_each_index_end(x, loop);
    set_result(x, v, &m, &r);
}

static void image_write(struct isel_ctx *x, struct isel_value *v)
{
    struct image_message m = {.mem = MIR_MEM_WRITE};
    m.data_count = isel_immediate(x, v->llvm, 4);
    for (unsigned n = 0; n < m.data_count; n++) {
        LLVMValueRef c = LLVMGetOperand(v->llvm, 5 + n);
        m.data[n] = absent(c) ? mir_imm_ud(0) : isel_int(x, c, 0);
    }
    struct isel_loop_over loop = typed_begin(x, v->llvm, 0, &m);
    send_all(x, &m);
    isel_each_index_end(x, loop);
}

static void image_atomic(struct isel_ctx *x, struct isel_value *v)
{
    struct image_message m = {.mem = MIR_MEM_ATOMIC};
    uint32_t aop = isel_immediate(x, v->llvm, 0);
    m.rcomps = LLVMGetFirstUse(v->llvm) != NULL;
    for (unsigned n = 0; n < 2; n++) {
        LLVMValueRef c = LLVMGetOperand(v->llvm, 5 + n);
        if (!absent(c))
            m.data[m.data_count++] = isel_int(x, c, 0);
        else if (n == 0 || aop == 14)
            m.data[m.data_count++] = mir_imm_ud(0);
    }
    m.op = (uint8_t)aop;
    struct isel_loop_over loop = typed_begin(x, v->llvm, 1, &m);
    struct response r = send_all(x, &m);
    isel_each_index_end(x, loop);
    x->s->uses_atomics = true;
    if (m.rcomps)
        set_result(x, v, &m, &r);
}

bool isel_call_image(struct isel_ctx *x, struct isel_value *v, enum intrinsic id)
{
    static void (*const rows[INTRINSIC_COUNT])(struct isel_ctx *x, struct isel_value *v) = {
        [INTRINSIC_SAMPLE] = sample,           [INTRINSIC_SAMPLE_LOD] = sample,
        [INTRINSIC_IMAGE_READ] = image_read,   [INTRINSIC_IMAGE_READ_VOLATILE] = image_read,
        [INTRINSIC_IMAGE_WRITE] = image_write, [INTRINSIC_IMAGE_ATOMIC] = image_atomic,
    };
    if (rows[id])
        rows[id](x, v);
    return rows[id] != NULL;
}
