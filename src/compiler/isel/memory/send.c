// Accesses (mir/ir/access.h): where a pointer leads, and the instruction that goes there.
#include "compiler/isel/memory/send.h"
#include "compiler/mir/ir/query.h"

unsigned isel_regs(const struct isel_ctx *x, unsigned channels, unsigned bytes)
{
    return mir_regs(x->s, channels * bytes);
}

struct isel_target isel_target_of(struct isel_ctx *x, LLVMValueRef pointer, uint64_t offset)
{
    struct isel_target t = {0};
    t.addr = isel_int(x, pointer, 0);
    switch (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer))) {
    case KILN_AS_SURFACE: {
        struct mir_operand bti = isel_int(x, pointer, 1);
        t.space = MIR_SPACE_SURFACE;
        isel_target_index(x, &t, bti, pointer);
        break;
    }
    case KILN_AS_SHARED:
        t.space = MIR_SPACE_SHARED;
        x->s->uses_slm = true;
        break;
    case KILN_AS_GLOBAL:
        t.space = MIR_SPACE_SURFACE;
        t.a64 = true;
        x->s->uses_a64 = true;
        break;
    case KILN_AS_BUFFER:
        t.space = MIR_SPACE_SURFACE;
        t.a64 = true;
        t.base = isel_int(x, pointer, 1);
        t.end = isel_int(x, pointer, 2);
        x->s->uses_a64 = true;
        break;
    case KILN_AS_PRIVATE:
        t.space = MIR_SPACE_SCRATCH;
        t.scratch = true;
        break;
    case KILN_AS_PUSH:
        t.space = MIR_SPACE_SURFACE;
        t.bti = x->p->push_bti;
        t.constant = true;
        break;
    default:
        isel_fail(x, "address space of %s", isel_inst_text(x, pointer));
    }
    t.addr = isel_size(t.addr.type) == 2 ? t.addr : isel_retype(t.addr, t.a64 ? EU_TYPE_UQ : EU_TYPE_UD);
    return isel_target_add(x, t, (uint32_t)offset);
}

struct isel_target isel_target_add(struct isel_ctx *x, struct isel_target t, uint32_t bytes)
{
    t.at += bytes;
    t.addr = mir_address_after(&x->m, t.addr, t.a64, bytes);
    return t;
}

static bool differs(const struct mir_operand *o)
{
    return o->kind != MIR_OPK_NONE && !isel_is_scalar(o);
}

void isel_set_surface(struct isel_ctx *x, struct mir_inst *i, const struct isel_target *t)
{
    i->parts->at[MIR_PART_SURFACE] = t->index;
    if (t->index.kind == MIR_OPK_NONE) {
        i->send.table = (uint8_t)t->bti;
        return;
    }
    i->send.surface = t->surface;
    if (t->surface == MIR_SURFACE_HANDLE && differs(&t->index))
        i->parts->buffer =
            isel_number_of(x, (struct isel_key){ISEL_BUFFER, .of = t->from}, &x->buffer_count, UINT32_MAX);
}

struct mir_inst *isel_access(struct isel_ctx *x, const struct isel_target *t, enum mir_access access,
                             bool once, unsigned data, unsigned results, enum mir_mem mem)
{
    struct mir_inst *i = mir_access_new(x->s, access, once, 1, data, results);
    *mir_arg(i, 0) = t->addr;
    i->parts->at[MIR_PART_BASE] = t->base;
    i->parts->at[MIR_PART_END] = t->end;
    i->send.wide = t->a64;
    i->send.mem = t->constant && mem == MIR_MEM_READ ? MIR_MEM_CONST_READ : mem;
    i->send.space = t->space;
    isel_set_surface(x, i, t);
    i->send.object = t->object;
    i->send.root = t->root;
    i->send.at = t->at;
    return i;
}

struct mir_operand isel_result(struct isel_ctx *x, const struct mir_inst *i, unsigned k, enum eu_type t)
{
    return *mir_result(i, k) = isel_temp(x, t, !i->nomask);
}

// Will it be a loop over surfaces, or a branch for what is within a buffer? Flags do not live through those.
static bool has_blocks(const struct isel_ctx *x, const struct mir_inst *i)
{
    const struct mir_operand *part = i->parts->at, *end = &part[MIR_PART_END];
    const unsigned bytes =
        i->send.access == MIR_ACCESS_ATOMIC ? (i->send.qword ? 8 : 4) : i->send.count * i->send.bytes;
    if (differs(&part[MIR_PART_SAMPLER]) || differs(&part[MIR_PART_TEXELS]))
        return true;
    if (differs(&part[MIR_PART_SURFACE]))
        return i->send.access != MIR_ACCESS_SIZE || !x->p->surface_states ||
               i->send.surface != MIR_SURFACE_HANDLE;
    return end->kind != MIR_OPK_NONE && (differs(mir_arg(i, 0)) || differs(end)) && bytes > 4 &&
           x->p->robust_buffer_access;
}

void isel_emit_access(struct isel_ctx *x, struct mir_inst *i)
{
    mir_append(x->b, i);
    x->era += has_blocks(x, i);
}
