// Queries before a compile: the devices, and what a module has, which is read from its bytes without
// believing them. SPIR-V specification, 2.3 (physical layout), 2.17 (limits), 3 (opcodes).
#include <stdlib.h>
#include <string.h>

#include "compiler/kernel/kernel.h"
#include "hw/devinfo.h"
#include "hw/target.h"
#include "util/vec.h"

enum {
    HEADER_BOUND = 3,
    HEADER_WORDS = 5,
    MAX_BOUND = 4194304, // 2.17
    OP_NAME = 5,
    OP_ENTRY_POINT = 15,
    OP_EXECUTION_MODE = 16,
    OP_TYPE_BOOL = 20,
    OP_TYPE_INT = 21,
    OP_TYPE_FLOAT = 22,
    OP_SPEC_CONSTANT_TRUE = 48,
    OP_SPEC_CONSTANT_FALSE = 49,
    OP_SPEC_CONSTANT = 50,
    OP_SPEC_CONSTANT_COMPOSITE = 51,
    OP_DECORATE = 71,
    OP_EXECUTION_MODE_ID = 331
};
enum {
    MODEL_GLCOMPUTE = 5,
    MODE_LOCAL_SIZE = 17,
    MODE_LOCAL_SIZE_ID = 38,
    DECORATION_SPEC_ID = 1,
    DECORATION_BUILT_IN = 11,
    BUILT_IN_WORKGROUP_SIZE = 25
};

// What is known of an identifier: offsets in words, 0 for nothing.
struct id {
    uint32_t definition; // of a scalar type, or of a specialization constant
    uint32_t name;
    uint32_t local_size; // of the function's execution mode
    bool by_constants;   // its local size is
};

struct kiln_module {
    const uint32_t *words;
    size_t count;
    struct id *ids;
    uint32_t bound;
    VEC(uint32_t) entries, constants; // offsets of OpEntryPoint, of OpDecorate SpecId
    bool workgroup_size;              // a specialization constant says it for all of them
};

static const struct id nothing;

static const struct id *id_of(const struct kiln_module *m, uint32_t id)
{
    return id < m->bound ? &m->ids[id] : &nothing;
}

// The next instruction's offset in *at, and how many words it has: 0 at the end, and where the module is
// damaged.
static uint32_t next(const struct kiln_module *m, size_t *at)
{
    *at += *at ? m->words[*at] >> 16 : HEADER_WORDS;
    const uint32_t length = *at < m->count ? m->words[*at] >> 16 : 0;
    return length <= m->count - *at ? length : 0;
}

static uint32_t op_of(const uint32_t *i)
{
    return i[0] & 0xffff;
}

static void define(struct kiln_module *m, uint32_t id, size_t at)
{
    if (id < m->bound && !m->ids[id].definition)
        m->ids[id].definition = (uint32_t)at;
}

static void note_local_size(struct kiln_module *m, const uint32_t *i, size_t at)
{
    if (i[1] >= m->bound)
        return;
    if (op_of(i) == OP_EXECUTION_MODE && i[2] == MODE_LOCAL_SIZE)
        m->ids[i[1]].local_size = (uint32_t)at;
    else if (op_of(i) == OP_EXECUTION_MODE_ID && i[2] == MODE_LOCAL_SIZE_ID)
        m->ids[i[1]].by_constants = true;
}

static void read_definitions(struct kiln_module *m)
{
    size_t at = 0;
    for (uint32_t length; (length = next(m, &at));) {
        const uint32_t *i = m->words + at;
        switch (op_of(i)) {
        case OP_NAME:
            if (length > 2 && i[1] < m->bound && !m->ids[i[1]].name)
                m->ids[i[1]].name = (uint32_t)at;
            break;
        case OP_EXECUTION_MODE:
        case OP_EXECUTION_MODE_ID:
            if (length >= 6)
                note_local_size(m, i, at);
            break;
        case OP_TYPE_BOOL:
        case OP_TYPE_INT:
        case OP_TYPE_FLOAT:
            if (length > 1)
                define(m, i[1], at);
            break;
        case OP_SPEC_CONSTANT_TRUE:
        case OP_SPEC_CONSTANT_FALSE:
        case OP_SPEC_CONSTANT:
        case OP_SPEC_CONSTANT_COMPOSITE:
            if (length > 2)
                define(m, i[2], at);
            break;
        default:
            break;
        }
    }
}

// The identifier's definition if it is by an opcode from `first` to `last`, or NULL.
static const uint32_t *definition(const struct kiln_module *m, uint32_t id, uint32_t first, uint32_t last)
{
    const uint32_t at = id_of(m, id)->definition, op = at ? op_of(m->words + at) : 0;
    return at && op >= first && op <= last ? m->words + at : NULL;
}

// The string from word `from` of an instruction on; "" if it does not end there.
static const char *string_at(const uint32_t *i, uint32_t from)
{
    const uint32_t length = i[0] >> 16;
    const char *s = (const char *)(i + from);
    return from < length && memchr(s, 0, (size_t)(length - from) * 4) ? s : "";
}

