// Private arrays that are registers. Short ones have become variables before (llvm/opt/array_slots.c), where
// an index chooses among few elements; what is left would be scratch memory, with a message for each dword of
// each access. Here an array's elements lie one behind the other, a lane in each channel, and
//
// - what is read at an index that differs is a MOV with a register address per lane (align1 indirect, "VxH"),
//   eight lanes at a time, however many elements there are;
// - what is written at such an index is moved by a lane at a time, each through its own register address, or,
//   where there are few elements, to each element that it may be, where a comparison says so;
// - an index that is the same for all lanes takes one register address, of reads and of writes.
//
// An index that may be out of bounds reads an element, and writes one or none, not some other register.
//
// An array is in registers if all that happens to it is that dwords and pairs of dwords are loaded and
// stored, if a store does not ask more than a few comparisons, and while there is room. The halves of 64 bits
// are elements of their own. Where all that is loaded and stored are bytes, or words, each has a dword.
// Source: PRM KBL vol2d EU_INSTRUCTION_OPERAND_SRC_REG_ALIGN1 (indirect), VertStride VxH; ..._DST_REG_ALIGN1,
// Address Immediate.
#include "compiler/isel/operand/ctx.h"
#include "compiler/mir/ir/query.h"
#include "hw/budget.h"

#define MAX_DEPTH 8
#define MAX_VECTOR 16
#define MAX_SHIFT 16
#define IMMEDIATES 256 // bytes behind an address that an operand's immediate reaches

struct plan {
    struct isel_ctx *x;
    uint64_t bytes;
    unsigned unit;                 // bytes that have a dword, 0: not known yet
    unsigned stores, instructions; // that write it, and what those at an index that differs take
};

static unsigned elements(const struct isel_reach *r)
{
    return r->step ? (unsigned)((r->last - r->first) / r->step) + 1 : 1;
}

// Bytes that have a dword in an array of such values.
static unsigned unit_of(LLVMTypeRef t)
{
    LLVMTypeRef e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    unsigned bits = LLVMGetTypeKind(e) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(e) : 32;
    return bits == 8 || bits == 16 ? bits / 8 : 4;
}

// How many dwords a value has there; 0: it is of something else.
static unsigned dwords_of(LLVMTypeRef t)
{
    if (unit_of(t) < 4)
        return isel_type_comps(t);
    LLVMTypeRef e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    bool pairs = LLVMGetTypeKind(e) == LLVMDoubleTypeKind ||
                 (LLVMGetTypeKind(e) == LLVMIntegerTypeKind && isel_elem_bits(t) == 64);
    return pairs ? 2 * isel_type_comps(t) : isel_is_dwords(t) ? isel_type_comps(t) : 0;
}

static bool is_access(struct plan *p, LLVMValueRef i, LLVMTypeRef t)
{
    unsigned n = dwords_of(t), unit = unit_of(t);
    bool same = !p->unit || p->unit == unit;
    p->unit = unit;
    return same && !LLVMGetVolatile(i) && LLVMGetAlignment(i) >= unit && n && n <= MAX_VECTOR;
}

// Instructions that write n dwords at an index that differs: by comparisons, where each waits for its flag,
// and by lanes.
static unsigned compared(const struct isel_reach *r, unsigned n)
{
    return elements(r) * (2 + n);
}

static unsigned scattered(const struct isel_ctx *x, unsigned n)
{
    return n * (x->s->simd + x->s->simd / 4);
}

static bool add_store(struct plan *p, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
    unsigned n = dwords_of(LLVMTypeOf(value)), unit = p->unit;
    struct isel_reach r = isel_reach_of(p->x, pointer, p->bytes, unit * n);
    unsigned each = compared(&r, n), lanes = scattered(p->x, n);
    unsigned cost = !isel_divergent(p->x, pointer) ? 0 : each < lanes ? each : lanes;
    p->stores += n * (r.step ? 2 : 1);
    p->instructions += cost;
    return r.step % unit == 0 && r.first % unit == 0 && r.last <= p->bytes && r.last + unit * n <= p->bytes &&
           cost <= BUDGET_ARRAY_STORE;
}

