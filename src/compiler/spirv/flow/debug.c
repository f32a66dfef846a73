// Debug information that is made while functions are emitted: which instance of which function that is and
// who called it, DebugDeclare and DebugValue of NonSemantic.Shader.DebugInfo.100, and values that OpName
// names.
#include "compiler/spirv/flow/flow.h"
#include "compiler/spirv/memory/memory.h"

enum {
    DEBUG_TYPE_COMPOSITE = 10,
    DEBUG_GLOBAL_VARIABLE = 18,
    DEBUG_FUNCTION = 20,
    DEBUG_LOCAL_VARIABLE = 26,
    DEBUG_DECLARE = 28,
    DEBUG_VALUE = 29,
    DEBUG_EXPRESSION = 31,
    DEBUG_FUNCTION_DEFINITION = 101
};

// The instruction of the set that defines `id`, or NULL.
static const struct spv_inst *debug_definition(struct spv *c, uint32_t id, uint32_t op)
{
    const struct spv_inst *i = id < c->bound ? c->debug->made_by[id] : NULL;
    return i && spv_is_debug_inst(c, i, op) ? i : NULL;
}

static void find_definitions(struct spv *c)
{
    if (c->debug->made_by)
        return;
    c->debug->made_by = arena_array(c->arena, const struct spv_inst *, c->bound);
    for (uint32_t n = 0; n < c->inst_count; n++)
        if (c->insts[n].result_id && c->insts[n].result_id < c->bound)
            c->debug->made_by[c->insts[n].result_id] = &c->insts[n];
    for (uint32_t n = 0; n < c->inst_count; n++)
        c->debug->declares |= spv_is_debug_inst(c, &c->insts[n], DEBUG_DECLARE);
}

static void take_name(struct spv *c, uint32_t id, uint32_t string)
{
    const char *name = string < c->bound ? c->ids[string].string : NULL;
    if (id < c->bound && name && name[0] && !c->ids[id].name)
        c->ids[id].name = name;
}

// DebugGlobalVariable Name Type Source Line Column Parent LinkageName Variable (a block without a name is
// called as its type: DebugTypeComposite Name ...); DebugFunctionDefinition Function Definition, and
// Function: Name ...
void spv_take_debug_names(struct spv *c)
{
    uint32_t *type_names = NULL; // ids of strings, by ids of composites
    for (uint32_t n = 0; n < c->inst_count; n++) {
        const struct spv_inst *i = &c->insts[n];
        if (spv_is_debug_inst(c, i, DEBUG_TYPE_COMPOSITE) && i->count > 5) {
            type_names = type_names ? type_names : arena_array(c->arena, uint32_t, c->bound);
            type_names[i->result_id] = i->words[5];
        } else if (spv_is_debug_inst(c, i, DEBUG_GLOBAL_VARIABLE) && i->count > 12) {
            take_name(c, i->words[12], i->words[5]);
            if (type_names && i->words[6] < c->bound)
                take_name(c, i->words[12], type_names[i->words[6]]);
        } else if (c->debug && spv_is_debug_inst(c, i, DEBUG_FUNCTION_DEFINITION) && i->count > 6) {
            find_definitions(c);
            const struct spv_inst *f = debug_definition(c, i->words[5], DEBUG_FUNCTION);
            if (f && f->count > 5)
                take_name(c, i->words[6], f->words[5]);
        }
    }
}

// Of a part of a variable: its name with the part's indices behind it. NULL: they are not constant.
static const char *part_name(struct spv *c, const struct spv_inst *i, const char *name)
{
    for (uint32_t n = 8; name && n < i->count; n++) {
        uint32_t index;
        name =
            spv_debug_constant(c, i->words[n], &index) ? arena_printf(c->arena, "%s[%u]", name, index) : NULL;
    }
    return name;
}

// DebugDeclare Variable Place Expression, DebugValue Variable Value Expression Indices...; Variable: Name
// Type Source Line ... What an expression makes of a value is not computed: then there is none.
static void declare(struct spv *c, const struct spv_inst *i, bool is_value)
{
    const struct spv_inst *local =
        i->count > 6 ? debug_definition(c, i->words[5], DEBUG_LOCAL_VARIABLE) : NULL;
    const struct spv_id *d = i->count > 6 && i->words[6] < c->bound ? &c->ids[i->words[6]] : NULL;
    if (!local || local->count < 9 || !d || d->kind != SPV_ID_VALUE || !d->value)
        return;
    const char *name = local->words[5] < c->bound ? c->ids[local->words[5]].string : NULL;
    uint32_t line = 0;
    spv_debug_constant(c, local->words[8], &line);
    const struct spv_inst *e = i->count > 7 ? debug_definition(c, i->words[7], DEBUG_EXPRESSION) : NULL;
    bool computed = e && e->count > 5;
    if (is_value)
        spv_frame_note(c, part_name(c, i, name), d->value->type,
                       computed ? NULL : spv_frame_keep(c, d->value), 0, line);
    else if (d->value->type->kind == SPV_POINTER && d->value->type->elem)
        spv_frame_note(c, name, d->value->type->elem, d->value, 0, line);
}

void spv_debug_begin(struct spv *c)
{
    if (!c->debug)
        return;
    find_definitions(c);
    struct spv_debug *d = c->debug;
    if (d->instance_count == d->instance_capacity) {
        uint32_t n = d->instance_capacity ? 2 * d->instance_capacity : 16;
        d->instances = arena_grow(c->arena, d->instances, d->instance_count * sizeof(*d->instances),
                                  n * sizeof(*d->instances));
        d->instance_capacity = n;
    }
    d->instances[d->instance_count++] = (struct spv_debug_instance){
        .function = c->now.function->id, .caller = c->now.call->outer.number, .line = c->now.call->line};
    const struct spv_function *f = c->now.function;
    for (uint32_t n = 0; n < f->param_count && !d->declares; n++) {
        const struct spv_id *p = &c->ids[f->params[n]];
        if (p->value->type->kind == SPV_POINTER)
            spv_frame_note(c, p->name, p->value->type->elem, p->value, 0, 0);
        else if (p->name)
            spv_frame_note(c, p->name, p->value->type, spv_frame_keep(c, p->value), 0, 0);
    }
}

void spv_debug_follow(struct spv *c, const struct spv_inst *i)
{
    if (!c->debug || !c->now.number)
        return;
    const struct spv_id *d = i->result_id ? &c->ids[i->result_id] : NULL;
    if (spv_is_debug_inst(c, i, DEBUG_DECLARE))
        declare(c, i, false);
    else if (spv_is_debug_inst(c, i, DEBUG_VALUE))
        declare(c, i, true);
    else if (d && d->name && d->kind == SPV_ID_VALUE && i->op == SpvOpVariable && !c->debug->declares)
        spv_frame_note(c, d->name, d->value->type->elem, d->value, 0, 0);
    else if (d && d->name && d->name[0] && d->kind == SPV_ID_VALUE && d->value->type->kind != SPV_POINTER &&
             i->op != SpvOpPhi && spv_all_numbers(d->value->type))
        spv_frame_note(c, d->name, d->value->type, spv_frame_keep(c, d->value), 0, 0);
}
