// Calls of LLVM's intrinsics: transcendental functions (MATH), rounding, minima and maxima, bit counting, and
// the bit field functions of ours. Machine intrinsics (kiln.*) are in isel/call/machine.c.
//
// Facts: SEL with a conditional modifier is min (l) and max (ge), and returns the number where one operand is
// NaN; LZD gives 32 for zero, FBL ~0; BFE and BFI2 take the field's width, offset and mask as IGC's
// documentation/visa says.
#include <string.h>

#include "compiler/isel/operand/ctx.h"
#include "isa/table/tables.h"

typedef void handler(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned arg);

static LLVMValueRef argument(struct isel_value *v, unsigned i)
{
    return LLVMGetOperand(v->llvm, i);
}

static enum eu_type result_type(struct isel_value *v)
{
    return isel_elem_type(LLVMTypeOf(v->llvm));
}

static struct mir_operand ext_reg(struct isel_ctx *x, struct isel_value *v, unsigned i, unsigned k,
                                  bool is_signed)
{
    return isel_in_reg(x, isel_ext(x, argument(v, i), k, is_signed), is_signed ? EU_TYPE_D : EU_TYPE_UD);
}

// ---- floats

static void math_unary(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned fn)
{
    enum eu_type t = result_type(v);
    struct mir_operand a = isel_float(x, argument(v, 0), k);
    isel_math(x, (enum eu_math)fn, isel_dst(x, v, k, t), a, mir_null(t));
}

static void math_pow(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned fn)
{
    struct mir_operand a = isel_float(x, argument(v, 0), k), b = isel_float(x, argument(v, 1), k);
    enum eu_type t = result_type(v);
    if (eu_math_exists(x->s->target->isa, EU_MATH_POW)) {
        isel_math(x, EU_MATH_POW, isel_dst(x, v, k, t), a, b);
        return;
    }
    struct mir_operand log = isel_temp(x, t, v->divergent), product = isel_temp(x, t, v->divergent);
    isel_math(x, EU_MATH_LOG, log, a, mir_null(t));
    isel_op2(x, EU_OP_MUL, product, log, b);
    isel_math(x, EU_MATH_EXP, isel_dst(x, v, k, t), product, mir_null(t));
}

static void unary(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned op)
{
    struct mir_operand a = isel_float(x, argument(v, 0), k);
    isel_op1(x, op, isel_dst(x, v, k, result_type(v)), a);
}

static void ceiling(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    struct mir_operand a = isel_float(x, argument(v, 0), k);
    struct mir_operand t = isel_temp(x, result_type(v), v->divergent);
    isel_op1(x, EU_OP_RNDD, t, isel_neg(a));
    isel_set(x, v, k, isel_neg(t));
}

static void absolute(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    struct mir_operand a = isel_float(x, argument(v, 0), k);
    if (a.kind == MIR_OPK_IMM)
        a = isel_pool(x, a.type, a.imm);
    a.abs = true;
    a.negate = false;
    isel_set(x, v, k, a);
}

static void fused(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    enum eu_type t = result_type(v);
    struct mir_operand a = isel_float(x, argument(v, 0), k), b = isel_float(x, argument(v, 1), k);
    struct mir_operand c = isel_float(x, argument(v, 2), k), dst = isel_dst(x, v, k, t);
    isel_op3(x, EU_OP_MAD, dst, c, a, b);
}

static void copy_sign(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    if (result_type(v) != EU_TYPE_F) {
        isel_fail(x, "intrinsic: %s", isel_inst_text(x, v->llvm));
        return;
    }
    struct mir_operand a = isel_int(x, argument(v, 0), k), b = isel_int(x, argument(v, 1), k);
    struct mir_operand sign = isel_temp(x, EU_TYPE_UD, v->divergent), dst = isel_dst(x, v, k, EU_TYPE_UD);
    isel_op2(x, EU_OP_AND, sign, isel_retype(b, EU_TYPE_UD), mir_imm_ud(0x80000000));
    if (a.kind == MIR_OPK_IMM) {
        isel_op2(x, EU_OP_OR, dst, sign, mir_imm_ud((uint32_t)a.imm & 0x7fffffff));
    } else {
        struct mir_operand rest = isel_temp(x, EU_TYPE_UD, v->divergent);
        isel_op2(x, EU_OP_AND, rest, isel_retype(a, EU_TYPE_UD), mir_imm_ud(0x7fffffff));
        isel_op2(x, EU_OP_OR, dst, sign, rest);
    }
    isel_set(x, v, k, isel_retype(dst, EU_TYPE_F));
}

