// 64-bit integers: Gen9 adds, shifts, compares and does logic on qwords, and multiplies dwords to qwords.
// Products of qwords are put together from those. Immediates of 64 bits exist for MOV only.
#include "compiler/isel/operand/ctx.h"
#include "compiler/llvm/ir/width.h"

struct mir_operand isel_half(struct mir_operand q, unsigned high)
{
    if (q.kind == MIR_OPK_IMM)
        return mir_imm_ud((uint32_t)(q.imm >> (high ? 32 : 0)));
    uint32_t at = q.offset + (high ? 4 : 0);
    return isel_is_scalar(&q) ? mir_scalar(q.vreg, at, EU_TYPE_UD) : mir_strided(q.vreg, at, EU_TYPE_UD, 2);
}

// A source of a qword instruction.
static struct mir_operand qword(struct isel_ctx *x, LLVMValueRef v, unsigned k, enum eu_type t)
{
    struct mir_operand o = isel_int(x, v, k);
    if (o.kind != MIR_OPK_IMM)
        return isel_retype(o, t);
    int64_t c = (int64_t)o.imm;
    return c >= INT32_MIN && c <= INT32_MAX ? mir_imm_d((int32_t)c) : isel_pool(x, t, o.imm);
}

static struct mir_operand narrow_source(struct isel_ctx *x, LLVMValueRef v, unsigned k, bool is_signed)
{
    return isel_in_reg(x, isel_ext(x, LLVMGetOperand(v, 0), k, is_signed),
                       is_signed ? EU_TYPE_D : EU_TYPE_UD);
}

static bool is_ext(LLVMValueRef v, LLVMOpcode op)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op &&
           isel_elem_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) <= 32;
}

static struct mir_operand dword_in_reg(struct isel_ctx *x, struct mir_operand o)
{
    return o.kind == MIR_OPK_IMM ? isel_pool(x, EU_TYPE_UD, o.imm) : o;
}

// An operand of a product: its halves, of which the high one may be known to be zero.
struct factor {
    struct mir_operand low, high;
    bool has_high;
};

static struct factor factor_of(struct isel_ctx *x, LLVMValueRef v, unsigned k)
{
    if (is_ext(v, LLVMZExt))
        return (struct factor){.low = narrow_source(x, v, k, false)};
    struct mir_operand o = isel_int(x, v, k);
    return (struct factor){dword_in_reg(x, isel_half(o, 0)), dword_in_reg(x, isel_half(o, 1)),
                           llvm_used_bits(v) > 32};
}

// The product of the low halves, and above it those of one's low and the other's high half, where there is
// such, and where the product's high half is asked for.
static void multiply_halves(struct isel_ctx *x, struct isel_value *v, unsigned k)
{
    struct factor p = factor_of(x, LLVMGetOperand(v->llvm, 0), k),
                  q = factor_of(x, LLVMGetOperand(v->llvm, 1), k);
    struct mir_operand dst = isel_dst(x, v, k, EU_TYPE_UQ), cross[2];
    unsigned count = 0;
    isel_op2(x, EU_OP_MUL, dst, p.low, q.low);
    if (llvm_low_half_suffices(v->llvm))
        return;
    for (unsigned s = 0; s < 2; s++) {
        const struct factor *a = s ? &q : &p, *b = s ? &p : &q;
        if (!b->has_high)
            continue;
        cross[count] = isel_temp(x, EU_TYPE_D, v->divergent);
        isel_op2(x, EU_OP_MUL, cross[count++], isel_retype(a->low, EU_TYPE_D),
                 isel_retype(b->high, EU_TYPE_D));
    }
    if (count == 2)
        isel_op2(x, EU_OP_ADD, cross[0], cross[0], cross[1]);
    struct mir_operand high = isel_half(dst, 1);
    if (count)
        isel_op2(x, EU_OP_ADD, high, high, isel_retype(cross[0], EU_TYPE_UD));
}

static void multiply64(struct isel_ctx *x, struct isel_value *v, unsigned k)
{
    LLVMValueRef a = LLVMGetOperand(v->llvm, 0), b = LLVMGetOperand(v->llvm, 1);
    int64_t c;
    for (unsigned s = 0; s < 2; s++) {
        LLVMOpcode op = s ? LLVMSExt : LLVMZExt;
        bool constant =
            isel_const_int(b, &c) && (s ? c >= INT32_MIN && c <= INT32_MAX : c >= 0 && c <= UINT32_MAX);
        if (!is_ext(a, op) || !(is_ext(b, op) || constant))
            continue;
        struct mir_operand p = narrow_source(x, a, k, s);
        struct mir_operand q =
            constant ? isel_pool(x, s ? EU_TYPE_D : EU_TYPE_UD, (uint32_t)c) : narrow_source(x, b, k, s);
        isel_op2(x, EU_OP_MUL, isel_dst(x, v, k, s ? EU_TYPE_Q : EU_TYPE_UQ), p, q);
        return;
    }
    multiply_halves(x, v, k);
}

