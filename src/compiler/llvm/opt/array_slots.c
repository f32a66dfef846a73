// Keeps short private arrays in registers although their index is computed. LLVM's SROA gives up at such an
// index, and the array would be in scratch memory, with a message for each element that is written. Here what
// is accessed becomes a variable for each element, if an index chooses among a few; a read at a
// computed index is a chain of selects, and so is, for each element, a write.
//
// How many an index may choose among follows from the array's size, or from what the index is computed by (a
// remainder). Where lanes choose in the innermost loops they are as many as memory would cost in messages;
// what is accessed at constants outside costs nothing there and does not count.
//
// An index that is itself chosen among constants by selects (the place of the smallest element so far) has no
// more choices than those, and a read there is chosen by the same conditions: a[c ? i : j] is c ? a[i] :
// a[j], of which the latter has mostly been read already.
//
// An index below the array's start is out of bounds, which SPIR-V leaves undefined: elements in front of the
// constant part of a computed address are not its, nor is what lies behind a member of another size.
#include <llvm-c/Target.h>

#include "compiler/llvm/facts/facts.h"
#include "compiler/llvm/facts/ranges.h"
#include "compiler/llvm/ir/abi.h"
#include "compiler/llvm/ir/gep.h"
#include "compiler/llvm/ir/uses.h"
#include "compiler/llvm/opt/opt.h"

enum {
    MAX_SLOTS = 64,
    MAX_OTHER_SLOTS = 16,            // of arrays with an index that is not selected
    FEW = 4,                         // elements that any index may choose among
    MAX_CHOICE = LLVM_ARRAY_CHOICES, // that an index may choose among that is selected, or the only one,
    MAX_OFTEN = 4,                   // that each may
    MAX_ALL_CHOICES = 64,            // where there are not many indices,
    MAX_EVEN_CHOICES = 320,          // or where the innermost loops pay for themselves
    MAX_CHANGED = 1024,              // where each is changed by an operation, and not read
    MEMORY = 4,                      // nor more choices than memory would cost: so many of them each access
    MAX_STEPS = 64,                  // selects and arithmetic that lead to an index
    MAX_ACCESSES = 512,
    MAX_USES = 2048,
    MAX_BYTES = 1 << 16 // of constants on the way to an index
};

struct access {
    LLVMValueRef inst;
    int64_t at, size;           // constant bytes
    LLVMValueRef index;         // in bytes, an i32; NULL: none
    int64_t first, end;         // with an index: what it may choose
    bool selected;              // the index is chosen among constants,
    int32_t choice[MAX_CHOICE]; // these, in bytes
    unsigned choices;
    LLVMValueRef change; // the operation that makes what is stored of what is loaded
    bool load;           // this is what is loaded
};

struct slot { // an element
    int64_t at, size;
    bool computed; // only computed addresses lead there
    LLVMValueRef variable;
};

struct array {
    struct llvm_facts *facts;
    LLVMValueRef alloca;
    LLVMTargetDataRef dl;
    LLVMBuilderRef b;
    LLVMTypeRef i32;
    struct access access[MAX_ACCESSES];
    unsigned count, uses;
    int64_t bytes;
    struct slot slot[MAX_SLOTS];
    unsigned slots, most;
    unsigned folded; // kind of the mark of an array with an index that has offsets of members in it
};

// Adds a GEP's offset: *at, and *index, for which instructions are made in front of `before`, which it
// dominates or is.
static void add_gep(struct array *a, LLVMValueRef gep, LLVMValueRef before, int64_t *at, LLVMValueRef *index)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    LLVMPositionBuilderBefore(a->b, before);
    for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(gep); k++) {
        LLVMValueRef i = LLVMGetOperand(gep, k);
        int64_t step = (int64_t)llvm_gep_step(a->dl, gep, k, &t, at);
        if (!step)
            continue;
        if (LLVMIsAConstantInt(i)) {
            *at += LLVMConstIntGetSExtValue(i) * step;
            continue;
        }
        LLVMValueRef n = LLVMBuildIntCast2(a->b, i, a->i32, true, "");
        n = LLVMBuildMul(a->b, n, LLVMConstInt(a->i32, (uint64_t)step, false), "");
        *index = *index ? LLVMBuildAdd(a->b, *index, n, "") : n;
    }
}

static LLVMTypeRef type_of(const struct access *s)
{
    return LLVMTypeOf(LLVMIsAStoreInst(s->inst) ? LLVMGetOperand(s->inst, 0) : s->inst);
}