// Every use of the array or of an address in it.
static bool visit(struct plan *p, LLVMValueRef pointer, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!isel_val(p->x, user))
            continue;
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMGetElementPtr:
            if (depth > MAX_DEPTH || LLVMGetOperand(user, 0) != pointer || !visit(p, user, depth + 1))
                return false;
            break;
        case LLVMStore:
            if (LLVMGetOperand(user, 0) == pointer ||
                !is_access(p, user, LLVMTypeOf(LLVMGetOperand(user, 0))) || !add_store(p, user))
                return false;
            break;
        case LLVMLoad:
            if (!is_access(p, user, LLVMTypeOf(user)))
                return false;
            break;
        default:
            return false;
        }
    }
    return true;
}

static unsigned registers_of(const struct isel_ctx *x, uint64_t bytes, unsigned unit)
{
    return isel_regs(x, x->s->simd * (unsigned)(bytes / unit), 4);
}

void isel_find_arrays(struct isel_ctx *x)
{
    unsigned room = x->p->array_regs;
    for (uint32_t i = 0; i < x->value_count && room; i++) {
        struct isel_value *v = &x->values[i];
        int64_t n = 0;
        if (LLVMGetInstructionOpcode(v->llvm) != LLVMAlloca || v->variable || isel_table_of(x, v->llvm) ||
            !isel_const_int(LLVMGetOperand(v->llvm, 0), &n) || n != 1)
            continue;
        struct plan p = {.x = x, .bytes = LLVMABISizeOfType(x->dl, LLVMGetAllocatedType(v->llvm))};
        if (!p.bytes || p.bytes > room * (uint64_t)x->s->reg_bytes || !visit(&p, v->llvm, 0) || !p.unit ||
            p.bytes % p.unit || registers_of(x, p.bytes, p.unit) > room)
            continue;
        // What is written once would be taken for a value that it has everywhere.
        if (p.stores < 2 || p.instructions > BUDGET_ARRAY_STORES)
            continue;
        v->array = (uint8_t)p.unit;
        room -= registers_of(x, p.bytes, p.unit);
    }
    x->s->array_regs = x->p->array_regs - room;
}

struct isel_value *isel_array_of(struct isel_ctx *x, LLVMValueRef pointer)
{
    struct isel_value *v = isel_val(x, llvm_gep_base(pointer));
    return v && v->array ? v : NULL;
}

static uint64_t bytes_of(struct isel_ctx *x, const struct isel_value *array)
{
    return LLVMABISizeOfType(x->dl, LLVMGetAllocatedType(array->llvm));
}

static unsigned registers(struct isel_ctx *x, const struct isel_value *array)
{
    return registers_of(x, bytes_of(x, array), array->array);
}

// Of an offset in the array: the offset in its registers.
static uint32_t spread(const struct isel_ctx *x, const struct isel_value *array, uint64_t at)
{
    return (uint32_t)at * (4u / array->array) * x->s->simd;
}

static uint32_t base_of(const struct isel_value *array)
{
    return array->c[1].vreg;
}

// Addresses are offsets into the array: its first component. The second is where it lies, the third where
// each lane's part of an element does.
void isel_array(struct isel_ctx *x, struct isel_value *v)
{
    uint32_t base =
        mir_vreg_new(x->s, MIR_GRF, (registers(x, v) + 1) * x->s->reg_bytes, x->s->reg_bytes, false);
    struct mir_inst *i = mir_inst_new(x->s, MIR_OP_UNDEF, x->s->simd);
    x->s->vregs[base].carried = true;
    i->dst = mir_vec(base, 0, EU_TYPE_UD);
    mir_append(x->b, i);
    struct mir_operand channel = isel_temp(x, EU_TYPE_UW, true), lanes = isel_temp(x, EU_TYPE_UW, true);
    isel_op2(x, EU_OP_SHL, channel, isel_lane_index(x), mir_imm_uw(2));
    isel_op2(x, EU_OP_ADD, lanes, channel, isel_address_of(base, 0));
    v->n = 3;
    v->c = arena_array(x->arena, struct mir_operand, v->n);
    v->c[0] = mir_imm_ud(0);
    v->c[1] = i->dst;
    v->c[2] = lanes;
}