// A power of two by its exponent's bits.
static struct mir_operand power(struct isel_ctx *x, struct mir_operand e)
{
    struct mir_operand biased = isel_temp(x, EU_TYPE_D, !isel_is_scalar(&e));
    isel_op2(x, EU_OP_ADD, biased, e, mir_imm_d(127));
    isel_op2(x, EU_OP_SHL, biased, biased, mir_imm_ud(23));
    return isel_retype(biased, EU_TYPE_F);
}

// x * 2^e in two steps, as 2^e itself may not be a float.
static void load_exponent(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    enum eu_type t = result_type(v);
    struct mir_operand a = isel_float(x, argument(v, 0), k), e = ext_reg(x, v, 1, k, true);
    bool lanes = !isel_is_scalar(&e);
    if (t != EU_TYPE_F) {
        isel_fail(x, "intrinsic: %s", isel_inst_text(x, v->llvm));
        return;
    }
    struct mir_operand low = isel_temp(x, EU_TYPE_D, lanes), high = isel_temp(x, EU_TYPE_D, lanes);
    isel_op2(x, EU_OP_SEL, high, e, mir_imm_d(254))->cmod = EU_CMOD_L;
    isel_op2(x, EU_OP_SEL, high, high, mir_imm_d(-252))->cmod = EU_CMOD_GE;
    isel_op2(x, EU_OP_ASR, low, high, mir_imm_ud(1));
    isel_op2(x, EU_OP_ADD, high, high, isel_neg(low));
    struct mir_operand step = isel_temp(x, t, v->divergent);
    isel_op2(x, EU_OP_MUL, step, a, power(x, low));
    isel_op2(x, EU_OP_MUL, isel_dst(x, v, k, t), step, power(x, high));
}

static void float_sel(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned cmod)
{
    struct isel_value *inner = isel_val(x, argument(v, 0));
    if (inner && inner->sunk) { // the lower bound of a saturation (isel/alu/cond.c)
        struct mir_operand o = isel_float(x, argument(inner, 0), k);
        isel_mov(x, isel_dst(x, v, k, EU_TYPE_F), o)->saturate = true;
        return;
    }
    struct mir_operand a = isel_float(x, argument(v, 0), k), b = isel_float(x, argument(v, 1), k);
    if (a.kind == MIR_OPK_IMM && b.kind != MIR_OPK_IMM) {
        struct mir_operand t = a;
        a = b;
        b = t;
    }
    isel_op2(x, EU_OP_SEL, isel_dst(x, v, k, result_type(v)), a, b)->cmod = (enum eu_cmod)cmod;
}

// ---- integers

static void int_sel(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned arg)
{
    bool is_signed = arg & 1;
    enum eu_cmod cmod = arg & 2 ? EU_CMOD_GE : EU_CMOD_L;
    bool wide = isel_is_i64(LLVMTypeOf(v->llvm));
    enum eu_type t = wide ? (is_signed ? EU_TYPE_Q : EU_TYPE_UQ) : is_signed ? EU_TYPE_D : EU_TYPE_UD;
    struct mir_operand a = isel_ext(x, argument(v, 0), k, is_signed),
                       b = isel_ext(x, argument(v, 1), k, is_signed);
    if (a.kind == MIR_OPK_IMM && b.kind != MIR_OPK_IMM) {
        struct mir_operand o = a;
        a = b;
        b = o;
    }
    isel_op2(x, EU_OP_SEL, isel_dst(x, v, k, t), a, b)->cmod = cmod;
}

static void int_abs(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    bool wide = isel_is_i64(LLVMTypeOf(v->llvm));
    struct mir_operand a = isel_ext(x, argument(v, 0), k, true);
    if (a.kind == MIR_OPK_IMM)
        a = isel_pool(x, a.type, a.imm);
    a.abs = true;
    isel_mov(x, isel_dst(x, v, k, wide ? EU_TYPE_Q : EU_TYPE_D), a);
}

static bool only_32(struct isel_ctx *x, struct isel_value *v)
{
    if (isel_elem_bits(LLVMTypeOf(argument(v, 0))) <= 32)
        return true;
    isel_fail(x, "64-bit intrinsic: %s", isel_inst_text(x, v->llvm));
    return false;
}

static void population(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    if (only_32(x, v))
        isel_op1(x, EU_OP_CBIT, isel_dst(x, v, k, EU_TYPE_UD), ext_reg(x, v, 0, k, false));
}

