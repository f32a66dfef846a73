// See alias.h.
#include "compiler/mir/analysis/alias.h"

#include "compiler/mir/ir/query.h"

static bool reads_state(const struct mir_operand *o)
{
    return o->kind == MIR_OPK_ARF && o->arf != EU_ARF_NULL && (o->arf & 0xf0) != EU_ARF_ACC;
}

enum mir_order mir_order_of(const struct mir_inst *i)
{
    if (!mir_op_is_send(i->op)) {
        if (i->op == MIR_OP_ORDER)
            return MIR_ORDER_WRITE;
        return i->op == EU_OP_WAIT || reads_state(&i->dst) || reads_state(&i->src[0]) ||
                       reads_state(&i->src[1])
                   ? MIR_ORDER_ALL
                   : MIR_ORDER_NONE;
    }
    switch (i->send.mem) {
    case MIR_MEM_READ:
        return MIR_ORDER_READ;
    case MIR_MEM_WRITE:
        return MIR_ORDER_WRITE;
    case MIR_MEM_ATOMIC:
    case MIR_MEM_FENCE:
    case MIR_MEM_BARRIER:
        return MIR_ORDER_ALL;
    case MIR_MEM_NONE:
    case MIR_MEM_CONST_READ:
        break;
    }
    return MIR_ORDER_NONE;
}

// Bytes behind the address, for a lane or the thread; 0: not known.
static uint32_t bytes_of(const struct mir_send *m)
{
    switch (m->access) {
    case MIR_ACCESS_DWORDS:
    case MIR_ACCESS_BLOCK:
        return 4u * m->count;
    case MIR_ACCESS_ELEMENT:
        return m->bytes;
    case MIR_ACCESS_SLOT:
        return 4;
    default:
        return 0;
    }
}

static bool is_apart(const struct mir_send *a, const struct mir_send *b)
{
    uint32_t na = bytes_of(a), nb = bytes_of(b);
    return a->root && a->root == b->root && na && nb && b->at - a->at >= na && a->at - b->at >= nb;
}

static enum mir_space space_of(const struct mir_inst *i)
{
    return i->op == MIR_OP_ORDER ? MIR_SPACE_SHARED : i->send.space;
}

static bool other_object(const struct mir_send *a, const struct mir_send *b)
{
    return a->object && b->object && a->object != b->object;
}

bool mir_same_space(const struct mir_inst *a, const struct mir_inst *b)
{
    enum mir_space s = space_of(a), t = space_of(b);
    return s == t || s == MIR_SPACE_ANY || t == MIR_SPACE_ANY;
}

bool mir_may_alias(const struct mir_inst *a, const struct mir_inst *b)
{
    if (!mir_same_space(a, b))
        return false;
    if (!mir_op_is_send(a->op) || !mir_op_is_send(b->op))
        return true;
    bool pieces = space_of(a) == MIR_SPACE_SHARED || space_of(a) == MIR_SPACE_SCRATCH;
    return !is_apart(&a->send, &b->send) && !(pieces && other_object(&a->send, &b->send));
}

bool mir_keeps_order(const struct mir_inst *first, const struct mir_inst *then)
{
    enum mir_order f = mir_order_of(first), t = mir_order_of(then);
    if (f == MIR_ORDER_NONE || t == MIR_ORDER_NONE)
        return false;
    if (f == MIR_ORDER_ALL || t == MIR_ORDER_ALL)
        return true;
    if (f == MIR_ORDER_READ && t == MIR_ORDER_READ)
        return false;
    if (!mir_may_alias(first, then))
        return false;
    bool sends = mir_op_is_send(first->op) && mir_op_is_send(then->op);
    return !(sends && f == MIR_ORDER_WRITE && t == MIR_ORDER_READ && other_object(&first->send, &then->send));
}
