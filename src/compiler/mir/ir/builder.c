// See builder.h.
#include "compiler/mir/ir/builder.h"

#include "compiler/mir/ir/query.h"

// ---- operands

bool mir_is_scalar(const struct mir_operand *o)
{
    return o->kind == MIR_OPK_IMM ? o->type != EU_TYPE_V && o->type != EU_TYPE_UV && o->type != EU_TYPE_VF
                                  : o->vstride == 0 && o->hstride == 0 && o->width == 1;
}

struct mir_operand mir_retype(struct mir_operand o, enum eu_type t)
{
    if (o.kind == MIR_OPK_IMM && eu_type_size(o.type) == 8 &&
        eu_type_size(t) == 4) // as of a register: its low half
        o.imm = (uint32_t)o.imm;
    o.type = t;
    return o;
}

struct mir_operand mir_lanes(struct mir_operand o, unsigned lane)
{
    if (o.kind == MIR_OPK_VREG && !mir_is_scalar(&o))
        o.offset += lane * (o.hstride ? o.hstride : 1) * eu_type_size(o.type);
    return o;
}

struct mir_operand mir_address_of(uint32_t vreg, uint32_t at)
{
    return (struct mir_operand){.kind = MIR_OPK_ADDROF, .type = EU_TYPE_UW, .vreg = vreg, .offset = at};
}

struct mir_operand mir_through(uint32_t vreg, uint32_t address)
{
    return (struct mir_operand){.kind = MIR_OPK_INDIRECT, .type = EU_TYPE_UD, .vreg = address, .base = vreg};
}

// ---- registers

struct mir_operand mir_packed(struct mir_builder *b, uint32_t bytes, enum eu_type t, bool uniform)
{
    const uint32_t reg = b->s->reg_bytes;
    return mir_vec(mir_vreg_new(b->s, MIR_GRF, bytes, bytes >= reg ? reg : eu_type_size(t), uniform), 0, t);
}

static struct mir_operand scalar_of(struct mir_shader *s, enum eu_type t)
{
    unsigned size = eu_type_size(t) < 4 ? 4 : eu_type_size(t);
    return mir_scalar(mir_vreg_new(s, MIR_GRF, size, size, true), 0, t);
}

struct mir_operand mir_temp(struct mir_builder *b, enum eu_type t, bool divergent)
{
    struct mir_shader *s = b->s;
    unsigned size = eu_type_size(t) < 4 ? 4 : eu_type_size(t);
    if (!divergent)
        return scalar_of(s, t);
    if (t == EU_TYPE_HF)
        return mir_vec(mir_vreg_new(s, MIR_GRF, 2 * s->simd, s->reg_bytes, false), 0, t);
    uint32_t v = mir_vreg_new(s, MIR_GRF, size * s->simd, s->reg_bytes, false);
    return eu_type_size(t) == 2 ? mir_strided(v, 0, t, 2) : mir_vec(v, 0, t);
}

struct mir_operand mir_new_flag(struct mir_builder *b, bool uniform)
{
    unsigned size = mir_flag_bytes(b->s);
    uint32_t v = mir_vreg_new(b->s, MIR_FLAG, size, size, uniform);
    return mir_scalar(v, 0, size == 4 ? EU_TYPE_UD : EU_TYPE_UW);
}

struct mir_operand mir_plain(struct mir_builder *b, struct mir_operand o)
{
    if (o.kind == MIR_OPK_IMM || (!o.negate && !o.abs))
        return o;
    struct mir_operand t = mir_temp(b, o.type, !mir_is_scalar(&o));
    mir_mov(b, t, o);
    return t;
}

struct mir_operand mir_in_reg(struct mir_builder *b, struct mir_operand o, enum eu_type t)
{
    if (o.kind == MIR_OPK_IMM)
        return mir_pool(b->s, t, o.imm);
    bool narrow = eu_type_size(o.type) < eu_type_size(t);
    if (!o.negate && !o.abs && !narrow)
        return mir_retype(o, t);
    bool same_kind = mir_is_float(o.type) == mir_is_float(t);
    struct mir_operand r = mir_temp(b, same_kind ? t : o.type, !mir_is_scalar(&o));
    mir_mov(b, r, o);
    return mir_retype(r, t);
}

struct mir_operand mir_whole_vector(struct mir_builder *b, struct mir_operand o, enum eu_type t)
{
    bool same_size = eu_type_size(o.type) == eu_type_size(t), plain = !o.negate && !o.abs;
    if (o.kind == MIR_OPK_VREG && !mir_is_scalar(&o) && o.hstride == 1 && plain && same_size &&
        o.offset % b->s->reg_bytes == 0)
        return mir_retype(o, t);
    struct mir_operand v = mir_temp(b, t, true);
    bool raw = same_size && plain;
    mir_mov(b, raw ? v : mir_retype(v, same_size ? o.type : t), raw ? mir_retype(o, t) : o);
    return v;
}

