// Finds what the lanes of a thread have in common of an index. In a group of 16 by 16 the row of an
// invocation is its number, shifted by four: threads of 16 lanes or fewer have one row. The width is open
// when LLVM optimizes, so a shift, a mask or a comparison that does not look at the lowest bits gets, for its
// operand, a call of kiln.row: the operand, and what it is for the thread's first lane. Selection takes the
// one that fits the width (isel/call/machine.c); with the latter, what hangs on it is computed once for the
// thread.
//
// A value is followed from the lane on: it is a sum of a part that is a multiple of the width, shifted by
// `shift` (to the right, if that is negative), and of the lane, shifted likewise. `log` bounds the width for
// which that is so. The first part may hang on the lane by another way: in i + (i % 8) * 32 it is (i % 8) *
// 32 and the thread's first index.
//
// Likewise, what is any value and the lane, shifted by `shift` to the left, for widths up to 2^run, is
// followed into addresses. A load from shared memory of elements that lie one behind the other, lane by lane,
// gets a call of kiln.run for its pointer: that, and where the first lane's element is. Selection reads them
// by one block message then, whose address is the thread's and not the lanes' (isel/memory/block.c). Those
// begin at whole OWords.
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/intrinsics.h"
#include "compiler/llvm/ir/map.h"
#include "compiler/llvm/opt/opt.h"

enum { MIN_LOG = 3, MAX_LOG = 5, DEPTH = 8, MAX_VALUES = 512, OWORD_LOG = 4 };

struct affine {
    LLVMValueRef v, first; // first: without the lane; NULL until somebody wants it
    uint32_t of;           // the value that it was followed from, or LLVM_NONE
    int shift, log, run;
};

struct lanes {
    LLVMBuilderRef b;
    LLVMModuleRef module;
    LLVMTargetDataRef dl;
    struct llvm_map index; // of a value in `values`
    struct affine *values;
    unsigned count;
};

static bool constant_of(LLVMValueRef v, uint32_t *out)
{
    if (!LLVMIsAConstantInt(v))
        return false;
    *out = (uint32_t)LLVMConstIntGetZExtValue(v);
    return true;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int zeros_of(uint32_t v)
{
    return v ? __builtin_ctz(v) : 32;
}

// Of the address of shared memory that has no other base.
static bool constant_address(LLVMValueRef v, uint32_t *out)
{
    *out = 0;
    return LLVMIsNull(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMIntToPtr &&
                             constant_of(LLVMGetOperand(v, 0), out));
}

// Of an index into bytes, words, ...: the logarithm of an element's bytes.
static bool element_log(LLVMTargetDataRef dl, LLVMValueRef gep, int *log)
{
    uint64_t bytes = LLVMABISizeOfType(dl, LLVMGetGEPSourceElementType(gep));
    *log = bytes ? __builtin_ctzll(bytes) : 0;
    return LLVMGetNumOperands(gep) == 2 && bytes && !(bytes & (bytes - 1)) && *log < 8;
}

static int multiple_of(LLVMTargetDataRef dl, LLVMValueRef v, int shift, unsigned depth);

static int multiple_of_shifted(LLVMTargetDataRef dl, LLVMValueRef v, int by, int shift, unsigned depth)
{
    int a = multiple_of(dl, v, shift - by, depth);
    return least(a > by - shift ? a : by - shift, MAX_LOG);
}

// The largest width (its logarithm), up to MAX_LOG, that v is a multiple of, shifted by `shift`.
static int multiple_of(LLVMTargetDataRef dl, LLVMValueRef v, int shift, unsigned depth)
{
    uint32_t c;
    int a, b;
    if (constant_of(v, &c) || constant_address(v, &c))
        return least(zeros_of(c) - shift, MAX_LOG);
    if (intrinsic_of(v) == INTRINSIC_SUBGROUP_SIZE)
        return shift > 0 ? 0 : MAX_LOG; // it is the width
    if (!depth-- || !LLVMIsAInstruction(v))
        return 0;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMMul:
        a = multiple_of(dl, LLVMGetOperand(v, 0), shift, depth);
        b = multiple_of(dl, LLVMGetOperand(v, 1), shift, depth);
        return a > b ? a : b;
    case LLVMShl:
        if (!constant_of(LLVMGetOperand(v, 1), &c) || c > 31)
            return 0;
        return multiple_of_shifted(dl, LLVMGetOperand(v, 0), (int)c, shift, depth);
    case LLVMGetElementPtr:
        if (!element_log(dl, v, &a))
            return 0;
        return least(multiple_of(dl, LLVMGetOperand(v, 0), shift, depth),
                     multiple_of_shifted(dl, LLVMGetOperand(v, 1), a, shift, depth));
    case LLVMLShr:
        if (!constant_of(LLVMGetOperand(v, 1), &c) || c > 31)
            return 0;
        return multiple_of(dl, LLVMGetOperand(v, 0), shift + (int)c, depth);
    case LLVMAnd:
        a = multiple_of(dl, LLVMGetOperand(v, 0), shift, depth);
        b = multiple_of(dl, LLVMGetOperand(v, 1), shift, depth);
        return a > b ? a : b;
    case LLVMAdd:
    case LLVMSub:
    case LLVMOr:
        return least(multiple_of(dl, LLVMGetOperand(v, 0), shift, depth),
                     multiple_of(dl, LLVMGetOperand(v, 1), shift, depth));
    default:
        return 0;
    }
}

