// Values of 64 bits by their halves: how mir/lower/pair.h builds, reads and writes them.
#include "compiler/mir/lower/pair.h"

#include "compiler/mir/lower/qword.h"

bool mir_is_wide(enum eu_type t)
{
    return t == EU_TYPE_Q || t == EU_TYPE_UQ;
}

bool pair_fail(struct lowering *z, const char *why)
{
    if (!z->error)
        z->error = arena_printf(z->s->arena, "%s of 64 bits: %s", mir_op_name(z->i->op), why);
    return false;
}

// ---- building

struct mir_operand pair_temp(struct lowering *z)
{
    const struct mir_inst *i = z->i;
    unsigned bytes = i->exec_size * 4u;
    bool uniform =
        i->nomask && (i->exec_size == 1 || (i->dst.kind == MIR_OPK_VREG && z->s->vregs[i->dst.vreg].uniform));
    uint32_t v =
        mir_vreg_new(z->s, MIR_GRF, bytes, bytes < z->s->reg_bytes ? bytes : z->s->reg_bytes, uniform);
    return i->exec_size == 1 ? mir_scalar(v, 0, EU_TYPE_UD) : mir_vec(v, 0, EU_TYPE_UD);
}

struct mir_inst *pair_op2(struct lowering *z, unsigned op, struct mir_operand dst, struct mir_operand a,
                          struct mir_operand b)
{
    struct mir_inst *n = mir_mov_like(z->s, z->i);
    n->op = op;
    n->dst = dst;
    n->src[0] = a;
    n->src[1] = b;
    mir_insert_before(z->i, n);
    return n;
}

struct mir_inst *pair_op1(struct lowering *z, unsigned op, struct mir_operand dst, struct mir_operand a)
{
    return pair_op2(z, op, dst, a, (struct mir_operand){.kind = MIR_OPK_NONE});
}

struct mir_operand pair_new_op2(struct lowering *z, unsigned op, struct mir_operand a, struct mir_operand b)
{
    struct mir_operand t = pair_temp(z);
    pair_op2(z, op, t, a, b);
    return t;
}

struct mir_operand pair_retype(struct mir_operand o, enum eu_type t)
{
    o.type = t;
    return o;
}

bool pair_is_imm(struct mir_operand o, uint32_t v)
{
    return o.kind == MIR_OPK_IMM && (uint32_t)o.imm == v;
}

struct mir_operand pair_negated(struct mir_operand o)
{
    if (o.kind == MIR_OPK_IMM)
        return mir_imm_ud(0 - (uint32_t)o.imm);
    o.negate = !o.negate;
    return o;
}

void pair_predicate(struct mir_inst *n, struct mir_operand flag, bool inv)
{
    n->pred = flag;
    n->pred_ctrl = EU_PRED_NORMAL;
    n->pred_inv = inv;
}

// What writes the destination is under i's predicate.
void pair_predicate_like(struct lowering *z, struct mir_inst *n)
{
    n->pred = z->i->pred;
    n->pred_ctrl = z->i->pred_ctrl;
    n->pred_inv = z->i->pred_inv;
}

struct mir_operand pair_flag(struct lowering *z, bool uniform)
{
    unsigned size = mir_flag_bytes(z->s);
    uint32_t v = mir_vreg_new(z->s, MIR_FLAG, size, size, uniform);
    return mir_scalar(v, 0, size == 4 ? EU_TYPE_UD : EU_TYPE_UW);
}

struct mir_inst *pair_compare(struct lowering *z, enum eu_cmod c, struct mir_operand flag,
                              struct mir_operand dst, struct mir_operand a, struct mir_operand b)
{
    struct mir_inst *n = pair_op2(z, EU_OP_CMP, dst, a, b);
    n->cmod = c;
    n->flag = flag;
    return n;
}

// All ones where a c b holds, of unsigned dwords.
struct mir_operand pair_mask(struct lowering *z, enum eu_cmod c, struct mir_operand a, struct mir_operand b)
{
    struct mir_operand t = pair_temp(z);
    pair_compare(z, c, pair_flag(z, false), t, pair_retype(a, EU_TYPE_UD), pair_retype(b, EU_TYPE_UD));
    return t;
}

// ---- operands

