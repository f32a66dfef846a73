// Makes messages of logical accesses: those of the data ports, the sampler, the gateway and the thread
// spawner up to Gen12 (isa/table/msgs.def). Sources: PRM KBL vol2d "Message Descriptor ...", MDC_*; Mesa
// brw_eu.h brw_dp_*_desc, brw_sampler_desc.
#include "compiler/mir/ir/message.h"

#include "compiler/mir/ir/message_lsc.h"
#include "isa/table/msg.h"

static const struct {
    const char *name;
    bool surface;
} accesses[MIR_ACCESS_COUNT] = {
    [MIR_ACCESS_NONE] = {"send", true},
#define ACCESS(id, name, surface) [MIR_ACCESS_##id] = {name, surface},
#include "compiler/mir/ir/access.def"
};

const char *mir_access_name(enum mir_access access)
{
    return accesses[access].name;
}

bool mir_access_has_surface(enum mir_access access)
{
    return accesses[access].surface;
}

_Static_assert((int)MIR_SPILL_REACH == (int)EU_DESC_SCRATCH_OFFSET_MAX + 1,
               "what a scratch block message reaches");
_Static_assert((int)MIR_TABLE_BINDLESS == (int)EU_BTI_BINDLESS,
               "and how the descriptor says that there is a handle");

static bool writes(const struct mir_inst *i)
{
    return i->send.mem == MIR_MEM_WRITE;
}

// Components that are not there have their bit set.
static uint32_t absent(unsigned count)
{
    return 0xf & (0xfu << count);
}

static uint32_t dwords(const struct mir_inst *i, enum eu_msg *msg)
{
    if (i->send.wide)
        *msg = writes(i) ? EU_MSG_DC1_A64_UNTYPED_WRITE : EU_MSG_DC1_A64_UNTYPED_READ;
    else
        *msg = writes(i) ? EU_MSG_DC1_UNTYPED_WRITE : EU_MSG_DC1_UNTYPED_READ;
    return EU_DESC_PUT(UNTYPED_MASK, absent(i->send.count)) |
           EU_DESC_PUT(UNTYPED_SIMD, i->exec_size == 16 ? 1 : 2);
}

static uint32_t element(const struct mir_inst *i, enum eu_msg *msg)
{
    unsigned size = i->send.bytes == 1 ? 0 : i->send.bytes == 2 ? 1 : 2, wide = i->exec_size == 16;
    if (i->send.wide) {
        *msg = writes(i) ? EU_MSG_DC1_A64_SCATTERED_WRITE : EU_MSG_DC1_A64_SCATTERED_READ;
        return EU_DESC_PUT(A64_SCATTERED_COUNT, size) | EU_DESC_PUT(A64_SCATTERED_16, wide);
    }
    *msg = writes(i) ? EU_MSG_DC0_BYTE_WRITE : EU_MSG_DC0_BYTE_READ;
    return EU_DESC_PUT(BYTE_SIZE, size) | EU_DESC_PUT(SCATTERED_16, wide);
}

static uint32_t slot(const struct mir_inst *i, enum eu_msg *msg)
{
    *msg = writes(i) ? EU_MSG_DC0_DWORD_WRITE : EU_MSG_DC0_DWORD_READ;
    return EU_DESC_PUT(DWORD_ENABLE, 1) | EU_DESC_PUT(SCATTERED_16, i->exec_size == 16);
}

// One OWord (in the low half of a register), or 2, 4 or 8 of them.
static uint32_t owords(unsigned dwords)
{
    return EU_DESC_PUT(OWORD_SIZE, dwords == 4 ? 0 : dwords == 8 ? 2 : dwords == 16 ? 3 : 4);
}

static uint32_t block(const struct mir_inst *i, enum eu_msg *msg)
{
    enum { UNALIGNED = 1 };
    *msg = i->send.wide ? EU_MSG_DC1_A64_BLOCK_READ : EU_MSG_DC0_OWORD_UNALIGNED_READ;
    return owords(i->send.count) | (i->send.wide ? EU_DESC_PUT(A64_BLOCK_KIND, UNALIGNED) : 0);
}

static uint32_t atomic(const struct mir_inst *i, enum eu_msg *msg)
{
    uint32_t fields = EU_DESC_PUT(ATOMIC_OP, i->send.op) | EU_DESC_PUT(ATOMIC_RETURN, i->send.rlen != 0);
    if (i->send.wide) {
        *msg = i->send.real ? EU_MSG_DC1_A64_ATOMIC_FLOAT : EU_MSG_DC1_A64_ATOMIC;
        return fields | EU_DESC_PUT(ATOMIC_QWORD, i->send.qword);
    }
    *msg = i->send.real ? EU_MSG_DC1_UNTYPED_ATOMIC_FLOAT : EU_MSG_DC1_UNTYPED_ATOMIC;
    return fields | EU_DESC_PUT(ATOMIC_8, i->exec_size == 8);
}

// Eight channels of sixteen.
static uint32_t texel(const struct mir_inst *i, enum eu_msg *msg)
{
    bool upper = i->chan_offset / 8 % 2;
    if (i->send.mem == MIR_MEM_ATOMIC) {
        *msg = EU_MSG_DC1_TYPED_ATOMIC;
        return EU_DESC_PUT(ATOMIC_OP, i->send.op) | EU_DESC_PUT(ATOMIC_RETURN, i->send.rlen != 0) |
               EU_DESC_PUT(TYPED_ATOMIC_UPPER, upper);
    }
    *msg = writes(i) ? EU_MSG_DC1_TYPED_WRITE : EU_MSG_DC1_TYPED_READ;
    return EU_DESC_PUT(TYPED_MASK, absent(i->send.count)) | EU_DESC_PUT(TYPED_SLOTS, upper ? 2 : 1);
}