static struct mir_operand element(struct isel_ctx *x, const struct isel_value *array, uint64_t at)
{
    return mir_vec(base_of(array), spread(x, array, at), EU_TYPE_UD);
}

// Where a computed address leads to: a byte in the array's registers by the part that is computed, and what
// is constant besides, which elements of a structure differ in.
struct place {
    struct mir_operand by; // UD
    uint32_t at;
};

// The factor of an index that an address is made of: a shift by *shift, which is none otherwise.
static struct mir_operand unscaled(struct isel_ctx *x, const struct isel_value *array, LLVMValueRef pointer,
                                   unsigned *shift)
{
    *shift = 0;
    if (llvm_is_gep(pointer) && LLVMGetOperand(pointer, 0) == array->llvm &&
        LLVMGetNumOperands(pointer) == 2 && isel_elem_bits(LLVMGetGEPSourceElementType(pointer)) == 8) {
        LLVMValueRef index = LLVMGetOperand(pointer, 1);
        int64_t by = 0;
        if (isel_val(x, index) && LLVMGetInstructionOpcode(index) == LLVMShl &&
            isel_const_int(LLVMGetOperand(index, 1), &by) && by < MAX_SHIFT) {
            *shift = (unsigned)by;
            return isel_int(x, LLVMGetOperand(index, 0), 0);
        }
    }
    return isel_int(x, pointer, 0);
}

static struct place place_of(struct isel_ctx *x, const struct isel_value *array, LLVMValueRef pointer,
                             unsigned n)
{
    const unsigned size = n * array->array;
    int64_t at = 0, last = (int64_t)bytes_of(x, array) - size;
    while (llvm_is_gep(pointer) && llvm_gep_constant(x->dl, pointer, &at))
        pointer = LLVMGetOperand(pointer, 0);
    bool open =
             at < 0 || at > last || isel_reach_of(x, pointer, bytes_of(x, array), size + (uint64_t)at).open,
         moved = at && open; // a[i - 1], a[5 - i]: only the sum is in bounds
    unsigned shift = 0;
    struct mir_operand o = moved ? isel_int(x, pointer, 0) : unscaled(x, array, pointer, &shift);
    o = isel_retype(isel_in_reg(x, o, EU_TYPE_UD), EU_TYPE_UD);
    if (moved) {
        struct mir_operand sum = isel_temp(x, EU_TYPE_UD, !isel_is_scalar(&o));
        isel_op2(x, EU_OP_ADD, sum, o, mir_imm_ud((uint32_t)at));
        o = sum;
        at = 0;
    }
    // The shift may lose upper bits that nobody meant: LLVM leaves some where a scale drops them. So the
    // bound comes last.
    struct place p = {.by = isel_temp(x, EU_TYPE_UD, !isel_is_scalar(&o)),
                      .at = spread(x, array, (uint64_t)at)};
    isel_op2(x, EU_OP_SHL, p.by, o, mir_imm_ud(shift + (unsigned)__builtin_ctz(spread(x, array, 1))));
    if (open) {
        struct mir_operand bounded = isel_temp(x, EU_TYPE_UD, !isel_is_scalar(&o));
        isel_op2(x, EU_OP_SEL, bounded, p.by, mir_imm_ud(spread(x, array, (uint64_t)last)))->cmod = EU_CMOD_L;
        p.by = bounded;
    }
    return p;
}

// Lanes that an instruction reaches through one address: two registers. Halves of 64 bits lie further apart.
static unsigned piece_of(const struct isel_ctx *x, const struct mir_operand *part)
{
    unsigned native = kiln_target_native_width(x->s->target),
             most = part->kind == MIR_OPK_VREG && part->hstride == 2 ? native : 2 * native;
    return x->s->simd < most ? x->s->simd : most;
}

// Channels `lane` and on of component k, where an index leads that all lanes share; *address is the one in
// use.
static struct mir_operand shared_place(struct isel_ctx *x, const struct isel_value *array, struct place p,
                                       unsigned k, unsigned lane, uint32_t *address)
{
    unsigned at = 4 * (k * x->s->simd + lane);
    if (at % IMMEDIATES == 0)
        *address = isel_shared_address(x, p.by, isel_address_of(base_of(array), p.at + at));
    struct mir_operand o = isel_through(base_of(array), *address);
    o.offset = at % IMMEDIATES;
    o.hstride = 1;
    return o;
}

