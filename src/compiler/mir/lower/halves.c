// The halves of qwords as vregs of their own, after mir_int64 on targets whose EU computes no 64 bits.
//
// mir_int64 leaves a value as messages of qwords have it: low and high dwords in turns. Then each instruction
// writes half of each register of the pair, and waits for the one that wrote the other half; and nothing that
// is a copy of one half counts as one, because it defines only a part. Where no message has the value, and
// each access is to one half of it, the halves can as well lie apart.
//
// Moves of whole qwords tie values together: all of them are taken apart, or none is. So what comes from a
// message of qwords, or goes to one, stays what ra_coalesce can make one with its payload.
#include "compiler/mir/lower/int64.h"

#include "compiler/mir/ir/query.h"
#include "compiler/mir/lower/pair.h"

struct value {
    uint32_t parent; // of the union-find over moves of qwords
    bool whole;      // something has more of it than a half
    bool halved;     // something has a half of it, or all by a move
    uint32_t half[2];
};

struct pass {
    struct mir_shader *s;
    struct value *values;
};

static uint32_t root_of(struct pass *p, uint32_t v)
{
    while (p->values[v].parent != v)
        v = p->values[v].parent = p->values[p->values[v].parent].parent;
    return v;
}

static void tie(struct pass *p, uint32_t a, uint32_t b)
{
    a = root_of(p, a);
    b = root_of(p, b);
    p->values[a].whole |= p->values[b].whole;
    p->values[a].halved |= p->values[b].halved;
    p->values[b].parent = a;
}

static void keep(struct pass *p, uint32_t v)
{
    p->values[root_of(p, v)].whole = true;
}

static bool is_qword_move(const struct mir_inst *i)
{
    return i->op == EU_OP_MOV && i->src[0].kind == MIR_OPK_VREG && i->dst.kind == MIR_OPK_VREG &&
           mir_is_wide(i->dst.type) && mir_is_wide(i->src[0].type);
}

// Elements of so many qwords each: their stride if the region lies within one half of each, else -1.
static int stride_in_half(unsigned exec_size, int stride, enum eu_type type, uint32_t offset)
{
    unsigned size = eu_type_size(type);
    if (size > 4 || stride < 0 || offset / 4 != (offset + size - 1) / 4)
        return -1;
    if (exec_size == 1)
        return 0;
    unsigned bytes = (unsigned)stride * size;
    bool fits = bytes % 8 == 0 && bytes / 2 / size <= 4;
    return fits ? (int)(bytes / 2 / size) : -1;
}

static int source_stride(const struct mir_inst *i, const struct mir_operand *o)
{
    return stride_in_half(i->exec_size, mir_src_stride(o, i->exec_size), o->type, o->offset);
}

static int result_stride(const struct mir_inst *i)
{
    return stride_in_half(i->exec_size, (int)mir_dst_stride(&i->dst), i->dst.type, i->dst.offset);
}

// ---- which

static void look_at_use(struct pass *p, const struct mir_inst *i, const struct mir_operand *o)
{
    if (o->kind == MIR_OPK_INDIRECT)
        keep(p, o->base);
    if (o->kind == MIR_OPK_ADDROF)
        keep(p, o->vreg);
    if (o->kind != MIR_OPK_VREG)
        return;
    int stride = source_stride(i, o);
    if (mir_takes_registers(i->op) || i->op >= EU_OP_COUNT || stride < 0)
        keep(p, o->vreg);
    else if (stride)
        p->values[root_of(p, o->vreg)].halved = true;
}

static void look_at(struct pass *p, const struct mir_inst *i)
{
    if (is_qword_move(i)) {
        int stride = mir_src_stride(&i->src[0], i->exec_size);
        bool linear = stride >= 0 && stride <= 4 && i->dst.offset % 8 == 0 && i->src[0].offset % 8 == 0;
        tie(p, i->dst.vreg, i->src[0].vreg);
        if (linear)
            p->values[root_of(p, i->dst.vreg)].halved = true;
        else
            keep(p, i->dst.vreg);
        return;
    }
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        look_at_use(p, i, &i->src[k]);
    if (i->dst.kind == MIR_OPK_INDIRECT)
        keep(p, i->dst.base);
    if (i->dst.kind != MIR_OPK_VREG || (i->op == MIR_OP_UNDEF && mir_is_wide(i->dst.type)))
        return;
    int stride = result_stride(i);
    if (i->op >= EU_OP_COUNT || mir_takes_registers(i->op) || stride < 0)
        keep(p, i->dst.vreg);
    else if (stride)
        p->values[root_of(p, i->dst.vreg)].halved = true;
}

