// Products that the accumulator makes: where the EU multiplies dwords by words only, MACH finishes what a MUL
// into acc0 began.
//
// In machine IR a MACH of mir/lower/product.c is the whole product, its high half with AccWrEn and its low
// half without, and keeps nothing in the accumulator: every pass may move, merge or drop it, and the
// registers of the MUL are its own. Here, behind all of them, each gets its MUL, on the same channels, but
// unpredicated; and a low half right behind the high one of the same factors is read from acc0.
//
// In: allocated code. Source: Mesa brw_fs lower_mulh_inst and lower_mul_qword_inst (the MUL's quarter is its
// MACH's, the low half is in acc0); code of Intel's compiler for Gen11 and Gen12.
#include "compiler/mir/lower/qword.h"

static struct mir_operand accumulator(enum eu_type type, bool source)
{
    struct mir_operand o = {.kind = MIR_OPK_ARF, .type = type, .arf = EU_ARF_ACC, .hstride = 1};
    if (source) {
        o.vstride = 8;
        o.width = 8;
    }
    return o;
}

static struct mir_operand low_word(const struct mir_operand *o, unsigned exec_size)
{
    if (o->kind == MIR_OPK_IMM)
        return mir_imm_uw((uint16_t)o->imm);
    int stride = mir_src_stride(o, exec_size);
    return stride == 0 ? mir_scalar(o->vreg, o->offset, EU_TYPE_UW)
                       : mir_strided(o->vreg, o->offset, EU_TYPE_UW, 2 * (unsigned)stride);
}

static void begin(struct mir_shader *s, struct mir_inst *mach)
{
    struct mir_inst *mul = mir_mov_like(s, mach);
    mul->op = EU_OP_MUL;
    mul->dst = accumulator(mach->dst.type, false);
    mul->src[0] = mach->src[0];
    mul->src[1] = low_word(&mach->src[1], mach->exec_size);
    mir_insert_before(mach, mul);
}

bool mir_accumulate(struct mir_shader *s)
{
    bool any = false;
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst_safe(i, s->blocks[b])
        {
            if (i->op != EU_OP_MACH)
                continue;
            any = true;
            struct mir_inst *low = i->next;
            const bool same = low && mir_is_low_half_of(low, i);
            begin(s, i);
            if (kiln_target_has_macl(s->target)) {
                i->op = i->acc_wr ? EU_OP_MACH : EU_OP_MACL;
                i->acc_wr = false;
            }
            if (!same)
                continue;
            low->op = EU_OP_MOV;
            low->src[0] = accumulator(low->dst.type, true);
            low->src[1] = (struct mir_operand){.kind = MIR_OPK_NONE};
        }
    return any;
}