static void read_uniform(struct isel_ctx *x, const struct isel_value *array, struct place p,
                         const struct mir_operand *dst, unsigned n)
{
    uint32_t address = 0;
    for (unsigned k = 0; k < n; k++)
        for (unsigned lane = 0, piece = piece_of(x, &dst[k]); lane < x->s->simd; lane += piece) {
            struct mir_operand from = shared_place(x, array, p, k, lane, &address);
            from.vstride = from.width = 8;
            isel_on_lanes(isel_mov(x, isel_lanes(dst[k], lane), from), lane, piece);
        }
}

static void write_uniform(struct isel_ctx *x, const struct isel_value *array, struct place p,
                          const struct mir_operand *parts, unsigned n)
{
    uint32_t address = 0;
    for (unsigned k = 0; k < n; k++)
        for (unsigned lane = 0, piece = piece_of(x, &parts[k]); lane < x->s->simd; lane += piece) {
            struct mir_operand to = shared_place(x, array, p, k, lane, &address);
            isel_on_lanes(isel_mov(x, to, isel_lanes(parts[k], lane)), lane, piece);
        }
}

// A register address for each lane, which is in its own channel. What is constant is behind the addresses as
// far as an operand reaches.
static void read_lanes(struct isel_ctx *x, const struct isel_value *array, struct place p,
                       const struct mir_operand *dst, unsigned n)
{
    for (unsigned lane = 0; lane < x->s->simd; lane += isel_address_lanes(x)) {
        uint32_t a = 0, reached = UINT32_MAX;
        for (unsigned k = 0; k < n; k++) {
            uint32_t at = p.at + 4 * k * x->s->simd, begin = at - at % IMMEDIATES;
            if (begin != reached) {
                struct mir_operand by = p.by;
                if (begin) {
                    by = isel_temp(x, EU_TYPE_UD, true);
                    isel_on_lanes(isel_op2(x, EU_OP_ADD, isel_lanes(by, lane), isel_lanes(p.by, lane),
                                           mir_imm_ud(begin)),
                                  lane, isel_address_lanes(x));
                }
                a = isel_lane_addresses(x);
                isel_write_addresses(x, a, by, lane, isel_lanes(array->c[2], lane));
                reached = begin;
            }
            struct mir_operand from = isel_through(base_of(array), a);
            from.offset = at % IMMEDIATES;
            isel_gather(x, isel_lanes(dst[k], lane), from, lane);
        }
    }
}

// Register addresses of eight lanes' elements; lanes that are off have those of `nowhere`.
static uint32_t addresses_of(struct isel_ctx *x, const struct isel_value *array, struct mir_operand by,
                             unsigned lane, uint32_t at)
{
    struct mir_operand nowhere = isel_address_of(base_of(array), registers(x, array) * x->s->reg_bytes);
    uint32_t a = isel_lane_addresses(x);
    struct mir_inst *i =
        isel_on_lanes(isel_mov(x, mir_vec(a, 0, EU_TYPE_UW), nowhere), lane, isel_address_lanes(x));
    i->nomask = true;
    isel_write_addresses(x, a, by, lane, isel_address_of(base_of(array), at));
    return a;
}

// A lane at a time, each where its own address says: a destination has one address. A MOV of one channel
// cannot be masked by another's, so that it writes whether its lane is on or not.
static void scatter(struct isel_ctx *x, const struct isel_value *array, struct place p,
                    const struct mir_operand *parts, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        struct mir_operand value = isel_retype(isel_in_reg(x, parts[k], EU_TYPE_UD), EU_TYPE_UD);
        for (unsigned lane = 0; lane < x->s->simd; lane += isel_address_lanes(x)) {
            uint32_t a = addresses_of(x, array, p.by, lane, p.at + 4 * (k * x->s->simd + lane));
            for (unsigned c = 0; c < isel_address_lanes(x); c++) {
                struct mir_operand to = isel_through(base_of(array), a);
                to.address = (uint8_t)c;
                to.offset = 4 * c;
                to.hstride = 1;
                struct mir_operand from = isel_lanes(value, lane + c);
                struct mir_inst *i = isel_mov(x, to, mir_scalar(from.vreg, from.offset, EU_TYPE_UD));
                i->exec_size = 1;
                i->nomask = true;
            }
        }
    }
}