static void shift64(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned op, enum eu_type t)
{
    LLVMValueRef count = LLVMGetOperand(v->llvm, 1);
    struct mir_operand a = op == EU_OP_SHL ? isel_int(x, LLVMGetOperand(v->llvm, 0), k)
                                           : isel_ext(x, LLVMGetOperand(v->llvm, 0), k, op == EU_OP_ASR);
    struct mir_operand n =
        is_ext(count, LLVMZExt) ? narrow_source(x, count, k, false) : isel_int(x, count, k);
    if (a.kind == MIR_OPK_IMM)
        a = isel_pool(x, t, a.imm);
    if (n.kind == MIR_OPK_IMM && n.imm == 32 && op != EU_OP_SHL) { // the high half, extended
        struct mir_operand high = isel_half(a, 1);
        isel_mov(x, isel_dst(x, v, k, t), isel_retype(high, t == EU_TYPE_Q ? EU_TYPE_D : EU_TYPE_UD));
        return;
    }
    if (n.kind == MIR_OPK_IMM)
        n = mir_imm_ud((uint32_t)n.imm & 63);
    else if (eu_type_size(n.type) == 8)
        n = isel_half(n, 0);
    isel_op2(x, op, isel_dst(x, v, k, t), isel_retype(a, t), n);
}

void isel_binary64(struct isel_ctx *x, struct isel_value *v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v->llvm);
    for (unsigned k = 0; k < isel_type_comps(LLVMTypeOf(v->llvm)) && !x->failed; k++) {
        LLVMValueRef a = LLVMGetOperand(v->llvm, 0), b = LLVMGetOperand(v->llvm, 1);
        unsigned eu;
        switch (op) {
        case LLVMMul:
            multiply64(x, v, k);
            continue;
        case LLVMShl:
            shift64(x, v, k, EU_OP_SHL, EU_TYPE_UQ);
            continue;
        case LLVMLShr:
            shift64(x, v, k, EU_OP_SHR, EU_TYPE_UQ);
            continue;
        case LLVMAShr:
            shift64(x, v, k, EU_OP_ASR, EU_TYPE_Q);
            continue;
        case LLVMAdd:
        case LLVMSub:
            eu = EU_OP_ADD;
            break;
        case LLVMAnd:
            eu = EU_OP_AND;
            break;
        case LLVMOr:
            eu = EU_OP_OR;
            break;
        case LLVMXor:
            eu = EU_OP_XOR;
            break;
        default:
            isel_fail(x, "64-bit integer instruction: %s", isel_inst_text(x, v->llvm));
            return;
        }
        int64_t c;
        struct mir_operand p = qword(x, a, k, EU_TYPE_Q), q = qword(x, b, k, EU_TYPE_Q);
        if (op == LLVMXor && p.kind == MIR_OPK_VREG && isel_const_int(b, &c) && c == -1) {
            isel_op1(x, EU_OP_NOT, isel_dst(x, v, k, EU_TYPE_Q), p);
            continue;
        }
        if (op == LLVMSub)
            q = isel_neg(q);
        isel_op2(x, eu, isel_dst(x, v, k, EU_TYPE_Q), p, q);
    }
}

bool isel_high_half(struct isel_ctx *x, struct isel_value *v)
{
    LLVMValueRef s = LLVMGetOperand(v->llvm, 0);
    int64_t c;
    if (!LLVMIsAInstruction(s) || !isel_is_i64(LLVMTypeOf(s)) || isel_elem_bits(LLVMTypeOf(v->llvm)) != 32 ||
        LLVMGetTypeKind(LLVMTypeOf(s)) == LLVMVectorTypeKind)
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(s);
    if ((op != LLVMLShr && op != LLVMAShr) || !isel_const_int(LLVMGetOperand(s, 1), &c) || c != 32)
        return false;
    struct mir_operand q = isel_ext(x, LLVMGetOperand(s, 0), 0, op == LLVMAShr);
    isel_mov(x, isel_dst(x, v, 0, EU_TYPE_UD), isel_half(q, 1));
    return true;
}
