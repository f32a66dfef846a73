// The message set of Gen12.5 and later: memory by its load-store units (LSC), from Xe2 on texels as well; the
// sampler and the gateway as before (hdc.c).
//
// What differs. Surfaces: an index of the binding table is in the extended descriptor's high byte, and the
// descriptor says which kind of surface it is. Blocks: one address in a register, executed in one channel
// (transposed). Private memory: a surface whose state r0.5 names, with addresses in bytes of the thread's own
// space. Fences: each unit has one. Barriers: the payload has the group's threads twice.
//
// Source: Mesa 25.0.7 brw_eu.h (lsc_msg_desc, lsc_bti_ex_desc), brw_lower_logical_sends.cpp
// (lower_lsc_memory_logical_send), brw_fs_nir.cpp (setup_barrier_message_payload_gfx125, scratch surface of
// r0.5); isa/table/msgs.def.
#include "compiler/mir/ir/message.h"
#include "compiler/mir/ir/query.h"
#include "compiler/mir/lower/message/accesses.h"
#include "isa/table/msg.h"

enum { SURFACE_BINDLESS = 1, SURFACE_TABLE = 3 }; // LSC_SURFACE
enum { TABLE_SHIFT = 24, SCRATCH_SURFACE = 20 };  // of an index; byte of r0
enum { OFFSET_SHIFT = 6 };                        // of a handle: its state's offset in bytes

// ---- surfaces

// An index that may be of either kind: the bits of the descriptor that say which, and the extended
// descriptor's. Handles have their low 12 bits clear, and indices of the binding table are less than 252.
// `offset`: a state is told by its offset in bytes.
static struct mir_operand either(struct lower *l, struct mir_operand index, bool offset)
{
    uint32_t v = mir_vreg_new(l->s, MIR_GRF, 8, 8, true);
    struct mir_operand kind = mir_scalar(v, 0, EU_TYPE_UD), state = mir_scalar(v, 4, EU_TYPE_UD),
                       is_index = mir_new_flag(&l->m, true), at = mir_temp(&l->m, EU_TYPE_UD, false);
    struct mir_inst *cmp =
        mir_op2(&l->m, EU_OP_CMP, mir_null(EU_TYPE_UD), index, mir_imm_ud(MIR_TABLE_BINDLESS));
    cmp->cmod = EU_CMOD_L;
    cmp->flag = is_index;
    cmp->nomask = true;
    cmp->exec_size = 1;
    mir_op2(&l->m, EU_OP_SHL, at, index, mir_imm_ud(TABLE_SHIFT));
    mir_op2(&l->m, EU_OP_AND, state, index, mir_imm_ud(0xfffff000));
    if (offset)
        mir_op2(&l->m, EU_OP_SHR, state, state, mir_imm_ud(OFFSET_SHIFT));
    mir_where(mir_op2(&l->m, EU_OP_SEL, state, at, state), is_index);
    mir_where(mir_op2(&l->m, EU_OP_SEL, kind,
                      mir_pool(l->s, EU_TYPE_UD, EU_DESC_PUT(LSC_SURFACE, SURFACE_TABLE)),
                      mir_imm_ud(EU_DESC_PUT(LSC_SURFACE, SURFACE_BINDLESS))),
              is_index);
    return mir_scalar(v, 0, EU_TYPE_UQ);
}

static struct mir_operand surface_operand(struct lower *l, const struct access_place *p, bool offset)
{
    if (p->surface == MIR_SURFACE_EITHER)
        return either(l, p->index, offset);
    const bool handle = p->surface == MIR_SURFACE_HANDLE;
    if (handle && !offset)
        return p->index;
    struct mir_operand at = mir_temp(&l->m, EU_TYPE_UD, false);
    mir_op2(&l->m, handle ? EU_OP_SHR : EU_OP_SHL, at, p->index,
            mir_imm_ud(handle ? OFFSET_SHIFT : TABLE_SHIFT));
    return at;
}

