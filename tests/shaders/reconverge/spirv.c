// Writes a program as a SPIR-V module: variables are Private, control flow is exactly the tree's.
#include "program.h"

#include <spirv/unified1/spirv.h>
#include <stdlib.h>
#include <string.h>

struct words {
    uint32_t *at;
    size_t count, capacity;
};

struct writer {
    const struct program *p;
    struct words head, decl, code; // up to annotations; types, constants, globals; functions
    uint32_t next;
    uint32_t t_void, t_bool, t_u32, t_v3, t_v4, t_fn, p_private, p_input, p_input3, p_out, p_out_array;
    uint32_t v_lane, v_local, v_group, v_in, v_out, vars[VARS], counters[MAX_COUNTERS], bounds[MAX_COUNTERS];
    uint32_t functions[FUNCTIONS], body, base; // base: of the invocation in the output, a variable
    struct {
        uint32_t value, id;
    } constants[512];
    uint32_t constant_count;
    uint32_t break_to, continue_to;
    bool ended; // the block has its terminator
};

static void put(struct words *w, uint32_t word)
{
    if (w->count == w->capacity) {
        w->capacity = w->capacity ? w->capacity * 2 : 256;
        w->at = realloc(w->at, w->capacity * sizeof(uint32_t));
    }
    w->at[w->count++] = word;
}

static void op_n(struct words *w, uint32_t op, unsigned n, const uint32_t *operands)
{
    put(w, (n + 1) << 16 | op);
    for (unsigned k = 0; k < n; k++)
        put(w, operands[k]);
}

#define OP(w, op, ...) op_n((w), (op), sizeof((uint32_t[]){__VA_ARGS__}) / 4, (const uint32_t[]){__VA_ARGS__})

static uint32_t id(struct writer *w)
{
    return w->next++;
}

static uint32_t constant(struct writer *w, uint32_t v)
{
    for (uint32_t k = 0; k < w->constant_count; k++)
        if (w->constants[k].value == v)
            return w->constants[k].id;
    uint32_t c = id(w);
    OP(&w->decl, SpvOpConstant, w->t_u32, c, v);
    if (w->constant_count < 512) {
        w->constants[w->constant_count].value = v;
        w->constants[w->constant_count++].id = c;
    }
    return c;
}

// ---- expressions ----

static uint32_t load(struct writer *w, uint32_t pointer)
{
    uint32_t r = id(w);
    OP(&w->code, SpvOpLoad, w->t_u32, r, pointer);
    return r;
}

static uint32_t binary(struct writer *w, uint32_t op, uint32_t type, uint32_t a, uint32_t b)
{
    uint32_t r = id(w);
    OP(&w->code, op, type, r, a, b);
    return r;
}

static uint32_t invocation(struct writer *w) // in the dispatch
{
    uint32_t g = id(w), x = id(w);
    OP(&w->code, SpvOpLoad, w->t_v3, g, w->v_group);
    OP(&w->code, SpvOpCompositeExtract, w->t_u32, x, g, 0);
    x = binary(w, SpvOpIMul, w->t_u32, x, constant(w, w->p->local));
    return binary(w, SpvOpIAdd, w->t_u32, x, load(w, w->v_local));
}

static uint32_t expr(struct writer *w, const struct expr *e)
{
    static const uint32_t ops[] = {
        [E_ADD] = SpvOpIAdd,       [E_SUB] = SpvOpISub,       [E_MUL] = SpvOpIMul,
        [E_XOR] = SpvOpBitwiseXor, [E_AND] = SpvOpBitwiseAnd, [E_OR] = SpvOpBitwiseOr};
    switch (e->kind) {
    case E_CONST:
        return constant(w, e->value);
    case E_VAR:
        return load(w, w->vars[e->value]);
    case E_LANE:
        return load(w, w->v_lane);
    case E_LOCAL:
        return load(w, w->v_local);
    case E_COUNTER:
        return load(w, w->counters[e->value]);
    case E_INPUT: {
        uint32_t p = id(w), at = invocation(w);
        OP(&w->code, SpvOpAccessChain, w->p_out, p, w->v_in, constant(w, 0), at);
        return load(w, p);
    }
    case E_SHR:
        return binary(w, SpvOpShiftRightLogical, w->t_u32, expr(w, e->a), constant(w, e->value));
    case E_LT:
    case E_EQ: {
        uint32_t a = expr(w, e->a), b = expr(w, e->b);
        return binary(w, e->kind == E_LT ? SpvOpULessThan : SpvOpIEqual, w->t_bool, a, b);
    }
    case E_BIT: {
        uint32_t s = binary(w, SpvOpShiftRightLogical, w->t_u32, expr(w, e->a), constant(w, e->value));
        s = binary(w, SpvOpBitwiseAnd, w->t_u32, s, constant(w, 1));
        return binary(w, SpvOpINotEqual, w->t_bool, s, constant(w, 0));
    }
    default: {
        uint32_t a = expr(w, e->a), b = expr(w, e->b);
        return binary(w, ops[e->kind], w->t_u32, a, b);
    }
    }
}