// A load or store of whole bytes, or of a vector of such, through `p` and of nothing but data.
static bool add_access(struct array *a, LLVMValueRef i, LLVMValueRef p, int64_t at, LLVMValueRef index)
{
    bool store = LLVMIsAStoreInst(i) != NULL;
    if (a->count == MAX_ACCESSES || LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic ||
        (store && LLVMGetOperand(i, 0) == p))
        return false;
    struct access s = {.inst = i, .at = at, .index = index};
    LLVMTypeRef t = type_of(&s);
    s.size = (int64_t)LLVMStoreSizeOfType(a->dl, t);
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind || LLVMGetTypeKind(t) == LLVMArrayTypeKind ||
        LLVMSizeOfTypeInBits(a->dl, t) != (uint64_t)s.size * 8 || (s.size & (s.size - 1)))
        return false;
    a->access[a->count++] = s;
    return true;
}

static bool find_accesses(struct array *a, LLVMValueRef p, int64_t at, LLVMValueRef index)
{
    for (LLVMUseRef u = LLVMGetFirstUse(p); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef i = LLVMGetUser(u);
        if (++a->uses > MAX_USES)
            return false;
        if (LLVMIsAGetElementPtrInst(i)) {
            int64_t there = at;
            LLVMValueRef moved = index;
            if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMPointerTypeKind)
                return false;
            add_gep(a, i, i, &there, &moved);
            if (!find_accesses(a, i, there, moved))
                return false;
        } else if (!(LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) || !add_access(a, i, p, at, index)) {
            return false;
        }
    }
    return true;
}

// ---- elements that are changed

static struct access *access_of(struct array *a, LLVMValueRef inst)
{
    for (unsigned k = 0; k < a->count; k++)
        if (a->access[k].inst == inst)
            return &a->access[k];
    return NULL;
}

// Is nothing of the array written between two instructions of a block?
static bool is_unwritten(struct array *a, LLVMValueRef from, LLVMValueRef to)
{
    for (LLVMValueRef i = LLVMGetNextInstruction(from); i && i != to; i = LLVMGetNextInstruction(i))
        if (LLVMIsAStoreInst(i) && access_of(a, i))
            return false;
    return true;
}

// a[i] = a[i] op x. Each element then is the same, or is changed: nothing asks which one it was.
static void find_changes(struct array *a)
{
    for (unsigned k = 0; k < a->count; k++) {
        struct access *store = &a->access[k], *load = NULL;
        LLVMValueRef change = LLVMIsAStoreInst(store->inst) ? LLVMGetOperand(store->inst, 0) : NULL;
        if (!store->index || !change || !LLVMIsABinaryOperator(change) || llvm_count_uses(change, 2) != 1)
            continue;
        for (unsigned n = 0; n < 2 && !load; n++)
            load =
                LLVMIsALoadInst(LLVMGetOperand(change, n)) ? access_of(a, LLVMGetOperand(change, n)) : NULL;
        if (!load || load->index != store->index || load->at != store->at || load->size != store->size ||
            llvm_count_uses(load->inst, 2) != 1 ||
            LLVMGetInstructionParent(load->inst) != LLVMGetInstructionParent(store->inst) ||
            !is_unwritten(a, load->inst, store->inst))
            continue;
        load->change = store->change = change;
        load->load = true;
    }
}

// ---- elements

static const struct slot *overlapping(const struct array *a, int64_t at, int64_t size)
{
    for (unsigned k = 0; k < a->slots; k++)
        if (a->slot[k].at < at + size && at < a->slot[k].at + a->slot[k].size)
            return &a->slot[k];
    return NULL;
}

// False: too many, or it overlaps another.
static bool add_slot(struct array *a, const struct access *s, int64_t at)
{
    const struct slot *o = overlapping(a, at, s->size);
    if (o)
        return o->at == at && o->size == s->size;
    if (a->slots == MAX_SLOTS)
        return false;
    a->slot[a->slots++] = (struct slot){.at = at, .size = s->size, .computed = s->index != NULL};
    return true;
}

// From one element that a computed index may choose to the next, in bytes.
static int64_t step_of(const struct access *s)
{
    unsigned zeros = llvm_trailing_zeros(s->index);
    return (int64_t)1 << (zeros < 16 ? zeros : 16);
}

