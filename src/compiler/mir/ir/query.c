// What an instruction reads and writes, in bytes: the one place that knows the extent of a region.
#include "compiler/mir/ir/query.h"

#include "compiler/mir/ir/access.h"

const char *mir_op_name(unsigned op)
{
    switch (op) {
    case MIR_OP_UNDEF:
        return "undef";
    case MIR_OP_ORDER:
        return "order";
    case MIR_OP_ACCESS:
        return "access";
    case MIR_OP_BR:
        return "br";
    case MIR_OP_RET:
        return "exit"; // the EU has a `ret` of its own
    default:
        return op < EU_OP_COUNT ? eu_op_name((enum eu_op)op) : NULL;
    }
}

bool mir_op_is_terminator(unsigned op)
{
    switch (op) {
    case MIR_OP_BR:
    case MIR_OP_RET:
    case EU_OP_JMPI:
    case EU_OP_IF:
    case EU_OP_ELSE:
    case EU_OP_WHILE:
    case EU_OP_BREAK:
    case EU_OP_CONT:
    case EU_OP_HALT:
    case EU_OP_GOTO:
        return true;
    default:
        return false;
    }
}

int mir_src_stride(const struct mir_operand *o, unsigned exec_size)
{
    if (o->kind != MIR_OPK_VREG && o->kind != MIR_OPK_ARF)
        return 0;
    if (exec_size == 1)
        return 0;
    unsigned width = o->width ? o->width : 1;
    if (width >= exec_size)
        return o->hstride;
    if (width == 1)
        return o->vstride;
    return o->vstride == width * o->hstride ? o->hstride : -1;
}

bool mir_is_quad_region(const struct mir_operand *o)
{
    return o->kind == MIR_OPK_VREG && o->vstride == 4 && o->width == 4 && o->hstride == 0 &&
           eu_type_size(o->type) == 4;
}

bool mir_repeats_eight(const struct mir_operand *o, unsigned exec_size)
{
    return o->kind == MIR_OPK_VREG && exec_size > 8 && o->vstride == 0 && o->width == 8 && o->hstride == 1 &&
           eu_type_size(o->type) == 4;
}

struct mir_range mir_region_range(const struct mir_operand *o, unsigned channels)
{
    unsigned size = eu_type_size(o->type), width = o->width ? o->width : 1;
    bool one_row = channels <= width;
    unsigned rows = one_row ? 1 : channels >> __builtin_ctz(width),
             cols = one_row ? channels : width; // a power of two
    uint32_t last = (rows - 1) * o->vstride + (cols - 1) * o->hstride;
    return (struct mir_range){o->offset, o->offset + (last + 1) * size};
}

// Of an operand of whole registers.
static struct mir_range systolic_range(const struct mir_operand *o, uint32_t bytes)
{
    return (struct mir_range){o->offset, o->offset + bytes};
}

struct mir_range mir_src_range(const struct mir_inst *i, unsigned k)
{
    const struct mir_operand *o = &i->src[k];
    if (mir_is_systolic(i->op))
        return systolic_range(o, k == 0   ? (uint32_t)i->reg_bytes * i->rows
                                 : k == 1 ? (uint32_t)i->reg_bytes * KILN_SYSTOLIC_DEPTH
                                          : (uint32_t)KILN_SYSTOLIC_ROW_BYTES * i->rows);
    if (!mir_op_is_send(i->op))
        return mir_region_range(o, i->exec_size);
    if (k < 2)
        return (struct mir_range){o->offset,
                                  o->offset + (uint32_t)i->reg_bytes * (k ? i->send.ex_mlen : i->send.mlen)};
    return mir_region_range(o, 1);
}

struct mir_range mir_dst_range(const struct mir_inst *i)
{
    const struct mir_operand *o = &i->dst;
    struct mir_range r = {o->offset, o->offset};
    if (mir_is_systolic(i->op))
        return systolic_range(o, (uint32_t)i->reg_bytes * i->rows);
    if (mir_op_is_send(i->op))
        r.hi += (uint32_t)i->reg_bytes * i->send.rlen;
    else
        r.hi += ((i->exec_size - 1u) * mir_dst_stride(o) + 1) * eu_type_size(o->type);
    return r;
}