// Of as many channels as a register has dwords, or of twice as many.
static uint32_t sample(const struct mir_inst *i, const struct kiln_target *t, enum eu_msg *msg)
{
    *msg = eu_msg_numbered(t->isa, EU_SFID_SAMPLER, i->send.op);
    return EU_DESC_PUT(SAMPLER_INDEX, i->send.sampler) |
           EU_DESC_PUT(SAMPLER_SIMD, i->exec_size > kiln_target_native_width(t) ? 2 : 1);
}

// The index of what has no surface, and is for no other device.
static uint32_t stateless(const struct kiln_target *t)
{
    return kiln_target_has_noncoherent_index(t) ? EU_BTI_STATELESS_NONCOHERENT : EU_BTI_STATELESS;
}

// Scratch block messages have no number of their own; far ones are OWord blocks behind a header, not coherent
// with the CPU: that is for what others see.
static uint32_t spill(const struct mir_inst *i, const struct kiln_target *t)
{
    // The header comes first.
    unsigned regs = !writes(i) ? i->send.rlen : i->send.ex_mlen ? i->send.ex_mlen : i->send.mlen - 1u;
    if (i->send.far)
        return eu_msg_desc(writes(i) ? EU_MSG_DC0_OWORD_WRITE : EU_MSG_DC0_OWORD_READ) |
               owords(regs * i->reg_bytes / 4) | stateless(t);
    const unsigned size = kiln_target_has_scratch_exponent(t) ? (unsigned)__builtin_ctz(regs) : regs - 1;
    return EU_DESC_PUT(SCRATCH, 1) | EU_DESC_PUT(SCRATCH_WRITE, writes(i)) | EU_DESC_PUT(SCRATCH_SIZE, size) |
           EU_DESC_PUT(SCRATCH_OFFSET, i->send.at);
}

// What stands for the surface in the descriptor.
static uint32_t surface(const struct mir_inst *i, const struct kiln_target *t)
{
    const struct mir_send *m = &i->send;
    if (m->wide || m->space == MIR_SPACE_SCRATCH)
        return stateless(t);
    if (m->space == MIR_SPACE_SHARED)
        return EU_BTI_SLM;
    if (i->src[2].kind != MIR_OPK_NONE)
        return m->surface == MIR_SURFACE_HANDLE ? EU_BTI_BINDLESS : 0;
    return m->table;
}

// The message and its own fields.
static uint32_t choose(const struct mir_inst *i, const struct kiln_target *t, enum eu_msg *msg)
{
    switch (i->send.access) {
    case MIR_ACCESS_DWORDS:
        return dwords(i, msg);
    case MIR_ACCESS_ELEMENT:
        return element(i, msg);
    case MIR_ACCESS_SLOT:
        return slot(i, msg);
    case MIR_ACCESS_BLOCK:
        return block(i, msg);
    case MIR_ACCESS_ATOMIC:
        return atomic(i, msg);
    case MIR_ACCESS_TEXEL:
        return texel(i, msg);
    case MIR_ACCESS_SAMPLE:
        return sample(i, t, msg);
    case MIR_ACCESS_FENCE:
        *msg = EU_MSG_DC0_FENCE;
        return EU_DESC_PUT(FENCE_COMMIT, i->send.rlen != 0) |
               (i->send.space == MIR_SPACE_SHARED ? EU_BTI_SLM : 0);
    case MIR_ACCESS_BARRIER:
        *msg = EU_MSG_GATEWAY_BARRIER;
        return 0;
    case MIR_ACCESS_END:
        *msg = EU_MSG_TS_DEREFERENCE;
        return EU_DESC_PUT(TS_RESOURCE, 1);
    default:
        return 0;
    }
}

static bool lower(struct mir_inst *i, const struct kiln_target *target)
{
    struct mir_send *m = &i->send;
    enum eu_msg msg = EU_MSG_COUNT;
    if (!kiln_target_has_data_ports(target) && mir_lsc_message(target, i))
        return true;
    if (m->access == MIR_ACCESS_SPILL) {
        m->sfid = EU_SFID_DC0;
        m->desc = spill(i, target);
    } else if (m->access != MIR_ACCESS_NONE) {
        uint32_t fields = choose(i, target, &msg);
        if (msg == EU_MSG_COUNT || !eu_msg_exists(target->isa, msg))
            return false;
        m->sfid = eu_msgs[msg].sfid;
        m->desc = eu_msg_desc(msg) | fields | (mir_access_has_surface(m->access) ? surface(i, target) : 0);
    }
    m->access = MIR_ACCESS_NONE;
    return true;
}

bool mir_messages(struct mir_shader *s, const struct kiln_target *target, const char **error)
{
    for (uint32_t b = 0; b < s->block_count; b++)
        mir_foreach_inst(i, s->blocks[b])
        {
            if (!mir_op_is_send(i->op) || lower(i, target))
                continue;
            *error = arena_printf(s->arena, "B%u: the target has no message for this %s", b,
                                  mir_access_name(i->send.access));
            return false;
        }
    s->has_messages = true;
    return true;
}