// Does an index go through one array, element by element, as far as anybody knows? Then what follows a
// member of another size is out of its bounds. Of a sum, arrays of structures that have arrays, and of one
// that is bounded so that it reaches there, it is not.
static bool is_of_one_array(const struct access *s)
{
    const LLVMValueRef v = s->index;
    int64_t scale = 1;
    if (LLVMIsABinaryOperator(v)) {
        const LLVMOpcode op = LLVMGetInstructionOpcode(v);
        const LLVMValueRef c = LLVMGetOperand(v, 1);
        if ((op != LLVMMul && op != LLVMShl) || !LLVMIsAConstantInt(c))
            return false;
        scale =
            op == LLVMMul ? LLVMConstIntGetSExtValue(c) : (int64_t)1 << (LLVMConstIntGetZExtValue(c) & 31);
    }
    return scale == step_of(s) && llvm_most(v) >= MAX_BYTES;
}

// One step towards where an index comes from, which is scale * v + add: to another v. False: there is none,
// or two (a select).
static bool step_back(LLVMValueRef *v, int64_t *scale, int64_t *add)
{
    if (!LLVMIsABinaryOperator(*v) || !LLVMIsAConstantInt(LLVMGetOperand(*v, 1)))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(*v);
    int64_t c = LLVMConstIntGetSExtValue(LLVMGetOperand(*v, 1));
    if (c < -MAX_BYTES || c > MAX_BYTES)
        return false;
    if (op == LLVMAdd || (op == LLVMOr && LLVMGetIsDisjoint(*v)))
        *add += *scale * c;
    else if (op == LLVMMul)
        *scale *= c;
    else if (op == LLVMShl && c >= 0 && c < 16)
        *scale <<= c;
    else
        return false;
    *v = LLVMGetOperand(*v, 0);
    return *scale >= -MAX_BYTES && *scale <= MAX_BYTES && *add >= -MAX_BYTES && *add <= MAX_BYTES;
}

// What a select, or a number that is a condition, chooses by. NULL: it is neither.
static LLVMValueRef chooser_of(LLVMValueRef v)
{
    if (LLVMIsASelectInst(v))
        return LLVMGetOperand(v, 0);
    bool condition = LLVMIsAZExtInst(v) && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
                     LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0))) == 1;
    return condition ? LLVMGetOperand(v, 0) : NULL;
}

static LLVMValueRef choice_of(LLVMValueRef v, bool holds)
{
    return LLVMIsASelectInst(v) ? LLVMGetOperand(v, holds ? 1 : 2)
                                : LLVMConstInt(LLVMTypeOf(v), holds, false);
}

// Of what is computed from a constant and one of two (28 << condition): which operand that is, or -1.
static int chosen_operand(LLVMValueRef v)
{
    for (unsigned k = 0; LLVMIsABinaryOperator(v) && k < 2; k++) {
        LLVMValueRef x = LLVMGetOperand(v, k);
        if (LLVMIsAConstantInt(LLVMGetOperand(v, !k)) && chooser_of(x) &&
            LLVMIsAConstantInt(choice_of(x, true)) && LLVMIsAConstantInt(choice_of(x, false)))
            return (int)k;
    }
    return -1;
}

static LLVMValueRef chooses_by(LLVMValueRef v)
{
    int k = chosen_operand(v);
    return chooser_of(k < 0 ? v : LLVMGetOperand(v, (unsigned)k));
}

// What v is if that holds, or not.
static LLVMValueRef chosen_by(const struct array *a, LLVMValueRef v, bool holds)
{
    int k = chosen_operand(v);
    if (k < 0)
        return choice_of(v, holds);
    LLVMValueRef x = choice_of(LLVMGetOperand(v, (unsigned)k), holds), c = LLVMGetOperand(v, !k);
    return LLVMBuildBinOp(a->b, LLVMGetInstructionOpcode(v), k ? c : x, k ? x : c, ""); // a constant
}

static bool add_choice(struct access *s, int64_t at)
{
    for (unsigned k = 0; k < s->choices; k++)
        if (s->choice[k] == at)
            return true;
    if (s->choices == MAX_CHOICE || at < -MAX_BYTES || at > MAX_BYTES)
        return false;
    s->choice[s->choices++] = (int32_t)at;
    return true;
}

// Is scale * v + add one of some constants?
static bool is_selected(const struct array *a, struct access *s, LLVMValueRef v, int64_t scale, int64_t add,
                        unsigned *steps)
{
    do {
        if (!(*steps)--)
            return false;
    } while (step_back(&v, &scale, &add));
    if (LLVMIsAConstantInt(v)) {
        int64_t c = LLVMConstIntGetSExtValue(v);
        if (c < -MAX_BYTES || c > MAX_BYTES)
            return false;
        return add_choice(s, scale * c + add);
    }
    return chooses_by(v) && *steps && is_selected(a, s, chosen_by(a, v, true), scale, add, steps) && *steps &&
           is_selected(a, s, chosen_by(a, v, false), scale, add, steps);
}

