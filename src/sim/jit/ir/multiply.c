// Products of quadwords. The instruction sets multiply dwords: what an EU program makes of three products and
// two sums,
//
//     p = low(x) * low(y)                                  (a quadword)
//     high(p) += low(x) * high(y) + high(x) * low(y)
//
// is one product of LLVM's, and one instruction of hosts with AVX-512. `y` may be a constant. Looked for when
// registers have become SSA values, from where the high dwords are put back between the low ones: each dword
// is followed through shuffles and casts to what it is an element of.
#include "sim/jit/ir/ir.h"

#define B j->b

enum { MOST_DWORDS = 16, DWORD = 32 }; // of a vector

// Element `at` of a vector seen as dwords; v NULL: a constant, or nothing known (`known`).
struct dword {
    val v;
    unsigned at;
    uint32_t constant;
    bool known;
};

struct product {
    val p;                                               // of the low dwords
    struct dword x[MOST_DWORDS / 2], y[MOST_DWORDS / 2]; // the low ones, by lane
    uint32_t high[MOST_DWORDS / 2];                      // of y, if that is a constant
};

// Of an element of a vector; 0: of something else.
static unsigned dwords_of_element(val v)
{
    const type t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
        return 0;
    const type e = LLVMGetElementType(t);
    if (LLVMGetTypeKind(e) != LLVMIntegerTypeKind)
        return 0;
    const unsigned bits = LLVMGetIntTypeWidth(e);
    return bits == DWORD || bits == 2 * DWORD ? bits / DWORD : 0;
}

static unsigned dwords_of(val v)
{
    return dwords_of_element(v) * LLVMGetVectorSize(LLVMTypeOf(v));
}

static bool is(val v, LLVMOpcode op)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

static struct dword constant_dword(val v, unsigned at)
{
    const unsigned per = dwords_of_element(v);
    const val e = LLVMGetAggregateElement(v, at / per);
    if (!e || !LLVMIsAConstantInt(e))
        return (struct dword){0};
    return (struct dword){.constant = (uint32_t)(LLVMConstIntGetZExtValue(e) >> DWORD * (at % per)),
                          .known = true};
}

// Follows a shuffle, a cast or an extension. False: it is none, or nothing is there.
static bool follow(val *v, unsigned *at, struct dword *end)
{
    const unsigned per = dwords_of_element(*v);
    if (is(*v, LLVMBitCast)) {
        *v = LLVMGetOperand(*v, 0);
        return true;
    }
    if (is(*v, LLVMZExt) && per == 2) {
        *end = (struct dword){.known = *at % 2};
        *v = LLVMGetOperand(*v, 0);
        *at /= 2;
        return !end->known;
    }
    if (!is(*v, LLVMShuffleVector))
        return false;
    const int from = LLVMGetMaskValue(*v, *at / per);
    const val first = LLVMGetOperand(*v, 0);
    const int n = (int)LLVMGetVectorSize(LLVMTypeOf(first));
    if (from < 0)
        return false;
    *v = from < n ? first : LLVMGetOperand(*v, 1);
    *at = (unsigned)(from % n) * per + *at % per;
    return true;
}

static struct dword dword_of(val v, unsigned at)
{
    struct dword end = {0};
    for (;;) {
        if (!dwords_of_element(v))
            return (struct dword){0};
        if (LLVMIsConstant(v))
            return constant_dword(v, at);
        if (!follow(&v, &at, &end))
            return end.known ? end : (struct dword){.v = v, .at = at, .known = true};
    }
}

static bool are_same(struct dword a, struct dword b)
{
    return a.known && b.known && a.v == b.v && (a.v ? a.at == b.at : a.constant == b.constant);
}

// The high dword of a quadword whose low one this is.
static struct dword high_of(struct dword low)
{
    return (struct dword){.v = low.v, .at = low.at + 1, .known = low.v && low.at % 2 == 0};
}

// The operands of an element, which is the result of that operation on dwords.
static bool operands(struct dword d, LLVMOpcode op, struct dword out[2])
{
    if (!d.v || !is(d.v, op) || dwords_of_element(d.v) != 1)
        return false;
    for (unsigned k = 0; k < 2; k++)
        out[k] = dword_of(LLVMGetOperand(d.v, k), d.at);
    return true;
}

// Whether it is a product with `by`; *other: the other factor.
static bool has_factor(struct dword product, struct dword by, struct dword *other)
{
    struct dword f[2];
    if (!operands(product, LLVMMul, f))
        return false;
    const bool second = are_same(f[1], by);
    *other = f[!second];
    return second || are_same(f[0], by);
}