static bool enter(struct lanes *r, LLVMValueRef v, const struct affine *of, int shift, int log, int run)
{
    const int most = log > run ? log : run;
    if (most < MIN_LOG || shift + MIN_LOG <= 0 || shift + most > 31 || r->count == MAX_VALUES ||
        llvm_map_get(&r->index, v) != LLVM_NONE)
        return false;
    llvm_map_set(&r->index, v, r->count);
    r->values[r->count++] =
        (struct affine){v, NULL, of ? (uint32_t)(of - r->values) : LLVM_NONE, shift, log, run};
    return true;
}

// An address of shared memory, by its base or by its index.
static bool follow_address(struct lanes *r, const struct affine *of, LLVMValueRef gep)
{
    int scale = 0;
    if (LLVMGetTypeKind(LLVMTypeOf(gep)) != LLVMPointerTypeKind ||
        LLVMGetPointerAddressSpace(LLVMTypeOf(gep)) != KILN_AS_SHARED || !element_log(r->dl, gep, &scale))
        return false;
    if (LLVMGetOperand(gep, 0) == of->v)
        scale = 0;
    return enter(r, gep, of, of->shift + scale, 0, of->run);
}

// From a value to one that is made of it; false: its lanes are not known.
static bool follow(struct lanes *r, const struct affine *of, LLVMValueRef user)
{
    LLVMValueRef a = LLVMGetOperand(user, 0), other = a == of->v ? LLVMGetOperand(user, 1) : a;
    uint32_t c;
    int log;
    const bool constant = constant_of(other, &c) && a == of->v;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMOr:
        if (!LLVMGetIsDisjoint(user))
            return false;
        // fall through
    case LLVMAdd:
        return other != of->v && enter(r, user, of, of->shift,
                                       least(of->log, multiple_of(r->dl, other, of->shift, DEPTH)), of->run);
    case LLVMShl:
        return constant && c < 32 && enter(r, user, of, of->shift + (int)c, of->log, of->run);
    case LLVMLShr: // the lanes' lowest bits may go
        return constant && c < 32 &&
               enter(r, user, of, of->shift - (int)c, of->log, of->run && of->shift >= (int)c ? of->log : 0);
    case LLVMAnd: // the lane's bits stay
        if (!constant)
            return false;
        log = of->shift < 0 ? zeros_of(~c) - of->shift : zeros_of(~(c >> of->shift));
        log = least(of->log, log);
        return enter(r, user, of, of->shift, log, of->run ? log : 0);
    case LLVMGetElementPtr:
        return other != of->v && follow_address(r, of, user);
    default:
        return false;
    }
}

// The widths for which the user does not see the lane; below MIN_LOG: it does.
static int unseen_by(const struct affine *of, LLVMValueRef user)
{
    uint32_t c;
    if (LLVMGetNumOperands(user) != 2 || LLVMGetOperand(user, 0) != of->v ||
        !constant_of(LLVMGetOperand(user, 1), &c))
        return 0;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLShr:
        break;
    case LLVMAnd:
        c = (uint32_t)zeros_of(c);
        break;
    case LLVMICmp:
        switch (LLVMGetICmpPredicate(user)) {
        case LLVMIntULT:
        case LLVMIntUGE:
            c = (uint32_t)zeros_of(c);
            break;
        case LLVMIntUGT:
        case LLVMIntULE:
            c = (uint32_t)zeros_of(c + 1);
            break;
        default:
            return 0;
        }
        break;
    default:
        return 0;
    }
    return c > 31 ? 0 : least(of->log, (int)c - of->shift);
}

