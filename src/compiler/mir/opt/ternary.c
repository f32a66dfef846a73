// Two instructions become one of three sources, where the chip has such (Gen12.5): sums of sums (ADD3), and
// any function of three operands' bits of AND, OR, XOR and NOT (BFN).
//
// What goes is a value that one instruction reads, in the same block, made of values that have one
// definition: they are the same where it was read. Constants are operands if they have 16 bits; others would
// want a register.
#include <string.h>

#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"
#include "isa/table/tables.h"

enum { SOURCES = 3, LARGEST = 0x7fff }; // constant: the same whether its 16 bits have a sign or not

struct ternary {
    struct mir_shader *s;
    const struct mir_def *defs;
    const struct mir_uses *uses;
    bool changed;
};

static bool is_dword(const struct mir_operand *o)
{
    return o->type == EU_TYPE_D || o->type == EU_TYPE_UD;
}

static bool is_small(const struct mir_operand *o)
{
    return o->kind == MIR_OPK_IMM && (uint32_t)o->imm <= LARGEST;
}

static bool is_plain(const struct mir_inst *i)
{
    return !i->pred.kind && !i->flag.kind && !i->cmod && !i->saturate && !i->acc_wr &&
           i->dst.kind == MIR_OPK_VREG && is_dword(&i->dst) && mir_dst_stride(&i->dst) == 1;
}

static bool is_logic(unsigned op)
{
    return op == EU_OP_AND || op == EU_OP_OR || op == EU_OP_XOR || op == EU_OP_NOT || op == EU_OP_BFN;
}

// May it be a source, of an instruction further on?
static bool may_be_source(const struct ternary *t, const struct mir_inst *i, const struct mir_operand *o)
{
    if (!is_dword(o) || o->abs)
        return false;
    if (o->kind == MIR_OPK_IMM)
        return is_small(o) && !o->negate;
    const int stride = mir_src_stride(o, i->exec_size);
    return o->kind == MIR_OPK_VREG && t->s->vregs[o->vreg].file == MIR_GRF && (stride == 0 || stride == 1);
}

// What made source k, if that may go.
static struct mir_inst *maker_of(const struct ternary *t, const struct mir_inst *i, unsigned k)
{
    const struct mir_operand *o = &i->src[k];
    if (o->kind != MIR_OPK_VREG || !is_dword(o) || o->abs || o->offset || t->uses[o->vreg].count != 1 ||
        t->defs[o->vreg].count != 1)
        return NULL;
    for (unsigned n = 0; n < SOURCES; n++) // a function of two operands has one of them twice
        if (n != k && i->src[n].kind == MIR_OPK_VREG && i->src[n].vreg == o->vreg)
            return NULL;
    struct mir_inst *d = t->defs[o->vreg].inst;
    if (!d->block || d->block != i->block || !is_plain(d) || d->dst.offset ||
        mir_dst_range(d).hi != t->s->vregs[o->vreg].size)
        return NULL;
    const int stride = mir_src_stride(o, i->exec_size);
    const bool scalar = d->exec_size == 1 && d->nomask && stride == 0;
    if (!scalar && (stride != 1 || d->exec_size != i->exec_size || d->chan_offset != i->chan_offset ||
                    d->nomask != i->nomask))
        return NULL;
    for (unsigned n = 0; n < eu_op_num_srcs((enum eu_op)d->op); n++)
        if (!may_be_source(t, d, &d->src[n]) ||
            (d->src[n].kind == MIR_OPK_VREG && !mir_is_defined_once(t->s, t->defs, d->src[n].vreg)))
            return NULL;
    return d;
}

// A source of `d` as one of an instruction of other channels: what is one scalar for all stays so.
static struct mir_operand source_of(const struct mir_inst *d, unsigned n)
{
    struct mir_operand o = d->src[n];
    if (o.kind == MIR_OPK_VREG && mir_src_stride(&o, d->exec_size) == 0) {
        o.vstride = o.hstride = 0;
        o.width = 1;
    }
    o.type = EU_TYPE_D;
    return o;
}

// Constants last, where they may be; false: there is more than one.
static bool order(struct mir_operand src[SOURCES])
{
    unsigned constants = 0;
    for (unsigned n = 0; n < SOURCES; n++)
        constants += src[n].kind == MIR_OPK_IMM;
    for (unsigned n = 0; n + 1 < SOURCES && constants == 1; n++)
        if (src[n].kind == MIR_OPK_IMM) {
            const struct mir_operand o = src[n];
            src[n] = src[SOURCES - 1];
            src[SOURCES - 1] = o;
        }
    if (constants == 1)
        src[SOURCES - 1] = mir_imm(EU_TYPE_W, src[SOURCES - 1].imm);
    return constants <= 1;
}

static void become(struct ternary *t, struct mir_inst *i, unsigned op, const struct mir_operand src[SOURCES],
                   struct mir_inst *gone)
{
    i->op = op;
    i->dst.type = EU_TYPE_D;
    memcpy(i->src, src, SOURCES * sizeof(src[0]));
    mir_remove(gone);
    gone->block = NULL;
    t->changed = true;
}

// ---- sums