// False: it is of no type that has values.
static bool read_constant(const struct kiln_module *m, uint32_t target, struct kiln_module_constant *out)
{
    const uint32_t *c = definition(m, target, OP_SPEC_CONSTANT_TRUE, OP_SPEC_CONSTANT);
    const uint32_t *t = c ? definition(m, c[1], OP_TYPE_BOOL, OP_TYPE_FLOAT) : NULL;
    if (!t)
        return false;
    const uint32_t words = c[0] >> 16, type_words = t[0] >> 16, name = id_of(m, target)->name;
    out->bits = type_words > 2 ? t[2] : 8;
    out->kind = op_of(t) == OP_TYPE_BOOL    ? KILN_KIND_BOOL
                : op_of(t) == OP_TYPE_FLOAT ? KILN_KIND_FLOAT
                : type_words > 3 && t[3]    ? KILN_KIND_INT
                                            : KILN_KIND_UINT;
    out->value = words > 3 ? c[3] : op_of(c) == OP_SPEC_CONSTANT_TRUE;
    if (out->bits == 64 && words > 4)
        out->value |= (uint64_t)c[4] << 32;
    else if (out->bits < 32)
        out->value &= (UINT64_C(1) << out->bits) - 1;
    out->name = name ? string_at(m->words + name, 2) : "";
    return out->bits == 8 || out->bits == 16 || out->bits == 32 || out->bits == 64;
}

// A constant that is decorated as WorkgroupSize overrides what the entry points say; one that cannot be
// specialized says the same.
static bool read_decoration(struct kiln_module *m, const uint32_t *i, uint32_t at)
{
    struct kiln_module_constant c;
    if (i[2] == DECORATION_SPEC_ID)
        return !read_constant(m, i[1], &c) || vec_push(&m->constants, at);
    if (i[2] == DECORATION_BUILT_IN && i[3] == BUILT_IN_WORKGROUP_SIZE &&
        definition(m, i[1], OP_SPEC_CONSTANT_COMPOSITE, OP_SPEC_CONSTANT_COMPOSITE))
        m->workgroup_size = true;
    return true;
}

// False: out of memory.
static bool read_rest(struct kiln_module *m)
{
    size_t at = 0;
    bool ok = true;
    for (uint32_t length; ok && (length = next(m, &at));) {
        const uint32_t *i = m->words + at;
        if (op_of(i) == OP_ENTRY_POINT && length >= 4 && i[1] == MODEL_GLCOMPUTE)
            ok = vec_push(&m->entries, (uint32_t)at);
        else if (op_of(i) == OP_DECORATE && length == 4)
            ok = read_decoration(m, i, (uint32_t)at);
    }
    return ok;
}

struct kiln_module *kiln_module_create(const uint32_t *spirv, size_t word_count)
{
    struct kiln_module *m = word_count <= UINT32_MAX ? calloc(1, sizeof(*m)) : NULL;
    if (!m)
        return NULL;
    m->words = spirv;
    m->count = spirv && word_count > HEADER_WORDS ? word_count : 0;
    m->bound = m->count ? m->words[HEADER_BOUND] : 0;
    if (m->bound > MAX_BOUND)
        m->bound = MAX_BOUND;
    m->ids = calloc(m->bound ? m->bound : 1, sizeof(*m->ids));
    if (m->ids)
        read_definitions(m);
    if (!m->ids || !read_rest(m)) {
        kiln_module_destroy(m);
        return NULL;
    }
    return m;
}

void kiln_module_destroy(struct kiln_module *m)
{
    if (!m)
        return;
    vec_free(&m->entries);
    vec_free(&m->constants);
    free(m->ids);
    free(m);
}

bool kiln_module_get_entry(const struct kiln_module *m, uint32_t index, struct kiln_module_entry *out)
{
    if (!m || !out || index >= m->entries.count)
        return false;
    const uint32_t *i = m->words + m->entries.data[index];
    const struct id *function = id_of(m, i[2]);
    struct kiln_module_entry e = {.name = string_at(i, 3),
                                  .specialized = function->by_constants || m->workgroup_size};
    if (function->local_size)
        memcpy(e.local_size, m->words + function->local_size + 3, sizeof(e.local_size));
    return kernel_give(out, &e, sizeof(e));
}

bool kiln_module_get_constant(const struct kiln_module *m, uint32_t index, struct kiln_module_constant *out)
{
    if (!m || !out || index >= m->constants.count)
        return false;
    const uint32_t *i = m->words + m->constants.data[index];
    struct kiln_module_constant c = {.id = i[3]};
    return read_constant(m, i[1], &c) && kernel_give(out, &c, sizeof(c));
}

bool kiln_compiler_get_device(uint32_t index, struct kiln_compiler_device *out)
{
    const struct kiln_devinfo *d;
    const char *last = "";
    for (unsigned row = 0; out && (d = kiln_devinfo_get(row)); row++) {
        const struct kiln_target *t = kiln_target_of(d);
        if (!kiln_target_is_compiled(t) || !strcmp(d->name, last))
            continue;
        last = d->name;
        if (index--)
            continue;
        d = kiln_target(d->name)->dev; // the configuration that the name alone stands for
        const struct kiln_compiler_device device = {.pci_id = d->pci_id,
                                                    .eus = d->eus,
                                                    .threads = d->max_threads,
                                                    .registers = t->grf_count,
                                                    .register_bytes = t->grf_bytes,
                                                    .shared_size = d->max_slm_per_group,
                                                    .name = d->name,
                                                    .product = d->marketing_name};
        return kernel_give(out, &device, sizeof(device));
    }
    return false;
}
