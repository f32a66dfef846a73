// Lookup tables: an alloca that only gets constants, the same ones at a place whenever it is written, is
// never memory (who reads a place that is not written yet may read anything). Its dwords lie one behind the
// other in registers, set at the program's start, and a load with a run-time index is a MOV with a register
// address per lane (align1 indirect, "VxH"), eight lanes at a time. Where all that is loaded are bytes, the
// MOV takes them out of the dwords. Tables that hold the same are one.
//
// An index that may be out of bounds reads the last element, not some other register. Source: PRM KBL vol2d
// EU_INSTRUCTION_OPERAND_SRC_REG_ALIGN1 (indirect), VertStride VxH.
#include <string.h>

#include "compiler/isel/operand/ctx.h"
#include "compiler/mir/ir/query.h"

#define MAX_BYTES 256

struct isel_table {
    LLVMValueRef array;
    uint32_t bytes, vreg;
    unsigned unit; // bytes of an element that is loaded, 0: not known yet
    uint32_t words[MAX_BYTES / 4];
    uint64_t written; // words
};

static uint32_t word_of(struct isel_ctx *x, LLVMValueRef v)
{
    struct mir_operand o = isel_comp(x, v, 0);
    return o.kind == MIR_OPK_IMM ? (uint32_t)o.imm : 0;
}

static bool add_store(struct isel_ctx *x, struct isel_table *t, LLVMValueRef store, LLVMValueRef pointer,
                      uint64_t at, bool known)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMTypeRef type = LLVMTypeOf(value);
    if (value == pointer || !known || !LLVMIsConstant(value) || !isel_is_dwords(type) || at % 4)
        return false;
    unsigned n = isel_type_comps(type);
    if (at + 4 * n > t->bytes)
        return false;
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef e =
            LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetAggregateElement(value, k) : value;
        if (!e || !(LLVMIsAConstantInt(e) || LLVMIsAConstantFP(e) || LLVMIsUndef(e) || LLVMIsNull(e)))
            return false;
        uint32_t at_word = (uint32_t)at / 4 + k;
        if (LLVMIsUndef(e))
            continue;
        if (t->written >> at_word & 1 && t->words[at_word] != word_of(x, e))
            return false;
        t->written |= UINT64_C(1) << at_word;
        t->words[at_word] = word_of(x, e);
    }
    return true;
}

// A load of dwords or of one byte, as all others are.
static bool add_load(struct isel_table *t, LLVMValueRef load)
{
    LLVMTypeRef type = LLVMTypeOf(load);
    bool byte = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
    unsigned unit = byte ? 1 : isel_is_dwords(type) && LLVMGetAlignment(load) >= 4 ? 4 : 0;
    bool same = unit && (!t->unit || t->unit == unit);
    t->unit = unit;
    return same;
}

// Every use of the array or of an address in it. `at` is the address's offset, if it is `known`.
static bool visit(struct isel_ctx *x, struct isel_table *t, LLVMValueRef pointer, uint64_t at, bool known,
                  unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        struct isel_value *v = isel_val(x, user);
        if (!v)
            continue;
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMGetElementPtr: {
            int64_t inner = (int64_t)at;
            bool k = known && llvm_gep_constant(x->dl, user, &inner);
            if (depth > 8 || LLVMGetOperand(user, 0) != pointer ||
                !visit(x, t, user, (uint64_t)inner, k, depth + 1))
                return false;
            break;
        }
        case LLVMStore:
            if (!add_store(x, t, user, pointer, at, known))
                return false;
            break;
        case LLVMLoad:
            if (!add_load(t, user))
                return false;
            break;
        case LLVMCall: { // lifetime markers
            size_t n;
            if (strncmp(LLVMGetValueName2(LLVMGetCalledValue(user), &n), "llvm.lifetime", 13))
                return false;
            break;
        }
        default:
            return false;
        }
    }
    return true;
}

static void drop_stores(struct isel_ctx *x, LLVMValueRef pointer)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        struct isel_value *v = isel_val(x, LLVMGetUser(u));
        if (!v)
            continue;
        if (LLVMGetInstructionOpcode(v->llvm) == LLVMGetElementPtr)
            drop_stores(x, v->llvm);
        else if (LLVMGetInstructionOpcode(v->llvm) == LLVMStore)
            v->sunk = true;
    }
}

