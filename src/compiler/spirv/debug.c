// What was found out for a debugger, as JSON: all but what only the code can say (compiler/result.c adds
// that). docs/debug.md has the members.
#include "compiler/kernel/source.h"
#include "compiler/spirv/descriptor/descriptor.h"
#include "compiler/spirv/memory/memory.h"
#include "compiler/spirv/translate.h"
#include "compiler/support/json.h"

// ---- types

static const char *const kinds[] = {
    [SPV_VOID] = "void",
    [SPV_BOOL] = "bool",
    [SPV_INT] = "int",
    [SPV_FLOAT] = "float",
    [SPV_VECTOR] = "vector",
    [SPV_MATRIX] = "matrix",
    [SPV_ARRAY] = "array",
    [SPV_STRUCT] = "struct",
    [SPV_RUNTIME_ARRAY] = "runtime",
    [SPV_POINTER] = "pointer",
    [SPV_FUNCTION] = "function",
    [SPV_IMAGE] = "image",
    [SPV_SAMPLER] = "sampler",
    [SPV_SAMPLED_IMAGE] = "sampled image",
    [SPV_TENSOR] = "tensor",
};

static const char *member_name(const struct spv *c, const struct spv_type *t, uint32_t n)
{
    for (const struct spv_member_name *m = c->ids[t->id].member_names; m; m = m->next)
        if (m->member == n)
            return m->name;
    return "";
}

static void write_members(struct json *j, const struct spv *c, const struct spv_type *t)
{
    json_put(j, ",\"members\":[");
    for (uint32_t n = 0; n < t->count; n++) {
        const struct spv_member *m = &t->members[n];
        json_put(j, "%s{\"name\":", n ? "," : "");
        json_string(j, member_name(c, t, n));
        json_put(j, ",\"type\":%u,\"natural\":%u", m->type->id, m->natural);
        if (m->has_offset)
            json_put(j, ",\"offset\":%u", m->offset);
        if (m->matrix_stride)
            json_put(j, ",\"matrix_stride\":%u,\"row_major\":%d", m->matrix_stride, m->row_major);
        json_put(j, "}");
    }
    json_put(j, "]");
}

static void write_type(struct json *j, const struct spv *c, const struct spv_type *t)
{
    const char *kind = t->kind == SPV_ENCODED ? t->encoding->name : kinds[t->kind];
    json_put(j, "\"%u\":{\"kind\":\"%s\",\"size\":%u", t->id, kind, t->size);
    if (t->kind == SPV_INT || t->kind == SPV_FLOAT)
        json_put(j, ",\"bits\":%u,\"signed\":%d", t->bits, t->is_signed);
    if (t->elem && t->kind != SPV_FUNCTION)
        json_put(j, ",\"element\":%u", t->elem->id);
    if (t->kind == SPV_VECTOR || t->kind == SPV_MATRIX || t->kind == SPV_ARRAY)
        json_put(j, ",\"count\":%u", t->count);
    if (t->stride)
        json_put(j, ",\"stride\":%u", t->stride);
    if (c->ids[t->id].name) {
        json_put(j, ",\"name\":");
        json_string(j, c->ids[t->id].name);
    }
    if (t->kind == SPV_STRUCT)
        write_members(j, c, t);
    json_put(j, "}");
}

static void write_types(struct json *j, const struct spv *c)
{
    bool any = false;
    json_put(j, ",\"types\":{");
    for (uint32_t id = 1; id < c->bound; id++) {
        if (c->ids[id].kind != SPV_ID_TYPE || c->ids[id].type->id != id)
            continue;
        json_put(j, "%s\n", any ? "," : "");
        write_type(j, c, c->ids[id].type);
        any = true;
    }
    json_put(j, "}");
}

// ---- variables

static void write_binding(struct json *j, struct spv *c, uint32_t id)
{
    const struct spv_decoration *set = spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationDescriptorSet);
    const struct spv_decoration *binding = spv_decoration(c, id, SPV_NO_MEMBER, SpvDecorationBinding);
    if (set && set->count && binding && binding->count)
        json_put(j, ",\"set\":%u,\"binding\":%u", set->literals[0], binding->literals[0]);
}

static void write_place(struct json *j, struct spv *c, const struct spv_debug_variable *v)
{
    uint32_t at;
    if (!v->where)
        return;
    if (spv_frame_offset(v->where, &at)) {
        json_put(j, ",\"frame\":%u", at);
        return;
    }
    switch (v->id ? (int)v->where->type->storage : -1) {
    case SpvStorageClassWorkgroup:
        for (uint32_t n = 0; n < c->shared_count; n++)
            if (c->shared[n].global == v->where->v)
                json_put(j, ",\"shared\":%u", c->shared[n].offset);
        break;
    case SpvStorageClassUniform:
    case SpvStorageClassStorageBuffer:
        write_binding(j, c, v->id);
        break;
    case SpvStorageClassPushConstant:
        json_put(j, ",\"push\":0");
        break;
    default:
        break;
    }
}

static void write_variables(struct json *j, struct spv *c)
{
    json_put(j, ",\"variables\":[");
    for (uint32_t n = 0; n < c->debug->variable_count; n++) {
        const struct spv_debug_variable *v = &c->debug->variables[n];
        json_put(j, "%s\n{\"name\":", n ? "," : "");
        json_string(j, v->name);
        json_put(j, ",\"type\":%u,\"instance\":%u", v->type->id, v->id ? 0 : v->instance);
        if (v->line)
            json_put(j, ",\"line\":%u", v->line);
        write_place(j, c, v);
        json_put(j, "}");
    }
    json_put(j, "]");
}

// ---- calls and sources

static void write_instances(struct json *j, const struct spv *c)
{
    json_put(j, ",\"instances\":[null"); // numbers begin at 1
    for (uint32_t n = 0; n < c->debug->instance_count; n++) {
        const struct spv_debug_instance *i = &c->debug->instances[n];
        const char *name = c->ids[i->function].name;
        json_put(j, ",\n{\"name\":");
        json_string(j, name ? name : "");
        json_put(j, ",\"caller\":%u,\"line\":%u}", i->caller, i->line);
    }
    json_put(j, "]");
}

static void write_lines(struct json *j, const struct spv *c)
{
    json_put(j, ",\"lines\":[null");
    for (uint32_t n = 0; n < c->line_count; n++) {
        json_put(j, ",[");
        json_string(j, c->lines[n].file);
        json_put(j, ",%u,%u]", c->lines[n].line, c->lines[n].instance);
    }
    json_put(j, "]");
}

// Files whose text is in the module.
static void write_sources(struct json *j, struct spv *c)
{
    uint32_t count;
    const struct kernel_source *sources = kernel_sources(c->arena, c->words, c->word_count, &count);
    json_put(j, ",\"sources\":{");
    for (uint32_t n = 0; n < count; n++) {
        json_put(j, "%s\n", n ? "," : "");
        json_string(j, sources[n].file);
        json_put(j, ":");
        json_string(j, sources[n].text);
    }
    json_put(j, "}");
}

const char *spv_debug_text(struct spv *c)
{
    struct json j = {.arena = c->arena};
    json_put(&j, "{\"kiln_debug\":1");
    write_types(&j, c);
    write_variables(&j, c);
    write_instances(&j, c);
    write_lines(&j, c);
    write_sources(&j, c);
    return j.text;
}