static void reach(struct lower *l, const struct access_place *p, const struct access_message *m,
                  struct mir_inst *i)
{
    if (m->access == MIR_ACCESS_SAMPLE) { // of a surface's size
        access_reach(l, p, m, i);
    } else if (p->space == MIR_SPACE_SCRATCH) {
        i->src[2] = mir_scalar(l->s->r0, SCRATCH_SURFACE, EU_TYPE_UD);
        i->send.surface = MIR_SURFACE_HANDLE;
    } else if (p->index.kind == MIR_OPK_NONE) {
        i->send.table = p->bti;
    } else {
        i->src[2] = surface_operand(l, p, kiln_target_has_ugm_offsets(l->s->target));
        i->send.surface = p->surface;
    }
}

static void reach_texel(struct lower *l, const struct access_place *p, struct mir_inst *i)
{
    if (p->index.kind == MIR_OPK_NONE) {
        i->send.table = p->bti;
    } else {
        i->src[2] = surface_operand(l, p, false);
        i->send.surface = p->surface;
    }
}

// ---- blocks

static void block(struct lower *l, const struct mir_inst *i)
{
    struct access_place p = access_place_of(l);
    const unsigned regs = access_regs(l, i->send.count, 4), bytes = l->s->reg_bytes;
    const enum eu_type type = p.a64 ? EU_TYPE_UQ : EU_TYPE_UD;
    p = access_add(l, p, i->parts->after);
    struct mir_operand at = mir_vec(mir_vreg_new(l->s, MIR_GRF, bytes, bytes, true), 0, type);
    mir_on_lanes(mir_mov(&l->m, at, p.addr), 0, bytes / eu_type_size(type))->nomask = true;
    p.addr = at;
    const struct access_message m = {
        .access = MIR_ACCESS_BLOCK,
        .count = i->send.count,
        .width = 1,
        .once = true,
        .header = true,
        .mem = MIR_MEM_READ,
        .dst = mir_packed(&l->m, regs * bytes, EU_TYPE_UD, l->s->vregs[mir_result(i, 0)->vreg].uniform),
        .dst_regs = regs};
    access_send(l, &p, &m)->send.header = false;
    lower_result(l, 0, m.dst);
}

// ---- private memory

// Where the lanes' first dwords lie, after the spills: one after the other.
static struct mir_operand private_base(struct lower *l)
{
    struct mir_shader *s = l->s;
    if (l->scratch_header.kind != MIR_OPK_NONE)
        return l->scratch_header;
    struct mir_operand base = l->scratch_header = mir_packed(&l->m, s->simd * 4, EU_TYPE_UD, false);
    mir_at_start(s, EU_OP_SHL, s->simd, base, mir_lane_index(s))->src[1] = mir_imm_ud(2);
    mir_at_start(s, EU_OP_ADD, s->simd, base, base)->src[1] =
        (struct mir_operand){.kind = MIR_OPK_PRIVATE, .type = EU_TYPE_UD};
    return base;
}

// Of an element: a dword of each lane after the other, and bytes within a lane's own.
static struct mir_operand private_address(struct lower *l, const struct access_place *p, unsigned at,
                                          bool dword)
{
    const struct mir_operand base = private_base(l), log2 = mir_imm_ud((unsigned)__builtin_ctz(l->s->simd));
    struct mir_operand to = mir_temp(&l->m, EU_TYPE_UD, true),
                       a = mir_address_after(&l->m, p->addr, false, at);
    if (a.kind == MIR_OPK_IMM) {
        const uint32_t byte = (uint32_t)a.imm;
        mir_op2(&l->m, EU_OP_ADD, to, base, mir_imm_ud((byte & ~3u) * l->s->simd + (byte & 3)));
        return to;
    }
    const bool vec = !mir_is_scalar(&a);
    struct mir_operand up = mir_temp(&l->m, EU_TYPE_UD, vec), low = {0}, high = a;
    if (!dword) {
        low = mir_temp(&l->m, EU_TYPE_UD, vec);
        high = mir_temp(&l->m, EU_TYPE_UD, vec);
        mir_op2(&l->m, EU_OP_AND, low, a, mir_imm_ud(3));
        mir_op2(&l->m, EU_OP_AND, high, a, mir_imm_ud(~3u));
    }
    mir_op2(&l->m, EU_OP_SHL, up, high, log2);
    if (!dword) {
        struct mir_operand all = mir_temp(&l->m, EU_TYPE_UD, vec);
        mir_op2(&l->m, EU_OP_OR, all, up, low);
        up = all;
    }
    mir_op2(&l->m, EU_OP_ADD, to, base, up);
    return to;
}