void isel_find_tables(struct isel_ctx *x)
{
    for (uint32_t i = 0; i < x->value_count; i++) {
        LLVMValueRef a = x->values[i].llvm;
        int64_t n = 0;
        if (LLVMGetInstructionOpcode(a) != LLVMAlloca || !isel_const_int(LLVMGetOperand(a, 0), &n) || n != 1)
            continue;
        uint64_t bytes = LLVMABISizeOfType(x->dl, LLVMGetAllocatedType(a));
        if (bytes > MAX_BYTES || bytes % 4 || !bytes)
            continue;
        struct isel_table *t = arena_new(x->arena, struct isel_table);
        *t = (struct isel_table){.array = a, .bytes = (uint32_t)bytes, .vreg = LLVM_NONE};
        if (!visit(x, t, a, 0, true, 0))
            continue;
        drop_stores(x, a);
        if (!x->tables.keys) {
            llvm_map_init(&x->tables, x->arena, 8);
            x->table = arena_array(x->arena, struct isel_table *, x->value_count);
        }
        llvm_map_set(&x->tables, a, x->table_count);
        x->table[x->table_count++] = t;
    }
}

// One that has the same words in the same places, in registers.
static uint32_t same_words(const struct isel_ctx *x, const struct isel_table *t)
{
    for (uint32_t k = 0; k < x->table_count; k++) {
        const struct isel_table *o = x->table[k];
        if (o->vreg != LLVM_NONE && o->bytes == t->bytes && !memcmp(o->words, t->words, t->bytes))
            return o->vreg;
    }
    return LLVM_NONE;
}

static void fill(struct isel_ctx *x, struct isel_table *t)
{
    if (t->vreg == LLVM_NONE)
        t->vreg = same_words(x, t);
    if (t->vreg != LLVM_NONE)
        return;
    t->vreg = mir_vreg_new(x->s, MIR_GRF, mir_regs(x->s, t->bytes) * x->s->reg_bytes, x->s->reg_bytes, true);
    uint32_t k = 0;
    for (; k + 1 < t->bytes / 4; k += 2)
        isel_at_start(x, EU_OP_MOV, 1, mir_scalar(t->vreg, k * 4, EU_TYPE_UQ),
                      mir_imm(EU_TYPE_UQ, (uint64_t)t->words[k + 1] << 32 | t->words[k]));
    if (k < t->bytes / 4)
        isel_at_start(x, EU_OP_MOV, 1, mir_scalar(t->vreg, k * 4, EU_TYPE_UD), mir_imm_ud(t->words[k]));
}

static struct mir_operand look_up(struct isel_ctx *x, struct isel_table *t, struct mir_operand offset,
                                  unsigned at)
{
    struct mir_operand dst = isel_temp(x, EU_TYPE_UD, !isel_is_scalar(&offset)),
                       place = isel_address_of(t->vreg, at);
    enum eu_type type = t->unit == 1 ? EU_TYPE_UB : EU_TYPE_UD;
    if (isel_is_scalar(&offset)) {
        struct mir_operand from =
            isel_retype(isel_through(t->vreg, isel_shared_address(x, offset, place)), type);
        from.width = 1;
        isel_mov(x, dst, from);
        return dst;
    }
    for (unsigned lane = 0; lane < x->s->simd; lane += isel_address_lanes(x)) {
        uint32_t a = isel_lane_addresses(x);
        isel_write_addresses(x, a, offset, lane, place);
        isel_gather(x, isel_lanes(dst, lane), isel_retype(isel_through(t->vreg, a), type), lane);
    }
    return dst;
}

// What a table holds at a place that is known.
static uint64_t element_at(const struct isel_table *t, uint64_t at)
{
    if (at >= t->bytes)
        return 0;
    return t->unit == 1 ? t->words[at / 4] >> at % 4 * 8 & 0xff : t->words[at / 4];
}

void isel_table_load(struct isel_ctx *x, struct isel_value *v, struct isel_table *t)
{
    enum eu_type type = isel_elem_type(LLVMTypeOf(v->llvm));
    unsigned n = isel_type_comps(LLVMTypeOf(v->llvm)), size = t->unit * n;
    struct mir_operand o = isel_int(x, LLVMGetOperand(v->llvm, 0), 0);
    if (o.kind == MIR_OPK_IMM) {
        for (unsigned k = 0; k < n; k++)
            isel_set(x, v, k, mir_imm(type, element_at(t, o.imm + t->unit * k)));
        return;
    }
    fill(x, t);
    o = isel_retype(isel_in_reg(x, o, EU_TYPE_UD), EU_TYPE_UD);
    uint32_t last = t->bytes >= size ? t->bytes - size : 0;
    if (isel_reach_of(x, LLVMGetOperand(v->llvm, 0), t->bytes, size).open) {
        struct mir_operand bounded = isel_temp(x, EU_TYPE_UD, !isel_is_scalar(&o));
        isel_op2(x, EU_OP_SEL, bounded, o, mir_imm_ud(last))->cmod = EU_CMOD_L;
        o = bounded;
    }
    for (unsigned k = 0; k < n; k++)
        isel_set(x, v, k, isel_retype(look_up(x, t, o, t->unit * k), type));
}