static void write_where(struct isel_ctx *x, const struct isel_value *array, const struct isel_reach *r,
                        struct mir_operand offset, const struct mir_operand *parts, unsigned n)
{
    struct mir_operand o = isel_retype(isel_in_reg(x, offset, EU_TYPE_UD), EU_TYPE_UD);
    for (uint64_t at = r->first; at <= r->last; at += r->step) {
        struct mir_operand flag = isel_flag_new(x, false);
        struct mir_inst *cmp = isel_op2(x, EU_OP_CMP, mir_null(EU_TYPE_UD), o, mir_imm_ud((uint32_t)at));
        cmp->cmod = EU_CMOD_Z;
        cmp->flag = flag;
        for (unsigned k = 0; k < n; k++) {
            struct mir_inst *i = isel_mov(x, element(x, array, at + k * array->array), parts[k]);
            i->pred = flag;
            i->pred_ctrl = EU_PRED_NORMAL;
        }
    }
}

static void halves_of(struct mir_operand q, struct mir_operand *out)
{
    out[0] = isel_half(q, 0);
    out[1] = isel_half(q, 1);
}

void isel_array_load(struct isel_ctx *x, struct isel_value *v, const struct isel_value *array)
{
    LLVMValueRef pointer = LLVMGetOperand(v->llvm, 0);
    LLVMTypeRef t = LLVMTypeOf(v->llvm);
    enum eu_type type = isel_elem_type(t);
    unsigned comps = isel_type_comps(t), n = dwords_of(t), unit = array->array;
    struct mir_operand o = isel_int(x, pointer, 0), dst[MAX_VECTOR];
    for (unsigned k = 0; k < comps; k++) {
        struct mir_operand to = isel_temp(x, n == comps ? EU_TYPE_UD : EU_TYPE_UQ, true);
        if (n == comps)
            dst[k] = to;
        else
            halves_of(to, &dst[2 * k]);
        isel_set(x, v, k, isel_retype(to, type));
    }
    if (o.kind == MIR_OPK_IMM) {
        for (unsigned k = 0; k < n; k++)
            isel_copy(x, dst[k],
                      o.imm + unit * n > bytes_of(x, array) ? mir_imm_ud(0)
                                                            : element(x, array, o.imm + unit * k));
    } else {
        struct place p = place_of(x, array, pointer, n);
        (isel_is_scalar(&p.by) ? read_uniform : read_lanes)(x, array, p, dst, n);
    }
}

void isel_array_store(struct isel_ctx *x, LLVMValueRef value, LLVMValueRef pointer,
                      const struct isel_value *array)
{
    unsigned comps = isel_type_comps(LLVMTypeOf(value)), n = dwords_of(LLVMTypeOf(value)),
             unit = array->array;
    struct mir_operand o = isel_int(x, pointer, 0), parts[MAX_VECTOR];
    uint64_t bytes = bytes_of(x, array);
    struct isel_reach r = isel_reach_of(x, pointer, bytes, unit * n);
    for (unsigned k = 0; k < comps; k++) {
        if (unit < 4)
            parts[k] = isel_retype(isel_int(x, value, k), EU_TYPE_UD);
        else if (n == comps)
            parts[k] = isel_bits(x, isel_comp(x, value, k), EU_TYPE_UD);
        else
            halves_of(isel_int(x, value, k), &parts[2 * k]);
    }
    if (o.kind == MIR_OPK_IMM) {
        for (unsigned k = 0; k < n && o.imm + unit * n <= bytes; k++)
            isel_copy(x, element(x, array, o.imm + unit * k), parts[k]);
    } else if (isel_is_scalar(&o)) {
        write_uniform(x, array, place_of(x, array, pointer, n), parts, n);
    } else if (compared(&r, n) < scattered(x, n)) {
        write_where(x, array, &r, o, parts, n);
    } else {
        scatter(x, array, place_of(x, array, pointer, n), parts, n);
    }
}