// The elements of a region that has no encoding by halves, side by side.
static struct mir_operand gather(struct lowering *z, const struct mir_operand *o)
{
    const struct mir_inst *i = z->i;
    uint32_t bytes = i->exec_size * 8u;
    uint32_t v = mir_vreg_new(z->s, MIR_GRF, bytes, bytes < z->s->reg_bytes ? bytes : z->s->reg_bytes, true);
    unsigned width = o->width ? o->width : 1;
    for (unsigned n = 0; n < i->exec_size; n++)
        for (unsigned h = 0; h < 2; h++) {
            struct mir_inst *mov = mir_inst_new(z->s, EU_OP_MOV, 1);
            uint32_t at = o->offset + (n / width * o->vstride + n % width * o->hstride) * 8 + h * 4;
            mov->nomask = true;
            mov->line = i->line;
            mov->dst = mir_scalar(v, n * 8 + h * 4, EU_TYPE_UD);
            mov->src[0] = mir_scalar(o->vreg, at, EU_TYPE_UD);
            mir_insert_before(z->i, mov);
        }
    return mir_vec(v, 0, o->type);
}

struct pair pair_constant(uint64_t v)
{
    return (struct pair){mir_imm_ud((uint32_t)v), mir_imm_ud((uint32_t)(v >> HALF))};
}

uint64_t pair_value_of(const struct mir_operand *o)
{
    unsigned bits = 8 * eu_type_size(o->type);
    uint64_t v = o->imm << (64 - bits);
    return mir_is_signed(o->type) ? (uint64_t)((int64_t)v >> (64 - bits)) : v >> (64 - bits);
}

// 0 - p, whose halves may be of anything.
static struct pair negation(struct lowering *z, struct pair p)
{
    if (p.lo.kind == MIR_OPK_IMM && p.hi.kind == MIR_OPK_IMM)
        return pair_constant(0 - ((uint64_t)(uint32_t)p.hi.imm << HALF | (uint32_t)p.lo.imm));
    struct mir_operand borrow = pair_mask(z, EU_CMOD_NZ, p.lo, mir_imm_ud(0)), lo = pair_temp(z);
    pair_op1(z, EU_OP_MOV, pair_retype(lo, EU_TYPE_D), pair_retype(pair_negated(p.lo), EU_TYPE_D));
    return (struct pair){lo, pair_new_op2(z, EU_OP_ADD, borrow, pair_negated(p.hi))};
}

struct pair pair_absolute(struct lowering *z, struct pair p)
{
    struct mir_operand sign = pair_temp(z);
    pair_op2(z, EU_OP_ASR, pair_retype(sign, EU_TYPE_D), pair_retype(p.hi, EU_TYPE_D), mir_imm_ud(31));
    struct mir_operand lo = pair_new_op2(z, EU_OP_XOR, p.lo, sign),
                       hi = pair_new_op2(z, EU_OP_XOR, p.hi, sign);
    // minus the sign, which is plus one
    struct mir_operand sum = pair_new_op2(z, EU_OP_ADD, lo, pair_negated(sign)),
                       carry = pair_mask(z, EU_CMOD_L, sum, lo);
    return (struct pair){sum, pair_new_op2(z, EU_OP_ADD, hi, pair_negated(carry))};
}

static struct pair extended(struct lowering *z, struct mir_operand o)
{
    bool sign = mir_is_signed(o.type);
    o.negate = o.abs = false;
    struct pair p = {o, mir_imm_ud(0)};
    if (eu_type_size(o.type) < 4) {
        p.lo = pair_temp(z);
        pair_op1(z, EU_OP_MOV, pair_retype(p.lo, sign ? EU_TYPE_D : EU_TYPE_UD), o);
    }
    if (sign) {
        p.hi = pair_temp(z);
        pair_op2(z, EU_OP_ASR, pair_retype(p.hi, EU_TYPE_D), pair_retype(p.lo, EU_TYPE_D), mir_imm_ud(31));
    }
    p.lo.type = EU_TYPE_UD;
    return p;
}

// Source k by halves, without its modifiers.
struct pair pair_plain_source(struct lowering *z, unsigned k)
{
    struct mir_operand o = z->i->src[k];
    if (o.kind == MIR_OPK_IMM)
        return pair_constant(pair_value_of(&o));
    if (!mir_is_wide(o.type))
        return extended(z, o);
    o.negate = o.abs = false;
    struct pair p = {o, o};
    int stride = mir_src_stride(&o, z->i->exec_size);
    bool lies = o.kind != MIR_OPK_VREG || (stride <= 2 && stride >= 0);
    if (!lies || !mir_halve_src(z->i, &p.lo, 0) || !mir_halve_src(z->i, &p.hi, 1)) {
        if (o.kind != MIR_OPK_VREG) {
            pair_fail(z, "an indirect source");
            return p;
        }
        o = gather(z, &o);
        p = (struct pair){o, o};
        mir_halve_src(z->i, &p.lo, 0);
        mir_halve_src(z->i, &p.hi, 1);
    }
    return p;
}