static bool add_selected(struct array *a, const struct access *s)
{
    for (unsigned k = 0; k < s->choices; k++) {
        int64_t at = s->at + s->choice[k];
        if (at < 0 || at + s->size > a->bytes || !add_slot(a, s, at))
            return false;
    }
    return true;
}

// The elements that a computed index may choose: they get slots.
static bool find_choices(struct array *a, struct access *s)
{
    int64_t step = step_of(s);
    unsigned steps = MAX_STEPS;
    if (step < s->size)
        return false;
    s->selected = is_selected(a, s, s->index, 1, 0, &steps);
    if (s->selected)
        return add_selected(a, s);
    a->most = MAX_OTHER_SLOTS;
    s->first =
        s->at < 0 && s->at >= -MAX_BYTES ? s->at + (-s->at + step - 1) / step * step : s->at; // a[i - 1]
    const uint64_t most = llvm_most(s->index);
    int64_t last = a->bytes - s->size;
    if (most < MAX_BYTES && s->at + (int64_t)most < last)
        last = s->at + (int64_t)most;
    if (s->first < 0 || last + s->size > a->bytes)
        return false;
    for (s->end = s->first; s->end <= last; s->end += step) {
        const struct slot *o = overlapping(a, s->end, s->size);
        if (o && !o->computed && o->size != s->size) {
            if (LLVMGetMetadata(a->alloca, a->folded) || !is_of_one_array(s))
                return false;
            break;
        }
        if (s->end - s->first == MAX_CHOICE * step || !add_slot(a, s, s->end))
            return false;
    }
    return true;
}

// Has one of the accesses in front of the kth the same index, as that of what is read, changed and written?
static bool is_index_before(const struct array *a, unsigned k)
{
    for (unsigned n = 0; n < k; n++)
        if (a->access[n].index == a->access[k].index && a->access[n].at == a->access[k].at)
            return true;
    return false;
}

// Elements that its index may choose.
static unsigned elements_of(const struct access *s)
{
    return s->selected ? s->choices : (unsigned)((s->end - s->first) / step_of(s));
}

// Those that count.
static unsigned choices_of(const struct access *s)
{
    return !s->index || s->change || (s->selected && LLVMIsALoadInst(s->inst)) ? 0 : elements_of(s);
}

// Does what the array's innermost loops access cost no more than in memory? Elsewhere there may be many
// accesses at constants, for which memory would have messages and registers have nothing.
static bool pays_inside(const struct array *a)
{
    const struct llvm_graph *g = llvm_facts_graph(a->facts);
    unsigned depth[MAX_ACCESSES], most = 0, choices = 0, count = 0;
    for (unsigned k = 0; k < a->count; k++) {
        const uint32_t loop = llvm_loop_of(g, LLVMGetInstructionParent(a->access[k].inst));
        depth[k] = loop == LLVM_NONE ? 0 : g->loops[loop].depth;
        most = choices_of(&a->access[k]) && depth[k] > most ? depth[k] : most;
    }
    for (unsigned k = 0; k < a->count; k++) {
        choices += depth[k] >= most ? choices_of(&a->access[k]) : 0;
        count += depth[k] >= most;
    }
    return choices <= MEMORY * count;
}

// Dwords that get constants, which are better looked up in registers (isel/memory/table.c)?
static bool is_table(const struct array *a)
{
    for (const struct access *s = a->access; s < a->access + a->count; s++)
        if (s->size != 4 || LLVMGetTypeKind(type_of(s)) == LLVMVectorTypeKind ||
            (!LLVMIsALoadInst(s->inst) && (s->index || !LLVMIsConstant(LLVMGetOperand(s->inst, 0)))))
            return false;
    return true;
}

