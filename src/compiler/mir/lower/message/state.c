// Buffers that differ between lanes, by address.
//
// A message reaches one surface: what differs takes a loop over its values (loop.c). But behind a handle lies
// the surface's state, which has the buffer's address and size. So lanes whose access lies within their
// buffer do it all at once, by address (A64); the others, if there are any, take the loop, since the surface
// knows what happens outside, to the byte.
//
// A state that was read serves the accesses after it that have the same surface (mir_parts.buffer).
#include "compiler/mir/lower/message/accesses.h"
#include "compiler/mir/ir/query.h"
#include "kiln/compiler.h"

enum { STATE_DWORDS = (KILN_STATE_SIZE - KILN_STATE_ADDRESS) / 4 + 1 };
_Static_assert(KILN_SURFACE_STATES + (UINT64_C(1) << (32 - KILN_SURFACE_HANDLE_SHIFT)) < UINT64_C(1) << 32,
               "states have addresses of 32 bits");
_Static_assert(STATE_DWORDS == 4, "address and size are one message");

bool access_has_state(const struct lower *l, const struct access_place *p)
{
    return l->s->memory.states && p->surface == MIR_SURFACE_HANDLE && p->index.kind == MIR_OPK_VREG &&
           !mir_is_scalar(&p->index);
}

static struct access_place by_address(struct lower *l, struct mir_operand address, bool constant)
{
    l->s->uses_a64 = true;
    return (struct access_place){
        .addr = address, .a64 = true, .space = MIR_SPACE_SURFACE, .constant = constant};
}

// ---- what is known

static bool dominates(const uint32_t *idom, uint32_t a, uint32_t b)
{
    while (b > a && b != idom[b])
        b = idom[b];
    return a == b;
}

static const struct surface_state *known_state(const struct lower *l, uint32_t buffer)
{
    for (unsigned k = 0; buffer && k < KEPT_STATES; k++)
        if (l->states[k].buffer == buffer && dominates(l->idom, l->states[k].block, l->block))
            return &l->states[k].state;
    return NULL;
}

static struct mir_operand state_address(struct lower *l, const struct access_place *p)
{
    const struct mir_memory *m = &l->s->memory;
    struct mir_operand at = mir_temp(&l->m, EU_TYPE_UD, true), wide = mir_temp(&l->m, EU_TYPE_UQ, true);
    mir_op2(&l->m, EU_OP_SHR, at, p->index, mir_imm_ud(KILN_SURFACE_HANDLE_SHIFT));
    if (!m->heap) {
        mir_op2(&l->m, EU_OP_ADD, at, at, mir_imm_ud((uint32_t)KILN_SURFACE_STATES + KILN_STATE_ADDRESS));
    } else {
        mir_op2(&l->m, EU_OP_ADD, at, at, mir_scalar(l->s->cross_thread, m->heap - 1, EU_TYPE_UD));
        mir_op2(&l->m, EU_OP_ADD, at, at, mir_imm_ud(KILN_STATE_ADDRESS - KILN_HEAP_FIRST));
    }
    mir_mov(&l->m, wide, at);
    return wide;
}

static struct surface_state read_state(struct lower *l, const struct access_place *p)
{
    const struct surface_state *known = known_state(l, p->buffer);
    if (known)
        return *known;
    struct access_place t = by_address(l, state_address(l, p), true);
    struct mir_operand dw[STATE_DWORDS];
    access_read_dwords(l, &t, 0, STATE_DWORDS, false, dw);
    struct surface_state s = {.size = dw[STATE_DWORDS - 1]};
    s.whole = mir_temp(&l->m, EU_TYPE_UD, true);
    mir_op2(&l->m, EU_OP_AND, s.whole, s.size, mir_imm_ud(~3u)); // the surface ends with a dword
    s.base = mir_temp(&l->m, EU_TYPE_UQ, true);
    for (unsigned n = 0; n < 2; n++)
        mir_mov(&l->m, mir_strided(s.base.vreg, s.base.offset + 4 * n, EU_TYPE_UD, 2), dw[n]);
    unsigned k = l->next_state++ % KEPT_STATES;
    l->states[k].buffer = p->buffer;
    l->states[k].block = l->block;
    l->states[k].state = s;
    return s;
}

struct mir_operand access_state_size(struct lower *l, const struct access_place *p)
{
    return read_state(l, p).size;
}

// ---- by address, or not

// One more than the last offset at which so many bytes are within the buffer; 0: there is none.
static struct mir_operand end_of_starts(struct lower *l, struct mir_operand size, unsigned bytes)
{
    if (bytes == 1)
        return size;
    struct mir_operand enough = mir_temp(&l->m, EU_TYPE_UD, true), end = mir_temp(&l->m, EU_TYPE_UD, true);
    mir_op2(&l->m, EU_OP_SEL, enough, size, mir_imm_ud(bytes - 1))->cmod = EU_CMOD_GE;
    mir_op2(&l->m, EU_OP_ADD, end, enough, mir_imm_d(1 - (int32_t)bytes));
    return end;
}

struct access_inside access_inside_begin(struct lower *l, const struct access_place *p, unsigned bytes)
{
    struct access_inside in = {0};
    bool has_end = p->end.kind != MIR_OPK_NONE, differs = !mir_is_scalar(&p->addr) || !mir_is_scalar(&p->end);
    if (has_end && differs && bytes > 4 && l->s->memory.robust) {
        in.place = *p;
        struct access_bounds b = access_bounds_begin(l, &in.place, bytes, false);
        in.fits = b.fits;
        in.last = b.last;
        in.open = true;
        return in;
    }
    if (!access_has_state(l, p))
        return in;
    struct surface_state s = read_state(l, p);
    struct mir_operand offset = mir_temp(&l->m, EU_TYPE_UQ, true),
                       address = mir_temp(&l->m, EU_TYPE_UQ, true);
    mir_mov(&l->m, offset, p->addr);
    mir_op2(&l->m, EU_OP_ADD, address, s.base, offset);
    struct mir_operand end = end_of_starts(l, s.whole, bytes), at = mir_in_reg(&l->m, p->addr, EU_TYPE_UD);
    struct mir_inst *cmp = mir_op2(&l->m, EU_OP_CMP, mir_null(EU_TYPE_UD), at, end);
    cmp->cmod = EU_CMOD_L;
    in.fits = cmp->flag = mir_new_flag(&l->m, false);
    in.open = true;
    in.place = by_address(l, address, p->constant);
    in.last = cmp;
    return in;
}

// The messages since `last` are for those that fit; these go on behind what the others do now.
void access_inside_else(struct lower *l, struct access_inside *in)
{
    for (struct mir_inst *i = in->last->next; i; i = i->next)
        if (mir_op_is_send(i->op))
            mir_where(i, in->fits);
    mir_append(l->b, mir_where(mir_inst_new(l->s, MIR_OP_BR, l->s->simd), in->fits));
    in->branch = l->b;
    in->branch->divergent_branch = true;
    in->outside = lower_next_block(l);
}

void access_inside_end(struct lower *l, struct access_inside *in, const struct mir_operand *to,
                       const struct mir_operand *from, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        mir_mov(&l->m, to[k], from[k]);
    struct mir_block *last = l->b, *after = lower_next_block(l);
    mir_block_link(l->s, in->branch, after);
    mir_block_link(l->s, in->branch, in->outside);
    mir_block_link(l->s, last, after);
}