static void choose(struct pass *p)
{
    const struct mir_shader *s = p->s;
    for (uint32_t v = 0; v < s->vreg_count; v++) {
        const struct mir_vreg *r = &s->vregs[v];
        p->values[v] = (struct value){.parent = v,
                                      .whole = r->file != MIR_GRF || r->phys >= 0 || r->size % 8 != 0,
                                      .halved = r->size == 8};
    }
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) look_at(p, i);
}

// ---- and how

static bool is_apart(struct pass *p, const struct mir_operand *o)
{
    if (o->kind != MIR_OPK_VREG)
        return false;
    const struct value *root = &p->values[root_of(p, o->vreg)];
    return root->halved && !root->whole;
}

static uint32_t half_of(struct pass *p, uint32_t vreg, unsigned h)
{
    struct value *v = &p->values[vreg];
    const struct mir_vreg r = p->s->vregs[vreg];
    uint32_t bytes = r.size / 2, align = bytes < p->s->reg_bytes ? bytes : p->s->reg_bytes;
    while (align & (align - 1))
        align &= align - 1;
    if (v->half[h] == UINT32_MAX) {
        v->half[h] = mir_vreg_new(p->s, MIR_GRF, bytes, align, r.uniform);
        p->s->vregs[v->half[h]].carried = r.carried;
    }
    return v->half[h];
}

static void take(struct pass *p, struct mir_operand *o, unsigned h)
{
    o->vreg = half_of(p, o->vreg, h);
    o->offset = o->offset / 8 * 4 + o->offset % 4;
}

static void rewrite_source(struct pass *p, const struct mir_inst *i, struct mir_operand *o)
{
    unsigned stride = (unsigned)source_stride(i, o), h = o->offset / 4 % 2;
    struct mir_operand region = stride ? mir_strided(0, 0, o->type, stride) : mir_scalar(0, 0, o->type);
    o->vstride = region.vstride;
    o->width = region.width;
    o->hstride = region.hstride;
    take(p, o, h);
}

static void rewrite_move(struct pass *p, struct mir_inst *i)
{
    for (unsigned h = 0; h < 2; h++) {
        struct mir_inst *n = arena_new(p->s->arena, struct mir_inst);
        *n = *i;
        n->dst.type = n->src[0].type = EU_TYPE_UD; // a stride of qwords is one of dwords now
        take(p, &n->dst, h);
        take(p, &n->src[0], h);
        mir_insert_before(i, n);
    }
    mir_remove(i);
}

static void rewrite_undef(struct pass *p, struct mir_inst *i)
{
    struct mir_inst *high = arena_new(p->s->arena, struct mir_inst);
    i->dst.type = EU_TYPE_UD;
    *high = *i;
    take(p, &i->dst, 0);
    take(p, &high->dst, 1);
    mir_insert_before(i, high);
}

static void rewrite(struct pass *p, struct mir_inst *i)
{
    if (is_qword_move(i)) {
        if (is_apart(p, &i->dst))
            rewrite_move(p, i);
        return;
    }
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (is_apart(p, &i->src[k]))
            rewrite_source(p, i, &i->src[k]);
    if (!is_apart(p, &i->dst))
        return;
    if (i->op == MIR_OP_UNDEF) {
        rewrite_undef(p, i);
        return;
    }
    unsigned stride = (unsigned)result_stride(i), h = i->dst.offset / 4 % 2;
    i->dst.hstride = (uint8_t)(stride ? stride : 1);
    take(p, &i->dst, h);
}

bool mir_split_qwords(struct mir_shader *s)
{
    struct pass p = {.s = s, .values = arena_array(s->arena, struct value, s->vreg_count)};
    uint32_t count = s->vreg_count;
    choose(&p);
    bool any = false;
    for (uint32_t v = 0; v < count; v++) {
        const struct value *root = &p.values[root_of(&p, v)];
        any |= root->halved && !root->whole;
        p.values[v].half[0] = p.values[v].half[1] = UINT32_MAX;
    }
    if (!any)
        return false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b]) rewrite(&p, i);
    return true;
}
