// Multiply-adds take a lane's factor from where other lanes have it, as far as their regions reach: up to
// Gen9 these instructions are align16, whose swizzle broadcasts one of the four channels of a row (PRM KBL
// vol2d "EU_INSTRUCTION_OPERAND_SRC_REG_THREE_SRC", Source Swizzle, and "EU_INSTRUCTION_CONTROLS_A",
// AccessMode). What llvm/opt/share_loads.c makes of factors:
//
//     mov(16) %2:ud, %1<4;4,0>:ud                       mad(16) %4, %4, %3, %1<4;4,0>:f
//     mad(16) %4, %4, %3, %2<8;8,1>:f           ->
//
// and of %1<0;8,1>, the lower eight channels for all, two of eight channels later (mir/lower/split.c); what
// only they read is computed in as many (mir/opt/narrow.c). Within a block, where both vregs have one
// definition.
#include "compiler/mir/analysis/facts.h"
#include "compiler/mir/ir/query.h"

#define MAX_USERS 64

struct swizzle {
    struct mir_shader *s;
    const struct mir_def *defs;
    const struct mir_uses *uses;
};

static bool is_shared(const struct swizzle *p, const struct mir_inst *i)
{
    const struct mir_operand *o = &i->src[0], *d = &i->dst;
    if (i->op != EU_OP_MOV || !i->nomask || i->pred.kind || i->cmod || i->saturate || i->exec_size < 8 ||
        i->exec_size > 16 || d->kind != MIR_OPK_VREG || o->kind != MIR_OPK_VREG || o->negate || o->abs ||
        eu_type_size(d->type) != 4 || d->type != o->type || !mir_dst_is_full(i))
        return false;
    const struct mir_vreg *to = &p->s->vregs[d->vreg], *from = &p->s->vregs[o->vreg];
    if (to->file != MIR_GRF || to->phys >= 0 || to->size != 4u * i->exec_size || from->file != MIR_GRF ||
        from->phys >= 0 || from->size != to->size || p->defs[d->vreg].count != 1 ||
        p->defs[o->vreg].count != 1)
        return false;
    return mir_is_quad_region(o) ? o->offset < 16 : mir_repeats_eight(o, i->exec_size) && !o->offset;
}

// The users of the copy, if they are multiply-adds of its block that read it lane for lane.
static unsigned find_users(const struct mir_inst *copy, struct mir_inst **users)
{
    unsigned n = 0;
    for (struct mir_inst *i = copy->next; i; i = i->next)
        for (unsigned k = 0; k < MIR_MAX_SRCS; k++) {
            const struct mir_operand *o = &i->src[k];
            if (o->kind != MIR_OPK_VREG || o->vreg != copy->dst.vreg)
                continue;
            if (i->op != EU_OP_MAD || o->type != EU_TYPE_F || i->exec_size != copy->exec_size || o->offset ||
                mir_src_stride(o, i->exec_size) != 1 || n == MAX_USERS)
                return 0;
            users[n++] = i;
        }
    return n;
}

static bool visit(const struct swizzle *p, struct mir_inst *i)
{
    struct mir_inst *user[MAX_USERS];
    if (!is_shared(p, i))
        return false;
    const struct mir_operand from = i->src[0];
    unsigned n = find_users(i, user);
    if (!n || n != p->uses[i->dst.vreg].count || p->defs[from.vreg].inst->block != i->block)
        return false;
    for (unsigned k = 0; k < n; k++)
        for (unsigned j = 0; j < 3; j++) {
            struct mir_operand *o = &user[k]->src[j];
            if (o->kind != MIR_OPK_VREG || o->vreg != i->dst.vreg)
                continue;
            o->vreg = from.vreg;
            o->offset = from.offset;
            o->vstride = from.vstride;
            o->width = from.width;
            o->hstride = from.hstride;
        }
    if (p->s->vregs[from.vreg].align < p->s->reg_bytes)
        p->s->vregs[from.vreg].align = (uint8_t)p->s->reg_bytes;
    return true; // that nobody reads the copy, mir/opt/dce.c finds
}

bool mir_opt_swizzle(struct mir_shader *s)
{
    if (!kiln_target_has_align16(s->target))
        return false;
    struct swizzle p = {.s = s, .defs = mir_defs(s), .uses = mir_uses(s)};
    bool any = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b]) any |= visit(&p, i);
    return any;
}