static void leading_zeros(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    if (!only_32(x, v))
        return;
    unsigned bits = isel_elem_bits(LLVMTypeOf(v->llvm));
    struct mir_operand a = ext_reg(x, v, 0, k, false), dst = isel_dst(x, v, k, EU_TYPE_UD);
    isel_op1(x, EU_OP_LZD, dst, a);
    if (bits < 32)
        isel_op2(x, EU_OP_ADD, isel_retype(dst, EU_TYPE_D), isel_retype(dst, EU_TYPE_D),
                 mir_imm_d(-(int32_t)(32 - bits)));
}

static void trailing_zeros(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    if (!only_32(x, v))
        return;
    unsigned bits = isel_elem_bits(LLVMTypeOf(v->llvm));
    int64_t zero_is_poison = 0;
    isel_const_int(argument(v, 1), &zero_is_poison);
    struct mir_operand a = ext_reg(x, v, 0, k, false), dst = isel_dst(x, v, k, EU_TYPE_UD);
    isel_op1(x, EU_OP_FBL, dst, a);
    if (!zero_is_poison) // ~0 becomes the width
        isel_op2(x, EU_OP_SEL, dst, dst, mir_imm_ud(bits))->cmod = EU_CMOD_L;
}

static void bit_reverse(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    if (!only_32(x, v))
        return;
    unsigned bits = isel_elem_bits(LLVMTypeOf(v->llvm));
    struct mir_operand a = ext_reg(x, v, 0, k, false), dst = isel_dst(x, v, k, EU_TYPE_UD);
    isel_op1(x, EU_OP_BFREV, dst, a);
    if (bits < 32)
        isel_op2(x, EU_OP_SHR, dst, dst, mir_imm_ud(32 - bits));
}

static struct mir_operand byte_of(struct mir_operand o, unsigned i)
{
    if (isel_is_scalar(&o))
        return mir_scalar(o.vreg, o.offset + i, EU_TYPE_UB);
    return mir_strided(o.vreg, o.offset + i, EU_TYPE_UB, 4);
}

static void byte_swap(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    if (!only_32(x, v))
        return;
    unsigned bytes = isel_elem_bits(LLVMTypeOf(v->llvm)) / 8;
    struct mir_operand a = isel_in_reg(x, isel_int(x, argument(v, 0), k), EU_TYPE_UD);
    struct mir_operand dst = isel_temp(x, EU_TYPE_UD, v->divergent);
    for (unsigned i = 0; i < bytes; i++)
        isel_mov(x, byte_of(dst, i), byte_of(a, bytes - 1 - i));
    isel_set(x, v, k, isel_retype(dst, EU_TYPE_D));
}

// fshl(a, b, n): the upper half of (a:b) << n; where both are one, it is a rotation. A shift by 32 is not
// one: b goes right by 1 first.
static void funnel(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned right)
{
    if (isel_elem_bits(LLVMTypeOf(v->llvm)) != 32) {
        isel_fail(x, "funnel shift: %s", isel_inst_text(x, v->llvm));
        return;
    }
    struct mir_operand a = isel_ext(x, argument(v, 0), k, false), b = isel_ext(x, argument(v, 1), k, false);
    struct mir_operand n = isel_ext(x, argument(v, 2), k, false);
    struct mir_operand dst = isel_dst(x, v, k, EU_TYPE_UD);
    if (eu_op_exists(x->s->target->isa, EU_OP_ROL) && argument(v, 0) == argument(v, 1)) {
        isel_op2(x, right ? EU_OP_ROR : EU_OP_ROL, dst, isel_in_reg(x, a, EU_TYPE_UD),
                 isel_retype(n, EU_TYPE_UD));
        return;
    }
    struct mir_operand hi = isel_temp(x, EU_TYPE_UD, v->divergent),
                       lo = isel_temp(x, EU_TYPE_UD, v->divergent);
    if (n.kind == MIR_OPK_IMM) {
        unsigned c = n.imm & 31, left = right ? 32 - c : c;
        if (left == 0 || left == 32) {
            isel_mov(x, dst, right ? b : a);
            return;
        }
        isel_op2(x, EU_OP_SHL, hi, a, mir_imm_ud(left));
        isel_op2(x, EU_OP_SHR, lo, b, mir_imm_ud(32 - left));
    } else {
        struct mir_operand inv = isel_temp(x, EU_TYPE_UD, !isel_is_scalar(&n));
        isel_op1(x, EU_OP_NOT, inv, isel_in_reg(x, n, EU_TYPE_UD)); // 31 - n, modulo 32
        if (right) {
            isel_op2(x, EU_OP_SHL, hi, a, mir_imm_ud(1));
            isel_op2(x, EU_OP_SHL, hi, hi, inv);
            isel_op2(x, EU_OP_SHR, lo, b, n);
        } else {
            isel_op2(x, EU_OP_SHR, lo, b, mir_imm_ud(1));
            isel_op2(x, EU_OP_SHR, lo, lo, inv);
            isel_op2(x, EU_OP_SHL, hi, a, n);
        }
    }
    isel_op2(x, EU_OP_OR, dst, hi, lo);
}

