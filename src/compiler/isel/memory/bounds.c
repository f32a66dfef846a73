// Buffers of any size, by address (A64): such messages know of no bounds, so the kernel compares. An access
// that is not within its buffer is none: its message is predicated off, and what it reads is zero. Null
// descriptors have no bytes, so that this holds for kernels without robustBufferAccess too.
//
// Offsets are numbers of 64 bits without a sign: what is before the buffer is far behind it. The end is a
// whole dword, as a surface's is. An access is within it if its first byte is and its last one is, which may
// have wrapped around; of what does not reach across dwords the first one tells.
#include "compiler/isel/memory/send.h"

static struct mir_inst *below(struct isel_ctx *x, struct mir_operand offset, struct mir_operand end,
                              struct mir_operand flag, bool uniform)
{
    struct mir_inst *cmp = isel_op2(x, EU_OP_CMP, mir_null(EU_TYPE_UQ), offset, end);
    cmp->cmod = EU_CMOD_L;
    cmp->flag = flag;
    cmp->nomask = uniform;
    return cmp;
}

struct isel_bounds isel_bounds_begin(struct isel_ctx *x, struct isel_target *t, unsigned bytes, bool aligned)
{
    struct isel_bounds b = {0};
    if (t->end.kind == MIR_OPK_NONE)
        return b;
    struct mir_operand offset = isel_in_reg(x, t->addr, EU_TYPE_UQ), end = isel_in_reg(x, t->end, EU_TYPE_UQ),
                       base = isel_in_reg(x, t->base, EU_TYPE_UQ);
    bool uniform = isel_is_scalar(&offset) && isel_is_scalar(&end);
    t->addr = isel_temp(x, EU_TYPE_UQ, !isel_is_scalar(&offset) || !isel_is_scalar(&base));
    isel_op2(x, EU_OP_ADD, t->addr, offset, base);
    b.open = true;
    b.fits = isel_flag_new(x, uniform);
    b.last = below(x, offset, end, b.fits, uniform);
    if (bytes > 4 || !aligned) {
        struct mir_operand last = isel_temp(x, EU_TYPE_UQ, !isel_is_scalar(&offset));
        isel_op2(x, EU_OP_ADD, last, offset, mir_imm_ud(bytes - 1));
        b.last = below(x, last, end, b.fits, uniform);
        b.last->pred = b.fits;
        b.last->pred_ctrl = EU_PRED_NORMAL;
    }
    t->base = t->end = (struct mir_operand){0};
    return b;
}

void isel_bounds_end(struct isel_ctx *x, const struct isel_bounds *b, struct mir_operand *values, unsigned n)
{
    if (!b->open)
        return;
    for (struct mir_inst *i = b->last->next; i; i = i->next)
        if (i->op == EU_OP_SEND || i->op == EU_OP_SENDS) {
            i->pred = b->fits;
            i->pred_ctrl = EU_PRED_NORMAL;
        }
    for (unsigned k = 0; k < n; k++) {
        struct mir_operand v = isel_temp(x, values[k].type, !isel_is_scalar(&values[k]));
        struct mir_inst *sel = isel_op2(x, EU_OP_SEL, v, values[k], mir_imm(values[k].type, 0));
        sel->pred = b->fits;
        sel->pred_ctrl = EU_PRED_NORMAL;
        values[k] = v;
    }
}