bool mir_dst_is_full(const struct mir_inst *i)
{
    if (i->op == MIR_OP_UNDEF)
        return true;
    if (i->pred.kind != MIR_OPK_NONE && i->op != EU_OP_SEL)
        return false;
    return mir_takes_registers(i->op) || i->exec_size == 1 || mir_dst_stride(&i->dst) == 1;
}

bool mir_is_ternary(unsigned op)
{
    return op == EU_OP_MAD || op == EU_OP_LRP || op == EU_OP_BFE || op == EU_OP_BFI2 || op == EU_OP_CSEL ||
           op == EU_OP_MADM || op == EU_OP_DP4A || op == EU_OP_ADD3 || op == EU_OP_BFN;
}

static bool is_acc(const struct mir_operand *o)
{
    return o->kind == MIR_OPK_ARF && (o->arf & 0xf0) == EU_ARF_ACC;
}

bool mir_touches_acc(const struct mir_inst *i)
{
    if (i->op == EU_OP_MACH || i->op == EU_OP_MACL || i->op == EU_OP_MAC || i->op == EU_OP_ADDC ||
        i->op == EU_OP_SUBB || i->op == EU_OP_SADA2)
        return true;
    return i->acc_wr || is_acc(&i->dst) || is_acc(&i->src[0]) || is_acc(&i->src[1]);
}

bool mir_leaves_acc(const struct mir_inst *i)
{
    return i->op != EU_OP_MACH && mir_touches_acc(i);
}

static bool same_region(const struct mir_operand *a, const struct mir_operand *b)
{
    if (a->kind == MIR_OPK_IMM && b->kind == MIR_OPK_IMM)
        return (uint32_t)a->imm == (uint32_t)b->imm;
    return a->kind == MIR_OPK_VREG && b->kind == MIR_OPK_VREG && a->vreg == b->vreg &&
           a->offset == b->offset && a->vstride == b->vstride && a->width == b->width &&
           a->hstride == b->hstride;
}

static bool overwrites_source(const struct mir_inst *i, const struct mir_inst *dst)
{
    for (unsigned k = 0; k < 2; k++)
        if (i->src[k].kind == MIR_OPK_VREG && dst->dst.kind == MIR_OPK_VREG &&
            i->src[k].vreg == dst->dst.vreg)
            return true;
    return false;
}

bool mir_is_low_half_of(const struct mir_inst *low, const struct mir_inst *high)
{
    return high->op == EU_OP_MACH && low->op == EU_OP_MACH && high->acc_wr && !low->acc_wr &&
           high->exec_size == low->exec_size && high->chan_offset == low->chan_offset &&
           high->nomask == low->nomask && high->pred.kind == MIR_OPK_NONE && !overwrites_source(high, high) &&
           !overwrites_source(high, low) && same_region(&high->src[0], &low->src[0]) &&
           same_region(&high->src[1], &low->src[1]);
}

static unsigned exec_bytes(enum eu_type t)
{
    switch (t) {
    case EU_TYPE_UB:
    case EU_TYPE_B:
    case EU_TYPE_UV:
    case EU_TYPE_V:
        return 2;
    default:
        return eu_type_size(t);
    }
}

unsigned mir_exec_type_size(const struct mir_inst *i)
{
    unsigned size = 0;
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind != MIR_OPK_NONE && exec_bytes(i->src[k].type) > size)
            size = exec_bytes(i->src[k].type);
    if (i->dst.type == EU_TYPE_F && size == 2 && i->src[0].type == EU_TYPE_HF)
        size = 4;
    return size ? size : exec_bytes(i->dst.type);
}

unsigned mir_flag_bytes(const struct mir_shader *s)
{
    return s->simd == 32 ? 4 : 2;
}