static uint32_t as_number(struct writer *w, uint32_t cond)
{
    uint32_t r = id(w);
    OP(&w->code, SpvOpSelect, w->t_u32, r, cond, constant(w, 1), constant(w, 0));
    return r;
}

static uint32_t ballot(struct writer *w, uint32_t cond, bool whole)
{
    uint32_t v = id(w), r = id(w);
    OP(&w->code, SpvOpGroupNonUniformBallot, w->t_v4, v, constant(w, SpvScopeSubgroup), cond);
    if (whole)
        return v;
    OP(&w->code, SpvOpCompositeExtract, w->t_u32, r, v, 0);
    return r;
}

static uint32_t truth(struct writer *w)
{
    return binary(w, SpvOpIEqual, w->t_bool, constant(w, 1), constant(w, 1));
}

static uint32_t group(struct writer *w, const struct stmt *s)
{
    uint32_t scope = constant(w, SpvScopeSubgroup), r, v, m;
    switch (s->group) {
    case G_BALLOT:
        v = expr(w, s->value);
        return ballot(w, v, false);
    case G_ELECT:
        r = id(w);
        OP(&w->code, SpvOpGroupNonUniformElect, w->t_bool, r, scope);
        return as_number(w, r);
    case G_ANY:
    case G_ALL:
        v = expr(w, s->value);
        r = id(w);
        OP(&w->code, s->group == G_ANY ? SpvOpGroupNonUniformAny : SpvOpGroupNonUniformAll, w->t_bool, r,
           scope, v);
        return as_number(w, r);
    case G_COUNT:
        m = ballot(w, truth(w), true);
        r = id(w);
        OP(&w->code, SpvOpGroupNonUniformBallotBitCount, w->t_u32, r, scope, SpvGroupOperationReduce, m);
        return r;
    case G_FIRST:
        v = expr(w, s->value);
        r = id(w);
        OP(&w->code, SpvOpGroupNonUniformBroadcastFirst, w->t_u32, r, scope, v);
        return r;
    case G_BROADCAST:
        v = expr(w, s->value);
        m = ballot(w, truth(w), true);
        uint32_t lsb = id(w);
        OP(&w->code, SpvOpGroupNonUniformBallotFindLSB, w->t_u32, lsb, scope, m);
        r = id(w);
        OP(&w->code, SpvOpGroupNonUniformShuffle, w->t_u32, r, scope, v, lsb);
        return r;
    default:
        v = expr(w, s->value);
        r = id(w);
        OP(&w->code, s->group == G_MIN ? SpvOpGroupNonUniformUMin : SpvOpGroupNonUniformIAdd, w->t_u32, r,
           scope,
           s->group == G_INCLUSIVE   ? SpvGroupOperationInclusiveScan
           : s->group == G_EXCLUSIVE ? SpvGroupOperationExclusiveScan
                                     : SpvGroupOperationReduce,
           v);
        return r;
    }
}

// ---- statements ----

static void label(struct writer *w, uint32_t l)
{
    OP(&w->code, SpvOpLabel, l);
    w->ended = false;
}

static void branch(struct writer *w, uint32_t to)
{
    if (!w->ended)
        OP(&w->code, SpvOpBranch, to);
    w->ended = true;
}

static void branch_on(struct writer *w, uint32_t cond, uint32_t yes, uint32_t no)
{
    OP(&w->code, SpvOpBranchConditional, cond, yes, no);
    w->ended = true;
}

static void list(struct writer *w, const struct stmt *s);

