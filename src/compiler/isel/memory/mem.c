// Loads and stores.
//
// Each is one access (mir/ir/access.h) of dwords, or of smaller or unaligned elements. A load that is the
// same for all lanes is done once. Push constants at constant offsets are registers already.
#include <string.h>

#include "compiler/isel/memory/block.h"

#define MAX_DWORDS 32

static bool is_uniform_load(const struct isel_value *v, const struct isel_target *t)
{
    return !v->divergent && !t->scratch && isel_is_scalar(&t->addr) &&
           (t->index.kind == MIR_OPK_NONE || isel_is_scalar(&t->index));
}

// ---- loads

struct shape {
    unsigned bits, count; // of the elements in memory
    unsigned align;
    bool dwords; // by whole dwords
};

static struct shape shape_of(LLVMTypeRef t, LLVMValueRef inst)
{
    struct shape s = {.bits = isel_elem_bits(t), .align = LLVMGetAlignment(inst)};
    bool fat = LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == KILN_AS_SURFACE;
    if (fat) { // offset and index
        s.bits = 32;
        s.count = 2;
    } else {
        s.count = isel_type_comps(t);
    }
    if (s.bits < 8)
        s.bits = 8;
    s.dwords = s.align >= 4 && s.bits * s.count % 32 == 0;
    return s;
}

// What a message or a register can hold: elements of 8 to 64 bits, and not too many.
static bool shape_fits(struct isel_ctx *x, const struct shape *s, LLVMValueRef inst)
{
    if (s->bits > 64 || (s->bits & (s->bits - 1)))
        isel_fail(x, "memory access with elements of %u bits: %s", s->bits, isel_inst_text(x, inst));
    else if (s->bits * s->count > MAX_DWORDS * 32)
        isel_fail(x, "memory access to a vector this long: %s", isel_inst_text(x, inst));
    else
        return true;
    return false;
}

static struct mir_operand field(struct mir_operand o, unsigned byte, enum eu_type t, unsigned stride)
{
    return isel_is_scalar(&o) ? mir_scalar(o.vreg, o.offset + byte, t)
                              : mir_strided(o.vreg, o.offset + byte, t, stride);
}

// A component of type `t` from dwords dw.
static struct mir_operand assemble(struct isel_ctx *x, const struct mir_operand *dw, const struct shape *s,
                                   unsigned k, enum eu_type t)
{
    if (s->bits == 32)
        return isel_retype(dw[k], t);
    if (s->bits == 64) {
        const struct mir_operand *low = &dw[2 * k], *high = &dw[2 * k + 1];
        if (isel_is_scalar(low) && low->vreg == high->vreg && low->offset % 8 == 0 &&
            high->offset == low->offset + 4)
            return mir_scalar(low->vreg, low->offset, t);
        struct mir_operand q = isel_temp(x, EU_TYPE_UQ, !isel_is_scalar(&dw[0]));
        isel_mov(x, field(q, 0, EU_TYPE_UD, 2), dw[2 * k]);
        isel_mov(x, field(q, 4, EU_TYPE_UD, 2), dw[2 * k + 1]);
        return isel_retype(q, t);
    }
    unsigned per = 32 / s->bits, byte = k % per * s->bits / 8;
    struct mir_operand o = dw[k / per];
    if (t == EU_TYPE_HF)
        return isel_packed_half(x, field(o, byte, t, 2));
    if (!byte)
        return isel_retype(o, t);
    struct mir_operand d = isel_temp(x, EU_TYPE_UD, !isel_is_scalar(&o));
    isel_op2(x, EU_OP_SHR, d, o, mir_imm_ud(byte * 8));
    return isel_retype(d, t);
}

