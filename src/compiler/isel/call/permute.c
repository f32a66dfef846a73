// Moves between lanes by a pattern that is known when the kernel is compiled: as few MOVs as regions allow.
//
// A MOV writes lanes first, first + d, first + 2d, ... (d = 1, 2 or 4) and reads a region <v;w,h>. For each d
// the lanes are covered greedily by the longest legal pieces, and the d that needs fewest wins: exchanging
// neighbours takes two MOVs with d = 2, reading the quad's second lane one with <4;4,0>.
#include <string.h>

#include "compiler/isel/call/subgroup.h"

// ---- the pattern of an index ----

#define MAX_DEPTH 8

static bool lane_values(struct isel_ctx *x, LLVMValueRef v, int64_t out[32], unsigned depth)
{
    int64_t c;
    unsigned n = x->s->simd;
    if (isel_const_int(v, &c)) {
        for (unsigned k = 0; k < n; k++)
            out[k] = c;
        return true;
    }
    if (depth > MAX_DEPTH || !LLVMIsAInstruction(v))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMCall) {
        if (intrinsic_of(v) == INTRINSIC_ROW) // whoever uses it does not look at what it leaves out
            return lane_values(x, LLVMGetOperand(v, 0), out, depth + 1);
        bool lane = intrinsic_of(v) == INTRINSIC_LANE_ID;
        for (unsigned k = 0; k < n; k++)
            out[k] = lane ? k : n;
        return lane || intrinsic_of(v) == INTRINSIC_SUBGROUP_SIZE;
    }
    if (op == LLVMZExt || op == LLVMTrunc) // of small numbers
        return lane_values(x, LLVMGetOperand(v, 0), out, depth + 1);
    if (LLVMGetNumOperands(v) != 2)
        return false;
    int64_t a[32], b[32];
    if (!lane_values(x, LLVMGetOperand(v, 0), a, depth + 1) ||
        !lane_values(x, LLVMGetOperand(v, 1), b, depth + 1))
        return false;
    for (unsigned k = 0; k < n; k++)
        switch (op) {
        case LLVMAdd:
            out[k] = (int32_t)((uint32_t)a[k] + (uint32_t)b[k]);
            break;
        case LLVMSub:
            out[k] = (int32_t)((uint32_t)a[k] - (uint32_t)b[k]);
            break;
        case LLVMAnd:
            out[k] = a[k] & b[k];
            break;
        case LLVMOr:
            out[k] = a[k] | b[k];
            break;
        case LLVMXor:
            out[k] = a[k] ^ b[k];
            break;
        case LLVMShl:
            out[k] = (int32_t)((uint32_t)a[k] << (b[k] & 31));
            break;
        case LLVMLShr:
            out[k] = (uint32_t)a[k] >> (b[k] & 31);
            break;
        default:
            return false;
        }
    return true;
}

bool isel_lane_pattern(struct isel_ctx *x, LLVMValueRef index, int from[32])
{
    int64_t v[32];
    if (isel_elem_bits(LLVMTypeOf(index)) != 32 || !lane_values(x, index, v, 0))
        return false;
    bool any = false;
    for (unsigned k = 0; k < x->s->simd; k++) {
        from[k] = v[k] >= 0 && v[k] < x->s->simd ? (int)v[k] : -1;
        any |= from[k] >= 0;
    }
    for (unsigned k = 0; k < x->s->simd && !any; k++)
        from[k] = (int)k; // undefined everywhere: anything will do, but it must be written
    return true;
}

// ---- pieces ----

struct piece { // lanes first, first + d, ... (n of them) from the region
    unsigned first, d, n;
    unsigned at, vstride, width, hstride;
};

// Within one register, or in two with half of it in each.
static bool span_ok(unsigned reg, unsigned start, unsigned n, unsigned stride, unsigned size)
{
    unsigned from = start % reg, bytes = ((n - 1) * stride + 1) * size;
    return from + bytes <= reg || (from + bytes <= 2 * reg && from < stride * size && n > 1);
}

static bool is_hstride(int s)
{
    return s == 0 || s == 1 || s == 2 || s == 4;
}

static bool is_vstride(int s)
{
    return is_hstride(s) || s == 8 || s == 16 || s == 32;
}

static bool matches(const struct piece *p, const int *from)
{
    for (unsigned k = 0; k < p->n; k++) {
        unsigned lane = p->at + k / p->width * p->vstride + k % p->width * p->hstride;
        if (from[p->first + k * p->d] != (int)lane)
            return false;
    }
    return true;
}

