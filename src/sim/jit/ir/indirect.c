// Which registers instructions with addresses in a0 can reach.
//
// Those registers stay in the register file, in memory; the others are SSA values as usual. An address is
// followed back through its block to where a constant bounds it (compilers clamp the index of an array in
// registers, or take the lane's number of a shuffle modulo the width). Without such a bound an access may
// reach every register.
#include "sim/jit/ir/ir.h"

struct bounds {
    uint64_t lo, hi; // inclusive
};

// Bytes of the register file that an instruction reads as elements of channels [0, n).
struct place {
    unsigned at[SIM_MAX_CHANNELS], n, size;
    bool nomask;
    unsigned off; // channel offset of the reader
};

static bool value_bounds(const struct jt *j, uint32_t use, const struct place *p, unsigned depth,
                         struct bounds *out);

static uint64_t largest(unsigned size)
{
    return size >= 8 ? UINT64_MAX : (UINT64_C(1) << (8 * size)) - 1;
}

static bool is_signed(unsigned t)
{
    return t == EU_TYPE_D || t == EU_TYPE_W || t == EU_TYPE_B || t == EU_TYPE_Q;
}

static bool immediate(const struct sim_src *s, uint64_t *v)
{
    *v = 0;
    if (s->kind != SIM_SRC_IMM || s->hs || s->vs)
        return false;
    memcpy(v, s->imm, s->size);
    return *v <= largest(s->size) >> 1;
}

static bool source_bounds(const struct jt *j, uint32_t i, unsigned k, unsigned depth, struct bounds *out)
{
    const struct sim_uop *u = &j->uops[i];
    const struct sim_src *s = &u->src[k];
    struct place p = {.n = u->n, .size = s->size, .nomask = u->nomask, .off = u->off};
    if (s->neg || s->abs)
        return false;
    if (immediate(s, &out->lo)) {
        out->hi = out->lo;
        return true;
    }
    if (s->kind != SIM_SRC_REG)
        return false;
    bool same = true;
    for (unsigned c = 0; c < u->n; c++) {
        p.at[c] = jit_src_offset(s, c);
        same &= p.at[c] == p.at[0];
    }
    if (same && u->n > 1)
        p.n = 1, p.nomask = true; // one element for all: it must have been written whatever the mask
    if (depth && value_bounds(j, i, &p, depth - 1, out))
        return out->hi <= largest(s->size) >> is_signed(s->type);
    *out = (struct bounds){0, largest(s->size)};
    return s->size <= 4 && !is_signed(s->type);
}

// Of the result; false: anything.
static bool result_bounds(const struct jt *j, uint32_t i, unsigned depth, struct bounds *out)
{
    const struct sim_uop *u = &j->uops[i];
    struct bounds a, b;
    uint64_t m;
    bool two = u->src[1].kind != SIM_SRC_NONE;
    if (u->op == EU_OP_AND ||
        (u->op == EU_OP_SEL && u->cmod == EU_CMOD_L && !u->pred && !is_signed(u->src[0].type)))
        for (unsigned k = 0; k < 2; k++)
            if (!u->src[k].neg && immediate(&u->src[k], &m)) {
                *out = (struct bounds){0, m};
                return true;
            }
    if (!source_bounds(j, i, 0, depth, &a) || (two && !source_bounds(j, i, 1, depth, &b)))
        return false;
    switch (u->op) {
    case EU_OP_MOV:
        *out = a;
        break;
    case EU_OP_ADD:
        *out = (struct bounds){a.lo + b.lo, a.hi + b.hi};
        break;
    case EU_OP_MUL:
        *out = (struct bounds){a.lo * b.lo, a.hi * b.hi};
        break;
    case EU_OP_SHL:
        if (b.lo != b.hi || b.lo > 15)
            return false;
        *out = (struct bounds){a.lo << b.lo, a.hi << b.lo};
        break;
    case EU_OP_SHR:
        if (b.lo != b.hi || b.lo > 31)
            return false;
        *out = (struct bounds){a.lo >> b.lo, a.hi >> b.lo};
        break;
    default:
        return false;
    }
    return a.hi <= UINT32_MAX && (!two || b.hi <= UINT32_MAX) &&
           out->hi <= largest(u->dst.size) >> is_signed(u->dst.type);
}

static bool overlaps(const struct sim_uop *u, const struct place *p)
{
    struct grf_set reads, writes;
    jit_touched(u, &reads, &writes);
    bool whole =
        jit_op_is_send(u->op) || (u->op == EU_OP_MATH && u->math == EU_MATH_INT_DIV_QUOTIENT_AND_REMAINDER);
    for (unsigned c = 0; c < p->n; c++) {
        if (whole && p->at[c] < SIM_RF_GRF_END && grf_has(&writes, p->at[c] / SIM_GRF_BYTES))
            return true;
        for (unsigned i = 0; !whole && !u->dst.null && i < u->n; i++) {
            unsigned at = u->dst.base + i * u->dst.hs;
            if (at < p->at[c] + p->size && p->at[c] < at + u->dst.size)
                return true;
        }
    }
    return false;
}