static void push_constants(struct isel_ctx *x, struct isel_value *v, uint32_t at, const struct shape *s)
{
    enum eu_type t = isel_elem_type(LLVMTypeOf(v->llvm));
    for (unsigned k = 0; k < s->count; k++) {
        uint32_t o = at + k * s->bits / 8, size = s->bits / 8;
        if (o + size > x->p->push_size || x->s->cross_thread == UINT32_MAX) {
            isel_set(x, v, k, mir_imm(t, 0));
        } else if (o % size || s->bits < 32) {
            if (s->bits == 64) {
                struct mir_operand q = isel_temp(x, EU_TYPE_UQ, false);
                for (unsigned h = 0; h < 8; h += 4)
                    isel_mov(x, field(q, h, EU_TYPE_UD, 2),
                             mir_scalar(x->s->cross_thread, o + h, EU_TYPE_UD));
                isel_set(x, v, k, isel_retype(q, t));
            } else if (t == EU_TYPE_HF) {
                isel_set(x, v, k, mir_scalar(x->s->cross_thread, o, t));
            } else {
                struct mir_operand d = isel_temp(x, EU_TYPE_UD, false);
                isel_mov(x, d, mir_scalar(x->s->cross_thread, o, s->bits == 8 ? EU_TYPE_UB : EU_TYPE_UW));
                isel_set(x, v, k, isel_retype(d, t));
            }
        } else {
            isel_set(x, v, k, mir_scalar(x->s->cross_thread, o, t));
        }
    }
}

// Small elements that are no whole aligned dwords: the bytes that a message brings of them for each lane,
// several elements at once; 0: an element a message. Byte-scattered messages begin at any byte (IGC reads
// quantized blocks so); but where bounds are exact to the dword, an element that is inside shall not go with
// one that is not.
static unsigned packed_bytes(const struct isel_ctx *x, const struct isel_target *t, const struct shape *s)
{
    if (t->scratch)
        return 0;
    unsigned bytes = s->bits * s->count / 8, piece = bytes % 4 ? 2 : 4;
    if (s->dwords || s->bits >= 32 || s->count < 2 || bytes % piece || (piece == 2 && bytes != 2) ||
        s->bits / 8 == piece)
        return 0;
    if (!kiln_target_has_data_ports(x->s->target) && s->align < piece)
        return 0; // it would go by bytes
    return t->space == MIR_SPACE_SHARED || !x->p->robust_buffer_access || s->align >= piece ? piece : 0;
}

// How many dwords of an access a message may take. The address of a message's first dword is a number of 32
// bits, and what is past its end is outside: a[i - 1] for i = 0 would take a[0] with it, which is inside.
// What is aligned to its size does not reach across that end. (With an end of our own a message is all or
// nothing.)
static unsigned message_dwords(const struct isel_ctx *x, const struct isel_target *t, const struct shape *s)
{
    unsigned bytes = s->bits * s->count / 8;
    if (t->end.kind != MIR_OPK_NONE)
        return x->p->robust_buffer_access ? 1 : 4;
    if (!x->p->robust_buffer_access || t->space != MIR_SPACE_SURFACE || t->a64)
        return 4;
    if (t->addr.kind == MIR_OPK_IMM)
        return (uint64_t)(uint32_t)t->addr.imm + bytes > UINT64_C(1) << 32 ? 1 : 4;
    return bytes <= s->align || s->align >= 16 ? 4 : s->align >= 8 ? 2 : 1;
}

// Elements that lie one after the other, as an access moves them.
struct elements {
    enum mir_access access;
    unsigned bytes, count, most; // of each; of all; dwords that a message may take
};

static struct elements elements_of(const struct isel_ctx *x, const struct isel_target *t,
                                   const struct shape *s, unsigned packed)
{
    const unsigned bytes = s->bits * s->count / 8;
    if (packed)
        return (struct elements){MIR_ACCESS_ELEMENT, packed, bytes / packed, 1};
    if (!s->dwords && s->bits != 64)
        return (struct elements){MIR_ACCESS_ELEMENT, s->bits / 8, s->count, 1};
    if (s->align < 4)
        return (struct elements){MIR_ACCESS_ELEMENT, 4, bytes / 4, 1};
    return (struct elements){MIR_ACCESS_DWORDS, 4, bytes / 4, t->scratch ? 1 : message_dwords(x, t, s)};
}

