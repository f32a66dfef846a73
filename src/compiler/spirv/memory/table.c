// Lookup tables. GLSL's constant arrays reach SPIR-V as local variables that are stored once, whole, from a
// constant and only read afterwards. In memory each invocation would fill its own copy; small ones are better
// computed: an element at a run-time index is a tree of selects over the bits of the index, or, for a few
// small integers, a shift of a packed word. Dwords, and integers that fit in a byte, that are more than a few
// go into registers instead (isel/memory/table.c), where a place takes the same few instructions however many
// there are. Bytes are constant globals until selection (llvm/lower/tables.c), so that LLVM knows what they
// are.
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/value/build.h"

#define MAX_SELECT 16 // elements of an array that is selected from
#define FEW 4         // those of one that may be in registers
#define MAX_REGISTER_LEAVES 64
#define MAX_BYTES 256 // elements of one whose values fit in bytes
#define FEW_WORDS 2   // that they are packed in where they are no bytes in registers
#define MAX_TABLE_LEAVES 96

// ---- which variables are tables ----

static void disqualify(struct spv *c, uint32_t id)
{
    if (id < c->bound && c->table_root[id])
        c->table_value[c->table_root[id]] = 0;
}

// `value` of all stores to a table, as far as we have seen; UINT32_MAX: none yet; 0: no table.
static void note_store(struct spv *c, uint32_t ptr, uint32_t value)
{
    struct spv_id *d = value < c->bound ? &c->ids[value] : NULL;
    bool constant = d && d->kind == SPV_ID_VALUE && d->instance == 0 && spv_is_constant(d->value);
    if (ptr >= c->bound || !c->table_root[ptr])
        return;
    bool first = c->table_value[ptr] == UINT32_MAX; // glslang both initializes and stores
    if (c->table_root[ptr] == ptr && constant && (first || c->table_value[ptr] == value))
        c->table_value[ptr] = value;
    else
        disqualify(c, ptr);
}

static void scan_use(struct spv *c, const struct spv_inst *i)
{
    switch (i->op) {
    case SpvOpVariable:
        if (i->count >= 4 && i->result_id < c->bound) {
            c->table_root[i->result_id] = i->result_id;
            c->table_value[i->result_id] = UINT32_MAX;
            if (i->count > 4)
                note_store(c, i->result_id, i->words[4]);
        }
        return;
    case SpvOpStore:
        note_store(c, i->words[1], i->words[2]);
        disqualify(c, i->words[2]);
        return;
    case SpvOpLoad:
        return;
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
        if (i->words[3] < c->bound && i->result_id < c->bound)
            c->table_root[i->result_id] = c->table_root[i->words[3]];
        return;
    default: // anything else that names it; a literal that looks like its id does no harm
        for (uint32_t w = 1; w < i->count; w++)
            disqualify(c, i->words[w]);
    }
}

void spv_find_tables(struct spv *c)
{
    bool inside = false;
    c->table_root = arena_array(c->arena, uint32_t, c->bound);
    c->table_value = arena_array(c->arena, uint32_t, c->bound);
    for (uint32_t n = 0; n < c->inst_count; n++) {
        const struct spv_inst *i = &c->insts[n];
        inside = i->op == SpvOpFunction || (inside && i->op != SpvOpFunctionEnd);
        if (inside)
            scan_use(c, i);
    }
}

static bool leaf_fits(const struct spv_value *v, uint64_t limit)
{
    return v->v && LLVMIsAConstantInt(v->v) && v->type->kind == SPV_INT && v->type->bits == 32 &&
           LLVMConstIntGetZExtValue(v->v) <= limit;
}

// Adds the scalars of a type; false, if some are no dwords.
static bool count_dwords(const struct spv_type *t, uint32_t *leaves)
{
    if (!spv_is_composite(t))
        return ++*leaves && (t->kind == SPV_INT || t->kind == SPV_FLOAT) && t->bits == 32;
    for (uint32_t n = 0; n < t->count && *leaves <= MAX_REGISTER_LEAVES; n++)
        if (!count_dwords(spv_elem_type(t, n), leaves))
            return false;
    return true;
}

static bool fits_registers(const struct spv_type *t)
{
    uint32_t leaves = 0;
    return count_dwords(t, &leaves) && leaves <= MAX_REGISTER_LEAVES;
}

static bool small(const struct spv_value *v, uint32_t most, uint32_t *leaves)
{
    if (!spv_is_composite(v->type))
        return ++*leaves <= MAX_TABLE_LEAVES;
    bool bytes = v->type->kind == SPV_ARRAY && v->type->count <= MAX_BYTES;
    for (uint32_t n = 0; n < v->type->count && bytes; n++)
        bytes = leaf_fits(v->elems[n], 255);
    if (bytes)
        return ++*leaves <= MAX_TABLE_LEAVES;
    if (v->type->count > most)
        return false;
    for (uint32_t n = 0; n < v->type->count; n++)
        if (!small(v->elems[n], most, leaves))
            return false;
    return true;
}

const struct spv_value *spv_table_constant(struct spv *c, uint32_t variable, const struct spv_type *pointee)
{
    uint32_t value = c->table_value[variable];
    if (!value || value == UINT32_MAX || pointee->kind != SPV_ARRAY)
        return NULL;
    const struct spv_value *v = c->ids[value].value;
    return spv_same_type(v->type, pointee) ? v : NULL;
}

const struct spv_value *spv_table_of(struct spv *c, uint32_t variable, const struct spv_type *pointee)
{
    uint32_t leaves = 0;
    const struct spv_value *v = spv_table_constant(c, variable, pointee);
    return v && small(v, fits_registers(pointee) ? FEW : MAX_SELECT, &leaves) ? v : NULL;
}