// Whether an instruction writes all of these elements, each by the channel that will read it, and when that
// does.
static bool defines(const struct sim_uop *u, const struct place *p)
{
    const struct sim_dst *d = &u->dst;
    if (jit_op_is_send(u->op) || jit_is_flow(u) || d->null || d->indirect || d->writemask != 0xf ||
        p->n > u->n || p->size > d->size || (u->pred && u->op != EU_OP_SEL))
        return false;
    if (!u->nomask && (p->nomask || u->off != p->off))
        return false;
    for (unsigned c = 0; c < p->n; c++)
        if (p->at[c] != d->base + c * d->hs)
            return false;
    return u->exec == SIM_EXEC_INT;
}

// What the elements can be before instruction `use`; false: anything.
static bool value_bounds(const struct jt *j, uint32_t use, const struct place *p, unsigned depth,
                         struct bounds *out)
{
    for (uint32_t i = use; i > 0 && !j->leader[i];) {
        const struct sim_uop *u = &j->uops[--i];
        if (u->info->pseudo || u->dst.indirect)
            return false;
        if (defines(u, p))
            return result_bounds(j, i, depth, out) && out->hi <= largest(p->size);
        if (overlaps(u, p))
            return false;
    }
    return false;
}

// ---- operands

// Adds the registers that the operand's elements can lie in; `span`: from the first to the end of the last.
static bool add_reach(struct jt *j, uint32_t i, struct place *p, int imm, unsigned span, unsigned size)
{
    struct bounds b;
    if (!value_bounds(j, i, p, 6, &b))
        return false;
    int64_t lo = (int64_t)b.lo + imm, end = (int64_t)b.hi + imm + span;
    lo &= ~(int64_t)(size - 1);
    if (lo < 0 || end > SIM_RF_GRF_END)
        return false;
    for (int64_t r = lo / SIM_GRF_BYTES; r <= (end - 1) / SIM_GRF_BYTES; r++)
        grf_add(&j->memory, (unsigned)r);
    return true;
}

static bool source_reach(struct jt *j, uint32_t i, unsigned k)
{
    const struct sim_uop *u = &j->uops[i];
    const struct sim_src *s = &u->src[k];
    struct place p = {.n = 1, .size = 2, .nomask = u->nomask, .off = u->off};
    unsigned wm = (1u << s->wshift) - 1, span = 0;
    if (s->kind == SIM_SRC_A0_VXH) {
        p.n = (u->n + wm) >> s->wshift;
        for (unsigned r = 0; r < p.n; r++)
            p.at[r] = SIM_RF_ADDR + 2 * ((s->addr_subreg + r) & 15);
    } else {
        p.at[0] = SIM_RF_ADDR + 2 * (s->addr_subreg & 15);
    }
    p.nomask |= p.n < u->n; // an address serves several channels
    for (unsigned c = 0; c < u->n; c++) {
        unsigned o = s->kind == SIM_SRC_A0_VXH ? (c & wm) * s->hs : jit_src_offset(s, c) - s->base;
        span = o + s->size > span ? o + s->size : span;
    }
    return p.n <= 16 && add_reach(j, i, &p, s->addr_imm, span, s->size);
}

static bool dst_reach(struct jt *j, uint32_t i)
{
    const struct sim_uop *u = &j->uops[i];
    struct place p = {.n = 1, .size = 2, .nomask = u->nomask || u->n > 1, .off = u->off};
    p.at[0] = SIM_RF_ADDR + 2 * (u->dst.addr_subreg & 15);
    return add_reach(j, i, &p, u->dst.addr_imm, (u->n - 1u) * u->dst.hs + u->dst.size, u->dst.size);
}

void jit_find_reach(struct jt *j)
{
    bool known = true;
    for (uint32_t i = 0; known && i < j->p->count; i++) {
        const struct sim_uop *u = &j->uops[i];
        if (u->info->pseudo || (!j->reachable[2 * i] && !j->reachable[2 * i + 1]))
            continue;
        for (unsigned k = 0; k < 3; k++)
            if (u->src[k].kind == SIM_SRC_A0 || u->src[k].kind == SIM_SRC_A0_VXH)
                known &= u->op != EU_OP_MOVI && source_reach(j, i, k);
        if (u->dst.indirect)
            known &= dst_reach(j, i);
    }
    j->any_grf = !known;
    for (unsigned r = 0; !known && r < j->p->grf_end / SIM_GRF_BYTES; r++)
        grf_add(&j->memory, r);
}