static struct access_message private_message(const struct lower *l, unsigned bytes, bool dword,
                                             enum mir_mem mem)
{
    return (struct access_message){.access = dword ? MIR_ACCESS_DWORDS : MIR_ACCESS_ELEMENT,
                                   .count = 1,
                                   .bytes = dword ? 0 : (uint8_t)bytes,
                                   .width = access_width(l),
                                   .mem = mem};
}

static struct mir_operand read_private(struct lower *l, const struct access_place *p, unsigned at,
                                       unsigned bytes, bool dword)
{
    struct access_message m = private_message(l, bytes, dword, MIR_MEM_READ);
    struct access_place part = *p;
    part.at += at;
    part.addr = private_address(l, p, at, dword);
    return access_read_lanes(l, &part, m);
}

static void write_private(struct lower *l, const struct access_place *p, unsigned at, unsigned bytes,
                          bool dword, struct mir_operand data)
{
    struct access_message m = private_message(l, bytes, dword, MIR_MEM_WRITE);
    struct access_place part = *p;
    part.at += at;
    part.addr = private_address(l, p, at, dword);
    access_write_lanes(l, &part, m, data);
}

// ---- order

static void fence_of(struct lower *l, enum mir_space space)
{
    struct mir_inst *i = access_register_message(l, MIR_ACCESS_FENCE, mir_vec(l->s->r0, 0, EU_TYPE_UD));
    i->exec_size = 1;
    i->send.rlen = 1;
    i->send.space = space;
    i->dst = mir_packed(&l->m, l->s->reg_bytes, EU_TYPE_UD, true);
}

// Texels have a unit of their own.
static void fence(struct lower *l, const struct mir_inst *i)
{
    fence_of(l, i->send.space);
    if (i->send.space != MIR_SPACE_SHARED)
        fence_of(l, MIR_SPACE_SURFACE);
}

// How many threads come to the barrier, bits 31:24 of r0.2, and, in bits 23:16, how many wait.
#define COUNT 0xff000000
static struct mir_operand barrier_payload(struct lower *l)
{
    enum { BARRIER = 8 };
    if (l->barrier_payload.kind != MIR_OPK_NONE)
        return l->barrier_payload;
    struct mir_shader *s = l->s;
    l->barrier_payload = mir_start_header(s);
    mir_start_r0(s, &l->barrier_payload, BARRIER, COUNT);
    struct mir_operand to = mir_scalar(l->barrier_payload.vreg, BARRIER, EU_TYPE_UD),
                       again = mir_temp(&l->m, EU_TYPE_UD, false);
    mir_at_start(s, EU_OP_SHR, 1, again, to)->src[1] = mir_imm_ud(8);
    mir_at_start(s, EU_OP_OR, 1, to, to)->src[1] = again;
    return l->barrier_payload;
}

static void barrier(struct lower *l, const struct mir_inst *i)
{
    access_register_message(l, MIR_ACCESS_BARRIER, barrier_payload(l));
    access_await_group(l);
}

const struct message_set lsc_messages = {.by = {[MIR_ACCESS_DWORDS] = hdc_memory,
                                                [MIR_ACCESS_ELEMENT] = hdc_memory,
                                                [MIR_ACCESS_BLOCK] = block,
                                                [MIR_ACCESS_ATOMIC] = hdc_atomic,
                                                [MIR_ACCESS_TEXEL] = hdc_texel,
                                                [MIR_ACCESS_SAMPLE] = hdc_sample,
                                                [MIR_ACCESS_SIZE] = hdc_size,
                                                [MIR_ACCESS_FENCE] = fence,
                                                [MIR_ACCESS_BARRIER] = barrier},
                                         .aligned = true,
                                         .reach = reach,
                                         .reach_texel = reach_texel,
                                         .read_private = read_private,
                                         .write_private = write_private};