static void assign(struct writer *w, const struct stmt *s)
{
    uint32_t v = s->kind == S_GROUP ? group(w, s) : expr(w, s->value), to;
    if (s->kind == S_STORE) {
        to = id(w);
        uint32_t at = binary(w, SpvOpIAdd, w->t_u32, load(w, w->base), constant(w, s->var));
        OP(&w->code, SpvOpAccessChain, w->p_out, to, w->v_out, constant(w, 0), at);
    } else {
        to = w->vars[s->var];
    }
    if (s->fold)
        v = binary(w, SpvOpIAdd, w->t_u32, binary(w, SpvOpIMul, w->t_u32, load(w, to), constant(w, 31)), v);
    OP(&w->code, SpvOpStore, to, v);
}

static void write_if(struct writer *w, const struct stmt *s)
{
    uint32_t yes = id(w), merge = id(w), no = s->other ? id(w) : merge;
    uint32_t cond = expr(w, s->value);
    OP(&w->code, SpvOpSelectionMerge, merge, 0);
    branch_on(w, cond, yes, no);
    label(w, yes);
    list(w, s->body);
    branch(w, merge);
    if (s->other) {
        label(w, no);
        list(w, s->other);
        branch(w, merge);
    }
    label(w, merge);
}

static uint32_t in_bound(struct writer *w, const struct stmt *s)
{
    uint32_t a = load(w, w->counters[s->var]), b = load(w, w->bounds[s->var]);
    return binary(w, SpvOpULessThan, w->t_bool, a, b);
}

static void write_loop(struct writer *w, const struct stmt *s)
{
    uint32_t header = id(w), body = id(w), cont = id(w), merge = id(w);
    uint32_t outer_break = w->break_to, outer_continue = w->continue_to;
    uint32_t bound = expr(w, s->value);
    OP(&w->code, SpvOpStore, w->bounds[s->var], bound);
    OP(&w->code, SpvOpStore, w->counters[s->var], constant(w, 0));
    branch(w, header);
    label(w, header);
    if (s->loop == LOOP_FOR) {
        uint32_t in = in_bound(w, s);
        OP(&w->code, SpvOpLoopMerge, merge, cont, 0);
        branch_on(w, in, body, merge);
    } else {
        OP(&w->code, SpvOpLoopMerge, merge, cont, 0);
        branch(w, body);
    }
    w->break_to = merge;
    w->continue_to = cont;
    label(w, body);
    if (s->loop == LOOP_INFINITE) { // the bound is a break
        uint32_t in = in_bound(w, s), go = id(w), stop = id(w);
        OP(&w->code, SpvOpSelectionMerge, go, 0);
        branch_on(w, in, go, stop);
        label(w, stop);
        branch(w, merge);
        label(w, go);
    }
    list(w, s->body);
    branch(w, cont);
    w->break_to = w->continue_to = 0;
    label(w, cont);
    list(w, s->other);
    uint32_t n = binary(w, SpvOpIAdd, w->t_u32, load(w, w->counters[s->var]), constant(w, 1));
    OP(&w->code, SpvOpStore, w->counters[s->var], n);
    if (s->loop == LOOP_DO)
        branch_on(w, in_bound(w, s), header, merge);
    else
        branch(w, header);
    w->break_to = outer_break;
    w->continue_to = outer_continue;
    label(w, merge);
}

static void write_switch(struct writer *w, const struct stmt *s)
{
    uint32_t merge = id(w), outer = w->break_to, labels[MAX_CASES], def = merge, selector = expr(w, s->value);
    uint32_t n = 0, operands[2 + 4 * MAX_CASES];
    for (uint32_t c = 0; c < s->case_count; c++) {
        labels[c] = id(w);
        if (!s->cases[c].literal_count)
            def = labels[c];
    }
    operands[n++] = selector;
    operands[n++] = def;
    for (uint32_t c = 0; c < s->case_count; c++)
        for (uint32_t k = 0; k < s->cases[c].literal_count; k++) {
            operands[n++] = s->cases[c].literals[k];
            operands[n++] = labels[c];
        }
    OP(&w->code, SpvOpSelectionMerge, merge, 0);
    op_n(&w->code, SpvOpSwitch, n, operands);
    w->ended = true;
    w->break_to = merge;
    for (uint32_t c = 0; c < s->case_count; c++) {
        label(w, labels[c]);
        list(w, s->cases[c].body);
        branch(w, s->cases[c].falls ? labels[c + 1] : merge);
    }
    w->break_to = outer;
    label(w, merge);
}