static void use_whole(const struct mir_shader *s, const struct mir_inst *i, const struct mir_operand *o,
                      uint32_t vreg, mir_use_fn *f, void *ctx)
{
    f(ctx, i, o, vreg, (struct mir_range){0, s->vregs[vreg].size});
}

// The index, and all that it may choose.
static void use_indirect(const struct mir_shader *s, const struct mir_inst *i, const struct mir_operand *o,
                         mir_use_fn *f, void *ctx)
{
    use_whole(s, i, o, o->vreg, f, ctx);
    use_whole(s, i, o, o->base, f, ctx);
}

void mir_foreach_use(const struct mir_shader *s, const struct mir_inst *i, mir_use_fn *f, void *ctx)
{
    for (unsigned k = 0; k < MIR_MAX_SRCS; k++)
        if (i->src[k].kind == MIR_OPK_VREG)
            f(ctx, i, &i->src[k], i->src[k].vreg, mir_src_range(i, k));
        else if (i->src[k].kind == MIR_OPK_INDIRECT)
            use_indirect(s, i, &i->src[k], f, ctx);
    for (unsigned k = 0; i->parts && k < mir_parts_read(i->parts); k++) {
        const struct mir_operand *o = &i->parts->at[k];
        if (o->kind == MIR_OPK_VREG)
            f(ctx, i, o, o->vreg, mir_region_range(o, i->exec_size));
        else if (o->kind == MIR_OPK_INDIRECT)
            use_indirect(s, i, o, f, ctx);
    }
    if (i->pred.kind == MIR_OPK_VREG)
        use_whole(s, i, &i->pred, i->pred.vreg, f, ctx);
    if (i->dst.kind == MIR_OPK_INDIRECT)
        use_indirect(s, i, &i->dst, f, ctx);
}

void mir_find_loops(struct mir_shader *s)
{
    for (uint32_t b = 0; b < s->block_count; b++) {
        s->blocks[b]->loop_end = s->blocks[b]->loop_depth = 0;
        s->blocks[b]->loop_header = UINT32_MAX;
    }
    for (uint32_t b = 0; b < s->block_count; b++)
        for (unsigned k = 0; k < 2; k++) {
            struct mir_block *h = s->blocks[b]->succ[k];
            if (h && h->index <= b && b + 1 > h->loop_end)
                h->loop_end = b + 1;
        }
    uint32_t inner = UINT32_MAX, depth = 0;
    for (uint32_t k = 0; k < s->block_count; k++) {
        struct mir_block *b = s->blocks[k];
        for (; inner != UINT32_MAX && s->blocks[inner]->loop_end <= k; depth--)
            inner = s->blocks[inner]->loop_parent;
        b->loop_parent = inner;
        if (b->loop_end) {
            inner = k;
            depth++;
        }
        b->loop_header = inner;
        b->loop_depth = depth;
    }
}

uint32_t mir_wait_first(const struct mir_shader *s, uint32_t d, uint32_t j)
{
    uint32_t first = d + 1;
    for (uint32_t h = s->blocks[d]->loop_header; h != UINT32_MAX && s->blocks[h]->loop_end <= j;
         h = s->blocks[h]->loop_parent)
        first = h;
    return first;
}

enum eu_cmod mir_cmod_swapped(enum eu_cmod c)
{
    switch (c) {
    case EU_CMOD_G:
        return EU_CMOD_L;
    case EU_CMOD_GE:
        return EU_CMOD_LE;
    case EU_CMOD_L:
        return EU_CMOD_G;
    case EU_CMOD_LE:
        return EU_CMOD_GE;
    default:
        return c;
    }
}

bool mir_same_source(const struct mir_operand *a, const struct mir_operand *b)
{
    if (a->kind != b->kind || a->type != b->type || a->negate != b->negate || a->abs != b->abs)
        return false;
    if (a->kind == MIR_OPK_IMM)
        return a->imm == b->imm;
    return a->kind == MIR_OPK_NONE ||
           (a->vreg == b->vreg && a->offset == b->offset && a->vstride == b->vstride &&
            a->width == b->width && a->hstride == b->hstride);
}