static bool find_slots(struct array *a)
{
    unsigned computed = 0, choices = 0, selected = 0, wide = 0, changed = 0, most = 0;
    for (unsigned k = 0; k < a->count; k++) {
        const struct access *s = &a->access[k];
        if (!s->index && (s->at < 0 || s->at + s->size > a->bytes || !add_slot(a, s, s->at)))
            return false;
        computed += s->index != NULL;
    }
    for (unsigned k = 0; k < a->count; k++) {
        struct access *s = &a->access[k];
        if (!s->index)
            continue;
        if (!find_choices(a, s))
            return false;
        if (s->change && LLVMIsAStoreInst(s->inst))
            changed += elements_of(s);
        const unsigned n = choices_of(s);
        *(s->selected ? &selected : &choices) += n;
        wide += !s->selected && n > MAX_OFTEN && !is_index_before(a, k);
        most = n > most ? n : most;
    }
    if (!computed || a->slots > a->most || changed > MAX_CHANGED)
        return false;
    if (most <= FEW)
        return true;
    return !is_table(a) && choices + selected <= MEMORY * a->count &&
           ((choices <= MAX_ALL_CHOICES && wide <= 1) || (choices <= MAX_EVEN_CHOICES && pays_inside(a)));
}

static bool may_be(const struct slot *o, const struct access *s)
{
    int64_t behind = o->at - (s->index && !s->selected ? s->first : s->at);
    for (unsigned k = 0; s->selected && k < s->choices; k++)
        if (o->size == s->size && s->choice[k] == behind)
            return true;
    return o->size == s->size && !s->selected &&
           (s->index ? behind >= 0 && o->at < s->end && behind % step_of(s) == 0 : behind == 0);
}

// Is this the slot that the index chooses?
static LLVMValueRef chosen(struct array *a, const struct access *s, unsigned k)
{
    LLVMValueRef at = LLVMConstInt(a->i32, (uint64_t)(a->slot[k].at - s->at), true);
    return LLVMBuildICmp(a->b, LLVMIntEQ, s->index, at, "");
}

// What a load reads whose index is scale * v + add, one of some constants.
static LLVMValueRef read_selected(struct array *a, const struct access *s, LLVMValueRef v, int64_t scale,
                                  int64_t add)
{
    while (step_back(&v, &scale, &add))
        ;
    if (LLVMIsAConstantInt(v)) {
        const struct slot *o = overlapping(a, s->at + scale * LLVMConstIntGetSExtValue(v) + add, s->size);
        return LLVMBuildLoad2(a->b, type_of(s), o->variable, "");
    }
    LLVMValueRef yes = read_selected(a, s, chosen_by(a, v, true), scale, add);
    LLVMValueRef no = read_selected(a, s, chosen_by(a, v, false), scale, add);
    return LLVMBuildSelect(a->b, chooses_by(v), yes, no, "");
}

// What an element becomes if it is the one that is changed.
static LLVMValueRef changed(struct array *a, LLVMValueRef change, LLVMValueRef old)
{
    LLVMValueRef copy = LLVMInstructionClone(change);
    bool second = !LLVMIsALoadInst(LLVMGetOperand(change, 0)) || !access_of(a, LLVMGetOperand(change, 0));
    LLVMSetOperand(copy, second, old);
    LLVMInsertIntoBuilder(a->b, copy);
    return copy;
}

static void rewrite(struct array *a, const struct access *s)
{
    LLVMTypeRef t = type_of(s);
    bool store = LLVMIsAStoreInst(s->inst) != NULL;
    if (s->load)
        return; // goes with its store
    LLVMPositionBuilderBefore(a->b, s->inst);
    LLVMValueRef got = s->selected && !store ? read_selected(a, s, s->index, 1, 0) : NULL;
    if (got) {
        LLVMReplaceAllUsesWith(s->inst, got);
        LLVMInstructionEraseFromParent(s->inst);
        return;
    }
    for (unsigned k = 0; k < a->slots; k++) {
        if (!may_be(&a->slot[k], s))
            continue;
        LLVMValueRef old = LLVMBuildLoad2(a->b, t, a->slot[k].variable, "");
        if (store) {
            LLVMValueRef value = s->change ? changed(a, s->change, old) : LLVMGetOperand(s->inst, 0);
            if (s->index)
                value = LLVMBuildSelect(a->b, chosen(a, s, k), value, old, "");
            LLVMBuildStore(a->b, value, a->slot[k].variable);
        } else {
            got = got ? LLVMBuildSelect(a->b, chosen(a, s, k), old, got, "") : old;
        }
    }
    if (!store) // beyond all of them: anything
        LLVMReplaceAllUsesWith(s->inst, got ? got : LLVMConstNull(t));
    LLVMInstructionEraseFromParent(s->inst);
}

// ---- selects of addresses

