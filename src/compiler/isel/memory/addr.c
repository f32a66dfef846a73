// Address arithmetic: getelementptr becomes shifts and additions on the offset. Constant parts and parts that
// are the same for all lanes are added first, as scalars. Constants are found through sums, shifts and
// products in the index as well, so that accesses of which only those differ share the rest ((x + 3) << 4
// becomes (x << 4) + 48; 32-bit addresses wrap around, so this is always right).
#include "compiler/isel/operand/ctx.h"
#include "compiler/llvm/facts/ranges.h"

struct sum {
    struct isel_ctx *x;
    enum eu_type type;
    uint64_t constant;
    struct mir_operand uniform, lanes; // kind NONE: zero
    LLVMValueRef gep;
};

static void add_term(struct sum *s, struct mir_operand o)
{
    struct mir_operand *to = isel_is_scalar(&o) ? &s->uniform : &s->lanes;
    if (to->kind == MIR_OPK_NONE) {
        *to = o;
        return;
    }
    struct mir_operand t = isel_temp(s->x, s->type, to == &s->lanes);
    isel_op2(s->x, EU_OP_ADD, t, *to, o);
    *to = t;
}

static void add_base(struct sum *s, struct mir_operand o)
{
    if (o.kind == MIR_OPK_IMM)
        s->constant += o.imm;
    else
        add_term(s, isel_size(o.type) == 2 ? o : isel_retype(o, s->type));
}

// ---- constants within an index

enum { INDEX_DEPTH = 6 };

// A sum, shift or product of the index that is computed where the address is: what is taken apart is computed
// again, which must not be in a loop further in.
static bool is_part(LLVMValueRef gep, LLVMValueRef v, LLVMOpcode *op)
{
    if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != LLVMGetInstructionParent(gep) ||
        isel_elem_bits(LLVMTypeOf(v)) != 32)
        return false;
    *op = LLVMGetInstructionOpcode(v);
    if (*op == LLVMOr && LLVMGetIsDisjoint(v))
        *op = LLVMAdd;
    int64_t c;
    switch (*op) {
    case LLVMAdd:
        return true;
    case LLVMSub: // x - c is x + -c to LLVM; c - x does not pay
        return false;
    case LLVMShl:
        return isel_const_int(LLVMGetOperand(v, 1), &c) && c >= 0 && c < 32;
    case LLVMMul:
        return isel_const_int(LLVMGetOperand(v, 1), &c);
    default:
        return false;
    }
}

static bool has_constant(LLVMValueRef gep, LLVMValueRef v, unsigned depth)
{
    LLVMOpcode op;
    int64_t c;
    if (!depth || !is_part(gep, v, &op))
        return false;
    if (op == LLVMAdd && isel_const_int(LLVMGetOperand(v, 1), &c))
        return true;
    return has_constant(gep, LLVMGetOperand(v, 0), depth - 1) ||
           (op == LLVMAdd && has_constant(gep, LLVMGetOperand(v, 1), depth - 1));
}

// The index without its constant, which is added to *constant.
static struct mir_operand without_constant(struct isel_ctx *x, LLVMValueRef gep, LLVMValueRef v,
                                           unsigned depth, uint32_t *constant)
{
    LLVMOpcode op;
    int64_t c;
    if (!depth || !has_constant(gep, v, depth) || !is_part(gep, v, &op)) {
        struct mir_operand o = isel_int(x, v, 0);
        return isel_size(o.type) == 4 ? isel_retype(o, EU_TYPE_D) : o; // small numbers may be words
    }
    uint32_t inner = 0;
    LLVMValueRef right = LLVMGetOperand(v, 1);
    struct mir_operand a = without_constant(x, gep, LLVMGetOperand(v, 0), depth - 1, &inner), b;
    if (op == LLVMAdd && isel_const_int(right, &c)) {
        *constant += inner + (uint32_t)c;
        return a;
    }
    if (op == LLVMAdd) {
        b = without_constant(x, gep, right, depth - 1, &inner);
    } else {
        isel_const_int(right, &c);
        inner = op == LLVMShl ? inner << c : inner * (uint32_t)c;
        b = op == LLVMShl ? mir_imm_ud((uint32_t)c) : mir_imm_d((int32_t)c);
        if (op == LLVMMul && c >= 0 && c <= 0xffff)
            b = mir_imm_uw((uint16_t)c);
    }
    *constant += inner;
    struct mir_operand t = isel_temp(x, EU_TYPE_D, !isel_is_scalar(&a) || !isel_is_scalar(&b));
    isel_op2(x, op == LLVMAdd ? EU_OP_ADD : op == LLVMShl ? EU_OP_SHL : EU_OP_MUL, t, a, b);
    return t;
}