// The value without the lane, made before the value itself.
static LLVMValueRef first_lane(struct lanes *r, struct affine *l)
{
    if (l->first)
        return l->first;
    if (l->of == LLVM_NONE)
        return l->first = LLVMConstInt(LLVMTypeOf(l->v), 0, false);
    struct affine *of = &r->values[l->of];
    LLVMValueRef operand[2] = {LLVMGetOperand(l->v, 0), LLVMGetOperand(l->v, 1)}, a = first_lane(r, of);
    const bool second = operand[0] != of->v, zero = LLVMIsNull(a);
    LLVMOpcode op = LLVMGetInstructionOpcode(l->v);
    op = op == LLVMOr ? LLVMAdd : op; // it is disjoint
    operand[second] = a;
    LLVMPositionBuilderBefore(r->b, l->v);
    LLVMSetCurrentDebugLocation2(r->b, LLVMInstructionGetDebugLoc(l->v));
    if (op == LLVMGetElementPtr)
        return l->first = zero && second ? operand[0]
                                         : LLVMBuildGEP2(r->b, LLVMGetGEPSourceElementType(l->v), operand[0],
                                                         &operand[1], 1, "");
    if (zero) // shifted and masked it is zero too
        return l->first = op == LLVMAdd ? operand[!second] : a;
    return l->first = LLVMBuildBinOp(r->b, op, operand[0], operand[1], "");
}

static void replace(struct lanes *r, struct affine *l, LLVMValueRef user, int log)
{
    LLVMValueRef args[3] = {l->v, first_lane(r, l), LLVMConstInt(LLVMTypeOf(l->v), (unsigned)log, false)};
    LLVMPositionBuilderBefore(r->b, user);
    LLVMSetCurrentDebugLocation2(r->b, LLVMInstructionGetDebugLoc(user));
    LLVMSetOperand(user, 0, intrinsic_call(r->b, r->module, INTRINSIC_ROW, args, 3));
}

// A load of elements that lie one behind the other.
static bool is_run(const struct affine *of, LLVMValueRef load)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(load));
    bool dword = kind == LLVMFloatTypeKind ||
                 (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(load)) == 32);
    return of->run >= MIN_LOG && LLVMGetOperand(load, 0) == of->v && !LLVMGetVolatile(load) &&
           LLVMGetOrdering(load) == LLVMAtomicOrderingNotAtomic &&
           ((dword && of->shift == 2) || (kind == LLVMHalfTypeKind && of->shift == 1));
}

static void mark_run(struct lanes *r, struct affine *l, LLVMValueRef load)
{
    LLVMValueRef args[3] = {
        l->v, first_lane(r, l),
        LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(r->module)), (unsigned)l->run, false)};
    if (multiple_of(r->dl, args[1], OWORD_LOG - MIN_LOG, DEPTH) < MIN_LOG)
        return;
    LLVMPositionBuilderBefore(r->b, load);
    LLVMSetCurrentDebugLocation2(r->b, LLVMInstructionGetDebugLoc(load));
    LLVMSetOperand(load, 0, intrinsic_call(r->b, r->module, INTRINSIC_RUN, args, 3));
}

static void visit(struct lanes *r, unsigned n)
{
    for (LLVMUseRef u = LLVMGetFirstUse(r->values[n].v), next; u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMGetInstructionOpcode(user) == LLVMLoad && is_run(&r->values[n], user)) {
            mark_run(r, &r->values[n], user);
            continue;
        }
        if (LLVMGetNumOperands(user) != 2 || follow(r, &r->values[n], user))
            continue;
        const int log = unseen_by(&r->values[n], user);
        if (log >= MIN_LOG)
            replace(r, &r->values[n], user, log);
    }
}

void llvm_find_affine_lanes(struct arena *a, LLVMValueRef kernel)
{
    LLVMModuleRef module = LLVMGetGlobalParent(kernel);
    LLVMValueRef lane = intrinsic_declared(module, INTRINSIC_LANE_ID);
    if (!lane || !LLVMGetFirstUse(lane))
        return;
    struct lanes r = {.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module)),
                      .module = module,
                      .dl = LLVMGetModuleDataLayout(module),
                      .values = arena_array(a, struct affine, MAX_VALUES)};
    llvm_map_init(&r.index, a, 64);
    for (LLVMUseRef u = LLVMGetFirstUse(lane); u; u = LLVMGetNextUse(u))
        if (LLVMIsACallInst(LLVMGetUser(u)))
            enter(&r, LLVMGetUser(u), NULL, 0, MAX_LOG, MAX_LOG);
    for (unsigned n = 0; n < r.count; n++)
        visit(&r, n);
    LLVMDisposeBuilder(r.b);
}
