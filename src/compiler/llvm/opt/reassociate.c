// Sums of products that are added to something begin there: x + (a * b + c * d) is (x + a * b) + c * d, two
// MADs instead of a multiplication, a MAD and an addition. So are the inner loops of matrix products and
// convolutions written: sum += dot(row, column).
//
// SPIR-V allows it where there is no NoContraction ("such operations are not allowed to reassociate") and,
// by SPV_KHR_float_controls2, where AllowReassoc is: KILN_MAY_REASSOCIATE on every addition that takes part.
// Left alone: widths whose infinities and signed zeros are to be kept, since other partial sums overflow
// elsewhere; doubles, whose MAD is no faster.
//
// What it costs is that the products of one sum wait for each other. Where an unrolled loop adds several
// dot products to few sums, their products would all be in one long chain: it stays as it is, unless there
// are enough other chains beside it. And a sum that is long stays beside another one: to begin the one at the
// end of the other saves little of it, takes twice as long, and how many more of them are under way at once
// is up to the registers that are left.
#include <string.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/uses.h"
#include "compiler/llvm/opt/opt.h"

enum {
    MAX_PRODUCTS = 16, // of one sum
    CHAINS = 4,        // beside each other, which fill the latency of a MAD
    LONG = 8,          // products of a sum, of which an addition is a small part
};

struct products {
    LLVMValueRef v[MAX_PRODUCTS];
    bool negative[MAX_PRODUCTS];
    unsigned count;
};

// A sum that has products added to it.
struct candidate {
    LLVMValueRef sum;
    unsigned chain; // products that wait for each other up to here
};

struct block_sums {
    struct candidate *c;
    unsigned count;
    unsigned products, longest;
    bool joined; // sums that are added to further
};

static bool is_sum(LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    return (op == LLVMFAdd || op == LLVMFSub) && (kind == LLVMFloatTypeKind || kind == LLVMHalfTypeKind) &&
           !(~LLVMGetFastMathFlags(v) & (LLVMFastMathAllowContract | KILN_MAY_REASSOCIATE));
}

static bool is_product(LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMFMul &&
           LLVMGetFastMathFlags(v) & LLVMFastMathAllowContract;
}

// Is it a sum of products and nothing else, with no other use? Appends them. Each sum has a product of its
// own, so that one which is deeper than products are allowed has too many: a long chain is not walked to its
// end.
static bool find_products(LLVMValueRef v, LLVMBasicBlockRef block, bool negative, unsigned depth,
                          struct products *p)
{
    if (depth >= MAX_PRODUCTS || !LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != block ||
        llvm_count_uses(v, 2) != 1)
        return false;
    if (is_product(v)) {
        if (p->count == MAX_PRODUCTS)
            return false;
        p->v[p->count] = v;
        p->negative[p->count++] = negative;
        return true;
    }
    bool minus = is_sum(v) && LLVMGetInstructionOpcode(v) == LLVMFSub;
    return is_sum(v) && find_products(LLVMGetOperand(v, 0), block, negative, depth + 1, p) &&
           find_products(LLVMGetOperand(v, 1), block, negative != minus, depth + 1, p);
}

// A product that becomes a MAD of the sum that it is in.
static bool is_own_product(LLVMValueRef v, LLVMBasicBlockRef block)
{
    return is_product(v) && LLVMGetInstructionParent(v) == block && llvm_count_uses(v, 2) == 1;
}

// The operand that is a sum of products: 2 if there is none. A single product is a MAD already; and to begin
// at one saves nothing, but turns a long sum's order around, so that all of its factors wait for the last.
static unsigned products_of(LLVMValueRef sum, struct products *p)
{
    bool minus = LLVMGetInstructionOpcode(sum) == LLVMFSub;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(sum);
    for (unsigned at = 2; at-- > minus;) {
        if (is_own_product(LLVMGetOperand(sum, !at), block))
            continue;
        p->count = 0;
        if (find_products(LLVMGetOperand(sum, at), block, minus, 0, p) && p->count > 1)
            return at;
    }
    return 2;
}

// Does it wait for so many products of this block, one behind the other?
static bool waits_for(LLVMValueRef v, LLVMBasicBlockRef block, unsigned products)
{
    if (products <= 1 && is_product(v))
        return true;
    return is_sum(v) && LLVMGetInstructionParent(v) == block &&
           (products <= 1 || waits_for(LLVMGetOperand(v, 0), block, products - 1) ||
            waits_for(LLVMGetOperand(v, 1), block, products - 1));
}

static unsigned chain_before(const struct block_sums *s, LLVMValueRef v)
{
    for (unsigned k = s->count; k--;)
        if (s->c[k].sum == v)
            return s->c[k].chain;
    return 0;
}

static void find_sums(struct arena *a, LLVMBasicBlockRef block, struct block_sums *s)
{
    unsigned n = 0;
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v))
        n += is_sum(v);
    memset(s, 0, sizeof(*s));
    s->c = arena_array(a, struct candidate, n + 1);
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); n && v; v = LLVMGetNextInstruction(v)) {
        struct products p;
        unsigned at = is_sum(v) ? products_of(v, &p) : 2;
        if (at == 2 || (p.count >= LONG && waits_for(LLVMGetOperand(v, !at), block, LONG)))
            continue;
        unsigned before = chain_before(s, LLVMGetOperand(v, !at));
        s->joined |= before > 0;
        s->products += p.count;
        s->c[s->count++] = (struct candidate){v, before + p.count};
        if (before + p.count > s->longest)
            s->longest = before + p.count;
    }
}

static void erase(LLVMValueRef v, LLVMValueRef const *kept, unsigned count)
{
    for (unsigned k = 0; k < count; k++)
        if (v == kept[k])
            return;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    LLVMInstructionEraseFromParent(v);
    erase(a, kept, count);
    erase(b, kept, count);
}

static void begin_at_addend(LLVMBuilderRef b, const struct candidate *c)
{
    struct products p;
    unsigned at = products_of(c->sum, &p); // what is in it may be chains by now
    if (at == 2)
        return;
    LLVMValueRef tree = LLVMGetOperand(c->sum, at), r = LLVMGetOperand(c->sum, !at);
    LLVMFastMathFlags flags = LLVMGetFastMathFlags(c->sum);
    LLVMPositionBuilderBefore(b, c->sum);
    for (unsigned k = 0; k < p.count; k++) {
        r = p.negative[k] ? LLVMBuildFSub(b, r, p.v[k], "") : LLVMBuildFAdd(b, r, p.v[k], "");
        LLVMSetFastMathFlags(r, flags);
    }
    LLVMReplaceAllUsesWith(c->sum, r);
    LLVMInstructionEraseFromParent(c->sum);
    erase(tree, p.v, p.count);
}

static unsigned type_bits(LLVMValueRef v)
{
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMHalfTypeKind ? 16 : 32;
}

void llvm_reassociate_products(struct arena *a, const struct llvm_shader *shader)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(shader->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(shader->kernel); block;
         block = LLVMGetNextBasicBlock(block)) {
        struct block_sums s;
        find_sums(a, block, &s);
        if (s.joined && s.products < CHAINS * s.longest)
            continue;
        for (unsigned k = 0; k < s.count; k++)
            if (!(shader->float_modes.zero_inf_nan & type_bits(s.c[k].sum)))
                begin_at_addend(b, &s.c[k]);
    }
    LLVMDisposeBuilder(b);
}