// ---- an element at a run-time index ----

// Leaves lo to lo + n of a power of two `span`: the highest bit of the index below `span` chooses the half.
static LLVMValueRef tree(struct spv *c, LLVMValueRef *leaves, uint32_t n, uint32_t span, LLVMValueRef index)
{
    if (n <= 1 || span <= 1)
        return leaves[0];
    uint32_t half = span / 2;
    LLVMValueRef low = tree(c, leaves, n < half ? n : half, half, index);
    if (n <= half)
        return low;
    LLVMValueRef high = tree(c, leaves + half, n - half, half, index);
    if (low == high)
        return low;
    LLVMValueRef bit = LLVMBuildAnd(c->b, index, spv_i32(c, half), "");
    LLVMValueRef is = LLVMBuildICmp(c->b, LLVMIntNE, bit, spv_i32(c, 0), "");
    return LLVMBuildSelect(c->b, is, high, low, "");
}

static uint32_t span_of(uint32_t n)
{
    return n <= 1 ? 1 : 1u << (32 - __builtin_clz(n - 1));
}

// Integers of `width` bits, 32 / width to a word.
static LLVMValueRef packed(struct spv *c, LLVMValueRef *leaves, uint32_t n, uint32_t width,
                           LLVMValueRef index)
{
    LLVMValueRef words[FEW_WORDS];
    uint32_t per = 32 / width, count = (n + per - 1) / per;
    for (uint32_t w = 0; w < count; w++) {
        uint32_t bits = 0;
        for (uint32_t k = 0; k < per && w * per + k < n; k++)
            bits |= (uint32_t)LLVMConstIntGetZExtValue(leaves[w * per + k]) << (k * width);
        words[w] = spv_i32(c, bits);
    }
    uint32_t shift = (uint32_t)__builtin_ctz(per);
    LLVMValueRef at = LLVMBuildLShr(c->b, index, spv_i32(c, shift), "");
    LLVMValueRef word = tree(c, words, count, span_of(count), at);
    LLVMValueRef by = LLVMBuildAnd(c->b, index, spv_i32(c, per - 1), "");
    by = LLVMBuildShl(c->b, by, spv_i32(c, (uint32_t)__builtin_ctz(width)), "");
    return LLVMBuildAnd(c->b, LLVMBuildLShr(c->b, word, by, ""), spv_i32(c, (1u << width) - 1), "");
}

// The global that holds these bytes.
static LLVMValueRef global_of(struct spv *c, LLVMValueRef bytes)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(c->module); g; g = LLVMGetNextGlobal(g))
        if (LLVMIsGlobalConstant(g) && LLVMGetInitializer(g) == bytes)
            return g;
    LLVMValueRef g = LLVMAddGlobalInAddressSpace(c->module, LLVMTypeOf(bytes), "table", KILN_AS_PRIVATE);
    LLVMSetInitializer(g, bytes);
    LLVMSetGlobalConstant(g, true);
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    return g;
}

static LLVMValueRef byte_of(struct spv *c, LLVMValueRef *leaves, uint32_t n, LLVMValueRef index)
{
    LLVMValueRef bytes[MAX_BYTES];
    for (uint32_t k = 0; k < n; k++)
        bytes[k] = LLVMConstInt(c->i8, LLVMConstIntGetZExtValue(leaves[k]), false);
    LLVMValueRef g = global_of(c, LLVMConstArray2(c->i8, bytes, n));
    LLVMValueRef place = LLVMBuildGEP2(c->b, c->i8, g, &index, 1, "");
    LLVMValueRef load = LLVMBuildLoad2(c->b, c->i8, place, "");
    LLVMSetAlignment(load, 1);
    return LLVMBuildZExt(c->b, load, c->i32, "");
}

static const struct spv_value *element(struct spv *c, const struct spv_value **elems, uint32_t n,
                                       LLVMValueRef index)
{
    const struct spv_type *t = elems[0]->type;
    if (spv_is_composite(t)) {
        struct spv_value *v = spv_new_value(c, t);
        const struct spv_value *parts[MAX_BYTES];
        for (uint32_t k = 0; k < t->count; k++) {
            for (uint32_t e = 0; e < n; e++)
                parts[e] = elems[e]->elems[k];
            v->elems[k] = element(c, parts, n, index);
        }
        return v;
    }
    LLVMValueRef leaves[MAX_BYTES];
    bool nibbles = n > 2, bytes = n > 2;
    for (uint32_t e = 0; e < n; e++) {
        leaves[e] = elems[e]->v;
        nibbles &= leaf_fits(elems[e], 15);
        bytes &= leaf_fits(elems[e], 255);
    }
    if (bytes && n > FEW_WORDS * (nibbles ? 8 : 4))
        return spv_scalar(c, t, byte_of(c, leaves, n, index));
    if (bytes)
        return spv_scalar(c, t, packed(c, leaves, n, nibbles ? 4 : 8, index));
    return spv_scalar(c, t, tree(c, leaves, n, span_of(n), index));
}

const struct spv_value *spv_table_element(struct spv *c, const struct spv_value *table, LLVMValueRef index)
{
    const struct spv_type *t = table->type;
    spv_check(c, spv_is_composite(t), "too many indices");
    if (LLVMIsAConstantInt(index)) {
        unsigned long long k = LLVMConstIntGetZExtValue(index);
        return k < t->count ? table->elems[k] : spv_undef(c, spv_elem_type(t, 0));
    }
    spv_check(c, t->kind != SPV_STRUCT, "a member at a run-time index");
    return element(c, table->elems, t->count, index);
}