static struct mir_inst *access_to(struct isel_ctx *x, const struct isel_target *t, const struct elements *e,
                                  const struct shape *s, bool once, enum mir_mem mem)
{
    const bool write = mem == MIR_MEM_WRITE;
    struct mir_inst *i = isel_access(x, t, e->access, once, write ? e->count : 0, write ? 0 : e->count, mem);
    i->send.count = (uint8_t)e->count;
    i->send.bytes = (uint8_t)e->bytes;
    i->parts->most = (uint8_t)e->most;
    i->parts->aligned = e->access == MIR_ACCESS_ELEMENT && s->align >= e->bytes;
    return i;
}

static void load_memory(struct isel_ctx *x, struct isel_value *v, struct isel_target *t,
                        const struct shape *s)
{
    enum eu_type type = isel_elem_type(LLVMTypeOf(v->llvm));
    bool once = is_uniform_load(v, t);
    const struct mir_operand *block;
    if (once && (s->dwords || s->bits == 64) && isel_block_load(x, v, t, &block)) {
        for (unsigned k = 0; k < s->count; k++)
            isel_set(x, v, k, assemble(x, block, s, k, type));
        return;
    }
    if (t->scratch && !s->dwords && s->bits > 32) {
        isel_fail(x, "unaligned private load: %s", isel_inst_text(x, v->llvm));
        return;
    }
    struct mir_operand parts[MAX_DWORDS * 4];
    unsigned packed = packed_bytes(x, t, s);
    const struct elements e = elements_of(x, t, s, packed);
    struct mir_inst *i = access_to(x, t, &e, s, once, MIR_MEM_READ);
    for (unsigned k = 0; k < e.count; k++)
        parts[k] = isel_result(x, i, k, EU_TYPE_UD);
    isel_emit_access(x, i);
    bool direct = !s->dwords && !packed && s->bits < 32;
    for (unsigned k = 0; k < s->count; k++)
        if (!direct)
            isel_set(x, v, k, assemble(x, parts, s, k, type));
        else
            isel_set(x, v, k,
                     type == EU_TYPE_HF ? isel_packed_half(x, field(parts[k], 0, type, 2))
                                        : isel_retype(parts[k], type));
}

// i1 in memory is a byte.
static void booleans(struct isel_ctx *x, struct isel_value *v)
{
    for (unsigned k = 0; k < v->n; k++) {
        struct mir_operand low = isel_temp(x, EU_TYPE_D, !isel_is_scalar(&v->c[k]));
        struct mir_operand b = isel_temp(x, EU_TYPE_D, !isel_is_scalar(&v->c[k]));
        isel_op2(x, EU_OP_AND, low, v->c[k], mir_imm_d(1));
        isel_mov(x, b, isel_neg(low));
        v->c[k] = b;
    }
}

void isel_load(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef pointer = LLVMGetOperand(v->llvm, 0);
    const struct isel_value *variable = isel_variable_of(x, pointer);
    if (variable) {
        isel_variable_load(x, v, variable);
        return;
    }
    const struct isel_value *array = isel_array_of(x, pointer);
    if (array) {
        isel_array_load(x, v, array);
        return;
    }
    struct shape s = shape_of(LLVMTypeOf(v->llvm), v->llvm);
    if (!shape_fits(x, &s, v->llvm))
        return;
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == KILN_AS_PUSH) {
        struct mir_operand at = isel_comp(x, pointer, 0);
        if (at.kind == MIR_OPK_IMM) {
            push_constants(x, v, (uint32_t)at.imm, &s);
            return;
        }
    }
    struct isel_table *table = isel_table_of(x, pointer);
    if (table) {
        isel_table_load(x, v, table);
        return;
    }
    LLVMValueRef run = isel_run_of(x, v->llvm);
    struct isel_target t = isel_target_of(x, run ? run : pointer, 0);
    isel_target_place(x, &t, v->llvm);
    t.constant |= LLVMGetMetadata(v->llvm, x->md_invariant) != NULL;
    if (x->failed)
        return;
    const struct mir_operand *lanes;
    if (run && isel_block_load(x, v, &t, &lanes))
        isel_set(x, v, 0, *lanes);
    else
        load_memory(x, v, &t, &s);
    if (isel_elem_bits(LLVMTypeOf(v->llvm)) == 1 && !x->failed)
        booleans(x, v);
}