// ---- instructions

struct mir_inst *mir_op1(struct mir_builder *b, unsigned op, struct mir_operand dst, struct mir_operand a)
{
    bool scalar = dst.kind == MIR_OPK_VREG && mir_is_scalar(&dst);
    struct mir_inst *i = mir_inst_new(b->s, op, scalar ? 1 : b->s->simd);
    i->nomask = scalar;
    i->dst = dst;
    i->src[0] = a;
    mir_append(b->b, i);
    return i;
}

static bool commutes(unsigned op)
{
    return op == EU_OP_ADD || op == EU_OP_MUL || op == EU_OP_AND || op == EU_OP_OR || op == EU_OP_XOR;
}

struct mir_inst *mir_op2(struct mir_builder *b, unsigned op, struct mir_operand dst, struct mir_operand a,
                         struct mir_operand c)
{
    if (a.kind == MIR_OPK_IMM && c.kind != MIR_OPK_IMM && commutes(op)) {
        struct mir_operand t = a;
        a = c;
        c = t;
    }
    if (a.kind == MIR_OPK_IMM)
        a = mir_pool(b->s, a.type, a.imm);
    struct mir_inst *i = mir_op1(b, op, dst, a);
    i->src[1] = c;
    return i;
}

struct mir_inst *mir_mov(struct mir_builder *b, struct mir_operand dst, struct mir_operand a)
{
    return mir_op1(b, EU_OP_MOV, dst, a);
}

struct mir_inst *mir_on_lanes(struct mir_inst *i, unsigned lane, unsigned count)
{
    i->chan_offset = (uint8_t)lane;
    i->exec_size = (uint8_t)count;
    return i;
}

struct mir_inst *mir_where(struct mir_inst *i, struct mir_operand flag)
{
    i->pred = flag;
    i->pred_ctrl = EU_PRED_NORMAL;
    return i;
}

// What no register tells, a condition that is true of each channel does.
struct mir_operand mir_enabled_channels(struct mir_builder *b)
{
    if (!kiln_target_has_channel_enables(b->s->target)) {
        const enum eu_type type = mir_flag_bytes(b->s) == 4 ? EU_TYPE_UD : EU_TYPE_UW;
        struct mir_operand flag = mir_retype(mir_new_flag(b, false), type),
                           all = mir_temp(b, EU_TYPE_UD, false);
        mir_op1(b, EU_OP_MOV, mir_scalar(flag.vreg, 0, type), mir_imm(type, 0));
        struct mir_inst *set = mir_op1(b, EU_OP_MOV, mir_null(EU_TYPE_UW), mir_imm_uw(0));
        set->exec_size = (uint8_t)b->s->simd;
        set->nomask = false;
        set->cmod = EU_CMOD_Z;
        set->flag = flag;
        mir_op1(b, EU_OP_MOV, all, mir_scalar(flag.vreg, 0, type));
        return all;
    }
    return (struct mir_operand){
        .kind = MIR_OPK_ARF, .arf = EU_ARF_CE, .type = EU_TYPE_UD, .vstride = 0, .width = 1};
}

struct mir_operand mir_first_lane(struct mir_builder *b)
{
    struct mir_operand first = mir_temp(b, EU_TYPE_UD, false);
    mir_op1(b, EU_OP_FBL, first, mir_enabled_channels(b));
    return first;
}

struct mir_operand mir_address_after(struct mir_builder *b, struct mir_operand addr, bool a64, uint32_t bytes)
{
    if (!bytes)
        return addr;
    if (addr.kind == MIR_OPK_IMM) {
        addr.imm = a64 ? addr.imm + bytes : (uint32_t)(addr.imm + bytes);
        return addr;
    }
    struct mir_operand sum = mir_temp(b, a64 ? EU_TYPE_UQ : EU_TYPE_UD, !mir_is_scalar(&addr));
    mir_op2(b, EU_OP_ADD, sum, addr, mir_imm_ud(bytes));
    return sum;
}

uint32_t mir_shared_address(struct mir_builder *b, struct mir_operand by, struct mir_operand place)
{
    uint32_t a = mir_vreg_new(b->s, MIR_ADDR, 2, 2, true);
    mir_op2(b, EU_OP_ADD, mir_scalar(a, 0, EU_TYPE_UW), mir_retype(by, EU_TYPE_UW), place);
    return a;
}