static void saturating(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned arg)
{
    bool is_signed = arg & 1, sub = arg & 2;
    if (isel_elem_bits(LLVMTypeOf(v->llvm)) != 32) {
        isel_fail(x, "saturating arithmetic: %s", isel_inst_text(x, v->llvm));
        return;
    }
    enum eu_type t = is_signed ? EU_TYPE_D : EU_TYPE_UD;
    struct mir_operand a = isel_ext(x, argument(v, 0), k, is_signed), b = ext_reg(x, v, 1, k, is_signed);
    isel_op2(x, EU_OP_ADD, isel_dst(x, v, k, t), a, sub ? isel_neg(b) : b)->saturate = true;
}

// {sum, carry}, {difference, borrow}
static void with_overflow(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned sub)
{
    unsigned n = isel_type_comps(LLVMTypeOf(argument(v, 0)));
    if (isel_elem_bits(LLVMTypeOf(argument(v, 0))) != 32) {
        isel_fail(x, "arithmetic with overflow: %s", isel_inst_text(x, v->llvm));
        return;
    }
    if (k >= n)
        return;
    struct mir_operand a = ext_reg(x, v, 0, k, false), b = ext_reg(x, v, 1, k, false);
    struct mir_operand r = isel_temp(x, EU_TYPE_UD, v->divergent), o = isel_temp(x, EU_TYPE_D, v->divergent);
    isel_op2(x, EU_OP_ADD, isel_retype(r, EU_TYPE_D), isel_retype(a, EU_TYPE_D),
             sub ? isel_neg(isel_retype(b, EU_TYPE_D)) : isel_retype(b, EU_TYPE_D));
    struct mir_inst *c = isel_op2(x, EU_OP_CMP, isel_retype(o, EU_TYPE_UD), sub ? a : r, sub ? b : a);
    c->cmod = EU_CMOD_L;
    c->flag = isel_flag_new(x, false);
    isel_set(x, v, k, isel_retype(r, EU_TYPE_D));
    isel_set(x, v, n + k, o);
}

static void convert_sat(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned is_signed)
{
    if (isel_elem_bits(LLVMTypeOf(v->llvm)) != 32) {
        isel_fail(x, "saturating conversion: %s", isel_inst_text(x, v->llvm));
        return;
    }
    isel_mov(x, isel_dst(x, v, k, is_signed ? EU_TYPE_D : EU_TYPE_UD), isel_float(x, argument(v, 0), k));
}

static void bit_field_extract(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned is_signed)
{
    enum eu_type t = is_signed ? EU_TYPE_D : EU_TYPE_UD;
    struct mir_operand value = isel_retype(ext_reg(x, v, 0, k, false), t);
    struct mir_operand offset = isel_retype(ext_reg(x, v, 1, k, false), t),
                       width = isel_retype(ext_reg(x, v, 2, k, false), t);
    isel_op3(x, EU_OP_BFE, isel_dst(x, v, k, t), width, offset, value);
}

static void bit_field_insert(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    struct mir_operand base = ext_reg(x, v, 0, k, false), insert = ext_reg(x, v, 1, k, false);
    struct mir_operand offset = ext_reg(x, v, 2, k, false), width = ext_reg(x, v, 3, k, false);
    struct mir_operand mask = isel_temp(x, EU_TYPE_UD, v->divergent);
    isel_op2(x, EU_OP_BFI1, mask, width, offset);
    isel_op3(x, EU_OP_BFI2, isel_dst(x, v, k, EU_TYPE_UD), mask, insert, base);
}

static void dot_bytes(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    unsigned is_signed = (unsigned)LLVMConstIntGetZExtValue(argument(v, 3));
    enum eu_type t = is_signed ? EU_TYPE_D : EU_TYPE_UD;
    struct mir_operand sum = isel_retype(ext_reg(x, v, 0, k, false), t);
    struct mir_operand a = isel_retype(ext_reg(x, v, 1, k, false), is_signed & 1 ? EU_TYPE_D : EU_TYPE_UD);
    struct mir_operand b = isel_retype(ext_reg(x, v, 2, k, false), is_signed & 2 ? EU_TYPE_D : EU_TYPE_UD);
    isel_op3(x, EU_OP_DP4A, isel_dst(x, v, k, t), sum, a, b);
}