// sum = x * (the high dword of y) + (the high dword of x) * y
static bool are_crossed(struct product *q, unsigned k, struct dword sum)
{
    struct dword term[2] = {sum, {0}}, other;
    const struct dword x = q->x[k], y = q->y[k];
    q->high[k] = 0;
    if (!operands(sum, LLVMAdd, term) && y.v)
        return false;
    for (unsigned first = 0; first < 2; first++) {
        const struct dword a = term[first], b = term[!first];
        if (!has_factor(a, high_of(x), &other) || !are_same(other, y))
            continue;
        if (!b.known) // of a constant without a high dword
            return true;
        if (!has_factor(b, x, &other) || (y.v ? !are_same(other, high_of(y)) : other.v || !other.known))
            continue;
        q->high[k] = other.constant;
        return true;
    }
    return false;
}

// The factors of the low dwords, of which the second one may be a constant.
static bool find_factors(struct product *q, unsigned k, unsigned lane)
{
    struct dword f[2];
    for (unsigned i = 0; i < 2; i++) {
        const val v = LLVMGetOperand(q->p, i);
        const struct dword above = dword_of(v, 2 * lane + 1);
        f[i] = dword_of(v, 2 * lane);
        if (!f[i].known || !above.known || above.v || above.constant)
            return false;
    }
    q->x[k] = f[!f[0].v];
    q->y[k] = f[f[0].v != NULL];
    return q->x[k].v;
}

// Whether quadword k of the shuffle is a product. The factors may have changed places.
static bool find_lane(struct product *q, val shuffle, unsigned k)
{
    const struct dword low = dword_of(shuffle, 2 * k), high = dword_of(shuffle, 2 * k + 1);
    struct dword term[2];
    if (!low.v || !is(low.v, LLVMMul) || dwords_of_element(low.v) != 2 || low.at % 2 || (k && low.v != q->p))
        return false;
    q->p = low.v;
    if (!operands(high, LLVMAdd, term) || !find_factors(q, k, low.at / 2))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (are_same(term[i], high_of(low)) && are_crossed(q, k, term[!i]))
            return true;
    return false;
}

// ---- what it becomes

// `n` quadwords whose low dwords these are, of one vector; NULL: they are not next to each other.
static val quadwords(struct jt *j, const struct dword *low, unsigned n)
{
    if (!low[0].v)
        return NULL;
    for (unsigned k = 1; k < n; k++)
        if (low[k].v != low[0].v || low[k].at != low[0].at + 2 * k)
            return NULL;
    const unsigned have = dwords_of(low[0].v);
    val v = LLVMBuildBitCast(B, low[0].v, LLVMVectorType(j->i32, have), "");
    if (have != 2 * n)
        v = jit_part_of_lanes(j, v, low[0].at, 2 * n);
    return LLVMBuildBitCast(B, v, LLVMVectorType(j->i64, n), "");
}

// The same of one vector or two.
static val whole(struct jt *j, const struct dword *low, unsigned n)
{
    const val v = quadwords(j, low, n), first = v ? v : quadwords(j, low, n / 2),
              second = v || !first ? v : quadwords(j, low + n / 2, n / 2);
    return v || !second ? v : jit_join_lanes(j, first, second);
}

static val second_factor(struct jt *j, const struct product *q, unsigned n)
{
    val c[MOST_DWORDS / 2];
    if (q->y[0].v)
        return whole(j, q->y, n);
    for (unsigned k = 0; k < n; k++) {
        if (q->y[k].v)
            return NULL;
        c[k] = LLVMConstInt(j->i64, (uint64_t)q->high[k] << DWORD | q->y[k].constant, false);
    }
    return LLVMConstVector(c, n);
}

static void join(struct jt *j, val shuffle)
{
    struct product q = {0};
    const unsigned per = dwords_of_element(shuffle), n = per ? dwords_of(shuffle) / 2 : 0;
    if (per != 1 || (n != MOST_DWORDS / 4 && n != MOST_DWORDS / 2))
        return;
    for (unsigned k = 0; k < n; k++)
        if (!find_lane(&q, shuffle, k))
            return;
    LLVMPositionBuilderBefore(B, shuffle);
    const val x = whole(j, q.x, n), y = x ? second_factor(j, &q, n) : NULL;
    if (y)
        LLVMReplaceAllUsesWith(shuffle,
                               LLVMBuildBitCast(B, LLVMBuildMul(B, x, y, ""), LLVMTypeOf(shuffle), ""));
}

void jit_join_products(struct jt *j)
{
    j->b = LLVMCreateBuilderInContext(j->ctx);
    for (val fn = LLVMGetFirstFunction(j->mod); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (val i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (is(i, LLVMShuffleVector))
                    join(j, i);
    LLVMDisposeBuilder(j->b);
}