// ---- stores

// The value as dwords; false: its elements are smaller and go one by one (out[k] then holds element k in a
// dword).
static unsigned store_parts(struct isel_ctx *x, LLVMValueRef value, const struct shape *s,
                            struct mir_operand *out)
{
    LLVMTypeRef vt = LLVMTypeOf(value);
    for (unsigned k = 0; k < s->count; k++) {
        if (s->bits == 64) {
            struct mir_operand q = isel_int(x, value, k);
            for (unsigned h = 0; h < 2; h++)
                out[2 * k + h] = q.kind == MIR_OPK_IMM ? mir_imm_ud((uint32_t)(q.imm >> (32 * h)))
                                                       : field(q, 4 * h, EU_TYPE_UD, 2);
        } else if (isel_elem_bits(vt) == 1) {
            out[k] = isel_ext(x, value, k, false);
        } else if (isel_elem_type(vt) == EU_TYPE_HF) {
            struct mir_operand h = isel_plain(x, isel_comp(x, value, k));
            out[k] = h.kind == MIR_OPK_IMM ? mir_imm_ud((uint32_t)h.imm) : isel_retype(h, EU_TYPE_UW);
        } else if (isel_elem_type(vt) == EU_TYPE_F) {
            out[k] = isel_comp(x, value, k);
        } else {
            out[k] = s->bits < 32 && s->dwords ? isel_ext(x, value, k, false) : isel_int(x, value, k);
        }
    }
    if (s->bits == 64)
        return s->count * 2;
    if (s->bits == 32 || !s->dwords)
        return s->count;
    unsigned per = 32 / s->bits, n = s->count / per; // small elements into dwords
    for (unsigned k = 0; k < n; k++) {
        bool vec = false;
        for (unsigned j = 0; j < per; j++)
            vec |= !isel_is_scalar(&out[k * per + j]);
        struct mir_operand d = isel_temp(x, EU_TYPE_UD, vec);
        for (unsigned j = 0; j < per; j++) {
            struct mir_operand e = out[k * per + j];
            if (e.kind == MIR_OPK_IMM)
                e = mir_imm_uw((uint16_t)(e.imm & (s->bits == 8 ? 0xff : 0xffff)));
            isel_mov(x, field(d, j * s->bits / 8, s->bits == 8 ? EU_TYPE_UB : EU_TYPE_UW, per), e);
        }
        out[k] = d;
    }
    return n;
}

// Is it reached where something equals something else: by one lane, as a rule (if (gl_LocalInvocationIndex ==
// 0))?
static bool is_chosen(LLVMBasicBlockRef bb)
{
    LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb));
    LLVMValueRef br = u && !LLVMGetNextUse(u) ? LLVMGetUser(u) : NULL;
    if (!br || !LLVMIsABranchInst(br) || !LLVMIsConditional(br) || !LLVMIsAICmpInst(LLVMGetCondition(br)))
        return false;
    return LLVMGetICmpPredicate(LLVMGetCondition(br)) ==
           (LLVMGetSuccessor(br, 0) == bb ? LLVMIntEQ : LLVMIntNE);
}

// Do several lanes write the same to one place of shared memory? Its banks take them one after the other.
static bool is_one_write(const struct isel_ctx *x, const struct isel_target *t, LLVMValueRef store,
                         const struct mir_operand *parts, unsigned n)
{
    const uint32_t *size = x->p->local_size;
    bool one = t->space == MIR_SPACE_SHARED && isel_is_scalar(&t->addr) &&
               (size[0] > 1 || size[1] > 1 || size[2] > 1) && !is_chosen(LLVMGetInstructionParent(store));
    for (unsigned k = 0; k < n && one; k++)
        one = isel_is_scalar(&parts[k]);
    return one;
}

