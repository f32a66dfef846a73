// What is made of the lanes' numbers alone, by shifts and masks: the places of a group of two or three
// dimensions in its rows and columns. Nothing is computed for those that a region of a few words gives:
//
//     i & 3         0 1 2 3 0 1 2 3 ...    of 0 1 2 3 ..., <0;4,1>
//     i >> 2 & 3    0 0 0 0 1 1 1 1 ...    of 0 1 2 3 ..., <1;4,0>
//
// The words are a packed immediate of eight numbers below 16.
#include "compiler/isel/operand/ctx.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/ir/lane_index.h"

enum {
    TABLE = 8,
    WIDEST = 16,      // of a region
    MAX_INDEX = 1023, // of an invocation in its group
};

struct pattern {
    uint32_t value[TABLE];
    unsigned count;
    struct mir_operand region; // without its vreg
};

static struct mir_operand region(unsigned vstride, unsigned width, unsigned hstride)
{
    struct mir_operand o = mir_vec(0, 0, EU_TYPE_UW);
    o.vstride = (uint8_t)vstride;
    o.width = (uint8_t)width;
    o.hstride = (uint8_t)hstride;
    return o;
}

// The first `width` values, again and again?
static bool repeats(const uint32_t *v, unsigned lanes, unsigned width, struct pattern *out)
{
    for (unsigned k = 0; k < lanes; k++)
        if (v[k] != v[k % width])
            return false;
    *out = (struct pattern){.count = width, .region = region(0, width, 1)};
    for (unsigned k = 0; k < width; k++)
        out->value[k] = v[k];
    return true;
}

// Each value `width` times?
static bool spreads(const uint32_t *v, unsigned lanes, unsigned width, struct pattern *out)
{
    if (lanes / width > TABLE)
        return false;
    for (unsigned k = 0; k < lanes; k++)
        if (v[k] != v[k / width * width])
            return false;
    *out = (struct pattern){.count = lanes / width, .region = region(1, width, 0)};
    for (unsigned k = 0; k < out->count; k++)
        out->value[k] = v[k * width];
    return true;
}

static bool find_pattern(const uint32_t *v, unsigned lanes, struct pattern *out)
{
    for (unsigned width = 2; width <= TABLE && width < lanes; width *= 2)
        if (repeats(v, lanes, width, out))
            return true;
    for (unsigned width = WIDEST; width > 1; width /= 2)
        if (width < lanes && spreads(v, lanes, width, out))
            return true;
    return false;
}

// Eight words, those that nobody asks for as in the lane index; false: one of them is too large.
static bool make_table(struct isel_ctx *x, const struct pattern *p, struct mir_operand *out)
{
    uint32_t packed = 0;
    for (unsigned k = 0; k < TABLE; k++) {
        uint32_t value = k < p->count ? p->value[k] : k;
        if (value > 15)
            return false;
        packed |= value << 4 * k;
    }
    const struct isel_key key = {ISEL_LANE_TABLE, .number = packed};
    const struct isel_known *k = isel_known(x, key);
    if (k) {
        *out = k->o[0];
        return true;
    }
    *out = mir_vec(mir_vreg_new(x->s, MIR_GRF, TABLE * 2, 16, false), 0, EU_TYPE_UW);
    isel_at_start(x, EU_OP_MOV, TABLE, *out, mir_imm(EU_TYPE_UV, packed));
    isel_learn(x, key)->o[0] = *out;
    return true;
}

// The bits that there may be in the index of a thread's first lane.
static uint32_t first_bits(const struct isel_ctx *x)
{
    return MAX_INDEX & ~(x->s->simd - 1);
}

// What the steps make of that index: a scalar.
static struct mir_operand first_value(struct isel_ctx *x, const struct llvm_lane_bits *b)
{
    uint32_t bits = first_bits(x);
    struct mir_operand o = isel_retype(isel_int(x, llvm_first_index(b->of), 0), EU_TYPE_UD);
    for (unsigned n = b->count; n--;) {
        const struct llvm_bit_step *step = &b->step[n];
        uint32_t after = llvm_apply_step(step, bits);
        if (step->op != LLVMAnd || after != bits) {
            struct mir_operand t = isel_temp(x, EU_TYPE_UD, false);
            isel_op2(x,
                     step->op == LLVMAnd   ? EU_OP_AND
                     : step->op == LLVMShl ? EU_OP_SHL
                                           : EU_OP_SHR,
                     t, o, mir_imm_ud(step->by));
            o = t;
        }
        bits = after;
    }
    return o;
}

// Is nothing else asked of an index than some of its bits?
static bool is_taken_apart(LLVMValueRef index)
{
    LLVMOpcode op;
    uint32_t by;
    for (LLVMUseRef u = LLVMGetFirstUse(index); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool row = LLVMIsACallInst(user) && intrinsic_of(user) == INTRINSIC_ROW;
        if (row ? !is_taken_apart(user) : !llvm_is_bit_step(user, &op, &by) || op == LLVMShl)
            return false;
    }
    return true;
}

bool isel_lane_bits(struct isel_ctx *x, struct isel_value *v)
{
    uint32_t values[32];
    struct llvm_lane_bits b;
    struct pattern p;
    struct mir_operand words;
    bool plain = true;
    if (!isel_divergent(x, v->llvm) || !llvm_find_lane_bits(&b, v->llvm))
        return false;
    for (unsigned k = 0; k < x->s->simd; k++) {
        values[k] = llvm_apply_steps(&b, k);
        plain &= values[k] == k;
    }
    bool first = llvm_first_index(b.of) && llvm_apply_steps(&b, first_bits(x));
    if (plain && !first) {
        isel_set(x, v, 0, isel_lane_index(x));
        return true;
    }
    if ((first && !is_taken_apart(b.of)) || !find_pattern(values, x->s->simd, &p) ||
        !make_table(x, &p, &words))
        return false;
    p.region.vreg = words.vreg;
    if (first)
        isel_op2(x, EU_OP_ADD, isel_dst(x, v, 0, EU_TYPE_D), isel_retype(first_value(x, &b), EU_TYPE_D),
                 p.region);
    else
        isel_mov(x, isel_dst(x, v, 0, EU_TYPE_UD), p.region); // which mir/opt/propagate.c forwards
    return true;
}
