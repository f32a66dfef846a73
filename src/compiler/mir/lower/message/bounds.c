// Buffers of any size, by address (A64): such messages know of no bounds, so the kernel compares. An access
// that is not within its buffer is none: its message is predicated off, and what it reads is zero. Null
// descriptors have no bytes, so that this holds for kernels without robustBufferAccess too.
//
// Offsets are numbers of 64 bits without a sign: what is before the buffer is far behind it. The end is a
// whole dword, as a surface's is. An access is within it if its first byte is and its last one is, which may
// have wrapped around; of what does not reach across dwords the first one tells.
#include "compiler/mir/lower/message/accesses.h"
#include "compiler/mir/ir/query.h"

static struct mir_inst *below(struct lower *l, struct mir_operand offset, struct mir_operand end,
                              struct mir_operand flag, bool uniform)
{
    struct mir_inst *cmp = mir_op2(&l->m, EU_OP_CMP, mir_null(EU_TYPE_UQ), offset, end);
    cmp->cmod = EU_CMOD_L;
    cmp->flag = flag;
    cmp->nomask = uniform;
    return cmp;
}

struct access_bounds access_bounds_begin(struct lower *l, struct access_place *p, unsigned bytes,
                                         bool aligned)
{
    struct access_bounds b = {0};
    if (p->end.kind == MIR_OPK_NONE)
        return b;
    struct mir_operand offset = mir_in_reg(&l->m, p->addr, EU_TYPE_UQ),
                       end = mir_in_reg(&l->m, p->end, EU_TYPE_UQ),
                       base = mir_in_reg(&l->m, p->base, EU_TYPE_UQ);
    bool uniform = mir_is_scalar(&offset) && mir_is_scalar(&end);
    p->addr = mir_temp(&l->m, EU_TYPE_UQ, !mir_is_scalar(&offset) || !mir_is_scalar(&base));
    mir_op2(&l->m, EU_OP_ADD, p->addr, offset, base);
    b.open = true;
    b.fits = mir_new_flag(&l->m, uniform);
    b.last = below(l, offset, end, b.fits, uniform);
    if (bytes > 4 || !aligned) {
        struct mir_operand last = mir_temp(&l->m, EU_TYPE_UQ, !mir_is_scalar(&offset));
        mir_op2(&l->m, EU_OP_ADD, last, offset, mir_imm_ud(bytes - 1));
        b.last = mir_where(below(l, last, end, b.fits, uniform), b.fits);
    }
    p->base = p->end = (struct mir_operand){0};
    return b;
}

void access_bounds_end(struct lower *l, const struct access_bounds *b, struct mir_operand *values, unsigned n)
{
    if (!b->open)
        return;
    for (struct mir_inst *i = b->last->next; i; i = i->next)
        if (mir_op_is_send(i->op))
            mir_where(i, b->fits);
    for (unsigned k = 0; k < n; k++) {
        struct mir_operand v = mir_temp(&l->m, values[k].type, !mir_is_scalar(&values[k]));
        mir_where(mir_op2(&l->m, EU_OP_SEL, v, values[k], mir_imm(values[k].type, 0)), b->fits);
        values[k] = v;
    }
}
