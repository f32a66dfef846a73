// Buffers that differ between lanes, by address.
//
// A message reaches one surface: what differs takes a loop over its values (isel_each_index_begin). But
// behind a handle lies the surface's state, which has the buffer's address and size. So lanes whose access
// lies within their buffer do it all at once, by address (A64); the others, if there are any, take the loop,
// since the surface knows what happens outside, to the byte.
//
// A state that was read serves the accesses behind it that have the same index.
#include "compiler/isel/memory/send.h"
#include "kiln/compiler.h"

enum { STATE_DWORDS = (KILN_STATE_SIZE - KILN_STATE_ADDRESS) / 4 + 1 };
_Static_assert(KILN_SURFACE_STATES + (UINT64_C(1) << (32 - KILN_SURFACE_HANDLE_SHIFT)) < UINT64_C(1) << 32,
               "states have addresses of 32 bits");
_Static_assert(STATE_DWORDS == 4, "address and size are one message");

bool isel_has_state(struct isel_ctx *x, const struct isel_target *t)
{
    return x->p->surface_states && t->surface == MIR_SURFACE_HANDLE && t->index.kind == MIR_OPK_VREG &&
           !isel_is_scalar(&t->index);
}

static struct isel_target by_address(struct isel_ctx *x, struct mir_operand address, bool constant)
{
    x->s->uses_a64 = true;
    return (struct isel_target){
        .addr = address, .a64 = true, .space = MIR_SPACE_SURFACE, .constant = constant};
}

// The state of each lane's buffer: its address (UQ), its bytes, and those of whole dwords.
struct state {
    struct mir_operand base, size, whole;
};

static struct state read_state(struct isel_ctx *x, const struct isel_target *buffer)
{
    const struct isel_key key = {ISEL_SURFACE_STATE, .of = buffer->from};
    const struct isel_known *k = isel_known(x, key);
    if (k)
        return (struct state){k->o[0], k->o[1], k->o[2]};
    struct mir_operand at = isel_temp(x, EU_TYPE_UD, true), wide = isel_temp(x, EU_TYPE_UQ, true);
    isel_op2(x, EU_OP_SHR, at, buffer->index, mir_imm_ud(KILN_SURFACE_HANDLE_SHIFT));
    if (!x->p->heap_low) {
        isel_op2(x, EU_OP_ADD, at, at, mir_imm_ud((uint32_t)KILN_SURFACE_STATES + KILN_STATE_ADDRESS));
    } else {
        uint32_t low = x->p->handle_offset + 4 * (x->p->heap_low - 1);
        isel_op2(x, EU_OP_ADD, at, at, mir_scalar(x->s->cross_thread, low, EU_TYPE_UD));
        isel_op2(x, EU_OP_ADD, at, at, mir_imm_ud(KILN_STATE_ADDRESS - KILN_HEAP_FIRST));
    }
    isel_mov(x, wide, at);
    struct isel_target t = by_address(x, wide, true);
    struct mir_operand dw[STATE_DWORDS];
    isel_read_dwords(x, &t, 0, STATE_DWORDS, false, dw);
    struct state s = {.size = dw[STATE_DWORDS - 1]};
    s.whole = isel_temp(x, EU_TYPE_UD, true);
    isel_op2(x, EU_OP_AND, s.whole, s.size, mir_imm_ud(~3u)); // the surface ends with a dword
    s.base = isel_temp(x, EU_TYPE_UQ, true);
    for (unsigned n = 0; n < 2; n++)
        isel_mov(x, mir_strided(s.base.vreg, s.base.offset + 4 * n, EU_TYPE_UD, 2), dw[n]);
    struct isel_known *n = isel_learn(x, key);
    n->o[0] = s.base;
    n->o[1] = s.size;
    n->o[2] = s.whole;
    return s;
}

struct mir_operand isel_state_size(struct isel_ctx *x, const struct isel_target *t)
{
    return read_state(x, t).size;
}

// One more than the last offset at which so many bytes are within the buffer; 0: there is none.
static struct mir_operand end_of_starts(struct isel_ctx *x, struct mir_operand size, unsigned bytes)
{
    if (bytes == 1)
        return size;
    struct mir_operand enough = isel_temp(x, EU_TYPE_UD, true), end = isel_temp(x, EU_TYPE_UD, true);
    isel_op2(x, EU_OP_SEL, enough, size, mir_imm_ud(bytes - 1))->cmod = EU_CMOD_GE;
    isel_op2(x, EU_OP_ADD, end, enough, mir_imm_d(1 - (int32_t)bytes));
    return end;
}

struct isel_inside isel_inside_begin(struct isel_ctx *x, const struct isel_target *t, unsigned bytes)
{
    struct isel_inside in = {0};
    bool has_end = t->end.kind != MIR_OPK_NONE,
         differs = !isel_is_scalar(&t->addr) || !isel_is_scalar(&t->end);
    if (has_end && differs && bytes > 4 && x->p->robust_buffer_access) {
        in.target = *t;
        struct isel_bounds b = isel_bounds_begin(x, &in.target, bytes, false);
        in.fits = b.fits;
        in.last = b.last;
        in.open = true;
        return in;
    }
    if (!isel_has_state(x, t))
        return in;
    struct state s = read_state(x, t);
    struct mir_operand offset = isel_temp(x, EU_TYPE_UQ, true), address = isel_temp(x, EU_TYPE_UQ, true);
    isel_mov(x, offset, t->addr);
    isel_op2(x, EU_OP_ADD, address, s.base, offset);
    struct mir_inst *cmp = isel_op2(x, EU_OP_CMP, mir_null(EU_TYPE_UD), isel_in_reg(x, t->addr, EU_TYPE_UD),
                                    end_of_starts(x, s.whole, bytes));
    cmp->cmod = EU_CMOD_L;
    in.fits = cmp->flag = isel_flag_new(x, false);
    in.open = true;
    in.target = by_address(x, address, t->constant);
    in.last = cmp;
    return in;
}

// The messages since `last` are for those that fit; these go on behind what the others do now.
void isel_inside_else(struct isel_ctx *x, struct isel_inside *in)
{
    for (struct mir_inst *i = in->last->next; i; i = i->next)
        if (i->op == EU_OP_SEND || i->op == EU_OP_SENDS) {
            i->pred = in->fits;
            i->pred_ctrl = EU_PRED_NORMAL;
        }
    struct mir_inst *br = mir_inst_new(x->s, MIR_OP_BR, x->s->simd);
    br->pred = in->fits;
    br->pred_ctrl = EU_PRED_NORMAL;
    mir_append(x->b, br);
    in->branch = x->b;
    in->branch->divergent_branch = true;
    in->outside = isel_next_block(x);
}

void isel_inside_end(struct isel_ctx *x, struct isel_inside *in, const struct mir_operand *to,
                     const struct mir_operand *from, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        isel_mov(x, to[k], from[k]);
    struct mir_block *last = x->b, *after = isel_next_block(x);
    mir_block_link(x->s, in->branch, after);
    mir_block_link(x->s, in->branch, in->outside);
    mir_block_link(x->s, last, after);
}