static void same(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
    isel_set(x, v, k, isel_comp(x, argument(v, 0), k));
}

static void ignore(struct isel_ctx *x, struct isel_value *v, unsigned k, unsigned unused)
{
}

// ---- the table

static const struct row {
    const char *name; // up to the type suffix
    handler *f;
    unsigned arg;
} rows[] = {
    {"llvm.sqrt", math_unary, EU_MATH_SQRT},
    {"llvm.sin", math_unary, EU_MATH_SIN},
    {"llvm.cos", math_unary, EU_MATH_COS},
    {"llvm.exp2", math_unary, EU_MATH_EXP},
    {"llvm.log2", math_unary, EU_MATH_LOG},
    {"llvm.pow", math_pow, 0},
    {"llvm.fma", fused, 0},
    {"llvm.fmuladd", fused, 0},
    {"llvm.fabs", absolute, 0},
    {"llvm.floor", unary, EU_OP_RNDD},
    {"llvm.ceil", ceiling, 0},
    {"llvm.trunc", unary, EU_OP_RNDZ},
    {"llvm.rint", unary, EU_OP_RNDE},
    {"llvm.roundeven", unary, EU_OP_RNDE},
    {"llvm.nearbyint", unary, EU_OP_RNDE},
    {"llvm.minnum", float_sel, EU_CMOD_L},
    {"llvm.maxnum", float_sel, EU_CMOD_GE},
    {"llvm.copysign", copy_sign, 0},
    {"llvm.ldexp", load_exponent, 0},
    {"llvm.umin", int_sel, 0},
    {"llvm.smin", int_sel, 1},
    {"llvm.umax", int_sel, 2},
    {"llvm.smax", int_sel, 3},
    {"llvm.abs", int_abs, 0},
    {"llvm.ctpop", population, 0},
    {"llvm.ctlz", leading_zeros, 0},
    {"llvm.cttz", trailing_zeros, 0},
    {"llvm.bitreverse", bit_reverse, 0},
    {"llvm.bswap", byte_swap, 0},
    {"llvm.fshl", funnel, 0},
    {"llvm.fshr", funnel, 1},
    {"llvm.uadd.sat", saturating, 0},
    {"llvm.sadd.sat", saturating, 1},
    {"llvm.usub.sat", saturating, 2},
    {"llvm.ssub.sat", saturating, 3},
    {"llvm.uadd.with.overflow", with_overflow, 0},
    {"llvm.usub.with.overflow", with_overflow, 1},
    {"llvm.fptosi.sat", convert_sat, 1},
    {"llvm.fptoui.sat", convert_sat, 0},
    {"llvm.assume", ignore, 0},
    {"llvm.lifetime.start", ignore, 0},
    {"llvm.lifetime.end", ignore, 0},
    {"llvm.experimental.noalias.scope.decl", ignore, 0},
    {"llvm.dbg.value", ignore, 0},
    {"llvm.dbg.declare", ignore, 0},
};

static const struct row ours[INTRINSIC_COUNT] = {
    [INTRINSIC_RCP] = {"", math_unary, EU_MATH_INV}, [INTRINSIC_RSQ] = {"", math_unary, EU_MATH_RSQ},
    [INTRINSIC_UBFE] = {"", bit_field_extract, 0},   [INTRINSIC_SBFE] = {"", bit_field_extract, 1},
    [INTRINSIC_BFI] = {"", bit_field_insert, 0},     [INTRINSIC_OPAQUE] = {"", same, 0},
    [INTRINSIC_DOT_BYTES] = {"", dot_bytes, 0},
};

// The row whose name is followed by a type suffix or the end.
static const struct row *find(const char *name)
{
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t n = strlen(rows[i].name);
        if (strncmp(name, rows[i].name, n))
            continue;
        const char *rest = name + n;
        if (!*rest ||
            (rest[0] == '.' && rest[1] && strchr("ifvp", rest[1]) && rest[2] >= '0' && rest[2] <= '9'))
            return &rows[i];
    }
    return NULL;
}

bool isel_call_math(struct isel_ctx *x, struct isel_value *v, enum intrinsic id)
{
    size_t n;
    const struct row *row = ours[id].f ? &ours[id] : find(LLVMGetValueName2(LLVMGetCalledValue(v->llvm), &n));
    if (!row)
        return false;
    unsigned comps = isel_type_comps(LLVMTypeOf(v->llvm));
    for (unsigned k = 0; k < comps && !x->failed; k++)
        row->f(x, v, k, row->arg);
    return true;
}