// The offset of p, an address in the array, computed in front of `before`. NULL: it is not known to be one.
static LLVMValueRef offset_of(struct array *a, LLVMValueRef p, LLVMValueRef before)
{
    int64_t at = 0;
    LLVMValueRef index = NULL;
    for (unsigned steps = 0; LLVMIsAGetElementPtrInst(p) && steps < MAX_STEPS; steps++) {
        if (LLVMGetTypeKind(LLVMTypeOf(p)) != LLVMPointerTypeKind)
            return NULL;
        add_gep(a, p, before, &at, &index);
        p = LLVMGetOperand(p, 0);
    }
    if (p != a->alloca)
        return NULL;
    LLVMValueRef constant = LLVMConstInt(a->i32, (uint64_t)at, true);
    LLVMPositionBuilderBefore(a->b, before);
    return index ? LLVMBuildAdd(a->b, index, constant, "") : constant;
}

// Of two addresses in the array: becomes one whose index is selected.
static bool select_index(struct array *a, LLVMValueRef select)
{
    LLVMValueRef yes = offset_of(a, LLVMGetOperand(select, 1), select);
    LLVMValueRef no = yes ? offset_of(a, LLVMGetOperand(select, 2), select) : NULL;
    if (!no)
        return false;
    LLVMValueRef at = LLVMBuildSelect(a->b, LLVMGetOperand(select, 0), yes, no, "");
    LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(a->i32));
    LLVMReplaceAllUsesWith(select, LLVMBuildGEP2(a->b, i8, a->alloca, &at, 1, ""));
    LLVMInstructionEraseFromParent(select);
    LLVMContextRef c = LLVMGetTypeContext(a->i32);
    LLVMSetMetadata(a->alloca, a->folded, LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
    return true;
}

// One of those that are reached from p; false: there is none, or none that can be.
static bool select_one(struct array *a, LLVMValueRef p, unsigned *steps)
{
    for (LLVMUseRef u = LLVMGetFirstUse(p); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef i = LLVMGetUser(u);
        if (!(*steps)--)
            return false;
        if (LLVMIsASelectInst(i) ? select_index(a, i)
                                 : LLVMIsAGetElementPtrInst(i) && *steps && select_one(a, i, steps))
            return true;
        if (!*steps)
            return false;
    }
    return false;
}

static void select_indices(struct array *a)
{
    unsigned steps = MAX_USES;
    for (unsigned n = 0; n < MAX_STEPS && select_one(a, a->alloca, &steps); n++)
        steps = MAX_USES;
}

static bool split(struct llvm_facts *facts, LLVMValueRef alloca, LLVMTargetDataRef dl, LLVMBuilderRef b)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(alloca));
    struct array a = {.facts = facts,
                      .alloca = alloca,
                      .dl = dl,
                      .b = b,
                      .most = MAX_SLOTS,
                      .i32 = LLVMInt32TypeInContext(c),
                      .folded = LLVMGetMDKindIDInContext(c, "kiln.folded", 11),
                      .bytes = (int64_t)LLVMABISizeOfType(dl, LLVMGetAllocatedType(alloca))};
    if (!LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) ||
        LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0)) != 1)
        return false;
    select_indices(&a);
    if (!find_accesses(&a, alloca, 0, NULL))
        return false;
    find_changes(&a);
    if (!find_slots(&a))
        return false;
    LLVMPositionBuilderBefore(b, alloca);
    for (unsigned k = 0; k < a.slots; k++)
        a.slot[k].variable = LLVMBuildAlloca(b, LLVMIntTypeInContext(c, (unsigned)a.slot[k].size * 8), "");
    for (unsigned k = 0; k < a.count; k++)
        rewrite(&a, &a.access[k]);
    for (unsigned k = 0; k < a.count; k++) // whose stores are gone
        if (a.access[k].change && a.access[k].load) {
            LLVMInstructionEraseFromParent(a.access[k].change);
            LLVMInstructionEraseFromParent(a.access[k].inst);
        }
    return true;
}

bool llvm_split_arrays(struct llvm_facts *f)
{
    LLVMValueRef kernel = f->kernel;
    LLVMModuleRef m = LLVMGetGlobalParent(kernel);
    LLVMTargetDataRef dl = LLVMGetModuleDataLayout(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    bool any = false;
    LLVMValueRef next, i = llvm_alloca_from(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
    for (; i; i = next) {
        next = llvm_alloca_from(LLVMGetNextInstruction(i));
        any |= split(f, i, dl, b);
    }
    LLVMDisposeBuilder(b);
    return any;
}