// Through an address register.
struct mir_operand mir_read_lane(struct mir_builder *b, struct mir_operand vec, struct mir_operand lane)
{
    struct mir_operand got = mir_temp(b, vec.type, false), at = mir_temp(b, EU_TYPE_UD, false);
    unsigned step = eu_type_size(vec.type) == 8 ? 3 : 2;
    mir_op2(b, EU_OP_SHL, at, lane, mir_imm_ud(step));
    uint32_t a = mir_shared_address(b, at, mir_address_of(vec.vreg, vec.offset));
    struct mir_operand from = mir_retype(mir_through(vec.vreg, a), vec.type);
    from.width = 1;
    mir_mov(b, got, from);
    return got;
}

// ---- at the program's start

enum { POOLS = 1024 };

struct mir_const {
    struct mir_const *next;
    enum eu_type type;
    uint64_t bits;
    struct mir_operand at;
};

struct mir_inst *mir_at_start(struct mir_shader *s, unsigned op, unsigned exec_size, struct mir_operand dst,
                              struct mir_operand a)
{
    struct mir_inst *i = mir_inst_new(s, op, exec_size);
    i->nomask = true;
    i->line = s->start.no_lines ? 0 : i->line;
    i->dst = dst;
    i->src[0] = a;
    i->ip = s->start.time ? s->start.time : 2 * s->vreg_count;
    struct mir_block *entry = s->blocks[0];
    if (s->start.last)
        mir_insert_after(s->start.last, i);
    else if (entry->first)
        mir_insert_before(entry->first, i);
    else
        mir_append(entry, i);
    s->start.last = i;
    return i;
}

// What is there already is wanted now, by a pass that makes what comes before it in the program.
static void want(struct mir_shader *s, uint32_t vreg)
{
    const struct mir_inst *end = s->start.last->next;
    for (struct mir_inst *i = s->start.time ? s->blocks[0]->first : NULL; i && i != end; i = i->next)
        if (i->dst.vreg == vreg && i->ip > s->start.time)
            i->ip = s->start.time;
}

struct mir_operand mir_pool(struct mir_shader *s, enum eu_type t, uint64_t bits)
{
    if (!s->start.pool)
        s->start.pool = arena_array(s->arena, struct mir_const *, POOLS);
    if (eu_type_size(t) < 8)
        bits = (uint32_t)bits;
    struct mir_const **pool = &s->start.pool[(bits ^ bits >> 10 ^ bits >> 20 ^ bits >> 40) % POOLS];
    for (struct mir_const *c = *pool; c; c = c->next)
        if (c->bits == bits && eu_type_size(c->type) == eu_type_size(t)) {
            want(s, c->at.vreg);
            return mir_retype(c->at, t);
        }
    struct mir_const *c = arena_new(s->arena, struct mir_const);
    *c = (struct mir_const){*pool, t, bits, scalar_of(s, t)};
    *pool = c;
    mir_at_start(s, EU_OP_MOV, 1, c->at, mir_imm(t, bits));
    return c->at;
}

// From a packed immediate of eight, then by adding.
struct mir_operand mir_lane_index(struct mir_shader *s)
{
    enum { FIRST = 8 };
    if (s->start.lane_index) {
        want(s, s->start.lane_index);
        return mir_vec(s->start.lane_index, 0, EU_TYPE_UW);
    }
    uint32_t bytes = s->simd * 2,
             v = mir_vreg_new(s, MIR_GRF, bytes, bytes >= s->reg_bytes ? s->reg_bytes : 16, false);
    struct mir_operand lane = mir_vec(v, 0, EU_TYPE_UW);
    mir_at_start(s, EU_OP_MOV, FIRST, lane, mir_imm(EU_TYPE_UV, 0x76543210));
    for (unsigned n = FIRST; n < s->simd; n *= 2)
        mir_at_start(s, EU_OP_ADD, n, mir_vec(v, n * 2, EU_TYPE_UW), lane)->src[1] = mir_imm_uw((uint16_t)n);
    s->start.lane_index = v;
    return lane;
}

struct mir_operand mir_start_header(struct mir_shader *s)
{
    struct mir_operand header =
        mir_vec(mir_vreg_new(s, MIR_GRF, s->reg_bytes, s->reg_bytes, true), 0, EU_TYPE_UD);
    mir_at_start(s, EU_OP_MOV, s->reg_bytes / 4, header, mir_imm_ud(0));
    return header;
}

void mir_start_r0(struct mir_shader *s, const struct mir_operand *header, unsigned byte, uint32_t bits)
{
    struct mir_operand to = mir_scalar(header->vreg, byte, EU_TYPE_UD);
    mir_at_start(s, EU_OP_AND, 1, to, mir_scalar(s->r0, byte, EU_TYPE_UD))->src[1] = mir_imm_ud(bits);
}