static bool merge_sum(struct ternary *t, struct mir_inst *i)
{
    if (i->op != EU_OP_ADD)
        return false;
    for (unsigned k = 0; k < 2; k++) {
        struct mir_inst *d = maker_of(t, i, k);
        if (!d || d->op != EU_OP_ADD || !may_be_source(t, i, &i->src[1 - k]))
            continue;
        struct mir_operand src[] = {source_of(d, 0), source_of(d, 1), source_of(i, 1 - k)};
        for (unsigned n = 0; n < 2; n++)
            src[n].negate ^= i->src[k].negate && src[n].kind == MIR_OPK_VREG;
        const bool negates =
            i->src[k].negate && (d->src[0].kind != MIR_OPK_VREG || d->src[1].kind != MIR_OPK_VREG);
        if (negates || !order(src))
            continue;
        become(t, i, EU_OP_ADD3, src, d);
        return true;
    }
    return false;
}

// ---- logic

enum { TABLE0 = 0xaa, TABLE1 = 0xcc, TABLE2 = 0xf0, ALL = 0xff }; // of the sources themselves

struct function {
    struct mir_operand leaf[SOURCES];
    unsigned leaves;
    bool ok;
};

static uint8_t table_of_leaf(struct function *f, struct mir_operand o)
{
    static const uint8_t tables[SOURCES] = {TABLE0, TABLE1, TABLE2};
    const bool inverted = o.negate;
    unsigned n = 0;
    o.negate = false;
    while (n < f->leaves && !mir_same_source(&f->leaf[n], &o))
        n++;
    if (n == SOURCES) {
        f->ok = false;
        return 0;
    }
    if (n == f->leaves)
        f->leaf[f->leaves++] = o;
    return inverted ? tables[n] ^ ALL : tables[n];
}

static uint8_t apply(const struct mir_inst *i, const uint8_t in[SOURCES])
{
    uint8_t r = 0;
    switch (i->op) {
    case EU_OP_AND:
        return in[0] & in[1];
    case EU_OP_OR:
        return in[0] | in[1];
    case EU_OP_XOR:
        return in[0] ^ in[1];
    case EU_OP_NOT:
        return in[0] ^ ALL;
    default:
        for (unsigned n = 0; n < 8; n++)
            r |= (uint8_t)((i->bfn >> ((in[0] >> n & 1) | (in[1] >> n & 1) << 1 | (in[2] >> n & 1) << 2) & 1)
                           << n);
        return r;
    }
}

// Of `i`, with `d` in the place of source k.
static uint8_t table_of(struct function *f, const struct mir_inst *i, unsigned k, const struct mir_inst *d)
{
    uint8_t in[SOURCES] = {0}, inner[SOURCES] = {0};
    for (unsigned n = 0; n < eu_op_num_srcs((enum eu_op)i->op); n++) {
        if (n != k) {
            in[n] = table_of_leaf(f, source_of(i, n));
            continue;
        }
        for (unsigned m = 0; m < eu_op_num_srcs((enum eu_op)d->op); m++)
            inner[m] = table_of_leaf(f, source_of(d, m));
        in[n] = apply(d, inner) ^ (i->src[k].negate ? ALL : 0);
    }
    return apply(i, in);
}

static bool merge_logic(struct ternary *t, struct mir_inst *i)
{
    if (!is_logic(i->op))
        return false;
    for (unsigned k = 0; k < eu_op_num_srcs((enum eu_op)i->op); k++) {
        struct function f = {.ok = true};
        struct mir_inst *d = maker_of(t, i, k);
        bool ok = d && is_logic(d->op);
        for (unsigned n = 0; n < eu_op_num_srcs((enum eu_op)i->op); n++)
            ok &= n == k || may_be_source(t, i, &i->src[n]);
        if (!ok)
            continue;
        const uint8_t table = table_of(&f, i, k, d);
        if (!f.ok || f.leaves < 2)
            continue;
        if (f.leaves < SOURCES) // which of them is the third is all the same
            f.leaf[2] = f.leaf[f.leaf[0].kind == MIR_OPK_IMM];
        struct mir_inst ordered = {.op = EU_OP_BFN, .bfn = table};
        memcpy(ordered.src, f.leaf, sizeof(f.leaf));
        if (!order(ordered.src))
            continue;
        unsigned from = 0; // of the constant, which is the last now
        while (from < SOURCES - 1 && f.leaf[from].kind != MIR_OPK_IMM)
            from++;
        uint8_t in[SOURCES] = {TABLE0, TABLE1, TABLE2};
        in[from] = TABLE2;
        in[SOURCES - 1] = from == SOURCES - 1 ? TABLE2 : from ? TABLE1 : TABLE0;
        i->bfn = apply(&ordered, in);
        become(t, i, EU_OP_BFN, ordered.src, d);
        return true;
    }
    return false;
}

bool mir_opt_ternary(struct mir_shader *s)
{
    struct ternary t = {.s = s, .defs = mir_defs(s), .uses = mir_uses(s)};
    if (!eu_op_exists(s->target->isa, EU_OP_ADD3) || !eu_op_exists(s->target->isa, EU_OP_BFN))
        return false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            if (i->op >= EU_OP_COUNT || !is_plain(i))
                continue;
            if (!merge_sum(&t, i))
                while (merge_logic(&t, i))
                    ;
        }
    return t.changed;
}