static void list(struct writer *w, const struct stmt *s)
{
    for (; s; s = s->next)
        switch (s->kind) {
        case S_ASSIGN:
        case S_GROUP:
        case S_STORE:
            assign(w, s);
            break;
        case S_IF:
            write_if(w, s);
            break;
        case S_LOOP:
            write_loop(w, s);
            break;
        case S_SWITCH:
            write_switch(w, s);
            break;
        case S_BREAK:
            branch(w, w->break_to);
            return;
        case S_CONTINUE:
            branch(w, w->continue_to);
            return;
        case S_RETURN:
            put(&w->code, 1 << 16 | SpvOpReturn);
            w->ended = true;
            return;
        case S_CALL:
            OP(&w->code, SpvOpFunctionCall, w->t_void, id(w), w->functions[s->var]);
            break;
        }
}

// ---- the module ----

static uint32_t variable(struct writer *w, uint32_t type, uint32_t storage)
{
    uint32_t v = id(w);
    OP(&w->decl, SpvOpVariable, type, v, storage);
    return v;
}

static uint32_t builtin(struct writer *w, uint32_t pointer, uint32_t which)
{
    uint32_t v = variable(w, pointer, SpvStorageClassInput);
    OP(&w->head, SpvOpDecorate, v, SpvDecorationBuiltIn, which);
    return v;
}

static uint32_t buffer(struct writer *w, uint32_t pointer, uint32_t binding)
{
    uint32_t v = variable(w, pointer, SpvStorageClassStorageBuffer);
    OP(&w->head, SpvOpDecorate, v, SpvDecorationDescriptorSet, 0);
    OP(&w->head, SpvOpDecorate, v, SpvDecorationBinding, binding);
    return v;
}

static void declare(struct writer *w)
{
    uint32_t array = id(w), block = id(w);
    w->t_void = id(w), w->t_bool = id(w), w->t_u32 = id(w), w->t_v3 = id(w), w->t_v4 = id(w), w->t_fn = id(w);
    w->p_private = id(w), w->p_input = id(w), w->p_input3 = id(w), w->p_out = id(w), w->p_out_array = id(w);
    OP(&w->head, SpvOpDecorate, array, SpvDecorationArrayStride, 4);
    OP(&w->head, SpvOpDecorate, block, SpvDecorationBlock);
    OP(&w->head, SpvOpMemberDecorate, block, 0, SpvDecorationOffset, 0);
    OP(&w->decl, SpvOpTypeVoid, w->t_void);
    OP(&w->decl, SpvOpTypeBool, w->t_bool);
    OP(&w->decl, SpvOpTypeInt, w->t_u32, 32, 0);
    OP(&w->decl, SpvOpTypeVector, w->t_v3, w->t_u32, 3);
    OP(&w->decl, SpvOpTypeVector, w->t_v4, w->t_u32, 4);
    OP(&w->decl, SpvOpTypeFunction, w->t_fn, w->t_void);
    OP(&w->decl, SpvOpTypeRuntimeArray, array, w->t_u32);
    OP(&w->decl, SpvOpTypeStruct, block, array);
    OP(&w->decl, SpvOpTypePointer, w->p_private, SpvStorageClassPrivate, w->t_u32);
    OP(&w->decl, SpvOpTypePointer, w->p_input, SpvStorageClassInput, w->t_u32);
    OP(&w->decl, SpvOpTypePointer, w->p_input3, SpvStorageClassInput, w->t_v3);
    OP(&w->decl, SpvOpTypePointer, w->p_out, SpvStorageClassStorageBuffer, w->t_u32);
    OP(&w->decl, SpvOpTypePointer, w->p_out_array, SpvStorageClassStorageBuffer, block);
    w->v_lane = builtin(w, w->p_input, SpvBuiltInSubgroupLocalInvocationId);
    w->v_local = builtin(w, w->p_input, SpvBuiltInLocalInvocationIndex);
    w->v_group = builtin(w, w->p_input3, SpvBuiltInWorkgroupId);
    w->v_in = buffer(w, w->p_out_array, 0);
    w->v_out = buffer(w, w->p_out_array, 1);
    w->base = variable(w, w->p_private, SpvStorageClassPrivate);
    for (uint32_t k = 0; k < VARS; k++)
        w->vars[k] = variable(w, w->p_private, SpvStorageClassPrivate);
    for (uint32_t k = 0; k < w->p->counters; k++) {
        w->counters[k] = variable(w, w->p_private, SpvStorageClassPrivate);
        w->bounds[k] = variable(w, w->p_private, SpvStorageClassPrivate);
    }
}