// The first lane that is on: a flag of one bit.
static struct mir_operand first_lane_flag(struct isel_ctx *x)
{
    struct mir_operand flag = isel_flag_new(x, false);
    if (isel_has_all_lanes(x, x->block)) {
        isel_mov(x, flag, mir_imm(flag.type, 1))->nomask = true;
        return flag;
    }
    struct mir_operand on = isel_temp(x, EU_TYPE_UD, false), below = isel_temp(x, EU_TYPE_UD, false);
    isel_mov(x, on, mir_enabled_channels(&x->m));
    isel_op2(x, EU_OP_ADD, isel_retype(below, EU_TYPE_D), isel_retype(on, EU_TYPE_D), mir_imm_d(-1));
    isel_op2(x, EU_OP_AND, on, on, isel_neg(below)); // of logic, a negated operand is the complement
    isel_mov(x, flag, isel_retype(on, EU_TYPE_UD));
    return flag;
}

void isel_store(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef value = LLVMGetOperand(v->llvm, 0), pointer = LLVMGetOperand(v->llvm, 1);
    const struct isel_value *variable = isel_variable_of(x, pointer);
    if (variable) {
        isel_variable_store(x, value, variable);
        return;
    }
    const struct isel_value *array = isel_array_of(x, pointer);
    if (array) {
        isel_array_store(x, value, pointer, array);
        return;
    }
    struct shape s = shape_of(LLVMTypeOf(value), v->llvm);
    if (!shape_fits(x, &s, v->llvm))
        return;
    struct isel_target t = isel_target_of(x, pointer, 0);
    isel_target_place(x, &t, v->llvm);
    if (x->failed)
        return;
    struct mir_operand parts[MAX_DWORDS * 4];
    unsigned n = store_parts(x, value, &s, parts);
    bool whole = s.bits == 64 || s.dwords, dwords = whole && s.align >= 4;
    const struct elements e = {.access = dwords ? MIR_ACCESS_DWORDS : MIR_ACCESS_ELEMENT,
                               .bytes = whole ? 4 : s.bits / 8,
                               .count = n,
                               .most = dwords && !t.scratch ? message_dwords(x, &t, &s) : 1};
    struct mir_inst *i = access_to(x, &t, &e, &s, false, MIR_MEM_WRITE);
    memcpy(mir_data(i, 0), parts, n * sizeof(parts[0]));
    if (is_one_write(x, &t, v->llvm, parts, n)) {
        i->pred = first_lane_flag(x);
        i->pred_ctrl = EU_PRED_NORMAL;
    }
    isel_emit_access(x, i);
}

void isel_alloca(struct isel_ctx *x, struct isel_value *v)
{
    if (v->variable || v->array) {
        (v->array ? isel_array : isel_variable)(x, v);
        return;
    }
    int64_t n = 1;
    if (!isel_const_int(LLVMGetOperand(v->llvm, 0), &n)) {
        isel_fail(x, "array of variable size: %s", isel_inst_text(x, v->llvm));
        return;
    }
    if (isel_table_of(x, v->llvm)) { // addresses are offsets into the table
        isel_set(x, v, 0, mir_imm_ud(0));
        return;
    }
    LLVMTypeRef t = LLVMGetAllocatedType(v->llvm);
    uint32_t align = LLVMGetAlignment(v->llvm) < 4 ? 4 : LLVMGetAlignment(v->llvm);
    x->scratch_bytes = (x->scratch_bytes + align - 1) & ~(align - 1);
    isel_set(x, v, 0, mir_imm_ud(x->scratch_bytes));
    x->scratch_bytes += (uint32_t)(((uint64_t)n * LLVMABISizeOfType(x->dl, t) + 3) & ~UINT64_C(3));
}