static struct mir_operand scaled(struct sum *s, struct mir_operand o, uint64_t scale)
{
    if (isel_size(o.type) >= 4)
        o = isel_retype(o, s->type);
    if (scale == 1)
        return o;
    bool wide = isel_size(s->type) == 8;
    struct mir_operand t = isel_temp(s->x, s->type, !isel_is_scalar(&o));
    if (!(scale & (scale - 1)))
        isel_op2(s->x, EU_OP_SHL, t, o, mir_imm_ud((uint32_t)__builtin_ctzll(scale)));
    else if (wide)
        isel_fail(s->x, "64-bit address with elements of %llu bytes", (unsigned long long)scale);
    else
        isel_op2(s->x, EU_OP_MUL, isel_retype(t, EU_TYPE_D),
                 isel_size(o.type) == 4 ? isel_retype(o, EU_TYPE_D) : o,
                 scale <= 0xffff ? mir_imm_uw((uint16_t)scale) : mir_imm_d((int32_t)scale));
    return t;
}

// Adds index * scale if there is a constant in it.
static bool add_taken_apart(struct sum *s, LLVMValueRef index, uint64_t scale)
{
    if (isel_size(s->type) != 4 || !has_constant(s->gep, index, INDEX_DEPTH))
        return false;
    uint32_t constant = 0;
    struct mir_operand o = without_constant(s->x, s->gep, index, INDEX_DEPTH, &constant);
    s->constant += (uint64_t)constant * scale;
    if (o.kind == MIR_OPK_IMM)
        s->constant += o.imm * scale;
    else
        add_term(s, scaled(s, o, scale));
    return true;
}

static void add_index(struct sum *s, LLVMValueRef index, uint64_t scale)
{
    int64_t c;
    if (isel_const_int(index, &c)) {
        s->constant += (uint64_t)c * scale;
        return;
    }
    if (!scale)
        return;
    const struct isel_key key = {ISEL_MULTIPLE, .of = index, .number = scale, .type = s->type};
    const struct isel_known *known = isel_known(s->x, key); // buffers are often indexed alike
    if (known) {
        add_term(s, known->o[0]);
        return;
    }
    if (add_taken_apart(s, index, scale))
        return;
    bool wide = isel_size(s->type) == 8;
    struct mir_operand o = isel_ext(s->x, index, 0, true);
    if (o.kind == MIR_OPK_IMM) {
        s->constant += (uint64_t)(int64_t)(int32_t)o.imm * scale;
        return;
    }
    if (wide && isel_size(o.type) < 8) {
        struct mir_operand q = isel_temp(s->x, EU_TYPE_Q, !isel_is_scalar(&o));
        isel_mov(s->x, q, o);
        o = q;
    } else if (!wide && isel_size(o.type) == 8) { // a 64-bit index of 32-bit addresses: its low half
        struct mir_operand d = isel_temp(s->x, EU_TYPE_UD, !isel_is_scalar(&o));
        isel_mov(s->x, d,
                 isel_is_scalar(&o) ? isel_retype(o, EU_TYPE_UD)
                                    : mir_strided(o.vreg, o.offset, EU_TYPE_UD, 2));
        o = d;
    }
    o = scaled(s, o, scale);
    if (scale > 1)
        isel_learn(s->x, key)->o[0] = o;
    add_term(s, o);
}