static void begin_function(struct writer *w, uint32_t f)
{
    OP(&w->code, SpvOpFunction, w->t_void, f, 0, w->t_fn);
    label(w, id(w));
}

static void end_function(struct writer *w)
{
    if (!w->ended)
        put(&w->code, 1 << 16 | SpvOpReturn);
    put(&w->code, 1 << 16 | SpvOpFunctionEnd);
}

static void start_values(struct writer *w)
{
    static const struct expr input = {.kind = E_INPUT};
    uint32_t in = expr(w, &input);
    OP(&w->code, SpvOpStore, w->base, binary(w, SpvOpIMul, w->t_u32, invocation(w), constant(w, OUTS)));
    for (uint32_t v = 0; v < VARS; v++) {
        uint32_t x =
            v & 1 ? binary(w, SpvOpShiftRightLogical, w->t_u32, in, constant(w, v * 3)) : constant(w, v * 7);
        if (!(v & 1) && v > 3)
            x = binary(w, SpvOpIAdd, w->t_u32, x, load(w, w->v_local));
        OP(&w->code, SpvOpStore, w->vars[v], x);
    }
    for (uint32_t c = 0; c < w->p->counters; c++)
        OP(&w->code, SpvOpStore, w->counters[c], constant(w, 0));
}

static void write_main(struct writer *w, uint32_t main_id)
{
    begin_function(w, main_id);
    start_values(w);
    if (w->p->in_main)
        list(w, w->p->body);
    else
        OP(&w->code, SpvOpFunctionCall, w->t_void, id(w), w->body);
    for (uint32_t v = 0; v < VARS && !w->ended; v++) {
        uint32_t to = id(w), at = binary(w, SpvOpIAdd, w->t_u32, load(w, w->base), constant(w, MEMS + v));
        OP(&w->code, SpvOpAccessChain, w->p_out, to, w->v_out, constant(w, 0), at);
        OP(&w->code, SpvOpStore, to, load(w, w->vars[v]));
    }
    end_function(w);
}

uint32_t *program_spirv(const struct program *p, bool maximal, size_t *bytes)
{
    struct writer w = {.p = p, .next = 1};
    static const uint32_t capabilities[] = {SpvCapabilityShader,
                                            SpvCapabilityGroupNonUniform,
                                            SpvCapabilityGroupNonUniformVote,
                                            SpvCapabilityGroupNonUniformBallot,
                                            SpvCapabilityGroupNonUniformArithmetic,
                                            SpvCapabilityGroupNonUniformShuffle};
    uint32_t main_id = id(&w);
    struct words top = {0}, entry = {0};
    const uint32_t start[] = {SpvMagicNumber, 0x10300, 0, 0, 0};
    for (unsigned k = 0; k < 5; k++)
        put(&top, start[k]);
    for (unsigned k = 0; k < sizeof(capabilities) / 4; k++)
        OP(&top, SpvOpCapability, capabilities[k]);
    if (maximal) { // SPV_KHR_maximal_reconvergence, which the header may be too old for
        static const char name[32] = "SPV_KHR_maximal_reconvergence";
        uint32_t text[8];
        memcpy(text, name, sizeof(text));
        op_n(&top, SpvOpExtension, 8, text);
    }
    OP(&top, SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
    declare(&w);
    for (uint32_t k = 0; k < p->function_count; k++) {
        w.functions[k] = id(&w);
        begin_function(&w, w.functions[k]);
        list(&w, p->functions[k]);
        end_function(&w);
    }
    if (!p->in_main) {
        w.body = id(&w);
        begin_function(&w, w.body);
        list(&w, p->body);
        end_function(&w);
    }
    write_main(&w, main_id);
    uint32_t name[] = {0x6e69616d, 0}; // "main"
    OP(&entry, SpvOpEntryPoint, SpvExecutionModelGLCompute, main_id, name[0], name[1], w.v_lane, w.v_local,
       w.v_group);
    OP(&entry, SpvOpExecutionMode, main_id, SpvExecutionModeLocalSize, p->local, 1, 1);
    if (maximal)
        OP(&entry, SpvOpExecutionMode, main_id, 6023); // MaximallyReconvergesKHR
    struct words parts[] = {entry, w.head, w.decl, w.code};
    for (unsigned k = 0; k < 4; k++) {
        for (size_t n = 0; n < parts[k].count; n++)
            put(&top, parts[k].at[n]);
        free(parts[k].at);
    }
    top.at[3] = w.next;
    *bytes = top.count * 4;
    return top.at;
}