struct pair pair_source(struct lowering *z, unsigned k)
{
    const struct mir_operand *o = &z->i->src[k];
    struct pair p = pair_plain_source(z, k);
    if (o->abs)
        p = pair_absolute(z, p);
    return o->negate ? negation(z, p) : p;
}

// Where the halves of the result go: `hi` is NONE if it is narrower.
struct pair pair_destination(struct lowering *z)
{
    struct mir_operand d = z->i->dst;
    struct pair p = {d, {.kind = MIR_OPK_NONE}};
    if (!mir_is_wide(d.type))
        return p;
    bool one = z->i->exec_size == 1;
    p.lo = one ? mir_scalar(d.vreg, d.offset, EU_TYPE_UD)
               : mir_strided(d.vreg, d.offset, EU_TYPE_UD, 2 * mir_dst_stride(&d));
    p.hi = p.lo;
    p.hi.offset += 4;
    return p;
}

bool pair_dst_is_read(const struct mir_inst *i)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
        const struct mir_operand *o = &i->src[k];
        if ((o->kind == MIR_OPK_VREG && o->vreg == i->dst.vreg) ||
            (o->kind == MIR_OPK_INDIRECT && o->base == i->dst.vreg))
            return true;
    }
    return false;
}

// Where they are computed: there, unless that would be too early.
struct pair pair_result(struct lowering *z)
{
    struct pair d = pair_destination(z);
    if (z->i->pred.kind != MIR_OPK_NONE || pair_dst_is_read(z->i) || d.hi.kind == MIR_OPK_NONE ||
        d.lo.hstride > 4)
        return (struct pair){pair_temp(z), pair_temp(z)};
    return d;
}

// Elements that lie too far apart for a region of dwords, one by one.
static bool scatter(struct lowering *z, struct mir_operand d, struct mir_operand from)
{
    const struct mir_inst *i = z->i;
    if (!i->nomask || i->pred.kind != MIR_OPK_NONE)
        return pair_fail(z, "a destination of this stride");
    for (unsigned n = 0; n < i->exec_size; n++) {
        struct mir_inst *mov = mir_inst_new(z->s, EU_OP_MOV, 1);
        mov->nomask = true;
        mov->line = i->line;
        mov->dst = mir_scalar(d.vreg, d.offset + n * d.hstride * 4, EU_TYPE_UD);
        mov->src[0] =
            from.kind == MIR_OPK_IMM ? from : mir_scalar(from.vreg, from.offset + n * 4, EU_TYPE_UD);
        mir_insert_before(z->i, mov);
    }
    return true;
}

static void deliver_half(struct lowering *z, struct mir_operand d, struct mir_operand from)
{
    if (d.hstride > 4 && from.kind != MIR_OPK_IMM && mir_src_stride(&from, z->i->exec_size) != 1)
        from = pair_new_op2(z, EU_OP_OR, from, mir_imm_ud(0));
    if (d.hstride > 4)
        scatter(z, d, from);
    else
        pair_predicate_like(z, pair_op1(z, EU_OP_MOV, d, from));
}

// Moves what was computed elsewhere.
bool pair_deliver(struct lowering *z, struct pair r)
{
    struct pair d = pair_destination(z);
    if (r.lo.kind != MIR_OPK_VREG || r.lo.vreg != d.lo.vreg)
        deliver_half(z, d.lo, r.lo);
    if (d.hi.kind != MIR_OPK_NONE && (r.hi.kind != MIR_OPK_VREG || r.hi.vreg != d.hi.vreg))
        deliver_half(z, d.hi, r.hi);
    return !z->error;
}

struct pair pair_in_registers(struct lowering *z, struct pair p)
{
    if (p.lo.kind != MIR_OPK_IMM)
        return p;
    struct pair r = {pair_temp(z), pair_temp(z)};
    pair_op1(z, EU_OP_MOV, r.lo, p.lo);
    pair_op1(z, EU_OP_MOV, r.hi, p.hi);
    return r;
}