// Rows of a source inside one register each, all rows in one register or half of them in each of two.
static bool rows_ok(unsigned reg, const struct piece *p, unsigned size, unsigned base)
{
    unsigned start = base + p->at * size, row = ((p->width - 1) * p->hstride + 1) * size,
             rows = p->n / p->width;
    unsigned first_reg = start / reg, second = 0;
    for (unsigned k = 0; k < rows; k++) {
        unsigned lo = start + k * p->vstride * size;
        if (lo / reg != (lo + row - 1) / reg || lo / reg > first_reg + 1)
            return false;
        second += lo / reg != first_reg;
    }
    return !second || second * 2 == rows;
}

static bool fits(unsigned reg, struct piece *p, const int *from, unsigned size, unsigned base)
{
    p->at = (unsigned)from[p->first];
    if (p->n * size > 2 * reg || !span_ok(reg, p->first * size, p->n, p->d, size))
        return false;
    for (unsigned k = 0; k < p->n; k++)
        if (from[p->first + k * p->d] < 0)
            return false;
    if (p->n == 1) {
        p->vstride = p->hstride = 0;
        p->width = 1;
        return true;
    }
    int step = from[p->first + p->d] - from[p->first];
    p->width = p->n;
    p->hstride = (unsigned)step;
    p->vstride = 0;
    if (is_hstride(step) && matches(p, from)) // one row: mir_emit finds how to write it
        return step == 0 || span_ok(reg, base + p->at * size, p->n, p->hstride, size);
    for (p->width = 1; p->width < p->n && p->width <= 16; p->width *= 2) {
        int rows = from[p->first + p->width * p->d] - from[p->first];
        p->hstride = p->width == 1 ? 0 : (unsigned)step;
        p->vstride = (unsigned)rows;
        if (is_vstride(rows) && (p->width == 1 || is_hstride(step)) && matches(p, from) &&
            rows_ok(reg, p, size, base))
            return true;
    }
    return false;
}

static void emit(struct isel_ctx *x, const struct piece *p, struct mir_operand dst, struct mir_operand src)
{
    unsigned size = isel_size(src.type);
    struct mir_inst *i = mir_inst_new(x->s, EU_OP_MOV, p->n);
    i->nomask = true;
    i->dst = mir_strided(dst.vreg, dst.offset + p->first * size, dst.type, p->d);
    i->src[0] = src;
    i->src[0].offset += p->at * size;
    if (p->width == p->n && p->hstride) {
        i->src[0] = mir_strided(src.vreg, src.offset + p->at * size, src.type, p->hstride);
    } else {
        bool same = p->width == p->n; // one element for all
        i->src[0].vstride = same ? 0 : (uint8_t)p->vstride;
        i->src[0].width = same ? 1 : (uint8_t)p->width;
        i->src[0].hstride = same ? 0 : (uint8_t)p->hstride;
    }
    mir_append(x->b, i);
}

// Covers all lanes with pieces of stride d; how many. `dst` NULL: only counts.
static unsigned cover(struct isel_ctx *x, const struct mir_operand *dst, struct mir_operand src,
                      const int *from, unsigned d)
{
    unsigned count = 0, simd = x->s->simd, size = isel_size(src.type);
    for (unsigned r = 0; r < d; r++)
        for (unsigned at = r; at < simd;) {
            struct piece p = {.first = at, .d = d, .n = 2 * kiln_target_native_width(x->s->target)};
            if (from[at] < 0) {
                at += d;
                continue;
            }
            while (at + (p.n - 1) * d >= simd || !fits(x->s->reg_bytes, &p, from, size, src.offset))
                p.n /= 2;
            if (dst)
                emit(x, &p, *dst, src);
            at += p.n * d;
            count++;
        }
    return count;
}

static unsigned best_stride(struct isel_ctx *x, struct mir_operand src, const int *from, unsigned *cost)
{
    unsigned best = 1;
    *cost = cover(x, NULL, src, from, 1);
    for (unsigned d = 2; d <= 4; d *= 2) {
        unsigned n = cover(x, NULL, src, from, d);
        if (n < *cost) {
            *cost = n;
            best = d;
        }
    }
    return best;
}

unsigned isel_permute_cost(struct isel_ctx *x, struct mir_operand src, const int from[32])
{
    unsigned cost;
    best_stride(x, src, from, &cost);
    return cost;
}

void isel_permute(struct isel_ctx *x, struct mir_operand dst, struct mir_operand src, const int from[32])
{
    unsigned cost, d = best_stride(x, src, from, &cost);
    cover(x, &dst, src, from, d);
}