static struct mir_operand total(struct sum *s)
{
    struct isel_ctx *x = s->x;
    uint64_t c = isel_size(s->type) == 8 ? s->constant : (uint32_t)s->constant;
    struct mir_operand *to = s->uniform.kind != MIR_OPK_NONE ? &s->uniform : &s->lanes;
    if (to->kind == MIR_OPK_NONE)
        return mir_imm(s->type, c);
    if (c) {
        struct mir_operand t = isel_temp(x, s->type, to == &s->lanes), imm = mir_imm_ud((uint32_t)c);
        if (isel_size(s->type) == 8 && c > UINT32_MAX)
            imm = isel_pool(x, s->type, c);
        isel_op2(x, EU_OP_ADD, t, *to, imm);
        *to = t;
    }
    if (s->lanes.kind == MIR_OPK_NONE)
        return s->uniform;
    if (s->uniform.kind == MIR_OPK_NONE)
        return s->lanes;
    struct mir_operand t = isel_temp(x, s->type, true);
    isel_op2(x, EU_OP_ADD, t, s->lanes, s->uniform);
    return t;
}

void isel_gep(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef gep = v->llvm, base = LLVMGetOperand(gep, 0);
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep), pt = LLVMTypeOf(gep);
    if (LLVMGetTypeKind(pt) == LLVMVectorTypeKind) {
        isel_fail(x, "vector of addresses: %s", isel_inst_text(x, gep));
        return;
    }
    struct sum s = {.x = x, .type = isel_elem_type(pt), .gep = gep};
    add_base(&s, isel_int(x, base, 0));
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
        int64_t member = 0;
        uint64_t step = llvm_gep_step(x->dl, gep, k, &t, &member);
        s.constant += (uint64_t)member;
        if (step)
            add_index(&s, LLVMGetOperand(gep, k), step);
    }
    isel_set(x, v, 0, total(&s));
    for (unsigned k = 1; k < isel_type_comps(pt); k++)
        isel_set(x, v, k, isel_comp(x, base, k));
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

struct isel_reach isel_reach_of(struct isel_ctx *x, LLVMValueRef pointer, uint64_t bytes, uint64_t size)
{
    struct isel_reach r = {.last = bytes < size ? 0 : bytes - size};
    uint64_t most = 0;
    int64_t at = 0;
    for (; llvm_is_gep(pointer); pointer = LLVMGetOperand(pointer, 0)) {
        LLVMTypeRef t = LLVMGetGEPSourceElementType(pointer);
        for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(pointer); k++) {
            LLVMValueRef index = LLVMGetOperand(pointer, k);
            uint64_t step = llvm_gep_step(x->dl, pointer, k, &t, &at);
            if (!step)
                continue;
            if (LLVMIsAConstantInt(index)) {
                at += LLVMConstIntGetSExtValue(index) * (int64_t)step;
                continue;
            }
            unsigned zeros = llvm_trailing_zeros(index);
            r.step = common_divisor(step << (zeros < 16 ? zeros : 16), r.step);
            uint64_t i = llvm_most(index); // or below 0
            r.open |= i > bytes || step > bytes;
            most += r.open ? 0 : i * step;
        }
    }
    if (!r.step) {
        r.first = r.last = (uint64_t)at;
        return r;
    }
    r.open |= at < 0 || (uint64_t)at + most > r.last;
    r.first = r.open ? (uint64_t)((at % (int64_t)r.step + (int64_t)r.step) % (int64_t)r.step) : (uint64_t)at;
    if (!r.open)
        r.last = (uint64_t)at + most;
    return r;
}
